//! Kernels for one position, with its eight directions in the lanes.
//!
//! A program with a single position, such as a search, cannot fill the lanes with many positions. Here each
//! lane fills the same board in one of the eight directions:
//!
//! 1. Load the sliders into the lanes of their directions, rooks and queens into four and bishops and queens
//!    into the other four.
//! 2. Fill all directions at once in three Kogge-Stone steps. Each lane shifts by the step of its direction.
//! 3. Shift by one more step, and clear the squares that wrap around an edge. The result is the attacks by
//!    direction.
//! 4. Combine the lanes: an OR for the union, a popcount for the number of moves, or an AND with the opposite
//!    lane for pins.
//!
//! There is no loop over sliders, and so no branch for the CPU to mispredict. King steps and pawn captures
//! are steps in the same directions, and the eight leaps of a knight take the lanes of the eight directions.
//! The remaining moves use the code for many positions, with 64-bit integers.

use core::marker::PhantomData;

use super::PositionKernel;
use super::counts::other_moves;
use super::direction_fills::{DirectionFills, Pins, leaps};
use super::engine::attackers::with_others;
use super::engine::exchange::ByRole;
use super::engine::exchange::lanes::PieceLanes;
use super::king::{ByLine, King, check_mask};
use super::lists::{Places, Selection, capture_sets};
use super::sides::Sides;
use super::words::{Word, word, words};
use crate::chess::word::{DIAGONAL, KINGS, KNIGHTS, ORTHOGONAL, PAWNS};
use crate::chess::{ChecksAndPins, Color, Position};
use crate::formula::Formula;
use crate::lanes::directions::{ONE, PAWN_DIRECTIONS};
use crate::lanes::{DirectionLanes, Lanes, Outlined, PositionLanes, Simd};

/// One position with its directions in lanes `D`.
#[derive(Clone, Copy, Debug)]
pub struct InDirections<D>(PhantomData<D>);

/// Returns the squares that the pieces of a color attack.
#[inline(always)]
fn attacks<D: DirectionLanes>(
    token: D::Token,
    board: &DirectionFills<D>,
    position: &Position,
    color: usize,
) -> u64 {
    let of = |index: usize| D::splat_from_memory(token, &position.words[index]);
    let own = of(color);
    let pawns = of(PAWNS) & own & D::load(token, &PAWN_DIRECTIONS[color]);
    let far = board.attacks(D::sliders(token, &position.words) & own, (of(KINGS) & own) | pawns);
    (far | leaps(token, of(KNIGHTS) & own)).union()
}

/// Returns the king of a position, the board's fills, and for each direction the squares of pins along other
/// lines.
#[inline(always)]
pub(super) fn king<D: DirectionLanes>(
    token: D::Token,
    position: &Position,
    sides: &Sides<Word<D::Token>>,
) -> (King<Word<D::Token>>, DirectionFills<D>, D) {
    let Pins { board, lines, fills, checkers: seen, rays } = Pins::<D>::new(token, position);
    let both_ways = rays | rays.opposite();
    // Loaded from memory, for the same reason.
    let side = position.side_to_move() as usize;
    let of = |index: usize| D::splat(token, position.words[index]);
    let (own, enemy) = (of(side), of(side ^ 1));
    // These two words are neighbors of others that are loaded here.
    let apart = |index: usize| D::splat_from_memory(token, &position.words[index]);
    let (kings, knights, pawns) = (of(KINGS), apart(KNIGHTS) & enemy, apart(PAWNS) & enemy);
    let (own_king, enemy_king) = (kings & own, kings & enemy);

    // A pawn gives check from the squares that a pawn of the other color would attack from the king's square.
    let steps = own_king.moved(&ONE) & board.reached;
    let pawn_checks = steps & pawns & D::load(token, &PAWN_DIRECTIONS[side]);
    let knight_checks = leaps(token, own_king) & knights;
    let (pins, [pins_word, checkers]) = rays.unions_of_both(seen | pawn_checks | knight_checks);
    // The squares behind the king as seen from a checking slider. The slider would attack them if the king
    // were removed.
    let xray = lines.opposite().keep_where_not_zero(seen);
    let steps = enemy_king | (pawns & D::load(token, &PAWN_DIRECTIONS[side ^ 1]));
    let others = leaps(token, knights) | (steps.moved(&ONE) & board.reached);
    let danger = (fills | xray | others).union();

    let from = |board: u64| Word::splat(token, board);
    let (pins_word, checkers) = (from(pins_word), from(checkers));
    let [rank, file, diagonal, antidiagonal] = both_ways.first_four();
    let king = King {
        masks: Word::king_masks(sides.own.king),
        pin_rays: ByLine {
            rank: from(rank),
            file: from(file),
            diagonal: from(diagonal),
            antidiagonal: from(antidiagonal),
        },
        pins: pins_word,
        checkers,
        check_mask: check_mask(sides, checkers, pins_word),
        danger: from(danger),
    };
    (king, board, pins ^ both_ways)
}

/// Returns the attacks of a color's rooks and bishops in each direction, and those of its queens.
///
/// The words are loaded from memory, because a word that is already in a general register would have to be
/// moved to a vector.
#[inline(always)]
fn by_role<D: DirectionLanes>(
    token: D::Token,
    board: &DirectionFills<D>,
    position: &Position,
    color: usize,
) -> [D; 2] {
    let of = |index: usize| D::splat_from_memory(token, &position.words[index]);
    let (orthogonal, diagonal) = (of(ORTHOGONAL), of(DIAGONAL));
    let queens = orthogonal & diagonal;
    let others = orthogonal.by_line(diagonal) & !queens;
    let none = D::splat(token, 0);
    [board.attacks(others & of(color), none), board.attacks(queens & of(color), none)]
}

impl<T: Simd, D> PositionKernel<T> for InDirections<D>
where
    D: DirectionLanes<Token = T> + PieceLanes<Token = T>,
{
    #[inline(always)]
    fn attacked_squares(token: T, position: &Position) -> [u64; 2] {
        let board = DirectionFills::<D>::new(token, D::splat(token, !position.occupied()));
        [attacks(token, &board, position, 0), attacks(token, &board, position, 1)]
    }

    #[inline(always)]
    fn checks_and_pins(token: T, position: &Position) -> ChecksAndPins {
        let sides = Sides::new(token, words::<T>(position));
        if word(sides.own.king) == 0 {
            return ChecksAndPins::default();
        }
        let (king, ..) = king::<D>(token, position, &sides);
        ChecksAndPins {
            checkers: word(king.checkers),
            pinned: word(king.pins & sides.own.all),
            evasions: word(king.check_mask),
            king_danger: word(king.danger),
        }
    }

    #[inline(always)]
    fn legal_move_count(token: T, position: &Position) -> u16 {
        let sides = Sides::new(token, words::<T>(position));
        if word(sides.own.king) == 0 {
            return 0;
        }
        let (king, board, pinned_elsewhere) = king::<D>(token, position, &sides);
        let own = sides.own;
        let targets = D::splat(token, word(king.check_mask & !own.all));
        let sliders = D::sliders(token, &position.words) & D::splat(token, word(own.all)) & !pinned_elsewhere;
        let by_sliders = board.attacks(sliders, D::splat(token, 0)) & targets;
        let by_knights = leaps(token, D::splat(token, word(own.knights & !king.pins))) & targets;
        let others = word(other_moves::<Word<T>>(&sides, &king).count().sum_bytes());
        (D::popcount_of_both(by_sliders, by_knights) as u64 + others) as u16
    }

    #[inline(always)]
    fn set_attacks(token: T, orthogonal: u64, diagonal: u64, occupied: u64) -> [u64; 2] {
        let board = DirectionFills::<D>::new(token, D::splat(token, !occupied));
        let sliders = D::splat(token, orthogonal).by_line(D::splat(token, diagonal));
        board.attacks(sliders, D::splat(token, 0)).orthogonal_and_diagonal_unions()
    }

    #[inline(always)]
    fn attacks_by_role(token: T, position: &Position) -> [[u64; 6]; 2] {
        let board = DirectionFills::<D>::new(token, D::splat(token, !position.occupied()));
        // Written out, because a closure over both colors may not inline.
        let [white, white_queens] = by_role(token, &board, position, 0);
        let [black, black_queens] = by_role(token, &board, position, 1);
        let [white, black] = D::unions_by_role_of_both([white, black], [white_queens, black_queens]);
        [with_others(position, Color::White, white), with_others(position, Color::Black, black)]
    }

    #[inline(always)]
    fn slider_attacks_by_role_of(token: T, position: &Position, color: Color, occupied: u64) -> [u64; 3] {
        let board = DirectionFills::<D>::new(token, D::splat(token, !occupied));
        let [others, queens] = by_role(token, &board, position, color as usize);
        D::unions_by_role(others, queens)
    }

    #[inline(always)]
    fn write_captures<G: Formula<T>>(
        token: T,
        position: &Position,
        selection: &Selection,
        places: &mut Places<'_>,
    ) -> bool
    where
        T: Outlined,
    {
        capture_sets::write_captures::<T, G, D>(token, position, selection, places)
    }

    type Words = D;
    type Exchange = ByRole<D>;

    #[inline(always)]
    fn king(token: T, position: &Position) -> (Sides<Word<T>>, King<Word<T>>) {
        let sides = Sides::new(token, words::<T>(position));
        let (king, ..) = king::<D>(token, position, &sides);
        (sides, king)
    }
}
