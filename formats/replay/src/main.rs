//! The program `replay`; see the library.

use std::io::{self, Write};
use std::process::ExitCode;

use replay::options;

fn main() -> ExitCode {
    quadline_output::status("replay", answer(&mut io::stdout().lock(), &mut io::stderr()))
}

/// Runs the program, and returns its status.
fn answer(output: &mut impl Write, errors: &mut impl Write) -> Result<u8, String> {
    let options = options::parse(std::env::args_os().skip(1))
        .map_err(|error| format!("{error}; --help lists the options"))?;
    let Some(options) = options else {
        let printed = output.write_all(options::HELP.as_bytes()).and_then(|()| output.flush());
        return printed.map(|()| 0).map_err(replay::not_printed);
    };
    quadline::level::try_active().map_err(|error| format!("QUADLINE_LEVEL: {error}"))?;
    let broken = replay::run(&options, output, errors)?;
    Ok(u8::from(options.is_strict && broken > 0))
}
