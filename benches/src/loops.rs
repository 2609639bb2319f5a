//! The timed loops, each of which computes one segment and is compiled once per generator.
//!
//! Their closures own what they use. Behind a reference, a generator's pointers would be loaded again for
//! every slider, because the last stored result might have changed them.

use quadline_entries::{Arguments, Entry};
use quadline_kernels::Square;

use crate::by_look_ups::each_square;
use crate::generator::{Batch, Single};
use crate::positions::Sliders;
use crate::shapes::{Pairs, Question, Segment, WALK_CALL};
use crate::walk::{Walk, fence};

/// Calls a loop over sliders, compiled with the features of the generator.
macro_rules! compiled {
    ($function:ident($generator:ident $(, $argument:expr)*)) => {
        $generator.compiled(
            #[inline(always)]
            move || $function($generator $(, $argument)*),
        )
    };
}

/// Computes `segment` one slider at a time; every result is stored.
///
/// # Panics
///
/// Panics if the shape is one of whole positions.
pub fn single<S: Single>(slider: S, segment: &Segment, answers: &mut [u64]) {
    match segment {
        Segment::Pairs { pairs, .. } => pair_calls(OneByOne(slider), pairs, usize::MAX, answers),
        Segment::Chain { choices, occupied, walk: None } => {
            compiled!(chain(slider, choices, occupied, answers));
        }
        Segment::Chain { choices, occupied, walk: Some(walk) } => {
            compiled!(walked_chain(slider, choices, occupied, walk, answers));
        }
        Segment::Positions { positions, counted: true } => compiled!(mobility(slider, positions, answers)),
        Segment::Positions { positions, .. } => compiled!(each_position(slider, positions, answers)),
        Segment::Whole(_) => panic!("whole positions are no lists of sliders"),
        _ => batch(OneByOne(slider), segment, answers),
    }
}

/// Computes the sliders of a call one by one.
#[derive(Clone, Copy)]
struct OneByOne<S>(S);

impl<S: Single> Batch for OneByOne<S> {
    #[inline(always)]
    fn call(self, entry: Entry, arguments: Arguments<'_>) {
        let (slider, Arguments { squares, occupied, first, .. }) = (self.0, arguments);
        macro_rules! each_pair {
            ($method:ident) => {
                for ((answer, &square), &occupied) in first.iter_mut().zip(squares).zip(occupied) {
                    *answer = slider.$method(square, occupied);
                }
            };
        }
        match entry {
            Entry::RookAttacks => each_pair!(rook),
            Entry::BishopAttacks => each_pair!(bishop),
            Entry::QueenAttacks => each_pair!(queen),
            _ => unreachable!("no shape asks for {}", entry.name()),
        }
    }

    #[inline(always)]
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        self.0.compiled(work)
    }
}

/// Computes `segment` in calls with many sliders.
///
/// # Panics
///
/// Panics if the shape is a dependent chain, which has no two sliders at a time, or one of whole positions.
pub fn batch<B: Batch>(sliders: B, segment: &Segment, answers: &mut [u64]) {
    match segment {
        Segment::Pairs { pairs, call } => pair_calls(sliders, pairs, *call, answers),
        Segment::Positions { .. } => panic!("all sliders of a position are computed one by one"),
        Segment::Walked { pairs, walk } => compiled!(walked_calls(sliders, pairs, walk, answers)),
        Segment::Chain { .. } => panic!("a dependent chain has no batches"),
        Segment::Whole(_) => panic!("whole positions are no lists of sliders"),
    }
}

#[inline(always)]
fn chain<S: Single>(slider: S, choices: &[[Square; 2]], occupied: &[u64], answers: &mut [u64]) {
    let mut last = 0;
    for ((answer, choice), &occupied) in answers.iter_mut().zip(choices).zip(occupied) {
        last = slider.queen(choice[(last >> 63) as usize], occupied ^ (last & 1));
        *answer = last;
    }
}

#[inline(always)]
fn walked_chain<S: Single>(
    slider: S,
    choices: &[[Square; 2]],
    occupied: &[u64],
    walk: &Walk,
    answers: &mut [u64],
) {
    let mut last = 0;
    let questions = choices.iter().zip(occupied).enumerate();
    for (answer, (link, (choice, &occupied))) in answers.iter_mut().zip(questions) {
        // The next step depends on the last result, and the next result on that step.
        let walked = walk.step(link + (last & 1) as usize);
        last = slider.queen(choice[(last >> 63) as usize], (occupied ^ (last & 1)) | walked);
        *answer = last;
    }
}

#[inline(always)]
fn walked_calls<B: Batch>(sliders: B, pairs: &Pairs, walk: &Walk, answers: &mut [u64]) {
    let mut walked = 0;
    let questions = pairs.squares.chunks(WALK_CALL).zip(pairs.occupied.chunks(WALK_CALL));
    for (call, (answers, (squares, occupied))) in answers.chunks_mut(WALK_CALL).zip(questions).enumerate() {
        walked |= walk.step(call);
        fence();
        sliders.call(Entry::QueenAttacks, Arguments::pairs(squares, occupied, answers));
        fence();
    }
    core::hint::black_box(walked);
}

fn pair_calls<B: Batch>(sliders: B, pairs: &Pairs, call: usize, answers: &mut [u64]) {
    let (squares, occupied) = (&pairs.squares[..], &pairs.occupied[..]);
    // The entry is a constant in each of the loops.
    match pairs.question {
        Question::Rook => compiled!(calls(sliders, Entry::RookAttacks, squares, occupied, call, answers)),
        Question::Bishop => compiled!(calls(sliders, Entry::BishopAttacks, squares, occupied, call, answers)),
        Question::Queen => compiled!(calls(sliders, Entry::QueenAttacks, squares, occupied, call, answers)),
    }
}

#[inline(always)]
fn calls<B: Batch>(
    sliders: B,
    entry: Entry,
    squares: &[Square],
    occupied: &[u64],
    call: usize,
    answers: &mut [u64],
) {
    let questions = squares.chunks(call).zip(occupied.chunks(call));
    for (answers, (squares, occupied)) in answers.chunks_mut(call).zip(questions) {
        sliders.call(entry, Arguments::pairs(squares, occupied, answers));
    }
}

#[inline(always)]
fn each_position<S: Single>(slider: S, positions: &[Sliders], answers: &mut [u64]) {
    let mut rest = answers;
    for position in positions {
        let (union, following) = rest.split_first_mut().expect("room for each union");
        let (attacks, following) = following.split_at_mut(position.count());
        let mut places = attacks.iter_mut();
        *union = 0;
        each_slider(slider, position, |attacked| {
            *union |= attacked;
            if let Some(place) = places.next() {
                *place = attacked;
            }
        });
        rest = following;
    }
}

/// Counts the squares that each slider attacks, and adds them up for each position.
#[inline(always)]
fn mobility<S: Single>(slider: S, positions: &[Sliders], answers: &mut [u64]) {
    for (position, answer) in positions.iter().zip(answers) {
        let mut sum = 0;
        each_slider(slider, position, |attacked| sum += attacked.count_ones());
        *answer = sum.into();
    }
}

/// Calls a function with the attacks of each slider of a position, from its bitboards (rooks, bishops, queens).
#[inline(always)]
fn each_slider<S: Single>(slider: S, sliders: &Sliders, mut work: impl FnMut(u64)) {
    let &Sliders { rooks, bishops, queens, occupied } = sliders;
    each_square(rooks, |square| work(slider.rook(square, occupied)));
    each_square(bishops, |square| work(slider.bishop(square, occupied)));
    each_square(queens, |square| work(slider.queen(square, occupied)));
}
