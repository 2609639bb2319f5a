//! Relevant squares and their subsets, from which all lookup tables are built.

use quadline_kernels::{Square, reference};

/// The two sliders for which there are tables.
#[derive(Clone, Copy)]
pub(super) enum Piece {
    Rook,
    Bishop,
}

impl Piece {
    pub(super) fn attacks(self, square: Square, occupied: u64) -> u64 {
        match self {
            Piece::Rook => reference::rook_attacks(square, occupied),
            Piece::Bishop => reference::bishop_attacks(square, occupied),
        }
    }

    /// Returns the squares whose occupancy can change the attacks, which exclude the last square of each ray.
    pub(super) fn relevant(self, square: Square) -> u64 {
        let empty_board = self.attacks(square, 0);
        Square::ALL
            .into_iter()
            .map(|blocker| 1 << blocker.index())
            .filter(|&blocker: &u64| empty_board & blocker != 0)
            .filter(|&blocker| self.attacks(square, blocker) != empty_board)
            .fold(0, |mask, blocker| mask | blocker)
    }
}

/// Returns all subsets of `mask` in the order of their packed values, the empty one first.
pub(super) fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0u64);
    core::iter::from_fn(move || {
        let subset = next?;
        let following = subset.wrapping_sub(mask) & mask;
        next = (following != 0).then_some(following);
        Some(subset)
    })
}
