//! Moves by numbers: the operations of the lanes against words, and destinations and moves against the
//! oracle.

use quadline_conformance::boards::Words;
use quadline_conformance::positions::{known::KNOWN, oracle, random};
use quadline_kernels::formula::SimdFormula;
use quadline_kernels::internal::positions::numbered::{
    Group, NumberedKernel, NumberedLanes, WithNumberedLanes,
};
use quadline_kernels::level::{Level, WithLevel, available};
use quadline_kernels::{Move, MoveKind, Position, Square, squares};

use super::castling::before_castling;
use crate::{every_known, percent};

/// Runs an operation with the lanes of every level that has some, and returns the number of levels.
fn at_every_level<O>(operation: impl Fn(&'static str) -> O) -> usize
where
    AtLevel<O>: WithLevel<Output = bool>,
{
    available().filter(|level| level.run(AtLevel(operation(level.name())))).count()
}

struct AtLevel<O>(O);

impl WithLevel for AtLevel<Operations> {
    type Output = bool;
    fn with_level<L: Level>(self, level: L) -> bool {
        L::Numbered::run(level, self.0).is_some()
    }
}

/// The operations of the lanes.
struct Operations(&'static str);

/// Returns lanes with different words.
fn lanes<V: NumberedLanes>(token: V::Token, mut word: impl FnMut(usize) -> u64) -> (V, Vec<u64>) {
    let mut array = V::splat(token, 0).to_array();
    for (lane, place) in array.as_mut().iter_mut().enumerate() {
        *place = word(lane);
    }
    (V::load(token, &array), array.as_ref().to_vec())
}

/// Returns the words of lanes.
fn words_of<V: NumberedLanes>(lanes: V) -> Vec<u64> {
    lanes.to_array().as_ref().to_vec()
}

/// Returns the bit of a set that has `number` bits below it, by a loop.
fn nth_bit(mut set: u64, number: u64) -> u64 {
    for _ in 0..number {
        set &= set.wrapping_sub(1);
    }
    set & set.wrapping_neg()
}

impl<T: Copy> WithNumberedLanes<T> for Operations {
    type Output = ();
    fn with_lanes<V: NumberedLanes<Token = T>, F: SimdFormula>(self, token: T) {
        let mut random = Words(0x2468);
        let name = self.0;
        for round in 0..(4_000 * percent()).div_ceil(100) {
            let (sets, set_words) = lanes::<V>(token, |lane| match (round + lane) % 6 {
                0 => 0,
                1 => u64::MAX,
                2 => random.word(),
                3 => random.word() & random.word() & random.word(),
                4 => 1 << (random.word() % 64),
                _ => 0xff_u64.rotate_left(random.word() as u32 % 64),
            });
            let sums = sets.sums();
            let counts: Vec<u64> = set_words.iter().map(|set| set.count_ones().into()).collect();
            assert_eq!(words_of(sums.count), counts, "{name}");
            for number in 0..64 {
                // Another number in each lane.
                let (numbers, number_words) = lanes::<V>(token, |lane| (number + 11 * lane as u64) % 64);
                let expected: Vec<u64> =
                    set_words.iter().zip(number_words).map(|(&set, number)| nth_bit(set, number)).collect();
                assert_eq!(words_of(V::nth_bit(&sums, numbers)), expected, "{name}: {number} {set_words:x?}");
            }
            let (others, other_words) = lanes::<V>(token, |lane| match (round + lane) % 3 {
                0 => set_words[lane],
                1 => set_words[lane].wrapping_add(1),
                _ => random.word(),
            });
            let pairs = || set_words.iter().zip(&other_words);
            let less = V::splat(token, 1).keep(sets.is_less(others));
            assert_eq!(words_of(less), pairs().map(|(a, b)| u64::from(a < b)).collect::<Vec<_>>(), "{name}");
            for factor in [0xbf58_476d_1ce4_e5b9, 3, random.word()] {
                let product: Vec<u64> = set_words.iter().map(|word| word.wrapping_mul(factor)).collect();
                assert_eq!(words_of(sets.multiply(factor)), product, "{name}");
            }
            let zeros: Vec<u64> = set_words.iter().map(|set| set.leading_zeros().into()).collect();
            assert_eq!(words_of(sets.leading_zeros()), zeros, "{name}");
            let lanes_not_zero = set_words.iter().rev().fold(0, |mask, &set| mask << 1 | u32::from(set != 0));
            assert_eq!(V::lanes(token, sets.is_not_zero()), lanes_not_zero, "{name}");
            for lane in 0..V::COUNT {
                assert_eq!(sets.lane(lane), set_words[lane], "{name}");
                let mut expected = set_words.clone();
                expected[lane] = 0x0123_4567_89ab_cdef;
                assert_eq!(words_of(sets.with_lane(lane, 0x0123_4567_89ab_cdef)), expected, "{name}");
            }
        }
        for first in 0..64 {
            let (bits, _) = lanes::<V>(token, |lane| 1 << ((first + lane) % 64));
            let indexes: Vec<u64> = (0..V::COUNT).map(|lane| ((first + lane) % 64) as u64).collect();
            assert_eq!(words_of(bits.index(token)), indexes, "{name}");
            // 1 needs no bit, 2 needs one, 3 and 4 need two.
            let (counts, count_words) = lanes::<V>(token, |lane| ((first + lane) % 64) as u64 + 1);
            let width = |&count: &u64| (0..).find(|&width| 1 << width >= count).unwrap();
            let widths: Vec<u64> = count_words.iter().map(width).collect();
            assert_eq!(words_of(counts.width_of_numbers_below(token)), widths, "{name}");
        }
    }
}

#[test]
fn operations_of_the_lanes_are_those_of_words() {
    at_every_level(Operations);
}

/// A position, and the destinations of the piece on each square by the oracle.
struct Known {
    position: Position,
    destinations: [u64; 64],
}

impl From<Position> for Known {
    fn from(position: Position) -> Self {
        let mut destinations = [0; 64];
        for each in oracle::pseudo_legal_moves(&position) {
            destinations[each.from().index()] |= each.to().bit();
        }
        Self { position, destinations }
    }
}

/// The destinations and moves of all pieces of these positions.
struct Pieces<'a>(&'static str, &'a [Known]);

impl WithLevel for AtLevel<Pieces<'_>> {
    type Output = bool;
    fn with_level<L: Level>(self, level: L) -> bool {
        L::Numbered::run(level, self.0).is_some()
    }
}

/// Returns a square with a bit, if there is one.
fn square(bit: u64) -> Option<Square> {
    squares(bit).next()
}

/// Returns whether a move to a destination is played by no function of the lanes, by the rules in the
/// documentation.
fn is_rare(position: &Position, from: Square, to: u64) -> bool {
    let (color, is_pawn) = (position.side_to_move(), position.pawns() & from.bit() != 0);
    let beside = (to << 1 | to >> 1) & position.pawns() & position.color(color.opponent());
    let is_double = is_pawn && square(to).is_some_and(|to| to.index() ^ from.index() == 16);
    position.kings() & to != 0
        || is_pawn && to & 0xff00_0000_0000_00ff != 0
        || is_pawn && position.en_passant().is_some_and(|square| square.bit() == to)
        || is_double && beside != 0
}

impl<T: Copy> WithNumberedLanes<T> for Pieces<'_> {
    type Output = ();
    fn with_lanes<V: NumberedLanes<Token = T>, F: SimdFormula>(self, token: T) {
        let Self(name, positions) = self;
        let mut group = Group::<V>::empty(token);
        for window in 0..positions.len() {
            let known = |lane: usize| &positions[(window + lane * 7) % positions.len()];
            let position = |lane: usize| &known(lane).position;
            for lane in 0..V::COUNT {
                group.set(lane, position(lane));
            }
            let mut stored = vec![Position::START; V::COUNT];
            V::store_positions(group.words(token), &mut stored);
            for (lane, stored) in stored.iter().enumerate() {
                assert_eq!(group.position(token, lane), *position(lane), "{name}");
                assert_eq!(stored, position(lane), "{name}");
            }
            // The pieces of all lanes at once, until none has more.
            for piece in 0..17 {
                let origins: Vec<u64> = (0..V::COUNT)
                    .map(|lane| nth_bit(position(lane).color(position(lane).side_to_move()), piece))
                    .collect();
                let found = group.piece::<F>(token, lanes::<V>(token, |lane| origins[lane]).0);
                let destinations = words_of(found.destinations);
                for lane in 0..V::COUNT {
                    let position = position(lane);
                    let own = position.color(position.side_to_move());
                    let expected =
                        square(origins[lane]).map_or(0, |from| known(lane).destinations[from.index()] & !own);
                    assert_eq!(destinations[lane], expected, "{name}: {position} {:x}", origins[lane]);
                }
                let rooks: Vec<u64> = (0..V::COUNT)
                    .map(|lane| {
                        let rooks = position(lane).castling_rooks()
                            & position(lane).color(position(lane).side_to_move());
                        if position(lane).kings() & origins[lane] != 0 { rooks } else { 0 }
                    })
                    .collect();
                assert_eq!(words_of(found.rooks), rooks, "{name}");
                for number in 0..30 {
                    // Another number in each lane, so that kings castle beside all kinds of moves.
                    let (numbers, number_words) = lanes::<V>(token, |lane| (number + lane as u64 % 3) % 30);
                    let (targets, target_words) =
                        lanes::<V>(token, |lane| nth_bit(destinations[lane], number_words[lane]));
                    let special = V::lanes(token, found.is_special(&group, targets).is_not_zero());
                    let moves = words_of(found.move_bits(token, targets));
                    let next = group.play(token, &found, targets);
                    let any = group.play_any(token, &found, numbers, targets);
                    let (rare, any_moves) = (V::lanes(token, any.rare.is_not_zero()), words_of(any.moves));
                    for lane in 0..V::COUNT {
                        let Some(from) = square(origins[lane]) else { continue };
                        let (position, to) = (position(lane), target_words[lane]);
                        let is_rare_here = rare >> lane & 1 != 0;
                        // Rooks are numbered after the destinations.
                        let after = number_words[lane].wrapping_sub(destinations[lane].count_ones().into());
                        let rook = if to == 0 { nth_bit(rooks[lane], after) } else { 0 };
                        let (chess_move, expected) = if let Some(to) = square(to) {
                            let is_pawn = position.pawns() & from.bit() != 0;
                            let is_double = is_pawn && from.index() ^ to.index() == 16;
                            let kind = if is_double { MoveKind::DoublePush } else { MoveKind::Normal };
                            (Move::new(from, to, kind), is_rare(position, from, to.bit()))
                        } else if let Some(rook) = square(rook) {
                            let is_free = known(lane).destinations[from.index()] & rook.bit() != 0;
                            (Move::new(from, rook, MoveKind::Castling), !is_free)
                        } else {
                            assert!(is_rare_here, "{name}: {position} {from} {number}");
                            continue;
                        };
                        assert_eq!(is_rare_here, expected, "{name}: {position} {chess_move}");
                        let is_special = special >> lane & 1 != 0;
                        if to != 0 || rooks[lane] != 0 {
                            assert_eq!(
                                is_special,
                                expected || rooks[lane] != 0,
                                "{name}: {position} {chess_move}"
                            );
                        }
                        if expected {
                            continue;
                        }
                        let after = oracle::play(position, chess_move);
                        assert_eq!(any_moves[lane], u64::from(chess_move.to_bits()), "{name}: {position}");
                        assert_eq!(any.next.position(token, lane), after, "{name}: {position} {chess_move}");
                        if !is_special {
                            assert_eq!(moves[lane], u64::from(chess_move.to_bits()), "{name}: {position}");
                            assert_eq!(next.position(token, lane), after, "{name}: {position} {chess_move}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn pieces_and_moves_are_those_of_the_oracle() {
    let mut words = Words(0xc4a125);
    let mut positions: Vec<Position> = KNOWN
        .iter()
        .step_by(every_known())
        .flat_map(|known| [known.position(), known.position().mirrored()])
        .collect();
    for _ in 0..(400 * percent()).div_ceil(100) {
        positions.push(random::position(&mut words));
        positions.push(random::before_double_push(&mut words));
        positions.push(random::after_double_push(&mut words));
        positions.push(random::sharp(&mut words));
    }
    let castling = before_castling(&mut words);
    positions.extend(castling.into_iter().step_by(100_usize.div_ceil(percent())));
    pieces_and_moves_equal_oracle(&positions);
}

/// Compares the destinations and moves of all pieces with the oracle, at every level.
pub fn pieces_and_moves_equal_oracle(positions: &[Position]) {
    let positions: Vec<Known> = positions.iter().copied().map(Known::from).collect();
    at_every_level(|name| Pieces(name, &positions));
}
