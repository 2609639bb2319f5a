//! Puts many mutants into one program, one of which is chosen when it runs, so that thousands of them cost one build.
//!
//! usage: mutants-in-one-build FOLDER MUTANTS < left-out
//!
//! `FOLDER` is a copy of the project, whose files are changed in place. `MUTANTS` is what `cargo mutants --list --json` says;
//! the number of a mutant is its place in that list, counted from 1. Standard input has a number in each line, of a mutant
//! that is left out because it does not compile, or `const` and the name of functions that a constant calls. Standard
//! output gets the numbers of the mutants that are in the program now.
//!
//! An operator becomes a `match` of the number that was chosen, a function begins with the question whether it is to
//! return the mutant's value, and so on: see [`Site::text`](text::Site). Constants cannot ask: a `const fn` that none calls is
//! made an ordinary one; what stands in the others, in a constant or in a macro has no place, and is left to
//! `cargo mutants` itself. Which exchanges the text: of `a && b && c` it makes `a || b && c`, and this `(a || b) && c`.
//!
//! Every mutant stands between two comments with its number, `/*<7*/` and `/*7>*/`, and every place between `/*[6,7*/` and
//! `/*]*/`, so that a compile error tells whose it is.

mod sites;
mod text;

use std::collections::{BTreeMap, HashSet};
use std::io::Read as _;
use std::path::Path;
use std::{env, fs, io};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

/// A mutant as `cargo mutants` lists it.
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

/// Counted from 1; columns are characters.
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
