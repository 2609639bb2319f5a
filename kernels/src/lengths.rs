//! The checks of the lengths of slices with positions and their results.

use core::fmt;

/// Panics unless there is one more offset than positions.
#[doc(hidden)]
#[inline(always)]
#[track_caller]
pub fn check_offsets(positions: usize, offsets: usize) {
    let ends = positions + 1;
    assert!(
        offsets == ends,
        "slices of unequal length: positions {positions}, offsets {offsets}; there must be {ends} offsets"
    );
}

/// Panics unless there is a place for each position's result. Callers check this before they write.
#[doc(hidden)]
#[inline(always)]
#[track_caller]
pub fn check_lengths<const N: usize>(positions: usize, results: [(&str, usize); N]) {
    if results.iter().any(|&(_, length)| length != positions) {
        unequal_lengths(positions, &results);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn unequal_lengths(positions: usize, results: &[(&str, usize)]) -> ! {
    struct Lengths<'a>(&'a [(&'a str, usize)]);
    impl fmt::Display for Lengths<'_> {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.iter().try_for_each(|(name, length)| write!(formatter, ", {name} {length}"))
        }
    }
    let others = Lengths(results);
    panic!("slices of unequal length: positions {positions}{others}; all must be as long as positions")
}
