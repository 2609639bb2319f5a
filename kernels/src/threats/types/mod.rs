//! The types of threats in the public interface: threats, their kinds and changes, boards of bytes, and
//! layouts of inputs.
//!
//! | file | contents |
//! |---|---|
//! | `threat.rs`, `kinds.rs`, `changes.rs` | threats, selections of them, and changes |
//! | `layout.rs` | the numbers of a network's inputs |
//! | `mailbox.rs`, `mailbox_ref.rs`, `board_change.rs` | boards of bytes, those of other programs, and their changes |

mod board_change;
mod changes;
mod kinds;
pub(crate) mod layout;
mod mailbox;
mod mailbox_ref;
mod threat;

pub use board_change::BoardChange;
pub use changes::{ChangePlaces, ThreatChanges};
pub use kinds::ThreatKinds;
#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
pub(crate) use kinds::WHITE_KNIGHT;
pub use layout::{LikeThreats, MirroredKing, Perspectives, ThreatLayout};
pub use mailbox::{Mailbox, PiecePlanes};
pub use mailbox_ref::{MailboxRef, PieceCodes};
pub use threat::{MAX_THREATS, Threat};
