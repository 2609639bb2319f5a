//! Counting: perft of a position (Ken Thompson's "performance test" of Belle's move generator, 1970s).
//!
//! The last ply is not played but counted, many positions in the lanes of a vector. A node has too few children to fill
//! the lanes, so that the children of node after node wait in `Leaves` until there is no more room.
//!
//! Everything is compiled once per level: each function that asks the library calls `Level::vectorize` in its own
//! body, and the recursion calls the function of the same level.

use core::hint::black_box;
use core::iter;
use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::io;
use std::thread;

use quadline::level::{Level, WithLevel};
use quadline::{MAX_LEGAL_MOVES, Move, Position};

use super::hash_table::HashTable;

/// The depth that is asked for at most. Numbers of nodes outgrow a `u64`, and any patience, long before.
pub const MAX_DEPTH: u32 = 100;

/// The number of waiting positions from which on they are counted, for a level that counts so many together: whole groups, and
/// half of the smallest first-level cache, so that they are still there.
const fn most_waiting(together: usize) -> usize {
    const HALF_OF_CACHE: usize = 16 * 1024;
    HALF_OF_CACHE / size_of::<Position>() / together * together
}

/// The least depth that is looked up in the table: below it, counting is as fast.
const LEAST_HASHED_DEPTH: u32 = 3;

/// How the nodes are counted; the number of them is the same.
#[derive(Clone, Copy, Debug)]
pub struct Method<'a> {
    /// Without it the last move is made, too, and every leaf position is in memory once.
    pub bulk: bool,
    /// Remembers how many nodes there are below a position.
    pub table: Option<&'a HashTable>,
    /// How many threads share the work, the calling thread included.
    pub threads: usize,
}

/// A perft to run at some level.
pub struct Perft<'a> {
    /// The position.
    pub position: &'a Position,
    /// How many moves deep to count.
    pub depth: u32,
    /// In which way.
    pub method: Method<'a>,
    /// Told from any thread how many parts of the work are done, and of how many.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

/// What a perft found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nodes {
    /// The nodes below each legal move; empty at depth 0.
    pub by_move: Vec<(Move, u64)>,
    /// All nodes: 1 at depth 0.
    pub total: u64,
}

/// A piece of the work: a position one or two moves below the root.
struct Part {
    /// The number of the root's move.
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
        // Every thread takes part after part, so that all end within the time of one.
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

/// The legal moves of a position.
pub fn legal_moves<L: Level>(level: L, position: &Position) -> Vec<Move> {
    level.moves(position).to_vec()
}

/// The positions after the root's moves; of a large work, those after two moves, for an even share and steady progress.
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

/// Writes the positions after all legal moves, and returns their number. There are [`MAX_LEGAL_MOVES`] places at least.
#[inline(never)]
fn write_successors<L: Level>(level: L, position: &Position, places: &mut [Position]) -> usize {
    level.vectorize(
        #[inline(always)]
        || level.successors(position, places),
    )
}

/// Counts on one thread.
struct Counter<'a, L> {
    nodes: NodeCount<'a, L>,
    /// For each depth, places for the children of the node that is being visited.
    plies: Vec<Vec<Position>>,
}

impl<'a, L: Level> Counter<'a, L> {
    fn new(level: L, method: Method<'a>, depth: u32) -> Self {
        let most = most_waiting(L::COUNTED_TOGETHER) + MAX_LEGAL_MOVES;
        let leaves = Leaves { places: vec![Position::START; most], waiting: 0, counts: vec![0; most] };
        Self {
            nodes: NodeCount { level, method, leaves, total: 0 },
            plies: (0..depth).map(|_| vec![Position::START; MAX_LEGAL_MOVES]).collect(),
        }
    }

    /// The number of nodes `depth` moves away.
    fn count(&mut self, position: &Position, depth: u32) -> u64 {
        match depth {
            0 => return 1,
            1 if self.nodes.method.bulk => {
                return u64::from(self.nodes.level.legal_move_count(position));
            }
            _ => {}
        }
        self.nodes.total = 0;
        self.nodes.visit(position, depth, &mut self.plies);
        self.nodes.count_leaves();
        self.nodes.total
    }
}

/// Positions whose legal moves will be counted together.
struct Leaves {
    places: Vec<Position>,
    /// The number of places that are taken.
    waiting: usize,
    /// Room for their counts.
    counts: Vec<u16>,
}

struct NodeCount<'a, L> {
    level: L,
    method: Method<'a>,
    leaves: Leaves,
    total: u64,
}

impl<L: Level> NodeCount<'_, L> {
    /// Adds the nodes `depth` moves away to the total, but for those that are still to be counted among the leaves.
    fn visit(&mut self, position: &Position, depth: u32, plies: &mut [Vec<Position>]) {
        match (self.method.bulk, depth) {
            (true, 2) => self.leave(position),
            (false, 1) => {
                let count = write_successors(self.level, position, &mut plies[0]);
                // They are made, whether or not anybody looks at them.
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
        self.count_leaves();
        let before = self.total;
        self.visit_children(position, depth, plies);
        self.count_leaves();
        table.insert(key, self.total - before);
    }

    /// Leaves the positions after the legal moves of a position for later.
    fn leave(&mut self, position: &Position) {
        let Leaves { places, waiting, .. } = &mut self.leaves;
        *waiting += write_successors(self.level, position, &mut places[*waiting..]);
        if *waiting >= most_waiting(L::COUNTED_TOGETHER) {
            // What is left of a group is counted with those that come next.
            let groups = *waiting / L::COUNTED_TOGETHER * L::COUNTED_TOGETHER;
            self.count_first_leaves(groups);
        }
    }

    /// Counts the legal moves of all positions that wait.
    fn count_leaves(&mut self) {
        self.count_first_leaves(self.leaves.waiting);
    }

    /// Counts the legal moves of as many of the positions that wait.
    #[inline(never)]
    fn count_first_leaves(&mut self, count: usize) {
        let Leaves { places, waiting, counts } = &mut self.leaves;
        let counts = &mut counts[..count];
        self.level.batch_legal_move_counts(&places[..count], counts);
        self.total += counts.iter().map(|&count| u64::from(count)).sum::<u64>();
        places.copy_within(count..*waiting, 0);
        *waiting -= count;
    }
}
