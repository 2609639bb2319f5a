//! Fills of one board in all [directions](super::directions), and the pins that follow from them.

use crate::chess::Position;
use crate::chess::word::KINGS;
use crate::lanes::DirectionLanes;
use crate::lanes::directions::{FOUR, KNIGHT_LEAPS, ONE, TWO};

/// Kogge-Stone fills of a board, as in [`formula::fill`](crate::formula::fill), in all directions: the
/// squares that let a ray pass for one, two and four steps, and the squares that a step can reach.
#[derive(Clone, Copy)]
pub(super) struct DirectionFills<D> {
    passes: [D; 3],
    pub(super) reached: D,
}

impl<D: DirectionLanes> DirectionFills<D> {
    #[inline(always)]
    pub(super) fn new(token: D::Token, empty: D) -> Self {
        let reached = D::load(token, &ONE.reached);
        let one = empty & reached;
        let two = one & one.moved(&ONE);
        Self { passes: [one, two, two & two.moved(&TWO)], reached }
    }

    /// Returns the attacks in each direction. The pieces in `others` attack only one step.
    #[inline(always)]
    pub(super) fn attacks(&self, sliders: D, others: D) -> D {
        let filled = sliders | (self.passes[0] & sliders.moved(&ONE));
        let filled = filled | (self.passes[1] & filled.moved(&TWO));
        let filled = filled | (self.passes[2] & filled.moved(&FOUR));
        (filled | others).moved(&ONE) & self.reached
    }
}

/// Returns the leaps of knights, one kind of leap in each lane.
#[inline(always)]
pub(super) fn leaps<D: DirectionLanes>(token: D::Token, knights: D) -> D {
    knights.moved(&KNIGHT_LEAPS) & D::load(token, &KNIGHT_LEAPS.reached)
}

/// The lines of the own king and of enemy sliders, in each direction.
pub(super) struct Pins<D> {
    pub(super) board: DirectionFills<D>,
    /// The squares that the king sees.
    pub(super) lines: D,
    /// The squares that enemy sliders attack.
    pub(super) fills: D,
    /// The sliders that give check.
    pub(super) checkers: D,
    /// The squares between the king and enemy sliders with at most one piece, seen from the king.
    pub(super) rays: D,
}

impl<D: DirectionLanes> Pins<D> {
    /// Words are loaded from memory, because one that is already in a general register would have to be moved
    /// to a vector.
    #[inline(always)]
    pub(super) fn new(token: D::Token, position: &Position) -> Self {
        let side = position.side_to_move() as usize;
        let of = |index: usize| D::splat(token, position.words[index]);
        let (own, enemy) = (of(side), of(side ^ 1));
        let board = DirectionFills::<D>::new(token, !(own | enemy));
        let lines = board.attacks(of(KINGS) & own, D::splat(token, 0));
        let sliders = D::sliders(token, &position.words) & enemy;
        let fills = board.attacks(sliders, D::splat(token, 0));
        Self { board, lines, fills, checkers: lines & sliders, rays: lines & fills.opposite() }
    }

    /// Returns the rays, in both of their directions.
    #[inline(always)]
    pub(super) fn both_ways(&self) -> D {
        self.rays | self.rays.opposite()
    }
}
