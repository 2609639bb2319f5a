//! Work on whole positions: attacked squares, numbers and lists of legal moves, and the positions after them.
//!
//! All contestants start from the bitboards of a position and write the results to memory. The reference for
//! attacked squares and counts is cozy-chess, whose boards already contain checkers and pins. Its loops are
//! compiled as for any dependent, without the features of this CPU; a second build of this program (see the
//! crate's page) compiles it for the CPU. PEXT, square by square from the bitboards, is the reference for
//! threats and the numbers of network inputs; see [`threats_by_look_ups`]. That for packed boards is a loop
//! over the pieces.
//!
//! Lists of moves are kept: each contestant writes the list of a position after those of the positions
//! before, like a batch. Loops over single calls that overwrite the same list do less work: they took 0.97 to
//! 0.99 of the time on plain words (Zen 5, 65,536 positions). Only shakmaty returns lists of its own, which
//! are dropped.
//!
//! | file | contents |
//! |---|---|
//! | `task.rs`, `query.rs`, `work.rs`, `subjects.rs`, `results.rs` | what is computed, its inputs, and how results are written |
//! | `one_by_one.rs`, `many.rs` | quadline: position by position, and many in a call |
//! | `cozy_chess.rs`, `shakmaty.rs` | other libraries |
//! | `look_ups.rs`, `threats_by_look_ups.rs`, `by_loop.rs` | lookups, and loops over pieces |

mod by_loop;
mod cozy_chess;
mod look_ups;
mod many;
mod one_by_one;
mod query;
mod results;
mod shakmaty;
mod subjects;
mod task;
pub mod threats_by_look_ups;
mod work;

pub use by_loop::ByLoop;
pub use cozy_chess::{CozyChess, attacked_by_cozy_chess};
pub use look_ups::LookUps;
pub use many::Many;
pub use one_by_one::{Methods, OneByOne};
pub use query::Query;
pub use shakmaty::Shakmaty;
pub use subjects::Subjects;
pub use task::{ENGINES_KINDS, Task};
pub use work::{Scratch, WholePositions, parts};

use core::hint::black_box;

use quadline_kernels::threats::{Threat, ThreatChanges};

// Arms of `match` with these guards are not compiled without the feature.
const POSITIONS: bool = cfg!(feature = "positions");
const THREATS: bool = cfg!(feature = "threats");
const TEXT: bool = cfg!(feature = "text");

/// A contestant for some of the tasks.
pub trait Whole: Copy + 'static {
    /// Returns whether it supports the task.
    fn suits(task: Task) -> bool;
    /// Runs a loop over positions, compiled apart and with the CPU features that this contestant may use.
    #[inline(never)]
    fn compiled(self, work: impl FnOnce()) {
        work();
    }
    /// Writes the squares that each side attacks.
    fn attacked(self, work: &WholePositions, white: &mut [u64], black: &mut [u64]) {
        unreachable!("`suits` says no: {} {} {}", work.positions.len(), white.len(), black.len());
    }
    /// Writes the numbers of legal moves.
    fn counts(self, work: &WholePositions, counts: &mut [u16]) {
        unreachable!("`suits` says no: {} counts for {} positions", counts.len(), work.positions.len());
    }
    /// Writes the lists of legal moves to the scratch memory, one after the other, and their lengths.
    fn lists(self, work: &WholePositions, counts: &mut [u16]) {
        unreachable!("`suits` says no: {} lists for {} positions", counts.len(), work.positions.len());
    }
    /// Writes the positions after the legal moves to the scratch memory, and their numbers.
    fn successors(self, work: &WholePositions, counts: &mut [u16]) {
        unreachable!("`suits` says no: {} lists for {} positions", counts.len(), work.positions.len());
    }
    /// Writes the threats, position by position.
    fn threats(self, work: &WholePositions, threats: &mut [Threat]) {
        unreachable!("`suits` says no: {} {}", work.positions.len(), threats.len());
    }
    /// Writes the change of the number of threats by a move.
    fn threat_changes(self, work: &WholePositions, counts: &mut [u64]) {
        unreachable!("`suits` says no: {} {}", work.positions.len(), counts.len());
    }
    /// Writes the answers to a query about each position.
    fn each(self, query: Query, work: &WholePositions, _: &mut [u64]) {
        unreachable!("`suits` says no: {query} of {} positions", work.positions.len());
    }
}

/// Returns the change of the number of threats as a result, because lookups may have a threat in both lists.
/// The lists are passed to `black_box`, so the compiler must write them.
#[inline(always)]
fn gained(changes: &ThreatChanges) -> u64 {
    let changes = black_box(changes);
    changes.added().len().wrapping_sub(changes.removed().len()) as u64
}

/// Calls a method of a contestant in [`Whole::compiled`].
macro_rules! compiled {
    ($who:ident.$task:ident($($argument:expr),*)) => {
        $who.compiled(
            #[inline(always)]
            move || $who.$task($($argument),*),
        )
    };
}

/// Runs the task: attacked squares of White, then of Black; counts, four per word.
pub fn answer<W: Whole>(who: W, work: &WholePositions, answers: &mut [u64]) {
    let count = work.positions.len();
    match work.task {
        Task::AttackedSquares if POSITIONS => {
            let (white, black) = answers.split_at_mut(count);
            compiled!(who.attacked(work, white, black));
        }
        Task::MoveCounts if POSITIONS => {
            compiled!(who.counts(work, &mut bytemuck::cast_slice_mut(answers)[..count]))
        }
        Task::MoveLists if POSITIONS => {
            compiled!(who.lists(work, &mut bytemuck::cast_slice_mut(answers)[..count]))
        }
        Task::Successors if POSITIONS => {
            compiled!(who.successors(work, &mut bytemuck::cast_slice_mut(answers)[..count]))
        }
        Task::Threats if THREATS => {
            let threats: &mut [u32] = bytemuck::cast_slice_mut(answers);
            let (length, places) = (threats.len(), threats.as_mut_ptr().cast::<Threat>());
            // SAFETY: a threat has the size and alignment of a `u32`. Kernels do not read these places, and
            // write threats only; other bytes are read as `u32` only.
            let threats = unsafe { core::slice::from_raw_parts_mut(places, length) };
            compiled!(who.threats(work, threats));
        }
        Task::ThreatChanges | Task::ThreatChangesAssembled if THREATS => {
            compiled!(who.threat_changes(work, answers))
        }
        Task::Each(query) => compiled!(who.each(query, work, answers)),
        _ => unreachable!("this program has no such shape"),
    }
}
