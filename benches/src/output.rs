//! The output of the program, and its errors.

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::shapes::Shape;

/// Prints a line. A closed pipe (`| head`) is not an error, and measuring for a file continues; other write
/// errors are returned.
pub fn print_line(line: impl Display) -> Result<(), BenchError> {
    let mut output = std::io::stdout().lock();
    match writeln!(output, "{line}").and_then(|()| output.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(BenchError::Output(error)),
        _ => Ok(()),
    }
}

/// Reads JSON that one of these commands has written.
pub fn read_json<T: DeserializeOwned>(file: &Path, commands: &str) -> Result<T, BenchError> {
    let text = std::fs::read_to_string(file).map_err(BenchError::of_file(file))?;
    let reason = |error| BenchError::of_file(file)(format!("not what {commands} writes: {error}"));
    serde_json::from_str(&text).map_err(reason)
}

/// Writes a file in one step: an interrupted program, or a full disk, leaves the former file.
pub fn write_whole(file: &Path, text: &str) -> Result<(), BenchError> {
    let problem = BenchError::of_file(file);
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(problem)?;
    }
    let mut unfinished = file.as_os_str().to_owned();
    unfinished.push(".unfinished");
    let write = || {
        let mut output = std::fs::File::create(&unfinished)?;
        output.write_all(text.as_bytes())?;
        // The data must be on the disk before the name is.
        output.sync_all()?;
        std::fs::rename(&unfinished, file)
    };
    write().map_err(|error| {
        let _ = std::fs::remove_file(&unfinished);
        problem(error)
    })
}

/// An error, which is printed as one line.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// A name on the command line that does not exist.
    #[error("unknown {what} `{name}`; there are: {}", known.join(", "))]
    UnknownName {
        /// The kind of name.
        what: &'static str,
        /// The given name.
        name: String,
        /// All known names.
        known: Vec<String>,
    },
    /// A shape whose work is not in this program.
    #[error(
        "this program was built without the work of {shape}: build it with --features {family}, or with --features all"
    )]
    NotBuilt {
        /// The shape.
        shape: Shape,
        /// The feature that its work belongs to.
        family: &'static str,
    },
    /// The options exclude everything.
    #[error("no kernel or peer suits these options; `list` shows them all")]
    NothingToTime,
    /// Shapes of whole positions need more than the board.
    #[error(
        "{shape} needs complete positions (board, side to move, castling, en passant); among the {source_of} is none"
    )]
    NoWholePosition {
        /// The shape that needs them.
        shape: Shape,
        /// The source of the positions.
        source_of: String,
    },
    /// A file that cannot be read or written, or with wrong contents.
    #[error("{}: {reason}", file.display())]
    File {
        /// The given path.
        file: PathBuf,
        /// The problem.
        reason: String,
    },
    /// Standard output cannot be written.
    #[error("standard output: {0}")]
    Output(std::io::Error),
    /// A contestant whose results differ from those of the ray walk or of another library. Nothing is timed.
    #[error(
        "{contestant} is wrong in {work}: got {actual} ({actual:#018x}), expected {expected} ({expected:#018x})"
    )]
    Wrong {
        /// The contestant.
        contestant: String,
        /// The shape and the index of the wrong word, or the kind of work.
        work: String,
        /// The right result.
        expected: u64,
        /// The wrong result.
        actual: u64,
    },
}

impl BenchError {
    /// Returns a function that makes an error about a file from its reason.
    pub fn of_file<R: ToString>(file: &Path) -> impl Fn(R) -> Self + Copy {
        move |reason| Self::File { file: file.into(), reason: reason.to_string() }
    }

    /// Fails if one of the names is not among the known ones.
    pub fn check_names(what: &'static str, names: &[String], known: &[impl ToString]) -> Result<(), Self> {
        let known: Vec<String> = known.iter().map(ToString::to_string).collect();
        match names.iter().find(|name| !known.contains(name)) {
            Some(unknown) => Err(Self::UnknownName { what, name: unknown.clone(), known }),
            None => Ok(()),
        }
    }
}
