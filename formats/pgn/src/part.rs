//! [`Part`]: some games of a file, and where they are in it.

/// A part of a file that consists of whole games.
#[derive(Clone, Debug)]
pub struct Part {
    pub(crate) bytes: Vec<u8>,
    pub(crate) origin: Origin,
    pub(crate) begins_line: bool,
    pub(crate) limit: usize,
}

impl Part {
    /// Returns the bytes of the games.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the offset of the first byte in the file.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.origin.offset
    }
}

/// The beginning of a part: the offset, the line and the number of the game before its first byte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    pub offset: u64,
    /// The line feeds before.
    pub lines: u64,
    /// The games before.
    pub games: u64,
}

impl Origin {
    pub const FILE: Self = Self { offset: 0, lines: 0, games: 0 };
}
