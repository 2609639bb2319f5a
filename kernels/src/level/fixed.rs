//! The level that the build fixes at compile time, as a type.
//!
//! A constant cannot choose a type by itself, but a constant can choose the number in `Build<NUMBER>`, and each number
//! has an implementation of [`Fixes`] that names a type: one for every row of the [list](super::list), and one for the
//! number of no row.

use super::Level;
use super::list::Row;

/// A build that fixes the row with this number.
#[derive(Debug)]
pub struct Build<const ROW: usize>;

/// The level that a build fixes, or another one.
pub trait Fixes<Otherwise> {
    /// The token.
    type Level: Level;
}

/// The number of no row.
const NONE: usize = usize::MAX;

impl<Otherwise: Level> Fixes<Otherwise> for Build<NONE> {
    type Level = Otherwise;
}

/// The level that this build fixes, or `Otherwise` if it fixes none.
pub type FixedOr<Otherwise> = <Build<
    {
        match Row::FIXED {
            Some(row) => row as usize,
            None => NONE,
        }
    },
> as Fixes<Otherwise>>::Level;
