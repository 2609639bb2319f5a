//! Levels: sets of CPU features that the kernels are compiled for, each with a token that proves them.
//!
//! | file | contents |
//! |---|---|
//! | `list.rs`, `row_types.rs` | the list of levels, and the types that its rows name |
//! | `define.rs` | the macro that expands rows to tokens and trait implementations |
//! | `calls.rs`, `compute.rs` | the list of calls, and their computations |
//! | `dispatch.rs`, `fixed.rs`, `detected.rs` | the choice of a level: at run time, by the build, by the caller |
//! | `visit.rs` | iteration over all kernels, for tests and benchmarks |
//!
//! A token is a zero-sized value that only [`Level::detect`] creates, if the CPU has the features. Functions
//! with intrinsics require it; see [`cpu::proof`](crate::cpu::proof).

#[doc(hidden)]
pub mod calls;
mod compute;
mod define;
mod detected;
mod dispatch;
mod error;
mod fixed;
mod kernels;
mod list;
mod of_position;
#[cfg(all(test, target_feature = "sse2"))]
mod on_cpus;
mod row_types;
mod visit;

pub use detected::{Detected, WithLevel, available, fixed, known};
pub use dispatch::{Dispatched, Fixed};
#[doc(hidden)]
pub use dispatch::{agreed_token, current, forget_choice, token, try_current};
pub use error::LevelError;
pub use kernels::Kernels;
#[doc(hidden)]
pub use list::visit_kernels;
pub use list::{NAMES, tokens, tokens::*};
pub use visit::KernelVisitor;

use crate::batch::{BatchKernel, Boards, Request, Sink};
use crate::positions::PositionsKernel;
use crate::positions::lists::{MoveList, Outlined, Selection};
use crate::positions::threats::SliderAttacks;
use crate::{
    BoardChange, CheckInfo, ChecksAndPins, Color, LineAttacks, Mailbox, Move, MoveSet, Position, Sliders,
    Square, Threat, ThreatChanges, ThreatKinds,
};
use calls::Calls;

/// A set of CPU features that this CPU has, with the methods that compute attacks and moves with them.
///
/// Each method corresponds to a function with the same name in the crate `quadline`, in its module `batch`
/// (`batch_…`), or to a method of [`Position`]. Those have examples.
///
/// The methods inline into code that runs inside [`vectorize`](Level::vectorize) of the same token. Elsewhere
/// they are function calls. A move generator that is generic over the level is compiled once for each level.
///
/// The trait is sealed: a bound `L: Level` is all that a program needs.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Square, level::{Level, Scalar}};
///
/// fn mobility<L: Level>(level: L, rooks: &[Square], occupied: u64) -> u32 {
///     level.vectorize(#[inline(always)] || {
///         rooks.iter().map(|&rook| level.rook_attacks(rook, occupied).count_ones()).sum()
///     })
/// }
///
/// assert_eq!(mobility(Scalar::detect().unwrap(), &[Square::A1, Square::H8], 0), 28);
/// ```
pub trait Level: Kernels {
    /// The name of the level in `QUADLINE_LEVEL`: one of [`NAMES`], or `dispatched`.
    const NAME: &'static str;

    /// The number of positions that [`batch_legal_move_counts`](Level::batch_legal_move_counts) computes
    /// together.
    ///
    /// Batches whose length is a multiple of it are the fastest. It is 1 for [`Dispatched`].
    const COUNTED_TOGETHER: usize = <Self::Positions as PositionsKernel<Self>>::COUNTED_TOGETHER;

    /// The functions that are compiled once for the level.
    #[doc(hidden)]
    type Calls: Calls;

    /// Returns the token if this CPU has the features. In a build that enables them, for example with `-C
    /// target-cpu=native`, the result is a constant.
    fn detect() -> Option<Self>;

    /// Returns the token without checking the CPU.
    ///
    /// # Safety
    ///
    /// [`detect`](Level::detect) must return `Some` on this CPU.
    #[doc(hidden)]
    unsafe fn new_unchecked() -> Self;

    /// Runs `function` with the features of the level enabled.
    ///
    /// Only code that inlines into it is compiled with these features, so closures with more than a few calls
    /// need `#[inline(always)]`. A recursive search should call `vectorize` in its own body, which compiles
    /// the whole search for the level.
    fn vectorize<R>(self, function: impl FnOnce() -> R) -> R;

    /// Like [`vectorize`](Level::vectorize), but does not inline, so callers do not pay for its registers and
    /// stack frame.
    ///
    /// # Safety
    ///
    /// The CPU must have the features of the level. The token proves that, so calls are always sound. The method is
    /// `unsafe` because safe methods of traits cannot enable features.
    #[doc(hidden)]
    unsafe fn vectorize_outlined<R>(self, function: impl FnOnce() -> R) -> R;

    // Single calls use `move` closures: two words are passed in registers, but references to them through
    // memory.

    /// Returns the attacks of a queen along the four lines, from one pass.
    #[inline(always)]
    fn queen_attacks_x4(self, square: Square, occupied: u64) -> LineAttacks {
        self.vectorize(
            #[inline(always)]
            move || compute::queen_attacks_x4(self, square, occupied),
        )
    }

    /// Returns the attacks of a rook.
    #[inline(always)]
    fn rook_attacks(self, square: Square, occupied: u64) -> u64 {
        self.vectorize(
            #[inline(always)]
            move || compute::rook_attacks(self, square, occupied),
        )
    }

    /// Returns the attacks of a bishop.
    #[inline(always)]
    fn bishop_attacks(self, square: Square, occupied: u64) -> u64 {
        self.vectorize(
            #[inline(always)]
            move || compute::bishop_attacks(self, square, occupied),
        )
    }

    /// Returns the attacks of a queen.
    #[inline(always)]
    fn queen_attacks(self, square: Square, occupied: u64) -> u64 {
        self.vectorize(
            #[inline(always)]
            move || compute::queen_attacks_inlined(self, square, occupied),
        )
    }

    /// Writes the attacks of a rook on each square, each with its own occupied squares.
    ///
    /// # Panics
    ///
    /// Panics if the slices differ in length.
    #[inline(always)]
    fn batch_rook_attacks(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        self.vectorize(
            #[inline(always)]
            || compute::batch_rook_attacks(self, squares, occupied, attacks),
        );
    }

    /// Writes the attacks of a rook on each square of one board.
    ///
    /// # Panics
    ///
    /// Panics if the slices differ in length.
    #[inline(always)]
    fn batch_rook_attacks_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        self.vectorize(
            #[inline(always)]
            || compute::batch_rook_attacks_on(self, occupied, squares, attacks),
        );
    }

    /// Writes the attacks of a bishop on each square, each with its own occupied squares.
    ///
    /// # Panics
    ///
    /// Panics if the slices differ in length.
    #[inline(always)]
    fn batch_bishop_attacks(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        self.vectorize(
            #[inline(always)]
            || compute::batch_bishop_attacks(self, squares, occupied, attacks),
        );
    }

    /// Writes the attacks of a bishop on each square of one board.
    ///
    /// # Panics
    ///
    /// Panics if the slices differ in length.
    #[inline(always)]
    fn batch_bishop_attacks_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        self.vectorize(
            #[inline(always)]
            || compute::batch_bishop_attacks_on(self, occupied, squares, attacks),
        );
    }

    /// Writes the attacks of a queen on each square, each with its own occupied squares.
    ///
    /// # Panics
    ///
    /// Panics if the slices differ in length.
    #[inline(always)]
    fn batch_queen_attacks(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        self.vectorize(
            #[inline(always)]
            || compute::batch_queen_attacks(self, squares, occupied, attacks),
        );
    }

    /// Writes the attacks of a queen on each square of one board.
    ///
    /// # Panics
    ///
    /// Panics if the slices differ in length.
    #[inline(always)]
    fn batch_queen_attacks_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        self.vectorize(
            #[inline(always)]
            || compute::batch_queen_attacks_on(self, occupied, squares, attacks),
        );
    }

    /// Writes the attacks of a rook and those of a bishop on each square to two slices, from one pass.
    ///
    /// # Panics
    ///
    /// Panics if the slices differ in length.
    #[inline(always)]
    fn batch_rook_and_bishop_attacks(
        self,
        squares: &[Square],
        occupied: &[u64],
        rook: &mut [u64],
        bishop: &mut [u64],
    ) {
        self.vectorize(
            #[inline(always)]
            || compute::batch_rook_and_bishop_attacks(self, squares, occupied, rook, bishop),
        );
    }

    /// Writes the attacks of all sliders of a position, in the order of their squares, and returns the union.
    ///
    /// # Panics
    ///
    /// Panics if the length of `attacks` is not the number of sliders.
    #[inline(always)]
    fn slider_attacks(self, sliders: &Sliders, attacks: &mut [u64]) -> u64 {
        self.vectorize(
            #[inline(always)]
            || compute::slider_attacks(self, sliders, attacks),
        )
    }

    /// Writes the attacks of all sliders of many positions, one position after the other, and the union for
    /// each position.
    ///
    /// # Panics
    ///
    /// Panics if the length of `attacks` is not the number of sliders of all positions, or if `unions` and
    /// `positions` differ in length.
    #[inline(always)]
    fn slider_attacks_of_many(self, positions: &[Sliders], attacks: &mut [u64], unions: &mut [u64]) {
        self.vectorize(
            #[inline(always)]
            || compute::slider_attacks_of_many(self, positions, attacks, unions),
        );
    }

    // The functions for many positions are loops, so the cost of the call does not matter.

    /// Writes all squares that each side attacks, for many positions, including its own protected pieces.
    ///
    /// # Panics
    ///
    /// Panics if the slices differ in length.
    #[inline]
    fn batch_attacked_squares(self, positions: &[Position], white: &mut [u64], black: &mut [u64]) {
        // SAFETY: the token proves the features of the level.
        unsafe { Self::Calls::batch_attacked_squares::<()>(positions, white, black) }
    }

    /// Writes checks, pins and squares that the king cannot enter, for many positions.
    ///
    /// # Panics
    ///
    /// Panics if the slices differ in length.
    #[inline]
    fn batch_checks_and_pins(self, positions: &[Position], checks_and_pins: &mut [ChecksAndPins]) {
        // SAFETY: the token proves the features of the level.
        unsafe { Self::Calls::batch_checks_and_pins::<()>(positions, checks_and_pins) }
    }

    /// Writes the number of legal moves of each position.
    ///
    /// # Panics
    ///
    /// Panics if the slices differ in length.
    #[inline]
    fn batch_legal_move_counts(self, positions: &[Position], counts: &mut [u16]) {
        // SAFETY: the token proves the features of the level.
        unsafe { Self::Calls::batch_legal_move_counts::<()>(positions, counts) }
    }

    /// Writes all legal moves of many positions, one position after the other, and returns their number.
    ///
    /// The moves of `positions[i]` are `moves[offsets[i]..offsets[i + 1]]`, as many as
    /// [`batch_legal_move_counts`](Level::batch_legal_move_counts) reports.
    ///
    /// # Panics
    ///
    /// Panics if `offsets` is not one longer than `positions`, or if `moves` is too short. In the second
    /// case, the contents of both slices are unspecified.
    #[inline]
    fn batch_legal_moves(self, positions: &[Position], offsets: &mut [usize], moves: &mut [Move]) -> usize {
        // SAFETY: the token proves the features of the level.
        unsafe { Self::Calls::batch_legal_moves::<()>(positions, offsets, moves) }
    }

    /// Returns all squares that White attacks, and all that Black attacks.
    #[inline(always)]
    fn attacked_squares(self, position: &Position) -> [u64; 2] {
        self.vectorize(
            #[inline(always)]
            || compute::attacked_squares(self, position),
        )
    }

    /// Returns checks, pins and squares that the king cannot enter, for the side to move.
    #[inline(always)]
    fn checks_and_pins(self, position: &Position) -> ChecksAndPins {
        self.vectorize(
            #[inline(always)]
            || compute::checks_and_pins(self, position),
        )
    }

    /// Returns the number of legal moves of a position.
    #[inline(always)]
    fn legal_move_count(self, position: &Position) -> u16 {
        self.vectorize(
            #[inline(always)]
            || compute::legal_move_count(self, position),
        )
    }

    /// Writes all legal moves of a position to `moves` and returns their number.
    ///
    /// The order of the moves is unspecified and differs between levels. If `moves` is too short, the moves
    /// that do not fit are not written, but they are counted: the returned number is then larger than
    /// `moves.len()`. Moves are stored in whole vectors, so the contents of `moves` after the last move are
    /// unspecified. [`MAX_LEGAL_MOVES`](crate::positions::lists::MAX_LEGAL_MOVES) places are enough for every
    /// position.
    #[inline(always)]
    fn legal_moves(self, position: &Position, moves: &mut [Move]) -> usize {
        self.vectorize(
            #[inline(always)]
            || compute::legal_moves(self, position, moves),
        )
    }

    /// Returns all legal moves of a position, in the order of [`legal_moves`](Level::legal_moves).
    #[inline(always)]
    fn moves(self, position: &Position) -> MoveList {
        let mut moves = MoveList::new();
        self.write_moves(position, &mut moves);
        moves
    }

    /// Replaces the contents of a list with the moves that [`moves`](Level::moves) returns.
    #[doc(hidden)]
    #[inline(always)]
    fn write_moves(self, position: &Position, moves: &mut MoveList) {
        self.vectorize(
            #[inline(always)]
            || compute::write_moves(self, position, moves),
        );
    }

    /// Writes the selected legal moves; otherwise like [`legal_moves`](Level::legal_moves).
    #[doc(hidden)]
    #[inline(always)]
    fn legal_moves_selected(self, position: &Position, selection: &Selection, moves: &mut [Move]) -> usize {
        self.vectorize(
            #[inline(always)]
            || compute::legal_moves_selected(self, position, selection, moves),
        )
    }

    /// Writes the legal moves of the given kinds to `moves`; otherwise like
    /// [`legal_moves`](Level::legal_moves).
    #[inline(always)]
    fn legal_moves_of(self, position: &Position, set: MoveSet, moves: &mut [Move]) -> usize {
        self.legal_moves_selected(position, &Selection::of(set, position), moves)
    }

    /// Writes the legal moves from the squares of one bitboard to those of another and returns their number.
    ///
    /// A move is listed if `from` contains its [`from`](Move::from) and `to` contains its [`to`](Move::to): castling moves
    /// have the square of the rook there. Room and order are as for [`legal_moves`](Level::legal_moves). See
    /// [`Position::legal_moves_from_to`] for an example.
    #[inline(always)]
    fn legal_moves_from_to(self, position: &Position, from: u64, to: u64, moves: &mut [Move]) -> usize {
        self.legal_moves_selected(position, &Selection::from_to(from, to, position), moves)
    }

    /// Writes the positions after all legal moves of a position to `successors` and returns their number.
    ///
    /// They are in the order of [`legal_moves`](Level::legal_moves). If `successors` is too short, the
    /// positions that do not fit are not written, but they are counted: the returned number is then larger
    /// than `successors.len()`. [`MAX_LEGAL_MOVES`](crate::positions::lists::MAX_LEGAL_MOVES) places are
    /// enough for every position.
    #[inline(always)]
    fn successors(self, position: &Position, successors: &mut [Position]) -> usize {
        self.vectorize(
            #[inline(always)]
            || compute::successors(self, position, successors),
        )
    }

    /// Returns the attacks of a rook and of a bishop on one square, each with its own occupied squares, from
    /// one pass.
    #[inline(always)]
    fn rook_and_bishop_attacks(self, square: Square, rook_occupied: u64, bishop_occupied: u64) -> (u64, u64) {
        self.vectorize(
            #[inline(always)]
            move || compute::rook_and_bishop_attacks(self, square, rook_occupied, bishop_occupied),
        )
    }

    /// Returns the squares that any rook of a set attacks.
    #[inline(always)]
    fn rook_set_attacks(self, rooks: u64, occupied: u64) -> u64 {
        self.vectorize(
            #[inline(always)]
            move || compute::rook_set_attacks(self, rooks, occupied),
        )
    }

    /// Returns the squares that any bishop of a set attacks.
    #[inline(always)]
    fn bishop_set_attacks(self, bishops: u64, occupied: u64) -> u64 {
        self.vectorize(
            #[inline(always)]
            move || compute::bishop_set_attacks(self, bishops, occupied),
        )
    }

    /// Returns the pieces of both colors that attack a square on a board with these squares occupied.
    #[inline(always)]
    fn attackers_to(self, position: &Position, square: Square, occupied: u64) -> u64 {
        self.vectorize(
            #[inline(always)]
            || compute::attackers_to(self, position, square, occupied),
        )
    }

    /// Returns the squares that a color attacks, by role in the order of [`Role::ALL`](crate::Role::ALL).
    #[inline(always)]
    fn attacks_by_role(self, position: &Position, color: Color) -> [u64; 6] {
        self.vectorize(
            #[inline(always)]
            || compute::attacks_by_role(self, position, color),
        )
    }

    /// Like [`attacks_by_role`](Level::attacks_by_role), with these squares occupied.
    #[inline(always)]
    fn attacks_by_role_on(self, position: &Position, color: Color, occupied: u64) -> [u64; 6] {
        self.vectorize(
            #[inline(always)]
            || compute::attacks_by_role_on(self, position, color, occupied),
        )
    }

    /// Returns the squares that White attacks by role, and those that Black attacks.
    #[inline(always)]
    fn attacks_by_role_of_both(self, position: &Position) -> [[u64; 6]; 2] {
        self.vectorize(
            #[inline(always)]
            || compute::attacks_by_role_of_both(self, position),
        )
    }

    /// Returns checks, pins and checking squares of both kings.
    #[inline(always)]
    fn check_info(self, position: &Position) -> CheckInfo {
        self.vectorize(
            #[inline(always)]
            || compute::check_info(self, position),
        )
    }

    /// Returns whether a move is legal.
    #[inline(always)]
    fn is_legal(self, position: &Position, chess_move: Move) -> bool {
        self.vectorize(
            #[inline(always)]
            move || compute::is_legal(self, position, chess_move),
        )
    }

    /// Returns whether a move is legal, given the result of [`check_info`](Level::check_info).
    #[inline(always)]
    fn is_legal_with(self, position: &Position, info: &CheckInfo, chess_move: Move) -> bool {
        // SAFETY: the token proves the features of the level.
        unsafe { Self::Calls::is_legal_with::<()>(position, info, chess_move) }
    }

    /// Returns whether a legal move gives check.
    #[inline(always)]
    fn gives_check(self, position: &Position, chess_move: Move) -> bool {
        self.vectorize(
            #[inline(always)]
            move || compute::gives_check(self, position, chess_move),
        )
    }

    /// Returns whether a legal move gives check, given the result of [`check_info`](Level::check_info).
    #[inline(always)]
    fn gives_check_with(self, position: &Position, info: &CheckInfo, chess_move: Move) -> bool {
        self.vectorize(
            #[inline(always)]
            move || compute::gives_check_with(self, position, info, chess_move),
        )
    }

    /// Returns the position after passing, or `None` if the side to move is in check.
    #[inline(always)]
    fn null_move(self, position: &Position) -> Option<Position> {
        self.vectorize(
            #[inline(always)]
            || compute::null_move(self, position),
        )
    }

    /// Returns the value of the exchange that a move begins (static exchange evaluation).
    #[inline(always)]
    fn see(self, position: &Position, chess_move: Move, values: &[i32; 6]) -> i32 {
        self.vectorize(
            #[inline(always)]
            move || compute::see(self, position, chess_move, values),
        )
    }

    /// Returns whether the exchange that a move begins is worth at least `threshold`.
    #[inline(always)]
    fn see_at_least(self, position: &Position, chess_move: Move, values: &[i32; 6], threshold: i32) -> bool {
        // SAFETY: the token proves the features of the level.
        unsafe { Self::Calls::see_at_least::<()>(position, chess_move, values, threshold) }
    }

    /// Writes the squares that each side attacks by role, for many positions.
    ///
    /// # Panics
    ///
    /// Panics if the slices differ in length.
    #[inline]
    fn batch_attacks_by_role(self, positions: &[Position], white: &mut [[u64; 6]], black: &mut [[u64; 6]]) {
        // SAFETY: the token proves the features of the level.
        unsafe { Self::Calls::batch_attacks_by_role::<()>(positions, white, black) }
    }

    /// Writes checks, pins and checking squares of both kings, for many positions.
    ///
    /// # Panics
    ///
    /// Panics if the slices differ in length.
    #[inline]
    fn batch_check_info(self, positions: &[Position], info: &mut [CheckInfo]) {
        // SAFETY: the token proves the features of the level.
        unsafe { Self::Calls::batch_check_info::<()>(positions, info) }
    }

    /// Writes the threats of many positions to `threats`, one position after the other, and returns their
    /// number.
    ///
    /// The threats of `positions[i]` are `threats[offsets[i]..offsets[i + 1]]`. Threats that do not fit are
    /// not written, but they are counted, also in `offsets`: compare the returned number with
    /// `threats.len()`. Places after the last threat may be overwritten.
    ///
    /// # Panics
    ///
    /// Panics if `offsets` is not one longer than `positions`.
    #[inline]
    fn batch_threats(
        self,
        positions: &[Position],
        kinds: ThreatKinds,
        offsets: &mut [usize],
        threats: &mut [Threat],
    ) -> usize {
        // SAFETY: the token proves the features of the level.
        unsafe { Self::Calls::batch_threats::<()>(positions, kinds, offsets, threats) }
    }

    /// Writes the threats of a position to `threats` and returns their number; see [`Position::threats`].
    #[inline(always)]
    fn threats(self, position: &Position, kinds: ThreatKinds, threats: &mut [Threat]) -> usize {
        self.vectorize(
            #[inline(always)]
            || compute::threats(self, position, kinds, threats),
        )
    }

    /// Writes the threats that a move adds and removes to `changes`; see [`Position::threat_changes`].
    #[inline(always)]
    fn threat_changes(
        self,
        position: &Position,
        chess_move: Move,
        kinds: ThreatKinds,
        changes: &mut ThreatChanges,
    ) {
        self.vectorize(
            #[inline(always)]
            || compute::threat_changes(self, position, chess_move, kinds, changes),
        );
    }

    /// Writes the threats that a change of a board of bytes adds and removes to `changes`; see
    /// [`Mailbox::threat_changes`].
    #[inline(always)]
    fn mailbox_threat_changes(
        self,
        mailbox: &Mailbox,
        change: BoardChange,
        kinds: ThreatKinds,
        changes: &mut ThreatChanges,
    ) {
        self.vectorize(
            #[inline(always)]
            || compute::mailbox_threat_changes(self, mailbox, change, kinds, changes),
        );
    }
}

/// Computes a batch with the kernel `B`, compiled for the level. For tests and benchmarks.
#[doc(hidden)]
#[inline(always)]
pub fn run_batch<L: Level, B: BatchKernel<L>>(level: L, request: Request<'_, impl Boards, impl Sink>) {
    level.vectorize(
        #[inline(always)]
        || B::run(level, request),
    );
}

impl<L: Level> Outlined for L {
    #[inline(always)]
    fn outlined<R>(self, function: impl FnOnce() -> R) -> R {
        // SAFETY: the token proves that the CPU has the features of the level.
        unsafe { self.vectorize_outlined(function) }
    }
}

impl<L: Level> SliderAttacks for L {
    #[inline(always)]
    fn of_rook(self, square: Square, occupied: u64) -> u64 {
        self.rook_attacks(square, occupied)
    }

    #[inline(always)]
    fn of_bishop(self, square: Square, occupied: u64) -> u64 {
        self.bishop_attacks(square, occupied)
    }

    #[inline(always)]
    fn of_queen(self, square: Square, occupied: u64) -> u64 {
        self.queen_attacks(square, occupied)
    }
}
