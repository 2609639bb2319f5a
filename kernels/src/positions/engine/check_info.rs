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
use crate::formula::{Formula, masks::LineMasks};
use crate::lanes::{FourLanes, Lanes, Simd};
use crate::position::{CheckInfo, Color, Position, word};
use crate::steps::pawn_attacks;
use crate::tables::knight_attacks_from;

/// One king and the sliders of the other side.
struct KingLines {
    /// The attacks of a rook on the king's square.
    rook: u64,
    /// The attacks of a bishop on the king's square.
    bishop: u64,
    /// The sliders that give check.
    checkers: u64,
    /// The pieces of either color that are the only piece between the king and a slider.
    blockers: u64,
    /// The sliders behind blockers of the king's color.
    pinners: u64,
}

/// The bitboards of one king and the sliders of the other side.
struct Boards {
    /// The king's bit, or 0 without a king. There are no sliders then.
    king: u64,
    /// All pieces of the king's color.
    own: u64,
    occupied: u64,
    orthogonal: u64,
    diagonal: u64,
}

impl KingLines {
    #[inline(always)]
    fn new<T: Simd, F: Formula<T>>(token: T, boards: &Boards) -> Self {
        let square = first(boards.king);
        let (orthogonal, diagonal) = (boards.orthogonal, boards.diagonal);
        let sliders = T::FourLanes::load(token, &[orthogonal, orthogonal, diagonal, diagonal]);
        let occupied = T::FourLanes::splat(token, boards.occupied);
        let own = T::FourLanes::splat(token, boards.own);

        let seen = F::lines_on(token, square, occupied);
        let first = seen & occupied;
        let seen_behind = F::lines_on(token, square, occupied ^ first);
        let snipers = seen_behind & sliders & !seen;

        let LineMasks { upper, lower, .. } = LineMasks::<T::FourLanes>::of_square(token, square);
        let (snipers_above, snipers_below) = (snipers & upper, snipers & lower);
        let (above, below) = (first & upper, first & lower);
        let blockers = above.keep_where_not_zero(snipers_above) | below.keep_where_not_zero(snipers_below);
        let pinners =
            snipers_above.keep_where_not_zero(above & own) | snipers_below.keep_where_not_zero(below & own);
        Self {
            rook: seen.rook(),
            bishop: seen.bishop(),
            checkers: (first & sliders).queen(),
            blockers: blockers.queen(),
            pinners: pinners.queen(),
        }
    }
}

#[inline(always)]
fn king_lines<T: Simd, F: Formula<T>>(token: T, position: &Position, color: Color) -> KingLines {
    let words = &position.words;
    let own = position.color(color);
    let king = own & words[word::KINGS];
    // Without a king the lines would be those of a1.
    let enemy = position.color(color.opponent()) & if_there(king);
    let boards = Boards {
        king,
        own,
        occupied: position.occupied(),
        orthogonal: words[word::ORTHOGONAL] & enemy,
        diagonal: words[word::DIAGONAL] & enemy,
    };
    KingLines::new::<T, F>(token, &boards)
}

/// Returns all ones if there is a king, and 0 otherwise.
#[inline(always)]
fn if_there(king: u64) -> u64 {
    u64::from(king != 0).wrapping_neg()
}

/// Returns checks, pins and checking squares of both kings.
#[inline(always)]
pub fn check_info<T: Simd, F: Formula<T>>(token: T, position: &Position) -> CheckInfo {
    // Not written as a closure over both colors, which may not inline. The lanes would then be passed in memory.
    let of_white = king_lines::<T, F>(token, position, Color::White);
    let of_black = king_lines::<T, F>(token, position, Color::Black);
    let words = &position.words;
    let (white, black) = (words[word::WHITE], words[word::BLACK]);

    let side_to_move = position.side_to_move();
    let white_moves = side_to_move == Color::White;
    let (own, enemy) = if white_moves { (white, black) } else { (black, white) };
    let by_side = |of_own: u64, of_enemy: u64| if white_moves { of_own } else { of_enemy };

    let king = own & words[word::KINGS];
    let knights = knight_attacks_from(first(king)) & words[word::KNIGHTS];
    let pawns = pawn_attacks(side_to_move, king) & words[word::PAWNS];
    let checkers = by_side(of_white.checkers, of_black.checkers);

    let king = enemy & words[word::KINGS];
    let rook = by_side(of_black.rook, of_white.rook) & if_there(king);
    let bishop = by_side(of_black.bishop, of_white.bishop) & if_there(king);
    let knight = knight_attacks_from(first(king)) & if_there(king);
    CheckInfo {
        checkers: checkers | (knights | pawns) & enemy & if_there(own & words[word::KINGS]),
        discoverers: by_side(of_black.blockers, of_white.blockers) & own,
        pinned: [of_white.blockers & white, of_black.blockers & black],
        pinners: [of_white.pinners, of_black.pinners],
        checks: [pawn_attacks(side_to_move.opponent(), king), knight, bishop, rook, rook | bishop, 0],
    }
}

/// Returns the lowest square of a set, or a1 if the set is empty.
#[inline(always)]
fn first(set: u64) -> Square {
    Square::new_masked(set.trailing_zeros() as u8)
}
