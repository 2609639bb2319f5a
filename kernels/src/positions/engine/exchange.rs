//! Static exchange evaluation: the gain or loss of a capture if both sides continue to capture on its square.
//!
//! The sides capture in turn, each with its least valuable piece, and either side stops if going on would lose
//! material.
//!
//! One pass over the four lines of the square finds the pieces that attack it. Each capture removes one of them, and
//! the piece behind it may then attack as well. The pieces behind are the nearest ones on the eight rays of the square:
//!
//! ```text
//! . . . . . R . P x      the P captures on x: now the R is the nearest piece on this ray
//! ```
//!
//! The nearest piece on a ray is its lowest or highest bit, so this needs no further lookup of attacks.
//!
//! Source: [SEE - The Swap Algorithm](https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm).
//!
//! # Windows
//!
//! Let `b0` be the gain of the first side after its first capture, `b1` after the reply, and so on. Either side may
//! stop instead of capturing, so the value is `min(b0, max(b1, min(b2, ..)))`. From the outside in, each step narrows
//! the window of possible values. A comparison with a threshold starts with a window of two values. Both functions stop
//! as soon as one value is left.

use super::attackers::attackers_by_lines;
use crate::formula::Formula;
use crate::lanes::Simd;
use crate::position::{Move, MoveKind, Position, Role, word};
use crate::tables::{LOWER, UPPER};
use crate::{Line, Square};

/// Returns the value for the side to move of the exchange that a move begins.
#[inline(always)]
pub fn see<T: Simd, F: Formula<T>>(
    token: T,
    position: &Position,
    chess_move: Move,
    values: &[i32; 6],
) -> i32 {
    let window = Window { least: i64::from(i32::MIN), most: i64::from(i32::MAX) };
    exchange::<T, F>(token, position, chess_move, values, window) as i32
}

/// Returns whether the exchange that a move begins is worth at least `threshold` for the side to move.
#[inline(always)]
pub fn see_at_least<T: Simd, F: Formula<T>>(
    token: T,
    position: &Position,
    chess_move: Move,
    values: &[i32; 6],
    threshold: i32,
) -> bool {
    let most = i64::from(threshold);
    exchange::<T, F>(token, position, chess_move, values, Window { least: most - 1, most }) == most
}

/// The values that an exchange can still have, from `least` to `most`.
#[derive(Clone, Copy)]
struct Window {
    least: i64,
    most: i64,
}

impl Window {
    /// Narrows the window, because the opponent may stop here with this value.
    #[inline(always)]
    fn at_most(self, value: i64) -> Self {
        Self { most: value.max(self.least).min(self.most), ..self }
    }

    #[inline(always)]
    fn of_opponent(self) -> Self {
        Self { least: -self.most, most: -self.least }
    }
}

#[inline(always)]
fn exchange<T: Simd, F: Formula<T>>(
    token: T,
    position: &Position,
    chess_move: Move,
    values: &[i32; 6],
    window: Window,
) -> i64 {
    let value = |role: Role| i64::from(values[role as usize]);
    let value_on = |square: Square| position.role_at(square).map_or(0, value);
    let (from, to) = (chess_move.from(), chess_move.to());
    let (captured, stands, taken) = match chess_move.kind() {
        MoveKind::Normal | MoveKind::DoublePush => (value_on(to), value_on(from), to.bit()),
        MoveKind::EnPassant => (value(Role::Pawn), value(Role::Pawn), 1 << (to.index() ^ 8) | to.bit()),
        MoveKind::Promotion(role) => (value_on(to) + value(role) - value(Role::Pawn), value(role), to.bit()),
        MoveKind::Castling => return window.at_most(0).most,
    };

    // From here on, values are from the point of view of the side that captured last.
    let (mut balance, mut stands) = (captured, stands);
    let mut window = window.at_most(balance);
    let mut sign = 1;
    // If even the loss of the piece would not change the value, stop. Most moves end here, before the first lookup.
    if window.least == window.most || balance - stands >= window.most {
        return window.most;
    }
    let words = &position.words;
    let mut occupied = position.occupied() & !(from.bit() | taken);
    let mut attackers = attackers_by_lines(position, to, F::queen_attacks_x4(token, to, occupied)) & occupied;
    let mut side = position.side_to_move().opponent();
    loop {
        let of_side = attackers & position.color(side);
        let Some((role, attacker)) = least(position, of_side) else { break };
        if role == Role::King && attackers & !of_side != 0 {
            break; // The king would be in check.
        }
        balance = stands - balance;
        stands = value(role);
        sign = -sign;
        window = window.of_opponent().at_most(balance);
        if window.least == window.most || balance - stands >= window.most {
            break;
        }
        occupied ^= attacker;
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= nearest(to, Line::Diagonal, Line::Antidiagonal, occupied) & words[word::DIAGONAL];
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= nearest(to, Line::Rank, Line::File, occupied) & words[word::ORTHOGONAL];
        }
        attackers &= occupied;
        side = side.opponent();
    }
    sign * window.most
}

/// Returns one of the least valuable pieces in a set, as a bitboard.
#[inline(always)]
fn least(position: &Position, pieces: u64) -> Option<(Role, u64)> {
    let words = &position.words;
    let (diagonal, orthogonal) = (words[word::DIAGONAL], words[word::ORTHOGONAL]);
    let sets = [
        (Role::Pawn, words[word::PAWNS]),
        (Role::Knight, words[word::KNIGHTS]),
        (Role::Bishop, diagonal & !orthogonal),
        (Role::Rook, orthogonal & !diagonal),
        (Role::Queen, orthogonal & diagonal),
        (Role::King, words[word::KINGS]),
    ];
    for (role, set) in sets {
        let set = set & pieces;
        if set != 0 {
            return Some((role, set & set.wrapping_neg()));
        }
    }
    None
}

/// Returns the nearest pieces on the four rays of two lines. a1 may be included even if it is empty.
///
/// The nearest piece above is the lowest bit of the upper ray, and the nearest piece below is the highest bit of the
/// lower ray. Setting the bit of a1 gives a lower ray without a piece a highest bit.
#[inline(always)]
fn nearest(square: Square, one: Line, other: Line, occupied: u64) -> u64 {
    let (upper, lower) = (&UPPER.0[square.index()], &LOWER.0[square.index()]);
    let above = |line: Line| {
        let ray = occupied & upper[line.lane()];
        ray & ray.wrapping_neg()
    };
    let below = |line: Line| {
        let ray = lower[line.lane()];
        (1 << 63) >> (occupied & ray | 1).leading_zeros() & ray
    };
    above(one) | above(other) | below(one) | below(other)
}
