//! Calls for trainers of networks, and their comparison with definitions that are written out.

use std::cell::RefCell;
use std::sync::LazyLock;

use quadline_kernels::threats::{
    LikeThreats, MirroredKing, Perspectives, Threat, ThreatChanges, ThreatKinds, ThreatLayout,
};
use quadline_kernels::{
    Color, InvalidPosition, NibbleCode, NibbleCodes, Piece, Position, Role, Square, squares,
};

use super::guarded::Guarded;
use super::last::{Last, last};
use super::{oracle, random_kinds};
use crate::boards::Words;

/// Calls for trainers of networks.
pub trait Training: Send + Sync {
    /// Returns level and purpose: `avx2/training/default`.
    fn name(&self) -> &str;
    /// Returns the position of a packed board, without checks.
    fn position_of_nibbles(&self, occupied: u64, nibbles: &[u8; 16], codes: &NibbleCodes) -> Position;
    /// Writes the positions of packed boards, without checks.
    fn positions_of_nibbles(
        &self,
        occupied: &[u64],
        nibbles: &[[u8; 16]],
        codes: &NibbleCodes,
        positions: &mut [Position],
    );
    /// Returns the position of a packed board if it is valid, alone and as the last of a batch.
    fn checked_positions_of_nibbles(
        &self,
        occupied: u64,
        nibbles: &[u8; 16],
        codes: &NibbleCodes,
    ) -> [Result<Position, InvalidPosition>; 2];
    /// Returns the packed board of a position.
    fn nibbles_of(&self, position: &Position, codes: &NibbleCodes) -> Option<(u64, [u8; 16])>;
    /// Writes the packed boards of positions, or returns the index of the first one without.
    fn nibbles_of_many(
        &self,
        positions: &[Position],
        codes: &NibbleCodes,
        occupied: &mut [u64],
        nibbles: &mut [[u8; 16]],
    ) -> Result<(), usize>;
    /// Writes the inputs of a position from the view of one side and returns their number.
    fn inputs(
        &self,
        position: &Position,
        layout: &ThreatLayout,
        perspective: Color,
        inputs: &mut [u32],
    ) -> usize;
    /// Writes the inputs of pairs of pawns that a change adds and removes and returns their numbers.
    fn pawn_pair_changes(
        &self,
        layout: &ThreatLayout,
        pawns: [[u64; 2]; 2],
        kings: [Square; 2],
        inputs: [[&mut [u32]; 2]; 2],
    ) -> [[usize; 2]; 2];
    /// Writes the inputs of a position from the views of both sides and returns their numbers.
    fn inputs_of_both(
        &self,
        position: &Position,
        layout: &ThreatLayout,
        white: &mut [u32],
        black: &mut [u32],
    ) -> [usize; 2];
    /// Writes the inputs of many positions to rows.
    fn inputs_of_many(
        &self,
        positions: &[Position],
        layout: &ThreatLayout,
        perspectives: Perspectives,
        rows: &mut [i32],
        stride: usize,
        counts: &mut [u16],
    );
    /// Writes the inputs of many positions one after the other and returns their number.
    fn inputs_in_rows(
        &self,
        positions: &[Position],
        layout: &ThreatLayout,
        perspectives: Perspectives,
        offsets: &mut [usize],
        inputs: &mut [u32],
    ) -> usize;
}

/// The number of the first input of each pair of pieces, by attacker and attacked piece.
type FirstNumbers = [[u32; 12]; 12];

/// Returns the pieces in their order.
fn pieces() -> impl Iterator<Item = (Color, Role)> {
    Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| (color, role)))
}

fn index((color, role): (Color, Role)) -> usize {
    6 * color as usize + role as usize
}

/// Returns the pairs of pieces that a layout has, in their order.
fn pairs(kinds: ThreatKinds) -> impl Iterator<Item = ((Color, Role), (Color, Role))> {
    let has_defenses = kinds != kinds.without_defenses();
    pieces().flat_map(move |attacker| {
        pieces()
            .filter(move |attacked| kinds.contains(attacker.1, attacked.1))
            .filter(move |attacked| has_defenses || attacker.0 != attacked.0)
            .map(move |each| (attacker, each))
    })
}

/// Returns the first numbers of a layout that [`ThreatLayout::new`] makes, by counting the inputs in their
/// order: those of a pair of pieces are the squares that the attacker attacks on an empty board.
fn first_numbers(kinds: ThreatKinds) -> FirstNumbers {
    let (mut numbers, mut next) = ([[0; 12]; 12], 0);
    for (attacker, attacked) in pairs(kinds) {
        numbers[index(attacker)][index(attacked)] = next;
        next += attacks(attacker).len() as u32;
    }
    numbers
}

/// Returns all attacks of a piece on an empty board, each with its two squares, in their order.
fn attacks(piece: (Color, Role)) -> &'static [(usize, usize)] {
    static ATTACKS: LazyLock<Vec<Vec<(usize, usize)>>> = LazyLock::new(|| {
        let all = pieces().map(|(color, role)| {
            let of = |from| targets_on_empty_board(color, role, from).into_iter().map(move |to| (from, to));
            (0..64).flat_map(of).collect()
        });
        all.collect()
    });
    &ATTACKS[index(piece)]
}

/// Returns the squares that a piece attacks on an empty board, in their order.
pub fn targets_on_empty_board(color: Color, role: Role, from: usize) -> Vec<usize> {
    let (file, rank) = ((from % 8) as i32, (from / 8) as i32);
    if role == Role::Pawn && (rank == 0 || rank == 7) {
        return Vec::new();
    }
    let is_attacked = |to: &usize| {
        let (files, ranks) = ((to % 8) as i32 - file, (to / 8) as i32 - rank);
        let (far, near) = (files.abs().max(ranks.abs()), files.abs().min(ranks.abs()));
        let on_a_diagonal = near == far;
        match role {
            Role::Pawn => files.abs() == 1 && ranks == if color == Color::White { 1 } else { -1 },
            Role::Knight => (far, near) == (2, 1),
            Role::Bishop => on_a_diagonal,
            Role::Rook => near == 0,
            Role::Queen => on_a_diagonal || near == 0,
            Role::King => far == 1,
        }
    };
    (0..64).filter(|&to| to != from).filter(is_attacked).collect()
}

/// Returns a square as the perspective sees it.
fn seen(square: usize, perspective: Color, is_mirrored: bool) -> usize {
    let (file, rank) = (square % 8, square / 8);
    let file = if is_mirrored { 7 - file } else { file };
    let rank = if perspective == Color::White { rank } else { 7 - rank };
    8 * rank + file
}

/// A layout, described so that the expected inputs can be counted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Described {
    kinds: ThreatKinds,
    like: LikeThreats,
    mirrored: MirroredKing,
    pawn_pairs: Option<u32>,
    /// Pairs of pieces with a base of their own. The last one of a pair counts.
    bases: [Option<(Piece, Piece, u32)>; 3],
}

/// Returns the number of the first input of some inputs: one in eight is the largest, 2^30 - 1.
fn random_base(word: u64) -> u32 {
    if word & 7 == 0 { (1 << 30) - 1 } else { (word >> 3) as u32 % 100_000 }
}

impl Described {
    /// Returns a layout of an engine, or one with random kinds.
    pub fn random(words: &mut Words) -> Self {
        let kinds = random_kinds(words);
        let word = words.word();
        Self {
            kinds,
            like: [LikeThreats::FromHigherSquare, LikeThreats::FromLowerSquare, LikeThreats::Both]
                [(word % 5) as usize / 2],
            mirrored: [MirroredKing::OnKingsWing, MirroredKing::OnQueensWing, MirroredKing::Nowhere]
                [(word >> 8) as usize % 5 / 2],
            pawn_pairs: (word & 1 << 16 != 0).then_some(random_base(word >> 20)),
            bases: std::array::from_fn(|_| {
                let word = words.word();
                let piece = |word: u64| {
                    Piece::new(Color::ALL[word as usize % 2], Role::ALL[(word >> 8) as usize % 6])
                };
                let (attacker, attacked) = (piece(word), piece(word >> 16));
                kinds.contains_pair(attacker, attacked).then_some((
                    attacker,
                    attacked,
                    random_base(word >> 40),
                ))
            }),
        }
    }

    /// Returns the number of the first input of a pair of pieces.
    fn first(&self, numbers: &FirstNumbers, attacker: (Color, Role), attacked: (Color, Role)) -> u32 {
        let pair = (Piece::new(attacker.0, attacker.1), Piece::new(attacked.0, attacked.1));
        let moved = self.bases.iter().rev().flatten().find(|base| (base.0, base.1) == pair);
        moved.map_or(numbers[index(attacker)][index(attacked)], |&(_, _, base)| base)
    }

    /// Returns the layout.
    pub fn layout(&self) -> ThreatLayout {
        let layout =
            ThreatLayout::new(self.kinds).with_like_threats(self.like).with_mirrored_king(self.mirrored);
        let layout = self.pawn_pairs.map_or(layout, |base| layout.with_pawn_pairs(base));
        self.bases
            .iter()
            .flatten()
            .fold(layout, |layout, &(attacker, attacked, base)| layout.with_base(attacker, attacked, base))
    }
}

/// Returns the inputs of a position, sorted.
fn expected_inputs(position: &Position, layout: &Described, perspective: Color) -> Vec<i64> {
    let king = Square::lowest(position.kings() & position.color(perspective)).map_or(0, Square::index);
    let is_mirrored = match layout.mirrored {
        MirroredKing::OnKingsWing => king % 8 >= 4,
        MirroredKing::OnQueensWing => king % 8 < 4,
        _ => false,
    };
    let side = |color: Color| if color == perspective { Color::White } else { Color::Black };
    let numbers = first_numbers(layout.kinds);
    let number = |threat: &Threat| {
        let (from, to) = (
            seen(threat.from.index(), perspective, is_mirrored),
            seen(threat.to.index(), perspective, is_mirrored),
        );
        let (attacker, attacked) = (threat.attacker, threat.attacked);
        let returns = attacker.role() == attacked.role()
            && (attacker.role() != Role::Pawn || attacker.color() != attacked.color());
        let is_left_out = match layout.like {
            LikeThreats::FromHigherSquare => returns && from < to,
            LikeThreats::FromLowerSquare => returns && from > to,
            _ => false,
        };
        let [attacker, attacked] = [attacker, attacked].map(|piece| (side(piece.color()), piece.role()));
        let number = attacks(attacker).binary_search(&(from, to)).expect("an attack on an empty board");
        (!is_left_out).then(|| i64::from(layout.first(&numbers, attacker, attacked)) + number as i64)
    };
    let mut inputs: Vec<i64> = oracle::threats(position, layout.kinds).iter().filter_map(number).collect();
    if let Some(base) = layout.pawn_pairs {
        let pawns: Vec<(Color, usize)> = Square::ALL
            .iter()
            .filter_map(|&square| {
                let piece = position.piece_at(square).filter(|piece| piece.role() == Role::Pawn)?;
                Some((piece.color(), square.index()))
            })
            .filter(|(_, square)| (8..56).contains(square))
            .collect();
        let id = |&(color, square): &(Color, usize)| {
            let own = if color == perspective { 0 } else { 48 };
            (own + seen(square, perspective, is_mirrored) - 8) as i64
        };
        for (index, first) in pawns.iter().enumerate() {
            for second in &pawns[index + 1..] {
                if (first.1 % 8).abs_diff(second.1 % 8) <= 1 {
                    let (high, low) = (id(first).max(id(second)), id(first).min(id(second)));
                    // The pairs of the pawns with lower numbers come first.
                    inputs.push(i64::from(base) + (0..high).sum::<i64>() + low);
                }
            }
        }
    }
    inputs.sort_unstable();
    inputs
}

fn sorted(inputs: impl IntoIterator<Item = impl Into<i64>>) -> Vec<i64> {
    let mut inputs: Vec<i64> = inputs.into_iter().map(Into::into).collect();
    inputs.sort_unstable();
    inputs
}

/// Checks the inputs of one position, that nothing is written around them, and that inputs without room are
/// counted.
pub fn prop_inputs_equal_oracle(kernel: &dyn Training, position: &Position, described: &Described) {
    thread_local! {
        static INPUTS: Last<(Position, Described), [Vec<i64>; 2]> = const { RefCell::new(None) };
    }
    let (name, layout) = (kernel.name(), described.layout());
    let expected = last(&INPUTS, (*position, *described), |(position, described)| {
        Color::ALL.map(|perspective| expected_inputs(position, described, perspective))
    });
    let rooms = |expected: &[i64]| [expected.len(), expected.len() + 40, expected.len() / 2];
    let check = |count: usize, room: usize, inputs: Guarded<u32>, perspective: Color| {
        let expected = &expected[perspective as usize];
        let who = || format!("{name}: room for {room}, {perspective}\n{described:?}\n{position:?}");
        assert_eq!(count, expected.len(), "{}", who());
        let written = &inputs.written(name, "inputs")[..count.min(room)];
        if room >= count {
            assert_eq!(sorted(written.iter().copied()), *expected, "{}", who());
        } else {
            assert!(written.iter().all(|&input| expected.contains(&input.into())), "{}", who());
        }
    };
    for perspective in Color::ALL {
        for room in rooms(&expected[perspective as usize]) {
            let mut inputs = Guarded::new(u32::MAX, room, room);
            let count = kernel.inputs(position, &layout, perspective, inputs.slice());
            check(count, room, inputs, perspective);
        }
    }
    for (white_room, black_room) in rooms(&expected[0]).into_iter().zip(rooms(&expected[1])) {
        let mut white = Guarded::new(u32::MAX, white_room, white_room);
        let mut black = Guarded::new(u32::MAX, black_room, black_room + 1);
        let counts = kernel.inputs_of_both(position, &layout, white.slice(), black.slice());
        check(counts[0], white_room, white, Color::White);
        check(counts[1], black_room, black, Color::Black);
    }
}

/// Checks for one in three legal moves that the inputs before the move and the changes are the inputs after
/// it, that no input is in both slices unless the king is mirrored or no longer mirrored, and that inputs
/// without room are counted.
pub fn prop_input_changes_equal_oracle(position: &Position, described: &Described, words: &mut Words) {
    let layout = described.layout();
    // With bases that overlap, an input that is removed can have the number of another one that is added.
    let ends_before_pairs = |base| ThreatLayout::new(described.kinds).inputs() <= base;
    let is_unique =
        described.bases.iter().all(Option::is_none) && described.pawn_pairs.is_none_or(ends_before_pairs);
    let of = |position: &Position| Color::ALL.map(|color| expected_inputs(position, described, color));
    let before = of(position);
    let mut changes = ThreatChanges::new();
    for chess_move in oracle::legal_moves(position).into_iter().skip(words.word() as usize % 3).step_by(3) {
        let next = oracle::play(position, chess_move);
        let after = of(&next);
        position.threat_changes(chess_move, layout.kinds(), &mut changes);
        for (perspective, (before, after)) in Color::ALL.into_iter().zip(before.iter().zip(&after)) {
            let who = || format!("{chess_move:?}, {perspective}\n{described:?}\n{position:?}");
            let call = |room: [usize; 2]| {
                let [mut added, mut removed] = room.map(|room| Guarded::new(u32::MAX, room, room));
                let (adds, removes) = (added.slice(), removed.slice());
                let counts = layout.input_changes(position, &next, &changes, perspective, adds, removes);
                let written =
                    [added.written("input_changes", "added"), removed.written("input_changes", "removed")];
                (counts, written.map(|inputs| sorted(inputs.iter().copied())))
            };
            let (counts, _) = call([0; 2]);
            let (again, [added, removed]) = call(counts);
            assert_eq!(again, counts, "{}", who());
            let sum = |some: &[i64], others: &[i64]| sorted([some, others].concat());
            assert_eq!(sum(before, &added), sum(after, &removed), "{}", who());
            let file = |position: &Position| position.king(perspective).map_or(0, Square::file);
            let turns =
                described.mirrored != MirroredKing::Nowhere && (file(position) < 4) != (file(&next) < 4);
            if turns {
                assert_eq!((&added, &removed), (after, before), "{}", who());
            } else if is_unique {
                assert!(added.iter().all(|input| !removed.contains(input)), "{}", who());
            }
            let room = counts.map(|count| count.saturating_sub(1 + words.word() as usize % 12));
            let (again, some) = call(room);
            assert_eq!(again, counts, "{}", who());
            for (some, all) in some.iter().zip([&added, &removed]) {
                assert!(some.iter().all(|input| all.contains(input)), "{}", who());
            }
        }
    }
}

/// Checks the inputs of pairs of pawns that a random change of the pawns adds and removes: they are those
/// that only one of the two boards has.
pub fn prop_pawn_pair_changes_equal_oracle(
    kernel: &dyn Training,
    position: &Position,
    described: &Described,
    words: &mut Words,
) {
    let described = Described { kinds: ThreatKinds::NONE, bases: [None; 3], ..*described };
    let layout = described.layout();
    let pieces = position.occupied() & !position.pawns();
    let few = |words: &mut Words| (0..4).fold(words.word(), |few, _| few & words.word());
    let change = if words.word() & 3 == 0 { [words.word(), words.word()] } else { [few(words), few(words)] };
    let before = Color::ALL.map(|color| position.pieces(color, Role::Pawn));
    let white = (before[0] ^ change[0]) & !pieces;
    let after = [white, (before[1] ^ change[1]) & !pieces & !white];
    let mut words_after = *position.words();
    for (color, (old, new)) in words_after.iter_mut().zip(before.into_iter().zip(after)) {
        *color = *color & !old | new;
    }
    words_after[2] = after[0] | after[1];
    let boards = [*position, Position::from_words(words_after)];
    let kings = Color::ALL.map(|color| position.king(color).unwrap_or(Square::A1));
    let inputs = boards.map(|board| Color::ALL.map(|color| expected_inputs(&board, &described, color)));
    for (from, to) in [(0, 1), (1, 0), (0, 0)] {
        let only_in = |some: usize, other: usize| {
            [0, 1].map(|view| {
                let is_new = |input: &&i64| !inputs[other][view].contains(input);
                inputs[some][view].iter().filter(is_new).copied().collect::<Vec<_>>()
            })
        };
        let expected = [only_in(to, from), only_in(from, to)];
        let pawns = [from, to].map(|index| [before, after][index]);
        let who = || format!("{}: {pawns:x?} {kings:?} {described:?}", kernel.name());
        for less in [0, 1 + words.word() as usize % 20] {
            let mut places = expected.each_ref().map(|views| {
                views.each_ref().map(|inputs| {
                    let room = inputs.len().saturating_sub(less);
                    Guarded::new(u32::MAX, room, room)
                })
            });
            let slices = places.each_mut().map(|views| views.each_mut().map(Guarded::slice));
            let counts = kernel.pawn_pair_changes(&layout, pawns, kings, slices);
            assert_eq!(counts, expected.each_ref().map(|views| views.each_ref().map(Vec::len)), "{}", who());
            for (places, expected) in places.as_flattened().iter().zip(expected.as_flattened()) {
                let found = sorted(places.written(kernel.name(), "pawn_pair_changes").iter().copied());
                if less == 0 {
                    assert_eq!(&found, expected, "{}", who());
                } else {
                    assert!(found.iter().all(|input| expected.contains(input)), "{}", who());
                }
            }
        }
    }
}

/// Checks the rows of many positions, and that -1 is behind the last input of each row and nowhere else.
pub fn prop_inputs_of_many_equal_oracle(
    kernel: &dyn Training,
    positions: &[Position],
    described: &Described,
    words: &mut Words,
) {
    let (name, layout) = (kernel.name(), described.layout());
    let all = [
        Perspectives::White,
        Perspectives::Black,
        Perspectives::Both,
        Perspectives::SideToMove,
        Perspectives::SideToMoveFirst,
    ];
    for perspectives in all {
        let stride = [0, 1, 17, 40, 300][words.word() as usize % 5];
        let rows = perspectives.count() * positions.len();
        let mut written = Guarded::new(i32::MIN, rows * stride, stride);
        let mut counts = Guarded::new(u16::MAX, rows, 1);
        kernel.inputs_of_many(positions, &layout, perspectives, written.slice(), stride, counts.slice());
        let (written, counts) = (written.written(name, "rows"), counts.written(name, "counts"));
        let mut offsets = Guarded::new(usize::MAX, rows + 1, 1);
        let total = counts.iter().map(|&count| usize::from(count)).sum::<usize>();
        let mut inputs = Guarded::new(u32::MAX, total, 3);
        let found = kernel.inputs_in_rows(positions, &layout, perspectives, offsets.slice(), inputs.slice());
        assert_eq!(found, total, "{name}");
        let (offsets, inputs) = (offsets.written(name, "offsets"), inputs.written(name, "inputs"));
        for (index, position) in positions.iter().enumerate() {
            let first = match perspectives {
                Perspectives::White | Perspectives::Both => Color::White,
                Perspectives::Black => Color::Black,
                _ => position.side_to_move(),
            };
            for (half, perspective) in
                [first, first.opponent()].into_iter().take(perspectives.count()).enumerate()
            {
                let expected = expected_inputs(position, described, perspective);
                let who = || {
                    format!(
                        "{name}: {perspectives:?}, {perspective}, stride {stride}\n{described:?}\n{position:?}"
                    )
                };
                let row = half * positions.len() + index;
                assert_eq!(usize::from(counts[row]), expected.len(), "{}", who());
                let (found, rest) = written[row * stride..][..stride].split_at(expected.len().min(stride));
                assert!(rest.iter().all(|&input| input == -1), "{}", who());
                if found.len() == expected.len() {
                    assert_eq!(sorted(found.iter().copied()), expected, "{}", who());
                }
                assert!(found.iter().all(|&input| expected.contains(&input.into())), "{}", who());
                let row = index * perspectives.count() + half;
                assert_eq!(
                    sorted(inputs[offsets[row]..offsets[row + 1]].iter().copied()),
                    expected,
                    "{}",
                    who()
                );
            }
        }
    }
}

/// Returns the codes of each format, and those of binpack in another order.
fn known_codes(words: &mut Words) -> [NibbleCodes; 4] {
    let mut codes = *NibbleCodes::BINPACK.codes();
    for index in (1..16).rev() {
        codes.swap(index, words.word() as usize % (index + 1));
    }
    [NibbleCodes::BINPACK, NibbleCodes::BULLETFORMAT, NibbleCodes::VIRIFORMAT, NibbleCodes::new(codes)]
}

/// Returns the packed board of a position by the meaning of each number.
fn expected_nibbles(position: &Position, codes: &NibbleCodes) -> Option<(u64, [u8; 16])> {
    let mut numbers = Vec::new();
    let mut occupied = 0;
    for square in Square::ALL {
        let Some(piece) = position.piece_at(square) else { continue };
        occupied |= square.bit();
        let color = piece.color();
        let special = match piece.role() {
            Role::Rook => NibbleCode::CastlingRook(color),
            Role::Pawn => NibbleCode::PassedPawn,
            Role::King => NibbleCode::KingToMove(color),
            _ => NibbleCode::Unused,
        };
        let has_passed = position.en_passant().is_some_and(|passed| match passed.rank() {
            2 => square.index() == passed.index() + 8,
            _ => square.index() + 8 == passed.index(),
        });
        let is_special = position.castling_rooks() & square.bit() != 0
            || has_passed
            || piece == Piece::new(position.side_to_move(), Role::King);
        let first = |wanted: NibbleCode| codes.codes().iter().position(|&code| code == wanted);
        let number = Some(special).filter(|_| is_special && special != NibbleCode::Unused).and_then(first);
        numbers.push(number.or_else(|| first(NibbleCode::Piece(piece)))? as u8);
    }
    let mut nibbles = [0; 16];
    for (place, number) in numbers.iter().enumerate() {
        *nibbles.get_mut(place / 2)? += number << (4 * (place % 2));
    }
    Some((occupied, nibbles))
}

/// Compares the packed board of any board with its definition, alone and between others of a batch, for the
/// numbers of all formats and for random ones, some with two numbers for a piece or none.
pub fn prop_nibbles_equal_oracle(kernel: &dyn Training, position: &Position, words: &mut Words) {
    let known = known_codes(words);
    let mut random = *known[3].codes();
    for _ in 0..words.word() % 4 {
        random[words.word() as usize % 16] = random[words.word() as usize % 16];
    }
    let name = kernel.name();
    for codes in known.into_iter().chain([NibbleCodes::new(random)]) {
        let expected = expected_nibbles(position, &codes);
        assert_eq!(kernel.nibbles_of(position, &codes), expected, "{name}: {codes:?}\n{position:?}");
        let mut positions = vec![Position::START; words.word() as usize % 4];
        positions.insert(words.word() as usize % (positions.len() + 1), *position);
        let expected: Vec<_> = positions.iter().map_while(|one| expected_nibbles(one, &codes)).collect();
        let mut occupied = Guarded::new(0x5a, positions.len(), 1);
        let mut nibbles = Guarded::new([0x5a; 16], positions.len(), 1);
        let found = kernel.nibbles_of_many(&positions, &codes, occupied.slice(), nibbles.slice());
        let count = expected.len();
        assert_eq!(found, if count == positions.len() { Ok(()) } else { Err(count) }, "{name}");
        let (occupied, nibbles) = (occupied.written(name, "occupied"), nibbles.written(name, "nibbles"));
        for (index, board) in occupied.iter().copied().zip(nibbles.iter().copied()).enumerate() {
            let expected = expected.get(index).copied().unwrap_or((0x5a, [0x5a; 16]));
            assert_eq!(board, expected, "{name}: {codes:?}\n{:?}", positions[index]);
        }
    }
}

/// Checks that a position is read from its packed board, and from one with numbers of its own. Of the state,
/// each format has only a part.
pub fn prop_nibbles_are_read_back(kernel: &dyn Training, position: &Position, words: &mut Words) {
    for (codes, state) in known_codes(words).into_iter().zip([!0, 0, 0xff00_0000_0000_00ff, !0]) {
        let Some((occupied, nibbles)) = kernel.nibbles_of(position, &codes) else {
            assert!(position.occupied().count_ones() > 32);
            continue;
        };
        let mut kept = *position.words();
        kept[7] &= state;
        let kept = Position::from_words(kept);
        for (place, square) in
            Square::ALL.into_iter().filter(|square| occupied & square.bit() != 0).enumerate()
        {
            let number = nibbles[place / 2] >> (4 * (place % 2)) & 15;
            let piece = match codes.codes()[usize::from(number)] {
                NibbleCode::Piece(piece) => piece,
                NibbleCode::CastlingRook(color) => Piece::new(color, Role::Rook),
                NibbleCode::KingToMove(color) => Piece::new(color, Role::King),
                NibbleCode::PassedPawn if square.rank() == 3 => Piece::new(Color::White, Role::Pawn),
                NibbleCode::PassedPawn => Piece::new(Color::Black, Role::Pawn),
                other => panic!("{other:?} was written for {square} of {position:?}"),
            };
            assert_eq!(Some(piece), position.piece_at(square), "{square} of {position:?}");
        }
        let name = kernel.name();
        assert_eq!(kernel.position_of_nibbles(occupied, &nibbles, &codes), kept, "{name}");
        for count in [1, 2, 5] {
            let mut positions = Guarded::new(Position::START, count, 0);
            kernel.positions_of_nibbles(
                &vec![occupied; count],
                &vec![nibbles; count],
                &codes,
                positions.slice(),
            );
            assert_eq!(positions.written(name, "positions"), vec![kept; count], "{name}");
        }
    }
}

/// Checks that a packed board with up to three changes is refused exactly if its position is not valid.
pub fn prop_changed_nibbles_are_checked(kernel: &dyn Training, position: &Position, words: &mut Words) {
    let codes = NibbleCodes::BINPACK;
    let Some((mut occupied, nibbles)) = position.to_nibbles(&codes) else { return };
    let mut numbers: Vec<u8> = nibbles.iter().flat_map(|byte| [byte & 15, byte >> 4]).collect();
    numbers.truncate(occupied.count_ones() as usize);
    for _ in 0..words.word() % 4 {
        let place = words.word() as usize % numbers.len();
        let square = squares(occupied).nth(place).expect("a square");
        match words.word() % 4 {
            0 => numbers[place] = (words.word() % 16) as u8,
            // Pawns that may have made a double push, rooks that may castle, and the other side to move.
            1 => {
                numbers[place] =
                    [12, 12, 2, 3, 4, 5, 13, 14, 8, 9, 10, 15, 12, 6, 7, 15][usize::from(numbers[place])]
            }
            _ => {
                let to = 1 << (words.word() % 64);
                if occupied & to == 0 {
                    let number = numbers.remove(place);
                    occupied ^= square.bit() | to;
                    numbers.insert((occupied & (to - 1)).count_ones() as usize, number);
                }
            }
        }
    }
    let mut nibbles = [0; 16];
    for (place, number) in numbers.iter().enumerate() {
        nibbles[place / 2] |= number << (4 * (place % 2));
    }
    let of = |wanted: u8| squares(occupied).zip(&numbers).filter(move |(_, number)| **number == wanted);
    let passed: Vec<Square> = of(12).map(|(square, _)| square).collect();
    let rooks_are_on_outer_ranks = of(13).chain(of(14)).all(|(square, _)| matches!(square.rank(), 0 | 7));
    let expected = Position::from_nibbles_unchecked(occupied, &nibbles, &codes);
    let is_valid = passed.len() <= 1
        && passed.iter().all(|square| matches!(square.rank(), 3 | 4))
        && rooks_are_on_outer_ranks
        && expected.check().is_ok();
    for found in kernel.checked_positions_of_nibbles(occupied, &nibbles, &codes) {
        assert_eq!(found.is_ok(), is_valid, "{}: {found:?} for {expected:?}", kernel.name());
        assert!(found.is_err() || found == Ok(expected), "{}: {found:?}", kernel.name());
    }
}

/// Checks that boards of random words do not panic, and that all levels read the same from at most 32 pieces.
pub fn prop_random_nibbles_are_the_same_everywhere(kernel: &dyn Training, words: &mut Words) {
    let mut occupied = words.word() & words.word();
    let numbers = u128::from(words.word()) << 64 | u128::from(words.word());
    let nibbles = numbers.to_le_bytes();
    for codes in [NibbleCodes::BINPACK, NibbleCodes::BULLETFORMAT, NibbleCodes::VIRIFORMAT] {
        let _ = kernel.position_of_nibbles(words.word() | words.word(), &nibbles, &codes);
        while occupied.count_ones() > 32 {
            occupied &= occupied - 1;
        }
        let mut expected = [0; 8];
        for (place, square) in
            Square::ALL.into_iter().filter(|square| occupied & square.bit() != 0).enumerate()
        {
            let bit = square.bit();
            let mut put = |piece: Piece| {
                expected[piece.color() as usize] |= bit;
                match piece.role() {
                    Role::Pawn => expected[2] |= bit,
                    Role::Knight => expected[3] |= bit,
                    Role::Bishop => expected[4] |= bit,
                    Role::Rook => expected[5] |= bit,
                    Role::Queen => {
                        expected[4] |= bit;
                        expected[5] |= bit;
                    }
                    Role::King => expected[6] |= bit,
                }
            };
            match codes.codes()[(numbers >> (4 * place) & 15) as usize] {
                NibbleCode::Piece(piece) => put(piece),
                NibbleCode::CastlingRook(color) => {
                    put(Piece::new(color, Role::Rook));
                    if matches!(square.rank(), 0 | 7) {
                        expected[7] |= bit;
                    }
                }
                NibbleCode::KingToMove(color) => {
                    put(Piece::new(color, Role::King));
                    if color == Color::Black {
                        expected[7] |= 1 << 32;
                    }
                }
                NibbleCode::PassedPawn => match square.rank() {
                    3 => {
                        put(Piece::new(Color::White, Role::Pawn));
                        expected[7] |= bit >> 8;
                    }
                    4 => {
                        put(Piece::new(Color::Black, Role::Pawn));
                        expected[7] |= bit << 8;
                    }
                    _ => expected[2] |= bit,
                },
                _ => {}
            }
        }
        let found = kernel.position_of_nibbles(occupied, &nibbles, &codes);
        assert_eq!(found.words(), &expected, "{}: {occupied:#x} {nibbles:x?} {codes:?}", kernel.name());
        // A board is refused or read; both without a panic.
        let checked = Position::from_nibbles(occupied, &nibbles, &codes);
        if let Ok(position) = checked {
            assert_eq!(position, found);
            assert_eq!(position.occupied(), occupied);
        }
    }
}

/// Checks that a threat alone has its number.
pub fn prop_a_threat_has_its_number(position: &Position, described: &Described) {
    let layout = described.layout();
    for perspective in Color::ALL {
        let Some(king) = Square::lowest(position.kings() & position.color(perspective)) else { continue };
        let threats = oracle::threats(position, ThreatKinds::ALL);
        let mut found = sorted(threats.iter().filter_map(|&threat| layout.input(threat, perspective, king)));
        found.sort_unstable();
        let without_pairs = Described { pawn_pairs: None, ..*described };
        assert_eq!(
            found,
            expected_inputs(position, &without_pairs, perspective),
            "{described:?}\n{position:?}"
        );
    }
}

/// Checks that a layout has one input more than the number of the highest one.
pub fn prop_a_layout_has_its_inputs(described: &Described) {
    let numbers = first_numbers(described.kinds);
    let end =
        |(attacker, attacked)| described.first(&numbers, attacker, attacked) + attacks(attacker).len() as u32;
    let threats = pairs(described.kinds).map(end);
    let of_pawns = described.pawn_pairs.map(|base| base + 96 * 95 / 2);
    assert_eq!(described.layout().inputs(), threats.chain(of_pawns).max().unwrap_or(0), "{described:?}");
}
