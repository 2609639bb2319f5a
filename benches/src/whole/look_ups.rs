//! Lookups, one slider after the other.

use quadline_kernels::threats::{Threat, ThreatKinds};
use quadline_kernels::{Color, Position, Sliders, Square};

use super::results::{by_role, each, each_value};
use super::{Query, Task, Whole, WholePositions, threats_by_look_ups};
use crate::by_look_ups;
use crate::generator::Single;

/// Defines methods that compute threats or their changes, compiled for the kinds of engines and for all kinds.
macro_rules! by_kinds {
    ($($method:ident($results:ty) = $function:ident;)*) => {$(
        #[inline(never)]
        fn $method(self, work: &WholePositions, kinds: ThreatKinds, results: $results) {
            let slider = self.0;
            slider.compiled(
                #[inline(always)]
                move || match kinds {
                    ThreatKinds::ALL => threats_by_look_ups::$function::<S, true>(slider, work, results),
                    _ => threats_by_look_ups::$function::<S, false>(slider, work, results),
                },
            );
        }
    )*};
}

/// Lookups, one slider after the other, in loops compiled with the generator's features.
#[derive(Clone, Copy)]
pub struct LookUps<S>(pub S);

impl<S: Single> Whole for LookUps<S> {
    fn suits(task: Task) -> bool {
        match task {
            Task::Each(query) => matches!(
                query,
                Query::ChecksAndPins
                    | Query::GivesCheck
                    | Query::GivesCheckWith
                    | Query::AttackersTo
                    | Query::CheckInfo
                    | Query::AttacksByRole
                    | Query::SeeAtLeast
            ),
            _ => !matches!(task, Task::MoveCounts | Task::MoveLists | Task::Successors),
        }
    }

    #[inline(never)]
    fn each(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        let (slider, positions, subjects) = (self.0, &work.positions[..], work.subjects.slices());
        slider.compiled(
            #[inline(always)]
            move || match query {
                Query::ChecksAndPins => each_value(
                    answers,
                    #[inline(always)]
                    |at| by_look_ups::checks_and_pins_by_look_ups(slider, &positions[at]),
                ),
                Query::CheckInfo => each_value(
                    answers,
                    #[inline(always)]
                    |at| by_look_ups::pext_check_info(slider, &positions[at]),
                ),
                Query::AttacksByRole => by_role(
                    answers,
                    #[inline(always)]
                    |at| {
                        // Not a closure over both colors, which may not inline.
                        let of = &positions[at];
                        [
                            by_look_ups::pext_attacks_by_role(slider, of, Color::White),
                            by_look_ups::pext_attacks_by_role(slider, of, Color::Black),
                        ]
                    },
                ),
                Query::AttackersTo => each(
                    answers,
                    #[inline(always)]
                    |at| {
                        let position = &positions[at];
                        by_look_ups::pext_attackers_to(
                            slider,
                            position,
                            subjects.squares[at],
                            position.occupied(),
                        )
                    },
                ),
                Query::GivesCheck | Query::GivesCheckWith => each(
                    answers,
                    #[inline(always)]
                    |at| by_look_ups::pext_gives_check(slider, &positions[at], subjects.moves[at]).into(),
                ),
                Query::SeeAtLeast => each(
                    answers,
                    #[inline(always)]
                    |at| by_look_ups::pext_see_at_least(slider, &positions[at], subjects.moves[at], 0).into(),
                ),
                _ => {}
            },
        );
    }

    #[inline(never)]
    fn attacked(self, work: &WholePositions, white: &mut [u64], black: &mut [u64]) {
        let (slider, positions) = (self.0, &work.positions[..]);
        slider.compiled(
            #[inline(always)]
            move || {
                for ((position, white), black) in positions.iter().zip(white).zip(black) {
                    *white = attacked_by(slider, position, Color::White);
                    *black = attacked_by(slider, position, Color::Black);
                }
            },
        );
    }

    /// Lookups do not count or list moves. The empty contestant is timed with these methods.
    fn counts(self, _: &WholePositions, _: &mut [u16]) {}

    fn lists(self, _: &WholePositions, _: &mut [u16]) {}

    fn successors(self, _: &WholePositions, _: &mut [u16]) {}

    #[inline(never)]
    fn sliders(self, work: &WholePositions, attacks: &mut [u64], unions: &mut [u64]) {
        let (slider, positions) = (self.0, &work.sliders[..]);
        slider.compiled(
            #[inline(always)]
            move || {
                let mut rest = attacks;
                for (sliders, union) in positions.iter().zip(unions) {
                    let (attacks, following) = rest.split_at_mut(sliders.count());
                    *union = slider_attacks(slider, sliders, attacks);
                    rest = following;
                }
            },
        );
    }

    by_kinds! {
        threats(&mut [Threat]) = threats;
        threat_changes(&mut [u64]) = threat_changes;
    }
}

/// The same lookups for threats, from bitboards and boards of bytes.
#[derive(Clone, Copy)]
pub struct LookUpsWithBytes<S>(pub S);

impl<S: Single> Whole for LookUpsWithBytes<S> {
    fn suits(task: Task) -> bool {
        matches!(task, Task::Threats(_) | Task::ThreatChanges(_))
    }

    by_kinds! {
        threats(&mut [Threat]) = threats_with_bytes;
        threat_changes(&mut [u64]) = threat_changes_with_bytes;
    }
}

/// Writes the attacks of all sliders of a position from its bitboards (rooks, bishops, queens), and returns
/// their union.
#[inline(always)]
pub fn slider_attacks<S: Single>(slider: S, sliders: &Sliders, attacks: &mut [u64]) -> u64 {
    let &Sliders { rooks, bishops, queens, occupied } = sliders;
    let mut places = attacks.iter_mut();
    let mut union = 0;
    let mut store = |attacked: u64| {
        union |= attacked;
        if let Some(place) = places.next() {
            *place = attacked;
        }
    };
    for_each(rooks, |square| store(slider.rook(square, occupied)));
    for_each(bishops, |square| store(slider.bishop(square, occupied)));
    for_each(queens, |square| store(slider.queen(square, occupied)));
    union
}

#[inline(always)]
fn for_each(mut squares: u64, mut work: impl FnMut(Square)) {
    while squares != 0 {
        work(Square::new_masked(squares.trailing_zeros() as u8));
        squares &= squares - 1;
    }
}

/// Computes sliders by lookups, and pawns, knights and the king as sets.
#[inline(always)]
fn attacked_by<S: Single>(slider: S, position: &Position, color: Color) -> u64 {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    const H_FILE: u64 = A_FILE << 7;
    let (own, occupied) = (position.color(color), position.occupied());
    let beside = |set: u64| (set & !H_FILE) << 1 | (set & !A_FILE) >> 1;
    let pawns = beside(position.pawns() & own);
    let knights = position.knights() & own;
    let one = beside(knights);
    let two = (knights & !(H_FILE | H_FILE >> 1)) << 2 | (knights & !(A_FILE | A_FILE << 1)) >> 2;
    let king = position.kings() & own;
    let row = king | beside(king);
    let mut attacked = if color == Color::White { pawns << 8 } else { pawns >> 8 }
        | one << 16
        | one >> 16
        | two << 8
        | two >> 8
        | beside(king)
        | row << 8
        | row >> 8;
    for_each(position.orthogonal_sliders() & own, |square| attacked |= slider.rook(square, occupied));
    for_each(position.diagonal_sliders() & own, |square| attacked |= slider.bishop(square, occupied));
    attacked
}
