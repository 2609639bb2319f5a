//! The work of a shape: its inputs and expected results.

use core::cell::OnceCell;
use core::ops::Range;

use quadline_kernels::{Square, squares};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::index;
use rand::{Rng, RngExt, SeedableRng};

use crate::generator::Oracle;
use crate::loops;
use crate::positions::{Positions, Sliders};
use crate::shapes::{MANY, SEGMENT, Shape};
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
    /// Rook attacks and bishop attacks separately.
    RookAndBishop,
    /// Four words for a slider, whose union is the queen's attacks.
    FourLines,
}

impl Question {
    /// Returns the number of words in a result.
    pub fn words(self) -> usize {
        match self {
            Question::Rook | Question::Bishop | Question::Queen => 1,
            Question::RookAndBishop => 2,
            Question::FourLines => 4,
        }
    }
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
    /// Lists of pairs, computed in calls of `call` pairs.
    Pairs {
        /// The lists, computed one after the other.
        lists: Vec<Pairs>,
        /// Pairs per call of a batch.
        call: usize,
    },
    /// Some squares on each of many boards.
    Boards {
        /// Occupancies.
        boards: Vec<u64>,
        /// The same number of squares for every board.
        squares: Vec<Square>,
    },
    /// Positions with all their sliders, as bitboards. The result has for each position the union of the
    /// attacks, then those of each slider.
    Positions {
        /// The boards.
        positions: Vec<Sliders>,
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
            Segment::Pairs { lists, .. } => lists.iter().map(|pairs| pairs.squares.len()).sum(),
            Segment::Boards { squares, .. } => squares.len(),
            Segment::Positions { positions } => positions.iter().map(Sliders::count).sum(),
            Segment::Chain { choices, .. } => choices.len(),
            Segment::Walked { pairs, .. } => pairs.squares.len(),
            Segment::Whole(work) => work.units(),
        }
    }

    /// Returns the number of words in the result: attack sets, or results for whole positions.
    pub fn answers(&self) -> usize {
        match self {
            Segment::Pairs { lists, .. } => lists.iter().map(|pairs| pairs.answers()).sum(),
            Segment::Positions { positions } => self.sliders() + positions.len(),
            Segment::Whole(work) => work.answers(),
            _ => self.sliders(),
        }
    }
}

impl Pairs {
    /// Returns the number of attack sets in the result.
    pub fn answers(&self) -> usize {
        self.squares.len() * self.question.words()
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
        let mut pairs = |question, count, density| {
            let squares = (0..count).map(|_| random_square(&mut random)).collect();
            let occupied = (0..count).map(|_| random_board(&mut random, density)).collect();
            Pairs { question, squares, occupied }
        };
        let mut list = |question, density| {
            vec![Segment::Pairs { lists: vec![pairs(question, 1024, density)], call: 1024 }]
        };
        let segments = match shape {
            Shape::Whole(task, count) => {
                // The same positions for all tasks.
                let mut random = Xoshiro256PlusPlus::seed_from_u64(0x9e37_79b9);
                let parts = whole::parts(task, &positions.boards, count, SEGMENT, &mut random);
                parts.into_iter().map(|work| Segment::Whole(Box::new(work))).collect()
            }
            Shape::Random1024 => list(Question::Queen, 2),
            Shape::Rooks => list(Question::Rook, 2),
            Shape::Bishops => list(Question::Bishop, 2),
            Shape::RookAndBishop => list(Question::RookAndBishop, 2),
            Shape::FourLines => list(Question::FourLines, 2),
            Shape::Sparse => list(Question::Queen, 4),
            Shape::Light => list(Question::Queen, 3),
            Shape::Half => list(Question::Queen, 1),
            Shape::Full => list(Question::Queen, -4),
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
            Shape::Positions => {
                sliders.chunks(500).map(|part| Segment::Positions { positions: part.into() }).collect()
            }
            Shape::PositionsCollected => sliders.chunks(500).map(collected).collect(),
            Shape::Chain | Shape::ChainCacheLoad => {
                let choices = (0..1024).map(|_| [(); 2].map(|()| random_square(&mut random))).collect();
                let occupied = (0..1024).map(|_| random_board(&mut random, 2)).collect();
                let walk = (shape == Shape::ChainCacheLoad).then(|| Walk::new(16));
                vec![Segment::Chain { choices, occupied, walk }]
            }
            Shape::CacheLoad => {
                let pairs = pairs(Question::Queen, 4096, 2);
                vec![Segment::Walked { pairs, walk: Walk::new(128) }]
            }
        };
        let streams = matches!(shape, Shape::Random65536 | Shape::Whole(_, MANY));
        Self { shape, segments, streams, expected: OnceCell::new() }
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

fn collected(positions: &[Sliders]) -> Segment {
    let list = |question, sliders: fn(&Sliders) -> u64| {
        let pairs = positions
            .iter()
            .flat_map(|position| squares(sliders(position)).map(|square| (square, position.occupied)));
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

fn random_square(random: &mut impl Rng) -> Square {
    Square::ALL[random.random_range(0..64)]
}

/// Returns the AND of so many random words, or the OR of them for a negative number.
fn random_board(random: &mut impl Rng, words: i32) -> u64 {
    let mut next = |_| random.next_u64();
    let board = (0..words.abs()).map(&mut next);
    if words > 0 { board.fold(!0, |all, word| all & word) } else { board.fold(0, |any, word| any | word) }
}
