//! Lookups, one slider after the other.

use core::hint::black_box;

use quadline_kernels::internal::{node_info_of, steps};
use quadline_kernels::threats::Threat;
use quadline_kernels::{ByRole, Color, MAX_LEGAL_MOVES, Move, Position};

use super::query::Peer;
use super::results::{GoodCaptures, by_role, each, each_value, mixed, write_by};
use super::{POSITIONS, Query, THREATS, Task, Whole, WholePositions, threats_by_look_ups};
use crate::by_look_ups::{self, each_square};
use crate::generator::Single;

/// Lookups, one slider after the other, in loops compiled with the generator's features.
#[derive(Clone, Copy)]
pub struct LookUps<S>(pub S);

impl<S: Single> Whole for LookUps<S> {
    fn suits(task: Task) -> bool {
        match task {
            Task::Each(query) => query.row().peers.contains(&Peer::LookUps),
            _ => !matches!(task, Task::MoveCounts | Task::MoveLists | Task::Successors),
        }
    }

    #[inline(never)]
    fn compiled(self, work: impl FnOnce()) {
        self.0.compiled(work);
    }

    #[inline(always)]
    fn each(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        let (slider, positions, subjects) = (self.0, &work.positions[..], work.subjects.slices());
        match query {
            Query::ChecksAndPins if POSITIONS => write_by!(each_value(answers), |at| {
                by_look_ups::checks_and_pins_by_look_ups(slider, &positions[at])
            }),
            Query::CheckInfo | Query::CheckInfoAssembled if POSITIONS => {
                write_by!(each_value(answers), |at| by_look_ups::pext_check_info(slider, &positions[at]));
            }
            Query::NodeInfo | Query::NodeInfoAssembled if POSITIONS => write_by!(each_value(answers), |at| {
                let position = &positions[at];
                let (us, them) = (position.side_to_move(), position.side_to_move().opponent());
                let occupied = position.occupied() & !(position.kings() & position.color(us));
                let attacks = ByRole(by_look_ups::pext_attacks_by_role(slider, position, them, occupied));
                node_info_of(position, attacks, by_look_ups::pext_check_info(slider, position))
            }),
            Query::ThreatInputs | Query::ThreatInputsOfBoth if THREATS => {
                threats_by_look_ups::inputs(slider, work, answers)
            }
            // Not a closure over both colors, which may not inline.
            Query::AttacksByRole | Query::AttacksByRoleAssembled if POSITIONS => {
                write_by!(by_role(answers), |at| {
                    let (position, occupied) = (&positions[at], positions[at].occupied());
                    [
                        by_look_ups::pext_attacks_by_role(slider, position, Color::White, occupied),
                        by_look_ups::pext_attacks_by_role(slider, position, Color::Black, occupied),
                    ]
                })
            }
            Query::AttacksByRoleOn | Query::AttacksByRoleOnAssembled if POSITIONS => {
                write_by!(each_value(answers), |at| {
                    let (position, occupied) = (&positions[at], positions[at].occupied());
                    by_look_ups::pext_attacks_by_role(slider, position, Color::White, occupied)
                })
            }
            Query::AttackersTo if POSITIONS => write_by!(each(answers), |at| {
                let (position, square) = (&positions[at], subjects.squares[at]);
                by_look_ups::pext_attackers_to(slider, position, square, position.occupied())
            }),
            Query::GivesCheck if POSITIONS => write_by!(each(answers), |at| {
                by_look_ups::pext_gives_check(slider, &positions[at], subjects.moves[at]).into()
            }),
            Query::SeeAtLeast | Query::SeeAtLeastAssembled if POSITIONS => write_by!(each(answers), |at| {
                by_look_ups::pext_see_at_least(slider, &positions[at], subjects.moves[at], 0).into()
            }),
            Query::QuiescenceNode if POSITIONS => {
                let mut captures = [Move::default(); MAX_LEGAL_MOVES];
                let mut next = work.boards[0].clone();
                write_by!(each(answers), |at| {
                    let (board, position) = (&work.boards[at], &positions[at]);
                    let count = super::cozy_chess::captures_with_kinds(board, &mut captures);
                    let mut good = GoodCaptures::default();
                    for &capture in &captures[..count] {
                        let is_good = by_look_ups::pext_see_at_least(slider, position, capture, 0);
                        good.add(capture, is_good);
                    }
                    next.clone_from(board);
                    if let Some(last) = good.last {
                        next.play_unchecked(by_look_ups::to_cozy(last));
                    }
                    let next = black_box(&next);
                    good.count ^ mixed(next.occupied().0, next.pieces(cozy_chess::Piece::Pawn).0)
                });
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn attacked(self, work: &WholePositions, white: &mut [u64], black: &mut [u64]) {
        let slider = self.0;
        for ((position, white), black) in work.positions.iter().zip(white).zip(black) {
            *white = attacked_by(slider, position, Color::White);
            *black = attacked_by(slider, position, Color::Black);
        }
    }

    /// Lookups do not count or list moves. The empty contestant is timed with these methods.
    fn counts(self, _: &WholePositions, _: &mut [u16]) {}

    fn lists(self, _: &WholePositions, _: &mut [u16]) {}

    fn successors(self, _: &WholePositions, _: &mut [u16]) {}

    #[inline(always)]
    fn threats(self, work: &WholePositions, threats: &mut [Threat]) {
        threats_by_look_ups::threats(self.0, work, threats);
    }

    #[inline(always)]
    fn threat_changes(self, work: &WholePositions, counts: &mut [u64]) {
        threats_by_look_ups::threat_changes(self.0, work, counts);
    }
}

/// Computes sliders by lookups, and pawns, knights and the king as sets.
#[inline(always)]
fn attacked_by<S: Single>(slider: S, position: &Position, color: Color) -> u64 {
    let (own, occupied) = (position.color(color), position.occupied());
    let mut attacked = steps::pawn_attacks(color, position.pawns() & own)
        | steps::knight_attacks(position.knights() & own)
        | steps::king_attacks(position.kings() & own);
    each_square(position.orthogonal_sliders() & own, |square| attacked |= slider.rook(square, occupied));
    each_square(position.diagonal_sliders() & own, |square| attacked |= slider.bishop(square, occupied));
    attacked
}
