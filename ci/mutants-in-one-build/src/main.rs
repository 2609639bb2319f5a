//! Compiles many mutants into one program and selects one of them at run time, so that thousands of mutants
//! need one build.
//!
//! usage: mutants-in-one-build FOLDER MUTANTS < left-out
//!
//! `FOLDER` is a copy of the project, whose files are changed in place. `MUTANTS` is the output of `cargo
//! mutants --list --json`; the number of a mutant is its index in that list, from 1. Each line of standard
//! input has the number of a mutant to leave out because it does not compile, or `const` and the name of
//! functions that a constant calls. Standard output gets the numbers of the mutants that are now in the
//! program.
//!
//! An operator becomes a `match` on the selected number, a function begins with a check whether to return the
//! mutant's value, and so on; see [`Site::text`](text::Site). Constants cannot be changed at run time: a
//! `const fn` that no constant calls is made an ordinary function. Mutants in other `const` functions,
//! constants and macros are left to `cargo mutants` itself. Unlike that tool, which replaces text and turns
//! `a && b && c` into `a || b && c`, this one produces `(a || b) && c`.
//!
//! Every mutant is between two comments with its number, `/*<7*/` and `/*7>*/`, and every site between
//! `/*[6,7*/` and `/*]*/`, so that compile errors can be assigned to mutants.

mod sites;
mod text;

use std::collections::{BTreeMap, HashSet};
use std::io::Read as _;
use std::path::Path;
use std::{env, fs, io};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

/// A mutant in the list of `cargo mutants`.
#[derive(Deserialize)]
struct Mutant {
    file: String,
    genre: String,
    replacement: String,
    span: Span,
    #[serde(skip)]
    number: usize,
}

#[derive(Deserialize)]
struct Span {
    start: Place,
}

/// Counted from 1, in characters.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq, Hash)]
struct Place {
    line: usize,
    column: usize,
}

fn main() -> Result<()> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let [folder, mutants] = &arguments[..] else {
        bail!("usage: mutants-in-one-build FOLDER MUTANTS < left-out")
    };
    let listed = fs::read_to_string(mutants).with_context(|| format!("cannot read {mutants}"))?;
    let mut listed: Vec<Mutant> =
        serde_json::from_str(&listed).with_context(|| format!("{mutants} is no list of mutants"))?;
    let mut left_out = String::new();
    io::stdin().read_to_string(&mut left_out)?;
    let (constants, left_out): (Vec<_>, Vec<_>) =
        left_out.lines().partition(|line| line.starts_with("const "));
    let constants: HashSet<_> = constants.iter().map(|line| &line["const ".len()..]).collect();
    let left_out = left_out
        .iter()
        .map(|line| line.parse())
        .collect::<Result<HashSet<usize>, _>>()
        .context("standard input")?;

    let mut files: BTreeMap<String, Vec<Mutant>> = BTreeMap::new();
    for (index, mut mutant) in listed.drain(..).enumerate() {
        mutant.number = index + 1;
        if !left_out.contains(&mutant.number) {
            files.entry(mutant.file.clone()).or_default().push(mutant);
        }
    }
    for (name, mutants) in files {
        let path = Path::new(folder).join(&name);
        let source = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let file = syn::parse_file(&source).with_context(|| format!("cannot parse {name}"))?;
        let sites = sites::find(&file, &source, &mutants, &constants);
        let (text, numbers) = text::with_mutants(&source, &sites);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        for number in numbers {
            println!("{number}");
        }
    }
    Ok(())
}
