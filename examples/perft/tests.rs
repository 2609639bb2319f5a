//! Tests of the counts at every level, of the suite and of the texts.

use quadline_examples::command_line::{Arguments, Request};

use super::*;

fn options(arguments: &[&str]) -> Options {
    match Options::read(&mut Arguments::from_list(arguments)) {
        Ok(Request::Run(options)) => options,
        other => panic!("{arguments:?}: {other:?}"),
    }
}

fn message(arguments: &[&str]) -> String {
    let read = Options::read(&mut Arguments::from_list(arguments));
    let error = match read {
        Ok(Request::Run(options)) => run(&options).err(),
        Ok(Request::Print(text)) => panic!("{text}"),
        Err(error) => Some(error),
    };
    error.expect("an error").to_string()
}

#[test]
fn the_six_positions_at_every_level() {
    for known in &suite::parse(SIX_POSITIONS).expect("the six positions") {
        for name in level::available() {
            for &(depth, nodes) in known.counts.iter().take(5) {
                let perft = Perft { position: &known.position, depth, progress: &|_, _| {} };
                let found = level::dispatch_named(name, perft).expect(name);
                let total: u64 = found.iter().map(|&(_, nodes)| nodes).sum();
                assert_eq!(total, nodes, "{}, depth {depth}, level {name}", known.name);
            }
        }
    }
}

#[test]
fn a_table_ends_with_a_verdict() {
    let (text, wrong) = run(&options(&["--depth", "3"])).expect("the starting position");
    assert!(text.contains("start          3         8902         8902"), "{text}");
    assert!(text.contains("\n1 of 1 counts are as expected (level "), "{text}");
    assert!(wrong.is_empty());
    let (text, _) = run(&options(&["--fen", "4k3/8/8/8/8/8/8/4K3 w - -"])).expect("two kings");
    assert!(text.contains("\nNo count is known for this position and depth (level "), "{text}");
}

#[test]
fn counts_below_each_move_and_json() {
    let (text, _) = run(&options(&["--divide", "--depth", "2"])).expect("the starting position");
    assert!(text.starts_with("a2a3: 20\na2a4: 20\nb1a3: 20\n"), "{text}");
    assert!(text.contains("\ntotal: 400\n"), "{text}");
    let (text, _) = run(&options(&["--divide", "--depth", "1", "--json"])).expect("the starting position");
    assert!(text.contains("\"depth\": 1, \"nodes\": 20, \"expected\": 20, \"seconds\": "), "{text}");
    assert!(text.contains("\"moves\": {") && text.contains("\"e2e4\": 1"), "{text}");
    assert_eq!(text.matches(['{', '[']).count(), text.matches(['}', ']']).count());
}

#[test]
fn suites_are_read_with_other_operations() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - -";
    let parse = |line: &str| suite::parse(&format!("{fen} {line}"));
    for (line, name) in [
        ("bm Ke2; id \"a; D1 6\"; D1 5; D2 25;", "a; D1 6"),
        (";D1 5 ;D2 25", "line 1"),
        ("c0 \"x\"; D1 5; D2 25", "line 1"),
        ("0 1 acd 3; D1 5; D2 25", "line 1"),
    ] {
        let suite = parse(line).expect(line);
        assert_eq!(
            (suite[0].name.as_str(), suite[0].counts.as_slice()),
            (name, [(1, 5), (2, 25)].as_slice())
        );
    }
    let problem = |line: &str| parse(line).expect_err(line).to_string();
    for part in ["D2", "D2 x", "D2 -1", "Dx 4", "D101 4", "D2 400 3", "d2 400", "2 400", "D 4"] {
        let message = problem(&format!(";D1 5 ;{part}"));
        assert!(
            message.starts_with(&format!("line 1: {part:?} is not a node count; expected D, ")),
            "{message}"
        );
    }
    assert_eq!(problem(";D1 5 ;D1 5"), "line 1: depth 1 occurs twice");
    assert_eq!(problem("bm Ke2"), "line 1: no node counts; expected FEN ;D1 20 ;D2 400");
}

#[test]
fn a_wrong_count_is_named() {
    let path = std::env::temp_dir().join(format!("quadline-perft-{}.epd", std::process::id()));
    std::fs::write(&path, "# kings\n4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;D2 26\n").expect("a temporary file");
    let file = path.to_str().expect("a path");
    let (text, wrong) = run(&options(&["--suite", file])).expect("two counts");
    let (right, _) = run(&options(&["--suite", file, "--depth", "1"])).expect("one count");
    let nothing = message(&["--suite", file, "--depth", "0"]);
    std::fs::remove_file(&path).expect("the file");
    assert!(text.contains("\n1 of 2 counts are wrong (level "), "{text}");
    assert!(wrong[0].starts_with("line 2: 25 nodes instead of 26 at depth 2, level "), "{wrong:?}");
    assert!(right.contains("\n1 of 1 counts are as expected"), "{right}");
    assert!(
        nothing.ends_with("no counts to compare; expected lines such as FEN ;D1 20 ;D2 400"),
        "{nothing}"
    );
}

#[test]
fn errors_say_what_is_expected() {
    let depth = "for '--depth N': a depth must be a whole number from 0 to 100";
    for text in ["five", "-1", "101", ""] {
        assert_eq!(message(&["--depth", text]), format!("invalid value '{text}' {depth}"));
    }
    let cases: [(&[&str], &str); 5] = [
        (&["--suite", "a.epd", "--fen", "b"], "--suite cannot be used with --fen"),
        (&["--json", "--json"], "the option --json cannot be used twice"),
        (&["--nonsense"], "unexpected argument '--nonsense'"),
        (&["positions.epd"], "unexpected argument 'positions.epd'"),
        (&["--suite"], "--suite FILE.epd needs a value"),
    ];
    for (arguments, expected) in cases {
        assert_eq!(message(arguments), expected);
    }
    assert!(message(&["--level", "avx3"]).starts_with("--level: "));
    assert!(message(&["--fen", "8/8 w - -"]).starts_with("--fen: piece placement (field 1): found 2 ranks"));
    for name in ["fen", "depth", "divide", "suite", "level", "json", "help", "version"] {
        assert!(HELP.contains(&format!("--{name} ")), "{name}");
    }
}
