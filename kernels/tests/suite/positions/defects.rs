//! The properties of positions can fail: each must find a defect in the oracle.

use quadline_conformance::boards::Words;
use quadline_conformance::positions::*;
use quadline_kernels::{ChecksAndPins, Move, Position};

use crate::defects::finding;

fn samples() -> PositionSamples {
    let mut words = Words(0xdef_ec75);
    (0..12).map(|_| random::position(&mut words)).collect()
}

/// A wrong bit or count in any result is found at its index, for many positions and for one.
#[test]
fn wrong_answers() {
    const CORNER: u64 = 1 << 63;
    // Each defect affects positions of one side to move only, so that the index is not always the first.
    /// The name of the defect, and the change.
    type Defect = (&'static str, fn(&Position, &mut Answers));
    let defects: [Defect; 10] = [
        ("attacked by white", |_, answers| answers.white ^= CORNER),
        ("attacked by black", |_, answers| answers.black ^= CORNER),
        ("checkers", |_, answers| answers.checks_and_pins.checkers ^= CORNER),
        ("pinned", |_, answers| answers.checks_and_pins.pinned ^= CORNER),
        ("evasions", |_, answers| answers.checks_and_pins.evasions ^= CORNER),
        ("king danger", |_, answers| answers.checks_and_pins.king_danger ^= CORNER),
        ("legal moves", |_, answers| {
            answers.successor_counts.iter_mut().take(1).for_each(|first| *first += 1);
        }),
        ("legal moves", |_, answers| answers.legal_moves.push(Move::from_bits(0))),
        ("legal moves", |_, answers| {
            answers.legal_moves.pop();
        }),
        // The number is right, but one move is from a square to itself.
        ("legal moves", |_, answers| {
            answers.legal_moves.iter_mut().take(1).for_each(|first| *first = Move::from_bits(0));
        }),
    ];
    let samples = samples();
    let many = |kernel: &OracleWith| prop_many_positions_equal_oracle(kernel, &samples, 2..11, 3);
    let one = |kernel: &OracleWith| {
        for (position, answers) in samples.positions.iter().zip(&samples.answers) {
            prop_one_position_equals_oracle(kernel, position, answers);
        }
    };
    let beside = |kernel: &OracleWith| prop_nonsense_stays_alone(kernel, &samples, &[Position::START; 12]);
    for property in [&many as &dyn Fn(&OracleWith), &one, &beside] {
        property(&OracleWith(|_, _| {}));
        for (what, defect) in defects {
            let message = finding(|| property(&OracleWith(defect)));
            assert!(message.contains("the oracle with a defect") && message.contains(what), "{message}");
            assert!(message.lines().any(|line| line.contains('k') && line.contains(". ")), "{message}");
        }
    }
}

/// Undoes some of the writes.
struct Skips(fn(&mut [u64]), fn(&mut [u16]), fn(&mut [usize], &mut [Move]));

impl ManyPositions for Skips {
    fn name(&self) -> &str {
        "skips"
    }

    fn attacked_squares(&self, positions: &[Position], white: &mut [u64], black: &mut [u64]) {
        ManyPositions::attacked_squares(&OracleWith(|_, _| {}), positions, white, black);
        (self.0)(white);
    }

    fn checks_and_pins(&self, positions: &[Position], checks_and_pins: &mut [ChecksAndPins]) {
        ManyPositions::checks_and_pins(&OracleWith(|_, _| {}), positions, checks_and_pins);
    }

    fn legal_move_counts(&self, positions: &[Position], counts: &mut [u16]) {
        OracleWith(|_, _| {}).legal_move_counts(positions, counts);
        (self.1)(counts);
    }

    fn legal_moves(&self, positions: &[Position], offsets: &mut [usize], moves: &mut [Move]) -> usize {
        let total = ManyPositions::legal_moves(&OracleWith(|_, _| {}), positions, offsets, moves);
        (self.2)(offsets, moves);
        total
    }

    fn count_successors(&self, positions: &[Position]) -> u64 {
        OracleWith(|_, _| {}).count_successors(positions)
    }
}

#[test]
fn what_is_not_written() {
    let samples = samples();
    let property = |kernel: Skips| prop_many_positions_equal_oracle(&kernel, &samples, 0..9, 0);
    property(Skips(|_| {}, |_| {}, |_, _| {}));
    let message = finding(|| property(Skips(|white| white[8] = 0xaa55_aa55_aa55_aa55, |_| {}, |_, _| {})));
    assert!(message.contains("attacked by white at index 8"), "{message}");
    let message = finding(|| property(Skips(|_| {}, |counts| counts[3] = 0xaa55, |_, _| {})));
    assert!(message.contains("at index 3"), "{message}");
    let message = finding(|| property(Skips(|_| {}, |_| {}, |offsets, _| offsets[5] = usize::MAX / 2)));
    assert!(message.contains("legal moves at index 4"), "{message}");
    let message = finding(|| property(Skips(|_| {}, |_| {}, |_, moves| moves.swap(0, moves.len() - 1))));
    assert!(message.contains("legal moves at index 0"), "{message}");
}

#[test]
fn lengths_that_are_not_asked_for() {
    // The kernel computes as many as the shortest slice has.
    let message = finding(|| prop_unequal_positions_panic(&OracleWith(|_, _| {}), [3, 2, 3]));
    assert!(message.contains("did not panic") || message.contains("does not say"), "{message}");
}
