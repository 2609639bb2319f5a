//! The trait of the kernels for all threats of a position, and the places that they write to.

use core::mem::MaybeUninit;

use crate::chess::Position;
use crate::lanes::SliderAttacks;
use crate::lengths::check_offsets;
use crate::threats::inputs::lanes::ThreatNumbers;
use crate::threats::types::{Threat, ThreatKinds};

/// A level's kernel for all threats of a position.
pub trait ThreatsKernel<T: SliderAttacks> {
    /// The lanes that number the threats.
    type Numbers: ThreatNumbers<Token = T>;

    /// Writes the threats of a position.
    fn threats(token: T, position: &Position, kinds: ThreatKinds, places: &mut ThreatPlaces<'_>);
}

/// A slice that threats are written to, and their number, which may exceed its length.
#[derive(Debug)]
pub struct ThreatPlaces<'a> {
    places: &'a mut [MaybeUninit<Threat>],
    /// The number of threats so far. All places before this index have threats.
    pub count: usize,
}

impl<'a> ThreatPlaces<'a> {
    /// Returns places without a threat.
    #[inline(always)]
    pub fn new(places: &'a mut [Threat]) -> Self {
        // SAFETY: the two types have the same layout, and `ThreatPlaces` writes nothing but threats.
        Self::uninit(unsafe { &mut *(places as *mut [Threat] as *mut [MaybeUninit<Threat>]) })
    }

    /// Returns places that need not have threats. Clearing them took a seventh of the time of a position's
    /// inputs with AVX-512 VBMI (Zen 5).
    #[inline(always)]
    pub fn uninit(places: &'a mut [MaybeUninit<Threat>]) -> Self {
        Self { places, count: 0 }
    }

    /// Returns the threats, as far as there was room.
    #[inline(always)]
    pub fn written(self) -> &'a [Threat] {
        let written = &self.places[..self.count.min(self.places.len())];
        // SAFETY: the places before `count` have threats.
        unsafe { &*(written as *const [MaybeUninit<Threat>] as *const [Threat]) }
    }

    /// Counts a threat, and writes it if there is room.
    #[inline(always)]
    pub fn push(&mut self, threat: Threat) {
        if let Some(place) = self.places.get_mut(self.count) {
            place.write(threat);
        }
        self.count += 1;
    }

    /// Calls a function that writes the threats of a position to a [`Room`] and returns their number, and
    /// counts them.
    ///
    /// The room is part of the places if enough are free. Otherwise the threats are copied, as far as there
    /// are places.
    #[cfg(target_feature = "sse2")]
    #[inline(always)]
    pub fn with_room(&mut self, write: impl FnOnce(Room<'_>) -> usize) {
        let mut elsewhere = [const { MaybeUninit::uninit() }; ROOM];
        let free = self.places.get_mut(self.count..).and_then(<[_]>::first_chunk_mut);
        let is_elsewhere = free.is_none();
        let count = write(Room { places: free.unwrap_or(&mut elsewhere), count: 0 }).min(MOST);
        if is_elsewhere {
            self.copy(&elsewhere[..count]);
        }
        self.count += count;
    }

    /// Copies threats that were written elsewhere, as far as they fit.
    #[cfg(target_feature = "sse2")]
    #[cold]
    fn copy(&mut self, threats: &[MaybeUninit<Threat>]) {
        for (place, threat) in self.places.iter_mut().skip(self.count).zip(threats) {
            *place = *threat;
        }
    }
}

/// More threats than a board of at most 32 pieces has: each piece has at most eight, and one on the highest
/// occupied rank has fewer, because nothing is above it.
#[cfg(target_feature = "sse2")]
const MOST: usize = 256;
/// The places of a [`Room`]: stores of up to sixteen threats fit, wherever in it they begin.
#[cfg(target_feature = "sse2")]
pub const ROOM: usize = MOST - 1 + 16;

/// Places for the threats of one position, with room for stores of whole vectors.
///
/// [`ThreatPlaces`] would do as well, but a room is not seen by any function that is not inlined, so that its
/// count stays in a register. In memory each store of threats waits for the count of the one before: a
/// position took 109 ns with AVX2 instead of 90 (Zen 4).
#[cfg(target_feature = "sse2")]
#[derive(Debug)]
pub struct Room<'a> {
    places: &'a mut [MaybeUninit<Threat>; ROOM],
    count: usize,
}

#[cfg(target_feature = "sse2")]
impl Room<'_> {
    /// Returns the number of threats that were written.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Accepts the first `count` of the threats that `store` writes, which are as many as there are places.
    /// Those beyond are overwritten by the next.
    #[inline(always)]
    pub fn write<const N: usize>(&mut self, count: u32, store: impl FnOnce(&mut [MaybeUninit<Threat>; N])) {
        const { assert!(N <= 16) };
        // Only a position that is no board, with a knight and another piece on the same square, has so many
        // threats that the first ones are overwritten.
        let free = &mut self.places[self.count % MOST..];
        store(free.first_chunk_mut().expect("16 places behind every one of the first"));
        self.count += (count as usize).min(N);
    }
}

/// Writes the threats of a position and returns their number.
#[inline(always)]
pub(crate) fn threats<T: SliderAttacks, K: ThreatsKernel<T>>(
    token: T,
    position: &Position,
    kinds: ThreatKinds,
    threats: &mut [Threat],
) -> usize {
    let mut places = ThreatPlaces::new(threats);
    K::threats(token, position, kinds, &mut places);
    places.count
}

/// Writes the threats of many positions one after the other and the offsets at which those of each begin.
/// Returns the number of threats.
#[inline(always)]
pub(crate) fn threats_of_many<T: SliderAttacks, K: ThreatsKernel<T>>(
    token: T,
    positions: &[Position],
    kinds: ThreatKinds,
    offsets: &mut [usize],
    threats: &mut [Threat],
) -> usize {
    check_offsets(positions.len(), offsets.len());
    let mut places = ThreatPlaces::new(threats);
    let (last, firsts) = offsets.split_last_mut().expect("one offset more than positions");
    for (position, first) in positions.iter().zip(firsts) {
        *first = places.count;
        K::threats(token, position, kinds, &mut places);
    }
    *last = places.count;
    places.count
}
