//! Every public function is called by a fuzz target, or this file says why not.
//!
//! The test reads the sources. A function counts as called if a property or an input of a target mentions it
//! in the way in which it is called: `constant::rook_attacks` for a function of a module, `.is_legal` or
//! `Square::new` for a method. It does not see whether the code that mentions it runs; the seeds of the
//! targets do that (`fuzz_seeds.rs`).

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Functions that no target needs to call, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("Level::detect", "takes no input; every level of the CPU is fuzzed"),
    ("MoveList::new", "takes no input"),
];

/// The files of tests/properties that make positions and expected results. They call functions without
/// checking them.
const NOT_PROPERTIES: &[&str] =
    &["boards.rs", "draw.rs", "known.rs", "oracle.rs", "oracle_kernel.rs", "random.rs", "shown.rs"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the Rust files in a folder of the project and in its folders.
fn sources(folder: &str) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![root().join(folder)], Vec::new());
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.map(|entry| entry.expect("a readable folder").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the identifier at the start of a text.
fn identifier(text: &str) -> &str {
    text.split(|character: char| !character.is_alphanumeric() && character != '_').next().unwrap_or_default()
}

/// Returns the name of the function that a line declares after `visibility`, if it does.
fn function<'a>(line: &'a str, visibility: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(visibility)?;
    let rest = rest.strip_prefix("const ").unwrap_or(rest);
    let rest = rest.strip_prefix("unsafe ").unwrap_or(rest);
    let rest = rest.strip_prefix("extern \"C\" ").unwrap_or(rest);
    rest.strip_prefix("fn ").map(identifier).filter(|name| !name.is_empty())
}

/// Returns the files of the crate `quadline`, without the programs of its guides, which are packages of their
/// own.
fn sources_of_quadline() -> Vec<PathBuf> {
    let guide = root().join("src/guide");
    let is_program = |path: &PathBuf| path.starts_with(&guide) && path.ends_with("main.rs");
    sources("src").into_iter().filter(|path| !is_program(path)).collect()
}

/// Returns the functions of the crate `quadline` and of its modules, such as `constant::rook_attacks`.
fn free_functions() -> BTreeSet<String> {
    let mut functions = BTreeSet::new();
    for path in sources_of_quadline() {
        let file = path.file_stem().expect("a file").to_string_lossy().into_owned();
        let module = if file == "lib" { "quadline" } else { &file };
        for line in read(&path).lines() {
            functions.extend(function(line, "pub ").map(|name| format!("{module}::{name}")));
        }
    }
    functions
}

/// Returns the types that `quadline` exports.
fn types() -> BTreeSet<String> {
    let text: String = sources_of_quadline().iter().map(|path| read(path)).collect();
    let exports = text.split("pub use quadline_kernels::").skip(1);
    let names = exports.flat_map(|export| {
        let (names, _) = export.split_once(';').expect("the end of a `use`");
        names.split(|character: char| !character.is_alphanumeric()).map(String::from)
    });
    names.filter(|name| name.starts_with(|first: char| first.is_ascii_uppercase())).collect()
}

/// Returns the methods of these types and of the trait `Level`, such as `Square::new`.
fn methods(types: &BTreeSet<String>) -> BTreeSet<String> {
    let mut methods = BTreeSet::new();
    for path in sources("kernels/src") {
        let is_list_of_calls = path.ends_with("level/calls.rs");
        let (mut of, mut is_hidden) = (None, false);
        for line in read(&path).lines() {
            // Only inherent implementations have no ` for `.
            if let Some(rest) = line.strip_prefix("impl").filter(|rest| !rest.contains(" for ")) {
                let rest =
                    rest.split_once("> ").filter(|_| rest.starts_with('<')).map_or(rest, |(_, rest)| rest);
                let name = identifier(rest.trim_start());
                of = types.contains(name).then(|| (String::from(name), "    pub "));
            } else if line.starts_with("pub trait Level:") {
                of = Some((String::from("Level"), "    "));
            } else if line.starts_with('}') {
                of = None;
            }
            is_hidden = line.trim() == "#[doc(hidden)]" || is_hidden && !line.trim().is_empty();
            let found = match &of {
                Some((name, visibility)) => {
                    function(line, visibility).map(|function| (name.as_str(), function))
                }
                // A row: `inlined here fn rook_attacks(..)`.
                None if is_list_of_calls && !line.trim().starts_with("//") => {
                    line.split_once(" fn ").map(|(_, rest)| ("Level", identifier(rest)))
                }
                None => None,
            };
            methods
                .extend(found.filter(|_| !is_hidden).map(|(name, function)| format!("{name}::{function}")));
        }
    }
    methods
}

/// Returns the functions of the C library.
fn c_functions() -> BTreeSet<String> {
    let text: String = sources("bindings/c/src").iter().map(|path| read(path)).collect();
    text.lines()
        .filter_map(|line| function(line, "pub "))
        .filter(|name| name.starts_with("quadline_"))
        .map(String::from)
        .collect()
}

/// Returns whether a text contains a name that is not part of a longer one.
fn mentions(text: &str, name: &str) -> bool {
    let ends = text.match_indices(name).map(|(start, _)| &text[start + name.len()..]);
    ends.into_iter().any(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
}

#[test]
fn a_fuzz_target_calls_every_public_function() {
    let is_property = |path: &PathBuf| {
        let file = path.file_name().expect("a file").to_string_lossy();
        !NOT_PROPERTIES.contains(&&*file)
    };
    let properties =
        ["tests/entries/src", "tests/properties/src", "tests/conformance/src"].into_iter().flat_map(sources);
    let properties = properties.filter(is_property);
    let targets: String = sources("fuzz/src").into_iter().chain(properties).map(|path| read(&path)).collect();

    let (types, free, c) = (types(), free_functions(), c_functions());
    let methods = methods(&types);
    // The sources are still read as intended.
    for (known, of) in
        [("constant::rook_attacks", &free), ("quadline::between", &free), ("Square::new", &methods)]
    {
        assert!(of.contains(known), "{known} is not found in the sources");
    }
    assert!(methods.contains("Position::is_legal") && methods.contains("Level::queen_attacks"));
    assert!(
        free.len() > 40 && methods.len() > 120 && c.len() > 30,
        "{} {} {}",
        free.len(),
        methods.len(),
        c.len()
    );

    let is_called = |function: &&String| match function.split_once("::") {
        None => mentions(&targets, function),
        Some(_) if free.contains(*function) => mentions(&targets, function),
        // The rows of `entries!` have the names alone.
        Some((_, method)) if method.starts_with("batch_") => mentions(&targets, method),
        Some((_, method)) => {
            [".", "::"].iter().any(|before| mentions(&targets, &format!("{before}{method}")))
        }
    };
    let all = || free.iter().chain(&methods).chain(&c);
    let is_exception = |function: &&String| EXCEPTIONS.iter().any(|(name, _)| name == *function);
    let missing: Vec<_> = all().filter(|each| !is_called(each) && !is_exception(each)).collect();
    assert!(
        missing.is_empty(),
        "no fuzz target calls {missing:?}\n\
         Call each in a property of tests/properties/src that a target checks (kernels and positions), in \
         fuzz/src/facade.rs (functions of the crate `quadline`), fuzz/src/parallel.rs (those with rayon) or fuzz/src/c.rs \
         (functions of the C library), and compare its result with the oracle. If there is nothing to fuzz, add it to \
         EXCEPTIONS in tests/fuzz_reach.rs with the reason."
    );
    let unknown: Vec<_> =
        EXCEPTIONS.iter().filter(|(name, _)| !all().any(|each| each == name)).map(|(name, _)| name).collect();
    assert!(
        unknown.is_empty(),
        "EXCEPTIONS in tests/fuzz_reach.rs has functions that do not exist: {unknown:?}"
    );
}
