//! Reads compressed files.

use std::fmt;
#[cfg(any(feature = "gzip", feature = "bzip2"))]
use std::io::BufRead;
use std::io::{self, BufReader, Cursor, ErrorKind, Read};

/// The compression of a file.
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

/// The bytes of the longest header that is looked at, which is that of Zstandard.
const LONGEST_HEADER: usize = 18;

/// The first bytes of formats that are not read, their names, and the commands that make text of them.
const OTHERS: [(&[u8], &str, &str); 7] = [
    (b"PK\x03\x04", "a zip archive", "unzip -p games.zip > games.pgn"),
    (b"\xfd7zXZ\0", "compressed by xz", "xz -dc games.pgn.xz > games.pgn"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "7z e -so games.7z > games.pgn"),
    (b"\xff\xfe", "text in UTF-16", "iconv -f UTF-16 -t UTF-8 games.pgn > utf-8.pgn"),
    (b"\xfe\xff", "text in UTF-16", "iconv -f UTF-16 -t UTF-8 games.pgn > utf-8.pgn"),
    (b"[\0E\0", "text in UTF-16", "iconv -f UTF-16LE -t UTF-8 games.pgn > utf-8.pgn"),
    (b"\0[\0E", "text in UTF-16", "iconv -f UTF-16BE -t UTF-8 games.pgn > utf-8.pgn"),
];

/// A reader that decompresses its input, if the first bytes show that it is compressed. The name of a file
/// plays no role.
///
/// A file of several compressed parts, as Lichess and parallel compressors write it, is read to its end. Zeros
/// behind the parts of a gzip or bzip2 file, which tapes and mirrors add, are skipped. Formats whose feature is
/// not enabled are an error, and so are zip, xz, 7z and UTF-16: the error has the command that makes text of
/// them.
///
/// # Examples
///
/// ```
/// use quadline_pgn::{Decompressed, Reader};
///
/// let mut reader = Reader::new(Decompressed::new(&b"1. e4 e5 *"[..])?);
/// assert_eq!(reader.next_game().unwrap()?.plies().count(), 2);
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
    /// Returns an error if the file cannot be read, if the feature for its compression is not enabled, or if the
    /// file is of a format that is not read.
    pub fn new(mut input: impl Read + Send + 'a) -> io::Result<Self> {
        let mut first = [0; LONGEST_HEADER];
        let mut length = 0;
        while length < first.len() {
            match input.read(&mut first[length..]) {
                Ok(0) => break,
                Ok(count) => length += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if let Some((_, name, command)) = OTHERS.iter().find(|(begin, ..)| first[..length].starts_with(begin))
        {
            let message = format!("the file is {name}, which is not read; make text of it first: {command}");
            return Err(io::Error::new(ErrorKind::Unsupported, message));
        }
        let compression = Compression::of(&first[..length]);
        let input = BufReader::new(Cursor::new(first).take(length as u64).chain(input));
        let input: Box<dyn Read + Send + 'a> = match compression {
            Compression::None => Box::new(input),
            #[cfg(feature = "zstd")]
            Compression::Zstd => {
                Box::new(Zstd { decoder: zstd::Decoder::with_buffer(input)?, window: zstd_window(&first) })
            }
            #[cfg(feature = "gzip")]
            Compression::Gzip => Box::new(Members(Some(flate2::bufread::GzDecoder::new(input)))),
            #[cfg(feature = "bzip2")]
            Compression::Bzip2 => Box::new(Members(Some(bzip2::bufread::BzDecoder::new(input)))),
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

/// A compressed part of a file.
#[cfg(any(feature = "gzip", feature = "bzip2"))]
trait Member: Read {
    type Input: BufRead;

    fn new(input: Self::Input) -> Self;

    /// Returns the rest of the file.
    fn into_input(self) -> Self::Input;
}

#[cfg(feature = "gzip")]
impl<R: BufRead> Member for flate2::bufread::GzDecoder<R> {
    type Input = R;

    fn new(input: R) -> Self {
        Self::new(input)
    }

    fn into_input(self) -> R {
        self.into_inner()
    }
}

#[cfg(feature = "bzip2")]
impl<R: BufRead> Member for bzip2::bufread::BzDecoder<R> {
    type Input = R;

    fn new(input: R) -> Self {
        Self::new(input)
    }

    fn into_input(self) -> R {
        self.into_inner()
    }
}

/// Reads one part after the other, with any zeros behind each. There is no part at the end of the file.
#[cfg(any(feature = "gzip", feature = "bzip2"))]
struct Members<M>(Option<M>);

#[cfg(any(feature = "gzip", feature = "bzip2"))]
impl<M: Member> Read for Members<M> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let count = member.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            if let Some(mut input) = self.0.take().map(Member::into_input) {
                self.0 = skip_zeros(&mut input)?.then(|| M::new(input));
            }
        }
        Ok(0)
    }
}

/// Skips zeros. Returns whether other bytes follow.
#[cfg(any(feature = "gzip", feature = "bzip2"))]
fn skip_zeros(input: &mut impl BufRead) -> io::Result<bool> {
    loop {
        match input.fill_buf() {
            Ok([]) => return Ok(false),
            Ok(bytes) => {
                let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
                let is_other = zeros < bytes.len();
                input.consume(zeros);
                if is_other {
                    return Ok(true);
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Decompresses Zstandard. If that would take too much memory, the error contains the advice.
#[cfg(feature = "zstd")]
struct Zstd<R: io::BufRead> {
    decoder: zstd::Decoder<'static, R>,
    /// The window of the first frame.
    window: Option<u64>,
}

/// The largest window that the decoder accepts.
#[cfg(feature = "zstd")]
const MOST_WINDOW: u64 = 1 << 27;

#[cfg(feature = "zstd")]
impl<R: io::BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(buffer).map_err(|error| {
            if !error.to_string().contains("too much memory") {
                return error;
            }
            let window = self.window.filter(|&window| window > MOST_WINDOW);
            let window = window.map_or(String::new(), |window| format!(" of {} MB", window >> 20));
            let message = format!(
                "the file was compressed by zstd with a window{window} that is too large: {} MB are the most; \
                 decompress it first: zstd -dc --long=31 games.pgn.zst > games.pgn",
                MOST_WINDOW >> 20
            );
            io::Error::new(ErrorKind::Unsupported, message)
        })
    }
}

/// Returns the bytes of the window of a frame (RFC 8878, sections 3.1.1.1.1 and 3.1.1.1.2).
#[cfg(feature = "zstd")]
fn zstd_window(header: &[u8; LONGEST_HEADER]) -> Option<u64> {
    let [0x28, 0xb5, 0x2f, 0xfd, descriptor, rest @ ..] = header else { return None };
    if descriptor & 0x20 == 0 {
        let base = 1u64 << (10 + (rest[0] >> 3));
        return Some(base + base / 8 * u64::from(rest[0] & 7));
    }
    // The window is the content, whose size is behind the number of a dictionary.
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let mut size = [0; 8];
    let length = [1, 2, 4, 8][usize::from(descriptor >> 6)];
    size[..length].copy_from_slice(&rest[dictionary..][..length]);
    Some(u64::from_le_bytes(size))
}
