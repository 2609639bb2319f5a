//! Calls for all sliders of one position and of many.

use quadline_kernels::level::Level;
use quadline_kernels::{Sliders, Square, reference};

use crate::{Output, draw};

/// Calls for all sliders of one position and of many.
pub trait SlidersOfPositions: Send + Sync {
    /// Returns level and purpose: `avx2/positions/default`.
    fn name(&self) -> &str;
    /// Writes the attacks of all sliders of a position and returns their union.
    fn slider_attacks(&self, sliders: &Sliders, attacks: &mut [u64]) -> u64;
    /// Writes the attacks of all sliders of many positions, and the union for each.
    fn slider_attacks_of_many(&self, positions: &[Sliders], attacks: &mut [u64], unions: &mut [u64]);
}

/// The calls of a level.
pub(crate) struct OfLevel<L> {
    name: String,
    level: L,
}

impl<L: Level> OfLevel<L> {
    pub(crate) fn new(level: L) -> Self {
        Self { name: format!("{}/positions/default", L::NAME), level }
    }
}

impl<L: Level> SlidersOfPositions for OfLevel<L> {
    fn name(&self) -> &str {
        &self.name
    }

    fn slider_attacks(&self, sliders: &Sliders, attacks: &mut [u64]) -> u64 {
        self.level.slider_attacks(sliders, attacks)
    }

    fn slider_attacks_of_many(&self, positions: &[Sliders], attacks: &mut [u64], unions: &mut [u64]) {
        self.level.slider_attacks_of_many(positions, attacks, unions);
    }
}

/// Checks the results for all sliders of one position and of many against the oracle's for each, and that
/// nothing is written around the output.
pub fn prop_sliders_equal_singles(kernel: &dyn SlidersOfPositions, positions: &[Sliders]) {
    let (mut expected, mut unions) = (Vec::new(), Vec::new());
    for position in positions {
        let start = expected.len();
        for square in Square::ALL {
            let on = |pieces: u64| pieces >> square.index() & 1 == 1;
            let as_rook = on(position.rooks) || on(position.queens);
            let as_bishop = on(position.bishops) || on(position.queens);
            let rook = reference::rook_attacks(square, position.occupied);
            let bishop = reference::bishop_attacks(square, position.occupied);
            match (as_rook, as_bishop) {
                (false, false) => {}
                (true, false) => expected.push(rook),
                (false, true) => expected.push(bishop),
                (true, true) => expected.push(rook | bishop),
            }
        }
        assert_eq!(position.count(), expected.len() - start);
        unions.push(expected[start..].iter().fold(0, |union, attacks| union | attacks));
    }
    let wrong = |what: &str, index: isize, found: u64, expected: u64| {
        let boards = [("expected", expected), ("found", found)];
        panic!("{}: {what} at index {index}\n{}\n{positions:x?}", kernel.name(), draw(&boards));
    };
    let [mut output, mut second] = [Output::new(expected.len()), Output::new(positions.len())];
    let (range, second_range) = (output.range(1, expected.len()), second.range(2, positions.len()));
    let (words, union_words) = (output.slice(range.clone()), second.slice(second_range.clone()));
    kernel.slider_attacks_of_many(positions, words, union_words);
    output.compare(range.clone(), &expected, &wrong);
    second.compare(second_range, &unions, &wrong);
    let start = range.start;
    let mut rest = range;
    for (position, &union) in positions.iter().zip(&unions) {
        let own = rest.start..rest.start + position.count();
        let found = kernel.slider_attacks(position, output.slice(own.clone()));
        let expected = &expected[own.start - start..][..own.len()];
        output.compare(own.clone(), expected, &wrong);
        if found != union {
            wrong("wrong union", 0, found, union);
        }
        rest.start = own.end;
    }
}
