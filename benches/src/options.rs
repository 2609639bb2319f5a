//! The options of the commands, read with lexopt.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use lexopt::{Arg, Error, Parser, ValueExt};

/// Reads the options of a command up to the end of the line, or prints its help and returns `None`.
///
/// `option` gets each name without its dashes, and returns whether the command has this option.
///
/// # Errors
///
/// Returns a message of one line.
pub fn read<T: Default>(
    parser: &mut Parser,
    help: &str,
    mut option: impl FnMut(&mut T, &str, &mut Parser) -> Result<bool, Error>,
) -> Result<Option<T>, Error> {
    let mut options = T::default();
    while let Some(argument) = parser.next()? {
        let name = match argument {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{help}");
                return Ok(None);
            }
            Arg::Long(name) => name.to_owned(),
            other => return Err(other.unexpected()),
        };
        if !option(&mut options, &name, parser)? {
            return Err(Arg::Long(&name).unexpected());
        }
    }
    Ok(Some(options))
}

/// Returns the names of a list that commas separate.
pub fn names(parser: &mut Parser) -> Result<Vec<String>, Error> {
    Ok(parser.value()?.string()?.split(',').map(str::to_owned).collect())
}

/// Returns a path.
pub fn path(parser: &mut Parser) -> Result<PathBuf, Error> {
    Ok(parser.value()?.into())
}

/// Returns a number in a range.
pub fn number<N: FromStr + PartialOrd + Display>(
    parser: &mut Parser,
    range: RangeInclusive<N>,
) -> Result<N, Error> {
    parser.value()?.parse_with(|text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("it must be a whole number from {} to {}", range.start(), range.end()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parser(arguments: &[&str]) -> Parser {
        Parser::from_args(arguments)
    }

    #[test]
    fn lists_and_numbers_are_read() {
        assert_eq!(names(&mut parser(&["avx2,lzcnt"])).unwrap(), ["avx2", "lzcnt"]);
        assert_eq!(number(&mut parser(&["12"]), 1..=12).unwrap(), 12);
        let error = number(&mut parser(&["13"]), 1..=12).unwrap_err().to_string();
        assert!(error.contains("it must be a whole number from 1 to 12"), "{error}");
    }

    /// Checks that a command reads every option of its help, with a value if the help names one.
    #[cfg(feature = "all")]
    fn check_help<T>(help: &str, read: fn(&mut Parser) -> Result<Option<T>, Error>) {
        let options = help.lines().filter(|line| line.trim_start().starts_with("--"));
        let mut count = 0;
        for option in options {
            let mut words = option.split_whitespace();
            let name = words.next().expect("a name");
            let has_value =
                words.next().is_some_and(|word| !word.contains(|letter: char| letter.is_ascii_lowercase()));
            let arguments = if has_value { vec![name, "12"] } else { vec![name] };
            assert!(matches!(read(&mut parser(&arguments)), Ok(Some(_))), "{option}");
            count += 1;
        }
        assert!(count > 1, "{help}");
        let error = read(&mut parser(&["--round"])).err().expect("no such option").to_string();
        assert_eq!(error, "invalid option '--round'");
    }

    #[cfg(feature = "all")]
    #[test]
    fn the_options_of_the_help_are_read() {
        use crate::{compare, perft, record, search, tables};
        check_help(compare::Options::HELP, compare::Options::read);
        check_help(perft::Options::HELP, perft::Options::read);
        check_help(record::Options::HELP, record::Options::read);
        check_help(search::Options::HELP, search::Options::read);
        check_help(tables::Options::HELP, tables::Options::read);
    }
}
