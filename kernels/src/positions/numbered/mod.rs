//! Moves by numbers: one piece of each of many positions, named by its place among the pieces of its side,
//! and one of its destinations, named in the same way.
//!
//! Without this kernel, the entries of a binpack file take 1.8 times as long or more at `avx512-vbmi`, and 1.5 times
//! or more at `avx2` (Zen 5).
//!
//! Training files name moves in this way. A reader needs three steps for each position: the square of the
//! piece, its destinations, and the position after the move. Each step depends on the one before, and so does
//! the next position of a game. A single game therefore leaves most of a CPU idle, however few instructions
//! it takes. A [`Group`] has a game in each lane instead:
//!
//! ```text
//!             lane 0   lane 1        lane 7
//! own           ..       ..            ..
//! enemy         ..       ..     ...    ..       eight words of a position, with the sides in place of
//! pawns         ..       ..            ..       the colors
//!   ...
//! ```
//!
//! 1. [`NumberedLanes::nth_bit`] finds the square of a piece, and later its destination.
//! 2. [`Group::piece`] computes the destinations for all roles, and selects those of the role of each piece.
//! 3. [`Group::play`] moves the pieces. The sides change places, which takes no instruction.
//!
//! No branch depends on the pieces. [`MovingPiece::is_special`] marks the lanes that need more than that:
//!
//! * moves of a king with a right to castle, which [`Group::play_any`] plays, castling included;
//! * promotions, captures en passant and double pushes beside an enemy pawn, and what is not a move at all.
//!   Callers play those one by one, with [`Group::position`] and [`Group::set`].

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx2;
#[cfg(target_feature = "sse2")]
mod avx512;
mod lanes;

use core::marker::PhantomData;

use super::castling::sides_of_king;
use super::sides::{SIXTH_RANK, THIRD_RANK};
use crate::chess::castling::arrivals;
use crate::chess::{Position, state, word};
use crate::formula::SimdFormula;
use crate::lanes::Simd;
use crate::line::{A_FILE, EIGHTH_RANK, FIRST_RANK, H_FILE};
pub use lanes::{NumberedLanes, Sums};

/// A level's kernel for moves by numbers.
pub trait NumberedKernel<T: Simd> {
    /// Runs an operation with the level's lanes, or returns `None` if it has none that are faster than words.
    fn run<O: WithNumberedLanes<T>>(token: T, operation: O) -> Option<O::Output>;
}

/// An operation that is generic over the lanes.
pub trait WithNumberedLanes<T> {
    /// The result of the operation.
    type Output;
    /// Runs the operation with lanes and the formula for their sliders.
    fn with_lanes<V: NumberedLanes<Token = T>, F: SimdFormula>(self, token: T) -> Self::Output;
}

/// A position in each of the lanes `V`. The formula `F` computes the attacks of sliders.
#[derive(Clone, Copy, Debug)]
pub struct NumberedInLanes<V, F>(PhantomData<(V, F)>);

impl<T: Simd, V: NumberedLanes<Token = T>, F: SimdFormula> NumberedKernel<T> for NumberedInLanes<V, F> {
    #[inline(always)]
    fn run<O: WithNumberedLanes<T>>(token: T, operation: O) -> Option<O::Output> {
        Some(operation.with_lanes::<V, F>(token))
    }
}

/// No lanes: `Position` plays such moves one by one. `I` lets an alias for 32-bit x86 use its parameter.
#[derive(Clone, Copy, Debug)]
pub struct NumberedOneByOne<I = ()>(PhantomData<I>);

impl<T: Simd, I> NumberedKernel<T> for NumberedOneByOne<I> {
    #[inline(always)]
    fn run<O: WithNumberedLanes<T>>(_token: T, _operation: O) -> Option<O::Output> {
        None
    }
}

/// A position in each lane, from the point of view of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Group<V> {
    /// The pieces of the side to move.
    pub own: V,
    /// The pieces of the other side.
    pub enemy: V,
    /// The pawns, knights, diagonal sliders, orthogonal sliders and kings of both sides.
    pub roles: [V; 5],
    /// The last word of the positions.
    pub state: V,
}

/// The kinds of a double push and of castling in the bits of a move.
const DOUBLE_PUSH: u64 = 1 << 12;
const CASTLING: u64 = 3 << 12;

/// The places of the words of [`Group::roles`].
const PAWNS: usize = 0;
const KNIGHTS: usize = 1;
const DIAGONAL: usize = 2;
const ORTHOGONAL: usize = 3;
const KINGS: usize = 4;

/// The piece on a square of each lane, with its destinations.
#[derive(Clone, Copy, Debug)]
pub struct MovingPiece<V: NumberedLanes> {
    /// The square, or none.
    pub origin: V,
    /// The pseudo-legal destinations without castling. A lane without a piece has none.
    pub destinations: V,
    /// The destination of a pawn's double push.
    double_push: V,
    /// The lanes with a pawn, a knight and so on. A queen is both kinds of slider.
    roles: [V::Mask; 5],
    /// The rooks that a king may castle with, if the squares in between are free.
    pub rooks: V,
    /// The destinations that are rare: kings, and for a pawn the last ranks and the en passant square.
    rare_destinations: V,
}

/// Moves of any piece; see [`Group::play_any`].
#[derive(Clone, Copy, Debug)]
pub struct AnyMoves<V> {
    /// The moves, in the lower 16 bits of each lane.
    pub moves: V,
    /// The positions after them.
    pub next: Group<V>,
    /// Not 0 in lanes in which the other fields are wrong.
    pub rare: V,
}

impl<V: NumberedLanes> Group<V> {
    /// Returns a group without pieces.
    #[inline(always)]
    pub fn empty(token: V::Token) -> Self {
        let none = V::splat(token, 0);
        Self { own: none, enemy: none, roles: [none; 5], state: none }
    }

    /// Replaces the position in a lane.
    #[inline(always)]
    pub fn set(&mut self, lane: usize, position: &Position) {
        let color = position.side_to_move();
        self.own = self.own.with_lane(lane, position.color(color));
        self.enemy = self.enemy.with_lane(lane, position.color(color.opponent()));
        for (role, &word) in self.roles.iter_mut().zip(&position.words[word::PAWNS..]) {
            *role = role.with_lane(lane, word);
        }
        self.state = self.state.with_lane(lane, position.words[word::STATE]);
    }

    /// Returns the position in a lane.
    #[inline(always)]
    pub fn position(&self, token: V::Token, lane: usize) -> Position {
        let words = self.words(token);
        let mut position = Position { words: [0; 8] };
        for (place, word) in position.words.iter_mut().zip(&words) {
            *place = word.lane(lane);
        }
        position
    }

    /// Returns the words of the positions.
    #[inline(always)]
    pub fn words(&self, token: V::Token) -> [V; 8] {
        let black = self.black_to_move(token);
        let [pawns, knights, diagonal, orthogonal, kings] = self.roles;
        let (white, black) = (V::select(black, self.enemy, self.own), V::select(black, self.own, self.enemy));
        [white, black, pawns, knights, diagonal, orthogonal, kings, self.state]
    }

    /// Returns the lanes in which Black is to move.
    #[inline(always)]
    fn black_to_move(&self, token: V::Token) -> V::Mask {
        (self.state & V::splat(token, state::BLACK_TO_MOVE)).is_not_zero()
    }

    /// Returns the lanes in which a piece of a role is on the square.
    // This and the functions below are no closures, which would not inline across target features.
    #[inline(always)]
    fn has(&self, role: usize, origin: V) -> V::Mask {
        (self.roles[role] & origin).is_not_zero()
    }

    /// Returns the pieces of a role after a move. `left` are the squares that the move does not change.
    #[inline(always)]
    fn moved(&self, role: usize, piece: &MovingPiece<V>, left: V, target: V) -> V {
        (self.roles[role] & left) | target.keep(piece.roles[role])
    }

    /// Returns the own piece on a square of each lane. A lane may have no square.
    #[inline(always)]
    pub fn piece<F: SimdFormula>(&self, token: V::Token, origin: V) -> MovingPiece<V> {
        let splat = |word: u64| V::splat(token, word);
        let roles = [
            self.has(PAWNS, origin),
            self.has(KNIGHTS, origin),
            self.has(DIAGONAL, origin),
            self.has(ORTHOGONAL, origin),
            self.has(KINGS, origin),
        ];
        let [pawn, knight, diagonal, orthogonal, king] = roles;
        let occupied = self.own | self.enemy;

        // The masks are those of any square, although they are named after kings.
        let masks = V::king_masks(origin);
        let rank = splat(FIRST_RANK).shift_left(origin.index(token) & splat(56));
        let rook =
            rank.along::<F>(token, origin, occupied) | masks.file.across_ranks::<F>(token, origin, occupied);
        let bishop = masks.diagonal.across_ranks::<F>(token, origin, occupied)
            | masks.antidiagonal.across_ranks::<F>(token, origin, occupied);
        let slides = rook.keep(orthogonal) | bishop.keep(diagonal);
        let steps = masks.knight.keep(knight) | masks.around.keep(king);

        let black = self.black_to_move(token);
        let forward = V::select(black, splat(56), splat(8));
        let ahead = origin.rotate_left(forward);
        let captures = (ahead & splat(!H_FILE)).shift_left_by(1) | (ahead & splat(!A_FILE)).shift_right_by(1);
        let passed = self.state & splat(state::EN_PASSANT);
        let push = ahead & !occupied;
        let third_rank = V::select(black, splat(SIXTH_RANK), splat(THIRD_RANK));
        let double_push = ((push & third_rank).rotate_left(forward) & !occupied).keep(pawn);
        let pawn_moves = ((captures & (self.enemy | passed)) | push).keep(pawn) | double_push;

        MovingPiece {
            origin,
            destinations: ((slides | steps) & !self.own) | pawn_moves,
            double_push,
            roles,
            rooks: (self.state & self.own & splat(state::CASTLING_ROOKS)).keep(king),
            rare_destinations: self.roles[KINGS] | (passed | splat(FIRST_RANK | EIGHTH_RANK)).keep(pawn),
        }
    }

    /// Returns the positions after moves to a destination of each piece, if the lane is not
    /// [special](MovingPiece::is_special).
    #[inline(always)]
    pub fn play(&self, token: V::Token, piece: &MovingPiece<V>, target: V) -> Self {
        let left = !(piece.origin | target);
        let rooks = self.state & left & V::splat(token, state::CASTLING_ROOKS);
        let side = !self.state & V::splat(token, state::BLACK_TO_MOVE);
        Self {
            own: self.enemy & !target,
            enemy: (self.own & !piece.origin) | target,
            roles: [
                self.moved(PAWNS, piece, left, target),
                self.moved(KNIGHTS, piece, left, target),
                self.moved(DIAGONAL, piece, left, target),
                self.moved(ORTHOGONAL, piece, left, target),
                self.moved(KINGS, piece, left, target),
            ],
            state: rooks | side,
        }
    }

    /// Plays moves of which some are those of kings with a right to castle. The number of such a move is that
    /// of a destination, or after these, in the order of the squares, that of a rook that castles. In the
    /// other lanes, the move goes to `target`.
    #[inline(always)]
    pub fn play_any(&self, token: V::Token, piece: &MovingPiece<V>, numbers: V, target: V) -> AnyMoves<V> {
        let splat = |word: u64| V::splat(token, word);
        let (none, one, king) = (splat(0), splat(1), piece.origin);
        let sums = piece.destinations.sums();
        let target = V::select(piece.rooks.is_zero(), target, V::nth_bit(&sums, numbers));
        let first = piece.rooks & (none - piece.rooks);
        let number = numbers - sums.count;
        let second = (piece.rooks ^ first).keep((number - one).is_zero());
        let rook = V::select(number.is_zero(), first, second).keep(target.is_zero());

        let back_rank = V::select(self.black_to_move(token), splat(EIGHTH_RANK), splat(FIRST_RANK));
        let arrivals @ [[c, d], [g, f]] = arrivals(|file| splat(A_FILE << file) & back_rank);
        let [east, west] = sides_of_king(king, rook, none, one, arrivals);
        let (is_east, castles) = (east.rook.is_not_zero(), rook.is_not_zero());
        // With a rook, the way has no squares of other ranks.
        let way = V::select(is_east, east.way, west.way) & !(king | rook);
        let king_to = V::select(is_east, g, c).keep(castles);
        let rook_to = V::select(is_east, f, d).keep(castles);

        let mut next = self.play(token, piece, target | king_to);
        next.enemy = (next.enemy & !rook) | king_to | rook_to;
        next.roles[ORTHOGONAL] = (next.roles[ORTHOGONAL] & !rook) | rook_to;
        // The king has no right to castle after any move.
        next.state = next.state & !piece.rooks;
        AnyMoves {
            moves: piece.move_bits(token, target | rook) | splat(CASTLING).keep(castles),
            next,
            rare: piece.rare(self, target)
                | ((self.own | self.enemy) & way).keep(castles)
                | one.keep(((target & piece.destinations) | rook).is_zero()),
        }
    }
}

impl<V: NumberedLanes> MovingPiece<V> {
    /// Returns the move to a destination that is not rare, in the lower 16 bits of each lane.
    #[inline(always)]
    pub fn move_bits(&self, token: V::Token, target: V) -> V {
        let kind = V::splat(token, DOUBLE_PUSH).keep((target & self.double_push).is_not_zero());
        self.origin.index(token) | target.index(token).shift_left_by(6) | kind
    }

    /// Returns the squares with a number: the destinations, and the rooks to castle with.
    #[inline(always)]
    pub fn choices(&self) -> V {
        self.destinations | self.rooks
    }

    /// Returns words that are not 0 in the lanes that need more than [`Group::play`], which includes all
    /// moves of a king with a right to castle; see [the module](self).
    #[inline(always)]
    pub fn is_special(&self, group: &Group<V>, target: V) -> V {
        self.rooks | self.rare(group, target)
    }

    /// Returns words that are not 0 in the lanes whose move to a destination needs more than
    /// [`Group::play_any`].
    #[inline(always)]
    fn rare(&self, group: &Group<V>, target: V) -> V {
        let double_push = target & self.double_push;
        let beside = double_push.shift_left_by(1) | double_push.shift_right_by(1);
        (target & self.rare_destinations) | (beside & group.roles[PAWNS] & group.enemy)
    }
}
