//! Runs a kernel with the sink of an entry point, which can change how it computes.
//!
//! The kinds of boards and of attacks are chosen at run time, so each kernel is compiled once instead of
//! seven times; otherwise the tests would take minutes longer to compile. The default kernels of the levels
//! are tested through their actual entry points, which are the same for all formulas.

use quadline_kernels::internal::batch::{BatchKernel, Bishops, Queens, Request, Rooks, RooksAndBishops};
use quadline_kernels::internal::run_batch;
use quadline_kernels::level::Level;

use super::at_run_time::{AnyBoards, AnySink};
use crate::{Arguments, Entry, Piece};

/// Runs a kernel with the arguments of an entry point.
pub(super) fn run<L: Level, B: BatchKernel<L>>(level: L, entry: Entry, arguments: Arguments<'_>) {
    let Arguments { squares, occupied, board, first, second } = arguments;
    let boards = if entry.is_on_one_board() { AnyBoards::One(board) } else { AnyBoards::Each(occupied) };
    let sink = match entry.outputs() {
        [(_, Piece::Rook)] => AnySink::Rooks(Rooks(first)),
        [(_, Piece::Bishop)] => AnySink::Bishops(Bishops(first)),
        [(_, Piece::Queen)] => AnySink::Queens(Queens(first)),
        [(_, Piece::Rook), (_, Piece::Bishop)] => AnySink::RooksAndBishops(RooksAndBishops(first, second)),
        other => panic!("no sink for {other:?}"),
    };
    run_batch::<L, B>(level, Request::new(squares, boards, sink));
}
