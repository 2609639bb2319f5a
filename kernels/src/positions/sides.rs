//! The pieces of positions from the point of view of the side to move.

use crate::chess::state::BLACK_TO_MOVE;
use crate::lanes::PositionLanes;
use crate::line::{A_FILE, FIRST_RANK, H_FILE};

pub(super) const THIRD_RANK: u64 = FIRST_RANK << 16;
pub(super) const SIXTH_RANK: u64 = FIRST_RANK << 40;

/// The pieces of one color.
#[derive(Clone, Copy, Debug)]
pub struct Pieces<V> {
    /// All pieces of the color.
    pub all: V,
    /// The pawns.
    pub pawns: V,
    /// The knights.
    pub knights: V,
    /// Bishops and queens.
    pub diagonal: V,
    /// Rooks and queens.
    pub orthogonal: V,
    /// The king.
    pub king: V,
}

impl<V: PositionLanes> Pieces<V> {
    /// Selects the pieces of a color from the words of positions.
    #[inline(always)]
    pub fn of(all: V, [_, _, pawns, knights, diagonal, orthogonal, kings, _]: [V; 8]) -> Self {
        Self {
            all,
            pawns: pawns & all,
            knights: knights & all,
            diagonal: diagonal & all,
            orthogonal: orthogonal & all,
            king: kings & all,
        }
    }
}

/// Positions from the point of view of the side to move: its own pieces, the enemy's, and the direction of
/// its pawns.
#[derive(Clone, Copy, Debug)]
pub struct Sides<V: PositionLanes> {
    /// The token of the lanes.
    pub token: V::Token,
    /// The pieces of the side to move.
    pub own: Pieces<V>,
    /// The pieces of the other side.
    pub enemy: Pieces<V>,
    /// All pieces.
    pub occupied: V,
    /// The castling rooks, the en passant target and the side to move.
    pub state: V,
    /// The lanes in which Black is to move.
    pub black_to_move: V::Mask,
    /// The left rotation that moves an own pawn forward: 8, or 56, which is 8 to the right.
    pub forward: V,
    /// The left rotation that moves an enemy pawn forward.
    pub backward: V,
}

impl<V: PositionLanes> Sides<V> {
    /// Splits the words of positions by side.
    #[inline(always)]
    pub fn new(token: V::Token, words: [V; 8]) -> Self {
        let [.., state] = words;
        Self::of(token, words, (state & V::splat(token, BLACK_TO_MOVE)).is_not_zero())
    }

    /// Splits the words of positions by side, where the side to move is known.
    #[inline(always)]
    pub(super) fn of(token: V::Token, words: [V; 8], black_to_move: V::Mask) -> Self {
        let [white, black, .., state] = words;
        let occupied = white | black;
        let own = V::select(black_to_move, black, white);
        let (up, down) = (V::splat(token, 8), V::splat(token, 56));
        Self {
            token,
            own: Pieces::of(own, words),
            enemy: Pieces::of(occupied ^ own, words),
            occupied,
            state,
            black_to_move,
            forward: V::select(black_to_move, down, up),
            backward: V::select(black_to_move, up, down),
        }
    }

    /// Returns `word` in every lane.
    #[inline(always)]
    pub fn splat(&self, word: u64) -> V {
        V::splat(self.token, word)
    }

    /// Returns `squares` without those of `constant`.
    #[inline(always)]
    pub fn without(&self, squares: V, constant: u64) -> V {
        squares & self.splat(!constant)
    }

    /// Returns `white` in lanes with White to move, and `black` in the others.
    #[inline(always)]
    pub fn by_side(&self, white: u64, black: u64) -> V {
        V::select(self.black_to_move, self.splat(black), self.splat(white))
    }

    /// Moves squares one step east and `ahead`, which is [`forward`](Self::forward) or
    /// [`backward`](Self::backward).
    #[inline(always)]
    pub fn east_and(&self, ahead: V, squares: V) -> V {
        self.without(squares, H_FILE).rotate_left(ahead + self.splat(1))
    }

    /// Moves squares one step west and `ahead`.
    #[inline(always)]
    pub fn west_and(&self, ahead: V, squares: V) -> V {
        self.without(squares, A_FILE).rotate_left(ahead - self.splat(1))
    }
}
