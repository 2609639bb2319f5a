//! Perft with each library, in the way that its documentation recommends: moves of the last ply are counted,
//! not made.

use quadline::{Position, level};

use crate::perft::counter::Perft;

/// A generator of legal moves, with a position.
pub trait Generator {
    /// Returns the number of nodes after `depth` moves, at least one.
    fn nodes(&self, depth: u32) -> u64;
}

/// quadline at a level, with the counter of `examples/perft`.
pub struct Quadline {
    /// The name of the level.
    pub level: &'static str,
    /// The position.
    pub position: Position,
}

impl Generator for Quadline {
    fn nodes(&self, depth: u32) -> u64 {
        let perft = Perft { position: &self.position, depth, progress: &|_, _| {} };
        let nodes = level::dispatch_named(self.level, perft).expect("a level that this CPU has");
        nodes.iter().map(|&(_, nodes)| nodes).sum()
    }
}

impl Generator for cozy_chess::Board {
    fn nodes(&self, depth: u32) -> u64 {
        let mut nodes = 0;
        // Two closures, because the one for the last ply is a sum that inlines, and takes most of the time.
        if depth == 1 {
            self.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
            return nodes;
        }
        self.generate_moves(|moves| {
            for chess_move in moves {
                let mut child = self.clone();
                child.play_unchecked(chess_move);
                nodes += child.nodes(depth - 1);
            }
            false
        });
        nodes
    }
}

impl Generator for shakmaty::Chess {
    fn nodes(&self, depth: u32) -> u64 {
        use shakmaty::Position;
        let moves = self.legal_moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        let below = |chess_move: &shakmaty::Move| {
            let mut child = self.clone();
            child.play_unchecked(*chess_move);
            child.nodes(depth - 1)
        };
        moves.iter().map(below).sum()
    }
}

impl Generator for chess::Board {
    fn nodes(&self, depth: u32) -> u64 {
        let moves = chess::MoveGen::new_legal(self);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.map(|chess_move| self.make_move_new(chess_move).nodes(depth - 1)).sum()
    }
}
