//! What a position is asked without a token: calls of the run-time dispatch.

use super::Level;
use super::dispatch::agreed_token;
use crate::{BoardChange, ChecksAndPins, Mailbox, Move, Position, Threat, ThreatChanges, ThreatKinds};

/// Each is dispatched at run time, a load and an indirect call, to the same method of a [`Level`]: a loop over positions is
/// better a [batch](crate::batch), or compiled as a whole for a level. They panic if `QUADLINE_LEVEL` names a level that
/// cannot be used.
impl Position {
    /// All squares that White attacks, and all that Black attacks; the pieces that they cover are among them.
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, bitboard};
    ///
    /// let [white, _] = Position::START.attacked_squares();
    /// assert_eq!(white, bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     1 1 1 1 1 1 1 1
    ///     1 1 1 1 1 1 1 1
    ///     . 1 1 1 1 1 1 .
    /// });
    /// ```
    #[inline]
    #[must_use]
    pub fn attacked_squares(&self) -> [u64; 2] {
        agreed_token().attacked_squares(self)
    }

    /// Checks, pins and where the king cannot go, for the side to move.
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
        agreed_token().checks_and_pins(self)
    }

    /// The number of legal moves.
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// assert_eq!(quadline::Position::START.legal_move_count(), 20);
    /// ```
    #[inline]
    #[must_use]
    pub fn legal_move_count(&self) -> u16 {
        agreed_token().legal_move_count(self)
    }

    /// Writes all legal moves to `moves` and returns their number.
    ///
    /// The order of the moves is unspecified. If `moves` is too short, the moves that do not fit are not written, but they are
    /// counted: the returned number is then larger than `moves.len()`.
    /// [`MAX_LEGAL_MOVES`](crate::positions::moves::MAX_LEGAL_MOVES) places are enough for every position.
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Move, MoveKind, Position, Square};
    ///
    /// let position: Position = "8/8/8/8/8/6k1/8/7K w - - 0 1".parse()?;
    /// let mut moves = [Move::from_bits(0); 8];
    /// let number = position.legal_moves(&mut moves);
    /// assert_eq!(moves[..number], [Move::new(Square::H1, Square::G1, MoveKind::Normal)]);
    ///
    /// // Too little room: the first eight moves are written, and the number is that of all moves.
    /// assert_eq!(Position::START.legal_moves(&mut moves), 20);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    pub fn legal_moves(&self, moves: &mut [Move]) -> usize {
        agreed_token().legal_moves(self, moves)
    }

    /// Writes the positions after all legal moves to `successors`, in the order of
    /// [`legal_moves`](Position::legal_moves), and returns their number.
    ///
    /// If `successors` is too short, the positions that do not fit are not written, but they are counted: the returned number
    /// is then larger than `successors.len()`. [`MAX_LEGAL_MOVES`](crate::positions::moves::MAX_LEGAL_MOVES) places are enough
    /// for every position.
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// let mut successors = [Position::START; 20];
    /// assert_eq!(Position::START.successors(&mut successors), 20);
    /// assert_eq!(successors.iter().map(|position| position.legal_move_count()).sum::<u16>(), 400);
    /// ```
    #[inline]
    pub fn successors(&self, successors: &mut [Position]) -> usize {
        agreed_token().successors(self, successors)
    }

    /// Writes the threats of the position, which piece attacks which, to `threats` and returns their number.
    ///
    /// A threat is written for each piece and each piece that it attacks, of either color, if `kinds` contains the two
    /// roles. A slider attacks the nearest piece in each of its directions, and sees through none. Whose move it is, checks and
    /// pins are of no interest.
    ///
    /// The order of the threats is unspecified and differs between levels. If `threats` is too short, the threats that do
    /// not fit are not written, but they are counted: compare the returned number with `threats.len()`. Places behind the
    /// last threat may be overwritten. [`MAX_THREATS`](crate::MAX_THREATS) places are enough for every board.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, Threat, ThreatKinds};
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
    /// assert_eq!(texts, [
    ///     "black queen on b6 attacks white rook on b3",
    ///     "white knight on d3 attacks white king on e1",
    ///     "white rook on b3 attacks black queen on b6",
    ///     "white rook on b3 attacks white knight on d3",
    /// ]);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    pub fn threats(&self, kinds: ThreatKinds, threats: &mut [Threat]) -> usize {
        agreed_token().threats(self, kinds, threats)
    }

    /// Writes the threats that a legal move adds and removes to `changes`, in place of what was there.
    ///
    /// The threats after the move are those before it without the removed and with the added ones; no threat is in both
    /// lists. The position is the one before the move. For a move that is not legal the result is unspecified, but there
    /// is no panic.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, ThreatChanges, ThreatKinds};
    ///
    /// // The knight steps out of the way: the rook attacks the queen.
    /// let position: Position = "4k3/3q4/8/8/3N4/8/3R4/4K3 w - - 0 1".parse()?;
    /// let mut changes = ThreatChanges::new();
    /// position.threat_changes(position.parse_uci("d4b3")?, ThreatKinds::INPUTS_59808, &mut changes);
    /// let added: Vec<_> = changes.added().iter().map(ToString::to_string).collect();
    /// assert!(added.contains(&"white rook on d2 attacks black queen on d7".into()) == false); // not among these kinds
    /// assert!(added.contains(&"black queen on d7 attacks white rook on d2".into()));
    /// assert!(added.contains(&"white knight on b3 attacks white rook on d2".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn threat_changes(&self, chess_move: Move, kinds: ThreatKinds, changes: &mut ThreatChanges) {
        agreed_token().threat_changes(self, chess_move, kinds, changes);
    }
}

impl Mailbox {
    /// Writes the threats that a change of the board adds and removes to `changes`, in place of what was there.
    ///
    /// The board is the one before the change, which is faster than the one after it: a board whose bytes have just been
    /// written has to reach the cache before a vector can be loaded from it. See [`Mailbox`] for an example.
    ///
    /// A piece that is taken off an empty square, or moved from one, changes nothing. Castling and en passant are several
    /// changes, each of the board after the one before; a threat may then be added by one and removed by another.
    #[inline]
    pub fn threat_changes(&self, change: BoardChange, kinds: ThreatKinds, changes: &mut ThreatChanges) {
        agreed_token().mailbox_threat_changes(self, change, kinds, changes);
    }
}
