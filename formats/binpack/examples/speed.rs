//! Reads a binpack file by `Reader` and by `Blocks`, and prints the median time for each entry, and the median of
//! the ratios. Both must find the same entries.
//!
//! A file of few chunks is first written again, in memory, with chunks of 32 KiB, because several chunks are
//! read at once.
//!
//! usage: cargo run --release --example speed -- FILE [ROUNDS]

use std::time::Instant;
use std::{env, fs};

use quadline_binpack::{Block, Blocks, Entry, Parts, Reader, Skip, Writer};

/// The fewest chunks of a file that is not written again.
const FEWEST_CHUNKS: usize = 16;

/// A sum over entries, in which their order does not matter.
fn sum_of(entry: &Entry) -> u64 {
    let words = entry.position.words();
    words[0]
        .wrapping_mul(3)
        .wrapping_add(words[1] ^ words[4] << 1)
        .wrapping_add(u64::from(entry.chess_move.to_bits()) << 20 ^ entry.score as u64)
}

fn by_reader(file: &[u8]) -> u64 {
    Reader::in_memory(file).fold(0, |sum, entry| sum.wrapping_add(sum_of(&entry.expect("entries"))))
}

fn by_blocks(file: &[u8], skip: Skip, in_order: bool) -> u64 {
    let mut blocks = Blocks::in_memory(file).with_filter(skip);
    if in_order {
        blocks = blocks.in_order();
    }
    let mut sum = 0_u64;
    let add = |block: Block<'_>| {
        for index in 0..block.len() {
            let words = block.positions[index].words();
            sum = sum
                .wrapping_add(words[0].wrapping_mul(3))
                .wrapping_add(words[1] ^ words[4] << 1)
                .wrapping_add(u64::from(block.moves[index].to_bits()) << 20 ^ block.scores[index] as u64);
        }
    };
    blocks.for_each(add).expect("entries");
    sum
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let path = arguments.next().ok_or("usage: speed FILE [ROUNDS]")?;
    let rounds = arguments.next().map_or(Ok(15), |rounds| rounds.parse::<usize>())?;
    let mut file = fs::read(&path)?;
    if Parts::in_memory(&file).count() < FEWEST_CHUNKS {
        let mut writer = Writer::new(Vec::new()).chunk_bytes(32 << 10);
        for entry in Reader::in_memory(&file) {
            writer.write(&entry?)?;
        }
        file = writer.finish()?;
    }
    let entries = Blocks::in_memory(&file).for_each(|_| ())?;
    let one_in_eleven = Skip::NONE.at_random(10.0 / 11.0, 42);
    let quiet = Skip::NONE.score(32002).captures().in_check();

    println!(
        "{entries} entries in {} chunks, level {}",
        Parts::in_memory(&file).count(),
        quadline::level::active()
    );
    println!("{:<40} {:>10} {:>10} {:>8}", "ns an entry", "one by one", "at once", "ratio");
    let compare = |name: &str, first: &dyn Fn() -> u64, skip: Skip| {
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..rounds {
            let begin = Instant::now();
            let expected = first();
            let middle = Instant::now();
            let found = by_blocks(&file, skip, false);
            let [a, b] =
                [middle - begin, middle.elapsed()].map(|time| time.as_nanos() as f64 / entries as f64);
            assert_eq!(expected, found, "{name}: the entries differ");
            for (list, time) in times.iter_mut().zip([a, b, a / b]) {
                list.push(time);
            }
        }
        let [a, b, ratio] = times.map(|mut list| {
            list.sort_by(f64::total_cmp);
            list[rounds / 2]
        });
        println!("{name:<40} {a:10.2} {b:10.2} {ratio:8.2}");
    };
    compare("all entries, by `Reader`", &|| by_reader(&file), Skip::NONE);
    compare("all entries, in order", &|| by_blocks(&file, Skip::NONE, true), Skip::NONE);
    compare(
        "ten of eleven left out at random, in order",
        &|| by_blocks(&file, one_in_eleven, true),
        one_in_eleven,
    );
    compare("captures and checks left out, in order", &|| by_blocks(&file, quiet, true), quiet);
    Ok(())
}
