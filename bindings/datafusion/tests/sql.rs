//! Compares the SQL functions with the crate.

use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, Int64Array, LargeStringArray, RecordBatch, StringArray, StringViewArray,
};
use datafusion::arrow::datatypes::{DataType, Int64Type, UInt16Type, UInt64Type};
use datafusion::common::Result;
use datafusion::prelude::SessionContext;
use quadline::fen::Fen;
use quadline::{Color, Move, Position, Square};
use quadline_datafusion::{Broken, Functions};

fn fens() -> Vec<String> {
    let default =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/conformance/fixtures/lichess-2025-05.fen");
    let path = std::env::var("QUADLINE_POSITIONS").unwrap_or_else(|_| default.into());
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(String::from).collect()
}

fn context(broken: Broken) -> (SessionContext, Functions) {
    let (context, functions) = (SessionContext::new(), Functions::new(broken));
    functions.register(&context);
    (context, functions)
}

async fn column(context: &SessionContext, sql: &str) -> Result<ArrayRef> {
    let batches = context.sql(sql).await?.collect().await?;
    let columns: Vec<&dyn Array> = batches.iter().map(|batch| batch.column(0).as_ref()).collect();
    Ok(datafusion::arrow::compute::concat(&columns)?)
}

#[tokio::test]
async fn every_kind_of_text_says_what_the_crate_says() -> Result<()> {
    let fens = fens();
    let positions: Vec<Position> = fens.iter().map(|fen| fen.parse().expect(fen)).collect();
    for (kind, array) in [
        ("string", Arc::new(StringArray::from_iter_values(&fens)) as ArrayRef),
        ("large", Arc::new(LargeStringArray::from_iter_values(&fens))),
        ("view", Arc::new(StringViewArray::from_iter_values(&fens))),
    ] {
        let (context, functions) = context(Broken::Error);
        context.register_batch("t", RecordBatch::try_from_iter([("fen", array)])?)?;
        let counts = column(&context, "SELECT legal_move_count(fen) FROM t").await?;
        let checked = column(&context, "SELECT in_check(fen) FROM t").await?;
        let checkers = column(&context, "SELECT checkers(fen) FROM t").await?;
        let white = column(&context, "SELECT attacked_squares(fen, 'white') FROM t").await?;
        let black = column(&context, "SELECT attacked_squares(fen, 'b') FROM t").await?;
        let both =
            "SELECT attacked_squares(fen, CASE WHEN in_check(fen) THEN 'black' ELSE 'white' END) FROM t";
        let both = column(&context, both).await?;
        for (row, position) in positions.iter().enumerate() {
            let [by_white, by_black] = position.attacked_squares().0;
            let checks = position.checks_and_pins().checkers;
            assert_eq!(
                counts.as_primitive::<UInt16Type>().value(row),
                position.legal_move_count(),
                "{kind} {row}"
            );
            assert_eq!(checked.as_boolean().value(row), checks != 0);
            assert_eq!(checkers.as_primitive::<UInt64Type>().value(row), checks);
            assert_eq!(white.as_primitive::<UInt64Type>().value(row), by_white);
            assert_eq!(black.as_primitive::<UInt64Type>().value(row), by_black);
            let expected = if checks == 0 { by_white } else { by_black };
            assert_eq!(both.as_primitive::<UInt64Type>().value(row), expected);
        }
        assert_eq!(functions.broken(), 0);
    }
    Ok(())
}

#[tokio::test]
async fn features_are_those_of_the_crate() -> Result<()> {
    let fens = fens();
    let positions: Vec<Position> = fens.iter().map(|fen| fen.parse().expect(fen)).collect();
    let (context, functions) = context(Broken::Error);
    let array = Arc::new(StringArray::from_iter_values(&fens)) as ArrayRef;
    context.register_batch("t", RecordBatch::try_from_iter([("fen", array)])?)?;
    let sides = column(&context, "SELECT side_to_move(fen) FROM t").await?;
    let pinned = column(&context, "SELECT pinned(fen) FROM t").await?;
    let moves = column(&context, "SELECT legal_moves(fen) FROM t").await?;
    let captures = column(&context, "SELECT legal_move_count(fen, 'captures') FROM t").await?;
    let checking = column(&context, "SELECT legal_move_count(fen, 'Checks') FROM t").await?;
    let features = column(&context, "SELECT position_features(fen) FROM t").await?;
    let features = features.as_struct();
    let board = |name: &str| features.column_by_name(name).expect(name).as_primitive::<UInt64Type>();
    for (row, position) in positions.iter().enumerate() {
        let side = if position.side_to_move() == Color::White { "white" } else { "black" };
        let checks = position.checks_and_pins();
        let [white, black] = position.attacked_squares().0;
        assert_eq!(sides.as_string::<i32>().value(row), side);
        assert_eq!(pinned.as_primitive::<UInt64Type>().value(row), checks.pinned);
        let list = moves.as_list::<i32>().value(row);
        let found: Vec<&str> = list.as_string::<i32>().iter().flatten().collect();
        let expected: Vec<String> = position.moves().iter().map(|found| found.to_string()).collect();
        assert_eq!(found, expected);
        assert_eq!(features.column(0).as_string::<i32>().value(row), side);
        assert_eq!(features.column(1).as_primitive::<UInt16Type>().value(row), position.legal_move_count());
        let count =
            |name: &str| features.column_by_name(name).expect(name).as_primitive::<UInt16Type>().value(row);
        let of = |wanted: &dyn Fn(Move) -> bool| {
            position.moves().iter().filter(|&&each| wanted(each)).count() as u16
        };
        assert_eq!(count("captures"), of(&|each| position.is_capture(each)), "{row}");
        assert_eq!(count("checks"), of(&|each| position.play(each).in_check()), "{row}");
        assert_eq!(captures.as_primitive::<UInt16Type>().value(row), count("captures"));
        assert_eq!(checking.as_primitive::<UInt16Type>().value(row), count("checks"));
        assert_eq!(features.column(4).as_boolean().value(row), checks.checkers != 0);
        for (name, expected) in [
            ("checkers", checks.checkers),
            ("pinned", checks.pinned),
            ("evasions", checks.evasions),
            ("king_danger", checks.king_danger),
            ("attacked_by_white", white),
            ("attacked_by_black", black),
        ] {
            assert_eq!(board(name).value(row), expected, "{name} {row}");
        }
    }
    assert_eq!(functions.broken(), 0);
    Ok(())
}

/// A field of a null struct is null, in a column and in a constant, and text that is not a FEN is counted
/// once.
#[tokio::test]
async fn fields_of_rows_without_a_position_are_null() -> Result<()> {
    let (context, functions) = context(Broken::Null);
    for (number, field) in [
        "side_to_move",
        "legal_move_count",
        "in_check",
        "checkers",
        "pinned",
        "evasions",
        "king_danger",
        "attacked_by_white",
        "attacked_by_black",
    ]
    .into_iter()
    .enumerate()
    {
        let sql = format!("SELECT position_features(fen)['{field}'] FROM {MIXED}");
        let answers = column(&context, &sql).await?;
        let nulls: Vec<bool> = (0..4).map(|row| answers.is_null(row)).collect();
        assert_eq!(nulls, [false, true, true, true], "{field}");
        assert_eq!(functions.broken(), 2 * (number as u64 + 1), "{field}");
    }
    let answers = column(&context, &format!("SELECT position_features(fen) FROM {MIXED}")).await?;
    assert_eq!(answers.null_count(), 3);
    let sql =
        format!("SELECT f['pinned'] & f['checkers'] FROM (SELECT position_features(fen) AS f FROM {MIXED})");
    assert_eq!(column(&context, &sql).await?.null_count(), 3);
    assert!(column(&context, "SELECT position_features('8/8')['pinned']").await?.is_null(0));
    Ok(())
}

/// The position with the most legal moves of all, and one with more than any game has.
#[tokio::test]
async fn the_most_legal_moves() -> Result<()> {
    let (context, _) = context(Broken::Error);
    for (fen, count) in [
        ("QQQQQQBk/Q5RB/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", 271),
        ("1QQQQQQ1/Q5Q1/Q5Q1/Q5Q1/Q5Q1/Q5Q1/Q3QQ2/QQQQ1K1k w - - 0 1", 240),
    ] {
        let counts = column(&context, &format!("SELECT legal_move_count('{fen}')")).await?;
        assert_eq!(counts.as_primitive::<UInt16Type>().value(0), count);
        let moves = column(&context, &format!("SELECT legal_moves('{fen}')")).await?;
        assert_eq!(moves.as_list::<i32>().value(0).len(), usize::from(count));
    }
    Ok(())
}

#[tokio::test]
async fn colors_in_any_case() -> Result<()> {
    let (context, functions) = context(Broken::Error);
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let position: Position = fen.parse().expect(fen);
    for (index, colors) in
        [["white", "White", "WHITE", "W"], ["black", "Black", "BLACK", "B"]].iter().enumerate()
    {
        for color in colors {
            let answer = column(&context, &format!("SELECT attacked_squares('{fen}', '{color}')")).await?;
            assert_eq!(answer.as_primitive::<UInt64Type>().value(0), position.attacked_squares()[index]);
        }
    }
    let sql = format!("SELECT attacked_squares('{fen}', side_to_move('{fen}'))");
    let answer = column(&context, &sql).await?;
    assert_eq!(answer.as_primitive::<UInt64Type>().value(0), position.attacked_squares()[0]);
    assert_eq!(functions.broken(), 0);
    Ok(())
}

#[tokio::test]
async fn boards_are_counted_and_named() -> Result<()> {
    let (context, _) = context(Broken::Error);
    let sql = "SELECT bit_count(b) FROM (VALUES (0), (NULL), (-1), (9), (-9223372036854775808)) AS t(b)";
    let counts = column(&context, sql).await?;
    let counts: Vec<_> = counts.as_primitive::<Int64Type>().iter().collect();
    assert_eq!(counts, [Some(0), None, Some(64), Some(2), Some(1)]);
    // The difference of two counts can be negative.
    let sql = "SELECT bit_count(queen_attacks(0, 0)) - bit_count(queen_attacks(27, 0))";
    assert_eq!(column(&context, sql).await?.as_primitive::<Int64Type>().value(0), 21 - 27);
    let sql = "SELECT square_names(b) FROM (VALUES (0), (NULL), (-9223372036854775808 + 4097)) AS t(b)";
    let names = column(&context, sql).await?;
    let names = names.as_list::<i32>();
    assert_eq!(names.value(0).len(), 0);
    assert!(names.is_null(1));
    assert_eq!(names.value(2).as_string::<i32>().iter().flatten().collect::<Vec<_>>(), ["a1", "e2", "h8"]);
    let error = column(&context, "SELECT bit_count('a1')").await.expect_err("text").to_string();
    assert!(error.contains("bit_count(board) takes one integer"), "{error}");
    Ok(())
}

const MIXED: &str =
    "(VALUES ('8/8/8/8/8/6k1/8/7K w - -'), (NULL), ('8/8'), ('4k3/8/8/8/8/8/8/4K2x w - - 0 1')) AS t(fen)";

#[tokio::test]
async fn null_stays_null_and_what_is_no_fen_is_null_and_counted() -> Result<()> {
    let (context, functions) = context(Broken::Null);
    for (call, counted) in [
        ("legal_move_count(fen)", 2),
        ("in_check(fen)", 4),
        ("checkers(fen)", 6),
        ("attacked_squares(fen, 'white')", 8),
        ("pinned(fen)", 10),
        ("side_to_move(fen)", 12),
        ("legal_moves(fen)", 14),
    ] {
        let answers = column(&context, &format!("SELECT {call} FROM {MIXED}")).await?;
        let nulls: Vec<bool> = (0..4).map(|row| answers.is_null(row)).collect();
        assert_eq!(nulls, [false, true, true, true], "{call}");
        assert_eq!(functions.broken(), counted, "{call}");
    }
    let answers = column(&context, &format!("SELECT is_fen(fen) FROM {MIXED}")).await?;
    let answers: Vec<Option<bool>> = answers.as_boolean().iter().collect();
    assert_eq!(answers, [Some(true), None, Some(false), Some(false)]);
    let color = column(&context, &format!("SELECT attacked_squares(fen, 'green') FROM {MIXED}")).await?;
    assert_eq!(color.null_count(), 4);
    assert!(column(&context, "SELECT legal_move_count(NULL)").await?.is_null(0));
    Ok(())
}

#[tokio::test]
async fn errors_name_the_text_and_what_would_be_right() {
    let (context, functions) = context(Broken::Error);
    for (sql, expected) in [
        (
            "SELECT in_check(fen) FROM (VALUES (NULL), ('4k3/8/8/8/8/8/8/4K2x w - - 0 1')) AS t(fen)",
            "in_check(\"4k3/8/8/8/8/8/8/4K2x w - - 0 1\"): invalid FEN, column 20: piece placement (field 1): found 'x' on rank 1; expected",
        ),
        (
            "SELECT attacked_squares('8/8/8/8/8/6k1/8/7K w - -', 'green')",
            "\"green\" is not a color; expected 'white' or 'black'",
        ),
        ("SELECT queen_attacks(64, 0)", "queen_attacks: invalid square: 64; squares are 0 to 63"),
        ("SELECT rook_attacks('a1', 0)", "rook_attacks(square, occupied) takes two integers"),
        ("SELECT in_check(17.5, 3)", "in_check"),
    ] {
        let error = column(&context, sql).await.expect_err(sql).to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert!(functions.broken() >= 3);
    // Constants are evaluated when the query is planned.
    let answer =
        column(&context, "SELECT legal_move_count('8/8/8/8/8/6k1/8/7K w - -')").await.expect("a constant");
    assert_eq!(answer.as_primitive::<UInt16Type>().value(0), 1);
}

#[tokio::test]
async fn sliders_of_columns() -> Result<()> {
    let (context, functions) = context(Broken::Null);
    let sql = "SELECT s.value AS square, o.value * 7919 AS occupied FROM generate_series(-1, 64) s, generate_series(-50, 50) o";
    context.sql(&format!("CREATE TABLE t AS {sql}")).await?.collect().await?;
    for (name, attacks) in [
        ("rook", quadline::rook_attacks as fn(Square, u64) -> u64),
        ("bishop", quadline::bishop_attacks),
        ("queen", quadline::queen_attacks),
    ] {
        for occupied in ["occupied", "arrow_cast(occupied * occupied, 'UInt64')", "CAST(square AS INT)"] {
            let sql = format!(
                "SELECT {name}_attacks(square, {occupied}) a, square, CAST({occupied} AS BIGINT) AS board FROM t"
            );
            for batch in context.sql(&sql).await?.collect().await? {
                let squares = batch.column(1).as_primitive::<datafusion::arrow::datatypes::Int64Type>();
                let boards = batch.column(2).as_primitive::<datafusion::arrow::datatypes::Int64Type>();
                for (row, found) in batch.column(0).as_primitive::<UInt64Type>().iter().enumerate() {
                    let square = u8::try_from(squares.value(row)).ok().and_then(Square::new);
                    let expected = square.map(|square| attacks(square, boards.value(row) as u64));
                    assert_eq!(found, expected, "{sql} {row}");
                }
            }
        }
    }
    assert_eq!(functions.broken(), 9 * 2 * 101);
    let mixed = column(&context, "SELECT queen_attacks(s, 0) FROM (VALUES (NULL), (0)) AS t(s)").await?;
    assert_eq!(
        mixed.as_primitive::<UInt64Type>().iter().collect::<Vec<_>>(),
        [None, Some(0x8141_2111_0905_03fe)]
    );
    Ok(())
}

/// Rows that are not positions are zeros for the kernels, and share their vectors and blocks with the other
/// rows. Each list has as many moves as are counted.
#[tokio::test]
async fn rows_without_a_position_change_no_others() -> Result<()> {
    let all = fens();
    let rows: Vec<Option<&str>> = (0..1500)
        .map(|row| match row % 7 {
            _ if row % 11 == 5 => None,
            2 | 4 => Some("8/8/8/8/8/8/8/8 w - - 0 1"),
            5 => Some("no FEN"),
            _ => Some(all[row % all.len()].as_str()),
        })
        .collect();
    let positions: Vec<Option<Position>> =
        rows.iter().map(|fen| fen.and_then(|fen| fen.parse().ok())).collect();
    let (context, _) = context(Broken::Null);
    let array = Arc::new(StringArray::from_iter(&rows)) as ArrayRef;
    context.register_batch("t", RecordBatch::try_from_iter([("fen", array)])?)?;
    let counts = column(&context, "SELECT legal_move_count(fen) FROM t").await?;
    let moves = column(&context, "SELECT legal_moves(fen) FROM t").await?;
    let pinned = column(&context, "SELECT pinned(fen) FROM t").await?;
    let black = column(&context, "SELECT attacked_squares(fen, 'black') FROM t").await?;
    let features = column(&context, "SELECT position_features(fen)['king_danger'] FROM t").await?;
    for (row, position) in positions.iter().enumerate() {
        let word =
            |array: &ArrayRef| array.is_valid(row).then(|| array.as_primitive::<UInt64Type>().value(row));
        let count = counts.is_valid(row).then(|| usize::from(counts.as_primitive::<UInt16Type>().value(row)));
        let list = moves.is_valid(row).then(|| moves.as_list::<i32>().value(row));
        assert_eq!(count, position.map(|position| position.moves().len()), "{row}");
        assert_eq!(list.map(|list| list.len()), count, "{row}");
        assert_eq!(word(&pinned), position.map(|position| position.checks_and_pins().pinned), "{row}");
        assert_eq!(word(&black), position.map(|position| position.attacked_squares()[1]), "{row}");
        assert_eq!(word(&features), position.map(|position| position.checks_and_pins().king_danger), "{row}");
    }
    Ok(())
}

/// Boards are any words. The highest bit belongs to h8, and null stays null.
#[tokio::test]
async fn boards_of_any_bits() -> Result<()> {
    let (context, functions) = context(Broken::Error);
    let all = quadline::queen_attacks(Square::A1, !0);
    for (occupied, expected) in [
        ("-1", Some(all)),
        ("arrow_cast('18446744073709551615', 'UInt64')", Some(all)),
        (
            "queen_attacks(54, 0)",
            Some(quadline::queen_attacks(Square::A1, quadline::queen_attacks(Square::G7, 0))),
        ),
        ("NULL", None),
        ("arrow_cast(NULL, 'UInt64')", None),
    ] {
        for sql in [
            format!("SELECT queen_attacks(0, {occupied})"),
            format!("SELECT queen_attacks(0, o) FROM (SELECT {occupied} AS o)"),
        ] {
            let found = column(&context, &sql).await?;
            let found: Vec<_> = found.as_primitive::<UInt64Type>().iter().collect();
            assert_eq!(found, [expected], "{sql}");
        }
    }
    assert_eq!(functions.broken(), 0);
    Ok(())
}

/// Plans compare functions. Those that handle invalid rows differently must not take the place of each other.
#[test]
fn functions_are_equal_if_they_handle_invalid_rows_alike() {
    let of = |broken| Functions::new(broken).udfs();
    let (nulls, errors) = (of(Broken::Null), of(Broken::Error));
    assert_eq!(nulls, of(Broken::Null));
    assert_eq!(errors, of(Broken::Error));
    for (one, other) in nulls.iter().zip(&errors) {
        // The functions of boards take every number.
        let same = ["bit_count", "square_names"].contains(&one.name());
        assert_eq!(one == other, same, "{}", one.name());
    }
}

/// Returns games of random moves: their texts, and their positions with counters.
fn games(number: u64) -> Vec<(String, Vec<Fen>)> {
    let mut state = 1u64;
    let mut dice = move |sides: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % sides
    };
    let decorations =
        ["", "", " $7", "!?", " {[%eval 0.2]}", " {a (comment) ; h3}", " (1. e4 (1. d4) e5)", " ; h3\n"];
    let game = |_| {
        let (mut text, mut fens) = (String::new(), vec![Fen::START]);
        for _ in 0..dice(120) {
            let before = fens[fens.len() - 1];
            let moves = before.position.moves();
            if moves.is_empty() {
                break;
            }
            let chess_move = moves[dice(moves.len())];
            if dice(3) > 0 {
                text += &format!("{}. ", before.fullmove_number);
            }
            text += &before.position.to_san(chess_move);
            text += decorations[dice(decorations.len())];
            text += [" ", "\n"][dice(2)];
            fens.push(before.play(chess_move));
        }
        text += ["", "*", "1-0", "1/2-1/2"][dice(4)];
        (text, fens)
    };
    (0..number).map(game).collect()
}

#[tokio::test]
async fn positions_of_games() -> Result<()> {
    let games = games(300);
    assert!(games.iter().map(|(_, fens)| fens.len()).sum::<usize>() > 10_000);
    let texts = || games.iter().map(|(text, _)| text);
    let plies: Vec<i64> =
        (0..).zip(&games).map(|(row, (_, fens))| row * 7 % (fens.len() as i64 + 2)).collect();
    for (kind, array) in [
        ("string", Arc::new(StringArray::from_iter_values(texts())) as ArrayRef),
        ("large", Arc::new(LargeStringArray::from_iter_values(texts()))),
        ("view", Arc::new(StringViewArray::from_iter_values(texts()))),
    ] {
        let (context, functions) = context(Broken::Error);
        let plies = Arc::new(Int64Array::from(plies.clone())) as ArrayRef;
        context.register_batch(
            "t",
            RecordBatch::try_from_iter([("movetext", array), ("ply", plies.clone())])?,
        )?;
        let lists = column(&context, "SELECT positions_of_game(movetext) FROM t").await?;
        let after = column(&context, "SELECT position_after(movetext, ply) FROM t").await?;
        let third =
            column(&context, "SELECT position_after(movetext, arrow_cast(3, 'UInt8')) FROM t").await?;
        for (row, (text, fens)) in games.iter().enumerate() {
            let fens: Vec<String> = fens.iter().map(Fen::to_string).collect();
            let list = lists.as_list::<i32>().value(row);
            assert_eq!(list.as_string::<i32>().iter().flatten().collect::<Vec<_>>(), fens, "{kind} {text}");
            // A game that has fewer moves is not broken.
            for (found, ply) in [(&after, plies.as_primitive::<Int64Type>().value(row) as usize), (&third, 3)]
            {
                let found = found.is_valid(row).then(|| found.as_string::<i32>().value(row));
                assert_eq!(found, fens.get(ply).map(String::as_str), "{kind} {ply} {text}");
            }
        }
        assert_eq!(functions.broken(), 0);
    }
    // FENs are arguments of the other functions.
    let (context, _) = context(Broken::Error);
    let sql = "SELECT side_to_move(fen) FROM (SELECT unnest(positions_of_game('1. e4 e5 2. Nf3')) AS fen)";
    let sides = column(&context, sql).await?;
    assert_eq!(
        sides.as_string::<i32>().iter().flatten().collect::<Vec<_>>(),
        ["white", "black", "white", "black"]
    );
    Ok(())
}

/// Cut in the middle of a move, of the other side, a null move, a result glued to a move, and text without a
/// space.
const BROKEN: [&str; 6] = [
    "1. e4 e5 2. N",
    "1. e4 e5 2. Nf3 Nf3",
    "1. e4 e5 2. --",
    "1. e4 e5 2. Nf31-0",
    "1. e4 e5 {",
    "1. e4 e5 e4e4e4",
];

#[tokio::test]
async fn broken_games_are_null_and_counted() -> Result<()> {
    let (context, functions) = context(Broken::Null);
    let rows = BROKEN.map(|text| format!("('{text}')")).join(", ");
    let table = format!("(VALUES ('1. d4 *'), (NULL), {rows}, ('')) AS t(game)");
    let lists = column(&context, &format!("SELECT positions_of_game(game) FROM {table}")).await?;
    let lengths: Vec<Option<usize>> =
        lists.as_list::<i32>().iter().map(|list| list.map(|list| list.len())).collect();
    assert_eq!(lengths, [Some(2), None, None, None, None, None, None, None, Some(1)]);
    assert_eq!(functions.broken(), 6);
    // The positions before the error are found, and are not counted.
    let start = Fen::START.to_string();
    for (ply, broken) in [(0, 0), (2, 0), (4, 6), (i64::MAX, 6)] {
        let before = functions.broken();
        let found = column(&context, &format!("SELECT position_after(game, {ply}) FROM {table}")).await?;
        let found = found.as_string::<i32>();
        assert_eq!(functions.broken() - before, broken, "{ply}");
        assert!(found.is_null(1));
        for row in 2..8 {
            assert_eq!(found.is_valid(row), ply <= 2, "{ply} {row}");
        }
        if ply == 0 {
            assert!(found.iter().flatten().all(|fen| fen == start));
        }
        assert_eq!((found.is_valid(0), found.is_valid(8)), (ply == 0, ply == 0));
    }
    let before = functions.broken();
    let found = column(&context, &format!("SELECT position_after(game, -1) FROM {table}")).await?;
    assert_eq!((found.null_count(), functions.broken() - before), (9, 8));
    for sql in [
        "SELECT position_after(NULL, 1)",
        "SELECT position_after('1. e4', NULL)",
        "SELECT positions_of_game(NULL)",
        "SELECT position_after(game, NULL) FROM (VALUES ('1. e4'), ('x')) AS t(game)",
    ] {
        let found = column(&context, sql).await?;
        assert_eq!(found.null_count(), found.len(), "{sql}");
    }
    assert_eq!(functions.broken(), before + 8);
    Ok(())
}

#[tokio::test]
async fn errors_of_games_name_the_place() {
    let (context, functions) = context(Broken::Error);
    let long = format!("SELECT positions_of_game('1. e4 {{{}}} Ke4')", "é".repeat(50));
    for (sql, expected) in [
        (
            "SELECT positions_of_game('1. e4 e5 2. Nf6')",
            "positions_of_game(\"1. e4 e5 2. Nf6\"): movetext, byte 12, after 2 plies: invalid move \"Nf6\": no white knight can",
        ),
        (
            "SELECT position_after('1. e4 --', 2)",
            "position_after(\"1. e4 --\"): movetext, byte 6, after 1 ply: \"--\" is a null",
        ),
        (
            "SELECT position_after('1. e4', -3)",
            "position_after: invalid ply: -3; a ply is the number of moves before",
        ),
        (&long, "éé\"...): movetext, byte 109, after 1 ply"),
        ("SELECT positions_of_game(7)", "positions_of_game(movetext) takes text, not Int64"),
        ("SELECT positions_of_game('', 7)", "positions_of_game(movetext) takes one text"),
        ("SELECT position_after('')", "position_after(movetext, ply) takes text and an integer"),
        ("SELECT position_after('', 'e4')", "position_after(movetext, ply) takes text and an integer"),
        ("SELECT position_after(3, 3)", "position_after(movetext, ply) takes text and an integer"),
    ] {
        let error = column(&context, sql).await.expect_err(sql).to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert!(functions.broken() >= 4);
}

/// The names of functions and fields are those of the list that the tests of Python read as well.
#[test]
fn functions_and_fields_are_those_of_the_list() {
    let list = include_str!("../../sql-names.txt");
    let names = |heading: &str| -> Vec<&str> {
        let lines = list.lines().skip_while(|&line| line != heading).skip(1);
        lines.take_while(|line| !line.is_empty()).collect()
    };
    let mut functions: Vec<String> =
        Functions::new(Broken::Null).udfs().iter().map(|udf| udf.name().to_owned()).collect();
    functions.sort();
    assert_eq!(functions, names("functions"));
    let udfs = Functions::new(Broken::Null).udfs();
    let features = udfs.iter().find(|udf| udf.name() == "position_features").expect("a function");
    let Ok(DataType::Struct(fields)) = features.return_type(&[DataType::Utf8]) else { panic!("a struct") };
    assert_eq!(fields.iter().map(|field| field.name().as_str()).collect::<Vec<_>>(), names("fields"));
}

/// A kind that does not exist fails the query, whatever the handling of broken texts, and null stays null.
#[tokio::test]
async fn kinds_of_moves_are_checked() -> Result<()> {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let count = |kinds| format!("SELECT legal_move_count('{start}', kind) FROM (VALUES {kinds}) AS t(kind)");
    for broken in [Broken::Null, Broken::Error] {
        let (context, functions) = context(broken);
        let counts = column(&context, &count("('quiets'), (NULL)")).await?;
        assert_eq!(counts.as_primitive::<UInt16Type>().iter().collect::<Vec<_>>(), [Some(20), None]);
        let error = column(&context, &count("('quiets'), ('capture')")).await.expect_err("no such kind");
        let expected =
            "\"capture\" is not a kind of move; expected 'captures', 'promotions', 'quiets', 'checks'";
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(functions.broken(), 0);
    }
    Ok(())
}
