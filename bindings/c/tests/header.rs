//! `quadline.h` is what cbindgen makes of the sources; with `QUADLINE_WRITE_HEADER` set it is written.

use std::fs;
use std::path::Path;

#[test]
fn the_header_is_that_of_the_sources() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).expect("cbindgen.toml");
    let mut builder = cbindgen::Builder::new().with_config(config);
    for file in ["lib", "error", "sliders", "positions"] {
        builder = builder.with_src(folder.join(format!("src/{file}.rs")));
    }
    let mut header = Vec::new();
    builder.generate().expect("sources that cbindgen reads").write(&mut header);
    let path = folder.join("include/quadline.h");
    if std::env::var_os("QUADLINE_WRITE_HEADER").is_some() {
        fs::write(&path, &header).expect("quadline.h");
    }
    let there = fs::read(&path).unwrap_or_default();
    assert!(there == header, "include/quadline.h is not what the sources say: `make header` writes it");
}
