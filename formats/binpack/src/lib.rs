#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

// `parts.rs` cuts files into chunks, and `chain.rs` reads the entries of one (`nth.rs` finds pieces by number).
// `read.rs` gives out the entries one by one. `lanes/` reads several chunks at once into `rows.rs`, through `filter.rs`
// and `skip.rs`; `blocks.rs` gives out these blocks, and `columns.rs` keeps them. `write.rs` writes files, and `entry.rs`
// and `error.rs` have the types.
mod blocks;
mod chain;
mod columns;
mod entry;
mod error;
mod filter;
mod lanes;
mod nth;
mod parts;
mod read;
mod rows;
mod skip;
mod write;

pub use blocks::{Blocks, PartSource};
pub use columns::Columns;
pub use entry::Entry;
pub use error::{Error, Problem};
pub use filter::{Filter, NnuePytorchOptions};
pub use parts::{DEFAULT_LIMIT, Memory, Part, Parts, Source};
pub use read::Reader;
pub use rows::Block;
pub use skip::Skip;
pub use write::{WriteError, Writer};
