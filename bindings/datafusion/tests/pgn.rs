//! Reads files of games in SQL, and compares them with what they were made of.

use std::path::PathBuf;

use datafusion::arrow::array::{Array, AsArray, RecordBatch};
use datafusion::arrow::compute::concat_batches;
use datafusion::arrow::datatypes::{Int64Type, UInt64Type};
use datafusion::common::Result;
use datafusion::prelude::SessionContext;
use quadline::Position;
use quadline_datafusion::{Broken, Functions};

const GAMES: &str = "[Event \"a\"]\n[Date \"2024.05.01\"]\n[ECO \"B01\"]\n\n1. e4 d5 2. exd5 1-0\n\n\
    [Event \"b \\\"c\\\"\"]\n[Date \"2024.05.02\"]\n[eco \"C20\"]\n[Result \"0-1\"]\n\n1. e4 e5\n\n\
    [Event \"c\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n\
    [Event \"d\"]\n[FEN \"8/8/8/8/8/6k1/8/7K w - - 3 40\"]\n\n1. Kg1 {a comment} 1/2-1/2\n";

fn context() -> (SessionContext, Functions) {
    let (context, functions) = (SessionContext::new(), Functions::new(Broken::Error));
    functions.register(&context);
    functions.register_read_pgn(&context);
    (context, functions)
}

/// Writes a file that is removed with the folder of the test programs.
fn file(name: &str, text: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(std::process::id().to_string());
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("written");
    path.to_str().expect("a name in UTF-8").to_owned()
}

async fn rows(context: &SessionContext, sql: &str) -> Result<RecordBatch> {
    let batches = context.sql(sql).await?.collect().await?;
    Ok(concat_batches(&batches[0].schema(), &batches)?)
}

fn texts(batch: &RecordBatch, column: usize) -> Vec<Option<&str>> {
    batch.column(column).as_string::<i32>().iter().collect()
}

#[tokio::test]
async fn each_game_is_a_row() -> Result<()> {
    let (context, _) = context();
    let path = file("games.pgn", GAMES);
    let all = rows(&context, &format!("SELECT * FROM read_pgn('{path}')")).await?;
    let schema = all.schema();
    let names: Vec<_> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    assert_eq!(
        names,
        [
            "number", "byte", "line", "event", "site", "date", "round", "white", "black", "start", "result",
            "movetext", "error"
        ]
    );
    let numbers = |column: usize| all.column(column).as_primitive::<UInt64Type>().values().to_vec();
    assert_eq!(numbers(0), [1, 2, 3, 4]);
    let place = |text: &str| GAMES.find(text).expect("in the file") as u64;
    // An error has the place of what is wrong.
    assert_eq!(numbers(1), [0, place("[Event \"b"), place("[Variant"), place("[Event \"d")]);
    assert_eq!(numbers(2), [1, 7, 15, 19]);
    assert_eq!(texts(&all, 3), [Some("a"), Some("b \"c\""), None, Some("d")]);
    assert_eq!(texts(&all, 5), [Some("2024.05.01"), Some("2024.05.02"), None, None]);
    assert_eq!(texts(&all, 9), [None, None, None, Some("8/8/8/8/8/6k1/8/7K w - - 3 40")]);
    // Without a result at the end, that of the tag.
    assert_eq!(texts(&all, 10), [Some("1-0"), Some("0-1"), None, Some("1/2-1/2")]);
    assert_eq!(texts(&all, 11)[0], Some("1. e4 d5 2. exd5 1-0"));
    assert_eq!(texts(&all, 11)[3], Some("1. Kg1 {a comment} 1/2-1/2"));
    let errors = texts(&all, 12);
    assert!(errors[2].is_some_and(|error| error.contains("Atomic")), "{errors:?}");
    assert_eq!(errors.iter().flatten().count(), 1);
    Ok(())
}

#[tokio::test]
async fn columns_are_chosen_in_any_order() -> Result<()> {
    let (context, _) = context();
    let path = file("chosen.pgn", GAMES);
    // A tag has the name of the query, whatever the case in the file.
    let sql =
        format!("SELECT result, eco, number FROM read_pgn('{path}', 'eco', 'WhiteElo') WHERE error IS NULL");
    let some = rows(&context, &sql).await?;
    assert_eq!(texts(&some, 0), [Some("1-0"), Some("0-1"), Some("1/2-1/2")]);
    assert_eq!(texts(&some, 1), [Some("B01"), Some("C20"), None]);
    assert_eq!(some.column(2).as_primitive::<UInt64Type>().values(), &[1, 2, 4]);
    let count = rows(&context, &format!("SELECT count(*) FROM read_pgn('{path}')")).await?;
    assert_eq!(count.column(0).as_primitive::<Int64Type>().values(), &[4]);
    let first = rows(&context, &format!("SELECT byte FROM read_pgn('{path}') LIMIT 1")).await?;
    assert_eq!(first.num_rows(), 1);
    Ok(())
}

#[tokio::test]
async fn a_long_file_is_read_in_several_batches() -> Result<()> {
    let (context, _) = context();
    let path = file("long.pgn", &GAMES.repeat(12_000));
    let sql = format!(
        "SELECT result, count(*) AS games, min(number), max(number) FROM read_pgn('{path}') \
                       WHERE error IS NULL GROUP BY 1 ORDER BY 1"
    );
    let batches = context.sql(&format!("SELECT number FROM read_pgn('{path}')")).await?.collect().await?;
    assert!(batches.len() > 1, "{} batches", batches.len());
    let found = rows(&context, &sql).await?;
    assert_eq!(texts(&found, 0), [Some("0-1"), Some("1-0"), Some("1/2-1/2")]);
    assert_eq!(found.column(1).as_primitive::<Int64Type>().values(), &[12_000; 3]);
    assert_eq!(found.column(3).as_primitive::<UInt64Type>().values(), &[47_998, 47_997, 48_000]);
    Ok(())
}

/// The queries of README.md.
#[tokio::test]
async fn recipes() -> Result<()> {
    let (context, functions) = context();
    let path = file("recipes.pgn", GAMES);
    let openings = format!(
        "SELECT eco, result, count(*) AS games FROM read_pgn('{path}', 'eco', 'date') \
         WHERE date LIKE '2024.05.%' AND error IS NULL GROUP BY eco, result ORDER BY games DESC, eco"
    );
    assert_eq!(texts(&rows(&context, &openings).await?, 0), [Some("B01"), Some("C20")]);
    let frequent = format!(
        "SELECT polyglot_key(fen) AS key, count(*) AS times, min(fen) AS fen \
         FROM (SELECT unnest(positions_of_game(movetext)) AS fen FROM read_pgn('{path}') \
               WHERE start IS NULL AND error IS NULL) \
         GROUP BY key ORDER BY times DESC, key LIMIT 10"
    );
    let frequent = rows(&context, &frequent).await?;
    let keys = frequent.column(0).as_primitive::<UInt64Type>().values();
    let after_e4 = Position::START.play(Position::START.parse_uci("e2e4").expect("legal"));
    let mut expected = [Position::START.polyglot_key(), after_e4.polyglot_key()];
    expected.sort_unstable();
    assert_eq!(keys[..2], expected);
    assert_eq!(frequent.column(1).as_primitive::<Int64Type>().values(), &[2, 2, 1, 1, 1]);
    assert_eq!(functions.broken(), 0);
    Ok(())
}

#[tokio::test]
async fn wrong_calls_name_the_remedy() {
    let (context, _) = context();
    let path = file("wrong.pgn", GAMES);
    let cut = file("cut.pgn", "\u{28}\u{b5}");
    std::fs::write(&cut, [0x28, 0xb5, 0x2f, 0xfd, 0, 0]).expect("written");
    for (call, expected) in [
        ("read_pgn()".to_owned(), "takes the path of a file of games"),
        ("read_pgn(7)".to_owned(), "takes texts in single quotes"),
        (format!("read_pgn('{path}', number)"), "takes texts in single quotes"),
        ("read_pgn('no-such.pgn')".to_owned(), "no-such.pgn: No such file"),
        (format!("read_pgn('{path}', 'result')"), "a column \"result\" already"),
        (format!("read_pgn('{path}', 'eco', 'ECO')"), "a column \"ECO\" already"),
        (format!("read_pgn('{cut}')"), "cut.pgn"),
    ] {
        let error = match context.sql(&format!("SELECT * FROM {call}")).await {
            Ok(query) => query.collect().await.expect_err(&call),
            Err(error) => error,
        };
        assert!(error.to_string().contains(expected), "{call}: {error}");
    }
}

/// A server that registers the functions of rows only gives no file away.
#[tokio::test]
async fn files_are_read_only_if_that_is_registered() {
    let context = SessionContext::new();
    Functions::new(Broken::Error).register(&context);
    let path = file("secret.pgn", GAMES);
    let error =
        context.sql(&format!("SELECT * FROM read_pgn('{path}')")).await.expect_err("no such function");
    assert!(error.to_string().contains("read_pgn"), "{error}");
}

/// A query on a pipe is planned before the program that writes it has begun.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_pipe_is_opened_when_it_is_read() -> Result<()> {
    let (context, _) = context();
    let path = file("pipe.pgn", "");
    std::fs::remove_file(&path).expect("removed");
    let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo");
    assert!(made.success());
    let query = context.sql(&format!("SELECT count(*) FROM read_pgn('{path}')")).await?;
    std::thread::spawn(move || std::fs::write(path, GAMES).expect("written"));
    let batches = query.collect().await?;
    assert_eq!(batches[0].column(0).as_primitive::<Int64Type>().value(0), 4);
    Ok(())
}
