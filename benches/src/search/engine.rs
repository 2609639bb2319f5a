//! The search, generic over the library.
//!
//! At each node it
//!
//! 1. looks the position up in the hash table by its key, and returns if the entry decides;
//! 2. tests whether the side to move is in check;
//! 3. passes the move, unless it is in check, to see whether that is good enough already (null move);
//! 4. tries the move of the hash table, if it is legal, before any move is listed;
//! 5. lists captures and promotions, sorts them by the captured and the capturing piece, and tries those that
//!    lose nothing by the exchange;
//! 6. tries two moves that refuted siblings (killers), if they are legal;
//! 7. lists the other moves, and tries them in the order of how often they were good;
//! 8. tries the captures that lose material.
//!
//! A node of the quiescence search looks the position up, tests whether there is a legal move, evaluates
//! material and attacked squares, or threats as well, and then tries the move of the hash table and the captures that lose
//! nothing. If the side to move is in check, it tries all moves.

use quadline_kernels::{MAX_LEGAL_MOVES, Role};

use super::table::{Bound, Table};

/// The values from pawn to king.
pub const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 20_000];
/// The weights of threats, by the attacking and the attacked role.
pub const THREATS: [[i32; 6]; 6] = [
    [2, 16, 18, 26, 34, 20],
    [4, 6, 12, 20, 26, 15],
    [4, 10, 6, 18, 24, 14],
    [3, 8, 8, 5, 18, 12],
    [2, 4, 4, 5, 3, 8],
    [5, 8, 8, 10, 0, 0],
];
/// The value of an immediate mate. Each ply before the mate subtracts a point.
const MATE: i32 = 30_000;
const INFINITE: i32 = MATE + 1;
/// More plies than any line of these searches.
const PLIES: usize = 96;
/// More moves than any position has.
const MOVES: usize = MAX_LEGAL_MOVES + 32;

/// A position of a library with its key, and the operations of the search.
pub trait Game: Clone {
    /// The library's type of moves.
    type Move: Copy + PartialEq;
    /// The moves that were found together with the captures and are not written yet.
    type Rest: Default;
    /// A placeholder, which is no legal move.
    const NONE: Self::Move;

    /// Returns the key for the hash table.
    fn key(&self) -> u64;
    /// Returns whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// Returns whether a move of another position is legal.
    fn is_legal(&self, chess_move: Self::Move) -> bool;
    /// Returns whether the side to move is in check, and whether it has a legal move.
    fn status(&self) -> [bool; 2];
    /// Writes all legal moves and returns their number.
    fn moves(&self, moves: &mut [Self::Move]) -> usize;
    /// Writes captures and promotions and returns their number.
    fn captures(&self, moves: &mut [Self::Move]) -> usize;
    /// Does the same, and keeps what else it has found.
    fn captures_first(&self, moves: &mut [Self::Move], rest: &mut Self::Rest) -> usize;
    /// Writes all moves that are neither captures nor promotions and returns their number.
    fn quiets(&self, moves: &mut [Self::Move], rest: &Self::Rest) -> usize;
    /// Returns origin, destination, and the role of a promotion.
    fn parts(chess_move: Self::Move) -> (usize, usize, Option<Role>);
    /// Returns the role of the piece on a square.
    fn role_at(&self, square: usize) -> Option<Role>;
    /// Returns whether the exchange that a move begins loses nothing.
    fn loses_nothing(&self, chess_move: Self::Move) -> bool;
    /// Returns the position after a move.
    fn play(&self, chess_move: Self::Move) -> Self;
    /// Returns the position after passing, or `None` if the side to move is in check.
    fn pass(&self) -> Option<Self>;
    /// Returns whether the side to move has a piece other than pawns and the king.
    fn has_pieces(&self) -> bool;
    /// Returns the number of squares that the side to move attacks less that of the opponent.
    fn mobility(&self) -> i32;
    /// Returns the sum of the weights of all threats of the side to move to enemy pieces, less that of the
    /// opponent.
    fn threats(&self) -> i32;
    /// Returns the material of the side to move less that of the opponent.
    fn material(&self) -> i32;
    /// Runs a function compiled for the library.
    #[inline(always)]
    fn compiled<R>(&self, function: impl FnOnce() -> R) -> R {
        function()
    }
}

/// The roles that a move concerns.
#[derive(Clone, Copy)]
struct Kind {
    moved: Option<Role>,
    victim: Option<Role>,
    promotion: Option<Role>,
}

impl Kind {
    #[inline(always)]
    fn of<G: Game>(game: &G, chess_move: G::Move) -> Self {
        let (from, to, promotion) = G::parts(chess_move);
        let (moved, reached) = (game.role_at(from), game.role_at(to));
        let victim = match (moved, reached) {
            // A legal move of a king to a rook that is not next to it is castling.
            (Some(Role::King), Some(Role::Rook)) if from / 8 == to / 8 && from.abs_diff(to) > 1 => None,
            (Some(Role::Pawn), None) if from % 8 != to % 8 => Some(Role::Pawn),
            _ => reached,
        };
        Self { moved, victim, promotion }
    }

    #[inline(always)]
    fn is_quiet(self) -> bool {
        self.victim.is_none() && self.promotion.is_none()
    }

    /// Returns the change of material.
    #[inline(always)]
    fn gain(self) -> i32 {
        let value = |role: Option<Role>| role.map_or(0, |role| VALUES[role as usize]);
        value(self.victim) + if self.promotion.is_some() { value(self.promotion) - VALUES[0] } else { 0 }
    }
}

/// A quiet move that refuted a position, with the role of its piece: another piece that can make it would
/// make another move.
type Killer<M> = (M, Option<Role>);

/// The moves of one ply.
struct Ply<G: Game> {
    moves: [G::Move; MOVES],
    order: [u32; MOVES],
    killers: [Killer<G::Move>; 2],
}

/// The place of a node in the order of its moves.
enum Stage {
    Hash,
    Captures,
    Killers,
    Quiets,
    Losing,
}

/// The moves of a node that are still to be tried.
struct Picker<G: Game> {
    stage: Stage,
    hash_move: G::Move,
    killers: [Killer<G::Move>; 2],
    /// Captures that lose material are moved to the first places.
    losing: usize,
    index: usize,
    count: Option<usize>,
    rest: G::Rest,
}

/// A position to search.
struct Node<'a, G> {
    game: &'a G,
    material: i32,
    depth: i32,
    alpha: i32,
    beta: i32,
    ply: usize,
}

/// The search of one position.
pub struct Search<G: Game> {
    table: Table<G::Move>,
    plies: Vec<Ply<G>>,
    /// How often a move of one square to another caused a cutoff, weighted by depth.
    history: Vec<[u16; 64]>,
    /// Whether the evaluation includes threats.
    with_threats: bool,
    pub nodes: u64,
}

impl<G: Game> Search<G> {
    pub fn new(with_threats: bool) -> Self {
        let none = (G::NONE, None);
        let ply = || Ply { moves: [G::NONE; MOVES], order: [0; MOVES], killers: [none; 2] };
        Self {
            table: Table::new(G::NONE),
            plies: (0..=PLIES).map(|_| ply()).collect(),
            history: vec![[0; 64]; 64],
            with_threats,
            nodes: 0,
        }
    }

    /// Searches to each depth in turn, and returns the last value.
    pub fn run(&mut self, game: &G, depth: u32) -> i32 {
        let material = game.material();
        let of_depth =
            |depth| self.search(Node { game, material, depth, alpha: -INFINITE, beta: INFINITE, ply: 0 });
        (1..=depth as i32).map(of_depth).last().unwrap_or(0)
    }

    /// Returns the value for the side to move.
    fn search(&mut self, node: Node<'_, G>) -> i32 {
        let node = &node;
        node.game.compiled(
            // With more than two captures, the closure would be passed in memory.
            #[inline(always)]
            move || if node.depth <= 0 { self.quiescence(node) } else { self.inner_node(node) },
        )
    }

    #[inline(always)]
    fn inner_node(&mut self, &Node { game, material, depth, mut alpha, beta, ply }: &Node<'_, G>) -> i32 {
        if ply == PLIES {
            return material;
        }
        self.nodes += 1;
        let mut hash_move = G::NONE;
        if let Some(entry) = self.table.get(game.key()) {
            if ply > 0
                && let Some(value) = entry.decides(depth, alpha, beta, ply)
            {
                return value;
            }
            hash_move = entry.best;
        }
        let in_check = game.in_check();
        // With pawns only, passing may be the best move.
        let may_pass = !in_check && depth > 2 && ply > 0 && alpha + 1 == beta && game.has_pieces();
        if may_pass
            && material + self.evaluate(game) >= beta
            && let Some(passed) = game.pass()
        {
            let value = -self.search(Node {
                game: &passed,
                material: -material,
                depth: depth - 3,
                alpha: -beta,
                beta: 1 - beta,
                ply: ply + 1,
            });
            if value >= beta {
                return beta;
            }
        }
        let (first_alpha, mut best, mut best_move, mut tried) = (alpha, -INFINITE, G::NONE, 0);
        let mut picker = Picker::<G> {
            stage: Stage::Hash,
            hash_move,
            killers: self.plies[ply].killers,
            losing: 0,
            index: 0,
            count: None,
            rest: G::Rest::default(),
        };
        while let Some(chess_move) = self.next(game, &mut picker, ply) {
            let kind = Kind::of(game, chess_move);
            let next = game.play(chess_move);
            let material = -(material + kind.gain());
            let child =
                Node { game: &next, material, depth: depth - 1, alpha: -beta, beta: -alpha, ply: ply + 1 };
            tried += 1;
            let mut value = alpha + 1;
            if tried > 1 {
                value = -self.search(Node { alpha: -alpha - 1, ..child });
            }
            if value > alpha {
                value = -self.search(child);
            }
            if value > best {
                best = value;
                if value > alpha {
                    (alpha, best_move) = (value, chess_move);
                }
            }
            if alpha >= beta {
                if kind.is_quiet() {
                    let killers = &mut self.plies[ply].killers;
                    if killers[0].0 != chess_move {
                        *killers = [(chess_move, kind.moved), killers[0]];
                    }
                    let (from, to, _) = G::parts(chess_move);
                    let often = &mut self.history[from][to];
                    *often = often.saturating_add((depth * depth) as u16);
                }
                break;
            }
        }
        if tried == 0 {
            return if in_check { ply as i32 - MATE } else { 0 };
        }
        let bound = match best {
            best if best >= beta => Bound::AtLeast,
            best if best > first_alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.table.store(game.key(), best_move, best, ply, depth, bound);
        best
    }

    #[inline(always)]
    fn quiescence(&mut self, &Node { game, material, mut alpha, beta, ply, .. }: &Node<'_, G>) -> i32 {
        self.nodes += 1;
        let mut hash_move = G::NONE;
        if let Some(entry) = self.table.get(game.key()) {
            if let Some(value) = entry.decides(0, alpha, beta, ply) {
                return value;
            }
            hash_move = entry.best;
        }
        let [in_check, has_legal_moves] = game.status();
        let (first_alpha, mut best) = (alpha, ply as i32 - MATE);
        if !has_legal_moves {
            return if in_check { best } else { 0 };
        }
        if !in_check {
            best = material + self.evaluate(game);
            alpha = alpha.max(best);
            if alpha >= beta {
                return best;
            }
        }
        if ply == PLIES {
            return material;
        }
        let mut best_move = G::NONE;
        // Without a check, a quiet move of the hash table is not tried.
        let is_tried = hash_move != G::NONE
            && (in_check || !Kind::of(game, hash_move).is_quiet())
            && game.is_legal(hash_move);
        let (mut index, mut count, mut is_next) = (0, None, is_tried);
        loop {
            let chess_move = if is_next {
                is_next = false;
                hash_move
            } else {
                let count = *count.get_or_insert_with(
                    #[inline(always)]
                    || self.list(game, in_check, ply),
                );
                if index == count {
                    break;
                }
                let chess_move = self.first(ply, index, count);
                index += 1;
                if is_tried && chess_move == hash_move || !in_check && !game.loses_nothing(chess_move) {
                    continue;
                }
                chess_move
            };
            let kind = Kind::of(game, chess_move);
            let next = game.play(chess_move);
            let value = -self.search(Node {
                game: &next,
                material: -(material + kind.gain()),
                depth: 0,
                alpha: -beta,
                beta: -alpha,
                ply: ply + 1,
            });
            if value > best {
                best = value;
                if value > alpha {
                    (alpha, best_move) = (value, chess_move);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        let bound = match best {
            best if best >= beta => Bound::AtLeast,
            best if best > first_alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.table.store(game.key(), best_move, best, ply, 0, bound);
        best
    }

    /// Returns the next move to try.
    #[inline(always)]
    fn next(&mut self, game: &G, picker: &mut Picker<G>, ply: usize) -> Option<G::Move> {
        loop {
            match picker.stage {
                Stage::Hash => {
                    picker.stage = Stage::Captures;
                    if picker.hash_move != G::NONE && game.is_legal(picker.hash_move) {
                        return Some(picker.hash_move);
                    }
                    picker.hash_move = G::NONE;
                }
                Stage::Captures => {
                    let count = match picker.count {
                        Some(count) => count,
                        None => {
                            let moves = &mut self.plies[ply].moves;
                            let count = game.captures_first(moves, &mut picker.rest);
                            self.sort_captures(game, ply, count);
                            *picker.count.insert(count)
                        }
                    };
                    if picker.index == count {
                        (picker.stage, picker.index) = (Stage::Killers, 0);
                        continue;
                    }
                    let chess_move = self.first(ply, picker.index, count);
                    picker.index += 1;
                    if chess_move == picker.hash_move {
                        continue;
                    }
                    if !game.loses_nothing(chess_move) {
                        self.plies[ply].moves[picker.losing] = chess_move;
                        picker.losing += 1;
                        continue;
                    }
                    return Some(chess_move);
                }
                Stage::Killers => {
                    if picker.index == 2 {
                        (picker.stage, picker.index, picker.count) = (Stage::Quiets, picker.losing, None);
                        continue;
                    }
                    let (killer, moved) = picker.killers[picker.index];
                    picker.index += 1;
                    if killer == G::NONE || killer == picker.hash_move {
                        continue;
                    }
                    let kind = Kind::of(game, killer);
                    if kind.moved == moved && kind.is_quiet() && game.is_legal(killer) {
                        return Some(killer);
                    }
                    picker.killers[picker.index - 1].0 = G::NONE;
                }
                Stage::Quiets => {
                    let count = match picker.count {
                        Some(count) => count,
                        None => {
                            let moves = &mut self.plies[ply].moves[picker.losing..];
                            let count = picker.losing + game.quiets(moves, &picker.rest);
                            self.sort_quiets(ply, picker.losing, count);
                            *picker.count.insert(count)
                        }
                    };
                    if picker.index == count {
                        (picker.stage, picker.index) = (Stage::Losing, 0);
                        continue;
                    }
                    let chess_move = self.first(ply, picker.index, count);
                    picker.index += 1;
                    let [(first, _), (second, _)] = picker.killers;
                    if chess_move == picker.hash_move || chess_move == first || chess_move == second {
                        continue;
                    }
                    return Some(chess_move);
                }
                Stage::Losing => {
                    if picker.index == picker.losing {
                        return None;
                    }
                    picker.index += 1;
                    return Some(self.plies[ply].moves[picker.index - 1]);
                }
            }
        }
    }

    /// Returns what a position is worth beside its material.
    #[inline(always)]
    fn evaluate(&self, game: &G) -> i32 {
        2 * game.mobility() + if self.with_threats { game.threats() } else { 0 }
    }

    /// Writes the moves of a node of the quiescence search.
    #[inline(always)]
    fn list(&mut self, game: &G, in_check: bool, ply: usize) -> usize {
        let moves = &mut self.plies[ply].moves;
        let count = if in_check { game.moves(moves) } else { game.captures(moves) };
        self.sort_captures(game, ply, count);
        count
    }

    /// Writes the order of captures: the most valuable victim first, then the least valuable attacker, then
    /// by squares.
    #[inline(always)]
    fn sort_captures(&mut self, game: &G, ply: usize, count: usize) {
        let Ply { moves, order, .. } = &mut self.plies[ply];
        for (&chess_move, order) in moves[..count].iter().zip(order) {
            let Kind { moved, victim, promotion } = Kind::of(game, chess_move);
            let promoted = promotion.map_or(0, |role| role as u32);
            let attacker = moved.map_or(0, |role| role as u32);
            let gain = victim.map_or(0, |role| 8 * (role as u32 + 1) - attacker) + 8 * promoted;
            *order = gain << 16 | by_squares::<G>(chess_move);
        }
    }

    /// Writes the order of other moves: by their history, then by squares.
    #[inline(always)]
    fn sort_quiets(&mut self, ply: usize, first: usize, count: usize) {
        let Ply { moves, order, .. } = &mut self.plies[ply];
        for (&chess_move, order) in moves[first..count].iter().zip(&mut order[first..count]) {
            let (from, to, _) = G::parts(chess_move);
            *order = u32::from(self.history[from & 63][to & 63]) << 16 | by_squares::<G>(chess_move);
        }
    }

    /// Returns the first of the remaining moves.
    #[inline(always)]
    fn first(&mut self, ply: usize, index: usize, count: usize) -> G::Move {
        let Ply { moves, order, .. } = &mut self.plies[ply];
        let (mut best, mut highest) = (index, order[index]);
        for (other, &order) in order[..count].iter().enumerate().skip(index + 1) {
            if order > highest {
                (best, highest) = (other, order);
            }
        }
        moves.swap(index, best);
        order.swap(index, best);
        moves[index]
    }
}

/// Returns a number that differs between the moves of a position, and does not depend on the library.
#[inline(always)]
fn by_squares<G: Game>(chess_move: G::Move) -> u32 {
    let (from, to, promotion) = G::parts(chess_move);
    (from as u32) << 10 | (to as u32) << 4 | promotion.map_or(0, |role| role as u32)
}
