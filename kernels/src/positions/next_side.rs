//! The side to move of the next position, for kernels that compute all words of a position in vectors.

use crate::chess::{Color, Position, state, word};
use crate::lanes::EightLanes;

/// The words of a position in which only the side to move and the en passant square change.
///
/// Both parts are loaded from a table. A word that is stored into an array must leave the store buffer before
/// the array can be loaded as a vector.
#[repr(C, align(64))]
pub(super) struct NextSide([u64; 8]);

impl NextSide {
    /// All bits except the en passant square and the side to move.
    const OTHERS: &'static Self = {
        static OTHERS: NextSide = NextSide::with_state(!0, !(state::EN_PASSANT | state::BLACK_TO_MOVE));
        &OTHERS
    };

    const fn with_state(others: u64, state: u64) -> Self {
        let mut words = [others; 8];
        words[word::STATE] = state;
        Self(words)
    }

    /// Returns the words of a position without the side to move and the en passant square.
    #[inline(always)]
    pub(super) fn words_without_side<W: EightLanes>(token: W::Token, position: &Position) -> W {
        W::load(token, &position.words) & W::load(token, &Self::OTHERS.0)
    }

    /// Returns the side to move after a move of this color, with zeros in the other lanes.
    #[inline(always)]
    pub(super) fn of<W: EightLanes>(token: W::Token, color: Color) -> W {
        static AFTER: [NextSide; 2] =
            [NextSide::with_state(0, state::BLACK_TO_MOVE), NextSide::with_state(0, 0)];
        W::load(token, &AFTER[color as usize].0)
    }
}
