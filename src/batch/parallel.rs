//! The batches over all cores, by `rayon`, for slices too long for one; the same results. Feature `rayon`.
//!
//! The slices are cut into parts of [`PART`] sliders; a slice that is shorter stays on this thread.
//!
//! # Panics
//! As the functions of the same names in [`batch`]: nothing is written before the lengths are checked.

use quadline_kernels::batch::{Lengths, OneBoard, check_lengths};
use rayon::prelude::*;

use crate::{Square, batch};

/// Sliders to a part: enough that the threads are worth their start, few enough for the second cache.
pub const PART: usize = 16_384;

macro_rules! parallel_calls {
    ($($piece:literal $pairs:ident $on:ident;)*) => {$(
        #[doc = concat!("The attacks of ", $piece, " on each square, each on its own board.")]
        ///
        /// # Panics
        /// If the slices are not of equal length.
        pub fn $pairs(squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
            check_lengths(squares, occupied, Lengths::Attacks(attacks.len()));
            let parts = squares.par_chunks(PART).zip(occupied.par_chunks(PART));
            parts
                .zip(attacks.par_chunks_mut(PART))
                .for_each(|((squares, occupied), attacks)| batch::$pairs(squares, occupied, attacks));
        }

        #[doc = concat!("The attacks of ", $piece, " on each square of one board.")]
        ///
        /// # Panics
        /// If the slices are not of equal length.
        pub fn $on(occupied: u64, squares: &[Square], attacks: &mut [u64]) {
            check_lengths(squares, OneBoard(occupied), Lengths::Attacks(attacks.len()));
            let parts = squares.par_chunks(PART).zip(attacks.par_chunks_mut(PART));
            parts.for_each(|(squares, attacks)| batch::$on(occupied, squares, attacks));
        }
    )*};
}

parallel_calls! {
    "a rook" rook_attacks rook_attacks_on;
    "a bishop" bishop_attacks bishop_attacks_on;
    "a queen" queen_attacks queen_attacks_on;
}

/// The attacks of a rook and of a bishop on each square, apart, from one pass.
///
/// # Panics
/// If the slices are not of equal length.
pub fn rook_and_bishop_attacks(squares: &[Square], occupied: &[u64], rook: &mut [u64], bishop: &mut [u64]) {
    check_lengths(squares, occupied, Lengths::RookAndBishop(rook.len(), bishop.len()));
    let parts = squares.par_chunks(PART).zip(occupied.par_chunks(PART));
    let attacks = rook.par_chunks_mut(PART).zip(bishop.par_chunks_mut(PART));
    parts.zip(attacks).for_each(|((squares, occupied), (rook, bishop))| {
        batch::rook_and_bishop_attacks(squares, occupied, rook, bishop);
    });
}
