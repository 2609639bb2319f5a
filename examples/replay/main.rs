//! Replays the games of PGN files and writes their positions.
//!
//! Run it with `cargo run --release --example replay -- games.pgn --positions positions.tsv`. `pgn.rs` separates the games of a
//! file from their tags, and `Movetext` reads the moves.

mod pgn;

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use quadline::{Movetext, Position};

use pgn::{Game, Games};

/// The number of errors that are printed for each file.
const PRINTED_ERRORS: usize = 10;

/// Replays the games of PGN files, and prints how many moves are legal
///
/// With --positions, each position before a move is a line of tab-separated text: the number of the game, the ply, the
/// position as a FEN and the move in UCI notation. A game is read up to its first error.
#[derive(Parser, Debug)]
#[command(name = "replay", after_help = "Compressed files can be piped: zstd -dc games.pgn.zst | replay -")]
struct Options {
    /// The files to read; - is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The file to which the positions are written
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
}

/// The counts of a file.
#[derive(Default)]
struct Counts {
    games: usize,
    plies: usize,
    broken: usize,
    bytes: u64,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("replay: {error}");
            ExitCode::from(2)
        }
    }
}

/// Reads all files and prints the table. Returns the number of games with errors.
fn run(options: &Options) -> Result<usize, String> {
    let named = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    let mut positions = match &options.positions {
        Some(path) => Some(BufWriter::new(File::create(path).map_err(|error| named(path, error))?)),
        None => None,
    };
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(["file", "games", "plies", "broken", "plies per second"]);
    let mut broken = 0;
    for path in &options.files {
        let begin = Instant::now();
        let counts = replay(path, &mut positions).map_err(|error| named(path, error))?;
        let rate = counts.plies as f64 / begin.elapsed().as_secs_f64();
        table.add_row([
            path.display().to_string(),
            counts.games.to_string(),
            counts.plies.to_string(),
            counts.broken.to_string(),
            format!("{rate:.0}"),
        ]);
        broken += counts.broken;
    }
    if let (Some(positions), Some(path)) = (&mut positions, &options.positions) {
        positions.flush().map_err(|error| named(path, error))?;
    }
    table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    println!("{table}");
    Ok(broken)
}

/// Replays the games of one file, with a progress bar on standard error.
fn replay(path: &Path, positions: &mut Option<BufWriter<File>>) -> io::Result<Counts> {
    let (input, length): (Box<dyn BufRead>, u64) = if path.as_os_str() == "-" {
        (Box::new(io::stdin().lock()), 0)
    } else {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        (Box::new(BufReader::with_capacity(1 << 16, file)), length)
    };
    let bar = ProgressBar::new(length);
    let style = ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes} {msg}");
    bar.set_style(style.map_err(io::Error::other)?);
    let mut counts = Counts::default();
    for game in Games::new(input) {
        let game = game?;
        counts.games += 1;
        counts.bytes += game.bytes;
        if let Err(error) = replay_game(&game, &mut counts, positions)? {
            counts.broken += 1;
            if counts.broken <= PRINTED_ERRORS {
                bar.suspend(|| eprintln!("{}: game {}: {error}", path.display(), counts.games));
            }
        }
        if counts.games.is_multiple_of(1024) {
            bar.set_position(counts.bytes);
        }
    }
    bar.finish_and_clear();
    Ok(counts)
}

/// Replays a game. The inner result is the reason why it is not read to its end.
fn replay_game(
    game: &Game,
    counts: &mut Counts,
    positions: &mut Option<BufWriter<File>>,
) -> io::Result<Result<(), String>> {
    let start = match game.fen.as_deref().map(str::parse::<Position>) {
        None => Position::START,
        Some(Ok(start)) => start,
        Some(Err(error)) => return Ok(Err(error.to_string())),
    };
    for (ply, each) in Movetext::new(start, &game.movetext).enumerate() {
        let (position, chess_move) = match each {
            Ok(found) => found,
            Err(error) => return Ok(Err(error.to_string())),
        };
        counts.plies += 1;
        if let Some(positions) = positions {
            writeln!(positions, "{}\t{ply}\t{position}\t{chess_move}", counts.games)?;
        }
    }
    Ok(Ok(()))
}
