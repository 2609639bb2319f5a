//! A level, by the calls that a function replaces.

use quadline_kernels::internal::node_info_of;
use quadline_kernels::level::Level;
use quadline_kernels::threats::{MAX_THREATS, Threat};
use quadline_kernels::{Color, MAX_LEGAL_MOVES, Move, Square};

use super::results::{each, each_inputs, each_value, write_by};
use super::task::LAYOUT;
use super::{ENGINES_KINDS, Query, Task, Whole, WholePositions};

/// A level, by the calls that a function replaces, inlined into the loop.
#[derive(Clone, Copy)]
pub struct SeparateCalls<L>(pub L);

impl<L: Level> Whole for SeparateCalls<L> {
    fn suits(task: Task) -> bool {
        matches!(
            task,
            Task::Each(
                Query::NodeInfo
                    | Query::SuccessorMoveCounts
                    | Query::ThreatInputs
                    | Query::ThreatInputsOfBoth
            )
        )
    }

    #[inline(never)]
    fn compiled(self, work: impl FnOnce()) {
        self.0.vectorize(work);
    }

    #[inline(always)]
    fn each(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        let (level, positions) = (self.0, &work.positions[..]);
        match query {
            #[cfg(feature = "positions")]
            Query::NodeInfo => write_by!(each_value(answers), |at| {
                let position = &positions[at];
                let (us, them) = (position.side_to_move(), position.side_to_move().opponent());
                let occupied = position.occupied() & !(position.kings() & position.color(us));
                let attacks = level.attacks_by_role_on(position, them, occupied);
                node_info_of(position, attacks, level.check_info(position))
            }),
            #[cfg(feature = "positions")]
            Query::SuccessorMoveCounts => {
                let mut moves = [Move::default(); MAX_LEGAL_MOVES];
                write_by!(each(answers), |at| {
                    let count = level.legal_moves(&positions[at], &mut moves);
                    let count_after =
                        |&chosen: &Move| u64::from(level.legal_move_count(&positions[at].play(chosen)));
                    moves[..count].iter().map(count_after).sum()
                });
            }
            #[cfg(not(feature = "threats"))]
            _ => unreachable!("this program has no such shape"),
            #[cfg(feature = "threats")]
            _ => {
                let (mut threats, mut count) = ([Threat::NONE; MAX_THREATS], 0);
                write_by!(each_inputs(work, answers), |at, color, places| {
                    let position = &positions[at];
                    if color == Color::White {
                        count = level.threats(position, ENGINES_KINDS, &mut threats);
                    }
                    let king = position.king(color).unwrap_or(Square::A1);
                    level.inputs_of_threats(&threats[..count], &LAYOUT, color, king, places)
                });
            }
        }
    }
}
