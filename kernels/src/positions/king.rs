//! The king's lines, the checks, the pins, the danger for the king.
//!
//! On each line, the king looks both ways up to the first piece, and the enemy's sliders fill the line up to theirs:
//!
//! ```text
//! . r . . x . K .     r an enemy rook, x a piece of the king's side
//! . . . . 1 1 . 1     the king's line
//! 1 . 1 1 1 . . .     the enemy's fill
//! . . . . 1 . . .     both: x is pinned
//!
//! . r . . . . K .     no piece between
//! . 1 1 1 1 1 . 1     the king's line; it ends at the rook, which gives check
//! 1 . 1 1 1 1 1 .     the enemy's fill, which ends at the king
//! . . 1 1 1 1 . .     both: the squares where the check can be stopped
//! ```
//!
//! With the king off the board the rook would also attack the squares of the king's line on the king's other side.

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
    /// Along the ranks.
    pub rank: F::Rank,
    /// Along the files.
    pub file: F::File,
    /// Along the diagonals.
    pub diagonal: F::Diagonal,
    /// Along the antidiagonals.
    pub antidiagonal: F::Antidiagonal,
}

impl<V: PositionLanes, F: Fills<V>> BoardFills<V, F> {
    /// The fills on boards with these occupied squares.
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

    /// The attacks along each line of sliders that go along ranks and files, and of those along the diagonals.
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

/// Something for each line.
#[derive(Clone, Copy, Debug)]
pub struct ByLine<V> {
    /// Along the ranks.
    pub rank: V,
    /// Along the files.
    pub file: V,
    /// Along the diagonals.
    pub diagonal: V,
    /// Along the antidiagonals.
    pub antidiagonal: V,
}

impl<V: PositionLanes> ByLine<V> {
    /// All lines together.
    #[inline(always)]
    pub fn union(self) -> V {
        self.orthogonal() | self.diagonals()
    }

    /// Rank and file.
    #[inline(always)]
    pub fn orthogonal(self) -> V {
        self.rank | self.file
    }

    /// Diagonal and antidiagonal.
    #[inline(always)]
    pub fn diagonals(self) -> V {
        self.diagonal | self.antidiagonal
    }
}

/// Returns the squares that the king sees along its four lines. Files and diagonals by [hyperbola
/// quintessence](crate::formula::HyperbolaQuintessence) with reversed bytes, as it is one slider; the rank by the
/// level's fill.
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

/// The same in plain words, by lookups: WebAssembly has no instruction that reverses bytes, and on other targets fewer
/// instructions are left as well.
#[inline(always)]
fn lines_of_one_king<V: PositionLanes>(token: V::Token, occupied: V, king: V) -> ByLine<V> {
    let word = |board: V| board.to_array().as_ref()[0];
    let (occupied, king) = (word(occupied), word(king));
    let square = Square::new_masked(king.trailing_zeros() as u8);
    // A side without a king sees nothing.
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

/// What follows from the king's lines for the side to move.
#[derive(Clone, Copy, Debug)]
pub struct King<V> {
    /// What depends on the king's square alone.
    pub masks: KingMasks<V>,
    /// By line: the squares that the king and an enemy slider both reach. Those of the own pieces are pinned.
    pub pin_rays: ByLine<V>,
    /// All of these.
    pub pins: V,
    /// The pieces that give check.
    pub checkers: V,
    /// Where another piece than the king may go.
    pub check_mask: V,
    /// What the enemy attacks with the king off the board.
    pub danger: V,
}

impl<V: PositionLanes> King<V> {
    /// Returns the pieces of a set that are not pinned, or pinned along the line whose rays are `pin_rays`: these may
    /// move along it.
    #[inline(always)]
    pub fn free_along(&self, pieces: V, pin_rays: V) -> V {
        pieces & !(self.pins ^ pin_rays)
    }
}

/// Checks, pins and danger of the side to move.
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
    // The rays include the checking sliders themselves, which are not attacked through the king.
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

/// The knights and pawns that give check.
#[inline(always)]
fn checkers_beside_sliders<V: PositionLanes>(sides: &Sides<V>, masks: &KingMasks<V>) -> V {
    let (king, enemy) = (sides.own.king, sides.enemy);
    let pawns = sides.east_and(sides.forward, king) | sides.west_and(sides.forward, king);
    (masks.knight & enemy.knights) | (pawns & enemy.pawns)
}

/// Returns the check mask: the squares where a piece other than the king may go. Without a check these are all squares,
/// with one check the checker and the squares between it and the king, with two checks none.
#[inline(always)]
pub(super) fn check_mask<V: PositionLanes>(sides: &Sides<V>, checkers: V, pins: V) -> V {
    let one_checker = (checkers & (checkers - sides.splat(1))).is_zero();
    let stop_it = checkers | (pins & !sides.occupied);
    V::select(checkers.is_not_zero(), stop_it, sides.splat(u64::MAX)).keep(one_checker)
}

/// A king's line, if there are sliders on it.
#[inline(always)]
fn xray<V: PositionLanes>(line: V, sliders: V) -> V {
    line.keep((line & sliders).is_not_zero())
}

/// The sliders that give check from both ends of one line: they cover each other through the king. No move leads there,
/// but nobody is kept from setting it up.
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

/// Returns the words of [`ChecksAndPins`](crate::position::ChecksAndPins), in its order. They are 0 if the side to move has
/// no king.
#[inline(always)]
pub fn checks_and_pins<V: PositionLanes, F: Fills<V>>(token: V::Token, words: [V; 8]) -> [V; 4] {
    let sides = Sides::new(token, words);
    let king = king(&sides, &BoardFills::<V, F>::new(token, sides.occupied));
    let has_king = sides.own.king.is_not_zero();
    // No king has no lines, on which nothing is pinned.
    let pinned = king.pins & sides.own.all;
    [king.checkers.keep(has_king), pinned, king.check_mask.keep(has_king), king.danger.keep(has_king)]
}
