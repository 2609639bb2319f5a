//! A level, position by position.

use core::fmt::Write;
use core::hint::black_box;

use quadline_kernels::level::Level;
use quadline_kernels::threats::{Threat, ThreatChanges, ThreatKinds};
use quadline_kernels::{MAX_LEGAL_MOVES, Move, MoveSet, Position};

use super::results::{beginning, by_role, each, each_bit, each_text, each_value, end, mixed};
use super::{Query, Task, Whole, WholePositions, gained};
use crate::by_look_ups::VALUES;

/// Implements the loops over positions for a level and for the methods of [`Position`], which have the same
/// names.
macro_rules! answer_by_quadline {
    ($query:expr, $work:expr, $answers:expr, |$position:ident| $call:ident($($first:tt)*)) => {{
        let (work, answers): (&WholePositions, &mut [u64]) = ($work, $answers);
        let (positions, subjects) = (&work.positions[..], work.subjects.slices());
        match $query {
            Query::Captures => {
                let mut moves = vec![Move::default(); 2 * MAX_LEGAL_MOVES];
                each(answers, #[inline(always)] |at| {
                    let $position = &positions[at];
                    $call!(legal_moves_of($($first)*, MoveSet::CAPTURES, &mut moves)) as u64
                });
                black_box(moves);
            }
            Query::ChecksAndPins => each_value(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(checks_and_pins($($first)*))
            }),
            Query::CheckInfo => each_value(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(check_info($($first)*))
            }),
            Query::AttacksByRole => by_role(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(attacks_by_role_of_both($($first)*)).map(|by_role| by_role.0).0
            }),
            Query::AttackersTo => each(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(attackers_to($($first)*, subjects.squares[at], $position.occupied()))
            }),
            Query::IsLegal => each(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(is_legal($($first)*, subjects.proposed[at])).into()
            }),
            Query::IsLegalWith => each(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(is_legal_with($($first)*, &subjects.info[at], subjects.proposed[at])).into()
            }),
            Query::AreEightLegalWith => each(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                let (info, eight) = (&subjects.info[at], &subjects.eight[at]);
                each_bit(eight, #[inline(always)] |&chess_move| $call!(is_legal_with($($first)*, info, chess_move)))
            }),
            Query::GivesCheck => each(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(gives_check($($first)*, subjects.moves[at])).into()
            }),
            Query::GivesCheckWith => each(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(gives_check_with($($first)*, &subjects.info[at], subjects.moves[at])).into()
            }),
            Query::SeeAtLeast => each(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(see_at_least($($first)*, subjects.moves[at], &VALUES, 0)).into()
            }),
            Query::Play => {
                let mut next = Position::START;
                each(answers, #[inline(always)] |at| {
                    next = positions[at].play(subjects.moves[at]);
                    let next = black_box(&next);
                    mixed(next.occupied(), next.pawns())
                });
            }
            Query::ReadFen => each(answers, #[inline(always)] |at| {
                let read = Position::from_fen_bytes(subjects.fens[at].as_bytes());
                read.map_or(0, |position| mixed(position.occupied(), position.pawns()))
            }),
            Query::WriteFen => each_text(answers, beginning, #[inline(always)] |at, text| {
                write!(text, "{}", positions[at]).expect("a String takes all");
            }),
            Query::WriteUci => each_text(answers, end, #[inline(always)] |at, text| {
                text.push_str(&subjects.moves[at].to_uci_chess960());
            }),
            Query::Key => each(answers, #[inline(always)] |at| positions[at].polyglot_key()),
        }
    }};
}
pub(super) use answer_by_quadline;

/// A level, position by position, inlined into the loop.
#[derive(Clone, Copy)]
pub struct OneByOne<L>(pub L);

impl<L: Level> Whole for OneByOne<L> {
    fn suits(task: Task) -> bool {
        match task {
            Task::Each(query) => query.is_of_level(),
            _ => true,
        }
    }

    #[inline(never)]
    fn each(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        macro_rules! of_level {
            ($method:ident($($arguments:tt)*)) => { self.0.$method($($arguments)*) };
        }
        self.0.vectorize(
            #[inline(always)]
            || answer_by_quadline!(query, work, answers, |position| of_level(position)),
        );
    }

    #[inline(never)]
    fn attacked(self, work: &WholePositions, white: &mut [u64], black: &mut [u64]) {
        let (level, positions) = (self.0, &work.positions[..]);
        level.vectorize(
            #[inline(always)]
            move || {
                for ((position, white), black) in positions.iter().zip(white).zip(black) {
                    [*white, *black] = level.attacked_squares(position).0;
                }
            },
        );
    }

    #[inline(never)]
    fn counts(self, work: &WholePositions, counts: &mut [u16]) {
        let (level, positions) = (self.0, &work.positions[..]);
        level.vectorize(
            #[inline(always)]
            move || {
                for (position, count) in positions.iter().zip(counts) {
                    *count = level.legal_move_count(position);
                }
            },
        );
    }

    #[inline(never)]
    fn lists(self, work: &WholePositions, counts: &mut [u16]) {
        let (level, moves) = (self.0, &mut work.scratch.borrow_mut().moves[..]);
        level.vectorize(
            #[inline(always)]
            move || {
                let mut rest = moves;
                for (position, count) in work.positions.iter().zip(counts) {
                    let listed = level.legal_moves(position, rest);
                    *count = listed as u16;
                    rest = &mut rest[listed..];
                }
            },
        );
    }

    #[inline(never)]
    fn successors(self, work: &WholePositions, counts: &mut [u16]) {
        let (level, successors) = (self.0, &mut work.scratch.borrow_mut().successors[..]);
        level.vectorize(
            #[inline(always)]
            move || {
                for (position, count) in work.positions.iter().zip(counts) {
                    *count = level.successors(position, successors) as u16;
                }
            },
        );
    }

    #[inline(never)]
    fn sliders(self, work: &WholePositions, attacks: &mut [u64], unions: &mut [u64]) {
        let (level, positions) = (self.0, &work.sliders[..]);
        level.vectorize(
            #[inline(always)]
            move || {
                let mut rest = attacks;
                for (sliders, union) in positions.iter().zip(unions) {
                    let (attacks, following) = rest.split_at_mut(sliders.count());
                    *union = level.slider_attacks(sliders, attacks);
                    rest = following;
                }
            },
        );
    }

    #[inline(never)]
    fn threats(self, work: &WholePositions, kinds: ThreatKinds, threats: &mut [Threat]) {
        let (level, positions) = (self.0, &work.positions[..]);
        level.vectorize(
            #[inline(always)]
            move || {
                let mut rest = threats;
                for position in positions {
                    let count = level.threats(position, kinds, rest);
                    rest = &mut rest[count..];
                }
            },
        );
    }

    #[inline(never)]
    fn threat_changes(self, work: &WholePositions, kinds: ThreatKinds, counts: &mut [u64]) {
        let (level, mut changes) = (self.0, ThreatChanges::new());
        level.vectorize(
            #[inline(always)]
            || {
                for (&(index, chosen), count) in work.moves.iter().zip(counts) {
                    level.threat_changes(&work.positions[index], chosen, kinds, &mut changes);
                    *count = gained(&changes);
                }
            },
        );
    }
}
