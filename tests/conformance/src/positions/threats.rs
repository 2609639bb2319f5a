//! The calls of all levels for threats.

use quadline_kernels::internal::Calls;
use quadline_kernels::level::{Level, Scalar};
use quadline_kernels::threats::{
    BoardChange, Mailbox, MailboxRef, Threat, ThreatChanges, ThreatKinds, ThreatLayout,
};
use quadline_kernels::{Color, Move, Position, Square};
use quadline_properties::positions::Threats;

/// Calls the function that the kernels have compiled for a level, which a dispatched call jumps to, or at the
/// level `scalar` the method of the token.
///
/// The changes of threats are the largest kernel, and the method of a token compiles it again for its caller.
/// Of the four calls with this kernel, the method of one is tested at all levels, and those of three only at
/// `scalar`.
macro_rules! compiled {
    ($self:ident.level.$call:ident($($argument:expr),*)) => {
        if const { is_scalar::<L>() } {
            $self.level.$call($($argument),*);
        } else {
            // SAFETY: `self` contains a token, so the CPU has the features of the level.
            unsafe { L::Calls::$call::<()>($($argument),*) }
        }
    };
}

/// Returns whether a level is `scalar`, or `portable` in builds where it is another name for it.
const fn is_scalar<L: Level>() -> bool {
    let (name, scalar) = (L::NAME.as_bytes(), Scalar::NAME.as_bytes());
    let mut count = 0;
    while count < name.len() && count < scalar.len() && name[count] == scalar[count] {
        count += 1;
    }
    count == name.len() && count == scalar.len()
}

/// The calls of a level.
pub(crate) struct ThreatsOfLevel<L> {
    name: String,
    level: L,
}

impl<L: Level> ThreatsOfLevel<L> {
    pub(crate) fn new(level: L) -> Self {
        Self { name: format!("{}/threats/default", L::NAME), level }
    }
}

impl<L: Level> Threats for ThreatsOfLevel<L> {
    fn name(&self) -> &str {
        &self.name
    }

    fn threats(&self, position: &Position, kinds: ThreatKinds, threats: &mut [Threat]) -> usize {
        self.level.threats(position, kinds, threats)
    }

    fn threats_of_many(
        &self,
        positions: &[Position],
        kinds: ThreatKinds,
        offsets: &mut [usize],
        threats: &mut [Threat],
    ) -> Option<usize> {
        Some(self.level.batch_threats(positions, kinds, offsets, threats))
    }

    fn changes(
        &self,
        position: &Position,
        chess_move: Move,
        kinds: ThreatKinds,
        changes: &mut ThreatChanges,
    ) {
        compiled!(self.level.threat_changes(position, chess_move, kinds, changes));
    }

    fn changes_of_bytes(
        &self,
        mailbox: &Mailbox,
        change: BoardChange,
        kinds: ThreatKinds,
        changes: &mut ThreatChanges,
    ) {
        compiled!(self.level.mailbox_threat_changes(mailbox, change, kinds, changes));
    }

    fn changes_of_ref(
        &self,
        mailbox: MailboxRef<'_>,
        change: BoardChange,
        kinds: ThreatKinds,
        changes: &mut ThreatChanges,
    ) {
        compiled!(self.level.mailbox_ref_threat_changes(mailbox, change, kinds, changes));
    }

    fn changes_into(
        &self,
        mailbox: MailboxRef<'_>,
        change: BoardChange,
        kinds: ThreatKinds,
        added: &mut [Threat],
        removed: &mut [Threat],
    ) -> [usize; 2] {
        self.level.mailbox_ref_threat_changes_into(mailbox, change, kinds, added, removed)
    }

    fn inputs_of(
        &self,
        layout: &ThreatLayout,
        threats: &[Threat],
        perspective: Color,
        king: Square,
        inputs: &mut [u32],
    ) -> usize {
        self.level.inputs_of_threats(threats, layout, perspective, king, inputs)
    }

    fn inputs_of_both(
        &self,
        layout: &ThreatLayout,
        threats: &[Threat],
        kings: [Square; 2],
        [white, black]: [&mut [u32]; 2],
    ) -> [usize; 2] {
        self.level.inputs_of_threats_of_both(threats, layout, kings, white, black)
    }
}

/// The methods of positions and mailboxes, which dispatch.
pub(crate) struct ThreatMethods;

impl Threats for ThreatMethods {
    fn name(&self) -> &str {
        "dispatched/threats/default"
    }

    fn threats(&self, position: &Position, kinds: ThreatKinds, threats: &mut [Threat]) -> usize {
        position.threats(kinds, threats)
    }

    fn threats_of_many(
        &self,
        _: &[Position],
        _: ThreatKinds,
        _: &mut [usize],
        _: &mut [Threat],
    ) -> Option<usize> {
        None
    }

    fn changes(
        &self,
        position: &Position,
        chess_move: Move,
        kinds: ThreatKinds,
        changes: &mut ThreatChanges,
    ) {
        position.threat_changes(chess_move, kinds, changes);
    }

    fn changes_of_bytes(
        &self,
        mailbox: &Mailbox,
        change: BoardChange,
        kinds: ThreatKinds,
        changes: &mut ThreatChanges,
    ) {
        mailbox.threat_changes(change, kinds, changes);
    }

    fn changes_of_ref(
        &self,
        mailbox: MailboxRef<'_>,
        change: BoardChange,
        kinds: ThreatKinds,
        changes: &mut ThreatChanges,
    ) {
        mailbox.threat_changes(change, kinds, changes);
    }

    fn changes_into(
        &self,
        mailbox: MailboxRef<'_>,
        change: BoardChange,
        kinds: ThreatKinds,
        added: &mut [Threat],
        removed: &mut [Threat],
    ) -> [usize; 2] {
        mailbox.threat_changes_into(change, kinds, added, removed)
    }

    fn inputs_of(
        &self,
        layout: &ThreatLayout,
        threats: &[Threat],
        perspective: Color,
        king: Square,
        inputs: &mut [u32],
    ) -> usize {
        layout.inputs_of(threats, perspective, king, inputs)
    }

    fn inputs_of_both(
        &self,
        layout: &ThreatLayout,
        threats: &[Threat],
        kings: [Square; 2],
        [white, black]: [&mut [u32]; 2],
    ) -> [usize; 2] {
        layout.inputs_of_both(threats, kings, white, black)
    }
}
