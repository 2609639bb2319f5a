//! Packed boards, to positions and from them: the occupied squares and a number of four bits for each piece.
//!
//! With vectors, a board that is read becomes a byte for each square, and then a word for each bit of these
//! bytes:
//!
//! ```text
//! occupied      # . . # # . . .          numbers   r n k
//! expand        r . . n k . . .          the numbers on the occupied squares
//! look up       a byte for each square with a bit for each word of a position: white, pawns, ...
//! with_bit      the squares whose byte has the bit of a word
//! ```
//!
//! AVX-512 VBMI2 has an instruction for the first step. With AVX2, the number of pieces below each square is
//! added from a table by the squares of its rank and the numbers of pieces on lower ranks, and shuffles the
//! numbers into place.
//!
//! A board that is written takes the same steps in the other order:
//!
//! ```text
//! of_planes     an index for each square, from five words with a bit each: the piece, and whether it may castle, ...
//! look up       the number of each square
//! pack          the numbers of the occupied squares, two in each byte
//! ```
//!
//! AVX-512 VBMI2 has an instruction that compresses bytes. With AVX2, the numbers of each rank are shuffled
//! together with a table, and shifted behind those of lower ranks.
//!
//! On 64-bit integers, a loop over the pieces adds each square to a set for its number, and the sets of the
//! sixteen numbers are then joined to words. Another loop looks up the number of each piece that is written.
//! Five `pext` instructions would gather the planes at the level `lzcnt`, but Zen 1 and 2 execute them in
//! microcode (not measured here).

#[cfg(target_feature = "sse2")]
pub(crate) mod avx2;
#[cfg(target_feature = "sse2")]
mod avx512;
pub(crate) mod lanes;

use core::marker::PhantomData;

use lanes::SquareBytes;

use super::engine::attackers::attackers_to;
use crate::Square;
use crate::chess::nibbles::{
    self, BLACK_TO_MOVE, MAX_PACKED_PIECES, MISSING, NibbleCodes, NumberedSquares, PASSED, UnpackedSquares,
};
use crate::chess::{InvalidPosition, Position, word};
use crate::formula::Formula;
use crate::lanes::Simd;
use crate::lengths::check_lengths;

/// A level's kernel for packed boards.
pub trait PackedKernel<T: Simd> {
    /// Returns the squares of a packed board by the meaning of their numbers.
    fn unpack(token: T, occupied: u64, nibbles: &[u8; 16], codes: &NibbleCodes) -> UnpackedSquares;
    /// Returns the nibbles of at most 32 pieces, and whether the codes have a number for each piece. For more
    /// pieces, the nibbles are unspecified.
    fn pack(token: T, squares: &NumberedSquares, codes: &NibbleCodes) -> ([u8; 16], bool);
}

/// Packed boards one piece after the other.
#[derive(Clone, Copy, Debug)]
pub struct PackedOneByOne;

impl<T: Simd> PackedKernel<T> for PackedOneByOne {
    #[inline(always)]
    fn unpack(_: T, occupied: u64, nibbles: &[u8; 16], codes: &NibbleCodes) -> UnpackedSquares {
        nibbles::unpack_one_by_one(occupied, nibbles, codes)
    }

    #[inline(always)]
    fn pack(_: T, squares: &NumberedSquares, codes: &NibbleCodes) -> ([u8; 16], bool) {
        nibbles::pack_one_by_one(squares, codes)
    }
}

/// Packed boards with a byte for each square in lanes `V`.
#[derive(Clone, Copy, Debug)]
pub struct PackedInSquares<V>(PhantomData<V>);

impl<T: Simd, V: SquareBytes<Token = T>> PackedKernel<T> for PackedInSquares<V> {
    #[inline(always)]
    fn unpack(token: T, occupied: u64, nibbles: &[u8; 16], codes: &NibbleCodes) -> UnpackedSquares {
        let numbers = V::expand(token, occupied, nibbles);
        let (pieces, state) = (numbers.lookup(&codes.pieces), numbers.lookup(&codes.state));
        let word = |bit| pieces.with_bit(bit) & occupied;
        UnpackedSquares {
            words: [word(0), word(1), word(2), word(3), word(4), word(5), word(6), word(7)],
            passed: state.with_bit(PASSED) & occupied,
            black_to_move: state.with_bit(BLACK_TO_MOVE) & occupied,
        }
    }

    #[inline(always)]
    fn pack(token: T, squares: &NumberedSquares, codes: &NibbleCodes) -> ([u8; 16], bool) {
        let numbers = V::of_planes(token, &squares.planes).lookup_32(&codes.numbers);
        (numbers.pack(squares.occupied), numbers.with_bit(MISSING) & squares.occupied == 0)
    }
}

/// Returns the position of a packed board, without any check.
#[inline(always)]
pub(crate) fn from_nibbles_unchecked<T: Simd, K: PackedKernel<T>>(
    token: T,
    occupied: u64,
    nibbles: &[u8; 16],
    codes: &NibbleCodes,
) -> Position {
    K::unpack(token, occupied, nibbles, codes).position()
}

/// Returns the position of a packed board, or why it has none.
///
/// The check has no branch but the last one. What it refuses is checked again, slower, for the first error.
#[inline(always)]
pub(crate) fn from_nibbles<T: Simd, K: PackedKernel<T>, F: Formula<T>>(
    token: T,
    occupied: u64,
    nibbles: &[u8; 16],
    codes: &NibbleCodes,
) -> Result<Position, InvalidPosition> {
    let unpacked = K::unpack(token, occupied, nibbles, codes);
    let position = unpacked.position();
    let words = &position.words;
    let color = position.side_to_move();
    let king =
        Square::new_masked((words[word::KINGS] & position.color(color.opponent())).trailing_zeros() as u8);
    let attackers = attackers_to::<T, F>(token, &position, king, position.occupied()) & position.color(color);
    if attackers | unpacked.errors(occupied) == 0 {
        return Ok(position);
    }
    nibbles::checked(occupied, nibbles, &unpacked)
}

/// Writes the positions of packed boards, without any check.
#[inline(always)]
pub(crate) fn from_nibbles_of_many_unchecked<T: Simd, K: PackedKernel<T>>(
    token: T,
    occupied: &[u64],
    nibbles: &[[u8; 16]],
    codes: &NibbleCodes,
    positions: &mut [Position],
) {
    check_lengths(positions.len(), [("occupied", occupied.len()), ("nibbles", nibbles.len())]);
    for ((position, &occupied), nibbles) in positions.iter_mut().zip(occupied).zip(nibbles) {
        *position = from_nibbles_unchecked::<T, K>(token, occupied, nibbles, codes);
    }
}

/// Writes the positions of packed boards, or returns the index of the first one that is not valid, and the
/// error.
#[inline(always)]
pub(crate) fn from_nibbles_of_many<T: Simd, K: PackedKernel<T>, F: Formula<T>>(
    token: T,
    occupied: &[u64],
    nibbles: &[[u8; 16]],
    codes: &NibbleCodes,
    positions: &mut [Position],
) -> Result<(), (usize, InvalidPosition)> {
    check_lengths(positions.len(), [("occupied", occupied.len()), ("nibbles", nibbles.len())]);
    for (index, position) in positions.iter_mut().enumerate() {
        let found = from_nibbles::<T, K, F>(token, occupied[index], &nibbles[index], codes);
        *position = found.map_err(|error| (index, error))?;
    }
    Ok(())
}

/// Returns the packed board of a position, if it has one.
#[inline(always)]
pub(crate) fn to_nibbles<T: Simd, K: PackedKernel<T>>(
    token: T,
    position: &Position,
    codes: &NibbleCodes,
) -> Option<(u64, [u8; 16])> {
    let squares = NumberedSquares::new(position);
    let (nibbles, has_numbers) = K::pack(token, &squares, codes);
    let fits = squares.occupied.count_ones() <= MAX_PACKED_PIECES;
    (fits && has_numbers).then_some((squares.occupied, nibbles))
}

/// Writes the packed boards of positions, or returns the index of the first one that has none.
#[inline(always)]
pub(crate) fn to_nibbles_of_many<T: Simd, K: PackedKernel<T>>(
    token: T,
    positions: &[Position],
    codes: &NibbleCodes,
    occupied: &mut [u64],
    nibbles: &mut [[u8; 16]],
) -> Result<(), usize> {
    check_lengths(positions.len(), [("occupied", occupied.len()), ("nibbles", nibbles.len())]);
    for (index, position) in positions.iter().enumerate() {
        (occupied[index], nibbles[index]) = to_nibbles::<T, K>(token, position, codes).ok_or(index)?;
    }
    Ok(())
}
