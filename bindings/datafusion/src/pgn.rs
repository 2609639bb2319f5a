//! The table function of files of games.

use std::fs::{self, File};
use std::iter::zip;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions, StringBuilder, UInt64Builder};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::{Session, TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{DataFusionError, Result, plan_err};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, TableType};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::stream::RecordBatchReceiverStream;
use datafusion::physical_plan::streaming::{PartitionStream, StreamingTableExec};
use quadline::fen::Fen;
use quadline_pgn::{Decompressed, Error, Game, Part, Parts, text};

/// The name of the table function.
pub(crate) const NAME: &str = "read_pgn";

/// The tags that are columns if a query names no others: those that each game should have, without `Result`.
const TAGS: [&str; 6] = ["event", "site", "date", "round", "white", "black"];

/// The columns beside the tags, of which the first three are before them.
const PLACES: [&str; 3] = ["number", "byte", "line"];
const TEXTS: [&str; 4] = ["start", "result", "movetext", "error"];

/// The bytes of the games that are read together, which are a batch.
const PART: usize = 1 << 20;

/// The batches that are read before they are needed.
const AHEAD: usize = 2;

/// The function `read_pgn(path, tag, ..)`.
#[derive(Debug)]
pub(crate) struct ReadPgn;

impl TableFunctionImpl for ReadPgn {
    fn call_with_args(&self, arguments: TableFunctionArgs) -> Result<Arc<dyn TableProvider>> {
        let mut texts = Vec::new();
        for argument in arguments.exprs() {
            match argument {
                Expr::Literal(value, _) if let Some(Some(text)) = value.try_as_str() => {
                    texts.push(text.to_owned())
                }
                other => {
                    return plan_err!("{NAME}(path, tag, ..) takes texts in single quotes, not {other}");
                }
            }
        }
        let Some((path, tags)) = texts.split_first() else {
            return plan_err!("{NAME}(path, tag, ..) takes the path of a file of games");
        };
        let tags = if tags.is_empty() { TAGS.map(String::from).into() } else { tags.to_vec() };
        Ok(Arc::new(Table::new(path, tags)?))
    }
}

/// A file of games.
#[derive(Debug)]
struct Table {
    path: String,
    columns: Vec<Column>,
    schema: SchemaRef,
}

/// A column of the table.
#[derive(Clone, Debug)]
enum Column {
    /// The number, the byte or the line.
    Place(usize),
    /// The tag with this name, in upper or lower case.
    Tag(String),
    Start,
    Result,
    Movetext,
    Error,
}

impl Table {
    fn new(path: &str, tags: Vec<String>) -> Result<Self> {
        // The file is opened when it is read: opening a pipe waits for the program that writes it.
        fs::metadata(path).map_err(|error| DataFusionError::Plan(format!("{NAME}: {path}: {error}")))?;
        let mut fields: Vec<_> = PLACES.map(|name| Field::new(name, DataType::UInt64, false)).into();
        let mut columns: Vec<_> = [0, 1, 2].map(Column::Place).into();
        for tag in tags {
            let is_like = |name: &str| name.eq_ignore_ascii_case(&tag);
            let is_taken = TEXTS.into_iter().any(is_like) || fields.iter().any(|field| is_like(field.name()));
            if is_taken {
                return plan_err!("{NAME}: there is a column {tag:?} already; leave the tag out");
            }
            fields.push(Field::new(&tag, DataType::Utf8, true));
            columns.push(Column::Tag(tag));
        }
        fields.extend(TEXTS.map(|name| Field::new(name, DataType::Utf8, true)));
        columns.extend([Column::Start, Column::Result, Column::Movetext, Column::Error]);
        Ok(Self { path: path.to_owned(), columns, schema: Arc::new(Schema::new(fields)) })
    }
}

#[async_trait::async_trait]
impl TableProvider for Table {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    async fn scan(
        &self,
        _: &dyn Session,
        projection: Option<&Vec<usize>>,
        _: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let mut file = Columns {
            path: self.path.clone(),
            columns: self.columns.clone(),
            schema: Arc::clone(&self.schema),
        };
        if let Some(projection) = projection {
            file.columns = projection.iter().map(|&column| self.columns[column].clone()).collect();
            file.schema = Arc::new(self.schema.project(projection)?);
        }
        let schema = Arc::clone(&file.schema);
        Ok(Arc::new(StreamingTableExec::try_new(schema, vec![Arc::new(file)], None, [], false, limit)?))
    }
}

/// Some columns of a file of games.
#[derive(Clone, Debug)]
struct Columns {
    path: String,
    columns: Vec<Column>,
    schema: SchemaRef,
}

impl PartitionStream for Columns {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, _: Arc<TaskContext>) -> SendableRecordBatchStream {
        let file = self.clone();
        let mut stream = RecordBatchReceiverStream::builder(Arc::clone(&self.schema), AHEAD);
        let sender = stream.tx();
        stream.spawn_blocking(move || {
            let failed =
                |error: String| DataFusionError::Execution(format!("{NAME}: {}: {error}", file.path));
            let reader = File::open(&file.path).and_then(Decompressed::new);
            let parts = Parts::new(reader.map_err(|error| failed(error.to_string()))?).with_size(PART);
            for part in parts {
                let batch = match part {
                    Err(error) if error.is_fatal() => Err(failed(error.to_string())),
                    part => file.batch(part),
                };
                // Nobody receives more once the query has enough rows.
                if sender.blocking_send(batch).is_err() {
                    break;
                }
            }
            Ok(())
        });
        stream.build()
    }
}

impl Columns {
    /// Reads the games of a part.
    fn batch(&self, part: Result<Part, Error>) -> Result<RecordBatch> {
        let mut rows = 0;
        let mut builders: Vec<Builder> = self.columns.iter().map(Builder::new).collect();
        let mut push = |game: Result<Game<'_>, Error>| {
            rows += 1;
            for (column, builder) in zip(&self.columns, &mut builders) {
                builder.push(column, &game);
            }
        };
        match part {
            Ok(part) => {
                let mut games = part.games();
                while let Some(game) = games.next_game() {
                    push(game);
                }
            }
            Err(error) => push(Err(error)),
        }
        let arrays = builders.iter_mut().map(Builder::finish).collect();
        // A query that only counts games has no columns.
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        Ok(RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options)?)
    }
}

enum Builder {
    Numbers(UInt64Builder),
    Texts(StringBuilder),
}

impl Builder {
    fn new(column: &Column) -> Self {
        match column {
            Column::Place(_) => Self::Numbers(UInt64Builder::new()),
            _ => Self::Texts(StringBuilder::new()),
        }
    }

    /// Adds the value of a game, or that of a game with an error, of which only the place is known.
    fn push(&mut self, column: &Column, game: &Result<Game<'_>, Error>) {
        match (self, column, game) {
            (Self::Numbers(numbers), Column::Place(which), Ok(game)) => {
                numbers.append_value([game.number(), game.offset(), game.line()][*which]);
            }
            (Self::Numbers(numbers), Column::Place(which), Err(error)) => {
                numbers.append_value([error.game(), error.offset(), error.line()][*which]);
            }
            // A part has at most 17 MB, and twice as many in UTF-8, which an array of text has room for.
            (Self::Texts(texts), Column::Tag(name), Ok(game)) => texts.append_option(game.tag(name)),
            (Self::Texts(texts), Column::Start, Ok(game)) => {
                let has_start = game.start_fen() != Fen::START;
                let fen = game.tag("FEN").filter(|_| has_start);
                texts.append_option(fen.map(|fen| fen.trim().to_owned()));
            }
            (Self::Texts(texts), Column::Result, Ok(game)) => match game.result() {
                Some(result) => texts.append_value(result.as_str()),
                None => texts.append_option(game.tag("Result")),
            },
            (Self::Texts(texts), Column::Movetext, Ok(game)) => texts.append_value(text(game.movetext())),
            (Self::Texts(texts), Column::Error, Ok(game)) => {
                texts.append_option(game.error().map(|error| error.to_string()));
            }
            (Self::Texts(texts), Column::Error, Err(error)) => texts.append_value(error.to_string()),
            (Self::Texts(texts), ..) => texts.append_null(),
            (Self::Numbers(numbers), ..) => numbers.append_null(),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Numbers(numbers) => Arc::new(numbers.finish()),
            Self::Texts(texts) => Arc::new(texts.finish()),
        }
    }
}
