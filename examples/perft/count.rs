//! Counts nodes: [perft](https://www.chessprogramming.org/Perft) of a position (Ken Thompson's "performance
//! test" of Belle's move generator, 1970s).
//!
//! The moves of the last two plies are not made but counted, by a `SuccessorCounter`, which computes many
//! positions at once.
//!
//! Everything is compiled once per level: each function that calls the library does so inside
//! `Level::vectorize`, and the recursion calls the function of the same level.

use quadline::level::{Level, WithLevel};
use quadline::{MAX_LEGAL_MOVES, Move, Position, SuccessorCounter};

/// The maximum depth. Counts exceed a `u64` long before.
pub const MAX_DEPTH: u32 = 100;

/// A perft, as an operation for any level.
pub struct Perft<'a> {
    /// The position.
    pub position: &'a Position,
    /// The number of moves.
    pub depth: u32,
    /// A function that is called with the number of finished parts and the number of all parts.
    pub progress: &'a dyn Fn(usize, usize),
}

impl WithLevel for Perft<'_> {
    /// The nodes below each legal move, or one node without a move at depth 0.
    type Output = Vec<(Option<Move>, u64)>;

    fn with_level<L: Level>(self, level: L) -> Self::Output {
        let Perft { position, depth, progress } = self;
        if depth == 0 {
            return vec![(None, 1)];
        }
        let mut counter = Counter {
            level,
            leaves: Box::default(),
            plies: (0..depth).map(|_| vec![Position::START; MAX_LEGAL_MOVES]).collect(),
        };
        // Deep counts have a part for each two moves, so that they show their progress.
        let moves = level.moves(position);
        let parts_of = |child: &Position| -> Vec<Position> {
            if depth < 4 {
                return vec![*child];
            }
            level.moves(child).iter().map(|&each| child.play(each)).collect()
        };
        let parts: Vec<Vec<Position>> = moves.iter().map(|&each| parts_of(&position.play(each))).collect();
        let (mut done, all) = (0, parts.iter().map(Vec::len).sum());
        let mut count = |part: &Position| {
            let nodes = counter.count(part, if depth < 4 { depth - 1 } else { depth - 2 });
            done += 1;
            progress(done, all);
            nodes
        };
        moves
            .iter()
            .zip(&parts)
            .map(|(&each, parts)| (Some(each), parts.iter().map(&mut count).sum()))
            .collect()
    }
}

/// The state of a count.
struct Counter<L> {
    level: L,
    /// The nodes two plies below positions.
    leaves: Box<SuccessorCounter>,
    /// For each depth, the children of the current node.
    plies: Vec<Vec<Position>>,
}

impl<L: Level> Counter<L> {
    /// Returns the number of nodes after `depth` moves.
    fn count(&mut self, position: &Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => u64::from(self.level.legal_move_count(position)),
            _ => {
                let Self { level, leaves, plies } = self;
                visit(*level, position, depth, leaves, plies);
                level.finish_successors(leaves)
            }
        }
    }
}

/// Adds the number of nodes after `depth` moves, which are two or more, to the leaves.
fn visit<L: Level>(
    level: L,
    position: &Position,
    depth: u32,
    leaves: &mut SuccessorCounter,
    plies: &mut [Vec<Position>],
) {
    if depth == 2 {
        level.add_successors(position, leaves);
        return;
    }
    let (children, plies) = plies.split_first_mut().expect("a ply for each depth");
    let count = write_successors(level, position, children);
    for child in &children[..count] {
        visit(level, child, depth - 1, leaves, plies);
    }
}

/// Writes the positions after all legal moves and returns their number. `places` must have at least
/// [`MAX_LEGAL_MOVES`] elements.
#[inline(never)]
fn write_successors<L: Level>(level: L, position: &Position, places: &mut [Position]) -> usize {
    level.vectorize(
        #[inline(always)]
        || level.successors(position, places),
    )
}
