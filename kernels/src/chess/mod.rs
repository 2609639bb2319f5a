//! [`Position`], a chess position in one cache line, and the types around it.
//!
//! | file | contents |
//! |---|---|
//! | `pieces.rs`, `by_color_and_role.rs`, `convert.rs` | colors, roles and pieces, and arrays that they index |
//! | `setup.rs`, `validate.rs`, `chess960.rs`, `cast.rs` | positions from bitboards, by number, and as words; which are valid |
//! | `fen/`, `san_text.rs`, `uci_text.rs`, `characters.rs` | positions and moves as text |
//! | `moves.rs`, `move_of.rs`, `move_set.rs`, `captures.rs` | moves, and how a program finds and selects them |
//! | `play.rs`, `castling.rs`, `outcome.rs` | the position after a move, and the end of a game |
//! | `check_info.rs`, `checks_and_pins.rs`, `node_info.rs` | the types of results |
//! | `zobrist.rs`, `polyglot.rs`, `key_set.rs` | hash keys |
//! | `nibbles.rs` | packed boards |

mod by_color_and_role;
mod captures;
mod cast;
pub(crate) mod castling;
mod characters;
mod check_info;
mod checks_and_pins;
mod chess960;
mod convert;
mod fen;
mod key_set;
mod move_of;
mod move_set;
mod moves;
pub(crate) mod nibbles;
mod node_info;
mod outcome;
mod pieces;
mod play;
pub(crate) mod polyglot;
mod san_text;
mod setup;
mod uci_text;
mod validate;
mod zobrist;

use core::fmt::{self, Write};

use crate::Square;

pub use by_color_and_role::{ByColor, ByRole};
pub use check_info::CheckInfo;
pub use check_info::check_info_of;
pub use checks_and_pins::ChecksAndPins;
pub use convert::ParsePieceError;
pub use fen::{Excerpt, Fen, FenProblem, ParseFenError};
pub use key_set::{KeyParts, KeySet};
pub use move_set::MoveSet;
pub(crate) use moves::kind;
pub use moves::{Move, MoveKind, ParseMoveError};
pub use nibbles::{NibbleCode, NibbleCodes};
pub use node_info::NodeInfo;
pub use outcome::Outcome;
pub use pieces::{Color, Piece, Role};
pub use san_text::SanText;
pub use setup::{InvalidPosition, Setup};
pub use uci_text::UciText;
pub use zobrist::ZobristKeys;

/// The index of each word of a position.
pub(crate) mod word {
    pub(crate) const WHITE: usize = 0;
    pub(crate) const BLACK: usize = 1;
    pub(crate) const PAWNS: usize = 2;
    pub(crate) const KNIGHTS: usize = 3;
    /// Bishops and queens.
    pub(crate) const DIAGONAL: usize = 4;
    /// Rooks and queens.
    pub(crate) const ORTHOGONAL: usize = 5;
    pub(crate) const KINGS: usize = 6;
    pub(crate) const STATE: usize = 7;

    /// Returns a byte with a bit for each word that contains pieces of a role.
    pub(crate) const fn of(role: super::Role) -> u8 {
        use super::Role;
        match role {
            Role::Pawn => 1 << PAWNS,
            Role::Knight => 1 << KNIGHTS,
            Role::Bishop => 1 << DIAGONAL,
            Role::Rook => 1 << ORTHOGONAL,
            Role::Queen => 1 << DIAGONAL | 1 << ORTHOGONAL,
            Role::King => 1 << KINGS,
        }
    }
}

/// Masks of the parts of the state word, which are on different ranks.
pub(crate) mod state {
    /// The rooks that may castle, each on its square.
    pub(crate) const CASTLING_ROOKS: u64 = 0xff00_0000_0000_00ff;
    /// The square that a pawn has just passed.
    pub(crate) const EN_PASSANT: u64 = 0x0000_ff00_00ff_0000;
    /// Set if Black is to move: a5.
    pub(crate) const BLACK_TO_MOVE: u64 = 1 << 32;
    /// All bits that have a meaning.
    pub(crate) const ALL: u64 = CASTLING_ROOKS | EN_PASSANT | BLACK_TO_MOVE;

    /// Returns the state after a move, with no en passant square. The rooks on the squares `lost` lose their
    /// rights.
    #[inline(always)]
    pub(crate) const fn after(state: u64, lost: u64) -> u64 {
        state & !(EN_PASSANT | lost & CASTLING_ROOKS) ^ BLACK_TO_MOVE
    }
}

/// A chess position of standard chess or Chess960, in 64 bytes.
///
/// A position contains everything that determines the legal moves: the pieces, the side to move, the rooks
/// that may castle, and the en passant square. It does not contain the move counters of a FEN, which
/// [`Fen`](crate::Fen) keeps beside it. Two positions are equal if all of these are equal.
///
/// Parsing a FEN ([`str::parse`], [`from_fen_bytes`](Self::from_fen_bytes)) and [`new`](Self::new) check the
/// position; [`new_unchecked`](Self::new_unchecked) does not. If the position is invalid, results are
/// unspecified, but no function of this crate panics or causes undefined behavior. One case is specified: a
/// side without a king, as on an empty board, has no legal moves, and its [`ChecksAndPins`] are all 0.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Position, Square, bitboard};
///
/// let position: Position = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1".parse()?;
/// assert_eq!(
///     position.rooks() & position.white(),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         1 . . . . . . 1
///     }
/// );
/// assert_eq!(position.en_passant(), Some(Square::D6));
/// assert_eq!(position.to_string(), "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1");
///
/// // Pieces by color and role, as sets of squares or square by square.
/// use quadline::{Color, Role};
/// assert_eq!(position.side_to_move(), Color::White);
/// assert_eq!(
///     position.role(Role::Pawn) & position.color(Color::Black),
///     Square::D5.bit()
/// );
/// assert_eq!(position.king(Color::Black), Some(Square::E8));
/// assert_eq!(
///     position.piece_at(Square::E5).map(|piece| (piece.color(), piece.role())),
///     Some((Color::White, Role::Pawn))
/// );
/// assert_eq!(position.castling_rooks(), position.rooks());
/// # Ok::<(), quadline_kernels::ParseFenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(64))]
pub struct Position {
    /// In the order of [`word`]. Kernels load the words directly.
    pub(crate) words: [u64; 8],
}

impl Position {
    /// The starting position of standard chess.
    pub const START: Self = Self::new_unchecked(Setup {
        white: 0x0000_0000_0000_ffff,
        black: 0xffff_0000_0000_0000,
        pawns: 0x00ff_0000_0000_ff00,
        knights: 0x4200_0000_0000_0042,
        bishops: 0x2400_0000_0000_0024,
        rooks: 0x8100_0000_0000_0081,
        queens: 0x0800_0000_0000_0008,
        kings: 0x1000_0000_0000_0010,
        side_to_move: Color::White,
        castling_rooks: 0x8100_0000_0000_0081,
        en_passant: None,
    });

    /// Creates a position from its words, without any check.
    ///
    /// The words are: all white pieces, all black pieces, pawns, knights, bishops and queens, rooks and
    /// queens, kings, and the state. The state contains the rooks that may castle on their squares, the en
    /// passant square, and the bit of a5 if Black is to move; other bits are cleared.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    /// assert_eq!(Position::from_words(*Position::START.words()), Position::START);
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; 8]) -> Self {
        let mut words = words;
        words[word::STATE] &= state::ALL;
        Self { words }
    }

    /// Returns the words of the position; see [`from_words`](Self::from_words).
    #[inline]
    #[must_use]
    pub const fn words(&self) -> &[u64; 8] {
        &self.words
    }

    /// Returns the words in pairs.
    #[inline]
    #[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
    pub(crate) const fn pairs(&self) -> &[[u64; 2]] {
        self.words.as_chunks().0
    }

    /// Returns the white pieces.
    #[inline]
    #[must_use]
    pub const fn white(&self) -> u64 {
        self.words[word::WHITE]
    }

    /// Returns the black pieces.
    #[inline]
    #[must_use]
    pub const fn black(&self) -> u64 {
        self.words[word::BLACK]
    }

    /// Returns the pieces of one color.
    #[doc(alias("colors", "by_color", "color_combined", "occupied_co", "us", "them"))]
    #[inline]
    #[must_use]
    pub const fn color(&self, color: Color) -> u64 {
        self.words[color as usize]
    }

    /// Returns all pieces.
    #[doc(alias = "combined")]
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> u64 {
        self.white() | self.black()
    }

    /// Returns the pawns of both colors.
    #[inline]
    #[must_use]
    pub const fn pawns(&self) -> u64 {
        self.words[word::PAWNS]
    }

    /// Returns the knights of both colors.
    #[inline]
    #[must_use]
    pub const fn knights(&self) -> u64 {
        self.words[word::KNIGHTS]
    }

    /// Returns the bishops of both colors, without queens.
    #[inline]
    #[must_use]
    pub const fn bishops(&self) -> u64 {
        self.diagonal_sliders() & !self.orthogonal_sliders()
    }

    /// Returns the rooks of both colors, without queens.
    #[inline]
    #[must_use]
    pub const fn rooks(&self) -> u64 {
        self.orthogonal_sliders() & !self.diagonal_sliders()
    }

    /// Returns the queens of both colors.
    #[inline]
    #[must_use]
    pub const fn queens(&self) -> u64 {
        self.diagonal_sliders() & self.orthogonal_sliders()
    }

    /// Returns the kings of both colors.
    #[inline]
    #[must_use]
    pub const fn kings(&self) -> u64 {
        self.words[word::KINGS]
    }

    /// Returns the pieces of both colors that slide along diagonals and antidiagonals: bishops and queens.
    #[doc(alias = "bishops_and_queens")]
    #[inline]
    #[must_use]
    pub const fn diagonal_sliders(&self) -> u64 {
        self.words[word::DIAGONAL]
    }

    /// Returns the pieces of both colors that slide along ranks and files: rooks and queens.
    #[doc(alias = "rooks_and_queens")]
    #[inline]
    #[must_use]
    pub const fn orthogonal_sliders(&self) -> u64 {
        self.words[word::ORTHOGONAL]
    }

    /// Returns the pieces of both colors with this role.
    #[doc(alias = "by_role")]
    #[inline]
    #[must_use]
    pub const fn role(&self, role: Role) -> u64 {
        match role {
            Role::Pawn => self.pawns(),
            Role::Knight => self.knights(),
            Role::Bishop => self.bishops(),
            Role::Rook => self.rooks(),
            Role::Queen => self.queens(),
            Role::King => self.kings(),
        }
    }

    /// Returns the pieces of a color with this role.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Color, Position, Role, Square};
    ///
    /// let rooks = Position::START.pieces(Color::White, Role::Rook);
    /// assert_eq!(rooks, Square::A1.bit() | Square::H1.bit());
    /// ```
    #[doc(alias("colored_pieces", "by_piece", "pieces_mask", "our", "their"))]
    #[inline]
    #[must_use]
    pub const fn pieces(&self, color: Color, role: Role) -> u64 {
        self.color(color) & self.role(role)
    }

    /// Returns the square of a color's king. It is `None` only for positions that were not checked.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Color, Position, Square};
    ///
    /// assert_eq!(Position::START.king(Color::Black), Some(Square::E8));
    /// ```
    #[doc(alias("king_of", "king_square"))]
    #[inline]
    #[must_use]
    pub const fn king(&self, color: Color) -> Option<Square> {
        Square::lowest(self.kings() & self.color(color))
    }

    /// Returns the piece on a square, or `None` if the square is empty. The code is branch-free except for
    /// that.
    #[doc(alias("get", "piece_on"))]
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.black() & square.bit() == 0 { Color::White } else { Color::Black };
        match self.role_at(square) {
            Some(role) => Some(Piece::new(color, role)),
            None => None,
        }
    }

    /// Returns the role of the piece on a square, or `None` if the square is empty.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, Role, Square};
    ///
    /// assert_eq!(Position::START.role_at(Square::D8), Some(Role::Queen));
    /// assert_eq!(Position::START.role_at(Square::D4), None);
    /// ```
    #[doc(alias = "piece_type_at")]
    #[inline]
    #[must_use]
    pub const fn role_at(&self, square: Square) -> Option<Role> {
        // A queen is in both words of sliders, so its sum is 2 + 3.
        const BY_SUM: [Role; 6] =
            [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::King, Role::Queen];
        let [_, _, pawns, knights, diagonal, orthogonal, kings, _] = self.words;
        let pieces = self.occupied() & (pawns | knights | diagonal | orthogonal | kings);
        if pieces >> square.index() & 1 == 0 {
            return None;
        }
        let sum = (knights >> square.index() & 1)
            + 2 * (diagonal >> square.index() & 1)
            + 3 * (orthogonal >> square.index() & 1)
            + 4 * (kings >> square.index() & 1);
        // The sum is higher only on a square with more than one piece.
        Some(BY_SUM[if sum < 6 { sum as usize } else { 0 }])
    }

    /// Returns the side to move.
    #[doc(alias = "turn")]
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        if self.words[word::STATE] & state::BLACK_TO_MOVE == 0 { Color::White } else { Color::Black }
    }

    /// Returns the rooks of both colors that may still castle.
    ///
    /// Rooks, rather than flags, represent standard chess and Chess960 in the same way.
    #[doc(alias(
        "castles",
        "castling_rights",
        "castle_rights",
        "has_kingside_castling_rights",
        "has_queenside_castling_rights"
    ))]
    #[inline]
    #[must_use]
    pub const fn castling_rooks(&self) -> u64 {
        self.words[word::STATE] & state::CASTLING_ROOKS
    }

    /// Returns the square that a pawn has just passed with a double push.
    ///
    /// After [`play`](Self::play), it is set only if an enemy pawn attacks it. After parsing, it is the
    /// square in the FEN.
    #[doc(alias = "ep_square")]
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        Square::lowest(self.words[word::STATE] & state::EN_PASSANT)
    }

    /// Returns the position with colors and ranks swapped, as seen from the other side of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    /// let position: Position = "4k3/8/8/8/4Pp2/8/8/4K2R b K e3 0 1".parse()?;
    /// assert_eq!(position.mirrored().to_string(), "4k2r/8/8/4pP2/8/8/8/4K3 w k e6 0 1");
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[doc(alias("mirror", "transform"))]
    #[inline]
    #[must_use]
    pub const fn mirrored(&self) -> Self {
        let [white, black, pawns, knights, diagonal, orthogonal, kings, state] = self.words;
        let squares = (state & !state::BLACK_TO_MOVE).swap_bytes();
        Self {
            words: [
                black.swap_bytes(),
                white.swap_bytes(),
                pawns.swap_bytes(),
                knights.swap_bytes(),
                diagonal.swap_bytes(),
                orthogonal.swap_bytes(),
                kings.swap_bytes(),
                squares | !state & state::BLACK_TO_MOVE,
            ],
        }
    }
}

/// Returns the starting position of standard chess.
impl Default for Position {
    fn default() -> Self {
        Self::START
    }
}

/// Draws the board below the FEN, eighth rank on top.
impl fmt::Debug for Position {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Position({self})")?;
        for rank in (0..8).rev() {
            for file in 0..8 {
                let piece = self.piece_at(Square::new_masked(8 * rank + file));
                formatter.write_str(if file == 0 { "\n" } else { " " })?;
                formatter.write_char(piece.map_or('.', Piece::letter))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_king_is_seen_in_check_from_everywhere() {
        // The king of the side that is not to move, alone with each piece on each square.
        for king in Square::ALL {
            for square in Square::ALL {
                for (role, attacks) in [
                    (Role::Rook, crate::reference::rook_attacks(king, 0)),
                    (Role::Bishop, crate::reference::bishop_attacks(king, 0)),
                    (Role::Queen, crate::reference::queen_attacks(king, 0)),
                ] {
                    let sliders = |of: Role| if role == of { square.bit() } else { 0 };
                    let position = Position::new_unchecked(Setup {
                        white: square.bit(),
                        black: king.bit(),
                        bishops: sliders(Role::Bishop),
                        rooks: sliders(Role::Rook),
                        queens: sliders(Role::Queen),
                        kings: king.bit(),
                        ..Setup::default()
                    });
                    let found = position.check_opponent().is_err();
                    assert_eq!(found, attacks & square.bit() != 0, "{role} on {square}, king on {king}");
                }
            }
        }
    }

    #[test]
    fn no_move_makes_play_panic() {
        // The state stays well-formed, too.
        let position: Position = "r3k2r/P6p/8/3pP3/8/8/p6P/R3K2R w KQkq d6 0 1".parse().unwrap();
        for bits in 0..=u16::MAX {
            let chess_move = Move::from_bits(bits);
            let after = position.play(chess_move);
            assert_eq!(after.words[word::STATE] & !state::ALL, 0, "{chess_move:?}");
            assert_eq!(after.side_to_move(), Color::Black);
        }
    }
}
