//! Calls dispatched at run time, before and after the level is chosen.

use std::collections::HashSet;

use quadline_conformance::boards::Words;
use quadline_kernels::internal;
use quadline_kernels::level::{self, Detected, Dispatched, Level, WithLevel};
use quadline_kernels::{ChecksAndPins, LineAttacks, Move, Position, Square, SuccessorCounter, reference};

use crate::say;

/// The results of several calls.
#[derive(Debug, PartialEq)]
struct Answers {
    singles: Vec<(LineAttacks, [u64; 3])>,
    batches: Vec<Vec<u64>>,
    positions: Vec<u64>,
}

/// The inputs of the calls.
struct Questions {
    squares: Vec<Square>,
    occupied: Vec<u64>,
}

impl Questions {
    fn new() -> Self {
        let mut words = Words(0x1bad_cafe);
        let squares: Vec<_> = (0..40).map(|_| words.square()).collect();
        let occupied: Vec<_> = (0..40).map(|_| words.board()).collect();
        Self { squares, occupied }
    }
}

/// Makes all calls on a value with the methods of a level.
macro_rules! answers {
    ($questions:expr, $answerer:expr) => {{
        let Questions { squares, occupied } = $questions;
        let pairs = squares.iter().copied().zip(occupied.iter().copied());
        let singles = pairs.map(|(square, occupied)| {
            let answerer = $answerer;
            (
                answerer.queen_attacks_x4(square, occupied),
                [
                    answerer.rook_attacks(square, occupied),
                    answerer.bishop_attacks(square, occupied),
                    answerer.queen_attacks(square, occupied),
                ],
            )
        });
        let singles = singles.collect();
        let batch = |call: &dyn Fn(&mut [u64])| {
            let mut attacks = vec![0; squares.len()];
            call(&mut attacks);
            attacks
        };
        let mut bishops = vec![0; squares.len()];
        let board = occupied[0];
        let mut batches = vec![
            batch(&|attacks| $answerer.batch_rook_attacks(squares, occupied, attacks)),
            batch(&|attacks| $answerer.batch_bishop_attacks(squares, occupied, attacks)),
            batch(&|attacks| $answerer.batch_queen_attacks(squares, occupied, attacks)),
            batch(&|attacks| $answerer.batch_rook_attacks_on(board, squares, attacks)),
            batch(&|attacks| $answerer.batch_bishop_attacks_on(board, squares, attacks)),
            batch(&|attacks| $answerer.batch_queen_attacks_on(board, squares, attacks)),
        ];
        let mut rooks = vec![0; squares.len()];
        $answerer.batch_rook_and_bishop_attacks(squares, occupied, &mut rooks, &mut bishops);
        batches.extend([rooks, bishops]);
        let mut positions = Vec::new();
        let games = [Position::START, Position::START.mirrored()];
        let (mut white, mut black) = ([0; 2], [0; 2]);
        $answerer.batch_attacked_squares(&games, &mut white, &mut black);
        let mut found = [ChecksAndPins::default(); 2];
        $answerer.batch_checks_and_pins(&games, &mut found);
        let mut counts = [0; 2];
        $answerer.batch_legal_move_counts(&games, &mut counts);
        positions.extend(counts.map(u64::from));
        positions.extend([white, black].concat());
        positions.extend(found.map(|found| found.king_danger));
        let (mut offsets, mut moves) = ([0; 3], [Move::from_bits(0); 40]);
        let mut total = $answerer.batch_legal_moves(&games, &mut offsets, &mut moves);
        positions.extend(offsets.iter().map(|&offset| offset as u64));
        for game in &games {
            positions.extend($answerer.attacked_squares(game));
            positions.push($answerer.checks_and_pins(game).king_danger);
            positions.push(u64::from($answerer.legal_move_count(game)));
            let (mut of_game, mut after) = ([Move::from_bits(0); 20], [Position::START; 20]);
            total += $answerer.legal_moves(game, &mut of_game) + $answerer.successors(game, &mut after);
            positions.extend(of_game.iter().chain(&moves).map(|chess_move| u64::from(chess_move.to_bits())));
            positions.extend(after.iter().flat_map(Position::words));
            let (mut counter, mut counts) = (SuccessorCounter::new(), [0; 20]);
            total += $answerer.batch_successor_move_counts(game, &mut counts);
            positions.extend(counts.map(u64::from));
            $answerer.add_successors(game, &mut counter);
            positions.push($answerer.finish_successors(&mut counter));
        }
        positions.push(total as u64);
        Answers { singles, batches, positions }
    }};
}

struct Asked<'a>(&'a Questions);

impl WithLevel for Asked<'_> {
    type Output = Answers;
    fn with_level<L: Level>(self, level: L) -> Answers {
        answers!(self.0, level)
    }
}

/// Returns the token of run-time dispatch, with no level chosen.
fn undecided() -> Dispatched {
    internal::deactivate();
    Dispatched::detect().expect("it needs no feature")
}

/// Every call, the first and later ones, goes to the chosen level.
#[test]
fn calls_go_to_the_chosen_level() {
    let questions = &Questions::new();
    let chosen = internal::active();
    let expected = chosen.run(Asked(questions));
    let oracle = |(&square, &occupied)| {
        let lines = reference::queen_attacks_x4(square, occupied);
        (lines, [lines.rook(), lines.bishop(), lines.queen()])
    };
    let singles: Vec<_> = questions.squares.iter().zip(&questions.occupied).map(oracle).collect();
    assert_eq!(expected.singles, singles, "{chosen:?}");
    for piece in 0..3 {
        let attacks: Vec<_> = singles.iter().map(|(_, attacks)| attacks[piece]).collect();
        assert_eq!(expected.batches[piece], attacks, "{chosen:?}");
    }

    let token = Dispatched::detect().expect("it needs no feature");
    assert_eq!(answers!(questions, token), expected, "{chosen:?}, chosen before");
    assert_eq!(answers!(questions, undecided()), expected, "{chosen:?}, chosen by each call");
    assert_eq!(token.vectorize(|| 3), 3);
    assert_eq!(<Dispatched as Level>::NAME, "dispatched");
    assert_eq!(internal::active(), chosen);
}

/// The same at every level, each in its own process.
#[cfg(not(target_family = "wasm"))]
#[test]
fn calls_go_to_every_level() {
    use std::process::Command;

    let levels = level::available().filter(|level| level::fixed().is_none_or(|fixed| fixed == *level));
    for level in levels.map(Detected::name) {
        let binary = std::env::current_exe().expect("the path of this binary");
        // The command prefix for emulators that cannot start child processes themselves.
        let runner = std::env::var("QUADLINE_TEST_RUNNER").unwrap_or_default();
        let mut words = runner.split_whitespace().map(Into::into).chain([binary.into_os_string()]);
        let mut command = Command::new(words.next().expect("at least the binary"));
        command.args(words).args(["--exact", "dispatch::calls_go_to_the_chosen_level", "--nocapture"]);
        command.env("QUADLINE_LEVEL", level);
        match command.output() {
            Ok(output) => {
                let text = String::from_utf8_lossy(&output.stdout);
                let errors = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success() && text.contains("1 passed"), "{level}: {text}{errors}");
            }
            Err(error) => {
                // A foreign binary without a runner. Any other error is a failure.
                assert!(error.to_string().contains("Exec format error"), "{error}");
                return say(&format!("skipped the dispatch to {level}: {error}; set QUADLINE_TEST_RUNNER"));
            }
        }
    }
}

/// Every call of one position is a row of `engine_calls!`, or a property of its own. A call without one is tested by
/// nothing.
#[test]
fn every_call_of_one_position_has_a_property() {
    // Movetext and packed boards have tests of their own, which use public names.
    const ELSEWHERE: [&str; 4] =
        ["next_ply", "position_from_nibbles", "position_from_nibbles_unchecked", "position_to_nibbles"];
    let properties = concat!(
        include_str!("../../../tests/properties/src/positions/engine.rs"),
        include_str!("../../../tests/properties/src/positions/kernels.rs"),
        include_str!("../../../tests/properties/src/positions/legality.rs"),
        include_str!("../../../tests/properties/src/positions/san.rs"),
    );
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let words: HashSet<&str> = properties.split(|letter| !is_word(letter)).collect();
    let rows = include_str!("../../src/calls/list.rs").lines();
    let calls = rows.filter_map(|row| row.split_once(" positions fn ")).map(|(_, row)| {
        let end = row.find(|letter| !is_word(letter)).expect("parentheses");
        &row[..end]
    });
    let calls: Vec<_> = calls.filter(|call| !ELSEWHERE.contains(call)).collect();
    assert!(calls.len() > 15, "{calls:?}");
    for call in calls {
        assert!(
            words.contains(call),
            "no property makes the call `{call}`: add a row to `engine_calls!` and a line with `same!` in \
             tests/properties/src/positions/engine.rs"
        );
    }
}
