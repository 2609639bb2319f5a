//! What can be timed: something that answers one slider per call, or a batch of them.

use core::marker::PhantomData;

use quadline_conformance::{Arguments, Entry, Piece, call_entry};
use quadline_kernels::batch::{BatchKernel, Bishops, OneBoard, Queens, Request, Rooks, RooksAndBishops};
use quadline_kernels::formula::Formula;
use quadline_kernels::level::{Level, run_batch};
use quadline_kernels::{Sliders, Square, reference};

/// Answers one slider per call. The loops of [`crate::loops`] are compiled once per generator and inline it.
pub trait Single: Copy + 'static {
    /// Squares that a rook on `square` attacks.
    fn rook(self, square: Square, occupied: u64) -> u64;

    /// Squares that a bishop on `square` attacks.
    fn bishop(self, square: Square, occupied: u64) -> u64;

    /// Squares that a queen on `square` attacks.
    #[inline(always)]
    fn queen(self, square: Square, occupied: u64) -> u64 {
        self.rook(square, occupied) | self.bishop(square, occupied)
    }

    /// Rook and bishop attacks apart, for generators that get both from one pass.
    #[inline(always)]
    fn rook_and_bishop(self, square: Square, occupied: u64) -> (u64, u64) {
        (self.rook(square, occupied), self.bishop(square, occupied))
    }

    /// The four lines of a queen, which joined are all it attacks. A generator without lines gives all of it as the
    /// first, and need not write the others: they are 0 before.
    #[inline(always)]
    fn four_lines(self, square: Square, occupied: u64, lines: &mut [u64; 4]) {
        lines[0] = self.queen(square, occupied);
    }

    /// Runs `work` compiled with the CPU features that this generator may use.
    #[inline(always)]
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }
}

/// Answers many sliders per call.
pub trait Batch: Copy + 'static {
    /// Calls one of the entry points; which one is known where the loop is compiled.
    fn call(self, entry: Entry, arguments: Arguments<'_>);

    /// All sliders of a position, in the order of their squares. A level has one way for that, whatever the formula.
    /// Gives the union.
    fn position(self, sliders: &Sliders, attacks: &mut [u64]) -> u64;

    /// Runs `work` compiled with the CPU features that this generator may use.
    #[inline(always)]
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }
}

/// The ray walk of the kernels crate: what every other generator has to equal.
#[derive(Clone, Copy)]
pub struct Oracle;

impl Single for Oracle {
    fn rook(self, square: Square, occupied: u64) -> u64 {
        reference::rook_attacks(square, occupied)
    }

    fn bishop(self, square: Square, occupied: u64) -> u64 {
        reference::bishop_attacks(square, occupied)
    }
}

/// One formula at one level, inlined into a loop that is compiled for the level.
pub struct Inlined<L, F> {
    level: L,
    formula: PhantomData<F>,
}

impl<L, F> Inlined<L, F> {
    /// The token proves that the CPU has the level.
    pub fn new(level: L) -> Self {
        Self { level, formula: PhantomData }
    }
}

// By hand: `derive` would ask for `F: Copy`, and formulas are names, not values.
impl<L: Copy, F> Clone for Inlined<L, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Copy, F> Copy for Inlined<L, F> {}

impl<L: Level, F: Formula<L>> Single for Inlined<L, F> {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        F::rook_attacks(self.level, square, occupied)
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        F::bishop_attacks(self.level, square, occupied)
    }

    #[inline(always)]
    fn queen(self, square: Square, occupied: u64) -> u64 {
        F::queen_attacks(self.level, square, occupied)
    }

    #[inline(always)]
    fn rook_and_bishop(self, square: Square, occupied: u64) -> (u64, u64) {
        let lines = F::queen_attacks_x4(self.level, square, occupied);
        (lines.rook(), lines.bishop())
    }

    #[inline(always)]
    fn four_lines(self, square: Square, occupied: u64, lines: &mut [u64; 4]) {
        *lines = F::queen_attacks_x4(self.level, square, occupied).to_array();
    }

    #[inline(always)]
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        self.level.vectorize(work)
    }
}

/// One batch formula at one level.
impl<L: Level, B: BatchKernel<L>> Batch for Inlined<L, B> {
    #[inline(always)]
    fn call(self, entry: Entry, arguments: Arguments<'_>) {
        let Arguments { squares, occupied, board, first, second } = arguments;
        let level = self.level;
        match (entry.is_on_one_board(), entry.outputs()) {
            (false, [(_, Piece::Rook)]) => {
                run_batch::<L, B>(level, Request::new(squares, occupied, Rooks(first)))
            }
            (false, [(_, Piece::Bishop)]) => {
                run_batch::<L, B>(level, Request::new(squares, occupied, Bishops(first)));
            }
            (false, [(_, Piece::Queen)]) => {
                run_batch::<L, B>(level, Request::new(squares, occupied, Queens(first)))
            }
            (false, _) => {
                run_batch::<L, B>(level, Request::new(squares, occupied, RooksAndBishops(first, second)))
            }
            (true, [(_, Piece::Rook)]) => {
                run_batch::<L, B>(level, Request::new(squares, OneBoard(board), Rooks(first)));
            }
            (true, [(_, Piece::Bishop)]) => {
                run_batch::<L, B>(level, Request::new(squares, OneBoard(board), Bishops(first)));
            }
            (true, _) => run_batch::<L, B>(level, Request::new(squares, OneBoard(board), Queens(first))),
        }
    }

    #[inline(always)]
    fn position(self, sliders: &Sliders, attacks: &mut [u64]) -> u64 {
        self.level.slider_attacks(sliders, attacks)
    }

    #[inline(always)]
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        self.level.vectorize(work)
    }
}

/// quadline's const functions: the same on every CPU.
#[derive(Clone, Copy)]
pub struct Constant;

impl Single for Constant {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        quadline::constant::rook_attacks(square, occupied)
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        quadline::constant::bishop_attacks(square, occupied)
    }

    #[inline(always)]
    fn four_lines(self, square: Square, occupied: u64, lines: &mut [u64; 4]) {
        *lines = quadline::constant::queen_attacks_x4(square, occupied).to_array();
    }
}

/// quadline's free functions: the level is chosen at run time, in every call.
#[derive(Clone, Copy)]
pub struct Dispatched;

impl Single for Dispatched {
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

    #[inline(always)]
    fn rook_and_bishop(self, square: Square, occupied: u64) -> (u64, u64) {
        let lines = quadline::queen_attacks_x4(square, occupied);
        (lines.rook(), lines.bishop())
    }

    #[inline(always)]
    fn four_lines(self, square: Square, occupied: u64, lines: &mut [u64; 4]) {
        *lines = quadline::queen_attacks_x4(square, occupied).to_array();
    }
}

impl Batch for Dispatched {
    #[inline(always)]
    fn call(self, entry: Entry, arguments: Arguments<'_>) {
        call_entry!(functions of quadline::batch; entry, arguments);
    }

    #[inline(always)]
    fn position(self, sliders: &Sliders, attacks: &mut [u64]) -> u64 {
        quadline::batch::slider_attacks(sliders, attacks)
    }
}
