//! Writes a binpack file of games: each line of the input is the movetext of one, with its result.
//!
//! Real files have the scores of an engine. Here, the score is the difference of the material in hundredths
//! of a pawn, so that the file is always the same. `fixtures/games.binpack` was written from
//! `fixtures/games.txt` in this way, in chunks of 512 bytes.
//!
//! usage: cargo run --example write -- GAMES FILE [CHUNK_BYTES]

use std::io::Write;
use std::process::ExitCode;
use std::{env, error, slice};

use quadline::{Color, Movetext, Position, Role};
use quadline_binpack::{Entry, Writer};
use quadline_output::{Input, Output};

/// Returns the material of the side to move less that of its opponent.
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
    of(position.side_to_move()) - of(position.side_to_move().opponent())
}

/// Returns the file of the games.
pub fn written(games: &str, chunk_bytes: usize) -> Result<Vec<u8>, Box<dyn error::Error>> {
    let mut writer = Writer::new(Vec::new()).chunk_bytes(chunk_bytes);
    for (line, game) in (1..).zip(games.lines()) {
        let mut result = match game.rsplit(' ').next() {
            Some("1-0") => 1,
            Some("0-1") => -1,
            Some("1/2-1/2") => 0,
            _ => return Err(format!("line {line}: a game must end with 1-0, 0-1 or 1/2-1/2").into()),
        };
        for (ply, played) in (0..).zip(Movetext::new(Position::START, game)) {
            let (position, chess_move) = played.map_err(|error| format!("line {line}: {error}"))?;
            writer.write(&Entry { position, chess_move, score: material(&position), ply, result })?;
            result = -result;
        }
    }
    Ok(writer.finish()?)
}

/// Runs the program.
pub fn run(arguments: &[String]) -> Result<u8, Box<dyn error::Error>> {
    let (games, file, chunk_bytes) = match arguments {
        [games, file] => (games, file, 1 << 20),
        [games, file, bytes] => (games, file, bytes.parse()?),
        _ => return Err("usage: write GAMES FILE [CHUNK_BYTES]".into()),
    };
    let games = Input::open(games.as_ref())?;
    let mut file = Output::create(file.as_ref(), slice::from_ref(&games))?;
    file.write_all(&written(&games.read_to_string()?, chunk_bytes)?)?;
    file.finish()?;
    Ok(0)
}

fn main() -> ExitCode {
    quadline_output::status("write", run(&env::args().skip(1).collect::<Vec<_>>()))
}
