//! One position at a time: its eight directions in the lanes.
//!
//! Whoever has one position only, as an engine that searches, gains from vectors in another way: all directions of one
//! board are filled at once, each in a lane of its own, without a loop over sliders whose end nobody can predict. What
//! is no slider is computed as plain words, by what serves [many positions](super).

use core::marker::PhantomData;

use super::attacked::pawn_attacks;
use super::counts::other_moves;
use super::king::{self, ByLine, King, check_mask};
use super::sides::{Pieces, Sides};
use super::words::{Word, word, words};
use super::{InLanes, PositionKernel, PositionsKernel};
use crate::formula::fill::{AllKoggeStone, Fills};
use crate::lanes::directions::{FOUR, LEAPS, ONE, PAWN_DIRECTIONS, TWO};
use crate::lanes::scalar::positions::{ScalarX1, ScalarX8};
use crate::lanes::{DirectionLanes, Lanes, PositionLanes, Simd};
use crate::position::word::{DIAGONAL, KINGS, KNIGHTS, ORTHOGONAL, PAWNS};
use crate::position::{ChecksAndPins, Position};

/// One position, its directions in lanes `D`.
#[derive(Clone, Copy, Debug)]
pub struct InDirections<D>(PhantomData<D>);

/// A board to fill, by Kogge-Stone doubling as in [`formula::fill`](crate::formula::fill): what lets a ray pass one,
/// two and four steps, and where a step can go.
#[derive(Clone, Copy)]
pub(super) struct DirectionFills<D> {
    passes: [D; 3],
    reached: D,
}

impl<D: DirectionLanes> DirectionFills<D> {
    #[inline(always)]
    fn new(token: D::Token, empty: D) -> Self {
        let reached = D::load(token, &ONE.reached);
        let one = empty & reached;
        let two = one & one.moved(&ONE);
        Self { passes: [one, two, two & two.moved(&TWO)], reached }
    }

    /// The attacks in each direction; `others` attack one step far.
    #[inline(always)]
    fn attacks(&self, sliders: D, others: D) -> D {
        let filled = sliders | (self.passes[0] & sliders.moved(&ONE));
        let filled = filled | (self.passes[1] & filled.moved(&TWO));
        let filled = filled | (self.passes[2] & filled.moved(&FOUR));
        (filled | others).moved(&ONE) & self.reached
    }
}

/// The leaps of knights, in the lanes of directions that they do not have.
#[inline(always)]
fn leaps<D: DirectionLanes>(token: D::Token, knights: D) -> D {
    knights.moved(&LEAPS) & D::load(token, &LEAPS.reached)
}

/// All that one side attacks but by pawns.
#[inline(always)]
fn attacks<D: DirectionLanes>(
    token: D::Token,
    position: &Position,
    board: &DirectionFills<D>,
    pieces: Pieces<Word<D::Token>>,
) -> u64 {
    let sliders = D::sliders(token, &position.words) & D::splat(token, word(pieces.all));
    let far = board.attacks(sliders, D::splat(token, word(pieces.king)));
    (far | leaps(token, D::splat(token, word(pieces.knights)))).union()
}

/// The king of a position, the board, and for each direction the pieces that are pinned along another line.
#[inline(always)]
pub(super) fn king<D: DirectionLanes>(
    token: D::Token,
    position: &Position,
    sides: &Sides<Word<D::Token>>,
) -> (King<Word<D::Token>>, DirectionFills<D>, D) {
    // From memory: a word that is in a general register already would have to cross to the vectors.
    let side = position.side_to_move() as usize;
    let of = |index: usize| D::splat(token, position.words[index]);
    let (own, enemy) = (of(side), of(side ^ 1));
    let (kings, knights, pawns) = (of(KINGS), of(KNIGHTS) & enemy, of(PAWNS) & enemy);
    let (own_king, enemy_king) = (kings & own, kings & enemy);
    let board = DirectionFills::<D>::new(token, !(own | enemy));
    let lines = board.attacks(own_king, D::splat(token, 0));
    let sliders = D::sliders(token, &position.words) & enemy;
    let fills = board.attacks(sliders, D::splat(token, 0));

    let pin_rays = lines & fills.opposite();
    let both_ways = pin_rays | pin_rays.opposite();
    let seen = lines & sliders;
    // A pawn gives check from where a pawn of the other side would give it from the king's square.
    let steps = own_king.moved(&ONE) & board.reached;
    let pawn_checks = steps & pawns & D::load(token, &PAWN_DIRECTIONS[side]);
    let knight_checks = leaps(token, own_king) & knights;
    let (pins, [pins_word, checkers]) = pin_rays.unions_of_both(seen | pawn_checks | knight_checks);
    // Away from a slider that gives check: what the slider would attack if the king were not there.
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

impl<T: Simd, D: DirectionLanes<Token = T>> PositionKernel<T> for InDirections<D> {
    #[inline(always)]
    fn attacked_squares(token: T, position: &Position) -> [u64; 2] {
        let words = words::<T>(position);
        let board = DirectionFills::<D>::new(token, D::splat(token, !word(words[0] | words[1])));
        let [white_pawns, black_pawns] = pawn_attacks(token, words);
        [
            attacks(token, position, &board, Pieces::of(words[0], words)) | word(white_pawns),
            attacks(token, position, &board, Pieces::of(words[1], words)) | word(black_pawns),
        ]
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
        let others = word(other_moves::<Word<T>, AllKoggeStone>(&sides, &king).count().sum_bytes());
        (D::popcount_of_both(by_sliders, by_knights) as u64 + others) as u16
    }

    #[inline(always)]
    fn set_attacks(token: T, orthogonal: u64, diagonal: u64, occupied: u64) -> [u64; 2] {
        let board = DirectionFills::<D>::new(token, D::splat(token, !occupied));
        let mut words = [0; 8];
        words[ORTHOGONAL] = orthogonal;
        words[DIAGONAL] = diagonal;
        let sliders = D::sliders(token, &words);
        board.attacks(sliders, D::splat(token, 0)).orthogonal_and_diagonal_unions()
    }

    type Words = D;

    #[inline(always)]
    fn king(token: T, position: &Position) -> (Sides<Word<T>>, King<Word<T>>) {
        let sides = Sides::new(token, words::<T>(position));
        let (king, ..) = king::<D>(token, position, &sides);
        (sides, king)
    }
}

/// A level without vectors for directions computes one position as it computes many.
impl<T: Simd, F: Fills<ScalarX1<T>>> PositionKernel<T> for InLanes<ScalarX1<T>, F> {
    #[inline(always)]
    fn attacked_squares(token: T, position: &Position) -> [u64; 2] {
        let (mut white, mut black) = ([0], [0]);
        <Self as PositionsKernel<T>>::attacked_squares(
            token,
            core::slice::from_ref(position),
            &mut white,
            &mut black,
        );
        [white[0], black[0]]
    }

    #[inline(always)]
    fn checks_and_pins(token: T, position: &Position) -> ChecksAndPins {
        let mut results = [ChecksAndPins::default()];
        <Self as PositionsKernel<T>>::checks_and_pins(token, core::slice::from_ref(position), &mut results);
        results[0]
    }

    #[inline(always)]
    fn legal_move_count(token: T, position: &Position) -> u16 {
        let mut counts = [0];
        <Self as PositionsKernel<T>>::legal_move_counts(token, core::slice::from_ref(position), &mut counts);
        counts[0]
    }

    #[inline(always)]
    fn set_attacks(token: T, orthogonal: u64, diagonal: u64, occupied: u64) -> [u64; 2] {
        let board = king::BoardFills::<Word<T>, F>::new(token, Word::new(occupied));
        let attacks = board.attacks(token, Word::new(orthogonal), Word::new(diagonal));
        [word(attacks.orthogonal()), word(attacks.diagonals())]
    }

    type Words = ScalarX8<T>;

    #[inline(always)]
    fn king(token: T, position: &Position) -> (Sides<Word<T>>, King<Word<T>>) {
        let sides = Sides::new(token, words::<T>(position));
        let king = king::king(&sides, &king::BoardFills::<_, F>::new(token, sides.occupied));
        (sides, king)
    }
}
