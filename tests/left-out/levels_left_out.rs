//! Levels that the build leaves out with `--cfg quadline_without="NAME"`. `.ci/run levels-left-out` sets the
//! option; without it, the test checks that no level is missing.

use quadline::level::{self, Level, WithLevel};

/// The levels that can be left out, and whether this build does.
const LEVELS: [(&str, bool); 5] = [
    ("avx512-vbmi", cfg!(quadline_without = "avx512-vbmi")),
    ("avx512", cfg!(quadline_without = "avx512")),
    ("avx2-gfni", cfg!(quadline_without = "avx2-gfni")),
    ("avx2", cfg!(quadline_without = "avx2")),
    ("lzcnt", cfg!(quadline_without = "lzcnt")),
];

struct Name;

impl WithLevel for Name {
    type Output = &'static str;
    fn with_level<L: Level>(self, _: L) -> &'static str {
        L::NAME
    }
}

#[test]
fn are_unavailable_and_named() {
    for (name, is_left_out) in LEVELS {
        let error = level::dispatch_named(name, Name).err().map(|error| error.to_string());
        let says_so =
            error.as_ref().is_some_and(|error| error.starts_with("this build leaves out the level"));
        assert_eq!(says_so, is_left_out, "{name}: {error:?}");
        assert!(!is_left_out || level::available().all(|other| other != name), "{name}");
    }
    if LEVELS.iter().all(|&(_, is_left_out)| !is_left_out) {
        println!("skipped: this build leaves out no level, see `.ci/run levels-left-out`");
    }
    println!("levels: {}", level::available().collect::<Vec<_>>().join(" "));
}

#[test]
fn others_compute() {
    let names: Vec<_> = level::available().collect();
    assert!(names.contains(&"portable") && names.contains(&level::active()), "{names:?}");
    for name in names {
        assert_eq!(level::dispatch_named(name, Count), Ok((21, 20)));
    }
    assert_eq!(level::dispatch(Count), (21, 20));
}

struct Count;

impl WithLevel for Count {
    type Output = (u32, u16);
    fn with_level<L: Level>(self, level: L) -> (u32, u16) {
        let queen = level.queen_attacks(quadline::Square::A1, 0).count_ones();
        (queen, level.legal_move_count(&quadline::Position::START))
    }
}
