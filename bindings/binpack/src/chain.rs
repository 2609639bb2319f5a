//! The entries of a chunk, one after the other.
//!
//! A chunk contains chains. Each begins with 34 bytes, the *stem*, all numbers with the most significant byte first:
//!
//! ```text
//! bytes  0 to  7   the occupied squares
//!        8 to 23   four bits for each piece, see `NibbleCodes::BINPACK`
//!       24 to 25   the move: two bits for its kind, six for the origin, six for the destination, two for the new role
//!       26 to 27   the score, in zigzag order
//!       28 to 29   two bits for the result, in zigzag order, and fourteen for the ply
//!       30 to 31   the number of moves without a capture or a move of a pawn, which is not read here
//!       32 to 33   the number of entries that follow
//! ```
//!
//! Each entry that follows is the position after the move of the entry before. It has three numbers of as many bits as they
//! need, and no bytes of its own:
//!
//! 1. the number of the piece that moves, among the pieces of the side to move in the order of the squares;
//! 2. the number of the move, among the pseudo-legal destinations of that piece in the order of the squares. A pawn that
//!    promotes has four moves to each. A king has one more for each rook that may castle;
//! 3. the change of the score against that of the opponent before, in zigzag order and in groups of four bits, the lowest
//!    group first, each with a bit before it that is 1 if another group follows.
//!
//! The next chain begins at the next whole byte. A chain is serial: where the next entry begins depends on the position.
//! No branch therefore depends on the piece or on the kind of its move, except that castling is behind one that is rarely
//! taken. All numbers are taken from one word of 64 bits, because an entry has at most 38 bits.

use quadline::level::{self, Level, WithLevel};
use quadline::{Move, MoveKind, NibbleCodes, Position, Role, Square};

use crate::entry::{Entry, STEM_BYTES, last_but_one_rank, pieces, play, signed, width};
#[cfg(target_arch = "x86_64")]
use crate::nth::Bmi2;
use crate::nth::{NthBit, Words};
use crate::{Error, Problem, Skip};

/// The maximum number of groups of a score, and the bits of each.
const GROUPS: u32 = 4;
const GROUP_BITS: u32 = 5;

/// The number of entries that are read together. They have 16 KiB.
pub(crate) const TOGETHER: usize = 128;

/// The place in a chunk, and the last entry.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    pub(crate) entry: Entry,
    /// The next bit from the beginning of the chunk.
    bit: usize,
    /// The number of entries that follow in the chain.
    left: u16,
    /// The number of entries that are read.
    pub(crate) number: u64,
}

impl Cursor {
    pub(crate) fn new() -> Self {
        let entry =
            Entry { position: Position::START, chess_move: Move::default(), score: 0, ply: 0, result: 0 };
        Self { entry, bit: 0, left: 0, number: 0 }
    }

    /// Reads entries that are not skipped to `ready`, until it has [`TOGETHER`] or the chunk ends.
    pub(crate) fn fill(
        &mut self,
        offset: u64,
        chunk: &[u8],
        skip: &Skip,
        ready: &mut Vec<Entry>,
    ) -> Result<(), Error> {
        level::dispatch(Fill { cursor: self, offset, chunk, skip, ready })
    }

    /// Reads the first entry of a chain, and returns whether there was one.
    #[inline(never)]
    fn read_stem(&mut self, offset: u64, chunk: &[u8]) -> Result<bool, Error> {
        let begin = self.bit.div_ceil(8);
        let here = |problem| Error::new(offset + begin as u64, problem);
        let rest = chunk.get(begin..).unwrap_or_default();
        if rest.is_empty() {
            return Ok(false);
        }
        let Some(stem) = rest.first_chunk::<STEM_BYTES>() else {
            return Err(here(Problem::CutChunk));
        };
        let number = |at: usize| u16::from_be_bytes([stem[at], stem[at + 1]]);
        let (mut occupied, mut nibbles) = ([0; 8], [0; 16]);
        occupied.copy_from_slice(&stem[..8]);
        nibbles.copy_from_slice(&stem[8..24]);
        let position = Position::from_nibbles(u64::from_be_bytes(occupied), &nibbles, &NibbleCodes::BINPACK)
            .map_err(|error| here(Problem::Position(error)))?;
        let chess_move = stem_move(&position, number(24)).map_err(here)?;
        let result = signed(number(28) >> 14) as i8;
        if result < -1 {
            return Err(here(Problem::Result));
        }
        self.entry =
            Entry { position, chess_move, score: signed(number(26)), ply: number(28) & 0x3fff, result };
        self.left = number(32);
        self.bit = 8 * (begin + STEM_BYTES);
        Ok(true)
    }
}

/// Reads the next entries of a chunk.
///
/// This is the only place that decodes. Each level therefore compiles it once, and all calls inline, because each has one
/// caller.
struct Fill<'a> {
    cursor: &'a mut Cursor,
    offset: u64,
    chunk: &'a [u8],
    skip: &'a Skip,
    ready: &'a mut Vec<Entry>,
}

impl WithLevel for Fill<'_> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn with_level<L: Level>(self, level: L) -> Self::Output {
        #[cfg(target_arch = "x86_64")]
        if !matches!(L::NAME, "portable" | "scalar" | "dispatched")
            && let Some(bmi2) = Bmi2::detect()
        {
            return level.vectorize(
                #[inline(always)]
                || self.run(level, bmi2),
            );
        }
        level.vectorize(
            #[inline(always)]
            || self.run(level, Words),
        )
    }
}

impl Fill<'_> {
    #[inline(always)]
    fn run<L: Level>(self, level: L, nth: impl NthBit) -> Result<(), Error> {
        let Self { cursor, offset, chunk, skip, ready } = self;
        while ready.len() < TOGETHER {
            if cursor.left == 0 {
                if !cursor.read_stem(offset, chunk)? {
                    return Ok(());
                }
                if !skip.skips(level, offset, cursor.number, &cursor.entry) {
                    ready.push(cursor.entry);
                }
                cursor.number += 1;
                continue;
            }
            // A local copy, which stays in registers.
            let mut chain = Chain { entry: cursor.entry, bit: cursor.bit };
            let (mut number, mut left) = (cursor.number, cursor.left);
            let mut problem = None;
            while left > 0 && ready.len() < TOGETHER {
                if let Err(found) = chain.read_next(level, nth, chunk) {
                    problem = Some(found);
                    break;
                }
                if !skip.skips(level, offset, number, &chain.entry) {
                    ready.push(chain.entry);
                }
                number += 1;
                left -= 1;
            }
            (cursor.number, cursor.left) = (number, left);
            (cursor.entry, cursor.bit) = (chain.entry, chain.bit);
            if let Some(problem) = problem {
                return Err(Error::new(offset + (chain.bit / 8) as u64, problem));
            }
        }
        Ok(())
    }
}

/// The last entry of a chain, and the bit of the chunk that follows.
struct Chain {
    entry: Entry,
    bit: usize,
}

impl Chain {
    /// Reads an entry that is not the first of its chain. An error leaves everything as it was.
    #[inline(always)]
    fn read_next<L: Level, N: NthBit>(&mut self, level: L, nth: N, chunk: &[u8]) -> Result<(), Problem> {
        let position = play(level, self.entry.position, self.entry.chess_move);
        let color = position.side_to_move();
        let own = pieces(&position, color);
        let mut bits = Bits::at(chunk, self.bit);

        let count_of_own = own.count_ones();
        let piece = bits.take(width(count_of_own));
        let origin = Square::new_masked(nth.nth(own, piece) as u8);
        let from = origin.index() as u32;
        let is_pawn = (position.pawns() >> from & 1) as u32;
        let promotes = is_pawn & (last_but_one_rank(color) >> from & 1) as u32;
        // A copy, because the address that the function gets would keep the position of the loop in memory.
        let copy = position;
        let found = level.destinations(&copy, origin);
        let rooks = position.castling_rooks() & own;
        let destinations = found & !own;
        let count = destinations.count_ones() << (2 * promotes);
        let castles = rooks != 0 && position.kings() >> from & 1 != 0;
        let moves = count + if castles { rooks.count_ones() } else { 0 };

        let number = bits.take(width(moves));
        let to = nth.nth(destinations, number >> (2 * promotes)) & 63;
        let double_push = is_pawn & u32::from(from ^ to == 16);
        let passed = position.words()[STATE] & EN_PASSANT;
        let en_passant = is_pawn & (passed >> to & 1) as u32;
        let kind = double_push | (en_passant << 1) | (promotes * (4 + (number & 3)));
        let mut chess_move = Move::from_bits((from | to << 6 | kind << 12) as u16);

        let (change, groups) = bits.score();
        let end = self.bit + (width(count_of_own) + width(moves) + GROUP_BITS * groups.min(GROUPS)) as usize;

        let captures_king = position.kings() >> to & 1 != 0;
        if piece >= count_of_own
            || number >= count
            || groups > GROUPS
            || end > 8 * chunk.len()
            || captures_king
        {
            // Castling is here as well, because it is as rare as it is slow.
            let rook = if piece < count_of_own && number >= count && number < moves {
                Square::lowest(1 << (nth.nth(rooks, number - count) & 63))
            } else {
                None
            };
            chess_move = match rook {
                _ if end > 8 * chunk.len() => return Err(Problem::CutChunk),
                _ if piece >= count_of_own => {
                    return Err(Problem::Piece { number: piece, pieces: count_of_own });
                }
                _ if number >= moves => return Err(Problem::MoveNumber { from: origin, number, moves }),
                _ if groups > GROUPS => return Err(Problem::Score),
                None => return Err(Problem::KingCaptured(chess_move)),
                Some(rook) => {
                    let castling = Move::new(origin, rook, MoveKind::Castling);
                    if found & rook.bit() == 0 {
                        return Err(Problem::Castling(castling));
                    }
                    castling
                }
            };
        }
        self.entry.position = position;
        self.entry.chess_move = chess_move;
        // The score before was that of the other side.
        self.entry.score = self.entry.score.wrapping_neg().wrapping_add(signed(change));
        self.entry.ply = self.entry.ply.wrapping_add(1);
        self.entry.result = -self.entry.result;
        self.bit = end;
        Ok(())
    }
}

/// The word of a position with its en passant square, and that square's ranks.
const STATE: usize = 7;
const EN_PASSANT: u64 = 0x0000_ff00_00ff_0000;

/// Returns the first move of a chain.
fn stem_move(position: &Position, packed: u16) -> Result<Move, Problem> {
    let square = |shift: u32| Square::new_masked((packed >> shift) as u8);
    let (from, to) = (square(8), square(2));
    let is_promotion = packed >> 14 == 1;
    let role = is_promotion.then(|| Role::PROMOTIONS[usize::from(packed & 3)]);
    // The kind of other moves follows from their squares, and must be the one in the file.
    let kind = |chess_move: &Move| match chess_move.kind() {
        MoveKind::Normal | MoveKind::DoublePush => 0,
        MoveKind::Promotion(_) => 1,
        MoveKind::Castling => 2,
        MoveKind::EnPassant => 3,
    };
    let found = position.move_of(from, to, role);
    found.filter(|found| kind(found) == packed >> 14).ok_or(Problem::Move { from, to })
}

/// The next bits of a chain, the first of them at the top.
struct Bits(u64);

impl Bits {
    /// Returns the bits from a place in a chunk, and zeros after its end.
    #[inline(always)]
    fn at(chunk: &[u8], bit: usize) -> Self {
        /// Out of line, because only the last entries of a chunk are so close to its end.
        #[cold]
        #[inline(never)]
        fn at_end(rest: &[u8]) -> u64 {
            rest.iter().take(8).rev().fold(0, |word, &byte| word >> 8 | u64::from(byte) << 56)
        }
        let rest = chunk.get(bit / 8..).unwrap_or_default();
        let word = match rest.first_chunk() {
            Some(&bytes) => u64::from_be_bytes(bytes),
            None => at_end(rest),
        };
        Self(word << (bit % 8))
    }

    /// Takes a number of so many bits, which are fewer than 64.
    #[inline(always)]
    fn take(&mut self, width: u32) -> u32 {
        let number = self.0 >> 1 >> (63 - width);
        self.0 <<= width;
        number as u32
    }

    /// Returns the change of a score and its number of groups, which is more than [`GROUPS`] if it does not end.
    #[inline(always)]
    fn score(&self) -> (u16, u32) {
        const FOLLOWED: u64 = 1 << 63 | 1 << 58 | 1 << 53 | 1 << 48;
        let groups = (!self.0 & FOLLOWED).leading_zeros() / GROUP_BITS + 1;
        let all = (0..GROUPS).fold(0, |all, index| {
            let group = self.0 >> (64 - GROUP_BITS * (index + 1)) & 15;
            all | group << (4 * index)
        });
        ((all & ((1 << (4 * groups)) - 1)) as u16, groups)
    }
}
