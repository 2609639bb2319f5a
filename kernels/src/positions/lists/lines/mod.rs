//! Lists of moves by lines: the reachable squares of a line are a byte, and a table turns the byte into a
//! list.
//!
//! A slider reaches at most seven squares of a line, for example a rook on c1:
//!
//! ```text
//! rook on c1               . . r . . . . .
//! targets                  1 1 . 1 1 1 . .     0b0011_1011
//! its list                 0 1 3 4 5 0 0 0
//! moves                    c1 + 64 * (a1 + list)
//! stored                   c1a1 c1b1 c1d1 c1e1 c1f1 . . .
//! ```
//!
//! 1. Gather the occupied squares of the line, and the targets on it, each into a byte. A rank is a byte
//!    already. For other lines one multiplication is enough; see [line states](crate::formula::line_states).
//! 2. Look up the attacked squares by the occupancy ([first-rank attacks](crate::formula::first_rank)), and
//!    AND them with the targets.
//! 3. Look up the byte in a table of 256 lists, which has the numbers of its set bits.
//! 4. Compute the moves. The bits of a move are linear in that number, so one multiplication and one addition
//!    make all moves of the line.
//!
//! There is no loop over squares. Pins and checks only change the targets.
//!
//! Source of the multiplication: [Kindergarten
//! Bitboards](https://www.chessprogramming.org/Kindergarten_Bitboards), Gerd Isenberg and Urban Koistinen
//! (2006).

#[cfg(target_feature = "sse2")]
pub mod avx2;
pub mod words;

use core::marker::PhantomData;

use super::{LAST_RANKS, MoveLists, Places, Promoted, Selection, castlings, en_passant, promotions};
use crate::arrays::MapEach;
use crate::chess::{Position, state, word as index};
use crate::formula::first_rank::first_rank_attacks;
use crate::lanes::{Outlined, align_frame};
use crate::line::A_FILE;
use crate::positions::PositionKernel;
use crate::positions::castling::castling_rooks;
use crate::positions::counts::{king_targets, pawn_targets};
use crate::positions::en_passant::en_passant_pawns;
use crate::positions::sides::{Pieces, Sides};
use crate::positions::words::word;
use crate::tables::STEP_ROWS;
use crate::{Line, Square, squares};

/// Lists of moves by lines. `K` computes the king's lines, and `S` writes the moves.
#[derive(Clone, Copy, Debug)]
pub struct Lines<K, S>(PhantomData<(K, S)>);

/// An instruction set's stores for the moves of a line, of a leaper, and of pawns.
pub trait LineStores<T> {
    /// The number of moves that the stores for pawns and king have room for, or 0 if it depends on their
    /// moves.
    const RESERVED: usize;
    /// Writes the move with the bits `first + STEP * n` for each square number `n` in `squares`.
    fn line<const STEP: i32>(token: T, squares: u8, first: i32, places: &mut Places<'_>);
    /// Writes the moves of a slider along a line, to each square number in `squares`. `STEP` is the
    /// difference of the bits of neighboring moves.
    #[inline(always)]
    fn along<const STEP: i32>(token: T, squares: u8, from: Square, line: Line, places: &mut Places<'_>) {
        Self::line::<STEP>(token, squares, first(from, line), places);
    }
    /// Writes the moves from a square to each of the targets that `L` attacks from there.
    fn leaps<L: Leaper>(token: T, from: Square, targets: u64, places: &mut Places<'_>);
    /// Writes the moves to each of the targets from the square `from_target` higher, modulo 64.
    fn pawns(token: T, pawns: u64, targets: u64, from_target: u32, places: &mut Places<'_>);
}

/// A piece with fixed steps: a knight or a king.
pub trait Leaper {
    /// The word of a position that contains these pieces.
    const WORD: usize;
    /// The squares attacked from each square, as lists in bytes, the lowest square first.
    const LISTS: &'static [u64; 64];
    /// Returns the squares attacked from `from`.
    fn attacks(from: Square) -> u64;
}

/// The steps of a king.
#[derive(Debug)]
pub enum KingLeaps {}

impl Leaper for KingLeaps {
    const WORD: usize = index::KINGS;
    const LISTS: &'static [u64; 64] = &const { lists(0) };

    #[inline(always)]
    fn attacks(from: Square) -> u64 {
        STEP_ROWS.0[from.index()][0]
    }
}

/// The leaps of a knight.
#[derive(Debug)]
pub enum KnightLeaps {}

impl Leaper for KnightLeaps {
    const WORD: usize = index::KNIGHTS;
    const LISTS: &'static [u64; 64] = &const { lists(1) };

    #[inline(always)]
    fn attacks(from: Square) -> u64 {
        STEP_ROWS.0[from.index()][1]
    }
}

/// Returns the squares of a column of [`STEP_ROWS`] as lists.
const fn lists(column: usize) -> [u64; 64] {
    let mut lists = [0; 64];
    let mut from = 0;
    while from < 64 {
        let mut attacks = STEP_ROWS.0[from][column];
        let mut place = 0;
        while attacks != 0 {
            lists[from] |= (attacks.trailing_zeros() as u64) << (8 * place);
            attacks &= attacks - 1;
            place += 1;
        }
        from += 1;
    }
    lists
}

/// Returns the difference in bits of two moves whose targets are `squares` apart.
pub(super) const fn apart(squares: i32) -> i32 {
    squares << 6
}

/// Returns the bits of a move between two squares, whose numbers may be off the board.
const fn bits(from: i32, to: i32) -> i32 {
    from + (to << 6)
}

/// Returns the bits of a move along a line to its first square: on the a-file, or on the first rank of a
/// file. A diagonal may begin beyond the board.
const fn first(from: Square, line: Line) -> i32 {
    let square = from.index() as i32;
    let (file, rank) = (square & 7, square >> 3);
    let to = match line {
        Line::Rank => 8 * rank,
        Line::File => file,
        Line::Diagonal => square - 9 * file,
        Line::Antidiagonal => square + 7 * file,
    };
    bits(square, to)
}

/// The bits of the kind of a double push.
const DOUBLE_PUSH: i32 = 1 << 12;

impl<T: Outlined, K: PositionKernel<T>, S: LineStores<T>> MoveLists<T> for Lines<K, S> {
    #[inline(always)]
    fn write(token: T, position: &Position, selection: &Selection, places: &mut Places<'_>) {
        // With lanes of 64 bytes there are twice as many registers, and few vectors are stored.
        if align_of::<T::SliderLanes>() == 32 {
            align_frame::<T>();
        }
        write_selected::<T, K, S>(token, position, selection, places);
    }
}

/// The pieces whose moves are listed.
struct Own {
    pawns: u64,
    knights: u64,
    diagonal: u64,
    orthogonal: u64,
    king: Square,
    /// All pieces of both sides.
    occupied: u64,
    /// A step back of a pawn is so many squares higher, modulo 64.
    back: u32,
}

/// The squares where the pieces of the side to move may move.
struct Targets {
    /// The squares where pawns arrive by one step, by two steps, and by captures to the east and to the west,
    /// without en passant. On the last rank these are promotions.
    pawns: [u64; 4],
    /// The squares where the king may step.
    king: u64,
    /// The squares where other pieces may move, unless they are pinned.
    pieces: u64,
    /// The squares between the king and enemy sliders with at most one piece. The own pieces among them are
    /// pinned.
    pins: u64,
}

/// Writes the selected legal moves of a position whose side to move has a king.
#[inline(always)]
fn write_selected<T: Outlined, K: PositionKernel<T>, S: LineStores<T>>(
    token: T,
    position: &Position,
    selection: &Selection,
    places: &mut Places<'_>,
) {
    let (sides, king) = K::king(token, position);
    let own = selection.own(sides.own);
    let sides = Sides { own, ..sides };
    let pawns = pawn_targets(&sides, &king);
    let targets = Targets {
        pawns: [pawns.one_step, pawns.two_steps, pawns.east, pawns.west].map_each(
            #[inline(always)]
            |targets| word(targets) & selection.pawns,
        ),
        king: word(king_targets(&sides, &king)) & selection.king,
        pieces: word(king.check_mask & !own.all) & selection.pieces,
        pins: word(king.pins),
    };
    let Pieces { pawns, knights, diagonal, orthogonal, .. } = own;
    let king_square = Square::new_masked(word(own.king).trailing_zeros() as u8);
    let own = Own {
        pawns: word(pawns),
        knights: word(knights),
        diagonal: word(diagonal),
        orthogonal: word(orthogonal),
        king: king_square,
        occupied: word(sides.occupied),
        back: word(sides.backward) as u32,
    };
    write_targets::<T, S>(token, &own, &targets, selection.steps_become, places);
    if selection.castling != 0 {
        castlings(king_square, word(castling_rooks(&sides, &king)) & selection.castling, places);
    }
    if selection.en_passant && word(sides.state) & state::EN_PASSANT != 0 {
        let pawns = word(en_passant_pawns(&sides, &king));
        en_passant(pawns, word(sides.state), places);
    }
}

/// Writes all moves to some targets, except for castling and en passant.
#[inline(always)]
fn write_targets<T: Outlined, S: LineStores<T>>(
    token: T,
    own: &Own,
    targets: &Targets,
    steps_become: Promoted,
    places: &mut Places<'_>,
) {
    if !places.reserve(S::RESERVED) {
        return;
    }
    let (occupied, back, pins) = (own.occupied, own.back, targets.pins);
    let [one_step, two_steps, east, west] = targets.pawns;
    for (targets, from_target) in [(one_step, back), (east, back - 1), (west, back + 1)] {
        S::pawns(token, own.pawns, targets & !LAST_RANKS, from_target, places);
    }
    // Double pushes end on the fourth rank (White) or the fifth, and begin 16 squares below or above.
    let (fourth, begin) = if back == 56 { (24, -16) } else { (32, 16) };
    let first = bits(fourth + begin, fourth) + DOUBLE_PUSH;
    places.begin_double_pushes();
    S::line::<{ apart(1) + 1 }>(token, (two_steps >> fourth) as u8, first, places);
    places.begin_king();
    S::leaps::<KingLeaps>(token, own.king, targets.king, places);
    places.end_king();

    let targets = targets.pieces;
    for from in squares(own.knights & !pins) {
        S::leaps::<KnightLeaps>(token, from, targets, places);
    }
    // The targets of a slider that its pin allows.
    let along_pin = |from: Square, targets: u64| {
        if pins & from.bit() == 0 { targets } else { targets & line_through(from, own.king) }
    };
    for from in squares(own.orthogonal) {
        rook::<T, S>(token, from, occupied, along_pin(from, targets), places);
    }
    for from in squares(own.diagonal) {
        bishop::<T, S>(token, from, occupied, along_pin(from, targets), places);
    }
    places.mark();
    let last = [one_step, east, west].map_each(|targets| targets & LAST_RANKS);
    if last != [0; 3] {
        promotions(back, last, steps_become, places);
    }
}

/// The number of moves in the store for a line.
const LINE: usize = 8;

/// Writes the moves of a rook, or those of a queen along rank and file: first along the rank, then along the
/// file, each from the lowest square on.
#[inline(always)]
fn rook<T: Copy, S: LineStores<T>>(
    token: T,
    from: Square,
    occupied: u64,
    targets: u64,
    places: &mut Places<'_>,
) {
    let square = from.index() as i32;
    let (file, rank) = (square & 7, square >> 3);
    let on_rank = |board: u64| (board >> (square & 56)) as u8;
    let squares = first_rank_attacks(file as u8, on_rank(occupied)) & on_rank(targets);
    if !places.reserve(2 * LINE) {
        return;
    }
    S::along::<{ apart(1) }>(token, squares, from, Line::Rank, places);
    let on_file = |board: u64| file_state(board >> file);
    let squares = first_rank_attacks(rank as u8, on_file(occupied)) & on_file(targets);
    S::along::<{ apart(8) }>(token, squares, from, Line::File, places);
}

/// Writes the moves of a bishop, or those of a queen along its diagonals: first along the diagonal, then
/// along the antidiagonal, each from its leftmost square on.
#[inline(always)]
fn bishop<T: Copy, S: LineStores<T>>(
    token: T,
    from: Square,
    occupied: u64,
    targets: u64,
    places: &mut Places<'_>,
) {
    let file = from.index() as i32 & 7;
    let [_, _, diagonal, antidiagonal] = STEP_ROWS.0[from.index()];
    let on_line = |board: u64, line: u64| diagonal_state(board & line);
    let squares = first_rank_attacks(file as u8, on_line(occupied, diagonal)) & on_line(targets, diagonal);
    if !places.reserve(2 * LINE) {
        return;
    }
    S::along::<{ apart(9) }>(token, squares, from, Line::Diagonal, places);
    let squares =
        first_rank_attacks(file as u8, on_line(occupied, antidiagonal)) & on_line(targets, antidiagonal);
    S::along::<{ apart(-7) }>(token, squares, from, Line::Antidiagonal, places);
}

/// Returns the a-file as a byte, with the first rank in bit 0.
#[inline(always)]
fn file_state(board: u64) -> u8 {
    ((board & A_FILE).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Returns a board with at most one square on each file as a byte, with the a-file in bit 0.
#[inline(always)]
fn diagonal_state(board: u64) -> u8 {
    (board.wrapping_mul(A_FILE) >> 56) as u8
}

/// Returns the line that contains two squares, or no squares.
#[cold]
fn line_through(a: Square, b: Square) -> u64 {
    Line::ALL.into_iter().map(|line| line.through(a)).find(|line| line & b.bit() != 0).unwrap_or(0)
}
