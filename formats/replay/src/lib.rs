//! Replays the games of PGN files and writes their positions as Parquet.
//!
//! ```text
//! cargo run --release --manifest-path formats/Cargo.toml --bin replay -- games.pgn.zst --positions positions.parquet
//! ```
//!
//! Each thread takes the next part of a file, which consists of whole games, replays it, encodes and
//! compresses its rows as a group of rows, and adds the groups that are next in the order of the file to the
//! output. So no thread waits for another one, unless it is ahead of it by several parts. `threads.rs` has
//! the threads, `options.rs` the command line, and `columns.rs` and
//! `fens.rs` write the columns.

mod columns;
mod fens;
pub mod options;
mod threads;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::Instant;

use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use quadline_pgn::{Decompressed, Error, Part, Parts};

pub use columns::{Columns, Kind};
use columns::{Format, Group, Rows};
use options::Options;

/// The number of errors that are printed for each file.
const PRINTED_ERRORS: usize = 10;

/// The text of a part: without comments, its positions are a group of 150,000 rows.
const PART: usize = 2 << 20;

/// The games and plies of a file or of a part of it, and its errors.
#[derive(Default)]
pub struct Counts {
    /// The games.
    pub games: u64,
    /// The moves.
    pub plies: u64,
    /// The games with errors.
    pub broken: u64,
    /// The first errors.
    pub errors: Vec<String>,
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

/// Reads all files and prints the table. Returns the number of games with errors.
///
/// # Errors
///
/// Returns a message if a file cannot be read or written.
pub fn run(options: &Options) -> Result<u64, String> {
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

/// Replays the games of one file, with a progress bar on standard error, and adds their rows.
///
/// # Errors
///
/// Returns an error if the file cannot be read to its end, or a row not be written.
pub fn replay(path: &Path, options: &Options, positions: &mut Option<Columns>) -> io::Result<Counts> {
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
    let name = path.display().to_string();
    let format = positions.as_ref().map(Columns::format);
    let mut counts = Counts::default();
    let work = |part: Result<Part, Error>| match part {
        Ok(part) => replay_part(&part, &name, format.as_deref()),
        Err(error) if error.is_fatal() => Err(io::Error::other(error.to_string())),
        Err(error) => {
            let mut counts = Counts { games: 1, ..Counts::default() };
            counts.add_error(&error);
            Ok((counts, None))
        }
    };
    let write = |(of_part, rows): (Counts, Option<Group>)| {
        counts.add(of_part);
        match (&mut *positions, rows) {
            (Some(positions), Some(rows)) => positions.add(rows),
            _ => Ok(()),
        }
    };
    let result = threads::in_order(options.threads, parts, work, write);
    bar.finish_and_clear();
    result.map(|()| counts)
}

/// Replays the games of a part, and encodes its rows.
fn replay_part(part: &Part, name: &str, format: Option<&Format>) -> io::Result<(Counts, Option<Group>)> {
    let mut counts = Counts::default();
    let mut games = part.games();
    let mut rows = format.map(Rows::new).transpose()?;
    while let Some(game) = games.next_game() {
        counts.games += 1;
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                counts.add_error(&error);
                continue;
            }
        };
        let Some(rows) = &mut rows else {
            for ply in game.plies() {
                match ply {
                    Ok(_) => counts.plies += 1,
                    Err(error) => counts.add_error(&error),
                }
            }
            continue;
        };
        let of_game = rows.of_game(&game);
        let mut fens = game.fens();
        while let Some(ply) = fens.next() {
            match ply {
                Ok((fen, chess_move)) => {
                    counts.plies += 1;
                    let plies = fens.plies();
                    rows.push(name, &of_game, plies.ply() - 1, &fen, chess_move, plies.comments())?;
                }
                Err(error) => counts.add_error(&error),
            }
        }
    }
    let group = rows.map(Rows::close).transpose()?;
    Ok((counts, group.flatten()))
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
            // The counters are those of the game.
            assert!(text[2].contains("w KQkq - 0 2\"") && text[2].contains("move: \"g1f3\""), "{}", text[2]);
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
