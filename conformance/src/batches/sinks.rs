//! Boards and sinks that are chosen at run time, so that a kernel's loop is compiled twice and not once for each entry
//! point: with those, the list of kernels would take minutes to compile. The defaults of the levels are asked through
//! their real entry points, which are the same for all formulas.

use quadline_kernels::batch::{
    BatchFormula, Bishops, Boards, OneBoard, Queens, Rooks, RooksAndBishops, Sink,
};
use quadline_kernels::lanes::Lanes;
use quadline_kernels::level::Level;

use crate::{Arguments, Entry, Piece};

/// Runs the kernel's loop on what an entry point takes. Queens go to the sink of queens itself, which is told by its
/// type: a kernel may give them joined.
pub(super) fn run<L: Level, B: BatchFormula<L>>(level: L, entry: Entry, arguments: Arguments<'_>) {
    let Arguments { squares, occupied, board, first, second } = arguments;
    let boards =
        if entry.is_on_one_board() { AnyBoards::One(OneBoard(board)) } else { AnyBoards::Each(occupied) };
    let sink = match entry.outputs() {
        [(_, Piece::Queen)] => return B::vectorized(level, squares, boards, Queens(first)),
        [(_, Piece::Rook)] => AnySink::Rooks(first),
        [(_, Piece::Bishop)] => AnySink::Bishops(first),
        [(_, Piece::Rook), (_, Piece::Bishop)] => AnySink::RooksAndBishops(first, second),
        other => panic!("no sink for {other:?}"),
    };
    B::vectorized(level, squares, boards, sink);
}

/// One board for each slider, or one for all, chosen at run time.
#[derive(Clone, Copy)]
enum AnyBoards<'a> {
    Each(&'a [u64]),
    One(OneBoard),
}

/// Forwards a method to the boards of either kind.
macro_rules! either {
    ($boards:expr, $inner:ident => $call:expr) => {
        match $boards {
            AnyBoards::Each($inner) => $call,
            AnyBoards::One($inner) => $call,
        }
    };
}

impl Boards for AnyBoards<'_> {
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

    fn load_some<V: Lanes>(self, token: V::Token, start: usize, count: usize) -> V {
        either!(self, boards => boards.load_some(token, start, count))
    }

    fn part(self, start: usize, count: usize) -> Self {
        match self {
            Self::Each(boards) => Self::Each(boards.part(start, count)),
            Self::One(board) => Self::One(board),
        }
    }
}

/// Any of the sinks that keep rook and bishop attacks apart.
enum AnySink<'a> {
    Rooks(&'a mut [u64]),
    Bishops(&'a mut [u64]),
    RooksAndBishops(&'a mut [u64], &'a mut [u64]),
}

impl Sink for AnySink<'_> {
    fn store_one(&mut self, index: usize, rook: u64, bishop: u64) {
        match self {
            Self::Rooks(attacks) => Rooks(attacks).store_one(index, rook, bishop),
            Self::Bishops(attacks) => Bishops(attacks).store_one(index, rook, bishop),
            Self::RooksAndBishops(rooks, bishops) => {
                RooksAndBishops(rooks, bishops).store_one(index, rook, bishop);
            }
        }
    }

    #[inline(always)]
    fn store<V: Lanes>(&mut self, token: V::Token, start: usize, rook: V, bishop: V) {
        match self {
            Self::Rooks(attacks) => Rooks(attacks).store(token, start, rook, bishop),
            Self::Bishops(attacks) => Bishops(attacks).store(token, start, rook, bishop),
            Self::RooksAndBishops(rooks, bishops) => {
                RooksAndBishops(rooks, bishops).store(token, start, rook, bishop);
            }
        }
    }

    fn part(&mut self, start: usize, count: usize) -> impl Sink {
        let part = start..start + count;
        match self {
            Self::Rooks(attacks) => AnySink::Rooks(&mut attacks[part]),
            Self::Bishops(attacks) => AnySink::Bishops(&mut attacks[part]),
            Self::RooksAndBishops(rooks, bishops) => {
                AnySink::RooksAndBishops(&mut rooks[part.clone()], &mut bishops[part])
            }
        }
    }
}
