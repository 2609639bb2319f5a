//! Games into positions: moves played in order, moves in SAN, and movetext, compared with shakmaty and
//! pgn-reader.
//!
//! ```text
//! cargo run --release -p quadline-benches --features games -- games                        generated games
//! cargo run --release -p quadline-benches --features games -- games --pgn FILE             the games of a file
//! ```
//!
//! Every contestant computes a checksum of the same games, and all checksums are compared before anything is
//! timed. The games of a file are read up to their first illegal move; games with a starting position of
//! their own are left out.
//!
//! In a chain of plays, each move needs the position before it. `play, 8 games` plays eight games in turn, so
//! that the CPU can compute them at the same time. Callers need not do that: it gained nothing on the CPUs
//! that were measured, because the plays of one game already overlap as far as their instructions allow.

use std::array;
use std::hint::black_box;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use quadline::{king_attacks, knight_attacks, pawn_attacks};
use quadline_kernels::level::{self, Level, WithLevel};
use quadline_kernels::{Color, Move, Movetext, Position, Role, Square};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use serde::Serialize;
use shakmaty::{Chess, Position as _};

use crate::command_line::{Arguments, Request};
use crate::generated::{Decoration, Game, Games, clocks, few_comments};
use crate::options::{self, Wrong};
use crate::paired::median;
use crate::report::text_table;
use crate::{BenchError, print_json, print_line};

/// The options of `games`.
#[derive(Debug)]
pub struct Options {
    /// Only these levels (names separated by commas)
    level: Vec<String>,
    /// Only work whose name contains one of these
    filter: Vec<String>,
    /// The games of this file instead of generated ones
    pgn: Option<PathBuf>,
    /// Seconds for each kind of work
    seconds: u64,
    /// Print JSON
    json: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { level: Vec::new(), filter: Vec::new(), pgn: None, seconds: 2, json: false }
    }
}

impl Options {
    pub(crate) const HELP: &str = "\
Times games into positions: moves played, SAN, and movetext

Usage: quadline-benches games [OPTIONS]

Options:
      --level NAMES     Only these levels (names separated by commas)
      --filter TEXTS    Only work whose name contains one of these (texts separated by commas)
      --pgn FILE        The games of this file instead of generated ones
      --seconds N       Seconds for each kind of work [default: 2]
      --json            Print JSON
  -h, --help            Print this help
";

    /// Reads the options of the command.
    pub fn read(arguments: &mut Arguments) -> Result<Request<Self>, Wrong> {
        options::read(arguments, Self::HELP, |options: &mut Self, name, arguments| {
            match name {
                "level" => options.level = arguments.names("--level NAMES")?,
                "filter" => options.filter = arguments.names("--filter TEXTS")?,
                "pgn" => options.pgn = Some(arguments.value("--pgn FILE")?.into()),
                "seconds" => options.seconds = arguments.number("--seconds N", 1..=60)?,
                "json" => options.json = true,
                _ => return Ok(false),
            }
            Ok(true)
        })
    }
}

impl Games {
    /// Reads the games of a PGN file.
    pub fn read(file: &Path) -> Result<Self, BenchError> {
        let text = std::fs::read(file).map_err(BenchError::of_file(file))?;
        let mut reader = Reader::new(&text[..]);
        let mut collected = Collected::default();
        reader.visit_all_games(&mut collected).map_err(BenchError::of_file(file))?;
        Ok(Self(collected.games.into_iter().map(Game::new).collect()))
    }

    /// Returns the inputs of parts with about [`PART`] plies each.
    fn parts(self) -> Vec<Inputs> {
        let mut parts: Vec<Self> = Vec::new();
        for game in self.0.into_iter().filter(|game| !game.moves.is_empty()) {
            match parts.last_mut().filter(|part| part.plies() < PART) {
                Some(part) => part.0.push(game),
                None => parts.push(Self(vec![game])),
            }
        }
        parts.into_iter().map(Inputs::new).collect()
    }
}

/// Collects the legal moves of games.
#[derive(Default)]
struct Collected {
    games: Vec<Vec<shakmaty::Move>>,
    game: Chess,
}

impl Visitor for Collected {
    type Tags = bool;
    type Movetext = Vec<shakmaty::Move>;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), bool> {
        ControlFlow::Continue(true)
    }

    fn tag(&mut self, is_from_start: &mut bool, name: &[u8], _: RawTag<'_>) -> ControlFlow<()> {
        *is_from_start &= name != b"FEN";
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, is_from_start: bool) -> ControlFlow<(), Vec<shakmaty::Move>> {
        self.game = Chess::default();
        if is_from_start { ControlFlow::Continue(Vec::new()) } else { ControlFlow::Break(()) }
    }

    fn san(&mut self, moves: &mut Vec<shakmaty::Move>, san: SanPlus) -> ControlFlow<()> {
        if let Ok(legal) = san.san.to_move(&self.game) {
            moves.push(legal);
            self.game.play_unchecked(legal);
            return ControlFlow::Continue(());
        }
        self.games.push(core::mem::take(moves));
        ControlFlow::Break(())
    }

    fn begin_variation(&mut self, _: &mut Vec<shakmaty::Move>) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, moves: Vec<shakmaty::Move>) {
        self.games.push(moves);
    }
}

/// Replays games with pgn-reader and shakmaty, and adds the occupied squares at their ends.
struct Replayed(u64);

impl Visitor for Replayed {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn san(&mut self, game: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let Ok(legal) = san.san.to_move(game) else { return ControlFlow::Break(()) };
        game.play_unchecked(legal);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, game: Chess) {
        self.0 = self.0.wrapping_add(game.board().occupied().0);
    }
}

/// A kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    /// Moves played, with this number of games in turn.
    Play(usize),
    /// The squares to which a piece may go, in random order.
    Destinations,
    /// The pieces of a role that may go to a square, in random order.
    Origins,
    /// `parse_san` and `play_mut`.
    ParseSan,
    /// `play_san`.
    PlaySan,
    /// The moves written in SAN, in random order.
    ToSan,
    /// Movetext to positions, with few comments or with clocks.
    Movetext { clocks: bool },
}

/// All kinds of work with their names and their peers.
#[rustfmt::skip]
const ALL_WORK: [(Work, &str, &str); 9] = [
    (Work::Play(1), "play, a game after the other", "shakmaty, play_unchecked"),
    (Work::Play(8), "play, 8 games in turn", "shakmaty, play_unchecked"),
    (Work::Destinations, "destinations", "match on the role"),
    (Work::Origins, "origins", "match on the role"),
    (Work::ParseSan, "parse_san, play_mut", "shakmaty, San::to_move and play_unchecked"),
    (Work::PlaySan, "play_san", "shakmaty, San::to_move and play_unchecked"),
    (Work::ToSan, "to_san", "shakmaty, SanPlus::from_move"),
    (Work::Movetext { clocks: false }, "Movetext, few comments", "pgn-reader and shakmaty"),
    (Work::Movetext { clocks: true }, "Movetext, evaluations and clocks", "pgn-reader and shakmaty"),
];

/// All moves of a game in one text, and the places of the moves.
struct Tokens {
    text: Vec<u8>,
    places: Vec<(usize, usize)>,
}

impl Tokens {
    /// Returns the moves in SAN.
    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.places.iter().map(|&(from, to)| &self.text[from..to])
    }
}

/// The inputs of all kinds of work.
struct Inputs {
    games: Games,
    /// Positions with a legal move, in random order.
    any: Vec<(Position, Move)>,
    any_of_shakmaty: Vec<(Chess, shakmaty::Move)>,
    texts: Vec<Tokens>,
    /// With few comments, and with clocks.
    movetexts: [Vec<Vec<u8>>; 2],
}

/// The number of plies of a part, which takes less time than an operating system gives to a program at once.
const PART: usize = 8192;
/// The number of positions in random order.
const ANY: usize = 1 << 13;
impl Inputs {
    fn new(games: Games) -> Self {
        let mut both = Vec::new();
        for Game { moves, of_shakmaty, .. } in &games.0 {
            let (mut position, mut game) = (Position::START, Chess::default());
            for (&chess_move, &other) in moves.iter().zip(of_shakmaty) {
                both.push(((position, chess_move), (game.clone(), other)));
                position.play_mut(chess_move);
                game.play_unchecked(other);
            }
        }
        both.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(7));
        both.truncate(ANY);
        let (any, any_of_shakmaty) = both.into_iter().unzip();
        let texts = games.0.iter().map(|game| {
            let (mut text, mut places) = (Vec::new(), Vec::new());
            for san in &game.sans {
                places.push((text.len(), text.len() + san.len()));
                text.extend_from_slice(san.as_bytes());
                text.push(b' ');
            }
            Tokens { text, places }
        });
        let movetexts = [few_comments, clocks].map(|decoration: Decoration| games.movetexts(decoration));
        Self { texts: texts.collect(), any, any_of_shakmaty, movetexts, games }
    }

    /// Returns the number of units of a kind of work: plies or positions.
    fn units(&self, work: Work) -> usize {
        match work {
            Work::Destinations | Work::Origins | Work::ToSan => self.any.len(),
            _ => self.games.plies(),
        }
    }

    /// Computes a kind of work with the peer.
    fn by_peer(&self, work: Work) -> u64 {
        // All of a position is needed, not only the occupied squares.
        let ends = |game: &Chess| black_box(game).board().occupied().0;
        match work {
            Work::Play(_) => sum(&self.games.0, |Game { of_shakmaty, .. }| {
                let mut game = Chess::default();
                of_shakmaty.iter().for_each(|&each| game.play_unchecked(each));
                ends(&game)
            }),
            Work::ParseSan | Work::PlaySan => sum(&self.texts, |tokens| {
                let mut game = Chess::default();
                for san in tokens.iter() {
                    let san = SanPlus::from_ascii(san).expect("SAN");
                    game.play_unchecked(san.san.to_move(&game).expect("a legal move"));
                }
                ends(&game)
            }),
            Work::ToSan => sum(&self.any_of_shakmaty, |(game, each)| {
                let mut text = [0; 8];
                let san = SanPlus::from_move(game.clone(), *each);
                write!(&mut text[..], "{san}").expect("at most seven characters");
                u64::from_le_bytes(text)
            }),
            Work::Movetext { clocks } => {
                let mut replayed = Replayed(0);
                for text in &self.movetexts[usize::from(clocks)] {
                    let mut reader = Reader::new(text.as_slice());
                    reader.visit_all_games(&mut replayed).expect("a slice is read without errors");
                }
                replayed.0
            }
            // Quadline's own functions, compiled for each level.
            Work::Destinations | Work::Origins => 0,
        }
    }
}

/// Adds the results of a function.
#[inline(always)]
fn sum<T>(each: &[T], mut result: impl FnMut(&T) -> u64) -> u64 {
    each.iter().fold(0, |sum, each| sum.wrapping_add(result(each)))
}

/// Plays games, `GAMES` of them in turn.
#[inline(always)]
fn play<const GAMES: usize>(games: &[Game]) -> u64 {
    let (groups, rest) = games.as_chunks();
    sum(groups, play_in_turn::<GAMES>).wrapping_add(sum(rest, |game| play_in_turn(array::from_ref(game))))
}

#[inline(always)]
fn play_in_turn<const GAMES: usize>(games: &[Game; GAMES]) -> u64 {
    let shortest = games.iter().map(|game| game.moves.len()).min().unwrap_or(0);
    let mut positions = [Position::START; GAMES];
    for ply in 0..shortest {
        for (position, game) in positions.iter_mut().zip(games) {
            position.play_mut(game.moves[ply]);
        }
    }
    for (position, game) in positions.iter_mut().zip(games) {
        game.moves[shortest..].iter().for_each(|&each| position.play_mut(each));
    }
    sum(&positions, |position| black_box(position).occupied())
}

/// Returns the squares to which a piece may go, by a match on its role. Castling is left out.
#[inline(always)]
fn destinations_by_match<L: Level>(level: L, position: &Position, square: Square) -> u64 {
    let side = position.side_to_move();
    let (own, enemy) = (position.color(side), position.color(side.opponent()));
    let occupied = own | enemy;
    let found = match position.role_at(square) {
        None => 0,
        Some(Role::Pawn) => {
            let forward = if side == Color::White { 8 } else { 56 };
            let fourth_rank = if side == Color::White { 0xff << 24 } else { 0xff << 32 };
            let one = square.bit().rotate_left(forward) & !occupied;
            let target = position.en_passant().map_or(0, Square::bit);
            one | one.rotate_left(forward) & fourth_rank & !occupied
                | pawn_attacks(side, square) & (enemy | target)
        }
        Some(Role::Knight) => knight_attacks(square),
        Some(Role::King) => king_attacks(square),
        Some(Role::Bishop) => level.bishop_attacks(square, occupied),
        Some(Role::Rook) => level.rook_attacks(square, occupied),
        Some(Role::Queen) => level.queen_attacks(square, occupied),
    };
    found & !own
}

/// Returns the pieces of a role that may go to a square without an own piece, by a match on the role.
#[inline(always)]
fn origins_by_match<L: Level>(level: L, position: &Position, role: Role, to: Square) -> u64 {
    let side = position.side_to_move();
    let (own, enemy) = (position.color(side), position.color(side.opponent()));
    let occupied = own | enemy;
    match role {
        Role::Pawn => {
            let back = if side == Color::White { 56 } else { 8 };
            let second_rank = if side == Color::White { 0xff << 8 } else { 0xff << 48 };
            let one = (to.bit() & !occupied).rotate_left(back);
            let target = position.en_passant().map_or(0, Square::bit);
            let captures =
                if (enemy | target) & to.bit() != 0 { pawn_attacks(side.opponent(), to) } else { 0 };
            (one | (one & !occupied).rotate_left(back) & second_rank | captures) & position.pawns() & own
        }
        Role::Knight => knight_attacks(to) & position.knights() & own,
        Role::King => king_attacks(to) & position.kings() & own,
        Role::Bishop => level.bishop_attacks(to, occupied) & position.bishops() & own,
        Role::Rook => level.rook_attacks(to, occupied) & position.rooks() & own,
        Role::Queen => level.queen_attacks(to, occupied) & position.queens() & own,
    }
}

/// A kind of work at a level. `BY_MATCH` computes it with the match on the role.
struct AtLevel<'a, const BY_MATCH: bool>(&'a Inputs, Work);

impl<const BY_MATCH: bool> WithLevel for AtLevel<'_, BY_MATCH> {
    type Output = u64;

    #[inline(always)]
    fn with_level<L: Level>(self, level: L) -> u64 {
        let Self(inputs, work) = self;
        level.vectorize(
            #[inline(always)]
            || match work {
                Work::Play(8) => play::<8>(&inputs.games.0),
                Work::Play(_) => play::<1>(&inputs.games.0),
                Work::Destinations => sum(&inputs.any, |(position, each)| {
                    let from = each.from();
                    // Castling is the only difference between the two.
                    let castling = position.castling_rooks() & position.color(position.side_to_move());
                    if BY_MATCH {
                        destinations_by_match(level, position, from)
                    } else {
                        level.destinations(position, from) & !castling
                    }
                }),
                Work::Origins => sum(&inputs.any, |(position, each)| {
                    let role = position.role_at(each.from()).unwrap_or(Role::Pawn);
                    // Its destination is a square with an own piece.
                    if each.is_castling() {
                        0
                    } else if BY_MATCH {
                        origins_by_match(level, position, role, each.to())
                    } else {
                        level.origins(position, role, each.to())
                    }
                }),
                Work::ParseSan => sum(&inputs.texts, |tokens| {
                    let mut position = Position::START;
                    for san in tokens.iter() {
                        position.play_mut(level.parse_san(&position, san).expect("a legal move"));
                    }
                    black_box(&position).occupied()
                }),
                Work::PlaySan => sum(&inputs.texts, |tokens| {
                    let mut position = Position::START;
                    for san in tokens.iter() {
                        level.play_san(&mut position, san).expect("a legal move");
                    }
                    black_box(&position).occupied()
                }),
                Work::ToSan => sum(&inputs.any, |(position, each)| {
                    let mut word = [0; 8];
                    let san = level.to_san(position, *each);
                    word[..san.len()].copy_from_slice(san.as_bytes());
                    u64::from_le_bytes(word)
                }),
                Work::Movetext { clocks } => sum(&inputs.movetexts[usize::from(clocks)], |text| {
                    let mut game = Movetext::new(Position::START, text);
                    game.by_ref().for_each(|ply| {
                        black_box(ply.expect("a legal move"));
                    });
                    game.position().occupied()
                }),
            },
        )
    }
}

/// The speed of a level.
#[derive(Clone, Debug, Serialize)]
pub struct Speed {
    /// The name of the level.
    pub level: String,
    /// The speed relative to the peer in the same round: the median.
    pub ratio: f64,
}

/// The speeds of a kind of work.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The functions.
    pub name: String,
    /// The contestant with a ratio of 1.
    pub peer: String,
    /// The time of the peer for a ply or a position, in nanoseconds. For a peer that is compiled for each
    /// level, that of the first level.
    pub nanoseconds: f64,
    /// The levels.
    pub levels: Vec<Speed>,
}

fn timed(function: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    black_box(function());
    start.elapsed().as_secs_f64()
}

/// Compares all checksums of a kind of work, and then times it in alternating rounds.
///
/// Each round is about another part of the games, so that no CPU learns their moves, and a block takes about
/// 0.1 ms.
fn measure(
    parts: &[Inputs],
    (work, name, by): (Work, &str, &str),
    levels: &[level::Detected],
    seconds: u64,
) -> Result<Row, BenchError> {
    let is_of_level = matches!(work, Work::Destinations | Work::Origins);
    let peer = |level: &level::Detected, inputs: &Inputs| {
        if is_of_level { level.run(AtLevel::<true>(inputs, work)) } else { inputs.by_peer(work) }
    };
    for (level, inputs) in levels.iter().flat_map(|level| parts.iter().map(move |part| (level, part))) {
        let (expected, actual) = (peer(level, inputs), level.run(AtLevel::<false>(inputs, work)));
        if expected != actual {
            return Err(BenchError::Wrong {
                contestant: level.name().into(),
                work: name.into(),
                expected,
                actual,
            });
        }
    }
    let (mut times, mut ratios) = (Vec::new(), vec![Vec::new(); levels.len()]);
    let end = Instant::now() + Duration::from_secs(seconds);
    for inputs in parts.iter().cycle() {
        if times.len() >= 5 && Instant::now() >= end {
            break;
        }
        let mut of_peer = timed(|| peer(&levels[0], inputs));
        times.push(of_peer / inputs.units(work) as f64);
        for (level, ratios) in levels.iter().zip(&mut ratios) {
            if is_of_level {
                of_peer = timed(|| peer(level, inputs));
            }
            ratios.push(of_peer / timed(|| level.run(AtLevel::<false>(inputs, work))));
        }
    }
    let speeds = levels.iter().zip(ratios);
    Ok(Row {
        name: name.into(),
        peer: by.into(),
        nanoseconds: median(times) * 1e9,
        levels: speeds
            .map(|(level, ratios)| Speed { level: level.name().into(), ratio: median(ratios) })
            .collect(),
    })
}

/// Measures and prints a table.
pub fn run(options: &Options) -> Result<(), BenchError> {
    let games = match &options.pgn {
        Some(file) => Games::read(file)?,
        None => Games::generated(1000),
    };
    let head = format!("{} games, {} plies", games.0.len(), games.plies());
    let parts = games.parts();
    if parts.is_empty() {
        return Err(BenchError::NothingToTime);
    }
    let levels: Vec<_> = level::available()
        .filter(|level| options.level.is_empty() || options.level.iter().any(|name| name == level.name()))
        .collect();
    if levels.is_empty() {
        return Err(BenchError::NothingToTime);
    }
    let mut rows = Vec::new();
    for work in ALL_WORK {
        if options.filter.is_empty() || options.filter.iter().any(|text| work.1.contains(text.as_str())) {
            rows.push(measure(&parts, work, &levels, options.seconds)?);
        }
    }
    if options.json {
        return print_json(&rows);
    }
    let names = levels.iter().map(|level| level.name().to_owned());
    let header = ["work", "1.00 is", "ns"].map(str::to_owned).into_iter().chain(names);
    let lines = rows.into_iter().map(|row| {
        let ratios = row.levels.iter().map(|speed| format!("{:.2}", speed.ratio));
        [row.name, row.peer, format!("{:.1}", row.nanoseconds)].into_iter().chain(ratios).collect()
    });
    let table = text_table(header, 2, lines);
    print_line(format_args!("{head}\n{table}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_reads_the_same_games() {
        // Without optimization, kernels that are inlined into one function need more than the stack of a
        // test.
        let thread = std::thread::Builder::new().stack_size(1 << 27).spawn(compare).expect("a thread");
        thread.join().expect("equal results");
    }

    fn compare() {
        let inputs = Games::generated(5).parts();
        let levels: Vec<_> = level::available().collect();
        for work in ALL_WORK {
            let row = measure(&inputs, work, &levels, 0).expect("equal results");
            assert_eq!(row.levels.len(), levels.len());
        }
    }
}
