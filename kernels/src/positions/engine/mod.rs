//! Functions that a search calls for one position: attackers of a square, checks, legality of a move,
//! exchanges.
//!
//! A search calls these at every node, and each call depends on the results before it, so they cannot be
//! batched. Each function therefore uses as few passes over the four lines of a square as possible:
//!
//! | file | passes over four lines |
//! |---|---|
//! | `attackers.rs` | attackers of a square: one |
//! | `check_info.rs` | checks, pins and pinners: two for each king |
//! | `destinations.rs` | squares of a piece, and pieces that may move to a square: one |
//! | `legal_move.rs` | whether there is a legal move, and the pieces that give check: one, and with a `CheckInfo` none |
//! | `legality.rs` | legality of an arbitrary move: one for the king, none with a `CheckInfo` unless the king moves, and none with a `NodeInfo` |
//! | `node_info.rs` | facts about the targets of moves, for tests of legality: none |
//! | `exchange/` | exchanges on a square: two to compare one, and one more for each further capture |
//!
//! The functions are written once, generic over the [`Formula`](crate::formula::Formula) of the level.

pub mod attackers;
pub mod check_info;
pub mod destinations;
pub mod exchange;
pub mod legal_move;
pub mod legality;
pub mod node_info;

use crate::Square;
use crate::chess::{Move, MoveKind};

/// Marks a branch as unlikely, so that the compiler lays out the other one without jumps.
#[cold]
#[inline(always)]
fn unlikely() {}

/// Returns whether a move is normal or a double push, by one comparison. A `match` would branch on each kind.
#[inline(always)]
fn is_normal_or_double_push(chess_move: Move) -> bool {
    const FIRST_OTHER: u16 = Move::new(Square::A1, Square::A1, MoveKind::EnPassant).to_bits();
    chess_move.to_bits() < FIRST_OTHER
}
