//! Times single sliders and legal move counts on the target that this program is built for.
//!
//! ```text
//! speed-of-targets [SECONDS] [FILTER] <POSITIONS
//! ```
//!
//! Standard input has one FEN in each line. Each contestant is checked against the ray walk before it is
//! timed. Blocks of the contestants alternate, and the table shows the median of the speed relative to the
//! first contestant of the same shape. `FILTER` is a part of the names of the contestants to time; without
//! it, all are timed.

mod contestants;
mod magic;

use std::hint::black_box;
use std::io::Read;
use std::time::{Duration, Instant};

use quadline::{Position, Square};

/// The inputs of one run.
pub struct Work {
    pub squares: Vec<Square>,
    pub boards: Vec<u64>,
    pub positions: Vec<Position>,
    pub of_cozy_chess: Vec<cozy_chess::Board>,
}

/// A shape of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Queen,
    Rook,
    Bishop,
    /// Queens, each of which depends on the result before it.
    Chain,
    /// Legal move counts of many positions.
    Counts,
}

impl Shape {
    pub const ALL: [Self; 5] = [Self::Queen, Self::Rook, Self::Bishop, Self::Chain, Self::Counts];

    fn name(self) -> &'static str {
        match self {
            Self::Queen => "queen",
            Self::Rook => "rook",
            Self::Bishop => "bishop",
            Self::Chain => "chain",
            Self::Counts => "counts",
        }
    }
}

/// Writes the results for a shape.
pub type Run = Box<dyn Fn(&Work, &mut [u64])>;

/// A contestant of the benchmark.
pub struct Contestant {
    pub name: String,
    /// Its implementation of each shape.
    pub runs: Vec<(Shape, Run)>,
}

fn work(fens: &str) -> Work {
    let fens: Vec<&str> = fens.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).take(512).collect();
    let positions: Vec<Position> = fens.iter().map(|fen| fen.parse().expect("a FEN in each line")).collect();
    let mut random = magic::Random(29);
    Work {
        squares: (0..1024).map(|_| Square::new_masked((random.next() >> 58) as u8)).collect(),
        boards: (0..1024).map(|_| random.next() & random.next()).collect(),
        of_cozy_chess: fens.iter().map(|fen| fen.parse().expect("a FEN that cozy-chess reads")).collect(),
        positions,
    }
}

/// Runs a block and returns nanoseconds per run.
fn time(run: &Run, work: &Work, answers: &mut [u64], repetitions: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..repetitions {
        run(black_box(work), answers);
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(repetitions)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds: f64 = arguments.next().map_or(1.0, |text| text.parse().expect("SECONDS is a number"));
    let filter = arguments.next().unwrap_or_default();
    let mut fens = String::new();
    std::io::stdin().read_to_string(&mut fens).expect("FENs in the standard input");
    let work = work(&fens);
    let mut answers = vec![0; 1024];
    let contestants = contestants::all();

    // A row for each contestant, a column for each shape.
    let mut table = vec![vec![None; Shape::ALL.len()]; contestants.len()];
    let mut references = Vec::new();
    for (column, shape) in Shape::ALL.into_iter().enumerate() {
        let runs: Vec<(usize, &Run)> = contestants
            .iter()
            .enumerate()
            .filter_map(|(row, contestant)| {
                let (_, run) = contestant.runs.iter().find(|(of, _)| *of == shape)?;
                Some((row, run))
            })
            .collect();
        let mut expected: Option<Vec<u64>> = None;
        for (row, run) in &runs {
            answers.fill(0);
            run(&work, &mut answers);
            match &expected {
                None => expected = Some(answers.clone()),
                Some(expected) => assert!(*expected == answers, "{shape:?}: {} differs", contestants[*row].name),
            }
        }
        let runs: Vec<_> = runs
            .into_iter()
            .enumerate()
            .filter(|(place, (row, _))| *place == 0 || contestants[*row].name.contains(&filter))
            .map(|(_, run)| run)
            .collect();
        let (_, reference) = runs[0];
        let once = time(reference, &work, &mut answers, 3);
        let repetitions = ((100_000.0 / once) as u32).max(1);
        let mut ratios = vec![Vec::new(); runs.len()];
        let mut nanoseconds = Vec::new();
        let end = Instant::now() + Duration::from_secs_f64(seconds);
        let mut round = 0;
        while Instant::now() < end || round < 7 {
            for (place, (_, run)) in runs.iter().enumerate() {
                let (first, second) = if round % 2 == 0 { (reference, *run) } else { (*run, reference) };
                let a = time(first, &work, &mut answers, repetitions);
                let b = time(second, &work, &mut answers, repetitions);
                ratios[place].push(if round % 2 == 0 { a / b } else { b / a });
                nanoseconds.push(if round % 2 == 0 { a } else { b });
            }
            round += 1;
        }
        let number = match shape {
            Shape::Counts => work.positions.len(),
            _ => work.squares.len(),
        };
        references.push(median(nanoseconds) / number as f64);
        for ((row, _), ratios) in runs.iter().zip(ratios) {
            table[*row][column] = Some(median(ratios));
        }
    }

    print!("| generator |");
    Shape::ALL.iter().for_each(|shape| print!(" {} |", shape.name()));
    print!("\n|---|");
    Shape::ALL.iter().for_each(|_| print!("--:|"));
    print!("\n| *1.00 is* |");
    references.iter().for_each(|nanoseconds| print!(" *{nanoseconds:.2} ns* |"));
    println!();
    for (contestant, row) in contestants.iter().zip(table) {
        if row.iter().all(Option::is_none) {
            continue;
        }
        print!("| `{}` |", contestant.name);
        row.iter().for_each(|speed| speed.map_or_else(|| print!("  |"), |speed| print!(" {speed:.2} |")));
        println!();
    }
}
