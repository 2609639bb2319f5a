//! Batches of every length at every alignment, and slices of unequal length.

use std::cell::Cell;

use quadline_conformance::boards::Words;
use quadline_conformance::*;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use quadline_kernels::batch::bytes::Bytes;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use quadline_kernels::batch::matrices::{Matrices, OneGroup, PartOfGroup};
use quadline_kernels::batch::{BatchFormula, Boards, FewOrMany, Multiples, Queens, Sink};
use quadline_kernels::lanes::Lanes;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use quadline_kernels::lanes::MatrixLevel;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use quadline_kernels::level;
use quadline_kernels::level::{Level, Scalar};
use quadline_kernels::sliders::PositionFormula;
use quadline_kernels::{Sliders, Square};

use crate::{every, percent};

/// The longest batch: some way beyond the largest block that a kernel works in.
const LONGEST: usize = 1100;

/// Samples for every length at every alignment. The start of a range shifts all slices at once; the boards lie `shift`
/// words further, so that 64 of these put squares at every byte of a cache line, and boards and output at every pair
/// of words.
fn samples(alignment: usize) -> Samples {
    let mut words = Words(0x1234_5678_9abc_def1);
    let squares = (0..LONGEST + 64).map(|_| words.square()).collect();
    let boards: Vec<_> = (0..LONGEST + 64).map(|_| words.board()).collect();
    Samples::new(squares, &boards, words.board(), alignment / 8)
}

/// One part of the lengths in four, to use as many cores.
///
/// The defaults of the levels, which stand behind the public batches, run every entry point at every pair of length and
/// alignment. The other kernels see every length at some alignments, and one entry point each time; everything at 1,000
/// percent.
fn lengths_at_alignments(part: usize) {
    let mut outputs = [Output::new(LONGEST), Output::new(LONGEST)];
    let part_of_them = every().div_ceil(8);
    let [steps, default_steps] = [1000, 100].map(|all: usize| all.div_ceil(percent()) * part_of_them);
    for alignment in 0..64 {
        let samples = samples(alignment);
        for length in (0..=LONGEST).filter(|length| length % 4 == part) {
            // A number for each pair: the factor is a prime above the lengths of a part, so that steps of any usual size
            // see all lengths and alignments in turn.
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

/// All sliders of positions, from none to 32 of them a position, and more than one block in all.
#[test]
fn sliders_of_positions() {
    let mut words = Words(0x0051_1de5);
    for count in (0..40).chain([60, 100]) {
        let positions: Vec<_> = (0..count)
            .map(|_| {
                let [rooks, bishops, queens] = [(); 3].map(|()| words.word() & words.word() & words.word());
                let any = words.board();
                match words.word() % 4 {
                    0 => Sliders { rooks, bishops, queens, occupied: rooks | bishops | queens | any },
                    1 => Sliders { rooks, bishops: 0, queens: 0, occupied: any },
                    2 => Sliders { rooks: 0, bishops, queens: queens & any, occupied: any | bishops },
                    _ => Sliders { occupied: any, ..Sliders::default() },
                }
            })
            .collect();
        for kernel in &Kernels::of_this_cpu().sliders {
            prop_sliders_equal_singles(&**kernel, &positions);
        }
    }
}

/// A formula that computes nothing, and notes how many sliders it was given: which kernel computes what is a matter of
/// speed, and no result shows it.
struct Notes<const INDEX: usize>;

thread_local! {
    static NOTED: Cell<[usize; 2]> = const { Cell::new([0; 2]) };
}

impl<const INDEX: usize, L: Level> BatchFormula<L> for Notes<INDEX> {
    const NAME: &'static str = "notes";
    const LAYOUT: &'static str = "none";
    const TABLE_BYTES: usize = 0;

    fn run(_: L, squares: &[Square], _: impl Boards, _: impl Sink) {
        let mut noted = NOTED.get();
        noted[INDEX] = squares.len();
        NOTED.set(noted);
    }
}

/// The sliders that each of two [`Notes`] in a formula is given.
fn noted<L: Level, B: BatchFormula<L>>(level: L, length: usize) -> [usize; 2] {
    NOTED.set([0; 2]);
    B::queen_attacks(level, &vec![Square::A1; length], &vec![0; length], &mut vec![0; length]);
    NOTED.get()
}

#[test]
fn multiples_go_one_way_and_the_rest_another() {
    let level = Scalar::detect().expect("the scalar level is always there");
    for length in 0..100 {
        let expected = [length / 8 * 8, length % 8];
        assert_eq!(noted::<_, Multiples<8, Notes<0>, Notes<1>>>(level, length), expected, "{length}");
    }
}

/// One group of 64 alone is too few for the byte states.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[test]
fn byte_states_take_whole_groups_from_two_on() {
    let Some(level) = quadline_kernels::level::Avx512::detect() else { return };
    for length in (0..600).chain([1023, 1024, 1025]) {
        let rest = if length < 128 { length } else { length % 64 };
        assert_eq!(noted::<_, Bytes<Notes<0>>>(level, length), [rest, 0], "{length}");
    }
}

#[test]
fn few_go_one_way_and_many_another() {
    let level = Scalar::detect().expect("the scalar level is always there");
    for length in 0..100 {
        let expected = if length < 8 { [length, 0] } else { [0, length] };
        assert_eq!(noted::<_, FewOrMany<8, Notes<0>, Notes<1>>>(level, length), expected, "{length}");
    }
}

/// Bit matrices take whole groups, and one more if enough are left over.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[test]
fn bit_matrices_leave_a_few() {
    fn left<L: MatrixLevel>(level: Option<L>, group: usize, most: usize) {
        let Some(level) = level else { return };
        for length in 0..100 {
            let left = if length < group || length % group <= most { length % group } else { 0 };
            assert_eq!(noted::<_, Matrices<Notes<0>>>(level, length), [left, 0], "{length}");
        }
    }
    left(level::Avx512Vbmi::detect(), 16, 5);
    left(level::Avx2Gfni::detect(), 8, 4);
}

/// Up to eight sliders are too few for a group of sixteen.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[test]
fn a_part_of_a_group_leaves_up_to_eight() {
    let Some(level) = level::Avx512Vbmi::detect() else { return };
    for length in 0..=16 {
        let left = if length < 9 { length } else { 0 };
        assert_eq!(noted::<_, PartOfGroup<Notes<0>>>(level, length), [left, 0], "{length}");
    }
}

impl<L: Level> PositionFormula<L> for Notes<0> {
    fn slider_attacks(_: L, _: &Sliders, attacks: &mut [u64]) -> u64 {
        NOTED.set([attacks.len(), 0]);
        0
    }
}

/// A position of up to sixteen sliders is one group.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[test]
fn a_position_of_more_sliders_is_no_group() {
    let Some(level) = level::Avx512Vbmi::detect() else { return };
    for count in 0..=20 {
        NOTED.set([0; 2]);
        let queens = (1 << count) - 1;
        let position = Sliders { queens, occupied: queens, ..Sliders::default() };
        OneGroup::<Notes<0>>::slider_attacks(level, &position, &mut vec![0; count]);
        assert_eq!(NOTED.get(), [if count > 16 { count } else { 0 }, 0], "{count}");
    }
}

/// Rook and bishop attacks share no square, but a kernel may give both joined as either of the two.
#[test]
fn what_comes_joined_is_kept() {
    let mut attacks = [0];
    Queens(&mut attacks).store_one(0, 0b111, 0b111);
    assert_eq!(attacks, [0b111]);
}

/// Bit matrices hand a queen's attacks over joined; what comes apart is joined as well.
#[test]
fn some_of_the_lanes_are_joined() {
    let level = Scalar::detect().expect("the scalar level is always there");
    let lanes = |words| <<Scalar as Level>::Lines as Lanes>::load(level, &words);
    let mut attacks = [0; 4];
    Queens(&mut attacks).store_some(1, 2, lanes([0b0011, 0b0001, 7, 7]), lanes([0b0101, 0b0010, 7, 7]));
    assert_eq!(attacks, [0, 0b0111, 0b0011, 0]);
}

/// On wasm a panic ends the process.
#[cfg(panic = "unwind")]
mod unequal_lengths {
    use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
    use std::sync::Once;

    use quadline_conformance::*;
    use quadline_kernels::Sliders;

    /// The thousands of panics that are meant say nothing.
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
        // The lengths are checked in the entry points, which all formulas share; of these the defaults are asked.
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

    #[test]
    fn positions_panic_before_anything_is_written() {
        silence();
        let position = Sliders { rooks: 1 << 3, bishops: 1 << 20, queens: 1 << 40 | 1 << 63, occupied: 0 };
        let panics = |name: &str, expected: &str, outputs: &mut [u64], call: &mut dyn FnMut(&mut [u64])| {
            outputs.fill(0xaa);
            let panic = catch_unwind(AssertUnwindSafe(|| call(outputs))).expect_err(name);
            let message = panic.downcast_ref::<String>().expect("a message with numbers");
            assert!(message.contains(expected), "{name}: {message}");
            assert!(outputs.iter().all(|&word| word == 0xaa), "{name} wrote before it panicked");
        };
        for kernel in &Kernels::of_this_cpu().sliders {
            for attacks in [0, 3, 5, 8] {
                let expected = format!("sliders 4, attacks {attacks};");
                panics(kernel.name(), &expected, &mut vec![0; attacks], &mut |attacks| {
                    kernel.slider_attacks(&position, attacks);
                });
            }
            for (attacks, unions) in [(12, 2), (12, 4), (11, 3), (13, 3), (0, 0), (3, 12)] {
                let expected = format!("positions 3, unions {unions}, sliders 12, attacks {attacks};");
                panics(kernel.name(), &expected, &mut vec![0; attacks + unions], &mut |outputs| {
                    let (attacks, unions) = outputs.split_at_mut(attacks);
                    kernel.slider_attacks_of_many(&[position; 3], attacks, unions);
                });
            }
        }
    }
}
