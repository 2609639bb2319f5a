//! Compares all functions for positions with shakmaty, at every level: real positions, and positions reached
//! by random play from starting positions of standard chess and Chess960.
//!
//! `QUADLINE_TEST_POSITIONS=1000000` sets the number of positions of random play (20,000 by default).
//! `QUADLINE_POSITIONS` names a file of real positions instead of
//! `tests/conformance/fixtures/lichess-2025-05.fen`.

#![allow(clippy::std_instead_of_core)]

use quadline::level::{self, Level, WithLevel};
use quadline::{ChecksAndPins, Position};
use quadline_agreement as convert;
use quadline_properties::positions::random::chess960_start;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use shakmaty::{Chess, Color, Position as _};

/// The number of positions that are compared at a time.
const PART: usize = 4096;

/// Positions with shakmaty's results.
#[derive(Default)]
struct Expected {
    positions: Vec<Position>,
    white: Vec<u64>,
    black: Vec<u64>,
    checkers: Vec<u64>,
    counts: Vec<u16>,
    compared: usize,
}

impl Expected {
    fn add(&mut self, chess: &Chess) {
        let board = chess.board();
        let attacked = |color: Color| {
            board.by_color(color).into_iter().fold(0, |all, square| all | board.attacks_from(square).0)
        };
        self.positions.push(convert::from_shakmaty(chess));
        self.white.push(attacked(Color::White));
        self.black.push(attacked(Color::Black));
        self.checkers.push(chess.checkers().0);
        self.counts.push(chess.legal_moves().len() as u16);
        if self.positions.len() == PART {
            self.compare();
        }
    }

    /// Compares the results of every level for the collected positions, and removes them.
    fn compare(&mut self) {
        for name in level::available() {
            level::dispatch_named(name, AtLevel(self)).expect("a level of this CPU");
        }
        *self = Self { compared: self.compared + self.positions.len(), ..Self::default() };
    }
}

struct AtLevel<'a>(&'a Expected);

impl WithLevel for AtLevel<'_> {
    type Output = ();

    fn with_level<L: Level>(self, level: L) {
        let Expected { positions, white, black, checkers, counts, .. } = self.0;
        let same = |what: &str, found: &[u64], expected: &[u64]| {
            if let Some(index) = (0..positions.len()).find(|&index| found[index] != expected[index]) {
                let (found, expected) = (found[index], expected[index]);
                panic!("{}: {what} {found:#x}, shakmaty {expected:#x}: {:?}", L::NAME, positions[index]);
            }
        };
        let mut found = [vec![0; positions.len()], vec![0; positions.len()]];
        let [found_white, found_black] = &mut found;
        level.batch_attacked_squares(positions, found_white, found_black);
        same("attacked by white", found_white, white);
        same("attacked by black", found_black, black);
        let mut fears = vec![ChecksAndPins::default(); positions.len()];
        level.batch_checks_and_pins(positions, &mut fears);
        same("checkers", &fears.iter().map(|fear| fear.checkers).collect::<Vec<_>>(), checkers);
        let mut found_counts = vec![0; positions.len()];
        level.batch_legal_move_counts(positions, &mut found_counts);
        let wide = |counts: &[u16]| counts.iter().copied().map(u64::from).collect::<Vec<_>>();
        same("legal moves", &wide(&found_counts), &wide(counts));

        let one = |of: &dyn Fn(&Position) -> u64| positions.iter().map(of).collect::<Vec<_>>();
        same("attacked by white, one by one", &one(&|position| level.attacked_squares(position)[0]), white);
        same("attacked by black, one by one", &one(&|position| level.attacked_squares(position)[1]), black);
        same("checkers, one by one", &one(&|position| level.checks_and_pins(position).checkers), checkers);
        let counts = wide(counts);
        same("legal moves, one by one", &one(&|position| level.legal_move_count(position).into()), &counts);
    }
}

fn wanted() -> usize {
    let text = std::env::var("QUADLINE_TEST_POSITIONS").unwrap_or_else(|_| "20000".into());
    text.parse().unwrap_or_else(|_| panic!("QUADLINE_TEST_POSITIONS must be a whole number, not `{text}`"))
}

/// Plays games of at most 200 moves from the positions that `start` returns.
fn random_play(seed: u64, wanted: usize, start: impl Fn(&mut Xoshiro256PlusPlus) -> Chess) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut expected = Expected::default();
    while expected.compared + expected.positions.len() < wanted {
        let mut game = start(&mut random);
        for _ in 0..200 {
            expected.add(&game);
            let moves = game.legal_moves();
            let Some(&chosen) = moves.choose(&mut random) else { break };
            let position = convert::from_shakmaty(&game);
            let text = chosen.to_uci(shakmaty::CastlingMode::Chess960).to_string();
            let own = position.parse_uci(&text).unwrap_or_else(|error| panic!("{position} {text}: {error}"));
            game.play_unchecked(chosen);
            assert_eq!(position.play(own), convert::from_shakmaty(&game), "{position:?} {text}");
        }
    }
    expected.compare();
    println!("{} positions agree", expected.compared);
}

#[test]
fn random_play_from_the_start() {
    random_play(20, wanted() / 2, |_| Chess::default());
}

#[test]
fn random_play_in_chess960() {
    random_play(960, wanted() / 2, |random| {
        let (white, black) = (random.random_range(0..960), random.random_range(0..960));
        convert::to_shakmaty(&chess960_start(white, black)).expect("a start position")
    });
}

#[test]
fn real_positions() {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/lichess-2025-05.fen");
    let file = std::env::var_os("QUADLINE_POSITIONS").unwrap_or_else(|| default.into());
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut expected = Expected::default();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let position: Position = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let chess = convert::to_shakmaty(&position).unwrap_or_else(|| panic!("{line}: shakmaty refuses it"));
        // After parsing, the en passant square is set even if no pawn can capture.
        assert_eq!(Position::from_words(*position.words()).mirrored().mirrored(), position);
        expected.add(&chess);
    }
    expected.compare();
    println!("{} positions agree", expected.compared);
    assert!(expected.compared > 0, "{}: no positions", file.display());
}

#[test]
fn positions_are_converted_there_and_back() {
    const FENS: [&str; 7] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 1",
        "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w Hf - 0 1",
        "1r2k2r/8/8/8/8/8/8/1R2K2R w KBkb - 0 1",
    ];
    for fen in FENS {
        let position: Position = fen.parse().expect(fen);
        let by_shakmaty = convert::to_shakmaty(&position).map(|other| convert::from_shakmaty(&other));
        let by_cozy_chess = convert::to_cozy_chess(&position).map(|other| convert::from_cozy_chess(&other));
        assert_eq!([by_shakmaty, by_cozy_chess], [Some(position); 2], "{fen}");
    }
}
