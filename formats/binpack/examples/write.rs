//! Writes a binpack file of games: each line of the input is the movetext of one, with its result.
//!
//! Real files have the scores of an engine. Here, the score is the difference of the material in hundredths
//! of a pawn, so that the file is always the same. `fixtures/games.binpack` was written from
//! `fixtures/games.txt` in this way, in chunks of 512 bytes.
//!
//! usage: cargo run --example write -- GAMES FILE [CHUNK_BYTES]

use std::{env, error, fs};

use quadline::{Color, Movetext, Position, Role};
use quadline_binpack::{Entry, Writer};

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

fn main() -> Result<(), Box<dyn error::Error>> {
    let usage = "usage: write GAMES FILE [CHUNK_BYTES]";
    let mut arguments = env::args().skip(1);
    let (games, file) = (arguments.next().ok_or(usage)?, arguments.next().ok_or(usage)?);
    let chunk_bytes = arguments.next().map_or(Ok(1 << 20), |bytes| bytes.parse())?;
    fs::write(file, written(&fs::read_to_string(games)?, chunk_bytes)?)?;
    Ok(())
}
