//! Tests of the environment variable `QUADLINE_LEVEL`. A process chooses its level only once, so every case
//! runs this binary again as a child process.
//!
//! For emulators that do not start child processes themselves, `QUADLINE_TEST_RUNNER` is the command to put
//! before them, such as `qemu-aarch64-static -L /usr/aarch64-linux-gnu`.
#![cfg(all(feature = "std", not(target_family = "wasm")))]

use std::process::{Command, Output};

use quadline::Square;
use quadline::level::{self, Level, NAMES, WithLevel};

/// Returns the level that the build fixes, if any.
fn fixed() -> Option<&'static str> {
    quadline_kernels::level::fixed().map(quadline_kernels::level::Detected::name)
}

struct Name;

impl WithLevel for Name {
    type Output = &'static str;
    fn with_level<L: Level>(self, _: L) -> &'static str {
        L::NAME
    }
}

/// The task of a child process; not a test of its own.
#[test]
fn child() {
    match std::env::var("QUADLINE_TEST_CHILD").as_deref() {
        Ok("available") => println!("\nsays:{}", level::available().collect::<Vec<_>>().join(" ")),
        Ok("active") => println!("\nsays:{}", level::active()),
        Ok("try") => match level::try_active() {
            Ok(name) => println!("\nsays:{name}"),
            Err(error) => println!("\nsays:{error}"),
        },
        Ok("attacks") => println!("\nsays:{}", quadline::queen_attacks(Square::A1, 0).count_ones()),
        Ok("batch") => {
            let mut attacks = [0];
            quadline::batch::queen_attacks(&[Square::A1], &[0], &mut attacks);
            println!("\nsays:{}", attacks[0].count_ones());
        }
        Ok("dispatch") => println!("\nsays:{}", level::dispatch(Name)),
        Ok("stays") => {
            let chosen = level::active();
            // SAFETY: no other thread of this child process accesses the environment, because it runs one
            // test only.
            unsafe { std::env::set_var("QUADLINE_LEVEL", "nonsense") };
            let later = [level::try_active(), Ok(level::active()), Ok(level::dispatch(Name))];
            assert_eq!(later, [Ok(chosen), Ok(chosen), Ok(token_name(chosen))]);
            println!("\nsays:{chosen}");
        }
        _ => println!("skipped: this is the task of the child processes that the other tests start"),
    }
}

/// Runs a child process with this level. Returns `None` if child processes cannot be started.
fn run(task: &str, level: Option<&str>) -> Option<Output> {
    let binary = std::env::current_exe().expect("the path of this binary");
    let runner = std::env::var("QUADLINE_TEST_RUNNER").unwrap_or_default();
    let mut words = runner.split_whitespace();
    let mut command = match words.next() {
        Some(emulator) => {
            let mut command = Command::new(emulator);
            command.args(words).arg(binary);
            command
        }
        None => Command::new(binary),
    };
    command.args(["--exact", "child", "--nocapture", "--test-threads=1"]);
    command.env("QUADLINE_TEST_CHILD", task).env_remove("QUADLINE_LEVEL").env_remove("RUST_BACKTRACE");
    if let Some(level) = level {
        command.env("QUADLINE_LEVEL", level);
    }
    match command.output() {
        Ok(output) => Some(output),
        Err(error) => {
            // A binary for another architecture without a runner. Any other error is a failure.
            assert!(error.to_string().contains("Exec format error"), "{error}");
            eprintln!("skipped: {error}; set QUADLINE_TEST_RUNNER");
            None
        }
    }
}

fn says(task: &str, level: Option<&str>) -> Option<String> {
    let output = run(task, level)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{task} {level:?}: {text}\n{}", String::from_utf8_lossy(&output.stderr));
    let line = text.lines().find_map(|line| line.strip_prefix("says:"));
    Some(line.unwrap_or_else(|| panic!("{task} {level:?} said nothing:\n{text}")).to_owned())
}

/// Checks that the child process panics with this message.
fn refuses(task: &str, level: &str, expected: &str) {
    let output = run(task, Some(level)).expect("children start here");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    assert!(!output.status.success(), "{task} {level}: {text}");
    assert!(text.contains(&format!("QUADLINE_LEVEL: {expected}")), "{task} {level}: {text}");
}

/// Returns the name of the token of a level, which differs from the level's if that is another name for the
/// token's.
fn token_name(level: &str) -> &'static str {
    let level = quadline_kernels::level::Detected::by_name(level).expect("a level of this CPU");
    level.same_as().unwrap_or(level).name()
}

/// The tasks that dispatch or, in a build with a fixed level, check the variable. The functions of one slider
/// do neither.
const DISPATCHING: [&str; 3] = ["active", "batch", "dispatch"];

/// Returns the message of a build with a fixed level when another level is requested, with any name.
fn fixed_to(fixed: &str, quoted: &str) -> String {
    format!(
        "level `{quoted}` was requested, but this build is fixed to `{fixed}` (by `-C target-cpu` or by the target); \
         request `{fixed}` or none, or rebuild without that option"
    )
}

#[test]
fn every_level_can_be_forced() {
    let Some(available) = says("available", None) else { return };
    assert!(available.ends_with("portable scalar"), "{available}");
    for name in available.split(' ') {
        match fixed() {
            Some(fixed) if fixed != name => {
                let expected = fixed_to(fixed, name);
                assert_eq!(says("try", Some(name)).as_deref(), Some(expected.as_str()));
                DISPATCHING.iter().for_each(|task| refuses(task, name, &expected));
            }
            _ => {
                for task in ["active", "try"] {
                    assert_eq!(says(task, Some(name)).as_deref(), Some(name));
                }
                // `scalar` may be another name for `portable`.
                assert_eq!(says("dispatch", Some(name)).as_deref(), Some(token_name(name)));
                for task in ["attacks", "batch"] {
                    assert_eq!(says(task, Some(name)).as_deref(), Some("21"));
                }
            }
        }
    }
    // The best level is used if the variable is unset or empty.
    let best = fixed().unwrap_or_else(|| available.split(' ').next().expect("the first level"));
    for unset in [None, Some("")] {
        for task in ["active", "try", "dispatch"] {
            assert_eq!(says(task, unset).as_deref(), Some(best));
        }
        assert_eq!(says("attacks", unset).as_deref(), Some("21"));
    }
}

#[test]
fn the_level_that_was_chosen_stays() {
    let Some(available) = says("available", None) else { return };
    let best = fixed().unwrap_or_else(|| available.split(' ').next().expect("the first level"));
    for level in [None, Some(best), Some(fixed().unwrap_or("scalar"))] {
        assert_eq!(says("stays", level).as_deref(), Some(level.unwrap_or(best)));
    }
}

#[test]
fn what_cannot_be_forced_is_said() {
    let Some(available) = says("available", None) else { return };
    let lacking = NAMES.into_iter().filter(|name| !available.split(' ').any(|other| other == *name));
    for (name, quoted, start) in
        lacking.map(|name| (name, name, "this CPU does not support the level")).chain([
            ("mmx", "mmx", "unknown level"),
            ("AVX2", "AVX2", "unknown level"),
            ("avx2 ", "avx2 ", "unknown level"),
            // Control characters are escaped, and a cut name is marked.
            ("\u{1b}[31mavx2\r\n", "\\u{1b}[31mavx2\\r\\n", "unknown level"),
            ("avx2,lzcnt,portable,scalar,avx512", "avx2,lzcnt,portable,scalar,avx…", "unknown level"),
        ])
    {
        let expected = match fixed() {
            Some(fixed) => fixed_to(fixed, quoted),
            None => format!("{start} `{quoted}`; available levels: {available}"),
        };
        assert_eq!(says("try", Some(name)).as_deref(), Some(expected.as_str()));
        assert_eq!(says("attacks", Some(name)).as_deref(), Some("21"));
        // Every first dispatch panics with the same message.
        DISPATCHING.iter().for_each(|task| refuses(task, name, &expected));
    }
}
