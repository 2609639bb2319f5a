//! Attacks: reads positions as FENs, one in each line, and writes their attacks, checks, pins and numbers of
//! moves.
//!
//! This example uses the library in the way of a data-set tool: it parses the lines in its input buffer,
//! computes all their positions in a few calls, and writes the results. `cargo run --release --example
//! attacks -- --help` describes the output.
//!
//! | contents | file |
//! |---|---|
//! | reading of lines | `lines.rs` |
//! | the batch calls, and their results as text | `answers.rs` |

mod answers;
mod lines;

use core::fmt;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anstream::AutoStream;
use quadline::{Position, level};
use quadline_examples::command_line::{Argument, Arguments, Request, unexpected};
use quadline_examples::{epd, stdout_width, without_mark};

use answers::{Answers, Format};
use lines::Lines;

/// The exit code if lines are not valid positions.
const BROKEN_LINES: u8 = 1;
/// The exit code if reading or writing fails.
const FAILURE: u8 = 2;
/// The size of the input buffer: about a thousand positions.
const INPUT_BYTES: usize = 1 << 16;

const HELP: &str = "\
Writes the attacks of chess positions, one line per position

The columns are the squares that White attacks, those that Black attacks, the pieces that give
check, the pinned pieces of the side to move (four bitboards of 16 hexadecimal digits, with a1 as
the lowest bit), and the number of legal moves. For a line that is not a FEN, the output is a
single -, and standard error gets the reason.

With --json, each line is an object: line (its number in the input), fen, white, black, checkers,
pinned (the four bitboards as strings) and legal_moves; or line and error.

Usage: attacks [OPTIONS] [FILE]

Arguments:
  [FILE]         The file to read [default: standard input]

Options:
      --draw     Draw boards instead of writing numbers
      --json     Write a JSON object per line instead of columns
      --strict   Stop at the first line that is not a valid position
  -h, --help     Print this help
  -V, --version  Print the version

Empty lines and lines that begin with # are passed over. Lines can be EPD records: their operations
and what follows a semicolon are passed over, too.

Exit status: 0 if all is well, 1 if a line was no position, 2 if the input could not be read, the
output not be written, or with --strict a line was no position.

The environment variable QUADLINE_LEVEL names the level of quadline to use.
";

/// The options.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Options {
    file: Option<PathBuf>,
    draw: bool,
    json: bool,
    strict: bool,
}

impl Options {
    /// Parses the arguments. An error is a message of one line.
    fn read(arguments: &mut Arguments) -> Result<Request<Self>, Box<dyn Error>> {
        Self::parse(arguments).map_err(|error| format!("{error} (see --help)").into())
    }

    fn parse(arguments: &mut Arguments) -> Result<Request<Self>, Box<dyn Error>> {
        let mut options = Self::default();
        while let Some(argument) = arguments.next()? {
            let name = match argument {
                Argument::Option(name) => name,
                Argument::Value(file) if options.file.is_none() => {
                    options.file = Some(file.into());
                    continue;
                }
                Argument::Value(file) => return Err(unexpected(&file.to_string_lossy())),
            };
            match name.as_str() {
                "help" => return Ok(Request::help(HELP)),
                "version" => return Ok(Request::version("attacks")),
                "draw" => options.draw = true,
                "json" => options.json = true,
                "strict" => options.strict = true,
                _ => return Err(unexpected(&format!("--{name}"))),
            }
        }
        arguments.check_conflicts(&[["draw", "json"]])?;
        Ok(Request::Run(options))
    }

    fn format(&self) -> Format {
        match (self.draw, self.json) {
            (true, _) => Format::Boards,
            (_, true) => Format::Json,
            _ => Format::Numbers,
        }
    }
}

/// An error that ends the program early.
#[derive(Debug)]
enum Failure {
    Level(level::LevelError),
    Input(String, io::Error),
    Output(io::Error),
    Line(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Level(error) => write!(f, "QUADLINE_LEVEL: {error}"),
            Failure::Input(name, error) => write!(f, "{name}: {error}"),
            Failure::Output(error) => write!(f, "the result could not be written: {error}"),
            Failure::Line(problem) => f.write_str(problem),
        }
    }
}

/// The numbers of lines, without empty ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Tally {
    positions: u64,
    broken: u64,
}

fn main() -> ExitCode {
    let options = match Options::read(&mut Arguments::of_process()) {
        Ok(Request::Run(options)) => options,
        Ok(Request::Print(text)) => {
            // The reader may have closed the pipe.
            let _ = anstream::stdout().write_all(text.as_bytes());
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("attacks: {error}");
            return ExitCode::from(FAILURE);
        }
    };
    let (mut stdout, mut stderr) = (io::stdout().lock(), io::stderr());
    let outcome = open(&options).and_then(|(name, input)| match options.format() {
        // `AutoStream` removes colors unless the terminal supports them. Numbers and JSON have none.
        Format::Boards => run(&options, &name, input, &mut AutoStream::auto(stdout), &mut stderr),
        Format::Numbers | Format::Json => run(&options, &name, input, &mut stdout, &mut stderr),
    });
    match outcome {
        Ok(Tally { broken: 0, .. }) => ExitCode::SUCCESS,
        Ok(Tally { positions, broken }) => {
            eprintln!("attacks: {broken} of {} lines are not valid positions", positions + broken);
            ExitCode::from(BROKEN_LINES)
        }
        // The reader has closed the pipe, as `head` does.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("attacks: {failure}");
            ExitCode::from(FAILURE)
        }
    }
}

fn open(options: &Options) -> Result<(String, Box<dyn BufRead>), Failure> {
    level::try_active().map_err(Failure::Level)?;
    Ok(match &options.file {
        Some(path) => {
            let name = path.display().to_string();
            match File::open(path) {
                Ok(file) => (name, Box::new(BufReader::with_capacity(INPUT_BYTES, file))),
                Err(error) => return Err(Failure::Input(name, error)),
            }
        }
        None => ("standard input".to_owned(), Box::new(BufReader::with_capacity(INPUT_BYTES, io::stdin()))),
    })
}

/// Reads, computes and writes as many lines at a time as are available, so interactive input is answered line
/// by line.
fn run(
    options: &Options,
    name: &str,
    input: impl BufRead,
    output: &mut impl Write,
    errors: &mut impl Write,
) -> Result<Tally, Failure> {
    let mut lines = Lines::new(input);
    // Files and pipes take lines of any length.
    let mut answers = Answers::new(options.format(), stdout_width().unwrap_or(usize::MAX));
    let mut tally = Tally::default();
    let mut stop = None;
    while stop.is_none() {
        let mut at_end = false;
        answers.clear();
        loop {
            let line = match lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => {
                    at_end = true;
                    break;
                }
                Err(error) => {
                    stop = Some(Failure::Input(name.to_owned(), error));
                    break;
                }
            };
            let number = line.number;
            let parsed = match line.text {
                Ok(text) => match fen(if number == 1 { without_mark(text) } else { text }) {
                    None => continue,
                    Some(fen) => match Position::from_fen_bytes(fen) {
                        Ok(position) => Ok((position, fen)),
                        Err(error) => Err(error.to_string()),
                    },
                },
                Err(too_long) => Err(too_long.to_string()),
            };
            match parsed {
                Ok((position, fen)) => {
                    tally.positions += 1;
                    answers.push(number, position, fen);
                }
                Err(problem) => {
                    let told = format!("{name}:{number}: {problem}");
                    if options.strict {
                        stop = Some(Failure::Line(told));
                        break;
                    }
                    // An error of standard error cannot be reported.
                    let _ = writeln!(errors, "attacks: {told}");
                    tally.broken += 1;
                    answers.push_broken(number, problem);
                }
            }
            if lines.would_wait() {
                break;
            }
        }
        let text = answers.text();
        output.write_all(text).and_then(|()| output.flush()).map_err(Failure::Output)?;
        if at_end {
            break;
        }
    }
    stop.map_or(Ok(tally), Err)
}

/// Returns the FEN of a line, or `None` if the line is empty.
fn fen(line: &[u8]) -> Option<&[u8]> {
    let fen = line[..epd::fen_length(line)].trim_ascii_start();
    (!line.starts_with(b"#") && !line.trim_ascii().is_empty()).then_some(fen)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const START_LINE: &str = "0000000000ffff7e 7effff0000000000 0000000000000000 0000000000000000 20";

    const NUMBERS: Options = Options { file: None, draw: false, json: false, strict: false };
    const BOARDS: Options = Options { draw: true, ..NUMBERS };
    const JSON: Options = Options { json: true, ..NUMBERS };
    const STRICT: Options = Options { strict: true, ..NUMBERS };

    fn outcome(options: &Options, input: &[u8]) -> (Result<Tally, String>, String, String) {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let outcome = run(options, "input", input, &mut output, &mut errors);
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (outcome.map_err(|failure| failure.to_string()), text(output), text(errors))
    }

    #[test]
    fn the_command_line_is_read() {
        let read = |arguments: &[&str]| Options::read(&mut Arguments::from_list(arguments));
        assert_eq!(read(&[]).unwrap(), Request::Run(NUMBERS));
        let options = Options { file: Some("a.fen".into()), strict: true, ..JSON };
        assert_eq!(read(&["--json", "a.fen", "--strict"]).unwrap(), Request::Run(options));
        assert_eq!(read(&["--draw"]).unwrap(), Request::Run(BOARDS));
        assert_eq!(read(&["x", "-h"]).unwrap(), Request::help(HELP));
        let version = format!("attacks (quadline) {}\n", env!("CARGO_PKG_VERSION"));
        assert_eq!(read(&["--version"]).unwrap(), Request::Print(version));
        let cases: [(&[&str], &str); 4] = [
            (&["--draw", "--json"], "--draw cannot be used with --json"),
            (&["a", "b"], "unexpected argument 'b'"),
            (&["--depth"], "unexpected argument '--depth'"),
            (&["--json=1"], "unexpected argument for option '--json': \"1\""),
        ];
        for (arguments, expected) in cases {
            assert_eq!(read(arguments).expect_err(expected).to_string(), format!("{expected} (see --help)"));
        }
    }

    #[test]
    fn operations_of_an_epd_are_passed_over() {
        let four = START.trim_end_matches(" 0 1");
        for line in [
            format!("{four} bm e4; id \"start; of the game\";"),
            format!("{four} bm e4"),
            format!("{START} bm e4;"),
            format!("{four} ;D1 20 ;D2 400"),
            format!("\t{four}\tD1 20; D2 400;"),
        ] {
            let (tally, output, errors) = outcome(&NUMBERS, line.as_bytes());
            assert_eq!(tally, Ok(Tally { positions: 1, broken: 0 }), "{line}: {errors}");
            assert_eq!(output, format!("{START_LINE}\n"), "{line}");
        }
        // A counter that is wrong is no operation.
        let (tally, ..) = outcome(&NUMBERS, format!("{four} -1 1").as_bytes());
        assert_eq!(tally, Ok(Tally { positions: 0, broken: 1 }));
    }

    #[test]
    fn a_line_per_position() {
        // A rook gives check on e2, and the bishop pins the knight.
        let check = "4k3/8/8/8/1b6/8/3Nr3/4K3 w - - 0 1";
        let input = format!("# positions\n\n{START}\r\n{check} ;D1 2\n{START}");
        let (tally, output, errors) = outcome(&NUMBERS, input.as_bytes());
        assert_eq!(tally, Ok(Tally { positions: 3, broken: 0 }));
        assert_eq!(errors, "");
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!([lines[0], lines[2]], [START_LINE; 2]);
        let columns: Vec<&str> = lines[1].split(' ').collect();
        assert_eq!(columns[2..], ["0000000000001000", "0000000000000800", "3"]);
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_first_line() {
        for first in [START, "# positions", ""] {
            let (tally, output, errors) = outcome(&NUMBERS, format!("\u{feff}{first}\n{START}\n").as_bytes());
            let positions = 1 + u64::from(first == START);
            assert_eq!(tally, Ok(Tally { positions, broken: 0 }), "{errors}");
            assert_eq!(output, format!("{START_LINE}\n").repeat(positions as usize));
        }
        let (_, output, _) = outcome(&BOARDS, format!("\u{feff}{START}").as_bytes());
        assert!(output.starts_with(START), "{output}");
        // Elsewhere, it is a character like others.
        let (tally, ..) = outcome(&NUMBERS, format!("{START}\n\u{feff}{START}\n").as_bytes());
        assert_eq!(tally, Ok(Tally { positions: 1, broken: 1 }));
    }

    #[test]
    fn broken_lines_are_told_counted_and_keep_their_place() {
        let input = format!("{START}\nnonsense\n; no FEN\n{START}\n\u{fffd}\n").into_bytes();
        let (tally, output, errors) = outcome(&NUMBERS, &input);
        assert_eq!(tally, Ok(Tally { positions: 2, broken: 3 }));
        assert_eq!(output, format!("{START_LINE}\n-\n-\n{START_LINE}\n-\n"));
        let errors: Vec<&str> = errors.lines().collect();
        assert_eq!(errors.len(), 3);
        for (error, number) in errors.iter().zip([2, 3, 5]) {
            assert!(error.starts_with(&format!("attacks: input:{number}: ")), "{error}");
        }
    }

    #[test]
    fn strict_stops_at_the_first_and_writes_what_came_before() {
        let input = format!("{START}\nnonsense\n{START}\n");
        let (outcome, output, errors) = outcome(&STRICT, input.as_bytes());
        assert!(outcome.expect_err("a broken line").starts_with("input:2: "));
        assert_eq!((output, errors.as_str()), (format!("{START_LINE}\n"), ""));
    }

    #[test]
    fn lines_without_end_do_not_fill_the_memory() {
        let input = format!("{}\n{START}\n", "8".repeat(1_000_000));
        let (tally, output, errors) = outcome(&NUMBERS, input.as_bytes());
        assert_eq!(tally, Ok(Tally { positions: 1, broken: 1 }));
        assert_eq!(output, format!("-\n{START_LINE}\n"));
        assert_eq!(errors, "attacks: input:1: longer than 4096 bytes; a FEN has less than 100\n");
    }

    #[test]
    fn drawn_boards_stand_beside_each_other() {
        let fen = START.replace("0 1", "7 31");
        let (_, colored, _) = outcome(&BOARDS, format!("  {fen}  ; with an operation").as_bytes());
        assert!(colored.contains("\u{1b}[1m20 legal moves") && colored.contains("\u{1b}[32m1\u{1b}[0m"));
        let output = anstream::adapter::strip_str(&colored).to_string();
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!(lines.len(), 11);
        assert_eq!(lines[0], fen);
        assert_eq!(
            lines[1],
            "20 legal moves     White attacks      Black attacks      checkers           pinned"
        );
        assert_eq!(
            lines[2],
            "r n b q k b n r    . . . . . . . .    . 1 1 1 1 1 1 .    . . . . . . . .    . . . . . . . ."
        );
        assert_eq!(lines[10], "");
    }

    #[test]
    fn boards_that_do_not_fit_stand_below() {
        for (width, at_once) in
            [(usize::MAX, 5), (91, 5), (90, 4), (72, 4), (71, 3), (40, 2), (34, 2), (33, 1), (0, 1)]
        {
            let mut answers = Answers::new(Format::Boards, width);
            answers.push(1, Position::START, START.as_bytes());
            let text = String::from_utf8(answers.text().to_vec()).expect("text");
            let text = anstream::adapter::strip_str(&text).to_string();
            let longest = text.lines().skip(1).map(str::len).fold(0, usize::max);
            assert_eq!(longest, at_once * 15 + (at_once - 1) * 4, "{width}");
            assert_eq!(text.lines().count(), 2 + 9 * 5_usize.div_ceil(at_once), "{width}");
        }
    }

    #[test]
    fn json_is_an_object_per_line() {
        let fen = START.replace("0 1", "7 31");
        let (tally, output, _) = outcome(&JSON, format!("# positions\n{fen}\n\"no FEN\n").as_bytes());
        assert_eq!(tally, Ok(Tally { positions: 1, broken: 1 }));
        let lines: Vec<&str> = output.lines().collect();
        let expected = format!(
            "{{\"line\":2,\"fen\":\"{fen}\",\"white\":\"0000000000ffff7e\",\"black\":\"7effff0000000000\",\
             \"checkers\":\"0000000000000000\",\"pinned\":\"0000000000000000\",\"legal_moves\":20}}"
        );
        assert_eq!(lines[0], expected);
        let error = jzon::parse(lines[1]).expect("JSON");
        assert_eq!(error["line"], 3);
        let problem = error["error"].as_str().expect("a text");
        assert!(problem.starts_with("castling rights (field 3) is missing"), "{problem}");
        assert_eq!(lines.len(), 2);
    }

    #[test]
    fn what_was_read_before_an_error_is_written() {
        struct Failing;
        impl io::Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(ErrorKind::TimedOut.into())
            }
        }
        let start = format!("{START}\n");
        let input = BufReader::new(io::Read::chain(start.as_bytes(), Failing));
        let mut output = Vec::new();
        let failure = run(&NUMBERS, "input", input, &mut output, &mut Vec::new());
        assert_eq!(failure.expect_err("no more input").to_string(), "input: timed out");
        assert_eq!(output, format!("{START_LINE}\n").as_bytes());
    }

    #[test]
    fn a_full_disk_is_a_failure() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let failure = run(&NUMBERS, "input", START.as_bytes(), &mut Full, &mut Vec::new());
        let text = failure.expect_err("a full disk").to_string();
        assert_eq!(text, "the result could not be written: no storage space");
    }
}
