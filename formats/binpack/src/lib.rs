#![doc = include_str!("../README.md")]

mod chain;
mod chunk;
mod columns;
mod entries;
mod entry;
mod error;
mod nth;
mod skip;
mod write;

pub use chunk::{Chunk, ChunkReader, Chunks, MAX_CHUNK_BYTES, chunks, chunks_from};
pub use columns::{Columns, for_each_chunk};
pub use entries::{Entries, Reader};
pub use entry::Entry;
pub use error::{Error, Problem};
pub use skip::Skip;
pub use write::{WriteError, Writer};
