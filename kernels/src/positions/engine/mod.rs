//! What a search asks about one position: attackers of a square, checks, legality of a move, exchanges.
//!
//! A search asks these at every node, in an order that depends on the answers, so there is nothing to batch. Each
//! answer therefore comes from as few passes over the four lines of a square as possible:
//!
//! | file | passes over four lines |
//! |---|---|
//! | `attackers.rs` | the attackers of a square: one |
//! | `check_info.rs` | checks, pins and pinners: two for each king |
//! | `legality.rs` | a move that comes from anywhere: one for the piece and one for the king, or one with a `CheckInfo` |
//! | `exchange.rs` | exchanges on a square: one, and then four rays without a lookup for each capture |
//!
//! The functions are generic over the [`Formula`](crate::formula::Formula) of the level, and so written once.

pub mod attackers;
pub mod check_info;
pub mod exchange;
pub mod legality;
