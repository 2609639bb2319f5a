//! Lists of legal moves.
//!
//! Counting and listing share the code that decides which moves are legal: the king's lines, the danger, and
//! the check mask. A list must also write each move, and a loop over the squares of each piece mispredicts
//! its end once for every piece. The kernels of this module therefore store whole vectors:
//!
//! 1. One instruction sequence computes several moves, a different number each time.
//! 2. A store of fixed size writes them, and more places after them.
//! 3. The next store begins after the last move and overwrites the excess.
//!
//! ```text
//! first store     m m m m m m . .
//! second store                m m m . . . . .
//! third store                       m m m m m . . .
//! ```
//!
//! Two kernels find the moves:
//!
//! - [`lines`]: a line of a slider is a byte, which selects the numbers of its squares from a table. For
//!   64-bit integers and AVX2.
//! - [`candidates`]: all pieces of a side make 256 candidate moves in four vectors, without a loop over
//!   pieces. For AVX-512 with VBMI2.
//!
//! With AVX2 and AVX-512, captures are found in another way: `capture_sets.rs` has a set of captured pieces
//! for each direction. Which kernel lists a selection depends on its squares, not on their number: the list
//! of all moves also takes the selections with empty squares.
//!
//! The order of the moves depends on the level.

#[cfg(target_feature = "sse2")]
pub mod candidates;
pub(crate) mod capture_sets;
pub mod lines;
mod move_list;
mod places;

use core::mem::MaybeUninit;

use super::PositionKernel;
use super::sides::Pieces;
use super::words::Word;
use crate::arrays::MapEach;
use crate::chess::{Move, MoveKind, MoveSet, Position, Role, Setup, state, word as index};
use crate::formula::Formula;
use crate::lanes::{Outlined, Simd};
use crate::lengths::check_offsets;
use crate::line::{EIGHTH_RANK, FIRST_RANK};
use crate::{Square, squares};

pub use move_list::{IntoMoves, MoveList};
pub use places::Places;
pub(crate) use places::of_moves;

/// The largest number of legal moves of any [`Position`] that [`new`](Position::new) or the FEN reader
/// accepts.
///
/// No game reaches it: the most of any position that a game can reach is 218. The reader also accepts
/// positions with any number of pieces, though, such as this one with 26 queens. They are enough for the
/// bound: an integer program proved in November 2026 that no position has more than 271 moves (the script
/// `ci/max-legal-moves.py` in the history of the repository).
///
/// Words that are not a position ([`from_words`](Position::from_words),
/// [`new_unchecked`](Position::new_unchecked)) can have more moves.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{MAX_LEGAL_MOVES, Position};
///
/// let position: Position =
///     "QQQQQQBk/Q5RB/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1".parse()?;
/// assert_eq!(usize::from(position.legal_move_count()), MAX_LEGAL_MOVES);
/// # Ok::<(), quadline_kernels::ParseFenError>(())
/// ```
pub const MAX_LEGAL_MOVES: usize = 271;

/// The ranks where pawns are promoted.
const LAST_RANKS: u64 = FIRST_RANK | EIGHTH_RANK;

/// The legal moves to list.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// The squares of the pawns and pieces whose moves are listed. For the king, see `king` and `castling`.
    pub from: u64,
    /// The squares where the king may move, apart from castling.
    pub king: u64,
    /// The squares where the other pieces may move.
    pub pieces: u64,
    /// The squares where pawns may move, apart from en passant. On the last rank these are promotions.
    pub pawns: u64,
    /// The roles to which pawns are promoted that do not capture.
    pub steps_become: Promoted,
    /// The squares of the rooks with which castling is listed.
    pub castling: u64,
    /// Whether captures en passant are listed.
    pub en_passant: bool,
}

/// The roles to which pawns are promoted: some of [`Role::PROMOTIONS`], which are repeated in a circle.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promoted {
    first: u8,
    count: u8,
}

impl Promoted {
    /// All roles.
    pub const ALL: Self = Self { first: 0, count: 4 };
    /// Knight, bishop and rook.
    pub const UNDER: Self = Self { first: 0, count: 3 };
    /// Queen.
    pub const QUEEN: Self = Self { first: 3, count: 1 };

    /// Returns the four roles, those that are chosen first.
    #[inline(always)]
    fn roles(self) -> [Role; 4] {
        [0, 1, 2, 3].map_each(
            #[inline(always)]
            |index| Role::PROMOTIONS[usize::from(self.first + index) % 4],
        )
    }
}

impl Selection {
    /// All legal moves.
    pub const ALL: Self = Self {
        from: u64::MAX,
        king: u64::MAX,
        pieces: u64::MAX,
        pawns: u64::MAX,
        steps_become: Promoted::ALL,
        castling: u64::MAX,
        en_passant: true,
    };

    /// Returns the moves of a set. Each kind of move has its own destination squares.
    #[inline(always)]
    #[must_use]
    pub fn of(set: MoveSet, position: &Position) -> Self {
        let squares = |kind, squares: u64| if set & kind == MoveSet::NONE { 0 } else { squares };
        let empty = !position.occupied();
        let captures = squares(MoveSet::CAPTURES, position.occupied());
        let promotions = squares(MoveSet::PROMOTIONS, empty & LAST_RANKS);
        let pieces = captures | squares(MoveSet::QUIETS, empty);
        Self {
            from: u64::MAX,
            king: pieces,
            pieces,
            pawns: captures | promotions | squares(MoveSet::QUIETS, empty & !LAST_RANKS),
            steps_become: match (
                set.contains(MoveSet::UNDERPROMOTIONS),
                set.contains(MoveSet::QUEEN_PROMOTIONS),
            ) {
                (true, false) => Promoted::UNDER,
                (false, true) => Promoted::QUEEN,
                _ => Promoted::ALL,
            },
            castling: squares(MoveSet::QUIETS, u64::MAX),
            en_passant: set.contains(MoveSet::CAPTURES),
        }
    }

    /// Returns the moves from the squares of one bitboard to those of another.
    #[inline(always)]
    #[must_use]
    pub fn from_to(from: u64, to: u64, position: &Position) -> Self {
        let king = position.kings() & position.color(position.side_to_move());
        let king_to = if from & king != 0 { to } else { 0 };
        Self {
            from,
            king: king_to,
            pieces: to,
            pawns: to,
            steps_become: Promoted::ALL,
            castling: king_to,
            en_passant: position.words[index::STATE] & state::EN_PASSANT & to != 0,
        }
    }

    /// Returns the pieces whose moves are listed, and the king.
    #[inline(always)]
    fn own<T: Simd>(&self, own: Pieces<Word<T>>) -> Pieces<Word<T>> {
        let from = Word::new(self.from);
        Pieces {
            pawns: own.pawns & from,
            knights: own.knights & from,
            diagonal: own.diagonal & from,
            orthogonal: own.orthogonal & from,
            ..own
        }
    }
}

/// A level's kernel for the legal moves of one position.
pub trait MoveLists<T: Outlined> {
    /// Writes the selected legal moves of a position whose side to move has a king.
    ///
    /// Normal moves and double pushes come first, then a call of `Places::mark`, then all other moves. The
    /// ranges of the double pushes and of the king's moves are recorded too.
    fn write(token: T, position: &Position, selection: &Selection, places: &mut Places<'_>);
}

/// The largest number of places that a store writes after the last move.
pub(crate) const SLACK: usize = 32;

/// An upper bound of the number of moves for arbitrary words: 64 pieces that each reach at most 27 squares.
pub(crate) const MORE_THAN_ANY: usize = 64 * 28 + SLACK;

/// Writes the legal moves that fit, and returns the number of all of them.
#[inline(always)]
pub(crate) fn legal_moves<T: Outlined, K: MoveLists<T>>(
    token: T,
    position: &Position,
    moves: &mut [Move],
) -> usize {
    let mut places = Places::new(moves);
    write::<T, K>(token, position, &Selection::ALL, &mut places);
    match places.count() {
        Some(count) => count,
        None => cut_short::<T, K>(token, position, &Selection::ALL, moves),
    }
}

/// Writes the selected legal moves of any position: captures by a kernel of their own, and others by `list`.
/// Returns their number, or the number of those that were written before there was too little room.
///
/// The list of all moves is a call of its own, with its arguments in registers. In a function that contains
/// both kernels, moves to one empty square took 1.1 times as long (`avx2`), and with [`Places`] as an
/// argument, which is in memory, up to twice as long (Zen 5).
#[inline(always)]
pub(super) fn write_selected<T: Outlined, F: Formula<T>, P: PositionKernel<T>>(
    token: T,
    position: &Position,
    selection: &Selection,
    moves: &mut [MaybeUninit<Move>],
    list: impl FnOnce(&mut [MaybeUninit<Move>]) -> Result<usize, usize>,
) -> Result<usize, usize> {
    let mut places = Places::uninit(moves);
    if P::write_captures::<F>(token, position, selection, &mut places) {
        return places.finish();
    }
    list(moves)
}

/// Writes the selected legal moves that fit, and returns the number of all of them.
#[inline(always)]
pub(crate) fn selected_moves<T: Outlined, K: MoveLists<T>, F: Formula<T>, P: PositionKernel<T>>(
    token: T,
    position: &Position,
    selection: &Selection,
    moves: &mut [Move],
    list: impl FnOnce(&mut [MaybeUninit<Move>]) -> Result<usize, usize>,
) -> usize {
    // SAFETY: kernels of lists write nothing but moves.
    let places = unsafe { of_moves(moves) };
    match write_selected::<T, F, P>(token, position, selection, places, list) {
        Ok(count) => count,
        Err(_) => cut_short::<T, K>(token, position, selection, moves),
    }
}

/// Writes the selected legal moves as a part of the list of all moves, and returns their number, or the
/// number of those that were written before there was too little room.
#[inline(always)]
pub(crate) fn list_selected<T: Outlined, K: MoveLists<T>>(
    token: T,
    position: &Position,
    selection: &Selection,
    moves: &mut [MaybeUninit<Move>],
) -> Result<usize, usize> {
    let mut places = Places::uninit(moves);
    write::<T, K>(token, position, selection, &mut places);
    places.finish()
}

/// Writes the selected legal moves of any position.
#[inline(always)]
pub(crate) fn write<T: Outlined, K: MoveLists<T>>(
    token: T,
    position: &Position,
    selection: &Selection,
    places: &mut Places<'_>,
) {
    if position.king(position.side_to_move()).is_some() {
        K::write(token, position, selection, places);
    }
}

/// Writes the legal moves of many positions one after the other, and the offsets at which those of each
/// begin.
///
/// Each list begins with places of its own, as in a loop over single calls. With places for all positions,
/// the loop took 1.10 times as long with AVX2 and 1.05 times with AVX-512 (Zen 5).
///
/// # Panics
///
/// Panics if there is not exactly one more offset than positions. If `moves` is too short for the moves of
/// positions, the contents of the slices are unspecified, and the number is returned.
#[inline(always)]
pub(crate) fn legal_moves_of_many<T: Outlined, K: MoveLists<T>>(
    token: T,
    positions: &[Position],
    offsets: &mut [usize],
    moves: &mut [Move],
) -> usize {
    check_offsets(positions.len(), offsets.len());
    let mut total = 0;
    for (position, offset) in positions.iter().zip(&mut *offsets) {
        *offset = total;
        let first = total.min(moves.len());
        total += legal_moves::<T, K>(token, position, &mut moves[first..]);
    }
    offsets[positions.len()] = total;
    if total <= moves.len() {
        total
    } else {
        of_valid_positions::<T, K>(token, positions, offsets, moves, total)
    }
}

/// Writes the legal moves of many positions if `moves` seems to be too short: it has not the `total` places
/// of all lists.
///
/// Usually that is so, and the number is all that the caller needs. The other reason is words that are not
/// positions, which may have longer lists than the kernels for many positions count, and the caller may have
/// made room for the counts. Here their lists are empty, so that they take no places from the positions after
/// them.
///
/// The lists are not compared with the counts, because each crate that lists moves would then compile the
/// kernels that count, which took two thirds of the time of compiling this function.
#[cold]
#[inline(never)]
fn of_valid_positions<T: Outlined, K: MoveLists<T>>(
    token: T,
    positions: &[Position],
    offsets: &mut [usize],
    moves: &mut [Move],
    total: usize,
) -> usize {
    let mut end = 0;
    for (position, offset) in positions.iter().zip(&mut *offsets) {
        *offset = end;
        if is_valid(position) {
            let places = end.min(moves.len());
            end += cut_short::<T, K>(token, position, &Selection::ALL, &mut moves[places..]);
        }
    }
    offsets[positions.len()] = end;
    if end <= moves.len() { end } else { total }
}

/// Returns whether words are a position. This function has no type parameters, so it is not compiled again in
/// other crates.
#[cold]
#[inline(never)]
fn is_valid(position: &Position) -> bool {
    Position::new(Setup::from(*position)).as_ref() == Ok(position)
}

/// Writes the legal moves that fit and returns the number of all, after a store did not fit.
#[cold]
#[inline(never)]
fn cut_short<T: Outlined, K: MoveLists<T>>(
    token: T,
    position: &Position,
    selection: &Selection,
    moves: &mut [Move],
) -> usize {
    let mut all = [const { MaybeUninit::uninit() }; MORE_THAN_ANY];
    let places = token.outlined(
        #[inline(always)]
        || {
            let mut places = Places::uninit(&mut all);
            write::<T, K>(token, position, selection, &mut places);
            places
        },
    );
    let all = places.written();
    let written = all.len().min(moves.len());
    moves[..written].copy_from_slice(&all[..written]);
    all.len()
}

/// Writes promotions: one step ahead, captures to the east, captures to the west. A step back is `back`
/// squares higher, modulo 64.
#[inline(always)]
fn promotions(back: u32, [one_step, east, west]: [u64; 3], steps_become: Promoted, places: &mut Places<'_>) {
    let back = back as u8;
    let ways =
        [(one_step, back, steps_become), (east, back - 1, Promoted::ALL), (west, back + 1, Promoted::ALL)];
    for (targets, from_target, promoted) in ways {
        for to in squares(targets) {
            let from = Square::new_masked(to.index() as u8 + from_target);
            let moves = promoted.roles().map(|role| Move::new(from, to, MoveKind::Promotion(role)));
            places.put(promoted.count.into(), |places| *places = moves.map(MaybeUninit::new));
        }
    }
}

/// Writes castling of the king on a square with each of some rooks.
#[inline(always)]
fn castlings(king: Square, rooks: u64, places: &mut Places<'_>) {
    for rook in squares(rooks) {
        places.moves([Move::new(king, rook, MoveKind::Castling)]);
    }
}

/// Writes en passant captures by each of some pawns, in a position with these words of state.
#[inline(always)]
fn en_passant(pawns: u64, state: u64, places: &mut Places<'_>) {
    let to = Square::new_masked((state & state::EN_PASSANT).trailing_zeros() as u8);
    for from in squares(pawns) {
        places.moves([Move::new(from, to, MoveKind::EnPassant)]);
    }
}
