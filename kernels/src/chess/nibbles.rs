//! Packed boards: the occupied squares, and four bits for each piece.

use super::{Color, InvalidPosition, Piece, Position, Role, state, word};
use crate::Square;

/// The meaning of one of the sixteen numbers of a packed board; see [`NibbleCodes`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum NibbleCode {
    /// No piece. Boards with this number are refused.
    Unused,
    /// A piece.
    Piece(Piece),
    /// A rook of this color that may still castle.
    CastlingRook(Color),
    /// A pawn that has just made a double push. It is White's on rank 4, and Black's on rank 5.
    PassedPawn,
    /// The king of this color, which is the side to move. Without such a king, White is to move.
    KingToMove(Color),
}

/// The sixteen numbers of a packed board.
///
/// Files of training data store a board as a word of its occupied squares and a number of four bits, a
/// *nibble*, for each piece. Formats differ in these numbers: some have one for a rook that may castle, or
/// for a pawn that has just made a double push.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{NibbleCodes, Position};
///
/// let (occupied, nibbles) =
///     Position::START.to_nibbles(&NibbleCodes::BINPACK).unwrap();
/// assert_eq!(occupied, 0xffff_0000_0000_ffff);
/// assert_eq!(nibbles[0], 0x2d); // a rook that may castle on a1, and a knight on b1
/// assert_eq!(
///     Position::from_nibbles(occupied, &nibbles, &NibbleCodes::BINPACK),
///     Ok(Position::START)
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C, align(16))]
pub struct NibbleCodes {
    /// For each number a byte with a bit for each word of a position that contains the square, except the
    /// state, and [`CASTLING`].
    pub(crate) pieces: [u8; 16],
    /// For each number [`PASSED`] and [`BLACK_TO_MOVE`].
    pub(crate) state: [u8; 16],
    /// The numbers that have each bit of `pieces`, and then each bit of `state`, as sets.
    with_bit: [u16; 10],
    codes: [NibbleCode; 16],
    /// The number of each piece's byte, and behind them those of castling rooks, passed pawns, and kings of
    /// the side to move.
    pub(crate) numbers: [u8; 32],
}

/// No number in [`NibbleCodes::numbers`]: the byte with only bit [`MISSING`].
const NO_NUMBER: u8 = 1 << MISSING;
/// The bit of pieces for which the codes have no number.
pub(crate) const MISSING: u32 = 7;

/// The bit of rooks that may castle in [`NibbleCodes::pieces`].
pub(crate) const CASTLING: u32 = 7;
/// The bit of pawns that have just made a double push in [`NibbleCodes::state`].
pub(crate) const PASSED: u32 = 0;
/// The bit of a black king to move in [`NibbleCodes::state`].
pub(crate) const BLACK_TO_MOVE: u32 = 1;

impl NibbleCodes {
    /// The numbers of the chains in Stockfish's binpack files.
    ///
    /// 0 to 11 are White's and Black's pawn, knight, bishop, rook, queen and king in turn. 12 is a pawn that
    /// has just made a double push, 13 and 14 are rooks that may castle, and 15 is a black king to move.
    ///
    /// Source: [Stockfish tools](https://github.com/official-stockfish/Stockfish/blob/tools/docs/binpack.md)
    /// (Tomasz Sobczyk, 2020).
    pub const BINPACK: Self = {
        let mut codes = [NibbleCode::Unused; 16];
        let mut index = 0;
        while index < 12 {
            codes[index] = NibbleCode::Piece(Piece::new(Color::ALL[index % 2], Role::ALL[index / 2]));
            index += 1;
        }
        codes[12] = NibbleCode::PassedPawn;
        codes[13] = NibbleCode::CastlingRook(Color::White);
        codes[14] = NibbleCode::CastlingRook(Color::Black);
        codes[15] = NibbleCode::KingToMove(Color::Black);
        Self::new(codes)
    };

    /// The numbers of bulletformat's boards, which have the side to move in the place of White.
    ///
    /// 0 to 5 are pawn, knight, bishop, rook, queen and king of the side to move, and 8 to 13 those of its
    /// opponent. There are no castling rights and no en passant square.
    ///
    /// Source: [bulletformat](https://github.com/jw1912/bulletformat) (Jamie Whiting, 2023).
    pub const BULLETFORMAT: Self = Self::by_color([NibbleCode::Unused; 2]);

    /// The numbers of viriformat's boards.
    ///
    /// 0 to 5 and 8 to 13 are as in [`BULLETFORMAT`](Self::BULLETFORMAT), for White and Black; 6 and 14 are
    /// rooks that may castle. The side to move and the en passant square are in another byte of that format.
    ///
    /// Source: [viriformat](https://github.com/cosmobobak/viriformat) (Cosmo Bobak, 2024).
    pub const VIRIFORMAT: Self =
        Self::by_color([NibbleCode::CastlingRook(Color::White), NibbleCode::CastlingRook(Color::Black)]);

    /// Returns the codes with the roles of White from 0 and those of Black from 8, and further codes at 6
    /// and 14.
    #[inline]
    const fn by_color(further: [NibbleCode; 2]) -> Self {
        let mut codes = [NibbleCode::Unused; 16];
        let mut index = 0;
        while index < 12 {
            let (color, role) = (index / 6, index % 6);
            codes[8 * color + role] = NibbleCode::Piece(Piece::new(Color::ALL[color], Role::ALL[role]));
            index += 1;
        }
        [codes[6], codes[14]] = further;
        Self::new(codes)
    }

    /// Returns the codes of a format, given the meaning of each number.
    #[inline]
    #[must_use]
    pub const fn new(codes: [NibbleCode; 16]) -> Self {
        let (mut pieces, mut more, mut index) = ([0; 16], [0; 16], 0);
        let mut numbers = [NO_NUMBER; 32];
        while index < 16 {
            (pieces[index], more[index]) = match codes[index] {
                NibbleCode::Unused => (0, 0),
                NibbleCode::Piece(piece) => (words_of(piece), 0),
                NibbleCode::CastlingRook(color) => {
                    (words_of(Piece::new(color, Role::Rook)) | 1 << CASTLING, 0)
                }
                NibbleCode::PassedPawn => (1 << word::PAWNS, 1 << PASSED),
                NibbleCode::KingToMove(color) => {
                    (words_of(Piece::new(color, Role::King)), (color as u8) << BLACK_TO_MOVE)
                }
            };
            index += 1;
        }
        // From the last one, so that the first number with a meaning remains.
        while index > 0 {
            index -= 1;
            let number = index as u8;
            match codes[index] {
                NibbleCode::Unused => {}
                NibbleCode::Piece(piece) => numbers[piece.to_byte() as usize] = number,
                NibbleCode::CastlingRook(color) => {
                    numbers[16 + Piece::new(color, Role::Rook).to_byte() as usize] = number;
                }
                NibbleCode::PassedPawn => {
                    numbers[16 + Piece::new(Color::White, Role::Pawn).to_byte() as usize] = number;
                    numbers[16 + Piece::new(Color::Black, Role::Pawn).to_byte() as usize] = number;
                }
                NibbleCode::KingToMove(color) => {
                    numbers[16 + Piece::new(color, Role::King).to_byte() as usize] = number;
                }
            }
        }
        while index < 16 {
            if numbers[16 + index] == NO_NUMBER {
                numbers[16 + index] = numbers[index];
            }
            index += 1;
        }
        let (mut with_bit, mut index) = ([0; 10], 0);
        while index < 160 {
            let (number, bit) = (index / 10, index % 10);
            let bits = pieces[number] as u16 | (more[number] as u16) << 8;
            with_bit[bit] |= (bits >> bit & 1) << number;
            index += 1;
        }
        Self { pieces, state: more, with_bit, codes, numbers }
    }

    /// Returns the meaning of each number.
    #[must_use]
    pub const fn codes(&self) -> &[NibbleCode; 16] {
        &self.codes
    }
}

/// Returns a byte with a bit for each word of a position that contains this piece.
#[inline]
const fn words_of(piece: Piece) -> u8 {
    word::of(piece.role()) | 1 << piece.color() as u8
}

/// The maximum number of pieces on a packed board, because it has 32 nibbles.
pub(crate) const MAX_PACKED_PIECES: u32 = 32;

/// The squares of a packed board by the meaning of their numbers.
#[derive(Clone, Copy, Debug)]
pub struct UnpackedSquares {
    /// The words of a position except the state, and the rooks that may castle.
    pub words: [u64; 8],
    /// The pawns that have just made a double push.
    pub passed: u64,
    /// The black king, if it is to move.
    pub black_to_move: u64,
}

/// The ranks on which pawns are after a double push.
const DOUBLE_PUSHED: [u64; 2] = [0xff << 24, 0xff << 32];

impl UnpackedSquares {
    /// Returns the position.
    #[inline(always)]
    pub fn position(&self) -> Position {
        let mut words = self.words;
        let passed = DOUBLE_PUSHED.map(
            #[inline(always)]
            |rank| self.passed & rank,
        );
        words[word::WHITE] |= passed[0];
        words[word::BLACK] |= passed[1];
        let black = if self.black_to_move == 0 { 0 } else { state::BLACK_TO_MOVE };
        words[word::STATE] =
            words[CASTLING as usize] & state::CASTLING_ROOKS | passed[0] >> 8 | passed[1] << 8 | black;
        Position { words }
    }
}

impl UnpackedSquares {
    /// Returns 0 if the position is valid, apart from a check to the side that is not to move.
    ///
    /// Each number is a piece or unused, so no square has two roles or two colors.
    #[inline(always)]
    pub fn errors(&self, occupied: u64) -> u64 {
        let second = |squares: u64| squares & squares.wrapping_sub(1);
        let all_if = |condition: bool| 0u64.wrapping_sub(u64::from(condition));
        let [white, black, pawns, _, diagonal, orthogonal, kings, _] = self.position().words;
        let rooks = self.words[CASTLING as usize];
        let [passed_white, passed_black] = DOUBLE_PUSHED.map(
            #[inline(always)]
            |rank| self.passed & rank,
        );
        let is_black = all_if(self.black_to_move != 0);
        let of_pieces = occupied & !(white | black) | all_if(occupied.count_ones() > MAX_PACKED_PIECES);
        let of_pawns = pawns & state::CASTLING_ROOKS
            | second(self.passed)
            | self.passed & !(passed_white | passed_black)
            | passed_white & !is_black
            | passed_black & is_black
            // A pawn has just passed its first square and the next one.
            | (passed_white >> 8 | passed_white >> 16 | passed_black << 8 | passed_black << 16) & occupied;
        let of_color = |own: u64, rank: u64| {
            let (king, rights) = (kings & own, rooks & rank);
            let lower = rights & king.wrapping_sub(1);
            all_if(king == 0)
                | second(king)
                | rights & !(own & orthogonal & !diagonal)
                | second(lower)
                | second(rights ^ lower)
                | all_if(rights != 0 && king & rank == 0)
        };
        of_pieces
            | of_pawns
            | rooks & !state::CASTLING_ROOKS
            | of_color(white, Color::White.back_rank())
            | of_color(black, Color::Black.back_rank())
    }
}

/// Returns the squares of a packed board by their numbers, one piece after the other.
#[inline(always)]
pub(crate) fn unpack_one_by_one(occupied: u64, nibbles: &[u8; 16], codes: &NibbleCodes) -> UnpackedSquares {
    // The squares of each number. Nothing is looked up here, so that a piece does not wait for the one
    // before.
    let mut squares = [0_u64; 16];
    let (mut rest, mut numbers) = (occupied, u128::from_le_bytes(*nibbles));
    while rest != 0 {
        squares[(numbers & 15) as usize] |= rest & rest.wrapping_neg();
        rest &= rest - 1;
        numbers >>= 4;
    }
    // A format has 1 to 8 numbers for a bit, always the same ones, so the ends of these loops are predicted.
    let [words @ .., passed, black_to_move] = codes.with_bit.map(
        #[inline(always)]
        |mut numbers| {
            let mut word = 0;
            while numbers != 0 {
                word |= squares[numbers.trailing_zeros() as usize & 15];
                numbers &= numbers - 1;
            }
            word
        },
    );
    UnpackedSquares { words, passed, black_to_move }
}

/// Returns the position of a packed board, or why it has none. Out of line, because it is called for errors
/// only.
#[cold]
#[inline(never)]
pub(crate) fn checked(
    occupied: u64,
    nibbles: &[u8; 16],
    unpacked: &UnpackedSquares,
) -> Result<Position, InvalidPosition> {
    let pieces = occupied.count_ones();
    if pieces > MAX_PACKED_PIECES {
        return Err(InvalidPosition::TooManyPieces { pieces });
    }
    let UnpackedSquares { words, passed, .. } = *unpacked;
    let on_wrong_rank = passed & !(DOUBLE_PUSHED[0] | DOUBLE_PUSHED[1]);
    let second = passed & passed.wrapping_sub(1);
    if let Some(square) = Square::lowest(on_wrong_rank | second) {
        return Err(InvalidPosition::PassedPawn(square));
    }
    let position = unpacked.position();
    if let Some(square) = Square::lowest(occupied & !position.occupied()) {
        let place = (occupied & (square.bit() - 1)).count_ones() as usize;
        return Err(InvalidPosition::UnusedNibble {
            square,
            nibble: nibbles[place / 2] >> (place % 2 * 4) & 15,
        });
    }
    if let Some(square) = Square::lowest(words[CASTLING as usize] & !state::CASTLING_ROOKS) {
        return Err(InvalidPosition::CastlingRank(square));
    }
    position.check()?;
    Ok(position)
}

/// The pieces of a position, as the numbers of [`NibbleCodes`] tell them apart.
#[derive(Clone, Copy, Debug)]
pub struct NumberedSquares {
    /// The squares with a piece.
    pub occupied: u64,
    /// The bits of an index into the numbers of the codes, as bitboards, lowest bit first: the piece's byte,
    /// and behind it rooks that may castle, the pawn that has just made a double push, and the king of the
    /// side to move.
    pub planes: [u64; 5],
}

impl NumberedSquares {
    /// Returns the squares of a position.
    #[inline(always)]
    pub fn new(position: &Position) -> Self {
        let state = position.words[word::STATE];
        let en_passant = state & state::EN_PASSANT;
        let passed = en_passant & en_passant.wrapping_neg();
        // The pawn on rank 4 that passed a square of rank 3, or the one on rank 5 that passed a square of
        // rank 6.
        let pawn = passed << 8 & DOUBLE_PUSHED[0] | passed >> 8 & DOUBLE_PUSHED[1];
        let is_black = 0u64.wrapping_sub(u64::from(state & state::BLACK_TO_MOVE != 0));
        let [white, black, ..] = position.words;
        let king = position.kings() & (white & !is_black | black & is_black);
        let [a, b, c, d] = position.piece_planes().0;
        let special = position.castling_rooks() | pawn | king;
        Self { occupied: position.occupied(), planes: [a, b, c, d, special] }
    }
}

/// Returns the nibbles of a packed board, and whether the codes have a number for each piece, one piece after
/// the other.
#[inline(always)]
pub(crate) fn pack_one_by_one(squares: &NumberedSquares, codes: &NibbleCodes) -> ([u8; 16], bool) {
    let (mut numbers, mut all) = ([0_u64; 2], 0);
    for (place, square) in crate::square::squares(squares.occupied).enumerate() {
        let index = (0..5).fold(0, |index, bit| index | (squares.planes[bit] >> square.index() & 1) << bit);
        let number = codes.numbers[index as usize & 31];
        all |= number;
        numbers[place / 16 % 2] |= u64::from(number & 15) << (4 * (place % 16));
    }
    let numbers = u128::from(numbers[1]) << 64 | u128::from(numbers[0]);
    (numbers.to_le_bytes(), all & NO_NUMBER == 0)
}
