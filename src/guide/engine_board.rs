//! An engine's board: a position with its counters, its key and the history of the game.
//!
//! A [`Position`](crate::Position) contains what determines the legal moves, and nothing else. A search also needs the
//! halfmove clock, a hash key and the keys of earlier positions, for repetitions. The board of this page keeps them
//! beside the position, for a search that copies the board for each move instead of undoing moves. Copying takes less
//! time: a position is one cache line.
//!
//! | a board needs | quadline has |
//! |---|---|
//! | a FEN with its counters | [`Fen`](crate::fen::Fen) |
//! | a key that is updated with each move | [`ZobristKeys::update`](crate::ZobristKeys::update), by file for Chess960: [`by_file`](crate::ZobristKeys::by_file) |
//! | moves of a user interface, by squares | [`move_of`](crate::Position::move_of), by text: [`parse_uci`](crate::Position::parse_uci) |
//! | captures first, then quiet moves | [`moves_of`](crate::Position::moves_of) |
//! | a move of the hash table, before all others | [`is_legal`](crate::Position::is_legal) |
//! | whether the side to move is in check | [`checkers`](crate::Position::checkers) |
//! | the end of the game on the board | [`outcome`](crate::Position::outcome), or only whether there is a move: [`has_legal_moves`](crate::Position::has_legal_moves) |
//! | a null move | [`null_move`](crate::Position::null_move) |
//! | attacks by role, checks and pins of a node | [`node_info`](crate::Position::node_info), once for each node whose moves are searched |
//! | exchanges in which pinned pieces do not capture | [`see_at_least_with`](crate::Position::see_at_least_with), given the checks and pins |
//!
//! Compute after a move only what every node needs. In an [engine](super::porting#engines) whose search often ends a node before it
//! lists moves, computing checks and pins in `play` cost more than listing moves saved; `checkers` alone did not.
//!
//! The code is complete: paste it and change it. Engines with [neural networks on threats](super::threats) keep a
//! [`Mailbox`](crate::threats::Mailbox) as well.
//!
//! ```
//! use quadline::fen::Fen;
//! use quadline::{Color, Move, MoveList, MoveSet, Outcome, ParseFenError, Position, Role, Square, ZobristKeys};
//!
//! static KEYS: ZobristKeys = ZobristKeys::DEFAULT;
//!
//! /// How a game has ended, by the rules of the board or of the history.
//! #[derive(Clone, Copy, PartialEq, Eq, Debug)]
//! enum End {
//!     Board(Outcome),
//!     FiftyMoves,
//!     Repetition,
//! }
//!
//! /// A position with its counters and its key. A search copies it for each move.
//! #[derive(Clone, Copy, Debug)]
//! struct Board {
//!     fen: Fen,
//!     key: u64,
//! }
//!
//! impl Board {
//!     fn new(fen: Fen) -> Self {
//!         Self { fen, key: KEYS.key(&fen.position) }
//!     }
//!
//!     fn position(&self) -> &Position {
//!         &self.fen.position
//!     }
//!
//!     /// Returns the board after a legal move. The key is updated by the squares that change.
//!     fn play(&self, chess_move: Move) -> Self {
//!         let fen = self.fen.play(chess_move);
//!         Self { fen, key: KEYS.update(self.key, self.position(), &fen.position) }
//!     }
//!
//!     /// Returns the board after passing, or `None` in check.
//!     fn pass(&self) -> Option<Self> {
//!         let position = self.position().null_move()?;
//!         let halfmove_clock = self.fen.halfmove_clock + 1;
//!         let key = KEYS.update(self.key, self.position(), &position);
//!         Some(Self { fen: Fen { position, halfmove_clock, ..self.fen }, key })
//!     }
//!
//!     fn in_check(&self) -> bool {
//!         self.position().checkers() != 0
//!     }
//!
//!     /// Returns the moves of a quiescence search: all of them in check, otherwise those that change material.
//!     fn noisy_moves(&self) -> MoveList {
//!         let set = if self.in_check() { MoveSet::ALL } else { MoveSet::CAPTURES | MoveSet::PROMOTIONS };
//!         self.position().moves_of(set)
//!     }
//!
//!     /// Returns the captures, the most valuable victim first, then the other moves.
//!     fn ordered_moves(&self) -> MoveList {
//!         let mut moves = self.position().moves();
//!         moves.sort_by_key(|&each| self.position().captured(each).map_or(0, |role| -(role as i32) - 1));
//!         moves
//!     }
//!
//!     fn pieces(&self, color: Color, role: Role) -> u64 {
//!         self.position().color(color) & self.position().role(role)
//!     }
//!
//!     /// Returns whether a side has a piece other than pawns and the king, without which passing is too risky.
//!     fn has_pieces(&self, color: Color) -> bool {
//!         [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
//!             .into_iter()
//!             .any(|role| self.pieces(color, role) != 0)
//!     }
//! }
//!
//! /// A game: its board, and the keys of all positions before it.
//! #[derive(Clone, Debug)]
//! struct Game {
//!     board: Board,
//!     keys: Vec<u64>,
//! }
//!
//! impl Game {
//!     fn new(fen: &str) -> Result<Self, ParseFenError> {
//!         Ok(Self { board: Board::new(fen.parse()?), keys: Vec::new() })
//!     }
//!
//!     fn play(&mut self, chess_move: Move) {
//!         self.keys.push(self.board.key);
//!         self.board = self.board.play(chess_move);
//!         // Positions before a capture or a move of a pawn cannot occur again.
//!         if self.board.fen.halfmove_clock == 0 {
//!             self.keys.clear();
//!         }
//!     }
//!
//!     /// Plays the move of a user interface, and returns whether it is legal.
//!     fn play_squares(&mut self, from: Square, to: Square, promotion: Option<Role>) -> bool {
//!         let chess_move = self.board.position().move_of(from, to, promotion);
//!         chess_move.map(|each| self.play(each)).is_some()
//!     }
//!
//!     /// Plays the moves of the UCI command `position`, up to the first that is not legal.
//!     fn play_uci(&mut self, moves: &str) -> Result<(), String> {
//!         for text in moves.split_whitespace() {
//!             let position = self.board.position();
//!             let chess_move = position.parse_uci(text).map_err(|error| error.to_string())?;
//!             if !position.is_legal(chess_move) {
//!                 return Err(format!("{text} is not legal in {position}"));
//!             }
//!             self.play(chess_move);
//!         }
//!         Ok(())
//!     }
//!
//!     /// Returns how often the position has occurred before. Only every other one has the same side to move.
//!     fn repetitions(&self) -> usize {
//!         self.keys.iter().rev().skip(1).step_by(2).filter(|&&key| key == self.board.key).count()
//!     }
//!
//!     /// Returns how the game has ended, if it has. A checkmate ends the game even if the clock has run out.
//!     fn end(&self) -> Option<End> {
//!         if let Some(outcome) = self.board.position().outcome() {
//!             Some(End::Board(outcome))
//!         } else if self.board.fen.halfmove_clock >= 100 {
//!             Some(End::FiftyMoves)
//!         } else if self.repetitions() >= 2 {
//!             Some(End::Repetition)
//!         } else {
//!             None
//!         }
//!     }
//! }
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
//! // The position after castling occurs for the third time. No pawn moves and nothing is captured: the clock counts on.
//! let mut game = Game::new("4k3/4p3/8/8/8/8/4P3/R3K2R w KQ - 12 40")?;
//! assert!(game.play_squares(Square::E1, Square::C1, None), "castling by the square of the king");
//! game.play_uci("e8f8 c1b1 f8e8 b1c1 e8f8 c1b1 f8e8")?;
//! assert_eq!((game.repetitions(), game.end()), (1, None));
//! game.play_uci("b1c1")?;
//! assert_eq!((game.repetitions(), game.end()), (2, Some(End::Repetition)));
//! assert_eq!(game.board.fen.to_string(), "4k3/4p3/8/8/8/8/4P3/2KR3R b - - 21 44");
//! assert_eq!(game.play_uci("e8d8").unwrap_err(), "e8d8 is not legal in 4k3/4p3/8/8/8/8/4P3/2KR3R b - - 0 1");
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
//!         assert!(game.board.noisy_moves().len() <= game.board.ordered_moves().len());
//!         if let Some(passed) = game.board.pass() {
//!             assert_eq!(passed.key, KEYS.key(passed.position()));
//!             assert!(passed.has_pieces(Color::Black) || passed.pieces(Color::Black, Role::Rook) == 0);
//!         }
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
