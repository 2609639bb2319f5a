//! A level that was seen on this CPU.

use core::fmt;

use super::token::Row;

/// A level that was detected on this CPU, chosen at run time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Detected(Row);

impl fmt::Debug for Detected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl Detected {
    /// A level of the list, for the table of its own calls, which nobody reaches who has not detected it.
    pub(super) const fn of(row: Row) -> Self {
        Self(row)
    }

    pub(super) const fn row(self) -> Row {
        self.0
    }

    /// The name of the level.
    #[inline]
    pub const fn name(self) -> &'static str {
        self.0.name()
    }
}
