//! [`Writer`]: entries to a file.

use std::fmt;
use std::io::{self, Write};

use quadline::{Move, MoveKind, NibbleCodes, Position, Role};

use crate::entry::{Entry, MAX_STEM_PLY, STEM_BYTES, last_but_one_rank, play, unsigned, width};
use crate::parts::{DEFAULT_LIMIT, HEADER_BYTES, MAGIC};

/// A chunk ends after the chain with which it has this many bytes.
const CHUNK_BYTES: usize = 1 << 20;

/// The most bits of an entry that continues a chain: five for one of 31 pieces, five for one of the 27 moves
/// of a queen, and twenty for the score.
const MOST_BITS: usize = 5 + 5 + 20;

/// The most bytes of a chain.
const MOST_CHAIN_BYTES: usize = STEM_BYTES + (u16::MAX as usize * MOST_BITS).div_ceil(8);

/// With this limit, the chain that exceeds it ends before the largest size of a chunk.
const MOST_BEFORE_LAST_CHAIN: usize = DEFAULT_LIMIT - MOST_CHAIN_BYTES;

/// Writes entries to a file.
///
/// Consecutive entries of a game become a chain, which takes two to three bytes for each. The counter of
/// moves without a capture or a move of a pawn is written as 0, because entries do not contain it.
///
/// # Examples
///
/// ```
/// use quadline::{Position, Square};
/// use quadline_binpack::{Entry, Reader, Writer};
///
/// let mut writer = Writer::new(Vec::new());
/// let mut position = Position::START;
/// for (ply, (from, to)) in [(Square::E2, Square::E4), (Square::E7, Square::E5)].into_iter().enumerate() {
///     let chess_move = position.move_of(from, to, None).unwrap();
///     let ply = ply as u16;
///     writer.write(&Entry { position, chess_move, score: 20, ply, result: if ply % 2 == 0 { 1 } else { -1 } })?;
///     position.play_mut(chess_move);
/// }
/// let file = writer.finish()?;
/// // The header of a chunk, the first entry, and two bytes for the second one.
/// assert_eq!(file.len(), 8 + 34 + 2);
/// assert_eq!(Reader::in_memory(&file).count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<W: Write> {
    file: W,
    /// The chunk with its header, or nothing.
    chunk: Vec<u8>,
    chunk_bytes: usize,
    chain: Option<Chain>,
    /// Whether a part of a chunk may be missing in the file.
    has_failed: bool,
}

/// The chain that is being written.
#[derive(Debug)]
struct Chain {
    last: Entry,
    /// The place of the number of entries in the chunk.
    length_at: usize,
    length: u16,
    /// The number of bits that are free in the last byte.
    free: u32,
}

/// An entry that cannot be written.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The file cannot be written, now or in a call before.
    Write(io::Error),
    /// The position is not valid, or has more than 32 pieces.
    Position(Position),
    /// The move is not legal.
    Move(Position, Move),
    /// The result is not -1, 0 or 1.
    Result(i8),
    /// The ply of the first entry of a chain is larger than 2^14 - 1.
    Ply(u16),
}

impl fmt::Display for WriteError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write(error) => write!(formatter, "cannot write the file: {error}"),
            Self::Position(position) => write!(
                formatter,
                "the position \"{position}\" cannot be packed: it is not valid, or has more than 32 pieces"
            ),
            Self::Move(position, chess_move) => {
                write!(formatter, "the move {chess_move} is not legal in \"{position}\"")
            }
            Self::Result(result) => write!(formatter, "the result is {result}; it must be -1, 0 or 1"),
            Self::Ply(ply) => {
                write!(
                    formatter,
                    "the ply of the first entry of a chain is {ply}; it can be at most {MAX_STEM_PLY}"
                )
            }
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let Self::Write(error) = self { Some(error) } else { None }
    }
}

impl<W: Write> Writer<W> {
    /// Creates a writer, whose chunks have about 1 MiB. The file is written a chunk at a time.
    pub const fn new(file: W) -> Self {
        Self { file, chunk: Vec::new(), chunk_bytes: CHUNK_BYTES, chain: None, has_failed: false }
    }

    /// Ends each chunk after the chain with which it has this many bytes.
    ///
    /// Larger numbers than 104,611,809 count as this number, because a chain can have 245,791 bytes, and
    /// readers refuse chunks of more than [`DEFAULT_LIMIT`](crate::DEFAULT_LIMIT).
    #[must_use]
    pub fn chunk_bytes(self, bytes: usize) -> Self {
        Self { chunk_bytes: bytes.min(MOST_BEFORE_LAST_CHAIN), ..self }
    }

    /// Writes an entry. It continues the chain if its position is the one after the move of the entry before,
    /// its ply is one more, and its result is that of the other side.
    ///
    /// # Errors
    ///
    /// Returns an error if the entry cannot be written, and leaves it out. After [`WriteError::Write`] the
    /// file may end within a chunk, so every later call returns an error, too.
    pub fn write(&mut self, entry: &Entry) -> Result<(), WriteError> {
        if self.has_failed {
            return Err(WriteError::Write(failed_before()));
        }
        if entry.position.check().is_err() {
            return Err(WriteError::Position(entry.position));
        }
        if !entry.position.is_legal(entry.chess_move) {
            return Err(WriteError::Move(entry.position, entry.chess_move));
        }
        if !(-1..=1).contains(&entry.result) {
            return Err(WriteError::Result(entry.result));
        }
        match &mut self.chain {
            Some(chain) if chain.is_continued_by(entry) => {
                chain.add(&mut self.chunk, entry);
                Ok(())
            }
            _ => self.begin(entry),
        }
    }

    /// Begins a chain.
    fn begin(&mut self, entry: &Entry) -> Result<(), WriteError> {
        let packed = entry.position.to_nibbles(&NibbleCodes::BINPACK);
        let (occupied, nibbles) = packed.ok_or(WriteError::Position(entry.position))?;
        if entry.ply > MAX_STEM_PLY {
            return Err(WriteError::Ply(entry.ply));
        }
        if self.chunk.len().saturating_sub(HEADER_BYTES) >= self.chunk_bytes {
            self.write_chunk().map_err(WriteError::Write)?;
        }
        if self.chunk.is_empty() {
            self.chunk.extend(MAGIC);
            self.chunk.extend([0; 4]);
        }
        let chess_move = entry.chess_move;
        let kind = match chess_move.kind() {
            MoveKind::Normal | MoveKind::DoublePush => 0,
            MoveKind::Promotion(_) => 1 << 14,
            MoveKind::Castling => 2 << 14,
            MoveKind::EnPassant => 3 << 14,
        };
        let squares = (chess_move.from().index() << 8 | chess_move.to().index() << 2) as u16;
        let role = chess_move.promotion().map_or(0, |role| role as u16 - Role::Knight as u16);
        self.chunk.extend(occupied.to_be_bytes());
        self.chunk.extend(nibbles);
        let result = unsigned(i16::from(entry.result)) << 14;
        for number in [kind | squares | role, unsigned(entry.score), result | entry.ply, 0, 0] {
            self.chunk.extend(number.to_be_bytes());
        }
        self.chain = Some(Chain { last: *entry, length_at: self.chunk.len() - 2, length: 0, free: 0 });
        Ok(())
    }

    /// Writes what has been collected.
    fn write_chunk(&mut self) -> io::Result<()> {
        if self.has_failed {
            return Err(failed_before());
        }
        if let Some(bytes) = self.chunk.len().checked_sub(HEADER_BYTES) {
            self.chunk[MAGIC.len()..HEADER_BYTES].copy_from_slice(&(bytes as u32).to_le_bytes());
            // Until the whole chunk is there, also if `write_all` panics.
            self.has_failed = true;
            self.file.write_all(&self.chunk)?;
            self.has_failed = false;
            self.chunk.clear();
        }
        self.chain = None;
        Ok(())
    }

    /// Writes the last chunk and returns the file. Without this call, the last chunk is not written.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, or could not be written in a call before.
    pub fn finish(mut self) -> io::Result<W> {
        self.write_chunk()?;
        self.file.flush()?;
        Ok(self.file)
    }
}

/// The error of calls after one that could not write the file.
#[cold]
fn failed_before() -> io::Error {
    io::Error::other("it could not be written before and may end within a chunk; write all entries again")
}

impl Chain {
    fn is_continued_by(&self, entry: &Entry) -> bool {
        self.length < u16::MAX
            && entry.ply == self.last.ply.wrapping_add(1)
            && entry.result == -self.last.result
            && entry.position == play(&self.last.position, self.last.chess_move)
    }

    /// Writes an entry that continues the chain.
    fn add(&mut self, chunk: &mut Vec<u8>, entry: &Entry) {
        let (position, chess_move) = (&entry.position, entry.chess_move);
        let color = position.side_to_move();
        let (from, to) = (chess_move.from(), chess_move.to());
        let below = |squares: u64, bit: u64| (squares & (bit - 1)).count_ones();
        let own = position.color(color);
        self.write_bits(chunk, below(own, from.bit()), width(own.count_ones()));

        let destinations = position.destinations(from) & !own;
        let promotes = position.pawns() & last_but_one_rank(color) & from.bit() != 0;
        let shift = if promotes { 2 } else { 0 };
        let count = destinations.count_ones() << shift;
        let is_king = position.kings() & from.bit() != 0;
        let rooks = if is_king { position.castling_rooks() & own } else { 0 };
        let number = match chess_move.kind() {
            MoveKind::Castling => count + below(rooks, to.bit()),
            MoveKind::Promotion(role) => {
                4 * below(destinations, to.bit()) + role as u32 - Role::Knight as u32
            }
            _ => below(destinations, to.bit()),
        };
        self.write_bits(chunk, number, width(count + rooks.count_ones()));

        let mut change = unsigned(entry.score.wrapping_add(self.last.score));
        loop {
            let group = u32::from(change & 15);
            change >>= 4;
            self.write_bits(chunk, u32::from(change != 0) << 4 | group, 5);
            if change == 0 {
                break;
            }
        }
        self.last = *entry;
        self.length += 1;
        chunk[self.length_at..][..2].copy_from_slice(&self.length.to_be_bytes());
    }

    /// Writes the lowest bits of a number, the highest of them first.
    fn write_bits(&mut self, chunk: &mut Vec<u8>, number: u32, width: u32) {
        for bit in (0..width).rev() {
            if self.free == 0 {
                chunk.push(0);
                self.free = 8;
            }
            self.free -= 1;
            if let Some(last) = chunk.last_mut() {
                *last |= ((number >> bit & 1) << self.free) as u8;
            }
        }
    }
}
