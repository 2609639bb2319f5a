//! Shapes of work: inputs for generators, laid out as in programs.

use core::fmt;
use core::str::FromStr;

use crate::BenchError;
use crate::whole::{Query, Task};

pub use crate::workload::{Pairs, Question, Segment, Workload};

/// The number of pairs or positions per block in shapes that are too long for one timed block, and are
/// computed in segments.
pub(crate) const SEGMENT: usize = 16_384;
/// The number of sliders between two walks over the cache load, typical of a position.
pub const WALK_CALL: usize = 16;
/// The batch lengths of the length curve.
pub const BATCH_LENGTHS: [usize; 7] = [1, 4, 16, 64, 256, 1024, 4096];
/// So few positions that they stay in the cache and branches are predicted.
pub const FEW: usize = 2048;
/// Too many positions for the CPU to predict their branches from memory, and more than the caches hold.
pub const MANY: usize = 65_536;

/// Defines [`Shape`] from the shapes of sliders, each with its name and a description of one line.
macro_rules! shapes {
    ($($shape:ident = $name:literal: $description:literal;)*) => {
        /// A shape of work.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Shape {
            $(#[doc = $description] $shape,)*
            /// A task for so many whole positions, real ones and their children in random order.
            Whole(Task, usize),
            /// 4,096 random pairs in calls of this many.
            Batch(usize),
        }

        /// The shapes of sliders except the length curve.
        const OF_SLIDERS: &[Shape] = &[$(Shape::$shape),*];

        impl Shape {
            /// Returns the name and the description, except for queries and the length curve.
            fn texts(self) -> Option<(&'static str, &'static str)> {
                match self {
                    $(Self::$shape => Some(($name, $description)),)*
                    _ => {
                        let mut rows = OF_POSITIONS.into_iter();
                        let row = rows.find(|&(task, count, ..)| self == Self::Whole(task, count));
                        row.map(|(.., name, description)| (name, description))
                    }
                }
            }
        }
    };
}

shapes! {
    Random1024 = "random-1024": "1,024 random pairs of queen and occupancy, about 16 occupied squares";
    Random65536 = "random-65536": "65,536 such pairs";
    Rooks = "rooks": "the 1,024 pairs, rook attacks only";
    Bishops = "bishops": "the 1,024 pairs, bishop attacks only";
    Positions = "positions": "all sliders of real positions from bitboards, and their union, one by one";
    Mobility = "mobility": "the squares that each slider of real positions attacks, counted";
    Chain = "chain": "every question depends on the answer before it: latency";
    ChainCacheLoad = "chain-cache-load":
        "the dependent chain, 16 cache lines of other memory read in every link, timed with it";
    CacheLoad = "cache-load":
        "calls of 16 pairs, 128 cache lines of other memory read between them, timed with them";
}

/// The description of the shapes with [`FEW`] positions.
const IN_CACHE: &str = "the same of 2,048 positions, which stay in the cache";
/// The shapes of whole positions except queries: task, number of positions, name and description.
#[rustfmt::skip]
const OF_POSITIONS: [(Task, usize, &str, &str); 12] = [
    (Task::AttackedSquares, MANY, "positions-attacked",
        "attacked squares of 65,536 real positions and children, in random order"),
    (Task::AttackedSquares, FEW, "positions-attacked-2048", IN_CACHE),
    (Task::MoveCounts, MANY, "positions-counts", "legal moves of the 65,536 positions, counted"),
    (Task::MoveCounts, FEW, "positions-counts-2048", IN_CACHE),
    (Task::MoveLists, MANY, "positions-lists",
        "legal moves of the 65,536 positions, listed: each move written"),
    (Task::MoveLists, FEW, "positions-lists-2048", IN_CACHE),
    (Task::Successors, FEW, "positions-successors-2048",
        "positions after the legal moves of 2,048 positions, each written"),
    (Task::Threats, 4000, "positions-threats",
        "threats in 4,000 real positions and children, kinds of 59,808 inputs"),
    (Task::ThreatChanges, 4000, "moves-threats", "threats that a move changes in each of them, kinds of 59,808 inputs"),
    (Task::ThreatChangesAssembled, 4000, "moves-threats-assembled",
        "the same of positions that are assembled from sets of roles and colors for the call"),
    (Task::Threats, MANY, "positions-threats-65536",
        "threats in 65,536 real positions and children, in random order, kinds of 59,808 inputs"),
    (Task::ThreatChanges, MANY, "moves-threats-65536",
        "threats that a move changes in each of the 65,536, kinds of 59,808 inputs"),
];

impl Shape {
    /// The shapes of the project's targets, which are timed with every kernel by default.
    pub const MAIN: [Shape; 2] = [Shape::Random1024, Shape::Random65536];

    /// Returns the feature of this package that the shape belongs to.
    pub fn family(self) -> &'static str {
        self.task().map_or("sliders", Task::family)
    }

    /// Returns whether the work of the shape is in this program.
    pub fn is_built(self) -> bool {
        match self.family() {
            "sliders" => cfg!(feature = "sliders"),
            "threats" => cfg!(feature = "threats"),
            "text" => cfg!(feature = "text"),
            _ => cfg!(feature = "positions"),
        }
    }

    /// Returns the shapes of `compare` that are in this program; the length curve has more.
    pub fn all() -> impl Iterator<Item = Shape> {
        Self::listed().filter(|shape| shape.is_built())
    }

    /// Returns the shapes of `compare`, also those that are not in this program.
    fn listed() -> impl Iterator<Item = Shape> {
        // Dependent chains and other densities come last.
        let first = OF_SLIDERS.iter().position(|&shape| shape == Shape::Chain).unwrap_or(0);
        let (main, others) = OF_SLIDERS.split_at(first);
        let of_positions = OF_POSITIONS.iter().map(|&(task, count, ..)| Shape::Whole(task, count));
        let of_query = |query: Query| {
            let many = query.has_two_orders().then_some(MANY);
            [Some(FEW), many].into_iter().flatten().map(move |count| Shape::Whole(Task::Each(query), count))
        };
        let queries = Query::ALL.iter().flat_map(move |&query| of_query(query));
        main.iter().copied().chain(of_positions).chain(others.iter().copied()).chain(queries)
    }

    /// Returns the shapes of a record: all of them and the length curve.
    pub fn recorded() -> impl Iterator<Item = Shape> {
        Shape::all().chain(BATCH_LENGTHS.map(Shape::Batch))
    }

    /// Returns whether calls with many sliders compute the shape.
    pub fn suits_batches(self) -> bool {
        !matches!(self, Shape::Chain | Shape::ChainCacheLoad | Shape::Positions | Shape::Mobility)
    }

    /// Returns whether the data is meant to exceed the caches.
    pub fn streams(self) -> bool {
        matches!(self, Shape::Random65536 | Shape::Whole(_, MANY))
    }

    /// Returns the task for whole positions, if the shape has one.
    pub fn task(self) -> Option<Task> {
        if let Shape::Whole(task, _) = self { Some(task) } else { None }
    }

    /// Returns a description of one line.
    pub fn description(self) -> &'static str {
        match self {
            Shape::Whole(Task::Each(query), FEW) => query.row().description,
            Shape::Whole(Task::Each(_), _) => "the same of 65,536 positions, in random order",
            Shape::Batch(_) => "4,096 random pairs in calls of the given length",
            _ => self.texts().map_or("", |(_, description)| description),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Shape::Whole(Task::Each(query), MANY) => write!(f, "positions-{query}"),
            Shape::Whole(Task::Each(query), count) => write!(f, "positions-{query}-{count}"),
            Shape::Batch(length) => write!(f, "batch-{length}"),
            _ => f.pad(self.texts().map_or("positions", |(name, _)| name)),
        }
    }
}

impl FromStr for Shape {
    type Err = BenchError;

    fn from_str(name: &str) -> Result<Self, BenchError> {
        let listed = || Shape::listed().chain(BATCH_LENGTHS.map(Shape::Batch));
        let shape = listed().find(|shape| shape.to_string() == name).ok_or_else(|| {
            let known = listed().map(|shape| shape.to_string()).collect();
            BenchError::UnknownName { what: "shape", name: name.into(), known }
        })?;
        if shape.is_built() { Ok(shape) } else { Err(BenchError::NotBuilt { shape, family: shape.family() }) }
    }
}
