//! [`Detected`]: a level of this CPU, chosen at run time.

use core::fmt;

use super::cpu;
use super::error::{LevelError, Why};
use super::proof::Token;
use super::rows::{NAMES, Row, is_left_out};

/// A level that was detected on this CPU.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Detected(Row);

impl fmt::Debug for Detected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl Detected {
    /// Returns the level of a row. The caller must have detected it on this CPU.
    pub(crate) const fn of(row: Row) -> Self {
        Self(row)
    }

    pub(crate) const fn row(self) -> Row {
        self.0
    }

    /// Returns the name of the level.
    #[inline]
    pub const fn name(self) -> &'static str {
        self.0.name()
    }

    /// Returns the level with the same kernels, if this level is another name for it in this build.
    ///
    /// Without the feature `wide`, `scalar` is another name for `portable`. [`run`](Self::run) passes the
    /// token of `portable` then, and [`Level::NAME`](crate::level::Level::NAME) is `portable`.
    #[inline]
    pub fn same_as(self) -> Option<Self> {
        self.0.same_as().map(Self)
    }

    /// Returns the token of a set of features, if this level has them.
    #[inline]
    pub fn token_of<T: Token>(self) -> Option<T> {
        // SAFETY: the level was detected, and the other features are those of the build, or were detected.
        self.0.needs().permit(T::NEEDS).then(|| unsafe { T::assume() })
    }

    /// Returns the best level of this CPU, or the level that the build fixes.
    #[inline]
    pub fn best() -> Self {
        fixed().unwrap_or_else(|| available().next().expect("the scalar level is always there"))
    }

    /// Returns the level with this name.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no level with this name, or if this CPU lacks it.
    pub fn by_name(name: &str) -> Result<Self, LevelError> {
        let why = match name {
            _ if is_left_out(name) => Why::LeftOut,
            _ if NAMES.contains(&name) => Why::Lacking,
            _ => Why::Unknown,
        };
        available().find(|level| level.name() == name).ok_or_else(|| LevelError::new(name, why))
    }

    /// Returns the level with this name, if run-time dispatch of this build can use it.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no level with this name, if this CPU lacks it, or if the build fixes
    /// another one.
    pub fn by_name_for_dispatch(name: &str) -> Result<Self, LevelError> {
        match fixed() {
            Some(fixed) if fixed.name() == name => Ok(fixed),
            Some(fixed) => Err(LevelError::new(name, Why::Fixed(fixed.name()))),
            None => Self::by_name(name),
        }
    }
}

/// Returns the level that the build fixes at compile time, if any.
///
/// A build leaves nothing to choose if it is made with `-C target-cpu=…` for a CPU with AVX2 or more, for
/// aarch64, or for a target without a level above `portable` (wasm, 32-bit Arm, RISC-V).
#[inline]
pub const fn fixed() -> Option<Detected> {
    match Row::FIXED {
        // The build enables the features of this row, so the program cannot run on a CPU without them.
        Some(row) => Some(Detected::of(row)),
        None => None,
    }
}

/// Returns the levels of this CPU, best first.
pub fn available() -> impl Iterator<Item = Detected> {
    Row::of(cpu::this_cpu()).map(Detected::of)
}

/// Returns the names of all levels in a build for this architecture, best first.
pub fn known() -> impl Iterator<Item = &'static str> {
    Row::ALL.iter().map(|row| row.name())
}
