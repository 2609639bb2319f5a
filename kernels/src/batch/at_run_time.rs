//! Boards selected at run time, so that a kernel's loop is compiled once instead of once for each kind of boards.
//!
//! The tests of all kernels use it. The batches of a level are compiled for each kind.

use super::io::sealed;
use super::{Boards, OneBoard};
use crate::lanes::Lanes;

/// One board for each slider, or one for all.
#[derive(Clone, Copy, Debug)]
pub enum AnyBoards<'a> {
    /// One board for each slider.
    Each(&'a [u64]),
    /// One board for all sliders.
    One(u64),
}

/// Forwards a method call to the boards of either kind.
macro_rules! either {
    ($boards:expr, $inner:ident => $call:expr) => {
        match $boards {
            AnyBoards::Each($inner) => $call,
            AnyBoards::One(board) => {
                let $inner = OneBoard(board);
                $call
            }
        }
    };
}

impl sealed::Boards for AnyBoards<'_> {}

impl Boards for AnyBoards<'_> {
    fn length(self) -> Option<usize> {
        either!(self, boards => boards.length())
    }

    fn split_at(self, count: usize) -> (Self, Self) {
        match self {
            Self::Each(boards) => {
                let (first, others) = boards.split_at(count);
                (Self::Each(first), Self::Each(others))
            }
            Self::One(_) => (self, self),
        }
    }

    fn part(self, start: usize, count: usize) -> Self {
        match self {
            Self::Each(boards) => Self::Each(boards.part(start, count)),
            Self::One(_) => self,
        }
    }

    fn board(self, index: usize) -> u64 {
        either!(self, boards => boards.board(index))
    }

    fn rank(self, index: usize, rank: u8) -> u8 {
        either!(self, boards => boards.rank(index, rank))
    }

    #[inline(always)]
    fn load<V: Lanes>(self, token: V::Token, start: usize) -> V {
        either!(self, boards => boards.load(token, start))
    }

    #[inline(always)]
    fn load_some<V: Lanes>(self, token: V::Token, start: usize, count: usize) -> V {
        either!(self, boards => boards.load_some(token, start, count))
    }
}
