//! A level, from boards of bytes.

use quadline_kernels::level::Level;
use quadline_kernels::threats::{BoardChange, Mailbox, ThreatChanges, ThreatKinds};
use quadline_kernels::{Move, Piece};

use super::{Task, Whole, WholePositions, gained};

/// A level, from boards of bytes, inlined into the loop.
#[derive(Clone, Copy)]
pub struct BoardOfBytes<L>(pub L);

impl<L: Level> Whole for BoardOfBytes<L> {
    fn suits(task: Task) -> bool {
        matches!(task, Task::ThreatChanges(_))
    }

    #[inline(never)]
    fn compiled(self, work: impl FnOnce()) {
        self.0.vectorize(work);
    }

    #[inline(always)]
    fn threat_changes(self, work: &WholePositions, kinds: ThreatKinds, counts: &mut [u64]) {
        let mut changes = ThreatChanges::new();
        for (&(index, chosen), count) in work.moves.iter().zip(counts) {
            let mailbox = &work.mailboxes[index];
            let change = change_of_move(mailbox, chosen);
            self.0.mailbox_threat_changes(mailbox, change, kinds, &mut changes);
            *count = gained(&changes);
        }
    }
}

/// Returns the change of a board by a move that is neither castling nor en passant.
#[inline(always)]
fn change_of_move(mailbox: &Mailbox, chosen: Move) -> BoardChange {
    let piece = mailbox.piece_at(chosen.from()).expect("a piece that moves");
    let becomes = chosen.promotion().map_or(piece, |role| Piece::new(piece.color(), role));
    BoardChange::Move { from: chosen.from(), to: chosen.to(), becomes }
}
