//! Boards of all densities for quickcheck, and every board that can make a difference for a slider.

use std::sync::OnceLock;

use quadline_conformance::boards::{Words, joined};
use quadline_kernels::{Line, LineAttacks, Square, reference};
use quickcheck::{Arbitrary, Gen};

/// A board of any density, which shrinks toward fewer pieces.
///
/// A plain random word is nearly always half full. This type combines up to six words by AND or OR.
#[derive(Clone, Copy)]
pub struct Board(pub u64);

impl std::fmt::Debug for Board {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:?}", quadline_kernels::Bitboard(self.0))
    }
}

impl Arbitrary for Board {
    fn arbitrary(generator: &mut Gen) -> Self {
        Self(joined(u8::arbitrary(generator), || u64::arbitrary(generator)))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let board = self.0;
        let halves =
            [0x0000_0000_ffff_ffff, 0xffff_ffff_0000_0000, 0x00ff_00ff_00ff_00ff, 0x0f0f_0f0f_0f0f_0f0f];
        let without_one = (0..64).map(|index| !(1 << index));
        let masks = std::iter::once(0).chain(halves).chain(without_one);
        Box::new(masks.map(move |mask| board & mask).filter(move |&fewer| fewer != board).map(Board))
    }
}

/// Any square, which shrinks toward a1.
#[derive(Clone, Copy, Debug)]
pub struct AnySquare(pub Square);

impl Arbitrary for AnySquare {
    fn arbitrary(generator: &mut Gen) -> Self {
        Self(Square::new_masked(u8::arbitrary(generator)))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(u8::from(self.0).shrink().filter_map(Square::new).map(Self))
    }
}

/// Returns all subsets of a set of squares
/// ([carry-rippler](https://www.chessprogramming.org/Traversing_Subsets_of_a_Set)).
pub fn subsets(set: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0_u64);
    std::iter::from_fn(move || {
        let subset = next?;
        let following = subset.wrapping_sub(set) & set;
        next = (following != 0).then_some(following);
        Some(subset)
    })
}

/// Returns the squares of a line whose occupancy matters: all except the last of each ray.
fn relevant(square: Square, line: Line) -> u64 {
    let squares = reference::line_attacks(square, line, 0);
    // A square is the last of its ray if a slider on it attacks nothing behind it, with `square` as the only
    // other piece.
    let inner = |other: Square| {
        let seen = reference::line_attacks(other, line, square.bit());
        let behind = if other > square { seen >> other.index() >> 1 } else { seen & (other.bit() - 1) };
        squares & other.bit() != 0 && behind != 0
    };
    Square::ALL.into_iter().filter(|&other| inner(other)).map(Square::bit).sum()
}

/// A slider, a board, and the oracle's result.
pub struct Case {
    pub square: Square,
    pub occupied: u64,
    pub attacks: LineAttacks,
}

/// Returns every square with every subset of each of its lines, the other squares empty, random and full; and
/// with every occupancy that is relevant for a rook and for a bishop.
pub fn all_relevant_cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        let mut words = Words(0x05ee_d0fc_a5e5);
        let mut cases = Vec::new();
        let (mut index, every) = (0, crate::every());
        for square in Square::ALL {
            let mut add = |occupied| {
                index += 1;
                if index % every != 0 {
                    return;
                }
                cases.push(Case { square, occupied, attacks: reference::queen_attacks_x4(square, occupied) });
            };
            for line in Line::ALL {
                let squares = reference::line_attacks(square, line, 0);
                for subset in subsets(squares) {
                    add(subset);
                    add(subset | !squares);
                    add(subset | words.word() & !squares);
                }
            }
            let [rank, file, diagonal, antidiagonal] = Line::ALL.map(|line| relevant(square, line));
            subsets(rank | file).for_each(&mut add);
            subsets(diagonal | antidiagonal).for_each(&mut add);
        }
        cases
    })
}

#[test]
fn the_cases_are_complete() {
    // Known figures: the numbers of entries in plain magic tables for rooks and bishops.
    let entries = |lines: [Line; 2]| -> usize {
        Square::ALL
            .map(|square| 1 << (relevant(square, lines[0]) | relevant(square, lines[1])).count_ones())
            .iter()
            .sum()
    };
    assert_eq!(entries([Line::Rank, Line::File]), 102_400);
    assert_eq!(entries([Line::Diagonal, Line::Antidiagonal]), 5_248);
    // A line of n squares has 2^(n - 1) subsets without the slider. Ranks and files: 64 * 128 each. Diagonals
    // of length n: n squares on each of two (on one for the longest).
    let diagonals: usize = (1..8).map(|n| (2 * n) << (n - 1)).sum::<usize>() + (8 << 7);
    let lines = 2 * 64 * 128 + 2 * diagonals;
    assert_eq!(all_relevant_cases().len(), (3 * lines + 102_400 + 5_248) / crate::every());
}

#[test]
fn boards_are_of_every_density() {
    let mut generator = Gen::new(100);
    let mut seen = [0; 65];
    for _ in 0..100_000 {
        seen[Board::arbitrary(&mut generator).0.count_ones() as usize] += 1;
    }
    let missing: Vec<_> = (0..=64).filter(|&pieces| seen[pieces] == 0).collect();
    assert!(missing.is_empty(), "no board of {missing:?} pieces among 100,000");
    assert!((4..=24).all(|pieces| seen[pieces] >= 100), "{seen:?}");
}

#[test]
fn boards_shrink_to_fewer_pieces() {
    let board = Board(0x8000_0180_0000_0003);
    assert!(board.shrink().all(|fewer| fewer.0 & !board.0 == 0 && fewer.0 != board.0));
    assert!(
        (0..64)
            .filter(|index| board.0 >> index & 1 == 1)
            .all(|index| { board.shrink().any(|fewer| fewer.0 == board.0 & !(1 << index)) })
    );
    assert_eq!(Board(0).shrink().count(), 0);
}
