//! The evaluations and clocks in comments, as programs write them.

use std::time::Duration;

use quadline_pgn::Evaluation::{Mate, Pawns};
use quadline_pgn::{Evaluation, Reader};

/// Returns the evaluation and the clock in a comment behind a move.
fn read(comment: &str) -> (Option<Evaluation>, Option<Duration>) {
    let file = format!("1. e4 {{{comment}}} *");
    let mut games = Reader::in_memory(file.as_bytes());
    let game = games.next_game().expect("a game").expect("no error");
    let mut plies = game.plies();
    plies.next().expect("a move").expect("a move");
    let comment = plies.comments().next().expect("a comment");
    (comment.evaluation(), comment.clock())
}

/// Evaluations of ten programs.
#[test]
fn evaluations_of_programs() {
    for (program, text, expected) in [
        ("Lichess", "[%eval 0.17] [%clk 0:03:00]", Some(Pawns(0.17))),
        ("Lichess", " [%eval #-3] ", Some(Mate(-3))),
        ("Lichess, a study", "[%eval 0.17,20]", Some(Pawns(0.17))),
        ("python-chess", "[%eval #4,20]", Some(Mate(4))),
        ("python-chess", "[%eval -1.50]", Some(Pawns(-1.5))),
        ("ChessBase", "[%eval -77,23]", Some(Pawns(-0.77))),
        ("ChessBase", "[%eval 23,14] [%emt 0:00:05]", Some(Pawns(0.23))),
        ("ChessGUI", "[%eval 118,30]", Some(Pawns(1.18))),
        ("ChessGUI", "[%eval -32760,1]", Some(Pawns(-327.6))),
        ("PyChess", "[%eval 0.16/16]", Some(Pawns(0.16))),
        ("PyChess", "[%eval -2.5/7]", Some(Pawns(-2.5))),
        ("Lucas Chess", "[%eval -M3]", Some(Mate(-3))),
        ("En Croissant", "[%eval M5]", Some(Mate(5))),
        ("En Croissant", "[%eval +0.35]", Some(Pawns(0.35))),
        ("SCID", "[%eval .5]", Some(Pawns(0.5))),
        ("SCID", "[%eval -#2]", Some(Mate(-2))),
        ("ChessX", "[%eval 3]", Some(Pawns(3.0))),
        // These write no command.
        ("Cute Chess and fastchess", "+0.31/12 0.5s", None),
        ("Arena", "+M5/20 1.2s", None),
    ] {
        assert_eq!(read(text).0, expected, "{program}: {text}");
    }
}

#[test]
fn texts_that_are_no_evaluation() {
    for text in [
        // One digit before a comma may be the pawns of a decimal comma.
        "0,35",
        "1,35",
        "-1,35",
        "+0,3",
        "77/23",
        "1/20",
        "0.3,x",
        "0.3,",
        "0.3,-5",
        "0.3/",
        ",20",
        "",
        "x",
        "-",
        "+",
        ".",
        "-.",
        "inf",
        "nan",
        "infinity",
        "-inf",
        "1e3",
        "0x1",
        "--1",
        "+-1",
        "1.2.3",
        "1 2",
        "0.3 p",
        "#",
        "M",
        "#x",
        "#-",
        "-#-3",
        "+M+3",
        "#3.5",
        "M 3",
        "#99999999999",
        "#3,",
        "\u{2212}1.5",
        "0,35/12",
        "0.3/12/5",
    ] {
        assert_eq!(read(&format!("[%eval {text}]")).0, None, "{text}");
    }
    assert_eq!(read("[%evals 0.3] [%eval0.3] [eval 0.3] %eval 0.3").0, None);
    assert_eq!(read("[%eval 0.3").0, None);
    // More digits than a number has room for are no more than it is.
    assert_eq!(read(&format!("[%eval {}]", "9".repeat(60))).0, None);
}

/// The definition of the command has hours, minutes and seconds.
#[test]
fn clocks() {
    for (text, milliseconds) in [
        ("0:03:00", Some(180_000)),
        ("1:02:03.25", Some(3_723_250)),
        ("1:40:05", Some(6_005_000)),
        ("0:00:59.9", Some(59_900)),
        ("01:00:00", Some(3_600_000)),
        ("100:00:00", Some(360_000_000)),
        ("0:00:00.0001234567891", Some(0)),
        ("1:30", None),
        ("90", None),
        ("0:00:60", None),
        ("0:60:00", None),
        ("0:100:00", None),
        ("1:00:00:00", None),
        ("0:00", None),
        ("-0:00:01", None),
        ("+1:00:00", None),
        ("0:+1:00", None),
        ("0::00", None),
        ("0:00:01.", None),
        ("0:00:01.-5", None),
        ("0:00:01,5", None),
        ("99999999999999999999:00:00", None),
        ("9999999999999999999:00:00", None),
        ("", None),
    ] {
        let found = read(&format!("[%clk {text}]")).1;
        assert_eq!(found.map(|time| time.as_millis()), milliseconds, "{text}");
    }
}
