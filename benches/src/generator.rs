//! What can be timed: something that answers one slider per call, or a batch of them.

use core::marker::PhantomData;

use quadline_kernels::batch::{BatchFormula, Bishops, OneBoard, Queens, Request, Rooks, RooksAndBishops};
use quadline_kernels::formula::Formula;
use quadline_kernels::level::Level;
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
    /// `attacks[i]` = rook attacks from `squares[i]` with `occupied[i]`.
    fn rook(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]);

    /// `attacks[i]` = bishop attacks from `squares[i]` with `occupied[i]`.
    fn bishop(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]);

    /// `attacks[i]` = queen attacks from `squares[i]` with `occupied[i]`.
    fn queen(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]);

    /// Both kinds of attacks of the pairs, apart.
    fn rook_and_bishop(self, squares: &[Square], occupied: &[u64], rook: &mut [u64], bishop: &mut [u64]);

    /// Rook attacks from many squares of one board.
    fn rook_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]);

    /// Bishop attacks from many squares of one board.
    fn bishop_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]);

    /// Queen attacks from many squares of one board.
    fn queen_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]);

    /// All sliders of a position, in the order of their squares. A level has one way for that, whatever the formula.
    fn position(self, sliders: &Sliders, attacks: &mut [u64]);

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

/// Computes nothing. What a loop costs with it is the loop's own cost.
#[derive(Clone, Copy)]
pub struct Nothing;

impl Single for Nothing {
    #[inline(always)]
    fn rook(self, _: Square, occupied: u64) -> u64 {
        occupied
    }

    #[inline(always)]
    fn bishop(self, _: Square, occupied: u64) -> u64 {
        occupied
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
impl<L: Level, B: BatchFormula<L>> Batch for Inlined<L, B> {
    #[inline(always)]
    fn rook(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        B::compute(self.level, Request::new(squares, occupied, Rooks(attacks)));
    }

    #[inline(always)]
    fn bishop(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        B::compute(self.level, Request::new(squares, occupied, Bishops(attacks)));
    }

    #[inline(always)]
    fn queen(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        B::compute(self.level, Request::new(squares, occupied, Queens(attacks)));
    }

    #[inline(always)]
    fn rook_and_bishop(self, squares: &[Square], occupied: &[u64], rook: &mut [u64], bishop: &mut [u64]) {
        B::compute(self.level, Request::new(squares, occupied, RooksAndBishops(rook, bishop)));
    }

    #[inline(always)]
    fn rook_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        B::compute(self.level, Request::new(squares, OneBoard(occupied), Rooks(attacks)));
    }

    #[inline(always)]
    fn bishop_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        B::compute(self.level, Request::new(squares, OneBoard(occupied), Bishops(attacks)));
    }

    #[inline(always)]
    fn queen_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        B::compute(self.level, Request::new(squares, OneBoard(occupied), Queens(attacks)));
    }

    #[inline(always)]
    fn position(self, sliders: &Sliders, attacks: &mut [u64]) {
        self.level.slider_attacks(sliders, attacks);
    }

    #[inline(always)]
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        self.level.vectorize(work)
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
    fn rook(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        quadline::batch::rook_attacks(squares, occupied, attacks);
    }

    #[inline(always)]
    fn bishop(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        quadline::batch::bishop_attacks(squares, occupied, attacks);
    }

    #[inline(always)]
    fn queen(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        quadline::batch::queen_attacks(squares, occupied, attacks);
    }

    #[inline(always)]
    fn rook_and_bishop(self, squares: &[Square], occupied: &[u64], rook: &mut [u64], bishop: &mut [u64]) {
        quadline::batch::rook_and_bishop_attacks(squares, occupied, rook, bishop);
    }

    #[inline(always)]
    fn rook_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        quadline::batch::rook_attacks_on(occupied, squares, attacks);
    }

    #[inline(always)]
    fn bishop_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        quadline::batch::bishop_attacks_on(occupied, squares, attacks);
    }

    #[inline(always)]
    fn queen_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        quadline::batch::queen_attacks_on(occupied, squares, attacks);
    }

    #[inline(always)]
    fn position(self, sliders: &Sliders, attacks: &mut [u64]) {
        quadline::batch::slider_attacks(sliders, attacks);
    }
}
