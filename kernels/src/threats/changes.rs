//! The threats that a change of the board adds and removes.
//!
//! A piece that appears on an empty square changes two kinds of threats:
//!
//! ```text
//!    . . . . . . . .
//!    . . b . . . . .      Threats by the piece and to it are added: b -> N.
//!    . . . N . . . .      Threats through its square are removed: b -> R.
//!    . . . . . . . .
//!    . . . . . R . .
//! ```
//!
//! If a piece disappears, the same two sets are removed and added. A move is a piece that disappears from one
//! square and a piece that appears on another. Both are computed from the board before the move, with the
//! origin taken as empty:
//!
//! - In a quiet move, no slider attacks through either square along the line from `from` to `to`. A slider
//!   behind `from` attacks the piece before and after the move, and nothing beyond it.
//! - In a capture, `to` is occupied before and after, so nothing is attacked through it. The captured piece
//!   has no separate threats in the direction of `from`: the one to or from the capturing piece is among the
//!   threats of `from`.
//!
//! The code reads the board before the move rather than after it, because engines write single bytes when
//! they make a move, and a vector load of bytes that were just written has to wait for them (not measured
//! here).

use crate::Square;
use crate::chess::{Move, MoveKind, Piece, Position};
use crate::lanes::Simd;
use crate::threats::types::{
    BoardChange, ChangePlaces, Mailbox, MailboxRef, PiecePlanes, Threat, ThreatChanges, ThreatKinds,
};

/// The pieces that are seen from a square: the nearest piece in each direction and the pieces at a knight's
/// move.
pub trait Seen<T: Simd>: Sized {
    /// A board to look up pieces in.
    type Board: Copy;
    /// A set of the eight directions.
    type Directions: Copy;
    /// No direction.
    const NOWHERE: Self::Directions;

    /// Returns the board of a position.
    fn of_position(token: T, position: &Position) -> Self::Board;
    /// Returns the board of a mailbox.
    fn of_mailbox(token: T, mailbox: &Mailbox) -> Self::Board;
    /// Returns the board of another program's bytes.
    #[inline(always)]
    fn of_mailbox_ref(token: T, mailbox: MailboxRef<'_>) -> Self::Board {
        Self::of_mailbox(token, &mailbox.to_mailbox())
    }
    /// Returns the byte of the piece on a square of a position, or 0, from its planes or from its board.
    #[inline(always)]
    fn code_at(planes: PiecePlanes, _: &Self::Board, square: Square) -> u8 {
        planes.code_at(square)
    }
    /// Returns the pieces that are seen from two squares, with a piece on each. The square `empty` is taken
    /// as empty.
    fn from_both(
        token: T,
        board: &Self::Board,
        squares: [Square; 2],
        pieces: [Piece; 2],
        empty: Square,
        kinds: ThreatKinds,
    ) -> [Self; 2];
    /// Returns the direction of `square`, or no direction if the two squares share no line, and that
    /// direction together with its opposite.
    fn towards(&self, square: Square) -> (Self::Directions, Self::Directions);
    /// Writes the threats by and to the piece on the square.
    fn own(&self, list: &mut ChangePlaces);
    /// Writes the threats by and to another piece on the square, without those in the directions `but`.
    fn own_of(&self, piece: Piece, but: Self::Directions, list: &mut ChangePlaces);
    /// Writes the threats that pass through the square if it is empty, without those in the directions `but`.
    fn through(&self, but: Self::Directions, list: &mut ChangePlaces);
}

/// A board of bytes.
trait Bytes: Copy {
    fn piece_at(self, square: Square) -> Option<Piece>;
    fn board<T: Simd, S: Seen<T>>(self, token: T) -> S::Board;
    fn to_mailbox(self) -> Mailbox;
}

impl Bytes for &Mailbox {
    #[inline(always)]
    fn piece_at(self, square: Square) -> Option<Piece> {
        Mailbox::piece_at(self, square)
    }
    #[inline(always)]
    fn board<T: Simd, S: Seen<T>>(self, token: T) -> S::Board {
        S::of_mailbox(token, self)
    }
    #[inline(always)]
    fn to_mailbox(self) -> Mailbox {
        *self
    }
}

impl Bytes for MailboxRef<'_> {
    #[inline(always)]
    fn piece_at(self, square: Square) -> Option<Piece> {
        MailboxRef::piece_at(&self, square)
    }
    #[inline(always)]
    fn board<T: Simd, S: Seen<T>>(self, token: T) -> S::Board {
        S::of_mailbox_ref(token, self)
    }
    #[inline(always)]
    fn to_mailbox(self) -> Mailbox {
        MailboxRef::to_mailbox(&self)
    }
}

/// Writes the threats that a change of a mailbox adds and removes.
#[inline(always)]
pub fn changes_of_mailbox<T: Simd, S: Seen<T>>(
    token: T,
    mailbox: &Mailbox,
    change: BoardChange,
    kinds: ThreatKinds,
    changes: &mut ThreatChanges,
) {
    changes_of_bytes::<T, S>(token, mailbox, change, kinds, changes);
}

/// Writes the threats that a change of another program's bytes adds and removes.
#[inline(always)]
pub fn changes_of_mailbox_ref<T: Simd, S: Seen<T>>(
    token: T,
    mailbox: MailboxRef<'_>,
    change: BoardChange,
    kinds: ThreatKinds,
    changes: &mut ThreatChanges,
) {
    changes_of_bytes::<T, S>(token, mailbox, change, kinds, changes);
}

/// Writes the threats that a change of another program's bytes adds and removes to two slices, and returns
/// their numbers.
#[inline(always)]
pub fn changes_of_mailbox_ref_into<T: Simd, S: Seen<T>>(
    token: T,
    mailbox: MailboxRef<'_>,
    change: BoardChange,
    kinds: ThreatKinds,
    added: &mut [Threat],
    removed: &mut [Threat],
) -> [usize; 2] {
    if let Some(steps) = steps_of(mailbox, change) {
        let mut changes = ThreatChanges::new();
        changes_of_steps::<T, S>(token, mailbox.to_mailbox(), steps, kinds, &mut changes);
        return [changes.added.copy_to(added), changes.removed.copy_to(removed)];
    }
    let (mut added, mut removed) = (ChangePlaces::new(added), ChangePlaces::new(removed));
    let board = S::of_mailbox_ref(token, mailbox);
    let piece_at = |square| mailbox.piece_at(square);
    changes_of_board::<T, S>(token, &board, piece_at, change, kinds, &mut added, &mut removed);
    [added.count(), removed.count()]
}

#[inline(always)]
fn changes_of_bytes<T: Simd, S: Seen<T>>(
    token: T,
    mailbox: impl Bytes,
    change: BoardChange,
    kinds: ThreatKinds,
    changes: &mut ThreatChanges,
) {
    if let Some(steps) = steps_of(mailbox, change) {
        changes.clear();
        changes_of_steps::<T, S>(token, mailbox.to_mailbox(), steps, kinds, changes);
        return;
    }
    let board = mailbox.board::<T, S>(token);
    changes.fill(
        #[inline(always)]
        |added, removed| {
            let piece_at = |square| mailbox.piece_at(square);
            changes_of_board::<T, S>(token, &board, piece_at, change, kinds, added, removed);
        },
    );
}

/// The changes of at most four squares. Removing a piece from an empty square changes nothing.
type Steps = [BoardChange; 4];

/// Returns the steps of castling and en passant, which change more than two squares. `None` for another
/// change.
#[inline(always)]
fn steps_of(mailbox: impl Bytes, change: BoardChange) -> Option<Steps> {
    match change {
        BoardChange::Put { .. } | BoardChange::Remove { .. } | BoardChange::Move { .. } => None,
        BoardChange::EnPassant { from, to } => {
            let captured = BoardChange::Remove { square: BoardChange::captured_en_passant(from, to) };
            // Without a pawn, removing the other pawn is all that is left.
            let Some(pawn) = mailbox.piece_at(from) else { return Some([captured; 4]) };
            let step = BoardChange::Move { from, to, becomes: pawn };
            let nothing = BoardChange::Remove { square: from };
            Some([captured, step, nothing, nothing])
        }
        BoardChange::Castling { king, rook } => {
            let put = |piece: Option<Piece>, square| match piece {
                Some(piece) => BoardChange::Put { piece, square },
                None => BoardChange::Remove { square },
            };
            let (king_to, rook_to) = BoardChange::castled(king, rook);
            Some([
                BoardChange::Remove { square: king },
                BoardChange::Remove { square: rook },
                put(mailbox.piece_at(king), king_to),
                put(mailbox.piece_at(rook), rook_to),
            ])
        }
    }
}

/// Writes the threats that a change of a board adds and removes. Castling and en passant are computed by
/// [`changes_of_steps`] instead, and write nothing here.
#[inline(always)]
fn changes_of_board<T: Simd, S: Seen<T>>(
    token: T,
    board: &S::Board,
    piece_at: impl Fn(Square) -> Option<Piece>,
    change: BoardChange,
    kinds: ThreatKinds,
    added: &mut ChangePlaces<'_>,
    removed: &mut ChangePlaces<'_>,
) {
    match change {
        BoardChange::EnPassant { .. } | BoardChange::Castling { .. } => {}
        BoardChange::Move { from, to, becomes } => {
            let Some(piece) = piece_at(from) else { return };
            let [here, there] = S::from_both(token, board, [from, to], [piece, becomes], from, kinds);
            let (back, line) = there.towards(from);
            here.own(removed);
            here.through(line, added);
            there.own(added);
            match piece_at(to) {
                Some(captured) => there.own_of(captured, back, removed),
                None => there.through(line, removed),
            }
        }
        BoardChange::Put { piece, square } => {
            let [seen, _] = S::from_both(token, board, [square; 2], [piece; 2], square, kinds);
            match piece_at(square) {
                Some(same) if same == piece => {}
                Some(replaced) => {
                    seen.own_of(replaced, S::NOWHERE, removed);
                    seen.own(added);
                }
                None => {
                    seen.through(S::NOWHERE, removed);
                    seen.own(added);
                }
            }
        }
        BoardChange::Remove { square } => {
            let Some(piece) = piece_at(square) else { return };
            let [seen, _] = S::from_both(token, board, [square; 2], [piece; 2], square, kinds);
            seen.own(removed);
            seen.through(S::NOWHERE, added);
        }
    }
}

/// Writes the threats that a move adds and removes.
#[inline(always)]
pub fn changes_of_move<T: Simd, S: Seen<T>>(
    token: T,
    position: &Position,
    chess_move: Move,
    kinds: ThreatKinds,
    changes: &mut ThreatChanges,
) {
    let (planes, board) = (position.piece_planes(), S::of_position(token, position));
    let piece_at = |square: Square| match S::code_at(planes, &board, square) {
        0 => None,
        code => Some(Piece::of_code(code)),
    };
    let (from, to) = (chess_move.from(), chess_move.to());
    changes.clear();
    let Some(piece) = piece_at(from) else { return };
    let becomes = match chess_move.kind() {
        MoveKind::Normal | MoveKind::DoublePush => piece,
        MoveKind::Promotion(role) => Piece::new(piece.color(), role),
        kind @ (MoveKind::EnPassant | MoveKind::Castling) => {
            let change = match kind {
                MoveKind::EnPassant => BoardChange::EnPassant { from, to },
                _ => BoardChange::Castling { king: from, rook: to },
            };
            let mailbox = Mailbox::from(position);
            return changes_of_mailbox::<T, S>(token, &mailbox, change, kinds, changes);
        }
    };
    let change = BoardChange::Move { from, to, becomes };
    changes.fill(
        #[inline(always)]
        |added, removed| changes_of_board::<T, S>(token, &board, piece_at, change, kinds, added, removed),
    );
}

/// Writes the threats that several changes together add and remove. Used for castling and en passant, which
/// are rare and change more than two squares.
#[inline(always)]
fn changes_of_steps<T: Simd, S: Seen<T>>(
    token: T,
    mut mailbox: Mailbox,
    steps: Steps,
    kinds: ThreatKinds,
    changes: &mut ThreatChanges,
) {
    let mut of_step = ThreatChanges::new();
    for step in steps {
        let board = S::of_mailbox(token, &mailbox);
        of_step.fill(
            #[inline(always)]
            |added, removed| {
                let piece_at = |square| mailbox.piece_at(square);
                changes_of_board::<T, S>(token, &board, piece_at, step, kinds, added, removed);
            },
        );
        mailbox.apply(step);
        changes.then(&of_step);
    }
}
