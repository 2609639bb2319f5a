//! The program: what it writes, what it leaves as it is, and its status.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use parquet::file::reader::{FileReader, SerializedFileReader};
use tempfile::TempDir;

const GAMES: &str = "[Event \"a\"]\n[White \"Ann\"]\n\n1. e4 {a comment} e5 {[%eval 1.25] [%clk 0:01:30]} 2. Nf3 1-0\n\n\
    [Event \"b\"]\n\n1. d4 ; {\nd5 2. e9 *\n\n\
    [Variant \"Atomic\"]\n\n1. e4 *\n\n\
    [FEN \"8/8/8/8/8/6k1/8/7K w - - 0 1\"]\n\n1. Kg1 {[%eval #-7]} 1/2-1/2\n";

/// Two games, both whole.
const WHOLE: &str = "[White \"Ann\"]\n\n1. e4 e5 1-0\n\n[White \"Bob\"]\n\n1. d4 *\n";

/// A folder with files, and the program.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.path(name), contents).expect("written");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("a file")
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a folder");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
        names.sort_unstable();
        names
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_replay"));
        command.args(arguments).current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program")
    }

    /// Runs the program and checks its status and a part of its message.
    fn fail(&self, arguments: &[&str], message: &str) {
        check(&self.run(arguments), 2, message);
    }

    /// Returns the rows of a Parquet file as texts.
    fn rows(&self, name: &str) -> Vec<String> {
        let reader =
            SerializedFileReader::new(File::open(self.path(name)).expect("a file")).expect("Parquet");
        reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row").to_string()).collect()
    }
}

#[track_caller]
fn check(output: &Output, status: i32, message: &str) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{text}");
    assert!(text.contains(message), "{text}");
}

#[test]
fn a_compressed_file_becomes_parquet() {
    let folder = Folder::new();
    // The name says nothing.
    folder.write("games.pgn", zstd::encode_all(GAMES.as_bytes(), 3).expect("compressed"));
    let columns = "game,ply,move,san,eval,mate,clock,result,White,fen";
    for threads in ["1", "3"] {
        let output =
            folder.run(&["games.pgn", "--positions", "out", "--columns", columns, "--threads", threads]);
        check(&output, 0, "games.pgn: game 2, line 9, byte 119, after 2 plies: ");
        check(&output, 0, "games.pgn: game 3, line 11, ");
        let rows = folder.rows("out");
        assert_eq!(rows.len(), 6, "{rows:?}");
        assert_eq!(
            rows[1],
            "{game: 1, ply: 1, move: \"e7e5\", san: \"e5\", eval: 1.25, mate: null, clock: 90.0, result: \"1-0\", \
             White: \"Ann\", fen: \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"}"
        );
        // The counters are those of the game.
        assert!(rows[2].contains("w KQkq - 0 2\"") && rows[2].contains("move: \"g1f3\""), "{}", rows[2]);
        assert_eq!(
            rows[5],
            "{game: 4, ply: 0, move: \"h1g1\", san: \"Kg1\", eval: null, mate: -7, clock: null, \
             result: \"1/2-1/2\", White: null, fen: \"8/8/8/8/8/6k1/8/7K w - - 0 1\"}"
        );
    }
}

#[test]
fn the_status_is_that_of_broken_games_if_wanted() {
    let folder = Folder::new();
    folder.write("broken", GAMES.repeat(30));
    folder.write("whole", WHOLE);
    let output = folder.run(&["broken", "whole"]);
    check(&output, 0, "broken: 50 other games are broken");
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 11);
    let table = String::from_utf8(output.stdout).expect("UTF-8");
    let row = |line: usize| table.lines().nth(line).expect("a row").split_whitespace().collect::<Vec<_>>();
    assert_eq!(row(1)[..4], ["broken", "120", "180", "60"]);
    assert_eq!(row(2)[..4], ["whole", "2", "3", "0"]);
    assert_eq!(folder.run(&["broken", "--strict"]).status.code(), Some(1));
    assert_eq!(folder.run(&["whole", "--strict"]).status.code(), Some(0));
    assert_eq!(folder.run(&["--help"]).status.code(), Some(0));
    folder.fail(&["whole", "--colums", "ply"], "--help lists the options");
}

#[test]
fn rows_of_several_files_have_the_names() {
    let folder = Folder::new();
    folder.write("a", WHOLE);
    folder.write("b", WHOLE);
    assert!(folder.run(&["a", "b", "--positions", "out"]).status.success());
    let rows = folder.rows("out");
    assert!(rows[0].starts_with("{file: \"a\", game: 1,") && rows[3].starts_with("{file: \"b\", game: 1,"));
}

/// The rows are more than a batch of a part, and their text is longer than a part.
#[test]
fn long_files_have_all_rows() {
    let folder = Folder::new();
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let comment = format!("{{{}}}", "x".repeat(700));
    let mut text = String::new();
    for game in 1..=2 {
        text += &format!("[White \"player {game}\"]\n\n");
        for ply in 0..4500 {
            text += &format!("{} {comment}\n", shuffle[ply % 4]);
        }
        text += "*\n\n";
    }
    folder.write("long", text);
    for threads in ["1", "3"] {
        let columns = "game,ply,san,White";
        let output = folder.run(&["long", "--positions", "out", "--columns", columns, "--threads", threads]);
        check(&output, 0, "");
        let mut rows = folder.rows("out").into_iter();
        for game in 1..=2 {
            for ply in 0..4500 {
                let san = shuffle[ply % 4];
                let expected =
                    format!("{{game: {game}, ply: {ply}, san: \"{san}\", White: \"player {game}\"}}");
                assert_eq!(rows.next(), Some(expected));
            }
        }
        assert_eq!(rows.next(), None);
    }
}

#[test]
fn the_last_evaluation_and_clock_of_a_move_count() {
    let folder = Folder::new();
    folder.write(
        "games",
        "1. e4 {[%eval 0.1] [%clk 0:02:00]} {[%eval 0.5] [%clk 0:01:00]} e5 {[%eval 0.25]} {nothing} *\n",
    );
    assert!(folder.run(&["games", "--positions", "out", "--columns", "eval,clock"]).status.success());
    assert_eq!(folder.rows("out"), ["{eval: 0.5, clock: 60.0}", "{eval: 0.25, clock: null}"]);
}

#[test]
fn a_game_that_is_too_long_is_a_broken_game() {
    let folder = Folder::new();
    folder.write(
        "long",
        format!("{WHOLE}\n[White \"Long\"]\n\n1. e4 {{{}}} *\n\n{WHOLE}", "x".repeat(17 << 20)),
    );
    let output = folder.run(&["long"]);
    check(&output, 0, "longer than");
    let table = String::from_utf8(output.stdout).expect("UTF-8");
    let row: Vec<_> = table.lines().nth(1).expect("a row").split_whitespace().collect();
    assert_eq!(row[..4], ["long", "5", "6", "1"]);
}

#[test]
fn inputs_stay_as_they_are() {
    let folder = Folder::new();
    folder.write("games", WHOLE);
    folder.write("other", WHOLE);
    let mut outputs = vec!["games", "./games"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("games", folder.path("link")).expect("a link");
        outputs.push("link");
    }
    for output in outputs {
        folder.fail(&["games", "--positions", output], "this is also a file that is read");
        folder.fail(&["other", "games", "--positions", output], "this is also a file that is read");
    }
    let input = File::open(folder.path("games")).expect("a file");
    let output = folder.command(&["-", "--positions", "games"]).stdin(input).output().expect("the program");
    check(&output, 2, "this is also a file that is read");
    assert_eq!(folder.read("games"), WHOLE.as_bytes());
}

#[test]
fn an_old_file_stays_if_there_is_no_new_one() {
    let folder = Folder::new();
    folder.write("old", "old");
    folder.write("games", WHOLE);
    folder.write("zstd", zstd::encode_all(WHOLE.as_bytes(), 3).expect("compressed"));
    let cut = folder.read("zstd");
    folder.write("cut", &cut[..cut.len() - 3]);
    let names = folder.names();
    folder.fail(&["missing", "--positions", "old"], "replay: missing: ");
    folder.fail(&["games", "missing", "--positions", "old"], "replay: missing: ");
    folder.fail(&["games", "cut", "--positions", "old"], "replay: cut: ");
    folder.fail(&["games", ".", "--positions", "old"], "replay: .: ");
    folder.fail(&["games", "cut", "--positions", "new"], "replay: cut: ");
    folder.fail(&["games", "--positions", "missing/new"], "replay: missing/new: ");
    assert_eq!((folder.read("old"), folder.names()), (b"old".to_vec(), names));
    assert!(folder.run(&["games", "--positions", "old"]).status.success());
    assert_eq!(folder.rows("old").len(), 3);
}

/// A disk has no room for the file: a limit of one block of 512 bytes or a kilobyte.
#[cfg(unix)]
#[test]
fn a_full_disk() {
    let folder = Folder::new();
    folder.write("old", "old");
    folder.write("games", format!("{WHOLE}\n").repeat(500));
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" games --positions old";
    let mut shell = Command::new("sh");
    let shell = shell.args(["-c", script, env!("CARGO_BIN_EXE_replay")]).current_dir(folder.0.path());
    check(&shell.output().expect("a shell"), 2, "old: File too large");
    assert_eq!((folder.read("old"), folder.names()), (b"old".to_vec(), vec!["games".into(), "old".into()]));
    if Path::new("/dev/full").exists() {
        folder.fail(&["games", "--positions", "/dev/full"], "/dev/full: No space left on device");
    }
}

/// The Parquet file is finished, because only the table cannot be printed.
#[cfg(unix)]
#[test]
fn a_full_or_closed_output() {
    let folder = Folder::new();
    folder.write("games", GAMES);
    let run = |arguments: &[&str]| {
        let mut child = folder
            .command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        drop(child.stdout.take());
        child.wait_with_output().expect("its status")
    };
    check(&run(&["games", "--positions", "closed"]), 2, "replay: standard output cannot be written: ");
    assert_eq!(folder.rows("closed").len(), 6);
    let full = || File::options().write(true).open("/dev/full").expect("a device");
    if !Path::new("/dev/full").exists() {
        return;
    }
    for arguments in [&["games", "--positions", "full"][..], &["--help"]] {
        let output = folder.command(arguments).stdout(full()).output().expect("the program");
        check(&output, 2, "replay: standard output cannot be written: No space left on device");
    }
    assert_eq!(folder.rows("full").len(), 6);
    let silent = folder.command(&["games", "--positions", "silent"]).stderr(full()).output();
    assert_eq!(silent.expect("the program").status.code(), Some(0));
    assert_eq!(folder.rows("silent").len(), 6);
}

#[test]
fn the_system() {
    let folder = Folder::new();
    folder.write("games", WHOLE);
    let output = folder.command(&["games"]).env("QUADLINE_LEVEL", "nonsense").output().expect("the program");
    check(&output, 2, "replay: QUADLINE_LEVEL: ");
    // A stack of this size is refused, and so is each thread.
    let output =
        folder.command(&["games", "--threads", "3"]).env("RUST_MIN_STACK", "1152921504606846976").output();
    check(&output.expect("the program"), 0, "");
}
