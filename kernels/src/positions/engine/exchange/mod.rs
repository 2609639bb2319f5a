//! Static exchange evaluation: the gain or loss of a capture if both sides continue to capture on its square.
//!
//! Without the lanes, `see_at_least` takes 1.70 times as long at `avx512-vbmi` and 1.29 times at `avx2` (Zen
//! 5).
//!
//! The sides capture in turn, each with its least valuable piece, and either side stops if going on would
//! lose material. One pass over the four lines of the square finds the pieces that attack it. Each capture
//! removes one of them, and the piece behind it may then attack as well.
//!
//! Source: [SEE - The Swap Algorithm](https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm).
//!
//! # Windows
//!
//! Let `b0` be the gain of the first side after its first capture, `b1` after the reply, and so on. Either
//! side may stop instead of capturing, so the value is `min(b0, max(b1, min(b2, ..)))`. From the outside in,
//! each step narrows the window of possible values. A comparison with a threshold starts with a window of two
//! values. Both functions stop as soon as one value is left.
//!
//! # Vectors
//!
//! [`ByRole`] has the pieces of each role in a lane. An AND with the squares from which each role attacks
//! leaves the attackers, and the first lane with an enemy piece is the least valuable one. There is no branch
//! for each role.
//!
//! Almost all comparisons end after the enemy's first capture, but for different reasons. In captures of
//! games and a threshold of 0, no piece can recapture (21%), the piece that recaptures is worth less than the
//! loss (26%), it is a king (5%), or it cannot be captured in turn (16%); the move is decided before all this
//! in 26%, and the exchange goes on in only 6%. A branch for each reason would often be mispredicted, so the
//! comparison computes all of them and has a single branch, for the 6%.
//!
//! Whether an enemy piece can be captured in turn depends on the own sliders behind it. They are found before
//! it is known which piece captures: a second pass over the lines leaves out the nearest enemy sliders and
//! pawns on all of them.
//!
//! ```text
//! . R . q . x . .     x is the square of the exchange: q is the nearest piece, and leaves with its capture
//! . . 1 1 1 . . .     the squares seen without q, up to R
//! ```
//!
//! If this finds a slider that is not behind the capturing piece, the exchange is computed step by step,
//! which takes longer and gives the same answer.
//!
//! The 6% are computed in a function of their own. Its variables would otherwise need registers that every
//! call saves and restores, which took a fifth of the time of a call that was not inlined (8.0 instead of 6.3
//! ns for captures of 2,048 positions, Zen 5 with AVX-512).
//!
//! # Pins
//!
//! A comparison can leave out pinned pieces ([`WithPins`]). Which of them may capture depends on the pinners
//! that are still on their squares, so it changes during an exchange. Before each capture, the pieces that
//! may not capture are removed from those of the side to capture, and from nothing else. Without pins this
//! compiles to nothing.
//!
//! # Words
//!
//! [`ByWords`] has the attackers in one set. After a capture, the pieces behind are the nearest ones on the
//! eight rays of the square, which are their lowest or highest bits:
//!
//! ```text
//! . . . . . R . P x      the P captures on x: now the R is the nearest piece on this ray
//! ```

#[cfg(target_feature = "sse2")]
mod avx2;
#[cfg(target_feature = "sse2")]
mod avx512;
pub(crate) mod lanes;

use core::marker::PhantomData;

use lanes::{KINGS, PieceLanes};

use super::attackers::attackers_by_lines;
use super::{is_normal_or_double_push, unlikely};
use crate::arrays::MapEach;
use crate::chess::{CheckInfo, Color, Move, MoveKind, Position, Role, state, word};
use crate::formula::Formula;
use crate::lanes::{Outlined, Simd};
use crate::positions::Exchange;
use crate::tables::{LOWER, MOVES, UPPER, line_through};
use crate::{Line, Square};

/// Returns the value for the side to move of the exchange that a move begins.
///
/// It is computed with [words](ByWords) at all levels. With the pieces in lanes, it took 0.96 of the time
/// with AVX-512, but 1.05 with AVX2 (Zen 4, 2,048 positions).
#[inline(always)]
pub fn see<T: Simd, F: Formula<T>>(
    token: T,
    position: &Position,
    chess_move: Move,
    values: &[i32; 6],
) -> i32 {
    let attackers = |to, occupied| AttackerSet::new::<T, F>(token, position, values, NoPins, to, occupied);
    exchange(position, chess_move, values, Window::ALL, attackers) as i32
}

/// The values that an exchange can still have, from `least` to `most`.
#[derive(Clone, Copy)]
struct Window {
    least: i64,
    most: i64,
}

impl Window {
    /// All values.
    const ALL: Self = Self { least: i32::MIN as i64, most: i32::MAX as i64 };

    /// Returns the window of a comparison with a threshold.
    #[inline(always)]
    fn around(threshold: i32) -> Self {
        let most = i64::from(threshold);
        Self { least: most - 1, most }
    }

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

/// The pieces that may not capture because they are pinned.
pub trait Pins: Copy {
    /// Returns the pieces of a color that may not capture on a square, with these squares occupied.
    fn banned(self, position: &Position, color: usize, to: Square, occupied: u64) -> u64;
}

/// Pinned pieces capture like others.
#[derive(Clone, Copy, Debug)]
pub struct NoPins;

impl Pins for NoPins {
    #[inline(always)]
    fn banned(self, _: &Position, _: usize, _: Square, _: u64) -> u64 {
        0
    }
}

/// While a pinner of a side is on its square, the pinned pieces of that side capture only on the line of
/// their king.
#[derive(Clone, Copy, Debug)]
pub struct WithPins<'a>(pub &'a CheckInfo);

impl Pins for WithPins<'_> {
    #[inline(always)]
    fn banned(self, position: &Position, color: usize, to: Square, occupied: u64) -> u64 {
        let side = Color::ALL[color & 1];
        let pinned = self.0.pinned(side);
        // Most sides have no pinned pieces, so this branch is predicted.
        if pinned == 0 || self.0.pinners(side) & occupied == 0 {
            return 0;
        }
        let king = position.words[word::KINGS] & position.words[color & 1];
        match Square::lowest(king) {
            Some(king) => pinned & !line_through(king, to),
            None => 0,
        }
    }
}

/// The pieces that attack a square.
trait Attackers {
    /// Returns the least valuable piece of a color that can capture, or `None` if there is none. A king
    /// cannot capture what the other side protects.
    fn least(&self, color: usize) -> Option<Attacker>;
    /// Removes a piece, so that pieces behind it may capture.
    fn remove(&mut self, attacker: Attacker);
}

/// A piece that captures.
#[derive(Clone, Copy)]
struct Attacker {
    value: i64,
    square: u64,
    role: Role,
}

/// Returns the value of the exchange if it is in the window, and otherwise the nearest value in it.
/// `attackers` returns the attackers of a square on a board with these squares occupied.
#[inline(always)]
fn exchange<A: Attackers>(
    position: &Position,
    chess_move: Move,
    values: &[i32; 6],
    window: Window,
    attackers: impl FnOnce(Square, u64) -> A,
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

    let window = window.at_most(captured);
    let state = State { balance: captured, stands, window, side: position.side_to_move() as usize };
    // If even the loss of the piece would not change the value, stop. Many moves end here, before the first
    // lookup.
    if state.is_decided() {
        return window.most;
    }
    state.finish(attackers(to, position.occupied() & !(from.bit() | taken)))
}

/// An exchange after a capture.
#[derive(Clone, Copy)]
struct State {
    /// The material that the side that captured last has gained. All values are from its point of view.
    balance: i64,
    /// The value of the piece on the square.
    stands: i64,
    window: Window,
    /// The color that captured last.
    side: usize,
}

impl State {
    /// Returns whether the value is known, even if the opponent can capture.
    #[inline(always)]
    fn is_decided(self) -> bool {
        self.window.least == self.window.most || self.balance - self.stands >= self.window.most
    }

    /// Returns the state after the opponent's next capture.
    #[inline(always)]
    fn after(self, attacker: Attacker) -> Self {
        let balance = self.stands - self.balance;
        let window = self.window.of_opponent().at_most(balance);
        Self { balance, stands: attacker.value, window, side: self.side ^ 1 }
    }

    /// Returns the value from the point of view of the side that captured last.
    #[inline(always)]
    fn finish(self, mut attackers: impl Attackers) -> i64 {
        let (mut state, side) = (self, self.side);
        while let Some(attacker) = attackers.least(state.side ^ 1) {
            state = state.after(attacker);
            if state.is_decided() {
                break;
            }
            attackers.remove(attacker);
        }
        if state.side == side { state.window.most } else { -state.window.most }
    }
}

/// Comparisons of exchanges with the pieces of each role in a lane of `P`.
#[derive(Clone, Copy, Debug)]
pub struct ByRole<P>(PhantomData<P>);

/// The attackers of a square by role.
struct RoleAttackers<'a, T, P: PieceLanes, F, Q> {
    token: T,
    position: &'a Position,
    values: P::Values,
    pins: Q,
    pieces: P,
    attackers: P,
    to: Square,
    occupied: u64,
    formula: PhantomData<F>,
}

impl<'a, T: Simd, P: PieceLanes<Token = T>, F: Formula<T>, Q: Pins> RoleAttackers<'a, T, P, F, Q> {
    #[inline(always)]
    fn new(
        token: T,
        position: &'a Position,
        values: P::Values,
        pins: Q,
        pieces: P,
        to: Square,
        occupied: u64,
    ) -> Self {
        let lines = F::lines(token, to, occupied);
        let attackers = pieces.attackers(to, lines) & P::splat(token, occupied);
        Self { token, position, values, pins, pieces, attackers, to, occupied, formula: PhantomData }
    }
}

impl<T: Simd, P: PieceLanes<Token = T>, F: Formula<T>, Q: Pins> Attackers for RoleAttackers<'_, T, P, F, Q> {
    #[inline(always)]
    fn least(&self, color: usize) -> Option<Attacker> {
        let [own, enemy] = [color, color ^ 1].map_each(
            #[inline(always)]
            |color| P::splat(self.token, self.position.words[color]),
        );
        let banned = self.pins.banned(self.position, color, self.to, self.occupied);
        let own = self.attackers & own & !P::splat(self.token, banned);
        let lanes = own.lanes_in(own);
        if lanes == 0 || lanes == KINGS && self.attackers.lanes_in(enemy) != 0 {
            return None;
        }
        let value = P::value(self.token, &self.values, lanes);
        Some(Attacker { value, square: own.first(lanes), role: first_role(lanes) })
    }

    #[inline(always)]
    fn remove(&mut self, attacker: Attacker) {
        // A king captures last, so nothing behind it matters.
        if attacker.role == Role::King {
            self.attackers = self.attackers & !P::splat(self.token, attacker.square);
            return;
        }
        self.occupied ^= attacker.square;
        let lines = F::lines(self.token, self.to, self.occupied);
        self.attackers = self.pieces.attackers(self.to, lines) & P::splat(self.token, self.occupied);
    }
}

impl<T: Simd, P: PieceLanes<Token = T>> Exchange<T> for ByRole<P> {
    #[inline(always)]
    fn see_at_least<F: Formula<T>, Q: Pins>(
        token: T,
        position: &Position,
        pins: Q,
        chess_move: Move,
        values: &[i32; 6],
        threshold: i32,
    ) -> bool
    where
        T: Outlined,
    {
        if !is_normal_or_double_push(chess_move) {
            return step_by_step::<T, P, F, Q>(token, position, pins, chess_move, values, threshold);
        }
        let (from, to) = (chess_move.from(), chess_move.to());
        let (by_lane, pieces) = (P::values(token, values), P::of_position(token, position));
        let [captured, stands] = [to, from].map_each(
            #[inline(always)]
            |square| P::value(token, &by_lane, pieces.lanes_with(square)),
        );
        // The loss beyond the threshold if the piece is captured.
        let loss = stands - captured + i64::from(threshold);
        if captured < i64::from(threshold) {
            return false;
        }
        if loss <= 0 {
            return true;
        }

        let words = &position.words;
        const { assert!(state::BLACK_TO_MOVE == 1 << 32) };
        let color = ((words[word::STATE] >> 32) as u32 & 1) as usize;
        // The bit of the square is loaded from memory. From a general register, it would take more
        // instructions.
        let own = P::splat(token, words[color]) & !P::splat(token, MOVES.bits[from.index()]);
        let enemy = P::splat(token, words[color ^ 1]);
        // `occupied` may contain the square of the exchange, because no line depends on that.
        let occupied = (own | enemy).first_half();
        let lines = F::lines_on(token, to, occupied);
        let attackers = pieces.attackers(to, lines);
        let after = position.occupied() & !(from.bit() | to.bit());
        let banned = pins.banned(position, color ^ 1, to, after);
        let capturing = enemy & !P::splat(token, banned);
        let of_enemy = attackers.lanes_in(capturing);
        let least = P::value(token, &by_lane, of_enemy);

        // The own sliders behind enemy pieces that may capture.
        let sliders = P::line_sliders(token, position);
        let pawns = P::splat(token, words[word::PAWNS]).first_half();
        let nearest = lines & (sliders | pawns) & enemy.first_half();
        let behind = F::lines_on(token, to, occupied & !nearest) & sliders & own.first_half();

        // Negative if the enemy can capture with another piece than the king, has not won with that, and the
        // own side may capture next. LLVM would compile three conditions to three branches.
        let goes_on = !(least - loss)
            & -i64::from(u32::from(of_enemy) & !u32::from(KINGS))
            & -i64::from(attackers.any_in_or(own, behind));
        if goes_on < 0 {
            unlikely();
            let square = (attackers & capturing).first(of_enemy);
            return go_on::<T, P, F, Q>(
                token, position, pins, chess_move, values, threshold, square, of_enemy,
            );
        }
        // True if the enemy has no attacker, or only its king and the piece on the square is protected.
        of_enemy & !(KINGS * u8::from(attackers.any_in(own) != 0)) == 0
    }
}

/// Returns the role of the first lane of a mask that is not 0.
#[inline(always)]
fn first_role(lanes: u8) -> Role {
    const ROLES: [Role; 8] = [
        Role::Pawn,
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::Queen,
        Role::King,
    ];
    ROLES[lanes.trailing_zeros() as usize & 7]
}

/// Compares an exchange of a normal move or double push with a threshold, after the enemy has captured with
/// the piece on `square`. `of_enemy` are the lanes of the enemy's attackers.
///
/// Out of line, so that the other exchanges save no registers and need no memory. All arguments are in
/// registers.
#[cold]
#[inline(never)]
#[expect(clippy::too_many_arguments, reason = "they are in registers, which those of a struct would not be")]
fn go_on<T: Outlined, P: PieceLanes<Token = T>, F: Formula<T>, Q: Pins>(
    token: T,
    position: &Position,
    pins: Q,
    chess_move: Move,
    values: &[i32; 6],
    threshold: i32,
    square: u64,
    of_enemy: u8,
) -> bool {
    token.outlined(
        #[inline(always)]
        || {
            let (from, to) = (chess_move.from(), chess_move.to());
            let (by_lane, pieces) = (P::values(token, values), P::of_position(token, position));
            let value = |lanes| P::value(token, &by_lane, lanes);
            let (captured, stands) = (value(pieces.lanes_with(to)), value(pieces.lanes_with(from)));
            let window = Window::around(threshold);
            let state = State { balance: captured, stands, window, side: position.side_to_move() as usize };
            let state = state.after(Attacker { value: value(of_enemy), square, role: first_role(of_enemy) });
            let occupied = position.occupied() & !(from.bit() | to.bit() | square);
            let attackers =
                RoleAttackers::<T, P, F, Q>::new(token, position, by_lane, pins, pieces, to, occupied);
            state.finish(attackers) != 1 - i64::from(threshold)
        },
    )
}

/// Compares an exchange with a threshold step by step, for castling, en passant captures and promotions.
#[cold]
#[inline(never)]
fn step_by_step<T: Outlined, P: PieceLanes<Token = T>, F: Formula<T>, Q: Pins>(
    token: T,
    position: &Position,
    pins: Q,
    chess_move: Move,
    values: &[i32; 6],
    threshold: i32,
) -> bool {
    token.outlined(
        #[inline(always)]
        || {
            let (by_lane, pieces) = (P::values(token, values), P::of_position(token, position));
            let attackers = |to, occupied| {
                RoleAttackers::<T, P, F, Q>::new(token, position, by_lane, pins, pieces, to, occupied)
            };
            let window = Window::around(threshold);
            exchange(position, chess_move, values, window, attackers) == i64::from(threshold)
        },
    )
}

/// Comparisons of exchanges with the words of a position, for levels without vectors.
#[derive(Clone, Copy, Debug)]
pub struct ByWords;

/// The attackers of a square as one set.
struct AttackerSet<'a, Q> {
    position: &'a Position,
    values: &'a [i32; 6],
    pins: Q,
    to: Square,
    occupied: u64,
    attackers: u64,
}

impl<'a, Q: Pins> AttackerSet<'a, Q> {
    #[inline(always)]
    fn new<T: Simd, F: Formula<T>>(
        token: T,
        position: &'a Position,
        values: &'a [i32; 6],
        pins: Q,
        to: Square,
        occupied: u64,
    ) -> Self {
        let lines = F::queen_attacks_x4(token, to, occupied);
        Self {
            position,
            values,
            pins,
            to,
            occupied,
            attackers: attackers_by_lines(position, to, lines) & occupied,
        }
    }
}

impl<Q: Pins> Attackers for AttackerSet<'_, Q> {
    #[inline(always)]
    fn least(&self, color: usize) -> Option<Attacker> {
        let of_side = self.attackers & self.position.words[color];
        let banned = self.pins.banned(self.position, color, self.to, self.occupied);
        let (role, square) = least(self.position, of_side & !banned)?;
        if role == Role::King && self.attackers & !of_side != 0 {
            return None; // The king would be in check.
        }
        Some(Attacker { value: i64::from(self.values[role as usize]), square, role })
    }

    #[inline(always)]
    fn remove(&mut self, attacker: Attacker) {
        let Attacker { role, square, .. } = attacker;
        let words = &self.position.words;
        self.occupied ^= square;
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            self.attackers |=
                nearest(self.to, Line::Diagonal, Line::Antidiagonal, self.occupied) & words[word::DIAGONAL];
        }
        if matches!(role, Role::Rook | Role::Queen) {
            self.attackers |=
                nearest(self.to, Line::Rank, Line::File, self.occupied) & words[word::ORTHOGONAL];
        }
        self.attackers &= self.occupied;
    }
}

impl<T: Simd> Exchange<T> for ByWords {
    #[inline(always)]
    fn see_at_least<F: Formula<T>, Q: Pins>(
        token: T,
        position: &Position,
        pins: Q,
        chess_move: Move,
        values: &[i32; 6],
        threshold: i32,
    ) -> bool
    where
        T: Outlined,
    {
        let attackers = |to, occupied| AttackerSet::new::<T, F>(token, position, values, pins, to, occupied);
        exchange(position, chess_move, values, Window::around(threshold), attackers) == i64::from(threshold)
    }
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
/// The nearest piece above is the lowest bit of the upper ray, and the nearest piece below is the highest bit
/// of the lower ray. Setting the bit of a1 gives a lower ray without a piece a highest bit.
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
