//! Fills: the attacks of all sliders of a side along one line, at once, on boards that lie one in each lane.
//!
//! A side's rays in one direction never meet: the ray of a rook ends at the next piece, and another rook on the same
//! line is such a piece. So the number of squares in one fill is the exact number of moves that way, and no loop over
//! sliders is needed, no square and no table.
//!
//! | fill | how | where |
//! |---|---|---|
//! | [`KoggeStone`] | three steps of 1, 2 and 4 squares | anywhere, any line |
//! | [`SubtractEast`] | ranks: east by `o ^ (o - 2r)` in each byte, west by doubling | vectors of bytes |
//! | [`SubtractBothWays`] | ranks: both ways by `o ^ (o - 2r)`, the bits of each byte mirrored | NEON, GFNI |
//! | [`SubtractTransposed`] | files: as ranks of the transposed board | GFNI |

mod kogge_stone;
mod line;
mod subtraction;

pub use kogge_stone::{
    KoggeStone, KoggeStoneAntidiagonal, KoggeStoneDiagonal, KoggeStoneFile, KoggeStoneRank,
};
pub use line::Fill;
pub use subtraction::{SubtractBothWays, SubtractEast, SubtractTransposed};

use crate::lanes::PositionLanes;

/// The four fills that measure fastest on a level.
pub trait Fills<V: PositionLanes>: Copy {
    /// Along the ranks.
    type Rank: Fill<V>;
    /// Along the files.
    type File: Fill<V>;
    /// Along the diagonals.
    type Diagonal: Fill<V>;
    /// Along the antidiagonals.
    type Antidiagonal: Fill<V>;
}

/// Everything by doubling.
#[derive(Clone, Copy, Debug)]
pub struct AllKoggeStone;
/// Ranks east by subtraction, the rest by doubling.
#[derive(Clone, Copy, Debug)]
pub struct SubtractRanksEast;
/// Ranks by subtraction, the rest by doubling.
#[derive(Clone, Copy, Debug)]
pub struct SubtractRanks;
/// Ranks and files by subtraction, the diagonals by doubling.
#[derive(Clone, Copy, Debug)]
pub struct SubtractRanksAndFiles;

/// Names the four fills of each way; the diagonals are by doubling in all of them.
macro_rules! fills {
    ($($name:ident: $lanes:ident, $rank:ident, $file:ident;)*) => {$(
        impl<V: crate::lanes::$lanes> Fills<V> for $name {
            type Rank = $rank<V>;
            type File = $file<V>;
            type Diagonal = KoggeStoneDiagonal<V>;
            type Antidiagonal = KoggeStoneAntidiagonal<V>;
        }
    )*};
}

fills! {
    AllKoggeStone: PositionLanes, KoggeStoneRank, KoggeStoneFile;
    SubtractRanksEast: ByteLanes, SubtractEast, KoggeStoneFile;
    SubtractRanks: MirrorLanes, SubtractBothWays, KoggeStoneFile;
    SubtractRanksAndFiles: TransposeLanes, SubtractBothWays, SubtractTransposed;
}
