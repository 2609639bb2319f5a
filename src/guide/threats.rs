//! Threats: the pairs of pieces that neural networks take as inputs.
//!
//! A *threat* is a piece on a square and another piece that it attacks: a white knight on d4 attacks a black rook on
//! e6. Since the end of 2025, the evaluation networks of the strongest engines take all threats of a position as
//! inputs, in addition to the pieces. An engine needs the threats that each move changes, and a trainer needs the
//! threats of many positions.
//!
//! ```
//! use quadline::{Position, Threat, ThreatKinds};
//!
//! let mut threats = [Threat::NONE; 128];
//! let count = Position::START.threats(ThreatKinds::INPUTS_59808, &mut threats);
//! assert_eq!(count, 28);
//! ```
//!
//! # Definition
//!
//! * The attacked piece may be of either color. A threat to a piece of the same color defends it.
//! * Sliders attack the nearest piece of each direction. They do not see through pieces of either color.
//! * Pins, checks and the side to move do not matter.
//! * The order of the threats is unspecified, because networks add up the weights of their inputs.
//!
//! # Kinds of threats
//!
//! Networks leave out kinds of threats that contribute little. The choice changes every few months, so it is an
//! argument: [`ThreatKinds`](crate::ThreatKinds) contains a set of attacked roles for each role of the attacker. Its
//! constants are the choices of engines so far, named after the number of inputs:
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
//! # Indices of inputs
//!
//! A [`Threat`](crate::Threat) contains absolute squares and colors. Each network numbers its inputs differently: it
//! may take the view of one side, mirror the board by the file of the king, and keep only one of the two threats
//! between like pieces that attack each other. The caller therefore computes the index from the four fields;
//! [`Piece::to_byte`](crate::Piece::to_byte) and [`Square::index`](crate::Square::index) can index lookup tables.
//!
//! ```
//! use quadline::{Color, Threat};
//!
//! /// Returns an index from White's view: 12 pieces and 64 squares, twice. Some indices are never used.
//! fn index(threat: Threat) -> usize {
//!     let piece = |piece: quadline::Piece| 6 * piece.color() as usize + piece.role() as usize;
//!     let from = 64 * piece(threat.attacker) + threat.from.index();
//!     768 * from + 64 * piece(threat.attacked) + threat.to.index()
//! }
//! assert_eq!(index(Threat::NONE), 0);
//! assert_eq!(Color::White as usize, 0);
//! ```
//!
//! # Many positions, for trainers
//!
//! [`batch::threats`](crate::batch::threats) writes the threats of many positions one after the other, and the offset
//! at which each position begins. This is the layout of a sparse matrix in CSR form. With the feature `rayon`,
//! `batch::parallel::threats` does the same on all cores.
//!
//! # Changes by a move, for engines
//!
//! [`Position::threat_changes`](crate::Position::threat_changes) takes the position before a legal move and writes two
//! lists: the threats that the move removes, and those that it adds. No threat is in both.
//!
//! ```
//! use quadline::{Position, ThreatChanges, ThreatKinds};
//!
//! let before: Position = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1".parse()?;
//! let mate = before.parse_uci("f3f7")?;
//! let kinds = ThreatKinds::INPUTS_59808;
//! let mut changes = ThreatChanges::new();
//! before.threat_changes(mate, kinds, &mut changes);
//!
//! let count = |position: Position| position.threats(kinds, &mut []);
//! let (added, removed) = (changes.added().len(), changes.removed().len());
//! assert_eq!(count(before.play(mate)), count(before) + added - removed);
//! let attacks_bishop = |threat: &quadline::Threat| threat.attacked.letter() == 'b';
//! assert!(changes.added().iter().any(attacks_bishop));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Engines that keep a board of 64 bytes can use a [`Mailbox`](crate::Mailbox) instead, whose changes put, remove or
//! move a piece. It also takes the board *before* the change. If the bytes have just been written one by one, a vector
//! load has to wait until they reach the cache, and that can take longer than the computation.
//!
//! Castling and en passant consist of several changes of a mailbox. `Position::threat_changes` combines them.
//!
//! # Speed
//!
//! The time of loops over PEXT lookups, divided by that of each level (Zen 5, 65,536 positions of games in random order,
//! kinds of 59,808 inputs; in the first row in parentheses also all kinds):
//!
//! | | PEXT | `avx512-vbmi` | `avx2` | `lzcnt` | `scalar` |
//! |---|--:|--:|--:|--:|--:|
//! | all threats of a position | 131 ns (159) | 7.7 (9.0) | 2.7 (3.0) | 1.3 (1.3) | 1.3 (1.2) |
//! | changes by a move, from a position | 74 ns | 4.8 | 3.0 | 0.87 | 0.85 |
//! | changes by a move, from a board of bytes | 64 ns | 5.2 | 3.1 | 0.68 | 0.66 |
//!
//! The loops have the same input as quadline: a position, or also a board of bytes, whose update is not timed. They are
//! slow because of mispredicted branches. A CPU that computes the same 4,000 moves again and again learns their branches,
//! and the loops then take 38 ns for a move from a position, 2.7 times as long as `avx512-vbmi` and 1.6 times as long as
//! `avx2`. `quadline-benches` has both: `moves-threats` and
//! `moves-threats-65536`.
