//! Many sliders per call: dispatched once, any length and alignment, no allocation; the caller owns the memory.
//!
//! | what | functions |
//! |---|---|
//! | pairs of square and board | [`rook_attacks`], [`bishop_attacks`], [`queen_attacks`] |
//! | the same, rook and bishop apart | [`rook_and_bishop_attacks`] |
//! | one board, many squares | [`rook_attacks_on`], [`bishop_attacks_on`], [`queen_attacks_on`] |
//! | all sliders of a position | [`slider_attacks`] |
//! | all sliders of many positions | [`slider_attacks_of_many`] |
//!
//! ```
//! use quadline::{Square, batch};
//!
//! let mut attacks = [0; 3];
//! batch::queen_attacks(&[Square::A1, Square::D4, Square::H8], &[0, 0, 0], &mut attacks);
//! assert_eq!(attacks.map(u64::count_ones), [21, 27, 21]);
//! ```
//!
//! A caller that was dispatched already has the same as methods of its token, `level.batch_queen_attacks(..)` and so
//! on. How the sliders lie in the vectors is told in [`quadline_kernels::batch`].
//!
//! # Panics
//! Slices of unequal length are a panic that names the lengths; nothing is written before it.
//!
//! ```should_panic
//! // slices of unequal length: squares 1, occupied 2, attacks 1; all must be as long as squares
//! quadline::batch::rook_attacks(&[quadline::Square::A1], &[0, 0], &mut [0]);
//! ```

use crate::{Sliders, Square, level};

#[cfg(feature = "rayon")]
pub mod parallel;

/// Defines batch calls, each as a call of the function for the level.
macro_rules! batch_calls {
    ($($(#[$attribute:meta])* fn $name:ident => $method:ident($($argument:ident: $type:ty),* $(,)?) -> $output:ty;)*) => {$(
        $(#[$attribute])*
        #[inline]
        pub fn $name($($argument: $type),*) -> $output {
            level::current().$method($($argument),*)
        }
    )*};
}

batch_calls! {
    /// The attacks of a rook on each square, each on its own board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    fn rook_attacks => batch_rook_attacks(
        squares: &[Square], occupied: &[u64], attacks: &mut [u64],
    ) -> ();

    /// The attacks of a bishop on each square, each on its own board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    fn bishop_attacks => batch_bishop_attacks(
        squares: &[Square], occupied: &[u64], attacks: &mut [u64],
    ) -> ();

    /// The attacks of a queen on each square, each on its own board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    fn queen_attacks => batch_queen_attacks(
        squares: &[Square], occupied: &[u64], attacks: &mut [u64],
    ) -> ();

    /// The attacks of a rook and of a bishop on each square, apart, from one pass.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    fn rook_and_bishop_attacks => batch_rook_and_bishop_attacks(
        squares: &[Square], occupied: &[u64], rook: &mut [u64], bishop: &mut [u64],
    ) -> ();

    /// The attacks of a rook on each square of one board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    fn rook_attacks_on => batch_rook_attacks_on(
        occupied: u64, squares: &[Square], attacks: &mut [u64],
    ) -> ();

    /// The attacks of a bishop on each square of one board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    fn bishop_attacks_on => batch_bishop_attacks_on(
        occupied: u64, squares: &[Square], attacks: &mut [u64],
    ) -> ();

    /// The attacks of a queen on each square of one board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    fn queen_attacks_on => batch_queen_attacks_on(
        occupied: u64, squares: &[Square], attacks: &mut [u64],
    ) -> ();

    /// The attacks of all sliders of a position, in the order of their squares, a1 first, and the union of them.
    ///
    /// ```
    /// use quadline::{Sliders, batch, bitboard};
    ///
    /// let sliders = Sliders {
    ///     rooks: 1,         // a1
    ///     bishops: 1 << 2,  // c1
    ///     queens: 0,
    ///     occupied: 1 | 1 << 2,
    /// };
    /// let mut attacks = [0; 2];
    /// let union = batch::slider_attacks(&sliders, &mut attacks);
    /// assert_eq!(union, attacks[0] | attacks[1]);
    /// assert_eq!(union, bitboard! {
    ///     1 . . . . . . .
    ///     1 . . . . . . .
    ///     1 . . . . . . 1
    ///     1 . . . . . 1 .
    ///     1 . . . . 1 . .
    ///     1 . . . 1 . . .
    ///     1 1 . 1 . . . .
    ///     . 1 1 . . . . .
    /// });
    /// ```
    ///
    /// # Panics
    /// If `attacks` is not as long as there are sliders ([`Sliders::count`]).
    fn slider_attacks => slider_attacks(sliders: &Sliders, attacks: &mut [u64]) -> u64;

    /// The attacks of all sliders of many positions, position after position, and for each position the union.
    ///
    /// # Panics
    /// If `attacks` is not as long as there are sliders in all, or `unions` not as long as `positions`.
    fn slider_attacks_of_many => slider_attacks_of_many(
        positions: &[Sliders], attacks: &mut [u64], unions: &mut [u64],
    ) -> ();
}
