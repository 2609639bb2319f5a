//! What a fill along one line is.

use crate::lanes::PositionLanes;

/// A fill along one line, both ways. What depends on the occupied squares alone is computed once, by
/// [`new`](Fill::new).
pub trait Fill<V: PositionLanes>: Copy {
    /// For boards with these occupied squares.
    fn new(token: V::Token, occupied: V) -> Self;
    /// The attacks of the sliders both ways. The square of a slider need not be occupied; others than sliders block.
    fn attacks(&self, token: V::Token, sliders: V) -> V;
    /// The attacked squares that are targets, one way and the other apart; to be counted, for they may stand on a board that
    /// is mirrored or transposed.
    fn mobility(&self, token: V::Token, sliders: V, targets: V) -> [V; 2];
}
