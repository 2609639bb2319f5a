//! A level, with many positions in a call.

use quadline_kernels::NibbleCodes;
use quadline_kernels::level::Level;
use quadline_kernels::threats::{Perspectives, Threat};

use super::results::{mixed_words, places};
use super::subjects::Slices;
use super::task::LAYOUT;
use super::work::{ROWS, STRIDE};
use super::{ENGINES_KINDS, POSITIONS, Query, Scratch, TEXT, THREATS, Task, Whole, WholePositions};

/// A level, with many positions in a call.
#[derive(Clone, Copy)]
pub struct Many<L>(pub L);

impl<L: Level> Whole for Many<L> {
    fn suits(task: Task) -> bool {
        match task {
            Task::Each(query) => query.row().of_many.is_some(),
            _ => !matches!(task, Task::ThreatChanges | Task::ThreatChangesAssembled | Task::Successors),
        }
    }

    #[inline(always)]
    fn each(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        match query {
            Query::ChecksAndPins if POSITIONS => {
                self.0.batch_checks_and_pins(&work.positions, places(answers))
            }
            Query::CheckInfo if POSITIONS => self.0.batch_check_info(&work.positions, places(answers)),
            Query::AttacksByRole if POSITIONS => {
                let (white, black) = answers.split_at_mut(answers.len() / 2);
                self.0.batch_attacks_by_role_of_both(&work.positions, places(white), places(black));
            }
            Query::ThreatInputs if THREATS => {
                let (Scratch { inputs, .. }, both) = (&mut *work.scratch.borrow_mut(), Perspectives::Both);
                let offsets = &mut work.offsets.borrow_mut()[..];
                let _ = self.0.batch_threat_inputs_csr(&work.positions, &LAYOUT, both, offsets, inputs);
                for (ends, answer) in offsets.windows(3).step_by(2).zip(answers) {
                    *answer = (ends[2] - ends[0]) as u64;
                }
            }
            Query::ThreatInputsOfBoth if THREATS => {
                let Scratch { rows, counts, .. } = &mut *work.scratch.borrow_mut();
                for (positions, answers) in work.positions.chunks(ROWS).zip(answers.chunks_mut(ROWS)) {
                    let (rows, counts) =
                        (&mut rows[..2 * STRIDE * positions.len()], &mut counts[..2 * positions.len()]);
                    self.0.batch_threat_inputs(positions, &LAYOUT, Perspectives::Both, rows, STRIDE, counts);
                    let (white, black) = counts.split_at(positions.len());
                    for ((answer, &white), &black) in answers.iter_mut().zip(white).zip(black) {
                        *answer = u64::from(white) + u64::from(black);
                    }
                }
            }
            Query::Key if TEXT => self.0.batch_polyglot_keys(&work.positions, answers),
            Query::FromNibbles | Query::FromNibblesUnchecked if TEXT => {
                let (Slices { occupied, nibbles, .. }, codes) =
                    (work.subjects.slices(), &NibbleCodes::BINPACK);
                let positions = &mut work.scratch.borrow_mut().unpacked[..];
                if query == Query::FromNibbles {
                    let found = self.0.batch_from_nibbles(occupied, nibbles, codes, positions);
                    found.expect("positions of games");
                } else {
                    self.0.batch_from_nibbles_unchecked(occupied, nibbles, codes, positions);
                }
                answers
                    .iter_mut()
                    .zip(positions)
                    .for_each(|(answer, position)| *answer = mixed_words(position));
            }
            _ => unreachable!("`answers` says no"),
        }
    }

    #[inline(always)]
    fn attacked(self, work: &WholePositions, white: &mut [u64], black: &mut [u64]) {
        self.0.batch_attacked_squares(&work.positions, white, black);
    }

    #[inline(always)]
    fn counts(self, work: &WholePositions, counts: &mut [u16]) {
        self.0.batch_legal_move_counts(&work.positions, counts);
    }

    #[inline(always)]
    fn lists(self, work: &WholePositions, counts: &mut [u16]) {
        let Scratch { moves, offsets, .. } = &mut *work.scratch.borrow_mut();
        self.0.batch_legal_moves(&work.positions, offsets, moves);
        for (ends, count) in offsets.windows(2).zip(counts) {
            *count = (ends[1] - ends[0]) as u16;
        }
    }

    #[inline(always)]
    fn threats(self, work: &WholePositions, threats: &mut [Threat]) {
        let count =
            self.0.batch_threats(&work.positions, ENGINES_KINDS, &mut work.offsets.borrow_mut(), threats);
        assert!(count <= threats.len(), "the room is that of the most threats");
    }
}
