//! Bit matrices: the lines of a group of sliders in one vector, a byte for each.
//!
//! On every rank but its own a queen looks at three files at most: its own, one to the east and one to the west. So a
//! board becomes three *columns* of eight bits, one for each rank, which a product of bit matrices gathers for eight
//! boards at once; the rank itself is a byte already. A column to one side belongs to a diagonal above the slider and
//! to an antidiagonal below it, or the other way round: that is no matter, for the two rays of a line know nothing of
//! one another.
//!
//! The three columns and the rank of two times eight sliders (with AVX2, two times four) are the bytes of a vector, where
//! hyperbola quintessence solves them together. The same products, transposed, put the attacks back on the boards.
//! Nothing that is computed goes through memory, and mask registers say no more than which bytes are ranks: both would
//! be narrower than the vector ports. Sixteen queens take 38 vector instructions with AVX-512.

use core::marker::PhantomData;

use super::{Attacks, BatchFormula, Boards, Request, Sink, Wanted};
use crate::formula::both_ways;
use crate::lanes::{Lanes, MatrixLevel, PartialMatrixLevel, PositionMatrixLevel, Reversible};
use crate::masks::LINE_EX;
use crate::sliders::{PositionFormula, Sliders};
use crate::{Line, Square};

/// Bit matrices for any number of sliders: whole groups, a last one that overlaps the one before it, or part of one group
/// if there are no more.
#[derive(Debug)]
pub struct Matrices;

impl<L: PartialMatrixLevel> BatchFormula<L> for Matrices {
    const NAME: &'static str = "hyperbola-quintessence";
    const LAYOUT: &'static str = "matrices";
    const TABLE_BYTES: usize = L::MATRIX_BYTES;

    #[inline(always)]
    fn run(level: L, request: Request<'_, impl Boards, impl Sink>) {
        let Request { squares, boards, mut sink } = request.seen_to_be_equal();
        let (count, group) = (squares.len(), 2 * L::Sliders::COUNT);
        if count == 0 {
            return;
        }
        let places = level.places();
        if count < group {
            return part_of_group(level, places, squares, boards, &mut sink);
        }
        let mut start = 0;
        while count - start >= group {
            whole_group(level, places, squares, boards, &mut sink, start);
            start += group;
        }
        if start < count {
            // A whole group again, of which some sliders are done already.
            whole_group(level, places, squares, boards, &mut sink, count - group);
        }
    }
}

/// Fewer sliders than a group has.
#[inline(always)]
fn part_of_group<L: PartialMatrixLevel, S: Sink>(
    level: L,
    places: L::Places,
    squares: &[Square],
    boards: impl Boards,
    sink: &mut S,
) {
    let (count, half) = (squares.len(), L::Sliders::COUNT);
    let (first, second) = (count.min(half), count.saturating_sub(half));
    let (group, sliders) = level.part_of_group(places, squares);
    let occupied = [boards.load_some(level, 0, first), boards.load_some(level, first, second)];
    let [one, other] = attacks::<L, S>(level, &group, sliders, occupied);
    sink.store_some(0, first, &one);
    sink.store_some(first, second, &other);
}

/// All sliders of a position as one group; `Many`, if they are more than that.
#[derive(Debug)]
pub struct OneGroup<Many>(PhantomData<Many>);

impl<L: PositionMatrixLevel, Many: PositionFormula<L>> PositionFormula<L> for OneGroup<Many> {
    #[inline(always)]
    fn slider_attacks(level: L, sliders: &Sliders, attacks: &mut [u64]) -> u64 {
        let (count, half) = (attacks.len(), L::Sliders::COUNT);
        if count > 2 * half {
            return Many::slider_attacks(level, sliders, attacks);
        }
        let places = level.places();
        let (group, bits) = level.group_of(places, sliders.squares());
        let occupied = L::Sliders::splat(level, sliders.occupied);
        let attacked = solved(level.gather(&group, [occupied; 2]), bits);
        let attacked = level.along(
            places,
            &group,
            attacked,
            sliders.rooks | sliders.queens,
            sliders.bishops | sliders.queens,
        );
        let [(first, _), (second, _)] = level.scatter::<true>(&group, attacked);
        let (first_words, second_words) = attacks.split_at_mut(count.min(half));
        first.store_some(first_words);
        second.store_some(second_words);
        level.joined(first | second)
    }
}

/// The group that begins at `start`.
#[inline(always)]
fn whole_group<L: MatrixLevel, S: Sink>(
    level: L,
    places: L::Places,
    squares: &[Square],
    boards: impl Boards,
    sink: &mut S,
    start: usize,
) {
    let half = L::Sliders::COUNT;
    let (group, sliders) = level.group(places, &squares[start..start + 2 * half]);
    let occupied = [boards.load(level, start), boards.load(level, start + half)];
    let [one, other] = attacks::<L, S>(level, &group, sliders, occupied);
    sink.store(start, &one);
    sink.store(start + half, &other);
}

/// The rook and bishop attacks of a group.
#[inline(always)]
fn attacks<L: MatrixLevel, S: Sink>(
    level: L,
    group: &L::Group,
    sliders: L::Bytes,
    occupied: [L::Sliders; 2],
) -> [Scattered<L::Sliders>; 2] {
    let attacks = solved(level.gather(group, occupied), sliders);
    let [one, other] = if matches!(S::WANTED, Wanted::Queen) {
        level.scatter::<true>(group, attacks)
    } else {
        level.scatter::<false>(group, attacks)
    };
    [Scattered(one), Scattered(other)]
}

struct Scattered<V>((V, V));

impl<V: Copy> Attacks<V> for Scattered<V> {
    #[inline(always)]
    fn rook(&self) -> V {
        self.0.0
    }
    #[inline(always)]
    fn bishop(&self) -> V {
        self.0.1
    }
    #[inline(always)]
    fn queen(&self) -> V {
        self.0.0
    }
}

/// The attacked squares of each state.
#[inline(always)]
fn solved<V: Reversible>(states: V, sliders: V) -> V {
    // A byte is the whole line: no square beyond it has to be taken away again.
    both_ways(
        states & !sliders,
        sliders,
        sliders.reverse_bits(),
        #[inline(always)]
        |bytes| bytes.reverse_bits(),
    )
}

/// The byte of a slider's states in which its columns begin, after its rank.
pub(crate) const FIRST_HALF: usize = 1;

/// What gathers the columns of a slider on a file: from the byte `place` on, the files east of it, its own, and west.
pub(crate) const fn gather(place: usize, file: usize) -> u64 {
    let own = 1_u64 << file;
    let west = own - 1;
    let east = 0xff & !own & !west;
    (east | own << 8 | west << 16) << (8 * place)
}

/// The matrix that puts the columns back: for each file the column that it comes from, of those that are wanted.
pub(crate) const fn scatter(place: usize, file: usize, wanted: &[bool]) -> u64 {
    let mut matrix = 0;
    let mut to = 0;
    while to < 8 {
        let column = if to > file {
            0
        } else if to == file {
            1
        } else {
            2
        };
        if wanted[column] {
            // The states in byte `n` have become bit `7 - n` of each rank.
            matrix |= 1 << (8 * (7 - to) + 7 - (place + column));
        }
        to += 1;
    }
    matrix
}

/// What a queen looks at on other ranks than her own.
pub(crate) const fn looks_at(square: Square) -> u64 {
    let lines = &LINE_EX.0[square.index()];
    lines[Line::File.lane()] | lines[Line::Diagonal.lane()] | lines[Line::Antidiagonal.lane()]
}
