//! Positions in the formats of all contestants.

use core::cell::RefCell;

use quadline_kernels::threats::MAX_THREATS;
use quadline_kernels::{MAX_LEGAL_MOVES, Move, Position};
use rand::Rng;
use rand::seq::SliceRandom;

use super::{ENGINES_KINDS, Subjects, Task};
use crate::convert;

/// More than the average number of moves, for positions with many.
const USUAL_MOVES: usize = 64;

/// The positions whose inputs are in rows at a time, as in the batches of a trainer that fills one set of
/// rows again.
pub(super) const ROWS: usize = 256;
/// The places of a row, as many as nnue-pytorch has for its threats.
pub(super) const STRIDE: usize = 128;
/// More than the average number of inputs of each side.
const USUAL_INPUTS: usize = 64;

/// Memory for lists of moves and positions. Only their lengths are results; test suites compare the contents.
pub struct Scratch {
    pub(super) moves: Vec<Move>,
    pub(super) offsets: Vec<usize>,
    pub(super) successors: Vec<Position>,
    pub(super) words: Vec<u16>,
    pub(super) boards: Vec<cozy_chess::Board>,
    /// The inputs of networks.
    pub inputs: Vec<u32>,
    /// Rows of the inputs of `ROWS` positions, for both sides.
    pub rows: Vec<i32>,
    /// The numbers of inputs in the rows.
    pub counts: Vec<u16>,
    /// The positions of packed boards.
    pub unpacked: Vec<Position>,
}

/// Positions in the formats of all contestants.
pub struct WholePositions {
    /// The task.
    pub task: Task,
    /// For quadline.
    pub positions: Vec<Position>,
    /// For cozy-chess.
    pub boards: Vec<cozy_chess::Board>,
    /// For each position with such a move, a legal move that is a single change of the board of bytes.
    pub moves: Vec<(usize, Move)>,
    /// For shakmaty, in tasks that it supports.
    pub games: Vec<shakmaty::Chess>,
    /// The squares, moves and other arguments of queries.
    pub subjects: Subjects,
    /// The number of threats of each position.
    threat_counts: Vec<usize>,
    /// The offsets of the threats of each position.
    pub(super) offsets: RefCell<Vec<usize>>,
    /// Memory for lists.
    pub scratch: RefCell<Scratch>,
}

impl WholePositions {
    fn new(task: Task, boards: &[cozy_chess::Board], random: &mut impl Rng) -> Self {
        let positions: Vec<Position> = boards.iter().map(convert::from_cozy_chess).collect();
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
            Task::Threats => position.threats(ENGINES_KINDS, &mut []),
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
            Task::ThreatChangesAssembled => Subjects::parts(&positions),
            _ => Subjects::default(),
        };
        // The inputs of a position have two rows.
        let rows = positions.len() * if let Task::Each(_) = task { 2 } else { 1 };
        let offsets = RefCell::new(vec![0; rows + 1]);
        let room = MAX_LEGAL_MOVES + USUAL_MOVES * positions.len();
        let scratch = Scratch {
            inputs: vec![0; 2 * (MAX_THREATS + USUAL_INPUTS * positions.len())],
            rows: vec![0; 2 * ROWS * STRIDE],
            counts: vec![0; 2 * ROWS],
            unpacked: vec![Position::START; positions.len()],
            moves: vec![Move::default(); room],
            offsets: vec![0; positions.len() + 1],
            successors: vec![Position::START; MAX_LEGAL_MOVES],
            words: vec![0; room],
            boards: vec![cozy_chess::Board::default(); MAX_LEGAL_MOVES],
        };
        let scratch = RefCell::new(scratch);
        Self {
            task,
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

    /// Returns the number that the time is divided by: positions, or moves if the task is about them.
    pub fn units(&self) -> usize {
        match self.task {
            Task::ThreatChanges | Task::ThreatChangesAssembled => self.moves.len(),
            _ => self.positions.len(),
        }
    }

    /// Returns the number of words in the result; counts have 16 bits each.
    pub fn answers(&self) -> usize {
        match self.task {
            Task::AttackedSquares => 2 * self.positions.len(),
            Task::MoveCounts | Task::MoveLists | Task::Successors => self.positions.len().div_ceil(4),
            // Two threats per word, and room for those of one more position, which every contestant has.
            Task::Threats => (self.threat_counts.iter().sum::<usize>() + MAX_THREATS).div_ceil(2),
            Task::ThreatChanges | Task::ThreatChangesAssembled => self.moves.len(),
            Task::Each(query) => query.words() * self.positions.len(),
        }
    }

    /// Sorts the threats of each position by value, because contestants list them in different orders.
    pub fn normalise(&self, answers: &mut [u64]) {
        if let Task::Threats = self.task {
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
