//! Methods of a position that are not compiled for each level, and their comparison with the oracle.

use quadline_kernels::{Move, Outcome, Position, Role, Square};

use super::oracle;

/// The methods, as functions that a test can replace by defective ones.
#[allow(missing_docs)]
#[derive(Clone, Copy)]
pub struct Questions {
    pub captured: fn(&Position, Move) -> Option<Role>,
    pub is_capture: fn(&Position, Move) -> bool,
    pub outcome: fn(&Position) -> Option<Outcome>,
    pub in_check: fn(&Position) -> bool,
    pub move_of: fn(&Position, Square, Square, Option<Role>) -> Option<Move>,
}

impl Questions {
    /// The methods of [`Position`].
    pub const METHODS: Self = Self {
        captured: |position, chess_move| position.captured(chess_move),
        is_capture: |position, chess_move| position.is_capture(chess_move),
        outcome: Position::outcome,
        in_check: Position::in_check,
        move_of: Position::move_of,
    };
}

/// Checks the methods for a position and its legal moves.
pub fn prop_questions_equal_oracle(questions: &Questions, position: &Position) {
    let moves = oracle::legal_moves(position);
    for &each in &moves {
        let expected = oracle::captured(position, each);
        assert_eq!((questions.captured)(position, each), expected, "captured by {each:?} in {position:?}");
        let found = (questions.is_capture)(position, each);
        assert_eq!(found, expected.is_some(), "is_capture of {each:?} in {position:?}");
    }
    assert_eq!((questions.outcome)(position), oracle::outcome(position), "outcome of {position:?}");
    let expected = oracle::checks_and_pins(position).checkers != 0;
    assert_eq!((questions.in_check)(position), expected, "in_check of {position:?}");
    let promotions = || [None].into_iter().chain(Role::ALL.map(Some));
    for from in Square::ALL {
        let moves: Vec<Move> = moves.iter().copied().filter(|each| each.from() == from).collect();
        for (to, promotion) in promotions().flat_map(|role| Square::ALL.map(|to| (to, role))) {
            let expected = oracle::move_of(&moves, from, to, promotion);
            let found = (questions.move_of)(position, from, to, promotion);
            assert_eq!(found, expected, "move_of {from} {to} {promotion:?} in {position:?}");
        }
    }
}
