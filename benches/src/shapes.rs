//! Shapes of work: the questions that generators are asked, laid out as their users would.

use core::cell::OnceCell;
use core::fmt;
use core::ops::Range;
use core::str::FromStr;

use quadline_kernels::{Sliders, Square};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::index;
use rand::{Rng, RngExt, SeedableRng};

use crate::BenchError;
use crate::generator::Oracle;
use crate::loops;
use crate::positions::Positions;
use crate::walk::Walk;
use crate::whole::{self, CozyChess, Task, WholePositions};

/// Pairs per block in shapes that are too long for a timed block: these are asked for segment by segment.
const SEGMENT: usize = 16_384;
/// Sliders asked for between two walks over the cache load, about as many as a position has.
pub const WALK_CALL: usize = 16;
/// The batch lengths of the length curve.
pub const BATCH_LENGTHS: [usize; 13] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

/// A shape of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// 1,024 random pairs of a queen's square and an occupancy.
    Random1024,
    /// 65,536 of them: more than any look-up table's hot lines fit the first cache for.
    Random65536,
    /// The same 1,024 pairs, rooks only.
    Rooks,
    /// The same 1,024 pairs, bishops only.
    Bishops,
    /// The same 1,024 pairs, rook and bishop attacks apart.
    RookAndBishop,
    /// The same 1,024 pairs, each of the four lines apart; table look-ups, which have no lines, give the queen's attacks.
    FourLines,
    /// Boards `random & random`, queens on 12 random squares of each: the shape of the Chess_Movegen benchmark.
    OneBoard,
    /// All sliders of real positions, position by position: batches in one call with bitboards, the others slider by
    /// slider, with the squares of rooks, bishops and queens already in a list.
    Positions,
    /// The same sliders collected over many positions first: rooks, bishops, queens.
    PositionsCollected,
    /// The squares that each side attacks in 65,536 whole positions, real ones and their children in random order.
    PositionsAttacked,
    /// The same in 2,048 of them again and again: they stay in the cache, and their branches are learned.
    PositionsAttacked2048,
    /// The numbers of legal moves in the 65,536.
    PositionsCounts,
    /// The numbers of legal moves in the 2,048.
    PositionsCounts2048,
    /// All sliders of the 2,048, from bitboards, and the union of their attacks.
    PositionsSliders,
    /// Every question depends on the answer before it: latency.
    Chain,
    /// The dependent chain, with a walk over other memory in every link.
    ChainCacheLoad,
    /// Calls of 16 pairs with a walk over other memory between them.
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
    /// The shapes of `compare`; the length curve has more.
    pub const ALL: [Shape; 21] = [
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
        Shape::PositionsSliders,
        Shape::Chain,
        Shape::ChainCacheLoad,
        Shape::CacheLoad,
        Shape::Sparse,
        Shape::Light,
        Shape::Half,
        Shape::Full,
    ];

    /// The shapes that targets are set for: timed with every kernel by default.
    pub const MAIN: [Shape; 2] = [Shape::Random1024, Shape::Random65536];

    /// Whether a call with many sliders fits the shape.
    pub fn suits_batches(self) -> bool {
        !matches!(self, Shape::Chain | Shape::ChainCacheLoad | Shape::FourLines)
    }

    /// What is asked about whole positions, if the shape is one of these.
    pub fn task(self) -> Option<Task> {
        match self {
            Shape::PositionsAttacked | Shape::PositionsAttacked2048 => Some(Task::AttackedSquares),
            Shape::PositionsCounts | Shape::PositionsCounts2048 => Some(Task::MoveCounts),
            Shape::PositionsSliders => Some(Task::Sliders),
            _ => None,
        }
    }

    /// One line for people.
    pub fn description(self) -> &'static str {
        match self {
            Shape::Random1024 => "1,024 random pairs of queen and occupancy, about 16 occupied squares",
            Shape::Random65536 => "65,536 such pairs",
            Shape::Rooks => "the 1,024 pairs, rook attacks only",
            Shape::Bishops => "the 1,024 pairs, bishop attacks only",
            Shape::RookAndBishop => "the 1,024 pairs, rook and bishop attacks apart",
            Shape::FourLines => "the 1,024 pairs, `queen_attacks_x4` stored; of tables the queen",
            Shape::OneBoard => "boards `random & random`, queens on 12 random squares of each",
            Shape::Positions => "all sliders of real positions, position by position",
            Shape::PositionsCollected => "all sliders of real positions, collected: rooks, bishops, queens",
            Shape::PositionsAttacked => {
                "attacked squares of 65,536 real positions and children, in random order"
            }
            Shape::PositionsAttacked2048 => "the same of 2,048 positions, which stay in the cache",
            Shape::PositionsCounts => "legal moves of the 65,536 positions, counted",
            Shape::PositionsCounts2048 => "the same of 2,048 positions, which stay in the cache",
            Shape::PositionsSliders => "all sliders of the 2,048 positions from bitboards, and their union",
            Shape::Chain => "every question depends on the answer before it: latency",
            Shape::ChainCacheLoad => "the dependent chain, 16 cache lines of other memory read in every link",
            Shape::CacheLoad => "calls of 16 pairs, 128 cache lines of other memory read between them",
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
            Shape::PositionsSliders => "positions-sliders",
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

/// What is asked about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Rook attacks.
    Rook,
    /// Bishop attacks.
    Bishop,
    /// Queen attacks.
    Queen,
    /// Rook attacks and bishop attacks apart.
    RookAndBishop,
    /// Four words for a slider, which joined are the queen's attacks.
    FourLines,
}

impl Question {
    /// Words of an answer.
    pub fn words(self) -> usize {
        match self {
            Question::Rook | Question::Bishop | Question::Queen => 1,
            Question::RookAndBishop => 2,
            Question::FourLines => 4,
        }
    }
}

/// Pairs of a square and an occupancy, all with the same question.
pub struct Pairs {
    /// What is asked.
    pub question: Question,
    /// Where the sliders stand.
    pub squares: Vec<Square>,
    /// As long as `squares`.
    pub occupied: Vec<u64>,
}

/// The sliders of one position: so many of `squares`, after those of the positions before it.
pub struct PositionPart {
    /// All occupied squares.
    pub occupied: u64,
    /// How many rooks, bishops and queens, of both sides.
    pub counts: [usize; 3],
    /// The same as bitboards, for those who answer a position in one call.
    pub sliders: Sliders,
}

/// One timed unit of a workload.
pub enum Segment {
    /// Lists of pairs, answered in calls of so many.
    Pairs {
        /// Asked one after the other.
        lists: Vec<Pairs>,
        /// Pairs per call of a batch.
        call: usize,
    },
    /// Some squares on each of many boards.
    Boards {
        /// Occupancies.
        boards: Vec<u64>,
        /// For every board the same number of squares.
        squares: Vec<Square>,
    },
    /// Positions with all their sliders.
    Positions {
        /// The boards.
        positions: Vec<PositionPart>,
        /// Rooks, bishops, queens of the first position, then of the next.
        squares: Vec<Square>,
    },
    /// A dependent chain: the last answer chooses one of the two squares and one bit of the board.
    Chain {
        /// Squares to choose from.
        choices: Vec<[Square; 2]>,
        /// As long as `choices`.
        occupied: Vec<u64>,
        /// Read in every link.
        walk: Option<Walk>,
    },
    /// Calls of [`WALK_CALL`] pairs with a walk between them.
    Walked {
        /// Asked for queens.
        pairs: Pairs,
        /// Between two calls.
        walk: Walk,
    },
    /// Whole positions.
    Whole(WholePositions),
}

impl Segment {
    /// How many sliders the segment asks for, or how many positions if these are asked about as a whole.
    pub fn sliders(&self) -> usize {
        match self {
            Segment::Pairs { lists, .. } => lists.iter().map(|pairs| pairs.squares.len()).sum(),
            Segment::Boards { squares, .. } | Segment::Positions { squares, .. } => squares.len(),
            Segment::Chain { choices, .. } => choices.len(),
            Segment::Walked { pairs, .. } => pairs.squares.len(),
            Segment::Whole(work) => work.units(),
        }
    }

    /// How many words the answer has: attack sets, or what is asked about whole positions.
    pub fn answers(&self) -> usize {
        match self {
            Segment::Pairs { lists, .. } => lists.iter().map(|pairs| pairs.answers()).sum(),
            Segment::Whole(work) => work.answers(),
            _ => self.sliders(),
        }
    }
}

impl Pairs {
    /// How many attack sets the answer has.
    pub fn answers(&self) -> usize {
        self.squares.len() * self.question.words()
    }
}

/// A shape filled with data, the same in every run.
pub struct Workload {
    /// Its shape.
    pub shape: Shape,
    /// Timed one after the other, again from the first after the last.
    pub segments: Vec<Segment>,
    /// The loop's own cost is taken off the time: most of it is the walk's.
    pub net: bool,
    /// The data is meant to be larger than the caches.
    pub streams: bool,
    expected: OnceCell<Vec<u64>>,
}

impl Workload {
    /// Fills `shape`; `positions` serve the shapes of real positions.
    ///
    /// # Panics
    /// If the shape is of whole positions and `positions` has no board.
    pub fn new(shape: Shape, positions: &Positions) -> Self {
        if let Some(task) = shape.task() {
            let streams = matches!(shape, Shape::PositionsAttacked | Shape::PositionsCounts);
            let (count, part) = if streams { (65_536, SEGMENT) } else { (2048, 2048) };
            // The same positions whatever is asked.
            let mut random = Xoshiro256PlusPlus::seed_from_u64(0x9e37_79b9);
            let parts = whole::parts(task, &positions.boards, count, part, &mut random);
            let segments = parts.into_iter().map(Segment::Whole).collect();
            return Self { shape, segments, net: false, streams, expected: OnceCell::new() };
        }
        let positions = &positions.sliders[..];
        let mut random = Xoshiro256PlusPlus::seed_from_u64(0x71ad_11e5);
        let mut pairs = |question, count, density| {
            let squares = (0..count).map(|_| random_square(&mut random)).collect();
            let occupied = (0..count).map(|_| random_board(&mut random, density)).collect();
            Pairs { question, squares, occupied }
        };
        let mut net = false;
        let segments = match shape {
            Shape::Random1024 => single_list(pairs(Question::Queen, 1024, 2)),
            Shape::Rooks => single_list(pairs(Question::Rook, 1024, 2)),
            Shape::Bishops => single_list(pairs(Question::Bishop, 1024, 2)),
            Shape::RookAndBishop => single_list(pairs(Question::RookAndBishop, 1024, 2)),
            Shape::FourLines => single_list(pairs(Question::FourLines, 1024, 2)),
            Shape::Sparse => single_list(pairs(Question::Queen, 1024, 4)),
            Shape::Light => single_list(pairs(Question::Queen, 1024, 3)),
            Shape::Half => single_list(pairs(Question::Queen, 1024, 1)),
            Shape::Full => single_list(pairs(Question::Queen, 1024, -4)),
            Shape::Random65536 => (0..65_536 / SEGMENT)
                .map(|_| Segment::Pairs { lists: vec![pairs(Question::Queen, SEGMENT, 2)], call: SEGMENT })
                .collect(),
            Shape::Batch(call) => {
                vec![Segment::Pairs { lists: vec![pairs(Question::Queen, 4096, 2)], call }]
            }
            Shape::OneBoard => {
                let boards: Vec<u64> = (0..256).map(|_| random_board(&mut random, 2)).collect();
                let squares = boards.iter().flat_map(|_| index::sample(&mut random, 64, 12).into_vec());
                let squares = squares.map(|square| Square::ALL[square]).collect();
                vec![Segment::Boards { boards, squares }]
            }
            Shape::Positions => positions.chunks(500).map(by_position).collect(),
            Shape::PositionsCollected => positions.chunks(500).map(collected).collect(),
            Shape::Chain | Shape::ChainCacheLoad => {
                net = shape == Shape::ChainCacheLoad;
                let choices = (0..1024).map(|_| [(); 2].map(|()| random_square(&mut random))).collect();
                let occupied = (0..1024).map(|_| random_board(&mut random, 2)).collect();
                let walk = net.then(|| Walk::new(16));
                vec![Segment::Chain { choices, occupied, walk }]
            }
            Shape::CacheLoad => {
                net = true;
                let pairs = pairs(Question::Queen, 4096, 2);
                vec![Segment::Walked { pairs, walk: Walk::new(128) }]
            }
            Shape::PositionsAttacked
            | Shape::PositionsAttacked2048
            | Shape::PositionsCounts
            | Shape::PositionsCounts2048
            | Shape::PositionsSliders => unreachable!("filled above"),
        };
        Self { shape, segments, net, streams: shape == Shape::Random65536, expected: OnceCell::new() }
    }

    /// The ray walk's answers to all segments; cozy-chess's where legal moves are counted.
    pub fn expected(&self) -> &[u64] {
        self.expected.get_or_init(|| {
            let mut answers = vec![0; self.answers()];
            for (number, segment) in self.segments.iter().enumerate() {
                let answers = &mut answers[self.answers_of(number)];
                match segment {
                    Segment::Whole(work) if work.task == Task::MoveCounts => {
                        whole::answer(CozyChess, work, answers);
                    }
                    _ => loops::single(Oracle, segment, answers),
                }
            }
            answers
        })
    }

    /// How many attack sets the answers to all segments have.
    pub fn answers(&self) -> usize {
        self.segments.iter().map(Segment::answers).sum()
    }

    /// Where the answers to the segment with this number stand among those to all.
    pub fn answers_of(&self, number: usize) -> Range<usize> {
        let start = self.segments[..number].iter().map(Segment::answers).sum();
        start..start + self.segments[number].answers()
    }
}

fn single_list(pairs: Pairs) -> Vec<Segment> {
    let call = pairs.squares.len();
    vec![Segment::Pairs { lists: vec![pairs], call }]
}

fn by_position(positions: &[Sliders]) -> Segment {
    let kinds = |position: &Sliders| [position.rooks, position.bishops, position.queens];
    let squares = positions.iter().flat_map(|position| kinds(position).into_iter().flat_map(squares_of));
    let parts = positions.iter().map(|position| PositionPart {
        occupied: position.occupied,
        counts: kinds(position).map(|sliders| sliders.count_ones() as usize),
        sliders: *position,
    });
    Segment::Positions { squares: squares.collect(), positions: parts.collect() }
}

fn collected(positions: &[Sliders]) -> Segment {
    let list = |question, sliders: fn(&Sliders) -> u64| {
        let pairs = positions
            .iter()
            .flat_map(|position| squares_of(sliders(position)).map(|square| (square, position.occupied)));
        let (squares, occupied) = pairs.unzip();
        Pairs { question, squares, occupied }
    };
    let lists = vec![
        list(Question::Rook, |position| position.rooks),
        list(Question::Bishop, |position| position.bishops),
        list(Question::Queen, |position| position.queens),
    ];
    Segment::Pairs { lists, call: usize::MAX }
}

fn squares_of(bitboard: u64) -> impl Iterator<Item = Square> {
    Square::ALL.into_iter().filter(move |square| bitboard >> square.index() & 1 != 0)
}

fn random_square(random: &mut impl Rng) -> Square {
    Square::ALL[random.random_range(0..64)]
}

/// The AND of so many random words, or the OR of them for a negative number.
fn random_board(random: &mut impl Rng, words: i32) -> u64 {
    let mut next = |_| random.next_u64();
    let board = (0..words.abs()).map(&mut next);
    if words > 0 { board.fold(!0, |all, word| all & word) } else { board.fold(0, |any, word| any | word) }
}
