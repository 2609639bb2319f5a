//! A kernel asked through the sink of an entry point, which may make it compute in a way of its own. The boards are chosen
//! at run time, so that its loop is compiled four times and not seven: the list of kernels would take minutes. The
//! defaults of the levels are asked through their real entry points, which are the same for all formulas.

use quadline_kernels::batch::{AnyBoards, BatchKernel, Bishops, Queens, Request, Rooks, RooksAndBishops};
use quadline_kernels::level::{Level, run_batch};

use crate::{Arguments, Entry, Piece};

/// Runs the kernel's loop on what an entry point takes.
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
