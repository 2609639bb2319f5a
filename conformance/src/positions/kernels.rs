//! What is asked about positions, many at once or one, and how it is compared with the oracle.

use std::fmt::Debug;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use quadline_kernels::level::Level;
use quadline_kernels::{ChecksAndPins, Move, Position};

use super::{Answers, PositionSamples, oracle};
use crate::draw;

/// Asked about many positions at once.
pub trait ManyPositions: Send + Sync {
    /// Level and what it is: `avx2/many-positions/default`.
    fn name(&self) -> &str;
    /// The squares that each side attacks.
    fn attacked_squares(&self, positions: &[Position], white: &mut [u64], black: &mut [u64]);
    /// What the king of the side to move has to fear.
    fn checks_and_pins(&self, positions: &[Position], checks_and_pins: &mut [ChecksAndPins]);
    /// The numbers of legal moves.
    fn legal_move_counts(&self, positions: &[Position], counts: &mut [u16]);
}

/// Asked about one position.
pub trait OnePosition: Send + Sync {
    /// Level and what it is: `avx2/one-position/default`.
    fn name(&self) -> &str;
    /// The squares that White and Black attack.
    fn attacked_squares(&self, position: &Position) -> [u64; 2];
    /// What the king of the side to move has to fear.
    fn checks_and_pins(&self, position: &Position) -> ChecksAndPins;
    /// The number of legal moves.
    fn legal_move_count(&self, position: &Position) -> u16;
    /// The legal moves, as far as there is room for so many, and how many there are.
    fn legal_moves(&self, position: &Position, room: usize) -> (Vec<Move>, usize);
    /// The positions after them, in the same order.
    fn successors(&self, position: &Position, room: usize) -> (Vec<Position>, usize);
}

/// The calls of a level for many positions.
pub(crate) struct ManyOfLevel<L> {
    name: String,
    level: L,
}

impl<L: Level> ManyOfLevel<L> {
    pub(crate) fn new(level: L) -> Self {
        Self { name: format!("{}/many-positions/default", L::NAME), level }
    }
}

impl<L: Level> ManyPositions for ManyOfLevel<L> {
    fn name(&self) -> &str {
        &self.name
    }

    fn attacked_squares(&self, positions: &[Position], white: &mut [u64], black: &mut [u64]) {
        self.level.batch_attacked_squares(positions, white, black);
    }

    fn checks_and_pins(&self, positions: &[Position], checks_and_pins: &mut [ChecksAndPins]) {
        self.level.batch_checks_and_pins(positions, checks_and_pins);
    }

    fn legal_move_counts(&self, positions: &[Position], counts: &mut [u16]) {
        self.level.batch_legal_move_counts(positions, counts);
    }
}

/// The calls of a level for one position.
pub(crate) struct OneOfLevel<L> {
    name: String,
    level: L,
}

impl<L: Level> OneOfLevel<L> {
    pub(crate) fn new(level: L) -> Self {
        Self { name: format!("{}/one-position/default", L::NAME), level }
    }
}

impl<L: Level> OnePosition for OneOfLevel<L> {
    fn name(&self) -> &str {
        &self.name
    }

    fn attacked_squares(&self, position: &Position) -> [u64; 2] {
        self.level.attacked_squares(position)
    }

    fn checks_and_pins(&self, position: &Position) -> ChecksAndPins {
        self.level.checks_and_pins(position)
    }

    fn legal_move_count(&self, position: &Position) -> u16 {
        self.level.legal_move_count(position)
    }

    fn legal_moves(&self, position: &Position, room: usize) -> (Vec<Move>, usize) {
        let mut moves = vec![Move::from_bits(0); room];
        let count = self.level.legal_moves(position, &mut moves);
        moves.truncate(count);
        (moves, count)
    }

    fn successors(&self, position: &Position, room: usize) -> (Vec<Position>, usize) {
        let mut successors = vec![Position::START; room];
        let count = self.level.successors(position, &mut successors);
        successors.truncate(count);
        (successors, count)
    }
}

/// Memory for an output, between canaries. `offset` shifts it against the cache line.
struct Guarded<T> {
    memory: Vec<T>,
    canary: T,
    range: Range<usize>,
}

impl<T: Copy + PartialEq + Debug> Guarded<T> {
    fn new(canary: T, length: usize, offset: usize) -> Self {
        let memory = vec![canary; length + 64];
        let start = memory.as_ptr().align_offset(64).min(32) + 16 + offset % 8;
        Self { memory, canary, range: start..start + length }
    }

    fn slice(&mut self) -> &mut [T] {
        &mut self.memory[self.range.clone()]
    }

    /// What was written, if nothing was written around it.
    fn written(&self, kernel: &str, what: &str) -> &[T] {
        for (index, found) in self.memory.iter().enumerate().filter(|(index, _)| !self.range.contains(index))
        {
            let index = index as isize - self.range.start as isize;
            assert!(
                *found == self.canary,
                "{kernel}: {what} written outside of the output, at index {index}: {found:?}"
            );
        }
        &self.memory[self.range.clone()]
    }
}

/// No set of attacks: no piece attacks a checkered board.
const CANARY: u64 = 0xaa55_aa55_aa55_aa55;
/// No count of moves.
const COUNT_CANARY: u16 = 0xaa55;
const STRUCT_CANARY: ChecksAndPins =
    ChecksAndPins { checkers: CANARY, pinned: CANARY, evasions: CANARY, king_danger: CANARY };

#[track_caller]
fn assert_sets(kernel: &str, position: &Position, index: usize, sets: &[(&str, u64, u64)]) {
    for &(what, found, expected) in sets {
        if found != expected {
            let boards = draw(&[("expected", expected), ("found", found), ("wrong", found ^ expected)]);
            panic!("{kernel}: {what} at index {index}\n{position:?}\n{boards}");
        }
    }
}

#[track_caller]
fn assert_checks_and_pins(
    kernel: &str,
    position: &Position,
    index: usize,
    found: ChecksAndPins,
    expected: ChecksAndPins,
) {
    assert_sets(
        kernel,
        position,
        index,
        &[
            ("checkers", found.checkers, expected.checkers),
            ("pinned", found.pinned, expected.pinned),
            ("evasions", found.evasions, expected.evasions),
            ("king danger", found.king_danger, expected.king_danger),
        ],
    );
}

#[track_caller]
fn assert_count(kernel: &str, position: &Position, index: usize, found: u16, expected: u16) {
    if found != expected {
        let moves: Vec<_> = oracle::legal_moves(position).iter().map(ToString::to_string).collect();
        panic!(
            "{kernel}: {found} legal moves at index {index}, not {expected}\n{position:?}\n{}",
            moves.join(" ")
        );
    }
}

/// A part of the samples is answered as the oracle answers, and nothing is written around the output, which lies `offset`
/// values past a cache line.
pub fn prop_many_positions_equal_oracle(
    kernel: &dyn ManyPositions,
    samples: &PositionSamples,
    part: Range<usize>,
    offset: usize,
) {
    let (positions, answers) = (&samples.positions[part.clone()], &samples.answers[part]);
    let name = kernel.name();
    prop_attacked_squares_of_many_equal_oracle(kernel, positions, answers, offset);

    let mut fears = Guarded::new(STRUCT_CANARY, positions.len(), offset);
    kernel.checks_and_pins(positions, fears.slice());
    let found = fears.written(name, "checks and pins");
    for (index, (position, answers)) in positions.iter().zip(answers).enumerate() {
        assert_checks_and_pins(name, position, index, found[index], answers.checks_and_pins);
    }

    let mut counts = Guarded::new(COUNT_CANARY, positions.len(), offset);
    kernel.legal_move_counts(positions, counts.slice());
    let found = counts.written(name, "counts");
    for (index, (position, answers)) in positions.iter().zip(answers).enumerate() {
        assert_count(name, position, index, found[index], answers.legal_moves);
    }
}

/// The attacked squares alone: they are what they are whatever stands on the board.
pub fn prop_attacked_squares_of_many_equal_oracle(
    kernel: &dyn ManyPositions,
    positions: &[Position],
    answers: &[Answers],
    offset: usize,
) {
    let name = kernel.name();
    // The second output at another alignment than the first.
    let mut white = Guarded::new(CANARY, positions.len(), offset);
    let mut black = Guarded::new(CANARY, positions.len(), offset ^ 5);
    kernel.attacked_squares(positions, white.slice(), black.slice());
    let (white, black) = (white.written(name, "attacked squares"), black.written(name, "attacked squares"));
    for (index, (position, answers)) in positions.iter().zip(answers).enumerate() {
        let sets = [
            ("attacked by white", white[index], answers.white),
            ("attacked by black", black[index], answers.black),
        ];
        assert_sets(name, position, index, &sets);
    }
}

/// One position is answered as the oracle answers.
pub fn prop_one_position_equals_oracle(kernel: &dyn OnePosition, position: &Position, answers: &Answers) {
    let name = kernel.name();
    let [white, black] = kernel.attacked_squares(position);
    let sets = [("attacked by white", white, answers.white), ("attacked by black", black, answers.black)];
    assert_sets(name, position, 0, &sets);
    assert_checks_and_pins(name, position, 0, kernel.checks_and_pins(position), answers.checks_and_pins);
    assert_count(name, position, 0, kernel.legal_move_count(position), answers.legal_moves);
    assert_moves(kernel, position, usize::from(answers.legal_moves));
}

/// The legal moves are those of the oracle, in whatever order, and the successors the positions after them, in the same
/// order; what there is no room for is counted.
fn assert_moves(kernel: &dyn OnePosition, position: &Position, count: usize) {
    let name = kernel.name();
    let sorted = |mut moves: Vec<Move>| {
        moves.sort_unstable();
        moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let (moves, found) = kernel.legal_moves(position, 256.max(count));
    assert_eq!(found, count, "{name}: legal moves\n{position:?}");
    assert_eq!(
        sorted(moves.clone()),
        sorted(oracle::legal_moves(position)),
        "{name}: legal moves\n{position:?}"
    );
    let (successors, found) = kernel.successors(position, 256.max(count));
    assert_eq!(found, count, "{name}: successors\n{position:?}");
    for (&chess_move, successor) in moves.iter().zip(&successors) {
        let expected = oracle::play(position, chess_move);
        assert_eq!(*successor, expected, "{name}: after {chess_move}\n{position:?}");
    }
    let room = count / 2;
    assert_eq!(kernel.legal_moves(position, room), (moves[..room].to_vec(), count), "{name}: half the room");
    assert_eq!(
        kernel.successors(position, room),
        (successors[..room].to_vec(), count),
        "{name}: half the room"
    );
}

/// Whatever is asked about nonsense, there is an answer.
pub fn prop_nonsense_of_one_does_not_panic(kernel: &dyn OnePosition, nonsense: &Position) {
    kernel.attacked_squares(nonsense);
    kernel.checks_and_pins(nonsense);
    kernel.legal_move_count(nonsense);
    kernel.legal_moves(nonsense, 32);
    kernel.successors(nonsense, 32);
}

/// Nonsense does not panic, and does not change what is said of the positions beside it: `nonsense` stands at every
/// other index.
pub fn prop_nonsense_stays_alone(
    kernel: &dyn ManyPositions,
    samples: &PositionSamples,
    nonsense: &[Position],
) {
    let mixed: Vec<_> = samples
        .positions
        .iter()
        .zip(nonsense)
        .flat_map(|(&position, &nonsense)| [nonsense, position])
        .collect();
    let answers = samples.answers.iter().take(mixed.len() / 2);
    let (mut white, mut black) = (vec![CANARY; mixed.len()], vec![CANARY; mixed.len()]);
    kernel.attacked_squares(&mixed, &mut white, &mut black);
    let mut fears = vec![STRUCT_CANARY; mixed.len()];
    kernel.checks_and_pins(&mixed, &mut fears);
    let mut counts = vec![COUNT_CANARY; mixed.len()];
    kernel.legal_move_counts(&mixed, &mut counts);
    for (index, answers) in (1..).step_by(2).zip(answers) {
        let (name, position) = (kernel.name(), &mixed[index]);
        let sets = [
            ("attacked by white", white[index], answers.white),
            ("attacked by black", black[index], answers.black),
        ];
        assert_sets(name, position, index, &sets);
        assert_checks_and_pins(name, position, index, fears[index], answers.checks_and_pins);
        assert_count(name, position, index, counts[index], answers.legal_moves);
    }
}

/// A function by name, the lengths of its outputs, and a call of it.
type Attempt<'a> = (&'a str, &'a [usize], &'a mut dyn FnMut());

/// Slices of unequal length panic with a message that names every length, before anything is written.
///
/// `lengths` are those of the positions, the output and the second output. Needs a build whose panics unwind.
pub fn prop_unequal_positions_panic(kernel: &dyn ManyPositions, lengths: [usize; 3]) {
    let [length, first, second] = lengths;
    let positions = vec![Position::START; length];
    let (mut white, mut black) = (vec![CANARY; first], vec![CANARY; second]);
    let (mut fears, mut counts) = (vec![STRUCT_CANARY; first], vec![COUNT_CANARY; first]);
    let attempts: [Attempt; 3] = [
        ("attacked_squares", &[first, second], &mut || {
            kernel.attacked_squares(&positions, &mut white, &mut black)
        }),
        ("checks_and_pins", &[first], &mut || kernel.checks_and_pins(&positions, &mut fears)),
        ("legal_move_counts", &[first], &mut || kernel.legal_move_counts(&positions, &mut counts)),
    ];
    for (function, outputs, attempt) in attempts {
        let unequal = outputs.iter().any(|&output| output != length);
        let who = format!("{}: {function} of {length} positions, outputs {outputs:?}", kernel.name());
        let Err(panic) = catch_unwind(AssertUnwindSafe(attempt)) else {
            assert!(!unequal, "{who} did not panic");
            continue;
        };
        let message = panic.downcast_ref::<String>().map(String::as_str).unwrap_or_default();
        assert!(unequal, "{who} panicked: {message}");
        for number in outputs.iter().chain([&length]) {
            let number = number.to_string();
            let named =
                message.split(|character: char| !character.is_ascii_digit()).any(|named| named == number);
            assert!(named, "{who} panicked with `{message}`, which does not say {number}");
        }
    }
    let is_canary = |words: &[u64]| words.iter().all(|&word| word == CANARY);
    let untouched = first == length && second == length || is_canary(&white) && is_canary(&black);
    assert!(untouched, "{}: attacked squares written before it panicked, {lengths:?}", kernel.name());
    let fears = fears.iter().all(|fear| *fear == STRUCT_CANARY);
    let untouched = first == length || fears && counts.iter().all(|&count| count == COUNT_CANARY);
    assert!(untouched, "{}: written before it panicked, {lengths:?}", kernel.name());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_around_an_output_is_seen() {
        for index in [0, 15, 15 + 8, 16 + 8 + 3] {
            let mut output = Guarded { memory: vec![CANARY; 64], canary: CANARY, range: 16..24 };
            output.slice().fill(1);
            assert_eq!(output.written("kernel", "words"), [1; 8]);
            output.memory[index] = 1;
            let is_seen = catch_unwind(|| output.written("kernel", "words").len()).is_err();
            assert_eq!(is_seen, !(16..24).contains(&index), "{index}");
        }
    }
}
