//! The oracle in the place of a kernel.

use quadline_kernels::{ChecksAndPins, Move, Position};

use super::{Answers, ManyPositions, OnePosition, oracle};

/// The oracle as a kernel, with a defect if one is asked for: for what the properties themselves are checked with.
pub struct OracleWith(pub fn(&Position, &mut Answers));

impl OracleWith {
    fn answers(&self, position: &Position) -> Answers {
        let mut answers = Answers::of(position);
        self.0(position, &mut answers);
        answers
    }
}

impl ManyPositions for OracleWith {
    fn name(&self) -> &str {
        "the oracle with a defect"
    }

    fn attacked_squares(&self, positions: &[Position], white: &mut [u64], black: &mut [u64]) {
        for (index, position) in positions.iter().enumerate() {
            Answers { white: white[index], black: black[index], .. } = self.answers(position);
        }
    }

    fn checks_and_pins(&self, positions: &[Position], checks_and_pins: &mut [ChecksAndPins]) {
        for (position, found) in positions.iter().zip(checks_and_pins) {
            *found = self.answers(position).checks_and_pins;
        }
    }

    fn legal_move_counts(&self, positions: &[Position], counts: &mut [u16]) {
        for (position, found) in positions.iter().zip(counts) {
            *found = self.answers(position).legal_moves;
        }
    }
}

impl OnePosition for OracleWith {
    fn name(&self) -> &str {
        "the oracle with a defect"
    }

    fn attacked_squares(&self, position: &Position) -> [u64; 2] {
        let answers = self.answers(position);
        [answers.white, answers.black]
    }

    fn checks_and_pins(&self, position: &Position) -> ChecksAndPins {
        self.answers(position).checks_and_pins
    }

    fn legal_move_count(&self, position: &Position) -> u16 {
        self.answers(position).legal_moves
    }

    fn legal_moves(&self, position: &Position, room: usize) -> (Vec<Move>, usize) {
        // A defect in the count is one in the moves.
        let count = usize::from(self.answers(position).legal_moves);
        let mut moves = oracle::legal_moves(position);
        moves.resize(count, Move::from_bits(0));
        moves.truncate(room);
        (moves, count)
    }

    fn successors(&self, position: &Position, room: usize) -> (Vec<Position>, usize) {
        let (moves, count) = self.legal_moves(position, room);
        (moves.into_iter().map(|chess_move| oracle::play(position, chess_move)).collect(), count)
    }
}
