//! The methods of `Position`.

use core::fmt::Write;
use core::hint::black_box;

use quadline_kernels::{MAX_LEGAL_MOVES, Move, MoveSet, Position};

use super::one_by_one::answer_by_quadline;
use super::results::{beginning, by_role, each, each_bit, each_text, each_value, end, mixed};
use super::{Query, Task, Whole, WholePositions};
use crate::by_look_ups::VALUES;

/// The methods of [`Position`], which dispatch in each call.
#[derive(Clone, Copy)]
pub struct Methods;

impl Whole for Methods {
    fn suits(task: Task) -> bool {
        matches!(
            task,
            Task::AttackedSquares | Task::MoveCounts | Task::MoveLists | Task::Successors | Task::Each(_)
        )
    }

    #[inline(never)]
    fn attacked(self, work: &WholePositions, white: &mut [u64], black: &mut [u64]) {
        for ((position, white), black) in work.positions.iter().zip(white).zip(black) {
            [*white, *black] = position.attacked_squares().0;
        }
    }

    #[inline(never)]
    fn counts(self, work: &WholePositions, counts: &mut [u16]) {
        for (position, count) in work.positions.iter().zip(counts) {
            *count = position.legal_move_count();
        }
    }

    #[inline(never)]
    fn lists(self, work: &WholePositions, counts: &mut [u16]) {
        let moves = &mut work.scratch.borrow_mut().moves[..];
        let mut rest = moves;
        for (position, count) in work.positions.iter().zip(counts) {
            let listed = position.legal_moves(rest);
            *count = listed as u16;
            rest = &mut rest[listed..];
        }
    }

    #[inline(never)]
    fn successors(self, work: &WholePositions, counts: &mut [u16]) {
        let successors = &mut work.scratch.borrow_mut().successors[..];
        for (position, count) in work.positions.iter().zip(counts) {
            *count = position.successors(successors) as u16;
        }
    }

    #[inline(never)]
    fn each(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        macro_rules! of_position {
            ($method:ident($position:ident $(, $($arguments:tt)*)?)) => { $position.$method($($($arguments)*)?) };
        }
        answer_by_quadline!(query, work, answers, |position| of_position(position));
    }
}
