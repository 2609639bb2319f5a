//! Reading of one move in standard algebraic notation, without a position.
//!
//! The token is a word of eight bytes, first character lowest. Its length, the piece and the extra characters are
//! unpredictable, so the word is shifted until the characters are at known places:
//!
//! ```text
//! R a x d 8 = Q +       the word
//! R a x d 8 = Q         cut at the first byte that belongs to no move, by one count of zeros
//!   a x d 8 = Q         without the letter of a piece
//!           a x d 8     without the promotion, and moved to the top: file and rank are the last two bytes
//!             a         without the capture: the file or the rank of the origin, or both
//! ```

use crate::Square;
use crate::line::A_FILE;

/// The lowest bit of each byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;

/// The index of the role of a piece's letter in the [masks of roles](crate::positions::engine::destinations), from the
/// first character of a move. A pawn's move begins with its file.
static ROLE_OF_LETTER: [u8; 256] = {
    let mut roles = [NO_ROLE; 256];
    let mut file = b'a';
    while file <= b'h' {
        roles[file as usize] = 0;
        file += 1;
    }
    roles[b'P' as usize] = 0;
    roles[b'N' as usize] = 1;
    roles[b'B' as usize] = 2;
    roles[b'R' as usize] = 3;
    roles[b'K' as usize] = 4;
    roles[b'Q' as usize] = 5;
    roles
};

/// The index of a row without a piece.
const NO_ROLE: u8 = 6;

/// The bits of a promotion in a move, by its letter, and 0 for other characters.
static PROMOTION_OF_LETTER: [u8; 256] = {
    let mut kinds = [0; 256];
    kinds[b'N' as usize] = 4;
    kinds[b'B' as usize] = 5;
    kinds[b'R' as usize] = 6;
    kinds[b'Q' as usize] = 7;
    kinds
};

/// All ones for the letter of a piece, and 0 for other characters.
static PIECE: [u8; 256] = {
    let mut letters = [0; 256];
    let mut index = 0;
    while index < 6 {
        letters[b"PNBRQK"[index] as usize] = 0xff;
        index += 1;
    }
    letters
};

/// 8 for the sign of a capture, 16 for that of a promotion. LLVM would make branches of comparisons.
static SIGN: [u8; 256] = {
    let mut signs = [0; 256];
    signs[b'x' as usize] = 8;
    signs[b'=' as usize] = 16;
    signs
};

/// The squares of a file or of a rank, all squares for 0, and none for other characters.
static SQUARES_OF: [u64; 256] = {
    let mut squares = [0; 256];
    let mut index = 0;
    while index < 8 {
        squares[b'a' as usize + index] = A_FILE << index;
        squares[b'1' as usize + index] = 0xff << (8 * index);
        index += 1;
    }
    squares[0] = !0;
    squares
};

/// A move as it is written, except castling.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// The index of the role in the masks of roles.
    pub(super) role: usize,
    /// The destination.
    pub(super) to: Square,
    /// The squares from which the piece may come.
    pub(super) origins: u64,
    /// The bits 12 to 14 of a promotion, and 0 without one.
    pub(super) promotion: u32,
    /// 1 with the sign of a capture.
    pub(super) is_capture: u64,
    /// The number of bytes without check marks and annotations.
    pub(super) length: usize,
    /// Whether this can be a move of any position.
    pub(super) is_valid: bool,
}

impl Token {
    /// Reads the eight bytes from the first character on. Bytes after the end of the text are 0.
    #[inline(always)]
    pub(super) fn new(word: u64) -> Self {
        // Digits and letters belong to a move, and '='. These are the bytes with bit 6, and those with bits 5 and 4, but not the
        // punctuation at the end of either group, which has bit 3 and bit 2 or 1.
        let bit = |index: u32| word >> index;
        let equals = word ^ (LOWEST * b'=' as u64);
        let equals = (equals.wrapping_sub(LOWEST) & !equals) >> 7;
        let upper = bit(5) & bit(4);
        let belongs = (bit(6) | upper) & !(upper & bit(3) & (bit(2) | bit(1))) | equals;
        let bits = (!belongs & LOWEST).trailing_zeros();

        let first = (word & 0xff) as usize;
        let without_letter = word & !u64::from(PIECE[first]);
        let moved = without_letter << (64u32.wrapping_sub(bits) & 63);
        let byte = |word: u64| (word >> 56) as usize;
        let promotion = u32::from(PROMOTION_OF_LETTER[byte(moved)]);
        let sign = SIGN[byte(moved << 8)] >> 1 & 8;
        // 8 bits for the letter, and 8 for the sign before it.
        let is_promotion = promotion >> 2;
        let moved = moved << (is_promotion * (8 + u32::from(sign)));

        let rank = (moved >> 56).wrapping_sub(u64::from(b'1'));
        let file = (moved >> 48 & 0xff).wrapping_sub(u64::from(b'a'));
        let rest = moved << 16;
        let sign = u32::from(SIGN[byte(rest)] & 8);
        let rest = rest << sign;
        // A pawn comes from the file of its destination if no other file is written.
        let role = ROLE_OF_LETTER[first];
        let rest = if role == 0 && rest == 0 { moved << 8 & 0xff << 56 } else { rest };
        let (near, far) = (byte(rest), byte(rest << 8));
        let origins = SQUARES_OF[near] & SQUARES_OF[far];
        // Of two characters, the first is a file and the second a rank. Letters have the bit of 64.
        let is_in_order = (far == 0) | ((far & !near & 64) != 0);
        Self {
            role: usize::from(role),
            to: Square::new_masked((rank << 3).wrapping_add(file) as u8),
            origins,
            promotion,
            is_capture: u64::from(sign >> 3),
            length: bits as usize / 8,
            // A word without an end is too long for a move.
            is_valid: ((rank | file) < 8) & (rest << 16 == 0) & is_in_order & (bits.wrapping_sub(1) < 63),
        }
    }
}

/// Returns the first eight bytes of a text as a word, with zeros after its end.
#[inline(always)]
pub(super) fn first_word(text: &[u8]) -> u64 {
    match text.first_chunk() {
        Some(&bytes) => u64::from_le_bytes(bytes),
        None => short_word(text),
    }
}

/// Returns the bytes of a text of less than eight bytes, in pairs that may overlap. The lengths of moves are unpredictable,
/// so there is no branch on the length of a text of at least two bytes.
#[inline(always)]
fn short_word(text: &[u8]) -> u64 {
    let Some(last) = text.len().checked_sub(2) else {
        return text.first().map_or(0, |&byte| u64::from(byte));
    };
    let pair = |at: usize| {
        let at = at.min(last);
        u64::from(u16::from_le_bytes([text[at], text[at + 1]])) << (8 * at)
    };
    pair(0) | pair(2) | pair(4) | pair(6)
}

/// Returns whether a character begins castling: the letter O, or a zero, which many programs write.
#[inline(always)]
pub(super) fn begins_castling(character: u8) -> bool {
    character == b'O' || character == b'0'
}

/// Reads castling. Returns whether it is to the side of the a-file, and the number of bytes.
pub(super) fn castling(word: u64) -> Option<(bool, usize)> {
    let bytes = word.to_le_bytes();
    match bytes {
        [a, b'-', b, b'-', c, ..] if begins_castling(a) && a == b && b == c => Some((true, 5)),
        [a, b'-', b, ..] if begins_castling(a) && a == b => Some((false, 3)),
        _ => None,
    }
}

/// Returns whether a character may follow a move without a space: a check mark or an annotation.
#[inline(always)]
pub(super) fn is_mark(character: u8) -> bool {
    matches!(character, b'+' | b'#' | b'!' | b'?')
}
