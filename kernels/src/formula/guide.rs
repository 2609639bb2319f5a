//! The formulas: how each computes the attacks along one line, what it costs, and where it is the fastest.
//!
//! Every formula computes the same result. A slider is on a line, and other squares of the line may be
//! occupied. The slider attacks every square in both directions, up to and including the first occupied one.
//! The examples use this board, with a rook on d4 (`r` is the rook, `b` a blocker):
//!
//! ```
//! use quadline_kernels::{Line, Square, bitboard, reference};
//! let blockers = bitboard! {
//!     . . . b . . . .
//!     . . . . . . . .
//!     . . . b . . . .
//!     . . . . . . . .
//!     . b . . . . b .
//!     . . . . . . . .
//!     . . . b . . . .
//!     . . . b . . . .
//! };
//! assert_eq!(
//!     reference::rook_attacks(Square::D4, blockers),
//!     bitboard! {
//!         . . . . . . . .
//!         . . . . . . . .
//!         . . . 1 . . . .
//!         . . . 1 . . . .
//!         . 1 1 . 1 1 1 .
//!         . . . 1 . . . .
//!         . . . 1 . . . .
//!         . . . . . . . .
//!     }
//! );
//! ```
//!
//! Squares are bits, and a1 is the lowest. On any line, the squares above the slider (to the north, or to the
//! east on a rank) are higher bits, and the squares below it are lower bits. A subtraction borrows upwards
//! until it meets a one. The formulas differ in how they start the borrow, and in how they reach the squares
//! below, because a borrow never goes downwards.
//!
//! # SBAMG
//!
//! [`Sbamg`](super::Sbamg): `o ^ (o - 3 * cbn)`, by Syed Fahad and Gerd Isenberg (2022). `o` is the line
//! without the slider, and `cbn` is its closest blocker below (closest blocker, negative ray). Subtracting
//! `cbn` once removes that blocker. Subtracting the remaining `2 * cbn` borrows from the bits above, through
//! every empty square, up to the first blocker above. The exclusive or contains the bits that changed. On the
//! file of d4, `cbn` is d2:
//!
//! ```
//! # use quadline_kernels::{Line, Square, bitboard, formula::{LineFormula, Sbamg}};
//! let o = bitboard! {
//!     . . . b . . . .
//!     . . . . . . . .
//!     . . . b . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . b . . . .
//!     . . . b . . . .
//! };
//! let cbn = Square::D2.bit();
//! let changed_on_the_file = (o ^ o.wrapping_sub(3 * cbn)) & Line::File.through(Square::D4);
//! assert_eq!(changed_on_the_file, bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . 1 . . . .
//!     . . . 1 . . . .
//!     . . . r . . . .
//!     . . . 1 . . . .
//!     . . . 1 . . . .
//!     . . . . . . . .
//! });
//! let attacks = Sbamg::line_attacks(Square::D4, Line::File, o);
//! assert_eq!(attacks, changed_on_the_file & !Square::D4.bit());
//! ```
//!
//! If there is no blocker below, a1 takes its place as a sentinel; `tables.rs` explains why this is correct.
//! Each line takes one sentinel, two masks, the most significant one bit, its triple, a subtraction, an
//! exclusive or and a final mask. The masks take 6 KiB, or nothing with sliders in lanes. The formula is
//! fastest where leading zeros can be counted in every lane: AVX-512 has `vplzcntq`, and a rotation of 3
//! gives the triple in the same step. [`SbamgLookup`](super::SbamgLookup) reads the triple from a table of
//! 512 bytes.
//!
//! # Obstruction difference
//!
//! [`ObstructionDifference`](super::ObstructionDifference): `2 * ls1b(upper) - ms1b(lower)`, by Michael
//! Hoffmann. The attacks are the two closest blockers and everything between them. A power of two minus a
//! smaller power of two is the run of ones from the smaller one to just below the larger one.
//!
//! ```
//! # use quadline_kernels::{Line, Square, bitboard, formula::{LineFormula, ObstructionDifference}};
//! let (upper, lower) = (Square::D6.bit() | Square::D8.bit(), Square::D2.bit() | Square::D1.bit());
//! let ls1b = upper & upper.wrapping_neg(); // d6
//! let ms1b = Square::D2.bit();
//! let attacks = (2 * ls1b - ms1b) & Line::File.through(Square::D4) & !Square::D4.bit();
//! assert_eq!(attacks, bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . 1 . . . .
//!     . . . 1 . . . .
//!     . . . . . . . .
//!     . . . 1 . . . .
//!     . . . 1 . . . .
//!     . . . . . . . .
//! });
//! assert_eq!(attacks, ObstructionDifference::line_attacks(Square::D4, Line::File, upper | lower));
//! ```
//!
//! [`ObstructionFlip`](super::ObstructionFlip): `upper ^ (upper - ms1b(lower))`, by Daniel Infuehr (2022),
//! finds the upper blocker by the borrow instead of the LS1B, which saves two operations per line.
//! [`ObstructionShift`](super::ObstructionShift) computes the rays separately, `(upper ^ (upper - 1)) &
//! -ms1b(lower)`, and needs no sentinel: an arithmetic shift of the sign bit by the number of leading zeros
//! gives the second factor, which is all ones for an empty ray. [`ObstructionSum`](super::ObstructionSum)
//! combines both ideas, `upper ^ (upper + -ms1b(lower))`: the sum subtracts the blocker, or 1 where there is
//! none. All four read 6 KiB of masks. They are fastest where counting leading zeros is cheap and reversing
//! bytes is expensive, as with AVX-512.
//!
//! # Hyperbola quintessence
//!
//! [`HyperbolaQuintessence`](super::HyperbolaQuintessence): `(o - 2r) ^ reverse(reverse(o) - 2 *
//! reverse(r))`, by Gerd Isenberg and Aleks Peshkov (2007). It does not search for blockers. `o - r` borrows
//! from the slider up to the first blocker. On the reversed line, the same subtraction finds the squares
//! below.
//!
//! ```
//! # use quadline_kernels::{Line, Square, bitboard, formula::{HyperbolaQuintessence, LineFormula}};
//! let file = Line::File.through(Square::D4) & !Square::D4.bit();
//! let (o, r) = (Square::D8.bit() | Square::D6.bit() | Square::D2.bit() | Square::D1.bit(), Square::D4.bit());
//! let upwards = (o ^ (o - r)) & file;
//! assert_eq!(upwards, bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . 1 . . . .
//!     . . . 1 . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! });
//! // With mirrored ranks, the blocker on d2 is on d7, and the rook is on d5.
//! let (o_mirrored, r_mirrored) = (o.swap_bytes(), r.swap_bytes());
//! let downwards = (o_mirrored ^ (o_mirrored - r_mirrored)).swap_bytes() & file;
//! assert_eq!(downwards, bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . 1 . . . .
//!     . . . 1 . . . .
//!     . . . . . . . .
//! });
//! assert_eq!(upwards | downwards, HyperbolaQuintessence::line_attacks(Square::D4, Line::File, o));
//! ```
//!
//! Reversing the bytes of a word reverses every line except the rank, whose bits must be reversed. GFNI and
//! Arm reverse bits cheaply; there the formula reads 6 KiB and takes seven steps for four lines. On other
//! CPUs, [`HyperbolaQuintessenceFirstRank`](super::HyperbolaQuintessenceFirstRank) reverses bytes and looks
//! up the rank: two subtractions, two byte shuffles, an exclusive or and two masks for three lines, and five
//! instructions for the rank. It reads 8 KiB of masks, two cache lines per square, and 4 KiB for the ranks.
//! It is the default with AVX2.
//!
//! On Arm there are only estimates, in cycles of a loop by llvm-mca 19 (November 2026):
//!
//! | queen | Neoverse N1 | N2 | V1 | V2 |
//! |---|--:|--:|--:|--:|
//! | `HyperbolaQuintessence`, the default | 12.6 | 12.6 | 6.6 | 6.4 |
//! | `HyperbolaQuintessenceFirstRank` | 11.1 | 10.6 | 6.2 | 5.7 |
//! | `Kindergarten` | 12.7 | 8.2 | 6.3 | 4.9 |
//!
//! The default is still the whole reversal with NEON, because the tool overestimates the time of vector code:
//! for Zen 4 it has AVX2 with GFNI at 0.54 of PEXT's speed, where 1.05 was measured, and kindergarten at 0.48,
//! where 0.47 was measured.
//!
//! # First rank
//!
//! [`first_rank`](super::first_rank): a table contains the attacks along a rank. A blocker on an outer square
//! hides no other square, so only the six inner squares matter: 8 files × 64 occupancies = 512 bytes. A rank
//! is shifted down to the first rank, looked up, and shifted back.
//!
//! ```
//! # use quadline_kernels::{Square, bitboard, formula::first_rank::rank_attacks};
//! let blockers = bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . b . . . . b .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! };
//! assert_eq!(rank_attacks(Square::D4, blockers), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . 1 1 . 1 1 1 .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! });
//! ```
//!
//! This takes a shift, a mask, a load and a shift back.
//!
//! # Line states
//!
//! [`line_states`](super::line_states): for the lines other than ranks, a multiplication takes the place of
//! the shift. It moves their six inner squares next to each other. They form a number, the state of the line,
//! which is looked up. The method is from Stef Luijten's engine Winglet (2011). This is the file of d4, read
//! from the eighth rank down:
//!
//! ```
//! # use quadline_kernels::{Line, Square, bitboard, formula::{LineStates, line_states::line_state}};
//! let blockers = bitboard! {
//!     . . . b . . . .
//!     . . . . . . . .
//!     . . . b . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . b . . . .
//!     . . . b . . . .
//! };
//! // Seventh to second rank: . b . . . b, the first of them the lowest bit.
//! assert_eq!(line_state(Square::D4, Line::File, blockers), 0b100010);
//! assert_eq!(LineStates::line_attacks(Square::D4, Line::File, blockers), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . 1 . . . .
//!     . . . 1 . . . .
//!     . . . . . . . .
//!     . . . 1 . . . .
//!     . . . 1 . . . .
//!     . . . . . . . .
//! });
//! ```
//!
//! Each line except the rank takes a mask, a multiplication, a shift and a load.
//! [`LineStates`](super::LineStates) reads 32 KiB for each line, 128 KiB in all. Default kernels may not use
//! that much of the cache, so it is not the default of any level.
//!
//! # Kindergarten
//!
//! [`Kindergarten`](super::Kindergarten), by Gerd Isenberg and Urban Koistinen (2006), also gathers the
//! blockers of a line with a multiplication, but does not need a table for each square. A diagonal has one
//! square on each file, so its blockers can be read as a rank. A table contains the attacks of each such
//! rank, repeated on all eight ranks, and the mask of the line selects its squares:
//!
//! ```
//! # use quadline_kernels::{Line, Square, bitboard, formula::{Kindergarten, LineFormula}};
//! let blockers = Square::B2.bit() | Square::G7.bit();
//! let b_file = Line::File.through(Square::B1);
//! // Both blockers are on the eighth rank, one file further east.
//! let gathered = blockers.wrapping_mul(b_file) & Line::Rank.through(Square::A8);
//! assert_eq!(gathered, Square::C8.bit() | Square::H8.bit());
//! // The bishop on d4 attacks along its diagonal as a rook on d1 does along the rank, with blockers on b1 and g1.
//! assert_eq!(Kindergarten::line_attacks(Square::D4, Line::Diagonal, blockers), bitboard! {
//!     . . . . . . . .
//!     . . . . . . 1 .
//!     . . . . . 1 . .
//!     . . . . 1 . . .
//!     . . . . . . . .
//!     . . 1 . . . . .
//!     . 1 . . . . . .
//!     . . . . . . . .
//! });
//! ```
//!
//! Each line takes a mask, a multiplication, a shift, a load and a mask; the rank needs no multiplication.
//! The formula reads 12 KiB, of which 64 bytes depend on the square. It is the default of the levels that
//! compute with 64-bit integers. [`KindergartenHalves`](super::KindergartenHalves) does the same with two
//! 32-bit words: the halves of a masked diagonal are joined by an OR, so that one multiplication of 32 bits
//! is enough where 64 bits would take three. It reads 10 KiB.
//!
//! # Comparison
//!
//! The column "bytes" is the size of the tables that the formula reads with the four lines of a slider in
//! lanes. With sliders in lanes, the masks are computed in registers, and the formulas over lanes read no
//! tables.
//!
//! | formula | bytes | default for one slider | default for many |
//! |---|---|---|---|
//! | [`Sbamg`](super::Sbamg) | 6,144 | | eight sliders with avx512-vbmi, 128 and more with avx512 |
//! | [`SbamgLookup`](super::SbamgLookup) | 6,656 | | |
//! | [`ObstructionDifference`](super::ObstructionDifference) | 6,144 | | |
//! | [`ObstructionFlip`](super::ObstructionFlip) | 6,144 | | |
//! | [`ObstructionShift`](super::ObstructionShift) | 6,144 | | portable on 32-bit x86 |
//! | [`ObstructionSum`](super::ObstructionSum) | 6,144 | avx512-vbmi, avx512 | the same, below eight sliders |
//! | [`HyperbolaQuintessence`](super::HyperbolaQuintessence) | 6,144 | avx2-gfni, neon | neon; avx512-vbmi and avx2-gfni in bit matrices |
//! | [`HyperbolaQuintessenceFirstRank`](super::HyperbolaQuintessenceFirstRank) | 12,288 | avx2 | avx2 |
//! | [`Kindergarten`](super::Kindergarten) | 12,288 | lzcnt, portable, scalar with 64-bit words | the same |
//! | [`KindergartenHalves`](super::KindergartenHalves) | 10,240 | lzcnt, portable, scalar with 32-bit words | the same, but portable on x86 |
//! | [`LineStates`](super::LineStates) | 137,216 | | |
//!
//! A single bishop is computed by [`HyperbolaQuintessenceFirstRank`](super::HyperbolaQuintessenceFirstRank)
//! at avx512-vbmi, avx512 and avx2-gfni, too.
//!
//! The speed of each formula depends on the CPU. `benches/pages/sliders.md` in a checkout has a
//! table of it, relative to a lookup with PEXT; `cargo run --release -p quadline-benches
//! --features sliders -- compare --shape random-1024` prints one for your CPU.
