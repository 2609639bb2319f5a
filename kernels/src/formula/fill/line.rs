//! The trait of fills along one line.

use crate::lanes::PositionLanes;

/// A fill along one line in both directions. [`new`](Fill::new) computes the values that depend on the
/// occupied squares only.
pub trait Fill<V: PositionLanes>: Copy {
    /// Prepares the fill for boards with these occupied squares.
    fn new(token: V::Token, occupied: V) -> Self;
    /// Returns the attacks of the sliders in both directions. All occupied squares block; the sliders' own
    /// need not be occupied.
    fn attacks(&self, token: V::Token, sliders: V) -> V;
    /// Returns the attacked squares that are targets, separately for the two directions. The squares are
    /// meant to be counted: they may be on a mirrored or transposed board.
    fn mobility(&self, token: V::Token, sliders: V, targets: V) -> [V; 2];
}
