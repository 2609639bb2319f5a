//! From your tables to quadline: what to write in the place of magic or PEXT look-ups, and what you get for it.
//!
//! The same as programs that run, for shakmaty's, cozy-chess's, chess's and C's types: in a checkout
//! `cargo run --release -p quadline-benches --example porting -- FILE` prints what each of them takes on your CPU, before and after,
//! to add up the mobility of all sliders of the positions in the file. Of the time before, on a Zen 5 (2026-11-22, 4,000 real
//! positions, a build for any x86-64, medians of five runs at `avx512-vbmi` and of four with `QUADLINE_LEVEL=avx2`; a run takes a second):
//!
//! | before | after | `avx512-vbmi` | `avx2` |
//! |---|---|--:|--:|
//! | shakmaty's magics | free functions | 0.82 | 0.89 |
//! | | [`constant`](crate::constant) | 0.82 | 0.78 |
//! | cozy-chess's magics | free functions | 0.86 | 0.90 |
//! | | [`constant`](crate::constant) | 0.81 | 0.78 |
//! | chess's magics | free functions | 0.74 | 0.82 |
//! | fancy magics of a C program | free functions, a1 = 0 | 0.77 | 0.82 |
//! | | free functions, a8 = 0 | 0.75 | 0.77 |
//! | cozy-chess's magics | a loop generic over the level, chosen for each position | 0.41 | 0.47 |
//! | | the same, chosen once | 0.26 | 0.36 |
//! | | a position in a call, [`batch::slider_attacks`](crate::batch::slider_attacks) | 0.61 | 0.67 |
//! | | the sliders of 64 positions collected, [`batch::rook_attacks`](crate::batch::rook_attacks) and so on | 0.67 | 0.86 |
//!
//! The attacks are counted, too, which a build for any x86-64 does without `POPCNT`: only the generic loops are compiled with it, and
//! that is a part of what they gain. Other figures on this page are of patched copies of those crates, on a Zen 5, measured once.
//!
//! # Squares and boards
//!
//! quadline counts squares from a1 = 0, b1 = 1 to h8 = 63, bit n of a board is square n: as shakmaty, cozy-chess, chess and
//! Stockfish do. Their bitboards are a `u64` in a wrapper (`.0`), and so the whole of the work is one line to a function:
//!
//! ```
//! use quadline::Square;
//!
//! # /// A square of another library.
//! # #[derive(Clone, Copy)] enum TheirSquare { A1 = 0, H8 = 63 }
//! # struct TheirBitboard(u64);
//! /// In the place of a look-up, with its own types.
//! fn rook_attacks(square: TheirSquare, occupied: TheirBitboard) -> TheirBitboard {
//!     TheirBitboard(quadline::rook_attacks(Square::new_masked(square as u8), occupied.0))
//! }
//! # assert_eq!(rook_attacks(TheirSquare::A1, TheirBitboard(0)).0.count_ones(), 14);
//! # assert_eq!(rook_attacks(TheirSquare::H8, TheirBitboard(0)).0.count_ones(), 14);
//! ```
//!
//! [`Square::new_masked`](crate::Square::new_masked) takes a number modulo 64: no branch, no `unsafe`, and it costs nothing where
//! the compiler sees that the number is a square. [`Square::new`](crate::Square::new) gives `None` for others. Whether the
//! slider's own bit or the edge squares are set in the occupancy makes no difference: no mask is needed before the call.
//!
//! A program with a8 = 0 turns the board upside down, which is a byte swap:
//!
//! ```
//! use quadline::{Square, bitboard};
//!
//! fn rook_attacks(square: u8, occupied: u64) -> u64 {
//!     quadline::rook_attacks(Square::new_masked(square ^ 56), occupied.swap_bytes()).swap_bytes()
//! }
//! // Square 1 is b8, and boards are upside down in the eyes of quadline.
//! assert_eq!(rook_attacks(1, 0).swap_bytes(), bitboard! {
//!     1 . 1 1 1 1 1 1
//!     . 1 . . . . . .
//!     . 1 . . . . . .
//!     . 1 . . . . . .
//!     . 1 . . . . . .
//!     . 1 . . . . . .
//!     . 1 . . . . . .
//!     . 1 . . . . . .
//! });
//! ```
//!
//! A program with h1 = 0 has left and right exchanged. The attacks of rooks, bishops and queens are the same on the mirrored board,
//! so that its squares and boards can be passed as they are.
//!
//! # A rook and a bishop on one square
//!
//! Engines often look up both on one square of one board: for the attackers of a square, for exchanges, for the squares that give
//! check. [`queen_attacks_x4`](crate::queen_attacks_x4) computes the four lines in one pass, and joins two of them for either:
//!
//! ```
//! use quadline::{Square, queen_attacks_x4};
//!
//! /// Returns the sliders that attack a square.
//! fn attacking_sliders(square: Square, occupied: u64, orthogonal: u64, diagonal: u64) -> u64 {
//!     let lines = queen_attacks_x4(square, occupied);
//!     lines.rook() & orthogonal | lines.bishop() & diagonal
//! }
//! let (rook, bishop) = (Square::E8.bit(), Square::A5.bit());
//! assert_eq!(attacking_sliders(Square::E1, rook | bishop, rook, bishop), rook | bishop);
//! ```
//!
//! # Whole positions
//!
//! A program with bitboards of its own passes them as eight words. Nothing is checked then:
//!
//! ```
//! use quadline::Position;
//!
//! /// `state` has the rooks that may castle, the en passant square, and bit 32 if Black is to move.
//! fn position(colors: [u64; 2], roles: [u64; 6], state: u64) -> Position {
//!     let ([white, black], [pawns, knights, bishops, rooks, queens, kings]) = (colors, roles);
//!     Position::from_words([white, black, pawns, knights, bishops | queens, rooks | queens, kings, state])
//! }
//! # let start = Position::START;
//! # let roles = [start.pawns(), start.knights(), start.bishops(), start.rooks(), start.queens(), start.kings()];
//! # assert_eq!(position([start.white(), start.black()], roles, start.rooks()), start);
//! ```
//!
//! # Where the interface is `const`
//!
//! [`constant`](crate::constant) has the same functions as `const fn`, of plain words; at run time they are slower than the
//! others, so take them only where `const` has to stay:
//!
//! ```
//! use quadline::{Square, constant};
//!
//! const fn rook_attacks(square: u8, occupied: u64) -> u64 {
//!     constant::rook_attacks(Square::new_masked(square), occupied)
//! }
//! const ROOK_ON_A1: u64 = rook_attacks(0, 0);
//! assert_eq!(ROOK_ON_A1.count_ones(), 14);
//! ```
//!
//! # A generator for each level
//!
//! In a build that enables AVX2 or more (`-C target-cpu=native` and the like) and on aarch64 the level is fixed, and free functions
//! inline. In a build for any x86-64, a free function is dispatched in every call, and that takes as long as the kernel does. What pays is to make the generator
//! generic over the level, and to choose once: thread a `level: L` through, replace `rook_attacks(..)` by `level.rook_attacks(..)`, put
//! the bodies into [`vectorize`](crate::level::Level::vectorize), and [`dispatch`](crate::level::dispatch) in front.
//! [The page about levels](super::levels) has an example. In cozy-chess that were 158 changed lines; perft then took 0.61, 0.66
//! and 0.89 of the time (start position, Kiwipete, an endgame; a build for any x86-64 on a Zen 5), dispatched in each call of its
//! generator 0.71, 0.75 and 1.01, and with the free functions 1.00, 1.04 and 1.19. Those were patched copies, measured once; the
//! program that you can run makes the same change to a smaller loop.
//!
//! # What to ship
//!
//! Build for plain x86-64 or `x86-64-v2`, unless you know the CPU: a build for `x86-64-v3` fixes the level `avx2`, and a batch takes
//! 0.96 instead of 0.26 ns a slider on a CPU with AVX-512. [The page about levels](super::levels#which-target-cpu-to-ship) has
//! the table of it. In debug builds add the two lines of [Debug builds](super::levels#debug-builds), or your tests will take
//! several times as long as before.
//!
//! # Memory saved
//!
//! No level's tables are larger than 14 KiB, and a single slider reads at most 8 KiB of them, where magics and PEXT want 700 to 850.
//! Programs that print perft shrank from 1.21 to 0.57 MiB with shakmaty, from 1.96 to 0.65 MiB with cozy-chess and from 1.37 to 0.61
//! MiB with chess when their tables went; their resident memory by a fifth to a third. What a call of quadline weighs
//! stands in [the table of it](super::without_std#what-it-weighs).
