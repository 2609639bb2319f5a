//! The ranks of positions, from the point of view of the side to move.

use super::{RankBoard, downwards, upwards};
use crate::chess::Position;
use crate::chess::state::BLACK_TO_MOVE;
use crate::lanes::RankLanes;

/// The rank and the byte of [`BLACK_TO_MOVE`].
const BLACK_TO_MOVE_RANK: usize = BLACK_TO_MOVE.trailing_zeros() as usize / 8;
const BLACK_TO_MOVE_BYTE: u8 = (BLACK_TO_MOVE >> (8 * BLACK_TO_MOVE_RANK)) as u8;

/// The rank of the pawns that capture en passant.
pub const EN_PASSANT_RANK: usize = 4;

/// Positions from the point of view of the side to move: rank 0 is its back rank, for both colors.
#[derive(Clone, Copy)]
pub struct RankSides<V: RankLanes> {
    /// The token of the lanes.
    pub token: V::Token,
    /// The pieces of the side to move.
    pub own: RankBoard<V>,
    /// The pieces of the other side.
    pub enemy: RankBoard<V>,
    /// The squares without a piece.
    pub empty: RankBoard<V>,
    /// The pawns of both sides.
    pub pawns: RankBoard<V>,
    /// The knights of both sides.
    pub knights: RankBoard<V>,
    /// Bishops and queens of both sides.
    pub diagonal: RankBoard<V>,
    /// Rooks and queens of both sides.
    pub orthogonal: RankBoard<V>,
    /// The kings of both sides.
    pub kings: RankBoard<V>,
    /// The rooks on rank 0 that may castle.
    pub castling_rooks: V,
    /// The square on rank 5 that an enemy pawn has just passed.
    pub en_passant: V,
    /// All ones if Black is to move.
    pub black_to_move: V,
}

impl<V: RankLanes> RankSides<V> {
    /// Loads as many positions as there are lanes.
    #[inline(always)]
    pub fn load(token: V::Token, positions: &[Position]) -> Self {
        let [kings, state] = V::load_words(token, positions, 3);
        let black_to_move = !(state[BLACK_TO_MOVE_RANK] & V::splat(token, BLACK_TO_MOVE_BYTE)).is_zero();
        let [castling_rooks, _] = V::exchange(black_to_move, state[0], state[7]);
        let [en_passant, _] = V::exchange(black_to_move, state[5], state[2]);
        let kings = turned(black_to_move, kings);
        let [diagonal, orthogonal] = V::load_words(token, positions, 2);
        let (diagonal, orthogonal) = (turned(black_to_move, diagonal), turned(black_to_move, orthogonal));
        let [pawns, knights] = V::load_words(token, positions, 1);
        let (pawns, knights) = (turned(black_to_move, pawns), turned(black_to_move, knights));
        let [mut own, mut enemy] = V::load_words(token, positions, 0);
        upwards(
            #[inline(always)]
            |rank| [own[rank], enemy[7 - rank]] = V::exchange(black_to_move, own[rank], enemy[7 - rank]),
        );
        let mut empty = own;
        downwards(
            #[inline(always)]
            |rank| empty[rank] = !(own[rank] | enemy[rank]),
        );
        Self {
            token,
            own,
            enemy,
            empty,
            pawns,
            knights,
            diagonal,
            orthogonal,
            kings,
            castling_rooks,
            en_passant,
            black_to_move,
        }
    }

    /// Returns the enemy's pieces of a rank that step: knights, kings, and pawns, which capture to the south.
    #[inline(always)]
    pub fn enemy_leapers(&self, rank: usize) -> [V; 4] {
        let (enemy, none) = (self.enemy[rank], self.splat(0));
        [self.knights[rank] & enemy, self.kings[rank] & enemy, none, self.pawns[rank] & enemy]
    }

    /// Returns `byte` in every lane.
    #[inline(always)]
    pub fn splat(&self, byte: u8) -> V {
        V::splat(self.token, byte)
    }
}

/// Returns the board, with its ranks in reverse order if Black is to move.
#[inline(always)]
pub fn turned<V: RankLanes>(black_to_move: V, [a, b, c, d, e, f, g, h]: RankBoard<V>) -> RankBoard<V> {
    let [a, h] = V::exchange(black_to_move, a, h);
    let [b, g] = V::exchange(black_to_move, b, g);
    let [c, f] = V::exchange(black_to_move, c, f);
    let [d, e] = V::exchange(black_to_move, d, e);
    [a, b, c, d, e, f, g, h]
}
