//! Writes the entries of a binpack file again, with chunks of another size. Files for comparisons often have
//! one chunk, and several are read at once.
//!
//! usage: cargo run --release --example chunks -- FILE OUTPUT BYTES

use std::fs::File;
use std::io::BufWriter;
use std::{env, fs};

use quadline_binpack::{Entries, Writer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [input, output, bytes] = &arguments[..] else {
        return Err("usage: chunks FILE OUTPUT BYTES".into());
    };
    let file = fs::read(input)?;
    let mut writer = Writer::new(BufWriter::new(File::create(output)?)).chunk_bytes(bytes.parse()?);
    for entry in Entries::new(&file) {
        writer.write(&entry?)?;
    }
    writer.finish()?.into_inner()?;
    Ok(())
}
