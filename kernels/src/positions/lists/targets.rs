//! [`Targets`]: the squares where each kind of piece may move.
//!
//! They are all that a list needs to know about checks, pins and pawns. For one position, a kernel computes
//! them with the [directions](crate::positions::directions) of the board in the lanes. For many, `of_many`
//! computes them for as many positions as there are lanes, which takes less than half of the time per
//! position, and the kernels then write one list after the other.

use crate::formula::fill::Fills;
use crate::lanes::PositionLanes;
use crate::positions::castling::castling_rooks;
use crate::positions::counts::{king_targets, pawn_targets};
use crate::positions::en_passant::en_passant_pawns;
use crate::positions::king::{BoardFills, king};
use crate::positions::sides::Sides;

/// The squares where the pieces of the side to move may move.
#[derive(Clone, Copy, Debug)]
pub struct Targets {
    /// The squares where pawns arrive by one step, by two steps, and by captures to the east and to the west,
    /// without en passant. On the last rank these are promotions.
    pub pawns: [u64; 4],
    /// The squares where the king may step.
    pub king: u64,
    /// The squares where other pieces may move, unless they are pinned.
    pub pieces: u64,
    /// The squares between the king and enemy sliders with at most one piece. The own pieces among them are
    /// pinned.
    pub pins: u64,
    /// The rooks that the king can castle with, and the pawns that can capture en passant. The rooks are on
    /// the first or the eighth rank, and the pawns are not.
    pub special: u64,
}

/// The number of positions whose targets are computed before their lists are written.
pub const BLOCK: usize = 32;

/// The targets of some positions.
pub struct TargetsOfMany {
    pawns: [[u64; 4]; BLOCK],
    others: [[u64; 4]; BLOCK],
}

impl TargetsOfMany {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { pawns: [[0; 4]; BLOCK], others: [[0; 4]; BLOCK] }
    }

    /// Returns the targets of one of the positions.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> Targets {
        let [king, pieces, pins, special] = self.others[index];
        Targets { pawns: self.pawns[index], king, pieces, pins, special }
    }

    /// Stores the targets of a group of positions, with one position in each lane.
    #[inline(always)]
    pub(crate) fn store<V: PositionLanes>(&mut self, start: usize, [pawns, others]: [[V; 4]; 2]) {
        V::store_interleaved(pawns, &mut self.pawns[start..start + V::COUNT]);
        V::store_interleaved(others, &mut self.others[start..start + V::COUNT]);
    }
}

/// Returns the targets of as many positions as there are lanes, in the order of the fields of [`Targets`].
#[inline(always)]
pub(crate) fn of_many<V: PositionLanes, F: Fills<V>>(token: V::Token, words: [V; 8]) -> [[V; 4]; 2] {
    let sides = Sides::new(token, words);
    let king = king(&sides, &BoardFills::<V, F>::new(token, sides.occupied));
    let pawns = pawn_targets(&sides, &king);
    let special = castling_rooks(&sides, &king) | en_passant_pawns::<V, F>(&sides, &king);
    [
        [pawns.one_step, pawns.two_steps, pawns.east, pawns.west],
        [king_targets(&sides, &king), king.check_mask & !sides.own.all, king.pins, special],
    ]
}
