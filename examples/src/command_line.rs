//! Options on the command line, with the messages that they share.

use std::error::Error;
use std::ffi::OsString;

use lexopt::Arg::{Long, Short, Value};
use lexopt::ValueExt;

/// A request of the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request<T> {
    /// To run with these options.
    Run(T),
    /// To print this text: the help or the version.
    Print(String),
}

impl<T> Request<T> {
    /// Returns the version, as a line.
    pub fn version(program: &str) -> Self {
        Self::Print(format!("{program} (quadline) {}\n", env!("CARGO_PKG_VERSION")))
    }
}

/// An argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// An option without its dashes, such as `depth`. `-h` and `-V` are `help` and `version`.
    Option(String),
    /// Any other argument.
    Value(OsString),
}

/// The arguments of a program. Each option may occur once.
#[derive(Debug)]
pub struct Arguments {
    parser: lexopt::Parser,
    seen: Vec<String>,
}

impl Arguments {
    /// Returns the arguments of this process.
    pub fn of_process() -> Self {
        Self { parser: lexopt::Parser::from_env(), seen: Vec::new() }
    }

    /// Returns these arguments.
    pub fn from_list(arguments: &[&str]) -> Self {
        Self { parser: lexopt::Parser::from_args(arguments), seen: Vec::new() }
    }

    /// Returns the next argument.
    ///
    /// # Errors
    ///
    /// Returns a message if an option occurs twice, or if a flag has a value.
    #[allow(clippy::should_implement_trait)] // Iterators cannot be asked for the value of an option.
    pub fn next(&mut self) -> Result<Option<Argument>, Box<dyn Error>> {
        let name = match self.parser.next()? {
            None => return Ok(None),
            Some(Value(value)) => return Ok(Some(Argument::Value(value))),
            Some(Short('h')) => "help".to_owned(),
            Some(Short('V')) => "version".to_owned(),
            Some(Short(letter)) => return Err(unexpected(&format!("-{letter}"))),
            Some(Long(name)) => name.to_owned(),
        };
        if self.seen.contains(&name) {
            return Err(format!("the option --{name} cannot be used twice").into());
        }
        self.seen.push(name.clone());
        Ok(Some(Argument::Option(name)))
    }

    /// Returns the value of an option, whatever it begins with.
    ///
    /// # Errors
    ///
    /// Returns a message that names the option as its help does, such as `--depth N`, if there is no value.
    pub fn value(&mut self, usage: &str) -> Result<OsString, Box<dyn Error>> {
        self.parser.value().map_err(|_| format!("{usage} needs a value").into())
    }

    /// Returns the value of an option as a text.
    ///
    /// # Errors
    ///
    /// Returns a message if there is no value, or if it is not UTF-8.
    pub fn text(&mut self, usage: &str) -> Result<String, Box<dyn Error>> {
        Ok(self.value(usage)?.string()?)
    }

    /// Returns the value of an option, parsed.
    ///
    /// # Errors
    ///
    /// Returns a message if there is no value, or if `parse` returns `None`, with the text that says what is
    /// expected.
    pub fn parsed<T>(
        &mut self,
        usage: &str,
        expected: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, Box<dyn Error>> {
        let text = self.text(usage)?;
        parse(&text).ok_or_else(|| format!("invalid value '{text}' for '{usage}': {expected}").into())
    }

    /// Returns whether an option has occurred.
    pub fn has(&self, name: &str) -> bool {
        self.seen.iter().any(|seen| seen == name)
    }

    /// Checks that no two options exclude each other.
    ///
    /// # Errors
    ///
    /// Returns a message that names both.
    pub fn check_conflicts(&self, pairs: &[[&str; 2]]) -> Result<(), Box<dyn Error>> {
        match pairs.iter().find(|pair| pair.iter().all(|name| self.has(name))) {
            Some([one, other]) => Err(format!("--{one} cannot be used with --{other}").into()),
            None => Ok(()),
        }
    }
}

/// Returns the message for an argument that the program does not have.
pub fn unexpected(argument: &str) -> Box<dyn Error> {
    format!("unexpected argument '{argument}'").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message<T>(result: Result<T, Box<dyn Error>>) -> String {
        result.err().expect("an error").to_string()
    }

    #[test]
    fn options_and_values() {
        let mut arguments =
            Arguments::from_list(&["--depth=3", "--fen", "-x", "a", "-h", "-V", "--", "--depth"]);
        let option = |name: &str| Argument::Option(name.to_owned());
        assert_eq!(arguments.next().unwrap(), Some(option("depth")));
        assert_eq!(arguments.text("--depth N").unwrap(), "3");
        assert_eq!(arguments.next().unwrap(), Some(option("fen")));
        assert_eq!(arguments.text("--fen FEN").unwrap(), "-x");
        assert_eq!(arguments.next().unwrap(), Some(Argument::Value("a".into())));
        assert_eq!(arguments.next().unwrap(), Some(option("help")));
        assert_eq!(arguments.next().unwrap(), Some(option("version")));
        assert_eq!(arguments.next().unwrap(), Some(Argument::Value("--depth".into())));
        assert_eq!(arguments.next().unwrap(), None);
        assert!(arguments.has("fen") && !arguments.has("levels"));
    }

    #[test]
    fn errors_are_one_line() {
        let mut twice = Arguments::from_list(&["--json", "--json"]);
        assert!(twice.next().is_ok());
        assert_eq!(message(twice.next()), "the option --json cannot be used twice");
        assert_eq!(message(Arguments::from_list(&["-x"]).next()), "unexpected argument '-x'");
        let mut missing = Arguments::from_list(&["--depth"]);
        assert!(missing.next().is_ok());
        assert_eq!(message(missing.value("--depth N")), "--depth N needs a value");
        let mut flag = Arguments::from_list(&["--json=yes"]);
        assert!(flag.next().is_ok());
        assert!(message(flag.next()).contains("--json"));
        let mut number = Arguments::from_list(&["--depth", "x"]);
        assert!(number.next().is_ok());
        let parsed = number.parsed("--depth N", "it must be a number", |text| text.parse::<u32>().ok());
        assert_eq!(message(parsed), "invalid value 'x' for '--depth N': it must be a number");
        assert!(number.check_conflicts(&[["depth", "suite"]]).is_ok());
        assert_eq!(
            message(number.check_conflicts(&[["depth", "depth"]])),
            "--depth cannot be used with --depth"
        );
    }

    #[test]
    fn the_version_names_program_and_library() {
        let expected = format!("perft (quadline) {}\n", env!("CARGO_PKG_VERSION"));
        assert_eq!(Request::<()>::version("perft"), Request::Print(expected));
    }
}
