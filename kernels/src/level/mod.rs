//! The levels: sets of CPU features that the kernels are compiled for, each with a token that proves them.
//!
//! The one ordered list is in `level/list.rs`. Detection, dispatch, the suite, the benches and the fuzz targets read it;
//! a new level is a row there and a lane file.
//!
//! A token is of no size and is made only by `detect`. Whoever holds one has seen that the CPU has the features, and the
//! [seam](crate::lanes::seam) between safe code and intrinsics asks for it.

mod calls;
mod detected;
mod dispatch;
pub mod environment;
mod error;
mod expand;
mod kernels;
mod list;
mod of_position;
#[cfg(all(test, target_feature = "sse2"))]
mod on_cpus;
pub(crate) mod token;
pub(crate) mod vectors;
mod visit;

#[doc(hidden)]
pub use calls::Calls;
pub use detected::Detected;
pub use dispatch::{Choice, Chooser, Dispatched, WithLevel, available, fixed, known};
pub use environment::Fixed;
pub use error::LevelError;
pub use expand::{FixedOr, visit_kernels};
pub use kernels::Kernels;
pub use list::NAMES;
pub use token::tokens::{self, *};
pub use vectors::Vectors;
pub use visit::KernelVisitor;

use crate::batch::{BatchFormula, Bishops, OneBoard, Queens, Request, Rooks, RooksAndBishops};
use crate::formula::Formula;
use crate::positions::{self, PositionKernel, moves::SliderAttacks};
use crate::{ChecksAndPins, LineAttacks, Move, Position, Square, sliders};

/// A set of CPU features, seen on this CPU: the methods compute with them.
///
/// Each method is a function of the same name of the crate `quadline`, of its module `batch` (`batch_…`), or of a
/// [`Position`]; those have examples.
///
/// The methods inline into whatever runs inside [`vectorize`](Level::vectorize) of the same token, and are calls
/// elsewhere. A move generator that is generic over the level is compiled once per level:
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Square, level::{Level, Scalar}};
///
/// fn mobility<L: Level>(level: L, rooks: &[Square], occupied: u64) -> u32 {
///     level.vectorize(#[inline(always)] || {
///         rooks.iter().map(|&rook| level.rook_attacks(rook, occupied).count_ones()).sum()
///     })
/// }
///
/// assert_eq!(mobility(Scalar::detect().unwrap(), &[Square::A1, Square::H8], 0), 28);
/// ```
///
/// The supertrait, [`Kernels`], says which formula and which lanes stand behind each method. There is nothing in it to call,
/// and nobody can implement it elsewhere: a bound `L: Level` is all that a program needs.
pub trait Level: Kernels {
    /// The name: in `QUADLINE_LEVEL`, in benches, tests and tables; one of [`NAMES`], or `dispatched`.
    const NAME: &'static str;

    /// What is compiled once for the level.
    #[doc(hidden)]
    type Calls: Calls;

    /// The token, if this CPU has the features. In a build that enables them (`-C target-cpu=native`) it is a constant.
    #[inline(always)]
    fn detect() -> Option<Self> {
        Self::seen()
    }

    /// Runs `function` compiled with the features of the level, as far as it inlines: closures that call more than a
    /// little want `#[inline(always)]`.
    ///
    /// A recursive search calls itself through `vectorize` in its own body, and is then compiled for the level as a
    /// whole.
    #[inline(always)]
    fn vectorize<R>(self, function: impl FnOnce() -> R) -> R {
        self.compiled(function)
    }

    // The single calls move their arguments into the closure: two words travel in registers, a reference to them would
    // go through memory.

    /// The attacks along the four lines, from one pass.
    #[inline(always)]
    fn queen_attacks_x4(self, square: Square, occupied: u64) -> LineAttacks {
        self.compiled(
            #[inline(always)]
            move || Self::Single::queen_attacks_x4(self, square, occupied),
        )
    }

    /// The attacks of a rook.
    #[inline(always)]
    fn rook_attacks(self, square: Square, occupied: u64) -> u64 {
        self.compiled(
            #[inline(always)]
            move || Self::Single::rook_attacks(self, square, occupied),
        )
    }

    /// The attacks of a bishop.
    #[inline(always)]
    fn bishop_attacks(self, square: Square, occupied: u64) -> u64 {
        self.compiled(
            #[inline(always)]
            move || Self::Bishop::bishop_attacks(self, square, occupied),
        )
    }

    /// The attacks of a queen.
    #[inline(always)]
    fn queen_attacks(self, square: Square, occupied: u64) -> u64 {
        self.compiled(
            #[inline(always)]
            move || Self::Single::queen_attacks(self, square, occupied),
        )
    }

    /// The attacks of a rook on each square, each on its own board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline(always)]
    fn batch_rook_attacks(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        Self::Batch::compute(self, Request::new(squares, occupied, Rooks(attacks)));
    }

    /// The attacks of a rook on each square of one board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline(always)]
    fn batch_rook_attacks_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        Self::Batch::compute(self, Request::new(squares, OneBoard(occupied), Rooks(attacks)));
    }

    /// The attacks of a bishop on each square, each on its own board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline(always)]
    fn batch_bishop_attacks(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        Self::Batch::compute(self, Request::new(squares, occupied, Bishops(attacks)));
    }

    /// The attacks of a bishop on each square of one board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline(always)]
    fn batch_bishop_attacks_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        Self::Batch::compute(self, Request::new(squares, OneBoard(occupied), Bishops(attacks)));
    }

    /// The attacks of a queen on each square, each on its own board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline(always)]
    fn batch_queen_attacks(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        Self::Batch::compute(self, Request::new(squares, occupied, Queens(attacks)));
    }

    /// The attacks of a queen on each square of one board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline(always)]
    fn batch_queen_attacks_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        Self::Batch::compute(self, Request::new(squares, OneBoard(occupied), Queens(attacks)));
    }

    /// The attacks of a rook and of a bishop on each square, apart, from one pass.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline(always)]
    fn batch_rook_and_bishop_attacks(
        self,
        squares: &[Square],
        occupied: &[u64],
        rook: &mut [u64],
        bishop: &mut [u64],
    ) {
        Self::Batch::compute(self, Request::new(squares, occupied, RooksAndBishops(rook, bishop)));
    }

    /// The attacks of all sliders of a position, in the order of their squares, and the union of them.
    ///
    /// # Panics
    /// If `attacks` is not as long as there are sliders.
    #[inline(always)]
    fn slider_attacks(self, sliders: &sliders::Sliders, attacks: &mut [u64]) -> u64 {
        self.compiled(
            #[inline(always)]
            || sliders::slider_attacks(self, sliders, attacks),
        )
    }

    /// The attacks of all sliders of many positions, position after position, and the union for each position.
    ///
    /// # Panics
    /// If `attacks` is not as long as there are sliders in all, or `unions` not as long as `positions`.
    #[inline(always)]
    fn slider_attacks_of_many(self, positions: &[sliders::Sliders], attacks: &mut [u64], unions: &mut [u64]) {
        self.compiled(
            #[inline(always)]
            || sliders::slider_attacks_of_many(self, positions, attacks, unions),
        );
    }

    // Long, and so functions of their own: where they loop, a call costs nothing.

    /// All squares that each side attacks, the pieces that it covers among them, of many positions.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline]
    fn batch_attacked_squares(self, positions: &[Position], white: &mut [u64], black: &mut [u64]) {
        // SAFETY: the token proves the level of the call.
        unsafe { Self::Calls::batch_attacked_squares(positions, white, black) }
    }

    /// Checks, pins and danger of many positions.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline]
    fn batch_checks_and_pins(self, positions: &[Position], checks_and_pins: &mut [ChecksAndPins]) {
        // SAFETY: the token proves the level of the call.
        unsafe { Self::Calls::batch_checks_and_pins(positions, checks_and_pins) }
    }

    /// The number of legal moves of many positions.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline]
    fn batch_legal_move_counts(self, positions: &[Position], counts: &mut [u16]) {
        // SAFETY: the token proves the level of the call.
        unsafe { Self::Calls::batch_legal_move_counts(positions, counts) }
    }

    /// All legal moves of many positions, one position after the other; tells how many there are in all. Those of
    /// `positions[i]` are `moves[offsets[i]..offsets[i + 1]]`, as many as
    /// [`batch_legal_move_counts`](Level::batch_legal_move_counts) says.
    ///
    /// # Panics
    /// If there is not one offset more than positions, or not enough room for the moves.
    #[inline]
    fn batch_legal_moves(self, positions: &[Position], offsets: &mut [usize], moves: &mut [Move]) -> usize {
        // SAFETY: the token proves the level of the call.
        unsafe { Self::Calls::batch_legal_moves(positions, offsets, moves) }
    }

    /// All squares that White attacks, and all that Black attacks.
    #[inline(always)]
    fn attacked_squares(self, position: &Position) -> [u64; 2] {
        self.compiled(
            #[inline(always)]
            || Self::OnePosition::attacked_squares(self, position),
        )
    }

    /// Checks, pins and danger of a position.
    #[inline(always)]
    fn checks_and_pins(self, position: &Position) -> ChecksAndPins {
        self.compiled(
            #[inline(always)]
            || Self::OnePosition::checks_and_pins(self, position),
        )
    }

    /// The number of legal moves of a position.
    #[inline(always)]
    fn legal_move_count(self, position: &Position) -> u16 {
        self.compiled(
            #[inline(always)]
            || Self::OnePosition::legal_move_count(self, position),
        )
    }

    /// Writes all legal moves of a position to `moves` and returns their number.
    ///
    /// The order of the moves is unspecified. If `moves` is too short, the moves that do not fit are not written, but they are
    /// counted: the returned number is then larger than `moves.len()`.
    /// [`MAX_LEGAL_MOVES`](crate::positions::moves::MAX_LEGAL_MOVES) places are enough for every position.
    #[inline(always)]
    fn legal_moves(self, position: &Position, moves: &mut [Move]) -> usize {
        self.compiled(
            #[inline(always)]
            || positions::legal_moves::<Self, Self::OnePosition>(self, position, moves),
        )
    }

    /// Writes the positions after all legal moves of a position to `successors`, in the order of
    /// [`legal_moves`](Level::legal_moves), and returns their number.
    ///
    /// If `successors` is too short, the positions that do not fit are not written, but they are counted: the returned number
    /// is then larger than `successors.len()`. [`MAX_LEGAL_MOVES`](crate::positions::moves::MAX_LEGAL_MOVES) places are enough
    /// for every position.
    #[inline(always)]
    fn successors(self, position: &Position, successors: &mut [Position]) -> usize {
        self.compiled(
            #[inline(always)]
            || positions::successors::<Self, Self::OnePosition>(self, position, successors),
        )
    }
}

impl<L: Level> SliderAttacks for L {
    #[inline(always)]
    fn of_rook(self, square: Square, occupied: u64) -> u64 {
        self.rook_attacks(square, occupied)
    }

    #[inline(always)]
    fn of_bishop(self, square: Square, occupied: u64) -> u64 {
        self.bishop_attacks(square, occupied)
    }

    #[inline(always)]
    fn of_queen(self, square: Square, occupied: u64) -> u64 {
        self.queen_attacks(square, occupied)
    }
}
