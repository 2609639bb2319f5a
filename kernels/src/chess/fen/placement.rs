//! Piece placements: a fast path for reading those without errors, and writing.
//!
//! No step of reading depends on the result of the one before:
//!
//! 1. Each character writes one byte, which has a bit for each word of the position that the character adds
//!    to, and advances by the number of squares it describes. A slash occupies a square of its own after the
//!    eight of its rank, with a bit of its own.
//! 2. Comparing the positions of these slash bits shows whether each rank has eight squares.
//! 3. The eight bytes of a rank are a matrix of 8 by 8 bits. Transposing it yields one byte for each word.
//! 4. The bytes of all ranks are a matrix of 8 by 8 bytes. Transposing it yields the words.
//!
//! Writing begins with the last two steps, because transposing twice yields the same matrix. Then each square
//! has a character, its piece or the number of empty squares up to it, and every character is stored. The
//! characters of empty squares before another empty one are overwritten by the next, so no branch depends on
//! the pieces.

use super::text::Text;
use crate::chess::{Role, word};

/// The bit that marks a slash. It is free because no piece adds to the state.
const SLASH: u8 = 1 << word::STATE;

/// The number of bytes per rank: eight squares and a slash.
const RANK: usize = 9;

/// The number of bytes of all ranks, without a slash after the last.
const END: usize = 8 * RANK - 1;

/// The effect of a character in the placement.
#[derive(Clone, Copy)]
struct Letter {
    /// The words in which the character sets a square.
    words: u8,
    /// The number of squares to advance, or 0 if the character ends the placement.
    squares: u8,
}

static LETTERS: [Letter; 256] = letters();

const fn letters() -> [Letter; 256] {
    let mut letters = [Letter { words: 0, squares: 0 }; 256];
    letters[b'/' as usize] = Letter { words: SLASH, squares: 1 };
    let mut empty = 1;
    while empty <= 8 {
        letters[(b'0' + empty) as usize].squares = empty;
        empty += 1;
    }
    let mut index = 0;
    while index < Role::ALL.len() {
        let role = Role::ALL[index];
        let (letter, words) = (role.letter(), word::of(role));
        letters[letter as usize] = Letter { words: words | 1 << word::BLACK, squares: 1 };
        letters[letter.to_ascii_uppercase() as usize] =
            Letter { words: words | 1 << word::WHITE, squares: 1 };
        index += 1;
    }
    letters
}

/// The letter of the piece for each combination of words that has a square, or 0 if there is no piece.
static PIECES: [u8; 256] = {
    let (mut pieces, mut byte) = ([0; 256], 0);
    while byte < 256 {
        let letter = LETTERS[byte];
        if letter.words != 0 && letter.words != SLASH {
            pieces[letter.words as usize] = byte as u8;
        }
        byte += 1;
    }
    pieces
};

/// For each set of empty squares of a rank, the number of empty squares in a row that end with each of them,
/// as characters.
static EMPTY: [[u8; 8]; 256] = {
    let (mut table, mut empty) = ([[0; 8]; 256], 0);
    while empty < 256 {
        let (mut square, mut count) = (0, 0);
        while square < 8 {
            if empty >> square & 1 == 0 {
                count = 0;
            } else {
                count += 1;
                table[empty][square] = b'0' + count;
            }
            square += 1;
        }
        empty += 1;
    }
    table
};

/// Writes the placement of the pieces in the words of a position.
#[inline]
pub(super) fn write(words: &[u64; 8], text: &mut Text) {
    let mut pieces = *words;
    pieces[word::STATE] = 0;
    for (number, &rank) in transposed(pieces).iter().enumerate().rev() {
        let letters = transposed_bits(rank).to_le_bytes().map(|words| PIECES[usize::from(words)]);
        let empty =
            letters.iter().rev().fold(0, |empty: usize, &letter| empty << 1 | usize::from(letter == 0));
        // The last of several empty squares has their number.
        let last = !(empty & empty >> 1);
        for (square, (letter, count)) in letters.into_iter().zip(EMPTY[empty % 256]).enumerate() {
            text.put(letter | count, last >> square & 1);
        }
        text.put(b'/', usize::from(number > 0));
    }
}

/// Writes the words of the pieces and returns the length of the placement, or `None` if it is not eight ranks
/// of eight squares.
#[inline]
pub(super) fn read(text: &[u8], words: &mut [u64; 8]) -> Option<usize> {
    // The index is masked to 128 instead of checked. A placement long enough to wrap around does not end at
    // the right place.
    let mut board = [0_u8; 128];
    let (mut square, mut length) = (0_usize, 0_usize);
    for &byte in text {
        let letter = LETTERS[usize::from(byte)];
        if letter.squares == 0 {
            break;
        }
        board[square % 128] = letter.words;
        square += usize::from(letter.squares);
        length += 1;
    }
    if square != END {
        return None;
    }
    // In the order of the squares: the last rank of the text is the first of the board.
    let mut ranks = [0_u64; 8];
    let mut slashes = SLASH;
    for (rank, squares) in board[..8 * RANK].as_chunks::<RANK>().0.iter().rev().enumerate() {
        let [a, b, c, d, e, f, g, h, slash] = *squares;
        ranks[rank] = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        slashes &= if rank == 0 { SLASH } else { slash };
    }
    let union = ranks.iter().fold(0, |union, squares| union | squares);
    let among_squares = union & u64::from_le_bytes([SLASH; 8]);
    if slashes == 0 || among_squares != 0 {
        return None;
    }
    // LLVM vectorizes this loop, but not `map`.
    for rank in &mut ranks {
        *rank = transposed_bits(*rank);
    }
    *words = transposed(ranks);
    Some(length)
}

/// Swaps the bits of a word selected by `lower` with those `distance` above them.
#[inline(always)]
const fn exchanged(word: u64, distance: u32, lower: u64) -> u64 {
    let differing = (word ^ word >> distance) & lower;
    word ^ differing ^ differing << distance
}

/// Transposes eight bytes of eight bits: bit `i` of byte `k` becomes bit `k` of byte `i`.
#[inline(always)]
const fn transposed_bits(word: u64) -> u64 {
    let word = exchanged(word, 7, 0x00aa_00aa_00aa_00aa);
    let word = exchanged(word, 14, 0x0000_cccc_0000_cccc);
    exchanged(word, 28, 0x0000_0000_f0f0_f0f0)
}

/// Transposes eight words of eight bytes.
#[inline(always)]
fn transposed(mut words: [u64; 8]) -> [u64; 8] {
    exchange::<4>(&mut words, 0x0000_0000_ffff_ffff);
    exchange::<2>(&mut words, 0x0000_ffff_0000_ffff);
    exchange::<1>(&mut words, 0x00ff_00ff_00ff_00ff);
    words
}

/// Swaps bytes of words with bytes of the words `ROWS` after them.
#[inline(always)]
fn exchange<const ROWS: usize>(words: &mut [u64; 8], lower: u64) {
    for block in words.chunks_exact_mut(2 * ROWS) {
        let (one, other) = block.split_at_mut(ROWS);
        for (one, other) in one.iter_mut().zip(other) {
            let differing = (*one >> (8 * ROWS) ^ *other) & lower;
            *one ^= differing << (8 * ROWS);
            *other ^= differing;
        }
    }
}
