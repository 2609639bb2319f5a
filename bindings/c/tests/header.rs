//! Checks that `quadline.h` is the output of cbindgen, or writes it if `QUADLINE_WRITE_HEADER` is set.

use std::fs;
use std::path::Path;

#[test]
fn the_header_is_that_of_the_sources() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).expect("cbindgen.toml");
    // cbindgen follows the modules from there. Naming a source as well would declare its items twice.
    let builder = cbindgen::Builder::new().with_config(config).with_src(folder.join("src/lib.rs"));
    let mut header = Vec::new();
    builder.generate().expect("sources that cbindgen reads").write(&mut header);
    let header = String::from_utf8(header).expect("text");
    // C++98 does not allow a comma after the last enumerator, and C89 no comments that begin with `//`.
    let header = header.replace(",\n}", "\n}").replace("// __cplusplus", "/* __cplusplus */");
    let header = header.replace("// extern \"C\"", "/* extern \"C\" */").into_bytes();
    let path = folder.join("include/quadline.h");
    if std::env::var_os("QUADLINE_WRITE_HEADER").is_some() {
        fs::write(&path, &header).expect("quadline.h");
    }
    let there = fs::read(&path).unwrap_or_default();
    assert!(there == header, "include/quadline.h is not what the sources say: `make header` writes it");
}
