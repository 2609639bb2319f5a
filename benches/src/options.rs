//! The options of the commands.

use std::error::Error;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use crate::command_line::{Argument, Arguments, Request, unexpected};

/// An error in the command line.
pub type Wrong = Box<dyn Error>;

/// Reads the options of a command up to the end of the line.
///
/// `option` gets each name without its dashes, and returns whether the command has this option.
///
/// # Errors
///
/// Returns a message of one line.
pub fn read<T: Default>(
    arguments: &mut Arguments,
    help: &str,
    mut option: impl FnMut(&mut T, &str, &mut Arguments) -> Result<bool, Wrong>,
) -> Result<Request<T>, Wrong> {
    let mut options = T::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Argument::Option(name) if name == "help" => return Ok(Request::Print(help.to_owned())),
            Argument::Option(name) if !option(&mut options, &name, arguments)? => {
                return Err(unexpected(&format!("--{name}")));
            }
            Argument::Option(_) => {}
            Argument::Value(value) => return Err(unexpected(&value.to_string_lossy())),
        }
    }
    Ok(Request::Run(options))
}

impl Arguments {
    /// Returns the names of a list that commas separate.
    pub fn names(&mut self, usage: &str) -> Result<Vec<String>, Wrong> {
        Ok(self.text(usage)?.split(',').map(str::to_owned).collect())
    }

    /// Returns the paths of a list that commas separate.
    pub fn paths(&mut self, usage: &str) -> Result<Vec<PathBuf>, Wrong> {
        Ok(self.names(usage)?.into_iter().map(PathBuf::from).collect())
    }

    /// Returns a number in a range.
    pub fn number<N: FromStr + PartialOrd + Display>(
        &mut self,
        usage: &str,
        range: RangeInclusive<N>,
    ) -> Result<N, Wrong> {
        let expected = format!("it must be a whole number from {} to {}", range.start(), range.end());
        self.parsed(usage, &expected, |text| text.parse().ok().filter(|number| range.contains(number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Options {
        names: Vec<String>,
        rounds: u32,
    }

    fn read_from(arguments: &[&str]) -> Result<Request<Options>, Wrong> {
        read(&mut Arguments::from_list(arguments), "HELP", |options: &mut Options, name, arguments| {
            match name {
                "name" => options.names = arguments.names("--name NAMES")?,
                "rounds" => options.rounds = arguments.number("--rounds N", 1..=12)?,
                _ => return Ok(false),
            }
            Ok(true)
        })
    }

    fn message(arguments: &[&str]) -> String {
        read_from(arguments).err().expect("a wrong command line").to_string()
    }

    #[test]
    fn lists_and_numbers_are_read() {
        let Ok(Request::Run(options)) = read_from(&["--name", "avx2,lzcnt", "--rounds=12"]) else {
            panic!("a right command line");
        };
        assert_eq!((options.names, options.rounds), (vec!["avx2".to_owned(), "lzcnt".to_owned()], 12));
        assert!(matches!(read_from(&["--rounds", "1", "-h"]), Ok(Request::Print(text)) if text == "HELP\n"));
    }

    /// Checks that a command reads every option of its help, with a value if the help names one.
    #[cfg(feature = "all")]
    fn check_help<T>(help: &str, read: fn(&mut Arguments) -> Result<Request<T>, Wrong>) {
        let options = help.lines().filter(|line| line.trim_start().starts_with("--"));
        let mut count = 0;
        for option in options {
            let mut words = option.split_whitespace();
            let name = words.next().expect("a name");
            let has_value =
                words.next().is_some_and(|word| !word.contains(|letter: char| letter.is_ascii_lowercase()));
            let arguments = if has_value { vec![name, "12"] } else { vec![name] };
            let request = read(&mut Arguments::from_list(&arguments));
            assert!(matches!(request, Ok(Request::Run(_))), "{option}: {:?}", request.err());
            count += 1;
        }
        assert!(count > 1, "{help}");
    }

    #[cfg(feature = "all")]
    #[test]
    fn the_options_of_the_help_are_read() {
        use crate::{games, perft, record, search, tables};
        check_help(games::Options::HELP, games::Options::read);
        check_help(perft::Options::HELP, perft::Options::read);
        check_help(record::Options::HELP, record::Options::read);
        check_help(search::Options::HELP, search::Options::read);
        check_help(tables::Options::HELP, tables::Options::read);
        let mut both = Arguments::from_list(&["--from", "a.json", "--rounds", "2"]);
        let error = perft::Options::read(&mut both).map(|_| ()).expect_err("they exclude each other");
        assert_eq!(error.to_string(), "--from cannot be used with --rounds");
    }

    #[test]
    fn a_wrong_option_is_named() {
        let range = "invalid value '13' for '--rounds N': it must be a whole number from 1 to 12";
        assert_eq!(message(&["--rounds", "13"]), range);
        assert_eq!(message(&["--round", "1"]), "unexpected argument '--round'");
        assert_eq!(message(&["positions"]), "unexpected argument 'positions'");
        assert_eq!(message(&["--name"]), "--name NAMES needs a value");
        assert_eq!(message(&["--rounds", "1", "--rounds", "2"]), "the option --rounds cannot be used twice");
    }
}
