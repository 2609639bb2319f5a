//! The columns of a Parquet file with a row for each position.

use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::{Float32Builder, Int32Builder};
use arrow_array::{ArrayRef, StringArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use parquet::arrow::ArrowSchemaConverter;
use parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves,
};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;
use quadline::Move;
use quadline::fen::Fen;
use quadline_output::{Input, Output};
use quadline_pgn::{Comments, Evaluation, Game, GameResult};

use crate::fens::FenWriter;

/// The content of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    File,
    Game,
    Ply,
    Fen,
    Move,
    San,
    Eval,
    Mate,
    Clock,
    Result,
    Tag(String),
}

impl Kind {
    /// Returns the column with a name.
    pub fn of(name: &str) -> Self {
        match name {
            "file" => Self::File,
            "game" => Self::Game,
            "ply" => Self::Ply,
            "fen" => Self::Fen,
            "move" => Self::Move,
            "san" => Self::San,
            "eval" => Self::Eval,
            "mate" => Self::Mate,
            "clock" => Self::Clock,
            "result" => Self::Result,
            tag => Self::Tag(tag.to_owned()),
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::File => "file",
            Self::Game => "game",
            Self::Ply => "ply",
            Self::Fen => "fen",
            Self::Move => "move",
            Self::San => "san",
            Self::Eval => "eval",
            Self::Mate => "mate",
            Self::Clock => "clock",
            Self::Result => "result",
            Self::Tag(name) => name,
        }
    }

    fn is_of_comments(&self) -> bool {
        matches!(self, Self::Eval | Self::Mate | Self::Clock)
    }

    /// Returns whether a row may have no value.
    fn may_be_null(&self) -> bool {
        !matches!(self, Self::File | Self::Game | Self::Ply | Self::Fen | Self::Move | Self::San)
    }

    /// Returns the encoding of a column without a dictionary, or `None` for one with a dictionary.
    fn encoding(&self) -> Option<Encoding> {
        match self {
            // Their differences are 0 or 1 nearly everywhere.
            Self::Game | Self::Ply => Some(Encoding::DELTA_BINARY_PACKED),
            // Nearly all differ. This takes as long as to omit the beginning that is equal to that of the FEN
            // before, but zstd makes it a tenth shorter.
            Self::Fen => Some(Encoding::DELTA_LENGTH_BYTE_ARRAY),
            _ => None,
        }
    }

    fn values(&self) -> Values {
        match self {
            Self::Game | Self::Ply | Self::Mate => Values::Integers(Int32Builder::new()),
            Self::Eval | Self::Clock => Values::Numbers(Float32Builder::new()),
            _ => Values::Texts(Texts { are_there: self.may_be_null().then(Vec::new), ..Texts::default() }),
        }
    }
}

/// The number of rows that are collected before they are encoded, so that they stay in the cache.
const BATCH: usize = 1 << 12;

/// The bytes of a column of text that are collected before all rows are encoded. A row adds at most the 16 MB of
/// a game, or twice as many in UTF-8.
const BATCH_BYTES: usize = 1 << 24;

/// Which columns a file has, and what encodes them.
pub struct Format {
    kinds: Vec<Kind>,
    schema: SchemaRef,
    writers: ArrowRowGroupWriterFactory,
}

/// Values of a column.
enum Values {
    Integers(Int32Builder),
    Numbers(Float32Builder),
    Texts(Texts),
}

/// Texts one after the other, their ends, and which rows have one, unless all have.
#[derive(Default)]
struct Texts {
    text: Vec<u8>,
    ends: Vec<i32>,
    are_there: Option<Vec<bool>>,
}

impl Texts {
    /// Ends the text of a row. The text is empty if the row has none.
    fn end(&mut self, is_there: bool) {
        // The text is at most `BATCH_BYTES` and that of a row longer.
        self.ends.push(i32::try_from(self.text.len()).expect("the text of a batch has less than 2 GB"));
        if let Some(are_there) = &mut self.are_there {
            are_there.push(is_there);
        }
    }

    /// Takes the texts of all rows.
    fn finish(&mut self) -> Result<StringArray, ArrowError> {
        let ends = std::mem::replace(&mut self.ends, Vec::with_capacity(BATCH));
        let offsets = [0].into_iter().chain(ends).collect();
        let room = Vec::with_capacity(self.text.capacity());
        let text = std::mem::replace(&mut self.text, room);
        let nulls = self.are_there.as_mut().map(|are_there| NullBuffer::from(std::mem::take(are_there)));
        StringArray::try_new(OffsetBuffer::new(offsets), text.into(), nulls)
    }
}

impl Values {
    /// Takes the values of all rows.
    fn finish(&mut self) -> Result<ArrayRef, ArrowError> {
        Ok(match self {
            Self::Integers(values) => Arc::new(values.finish()),
            Self::Numbers(values) => Arc::new(values.finish()),
            Self::Texts(texts) => Arc::new(texts.finish()?),
        })
    }
}

/// A column of the rows of a part of a file.
struct Column<'a> {
    kind: &'a Kind,
    field: &'a Field,
    writer: ArrowColumnWriter,
    values: Values,
}

impl Column<'_> {
    /// Encodes the values.
    fn write(&mut self) -> Result<(), ParquetError> {
        for leaf in compute_leaves(self.field, &self.values.finish()?)? {
            self.writer.write(&leaf)?;
        }
        Ok(())
    }
}

/// Encodes the rows of a part of a file.
pub struct Rows<'a> {
    columns: Vec<Column<'a>>,
    /// The rows that are not encoded yet, and all rows.
    pending: usize,
    count: usize,
    fens: FenWriter,
    needs_comments: bool,
}

/// The columns of a game that are equal in all of its rows.
pub struct OfGame {
    number: i32,
    result: Option<GameResult>,
    /// The values of the columns of tags, in their order.
    tags: Vec<Option<String>>,
}

impl<'a> Rows<'a> {
    /// Creates columns without rows.
    pub fn new(format: &'a Format) -> io::Result<Self> {
        let writers = format.writers.create_column_writers(0)?;
        let columns = format.kinds.iter().zip(format.schema.fields()).zip(writers);
        let columns =
            columns.map(|((kind, field), writer)| Column { kind, field, writer, values: kind.values() });
        let needs_comments = format.kinds.iter().any(Kind::is_of_comments);
        Ok(Self {
            columns: columns.collect(),
            pending: 0,
            count: 0,
            fens: FenWriter::default(),
            needs_comments,
        })
    }

    /// Reads the tags of a game that are columns.
    pub fn of_game(&self, game: &Game<'_>) -> OfGame {
        let tags = self.columns.iter().filter_map(|column| match column.kind {
            Kind::Tag(name) => Some(game.tag(name).map(Cow::into_owned)),
            _ => None,
        });
        OfGame {
            number: i32::try_from(game.number()).unwrap_or(i32::MAX),
            result: game.result(),
            tags: tags.collect(),
        }
    }

    /// Adds a row.
    pub fn push(
        &mut self,
        file: &str,
        game: &OfGame,
        ply: usize,
        fen: &Fen,
        chess_move: Move,
        comments: Comments<'_>,
    ) -> io::Result<()> {
        let (mut evaluation, mut clock) = (None, None);
        if self.needs_comments {
            for comment in comments {
                evaluation = comment.evaluation().or(evaluation);
                clock = comment.clock().or(clock);
            }
        }
        let (mut tags, mut is_full) = (game.tags.iter(), false);
        for Column { kind, values, .. } in &mut self.columns {
            match values {
                Values::Integers(values) => values.append_option(match (&kind, evaluation) {
                    (Kind::Game, _) => Some(game.number),
                    (Kind::Ply, _) => Some(i32::try_from(ply).unwrap_or(i32::MAX)),
                    (_, Some(Evaluation::Mate(moves))) => Some(moves),
                    _ => None,
                }),
                Values::Numbers(values) => values.append_option(match (&kind, evaluation) {
                    (Kind::Clock, _) => clock.map(|time| time.as_secs_f32()),
                    (_, Some(Evaluation::Pawns(pawns))) => Some(pawns),
                    _ => None,
                }),
                Values::Texts(texts) => {
                    let text = &mut texts.text;
                    let mut add = |value: Option<&str>| {
                        text.extend_from_slice(value.unwrap_or_default().as_bytes());
                        value.is_some()
                    };
                    let is_there = match kind {
                        Kind::File => add(Some(file)),
                        Kind::Fen => {
                            self.fens.write(fen, text);
                            true
                        }
                        Kind::Move => add(Some(&chess_move.to_uci())),
                        Kind::San => add(Some(fen.position.to_san(chess_move).as_str())),
                        Kind::Result => add(game.result.map(GameResult::as_str)),
                        _ => add(tags.next().and_then(Option::as_deref)),
                    };
                    texts.end(is_there);
                    is_full |= texts.text.len() >= BATCH_BYTES;
                }
            }
        }
        self.count += 1;
        self.pending += 1;
        if self.pending == BATCH || is_full {
            self.write()?;
        }
        Ok(())
    }

    fn write(&mut self) -> io::Result<()> {
        self.pending = 0;
        self.columns.iter_mut().try_for_each(Column::write)?;
        Ok(())
    }

    /// Encodes the last rows, and returns all of them. Returns `None` if there are none.
    pub fn close(mut self) -> io::Result<Option<Group>> {
        if self.count == 0 {
            return Ok(None);
        }
        self.write()?;
        let columns: Result<_, _> = self.columns.into_iter().map(|column| column.writer.close()).collect();
        Ok(Some(Group { columns: columns? }))
    }
}

/// A group of rows that is encoded and compressed.
pub struct Group {
    columns: Vec<ArrowColumnChunk>,
}

/// A Parquet file, which groups of rows are added to.
pub struct Columns {
    writer: SerializedFileWriter<Output>,
    format: Arc<Format>,
}

impl Columns {
    /// Creates a file, which takes its place when it is finished.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is one of the inputs, or cannot be created.
    pub fn create(path: &Path, inputs: &[Input], kinds: &[Kind]) -> io::Result<Self> {
        let (mut fields, mut properties) = (Vec::new(), WriterProperties::builder());
        for kind in kinds {
            let data_type = match kind.values() {
                Values::Integers(_) => DataType::Int32,
                Values::Numbers(_) => DataType::Float32,
                Values::Texts(_) => DataType::Utf8,
            };
            fields.push(Field::new(kind.name(), data_type, kind.may_be_null()));
            let path = ColumnPath::new(vec![kind.name().to_owned()]);
            if let Some(encoding) = kind.encoding() {
                properties = properties
                    .set_column_dictionary_enabled(path.clone(), false)
                    .set_column_encoding(path.clone(), encoding);
            }
            // The least and the greatest text of a position or of a move are of no use to a query.
            if matches!(kind, Kind::Fen | Kind::Move | Kind::San) {
                properties = properties.set_column_statistics_enabled(path, EnabledStatistics::None);
            }
        }
        let compression = Compression::ZSTD(ZstdLevel::default());
        let properties = Arc::new(properties.set_compression(compression).build());
        let schema = Arc::new(Schema::new(fields));
        let of_parquet = ArrowSchemaConverter::new().schema_root("positions").convert(&schema)?;
        let output = Output::create(path, inputs)?;
        let writer = SerializedFileWriter::new(output, of_parquet.root_schema_ptr(), properties)?;
        let writers = ArrowRowGroupWriterFactory::new(&writer, Arc::clone(&schema));
        let format = Arc::new(Format { kinds: kinds.to_vec(), schema, writers });
        Ok(Self { writer, format })
    }

    /// Returns the format of the file.
    pub fn format(&self) -> Arc<Format> {
        Arc::clone(&self.format)
    }

    /// Adds a group of rows.
    ///
    /// # Errors
    ///
    /// Returns an error with the name of the file if it cannot be written.
    pub fn add(&mut self, group: Group) -> io::Result<()> {
        let mut rows = self.writer.next_row_group()?;
        let mut columns = group.columns.into_iter();
        let added = columns.try_for_each(|column| column.append_to_row_group(&mut rows));
        added.and_then(|()| rows.close()).map_err(of_file)?;
        Ok(())
    }

    /// Writes the end of the file, and moves it to its place.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn finish(self) -> io::Result<()> {
        self.writer.into_inner().map_err(of_file)?.finish()
    }
}

/// Returns the error of the file that Parquet wraps.
fn of_file(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => io::Error::other(error),
        error => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use quadline::Position;
    use quadline_pgn::Reader;

    use super::*;

    /// Tags of 3 MB for each of many rows are not collected up to 2 GB, the most of an array of text.
    #[test]
    fn long_texts_are_encoded_early() {
        let folder = tempfile::tempdir().expect("a folder");
        let columns = Columns::create(&folder.path().join("out"), &[], &[Kind::Tag("White".into())]);
        let format = columns.expect("created").format();
        let mut rows = Rows::new(&format).expect("columns");
        let text = format!("[White \"{}\"]\n\n1. e4 *\n", "x".repeat(3 << 20));
        let mut games = Reader::in_memory(text.as_bytes());
        let game = games.next_game().expect("a game").expect("no error");
        let (of_game, fen) = (rows.of_game(&game), Fen::from(Position::START));
        for row in 1..=20 {
            rows.push("", &of_game, 0, &fen, Move::default(), game.plies().comments()).expect("written");
            assert_eq!(rows.pending, row % 6);
        }
    }
}
