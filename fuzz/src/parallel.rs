//! The functions that use all cores, compared with those of one thread.

use std::fmt::Debug;

use arbitrary::Arbitrary;
use quadline::batch::{self, parallel};
use quadline::threats::{Threat, ThreatKinds};
use quadline::{ChecksAndPins, Move, Position, Square, ZobristKeys};
use quadline_conformance::boards::Words;
use quadline_conformance::positions::random;

/// Sliders and positions, repeated to a length of up to two parts of a thread and a half, and the function to
/// call.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Parallel {
    call: u8,
    length: u16,
    seed: u64,
    words: [u64; 8],
}

/// Returns the slice that a function fills.
fn filled<T: Clone>(value: T, length: usize, fill: impl FnOnce(&mut [T])) -> Vec<T> {
    let mut slice = vec![value; length];
    fill(&mut slice);
    slice
}

fn same<T: PartialEq + Debug>(found: T, expected: T, call: &str) {
    assert!(found == expected, "{call} differs from the function of one thread");
}

impl Parallel {
    /// Checks one function.
    pub fn check(self) {
        let length = usize::from(self.length) * 5 / 8;
        let mut words = Words(self.seed | 1);
        if self.call % 13 < 7 {
            let squares: Vec<_> = (0..length).map(|_| words.square()).collect();
            let boards: Vec<_> = (0..length).map(|_| words.word() & words.word()).collect();
            sliders(self.call % 13, &squares, &boards, self.words[0]);
        } else {
            // Lists of moves and threats take the most time, so they are of fewer positions.
            let length = if matches!(self.call % 13, 10 | 11) { length / 8 } else { length };
            let nonsense = Position::from_words(self.words);
            let mut positions = vec![nonsense, Position::START];
            positions.extend(random::tidied(&nonsense));
            let positions: Vec<_> = positions.into_iter().cycle().take(length).collect();
            of_positions(self.call % 13, &positions);
        }
    }
}

fn sliders(call: u8, squares: &[Square], boards: &[u64], board: u64) {
    let room = squares.len();
    let of = |fill: &dyn Fn(&mut [u64])| filled(0, room, |attacks| fill(attacks));
    match call {
        0 => same(
            of(&|attacks| parallel::rook_attacks(squares, boards, attacks)),
            of(&|attacks| batch::rook_attacks(squares, boards, attacks)),
            "rook_attacks",
        ),
        1 => same(
            of(&|attacks| parallel::bishop_attacks(squares, boards, attacks)),
            of(&|attacks| batch::bishop_attacks(squares, boards, attacks)),
            "bishop_attacks",
        ),
        2 => same(
            of(&|attacks| parallel::queen_attacks(squares, boards, attacks)),
            of(&|attacks| batch::queen_attacks(squares, boards, attacks)),
            "queen_attacks",
        ),
        3 => same(
            of(&|attacks| parallel::rook_attacks_on(board, squares, attacks)),
            of(&|attacks| batch::rook_attacks_on(board, squares, attacks)),
            "rook_attacks_on",
        ),
        4 => same(
            of(&|attacks| parallel::bishop_attacks_on(board, squares, attacks)),
            of(&|attacks| batch::bishop_attacks_on(board, squares, attacks)),
            "bishop_attacks_on",
        ),
        5 => same(
            of(&|attacks| parallel::queen_attacks_on(board, squares, attacks)),
            of(&|attacks| batch::queen_attacks_on(board, squares, attacks)),
            "queen_attacks_on",
        ),
        _ => {
            let both = |fill: &dyn Fn(&mut [u64], &mut [u64])| {
                let mut bishop = vec![0; room];
                (filled(0, room, |rook| fill(rook, &mut bishop)), bishop)
            };
            same(
                both(&|rook, bishop| parallel::rook_and_bishop_attacks(squares, boards, rook, bishop)),
                both(&|rook, bishop| batch::rook_and_bishop_attacks(squares, boards, rook, bishop)),
                "rook_and_bishop_attacks",
            );
        }
    }
}

fn of_positions(call: u8, positions: &[Position]) {
    let count = positions.len();
    match call {
        7 => {
            let both = |fill: fn(&[Position], &mut [u64], &mut [u64])| {
                let mut black = vec![0; count];
                (filled(0, count, |white| fill(positions, white, &mut black)), black)
            };
            same(both(parallel::attacked_squares), both(batch::attacked_squares), "attacked_squares");
        }
        8 => {
            let of = |fill: fn(&[Position], &mut [ChecksAndPins])| {
                filled(ChecksAndPins::default(), count, |found| fill(positions, found))
            };
            same(of(parallel::checks_and_pins), of(batch::checks_and_pins), "checks_and_pins");
        }
        9 => {
            let of = |fill: fn(&[Position], &mut [u16])| filled(0, count, |counts| fill(positions, counts));
            same(of(parallel::legal_move_counts), of(batch::legal_move_counts), "legal_move_counts");
        }
        10 => {
            // Words that are no position may have more moves than are counted, and other keys in a group.
            let positions: Vec<_> = positions.iter().filter_map(random::tidied).collect();
            let keys = |fill: fn(&[Position], &ZobristKeys, &mut [u64])| {
                filled(0, positions.len(), |keys| fill(&positions, &ZobristKeys::DEFAULT, keys))
            };
            same(keys(parallel::zobrist_keys), keys(batch::zobrist_keys), "zobrist_keys");
            let keys =
                |fill: fn(&[Position], &mut [u64])| filled(0, positions.len(), |keys| fill(&positions, keys));
            same(keys(parallel::polyglot_keys), keys(batch::polyglot_keys), "polyglot_keys");
            let of = |list: fn(&[Position], &mut [usize], &mut [Move]) -> usize| {
                let mut moves = vec![Move::default(); 1];
                let offsets = filled(0, positions.len() + 1, |offsets| {
                    moves.resize(quadline::MAX_LEGAL_MOVES * positions.len(), Move::default());
                    let total = list(&positions, offsets, &mut moves);
                    moves.truncate(total);
                });
                (offsets, moves)
            };
            same(of(parallel::legal_moves), of(batch::legal_moves), "legal_moves");
        }
        11 => {
            let of = |list: fn(&[Position], ThreatKinds, &mut [usize], &mut [Threat]) -> usize| {
                let mut threats = vec![Threat::NONE; quadline::threats::MAX_THREATS * count];
                let offsets = filled(0, count + 1, |offsets| {
                    let total = list(positions, ThreatKinds::ALL, offsets, &mut threats);
                    threats.truncate(total);
                });
                (offsets, threats)
            };
            same(of(parallel::threats), of(batch::threats), "threats");
        }
        _ => {
            let first = |position: &Position| Some((*position, *position.moves().first()?));
            let (positions, moves): (Vec<_>, Vec<_>) = positions.iter().filter_map(first).unzip();
            let of = |play: fn(&mut [Position], &[Move])| {
                let mut positions = positions.clone();
                play(&mut positions, &moves);
                positions
            };
            same(of(parallel::play), of(batch::play), "play");
        }
    }
}
