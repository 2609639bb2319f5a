//! Games as text: moves in standard algebraic notation (SAN), and movetext.
//!
//! | file | contents |
//! |---|---|
//! | `token.rs` | what the characters of a move mean, without a position |
//! | `san.rs` | the move of a position that a token means |
//! | `explain.rs` | why a text means none |
//! | `write.rs` | moves in SAN |
//! | `movetext.rs` | the moves of a game, between numbers, comments, variations and results |
//!
//! SAN is defined by the [PGN standard](https://www.thechessdrum.net/PGN_Reference.txt) (Steven J. Edwards,
//! 1994).

pub mod explain;
pub mod movetext;
pub mod san;
mod token;
pub mod write;
