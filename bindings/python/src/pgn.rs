//! Files of games in portable game notation.

use std::fs::File;
use std::io::{self, Cursor};
use std::iter::zip;
use std::mem::take;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use quadline_pgn::{Decompressed, Error, Game, Part, Parts, Problem, text};
use quadline_rust::Position;

use crate::memory::on_threads;

/// The bytes of the games that are read together. The games of a part are a batch of an Arrow stream.
const PART: usize = 1 << 22;

/// A column of text in the form of Arrow: offsets, bytes and the bits of the rows that are not null.
type Column<'py> = (Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u8>>);

/// Numbers, offsets and lines of games, and their columns of text.
type Table<'py> = ([Bound<'py, PyArray1<i64>>; 3], Vec<Column<'py>>);

/// A game with an error: row, game, line, byte, number of moves before the error, message.
type Wrong = (usize, u64, u64, u64, Option<usize>, String);

/// The moves of games: the offsets of the games, the moves, the words of the starting positions, and the
/// errors.
type Replayed<'py> =
    (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u16>>, Bound<'py, PyArray1<u64>>, Vec<Wrong>);

/// A file of games that is being read.
#[pyclass(frozen)]
pub struct PgnFile(Mutex<Reader>);

struct Reader {
    parts: Parts<Decompressed<'static>>,
    /// The name of the file for errors.
    name: Option<PathBuf>,
    /// Why the file cannot be read any further. The games before it are returned first.
    failure: Option<Error>,
    is_over: bool,
}

impl Reader {
    /// Returns the next part, or the error of a game that is in no part.
    fn next(&mut self) -> Option<Result<Part, Error>> {
        if self.is_over {
            return None;
        }
        match self.parts.next() {
            Some(Err(error)) if error.is_fatal() => self.failure = Some(error),
            None => {}
            found => return found,
        }
        self.is_over = true;
        None
    }

    /// Returns the error of a file that cannot be read any further.
    fn failed(&mut self) -> PyResult<()> {
        match self.failure.take() {
            Some(error) => Err(os_error(&self.name, error.to_string(), error.problem())),
            None => Ok(()),
        }
    }
}

/// Creates an `OSError`, which Python makes one of its subclasses by its number.
fn os_error(name: &Option<PathBuf>, message: String, problem: &Problem) -> PyErr {
    let Problem::Read(error) = problem else { return PyOSError::new_err(message) };
    match (error.raw_os_error(), name) {
        (Some(number), Some(name)) => PyOSError::new_err((number, message, name.display().to_string())),
        (None, Some(name)) => PyOSError::new_err(format!("{}: {message}", name.display())),
        _ => PyOSError::new_err(message),
    }
}

#[pymethods]
impl PgnFile {
    /// Opens the file with this path.
    #[staticmethod]
    fn open(path: PathBuf) -> PyResult<Self> {
        let reader = File::open(&path).and_then(Decompressed::new);
        Self::new(reader, Some(path))
    }

    /// Reads a file in memory.
    #[staticmethod]
    fn in_memory(bytes: PyBackedBytes) -> PyResult<Self> {
        Self::new(Decompressed::new(Cursor::new(bytes)), None)
    }

    /// Returns the games of the next part as columns: the numbers, bytes and lines of the games; the values
    /// of tags; and start, result, movetext and error. Returns `None` at the end of the file.
    fn games<'py>(&self, py: Python<'py>, tags: Vec<String>) -> PyResult<Option<Table<'py>>> {
        let table = self.with_reader(py, |reader| reader.next().map(|part| Games::of(part, &tags)))?;
        let column = |text: Texts| {
            (text.offsets.into_pyarray(py), text.bytes.into_pyarray(py), text.valid.into_pyarray(py))
        };
        Ok(table.map(|table| {
            let places = table.places.map(|numbers| numbers.into_pyarray(py));
            (places, table.texts.into_iter().map(column).collect())
        }))
    }

    /// Replays the games of the next parts, up to a number of bytes. Returns `None` at the end of the file.
    fn replay<'py>(
        &self,
        py: Python<'py>,
        bytes: usize,
        most_wrong: usize,
        threads: usize,
    ) -> PyResult<Option<Replayed<'py>>> {
        let parts = self.with_reader(py, |reader| {
            let parts = replay(reader, bytes, threads);
            (!parts.is_empty()).then_some(parts)
        })?;
        let Some(parts) = parts else { return Ok(None) };
        let (mut offsets, mut moves, mut starts, mut wrong) = (vec![0], Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            let (row, first) = (offsets.len() - 1, moves.len());
            offsets.extend(part.ends.iter().map(|end| (first + end) as i64));
            moves.extend_from_slice(&part.moves);
            starts.extend_from_slice(part.starts.as_flattened());
            wrong.extend(part.wrong.iter().map(|(in_part, ply, error)| describe(row + in_part, *ply, error)));
        }
        wrong.truncate(most_wrong);
        Ok(Some((offsets.into_pyarray(py), moves.into_pyarray(py), starts.into_pyarray(py), wrong)))
    }
}

impl PgnFile {
    fn new(reader: io::Result<Decompressed<'static>>, name: Option<PathBuf>) -> PyResult<Self> {
        let reader = reader.map_err(|error| os_error(&name, error.to_string(), &Problem::Read(error)))?;
        let parts = Parts::new(reader).with_size(PART);
        Ok(Self(Mutex::new(Reader { parts, name, failure: None, is_over: false })))
    }

    /// Calls `read` without the interpreter's lock. A thread that holds that lock must not wait for the
    /// reader, because the one that has the reader needs the interpreter in the end.
    fn with_reader<T: Send>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&mut Reader) -> Option<T> + Send,
    ) -> PyResult<Option<T>> {
        py.detach(|| {
            let mut reader = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            match read(&mut reader) {
                None => reader.failed().map(|()| None),
                found => Ok(found),
            }
        })
    }
}

/// A column of text in the form of Arrow.
struct Texts {
    offsets: Vec<i32>,
    bytes: Vec<u8>,
    /// A bit for each row that is not null.
    valid: Vec<u8>,
}

impl Texts {
    fn new() -> Self {
        Self { offsets: vec![0], bytes: Vec::new(), valid: Vec::new() }
    }

    fn push(&mut self, text: Option<&str>) {
        let row = self.offsets.len() - 1;
        if row.is_multiple_of(8) {
            self.valid.push(0);
        }
        if let Some(text) = text {
            self.valid[row / 8] |= 1 << (row % 8);
            self.bytes.extend_from_slice(text.as_bytes());
        }
        // A part has at most 20 MB, and twice as many in UTF-8.
        self.offsets.push(self.bytes.len() as i32);
    }
}

/// Games as columns.
struct Games {
    /// Numbers, offsets and lines.
    places: [Vec<i64>; 3],
    texts: Vec<Texts>,
}

impl Games {
    /// Reads the games of a part.
    fn of(part: Result<Part, Error>, tags: &[String]) -> Self {
        let texts = (0..tags.len() + 4).map(|_| Texts::new()).collect();
        let mut table = Self { places: [const { Vec::new() }; 3], texts };
        match part {
            Ok(part) => {
                let mut games = part.games();
                while let Some(game) = games.next_game() {
                    match game {
                        Ok(game) => table.push(&game, tags),
                        Err(error) => table.push_error(&error),
                    }
                }
            }
            Err(error) => table.push_error(&error),
        }
        table
    }

    fn push_place(&mut self, place: [u64; 3]) {
        for (column, number) in zip(&mut self.places, place) {
            column.push(number as i64);
        }
    }

    fn push(&mut self, game: &Game<'_>, tags: &[String]) {
        self.push_place([game.number(), game.offset(), game.line()]);
        let (of_tags, others) = self.texts.split_at_mut(tags.len());
        for (name, column) in zip(tags, of_tags) {
            column.push(game.tag(name).as_deref());
        }
        let [start, result, movetext, error] = others else { unreachable!("there are four") };
        // The tag has the counters as well. As for the position, the last tag counts, in any case.
        let has_start = game.start() != Position::START;
        let fen = game.tags().filter(|tag| has_start && tag.name.eq_ignore_ascii_case(b"FEN")).last();
        start.push(fen.map(|tag| tag.value()).as_deref().map(str::trim));
        match game.result() {
            Some(found) => result.push(Some(found.as_str())),
            None => result.push(game.tag("Result").as_deref()),
        }
        movetext.push(Some(&text(game.movetext())));
        error.push(None);
    }

    /// Adds a game without anything but the place of its error.
    fn push_error(&mut self, error: &Error) {
        self.push_place([error.game(), error.offset(), error.line()]);
        if let Some((last, others)) = self.texts.split_last_mut() {
            for column in others {
                column.push(None);
            }
            last.push(Some(&error.to_string()));
        }
    }
}

/// The moves of the games of a part.
#[derive(Default)]
struct Moves {
    moves: Vec<u16>,
    /// The number of moves up to the end of each game.
    ends: Vec<usize>,
    starts: Vec<[u64; 8]>,
    /// The row of an error in this part, and the moves before it if it is one in the moves.
    wrong: Vec<(usize, Option<usize>, Error)>,
}

impl Moves {
    /// Replays the games of a part. A game ends before its error.
    fn of(part: Result<Part, Error>) -> Self {
        let mut moves = Self::default();
        match part {
            Ok(part) => {
                let mut games = part.games();
                while let Some(game) = games.next_game() {
                    match game {
                        Ok(game) => moves.push(&game),
                        Err(error) => moves.push_error(error),
                    }
                }
            }
            Err(error) => moves.push_error(error),
        }
        moves
    }

    fn push(&mut self, game: &Game<'_>) {
        let first = self.moves.len();
        for ply in game.plies() {
            match ply {
                Ok((_, chess_move)) => self.moves.push(chess_move.to_bits()),
                Err(error) => self.wrong.push((self.ends.len(), Some(self.moves.len() - first), error)),
            }
        }
        self.starts.push(*game.start().words());
        self.ends.push(self.moves.len());
    }

    fn push_error(&mut self, error: Error) {
        self.wrong.push((self.ends.len(), None, error));
        self.starts.push(*Position::START.words());
        self.ends.push(self.moves.len());
    }
}

fn describe(row: usize, ply: Option<usize>, error: &Error) -> Wrong {
    let text = error.to_string();
    // The place is before the first colon. The package shows it.
    let reason = text.split_once(": ").map_or(text.as_str(), |(_, reason)| reason);
    (row, error.game(), error.line(), error.offset(), ply, reason.into())
}

/// Replays the games of parts up to a number of bytes, and returns them in order. Each thread takes the next
/// part when it has replayed one, so that one of them reads the file while the others replay.
fn replay(reader: &mut Reader, bytes: usize, threads: usize) -> Vec<Moves> {
    struct Shared<'a> {
        reader: &'a mut Reader,
        left: usize,
        count: usize,
    }
    let shared = Mutex::new(Shared { reader, left: bytes, count: 0 });
    let next = || {
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        if shared.left == 0 {
            return None;
        }
        let part = shared.reader.next()?;
        shared.left = shared.left.saturating_sub(part.as_ref().map_or(1, |part| part.bytes().len()));
        shared.count += 1;
        Some((shared.count, part))
    };
    let replayed = on_threads(vec![(); threads.max(1)], |()| {
        let mut moves = Vec::new();
        while let Some((number, part)) = next() {
            moves.push((number, Moves::of(part)));
        }
        moves
    });
    let mut moves: Vec<_> = replayed.into_iter().flatten().collect();
    moves.sort_unstable_by_key(|&(number, _)| number);
    moves.iter_mut().map(|(_, moves)| take(moves)).collect()
}
