//! The names of levels and formulas, in every list that must have all of them.

use std::collections::HashSet;

use quadline_conformance::Kernels;
use quadline_kernels::level::{NAMES, known};

use crate::say;

/// A place that must list the levels: a file, a function that finds a level in it, and the levels that it
/// omits.
struct Place {
    file: &'static str,
    text: &'static str,
    lists: fn(text: &str, level: &str) -> bool,
    without: &'static [&'static str],
}

const PLACES: [Place; 7] = [
    Place { file: "README.md", text: include_str!("../../../README.md"), lists: first_column, without: &[] },
    Place {
        file: "src/guide/levels.rs",
        text: include_str!("../../../src/guide/levels.rs"),
        lists: first_column,
        without: &[],
    },
    Place {
        file: "tests/README.md",
        text: include_str!("../../../tests/README.md"),
        lists: any_column,
        without: &[],
    },
    Place {
        file: "src/level.rs",
        text: include_str!("../../../src/level.rs"),
        lists: first_column,
        without: &[],
    },
    Place {
        file: "kernels/src/formula/guide.rs",
        text: include_str!("../../src/formula/guide.rs"),
        lists: any_column,
        without: &[],
    },
    Place {
        file: "ci/native-levels.sh",
        text: include_str!("../../../ci/native-levels.sh"),
        lists: in_a_list,
        without: &[],
    },
    // The script emulates x86.
    Place {
        file: "ci/absent-cpus.sh",
        text: include_str!("../../../ci/absent-cpus.sh"),
        lists: in_a_list,
        without: &["neon"],
    },
];

/// Returns the cells of the rows of a table, without the marks of code and of documentation comments.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().map(|line| line.trim_start_matches("//!").trim());
    let rows = lines.filter(|line| line.starts_with('|') && !line.contains("--"));
    rows.map(|row| row.split('|').skip(1).map(|cell| cell.trim().trim_matches('`')).collect())
}

fn first_column(text: &str, level: &str) -> bool {
    rows(text).any(|row| row[0] == level)
}

/// Returns whether a cell of a table is the level or a list with it.
fn any_column(text: &str, level: &str) -> bool {
    rows(text).any(|row| row.iter().any(|cell| in_a_list(cell, level)))
}

/// Returns whether the level is in a comma-separated list.
fn in_a_list(text: &str, level: &str) -> bool {
    let names = text.split(|letter: char| letter.is_whitespace() || ",;=$+`\"".contains(letter));
    names.into_iter().any(|name| name == level)
}

#[test]
fn every_level_is_in_every_list() {
    let mut missing = Vec::new();
    for place in PLACES {
        for level in NAMES.iter().filter(|level| !place.without.contains(level)) {
            if !(place.lists)(place.text, level) {
                missing.push(format!("{} does not list the level {level}", place.file));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn the_table_of_levels_has_their_names_and_no_others() {
    let rows = include_str!("../../../src/level.rs").lines().filter_map(|line| line.strip_prefix("//! | `"));
    let names: Vec<_> = rows.map(|row| row.split('`').next().unwrap_or_default()).collect();
    assert_eq!(names, NAMES);
}

/// The list of formulas is not empty, and their names are distinct.
#[test]
fn the_formulas_have_names_of_their_own() {
    let kernels = Kernels::of_this_cpu();
    let names: HashSet<_> = kernels.lines.iter().map(|formula| formula.name).collect();
    assert!(!names.is_empty() && names.len() == kernels.lines.len(), "{names:?}");
}

#[test]
fn the_names_are_those_of_the_rows() {
    assert!(known().all(|name| NAMES.contains(&name)));
}

/// `quadline-kernels` publishes formulas, the names of lanes, levels, and the types of threats. Everything
/// else is public for `quadline` and the tests only, and is hidden.
#[test]
fn only_formulas_lanes_and_levels_are_published() {
    let lines: Vec<_> = include_str!("../../src/lib.rs").lines().collect();
    let published = lines.windows(2).filter(|pair| pair[0] != "#[doc(hidden)]");
    let published = published.filter_map(|pair| pair[1].strip_prefix("pub mod "));
    let names = published.map(|rest| rest.trim_end_matches([';', '{', ' ']));
    assert_eq!(
        names.collect::<HashSet<_>>(),
        HashSet::from(["formula", "lanes", "level", "reference", "threats"])
    );
}

/// A row of the source of the list of levels: the name, the CPU features, and the types of two kernels.
struct ListedLevel<'a> {
    name: &'a str,
    needs: Vec<&'a str>,
    single: &'a str,
    bishop: &'a str,
    batch: &'a str,
}

/// Parses the rows of both lists, which have the levels of every target in the same order.
fn listed_levels() -> Vec<ListedLevel<'static>> {
    let mut levels = Vec::new();
    for line in include_str!("../../src/levels/rows.rs").lines().map(str::trim) {
        if let Some(head) = line.strip_suffix("\" {") {
            let name = head.split('"').nth(1).expect("a row begins with its type and its quoted name");
            levels.push(ListedLevel { name, needs: Vec::new(), single: "", bishop: "", batch: "" });
        } else if let (Some(level), Some(needs)) = (levels.last_mut(), line.strip_prefix("needs: [")) {
            level.needs = needs.split('"').skip(1).step_by(2).collect();
        }
    }
    let mut rest = levels.iter_mut();
    let mut level = None;
    let kernels = include_str!("../../src/calls/kernels/list.rs");
    for (field, value) in kernels.lines().filter_map(|line| line.trim().split_once(": ")) {
        if field == "four_lanes" {
            level = rest.next();
        }
        let (Some(level), Some(value)) = (&mut level, value.strip_suffix(',')) else { continue };
        match field {
            // Rows without the field end with a set of kernels that names one: `..avx2` does, `..words` has
            // that of `single`.
            "single" => {
                level.single = value;
                let has_avx2 = level.needs.contains(&"avx2");
                level.bishop = if has_avx2 { "HyperbolaQuintessenceFirstRank" } else { value };
            }
            "bishop" => level.bishop = value,
            "batch" => level.batch = value,
            _ => {}
        }
    }
    assert!(rest.next().is_none(), "the lists have as many rows");
    levels
}

/// Returns the description of a kernel in the guide to levels, with the aliases of `types.rs` resolved
/// for each target.
fn words_for(kernel: &str) -> String {
    if let Some(inner) = kernel.strip_prefix("OneByOne<") {
        return format!("{}, one by one", words_for(inner.trim_end_matches('>')));
    }
    if let Some(inner) = kernel.strip_prefix("LinesOrOneByOne<") {
        return format!("{}, in lanes", words_for(inner.trim_end_matches('>')));
    }
    let plain = match kernel {
        "ObstructionSum" => "obstruction sum",
        "ObstructionShift" => "obstruction shift",
        "HyperbolaQuintessence" => "hyperbola quintessence",
        "HyperbolaQuintessenceFirstRank" => "hyperbola quintessence, first rank by lookup",
        // A single formula. On 32-bit targets it computes each half of a line.
        "WordsFormula" => "kindergarten",
        "ForAvx512Vbmi" | "ForAvx2Gfni" => "bit matrices",
        "ForAvx512" => "SBAMG, eight sliders in lanes",
        _ => "",
    };
    if !plain.is_empty() {
        return plain.into();
    }
    let source = include_str!("../../src/calls/kernels/types.rs");
    let lines: Vec<_> = source.lines().collect();
    let start = format!("pub type {kernel} = ");
    let (mut everywhere, mut on_x86) = (None, None);
    for pair in lines.windows(2) {
        let Some(value) = pair[1].strip_prefix(&start) else { continue };
        let words = words_for(value.trim_end_matches(';'));
        match pair[0] {
            r#"#[cfg(target_arch = "x86")]"# => on_x86 = Some(words),
            _ => everywhere = Some(words),
        }
    }
    let everywhere =
        everywhere.unwrap_or_else(|| panic!("the guide to levels has no words for the kernel {kernel}"));
    on_x86.map_or_else(|| everywhere.clone(), |words| format!("{everywhere}; on 32-bit x86 {words}"))
}

/// Returns the features that README.md gives for a level. A level in the list means all of its features.
fn features_in_readme(text: &str, level: &str) -> Option<HashSet<String>> {
    let row = rows(text).find(|row| row[0] == level)?;
    let mut features = HashSet::new();
    for entry in row.get(1)?.split(", ") {
        match entry.trim_matches('`') {
            "none" => {}
            lower if NAMES.contains(&lower) => features.extend(features_in_readme(text, lower)?),
            feature => {
                features.insert(feature.trim_start_matches("AVX-512 ").to_lowercase());
            }
        }
    }
    Some(features)
}

#[test]
fn the_readme_and_the_guide_have_the_features_and_the_kernels_of_every_level() {
    let (readme, guide) = (include_str!("../../../README.md"), include_str!("../../../src/guide/levels.rs"));
    let levels = listed_levels();
    assert_eq!(levels.iter().map(|level| level.name).collect::<Vec<_>>(), NAMES);
    for ListedLevel { name, needs, single, bishop, batch } in levels {
        let row = rows(guide).find(|row| row[0] == name).unwrap_or_else(|| panic!("no row for {name}"));
        assert_eq!(row[1..4], [single, bishop, batch].map(words_for), "src/guide/levels.rs, {name}");
        let needs = needs.iter().map(|feature| feature.trim_start_matches("avx512").to_owned()).collect();
        assert_eq!(features_in_readme(readme, name), Some(needs), "README.md, {name}: CPU features");
    }
}

/// Returns the name of a formula in the lists of kernels: `obstruction-sum` for `ObstructionSum`.
fn kernel_name(formula: &str) -> String {
    let mut name = String::new();
    for letter in formula.chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

#[test]
fn the_guide_of_formulas_has_their_bytes_and_defaults() {
    if !Kernels::of_this_cpu().left_out.is_empty() {
        return say("skipped the bytes in the guide: QUADLINE_TEST_LEVELS is set");
    }
    let table: Vec<_> = rows(include_str!("../../src/formula/guide.rs"))
        .filter_map(|row| {
            Some((row[0].strip_prefix("[`")?.split('`').next()?, row[1].replace(',', ""), row[2]))
        })
        .collect();
    for &(formula, ref bytes, _) in &table {
        // `portable` has every formula. In a build without `wide`, `scalar` is another name for it.
        let name = format!("portable/single/{}", kernel_name(formula));
        let kernel = Kernels::of_this_cpu().singles.iter().find(|kernel| kernel.name() == name);
        let kernel = kernel.unwrap_or_else(|| panic!("{name} is in the guide and not in the list"));
        assert_eq!(bytes.parse(), Ok(kernel.table_bytes()), "the bytes of {formula}");
    }
    for level in listed_levels() {
        let formulas: &[&str] = match level.single {
            "WordsFormula" => &["Kindergarten", "KindergartenHalves"],
            ref formula => core::slice::from_ref(formula),
        };
        let marked = table.iter().filter(|(_, _, defaults)| in_a_list(defaults, level.name));
        assert_eq!(marked.map(|&(formula, _, _)| formula).collect::<Vec<_>>(), formulas, "{}", level.name);
    }
}
