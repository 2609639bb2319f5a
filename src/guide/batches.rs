//! Many sliders in a call: no allocation, any length, any alignment, into memory that you own.
//!
//! # Pairs, or squares of one board
//!
//! ```
//! use quadline::{Square, batch, bitboard};
//!
//! let occupied = bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . P . . . . .
//!     . . . . . . . .
//!     . . R . . P . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     R . . . . . . .
//! };
//! let rooks = [Square::A1, Square::C4];
//! let mut attacks = [0; 2];
//! batch::rook_attacks_on(occupied, &rooks, &mut attacks);
//! assert_eq!(attacks[1], bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . 1 . . . . .
//!     . . 1 . . . . .
//!     1 1 . 1 1 1 . .
//!     . . 1 . . . . .
//!     . . 1 . . . . .
//!     . . 1 . . . . .
//! });
//! // The same as pairs: a board for each square.
//! let mut pairs = [0; 2];
//! batch::rook_attacks(&rooks, &[occupied; 2], &mut pairs);
//! assert_eq!(pairs, attacks);
//! ```
//!
//! # How long is long enough
//!
//! With fewer than eight sliders a batch is the loop over single calls that you would write yourself; from eight on (AVX2
//! alone: twelve) the vectors pay, and from some hundred on nothing more is gained. Longer batches are not cut into parts by
//! anybody: what leaves the second cache streams from memory. [`Square`](crate::Square) is a `u8` and a board eight bytes, so
//! a slider moves 17 bytes; a set of squares that you have as bytes is a set of squares already, once checked:
//!
//! ```
//! use quadline::{Square, batch};
//!
//! let bytes = [0, 27, 63]; // from a file
//! let squares = Square::slice_from_bytes(&bytes)?;
//! let mut attacks = [0; 3];
//! batch::queen_attacks_on(0, squares, &mut attacks);
//! assert_eq!(attacks.map(u64::count_ones), [21, 27, 21]);
//! # Ok::<(), quadline::ParseSquareError>(())
//! ```
//!
//! # All sliders of a position, or of many
//!
//! [`slider_attacks`](crate::batch::slider_attacks) takes the three bitboards and the occupancy, and gives each slider's attacks in
//! the order of their squares, and their union; [`slider_attacks_of_many`](crate::batch::slider_attacks_of_many) does so for many.
//! Who wants no single sliders but what a side attacks, checks and pins, is better off with [positions](super::positions).
//!
//! # Slices that do not fit
//!
//! are a mistake of the program: a panic that names the lengths, before anything is written.
//!
//! ```should_panic
//! // slices of unequal length: squares 1, occupied 2, attacks 1; all must be as long as squares
//! quadline::batch::rook_attacks(&[quadline::Square::A1], &[0, 0], &mut [0]);
//! ```
//!
//! # All cores
//!
//! With the feature `rayon`, `batch::parallel` has the same functions over all cores, for slices longer than 16,384: all but those
//! whose answers differ in length from position to position, `slider_attacks_of_many` and `legal_moves`.
