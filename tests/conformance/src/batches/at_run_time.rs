//! Boards and sinks selected at run time, so that a kernel's loop is compiled once instead of once for each
//! kind of boards and of attacks.
//!
//! The tests of all kernels use both. The batches of a level are compiled for each kind.

use quadline_kernels::internal::batch::{
    Attacks, Bishops, Boards, Lengths, OneBoard, Queens, Rooks, RooksAndBishops, Sink, sealed,
};
use quadline_kernels::lanes::Lanes;

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

/// A sink of any kind.
#[derive(Debug)]
pub enum AnySink<'a> {
    /// Stores rook attacks.
    Rooks(Rooks<'a>),
    /// Stores bishop attacks.
    Bishops(Bishops<'a>),
    /// Stores queen attacks.
    Queens(Queens<'a>),
    /// Stores rook attacks and bishop attacks in separate slices.
    RooksAndBishops(RooksAndBishops<'a>),
}

/// Forwards a method call to the sink of any kind.
macro_rules! any {
    ($sink:expr, $inner:ident => $call:expr) => {
        match $sink {
            AnySink::Rooks($inner) => $call,
            AnySink::Bishops($inner) => $call,
            AnySink::Queens($inner) => $call,
            AnySink::RooksAndBishops($inner) => $call,
        }
    };
}

impl sealed::Sink for AnySink<'_> {}

impl Sink for AnySink<'_> {
    fn lengths(&self) -> Lengths {
        any!(self, sink => sink.lengths())
    }

    fn split_at(self, count: usize) -> (Self, Self) {
        macro_rules! split {
            ($($kind:ident)*) => {
                match self {
                    $(Self::$kind(sink) => {
                        let (first, others) = sink.split_at(count);
                        (Self::$kind(first), Self::$kind(others))
                    })*
                }
            };
        }
        split!(Rooks Bishops Queens RooksAndBishops)
    }

    #[inline(always)]
    fn store<V: Lanes>(&mut self, start: usize, attacks: &impl Attacks<V>) {
        any!(self, sink => sink.store(start, attacks));
    }

    #[inline(always)]
    fn store_some<V: Lanes>(&mut self, start: usize, count: usize, attacks: &impl Attacks<V>) {
        any!(self, sink => sink.store_some(start, count, attacks));
    }
}
