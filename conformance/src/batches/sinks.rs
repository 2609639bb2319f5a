//! Runs a kernel with the sink of an entry point, which can change how it computes.
//!
//! The kind of boards is chosen at run time, so each kernel is compiled four times instead of seven;
//! otherwise the tests would take minutes longer to compile. The default kernels of the levels are tested
//! through their actual entry points, which are the same for all formulas.

use quadline_kernels::batch::{AnyBoards, BatchKernel, Bishops, Queens, Request, Rooks, RooksAndBishops};
use quadline_kernels::level::{Level, run_batch};

use crate::{Arguments, Entry, Piece};

/// Runs a kernel with the arguments of an entry point.
pub(super) fn run<L: Level, B: BatchKernel<L>>(level: L, entry: Entry, arguments: Arguments<'_>) {
    let Arguments { squares, occupied, board, first, second } = arguments;
    let boards = if entry.is_on_one_board() { AnyBoards::One(board) } else { AnyBoards::Each(occupied) };
    match entry.outputs() {
        [(_, Piece::Rook)] => run_batch::<L, B>(level, Request::new(squares, boards, Rooks(first))),
        [(_, Piece::Bishop)] => run_batch::<L, B>(level, Request::new(squares, boards, Bishops(first))),
        [(_, Piece::Queen)] => run_batch::<L, B>(level, Request::new(squares, boards, Queens(first))),
        [(_, Piece::Rook), (_, Piece::Bishop)] => {
            run_batch::<L, B>(level, Request::new(squares, boards, RooksAndBishops(first, second)));
        }
        other => panic!("no sink for {other:?}"),
    }
}
