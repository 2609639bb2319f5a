//! Writes the positions of a compressed file of games as Parquet, with the program `replay` and with its
//! parts by others: pgn-reader, shakmaty and the crates zstd and parquet. One process, in turn, each with two
//! threads.
//!
//! ```text
//! cargo run --release --manifest-path benches/pgn/Cargo.toml --bin parquet                     generated files
//! cargo run --release --manifest-path benches/pgn/Cargo.toml --bin parquet -- FILE...          these files
//! ```
//!
//! The first thread of the peer decompresses, reads and replays the games, and writes the texts of the
//! rows. The second one encodes the rows and compresses them. In the other division of the work, the second
//! thread writes the FENs and the moves in addition. The encodings and the size of the groups of rows are
//! those of `replay`, or the defaults of the crate parquet. All rows are compared before anything is timed.

use std::fs::File;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Row;
use parquet::schema::types::ColumnPath;
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use quadline_bench_pgn::{clocks, few_comments, generate, median};
use replay::{Columns, options};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position as _, fen::Fen, uci::UciMove};

/// The number of rounds, in each of which all programs write the file once.
const ROUNDS: usize = 11;

/// The rows of a group, about as many as `replay` has in one.
const GROUP: usize = 150_000;

/// The rows that the first thread of the peer sends at once.
const BATCH: usize = 1 << 12;

type Error = Box<dyn std::error::Error + Send + Sync>;

/// Which thread of the peer writes FENs and moves as text.
#[derive(Clone, Copy, PartialEq)]
enum Texts {
    First,
    Second,
}

/// The encodings of the peer's columns.
#[derive(Clone, Copy, PartialEq)]
enum Encodings {
    Replay,
    Default,
}

/// Rows of the peer.
#[derive(Default)]
struct Rows {
    games: Vec<i32>,
    plies: Vec<i32>,
    /// The positions and moves, if the second thread writes their texts.
    positions: Vec<(Chess, Move)>,
    fens: Text,
    moves: Text,
}

/// Texts one after the other, and their lengths.
#[derive(Default)]
struct Text {
    bytes: Vec<u8>,
    lengths: Vec<usize>,
}

impl Text {
    fn add(&mut self, write: impl Fn(&mut Vec<u8>)) {
        let length = self.bytes.len();
        write(&mut self.bytes);
        self.lengths.push(self.bytes.len() - length);
    }

    fn array(self) -> Result<ArrayRef, Error> {
        let offsets = OffsetBuffer::from_lengths(self.lengths);
        Ok(Arc::new(StringArray::try_new(offsets, self.bytes.into(), None)?))
    }
}

impl Rows {
    fn add_texts(&mut self, position: &Chess, legal: Move) {
        let fen = Fen::from_position(position, EnPassantMode::PseudoLegal);
        self.fens.add(|bytes| fen.append_ascii_to(bytes));
        self.moves.add(|bytes| UciMove::from_standard(legal).append_ascii_to(bytes));
    }
}

/// The first thread of the peer.
struct Games {
    rows: Rows,
    game: i32,
    texts: Texts,
    rows_of: SyncSender<Rows>,
}

impl Games {
    fn send(&mut self) {
        // The other side is gone if a row cannot be written.
        let _ = self.rows_of.send(std::mem::take(&mut self.rows));
    }
}

/// A game of the peer: its position and the number of moves.
struct Replayed(Chess, i32);

impl Visitor for Games {
    type Tags = Option<Fen>;
    type Movetext = Replayed;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Self::Tags> {
        self.game += 1;
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, fen: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            *fen = Fen::from_ascii(value.as_bytes()).ok();
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, fen: Self::Tags) -> ControlFlow<(), Replayed> {
        let Some(fen) = fen else { return ControlFlow::Continue(Replayed(Chess::default(), 0)) };
        match fen.into_position(CastlingMode::Chess960) {
            Ok(start) => ControlFlow::Continue(Replayed(start, 0)),
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn san(&mut self, game: &mut Replayed, san: SanPlus) -> ControlFlow<()> {
        let Replayed(position, ply) = game;
        let Ok(legal) = san.san.to_move(position) else { return ControlFlow::Break(()) };
        self.rows.games.push(self.game);
        self.rows.plies.push(*ply);
        match self.texts {
            Texts::First => self.rows.add_texts(position, legal),
            Texts::Second => self.rows.positions.push((position.clone(), legal)),
        }
        position.play_unchecked(legal);
        *ply += 1;
        if self.rows.games.len() == BATCH {
            self.send();
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Replayed) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, _: Replayed) {}
}

fn peer(input: &Path, output: &Path, texts: Texts, encodings: Encodings) -> Result<(), Error> {
    thread::scope(|scope| {
        let (rows_of, rows) = sync_channel(16);
        let writer = scope.spawn(move || write(rows, output, encodings));
        let mut games = Games { rows: Rows::default(), game: 0, texts, rows_of };
        let text = zstd::Decoder::new(File::open(input)?)?;
        Reader::new(text).visit_all_games(&mut games)?;
        games.send();
        drop(games);
        writer.join().expect("no panic")
    })
}

/// The second thread of the peer.
fn write(all_rows: Receiver<Rows>, output: &Path, encodings: Encodings) -> Result<(), Error> {
    let schema = Arc::new(Schema::new(vec![
        Field::new("game", DataType::Int32, false),
        Field::new("ply", DataType::Int32, false),
        Field::new("fen", DataType::Utf8, false),
        Field::new("move", DataType::Utf8, false),
    ]));
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_max_row_group_row_count(Some(GROUP));
    if encodings == Encodings::Replay {
        let of_columns = [
            ("game", Encoding::DELTA_BINARY_PACKED),
            ("ply", Encoding::DELTA_BINARY_PACKED),
            ("fen", Encoding::DELTA_LENGTH_BYTE_ARRAY),
        ];
        for (name, encoding) in of_columns {
            properties = properties
                .set_column_dictionary_enabled(ColumnPath::from(name), false)
                .set_column_encoding(ColumnPath::from(name), encoding);
        }
        for name in ["fen", "move"] {
            properties =
                properties.set_column_statistics_enabled(ColumnPath::from(name), EnabledStatistics::None);
        }
    }
    let mut writer = ArrowWriter::try_new(File::create(output)?, schema.clone(), Some(properties.build()))?;
    for mut rows in all_rows {
        for (position, legal) in std::mem::take(&mut rows.positions) {
            rows.add_texts(&position, legal);
        }
        let integers = |values: Vec<i32>| -> ArrayRef { Arc::new(Int32Array::from(values)) };
        let columns =
            vec![integers(rows.games), integers(rows.plies), rows.fens.array()?, rows.moves.array()?];
        writer.write(&RecordBatch::try_new(schema.clone(), columns)?)?;
    }
    writer.close()?;
    Ok(())
}

fn ours(input: &Path, output: &Path) -> Result<(), Error> {
    let arguments = [input.into(), "--threads".into(), "2".into()];
    let options = options::parse(arguments)?.ok_or("no help was requested")?;
    let mut columns = Some(Columns::create(output, &options.columns)?);
    replay::replay(input, &options, &mut columns)?;
    columns.map_or(Ok(()), Columns::finish)?;
    Ok(())
}

/// Compares two files of Parquet. Returns the number of rows.
fn compare(left: &Path, right: &Path) -> Result<usize, Error> {
    let open = |path| SerializedFileReader::new(File::open(path)?).map_err(Error::from);
    let (left, right) = (open(left)?, open(right)?);
    let (mut left, mut right) = (left.get_row_iter(None)?, right.get_row_iter(None)?);
    for row in 0.. {
        let pair: (Option<Row>, Option<Row>) = (left.next().transpose()?, right.next().transpose()?);
        match pair {
            (None, None) => return Ok(row),
            (left, right) if left == right => {}
            (left, right) => return Err(format!("row {row} differs: {left:?} and {right:?}").into()),
        }
    }
    Ok(0)
}

fn seconds(work: impl Fn() -> Result<(), Error>) -> Result<f64, Error> {
    let begin = Instant::now();
    work()?;
    Ok(begin.elapsed().as_secs_f64())
}

fn main() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    for path in std::env::args_os().skip(1) {
        files.push((path.to_string_lossy().into_owned(), path.into()));
    }
    if files.is_empty() {
        for (name, text) in [
            ("few comments", generate(20_000, few_comments)),
            ("evaluation and clock", generate(20_000, clocks)),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, zstd::encode_all(&text[..], 3)?)?;
            files.push((name.to_owned(), path));
        }
    }
    println!("level {}; two threads, median of {ROUNDS} rounds", quadline::level::active());
    for (name, input) in &files {
        let output = |name: &str| folder.path().join(format!("{name}.parquet"));
        let own = output("replay");
        ours(input, &own)?;
        let peers = [
            ("texts by the first thread", Texts::First, Encodings::Replay),
            ("texts by the second thread", Texts::Second, Encodings::Replay),
            ("texts by the first thread, default encodings", Texts::First, Encodings::Default),
        ];
        let mut rows = 0;
        for (of_peer, texts, encodings) in peers {
            let other = output(of_peer);
            peer(input, &other, texts, encodings)?;
            rows = compare(&own, &other)?;
        }
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            let own = seconds(|| ours(input, &own))?;
            let others = peers.map(|(of_peer, texts, encodings)| {
                seconds(|| peer(input, &output(of_peer), texts, encodings))
            });
            times.push((own, others.into_iter().collect::<Result<Vec<_>, _>>()?));
        }
        let row = |name: &str, path: &Path, seconds: Vec<f64>, ratio: f64| -> io::Result<()> {
            let size = std::fs::metadata(path)?.len() as f64 / 1e6;
            let rate = rows as f64 / median(seconds) / 1e6;
            println!("{name:<56} {rate:>6.2} million rows per second {size:>7.2} MB {ratio:>6.2}");
            Ok(())
        };
        println!("{name}: {rows} rows");
        row("  replay", &own, times.iter().map(|round| round.0).collect(), 1.0)?;
        for (index, (of_peer, ..)) in peers.iter().enumerate() {
            let ratio = median(times.iter().map(|round| round.1[index] / round.0).collect());
            row(
                &format!("  {of_peer}"),
                &output(of_peer),
                times.iter().map(|round| round.1[index]).collect(),
                ratio,
            )?;
        }
    }
    Ok(())
}
