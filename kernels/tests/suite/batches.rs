//! Batches of every length at every alignment, and slices of unequal length.

use quadline_conformance::boards::Words;
use quadline_conformance::*;
use quadline_kernels::formula::ObstructionFlip;
use quadline_kernels::internal;
use quadline_kernels::internal::batch::plans::{Plan, avx2_gfni, avx512, avx512_vbmi, lines_or_one_by_one};
use quadline_kernels::internal::batch::{
    BatchKernel, Bishops, LinesInLanes, Queens, Request, Rooks, RooksAndBishops,
};
use quadline_kernels::level::{self, Level, WithLevel};
use quadline_kernels::{Square, reference};

use crate::{every, percent};

/// The longest batch, which exceeds the largest block of every kernel.
const LONGEST: usize = 1100;

/// Returns samples for every length at every alignment.
///
/// The start of a range shifts all slices at once, and the boards start `alignment` words later. 64 of these
/// samples put squares at every byte of a cache line, and boards and output at every pair of words.
fn samples(alignment: usize) -> Samples {
    let mut words = Words(0x1234_5678_9abc_def1);
    let squares = (0..LONGEST + 64).map(|_| words.square()).collect();
    let boards: Vec<_> = (0..LONGEST + 64).map(|_| words.board()).collect();
    Samples::new(squares, &boards, words.board(), alignment / 8)
}

/// Tests every fourth length, so that four tests use as many cores.
///
/// The levels' defaults, which the public batches call, run every entry point at every pair of length and
/// alignment. Other kernels run each length at some alignments with one entry point each, and all of them at
/// 1,000 percent.
fn lengths_at_alignments(part: usize) {
    let mut outputs = [Output::new(LONGEST), Output::new(LONGEST)];
    let part_of_them = every().div_ceil(8);
    let [steps, default_steps] = [1000, 100].map(|all: usize| all.div_ceil(percent()) * part_of_them);
    for alignment in 0..64 {
        let samples = samples(alignment);
        for length in (0..=LONGEST).filter(|length| length % 4 == part) {
            // A number for each pair. The factor is a prime above the number of lengths in a part, so steps
            // of any usual size select all lengths and alignments in turn.
            let pair = length / 4 + 277 * alignment;
            for kernel in &Kernels::of_this_cpu().batches {
                let is_default = kernel.name().ends_with("/default");
                if !pair.is_multiple_of(if is_default { default_steps } else { steps }) {
                    continue;
                }
                let only = Entry::ALL[(length + alignment) % Entry::ALL.len()];
                for entry in
                    Entry::ALL.iter().copied().filter(|&entry| is_default || steps == 1 || entry == only)
                {
                    let range = alignment..alignment + length;
                    prop_batch_equals_single(&**kernel, entry, &samples, range, alignment / 8, &mut outputs);
                }
            }
        }
    }
}

#[test]
fn lengths_at_alignments_0_of_4() {
    lengths_at_alignments(0);
}

#[test]
fn lengths_at_alignments_1_of_4() {
    lengths_at_alignments(1);
}

#[test]
fn lengths_at_alignments_2_of_4() {
    lengths_at_alignments(2);
}

#[test]
fn lengths_at_alignments_3_of_4() {
    lengths_at_alignments(3);
}

/// For every length, a plan computes each slider once, and kernels for whole groups get whole groups.
#[test]
fn plans_do_all_of_every_length() {
    for length in (0..=LONGEST).chain([4095, 65_536, 1_000_003]) {
        for (name, plan) in [
            ("lines or one by one", lines_or_one_by_one(length)),
            ("avx2-gfni", avx2_gfni(length)),
            ("avx512", avx512(length)),
            ("avx512-vbmi", avx512_vbmi(length)),
        ] {
            let Plan { matrices, sliders_in_lanes, lines_in_lanes, one_by_one } = plan;
            let all = matrices + sliders_in_lanes + lines_in_lanes + one_by_one;
            assert_eq!(all, length, "{name}: {plan:?}");
            assert!(lines_in_lanes % 4 == 0 && sliders_in_lanes % 8 == 0, "{name}, {length}: {plan:?}");
            assert!(one_by_one <= 4 || one_by_one == length, "{name}, {length}: {plan:?}");
        }
    }
}

const NONE: Plan = Plan { matrices: 0, sliders_in_lanes: 0, lines_in_lanes: 0, one_by_one: 0 };

/// The lengths on both sides of each threshold. Plans affect speed only, so no result would show a wrong
/// threshold.
#[test]
fn plans_change_where_they_say() {
    assert_eq!(lines_or_one_by_one(0), NONE);
    assert_eq!(lines_or_one_by_one(11), Plan { one_by_one: 11, ..NONE });
    assert_eq!(lines_or_one_by_one(12), Plan { lines_in_lanes: 12, ..NONE });
    assert_eq!(lines_or_one_by_one(15), Plan { lines_in_lanes: 12, one_by_one: 3, ..NONE });

    assert_eq!(avx2_gfni(0), NONE);
    assert_eq!(avx2_gfni(7), Plan { one_by_one: 7, ..NONE });
    assert_eq!(avx2_gfni(8), Plan { matrices: 8, ..NONE });
    assert_eq!(avx2_gfni(12), Plan { matrices: 8, one_by_one: 4, ..NONE });
    assert_eq!(avx2_gfni(13), Plan { matrices: 13, ..NONE });
    assert_eq!(avx2_gfni(15), Plan { matrices: 15, ..NONE });

    assert_eq!(avx512(0), NONE);
    assert_eq!(avx512(7), Plan { one_by_one: 7, ..NONE });
    assert_eq!(avx512(8), Plan { lines_in_lanes: 8, ..NONE });
    assert_eq!(avx512(11), Plan { lines_in_lanes: 8, one_by_one: 3, ..NONE });
    assert_eq!(avx512(127), Plan { lines_in_lanes: 124, one_by_one: 3, ..NONE });
    assert_eq!(avx512(128), Plan { sliders_in_lanes: 128, ..NONE });
    assert_eq!(avx512(191), Plan { sliders_in_lanes: 184, lines_in_lanes: 4, one_by_one: 3, ..NONE });

    assert_eq!(avx512_vbmi(0), NONE);
    assert_eq!(avx512_vbmi(7), Plan { one_by_one: 7, ..NONE });
    assert_eq!(avx512_vbmi(8), Plan { sliders_in_lanes: 8, ..NONE });
    assert_eq!(avx512_vbmi(9), Plan { matrices: 9, ..NONE });
    assert_eq!(avx512_vbmi(16), Plan { matrices: 16, ..NONE });
    assert_eq!(avx512_vbmi(19), Plan { matrices: 16, one_by_one: 3, ..NONE });
    assert_eq!(avx512_vbmi(21), Plan { matrices: 16, lines_in_lanes: 4, one_by_one: 1, ..NONE });
    assert_eq!(avx512_vbmi(22), Plan { matrices: 22, ..NONE });
}

/// Every kernel computes any number of sliders, without regard to the plans.
#[test]
fn any_number_is_computed() {
    fn computes_any_number<L: Level, B: BatchKernel<L>>(level: Option<L>) {
        let Some(level) = level else { return };
        let mut words = Words(0x3a7);
        for length in 0..=50 {
            let squares: Vec<_> = (0..length).map(|_| words.square()).collect();
            let boards: Vec<_> = (0..length).map(|_| words.board()).collect();
            let expected = |of: fn(Square, u64) -> u64| -> Vec<u64> {
                squares.iter().zip(&boards).map(|(&square, &board)| of(square, board)).collect()
            };
            let expected =
                [reference::rook_attacks, reference::bishop_attacks, reference::queen_attacks].map(expected);
            let mut found = [(); 5].map(|()| vec![0xaa; length]);
            let [rook, bishop, queen, both_rook, both_bishop] = &mut found;
            internal::run_batch::<L, B>(level, Request::new(&squares, &boards[..], Rooks(rook)));
            internal::run_batch::<L, B>(level, Request::new(&squares, &boards[..], Bishops(bishop)));
            internal::run_batch::<L, B>(level, Request::new(&squares, &boards[..], Queens(queen)));
            internal::run_batch::<L, B>(
                level,
                Request::new(&squares, &boards[..], RooksAndBishops(both_rook, both_bishop)),
            );
            let [rook, bishop, queen] = &expected;
            let found = found.each_ref();
            assert_eq!(found, [rook, bishop, queen, rook, bishop], "{} {} of {length}", L::NAME, B::LAYOUT);
        }
    }

    struct Lines;
    impl WithLevel for Lines {
        type Output = ();
        fn with_level<L: Level>(self, level: L) {
            computes_any_number::<L, LinesInLanes<ObstructionFlip>>(Some(level));
        }
    }
    level::available().for_each(|level| level.run(Lines));
    #[cfg(target_feature = "sse2")]
    {
        #[allow(unused_imports)] // A build may leave out both levels.
        use quadline_kernels::internal::batch::matrices;

        #[cfg(not(quadline_without = "avx512-vbmi"))]
        computes_any_number::<_, matrices::Matrices>(level::Avx512Vbmi::detect());
        #[cfg(not(quadline_without = "avx2-gfni"))]
        computes_any_number::<_, matrices::Matrices>(level::Avx2Gfni::detect());
    }
}

/// On wasm, a panic ends the process.
#[cfg(panic = "unwind")]
mod unequal_lengths {
    use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
    use std::sync::Once;

    use quadline_conformance::*;

    /// Silences the thousands of expected panics.
    fn silence() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let usual = take_hook();
            set_hook(Box::new(move |panic| {
                let message = panic.payload().downcast_ref::<String>();
                if !message.is_some_and(|message| message.starts_with("slices of unequal length")) {
                    usual(panic);
                }
            }));
        });
    }

    #[test]
    fn batches_panic_before_anything_is_written() {
        silence();
        // The lengths are checked in the entry points, which all formulas share, so only the defaults are
        // tested.
        let batches = &Kernels::of_this_cpu().batches;
        for kernel in batches.iter().filter(|kernel| kernel.name().ends_with("/default")) {
            for length in [0, 1, 3, 8, 300] {
                prop_unequal_lengths_panic(&**kernel, [length; 4]);
                for slice in 0..4 {
                    for other in [length + 1, length.saturating_sub(1), length + 64] {
                        let mut lengths = [length; 4];
                        lengths[slice] = other;
                        prop_unequal_lengths_panic(&**kernel, lengths);
                    }
                }
                prop_unequal_lengths_panic(&**kernel, [length, length + 1, length + 2, length + 3]);
            }
        }
    }

    /// Kernels accept requests, and a request with unequal lengths cannot be created.
    #[test]
    fn there_is_no_request_of_unequal_lengths() {
        use quadline_conformance::batches::AnyBoards;
        use quadline_kernels::Square;
        use quadline_kernels::internal::batch::{OneBoard, Queens, Request, RooksAndBishops};

        silence();
        let squares = [Square::D4; 3];
        let panics = |expected: &str, call: &mut dyn FnMut()| {
            let panic = catch_unwind(AssertUnwindSafe(call)).expect_err(expected);
            let message = panic.downcast_ref::<String>().expect("a message with numbers");
            assert!(message.contains(expected), "{message}");
        };
        panics("squares 3, occupied 4, attacks 3;", &mut || {
            let _ = Request::new(&squares, &[0; 4][..], Queens(&mut [0; 3]));
        });
        panics("squares 3, occupied 2, attacks 3;", &mut || {
            let _ = Request::new(&squares, AnyBoards::Each(&[0; 2]), Queens(&mut [0; 3]));
        });
        panics("squares 3, attacks 2;", &mut || {
            let _ = Request::new(&squares, OneBoard(0), Queens(&mut [0; 2]));
        });
        let (rook, bishop) = (&mut [0; 3], &mut [0; 5]);
        panics("squares 3, rook 3, bishop 5;", &mut || {
            let _ = Request::new(&squares, OneBoard(0), RooksAndBishops(rook, bishop));
        });
        let (rook, bishop) = (&mut [0; 1], &mut [0; 3]);
        panics("squares 3, rook 1, bishop 3;", &mut || {
            let _ = Request::new(&squares, OneBoard(0), RooksAndBishops(rook, bishop));
        });
    }
}
