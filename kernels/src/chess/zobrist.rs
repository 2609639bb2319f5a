//! [`ZobristKeys`], for keys of positions in hash tables.

use core::hint::black_box;

use super::{Color, Move, Piece, Position, Role, state, word};
use crate::line::{A_FILE, H_FILE};
use crate::square::{Square, squares};

/// Random numbers from which hash keys of positions are computed (Zobrist keys), 6,896 bytes.
///
/// A key is the exclusive or of one number for each piece on its square, for each castling right, for the
/// file of the en passant square, and for White to move ([Zobrist,
/// 1970](https://www.chessprogramming.org/Zobrist_Hashing)). A move changes few of them, so
/// [`update`](Self::update) computes the key after a move from the one before.
///
/// The numbers of [`DEFAULT`](Self::DEFAULT) stay the same in all versions, so keys can be stored.
/// [`POLYGLOT`](Self::POLYGLOT) has those of [opening books in the Polyglot
/// format](https://www.chessprogramming.org/PolyGlot), and [`from_numbers`](Self::from_numbers) takes others.
/// Both number castling rights by the side of the king on which the rook is. [`by_file`](Self::by_file)
/// numbers them by the file of the rook, as engines for Chess960 do.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Position, ZobristKeys};
///
/// const KEYS: &ZobristKeys = &ZobristKeys::DEFAULT;
/// let start = Position::START;
/// let next = start.play(start.parse_uci("g1f3")?);
/// assert_eq!(KEYS.update(KEYS.key(&start), &start, &next), KEYS.key(&next));
/// # Ok::<(), quadline_kernels::ParseMoveError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZobristKeys {
    /// By role and color (Black first), and by square. The last number of each row is 0: the one for no
    /// square.
    pub(crate) pieces: [[u64; 65]; 12],
    /// By color, by the side of the king (right first), and by the file of the rook. The numbers of a side or
    /// of a file are repeated, so both kinds of keys are computed in the same way.
    pub(crate) castling: [[OfFiles; 2]; 2],
    /// By the file of the en passant square.
    pub(crate) en_passant: OfFiles,
    /// White's number, and 0 for Black.
    pub(crate) side_to_move: [u64; 2],
}

/// The numbers of eight files, and 0 from index 8 on, for no square. [`file_or_none`] returns the index.
type OfFiles = [u64; 16];

/// Returns the file of the lowest square, or 8 if there is none.
#[inline(always)]
fn file_or_none(squares: u64) -> usize {
    let square = squares.trailing_zeros() as usize;
    (square % 8) | ((square >> 3) & 8)
}

/// Returns the numbers with 0 for no square.
#[inline]
const fn of_files(numbers: [u64; 8]) -> OfFiles {
    let (mut with_none, mut file) = ([0; 16], 0);
    while file < 8 {
        with_none[file] = numbers[file];
        file += 1;
    }
    with_none
}

/// The indexes at which the numbers of each kind begin in Polyglot's order; those of pieces begin at 0.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// The most pieces of each role that a side has without promotions.
const USUAL_COUNTS: [usize; 6] = [8, 2, 2, 2, 1, 1];

/// The roles by the words that contain a piece: knights, diagonal and orthogonal sliders, and kings. A pawn
/// is in none of them. The entries for several pieces on a square are unspecified.
static ROLES: [Role; 16] = {
    let mut roles = [Role::King; 16];
    roles[0b0000] = Role::Pawn;
    roles[0b0001] = Role::Knight;
    roles[0b0010] = Role::Bishop;
    roles[0b0100] = Role::Rook;
    roles[0b0110] = Role::Queen;
    roles
};

impl ZobristKeys {
    /// The numbers of this crate: the first 781 outputs of
    /// [SplitMix64](https://doi.org/10.1145/2660193.2660195) (Steele, Lea and Flood, 2014) with seed 0.
    pub const DEFAULT: Self = {
        let (mut numbers, mut index, mut state) = ([0; 781], 0, 0_u64);
        while index < numbers.len() {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            numbers[index] = mixed ^ mixed >> 31;
            index += 1;
        }
        Self::from_numbers(numbers)
    };

    /// Creates keys from 781 numbers in Polyglot's order.
    ///
    /// The order is: pieces (black pawn, white pawn, black knight, ..., white king) with 64 squares each,
    /// from a1; castling rights (White's with the rook to the king's right, then to its left, then Black's);
    /// files of the en passant square; White to move.
    #[inline]
    #[must_use]
    pub const fn from_numbers(numbers: [u64; 781]) -> Self {
        let mut keys = Self {
            pieces: [[0; 65]; 12],
            castling: [[[0; 16]; 2]; 2],
            en_passant: [0; 16],
            side_to_move: [numbers[WHITE_TO_MOVE], 0],
        };
        let mut index = 0;
        while index < CASTLING {
            keys.pieces[index / 64][index % 64] = numbers[index];
            index += 1;
        }
        let mut index = 0;
        while index < 4 {
            keys.castling[index / 2][index % 2] = of_files([numbers[CASTLING + index]; 8]);
            index += 1;
        }
        let mut file = 0;
        while file < 8 {
            keys.en_passant[file] = numbers[EN_PASSANT + file];
            file += 1;
        }
        keys
    }

    /// Returns these keys with other numbers for castling: one for each color, White first, and each file of
    /// the rook.
    ///
    /// Engines for Chess960 often number castling rights by file. Numbers by side give two positions the same
    /// key if they differ only in which of two rooks on one side of the king may castle.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, ZobristKeys};
    ///
    /// const BY_SIDE: &ZobristKeys = &ZobristKeys::DEFAULT;
    /// const BY_FILE: &ZobristKeys = &ZobristKeys::DEFAULT
    ///     .by_file([[1, 2, 3, 4, 5, 6, 7, 8], [9, 10, 11, 12, 13, 14, 15, 16]]);
    ///
    /// // One of two rooks may castle.
    /// let a: Position = "4k3/8/8/8/8/8/8/RR2K3 w A - 0 1".parse()?;
    /// let b: Position = "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1".parse()?;
    /// assert_eq!(BY_SIDE.key(&a), BY_SIDE.key(&b));
    /// assert_eq!(BY_FILE.key(&a) ^ BY_FILE.key(&b), 1 ^ 2);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn by_file(&self, castling: [[u64; 8]; 2]) -> Self {
        let [white, black] = castling;
        let Self { pieces, en_passant, side_to_move, .. } = *self;
        Self { pieces, castling: [[of_files(white); 2], [of_files(black); 2]], en_passant, side_to_move }
    }

    /// Returns the key of a position.
    ///
    /// The en passant square is included if a pawn of the side to move attacks it, whether or not it can
    /// capture there. Positions that differ only in an en passant square that no pawn attacks have the same
    /// key.
    #[doc(alias("hash", "zobrist_hash", "get_hash"))]
    #[must_use]
    pub fn key(&self, position: &Position) -> u64 {
        // The number of pieces of a role changes from position to position, so a branch at the end of a loop
        // over them would be mispredicted. Instead, as many numbers are combined as a side usually has pieces
        // of the role. For the places that are left, `trailing_zeros` is 64, and the number there is 0.
        // `state` has no branch on castling rights and on the side to move for the same reason.
        //
        // `black_box` keeps LLVM from computing all 32 indexes first, which are more than there are
        // registers.
        //
        // In a trial with 2,048 positions of games in fixed order, a loop by role and color took 50 ns for
        // each, and these steps 19. Branches in `state` cost 9 ns more, and computing all indexes first 4 ns
        // more (Intel, family 6, model 207). The bench `positions-key` has the time of this function.
        let mut of_role = [[0; 2]; 6];
        for (of_role, role) in of_role.iter_mut().zip(Role::ALL) {
            *of_role = Color::ALL.map(|color| position.role(role) & position.color(color));
        }
        let [pawns, knights, bishops, rooks, queens, kings] = &mut of_role;
        let mut key = self.next::<{ USUAL_COUNTS[0] / 2 }>(Role::Pawn, pawns);
        key = black_box(key) ^ self.next::<{ USUAL_COUNTS[0] / 2 }>(Role::Pawn, pawns);
        key = black_box(key) ^ self.next::<{ USUAL_COUNTS[1] }>(Role::Knight, knights);
        key ^= self.next::<{ USUAL_COUNTS[2] }>(Role::Bishop, bishops);
        key = black_box(key) ^ self.next::<{ USUAL_COUNTS[3] }>(Role::Rook, rooks);
        key ^= self.next::<{ USUAL_COUNTS[4] }>(Role::Queen, queens);
        key ^= self.next::<{ USUAL_COUNTS[5] }>(Role::King, kings);
        key = black_box(key) ^ self.state(position);
        let more = of_role.as_flattened().iter().fold(0, |more, rest| more | rest);
        if more == 0 { key } else { key ^ self.unusual(position) }
    }

    /// Returns the key of `after`, given the key of `before`, which is usually the position before a move.
    ///
    /// The positions need not be joined by a move. The cost depends on the number of squares on which they
    /// differ.
    #[inline(always)]
    #[must_use]
    pub fn update(&self, key: u64, before: &Position, after: &Position) -> u64 {
        let pieces = squares(changed_squares(before, after)).fold(
            key,
            #[inline(always)]
            |key, square| key ^ self.piece(before, square) ^ self.piece(after, square),
        );
        if only_passes_the_move(before, after) {
            return pieces ^ self.side_to_move[0];
        }
        pieces ^ self.changed_state(before, after)
    }

    /// Returns the key after a legal move, given the key of the position, for a program that has not made the
    /// move yet.
    ///
    /// Engines prefetch the entry of their hash table with it.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, ZobristKeys};
    ///
    /// const KEYS: &ZobristKeys = &ZobristKeys::DEFAULT;
    /// let start = Position::START;
    /// let knight = start.parse_uci("g1f3")?;
    /// assert_eq!(
    ///     KEYS.key_after(KEYS.key(&start), &start, knight),
    ///     KEYS.key(&start.play(knight))
    /// );
    /// # Ok::<(), quadline_kernels::ParseMoveError>(())
    /// ```
    #[doc(alias = "prefetch_key")]
    #[inline]
    #[must_use]
    pub fn key_after(&self, key: u64, position: &Position, chess_move: Move) -> u64 {
        self.update(key, position, &position.play(chess_move))
    }

    /// Returns the number of a piece on a square.
    #[inline]
    #[must_use]
    pub const fn of_piece(&self, piece: Piece, square: Square) -> u64 {
        let white = matches!(piece.color(), Color::White) as usize;
        self.pieces[2 * piece.role() as usize + white][square.index()]
    }

    /// Returns the number for White to move, which is the difference between the keys of a position with one
    /// and the other side to move.
    #[inline]
    #[must_use]
    pub const fn of_white_to_move(&self) -> u64 {
        self.side_to_move[0]
    }

    /// Returns the difference of the numbers of castling rights, en passant square and side to move. Out of
    /// line, because most moves pass the move to the other side and change nothing else.
    #[inline(never)]
    fn changed_state(&self, before: &Position, after: &Position) -> u64 {
        self.state(before) ^ self.state(after)
    }

    /// Removes the first `N` pieces of a role from the sets of White's and Black's pieces, and returns their
    /// numbers. `N` is a constant, so that the loop is unrolled.
    #[inline(always)]
    fn next<const N: usize>(&self, role: Role, pieces: &mut [u64; 2]) -> u64 {
        let mut key = 0;
        for _ in 0..N {
            for (color, rest) in Color::ALL.into_iter().zip(&mut *pieces) {
                key ^= self.of_pieces(color, role)[rest.trailing_zeros() as usize];
                *rest &= rest.wrapping_sub(1);
            }
        }
        key
    }

    /// Returns the numbers of pieces beyond those that a side usually has.
    #[cold]
    #[inline(never)]
    fn unusual(&self, position: &Position) -> u64 {
        let mut key = 0;
        for (role, usual) in Role::ALL.into_iter().zip(USUAL_COUNTS) {
            for color in Color::ALL {
                let numbers = self.of_pieces(color, role);
                let pieces = squares(position.role(role) & position.color(color));
                key = pieces.skip(usual).fold(key, |key, square| key ^ numbers[square.index()]);
            }
        }
        key
    }

    /// Returns the numbers of the pieces of a color and a role, by square.
    #[inline]
    pub(crate) fn of_pieces(&self, color: Color, role: Role) -> &[u64; 65] {
        &self.pieces[Self::kind(color, role)]
    }

    /// Returns the index of the numbers of a color and a role.
    #[inline]
    pub(super) fn kind(color: Color, role: Role) -> usize {
        2 * role as usize + usize::from(color == Color::White)
    }

    /// Returns the number of the piece on a square, or 0.
    ///
    /// A move empties one square and fills another, and which of them comes first is unpredictable, as is the
    /// role. There is therefore no branch on either.
    #[inline(always)]
    fn piece(&self, position: &Position, square: Square) -> u64 {
        let [white, black, _, knights, diagonal, orthogonal, kings, _] = position.words;
        let bit = |word: u64| (word >> square.index() & 1) as usize;
        let role = ROLES[bit(knights) | bit(diagonal) << 1 | bit(orthogonal) << 2 | bit(kings) << 3];
        let numbers = &self.pieces[2 * role as usize + bit(white)];
        numbers[square.index()] & (bit(white | black) as u64).wrapping_neg()
    }

    /// Returns the numbers of castling rights, en passant square and side to move.
    #[inline]
    fn state(&self, position: &Position) -> u64 {
        self.of_side_to_move(position) ^ self.of_castling(position) ^ self.of_en_passant(position)
    }

    /// Returns the number of the side to move.
    #[inline]
    pub(super) fn of_side_to_move(&self, position: &Position) -> u64 {
        self.side_to_move[position.side_to_move() as usize]
    }

    /// Returns the numbers of the castling rights.
    #[inline]
    pub(super) fn of_castling(&self, position: &Position) -> u64 {
        let mut key = 0;
        for color in Color::ALL {
            let rooks = position.castling_rooks() & position.color(color);
            let king = position.kings() & position.color(color);
            // The bits below the king. Without a king, there are none.
            let left = king.saturating_sub(1);
            // A side has at most one such rook on each side of its king.
            for (side, rook) in [rooks & !left, rooks & left].into_iter().enumerate() {
                key ^= self.castling[color as usize][side][file_or_none(rook)];
            }
        }
        key
    }

    /// Returns the number of the en passant square, or 0 if there is none that counts.
    #[inline]
    pub(super) fn of_en_passant(&self, position: &Position) -> u64 {
        if let Some(passed) = position.en_passant() {
            let own_pawns = position.pawns() & position.color(position.side_to_move());
            let beside = (passed.bit() & !H_FILE) << 1 | (passed.bit() & !A_FILE) >> 1;
            let pawns = match position.side_to_move() {
                Color::White => beside >> 8,
                Color::Black => beside << 8,
            };
            if pawns & own_pawns != 0 {
                return self.en_passant[usize::from(passed.file())];
            }
        }
        0
    }
}

/// Returns the squares on which two positions may have different pieces.
#[inline]
pub(super) fn changed_squares(before: &Position, after: &Position) -> u64 {
    (word::WHITE..=word::KINGS).fold(0, |changed, word| changed | before.words[word] ^ after.words[word])
}

/// Returns whether the numbers of castling rights and en passant squares are surely the same, and the side to
/// move is not.
///
/// The number of a castling right depends on the side of its king. A move of a king with a right removes the
/// right.
#[inline]
pub(super) fn only_passes_the_move(before: &Position, after: &Position) -> bool {
    let [rights, kings] = [
        before.words[word::STATE] & state::CASTLING_ROOKS,
        before.words[word::KINGS] ^ after.words[word::KINGS],
    ];
    before.words[word::STATE] ^ after.words[word::STATE] == state::BLACK_TO_MOVE
        && before.words[word::STATE] & state::EN_PASSANT == 0
        && (rights == 0 || kings == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    /// The numbers are stored in files by users, and no two may be equal.
    #[test]
    fn the_default_numbers_stay() {
        let ZobristKeys { pieces, castling, en_passant, side_to_move } = ZobristKeys::DEFAULT;
        assert_eq!(pieces[0][0], 0xe220_a839_7b1d_cdaf);
        let mut numbers: Vec<u64> = pieces.iter().flat_map(|of_piece| &of_piece[..64]).copied().collect();
        assert!(pieces.iter().all(|of_piece| of_piece[64] == 0));
        numbers.extend(castling.as_flattened().iter().map(|of_side| of_side[0]));
        numbers.extend(&en_passant[..8]);
        numbers.push(side_to_move[0]);
        assert_eq!(side_to_move[1], 0);
        assert!(castling.as_flattened().iter().chain([&en_passant]).all(|of_files| of_files[8..] == [0; 8]));
        assert_eq!(size_of::<ZobristKeys>(), 6896);
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 781);
        assert_eq!(Role::ALL.len() * 2 * 64, CASTLING);
    }
}
