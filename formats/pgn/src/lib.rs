#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

// The reader: `decompress.rs` and `read.rs` provide bytes, `scan/` finds tags and the ends of games in them with the
// masks of `masks/`, and `game.rs` replays their moves. `parts.rs` and `part.rs` cut files for threads, `comment.rs`
// reads evaluations and clocks, and `error.rs` has the problems of games.
mod comment;
mod decompress;
mod error;
mod game;
mod masks;
mod part;
mod parts;
mod read;
mod scan;

pub use comment::{Comment, Comments, Evaluation};
pub use decompress::{Compression, Decompressed};
pub use error::{Error, Problem};
pub use game::{Fens, Game, GameResult, Plies, Tag, text};
pub use part::Part;
pub use parts::Parts;
pub use read::{Buffered, DEFAULT_LIMIT, Memory, Reader, Source};
pub use scan::TagProblem;
