//! The worked examples in the articles that published the formulas.

mod line_states;

use std::num::Wrapping;

use quadline_conformance::Kernels;
use quadline_kernels::lanes::{Lanes, OneLane};
use quadline_kernels::{Bitboard, LineAttacks, Square, bitboard, reference};

/// Checks the oracle, every kernel, and every formula on 64-bit integers, one line at a time.
fn every_kernel(square: Square, occupied: u64, check: impl Fn(&str, LineAttacks)) {
    check("the oracle", reference::queen_attacks_x4(square, occupied));
    for kernel in &Kernels::of_this_cpu().singles {
        check(kernel.name(), kernel.queen_attacks_x4(square, occupied));
    }
    for formula in &Kernels::of_this_cpu().lines {
        check(formula.name, formula.queen_attacks_x4(square, occupied));
    }
}

/// The sample of [SBAMG](https://www.chessprogramming.org/SBAMG), Syed Fahad and Gerd Isenberg (2022): a rook
/// on bit 3 with blockers on bits 0, 1 and 6.
#[test]
fn sbamg_sample() {
    let (o, cbn): (OneLane, OneLane) = (Wrapping(0x43), Wrapping(0x02));
    assert_eq!((o & Wrapping(0x07)).ms1b(), cbn);
    let three_cbn = cbn.three_ms1b();
    assert_eq!(three_cbn, cbn + cbn + cbn);
    assert_eq!(o - three_cbn, Wrapping(0x3d));
    assert_eq!(o ^ (o - three_cbn), Wrapping(0x7e));
    for rook in [0, 1 << 3] {
        every_kernel(Square::D1, 0x43 | rook, |name, attacks| assert_eq!(attacks.rank(), 0x76, "{name}"));
    }
    // The same on every other rank.
    for rank in 1..8 {
        let square = Square::ALL[8 * rank + 3];
        every_kernel(square, 0x43 << (8 * rank), |name, attacks| {
            assert_eq!(attacks.rank(), 0x76 << (8 * rank), "{name} on {square}");
        });
    }
}

/// Returns the squares of a state written as in the articles, the first square of the line first.
fn along(squares: [Square; 8], state: &str) -> u64 {
    let members = squares.into_iter().zip(state.bytes()).filter(|&(_, digit)| digit == b'1');
    members.map(|(square, _)| square.bit()).sum()
}

/// The rook on f1, with its rank from a1 to h1 and its file from f1 to f8.
#[test]
fn rook_on_f1() {
    let first_rank = std::array::from_fn(|file| Square::ALL[file]);
    let f_file = std::array::from_fn(|rank| Square::ALL[8 * rank + 5]);
    let occupied = along(first_rank, "10010110") | along(f_file, "10000011");
    every_kernel(Square::F1, occupied, |name, attacks| {
        assert_eq!(attacks.rank(), along(first_rank, "00011010"), "{name}");
        assert_eq!(attacks.file(), along(f_file, "01111110"), "{name}");
        let drawn = bitboard! {
            . . . . . . . .
            . . . . . 1 . .
            . . . . . 1 . .
            . . . . . 1 . .
            . . . . . 1 . .
            . . . . . 1 . .
            . . . . . 1 . .
            . . . 1 1 . 1 .
        };
        assert_eq!(Bitboard(attacks.rook()), Bitboard(drawn), "{name}");
    });
    // The article says that a piece on a1 does not matter; the same holds for h1.
    for ends in ["00010110", "10010111", "00010111"] {
        let occupied = along(first_rank, ends) | along(f_file, "10000011");
        every_kernel(Square::F1, occupied, |name, attacks| {
            assert_eq!(attacks.rank(), along(first_rank, "00011010"), "{name}");
        });
    }
}

/// A board, and the parts of it on the lines of a rook and of a bishop on e4.
#[test]
fn file_and_diagonal_of_e4() {
    let on_the_file = bitboard! {
        1 1 1 1 . 1 1 1
        1 . . . 1 . 1 1
        . 1 . . 1 . . .
        . 1 1 . 1 . . .
        . . . . 1 . . .
        . 1 . . . 1 1 1
        1 . . 1 . 1 . .
        . 1 1 . 1 . . 1
    };
    every_kernel(Square::E4, on_the_file, |name, attacks| {
        let drawn = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . 1 . . .
            . . . . . . . .
            . . . . 1 . . .
            . . . . 1 . . .
            . . . . 1 . . .
        };
        assert_eq!(Bitboard(attacks.file()), Bitboard(drawn), "{name}");
    });
    let on_the_diagonal = bitboard! {
        1 1 1 1 . 1 1 1
        1 . 1 . 1 . 1 1
        . 1 . 1 . . 1 .
        . . . . . 1 . .
        . 1 1 . 1 . . .
        . . . 1 . . 1 .
        1 . . 1 . 1 . 1
        . 1 1 . 1 . 1 .
    };
    every_kernel(Square::E4, on_the_diagonal, |name, attacks| {
        let drawn = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . 1 . .
            . . . . . . . .
            . . . 1 . . . .
            . . . . . . . .
            . . . . . . . .
        };
        assert_eq!(Bitboard(attacks.diagonal()), Bitboard(drawn), "{name}");
    });
}

/// The sample of [First Rank Attacks](https://www.chessprogramming.org/First_Rank_Attacks), Gerd Isenberg
/// (2006): the e-file with 01001010 gives 01110110, the a-file first.
#[test]
fn e_file_on_the_first_rank() {
    let first_rank = std::array::from_fn(|file| Square::ALL[file]);
    every_kernel(Square::E1, along(first_rank, "01001010"), |name, attacks| {
        assert_eq!(attacks.rank(), along(first_rank, "01110110"), "{name}");
    });
}
