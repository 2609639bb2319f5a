//! All sliders of a position at once: rooks, bishops and queens as bitboards.

use crate::Square;
use crate::batch::{BatchFormula, Sink, load};
use crate::formula::Formula;
use crate::lanes::{FourLanes, Lanes};
use crate::level::Level;

/// The sliders of a position. A square that is in `rooks` and in `bishops` counts as a queen.
///
/// The order of the sliders, wherever they come one after the other, is that of their squares, a1 first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sliders {
    /// The rooks.
    pub rooks: u64,
    /// The bishops.
    pub bishops: u64,
    /// The queens.
    pub queens: u64,
    /// All pieces, sliders or not.
    pub occupied: u64,
}

impl Sliders {
    /// The squares of all sliders.
    #[inline]
    pub const fn squares(&self) -> u64 {
        self.rooks | self.bishops | self.queens
    }

    /// How many sliders there are.
    #[inline]
    pub const fn count(&self) -> usize {
        self.squares().count_ones() as usize
    }

    /// Which lines the slider on a square goes along.
    #[inline(always)]
    fn kind(&self, square: Square) -> Kind {
        let on = |pieces: u64| (pieces >> square.index() & 1) as usize;
        Kind(on(self.rooks | self.queens) | on(self.bishops | self.queens) << 1)
    }
}

/// What a slider is: bit 0, it goes along rank and file; bit 1, along the diagonals.
#[derive(Clone, Copy)]
struct Kind(usize);

impl Kind {
    /// The lanes of the lines that the slider goes along.
    #[inline(always)]
    fn lines(self) -> &'static [u64; 4] {
        static LINES: [[u64; 4]; 4] =
            [[0; 4], [u64::MAX, u64::MAX, 0, 0], [0, 0, u64::MAX, u64::MAX], [u64::MAX; 4]];
        &LINES[self.0 & 3]
    }
}

/// Takes the lowest square out of a bitboard that is not empty.
#[inline(always)]
fn take_lowest(bitboard: &mut u64) -> Square {
    let square = Square::new_masked(bitboard.trailing_zeros() as u8);
    *bitboard &= bitboard.wrapping_sub(1);
    square
}

/// The attacked squares of one slider along its lines, in the lanes.
#[inline(always)]
fn lines<L: Level>(level: L, sliders: &Sliders, square: Square) -> L::Lines {
    let kind = L::Lines::load(level, sliders.kind(square).lines());
    L::Single::lines(level, square, sliders.occupied) & kind
}

/// See [`Level::slider_attacks`].
#[inline(always)]
pub(crate) fn slider_attacks<L: Level>(level: L, sliders: &Sliders, attacks: &mut [u64]) -> u64 {
    let count = sliders.count();
    assert!(
        attacks.len() == count,
        "slices of unequal length: sliders {count}, attacks {}; there must be one for each slider",
        attacks.len()
    );
    let mut left = sliders.squares();
    let mut union = L::Lines::splat(level, 0);
    let (fours, rest) = attacks.as_chunks_mut::<4>();
    for four in fours {
        let four_lines = [
            lines(level, sliders, take_lowest(&mut left)),
            lines(level, sliders, take_lowest(&mut left)),
            lines(level, sliders, take_lowest(&mut left)),
            lines(level, sliders, take_lowest(&mut left)),
        ];
        union = union | (four_lines[0] | four_lines[1]) | (four_lines[2] | four_lines[3]);
        let (rooks, bishops) = L::Lines::rooks_and_bishops(level, four_lines);
        *four = (rooks | bishops).to_array();
    }
    for attacks in rest {
        let lines = lines(level, sliders, take_lowest(&mut left));
        union = union | lines;
        *attacks = lines.queen();
    }
    union.queen()
}

/// Sliders that go through the batch together, of however many positions.
const BLOCK: usize = 256;

/// The sliders of a block, each with its board and what it is.
struct Block {
    squares: [Square; BLOCK],
    boards: [u64; BLOCK],
    /// All ones for what goes along rank and file.
    rooks: [u64; BLOCK],
    /// All ones for what goes along the diagonals.
    bishops: [u64; BLOCK],
    count: usize,
}

/// Keeps the attacks along the lines that each slider goes along.
struct ByKind<'a> {
    rooks: &'a [u64],
    bishops: &'a [u64],
    attacks: &'a mut [u64],
}

impl Sink for ByKind<'_> {
    #[inline(always)]
    fn store_one(&mut self, index: usize, rook: u64, bishop: u64) {
        self.attacks[index] = rook & self.rooks[index] | bishop & self.bishops[index];
    }

    #[inline(always)]
    fn store<V: Lanes>(&mut self, token: V::Token, start: usize, rook: V, bishop: V) {
        let rook = rook & load::<V>(token, self.rooks, start);
        let attacks = rook | bishop & load::<V>(token, self.bishops, start);
        self.attacks[start..start + V::COUNT].copy_from_slice(attacks.to_array().as_ref());
    }

    #[inline(always)]
    fn part(&mut self, start: usize, count: usize) -> impl Sink {
        let part = start..start + count;
        ByKind {
            rooks: &self.rooks[part.clone()],
            bishops: &self.bishops[part.clone()],
            attacks: &mut self.attacks[part],
        }
    }
}

/// See [`Level::slider_attacks_of_many`].
#[inline(always)]
pub(crate) fn slider_attacks_of_many<L: Level>(
    level: L,
    positions: &[Sliders],
    attacks: &mut [u64],
    unions: &mut [u64],
) {
    let count = positions.iter().map(Sliders::count).sum::<usize>();
    assert!(
        attacks.len() == count && unions.len() == positions.len(),
        "slices of unequal length: positions {}, unions {}, sliders {count}, attacks {}; there must be a union for \
         each position and attacks for each slider",
        positions.len(),
        unions.len(),
        attacks.len()
    );
    let mut block = Block {
        squares: [Square::A1; BLOCK],
        boards: [0; BLOCK],
        rooks: [0; BLOCK],
        bishops: [0; BLOCK],
        count: 0,
    };
    let mut done = 0;
    for sliders in positions {
        let mut left = sliders.squares();
        while left != 0 {
            let square = take_lowest(&mut left);
            let kind = sliders.kind(square).0 as u64;
            let index = block.count;
            block.squares[index] = square;
            block.boards[index] = sliders.occupied;
            block.rooks[index] = (kind & 1).wrapping_neg();
            block.bishops[index] = (kind >> 1).wrapping_neg();
            block.count += 1;
            if block.count == BLOCK {
                flush(level, &mut block, &mut attacks[done..]);
                done += BLOCK;
            }
        }
    }
    flush(level, &mut block, &mut attacks[done..]);
    let mut attacks = &attacks[..];
    for (sliders, union) in positions.iter().zip(unions) {
        let (own, others) = attacks.split_at(sliders.count());
        *union = own.iter().fold(0, |union, attacks| union | attacks);
        attacks = others;
    }
}

/// Computes the attacks of a block's sliders, and empties it.
#[inline(always)]
fn flush<L: Level>(level: L, block: &mut Block, attacks: &mut [u64]) {
    let count = block.count;
    let sink = ByKind {
        rooks: &block.rooks[..count],
        bishops: &block.bishops[..count],
        attacks: &mut attacks[..count],
    };
    L::Batch::run(level, &block.squares[..count], &block.boards[..count], sink);
    block.count = 0;
}
