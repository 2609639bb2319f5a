//! Kernels for all sliders of a position at once: rooks, bishops and queens as bitboards.

mod by_kind;
mod in_pairs;
#[cfg(target_feature = "sse2")]
mod one_group;
#[cfg(target_feature = "sse2")]
mod shared_groups;

pub use by_kind::ByKind;
pub use in_pairs::InPairs;
#[cfg(target_feature = "sse2")]
pub use one_group::OneGroup;
#[cfg(target_feature = "sse2")]
pub use shared_groups::SharedGroups;

use core::marker::PhantomData;

use crate::Square;
use crate::chess::Position;
use crate::formula::Formula;
use crate::lanes::{FourLanes, Lanes, Simd};

/// The sliders of a position. A square in both `rooks` and `bishops` counts as a queen.
///
/// Functions that return one result for each slider order them by square, a1 first.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Sliders, Square};
///
/// let (rook, queen) = (Square::A1.bit(), Square::D8.bit());
/// let sliders = Sliders { rooks: rook, bishops: 0, queens: queen, occupied: rook | queen };
/// assert_eq!(sliders.squares(), rook | queen);
/// assert_eq!(sliders.count(), 2);
///
/// // The sliders of both sides of a position.
/// let position = quadline::Position::START;
/// let sliders = Sliders::from(&position);
/// assert_eq!((sliders.count(), sliders.occupied), (10, position.occupied()));
/// assert_eq!((sliders.rooks, sliders.bishops, sliders.queens), (position.rooks(), position.bishops(), position.queens()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sliders {
    /// The rooks' squares.
    pub rooks: u64,
    /// The bishops' squares.
    pub bishops: u64,
    /// The queens' squares.
    pub queens: u64,
    /// The squares of all pieces, sliders or not.
    pub occupied: u64,
}

/// Takes the sliders of both colors.
impl From<&Position> for Sliders {
    #[inline]
    fn from(position: &Position) -> Self {
        Self {
            rooks: position.rooks(),
            bishops: position.bishops(),
            queens: position.queens(),
            occupied: position.occupied(),
        }
    }
}

impl Sliders {
    /// Returns the squares of all sliders.
    #[inline]
    #[must_use]
    pub const fn squares(&self) -> u64 {
        self.rooks | self.bishops | self.queens
    }

    /// Returns the number of sliders.
    #[inline]
    #[must_use]
    pub const fn count(&self) -> usize {
        self.squares().count_ones() as usize
    }

    #[inline(always)]
    fn kind(&self, square: Square) -> Kind {
        let on = |pieces: u64| (pieces >> square.index() & 1) as usize;
        Kind(on(self.rooks | self.queens) | on(self.bishops | self.queens) << 1)
    }
}

/// The lines of a slider: bit 0 for rank and file, bit 1 for the diagonals.
#[derive(Clone, Copy)]
struct Kind(usize);

impl Kind {
    /// Returns all ones in the lanes of the slider's lines.
    #[inline(always)]
    fn lines(self) -> &'static [u64; 4] {
        static LINES: [[u64; 4]; 4] =
            [[0; 4], [u64::MAX, u64::MAX, 0, 0], [0, 0, u64::MAX, u64::MAX], [u64::MAX; 4]];
        &LINES[self.0 & 3]
    }
}

/// Removes the lowest square from a bitboard and returns it, or returns a1 if the bitboard is empty.
#[inline(always)]
fn take_lowest(bitboard: &mut u64) -> Square {
    let square = Square::new_masked(bitboard.trailing_zeros() as u8);
    *bitboard &= bitboard.wrapping_sub(1);
    square
}

/// Returns the attacked squares of one slider along its lines, in the lanes.
#[inline(always)]
fn lines<L: Simd, F: Formula<L>>(level: L, sliders: &Sliders, square: Square) -> L::FourLanes {
    let kind = L::FourLanes::load(level, sliders.kind(square).lines());
    F::lines(level, square, sliders.occupied) & kind
}

/// The sliders of a position, and a slice with one word for the attacks of each.
#[derive(Debug)]
pub struct SlidersRequest<'a> {
    pub(crate) sliders: &'a Sliders,
    pub(crate) attacks: &'a mut [u64],
}

impl<'a> SlidersRequest<'a> {
    /// Creates a request.
    ///
    /// # Panics
    ///
    /// Panics if `attacks` does not have exactly one word for each slider.
    #[inline(always)]
    #[track_caller]
    pub fn new(sliders: &'a Sliders, attacks: &'a mut [u64]) -> Self {
        check_attacks(sliders, attacks.len());
        Self { sliders, attacks }
    }
}

/// A kernel for all sliders of a position at a level.
pub trait SlidersKernel<L: Simd>: 'static {
    /// Writes the attacks of each slider in the order of their squares, and returns their union.
    fn run(level: L, request: SlidersRequest<'_>) -> u64;

    /// Writes the attacks of the sliders of many positions one after the other, and the union for each position.
    /// `attacks` has one word for each slider, and `unions` one for each position.
    #[inline(always)]
    fn run_many(level: L, positions: &[Sliders], attacks: &mut [u64], unions: &mut [u64]) {
        let mut left = attacks;
        for (sliders, union) in positions.iter().zip(unions) {
            let (own, others) = left.split_at_mut(sliders.count());
            *union = Self::run(level, SlidersRequest { sliders, attacks: own });
            left = others;
        }
    }
}

/// One slider after the other, by the formula `F` with the slider's lines in the lanes.
#[derive(Debug)]
pub struct SliderBySlider<F>(PhantomData<F>);

impl<L: Simd, F: Formula<L>> SlidersKernel<L> for SliderBySlider<F> {
    #[inline(always)]
    fn run(level: L, request: SlidersRequest<'_>) -> u64 {
        let SlidersRequest { sliders, attacks } = request;
        let mut left = sliders.squares();
        let mut union = L::FourLanes::splat(level, 0);
        let (fours, rest) = attacks.as_chunks_mut::<4>();
        for four in fours {
            let four_lines = [
                lines::<L, F>(level, sliders, take_lowest(&mut left)),
                lines::<L, F>(level, sliders, take_lowest(&mut left)),
                lines::<L, F>(level, sliders, take_lowest(&mut left)),
                lines::<L, F>(level, sliders, take_lowest(&mut left)),
            ];
            union = union | (four_lines[0] | four_lines[1]) | (four_lines[2] | four_lines[3]);
            let (rooks, bishops) = L::FourLanes::rooks_and_bishops(level, four_lines);
            *four = (rooks | bishops).to_array();
        }
        for attacks in rest {
            let lines = lines::<L, F>(level, sliders, take_lowest(&mut left));
            union = union | lines;
            *attacks = lines.queen();
        }
        union.queen()
    }
}

/// Panics unless there is a place for the attacks of each slider.
#[doc(hidden)]
#[inline(always)]
#[track_caller]
pub fn check_attacks(sliders: &Sliders, attacks: usize) {
    let count = sliders.count();
    assert!(
        attacks == count,
        "slices of unequal length: sliders {count}, attacks {attacks}; there must be one for each slider"
    );
}

/// Panics unless there is a place for the attacks of each slider, and for the union of each position.
#[doc(hidden)]
#[inline(always)]
#[track_caller]
pub fn check_sliders(positions: &[Sliders], attacks: usize, unions: usize) {
    let count = positions.iter().map(Sliders::count).sum::<usize>();
    assert!(
        attacks == count && unions == positions.len(),
        "slices of unequal length: positions {}, unions {unions}, sliders {count}, attacks {attacks}; there must be a \
         union for each position and attacks for each slider",
        positions.len(),
    );
}

/// Computes the sliders of many positions by the kernel `K`. Callers have checked the lengths, which takes a pass over the
/// positions.
#[inline(always)]
pub(crate) fn slider_attacks_of_many<L: Simd, K: SlidersKernel<L>>(
    level: L,
    positions: &[Sliders],
    attacks: &mut [u64],
    unions: &mut [u64],
) {
    K::run_many(level, positions, attacks, unions);
}
