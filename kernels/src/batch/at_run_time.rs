//! Boards and sinks that are chosen at run time: a kernel's loop is compiled once for all entry points instead of once
//! for each. For the tests of all kernels; a level's own batches are compiled for each.

use super::io::{sealed, store};
use super::{Attacks, Boards, Lengths, OneBoard, Sink, Wanted};
use crate::lanes::Lanes;

/// One board for each slider, or one for all.
#[derive(Clone, Copy, Debug)]
pub enum AnyBoards<'a> {
    /// A board for each slider.
    Each(&'a [u64]),
    /// One board for all.
    One(u64),
}

/// Forwards a method to the boards of either kind.
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

/// Keeps rook attacks, bishop attacks or both apart. Queens have a sink of their own, since a kernel may compute them in
/// a way of their own.
#[derive(Debug)]
pub struct AnySink<'a> {
    /// Where rook attacks go.
    pub rook: Option<&'a mut [u64]>,
    /// Where bishop attacks go.
    pub bishop: Option<&'a mut [u64]>,
}

impl sealed::Sink for AnySink<'_> {}

impl Sink for AnySink<'_> {
    const WANTED: Wanted = Wanted::RookAndBishop;

    fn lengths(&self) -> Lengths {
        match (self.rook.as_deref(), self.bishop.as_deref()) {
            (Some(rook), Some(bishop)) => Lengths::RookAndBishop(rook.len(), bishop.len()),
            (Some(attacks), None) | (None, Some(attacks)) => Lengths::Attacks(attacks.len()),
            (None, None) => Lengths::Attacks(0),
        }
    }

    fn split_at(self, count: usize) -> (Self, Self) {
        let [(rook, other_rook), (bishop, other_bishop)] = [self.rook, self.bishop]
            .map(|attacks| attacks.map(|attacks| attacks.split_at_mut(count)).unzip());
        (Self { rook, bishop }, Self { rook: other_rook, bishop: other_bishop })
    }

    #[inline(always)]
    fn store<V: Lanes>(&mut self, start: usize, attacks: &impl Attacks<V>) {
        let (rook, bishop) = attacks.rook_and_bishop();
        if let Some(attacks) = &mut self.rook {
            store(attacks, start, rook);
        }
        if let Some(attacks) = &mut self.bishop {
            store(attacks, start, bishop);
        }
    }

    #[inline(always)]
    fn store_some<V: Lanes>(&mut self, start: usize, count: usize, attacks: &impl Attacks<V>) {
        let (rook, bishop) = attacks.rook_and_bishop();
        if let Some(attacks) = &mut self.rook {
            rook.store_some(&mut attacks[start..start + count]);
        }
        if let Some(attacks) = &mut self.bishop {
            bishop.store_some(&mut attacks[start..start + count]);
        }
    }
}
