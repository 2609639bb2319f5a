//! Whole positions: what is attacked, checks and pins, how many legal moves there are, which, and the positions after them.
//!
//! A [`Position`](crate::Position) is 64 bytes: what decides which moves are legal, and nothing else. No move counters, no history, no hash key. It
//! is read from a FEN (standard, X-FEN, Shredder-FEN, so Chess960 as well), or made from bitboards:
//!
//! ```
//! use quadline::{Color, Position, Setup, Square, bitboard};
//!
//! let kings = Square::E1.bit() | Square::E8.bit();
//! let rooks = Square::H1.bit() | Square::E4.bit();
//! let white = Square::E1.bit() | Square::H1.bit();
//! let position = Position::new(Setup {
//!     white,
//!     black: (kings | rooks) & !white,
//!     kings,
//!     rooks,
//!     castling_rooks: Square::H1.bit(),
//!     side_to_move: Color::White,
//!     ..Setup::default()
//! })?;
//! assert_eq!(position.to_string(), "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1");
//!
//! let found = position.checks_and_pins();
//! assert_eq!(found.checkers, Square::E4.bit());
//! // Where the king may not go: the file shines through him, for he is taken off the board.
//! assert_eq!(found.king_danger & 0xffff, bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . 1 . . .
//!     . . . . 1 . . .
//! });
//! // d1, d2, f1, f2: nothing else ends the check, and castling is no way out of it.
//! assert_eq!(position.legal_move_count(), 4);
//! # Ok::<(), quadline::InvalidPosition>(())
//! ```
//!
//! # Many
//!
//! Eight positions (four with AVX2) are the lanes of the vectors: a [batch](crate::batch) answers for all of them in the
//! time of one or two. Counting is cheaper than listing the moves; a program that wants the number of moves two plies
//! away writes the [`successors`](crate::Position::successors) and counts theirs, as the example `perft` does.
//!
//! ```
//! use quadline::{MAX_LEGAL_MOVES, Position, batch};
//!
//! let mut successors = [Position::START; MAX_LEGAL_MOVES];
//! let number = Position::START.successors(&mut successors);
//! let mut counts = [0; MAX_LEGAL_MOVES];
//! batch::legal_move_counts(&successors[..number], &mut counts[..number]);
//! assert_eq!(counts.iter().map(|&count| u32::from(count)).sum::<u32>(), 400);
//! ```
//!
//! # Moves
//!
//! A [`Move`](crate::Move) is 16 bits: from, to, kind. It prints as UCI, [`parse_uci`](crate::Position::parse_uci) reads one
//! in the light of the position, [`play`](crate::Position::play) plays it. [`moves`](crate::Position::moves) lists
//! the legal ones, in an order that differs between levels.
//!
//! ```
//! use quadline::Position;
//!
//! let position = Position::START.play(Position::START.parse_uci("e2e4")?);
//! assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
//! let error = position.parse_uci("e2e4").unwrap_err();
//! assert_eq!(error.to_string(), "no move: there is no black piece on e2");
//! # Ok::<(), quadline::ParseMoveError>(())
//! ```
//!
//! A list that is too short is filled, and the number that is returned is that of all moves, so that a caller sees it. There are
//! never more than [`MAX_LEGAL_MOVES`](crate::MAX_LEGAL_MOVES).
//!
//! # Invalid positions
//!
//! [`Position::new`](crate::Position::new) and the FEN reader check that a position makes sense and say what is wrong with one that does not.
//! [`new_unchecked`](crate::Position::new_unchecked) is for positions that another library has checked. For words that are not a
//! position the functions return unspecified results, but they do not panic, and their behavior is never undefined. A side
//! without a king has no legal moves, no checks and no evasions: a board of zeros can stand for a text that is not a FEN.
