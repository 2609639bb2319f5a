//! Counting: perft of a position, split at its legal moves.

use quadline::level::{Level, WithLevel};

use crate::board::{Board, Move};
use crate::move_generator::{count_moves, for_each_move};

/// The depth that is asked for at most. Numbers of nodes outgrow a `u64`, and any patience, long before.
pub const MAX_DEPTH: u32 = 100;

/// The number of leaf nodes `depth` moves away; `depth` is at least 1.
///
/// The function is compiled once per level: the closure is inlined into `vectorize`, the move generator and
/// quadline's kernels into the closure, and the recursion calls the function of the same level.
fn count_nodes<L: Level>(level: L, board: &Board, depth: u32) -> u64 {
    level.vectorize(
        #[inline(always)]
        || {
            if depth <= 1 {
                return count_moves(level, board);
            }
            let mut nodes = 0;
            for_each_move(
                level,
                board,
                #[inline(always)]
                |chess_move| nodes += count_nodes(level, &board.play(chess_move), depth - 1),
            );
            nodes
        },
    )
}

/// The legal moves of a position.
pub fn legal_moves<L: Level>(level: L, board: &Board) -> Vec<Move> {
    level.vectorize(
        #[inline(always)]
        || {
            let mut moves = Vec::new();
            for_each_move(level, board, |chess_move| moves.push(chess_move));
            moves
        },
    )
}

/// A perft to run at some level.
pub struct Perft<'a, F> {
    /// The position.
    pub board: &'a Board,
    /// How many moves deep to count.
    pub depth: u32,
    /// Called after each legal move of the position, with the number of moves done and of all moves.
    pub progress: F,
}

/// What a perft found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nodes {
    /// The nodes below each legal move; empty at depth 0.
    pub by_move: Vec<(Move, u64)>,
    /// All nodes: 1 at depth 0.
    pub total: u64,
}

impl<F: FnMut(usize, usize)> WithLevel for Perft<'_, F> {
    type Output = Nodes;

    fn with_level<L: Level>(mut self, level: L) -> Nodes {
        if self.depth == 0 {
            return Nodes { by_move: Vec::new(), total: 1 };
        }
        let moves = legal_moves(level, self.board);
        let mut by_move = Vec::with_capacity(moves.len());
        for &chess_move in &moves {
            let nodes = match self.depth {
                1 => 1,
                depth => count_nodes(level, &self.board.play(chess_move), depth - 1),
            };
            by_move.push((chess_move, nodes));
            (self.progress)(by_move.len(), moves.len());
        }
        let total = by_move.iter().map(|&(_, nodes)| nodes).sum();
        Nodes { by_move, total }
    }
}

#[cfg(test)]
mod tests {
    use quadline::level;

    use super::*;
    use crate::positions::POSITIONS;

    fn perft(fen: &str, depth: u32) -> Perft<'_, impl FnMut(usize, usize)> {
        // The board outlives the test: a leak of some hundred bytes keeps the signature short.
        let board = Box::leak(Box::new(fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))));
        Perft { board, depth, progress: |_, _| {} }
    }

    /// The counts from depth 1 on, at every level there is.
    #[track_caller]
    fn assert_nodes(fen: &str, expected: &[u64]) {
        for (depth, &nodes) in (1..).zip(expected) {
            assert_eq!(level::dispatch(perft(fen, depth)).total, nodes, "{fen}, depth {depth}");
            for name in level::available() {
                let found = level::dispatch_named(name, perft(fen, depth)).expect(name);
                assert_eq!(found.total, nodes, "{fen}, depth {depth}, level {name}");
            }
        }
    }

    fn uci(fen: &str) -> Vec<String> {
        let mut moves: Vec<String> = level::dispatch(perft(fen, 1))
            .by_move
            .iter()
            .map(|(chess_move, _)| chess_move.to_string())
            .collect();
        moves.sort();
        moves
    }

    #[test]
    fn depth_0_is_the_position_itself() {
        assert_eq!(level::dispatch(perft(POSITIONS[0].fen, 0)), Nodes { by_move: Vec::new(), total: 1 });
    }

    #[test]
    fn the_six_positions() {
        for position in &POSITIONS {
            assert_nodes(position.fen, &position.nodes[..3]);
        }
    }

    #[test]
    fn the_start_position_by_move() {
        let nodes = level::dispatch(perft(POSITIONS[0].fen, 3));
        let by_name = |name: &str| {
            nodes
                .by_move
                .iter()
                .find(|(chess_move, _)| chess_move.to_string() == name)
                .map(|&(_, nodes)| nodes)
        };
        assert_eq!(nodes.by_move.len(), 20);
        assert_eq!(by_name("e2e4"), Some(600));
        assert_eq!(by_name("a2a3"), Some(380));
        assert_eq!(by_name("b1c3"), Some(440));
        assert_eq!(by_name("e2e5"), None);
    }

    #[test]
    fn moves_below_the_root_add_up_to_the_total() {
        for position in &POSITIONS {
            for depth in 1..=3 {
                let nodes = level::dispatch(perft(position.fen, depth));
                assert_eq!(nodes.by_move.iter().map(|(_, nodes)| nodes).sum::<u64>(), nodes.total);
                assert_eq!(nodes.by_move.len() as u64, position.nodes[0]);
            }
        }
    }

    #[test]
    fn counting_agrees_with_visiting_every_leaf() {
        struct Leaves<'a>(&'a Board, u32);
        impl WithLevel for Leaves<'_> {
            type Output = u64;
            fn with_level<L: Level>(self, level: L) -> u64 {
                let Leaves(board, depth) = self;
                if depth == 0 {
                    return 1;
                }
                let below = |chess_move| Leaves(&board.play(chess_move), depth - 1).with_level(level);
                legal_moves(level, board).into_iter().map(below).sum()
            }
        }
        for position in &POSITIONS {
            let visited = level::dispatch(Leaves(&position.board(), 3));
            assert_eq!(Some(visited), position.nodes_at(3), "{}", position.name);
        }
    }

    #[test]
    fn en_passant_may_uncover_the_king_along_the_rank() {
        // Both pawns leave the fifth rank, and the rook on h5 sees the king on a5.
        let pinned = "7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1";
        assert!(!uci(pinned).contains(&"e5d6".to_owned()));
        // A second white pawn keeps the rank closed.
        let shielded = "7k/8/8/K1PpP2r/8/8/8/8 w - d6 0 1";
        assert!(uci(shielded).contains(&"e5d6".to_owned()));
        assert!(uci(shielded).contains(&"c5d6".to_owned()));
    }

    #[test]
    fn en_passant_and_other_pins_and_checks() {
        // Pinned on the diagonal it captures along, and across it.
        assert!(uci("7k/8/5b2/3pP3/8/8/1K6/8 w - d6 0 1").iter().all(|name| name != "e5d6"));
        assert!(uci("b6k/8/8/3pP3/4P3/8/6K1/8 w - d6 0 1").contains(&"e5d6".to_owned()));
        assert!(uci("1b5k/8/8/3pP3/8/6K1/8/8 w - d6 0 1").contains(&"e5d6".to_owned()));
        // The pawn that gives check is taken in passing.
        assert!(uci("7k/8/8/3pP3/2K5/8/8/8 w - d6 0 1").contains(&"e5d6".to_owned()));
        // A knight gives check: taking a pawn in passing does not end it.
        assert!(uci("7k/8/8/3pP3/8/5n2/3K4/8 w - d6 0 1").iter().all(|name| name != "e5d6"));
        // Nobody can take: the square does no harm.
        assert_nodes("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", &[5]);
    }

    #[test]
    fn castling_in_standard_chess_and_in_chess960() {
        let both = uci("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        assert!(both.contains(&"e1g1".to_owned()) && both.contains(&"e1c1".to_owned()));
        // Through an attacked square; only the rook through one; out of check.
        assert!(!uci("4kr2/8/8/8/8/8/8/4K2R w K - 0 1").contains(&"e1g1".to_owned()));
        assert!(uci("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1").contains(&"e1c1".to_owned()));
        assert!(!uci("4rk2/8/8/8/8/8/8/4K2R w K - 0 1").contains(&"e1g1".to_owned()));
        // The rook leaves the king's new square open to the rook on a1.
        assert!(!uci("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1").contains(&"d1b1".to_owned()));
        assert!(uci("4k3/8/8/8/8/8/8/1R1K4 w B - 0 1").contains(&"d1b1".to_owned()));
        // King and rook change places; the king stays where it is.
        assert!(uci("4k3/8/8/8/8/8/8/5KR1 w G - 0 1").contains(&"f1g1".to_owned()));
        assert!(uci("4k3/8/8/8/8/8/8/6KR w H - 0 1").contains(&"g1h1".to_owned()));
        assert_nodes("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", &[21, 528, 12_189]);
        assert_nodes("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", &[20, 479, 10_471]);
    }

    #[test]
    fn mate_stalemate_and_double_check() {
        assert_nodes("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", &[0, 0]);
        assert_nodes("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &[0, 0]);
        // Knight and rook give check: only the king moves, though the bishop could take either.
        let double_check = uci("4k3/8/3N4/8/1b6/8/8/4R1K1 b - - 0 1");
        assert!(double_check.iter().all(|name| name.starts_with("e8")), "{double_check:?}");
    }

    #[test]
    fn boards_stay_what_their_fen_says() {
        // Every position two moves deep is written and read back unchanged.
        struct RoundTrips<'a>(&'a Board, u32);
        impl WithLevel for RoundTrips<'_> {
            type Output = ();
            fn with_level<L: Level>(self, level: L) {
                let RoundTrips(board, depth) = self;
                let fen = board.to_string();
                assert_eq!(fen.parse().as_ref(), Ok(board), "{fen}");
                if depth > 0 {
                    for chess_move in legal_moves(level, board) {
                        RoundTrips(&board.play(chess_move), depth - 1).with_level(level);
                    }
                }
            }
        }
        for position in &POSITIONS {
            level::dispatch(RoundTrips(&position.board(), 2));
        }
    }
}
