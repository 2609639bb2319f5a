//! Alpha-beta search with quiescence, a hash table, null moves and reductions, generic over the level.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quadline::level::{Level, WithLevel};
use quadline::{Color, MAX_LEGAL_MOVES, Move, MoveSet, Position, Role};

use crate::corrections::{Corrections, KEYS, Keys};
use crate::table::{Bound, HashTable};

/// The values from pawn to king, in hundredths of a pawn.
pub const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 0];
/// The value of an immediate mate. Each ply before the mate subtracts a point.
pub const MATE: i32 = 30_000;
const INFINITE: i32 = MATE + 1;
const PLIES: usize = 100;

/// The maximum depth of a search.
pub const MAX_DEPTH: i32 = 64;

/// The limits of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    pub depth: i32,
    pub nodes: u64,
    /// No depth is started after the first duration, and none is finished after the second.
    pub time: Option<[Duration; 2]>,
    /// Whether to search for a mate: no move is searched less deeply than others, so that a mate within the
    /// depth is found.
    pub is_for_mate: bool,
    /// Whether the search ends by a command only.
    pub infinite: bool,
    /// The moves to choose from, or all legal moves if it is empty.
    pub root_moves: Vec<Move>,
}

impl Limits {
    /// Limits the depth only.
    pub const fn depth(depth: i32) -> Self {
        Self {
            depth,
            nodes: u64::MAX,
            time: None,
            is_for_mate: false,
            infinite: false,
            root_moves: Vec::new(),
        }
    }
}

/// The result of a depth.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub depth: i32,
    pub value: i32,
    pub best: Move,
    pub nodes: u64,
}

/// A position to search.
pub struct Task<'a> {
    pub position: Position,
    /// The keys of the positions before this one, to detect repetitions.
    pub before: &'a [u64],
    pub limits: Limits,
    pub table: &'a mut HashTable,
    pub stop: &'a AtomicBool,
    pub report: &'a mut dyn FnMut(&Found),
}

/// The search is compiled as a whole for the level that runs it.
impl WithLevel for Task<'_> {
    type Output = Option<Found>;

    fn with_level<L: Level>(self, level: L) -> Option<Found> {
        let Task { position, before, limits, table, stop, report } = self;
        let keys = KEYS.keys(&position);
        let mut search = Search {
            level,
            limits: &limits,
            stop,
            table,
            start: Instant::now(),
            nodes: 0,
            stopped: false,
            line: before.to_vec(),
            plies: (0..=PLIES).map(|_| Ply::default()).collect(),
            history: [[0; 64]; 6],
            corrections: Corrections::new(),
            best: None,
        };
        let mut found = None;
        for depth in 1..=limits.depth {
            let value = search.search(&position, &keys, depth, -INFINITE, INFINITE, 0);
            // An unfinished depth is used only if no depth was finished.
            if let Some(best) = search.best.filter(|_| !search.stopped || found.is_none()) {
                let now = Found { depth, value, best, nodes: search.nodes };
                report(&now);
                found = Some(now);
            }
            let is_late = limits.time.is_some_and(|[no_more, _]| search.start.elapsed() >= no_more);
            if search.stopped || search.best.is_none() || is_late || value.abs() > MATE - depth {
                break;
            }
        }
        found
    }
}

/// The moves of one ply.
struct Ply {
    moves: [Move; MAX_LEGAL_MOVES],
    order: [i32; MAX_LEGAL_MOVES],
}

impl Default for Ply {
    fn default() -> Self {
        Self { moves: [Move::default(); MAX_LEGAL_MOVES], order: [0; MAX_LEGAL_MOVES] }
    }
}

struct Search<'a, L> {
    level: L,
    limits: &'a Limits,
    stop: &'a AtomicBool,
    table: &'a mut HashTable,
    start: Instant,
    nodes: u64,
    stopped: bool,
    /// The keys of the positions of the game and of the current line.
    line: Vec<u64>,
    plies: Vec<Ply>,
    /// Counts how often a quiet move of a role to a square has caused a cutoff, weighted by depth.
    history: [[i32; 64]; 6],
    corrections: Corrections,
    best: Option<Move>,
}

impl<L: Level> Search<'_, L> {
    /// Returns whether to stop. Reads the clock at intervals.
    fn is_over(&mut self) -> bool {
        if self.nodes.is_multiple_of(1024) {
            let late = self.limits.time.is_some_and(|[_, end]| self.start.elapsed() >= end);
            self.stopped |= late || self.stop.load(Ordering::Relaxed);
        }
        self.stopped |= self.nodes >= self.limits.nodes;
        self.stopped
    }

    /// Returns whether the search may play a move. Only moves of the root can be excluded.
    fn is_searched(&self, chess_move: Move, ply: usize) -> bool {
        ply > 0 || self.limits.root_moves.is_empty() || self.limits.root_moves.contains(&chess_move)
    }

    /// Returns the value for the side to move.
    fn search(
        &mut self,
        position: &Position,
        keys: &Keys,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        let level = self.level;
        level.vectorize(
            #[inline(always)]
            || self.search_here(position, keys, depth, alpha, beta, ply),
        )
    }

    fn search_here(
        &mut self,
        position: &Position,
        keys: &Keys,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        let level = self.level;
        let key = keys[0];
        if ply > 0 && self.line.contains(&key) {
            return 0;
        }
        if depth <= 0 || ply == PLIES {
            return self.quiescence(position, keys, alpha, beta, ply);
        }
        self.nodes += 1;
        if self.is_over() && ply > 0 {
            return alpha;
        }
        let known = self.table.get(key);
        if let Some(known) = known.filter(|known| ply > 0 && i32::from(known.depth) >= depth) {
            let value = mate_after(i32::from(known.value), ply as i32);
            let too_good = known.bound != Bound::AtMost && value >= beta;
            if too_good || known.bound == Bound::Exact || known.bound == Bound::AtMost && value <= alpha {
                return value;
            }
        }
        let info = level.check_info(position);
        let in_check = info.checkers() != 0;
        let depth = depth + i32::from(in_check);

        let us = position.side_to_move();
        // Shallow searches teach little, and checks distort the evaluation.
        let evaluated = (depth > 1 && !in_check).then(|| self.evaluate(position));
        // If passing is good enough, a move will be, too. With pawns only, passing may be the best move.
        let pieces = position.color(us) & !position.pawns() & !position.kings();
        let may_pass =
            depth >= 3 && ply > 0 && pieces != 0 && beta.abs() < MATE - 200 && !self.limits.is_for_mate;
        if may_pass
            && evaluated.is_some_and(|value| value + self.corrections.of(keys, us) >= beta)
            && let Some(passed) = level.null_move(position)
        {
            let mut next_keys = *keys;
            KEYS.update(&mut next_keys, position, &passed);
            self.line.push(key);
            let value = -self.search(&passed, &next_keys, depth - 3, -beta, 1 - beta, ply + 1);
            self.line.pop();
            if value >= beta {
                return value.min(MATE - 200);
            }
        }

        // The move of the hash table is tried before other moves are generated. It may belong to another
        // position with the same key.
        let hash_move = known
            .map(|known| known.best)
            .filter(|&best| level.is_legal_with(position, &info, best) && self.is_searched(best, ply));
        let (first_alpha, mut best_value, mut best_move) = (alpha, -INFINITE, None);
        let (mut count, mut index, mut tried) = (None, 0, 0);
        self.line.push(key);
        loop {
            let chess_move = match (hash_move, count) {
                (Some(hash_move), None) if tried == 0 => hash_move,
                _ => {
                    let count = *count.get_or_insert_with(|| self.list(position, MoveSet::ALL, ply));
                    if index == count {
                        break;
                    }
                    let next = self.next(ply, index, count);
                    index += 1;
                    if Some(next) == hash_move || !self.is_searched(next, ply) {
                        continue;
                    }
                    next
                }
            };
            let next = position.play(chess_move);
            let mut next_keys = *keys;
            KEYS.update(&mut next_keys, position, &next);
            let is_quiet = position.role_at(chess_move.to()).is_none() && chess_move.promotion().is_none();
            // Late quiet moves are searched less deeply, unless they give check or turn out to be good.
            let is_late = tried > 3 && depth > 2 && is_quiet && !in_check && !self.limits.is_for_mate;
            let less = i32::from(is_late && !level.gives_check_with(position, &info, chess_move));
            let mut value = alpha + 1;
            if tried > 0 {
                value = -self.search(&next, &next_keys, depth - 1 - less, -alpha - 1, -alpha, ply + 1);
            }
            if value > alpha {
                value = -self.search(&next, &next_keys, depth - 1, -beta, -alpha, ply + 1);
            }
            tried += 1;
            if self.stopped && (ply > 0 || best_move.is_some()) {
                break;
            }
            if value > best_value {
                best_value = value;
                best_move = Some(chess_move);
                if ply == 0 {
                    self.best = best_move;
                }
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                if is_quiet {
                    let moved = position.role_at(chess_move.from()).map_or(0, |role| role as usize);
                    self.history[moved][chess_move.to().index()] += depth * depth;
                }
                break;
            }
        }
        self.line.pop();
        let Some(best_move) = best_move else {
            // Stopped, mated or stalemated.
            return if self.stopped {
                alpha
            } else if in_check {
                ply as i32 - MATE
            } else {
                0
            };
        };
        // The value of some moves is not the value of the position.
        if !self.stopped && (ply > 0 || self.limits.root_moves.is_empty()) {
            let bound = match best_value {
                value if value >= beta => Bound::AtLeast,
                value if value > first_alpha => Bound::Exact,
                _ => Bound::AtMost,
            };
            // A capture changes more than the evaluation can see.
            let is_quiet = position.role_at(best_move.to()).is_none() && best_move.promotion().is_none();
            if let Some(evaluated) = evaluated.filter(|_| is_quiet && best_value.abs() < MATE - 200) {
                let difference = best_value - evaluated;
                let is_known = match bound {
                    Bound::Exact => true,
                    Bound::AtLeast => difference > 0,
                    Bound::AtMost => difference < 0,
                };
                if is_known {
                    self.corrections.learn(keys, us, difference, depth);
                }
            }
            self.table.store(key, best_move, mate_after(best_value, -(ply as i32)), depth, bound);
        }
        best_value
    }

    /// Returns the value once no capture gains material.
    fn quiescence(&mut self, position: &Position, keys: &Keys, alpha: i32, beta: i32, ply: usize) -> i32 {
        let level = self.level;
        level.vectorize(
            #[inline(always)]
            || {
                self.nodes += 1;
                let correction = self.corrections.of(keys, position.side_to_move());
                let mut alpha = alpha.max(self.evaluate(position) + correction);
                if alpha >= beta || ply == PLIES || self.is_over() {
                    return alpha;
                }
                let count = self.list(position, MoveSet::CAPTURES | MoveSet::PROMOTIONS, ply);
                for index in 0..count {
                    let chess_move = self.next(ply, index, count);
                    if level.see_at_least(position, chess_move, &VALUES, 0) {
                        let (next, mut next_keys) = (position.play(chess_move), *keys);
                        KEYS.update(&mut next_keys, position, &next);
                        alpha = alpha.max(-self.quiescence(&next, &next_keys, -beta, -alpha, ply + 1));
                        if alpha >= beta {
                            break;
                        }
                    }
                }
                alpha
            },
        )
    }

    /// Writes moves with their order, and returns their number.
    #[inline(always)]
    fn list(&mut self, position: &Position, set: MoveSet, ply: usize) -> usize {
        let Ply { moves, order } = &mut self.plies[ply];
        let count = self.level.legal_moves_of(position, set, moves);
        for (&chess_move, order) in moves[..count].iter().zip(order) {
            let moved = position.role_at(chess_move.from()).map_or(0, |role| role as usize);
            let victim = position.role_at(chess_move.to()).filter(|_| !chess_move.is_castling());
            *order = match (victim, chess_move.promotion()) {
                (None, None) => self.history[moved][chess_move.to().index()].min(1 << 19),
                (victim, promotion) => {
                    let gain = |role: Option<Role>| role.map_or(0, |role| VALUES[role as usize]);
                    (1 << 21) + 16 * (gain(victim) + gain(promotion)) - moved as i32
                }
            };
        }
        count
    }

    /// Returns the remaining move that comes first in order. Ties are decided by the bits of the move,
    /// because the order of generated moves differs between levels.
    #[inline(always)]
    fn next(&mut self, ply: usize, index: usize, count: usize) -> Move {
        let Ply { moves, order } = &mut self.plies[ply];
        let best =
            (index..count).max_by_key(|&other| (order[other], moves[other].to_bits())).unwrap_or(index);
        moves.swap(index, best);
        order.swap(index, best);
        moves[index]
    }

    /// Returns material and attacked squares, for the side to move.
    #[inline(always)]
    fn evaluate(&self, position: &Position) -> i32 {
        let attacked = self.level.attacked_squares(position);
        let of = |color: Color| {
            let own = position.color(color);
            let material: i32 = Role::ALL
                .into_iter()
                .map(|role| (position.role(role) & own).count_ones() as i32 * VALUES[role as usize])
                .sum();
            material + 3 * attacked[color].count_ones() as i32
        };
        let us = position.side_to_move();
        of(us) - of(us.opponent())
    }
}

/// Moves a mate value by so many plies. The search counts from the root, the table from the position.
fn mate_after(value: i32, plies: i32) -> i32 {
    if value.abs() > MATE - 200 { value - value.signum() * plies } else { value }
}
