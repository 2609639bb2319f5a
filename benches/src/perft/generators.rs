//! Perft with each library, in the way that its documentation recommends: moves of the last ply are counted,
//! not made.

use quadline::level::{self, Level, WithLevel};
use quadline::{MAX_LEGAL_MOVES, Position, SuccessorCounter};

/// A generator of legal moves, with a position.
pub trait Generator {
    /// Returns the number of nodes after `depth` moves, at least one.
    fn nodes(&self, depth: u32) -> u64;
}

/// quadline at a level. The moves of the last two plies are counted together.
pub struct Quadline {
    /// The name of the level.
    pub level: &'static str,
    /// The position.
    pub position: Position,
}

impl Generator for Quadline {
    fn nodes(&self, depth: u32) -> u64 {
        let count = Count { position: &self.position, depth };
        level::dispatch_named(self.level, count).expect("a level that this CPU has")
    }
}

/// A perft, as an operation for any level.
struct Count<'a> {
    position: &'a Position,
    depth: u32,
}

impl WithLevel for Count<'_> {
    type Output = u64;

    fn with_level<L: Level>(self, level: L) -> u64 {
        if self.depth == 1 {
            return level.legal_move_count(self.position).into();
        }
        // For each depth, the children of the current node.
        let mut plies: Vec<_> = (0..self.depth).map(|_| vec![Position::START; MAX_LEGAL_MOVES]).collect();
        let mut leaves = Box::<SuccessorCounter>::default();
        visit(level, self.position, self.depth, &mut plies, &mut leaves);
        level.finish_successors(&mut leaves)
    }
}

/// Adds the nodes after `depth` moves, at least two, to the leaves.
fn visit<L: Level>(
    level: L,
    position: &Position,
    depth: u32,
    plies: &mut [Vec<Position>],
    leaves: &mut SuccessorCounter,
) {
    if depth == 2 {
        return level.add_successors(position, leaves);
    }
    let (children, plies) = plies.split_first_mut().expect("a ply for each depth");
    let count = level.vectorize(
        #[inline(always)]
        || level.successors(position, children),
    );
    for child in &children[..count] {
        visit(level, child, depth - 1, plies, leaves);
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
