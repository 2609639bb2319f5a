//! A cluster on one machine: see the usage.

use quadline_ballista::{connect, local, query, run_executor, run_scheduler};

const USAGE: &str = "\
usage: quadline-ballista scheduler PORT
       quadline-ballista executor SCHEDULER_PORT PORT PORT CORES WORK_DIR
       quadline-ballista query SCHEDULER_PORT PARQUET_DIR SQL
       quadline-ballista local PARQUET_DIR SQL
All on the loopback address. The Parquet files of the folder are the table `positions`.";

type Outcome = Result<(), Box<dyn std::error::Error>>;

#[tokio::main]
async fn main() -> Outcome {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["scheduler", port] => run_scheduler(port.parse()?).await?,
        ["executor", scheduler, one, other, cores, work_dir] => {
            run_executor(scheduler.parse()?, [one.parse()?, other.parse()?], cores.parse()?, work_dir)
                .await?;
        }
        ["query", scheduler, folder, sql] => {
            println!("{}", query(&connect(scheduler.parse()?).await?, folder, sql).await?);
        }
        ["local", folder, sql] => println!("{}", query(&local(), folder, sql).await?),
        _ => {
            eprintln!("{USAGE}");
            std::process::exit(2);
        }
    }
    Ok(())
}
