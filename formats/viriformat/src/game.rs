//! [`Game`]: a game with the evaluations of its positions.

use std::slice;

use quadline::{Color, Move, Position};

/// A move and the evaluation of the position in which it was played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScoredMove {
    /// The move.
    pub chess_move: Move,
    /// The evaluation, from White's point of view.
    pub score: i16,
}

/// A game: its first position, its moves with their evaluations, and its result.
///
/// The games of a [`Reader`](crate::Reader) have a valid first position and legal moves.
///
/// # Examples
///
/// ```
/// use quadline::{Position, Square};
/// use quadline_viriformat::{Game, Reader, ScoredMove, Writer};
///
/// let mut game = Game { result: 1, ..Game::new(Position::START) };
/// let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
/// game.moves.push(ScoredMove { chess_move, score: 30 });
/// let mut writer = Writer::new(Vec::new());
/// writer.write(&game)?;
/// let file = writer.finish()?;
/// // A board of 32 bytes, a move, and the end.
/// assert_eq!(file.len(), 32 + 4 + 4);
/// assert_eq!(Reader::in_memory(&file).next().unwrap()?, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The first position.
    pub start: Position,
    /// The moves.
    pub moves: Vec<ScoredMove>,
    /// The result: 1 if White wins, -1 if Black wins, and 0 for a draw.
    pub result: i8,
    /// The number of moves of either side since the last capture or move of a pawn, in the first position.
    pub halfmove_clock: u8,
    /// The number of the first move, from 1 as in a FEN. Some files have 0.
    pub fullmove_number: u16,
    /// An evaluation of the first position, which is 0 in most files. Those of the moves are in
    /// [`moves`](Self::moves).
    pub score: i16,
    /// A byte without a meaning.
    pub extra: u8,
}

impl Game {
    /// Creates a game without moves, which is a draw.
    #[must_use]
    pub const fn new(start: Position) -> Self {
        Self {
            start,
            moves: Vec::new(),
            result: 0,
            halfmove_clock: 0,
            fullmove_number: 1,
            score: 0,
            extra: 0,
        }
    }

    /// Returns an iterator over the positions in which the moves are played. The position after the last move
    /// is not one of them, because it has no evaluation.
    ///
    /// If a move is not legal, the positions after it are unspecified.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadline::{Position, Square};
    /// use quadline_viriformat::{Game, ScoredMove};
    ///
    /// let mut game = Game { result: 1, ..Game::new(Position::START) };
    /// let mut position = Position::START;
    /// for (from, to) in [(Square::E2, Square::E4), (Square::E7, Square::E5)] {
    ///     let chess_move = position.move_of(from, to, None).unwrap();
    ///     game.moves.push(ScoredMove { chess_move, score: 30 });
    ///     position.play_mut(chess_move);
    /// }
    /// let entry = game.entries().last().unwrap();
    /// assert_eq!(entry.position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// assert_eq!((entry.score, entry.result, entry.ply), (-30, -1, 1)); // for Black, who is to move
    /// ```
    #[must_use]
    pub fn entries(&self) -> Entries<'_> {
        let is_black = self.start.side_to_move() == Color::Black;
        let ply = 2 * u32::from(self.fullmove_number.max(1) - 1) + u32::from(is_black);
        Entries { position: self.start, moves: self.moves.iter(), ply, result: self.result }
    }
}

/// A position of a game, the move that was played in it, and how an engine judged it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The position. After the first one, its en passant square is set only if an enemy pawn attacks it.
    pub position: Position,
    /// The move that was played. Castling is the king's move to its own rook.
    pub chess_move: Move,
    /// The evaluation for the side to move. The evaluation -32,768 of a position with Black to move becomes
    /// 32,767; [`Game::moves`] contains the number itself.
    pub score: i16,
    /// The number of moves of either side from the beginning of the game, from the number of the first move.
    pub ply: u32,
    /// The result of the game: 1 if the side to move wins, -1 if it loses, and 0 for a draw.
    pub result: i8,
}

/// An iterator over the entries of a game; see [`Game::entries`].
#[derive(Clone, Debug)]
pub struct Entries<'a> {
    position: Position,
    moves: slice::Iter<'a, ScoredMove>,
    ply: u32,
    result: i8,
}

impl Iterator for Entries<'_> {
    type Item = Entry;

    #[inline]
    fn next(&mut self) -> Option<Entry> {
        let &ScoredMove { chess_move, score } = self.moves.next()?;
        let (position, ply) = (self.position, self.ply);
        let (score, result) = match position.side_to_move() {
            Color::White => (score, self.result),
            Color::Black => (score.saturating_neg(), self.result.saturating_neg()),
        };
        self.position.play_mut(chess_move);
        self.ply += 1;
        Some(Entry { position, chess_move, score, ply, result })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.moves.size_hint()
    }
}

impl ExactSizeIterator for Entries<'_> {}
