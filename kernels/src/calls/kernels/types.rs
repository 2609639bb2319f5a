//! The types that the rows of the [list of kernels](super::list) name, and type aliases that depend on the
//! target.

pub use crate::batch::OneByOne;
#[cfg(any(target_feature = "sse2", target_arch = "x86", target_arch = "aarch64"))]
pub use crate::batch::plans::*;
pub use crate::formula::*;
pub use crate::lanes::of_levels::*;
#[cfg(target_feature = "sse2")]
pub use crate::positions::directions::InDirections;
pub use crate::positions::keys::*;
pub use crate::positions::lists::lines::{Lines, words::InWords};
#[cfg(target_feature = "sse2")]
pub use crate::positions::lists::{candidates::Candidates, lines::avx2::InRegisters};
#[cfg(target_feature = "sse2")]
pub use crate::positions::many::ManyFrom;
pub use crate::positions::many::ManyOneByOne;
#[cfg(target_feature = "sse2")]
pub use crate::positions::numbered::NumberedInLanes;
pub use crate::positions::numbered::NumberedOneByOne;
pub use crate::positions::packed::PackedOneByOne;
#[cfg(target_feature = "sse2")]
pub use crate::positions::packed::{PackedInSquares, avx2::Avx2Squares};
#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
pub use crate::positions::ranks::children::ChildrenInRanks;
#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
pub use crate::positions::ranks::{InRanks, rank_plans::*};
pub use crate::positions::slider_by_slider::SliderBySlider;
pub use crate::positions::successor_counts::Played;
#[cfg(target_feature = "sse2")]
pub use crate::threats::in_line_order::InLineOrder;
#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
pub use crate::threats::{of_levels::*, seen::SeenByVectors};
pub use crate::threats::{piece_by_piece::PieceByPiece, seen_by_words::SeenByWords};

/// The portable level's kernel for many sliders: SSE2 on 32-bit x86, because integers have 32 bits there.
#[cfg(target_arch = "x86")]
pub type PortableBatch = LinesOrOneByOne<ObstructionShift>;
#[cfg(not(target_arch = "x86"))]
pub type PortableBatch = OneByOne<WordsFormula>;

/// Moves by numbers in four lanes, which deposit words of 64 bits. Hyperbola quintessence took 0.98 of the
/// time of the obstruction sum for entries of training data (Zen 5).
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub type NumberedByAvx2<L> = NumberedInLanes<Avx2X4<L>, HyperbolaQuintessence>;
#[cfg(all(target_arch = "x86", target_feature = "sse2"))]
pub type NumberedByAvx2<L> = NumberedOneByOne<L>;
