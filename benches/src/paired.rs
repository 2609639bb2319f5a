//! The paired harness: short blocks of two contestants, alternating in random order in one process.
//!
//! A shared machine changes its speed all the time, but seldom within a hundred microseconds. So every block of A has
//! its own block of B beside it, their ratio is one observation, and the median over thousands of observations is the
//! result. The observations are taken in rounds over all cases; how far the rounds' medians lie apart is printed with
//! the result. What spreads over more than [`STEADY`] is measured again, the steadiest time counts, and what never
//! settles is marked.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use crate::BenchError;
use crate::roster::Contestant;
use crate::shapes::Workload;

/// Long enough for the clock, short enough that the machine stays the same for a pair.
const BLOCK: Duration = Duration::from_micros(25);
/// Their medians' distance is the spread.
const ROUNDS: usize = 5;
/// What spreads more is measured again, and is marked where it does not settle.
pub const STEADY: f64 = 0.05;
/// How often, and how long in units of the first time.
const AGAIN: [u32; 2] = [2, 2];

/// One line of the result: a contestant and whom it is compared with, at some work.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// Whose speed is asked.
    pub contestant: &'a Contestant,
    /// What it is expressed in.
    pub reference: &'a Contestant,
    /// What both do.
    pub workload: &'a Workload,
}

/// What came out for a [`Case`].
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The reference's time per slider over the contestant's: above 1 is faster. Median over pairs.
    pub ratio: f64,
    /// Half the distance between the largest and the smallest median of a round, relative to `ratio`.
    pub spread: f64,
    /// Per slider; median over blocks. Depends on the machine's mood: illustration only.
    pub nanoseconds: f64,
    /// The reference's, in the same blocks.
    pub reference_nanoseconds: f64,
    /// How many pairs there were.
    pub pairs: usize,
}

/// Nanoseconds per slider in one pair of blocks.
#[derive(Clone, Copy)]
struct Observation {
    contestant: f64,
    reference: f64,
}

/// Checks every case's answers, then times all of them for about as long as `budget`, and those that spread too far
/// beyond it.
pub fn measure(cases: &[Case<'_>], budget: Duration) -> Result<Vec<Outcome>, BenchError> {
    if cases.is_empty() {
        return Err(BenchError::NothingToTime);
    }
    let bar = ProgressBar::new((cases.len() * (ROUNDS + 1)) as u64).with_style(
        ProgressStyle::with_template("{msg:50!} {wide_bar} {percent:>3}% {eta:>4}")
            .expect("a fixed template"),
    );
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
            // What is left is shared by what is to come, so checks and slow cases cannot stretch the whole.
            let remaining = cases.len() * ROUNDS - (round * cases.len() + number);
            let share = budget.saturating_sub(start.elapsed()) / remaining as u32;
            rounds[number].push(pairing.observe(share));
            bar.inc(1);
        }
    }
    let mut outcomes: Vec<Outcome> = rounds.iter().map(|rounds| summarise(rounds)).collect();
    let first = budget / (cases.len() * ROUNDS) as u32;
    for times in AGAIN {
        for (pairing, outcome) in pairings.iter_mut().zip(&mut outcomes) {
            if outcome.spread <= STEADY {
                continue;
            }
            bar.set_message(format!(
                "again: {} {}",
                pairing.case.workload.shape, pairing.case.contestant.label
            ));
            let rounds: Vec<_> = (0..ROUNDS).map(|_| pairing.observe(first * times)).collect();
            let again = summarise(&rounds);
            if again.spread < outcome.spread {
                *outcome = again;
            }
        }
    }
    bar.finish_and_clear();
    Ok(outcomes)
}

/// A case with what its blocks need.
struct Pairing<'a> {
    case: Case<'a>,
    /// Segments per block.
    contestant_repeats: usize,
    reference_repeats: usize,
    /// Where the next pair of blocks begins.
    segment: usize,
    random: Xoshiro256PlusPlus,
    /// Room for the answers to all segments.
    answers: Vec<u64>,
}

impl<'a> Pairing<'a> {
    /// Finds out how many segments make a block.
    fn prepare(case: Case<'a>) -> Self {
        let mut pairing = Self {
            case,
            contestant_repeats: 1,
            reference_repeats: 1,
            segment: 0,
            random: Xoshiro256PlusPlus::seed_from_u64(2),
            answers: vec![0; case.workload.answers()],
        };
        let mut repeats = |contestant: &Contestant| {
            let segment = &case.workload.segments[0];
            let mut fastest = |_| {
                let start = Instant::now();
                contestant.answer(segment, &mut pairing.answers[case.workload.answers_of(0)]);
                start.elapsed()
            };
            let fastest = (0..20).map(&mut fastest).min().unwrap_or_default().max(Duration::from_nanos(1));
            (BLOCK.as_nanos() / fastest.as_nanos()).clamp(1, 10_000) as usize
        };
        let contestant = repeats(case.contestant);
        let reference = repeats(case.reference);
        // With several segments both do the same ones, whatever that takes the slower of them.
        let same = case.workload.segments.len() > 1;
        pairing.contestant_repeats = if same { reference } else { contestant };
        pairing.reference_repeats = reference;
        pairing
    }

    /// Takes pairs for as long as `share`, but at least three.
    fn observe(&mut self, share: Duration) -> Vec<Observation> {
        let start = Instant::now();
        let mut observations = Vec::new();
        while observations.len() < 3 || start.elapsed() < share {
            observations.push(self.pair());
        }
        observations
    }

    fn pair(&mut self) -> Observation {
        let mut times = [0.0; 2];
        let mut order = [0, 1];
        order.shuffle(&mut self.random);
        for (place, block) in order.into_iter().enumerate() {
            // Work that is meant to be larger than the caches must not be found there because the block before had the
            // same: every block of a pair gets other segments then.
            let segment = self.segment + if self.case.workload.streams { 2 * place } else { 0 };
            times[block] = match block {
                0 => self.block(self.case.contestant, segment, self.contestant_repeats),
                _ => self.block(self.case.reference, segment, self.reference_repeats),
            };
        }
        self.segment += 1;
        let [contestant, reference] = times;
        Observation { contestant, reference }
    }

    /// Nanoseconds per slider.
    fn block(&mut self, contestant: &Contestant, segment: usize, repeats: usize) -> f64 {
        let segments = &self.case.workload.segments;
        let number = |repeat| (segment + repeat) % segments.len();
        let mut answer = |number: usize| {
            let room = self.case.workload.answers_of(number);
            contestant.answer(&segments[number], &mut self.answers[room]);
        };
        // The block before left its own data in the caches: one segment is not timed.
        answer(number(0));
        let start = Instant::now();
        (1..=repeats).for_each(|repeat| answer(number(repeat)));
        let elapsed = start.elapsed();
        let sliders: usize = (1..=repeats).map(|repeat| segments[number(repeat)].sliders()).sum();
        elapsed.as_nanos() as f64 / sliders as f64
    }
}

fn summarise(rounds: &[Vec<Observation>]) -> Outcome {
    let of_all = |value: fn(&Observation) -> f64| median(rounds.iter().flatten().map(value).collect());
    let ratio = |observation: &Observation| observation.reference / observation.contestant;
    let overall = of_all(ratio);
    let rounds_medians = rounds.iter().map(|round| median(round.iter().map(ratio).collect()));
    let (smallest, largest) = rounds_medians
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(smallest, largest), median| {
            (median.min(smallest), median.max(largest))
        });
    Outcome {
        ratio: overall,
        spread: (largest - smallest) / 2.0 / overall,
        nanoseconds: of_all(|observation| observation.contestant),
        reference_nanoseconds: of_all(|observation| observation.reference),
        pairs: rounds.iter().map(Vec::len).sum(),
    }
}

/// Of at least one value.
fn median(mut values: Vec<f64>) -> f64 {
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
        let observation = |contestant, reference| Observation { contestant, reference };
        let outcome = summarise(&[
            vec![observation(1.0, 2.0), observation(2.0, 4.0), observation(1.0, 9.0)],
            vec![observation(3.0, 6.0), observation(1.0, 2.0), observation(5.0, 1.0)],
        ]);
        assert_eq!(outcome.ratio, 2.0);
        assert_eq!(outcome.spread, 0.0);
        assert_eq!(outcome.pairs, 6);
    }
}
