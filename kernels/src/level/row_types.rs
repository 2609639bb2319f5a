//! The types that the rows of the [list of levels](super::list) name, and the choices among them that depend on the
//! target.

#[cfg(any(target_feature = "sse2", not(target_arch = "x86_64")))]
pub use crate::batch::plans::*;
#[cfg(target_feature = "sse2")]
pub use crate::batch::sliders::{OneGroup, SharedGroups};
pub use crate::batch::{OneByOne, sliders::SliderBySlider};
pub use crate::formula::{fill::*, *};
pub use crate::lanes::of_levels::*;
pub use crate::positions::InLanes;
#[cfg(target_feature = "sse2")]
pub use crate::positions::directions::InDirections;
pub use crate::positions::lists::lines::{Lines, words::InWords};
#[cfg(target_feature = "sse2")]
pub use crate::positions::lists::{candidates::Candidates, lines::avx2::InRegisters};
pub use crate::positions::threats::{PieceByPiece, SeenByWords};
#[cfg(target_feature = "sse2")]
pub use crate::positions::{
    ranks::InRanks,
    threats::{InLineOrder, SeenByVectors},
};

/// The portable level's formula: vectors where words are half as wide; elsewhere words, because the CPU counts their
/// leading zeros and the vectors of `wide` cannot.
#[cfg(target_arch = "x86")]
pub type PortableFormula = ObstructionShift;
#[cfg(target_arch = "aarch64")]
pub type PortableFormula = ObstructionFlip;
#[cfg(not(any(target_arch = "x86", target_arch = "aarch64")))]
pub type PortableFormula = OnWords<SbamgLookup>;
#[cfg(any(target_arch = "x86", target_arch = "aarch64"))]
pub type PortableBatch = LinesOrOneByOne<PortableFormula>;
#[cfg(not(any(target_arch = "x86", target_arch = "aarch64")))]
pub type PortableBatch = OneByOne<PortableFormula>;

/// The scalar level's formula: with a lookup of the rank on x86, which can reverse bytes but not bits.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub type ScalarFormula = HyperbolaQuintessenceFirstRank;
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
pub type ScalarFormula = ObstructionFlip;
/// The same for many sliders, measured for 32-bit and for 64-bit words.
#[cfg(not(target_arch = "x86_64"))]
pub type ScalarBatch = LinesOrOneByOne<ScalarFormula>;
#[cfg(target_arch = "x86_64")]
pub type ScalarBatch = OneByOne<OnWords<SbamgLookup>>;
