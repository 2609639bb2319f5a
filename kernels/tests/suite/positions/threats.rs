//! Threats at every level: of whole positions, of many positions, and the changes by moves.

use quadline_conformance::Kernels;
use quadline_conformance::boards::Words;
use quadline_conformance::positions::*;
use quadline_kernels::threats::{
    BoardChange, MAX_THREATS, Mailbox, PieceCodes, Threat, ThreatChanges, ThreatKinds, ThreatLayout,
};
use quadline_kernels::{Color, Move, Piece, Position, Role, Setup, Square};
use quickcheck::QuickCheck;

use super::{AnyPosition, game, known_in_both_colors, some_known};
use crate::percent;

fn kernels() -> &'static [Box<dyn Threats>] {
    let kernels = &Kernels::of_this_cpu().threats;
    assert!(!kernels.is_empty());
    kernels
}

fn check(position: &Position, words: &mut Words) {
    let kinds = random_kinds(words);
    for kernel in kernels() {
        prop_threats_equal_oracle(&**kernel, position, kinds);
        prop_changes_equal_oracle(&**kernel, position, kinds);
    }
}

/// The oracle's threats of a position, written out.
#[test]
fn oracle_knows_threats() {
    let position: Position = "4k3/8/1q6/8/8/1R1N1p2/8/4K3 w - - 0 1".parse().unwrap();
    let texts: Vec<_> =
        oracle::threats(&position, ThreatKinds::ALL).iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "white knight on d3 attacks white king on e1",
            "white rook on b3 attacks white knight on d3",
            "white rook on b3 attacks black queen on b6",
            "black queen on b6 attacks white rook on b3",
        ]
    );
    let start = oracle::threats(&Position::START, ThreatKinds::ALL);
    // Each side: rooks 4, knights 2, bishops 4, queen 5, king 5. Without kings: queen 4, king none.
    assert_eq!((start.len(), oracle::threats(&Position::START, ThreatKinds::INPUTS_59808).len()), (40, 28));
}

/// A mailbox is borrowed with the bytes of the pieces as their numbers.
#[test]
fn bytes_of_pieces_are_codes() {
    for byte in 0..=255 {
        assert_eq!(PieceCodes::BYTES.piece(byte), Piece::from_byte(byte & 15), "{byte}");
    }
}

#[test]
fn random_positions() {
    let cases = 3_000 * percent() as u64 / 100;
    fn property(AnyPosition(position): AnyPosition, seed: u64) {
        check(&position, &mut Words(seed | 1));
    }
    QuickCheck::new()
        .tests(cases)
        .max_tests(2 * cases)
        .min_tests_passed(cases)
        .quickcheck(property as fn(AnyPosition, u64));
}

/// Every move of the known positions, and every move of the positions after it.
#[test]
fn known_positions_and_what_they_lead_to() {
    let mut words = Words(0x7412ea7);
    for known in some_known() {
        let position = known.position();
        check(&position, &mut words);
        check(&position.mirrored(), &mut words);
        for chess_move in oracle::legal_moves(&position).into_iter().step_by(100_usize.div_ceil(percent())) {
            check(&position.play(chess_move), &mut words);
        }
    }
}

/// Games of standard chess and Chess960, with all moves of every position.
#[test]
fn positions_of_games() {
    let mut words = Words(0x09a3e7);
    for _ in 0..(20 * percent()).div_ceil(100) {
        let game = game(&mut words, 120);
        for position in &game {
            check(position, &mut words);
        }
        let kinds = random_kinds(&mut words);
        for kernel in kernels() {
            prop_threats_of_many_equal_oracle(&**kernel, &game, kinds, 1);
        }
    }
}

/// Every move, and pieces that appear, are replaced and disappear.
#[test]
fn boards_of_bytes() {
    let mut words = Words(0xb0a2d);
    let mut boards = known_in_both_colors();
    for _ in 0..(100 * percent()).div_ceil(100) {
        let is_unruly = words.word().is_multiple_of(3);
        boards.push(if is_unruly { random::unruly(&mut words) } else { random::position(&mut words) });
    }
    for board in boards {
        let (kinds, described) = (random_kinds(&mut words), Described::random(&mut words));
        for kernel in kernels() {
            // The same pieces for every kernel.
            prop_changes_of_bytes_equal_oracle(&**kernel, &board, kinds, &mut Words(words.0 | 1));
            let layout = described.layout();
            prop_inputs_of_threats_are_those_of_each(&**kernel, &board, &layout, &mut Words(words.0 | 1));
        }
        words.word();
    }
}

/// Each piece on each square with each square that it attacks on an empty board, in lists that fill several
/// vectors.
#[test]
fn every_pair_of_squares_has_its_number() {
    let mut words = Words(0x9a125);
    for attacker in Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| Piece::new(color, role))) {
        let mut threats = Vec::new();
        for from in Square::ALL {
            let mut targets = targets_on_empty_board(attacker.color(), attacker.role(), from.index());
            if attacker.role() == Role::Pawn && targets.is_empty() {
                // Layouts have no inputs for pawns on the first and the last rank, but the levels agree on a
                // number.
                let rank = if attacker.color() == Color::White {
                    from.rank() + 1
                } else {
                    from.rank().wrapping_sub(1)
                };
                let is_attacked = |to: &Square| to.rank() == rank && to.file().abs_diff(from.file()) == 1;
                targets.extend(Square::ALL.into_iter().filter(is_attacked).map(Square::index));
            }
            for to in targets {
                let attacked =
                    Piece::new(Color::ALL[words.word() as usize % 2], Role::ALL[words.word() as usize % 6]);
                threats.push(Threat { attacker, from, attacked, to: Square::ALL[to] });
            }
        }
        threats.retain(|threat| {
            ThreatKinds::INPUTS_79856.contains(threat.attacker.role(), threat.attacked.role())
        });
        for list in threats.chunks(45) {
            for kernel in kernels() {
                let layout = ThreatLayout::INPUTS_79856;
                prop_inputs_of_a_list_are_those_of_each(&**kernel, list, &layout, &mut Words(words.0 | 1));
            }
        }
    }
}

/// Any number of kings, pawns on any rank, up to 64 pieces.
#[test]
fn unruly_and_crowded_boards() {
    let mut words = Words(0xc20de);
    let crowd = |words: &mut Words, count: u32| -> Position {
        let mut setup = Setup { side_to_move: Color::White, ..Setup::from(random::unruly(words)) };
        let occupied = loop {
            let board = words.word() | words.word();
            if board.count_ones() >= count {
                break (0..board.count_ones() - count).fold(board, |board, _| board & (board - 1));
            }
        };
        let mut free = occupied;
        let mut roles = [0; 6];
        for role in &mut roles {
            *role = free & words.word();
            free &= !*role;
        }
        roles[4] |= free;
        setup.white = words.word() & occupied;
        setup.black = occupied & !setup.white;
        [setup.pawns, setup.knights, setup.bishops, setup.rooks, setup.queens, setup.kings] = roles;
        Position::new_unchecked(Setup { castling_rooks: 0, en_passant: None, ..setup })
    };
    for round in 0..(400 * percent()).div_ceil(100) as u32 {
        let board =
            if round % 2 == 0 { random::unruly(&mut words) } else { crowd(&mut words, 28 + round / 2 % 9) };
        let kinds = random_kinds(&mut words);
        for kernel in kernels() {
            prop_threats_equal_oracle(&**kernel, &board, kinds);
        }
    }
}

/// The emptiest and the fullest boards, with the largest possible number of threats.
#[test]
fn no_pieces_and_all_squares() {
    let full = |role: Role, squares: u64| {
        let of = |one| if role == one { squares } else { 0 };
        Position::new_unchecked(Setup {
            white: squares & 0xff00_ff00_ff00_ff00,
            black: squares & !0xff00_ff00_ff00_ff00,
            pawns: of(Role::Pawn),
            knights: of(Role::Knight),
            bishops: of(Role::Bishop),
            rooks: of(Role::Rook),
            queens: of(Role::Queen),
            kings: of(Role::King),
            ..Setup::default()
        })
    };
    // Also one piece more than a group of knights, and than a list, has room for.
    let boards = [
        0,
        1,
        1 << 63,
        3,
        0x8100_0000_0000_0081,
        0x1ff,
        0xffff_ffff,
        0xffff_ffff << 16,
        0x1_ffff_ffff,
        0x1_ffff_ffff << 16,
        u64::MAX,
        u64::MAX / 3,
    ];
    for kernel in kernels() {
        for role in Role::ALL {
            for squares in boards {
                prop_threats_equal_oracle(&**kernel, &full(role, squares), ThreatKinds::ALL);
            }
        }
        let count = kernel.threats(&full(Role::Queen, u64::MAX), ThreatKinds::ALL, &mut []);
        assert_eq!(count, MAX_THREATS, "{}", kernel.name());
    }
}

#[test]
fn short_lists() {
    let mut words = Words(0x5e07);
    for round in 0..(300 * percent()).div_ceil(100) {
        let position = random::position(&mut words);
        let kinds = random_kinds(&mut words);
        for kernel in kernels() {
            prop_a_short_list_is_counted(&**kernel, &position, kinds, round % 40);
        }
    }
}

#[test]
fn every_number_of_positions() {
    let mut words = Words(0x3a27);
    let positions: Vec<_> = (0..40).map(|_| random::position(&mut words)).collect();
    for length in 0..=20 {
        for kernel in kernels() {
            let kinds = random_kinds(&mut words);
            prop_threats_of_many_equal_oracle(&**kernel, &positions[length..2 * length], kinds, length);
        }
    }
}

#[test]
fn nonsense_does_not_panic() {
    let mut words = Words(0x5eed7);
    for _ in 0..(3_000 * percent()).div_ceil(100) {
        let nonsense = if words.word().is_multiple_of(2) {
            random::nonsense(&mut words)
        } else {
            random::position(&mut words)
        };
        let (chess_move, kinds) = (Move::from_bits(words.word() as u16), random_kinds(&mut words));
        for kernel in kernels() {
            prop_nonsense_threats_do_not_panic(&**kernel, &nonsense, chess_move, kinds);
        }
    }
}

/// Changes without an effect: a piece replaced by itself, an empty square emptied, a move from an empty
/// square.
#[test]
fn changes_of_nothing() {
    let board = Mailbox::from(&Position::START);
    let queen = board.piece_at(Square::D1).unwrap();
    for kernel in kernels() {
        for change in [
            BoardChange::Put { piece: queen, square: Square::D1 },
            BoardChange::Remove { square: Square::D4 },
            BoardChange::Move { from: Square::D4, to: Square::D5, becomes: queen },
        ] {
            let mut changes = ThreatChanges::new();
            kernel.changes_of_bytes(
                &board,
                BoardChange::Remove { square: Square::D1 },
                ThreatKinds::ALL,
                &mut changes,
            );
            assert!(!changes.removed().is_empty());
            kernel.changes_of_bytes(&board, change, ThreatKinds::ALL, &mut changes);
            assert_eq!(
                (changes.added(), changes.removed()),
                (&[][..], &[][..]),
                "{}: {change:?}",
                kernel.name()
            );
        }
    }
}

#[cfg(panic = "unwind")]
#[test]
fn offsets_of_another_length_panic() {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    for kernel in kernels() {
        for length in [0, 1, 2, 4] {
            let (mut offsets, mut threats) = (vec![usize::MAX; length], vec![Threat::NONE; 200]);
            let positions = [Position::START; 2];
            let call = || kernel.threats_of_many(&positions, ThreatKinds::ALL, &mut offsets, &mut threats);
            match catch_unwind(AssertUnwindSafe(call)) {
                Ok(called) => assert!(called.is_none(), "{}: no panic", kernel.name()),
                Err(panic) => assert_eq!(
                    panic.downcast_ref::<String>().expect("a text"),
                    &format!(
                        "slices of unequal length: positions 2, offsets {length}; there must be 3 offsets"
                    ),
                ),
            }
            assert!(offsets.iter().all(|&offset| offset == usize::MAX));
            assert!(threats.iter().all(|&threat| threat == Threat::NONE));
        }
    }
}
