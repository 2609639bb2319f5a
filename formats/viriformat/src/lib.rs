#![doc = include_str!("../README.md")]

mod error;
mod game;
mod parts;
mod read;
mod write;

pub use error::{Error, Problem};
pub use game::{Entries, Entry, Game, ScoredMove};
pub use parts::{Games, MAX_PLIES, RawGame, games, games_of_part};
pub use read::Reader;
pub use write::{WriteError, Writer};
