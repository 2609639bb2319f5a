//! The same search with several libraries: alpha-beta with quiescence, which visits the same nodes in the
//! same order.
//!
//! Perft measures how fast moves are counted, but engines spend most of their time on other things. This
//! search generates moves, sorts them, plays some of them, generates captures, and evaluates material and
//! attacked squares. It has no hash table and does not clear memory in nodes, so the time is mostly that of
//! the library.

use std::time::Instant;

use cozy_chess::{BitBoard, Piece};
use quadline_kernels::internal;
use quadline_kernels::level::{self, Level, WithLevel};
use quadline_kernels::{Color, Move, MoveSet, Position, Role, Square};
use serde::{Deserialize, Serialize};

use crate::command_line::{Arguments, Request};
use crate::options::{self, Wrong};
use crate::paired::relative;
use crate::report::text_table;
use crate::whole::attacked_by_cozy_chess;
use crate::{BenchError, convert, print_line};

/// The depth before quiescence of a record.
pub const DEPTH: u32 = 4;
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
}

impl Default for Options {
    fn default() -> Self {
        Self { level: Vec::new(), depth: DEPTH, rounds: ROUNDS }
    }
}

impl Options {
    pub(crate) const HELP: &str = "\
Times one search on quadline and on cozy-chess, with the same nodes

Usage: quadline-benches search [OPTIONS]

Options:
      --level NAMES    Only these levels (names separated by commas)
      --depth N        The depth before quiescence [default: 4]
      --rounds N       The number of times that each library searches all positions [default: 5]
  -h, --help           Print this help
";

    /// Reads the options of the command.
    pub fn read(arguments: &mut Arguments) -> Result<Request<Self>, Wrong> {
        options::read(arguments, Self::HELP, |options: &mut Self, name, arguments| {
            match name {
                "level" => options.level = arguments.names("--level NAMES")?,
                "depth" => options.depth = arguments.number("--depth N", 1..=12)?,
                "rounds" => options.rounds = arguments.number("--rounds N", 1..=1000)?,
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

/// The values from pawn to king.
const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 0];
const MATE: i32 = 30_000;
/// More plies than any line of these searches.
const PLIES: usize = 96;
/// More moves than any position has.
const MOVES: usize = quadline::MAX_LEGAL_MOVES + 32;

/// A position of a library, with the operations of the search.
pub trait Game: Clone {
    /// The library's type of moves.
    type Move: Copy;
    /// A placeholder for memory that is not yet written.
    const NONE: Self::Move;
    /// Writes the legal moves, or only captures and promotions, and returns their number.
    fn list(&self, captures: bool, moves: &mut [Self::Move]) -> usize;
    /// Returns origin, destination, and the role of a promotion.
    fn parts(chess_move: Self::Move) -> (usize, usize, Option<Role>);
    /// Returns the role of the piece on a square.
    fn role_at(&self, square: usize) -> Option<Role>;
    /// Returns the position after a move.
    fn play(&self, chess_move: Self::Move) -> Self;
    /// Returns whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// Returns the number of pieces by role and the number of attacked squares for each side, the side to
    /// move first.
    fn features(&self) -> [([u32; 6], u32); 2];
    /// Runs a function compiled for the library.
    #[inline(always)]
    fn compiled<R>(&self, function: impl FnOnce() -> R) -> R {
        function()
    }
}

/// The moves of one ply with their order.
struct Ply<M> {
    moves: [M; MOVES],
    order: [u32; MOVES],
}

/// The search of one position.
struct Search<G: Game> {
    plies: Vec<Ply<G::Move>>,
    nodes: u64,
}

impl<G: Game> Search<G> {
    fn new() -> Self {
        let ply = || Ply { moves: [G::NONE; MOVES], order: [0; MOVES] };
        Self { plies: (0..PLIES).map(|_| ply()).collect(), nodes: 0 }
    }

    /// Writes moves with their order: the most valuable victim first, then the least valuable attacker, then
    /// by squares.
    #[inline(always)]
    fn list(&mut self, game: &G, captures: bool, ply: usize) -> usize {
        let Ply { moves, order } = &mut self.plies[ply];
        let count = game.list(captures, moves);
        for (&chess_move, order) in moves[..count].iter().zip(order) {
            let (from, to, promotion) = G::parts(chess_move);
            let promoted = promotion.map_or(0, |role| role as u32);
            let victim = game.role_at(to).filter(|_| promotion.is_some() || !is_castling(game, from, to));
            let attacker = game.role_at(from).map_or(0, |role| role as u32);
            let gain = victim.map_or(0, |role| 8 * (role as u32 + 1) - attacker) + 8 * promoted;
            *order = gain << 16 | (from as u32) << 10 | (to as u32) << 4 | promoted;
        }
        count
    }

    /// Returns the first of the remaining moves.
    #[inline(always)]
    fn next(&mut self, ply: usize, index: usize, count: usize) -> G::Move {
        let Ply { moves, order } = &mut self.plies[ply];
        let mut best = index;
        for other in index + 1..count {
            if order[other] > order[best] {
                best = other;
            }
        }
        moves.swap(index, best);
        order.swap(index, best);
        moves[index]
    }

    fn search(&mut self, game: &G, depth: u32, alpha: i32, beta: i32, ply: usize) -> i32 {
        game.compiled(
            #[inline(always)]
            || {
                if depth == 0 {
                    return self.quiescence(game, alpha, beta, ply);
                }
                self.nodes += 1;
                let count = self.list(game, false, ply);
                if count == 0 {
                    return if game.in_check() { ply as i32 - MATE } else { 0 };
                }
                let mut alpha = alpha;
                for index in 0..count {
                    let next = game.play(self.next(ply, index, count));
                    alpha = alpha.max(-self.search(&next, depth - 1, -beta, -alpha, ply + 1));
                    if alpha >= beta {
                        break;
                    }
                }
                alpha
            },
        )
    }

    fn quiescence(&mut self, game: &G, alpha: i32, beta: i32, ply: usize) -> i32 {
        game.compiled(
            #[inline(always)]
            || {
                self.nodes += 1;
                let mut alpha = alpha.max(evaluate(game));
                if alpha >= beta || ply + 1 == PLIES {
                    return alpha;
                }
                let count = self.list(game, true, ply);
                for index in 0..count {
                    let next = game.play(self.next(ply, index, count));
                    alpha = alpha.max(-self.quiescence(&next, -beta, -alpha, ply + 1));
                    if alpha >= beta {
                        break;
                    }
                }
                alpha
            },
        )
    }
}

/// Returns whether a king moves to its own rook.
#[inline(always)]
fn is_castling<G: Game>(game: &G, from: usize, to: usize) -> bool {
    game.role_at(from) == Some(Role::King)
        && game.role_at(to) == Some(Role::Rook)
        && from / 8 == to / 8
        && (from.abs_diff(to) > 1)
}

#[inline(always)]
fn evaluate<G: Game>(game: &G) -> i32 {
    let [own, enemy] = game.features().map(
        #[inline(always)]
        |(pieces, attacked)| {
            let material: i32 = pieces.iter().zip(VALUES).map(|(&count, value)| count as i32 * value).sum();
            material + 2 * attacked as i32
        },
    );
    own - enemy
}

/// quadline at a level.
#[derive(Clone)]
struct AtLevel<L> {
    level: L,
    position: Position,
}

/// The methods of a position, which dispatch.
#[derive(Clone)]
struct Methods {
    position: Position,
}

/// Implements the operations for a level and for the methods of a position, which have the same names.
/// `$call` is a macro that calls a function with the position and other arguments.
macro_rules! game_by_quadline {
    ($call:ident) => {
        type Move = Move;
        const NONE: Move = Move::from_bits(0);

        #[inline(always)]
        fn list(&self, captures: bool, moves: &mut [Move]) -> usize {
            if captures {
                $call!(self.legal_moves_of(MoveSet::CAPTURES | MoveSet::PROMOTIONS, moves))
            } else {
                $call!(self.legal_moves(moves))
            }
        }

        #[inline(always)]
        fn parts(chess_move: Move) -> (usize, usize, Option<Role>) {
            (chess_move.from().index(), chess_move.to().index(), chess_move.promotion())
        }

        #[inline(always)]
        fn role_at(&self, square: usize) -> Option<Role> {
            self.position.role_at(Square::new_masked(square as u8))
        }

        #[inline(always)]
        fn in_check(&self) -> bool {
            $call!(self.checkers()) != 0
        }

        #[inline(always)]
        fn features(&self) -> [([u32; 6], u32); 2] {
            let attacked = $call!(self.attacked_squares());
            let of = |color: Color| {
                let own = self.position.color(color);
                let mut pieces = Role::ALL.map(|role| (self.position.role(role) & own).count_ones());
                pieces[Role::King as usize] = 1;
                (pieces, attacked[color].count_ones())
            };
            let us = self.position.side_to_move();
            [of(us), of(us.opponent())]
        }
    };
}

macro_rules! of_level {
    ($game:ident.$function:ident($($argument:expr),*)) => {
        $game.level.$function(&$game.position $(, $argument)*)
    };
}

macro_rules! of_position {
    ($game:ident.$method:ident($($argument:expr),*)) => { $game.position.$method($($argument),*) };
}

impl<L: Level> Game for AtLevel<L> {
    game_by_quadline!(of_level);

    #[inline(always)]
    fn play(&self, chess_move: Move) -> Self {
        Self { level: self.level, position: self.position.play(chess_move) }
    }

    #[inline(always)]
    fn compiled<R>(&self, function: impl FnOnce() -> R) -> R {
        self.level.vectorize(function)
    }
}

impl Game for Methods {
    game_by_quadline!(of_position);

    #[inline(always)]
    fn play(&self, chess_move: Move) -> Self {
        Self { position: self.position.play(chess_move) }
    }
}

impl Game for cozy_chess::Board {
    type Move = cozy_chess::Move;
    const NONE: cozy_chess::Move =
        cozy_chess::Move { from: cozy_chess::Square::A1, to: cozy_chess::Square::A1, promotion: None };

    #[inline(always)]
    fn list(&self, captures: bool, moves: &mut [cozy_chess::Move]) -> usize {
        let enemy = self.colors(!self.side_to_move());
        let passed = self.en_passant().map_or(BitBoard::EMPTY, |file| {
            let rank = cozy_chess::Rank::Sixth.relative_to(self.side_to_move());
            cozy_chess::Square::new(file, rank).bitboard()
        });
        let last_ranks = cozy_chess::Rank::First.bitboard() | cozy_chess::Rank::Eighth.bitboard();
        let mut count = 0;
        self.generate_moves(|mut of_piece| {
            if captures {
                let by_pawns =
                    if of_piece.piece == Piece::Pawn { passed | last_ranks } else { BitBoard::EMPTY };
                of_piece.to &= enemy | by_pawns;
            }
            for chess_move in of_piece {
                moves[count] = chess_move;
                count += 1;
            }
            false
        });
        count
    }

    #[inline(always)]
    fn parts(chess_move: cozy_chess::Move) -> (usize, usize, Option<Role>) {
        let promotion = chess_move.promotion.map(|piece| Role::ALL[piece as usize]);
        (chess_move.from as usize, chess_move.to as usize, promotion)
    }

    #[inline(always)]
    fn role_at(&self, square: usize) -> Option<Role> {
        self.piece_on(cozy_chess::Square::index(square)).map(|piece| Role::ALL[piece as usize])
    }

    #[inline(always)]
    fn play(&self, chess_move: cozy_chess::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(chess_move);
        next
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    #[inline(always)]
    fn features(&self) -> [([u32; 6], u32); 2] {
        let of = |color| {
            let mut counts = Piece::ALL.map(|piece| self.colored_pieces(color, piece).len());
            counts[Piece::King as usize] = 1;
            (counts, attacked_by_cozy_chess(self, color).count_ones())
        };
        let us = self.side_to_move();
        [of(us), of(!us)]
    }
}

/// The score and the number of nodes of a search.
type Found = (i32, u64);

/// Searches all positions, and returns the results and the time in seconds.
fn all<G: Game>(games: &[G], depth: u32) -> (Vec<Found>, f64) {
    let mut search = Search::new();
    let start = Instant::now();
    let of_game = |game| {
        search.nodes = 0;
        let score = search.search(game, depth, -MATE, MATE, 0);
        (score, search.nodes)
    };
    (games.iter().map(of_game).collect(), start.elapsed().as_secs_f64())
}

struct AllAtLevel<'a>(&'a [Position], u32);

impl WithLevel for AllAtLevel<'_> {
    type Output = (Vec<Found>, f64);

    fn with_level<L: Level>(self, level: L) -> Self::Output {
        let games: Vec<_> = self.0.iter().map(|&position| AtLevel { level, position }).collect();
        all(&games, self.1)
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

/// Searches all positions with every version in turn, round after round.
///
/// # Panics
///
/// Panics if two versions do not find the same result with the same number of nodes.
pub fn measure(only: &[String], depth: u32, rounds: u32) -> Report {
    let positions: Vec<Position> = POSITIONS.map(|fen| fen.parse().expect(fen)).into();
    let boards: Vec<_> =
        positions.iter().map(|position| convert::to_cozy_chess(position).expect("a position")).collect();
    let methods: Vec<_> = positions.iter().map(|&position| Methods { position }).collect();
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
                Some(level) => levels[level].run(AllAtLevel(&positions, depth)),
                None if contestant == 0 => all(&boards, depth),
                None => all(&methods, depth),
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
        Row { name: name.into(), ratio, spread, million_nodes_per_second: nodes as f64 / seconds / 1e6 }
    });
    Report { depth, positions: positions.len(), nodes, rows: rows.collect() }
}

/// Measures and prints a table.
pub fn run(options: &Options) -> Result<(), BenchError> {
    let Report { depth, positions, nodes, rows } = measure(&options.level, options.depth, options.rounds);
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
        run(&Options { level: Vec::new(), depth: 2, rounds: 1 }).expect("a table");
    }
}
