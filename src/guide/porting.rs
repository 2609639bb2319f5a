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
//! # Engines
//!
//! **Build for the CPU first.** Engines ship one program per CPU. In a build with `-C target-cpu=native`, or for `x86-64-v3` and
//! above, the [level](crate::level) is fixed and every function inlines, so a single attack is a few vector instructions in the
//! middle of the caller's code. In a build for any x86-64 each call is dispatched instead, which costs a load and an indirect
//! call; there, dispatch the search as a whole ([`level::dispatch`](crate::level::dispatch)).
//!
//! What a search asks, and the call that answers it:
//!
//! | question | call |
//! |---|---|
//! | captures and promotions, quiet moves, all moves | [`legal_moves_of`](crate::Position::legal_moves_of) |
//! | is this hash move or killer legal here | [`is_legal`](crate::Position::is_legal), [`is_legal_with`](crate::Position::is_legal_with) |
//! | does this move give check | [`gives_check`](crate::Position::gives_check), [`gives_check_with`](crate::Position::gives_check_with) |
//! | checks, pins and pinners of both kings, squares that give check | [`check_info`](crate::Position::check_info) |
//! | what attacks this square | [`attackers_to`](crate::Position::attackers_to) |
//! | what does this exchange win | [`see`](crate::Position::see), [`see_at_least`](crate::Position::see_at_least) |
//! | squares attacked by lesser pieces | [`attacks_by_role`](crate::Position::attacks_by_role), [`attacks_by_role_on`](crate::Position::attacks_by_role_on) |
//! | rook and bishop of one square | [`queen_attacks_x4`](crate::queen_attacks_x4), over two boards [`rook_and_bishop_attacks`](crate::rook_and_bishop_attacks) |
//! | all rooks, or all bishops, together | [`rook_set_attacks`](crate::rook_set_attacks), [`bishop_set_attacks`](crate::bishop_set_attacks) |
//! | knights, kings, pawns, lines | [`knight_attacks`](crate::knight_attacks), [`king_attacks`](crate::king_attacks), [`pawn_attacks`](crate::pawn_attacks), [`between`](crate::between), [`line_through`](crate::line_through) |
//! | a null move, a key | [`null_move`](crate::Position::null_move), [`ZobristKeys`](crate::ZobristKeys) |
//!
//! The example `engine` uses most of them in a UCI engine of 600 lines.
//!
//! Eight bitboards are a checked position in one line:
//!
//! ```
//! use quadline::{InvalidPosition, Position, Setup};
//!
//! fn position(colors: [u64; 2], roles: [u64; 6]) -> Result<Position, InvalidPosition> {
//!     Position::new(Setup::of(colors, roles))
//! }
//! # use quadline::{Color, Role};
//! # let start = Position::START;
//! # let read = position(Color::ALL.map(|color| start.color(color)), Role::ALL.map(|role| start.role(role)));
//! # assert_eq!(read.map(|position| position.occupied()), Ok(start.occupied()));
//! ```
//!
//! **What to expect.** The search of `cargo run --release -p quadline-benches -- search`, alpha-beta with quiescence, has the same
//! nodes on quadline and on cozy-chess. On a Sapphire Rapids CPU, in a build for any x86-64, the version that is generic over the
//! level runs at 2.14 times the speed at `avx512-vbmi`, 1.86 at `avx2` and 1.43 at `scalar`; the methods of
//! [`Position`](crate::Position) at 1.80 (2026-11-22, 673,177 nodes, median of five rounds). Such an engine spends most of its time
//! on what quadline does. Three engines that already have fast tables, a large evaluation, or both, gained less when only their
//! lookups were replaced, with identical trees, in native builds on a Zen 5:
//!
//! | engine | before | after | speed |
//! |---|---|---|--:|
//! | Reckless, large network | magics | free functions and `queen_attacks_x4` | 1.03 to 1.04 |
//! | Tantabus, small network, on cozy-chess | magics | free functions, checks and pins, exchanges by `queen_attacks_x4` | 1.05 to 1.06 |
//! | Inanis, evaluation by hand | magics in heap memory | free functions and `queen_attacks_x4` | 1.04 to 1.08 |
//!
//! What did not help: collecting the sliders of one evaluation into a [`batch`](crate::batch), which lost 5% in Inanis, because
//! a search has a few unrelated sliders at a time. Nor do the caches gain much beside a network of many megabytes: cache misses
//! fell by 1.4% in Reckless, and by 47% in Inanis, which has no network.
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
