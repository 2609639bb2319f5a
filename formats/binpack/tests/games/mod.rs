//! Games with many rare moves, for the tests of files.

use std::{env, fs};

use quadline::{Move, MoveKind, Position};
use quadline_binpack::Entry;

/// A small generator of random numbers (xorshift).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// Returns some positions with rare moves, and then others from the fixtures, in standard chess.
fn starts() -> (Vec<Position>, Vec<Position>) {
    let fixture =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/conformance/fixtures/lichess-2025-05.fen");
    let path = env::var("QUADLINE_POSITIONS").unwrap_or_else(|_| fixture.into());
    let text = fs::read_to_string(path).expect("positions");
    let rare: Vec<Position> = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1",
        // Castling from other squares, as in Chess960.
        "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",
        "r4kr1/8/8/8/8/8/8/R4KR1 b GAga - 0 1",
        "2r2k1r/8/8/8/8/8/8/2R2K1R w HChc - 0 1",
        "rk5r/8/8/8/8/8/8/RK5R b HAha - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        // Double pushes after which en passant is legal with both pawns, with one, and with none.
        "4k3/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1",
        "4k3/8/8/8/K1p4r/8/3P4/8 w - - 0 1",
        "7k/4p3/8/K2P3r/8/8/8/8 b - - 0 1",
        "7k/8/8/3QQQ2/8/5p2/3r4/K7 b - - 0 1",
    ]
    .into_iter()
    .map(|fen| fen.parse().expect("a FEN"))
    .collect();
    let all: Vec<_> = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let step = (all.len() / 150).max(1);
    (rare, all.iter().step_by(step).filter_map(|line| line.parse().ok()).collect())
}

/// Removes the en passant square if no legal move captures there.
pub fn without_useless_en_passant(position: Position) -> Position {
    if position.moves().iter().any(|chess_move| chess_move.kind() == MoveKind::EnPassant) {
        return position;
    }
    let mut words = *position.words();
    words[7] &= !0x0000_ff00_00ff_0000;
    Position::from_words(words)
}

/// Plays games, in which rare moves are preferred.
pub fn games() -> Vec<Entry> {
    let (mut random, mut entries) = (Random(0x9e37_79b9_7f4a_7c15), Vec::new());
    let (rare, others) = starts();
    for (start, games) in
        rare.into_iter().map(|start| (start, 16)).chain(others.into_iter().map(|start| (start, 1)))
    {
        for _ in 0..games {
            let (mut position, mut result) = (without_useless_en_passant(start), random.below(3) as i8 - 1);
            let first = random.below(300) as u16;
            for ply in first..first + 1 + random.below(60) as u16 {
                // Their order differs between levels.
                let mut moves: Vec<Move> = position.moves().iter().copied().collect();
                moves.sort_unstable();
                if moves.is_empty() {
                    break;
                }
                let is_rare = |&&chess_move: &&Move| {
                    chess_move.kind() != MoveKind::Normal || position.is_capture(chess_move)
                };
                let rare: Vec<Move> = moves.iter().filter(is_rare).copied().collect();
                let chess_move = if rare.is_empty() || random.below(3) == 0 {
                    moves[random.below(moves.len())]
                } else {
                    rare[random.below(rare.len())]
                };
                let score = match random.below(8) {
                    0 => random.below(1 << 16) as i16,
                    1 => 0,
                    _ => random.below(200) as i16 - 100,
                };
                entries.push(Entry { position, chess_move, score, ply, result });
                position = without_useless_en_passant(position.play(chess_move));
                result = -result;
            }
        }
    }
    entries
}
