//! Reading of one move in standard algebraic notation, without a position.
//!
//! The token is a word of eight bytes, first character lowest. Its length, the piece and the extra characters
//! are unpredictable, so the word is shifted until the characters are at known places:
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

/// The index of the role of a piece's letter in the [masks of roles](crate::positions::engine::destinations),
/// from the first character of a move. A pawn's move begins with its file.
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

/// All ones except for the letter of a piece, to be applied to the first byte of a word.
static NO_PIECE: [u64; 256] = {
    let mut masks = [!0; 256];
    let mut index = 0;
    while index < 6 {
        masks[b"PNBRQK"[index] as usize] = !0xff;
        index += 1;
    }
    masks
};

/// 8 for the sign of a capture. LLVM would make a branch of a comparison.
static CAPTURE: [u8; 256] = {
    let mut signs = [0; 256];
    signs[b'x' as usize] = 8;
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
    /// All ones if an origin is written, and 0 otherwise. A pawn does not capture without it.
    pub(super) has_origin: u64,
    /// All ones with the sign of a capture, and 0 otherwise.
    pub(super) is_capture: u64,
    /// The promotion, which is rare.
    pub(super) promotion: Promotion,
    /// The number of bytes without check marks and annotations.
    pub(super) length: usize,
    /// 0 if this can be a move of any position.
    pub(super) excess: u64,
}

/// The promotion that is written in a token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Promotion {
    /// All ones with a promotion, and 0 otherwise.
    pub(super) is_written: u64,
    /// The bits 12 to 14 of the move.
    pub(super) kind: u32,
    /// The index of the new role in the masks of roles, and that of a pawn without a promotion.
    pub(super) role: usize,
    /// The number of bits of the letter and of the sign before it.
    length: u32,
}

impl Promotion {
    const NONE: Self = Self { is_written: 0, kind: 0, role: 0, length: 0 };

    /// Reads the promotion at the end of a word. Out of line, because it is rare.
    #[cold]
    #[inline(never)]
    const fn new(word: u64) -> Self {
        // Only behind the sign, a small letter cannot be a file or UCI notation.
        let has_sign = (word >> 48) as u8 == b'=';
        let (kind, role) = match (word >> 56) as u8 {
            b'N' => (4, 1),
            b'B' => (5, 2),
            b'R' => (6, 3),
            b'Q' => (7, 5),
            b'n' if has_sign => (4, 1),
            b'b' if has_sign => (5, 2),
            b'r' if has_sign => (6, 3),
            b'q' if has_sign => (7, 5),
            _ => return Self::NONE,
        };
        let length = if has_sign { 16 } else { 8 };
        Self { is_written: !0, kind, role, length }
    }
}

impl Token {
    /// Reads the eight bytes from the first character on. Bytes after the end of the text are 0.
    #[inline(always)]
    pub(super) fn new(word: u64) -> Self {
        // The characters of a move are letters, digits and '='. They are 0x30 to 0x39, 0x3d, and from 0x40
        // on. A word is cut before the first byte below 0x30 (bit 6 is 0, and bits 5 and 4 are not both 1),
        // such as a space or '+', and before one with bits 5, 4, 3 and 1, such as '?', ';' and '{'. Of the
        // characters that this keeps, those that are not valid are found below.
        let upper = (word & word >> 1) >> 4;
        let belongs = (word >> 6 | upper) & !(upper & (word & word >> 2) >> 1);
        let bits = (!belongs & LOWEST).trailing_zeros();

        let first = (word & 0xff) as usize;
        let mut moved = (word & NO_PIECE[first]) << (64u32.wrapping_sub(bits) & 63);
        // The last character is a letter.
        let promotion = if moved >> 62 != 0 { Promotion::new(moved) } else { Promotion::NONE };
        moved <<= promotion.length;

        let byte = |word: u64| (word >> 56) as usize;
        let rank = (moved >> 56).wrapping_sub(u64::from(b'1'));
        let file = (moved >> 48 & 0xff).wrapping_sub(u64::from(b'a'));
        let rest = moved << 16;
        let sign = CAPTURE[byte(rest)];
        let rest = rest << sign;
        let (near, far) = (byte(rest), byte(rest << 8));
        // Of two characters, the first is a file and the second a rank. Letters have the bit of 64.
        let is_in_order = (far == 0) | ((far & !near & 64) != 0);
        Self {
            role: usize::from(ROLE_OF_LETTER[first]),
            to: Square::new_masked((rank << 3).wrapping_add(file) as u8),
            origins: SQUARES_OF[near] & SQUARES_OF[far],
            has_origin: 0u64.wrapping_sub((near as u64 + 0xff) >> 8),
            is_capture: 0u64.wrapping_sub(u64::from(sign >> 3)),
            promotion,
            length: bits as usize / 8,
            // A word without an end is too long for a move.
            excess: (rank | file) >> 3 | rest << 16 | u64::from(!is_in_order) | u64::from(bits >> 6),
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

/// Returns the bytes of a text of less than eight bytes, in pairs that may overlap. The lengths of moves are
/// unpredictable, so there is no branch on the length of a text of at least two bytes.
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

/// Returns whether all bytes from an offset on may follow a move without a space.
#[inline(always)]
pub(super) fn are_marks(text: &[u8], from: usize) -> bool {
    text.get(from..).is_some_and(|rest| rest.iter().all(|&byte| is_mark(byte)))
}

/// Returns a text without the marks at its end.
#[inline]
pub(super) fn without_marks(text: &[u8]) -> &[u8] {
    let marks = text.iter().rev().take_while(|&&byte| is_mark(byte)).count();
    &text[..text.len() - marks]
}

/// Returns whether a character may be in the place of a hyphen.
pub(super) fn is_dash(character: char) -> bool {
    matches!(
        character,
        '-' | '\u{ad}' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}'
    )
}

/// Returns whether a text begins with castling, if every dash is taken for a hyphen.
pub(super) fn is_castling_with_any_dash(text: &[u8]) -> bool {
    let [first, rest @ ..] = text else { return false };
    // The longest dash has three bytes.
    let Some(chunk) = rest[..rest.len().min(3)].utf8_chunks().next() else { return false };
    let dash = chunk.valid().chars().next().filter(|&character| is_dash(character));
    begins_castling(*first) && dash.is_some_and(|dash| rest.get(dash.len_utf8()) == Some(first))
}

/// Returns the word of a move without what [`Token::new`] does not read: the letter of a pawn, which makes
/// `Pa7xb8=Q` too long, and the hyphen of long algebraic notation, such as `Ng1-f3`.
pub(super) fn rare_word(text: &[u8]) -> Option<u64> {
    let is_piece = text.first().is_some_and(u8::is_ascii_uppercase);
    let (text, hyphen) = match text.strip_prefix(b"P") {
        Some([b'A'..=b'Z', ..]) => return None,
        Some(pawn) => (pawn, 2),
        None => (text, 2 + usize::from(is_piece)),
    };
    let is_square = |text: &[u8]| matches!(text, [b'a'..=b'h', b'1'..=b'8', ..]);
    let (before, behind) = match text.get(hyphen) {
        // Only the square of the origin is before a hyphen, and that of the destination behind it.
        Some(b'-') if is_square(&text[hyphen - 2..]) && is_square(&text[hyphen + 1..]) => {
            (&text[..hyphen], &text[hyphen + 1..])
        }
        // Any other hyphen ends the word, which is then shorter than the text.
        _ => (text, &[][..]),
    };
    // No move needs more characters.
    let length = before.len() + behind.len();
    let mut bytes = [0; 8];
    bytes[..7].get_mut(..before.len())?.copy_from_slice(before);
    bytes[..7].get_mut(before.len()..length)?.copy_from_slice(behind);
    let word = u64::from_le_bytes(bytes);
    (Token::new(word).length == length).then_some(word)
}

/// Returns the first character that is a dash in the place of a hyphen: in castling, or in long algebraic
/// notation.
#[inline]
pub(super) fn wrong_dash(text: &[u8]) -> Option<char> {
    let (mut bytes, mut length, mut found) = ([0; 16], 0, None);
    for character in str::from_utf8(text).ok()?.chars() {
        let is_wrong = is_dash(character) && character != '-';
        if is_wrong {
            found = found.or(Some(character));
        }
        let character = if is_wrong { '-' } else { character };
        *bytes.get_mut(length)? = u8::try_from(character).ok()?;
        length += 1;
    }
    let text = without_marks(&bytes[..length]);
    let is_castling = castling(first_word(text)).is_some_and(|(_, length)| length == text.len());
    found.filter(|_| is_castling || text.contains(&b'-') && rare_word(text).is_some())
}

/// Returns whether a text is a move in UCI notation.
pub(super) fn is_uci(text: &[u8]) -> bool {
    matches!(
        text,
        [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8']
            | [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', b'n' | b'b' | b'r' | b'q']
    )
}

/// Returns whether a text is one of the ways to write a null move.
pub(super) fn is_null_move(text: &[u8]) -> bool {
    NULL_MOVES.contains(&text)
}

/// The ways to write a null move.
pub(super) const NULL_MOVES: [&[u8]; 5] = [b"--", b"Z0", b"0000", b"@@@@", b"null"];
