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

use std::fmt::Display;
use std::io::{self, Write};
use std::time::Instant;

use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
pub use quadline_output::Input;
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

/// Reads all files, and writes the table to `output` and the errors of games to `errors`. Returns the number of games
/// with errors.
///
/// # Errors
///
/// Returns a message if a file cannot be read or written. Then there is no new Parquet file, except if only the table
/// cannot be written.
pub fn run(options: &Options, output: &mut impl Write, errors: &mut impl Write) -> Result<u64, String> {
    // All of them before the output is created.
    let inputs: Result<Vec<_>, _> = options.files.iter().map(|path| Input::open(path)).collect();
    let inputs = inputs.map_err(|error| error.to_string())?;
    let positions = options.positions.as_ref().map(|path| Columns::create(path, &inputs, &options.columns));
    let mut positions = positions.transpose().map_err(|error| error.to_string())?;
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(["file", "games", "plies", "broken", "plies per second"]);
    let mut broken = 0;
    for input in inputs {
        let (begin, path) = (Instant::now(), input.path().to_owned());
        let counts = replay(input, options, &mut positions).map_err(|error| error.to_string())?;
        let rate = counts.plies as f64 / begin.elapsed().as_secs_f64();
        table.add_row([
            path.display().to_string(),
            counts.games.to_string(),
            counts.plies.to_string(),
            counts.broken.to_string(),
            format!("{rate:.0}"),
        ]);
        broken += counts.broken;
        // An error of standard error cannot be reported.
        for error in &counts.errors {
            let _ = writeln!(errors, "{}: {error}", path.display());
        }
        let others = counts.broken - counts.errors.len() as u64;
        if others > 0 {
            let _ = writeln!(errors, "{}: {others} other games are broken", path.display());
        }
    }
    // Before the table, so that a full or closed output does not cost the file.
    if let Some(positions) = positions {
        positions.finish().map_err(|error| error.to_string())?;
    }
    table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    writeln!(output, "{table}").and_then(|()| output.flush()).map_err(not_printed)?;
    Ok(broken)
}

/// Returns the message for an output that is full or closed.
pub fn not_printed(error: io::Error) -> String {
    format!("standard output cannot be written: {error}")
}

/// Replays the games of one file, with a progress bar on standard error, and adds their rows.
///
/// # Errors
///
/// Returns an error with the name of the file if the file cannot be read to its end, or a row not be written.
pub fn replay(input: Input, options: &Options, positions: &mut Option<Columns>) -> io::Result<Counts> {
    let name = input.path().display().to_string();
    let named = |error: &dyn Display| io::Error::other(format!("{name}: {error}"));
    let bar = ProgressBar::no_length();
    let style = ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes} {msg}");
    bar.set_style(style.map_err(io::Error::other)?);
    // The bar counts the bytes of the file, before they are decompressed.
    let (length, file) = input.read()?;
    if let Some(length) = length {
        bar.set_length(length);
    }
    let parts =
        Parts::new(Decompressed::new(bar.wrap_read(file)).map_err(|error| named(&error))?).with_size(PART);
    let format = positions.as_ref().map(Columns::format);
    let mut counts = Counts::default();
    let work = |part: Result<Part, Error>| match part {
        Ok(part) => replay_part(&part, &name, format.as_deref()),
        Err(error) if error.is_fatal() => Err(named(&error)),
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
    use super::*;

    #[test]
    fn options_that_are_wrong() {
        let message = |arguments: &[&str]| {
            options::parse(arguments.iter().map(Into::into)).expect_err("wrong").to_string()
        };
        assert!(message(&[]).contains("no file"));
        assert!(message(&["-", "--threads", "0"]).contains("from 1 to 1024"));
        assert!(message(&["-", "--columns", "ply,ply"]).contains("twice"));
        assert!(message(&["-", "--colums", "ply"]).contains("--colums"));
        let columns = |arguments: &[&str]| {
            let options = options::parse(arguments.iter().map(Into::into)).expect("options");
            options.expect("not the help").columns
        };
        let usual = [Kind::Game, Kind::Ply, Kind::Fen, Kind::Move];
        assert_eq!(columns(&["a.pgn"]), usual);
        assert_eq!(columns(&["a.pgn", "b.pgn"])[0], Kind::File);
        assert_eq!(columns(&["a.pgn", "b.pgn"])[1..], usual);
        assert_eq!(columns(&["a.pgn", "b.pgn", "--columns", "ply"]), [Kind::Ply]);
        assert!(options::parse(["--help".into()]).expect("the help").is_none());
    }
}
