//! The columns of a Parquet file with a row for each position.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, FloatType, Int32Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use quadline::{Move, Position};
use quadline_pgn::{Comments, Evaluation, Game};

/// What a column contains.
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

    fn empty(&self) -> Values {
        match self {
            Self::Game | Self::Ply | Self::Mate => Values::Integers(Vec::new()),
            Self::Eval | Self::Clock => Values::Numbers(Vec::new()),
            _ => Values::Texts(Vec::new()),
        }
    }
}

/// Values of a column. Those that are missing are in no list, and have a definition level of 0.
enum Values {
    Integers(Vec<i32>),
    Numbers(Vec<f32>),
    Texts(Vec<ByteArray>),
}

/// Rows of a part of a file.
pub struct Rows {
    columns: Vec<(Kind, Values, Vec<i16>)>,
    needs_comments: bool,
}

/// The columns of a game that are equal in all of its rows.
pub struct OfGame {
    file: ByteArray,
    number: i32,
    result: Option<ByteArray>,
    /// The values of the columns of tags, in their order.
    tags: Vec<Option<ByteArray>>,
}

impl Rows {
    /// Creates columns without rows.
    pub fn new(kinds: &[Kind]) -> Self {
        let columns = kinds.iter().map(|kind| (kind.clone(), kind.empty(), Vec::new())).collect();
        Self { columns, needs_comments: kinds.iter().any(Kind::is_of_comments) }
    }

    /// Reads the tags of a game that are columns.
    pub fn of_game(&self, file: &ByteArray, game: &Game<'_>) -> OfGame {
        let tags = self.columns.iter().filter_map(|(kind, ..)| match kind {
            Kind::Tag(name) => Some(game.tag(name).map(|value| value.into_owned().into_bytes().into())),
            _ => None,
        });
        OfGame {
            file: file.clone(),
            number: i32::try_from(game.number()).unwrap_or(i32::MAX),
            result: game.result().map(|result| result.as_str().into()),
            tags: tags.collect(),
        }
    }

    /// Adds a row.
    pub fn push(
        &mut self,
        game: &OfGame,
        ply: usize,
        position: &Position,
        chess_move: Move,
        comments: Comments<'_>,
    ) {
        let (mut evaluation, mut clock) = (None, None);
        if self.needs_comments {
            for comment in comments {
                evaluation = comment.evaluation().or(evaluation);
                clock = comment.clock().or(clock);
            }
        }
        let mut tags = game.tags.iter();
        for (kind, values, levels) in &mut self.columns {
            let text = |text: String| Some(ByteArray::from(text.into_bytes()));
            let is_there = match values {
                Values::Integers(values) => {
                    let value = match kind {
                        Kind::Game => Some(game.number),
                        Kind::Ply => Some(i32::try_from(ply).unwrap_or(i32::MAX)),
                        _ => match evaluation {
                            Some(Evaluation::Mate(moves)) => Some(moves),
                            _ => None,
                        },
                    };
                    values.extend(value);
                    value.is_some()
                }
                Values::Numbers(values) => {
                    let value = match (&kind, evaluation) {
                        (Kind::Clock, _) => clock.map(|time| time.as_secs_f32()),
                        (_, Some(Evaluation::Pawns(pawns))) => Some(pawns),
                        _ => None,
                    };
                    values.extend(value);
                    value.is_some()
                }
                Values::Texts(values) => {
                    let value = match kind {
                        Kind::File => Some(game.file.clone()),
                        Kind::Fen => text(position.to_string()),
                        Kind::Move => text(chess_move.to_string()),
                        Kind::San => text(position.to_san(chess_move).to_string()),
                        Kind::Result => game.result.clone(),
                        _ => tags.next().cloned().flatten(),
                    };
                    let is_there = value.is_some();
                    values.extend(value);
                    is_there
                }
            };
            levels.push(i16::from(is_there));
        }
    }
}

/// Writes the rows of parts as row groups.
pub struct Columns {
    writer: SerializedFileWriter<File>,
}

impl Columns {
    /// Creates a file.
    pub fn create(path: &Path, kinds: &[Kind]) -> io::Result<Self> {
        let mut fields = Vec::new();
        for kind in kinds {
            let (physical, logical) = match kind.empty() {
                Values::Integers(_) => (Physical::INT32, None),
                Values::Numbers(_) => (Physical::FLOAT, None),
                Values::Texts(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            };
            let field = Type::primitive_type_builder(kind.name(), physical)
                .with_repetition(Repetition::OPTIONAL)
                .with_logical_type(logical);
            fields.push(Arc::new(field.build()?));
        }
        let schema = Type::group_type_builder("positions").with_fields(fields).build()?;
        let properties =
            WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default())).build();
        let writer = SerializedFileWriter::new(File::create(path)?, Arc::new(schema), Arc::new(properties))?;
        Ok(Self { writer })
    }

    /// Writes rows as a group.
    pub fn write(&mut self, rows: &Rows) -> io::Result<()> {
        if rows.columns.first().is_none_or(|(_, _, levels)| levels.is_empty()) {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        for (_, values, levels) in &rows.columns {
            let Some(mut column) = group.next_column()? else { break };
            match values {
                Values::Integers(values) => {
                    column.typed::<Int32Type>().write_batch(values, Some(levels), None)?
                }
                Values::Numbers(values) => {
                    column.typed::<FloatType>().write_batch(values, Some(levels), None)?
                }
                Values::Texts(values) => {
                    column.typed::<ByteArrayType>().write_batch(values, Some(levels), None)?
                }
            };
            column.close()?;
        }
        group.close()?;
        Ok(())
    }

    /// Writes the end of the file.
    pub fn finish(self) -> io::Result<()> {
        self.writer.close()?;
        Ok(())
    }
}
