//! Threats: which piece attacks which, of a whole position and as changes by a move.
//!
//! | file | what it has |
//! |---|---|
//! | `in_line_order.rs` | all threats of a position, with vectors: neighbors in a list are neighbors on the board |
//! | `piece_by_piece.rs` | the same in plain words, and for boards with more pieces than a vector holds |
//! | `changes.rs` | the threats that a change of the board adds and removes, seen from its squares |
//! | `seen.rs`, `seen_by_words.rs` | what is seen from a square: in vectors, in plain words |

mod changes;
mod in_line_order;
mod piece_by_piece;
mod seen;
mod seen_by_words;

pub use changes::Seen;
pub(crate) use changes::{changes_of_mailbox, changes_of_move};
pub use in_line_order::InLineOrder;
pub use piece_by_piece::PieceByPiece;
pub use seen::SeenByVectors;
pub use seen_by_words::SeenByWords;

use crate::Square;
use crate::lanes::Simd;
use crate::position::{Position, Threat, ThreatKinds};

/// One slider after the other, as a level does it.
pub trait SliderAttacks: Simd {
    /// The attacks of a rook.
    fn of_rook(self, square: Square, occupied: u64) -> u64;
    /// The attacks of a bishop.
    fn of_bishop(self, square: Square, occupied: u64) -> u64;
    /// The attacks of a queen.
    fn of_queen(self, square: Square, occupied: u64) -> u64;
}

/// The kernel for all threats of a position, as a level has it.
pub trait ThreatsKernel<T: Simd> {
    /// Writes the threats of a position.
    fn threats(
        token: T,
        sliders: impl SliderAttacks,
        position: &Position,
        kinds: ThreatKinds,
        places: &mut Places<'_>,
    );
}

/// The places that threats are written to, and the number of threats, which may be larger than the number of places.
#[derive(Debug)]
pub struct Places<'a> {
    places: &'a mut [Threat],
    /// The number of threats so far.
    pub count: usize,
}

impl<'a> Places<'a> {
    /// Returns places of which none is taken.
    #[inline(always)]
    pub fn new(places: &'a mut [Threat]) -> Self {
        Self { places, count: 0 }
    }

    /// Writes a threat if there is a place for it, and counts it.
    #[inline(always)]
    pub fn push(&mut self, threat: Threat) {
        if let Some(place) = self.places.get_mut(self.count) {
            *place = threat;
        }
        self.count += 1;
    }

    /// Writes the first `count` of the threats that `store` writes, as far as there are places, and counts all of them.
    ///
    /// Where there is room for all `N`, they are written in place: those beyond `count` are overwritten by the next.
    #[inline(always)]
    pub fn write<const N: usize>(&mut self, count: u32, store: impl FnOnce(&mut [Threat; N])) {
        match self.places.get_mut(self.count..).and_then(<[Threat]>::first_chunk_mut) {
            Some(place) => store(place),
            None => {
                let mut threats = [Threat::NONE; N];
                store(&mut threats);
                self.write_last(&threats[..N.min(count as usize)]);
            }
        }
        self.count += count as usize;
    }

    /// Copies threats as far as there are places.
    #[cold]
    fn write_last(&mut self, threats: &[Threat]) {
        for (place, threat) in self.places.iter_mut().skip(self.count).zip(threats) {
            *place = *threat;
        }
    }
}

/// Writes the threats of many positions, one position after the other, where those of each begin, and returns their number.
#[inline(always)]
pub(crate) fn threats_of_many<T: SliderAttacks, K: ThreatsKernel<T>>(
    token: T,
    positions: &[Position],
    kinds: ThreatKinds,
    offsets: &mut [usize],
    threats: &mut [Threat],
) -> usize {
    super::check_offsets(positions.len(), offsets.len());
    let mut places = Places::new(threats);
    let (last, firsts) = offsets.split_last_mut().expect("one offset more than positions");
    for (position, first) in positions.iter().zip(firsts) {
        *first = places.count;
        K::threats(token, token, position, kinds, &mut places);
    }
    *last = places.count;
    places.count
}
