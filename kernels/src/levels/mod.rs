//! Which levels there are, and which one is chosen. Nothing here is about chess.
//!
//! A level is a set of CPU features. Kernels are compiled for each level, and the best level of the CPU is chosen
//! once, at run time or by the build. What a level computes is in `calls/`.
//!
//! | file | contents |
//! |---|---|
//! | `cpu/` | the list of CPU features, and their detection |
//! | `proof.rs` | tokens, which prove features, and the macros that define tokens and functions with features |
//! | `rows.rs` | the list of levels: name, targets and features of each |
//! | `detected.rs`, `error.rs` | a level that was detected on this CPU, and the error if it cannot be used |
//! | `choice.rs` | the choice of a level: the best one, or that of `QUADLINE_LEVEL` |
//! | `on_cpus.rs` | a test of the levels of imitated CPUs |

pub(crate) mod choice;
pub mod cpu;
pub mod detected;
pub mod error;
#[cfg(all(test, target_feature = "sse2", not(miri)))]
mod on_cpus;
pub mod proof;
pub mod rows;
