//! A level, from boards of bytes: its own, or another program's.

use core::hint::black_box;

use quadline_kernels::level::Level;
use quadline_kernels::threats::{
    BoardChange, Mailbox, MailboxRef, PieceCodes, Threat, ThreatChanges, ThreatKinds,
};
use quadline_kernels::{Move, Piece};

use super::{Task, Whole, WholePositions, gained};

/// A level, from boards of bytes, inlined into the loop. With `OWN`, they are those of another program, whose
/// numbers of the pieces are looked up, and the threats go to slices, as in engines.
#[derive(Clone, Copy)]
pub struct BoardOfBytes<L, const OWN: bool>(pub L);

impl<L: Level, const OWN: bool> Whole for BoardOfBytes<L, OWN> {
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
        let (mut added, mut removed) = ([Threat::NONE; 80], [Threat::NONE; 80]);
        for (&(index, chosen), count) in work.moves.iter().zip(counts) {
            let mailbox = &work.mailboxes[index];
            let change = change_of_move(mailbox, chosen);
            if OWN {
                let board = MailboxRef::new(mailbox.as_bytes(), &PieceCodes::BYTES);
                let [more, less] =
                    self.0.mailbox_ref_threat_changes_into(board, change, kinds, &mut added, &mut removed);
                black_box((&mut added, &mut removed));
                *count = more.wrapping_sub(less) as u64;
            } else {
                self.0.mailbox_threat_changes(mailbox, change, kinds, &mut changes);
                *count = gained(&changes);
            }
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
