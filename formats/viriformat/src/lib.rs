#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

// `read.rs` reads games from memory or a reader, with `decode.rs`, and `parts.rs` cuts files for threads. `write.rs` writes
// games, and `game.rs` and `error.rs` have the types.
mod decode;
mod error;
mod game;
mod parts;
mod read;
mod write;

pub use decode::DEFAULT_LIMIT;
pub use error::{Error, Problem};
pub use game::{Entries, Entry, Game, ScoredMove};
pub use parts::{Part, Parts};
pub use read::Reader;
pub use write::{WriteError, Writer};
