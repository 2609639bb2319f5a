//! The traits of everything that can be timed: generators for one slider per call, or for many.

use core::marker::PhantomData;

use quadline::constant;
use quadline_entries::{Arguments, Entry, call_entry};
use quadline_kernels::formula::Formula;
use quadline_kernels::internal::batch::{BatchKernel, Bishops, Queens, Request, Rooks};
use quadline_kernels::internal::run_batch;
use quadline_kernels::level::Level;
use quadline_kernels::{Square, reference};

/// Computes one slider per call. The loops in [`crate::loops`] are compiled once per generator and inline it.
pub trait Single: Copy + 'static {
    /// Returns the squares that a rook on `square` attacks.
    fn rook(self, square: Square, occupied: u64) -> u64;

    /// Returns the squares that a bishop on `square` attacks.
    fn bishop(self, square: Square, occupied: u64) -> u64;

    /// Returns the squares that a queen on `square` attacks.
    #[inline(always)]
    fn queen(self, square: Square, occupied: u64) -> u64 {
        self.rook(square, occupied) | self.bishop(square, occupied)
    }

    /// Spreads the lowest eight bits over eight bytes: each becomes the bit `place` of its byte.
    #[inline(always)]
    fn spread(self, bits: u64, place: u32) -> u64 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let bits = ((bits & 0xff) * ONES) & 0x8040_2010_0804_0201;
        // The bit of each byte is carried into its highest bit.
        (((bits + 0x7f * ONES) | bits) >> 7 & ONES) << place
    }

    /// Runs `work` with the CPU features that this generator may use enabled.
    #[inline(never)]
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }
}

/// Computes many sliders per call.
pub trait Batch: Copy + 'static {
    /// Calls one of the entry points, which is a constant where the loop is compiled.
    fn call(self, entry: Entry, arguments: Arguments<'_>);

    /// Runs `work` with the CPU features that this generator may use enabled.
    #[inline(never)]
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }
}

/// Defines generators that call functions of a crate or a module.
macro_rules! by_functions {
    ($($(#[$doc:meta])* $generator:ident = $module:ident { $($method:ident = $function:ident),* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $generator;

        impl Single for $generator {
            $(
                #[inline(always)]
                fn $method(self, square: Square, occupied: u64) -> u64 {
                    $module::$function(square, occupied)
                }
            )*
        }
    )*};
}

by_functions! {
    /// The ray walk of the kernels crate, which every other generator is checked against.
    Oracle = reference { rook = rook_attacks, bishop = bishop_attacks }
    /// quadline's const functions, which are the same on every CPU.
    Constant = constant { rook = rook_attacks, bishop = bishop_attacks }
    /// quadline's free functions.
    Dispatched = quadline { rook = rook_attacks, bishop = bishop_attacks, queen = queen_attacks }
}

/// One formula at one level, inlined into a loop that is compiled for the level.
pub struct Inlined<L, F> {
    level: L,
    formula: PhantomData<F>,
}

impl<L, F> Inlined<L, F> {
    /// Creates a generator. The token proves that the CPU has the level.
    pub fn new(level: L) -> Self {
        Self { level, formula: PhantomData }
    }
}

// Written by hand, because `derive` would require `F: Copy`, but formulas are only used as names.
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
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        self.level.vectorize(work)
    }
}

/// One batch kernel at one level.
impl<L: Level, B: BatchKernel<L>> Batch for Inlined<L, B> {
    #[inline(always)]
    fn call(self, entry: Entry, arguments: Arguments<'_>) {
        let Arguments { squares, occupied, first, .. } = arguments;
        macro_rules! run {
            ($sink:ident) => {
                run_batch::<L, B>(self.level, Request::new(squares, occupied, $sink(first)))
            };
        }
        match entry {
            Entry::RookAttacks => run!(Rooks),
            Entry::BishopAttacks => run!(Bishops),
            _ => run!(Queens),
        }
    }

    #[inline(always)]
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        self.level.vectorize(work)
    }
}

/// The calls of a level, which choose the kernel by the length of the batch.
#[derive(Clone, Copy)]
pub struct CallsOf<L>(pub L);

impl<L: Level> Batch for CallsOf<L> {
    #[inline(always)]
    fn call(self, entry: Entry, arguments: Arguments<'_>) {
        call_entry!(methods of self.0; entry, arguments);
    }

    #[inline(always)]
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        self.0.vectorize(work)
    }
}

impl Batch for Dispatched {
    #[inline(always)]
    fn call(self, entry: Entry, arguments: Arguments<'_>) {
        call_entry!(functions of quadline::batch; entry, arguments);
    }
}
