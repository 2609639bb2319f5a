//! [`Threat`], [`ThreatKinds`], [`ThreatChanges`], [`Mailbox`] and [`MailboxRef`].

use core::fmt;

use super::{Color, Move, MoveKind, Piece, Position, Role};
use crate::Square;

/// A piece and another piece that it attacks, with their squares.
///
/// The attacked piece may be of either color: a threat to a piece of the attacker's own color protects it. A
/// threat has four bytes, in the order of the fields; see [`slice_as_bytes`](Self::slice_as_bytes).
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Piece, Square, threats::Threat};
///
/// let threat = Threat {
///     attacker: Piece::from_letter('N').unwrap(),
///     from: Square::D4,
///     attacked: Piece::from_letter('r').unwrap(),
///     to: Square::E6,
/// };
/// assert_eq!(threat.to_string(), "white knight on d4 attacks black rook on e6");
/// assert_eq!(Threat::slice_as_bytes(&[threat]), [[2, 27, 12, 44]]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C, align(4))]
pub struct Threat {
    /// The attacking piece.
    pub attacker: Piece,
    /// The square of the attacking piece.
    pub from: Square,
    /// The attacked piece.
    pub attacked: Piece,
    /// The square of the attacked piece.
    pub to: Square,
}

/// The maximum number of threats of a board with any number of pieces, 420.
///
/// It is the number of neighbors of all squares taken together. A board with at most 32 pieces has at most
/// 256 threats.
pub const MAX_THREATS: usize = 420;

impl Threat {
    /// A placeholder that no board has, because a square does not attack itself.
    pub const NONE: Self = {
        let piece = Piece::new(Color::White, Role::Pawn);
        Self { attacker: piece, from: Square::A1, attacked: piece, to: Square::A1 }
    };

    /// Returns the bytes of threats, without a copy.
    ///
    /// Each threat has four bytes: the [byte](Piece::to_byte) of the attacker, the number of its square, the
    /// byte of the attacked piece, and the number of its square.
    #[inline]
    #[must_use]
    pub const fn slice_as_bytes(threats: &[Self]) -> &[[u8; 4]] {
        bytemuck::must_cast_slice(threats)
    }
}

impl Default for Threat {
    /// Returns [`Threat::NONE`].
    fn default() -> Self {
        Self::NONE
    }
}

/// Writes the threat as `white knight on d4 attacks black rook on e6`.
impl fmt::Display for Threat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { attacker, from, attacked, to } = self;
        write!(formatter, "{attacker} on {from} attacks {attacked} on {to}")
    }
}

impl fmt::Debug for Threat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Threat({self})")
    }
}

/// A selection of threats: for each role of the attacker, a set of attacked roles of both colors.
///
/// Neural networks leave out the threats that carry little information, and their choice changes between
/// generations. The constants that begin with `INPUTS` are choices of engines, named after the number of
/// network inputs if each selected combination of pieces and squares is one input.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Role, threats::ThreatKinds};
///
/// let kinds = ThreatKinds::NONE.with(Role::Pawn, &[Role::Knight, Role::Rook]);
/// assert!(kinds.contains(Role::Pawn, Role::Rook));
/// assert!(!kinds.contains(Role::Rook, Role::Pawn));
/// assert!(ThreatKinds::ALL.contains(Role::Rook, Role::Pawn));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreatKinds(
    /// One byte for each value of the lowest three bits of [`Piece::to_byte`]: the set of attacked roles, one
    /// bit each.
    u64,
);

impl ThreatKinds {
    /// No threats. Use [`with`](Self::with) to add some.
    pub const NONE: Self = Self(0);

    /// All threats.
    pub const ALL: Self = {
        let (mut kinds, mut attacker) = (Self::NONE, 0);
        while attacker < 6 {
            kinds = kinds.with(Role::ALL[attacker], &Role::ALL);
            attacker += 1;
        }
        kinds
    };

    /// The choice of Stockfish, PlentyChess, Viridithas and Stormphrax in mid-2026: 59,808 inputs.
    ///
    /// It excludes threats by and to kings. Of threats by pawns, it includes only those to knights and rooks,
    /// because pairs of pawns are a separate feature set in these engines.
    pub const INPUTS_59808: Self = Self::INPUTS_60144.with(Role::Pawn, &[Role::Knight, Role::Rook]);

    /// The choice of SFNNv12 (Stockfish, early 2026), and of Viridithas and Stormphrax before they had pairs
    /// of pawns: 60,144 inputs. It excludes threats by and to kings.
    pub const INPUTS_60144: Self = Self::INPUTS_66864.with(Role::King, &[]);

    /// The choice of SFNNv11 and Reckless: 66,864 inputs. It excludes threats to kings.
    pub const INPUTS_66864: Self = {
        use Role::*;
        Self::NONE
            .with(Pawn, &[Pawn, Knight, Rook])
            .with(Knight, &[Pawn, Knight, Bishop, Rook, Queen])
            .with(Bishop, &[Pawn, Knight, Bishop, Rook])
            .with(Rook, &[Pawn, Knight, Bishop, Rook])
            .with(Queen, &[Pawn, Knight, Bishop, Rook, Queen])
            .with(King, &[Pawn, Knight, Bishop, Rook])
    };

    /// The first choice: 79,856 inputs.
    ///
    /// SFNNv10 (Stockfish, end of 2025) and the first networks of PlentyChess and Reckless used it, and
    /// Halogen still did in mid-2026.
    pub const INPUTS_79856: Self = {
        use Role::*;
        Self::INPUTS_66864
            .with(Knight, &Role::ALL)
            .with(Bishop, &[Pawn, Knight, Bishop, Rook, King])
            .with(Rook, &[Pawn, Knight, Bishop, Rook, King])
            .with(Queen, &Role::ALL)
    };

    /// Returns these kinds with the threats of one attacker replaced by threats to the roles in `attacked`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Role, threats::ThreatKinds};
    ///
    /// let by_pawns = ThreatKinds::NONE.with(Role::Pawn, &[Role::Knight, Role::Rook]);
    /// assert!(by_pawns.contains(Role::Pawn, Role::Rook));
    /// assert!(!by_pawns.contains(Role::Pawn, Role::Queen));
    /// ```
    #[must_use]
    pub const fn with(self, attacker: Role, attacked: &[Role]) -> Self {
        let (mut set, mut index) = (0_u64, 0);
        while index < attacked.len() {
            set |= 1 << attacked[index] as u8;
            index += 1;
        }
        let shift = 8 * (attacker as u8 + 1);
        Self(self.0 & !(0xff << shift) | set << shift)
    }

    /// Returns whether threats of `attacker` to `attacked` are selected.
    #[inline]
    #[must_use]
    pub const fn contains(self, attacker: Role, attacked: Role) -> bool {
        self.row(attacker as u8 + 1) >> attacked as u8 & 1 != 0
    }

    /// Returns the sets for all attackers, one byte each, indexed by the lowest three bits of the piece's
    /// byte.
    #[inline(always)]
    pub(crate) const fn rows(self) -> u64 {
        self.0
    }

    /// Returns the roles that the piece with this byte may attack, or none for 0.
    #[inline(always)]
    pub(crate) const fn row(self, code: u8) -> u8 {
        (self.0 >> (8 * (code & 7))) as u8
    }

    /// Returns the roles of the selected attackers of the piece with this byte, or none for 0.
    #[inline(always)]
    pub(crate) const fn column(self, code: u8) -> u8 {
        // Move the attacked role's bit of each byte to the lowest bit. The multiplication then gathers the
        // bits of bytes 1 to 6 in the highest byte; no two terms overlap.
        let bits = self.0 >> ((code & 7).wrapping_sub(1) & 7) & 0x0001_0101_0101_0100;
        (bits.wrapping_mul(0x0001_0204_0810_2000) >> 56) as u8
    }
}

impl fmt::Debug for ThreatKinds {
    /// Writes each attacker with the roles that it may attack: `ThreatKinds(p:nr n:pnbrq b:pnbr r:pnbr q:pnbrq k:)`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ThreatKinds(")?;
        for attacker in Role::ALL {
            let space = if attacker == Role::Pawn { "" } else { " " };
            write!(formatter, "{space}{}:", attacker.letter())?;
            for attacked in Role::ALL.into_iter().filter(|&attacked| self.contains(attacker, attacked)) {
                write!(formatter, "{}", attacked.letter())?;
            }
        }
        formatter.write_str(")")
    }
}

/// The maximum number of changes in a list of [`ThreatChanges`], and room for a vector store behind them.
pub(crate) const CHANGES_ROOM: usize = 80;

/// The threats that a move, or another change of a board, adds and removes.
///
/// They update a list of threats: `after = before - removed + added`. No threat is in both lists. Each list
/// has at most 64 threats, and typically about three. [`ThreatLayout::inputs_of`](super::ThreatLayout::inputs_of) numbers
/// them as inputs of a network.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Position, threats::{ThreatChanges, ThreatKinds}};
///
/// let position: Position = "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1".parse()?;
/// let mut changes = ThreatChanges::new();
/// position.threat_changes(position.parse_uci("e2e4")?, ThreatKinds::ALL, &mut changes);
/// let texts = |threats: &[quadline::threats::Threat]| threats.iter().map(ToString::to_string).collect::<Vec<_>>();
/// assert_eq!(texts(changes.removed()), ["white king on e1 attacks white pawn on e2"]);
/// let mut added = texts(changes.added());
/// added.sort();
/// assert_eq!(added, ["black pawn on d5 attacks white pawn on e4", "white pawn on e4 attacks black pawn on d5"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct ThreatChanges {
    pub(crate) added: ChangeList,
    pub(crate) removed: ChangeList,
}

/// A list of threats.
#[derive(Clone)]
#[repr(C, align(64))]
#[doc(hidden)]
pub struct ChangeList {
    pub(crate) places: [Threat; CHANGES_ROOM],
    pub(crate) count: usize,
}

impl ChangeList {
    const EMPTY: Self = Self { places: [Threat::NONE; CHANGES_ROOM], count: 0 };

    /// Returns an empty list in the same places.
    #[inline(always)]
    fn places(&mut self) -> ChangePlaces<'_> {
        ChangePlaces { places: &mut self.places, count: 0 }
    }

    /// Returns the threats in the list.
    #[inline(always)]
    pub(crate) fn get(&self) -> &[Threat] {
        &self.places[..self.count]
    }

    /// Adds a threat.
    #[inline(always)]
    pub(crate) fn push(&mut self, threat: Threat) {
        self.places[self.count] = threat;
        self.count += 1;
    }

    /// Copies the threats to a slice, as far as they fit, and returns their number.
    pub(crate) fn copy_to(&self, places: &mut [Threat]) -> usize {
        for (place, threat) in places.iter_mut().zip(self.get()) {
            *place = *threat;
        }
        self.count
    }

    /// Adds threats, except those in the opposite list, which are removed from it instead.
    fn extend(&mut self, threats: &Self, opposite: &mut Self) {
        for &threat in threats.get() {
            match opposite.get().iter().position(|&other| other == threat) {
                Some(index) => {
                    opposite.count -= 1;
                    opposite.places[index] = opposite.places[opposite.count];
                }
                None => self.push(threat),
            }
        }
    }
}

/// A slice that changes are written to, and their number, which may exceed its length.
#[derive(Debug)]
#[doc(hidden)]
pub struct ChangePlaces<'a> {
    places: &'a mut [Threat],
    count: usize,
}

impl<'a> ChangePlaces<'a> {
    /// Returns places without a threat.
    #[inline(always)]
    pub(crate) fn new(places: &'a mut [Threat]) -> Self {
        Self { places, count: 0 }
    }

    /// Returns the number of threats.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Counts a threat, and writes it if there is room.
    #[inline(always)]
    pub(crate) fn push(&mut self, threat: Threat) {
        if let Some(place) = self.places.get_mut(self.count) {
            *place = threat;
        }
        self.count += 1;
    }

    /// Counts the first `count` threats that `store` writes, and writes them as far as there is room.
    #[cfg(target_feature = "sse2")]
    #[inline(always)]
    pub(crate) fn write<const N: usize>(&mut self, count: u32, store: impl FnOnce(&mut [Threat; N])) {
        match self.places.get_mut(self.count..).and_then(<[Threat]>::first_chunk_mut) {
            Some(places) => store(places),
            None => {
                let mut threats = [Threat::NONE; N];
                store(&mut threats);
                self.write_last(&threats[..N.min(count as usize)]);
            }
        }
        self.count += count as usize;
    }

    /// Writes threats that do not have the room of a vector, as far as there is room.
    #[cfg(target_feature = "sse2")]
    #[cold]
    fn write_last(&mut self, threats: &[Threat]) {
        for (place, threat) in self.places.iter_mut().skip(self.count).zip(threats) {
            *place = *threat;
        }
    }
}

impl ThreatChanges {
    /// Returns empty lists.
    #[must_use]
    pub const fn new() -> Self {
        Self { added: ChangeList::EMPTY, removed: ChangeList::EMPTY }
    }

    /// Returns the threats that exist after the change but not before it, in unspecified order.
    #[inline]
    #[must_use]
    pub fn added(&self) -> &[Threat] {
        self.added.get()
    }

    /// Returns the threats that exist before the change but not after it, in unspecified order.
    #[inline]
    #[must_use]
    pub fn removed(&self) -> &[Threat] {
        self.removed.get()
    }

    /// Removes all threats from both lists.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.added.count = 0;
        self.removed.count = 0;
    }

    /// Replaces the contents by the added and the removed threats that a function writes.
    #[inline(always)]
    pub(crate) fn fill(&mut self, write: impl FnOnce(&mut ChangePlaces<'_>, &mut ChangePlaces<'_>)) {
        let (mut added, mut removed) = (self.added.places(), self.removed.places());
        write(&mut added, &mut removed);
        let (added, removed) = (added.count, removed.count);
        // Whole vectors are stored only where there is room for them, so the lists are never longer than their places.
        self.added.count = added.min(CHANGES_ROOM);
        self.removed.count = removed.min(CHANGES_ROOM);
    }

    /// Adds the changes of a later step. Threats that were added before and are removed now, or the reverse,
    /// are dropped.
    pub(crate) fn then(&mut self, later: &Self) {
        self.added.extend(&later.added, &mut self.removed);
        self.removed.extend(&later.removed, &mut self.added);
    }
}

impl Default for ThreatChanges {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for ThreatChanges {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ThreatChanges")
            .field("added", &self.added())
            .field("removed", &self.removed())
            .finish()
    }
}

/// A board of 64 bytes: for each square the [byte of its piece](Piece::to_byte), or 0.
///
/// Engines that keep such a board can compute the [threats that a change adds and
/// removes](Self::threat_changes) from it, without a [`Position`].
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Piece, Position, Square, threats::{BoardChange, Mailbox, ThreatChanges, ThreatKinds}};
///
/// let mut board = Mailbox::from(&Position::START);
/// assert_eq!(board.piece_at(Square::E2), Piece::from_letter('P'));
///
/// let pawn = Piece::from_letter('P').unwrap();
/// let change = BoardChange::Move { from: Square::E2, to: Square::E4, becomes: pawn };
/// let mut changes = ThreatChanges::new();
/// board.threat_changes(change, ThreatKinds::ALL, &mut changes);
/// assert_eq!(changes.removed().len(), 4); // d1, e1, f1 and g1 protected the pawn
/// board.apply(change);
/// assert_eq!(board, Mailbox::from(&"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse()?));
/// # Ok::<(), quadline_kernels::ParseFenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(64))]
pub struct Mailbox(pub(crate) [u8; 64]);

/// A change of a [`Mailbox`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BoardChange {
    /// Puts a piece on a square, replacing any piece there.
    Put {
        /// The piece.
        piece: Piece,
        /// Its square.
        square: Square,
    },
    /// Removes the piece on a square.
    Remove {
        /// The square.
        square: Square,
    },
    /// Moves a piece to another square, capturing a piece there.
    ///
    /// If the two squares are on a line, those between them must be empty, as in every legal move.
    Move {
        /// The square that the piece leaves.
        from: Square,
        /// The square that the piece moves to, different from `from`.
        to: Square,
        /// The piece after the move: another one for a promotion.
        becomes: Piece,
    },
    /// Moves a pawn diagonally and removes the pawn beside it, on the file of `to` and the rank of `from`.
    EnPassant {
        /// The square that the pawn leaves.
        from: Square,
        /// The empty square that it moves to.
        to: Square,
    },
    /// Moves a king and a rook to their squares after castling, which follow from the side of the rook.
    Castling {
        /// The square of the king before castling.
        king: Square,
        /// The square of the rook before castling.
        rook: Square,
    },
}

impl BoardChange {
    /// Returns the squares of king and rook after castling.
    #[inline(always)]
    pub(crate) const fn castled(king: Square, rook: Square) -> (Square, Square) {
        Move::new(king, rook, MoveKind::Castling).castled()
    }

    /// Returns the square of the pawn that is captured en passant.
    #[inline(always)]
    pub(crate) const fn captured_en_passant(from: Square, to: Square) -> Square {
        Square::new_masked(from.index() as u8 & 56 | to.index() as u8 & 7)
    }
}

/// The pieces of the sixteen numbers that a program uses on its board of bytes.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::threats::PieceCodes;
/// use quadline::{Color, Piece, Role};
///
/// /// 0 to 11 are White's and Black's pawn, knight, bishop, rook, queen and king in turn; 12 is no piece.
/// const CODES: PieceCodes = {
///     let mut pieces = [None; 16];
///     let mut index = 0;
///     while index < 12 {
///         pieces[index] = Some(Piece::new(Color::ALL[index % 2], Role::ALL[index / 2]));
///         index += 1;
///     }
///     PieceCodes::new(pieces)
/// };
/// assert_eq!(CODES.piece(3), Piece::from_letter('n'));
/// assert_eq!(CODES.piece(12), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(16))]
pub struct PieceCodes(pub(crate) [u8; 16]);

impl PieceCodes {
    /// The [bytes of the pieces](Piece::to_byte) themselves.
    pub const BYTES: Self = Self([0, 1, 2, 3, 4, 5, 6, 0, 0, 9, 10, 11, 12, 13, 14, 0]);

    /// Returns the codes, given the piece of each number, or `None` for an empty square.
    #[must_use]
    pub const fn new(pieces: [Option<Piece>; 16]) -> Self {
        let (mut bytes, mut index) = ([0; 16], 0);
        while index < 16 {
            if let Some(piece) = pieces[index] {
                bytes[index] = piece.to_byte();
            }
            index += 1;
        }
        Self(bytes)
    }

    /// Returns the piece of a number. Only its lowest four bits count.
    #[inline]
    #[must_use]
    pub const fn piece(&self, number: u8) -> Option<Piece> {
        match self.0[(number & 15) as usize] {
            0 => None,
            byte => Some(Piece::of_code(byte)),
        }
    }
}

/// Writes the letters of the pieces: `PieceCodes(PpNnBbRrQqKk....)`.
impl fmt::Debug for PieceCodes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PieceCodes(")?;
        for number in 0..16 {
            write!(formatter, "{}", self.piece(number).map_or('.', Piece::letter))?;
        }
        formatter.write_str(")")
    }
}

/// A program's own board of 64 bytes, borrowed, with its [codes of the pieces](PieceCodes).
///
/// It computes what a [`Mailbox`] does, without a second board. At levels with AVX2 or AVX-512 the codes take one shuffle
/// for each vector; at the others, each byte is looked up.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::threats::{BoardChange, MailboxRef, PieceCodes, Threat, ThreatKinds};
/// use quadline::{Color, Piece, Role, Square};
///
/// // In this program, 1 is a white pawn, 8 a black rook and 12 an empty square.
/// let mut pieces = [None; 16];
/// pieces[1] = Piece::from_letter('P');
/// pieces[8] = Piece::from_letter('r');
/// let codes = PieceCodes::new(pieces);
///
/// let mut bytes = [12; 64];
/// bytes[Square::E2.index()] = 1;
/// bytes[Square::D5.index()] = 8;
/// let board = MailboxRef::new(&bytes, &codes);
/// assert_eq!(board.piece_at(Square::D5), Piece::from_letter('r'));
///
/// let pawn = Piece::new(Color::White, Role::Pawn);
/// let change = BoardChange::Move { from: Square::E2, to: Square::E4, becomes: pawn };
/// let (mut added, mut removed) = ([Threat::NONE; 64], [Threat::NONE; 64]);
/// assert_eq!(board.threat_changes_into(change, ThreatKinds::ALL, &mut added, &mut removed), [1, 0]);
/// assert_eq!(added[0].to_string(), "white pawn on e4 attacks black rook on d5");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MailboxRef<'a> {
    pub(crate) bytes: &'a [u8; 64],
    pub(crate) codes: &'a PieceCodes,
}

impl<'a> MailboxRef<'a> {
    /// Returns a view of bytes, a1 first. Only the lowest four bits of each byte count.
    #[inline]
    #[must_use]
    pub const fn new(bytes: &'a [u8; 64], codes: &'a PieceCodes) -> Self {
        Self { bytes, codes }
    }

    /// Returns the piece on a square.
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.codes.piece(self.bytes[square.index()])
    }

    /// Returns the board with quadline's own bytes.
    #[must_use]
    pub fn to_mailbox(&self) -> Mailbox {
        Mailbox(self.bytes.map(|byte| self.codes.0[usize::from(byte & 15)]))
    }
}

impl<'a> From<&'a Mailbox> for MailboxRef<'a> {
    #[inline]
    fn from(mailbox: &'a Mailbox) -> Self {
        Self { bytes: &mailbox.0, codes: &PieceCodes::BYTES }
    }
}

impl From<MailboxRef<'_>> for Mailbox {
    fn from(board: MailboxRef<'_>) -> Self {
        board.to_mailbox()
    }
}

impl Mailbox {
    /// The empty board.
    pub const EMPTY: Self = Self([0; 64]);

    /// Returns the board with these [bytes of pieces](Piece::to_byte), a1 first, or `None` if one is neither a piece nor 0.
    ///
    /// A board with other numbers can be converted or borrowed with [`MailboxRef`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::threats::Mailbox;
    /// use quadline::Position;
    ///
    /// let board = Mailbox::from(&Position::START);
    /// assert_eq!(Mailbox::from_bytes(*board.as_bytes()), Some(board));
    /// assert_eq!(Mailbox::from_bytes([7; 64]), None);
    /// ```
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 64]) -> Option<Self> {
        let mut index = 0;
        while index < 64 {
            if bytes[index] != 0 && Piece::from_byte(bytes[index]).is_none() {
                return None;
            }
            index += 1;
        }
        Some(Self(bytes))
    }

    /// Returns the piece on a square.
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::from_byte(self.0[square.index()])
    }

    /// Puts a piece on a square, or empties the square.
    #[inline]
    pub const fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.0[square.index()] = match piece {
            Some(piece) => piece.to_byte(),
            None => 0,
        };
    }

    /// Applies a change to the board.
    #[inline]
    pub const fn apply(&mut self, change: BoardChange) {
        match change {
            BoardChange::Put { piece, square } => self.set(square, Some(piece)),
            BoardChange::Remove { square } => self.set(square, None),
            BoardChange::Move { from, to, becomes } => {
                self.set(from, None);
                self.set(to, Some(becomes));
            }
            BoardChange::EnPassant { from, to } => {
                let pawn = self.piece_at(from);
                self.set(from, None);
                self.set(BoardChange::captured_en_passant(from, to), None);
                self.set(to, pawn);
            }
            BoardChange::Castling { king, rook } => {
                let pieces = (self.piece_at(king), self.piece_at(rook));
                let (king_to, rook_to) = BoardChange::castled(king, rook);
                self.set(king, None);
                self.set(rook, None);
                self.set(king_to, pieces.0);
                self.set(rook_to, pieces.1);
            }
        }
    }

    /// Returns the bytes, a1 first.
    #[inline]
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 64] {
        &self.0
    }
}

impl From<&Position> for Mailbox {
    fn from(position: &Position) -> Self {
        Self(position.piece_planes().codes())
    }
}

/// Draws the board, eighth rank on top.
impl fmt::Debug for Mailbox {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Mailbox")?;
        for rank in (0..8).rev() {
            for file in 0..8 {
                let piece = self.piece_at(Square::new_masked(8 * rank + file));
                let letter = piece.map_or('.', Piece::letter);
                write!(formatter, "{}{letter}", if file == 0 { '\n' } else { ' ' })?;
            }
        }
        Ok(())
    }
}

/// The bits of the [bytes of the pieces](Piece::to_byte) as four bitboards, lowest bit first.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct PiecePlanes(pub(crate) [u64; 4]);

impl PiecePlanes {
    /// Returns the byte of the piece on a square, or 0.
    #[inline(always)]
    pub(crate) const fn code_at(self, square: Square) -> u8 {
        let [a, b, c, d] = self.0;
        let index = square.index();
        (a >> index & 1 | (b >> index & 1) << 1 | (c >> index & 1) << 2 | (d >> index & 1) << 3) as u8
    }

    /// Returns the bytes of all squares, from a1.
    #[inline(always)]
    pub(crate) fn codes(self) -> [u8; 64] {
        // One comparison for each bit vectorizes well; shifts by different counts do not.
        const FILES: [u8; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
        let mut codes = [0; 64];
        let ranks = self.0.map(u64::to_le_bytes);
        for (rank, codes) in codes.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let [a, b, c, d] = [ranks[0][rank], ranks[1][rank], ranks[2][rank], ranks[3][rank]];
            for (code, file) in codes.iter_mut().zip(FILES) {
                let bit = |byte: u8, bit: u8| if byte & file == 0 { 0 } else { bit };
                *code = bit(a, 1) | bit(b, 2) | bit(c, 4) | bit(d, 8);
            }
        }
        codes
    }
}

impl Position {
    /// Returns the bits of the bytes of the pieces as bitboards.
    #[inline(always)]
    pub(crate) const fn piece_planes(&self) -> PiecePlanes {
        let [white, black, pawns, knights, diagonal, orthogonal, kings, _] = self.words;
        let occupied = white | black;
        PiecePlanes([
            (pawns | diagonal) & occupied,
            (knights | kings | diagonal & !orthogonal) & occupied,
            (orthogonal | kings) & occupied,
            black,
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;
    use std::string::ToString;
    use std::vec::Vec;

    const KINDS: [ThreatKinds; 6] = [
        ThreatKinds::NONE,
        ThreatKinds::ALL,
        ThreatKinds::INPUTS_59808,
        ThreatKinds::INPUTS_60144,
        ThreatKinds::INPUTS_66864,
        ThreatKinds::INPUTS_79856,
    ];

    /// Checks the numbers in the names of the constants by counting pairs of squares on an empty board, for
    /// each pair of pieces.
    #[test]
    fn kinds_have_as_many_inputs_as_their_names_say() {
        let steps = |square: &Square, far: usize, steps: &[(i32, i32)]| -> usize {
            let goes = |step: &(i32, i32)| {
                let at = |n: i32| (square.file() as i32 + n * step.0, square.rank() as i32 + n * step.1);
                let on = |n: &i32| (0..8).contains(&at(*n).0) && (0..8).contains(&at(*n).1);
                (1..).take_while(on).take(far).count()
            };
            steps.iter().map(goes).sum()
        };
        let rook = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let bishop = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
        let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let pairs = |role: Role| -> usize {
            let of = |square: &Square| match role {
                Role::Pawn if matches!(square.rank(), 0 | 7) => 0,
                Role::Pawn => steps(square, 1, &bishop[..2]),
                Role::Knight => steps(square, 1, &knight),
                Role::Bishop => steps(square, 7, &bishop),
                Role::Rook => steps(square, 7, &rook),
                Role::Queen => steps(square, 7, &rook) + steps(square, 7, &bishop),
                Role::King => steps(square, 1, &rook) + steps(square, 1, &bishop),
            };
            Square::ALL.iter().map(of).sum()
        };
        let inputs = |kinds: ThreatKinds| -> usize {
            let wanted = |attacker| Role::ALL.iter().filter(|&&role| kinds.contains(attacker, role)).count();
            Role::ALL.iter().map(|&attacker| 2 * 2 * wanted(attacker) * pairs(attacker)).sum()
        };
        assert_eq!(
            KINDS[2..].iter().map(|&kinds| inputs(kinds)).collect::<Vec<_>>(),
            [59_808, 60_144, 66_864, 79_856]
        );
        assert_eq!(inputs(ThreatKinds::NONE), 0);
        assert_eq!(
            format!("{:?}", ThreatKinds::INPUTS_59808),
            "ThreatKinds(p:nr n:pnbrq b:pnbr r:pnbr q:pnbrq k:)"
        );
    }

    #[test]
    fn rows_and_columns_are_those_of_the_pairs() {
        for kinds in KINDS {
            for piece in (1..=6).chain(9..=14).filter_map(Piece::from_byte) {
                let row = Role::ALL.iter().filter(|&&other| kinds.contains(piece.role(), other));
                let row = row.fold(0, |set, &role| set | 1 << role as u8);
                let column = Role::ALL.iter().filter(|&&other| kinds.contains(other, piece.role()));
                let column = column.fold(0, |set, &role| set | 1 << role as u8);
                assert_eq!(
                    (kinds.row(piece.to_byte()), kinds.column(piece.to_byte())),
                    (row, column),
                    "{piece} {kinds:?}"
                );
            }
            for none in [0, 8] {
                assert_eq!((kinds.row(none), kinds.column(none)), (0, 0));
            }
        }
    }

    #[test]
    fn changes_that_undo_each_other_are_dropped() {
        let threat = |to| Threat { to, ..Threat::NONE };
        let changes = |added: &[Square], removed: &[Square]| {
            let mut changes = ThreatChanges::default();
            added.iter().for_each(|&to| changes.added.push(threat(to)));
            removed.iter().for_each(|&to| changes.removed.push(threat(to)));
            changes
        };
        let mut first = changes(&[Square::A1, Square::B1, Square::C1], &[Square::D1]);
        first.then(&changes(&[Square::D1, Square::E1], &[Square::A1, Square::F1]));
        // The order is unspecified.
        let mut added: Vec<Square> = first.added().iter().map(|threat| threat.to).collect();
        added.sort_unstable();
        assert_eq!(added, [Square::B1, Square::C1, Square::E1]);
        assert_eq!(first.removed(), [Square::F1].map(threat));
        first.clear();
        assert_eq!(format!("{first:?}"), "ThreatChanges { added: [], removed: [] }");
    }

    #[test]
    fn a_mailbox_is_its_position() {
        let position: Position =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
        let board = Mailbox::from(&position);
        for square in Square::ALL {
            assert_eq!(board.piece_at(square), position.piece_at(square), "{square}");
            assert_eq!(position.piece_planes().code_at(square), board.as_bytes()[square.index()]);
        }
        assert_eq!(board.as_bytes()[4], 6);
        let drawn = format!("{board:?}");
        assert!(
            drawn.starts_with("Mailbox\nr . . . k . . r\n") && drawn.ends_with("\nR . . . K . . R"),
            "{drawn}"
        );
        let mut emptied = board;
        for square in Square::ALL {
            emptied.apply(BoardChange::Remove { square });
        }
        assert_eq!(emptied, Mailbox::EMPTY);
        assert_eq!(Threat::default().to_string(), "white pawn on a1 attacks white pawn on a1");
        assert_eq!(format!("{:?}", Threat::NONE), "Threat(white pawn on a1 attacks white pawn on a1)");
        const { assert!(size_of::<Threat>() == 4 && align_of::<Threat>() == 4) };
    }
}
