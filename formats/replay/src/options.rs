//! The command line.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;

use lexopt::{Arg, Parser, ValueExt};

use crate::columns::Kind;

/// The text that `--help` prints.
pub const HELP: &str = "\
Replays the games of PGN files, and counts the games, their moves, and the games that are broken

Usage: replay [OPTIONS] FILE...

Arguments:
  FILE...               the files to read; - is standard input. Files that are compressed with zstd, gzip or bzip2 are
                        detected by their first bytes

Options:
  --positions FILE      writes a Parquet file with a row for each position before a move. The file takes its place when
                        it is whole; it must not be one of those that are read
  --columns NAMES       the columns of that file, separated by commas 
                        [default: game,ply,fen,move, and file before them if there are several files]
                          file    the name of the PGN file
                          game    the number of the game in its file, from 1
                          ply     the number of moves before, from 0
                          fen     the position as a FEN, with the halfmove clock and the number of the move
                          move    the move in UCI notation
                          san     the move in standard algebraic notation
                          eval    the evaluation behind the move in pawns, of [%eval ..]
                          mate    the same as a number of moves up to mate
                          clock   the clock behind the move in seconds, of [%clk ..]
                          result  the result at the end of the game
                        Each other name is the name of a tag, such as White
  --threads N           how many threads replay games and write rows [default: one for each processor]
  --strict              ends with status 1 if a game is broken
  -h, --help            prints this text

A game is read up to its first error. The first errors are printed with their places in the file. The status is 0, or 2 if
a file cannot be read or written, or the table not be printed.
";

/// The options.
#[derive(Debug)]
pub struct Options {
    pub files: Vec<PathBuf>,
    pub positions: Option<PathBuf>,
    pub columns: Vec<Kind>,
    pub threads: usize,
    pub is_strict: bool,
}

/// Reads the command line. Returns `None` if the help was requested.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Option<Options>, lexopt::Error> {
    let mut options = Options {
        files: Vec::new(),
        positions: None,
        columns: vec![Kind::Game, Kind::Ply, Kind::Fen, Kind::Move],
        threads: available_parallelism().map_or(1, NonZero::get),
        is_strict: false,
    };
    let mut has_columns = false;
    let mut parser = Parser::from_args(arguments);
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            Arg::Long("positions") => options.positions = Some(parser.value()?.into()),
            Arg::Long("columns") => {
                options.columns = columns(&parser.value()?.string()?)?;
                has_columns = true;
            }
            Arg::Long("threads") => {
                options.threads = parser.value()?.parse_with(|text| match text.parse() {
                    Ok(0) | Err(_) => Err(format!("--threads {text}: expected a number from 1 to 1024")),
                    Ok(threads) if threads > 1024 => {
                        Err(format!("--threads {text}: at most 1024 are possible"))
                    }
                    Ok(threads) => Ok(threads),
                })?;
            }
            Arg::Long("strict") => options.is_strict = true,
            Arg::Value(file) => options.files.push(file.into()),
            other => return Err(other.unexpected()),
        }
    }
    if options.files.is_empty() {
        return Err("no file; expected the names of PGN files, or - for standard input".into());
    }
    if options.files.len() > 1 && !has_columns {
        // The number of a game is that in its file.
        options.columns.insert(0, Kind::File);
    }
    Ok(Some(options))
}

fn columns(names: &str) -> Result<Vec<Kind>, lexopt::Error> {
    let mut columns = Vec::new();
    for name in names.split(',') {
        let kind = Kind::of(name.trim());
        if name.trim().is_empty() || columns.contains(&kind) {
            return Err(format!("--columns {names}: {name:?} is empty or there twice").into());
        }
        columns.push(kind);
    }
    Ok(columns)
}
