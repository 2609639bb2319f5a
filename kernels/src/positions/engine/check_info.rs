//! Checks and pins of both kings.
//!
//! A slider pins or gives check along a line through the king. Two passes over the king's lines find all of them:
//!
//! ```text
//! r . n . . K . b     K is the king, r and b are enemy sliders, n is any other piece
//! . . 1 1 1 . 1 1     first pass: the squares that the king sees
//! . . n . . . . b     the occupied ones: the first pieces. The b gives check
//! 1 1 1 1 1 . 1 1     second pass, without the first pieces
//! 1 1 . . . . . .     new squares: the r attacks the king through exactly one piece
//! . . 1 . . . . .     the first piece on the same ray: it is pinned, or can discover a check
//! ```
//!
//! To find the first piece on the same ray, each line is split at the king. If the upper ray has such a slider, the
//! blocker is the first piece of the upper ray, and likewise for the lower ray.

use crate::Square;
use crate::chess::{ByColor, ByRole, CheckInfo, Color, Position, state, word};
use crate::formula::{Formula, masks::LineMasks};
use crate::lanes::{FourLanes, Lanes, Simd};
use crate::tables::STEPS_TO;

/// One king and the sliders of the other side, line by line.
struct KingLines<V> {
    /// The squares that the king sees.
    seen: V,
    /// The sliders that give check.
    checkers: V,
    /// The pieces of either color that are the only piece between the king and a slider.
    blockers: V,
    /// The sliders behind blockers of the king's color.
    pinners: V,
}

impl<V: FourLanes> KingLines<V> {
    /// Computes the lines of a color's king.
    #[inline(always)]
    fn new<F: Formula<V::Token>>(
        token: V::Token,
        position: &Position,
        color: Color,
        colors: [V; 2],
        occupied: V,
    ) -> Self
    where
        V::Token: Simd<FourLanes = V>,
    {
        let words = &position.words;
        let king = position.color(color) & words[word::KINGS];
        let square = first(king);
        // Without a king, there are no sliders. The lines would otherwise be those of a1.
        let enemy = V::splat(token, position.color(color.opponent()) & if_there(king));
        let [diagonal, orthogonal] = [words[word::DIAGONAL], words[word::ORTHOGONAL]];
        let sliders = V::load(token, &[orthogonal, orthogonal, diagonal, diagonal]) & enemy;
        let own = colors[color as usize];

        let seen = F::lines_on(token, square, occupied);
        let first = seen & occupied;
        let seen_behind = F::lines_on(token, square, occupied ^ first);
        let snipers = seen_behind & sliders & !seen;

        let LineMasks { upper, lower, .. } = LineMasks::<V>::of_square(token, square);
        let (snipers_above, snipers_below) = (snipers & upper, snipers & lower);
        let (above, below) = (first & upper, first & lower);
        let blockers = above.keep_where_not_zero(snipers_above) | below.keep_where_not_zero(snipers_below);
        let pinners =
            snipers_above.keep_where_not_zero(above & own) | snipers_below.keep_where_not_zero(below & own);
        Self { seen, checkers: first & sliders, blockers, pinners }
    }
}

/// Returns all ones if there is a king, and 0 otherwise.
#[inline(always)]
fn if_there(king: u64) -> u64 {
    u64::from(king != 0).wrapping_neg()
}

/// Returns the king's row of [`STEPS_TO`], or zeros without a king.
#[inline(always)]
fn steps_to(king: u64) -> &'static [u64; 8] {
    &STEPS_TO.0[king.trailing_zeros() as usize]
}

/// Returns checks, pins and checking squares of both kings.
///
/// The side to move is an index and a mask. A branch would be unpredictable.
#[inline(always)]
pub fn check_info<T: Simd, F: Formula<T>>(token: T, position: &Position) -> CheckInfo {
    // Not written as a closure over both colors, which may not inline. The lanes would then be passed in memory.
    let colors = [position.white(), position.black()].map(
        #[inline(always)]
        |pieces| T::FourLanes::splat(token, pieces),
    );
    let occupied = colors[0] | colors[1];
    let white = KingLines::<T::FourLanes>::new::<F>(token, position, Color::White, colors, occupied);
    let black = KingLines::<T::FourLanes>::new::<F>(token, position, Color::Black, colors, occupied);
    let (rooks, bishops) = T::FourLanes::rooks_and_bishops(
        token,
        [white.blockers, black.blockers, white.pinners, black.pinners],
    );
    let unions = (rooks | bishops).to_array();

    let words = &position.words;
    let side = ((words[word::STATE] / state::BLACK_TO_MOVE) & 1) as usize;
    let black_moves = T::FourLanes::splat(token, (side as u64).wrapping_neg());
    let of_own = white.checkers ^ (white.checkers ^ black.checkers) & black_moves;
    let of_enemy = black.seen ^ (white.seen ^ black.seen) & black_moves;

    let (own, enemy) = (words[side], words[side ^ 1]);
    let steps = steps_to(own & words[word::KINGS]);
    let beside_sliders = steps[side ^ 1] & words[word::PAWNS] | steps[2] & words[word::KNIGHTS];
    let checkers = of_own.queen() | beside_sliders & enemy;

    let king = enemy & words[word::KINGS];
    let (rook, bishop) = (of_enemy.rook() & if_there(king), of_enemy.bishop() & if_there(king));
    let steps = steps_to(king);
    CheckInfo {
        checkers,
        discoverers: unions[side ^ 1] & own,
        pinned: ByColor([unions[0] & words[word::WHITE], unions[1] & words[word::BLACK]]),
        pinners: ByColor([unions[2], unions[3]]),
        checks: ByRole([steps[side], steps[2], bishop, rook, rook | bishop, 0]),
    }
}

/// Returns the lowest square of a set, or a1 if the set is empty.
#[inline(always)]
fn first(set: u64) -> Square {
    Square::new_masked(set.trailing_zeros() as u8)
}
