//! What every look-up table is built from: the squares whose occupancy matters, and their subsets.

use quadline_kernels::{Square, reference};

/// The two sliders that table-driven generators have tables for.
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

    /// The squares whose occupancy can change the attacks: no ray's last square can.
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

/// All subsets of `mask` in the order of their packed values, the empty one first.
pub(super) fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0u64);
    core::iter::from_fn(move || {
        let subset = next?;
        let following = subset.wrapping_sub(mask) & mask;
        next = (following != 0).then_some(following);
        Some(subset)
    })
}
