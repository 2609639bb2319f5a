//! Attacks of pieces on other pieces, which recent neural networks take as inputs.
//!
//! The files of this folder:
//!
//! | file | contents |
//! |---|---|
//! | `types/` | the types of the public interface |
//! | `kernel.rs` | the trait of the kernels for all threats of a position, and the places that they write to |
//! | `in_line_order.rs` | all threats of a position, with vectors: neighbors in a list are neighbors on a line |
//! | `piece_by_piece.rs` | all threats of a position, with 64-bit integers; also for boards with more pieces than a vector holds |
//! | `changes.rs` | the threats that a change of the board adds and removes |
//! | `seen.rs`, `seen_by_words.rs` | the pieces that are seen from two squares with vectors, and from one with 64-bit integers |
//! | `inputs/` | the numbers of threats and of pairs of pawns in a network's layout, and the traits of their lanes |
//! | `lanes.rs`, `ray_lanes.rs` | the traits of the lanes of lists of pieces, and of the pieces seen from a square |
//! | `avx2/`, `avx512/` | all these lanes with AVX2 and with AVX-512 VBMI: `list.rs`, `rays.rs`, and `inputs.rs`; `numbers.rs` numbers threats with VBMI |
//! | `neon.rs` | the lanes of the pieces seen from a square with NEON |

#[cfg(target_feature = "sse2")]
mod avx2;
#[cfg(target_feature = "sse2")]
mod avx512;
pub(crate) mod changes;
#[cfg(target_feature = "sse2")]
pub(crate) mod in_line_order;
pub(crate) mod inputs;
pub(crate) mod kernel;
#[cfg(target_feature = "sse2")]
pub(crate) mod lanes;
#[cfg(target_arch = "aarch64")]
mod neon;
pub(crate) mod piece_by_piece;
#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
pub(crate) mod ray_lanes;
#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
pub(crate) mod seen;
pub(crate) mod seen_by_words;
pub(crate) mod types;

pub use types::{
    BoardChange, LikeThreats, MAX_THREATS, Mailbox, MailboxRef, MirroredKing, Perspectives, PieceCodes,
    Threat, ThreatChanges, ThreatKinds, ThreatLayout,
};

/// The lanes that the [list of levels](crate::level) names.
#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
pub(crate) mod of_levels {
    #[cfg(target_feature = "sse2")]
    pub use super::avx2::{list::Avx2List, rays::Avx2Rays};
    #[cfg(target_feature = "sse2")]
    pub use super::avx512::rays::Avx512Rays;
    #[cfg(target_arch = "aarch64")]
    pub use super::neon::NeonRays;
}
