//! Captures, from a set of captured pieces for each direction.
//!
//! Without this kernel, captures take 1.55 times as long at `avx512-vbmi` and 1.67 times at `avx2` (Zen 5).
//!
//! A list of all moves is written with the cost of all candidates, but a position of a game has 1.8 captures.
//! With the [directions](crate::positions::directions) of the board in the lanes, all of them are known after
//! one fill and a few steps:
//!
//! 1. Fill the own sliders in each direction, with the pawns in the two lanes in which they capture. A square
//!    in a lane is reached by exactly one piece, because rays in one direction never overlap. The enemy's
//!    pieces among these squares are captured. The same with a leap of knights in each lane.
//! 2. From the lowest captured piece of each lane, a fill in the opposite direction ends at the piece that
//!    captures it.
//!
//!    ```text
//!    . . . . . . . .     east: the fill of R ends at n, and that of n to the west ends at R
//!    . R . . n . . .
//!    . . P . . . . .     north-east: P does not reach a piece, so this lane is empty
//!    ```
//!
//! 3. Keep the lanes whose piece is not pinned along another line, and whose target ends a check, if there is
//!    one. Write a move for each.
//! 4. Repeat steps 2 and 3 for lanes with more captured pieces, which are rare.
//!
//! No branch depends on the number of captures up to three (all of them with AVX-512). A loop over the lanes
//! took less time for positions in a fixed order, whose branches the CPU learns, and more in random order: 22
//! instead of 28 ns, and 44 instead of 31 (`avx2`, Zen 5, an earlier version).
//!
//! Pins and checks only select among the lanes at the end, so that the fills do not wait for them. The king's
//! own captures are behind a branch. Promotions and en passant captures are left to the list of all moves,
//! because they are rare. So are moves to few empty squares, which searches seldom list: each of them would
//! need the pawns that can move there as well.
//!
//! Levels without vectors for directions, and NEON, list captures like other moves.

use super::{LAST_RANKS, Places, Selection};
use crate::Square;
use crate::chess::{Move, MoveKind, Position, state, word as index};
use crate::formula::Formula;
use crate::lanes::directions::{KNIGHT_LEAPS, PAWN_DIRECTIONS};
use crate::lanes::{DirectionLanes, Outlined, align_frame};
use crate::positions::direction_fills::{Pins, leaps};
use crate::positions::engine::attackers::attackers_to;
use crate::positions::engine::destinations::SideToMove;
use crate::positions::king::check_mask;
use crate::positions::sides::Sides;
use crate::positions::words::{Word, word, words};
use crate::square::squares;
use crate::tables::STEPS_TO;

/// The ranks from which pawns are promoted: the seventh, and the second.
const LAST_BUT_ONE: [u64; 2] = [0xff << 48, 0xff << 8];

/// Returns whether all selected moves are captures, and none of them is a promotion or an en passant capture.
#[inline(always)]
fn are_captures(position: &Position, side: &SideToMove, selection: &Selection) -> bool {
    let words = &position.words;
    // First, because a list of quiet moves needs nothing else.
    if selection.pieces & !side.occupied != 0 {
        return false;
    }
    let quiet = (selection.king | selection.pawns & !LAST_RANKS) & !side.occupied;
    // Pawns and pieces capture on the same squares, except in selections that no public function makes.
    let apart = (selection.pawns ^ selection.pieces) & side.enemy;
    let promoting = words[index::PAWNS] & side.own & selection.from & LAST_BUT_ONE[side.color];
    let passed = if selection.en_passant { words[index::STATE] & state::EN_PASSANT } else { 0 };
    // Castling goes to the square of an own rook.
    let castling = selection.castling & side.own;
    quiet | apart | promoting | passed | castling == 0 && side.own & words[index::KINGS] != 0
}

/// Writes the selected moves and returns true if all of them are captures, apart from promotions and en
/// passant captures. Otherwise writes nothing.
#[inline(always)]
pub(crate) fn write_captures<T: Outlined, F: Formula<T>, D: DirectionLanes<Token = T>>(
    token: T,
    position: &Position,
    selection: &Selection,
    places: &mut Places<'_>,
) -> bool {
    let side = SideToMove::new(position);
    if !are_captures(position, &side, selection) {
        return false;
    }
    align_frame::<T>();
    let of = |board: u64| D::splat(token, board);
    let words_of = &position.words;
    let pins = Pins::<D>::new(token, position);
    let (pinned, [pinned_word, checkers]) = pins.rays.unions_of_both(pins.checkers);
    let king = side.own & words_of[index::KINGS];
    let square = Square::new_masked(king.trailing_zeros() as u8);
    let steps = &STEPS_TO.0[square.index()];
    let beside_sliders = steps[side.color ^ 1] & words_of[index::PAWNS] | steps[2] & words_of[index::KNIGHTS];
    let checkers = Word::new(checkers | beside_sliders & side.enemy);
    let check_mask =
        word(check_mask(&Sides::new(token, words::<T>(position)), checkers, Word::new(pinned_word)));

    let (enemy, own) = (of(side.enemy & selection.pieces), of(side.own & selection.from));
    let sliders = D::sliders(token, words_of) & own;
    let pawns = of(words_of[index::PAWNS]) & own & D::load(token, &PAWN_DIRECTIONS[side.color]);
    let knights = of(words_of[index::KNIGHTS]) & own;
    let mut left = [pins.board.attacks(sliders, pawns) & enemy, leaps(token, knights) & enemy];
    let free = [own & !(pinned ^ pins.both_ways()), !pinned];
    let targets = of(check_mask);
    loop {
        // Arrays are written out, because `map` may not inline.
        let to = [left[0].lowest_squares(), left[1].lowest_squares()];
        left = [left[0] ^ to[0], left[1] ^ to[1]];
        let back = pins.board.attacks(to[0].opposite(), of(0)).opposite();
        let from = [back & free[0], to[1].moved_back(&KNIGHT_LEAPS) & free[1]];
        let lanes = D::lanes_in_both(from, [to[0] & targets, to[1] & targets]);
        places.put(
            lanes.count_ones() as usize,
            #[inline(always)]
            |chunk| D::store_moves(lanes, from, to, chunk),
        );
        if (left[0] | left[1]).is_zero() {
            break;
        }
    }
    let beside = steps[7] & side.enemy & selection.king;
    if beside != 0 {
        for to in squares(not_protected::<T, F>(token, position, beside, side.occupied ^ king, side.enemy)) {
            places.moves([Move::new(square, to, MoveKind::Normal)]);
        }
    }
    true
}

/// Returns those of some enemy pieces that no other one protects.
#[inline(never)]
fn not_protected<T: Outlined, F: Formula<T>>(
    token: T,
    position: &Position,
    pieces: u64,
    occupied: u64,
    enemy: u64,
) -> u64 {
    token.outlined(
        #[inline(always)]
        || {
            squares(pieces).fold(
                0,
                #[inline(always)]
                |found, to| {
                    let attackers = attackers_to::<T, F>(token, position, to, occupied) & enemy;
                    if attackers & !to.bit() == 0 { found | to.bit() } else { found }
                },
            )
        },
    )
}
