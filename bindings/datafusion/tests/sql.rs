//! Compares the SQL functions with the crate.

use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, LargeStringArray, RecordBatch, StringArray, StringViewArray,
};
use datafusion::arrow::datatypes::{Int64Type, UInt16Type, UInt64Type};
use datafusion::common::Result;
use datafusion::prelude::SessionContext;
use quadline::{Color, Position, Square};
use quadline_datafusion::{Broken, Functions};

fn fens() -> Vec<String> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/conformance/fixtures/lichess-2025-05.fen");
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
        assert_eq!(features.column(2).as_boolean().value(row), checks.checkers != 0);
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

/// A field of a null struct is null, in a column and in a constant, and text that is not a FEN is counted once.
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
