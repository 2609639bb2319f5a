//! Reads a binpack file several times and prints the median time for each entry, with a sum over all of them.
//!
//! usage: cargo run --release --example speed -- FILE [ROUNDS]

use std::time::Instant;
use std::{env, fs};

use quadline_binpack::{Columns, Entries, Skip, chunks};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let path = arguments.next().ok_or("usage: speed FILE [ROUNDS]")?;
    let rounds = arguments.next().map_or(Ok(15), |rounds| rounds.parse::<usize>())?;
    let file = fs::read(&path)?;
    let mut columns = Columns::default();
    let mut times = [const { Vec::new() }; 4];
    let mut entries = 0;
    let mut sum = 0_u64;
    let nnue_pytorch = Skip::NONE.score(32002).captures().in_check();
    for _ in 0..rounds {
        let begin = Instant::now();
        (entries, sum) = (0, 0);
        for chunk in chunks(&file) {
            entries += chunk?.for_each(&Skip::NONE, |entry| {
                let words = entry.position.words();
                sum = sum.rotate_left(5)
                    ^ words[0]
                    ^ words[1] << 1
                    ^ u64::from(entry.chess_move.to_bits())
                    ^ entry.score as u64;
            })?;
        }
        times[0].push(begin.elapsed());

        let begin = Instant::now();
        columns.truncate(0);
        for chunk in chunks(&file) {
            columns.read(&chunk?, &Skip::NONE)?;
        }
        times[1].push(begin.elapsed());

        let begin = Instant::now();
        let mut scores = 0;
        for entry in Entries::new(&file) {
            scores += i64::from(entry?.score);
        }
        std::hint::black_box(scores);
        times[2].push(begin.elapsed());

        let begin = Instant::now();
        columns.truncate(0);
        for chunk in chunks(&file) {
            columns.read(&chunk?, &nnue_pytorch)?;
        }
        times[3].push(begin.elapsed());
    }
    println!(
        "{entries} entries, {} without captures and checks, sum {sum:016x}, level {}",
        columns.len(),
        quadline::level::active()
    );
    for (name, times) in
        ["for_each", "columns", "iterator", "columns without captures and checks"].into_iter().zip(&mut times)
    {
        times.sort();
        let nanoseconds = times[times.len() / 2].as_nanos() as f64 / entries as f64;
        println!("{name:<36} {nanoseconds:7.2} ns an entry");
    }
    Ok(())
}
