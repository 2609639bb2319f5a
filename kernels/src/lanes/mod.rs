//! Vectors of 64-bit lanes, with a folder for each instruction set. The formulas are written over the traits of this
//! module.
//!
//! A vector is created only by [`Lanes::splat`], [`Lanes::load`] and similar functions, which require the token of a
//! [level](crate::level). The vector keeps the token, which has no size, and passes it to the functions of its folder.
//! These functions contain the intrinsics; [`cpu::proof`](crate::cpu::proof) explains why calling them is sound. Batch
//! kernels that exist for one instruction set only have their intrinsics in files named after it, beside the kernel.

use core::num::Wrapping;
use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

use crate::Square;
use crate::line::{A_FILE, FIRST_RANK, MAIN_ANTIDIAGONAL, MAIN_DIAGONAL};

#[cfg(target_feature = "sse2")]
#[doc(hidden)]
pub mod avx2;
#[cfg(target_feature = "sse2")]
pub(crate) mod avx512;
pub(crate) mod directions;
#[doc(hidden)]
pub mod lists;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
#[cfg(feature = "wide")]
pub(crate) mod portable;
#[cfg(not(feature = "wide"))]
pub(crate) mod portable {
    //! Without the `wide` crate, the portable lanes are plain words.
    pub use super::scalar::ScalarX4 as PortableX4;
}
pub(crate) mod positions;
pub(crate) mod ranks;
#[doc(hidden)]
pub mod rays;
pub(crate) mod scalar;
mod simd;

/// What the rows of the [list of levels](crate::level) name: the lanes, and the ways to do what a CPU has no instruction
/// for.
pub(crate) mod of_levels {
    #[cfg(target_arch = "aarch64")]
    pub use super::neon::NeonX4;
    pub use super::portable::PortableX4;
    pub use super::scalar::ScalarX4;
    pub use super::scalar::positions::ScalarX1;
    #[cfg(target_feature = "sse2")]
    pub use super::{
        avx2::bytes::Avx2Bytes,
        avx2::directions::Avx2Directions,
        avx2::gfni::Affine,
        avx2::lists::Avx2List,
        avx2::rays::Avx2Rays,
        avx2::{Avx2Level, Avx2X4, Shuffles},
        avx512::bytes::Avx512Bytes,
        avx512::{Avx512Level, Avx512X8, LeadingZeros},
    };
}

#[doc(hidden)]
pub use directions::{DirectionLanes, EightLanes};
#[doc(hidden)]
pub use positions::{ByteLanes, KingMasks, MirrorLanes, PositionLanes, TransposeLanes};
#[doc(hidden)]
pub use ranks::RankLanes;
pub use simd::Simd;

/// One 64-bit word as a vector of one lane: for a single line, and for CPUs without vectors.
pub type OneLane = Wrapping<u64>;

/// What hyperbola quintessence needs, on lanes of any width: wrapping subtraction and the bits of a lane reversed.
pub trait Reversible:
    Copy + BitAnd<Output = Self> + BitXor<Output = Self> + Not<Output = Self> + Sub<Output = Self>
{
    /// Each lane with its bits in reverse order: a 64-bit board turned by half a turn, a byte mirrored.
    fn reverse_bits(self) -> Self;
}

/// A vector of 64-bit lanes with wrapping arithmetic, and the few operations that the formulas need beyond it.
pub trait Lanes: Reversible + BitOr<Output = Self> + Add<Output = Self> {
    /// What proves that the CPU can do this: the token of a level, or `()` for plain words.
    type Token: Copy;
    /// The lanes as an array.
    type Array: Copy + AsRef<[u64]> + AsMut<[u64]> + for<'a> TryFrom<&'a [u64], Error: core::fmt::Debug>;
    /// How many lanes.
    const COUNT: usize;

    /// The same word in every lane.
    fn splat(token: Self::Token, word: u64) -> Self;
    /// The words of an array.
    fn load(token: Self::Token, words: &Self::Array) -> Self;
    /// The lanes as words.
    fn to_array(self) -> Self::Array;
    /// The first lanes to as many words as there are.
    ///
    /// # Panics
    /// If there are more words than lanes; nothing is written before.
    #[inline(always)]
    fn store_some(self, words: &mut [u64]) {
        check_count(words.len(), Self::COUNT);
        words.copy_from_slice(&self.to_array().as_ref()[..words.len()]);
    }
    /// As many words as there are, and 0 in the lanes that remain.
    ///
    /// # Panics
    /// If there are more words than lanes.
    #[inline(always)]
    fn load_some(token: Self::Token, words: &[u64]) -> Self {
        check_count(words.len(), Self::COUNT);
        let mut array = Self::splat(token, 0).to_array();
        array.as_mut()[..words.len()].copy_from_slice(words);
        Self::load(token, &array)
    }

    /// The least significant one bit (LS1B) of each lane, 0 for 0.
    fn ls1b(self) -> Self;
    /// The most significant one bit (MS1B) of each lane, which is not 0.
    fn ms1b(self) -> Self;
    /// Three times the most significant one bit of each lane; the lane is not 0 and its bit 63 is clear.
    #[inline(always)]
    fn three_ms1b(self) -> Self {
        let ms1b = self.ms1b();
        ms1b + ms1b + ms1b
    }
    /// All bits from the most significant one bit upwards, that is `-ms1b`; all 64 for 0. With a leading-zero count it
    /// is one arithmetic shift of the sign bit.
    fn ms1b_and_above(self) -> Self;
    /// Each lane with its eight bytes in reverse order: the ranks mirrored.
    fn reverse_bytes(self) -> Self;
}

/// Four lanes: the four lines of one slider, or one line of four sliders.
pub trait FourLanes: Lanes<Array = [u64; 4]> {
    /// Whether the lanes are plain words: a formula then computes line after line, in general registers.
    const ARE_WORDS: bool = false;

    /// The lanes that are not 0 in `condition`, and 0 in the place of the others.
    fn keep_where_not_zero(self, condition: Self) -> Self;

    /// The same word in every lane, for code that is inlined and needs the word in a general register as well: see
    /// [`Formula::queen_attacks_inlined`](crate::formula::Formula::queen_attacks_inlined).
    #[inline(always)]
    fn splat_beside_word(token: Self::Token, word: u64) -> Self {
        Self::splat(token, word)
    }

    /// The attacks of a rook from its four lines.
    #[inline(always)]
    fn rook(self) -> u64 {
        let [rank, file, ..] = self.to_array();
        rank | file
    }

    /// The attacks of a bishop from its four lines.
    #[inline(always)]
    fn bishop(self) -> u64 {
        let [.., diagonal, antidiagonal] = self.to_array();
        diagonal | antidiagonal
    }

    /// The attacks of a queen from its four lines.
    #[inline(always)]
    fn queen(self) -> u64 {
        let [rank, file, diagonal, antidiagonal] = self.to_array();
        rank | file | diagonal | antidiagonal
    }

    /// The same, for [`Formula::queen_attacks_inlined`](crate::formula::Formula::queen_attacks_inlined).
    #[inline(always)]
    fn queen_inlined(self) -> u64 {
        self.queen()
    }

    /// From the four lines of four sliders to the rook and the bishop attacks of the four, a lane for each slider.
    #[inline(always)]
    fn rooks_and_bishops(token: Self::Token, sliders: [Self; 4]) -> (Self, Self) {
        let lines = sliders.map(
            #[inline(always)]
            |slider| slider.to_array(),
        );
        let rooks = lines.map(
            #[inline(always)]
            |lane| lane[0] | lane[1],
        );
        let bishops = lines.map(
            #[inline(always)]
            |lane| lane[2] | lane[3],
        );
        (Self::load(token, &rooks), Self::load(token, &bishops))
    }
}

/// Lanes that can hold a slider each: the masks of a line come from registers, by shifts.
pub trait SliderLanes: Lanes {
    /// The numbers of [`Lanes::COUNT`] squares.
    ///
    /// # Panics
    /// If there are not as many squares as lanes.
    #[inline(always)]
    fn load_squares(token: Self::Token, squares: &[Square]) -> Self {
        assert!(squares.len() == Self::COUNT, "{} squares for {} lanes", squares.len(), Self::COUNT);
        Self::load_some_squares(token, squares)
    }
    /// The numbers of as many squares as there are, and a1 in the lanes that remain.
    ///
    /// # Panics
    /// If there are more squares than lanes.
    #[inline(always)]
    fn load_some_squares(token: Self::Token, squares: &[Square]) -> Self {
        check_count(squares.len(), Self::COUNT);
        let mut numbers = Self::splat(token, 0).to_array();
        for (number, square) in numbers.as_mut().iter_mut().zip(squares) {
            *number = square.index() as u64;
        }
        Self::load(token, &numbers)
    }
    /// Each lane shifted left by the count in the same lane of `counts`; 0 for counts of 64 and above.
    fn shift_left(self, counts: Self) -> Self;
    /// Each lane shifted right by the count in the same lane of `counts`; 0 for counts of 64 and above.
    fn shift_right(self, counts: Self) -> Self;

    /// A board shifted left by positive and right by negative counts: the way that is not meant has a count beyond 63,
    /// and gives 0.
    #[inline(always)]
    fn shift_both_ways(token: Self::Token, board: u64, counts: Self) -> Self {
        let board = Self::splat(token, board);
        board.shift_left(counts) | board.shift_right(Self::splat(token, 0) - counts)
    }

    /// The four lines, whole, through the squares in the lanes.
    #[inline(always)]
    fn lines_through(token: Self::Token, squares: Self) -> [Self; 4] {
        let file = squares & Self::splat(token, 7);
        let ranks = squares ^ file; // 8 * rank
        let files = file.shift_left(Self::splat(token, 3)); // 8 * file
        [
            Self::splat(token, FIRST_RANK).shift_left(ranks),
            Self::splat(token, A_FILE).shift_left(file),
            Self::shift_both_ways(token, MAIN_DIAGONAL, ranks - files),
            Self::shift_both_ways(token, MAIN_ANTIDIAGONAL, ranks + files - Self::splat(token, 56)),
        ]
    }
}

/// Panics if there are more words than lanes.
#[inline(always)]
fn check_count(words: usize, lanes: usize) {
    assert!(words <= lanes, "{words} words for {lanes} lanes");
}

/// Implements the operators of a vector type through the named functions of its lane file, which are given the token
/// where the vector's field for it is named.
macro_rules! operators {
    ($vector:ident<$level:ident: $bound:path>, $field:ident $(, $token:ident)?:
        Not $not:path; $($operator:ident $method:ident $function:path;)*) =>
    {
        impl<$level: $bound> core::ops::Not for $vector<$level> {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self { $field: $not($(self.$token,)? self.$field), ..self }
            }
        }
        operators! { @each $vector<$level: $bound>, $field [$($token)?] $($operator $method $function;)* }
    };
    // Without `Not`.
    ($vector:ident<$level:ident: $bound:path>, $field:ident $(, $token:ident)?:
        $($operator:ident $method:ident $function:path;)*) =>
    {
        operators! { @each $vector<$level: $bound>, $field [$($token)?] $($operator $method $function;)* }
    };
    (@each $vector:ident<$level:ident: $bound:path>, $field:ident $token:tt $($operator:ident $method:ident $function:path;)*) => {$(
        impl<$level: $bound> core::ops::$operator for $vector<$level> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                operators! { @call self other $field $token $function }
            }
        }
    )*};
    (@call $self:ident $other:ident $field:ident [$($token:ident)?] $function:path) => {
        Self { $field: $function($($self.$token,)? $self.$field, $other.$field), ..$self }
    };
}

/// Defines methods that call the function of the same name of the lane file:
///
/// ```text
/// forward! { vector, token:          fn shift_left_by(self, count: u32) -> Self {
///     shift_left_by(count: u32)          Self { vector: shift_left_by(self.token, self.vector, count), ..self }
///         -> Self;                   }
///     add_bytes(other) -> Self;      fn add_bytes(self, other: Self) -> Self {
///                                        Self { vector: add_bytes(self.token, self.vector, other.vector), ..self }
///                                    }
///     any() -> bool;                 fn any(self) -> bool { any(self.token, self.vector) }
/// }
/// ```
///
/// `vector` and `token` are the names of the fields.
#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
macro_rules! forward {
    ($field:ident, $token:ident: $($method:ident($($argument:tt)*) -> $output:tt;)*) => {
        $(forward! { @one $field $token $method ($($argument)*) $output })*
    };
    (@one $field:ident $token:ident $method:ident (other) Self) => {
        #[inline(always)]
        fn $method(self, other: Self) -> Self {
            Self { $field: $method(self.$token, self.$field, other.$field), ..self }
        }
    };
    (@one $field:ident $token:ident $method:ident ($($argument:ident: $type:ty)?) Self) => {
        #[inline(always)]
        fn $method(self $(, $argument: $type)?) -> Self {
            Self { $field: $method(self.$token, self.$field $(, $argument)?), ..self }
        }
    };
    (@one $field:ident $token:ident $method:ident () $output:tt) => {
        #[inline(always)]
        fn $method(self) -> $output {
            $method(self.$token, self.$field)
        }
    };
}

#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
pub(crate) use forward;
pub(crate) use operators;
