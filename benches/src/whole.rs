//! Work on whole positions: attacked squares, numbers and lists of legal moves, the positions after them, and
//! all sliders with their union.
//!
//! All contestants start from the bitboards of a position and write the results to memory. The reference for
//! attacked squares and counts is cozy-chess, whose boards already contain checkers and pins. Its loops are
//! compiled as for any dependent, without the features of this CPU; a second build of this program (see the
//! crate's page) compiles it for the CPU. The reference for sliders is PEXT, square by square from the
//! bitboards. It is also the reference for threats; see [`look_ups`].
//!
//! Lists of moves are kept: each contestant writes the list of a position after those of the positions before, like a
//! batch. Loops over single calls that overwrite the same list do less work: they took 0.97 to 0.99 of the time on plain
//! words (Zen 5, 65,536 positions). Only shakmaty returns lists of its own, which are dropped.

use core::cell::RefCell;
use core::hint::black_box;

use quadline_kernels::MAX_LEGAL_MOVES;
use quadline_kernels::level::Level;
use quadline_kernels::threats::{BoardChange, MAX_THREATS, Mailbox, Threat, ThreatChanges, ThreatKinds};
use quadline_kernels::{Color, Move, Piece, Position, Sliders, Square};
use rand::Rng;
use rand::seq::SliceRandom;

use crate::convert;
use crate::generator::Single;
use crate::queries::{self, Answers, Methods, Query, Shakmaty, Subjects};

pub mod look_ups;
/// More than the average number of moves, for positions with many.
const USUAL_MOVES: usize = 64;

/// A task for whole positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The squares that each side attacks, including protected pieces.
    AttackedSquares,
    /// The number of legal moves.
    MoveCounts,
    /// The lists of legal moves, with each move written as 16 bits.
    MoveLists,
    /// The positions after the legal moves, with each position written.
    Successors,
    /// The attacks of all sliders, and their union.
    Sliders,
    /// The threats of these kinds, position after position.
    Threats(ThreatKinds),
    /// The threats of these kinds that a move changes, in lists that the next position overwrites. The result
    /// is the difference of their lengths.
    ThreatChanges(ThreatKinds),
    /// A query about each position.
    Each(Query),
}

impl Task {
    /// Returns the functions of quadline that do it: for one position, and for many.
    pub const fn functions(self) -> (Option<&'static str>, Option<&'static str>) {
        match self {
            Self::AttackedSquares => (Some("attacked_squares"), Some("attacked_squares")),
            Self::MoveCounts => (Some("legal_move_count"), Some("legal_move_counts")),
            Self::MoveLists => (Some("legal_moves"), Some("legal_moves")),
            Self::Successors => (Some("successors"), None),
            Self::Sliders => (Some("slider_attacks"), Some("slider_attacks_of_many")),
            Self::Threats(_) => (Some("threats"), Some("threats")),
            Self::ThreatChanges(_) => (Some("threat_changes"), None),
            Self::Each(query) => {
                let (of_one, of_many) = query.functions();
                (Some(of_one), of_many)
            }
        }
    }
}

/// Memory for lists of moves and positions. Only their lengths are results; test suites compare the contents.
pub struct Scratch {
    moves: Vec<Move>,
    offsets: Vec<usize>,
    successors: Vec<Position>,
    words: Vec<u16>,
    boards: Vec<cozy_chess::Board>,
}

/// Positions in the formats of all contestants.
pub struct WholePositions {
    /// The task.
    pub task: Task,
    /// For quadline.
    pub positions: Vec<Position>,
    /// Their sliders.
    pub sliders: Vec<Sliders>,
    /// For cozy-chess.
    pub boards: Vec<cozy_chess::Board>,
    /// As boards of bytes, which engines have next to their bitboards.
    pub mailboxes: Vec<Mailbox>,
    /// For each position with such a move, a legal move that is a single change of the board of bytes.
    pub moves: Vec<(usize, Move)>,
    /// For shakmaty, in tasks that it supports.
    pub games: Vec<shakmaty::Chess>,
    /// What queries name besides the positions.
    pub subjects: Subjects,
    /// The number of threats of each position.
    threat_counts: Vec<usize>,
    /// The offsets of the threats of each position.
    offsets: RefCell<Vec<usize>>,
    /// Memory for lists.
    pub scratch: RefCell<Scratch>,
}

impl WholePositions {
    fn new(task: Task, boards: &[cozy_chess::Board], random: &mut impl Rng) -> Self {
        let positions: Vec<Position> = boards.iter().map(convert::from_cozy_chess).collect();
        let sliders = positions.iter().map(|position| Sliders {
            rooks: position.rooks(),
            bishops: position.bishops(),
            queens: position.queens(),
            occupied: position.occupied(),
        });
        let sliders = sliders.collect();
        let mailboxes = positions.iter().map(Mailbox::from).collect();
        let moves = positions.iter().enumerate().filter_map(|(index, position)| {
            let mut moves = position.moves().to_vec();
            moves.retain(|each| !each.is_castling() && !each.is_en_passant());
            moves.sort_unstable();
            // Any move, but the same in every run.
            let chosen = index.wrapping_mul(0x9e37_79b9).checked_rem(moves.len())?;
            Some((index, moves[chosen]))
        });
        let moves = moves.collect();
        let threats_of = |position: &Position| match task {
            Task::Threats(kinds) => position.threats(kinds, &mut []),
            _ => 0,
        };
        let threat_counts: Vec<_> = positions.iter().map(threats_of).collect();
        let games = match task {
            Task::MoveCounts | Task::MoveLists | Task::Successors | Task::Each(_) => {
                positions.iter().map(|position| convert::to_shakmaty(position).expect("of a game")).collect()
            }
            _ => Vec::new(),
        };
        let subjects = match task {
            Task::Each(_) => Subjects::choose(boards, &positions, &games, random),
            _ => Subjects::default(),
        };
        let offsets = RefCell::new(vec![0; positions.len() + 1]);
        let room = MAX_LEGAL_MOVES + USUAL_MOVES * positions.len();
        let scratch = Scratch {
            moves: vec![Move::default(); room],
            offsets: vec![0; positions.len() + 1],
            successors: vec![Position::START; MAX_LEGAL_MOVES],
            words: vec![0; room],
            boards: vec![cozy_chess::Board::default(); MAX_LEGAL_MOVES],
        };
        let scratch = RefCell::new(scratch);
        Self {
            task,
            sliders,
            mailboxes,
            moves,
            games,
            subjects,
            threat_counts,
            offsets,
            boards: boards.into(),
            scratch,
            positions,
        }
    }

    /// Returns the number that the time is divided by: positions, or sliders if the task is about them.
    pub fn units(&self) -> usize {
        match self.task {
            Task::AttackedSquares
            | Task::MoveCounts
            | Task::MoveLists
            | Task::Successors
            | Task::Threats(_)
            | Task::Each(_) => self.positions.len(),
            Task::Sliders => self.attacks(),
            Task::ThreatChanges(_) => self.moves.len(),
        }
    }

    /// Returns the number of words in the result; counts have 16 bits each.
    pub fn answers(&self) -> usize {
        match self.task {
            Task::AttackedSquares => 2 * self.positions.len(),
            Task::MoveCounts | Task::MoveLists | Task::Successors => self.positions.len().div_ceil(4),
            Task::Sliders => self.attacks() + self.positions.len(),
            // Two threats per word, and room for those of one more position, which every contestant has.
            Task::Threats(_) => (self.threat_counts.iter().sum::<usize>() + MAX_THREATS).div_ceil(2),
            Task::ThreatChanges(_) => self.moves.len(),
            Task::Each(query) => query.words() * self.positions.len(),
        }
    }

    /// Sorts the attacks of each position's sliders by value, because some contestants compute them by role
    /// and others by square.
    pub fn normalise(&self, answers: &mut [u64]) {
        if self.task == Task::Sliders {
            let mut rest = answers;
            for sliders in &self.sliders {
                let (attacks, following) = rest.split_at_mut(sliders.count());
                attacks.sort_unstable();
                rest = following;
            }
        } else if let Task::Threats(_) = self.task {
            let total: usize = self.threat_counts.iter().sum();
            let mut rest: &mut [u32] = bytemuck::cast_slice_mut(answers);
            // The room behind the threats.
            rest[total..].fill(0);
            for &count in &self.threat_counts {
                let (threats, following) = rest.split_at_mut(count);
                threats.sort_unstable();
                rest = following;
            }
        }
    }

    fn attacks(&self) -> usize {
        self.sliders.iter().map(Sliders::count).sum()
    }
}

/// Returns so many of these positions and their children, in random order and in parts; they are repeated if
/// there are too few.
///
/// # Panics
///
/// Panics if there is no position.
pub fn parts(
    task: Task,
    positions: &[cozy_chess::Board],
    count: usize,
    part: usize,
    random: &mut impl Rng,
) -> Vec<WholePositions> {
    assert!(!positions.is_empty(), "the shape needs whole positions, but there are none");
    let mut boards = Vec::new();
    for position in positions {
        boards.push(position.clone());
        position.generate_moves(|moves| {
            boards.extend(moves.into_iter().map(|chosen| {
                let mut child = position.clone();
                child.play_unchecked(chosen);
                child
            }));
            false
        });
    }
    if let Task::Each(_) = task {
        // Queries name legal moves.
        boards.retain(|board| board.generate_moves(|_| true));
    }
    boards.shuffle(random);
    let chosen: Vec<_> = boards.iter().cycle().take(count).cloned().collect();
    chosen.chunks(part).map(|boards| WholePositions::new(task, boards, random)).collect()
}

/// A contestant for some of the tasks.
pub trait Whole: Copy + 'static {
    /// Returns whether it supports the task.
    fn suits(task: Task) -> bool;
    /// Writes the squares that each side attacks.
    fn attacked(self, work: &WholePositions, white: &mut [u64], black: &mut [u64]) {
        unreachable!("`suits` says no: {} {} {}", work.positions.len(), white.len(), black.len());
    }
    /// Writes the numbers of legal moves.
    fn counts(self, work: &WholePositions, counts: &mut [u16]) {
        unreachable!("`suits` says no: {} counts for {} positions", counts.len(), work.positions.len());
    }
    /// Writes the lists of legal moves to the scratch memory, one after the other, and their lengths.
    fn lists(self, work: &WholePositions, counts: &mut [u16]) {
        unreachable!("`suits` says no: {} lists for {} positions", counts.len(), work.positions.len());
    }
    /// Writes the positions after the legal moves to the scratch memory, and their numbers.
    fn successors(self, work: &WholePositions, counts: &mut [u16]) {
        unreachable!("`suits` says no: {} lists for {} positions", counts.len(), work.positions.len());
    }
    /// Writes the attacks of all sliders, position by position, and their union for each.
    fn sliders(self, work: &WholePositions, attacks: &mut [u64], unions: &mut [u64]) {
        unreachable!("`suits` says no: {} {} {}", work.positions.len(), attacks.len(), unions.len());
    }
    /// Writes the threats, position by position.
    fn threats(self, work: &WholePositions, _: ThreatKinds, threats: &mut [Threat]) {
        unreachable!("`suits` says no: {} {}", work.positions.len(), threats.len());
    }
    /// Writes the change of the number of threats by a move.
    fn threat_changes(self, work: &WholePositions, _: ThreatKinds, counts: &mut [u64]) {
        unreachable!("`suits` says no: {} {}", work.positions.len(), counts.len());
    }
    /// Writes the answers to a query about each position.
    fn each(self, query: Query, work: &WholePositions, _: &mut [u64]) {
        unreachable!("`suits` says no: {query} of {} positions", work.positions.len());
    }
}

/// Returns the change of the number of threats as a result, because lookups may have a threat in both lists.
/// The lists are passed to `black_box`, so the compiler must write them.
#[inline(always)]
fn gained(changes: &ThreatChanges) -> u64 {
    let changes = black_box(changes);
    changes.added().len().wrapping_sub(changes.removed().len()) as u64
}

/// Runs the task: attacked squares of White, then of Black; counts, four per word; attacks, then unions.
pub fn answer<W: Whole>(who: W, work: &WholePositions, answers: &mut [u64]) {
    match work.task {
        Task::AttackedSquares => {
            let (white, black) = answers.split_at_mut(work.positions.len());
            who.attacked(work, white, black);
        }
        Task::MoveCounts => {
            who.counts(work, &mut bytemuck::cast_slice_mut(answers)[..work.positions.len()]);
        }
        Task::MoveLists => who.lists(work, &mut bytemuck::cast_slice_mut(answers)[..work.positions.len()]),
        Task::Successors => {
            who.successors(work, &mut bytemuck::cast_slice_mut(answers)[..work.positions.len()]);
        }
        Task::Sliders => {
            let (attacks, unions) = answers.split_at_mut(work.attacks());
            who.sliders(work, attacks, unions);
        }
        Task::Threats(kinds) => {
            let threats: &mut [u32] = bytemuck::cast_slice_mut(answers);
            let length = threats.len();
            let places = threats.as_mut_ptr().cast::<Threat>();
            // SAFETY: a threat has the size and alignment of a `u32`. Kernels do not read these places, and
            // write threats only; other bytes are read as `u32` only.
            who.threats(work, kinds, unsafe { core::slice::from_raw_parts_mut(places, length) });
        }
        Task::ThreatChanges(kinds) => who.threat_changes(work, kinds, answers),
        Task::Each(query) => who.each(query, work, answers),
    }
}

/// A level, with many positions in a call.
#[derive(Clone, Copy)]
pub struct Many<L>(pub L);

impl<L: Level> Whole for Many<L> {
    fn suits(task: Task) -> bool {
        match task {
            Task::Each(query) => <Self as Answers>::answers(query),
            _ => !matches!(task, Task::ThreatChanges(_) | Task::Successors),
        }
    }

    fn each(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        self.answer(query, work, answers);
    }

    #[inline(never)]
    fn attacked(self, work: &WholePositions, white: &mut [u64], black: &mut [u64]) {
        self.0.batch_attacked_squares(&work.positions, white, black);
    }

    #[inline(never)]
    fn counts(self, work: &WholePositions, counts: &mut [u16]) {
        self.0.batch_legal_move_counts(&work.positions, counts);
    }

    #[inline(never)]
    fn lists(self, work: &WholePositions, counts: &mut [u16]) {
        let Scratch { moves, offsets, .. } = &mut *work.scratch.borrow_mut();
        self.0.batch_legal_moves(&work.positions, offsets, moves);
        for (ends, count) in offsets.windows(2).zip(counts) {
            *count = (ends[1] - ends[0]) as u16;
        }
    }

    #[inline(never)]
    fn sliders(self, work: &WholePositions, attacks: &mut [u64], unions: &mut [u64]) {
        self.0.slider_attacks_of_many(&work.sliders, attacks, unions);
    }

    #[inline(never)]
    fn threats(self, work: &WholePositions, kinds: ThreatKinds, threats: &mut [Threat]) {
        self.0.batch_threats(&work.positions, kinds, &mut work.offsets.borrow_mut(), threats);
    }
}

/// A level, position by position, inlined into the loop.
#[derive(Clone, Copy)]
pub struct OneByOne<L>(pub L);

impl<L: Level> Whole for OneByOne<L> {
    fn suits(task: Task) -> bool {
        match task {
            Task::Each(query) => <Self as Answers>::answers(query),
            _ => true,
        }
    }

    fn each(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        self.answer(query, work, answers);
    }

    #[inline(never)]
    fn attacked(self, work: &WholePositions, white: &mut [u64], black: &mut [u64]) {
        let (level, positions) = (self.0, &work.positions[..]);
        level.vectorize(
            #[inline(always)]
            move || {
                for ((position, white), black) in positions.iter().zip(white).zip(black) {
                    [*white, *black] = level.attacked_squares(position).0;
                }
            },
        );
    }

    #[inline(never)]
    fn counts(self, work: &WholePositions, counts: &mut [u16]) {
        let (level, positions) = (self.0, &work.positions[..]);
        level.vectorize(
            #[inline(always)]
            move || {
                for (position, count) in positions.iter().zip(counts) {
                    *count = level.legal_move_count(position);
                }
            },
        );
    }

    #[inline(never)]
    fn lists(self, work: &WholePositions, counts: &mut [u16]) {
        let (level, moves) = (self.0, &mut work.scratch.borrow_mut().moves[..]);
        level.vectorize(
            #[inline(always)]
            move || {
                let mut rest = moves;
                for (position, count) in work.positions.iter().zip(counts) {
                    let listed = level.legal_moves(position, rest);
                    *count = listed as u16;
                    rest = &mut rest[listed..];
                }
            },
        );
    }

    #[inline(never)]
    fn successors(self, work: &WholePositions, counts: &mut [u16]) {
        let (level, successors) = (self.0, &mut work.scratch.borrow_mut().successors[..]);
        level.vectorize(
            #[inline(always)]
            move || {
                for (position, count) in work.positions.iter().zip(counts) {
                    *count = level.successors(position, successors) as u16;
                }
            },
        );
    }

    #[inline(never)]
    fn sliders(self, work: &WholePositions, attacks: &mut [u64], unions: &mut [u64]) {
        let (level, positions) = (self.0, &work.sliders[..]);
        level.vectorize(
            #[inline(always)]
            move || {
                let mut rest = attacks;
                for (sliders, union) in positions.iter().zip(unions) {
                    let (attacks, following) = rest.split_at_mut(sliders.count());
                    *union = level.slider_attacks(sliders, attacks);
                    rest = following;
                }
            },
        );
    }

    #[inline(never)]
    fn threats(self, work: &WholePositions, kinds: ThreatKinds, threats: &mut [Threat]) {
        let (level, positions) = (self.0, &work.positions[..]);
        level.vectorize(
            #[inline(always)]
            move || {
                let mut rest = threats;
                for position in positions {
                    let count = level.threats(position, kinds, rest);
                    rest = &mut rest[count..];
                }
            },
        );
    }

    #[inline(never)]
    fn threat_changes(self, work: &WholePositions, kinds: ThreatKinds, counts: &mut [u64]) {
        let (level, mut changes) = (self.0, ThreatChanges::new());
        level.vectorize(
            #[inline(always)]
            || {
                for (&(index, chosen), count) in work.moves.iter().zip(counts) {
                    level.threat_changes(&work.positions[index], chosen, kinds, &mut changes);
                    *count = gained(&changes);
                }
            },
        );
    }
}

/// A level, from boards of bytes, inlined into the loop.
#[derive(Clone, Copy)]
pub struct BoardOfBytes<L>(pub L);

impl<L: Level> Whole for BoardOfBytes<L> {
    fn suits(task: Task) -> bool {
        matches!(task, Task::ThreatChanges(_))
    }

    #[inline(never)]
    fn threat_changes(self, work: &WholePositions, kinds: ThreatKinds, counts: &mut [u64]) {
        let (level, mut changes) = (self.0, ThreatChanges::new());
        level.vectorize(
            #[inline(always)]
            || {
                for (&(index, chosen), count) in work.moves.iter().zip(counts) {
                    let mailbox = &work.mailboxes[index];
                    let change = change_of_move(mailbox, chosen);
                    level.mailbox_threat_changes(mailbox, change, kinds, &mut changes);
                    *count = gained(&changes);
                }
            },
        );
    }
}

/// Returns the change of a board by a move that is neither castling nor en passant.
#[inline(always)]
fn change_of_move(mailbox: &Mailbox, chosen: Move) -> BoardChange {
    let piece = mailbox.piece_at(chosen.from()).expect("a piece that moves");
    let becomes = chosen.promotion().map_or(piece, |role| Piece::new(piece.color(), role));
    BoardChange::Move { from: chosen.from(), to: chosen.to(), becomes }
}

/// Lookups, one slider after the other, in loops compiled with the generator's features.
#[derive(Clone, Copy)]
pub struct LookUps<S>(pub S);

impl<S: Single> Whole for LookUps<S> {
    fn suits(task: Task) -> bool {
        match task {
            Task::Each(query) => <Self as Answers>::answers(query),
            _ => !matches!(task, Task::MoveCounts | Task::MoveLists | Task::Successors),
        }
    }

    fn each(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        self.answer(query, work, answers);
    }

    #[inline(never)]
    fn attacked(self, work: &WholePositions, white: &mut [u64], black: &mut [u64]) {
        let (slider, positions) = (self.0, &work.positions[..]);
        slider.compiled(
            #[inline(always)]
            move || {
                for ((position, white), black) in positions.iter().zip(white).zip(black) {
                    *white = attacked_by(slider, position, Color::White);
                    *black = attacked_by(slider, position, Color::Black);
                }
            },
        );
    }

    /// Lookups do not count or list moves. The empty contestant is timed with these methods.
    fn counts(self, _: &WholePositions, _: &mut [u16]) {}

    fn lists(self, _: &WholePositions, _: &mut [u16]) {}

    fn successors(self, _: &WholePositions, _: &mut [u16]) {}

    #[inline(never)]
    fn sliders(self, work: &WholePositions, attacks: &mut [u64], unions: &mut [u64]) {
        let (slider, positions) = (self.0, &work.sliders[..]);
        slider.compiled(
            #[inline(always)]
            move || {
                let mut rest = attacks;
                for (sliders, union) in positions.iter().zip(unions) {
                    let (attacks, following) = rest.split_at_mut(sliders.count());
                    *union = slider_attacks(slider, sliders, attacks);
                    rest = following;
                }
            },
        );
    }

    #[inline(never)]
    fn threats(self, work: &WholePositions, kinds: ThreatKinds, threats: &mut [Threat]) {
        let slider = self.0;
        slider.compiled(
            #[inline(always)]
            move || match kinds {
                ThreatKinds::ALL => look_ups::threats::<S, true>(slider, work, threats),
                _ => look_ups::threats::<S, false>(slider, work, threats),
            },
        );
    }

    #[inline(never)]
    fn threat_changes(self, work: &WholePositions, kinds: ThreatKinds, counts: &mut [u64]) {
        let slider = self.0;
        slider.compiled(
            #[inline(always)]
            move || match kinds {
                ThreatKinds::ALL => look_ups::threat_changes::<S, true>(slider, work, counts),
                _ => look_ups::threat_changes::<S, false>(slider, work, counts),
            },
        );
    }
}

/// The same lookups for threats, from bitboards and boards of bytes.
#[derive(Clone, Copy)]
pub struct LookUpsWithBytes<S>(pub S);

impl<S: Single> Whole for LookUpsWithBytes<S> {
    fn suits(task: Task) -> bool {
        matches!(task, Task::Threats(_) | Task::ThreatChanges(_))
    }

    #[inline(never)]
    fn threats(self, work: &WholePositions, kinds: ThreatKinds, threats: &mut [Threat]) {
        let slider = self.0;
        slider.compiled(
            #[inline(always)]
            move || match kinds {
                ThreatKinds::ALL => look_ups::threats_with_bytes::<S, true>(slider, work, threats),
                _ => look_ups::threats_with_bytes::<S, false>(slider, work, threats),
            },
        );
    }

    #[inline(never)]
    fn threat_changes(self, work: &WholePositions, kinds: ThreatKinds, counts: &mut [u64]) {
        let slider = self.0;
        slider.compiled(
            #[inline(always)]
            move || match kinds {
                ThreatKinds::ALL => look_ups::threat_changes_with_bytes::<S, true>(slider, work, counts),
                _ => look_ups::threat_changes_with_bytes::<S, false>(slider, work, counts),
            },
        );
    }
}

/// Writes the attacks of all sliders of a position from its bitboards (rooks, bishops, queens), and returns
/// their union.
#[inline(always)]
pub fn slider_attacks<S: Single>(slider: S, sliders: &Sliders, attacks: &mut [u64]) -> u64 {
    let &Sliders { rooks, bishops, queens, occupied } = sliders;
    let mut places = attacks.iter_mut();
    let mut union = 0;
    let mut store = |attacked: u64| {
        union |= attacked;
        if let Some(place) = places.next() {
            *place = attacked;
        }
    };
    for_each(rooks, |square| store(slider.rook(square, occupied)));
    for_each(bishops, |square| store(slider.bishop(square, occupied)));
    for_each(queens, |square| store(slider.queen(square, occupied)));
    union
}

#[inline(always)]
fn for_each(mut squares: u64, mut work: impl FnMut(Square)) {
    while squares != 0 {
        work(Square::new_masked(squares.trailing_zeros() as u8));
        squares &= squares - 1;
    }
}

/// Computes sliders by lookups, and pawns, knights and the king as sets.
#[inline(always)]
fn attacked_by<S: Single>(slider: S, position: &Position, color: Color) -> u64 {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    const H_FILE: u64 = A_FILE << 7;
    let (own, occupied) = (position.color(color), position.occupied());
    let beside = |set: u64| (set & !H_FILE) << 1 | (set & !A_FILE) >> 1;
    let pawns = beside(position.pawns() & own);
    let knights = position.knights() & own;
    let one = beside(knights);
    let two = (knights & !(H_FILE | H_FILE >> 1)) << 2 | (knights & !(A_FILE | A_FILE << 1)) >> 2;
    let king = position.kings() & own;
    let row = king | beside(king);
    let mut attacked = if color == Color::White { pawns << 8 } else { pawns >> 8 }
        | one << 16
        | one >> 16
        | two << 8
        | two >> 8
        | beside(king)
        | row << 8
        | row >> 8;
    for_each(position.orthogonal_sliders() & own, |square| attacked |= slider.rook(square, occupied));
    for_each(position.diagonal_sliders() & own, |square| attacked |= slider.bishop(square, occupied));
    attacked
}

/// cozy-chess: the lengths of its sets of moves, and its lookups for every piece.
#[derive(Clone, Copy)]
pub struct CozyChess;

impl Whole for CozyChess {
    fn suits(task: Task) -> bool {
        match task {
            Task::Each(query) => <Self as Answers>::answers(query),
            Task::MoveLists | Task::Successors | Task::AttackedSquares | Task::MoveCounts => true,
            _ => false,
        }
    }

    fn each(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        self.answer(query, work, answers);
    }

    #[inline(never)]
    fn attacked(self, work: &WholePositions, white: &mut [u64], black: &mut [u64]) {
        for ((board, white), black) in work.boards.iter().zip(white).zip(black) {
            *white = attacked_by_cozy_chess(board, cozy_chess::Color::White);
            *black = attacked_by_cozy_chess(board, cozy_chess::Color::Black);
        }
    }

    #[inline(never)]
    fn counts(self, work: &WholePositions, counts: &mut [u16]) {
        for (board, count) in work.boards.iter().zip(counts) {
            let mut moves = 0;
            board.generate_moves(|set| {
                moves += set.len();
                false
            });
            *count = moves as u16;
        }
    }

    #[inline(never)]
    fn lists(self, work: &WholePositions, counts: &mut [u16]) {
        let words = &mut work.scratch.borrow_mut().words[..];
        let mut total = 0;
        for (board, count) in work.boards.iter().zip(counts) {
            let mut moves = total;
            board.generate_moves(|set| {
                for chosen in set {
                    let promotion = chosen.promotion.map_or(0, |piece| piece as u16);
                    words[moves] = chosen.from as u16 | (chosen.to as u16) << 6 | promotion << 12;
                    moves += 1;
                }
                false
            });
            *count = (moves - total) as u16;
            total = moves;
        }
    }

    #[inline(never)]
    fn successors(self, work: &WholePositions, counts: &mut [u16]) {
        let boards = &mut work.scratch.borrow_mut().boards[..];
        for (board, count) in work.boards.iter().zip(counts) {
            let mut moves = 0;
            board.generate_moves(|set| {
                for chosen in set {
                    let mut next = board.clone();
                    next.play_unchecked(chosen);
                    boards[moves] = next;
                    moves += 1;
                }
                false
            });
            *count = moves as u16;
        }
    }
}

impl Whole for Shakmaty {
    fn suits(task: Task) -> bool {
        match task {
            Task::Each(query) => <Self as Answers>::answers(query),
            _ => matches!(task, Task::MoveCounts | Task::MoveLists | Task::Successors),
        }
    }

    fn each(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        self.answer(query, work, answers);
    }

    /// shakmaty counts by listing.
    fn counts(self, work: &WholePositions, counts: &mut [u16]) {
        self.lists(work, counts);
    }

    fn lists(self, work: &WholePositions, counts: &mut [u16]) {
        queries::list_by_shakmaty(work, counts);
    }

    fn successors(self, work: &WholePositions, counts: &mut [u16]) {
        queries::play_all_by_shakmaty(work, counts);
    }
}

/// The methods of `Position`, which choose the level in each call.
impl Whole for Methods {
    fn suits(task: Task) -> bool {
        matches!(
            task,
            Task::AttackedSquares | Task::MoveCounts | Task::MoveLists | Task::Successors | Task::Each(_)
        )
    }

    #[inline(never)]
    fn attacked(self, work: &WholePositions, white: &mut [u64], black: &mut [u64]) {
        for ((position, white), black) in work.positions.iter().zip(white).zip(black) {
            [*white, *black] = position.attacked_squares().0;
        }
    }

    #[inline(never)]
    fn counts(self, work: &WholePositions, counts: &mut [u16]) {
        for (position, count) in work.positions.iter().zip(counts) {
            *count = position.legal_move_count();
        }
    }

    #[inline(never)]
    fn lists(self, work: &WholePositions, counts: &mut [u16]) {
        let moves = &mut work.scratch.borrow_mut().moves[..];
        let mut rest = moves;
        for (position, count) in work.positions.iter().zip(counts) {
            let listed = position.legal_moves(rest);
            *count = listed as u16;
            rest = &mut rest[listed..];
        }
    }

    #[inline(never)]
    fn successors(self, work: &WholePositions, counts: &mut [u16]) {
        let successors = &mut work.scratch.borrow_mut().successors[..];
        for (position, count) in work.positions.iter().zip(counts) {
            *count = position.successors(successors) as u16;
        }
    }

    fn each(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        self.answer(query, work, answers);
    }
}

#[inline(always)]
fn attacked_by_cozy_chess(board: &cozy_chess::Board, color: cozy_chess::Color) -> u64 {
    use cozy_chess::{
        BitBoard, Piece, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
    };
    let (own, occupied) = (board.colors(color), board.occupied());
    let pieces = |piece| own & board.pieces(piece);
    let queens = pieces(Piece::Queen);
    let mut attacked = BitBoard::EMPTY;
    for square in pieces(Piece::Rook) | queens {
        attacked |= get_rook_moves(square, occupied);
    }
    for square in pieces(Piece::Bishop) | queens {
        attacked |= get_bishop_moves(square, occupied);
    }
    for square in pieces(Piece::Knight) {
        attacked |= get_knight_moves(square);
    }
    for square in pieces(Piece::King) {
        attacked |= get_king_moves(square);
    }
    for square in pieces(Piece::Pawn) {
        attacked |= get_pawn_attacks(square, color);
    }
    attacked.0
}
