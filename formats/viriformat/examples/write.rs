//! Writes a file of games in viriformat: each line of the input is the movetext of one, with its result.
//!
//! Real files have the evaluations of an engine. Here, the evaluation is the difference of the material in
//! hundredths of a pawn, so that the file is always the same. `fixtures/games.vf` was written from
//! `../binpack/fixtures/games.txt` in this way.
//!
//! usage: cargo run --example write -- GAMES FILE

use std::io::Write;
use std::process::ExitCode;
use std::{env, error, slice};

use quadline::{Color, Movetext, Position, Role};
use quadline_output::{Input, Output};
use quadline_viriformat::{Game, ScoredMove, Writer};

/// Returns the material of White less that of Black.
fn material(position: &Position) -> i16 {
    let of = |color: Color| -> i16 {
        let values = [
            (Role::Pawn, 100),
            (Role::Knight, 300),
            (Role::Bishop, 300),
            (Role::Rook, 500),
            (Role::Queen, 900),
        ];
        let count = |role| (position.role(role) & position.color(color)).count_ones() as i16;
        values.into_iter().map(|(role, value)| value * count(role)).sum()
    };
    of(Color::White) - of(Color::Black)
}

/// Returns the file of the games.
pub fn written(games: &str) -> Result<Vec<u8>, Box<dyn error::Error>> {
    let mut writer = Writer::new(Vec::new());
    for (line, text) in (1..).zip(games.lines()) {
        let result = match text.rsplit(' ').next() {
            Some("1-0") => 1,
            Some("0-1") => -1,
            Some("1/2-1/2") => 0,
            _ => return Err(format!("line {line}: a game must end with 1-0, 0-1 or 1/2-1/2").into()),
        };
        let mut game = Game { result, ..Game::new(Position::START) };
        for played in Movetext::new(Position::START, text) {
            let (position, chess_move) = played.map_err(|error| format!("line {line}: {error}"))?;
            game.moves.push(ScoredMove { chess_move, score: material(&position) });
        }
        writer.write(&game)?;
    }
    Ok(writer.finish()?)
}

/// Runs the program.
pub fn run(arguments: &[String]) -> Result<u8, Box<dyn error::Error>> {
    let [games, file] = arguments else { return Err("usage: write GAMES FILE".into()) };
    let games = Input::open(games.as_ref())?;
    let mut file = Output::create(file.as_ref(), slice::from_ref(&games))?;
    file.write_all(&written(&games.read_to_string()?)?)?;
    file.finish()?;
    Ok(0)
}

fn main() -> ExitCode {
    quadline_output::status("write", run(&env::args().skip(1).collect::<Vec<_>>()))
}
