//! Reads compressed files.

use std::fmt;
use std::io::{self, Cursor, ErrorKind, Read};

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Compression {
    /// The file is text.
    None,
    /// Zstandard (RFC 8878).
    Zstd,
    /// Gzip (RFC 1952).
    Gzip,
    /// Bzip2.
    Bzip2,
}

impl Compression {
    /// Returns how a file is compressed that begins with these bytes. Four bytes are enough.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadline_pgn::Compression;
    ///
    /// assert_eq!(Compression::of(&[0x1f, 0x8b, 8, 0]), Compression::Gzip);
    /// assert_eq!(Compression::of(b"[Event"), Compression::None);
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        match bytes {
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            [0x1f, 0x8b, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Self::Bzip2,
            _ => Self::None,
        }
    }
}

/// A reader that decompresses its input, if the first bytes show that it is compressed. The name of a file
/// plays no role.
///
/// A file of several compressed parts, as Lichess and parallel compressors write it, is read to its end.
/// Formats whose feature is not enabled are an error.
///
/// # Examples
///
/// ```
/// use quadline_pgn::{Decompressed, Games};
///
/// let mut games = Games::new(Decompressed::new(&b"1. e4 e5 *"[..])?);
/// assert_eq!(games.next_game().unwrap()?.plies().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Decompressed<'a> {
    input: Box<dyn Read + Send + 'a>,
    compression: Compression,
}

impl fmt::Debug for Decompressed<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Decompressed").field("compression", &self.compression).finish_non_exhaustive()
    }
}

impl<'a> Decompressed<'a> {
    /// Reads the first bytes of a file and creates a reader for it.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or if the feature for its compression is not enabled.
    pub fn new(mut input: impl Read + Send + 'a) -> io::Result<Self> {
        let mut first = [0; 4];
        let mut length = 0;
        while length < first.len() {
            match input.read(&mut first[length..]) {
                Ok(0) => break,
                Ok(count) => length += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let compression = Compression::of(&first[..length]);
        let input = Cursor::new(first).take(length as u64).chain(input);
        let input: Box<dyn Read + Send + 'a> = match compression {
            Compression::None => Box::new(input),
            #[cfg(feature = "zstd")]
            Compression::Zstd => Box::new(zstd::Decoder::new(input)?),
            #[cfg(feature = "gzip")]
            Compression::Gzip => Box::new(flate2::read::MultiGzDecoder::new(input)),
            #[cfg(feature = "bzip2")]
            Compression::Bzip2 => Box::new(bzip2::read::MultiBzDecoder::new(input)),
            #[cfg(not(all(feature = "zstd", feature = "gzip", feature = "bzip2")))]
            other => {
                let name = format!("{other:?}").to_lowercase();
                let message =
                    format!("the file is compressed with {name}: enable the feature {name} of quadline-pgn");
                return Err(io::Error::new(ErrorKind::Unsupported, message));
            }
        };
        Ok(Self { input, compression })
    }

    /// Returns how the file is compressed.
    #[must_use]
    pub fn compression(&self) -> Compression {
        self.compression
    }
}

impl Read for Decompressed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.input.read(buffer)
    }
}
