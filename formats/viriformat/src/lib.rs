#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

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
