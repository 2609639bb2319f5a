//! The timed loops, each of which computes one segment and is compiled once per generator.
//!
//! Their closures own what they use. Behind a reference, a generator's pointers would be loaded again for
//! every slider, because the last stored result might have changed them.

use quadline_conformance::{Arguments, Entry};
use quadline_kernels::{Sliders, Square};

use crate::generator::{Batch, Single};
use crate::shapes::{Pairs, Question, Segment, WALK_CALL};
use crate::walk::{Walk, fence};
use crate::whole::{self, LookUps};

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
pub fn single<S: Single>(slider: S, segment: &Segment, answers: &mut [u64]) {
    match segment {
        Segment::Pairs { lists, .. } => {
            each_list(lists, answers, |pairs, answers| single_pairs(slider, pairs, answers));
        }
        Segment::Boards { boards, squares } => compiled!(single_boards(slider, boards, squares, answers)),
        Segment::Positions { positions } => compiled!(single_positions(slider, positions, answers)),
        Segment::Chain { choices, occupied, walk: None } => {
            compiled!(chain(slider, choices, occupied, answers));
        }
        Segment::Chain { choices, occupied, walk: Some(walk) } => {
            compiled!(walked_chain(slider, choices, occupied, walk, answers));
        }
        Segment::Walked { pairs, walk } => compiled!(walked_single(slider, pairs, walk, answers)),
        Segment::Whole(work) => whole::answer(LookUps(slider), work, answers),
    }
}

/// Computes `segment` in calls with many sliders.
///
/// # Panics
///
/// Panics if the shape is a dependent chain, which has no two sliders at a time, if it is one of whole
/// positions, or if it requires the four lines separately.
pub fn batch<B: Batch>(sliders: B, segment: &Segment, answers: &mut [u64]) {
    match segment {
        Segment::Pairs { lists, call } => {
            each_list(lists, answers, |pairs, answers| batch_pairs(sliders, pairs, *call, answers));
        }
        Segment::Boards { boards, squares } => compiled!(batch_boards(sliders, boards, squares, answers)),
        Segment::Positions { positions } => compiled!(batch_positions(sliders, positions, answers)),
        Segment::Walked { pairs, walk } => compiled!(walked_batch(sliders, pairs, walk, answers)),
        Segment::Chain { .. } => panic!("a dependent chain has no batches"),
        Segment::Whole(_) => panic!("whole positions are no lists of sliders"),
    }
}

/// Computes lists of pairs one after the other.
fn each_list(lists: &[Pairs], answers: &mut [u64], of_list: impl Fn(&Pairs, &mut [u64])) {
    let mut rest = answers;
    for pairs in lists {
        let (answers, following) = rest.split_at_mut(pairs.answers());
        rest = following;
        of_list(pairs, answers);
    }
}

fn single_pairs<S: Single>(slider: S, pairs: &Pairs, answers: &mut [u64]) {
    let (squares, occupied) = (&pairs.squares[..], &pairs.occupied[..]);
    match pairs.question {
        Question::Rook => compiled!(rook_pairs(slider, squares, occupied, answers)),
        Question::Bishop => compiled!(bishop_pairs(slider, squares, occupied, answers)),
        Question::Queen => compiled!(queen_pairs(slider, squares, occupied, answers)),
        Question::RookAndBishop => {
            let (rook, bishop) = answers.split_at_mut(squares.len());
            compiled!(rook_and_bishop_pairs(slider, squares, occupied, rook, bishop));
        }
        Question::FourLines => {
            compiled!(four_lines_pairs(slider, squares, occupied, answers.as_chunks_mut().0))
        }
    }
}

/// Defines the loops over one kind of slider, one by one and in calls.
macro_rules! loops_of {
    ($($pairs:ident $method:ident, $calls:ident $entry:ident;)*) => {$(
        #[inline(always)]
        fn $pairs<S: Single>(slider: S, squares: &[Square], occupied: &[u64], answers: &mut [u64]) {
            for ((answer, &square), &occupied) in answers.iter_mut().zip(squares).zip(occupied) {
                *answer = slider.$method(square, occupied);
            }
        }

        #[inline(always)]
        fn $calls<B: Batch>(sliders: B, squares: &[Square], occupied: &[u64], call: usize, answers: &mut [u64]) {
            let questions = squares.chunks(call).zip(occupied.chunks(call));
            for (answers, (squares, occupied)) in answers.chunks_mut(call).zip(questions) {
                sliders.call(Entry::$entry, Arguments::pairs(squares, occupied, answers));
            }
        }
    )*};
}
loops_of! {
    queen_pairs queen, queen_calls QueenAttacks;
    rook_pairs rook, rook_calls RookAttacks;
    bishop_pairs bishop, bishop_calls BishopAttacks;
}

#[inline(always)]
fn rook_and_bishop_pairs<S: Single>(
    slider: S,
    squares: &[Square],
    occupied: &[u64],
    rook: &mut [u64],
    bishop: &mut [u64],
) {
    let answers = rook.iter_mut().zip(bishop);
    for (((rook, bishop), &square), &occupied) in answers.zip(squares).zip(occupied) {
        (*rook, *bishop) = slider.rook_and_bishop(square, occupied);
    }
}

#[inline(always)]
fn four_lines_pairs<S: Single>(slider: S, squares: &[Square], occupied: &[u64], answers: &mut [[u64; 4]]) {
    for ((answer, &square), &occupied) in answers.iter_mut().zip(squares).zip(occupied) {
        slider.four_lines(square, occupied, answer);
    }
}

#[inline(always)]
fn single_boards<S: Single>(slider: S, boards: &[u64], squares: &[Square], answers: &mut [u64]) {
    let each = squares.len() / boards.len();
    let parts = squares.chunks_exact(each).zip(answers.chunks_exact_mut(each));
    for (&occupied, (squares, answers)) in boards.iter().zip(parts) {
        for (answer, &square) in answers.iter_mut().zip(squares) {
            *answer = slider.queen(square, occupied);
        }
    }
}

#[inline(always)]
fn single_positions<S: Single>(slider: S, positions: &[Sliders], answers: &mut [u64]) {
    let mut rest = answers;
    for sliders in positions {
        let (union, following) = rest.split_first_mut().expect("room for each union");
        let (attacks, following) = following.split_at_mut(sliders.count());
        *union = whole::slider_attacks(slider, sliders, attacks);
        rest = following;
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
fn walked_single<S: Single>(slider: S, pairs: &Pairs, walk: &Walk, answers: &mut [u64]) {
    let mut walked = 0;
    let questions = pairs.squares.chunks(WALK_CALL).zip(pairs.occupied.chunks(WALK_CALL));
    for (call, (answers, (squares, occupied))) in answers.chunks_mut(WALK_CALL).zip(questions).enumerate() {
        walked |= walk.step(call);
        fence();
        for ((answer, &square), &occupied) in answers.iter_mut().zip(squares).zip(occupied) {
            *answer = slider.queen(square, occupied);
        }
        fence();
    }
    core::hint::black_box(walked);
}

#[inline(always)]
fn walked_batch<B: Batch>(sliders: B, pairs: &Pairs, walk: &Walk, answers: &mut [u64]) {
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

fn batch_pairs<B: Batch>(sliders: B, pairs: &Pairs, call: usize, answers: &mut [u64]) {
    let (squares, occupied) = (&pairs.squares[..], &pairs.occupied[..]);
    match pairs.question {
        Question::Rook => compiled!(rook_calls(sliders, squares, occupied, call, answers)),
        Question::Bishop => compiled!(bishop_calls(sliders, squares, occupied, call, answers)),
        Question::Queen => compiled!(queen_calls(sliders, squares, occupied, call, answers)),
        Question::RookAndBishop => {
            let (rook, bishop) = answers.split_at_mut(squares.len());
            compiled!(rook_and_bishop_calls(sliders, squares, occupied, call, rook, bishop));
        }
        Question::FourLines => panic!("no batch keeps the four lines apart"),
    }
}

#[inline(always)]
fn rook_and_bishop_calls<B: Batch>(
    sliders: B,
    squares: &[Square],
    occupied: &[u64],
    call: usize,
    rook: &mut [u64],
    bishop: &mut [u64],
) {
    let questions = squares.chunks(call).zip(occupied.chunks(call));
    let answers = rook.chunks_mut(call).zip(bishop.chunks_mut(call));
    for ((rook, bishop), (squares, occupied)) in answers.zip(questions) {
        sliders.call(Entry::RookAndBishopAttacks, Arguments::apart(squares, occupied, rook, bishop));
    }
}

#[inline(always)]
fn batch_boards<B: Batch>(sliders: B, boards: &[u64], squares: &[Square], answers: &mut [u64]) {
    let each = squares.len() / boards.len();
    let parts = squares.chunks_exact(each).zip(answers.chunks_exact_mut(each));
    for (&occupied, (squares, answers)) in boards.iter().zip(parts) {
        sliders.call(Entry::QueenAttacksOn, Arguments::on(occupied, squares, answers));
    }
}

#[inline(always)]
fn batch_positions<B: Batch>(sliders: B, positions: &[Sliders], answers: &mut [u64]) {
    let mut rest = answers;
    for position in positions {
        let (union, following) = rest.split_first_mut().expect("room for each union");
        let (attacks, following) = following.split_at_mut(position.count());
        *union = sliders.position(position, attacks);
        rest = following;
    }
}
