//! Games of a file in memory.
//!
//! A game is a board of 32 bytes, four bytes for each move, and four zero bytes. All numbers have the least
//! significant byte first:
//!
//! ```text
//! bytes  0 to  7   the occupied squares
//!        8 to 23   four bits for each piece, see `NibbleCodes::VIRIFORMAT`
//!       24         the en passant square, or 64 for none, and 128 more if Black is to move
//!       25         the moves since the last capture or move of a pawn
//!       26 to 27   the number of the first move, as in a FEN
//!       28 to 29   an evaluation of the position, for White
//!       30         the result: 0 if Black wins, 1 for a draw, 2 if White wins
//!       31         a byte without a meaning
//!
//! bytes  0 to  1   the move: origin and destination in six bits each, two bits for the new role of a pawn, and
//!                  two for the type: 1 for en passant, 2 for castling (to the rook's square), 3 for promotion
//!        2 to  3   the evaluation of the position before the move, for White
//! ```

use quadline::level::{self, Level, WithLevel};
use quadline::{Color, InvalidPosition, Move, NibbleCodes, Position, Setup, Square};

use crate::{Error, Game, Problem, ScoredMove};

/// The maximum number of moves of a game. Longer games are refused, so that a damaged file cannot take all
/// memory.
pub const MAX_PLIES: usize = (1 << 16) - 1;

pub(crate) const BOARD_BYTES: usize = 32;
pub(crate) const MOVE_BYTES: usize = 4;
pub(crate) const END: [u8; MOVE_BYTES] = [0; MOVE_BYTES];

/// The number of the en passant square of a board without one, and the bit of Black to move.
pub(crate) const NO_SQUARE: u8 = 64;
pub(crate) const BLACK_TO_MOVE: u8 = 128;

/// The end of a game, as far as the bytes that have been read show it.
pub(crate) enum End {
    /// The game has this many bytes with its end.
    At(usize),
    /// More bytes are needed, at least as many.
    Missing(usize),
    /// The game has too many moves.
    TooLong,
}

/// Finds the end of a game that begins with these bytes, of which so many were searched before.
pub(crate) fn end_of(bytes: &[u8], searched: usize) -> End {
    let from = searched.max(BOARD_BYTES);
    let Some(rest) = bytes.get(from..) else { return End::Missing(BOARD_BYTES + MOVE_BYTES - bytes.len()) };
    let (moves, part) = rest.as_chunks::<MOVE_BYTES>();
    let before = (from - BOARD_BYTES) / MOVE_BYTES;
    let end = moves.iter().take(MAX_PLIES + 1 - before).position(|bytes| *bytes == END);
    match end {
        Some(place) => End::At(from + (place + 1) * MOVE_BYTES),
        None if before + moves.len() > MAX_PLIES => End::TooLong,
        // Zeros may be the first bytes of the end; other bytes belong to a move before it.
        None if part.iter().all(|&byte| byte == 0) => End::Missing(MOVE_BYTES - part.len()),
        None => End::Missing(2 * MOVE_BYTES - part.len()),
    }
}

/// A game of a file in memory that is not read yet. Only its end is known.
///
/// # Examples
///
/// ```
/// use quadline::Position;
/// use quadline_viriformat::{Game, Writer, games};
///
/// let mut writer = Writer::new(Vec::new());
/// writer.write(&Game::new(Position::START))?;
/// let file = writer.finish()?;
/// let raw = games(&file).next().unwrap()?;
/// assert_eq!((raw.number(), raw.offset(), raw.plies()), (1, 0, 0));
/// assert_eq!(raw.read()?.start, Position::START);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RawGame<'a> {
    number: u64,
    offset: u64,
    bytes: &'a [u8],
}

impl<'a> RawGame<'a> {
    pub(crate) const fn new(number: u64, offset: u64, bytes: &'a [u8]) -> Self {
        Self { number, offset, bytes }
    }

    /// Returns the number of the game in the file, from 1.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Returns the place of the game in the file in bytes from its beginning.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the bytes of the game, with the four zero bytes that end it.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the number of moves.
    #[must_use]
    pub const fn plies(&self) -> usize {
        (self.bytes.len() - BOARD_BYTES - END.len()) / MOVE_BYTES
    }

    /// Reads the game.
    ///
    /// # Errors
    ///
    /// Returns the first error in the game.
    ///
    /// # Panics
    ///
    /// Panics at the first dispatch if `QUADLINE_LEVEL` names a level that cannot be used.
    pub fn read(&self) -> Result<Game, Error> {
        let mut game = Game::new(Position::START);
        self.read_into(&mut game)?;
        Ok(game)
    }

    /// Reads the game to one whose memory is used again, which takes less time than [`read`](Self::read).
    ///
    /// # Errors
    ///
    /// Returns the first error in the game. `game` has no moves then.
    ///
    /// # Panics
    ///
    /// Panics at the first dispatch if `QUADLINE_LEVEL` names a level that cannot be used.
    pub fn read_into(&self, game: &mut Game) -> Result<(), Error> {
        let mut moves = std::mem::take(&mut game.moves);
        moves.clear();
        *game = Game { moves, ..Game::new(Position::START) };
        let at_start = |problem| Error::new(self.number, self.offset, problem);
        let (Some(board), Some(bytes)) =
            (self.bytes.first_chunk(), self.bytes.get(BOARD_BYTES..self.bytes.len() - END.len()))
        else {
            let missing = (BOARD_BYTES + END.len()).saturating_sub(self.bytes.len()) as u64;
            return Err(at_start(Problem::CutFile { missing }));
        };
        read_board(board, game).map_err(at_start)?;
        let bytes = bytes.as_chunks().0;
        level::dispatch(ReadMoves { bytes, start: &game.start, moves: &mut game.moves }).map_err(|position| {
            let number = game.moves.len();
            game.moves.clear();
            let [low, high, ..] = bytes[number];
            let problem = Problem::Move { number, bits: u16::from_le_bytes([low, high]), position };
            Error::new(self.number, self.offset + (BOARD_BYTES + number * MOVE_BYTES) as u64, problem)
        })
    }
}

/// Returns an iterator over the games of a file in memory, for example one that is mapped. It only searches
/// their ends, so it is fast: threads can share the games and read them.
///
/// A game with an error does not concern the others. After a game without an end, the iterator ends.
///
/// # Examples
///
/// ```
/// use quadline_viriformat::games;
///
/// let error = games(&[0; 33]).next().unwrap().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "game 1, byte 0: the file ends at least 3 bytes before the game does; four zero bytes end each game"
/// );
/// ```
#[must_use]
pub const fn games(file: &[u8]) -> Games<'_> {
    games_of_part(file, 1, 0)
}

/// Returns an iterator over the games of a part of a file, given the number of its first game and its place
/// in the file; otherwise like [`games`]. Errors contain numbers and places in the file.
///
/// # Examples
///
/// ```
/// use quadline_viriformat::games_of_part;
///
/// let error = games_of_part(&[0; 33], 8, 1000).next().unwrap().unwrap_err();
/// assert_eq!((error.game(), error.offset()), (8, 1000));
/// ```
#[must_use]
pub const fn games_of_part(part: &[u8], number: u64, offset: u64) -> Games<'_> {
    Games { part, at: 0, number, offset }
}

/// An iterator over the games of a file in memory; see [`games`].
#[derive(Clone, Debug)]
pub struct Games<'a> {
    part: &'a [u8],
    at: usize,
    /// The number of the next game.
    number: u64,
    /// The place of the part in the file.
    offset: u64,
}

impl<'a> Iterator for Games<'a> {
    type Item = Result<RawGame<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let (rest, number, offset) = (&self.part[self.at..], self.number, self.offset + self.at as u64);
        if rest.is_empty() {
            return None;
        }
        let problem = match end_of(rest, 0) {
            End::At(end) => {
                self.at += end;
                self.number += 1;
                return Some(Ok(RawGame { number, offset, bytes: &rest[..end] }));
            }
            End::Missing(missing) => Problem::CutFile { missing: missing as u64 },
            End::TooLong => Problem::TooLong,
        };
        self.at = self.part.len();
        Some(Err(Error::new(number, offset, problem)))
    }
}

/// Reads everything but the moves.
fn read_board(board: &[u8; BOARD_BYTES], game: &mut Game) -> Result<(), Problem> {
    let (mut occupied, mut nibbles) = ([0; 8], [0; 16]);
    occupied.copy_from_slice(&board[..8]);
    nibbles.copy_from_slice(&board[8..24]);
    let occupied = u64::from_le_bytes(occupied);
    // The board says nothing about the side to move, so a check to Black is not an error yet.
    let pieces = match Position::from_nibbles(occupied, &nibbles, &NibbleCodes::VIRIFORMAT) {
        Err(InvalidPosition::OpponentInCheck { .. }) => {
            Position::from_nibbles_unchecked(occupied, &nibbles, &NibbleCodes::VIRIFORMAT)
        }
        pieces => pieces.map_err(Problem::Position)?,
    };
    let square = board[24] & !BLACK_TO_MOVE;
    if square > NO_SQUARE {
        return Err(Problem::EnPassant(square));
    }
    let side_to_move = if board[24] & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black };
    let setup = Setup { side_to_move, en_passant: Square::new(square), ..Setup::from(pieces) };
    game.start = Position::new(setup).map_err(Problem::Position)?;
    game.halfmove_clock = board[25];
    game.fullmove_number = u16::from_le_bytes([board[26], board[27]]);
    game.score = i16::from_le_bytes([board[28], board[29]]);
    game.result = match board[30] {
        result @ 0..=2 => result as i8 - 1,
        result => return Err(Problem::Result(result)),
    };
    game.extra = board[31];
    Ok(())
}

/// Reads the moves of a game. The error is the position in which the next move is not legal.
struct ReadMoves<'a> {
    bytes: &'a [[u8; MOVE_BYTES]],
    start: &'a Position,
    moves: &'a mut Vec<ScoredMove>,
}

impl WithLevel for ReadMoves<'_> {
    type Output = Result<(), Box<Position>>;

    #[inline(always)]
    fn with_level<L: Level>(self, level: L) -> Self::Output {
        level.vectorize(
            #[inline(always)]
            || {
                let Self { bytes, start, moves } = self;
                let mut position = *start;
                moves.reserve(bytes.len());
                for &[low, high, score @ ..] in bytes {
                    let chess_move = move_of(&position, u16::from_le_bytes([low, high]));
                    if !level.is_legal(&position, chess_move) {
                        return Err(Box::new(position));
                    }
                    moves.push(ScoredMove { chess_move, score: i16::from_le_bytes(score) });
                    position.play_mut(chess_move);
                }
                Ok(())
            },
        )
    }
}

/// Returns the move with these bits, which may not be legal.
#[inline(always)]
fn move_of(position: &Position, bits: u16) -> Move {
    // The kinds of `Move` are 0 for a usual move, 1 for a double push, 2 for en passant, 3 for castling, and
    // 4 to 7 for promotions to a knight, bishop, rook or queen.
    let (squares, role, kind) = (bits & 0xfff, bits >> 12 & 3, bits >> 14);
    let is_pawn = position.pawns() >> (bits & 63) & 1 != 0;
    // From rank 2 to 4 or from 7 to 5. Other moves with this difference are not those of a pawn.
    let is_double = is_pawn && (bits ^ bits >> 6) & 63 == 16;
    let kind = match kind {
        0 => u16::from(is_double),
        3 => 4 + role,
        kind => kind + 1,
    };
    Move::from_bits(squares | kind << 12)
}
