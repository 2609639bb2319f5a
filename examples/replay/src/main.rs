//! Replays the games of PGN files and writes their positions as Parquet.
//!
//! ```text
//! cargo run --release --manifest-path examples/replay/Cargo.toml -- games.pgn.zst --positions positions.parquet
//! ```
//!
//! One thread reads a file and divides it into parts of whole games, others replay the games of the parts,
//! and the main thread writes the rows in the order of the file. `options.rs` has the command line, and
//! `columns.rs` writes the columns.

mod columns;
mod options;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use parquet::data_type::ByteArray;
use quadline_pgn::{Decompressed, Error, Part, Parts};

use columns::{Columns, Kind, Rows};
use options::Options;

/// The number of errors that are printed for each file.
const PRINTED_ERRORS: usize = 10;

/// The text of a part: its positions are a group of rows of about 20 MB.
const PART: usize = 4 << 20;

/// What was read of a file or of a part of it.
#[derive(Default)]
struct Counts {
    games: u64,
    plies: u64,
    broken: u64,
    /// The first errors.
    errors: Vec<String>,
}

impl Counts {
    fn add_error(&mut self, error: &Error) {
        self.broken += 1;
        if self.errors.len() < PRINTED_ERRORS {
            self.errors.push(error.to_string());
        }
    }

    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.broken += other.broken;
        let room = PRINTED_ERRORS - self.errors.len();
        self.errors.extend(other.errors.into_iter().take(room));
    }
}

fn main() -> ExitCode {
    let options = match options::parse(std::env::args_os().skip(1)) {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{}", options::HELP);
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("replay: {error}; --help lists the options");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(u8::from(options.is_strict)),
        Err(error) => {
            eprintln!("replay: {error}");
            ExitCode::from(2)
        }
    }
}

/// Reads all files and prints the table. Returns the number of games with errors.
fn run(options: &Options) -> Result<u64, String> {
    let named = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    let mut positions = match &options.positions {
        Some(path) => Some(Columns::create(path, &options.columns).map_err(|error| named(path, error))?),
        None => None,
    };
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(["file", "games", "plies", "broken", "plies per second"]);
    let mut broken = 0;
    for path in &options.files {
        let begin = Instant::now();
        let counts = replay(path, options, &mut positions).map_err(|error| named(path, error))?;
        let rate = counts.plies as f64 / begin.elapsed().as_secs_f64();
        table.add_row([
            path.display().to_string(),
            counts.games.to_string(),
            counts.plies.to_string(),
            counts.broken.to_string(),
            format!("{rate:.0}"),
        ]);
        broken += counts.broken;
        for error in &counts.errors {
            eprintln!("{}: {error}", path.display());
        }
        if counts.broken > counts.errors.len() as u64 {
            eprintln!(
                "{}: {} other games are broken",
                path.display(),
                counts.broken - counts.errors.len() as u64
            );
        }
    }
    if let (Some(positions), Some(path)) = (positions, &options.positions) {
        positions.finish().map_err(|error| named(path, error))?;
    }
    table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    println!("{table}");
    Ok(broken)
}

/// A part and where its result is sent to.
type Job = (Part, Sender<(Counts, Rows)>);

/// What comes next in the order of the file.
enum Next {
    Part(Receiver<(Counts, Rows)>),
    /// A game in no part, or the end of a file that cannot be read any further.
    Error(Error),
}

/// Replays the games of one file, with a progress bar on standard error.
fn replay(path: &Path, options: &Options, positions: &mut Option<Columns>) -> io::Result<Counts> {
    let bar = ProgressBar::no_length();
    let style = ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes} {msg}");
    bar.set_style(style.map_err(io::Error::other)?);
    // The bar counts the bytes of the file, before they are decompressed.
    let file: Box<dyn Read + Send> = if path.as_os_str() == "-" {
        Box::new(io::stdin())
    } else {
        let file = File::open(path)?;
        bar.set_length(file.metadata()?.len());
        Box::new(bar.wrap_read(file))
    };
    let parts = Parts::new(Decompressed::new(file)?).with_size(PART);
    let kinds = if positions.is_some() { &options.columns[..] } else { &[] };
    let name = ByteArray::from(path.display().to_string().into_bytes());
    let counts = thread::scope(|scope| {
        let (jobs, of_jobs) = sync_channel::<Job>(options.threads);
        // As many parts are in memory as fit into both channels and as are worked on.
        let (order, in_order) = sync_channel(2 * options.threads);
        scope.spawn(move || {
            for part in parts {
                let (next, job) = match part {
                    Ok(part) => {
                        let (result, of_part) = channel();
                        (Next::Part(of_part), Some((part, result)))
                    }
                    Err(error) => (Next::Error(error), None),
                };
                // The other side is gone if a row cannot be written.
                if order.send(next).is_err() || job.is_some_and(|job| jobs.send(job).is_err()) {
                    break;
                }
            }
        });
        let of_jobs = Arc::new(Mutex::new(of_jobs));
        for _ in 0..options.threads {
            let (of_jobs, name) = (Arc::clone(&of_jobs), name.clone());
            scope.spawn(move || {
                loop {
                    let job = of_jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((part, result)) = job else { break };
                    // The other side is gone if a row cannot be written.
                    let _ = result.send(replay_part(&part, &name, kinds));
                }
            });
        }
        drop(of_jobs);
        write_in_order(in_order, positions)
    });
    bar.finish_and_clear();
    counts
}

/// Adds the results of the parts in the order of the file, and writes their rows.
fn write_in_order(in_order: Receiver<Next>, positions: &mut Option<Columns>) -> io::Result<Counts> {
    let mut counts = Counts::default();
    for next in in_order {
        match next {
            Next::Part(result) => {
                let (of_part, rows) =
                    result.recv().map_err(|_| io::Error::other("a thread has ended that replays games"))?;
                counts.add(of_part);
                if let Some(positions) = positions {
                    positions.write(&rows)?;
                }
            }
            Next::Error(error) if error.is_fatal() => return Err(io::Error::other(error.to_string())),
            Next::Error(error) => {
                counts.games += 1;
                counts.add_error(&error);
            }
        }
    }
    Ok(counts)
}

/// Replays the games of a part.
fn replay_part(part: &Part, name: &ByteArray, kinds: &[Kind]) -> (Counts, Rows) {
    let (mut counts, mut rows) = (Counts::default(), Rows::new(kinds));
    let mut games = part.games();
    while let Some(game) = games.next_game() {
        counts.games += 1;
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                counts.add_error(&error);
                continue;
            }
        };
        let of_game = rows.of_game(name, &game);
        let mut plies = game.plies();
        while let Some(ply) = plies.next() {
            match ply {
                Ok((position, chess_move)) => {
                    counts.plies += 1;
                    if !kinds.is_empty() {
                        rows.push(&of_game, plies.ply() - 1, &position, chess_move, plies.comments());
                    }
                }
                Err(error) => counts.add_error(&error),
            }
        }
    }
    (counts, rows)
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Row;

    use super::*;

    const GAMES: &str = "[Event \"a\"]\n[White \"Ann\"]\n\n1. e4 {a comment} e5 {[%eval 1.25] [%clk 0:01:30]} 2. Nf3 1-0\n\n\
        [Event \"b\"]\n\n1. d4 ; {\nd5 2. e9 *\n\n\
        [Variant \"Atomic\"]\n\n1. e4 *\n\n\
        [FEN \"8/8/8/8/8/6k1/8/7K w - - 0 1\"]\n\n1. Kg1 {[%eval #-7]} 1/2-1/2\n";

    fn folder(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("quadline-replay-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    fn options(arguments: &[&str]) -> Options {
        options::parse(arguments.iter().map(Into::into)).expect("options").expect("not the help")
    }

    #[test]
    fn a_compressed_file_becomes_parquet() {
        let folder = folder("parquet");
        // The name says nothing.
        let (input, output) = (folder.join("games.pgn"), folder.join("positions.parquet"));
        std::fs::write(&input, zstd::encode_all(GAMES.as_bytes(), 3).expect("compressed")).expect("written");
        for threads in ["1", "3"] {
            let columns = "game,ply,move,san,eval,mate,clock,result,White,fen";
            let options = options(&[
                input.to_str().expect("a name"),
                "--positions",
                output.to_str().expect("a name"),
                "--columns",
                columns,
                "--threads",
                threads,
            ]);
            assert_eq!(run(&options), Ok(2));
            let reader = SerializedFileReader::new(File::open(&output).expect("a file")).expect("Parquet");
            let rows: Vec<Row> =
                reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
            let text: Vec<_> = rows.iter().map(ToString::to_string).collect();
            assert_eq!(text.len(), 6, "{text:?}");
            assert_eq!(
                text[1],
                "{game: 1, ply: 1, move: \"e7e5\", san: \"e5\", eval: 1.25, mate: null, clock: 90.0, result: \"1-0\", \
                 White: \"Ann\", fen: \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"}"
            );
            assert_eq!(
                text[5],
                "{game: 4, ply: 0, move: \"h1g1\", san: \"Kg1\", eval: null, mate: -7, clock: null, \
                 result: \"1/2-1/2\", White: null, fen: \"8/8/8/8/8/6k1/8/7K w - - 0 1\"}"
            );
        }
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn all_games_are_counted_and_the_first_errors_kept() {
        let folder = folder("counts");
        let input = folder.join("games.pgn");
        std::fs::write(&input, GAMES.repeat(30)).expect("written");
        let counts = replay(&input, &options(&["-"]), &mut None).expect("read");
        assert_eq!((counts.games, counts.plies, counts.broken), (120, 180, 60));
        assert_eq!(counts.errors.len(), PRINTED_ERRORS);
        assert!(
            counts.errors[0].starts_with("game 2, line 9, byte 119, after 2 plies: "),
            "{}",
            counts.errors[0]
        );
        assert!(counts.errors[1].starts_with("game 3, line 11, "), "{}", counts.errors[1]);
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn options_that_are_wrong() {
        let message = |arguments: &[&str]| {
            options::parse(arguments.iter().map(Into::into)).expect_err("wrong").to_string()
        };
        assert!(message(&[]).contains("no file"));
        assert!(message(&["-", "--threads", "0"]).contains("from 1 to 1024"));
        assert!(message(&["-", "--columns", "ply,ply"]).contains("twice"));
        assert!(message(&["-", "--colums", "ply"]).contains("--colums"));
        assert!(options::parse(["--help".into()]).expect("the help").is_none());
    }
}
