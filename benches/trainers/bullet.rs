//! Runs bullet's `SfBinpackLoader` on one thread, in a copy as it is or in one with the feature `quadline`,
//! and prints a number for each buffer of boards, which does not depend on their order, or the nanoseconds of
//! processor time for each board.
//!
//! usage: bullet FILE all|quiet BUFFERS check|time

use std::env;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use bullet_lib::value::loader::sfbinpack::{SfBinpackLoader, TrainingDataEntry};
use bullet_trainer::reader::DataReader;
use bulletformat::ChessBoard;

/// Buffers that are left out of the time, while the queues fill.
const FIRST: usize = 4;

unsafe extern "C" {
    /// The processor time of all threads in microseconds.
    safe fn clock() -> i64;
}

/// Returns whether a position is quiet, with the tests of bullet's example.
#[cfg(not(feature = "quadline"))]
fn is_quiet(entry: &TrainingDataEntry) -> bool {
    use bullet_lib::value::loader::sfbinpack::{MoveType, PieceType};
    entry.ply >= 16
        && entry.score.unsigned_abs() <= 10_000
        && entry.mv.mtype() == MoveType::Normal
        && entry.pos.piece_at(entry.mv.to()).piece_type() == PieceType::None
        && !entry.pos.is_checked(entry.pos.side_to_move())
}

/// The same with quadline's entry.
#[cfg(feature = "quadline")]
fn is_quiet(entry: &TrainingDataEntry) -> bool {
    use quadline::MoveKind;
    let (position, chess_move) = (&entry.position, entry.chess_move);
    entry.ply >= 16
        && entry.score.unsigned_abs() <= 10_000
        && matches!(chess_move.kind(), MoveKind::Normal | MoveKind::DoublePush)
        && position.occupied() & chess_move.to().bit() == 0
        && position.checkers() == 0
}

fn main() {
    let [file, filter, buffers, what] = &env::args().skip(1).collect::<Vec<_>>()[..] else {
        panic!("four arguments");
    };
    let is_kept = if filter == "all" { |_: &TrainingDataEntry| true } else { is_quiet };
    let buffers: usize = buffers.parse().expect("a number of buffers");
    let is_check = what == "check";
    let (mut count, mut boards, mut begin) = (0, 0, 0);
    SfBinpackLoader::new(file, 8, 1, is_kept).read_chunks(0, |buffer: &[ChessBoard]| {
        count += 1;
        if is_check {
            let hasher = BuildHasherDefault::<DefaultHasher>::default();
            let sum =
                buffer.iter().fold(0_u64, |sum, board| sum.wrapping_add(hasher.hash_one(bytes_of(board))));
            println!("{} boards, {sum:016x}", buffer.len());
        } else if count == FIRST {
            begin = clock();
        } else {
            boards += usize::from(count > FIRST) * buffer.len();
        }
        count == buffers
    });
    if !is_check {
        println!("{:.2}", (clock() - begin) as f64 * 1e3 / boards as f64);
    }
    // The other threads have no end.
    std::process::exit(0);
}

/// Returns the fields of a board.
fn bytes_of(board: &ChessBoard) -> (u64, [u8; 16], i16, [u8; 3]) {
    (board.occ, board.pcs, board.score, [board.result, board.ksq, board.opp_ksq])
}
