//! Threats: the pairs of pieces that neural networks take as inputs.
//!
//! A *threat* is a piece on a square and another piece that it attacks: a white knight on d4 attacks a black
//! rook on e6. Since the end of 2025, the evaluation networks of several engines,
//! [Stockfish](https://github.com/official-stockfish/Stockfish) among them, take all threats of a position as
//! inputs, in addition to the pieces. An engine needs the threats that each move changes, and a trainer needs
//! the threats of many positions.
//!
//! ```
//! use quadline::{
//!     Position,
//!     threats::{Threat, ThreatKinds},
//! };
//!
//! let mut threats = [Threat::NONE; 128];
//! let count = Position::START.threats(ThreatKinds::INPUTS_59808, &mut threats);
//! assert_eq!(count, 28);
//! ```
//!
//! # Definition
//!
//! * The attacked piece may be of either color. A threat to a piece of the same color defends it;
//!   [`without_defenses`](crate::threats::ThreatKinds::without_defenses) leaves these out.
//! * Sliders attack the nearest piece of each direction. They do not see through pieces of either color.
//! * Pins, checks and the side to move do not matter.
//! * The order of the threats is unspecified, because networks add up the weights of their inputs.
//!
//! # Kinds of threats
//!
//! Networks leave out kinds of threats that contribute little. The choice changes every few months, so it is
//! an argument: [`ThreatKinds`](crate::threats::ThreatKinds) contains a set of attacked roles for each role
//! of the attacker. Its constants are the choices of engines so far, named after the number of inputs:
//!
//! | constant | used by | left out |
//! |---|---|---|
//! | `INPUTS_79856` | SFNNv10 (Stockfish, end of 2025); the first networks of PlentyChess and Reckless; Halogen | pawns on bishops, queens, kings; bishops and rooks on queens; kings on queens and kings |
//! | `INPUTS_66864` | SFNNv11, Reckless | also everything on kings |
//! | `INPUTS_60144` | SFNNv12, Viridithas and Stormphrax before they had pairs of pawns | also everything by kings |
//! | `INPUTS_59808` | Stockfish, PlentyChess, Viridithas and Stormphrax in the middle of 2026 | also pawns on pawns, which these engines encode separately |
//!
//! With vectors, the choice hardly affects the speed, because it is a table in a register.
//!
//! An evaluation by hand usually weighs attacks on enemies only. It takes
//! `ThreatKinds::ALL.without_defenses()`, so that its loop does not see the defenses: in the search of the
//! benches, which weighs each threat, that made the whole search 1.12 to 1.39 times as fast (Zen 5).
//!
//! # Numbers of inputs
//!
//! A [`Threat`](crate::threats::Threat) contains absolute squares and colors. A network numbers its inputs
//! from the view of one side: it exchanges the colors and reverses the ranks for Black, it mirrors the files
//! if the king is on one half of the board, and it keeps only one of the two threats between like pieces that
//! attack each other. A [`ThreatLayout`](crate::threats::ThreatLayout) contains these choices as data, so
//! that a new network does not need a new release of quadline. Its constants are the layouts of the table
//! above.
//!
//! ```
//! use quadline::{Position, batch, threats::{Perspectives, ThreatLayout}};
//!
//! // The threats of Stockfish's networks of mid-2026, and the pairs of pawns behind them.
//! let layout = ThreatLayout::INPUTS_59808.with_pawn_pairs(59_808);
//! let positions = [Position::START; 2];
//! let (stride, mut counts) = (288, [0; 4]);
//! let mut rows = vec![0; 4 * stride];
//! batch::threat_inputs(&positions, &layout, Perspectives::Both, &mut rows, stride, &mut counts);
//!
//! let (white, black) = rows.split_at(2 * stride); // a matrix for each perspective
//! assert_eq!(counts, [64; 4]);
//! assert!(white[..64].iter().all(|&input| black[..64].contains(&input))); // both sides start alike
//! assert_eq!(white[64..stride], [-1; 224]);
//! ```
//!
//! [`batch::threat_inputs_csr`](crate::batch::threat_inputs_csr) writes the inputs without gaps, and
//! [`Position::threat_inputs`](crate::Position::threat_inputs) those of one position, and
//! [`threat_inputs_of_both`](crate::Position::threat_inputs_of_both) those from both views. For
//! changes there is [`inputs_of`](crate::threats::ThreatLayout::inputs_of).
//!
//! Other inputs can follow on the same rows, because `counts` has the number of inputs of each. This is
//! HalfKA with the king's files mirrored, 24,576 inputs, as in nnue-pytorch:
//!
//! ```
//! use quadline::{Color, Position, squares};
//!
//! /// Writes the inputs behind the first `count` of a row and returns the new number.
//! fn half_ka(
//!     position: &Position,
//!     perspective: Color,
//!     base: i32,
//!     row: &mut [i32],
//!     mut count: usize,
//! ) -> usize {
//!     let king = position.king(perspective).map_or(0, |king| king.index());
//!     let flip = if perspective == Color::Black { 56 } else { 0 }
//!         ^ if king % 8 < 4 { 7 } else { 0 };
//!     let king = king ^ flip;
//!     let bucket = 4 * (7 - king / 8) + 7 - king % 8;
//!     for square in squares(position.occupied()) {
//!         let piece = position.piece_at(square).expect("an occupied square");
//!         let kind =
//!             2 * piece.role() as usize + usize::from(piece.color() != perspective);
//!         row[count] =
//!             base + (768 * bucket + 64 * kind + (square.index() ^ flip)) as i32;
//!         count += 1;
//!     }
//!     count
//! }
//!
//! let mut row = [-1; 64];
//! assert_eq!(half_ka(&Position::START, Color::White, 0, &mut row, 0), 32);
//! // The bucket of e1 is 31. The first piece is a rook on a1.
//! assert_eq!(row[0], 31 * 768 + 6 * 64);
//! ```
//!
//! # Packed boards
//!
//! Files of training data contain a word of occupied squares and four bits for each piece.
//! [`Position::from_nibbles`](crate::Position::from_nibbles) reads them with the
//! [`NibbleCodes`](crate::NibbleCodes) of the format, and
//! [`batch::from_nibbles_unchecked`](crate::batch::from_nibbles_unchecked) reads many without checks.
//! [`batch::to_nibbles`](crate::batch::to_nibbles) writes them, also to another format.
//!
//! # Many positions, for trainers
//!
//! [`batch::threats`](crate::batch::threats) writes the threats of many positions one after the other, and
//! the offset at which each position begins. This is the layout of a sparse matrix in CSR form. With the
//! feature `rayon`, `batch::parallel::threats` does the same on all cores.
//!
//! # Changes by a move, for engines
//!
//! [`Position::threat_changes`](crate::Position::threat_changes) takes the position before a legal move and
//! writes two lists: the threats that the move removes, and those that it adds. No threat is in both.
//!
//! ```
//! use quadline::{
//!     Position,
//!     threats::{ThreatChanges, ThreatKinds},
//! };
//!
//! let before: Position =
//!     "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1".parse()?;
//! let mate = before.parse_uci("f3f7")?;
//! let kinds = ThreatKinds::INPUTS_59808;
//! let mut changes = ThreatChanges::new();
//! before.threat_changes(mate, kinds, &mut changes);
//!
//! let count = |position: Position| position.threats(kinds, &mut []);
//! let (added, removed) = (changes.added().len(), changes.removed().len());
//! assert_eq!(count(before.play(mate)), count(before) + added - removed);
//! let attacks_bishop =
//!     |threat: &quadline::threats::Threat| threat.attacked.letter() == 'b';
//! assert!(changes.added().iter().any(attacks_bishop));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Engines that keep a board of 64 bytes pass it as a [`MailboxRef`](crate::threats::MailboxRef), with a
//! table of the numbers that they use for the pieces. If the bytes are roles, as in Hobbes and PlentyChess,
//! [`of_roles`](crate::threats::MailboxRef::of_roles) takes the set of black pieces too. No position has to be assembled.
//! Castling, en passant and promotion are one [`BoardChange`](crate::threats::BoardChange) each. The board is
//! the one *before* the change. If the bytes have just been written one by one, a vector load has to wait
//! until they reach the cache.
//!
//! [`threat_changes_into`](crate::threats::MailboxRef::threat_changes_into) writes to slices of the engine,
//! and [`ThreatLayout::inputs_of`](crate::threats::ThreatLayout::inputs_of) numbers the threats of a slice
//! when the network is updated:
//!
//! ```
//! use quadline::threats::{BoardChange, MailboxRef, PieceCodes, Threat, ThreatLayout};
//! use quadline::{Color, Piece, Role, Square};
//!
//! static LAYOUT: ThreatLayout = ThreatLayout::INPUTS_66864;
//! /// In this engine, a piece is twice its role, plus 1 for Black. 12 is no piece.
//! static CODES: PieceCodes = {
//!     let (mut pieces, mut index) = ([None; 16], 0);
//!     while index < 12 {
//!         pieces[index] = Some(Piece::new(Color::ALL[index % 2], Role::ALL[index / 2]));
//!         index += 1;
//!     }
//!     PieceCodes::new(pieces)
//! };
//!
//! let mut board = [12_u8; 64];
//! board[Square::E1.index()] = 10; // kings on e1 and e8, a rook on h1, a knight on f3
//! board[Square::E8.index()] = 11;
//! board[Square::H1.index()] = 6;
//! board[Square::F3.index()] = 2;
//!
//! let change = BoardChange::Castling { king: Square::E1, rook: Square::H1 };
//! let (mut added, mut removed) = ([Threat::NONE; 80], [Threat::NONE; 80]);
//! let mailbox = MailboxRef::new(&board, &CODES);
//! let [adds, subs] = mailbox.threat_changes_into(change, LAYOUT.kinds(), &mut added, &mut removed);
//!
//! // The rook comes to attack the knight from f1, and is attacked by the king. Threats to kings are not inputs here.
//! assert_eq!((adds, subs), (2, 0));
//! let mut inputs = [0; 80];
//! assert_eq!(LAYOUT.inputs_of(&added[..adds], Color::White, Square::G1, &mut inputs), 2);
//! ```
//!
//! # Speed
//!
//! `benches/pages/threats.md` in a checkout has the figures of a recorded CPU, and this command prints yours.
//! The peer is a loop over PEXT lookups, which is slow because of mispredicted branches; a CPU that computes
//! the same few moves again and again learns them, so the shapes with 65,536 positions are nearer to programs:
//!
//! ```text
//! cargo run --release -p quadline-benches --features threats -- compare --shape positions-threats-65536,moves-threats-65536
//! ```
