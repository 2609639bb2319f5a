//! Runs SQL queries on a Parquet file of positions. usage: sql FILE.fen FILE.parquet [ROWS]
//!
//! If the Parquet file does not exist, it is written: the FENs of the text file, repeated up to the number of
//! rows.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::prelude::SessionContext;
use quadline_datafusion::{Broken, Functions};
use quadline_output::{Input, Output};

const QUERIES: [&str; 3] = [
    "SELECT count(*) AS positions, avg(legal_move_count(fen)) AS moves, sum(CAST(in_check(fen) AS INT)) AS checks \
     FROM positions",
    "SELECT legal_move_count(fen) AS moves, count(*) AS positions, min(fen) AS example \
     FROM positions WHERE in_check(fen) GROUP BY 1 ORDER BY 1 LIMIT 10",
    "SELECT fen, bit_count(f['attacked_by_white']) AS white, bit_count(f['attacked_by_black']) AS black, \
     square_names(f['pinned']) AS pinned \
     FROM (SELECT fen, position_features(fen) AS f FROM (SELECT DISTINCT fen FROM positions)) \
     ORDER BY bit_count(f['attacked_by_white']) - bit_count(f['attacked_by_black']) DESC, fen LIMIT 5",
];

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Writes repeated FENs, a million rows at a time.
fn write(fens: &str, parquet: &str, rows: usize) -> Outcome<()> {
    let input = Input::open(fens.as_ref())?;
    let mut output = Some(Output::create(parquet.as_ref(), std::slice::from_ref(&input))?);
    let text = input.read_to_string()?;
    let mut fens = text.lines().cycle().take(rows).peekable();
    let mut writer = None;
    while fens.peek().is_some() {
        let column: ArrayRef = Arc::new(StringArray::from_iter_values(fens.by_ref().take(1 << 20)));
        let batch = RecordBatch::try_from_iter([("fen", column)])?;
        if let Some(output) = output.take() {
            writer = Some(ArrowWriter::try_new(output, batch.schema(), None)?);
        }
        if let Some(writer) = &mut writer {
            writer.write(&batch)?;
        }
    }
    writer
        .ok_or_else(|| format!("no rows to write: {rows} of the FENs in the text file"))?
        .into_inner()?
        .finish()?;
    Ok(())
}

fn read(file: &str) -> Outcome<String> {
    std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}").into())
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        [fens, parquet] => run(fens, parquet, None).await,
        [fens, parquet, rows] => run(fens, parquet, Some(rows)).await,
        _ => {
            eprintln!("usage: sql FILE.fen FILE.parquet [ROWS]");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

async fn run(fens: &str, parquet: &str, rows: Option<&str>) -> Outcome<()> {
    if !Path::new(parquet).exists() {
        let rows = match rows {
            Some(rows) => {
                rows.parse().map_err(|error| format!("{rows:?} is not a number of rows: {error}"))?
            }
            None => read(fens)?.lines().count(),
        };
        write(fens, parquet, rows)?;
    }
    let context = SessionContext::new();
    let functions = Functions::new(Broken::Null);
    functions.register(&context);
    context.register_parquet("positions", parquet, Default::default()).await?;
    for sql in QUERIES {
        let start = Instant::now();
        println!("{sql}");
        context.sql(sql).await?.show().await?;
        println!("{:.3} s, {} invalid FENs so far\n", start.elapsed().as_secs_f64(), functions.broken());
    }
    Ok(())
}
