//! Properties of positions.

use quadline_kernels::level::{Level, Scalar};
use quadline_kernels::{ChecksAndPins, Color, Move, Piece, Position, Role, Setup, Square};

use super::oracle;

/// The results of the oracle for a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answers {
    /// The squares that White attacks.
    pub white: u64,
    /// The squares that Black attacks.
    pub black: u64,
    /// Checks and pins of the side to move.
    pub checks_and_pins: ChecksAndPins,
    /// The legal moves, sorted.
    pub legal_moves: Vec<Move>,
    /// The number of legal moves after each legal move.
    pub successor_counts: Vec<u16>,
}

impl Answers {
    /// Computes the results of the oracle.
    pub fn of(position: &Position) -> Self {
        let [white, black] = oracle::attacked_squares(position);
        let mut legal_moves = oracle::legal_moves(position);
        legal_moves.sort_unstable();
        // The counts of the level `scalar` are compared with those of the oracle, which would take seconds
        // for all successors.
        let scalar = Scalar::detect().expect("a level without CPU features");
        let count = |&chess_move| scalar.legal_move_count(&oracle::play(position, chess_move));
        let successor_counts = legal_moves.iter().map(count).collect();
        let checks_and_pins = oracle::checks_and_pins(position);
        Self { white, black, checks_and_pins, legal_moves, successor_counts }
    }

    /// Returns the number of legal moves.
    pub fn count(&self) -> u16 {
        self.legal_moves.len() as u16
    }

    /// Returns the number of legal moves of all successors.
    pub fn successor_count(&self) -> u64 {
        self.successor_counts.iter().copied().map(u64::from).sum()
    }
}

/// Positions with the results of the oracle, computed once for all kernels.
#[derive(Clone, Default, Debug)]
pub struct PositionSamples {
    /// The positions.
    pub positions: Vec<Position>,
    /// The results for each position.
    pub answers: Vec<Answers>,
}

impl PositionSamples {
    /// Returns `count` samples by repeating these, which fills the groups of any kernel without more calls of
    /// the oracle.
    pub fn repeated(&self, count: usize) -> Self {
        let samples = || self.positions.iter().zip(&self.answers).cycle().take(count);
        Self {
            positions: samples().map(|(&position, _)| position).collect(),
            answers: samples().map(|(_, answers)| answers.clone()).collect(),
        }
    }
}

impl FromIterator<Position> for PositionSamples {
    fn from_iter<T: IntoIterator<Item = Position>>(positions: T) -> Self {
        let positions: Vec<_> = positions.into_iter().collect();
        let answers = positions.iter().map(Answers::of).collect();
        Self { positions, answers }
    }
}

/// Checks that a position equals its FEN when parsed, and its bitboards.
pub fn prop_a_position_is_its_text_and_its_bitboards(position: &Position) {
    let text = position.to_string();
    assert_eq!(text.parse().as_ref(), Ok(position), "{text}");
    assert_eq!(Position::from_fen_bytes(text.as_bytes()).as_ref(), Ok(position), "{text}");
    assert_eq!(Position::new(Setup::from(*position)).as_ref(), Ok(position), "{text}");
    assert_eq!(Position::new_unchecked(Setup::from(*position)), *position, "{text}");
    assert_eq!(Position::from_words(*position.words()), *position, "{text}");
    for (color, role) in Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| (color, role))) {
        let is_there = |square: &Square| position.piece_at(*square) == Some(Piece::new(color, role));
        let expected = Square::ALL.into_iter().filter(is_there).fold(0, |squares, each| squares | each.bit());
        assert_eq!(position.pieces(color, role), expected, "{color} {role} in {text}");
    }
}

/// Checks that the results for the mirrored board are the mirrored results.
pub fn prop_mirrored(position: &Position) {
    let mirrored = position.mirrored();
    assert_eq!(mirrored.mirrored(), *position, "{position:?}");
    assert_ne!(mirrored.side_to_move(), position.side_to_move());
    let (answers, swapped) = (Answers::of(position), Answers::of(&mirrored));
    let mut checks_and_pins = swapped.checks_and_pins;
    let ChecksAndPins { checkers, pinned, evasions, king_danger, .. } = &mut checks_and_pins;
    for squares in [checkers, pinned, evasions, king_danger] {
        *squares = squares.swap_bytes();
    }
    // Mirrors both squares of a move.
    let other_ranks = |each: &Move| Move::from_bits(each.to_bits() ^ (56 | 56 << 6));
    let moves = swapped.legal_moves.iter().map(other_ranks);
    let mut counted: Vec<_> = moves.zip(swapped.successor_counts.iter().copied()).collect();
    counted.sort_unstable();
    let (legal_moves, successor_counts) = counted.into_iter().unzip();
    let back = Answers {
        white: swapped.black.swap_bytes(),
        black: swapped.white.swap_bytes(),
        checks_and_pins,
        legal_moves,
        successor_counts,
    };
    assert_eq!(answers, back, "{position:?}");
}

/// Checks that each legal move leads to the oracle's position, that this position is valid, and that the text
/// of the move parses.
pub fn prop_play_equals_oracle(position: &Position) {
    for chess_move in oracle::legal_moves(position) {
        let expected = oracle::play(position, chess_move);
        let found = position.play(chess_move);
        assert!(found == expected, "{position:?}\n{chess_move}\nfound {found:?}\nexpected {expected:?}");
        let mut replaced = *position;
        replaced.play_mut(chess_move);
        assert_eq!(replaced, expected, "{position:?} {chess_move}");
        let text = format!("{chess_move}");
        assert_eq!(position.parse_uci(&text), Ok(chess_move), "{position:?} {text}");
        let text = format!("{chess_move:#}");
        assert_eq!(position.parse_uci(&text), Ok(chess_move), "{position:?} {text}");
        assert_eq!(Position::new(Setup::from(found)), Ok(found), "{position:?} {text}");
    }
}
