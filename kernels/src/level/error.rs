//! Why a level cannot be used.

use core::fmt;

use super::{Detected, available};

/// Why a level cannot be used. Its text names the level that was asked for and lists those that there are.
///
/// [`quadline::level::dispatch_named`](https://docs.rs/quadline/latest/quadline/level/fn.dispatch_named.html) has an example.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LevelError {
    /// The name that was asked for, as far as there is room.
    name: [u8; ROOM],
    length: u8,
    /// Whether there was not room for all of it.
    cut: bool,
    why: Why,
}

/// Bytes of a name that are kept: there may be no allocator.
const ROOM: usize = 30;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// No level has that name.
    Unknown,
    /// This CPU, or this architecture, has not got it.
    Lacking,
    /// The build fixes this one.
    Fixed(Detected),
}

impl LevelError {
    pub(super) fn new(name: &str, why: Why) -> Self {
        let mut error = Self { name: [0; ROOM], length: 0, cut: false, why };
        for character in name.chars() {
            let end = usize::from(error.length) + character.len_utf8();
            if end > ROOM {
                error.cut = true;
                break;
            }
            character.encode_utf8(&mut error.name[usize::from(error.length)..end]);
            error.length = end as u8;
        }
        error
    }
}

/// The name in quotes: what a terminal would obey is escaped, and what is missing is marked.
impl fmt::Display for Quoted<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(error) = self;
        let name = core::str::from_utf8(&error.name[..usize::from(error.length)]).unwrap_or_default();
        formatter.write_str("`")?;
        for character in name.chars() {
            if character.is_control() {
                write!(formatter, "{}", character.escape_default())?;
            } else {
                write!(formatter, "{character}")?;
            }
        }
        formatter.write_str(if error.cut { "…`" } else { "`" })
    }
}

struct Quoted<'a>(&'a LevelError);

impl fmt::Display for LevelError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Quoted(self);
        match self.why {
            Why::Unknown => write!(formatter, "there is no level {name}")?,
            Why::Lacking => write!(formatter, "this CPU lacks the level {name}")?,
            Why::Fixed(fixed) => {
                let fixed = fixed.name();
                return write!(
                    formatter,
                    "level {name} was asked for, but this build is fixed to `{fixed}` (`-C target-cpu`, or the target \
                     itself); ask for `{fixed}` or for none, or build without it"
                );
            }
        }
        formatter.write_str("; the levels here are:")?;
        available().try_for_each(|level| write!(formatter, " {}", level.name()))
    }
}

/// The text, as `unwrap` prints it.
impl fmt::Debug for LevelError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "LevelError({self})")
    }
}

impl core::error::Error for LevelError {}
