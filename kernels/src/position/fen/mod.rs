//! Positions as text: Forsyth-Edwards Notation, checked field by field.

mod error;
mod placement;
mod read;
mod write;

pub use error::{Excerpt, FenProblem, ParseFenError};

/// The fields in their order.
pub(super) const FIELDS: [&str; 6] = [
    "piece placement",
    "side to move",
    "castling rights",
    "en passant square",
    "halfmove clock",
    "fullmove number",
];

#[cfg(test)]
mod tests;
