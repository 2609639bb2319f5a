//! Measures the overhead of SQL: a query that filters FENs by `in_check`, against a loop in Rust over the
//! same arrays. One thread, alternating, medians. usage: speed FILE.fen [ROWS]

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch, StringViewArray};
use datafusion::arrow::datatypes::Int64Type;
use datafusion::datasource::MemTable;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use quadline::{ChecksAndPins, Position, batch};
use quadline_datafusion::{Broken, Functions};

const BLOCK: usize = 256;
const BLOCKS: usize = 7;

/// Parses and computes block by block.
fn checks(batches: &[RecordBatch]) -> usize {
    let (mut positions, mut found) = ([Position::START; BLOCK], [ChecksAndPins::default(); BLOCK]);
    let mut count = 0;
    for batch in batches {
        let fens = batch.column(0).as_string_view();
        for start in (0..fens.len()).step_by(BLOCK) {
            let length = BLOCK.min(fens.len() - start);
            for (row, to) in (start..).zip(&mut positions[..length]) {
                *to = Position::from_fen_bytes(fens.value(row).as_bytes()).expect("a FEN");
            }
            batch::checks_and_pins(&positions[..length], &mut found[..length]);
            count += found[..length].iter().filter(|checks| checks.checkers != 0).count();
        }
    }
    count
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        [file] => run(file, "10000000"),
        [file, rows] => run(file, rows),
        _ => {
            eprintln!("usage: speed FILE.fen [ROWS]");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(file: &str, rows: &str) -> Result<(), Box<dyn std::error::Error>> {
    let rows: NonZeroUsize =
        rows.parse().map_err(|error| format!("{rows:?} is not a number of rows from 1: {error}"))?;
    let rows = rows.get();
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    if text.is_empty() {
        return Err(format!("{file} is empty; it must contain one FEN per line").into());
    }
    let mut fens = text.lines().cycle().take(rows).peekable();
    let mut batches = Vec::new();
    while fens.peek().is_some() {
        let column: ArrayRef = Arc::new(StringViewArray::from_iter_values(fens.by_ref().take(8192)));
        batches.push(RecordBatch::try_from_iter([("fen", column)])?);
    }
    let parquet = std::env::temp_dir().join(format!("quadline-{}.parquet", std::process::id()));
    let mut writer = ArrowWriter::try_new(std::fs::File::create(&parquet)?, batches[0].schema(), None)?;
    batches.iter().try_for_each(|batch| writer.write(batch))?;
    writer.close()?;

    let context = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(1));
    Functions::new(Broken::Error).register(&context);
    let table = MemTable::try_new(batches[0].schema(), vec![batches.clone()])?;
    context.register_table("positions", Arc::new(table))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(context.register_parquet(
        "file",
        parquet.to_string_lossy(),
        ParquetReadOptions::default(),
    ))?;
    let query = |sql: &str| {
        let answer = runtime.block_on(async { context.sql(sql).await?.collect().await });
        answer.map(|batches| batches[0].column(0).as_primitive::<Int64Type>().value(0) as usize)
    };
    println!("| {rows} FENs, one thread | ns each | of the loop |\n|---|--:|--:|");
    for (name, sql, asks) in [
        (
            "`WHERE in_check(fen)`, arrays in memory",
            "SELECT count(*) FROM positions WHERE in_check(fen)",
            true,
        ),
        ("the same, a Parquet file", "SELECT count(*) FROM file WHERE in_check(fen)", true),
        (
            "a Parquet file that is only read: `WHERE length(fen) > 5`",
            "SELECT count(*) FROM file WHERE length(fen) > 5",
            false,
        ),
    ] {
        let mut times = Vec::new();
        for _ in 0..BLOCKS {
            let start = Instant::now();
            let by_loop = checks(&batches);
            let between = Instant::now();
            let by_query = query(sql)?;
            times.push((between.elapsed().as_secs_f64(), (between - start).as_secs_f64()));
            assert_eq!(by_query, if asks { by_loop } else { rows });
        }
        times.sort_by(|one, other| (one.1 / one.0).total_cmp(&(other.1 / other.0)));
        let (query, by_loop) = times[BLOCKS / 2];
        let each = |time: f64| time / rows as f64 * 1e9;
        let share = format!("{:.2} (the loop: {:.0})", by_loop / query, each(by_loop));
        println!("| {name} | {:.0} | {} |", each(query), if asks { &share } else { "" });
    }
    std::fs::remove_file(parquet)?;
    Ok(())
}
