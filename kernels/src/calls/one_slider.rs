//! The free functions of one slider, which neither dispatch nor detect CPU features.
//!
//! They inline into release builds of dependents. Builds with debug assertions compile them in this crate, so
//! that an unoptimized program can use an optimized copy.

use super::{Level, dispatch::token};
use crate::{LineAttacks, Square};

macro_rules! free_functions {
    ($($method:ident($($argument:ident: $type:ty),*) -> $output:ty;)*) => {$(
        /// Computes the method of [`Level`] with this name.
        #[cfg_attr(not(debug_assertions), inline)]
        #[must_use]
        pub fn $method($($argument: $type),*) -> $output {
            token().$method($($argument),*)
        }
    )*};
}
free_functions! {
    queen_attacks_x4(square: Square, occupied: u64) -> LineAttacks;
    rook_attacks(square: Square, occupied: u64) -> u64;
    bishop_attacks(square: Square, occupied: u64) -> u64;
    queen_attacks(square: Square, occupied: u64) -> u64;
    rook_and_bishop_attacks(square: Square, rook_occupied: u64, bishop_occupied: u64) -> (u64, u64);
}
