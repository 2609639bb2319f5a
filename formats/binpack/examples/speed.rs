//! Reads a binpack file in several ways and prints the median time for each entry, and the median of the
//! ratios to the way that reads one chunk after the other. All ways must find the same entries.
//!
//! A file of few chunks is first written again, in memory, with chunks of 32 KiB, because several chunks are
//! read at once.
//!
//! usage: cargo run --release --example speed -- FILE [ROUNDS]

use std::time::Instant;
use std::{env, fs};

use quadline_binpack::{
    Block, Chunk, Columns, Entries, Entry, Filter, Skip, Writer, chunks, for_each_of, read_each,
};

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

fn sum_of_block(block: &Block<'_>) -> u64 {
    let mut sum = 0_u64;
    for index in 0..block.len() {
        let words = block.positions[index].words();
        sum = sum
            .wrapping_add(words[0].wrapping_mul(3))
            .wrapping_add(words[1] ^ words[4] << 1)
            .wrapping_add(u64::from(block.moves[index].to_bits()) << 20 ^ block.scores[index] as u64);
    }
    sum
}

fn each(chunks: &[Chunk<'_>], skip: &Skip) -> u64 {
    let mut sum = 0_u64;
    for chunk in chunks {
        chunk.for_each(skip, |entry| sum = sum.wrapping_add(sum_of(entry))).expect("entries");
    }
    sum
}

fn many(chunks: &[Chunk<'_>], filter: &Filter) -> u64 {
    let mut sum = 0_u64;
    for_each_of(chunks, filter, |block| sum = sum.wrapping_add(sum_of_block(&block))).expect("entries");
    sum
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let path = arguments.next().ok_or("usage: speed FILE [ROUNDS]")?;
    let rounds = arguments.next().map_or(Ok(15), |rounds| rounds.parse::<usize>())?;
    let mut file = fs::read(&path)?;
    if chunks(&file).count() < FEWEST_CHUNKS {
        let mut writer = Writer::new(Vec::new()).chunk_bytes(32 << 10);
        for entry in Entries::new(&file) {
            writer.write(&entry?)?;
        }
        file = writer.finish()?;
    }
    let chunks: Vec<_> = chunks(&file).collect::<Result<_, _>>()?;
    let entries = for_each_of(&chunks, &Filter::NONE, |_| ())?;
    let one_in_eleven = Skip::NONE.at_random(10.0 / 11.0, 42);
    let quiet = Skip::NONE.score(32002).captures().in_check();
    let (mut one, mut other) = (Columns::default(), vec![Columns::default(); chunks.len()]);

    println!("{entries} entries in {} chunks, level {}", chunks.len(), quadline::level::active());
    println!("{:<40} {:>10} {:>10} {:>8}", "ns an entry", "one by one", "at once", "ratio");
    let compare = |name: &str, first: &mut dyn FnMut() -> u64, second: &mut dyn FnMut() -> u64| {
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..rounds {
            let begin = Instant::now();
            let expected = first();
            let middle = Instant::now();
            let found = second();
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
    compare("all entries", &mut || each(&chunks, &Skip::NONE), &mut || many(&chunks, &Filter::NONE));
    compare("ten of eleven left out at random", &mut || each(&chunks, &one_in_eleven), &mut || {
        many(&chunks, &one_in_eleven.into())
    });
    compare("captures and checks left out", &mut || each(&chunks, &quiet), &mut || {
        many(&chunks, &quiet.into())
    });
    let read_one = |columns: &mut Columns, skip: &Skip| {
        columns.truncate(0);
        chunks.iter().map(|chunk| columns.read(chunk, skip).expect("entries")).sum()
    };
    let mut third = Columns::default();
    compare("to columns", &mut || read_one(&mut one, &Skip::NONE), &mut || {
        third.truncate(0);
        third.read_all(&chunks, &Filter::NONE).expect("entries")
    });
    compare("to columns of each chunk", &mut || read_one(&mut one, &Skip::NONE), &mut || {
        other.iter_mut().for_each(|columns| columns.truncate(0));
        read_each(&chunks, &Filter::NONE, &mut other).into_iter().map(|read| read.expect("entries")).sum()
    });
    Ok(())
}
