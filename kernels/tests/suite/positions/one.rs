//! One position at a time, at every level.

use quadline_conformance::Kernels;
use quadline_conformance::boards::Words;
use quadline_conformance::positions::*;
use quadline_kernels::Position;
use quickcheck::QuickCheck;

use super::{AnyPosition, game, some_known};
use crate::{every, percent};

fn equals_the_oracle(position: &Position) {
    let answers = Answers::of(position);
    let kernels = &Kernels::of_this_cpu().one_position;
    assert!(!kernels.is_empty());
    for kernel in kernels {
        prop_one_position_equals_oracle(&**kernel, position, &answers);
    }
}

#[test]
fn random_positions() {
    let cases = 20_000 * percent() as u64 / 100;
    QuickCheck::new()
        .tests(cases)
        .max_tests(2 * cases)
        .min_tests_passed(cases)
        .quickcheck((|AnyPosition(position)| equals_the_oracle(&position)) as fn(AnyPosition));
}

#[test]
fn known_positions_and_what_they_lead_to() {
    for known in some_known() {
        let position = known.position();
        equals_the_oracle(&position);
        equals_the_oracle(&position.mirrored());
        for chess_move in oracle::legal_moves(&position).into_iter().step_by(every().min(5)) {
            equals_the_oracle(&position.play(chess_move));
        }
    }
}

#[test]
fn positions_of_games() {
    let mut words = Words(0x09a3e5);
    for _ in 0..(60 * percent()).div_ceil(100) {
        game(&mut words, 120).iter().for_each(equals_the_oracle);
    }
}

/// A side without a king has no legal moves, no checks and no evasions.
#[test]
fn positions_without_kings() {
    let mut words = Words(0x0_0b1e5);
    for _ in 0..(1_000 * percent()).div_ceil(100) {
        equals_the_oracle(&random::without_king(&mut words));
    }
}

#[test]
fn nonsense_does_not_panic() {
    let mut words = Words(0x5eed5);
    for _ in 0..(2_000 * percent()).div_ceil(100) {
        let nonsense = random::nonsense(&mut words);
        for kernel in &Kernels::of_this_cpu().one_position {
            prop_nonsense_of_one_does_not_panic(&**kernel, &nonsense);
        }
    }
}
