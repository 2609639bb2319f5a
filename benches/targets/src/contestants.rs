//! The contestants: lookups, quadline's free functions, and the levels and formulas in the list of kernels.

use quadline::level::{Level, WithLevel};
use quadline::Square;
use quadline_kernels::internal::batch::BatchKernel;
use quadline_kernels::formula::Formula;
use quadline_kernels::internal::{KernelVisitor, visit_kernels};
use quadline_kernels::level::{Detected};

use crate::magic::Magic;
use crate::{Contestant, Run, Shape, Work};

/// Attacks of one slider.
trait Single: Copy + 'static {
    fn rook(self, square: Square, occupied: u64) -> u64;
    fn bishop(self, square: Square, occupied: u64) -> u64;
    #[inline(always)]
    fn queen(self, square: Square, occupied: u64) -> u64 {
        self.rook(square, occupied) | self.bishop(square, occupied)
    }
    /// Runs a loop compiled like the slider's own code.
    #[inline(always)]
    fn compiled<R>(self, function: impl FnOnce() -> R) -> R {
        function()
    }
}

fn each(single: impl Single, of: impl Fn(Square, u64) -> u64 + Copy + 'static) -> Run {
    Box::new(move |work: &Work, answers: &mut [u64]| {
        single.compiled(
            #[inline(always)]
            || {
                for ((answer, &square), &board) in answers.iter_mut().zip(&work.squares).zip(&work.boards) {
                    *answer = of(square, board);
                }
            },
        );
    })
}

fn singles<S: Single>(single: S) -> Vec<(Shape, Run)> {
    let chain = move |work: &Work, answers: &mut [u64]| {
        single.compiled(
            #[inline(always)]
            || {
                let mut last = 0;
                for ((answer, &square), &board) in answers.iter_mut().zip(&work.squares).zip(&work.boards) {
                    let square = Square::new_masked(square.index() as u8 ^ (last & 3) as u8);
                    last = single.queen(square, board ^ (last & 1));
                    *answer = last;
                }
            },
        );
    };
    vec![
        (Shape::Queen, each(single, #[inline(always)] move |square, board| single.queen(square, board))),
        (Shape::Rook, each(single, #[inline(always)] move |square, board| single.rook(square, board))),
        (Shape::Bishop, each(single, #[inline(always)] move |square, board| single.bishop(square, board))),
        (Shape::Chain, Box::new(chain)),
    ]
}

impl Single for Magic {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        Magic::rook(self, square, occupied)
    }
    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        Magic::bishop(self, square, occupied)
    }
}

#[derive(Clone, Copy)]
struct Shakmaty;

impl Single for Shakmaty {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        shakmaty::attacks::rook_attacks(shakmaty::Square::new(square.index() as u32), shakmaty::Bitboard(occupied)).0
    }
    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        shakmaty::attacks::bishop_attacks(shakmaty::Square::new(square.index() as u32), shakmaty::Bitboard(occupied)).0
    }
}

#[derive(Clone, Copy)]
struct CozyChess;

impl Single for CozyChess {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        cozy_chess::get_rook_moves(cozy_chess::Square::index(square.index()), cozy_chess::BitBoard(occupied)).0
    }
    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        cozy_chess::get_bishop_moves(cozy_chess::Square::index(square.index()), cozy_chess::BitBoard(occupied)).0
    }
}

/// quadline's free functions.
#[derive(Clone, Copy)]
struct Free;

impl Single for Free {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        quadline::rook_attacks(square, occupied)
    }
    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        quadline::bishop_attacks(square, occupied)
    }
    #[inline(always)]
    fn queen(self, square: Square, occupied: u64) -> u64 {
        quadline::queen_attacks(square, occupied)
    }
}

/// The default kernels of a level, inlined.
#[derive(Clone, Copy)]
struct Inlined<L>(L);

impl<L: Level> Single for Inlined<L> {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        self.0.rook_attacks(square, occupied)
    }
    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        self.0.bishop_attacks(square, occupied)
    }
    #[inline(always)]
    fn queen(self, square: Square, occupied: u64) -> u64 {
        self.0.queen_attacks(square, occupied)
    }
    #[inline(always)]
    fn compiled<R>(self, function: impl FnOnce() -> R) -> R {
        self.0.vectorize(function)
    }
}

/// A formula at a level, inlined.
struct ByName<L, F>(L, std::marker::PhantomData<fn(F)>);

impl<L: Copy, F> Clone for ByName<L, F> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<L: Copy, F> Copy for ByName<L, F> {}

impl<L: Level, F: Formula<L>> Single for ByName<L, F> {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        F::rook_attacks(self.0, square, occupied)
    }
    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        F::bishop_attacks(self.0, square, occupied)
    }
    #[inline(always)]
    fn queen(self, square: Square, occupied: u64) -> u64 {
        F::queen_attacks(self.0, square, occupied)
    }
    #[inline(always)]
    fn compiled<R>(self, function: impl FnOnce() -> R) -> R {
        self.0.vectorize(function)
    }
}

/// Legal move counts, many positions in a call.
fn many_positions<L: Level>(level: L) -> Run {
    Box::new(move |work: &Work, answers: &mut [u64]| {
        let mut counts = [0; 512];
        let counts = &mut counts[..work.positions.len()];
        level.batch_legal_move_counts(&work.positions, counts);
        answers.iter_mut().zip(counts).for_each(|(answer, count)| *answer = u64::from(*count));
    })
}

/// Legal move counts, one position at a time.
fn one_position<L: Level>(level: L) -> Run {
    Box::new(move |work: &Work, answers: &mut [u64]| {
        level.vectorize(
            #[inline(always)]
            || {
                for (answer, position) in answers.iter_mut().zip(&work.positions) {
                    *answer = u64::from(level.legal_move_count(position));
                }
            },
        );
    })
}

struct OfLevel<'a>(&'a mut Vec<Contestant>);

impl WithLevel for OfLevel<'_> {
    type Output = ();
    fn with_level<L: Level>(self, level: L) {
        let mut runs = singles(Inlined(level));
        runs.push((Shape::Counts, many_positions(level)));
        self.0.push(Contestant { name: format!("{}, inlined", L::NAME), runs });
        let runs = vec![(Shape::Counts, one_position(level))];
        self.0.push(Contestant { name: format!("{}, one position", L::NAME), runs });
    }
}

/// The formulas that are kernels in addition to the defaults.
struct Formulas<'a>(&'a mut Vec<Contestant>);

impl KernelVisitor for Formulas<'_> {
    fn single<L: Level, F: Formula<L>>(&mut self, level: L) {
        // The formulas that may be a default on CPUs without vectors.
        let words = ["scalar", "portable", "lzcnt"].contains(&L::NAME);
        if words {
            let runs = singles(ByName::<L, F>(level, std::marker::PhantomData));
            self.0.push(Contestant { name: format!("{}/{}", L::NAME, F::NAME), runs });
        }
    }
    fn batch<L: Level, B: BatchKernel<L>>(&mut self, _: L) {}
    fn skipped(&mut self, _: &'static str) {}
}

pub fn all() -> Vec<Contestant> {
    let mut all = vec![Contestant { name: "fancy magic".into(), runs: singles(Magic::new()) }];
    let mut runs = singles(CozyChess);
    let counts = |work: &Work, answers: &mut [u64]| {
        for (answer, board) in answers.iter_mut().zip(&work.of_cozy_chess) {
            let mut count = 0;
            board.generate_moves(|moves| {
                count += moves.len() as u64;
                false
            });
            *answer = count;
        }
    };
    runs.push((Shape::Counts, Box::new(counts)));
    all.push(Contestant { name: "cozy-chess".into(), runs });
    all.push(Contestant { name: "shakmaty".into(), runs: singles(Shakmaty) });
    all.push(Contestant { name: "quadline, free functions".into(), runs: singles(Free) });
    for level in quadline_kernels::level::known().filter_map(|name| Detected::by_name(name).ok()) {
        level.run(OfLevel(&mut all));
    }
    visit_kernels(&mut Formulas(&mut all));
    all
}
