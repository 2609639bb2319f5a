//! How one pass over four lanes computes a queen's attacks.
//!
//! A queen attacks along its rank, file, diagonal and antidiagonal, in both directions up to and including
//! the first piece. Pieces elsewhere and on its own square do not matter. Four lines go through a square, and
//! a vector register of 256 bits has four lanes of 64 bits, so each lane computes one line:
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
//! assert_eq!(
//!     lines.antidiagonal(),
//!     bitboard! {
//!         . . . . . . . .
//!         . . . . . . . .
//!         . 1 . . . . . .
//!         . . 1 . . . . .
//!         . . . . . . . .
//!         . . . . 1 . . .
//!         . . . . . . . .
//!         . . . . . . . .
//!     }
//! );
//! assert_eq!(lines.rook(), lines.rank() | lines.file());
//! assert_eq!(lines.bishop(), lines.diagonal() | lines.antidiagonal());
//! assert_eq!(lines.to_array()[Line::Antidiagonal.lane()], lines.antidiagonal());
//! ```
//!
//! # Subtraction finds the blocker
//!
//! The pieces of a line above the slider are the ones of a binary number. Subtracting 1 from a number turns
//! its lowest 1 into 0 and all zeros below it into ones. So the subtraction changes exactly the squares up to
//! the first blocker, and the exclusive or of the number before and after contains them. The formulas differ
//! in how they do this for both directions:
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
//! No step examines single bits or branches, so four lines can be computed in the four lanes of a vector. A
//! table of masks (2 KiB) has the four lines of each square next to each other. The order of the lanes is
//! that of [`Line`](crate::Line): rank, file, diagonal, antidiagonal.
//!
//! # Lines in lanes, sliders in lanes
//!
//! The lanes can hold different things:
//!
//! * the four lines of one slider;
//! * four or eight sliders, whose lines are computed one after the other;
//! * with AVX-512 and GFNI, sixteen sliders in the 64 bytes of one register, whose lines are gathered and
//!   spread by products of bit matrices;
//! * eight [positions](super::positions), or the eight directions of one.
//!
//! [Batches](super::batches) choose between them.
