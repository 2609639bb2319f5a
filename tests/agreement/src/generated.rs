//! Generated games, and their movetext with comments and variations.

use quadline::{Move, Position};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Position as _};

/// Writes what follows a move, which has this number.
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

/// A game from the starting position.
pub struct Game {
    /// The moves.
    pub moves: Vec<Move>,
    /// The moves in SAN.
    pub sans: Vec<String>,
    /// The moves of shakmaty.
    pub of_shakmaty: Vec<shakmaty::Move>,
}

/// Games from the starting position.
pub struct Games(pub Vec<Game>);

impl Games {
    /// Generates games of at most 120 random moves, the same in every run. Captures are preferred in part, so
    /// that the boards become empty as in games of people.
    pub fn generated(count: usize) -> Self {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(42);
        let games = (0..count).map(|_| {
            let mut game = Chess::default();
            let mut moves = Vec::new();
            for _ in 0..random.random_range(40..=120) {
                let legal = game.legal_moves();
                let captures: Vec<_> = legal.iter().copied().filter(|each| each.is_capture()).collect();
                let capture = captures.choose(&mut random).filter(|_| random.random_ratio(1, 3));
                let Some(&chosen) = capture.or_else(|| legal.choose(&mut random)) else { break };
                moves.push(chosen);
                game.play_unchecked(chosen);
            }
            moves
        });
        Self(games.map(Game::new).collect())
    }

    /// Returns the moves of each game.
    pub fn moves(&self) -> impl Iterator<Item = &[Move]> {
        self.0.iter().map(|game| &game.moves[..])
    }

    /// Returns each game as movetext.
    pub fn movetexts(&self, decoration: Decoration) -> Vec<Vec<u8>> {
        self.0.iter().map(|game| game.movetext(decoration)).collect()
    }

    /// Returns the number of all moves.
    pub fn plies(&self) -> usize {
        self.moves().map(<[Move]>::len).sum()
    }
}

impl Game {
    fn new(of_shakmaty: Vec<shakmaty::Move>) -> Self {
        let (mut position, mut other) = (Position::START, Chess::default());
        let (mut moves, mut sans) = (Vec::new(), Vec::new());
        for &each in &of_shakmaty {
            sans.push(SanPlus::from_move(other.clone(), each).to_string());
            other.play_unchecked(each);
            let uci = each.to_uci(CastlingMode::Chess960).to_string();
            let parsed = position.parse_uci(&uci).expect("a legal move of shakmaty");
            moves.push(parsed);
            position.play_mut(parsed);
        }
        Self { moves, sans, of_shakmaty }
    }

    /// Returns the game as movetext.
    pub fn movetext(&self, decoration: Decoration) -> Vec<u8> {
        let mut text = String::new();
        for (ply, san) in self.sans.iter().enumerate() {
            if ply % 2 == 0 {
                text += &format!("{}. ", ply / 2 + 1);
            }
            text += san;
            decoration(ply, &mut text);
            // An empty line would end the game.
            if !text.ends_with('\n') {
                text.push(if ply % 12 == 11 { '\n' } else { ' ' });
            }
        }
        text += "*\n";
        text.into_bytes()
    }
}
