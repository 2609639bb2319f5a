//! Lanes with the pieces of one position by role, for [exchanges on a
//! square](crate::positions::engine::exchange).

use crate::Square;
use crate::chess::Position;
use crate::lanes::{EightLanes, Simd};

/// Eight lanes with the pieces of a position: white pawns, black pawns, knights, bishops, rooks, queens,
/// queens again, and kings.
///
/// The least valuable pieces are in the first lane that is not empty. There are two lanes of queens because a
/// lane has one set of squares from which its pieces attack, and queens attack like rooks and like bishops.
pub trait PieceLanes: EightLanes {
    /// The value of the pieces in each lane.
    type Values: Copy;

    /// Returns the pieces of a position.
    fn of_position(token: Self::Token, position: &Position) -> Self;
    /// Returns the pieces that attack a square. `lines` are the attacks of a queen on the square.
    fn attackers(self, square: Square, lines: <Self::Token as Simd>::FourLanes) -> Self;
    /// Returns a bit for each lane with a piece in the same lane of `set`.
    fn lanes_in(self, set: Self) -> u8;
    /// Returns a number other than 0 if any lane has a piece in the same lane of `set`.
    fn any_in(self, set: Self) -> u32;
    /// Like [`any_in`](Self::any_in), but also returns a number other than 0 if any lane of `lines` is not 0.
    fn any_in_or(self, set: Self, lines: <Self::Token as Simd>::FourLanes) -> u32;
    /// Returns the lowest piece of the first lane that is in `lanes`, as a bitboard. The lanes of queens are
    /// one lane for this, so that the answer does not depend on how a queen attacks.
    fn first(self, lanes: u8) -> u64;
    /// Returns the value of the pieces in each lane, from the values of the roles.
    fn values(token: Self::Token, values: &[i32; 6]) -> Self::Values;
    /// Returns the value of the pieces in the first lane that is in `lanes`, or 0 for no lane.
    fn value(token: Self::Token, values: &Self::Values, lanes: u8) -> i64;

    /// Returns the first four lanes.
    fn first_half(self) -> <Self::Token as Simd>::FourLanes;
    /// Returns the sliders that move along each line.
    fn line_sliders(token: Self::Token, position: &Position) -> <Self::Token as Simd>::FourLanes;
}

/// The lanes of queens, as a mask.
#[cfg(target_feature = "sse2")]
pub(super) const QUEENS: u8 = 0b0110_0000;
/// The lane of kings, as a mask.
pub const KINGS: u8 = 1 << 7;

/// The indexes of the words whose intersection is each lane of [`PieceLanes`]. Of bishops and rooks, the
/// second word is removed instead.
#[cfg(target_feature = "sse2")]
pub(super) const WORDS: [[u64; 8]; 2] = {
    use crate::chess::word::{BLACK, DIAGONAL, KINGS, KNIGHTS, ORTHOGONAL, PAWNS, WHITE};
    let [white, black, pawns, knights] = [WHITE as u64, BLACK as u64, PAWNS as u64, KNIGHTS as u64];
    let [diagonal, orthogonal, kings] = [DIAGONAL as u64, ORTHOGONAL as u64, KINGS as u64];
    [
        [white, black, knights, diagonal, orthogonal, diagonal, diagonal, kings],
        [pawns, pawns, knights, orthogonal, diagonal, orthogonal, orthogonal, kings],
    ]
};
/// All ones in the lanes of bishops and rooks.
#[cfg(target_feature = "sse2")]
pub(super) const REMOVED: [u64; 8] = [0, 0, 0, u64::MAX, u64::MAX, 0, 0, 0];

/// The lanes that take the attacks of lines in [`PieceLanes::attackers`].
#[cfg(target_feature = "sse2")]
pub(super) const ON_LINES: u8 = 0b0111_1000;
