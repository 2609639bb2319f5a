//! Methods of [`Position`] that dispatch at run time.

use super::Level;
use super::dispatch::active_token;
use crate::positions::lists::MoveList;
use crate::positions::successor_counts::SuccessorCounter;
use crate::threats::{BoardChange, Mailbox, MailboxRef, Threat, ThreatChanges, ThreatKinds, ThreatLayout};
use crate::{
    ByColor, ByRole, CheckInfo, ChecksAndPins, Color, InvalidPosition, Move, MoveSet, NibbleCodes, NodeInfo,
    Position, Role, Square,
};

/// Each method is dispatched at run time, with two loads and an indirect call, to the method of the same name
/// of a [`Level`]. For loops over positions, use a batch or compile the loop as a whole for a level. The
/// methods panic if `QUADLINE_LEVEL` names a level that cannot be used.
impl Position {
    /// Returns the squares that White attacks and those that Black attacks, including protected pieces.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Color, Position, bitboard};
    ///
    /// let attacked = Position::START.attacked_squares();
    /// assert_eq!(
    ///     attacked[Color::White],
    ///     bitboard! {
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         1 1 1 1 1 1 1 1
    ///         1 1 1 1 1 1 1 1
    ///         . 1 1 1 1 1 1 .
    ///     }
    /// );
    /// ```
    #[inline]
    #[must_use]
    pub fn attacked_squares(&self) -> ByColor<u64> {
        active_token().attacked_squares(self)
    }

    /// Returns checks, pins and squares that the king cannot enter, for the side to move.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1".parse()?;
    /// let found = position.checks_and_pins();
    /// assert_eq!(found.checkers, Square::E4.bit());
    /// assert_eq!(found.evasions, Square::E2.bit() | Square::E3.bit() | Square::E4.bit());
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn checks_and_pins(&self) -> ChecksAndPins {
        active_token().checks_and_pins(self)
    }

    /// Returns the number of legal moves.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// assert_eq!(quadline::Position::START.legal_move_count(), 20);
    /// ```
    #[doc(alias = "perft")]
    #[inline]
    #[must_use]
    pub fn legal_move_count(&self) -> u16 {
        active_token().legal_move_count(self)
    }

    /// Returns whether the side to move has a legal move.
    ///
    /// Without one, the game has ended: by checkmate if there are [`checkers`](Self::checkers), otherwise by
    /// stalemate. [`outcome`](Self::outcome) tells them apart.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// let stalemate: Position = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert!(!stalemate.has_legal_moves() && Position::START.has_legal_moves());
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[doc(alias = "any")]
    #[inline]
    #[must_use]
    pub fn has_legal_moves(&self) -> bool {
        active_token().has_legal_moves(self)
    }

    /// Returns whether the side to move has a legal move, given the [`CheckInfo`] of this position; see
    /// [`has_legal_moves`](Self::has_legal_moves).
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// // The knight is pinned, and Black attacks all squares around the king.
    /// let stalemate: Position = "7k/8/8/8/8/1q6/8/KN5r w - - 0 1".parse()?;
    /// let info = stalemate.check_info();
    /// assert!(info.checkers() == 0 && !stalemate.has_legal_moves_with(&info));
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn has_legal_moves_with(&self, info: &CheckInfo) -> bool {
        active_token().has_legal_moves_with(self, info)
    }

    /// Returns whether the side to move is in check.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// let position: Position = "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1".parse()?;
    /// assert!(position.in_check() && !Position::START.in_check());
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[doc(alias = "is_check")]
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        active_token().in_check(self)
    }

    /// Returns the pieces that give check to the side to move.
    ///
    /// This takes less time than [`checks_and_pins`](Self::checks_and_pins), which returns them too.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/4r3/8/3p4/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.checkers(), Square::E4.bit() | Square::D2.bit());
    /// assert_eq!(Position::START.checkers(), 0);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> u64 {
        active_token().checkers(self)
    }

    /// Returns all legal moves.
    ///
    /// The order of the moves is unspecified and differs between levels.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Move, MoveKind, Position, Square};
    ///
    /// let position: Position = "8/8/8/8/8/6k1/8/7K w - - 0 1".parse()?;
    /// assert_eq!(
    ///     position.moves()[..],
    ///     [Move::new(Square::H1, Square::G1, MoveKind::Normal)]
    /// );
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[doc(alias("generate_moves", "MoveGen", "generate_legal_moves"))]
    #[inline]
    #[must_use]
    pub fn moves(&self) -> MoveList {
        active_token().moves(self)
    }

    /// Writes all legal moves to `moves` and returns their number.
    ///
    /// The order of the moves is unspecified and differs between levels. If `moves` is too short, the moves
    /// that do not fit are not written, but they are counted: the returned number is then larger than
    /// `moves.len()`. Moves are stored in whole vectors, so the contents of `moves` after the last move are
    /// unspecified. [`MAX_LEGAL_MOVES`](crate::positions::lists::MAX_LEGAL_MOVES) places are enough for every
    /// position.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Move, MoveKind, Position, Square};
    ///
    /// let position: Position = "8/8/8/8/8/6k1/8/7K w - - 0 1".parse()?;
    /// let mut moves = [Move::default(); 8];
    /// let number = position.legal_moves(&mut moves);
    /// assert_eq!(moves[..number], [Move::new(Square::H1, Square::G1, MoveKind::Normal)]);
    ///
    /// // Too little room: the first eight moves are written, and the number is that of all moves.
    /// assert_eq!(Position::START.legal_moves(&mut moves), 20);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use = "the number may exceed the length of `moves`"]
    pub fn legal_moves(&self, moves: &mut [Move]) -> usize {
        active_token().legal_moves(self, moves)
    }

    /// Writes the positions after all legal moves to `successors` and returns their number.
    ///
    /// They are in the order of [`legal_moves`](Position::legal_moves). If `successors` is too short, the
    /// positions that do not fit are not written, but they are counted: the returned number is then larger
    /// than `successors.len()`. [`MAX_LEGAL_MOVES`](crate::positions::lists::MAX_LEGAL_MOVES) places are
    /// enough for every position.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// let mut successors = [Position::START; 20];
    /// assert_eq!(Position::START.successors(&mut successors), 20);
    /// assert_eq!(
    ///     successors.iter().map(|position| position.legal_move_count()).sum::<u16>(),
    ///     400
    /// );
    /// ```
    #[inline]
    #[must_use = "the number may exceed the length of `successors`"]
    pub fn successors(&self, successors: &mut [Position]) -> usize {
        active_token().successors(self, successors)
    }

    /// Writes the legal moves of the given kinds to `moves` and returns their number.
    ///
    /// The destinations of the moves are masked before the moves are written, so captures take a fraction of
    /// the time of all moves. Order, and behavior if `moves` is too short, are as for
    /// [`legal_moves`](Self::legal_moves).
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Move, MoveSet, Position};
    ///
    /// let position: Position = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// let mut moves = [Move::default(); 64];
    /// assert_eq!(position.legal_moves_of(MoveSet::CAPTURES, &mut moves), 4);
    /// assert_eq!(
    ///     position.legal_moves_of(MoveSet::CAPTURES | MoveSet::PROMOTIONS, &mut moves),
    ///     8
    /// );
    /// assert_eq!(position.legal_moves_of(MoveSet::QUIETS, &mut moves), 5);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use = "the number may exceed the length of `moves`"]
    pub fn legal_moves_of(&self, set: MoveSet, moves: &mut [Move]) -> usize {
        active_token().legal_moves_of(self, set, moves)
    }

    /// Returns the legal moves of the given kinds.
    ///
    /// Nothing is cleared first, as a slice for [`legal_moves_of`](Self::legal_moves_of) would have to be:
    /// only the moves are written. The order of the moves is unspecified and differs between levels.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{MoveSet, Position};
    ///
    /// let position: Position = "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1".parse()?;
    /// assert_eq!(position.moves_of(MoveSet::CAPTURES)[0].to_string(), "d1d5");
    /// assert_eq!(position.moves_of(MoveSet::ALL).len(), position.moves().len());
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[doc(alias("capture_moves", "generate_legal_captures", "promotion_moves"))]
    #[inline]
    #[must_use]
    pub fn moves_of(&self, set: MoveSet) -> MoveList {
        active_token().moves_of(self, set)
    }

    /// Writes the legal moves from the squares of one bitboard to those of another and returns their number.
    ///
    /// A move is listed if `from` contains its [`from`](Move::from) and `to` contains its [`to`](Move::to).
    /// Castling moves are therefore listed by the square of the rook, and en passant captures by the square
    /// that the captured pawn has passed. Both bitboards are applied before the list is written, so a few
    /// pieces or targets take less time than all moves. Order, and behavior if `moves` is too short, are as
    /// for [`legal_moves`](Self::legal_moves).
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Move, Position, Square};
    ///
    /// let position: Position = "r3k2r/8/8/8/8/8/6p1/R3K2R w KQkq - 0 1".parse()?;
    /// let mut moves = [Move::default(); 64];
    /// // Which piece can capture the pawn? No piece can.
    /// assert_eq!(position.legal_moves_from_to(u64::MAX, Square::G2.bit(), &mut moves), 0);
    /// // The rooks can move toward the center, or to the other side of the board.
    /// assert_eq!(position.legal_moves_from_to(position.rooks(), Square::D1.bit() | Square::A8.bit(), &mut moves), 2);
    /// // The king castles with the rook on a1. With the one on h1 it cannot, because Black's pawn attacks f1.
    /// assert_eq!(position.legal_moves_from_to(position.kings(), position.rooks(), &mut moves), 1);
    /// assert_eq!((moves[0].from(), moves[0].to(), moves[0].to_string()), (Square::E1, Square::A1, "e1c1".into()));
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[doc(alias = "generate_moves_for")]
    #[inline]
    #[must_use = "the number may exceed the length of `moves`"]
    pub fn legal_moves_from_to(&self, from: u64, to: u64, moves: &mut [Move]) -> usize {
        active_token().legal_moves_from_to(self, from, to, moves)
    }

    /// Returns the pieces of both colors that attack a square, with these squares occupied.
    ///
    /// Pieces outside of `occupied` do not attack, so a search can remove pieces one after the other. One
    /// pass over the four lines of the square finds all sliders.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, Square, bitboard};
    ///
    /// let position: Position = "4r1k1/4r3/8/8/4P3/3P1N2/8/6K1 w - - 0 1".parse()?;
    /// let occupied = position.occupied();
    /// assert_eq!(
    ///     position.attackers_to(Square::E4, occupied),
    ///     bitboard! {
    ///         . . . . . . . .
    ///         . . . . 1 . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . 1 . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///     }
    /// );
    /// // Without the rook on e7, the other one attacks.
    /// let behind = position.attackers_to(Square::E4, occupied ^ Square::E7.bit());
    /// assert_eq!(behind, Square::E8.bit() | Square::D3.bit());
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[doc(alias("attacks_to", "attackers"))]
    #[inline]
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: u64) -> u64 {
        active_token().attackers_to(self, square, occupied)
    }

    /// Returns whether a piece of a color attacks a square, which may be empty or have a piece of either
    /// color.
    ///
    /// Pins are ignored, and so is the side to move. [`attackers_to`](Self::attackers_to) returns the pieces.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Color, Position, Square};
    ///
    /// assert!(Position::START.is_attacked_by(Color::White, Square::F3));
    /// assert!(!Position::START.is_attacked_by(Color::Black, Square::F3));
    /// ```
    #[inline]
    #[must_use]
    pub fn is_attacked_by(&self, color: Color, square: Square) -> bool {
        active_token().is_attacked_by(self, color, square)
    }

    /// Returns the squares that the piece on a square attacks, or 0 if the square is empty.
    ///
    /// The squares of own pieces, which the piece protects, are included. Pins are ignored.
    /// [`destinations`](Self::destinations) returns the squares to which a piece of the side to move can go.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, Square};
    ///
    /// let start = Position::START;
    /// assert_eq!(
    ///     start.attacks(Square::G8),
    ///     Square::F6.bit() | Square::H6.bit() | Square::E7.bit()
    /// );
    /// assert_eq!(start.attacks(Square::A1), Square::A2.bit() | Square::B1.bit());
    /// assert_eq!(start.attacks(Square::E4), 0);
    /// ```
    #[doc(alias = "attacks_from")]
    #[inline]
    #[must_use]
    pub fn attacks(&self, square: Square) -> u64 {
        active_token().attacks(self, square)
    }

    /// Returns the pseudo-legal destinations of the piece of the side to move on a square, or 0 if there is
    /// none.
    ///
    /// A pseudo-legal move may leave the king attacked; [`is_legal`](Self::is_legal) decides. The
    /// destinations include those of pawns, with en passant captures, and castling as the square of the rook.
    /// Castling is pseudo-legal if there is a right to castle and no other piece is on the squares that king
    /// and rook pass or reach.
    ///
    /// The squares of all roles are computed from one pass over the lines of the square and selected without
    /// branches, because the order of the pieces is unpredictable.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, Square, bitboard};
    ///
    /// let position: Position = "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1".parse()?;
    /// assert_eq!(
    ///     position.destinations(Square::E1),
    ///     bitboard! {
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . 1 1 1 . .
    ///         1 . . 1 . 1 . 1
    ///     }
    /// );
    /// // Black is not to move.
    /// assert_eq!(position.destinations(Square::E8), 0);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn destinations(&self, square: Square) -> u64 {
        active_token().destinations(self, square)
    }

    /// Returns the pieces of the side to move with a role that may move to a square, pseudo-legally.
    ///
    /// A piece is in the result if and only if [`destinations`](Self::destinations) of its square contain
    /// `to`: the square of the rook for castling. Notations that name the role and the destination of a move,
    /// such as SAN, start from these pieces.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, Role, Square};
    ///
    /// let position: Position = "4k3/8/8/3p4/4P3/2N5/8/3RK1N1 w - - 0 1".parse()?;
    /// assert_eq!(position.origins(Role::Pawn, Square::D5), Square::E4.bit());
    /// assert_eq!(
    ///     position.origins(Role::Knight, Square::E2),
    ///     Square::C3.bit() | Square::G1.bit()
    /// );
    /// assert_eq!(position.origins(Role::Bishop, Square::D5), 0);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[doc(alias = "san_candidates")]
    #[inline]
    #[must_use]
    pub fn origins(&self, role: Role, to: Square) -> u64 {
        active_token().origins(self, role, to)
    }

    /// Returns the squares that the pieces of a color attack, by role in the order of
    /// [`Role::ALL`](crate::Role::ALL).
    ///
    /// Protected pieces of the same color are included. [`attacks_by_role_on`](Self::attacks_by_role_on)
    /// computes the same on a board without the other king.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Color, Position, Role, bitboard};
    ///
    /// let attacks = Position::START.attacks_by_role(Color::White);
    /// assert_eq!(
    ///     attacks[Role::Knight],
    ///     bitboard! {
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         1 . 1 . . 1 . 1
    ///         . . . 1 1 . . .
    ///         . . . . . . . .
    ///     }
    /// );
    /// ```
    #[inline]
    #[must_use]
    pub fn attacks_by_role(&self, color: Color) -> ByRole<u64> {
        active_token().attacks_by_role(self, color)
    }

    /// Returns the squares that White attacks by role, and those that Black attacks.
    ///
    /// This takes less time than two calls of [`attacks_by_role`](Self::attacks_by_role).
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{ByColor, Color, Position, Role};
    ///
    /// let ByColor([white, black]) = Position::START.attacks_by_role_of_both();
    /// assert_eq!(white, Position::START.attacks_by_role(Color::White));
    /// assert_eq!(black[Role::Knight], white[Role::Knight].swap_bytes());
    /// ```
    #[inline]
    #[must_use]
    pub fn attacks_by_role_of_both(&self) -> ByColor<ByRole<u64>> {
        active_token().attacks_by_role_of_both(self)
    }

    /// Returns the squares that the pieces of a color attack, by role, with these squares occupied.
    ///
    /// If the other side's king is not in `occupied`, sliders also attack the squares behind it, which it
    /// cannot enter either.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Color, Position, Role, Square};
    ///
    /// let position: Position = "8/8/8/8/R2k4/8/8/4K3 b - - 0 1".parse()?;
    /// let without_king = position.occupied() & !Square::D4.bit();
    /// let attacks = position.attacks_by_role_on(Color::White, without_king);
    /// assert_ne!(attacks[Role::Rook] & Square::E4.bit(), 0);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn attacks_by_role_on(&self, color: Color, occupied: u64) -> ByRole<u64> {
        active_token().attacks_by_role_on(self, color, occupied)
    }

    /// Returns checks, pins and checking squares of both kings.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Color, Position, Role, Square};
    ///
    /// let position: Position = "4k3/8/4n3/1b6/8/3P4/8/4RK2 w - - 0 1".parse()?;
    /// let info = position.check_info();
    /// assert_eq!(info.checkers(), 0);
    /// // The bishop pins the pawn on d3 to White's king, and the rook the knight on e6 to Black's.
    /// assert_eq!((info.pinned(Color::White), info.pinned(Color::Black)), (Square::D3.bit(), Square::E6.bit()));
    /// assert_eq!((info.pinners(Color::White), info.pinners(Color::Black)), (Square::B5.bit(), Square::E1.bit()));
    /// // A bishop on a4 would not attack the king on e8, because the one on b5 is between them.
    /// assert_eq!(info.checks(Role::Bishop) & Square::A4.bit(), 0);
    /// assert_ne!(info.checks(Role::Knight) & Square::F6.bit(), 0);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[doc(alias("pinned", "pin", "is_pinned"))]
    #[inline]
    #[must_use]
    pub fn check_info(&self) -> CheckInfo {
        active_token().check_info(self)
    }

    /// Returns whether a move is legal.
    ///
    /// The move may have any 16 bits, for example from a hash table. It is legal if and only if
    /// [`legal_moves`](Self::legal_moves) contains it, with the same kind.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Move, MoveKind, Position, Square};
    ///
    /// let two_steps = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
    /// assert!(Position::START.is_legal(two_steps));
    /// assert!(!Position::START.is_legal(Move::new(
    ///     Square::E2,
    ///     Square::E4,
    ///     MoveKind::Normal
    /// )));
    /// assert!(!Position::START.play(two_steps).is_legal(two_steps));
    /// ```
    #[doc(alias = "legal")]
    #[inline]
    #[must_use]
    pub fn is_legal(&self, chess_move: Move) -> bool {
        active_token().is_legal(self, chess_move)
    }

    /// Returns whether a move is legal, given the [`CheckInfo`] of this position; see
    /// [`is_legal`](Self::is_legal).
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Move, MoveKind, Position, Square};
    ///
    /// let position: Position = "4k3/8/8/1b6/8/3P4/8/5K2 w - - 0 1".parse()?;
    /// let info = position.check_info();
    /// // The pawn is pinned.
    /// assert!(
    ///     !position
    ///         .is_legal_with(&info, Move::new(Square::D3, Square::D4, MoveKind::Normal))
    /// );
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_legal_with(&self, info: &CheckInfo, chess_move: Move) -> bool {
        active_token().is_legal_with(self, info, chess_move)
    }

    /// Returns whether a move is legal, given the [`NodeInfo`] of this position; see
    /// [`is_legal`](Self::is_legal).
    ///
    /// This is faster than [`is_legal_with`](Self::is_legal_with), because a `NodeInfo` contains the squares
    /// that the king cannot enter.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Move, MoveKind, Position, Square};
    ///
    /// let position: Position = "4k3/8/8/1b6/8/8/8/5K2 w - - 0 1".parse()?;
    /// let info = position.node_info();
    /// // The bishop gives check, and still attacks e2 after the king's step.
    /// assert!(!position.is_legal_with_node(
    ///     &info,
    ///     Move::new(Square::F1, Square::E2, MoveKind::Normal)
    /// ));
    /// assert!(position.is_legal_with_node(
    ///     &info,
    ///     Move::new(Square::F1, Square::E1, MoveKind::Normal)
    /// ));
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_legal_with_node(&self, info: &NodeInfo, chess_move: Move) -> bool {
        active_token().is_legal_with_node(self, info, chess_move)
    }

    /// Returns whether a legal move gives check.
    ///
    /// This includes discovered checks and those by en passant, castling and promotion. If the move is not
    /// legal, the result is unspecified.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, Square};
    ///
    /// let position: Position = "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1".parse()?;
    /// assert!(position.gives_check(position.parse_uci("e1c1")?));
    /// assert!(!position.gives_check(position.parse_uci("a1b1")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn gives_check(&self, chess_move: Move) -> bool {
        active_token().gives_check(self, chess_move)
    }

    /// Returns whether a legal move gives check, given the [`CheckInfo`] of this position; see
    /// [`gives_check`](Self::gives_check).
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, Square};
    ///
    /// // Any move of the knight off the file discovers the rook's check.
    /// let position: Position = "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1".parse()?;
    /// let info = position.check_info();
    /// assert_eq!(info.discoverers(), Square::E4.bit());
    /// assert!(position.gives_check_with(&info, position.parse_uci("e4c5")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn gives_check_with(&self, info: &CheckInfo, chess_move: Move) -> bool {
        active_token().gives_check_with(self, info, chess_move)
    }

    /// Returns the position after passing, or `None` if the side to move is in check. It has no en passant
    /// square.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Color, Position};
    ///
    /// let passed = Position::START.null_move().expect("White is not in check");
    /// assert_eq!(passed.side_to_move(), Color::Black);
    /// let in_check: Position = "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!(in_check.null_move(), None);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[doc(alias = "swap_turn")]
    #[inline]
    #[must_use]
    pub fn null_move(&self) -> Option<Position> {
        active_token().null_move(self)
    }

    /// Returns what a search computes after each move: the attacks of the side that has just moved, and
    /// checks and pins of both kings.
    ///
    /// The attacks are those of [`attacks_by_role_on`](Self::attacks_by_role_on) for the opponent of the side
    /// to move, on a board without the king of the side to move, so that they contain the squares behind it.
    /// The rest is [`check_info`](Self::check_info).
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, Role, Square};
    ///
    /// // . . . . k . . .
    /// // . . . . . . . .
    /// // . . . . r . . .
    /// // . . . . . . . .
    /// // . b . . . . . .
    /// // . . . N . . . .
    /// // . . . . K . . .      The rook attacks e1 as well, which the
    /// // . . . . . . . .      king protects from it only as long as it is on e2.
    /// let position: Position = "4k3/8/4r3/8/1b6/3N4/4K3/8 w - - 0 1".parse()?;
    /// let info = position.node_info();
    /// assert!(info.attacks(Role::Rook) & Square::E1.bit() != 0);
    /// assert!(info.king_danger() & Square::D2.bit() != 0); // by the bishop
    /// assert_eq!(*info.check_info(), position.check_info());
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn node_info(&self) -> NodeInfo {
        active_token().node_info(self)
    }

    /// Returns the material that a move gains if both sides then capture on its square as long as it pays.
    ///
    /// This is [static exchange evaluation](https://www.chessprogramming.org/Static_Exchange_Evaluation).
    /// `values` are the values of the pieces in the order of [`Role::ALL`](crate::Role::ALL). The sides
    /// capture in turn, each with a piece of the first role in that order that attacks the square; a piece
    /// behind another one on a line joins in when that one has captured. Either side may stop. A king only
    /// captures if nothing attacks the square.
    ///
    /// A value beyond 32 bits becomes the nearest number of them.
    ///
    /// Three common simplifications are made: pinned pieces capture like others; a pawn that captures in
    /// reply on the last rank stays a pawn; and castling is worth 0. If the move is not legal, the result is
    /// unspecified.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];
    /// let position: Position = "4r1k1/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1".parse()?;
    /// // A pawn for a rook: the other rook recaptures, but then Black's other rook does as well.
    /// assert_eq!(position.see(position.parse_uci("e2e5")?, &VALUES), 100 - 500);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn see(&self, chess_move: Move, values: &[i32; 6]) -> i32 {
        active_token().see(self, chess_move, values)
    }

    /// Returns whether the exchange that a move begins is worth at least `threshold`; see [`see`](Self::see).
    ///
    /// This takes less time than the value itself, because it can usually stop before all pieces have
    /// captured.
    ///
    /// The exact value is compared, before `see` limits it to 32 bits. So the result for `i32::MIN` is
    /// `false` if an exchange loses more than 2<sup>31</sup>, which takes values of the pieces that sum to
    /// more than that.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];
    /// let position: Position = "4k3/8/3p4/4n3/8/5N2/8/4K3 w - - 0 1".parse()?;
    /// let capture = position.parse_uci("f3e5")?;
    /// assert!(position.see_at_least(capture, &VALUES, 0));
    /// assert!(!position.see_at_least(capture, &VALUES, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn see_at_least(&self, chess_move: Move, values: &[i32; 6], threshold: i32) -> bool {
        active_token().see_at_least(self, chess_move, values, threshold)
    }

    /// Returns whether the exchange that a move begins is worth at least `threshold` if pinned pieces do not
    /// capture, given the [`CheckInfo`] of this position.
    ///
    /// While any piece that pins a piece of a side is on its square, the pinned pieces of that side capture
    /// only on the line through their king. Once the pinners have captured or have been captured, they
    /// capture like others. Otherwise the exchange is that of [`see`](Self::see). A pinned piece protects a
    /// square from the enemy king nevertheless.
    ///
    /// Reckless and other engines of 2026 compare exchanges by this rule. Stockfish's does not let pinned
    /// pieces capture on the line of their king either.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];
    /// // . . . . k . . .
    /// // . . . . n . . .      The knight on e7 protects d5, but it is pinned by the rook:
    /// // . . . . . . . .      if it captured, the rook would attack the king.
    /// // . . . p . . . .
    /// // . . . . . . . .
    /// // . . N . . . . .
    /// // . . . . R . . .
    /// // . . . . K . . .
    /// let position: Position = "4k3/4n3/8/3p4/8/2N5/4R3/4K3 w - - 0 1".parse()?;
    /// let info = position.check_info();
    /// let capture = position.parse_uci("c3d5")?;
    /// assert!(!position.see_at_least(capture, &VALUES, 0));
    /// assert!(position.see_at_least_with(&info, capture, &VALUES, 100));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn see_at_least_with(
        &self,
        info: &CheckInfo,
        chess_move: Move,
        values: &[i32; 6],
        threshold: i32,
    ) -> bool {
        active_token().see_at_least_with(self, info, chess_move, values, threshold)
    }

    /// Writes the threats of the position to `threats` and returns their number.
    ///
    /// A threat is a piece and another piece of either color that it attacks, if `kinds` contains the two
    /// roles. A slider attacks the nearest piece in each of its directions. The side to move, checks and pins
    /// do not matter.
    ///
    /// The order of the threats is unspecified and differs between levels. If `threats` is too short, the
    /// threats that do not fit are not written, but they are counted: compare the returned number with
    /// `threats.len()`. Places after the last threat may be overwritten.
    /// [`MAX_THREATS`](crate::threats::MAX_THREATS) places are enough for every board.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{
    ///     Position,
    ///     threats::{Threat, ThreatKinds},
    /// };
    ///
    /// // . . . . k . . .
    /// // . . . . . . . .
    /// // . q . . . . . .
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // . R . N . p . .
    /// // . . . . . . . .
    /// // . . . . K . . .
    /// let position: Position = "4k3/8/1q6/8/8/1R1N1p2/8/4K3 w - - 0 1".parse()?;
    /// let mut threats = [Threat::NONE; 32];
    /// let count = position.threats(ThreatKinds::ALL, &mut threats);
    /// let mut texts: Vec<_> = threats[..count].iter().map(ToString::to_string).collect();
    /// texts.sort();
    /// assert_eq!(
    ///     texts,
    ///     [
    ///         "black queen on b6 attacks white rook on b3",
    ///         "white knight on d3 attacks white king on e1",
    ///         "white rook on b3 attacks black queen on b6",
    ///         "white rook on b3 attacks white knight on d3",
    ///     ]
    /// );
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use = "the number may exceed the length of `threats`"]
    pub fn threats(&self, kinds: ThreatKinds, threats: &mut [Threat]) -> usize {
        active_token().threats(self, kinds, threats)
    }

    /// Writes the network inputs of the position from the view of one side to `inputs` and returns their
    /// number.
    ///
    /// The order of the inputs is unspecified and differs between levels. If `inputs` is too short, the
    /// inputs that do not fit are not written, but they are counted. A position of a game has at most 256
    /// threats and 120 pairs of pawns. Places after the last input may be overwritten.
    ///
    /// [`threat_inputs_of_both`](Self::threat_inputs_of_both) does the same for both sides,
    /// `batch::threat_inputs` for many positions, and [`ThreatLayout::inputs_of`] for the
    /// [changes](Self::threat_changes) by a move.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Color, Position, threats::ThreatLayout};
    ///
    /// // . . . . k . . .
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // . n . . . . . .
    /// // P . . . . . . .
    /// // . . . K . . . .
    /// let position: Position = "4k3/8/8/8/8/1n6/P7/3K4 w - - 0 1".parse()?;
    /// let mut inputs = [0; 16];
    /// // White's pawn attacks the knight. The knight does not attack the pawn.
    /// assert_eq!(position.threat_inputs(&ThreatLayout::INPUTS_59808, Color::White, &mut inputs), 1);
    /// // The first inputs are those of White's pawns that attack White's knights, rooks, then Black's knights.
    /// assert_eq!(inputs[0], 2 * 84);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use = "the number may exceed the length of the slice"]
    pub fn threat_inputs(&self, layout: &ThreatLayout, perspective: Color, inputs: &mut [u32]) -> usize {
        active_token().threat_inputs(self, layout, perspective, inputs)
    }

    /// Writes the network inputs of the position from the views of both sides and returns their numbers,
    /// White's first.
    ///
    /// Unlike two calls of [`threat_inputs`](Self::threat_inputs), it finds the threats once. Otherwise the
    /// call is the same.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, threats::ThreatLayout};
    ///
    /// // . . . . k . . .
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // . n . . . . . .
    /// // P . . . . . . .
    /// // . . . K . . . .
    /// let position: Position = "4k3/8/8/8/8/1n6/P7/3K4 w - - 0 1".parse()?;
    /// let (mut white, mut black) = ([0; 16], [0; 16]);
    /// let counts = position.threat_inputs_of_both(
    ///     &ThreatLayout::INPUTS_59808,
    ///     &mut white,
    ///     &mut black,
    /// );
    /// assert_eq!(counts, [1, 1]);
    /// // From Black's view, it is Black's opponent whose pawn attacks a knight.
    /// assert!(white[0] < black[0]);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use = "the numbers may exceed the lengths of the slices"]
    pub fn threat_inputs_of_both(
        &self,
        layout: &ThreatLayout,
        white: &mut [u32],
        black: &mut [u32],
    ) -> [usize; 2] {
        active_token().threat_inputs_of_both(self, layout, white, black)
    }

    /// Creates a position from a packed board: the occupied squares, and a number of four bits for each
    /// piece.
    ///
    /// The numbers are in the order of the squares, the lower half of each byte first. Numbers behind the
    /// last piece are ignored. `codes` contains their meaning; see [`NibbleCodes`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{NibbleCodes, Position, bitboard};
    ///
    /// let occupied = bitboard! {
    ///     . . . . 1 . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . 1 . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . 1 . . 1
    /// };
    /// // A white king, a rook that may castle, a pawn after a double push, and a black king to move.
    /// let mut nibbles = [0; 16];
    /// nibbles[..2].copy_from_slice(&[0xda, 0xfc]);
    /// let position = Position::from_nibbles(occupied, &nibbles, &NibbleCodes::BINPACK).unwrap();
    /// assert_eq!(position.to_string(), "4k3/8/8/8/4P3/8/8/4K2R b K e3 0 1");
    ///
    /// nibbles[1] = 0x0c; // Two pawns, and no black king
    /// let error = Position::from_nibbles(occupied, &nibbles, &NibbleCodes::BINPACK).unwrap_err();
    /// assert_eq!(error.to_string(), "piece placement: number of black kings: 0; each side must have exactly one");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if there are more than 32 pieces, if a number is no piece of the format, or if the
    /// position is not valid; see [`new`](Self::new).
    #[inline]
    pub fn from_nibbles(
        occupied: u64,
        nibbles: &[u8; 16],
        codes: &NibbleCodes,
    ) -> Result<Self, InvalidPosition> {
        active_token().position_from_nibbles(occupied, nibbles, codes)
    }

    /// Creates a position from a packed board without checking it; otherwise like
    /// [`from_nibbles`](Self::from_nibbles).
    ///
    /// Use it for files that are known to be valid, or call [`check`](Self::check) later. Numbers that are no
    /// piece leave their square empty.
    #[inline]
    #[must_use]
    pub fn from_nibbles_unchecked(occupied: u64, nibbles: &[u8; 16], codes: &NibbleCodes) -> Self {
        active_token().position_from_nibbles_unchecked(occupied, nibbles, codes)
    }

    /// Returns the occupied squares and a number of four bits for each piece, in the order of the squares and
    /// the lower half of each byte first.
    ///
    /// Castling rights, the en passant square and the side to move are only in the numbers of [`NibbleCodes`]
    /// that have codes for them. Formats without such codes store them elsewhere, or not at all.
    ///
    /// Returns `None` for more than 32 pieces, and if the codes have no number for a piece.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{NibbleCodes, Position};
    ///
    /// let position: Position = "4k3/8/8/8/4P3/8/8/4K2R b K e3 0 1".parse()?;
    /// let (occupied, nibbles) = position.to_nibbles(&NibbleCodes::BINPACK).unwrap();
    /// // The king on e1, the rook on h1 that may castle, the pawn on e4 that passed e3, and the king to move.
    /// assert_eq!(nibbles[..2], [0xda, 0xfc]);
    /// assert_eq!(Position::from_nibbles(occupied, &nibbles, &NibbleCodes::BINPACK), Ok(position));
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn to_nibbles(&self, codes: &NibbleCodes) -> Option<(u64, [u8; 16])> {
        active_token().position_to_nibbles(self, codes)
    }

    /// Replaces the contents of `changes` with the threats that a legal move adds and removes.
    ///
    /// The position is the one before the move. No threat is in both lists. If the move is not legal, the
    /// result is unspecified, but the function does not panic.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{
    ///     Position,
    ///     threats::{ThreatChanges, ThreatKinds},
    /// };
    ///
    /// // . . . . k . . .
    /// // . . . q . . . .      The knight moves out of the way of the queen,
    /// // . . . . . . . .      which then attacks the rook, as does the rook
    /// // . . . . . . . .      the queen. The knight protects the rook from
    /// // . . . N . . . .      its new square.
    /// // . . . . . . . .
    /// // . . . R . . . .
    /// // . . . . K . . .
    /// let position: Position = "4k3/3q4/8/8/3N4/8/3R4/4K3 w - - 0 1".parse()?;
    /// let mut changes = ThreatChanges::new();
    /// position.threat_changes(
    ///     position.parse_uci("d4b3")?,
    ///     ThreatKinds::ALL,
    ///     &mut changes,
    /// );
    /// let sorted = |threats: &[quadline::threats::Threat]| {
    ///     let mut texts: Vec<_> = threats.iter().map(ToString::to_string).collect();
    ///     texts.sort();
    ///     texts
    /// };
    /// assert_eq!(
    ///     sorted(changes.removed()),
    ///     [
    ///         "black queen on d7 attacks white knight on d4",
    ///         "white rook on d2 attacks white knight on d4",
    ///     ]
    /// );
    /// assert_eq!(
    ///     sorted(changes.added()),
    ///     [
    ///         "black queen on d7 attacks white rook on d2",
    ///         "white knight on b3 attacks white rook on d2",
    ///         "white rook on d2 attacks black queen on d7",
    ///     ]
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn threat_changes(&self, chess_move: Move, kinds: ThreatKinds, changes: &mut ThreatChanges) {
        active_token().threat_changes(self, chess_move, kinds, changes);
    }
}

impl SuccessorCounter {
    /// Adds the number of legal moves of each successor of a position.
    #[inline]
    pub fn add(&mut self, position: &Position) {
        active_token().add_successors(position, self);
    }

    /// Returns the number of legal moves of all successors of the positions that were added, and leaves the
    /// counter empty.
    #[inline]
    pub fn finish(&mut self) -> u64 {
        active_token().finish_successors(self)
    }
}

impl Mailbox {
    /// Replaces the contents of `changes` with the threats that a change of the board adds and removes.
    ///
    /// The board is the one before the change, because bytes that have just been written cannot be loaded as
    /// a vector until they have reached the cache (the two were not compared). [`Mailbox`] has an example.
    ///
    /// Removing or moving a piece from an empty square changes nothing.
    #[inline]
    pub fn threat_changes(&self, change: BoardChange, kinds: ThreatKinds, changes: &mut ThreatChanges) {
        active_token().mailbox_threat_changes(self, change, kinds, changes);
    }
}

impl MailboxRef<'_> {
    /// Replaces the contents of `changes` with the threats that a change of the board adds and removes.
    ///
    /// The board is the one before the change; see [`Mailbox::threat_changes`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::threats::{
    ///     BoardChange, Mailbox, MailboxRef, ThreatChanges, ThreatKinds,
    /// };
    /// use quadline::{Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let mailbox = Mailbox::from(&position);
    /// let mut changes = ThreatChanges::new();
    /// let castling = BoardChange::Castling { king: Square::E1, rook: Square::H1 };
    /// MailboxRef::from(&mailbox).threat_changes(castling, ThreatKinds::ALL, &mut changes);
    /// let texts = |threats: &[quadline::threats::Threat]| {
    ///     threats.iter().map(ToString::to_string).collect::<Vec<_>>()
    /// };
    /// assert_eq!(texts(changes.removed()), ["white rook on h1 attacks white king on e1"]);
    /// let mut added = texts(changes.added());
    /// added.sort();
    /// assert_eq!(
    ///     added,
    ///     [
    ///         "white king on g1 attacks white rook on f1",
    ///         "white rook on f1 attacks white king on g1",
    ///     ]
    /// );
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    pub fn threat_changes(&self, change: BoardChange, kinds: ThreatKinds, changes: &mut ThreatChanges) {
        active_token().mailbox_ref_threat_changes(*self, change, kinds, changes);
    }

    /// Writes the threats that a change of the board adds and removes to two slices and returns their
    /// numbers.
    ///
    /// The first number is that of `added`. No threat is in both slices. Threats that do not fit are not
    /// written, but they are counted. A change adds and removes at most 64 threats each. Places after the
    /// last threat may be overwritten: up to sixteen at a time, so slices with 80 places take the shortest
    /// path.
    ///
    /// Engines that update a network later keep the threats of each move, and compute the inputs with
    /// [`ThreatLayout::inputs_of`] when they need them. [`MailboxRef`] has an example.
    #[inline]
    #[must_use = "the numbers may exceed the lengths of the slices"]
    pub fn threat_changes_into(
        &self,
        change: BoardChange,
        kinds: ThreatKinds,
        added: &mut [Threat],
        removed: &mut [Threat],
    ) -> [usize; 2] {
        active_token().mailbox_ref_threat_changes_into(*self, change, kinds, added, removed)
    }
}

impl ThreatLayout {
    /// Writes the inputs of threats from the view of one side to `inputs` and returns their number.
    ///
    /// `king` is the square of the perspective's own king. The threats must be of the [kinds](Self::kinds) of
    /// the layout. One of two like threats may not be an input. Inputs that do not fit are not written, but
    /// they are counted. Places after the last input may be overwritten.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::threats::{ThreatChanges, ThreatLayout};
    /// use quadline::{Color, Position, Square};
    ///
    /// let layout = ThreatLayout::INPUTS_66864;
    /// let mut changes = ThreatChanges::new();
    /// Position::START.threat_changes(
    ///     Position::START.parse_uci("e2e4")?,
    ///     layout.kinds(),
    ///     &mut changes,
    /// );
    ///
    /// let mut inputs = [0; 64];
    /// let count =
    ///     layout.inputs_of(changes.removed(), Color::White, Square::E1, &mut inputs);
    /// // d1, e1, f1 and g1 protected the pawn.
    /// assert_eq!(count, 4);
    /// let expected = layout.input(changes.removed()[0], Color::White, Square::E1);
    /// assert!(inputs[..count].contains(&expected.unwrap()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use = "the number may exceed the length of the slice"]
    pub fn inputs_of(
        &self,
        threats: &[Threat],
        perspective: Color,
        king: Square,
        inputs: &mut [u32],
    ) -> usize {
        active_token().inputs_of_threats(threats, self, perspective, king, inputs)
    }

    /// Writes the inputs of threats from the views of both sides and returns their numbers, White's first.
    ///
    /// Unlike two calls of [`inputs_of`](Self::inputs_of), it loads the threats and the numbers of their
    /// pieces once. `kings` are the squares of the white and of the black king. Otherwise the call is the
    /// same.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::threats::{ThreatChanges, ThreatLayout};
    /// use quadline::{Color, Position, Square};
    ///
    /// let layout = ThreatLayout::INPUTS_66864;
    /// let mut changes = ThreatChanges::new();
    /// Position::START.threat_changes(
    ///     Position::START.parse_uci("e2e4")?,
    ///     layout.kinds(),
    ///     &mut changes,
    /// );
    ///
    /// let (mut white, mut black, mut one) = ([0; 64], [0; 64], [0; 64]);
    /// let counts = layout.inputs_of_both(
    ///     changes.removed(),
    ///     [Square::E1, Square::E8],
    ///     &mut white,
    ///     &mut black,
    /// );
    /// assert_eq!(
    ///     layout.inputs_of(changes.removed(), Color::Black, Square::E8, &mut one),
    ///     counts[1]
    /// );
    /// assert_eq!(black[..counts[1]], one[..counts[1]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use = "the numbers may exceed the lengths of the slices"]
    pub fn inputs_of_both(
        &self,
        threats: &[Threat],
        kings: [Square; 2],
        white: &mut [u32],
        black: &mut [u32],
    ) -> [usize; 2] {
        active_token().inputs_of_threats_of_both(threats, self, kings, white, black)
    }

    /// Writes the inputs that a move adds and those that it removes from the view of one side, and returns
    /// their numbers.
    ///
    /// They turn the inputs of `before` into those of `after`, the position after the move: those of threats
    /// and of pairs of pawns. `changes` are the [changes of the threats](Position::threat_changes) by the
    /// move, of the [kinds](Self::kinds) of the layout; for other ones, the inputs are unspecified. If the
    /// king of the perspective moves to the half of the board on which it mirrors the files, or leaves it,
    /// all inputs are removed and added. Otherwise no input is in both slices, as long as no two inputs of
    /// the layout have the same number.
    ///
    /// Inputs that do not fit are not written, but they are counted. Places after the last input may be
    /// overwritten. In positions with at most 32 pieces and 16 pawns, 376 places are enough.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::threats::{ThreatChanges, ThreatLayout};
    /// use quadline::{Color, Position};
    ///
    /// let layout = ThreatLayout::INPUTS_59808.with_pawn_pairs(59_808);
    /// let before = Position::START;
    /// let chess_move = before.parse_uci("e2e4")?;
    /// let after = before.play(chess_move);
    /// let mut changes = ThreatChanges::new();
    /// before.threat_changes(chess_move, layout.kinds(), &mut changes);
    ///
    /// let (mut added, mut removed) = ([0; 376], [0; 376]);
    /// let [adds, removes] =
    ///     layout.input_changes(&before, &after, &changes, Color::White, &mut added, &mut removed);
    /// // Before and after the move, the pawn has pairs with the five others on the files d, e and f. The queen, the bishop
    /// // and the knight protected it.
    /// assert_eq!((adds, removes), (5, 5 + 3));
    ///
    /// let mut inputs = [0; 376];
    /// let counts = [&before, &after].map(|position| position.threat_inputs(&layout, Color::White, &mut inputs));
    /// assert_eq!(counts[1], counts[0] + adds - removes);
    /// # Ok::<(), quadline_kernels::ParseMoveError>(())
    /// ```
    // Inlined, so that this crate does not compile the functions that it calls at all levels.
    #[inline]
    #[must_use = "the numbers may exceed the lengths of the slices"]
    pub fn input_changes(
        &self,
        before: &Position,
        after: &Position,
        changes: &ThreatChanges,
        perspective: Color,
        added: &mut [u32],
        removed: &mut [u32],
    ) -> [usize; 2] {
        if self.exchange_of(before, perspective) != self.exchange_of(after, perspective) {
            let adds = after.threat_inputs(self, perspective, added);
            return [adds, before.threat_inputs(self, perspective, removed)];
        }
        let king = before.king(perspective).unwrap_or(Square::A1);
        let counts = [
            self.inputs_of(changes.added(), perspective, king, added),
            self.inputs_of(changes.removed(), perspective, king, removed),
        ];
        let pawns =
            [before, after].map(|position| Color::ALL.map(|color| position.pieces(color, Role::Pawn)));
        let places = [(added, counts[0]), (removed, counts[1])].map(|(inputs, count)| {
            let inputs = inputs.get_mut(count..).unwrap_or_default();
            match perspective {
                Color::White => [inputs, &mut []],
                Color::Black => [&mut [], inputs],
            }
        });
        let pairs = active_token().pawn_pair_changes(self, pawns, [king; 2], places);
        let of_view = |list: usize| counts[list] + pairs[list][perspective as usize];
        [of_view(0), of_view(1)]
    }

    /// Writes the inputs of [pairs of pawns](Self::with_pawn_pairs) that a move adds and removes, from the
    /// views of both sides in one pass, and returns their numbers.
    ///
    /// For engines that keep bitboards of their own. `pawns` are the sets of White's and of Black's pawns
    /// before the move, and those after it. `kings` are the squares of the white and of the black king,
    /// `inputs` the places for the added ones from White's and from Black's view, and those for the removed
    /// ones. The numbers have the same order. If no pawn changes, or the layout has no pairs, all are 0.
    ///
    /// If a king moves to the half of the board on which it mirrors the files, or leaves it, all inputs from
    /// its view change; [`Position::threat_inputs`] has them. Inputs that do not fit are not written, but
    /// they are counted. Places after the last input may be overwritten. A pawn has at most 15 pairs in a
    /// position with 16 pawns, and a move changes two pawns, so 32 places are enough.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::threats::ThreatLayout;
    /// use quadline::{Position, Square};
    ///
    /// let layout = ThreatLayout::INPUTS_59808.with_pawn_pairs(59_808);
    /// let [white, black] = [Position::START.pawns() & 0xff00, Position::START.pawns() & 0xff << 48];
    /// let after = white ^ Square::E2.bit() ^ Square::E4.bit();
    ///
    /// let [[mut a, mut b], [mut c, mut d]] = [[[0; 32]; 2]; 2];
    /// let inputs: [[&mut [u32]; 2]; 2] = [[&mut a, &mut b], [&mut c, &mut d]];
    /// let kings = [Square::E1, Square::E8];
    /// let counts = layout.pawn_pair_changes([[white, black], [after, black]], kings, inputs);
    /// // The pawn has pairs with the five others on the files d, e and f, before and after the move.
    /// assert_eq!(counts, [[5; 2]; 2]);
    /// ```
    #[inline]
    #[must_use = "the numbers may exceed the lengths of the slices"]
    pub fn pawn_pair_changes(
        &self,
        pawns: [[u64; 2]; 2],
        kings: [Square; 2],
        inputs: [[&mut [u32]; 2]; 2],
    ) -> [[usize; 2]; 2] {
        active_token().pawn_pair_changes(self, pawns, kings, inputs)
    }
}
