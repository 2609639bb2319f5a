//! Calls for one position and for many, and their comparison with the oracle.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use quadline_kernels::internal::positions::lists::{Promoted, Selection};
use quadline_kernels::{ChecksAndPins, Move, Position, Role};

use super::guarded::Guarded;
use super::{Answers, PositionSamples, oracle};
use crate::draw;

/// Calls for many positions.
pub trait ManyPositions: Send + Sync {
    /// Returns level and purpose: `avx2/many-positions/default`.
    fn name(&self) -> &str;
    /// Writes the squares that each side attacks.
    fn attacked_squares(&self, positions: &[Position], white: &mut [u64], black: &mut [u64]);
    /// Writes checks and pins.
    fn checks_and_pins(&self, positions: &[Position], checks_and_pins: &mut [ChecksAndPins]);
    /// Writes the numbers of legal moves.
    fn legal_move_counts(&self, positions: &[Position], counts: &mut [u16]);
    /// Writes the legal moves and their offsets, and returns their number.
    fn legal_moves(&self, positions: &[Position], offsets: &mut [usize], moves: &mut [Move]) -> usize;
    /// Returns the number of legal moves of all successors of all positions.
    fn count_successors(&self, positions: &[Position]) -> u64;
}

/// Calls for one position.
pub trait OnePosition: Send + Sync {
    /// Returns level and purpose: `avx2/one-position/default`.
    fn name(&self) -> &str;
    /// Returns the squares that White and Black attack.
    fn attacked_squares(&self, position: &Position) -> [u64; 2];
    /// Returns checks and pins.
    fn checks_and_pins(&self, position: &Position) -> ChecksAndPins;
    /// Returns the number of legal moves.
    fn legal_move_count(&self, position: &Position) -> u16;
    /// Returns the legal moves that fit in `room`, and the returned number.
    fn legal_moves(&self, position: &Position, room: usize) -> (Vec<Move>, usize);
    /// Returns the legal moves of a selection that fit in `room`, and the returned number.
    fn selected(&self, position: &Position, selection: &Selection, room: usize) -> (Vec<Move>, usize);
    /// Returns the positions after the legal moves that fit in `room`, and the returned number.
    fn successors(&self, position: &Position, room: usize) -> (Vec<Position>, usize);
    /// Returns the numbers of legal moves after each legal move that fit in `room`, and the returned number.
    fn successor_move_counts(&self, position: &Position, room: usize) -> (Vec<u16>, usize);
}

/// Not a set of attacks: no piece attacks all squares of one color.
const CANARY: u64 = 0xaa55_aa55_aa55_aa55;
/// Not a number of moves.
pub const COUNT_CANARY: u16 = 0xaa55;
/// Not an offset of moves.
const OFFSET_CANARY: usize = usize::MAX / 2;
/// Not a legal move: from a square to itself.
const MOVE_CANARY: Move = Move::from_bits(9 | 9 << 6);

fn struct_canary() -> ChecksAndPins {
    let mut canary = ChecksAndPins::default();
    canary.checkers = CANARY;
    canary.pinned = CANARY;
    canary.evasions = CANARY;
    canary.king_danger = CANARY;
    canary
}

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

/// Checks the results for a part of the samples against the oracle's, and that nothing is written around the
/// output, which begins `offset` elements after a cache line.
pub fn prop_many_positions_equal_oracle(
    kernel: &dyn ManyPositions,
    samples: &PositionSamples,
    part: Range<usize>,
    offset: usize,
) {
    let (positions, answers) = (&samples.positions[part.clone()], &samples.answers[part]);
    let name = kernel.name();
    prop_attacked_squares_of_many_equal_oracle(kernel, positions, answers, offset);

    let mut fears = Guarded::new(struct_canary(), positions.len(), offset);
    kernel.checks_and_pins(positions, fears.slice());
    let found = fears.written(name, "checks and pins");
    for (index, (position, answers)) in positions.iter().zip(answers).enumerate() {
        assert_checks_and_pins(name, position, index, found[index], answers.checks_and_pins);
    }

    let mut counts = Guarded::new(COUNT_CANARY, positions.len(), offset);
    kernel.legal_move_counts(positions, counts.slice());
    let found = counts.written(name, "counts");
    for (index, (position, answers)) in positions.iter().zip(answers).enumerate() {
        assert_count(name, position, index, found[index], answers.count());
    }

    let total: usize = answers.iter().map(|answers| answers.legal_moves.len()).sum();
    // With exact room, a kernel that finds too many moves writes them again in another way.
    for room in [total, total + 64] {
        let mut offsets = Guarded::new(OFFSET_CANARY, positions.len() + 1, offset);
        let mut moves = Guarded::new(MOVE_CANARY, room, offset ^ 3);
        let found = kernel.legal_moves(positions, offsets.slice(), moves.slice());
        assert_eq!(found, total, "{name}: legal moves of {} positions", positions.len());
        let (offsets, moves) = (offsets.written(name, "offsets"), moves.written(name, "legal moves"));
        for (index, (position, answers)) in positions.iter().zip(answers).enumerate() {
            let of_position = moves.get(offsets[index]..offsets[index + 1]).unwrap_or_default();
            assert_same_moves(name, position, index, of_position, &answers.legal_moves);
        }
    }

    let found = kernel.count_successors(positions);
    let expected: u64 = answers.iter().map(Answers::successor_count).sum();
    if found != expected {
        // The first number of positions that suffices for a wrong result.
        let mut sum = 0;
        let wrong = positions.iter().zip(answers).zip(1..).find(|((_, answers), number)| {
            sum += answers.successor_count();
            kernel.count_successors(&positions[..*number]) != sum
        });
        let ((position, _), number) = wrong.unwrap_or(((&positions[0], &answers[0]), positions.len()));
        panic!(
            "{name}: {found} legal moves of successors, not {expected}; wrong from {number} positions on\n{position:?}"
        );
    }
}

/// Checks that the moves are the same in any order.
#[track_caller]
fn assert_same_moves(kernel: &str, position: &Position, index: usize, found: &[Move], expected: &[Move]) {
    let mut sorted = found.to_vec();
    sorted.sort_unstable();
    if sorted != expected {
        let text = |moves: &[Move]| moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let (found, expected) = (text(&sorted), text(expected));
        panic!("{kernel}: legal moves at index {index}\n{position:?}\nexpected {expected}\nfound {found}");
    }
}

/// Checks the attacked squares only, which are specified for all placements of pieces.
pub fn prop_attacked_squares_of_many_equal_oracle(
    kernel: &dyn ManyPositions,
    positions: &[Position],
    answers: &[Answers],
    offset: usize,
) {
    let name = kernel.name();
    // The second output has another alignment than the first.
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

/// Checks the results for one position against the oracle's.
pub fn prop_one_position_equals_oracle(kernel: &dyn OnePosition, position: &Position, answers: &Answers) {
    let name = kernel.name();
    let [white, black] = kernel.attacked_squares(position);
    let sets = [("attacked by white", white, answers.white), ("attacked by black", black, answers.black)];
    assert_sets(name, position, 0, &sets);
    assert_checks_and_pins(name, position, 0, kernel.checks_and_pins(position), answers.checks_and_pins);
    assert_count(name, position, 0, kernel.legal_move_count(position), answers.count());
    assert_moves(kernel, position, answers);
}

/// Checks that the legal moves are those of the oracle, in any order, that the successors are the positions
/// after them in the same order, as are the numbers of their moves, and that moves without room are counted.
fn assert_moves(kernel: &dyn OnePosition, position: &Position, answers: &Answers) {
    let Answers { legal_moves: expected, successor_counts, .. } = answers;
    let (name, count) = (kernel.name(), expected.len());
    let (moves, found) = kernel.legal_moves(position, 256.max(count));
    assert_eq!(found, count, "{name}: legal moves\n{position:?}");
    assert_same_moves(name, position, 0, &moves, expected);
    let (successors, found) = kernel.successors(position, 256.max(count));
    assert_eq!(found, count, "{name}: successors\n{position:?}");
    for (&chess_move, successor) in moves.iter().zip(&successors) {
        let expected = oracle::play(position, chess_move);
        assert_eq!(*successor, expected, "{name}: after {chess_move}\n{position:?}");
    }
    let (counts, found) = kernel.successor_move_counts(position, 256.max(count));
    assert_eq!(found, count, "{name}: numbers of moves of successors\n{position:?}");
    for (chess_move, &found) in moves.iter().zip(&counts) {
        let index = expected.binary_search(chess_move).expect("a legal move");
        let expected = successor_counts[index];
        assert!(
            found == expected,
            "{name}: {found} legal moves after {chess_move}, not {expected}\n{position:?}"
        );
    }
    for selection in selections(position) {
        let expected = selected(position, &selection, expected);
        let (found, count) = kernel.selected(position, &selection, 512);
        assert_eq!(count, expected.len(), "{name}: legal moves of {selection:x?}\n{position:?}");
        assert_same_moves(name, position, 0, &found, &expected);
    }
    // One less than all, which leaves no room for the last full store; half of them; and none.
    for room in [count.saturating_sub(1), count / 2, 0] {
        let found = kernel.successor_move_counts(position, room);
        assert_eq!(found, (counts[..room].to_vec(), count), "{name}: room for {room} counts of successors");
        assert_moves_cut_short(kernel, position, (&moves, &successors), room);
    }
}

fn assert_moves_cut_short(
    kernel: &dyn OnePosition,
    position: &Position,
    (moves, successors): (&[Move], &[Position]),
    room: usize,
) {
    let (name, count) = (kernel.name(), moves.len());
    assert_eq!(
        kernel.legal_moves(position, room),
        (moves[..room].to_vec(), count),
        "{name}: room for {room}"
    );
    assert_eq!(
        kernel.successors(position, room),
        (successors[..room].to_vec(), count),
        "{name}: room for {room}"
    );
}

/// Returns selections of every kind: captures, promotions, quiet moves, unusual ones, and nothing.
fn selections(position: &Position) -> [Selection; 12] {
    let (enemy, last_ranks) = (position.color(position.side_to_move().opponent()), 0xff00_0000_0000_00ff);
    let selection = |pieces, pawns, castling, en_passant| {
        let castling = if castling { u64::MAX } else { 0 };
        let king = pieces;
        Selection { king, pieces, pawns, castling, en_passant, ..Selection::ALL }
    };
    [
        selection(enemy, enemy & !last_ranks, false, true),
        selection(0, last_ranks, false, false),
        Selection { steps_become: Promoted::QUEEN, ..selection(enemy, enemy | last_ranks, false, true) },
        Selection { steps_become: Promoted::UNDER, ..selection(!enemy, !enemy, true, false) },
        selection(!enemy, !enemy & !last_ranks, true, false),
        selection(enemy, enemy | last_ranks, false, true),
        selection(position.white().rotate_left(21), !position.pawns().rotate_left(3), true, false),
        selection(0x5555_aaaa_5555_aaaa, 0x3333_cccc_3333_cccc, false, true),
        selection(u64::MAX, 0, true, true),
        selection(0, 0, false, false),
        Selection { from: position.black().rotate_left(11), king: 0, castling: 0xff << 28, ..Selection::ALL },
        Selection {
            from: !position.rooks(),
            king: !enemy,
            pawns: enemy,
            castling: 0x0f << 56 | 0xf0,
            ..Selection::ALL
        },
    ]
}

/// Returns the legal moves that belong to a selection.
pub(crate) fn selected<'a>(
    position: &Position,
    selection: &Selection,
    moves: impl IntoIterator<Item = &'a Move>,
) -> Vec<Move> {
    let belongs = |chess_move: &&Move| match (chess_move.is_castling(), chess_move.is_en_passant()) {
        (true, _) => selection.castling & chess_move.to().bit() != 0,
        (_, true) => selection.en_passant && selection.from & chess_move.from().bit() != 0,
        _ => {
            let is_in = |set: u64| set & chess_move.from().bit() != 0;
            let targets = match (is_in(position.kings()), is_in(position.pawns())) {
                (true, _) => selection.king,
                (_, true) => selection.pawns,
                _ => selection.pieces,
            };
            let is_queen = chess_move.promotion() == Some(Role::Queen);
            let is_step = chess_move.promotion().is_some() && position.piece_at(chess_move.to()).is_none();
            let left_out = if is_queen { Promoted::UNDER } else { Promoted::QUEEN };
            targets & chess_move.to().bit() != 0
                && (is_in(position.kings()) || is_in(selection.from))
                && !(is_step && selection.steps_become == left_out)
        }
    };
    moves.into_iter().filter(belongs).copied().collect()
}

/// Checks that the calls do not panic for an invalid position.
pub fn prop_nonsense_of_one_does_not_panic(kernel: &dyn OnePosition, nonsense: &Position) {
    kernel.attacked_squares(nonsense);
    kernel.checks_and_pins(nonsense);
    kernel.legal_move_count(nonsense);
    kernel.legal_moves(nonsense, 32);
    kernel.successors(nonsense, 32);
    kernel.successor_move_counts(nonsense, 32);
}

/// Checks that invalid positions do not panic, and do not change the results of the positions around them.
/// `nonsense` is at every other index.
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
    let of_nonsense = kernel.count_successors(&nonsense[..mixed.len() / 2]);
    let among_nonsense = kernel.count_successors(&mixed).wrapping_sub(of_nonsense);
    let expected: u64 = answers.clone().map(Answers::successor_count).sum();
    let (name, first) = (kernel.name(), mixed.get(1));
    assert_eq!(among_nonsense, expected, "{name}: legal moves of successors, the first of\n{first:?}");
    let (mut white, mut black) = (vec![CANARY; mixed.len()], vec![CANARY; mixed.len()]);
    kernel.attacked_squares(&mixed, &mut white, &mut black);
    let mut fears = vec![struct_canary(); mixed.len()];
    kernel.checks_and_pins(&mixed, &mut fears);
    let mut counts = vec![COUNT_CANARY; mixed.len()];
    kernel.legal_move_counts(&mixed, &mut counts);
    let mut offsets = vec![OFFSET_CANARY; mixed.len() + 1];
    let mut moves = vec![MOVE_CANARY; counts.iter().copied().map(usize::from).sum()];
    kernel.legal_moves(&mixed, &mut offsets, &mut moves);
    for (index, answers) in (1..).step_by(2).zip(answers) {
        let (name, position) = (kernel.name(), &mixed[index]);
        let sets = [
            ("attacked by white", white[index], answers.white),
            ("attacked by black", black[index], answers.black),
        ];
        assert_sets(name, position, index, &sets);
        assert_checks_and_pins(name, position, index, fears[index], answers.checks_and_pins);
        assert_count(name, position, index, counts[index], answers.count());
        let of_position = moves.get(offsets[index]..offsets[index + 1]).unwrap_or_default();
        assert_same_moves(name, position, index, of_position, &answers.legal_moves);
    }
}

/// A function by name, the lengths of its outputs, and a call of it.
type Attempt<'a> = (&'a str, &'a [usize], &'a mut dyn FnMut());

/// Checks that slices of unequal length panic before anything is written, with a message that contains all
/// lengths.
///
/// `lengths` are those of the positions, the output and the second output. Requires a build whose panics
/// unwind.
pub fn prop_unequal_positions_panic(kernel: &dyn ManyPositions, lengths: [usize; 3]) {
    let [length, first, second] = lengths;
    let positions = vec![Position::START; length];
    let (mut white, mut black) = (vec![CANARY; first], vec![CANARY; second]);
    let (mut fears, mut counts) = (vec![struct_canary(); first], vec![COUNT_CANARY; first]);
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
    let fears = fears.iter().all(|fear| *fear == struct_canary());
    let untouched = first == length || fears && counts.iter().all(|&count| count == COUNT_CANARY);
    assert!(untouched, "{}: written before it panicked, {lengths:?}", kernel.name());
}
