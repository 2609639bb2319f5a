//! The level of a program: the best one, or the one that the environment names.

use core::sync::atomic::{AtomicBool, Ordering};

use super::{Choice, Chooser, Detected, FixedOr, Level, LevelError, dispatch, fixed};

/// Chooses the best level, or the one that `QUADLINE_LEVEL` names.
#[derive(Clone, Copy, Debug)]
pub struct Environment;

/// The token of the run-time dispatch: each call goes to the level that was chosen.
pub type Dispatched = dispatch::Dispatched<Environment>;

/// The token of the level that the build fixes; in a build that fixes none, [`Dispatched`].
///
/// `Fixed::detect()` is a constant, and never `None`. In a program that is built for one CPU everything inlines through
/// it, and the same program built for all CPUs dispatches each call, as the free functions do:
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Square, level::{Fixed, Level}};
///
/// let level = Fixed::detect().unwrap();
/// assert_eq!(level.queen_attacks(Square::A1, 0).count_ones(), 21);
/// ```
pub type Fixed = FixedOr<Dispatched>;

/// What the run-time dispatch has chosen.
static ACTIVE: Choice<Environment> = Choice::new();

impl Chooser for Environment {
    #[inline]
    fn choice() -> &'static Choice<Self> {
        &ACTIVE
    }

    fn choose() -> Detected {
        asked_for().unwrap_or_else(|error| panic!("QUADLINE_LEVEL: {error}"))
    }
}

/// The level that `QUADLINE_LEVEL` asks for, or else the best.
fn asked_for() -> Result<Detected, LevelError> {
    #[cfg(feature = "std")]
    if let Some(name) = std::env::var_os("QUADLINE_LEVEL").filter(|name| !name.is_empty()) {
        return Detected::by_name_for_dispatch(&name.to_string_lossy());
    }
    Ok(Detected::best())
}

/// The token of the free functions.
#[inline(always)]
#[doc(hidden)]
pub fn token() -> Fixed {
    Fixed::detect().expect("the build is for this CPU")
}

/// Whether a build that fixes a level has seen that `QUADLINE_LEVEL` asks for no other.
static AGREED: AtomicBool = AtomicBool::new(false);

/// The token of the batches, which ask once whether `QUADLINE_LEVEL` agrees with a build that fixes a level.
#[inline(always)]
#[doc(hidden)]
pub fn agreed_token() -> Fixed {
    if fixed().is_some() && !AGREED.load(Ordering::Relaxed) {
        agree();
    }
    token()
}

#[cold]
fn agree() {
    Environment::choose();
    AGREED.store(true, Ordering::Relaxed);
}

/// The level of the run-time dispatch, or the one that the build fixes.
#[doc(hidden)]
#[inline]
pub fn current() -> Detected {
    match fixed() {
        Some(fixed) => {
            agreed_token();
            fixed
        }
        None => ACTIVE.get(),
    }
}

/// The level of the run-time dispatch, or the one that the build fixes; an error if `QUADLINE_LEVEL` names another.
#[doc(hidden)]
pub fn try_current() -> Result<Detected, LevelError> {
    // What was chosen stays, whatever becomes of the variable.
    let decided = match fixed() {
        Some(_) => AGREED.load(Ordering::Relaxed),
        None => ACTIVE.chosen().is_some(),
    };
    if !decided {
        asked_for()?;
    }
    Ok(current())
}
