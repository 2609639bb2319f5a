//! Reads files of games with quadline-pgn and with pgn-reader, in one process, in turn, with one thread.
//!
//! ```text
//! cargo run --release --manifest-path benches/pgn/Cargo.toml                     generated files
//! cargo run --release --manifest-path benches/pgn/Cargo.toml -- FILE...          these files
//! ```
//!
//! quadline-pgn reads each file by a reader with a buffer, as pgn-reader does, and in memory, which
//! pgn-reader cannot do. Both readers compute a checksum of what they read, and the checksums are compared
//! before anything is timed. Each row is the median of the rounds, and the last column is the median of the
//! ratios of the rounds.

use std::hint::black_box;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use quadline_bench_pgn::{clocks, few_comments, generate, median};
use quadline_pgn::{Game, Games, Source};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

/// The number of rounds, in each of which both readers read the file once.
const ROUNDS: usize = 15;

/// The lengths of all tags.
struct AllTags(u64);

impl Visitor for AllTags {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        self.0 += (3 * name.len() + value.as_bytes().len()) as u64;
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        self.0 += 1 << 32;
        ControlFlow::Break(())
    }

    fn end_game(&mut self, (): ()) {}
}

/// The ratings of White.
struct Ratings(u64);

impl Visitor for Ratings {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"WhiteElo" {
            self.0 += rating(value.as_bytes());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        self.0 += 1 << 32;
        ControlFlow::Break(())
    }

    fn end_game(&mut self, (): ()) {}
}

fn rating(text: &[u8]) -> u64 {
    text.iter().fold(0, |sum, digit| 10 * sum + u64::from(digit.wrapping_sub(b'0')))
}

/// The occupied squares of all positions.
struct Positions(u64);

impl Visitor for Positions {
    type Tags = Option<Fen>;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Self::Tags> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, fen: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            *fen = Fen::from_ascii(value.as_bytes()).ok();
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, fen: Self::Tags) -> ControlFlow<(), Chess> {
        let Some(fen) = fen else { return ControlFlow::Continue(Chess::default()) };
        match fen.into_position(CastlingMode::Chess960) {
            Ok(start) => ControlFlow::Continue(start),
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn san(&mut self, game: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let Ok(legal) = san.san.to_move(game) else { return ControlFlow::Break(()) };
        self.0 = self.0.wrapping_add(u64::from(game.board().occupied()));
        game.play_unchecked(legal);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, _: Chess) {}
}

fn visit<V: Visitor>(file: &[u8], mut visitor: V, sum: impl Fn(&V) -> u64) -> u64 {
    Reader::new(file).visit_all_games(&mut visitor).expect("a file in memory");
    sum(&visitor)
}

/// Adds the results of all games.
fn sum<S: Source>(mut games: Games<S>, of: impl Fn(&Game<'_>) -> u64) -> u64 {
    let mut sum = 0u64;
    while let Some(game) = games.next_game() {
        if let Ok(game) = game {
            sum = sum.wrapping_add(of(&game));
        }
    }
    sum
}

fn all_tags(game: &Game<'_>) -> u64 {
    let lengths = game.tags().map(|tag| (3 * tag.name.len() + tag.raw_value.len()) as u64);
    (1 << 32) + lengths.sum::<u64>()
}

fn ratings(game: &Game<'_>) -> u64 {
    let tag = game.tags().find(|tag| tag.name == b"WhiteElo");
    (1 << 32) + tag.map_or(0, |tag| rating(tag.raw_value))
}

fn positions(game: &Game<'_>) -> u64 {
    game.plies().map_while(Result::ok).fold(0, |sum, (position, _)| sum.wrapping_add(position.occupied()))
}

fn seconds(work: impl Fn() -> u64) -> f64 {
    let begin = Instant::now();
    black_box(work());
    begin.elapsed().as_secs_f64()
}

/// Times both readers in turn, and prints two rows.
fn rows(
    name: &str,
    file: &[u8],
    ours: impl Fn(&Game<'_>) -> u64 + Copy,
    theirs: impl Fn(&[u8]) -> u64,
) -> io::Result<()> {
    row(name, file, |file| sum(Games::new(file), ours), &theirs)?;
    row(&format!("{name}, in memory"), file, |file| sum(Games::in_memory(file), ours), &theirs)
}

/// Times both readers in turn, and prints a row.
fn row(
    name: &str,
    file: &[u8],
    ours: impl Fn(&[u8]) -> u64,
    theirs: impl Fn(&[u8]) -> u64,
) -> io::Result<()> {
    let (own, other) = (ours(file), theirs(file));
    let note = if own == other { "" } else { "  different results" };
    let times: Vec<_> = (0..ROUNDS).map(|_| (seconds(|| ours(file)), seconds(|| theirs(file)))).collect();
    let speed = |seconds: f64| file.len() as f64 / seconds / 1e9;
    let own = median(times.iter().map(|times| speed(times.0)).collect());
    let other = median(times.iter().map(|times| speed(times.1)).collect());
    let ratio = median(times.iter().map(|times| times.1 / times.0).collect());
    writeln!(io::stdout(), "{name:<48} {own:>8.2} {other:>10.2} {ratio:>6.2}{note}")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for path in std::env::args_os().skip(1) {
        files.push((path.to_string_lossy().into_owned(), std::fs::read(&path)?));
    }
    if files.is_empty() {
        files.push(("few comments".to_owned(), generate(20_000, few_comments)));
        files.push(("evaluation and clock".to_owned(), generate(20_000, clocks)));
    }
    let mut out = io::stdout();
    writeln!(out, "level {}; GB/s of text, median of {ROUNDS} rounds", quadline::level::active())?;
    writeln!(out, "{:<48} {:>8} {:>10} {:>6}", "", "quadline", "pgn-reader", "ratio")?;
    for (name, file) in &files {
        rows(&format!("{name}: all tags and ends"), file, all_tags, |file| {
            visit(file, AllTags(0), |sum| sum.0)
        })?;
        rows(&format!("{name}: one tag and ends"), file, ratings, |file| {
            visit(file, Ratings(0), |sum| sum.0)
        })?;
        rows(&format!("{name}: all positions"), file, positions, |file| {
            visit(file, Positions(0), |sum| sum.0)
        })?;
        let mut copy = vec![0; 1 << 18];
        let speed = median(
            (0..ROUNDS)
                .map(|_| {
                    let begin = Instant::now();
                    for part in file.chunks(1 << 18) {
                        copy[..part.len()].copy_from_slice(part);
                        black_box(&mut copy);
                    }
                    file.len() as f64 / begin.elapsed().as_secs_f64() / 1e9
                })
                .collect(),
        );
        writeln!(out, "{:<48} {speed:>8.2}", format!("{name}: copied by parts of 256 KB"))?;
    }
    Ok(())
}
