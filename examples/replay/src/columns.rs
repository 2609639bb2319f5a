//! The columns of a Parquet file with a row for each position.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

const SCHEMA: &str = "message positions {
    required int32 game;
    required int32 ply;
    required binary fen (UTF8);
    required binary move (UTF8);
}";

/// The number of rows that are written together, about 20 MB.
const ROWS: usize = 1 << 18;

/// Rows that are collected and written to a file in groups.
pub struct Columns {
    writer: SerializedFileWriter<File>,
    games: Vec<i32>,
    plies: Vec<i32>,
    fens: Vec<ByteArray>,
    moves: Vec<ByteArray>,
}

impl Columns {
    /// Creates a file.
    pub fn create(path: &Path) -> io::Result<Self> {
        let schema = parse_message_type(SCHEMA)?;
        let properties =
            WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default())).build();
        let writer = SerializedFileWriter::new(File::create(path)?, Arc::new(schema), Arc::new(properties))?;
        Ok(Self { writer, games: Vec::new(), plies: Vec::new(), fens: Vec::new(), moves: Vec::new() })
    }

    /// Adds a row.
    pub fn push(&mut self, game: usize, ply: usize, fen: String, moved: String) -> io::Result<()> {
        self.games.push(i32::try_from(game).map_err(io::Error::other)?);
        self.plies.push(i32::try_from(ply).map_err(io::Error::other)?);
        self.fens.push(fen.into_bytes().into());
        self.moves.push(moved.into_bytes().into());
        if self.games.len() == ROWS { Ok(self.write()?) } else { Ok(()) }
    }

    /// Writes the collected rows as a group.
    fn write(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for index in 0..4 {
            let Some(mut column) = group.next_column()? else { break };
            match index {
                0 => column.typed::<Int32Type>().write_batch(&self.games, None, None)?,
                1 => column.typed::<Int32Type>().write_batch(&self.plies, None, None)?,
                2 => column.typed::<ByteArrayType>().write_batch(&self.fens, None, None)?,
                _ => column.typed::<ByteArrayType>().write_batch(&self.moves, None, None)?,
            };
            column.close()?;
        }
        group.close()?;
        self.games.clear();
        self.plies.clear();
        self.fens.clear();
        self.moves.clear();
        Ok(())
    }

    /// Writes the remaining rows and the end of the file.
    pub fn finish(mut self) -> io::Result<()> {
        if !self.games.is_empty() {
            self.write()?;
        }
        self.writer.close()?;
        Ok(())
    }
}
