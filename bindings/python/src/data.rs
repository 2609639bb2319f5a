//! Files of training data: binpack, viriformat and bulletformat.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use numpy::PyReadwriteArrayDyn;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use quadline_binpack::{self as binpack, Blocks, Columns, Entry, Skip};
use quadline_rust::{Color, Move, NibbleCodes, Position};
use quadline_viriformat as viriformat;

use crate::class::class;
use crate::files::os_error;
use crate::memory::write;

/// The bytes of the games that are read together, and those of boards of bulletformat.
const PART: usize = 1 << 18;

/// The bytes of a board of bulletformat.
const BOARD: usize = 32;

/// A file, or one in memory.
trait Source: Read + Seek + Send + Sync {}
impl<T: Read + Seek + Send + Sync> Source for T {}

/// A format of training data.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Binpack,
    Viriformat,
    Bulletformat,
}

impl Format {
    fn of(name: &str) -> PyResult<Self> {
        Ok(match name {
            "binpack" => Self::Binpack,
            "viriformat" => Self::Viriformat,
            "bulletformat" => Self::Bulletformat,
            _ => return Err(PyValueError::new_err(format!("no format {name:?}"))),
        })
    }
}

/// The reason why a file cannot be read any further.
enum Failure {
    Read(io::Error),
    /// The byte, and the message without it.
    Data(u64, String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Read(error)
    }
}

/// Returns the message of an error without the byte in front of it, which the package shows.
fn without_byte(text: &str, offset: u64) -> String {
    text.replacen(&format!("byte {offset}: "), "", 1)
}

/// Returns an error of the system again, of which there is only a reference.
fn again(error: &io::Error) -> Failure {
    Failure::Read(match error.raw_os_error() {
        Some(number) => io::Error::from_raw_os_error(number),
        None => io::Error::new(error.kind(), error.to_string()),
    })
}

impl From<binpack::Error> for Failure {
    fn from(error: binpack::Error) -> Self {
        if let binpack::Problem::Read(error) = error.problem() {
            return again(error);
        }
        Self::Data(error.offset(), without_byte(&error.to_string(), error.offset()))
    }
}

impl From<viriformat::Error> for Failure {
    fn from(error: viriformat::Error) -> Self {
        if let viriformat::Problem::Read(error) = error.problem() {
            return again(error);
        }
        let text = error.to_string().replacen(&format!(", byte {}: ", error.offset()), ": ", 1);
        Self::Data(error.offset(), text)
    }
}

/// A part of a file that is read, but not yet decoded.
enum Part {
    Chunk(binpack::Part<'static>),
    Games(viriformat::Part),
    /// Boards of bulletformat, and their place in the file.
    Boards(u64, Vec<u8>),
}

/// A file whose parts are read one after the other. Of every `parts` parts, one is read and the others are
/// skipped.
struct Parts {
    file: Parser,
    part: u64,
    parts: u64,
    /// The number of the next part.
    next: u64,
}

/// A file in one of the formats.
enum Parser {
    Binpack(binpack::Parts<Box<dyn Source>>),
    Viriformat(Box<viriformat::Parts<Box<dyn Source>>>),
    /// With the length of the file, once it has been needed.
    Bulletformat(BufReader<Box<dyn Source>>, Option<u64>),
}

impl Parts {
    /// Reads the next of the parts that are wanted.
    fn read(&mut self) -> Result<Option<Part>, Failure> {
        while self.next % self.parts != self.part {
            if !self.file.skip(self.next)? {
                return Ok(None);
            }
            self.next += 1;
        }
        self.next += 1;
        self.file.read(self.next - 1)
    }
}

impl Parser {
    /// Reads the next part.
    fn read(&mut self, index: u64) -> Result<Option<Part>, Failure> {
        Ok(match self {
            Self::Binpack(parts) => parts.next().transpose()?.map(Part::Chunk),
            Self::Viriformat(parts) => parts.next().transpose()?.map(Part::Games),
            Self::Bulletformat(file, _) => {
                let mut bytes = Vec::new();
                let read = file.take(PART as u64).read_to_end(&mut bytes)?;
                (read > 0).then(|| Part::Boards(index * PART as u64, bytes))
            }
        })
    }

    /// Goes to the part after the next one, and returns whether there was a next one.
    fn skip(&mut self, index: u64) -> Result<bool, Failure> {
        Ok(match self {
            Self::Binpack(parts) => parts.skip_part().transpose()?.is_some(),
            // The games must be read, so that all parts have the same borders.
            Self::Viriformat(parts) => parts.next().transpose()?.is_some(),
            Self::Bulletformat(file, length) => {
                let length = match *length {
                    Some(length) => length,
                    None => *length.insert(length_of(file)?),
                };
                file.seek_relative(PART as i64)?;
                // A seek behind the end is no error.
                index * (PART as u64) < length
            }
        })
    }
}

/// Returns the length of a file, at the place where it is read.
fn length_of(file: &mut impl Seek) -> io::Result<u64> {
    let at = file.stream_position()?;
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(at))?;
    Ok(length)
}

/// The number of chunks of binpack that a thread decodes at once, one in each vector lane.
const LANES: usize = 8;

/// The share that must be left out at random for that. The entries of eight chunks have 250 MB otherwise.
const MOSTLY: f64 = 0.75;

/// Decodes some parts, each to columns of its own. The entries before an error are returned with it, except those
/// of the same chunk or game.
fn decode(skip: &Skip, parts: &[Part]) -> Vec<(Columns, Option<Failure>)> {
    let (mut chunks, mut decoded) = (Vec::new(), Vec::new());
    for part in parts {
        let mut columns = Columns::default();
        let decode = match part {
            Part::Chunk(chunk) => {
                chunks.push(chunk);
                continue;
            }
            Part::Games(part) => decode_games(skip, part, &mut columns),
            Part::Boards(offset, bytes) => decode_boards(skip, *offset, bytes, &mut columns),
        };
        decoded.push((columns, decode.err()));
    }
    decoded.extend(decode_chunks(*skip, &chunks));
    decoded
}

/// Decodes several chunks at once, up to the first one with an error.
fn decode_chunks(skip: Skip, chunks: &[&binpack::Part<'_>]) -> Vec<(Columns, Option<Failure>)> {
    let mut columns = vec![Columns::default(); chunks.len()];
    let parts = chunks.iter().map(|chunk| Ok(binpack::Part::new(chunk.offset(), chunk.bytes())));
    let mut blocks = Blocks::of_parts(parts).with_filter(skip);
    let read = if let [columns] = &mut columns[..] {
        blocks.in_order().for_each(|block| columns.extend(&block))
    } else {
        blocks.for_each(|block| {
            for (index, &part) in block.parts.iter().enumerate() {
                if let Some(entry) = block.get(index) {
                    columns[part as usize].push(&entry);
                }
            }
        })
    };
    let failure = read.err().map(|error| {
        let failed = chunks.partition_point(|chunk| chunk.offset() <= error.offset());
        columns.truncate(failed - 1);
        (Columns::default(), Some(error.into()))
    });
    columns.into_iter().map(|columns| (columns, None)).chain(failure).collect()
}

fn decode_games(skip: &Skip, part: &viriformat::Part, columns: &mut Columns) -> Result<(), Failure> {
    let mut reader = part.games();
    loop {
        let offset = reader.offset();
        let Some(game) = reader.next_game() else { return Ok(()) };
        for (number, entry) in (0..).zip(game?.entries()) {
            let viriformat::Entry { position, chess_move, score, ply, result } = entry;
            let entry = Entry { position, chess_move, score, ply: bounded(ply), result };
            if !skip.leaves_out(offset, number, &entry) {
                columns.push(&entry);
            }
        }
    }
}

/// Returns a ply in 16 bits, or the greatest number for later ones.
fn bounded(ply: u32) -> u16 {
    u16::try_from(ply).unwrap_or(u16::MAX)
}

fn decode_boards(skip: &Skip, offset: u64, bytes: &[u8], columns: &mut Columns) -> Result<(), Failure> {
    let (boards, rest) = bytes.as_chunks::<BOARD>();
    let first = offset / BOARD as u64 + 1;
    for (number, board) in (0..).zip(boards) {
        let entry = board_of(board).map_err(|text| {
            let text = format!("board {}: {text}", first + number);
            Failure::Data(offset + number * BOARD as u64, text)
        })?;
        if !skip.leaves_out(offset, number, &entry) {
            columns.push(&entry);
        }
    }
    if !rest.is_empty() {
        let number = boards.len() as u64;
        let missing = BOARD - rest.len();
        let text = format!(
            "board {}: the file ends {missing} bytes before the board does; each has {BOARD} bytes",
            first + number
        );
        return Err(Failure::Data(offset + number * BOARD as u64, text));
    }
    Ok(())
}

/// Returns the entry of a board of bulletformat, which has the side to move in the place of White.
fn board_of(board: &[u8; BOARD]) -> Result<Entry, String> {
    let (mut occupied, mut nibbles) = ([0; 8], [0; 16]);
    occupied.copy_from_slice(&board[..8]);
    nibbles.copy_from_slice(&board[8..24]);
    let position = Position::from_nibbles(u64::from_le_bytes(occupied), &nibbles, &NibbleCodes::BULLETFORMAT)
        .map_err(|error| format!("the position is not valid: {error}"))?;
    let score = i16::from_le_bytes([board[24], board[25]]);
    if board[26] > 2 {
        return Err(format!(
            "the result is the number {}; it must be 0 if the side to move loses, 1 for a draw, or 2 if it wins",
            board[26]
        ));
    }
    let king = |color| position.king(color).map_or(64, u8::from);
    let expected = [king(Color::White), king(Color::Black) ^ 56];
    if board[27..29] != expected {
        return Err(format!(
            "the bytes of the kings' squares are {} and {}; by the pieces, they must be {} and {}",
            board[27], board[28], expected[0], expected[1]
        ));
    }
    let result = board[26] as i8 - 1;
    Ok(Entry { position, chess_move: Move::default(), score, ply: 0, result })
}

class! {
    /// A reader of a file of training data.
    pub struct DataReader(Mutex<State>);
}

struct State {
    parts: Parts,
    skip: Skip,
    /// The number of parts that a thread decodes at once.
    together: usize,
    /// The entries that are decoded, but not yet returned. Those before `used` of the first ones are.
    ready: VecDeque<Columns>,
    used: usize,
    count: usize,
    /// The error after these entries.
    failure: Option<Failure>,
    is_over: bool,
    /// The name of the file for errors.
    name: Option<PathBuf>,
}

impl State {
    /// Decodes parts until there are so many entries, or the file ends or has an error.
    fn fill(&mut self, room: usize, threads: usize) {
        while self.count < room && !self.is_over {
            let mut parts = Vec::new();
            let mut end = None;
            while parts.len() < threads * self.together && !self.is_over {
                match self.parts.read() {
                    Ok(Some(part)) => parts.push(part),
                    found => {
                        self.is_over = true;
                        end = found.err();
                    }
                }
            }
            let skip = &self.skip;
            let groups = parts.chunks(self.together).collect();
            let decoded = quadline_threads::run(groups, |parts| decode(skip, parts));
            for (columns, failure) in decoded.into_iter().flatten() {
                self.count += columns.len();
                self.ready.push_back(columns);
                if failure.is_some() {
                    (self.failure, self.is_over, end) = (failure, true, None);
                    break;
                }
            }
            if end.is_some() {
                self.failure = end;
            }
        }
    }
}

/// Opens a file, without the interpreter's lock, or one in memory.
fn opened(py: Python<'_>, path: Option<PathBuf>, bytes: Option<PyBackedBytes>) -> PyResult<Box<dyn Source>> {
    match (path, bytes) {
        (Some(path), _) => match py.detach(|| File::open(&path)) {
            Ok(file) => Ok(Box::new(file)),
            Err(error) => Err(os_error(&error, &error.to_string(), &Some(path))),
        },
        (None, Some(bytes)) => Ok(Box::new(Cursor::new(bytes))),
        (None, None) => Err(PyValueError::new_err("neither a path nor bytes")),
    }
}

#[pymethods]
impl DataReader {
    /// Opens a file with a limit of the bytes of a chunk or game, of whose parts those are read whose number
    /// modulo `parts` is `part`. The entries that are left out are described by the first ply, the score, captures, checks, and a share with its seed.
    #[new]
    fn new(
        py: Python<'_>,
        place: (Option<PathBuf>, Option<PyBackedBytes>),
        format: &str,
        limit: Option<usize>,
        part: u64,
        parts: u64,
        skip: (u16, Option<i16>, bool, bool, f64, u64),
    ) -> PyResult<Self> {
        let (first_ply, score, captures, in_check, left_out, seed) = skip;
        let (path, bytes) = place;
        let format = Format::of(format)?;
        if !(0.0..=1.0).contains(&left_out) || part >= parts {
            return Err(PyValueError::new_err("the package checks these arguments"));
        }
        let mut skip = Skip::NONE.before_ply(first_ply).at_random(left_out, seed);
        if let Some(score) = score {
            skip = skip.score(score);
        }
        if captures {
            skip = skip.captures();
        }
        if in_check {
            skip = skip.in_check();
        }
        let file = opened(py, path.clone(), bytes)?;
        let file = match format {
            Format::Binpack => {
                Parser::Binpack(binpack::Parts::new(file).with_limit(limit.unwrap_or(binpack::DEFAULT_LIMIT)))
            }
            Format::Viriformat => {
                let limit = limit.unwrap_or(viriformat::DEFAULT_LIMIT);
                Parser::Viriformat(Box::new(viriformat::Parts::new(file).with_size(PART).with_limit(limit)))
            }
            Format::Bulletformat => Parser::Bulletformat(BufReader::with_capacity(PART, file), None),
        };
        Ok(Self(Box::new(Mutex::new(State {
            parts: Parts { file, part, parts, next: 0 },
            skip,
            together: if format == Format::Binpack && left_out >= MOSTLY { LANES } else { 1 },
            ready: VecDeque::new(),
            used: 0,
            count: 0,
            failure: None,
            is_over: false,
            name: path,
        }))))
    }

    /// Decodes entries until there are `room` or the file ends, and returns their number, at most `room`. If
    /// there are none because of an error in the data, its byte and message are returned, too.
    fn fill(&self, py: Python<'_>, room: usize, threads: usize) -> PyResult<(usize, Option<(u64, String)>)> {
        py.detach(|| {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            state.fill(room, threads.max(1));
            if state.count > 0 {
                return Ok((state.count.min(room), None));
            }
            match state.failure.take() {
                None => Ok((0, None)),
                Some(Failure::Data(offset, text)) => Ok((0, Some((offset, text)))),
                Some(Failure::Read(error)) => Err(os_error(&error, &error.to_string(), &state.name)),
            }
        })
    }

    /// Moves entries to arrays, which must not be longer than the number of entries that are there. Moves and
    /// plies may be empty.
    fn take(
        &self,
        mut positions: PyReadwriteArrayDyn<'_, u64>,
        mut scores: PyReadwriteArrayDyn<'_, i16>,
        mut results: PyReadwriteArrayDyn<'_, i8>,
        mut plies: PyReadwriteArrayDyn<'_, u16>,
        mut moves: PyReadwriteArrayDyn<'_, u16>,
        py: Python<'_>,
    ) -> PyResult<()> {
        let positions = write("positions", &mut positions)?.as_chunks_mut::<8>().0;
        let (scores, results) = (write("scores", &mut scores)?, write("results", &mut results)?);
        let (plies, moves) = (write("plies", &mut plies)?, write("moves", &mut moves)?);
        py.detach(|| {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let length = positions.len();
            let of_plies = plies.len();
            if length > state.count
                || [scores.len(), results.len()] != [length; 2]
                || ![0, length].contains(&of_plies)
                || moves.len() != of_plies
            {
                return Err(PyValueError::new_err(format!(
                    "there are {} entries, and the arrays have {length}",
                    state.count
                )));
            }
            let mut at = 0;
            while at < length {
                let used = state.used;
                let Some(columns) = state.ready.front() else { break };
                let count = (columns.len() - used).min(length - at);
                let (to, from) = (at..at + count, used..used + count);
                for (row, position) in positions[to.clone()].iter_mut().zip(&columns.positions[from.clone()])
                {
                    *row = *position.words();
                }
                scores[to.clone()].copy_from_slice(&columns.scores[from.clone()]);
                results[to.clone()].copy_from_slice(&columns.results[from.clone()]);
                if of_plies > 0 {
                    plies[to.clone()].copy_from_slice(&columns.plies[from.clone()]);
                    for (to, chess_move) in moves[to].iter_mut().zip(&columns.moves[from]) {
                        *to = chess_move.to_bits();
                    }
                }
                at += count;
                state.used += count;
                if state.used == columns_length(&state.ready) {
                    state.ready.pop_front();
                    state.used = 0;
                }
            }
            state.count -= length;
            Ok(())
        })
    }
}

/// Returns the number of entries of the first columns.
fn columns_length(ready: &VecDeque<Columns>) -> usize {
    ready.front().map_or(0, Columns::len)
}

/// Returns the format of a file by its first bytes, or why it is none.
#[pyfunction]
pub fn data_format(
    py: Python<'_>,
    path: Option<PathBuf>,
    bytes: Option<PyBackedBytes>,
) -> PyResult<(Option<&'static str>, Option<String>)> {
    let name = path.clone();
    let mut file = opened(py, path, bytes)?;
    let found =
        py.detach(|| detect(&mut *file)).map_err(|error| os_error(&error, &error.to_string(), &name))?;
    Ok((found.as_ref().ok().copied(), found.err()))
}

fn detect(mut file: &mut dyn Source) -> io::Result<Result<&'static str, String>> {
    let mut first = Vec::new();
    (&mut file).take(BOARD as u64).read_to_end(&mut first)?;
    if first.starts_with(b"BINP") {
        return Ok(Ok("binpack"));
    }
    if first.is_empty() {
        return Ok(Err("the file is empty".into()));
    }
    file.seek(SeekFrom::Start(0))?;
    let game = match viriformat::Reader::new(&mut *file).next() {
        Some(Ok(_)) => return Ok(Ok("viriformat")),
        Some(Err(error)) => match error.problem() {
            viriformat::Problem::Read(_) => "it cannot be read".into(),
            _ => error.to_string(),
        },
        None => String::new(),
    };
    let board = match first.first_chunk::<BOARD>().filter(|_| first.len() == BOARD).map(board_of) {
        Some(Ok(_)) => return Ok(Ok("bulletformat")),
        Some(Err(error)) => error,
        None => format!("it has {} bytes, and a board has {BOARD}", first.len()),
    };
    Ok(Err(format!(
        "it does not begin with the letters BINP of binpack, nor with a game of viriformat ({game}), nor with a \
         board of bulletformat ({board})"
    )))
}
