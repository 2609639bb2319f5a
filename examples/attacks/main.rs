//! Attacks: reads positions as FENs, one in each line, and writes their attacks, checks, pins and numbers of
//! moves.
//!
//! This example uses the library in the way of a data-set tool: it reads a thousand lines, computes all their
//! positions in three calls, and writes the results. `cargo run --release --example attacks -- --help`
//! describes the output.

#[cfg(test)]
mod tests;

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use quadline::{Bitboard, ChecksAndPins, Position, batch, level};
use quadline_examples::command_line::{Argument, Arguments, Request, unexpected};
use quadline_examples::epd;

const HELP: &str = "\
Writes the attacks of chess positions, one line per position

The columns are the squares that White attacks, those that Black attacks, the pieces that give
check, the pinned pieces of the side to move (four bitboards of 16 hexadecimal digits, with a1 as
the lowest bit), and the number of legal moves. For a line that is not a FEN, the output is a
single -, and standard error gets the reason.

Usage: attacks [OPTIONS] [FILE]    (without FILE, from standard input)

      --draw     Draw boards instead of writing numbers
  -h, --help     Print this help
  -V, --version  Print the version

Empty lines and lines that begin with # are skipped, and so are the operations of EPD records.

Exit status: 0 if all is well, 1 if a line was no position, 2 if the input could not be read or the
output not be written.
";

/// The headings of the drawn boards, each of 15 characters and four spaces.
const HEADINGS: &str = "occupied           White attacks      Black attacks      checkers           pinned";

/// The number of lines whose positions are computed together.
const LINES: usize = 1024;

/// The options: whether to draw boards, and the file to read.
type Options = (bool, Option<PathBuf>);

fn read_options(arguments: &mut Arguments) -> Result<Request<Options>, Box<dyn Error>> {
    let (mut draw, mut file) = (false, None);
    while let Some(argument) = arguments.next()? {
        match argument {
            Argument::Value(path) if file.is_none() => file = Some(path.into()),
            Argument::Value(path) => return Err(unexpected(&path.to_string_lossy())),
            Argument::Option(name) => match name.as_str() {
                "help" => return Ok(Request::Print(HELP.to_owned())),
                "version" => return Ok(Request::version("attacks")),
                "draw" => draw = true,
                _ => return Err(unexpected(&format!("--{name}"))),
            },
        }
    }
    Ok(Request::Run((draw, file)))
}

fn main() -> ExitCode {
    match read_options(&mut Arguments::of_process()).and_then(run) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        // A reader that has seen enough closes the pipe, as `head` does.
        Err(error) if error.downcast_ref().map(io::Error::kind) == Some(ErrorKind::BrokenPipe) => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("attacks: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs the program and returns the number of lines that are no positions.
fn run(request: Request<Options>) -> Result<usize, Box<dyn Error>> {
    let (draw, input): (bool, Box<dyn BufRead>) = match request {
        Request::Print(text) => return Ok(io::stdout().write_all(text.as_bytes()).map(|()| 0)?),
        Request::Run((draw, None)) => (draw, Box::new(io::stdin().lock())),
        Request::Run((draw, Some(path))) => {
            let file = File::open(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            (draw, Box::new(BufReader::new(file)))
        }
    };
    level::try_active().map_err(|error| format!("QUADLINE_LEVEL: {error}"))?;
    answer(draw, input, &mut io::stdout().lock(), &mut io::stderr())
}

/// Answers all lines and returns the number of those that are no positions.
fn answer(
    draw: bool,
    input: impl BufRead,
    output: &mut impl Write,
    errors: &mut impl Write,
) -> Result<usize, Box<dyn Error>> {
    let (mut broken, mut lines) = (0, (1..).zip(input.lines()).peekable());
    while lines.peek().is_some() {
        let (mut positions, mut failure) = (Vec::new(), None);
        for (number, line) in lines.by_ref().take(LINES) {
            let Ok(line) = line.map_err(|error| failure = Some(format!("line {number}: {error}"))) else {
                break;
            };
            let line = if number == 1 { line.trim_start_matches('\u{feff}') } else { &line };
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let position = line[..epd::fen_length(line.as_bytes())].trim_start().parse::<Position>();
            if let Err(error) = &position {
                broken += 1;
                writeln!(errors, "attacks: line {number}: {error}")?;
            }
            positions.push(position.ok());
        }
        // The lines before an error are answered first.
        write_answers(draw, &positions, output)?;
        if let Some(failure) = failure {
            return Err(failure.into());
        }
    }
    Ok(broken)
}

/// Writes the attacks of each position, or a `-` where there is none.
fn write_answers(draw: bool, places: &[Option<Position>], output: &mut impl Write) -> io::Result<()> {
    let positions: Vec<Position> = places.iter().copied().flatten().collect();
    let (mut white, mut black) = (vec![0; positions.len()], vec![0; positions.len()]);
    let mut checks_and_pins = vec![ChecksAndPins::default(); positions.len()];
    let mut counts = vec![0; positions.len()];
    batch::attacked_squares(&positions, &mut white, &mut black);
    batch::checks_and_pins(&positions, &mut checks_and_pins);
    batch::legal_move_counts(&positions, &mut counts);
    let mut results = white.iter().zip(&black).zip(&checks_and_pins).zip(&counts).peekable();
    for place in places {
        let Some((position, (((white, black), checks), count))) =
            place.zip(results.next_if(|_| place.is_some()))
        else {
            writeln!(output, "-")?;
            continue;
        };
        let sets = [position.occupied(), *white, *black, checks.checkers, checks.pinned];
        if draw {
            let boards = sets.map(|set| Bitboard(set).to_string());
            writeln!(output, "{position}, {count} legal moves\n{HEADINGS}")?;
            for rank in 0..8 {
                let rows = boards.each_ref().map(|board| board.lines().nth(rank).unwrap_or_default());
                writeln!(output, "{}", rows.join("    "))?;
            }
            writeln!(output)?;
        } else {
            let [_, white, black, checkers, pinned] = sets.map(|set| format!("{set:016x}"));
            writeln!(output, "{white} {black} {checkers} {pinned} {count}")?;
        }
    }
    output.flush()
}
