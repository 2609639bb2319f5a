//! [`WithLevel`]: an operation that is compiled for each level.

/// An operation that is generic over the level: a struct with the arguments, and a method for all levels.
///
/// [`quadline::level::dispatch`](https://docs.rs/quadline/latest/quadline/level/fn.dispatch.html) runs it at
/// the chosen level, and [`Detected::run`](crate::level::Detected::run) at a given level.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{
///     Square,
///     level::{Level, Scalar, WithLevel},
/// };
///
/// struct Queen(Square, u64);
///
/// impl WithLevel for Queen {
///     type Output = u64;
///     fn with_level<L: Level>(self, level: L) -> u64 {
///         level.queen_attacks(self.0, self.1)
///     }
/// }
///
/// let level = Scalar::detect().expect("it needs no feature");
/// assert_eq!(Queen(Square::A1, 0).with_level(level).count_ones(), 21);
/// ```
pub trait WithLevel {
    /// The result of the operation.
    type Output;
    /// Runs the operation with the token of a level.
    fn with_level<L: super::Level>(self, level: L) -> Self::Output;
}
