//! Validation of positions.

use super::setup::{InvalidPosition, Setup, passed_rank};
use super::{Color, Position, Role, state};
use crate::{Line, Square, steps};

impl Position {
    /// Creates a position from bitboards, or returns an error if it is not valid.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, Setup, Square};
    ///
    /// let setup = Setup {
    ///     white: Square::E1.bit(),
    ///     black: Square::E8.bit() | Square::A1.bit(),
    ///     kings: Square::E1.bit() | Square::E8.bit(),
    ///     pawns: Square::A1.bit(),
    ///     ..Setup::default()
    /// };
    /// let error = Position::new(setup).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "piece placement: there is a pawn on a1; pawns can only be on ranks 2 to 7"
    /// );
    ///
    /// // White is in check by a queen and to move, which is valid.
    /// let in_check = Setup { pawns: 0, queens: setup.pawns, ..setup };
    /// assert!(Position::new(in_check).is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first of these errors that is found:
    ///
    /// * a square of both colors, a piece without color, or a square with no role or two;
    /// * a side without exactly one king, or a pawn on the first or the eighth rank;
    /// * a check to the side that is not to move;
    /// * a castling right without a rook on its square, with the king on another rank, or with another one on
    ///   the same side of the king;
    /// * an en passant square that no pawn has just passed.
    pub fn new(setup: Setup) -> Result<Self, InvalidPosition> {
        check_pieces(&setup)?;
        let position = Self::new_unchecked(setup);
        position.check_kings_and_pawns()?;
        position.check_opponent()?;
        check_castling_rooks(&setup)?;
        position.check_en_passant(setup.en_passant)?;
        Ok(position)
    }

    /// Checks a position that was made without checks, for example from its words.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// assert_eq!(Position::START.check(), Ok(()));
    /// let error = Position::from_words([0; 8]).check().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "piece placement: number of white kings: 0; each side must have exactly one"
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`new`](Self::new).
    #[doc(alias("is_valid", "is_sane"))]
    pub fn check(&self) -> Result<(), InvalidPosition> {
        Self::new(Setup::from(*self)).map(|_| ())
    }

    /// Checks that each side has one king, and that no pawns are on the first or the eighth rank.
    #[inline]
    pub(super) fn check_kings_and_pawns(&self) -> Result<(), InvalidPosition> {
        for color in Color::ALL {
            let kings = self.kings() & self.color(color);
            if !kings.is_power_of_two() {
                return Err(InvalidPosition::KingCount { color, kings: kings.count_ones() });
            }
        }
        let outer_ranks = Color::White.back_rank() | Color::Black.back_rank();
        match Square::lowest(self.pawns() & outer_ranks) {
            Some(square) => Err(InvalidPosition::PawnOnOuterRank(square)),
            None => Ok(()),
        }
    }

    /// Checks that the side that has just moved is not in check.
    #[inline]
    pub(super) fn check_opponent(&self) -> Result<(), InvalidPosition> {
        let side_to_move = self.side_to_move();
        match self.king(side_to_move.opponent()) {
            Some(king) if self.is_attacked(king, side_to_move) => {
                Err(InvalidPosition::OpponentInCheck { side_to_move, king })
            }
            _ => Ok(()),
        }
    }

    /// Returns whether `attacker` attacks a square.
    fn is_attacked(&self, square: Square, attacker: Color) -> bool {
        let (own, bit) = (self.color(attacker), square.bit());
        let lines = |one, other, sliders: u64| {
            let nearest = |line| nearest_pieces(square, line, self.occupied());
            // Most positions have sliders of one kind only, so the other lines need not be computed.
            if sliders == 0 { 0 } else { (nearest(one) | nearest(other)) & sliders }
        };
        let steps = steps::knight_attacks(bit) & self.knights()
            | steps::king_attacks(bit) & self.kings()
            | steps::pawn_attacks(attacker.opponent(), bit) & self.pawns();
        steps & own != 0
            || lines(Line::Rank, Line::File, self.orthogonal_sliders() & own) != 0
            || lines(Line::Diagonal, Line::Antidiagonal, self.diagonal_sliders() & own) != 0
    }

    /// Checks that a pawn may just have passed the en passant square.
    ///
    /// It need not be possible to capture that pawn: many programs set the square after every double push.
    #[inline]
    pub(super) fn check_en_passant(&self, square: Option<Square>) -> Result<(), InvalidPosition> {
        let Some(square) = square else { return Ok(()) };
        let side_to_move = self.side_to_move();
        if square.bit() & passed_rank(side_to_move) == 0 {
            return Err(InvalidPosition::EnPassantRank { square, side_to_move });
        }
        // The pawn is one rank beyond the third or sixth rank; it came from one rank before it.
        let pawn = Square::new_masked(u8::from(square) ^ 8);
        let origin = Square::new_masked(u8::from(square) ^ 24);
        if self.pawns() & self.color(side_to_move.opponent()) & pawn.bit() == 0 {
            return Err(InvalidPosition::EnPassantPawn { square, pawn });
        }
        match [square, origin].into_iter().find(|empty| self.occupied() & empty.bit() != 0) {
            Some(occupied) => Err(InvalidPosition::EnPassantOccupied { square, occupied }),
            None => Ok(()),
        }
    }
}

/// Returns the nearest pieces on a line, at most one on either side of the square.
///
/// The formulas are not used here, because the position module is below them, and because only the two
/// blockers are needed, not the squares before them.
fn nearest_pieces(square: Square, line: Line, occupied: u64) -> u64 {
    let others = line.through(square) & occupied & !square.bit();
    let below = others & (square.bit() - 1);
    let above = others ^ below;
    let nearest_below = if below == 0 { 0 } else { 1 << below.ilog2() };
    above & above.wrapping_neg() | nearest_below
}

/// Checks that every piece has one color and one role.
fn check_pieces(setup: &Setup) -> Result<(), InvalidPosition> {
    let Setup { white, black, pawns, knights, bishops, rooks, queens, kings, .. } = *setup;
    if let Some(square) = Square::lowest(white & black) {
        return Err(InvalidPosition::BothColors(square));
    }
    let mut kinds = 0;
    let squares_of = [pawns, knights, bishops, rooks, queens, kings];
    for (role, squares) in Role::ALL.into_iter().zip(squares_of) {
        if let Some(square) = Square::lowest(squares & kinds) {
            let stands = |&index: &usize| squares_of[index] & square.bit() != 0;
            let first = (0..6).find(stands).map_or(role, |index| Role::ALL[index]);
            return Err(InvalidPosition::TwoRoles { square, roles: [first, role] });
        }
        if let Some(square) = Square::lowest(squares & !(white | black)) {
            return Err(InvalidPosition::NoColor { square, role });
        }
        kinds |= squares;
    }
    for (color, squares) in [(Color::White, white), (Color::Black, black)] {
        if let Some(square) = Square::lowest(squares & !kinds) {
            return Err(InvalidPosition::NoRole { square, color });
        }
    }
    Ok(())
}

/// Checks that each rook that may castle exists, is on the rank of its king, and is the only one on its side
/// of it.
fn check_castling_rooks(setup: &Setup) -> Result<(), InvalidPosition> {
    if let Some(square) = Square::lowest(setup.castling_rooks & !state::CASTLING_ROOKS) {
        return Err(InvalidPosition::CastlingRank(square));
    }
    for (color, own) in [(Color::White, setup.white), (Color::Black, setup.black)] {
        let rights = setup.castling_rooks & color.back_rank();
        let king = setup.kings & own & color.back_rank();
        let allowed = if king == 0 { 0 } else { setup.rooks & own };
        if let Some(square) = Square::lowest(rights & !allowed) {
            return Err(InvalidPosition::CastlingRook { square, color });
        }
        // The king's number is above those of the rooks of one wing and below those of the other.
        for wing in [rights & king.wrapping_sub(1), rights & !king.wrapping_sub(1)] {
            if let Some(second) = Square::lowest(wing & wing.wrapping_sub(1)) {
                return Err(InvalidPosition::CastlingWing(second));
            }
        }
    }
    Ok(())
}
