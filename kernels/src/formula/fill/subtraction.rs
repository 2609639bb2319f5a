//! Occluded fills by subtraction: `o ^ (o - 2r)` in each byte of a board, for all sliders of all ranks at
//! once.
//!
//! ```text
//! a b c d e f g h
//! . r . . x . r .     o, the occupied squares of a rank, two of them sliders r
//! . . 1 1 1 . . 1     o ^ (o - 2r): each borrow ends at the next piece, so the sliders are independent
//! ```
//!
//! This is the upward ray of hyperbola quintessence for sets of sliders, with one rank in each byte.
//! Reversing the bits of each byte gives the other direction. On the transposed board the files are ranks.
//!
//! Source: [Subtracting a Rook from a Blocking
//! Piece](https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece).

use super::kogge_stone::KoggeStoneRank;
use super::line::Fill;
use crate::lanes::{ByteLanes, MirrorLanes, TransposeLanes};

/// Returns the attacks toward the higher bits of each byte.
#[inline(always)]
fn ray<V: ByteLanes>(occupied: V, sliders: V) -> V {
    occupied ^ occupied.sub_bytes(sliders.add_bytes(sliders))
}

/// A fill along the ranks: east by subtraction, west by Kogge-Stone.
#[derive(Clone, Copy, Debug)]
pub struct SubtractEast<V> {
    occupied: V,
    doubling: KoggeStoneRank<V>,
}

impl<V: ByteLanes> Fill<V> for SubtractEast<V> {
    #[inline(always)]
    fn new(token: V::Token, occupied: V) -> Self {
        Self { occupied, doubling: Fill::new(token, occupied) }
    }

    #[inline(always)]
    fn attacks(&self, token: V::Token, sliders: V) -> V {
        ray(self.occupied, sliders) | self.doubling.down(token, sliders)
    }

    #[inline(always)]
    fn mobility(&self, token: V::Token, sliders: V, targets: V) -> [V; 2] {
        let (east, west) = (ray(self.occupied, sliders), self.doubling.down(token, sliders));
        [east & targets, west & targets]
    }
}

/// A fill along the ranks: both directions by subtraction.
#[derive(Clone, Copy, Debug)]
pub struct SubtractBothWays<V> {
    occupied: V,
    mirrored: V,
}

impl<V: MirrorLanes> Fill<V> for SubtractBothWays<V> {
    #[inline(always)]
    fn new(_: V::Token, occupied: V) -> Self {
        Self { occupied, mirrored: occupied.reverse_bits_of_bytes() }
    }

    #[inline(always)]
    fn attacks(&self, _: V::Token, sliders: V) -> V {
        let mirrored = ray(self.mirrored, sliders.reverse_bits_of_bytes());
        ray(self.occupied, sliders) | mirrored.reverse_bits_of_bytes()
    }

    #[inline(always)]
    fn mobility(&self, _: V::Token, sliders: V, targets: V) -> [V; 2] {
        let mirrored = ray(self.mirrored, sliders.reverse_bits_of_bytes());
        [ray(self.occupied, sliders) & targets, mirrored & targets.reverse_bits_of_bytes()]
    }
}

/// A fill along the files, as ranks of the transposed board.
#[derive(Clone, Copy, Debug)]
pub struct SubtractTransposed<V>(SubtractBothWays<V>);

impl<V: TransposeLanes> Fill<V> for SubtractTransposed<V> {
    #[inline(always)]
    fn new(token: V::Token, occupied: V) -> Self {
        Self(Fill::new(token, occupied.transpose()))
    }

    #[inline(always)]
    fn attacks(&self, token: V::Token, sliders: V) -> V {
        self.0.attacks(token, sliders.transpose()).transpose()
    }

    #[inline(always)]
    fn mobility(&self, token: V::Token, sliders: V, targets: V) -> [V; 2] {
        self.0.mobility(token, sliders.transpose(), targets.transpose())
    }
}
