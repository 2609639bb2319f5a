//! [`ThreatChanges`], the threats that a change adds and removes, and the places that kernels write them to.

use core::fmt;

use super::threat::Threat;

/// The maximum number of changes in a list of [`ThreatChanges`], and room for a vector store behind them.
pub(crate) const CHANGES_ROOM: usize = 80;

/// The threats that a move, or another change of a board, adds and removes.
///
/// They update a list of threats: `after = before - removed + added`. No threat is in both lists. Each list
/// has at most 64 threats, and typically about three.
/// [`ThreatLayout::inputs_of`](super::layout::ThreatLayout::inputs_of) numbers them as inputs of a network.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{
///     Position,
///     threats::{ThreatChanges, ThreatKinds},
/// };
///
/// let position: Position = "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1".parse()?;
/// let mut changes = ThreatChanges::new();
/// position.threat_changes(
///     position.parse_uci("e2e4")?,
///     ThreatKinds::ALL,
///     &mut changes,
/// );
/// let texts = |threats: &[quadline::threats::Threat]| {
///     threats.iter().map(ToString::to_string).collect::<Vec<_>>()
/// };
/// assert_eq!(texts(changes.removed()), ["white king on e1 attacks white pawn on e2"]);
/// let mut added = texts(changes.added());
/// added.sort();
/// assert_eq!(
///     added,
///     [
///         "black pawn on d5 attacks white pawn on e4",
///         "white pawn on e4 attacks black pawn on d5"
///     ]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct ThreatChanges {
    pub(crate) added: ChangeList,
    pub(crate) removed: ChangeList,
}

/// A list of threats.
#[derive(Clone)]
#[repr(C, align(64))]
#[doc(hidden)]
pub struct ChangeList {
    pub(crate) places: [Threat; CHANGES_ROOM],
    pub(crate) count: usize,
}

impl ChangeList {
    const EMPTY: Self = Self { places: [Threat::NONE; CHANGES_ROOM], count: 0 };

    /// Returns an empty list in the same places.
    #[inline(always)]
    fn places(&mut self) -> ChangePlaces<'_> {
        ChangePlaces { places: &mut self.places, count: 0 }
    }

    /// Returns the threats in the list.
    #[inline(always)]
    pub(crate) fn get(&self) -> &[Threat] {
        &self.places[..self.count]
    }

    /// Adds a threat.
    #[inline(always)]
    pub(crate) fn push(&mut self, threat: Threat) {
        self.places[self.count] = threat;
        self.count += 1;
    }

    /// Copies the threats to a slice, as far as they fit, and returns their number.
    pub(crate) fn copy_to(&self, places: &mut [Threat]) -> usize {
        for (place, threat) in places.iter_mut().zip(self.get()) {
            *place = *threat;
        }
        self.count
    }

    /// Adds threats, except those in the opposite list, which are removed from it instead.
    fn extend(&mut self, threats: &Self, opposite: &mut Self) {
        for &threat in threats.get() {
            match opposite.get().iter().position(|&other| other == threat) {
                Some(index) => {
                    opposite.count -= 1;
                    opposite.places[index] = opposite.places[opposite.count];
                }
                None => self.push(threat),
            }
        }
    }
}

/// A slice that changes are written to, and their number, which may exceed its length.
#[derive(Debug)]
#[doc(hidden)]
pub struct ChangePlaces<'a> {
    places: &'a mut [Threat],
    count: usize,
}

impl<'a> ChangePlaces<'a> {
    /// Returns places without a threat.
    #[inline(always)]
    pub(crate) fn new(places: &'a mut [Threat]) -> Self {
        Self { places, count: 0 }
    }

    /// Returns the number of threats.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Counts a threat, and writes it if there is room.
    #[inline(always)]
    pub(crate) fn push(&mut self, threat: Threat) {
        if let Some(place) = self.places.get_mut(self.count) {
            *place = threat;
        }
        self.count += 1;
    }

    /// Counts the first `count` threats that `store` writes, and writes them as far as there is room.
    #[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
    #[inline(always)]
    pub(crate) fn write<const N: usize>(&mut self, count: u32, store: impl FnOnce(&mut [Threat; N])) {
        match self.places.get_mut(self.count..).and_then(<[Threat]>::first_chunk_mut) {
            Some(places) => store(places),
            None => {
                let mut threats = [Threat::NONE; N];
                store(&mut threats);
                self.write_last(&threats[..N.min(count as usize)]);
            }
        }
        self.count += count as usize;
    }

    /// Writes threats that do not have the room of a vector, as far as there is room.
    #[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
    #[cold]
    fn write_last(&mut self, threats: &[Threat]) {
        for (place, threat) in self.places.iter_mut().skip(self.count).zip(threats) {
            *place = *threat;
        }
    }
}

impl ThreatChanges {
    /// Returns empty lists.
    #[must_use]
    pub const fn new() -> Self {
        Self { added: ChangeList::EMPTY, removed: ChangeList::EMPTY }
    }

    /// Returns the threats that exist after the change but not before it, in unspecified order.
    #[inline]
    #[must_use]
    pub fn added(&self) -> &[Threat] {
        self.added.get()
    }

    /// Returns the threats that exist before the change but not after it, in unspecified order.
    #[inline]
    #[must_use]
    pub fn removed(&self) -> &[Threat] {
        self.removed.get()
    }

    /// Removes all threats from both lists.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.added.count = 0;
        self.removed.count = 0;
    }

    /// Replaces the contents by the added and the removed threats that a function writes.
    #[inline(always)]
    pub(crate) fn fill(&mut self, write: impl FnOnce(&mut ChangePlaces<'_>, &mut ChangePlaces<'_>)) {
        let (mut added, mut removed) = (self.added.places(), self.removed.places());
        write(&mut added, &mut removed);
        let (added, removed) = (added.count, removed.count);
        // Whole vectors are stored only where there is room for them, so the lists are never longer than
        // their places.
        self.added.count = added.min(CHANGES_ROOM);
        self.removed.count = removed.min(CHANGES_ROOM);
    }

    /// Adds the changes of a later step. Threats that were added before and are removed now, or the reverse,
    /// are dropped.
    pub(crate) fn then(&mut self, later: &Self) {
        self.added.extend(&later.added, &mut self.removed);
        self.removed.extend(&later.removed, &mut self.added);
    }
}

impl Default for ThreatChanges {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for ThreatChanges {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ThreatChanges")
            .field("added", &self.added())
            .field("removed", &self.removed())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;
    use std::format;
    use std::vec::Vec;

    #[test]
    fn changes_that_undo_each_other_are_dropped() {
        let threat = |to| Threat { to, ..Threat::NONE };
        let changes = |added: &[Square], removed: &[Square]| {
            let mut changes = ThreatChanges::default();
            added.iter().for_each(|&to| changes.added.push(threat(to)));
            removed.iter().for_each(|&to| changes.removed.push(threat(to)));
            changes
        };
        let mut first = changes(&[Square::A1, Square::B1, Square::C1], &[Square::D1]);
        first.then(&changes(&[Square::D1, Square::E1], &[Square::A1, Square::F1]));
        // The order is unspecified.
        let mut added: Vec<Square> = first.added().iter().map(|threat| threat.to).collect();
        added.sort_unstable();
        assert_eq!(added, [Square::B1, Square::C1, Square::E1]);
        assert_eq!(first.removed(), [Square::F1].map(threat));
        first.clear();
        assert_eq!(format!("{first:?}"), "ThreatChanges { added: [], removed: [] }");
    }
}
