//! Parses the arguments of the commands `position`, `go` and `setoption`.

use std::time::Duration;

use quadline::{Color, Move, Position};

use crate::corrections::KEYS;
use crate::search::{Limits, MAX_DEPTH};

/// A position and the hash keys of the positions before it.
#[derive(Clone)]
pub struct Game {
    pub position: Position,
    pub before: Vec<u64>,
}

impl Game {
    pub fn new(position: Position) -> Self {
        Self { position, before: Vec::new() }
    }

    pub fn play(&mut self, chess_move: Move) {
        self.before.push(KEYS.numbers().key(&self.position));
        self.position = self.position.play(chess_move);
    }

    /// Parses the arguments of the command `position`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let position = match words.next() {
            Some("startpos") => match words.next() {
                None | Some("moves") => Position::START,
                Some(word) => return Err(format!("expected `moves` after `startpos`, found {word:?}")),
            },
            Some("fen") => {
                let fen: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
                fen.join(" ").parse().map_err(|error| format!("{error}"))?
            }
            found => {
                let found = found.unwrap_or_default();
                return Err(format!("expected `startpos` or `fen`, then `moves`, found {found:?}"));
            }
        };
        let mut game = Self::new(position);
        for text in words {
            game.play(parse_legal(&game.position, text)?);
        }
        Ok(game)
    }
}

/// Parses a legal move in UCI notation.
fn parse_legal(position: &Position, text: &str) -> Result<Move, String> {
    let chess_move = position.parse_uci(text).map_err(|error| error.to_string())?;
    if position.is_legal(chess_move) {
        Ok(chess_move)
    } else {
        Err(format!("{text} is not legal in {position}"))
    }
}

/// The words of the command `go` that are followed by a number.
const NUMBERS: [&str; 9] =
    ["wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "movetime", "mate"];

/// Parses the arguments of the command `go`. Words that the engine does not know are skipped, as UCI wants it.
pub fn parse_limits(text: &str, position: &Position) -> Result<Limits, String> {
    let mut words = text.split_whitespace().peekable();
    let mut numbers = [None; NUMBERS.len()];
    let (mut infinite, mut root_moves) = (false, Vec::new());
    while let Some(word) = words.next() {
        if let Some(index) = NUMBERS.iter().position(|&name| name == word) {
            if numbers[index].replace(parse_number(word, words.next())?).is_some() {
                return Err(format!("{word} occurs twice"));
            }
        } else if word == "infinite" {
            infinite = true;
        } else if word == "searchmoves" {
            let is_move = |word: &&str| {
                !NUMBERS.contains(word) && !["infinite", "ponder", "searchmoves"].contains(word)
            };
            while let Some(text) = words.next_if(is_move) {
                root_moves.push(parse_legal(position, text)?);
            }
            if root_moves.is_empty() {
                return Err("searchmoves must be followed by legal moves".into());
            }
        }
    }

    let [wtime, btime, winc, binc, moves_to_go, depth, nodes, move_time, mate] = numbers;
    let (name, left, increment) = match position.side_to_move() {
        Color::White => ("wtime", wtime, winc),
        Color::Black => ("btime", btime, binc),
    };
    let time = match (move_time, left) {
        (Some(exactly), _) => Some([exactly, exactly]),
        (None, Some(left)) => {
            // Some programs send 0 if there is no next time control.
            let moves = moves_to_go.filter(|&moves| moves > 0).unwrap_or(30);
            let share = (left / moves).saturating_add(increment.unwrap_or(0) / 2);
            // Keep a reserve for communication delays.
            let most = left.saturating_sub(50).max(1);
            Some([(share / 2).min(most), share.saturating_mul(2).min(most)])
        }
        (None, None) => None,
    };
    let is_limited = time.is_some() || [depth, nodes, mate].iter().any(Option::is_some);
    if !is_limited && !infinite && numbers.iter().any(Option::is_some) {
        return Err(format!("{name} is missing, the time of the side to move"));
    }
    // A mate in n moves is found at depth 2n, where the side that is mated has no move.
    let mate_depth = mate.map(|moves| moves.saturating_mul(2));
    let depth = depth.into_iter().chain(mate_depth).min();
    Ok(Limits {
        depth: depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH as u64) as i32),
        is_for_mate: mate.is_some(),
        nodes: nodes.unwrap_or(u64::MAX),
        time: time.map(|both| both.map(Duration::from_millis)),
        infinite: infinite || !is_limited,
        root_moves,
    })
}

/// Parses the number after a word of the command `go`.
fn parse_number(name: &str, text: Option<&str>) -> Result<u64, String> {
    let text = text.ok_or_else(|| format!("{name} must be followed by a number"))?;
    let least = u64::from(matches!(name, "depth" | "nodes" | "mate"));
    match text.parse::<i128>() {
        // Programs send a negative time if a player has exceeded it.
        Ok(number) if number < 0 && matches!(name, "wtime" | "btime") => Ok(0),
        Ok(number) if number >= i128::from(least) && number <= i128::from(u64::MAX) => Ok(number as u64),
        _ => Err(format!("{name} is {text:?}; expected a whole number of at least {least}")),
    }
}

/// The options that the command `setoption` changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the hash table in MiB.
    pub hash: usize,
    /// Whether castling is written as the king capturing its own rook. Both notations are always read.
    pub chess960: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { hash: 32, chess960: false }
    }
}

impl Options {
    const MAX_HASH: usize = 1024;

    /// Returns the lines that declare the options.
    pub fn declarations() -> String {
        let (Self { hash, chess960 }, most) = (Self::default(), Self::MAX_HASH);
        format!(
            "option name Hash type spin default {hash} min 1 max {most}\n\
             option name UCI_Chess960 type check default {chess960}"
        )
    }

    /// Parses the arguments of the command `setoption`, and changes the option.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let mut words = text.split_whitespace();
        if words.next() != Some("name") {
            return Err("setoption must be followed by `name`, and `value` with the new value".into());
        }
        let name = words.by_ref().take_while(|&word| word != "value").collect::<Vec<_>>().join(" ");
        let value = words.collect::<Vec<_>>().join(" ");
        match name.to_ascii_lowercase().as_str() {
            "hash" => match value.parse() {
                Ok(size @ 1..=Self::MAX_HASH) => self.hash = size,
                _ => {
                    return Err(format!(
                        "Hash is {value:?}; expected a number of MiB from 1 to {}",
                        Self::MAX_HASH
                    ));
                }
            },
            "uci_chess960" => match value.as_str() {
                "true" => self.chess960 = true,
                "false" => self.chess960 = false,
                _ => return Err(format!("UCI_Chess960 is {value:?}; expected true or false")),
            },
            _ => return Err(format!("unknown option {name:?}; there are Hash and UCI_Chess960")),
        }
        Ok(())
    }
}
