//! The number of legal moves of each child of a position: the successors are built in byte lanes and never
//! written.
//!
//! Without this kernel, perft's last two plies take 4.4 times as long at `avx512-vbmi` and 2.5 times at `avx2` (Zen
//! 5).
//!
//! A move changes at most four squares of a position. The ranks of a child are therefore those of its parent
//! with a few masked changes, and the same bytes can be looked up for all children of a parent:
//!
//! ```text
//!                byte 0       byte 1             byte 21      byte 22                       byte 63
//! move           e2e4         d2d4        ...    h2h3         a7a6         b7b6      ...    h7h5
//! parent         0            0                  0            1            1                1
//!
//! table of pawns, rank 2:     the bytes of parent 0, of parent 1, and so on, one below the other
//! ```
//!
//! 1. Moves are listed one parent after the other, so a group of lanes has the children of several parents,
//!    and hardly a lane is empty. The words of the parents go to the tables of the [lanes](RankLookup),
//!    turned so that the side to move of the *child* is at the first rank.
//! 2. Look up each rank of each word: one instruction. This takes the place of the transposition that other
//!    groups begin with.
//! 3. Clear the destination, and set it in the words that have the origin, or in those of the promoted piece.
//!    The origin is only cleared for the side that moves: other words are always intersected with those of a
//!    side.
//! 4. A castling king and rook, and a pawn captured en passant, change one rank only: the last, and the
//!    fourth from the child's side.
//! 5. [Count](counts::count) as ever.
//!
//! In many groups of an endgame no child has a knight, a bishop or a queen. Their groups are counted by the
//! same code with half of the instructions left out.
//! Perft of `8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -` is 1.4 times as fast at `avx2` and 1.2 times at
//! `avx512-vbmi`.
//!
//! In [perft](https://www.chessprogramming.org/Perft), the idea to count the children of a node without
//! making the moves is that of [mindchess](https://github.com/vtlmks/mindchess) (2026), which computes the
//! changes of each count in words.

use core::marker::PhantomData;

use super::counts::{self, Total};
use super::king::King;
use super::sides::RankSides;
use super::{MOST_BYTE_LANES, RankBoard, upwards};
use crate::chess::castling::arrivals;
use crate::chess::state::{self, BLACK_TO_MOVE};
use crate::chess::{Move, Position, kind, word};
use crate::lanes::{Outlined, RankLookup};
use crate::positions::PositionKernel;
use crate::positions::lists::{MoveLists, Places, Selection};
use crate::positions::successor_counts::{
    MOST_WAITING, Nodes, SuccessorCounter, SuccessorCountsKernel, UNUSED, play_and_write, with_moves,
};

/// Counts the legal moves of successors in byte lanes `V`.
#[derive(Clone, Copy, Debug)]
pub struct ChildrenInRanks<V>(PhantomData<V>);

/// The number of words of a position, and of ranks of a word.
const WORDS: usize = 8;

impl<T: Outlined, V: RankLookup<Token = T>> SuccessorCountsKernel<T> for ChildrenInRanks<V> {
    #[inline(always)]
    fn add<N: Nodes<T>>(token: T, position: &Position, counter: &mut SuccessorCounter) {
        add_children::<T, V, N>(token, position, counter);
    }

    #[inline(always)]
    fn finish<N: Nodes<T>>(token: T, counter: &mut SuccessorCounter) -> u64 {
        let end = counter.waiting;
        counter.offsets[end..][..V::COUNT].fill(UNUSED);
        count_groups::<T, V>(token, counter, end.next_multiple_of(V::COUNT));
        (counter.waiting, counter.in_table, counter.has_three_knights) = (0, 0, false);
        core::mem::take(&mut counter.total)
    }

    #[inline(always)]
    fn successor_move_counts<N: Nodes<T>>(token: T, position: &Position, counts: &mut [u16]) -> usize {
        let Some(children) = Children::of(position) else {
            return play_and_write::<T, N>(token, position, counts);
        };
        let mut tables = [0; MOST_BYTE_LANES];
        for (word, places) in children.words.into_iter().zip(tables.chunks_mut(V::COUNT / WORDS)) {
            places.fill(word);
        }
        with_moves::<T, N, _>(
            token,
            position,
            #[inline(always)]
            |moves| {
                for (moves, counts) in moves.chunks(V::COUNT).zip(counts.chunks_mut(V::COUNT)) {
                    let (mut padded, mut found) = ([Move::default(); MOST_BYTE_LANES], [0; MOST_BYTE_LANES]);
                    padded[..moves.len()].copy_from_slice(moves);
                    let group = LaneMoves {
                        moves: &padded,
                        offsets: &[0; MOST_BYTE_LANES],
                        tables: &tables,
                        has_three_knights: children.have_three_knights,
                    };
                    group.write::<T, V>(token, &mut found);
                    counts.copy_from_slice(&found[..counts.len()]);
                }
                moves.len()
            },
        )
    }
}

/// The parts that the children of a position share.
struct Children {
    /// Their own side, the enemy's, and the other words, with the first rank of their side first.
    ///
    /// The parent's side to move remains where it is in the state.
    words: [u64; WORDS],
    have_three_knights: bool,
}

impl Children {
    /// Returns `None` for children that the lanes do not support: those with many knights, or without a king.
    #[inline(always)]
    fn of(position: &Position) -> Option<Self> {
        let &[white, black, pawns, knights, diagonal, orthogonal, kings, state] = position.words();
        let state = state & state::ALL;
        let (own, words) = if state & BLACK_TO_MOVE != 0 {
            (white, [white, black, pawns, knights, diagonal, orthogonal, kings, state])
        } else {
            let words = [black, white, pawns, knights, diagonal, orthogonal, kings, state];
            (black, words.map(u64::swap_bytes))
        };
        let own_knights = (knights & own).count_ones();
        let is_supported =
            kings & white != 0 && kings & black != 0 && own_knights <= u32::from(counts::MOST_KNIGHTS);
        is_supported.then_some(Self { words, have_three_knights: own_knights > 2 })
    }
}

/// Lists the moves of a position, and counts the children when enough of them wait.
#[inline(always)]
fn add_children<T: Outlined, V: RankLookup<Token = T>, N: Nodes<T>>(
    token: T,
    position: &Position,
    counter: &mut SuccessorCounter,
) {
    let Some(children) = Children::of(position) else {
        apart::<T, N>(token, position, counter);
        return;
    };
    if counter.in_table == V::PART / WORDS {
        // The table is full, so the rest of the part is unused.
        let end = counter.waiting.next_multiple_of(V::PART);
        counter.offsets[counter.waiting..][..V::PART].fill(UNUSED);
        (counter.waiting, counter.in_table) = (end, 0);
    }
    let start = counter.waiting;
    let mut places = Places::new(&mut counter.moves[start..]);
    N::Lists::write(token, position, &Selection::ALL, &mut places);
    let end = start + places.written().len();
    counter.has_three_knights |= children.have_three_knights;
    // Nearly every list ends in the first or the second part. Both are filled without a branch, which would
    // often be mispredicted. What is not needed is overwritten.
    let next = (start + 1).next_multiple_of(V::PART);
    fill_part::<V>(counter, start, counter.in_table, &children.words);
    fill_part::<V>(counter, next, 0, &children.words);
    for lane in (next + V::PART..end).step_by(V::PART) {
        fill_part::<V>(counter, lane, 0, &children.words);
    }
    counter.in_table = match end % V::PART {
        0 => 0,
        _ if end < next => counter.in_table + 1,
        _ => 1,
    };
    counter.waiting = end;
    if end >= MOST_WAITING {
        count_groups::<T, V>(token, counter, end / V::COUNT * V::COUNT);
    }
}

/// Adds the number of legal moves of children that the lanes do not support.
#[cold]
#[inline(never)]
fn apart<T: Outlined, N: Nodes<T>>(token: T, position: &Position, counter: &mut SuccessorCounter) {
    token.outlined(
        #[inline(always)]
        || {
            with_moves::<T, N, _>(
                token,
                position,
                #[inline(always)]
                |moves| {
                    for &chess_move in moves {
                        let count = N::OnePosition::legal_move_count(token, &position.play(chess_move));
                        counter.total += u64::from(count);
                    }
                },
            );
        },
    );
}

/// Writes the words of a parent to the tables of a lane's part, after those of `number` parents, and its
/// offset for this lane and the later ones of the part.
#[inline(always)]
fn fill_part<V: RankLookup>(
    counter: &mut SuccessorCounter,
    lane: usize,
    number: usize,
    words: &[u64; WORDS],
) {
    let start = lane / V::COUNT * V::COUNT;
    let column = lane % V::COUNT / V::PART * (V::PART / WORDS) + number;
    let rows = counter.tables[start..start + V::COUNT].chunks_exact_mut(V::COUNT / WORDS);
    for (word, row) in words.iter().zip(rows) {
        row[column] = *word;
    }
    counter.offsets[lane..][..V::PART].fill((WORDS * number) as u8);
}

/// Counts the children in the first lanes, up to `end`, and moves the others to the front. Their group is not
/// full.
#[inline(always)]
fn count_groups<T: Outlined, V: RankLookup<Token = T>>(token: T, counter: &mut SuccessorCounter, end: usize) {
    let mut start = 0;
    while start < end {
        let lanes = start..start + V::COUNT;
        let group = LaneMoves {
            moves: &counter.moves[lanes.clone()],
            offsets: &counter.offsets[lanes.clone()],
            tables: &counter.tables[lanes],
            has_three_knights: counter.has_three_knights,
        };
        counter.total += group.sum::<T, V>(token);
        start += V::COUNT;
    }
    let rest = end..end + V::COUNT;
    counter.moves.copy_within(rest.clone(), 0);
    counter.offsets.copy_within(rest.clone(), 0);
    counter.tables.copy_within(rest, 0);
    counter.waiting = counter.waiting.saturating_sub(end);
    counter.has_three_knights &= counter.waiting > 0;
}

/// Moves in as many lanes as a vector has.
struct LaneMoves<'a> {
    moves: &'a [Move],
    /// The offset of each lane's parent in the table of its part.
    offsets: &'a [u8],
    /// Eight rows: the tables of all parts for one word.
    tables: &'a [u64],
    has_three_knights: bool,
}

impl LaneMoves<'_> {
    /// Returns the number of legal moves after all moves.
    #[inline(always)]
    fn sum<T: Outlined, V: RankLookup<Token = T>>(&self, token: T) -> u64 {
        // In functions of their own, which all callers share.
        if self.is_simple::<V>(token) {
            token.outlined(
                #[inline(always)]
                || self.sum_of::<V, true>(token),
            )
        } else {
            token.outlined(
                #[inline(always)]
                || self.sum_of::<V, false>(token),
            )
        }
    }

    #[inline(always)]
    fn sum_of<V: RankLookup, const SIMPLE: bool>(&self, token: V::Token) -> u64 {
        let offsets = V::load(token, &self.offsets[..V::COUNT]);
        let is_used = (offsets & V::splat(token, UNUSED)).is_zero();
        self.count::<V, SIMPLE>(token).sum(is_used)
    }

    /// Returns whether the group is simple: no child has a knight, bishop or queen, no side may castle, and
    /// no move is a promotion. So are many groups of an endgame.
    #[inline(always)]
    fn is_simple<V: RankLookup>(&self, token: V::Token) -> bool {
        let row = |word: usize| V::load_tables(token, row_of::<V>(self.tables, word));
        let castling = V::load_tables(token, &[state::CASTLING_ROOKS; WORDS][..V::COUNT / WORDS]);
        let pieces = row(word::KNIGHTS) | row(word::DIAGONAL) | (row(word::STATE) & castling);
        // Two branches, because the second test takes more instructions.
        pieces.not_zero() == 0 && {
            let [_, upper] = V::load_moves(token, &self.moves[..V::COUNT]);
            (upper & V::splat(token, PROMOTION)).not_zero() == 0
        }
    }

    /// Writes the numbers of legal moves after each move.
    #[inline(always)]
    fn write<T: Outlined, V: RankLookup<Token = T>>(&self, token: T, found: &mut [u16; MOST_BYTE_LANES]) {
        token.outlined(
            #[inline(always)]
            || self.count::<V, false>(token).write(found),
        );
    }

    #[inline(always)]
    fn count<V: RankLookup, const SIMPLE: bool>(&self, token: V::Token) -> Total<V> {
        let children = self.children::<V, SIMPLE>(token);
        counts::count::<V, SIMPLE>(&children, &King::new::<SIMPLE>(&children), self.has_three_knights)
    }

    /// Returns the children.
    #[inline(always)]
    fn children<V: RankLookup, const SIMPLE: bool>(&self, token: V::Token) -> RankSides<V> {
        let none = V::splat(token, 0);
        let nowhere = [none; WORDS];
        let parents =
            Parents { offsets: V::load(token, &self.offsets[..V::COUNT]), tables: self.tables, token };
        let state = parents.row(word::STATE);
        let kinds = if SIMPLE { 0x70 & !PROMOTION } else { 0x70 };
        let moves = Moves::new(token, self.moves, parents.turn(state), kinds);
        let (from, to) = (moves.from.on_ranks(), moves.to.on_ranks());

        let is_castling = if SIMPLE { none } else { moves.of_kind(kind::CASTLING, !none) };
        let [king_to, rook_to] = if SIMPLE { [none; 2] } else { moves.castling(is_castling) };
        let captured_en_passant = moves.of_kind(kind::EN_PASSANT, moves.to.file);
        let (own_words, enemy_words) = (parents.row(word::WHITE), parents.row(word::BLACK));
        let (mut own, mut enemy, mut empty) = (nowhere, nowhere, nowhere);
        upwards(
            #[inline(always)]
            |rank| {
                let index = parents.index(rank);
                own[rank] = own_words.lookup(index) & !to[rank];
                enemy[rank] = (enemy_words.lookup(index) & !from[rank]) | to[rank];
                if rank == CAPTURED_EN_PASSANT {
                    own[rank] = own[rank] & !captured_en_passant;
                }
                if !SIMPLE && rank == LAST {
                    enemy[rank] = (enemy[rank] & !(to[rank] & is_castling)) | king_to | rook_to;
                }
                empty[rank] = !(own[rank] | enemy[rank]);
            },
        );

        let (pawns, knights, diagonal, orthogonal, kings);
        if SIMPLE {
            pawns = parents.board(word::PAWNS, &moves, &to, [!none, none]);
            orthogonal = parents.board(word::ORTHOGONAL, &moves, &to, [!none, none]);
            kings = parents.board(word::KINGS, &moves, &to, [!none, none]);
            (knights, diagonal) = (nowhere, nowhere);
        } else {
            let is_promotion = moves.upper & parents.splat(PROMOTION);
            let queens = moves.promotes_to(3);
            pawns = parents.board(word::PAWNS, &moves, &to, [is_promotion.is_zero(), none]);
            knights = parents.board(word::KNIGHTS, &moves, &to, [!none, moves.promotes_to(0)]);
            diagonal = parents.board(word::DIAGONAL, &moves, &to, [!none, moves.promotes_to(1) | queens]);
            let mut with_rooks =
                parents.board(word::ORTHOGONAL, &moves, &to, [!none, moves.promotes_to(2) | queens]);
            with_rooks[LAST] = with_rooks[LAST] | rook_to;
            orthogonal = with_rooks;
            let mut with_kings = parents.board(word::KINGS, &moves, &to, [!is_castling, none]);
            // The rook may arrive at the king's origin.
            with_kings[LAST] = (with_kings[LAST] & !from[LAST]) | king_to;
            kings = with_kings;
        }
        RankSides {
            token,
            own,
            enemy,
            empty,
            pawns,
            knights,
            diagonal,
            orthogonal,
            kings,
            castling_rooks: if SIMPLE { none } else { state.lookup(parents.index(0)) & !to[0] },
            en_passant: moves.of_kind(kind::DOUBLE_PUSH, moves.to.file),
            black_to_move: none,
        }
    }
}

/// Returns the tables of a group for one of the words.
#[inline(always)]
fn row_of<V: RankLookup>(tables: &[u64], word: usize) -> &[u64] {
    let words = V::COUNT / WORDS;
    &tables[word * words..][..words]
}

/// The words of the parents of a group.
#[derive(Clone, Copy)]
struct Parents<'a, V: RankLookup> {
    token: V::Token,
    offsets: V,
    tables: &'a [u64],
}

impl<V: RankLookup> Parents<'_, V> {
    #[inline(always)]
    fn splat(&self, byte: u8) -> V {
        V::splat(self.token, byte)
    }

    /// Returns the tables for one of the words.
    #[inline(always)]
    fn row(&self, word: usize) -> V {
        V::load_tables(self.token, row_of::<V>(self.tables, word))
    }

    /// Returns the indices of a rank in the tables.
    #[inline(always)]
    fn index(&self, rank: usize) -> V {
        self.offsets + self.splat(rank as u8)
    }

    /// Returns the bits in which the squares of moves differ from those that their children see: the rank, if
    /// White moves.
    #[inline(always)]
    fn turn(&self, state: V) -> V {
        let black_moves = state.lookup(self.index(BLACK_TO_MOVE.trailing_zeros() as usize / 8));
        black_moves.where_equal(0, self.splat(0o70))
    }

    /// Returns a word of the children. The destination `to` gets a piece if the word has the origin, where
    /// `moves_on` is all ones, and where `promoted` is.
    ///
    /// The origin is not cleared, because no side has a piece there.
    #[inline(always)]
    fn board(
        &self,
        word: usize,
        moves: &Moves<V>,
        to: &RankBoard<V>,
        [moves_on, promoted]: [V; 2],
    ) -> RankBoard<V> {
        let row = self.row(word);
        let has_origin = !(row.lookup(self.offsets + moves.from.rank) & moves.from.file).is_zero();
        let arrives = (has_origin & moves_on) | promoted;
        let mut board = *to;
        upwards(
            #[inline(always)]
            |rank| board[rank] = V::select(to[rank], arrives, row.lookup(self.index(rank))),
        );
        board
    }
}

/// The squares of moves.
#[derive(Clone, Copy)]
struct Squares<V: RankLookup> {
    token: V::Token,
    /// The numbers of the ranks.
    rank: V,
    /// The square on its rank.
    file: V,
}

impl<V: RankLookup> Squares<V> {
    #[inline(always)]
    fn new(token: V::Token, numbers: V) -> Self {
        let seven = V::splat(token, 7);
        let files = V::load(token, &FILES[..V::COUNT]);
        Self { token, rank: numbers.shift_right_by(3) & seven, file: files.lookup(numbers & seven) }
    }

    #[inline(always)]
    fn on_ranks(&self) -> RankBoard<V> {
        let mut board = [V::splat(self.token, 0); WORDS];
        upwards(
            #[inline(always)]
            |rank| board[rank] = self.rank.where_equal(rank as u8, self.file),
        );
        board
    }
}

/// The moves of a group.
struct Moves<V: RankLookup> {
    token: V::Token,
    from: Squares<V>,
    to: Squares<V>,
    /// The upper bytes of the moves, with the kind in the upper four bits.
    upper: V,
}

impl<V: RankLookup> Moves<V> {
    /// Takes the moves apart: six bits for the origin, six for the destination, and four for the kind, of
    /// which only the bits `kinds` may be set.
    #[inline(always)]
    fn new(token: V::Token, moves: &[Move], turn: V, kinds: u8) -> Self {
        let square = V::splat(token, 0o77);
        let [lower, upper] = V::load_moves(token, &moves[..V::COUNT]);
        let to = ((lower.shift_right_by(6) & V::splat(token, 3)) | upper.east().east()) & square;
        let (from, to) = (Squares::new(token, (lower & square) ^ turn), Squares::new(token, to ^ turn));
        Self { token, from, to, upper: upper & V::splat(token, kinds) }
    }

    /// Returns `squares` in the lanes with moves of a kind.
    #[inline(always)]
    fn of_kind(&self, kind: u16, squares: V) -> V {
        self.upper.where_equal((kind >> 8) as u8, squares)
    }

    /// Returns all ones in the lanes with promotions to a knight, bishop, rook or queen, by number.
    #[inline(always)]
    fn promotes_to(&self, number: u16) -> V {
        self.of_kind(kind::PROMOTION + (number << 12), V::splat(self.token, 0xff))
    }

    /// Returns the squares where king and rook arrive by castling.
    #[inline(always)]
    fn castling(&self, is_castling: V) -> [V; 2] {
        // Zero minus a square is that square and all to its east.
        let from_king = V::splat(self.token, 0) - self.from.file;
        let is_west = (from_king & self.to.file).is_zero();
        let (west, east) = (is_castling & is_west, is_castling & !is_west);
        let [[c, d], [g, f]] = arrivals(|file| V::splat(self.token, 1 << file));
        [c & west | g & east, d & west | f & east]
    }
}

/// The bit of promotions in the upper byte of a move.
const PROMOTION: u8 = (kind::PROMOTION >> 8) as u8;

/// The last rank, where the side that has moved castles.
const LAST: usize = 7;
/// The rank of a pawn that was captured en passant.
const CAPTURED_EN_PASSANT: usize = 3;

/// The square of each file, over and over.
static FILES: [u8; MOST_BYTE_LANES] = {
    let mut files = [0; MOST_BYTE_LANES];
    let mut lane = 0;
    while lane < MOST_BYTE_LANES {
        files[lane] = 1 << (lane % 8);
        lane += 1;
    }
    files
};
