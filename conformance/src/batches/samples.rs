//! Sliders to make batches of.

use std::ops::Range;

use quadline_kernels::{Square, reference};

use super::output::CANARY;
use crate::{Entry, Piece};

/// Rook, bishop and queen attacks of many samples.
struct Attacks {
    rook: Vec<u64>,
    bishop: Vec<u64>,
    queen: Vec<u64>,
}

impl Attacks {
    fn by_oracle(sliders: impl Iterator<Item = (Square, u64)> + Clone) -> Self {
        let rook: Vec<u64> =
            sliders.clone().map(|(square, occupied)| reference::rook_attacks(square, occupied)).collect();
        let bishop: Vec<u64> =
            sliders.map(|(square, occupied)| reference::bishop_attacks(square, occupied)).collect();
        let queen = rook.iter().zip(&bishop).map(|(rook, bishop)| rook | bishop).collect();
        Self { rook, bishop, queen }
    }

    fn of(&self, piece: Piece) -> &[u64] {
        match piece {
            Piece::Rook => &self.rook,
            Piece::Bishop => &self.bishop,
            Piece::Queen => &self.queen,
        }
    }
}

/// Sliders to make batches of, with the oracle's answers.
pub struct Samples {
    squares: Vec<Square>,
    /// The boards of the sliders, behind as many others as `shift` says.
    occupied: Vec<u64>,
    shift: usize,
    pairs: Attacks,
    board: u64,
    on_board: Attacks,
}

impl Samples {
    /// Each slider on its own board, and all of them on `board`. The slice of the boards begins `shift` words after the
    /// beginning of its memory.
    ///
    /// # Panics
    /// If there are not as many boards as squares.
    pub fn new(squares: Vec<Square>, boards: &[u64], board: u64, shift: usize) -> Self {
        assert_eq!(squares.len(), boards.len());
        let pairs = Attacks::by_oracle(squares.iter().copied().zip(boards.iter().copied()));
        let on_board = Attacks::by_oracle(squares.iter().map(|&square| (square, board)));
        let occupied = [&vec![CANARY; shift], boards].concat();
        Self { squares, occupied, shift, pairs, board, on_board }
    }

    /// How many sliders there are.
    pub fn len(&self) -> usize {
        self.squares.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    /// Where some of the sliders are.
    pub(super) fn squares(&self, range: Range<usize>) -> &[Square] {
        &self.squares[range]
    }

    /// The own boards of some of the sliders.
    pub(super) fn occupied(&self, range: Range<usize>) -> &[u64] {
        &self.occupied[self.shift + range.start..self.shift + range.end]
    }

    /// The board of all of them.
    pub(super) fn board(&self) -> u64 {
        self.board
    }

    /// What an entry point must give for some of the sliders.
    pub(super) fn expected(&self, entry: Entry, piece: Piece, range: Range<usize>) -> &[u64] {
        let attacks = if entry.is_on_one_board() { &self.on_board } else { &self.pairs };
        &attacks.of(piece)[range]
    }
}
