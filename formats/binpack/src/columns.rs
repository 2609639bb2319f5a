//! [`Columns`]: entries as arrays.

use quadline::{Move, Position};

use crate::Entry;
use crate::rows::Block;

/// Entries as one array for each field, which batches of positions need.
///
/// # Examples
///
/// ```
/// # use quadline_binpack::{Entry, Writer};
/// # use quadline::{Position, Square};
/// # let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
/// # let entry = Entry { position: Position::START, chess_move, score: 30, ply: 0, result: 0 };
/// # let mut writer = Writer::new(Vec::new());
/// # writer.write(&entry)?;
/// # let file = writer.finish()?;
/// use quadline::batch;
/// use quadline::threats::{Perspectives, ThreatLayout};
/// use quadline_binpack::{Blocks, Columns};
///
/// let mut columns = Columns::default();
/// Blocks::in_memory(&file).for_each(|block| columns.extend(&block))?;
/// assert_eq!(columns.scores, [30]);
///
/// // A row of 96 inputs for each position and perspective.
/// let mut rows = vec![0; 2 * 96 * columns.len()];
/// let mut counts = vec![0; 2 * columns.len()];
/// let layout = ThreatLayout::INPUTS_59808;
/// batch::threat_inputs(&columns.positions, &layout, Perspectives::Both, &mut rows, 96, &mut counts);
/// assert_eq!(counts, [28, 28]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Columns {
    /// The positions.
    pub positions: Vec<Position>,
    /// The move that was played in each position.
    pub moves: Vec<Move>,
    /// The score of each position for the side to move.
    pub scores: Vec<i16>,
    /// The ply of each position.
    pub plies: Vec<u16>,
    /// The result for the side to move of each position: 1, 0 or -1.
    pub results: Vec<i8>,
}

impl Columns {
    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns an entry, or `None` if there are not as many.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Entry> {
        Some(Entry {
            position: *self.positions.get(index)?,
            chess_move: *self.moves.get(index)?,
            score: *self.scores.get(index)?,
            ply: *self.plies.get(index)?,
            result: *self.results.get(index)?,
        })
    }

    /// Adds an entry.
    #[inline]
    pub fn push(&mut self, entry: &Entry) {
        self.positions.push(entry.position);
        self.moves.push(entry.chess_move);
        self.scores.push(entry.score);
        self.plies.push(entry.ply);
        self.results.push(entry.result);
    }

    /// Adds the entries of a block.
    pub fn extend(&mut self, block: &Block<'_>) {
        self.positions.extend_from_slice(block.positions);
        self.moves.extend_from_slice(block.moves);
        self.scores.extend_from_slice(block.scores);
        self.plies.extend_from_slice(block.plies);
        self.results.extend_from_slice(block.results);
    }

    /// Removes all entries from this one on; the memory is kept.
    pub fn truncate(&mut self, length: usize) {
        self.positions.truncate(length);
        self.moves.truncate(length);
        self.scores.truncate(length);
        self.plies.truncate(length);
        self.results.truncate(length);
    }
}
