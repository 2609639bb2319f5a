//! Many sliders in one call.
//!
//! The batch functions write to slices that you provide. They do not allocate, except those of
//! `batch::parallel`, and slices may have any length and alignment.
//!
//! # Pairs, or squares of one board
//!
//! Functions such as [`rook_attacks`](crate::batch::rook_attacks) take a board for each square.
//! [`rook_attacks_on`](crate::batch::rook_attacks_on) and the like take one board for all squares.
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
//! assert_eq!(
//!     attacks[1],
//!     bitboard! {
//!         . . . . . . . .
//!         . . . . . . . .
//!         . . 1 . . . . .
//!         . . 1 . . . . .
//!         1 1 . 1 1 1 . .
//!         . . 1 . . . . .
//!         . . 1 . . . . .
//!         . . 1 . . . . .
//!     }
//! );
//! // The same as pairs: one board for each square.
//! let mut pairs = [0; 2];
//! batch::rook_attacks(&rooks, &[occupied; 2], &mut pairs);
//! assert_eq!(pairs, attacks);
//! ```
//!
//! # Batch length
//!
//! A batch of fewer than eight sliders (twelve at the levels `avx2` and `neon`) is a loop over single calls,
//! so it is not slower than your own loop. From that length on, the vectors are used. At the levels without
//! vectors, `lzcnt`, `portable` and `scalar`, every batch is such a loop. On 32-bit x86, `portable` uses
//! vectors from a length of twelve on.
//!
//! The speed per slider stops growing at a length of a few hundred; `benches/README.md` in a checkout has a
//! table by length. Long batches are not split, so data that does not fit in the L2 cache is streamed from
//! memory. Each slider reads 9 bytes (a [`Square`](crate::Square) of one byte and a board) and writes 8.
//!
//! If you store squares as bytes, they can be converted without a copy:
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
//! # Panics
//!
//! A function with one result for each square or position panics if its slices differ in length. Nothing is
//! written in that case, and the message gives all lengths. The pages of the other functions name their
//! conditions: `legal_moves` panics if there is no room for a move, and `threats` returns the number of all
//! threats instead.
//!
//! ```should_panic
//! // slices of unequal length: squares 1, occupied 2, attacks 1; all must be as long as squares
//! quadline::batch::rook_attacks(&[quadline::Square::A1], &[0, 0], &mut [0]);
//! ```
//!
//! # All cores
//!
//! With the feature `rayon`, the module `batch::parallel` has most of these functions under the same names;
//! its page names the others. They use all cores if the slices are longer than 16,384 (lists of moves:
//! 4,096).
