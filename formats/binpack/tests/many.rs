//! Several chunks at once, at every level: the same entries and errors as one chunk after the other, and the
//! filters entry by entry.

use std::env;
use std::num::NonZero;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use quadline::{Color, MoveKind, Movetext, Position, level};
use quadline_binpack::{
    Block, Blocks, Chunk, ChunkSource, Columns, Entry, Error, Facts, Filter, NnuePytorchOptions, Problem,
    Skip, Writer, chunks, for_each_block, for_each_of, for_each_of_where, read_each,
};

mod games;

use games::{Random, games};

/// More than the lanes of any level.
const CHUNKS: usize = 40;

/// Returns a file with many chunks.
fn file() -> Vec<u8> {
    file_of(CHUNKS)
}

/// Returns a file of the same entries with about so many chunks.
fn file_of(chunks: usize) -> Vec<u8> {
    let entries = games();
    let mut writer = Writer::new(Vec::new()).chunk_bytes(usize::MAX);
    entries.iter().for_each(|entry| writer.write(entry).expect("an entry"));
    let bytes = writer.finish().expect("a file").len();
    let mut writer = Writer::new(Vec::new()).chunk_bytes(bytes / chunks);
    entries.iter().for_each(|entry| writer.write(entry).expect("an entry"));
    writer.finish().expect("a file")
}

fn chunks_of_any(file: &[u8]) -> Vec<Chunk<'_>> {
    chunks(file).map(|chunk| chunk.expect("a chunk")).collect()
}

fn chunks_of(file: &[u8]) -> Vec<Chunk<'_>> {
    let chunks = chunks_of_any(file);
    assert!(chunks.len() > 2 * 16, "{} chunks", chunks.len());
    chunks
}

/// Returns the entries of a chunk, and its number of entries or its error.
fn alone(chunk: &Chunk<'_>) -> (Vec<Entry>, Result<u64, String>) {
    let mut entries = Vec::new();
    let read = chunk.for_each(&Skip::NONE, |entry| entries.push(*entry));
    (entries, read.map_err(|error| error.to_string()))
}

/// Returns the entries of each chunk that were given out, and the result.
fn at_once(chunks: &[Chunk<'_>], filter: &Filter) -> (Vec<Vec<Entry>>, Result<u64, String>) {
    let mut entries = vec![Vec::new(); chunks.len()];
    let read = for_each_of(chunks, filter, |block| {
        assert!(!block.is_empty() && block.get(block.len()).is_none());
        for index in 0..block.len() {
            entries[block.chunks[index] as usize].push(block.get(index).expect("an entry"));
        }
    });
    (entries, read.map_err(|error| error.to_string()))
}

/// Runs all other tests again at each level of this CPU.
#[test]
fn at_every_level() {
    const NAME: &str = "at_every_level";
    if env::var("QUADLINE_LEVEL").is_ok() {
        return;
    }
    for level in level::available() {
        let mut command = Command::new(env::current_exe().expect("this test"));
        let output = command.args(["--skip", NAME]).env("QUADLINE_LEVEL", level).output().expect("a test");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "level {}: {text}", level);
        assert!(text.contains("0 failed") && !text.contains(" 0 passed"), "level {}: {text}", level);
    }
}

#[test]
fn chunks_at_once_have_the_entries_of_single_chunks() {
    let file = file();
    let all = chunks_of(&file);
    let expected: Vec<_> = all.iter().map(|chunk| alone(chunk).0).collect();
    for count in (0..=20).chain([all.len()]) {
        let (entries, read) = at_once(&all[..count], &Filter::NONE);
        assert!(entries == expected[..count], "{count} chunks");
        assert_eq!(read, Ok(expected[..count].iter().map(|entries| entries.len() as u64).sum()));
        let mut columns = Columns::default();
        assert_eq!(columns.read_all(&all[..count], &Filter::NONE).ok(), read.ok());
        assert_eq!(columns.len(), entries.iter().map(Vec::len).sum::<usize>());
    }
}

/// Long chunks, of which lanes load one part after the other.
#[test]
fn long_chunks_have_the_entries_of_single_chunks() {
    for count in [7, 17] {
        let file = file_of(count);
        let all: Vec<_> = chunks(&file).map(|chunk| chunk.expect("a chunk")).collect();
        let expected: Vec<_> = all.iter().map(|chunk| alone(chunk).0).collect();
        assert!(all.iter().any(|chunk| chunk.bytes().len() > 1500), "{count} chunks");
        assert!(at_once(&all, &Filter::NONE).0 == expected, "{count} chunks");
    }
}

#[test]
fn threads_read_all_blocks_or_the_first_error() {
    let mut file = file();
    let (total, length) =
        (chunks_of(&file).iter().map(|chunk| alone(chunk).0.len() as u64).sum(), file.len());
    let filter = Skip::NONE.at_random(0.5, 3).into();
    let kept: usize = at_once(&chunks_of(&file), &filter).0.iter().map(Vec::len).sum();
    for threads in [1, 2, 3] {
        let threads = NonZero::new(threads).expect("a number");
        let found = AtomicUsize::new(0);
        let read = for_each_block(&file[..], threads, &filter, |block| {
            found.fetch_add(block.len(), Ordering::Relaxed);
        });
        assert_eq!((read.ok(), found.into_inner()), (Some(total), kept));
    }
    let cut = for_each_block(&file[..length - 1], NonZero::<usize>::MIN, &filter, |_| ()).unwrap_err();
    assert!(matches!(cut.problem(), Problem::CutFile { missing: 1 }), "{cut}");
    // The first position of the file has no king.
    file[16] ^= 0xff;
    let first = for_each_block(&file[..length - 1], NonZero::<usize>::MIN, &filter, |_| ()).unwrap_err();
    assert_eq!(first.to_string(), alone(&chunks(&file).next().unwrap().unwrap()).1.unwrap_err());
}

/// The chunks of a slice, which counts those that are in use.
struct Counting<'a> {
    chunks: std::slice::Iter<'a, Chunk<'a>>,
    used: Vec<u64>,
    most: usize,
}

impl<'a> Counting<'a> {
    fn new(chunks: &'a [Chunk<'a>]) -> Self {
        Self { chunks: chunks.iter(), used: Vec::new(), most: 0 }
    }
}

impl<'a> ChunkSource<'a> for Counting<'a> {
    fn next_chunk(&mut self) -> Option<Result<Chunk<'a>, Error>> {
        let chunk = *self.chunks.next()?;
        self.used.push(chunk.offset());
        self.most = self.most.max(self.used.len());
        Some(Ok(chunk))
    }

    fn take_back(&mut self, chunk: Chunk<'a>) {
        let place = self.used.iter().position(|&offset| offset == chunk.offset());
        self.used.remove(place.expect("a chunk that is in use"));
    }
}

/// Returns the entries of each chunk that a reader gives out, if it stops after each so many entries, and the
/// error at the end. Checks that nothing comes after the end.
fn stopping<'a>(
    blocks: &mut Blocks<'a, Counting<'a>>,
    chunks: usize,
    mut next_stop: impl FnMut() -> usize,
) -> (Vec<Vec<Entry>>, Option<String>) {
    let mut entries = vec![Vec::new(); chunks];
    let mut error = None;
    loop {
        let (stop, mut read) = (next_stop(), 0);
        let found = blocks.read_until(|block| {
            assert!(!block.is_empty());
            let wanted = block.len().min(stop - read);
            for index in 0..wanted {
                entries[block.chunks[index] as usize].push(block.get(index).expect("an entry"));
            }
            read += wanted;
            wanted
        });
        match found {
            Ok(true) => {}
            Ok(false) => break,
            Err(found) => {
                error = Some(found.to_string());
                break;
            }
        }
    }
    let mut after = |block: Block<'_>| -> usize { panic!("{} entries after the end", block.len()) };
    assert!(!blocks.read_until(&mut after).expect("no second error"));
    (entries, error)
}

#[test]
fn a_reader_stops_and_goes_on() {
    let file = file();
    let all = chunks_of(&file);
    let options = NnuePytorchOptions { random_fen_skipping: 2, ..Default::default() };
    for filter in [Filter::NONE, options.filter(5)] {
        let expected = at_once(&all, &filter).0;
        let numbers: Vec<u64> = all.iter().map(|chunk| alone(chunk).1.expect("entries")).collect();
        for count in (0..=20).chain([all.len()]) {
            for stop in [2, 17, 256, 300, 5000, usize::MAX] {
                if stop == 2 && count > 3 && filter == Filter::NONE {
                    continue;
                }
                let mut blocks = Blocks::new(Counting::new(&all[..count]), filter.clone());
                let (entries, error) = stopping(&mut blocks, count, || stop);
                assert!(entries == expected[..count] && error.is_none(), "{count} chunks, {stop}");
                assert_eq!(blocks.entries(), numbers[..count].iter().sum::<u64>());
                assert!(blocks.source().used.is_empty() && blocks.source().most <= 17, "{count} chunks");
            }
        }
        let (mut blocks, mut read) = (Blocks::new(chunks(&file), filter).in_order(), Vec::new());
        while blocks
            .read_until(|block| {
                let wanted = block.len().min(100);
                read.extend((0..wanted).map(|index| block.get(index).expect("an entry")));
                wanted
            })
            .expect("entries")
        {}
        assert!(read == expected.concat());
    }
}

/// In chains that are long, many steps follow without a look at the lanes, but none after the reader stops.
#[test]
fn a_reader_stops_within_long_chains() {
    let mut writer = Writer::new(Vec::new()).chunk_bytes(1);
    let mut game = Vec::new();
    let mut position = Position::START;
    for ply in 0..400 {
        let texts = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let chess_move = position.parse_uci(texts[ply % 4]).expect("a move");
        game.push(Entry { position, chess_move, score: ply as i16, ply: ply as u16, result: 0 });
        position = position.play(chess_move);
    }
    for _ in 0..20 {
        game.iter().for_each(|entry| writer.write(entry).expect("an entry"));
    }
    let file = writer.finish().expect("a file");
    let all = chunks_of_any(&file);
    assert_eq!(all.len(), 20);
    for stop in [1, 3, 100, 250] {
        let (entries, error) = stopping(&mut Blocks::new(Counting::new(&all), Filter::NONE), 20, || stop);
        assert!(error.is_none() && entries.iter().all(|entries| *entries == game), "{stop}");
    }
}

/// All entries before the first error, and none after it in its chunk, however often the reader stops.
#[test]
fn a_reader_gives_out_all_entries_before_the_first_error() {
    let file = file();
    let all = chunks_of(&file);
    let mut random = Random(0x0123_4567_89ab_cdef);
    for round in 0..60 {
        let mut bytes: Vec<Vec<u8>> = all.iter().map(|chunk| chunk.bytes().to_vec()).collect();
        for _ in 0..1 + round % 4 {
            let chunk = random.below(bytes.len());
            let at = random.below(8 * bytes[chunk].len());
            bytes[chunk][at / 8] ^= 1 << (at % 8);
        }
        let damaged: Vec<_> =
            all.iter().zip(&bytes).map(|(chunk, bytes)| Chunk::new(chunk.offset(), bytes)).collect();
        let expected: Vec<_> = damaged.iter().map(alone).collect();
        let first = expected.iter().position(|(_, read)| read.is_err());
        let mut blocks = Blocks::new(Counting::new(&damaged), Filter::NONE);
        if round % 2 == 1 {
            blocks = blocks.in_order();
        }
        let (entries, error) = stopping(&mut blocks, damaged.len(), || 1 + random.below(900));
        assert_eq!(error, first.and_then(|first| expected[first].1.clone().err()), "round {round}");
        for (index, (found, (entries, _))) in entries.iter().zip(&expected).enumerate() {
            if first.is_none_or(|first| index <= first) {
                assert!(found == entries, "round {round}, chunk {index}");
            } else {
                assert!(entries.starts_with(found), "round {round}, chunk {index}");
                assert!(round % 2 == 0 || found.is_empty(), "round {round}, chunk {index}");
            }
        }
    }
    // Another thread has found an error in chunk 20.
    let mut blocks = Blocks::new(Counting::new(&all), Filter::NONE);
    assert!(blocks.read_until(|_| 0).expect("entries"));
    blocks.end_at(all[20].offset() + 3);
    let (entries, _) = stopping(&mut blocks, all.len(), || 700);
    for (found, chunk) in entries[..21].iter().zip(&all) {
        assert!(*found == alone(chunk).0);
    }
    assert!(entries[21..].iter().all(Vec::is_empty) && blocks.source().used.is_empty());
}

/// Returns the rooks of the side to move that may castle.
fn castling_rooks(entry: &Entry) -> u64 {
    entry.position.castling_rooks() & entry.position.color(entry.position.side_to_move())
}

/// Each kind of rare move is in each lane, because each chunk begins in each lane once.
#[test]
fn rare_moves_in_each_lane() {
    let file = file();
    let mut all = chunks_of(&file);
    let has = |entries: &[Entry], is: &dyn Fn(&Entry) -> bool| entries.iter().any(is);
    let (mut shifts, length) = (0, all.len());
    while shifts < 16 {
        let expected: Vec<_> = all.iter().map(|chunk| alone(chunk).0).collect();
        let (entries, _) = at_once(&all, &Filter::NONE);
        assert!(entries == expected, "shifted by {shifts}");
        all.rotate_left(1);
        shifts += 1;
    }
    let castles = |entry: &Entry| entry.chess_move.kind() == MoveKind::Castling;
    let is_to_east = |entry: &Entry| entry.chess_move.to() > entry.chess_move.from();
    let kinds: [&dyn Fn(&Entry) -> bool; 12] = [
        &|entry| castles(entry) && entry.position.side_to_move() == Color::White && is_to_east(entry),
        &|entry| castles(entry) && entry.position.side_to_move() == Color::White && !is_to_east(entry),
        &|entry| castles(entry) && entry.position.side_to_move() == Color::Black && is_to_east(entry),
        &|entry| castles(entry) && entry.position.side_to_move() == Color::Black && !is_to_east(entry),
        // As only in Chess960, and with check.
        &|entry| castles(entry) && !matches!(entry.chess_move.to().index() % 8, 0 | 7),
        &|entry| castles(entry) && entry.position.play(entry.chess_move).checks_and_pins().checkers != 0,
        // The king gives up its right, and the capture takes that of the other side.
        &|entry| {
            let kings = entry.position.kings() & entry.chess_move.from().bit();
            entry.chess_move.kind() == MoveKind::Normal && kings != 0 && castling_rooks(entry) != 0
        },
        &|entry| !castles(entry) && entry.position.castling_rooks() & entry.chess_move.to().bit() != 0,
        &|entry| entry.chess_move.kind() == MoveKind::EnPassant,
        &|entry| matches!(entry.chess_move.kind(), MoveKind::Promotion(_)),
        &|entry| entry.position.en_passant().is_some(),
        &|entry| entry.score.unsigned_abs() > 1 << 13,
    ];
    let of_all: Vec<Entry> = all.iter().flat_map(|chunk| alone(chunk).0).collect();
    for (number, kind) in kinds.into_iter().enumerate() {
        assert!(has(&of_all, kind), "no entry of kind {number} in {length} chunks");
    }
}

/// Bits are changed and chunks are cut: each chunk alone and all at once have the same errors, and no entry
/// of a chunk with an error is given out, except for those before it to `for_each_of`.
#[test]
fn damaged_chunks_have_the_same_errors() {
    let file = file();
    let all = chunks_of(&file);
    let mut random = Random(0x1234_5678_9abc_def1);
    let (mut failed, mut intact) = (0, 0);
    for round in 0..60 {
        let bytes: Vec<Vec<u8>> = all
            .iter()
            .enumerate()
            .map(|(index, chunk)| {
                let mut bytes = chunk.bytes().to_vec();
                match (round + index) % 4 {
                    0 => {
                        let at = random.below(8 * bytes.len());
                        bytes[at / 8] ^= 1 << (at % 8);
                    }
                    1 if index % 8 == 1 => bytes.truncate(bytes.len() - 1 - random.below(99)),
                    _ => {}
                }
                bytes
            })
            .collect();
        let damaged: Vec<_> =
            all.iter().zip(&bytes).map(|(chunk, bytes)| Chunk::new(chunk.offset(), bytes)).collect();
        let expected: Vec<_> = damaged.iter().map(alone).collect();
        let mut columns = vec![Columns::default(); damaged.len()];
        let results = read_each(&damaged, &Filter::NONE, &mut columns);
        assert_eq!(results.len(), damaged.len());
        for ((result, columns), (entries, alone)) in results.into_iter().zip(&columns).zip(&expected) {
            let result = result.map_err(|error| error.to_string());
            assert_eq!(&result, alone, "round {round}");
            let found: Vec<_> = (0..columns.len()).map(|index| columns.get(index).unwrap()).collect();
            match result {
                Ok(_) => assert!(found == *entries, "round {round}"),
                Err(_) => assert!(found.is_empty(), "round {round}"),
            }
            match alone {
                Ok(_) => intact += 1,
                Err(_) => failed += 1,
            }
        }
        let (entries, read) = at_once(&damaged, &Filter::NONE);
        let first = expected.iter().find_map(|(_, alone)| alone.clone().err());
        assert_eq!(read.err(), first, "round {round}");
        for (found, (entries, _)) in entries.iter().zip(&expected) {
            assert!(entries.starts_with(found), "round {round}");
        }
        let mut columns = Columns::default();
        let read = columns.read_all(&damaged, &Filter::NONE).map_err(|error| error.to_string());
        assert_eq!((read.err(), columns.is_empty()), (first.clone(), first.is_some()), "round {round}");
    }
    assert!(failed > 200 && intact > 200, "{failed} failed, {intact} did not");
}

/// Any bits after positions in which a side may castle: moves of kings, castling and rooks that do not exist
/// or cannot castle have the same errors in lanes.
#[test]
fn any_bits_before_castling_have_the_same_errors() {
    let mut random = Random(0x0fed_cba9_8765_4321);
    let mut stems: Vec<Entry> =
        games().into_iter().filter(|entry| entry.position.castling_rooks() != 0).collect();
    stems.retain(|_| random.below(40) == 0);
    let mut chunks = Vec::new();
    for stem in &stems {
        let mut writer = Writer::new(Vec::new());
        writer.write(stem).expect("an entry");
        let file = writer.finish().expect("a file");
        // Without the header of the chunk and the number of entries that follow.
        let stem = &file[8..file.len() - 2];
        for _ in 0..300 {
            let bits: [u8; 24] = std::array::from_fn(|_| random.below(256) as u8);
            // Mostly with a short score.
            let bits = bits.map(|byte| if byte % 3 == 0 { byte & 0x7b } else { byte });
            chunks.push([stem, &[0, 9], &bits].concat());
        }
    }
    let chunks: Vec<_> = (0..).zip(&chunks).map(|(number, bytes)| Chunk::new(1000 * number, bytes)).collect();
    let mut columns = vec![Columns::default(); chunks.len()];
    let results = read_each(&chunks, &Filter::NONE, &mut columns);
    let (mut castling, mut numbers) = (0, 0);
    for (chunk, result) in chunks.iter().zip(results) {
        let alone = chunk.for_each(&Skip::NONE, |_| ()).expect_err("bits that end");
        match alone.problem() {
            Problem::Castling(_) => castling += 1,
            Problem::MoveNumber { .. } => numbers += 1,
            _ => {}
        }
        assert_eq!(result.map_err(|error| error.to_string()), Err(alone.to_string()));
    }
    assert!(castling > 50 && numbers > 1000, "{castling} and {numbers} of {}", chunks.len());
}

#[test]
fn a_skip_leaves_out_the_same_entries() {
    let file = file();
    let all = chunks_of(&file);
    let none = Skip::NONE;
    for skip in [
        none.before_ply(40),
        none.score(0),
        none.score(-1),
        none.captures(),
        none.in_check(),
        none.at_random(10.0 / 11.0, 42),
        none.at_random(0.5, 7).before_ply(100).captures().in_check().score(0),
        none.at_random(1.0, 7),
    ] {
        let mut expected = vec![Vec::new(); all.len()];
        for (chunk, entries) in all.iter().zip(&mut expected) {
            chunk.for_each(&skip, |entry| entries.push(*entry)).expect("entries");
        }
        assert!(at_once(&all, &skip.into()).0 == expected, "{skip:?}");
    }
}

#[test]
fn a_closure_is_asked_about_what_else_is_kept() {
    let file = file();
    let all = chunks_of(&file);
    let facts_of = |entry: &Entry| Facts {
        ply: entry.ply,
        score: entry.score,
        result: entry.result,
        pieces: entry.position.occupied().count_ones() as u8,
    };
    let keeps = |facts: &Facts| {
        facts.pieces > 9 && facts.score > 0 && facts.result >= 0 && !facts.ply.is_multiple_of(3)
    };
    let (mut found, mut expected) = (vec![Vec::new(); all.len()], vec![Vec::new(); all.len()]);
    let (mut asked, mut kept_by_others) = (0, 0);
    let skip = Skip::NONE.before_ply(30);
    let keep = |facts: &Facts| {
        asked += 1;
        assert!(facts.ply >= 30);
        keeps(facts)
    };
    for_each_of_where(&all, &skip.into(), keep, |block| {
        for index in 0..block.len() {
            found[block.chunks[index] as usize].push(block.get(index).expect("an entry"));
        }
    })
    .expect("entries");
    for (chunk, entries) in all.iter().zip(&mut expected) {
        chunk
            .for_each(&skip, |entry| {
                kept_by_others += 1;
                if keeps(&facts_of(entry)) {
                    entries.push(*entry);
                }
            })
            .expect("entries");
    }
    assert!(found == expected);
    assert_eq!(asked, kept_by_others);
    assert!(expected.iter().any(|entries| !entries.is_empty()));
}

/// A plain reading of the options of nnue-pytorch, with the random numbers of this package, for the entries
/// of one chunk in their order.
struct Plain<'a> {
    options: &'a NnuePytorchOptions,
    offset: u64,
    seed: u64,
    last_ply: i64,
    last_score: i64,
    seen: [f64; 33],
    passed: u64,
    alpha: f64,
}

impl Plain<'_> {
    /// The random number of an entry: of the share that is kept, or one of the further ones.
    fn random(&self, number: u64, draw: u64) -> u64 {
        let mix = |word: u64| {
            let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^ (word >> 31)
        };
        // The choice of one in so many has the seed only if there is one.
        let seed = if self.options.random_fen_skipping > 0 { self.seed } else { 0 };
        let place = (seed ^ mix(self.offset)).wrapping_add((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        if draw == 0 { mix(place) } else { mix(mix(place) ^ mix(self.seed.wrapping_add(draw))) }
    }

    fn is_below(&self, number: u64, draw: u64, share: f64) -> bool {
        self.random(number, draw) < (share * 18_446_744_073_709_551_616.0) as u64
    }

    fn weight(&self, pieces: usize) -> f64 {
        let (y, x) = (self.options.pc, pieces as f64);
        let left = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2][pieces.min(23)];
        let left = if pieces >= 24 { 3 } else { left };
        let t = x / 8.0 - left as f64;
        let slope = |at: usize| match at {
            0 => y[1] - y[0],
            4 => y[4] - y[3],
            _ => 0.5 * (y[at + 1] - y[at - 1]),
        };
        let (before, after) = (y[left], y[left + 1]);
        // The polynomial with these values and slopes at both ends.
        let (c, d) = (slope(left), slope(left + 1));
        let quadratic = 3.0 * (after - before) - 2.0 * c - d;
        let cubic = 2.0 * (before - after) + c + d;
        (before + c * t + quadratic * t * t + cubic * t * t * t).max(0.0)
    }

    fn weights(&self) -> ([f64; 33], f64) {
        let weights: [f64; 33] = std::array::from_fn(|pieces| self.weight(pieces));
        let sum = weights.iter().sum();
        if sum > 0.0 { (weights, sum) } else { ([1.0; 33], 33.0) }
    }

    /// Returns the chance that an entry passes because of its result.
    fn likely(entry: &Entry) -> f64 {
        let m = f64::from(entry.ply.min(240)) / 64.0;
        let a = -3.68389304 * m.powi(3) + 30.07065921 * m.powi(2) - 60.52878723 * m + 149.53378557;
        let b = 1.5 * (-2.0181857 * m.powi(3) + 15.85685038 * m.powi(2) - 29.83452023 * m + 47.59078827);
        let x = (100.0 * f64::from(entry.score) / 208.0).clamp(-2000.0, 2000.0);
        let (win, loss) = (1.0 / (1.0 + ((a - x) / b).exp()), 1.0 / (1.0 + ((a + x) / b).exp()));
        match entry.result {
            1 => win,
            -1 => loss,
            _ => 1.0 - win - loss,
        }
    }

    fn early(&self, ply: f64) -> f64 {
        let mut points = self.options.ply.to_vec();
        points.push((f64::from(self.options.soft_early_fen_skipping), 1.0));
        if ply <= points[0].0 {
            return points[0].1.clamp(0.0, 1.0);
        }
        let after = points.iter().position(|point| ply <= point.0).expect("a point");
        let ((x0, y0), (x1, y1)) = (points[after - 1], points[after]);
        let share = if x1 == x0 { 0.0 } else { (ply - x0) / (x1 - x0) };
        (y0 + share * (y1 - y0)).clamp(0.0, 1.0)
    }

    fn material(position: &Position) -> i32 {
        (0..64)
            .filter_map(|index| position.piece_at(quadline::Square::new(index).unwrap()))
            .map(|piece| {
                let value = [208, 781, 825, 1276, 2538, 0][piece.role() as usize];
                if piece.color() == quadline::Color::White { value } else { -value }
            })
            .sum()
    }

    fn skips(&mut self, number: u64, entry: &Entry) -> bool {
        let options = *self.options;
        let none = 32002;
        let (ply, score) = (i64::from(entry.ply), i64::from(entry.score));
        let placeholder = ply > self.last_ply
            && self.last_score != none
            && self.last_score.abs() > 100
            && entry.result != 0
            && score == 0;
        self.last_ply = ply;
        if score == none || placeholder {
            return true;
        }
        self.last_score = score;
        if ply <= i64::from(options.early_fen_skipping) {
            return true;
        }
        if options.random_fen_skipping > 0 {
            let skipped = f64::from(options.random_fen_skipping);
            let kept = 1.0 - skipped / (skipped + 1.0);
            if !self.is_below(number, 0, kept) {
                return true;
            }
        }
        let position = &entry.position;
        let captures = position
            .piece_at(entry.chess_move.to())
            .is_some_and(|piece| piece.color() != position.side_to_move());
        if options.filtered && (captures || position.checks_and_pins().checkers != 0) {
            return true;
        }
        if options.wld_filtered && self.is_below(number, 1, 1.0 - Self::likely(entry)) {
            return true;
        }
        if Self::material(position).abs() < options.simple_eval_skipping {
            return true;
        }
        let soft = i64::from(options.soft_early_fen_skipping);
        if ply < soft && self.is_below(number, 2, 1.0 - self.early(ply as f64)) {
            return true;
        }
        let pieces = position.occupied().count_ones() as usize;
        let (weights, sum) = self.weights();
        self.seen[pieces] += 1.0;
        self.passed += 1;
        let passed = self.passed;
        let total: f64 = self.seen.iter().sum();
        let ratio = |seen: &[f64; 33], pieces: usize| total * weights[pieces] / (sum * seen[pieces]);
        let now = if weights[pieces] > 0.0 { ratio(&self.seen, pieces) } else { 0.0 };
        let adjusts =
            [100, 500, 1000, 2500, 5000].contains(&passed) || passed > 5000 && passed.is_multiple_of(10_000);
        if adjusts {
            let present = (0..33).filter(|&pieces| weights[pieces] > 0.0 && self.seen[pieces] > 0.0);
            let least = present.map(|pieces| ratio(&self.seen, pieces)).fold(f64::INFINITY, f64::min);
            if least > 0.0 && least.is_finite() {
                self.alpha = (1.0 - 0.975) / least;
            }
            if passed >= 10_000 {
                self.seen.iter_mut().for_each(|seen| *seen *= 0.5);
            }
        }
        self.is_below(number, 3, 1.0 - (self.alpha * now).clamp(0.0, 1.0))
    }
}

/// Returns the entries of each chunk that a plain reading keeps.
fn plainly(all: &[Chunk<'_>], entries: &[Vec<Entry>], options: &NnuePytorchOptions) -> Vec<Vec<Entry>> {
    let of_chunk = |(chunk, entries): (&Chunk<'_>, &Vec<Entry>)| {
        let mut plain = Plain {
            options,
            offset: chunk.offset(),
            seed: 99,
            last_ply: -1,
            last_score: 32002,
            seen: [0.0; 33],
            passed: 0,
            alpha: 1.0,
        };
        let kept = |&(number, entry): &(usize, &Entry)| !plain.skips(number as u64, entry);
        entries.iter().enumerate().filter(kept).map(|(_, entry)| *entry).collect()
    };
    all.iter().zip(entries).map(of_chunk).collect()
}

/// The chances of the numbers of pieces are adjusted up to the 20,000th entry of a chunk, where those of a half of
/// the entries before are forgotten for the second time.
#[test]
fn numbers_of_pieces_in_a_long_chunk() {
    let some = games();
    let mut writer = Writer::new(Vec::new()).chunk_bytes(usize::MAX);
    for entry in some.iter().cycle().take(25_000) {
        writer.write(entry).expect("an entry");
    }
    let file = writer.finish().expect("a file");
    let all = chunks_of_any(&file);
    let entries: Vec<Vec<Entry>> = all.iter().map(|chunk| alone(chunk).0).collect();
    let options = NnuePytorchOptions {
        filtered: false,
        wld_filtered: false,
        early_fen_skipping: 0,
        soft_early_fen_skipping: 0,
        pc: [0.1, 0.5, 1.0, 0.25, 0.02],
        ..Default::default()
    };
    let expected = plainly(&all, &entries, &options);
    assert!(at_once(&all, &options.filter(99)).0 == expected);
    assert!((1000..20_000).contains(&expected[0].len()), "{}", expected[0].len());
}

/// An entry without a score does not take the place of the score before it.
#[test]
fn a_placeholder_behind_an_entry_without_a_score() {
    let moves = Movetext::new(Position::START, "e4 e5 Nf3").map(|ply| ply.expect("a move"));
    let entries: Vec<Entry> = moves
        .zip([200, 32002, 0])
        .enumerate()
        .map(|(ply, ((position, chess_move), score))| {
            let result = if ply % 2 == 0 { 1 } else { -1 };
            Entry { position, chess_move, score, ply: ply as u16, result }
        })
        .collect();
    let mut writer = Writer::new(Vec::new()).chunk_bytes(1);
    for entry in entries.iter().cycle().take(3 * 40) {
        writer.write(entry).expect("an entry");
    }
    let file = writer.finish().expect("a file");
    let filter = Filter::from(Skip::NONE.score(32002)).placeholder_zeros();
    let (kept, read) = at_once(&chunks_of(&file), &filter);
    assert_eq!(read, Ok(120));
    assert!(kept.iter().all(|kept| kept[..] == entries[..1]), "{kept:?}");
}

/// Entry by entry, for the defaults and for each option alone and with others.
#[test]
fn options_of_nnue_pytorch_leave_out_what_a_plain_reading_does() {
    let file = file();
    let all = chunks_of(&file);
    let entries: Vec<Vec<Entry>> = all.iter().map(|chunk| alone(chunk).0).collect();
    let nothing = NnuePytorchOptions {
        filtered: false,
        random_fen_skipping: 0,
        wld_filtered: false,
        early_fen_skipping: -1,
        soft_early_fen_skipping: 0,
        simple_eval_skipping: -1,
        ..Default::default()
    };
    assert_eq!(nothing.filter(1), Filter::NONE);
    let flat = NnuePytorchOptions { early_fen_skipping: 0, pc: [0.0; 5], ..nothing };
    let mut numbers = Vec::new();
    for options in [
        NnuePytorchOptions::default(),
        NnuePytorchOptions { filtered: true, ..nothing },
        NnuePytorchOptions { wld_filtered: true, ..flat },
        NnuePytorchOptions { early_fen_skipping: 28, ..flat },
        NnuePytorchOptions { random_fen_skipping: 3, ..flat },
        NnuePytorchOptions { random_fen_skipping: 10, filtered: true, ..flat },
        NnuePytorchOptions {
            soft_early_fen_skipping: 200,
            ply: [(10.0, 0.2), (60.0, 0.9), (60.0, 0.1), (90.0, 0.5)],
            ..flat
        },
        NnuePytorchOptions { simple_eval_skipping: 1000, ..flat },
        NnuePytorchOptions { pc: [1.0, 0.5, 0.0, 0.25, 1.0], ..flat },
        NnuePytorchOptions {
            random_fen_skipping: 1,
            soft_early_fen_skipping: 100,
            simple_eval_skipping: 300,
            ..Default::default()
        },
    ] {
        let expected = plainly(&all, &entries, &options);
        let kept: usize = expected.iter().map(Vec::len).sum();
        assert!(at_once(&all, &options.filter(99)).0 == expected, "{options:?}");
        assert!(kept > 0, "{options:?}");
        numbers.push(kept);
    }
    assert!(numbers.iter().all(|&kept| kept < entries.iter().map(Vec::len).sum()), "{numbers:?}");
}
