//! Counts and lists legal moves: `cargo run --example count_legal_moves -- 'FEN' 'FEN'`.

use std::process::ExitCode;

use quadline::{Move, ParseFenError, Position, batch};

/// Returns a line for each position with the number of its legal moves and the moves.
fn describe(fens: &[String]) -> Result<String, ParseFenError> {
    let positions = fens.iter().map(|fen| fen.parse()).collect::<Result<Vec<Position>, _>>()?;
    let mut counts = vec![0; positions.len()];
    batch::legal_move_counts(&positions, &mut counts);

    let mut text = String::new();
    for (position, count) in positions.iter().zip(counts) {
        let names: Vec<String> = position.moves().iter().map(Move::to_string).collect();
        text += &format!("{position}: {count} legal moves: {}\n", names.join(" "));
    }
    Ok(text)
}

fn main() -> ExitCode {
    let mut fens: Vec<String> = std::env::args().skip(1).collect();
    if fens.is_empty() {
        fens.push(Position::START.to_string());
    }
    match describe(&fens) {
        Ok(text) => print!("{text}"),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

#[test]
fn runs() {
    let text = describe(&["7k/8/8/8/8/8/6q1/K7 w - - 0 1".to_owned()]).expect("a FEN");
    assert_eq!(text, "7k/8/8/8/8/8/6q1/K7 w - - 0 1: 1 legal moves: a1b1\n");
    assert!(describe(&["7k".to_owned()]).is_err());
}
