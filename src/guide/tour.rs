//! A program that uses most of the interface: iteration, questions, conversions, arrays by color and role,
//! threats, levels, keys and the features `serde` and `arbitrary`.
//!
//! ```
//! use arbitrary::{Arbitrary, Unstructured};
//! use quadline::level::{self, Level, Scalar};
//! use quadline::threats::{BoardChange, Mailbox, Threat, ThreatChanges, ThreatKinds};
//! use quadline::{
//!     Bitboard, ByColor, ByRole, CheckInfo, Color, Move, MoveSet, Outcome, Piece, Position, Role, Setup, Square,
//!     UciText, ZobristKeys, batch,
//! };
//!
//! /// The material of one side, from values by role.
//! fn material(position: &Position, color: Color, values: &ByRole<i32>) -> i32 {
//!     values.entries().map(|(role, value)| (position.role(role) & position.color(color)).count_ones() as i32 * value).sum()
//! }
//!
//! // Iteration over moves, and questions about each.
//! let position: Position = "r3k2r/8/8/3pP3/8/8/7p/R3K2R w KQkq d6 0 1".parse()?;
//! let mut captured = ByRole([0_usize; 6]);
//! for chess_move in position.moves() {
//!     if let Some(role) = position.captured(chess_move) {
//!         captured[role] += 1;
//!         assert!(position.is_capture(chess_move));
//!     }
//! }
//! assert_eq!(captured, [2, 0, 0, 1, 0, 0]); // a pawn en passant, the pawn on h2, and the rook on a8
//! assert_eq!(position.moves_of(MoveSet::CAPTURES).len(), captured.iter().sum::<usize>());
//! assert_eq!((position.outcome(), !position.side_to_move()), (None, Color::Black));
//!
//! // Arrays by color and role. A reference to one is a reference to the array as well.
//! let values = ByRole([100, 300, 300, 500, 900, 0]);
//! let balance = ByColor::from_fn(|color| material(&position, color, &values));
//! assert_eq!(balance[Color::White] - balance[Color::Black], -100);
//! let en_passant = position.move_of(Square::E5, Square::D6, None).expect("a legal move");
//! assert!(position.see_at_least(en_passant, &values, 100));
//! let ByColor([white, black]) = position.attacked_squares();
//! assert_eq!(Bitboard::from(white & black).0, white & black);
//!
//! // Conversions.
//! let board = Mailbox::from(&position);
//! let setup = Setup { side_to_move: Color::Black, ..Setup::from(&board) };
//! let pieces = Position::try_from(setup)?;
//! assert_eq!(pieces.rooks(), position.rooks());
//! let (knight, king) = (Role::try_from('n')?, "K".parse::<Piece>()?);
//! assert_eq!((knight, king.role()), (Role::Knight, Role::King));
//!
//! // Threats, and what may grow later: `BoardChange` is non_exhaustive, and `CheckInfo` has methods.
//! let change = BoardChange::Remove { square: Square::D5 };
//! let mut changes = ThreatChanges::new();
//! board.threat_changes(change, ThreatKinds::ALL, &mut changes);
//! assert!(changes.added().is_empty() && changes.removed().len() <= position.threats(ThreatKinds::ALL, &mut [Threat::NONE; 64]));
//! let mut info = [CheckInfo::default()];
//! batch::check_info(&[position], &mut info);
//! assert_eq!((info[0].checkers(), info[0].pinned(Color::White)), (0, 0));
//!
//! // Levels that the build has, keys, and the features.
//! assert!(level::available().any(|name| name == level::active()));
//! assert_eq!(Scalar::detect().map(|level| level.attacks_by_role_of_both(&position)), Some(position.attacks_by_role_of_both()));
//! const KEYS: &ZobristKeys = &ZobristKeys::DEFAULT;
//! let next = position.play(en_passant);
//! assert_eq!(KEYS.update(KEYS.key(&position), &position, &next), KEYS.key(&next));
//! let json = serde_json::to_string(&(position, en_passant.to_uci()))?;
//! let (read, uci): (Position, UciText) = serde_json::from_str(&json)?;
//! assert_eq!((read, read.parse_uci(&uci)?), (position, en_passant));
//! assert_eq!(bytemuck::cast_slice::<Move, u16>(&[en_passant]), [en_passant.to_bits()]);
//! let fuzzed = Position::arbitrary(&mut Unstructured::new(&[7; 100]))?;
//! assert!(fuzzed.check().is_ok() && fuzzed.outcome() != Some(Outcome::InsufficientMaterial));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
