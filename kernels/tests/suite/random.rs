//! Single sliders and batches on boards of all densities.

use quadline_conformance::*;
use quadline_kernels::reference;
use quickcheck::{QuickCheck, Testable};

use crate::boards::{AnySquare, Board};
use crate::percent;

fn check(cases: u64, property: impl Testable) {
    let cases = cases * percent() as u64 / 100;
    QuickCheck::new().tests(cases).max_tests(2 * cases).min_tests_passed(cases).quickcheck(property);
}

/// Quickcheck shrinks and reports a failure.
#[test]
fn equals_the_oracle() {
    fn property(AnySquare(square): AnySquare, Board(occupied): Board) {
        let expected = reference::queen_attacks_x4(square, occupied);
        for kernel in &Kernels::of_this_cpu().singles {
            prop_equals(&**kernel, square, occupied, expected);
        }
    }
    check(200_000, property as fn(AnySquare, Board));
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
    check(10_000, property as fn(Vec<(AnySquare, Board)>, Board, u8, u8));
}
