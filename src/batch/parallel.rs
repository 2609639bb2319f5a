//! Batch functions that use all cores, by means of `rayon`. Feature `rayon`.
//!
//! The results are those of the functions with the same names in [`batch`]. The slices are split into parts
//! of [`PART`] sliders or positions (4,096 positions for [`legal_moves`]); shorter slices are computed on the
//! calling thread.
//!
//! [`legal_moves`] counts the moves before it writes them, and [`threats`] computes everything twice.
//!
//! Functions for one position are not available here. Neither are those that number network inputs
//! ([`threat_inputs`](batch::threat_inputs)) or read packed boards ([`from_nibbles`](batch::from_nibbles)):
//! the data loaders that call them already divide their rows among threads.
//!
//! # Examples
//!
//! ```
//! use quadline::{Square, batch};
//!
//! let squares: Vec<Square> =
//!     Square::ALL.iter().copied().cycle().take(100_000).collect();
//! let mut attacks = vec![0; squares.len()];
//! batch::parallel::queen_attacks_on(0, &squares, &mut attacks);
//! assert_eq!(attacks[27].count_ones(), 27);
//! ```
//!
//! # Panics
//!
//! Each function panics where the function with the same name in [`batch`] does. Nothing is written before
//! the lengths are checked.

use quadline_kernels::internal::batch::{Lengths, OneBoard, check_lengths};
use quadline_kernels::internal::lengths::{check_lengths as check_positions, check_offsets};
use rayon::prelude::*;
use std::vec;
use std::vec::Vec;

use crate::threats::{Threat, ThreatKinds};
use crate::{CheckInfo, ChecksAndPins, Move, Position, Square, ZobristKeys, batch};

/// The number of sliders or positions in one part: large enough to be worth a task, small enough for the L2
/// cache.
pub const PART: usize = 16_384;

macro_rules! parallel_calls {
    ($($piece:literal $pairs:ident $on:ident;)*) => {$(
        #[doc = concat!("Writes the attacks of ", $piece, " on each square, each with its own occupied squares; see [`batch::", stringify!($pairs), "`].")]
        ///
        /// # Panics
        ///
        /// Panics if the slices are not of equal length.
        #[track_caller]
        pub fn $pairs(squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
            check_lengths(squares, occupied, Lengths::Attacks(attacks.len()));
            let parts = squares.par_chunks(PART).zip(occupied.par_chunks(PART));
            parts
                .zip(attacks.par_chunks_mut(PART))
                .for_each(|((squares, occupied), attacks)| batch::$pairs(squares, occupied, attacks));
        }

        #[doc = concat!("Writes the attacks of ", $piece, " on each square of one board; see [`batch::", stringify!($on), "`].")]
        ///
        /// # Panics
        ///
        /// Panics if the slices are not of equal length.
        #[track_caller]
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

/// Writes the attacks of a rook and those of a bishop on each square to two slices; see
/// [`batch::rook_and_bishop_attacks`].
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[track_caller]
pub fn rook_and_bishop_attacks(squares: &[Square], occupied: &[u64], rook: &mut [u64], bishop: &mut [u64]) {
    check_lengths(squares, occupied, Lengths::RookAndBishop(rook.len(), bishop.len()));
    let parts = squares.par_chunks(PART).zip(occupied.par_chunks(PART));
    let attacks = rook.par_chunks_mut(PART).zip(bishop.par_chunks_mut(PART));
    parts.zip(attacks).for_each(|((squares, occupied), (rook, bishop))| {
        batch::rook_and_bishop_attacks(squares, occupied, rook, bishop);
    });
}

/// Defines the functions that write one result for each position, to one slice or to several.
macro_rules! in_parts {
    ($($(#[$attribute:meta])* $name:ident($($results:ident: $type:ty),+);)*) => {$(
        $(#[$attribute])*
        ///
        /// # Panics
        ///
        /// Panics if the slices are not of equal length.
        #[track_caller]
        pub fn $name(positions: &[Position], $($results: &mut [$type]),+) {
            check_positions(positions.len(), [$((stringify!($results), $results.len())),+]);
            (positions.par_chunks(PART), $($results.par_chunks_mut(PART)),+)
                .into_par_iter()
                .for_each(|(positions, $($results),+)| batch::$name(positions, $($results),+));
        }
    )*};
}

in_parts! {
    /// Writes all squares that each side attacks, for many positions; see [`batch::attacked_squares`].
    attacked_squares(white: u64, black: u64);
    /// Writes the checks and pins of many positions; see [`batch::checks_and_pins`].
    checks_and_pins(checks_and_pins: ChecksAndPins);
    /// Writes the number of legal moves of each of many positions; see [`batch::legal_move_counts`].
    legal_move_counts(counts: u16);
    /// Writes the squares that each side attacks by role, for many positions; see
    /// [`batch::attacks_by_role_of_both`].
    attacks_by_role_of_both(white: [u64; 6], black: [u64; 6]);
    /// Writes the checks, pins and checking squares of both kings, for many positions; see
    /// [`batch::check_info`].
    check_info(info: CheckInfo);
    /// Writes the Polyglot key of each of many positions; see [`batch::polyglot_keys`].
    polyglot_keys(out: u64);
}

/// Writes the hash key of each of many positions; see [`batch::zobrist_keys`].
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[track_caller]
pub fn zobrist_keys(positions: &[Position], keys: &ZobristKeys, out: &mut [u64]) {
    check_positions(positions.len(), [("out", out.len())]);
    let parts = positions.par_chunks(PART).zip(out.par_chunks_mut(PART));
    parts.for_each(|(positions, out)| batch::zobrist_keys(positions, keys, out));
}

/// Plays a move in each of many positions; see [`batch::play`].
///
/// # Panics
///
/// Panics if the slices are not of equal length.
#[track_caller]
pub fn play(positions: &mut [Position], moves: &[Move]) {
    check_positions(positions.len(), [("moves", moves.len())]);
    let parts = positions.par_chunks_mut(PART).zip(moves.par_chunks(PART));
    parts.for_each(|(positions, moves)| batch::play(positions, moves));
}

/// Writes all legal moves of many positions and returns their number; see [`batch::legal_moves`].
///
/// The moves are counted first, which fixes the place of each part's moves.
///
/// # Panics
///
/// Panics if `offsets` is not one longer than `positions`; nothing is written in that case. Also panics if
/// `moves` is too short for all moves; the contents of `offsets` and `moves` are then unspecified.
#[track_caller]
pub fn legal_moves(positions: &[Position], offsets: &mut [usize], moves: &mut [Move]) -> usize {
    if positions.len() <= LISTS {
        return batch::legal_moves(positions, offsets, moves);
    }
    check_offsets(positions.len(), offsets.len());
    let counts: Vec<usize> = positions.par_chunks(LISTS).map(count).collect();
    let total = counts.iter().sum();
    assert!(moves.len() >= total, "moves is too short: {total} legal moves, room for {}", moves.len());
    let (last, offsets) = offsets.split_last_mut().expect("one offset more than positions");
    *last = total;
    let mut rest = moves;
    let mut start = 0;
    let parts: Vec<_> = positions
        .chunks(LISTS)
        .zip(offsets.chunks_mut(LISTS))
        .zip(counts)
        .map(|((positions, offsets), count)| {
            let (moves, others) = core::mem::take(&mut rest).split_at_mut(count);
            rest = others;
            start += count;
            (positions, offsets, moves, start - count)
        })
        .collect();
    parts.into_par_iter().for_each(|(positions, offsets, moves, start)| {
        let mut own = vec![0; positions.len() + 1];
        batch::legal_moves(positions, &mut own, moves);
        for (offset, own) in offsets.iter_mut().zip(own) {
            *offset = start + own;
        }
    });
    total
}

/// The number of positions in one part of [`legal_moves`], which writes some sixty bytes for each.
const LISTS: usize = PART / 4;

/// Returns the number of legal moves of all positions.
fn count(positions: &[Position]) -> usize {
    let mut counts = vec![0; positions.len()];
    batch::legal_move_counts(positions, &mut counts);
    counts.into_iter().map(usize::from).sum()
}

/// Writes the threats of many positions and returns their number; see [`batch::threats`].
///
/// Each part is computed twice: first to count its threats, so that all parts can then be written in
/// parallel.
///
/// # Panics
///
/// Panics if `offsets` is not one longer than `positions`.
#[track_caller]
#[must_use = "the number may exceed the length of `threats`"]
pub fn threats(
    positions: &[Position],
    kinds: ThreatKinds,
    offsets: &mut [usize],
    threats: &mut [Threat],
) -> usize {
    check_offsets(positions.len(), offsets.len());
    if positions.len() <= PART {
        return batch::threats(positions, kinds, offsets, threats);
    }
    let parts = positions.par_chunks(PART);
    let counts: Vec<usize> = parts
        .clone()
        .map_init(
            || vec![0; PART + 1],
            |offsets, positions| batch::threats(positions, kinds, &mut offsets[..=positions.len()], &mut []),
        )
        .collect();
    // The places for each part: fewer than its threats, or none, if `threats` is too short.
    let (mut rest, mut outputs) = (threats, Vec::new());
    for &count in &counts {
        let (places, others) = rest.split_at_mut(count.min(rest.len()));
        outputs.push(places);
        rest = others;
    }
    let starts = counts.iter().scan(0, |end, count| {
        let start = *end;
        *end += count;
        Some(start)
    });
    let starts: Vec<usize> = starts.collect();
    let (last, firsts) = offsets.split_last_mut().expect("one offset more than positions");
    let jobs = parts.zip(firsts.par_chunks_mut(PART)).zip(outputs).zip(&starts);
    jobs.for_each_init(
        || vec![0; PART + 1],
        |from_zero, (((positions, firsts), places), start)| {
            // The number is known: it determined the length of `places`.
            let _ = batch::threats(positions, kinds, &mut from_zero[..=positions.len()], places);
            for (first, offset) in firsts.iter_mut().zip(from_zero) {
                *first = start + *offset;
            }
        },
    );
    *last = counts.iter().sum();
    *last
}
