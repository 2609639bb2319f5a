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
//! If a piece disappears, the same two sets are removed and added. A move is a piece that disappears from one square
//! and a piece that appears on another. Both are computed from the board before the move, with the origin taken as
//! empty:
//!
//! - In a quiet move, no slider attacks through either square along the line from `from` to `to`. A slider behind
//!   `from` attacks the piece before and after the move, and nothing beyond it.
//! - In a capture, `to` is occupied before and after, so nothing is attacked through it. The captured piece has no
//!   separate threats in the direction of `from`: the one to or from the capturing piece is among the threats of
//!   `from`.
//!
//! The code reads the board before the move rather than after it, because engines write single bytes when they make a
//! move, and a vector load of bytes that were just written has to wait for them (not measured here).

use crate::Square;
use crate::chess::{
    BoardChange, ChangeList, Mailbox, Move, MoveKind, Piece, PiecePlanes, Position, ThreatChanges,
    ThreatKinds,
};
use crate::lanes::Simd;

/// The pieces that are seen from a square: the nearest piece in each direction and the pieces at a knight's move.
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
    /// Returns the byte of the piece on a square of a position, or 0, from its planes or from its board.
    #[inline(always)]
    fn code_at(planes: PiecePlanes, _: &Self::Board, square: Square) -> u8 {
        planes.code_at(square)
    }
    /// Returns the pieces that are seen from two squares, with a piece on each. The square `empty` is taken as empty.
    fn from_both(
        token: T,
        board: &Self::Board,
        squares: [Square; 2],
        pieces: [Piece; 2],
        empty: Square,
        kinds: ThreatKinds,
    ) -> [Self; 2];
    /// Returns the direction of `square`, or no direction if the two squares share no line, and that direction together
    /// with its opposite.
    fn towards(&self, square: Square) -> (Self::Directions, Self::Directions);
    /// Writes the threats by and to the piece on the square.
    fn own(&self, list: &mut ChangeList);
    /// Writes the threats by and to another piece on the square, without those in the directions `but`.
    fn own_of(&self, piece: Piece, but: Self::Directions, list: &mut ChangeList);
    /// Writes the threats that pass through the square if it is empty, without those in the directions `but`.
    fn through(&self, but: Self::Directions, list: &mut ChangeList);
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
    let board = S::of_mailbox(token, mailbox);
    changes_of_board::<T, S>(
        token,
        &board,
        #[inline(always)]
        |square| mailbox.piece_at(square),
        change,
        kinds,
        changes,
    );
}

/// Writes the threats that a change of a board adds and removes.
#[inline(always)]
fn changes_of_board<T: Simd, S: Seen<T>>(
    token: T,
    board: &S::Board,
    piece_at: impl Fn(Square) -> Option<Piece>,
    change: BoardChange,
    kinds: ThreatKinds,
    changes: &mut ThreatChanges,
) {
    changes.clear();
    let ThreatChanges { added, removed } = changes;
    match change {
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
        MoveKind::EnPassant => {
            let captured = Square::new_masked(to.index() as u8 ^ 8);
            let steps =
                [BoardChange::Remove { square: captured }, BoardChange::Move { from, to, becomes: piece }];
            return changes_of_steps::<T, S>(token, position, steps, kinds, changes);
        }
        MoveKind::Castling => {
            let Some(rook) = piece_at(to) else { return };
            let (king_to, rook_to) = chess_move.castled();
            let steps = [
                BoardChange::Remove { square: from },
                BoardChange::Remove { square: to },
                BoardChange::Put { piece, square: king_to },
                BoardChange::Put { piece: rook, square: rook_to },
            ];
            return changes_of_steps::<T, S>(token, position, steps, kinds, changes);
        }
    };
    let change = BoardChange::Move { from, to, becomes };
    changes_of_board::<T, S>(token, &board, piece_at, change, kinds, changes);
}

/// Writes the threats that several changes together add and remove. Used for castling and en passant, which are rare
/// and change more than two squares.
#[inline(always)]
fn changes_of_steps<T: Simd, S: Seen<T>>(
    token: T,
    position: &Position,
    steps: impl IntoIterator<Item = BoardChange>,
    kinds: ThreatKinds,
    changes: &mut ThreatChanges,
) {
    let mut mailbox = Mailbox::from(position);
    let mut step_changes = ThreatChanges::new();
    for step in steps {
        changes_of_mailbox::<T, S>(token, &mailbox, step, kinds, &mut step_changes);
        mailbox.apply(step);
        changes.then(&step_changes);
    }
}
