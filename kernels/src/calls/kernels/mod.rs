//! The kernels of a level.
//!
//! | file | contents |
//! |---|---|
//! | `list.rs` | the kernels of each level |
//! | `types.rs` | the types that this list names |
//! | `visit.rs` | iteration over all kernels, for tests and benchmarks |

pub(crate) mod list;
pub mod types;
pub(crate) mod visit;

use crate::batch::BatchKernel;
use crate::formula::Formula;
use crate::lanes::{Outlined, Simd, SliderAttacks};
use crate::levels::proof::Token;
use crate::positions::keys::KeysKernel;
use crate::positions::many::ManyKernel;
use crate::positions::numbered::NumberedKernel;
use crate::positions::packed::PackedKernel;
use crate::positions::successor_counts::{Nodes, SuccessorCountsKernel};
use crate::positions::{PositionKernel, lists::MoveLists};
use crate::threats::changes::Seen;
use crate::threats::kernel::ThreatsKernel;

/// The kernels that measure fastest at a level: its row of the [list] as a trait.
#[doc(hidden)]
pub trait Kernels: Token + Simd + Outlined + SliderAttacks + Sealed {
    /// For one slider.
    type Single: Formula<Self>;
    /// For one bishop, which has two lines only.
    type Bishop: Formula<Self>;
    /// For many sliders.
    type Batch: BatchKernel<Self>;
    /// For attacked squares, checks and pins, and numbers of legal moves of many positions.
    type Many: ManyKernel<Self>;
    /// For one position.
    type OnePosition: PositionKernel<Self>;
    /// For lists of legal moves.
    type Lists: MoveLists<Self>;
    /// For the number of legal moves of each successor.
    type SuccessorCounts: SuccessorCountsKernel<Self>;
    /// For all threats of a position.
    type Threats: ThreatsKernel<Self>;
    /// For packed boards.
    type Packed: PackedKernel<Self>;
    /// For hash keys of many positions.
    type Keys: KeysKernel<Self>;
    /// For moves by numbers.
    type Numbered: NumberedKernel<Self>;
    /// For the threats that a change of the board adds and removes.
    type ThreatChanges: Seen<Self>;
}

impl<L: Kernels> Nodes<L> for L {
    type Lists = <L as Kernels>::Lists;
    type OnePosition = <L as Kernels>::OnePosition;
}

/// Keeps other crates from implementing [`Level`](crate::calls::Level).
pub trait Sealed {}

/// Implements [`Kernels`] for a level, from the field `kernels` of its row.
///
/// The field names a kernel for each type of the trait. Two sets, which several rows share, take the place of
/// the types that they have in common: `..words` for levels that compute with 64-bit integers, and `..avx2`
/// for levels with AVX2 but without AVX-512.
macro_rules! kernels {
    ($level:ty { single: $single:ty, batch: $batch:ty, ..words }) => {
        $crate::calls::kernels::kernels! { $level {
            single: $single,
            bishop: $single,
            batch: $batch,
            many: ManyOneByOne,
            one_position: SliderBySlider<$single>,
            lists: Lines<SliderBySlider<$single>, InWords>,
            successor_counts: Played,
            threats: PieceByPiece,
            packed: PackedOneByOne,
            keys: KeysOneByOne,
            numbered: NumberedOneByOne,
            threat_changes: SeenByWords,
        } }
    };
    ($level:ty { single: $single:ty, batch: $batch:ty, ..avx2 }) => {
        $crate::calls::kernels::kernels! { $level {
            single: $single,
            bishop: HyperbolaQuintessenceFirstRank,
            batch: $batch,
            many: InRanks<Avx2Bytes<Self>, Plan32>,
            one_position: InDirections<Avx2Directions<Self>>,
            lists: Lines<InDirections<Avx2Directions<Self>>, InRegisters>,
            successor_counts: ChildrenInRanks<Avx2Bytes<Self>>,
            threats: InLineOrder<Avx2List<Self>>,
            packed: PackedInSquares<Avx2Squares<Self>>,
            keys: KeysByCodes<Avx2Bytes<Self>, 28, 9>,
            numbered: NumberedByAvx2<Self>,
            threat_changes: SeenByVectors<Avx2Rays<Self>>,
        } }
    };
    ($level:ty {
        single: $single:ty,
        bishop: $bishop:ty,
        batch: $batch:ty,
        many: $many:ty,
        one_position: $one_position:ty,
        lists: $lists:ty,
        successor_counts: $successor_counts:ty,
        threats: $threats:ty,
        packed: $packed:ty,
        keys: $keys:ty,
        numbered: $numbered:ty,
        threat_changes: $threat_changes:ty,
    }) => {
        impl $crate::calls::kernels::Kernels for $level {
            type Single = $single;
            type Bishop = $bishop;
            type Batch = $batch;
            type Many = $many;
            type OnePosition = $one_position;
            type Lists = $lists;
            type SuccessorCounts = $successor_counts;
            type Threats = $threats;
            type Packed = $packed;
            type Keys = $keys;
            type Numbered = $numbered;
            type ThreatChanges = $threat_changes;
        }
    };
}
pub(crate) use kernels;
