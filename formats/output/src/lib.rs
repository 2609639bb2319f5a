//! The files that programs read and write.
//!
//! A program opens all inputs, and then creates its output, which must not be one of them. The output is
//! written beside its place and takes that place when it is whole. So a wrong name, a broken input, a full
//! disk or a crash leaves the file that was there before as it is.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use same_file::Handle;
use tempfile::{Builder, NamedTempFile};

/// A file to read, or standard input.
#[derive(Debug)]
pub struct Input {
    path: PathBuf,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Standard,
    /// A regular file. It is opened again when it is read, because systems limit the number of open files.
    Regular,
    /// A file that can be opened only once, such as a pipe.
    Opened(File),
}

impl Input {
    /// Opens a file, or standard input if the path is `-`.
    ///
    /// # Errors
    ///
    /// Returns an error with the path if there is no such file, if it must not be read, or if it is a folder.
    pub fn open(path: &Path) -> io::Result<Self> {
        let source = if path.as_os_str() == "-" {
            Source::Standard
        } else {
            open(path).map_err(|error| named(path, error))?
        };
        Ok(Self { path: path.to_owned(), source })
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of bytes of a regular file, and the reader of its bytes.
    ///
    /// # Errors
    ///
    /// Returns an error with the path if the file cannot be read any more.
    pub fn read(self) -> io::Result<(Option<u64>, Box<dyn Read + Send>)> {
        Ok(match self.source {
            Source::Standard => (None, Box::new(io::stdin())),
            Source::Opened(file) => (None, Box::new(file)),
            Source::Regular => {
                let file = File::open(&self.path).map_err(|error| named(&self.path, error))?;
                (file.metadata().ok().map(|data| data.len()), Box::new(file))
            }
        })
    }

    /// Returns the whole file as a text.
    ///
    /// # Errors
    ///
    /// Returns an error with the path if the file cannot be read, or if it is not UTF-8.
    pub fn read_to_string(self) -> io::Result<String> {
        let (path, mut text) = (self.path.clone(), String::new());
        self.read()?.1.read_to_string(&mut text).map_err(|error| named(&path, error))?;
        Ok(text)
    }

    fn is(&self, other: &Handle) -> io::Result<bool> {
        Ok(match self.source {
            Source::Standard => Handle::stdin()? == *other,
            Source::Regular => Handle::from_path(&self.path)? == *other,
            // The other is a regular file.
            Source::Opened(_) => false,
        })
    }
}

fn open(path: &Path) -> io::Result<Source> {
    let file = File::open(path)?;
    let data = file.metadata()?;
    if data.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    Ok(if data.is_file() { Source::Regular } else { Source::Opened(file) })
}

/// A file that is written, which takes its place when it is finished.
///
/// If it is dropped before, there is no new file, and an old one stays as it is. A path that names a device or a
/// pipe is written directly.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    file: Destination,
}

#[derive(Debug)]
enum Destination {
    Beside(NamedTempFile),
    Direct(File),
}

impl Output {
    /// Creates the file, after the inputs have been opened.
    ///
    /// # Errors
    ///
    /// Returns an error with the path if the file is one of the inputs, also through a link, and if no file can
    /// be created in its folder.
    pub fn create(path: &Path, inputs: &[Input]) -> io::Result<Self> {
        Self::create_there(path, inputs).map_err(|error| named(path, error))
    }

    fn create_there(path: &Path, inputs: &[Input]) -> io::Result<Self> {
        let mut builder = Builder::new();
        let there = match fs::metadata(path) {
            Ok(data) if data.is_file() => {
                builder.permissions(data.permissions());
                // The file behind a link is replaced, not the link.
                let there = fs::canonicalize(path)?;
                let handle = Handle::from_path(&there)?;
                for input in inputs {
                    if input.is(&handle)? {
                        let message = "this is also a file that is read; name another one for the output";
                        return Err(io::Error::new(ErrorKind::InvalidInput, message));
                    }
                }
                there
            }
            Ok(_) => {
                let file = OpenOptions::new().write(true).open(path)?;
                return Ok(Self { path: path.to_owned(), file: Destination::Direct(file) });
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                #[cfg(unix)]
                builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
                path.to_owned()
            }
            Err(error) => return Err(error),
        };
        let folder = there.parent().filter(|folder| !folder.as_os_str().is_empty());
        let name = there.file_name().unwrap_or_default().to_string_lossy();
        let file = builder
            .prefix(&format!(".{name}."))
            .suffix(".part")
            .tempfile_in(folder.unwrap_or(Path::new(".")))?;
        Ok(Self { path: there, file: Destination::Beside(file) })
    }

    /// Moves the file to its place.
    ///
    /// # Errors
    ///
    /// Returns an error with the path if the last bytes cannot be written, or if the file cannot be moved.
    pub fn finish(self) -> io::Result<()> {
        let moved = match self.file {
            Destination::Direct(mut file) => file.flush(),
            // After a loss of power, the name belongs to a whole file as well.
            Destination::Beside(file) => file.as_file().sync_all().and_then(|()| {
                file.persist(&self.path)?;
                Ok(())
            }),
        };
        moved.map_err(|error| named(&self.path, error))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.file {
            Destination::Beside(file) => file.as_file_mut().write(bytes),
            Destination::Direct(file) => file.write(bytes),
        };
        written.map_err(|error| named(&self.path, error))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a whole file, which takes its place when it is whole.
///
/// # Errors
///
/// The errors of [`Output`].
pub fn write(path: &Path, inputs: &[Input], contents: &[u8]) -> io::Result<()> {
    let mut output = Output::create(path, inputs)?;
    output.write_all(contents)?;
    output.finish()
}

/// Returns the status of a program, and prints the message of an error, whose status is 2.
pub fn status(program: &str, outcome: Result<u8, impl Display>) -> ExitCode {
    ExitCode::from(outcome.unwrap_or_else(|error| {
        // An error of standard error cannot be reported.
        let _ = writeln!(io::stderr(), "{program}: {error}");
        2
    }))
}

/// Returns the error with a path before it.
fn named(path: &Path, error: io::Error) -> io::Error {
    // A read or write that is interrupted is repeated.
    if error.kind() == ErrorKind::Interrupted {
        return error;
    }
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
