//! The choice of a level: at the first call, or by the build.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::detected::{Detected, fixed};
use super::error::LevelError;
use super::rows::Row;

/// 0, or one more than the number of the chosen row.
pub(crate) static ACTIVE: AtomicUsize = AtomicUsize::new(0);

/// Returns the chosen level, or `None` before the first dispatch.
#[inline]
fn activated() -> Option<Detected> {
    ACTIVE.load(Ordering::Relaxed).checked_sub(1).map(|row| Detected::of(Row::ALL[row]))
}

/// Chooses the best level, or the one that `QUADLINE_LEVEL` names.
#[cold]
pub(crate) fn activate() -> Detected {
    let level = to_activate().unwrap_or_else(|error| panic!("QUADLINE_LEVEL: {error}"));
    // The tables are constants, so this store need not publish any other memory.
    ACTIVE.store(level.row() as usize + 1, Ordering::Relaxed);
    level
}

/// Resets the choice, so that the next call chooses again. For tests.
#[doc(hidden)]
pub fn deactivate() {
    ACTIVE.store(0, Ordering::Relaxed);
}

/// Returns the level that `QUADLINE_LEVEL` names, or else the best one.
fn to_activate() -> Result<Detected, LevelError> {
    #[cfg(feature = "std")]
    if let Some(name) = std::env::var_os("QUADLINE_LEVEL").filter(|name| !name.is_empty()) {
        return Detected::by_name_for_dispatch(&name.to_string_lossy());
    }
    Ok(Detected::best())
}

/// Whether a build that fixes a level has checked that `QUADLINE_LEVEL` names no other.
static IS_CHECKED: AtomicBool = AtomicBool::new(false);

/// In a build that fixes a level, checks once that `QUADLINE_LEVEL` names no other.
#[inline(always)]
pub(crate) fn check_once() {
    if fixed().is_some() && !IS_CHECKED.load(Ordering::Relaxed) {
        check_fixed();
    }
}

#[cold]
fn check_fixed() {
    activate();
    IS_CHECKED.store(true, Ordering::Relaxed);
}

/// Returns the level of run-time dispatch, or the one that the build fixes.
#[doc(hidden)]
#[inline]
pub fn active() -> Detected {
    match fixed() {
        Some(fixed) => {
            check_once();
            fixed
        }
        None => activated().unwrap_or_else(activate),
    }
}

/// Returns the level of run-time dispatch, or the one that the build fixes, or an error if `QUADLINE_LEVEL`
/// names another.
#[doc(hidden)]
pub fn try_active() -> Result<Detected, LevelError> {
    // Once a level is chosen, later changes of the variable have no effect.
    let decided = match fixed() {
        Some(_) => IS_CHECKED.load(Ordering::Relaxed),
        None => activated().is_some(),
    };
    if !decided {
        to_activate()?;
    }
    Ok(active())
}
