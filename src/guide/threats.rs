//! Threats: the pairs of pieces that networks take as inputs.
//!
//! A *threat* is a piece on a square and another piece that it attacks: a white knight on d4 attacks a black rook on e6. Since the
//! end of 2025 the strongest engines feed their evaluation networks with all threats of a position, beside the pieces themselves.
//! An engine needs the threats that each move changes, a trainer the threats of billions of positions.
//!
//! ```
//! use quadline::{Position, Threat, ThreatKinds};
//!
//! let mut threats = [Threat::NONE; 128];
//! let count = Position::START.threats(ThreatKinds::INPUTS_59808, &mut threats);
//! assert_eq!(count, 28);
//! ```
//!
//! # What counts
//!
//! * The attacked piece may be of either color. A threat to a piece of the own color defends it.
//! * Sliders attack the nearest piece of each direction. They see through no piece, not even through one of their own.
//! * Pins, checks and the side to move are of no interest, so a position and the same with the other side to move have the same
//!   threats.
//! * The order is unspecified: networks add up what belongs to the inputs.
//!
//! # Which kinds
//!
//! Networks leave out the kinds of threats that tell them little. The choice changes every few months, so it is data:
//! [`ThreatKinds`](crate::ThreatKinds) has for each role of the attacker a set of roles. These are the choices that engines have made so far,
//! named after the number of inputs that they give:
//!
//! | constant | used by | left out |
//! |---|---|---|
//! | `INPUTS_79856` | SFNNv10 (Stockfish, end of 2025); the first networks of PlentyChess and Reckless; Halogen | pawns on bishops, queens, kings; bishops and rooks on queens; kings on queens and kings |
//! | `INPUTS_66864` | SFNNv11, Reckless | also everything on kings |
//! | `INPUTS_60144` | SFNNv12, Viridithas and Stormphrax before they had pairs of pawns | also everything by kings |
//! | `INPUTS_59808` | Stockfish, PlentyChess, Viridithas and Stormphrax in the middle of 2026 | also pawns on pawns, which are a feature set of their own there |
//!
//! All kinds take hardly longer than some: the choice is a table in a register.
//!
//! # The index of an input is the network's business
//!
//! A [`Threat`](crate::Threat) has absolute squares and colors. Networks number their inputs as they like: they see the board from one side, mirror it
//! by the file of the king, and keep one direction of two like pieces that attack each other. What they need for that are a few
//! lookups by the four fields, of which [`Piece::to_byte`](crate::Piece::to_byte) and [`Square::index`](crate::Square::index) are made to be used as indices.
//!
//! ```
//! use quadline::{Color, Threat};
//!
//! /// An index as White sees it, without holes closed: 12 pieces and 64 squares, twice.
//! fn index(threat: Threat) -> usize {
//!     let piece = |piece: quadline::Piece| 6 * piece.color() as usize + piece.role() as usize;
//!     let from = 64 * piece(threat.attacker) + threat.from.index();
//!     768 * from + 64 * piece(threat.attacked) + threat.to.index()
//! }
//! assert_eq!(index(Threat::NONE), 0);
//! assert_eq!(Color::White as usize, 0);
//! ```
//!
//! # Trainers: many positions
//!
//! [`batch::threats`](crate::batch::threats) writes the threats of many positions behind each other, with the offsets where each begins. That is
//! the layout of a sparse matrix by rows (CSR), of which the indices are still to be made.
//! `batch::parallel::threats` does the same over all cores, with the feature `rayon`.
//!
//! # Engines: what a move changes
//!
//! [`Position::threat_changes`](crate::Position::threat_changes) takes the position before a legal move and writes two lists: the threats that the
//! move removes, and those that it adds. No threat is in both.
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
//! Engines that have a board of 64 bytes get the same from a [`Mailbox`](crate::Mailbox): a piece is put on a square, taken from it, or moved.
//! It takes the board *before* the change as well. A board whose bytes have just been written has to reach the cache before a
//! vector can be loaded from it, and that takes longer than everything else.
//!
//! Castling and en passant are several changes of a mailbox. `Position::threat_changes` composes them.
