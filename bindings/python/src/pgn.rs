//! Files of games in portable game notation.

use std::fs;
use std::io::Cursor;
use std::iter::zip;
use std::mem::take;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use numpy::{IntoPyArray, PyArray1, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use quadline_pgn as pgn;
use quadline_pgn::{Buffered, Compression, Decompressed, Error, Game, Part, Parts, Problem, text};
use quadline_rust::Position;
use quadline_rust::fen::Fen;

use crate::class::class;
use crate::files::os_error;
use crate::memory::{check_length, write};

/// The bytes of the games that are read together: a batch of an Arrow stream, or the games that a thread
/// replays.
const PART: usize = 1 << 22;

/// The times that a compressed file of games is shorter than its text, at most.
const COMPRESSION: u64 = 8;

/// A column of text in the form of Arrow: offsets, bytes and the bits of the rows that are not null.
type Column<'py> = (Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u8>>);

/// Numbers, offsets and lines of games, and their columns of text.
type Table<'py> = ([Bound<'py, PyArray1<i64>>; 3], Vec<Column<'py>>);

/// A game with an error: row, game, line, byte, number of moves before the error, message.
type Wrong = (usize, u64, u64, u64, Option<usize>, String);

/// Games whose moves were written: the number of moves in the arrays, the number of moves up to the end of
/// each game, the errors, and the bytes of text that were read.
type Written<'py> = (usize, Bound<'py, PyArray1<i64>>, Vec<Wrong>, u64);

/// The moves of games: the offsets of the games, the moves, the words of the starting positions, and the
/// errors.
type Replayed<'py> =
    (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u16>>, Bound<'py, PyArray1<u64>>, Vec<Wrong>);

class! {
    /// A file of games that one thread reads.
    pub struct PgnFile(OneThread);
}

class! {
    /// A file of games that several threads replay.
    pub struct PgnParts(Mutex<Reader<Parts<Decompressed<'static>>>>);
}

/// A file of games, one after the other.
struct OneThread {
    reader: Mutex<Reader<OneByOne>>,
    /// About the bytes of its text, or 0 if the file does not tell.
    size: u64,
}

/// The source of games, with the state that its errors need.
struct Reader<S> {
    source: S,
    /// The name of the file for errors.
    name: Option<PathBuf>,
    /// The reason why the file cannot be read any further. The games before it are returned first.
    failure: Option<Error>,
}

impl<S> Reader<S> {
    /// Calls `read` without the interpreter's lock. A thread that holds that lock must not wait for the
    /// reader, because the one that has the reader needs the interpreter in the end.
    fn call<T: Send>(reader: &Mutex<Self>, py: Python<'_>, read: impl FnOnce(&mut Self) -> T + Send) -> T
    where
        S: Send,
    {
        py.detach(|| read(&mut reader.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Returns the error of a file that cannot be read any further.
    fn check(reader: &Mutex<Self>, py: Python<'_>) -> PyResult<()>
    where
        S: Send,
    {
        Self::call(reader, py, |reader| {
            let Some(failure) = reader.failure.take() else { return Ok(()) };
            let Problem::Read(error) = failure.problem() else {
                unreachable!("games with other errors are rows")
            };
            Err(os_error(error, &failure.to_string(), &reader.name))
        })
    }
}

/// A file in memory, or the path of one.
#[derive(FromPyObject)]
enum File {
    Bytes(PyBackedBytes),
    Path(PathBuf),
}

impl File {
    /// Opens the file and reads its first bytes, without the interpreter's lock. Returns its path and its bytes
    /// as well, before decompression.
    fn open(self, py: Python<'_>) -> PyResult<(Decompressed<'static>, Option<PathBuf>, u64)> {
        let (path, opened) = match self {
            Self::Bytes(bytes) => {
                let size = bytes.len() as u64;
                (None, Decompressed::new(Cursor::new(bytes)).map(|reader| (reader, size)))
            }
            Self::Path(path) => {
                let opened = py.detach(|| {
                    let file = fs::File::open(&path)?;
                    let size = file.metadata()?.len();
                    Ok((Decompressed::new(file)?, size))
                });
                (Some(path), opened)
            }
        };
        match opened {
            Ok((reader, size)) => Ok((reader, path, size)),
            Err(error) => Err(os_error(&error, &error.to_string(), &path)),
        }
    }
}

#[pymethods]
impl PgnFile {
    #[new]
    #[pyo3(signature = (file, limit = pgn::DEFAULT_LIMIT))]
    fn new(py: Python<'_>, file: File, limit: usize) -> PyResult<Self> {
        let (reader, name, size) = file.open(py)?;
        let size = match reader.compression() {
            Compression::None => size,
            _ => size.saturating_mul(COMPRESSION),
        };
        let source = OneByOne { games: pgn::Reader::new(reader).with_limit(limit), rest: Vec::new() };
        let reader = Mutex::new(Reader { source, name, failure: None });
        Ok(Self(Box::new(OneThread { reader, size })))
    }

    /// About the bytes of the text, or 0 if the file does not tell.
    #[getter]
    fn size(&self) -> u64 {
        self.0.size
    }

    /// Returns the next games as columns: the numbers, bytes and lines of the games; the values of tags; and
    /// start, result, movetext and error. Returns `None` at the end of the file.
    fn games<'py>(&self, py: Python<'py>, tags: Vec<String>) -> Option<Table<'py>> {
        let table = Reader::call(&self.0.reader, py, |reader| reader.table(&tags))?;
        let column = |text: Texts| {
            (text.offsets.into_pyarray(py), text.bytes.into_pyarray(py), text.valid.into_pyarray(py))
        };
        let places = table.places.map(|numbers| numbers.into_pyarray(py));
        Some((places, table.texts.into_iter().map(column).collect()))
    }

    /// Replays the next games, and writes the position before each move and the move to arrays, from the
    /// index `begin` on. It stops if the arrays are full, behind a number of bytes of text, and after a
    /// number of errors. Returns `None` at the end of the file.
    fn replay<'py>(
        &self,
        py: Python<'py>,
        mut positions: PyReadwriteArrayDyn<'py, u64>,
        mut moves: PyReadwriteArrayDyn<'py, u16>,
        begin: usize,
        bytes: u64,
        most_wrong: usize,
    ) -> PyResult<Option<Written<'py>>> {
        let (positions, _) = write("positions", &mut positions)?.as_chunks_mut::<8>();
        let moves = write("moves", &mut moves)?;
        check_length("moves", moves.len(), positions.len())?;
        let mut rows = Rows { positions, moves, count: begin, ends: Vec::new(), wrong: Vec::new() };
        let read = Reader::call(&self.0.reader, py, |reader| reader.replay(&mut rows, bytes, most_wrong));
        let Some(read) = read else { return Ok(None) };
        let wrong = rows.wrong.iter().map(|(row, ply, error)| describe(*row, *ply, error)).collect();
        Ok(Some((rows.count, rows.ends.into_pyarray(py), wrong, read)))
    }

    /// Raises the error of a file that cannot be read to its end.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        Reader::check(&self.0.reader, py)
    }
}

#[pymethods]
impl PgnParts {
    #[new]
    fn new(py: Python<'_>, file: File) -> PyResult<Self> {
        let (reader, name, _) = file.open(py)?;
        let source = Parts::new(reader).with_size(PART);
        Ok(Self(Box::new(Mutex::new(Reader { source, name, failure: None }))))
    }

    /// Replays the games of the next parts, up to a number of bytes. Returns `None` at the end of the file.
    fn replay<'py>(
        &self,
        py: Python<'py>,
        bytes: u64,
        most_wrong: usize,
        threads: usize,
    ) -> Option<Replayed<'py>> {
        let parts = Reader::call(&self.0, py, |reader| replay(reader, bytes, threads));
        if parts.is_empty() {
            return None;
        }
        let (mut offsets, mut moves, mut starts, mut wrong) = (vec![0], Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            let (row, first) = (offsets.len() - 1, moves.len());
            offsets.extend(part.ends.iter().map(|end| (first + end) as i64));
            moves.extend_from_slice(&part.moves);
            starts.extend_from_slice(part.starts.as_flattened());
            wrong.extend(part.wrong.iter().map(|(in_part, ply, error)| describe(row + in_part, *ply, error)));
        }
        wrong.truncate(most_wrong);
        Some((offsets.into_pyarray(py), moves.into_pyarray(py), starts.into_pyarray(py), wrong))
    }

    /// Raises the error of a file that cannot be read to its end.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        Reader::check(&self.0, py)
    }
}

/// The games of a file, one after the other.
struct OneByOne {
    games: pgn::Reader<Buffered<Decompressed<'static>>>,
    /// The last moves of a game that did not fit into the arrays, with the positions before them.
    rest: Vec<([u64; 8], u16)>,
}

/// The error of a game, with its row, and with the moves before it if it is one in the moves.
type InRow = (usize, Option<usize>, Error);

/// Arrays for positions and moves, and the games that were written to them.
struct Rows<'a> {
    positions: &'a mut [[u64; 8]],
    moves: &'a mut [u16],
    /// The number of moves in the arrays.
    count: usize,
    /// The number of moves up to the end of each game, with those that did not fit.
    ends: Vec<i64>,
    wrong: Vec<InRow>,
}

impl Rows<'_> {
    fn is_full(&self) -> bool {
        self.count == self.moves.len()
    }

    /// Writes the moves of a game, and those that do not fit to `rest`. The game ends before an error.
    fn push(&mut self, game: &Game<'_>, rest: &mut Vec<([u64; 8], u16)>) {
        let mut plies = game.plies();
        let mut spare = [0; 8];
        loop {
            // Before the move is played, so that the position is copied once. The next game overwrites the
            // row behind the last move.
            let position = self.positions.get_mut(self.count).unwrap_or(&mut spare);
            *position = *plies.position().words();
            match plies.next() {
                Some(Ok((_, chess_move))) => match self.moves.get_mut(self.count) {
                    Some(to) => {
                        *to = chess_move.to_bits();
                        self.count += 1;
                    }
                    None => rest.push((spare, chess_move.to_bits())),
                },
                Some(Err(error)) => {
                    let ply = is_of_moves(&error).then_some(plies.ply());
                    self.wrong.push((self.ends.len(), ply, error));
                }
                None => break,
            }
        }
        self.ends.push((self.count + rest.len()) as i64);
    }

    fn push_error(&mut self, error: Error) {
        self.wrong.push((self.ends.len(), None, error));
        self.ends.push(self.count as i64);
    }

    /// Writes moves that did not fit before.
    fn fill(&mut self, rest: &mut Vec<([u64; 8], u16)>) {
        let fitting = rest.len().min(self.moves.len() - self.count);
        for (position, bits) in rest.drain(..fitting) {
            (self.positions[self.count], self.moves[self.count]) = (position, bits);
            self.count += 1;
        }
    }
}

impl Reader<OneByOne> {
    /// Returns the next game or its error, and where it begins and ends.
    fn next(&mut self) -> Option<(Result<Game<'_>, Error>, [u64; 2])> {
        match self.source.games.next_game()? {
            Ok(game) => {
                let begin = game.offset();
                Some((Ok(game), [begin, begin + game.bytes().len() as u64]))
            }
            Err(error) if error.is_fatal() => {
                self.failure = Some(error);
                None
            }
            Err(error) => {
                let place = error.offset();
                Some((Err(error), [place; 2]))
            }
        }
    }

    /// Writes the next games to arrays. Returns the bytes of text that were read, or `None` at the end.
    fn replay(&mut self, rows: &mut Rows<'_>, bytes: u64, most_wrong: usize) -> Option<u64> {
        let mut rest = take(&mut self.source.rest);
        let (mut first, mut read, had_rest) = (None, 0, !rest.is_empty());
        rows.fill(&mut rest);
        while !rows.is_full() && read < bytes && rows.wrong.len() < most_wrong {
            let Some((game, [begin, end])) = self.next() else { break };
            match game {
                Ok(game) => rows.push(&game, &mut rest),
                Err(error) => rows.push_error(error),
            }
            read = end - *first.get_or_insert(begin);
        }
        self.source.rest = rest;
        (had_rest || first.is_some()).then_some(read)
    }

    /// Returns the next games as columns, or `None` at the end of the file.
    fn table(&mut self, tags: &[String]) -> Option<Columns> {
        let (mut columns, mut first, mut read) = (Columns::new(tags.len()), None, 0);
        while read < PART {
            let Some((game, [begin, end])) = self.next() else { break };
            match game {
                Ok(game) => columns.push(&game, tags),
                Err(error) => columns.push_error(&error),
            }
            read = (end - *first.get_or_insert(begin)) as usize;
        }
        first.map(|_| columns)
    }
}

impl Reader<Parts<Decompressed<'static>>> {
    /// Returns the next part, or the error of a game that is in no part.
    fn next(&mut self) -> Option<Result<Part, Error>> {
        match self.source.next()? {
            Err(error) if error.is_fatal() => {
                self.failure = Some(error);
                None
            }
            found => Some(found),
        }
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
        // The games of a batch have at most 20 MB, and twice as many in UTF-8.
        self.offsets.push(self.bytes.len() as i32);
    }
}

/// Games as columns.
struct Columns {
    /// Numbers, offsets and lines.
    places: [Vec<i64>; 3],
    texts: Vec<Texts>,
}

impl Columns {
    fn new(tags: usize) -> Self {
        let texts = (0..tags + 4).map(|_| Texts::new()).collect();
        Self { places: [const { Vec::new() }; 3], texts }
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
        // The tag has the counters as well.
        let has_start = game.start_fen() != Fen::START;
        let fen = game.tag("FEN").filter(|_| has_start);
        start.push(fen.as_deref().map(str::trim));
        match game.result() {
            Some(found) => result.push(Some(found.as_str())),
            None => result.push(game.tag("Result").as_deref()),
        }
        movetext.push(Some(&text(game.movetext())));
        error.push(game.error().map(|error| error.to_string()).as_deref());
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
    /// The errors, with their rows in this part.
    wrong: Vec<InRow>,
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
                Err(error) => {
                    let ply = is_of_moves(&error).then_some(self.moves.len() - first);
                    self.wrong.push((self.ends.len(), ply, error));
                }
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

/// Returns whether an error is one in the moves. The others leave the moves as they are.
fn is_of_moves(error: &Error) -> bool {
    matches!(error.problem(), Problem::Moves(_))
}

fn describe(row: usize, ply: Option<usize>, error: &Error) -> Wrong {
    let text = error.to_string();
    // The place is before the first colon. The package shows it.
    let reason = text.split_once(": ").map_or(text.as_str(), |(_, reason)| reason);
    (row, error.game(), error.line(), error.offset(), ply, reason.into())
}

/// Replays the games of parts up to a number of bytes, and returns them in order. Each thread takes the next
/// part when it has replayed one, so that one of them reads the file while the others replay.
fn replay(reader: &mut Reader<Parts<Decompressed<'static>>>, bytes: u64, threads: usize) -> Vec<Moves> {
    struct Shared<'a> {
        reader: &'a mut Reader<Parts<Decompressed<'static>>>,
        left: u64,
        count: usize,
    }
    let shared = Mutex::new(Shared { reader, left: bytes, count: 0 });
    let next = || {
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        if shared.left == 0 {
            return None;
        }
        let part = shared.reader.next()?;
        shared.left = shared.left.saturating_sub(part.as_ref().map_or(1, |part| part.bytes().len() as u64));
        shared.count += 1;
        Some((shared.count, part))
    };
    let replayed = quadline_threads::run(vec![(); threads.max(1)], |()| {
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
