//! Lines, relevant squares and their subsets, from which all tables of the peers are built.

use quadline::constant;
use quadline_kernels::{Line, Square, reference};

/// The number of attack sets, one per relevant occupancy: 102,400 for rooks, then 5,248 for bishops.
pub(super) const ENTRIES: usize = 102_400 + 5_248;

/// The tables of a lookup: `S` is the data of a square.
pub(super) struct Tables<S> {
    pub(super) squares: [S; 64],
    pub(super) attacks: Box<[u64; ENTRIES]>,
}

impl<S: Copy + Default> Tables<S> {
    /// Fills the tables. `enter` gets the place of a square, a piece, the square and the number of attack
    /// sets before it, and returns its own attack sets.
    pub(super) fn new(mut enter: impl FnMut(&mut S, Piece, Square, usize) -> Vec<u64>) -> Self {
        let mut squares = [S::default(); 64];
        let mut attacks = Vec::with_capacity(ENTRIES);
        for piece in [Piece::Rook, Piece::Bishop] {
            for square in Square::ALL {
                attacks.extend(enter(&mut squares[square.index()], piece, square, attacks.len()));
            }
        }
        let attacks = attacks.into_boxed_slice().try_into();
        Self { squares, attacks: attacks.expect("relevant occupancies add up to ENTRIES") }
    }
}

/// Defines a peer with [`Tables`]: the index of an occupancy for the entry of a piece on a square, and the
/// methods of [`Single`](crate::generator::Single) that differ from those of other peers.
macro_rules! peer_of_tables {
    (
        $(#[$doc:meta])*
        $peer:ident = |$this:ident, $occupied:ident| $index:expr; $($methods:item)*
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $peer {
            squares: &'static [SquareEntries; 64],
            attacks: &'static [u64; ENTRIES],
        }

        impl $peer {
            #[inline(always)]
            fn look_up(self, piece: Piece, square: Square, $occupied: u64) -> u64 {
                // SAFETY: a `Square` is 0..=63.
                let $this = unsafe { self.squares.get_unchecked(square.index()).0[piece as usize] };
                // SAFETY: the table of the square and piece begins at the offset of their entry and has all their indexes.
                unsafe { *self.attacks.get_unchecked($index) }
            }
        }

        impl Single for $peer {
            #[inline(always)]
            fn rook(self, square: Square, occupied: u64) -> u64 {
                self.look_up(Piece::Rook, square, occupied)
            }

            #[inline(always)]
            fn bishop(self, square: Square, occupied: u64) -> u64 {
                self.look_up(Piece::Bishop, square, occupied)
            }

            $($methods)*
        }
    };
}
pub(super) use peer_of_tables;

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

/// Returns the rank, file, diagonal and antidiagonal through a square, without the square.
pub(super) const fn lines_of(square: usize) -> [u64; 4] {
    let (mut lines, mut number) = ([0; 4], 0);
    while number < 4 {
        lines[number] = constant::line_attacks(Square::ALL[square], Line::ALL[number], 0);
        number += 1;
    }
    lines
}
