//! Fills: the attacks of all sliders of a side along one line, computed at once.
//!
//! Each lane holds one board. A side's rays in one direction never overlap, because a ray ends at the next
//! piece and another slider on the line is such a piece. The number of squares in a fill is therefore the
//! exact number of moves in that direction, without a loop over sliders and without a table.
//!
//! | fill | method | used for |
//! |---|---|---|
//! | [`KoggeStone`] | three steps of 1, 2 and 4 squares | any line, any lanes |
//! | [`SubtractEast`] | ranks: east by `o ^ (o - 2r)` in each byte, west by Kogge-Stone | vectors of bytes |
//! | [`SubtractBothWays`] | ranks: both directions by `o ^ (o - 2r)` with the bits of each byte reversed | NEON, GFNI |
//! | [`SubtractTransposed`] | files: as ranks of the transposed board | GFNI |
//!
//! Sources: [Fill Algorithms](https://www.chessprogramming.org/Fill_Algorithms), and those of each module.

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
    /// The fill along the ranks.
    type Rank: Fill<V>;
    /// The fill along the files.
    type File: Fill<V>;
    /// The fill along the diagonals.
    type Diagonal: Fill<V>;
    /// The fill along the antidiagonals.
    type Antidiagonal: Fill<V>;
}

/// Kogge-Stone fills for every line.
#[derive(Clone, Copy, Debug)]
pub struct AllKoggeStone;
/// Subtraction for rank attacks to the east, and Kogge-Stone for the rest.
#[derive(Clone, Copy, Debug)]
pub struct SubtractRanksEast;
/// Subtraction for ranks, and Kogge-Stone for the rest.
#[derive(Clone, Copy, Debug)]
pub struct SubtractRanks;
/// Subtraction for ranks and files, and Kogge-Stone for the diagonals.
#[derive(Clone, Copy, Debug)]
pub struct SubtractRanksAndFiles;

/// Implements [`Fills`] for each type. The diagonals are always Kogge-Stone fills.
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
