//! The paired harness: short blocks of two contestants, alternating in random order in one process.
//!
//! The speed of a shared machine changes all the time, but rarely within a hundred microseconds. Every block
//! of A is therefore paired with a block of B, the ratio of their times is one observation, and the median
//! over thousands of observations is the result. Observations are taken in rounds over all cases, and the
//! spread of the rounds' medians is printed with the result. Cases that spread by more than [`STEADY`] are
//! measured again; the result with the least spread is kept, and marked if it still exceeds that limit.
//!
//! The clock is read after each block. If it differs between the two contestants, each block begins with work
//! of its own that is not timed, until the clock is that of a program with this work alone. Otherwise a
//! kernel that lowers the clock would lower it for the reference as well. The reference also shows whether
//! others used the core: it takes the same cycles beside every contestant of a shape of sliders.

use core::ptr;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use crate::BenchError;
use crate::clock::{SETTLING, differ, gigahertz};
use crate::roster::Contestant;
use crate::shapes::Workload;

/// Long enough for the clock's resolution, short enough that the machine does not change within a pair.
const BLOCK: Duration = Duration::from_micros(25);
/// How much longer a block takes for contestants whose clocks differ, because of the work before it.
const LONGER: usize = 10;
/// The spread is the distance between the medians of these rounds.
const ROUNDS: usize = 5;
/// The spread above which a case is measured again, and marked if it does not settle.
pub const STEADY: f64 = 0.05;
/// The repetitions, with their times in units of the first one.
const AGAIN: [u32; 2] = [2, 2];

/// A line of the result: a contestant, its reference and their work.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// The contestant.
    pub contestant: &'a Contestant,
    /// The reference.
    pub reference: &'a Contestant,
    /// The work of both.
    pub workload: &'a Workload,
}

/// The result of a [`Case`].
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The reference's time per slider divided by the contestant's, as the median over pairs. Above 1 is
    /// faster.
    pub ratio: f64,
    /// Half the distance between the largest and the smallest median of a round, relative to `ratio`. If the
    /// reference took more cycles than beside other contestants of the shape, half of this difference if it
    /// is larger.
    pub spread: f64,
    /// The time per slider, as the median over blocks. It varies with the state of the machine and serves as
    /// illustration only.
    pub nanoseconds: f64,
    /// The same for the reference, in the same blocks.
    pub reference_nanoseconds: f64,
    /// The number of pairs.
    pub pairs: usize,
    /// The clock after the contestant's blocks, as the median, in gigahertz.
    pub gigahertz: f64,
    /// The clock after the reference's blocks.
    pub reference_gigahertz: f64,
}

impl Outcome {
    /// Returns the cycles of the reference per slider.
    fn reference_cycles(&self) -> f64 {
        self.reference_nanoseconds * self.reference_gigahertz
    }
}

/// A block: nanoseconds per slider, and the clock after it.
#[derive(Clone, Copy)]
struct Block {
    nanoseconds: f64,
    gigahertz: f64,
}

/// One pair of blocks.
#[derive(Clone, Copy)]
struct Observation {
    contestant: Block,
    reference: Block,
}

/// Checks the results of every case, then times all of them for about `budget`, and cases that spread too
/// much for longer.
pub fn measure(cases: &[Case<'_>], budget: Duration) -> Result<Vec<Outcome>, BenchError> {
    if cases.is_empty() {
        return Err(BenchError::NothingToTime);
    }
    let bar = progress_bar(cases.len() * (ROUNDS + 1));
    let start = Instant::now();
    let mut pairings = Vec::new();
    for case in cases {
        bar.set_message(format!("checking {} {}", case.workload.shape, case.contestant.label));
        case.contestant.check(case.workload)?;
        case.reference.check(case.workload)?;
        pairings.push(Pairing::prepare(*case));
        bar.inc(1);
    }
    let mut rounds = vec![Vec::new(); cases.len()];
    for round in 0..ROUNDS {
        for (number, pairing) in pairings.iter_mut().enumerate() {
            bar.set_message(format!("{} {}", pairing.case.workload.shape, pairing.case.contestant.label));
            // The remaining time is divided among the remaining cases, so checks and slow cases do not
            // prolong the whole.
            let remaining = cases.len() * ROUNDS - (round * cases.len() + number);
            let share = budget.saturating_sub(start.elapsed()) / remaining as u32;
            rounds[number].push(pairing.observe(share));
            bar.inc(1);
        }
    }
    let mut outcomes: Vec<Outcome> = rounds.iter().map(|rounds| summarise(rounds)).collect();
    let least = least_cycles(cases, &outcomes);
    for (outcome, &least) in outcomes.iter_mut().zip(&least) {
        doubt(outcome, least);
    }
    let first = budget / (cases.len() * ROUNDS) as u32;
    for times in AGAIN {
        for ((pairing, outcome), &least) in pairings.iter_mut().zip(&mut outcomes).zip(&least) {
            if outcome.spread <= STEADY {
                continue;
            }
            let Case { contestant, workload, .. } = pairing.case;
            bar.set_message(format!("again: {} {}", workload.shape, contestant.label));
            let rounds: Vec<_> = (0..ROUNDS).map(|_| pairing.observe(first * times)).collect();
            let mut again = summarise(&rounds);
            doubt(&mut again, least);
            if again.spread < outcome.spread {
                *outcome = again;
            }
        }
    }
    bar.finish_and_clear();
    Ok(outcomes)
}

/// Returns the least cycles of each case's reference among the cases of its shape, or `None` for whole
/// positions. There the reference has branches, and whether the CPU has learned them depends on the other
/// contestant.
fn least_cycles(cases: &[Case<'_>], outcomes: &[Outcome]) -> Vec<Option<f64>> {
    let least = |case: &Case<'_>| {
        let is_same = |other: &Case<'_>| {
            ptr::eq(other.workload, case.workload) && ptr::eq(other.reference, case.reference)
        };
        let of_shape = cases.iter().zip(outcomes).filter(|(other, _)| is_same(other));
        let least = of_shape.map(|(_, outcome)| outcome.reference_cycles()).min_by(f64::total_cmp);
        least.filter(|_| case.workload.shape.task().is_none() && !case.workload.streams)
    };
    cases.iter().map(least).collect()
}

/// Raises the spread of a result whose reference took longer than its least cycles, since others used the
/// core.
fn doubt(outcome: &mut Outcome, least: Option<f64>) {
    let more = least.map_or(0.0, |least| outcome.reference_cycles() / least - 1.0);
    outcome.spread = outcome.spread.max(more / 2.0);
}

/// A case with the state of its blocks.
struct Pairing<'a> {
    case: Case<'a>,
    /// Whether the clocks of the two contestants differ.
    is_apart: bool,
    /// The number of segments per block, of the contestant and of the reference.
    repeats: [usize; 2],
    /// The segment at which the next pair of blocks begins.
    segment: usize,
    random: Xoshiro256PlusPlus,
    /// The memory for the results of all segments.
    answers: Vec<u64>,
}

impl<'a> Pairing<'a> {
    /// Determines the number of segments in a block, and whether the two clocks differ.
    fn prepare(case: Case<'a>) -> Self {
        let (segments, mut answers) = (&case.workload.segments, vec![0; case.workload.answers()]);
        let mut repeats = [case.contestant, case.reference].map(|contestant| {
            let mut time = |_| {
                let start = Instant::now();
                contestant.answer_part(case.workload, 0, &mut answers[case.workload.answers_of(0)]);
                start.elapsed()
            };
            let fastest = (0..20).map(&mut time).min().unwrap_or_default().max(Duration::from_nanos(1));
            (BLOCK.as_nanos() / fastest.as_nanos()).clamp(1, 10_000) as usize
        });
        // With several segments, both contestants compute the same ones, however long the slower one takes.
        if segments.len() > 1 {
            repeats[0] = repeats[1];
        }
        let random = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut pairing = Self { case, is_apart: false, repeats, segment: 0, random, answers };
        let mut own = [case.contestant, case.reference].map(|contestant| {
            let clocks = (0..3).map(|_| {
                pairing.settle(contestant);
                gigahertz()
            });
            median(clocks.collect())
        });
        own.sort_by(f64::total_cmp);
        if differ(own[0], own[1]) {
            pairing.is_apart = true;
            pairing.repeats = pairing.repeats.map(|repeats| repeats * LONGER);
        }
        pairing
    }

    /// Runs a contestant until the clock is its own.
    fn settle(&mut self, contestant: &Contestant) {
        let room = self.case.workload.answers_of(0);
        let start = Instant::now();
        while start.elapsed() < SETTLING {
            contestant.answer_part(self.case.workload, 0, &mut self.answers[room.clone()]);
        }
    }

    /// Takes pairs for `share`, but at least three.
    fn observe(&mut self, share: Duration) -> Vec<Observation> {
        let start = Instant::now();
        let mut observations = Vec::new();
        while observations.len() < 3 || start.elapsed() < share {
            observations.push(self.pair());
        }
        observations
    }

    fn pair(&mut self) -> Observation {
        let mut blocks = [Block { nanoseconds: 0.0, gigahertz: 0.0 }; 2];
        let mut order = [0, 1];
        order.shuffle(&mut self.random);
        for (place, block) in order.into_iter().enumerate() {
            // If the work is meant to exceed the caches, it must not be cached by the block before. The two
            // blocks of a pair then use different segments.
            let segment = self.segment + if self.case.workload.streams { 2 * place } else { 0 };
            let contestant = [self.case.contestant, self.case.reference][block];
            blocks[block] = self.block(contestant, segment, self.repeats[block]);
        }
        self.segment += 1;
        let [contestant, reference] = blocks;
        Observation { contestant, reference }
    }

    /// Runs a block and reads the clock.
    fn block(&mut self, contestant: &Contestant, segment: usize, repeats: usize) -> Block {
        if self.is_apart {
            self.settle(contestant);
        }
        let workload = self.case.workload;
        let segments = &workload.segments;
        let number = |repeat| (segment + repeat) % segments.len();
        let mut answer = |number: usize| {
            let room = workload.answers_of(number);
            contestant.answer_part(workload, number, &mut self.answers[room]);
        };
        // The previous block left its own data in the caches, so one segment is not timed.
        answer(number(0));
        let start = Instant::now();
        (1..=repeats).for_each(|repeat| answer(number(repeat)));
        let elapsed = start.elapsed();
        let sliders: usize = (1..=repeats).map(|repeat| segments[number(repeat)].sliders()).sum();
        Block { nanoseconds: elapsed.as_nanos() as f64 / sliders as f64, gigahertz: gigahertz() }
    }
}

fn summarise(rounds: &[Vec<Observation>]) -> Outcome {
    let of_all = |value: fn(&Observation) -> f64| median(rounds.iter().flatten().map(value).collect());
    let ratio =
        |observation: &Observation| observation.reference.nanoseconds / observation.contestant.nanoseconds;
    let overall = of_all(ratio);
    let medians = rounds.iter().map(|round| median(round.iter().map(ratio).collect()));
    Outcome {
        ratio: overall,
        spread: spread(medians, overall),
        nanoseconds: of_all(|observation| observation.contestant.nanoseconds),
        reference_nanoseconds: of_all(|observation| observation.reference.nanoseconds),
        pairs: rounds.iter().map(Vec::len).sum(),
        gigahertz: of_all(|observation| observation.contestant.gigahertz),
        reference_gigahertz: of_all(|observation| observation.reference.gigahertz),
    }
}

/// Returns a bar that shows the progress of so many steps.
pub fn progress_bar(steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:50!} {wide_bar} {percent:>3}% {eta:>4}");
    ProgressBar::new(steps as u64).with_style(style.expect("a fixed template"))
}

/// Returns half the distance between the smallest and the largest of some ratios, relative to their median.
pub fn spread(ratios: impl Iterator<Item = f64> + Clone, median: f64) -> f64 {
    let (least, most) = (ratios.clone().fold(f64::INFINITY, f64::min), ratios.fold(0.0, f64::max));
    (most - least) / 2.0 / median
}

/// Returns the median speed relative to a reference in the same rounds, its spread, and the median of the
/// seconds.
pub fn relative(reference: &[f64], own: &[f64]) -> (f64, f64, f64) {
    let ratios: Vec<f64> = reference.iter().zip(own).map(|(reference, own)| reference / own).collect();
    let ratio = median(ratios.clone());
    (ratio, spread(ratios.into_iter(), ratio), median(own.to_vec()))
}

/// Returns the median of at least one value.
pub fn median(mut values: Vec<f64>) -> f64 {
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_ignores_how_far_the_others_are() {
        assert_eq!(median(vec![1.0]), 1.0);
        assert_eq!(median(vec![900.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![-5.0, f64::INFINITY, 1.5, 1.0, 2.0]), 1.5);
    }

    #[test]
    fn twice_as_fast_is_a_ratio_of_two() {
        let outcome = summarise(&[
            vec![observation(1.0, 2.0), observation(2.0, 4.0), observation(1.0, 9.0)],
            vec![observation(3.0, 6.0), observation(1.0, 2.0), observation(5.0, 1.0)],
        ]);
        assert_eq!(outcome.ratio, 2.0);
        assert_eq!(outcome.spread, 0.0);
        assert_eq!(outcome.pairs, 6);
    }

    fn observation(contestant: f64, reference: f64) -> Observation {
        let [contestant, reference] = [(contestant, 2.7), (reference, 3.1)]
            .map(|(nanoseconds, gigahertz)| Block { nanoseconds, gigahertz });
        Observation { contestant, reference }
    }

    #[test]
    fn each_side_has_its_own_clock_and_a_slow_reference_is_in_doubt() {
        let mut outcome = summarise(&[vec![observation(1.0, 2.0)]]);
        assert_eq!((outcome.gigahertz, outcome.reference_gigahertz), (2.7, 3.1));
        doubt(&mut outcome, None);
        doubt(&mut outcome, Some(6.2));
        assert_eq!(outcome.spread, 0.0);
        doubt(&mut outcome, Some(5.0));
        assert!((outcome.spread - 0.12).abs() < 1e-9, "{}", outcome.spread);
    }
}
