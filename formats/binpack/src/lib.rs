#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

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
mod skip;
mod write;

pub use blocks::{Blocks, ChunkSource};
pub use chunk::{Chunk, ChunkReader, Chunks, MAX_CHUNK_BYTES, chunks, chunks_from};
pub use columns::{Columns, for_each_block, for_each_chunk, read_each};
pub use entries::{Entries, Reader};
pub use entry::Entry;
pub use error::{Error, Problem};
pub use filter::{Facts, Filter, NnuePytorchOptions};
pub use many::{Block, for_each_of, for_each_of_where};
pub use skip::Skip;
pub use write::{WriteError, Writer};
