//! Calls for threats, and their comparison with the oracle.

use std::cell::RefCell;

use quadline_kernels::threats::{
    BoardChange, MAX_THREATS, Mailbox, MailboxRef, PieceCodes, Threat, ThreatChanges, ThreatKinds,
    ThreatLayout,
};
use quadline_kernels::{Color, Move, MoveKind, Piece, Position, Role, Square};

use super::guarded::Guarded;
use super::last::{Last, last};
use super::oracle;
use crate::boards::Words;

/// Calls for threats.
pub trait Threats: Send + Sync {
    /// Returns level and purpose: `avx2/threats/default`.
    fn name(&self) -> &str;
    /// Writes the threats of a position and returns their number.
    fn threats(&self, position: &Position, kinds: ThreatKinds, threats: &mut [Threat]) -> usize;
    /// Writes the threats of many positions and returns their number, or returns `None` if there is no such
    /// call.
    fn threats_of_many(
        &self,
        positions: &[Position],
        kinds: ThreatKinds,
        offsets: &mut [usize],
        threats: &mut [Threat],
    ) -> Option<usize>;
    /// Writes the threats that a move adds and removes.
    fn changes(&self, position: &Position, chess_move: Move, kinds: ThreatKinds, changes: &mut ThreatChanges);
    /// Writes the threats that a change of a board of bytes adds and removes.
    fn changes_of_bytes(
        &self,
        mailbox: &Mailbox,
        change: BoardChange,
        kinds: ThreatKinds,
        changes: &mut ThreatChanges,
    );
    /// Writes the threats that a change of another program's bytes adds and removes.
    fn changes_of_ref(
        &self,
        mailbox: MailboxRef<'_>,
        change: BoardChange,
        kinds: ThreatKinds,
        changes: &mut ThreatChanges,
    );
    /// Writes the threats that a change of another program's bytes adds and removes to two slices.
    fn changes_into(
        &self,
        mailbox: MailboxRef<'_>,
        change: BoardChange,
        kinds: ThreatKinds,
        added: &mut [Threat],
        removed: &mut [Threat],
    ) -> [usize; 2];
    /// Writes the inputs of threats and returns their number.
    fn inputs_of(
        &self,
        layout: &ThreatLayout,
        threats: &[Threat],
        perspective: Color,
        king: Square,
        inputs: &mut [u32],
    ) -> usize;
    /// Writes the inputs of threats from the views of both sides and returns their numbers.
    fn inputs_of_both(
        &self,
        layout: &ThreatLayout,
        threats: &[Threat],
        kings: [Square; 2],
        inputs: [&mut [u32]; 2],
    ) -> [usize; 2];
}

/// Returns kinds that engines use, all kinds, or random ones, with and without defenses.
pub fn random_kinds(words: &mut Words) -> ThreatKinds {
    let mut word = words.word();
    let kinds = match word % 7 {
        0 | 1 => ThreatKinds::ALL,
        2 => ThreatKinds::INPUTS_59808,
        3 => ThreatKinds::INPUTS_66864,
        4 => ThreatKinds::INPUTS_79856,
        _ => {
            word /= 8;
            let mut kinds = ThreatKinds::NONE;
            for attacker in Role::ALL {
                let attacked: Vec<_> =
                    Role::ALL.into_iter().filter(|&role| word >> role as u32 & 1 == 1).collect();
                kinds = kinds.with(attacker, &attacked);
                word >>= 6;
            }
            kinds
        }
    };
    if words.word().is_multiple_of(3) { kinds.without_defenses() } else { kinds }
}

#[track_caller]
fn assert_same(
    who: &str,
    position: &dyn std::fmt::Debug,
    kinds: ThreatKinds,
    found: &[Threat],
    expected: &[Threat],
) {
    let mut sorted = found.to_vec();
    sorted.sort_unstable();
    if sorted != expected {
        let lines = |title: &str, some: &[Threat], others: &[Threat]| {
            let missing: Vec<_> = some.iter().filter(|threat| !others.contains(threat)).collect();
            format!("{title}: {missing:?}")
        };
        panic!(
            "{who}: {} threats, not {}\n{position:?}\n{kinds:?}\n{}\n{}",
            sorted.len(),
            expected.len(),
            lines("missing", expected, &sorted),
            lines("too many", &sorted, expected),
        );
    }
}

/// Checks that the threats of a position are those of the oracle, and that nothing is written around an
/// output of exactly their number.
pub fn prop_threats_equal_oracle(kernel: &dyn Threats, position: &Position, kinds: ThreatKinds) {
    let expected = oracle::threats(position, kinds);
    let name = kernel.name();
    let mut threats = [Threat::NONE; MAX_THREATS];
    let count = kernel.threats(position, kinds, &mut threats);
    assert_eq!(count, expected.len(), "{name}: number of threats\n{position:?}\n{kinds:?}");
    assert_same(name, position, kinds, &threats[..count], &expected);
    let mut threats = Guarded::new(Threat::NONE, expected.len(), expected.len());
    assert_eq!(kernel.threats(position, kinds, threats.slice()), expected.len(), "{name}\n{position:?}");
    assert_same(name, position, kinds, threats.written(name, "threats"), &expected);
}

/// Checks that a short slice is filled with different threats, and that all threats are counted.
pub fn prop_a_short_list_is_counted(
    kernel: &dyn Threats,
    position: &Position,
    kinds: ThreatKinds,
    room: usize,
) {
    let expected = oracle::threats(position, kinds);
    let (name, room) = (kernel.name(), room.min(expected.len()));
    let mut threats = Guarded::new(Threat::NONE, room, 1);
    assert_eq!(kernel.threats(position, kinds, threats.slice()), expected.len(), "{name}: room for {room}");
    let mut found = threats.written(name, "some threats").to_vec();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), room, "{name}: room for {room} threats\n{position:?}\n{kinds:?}");
    assert!(
        found.iter().all(|threat| expected.contains(threat)),
        "{name}: {found:?}\n{position:?}\n{kinds:?}"
    );
}

/// Checks that the threats of many positions are those of each, and that threats without room are counted.
pub fn prop_threats_of_many_equal_oracle(
    kernel: &dyn Threats,
    positions: &[Position],
    kinds: ThreatKinds,
    offset: usize,
) {
    let name = kernel.name();
    let expected: Vec<_> = positions.iter().map(|position| oracle::threats(position, kinds)).collect();
    let total = expected.iter().map(Vec::len).sum();
    for room in [total, total + 50, total / 2] {
        let mut offsets = Guarded::new(usize::MAX / 2, positions.len() + 1, offset);
        let mut threats = Guarded::new(Threat::NONE, room, offset ^ 3);
        let Some(found) = kernel.threats_of_many(positions, kinds, offsets.slice(), threats.slice()) else {
            return;
        };
        assert_eq!(found, total, "{name}: threats of {} positions, room for {room}", positions.len());
        let (offsets, threats) = (offsets.written(name, "offsets"), threats.written(name, "threats"));
        assert_eq!(*offsets.last().expect("one offset more than positions"), total, "{name}");
        for (index, expected) in expected.iter().enumerate() {
            let (start, end) = (offsets[index], offsets[index + 1]);
            assert_eq!(end - start, expected.len(), "{name}: position {index}");
            if end <= room {
                assert_same(name, &positions[index], kinds, &threats[start..end], expected);
            }
        }
    }
}

/// Checks that the threats before, minus the removed and plus the added ones, are the threats after, and that
/// no threat is in both lists or twice in one.
#[track_caller]
fn assert_changes(
    who: impl Fn() -> String,
    kinds: ThreatKinds,
    before: &[Threat],
    changes: &ThreatChanges,
    after: &[Threat],
) {
    let sorted = |threats: &[Threat]| {
        let mut threats = threats.to_vec();
        threats.sort_unstable();
        threats
    };
    let without = |some: &[Threat], others: &[Threat]| -> Vec<Threat> {
        some.iter().copied().filter(|threat| others.binary_search(threat).is_err()).collect()
    };
    let (added, removed) = (sorted(changes.added()), sorted(changes.removed()));
    let (expected_added, expected_removed) = (without(after, before), without(before, after));
    assert!(
        added == expected_added && removed == expected_removed,
        "{}\n{kinds:?}\nadded {added:?}\nexpected {expected_added:?}\nremoved {removed:?}\nexpected {expected_removed:?}",
        who(),
    );
}

/// Checks the changes by each legal move against the difference of the oracle's two boards.
pub fn prop_changes_equal_oracle(kernel: &dyn Threats, position: &Position, kinds: ThreatKinds) {
    /// The legal moves, each with the threats after it.
    type AfterMoves = Vec<(Move, Vec<Threat>)>;
    thread_local! {
        static AFTER: Last<(Position, ThreatKinds), AfterMoves> = const { RefCell::new(None) };
    }
    let before = oracle::threats(position, kinds);
    let after_moves = last(&AFTER, (*position, kinds), |(position, kinds)| {
        let after = |each| (each, oracle::threats(&oracle::play(position, each), *kinds));
        oracle::legal_moves(position).into_iter().map(after).collect()
    });
    let mut changes = ThreatChanges::new();
    for &(chess_move, ref after) in &*after_moves {
        kernel.changes(position, chess_move, kinds, &mut changes);
        let who = || format!("{}: {chess_move:?}\n{position:?}", kernel.name());
        assert_changes(who, kinds, &before, &changes, after);
    }
}

/// The numbers of a program for its pieces, in random order, and a random board of them.
///
/// Some numbers are no piece, and the highest four bits of the bytes are random.
fn other_bytes(mailbox: &Mailbox, words: &mut Words) -> ([u8; 64], PieceCodes) {
    let mut pieces = [None; 16];
    for (index, byte) in (1..=6).chain(9..=14).enumerate() {
        pieces[index] = Piece::from_byte(byte);
    }
    for index in (1..16).rev() {
        pieces.swap(index, words.word() as usize % (index + 1));
    }
    let bytes = Square::ALL.map(|square| {
        let stands = mailbox.piece_at(square);
        let numbers: Vec<_> = (0..16).filter(|&number| pieces[number] == stands).collect();
        numbers[words.word() as usize % numbers.len()] as u8 | (words.word() as u8) << 4
    });
    (bytes, PieceCodes::new(pieces))
}

/// The numbers of a program for roles, in random order, a random board of them, and the set of black pieces.
///
/// The highest five bits of the bytes are random. Some empty squares are in the set.
fn bytes_of_roles(mailbox: &Mailbox, words: &mut Words) -> ([u8; 64], PieceCodes, u64) {
    let mut numbers = [0, 1, 2, 3, 4, 5, 6, 7];
    for index in (1..8).rev() {
        numbers.swap(index, words.word() as usize % (index + 1));
    }
    let mut black = words.word() & words.word();
    let bytes = Square::ALL.map(|square| {
        let piece = mailbox.piece_at(square);
        if let Some(piece) = piece {
            black &= !square.bit();
            black |= if piece.color() == Color::Black { square.bit() } else { 0 };
        }
        let number = numbers[piece.map_or(6 + words.word() as usize % 2, |piece| piece.role() as usize)];
        number | (words.word() as u8) << 3
    });
    let [roles @ .., _, _] = numbers;
    (bytes, PieceCodes::of_roles(roles), black)
}

/// Checks changes of a board of bytes: by each legal move, and by pieces that appear, are replaced and
/// disappear. They are also checked for a program with other bytes.
pub fn prop_changes_of_bytes_equal_oracle(
    kernel: &dyn Threats,
    position: &Position,
    kinds: ThreatKinds,
    words: &mut Words,
) {
    let mailbox = Mailbox::from(position);
    let before = oracle::threats_of_mailbox(&mailbox, kinds);
    let moves = oracle::legal_moves(position).into_iter().filter_map(|each| {
        let (from, to, piece) = (each.from(), each.to(), mailbox.piece_at(each.from())?);
        let change = match each.kind() {
            MoveKind::Castling => BoardChange::Castling { king: from, rook: to },
            MoveKind::EnPassant => BoardChange::EnPassant { from, to },
            _ => {
                let becomes = each.promotion().map_or(piece, |role| Piece::new(piece.color(), role));
                BoardChange::Move { from, to, becomes }
            }
        };
        Some((change, Some(oracle::play(position, each))))
    });
    let bytes: Vec<u8> = (1..=6).chain(9..=14).collect();
    let others = Square::ALL.into_iter().flat_map(|square| {
        let byte = bytes[words.word() as usize % bytes.len()];
        let piece = Piece::from_byte(byte).expect("a piece");
        [(BoardChange::Put { piece, square }, None), (BoardChange::Remove { square }, None)]
    });
    // A piece that becomes one of the other color, which kinds without defenses must not confuse.
    let turned = oracle::legal_moves(position).into_iter().filter_map(|each| {
        let (from, to, piece) = (each.from(), each.to(), mailbox.piece_at(each.from())?);
        let becomes = Piece::new(piece.color().opponent(), piece.role());
        let is_quiet = each.kind() == MoveKind::Normal && mailbox.piece_at(to).is_none();
        is_quiet.then_some((BoardChange::Move { from, to, becomes }, None))
    });
    let changes: Vec<_> = moves.chain(others).chain(turned).collect();
    let (other_bytes, codes) = other_bytes(&mailbox, words);
    let other = MailboxRef::new(&other_bytes, &codes);
    let (roles, codes_of_roles, black) = bytes_of_roles(&mailbox, words);
    let of_roles = MailboxRef::of_roles(&roles, &codes_of_roles, black);
    assert_eq!((other.to_mailbox(), of_roles.to_mailbox()), (mailbox, mailbox));
    assert_eq!(Mailbox::from_bytes(*mailbox.as_bytes()), Some(mailbox));
    for square in Square::ALL {
        let stands = mailbox.piece_at(square);
        assert_eq!((other.piece_at(square), codes.piece(other_bytes[square.index()])), (stands, stands));
        assert_eq!(of_roles.piece_at(square), stands);
    }
    let mut found = ThreatChanges::new();
    for (change, next) in changes {
        let mut changed = mailbox;
        changed.apply(change);
        if let Some(next) = next {
            assert_eq!(changed, Mailbox::from(&next), "{change:?}\n{mailbox:?}");
        }
        let after = oracle::threats_of_mailbox(&changed, kinds);
        let who = || format!("{}: {change:?}\n{mailbox:?}", kernel.name());
        kernel.changes_of_bytes(&mailbox, change, kinds, &mut found);
        assert_changes(who, kinds, &before, &found, &after);
        kernel.changes_of_ref(other, change, kinds, &mut found);
        assert_changes(|| format!("{}\n{codes:?}", who()), kinds, &before, &found, &after);
        kernel.changes_of_ref(of_roles, change, kinds, &mut found);
        assert_changes(|| format!("{}\n{of_roles:?}", who()), kinds, &before, &found, &after);
        let counts = [found.added().len(), found.removed().len()];
        // Room for exactly these threats, and for fewer.
        for less in [0, 1 + words.word() as usize % 8] {
            let room = counts.map(|count| count.saturating_sub(less));
            let [mut added, mut removed] = room.map(|room| Guarded::new(Threat::NONE, room, room));
            let written = kernel.changes_into(other, change, kinds, added.slice(), removed.slice());
            assert_eq!(written, counts, "{}: room for {room:?}", who());
            let expected = [found.added(), found.removed()];
            for (written, expected) in
                [added.written(kernel.name(), "added"), removed.written(kernel.name(), "removed")]
                    .iter()
                    .zip(expected)
            {
                let mut some = written.to_vec();
                some.sort_unstable();
                some.dedup();
                assert_eq!(some.len(), written.len(), "{}: {written:?}", who());
                assert!(some.iter().all(|threat| expected.contains(threat)), "{}: {written:?}", who());
            }
        }
    }
}

/// Checks the inputs of a list of threats against those of each, which are checked by
/// [`prop_a_threat_has_its_number`](super::prop_a_threat_has_its_number).
pub fn prop_inputs_of_threats_are_those_of_each(
    kernel: &dyn Threats,
    position: &Position,
    layout: &ThreatLayout,
    words: &mut Words,
) {
    let mut threats = oracle::threats(position, layout.kinds());
    threats.truncate(words.word() as usize % 80);
    prop_inputs_of_a_list_are_those_of_each(kernel, &threats, layout, words);
}

/// Like [`prop_inputs_of_threats_are_those_of_each`], for a list of any threats.
pub fn prop_inputs_of_a_list_are_those_of_each(
    kernel: &dyn Threats,
    threats: &[Threat],
    layout: &ThreatLayout,
    words: &mut Words,
) {
    let kings = [words.square(), words.square()];
    let expected = Color::ALL.map(|perspective| {
        let king = kings[perspective as usize];
        let each = threats.iter().filter_map(|&threat| layout.input(threat, perspective, king));
        let mut expected: Vec<_> = each.collect();
        expected.sort_unstable();
        expected
    });
    let places = || expected.each_ref().map(|expected| Guarded::new(0, expected.len(), threats.len()));
    let (mut one_by_one, mut together) = (places(), places());
    for (perspective, places) in Color::ALL.into_iter().zip(&mut one_by_one) {
        let king = kings[perspective as usize];
        let count = kernel.inputs_of(layout, threats, perspective, king, places.slice());
        assert_eq!(count, expected[perspective as usize].len(), "{}: {threats:?}", kernel.name());
    }
    let [white, black] = together.each_mut().map(Guarded::slice);
    let counts = kernel.inputs_of_both(layout, threats, kings, [white, black]);
    assert_eq!(counts, expected.each_ref().map(Vec::len), "{}: {threats:?}", kernel.name());
    for (call, inputs) in [("inputs_of", one_by_one), ("inputs_of_both", together)] {
        for (inputs, expected) in inputs.into_iter().zip(&expected) {
            let mut found = inputs.written(kernel.name(), call).to_vec();
            found.sort_unstable();
            assert_eq!(&found, expected, "{} {call}: {kings:?} {threats:?}", kernel.name());
        }
    }
}

/// Checks that the calls do not panic for an invalid position and any move.
pub fn prop_nonsense_threats_do_not_panic(
    kernel: &dyn Threats,
    nonsense: &Position,
    chess_move: Move,
    kinds: ThreatKinds,
) {
    let mut threats = [Threat::NONE; 64];
    kernel.threats(nonsense, kinds, &mut threats);
    let mut changes = ThreatChanges::new();
    kernel.changes(nonsense, chess_move, kinds, &mut changes);
    let mailbox = Mailbox::from(nonsense);
    let (from, to) = (chess_move.from(), chess_move.to());
    let becomes = Piece::new(nonsense.side_to_move(), chess_move.promotion().unwrap_or(Role::King));
    kernel.changes_of_bytes(&mailbox, BoardChange::Move { from, to, becomes }, kinds, &mut changes);
    for change in [BoardChange::EnPassant { from, to }, BoardChange::Castling { king: from, rook: to }] {
        let mut changes = ThreatChanges::new();
        kernel.changes_of_ref(MailboxRef::from(&mailbox), change, kinds, &mut changes);
        kernel.changes_into(MailboxRef::from(&mailbox), change, kinds, &mut threats[..3], &mut []);
    }
    for threat in changes.added().iter().chain(changes.removed()) {
        assert!(threat.from != threat.to || from == to, "{}: {threat}", kernel.name());
    }
}
