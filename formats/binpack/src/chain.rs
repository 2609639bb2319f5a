//! The entries of a chunk, one after the other.
//!
//! A chunk contains chains. Each begins with 34 bytes, the *stem*, all numbers with the most significant byte
//! first:
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
//! Each entry that follows is the position after the move of the entry before. It has three numbers of as
//! many bits as they need, and no bytes of its own:
//!
//! 1. the number of the piece that moves, among the pieces of the side to move in the order of the squares;
//! 2. the number of the move, among the pseudo-legal destinations of that piece in the order of the squares.
//!    A pawn that promotes has four moves to each. A king has one more for each rook that may castle;
//! 3. the change of the score against that of the opponent before, in zigzag order and in groups of four
//!    bits, the lowest group first, each with a bit before it that is 1 if another group follows.
//!
//! The next chain begins at the next whole byte.
//!
//! A chain is serial: where the next entry begins depends on the position. The time of an entry is the time
//! from one destination to the next, and everything else happens meanwhile. To make this time short,
//!
//! 1. the next bits are in two words. The piece that moves next is taken from the bits that are left in the
//!    first word, while others are shifted in from the second word, and while that is loaded;
//! 2. the number of bits of a piece is computed for a capture and for no capture before it is known which of
//!    them it is;
//! 3. all words of the board change by the same formula, in the vectors of the level;
//! 4. no branch depends on the piece that moves. Promotions, moves of a king with a right to castle, en passant
//!    and errors are behind one branch, and such an entry is read again from its first bit.

use std::hint::select_unpredictable;

use quadline::level::{self, Level, WithLevel};
use quadline::{Move, MoveKind, NibbleCodes, Position, Role, Square};
use quadline_kernels::internal::positions::PositionKernel;
use quadline_kernels::internal::positions::successors::after_normal_move;
use quadline_kernels::level::Kernels;

use crate::entry::{Entry, STEM_BYTES, last_but_one_rank, play, signed, width};
#[cfg(target_arch = "x86_64")]
use crate::nth::Bmi2;
use crate::nth::{NthBit, Set, Words};
use crate::{Error, Problem, Skip};

/// The bits of a group of a score, and of four groups.
const GROUP_BITS: u32 = 5;
const MAX_SCORE_BITS: u32 = 4 * GROUP_BITS;
/// The most bits of an entry that follows in a chain: at most six for the piece, six for the move, and four
/// groups for the score.
pub(crate) const MAX_ENTRY_BITS: usize = 12 + MAX_SCORE_BITS as usize;

/// The number of entries that are read together. They have 16 KiB.
pub(crate) const TOGETHER: usize = 128;

/// Entries that are read.
#[derive(Debug)]
pub(crate) struct Ready {
    places: Box<[Entry]>,
    count: usize,
}

impl Ready {
    pub(crate) fn new() -> Self {
        Self { places: vec![NO_ENTRY; TOGETHER].into(), count: 0 }
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.places[..self.count]
    }

    /// Returns whether there was no room for more entries.
    pub(crate) fn is_full(&self) -> bool {
        self.count == TOGETHER
    }
}

const NO_ENTRY: Entry =
    Entry { position: Position::START, chess_move: Move::from_bits(0), score: 0, ply: 0, result: 0 };

/// The place in a chunk.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    /// The last entry, with the position of the next one.
    last: Entry,
    /// The first bit of the next entry, from the beginning of the chunk.
    pub(crate) bit: usize,
    /// The number of entries that follow in the chain.
    left: u16,
    /// The number of entries that are read.
    pub(crate) number: u64,
}

impl Cursor {
    pub(crate) fn new() -> Self {
        Self { last: NO_ENTRY, bit: 0, left: 0, number: 0 }
    }

    /// Reads entries that are not skipped, in place of those before, until there is no room or the chunk
    /// ends.
    pub(crate) fn fill(
        &mut self,
        offset: u64,
        chunk: &[u8],
        skip: &Skip,
        ready: &mut Ready,
    ) -> Result<(), Error> {
        ready.count = 0;
        level::dispatch(Fill { cursor: self, offset, chunk, skip, ready })
    }

    /// Returns the last entry, with the position of the next one.
    pub(crate) fn last(&self) -> &Entry {
        &self.last
    }

    /// Returns the number of entries that follow in the chain.
    pub(crate) fn left(&self) -> u16 {
        self.left
    }

    /// Goes to a place in the same chain, after an entry with the position of the next one.
    #[inline(always)]
    pub(crate) fn go_to(&mut self, last: Entry, bit: usize) {
        (self.last, self.bit) = (last, bit);
    }

    /// Counts so many entries of the chain, which were read elsewhere.
    pub(crate) fn advance(&mut self, entries: u32) {
        self.left -= entries as u16;
        self.number += u64::from(entries);
    }

    /// Reads the next entry of the chain, of any kind, and returns its move. The numbers of entries do not
    /// change. After an error the place is the same.
    #[inline(always)]
    pub(crate) fn read_one<L: Level>(&mut self, level: L, chunk: &[u8]) -> Result<Move, Problem> {
        let last = &mut self.last;
        let (bits, left) = (Bits::at(chunk, self.bit).high, (8 * chunk.len()).saturating_sub(self.bit));
        let position = last.position;
        let (chess_move, score_bits, before_score, score_width) = read_any(
            &position,
            bits,
            left,
            #[inline(always)]
            |origin| level.destinations(&position, origin),
        )?;
        last.position = play(&position, chess_move);
        last.score = score_change(score_bits).wrapping_sub(last.score);
        last.ply = last.ply.wrapping_add(1);
        last.result = -last.result;
        self.bit += (before_score + score_width) as usize;
        Ok(chess_move)
    }

    /// Reads the first entry of a chain, if there is one.
    #[inline(never)]
    pub(crate) fn read_stem(&mut self, offset: u64, chunk: &[u8]) -> Result<Option<Entry>, Error> {
        let begin = self.bit.div_ceil(8);
        let here = |problem| Error::new(offset + begin as u64, problem);
        let rest = chunk.get(begin..).unwrap_or_default();
        if rest.is_empty() {
            return Ok(None);
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
        let (score, ply, result) = (signed(number(26)), number(28) & 0x3fff, signed(number(28) >> 14) as i8);
        if result < -1 {
            return Err(here(Problem::Result));
        }
        self.left = number(32);
        self.bit = 8 * (begin + STEM_BYTES);
        let entry = Entry { position, chess_move, score, ply, result };
        self.last = Entry { position: play(&position, chess_move), ..entry };
        Ok(Some(entry))
    }
}

/// Reads the next entries of a chunk.
///
/// This is the only place that decodes. Each level therefore compiles it once, and all calls inline, because
/// each has one caller.
struct Fill<'a> {
    cursor: &'a mut Cursor,
    offset: u64,
    chunk: &'a [u8],
    skip: &'a Skip,
    ready: &'a mut Ready,
}

impl WithLevel for Fill<'_> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn with_level<L: Level>(self, level: L) -> Self::Output {
        #[cfg(target_arch = "x86_64")]
        if let Some(bmi2) = level.token_of::<Bmi2>() {
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
        let Self { cursor, offset, chunk, skip, ready: Ready { places, count } } = self;
        while *count < TOGETHER {
            if cursor.left == 0 {
                let Some(entry) = cursor.read_stem(offset, chunk)? else { return Ok(()) };
                places[*count] = entry;
                *count += usize::from(!skip.skips(level, offset, cursor.number, &entry));
                cursor.number += 1;
                continue;
            }
            let places = &mut places[*count..];
            let room = places.len().min(usize::from(cursor.left));
            let (read, problem) = cursor.read_some(level, nth, chunk, &mut places[..room]);
            let mut kept = read;
            if *skip != Skip::NONE {
                kept = 0;
                for index in 0..read {
                    let entry = places[index];
                    places[kept] = entry;
                    kept += usize::from(!skip.skips(level, offset, cursor.number + index as u64, &entry));
                }
            }
            *count += kept;
            cursor.number += read as u64;
            cursor.left -= read as u16;
            if let Some(problem) = problem {
                return Err(Error::new(offset + (cursor.bit / 8) as u64, problem));
            }
        }
        Ok(())
    }
}

/// The ranks on which pawns promote.
const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;

/// The lanes of a level for the words of a position.
type PositionWords<L> = <<L as Kernels>::OnePosition as PositionKernel<L>>::Words;

/// Returns all ones if the condition holds, and otherwise 0.
#[inline(always)]
fn all_if(condition: bool) -> u64 {
    0u64.wrapping_sub(u64::from(condition))
}

/// Returns a position without rights to castle.
#[inline(always)]
fn without_castling(position: &Position) -> Position {
    let mut words = *position.words();
    words[7] ^= position.castling_rooks();
    Position::from_words(words)
}

impl Cursor {
    /// Reads entries that follow in a chain, and returns their number, which is smaller than that of the
    /// places if there is an error.
    #[inline(always)]
    fn read_some<L: Level, N: NthBit>(
        &mut self,
        level: L,
        nth: N,
        chunk: &[u8],
        places: &mut [Entry],
    ) -> (usize, Option<Problem>) {
        let (chunk_bits, mut bit) = (8 * chunk.len(), self.bit);
        let mut bits = Bits::at(chunk, bit);
        let Entry { position: start, mut score, mut ply, mut result, .. } = self.last;
        let color = start.side_to_move();
        let (mut own, mut enemy) = (start.color(color), start.color(color.opponent()));
        let mut piece_width = width(own.count_ones());
        // The variable index keeps them in memory, and so does the reference below. In registers, LLVM takes
        // vectors apart and puts them together again.
        let mut positions = [start; 2];
        let (mut read, mut problem) = (0, None);
        for entry in places {
            let position = &positions[read & 1];
            let passed = position.en_passant().map_or(0, Square::bit);
            let pieces = nth.set(own);
            let piece = number(bits.soon, piece_width);
            let origin = pieces.nth(piece);
            let from = origin.trailing_zeros() & 63;
            let enemies = enemy.count_ones();
            let after_piece = bits.high << piece_width;
            let found = without_castling(position);
            let found = nth.set(level.destinations(&found, Square::new_masked(from as u8)));
            let move_width = width(found.count());
            let move_number = number(after_piece, move_width);
            let target = found.nth(move_number);
            let to = target.trailing_zeros() & 63;
            let after_move = after_piece << move_width;
            let mut score_width = score_width(after_move);
            let mut score_bits = after_move;
            let mut before_score = piece_width + move_width;

            let is_pawn = position.pawns() >> from & 1;
            let may_castle = position.kings() & origin & all_if(position.castling_rooks() & own != 0);
            let special = position.kings() | (passed | LAST_RANKS) & all_if(is_pawn != 0);
            let is_double_push = is_pawn & u64::from(from ^ to == 16);
            entry.chess_move = Move::from_bits((from | to << 6 | (is_double_push as u32) << 12) as u16);
            entry.position = *position;
            // Squares that wrap around the board are refused later.
            let passed_by =
                (target << 1 | target >> 1) & position.pawns() & enemy & all_if(is_double_push != 0);
            let next = after_normal_move::<PositionWords<L>>(level, position, entry.chess_move);
            if may_castle | target & special | passed_by != 0
                || piece >= pieces.count()
                || move_number >= found.count()
                || score_width > MAX_SCORE_BITS
                || bit + (before_score + score_width) as usize > chunk_bits
            {
                match read_unusual(position, bits.high, chunk_bits - bit) {
                    Ok(read) => (entry.chess_move, score_bits, before_score, score_width) = read,
                    Err(found) => {
                        problem = Some(found);
                        break;
                    }
                }
                let next = play(position, entry.chess_move);
                let color = next.side_to_move();
                (own, enemy) = (next.color(color), next.color(color.opponent()));
                piece_width = width(own.count_ones());
                positions[!read & 1] = next;
            } else {
                positions[!read & 1] = next;
                // Both numbers are known before the destination.
                piece_width = select_unpredictable(enemy & target == 0, width(enemies), width(enemies - 1));
                (own, enemy) = (enemy & !target, own & !origin | target);
            }
            // The score before was that of the other side.
            score = score_change(score_bits).wrapping_sub(score);
            ply = ply.wrapping_add(1);
            result = -result;
            (entry.score, entry.ply, entry.result) = (score, ply, result);
            bit += (before_score + score_width) as usize;
            bits.skip(score_bits, before_score, score_width, chunk, bit);
            read += 1;
        }
        self.bit = bit;
        self.last = Entry { position: positions[read & 1], score, ply, result, ..self.last };
        (read, problem)
    }
}

/// Returns the number of so many bits, which are fewer than 64, at the top of a word.
#[inline(always)]
fn number(bits: u64, width: u32) -> u32 {
    ((bits >> 1) >> (63 - width)) as u32
}

/// Returns the number of bits of a score at the top of a word. It is larger than [`MAX_SCORE_BITS`] if the
/// score does not end.
#[inline(always)]
fn score_width(bits: u64) -> u32 {
    const FOLLOWED: u64 = 1 << 63 | 1 << 58 | 1 << 53 | 1 << 48;
    // The last bit is of a fifth group.
    (!bits & FOLLOWED | 1 << 43).leading_zeros() + GROUP_BITS
}

/// Returns the change of the score at the top of a word.
#[inline(always)]
fn score_change(bits: u64) -> i16 {
    let is_followed = |index: u32| 0u64.wrapping_sub(bits >> (63 - GROUP_BITS * index) & 1);
    let second = is_followed(0);
    let third = second & is_followed(1);
    let fourth = third & is_followed(2);
    let number = bits >> 59 & 15
        | (bits >> 54 & 15) << 4 & second
        | (bits >> 49 & 15) << 8 & third
        | (bits >> 44 & 15) << 12 & fourth;
    signed(number as u16)
}

/// Returns the move of an entry of any kind, the bits from its score on, and the numbers of bits before the
/// score and of the score. There are `left` bits.
#[cold]
#[inline(never)]
fn read_unusual(position: &Position, bits: u64, left: usize) -> Result<(Move, u64, u32, u32), Problem> {
    read_any(position, bits, left, |origin| position.destinations(origin))
}

/// Implements [`read_unusual`], with the destinations of a piece by any level.
#[inline(always)]
fn read_any(
    position: &Position,
    bits: u64,
    left: usize,
    destinations_of: impl FnOnce(Square) -> u64,
) -> Result<(Move, u64, u32, u32), Problem> {
    let color = position.side_to_move();
    let own = position.color(color);
    let pieces = Words.set(own);
    let piece_width = width(pieces.count());
    let piece = number(bits, piece_width);
    let origin = Square::new_masked(pieces.nth(piece).trailing_zeros() as u8);
    let is_pawn = position.pawns() & origin.bit() != 0;
    let promotes = is_pawn && last_but_one_rank(color) & origin.bit() != 0;
    let passed = position.en_passant().map_or(0, Square::bit);
    let rooks = position.castling_rooks() & own;
    let found = destinations_of(origin);
    let destinations = Words.set(found & !own);
    let rooks = Words.set(if position.kings() & origin.bit() != 0 { rooks } else { 0 });
    let (places, low_bits) = if promotes { (4 * destinations.count(), 2) } else { (destinations.count(), 0) };
    let moves = places + rooks.count();
    let move_width = width(moves.max(1));
    let number = number(bits << piece_width, move_width);
    let before_score = piece_width + move_width;
    let score_bits = bits << before_score;
    let score_width = score_width(score_bits);
    if (before_score + score_width.min(MAX_SCORE_BITS)) as usize > left {
        return Err(Problem::CutChunk);
    }
    if piece >= pieces.count() {
        return Err(Problem::Piece { number: piece, pieces: pieces.count() });
    }
    if number >= moves {
        return Err(Problem::MoveNumber { from: origin, number, moves });
    }
    if score_width > MAX_SCORE_BITS {
        return Err(Problem::Score);
    }
    let (target, kind) = if number >= places {
        (rooks.nth(number - places), MoveKind::Castling)
    } else {
        let target = destinations.nth(number >> low_bits);
        let kind = match target {
            _ if promotes => MoveKind::Promotion(Role::PROMOTIONS[(number & 3) as usize]),
            _ if is_pawn && passed & target != 0 => MoveKind::EnPassant,
            _ if is_pawn && origin.index() ^ target.trailing_zeros() as usize == 16 => MoveKind::DoublePush,
            _ => MoveKind::Normal,
        };
        (target, kind)
    };
    let chess_move = Move::new(origin, Square::new_masked(target.trailing_zeros() as u8), kind);
    if kind == MoveKind::Castling && found & target == 0 {
        return Err(Problem::Castling(chess_move));
    }
    if position.kings() & !own & target != 0 {
        return Err(Problem::KingCaptured(chess_move));
    }
    Ok((chess_move, score_bits, before_score, score_width))
}

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
struct Bits {
    /// The next bits, of which at least 26 are there. Unlike `high`, they wait for nothing but the end of the
    /// last score.
    soon: u64,
    /// The next 64 bits.
    high: u64,
    /// At least 57 bits that follow, and then zeros.
    low: u64,
}

impl Bits {
    /// Returns the bits from a place in a chunk, and zeros after its end.
    #[inline(always)]
    fn at(chunk: &[u8], bit: usize) -> Self {
        let high = Self::load(chunk, bit) >> 32 << 32 | Self::load(chunk, bit + 32) >> 32;
        Self { soon: high, high, low: Self::load(chunk, bit + 64) }
    }

    /// Returns at least 57 bits from a place in a chunk, and zeros after its end.
    #[inline(always)]
    fn load(chunk: &[u8], bit: usize) -> u64 {
        /// Out of line, because only the last entries of a chunk are so close to its end.
        #[cold]
        #[inline(never)]
        fn at_end(rest: &[u8]) -> u64 {
            rest.iter().take(8).rev().fold(0, |word, &byte| word >> 8 | u64::from(byte) << 56)
        }
        let word = match chunk.get(bit / 8..) {
            Some(rest) => match rest.first_chunk() {
                Some(&bytes) => u64::from_be_bytes(bytes),
                None => at_end(rest),
            },
            None => 0,
        };
        word << (bit % 8)
    }

    /// Goes on to the end of a score, which is this bit of the chunk.
    #[inline(always)]
    fn skip(&mut self, score_bits: u64, before_score: u32, score_width: u32, chunk: &[u8], bit: usize) {
        self.soon = score_bits << score_width;
        self.high = self.soon | self.low >> 1 >> (63 - before_score - score_width);
        self.low = Self::load(chunk, bit + 64);
    }
}
