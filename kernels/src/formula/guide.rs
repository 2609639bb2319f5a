//! The formulas, drawn: how each finds the attacks of one line, what it costs, and when it wins.
//!
//! All of them answer the same question. A slider stands on a line; the line's other squares may be occupied; which of
//! them does it attack? Outwards from the slider, every square up to and including the first occupied one. The board of
//! the examples, a rook on d4 and its file and rank (`r` the rook, `b` a blocker):
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
//! assert_eq!(reference::rook_attacks(Square::D4, blockers), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . 1 . . . .
//!     . . . 1 . . . .
//!     . 1 1 . 1 1 1 .
//!     . . . 1 . . . .
//!     . . . 1 . . . .
//!     . . . . . . . .
//! });
//! ```
//!
//! Squares are bits, a1 the lowest. Along any line the squares above the slider (north, or east on a rank) are higher
//! bits, those below are lower bits, and a subtraction borrows upwards until it meets a one. That is all the arithmetic
//! there is: the formulas differ in how they start the borrow, and in how they reach the squares below, where no borrow
//! ever goes.
//!
//! # SBAMG
//!
//! [`Sbamg`](super::Sbamg): `o ^ (o - 3 * cbn)`, by Syed Fahad and Gerd Isenberg (2022). `o` is the line without the
//! slider, `cbn` its closest blocker below (closest blocker, negative ray). One `cbn` is taken away from the blocker
//! itself; the two that are left borrow from the next bit up, through every empty square, to the first blocker above.
//! The exclusive or shows what changed. On the file of d4, with d2 as `cbn`:
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
//! Where nothing stands below, a1 stands in ([why it may](crate::tables)). Per line: one sentinel, two masks, the most
//! significant one bit, its triple, a subtraction, an exclusive or and the last mask. 6 KiB of masks, or none with
//! sliders in lanes. It wins where leading zeros are counted in every lane (AVX-512: `vplzcntq`, and the triple comes
//! with the shift, as a rotation of 3). [`SbamgLookup`](super::SbamgLookup) reads the triple from 512 bytes.
//!
//! # Obstruction difference
//!
//! [`ObstructionDifference`](super::ObstructionDifference): `2 * ls1b(upper) - ms1b(lower)`, by Michael Hoffmann. The
//! two closest blockers, and everything between them: a power of two minus a smaller one is the run of ones from the
//! smaller to just below the larger.
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
//! [`ObstructionFlip`](super::ObstructionFlip): `upper ^ (upper - ms1b(lower))`, by Daniel Infuehr (2022), finds the
//! upper blocker by the borrow and saves the LS1B: two operations less on each line.
//! [`ObstructionShift`](super::ObstructionShift) keeps the rays apart, `(upper ^ (upper - 1)) & -ms1b(lower)`, and
//! needs no sentinel: an arithmetic shift of the sign bit by the leading zeros gives the second factor, all ones for
//! the empty ray. [`ObstructionSum`](super::ObstructionSum) joins the two, `upper ^ (upper + -ms1b(lower))`: the sum
//! subtracts the blocker, or 1 where there is none. All four read 6 KiB of masks. They win where leading zeros are cheap
//! and bytes are dear to reverse: AVX-512, and plain words without a byte swap (WebAssembly).
//!
//! # Hyperbola quintessence
//!
//! [`HyperbolaQuintessence`](super::HyperbolaQuintessence): `(o - 2r) ^ reverse(reverse(o) - 2 * reverse(r))`, by
//! Gerd Isenberg and Aleks Peshkov (2007). It looks for no blocker at all. `o - r` borrows from the slider up to the
//! first blocker; turn the line around, and the same subtraction finds the squares below.
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
//! // The ranks mirrored: d2 lies on d7 now, and the rook on d5.
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
//! Reversed bytes turn every line around but the rank; that one needs its bits reversed. GFNI and Arm reverse bits
//! cheaply, and there this formula takes 3 KiB and seven steps for four lines. Elsewhere
//! [`HyperbolaQuintessenceFirstRank`](super::HyperbolaQuintessenceFirstRank) reverses bytes and looks the rank up: two
//! subtractions, two byte shuffles, an exclusive or and two masks for three lines, and five instructions for the rank.
//! 4 KiB for what is known of the squares, one cache line each, and 4 KiB for the ranks. It wins with AVX2, and on plain
//! words wherever a byte swap is one instruction, on 32-bit x86 as well.
//!
//! # First rank
//!
//! [`first_rank`](super::first_rank): one line needs no arithmetic if it is short enough to look up. The outer squares
//! have nothing behind them, so six inner squares matter: 8 files x 64 occupancies = 512 bytes. A rank is
//! shifted down to the first, looked up, and shifted back.
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
//! A shift, a mask, a load and a shift back.
//!
//! # Line states
//!
//! [`line_states`](super::line_states): what a shift does for ranks, a multiplication does for the other lines. It
//! brings their six inner squares side by side, and the number they form, the state of the line, is looked up. From
//! Stef Luijten's Winglet (2011). The file of d4, read from the eighth rank down:
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
//! A mask, a multiplication, a shift and a load for each line but the rank. [`LineStates`](super::LineStates) reads
//! 32 KiB for each line, 128 KiB in all: more than a kernel that anyone gets unasked may touch, and it is the default
//! nowhere. [`LineStatesCompact`](super::LineStatesCompact) reads the 512 bytes of the first rank for all four lines,
//! and pays with a second multiplication and a mask. The full tables win on plain words while nothing else wants
//! the cache, and in WebAssembly.
//!
//! # Kindergarten
//!
//! [`Kindergarten`](super::Kindergarten), by Gerd Isenberg and Urban Koistinen (2006), gathers the blockers of a line by a
//! multiplication as well, but needs no table for each square. A diagonal has one square on each file, so that its blockers can be
//! read as a rank. A table has the attacks of each such rank on all eight ranks, and the mask of the line picks the squares:
//!
//! ```
//! # use quadline_kernels::{Line, Square, bitboard, formula::{Kindergarten, LineFormula}};
//! let blockers = Square::B2.bit() | Square::G7.bit();
//! let b_file = Line::File.through(Square::B1);
//! // Both blockers on the eighth rank, one file further east.
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
//! A mask, a multiplication, a shift, a load and a mask for each line; the rank needs no multiplication. It reads 12 KiB, of which
//! 64 bytes belong to the square. It wins on plain words.
//! [`KindergartenHalves`](super::KindergartenHalves) does the same with two 32-bit words: the halves of a masked diagonal are
//! joined by an OR, so that one multiplication of 32 bits is enough where 64 bits would take three. It reads 10 KiB.
//!
//! # Beside each other
//!
//! Bytes are what the formula reads with the four lines of a slider in the lanes. With sliders in lanes the masks come
//! from registers, and the formulas over lanes read no tables.
//!
//! | formula | bytes | default for one slider | default for many |
//! |---|---|---|---|
//! | [`Sbamg`](super::Sbamg) | 6,144 | | eight sliders with avx512-vbmi, 8 to 127 with avx512 |
//! | [`SbamgLookup`](super::SbamgLookup) | 6,656 | | |
//! | [`ObstructionDifference`](super::ObstructionDifference) | 6,144 | | |
//! | [`ObstructionFlip`](super::ObstructionFlip) | 6,144 | | |
//! | [`ObstructionShift`](super::ObstructionShift) | 6,144 | | portable on 32-bit x86 |
//! | [`ObstructionSum`](super::ObstructionSum) | 6,144 | avx512-vbmi, avx512 | the same, below eight sliders |
//! | [`HyperbolaQuintessence`](super::HyperbolaQuintessence) | 3,072 | avx2-gfni, neon | neon; avx512-vbmi and avx2-gfni in bit matrices, avx512 in byte states |
//! | [`HyperbolaQuintessenceFirstRank`](super::HyperbolaQuintessenceFirstRank) | 8,192 | avx2 | avx2 |
//! | [`Kindergarten`](super::Kindergarten) | 12,288 | lzcnt, portable, scalar with 64-bit words | the same |
//! | [`KindergartenHalves`](super::KindergartenHalves) | 10,240 | lzcnt, portable, scalar with 32-bit words | the same, but portable on x86 |
//! | [`LineStates`](super::LineStates) | 137,216 | | |
//! | [`LineStatesCompact`](super::LineStatesCompact) | 8,704 | | |
//!
//! On plain words `Kindergarten` has the highest throughput (0.94 of a magic look-up for queens at scalar, where
//! `HyperbolaQuintessenceFirstRank` has 0.63 and `SbamgLookup` 0.75). Where calls wait for each other, it is close behind
//! `HyperbolaQuintessenceFirstRank` (1.44 and 1.51 of a magic look-up; Sapphire Rapids class, `ci/speed-of-targets.sh`).
//!
//! Speed for one queen, inlined, relative to PEXT look-ups (1,024 random pairs; Sapphire Rapids class, rustc 1.95;
//! `cargo run --release -p quadline-benches -- compare --shape random-1024`):
//!
//! | formula | avx512-vbmi | avx512 | avx2-gfni | avx2 | lzcnt | portable | scalar |
//! |---|--:|--:|--:|--:|--:|--:|--:|
//! | `Sbamg` | 0.91 | 0.91 | 0.54 | 0.46 | 0.32 | 0.23 | 0.32 |
//! | `SbamgLookup` |  |  |  |  | 0.46 | 0.50 | 0.50 |
//! | `ObstructionDifference` | 0.80 | 0.80 | 0.62 | 0.51 | 0.39 | 0.25 | 0.31 |
//! | `ObstructionFlip` | 1.02 | 1.02 | 0.67 | 0.54 | 0.42 | 0.25 | 0.33 |
//! | `ObstructionShift` | 1.07 | 1.07 | 0.70 | 0.47 | 0.41 | 0.28 | 0.32 |
//! | `ObstructionSum` | 1.11 | 1.10 | 0.68 | 0.49 | 0.43 | 0.27 | 0.33 |
//! | `HyperbolaQuintessence` | 0.90 | 0.47 | 0.80 | 0.44 | 0.09 | 0.09 | 0.09 |
//! | `HyperbolaQuintessenceFirstRank` | 0.78 | 0.78 | 0.74 | 0.77 | 0.44 | 0.26 | 0.42 |
//! | `LineStates` |  |  |  |  | 0.48 |  | 0.47 |
//! | `LineStatesCompact` |  |  |  |  | 0.34 |  | 0.33 |
//!
//! The same for many at once, the best layout of each:
//!
//! | formula | avx512-vbmi | avx512 | avx2-gfni | avx2 | lzcnt | portable | scalar |
//! |---|--:|--:|--:|--:|--:|--:|--:|
//! | `Sbamg` | 1.44 sliders | 1.45 sliders | 0.60 lines | 0.49 lines | 0.32 lines | 0.23 lines | 0.33 lines |
//! | `SbamgLookup` |  |  |  |  |  | 0.49 singles | 0.49 singles |
//! | `ObstructionDifference` | 1.14 sliders | 1.14 sliders | 0.69 lines | 0.54 lines | 0.37 lines | 0.24 lines | 0.29 lines |
//! | `ObstructionFlip` | 1.35 sliders | 1.36 sliders | 0.76 lines | 0.59 lines | 0.40 lines | 0.25 lines | 0.32 lines |
//! | `ObstructionShift` | 1.32 sliders | 1.32 sliders | 0.72 lines | 0.52 lines | 0.41 lines | 0.27 lines | 0.34 lines |
//! | `ObstructionSum` | 1.35 sliders | 1.36 lines | 0.78 lines | 0.53 lines | 0.41 lines | 0.26 lines | 0.33 lines |
//! | `HyperbolaQuintessence` | 3.08 matrices | 1.86 bytes | 1.56 matrices | 0.47 lines | 0.09 lines | 0.08 lines | 0.09 lines |
//! | `HyperbolaQuintessenceFirstRank` | 0.88 lines | 0.88 lines | 0.87 lines | 0.87 lines | 0.43 lines | 0.26 lines | 0.41 lines |
