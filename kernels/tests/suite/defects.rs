//! The properties can fail: each must find a defect in a kernel.
//!
//! A defect is found by catching a panic, so these tests need a build with unwinding panics.

use std::panic::{AssertUnwindSafe, catch_unwind};

use quadline_conformance::*;
use quadline_kernels::{Line, LineAttacks, Square, reference};

/// A change to the four lines of a slider.
type LineDefect = fn(Square, u64, [u64; 4]) -> [u64; 4];

/// The oracle with a defect in its four lines.
struct Defective(LineDefect);

impl Single for Defective {
    fn name(&self) -> &str {
        "a defective kernel"
    }

    fn queen_attacks_x4(&self, square: Square, occupied: u64) -> LineAttacks {
        let lines = Line::ALL.map(|line| reference::line_attacks(square, line, occupied));
        LineAttacks::from_array((self.0)(square, occupied, lines))
    }

    fn rook_attacks(&self, square: Square, occupied: u64) -> u64 {
        self.queen_attacks_x4(square, occupied).rook()
    }

    fn bishop_attacks(&self, square: Square, occupied: u64) -> u64 {
        self.queen_attacks_x4(square, occupied).bishop()
    }

    fn queen_attacks(&self, square: Square, occupied: u64) -> u64 {
        self.queen_attacks_x4(square, occupied).queen()
    }
}

/// Returns the property's panic message. Panics if the property finds nothing.
#[track_caller]
pub(crate) fn finding(property: impl FnOnce()) -> String {
    finding_of("the defect was not found", property)
}

/// The same, with the message for a property that finds nothing.
#[track_caller]
pub(crate) fn finding_of(nothing: &str, property: impl FnOnce()) -> String {
    let Err(panic) = catch_unwind(AssertUnwindSafe(property)) else { panic!("{nothing}") };
    *panic.downcast::<String>().expect("a message")
}

/// Checks that the property finds the defect for some square and board, and nothing in the same kernel
/// without the defect.
#[track_caller]
fn found_by(property: fn(&dyn Single, Square, u64), defect: LineDefect) {
    let boards = [0, 1 << 63, 0x0010_0810_2400_1240, 0x00ff_0000_0000_ff00, u64::MAX];
    let all = |kernel: &dyn Single| {
        for square in Square::ALL {
            boards.into_iter().for_each(|occupied| property(kernel, square, occupied));
        }
    };
    all(&Defective(|_, _, lines| lines));
    let message = finding(|| all(&Defective(defect)));
    assert!(message.contains("a defective kernel"), "{message}");
    assert!(
        message.lines().filter(|line| line.starts_with(". ") || line.starts_with("1 ")).count() >= 8,
        "{message}"
    );
}

#[test]
fn one_wrong_square_is_found() {
    found_by(prop_equals_oracle, |square, occupied, [rank, file, diagonal, antidiagonal]| {
        let wrong = square == Square::H8 && occupied == u64::MAX;
        [rank, file, diagonal ^ u64::from(wrong), antidiagonal]
    });
    for line in 0..4 {
        // The same defect in each lane, to show that the property distinguishes the lanes.
        let defects: [LineDefect; 4] = [
            |_, _, [rank, file, diagonal, antidiagonal]| [rank ^ 1 << 27, file, diagonal, antidiagonal],
            |_, _, [rank, file, diagonal, antidiagonal]| [rank, file ^ 1 << 27, diagonal, antidiagonal],
            |_, _, [rank, file, diagonal, antidiagonal]| [rank, file, diagonal ^ 1 << 27, antidiagonal],
            |_, _, [rank, file, diagonal, antidiagonal]| [rank, file, diagonal, antidiagonal ^ 1 << 27],
        ];
        found_by(prop_equals_oracle, defects[line]);
    }
}

#[test]
fn lines_in_the_wrong_order_are_found() {
    found_by(prop_equals_oracle, |_, _, [rank, file, diagonal, antidiagonal]| {
        [file, rank, diagonal, antidiagonal]
    });
    found_by(prop_equals_oracle, |square, _, [rank, file, diagonal, antidiagonal]| match square {
        Square::B3 => [rank, file, antidiagonal, diagonal],
        _ => [rank, file, diagonal, antidiagonal],
    });
}

#[test]
fn squares_that_should_not_matter_are_found() {
    // The slider's own square in its attacks, a square off the line, the slider's square, and an edge.
    let defects: [LineDefect; 4] = [
        |square, _, [rank, file, diagonal, antidiagonal]| [rank, file, diagonal | square.bit(), antidiagonal],
        |_, occupied, [rank, file, diagonal, antidiagonal]| {
            [rank, file, if occupied & 1 << 36 != 0 { 0 } else { diagonal }, antidiagonal]
        },
        |square, occupied, [rank, file, diagonal, antidiagonal]| {
            [rank, if occupied & square.bit() != 0 { 0 } else { file }, diagonal, antidiagonal]
        },
        |square, occupied, [rank, file, diagonal, antidiagonal]| {
            let edge = square == Square::D4 && occupied & Square::H8.bit() != 0;
            [rank, file, if edge { diagonal & !Square::H8.bit() } else { diagonal }, antidiagonal]
        },
    ];
    for defect in defects {
        found_by(prop_equals_oracle, defect);
    }
}

#[test]
fn rays_through_blockers_are_found() {
    found_by(prop_equals_oracle, |square, _, [rank, file, diagonal, _]| {
        [rank, file, diagonal, reference::line_attacks(square, Line::Antidiagonal, 0)]
    });
    found_by(prop_equals_oracle, |square, occupied, [rank, file, diagonal, antidiagonal]| {
        let captures = occupied & reference::line_attacks(square, Line::File, occupied);
        [rank, file & !captures, diagonal, antidiagonal]
    });
}

/// The defects of a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Defect {
    None,
    LastOfMany,
    WritesBefore,
    WritesBehind,
    Unchecked,
    WritesFirst,
}

struct DefectiveBatch(Defect);

impl DefectiveBatch {
    fn write(&self, attacks: &mut [u64], answer: impl Fn(usize) -> u64) {
        for (index, attacks) in attacks.iter_mut().enumerate() {
            *attacks = answer(index);
        }
        let behind = attacks.len();
        let outside = match self.0 {
            Defect::WritesBefore => attacks.as_mut_ptr().wrapping_sub(1),
            Defect::WritesBehind => attacks.as_mut_ptr().wrapping_add(behind),
            Defect::LastOfMany if attacks.len() == 9 => {
                attacks[8] ^= 1;
                return;
            }
            _ => return,
        };
        // SAFETY: `Output` has room for eight words before and sixteen after each of its slices.
        unsafe { outside.write(0) };
    }
}

impl Batch for DefectiveBatch {
    fn name(&self) -> &str {
        "a defective batch"
    }

    fn run(&self, entry: Entry, arguments: Arguments<'_>) {
        let Arguments { squares, occupied, board, first, second } = arguments;
        if self.0 == Defect::WritesFirst {
            first.fill(0);
        }
        let mut lengths = vec![("squares", squares.len())];
        if !entry.is_on_one_board() {
            lengths.push(("occupied", occupied.len()));
        }
        for (&(name, _), length) in entry.outputs().iter().zip([first.len(), second.len()]) {
            lengths.push((name, length));
        }
        if lengths.iter().any(|&(_, length)| length != squares.len()) {
            if self.0 == Defect::Unchecked {
                return;
            }
            let lengths = lengths.iter().map(|(name, length)| format!("{name} {length}"));
            panic!("{}", lengths.collect::<Vec<_>>().join(", "));
        }
        for (&(_, piece), attacks) in entry.outputs().iter().zip([first, second]) {
            self.write(attacks, |index| {
                let board = if entry.is_on_one_board() { board } else { occupied[index] };
                let lines = reference::queen_attacks_x4(squares[index], board);
                match piece {
                    Piece::Rook => lines.rook(),
                    Piece::Bishop => lines.bishop(),
                    Piece::Queen => lines.queen(),
                }
            });
        }
    }
}

#[test]
fn wrong_batches_are_found() {
    let squares: Vec<_> = Square::ALL.into_iter().cycle().take(20).collect();
    let samples = Samples::new(squares, &[0x0010_0810_2400_1240; 20], 0x43, 3);
    for &entry in Entry::ALL {
        let check = |defect| {
            let mut outputs = [Output::new(20), Output::new(20)];
            for length in 0..=20 {
                prop_batch_equals_single(
                    &DefectiveBatch(defect),
                    entry,
                    &samples,
                    0..length,
                    length % 8,
                    &mut outputs,
                );
            }
        };
        check(Defect::None);
        let message = finding(|| check(Defect::LastOfMany));
        assert!(
            message.contains("of 9 sliders") && message.contains("wrong attacks at index 8"),
            "{message}"
        );
        let message = finding(|| check(Defect::WritesBefore));
        assert!(message.contains("written outside of the output at index -1"), "{message}");
        let message = finding(|| check(Defect::WritesBehind));
        assert!(message.contains("written outside of the output at index"), "{message}");
    }
}

#[test]
fn lengths_that_are_not_checked_are_found() {
    prop_unequal_lengths_panic(&DefectiveBatch(Defect::None), [3, 4, 3, 3]);
    let message = finding(|| prop_unequal_lengths_panic(&DefectiveBatch(Defect::Unchecked), [3, 4, 3, 3]));
    assert!(message.contains("did not panic"), "{message}");
    let message = finding(|| prop_unequal_lengths_panic(&DefectiveBatch(Defect::WritesFirst), [3, 4, 3, 3]));
    assert!(message.contains("wrote before it panicked"), "{message}");
}
