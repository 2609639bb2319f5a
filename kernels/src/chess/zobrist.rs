//! [`ZobristKeys`], for keys of positions in hash tables.

use super::{Color, Position, Role, state, word};
use crate::line::{A_FILE, H_FILE};
use crate::square::{Square, squares};

/// Random numbers from which hash keys of positions are computed (Zobrist keys), 6,248 bytes.
///
/// A key is the exclusive or of one number for each piece on its square, for each castling right, for the
/// file of the en passant square, and for White to move ([Zobrist,
/// 1970](https://www.chessprogramming.org/Zobrist_Hashing)). A move changes few of them, so
/// [`update`](Self::update) computes the key after a move from the one before.
///
/// The numbers of [`DEFAULT`](Self::DEFAULT) stay the same in all versions, so keys can be stored.
/// [`POLYGLOT`](Self::POLYGLOT) has those of [opening books in the Polyglot
/// format](https://www.chessprogramming.org/PolyGlot), and [`from_numbers`](Self::from_numbers) takes others.
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
pub struct ZobristKeys([u64; 781]);

/// The indices at which the numbers of each kind begin; those of pieces begin at 0.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

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
        Self(numbers)
    };

    /// Creates keys from 781 numbers in Polyglot's order.
    ///
    /// The order is: pieces (black pawn, white pawn, black knight, ..., white king) with 64 squares each,
    /// from a1; castling rights (White's with the rook to the king's right, then to its left, then Black's);
    /// files of the en passant square; White to move.
    #[must_use]
    pub const fn from_numbers(numbers: [u64; 781]) -> Self {
        Self(numbers)
    }

    /// Returns the key of a position.
    ///
    /// The en passant square is included if a pawn of the side to move attacks it, whether or not it can
    /// capture there. Positions that differ only in an en passant square that no pawn attacks have the same
    /// key.
    #[must_use]
    pub fn key(&self, position: &Position) -> u64 {
        // The numbers of a role and a color are 64 words in a row, so each piece takes one load. Looking up the
        // role and the color of each square took 8 to 13 times as long.
        let mut key = self.state(position);
        for role in Role::ALL {
            for color in Color::ALL {
                let numbers = self.of_pieces(color, role);
                key = squares(position.role(role) & position.color(color))
                    .fold(key, |key, square| key ^ numbers[square.index()]);
            }
        }
        key
    }

    /// Returns the key of `after`, given the key of `before`, which is usually the position before a move.
    ///
    /// The cost depends on the number of squares on which the positions differ.
    #[inline]
    #[must_use]
    pub fn update(&self, key: u64, before: &Position, after: &Position) -> u64 {
        let changed = (word::WHITE..=word::KINGS)
            .fold(0, |changed, word| changed | before.words[word] ^ after.words[word]);
        let pieces = squares(changed)
            .fold(key, |key, square| key ^ self.piece(before, square) ^ self.piece(after, square));
        if before.words[word::STATE] ^ after.words[word::STATE] == state::BLACK_TO_MOVE
            && before.words[word::STATE] & state::EN_PASSANT == 0
        {
            return pieces ^ self.0[WHITE_TO_MOVE];
        }
        pieces ^ self.state(before) ^ self.state(after)
    }

    /// Returns the numbers of the pieces of a color and a role, by square.
    #[inline]
    fn of_pieces(&self, color: Color, role: Role) -> &[u64; 64] {
        let (numbers, _) = self.0.as_chunks();
        &numbers[2 * role as usize + usize::from(color == Color::White)]
    }

    /// Returns the number of the piece on a square, or 0.
    #[inline]
    fn piece(&self, position: &Position, square: Square) -> u64 {
        position
            .piece_at(square)
            .map_or(0, |piece| self.of_pieces(piece.color(), piece.role())[square.index()])
    }

    /// Returns the numbers of castling rights, en passant square and side to move.
    fn state(&self, position: &Position) -> u64 {
        let mut key = if position.side_to_move() == Color::White { self.0[WHITE_TO_MOVE] } else { 0 };
        for rook in squares(position.castling_rooks()) {
            let color = if position.white() & rook.bit() == 0 { Color::Black } else { Color::White };
            let is_left = position.king(color).is_some_and(|king| rook < king);
            key ^= self.0[CASTLING + 2 * color as usize + usize::from(is_left)];
        }
        if let Some(passed) = position.en_passant() {
            let own_pawns = position.pawns() & position.color(position.side_to_move());
            let beside = (passed.bit() & !H_FILE) << 1 | (passed.bit() & !A_FILE) >> 1;
            let pawns = match position.side_to_move() {
                Color::White => beside >> 8,
                Color::Black => beside << 8,
            };
            if pawns & own_pawns != 0 {
                key ^= self.0[EN_PASSANT + usize::from(passed.file())];
            }
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use quadline_conformance::boards::Words;
    use quadline_conformance::positions::random;

    use super::*;
    use std::vec::Vec;

    /// Checks each number against the FEN of a position.
    #[test]
    fn each_number_is_where_the_format_says() {
        let mut words = Words(0x2016_1970);
        let keys = ZobristKeys::from_numbers(core::array::from_fn(|_| words.word()));
        for (fen, rights, file) in [
            ("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1", &[0, 1, 2, 3][..], Some(3)),
            ("r3k2r/8/8/8/pP6/8/8/R3K2R b Kq b3 0 1", &[0, 3], Some(1)),
            // No pawn attacks the square.
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b Qk e3 0 1", &[1, 2], None),
            ("8/2k5/8/pP6/8/8/8/K6Q w - a6 0 1", &[], Some(0)),
            ("8/2k5/8/6Pp/8/8/8/K6Q w - h6 0 1", &[], Some(7)),
        ] {
            let position: Position = fen.parse().expect(fen);
            let board = fen.split(' ').next().expect(fen);
            let mut expected = if fen.contains(" w ") { keys.0[780] } else { 0 };
            for (rank, row) in (0..8).rev().zip(board.split('/')) {
                let mut file = 0;
                for letter in row.chars() {
                    if let Some(empty) = letter.to_digit(10) {
                        file += empty as usize;
                    } else {
                        let kind = "pPnNbBrRqQkK".find(letter).expect("a piece");
                        expected ^= keys.0[64 * kind + 8 * rank + file];
                        file += 1;
                    }
                }
            }
            expected = rights.iter().fold(expected, |key, right| key ^ keys.0[768 + right]);
            expected ^= file.map_or(0, |file: usize| keys.0[772 + file]);
            assert_eq!(keys.key(&position), expected, "{fen}");
        }
    }

    #[test]
    fn keys_are_updated_along_games() {
        let mut words = Words(0x9a3e);
        for _ in 0..40 {
            let start = random::start(&mut words);
            // The conformance package links a build of this crate without `cfg(test)`, so its positions are
            // another type.
            let game = random::game(&mut words, start, 100).map(|each| Position::from_words(*each.words()));
            let game: Vec<_> = game.collect();
            let mut key = ZobristKeys::DEFAULT.key(&game[0]);
            for pair in game.windows(2) {
                key = ZobristKeys::DEFAULT.update(key, &pair[0], &pair[1]);
                assert_eq!(key, ZobristKeys::DEFAULT.key(&pair[1]), "{:?} {:?}", pair[0], pair[1]);
            }
        }
    }

    /// The numbers are stored in files by users, and no two may be equal.
    #[test]
    fn the_default_numbers_stay() {
        assert_eq!(ZobristKeys::DEFAULT.0[0], 0xe220_a839_7b1d_cdaf);
        let mut numbers: Vec<u64> = ZobristKeys::DEFAULT.0.into();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 781);
        assert_eq!(Role::ALL.len() * 2 * 64, CASTLING);
    }
}
