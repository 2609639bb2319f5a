//! Several chunks at once, at every level: the same entries and errors as one chunk after the other, and the
//! filters entry by entry.

use std::process::Command;
use std::sync::Mutex;
use std::{env, iter, thread};

use quadline::{Color, MoveKind, Movetext, Position, level};
use quadline_binpack::{
    Block, Blocks, Entry, Error, Filter, NnuePytorchOptions, Part, PartSource, Parts, Problem, Skip, Writer,
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

fn chunks_of_any(file: &[u8]) -> Vec<Part<'_>> {
    Parts::in_memory(file).map(|part| part.expect("a chunk")).collect()
}

fn chunks_of(file: &[u8]) -> Vec<Part<'_>> {
    let chunks = chunks_of_any(file);
    assert!(chunks.len() > 2 * 16, "{} chunks", chunks.len());
    chunks
}

/// Returns the entries of a chunk, and its error.
fn alone(chunk: &Part<'_>) -> (Vec<Entry>, Option<String>) {
    let (mut entries, mut error) = (Vec::new(), None);
    for entry in chunk.entries() {
        assert!(error.is_none(), "no more follows in this chunk");
        match entry {
            Ok(entry) => entries.push(entry),
            Err(found) => error = Some(found.to_string()),
        }
    }
    (entries, error)
}

/// Returns the entries of each chunk that were given out, and the number of all or the first error.
fn at_once(chunks: &[Part<'_>], filter: &Filter) -> (Vec<Vec<Entry>>, Result<u64, String>) {
    let mut entries = vec![Vec::new(); chunks.len()];
    let mut blocks = Blocks::of_parts(chunks.iter().cloned().map(Ok)).with_filter(filter.clone());
    let read = blocks.for_each(|block| {
        assert!(!block.is_empty() && block.get(block.len()).is_none());
        for index in 0..block.len() {
            entries[block.parts[index] as usize].push(block.get(index).expect("an entry"));
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
    }
}

/// Long chunks, of which lanes load one part after the other.
#[test]
fn long_chunks_have_the_entries_of_single_chunks() {
    for count in [7, 17] {
        let file = file_of(count);
        let all = chunks_of_any(&file);
        let expected: Vec<_> = all.iter().map(|chunk| alone(chunk).0).collect();
        assert!(all.iter().any(|chunk| chunk.bytes().len() > 1500), "{count} chunks");
        assert!(at_once(&all, &Filter::NONE).0 == expected, "{count} chunks");
    }
}

/// Threads that share the parts of a file read each once, and one of them has the error at its end.
#[test]
fn threads_share_the_parts_of_a_file() {
    let file = file();
    let filter: Filter = Skip::NONE.at_random(0.5, 3).into();
    let (kept, total) = at_once(&chunks_of(&file), &filter);
    let kept: usize = kept.iter().map(Vec::len).sum();
    for (threads, length) in [(1, file.len()), (2, file.len()), (3, file.len()), (3, file.len() - 1)] {
        let parts = Mutex::new(Parts::new(&file[..length]));
        let work = || {
            let next = || parts.lock().expect("no panic").next();
            let mut blocks = Blocks::of_parts(iter::from_fn(next)).with_filter(filter.clone());
            let mut kept = 0;
            let read = blocks.for_each(|block| kept += block.len());
            (blocks.entries(), kept, read.err())
        };
        let found: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        let sum = (
            found.iter().map(|found| found.0).sum::<u64>(),
            found.iter().map(|found| found.1).sum::<usize>(),
        );
        let errors: Vec<&Error> = found.iter().filter_map(|found| found.2.as_ref()).collect();
        if length == file.len() {
            assert!(sum == (total.clone().expect("entries"), kept) && errors.is_empty(), "{errors:?}");
        } else {
            assert!(errors.len() == 1 && errors[0].is_fatal() && sum.1 < kept, "{errors:?}");
            assert!(matches!(errors[0].problem(), Problem::CutFile { missing: 1 }));
        }
    }
}

/// The chunks of a slice, which counts those that are in use.
struct Counting<'a> {
    chunks: std::slice::Iter<'a, Part<'a>>,
    used: Vec<u64>,
    most: usize,
}

impl<'a> Counting<'a> {
    fn new(chunks: &'a [Part<'a>]) -> Self {
        Self { chunks: chunks.iter(), used: Vec::new(), most: 0 }
    }
}

impl<'a> PartSource<'a> for Counting<'a> {
    fn next_part(&mut self) -> Option<Result<Part<'a>, Error>> {
        let chunk = self.chunks.next()?.clone();
        self.used.push(chunk.offset());
        self.most = self.most.max(self.used.len());
        Some(Ok(chunk))
    }

    fn take_back(&mut self, chunk: Part<'a>) {
        let place = self.used.iter().position(|&offset| offset == chunk.offset());
        self.used.remove(place.expect("a chunk that is in use"));
    }
}

/// Returns the entries of each chunk that a reader gives out, if it stops after each so many entries, and all
/// errors. Checks that nothing comes after the end.
fn stopping<'a>(
    blocks: &mut Blocks<'a, Counting<'a>>,
    chunks: usize,
    mut next_stop: impl FnMut() -> usize,
) -> (Vec<Vec<Entry>>, Vec<String>) {
    let mut entries = vec![Vec::new(); chunks];
    let mut errors = Vec::new();
    loop {
        let (stop, mut read) = (next_stop(), 0);
        let found = blocks.read_until(|block| {
            assert!(!block.is_empty());
            let wanted = block.len().min(stop - read);
            for index in 0..wanted {
                entries[block.parts[index] as usize].push(block.get(index).expect("an entry"));
            }
            read += wanted;
            wanted
        });
        match found {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                assert!(!error.is_fatal(), "{error}");
                errors.push(error.to_string());
            }
        }
    }
    let mut after = |block: Block<'_>| -> usize { panic!("{} entries after the end", block.len()) };
    assert!(!blocks.read_until(&mut after).expect("no error after the end"));
    (entries, errors)
}

#[test]
fn a_reader_stops_and_goes_on() {
    let file = file();
    let all = chunks_of(&file);
    let options = NnuePytorchOptions { random_fen_skipping: 2, ..Default::default() };
    for filter in [Filter::NONE, options.filter(5)] {
        let expected = at_once(&all, &filter).0;
        let numbers: Vec<u64> = all.iter().map(|chunk| alone(chunk).0.len() as u64).collect();
        for count in (0..=20).chain([all.len()]) {
            for stop in [2, 17, 256, 300, 5000, usize::MAX] {
                if stop == 2 && count > 3 && filter == Filter::NONE {
                    continue;
                }
                let mut blocks = Blocks::of_parts(Counting::new(&all[..count])).with_filter(filter.clone());
                let (entries, errors) = stopping(&mut blocks, count, || stop);
                assert!(entries == expected[..count] && errors.is_empty(), "{count} chunks, {stop}");
                assert_eq!(blocks.entries(), numbers[..count].iter().sum::<u64>());
                assert!(blocks.source().used.is_empty() && blocks.source().most <= 17, "{count} chunks");
            }
        }
        let (mut blocks, mut read) = (Blocks::in_memory(&file).with_filter(filter).in_order(), Vec::new());
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
        let (entries, errors) = stopping(&mut Blocks::of_parts(Counting::new(&all)), 20, || stop);
        assert!(errors.is_empty() && entries.iter().all(|entries| *entries == game), "{stop}");
    }
}

/// Bits are changed and chunks are cut: each chunk alone and all at once have the same entries and errors,
/// however often the reader stops.
#[test]
fn damaged_chunks_have_the_same_entries_and_errors() {
    let file = file();
    let all = chunks_of(&file);
    // How often the reader stops differs between levels.
    let (mut random, mut stops) = (Random(0x0123_4567_89ab_cdef), Random(7));
    let (mut failed, mut intact) = (0, 0);
    for round in 0..60 {
        let mut bytes: Vec<Vec<u8>> = all.iter().map(|chunk| chunk.bytes().to_vec()).collect();
        // In some rounds a few chunks, and in others a quarter.
        for _ in 0..if round < 30 { 1 + round % 4 } else { 10 } {
            let chunk = random.below(bytes.len());
            let length = bytes[chunk].len();
            if random.below(4) == 0 {
                bytes[chunk].truncate(length - 1 - random.below(99));
            } else {
                let at = random.below(8 * length);
                bytes[chunk][at / 8] ^= 1 << (at % 8);
            }
        }
        let damaged: Vec<_> =
            all.iter().zip(&bytes).map(|(chunk, bytes)| Part::new(chunk.offset(), bytes)).collect();
        let expected: Vec<_> = damaged.iter().map(alone).collect();
        let (of_chunks, of_errors): (Vec<_>, Vec<_>) = expected.into_iter().unzip();
        let (first, of_errors): (Option<usize>, Vec<String>) =
            (of_errors.iter().position(Option::is_some), of_errors.into_iter().flatten().collect());
        failed += of_errors.len();
        intact += all.len() - of_errors.len();
        let mut blocks = Blocks::of_parts(Counting::new(&damaged));
        if round % 2 == 1 {
            blocks = blocks.in_order();
        }
        let (entries, errors) = stopping(&mut blocks, damaged.len(), || 1 + stops.below(900));
        assert_eq!(errors, of_errors, "round {round}");
        assert!(entries == of_chunks, "round {round}");
        let (entries, read) = at_once(&damaged, &Filter::NONE);
        assert_eq!(read.err().as_ref(), of_errors.first(), "round {round}");
        // No part is begun before the error is returned.
        let (mut last, mut blocks) = (0, Blocks::of_parts(damaged.iter().cloned().map(Ok)).in_order());
        let read = blocks.for_each(|block| last = block.parts[block.len() - 1] as usize);
        assert_eq!((read.is_err(), first.is_none_or(|first| last <= first)), (first.is_some(), true));
        for (index, (found, entries)) in entries.iter().zip(&of_chunks).enumerate() {
            let is_whole = first.is_none_or(|first| index <= first);
            assert!(found == entries || !is_whole && found.is_empty(), "round {round}, chunk {index}");
        }
    }
    assert!(failed > 150 && intact > 200, "{failed} failed, {intact} did not");
    // Another thread has found an error in chunk 20.
    let mut blocks = Blocks::of_parts(Counting::new(&all));
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
    let chunks: Vec<_> = (0..).zip(&chunks).map(|(number, bytes)| Part::new(1000 * number, bytes)).collect();
    let (mut castling, mut numbers, mut expected) = (0, 0, Vec::new());
    for chunk in &chunks {
        let alone = chunk.entries().find_map(Result::err).expect("bits that end");
        match alone.problem() {
            Problem::Castling(_) => castling += 1,
            Problem::MoveNumber { .. } => numbers += 1,
            _ => {}
        }
        expected.push(alone.to_string());
    }
    let (_, errors) = stopping(&mut Blocks::of_parts(Counting::new(&chunks)), chunks.len(), || usize::MAX);
    assert!(errors == expected);
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
        let left = |chunk: &Part<'_>| -> Vec<Entry> {
            let entries = (0..).zip(alone(chunk).0);
            let kept = entries.filter(|(number, entry)| !skip.leaves_out(chunk.offset(), *number, entry));
            kept.map(|(_, entry)| entry).collect()
        };
        let expected: Vec<_> = all.iter().map(left).collect();
        assert!(at_once(&all, &skip.into()).0 == expected, "{skip:?}");
    }
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
fn plainly(all: &[Part<'_>], entries: &[Vec<Entry>], options: &NnuePytorchOptions) -> Vec<Vec<Entry>> {
    let of_chunk = |(chunk, entries): (&Part<'_>, &Vec<Entry>)| {
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
