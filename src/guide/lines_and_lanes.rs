//! Four lines go through a square. A vector register has four lanes.
//!
//! A queen attacks along her rank, her file, her diagonal and her antidiagonal, on each of them in both directions up to the
//! first piece, which is included. What stands elsewhere does not matter, nor does what stands on her own square:
//!
//! ```
//! use quadline::{Line, Square, bitboard, queen_attacks_x4};
//!
//! let occupied = bitboard! {
//!     . . . . . . . .
//!     . . . P . . . .
//!     . P . . . . . .
//!     . . . . . . . .
//!     . . . q . P . .
//!     . . . . P . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! };
//! let lines = queen_attacks_x4(Square::D4, occupied);
//! assert_eq!(lines.antidiagonal(), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . 1 . . . . . .
//!     . . 1 . . . . .
//!     . . . . . . . .
//!     . . . . 1 . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! });
//! assert_eq!(lines.rook(), lines.rank() | lines.file());
//! assert_eq!(lines.bishop(), lines.diagonal() | lines.antidiagonal());
//! assert_eq!(lines.to_array()[Line::Antidiagonal.lane()], lines.antidiagonal());
//! ```
//!
//! # Subtraction finds the blocker
//!
//! Seen from the slider, the pieces above it on a line are the ones of a binary number. To subtract 1 from a number turns its
//! lowest 1 into 0 and all zeros below it into ones: exactly the squares up to the first blocker change. The exclusive or of
//! before and after has them. All formulas are ways to do that in both directions at once:
//!
//! ```
//! use quadline::bitboard;
//!
//! // The file above d1, blocked on d4 and d7; the slider's own square is where the subtraction begins.
//! let slider = 1_u64 << 3;
//! let file = 0x0808_0808_0808_0808_u64 & !slider;
//! let blockers = 1_u64 << (3 + 3 * 8) | 1 << (3 + 6 * 8);
//! let attacks = (blockers ^ (blockers - 2 * slider)) & file;
//! assert_eq!(attacks, bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . 1 . . . .
//!     . . . 1 . . . .
//!     . . . 1 . . . .
//!     . . . . . . . .
//! });
//! ```
//!
//! No step of it looks at the bits of the line one by one, or branches: so four lines go through it as four lanes of a vector,
//! with a table of masks that has the four lines of a square side by side (2 KiB). The order of the lanes is that of
//! [`Line`](crate::Line): rank, file, diagonal, antidiagonal.
//!
//! # Lines in lanes, sliders in lanes
//!
//! One slider fills four lanes with its lines. Of many sliders, four or eight stand side by side and go along one line after
//! the other; with AVX-512 and GFNI sixteen sliders are 64 bytes of one register, with the lines gathered and spread by products of
//! bit matrices. A [batch](super::batches) chooses by itself. For whole [positions](super::positions) the lanes hold eight
//! positions, or the eight directions of one.
