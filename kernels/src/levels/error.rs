//! [`LevelError`], the error if a level cannot be used.

use core::fmt;

use super::cpu;
use super::rows::Row;

/// The error returned when a level is unknown or cannot be used. `Display` lists the available levels.
///
/// [`quadline::level::dispatch_named`](https://docs.rs/quadline/latest/quadline/level/fn.dispatch_named.html)
/// has an example.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LevelError {
    /// The beginning of the requested name.
    name: [u8; ROOM],
    length: u8,
    /// Whether the name is longer than that.
    cut: bool,
    why: Why,
}

/// The number of bytes of a name that are kept. There may be no allocator.
const ROOM: usize = 30;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// No level has that name.
    Unknown,
    /// This CPU or architecture does not support the level.
    Lacking,
    /// The build leaves out this level.
    LeftOut,
    /// The build fixes the level with this name.
    Fixed(&'static str),
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

/// Writes the name in quotes, escapes control characters, and adds three dots if the name is cut.
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
            Why::Unknown => write!(formatter, "unknown level {name}")?,
            Why::Lacking => write!(formatter, "this CPU does not support the level {name}")?,
            Why::LeftOut => {
                write!(formatter, "this build leaves out the level {name} (`--cfg quadline_without`)")?
            }
            Why::Fixed(fixed) => {
                return write!(
                    formatter,
                    "level {name} was requested, but this build is fixed to `{fixed}` (by `-C target-cpu` or by the \
                     target); request `{fixed}` or none, or rebuild without that option"
                );
            }
        }
        formatter.write_str("; available levels:")?;
        Row::of(cpu::this_cpu()).try_for_each(|row| write!(formatter, " {}", row.name()))
    }
}

/// Prints the message, because that is what `unwrap` shows.
impl fmt::Debug for LevelError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "LevelError({self})")
    }
}

impl core::error::Error for LevelError {}
