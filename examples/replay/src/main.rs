//! Replays the games of PGN files and writes their positions as Parquet.
//!
//! ```text
//! cargo run --release --manifest-path examples/replay/Cargo.toml -- games.pgn.zst --positions positions.parquet
//! ```
//!
//! `pgn.rs` separates the games of a file from their tags, `Movetext` reads the moves, and `columns.rs` writes the columns.

mod columns;
mod pgn;

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use quadline::{Movetext, Position};

use columns::Columns;
use pgn::{Game, Games};

/// The number of errors that are printed for each file.
const PRINTED_ERRORS: usize = 10;

/// Replays the games of PGN files, and prints how many moves are legal
///
/// With --positions, each position before a move is a row: the number of the game, the ply, the position as a FEN and the
/// move in UCI notation. A game is read up to its first error.
#[derive(Parser, Debug)]
#[command(name = "replay")]
struct Options {
    /// The files to read, compressed with zstd if they end in .zst; - is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The Parquet file to which the positions are written
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
}

/// The counts of a file.
#[derive(Default)]
struct Counts {
    games: usize,
    plies: usize,
    broken: usize,
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
        Some(path) => Some(Columns::create(path).map_err(|error| named(path, error))?),
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
    if let (Some(positions), Some(path)) = (positions, &options.positions) {
        positions.finish().map_err(|error| named(path, error))?;
    }
    table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    println!("{table}");
    Ok(broken)
}

/// Replays the games of one file, with a progress bar on standard error.
fn replay(path: &Path, positions: &mut Option<Columns>) -> io::Result<Counts> {
    let bar = ProgressBar::no_length();
    let style = ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes} {msg}");
    bar.set_style(style.map_err(io::Error::other)?);
    let input: Box<dyn BufRead> = if path.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(path)?;
        bar.set_length(file.metadata()?.len());
        // The bar counts the bytes of the file, before they are decompressed.
        let file = bar.wrap_read(file);
        if path.extension().is_some_and(|extension| extension == "zst") {
            Box::new(BufReader::with_capacity(1 << 16, zstd::Decoder::new(file)?))
        } else {
            Box::new(BufReader::with_capacity(1 << 16, file))
        }
    };
    let mut counts = Counts::default();
    for game in Games::new(input) {
        let game = game?;
        counts.games += 1;
        if let Err(error) = replay_game(&game, &mut counts, positions)? {
            counts.broken += 1;
            if counts.broken <= PRINTED_ERRORS {
                bar.suspend(|| eprintln!("{}: game {}: {error}", path.display(), counts.games));
            }
        }
    }
    bar.finish_and_clear();
    Ok(counts)
}

/// Replays a game. The inner result is the reason why it is not read to its end.
fn replay_game(
    game: &Game,
    counts: &mut Counts,
    positions: &mut Option<Columns>,
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
            positions.push(counts.games, ply, position.to_string(), chess_move.to_string())?;
        }
    }
    Ok(Ok(()))
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::*;

    const FILE: &[u8] =
        b"[Event \"a\"]\n\n1. e4 {a comment} e5 2. Nf3 1-0\n\n[Event \"b\"]\n\n1. d4 d5 2. e9 *\n\n\
        [FEN \"8/8/8/8/8/6k1/8/7K w - - 0 1\"]\n\n1. Kg1 1/2-1/2\n";

    #[test]
    fn a_compressed_file_becomes_parquet() {
        let folder = std::env::temp_dir().join(format!("quadline-replay-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let (input, output) = (folder.join("games.pgn.zst"), folder.join("positions.parquet"));
        std::fs::write(&input, zstd::encode_all(FILE, 3).expect("compressed")).expect("written");

        let mut positions = Some(Columns::create(&output).expect("created"));
        let counts = replay(&input, &mut positions).expect("read");
        positions.take().expect("columns").finish().expect("written");
        assert_eq!((counts.games, counts.plies, counts.broken), (3, 6, 1));

        let reader = SerializedFileReader::new(File::open(&output).expect("a file")).expect("Parquet");
        let rows: Vec<_> = reader
            .get_row_iter(None)
            .expect("rows")
            .map(|row| {
                let row = row.expect("a row");
                let text = |column| row.get_string(column).expect("text").clone();
                (row.get_int(0).expect("a game"), row.get_int(1).expect("a ply"), text(2), text(3))
            })
            .collect();
        let moves: Vec<_> = rows.iter().map(|(game, ply, _, moved)| (*game, *ply, moved.as_str())).collect();
        let expected =
            [(1, 0, "e2e4"), (1, 1, "e7e5"), (1, 2, "g1f3"), (2, 0, "d2d4"), (2, 1, "d7d5"), (3, 0, "h1g1")];
        assert_eq!(moves, expected);
        assert_eq!(rows[2].2, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(rows[5].2, "8/8/8/8/8/6k1/8/7K w - - 0 1");
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_file_that_is_not_compressed_is_an_error() {
        let input = std::env::temp_dir().join(format!("quadline-replay-{}.zst", std::process::id()));
        std::fs::write(&input, FILE).expect("written");
        assert!(replay(&input, &mut None).is_err());
        std::fs::remove_file(&input).expect("removed");
    }
}
