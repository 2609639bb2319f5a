//! Functions that compute many sliders or positions per call.
//!
//! Each call is dispatched once. The slices may have any length and alignment, and nothing is allocated: the
//! caller provides the memory for the results. Only `batch::parallel` (feature `rayon`) allocates.
//!
//! | input and result | functions |
//! |---|---|
//! | pairs of square and occupied squares | [`rook_attacks`], [`bishop_attacks`], [`queen_attacks`] |
//! | the same, rook and bishop separately | [`rook_and_bishop_attacks`] |
//! | one board, many squares | [`rook_attacks_on`], [`bishop_attacks_on`], [`queen_attacks_on`] |
//! | many positions: squares that each side attacks | [`attacked_squares`] |
//! | many positions: checks, pins and squares that the king cannot enter | [`checks_and_pins`] |
//! | many positions: squares that each side attacks, by role | [`attacks_by_role_of_both`] |
//! | many positions: checks and pins of both kings, and squares that give check | [`check_info`] |
//! | many positions: the number of legal moves | [`legal_move_counts`] |
//! | many positions: all legal moves | [`legal_moves`] |
//! | many positions: a move played in each | [`play`] |
//! | many positions: hash keys | [`zobrist_keys`], [`polyglot_keys`] |
//! | one position: the number of legal moves after each move | [`successor_move_counts`] |
//! | many positions: pairs of attacking and attacked pieces | [`threats`] |
//! | many positions: the inputs of neural networks | [`threat_inputs`], [`threat_inputs_csr`] |
//! | packed boards, to positions | [`from_nibbles`], [`from_nibbles_unchecked`] |
//! | many positions: their packed boards | [`to_nibbles`] |
//!
//! # Examples
//!
//! ```
//! use quadline::{Square, batch};
//!
//! let mut attacks = [0; 3];
//! batch::queen_attacks(
//!     &[Square::A1, Square::D4, Square::H8],
//!     &[0, 0, 0],
//!     &mut attacks,
//! );
//! assert_eq!(attacks.map(u64::count_ones), [21, 27, 21]);
//! ```
//!
//! Code that has a level token calls the same functions as methods of the token,
//! `level.batch_queen_attacks(..)` and so on. The [guide](crate::guide::batches) explains how the sliders are
//! arranged in vectors.
//!
//! # Panics
//!
//! A function with one result for each square or position panics if its slices differ in length. The
//! functions with several results for a position ([`legal_moves`], [`threats`], [`threat_inputs`],
//! [`threat_inputs_csr`], [`successor_move_counts`]) have conditions of their own, on their pages. Lengths
//! are checked before anything is written, and the message contains them. The exception is [`legal_moves`],
//! which finds out while it writes whether `moves` is long enough.
//!
//! Every function also panics if `QUADLINE_LEVEL` names a level that cannot be used; see [`level`].
//!
//! ```should_panic
//! // slices of unequal length: squares 1, occupied 2, attacks 1; all must be as long as squares
//! quadline::batch::rook_attacks(&[quadline::Square::A1], &[0, 0], &mut [0]);
//! ```

use crate::level::{self, Level};
use crate::threats::{Perspectives, Threat, ThreatKinds, ThreatLayout};
use crate::{CheckInfo, ChecksAndPins, InvalidPosition, Move, NibbleCodes, Position, Square, ZobristKeys};

#[cfg(feature = "rayon")]
pub mod parallel;

/// Writes the attacks of a rook on each square, each with its own occupied squares.
///
/// # Examples
///
/// ```
/// use quadline::{Square, batch};
///
/// let mut attacks = [0; 2];
/// batch::rook_attacks(
///     &[Square::A1, Square::H8],
///     &[0, Square::G7.bit() | Square::G8.bit()],
///     &mut attacks,
/// );
/// assert_eq!(attacks.map(u64::count_ones), [14, 8]);
/// ```
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[inline]
#[track_caller]
pub fn rook_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
    level::active_token().batch_rook_attacks(squares, occupied, attacks);
}

/// Writes the attacks of a bishop on each square, each with its own occupied squares.
///
/// # Examples
///
/// ```
/// use quadline::{Square, batch};
///
/// let mut attacks = [0; 2];
/// batch::bishop_attacks(
///     &[Square::A1, Square::H8],
///     &[0, Square::G7.bit() | Square::G8.bit()],
///     &mut attacks,
/// );
/// assert_eq!(attacks.map(u64::count_ones), [7, 1]);
/// ```
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[inline]
#[track_caller]
pub fn bishop_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
    level::active_token().batch_bishop_attacks(squares, occupied, attacks);
}

/// Writes the attacks of a queen on each square, each with its own occupied squares.
///
/// # Examples
///
/// ```
/// use quadline::{Square, batch};
///
/// let mut attacks = [0; 2];
/// batch::queen_attacks(
///     &[Square::A1, Square::H8],
///     &[0, Square::G7.bit() | Square::G8.bit()],
///     &mut attacks,
/// );
/// assert_eq!(attacks.map(u64::count_ones), [21, 9]);
/// ```
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[inline]
#[track_caller]
pub fn queen_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
    level::active_token().batch_queen_attacks(squares, occupied, attacks);
}

/// Writes the attacks of a rook and those of a bishop on each square to two slices, from one pass.
///
/// # Examples
///
/// ```
/// use quadline::{Square, batch};
///
/// let (mut rook, mut bishop) = ([0; 1], [0; 1]);
/// batch::rook_and_bishop_attacks(&[Square::D4], &[0], &mut rook, &mut bishop);
/// assert_eq!((rook[0].count_ones(), bishop[0].count_ones()), (14, 13));
/// ```
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[inline]
#[track_caller]
pub fn rook_and_bishop_attacks(squares: &[Square], occupied: &[u64], rook: &mut [u64], bishop: &mut [u64]) {
    level::active_token().batch_rook_and_bishop_attacks(squares, occupied, rook, bishop);
}

/// Writes the attacks of a rook on each square of one board.
///
/// # Examples
///
/// ```
/// use quadline::{Square, batch};
///
/// let mut attacks = [0; 2];
/// batch::rook_attacks_on(Square::B2.bit(), &[Square::A1, Square::H8], &mut attacks);
/// assert_eq!(attacks.map(u64::count_ones), [14, 14]);
/// ```
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[inline]
#[track_caller]
pub fn rook_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]) {
    level::active_token().batch_rook_attacks_on(occupied, squares, attacks);
}

/// Writes the attacks of a bishop on each square of one board.
///
/// # Examples
///
/// ```
/// use quadline::{Square, batch};
///
/// let mut attacks = [0; 2];
/// batch::bishop_attacks_on(Square::B2.bit(), &[Square::A1, Square::H8], &mut attacks);
/// assert_eq!(attacks.map(u64::count_ones), [1, 6]);
/// ```
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[inline]
#[track_caller]
pub fn bishop_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]) {
    level::active_token().batch_bishop_attacks_on(occupied, squares, attacks);
}

/// Writes the attacks of a queen on each square of one board.
///
/// # Examples
///
/// ```
/// use quadline::{Square, batch};
///
/// let mut attacks = [0; 2];
/// batch::queen_attacks_on(Square::B2.bit(), &[Square::A1, Square::H8], &mut attacks);
/// assert_eq!(attacks.map(u64::count_ones), [15, 20]);
/// ```
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[inline]
#[track_caller]
pub fn queen_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]) {
    level::active_token().batch_queen_attacks_on(occupied, squares, attacks);
}

/// Writes all squares that each side attacks, for many positions.
///
/// These include squares of the side's own pieces that it protects. A slider attacks all squares up to and
/// including the first occupied one.
///
/// # Examples
///
/// ```
/// use quadline::{Position, batch, bitboard};
///
/// let positions: [Position; 2] =
///     ["4k3/8/8/8/3r4/8/1P6/R3K3 w - - 0 1".parse()?, Position::START];
/// let (mut white, mut black) = ([0; 2], [0; 2]);
/// batch::attacked_squares(&positions, &mut white, &mut black);
/// assert_eq!(
///     white[0],
///     bitboard! {
///         1 . . . . . . .
///         1 . . . . . . .
///         1 . . . . . . .
///         1 . . . . . . .
///         1 . . . . . . .
///         1 . 1 . . . . .
///         1 . . 1 1 1 . .
///         . 1 1 1 1 1 . .
///     }
/// );
/// assert_eq!(black[1], white[1].swap_bytes());
/// # Ok::<(), quadline::ParseFenError>(())
/// ```
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[inline]
#[track_caller]
pub fn attacked_squares(positions: &[Position], white: &mut [u64], black: &mut [u64]) {
    level::active_token().batch_attacked_squares(positions, white, black);
}

/// Writes the checks and pins of many positions; see [`ChecksAndPins`].
///
/// # Examples
///
/// ```
/// use quadline::{ChecksAndPins, Position, Square, batch};
///
/// let positions: [Position; 1] = ["4k3/4r3/8/8/1b6/8/3NN3/4K3 w - - 0 1".parse()?];
/// let mut found = [ChecksAndPins::default()];
/// batch::checks_and_pins(&positions, &mut found);
/// assert_eq!(found[0].pinned, Square::D2.bit() | Square::E2.bit());
/// assert_eq!(found[0].checkers, 0);
/// # Ok::<(), quadline::ParseFenError>(())
/// ```
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[inline]
#[track_caller]
pub fn checks_and_pins(positions: &[Position], checks_and_pins: &mut [ChecksAndPins]) {
    level::active_token().batch_checks_and_pins(positions, checks_and_pins);
}

/// Writes the number of legal moves of each of many positions.
///
/// The numbers account for pins, checks, castling (in Chess960 too) and en passant captures that would expose
/// the king. A promotion counts as four moves.
///
/// # Examples
///
/// ```
/// use quadline::{Position, batch};
///
/// let kiwipete =
///     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// let mut counts = [0; 2];
/// batch::legal_move_counts(&[Position::START, kiwipete.parse()?], &mut counts);
/// assert_eq!(counts, [20, 48]);
/// # Ok::<(), quadline::ParseFenError>(())
/// ```
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[inline]
#[track_caller]
pub fn legal_move_counts(positions: &[Position], counts: &mut [u16]) {
    level::active_token().batch_legal_move_counts(positions, counts);
}

/// Writes all legal moves of many positions to `moves`, one position after the other, and returns their
/// number.
///
/// The moves of `positions[i]` are `moves[offsets[i]..offsets[i + 1]]`, in the order of
/// [`Position::legal_moves`], which differs between levels. The sum of [`legal_move_counts`] is the length
/// that `moves` needs; [`MAX_LEGAL_MOVES`](crate::MAX_LEGAL_MOVES) for each position are always enough. Moves
/// are stored in whole vectors, so the contents of `moves` after the last move are unspecified.
///
/// Words that are not a position may have more moves here than [`legal_move_counts`] counts. If `moves` is
/// too short for them, their lists are empty, and those of the positions around them are complete.
///
/// # Examples
///
/// ```
/// use quadline::{Move, Position, batch};
///
/// let positions = [Position::START, "8/8/8/8/8/6k1/8/7K w - - 0 1".parse()?];
/// let (mut offsets, mut moves) = ([0; 3], [Move::default(); 32]);
/// assert_eq!(batch::legal_moves(&positions, &mut offsets, &mut moves), 21);
/// assert_eq!(offsets, [0, 20, 21]);
/// assert_eq!(moves[20].to_string(), "h1g1");
/// # Ok::<(), quadline::ParseFenError>(())
/// ```
///
/// # Panics
///
/// Panics if `offsets` is not one longer than `positions`; nothing is written in that case. Also panics if
/// `moves` is too short for all moves: the message contains their number, and the contents of `offsets` and
/// `moves` are then unspecified.
#[inline]
#[track_caller]
pub fn legal_moves(positions: &[Position], offsets: &mut [usize], moves: &mut [Move]) -> usize {
    level::active_token().batch_legal_moves(positions, offsets, moves)
}

/// Replaces each position by the one after a legal move of its side to move; see [`Position::play`].
///
/// The moves may belong to one ply of many games. Programs that read games should choose the order that suits
/// their data: games that [`Position::play_mut`] plays in turn take as long as one game after the other (the
/// command `games` of the benches).
///
/// # Examples
///
/// ```
/// use quadline::{Position, batch};
///
/// let mut positions = [Position::START; 2];
/// let moves = [positions[0].parse_uci("e2e4")?, positions[1].parse_uci("d2d4")?];
/// batch::play(&mut positions, &moves);
/// assert_eq!(
///     positions[1].to_string(),
///     "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"
/// );
/// # Ok::<(), quadline::ParseMoveError>(())
/// ```
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[inline]
#[track_caller]
pub fn play(positions: &mut [Position], moves: &[Move]) {
    level::active_token().batch_play(positions, moves);
}

/// Writes the number of legal moves after each legal move of a position, and returns the number of its moves.
///
/// The counts are in the order of [`Position::legal_moves`]. They are those of the
/// [successors](Position::successors), which are not written. If `counts` is too short, the counts that do
/// not fit are not written, but the returned number is that of all moves.
/// [`MAX_LEGAL_MOVES`](crate::MAX_LEGAL_MOVES) places are enough for every position.
///
/// The bench shape `positions-successor-move-counts` times it. For the sum over many positions, as in
/// [perft](https://www.chessprogramming.org/Perft), a [`SuccessorCounter`](crate::SuccessorCounter) fills
/// vectors with the successors of several positions.
///
/// # Examples
///
/// ```
/// use quadline::{MAX_LEGAL_MOVES, Position, batch};
///
/// // . . . . . . . k      The rook gives check on a8, and after any other
/// // . . . . . . . .      move the black king has two or three moves.
/// // . . . . . . . .
/// // . . . . . . . .
/// // . . . . . . . .
/// // . . . . . . . .
/// // . . . . . . . .
/// // R . . . K . . .
/// let position: Position = "7k/8/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
/// let mut counts = [0; MAX_LEGAL_MOVES];
/// let count = batch::successor_move_counts(&position, &mut counts);
/// for (chess_move, &count) in position.moves().iter().zip(&counts[..count]) {
///     assert_eq!(count, position.play(*chess_move).legal_move_count());
/// }
/// # Ok::<(), quadline::ParseFenError>(())
/// ```
#[inline]
#[track_caller]
#[must_use = "the number may exceed the length of `counts`"]
pub fn successor_move_counts(position: &Position, counts: &mut [u16]) -> usize {
    level::active_token().batch_successor_move_counts(position, counts)
}

/// Writes the squares that each side attacks by role, in the order of [`Role::ALL`](crate::Role::ALL), for
/// many positions.
///
/// # Examples
///
/// ```
/// use quadline::{Position, Role, batch, bitboard};
///
/// let positions = [Position::START];
/// let (mut white, mut black) = ([[0; 6]; 1], [[0; 6]; 1]);
/// batch::attacks_by_role_of_both(&positions, &mut white, &mut black);
/// assert_eq!(
///     black[0][Role::Knight as usize],
///     bitboard! {
///         . . . . . . . .
///         . . . 1 1 . . .
///         1 . 1 . . 1 . 1
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///     }
/// );
/// ```
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[inline]
#[track_caller]
pub fn attacks_by_role_of_both(positions: &[Position], white: &mut [[u64; 6]], black: &mut [[u64; 6]]) {
    level::active_token().batch_attacks_by_role_of_both(positions, white, black);
}

/// Writes the checks, pins and checking squares of both kings, for many positions; see [`CheckInfo`].
///
/// # Examples
///
/// ```
/// use quadline::{CheckInfo, Color, Position, Square, batch};
///
/// let positions: [Position; 1] = ["4k3/4r3/8/8/1b6/8/3NN3/4K3 w - - 0 1".parse()?];
/// let mut found = [CheckInfo::default()];
/// batch::check_info(&positions, &mut found);
/// assert_eq!(found[0].pinned(Color::White), Square::D2.bit() | Square::E2.bit());
/// # Ok::<(), quadline::ParseFenError>(())
/// ```
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[inline]
#[track_caller]
pub fn check_info(positions: &[Position], info: &mut [CheckInfo]) {
    level::active_token().batch_check_info(positions, info);
}

/// Writes the hash key of each of many positions; see [`ZobristKeys::key`].
///
/// If a position is invalid, its key is unspecified, and may differ from that of [`ZobristKeys::key`].
///
/// The levels with byte shuffles (AVX2 and better, and NEON) arrange the numbers anew in each call, in 8 KiB
/// on the stack, if there are 32 positions or more. This takes about as long as ten to twenty keys, so a call
/// should have hundreds of positions.
///
/// # Examples
///
/// ```
/// use quadline::{Position, ZobristKeys, batch};
///
/// const KEYS: &ZobristKeys = &ZobristKeys::DEFAULT;
/// let positions = [Position::START, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?];
/// let mut keys = [0; 2];
/// batch::zobrist_keys(&positions, KEYS, &mut keys);
/// assert_eq!(keys, positions.map(|position| KEYS.key(&position)));
/// # Ok::<(), quadline::ParseFenError>(())
/// ```
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[inline]
#[track_caller]
pub fn zobrist_keys(positions: &[Position], keys: &ZobristKeys, out: &mut [u64]) {
    level::active_token().batch_zobrist_keys(positions, keys, out);
}

/// Writes the key of each of many positions in opening books of the Polyglot format; see
/// [`Position::polyglot_key`].
///
/// # Examples
///
/// ```
/// use quadline::{Position, batch};
///
/// let mut keys = [0];
/// batch::polyglot_keys(&[Position::START], &mut keys);
/// assert_eq!(keys, [0x463b_9618_1691_fc9c]);
/// ```
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[inline]
#[track_caller]
pub fn polyglot_keys(positions: &[Position], out: &mut [u64]) {
    level::active_token().batch_polyglot_keys(positions, out);
}

/// Writes the threats of many positions to `threats`, one position after the other, and returns their number.
///
/// [`Position::threats`] defines a threat. The threats of `positions[i]` are `threats[offsets[i]..offsets[i +
/// 1]]`, in unspecified order. If `threats` is too short, the threats that do not fit are not written, but
/// they are counted, also in `offsets`: compare the returned number with `threats.len()`, or pass an empty
/// slice first to get the number. [`MAX_THREATS`](crate::threats::MAX_THREATS) places for each position are
/// always enough; 48 are typical. Places after the last threat may be overwritten.
///
/// # Examples
///
/// ```
/// use quadline::{
///     Position, batch,
///     threats::{Threat, ThreatKinds},
/// };
///
/// let positions = [Position::START, "4k3/8/1q6/8/8/1R1N1p2/8/4K3 w - - 0 1".parse()?];
/// let (mut offsets, mut threats) = ([0; 3], [Threat::NONE; 64]);
/// let count =
///     batch::threats(&positions, ThreatKinds::ALL, &mut offsets, &mut threats);
/// assert_eq!((count, offsets), (44, [0, 40, 44]));
/// let of_rook =
///     threats[40..44].iter().filter(|threat| threat.attacker.letter() == 'R');
/// assert_eq!(of_rook.count(), 2);
/// # Ok::<(), quadline::ParseFenError>(())
/// ```
///
/// # Panics
///
/// Panics if `offsets` is not one longer than `positions`; nothing is written in that case.
#[inline]
#[track_caller]
#[must_use = "the number may exceed the length of `threats`"]
pub fn threats(
    positions: &[Position],
    kinds: ThreatKinds,
    offsets: &mut [usize],
    threats: &mut [Threat],
) -> usize {
    level::active_token().batch_threats(positions, kinds, offsets, threats)
}

/// Writes the network inputs of each position to a row of `stride` places, and -1 behind the last input of
/// each row.
///
/// With two perspectives, the rows of the first perspective of all positions come before those of the second:
/// `rows` is a matrix of perspectives, positions and places, and `counts` one of perspectives and positions.
/// The inputs of a row are in unspecified order. If a row is too short, the inputs that do not fit are not
/// written, but they are counted in `counts`.
///
/// # Examples
///
/// ```
/// use quadline::{
///     Position, batch,
///     threats::{Perspectives, ThreatLayout},
/// };
///
/// let positions = [Position::START, "4k3/8/8/8/8/1n6/P7/3K4 w - - 0 1".parse()?];
/// let (mut rows, mut counts) = ([0; 2 * 2 * 32], [0; 2 * 2]);
/// batch::threat_inputs(
///     &positions,
///     &ThreatLayout::INPUTS_59808,
///     Perspectives::Both,
///     &mut rows,
///     32,
///     &mut counts,
/// );
/// assert_eq!(counts, [28, 1, 28, 1]);
/// assert_eq!(rows[32..35], [168, -1, -1]);
/// # Ok::<(), quadline::ParseFenError>(())
/// ```
///
/// # Panics
///
/// Panics if `rows` does not have `stride` places for each position and perspective, or if `counts` does not
/// have one place for each. Nothing is written in that case.
#[inline]
#[track_caller]
pub fn threat_inputs(
    positions: &[Position],
    layout: &ThreatLayout,
    perspectives: Perspectives,
    rows: &mut [i32],
    stride: usize,
    counts: &mut [u16],
) {
    level::active_token().batch_threat_inputs(positions, layout, perspectives, rows, stride, counts);
}

/// Writes the network inputs of many positions to `inputs`, one position after the other, and returns their
/// number.
///
/// This is the layout of a sparse matrix in CSR form. With two perspectives, each position has two rows, one
/// after the other. The inputs of row `i` are `inputs[offsets[i]..offsets[i + 1]]`, in unspecified order. If
/// `inputs` is too short, the inputs that do not fit are not written, but they are counted, also in
/// `offsets`: compare the returned number with `inputs.len()`, or pass an empty slice first to get the
/// number. Places after the last input may be overwritten.
///
/// # Examples
///
/// ```
/// use quadline::{
///     Position, batch,
///     threats::{Perspectives, ThreatLayout},
/// };
///
/// let (mut offsets, mut inputs) = ([0; 3], [0; 64]);
/// let layout = ThreatLayout::INPUTS_59808;
/// let count = batch::threat_inputs_csr(
///     &[Position::START],
///     &layout,
///     Perspectives::Both,
///     &mut offsets,
///     &mut inputs,
/// );
/// assert_eq!((count, offsets), (56, [0, 28, 56]));
/// ```
///
/// # Panics
///
/// Panics if `offsets` is not one longer than the number of positions times that of perspectives.
#[inline]
#[track_caller]
#[must_use = "the number may exceed the length of the slice"]
pub fn threat_inputs_csr(
    positions: &[Position],
    layout: &ThreatLayout,
    perspectives: Perspectives,
    offsets: &mut [usize],
    inputs: &mut [u32],
) -> usize {
    level::active_token().batch_threat_inputs_csr(positions, layout, perspectives, offsets, inputs)
}

/// Writes the positions of packed boards, without any check; see [`Position::from_nibbles_unchecked`].
///
/// # Examples
///
/// ```
/// use quadline::{NibbleCodes, Position, batch};
///
/// let (occupied, nibbles) =
///     Position::START.to_nibbles(&NibbleCodes::BINPACK).unwrap();
/// let mut positions = [Position::from_words([0; 8]); 2];
/// batch::from_nibbles_unchecked(
///     &[occupied; 2],
///     &[nibbles; 2],
///     &NibbleCodes::BINPACK,
///     &mut positions,
/// );
/// assert_eq!(positions, [Position::START; 2]);
/// ```
///
/// # Panics
///
/// Panics if the slices differ in length.
#[inline]
#[track_caller]
pub fn from_nibbles_unchecked(
    occupied: &[u64],
    nibbles: &[[u8; 16]],
    codes: &NibbleCodes,
    positions: &mut [Position],
) {
    level::active_token().batch_from_nibbles_unchecked(occupied, nibbles, codes, positions);
}

/// Writes the positions of packed boards; see [`Position::from_nibbles`].
///
/// # Examples
///
/// ```
/// use quadline::{InvalidPosition, NibbleCodes, Position, batch};
///
/// let (occupied, nibbles) =
///     Position::START.to_nibbles(&NibbleCodes::BINPACK).unwrap();
/// let mut positions = [Position::START; 2];
/// let found = batch::from_nibbles(
///     &[occupied, !0],
///     &[nibbles; 2],
///     &NibbleCodes::BINPACK,
///     &mut positions,
/// );
/// assert_eq!(found, Err((1, InvalidPosition::TooManyPieces { pieces: 64 })));
/// ```
///
/// # Errors
///
/// Returns the index of the first board that is not a valid position, and the error. The positions before it
/// are written.
///
/// # Panics
///
/// Panics if the slices differ in length.
#[inline]
#[track_caller]
pub fn from_nibbles(
    occupied: &[u64],
    nibbles: &[[u8; 16]],
    codes: &NibbleCodes,
    positions: &mut [Position],
) -> Result<(), (usize, InvalidPosition)> {
    level::active_token().batch_from_nibbles(occupied, nibbles, codes, positions)
}

/// Writes the packed boards of positions; see [`Position::to_nibbles`].
///
/// # Examples
///
/// ```
/// use quadline::{NibbleCodes, Position, batch};
///
/// let (mut occupied, mut nibbles) = ([0; 2], [[0; 16]; 2]);
/// let positions = [Position::START, Position::from_words([!0, 0, !0, 0, 0, 0, 0, 0])];
/// let found = batch::to_nibbles(
///     &positions,
///     &NibbleCodes::BINPACK,
///     &mut occupied,
///     &mut nibbles,
/// );
/// // A packed board has no room for 64 pawns.
/// assert_eq!(found, Err(1));
/// assert_eq!(
///     Position::from_nibbles(occupied[0], &nibbles[0], &NibbleCodes::BINPACK),
///     Ok(Position::START)
/// );
/// ```
///
/// # Errors
///
/// Returns the index of the first position for which [`Position::to_nibbles`] returns `None`: it has more
/// than 32 pieces, or one for which the codes have no number. The boards of the positions before it are
/// written, and the others are left as they are.
///
/// # Panics
///
/// Panics if the slices differ in length.
#[inline]
#[track_caller]
pub fn to_nibbles(
    positions: &[Position],
    codes: &NibbleCodes,
    occupied: &mut [u64],
    nibbles: &mut [[u8; 16]],
) -> Result<(), usize> {
    level::active_token().batch_to_nibbles(positions, codes, occupied, nibbles)
}
