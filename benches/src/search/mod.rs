//! The same search with several libraries: alpha-beta with a hash table and quiescence, which visits the same
//! nodes in the same order.
//!
//! Perft measures how fast moves are counted, but engines spend most of their time on other things, which
//! `engine.rs` lists. Each library computes them with the calls that suit it: boards of cozy-chess have their
//! own keys, checks and pins.

mod by_cozy_chess;
mod by_quadline;
mod engine;
mod table;

use std::time::Instant;

use lexopt::{Error, Parser};
use quadline_kernels::level::{self, Level, WithLevel};
use quadline_kernels::{Position, internal};
use serde::{Deserialize, Serialize};

use self::by_quadline::{AtLevel, Methods};
use self::engine::{Game, Search};
use crate::options;
use crate::paired::relative;
use crate::report::{rounded, text_table};
use crate::{BenchError, convert, print_line};

/// The depth before quiescence of a record.
pub const DEPTH: u32 = 7;
/// The number of rounds of a record.
pub const ROUNDS: u32 = 5;

/// The options of `search`.
#[derive(Debug)]
pub struct Options {
    /// Only these levels (names separated by commas)
    level: Vec<String>,
    /// The depth before quiescence
    depth: u32,
    /// The number of times that each library searches all positions
    rounds: u32,
    /// Evaluate threats too
    threats: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { level: Vec::new(), depth: DEPTH, rounds: ROUNDS, threats: false }
    }
}

impl Options {
    pub(crate) const HELP: &str = "\
Times one search on quadline and on cozy-chess, with the same nodes

Usage: quadline-benches search [OPTIONS]

Options:
      --level NAMES    Only these levels (names separated by commas)
      --depth N        The depth before quiescence [default: 7]
      --rounds N       The number of times that each library searches all positions [default: 5]
      --threats        Evaluate threats too, with a weight for each pair of roles
  -h, --help           Print this help
";

    /// Reads the options of the command.
    pub fn read(parser: &mut Parser) -> Result<Option<Self>, Error> {
        options::read(parser, Self::HELP, |options: &mut Self, name, parser| {
            match name {
                "level" => options.level = options::names(parser)?,
                "depth" => options.depth = options::number(parser, 1..=12)?,
                "threats" => options.threats = true,
                "rounds" => options.rounds = options::number(parser, 1..=1000)?,
                _ => return Ok(false),
            }
            Ok(true)
        })
    }
}

/// Positions of openings, middlegames and endgames.
const POSITIONS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN1PN2/PP3PPP/R1BQ1RK1 b - - 0 11",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1p1k4/p1p2p2/P1P2P2/1P1K4/8/8 w - - 0 1",
    "6k1/5ppp/8/3R4/2r5/8/5PPP/6K1 w - - 0 1",
];

/// The score and the number of nodes of a search.
type Found = (i32, u64);

/// Searches all positions, and returns the results and the time in seconds.
fn all<G: Game>(games: &[G], depth: u32, threats: bool) -> (Vec<Found>, f64) {
    let of_game = |game| {
        let mut search = Search::new(threats);
        let start = Instant::now();
        let score = search.run(game, depth);
        ((score, search.nodes), start.elapsed().as_secs_f64())
    };
    let (found, seconds): (_, Vec<f64>) = games.iter().map(of_game).unzip();
    (found, seconds.iter().sum())
}

struct AllAtLevel<'a>(&'a [Position], u32, bool);

impl WithLevel for AllAtLevel<'_> {
    type Output = (Vec<Found>, f64);

    fn with_level<L: Level>(self, level: L) -> Self::Output {
        let games: Vec<_> = self.0.iter().map(|&position| AtLevel::new(level, position)).collect();
        all(&games, self.1, self.2)
    }
}

/// The speeds of one search on several libraries.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The depth before quiescence.
    pub depth: u32,
    /// The number of positions.
    pub positions: usize,
    /// The number of nodes of all positions, which is the same for every library.
    pub nodes: u64,
    /// cozy-chess, the methods of a position, and the levels.
    pub rows: Vec<Row>,
}

/// The speed of one version of the search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// `cozy-chess`, [`METHODS`], or the name of a level for which the whole search is compiled.
    pub name: String,
    /// The speed relative to cozy-chess: the median of all rounds.
    pub ratio: f64,
    /// Half of the distance between the smallest and the largest ratio, relative to the median.
    pub spread: f64,
    /// The speed as the median over the rounds.
    pub million_nodes_per_second: f64,
}

/// The name of the version that calls the dispatched methods of a position.
pub const METHODS: &str = "methods of Position";

/// Searches all positions with every version in turn, round after round. With `threats`, they are evaluated
/// too.
///
/// # Panics
///
/// Panics if two versions do not find the same result with the same number of nodes.
pub fn measure(only: &[String], depth: u32, rounds: u32, threats: bool) -> Report {
    let positions: Vec<Position> = POSITIONS.map(|fen| fen.parse().expect(fen)).into();
    let boards: Vec<_> =
        positions.iter().map(|position| convert::to_cozy_chess(position).expect("a position")).collect();
    let methods: Vec<_> = positions.iter().map(|&position| Methods::new(position)).collect();
    let levels: Vec<_> = level::available()
        .filter(|level| level.same_as().is_none())
        .filter(|level| only.is_empty() || only.iter().any(|name| name == level.name()))
        .collect();
    let contestants = levels.len() + 2;
    let (mut seconds, mut expected) = (vec![Vec::new(); contestants], Vec::new());
    for round in 0..rounds as usize {
        // Each version has a turn at every place of the order.
        for contestant in (round..round + contestants).map(|place| place % contestants) {
            let (found, time) = match contestant.checked_sub(2) {
                Some(level) => levels[level].run(AllAtLevel(&positions, depth, threats)),
                None if contestant == 0 => all(&boards, depth, threats),
                None => all(&methods, depth, threats),
            };
            if expected.is_empty() {
                expected = found;
            } else {
                assert_eq!(found, expected, "contestant {contestant}");
            }
            seconds[contestant].push(time);
        }
    }
    let nodes: u64 = expected.iter().map(|(_, nodes)| nodes).sum();
    let names = ["cozy-chess", METHODS].into_iter().chain(levels.iter().map(|level| level.name()));
    let rows = names.zip(&seconds).map(|(name, own)| {
        let (ratio, spread, seconds) = relative(&seconds[0], own);
        let million_nodes_per_second = rounded(nodes as f64 / seconds / 1e6);
        Row { name: name.into(), ratio: rounded(ratio), spread: rounded(spread), million_nodes_per_second }
    });
    Report { depth, positions: positions.len(), nodes, rows: rows.collect() }
}

/// Measures and prints a table.
pub fn run(options: &Options) -> Result<(), BenchError> {
    let Report { depth, positions, nodes, rows } =
        measure(&options.level, options.depth, options.rounds, options.threats);
    let lines = rows.into_iter().map(|row| {
        let name = match row.name.as_str() {
            METHODS => format!("quadline, {METHODS} ({})", internal::active().name()),
            name if level::NAMES.contains(&name) => format!("quadline, generic: {name}"),
            name => name.into(),
        };
        vec![name, format!("{:.2}", row.million_nodes_per_second), format!("{:.2}", row.ratio)]
    });
    let table = text_table(["search", "million nodes/s", "ratio"].map(str::to_owned), 1, lines);
    print_line(format_args!("{nodes} nodes of {positions} positions, depth {depth}\n{table}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_searches_the_same_nodes() {
        for threats in [false, true] {
            run(&Options { level: Vec::new(), depth: 3, rounds: 1, threats }).expect("a table");
        }
    }
}
