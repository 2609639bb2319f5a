//! The king's lines, checks, pins, and the squares that are dangerous for the king.
//!
//! On each line the king sees the squares in both directions, up to and including the first piece. The
//! enemy's sliders fill the same line up to their first pieces. The intersection of the two has the pins and
//! the squares where a check can be blocked:
//!
//! ```text
//! . r . . x . K .     r is an enemy rook, x a piece of the king's side
//! . . . . 1 1 . 1     the king's line
//! 1 . 1 1 1 . . .     the enemy's fill
//! . . . . 1 . . .     the intersection: x is pinned
//!
//! . r . . . . K .     no piece between
//! . 1 1 1 1 1 . 1     the king's line, which ends at the rook: the rook gives check
//! 1 . 1 1 1 1 1 .     the enemy's fill, which ends at the king
//! . . 1 1 1 1 . .     the intersection: the squares where the check can be blocked
//! ```
//!
//! 1. Compute the king's lines and the enemy's fills, separately for each of the four lines.
//! 2. Intersect them line by line: the pin rays.
//! 3. Intersect the king's lines with the enemy's sliders, and its knight and pawn steps with the enemy's
//!    knights and pawns: the checkers.
//! 4. Compute the check mask, which is where pieces other than the king may move: all squares without a
//!    check, the checker and the squares between it and the king with one, and none with two.
//! 5. Compute the danger: the union of the enemy's attacks, and the whole king's line of a checking slider,
//!    because the slider attacks the squares behind the king once the king has moved.

use super::sides::{Sides, king_attacks, knight_attacks};
use crate::formula::fill::{Fill, Fills};
use crate::formula::{KindergartenOnWords, LineFormula, both_ways};
use crate::lanes::{KingMasks, PositionLanes};
use crate::{Line, Square};

/// The fills of boards with the same occupied squares.
#[derive(Clone, Copy, Debug)]
pub struct BoardFills<V: PositionLanes, F: Fills<V>> {
    /// The occupied squares.
    pub occupied: V,
    /// The fill along the ranks.
    pub rank: F::Rank,
    /// The fill along the files.
    pub file: F::File,
    /// The fill along the diagonals.
    pub diagonal: F::Diagonal,
    /// The fill along the antidiagonals.
    pub antidiagonal: F::Antidiagonal,
}

impl<V: PositionLanes, F: Fills<V>> BoardFills<V, F> {
    /// Prepares the fills of boards with these occupied squares.
    #[inline(always)]
    pub fn new(token: V::Token, occupied: V) -> Self {
        Self {
            occupied,
            rank: Fill::new(token, occupied),
            file: Fill::new(token, occupied),
            diagonal: Fill::new(token, occupied),
            antidiagonal: Fill::new(token, occupied),
        }
    }

    /// Returns the attacks along each line, of `orthogonal` sliders along ranks and files and of `diagonal`
    /// ones along the diagonals.
    #[inline(always)]
    pub fn attacks(&self, token: V::Token, orthogonal: V, diagonal: V) -> ByLine<V> {
        ByLine {
            rank: self.rank.attacks(token, orthogonal),
            file: self.file.attacks(token, orthogonal),
            diagonal: self.diagonal.attacks(token, diagonal),
            antidiagonal: self.antidiagonal.attacks(token, diagonal),
        }
    }
}

/// One value per line.
#[derive(Clone, Copy, Debug)]
pub struct ByLine<V> {
    /// The value for ranks.
    pub rank: V,
    /// The value for files.
    pub file: V,
    /// The value for diagonals.
    pub diagonal: V,
    /// The value for antidiagonals.
    pub antidiagonal: V,
}

impl<V: PositionLanes> ByLine<V> {
    /// Returns the union of all lines.
    #[inline(always)]
    pub fn union(self) -> V {
        self.orthogonal() | self.diagonals()
    }

    /// Returns the union of rank and file.
    #[inline(always)]
    pub fn orthogonal(self) -> V {
        self.rank | self.file
    }

    /// Returns the union of diagonal and antidiagonal.
    #[inline(always)]
    pub fn diagonals(self) -> V {
        self.diagonal | self.antidiagonal
    }
}

/// Returns the squares that the king sees along its four lines.
///
/// The king is a single slider, so files and diagonals use [hyperbola
/// quintessence](crate::formula::HyperbolaQuintessence) with reversed bytes. The rank uses the level's fill.
#[inline(always)]
pub fn king_lines<V: PositionLanes>(
    token: V::Token,
    occupied: V,
    rank: &impl Fill<V>,
    king: V,
    masks: &KingMasks<V>,
) -> ByLine<V> {
    if V::COUNT == 1 {
        return lines_of_one_king(token, occupied, king);
    }
    let others = occupied & !king;
    let reversed = king.reverse_bytes();
    ByLine {
        rank: rank.attacks(token, king),
        file: along(masks.file, others, king, reversed),
        diagonal: along(masks.diagonal, others, king, reversed),
        antidiagonal: along(masks.antidiagonal, others, king, reversed),
    }
}

/// Returns the king's lines for 64-bit integers, by lookups. WebAssembly has no instruction that reverses
/// bytes, and on other targets lookups take fewer instructions.
#[inline(always)]
fn lines_of_one_king<V: PositionLanes>(token: V::Token, occupied: V, king: V) -> ByLine<V> {
    let word = |board: V| board.to_array().as_ref()[0];
    let (occupied, king) = (word(occupied), word(king));
    let square = Square::new_masked(king.trailing_zeros() as u8);
    // A side without a king sees no squares.
    let present = if king == 0 { 0 } else { u64::MAX };
    let line = |line| V::splat(token, KindergartenOnWords::line_attacks(square, line, occupied) & present);
    ByLine {
        rank: line(Line::Rank),
        file: line(Line::File),
        diagonal: line(Line::Diagonal),
        antidiagonal: line(Line::Antidiagonal),
    }
}

#[inline(always)]
fn along<V: PositionLanes>(line: V, others: V, king: V, reversed: V) -> V {
    let attacks = both_ways(
        others & line,
        king,
        reversed,
        #[inline(always)]
        |board| board.reverse_bytes(),
    );
    attacks & line & !king
}

/// The king of the side to move: pins, checks and danger.
#[derive(Clone, Copy, Debug)]
pub struct King<V> {
    /// The masks that depend only on the king's square.
    pub masks: KingMasks<V>,
    /// For each line, the squares that both the king and an enemy slider reach. The own pieces among them are
    /// pinned.
    pub pin_rays: ByLine<V>,
    /// The union of the pin rays.
    pub pins: V,
    /// The enemy pieces that give check.
    pub checkers: V,
    /// The squares where pieces other than the king may move.
    pub check_mask: V,
    /// The squares that the enemy attacks with the king removed from the board.
    pub danger: V,
}

impl<V: PositionLanes> King<V> {
    /// Returns the pieces that may move along a line with the pin rays `pin_rays`: those that are not pinned,
    /// and those that are pinned along this line.
    #[inline(always)]
    pub fn free_along(&self, pieces: V, pin_rays: V) -> V {
        pieces & !(self.pins ^ pin_rays)
    }
}

/// Computes checks, pins and danger for the side to move.
#[inline(always)]
pub fn king<V: PositionLanes, F: Fills<V>>(sides: &Sides<V>, board: &BoardFills<V, F>) -> King<V> {
    let Sides { token, own, enemy, .. } = *sides;
    let masks = V::king_masks(own.king);
    let lines = king_lines(token, board.occupied, &board.rank, own.king, &masks);
    let fills = board.attacks(token, enemy.orthogonal, enemy.diagonal);

    let pin_rays = ByLine {
        rank: lines.rank & fills.rank,
        file: lines.file & fills.file,
        diagonal: lines.diagonal & fills.diagonal,
        antidiagonal: lines.antidiagonal & fills.antidiagonal,
    };
    let pins = pin_rays.union();
    let sliders = (lines.orthogonal() & enemy.orthogonal) | (lines.diagonals() & enemy.diagonal);
    let checkers = sliders | checkers_beside_sliders(sides, &masks);
    let check_mask = check_mask(sides, checkers, pins);

    let xray = xray(lines.rank, enemy.orthogonal)
        | xray(lines.file, enemy.orthogonal)
        | xray(lines.diagonal, enemy.diagonal)
        | xray(lines.antidiagonal, enemy.diagonal);
    // `xray` includes the checking sliders themselves, which no slider attacks through the king.
    let mut xray = xray & !sliders;
    if (sliders & (sliders - sides.splat(1))).any() {
        xray = xray | covered_through_king(token, &lines, enemy.orthogonal, enemy.diagonal);
    }
    let danger = fills.union()
        | xray
        | knight_attacks(token, enemy.knights)
        | king_attacks(token, enemy.king)
        | sides.east_and(sides.backward, enemy.pawns)
        | sides.west_and(sides.backward, enemy.pawns);
    King { masks, pin_rays, pins, checkers, check_mask, danger }
}

/// Returns the knights and pawns that give check.
#[inline(always)]
pub(super) fn checkers_beside_sliders<V: PositionLanes>(sides: &Sides<V>, masks: &KingMasks<V>) -> V {
    let (king, enemy) = (sides.own.king, sides.enemy);
    let pawns = sides.east_and(sides.forward, king) | sides.west_and(sides.forward, king);
    (masks.knight & enemy.knights) | (pawns & enemy.pawns)
}

/// Returns the check mask, the squares where pieces other than the king may move (step 4).
#[inline(always)]
pub(super) fn check_mask<V: PositionLanes>(sides: &Sides<V>, checkers: V, pins: V) -> V {
    let one_checker = (checkers & (checkers - sides.splat(1))).is_zero();
    let stop_it = checkers | (pins & !sides.occupied);
    V::select(checkers.is_not_zero(), stop_it, sides.splat(u64::MAX)).keep(one_checker)
}

/// Returns a king's line if it has sliders, and no squares otherwise.
#[inline(always)]
fn xray<V: PositionLanes>(line: V, sliders: V) -> V {
    line.keep((line & sliders).is_not_zero())
}

/// Returns the checkers that protect each other through the king, from the two ends of one line. This cannot
/// arise in a game, but a FEN may contain it.
#[inline(always)]
fn covered_through_king<V: PositionLanes>(
    token: V::Token,
    lines: &ByLine<V>,
    orthogonal: V,
    diagonal: V,
) -> V {
    let both = |line: V, sliders: V| {
        let ends = line & sliders;
        ends.keep((ends & (ends - V::splat(token, 1))).is_not_zero())
    };
    both(lines.rank, orthogonal)
        | both(lines.file, orthogonal)
        | both(lines.diagonal, diagonal)
        | both(lines.antidiagonal, diagonal)
}

/// Returns the words of [`ChecksAndPins`](crate::chess::ChecksAndPins) in its order. All are 0 if the side to
/// move has no king.
#[inline(always)]
pub fn checks_and_pins<V: PositionLanes, F: Fills<V>>(token: V::Token, words: [V; 8]) -> [V; 4] {
    let sides = Sides::new(token, words);
    let king = king(&sides, &BoardFills::<V, F>::new(token, sides.occupied));
    let has_king = sides.own.king.is_not_zero();
    // Without a king there are no lines, and so no pins.
    let pinned = king.pins & sides.own.all;
    [king.checkers.keep(has_king), pinned, king.check_mask.keep(has_king), king.danger.keep(has_king)]
}
