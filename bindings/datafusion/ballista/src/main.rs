//! Runs a cluster on one machine; see the usage message.

use std::error::Error;
use std::fmt::Display;
use std::process::ExitCode;
use std::str::FromStr;

use quadline_ballista::{connect, local, query, run_executor, run_scheduler};

const USAGE: &str = "\
usage: quadline-ballista scheduler PORT
       quadline-ballista executor SCHEDULER_PORT PORT PORT CORES WORK_DIR
       quadline-ballista query SCHEDULER_PORT PARQUET_DIR SQL
       quadline-ballista local PARQUET_DIR SQL
All on the loopback address. The Parquet files of the folder are the table `positions`.";

type Outcome<T> = Result<T, Box<dyn Error>>;

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Outcome<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["scheduler", port] => run_scheduler(number(port)?).await?,
        ["executor", scheduler, one, other, cores, work_dir] => {
            run_executor(number(scheduler)?, [number(one)?, number(other)?], number(cores)?, work_dir)
                .await?;
        }
        ["query", scheduler, folder, sql] => {
            println!("{}", query(&connect(number(scheduler)?).await?, folder, sql).await?);
        }
        ["local", folder, sql] => println!("{}", query(&local(), folder, sql).await?),
        _ => {
            eprintln!("{USAGE}");
            return Ok(ExitCode::from(2));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Parses a port or a number of cores.
fn number<T: FromStr<Err: Display>>(text: &str) -> Outcome<T> {
    text.parse().map_err(|error| format!("{text:?} is not a port or number: {error}").into())
}
