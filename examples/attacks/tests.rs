//! Tests of the lines that are read and written.

use std::io::Read;

use super::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const START_LINE: &str = "0000000000ffff7e 7effff0000000000 0000000000000000 0000000000000000 20";

fn outcome(draw: bool, input: &str) -> (usize, String, String) {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let broken = answer(draw, input.as_bytes(), &mut output, &mut errors).expect("memory takes all text");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (broken, text(output), text(errors))
}

#[test]
fn a_line_per_position() {
    // A rook gives check on e2, and the bishop pins the knight.
    let check = "4k3/8/8/8/1b6/8/3Nr3/4K3 w - - 0 1";
    let (broken, output, errors) =
        outcome(false, &format!("\u{feff}# positions\n\n{START}\r\n{check} ;D1 2\n{START}"));
    assert_eq!((broken, errors.as_str()), (0, ""));
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!([lines[0], lines[2]], [START_LINE; 2]);
    assert_eq!(
        lines[1].split(' ').skip(2).collect::<Vec<_>>(),
        ["0000000000001000", "0000000000000800", "3"]
    );
}

#[test]
fn broken_lines_keep_their_place() {
    let (broken, output, errors) = outcome(false, &format!("{START}\nnonsense\n; no FEN\n{START}\n"));
    assert_eq!(broken, 2);
    assert_eq!(output, format!("{START_LINE}\n-\n-\n{START_LINE}\n"));
    let errors: Vec<&str> = errors.lines().collect();
    assert!(
        errors[0].starts_with("attacks: line 2: ") && errors[1].starts_with("attacks: line 3: "),
        "{errors:?}"
    );
}

#[test]
fn more_lines_than_are_computed_together() {
    let (broken, output, _) = outcome(false, &format!("{START}\n").repeat(2 * LINES + 1));
    assert_eq!((broken, output), (0, format!("{START_LINE}\n").repeat(2 * LINES + 1)));
}

#[test]
fn boards_are_drawn_side_by_side() {
    let (_, output, _) = outcome(true, START);
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!((lines.len(), lines[0]), (11, format!("{START}, 20 legal moves").as_str()));
    assert_eq!(lines[1], HEADINGS);
    let (full, empty) = ("1 1 1 1 1 1 1 1", ". . . . . . . .");
    assert_eq!(lines[2], [full, empty, ". 1 1 1 1 1 1 .", empty, empty].join("    "));
    assert_eq!(lines[9], [full, ". 1 1 1 1 1 1 .", empty, empty, empty].join("    "));
}

#[test]
fn lines_before_an_error_are_written_and_a_full_disk_is_an_error() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(ErrorKind::TimedOut.into())
        }
    }
    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let start = format!("{START}\n");
    let mut output = Vec::new();
    let input = BufReader::new(start.as_bytes().chain(Failing));
    let failure = answer(false, input, &mut output, &mut Vec::new()).expect_err("no more input");
    assert_eq!(
        (failure.to_string().as_str(), output),
        ("line 2: timed out", format!("{START_LINE}\n").into_bytes())
    );
    assert!(answer(false, start.as_bytes(), &mut Failing, &mut Vec::new()).is_err());
}

#[test]
fn the_command_line_is_read() {
    let read = |arguments: &[&str]| read_options(&mut Arguments::from_list(arguments));
    assert_eq!(read(&[]).unwrap(), Request::Run((false, None)));
    assert_eq!(read(&["--draw", "a"]).unwrap(), Request::Run((true, Some("a".into()))));
    assert_eq!(read(&["-h"]).unwrap(), Request::Print(HELP.to_owned()));
    assert_eq!(read(&["a", "b"]).expect_err("two files").to_string(), "unexpected argument 'b'");
    assert_eq!(read(&["--json"]).expect_err("no option").to_string(), "unexpected argument '--json'");
}
