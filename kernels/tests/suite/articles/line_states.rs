//! The boards of the articles about line states: the multipliers, and the squares that they move.

use quadline_kernels::formula::LineStates;
use quadline_kernels::formula::line_states::{
    antidiagonal_number, diagonal_number, inner_squares, line_state, magic, rank_shift,
};
use quadline_kernels::{Line, Square, bitboard};

#[test]
fn the_magics_of_the_article() {
    let files = [
        0x8040_2010_0804_0200,
        0x4020_1008_0402_0100,
        0x2010_0804_0201_0080,
        0x1008_0402_0100_8040,
        0x0804_0201_0080_4020,
        0x0402_0100_8040_2010,
        0x0201_0080_4020_1008,
        0x0100_8040_2010_0804,
    ];
    let antidiagonals = [
        0x0080_8080_8080_8080,
        0x0040_4040_4040_4040,
        0x0020_2020_2020_2020,
        0x0010_1010_1010_1010,
        0x0008_0808_0808_0808,
    ];
    let diagonals = [
        0x8080_8080_8080_8000,
        0x4040_4040_4040_0000,
        0x2020_2020_2000_0000,
        0x1010_1010_0000_0000,
        0x0808_0800_0000_0000,
    ];
    let expected = |number, above_8: [u64; 5]| match number {
        3..=8 => 0x0101_0101_0101_0100,
        9..=13 => above_8[number - 9],
        _ => 0,
    };
    for square in Square::ALL {
        assert_eq!(magic(square, Line::File), files[usize::from(square.file())]);
        assert_eq!(magic(square, Line::Diagonal), expected(diagonal_number(square), diagonals));
        assert_eq!(magic(square, Line::Antidiagonal), expected(antidiagonal_number(square), antidiagonals));
    }
}

#[test]
fn the_rank_of_d3() {
    let occupied = bitboard! {
        1 . 1 1 . . 1 1
        1 1 . 1 1 1 1 1
        . . 1 . 1 . 1 .
        . . 1 . . . . .
        . . . . . . . .
        . 1 . 1 . 1 1 1
        1 . . 1 . 1 . .
        . 1 1 . 1 . . 1
    };
    let mask = bitboard! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . 1 1 1 1 1 1 .
        . . . . . . . .
        . . . . . . . .
    };
    assert_eq!(rank_shift(Square::D3), 17);
    assert_eq!(inner_squares(Square::D3, Line::Rank), mask);
    let state = (occupied & mask) >> 17;
    assert_eq!(
        state,
        bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            1 . 1 . 1 1 . .
        }
    );
    assert_eq!(line_state(Square::D3, Line::Rank, occupied) as u64, state);
}

/// Puts a piece on each lettered square of the article's boards in turn. Each piece must appear in its place.
fn lettered(square: Square, line: Line, letters: &[Square]) {
    assert_eq!(inner_squares(square, line), letters.iter().fold(0, |mask, letter| mask | letter.bit()));
    for (place, letter) in letters.iter().enumerate() {
        assert_eq!(line_state(square, line, letter.bit()), 1 << place, "{letter}");
    }
}

#[test]
fn the_third_file() {
    let letters = [Square::C7, Square::C6, Square::C5, Square::C4, Square::C3, Square::C2];
    lettered(Square::C4, Line::File, &letters);
    assert_eq!(
        magic(Square::C4, Line::File),
        bitboard! {
            . . . . . 1 . .
            . . . . 1 . . .
            . . . 1 . . . .
            . . 1 . . . . .
            . 1 . . . . . .
            1 . . . . . . .
            . . . . . . . .
            . . . . . . . 1
        }
    );
    let product = bitboard! {
        . A B C D E F .
        . A B C D E . .
        . A B C D . . .
        . A B C . . . .
        . A B . . . . .
        . A . . . . . .
        . . . . . . . .
        . . . . . . . .
    };
    let file = inner_squares(Square::C4, Line::File);
    assert_eq!(file.wrapping_mul(magic(Square::C4, Line::File)), product);
}

#[test]
fn the_ninth_diagonals() {
    let letters = [Square::C7, Square::D6, Square::E5, Square::F4, Square::G3];
    lettered(Square::E5, Line::Antidiagonal, &letters);
    let product =
        inner_squares(Square::E5, Line::Antidiagonal).wrapping_mul(magic(Square::E5, Line::Antidiagonal));
    assert_eq!(
        product,
        bitboard! {
            . A B C D E . .
            . . B C D E . .
            . . . C D E . .
            . . . . D E . .
            . . . . . E . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
        }
    );

    let letters = [Square::C2, Square::D3, Square::E4, Square::F5, Square::G6];
    lettered(Square::E4, Line::Diagonal, &letters);
    // The article draws the multiplier of the other direction here. Its product has the same eighth rank as
    // the product with the multiplier in the article's list.
    let squares = inner_squares(Square::E4, Line::Diagonal);
    let drawn = squares.wrapping_mul(magic(Square::E5, Line::Antidiagonal));
    assert_eq!(squares.wrapping_mul(magic(Square::E4, Line::Diagonal)) >> 56, drawn >> 56);
    assert_eq!(
        drawn,
        bitboard! {
            . A B C D E . .
            . A B C D E . .
            . A B C D . . .
            . A B C . . . .
            . A B . . . . .
            . A . . . . . .
            . . . . . . . .
            . . . . . . . .
        }
    );
}

#[test]
fn the_rook_moves_of_f1() {
    let targets = bitboard! {
        1 1 1 1 . 1 1 1
        1 1 1 1 1 1 1 1
        1 1 1 1 1 1 1 1
        1 1 1 1 1 1 1 1
        1 1 1 1 . 1 1 1
        . 1 . 1 . 1 1 1
        1 . . 1 . 1 . .
        . 1 1 . 1 . . 1
    };
    let attacks = bitboard! {
        . . . . . . . .
        . . . . . 1 . .
        . . . . . 1 . .
        . . . . . 1 . .
        . . . . . 1 . .
        . . . . . 1 . .
        . . . . . 1 . .
        . . . 1 1 . 1 .
    };
    let moves = bitboard! {
        . . . . . . . .
        . . . . . 1 . .
        . . . . . 1 . .
        . . . . . 1 . .
        . . . . . 1 . .
        . . . . . 1 . .
        . . . . . 1 . .
        . . . . 1 . . .
    };
    // The rank a1 to h1 is 10010110, and the file f1 to f8 is 10000011.
    let occupied = Square::A1.bit()
        | Square::D1.bit()
        | Square::F1.bit()
        | Square::G1.bit()
        | Square::F7.bit()
        | Square::F8.bit();
    let rank = LineStates::line_attacks(Square::F1, Line::Rank, occupied);
    let file = LineStates::line_attacks(Square::F1, Line::File, occupied);
    assert_eq!(rank | file, attacks);
    assert_eq!((rank | file) & targets, moves);
}
