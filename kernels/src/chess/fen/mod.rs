//! Parsing and writing of Forsyth-Edwards Notation (FEN).
//!
//! | file | contents |
//! |---|---|
//! | `read.rs`, `placement.rs` | from text to a position |
//! | `write.rs`, `text.rs` | from a position to text |
//! | `with_counters.rs`, `error.rs` | the types [`Fen`] and [`ParseFenError`] |

mod error;
mod placement;
mod read;
mod text;
mod with_counters;
mod write;

pub use error::{Excerpt, FenProblem, ParseFenError};
pub use with_counters::Fen;

/// The names of the fields, in order.
pub(super) const FIELDS: [&str; 6] = [
    "piece placement",
    "side to move",
    "castling rights",
    "en passant square",
    "halfmove clock",
    "fullmove number",
];
