//! A level and the methods of `Position`, position by position.

use core::fmt::Write;
use core::hint::black_box;

use quadline_kernels::level::Level;
use quadline_kernels::threats::{MAX_THREATS, Threat, ThreatChanges};
use quadline_kernels::{ByColor, Color, MAX_LEGAL_MOVES, Move, MoveSet, NibbleCodes, Position};

use super::by_loop::{WITH_PAIRS, step_of_a_pawn};
use super::results::{
    GoodCaptures, beginning, by_role, each, each_inputs, each_packed, each_text, each_value, mixed,
    packed_words, write_by,
};
use super::subjects::assembled;
use super::task::LAYOUT;
use super::{ENGINES_KINDS, POSITIONS, Query, Scratch, TEXT, THREATS, Task, Whole, WholePositions, gained};
use crate::by_look_ups::VALUES;

/// Implements the loops over positions for a level and for the methods of [`Position`], which have the same
/// names. `$call` is a macro that calls a function with a position and other arguments.
macro_rules! loops_by_quadline {
    ($call:ident) => {
        #[inline(always)]
        fn attacked(self, work: &WholePositions, white: &mut [u64], black: &mut [u64]) {
            for ((position, white), black) in work.positions.iter().zip(white).zip(black) {
                [*white, *black] = $call!(self.attacked_squares(position)).0;
            }
        }

        #[inline(always)]
        fn counts(self, work: &WholePositions, counts: &mut [u16]) {
            for (position, count) in work.positions.iter().zip(counts) {
                *count = $call!(self.legal_move_count(position));
            }
        }

        #[inline(always)]
        fn lists(self, work: &WholePositions, counts: &mut [u16]) {
            let mut rest = &mut work.scratch.borrow_mut().moves[..];
            for (position, count) in work.positions.iter().zip(counts) {
                let listed = $call!(self.legal_moves(position, rest));
                *count = listed as u16;
                rest = &mut rest[listed..];
            }
        }

        #[inline(always)]
        fn successors(self, work: &WholePositions, counts: &mut [u16]) {
            let successors = &mut work.scratch.borrow_mut().successors[..];
            for (position, count) in work.positions.iter().zip(counts) {
                *count = $call!(self.successors(position, successors)) as u16;
            }
        }

        #[inline(always)]
        fn each(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
            let (positions, subjects) = (&work.positions[..], work.subjects.slices());
            let assembled = |at: usize| assembled(&subjects.setups[at]);
            match query {
                Query::Captures if POSITIONS => {
                    let mut moves = vec![Move::default(); 2 * MAX_LEGAL_MOVES];
                    write_by!(each(answers), |at| {
                        $call!(self.legal_moves_of(&positions[at], MoveSet::CAPTURES, &mut moves)) as u64
                    });
                    black_box(moves);
                }
                Query::ChecksAndPins if POSITIONS => {
                    write_by!(each_value(answers), |at| $call!(self.checks_and_pins(&positions[at])));
                }
                Query::CheckInfo if POSITIONS => {
                    write_by!(each_value(answers), |at| $call!(self.check_info(&positions[at])));
                }
                Query::CheckInfoAssembled if POSITIONS => {
                    write_by!(each_value(answers), |at| $call!(self.check_info(&assembled(at))));
                }
                Query::NodeInfo if POSITIONS => {
                    write_by!(each_value(answers), |at| $call!(self.node_info(&positions[at])));
                }
                Query::NodeInfoAssembled if POSITIONS => {
                    write_by!(each_value(answers), |at| $call!(self.node_info(&assembled(at))));
                }
                Query::AttacksByRole if POSITIONS => write_by!(by_role(answers), |at| {
                    let ByColor([white, black]) = $call!(self.attacks_by_role_of_both(&positions[at]));
                    [white.0, black.0]
                }),
                Query::AttacksByRoleAssembled if POSITIONS => write_by!(by_role(answers), |at| {
                    let ByColor([white, black]) = $call!(self.attacks_by_role_of_both(&assembled(at)));
                    [white.0, black.0]
                }),
                Query::AttacksByRoleOn if POSITIONS => write_by!(each_value(answers), |at| {
                    let position = &positions[at];
                    $call!(self.attacks_by_role_on(position, Color::White, position.occupied())).0
                }),
                Query::AttacksByRoleOnAssembled if POSITIONS => write_by!(each_value(answers), |at| {
                    let position = &assembled(at);
                    $call!(self.attacks_by_role_on(position, Color::White, position.occupied())).0
                }),
                Query::AttackersTo if POSITIONS => write_by!(each(answers), |at| {
                    let position = &positions[at];
                    $call!(self.attackers_to(position, subjects.squares[at], position.occupied()))
                }),
                Query::IsLegal if POSITIONS => write_by!(each(answers), |at| {
                    $call!(self.is_legal(&positions[at], subjects.proposed[at])).into()
                }),
                Query::IsLegalAssembled if POSITIONS => write_by!(each(answers), |at| {
                    $call!(self.is_legal(&assembled(at), subjects.proposed[at])).into()
                }),
                Query::IsLegalWithNode if POSITIONS => write_by!(each(answers), |at| {
                    let (node, proposed) = (&subjects.nodes[at], subjects.proposed[at]);
                    $call!(self.is_legal_with_node(&positions[at], node, proposed)).into()
                }),
                Query::GivesCheck if POSITIONS => write_by!(each(answers), |at| {
                    $call!(self.gives_check(&positions[at], subjects.moves[at])).into()
                }),
                Query::SeeAtLeast if POSITIONS => write_by!(each(answers), |at| {
                    $call!(self.see_at_least(&positions[at], subjects.moves[at], &VALUES, 0)).into()
                }),
                Query::SeeAtLeastAssembled if POSITIONS => write_by!(each(answers), |at| {
                    $call!(self.see_at_least(&assembled(at), subjects.moves[at], &VALUES, 0)).into()
                }),
                Query::QuiescenceNode if POSITIONS => {
                    let mut moves = [Move::default(); MAX_LEGAL_MOVES];
                    let mut next = Position::START;
                    write_by!(each(answers), |at| {
                        let position = &positions[at];
                        let count = $call!(self.legal_moves_of(position, MoveSet::CAPTURES, &mut moves));
                        let mut good = GoodCaptures::default();
                        for &capture in &moves[..count] {
                            good.add(capture, $call!(self.see_at_least(position, capture, &VALUES, 0)));
                        }
                        next = good.last.map_or(*position, |last| position.play(last));
                        let next = black_box(&next);
                        good.count ^ mixed(next.occupied(), next.pawns())
                    });
                }
                Query::HasLegalMoves if POSITIONS => {
                    write_by!(each(answers), |at| $call!(self.has_legal_moves(&positions[at])).into());
                }
                Query::SuccessorMoveCounts if POSITIONS => {
                    let mut counts = [0; MAX_LEGAL_MOVES];
                    write_by!(each(answers), |at| {
                        let count = $call!(self.batch_successor_move_counts(&positions[at], &mut counts));
                        counts[..count].iter().copied().map(u64::from).sum()
                    });
                }
                Query::ThreatInputs if THREATS => {
                    write_by!(each_inputs(work, answers), |at, color, places| {
                        $call!(self.threat_inputs(&positions[at], &LAYOUT, color, places))
                    });
                }
                Query::ThreatInputsOfBoth if THREATS => {
                    let Scratch { inputs, .. } = &mut *work.scratch.borrow_mut();
                    let (white, black) = inputs.split_at_mut(MAX_THREATS);
                    write_by!(each(answers), |at| {
                        let counts =
                            $call!(self.threat_inputs_of_both(&positions[at], &LAYOUT, white, black));
                        (counts[0] + counts[1]) as u64
                    });
                }
                Query::PawnPairChanges if THREATS => {
                    let mut inputs = [[[0; 32]; 2]; 2];
                    write_by!(each(answers), |at| {
                        let (pawns, kings) = step_of_a_pawn(&positions[at]);
                        let places =
                            inputs.each_mut().map(|views| views.each_mut().map(|view| &mut view[..]));
                        let counts = $call!(self.pawn_pair_changes(&WITH_PAIRS, pawns, kings, places));
                        black_box(&mut inputs);
                        // One by one, as engines read them: a sum in vectors would wait for the words just written.
                        counts.as_flattened().iter().map(|&count| black_box(count) as u64).sum()
                    });
                }
                Query::FromNibbles if TEXT => write_by!(each_packed(work, answers), |occupied, nibbles| {
                    let read = $call!(self.position_from_nibbles(occupied, nibbles, BINPACK));
                    read.expect("a position of a game")
                }),
                Query::FromNibblesUnchecked if TEXT => {
                    write_by!(each_packed(work, answers), |occupied, nibbles| {
                        $call!(self.position_from_nibbles_unchecked(occupied, nibbles, BINPACK))
                    })
                }
                Query::ToNibbles if TEXT => write_by!(each_value(answers), |at| {
                    packed_words(positions[at].to_nibbles(BINPACK).expect("32 pieces or less"))
                }),
                Query::Play if POSITIONS => {
                    let mut next = Position::START;
                    write_by!(each(answers), |at| {
                        next = positions[at].play(subjects.moves[at]);
                        let next = black_box(&next);
                        mixed(next.occupied(), next.pawns())
                    });
                }
                Query::ReadFen if TEXT => write_by!(each(answers), |at| {
                    let read = Position::from_fen_bytes(subjects.fens[at].as_bytes());
                    read.map_or(0, |position| mixed(position.occupied(), position.pawns()))
                }),
                Query::WriteFen if TEXT => write_by!(each_text(answers, beginning), |at, text| {
                    write!(text, "{}", positions[at]).expect("a String takes all");
                }),
                Query::Key if TEXT => write_by!(each(answers), |at| positions[at].polyglot_key()),
                _ => unreachable!("this program has no such shape"),
            }
        }
    };
}

const BINPACK: &NibbleCodes = &NibbleCodes::BINPACK;

macro_rules! of_level {
    ($who:ident.$function:ident($($argument:expr),*)) => { $who.0.$function($($argument),*) };
}

macro_rules! of_position {
    ($who:ident.batch_successor_move_counts($($argument:expr),*)) => {
        quadline::batch::successor_move_counts($($argument),*)
    };
    ($who:ident.position_from_nibbles($($argument:expr),*)) => { Position::from_nibbles($($argument),*) };
    ($who:ident.position_from_nibbles_unchecked($($argument:expr),*)) => {
        Position::from_nibbles_unchecked($($argument),*)
    };
    ($who:ident.$method:ident($position:expr $(, $argument:expr)*)) => { ($position).$method($($argument),*) };
}

/// The methods of [`Position`], which dispatch in each call.
#[derive(Clone, Copy)]
pub struct Methods;

impl Whole for Methods {
    fn suits(task: Task) -> bool {
        !matches!(task, Task::Threats | Task::ThreatChanges | Task::ThreatChangesAssembled)
    }

    loops_by_quadline!(of_position);
}

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
    fn compiled(self, work: impl FnOnce()) {
        self.0.vectorize(work);
    }

    loops_by_quadline!(of_level);

    #[inline(always)]
    fn threats(self, work: &WholePositions, threats: &mut [Threat]) {
        let mut rest = threats;
        for position in &work.positions {
            let count = self.0.threats(position, ENGINES_KINDS, rest);
            rest = &mut rest[count..];
        }
    }

    #[inline(always)]
    fn threat_changes(self, work: &WholePositions, counts: &mut [u64]) {
        let mut changes = ThreatChanges::new();
        let setups = work.subjects.slices().setups;
        for (&(index, chosen), count) in work.moves.iter().zip(counts) {
            // One call for both tasks, because LLVM would not inline two.
            let new;
            let position = match work.task {
                Task::ThreatChanges => &work.positions[index],
                _ => {
                    new = assembled(&setups[index]);
                    &new
                }
            };
            self.0.threat_changes(position, chosen, ENGINES_KINDS, &mut changes);
            *count = gained(&changes);
        }
    }
}
