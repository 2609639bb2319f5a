//! Generated files of games, for the programs that compare readers.

use quadline::Position;

/// Text behind the move with a number.
pub type Decoration = fn(usize, &mut String);

/// A comment and a variation at every 17th ply.
pub fn few_comments(ply: usize, text: &mut String) {
    if ply % 17 == 16 {
        text.push_str(" {A comment of the usual length.} (1. e4 e5)");
    }
}

/// An evaluation and the time on the clock in a comment after each move, as servers write them.
pub fn clocks(ply: usize, text: &mut String) {
    *text += &format!(" {{ [%eval 0.{}] [%clk 0:{:02}:{:02}] }}", ply % 97, ply % 9, ply % 60);
}

/// Returns the next random number (Marsaglia, 2003, xorshift).
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state >> 20
}

/// Generates games of 40 to 120 random moves with the tags of Lichess. Captures are preferred in part, so
/// that the boards become empty as in games of people.
pub fn generate(games: usize, decoration: Decoration) -> Vec<u8> {
    let (mut state, mut text) = (42, String::new());
    for game in 0..games {
        let numbers: [u64; 5] = std::array::from_fn(|_| random(&mut state));
        text += &format!(
            "[Event \"Rated Blitz game\"]\n[Site \"https://lichess.org/{:08x}\"]\n[Date \"2025.05.{:02}\"]\n\
             [Round \"-\"]\n[White \"player{}\"]\n[Black \"opponent{}\"]\n[Result \"1-0\"]\n[UTCDate \"2025.05.01\"]\n\
             [UTCTime \"00:{:02}:{:02}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n[WhiteRatingDiff \"+5\"]\n\
             [BlackRatingDiff \"-5\"]\n[ECO \"C{:02}\"]\n[Opening \"King's Gambit Accepted\"]\n\
             [TimeControl \"300+3\"]\n[Termination \"Normal\"]\n\n",
            numbers[0] as u32,
            game % 30 + 1,
            numbers[1] % 100_000,
            numbers[2] % 100_000,
            game % 60,
            game % 59,
            800 + numbers[3] % 2000,
            800 + numbers[4] % 2000,
            game % 100,
        );
        let mut position = Position::START;
        for ply in 0..40 + random(&mut state) as usize % 81 {
            let moves = position.moves();
            let captures: Vec<_> =
                moves.iter().copied().filter(|each| position.captured(*each).is_some()).collect();
            let chosen = if !captures.is_empty() && random(&mut state).is_multiple_of(3) {
                &captures[..]
            } else {
                &moves[..]
            };
            if chosen.is_empty() {
                break;
            }
            let chosen = chosen[random(&mut state) as usize % chosen.len()];
            if ply % 2 == 0 {
                text += &format!("{}. ", ply / 2 + 1);
            }
            text += position.to_san(chosen).as_str();
            decoration(ply, &mut text);
            text.push(' ');
            position.play_mut(chosen);
        }
        text += "1-0\n\n";
    }
    text.into_bytes()
}

/// Returns the value in the middle.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
