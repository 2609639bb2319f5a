//! The detected levels, compared with the features of the CPU and of the build.

use quadline_conformance::Kernels;
use quadline_kernels::level::{self, Detected, Level, LevelError, NAMES, Scalar, WithLevel};

use crate::say;

#[test]
fn the_expected_levels_were_tested() {
    let kernels = Kernels::of_this_cpu();
    say(&format!(
        "levels: {} ({} kernels for one slider, {} for many)",
        kernels.levels.join(" "),
        kernels.singles.len(),
        kernels.batches.len()
    ));
    for level in &kernels.skipped {
        say(&format!("skipped {level}: this CPU lacks it"));
    }
    for level in &kernels.left_out {
        say(&format!("skipped {level}: QUADLINE_TEST_LEVELS does not name it"));
    }
    let same: Vec<_> =
        level::available().filter_map(|level| Some((level.name(), level.same_as()?.name()))).collect();
    for (name, other) in &same {
        say(&format!("{name}: another name for {other} in this build"));
    }
    assert_eq!(same.contains(&("scalar", "portable")), Scalar::NAME == "portable");
    assert!(same.len() <= 1, "{same:?}");
    let own = |level: &str| same.iter().all(|&(name, _)| name != level);
    for level in kernels.levels.iter().filter(|level| own(level) && !kernels.left_out.contains(level)) {
        let starts = |name: &str| name.split('/').next() == Some(level);
        let singles = kernels.singles.iter().filter(|kernel| starts(kernel.name())).count();
        let batches = kernels.batches.iter().filter(|kernel| starts(kernel.name())).count();
        assert!(singles >= 6 && batches >= 11, "{level} has only {singles} and {batches} kernels");
    }
    let Ok(expected) = std::env::var("QUADLINE_EXPECT_LEVELS") else { return };
    let expected: Vec<_> = expected.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    for level in &expected {
        assert!(NAMES.contains(level), "QUADLINE_EXPECT_LEVELS names `{level}`, which is no level");
        assert!(kernels.levels.contains(level), "{level} was expected here, and was skipped");
    }
    for level in &kernels.levels {
        assert!(expected.contains(level), "{level} is here, and was not expected");
    }
}

#[test]
fn the_levels_are_in_order() {
    let known: Vec<_> = level::known().collect();
    let available: Vec<_> = level::available().map(Detected::name).collect();
    assert!(
        known.is_sorted_by_key(|name| NAMES.iter().position(|other| other == name).expect("a known name"))
    );
    assert_eq!(known.iter().copied().filter(|name| available.contains(name)).collect::<Vec<_>>(), available);
    assert_eq!(Kernels::of_this_cpu().levels, available);
    let skipped: Vec<_> = known.iter().copied().filter(|name| !available.contains(name)).collect();
    assert_eq!(Kernels::of_this_cpu().skipped, skipped);
    assert!(available.ends_with(&["portable", "scalar"]));
    match level::fixed() {
        Some(fixed) => assert_eq!(Detected::best(), fixed),
        None => assert_eq!(Detected::best().name(), available[0]),
    }
}

/// An independent list for the build: the best level whose features it enables is fixed, and otherwise none.
#[test]
fn what_the_build_enables_is_fixed() {
    let avx2 = cfg!(all(
        target_feature = "popcnt",
        target_feature = "lzcnt",
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "avx2"
    ));
    let avx512 = avx2
        && cfg!(all(
            target_feature = "avx512f",
            target_feature = "avx512bw",
            target_feature = "avx512cd",
            target_feature = "avx512dq",
            target_feature = "avx512vl"
        ));
    let gfni = avx2 && cfg!(target_feature = "gfni");
    let vbmi = avx512
        && gfni
        && cfg!(all(
            target_feature = "avx512vbmi",
            target_feature = "avx512vbmi2",
            target_feature = "avx512bitalg",
            target_feature = "avx512vpopcntdq"
        ));
    let neon = cfg!(all(target_arch = "aarch64", target_feature = "neon"));
    // A level that is missing here fails the test: this list must have every level that a build can fix.
    let enabled = [
        ("avx512-vbmi", vbmi),
        ("avx512", avx512),
        ("avx2-gfni", gfni),
        ("avx2", avx2),
        ("neon", neon),
        ("lzcnt", false),
        ("portable", cfg!(not(any(target_feature = "sse2", target_arch = "aarch64")))),
        ("scalar", false),
    ];
    assert_eq!(enabled.map(|(name, _)| name)[..], NAMES[..], "this test lists every level once more");
    let expected = enabled.into_iter().find(|(_, enabled)| *enabled).map(|(name, _)| name);
    assert_eq!(level::fixed().map(Detected::name), expected);
}

/// The standard library's detection is independent of ours.
#[cfg(target_feature = "sse2")]
#[test]
fn detection_agrees_with_the_standard_library() {
    use std::is_x86_feature_detected as has;
    let words = has!("lzcnt") && has!("bmi1") && has!("bmi2") && has!("popcnt");
    let avx2 = words && has!("avx2");
    let avx512 = avx2
        && has!("avx512f")
        && has!("avx512bw")
        && has!("avx512cd")
        && has!("avx512dq")
        && has!("avx512vl");
    let vbmi = avx512
        && has!("avx512vbmi")
        && has!("avx512vbmi2")
        && has!("avx512bitalg")
        && has!("avx512vpopcntdq")
        && has!("gfni");
    // The level is meant for CPUs without AVX-512, but is also detected with it.
    let gfni = avx2 && has!("gfni");
    let levels = &Kernels::of_this_cpu().levels;
    // A level that is missing here fails the test: this list must have every level's features.
    let expected = [
        ("avx512-vbmi", vbmi),
        ("avx512", avx512),
        ("avx2-gfni", gfni),
        ("avx2", avx2),
        ("neon", false),
        ("lzcnt", words),
        ("portable", true),
        ("scalar", true),
    ];
    assert_eq!(expected.map(|(name, _)| name)[..], NAMES[..], "this test lists every level once more");
    for (name, expected) in expected {
        assert_eq!(levels.contains(&name), expected, "{name}");
    }
}

#[cfg(target_arch = "aarch64")]
#[test]
fn neon_is_always_there() {
    // A further level of this architecture needs an independent detection here, as for x86.
    assert_eq!(Kernels::of_this_cpu().levels, ["neon", "portable", "scalar"]);
    assert_eq!(level::fixed().map(Detected::name), Some("neon"));
}

struct Name;

impl WithLevel for Name {
    type Output = &'static str;
    fn with_level<L: Level>(self, _: L) -> &'static str {
        assert!(L::detect().is_some());
        L::NAME
    }
}

/// A build that fixes a level refuses every other name for its dispatch, and the message names the fixed
/// level.
fn refused_for(fixed: Detected, name: &str) {
    let message = Detected::by_name_for_dispatch(name).unwrap_err().to_string();
    let fixed = fixed.name();
    let expected = format!("level `{name}` was requested, but this build is fixed to `{fixed}` (");
    assert!(message.starts_with(&expected), "{message}");
}

#[test]
fn a_level_runs_by_its_name() {
    for level in level::available() {
        assert_eq!(level.run(Name), level.same_as().unwrap_or(level).name());
        assert_eq!(Detected::by_name(level.name()), Ok(level));
        assert_eq!(format!("{level:?}"), level.name());
        match level::fixed() {
            Some(fixed) if fixed != level => refused_for(fixed, level.name()),
            _ => assert_eq!(Detected::by_name_for_dispatch(level.name()), Ok(level)),
        }
    }
}

#[test]
fn what_is_no_level_here_is_said_with_the_list() {
    let here = level::available().map(|level| format!(" {}", level.name())).collect::<String>();
    let message = |name: &str| Detected::by_name(name).map_err(|error: LevelError| error.to_string());
    for unknown in ["mmx", "", "AVX2", "avx2 ", "avx-512"] {
        let expected = format!("unknown level `{unknown}`; available levels:{here}");
        assert_eq!(message(unknown), Err(expected.clone()));
        match level::fixed() {
            Some(fixed) => refused_for(fixed, unknown),
            None => assert_eq!(Detected::by_name_for_dispatch(unknown).unwrap_err().to_string(), expected),
        }
    }
    for name in NAMES {
        if !Kernels::of_this_cpu().levels.contains(&name) {
            let expected = format!("this CPU does not support the level `{name}`; available levels:{here}");
            assert_eq!(message(name), Err(expected));
        }
    }
    // A long name is cut at a character boundary, and marked.
    let long = message("a-name-of-just-28-bytes-long-anäöü").unwrap_err();
    assert!(long.starts_with("unknown level `a-name-of-just-28-bytes-long-a…`;"), "{long}");
    let long = message("a-name-of-just-27-bytes-annäöü").unwrap_err();
    assert!(long.starts_with("unknown level `a-name-of-just-27-bytes-annä…`;"), "{long}");
    let full = message("a-name-of-just-thirty-bytes-it").unwrap_err();
    assert!(full.starts_with("unknown level `a-name-of-just-thirty-bytes-it`;"), "{full}");
    // Control characters are escaped, and `unwrap` prints a full sentence.
    let escaped = message("\u{1b}[31m\n").unwrap_err();
    assert!(escaped.starts_with("unknown level `\\u{1b}[31m\\n`;"), "{escaped}");
    let error = Detected::by_name("mmx").unwrap_err();
    assert_eq!(format!("{error:?}"), format!("LevelError({error})"));
}

#[test]
fn the_tables_are_small() {
    const MOST: usize = 16 * 1024;
    // The lookups of the articles as published, for comparison. No level uses them by default.
    const AS_PUBLISHED: [&str; 1] = ["line-states"];
    let kernels = Kernels::of_this_cpu();
    let singles = kernels.singles.iter().map(|kernel| (kernel.name(), kernel.table_bytes()));
    let batches = kernels.batches.iter().map(|kernel| (kernel.name(), kernel.table_bytes()));
    for (name, bytes) in singles.chain(batches) {
        println!("{name}: {bytes} bytes");
        let as_published = AS_PUBLISHED.iter().any(|formula| name.rsplit('/').next() == Some(formula));
        assert!(bytes <= MOST || as_published, "{name} touches {bytes} bytes of tables, more than {MOST}");
    }
}

/// The sizes that the guide gives.
#[test]
fn the_tables_are_as_large_as_is_said() {
    let said = [
        ("sbamg", 6144),
        ("sbamg-lookup", 6656),
        ("obstruction-difference", 6144),
        ("obstruction-flip", 6144),
        ("obstruction-shift", 6144),
        ("obstruction-sum", 6144),
        ("hyperbola-quintessence", 6144),
        ("hyperbola-quintessence-first-rank", 12_288),
        ("kindergarten", 12_288),
        ("kindergarten-halves", 10_240),
        ("line-states", 137_216),
    ];
    let kernels = Kernels::of_this_cpu();
    if !kernels.left_out.is_empty() {
        return say("skipped the sizes of tables: QUADLINE_TEST_LEVELS is set");
    }
    let (level, singles) = (Scalar::NAME, kernels.singles.iter());
    let scalar: Vec<_> =
        singles.filter(|kernel| kernel.name().starts_with(&format!("{level}/single/"))).collect();
    for kernel in &scalar {
        let formula = kernel.name().rsplit('/').next().unwrap_or_default();
        let formula = formula.strip_suffix("-multiversioned").unwrap_or(formula);
        assert!(
            formula == "default" || said.iter().any(|&(name, _)| name == formula),
            "{formula} is missing"
        );
    }
    for (formula, bytes) in said {
        for name in [format!("{level}/single/{formula}"), format!("{level}/single/{formula}-multiversioned")]
        {
            let found = scalar.iter().filter(|kernel| kernel.name() == name);
            found.for_each(|kernel| assert_eq!(kernel.table_bytes(), bytes, "{name}"));
        }
        assert!(scalar.iter().any(|kernel| kernel.name().ends_with(&format!("/{formula}"))), "{formula}");
    }
    // The parts of each size: eleven tables with a word for each of eight files or ranks or a byte for each
    // square, and obstruction difference; a row of four words for each square, and hyperbola quintessence.
    let said = [("avx512-vbmi", "matrices", 11 * 64 + 6144), ("avx2-gfni", "matrices", 64 * 32 + 6144)];
    for (level, layout, bytes) in said {
        let kernel = format!("{level}/{layout}/hyperbola-quintessence");
        let found = kernels.batches.iter().find(|batch| batch.name() == kernel);
        let expected = level::available().any(|available| available.name() == level).then_some(bytes);
        assert_eq!(found.map(|batch| batch.table_bytes()), expected, "{kernel}");
    }
}
