//! The tables, compared with steps on files and ranks, which are independent of their construction.

use std::num::Wrapping;

use quadline_kernels::formula::THREE_TIMES;
use quadline_kernels::internal::masks::LineMasks;
use quadline_kernels::internal::tables::{self, Table};
use quadline_kernels::{Line, Square};

/// Returns the squares of a line below and above a square, by steps.
fn lower_and_upper(square: Square, line: Line) -> (u64, u64) {
    let (files, ranks) = [(1, 0), (0, 1), (1, 1), (-1, 1)][line as usize];
    let walk = |direction: i32| {
        let at = |steps: i32| {
            (
                square.index() as i32 % 8 + direction * steps * files,
                square.index() as i32 / 8 + direction * steps * ranks,
            )
        };
        (1..8)
            .map(at)
            .take_while(|(file, rank)| (0..8).contains(file) && (0..8).contains(rank))
            .fold(0_u64, |squares, (file, rank)| squares | 1 << (8 * rank + file))
    };
    (walk(-1), walk(1))
}

#[test]
fn the_tables_hold_what_their_names_say() {
    for square in Square::ALL {
        for line in Line::ALL {
            let (lower, upper) = lower_and_upper(square, line);
            let cell = |table: &Table| table.0[square.index()][line as usize];
            assert_eq!(cell(&tables::LOWER), lower, "{square} {line:?}");
            assert_eq!(cell(&tables::UPPER), upper, "{square} {line:?}");
            assert_eq!(cell(&tables::LINE_EX), lower | upper, "{square} {line:?}");
            assert_eq!(cell(&tables::LOWER_AND_A1), lower | 1, "{square} {line:?}");
            assert_eq!(cell(&tables::LINE_EX_AND_A1), lower | upper | 1, "{square} {line:?}");
            assert!(lower < square.bit() && (upper == 0 || upper > square.bit()));
            assert_eq!(line.through(square), lower | upper | 1 << square.index());
            assert_eq!(line.lane(), line as usize);
        }
        assert_eq!(tables::SLIDER.0[square.index()], [1 << square.index(); 4]);
        assert_eq!(tables::SLIDER_BIT_REVERSED.0[square.index()], [1 << (63 - square.index()); 4]);
        assert_eq!(THREE_TIMES.0[square.index()], 3 << square.index());
    }
    assert_eq!(Line::ALL.map(Line::lane), [0, 1, 2, 3]);
    assert_eq!(Line::ALL, [Line::Rank, Line::File, Line::Diagonal, Line::Antidiagonal]);
}

#[test]
fn every_way_to_the_masks_gives_the_same() {
    for square in Square::ALL {
        for line in Line::ALL {
            let (lower, upper) = lower_and_upper(square, line);
            let slider = 1_u64 << square.index();
            let whole = Wrapping(lower | upper | slider);
            let computed = LineMasks::of_sliders((), whole, Wrapping(slider));
            for masks in [LineMasks::of_line(square, line), computed] {
                assert_eq!(masks.lower.0, lower);
                assert_eq!(masks.lower_and_a1.0, lower | 1);
                assert_eq!(masks.upper.0, upper);
                assert_eq!(masks.line_ex.0, lower | upper);
                assert_eq!(masks.line_ex_and_a1.0, lower | upper | 1);
                assert_eq!(masks.slider.0, slider);
                assert_eq!(masks.slider_bit_reversed.0, slider.reverse_bits());
                assert_eq!(masks.a1.0, 1);
            }
        }
    }
}

#[test]
fn the_sizes_are_those_of_the_tables() {
    assert_eq!(tables::TABLE_BYTES, 64 * 4 * 8);
    assert_eq!(tables::SQUARE_TABLE_BYTES, 64 * 8);
}
