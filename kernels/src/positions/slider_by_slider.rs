//! One position with 64-bit integers, by loops over its sliders.
//!
//! Levels without vectors have no lanes to fill, so the attacks of sliders are those of the level's formula
//! for one slider. A position with two rooks then takes less time than one with ten sliders.
//!
//! 1. Remove the king, and compute the attacks of each enemy slider: the squares that are dangerous for the
//!    king.
//! 2. For each enemy slider on a line of the king, look up the squares between. None is occupied: a check.
//!    One is: a pin.
//! 3. Count the targets of each own slider. The few pinned ones keep to the line of their pin.
//!
//! The other moves use the code that all levels share.
//!
//! Eight fills for one position, as in the lanes of vectors, take 1.1 to 2.2 times as long in perft and twice
//! to 3.4 times for `check_info` (`portable`, Zen 5).

use core::marker::PhantomData;

use super::PositionKernel;
use super::attacked::{attacked_squares, pawn_attacks};
use super::counts::other_moves;
use super::engine::attackers::with_others;
use super::engine::check_info::{Snipers, first};
use super::engine::exchange::ByWords;
use super::king::{ByLine, King, check_mask, checkers_beside_sliders};
use super::sides::Sides;
use super::words::{Word, word, words};
use crate::arrays::MapEach;
use crate::chess::{ChecksAndPins, Color, Position, state, word as index};
use crate::formula::Formula;
use crate::lanes::scalar::positions::ScalarX8;
use crate::lanes::{PositionLanes, Simd};
use crate::squares;
use crate::tables::{LINE_EX, STEP_ROWS, king_attacks_by_lookup, knight_attacks_by_lookup, line_through};

/// One position by loops over its sliders, with the formula `F` for one slider.
#[derive(Clone, Copy, Debug)]
pub struct SliderBySlider<F>(PhantomData<F>);

/// Returns the squares that a set of rooks attacks, and those that a set of bishops attacks.
#[inline(always)]
fn set_attacks<T: Simd, F: Formula<T>>(
    token: T,
    mut orthogonal: u64,
    mut diagonal: u64,
    occupied: u64,
) -> [u64; 2] {
    let mut attacks = [0; 2];
    while orthogonal != 0 {
        attacks[0] |= F::rook_attacks(token, first(orthogonal), occupied);
        orthogonal &= orthogonal - 1;
    }
    while diagonal != 0 {
        attacks[1] |= F::bishop_attacks(token, first(diagonal), occupied);
        diagonal &= diagonal - 1;
    }
    attacks
}

/// Returns the squares that a color attacks, except by pawns.
#[inline(always)]
fn attacks<T: Simd, F: Formula<T>>(token: T, position: &Position, color: Color) -> u64 {
    let own = position.color(color);
    let (orthogonal, diagonal) = (position.orthogonal_sliders() & own, position.diagonal_sliders() & own);
    let [rook, bishop] = set_attacks::<T, F>(token, orthogonal, diagonal, position.occupied());
    rook | bishop
        | knight_attacks_by_lookup(position.knights() & own)
        | king_attacks_by_lookup(position.kings() & own)
}

/// Returns the king of the side to move.
#[inline(always)]
fn king<T: Simd, F: Formula<T>>(token: T, sides: &Sides<Word<T>>) -> King<Word<T>> {
    let (own, enemy) = (sides.own, sides.enemy);
    let from = |squares: u64| Word::new(squares);
    let square = first(word(own.king));
    let occupied = word(sides.occupied);
    let [rank, file, diagonal, antidiagonal] = LINE_EX.0[square.index()];
    let (orthogonal_sliders, diagonal_sliders) = (word(enemy.orthogonal), word(enemy.diagonal));
    let Snipers { checkers: sliders, ways, blockers, .. } =
        Snipers::new(square, [orthogonal_sliders, diagonal_sliders], occupied, 0);
    let pins = ways | blockers;
    let masks = Word::king_masks(own.king);
    let (pins_word, checkers) = (from(pins), from(sliders) | checkers_beside_sliders(sides, &masks));

    let without_king = occupied & !word(own.king);
    let [rook, bishop] = set_attacks::<T, F>(token, orthogonal_sliders, diagonal_sliders, without_king);
    let beside_sliders =
        knight_attacks_by_lookup(word(enemy.knights)) | king_attacks_by_lookup(word(enemy.king));
    King {
        masks,
        pin_rays: ByLine {
            rank: from(pins & rank),
            file: from(pins & file),
            diagonal: from(pins & diagonal),
            antidiagonal: from(pins & antidiagonal),
        },
        pins: pins_word,
        checkers,
        check_mask: check_mask(sides, checkers, pins_word),
        danger: from(rook | bishop | beside_sliders)
            | sides.east_and(sides.backward, enemy.pawns)
            | sides.west_and(sides.backward, enemy.pawns),
    }
}

/// Returns the moves of sliders and knights to the targets, as counts by byte.
///
/// A piece reaches at most three squares of another rank and seven of its own, so no byte overflows.
#[inline(always)]
fn piece_moves<T: Simd, F: Formula<T>>(
    token: T,
    sides: &Sides<Word<T>>,
    king: &King<Word<T>>,
    targets: u64,
) -> Word<T> {
    let own = sides.own;
    let (occupied, pins) = (word(sides.occupied), word(king.pins));
    let (orthogonal, diagonal) = (word(own.orthogonal), word(own.diagonal));
    let mut sum = Word::new(0);
    let mut left = orthogonal & !pins;
    while left != 0 {
        sum = sum + Word::new(F::rook_attacks(token, first(left), occupied) & targets).popcount_bytes();
        left &= left - 1;
    }
    let mut left = diagonal & !pins;
    while left != 0 {
        sum = sum + Word::new(F::bishop_attacks(token, first(left), occupied) & targets).popcount_bytes();
        left &= left - 1;
    }
    let pinned = (orthogonal | diagonal) & pins;
    if pinned != 0 {
        let square = first(word(own.king));
        for from in squares(pinned) {
            let lines = F::queen_attacks_x4(token, from, occupied);
            let rook = if orthogonal & from.bit() == 0 { 0 } else { lines.rook() };
            let bishop = if diagonal & from.bit() == 0 { 0 } else { lines.bishop() };
            let along_pin = targets & line_through(from, square);
            sum = sum + Word::new((rook | bishop) & along_pin).popcount_bytes();
        }
    }
    let mut left = word(own.knights) & !pins;
    while left != 0 {
        // Without a knight, the number of zeros is 64.
        let leaps = STEP_ROWS.0[left.trailing_zeros() as usize][1] & targets;
        left &= left.wrapping_sub(1);
        let more = STEP_ROWS.0[left.trailing_zeros() as usize][1] & targets;
        left &= left.wrapping_sub(1);
        sum = sum + Word::new(leaps).popcount_bytes() + Word::new(more).popcount_bytes();
    }
    sum
}

/// Returns the number of legal moves.
#[inline(always)]
fn legal_move_count<T: Simd, F: Formula<T>>(token: T, sides: &Sides<Word<T>>) -> u16 {
    let king = king::<T, F>(token, sides);
    if word(sides.own.king) == 0 {
        return 0;
    }
    let targets = word(king.check_mask & !sides.own.all);
    let others = other_moves::<Word<T>>(sides, &king).count();
    let pieces = piece_moves::<T, F>(token, sides, &king, targets);
    word((others + pieces).sum_bytes()) as u16
}

/// Returns the sum of the numbers of legal moves of positions with the same side to move.
#[inline(always)]
fn sum_of_side<T: Simd, F: Formula<T>>(token: T, positions: &[Position], black_to_move: bool) -> u64 {
    let mut sum = 0;
    for position in positions {
        let sides = Sides::of(token, words::<T>(position), black_to_move);
        sum += u64::from(legal_move_count::<T, F>(token, &sides));
    }
    sum
}

impl<T: Simd, F: Formula<T>> PositionKernel<T> for SliderBySlider<F> {
    #[inline(always)]
    fn attacked_squares(token: T, position: &Position) -> [u64; 2] {
        // LLVM fills for both sides in a vector of 128 bits.
        if cfg!(any(target_feature = "sse2", target_arch = "aarch64")) {
            return attacked_squares(position);
        }
        let [white_pawns, black_pawns] = pawn_attacks(position);
        [
            attacks::<T, F>(token, position, Color::White) | white_pawns,
            attacks::<T, F>(token, position, Color::Black) | black_pawns,
        ]
    }

    #[inline(always)]
    fn checks_and_pins(token: T, position: &Position) -> ChecksAndPins {
        let (sides, king) = Self::king(token, position);
        if word(sides.own.king) == 0 {
            return ChecksAndPins::default();
        }
        ChecksAndPins {
            checkers: word(king.checkers),
            pinned: word(king.pins & sides.own.all),
            evasions: word(king.check_mask),
            king_danger: word(king.danger),
        }
    }

    #[inline(always)]
    fn legal_move_count(token: T, position: &Position) -> u16 {
        legal_move_count::<T, F>(token, &Sides::new(token, words::<T>(position)))
    }

    /// The loop exists for each side to move, so that the direction of pawns is a constant: counts took
    /// 0.92 to 0.95 of the time.
    #[inline(always)]
    fn sum_of_counts(token: T, positions: &[Position]) -> u64 {
        let Some(first) = positions.first() else { return 0 };
        if first.words[index::STATE] & state::BLACK_TO_MOVE == 0 {
            sum_of_side::<T, F>(token, positions, false)
        } else {
            sum_of_side::<T, F>(token, positions, true)
        }
    }

    #[inline(always)]
    fn set_attacks(token: T, orthogonal: u64, diagonal: u64, occupied: u64) -> [u64; 2] {
        set_attacks::<T, F>(token, orthogonal, diagonal, occupied)
    }

    #[inline(always)]
    fn attacks_by_role(token: T, position: &Position) -> [[u64; 6]; 2] {
        Color::ALL.map_each(
            #[inline(always)]
            |color| {
                let sliders = Self::slider_attacks_by_role_of(token, position, color, position.occupied());
                with_others(position, color, sliders)
            },
        )
    }

    #[inline(always)]
    fn slider_attacks_by_role_of(token: T, position: &Position, color: Color, occupied: u64) -> [u64; 3] {
        let own = position.color(color);
        let (diagonal, orthogonal) = (position.diagonal_sliders() & own, position.orthogonal_sliders() & own);
        let mut queens = diagonal & orthogonal;
        let [rook, bishop] = set_attacks::<T, F>(token, orthogonal ^ queens, diagonal ^ queens, occupied);
        let mut queen = 0;
        while queens != 0 {
            queen |= F::queen_attacks(token, first(queens), occupied);
            queens &= queens - 1;
        }
        [bishop, rook, queen]
    }

    type Words = ScalarX8<T>;
    type Exchange = ByWords;

    #[inline(always)]
    fn king(token: T, position: &Position) -> (Sides<Word<T>>, King<Word<T>>) {
        let sides = Sides::new(token, words::<T>(position));
        let king = king::<T, F>(token, &sides);
        (sides, king)
    }
}
