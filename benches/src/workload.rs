//! The work of a shape: its inputs and expected results.

use core::cell::OnceCell;
use core::ops::Range;

use quadline_kernels::Square;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

use crate::generator::Oracle;
use crate::loops;
use crate::positions::{Positions, Sliders};
use crate::shapes::{SEGMENT, Shape};
use crate::walk::Walk;
use crate::whole::{self, ByLoop, CozyChess, LookUps, Query, Shakmaty, Task, Whole, WholePositions};

/// The attacks to compute for a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Rook attacks.
    Rook,
    /// Bishop attacks.
    Bishop,
    /// Queen attacks.
    Queen,
}

/// Pairs of a square and an occupancy.
pub struct Pairs {
    /// The attacks to compute.
    pub question: Question,
    /// The squares of the sliders.
    pub squares: Vec<Square>,
    /// As long as `squares`.
    pub occupied: Vec<u64>,
}

/// A timed unit of a workload.
pub enum Segment {
    /// Pairs, computed in calls of `call` pairs.
    Pairs {
        /// The pairs.
        pairs: Pairs,
        /// Pairs per call of a batch.
        call: usize,
    },
    /// Positions with all their sliders, as bitboards. The result has for each position the union of the
    /// attacks, then those of each slider.
    Positions {
        /// The boards.
        positions: Vec<Sliders>,
        /// The result has instead, for each position, the sum of the numbers of squares that its sliders attack.
        counted: bool,
    },
    /// A dependent chain: the last result selects one of two squares and one bit of the board.
    Chain {
        /// The squares to select from.
        choices: Vec<[Square; 2]>,
        /// As long as `choices`.
        occupied: Vec<u64>,
        /// A walk in every link.
        walk: Option<Walk>,
    },
    /// Calls of [`WALK_CALL`](crate::shapes::WALK_CALL) pairs with a walk between them.
    Walked {
        /// Pairs for queens.
        pairs: Pairs,
        /// A walk between two calls.
        walk: Walk,
    },
    /// Whole positions.
    Whole(Box<WholePositions>),
}

impl Segment {
    /// Returns the number of sliders in the segment, or of positions for tasks on whole positions.
    pub fn sliders(&self) -> usize {
        match self {
            Segment::Pairs { pairs, .. } | Segment::Walked { pairs, .. } => pairs.squares.len(),
            Segment::Positions { positions, .. } => positions.iter().map(Sliders::count).sum(),
            Segment::Chain { choices, .. } => choices.len(),
            Segment::Whole(work) => work.units(),
        }
    }

    /// Returns the number of words in the result: attack sets, or results for whole positions.
    pub fn answers(&self) -> usize {
        match self {
            Segment::Positions { positions, counted: true } => positions.len(),
            Segment::Positions { positions, .. } => self.sliders() + positions.len(),
            Segment::Whole(work) => work.answers(),
            _ => self.sliders(),
        }
    }
}

/// A shape filled with data, which is the same in every run.
pub struct Workload {
    /// The shape.
    pub shape: Shape,
    /// The segments, timed in turn.
    pub segments: Vec<Segment>,
    /// Whether the data is meant to exceed the caches.
    pub streams: bool,
    expected: OnceCell<Vec<u64>>,
}

impl Workload {
    /// Fills `shape` with data. `positions` are used for shapes of real positions.
    ///
    /// # Panics
    ///
    /// Panics if the shape is of whole positions and `positions` has no board.
    pub fn new(shape: Shape, positions: &Positions) -> Self {
        let sliders = &positions.sliders[..];
        let mut random = Xoshiro256PlusPlus::seed_from_u64(0x71ad_11e5);
        let mut pairs = |question, count| {
            let squares = (0..count).map(|_| random_square(&mut random)).collect();
            let occupied = (0..count).map(|_| random_board(&mut random)).collect();
            Pairs { question, squares, occupied }
        };
        let mut list = |question| vec![Segment::Pairs { pairs: pairs(question, 1024), call: 1024 }];
        let segments = match shape {
            Shape::Whole(task, count) => {
                // The same positions for all tasks.
                let mut random = Xoshiro256PlusPlus::seed_from_u64(0x9e37_79b9);
                let parts = whole::parts(task, &positions.boards, count, SEGMENT, &mut random);
                parts.into_iter().map(|work| Segment::Whole(Box::new(work))).collect()
            }
            Shape::Random1024 => list(Question::Queen),
            Shape::Rooks => list(Question::Rook),
            Shape::Bishops => list(Question::Bishop),
            Shape::Random65536 => (0..65_536 / SEGMENT)
                .map(|_| Segment::Pairs { pairs: pairs(Question::Queen, SEGMENT), call: SEGMENT })
                .collect(),
            Shape::Batch(call) => {
                vec![Segment::Pairs { pairs: pairs(Question::Queen, 4096), call }]
            }
            Shape::Positions | Shape::Mobility => {
                let counted = shape == Shape::Mobility;
                let of = |part: &[Sliders]| Segment::Positions { positions: part.into(), counted };
                sliders.chunks(500).map(of).collect()
            }
            Shape::Chain | Shape::ChainCacheLoad => {
                let choices = (0..1024).map(|_| [(); 2].map(|()| random_square(&mut random))).collect();
                let occupied = (0..1024).map(|_| random_board(&mut random)).collect();
                let walk = (shape == Shape::ChainCacheLoad).then(|| Walk::new(16));
                vec![Segment::Chain { choices, occupied, walk }]
            }
            Shape::CacheLoad => {
                let pairs = pairs(Question::Queen, 4096);
                vec![Segment::Walked { pairs, walk: Walk::new(128) }]
            }
        };
        Self { shape, segments, streams: shape.streams(), expected: OnceCell::new() }
    }

    /// Returns the expected results of all segments, from the ray walk, from cozy-chess for legal moves, from
    /// shakmaty for keys, or from a loop for packed boards.
    pub fn expected(&self) -> &[u64] {
        self.expected.get_or_init(|| {
            let mut answers = vec![0; self.answers()];
            for (number, segment) in self.segments.iter().enumerate() {
                let answers = &mut answers[self.answers_of(number)];
                match segment {
                    // The ray walk answers sliders, from which all but moves can be made.
                    Segment::Whole(work)
                        if work.task != Task::AttackedSquares && CozyChess::suits(work.task) =>
                    {
                        whole::answer(CozyChess, work, answers);
                    }
                    // It packs nothing.
                    Segment::Whole(work) if ByLoop::suits(work.task) => whole::answer(ByLoop, work, answers),
                    // The ray walk has no keys.
                    Segment::Whole(work) if work.task == Task::Each(Query::Key) => {
                        whole::answer(Shakmaty, work, answers);
                    }
                    Segment::Whole(work) => whole::answer(LookUps(Oracle), work, answers),
                    _ => loops::single(Oracle, segment, answers),
                }
            }
            answers
        })
    }

    /// Returns the number of attack sets in the results of all segments.
    pub fn answers(&self) -> usize {
        self.segments.iter().map(Segment::answers).sum()
    }

    /// Returns the range of a segment's results within those of all segments.
    pub fn answers_of(&self, number: usize) -> Range<usize> {
        let start = self.segments[..number].iter().map(Segment::answers).sum();
        start..start + self.segments[number].answers()
    }
}

fn random_square(random: &mut impl Rng) -> Square {
    Square::ALL[random.random_range(0..64)]
}

/// Returns a board with about 16 occupied squares.
fn random_board(random: &mut impl Rng) -> u64 {
    random.next_u64() & random.next_u64()
}
