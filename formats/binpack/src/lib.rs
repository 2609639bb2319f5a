#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

// `chunk.rs` cuts files into chunks, and `chain.rs` reads the entries of one (`nth.rs` finds pieces by number). `lanes/`
// reads several chunks at once into `rows.rs`, through `filter.rs` and `skip.rs`. These give out the entries: `entries.rs`
// one by one, `many.rs`, `columns.rs` and `blocks.rs` in blocks. `write.rs` writes files, and `entry.rs` and `error.rs` have
// the types.
mod blocks;
mod chain;
mod chunk;
mod columns;
mod entries;
mod entry;
mod error;
mod filter;
mod lanes;
mod many;
mod nth;
mod rows;
mod skip;
mod write;

pub use blocks::{Blocks, ChunkSource};
pub use chunk::{Chunk, ChunkReader, Chunks, MAX_CHUNK_BYTES, chunks, chunks_from};
pub use columns::{Columns, for_each_block, for_each_chunk, read_each};
pub use entries::{Entries, Reader};
pub use entry::Entry;
pub use error::{Error, Problem};
pub use filter::{Facts, Filter, NnuePytorchOptions};
pub use many::{for_each_of, for_each_of_where};
pub use rows::Block;
pub use skip::Skip;
pub use write::{WriteError, Writer};
