//! Checks and pins of both kings.
//!
//! A slider pins or gives check along a line through the king. Two passes over the king's lines find all of them:
//!
//! ```text
//! r . n . . K . b     K the king, r and b enemy sliders, n any other piece
//! . . 1 1 1 . 1 1     first pass: what the king sees. It sees the b, which gives check
//! . . n . . . . b     occupied squares among them: the first pieces
//! 1 1 1 1 1 . 1 1     second pass, without the first pieces
//! 1 1 . . . . . .     new: the r here attacks the king through exactly one piece
//! . . 1 . . . . .     the first piece on the same ray: pinned, or about to discover a check
//! ```
//!
//! The first piece on the same ray is found by splitting each line at the king: where the upper ray has such a slider, the
//! upper ray's first piece is meant, and likewise below.

use crate::Square;
use crate::formula::{Formula, masks::LineMasks};
use crate::lanes::{FourLanes, Lanes, Simd};
use crate::position::{CheckInfo, Position, word};
use crate::steps::pawn_attacks;
use crate::tables::knight_attacks_from;

/// What one king has to do with the sliders of the other side.
struct KingLines {
    /// What a rook on the king's square would attack.
    rook: u64,
    /// What a bishop on the king's square would attack.
    bishop: u64,
    /// The sliders that give check.
    checkers: u64,
    /// The pieces that stand alone between the king and a slider, of either color.
    blockers: u64,
    /// The sliders behind blockers of the king's own color.
    pinners: u64,
}

/// The bitboards of one king and the sliders of the other side.
struct Boards {
    /// The king's bit, or 0: then there are no sliders.
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
        let square = Square::new_masked(boards.king.trailing_zeros() as u8);
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

/// Returns checks, pins and checking squares of both kings.
#[inline(always)]
pub fn check_info<T: Simd, F: Formula<T>>(token: T, position: &Position) -> CheckInfo {
    let words = &position.words;
    let side_to_move = position.side_to_move();
    let (us, them) = (side_to_move as usize, side_to_move.opponent() as usize);
    let kings = [word::WHITE, word::BLACK].map(
        #[inline(always)]
        |color| words[color] & words[word::KINGS],
    );
    let lines = [word::WHITE, word::BLACK].map(
        #[inline(always)]
        |color| {
            let king = kings[color];
            // Without a king the lines would be those of a1.
            let enemy = words[1 - color] & u64::from(king != 0).wrapping_neg();
            let boards = Boards {
                king,
                own: words[color],
                occupied: words[word::WHITE] | words[word::BLACK],
                orthogonal: words[word::ORTHOGONAL] & enemy,
                diagonal: words[word::DIAGONAL] & enemy,
            };
            KingLines::new::<T, F>(token, &boards)
        },
    );

    let of_king = |king: u64| if king == 0 { 0 } else { u64::MAX };
    let square = |king: u64| Square::new_masked(king.trailing_zeros() as u8);
    let knights = knight_attacks_from(square(kings[us])) & words[word::KNIGHTS];
    let pawns = pawn_attacks(side_to_move, kings[us]) & words[word::PAWNS];
    let beside_sliders = (knights | pawns) & words[them] & of_king(kings[us]);

    let checks = of_king(kings[them]);
    let (rook, bishop) = (lines[them].rook & checks, lines[them].bishop & checks);
    let knight = knight_attacks_from(square(kings[them])) & checks;
    CheckInfo {
        checkers: lines[us].checkers | beside_sliders,
        discoverers: lines[them].blockers & words[us],
        pinned: [lines[0].blockers & words[0], lines[1].blockers & words[1]],
        pinners: [lines[0].pinners, lines[1].pinners],
        checks: [pawn_attacks(side_to_move.opponent(), kings[them]), knight, bishop, rook, rook | bishop, 0],
    }
}
