//! The properties on boards of all densities, with 10,000 cases each.

use quadline_conformance::*;
use quickcheck::{QuickCheck, Testable};

use crate::boards::{AnySquare, Board};
use crate::percent;

/// Checks a property of every kernel for one slider. Quickcheck shrinks and reports a failure.
fn singles(property: impl Fn(&dyn Single)) {
    for kernel in &Kernels::of_this_cpu().singles {
        property(&**kernel);
    }
}

fn check(property: impl Testable) {
    let cases = 10_000 * percent() as u64 / 100;
    QuickCheck::new().tests(cases).max_tests(2 * cases).min_tests_passed(cases).quickcheck(property);
}

#[test]
fn equals_the_oracle() {
    fn property(AnySquare(square): AnySquare, Board(occupied): Board) {
        singles(|kernel| prop_equals_oracle(kernel, square, occupied));
    }
    check(property as fn(AnySquare, Board));
}

#[test]
fn four_lines_make_the_queen() {
    fn property(AnySquare(square): AnySquare, Board(occupied): Board) {
        singles(|kernel| prop_four_lines_make_the_queen(kernel, square, occupied));
    }
    check(property as fn(AnySquare, Board));
}

#[test]
fn only_the_line_matters() {
    fn property(AnySquare(square): AnySquare, Board(occupied): Board, Board(elsewhere): Board) {
        singles(|kernel| prop_only_the_line_matters(kernel, square, occupied, elsewhere));
    }
    check(property as fn(AnySquare, Board, Board));
}

#[test]
fn slider_and_edges_never_matter() {
    fn property(AnySquare(square): AnySquare, Board(occupied): Board, Board(toggled): Board) {
        singles(|kernel| prop_slider_and_edges_never_matter(kernel, square, occupied, toggled));
    }
    check(property as fn(AnySquare, Board, Board));
}

#[test]
fn symmetric() {
    fn property(AnySquare(square): AnySquare, Board(occupied): Board) {
        singles(|kernel| prop_symmetric(kernel, square, occupied));
    }
    check(property as fn(AnySquare, Board));
}

#[test]
fn attack_is_mutual() {
    fn property(AnySquare(square): AnySquare, Board(occupied): Board) {
        singles(|kernel| prop_attack_is_mutual(kernel, square, occupied));
    }
    check(property as fn(AnySquare, Board));
}

#[test]
fn a_blocker_takes_what_is_behind() {
    fn property(AnySquare(square): AnySquare, Board(occupied): Board, AnySquare(blocker): AnySquare) {
        singles(|kernel| prop_blocker_takes_what_is_behind(kernel, square, occupied, blocker));
    }
    check(property as fn(AnySquare, Board, AnySquare));
}

#[test]
fn batch_equals_single() {
    fn property(sliders: Vec<(AnySquare, Board)>, Board(board): Board, offset: u8, shift: u8) {
        let squares = sliders.iter().map(|(square, _)| square.0).collect();
        let boards: Vec<_> = sliders.iter().map(|(_, board)| board.0).collect();
        let samples = Samples::new(squares, &boards, board, usize::from(shift % 8));
        let mut outputs = [Output::new(samples.len()), Output::new(samples.len())];
        for kernel in &Kernels::of_this_cpu().batches {
            for &entry in Entry::ALL {
                let all = 0..samples.len();
                prop_batch_equals_single(
                    &**kernel,
                    entry,
                    &samples,
                    all,
                    usize::from(offset % 8),
                    &mut outputs,
                );
            }
        }
    }
    check(property as fn(Vec<(AnySquare, Board)>, Board, u8, u8));
}
