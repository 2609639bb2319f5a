//! Packed boards and inputs of networks at every level.

use quadline_conformance::Kernels;
use quadline_conformance::boards::Words;
use quadline_conformance::positions::*;
use quadline_kernels::threats::{LikeThreats, MirroredKing, Perspectives, ThreatKinds, ThreatLayout};
use quadline_kernels::{Color, InvalidPosition, NibbleCode, NibbleCodes, Piece, Position, Role, Square};
use quickcheck::QuickCheck;

use super::{AnyPosition, game, known_in_both_colors};
use crate::percent;

fn kernels() -> &'static [Box<dyn Training>] {
    let kernels = &Kernels::of_this_cpu().training;
    assert!(!kernels.is_empty());
    kernels
}

fn check(position: &Position, words: &mut Words) {
    let described = Described::random(words);
    prop_a_threat_has_its_number(position, &described);
    prop_input_changes_equal_oracle(position, &described, &mut Words(words.0 | 1));
    for kernel in kernels() {
        prop_inputs_equal_oracle(&**kernel, position, &described);
        prop_pawn_pair_changes_equal_oracle(&**kernel, position, &described, &mut Words(words.0 | 1));
        prop_nibbles_are_read_back(&**kernel, position, words);
        prop_nibbles_equal_oracle(&**kernel, position, words);
        prop_changed_nibbles_are_checked(&**kernel, position, &mut Words(words.0 | 1));
    }
}

#[test]
fn random_positions() {
    let cases = 1_000 * percent() as u64 / 100;
    fn property(AnyPosition(position): AnyPosition, seed: u64) {
        check(&position, &mut Words(seed | 1));
    }
    QuickCheck::new()
        .tests(cases)
        .max_tests(2 * cases)
        .min_tests_passed(cases)
        .quickcheck(property as fn(AnyPosition, u64));
}

#[test]
fn known_positions() {
    let mut words = Words(0x7124);
    known_in_both_colors().iter().for_each(|position| check(position, &mut words));
}

#[test]
fn positions_of_games() {
    let mut words = Words(0x9a3e7);
    for _ in 0..(20 * percent()).div_ceil(100) {
        let game = game(&mut words, 120);
        for position in &game {
            check(position, &mut words);
        }
        let described = Described::random(&mut words);
        for kernel in kernels() {
            prop_inputs_of_many_equal_oracle(&**kernel, &game, &described, &mut Words(words.0 | 1));
        }
    }
}

/// Layouts have no inputs for pawns on the first and the last rank.
fn without_outer_pawns(position: Position) -> Position {
    let outer = position.pawns() & (Color::White.back_rank() | Color::Black.back_rank());
    let mut words = *position.words();
    words[..7].iter_mut().for_each(|word| *word &= !outer);
    Position::from_words(words)
}

#[test]
fn boards_that_are_no_positions() {
    let mut words = Words(0xb0a2d);
    for _ in 0..(400 * percent()).div_ceil(100) {
        let board = without_outer_pawns(random::unruly(&mut words));
        let described = Described::random(&mut words);
        for kernel in kernels() {
            prop_inputs_equal_oracle(&**kernel, &board, &described);
            prop_random_nibbles_are_the_same_everywhere(&**kernel, &mut Words(words.0 | 1));
            prop_nibbles_equal_oracle(&**kernel, &board, &mut Words(words.0 | 1));
        }
        words.word();
    }
}

#[test]
fn layouts_have_the_sizes_of_their_networks() {
    let sizes = [
        (ThreatLayout::INPUTS_59808, 59_808),
        (ThreatLayout::INPUTS_60144, 60_144),
        (ThreatLayout::INPUTS_66864, 66_864),
        (ThreatLayout::INPUTS_79856, 79_856),
    ];
    for (layout, inputs) in sizes {
        assert_eq!(layout.inputs(), inputs);
        assert_eq!(layout.with_pawn_pairs(inputs).inputs(), inputs + 4_560);
        assert_eq!(layout.with_pawn_pairs(0).inputs(), inputs);
    }
    assert_eq!(ThreatLayout::new(ThreatKinds::NONE).inputs(), 0);
    let (pawn, rook) = (Piece::new(Color::White, Role::Pawn), Piece::new(Color::Black, Role::Rook));
    let kinds = ThreatKinds::NONE.with(Role::Pawn, &[Role::Rook]);
    let layout = ThreatLayout::new(kinds).with_mirrored_king(MirroredKing::Nowhere);
    assert_eq!(layout.inputs(), 4 * 84);
    let layout = layout.with_base(pawn, rook, 1_000);
    assert_eq!(layout.with_like_threats(LikeThreats::Both).inputs(), 1_084);
    // A base or pawn pairs that are set again leave nothing of the ones before.
    assert_eq!(layout.with_base(pawn, rook, 84).inputs(), 4 * 84);
    assert_eq!(layout.with_pawn_pairs(9_000).with_pawn_pairs(0).inputs(), ThreatLayout::PAWN_PAIRS);
    // The largest bases that are accepted.
    let most = (1 << 30) - 1;
    let largest = [
        ThreatLayout::INPUTS_59808.with_pawn_pairs(most),
        ThreatLayout::new(ThreatKinds::ALL).with_base(Piece::new(Color::White, Role::Queen), rook, most),
    ];
    assert_eq!(largest.map(|layout| layout.inputs()), [most + 4_560, most + 1_456]);
    for (kernel, layout) in
        kernels().iter().flat_map(|kernel| largest.iter().map(move |layout| (kernel, layout)))
    {
        let (mut offsets, mut inputs) = ([0; 2], [0; 512]);
        let start = &[Position::START];
        let count = kernel.inputs_in_rows(start, layout, Perspectives::White, &mut offsets, &mut inputs);
        assert_eq!(offsets, [0, count]);
        assert_eq!(kernel.inputs(&start[0], layout, Color::White, &mut [0; 512]), count);
    }
    let mut words = Words(0x1a90);
    (0..20).for_each(|_| prop_a_layout_has_its_inputs(&Described::random(&mut words)));
}

/// A layout has no inputs for a pair whose kind it does not have, so its base cannot be set.
#[test]
#[should_panic(expected = "the layout must have the kind of the pair")]
fn a_pair_of_another_kind_has_no_base() {
    let (pawn, king) = (Piece::new(Color::White, Role::Pawn), Piece::new(Color::Black, Role::King));
    let _ = ThreatLayout::INPUTS_59808.with_base(pawn, king, 0);
}

#[test]
fn boards_that_cannot_be_packed_or_read() {
    let read = |occupied: u64, numbers: u128, codes: &NibbleCodes| {
        let checked = Position::from_nibbles(occupied, &numbers.to_le_bytes(), codes);
        let mut positions = [Position::START; 2];
        for kernel in kernels() {
            kernel.positions_of_nibbles(&[occupied; 2], &[numbers.to_le_bytes(); 2], codes, &mut positions);
            assert_eq!(positions[0], positions[1]);
        }
        checked.map(|position| position.to_string()).map_err(|error| error.to_string())
    };
    let kings = Square::E1.bit() | Square::E8.bit();
    let codes = NibbleCodes::BINPACK;
    assert_eq!(read(kings, 0xfa, &codes).unwrap(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(read(kings, 0xba, &codes).unwrap(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let refused = [
        (!0, 0, &codes, "piece placement: 64 squares are occupied; a packed board has at most 32 pieces"),
        (
            kings | Square::A8.bit(),
            0xdd5,
            &NibbleCodes::BULLETFORMAT,
            "piece placement: number of black kings: 2; each side must have exactly one",
        ),
        (
            kings,
            0xf5,
            &NibbleCodes::BULLETFORMAT,
            "piece placement: e8 has the number 15, which is no piece of this format",
        ),
        (
            kings | Square::E2.bit(),
            0xfca,
            &codes,
            "piece placement: e2 is marked as a pawn that has just made a double push; there is at most one, on rank 4 or 5",
        ),
        (
            kings | Square::E4.bit() | Square::D4.bit(),
            0xfcca,
            &codes,
            "piece placement: e4 is marked as a pawn that has just made a double push; there is at most one, on rank 4 or 5",
        ),
        (
            kings | Square::E4.bit(),
            0xbca,
            &codes,
            "en passant square: e3 is on the wrong rank; with white to move, it must be on rank 6",
        ),
        (
            kings | Square::E4.bit(),
            0xbda,
            &codes,
            "castling rights: e4 is on the wrong rank; rooks that may castle are on ranks 1 and 8",
        ),
        (
            Square::E1.bit() | Square::E7.bit() | Square::A8.bit(),
            0xdba,
            &codes,
            "castling rights: a8 requires the black king on rank 8 and a black rook on a8",
        ),
    ];
    for (occupied, numbers, codes, message) in refused {
        let found = read(occupied, numbers, codes);
        assert!(found.as_ref().is_err_and(|error| error == message), "{found:?} is not {message}");
    }
    // Each part of the fast check, with a board on which nothing else is wrong.
    let e1_e8 = |squares: u64| kings | squares;
    let [a1, b1, g1, h1] = [Square::A1, Square::B1, Square::G1, Square::H1].map(Square::bit);
    let [a8, b8, g8, h8] = [Square::A8, Square::B8, Square::G8, Square::H8].map(Square::bit);
    let [e2, e3, e4, e5, e6, e7] =
        [Square::E2, Square::E3, Square::E4, Square::E5, Square::E6, Square::E7].map(Square::bit);
    let crowd = 0x0000_0001_ffff_ffff;
    let crowd_of_knights = (u128::MAX / 15 * 2) ^ ((2 ^ 10) << 16) ^ ((2 ^ 11) << 108);
    for (occupied, numbers, message) in [
        (e1_e8(a1 | b1), 0xbadd, "castling rights"),
        (e1_e8(g1 | h1), 0xbdda, "castling rights"),
        (e1_e8(a8 | b8), 0xbeea, "castling rights"),
        (e1_e8(g8 | h8), 0xeeba, "castling rights"),
        (crowd, crowd_of_knights, "33 squares are occupied"),
        (e1_e8(e5 | e6), 0xb2ca, "a pawn can only have passed e6 if e6 is empty"),
        (e1_e8(e5 | e7), 0xb2ca, "a pawn can only have passed e6 if e7 is empty"),
        (e1_e8(e4 | e3), 0xfc2a, "a pawn can only have passed e3 if e3 is empty"),
        (e1_e8(e4 | e2), 0xfc2a, "a pawn can only have passed e3 if e2 is empty"),
    ] {
        let found = read(occupied, numbers, &codes);
        assert!(found.as_ref().is_err_and(|error| error.contains(message)), "{found:?} is not {message}");
    }
    let crowded = Position::from_words([!0, 0, !0, 0, 0, 0, 0, 0]);
    assert_eq!(crowded.to_nibbles(&codes), None);
    for kernel in kernels() {
        let pawns = |squares: u64| Position::from_words([squares, 0, squares, 0, 0, 0, 0, 0]);
        let full = Some((0xffff_ffff_0000_0000, [0; 16]));
        assert_eq!(kernel.nibbles_of(&pawns(0xffff_ffff_0000_0000), &codes), full);
        assert_eq!(kernel.nibbles_of(&pawns(0xffff_ffff_0000_0001), &codes), None);
    }
    let mut few = *codes.codes();
    few[0] = NibbleCode::Unused;
    assert_eq!(Position::START.to_nibbles(&NibbleCodes::new(few)), None);
    assert_eq!(Position::START.mirrored().check(), Ok(()));
    let error = Position::from_words([1, 0, 0, 0, 0, 0, 1, 0]).check();
    assert_eq!(error, Err(InvalidPosition::KingCount { color: Color::Black, kings: 0 }));
}

/// Wrong lengths panic before anything is written.
#[cfg(panic = "unwind")]
#[test]
fn unequal_lengths_panic() {
    let panics = |call: &dyn Fn()| {
        let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).expect_err("a panic");
        found.downcast_ref::<String>().expect("a message with numbers").clone()
    };
    for kernel in kernels() {
        let layout = &ThreatLayout::INPUTS_66864;
        let positions = [Position::START; 2];
        let message = panics(&|| {
            kernel.inputs_of_many(&positions, layout, Perspectives::Both, &mut [0; 64], 32, &mut [0; 4]);
        });
        assert!(
            message.contains("rows 64, counts 4; 2 positions and Both are 4 rows of 32 places"),
            "{message}"
        );
        let message = panics(&|| {
            kernel.inputs_of_many(&positions, layout, Perspectives::White, &mut [0; 64], 32, &mut [0; 3]);
        });
        assert!(message.contains("counts 3"), "{message}");
        let message = panics(&|| {
            kernel.inputs_in_rows(&positions, layout, Perspectives::Both, &mut [0; 4], &mut [0; 3]);
        });
        assert!(message.contains("offsets 4; there must be 5"), "{message}");
        let message = panics(&|| {
            kernel.positions_of_nibbles(
                &[0; 2],
                &[[0; 16]; 1],
                &NibbleCodes::VIRIFORMAT,
                &mut [Position::START; 2],
            );
        });
        assert!(message.contains("positions 2, occupied 2, nibbles 1"), "{message}");
        let message = panics(&|| {
            let _ = kernel.nibbles_of_many(&positions, &NibbleCodes::BINPACK, &mut [0; 3], &mut [[0; 16]; 2]);
        });
        assert!(message.contains("positions 2, occupied 3, nibbles 2"), "{message}");
    }
}
