//! The level that the build fixes at compile time, as a type.
//!
//! The value of a constant cannot select a type directly, but it can be the number in `Build<NUMBER>`, and an
//! implementation of [`Fixes`] for each number names a type. There is one for every row of the
//! [list](crate::levels::rows), and one for [`NONE`].

use super::Level;
use crate::levels::rows::Row;

/// A build that fixes the row with this number.
#[derive(Debug)]
pub struct Build<const ROW: usize>;

/// The level that a build fixes, or `Otherwise`.
pub trait Fixes<Otherwise> {
    /// The token.
    type Level: Level;
}

/// The number of a build that fixes no row.
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
