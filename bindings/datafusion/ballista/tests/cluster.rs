//! Compares a scheduler and two executors as processes with a single process, with both executors running and
//! with one killed during the job.

use std::fs::{self, File};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray};
use datafusion::parquet::arrow::ArrowWriter;

// The rows are repeated, so the query uses sums: unions or parities would not show a missing row.
const SQL: &str = "SELECT in_check(fen) AS checked, count(*) AS positions, sum(legal_move_count(fen)) AS moves, \
    sum(attacked_squares(fen, 'white') % 1000003) AS white, sum(queen_attacks(27, checkers(fen)) % 1000003) AS queens \
    FROM positions GROUP BY checked ORDER BY checked NULLS FIRST";

/// A process that is killed at the end of the test.
struct Process(Child);

impl Process {
    fn start(log: &Path, arguments: &[&str]) -> Self {
        let log = File::create(log).expect("a log");
        let mut command = Command::new(env!("CARGO_BIN_EXE_quadline-ballista"));
        command.args(arguments).stdout(Stdio::null()).stderr(log);
        Self(command.spawn().expect("a process"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process may already have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port()
}

fn wait_for(port: u16) {
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(start.elapsed() < Duration::from_secs(60), "no process listens on {port}");
        sleep(Duration::from_millis(50));
    }
}

/// Writes Parquet files of repeated FENs. Each file also has a null and a text that is not a FEN.
fn write_parquet(folder: &Path, files: usize, rows: usize) {
    let default =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/conformance/fixtures/lichess-2025-05.fen");
    let path = std::env::var("QUADLINE_POSITIONS").unwrap_or_else(|_| default.into());
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let fens: Vec<&str> = text.lines().collect();
    for file in 0..files {
        let column = [None, Some("nonsense")]
            .into_iter()
            .chain(fens.iter().map(|fen| Some(*fen)).cycle().skip(file).take(rows));
        let column: ArrayRef = Arc::new(column.collect::<StringArray>());
        let batch = RecordBatch::try_from_iter_with_nullable([("fen", column, true)]).expect("a batch");
        let file = File::create(folder.join(format!("{file:02}.parquet"))).expect("a file");
        let mut writer = ArrowWriter::try_new(file, batch.schema(), None).expect("a writer");
        writer.write(&batch).expect("written");
        writer.close().expect("closed");
    }
}

/// Runs the query and returns its output. `meanwhile` is called repeatedly until the query has finished.
fn run(arguments: &[&str], mut meanwhile: impl FnMut(Duration)) -> String {
    let start = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadline-ballista"));
    let mut child =
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a process");
    while child.try_wait().expect("a process").is_none() {
        assert!(start.elapsed() < Duration::from_secs(600), "no answer");
        meanwhile(start.elapsed());
        sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().expect("output");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    println!("{} in {:.1} s", arguments[0], start.elapsed().as_secs_f64());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_cluster_says_what_one_process_says_even_if_an_executor_dies() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cluster-{}", std::process::id()));
    let parquet = folder.join("parquet");
    fs::create_dir_all(&parquet).expect("a folder");
    let rows = std::env::var("QUADLINE_CLUSTER_ROWS").map_or(200_000, |rows| rows.parse().expect("a number"));
    write_parquet(&parquet, 32, rows);
    let (parquet, log) = (parquet.to_str().expect("a path"), |name: &str| folder.join(format!("{name}.log")));
    let expected = run(&["local", parquet, SQL], |_| ());
    println!("{expected}");
    assert_eq!(expected.lines().count(), 7, "null, false and true");

    let port = free_port();
    let _scheduler = Process::start(&log("scheduler"), &["scheduler", &port.to_string()]);
    wait_for(port);
    let executor = |name: &str| {
        let (one, other) = (free_port(), free_port());
        let work = folder.join(name);
        let ports = [port, one, other].map(|port| port.to_string());
        let work = work.to_str().expect("a path");
        let process = Process::start(&log(name), &["executor", &ports[0], &ports[1], &ports[2], "1", work]);
        wait_for(one);
        process
    };
    let _survivor = executor("survivor");
    let mut victim = executor("victim");
    let port = port.to_string();
    let arguments = ["query", port.as_str(), parquet, SQL];
    let start = Instant::now();
    assert_eq!(run(&arguments, |_| ()), expected);
    let whole = start.elapsed();
    // Each executor stores its results for a job in folders of its own.
    let done = |name: &str| fs::read_dir(folder.join(name)).expect("a folder").count();
    let before = [done("survivor"), done("victim")];
    assert!(!before.contains(&0), "both have worked");

    let mut killed = None;
    let answer = run(&arguments, |elapsed| {
        if killed.is_none() && elapsed > whole / 2 {
            victim.0.kill().expect("a process that lives");
            killed = Some(elapsed);
        }
    });
    let killed =
        killed.expect("the job was over before the executor could be killed: QUADLINE_CLUSTER_ROWS=1000000");
    println!("an executor was killed after {:.1} s", killed.as_secs_f64());
    assert_eq!(answer, expected);
    assert!(done("victim") > before[1], "the one that was killed was at work on this job");
    fs::remove_dir_all(&folder).expect("a folder");
}
