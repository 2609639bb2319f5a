//! Writes the entries of a binpack file again, with chunks of another size. Files for comparisons often have
//! one chunk, and several are read at once.
//!
//! usage: cargo run --release --example chunks -- FILE OUTPUT BYTES

use std::io::BufWriter;
use std::process::ExitCode;
use std::{env, error, slice};

use quadline_binpack::{Reader, Writer};
use quadline_output::{Input, Output};

/// Runs the program.
pub fn run(arguments: &[String]) -> Result<u8, Box<dyn error::Error>> {
    let [input, output, bytes] = arguments else { return Err("usage: chunks FILE OUTPUT BYTES".into()) };
    let input = Input::open(input.as_ref())?;
    let output = Output::create(output.as_ref(), slice::from_ref(&input))?;
    let mut writer = Writer::new(BufWriter::new(output)).chunk_bytes(bytes.parse()?);
    for entry in Reader::new(input.read()?.1) {
        writer.write(&entry?)?;
    }
    writer.finish()?.into_inner()?.finish()?;
    Ok(0)
}

fn main() -> ExitCode {
    quadline_output::status("chunks", run(&env::args().skip(1).collect::<Vec<_>>()))
}
