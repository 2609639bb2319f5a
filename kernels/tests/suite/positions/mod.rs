//! Positions: the oracle is tested first, and then everything is compared with it.
//!
//! | file | contents |
//! |---|---|
//! | `one.rs`, `many.rs`, `engine.rs`, `legality.rs`, `numbered.rs` | each kind of kernel |
//! | `threats.rs`, `training.rs` | threats, packed boards and inputs of networks |
//! | `castling.rs`, `en_passant.rs` | the rules with several places |
//! | `texts.rs`, `questions.rs` | methods that no level computes |
//! | `defects.rs` | defects of the oracle, which every property must find |

mod castling;
#[cfg(panic = "unwind")]
mod defects;
mod en_passant;
mod engine;
mod legality;
mod many;
mod numbered;
mod one;
mod questions;
mod texts;
mod threats;
mod training;

use quadline_conformance::boards::Words;
use quadline_conformance::positions::known::{KNOWN, Known, read_suite};
use quadline_conformance::positions::{oracle, random};
use quadline_conformance::positions::{
    prop_a_position_is_its_text_and_its_bitboards, prop_mirrored, prop_play_equals_oracle,
};
use quadline_kernels::{ChecksAndPins, InvalidPosition, Position, Setup, bitboard};
use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::{every, every_known, number, percent, say};

/// Returns the number of nodes that the oracle counts for a known position.
fn most_nodes() -> u64 {
    300_000 * percent() as u64 / 100
}

#[test]
fn oracle_counts_known_positions() {
    for known in KNOWN {
        let position = known.position();
        for (depth, &nodes) in
            (1..).zip(known.nodes).filter(|&(depth, &nodes)| depth < 3 || nodes <= most_nodes())
        {
            assert_eq!(oracle::perft(&position, depth), nodes, "{} depth {depth}", known.fen);
        }
    }
}

/// Returns some of the known positions, all if the sample is not small.
fn some_known() -> impl Iterator<Item = &'static Known> {
    KNOWN.iter().step_by(every_known())
}

/// Returns the known positions and their mirror images. A sample contains one of the two, in turns.
fn known_in_both_colors() -> Vec<Position> {
    let both = |known: &Known| [known.position(), known.position().mirrored()];
    if every() == 1 {
        return KNOWN.iter().flat_map(both).collect();
    }
    some_known().enumerate().map(|(index, known)| both(known)[index % 2]).collect()
}

/// Returns the positions of a random game of at most `most` moves, or of a quarter of them in a sample.
fn game(words: &mut Words, most: usize) -> Vec<Position> {
    let start = random::start(words);
    random::game(words, start, if every() > 1 { most.div_ceil(4) } else { most }).collect()
}

/// The suites that are counted by default, with their file names.
const SUITES: [(&str, &str); 2] = [
    ("perft-a.epd", include_str!("../../../../tests/conformance/fixtures/perft-a.epd")),
    ("perft-960-a.epd", include_str!("../../../../tests/conformance/fixtures/perft-960-a.epd")),
];

/// `QUADLINE_PERFT_SUITES="a.epd b.epd"` names other suites. `QUADLINE_PERFT_DEPTH` sets the depth, 3 by
/// default.
#[test]
fn oracle_counts_perft_suites() {
    let suites: Vec<(String, String)> = match std::env::var("QUADLINE_PERFT_SUITES") {
        Ok(files) => files
            .split_whitespace()
            .map(|file| {
                let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
                (file.into(), text)
            })
            .collect(),
        Err(_) => SUITES.map(|(file, text)| (file.into(), text.into())).into(),
    };
    let most = number("QUADLINE_PERFT_DEPTH", 3) as u32;
    for (file, text) in suites {
        let lines = read_suite(&text);
        assert!(!lines.is_empty(), "{file}: no lines");
        for line in lines.into_iter().step_by(every()) {
            let position = line.position;
            let counts = line.nodes.into_iter().filter(|&(depth, _)| depth <= most);
            for (depth, nodes) in counts.filter(|&(depth, nodes)| depth < 2 || nodes <= most_nodes()) {
                assert_eq!(oracle::perft(&position, depth), nodes, "{file}: {position} depth {depth}");
            }
        }
    }
}

/// The results that perft counts do not show.
#[test]
fn oracle_knows_checks_and_pins() {
    let of = |fen: &str| oracle::checks_and_pins(&fen.parse::<Position>().expect(fen));
    // A rook gives check, the bishop pins the knight, and the king may not step back along the rook's file.
    let checked = of("4r2k/8/1b6/2N5/8/4K3/8/8 w - - 0 1");
    assert_eq!(
        checked.evasions,
        bitboard! {
            . . . . 1 . . .
            . . . . 1 . . .
            . . . . 1 . . .
            . . . . 1 . . .
            . . . . 1 . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
        }
    );
    assert_eq!((checked.checkers, checked.pinned), (1 << 60, 1 << 34));
    assert_eq!(checked.king_danger & 0x10_1010_1010_1010, 0x10_1010_1010_1010);
    // A check by a knight is answered by capturing it or by a king move. A double check allows king moves
    // only.
    assert_eq!(of("7k/8/8/8/8/5n2/8/4K3 w - - 0 1").evasions, 1 << 21);
    let twice = of("4r2k/8/8/8/8/5n2/8/4K3 w - - 0 1");
    assert_eq!((twice.evasions, twice.checkers), (0, 1 << 21 | 1 << 60));
    // No checks and no pins.
    let ChecksAndPins { checkers, pinned, evasions, .. } = oracle::checks_and_pins(&Position::START);
    assert_eq!((checkers, pinned, evasions), (0, 0, u64::MAX));
}

/// A position that shrinks toward fewer pieces.
#[derive(Clone, Debug)]
struct AnyPosition(Position);

impl Arbitrary for AnyPosition {
    fn arbitrary(generator: &mut Gen) -> Self {
        Self(random::position(&mut Words(u64::arbitrary(generator) | 1)))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let setup = Setup::from(self.0);
        let without_rules = [
            Setup { en_passant: None, ..setup },
            Setup { castling_rooks: setup.castling_rooks & setup.castling_rooks.wrapping_sub(1), ..setup },
        ];
        let without_one = (0..64).map(move |index| {
            let others = !(1_u64 << index);
            Setup {
                white: setup.white & others,
                black: setup.black & others,
                pawns: setup.pawns & others,
                knights: setup.knights & others,
                bishops: setup.bishops & others,
                rooks: setup.rooks & others,
                queens: setup.queens & others,
                castling_rooks: setup.castling_rooks & others,
                ..setup
            }
        });
        let positions =
            without_rules.into_iter().chain(without_one).filter_map(|setup| Position::new(setup).ok());
        let position = self.0;
        Box::new(positions.filter(move |&fewer| fewer != position).map(Self))
    }
}

fn check(property: fn(AnyPosition)) {
    let cases = 2_000 * percent() as u64 / 100;
    QuickCheck::new().tests(cases).max_tests(2 * cases).min_tests_passed(cases).quickcheck(property);
}

#[test]
fn a_position_is_its_text_and_its_bitboards() {
    check(|AnyPosition(position)| prop_a_position_is_its_text_and_its_bitboards(&position));
}

#[test]
fn mirrored() {
    check(|AnyPosition(position)| prop_mirrored(&position));
}

#[test]
fn known_positions_are_played_as_by_the_oracle() {
    known_in_both_colors().iter().for_each(prop_play_equals_oracle);
}

#[test]
fn play_equals_the_oracle() {
    check(|AnyPosition(position)| prop_play_equals_oracle(&position));
}

/// Random positions exercise every rule often enough.
#[test]
fn random_positions_are_sharp() {
    let mut words = Words(0x0513_0513);
    let cases = 400;
    let mut met = std::collections::BTreeMap::<&str, usize>::new();
    for _ in 0..cases {
        let position = random::position(&mut words);
        let fear = oracle::checks_and_pins(&position);
        let moves = oracle::legal_moves(&position);
        let mut meet = |what, happens: bool| *met.entry(what).or_default() += usize::from(happens);
        meet("check", fear.checkers.count_ones() == 1);
        meet("double check", fear.checkers.count_ones() == 2);
        meet("pin", fear.pinned != 0);
        meet("castling", moves.iter().any(|each| each.is_castling()));
        meet("en passant", moves.iter().any(|each| each.is_en_passant()));
        meet("promotion", moves.iter().any(|each| each.promotion().is_some()));
        meet(
            "en passant that is not legal",
            position.en_passant().is_some_and(|target| {
                let beside = (target.bit() >> 7 | target.bit() >> 9 | target.bit() << 7 | target.bit() << 9)
                    & position.pawns()
                    & position.color(position.side_to_move())
                    & if target.rank() == 5 { 0xff << 32 } else { 0xff << 24 };
                beside != 0 && !moves.iter().any(|each| each.is_en_passant())
            }),
        );
        meet("no move", moves.is_empty());
    }
    say(&format!("of {cases} random positions: {met:?}"));
    assert!(met.values().all(|&often| often >= 2), "{met:?}");
}

/// A check of the side that is not to move is detected, for every kind of checking piece, and in the mirrored
/// position.
#[test]
fn the_side_that_has_moved_is_not_in_check() {
    for (checker, free) in [
        // A pawn attacks forward to both sides.
        ("4k3/3P4/8/8/8/8/8/4K3", "8/4k3/8/3P4/8/8/8/4K3"),
        ("4k3/5P2/8/8/8/8/8/4K3", "4k3/4P3/8/8/8/8/8/4K3"),
        ("8/8/8/8/4k3/3P4/8/4K3", "8/8/8/3P4/4k3/8/8/4K3"),
        ("8/8/8/8/4k3/5P2/8/4K3", "8/8/8/5P2/4k3/8/8/4K3"),
        // Pawns do not attack around the edge of the board.
        ("8/8/8/k7/1P6/8/8/4K3", "8/8/8/k7/7P/7P/8/4K3"),
        ("8/8/8/7k/6P1/8/8/4K3", "8/8/8/7k/P7/8/P7/4K3"),
        ("8/8/8/4k3/8/3N4/8/4K3", "8/8/8/4k3/4N3/8/8/4K3"),
        ("8/8/8/k7/2N5/8/8/4K3", "8/8/8/k7/7N/7N/8/4K3"),
        ("8/8/8/4k3/8/8/1B6/4K3", "8/8/8/4k3/3p4/8/1B6/4K3"),
        ("8/8/8/4k3/8/6Q1/8/4K3", "8/8/8/4k3/5p2/6Q1/8/4K3"),
        ("8/8/8/R3k3/8/8/8/4K3", "8/8/8/R1p1k3/8/8/8/4K3"),
        ("4Q3/8/8/4k3/8/8/8/3K4", "4Q3/4p3/8/4k3/8/8/8/3K4"),
    ] {
        let read = |placement: &str| format!("{placement} w - - 0 1").parse::<Position>();
        let free = read(free).expect(free);
        // The same pieces with Black to move are a valid position, in which Black is in check.
        let position = format!("{checker} b - - 0 1").parse::<Position>().expect(checker);
        let to_move =
            |position: Position, side_to_move| Position::new(Setup { side_to_move, ..Setup::from(position) });
        assert_eq!(position.checks_and_pins().checkers.count_ones(), 1, "{checker}");
        for (in_check, free) in [(position, free), (position.mirrored(), free.mirrored())] {
            let refused = to_move(in_check, in_check.side_to_move().opponent());
            assert!(
                matches!(refused, Err(InvalidPosition::OpponentInCheck { .. })),
                "{in_check:?}: {refused:?}"
            );
            assert_eq!(to_move(free, free.side_to_move()), Ok(free));
        }
        assert!(read(checker).is_err(), "{checker}");
    }
    // Adjacent kings, with either side to move.
    for side in ["w", "b"] {
        assert!(format!("8/8/8/4k3/3K4/8/8/8 {side} - - 0 1").parse::<Position>().is_err());
        assert!(format!("8/8/8/4k3/8/3K4/8/8 {side} - - 0 1").parse::<Position>().is_ok());
    }
}

#[test]
fn nonsense_does_not_panic() {
    let mut words = Words(0x0bad_0bad);
    for _ in 0..2_000 * percent() / 100 {
        let position = random::nonsense(&mut words);
        let text = format!("{position} {position:?}");
        assert!(text.parse::<Position>().is_err());
        let _ = (position.mirrored(), Position::new(Setup::from(position)));
        let _ = position.play(quadline_kernels::Move::from_bits(words.word() as u16));
    }
}
