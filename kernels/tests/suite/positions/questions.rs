//! Methods of a position that are not compiled for each level.

use quadline_conformance::Kernels;
use quadline_conformance::boards::Words;
use quadline_conformance::positions::{Questions, oracle, prop_questions_equal_oracle, random};
use quadline_kernels::{Outcome, Position};

use super::{game, known_in_both_colors};
use crate::percent;

/// Positions with each outcome, and some that differ from one in a piece.
const ENDS: [(&str, Option<Outcome>); 43] = [
    ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Some(Outcome::Checkmate)),
    ("7k/6Q1/8/8/8/8/8/K7 b - - 0 1", None),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Outcome::Stalemate)),
    ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", None),
    // The pawn of the side to move is blocked.
    ("8/8/8/8/8/7p/5k1P/7K w - - 0 1", Some(Outcome::Stalemate)),
    ("7k/8/6K1/8/8/8/8/8 w - - 0 1", Some(Outcome::InsufficientMaterial)),
    // White has no move, but nobody can mate.
    ("8/8/8/8/8/1k6/2b5/K7 w - - 0 1", Some(Outcome::InsufficientMaterial)),
    ("7k/8/6K1/8/8/8/8/6N1 w - - 0 1", Some(Outcome::InsufficientMaterial)),
    ("7k/8/6K1/8/8/8/8/6n1 w - - 0 1", Some(Outcome::InsufficientMaterial)),
    ("7k/8/6K1/8/8/8/8/6B1 w - - 0 1", Some(Outcome::InsufficientMaterial)),
    ("7k/8/6K1/8/8/8/8/5BB1 w - - 0 1", None),
    ("7k/8/6K1/8/8/8/8/b5B1 w - - 0 1", Some(Outcome::InsufficientMaterial)),
    ("7k/8/6K1/8/8/1b6/8/5B2 w - - 0 1", Some(Outcome::InsufficientMaterial)),
    ("7k/8/6K1/8/8/8/8/b4B2 w - - 0 1", None),
    ("7k/8/6K1/8/8/8/8/2B1B1B1 w - - 0 1", Some(Outcome::InsufficientMaterial)),
    ("7k/8/6K1/8/8/8/8/5NN1 w - - 0 1", None),
    ("7k/8/6K1/8/8/8/8/5nN1 w - - 0 1", None),
    ("7k/8/6K1/8/8/8/8/5bN1 w - - 0 1", None),
    ("7k/8/6K1/8/8/7p/8/8 w - - 0 1", None),
    ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", None),
    ("7k/8/6K1/8/8/8/8/q7 w - - 0 1", None),
    // A pinned knight, a pinned pawn with an empty square ahead, and a bishop that is not pinned behind a
    // pawn.
    ("7k/8/8/8/8/1q6/8/KN5r w - - 0 1", Some(Outcome::Stalemate)),
    ("7b/8/8/8/8/8/1P1n4/K1n4k w - - 0 1", Some(Outcome::Stalemate)),
    ("6nB/3k2P1/8/8/8/1q6/8/K7 w - - 0 1", Some(Outcome::Stalemate)),
    // The only move is en passant, or it is not possible.
    ("7k/8/4p3/3pP3/8/1q6/8/K7 w - d6 0 1", None),
    ("7k/8/4p3/3pP3/8/1q6/8/K7 w - - 0 1", Some(Outcome::Stalemate)),
    // The only move is the one that the comment names.
    ("7k/8/8/8/8/1p6/1P2q3/BRK5 w B - 0 1", None),     // castling
    ("k1r5/8/4b3/1Pp5/3K4/7r/8/4r3 w - c6 0 1", None), // an en passant capture of the checking pawn
    ("8/8/1q6/8/8/1r6/kr6/B6K w - - 0 1", None),       // a capture by a bishop
    ("8/8/2B3Rb/8/8/2k5/1q6/2q4K w - - 0 1", None),    // a rook that blocks a check
    ("7q/8/b2Bk3/8/6r1/q7/q7/RK6 w - - 0 1", None),    // a rook that captures the checking piece
    ("K7/1r2r2q/4n3/4Pp2/8/k7/8/8 w - f6 0 1", None),  // an en passant capture
    ("5k1K/8/8/2b5/8/r7/7p/8 w - - 0 1", None),        // a step of the king
    ("Kr3q2/8/7k/1r6/8/8/8/8 w - - 0 1", None),        // a step of the king in check
    ("3k4/8/np3p2/8/8/6p1/2pq4/3K4 w - - 0 1", None),  // a capture by the king in check
    ("K4nb1/8/1kpq4/3P1pb1/8/3p4/2b3q1/8 w - - 0 1", None), // a capture by a pawn
    ("K7/5r2/8/2p5/Pr2k3/8/2b5/q7 w - - 0 1", None),   // a step of a pinned pawn
    ("8/q7/8/8/8/8/r2k4/RK6 w - - 0 1", None),         // a capture by a rook
    ("7K/7R/3b3q/8/8/6q1/8/5k2 w - - 0 1", None),      // a step of a pinned rook
    // Checkmate by a knight, a pawn, a rook and a bishop, with pieces that could move without the check.
    ("6rk/5Npp/8/8/8/8/8/7K b - - 0 1", Some(Outcome::Checkmate)),
    ("7k/p5P1/6K1/8/2B5/8/8/8 b - - 0 1", Some(Outcome::Checkmate)),
    ("R5k1/5ppp/8/8/p7/8/8/7K b - - 0 1", Some(Outcome::Checkmate)),
    ("6bk/p6p/5B2/8/8/8/8/7K b - - 0 1", Some(Outcome::Checkmate)),
];

fn position(fen: &str) -> Position {
    fen.parse().expect(fen)
}

#[test]
fn known_ends_of_games() {
    for (fen, outcome) in ENDS {
        for position in [position(fen), position(fen).mirrored()] {
            assert_eq!(position.outcome(), outcome, "{position:?}");
            prop_questions_equal_oracle(&Questions::METHODS, &position);
            let has_moves = !oracle::legal_moves(&position).is_empty();
            for kernel in &Kernels::of_this_cpu().engine {
                let name = kernel.name();
                assert_eq!(kernel.has_legal_moves(&position), has_moves, "{name} {position:?}");
                let info = kernel.check_info(&position);
                assert_eq!(kernel.has_legal_moves_with(&position, &info), has_moves, "{name} {position:?}");
            }
        }
    }
}

#[test]
fn random_and_known_positions() {
    let mut words = Words(0x90e5_7105);
    for _ in 0..(2_000 * percent()).div_ceil(100) {
        prop_questions_equal_oracle(&Questions::METHODS, &random::position(&mut words));
    }
    for position in known_in_both_colors() {
        prop_questions_equal_oracle(&Questions::METHODS, &position);
    }
}

#[test]
fn positions_of_games() {
    let mut words = Words(0x9a3e_90e5);
    for _ in 0..(20 * percent()).div_ceil(100) {
        for position in game(&mut words, 200) {
            prop_questions_equal_oracle(&Questions::METHODS, &position);
        }
    }
}

#[test]
fn nonsense_does_not_panic() {
    let mut words = Words(0x0dd_90e5);
    for _ in 0..(400 * percent()).div_ceil(100) {
        for nonsense in [random::nonsense(&mut words), random::without_king(&mut words)] {
            let _ = (nonsense.outcome(), nonsense.in_check());
            for _ in 0..50 {
                let chess_move = quadline_kernels::Move::from_bits(words.word() as u16);
                let _ = (nonsense.captured(chess_move), nonsense.is_capture(chess_move));
            }
        }
    }
}

/// The property detects a wrong result of each method.
#[cfg(panic = "unwind")]
#[test]
fn wrong_answers() {
    use crate::defects::finding;

    const RIGHT: Questions = Questions::METHODS;
    let defective = [
        ("captured", Questions { captured: |position, each| position.role_at(each.to()), ..RIGHT }),
        (
            "is_capture",
            Questions { is_capture: |position, each| position.role_at(each.to()).is_some(), ..RIGHT },
        ),
        (
            "outcome",
            Questions {
                outcome: |position| position.outcome().filter(|&end| end != Outcome::Stalemate),
                ..RIGHT
            },
        ),
        (
            "move_of",
            Questions {
                move_of: |position, from, to, role| {
                    position.move_of(from, to, role).filter(|each| each.to() == to)
                },
                ..RIGHT
            },
        ),
        ("in_check", Questions { in_check: |position| position.checkers() & !(1 << 18) != 0, ..RIGHT }),
    ];
    let positions = [
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "4k3/8/8/8/8/2b5/8/4K3 w - - 0 1",
    ];
    let ask = |questions: &Questions| {
        positions.map(position).iter().for_each(|each| prop_questions_equal_oracle(questions, each));
    };
    ask(&RIGHT);
    for (name, questions) in defective {
        let message = finding(|| ask(&questions));
        assert!(message.contains(&format!("{name} ")), "{name}: {message}");
    }
}
