//! Properties of every kernel for many sliders.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use quadline_kernels::Square;

use super::output::CANARY;
use super::{Batch, Output, Samples};
use crate::{Arguments, Entry, draw};

/// Checks that an entry point computes the same as the oracle for each slider, and writes nothing around the
/// output.
///
/// The batch consists of the sliders in `range`. The output begins `offset` words after a cache line.
pub fn prop_batch_equals_single(
    kernel: &dyn Batch,
    entry: Entry,
    samples: &Samples,
    range: Range<usize>,
    offset: usize,
    [first, second]: &mut [Output; 2],
) {
    let (squares, occupied) = (samples.squares(range.clone()), samples.occupied(range.clone()));
    let board = samples.board();
    let wrong = |what: &str, index: isize, found: u64, expected: u64| {
        let inside = usize::try_from(index).ok();
        let own_board = inside.and_then(|index| occupied.get(index).copied()).unwrap_or_default();
        let occupied = if entry.is_on_one_board() { board } else { own_board };
        let boards = [("occupied", occupied), ("expected", expected), ("found", found)];
        let square = inside.and_then(|index| squares.get(index)).map_or("none".into(), Square::to_string);
        panic!(
            "{}: {entry:?} of {} sliders, output at word {offset}: {what} at index {index}, slider on {square}\n{}",
            kernel.name(),
            squares.len(),
            draw(&boards)
        );
    };
    let outputs = entry.outputs();
    // The second output has another alignment than the first, and length 0 if there is only one output.
    let ranges = [
        first.range(offset, squares.len()),
        second.range(offset ^ 5, if outputs.len() == 2 { squares.len() } else { 0 }),
    ];
    let arguments = Arguments {
        squares,
        occupied,
        board,
        first: first.slice(ranges[0].clone()),
        second: second.slice(ranges[1].clone()),
    };
    kernel.run(entry, arguments);
    for ((&(_, piece), output), written) in outputs.iter().zip([first, second]).zip(ranges) {
        output.compare(written, samples.expected(entry, piece, range.clone()), &wrong);
    }
}

/// Checks that slices of unequal length panic before anything is written, with a message that contains all
/// lengths.
///
/// `lengths` are those of the squares, the boards, the output and the second output. Requires a build whose
/// panics unwind.
pub fn prop_unequal_lengths_panic(kernel: &dyn Batch, lengths: [usize; 4]) {
    let [squares, occupied, first, second] = lengths;
    let (squares, occupied) = (&vec![Square::E4; squares][..], &vec![0; occupied][..]);
    for &entry in Entry::ALL {
        let mut lengths = vec![("squares", squares.len())];
        if !entry.is_on_one_board() {
            lengths.push(("occupied", occupied.len()));
        }
        lengths
            .extend(entry.outputs().iter().zip([first, second]).map(|(&(name, _), length)| (name, length)));
        let unequal = lengths.iter().any(|&(_, length)| length != squares.len());
        let (mut one, mut two) = (vec![CANARY; first], vec![CANARY; second]);
        let arguments = Arguments { squares, occupied, board: 0, first: &mut one, second: &mut two };
        let result = catch_unwind(AssertUnwindSafe(|| kernel.run(entry, arguments)));
        let who = format!("{}: {} of {lengths:?}", kernel.name(), entry.name());
        let Err(panic) = result else {
            assert!(!unequal, "{who} did not panic");
            continue;
        };
        let message = panic.downcast_ref::<String>().map(String::as_str).unwrap_or_default();
        assert!(unequal, "{who} panicked: {message}");
        for (slice, length) in lengths {
            let part = format!("{slice} {length}");
            let named = message.split([',', ':', ';']).any(|named| named.trim() == part);
            assert!(named, "{who} panicked with `{message}`, which does not say `{part}`");
        }
        let untouched = one.iter().chain(&two).all(|&word| word == CANARY);
        assert!(untouched, "{who} wrote before it panicked");
    }
}
