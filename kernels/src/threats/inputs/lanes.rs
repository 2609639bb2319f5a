//! Lanes with a threat or a pair of pawns in each, for inputs of networks (`threats/inputs/mod.rs`).

use core::marker::PhantomData;
use core::ops::{Add, BitAnd, BitXor, Mul, Shr, Sub};

use crate::arrays::MapEach;
use crate::threats::types::Threat;
use crate::threats::types::layout::{LIKE, PAIRS, ThreatLayout, kind_of};

/// The number of lanes that contain no input, -1 in rows.
pub const NO_INPUT: u32 = u32::MAX;

/// Lanes of 32 bits.
pub trait InputLanes: Copy + Add<Output = Self> {
    /// The token that proves the CPU features.
    type Token: Copy;
    /// The number of lanes.
    const COUNT: usize;

    /// Returns `number` in every lane.
    fn splat(token: Self::Token, number: u32) -> Self;
}

/// Numbers threats, a group at a time.
pub trait ThreatNumbers {
    /// The token that proves the CPU features.
    type Token: Copy;
    /// The lanes of the same level with a pair of pawns in each.
    type Pawns: PawnInputLanes<Token = Self::Token>;
    /// The number of threats in a group.
    const COUNT: usize;
    /// The number of threats from which a group is faster than one threat after the other.
    const LEAST: usize;

    /// Calls `write` with a view, the numbers of some threats from it, [`NO_INPUT`] behind them, and their
    /// number, until all of the first group's threats that are inputs are written from each view.
    fn number<const N: usize>(
        token: Self::Token,
        layout: &ThreatLayout,
        exchanges: [u32; N],
        threats: &[Threat],
        write: impl FnMut(usize, &[u32], usize),
    );
}

/// Lanes with a threat in each.
pub trait ThreatInputLanes: InputLanes + BitAnd<Output = Self> + BitXor<Output = Self> {
    /// The lanes of the same level with a pair of pawns in each.
    type Pawns: PawnInputLanes<Token = Self::Token>;
    /// A truth value for each lane.
    type Mask: Copy;

    /// Loads the bytes of threats, the attacker lowest. Only the first [`COUNT`](InputLanes::COUNT) are
    /// loaded, and lanes behind the last one contain a threat from a1 to a1.
    fn load(token: Self::Token, threats: &[Threat]) -> Self;
    /// Returns the base of each threat's pair of pieces, and the base of the same pieces of the other colors,
    /// with the flag of like threats.
    fn bases(self, layout: &ThreatLayout) -> [Self; 2];
    /// Returns the number of each threat's pair of squares among the attacker's pairs.
    fn pairs(self) -> Self;
    /// Returns the threats that are inputs: all except the like threats whose squares are in the wrong order.
    fn kept(self, bases: Self, keeps_lower: u32) -> Self::Mask;
    /// Returns the lanes in the mask one after the other and [`NO_INPUT`] behind them, and their number.
    /// Lanes from `count` on do not count.
    fn compress(self, mask: Self::Mask, count: usize) -> (impl AsRef<[u32]>, usize);
}

/// Lanes with a pair of pawns in each.
pub trait PawnInputLanes:
    InputLanes + Mul<Output = Self> + Shr<u32, Output = Self> + Sub<Output = Self>
{
    /// A number of 0 to 255 for each square.
    type Squares: Copy;

    /// Returns the greater lanes.
    fn max(self, other: Self) -> Self;
    /// Returns the lesser lanes.
    fn min(self, other: Self) -> Self;
    /// Returns `(square ^ flip) - 8` for each square, plus 48 for the squares in `others`.
    fn pawn_numbers(token: Self::Token, flip: u32, others: u64) -> Self::Squares;
    /// Returns the numbers of the lowest squares of a set, one in each lane, and the other squares of the
    /// set.
    fn of_squares(token: Self::Token, numbers: Self::Squares, set: u64) -> (Self, u64);
    /// Returns the first lanes, and [`NO_INPUT`] in the others.
    fn first(self, count: usize) -> impl AsRef<[u32]>;
}

/// One lane.
#[derive(Clone, Copy, Debug)]
pub struct OneInput<T>(u32, PhantomData<T>);

macro_rules! operators_of_one {
    ($($operator:ident $method:ident $wrapping:ident;)*) => {$(
        impl<T> $operator for OneInput<T> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(u32::$wrapping(self.0, other.0), PhantomData)
            }
        }
    )*};
}
operators_of_one! {
    Add add wrapping_add;
    BitAnd bitand bitand;
    BitXor bitxor bitxor;
    Mul mul wrapping_mul;
    Sub sub wrapping_sub;
}

impl<T> Shr<u32> for OneInput<T> {
    type Output = Self;
    #[inline(always)]
    fn shr(self, count: u32) -> Self {
        Self(self.0 >> count, PhantomData)
    }
}

impl<T: Copy> InputLanes for OneInput<T> {
    type Token = T;
    const COUNT: usize = 1;

    #[inline(always)]
    fn splat(_: T, number: u32) -> Self {
        Self(number, PhantomData)
    }
}

impl<T: Copy> ThreatInputLanes for OneInput<T> {
    type Pawns = Self;
    type Mask = bool;

    #[inline(always)]
    fn load(token: T, threats: &[Threat]) -> Self {
        let word = threats.first().map_or(0, |threat| {
            u32::from_le_bytes([
                threat.attacker.to_byte(),
                threat.from.into(),
                threat.attacked.to_byte(),
                threat.to.into(),
            ])
        });
        Self::splat(token, word)
    }

    #[inline(always)]
    fn bases(self, layout: &ThreatLayout) -> [Self; 2] {
        let [attacker, _, attacked, _] = self.0.to_le_bytes();
        layout.bases[usize::from(attacked & 15)][usize::from(attacker & 15)].map_each(
            #[inline(always)]
            |base| Self(base, PhantomData),
        )
    }

    #[inline(always)]
    fn pairs(self) -> Self {
        let [attacker, from, _, to] = self.0.to_le_bytes();
        let number = PAIRS.numbers[kind_of(attacker)][usize::from(from & 63)][usize::from(to & 63)];
        Self(number.into(), PhantomData)
    }

    #[inline(always)]
    fn kept(self, bases: Self, keeps_lower: u32) -> bool {
        let [_, from, _, to] = self.0.to_le_bytes();
        let is_lower = if from < to { LIKE } else { 0 };
        bases.0 & (is_lower ^ keeps_lower) == 0
    }

    #[inline(always)]
    fn compress(self, mask: bool, _: usize) -> (impl AsRef<[u32]>, usize) {
        ([if mask { self.0 } else { NO_INPUT }], usize::from(mask))
    }
}

impl<T: Copy> PawnInputLanes for OneInput<T> {
    /// The flip and the other color's squares.
    type Squares = (u32, u64);

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0), PhantomData)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0), PhantomData)
    }

    #[inline(always)]
    fn pawn_numbers(_: T, flip: u32, others: u64) -> (u32, u64) {
        (flip, others)
    }

    #[inline(always)]
    fn of_squares(_: T, (flip, others): (u32, u64), set: u64) -> (Self, u64) {
        let square = set.trailing_zeros();
        let other = (others >> (square & 63) & 1) as u32 * 48;
        (Self((square ^ flip).wrapping_sub(8).wrapping_add(other), PhantomData), set & set.wrapping_sub(1))
    }

    #[inline(always)]
    fn first(self, _: usize) -> impl AsRef<[u32]> {
        [self.0]
    }
}
