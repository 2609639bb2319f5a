//! The computations of a level: the calls, the kernels of each level, and run-time dispatch.
//!
//! | file | contents |
//! |---|---|
//! | `list.rs` | the list of calls |
//! | `kernels/` | the kernels of each level |
//! | `define.rs` | the macro that expands both lists of levels to trait implementations |
//! | `compiled.rs` | the functions that are compiled for each level |
//! | `dispatch.rs`, `fixed.rs` | the tokens of the level that is chosen at run time, and by the build |
//! | `with_level.rs` | operations that are generic over the level |
//! | `one_slider.rs` | the free functions of one slider |
//! | `of_position.rs`, `of_games.rs` | the public methods of positions and of movetext that choose the level |
//!
//! Which levels there are and how one is chosen is in [`levels`](crate::levels).

pub(crate) mod compiled;
pub(crate) mod define;
pub(crate) mod dispatch;
pub(crate) mod fixed;
pub(crate) mod kernels;
mod list;
mod of_games;
mod of_position;
pub mod one_slider;
mod with_level;

pub use dispatch::{Dispatched, Fixed};
pub use kernels::Kernels;
pub use of_games::Movetext;
pub use with_level::WithLevel;

use crate::MoveSet;
use crate::batch::{BatchKernel, Boards, Request, Sink};
use crate::chess::polyglot::POLYGLOT;
use crate::lanes::{Outlined, SliderAttacks};
use crate::levels::proof::Token;
#[allow(unused_imports)] // For the documentation.
use crate::levels::rows::{NAMES, tokens::Portable};
use crate::positions::lists::of_moves;
use crate::steps::{king_attacks, knight_attacks, pawn_attacks};
use compiled::Calls;
use list::{calls, types::*};

/// Defines the methods of [`Level`] for the [calls](list).
///
/// The closures are `move` closures: two words are passed in registers, but references to them through
/// memory. The rows of `rook_attacks` and `batch_check_info` expand to
///
/// ```text
/// fn rook_attacks(self, square: Square, occupied: u64) -> u64 {
///     self.vectorize(move || bodies::rook_attacks::<Self, Inlined>(self, square, occupied))
/// }
/// fn batch_check_info(self, positions: &[Position], info: &mut [CheckInfo]) {
///     unsafe { Self::Calls::batch_check_info::<()>(positions, info) }
/// }
/// ```
macro_rules! methods_of_level {
    ($level:ident $(
        $(#$attribute:tt)* $how:ident $compiled:ident
        fn $method:ident($($argument:ident: $type:ty),* $(,)?) $(-> $output:ty)? $(where { $($check:tt)* })? { $($body:tt)* }
    )*) => {$(
        $(#$attribute)*
        #[inline(always)]
        #[track_caller]
        fn $method(self, $($argument: $type),*) $(-> $output)? {
            $({ $($check)* })?
            methods_of_level! { $how self $method $($argument)* }
        }
    )*};
    (inlined $self:ident $method:ident $($argument:ident)*) => {
        $self.vectorize(
            #[inline(always)]
            move || compiled::bodies::$method::<Self, compiled::Inlined>($self, $($argument),*),
        )
    };
    ($called:ident $self:ident $method:ident $($argument:ident)*) => {
        // SAFETY: the token proves the features of the level.
        unsafe { Self::Calls::$method::<()>($($argument),*) }
    };
}

/// A set of CPU features that this CPU has, with the methods that compute attacks and moves with them.
///
/// Most methods correspond to a function with the same name in the crate `quadline` or in its module `batch`
/// (`batch_…`), or to a method of [`Position`]; the others to methods of [`Mailbox`],
/// [`ThreatLayout`] and [`SuccessorCounter`]. Those have examples.
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
/// use quadline::{
///     Square,
///     level::{Level, Scalar},
/// };
///
/// fn mobility<L: Level>(level: L, rooks: &[Square], occupied: u64) -> u32 {
///     level.vectorize(
///         #[inline(always)]
///         || {
///             rooks
///                 .iter()
///                 .map(|&rook| level.rook_attacks(rook, occupied).count_ones())
///                 .sum()
///         },
///     )
/// }
///
/// assert_eq!(mobility(Scalar::detect().unwrap(), &[Square::A1, Square::H8], 0), 28);
/// ```
pub trait Level: Kernels {
    /// The name of the level in `QUADLINE_LEVEL`: one of [`NAMES`], or `dispatched`. That of `Scalar` is
    /// `portable` in builds where it is another name for [`Portable`].
    const NAME: &'static str;

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

    /// Returns the token of a set of CPU features, if this level has them.
    ///
    /// Code that is generic over the level selects kernels of its own in this way: [`token!`](crate::token)
    /// defines the set, and has an example. The result is a constant, so each level is compiled with one of the
    /// kernels, unless the set has `pclmulqdq` or `avx512vnni`, which no level needs. Levels with AVX2 or
    /// AVX-512 then ask the CPU.
    #[inline(always)]
    fn token_of<T: Token>(self) -> Option<T> {
        // SAFETY: the token proves the features of its level, and the others are those of the build, or were
        // detected.
        Self::NEEDS.permit(T::NEEDS).then(|| unsafe { T::assume() })
    }

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
    /// The CPU must have the features of the level. The token proves that, so calls are always sound. The
    /// method is `unsafe` because safe methods of traits cannot enable features.
    #[doc(hidden)]
    unsafe fn vectorize_outlined<R>(self, function: impl FnOnce() -> R) -> R;

    calls! { methods_of_level }

    /// Writes all legal moves of many positions, one position after the other, and returns their number.
    ///
    /// The moves of `positions[i]` are `moves[offsets[i]..offsets[i + 1]]`, as many as
    /// [`batch_legal_move_counts`](Level::batch_legal_move_counts) reports.
    ///
    /// # Panics
    ///
    /// Panics if `offsets` is not one longer than `positions`, or if `moves` is too short. In the second
    /// case, the contents of both slices are unspecified.
    #[inline(always)]
    #[track_caller]
    fn batch_legal_moves(self, positions: &[Position], offsets: &mut [usize], moves: &mut [Move]) -> usize {
        check_offsets(positions.len(), offsets.len());
        let total = self.legal_moves_of_many(positions, offsets, moves);
        assert!(total <= moves.len(), "moves is too short: {total} legal moves, room for {}", moves.len());
        total
    }

    /// Writes the [key in Polyglot's opening books](Position::polyglot_key) of each position.
    ///
    /// # Panics
    ///
    /// Panics if the slices differ in length.
    #[inline(always)]
    #[track_caller]
    fn batch_polyglot_keys(self, positions: &[Position], out: &mut [u64]) {
        self.batch_zobrist_keys(positions, &POLYGLOT, out);
    }

    /// Returns whether the side to move is in check; see [`Position::in_check`].
    #[must_use]
    #[inline(always)]
    fn in_check(self, position: &Position) -> bool {
        self.checkers(position) != 0
    }

    /// Returns whether a color attacks a square; see [`Position::is_attacked_by`].
    #[must_use]
    #[inline(always)]
    fn is_attacked_by(self, position: &Position, color: Color, square: Square) -> bool {
        self.attackers_to(position, square, position.occupied()) & position.color(color) != 0
    }

    /// Returns the squares that the piece on a square attacks; see [`Position::attacks`].
    #[must_use]
    #[inline(always)]
    fn attacks(self, position: &Position, square: Square) -> u64 {
        let (piece, occupied) = (position.piece_at(square), position.occupied());
        piece.map_or(
            0,
            #[inline(always)]
            |piece| match piece.role() {
                Role::Pawn => pawn_attacks(piece.color(), square.bit()),
                Role::Knight => knight_attacks(square.bit()),
                Role::Bishop => self.bishop_attacks(square, occupied),
                Role::Rook => self.rook_attacks(square, occupied),
                Role::Queen => self.queen_attacks(square, occupied),
                Role::King => king_attacks(square.bit()),
            },
        )
    }

    /// Returns all legal moves of a position, in the order of [`legal_moves`](Level::legal_moves).
    #[must_use]
    #[inline(always)]
    fn moves(self, position: &Position) -> MoveList {
        let mut moves = MoveList::new();
        self.write_moves(position, &mut moves);
        moves
    }

    /// Returns the legal moves of the given kinds, in the order of [`legal_moves_of`](Level::legal_moves_of).
    #[must_use]
    #[inline(always)]
    fn moves_of(self, position: &Position, set: MoveSet) -> MoveList {
        let mut moves = MoveList::new();
        self.write_moves_selected(position, &Selection::of(set, position), &mut moves);
        moves
    }

    /// Writes the legal moves of the given kinds to `moves`; otherwise like
    /// [`legal_moves`](Level::legal_moves).
    #[must_use = "the moves may not all fit"]
    #[inline(always)]
    fn legal_moves_of(self, position: &Position, set: MoveSet, moves: &mut [Move]) -> usize {
        self.listed_moves(position, &Selection::of(set, position), moves, set.contains(MoveSet::QUIETS))
    }

    /// Writes the legal moves from the squares of one bitboard to those of another and returns their number.
    ///
    /// A move is listed if `from` contains its [`from`](Move::from) and `to` contains its [`to`](Move::to):
    /// castling moves have the square of the rook there. Order, and behavior if `moves` is too short, are as
    /// for [`legal_moves`](Level::legal_moves). See [`Position::legal_moves_from_to`] for an example.
    #[must_use = "the moves may not all fit"]
    #[inline(always)]
    fn legal_moves_from_to(self, position: &Position, from: u64, to: u64, moves: &mut [Move]) -> usize {
        let is_quiet = to & !position.occupied() != 0;
        self.listed_moves(position, &Selection::from_to(from, to, position), moves, is_quiet)
    }

    /// Writes the selected legal moves. `is_quiet` is true if the selection has moves that capture nothing.
    /// They are listed without a call of the function that finds captures, which took 6 ns more at
    /// `avx512-vbmi` (Zen 5).
    #[doc(hidden)]
    #[inline(always)]
    fn listed_moves(
        self,
        position: &Position,
        selection: &Selection,
        moves: &mut [Move],
        is_quiet: bool,
    ) -> usize {
        if is_quiet {
            // SAFETY: kernels of lists write nothing but moves.
            let places = unsafe { of_moves(moves) };
            if let Ok(count) = self.list_selected(position, selection, places) {
                return count;
            }
        }
        self.legal_moves_selected(position, selection, moves)
    }
}

/// Computes a batch with the kernel `B`, compiled for the level. For tests and benchmarks.
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
