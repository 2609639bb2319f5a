//! An engine's board: a position with its counters, its key and the history of the game.
//!
//! A [`Position`](crate::Position) contains what determines the legal moves, and nothing else. A search also
//! needs the halfmove clock, a hash key and the keys of earlier positions, for repetitions. The board of this
//! page keeps them beside the position, for a search that copies the board for each move instead of undoing
//! moves. Copying takes less time: a position is one cache line.
//!
//! | a board needs | quadline has |
//! |---|---|
//! | a FEN with its counters | [`Fen`](crate::fen::Fen) |
//! | a key that is updated with each move | [`ZobristKeys::update`](crate::ZobristKeys::update), by file for Chess960: [`by_file`](crate::ZobristKeys::by_file) |
//! | keys of the pawns, of the minor pieces or of a color, updated together | [`KeySet`](crate::KeySet) |
//! | moves of a user interface, by squares | [`move_of`](crate::Position::move_of), by text: [`parse_uci`](crate::Position::parse_uci) |
//! | captures first, then quiet moves | [`moves_of`](crate::Position::moves_of) with a [`MoveSet`](crate::MoveSet), which tells promotions to queens from [`UNDERPROMOTIONS`](crate::MoveSet::UNDERPROMOTIONS) |
//! | a move of the hash table, before all others | [`is_legal`](crate::Position::is_legal), with the `NodeInfo` of the node [`is_legal_with_node`](crate::Position::is_legal_with_node) |
//! | whether the side to move is in check, and by which pieces | [`in_check`](crate::Position::in_check), [`checkers`](crate::Position::checkers) |
//! | the end of the game on the board | [`outcome`](crate::Position::outcome), or only whether there is a move: [`has_legal_moves`](crate::Position::has_legal_moves), given the checks and pins [`has_legal_moves_with`](crate::Position::has_legal_moves_with) |
//! | the key after a move that is not made yet, to prefetch an entry of the hash table | [`key_after`](crate::ZobristKeys::key_after) |
//! | whether the side to move can repeat a position | `can_repeat` of this page, from a table of 16 KiB of the moves that can be taken back, which is computed at compile time |
//! | inputs of pairs of pawns that a move changes, from bitboards of the engine | [`pawn_pair_changes`](crate::threats::ThreatLayout::pawn_pair_changes) |
//! | a null move | [`null_move`](crate::Position::null_move) |
//! | attacks by role, checks and pins of a node | [`node_info`](crate::Position::node_info), once for each node whose moves are searched |
//! | squares that lesser pieces attack | [`ByRole::up_to`](crate::ByRole::up_to), of the [attacks](crate::NodeInfo::attacks) of a node or of [`attacks_by_role`](crate::Position::attacks_by_role) |
//! | attacks of sets of knights, kings or pawns | [`knight_set_attacks`](crate::knight_set_attacks), [`king_set_attacks`](crate::king_set_attacks), [`pawn_set_attacks`](crate::pawn_set_attacks) |
//! | attacks on enemies, one by one, for an evaluation | [`threats`](crate::Position::threats) with [`without_defenses`](crate::threats::ThreatKinds::without_defenses) |
//! | threats that a move changes, on a board of 64 bytes of pieces | [`MailboxRef::new`](crate::threats::MailboxRef::new); on one of roles, with the colors in bitboards: [`of_roles`](crate::threats::MailboxRef::of_roles) |
//! | exchanges in which pinned pieces do not capture | [`see_at_least_with`](crate::Position::see_at_least_with), given the checks and pins |
//!
//! Each rebuild of an engine compiles the functions that it uses anew, for all levels. If it calls the
//! methods of a position, as this board does, quadline compiles them once with the features
//! `precompiled-positions` and `precompiled-lists`:
//!
//! ```toml
//! quadline = { path = "../quadline", features = ["precompiled-positions", "precompiled-lists"] }
//! ```
//!
//! A search that is generic over the level is a part of your crate and is compiled for each level. While you
//! develop it, [leave out](crate::level#leaving-levels-out) the levels that your CPU does not choose. See
//! [time to compile](crate::level#time-to-compile) for both.
//!
//! Compute after a move only what every node needs. In an [engine](super::porting#engines) whose search often
//! ends a node before it lists moves, computing checks and pins in `play` cost more than listing moves saved;
//! `checkers` alone did not.
//!
//! The code is complete: copy the file `src/guide/engine_board/board.rs` of a checkout into a module of its
//! own, and change it. Engines with [neural networks on threats](super::threats) keep a
//! [`Mailbox`](crate::threats::Mailbox) as well.
//!
//! ```
#![doc = include_str!("engine_board/board.rs")]
//!
//! // Black is mated.
//! let mut game = Game::new("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")?;
//! game.play_uci("e2e4 e7e5 d1h5 b8c6 f1c4 g8f6")?;
//! assert_eq!((game.end(), game.board.fen.halfmove_clock), (None, 4));
//! assert!(game.board.position().is_capture(game.board.ordered_moves()[0]));
//! assert!(game.play_squares(Square::H5, Square::F7, None));
//! assert_eq!(game.end(), Some(End::Board(Outcome::Checkmate)));
//! assert!(game.board.in_check() && game.board.pass().is_none());
//! assert!(!game.board.position().has_legal_moves());
//! assert!(game.board.fen.to_string().ends_with(" b KQkq - 0 4"));
//!
//! // Black can go back to the position after the first move.
//! let mut game = Game::new("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")?;
//! game.play_uci("g1f3 g8f6")?;
//! assert!(!game.can_repeat());
//! game.play_uci("f3g1")?;
//! assert!(game.can_repeat());
//!
//! // The position after castling occurs for the third time. No pawn moves and nothing is captured, so the
//! // clock counts on.
//! let mut game = Game::new("4k3/4p3/8/8/8/8/4P3/R3K2R w KQ - 12 40")?;
//! assert!(game.play_squares(Square::E1, Square::C1, None), "castling by the square of the king");
//! game.play_uci("e8f8 c1b1 f8e8 b1c1 e8f8 c1b1 f8e8")?;
//! assert_eq!((game.repetitions(), game.end()), (1, None));
//! game.play_uci("b1c1")?;
//! assert_eq!((game.repetitions(), game.end()), (2, Some(End::Repetition)));
//! assert_eq!(game.board.fen.to_string(), "4k3/4p3/8/8/8/8/4P3/2KR3R b - - 21 44");
//! let error = game.play_uci("e8d8").unwrap_err();
//! assert_eq!(error, "e8d8 is not legal in 4k3/4p3/8/8/8/8/4P3/2KR3R b - - 0 1");
//!
//! // Random games: the key that is updated is the key of the position, and every game ends.
//! let mut number = 1_u64;
//! for _ in 0..20 {
//!     let mut game = Game::new("4k2r/1P1p4/8/2P5/8/8/3P4/R3K2R w KQk - 90 1")?;
//!     while game.end().is_none() {
//!         let moves = game.board.position().moves();
//!         number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
//!         game.play(moves[(number >> 33) as usize % moves.len()]);
//!         assert_eq!(game.board.key, KEYS.key(game.board.position()));
//!         // Each legal move that repeats a position is found.
//!         let after = |&each| KEYS.key_after(game.board.key, game.board.position(), each);
//!         let repeats = game.board.position().moves().iter().map(after).any(|key| game.keys.contains(&key));
//!         assert!(!repeats || game.can_repeat());
//!         assert!(game.board.noisy_moves().len() <= game.board.ordered_moves().len());
//!         if let Some(passed) = game.board.pass() {
//!             assert_eq!(passed.key, KEYS.key(passed.position()));
//!             assert!(passed.has_pieces(Color::Black) || passed.pieces(Color::Black, Role::Rook) == 0);
//!         }
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
