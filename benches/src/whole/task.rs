//! [`Task`]: the work of contestants for each position.

use quadline_kernels::threats::{ThreatKinds, ThreatLayout};

use super::Query;

/// The kinds of threats that Stockfish, PlentyChess and Viridithas use in mid-2026.
pub const ENGINES_KINDS: ThreatKinds = ThreatKinds::INPUTS_59808;
/// The network inputs of these threats.
pub(super) const LAYOUT: ThreatLayout = ThreatLayout::new(ENGINES_KINDS);

/// A task for whole positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The squares that each side attacks, including protected pieces.
    AttackedSquares,
    /// The number of legal moves.
    MoveCounts,
    /// The lists of legal moves, with each move written as 16 bits.
    MoveLists,
    /// The positions after the legal moves, with each position written.
    Successors,
    /// The threats of [`ENGINES_KINDS`], position after position.
    Threats,
    /// The threats of [`ENGINES_KINDS`] that a move changes, in lists that the next position overwrites. The result
    /// is the difference of their lengths.
    ThreatChanges,
    /// The same of positions that are assembled from sets of roles and colors for the call.
    ThreatChangesAssembled,
    /// A query about each position.
    Each(Query),
}

impl Task {
    /// Returns the feature of this package that the task belongs to.
    pub const fn family(self) -> &'static str {
        match self {
            Self::Threats | Self::ThreatChanges | Self::ThreatChangesAssembled => "threats",
            Self::Each(query) => query.family(),
            _ => "positions",
        }
    }

    /// Returns the functions of quadline that do it: for one position, and for many.
    pub fn functions(self) -> (Option<&'static str>, Option<&'static str>) {
        match self {
            Self::AttackedSquares => (Some("attacked_squares"), Some("attacked_squares")),
            Self::MoveCounts => (Some("legal_move_count"), Some("legal_move_counts")),
            Self::MoveLists => (Some("legal_moves"), Some("legal_moves")),
            Self::Successors => (Some("successors"), None),
            Self::Threats => (Some("threats"), Some("threats")),
            Self::ThreatChanges | Self::ThreatChangesAssembled => (Some("threat_changes"), None),
            Self::Each(query) => (Some(query.row().of_one), query.row().of_many),
        }
    }
}
