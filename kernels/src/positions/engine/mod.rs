//! Functions that a search calls for one position: attackers of a square, checks, legality of a move, exchanges.
//!
//! A search calls these at every node, and each call depends on the results before it, so they cannot be batched. Each
//! function therefore uses as few passes over the four lines of a square as possible:
//!
//! | file | passes over four lines |
//! |---|---|
//! | `attackers.rs` | attackers of a square: one |
//! | `check_info.rs` | checks, pins and pinners: two for each king |
//! | `legality.rs` | legality of an arbitrary move: one for the king, and none with a `CheckInfo` unless the king moves |
//! | `exchange.rs` | exchanges on a square: one, then four rays without a lookup for each capture |
//!
//! The functions are written once, generic over the [`Formula`](crate::formula::Formula) of the level.

pub mod attackers;
pub mod check_info;
pub mod exchange;
pub mod legality;
