//! Shapes of work: inputs for generators, laid out as in programs.

use core::fmt;
use core::str::FromStr;

use quadline_kernels::threats::ThreatKinds;

use crate::BenchError;
use crate::whole::{ENGINES_KINDS, Query, Task};

pub use crate::workload::{Pairs, Question, Segment, Workload};

/// The number of pairs per block in shapes that are too long for one timed block, and are computed in
/// segments.
pub(crate) const SEGMENT: usize = 16_384;
/// The number of sliders between two walks over the cache load, typical of a position.
pub const WALK_CALL: usize = 16;
/// The batch lengths of the length curve.
pub const BATCH_LENGTHS: [usize; 13] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

/// A shape of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// 1,024 random pairs of a queen's square and an occupancy.
    Random1024,
    /// 65,536 random pairs, for which no lookup table stays in the L1 cache.
    Random65536,
    /// The same 1,024 pairs, rooks only.
    Rooks,
    /// The same 1,024 pairs, bishops only.
    Bishops,
    /// The same 1,024 pairs, rook and bishop attacks separately.
    RookAndBishop,
    /// The same 1,024 pairs, the four lines separately. Lookups have no lines and write the queen's attacks.
    FourLines,
    /// Boards `random & random`, queens on 12 random squares of each: the shape of the Chess_Movegen benchmark.
    OneBoard,
    /// All sliders of real positions from their bitboards, and the union, position by position: in one call
    /// for batches, slider by slider for others.
    Positions,
    /// The same sliders collected over many positions first: rooks, bishops, queens.
    PositionsCollected,
    /// The squares that each side attacks in 65,536 whole positions, real ones and their children in random order.
    PositionsAttacked,
    /// The same for 2,048 of them repeatedly, so they stay in the cache and branches are predicted.
    PositionsAttacked2048,
    /// The numbers of legal moves in the 65,536.
    PositionsCounts,
    /// The numbers of legal moves in the 2,048.
    PositionsCounts2048,
    /// The lists of legal moves of the 65,536, with every move written.
    PositionsLists,
    /// The lists of legal moves of the 2,048.
    PositionsLists2048,
    /// The positions after the legal moves of the 65,536, with every position written.
    PositionsSuccessors,
    /// The positions after the legal moves of the 2,048.
    PositionsSuccessors2048,
    /// All sliders of the 65,536, from bitboards, and the union of their attacks.
    PositionsSliders,
    /// The same for the 2,048.
    PositionsSliders2048,
    /// The threats in 4,000 positions, of the kinds that engines use in mid-2026.
    PositionsThreats,
    /// The threats of all kinds.
    PositionsThreatsAll,
    /// The threats that a move changes in each of the 4,000 positions, of the first kinds.
    MovesThreats,
    /// The same for all kinds.
    MovesThreatsAll,
    /// The threats in 65,536 positions, more than a CPU learns the branches of.
    PositionsThreats65536,
    /// The threats of all kinds in them.
    PositionsThreatsAll65536,
    /// The threats that a move changes in each of the 65,536 positions, of the first kinds.
    MovesThreats65536,
    /// The same for all kinds.
    MovesThreatsAll65536,
    /// A query about each of the 65,536.
    Positions65536(Query),
    /// The same query about each of 2,048 positions.
    Positions2048(Query),
    /// A chain in which each slider depends on the result before it, which measures latency.
    Chain,
    /// The dependent chain, with a walk over other memory in every link.
    ChainCacheLoad,
    /// Calls with 16 pairs and a walk over other memory between them.
    CacheLoad,
    /// 1,024 pairs on boards with about 4 occupied squares.
    Sparse,
    /// 1,024 pairs on boards with about 8 occupied squares.
    Light,
    /// 1,024 pairs on boards with about 32 occupied squares.
    Half,
    /// 1,024 pairs on boards with about 60 occupied squares.
    Full,
    /// 4,096 random pairs in calls of this many.
    Batch(usize),
}

impl Shape {
    /// The shapes that have no parameter.
    const PLAIN: [Shape; 34] = [
        Shape::Random1024,
        Shape::Random65536,
        Shape::Rooks,
        Shape::Bishops,
        Shape::RookAndBishop,
        Shape::FourLines,
        Shape::OneBoard,
        Shape::Positions,
        Shape::PositionsCollected,
        Shape::PositionsAttacked,
        Shape::PositionsAttacked2048,
        Shape::PositionsCounts,
        Shape::PositionsCounts2048,
        Shape::PositionsLists,
        Shape::PositionsLists2048,
        Shape::PositionsSuccessors,
        Shape::PositionsSuccessors2048,
        Shape::PositionsSliders,
        Shape::PositionsSliders2048,
        Shape::PositionsThreats,
        Shape::PositionsThreatsAll,
        Shape::MovesThreats,
        Shape::MovesThreatsAll,
        Shape::PositionsThreats65536,
        Shape::PositionsThreatsAll65536,
        Shape::MovesThreats65536,
        Shape::MovesThreatsAll65536,
        Shape::Chain,
        Shape::ChainCacheLoad,
        Shape::CacheLoad,
        Shape::Sparse,
        Shape::Light,
        Shape::Half,
        Shape::Full,
    ];

    /// The shapes of `compare`; the length curve has more.
    pub const ALL: [Shape; Self::PLAIN.len() + 2 * Query::ALL.len()] = {
        let mut all = [Shape::Chain; Self::PLAIN.len() + 2 * Query::ALL.len()];
        let (mut index, plain) = (0, Self::PLAIN.len());
        while index < all.len() {
            all[index] = if index < plain {
                Self::PLAIN[index]
            } else if (index - plain) % 2 == 0 {
                Self::Positions2048(Query::ALL[(index - plain) / 2])
            } else {
                Self::Positions65536(Query::ALL[(index - plain) / 2])
            };
            index += 1;
        }
        all
    };

    /// The shapes of the project's targets, which are timed with every kernel by default.
    pub const MAIN: [Shape; 2] = [Shape::Random1024, Shape::Random65536];

    /// Returns whether the shape can be computed by calls with many sliders.
    pub fn suits_batches(self) -> bool {
        !matches!(self, Shape::Chain | Shape::ChainCacheLoad | Shape::FourLines)
    }

    /// Returns the task for whole positions, if the shape has one.
    pub fn task(self) -> Option<Task> {
        match self {
            Shape::PositionsAttacked | Shape::PositionsAttacked2048 => Some(Task::AttackedSquares),
            Shape::PositionsCounts | Shape::PositionsCounts2048 => Some(Task::MoveCounts),
            Shape::PositionsLists | Shape::PositionsLists2048 => Some(Task::MoveLists),
            Shape::PositionsSuccessors | Shape::PositionsSuccessors2048 => Some(Task::Successors),
            Shape::PositionsSliders | Shape::PositionsSliders2048 => Some(Task::Sliders),
            Shape::PositionsThreats | Shape::PositionsThreats65536 => Some(Task::Threats(ENGINES_KINDS)),
            Shape::PositionsThreatsAll | Shape::PositionsThreatsAll65536 => {
                Some(Task::Threats(ThreatKinds::ALL))
            }
            Shape::MovesThreats | Shape::MovesThreats65536 => Some(Task::ThreatChanges(ENGINES_KINDS)),
            Shape::MovesThreatsAll | Shape::MovesThreatsAll65536 => {
                Some(Task::ThreatChanges(ThreatKinds::ALL))
            }
            Shape::Positions65536(query) | Shape::Positions2048(query) => Some(Task::Each(query)),
            _ => None,
        }
    }

    /// Returns whether the data is of 65,536 whole positions, and meant to be larger than the caches.
    pub fn is_of_65536_positions(self) -> bool {
        matches!(
            self,
            Shape::PositionsAttacked
                | Shape::PositionsCounts
                | Shape::PositionsLists
                | Shape::PositionsSuccessors
                | Shape::PositionsSliders
                | Shape::PositionsThreats65536
                | Shape::PositionsThreatsAll65536
                | Shape::MovesThreats65536
                | Shape::MovesThreatsAll65536
                | Shape::Positions65536(_)
        )
    }

    /// Returns a description of one line.
    pub fn description(self) -> &'static str {
        match self {
            Shape::Random1024 => "1,024 random pairs of queen and occupancy, about 16 occupied squares",
            Shape::Random65536 => "65,536 such pairs",
            Shape::Rooks => "the 1,024 pairs, rook attacks only",
            Shape::Bishops => "the 1,024 pairs, bishop attacks only",
            Shape::RookAndBishop => "the 1,024 pairs, rook and bishop attacks apart",
            Shape::FourLines => "the 1,024 pairs, `queen_attacks_x4` stored; of tables the queen",
            Shape::OneBoard => "boards `random & random`, queens on 12 random squares of each",
            Shape::Positions => "all sliders of real positions from bitboards, and their union, one by one",
            Shape::PositionsCollected => "all sliders of real positions, collected: rooks, bishops, queens",
            Shape::PositionsAttacked => {
                "attacked squares of 65,536 real positions and children, in random order"
            }
            Shape::PositionsAttacked2048 => "the same of 2,048 positions, which stay in the cache",
            Shape::PositionsCounts => "legal moves of the 65,536 positions, counted",
            Shape::PositionsCounts2048 => "the same of 2,048 positions, which stay in the cache",
            Shape::PositionsLists => "legal moves of the 65,536 positions, listed: each move written",
            Shape::PositionsLists2048 => "the same of 2,048 positions, which stay in the cache",
            Shape::PositionsSuccessors => "positions after the legal moves of the 65,536, each written",
            Shape::PositionsSuccessors2048 => "the same of 2,048 positions, which stay in the cache",
            Shape::PositionsSliders => "all sliders of the 65,536 positions from bitboards, and their union",
            Shape::PositionsSliders2048 => "the same of 2,048 positions, which stay in the cache",
            Shape::PositionsThreats => "threats in 4,000 real positions and children, kinds of 59,808 inputs",
            Shape::PositionsThreatsAll => "the same, all kinds",
            Shape::MovesThreats => "threats that a move changes in each of them, kinds of 59,808 inputs",
            Shape::MovesThreatsAll => "the same, all kinds",
            Shape::PositionsThreats65536 => {
                "threats in 65,536 real positions and children, in random order, kinds of 59,808 inputs"
            }
            Shape::PositionsThreatsAll65536 => "the same, all kinds",
            Shape::MovesThreats65536 => {
                "threats that a move changes in each of the 65,536, kinds of 59,808 inputs"
            }
            Shape::MovesThreatsAll65536 => "the same, all kinds",
            Shape::Positions2048(query) => query.description(),
            Shape::Positions65536(_) => "the same of 65,536 positions, in random order",
            Shape::Chain => "every question depends on the answer before it: latency",
            Shape::ChainCacheLoad => {
                "the dependent chain, 16 cache lines of other memory read in every link, timed with it"
            }
            Shape::CacheLoad => {
                "calls of 16 pairs, 128 cache lines of other memory read between them, timed with them"
            }
            Shape::Sparse => "1,024 pairs, about 4 occupied squares",
            Shape::Light => "1,024 pairs, about 8 occupied squares",
            Shape::Half => "1,024 pairs, about 32 occupied squares",
            Shape::Full => "1,024 pairs, about 60 occupied squares",
            Shape::Batch(_) => "4,096 random pairs in calls of the given length",
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Shape::Random1024 => "random-1024",
            Shape::Random65536 => "random-65536",
            Shape::Rooks => "rooks",
            Shape::Bishops => "bishops",
            Shape::RookAndBishop => "rook-and-bishop",
            Shape::FourLines => "four-lines",
            Shape::OneBoard => "one-board",
            Shape::Positions => "positions",
            Shape::PositionsCollected => "positions-collected",
            Shape::PositionsAttacked => "positions-attacked",
            Shape::PositionsAttacked2048 => "positions-attacked-2048",
            Shape::PositionsCounts => "positions-counts",
            Shape::PositionsCounts2048 => "positions-counts-2048",
            Shape::PositionsLists => "positions-lists",
            Shape::PositionsLists2048 => "positions-lists-2048",
            Shape::PositionsSuccessors => "positions-successors",
            Shape::PositionsSuccessors2048 => "positions-successors-2048",
            Shape::PositionsSliders => "positions-sliders",
            Shape::PositionsSliders2048 => "positions-sliders-2048",
            Shape::PositionsThreats => "positions-threats",
            Shape::PositionsThreatsAll => "positions-threats-all",
            Shape::MovesThreats => "moves-threats",
            Shape::MovesThreatsAll => "moves-threats-all",
            Shape::PositionsThreats65536 => "positions-threats-65536",
            Shape::PositionsThreatsAll65536 => "positions-threats-all-65536",
            Shape::MovesThreats65536 => "moves-threats-65536",
            Shape::MovesThreatsAll65536 => "moves-threats-all-65536",
            Shape::Positions65536(query) => return write!(f, "positions-{query}"),
            Shape::Positions2048(query) => return write!(f, "positions-{query}-2048"),
            Shape::Chain => "chain",
            Shape::ChainCacheLoad => "chain-cache-load",
            Shape::CacheLoad => "cache-load",
            Shape::Sparse => "sparse",
            Shape::Light => "light",
            Shape::Half => "half",
            Shape::Full => "full",
            Shape::Batch(length) => return write!(f, "batch-{length}"),
        };
        f.pad(name)
    }
}

impl FromStr for Shape {
    type Err = BenchError;

    fn from_str(name: &str) -> Result<Self, BenchError> {
        let known = || Shape::ALL.into_iter().chain(BATCH_LENGTHS.map(Shape::Batch));
        known().find(|shape| shape.to_string() == name).ok_or_else(|| {
            let names = known().map(|shape| shape.to_string()).collect();
            BenchError::UnknownName { what: "shape", name: name.into(), known: names }
        })
    }
}
