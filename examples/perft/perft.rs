//! Counts nodes: [perft](https://www.chessprogramming.org/Perft) of a position (Ken Thompson's "performance
//! test" of Belle's move generator, 1970s).
//!
//! The moves of the last two plies are not made but counted, by a `SuccessorCounter`, which has many
//! positions in the lanes of a vector.
//!
//! Everything is compiled once per level: each function that calls the library does so inside
//! `Level::vectorize`, and the recursion calls the function of the same level.

use core::hint::black_box;
use core::iter;
use core::mem;
use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::io;
use std::thread;

use quadline::level::{Level, WithLevel};
use quadline::{MAX_LEGAL_MOVES, Move, Position, SuccessorCounter};

use super::hash_table::HashTable;

/// The maximum depth. Counts exceed a `u64` long before.
pub const MAX_DEPTH: u32 = 100;

/// The minimum depth for the hash table. Below it, counting is as fast as a lookup.
const LEAST_HASHED_DEPTH: u32 = 3;

/// The method of counting. It does not change the counts.
#[derive(Clone, Copy, Debug)]
pub struct Method<'a> {
    /// If `false`, the last move is made, too, and every leaf position is written to memory.
    pub bulk: bool,
    /// A table of the numbers of nodes below positions.
    pub table: Option<&'a HashTable>,
    /// The number of threads, including the calling thread.
    pub threads: usize,
}

/// A perft, as an operation for any level.
pub struct Perft<'a> {
    /// The position.
    pub position: &'a Position,
    /// The number of moves.
    pub depth: u32,
    /// The method.
    pub method: Method<'a>,
    /// A function that any thread calls with the number of finished parts and the number of all parts.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

/// The result of a perft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nodes {
    /// The nodes below each legal move; empty at depth 0.
    pub by_move: Vec<(Move, u64)>,
    /// The number of all nodes, 1 at depth 0.
    pub total: u64,
}

/// A part of the work: a position one or two moves below the root.
struct Part {
    /// The index of the root's move.
    root_move: usize,
    position: Position,
    depth: u32,
}

impl WithLevel for Perft<'_> {
    /// An error if a thread cannot be started.
    type Output = io::Result<Nodes>;

    fn with_level<L: Level>(self, level: L) -> io::Result<Nodes> {
        let Perft { position, depth, method, progress } = self;
        if depth == 0 {
            return Ok(Nodes { by_move: Vec::new(), total: 1 });
        }
        let parts = parts(level, position, depth);
        let (next, done) = (AtomicUsize::new(0), AtomicU64::new(0));
        let mut by_move: Vec<(Move, u64)> =
            legal_moves(level, position).into_iter().map(|chess_move| (chess_move, 0)).collect();
        // Every thread takes one part after the other, so all threads finish at about the same time.
        let work = || {
            let mut counter = Counter::new(level, method, depth);
            let mut nodes = vec![0; by_move.len()];
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                nodes[part.root_move] += counter.count(&part.position, part.depth);
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, parts.len() as u64);
            }
            nodes
        };
        let by_thread = thread::scope(|scope| {
            let start = |_| thread::Builder::new().spawn_scoped(scope, work);
            let others = (1..method.threads).map(start).collect::<io::Result<Vec<_>>>()?;
            let join =
                |other: thread::ScopedJoinHandle<'_, _>| other.join().expect("counting does not panic");
            Ok::<_, io::Error>(iter::once(work()).chain(others.into_iter().map(join)).collect::<Vec<_>>())
        })?;
        for nodes in by_thread {
            for ((_, sum), nodes) in by_move.iter_mut().zip(nodes) {
                *sum += nodes;
            }
        }
        let total = by_move.iter().map(|&(_, nodes)| nodes).sum();
        Ok(Nodes { by_move, total })
    }
}

/// Returns the legal moves of a position.
pub fn legal_moves<L: Level>(level: L, position: &Position) -> Vec<Move> {
    level.moves(position).to_vec()
}

/// Returns the positions after the root's moves, or after two moves if there is much work, to balance it and
/// to show progress.
fn parts<L: Level>(level: L, position: &Position, depth: u32) -> Vec<Part> {
    let children = |position: &Position| {
        let mut places = vec![Position::START; MAX_LEGAL_MOVES];
        let count = write_successors(level, position, &mut places);
        places.truncate(count);
        places
    };
    let part = |root_move, position, depth| Part { root_move, position, depth };
    let first = children(position).into_iter().enumerate();
    if depth < 4 {
        return first.map(|(root_move, child)| part(root_move, child, depth - 1)).collect();
    }
    let second =
        |(root_move, child)| children(&child).into_iter().map(move |next| part(root_move, next, depth - 2));
    first.flat_map(second).collect()
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

/// The state of counting on one thread.
struct Counter<'a, L> {
    nodes: NodeCount<'a, L>,
    /// For each depth, the children of the current node.
    plies: Vec<Vec<Position>>,
}

impl<'a, L: Level> Counter<'a, L> {
    fn new(level: L, method: Method<'a>, depth: u32) -> Self {
        Self {
            nodes: NodeCount { level, method, leaves: Box::default(), total: 0 },
            plies: (0..depth).map(|_| vec![Position::START; MAX_LEGAL_MOVES]).collect(),
        }
    }

    /// Returns the number of nodes after `depth` moves.
    fn count(&mut self, position: &Position, depth: u32) -> u64 {
        match depth {
            0 => return 1,
            1 if self.nodes.method.bulk => {
                return u64::from(self.nodes.level.legal_move_count(position));
            }
            _ => {}
        }
        self.nodes.visit(position, depth, &mut self.plies);
        self.nodes.finish()
    }
}

struct NodeCount<'a, L> {
    level: L,
    method: Method<'a>,
    /// The nodes two plies below positions.
    leaves: Box<SuccessorCounter>,
    /// The number of the other nodes.
    total: u64,
}

impl<L: Level> NodeCount<'_, L> {
    /// Adds the number of nodes after `depth` moves to the leaves or to the total.
    fn visit(&mut self, position: &Position, depth: u32, plies: &mut [Vec<Position>]) {
        match (self.method.bulk, depth) {
            (true, 2) => self.level.add_successors(position, &mut self.leaves),
            (false, 1) => {
                let count = write_successors(self.level, position, &mut plies[0]);
                // Keeps the compiler from removing the unused positions.
                black_box(&plies[0][..count]);
                self.total += count as u64;
            }
            _ => match self.method.table {
                Some(table) if depth >= LEAST_HASHED_DEPTH => {
                    self.visit_unless_known(table, position, depth, plies);
                }
                _ => self.visit_children(position, depth, plies),
            },
        }
    }

    fn visit_children(&mut self, position: &Position, depth: u32, plies: &mut [Vec<Position>]) {
        let (children, plies) = plies.split_first_mut().expect("a ply for each depth");
        let count = write_successors(self.level, position, children);
        for child in &children[..count] {
            self.visit(child, depth - 1, plies);
        }
    }

    fn visit_unless_known(
        &mut self,
        table: &HashTable,
        position: &Position,
        depth: u32,
        plies: &mut [Vec<Position>],
    ) {
        let key = table.key(position, depth);
        if let Some(nodes) = table.get(key) {
            self.total += nodes;
            return;
        }
        let before = self.finish();
        self.visit_children(position, depth, plies);
        let nodes = self.finish();
        table.insert(key, nodes);
        self.total = before + nodes;
    }

    /// Returns the number of nodes so far, and begins again at 0.
    fn finish(&mut self) -> u64 {
        mem::take(&mut self.total) + self.level.finish_successors(&mut self.leaves)
    }
}
