//! Whole positions: attacked squares, checks, pins and legal moves.
//!
//! A [`Position`](crate::Position) takes 64 bytes. It contains what determines the legal moves, but no move
//! counters, history or hash key. It is parsed from a FEN (standard, X-FEN or Shredder-FEN, including
//! Chess960) or built from bitboards:
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
//! // The squares that the king must not enter. The king is removed first, so the rook also attacks e1.
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
//! // The legal moves are to d1, d2, f1 and f2. Castling out of check is not legal.
//! assert_eq!(position.legal_move_count(), 4);
//! # Ok::<(), quadline::InvalidPosition>(())
//! ```
//!
//! # Many positions
//!
//! The functions in [`batch`](crate::batch) compute 16 to 64 positions at once, with a rank of each in a byte
//! of a vector: attacked squares, checks and pins, and numbers of moves. That pays from about twenty positions
//! on (counts; the others from 32 on, or 64 with AVX-512), and then takes 0.3 to 0.6 of the time of single
//! calls (Zen 5). Shorter batches, and all others, are loops over single calls. Counting moves is cheaper than
//! listing them. The moves two plies away need not even be made:
//! [`batch::successor_move_counts`](crate::batch::successor_move_counts) counts those after each move of one
//! position, and a [`SuccessorCounter`](crate::SuccessorCounter) those of many positions together, as the
//! example `perft` does.
//!
//! ```
//! use quadline::{MAX_LEGAL_MOVES, Position, batch};
//!
//! let mut counts = [0; MAX_LEGAL_MOVES];
//! let number = batch::successor_move_counts(&Position::START, &mut counts);
//! assert_eq!(counts[..number].iter().sum::<u16>(), 400);
//! ```
//!
//! A loop of your own over positions that are not in the cache, and in no order that the CPU predicts, gains
//! from one prefetch of the position 16 iterations ahead (`_mm_prefetch` on x86): single calls then take
//! about the time that they take for a few positions. Do not prefetch a whole batch before its call, which
//! takes longer than the call alone.
//!
//! # Moves
//!
//! A [`Move`](crate::Move) has 16 bits: the squares from and to, and the kind of move. It prints as UCI text.
//! [`parse_uci`](crate::Position::parse_uci) reads such a text for a position, and
//! [`play`](crate::Position::play) returns the position after a move. [`moves`](crate::Position::moves)
//! returns the legal moves, in an order that differs between levels.
//!
//! ```
//! use quadline::Position;
//!
//! let position = Position::START.play(Position::START.parse_uci("e2e4")?);
//! assert_eq!(
//!     position.to_string(),
//!     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
//! );
//! let error = position.parse_uci("e2e4").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "invalid move \"e2e4\": there is no black piece on e2"
//! );
//! # Ok::<(), quadline::ParseMoveError>(())
//! ```
//!
//! [`legal_moves`](crate::Position::legal_moves) writes to a slice of yours. If the slice is too short, it is
//! filled, but the returned number is still that of all moves. No position has more than
//! [`MAX_LEGAL_MOVES`](crate::MAX_LEGAL_MOVES).
//!
//! # Invalid positions
//!
//! [`Position::new`](crate::Position::new) and the FEN parser check the position and return an error that
//! describes what is wrong. [`new_unchecked`](crate::Position::new_unchecked) is for positions that another
//! library has checked. If a position is invalid, the results are unspecified, but no function panics or
//! causes undefined behavior. A side without a king has no legal moves, no checks and no evasions, so
//! `Position::from_words([0; 8])` can be the placeholder for an invalid FEN.
