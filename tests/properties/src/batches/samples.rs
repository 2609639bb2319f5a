//! Sliders for batches, with expected attacks.

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

/// Sliders for batches, with the attacks that the oracle computes.
pub struct Samples {
    squares: Vec<Square>,
    /// The boards of the sliders, after `shift` other boards.
    occupied: Vec<u64>,
    shift: usize,
    pairs: Attacks,
    board: u64,
    on_board: Attacks,
}

impl Samples {
    /// Creates samples: each slider on its own board, and all of them on `board`. The slice of the boards
    /// begins `shift` words after the beginning of its memory.
    ///
    /// # Panics
    ///
    /// Panics if `squares` and `boards` differ in length.
    pub fn new(squares: Vec<Square>, boards: &[u64], board: u64, shift: usize) -> Self {
        assert_eq!(squares.len(), boards.len());
        let pairs = Attacks::by_oracle(squares.iter().copied().zip(boards.iter().copied()));
        let on_board = Attacks::by_oracle(squares.iter().map(|&square| (square, board)));
        let occupied = [&vec![CANARY; shift], boards].concat();
        Self { squares, occupied, shift, pairs, board, on_board }
    }

    /// Returns the number of sliders.
    pub fn len(&self) -> usize {
        self.squares.len()
    }

    /// Returns whether there are no sliders.
    pub fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    /// Returns the squares of some of the sliders.
    pub(super) fn squares(&self, range: Range<usize>) -> &[Square] {
        &self.squares[range]
    }

    /// Returns the boards of some of the sliders.
    pub(super) fn occupied(&self, range: Range<usize>) -> &[u64] {
        &self.occupied[self.shift + range.start..self.shift + range.end]
    }

    /// Returns the board that all sliders share.
    pub(super) fn board(&self) -> u64 {
        self.board
    }

    /// Returns the expected results of an entry point for some of the sliders.
    pub(super) fn expected(&self, entry: Entry, piece: Piece, range: Range<usize>) -> &[u64] {
        let attacks = if entry.is_on_one_board() { &self.on_board } else { &self.pairs };
        &attacks.of(piece)[range]
    }
}
