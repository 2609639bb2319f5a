//! Boards and sinks that are chosen at run time, so that a kernel's loop is compiled twice and not once for each entry
//! point: with those, the list of kernels would take minutes to compile. The defaults of the levels are asked through
//! their real entry points, which are the same for all formulas.

use quadline_kernels::batch::{AnyBoards, AnySink, BatchFormula, Queens, Request};
use quadline_kernels::level::Level;

use crate::{Arguments, Entry, Piece};

/// Runs the kernel's loop on what an entry point takes. Queens go to the sink of queens itself, which is told by its
/// type: a kernel may give them joined.
pub(super) fn run<L: Level, B: BatchFormula<L>>(level: L, entry: Entry, arguments: Arguments<'_>) {
    let Arguments { squares, occupied, board, first, second } = arguments;
    let boards = if entry.is_on_one_board() { AnyBoards::One(board) } else { AnyBoards::Each(occupied) };
    let sink = match entry.outputs() {
        [(_, Piece::Queen)] => return B::compute(level, Request::new(squares, boards, Queens(first))),
        [(_, Piece::Rook)] => AnySink { rook: Some(first), bishop: None },
        [(_, Piece::Bishop)] => AnySink { rook: None, bishop: Some(first) },
        [(_, Piece::Rook), (_, Piece::Bishop)] => AnySink { rook: Some(first), bishop: Some(second) },
        other => panic!("no sink for {other:?}"),
    };
    B::compute(level, Request::new(squares, boards, sink));
}
