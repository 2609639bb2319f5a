//! Lanes with the four lines of two kings, for [checks and pins](crate::positions::engine::check_info).

use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::{FourLanes, Simd};
use crate::Square;
use crate::chess::{Position, word};
use crate::tables::Table;

/// Words in memory, from where one of a color is loaded by its index.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct InMemory<const N: usize>(pub [u64; N]);

/// The four lines of White's king, and then those of Black's.
pub trait TwoKings:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// The token that proves the CPU features.
    type Token: Simd;

    /// Returns the pieces of each king's color in the lanes of its lines, and those of the other color.
    fn colors(token: Self::Token, position: &Position) -> [Self; 2];
    /// Returns the kings in every lane.
    fn kings(token: Self::Token, position: &Position) -> Self;
    /// Returns the orthogonal sliders in the lanes of ranks and files, and the diagonal ones in the others.
    fn sliders(token: Self::Token, position: &Position) -> Self;
    /// Loads the row of each king's square.
    fn rows(token: Self::Token, table: &'static Table, squares: [Square; 2]) -> Self;
    /// Keeps the lanes in which `condition` is not 0, and sets the others to 0.
    fn keep_where_not_zero(self, condition: Self) -> Self;
    /// Returns the unions of the lanes of White's king, and those of Black's, of two vectors.
    fn unions(token: Self::Token, a: Self, b: Self) -> InMemory<4>;
    /// Returns the unions of the ranks and files of two vectors, and then those of the diagonals, for each
    /// king.
    fn unions_of_lines(token: Self::Token, a: Self, b: Self) -> InMemory<8>;
    /// Returns the same words, from where the caller then loads single ones.
    #[inline(always)]
    fn in_memory<const N: usize>(words: &InMemory<N>) -> &[u64; N] {
        &words.0
    }
}

/// A vector of four lanes for each king.
#[derive(Clone, Copy, Debug)]
pub struct Pair<V>(pub [V; 2]);

macro_rules! of_pairs {
    ($($operator:ident $method:ident($($other:ident)?);)*) => {$(
        impl<V: FourLanes> $operator for Pair<V> {
            type Output = Self;
            #[inline(always)]
            fn $method(self $(, $other: Self)?) -> Self {
                Self([self.0[0].$method($($other.0[0])?), self.0[1].$method($($other.0[1])?)])
            }
        }
    )*};
}
of_pairs! { BitAnd bitand(other); BitOr bitor(other); BitXor bitxor(other); Not not(); }

impl<T: Simd<FourLanes = V>, V: FourLanes<Token = T>> TwoKings for Pair<V> {
    type Token = T;

    #[inline(always)]
    fn colors(token: T, position: &Position) -> [Self; 2] {
        let [white, black] = [V::splat(token, position.white()), V::splat(token, position.black())];
        [Self([white, black]), Self([black, white])]
    }

    #[inline(always)]
    fn kings(token: T, position: &Position) -> Self {
        Self([V::splat(token, position.kings()); 2])
    }

    #[inline(always)]
    fn sliders(token: T, position: &Position) -> Self {
        let [orthogonal, diagonal] = [position.words[word::ORTHOGONAL], position.words[word::DIAGONAL]];
        Self([V::load(token, &[orthogonal, orthogonal, diagonal, diagonal]); 2])
    }

    #[inline(always)]
    fn rows(token: T, table: &'static Table, [a, b]: [Square; 2]) -> Self {
        Self([V::load(token, &table.0[a.index()]), V::load(token, &table.0[b.index()])])
    }

    #[inline(always)]
    fn keep_where_not_zero(self, Self([c, d]): Self) -> Self {
        let Self([a, b]) = self;
        Self([a.keep_where_not_zero(c), b.keep_where_not_zero(d)])
    }

    #[inline(always)]
    fn unions(token: T, Self([a, b]): Self, Self([c, d]): Self) -> InMemory<4> {
        let (rooks, bishops) = V::rooks_and_bishops(token, [a, b, c, d]);
        InMemory((rooks | bishops).to_array())
    }

    #[inline(always)]
    fn unions_of_lines(token: T, Self([a, b]): Self, Self([c, d]): Self) -> InMemory<8> {
        let mut words = InMemory([0; 8]);
        words.0[..4].copy_from_slice(&V::or_pairs(token, a, c).to_array());
        words.0[4..].copy_from_slice(&V::or_pairs(token, b, d).to_array());
        words
    }
}
