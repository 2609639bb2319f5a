//! Files that are written, read in every way, cut and changed.
//!
//! The expected bytes are those of an encoder in this file, which walks the board square by square and writes
//! bit by bit.

use std::io::{Read, Write};
use std::{env, fs, io};

use quadline::{Color, Move, MoveKind, Position, Role, Square};
use quadline_binpack::{
    Block, Blocks, Columns, DEFAULT_LIMIT, Entry, Error, Filter, Part, Parts, Problem, Reader, Skip,
    WriteError, Writer,
};

mod games;

use games::{Random, games, without_useless_en_passant};

#[path = "../examples/chunks.rs"]
#[expect(dead_code, reason = "its `main`")]
mod example_chunks;

#[path = "../examples/write.rs"]
#[expect(dead_code, reason = "its `main`")]
mod write;

/// Returns the destinations of a piece square by square, without those of castling.
fn walked(position: &Position, from: Square) -> Vec<u8> {
    let piece = position.piece_at(from).expect("a piece");
    let (rank, file) = (i32::from(from.rank()), i32::from(from.file()));
    let on_board = |rank: i32, file: i32| {
        ((0..8).contains(&rank) && (0..8).contains(&file))
            .then(|| Square::new((8 * rank + file) as u8).unwrap())
    };
    let color_at = |square: Square| position.piece_at(square).map(|piece| piece.color());
    let mut found = Vec::new();
    let (steps, slides): (&[(i32, i32)], bool) = match piece.role() {
        Role::Pawn => {
            let (up, home) = if piece.color() == Color::White { (1, 1) } else { (-1, 6) };
            if let Some(one) = on_board(rank + up, file).filter(|&square| color_at(square).is_none()) {
                found.push(u8::from(one));
                let two = on_board(rank + 2 * up, file).filter(|&square| color_at(square).is_none());
                found.extend(two.filter(|_| rank == home).map(u8::from));
            }
            for side in [-1, 1] {
                let Some(square) = on_board(rank + up, file + side) else { continue };
                if color_at(square).is_some_and(|color| color != piece.color())
                    || position.en_passant() == Some(square)
                {
                    found.push(u8::from(square));
                }
            }
            found.sort_unstable();
            return found;
        }
        Role::Knight => (&[(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)], false),
        Role::Bishop => (&[(1, 1), (1, -1), (-1, 1), (-1, -1)], true),
        Role::Rook => (&[(1, 0), (0, 1), (-1, 0), (0, -1)], true),
        role => {
            (&[(1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (0, 1), (-1, 0), (0, -1)], role == Role::Queen)
        }
    };
    for &(up, right) in steps {
        for distance in 1..8 {
            let Some(square) = on_board(rank + distance * up, file + distance * right) else { break };
            if color_at(square) != Some(piece.color()) {
                found.push(u8::from(square));
            }
            if color_at(square).is_some() || !slides {
                break;
            }
        }
    }
    found.sort_unstable();
    found
}

/// Returns a number as text of so many binary digits; none of them for a width of 0.
fn digits(number: usize, count: usize) -> String {
    let width = (0..).find(|&width| 1_usize << width >= count).unwrap();
    assert!(number < count);
    (0..width).rev().map(|bit| if number >> bit & 1 == 0 { '0' } else { '1' }).collect()
}

/// Returns the bits of an entry that continues a chain.
fn continuation(before: &Entry, entry: &Entry) -> String {
    let (position, from, to) = (&entry.position, entry.chess_move.from(), entry.chess_move.to());
    let own: Vec<Square> = (0..64)
        .map(|index| Square::new(index).unwrap())
        .filter(|&square| {
            position.piece_at(square).is_some_and(|piece| piece.color() == position.side_to_move())
        })
        .collect();
    let mut bits = digits(own.iter().position(|&square| square == from).unwrap(), own.len());
    let piece = position.piece_at(from).unwrap();
    let destinations = walked(position, from);
    let index = || destinations.iter().position(|&square| square == u8::from(to)).unwrap();
    bits += &match (piece.role(), entry.chess_move.promotion()) {
        (_, Some(role)) => digits(4 * index() + role as usize - 1, 4 * destinations.len()),
        (Role::King, _) => {
            let rooks: Vec<Square> =
                own.into_iter().filter(|square| position.castling_rooks() & square.bit() != 0).collect();
            let count = destinations.len() + rooks.len();
            match entry.chess_move.kind() {
                MoveKind::Castling => {
                    digits(destinations.len() + rooks.iter().position(|&rook| rook == to).unwrap(), count)
                }
                _ => digits(index(), count),
            }
        }
        _ => digits(index(), destinations.len()),
    };
    let change = i32::from(entry.score.wrapping_add(before.score));
    let mut zigzag = if change < 0 { -2 * change - 1 } else { 2 * change };
    loop {
        let follows = zigzag >= 16;
        bits += if follows { "1" } else { "0" };
        bits += &digits(zigzag as usize % 16, 16);
        zigzag /= 16;
        if !follows {
            return bits;
        }
    }
}

/// Returns the bytes of a chain, with as many entries as continue the first one.
fn chain(entries: &[Entry]) -> (Vec<u8>, usize) {
    let first = &entries[0];
    let (mut occupied, mut numbers) = (0_u64, Vec::new());
    for index in 0..64 {
        let square = Square::new(index).unwrap();
        let Some(piece) = first.position.piece_at(square) else { continue };
        occupied += 1 << index;
        let is_black = usize::from(piece.color() == Color::Black);
        let passed = first
            .position
            .en_passant()
            .map(|passed| if index < 32 { passed.index() + 8 } else { passed.index() - 8 });
        numbers.push(if passed == Some(usize::from(index)) {
            12
        } else if first.position.castling_rooks() & square.bit() != 0 {
            13 + is_black
        } else if piece.role() == Role::King && is_black == 1 && first.position.side_to_move() == Color::Black
        {
            15
        } else {
            2 * piece.role() as usize + is_black
        });
    }
    numbers.resize(32, 0);
    let mut bytes = occupied.to_be_bytes().to_vec();
    bytes.extend(numbers.chunks(2).map(|pair| (pair[0] + 16 * pair[1]) as u8));
    let kind = match first.chess_move.kind() {
        MoveKind::Promotion(role) => 1 << 14 | (role as usize - 1),
        MoveKind::Castling => 2 << 14,
        MoveKind::EnPassant => 3 << 14,
        _ => 0,
    };
    let packed = kind + (first.chess_move.from().index() << 8) + (first.chess_move.to().index() << 2);
    bytes.extend((packed as u16).to_be_bytes());
    let score = i32::from(first.score);
    bytes.extend(((if score < 0 { -2 * score - 1 } else { 2 * score }) as u16).to_be_bytes());
    bytes.extend(([1_u16, 0, 2][(first.result + 1) as usize] << 14 | first.ply).to_be_bytes());
    bytes.extend([0, 0]);
    let (mut bits, mut count) = (String::new(), 1);
    while let Some(entry) = entries.get(count) {
        let before = &entries[count - 1];
        let next = without_useless_en_passant(before.position.play(before.chess_move));
        if entry.position != next || entry.ply != before.ply + 1 || entry.result != -before.result {
            break;
        }
        bits += &continuation(before, entry);
        count += 1;
    }
    bytes.extend((count as u16 - 1).to_be_bytes());
    while bits.len() % 8 != 0 {
        bits.push('0');
    }
    bytes.extend(
        bits.as_bytes().chunks(8).map(|byte| byte.iter().fold(0, |sum, &bit| 2 * sum + (bit - b'0'))),
    );
    (bytes, count)
}

/// Returns the file of these entries, whose chunks have at least so many bytes, and the place of each chain.
fn expected(entries: &[Entry], chunk_bytes: usize) -> (Vec<u8>, Vec<usize>) {
    let (mut file, mut chunk, mut places, mut at) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let end = |file: &mut Vec<u8>, chunk: &mut Vec<u8>| {
        file.extend(b"BINP");
        file.extend((chunk.len() as u32).to_le_bytes());
        file.append(chunk);
    };
    while at < entries.len() {
        if chunk.len() >= chunk_bytes {
            end(&mut file, &mut chunk);
        }
        let (bytes, count) = chain(&entries[at..]);
        places.push(file.len() + 8 + chunk.len());
        chunk.extend(bytes);
        at += count;
    }
    end(&mut file, &mut chunk);
    (file, places)
}

fn written(entries: &[Entry], chunk_bytes: usize) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new()).chunk_bytes(chunk_bytes);
    entries.iter().for_each(|entry| writer.write(entry).expect("an entry that can be written"));
    writer.finish().expect("memory")
}

/// Returns the entries that a filter keeps, in the order of the file.
fn kept(file: &[u8], filter: impl Into<Filter>) -> Vec<Entry> {
    let (mut columns, filter) = (Columns::default(), filter.into());
    let mut of_file = Vec::new();
    let mut blocks = Blocks::in_memory(file).with_filter(filter.clone()).in_order();
    blocks.for_each(|block| columns.extend(&block)).expect("a file without errors");
    let mut blocks = Blocks::new(file).with_filter(filter).in_order();
    blocks
        .for_each(|block| of_file.extend((0..block.len()).filter_map(|index| block.get(index))))
        .expect("the same");
    let kept: Vec<Entry> = (0..columns.len()).map(|index| columns.get(index).unwrap()).collect();
    assert!(kept == of_file && columns.get(kept.len()).is_none());
    kept
}

#[test]
#[expect(clippy::unusual_byte_groupings, reason = "the groups are those of the format")]
fn a_game_of_two_moves_has_these_bytes() {
    let e4 = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
    let next = without_useless_en_passant(Position::START.play(e4));
    let e5 = next.move_of(Square::E7, Square::E5, None).unwrap();
    let entries = [
        Entry { position: Position::START, chess_move: e4, score: 20, ply: 0x3ffe, result: 1 },
        Entry { position: next, chess_move: e5, score: 20, ply: 0x3fff, result: -1 },
    ];
    #[rustfmt::skip]
    let bytes = [
        b'B', b'I', b'N', b'P', 36, 0, 0, 0,
        0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff,
        0x2d, 0x84, 0x4a, 0xd2, 0, 0, 0, 0, 0x11, 0x11, 0x11, 0x11, 0x3e, 0x95, 0x5b, 0xe3,
        12, 28 << 2, 0, 40, 0xbf, 0xfe, 0, 0, 0, 1,
        // The fifth piece, the first of its two moves, and 80 = 5 * 16 + 0.
        0b0100_0_100, 0b00_00101_0,
    ];
    assert_eq!(written(&entries, 1 << 20), bytes);
    let read: Vec<Entry> = Reader::in_memory(&bytes).map(Result::unwrap).collect();
    assert_eq!(read, entries);
}

/// Games that are missing, broken or also the output leave the old file as it is.
#[test]
fn the_example_destroys_no_file() {
    let folder = std::env::temp_dir().join(format!("quadline-binpack-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    fs::write(path("games"), "e4 e5 1-0\n").expect("written");
    fs::write(path("broken"), "e4 e5 1-0\ne4 e6\n").expect("written");
    fs::write(path("old"), "old").expect("written");
    let run = |games: &str, file: &str| {
        write::run(&[path(games), file.to_owned()]).map_err(|error| error.to_string())
    };
    let fail = |games: &str, file: &str, message: &str| {
        let error = run(games, file).expect_err("an error");
        assert!(error.contains(message), "{error}");
    };
    fail("missing", &path("old"), "missing: ");
    fail("broken", &path("old"), "line 2: a game must end with 1-0");
    fail("games", &path("games"), "this is also a file that is read");
    if fs::exists("/dev/full").expect("an answer") {
        fail("games", "/dev/full", "/dev/full: No space left");
    }
    assert_eq!(fs::read(path("old")).expect("read"), b"old");
    assert_eq!(fs::read(path("games")).expect("read"), b"e4 e5 1-0\n");
    assert_eq!(run("games", &path("old")), Ok(0));
    assert_ne!(fs::read(path("old")).expect("read"), b"old");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3);
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn the_example_of_chunks_destroys_no_file() {
    let folder = std::env::temp_dir().join(format!("quadline-chunks-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let file = include_bytes!("../fixtures/games.binpack");
    fs::write(path("file"), file).expect("written");
    fs::write(path("cut"), &file[..file.len() - 1]).expect("written");
    fs::write(path("old"), "old").expect("written");
    let run = |input: &str, output: &str| {
        let arguments = [path(input), path(output), "256".into()];
        example_chunks::run(&arguments).map_err(|error| error.to_string())
    };
    assert!(run("cut", "old").expect_err("an error").contains("the file ends 1 bytes before"));
    assert!(run("missing", "old").expect_err("an error").contains("missing: "));
    assert!(run("file", "file").expect_err("an error").contains("this is also a file that is read"));
    assert_eq!(fs::read(path("old")).expect("read"), b"old");
    assert_eq!(fs::read(path("file")).expect("read"), file);
    assert_eq!(run("file", "old"), Ok(0));
    let entries = |bytes: &[u8]| Reader::in_memory(bytes).map(Result::unwrap).collect::<Vec<_>>();
    assert_eq!(entries(&fs::read(path("old")).expect("read")), entries(file));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3);
    fs::remove_dir_all(&folder).expect("removed");
}

/// The fixture is what the example `write` makes of its games.
#[test]
fn the_fixture_is_that_of_its_games() {
    let games = include_str!("../fixtures/games.txt");
    let file = include_bytes!("../fixtures/games.binpack");
    let written = write::written(games, 512).unwrap();
    if env::var_os("QUADLINE_WRITE_FIXTURE").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games.binpack");
        fs::write(path, &written).unwrap();
    }
    assert!(
        written == file,
        "another file; QUADLINE_WRITE_FIXTURE=1 writes it, and this test again compares it"
    );
    let read: Vec<Entry> = Reader::in_memory(file).map(Result::unwrap).collect();
    let kinds = read.iter().map(|entry| entry.chess_move.kind());
    let rare = kinds.filter(|kind| !matches!(kind, MoveKind::Normal | MoveKind::DoublePush)).count();
    let plies = games.lines().map(|game| {
        let words = game.split(' ').filter(|word| !word.ends_with('.'));
        words.count() - 1
    });
    assert_eq!((read.len(), rare, Parts::in_memory(file).count()), (plies.sum(), 9, 2));
    assert!((700..1024).contains(&file.len()), "{} bytes", file.len());
    for wrong in ["1. e4 e5", "1. e4 Ke5 1-0"] {
        assert!(write::written(wrong, 512).unwrap_err().to_string().starts_with("line 1: "));
    }
}

#[test]
fn games_are_written_and_read() {
    let entries = games();
    let kinds: Vec<MoveKind> = entries.iter().map(|entry| entry.chess_move.kind()).collect();
    let promotion = |role| MoveKind::Promotion(role);
    let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let rare = [MoveKind::Castling, MoveKind::EnPassant, MoveKind::DoublePush];
    for kind in rare.into_iter().chain(roles.map(promotion)) {
        assert!(kinds.iter().filter(|&&each| each == kind).count() >= 10, "{kind:?}");
    }
    for chunk_bytes in [1, 1000, 1 << 20] {
        let (file, _) = expected(&entries, chunk_bytes);
        assert!(written(&entries, chunk_bytes) == file, "chunks of {chunk_bytes} bytes");
        let read: Vec<Entry> = Reader::in_memory(&file).map(Result::unwrap).collect();
        for (read, entry) in read.iter().zip(&entries) {
            assert_eq!(read, entry);
        }
        assert_eq!(read.len(), entries.len());
        assert!(Reader::new(&file[..]).map(Result::unwrap).eq(entries.iter().copied()));
        assert_eq!(kept(&file, Skip::NONE), entries);
        let parts =
            Parts::new(&file[..]).map(|part| part.unwrap().entries().map(Result::unwrap).collect::<Vec<_>>());
        assert_eq!(parts.collect::<Vec<_>>().concat(), entries);
    }
}

#[test]
fn entries_are_skipped() {
    let entries = games();
    let (file, _) = expected(&entries, 5000);
    let in_check = |entry: &Entry| entry.position.check_info().checkers() != 0;
    let captures = |entry: &Entry| {
        let there = entry.position.piece_at(entry.chess_move.to());
        there.is_some_and(|piece| piece.color() != entry.position.side_to_move())
    };
    type IsSkipped<'a> = &'a dyn Fn(&Entry) -> bool;
    let cases: [(Skip, IsSkipped<'_>); 7] = [
        (Skip::NONE, &|_| false),
        (Skip::NONE.in_check(), &in_check),
        (Skip::NONE.captures(), &captures),
        (Skip::NONE.before_ply(151), &|entry| entry.ply <= 150),
        (Skip::NONE.score(0), &|entry| entry.score == 0),
        // The entry with this very ply is left.
        (Skip::NONE.before_ply(150), &|entry| entry.ply < 150),
        (Skip::NONE.in_check().captures().score(0), &|entry| {
            in_check(entry) || captures(entry) || entry.score == 0
        }),
    ];
    for (number, (skip, is_skipped)) in cases.into_iter().enumerate() {
        let left: Vec<Entry> = entries.iter().copied().filter(|entry| !is_skipped(entry)).collect();
        assert!(number == 0 || left.len() + 20 < entries.len() && left.len() > 20, "case {number}");
        assert_eq!(kept(&file, skip), left, "case {number}");
    }
}

#[test]
fn entries_are_skipped_at_random() {
    let entries = games();
    let (file, _) = expected(&entries, 5000);
    let left = |share, seed| kept(&file, Skip::NONE.at_random(1.0 - share, seed));
    assert_eq!(left(1.0, 1), entries);
    assert_eq!(left(0.0, 1), []);
    // Zeros skip nothing.
    assert_eq!(Skip::NONE.before_ply(0).at_random(0.0, 7), Skip::NONE);
    assert_eq!(Skip::default(), Skip::NONE);
    for share in [0.1, 0.5] {
        let [one, same, other] = [left(share, 1), left(share, 1), left(share, 2)];
        assert!(one == same && one != other);
        let expected = entries.len() as f64 * share;
        // Six standard deviations.
        let deviation = 6.0 * (expected * (1.0 - share)).sqrt();
        assert!((one.len() as f64 - expected).abs() < deviation, "{} of {expected}", one.len());
    }
}

/// The choice of entries at random depends on the place of the chunk.
#[test]
fn equal_chunks_lose_different_entries() {
    let (chunk, _) = expected(&games()[..200], 1 << 20);
    let file = [&chunk[..], &chunk].concat();
    let skip = Skip::NONE.at_random(0.5, 1);
    let mut left = vec![Vec::new(); 2];
    let mut blocks = Blocks::in_memory(&file).with_filter(skip);
    let add = |block: Block<'_>| {
        (0..block.len()).for_each(|index| left[block.parts[index] as usize].extend(block.get(index)))
    };
    blocks.for_each(add).expect("entries");
    assert!(!left[0].is_empty() && left[0] != left[1]);
}

/// Returns the entries and errors of a file, of which none follows one that is fatal.
fn collected(entries: impl Iterator<Item = Result<Entry, Error>>) -> (Vec<Entry>, Vec<Error>) {
    let (mut found, mut errors) = (Vec::new(), Vec::<Error>::new());
    for entry in entries {
        assert!(errors.last().is_none_or(|error| !error.is_fatal()));
        match entry {
            Ok(entry) => found.push(entry),
            Err(error) => errors.push(error),
        }
    }
    (found, errors)
}

/// Reads a file in every way, and returns the number of entries and the errors, which are the same for all of
/// them.
fn read_all(file: &[u8]) -> (usize, Vec<Error>) {
    let texts = |errors: &[Error]| errors.iter().map(Error::to_string).collect::<Vec<_>>();
    let (entries, errors) = collected(Reader::in_memory(file));
    let (of_file, others) = collected(Reader::new(file));
    assert_eq!((of_file, texts(&others)), (entries.clone(), texts(&errors)));
    let parts = Parts::new(file).flat_map(|part| match part {
        Ok(part) => part.entries().collect(),
        Err(error) => vec![Err(error)],
    });
    let (of_parts, others) = collected(parts);
    assert_eq!((of_parts, texts(&others)), (entries.clone(), texts(&errors)));
    let (mut blocks, mut columns, mut others) =
        (Blocks::in_memory(file).in_order(), Columns::default(), Vec::new());
    loop {
        match blocks.for_each(|block| columns.extend(&block)) {
            Ok(_) => break,
            Err(error) => others.push(error),
        }
    }
    assert_eq!((columns.len(), texts(&others)), (entries.len(), texts(&errors)));
    assert!((0..columns.len()).map(|index| columns.get(index)).eq(entries.iter().copied().map(Some)));
    (entries.len(), errors)
}

/// Returns the only error of a file.
fn only_error(file: &[u8]) -> Option<Error> {
    let (_, mut errors) = read_all(file);
    assert!(errors.len() < 2, "{errors:?}");
    errors.pop()
}

#[test]
fn every_cut_is_found() {
    let entries: Vec<Entry> = games().into_iter().take(130).collect();
    let (file, places) = expected(&entries, 100);
    let ends: Vec<usize> = Parts::in_memory(&file)
        .map(|part| part.unwrap())
        .map(|chunk| chunk.offset() as usize + chunk.bytes().len())
        .collect();
    for length in 0..file.len() {
        let error = only_error(&file[..length]);
        if length == 0 || ends.contains(&length) {
            assert!(error.is_none(), "{length} bytes");
            continue;
        }
        let error = error.unwrap_or_else(|| panic!("{length} bytes"));
        let begin = ends.iter().copied().filter(|&end| end < length).max().unwrap_or(0);
        let next = ends.iter().copied().find(|&end| end > length).unwrap();
        let missing = if length < begin + 8 { begin + 8 - length } else { next - length };
        assert_eq!(error.offset(), begin as u64);
        assert!(
            error.is_fatal()
                && matches!(error.problem(), Problem::CutFile { missing: found } if *found == missing as u64),
            "{length} bytes: {error}"
        );
    }
    // The chunks themselves are shorter than their entries.
    for (&place, &end) in places.iter().zip(places.iter().skip(1)).take(8) {
        let begin = file[..place].len();
        let Some(end) = ends.iter().copied().find(|&each| each > begin).filter(|&each| each <= end) else {
            continue;
        };
        for length in 1..end - begin {
            let mut cut = b"BINP".to_vec();
            cut.extend((length as u32).to_le_bytes());
            cut.extend(&file[begin..begin + length]);
            let (count, mut errors) = read_all(&cut);
            let error = errors.pop().unwrap_or_else(|| panic!("{length} bytes of {}", end - begin));
            assert!(!error.is_fatal() && matches!(error.problem(), Problem::CutChunk), "{error}");
            assert!(error.offset() <= 8 + length as u64 && (length >= 34) == (count > 0), "{error}");
        }
    }
}

/// The reader reads something or returns an error, and does not panic.
#[test]
fn changed_files_are_read_or_refused() {
    let entries: Vec<Entry> = games().into_iter().take(90).collect();
    let (file, _) = expected(&entries, 300);
    let mut errors = 0;
    for at in 0..file.len() {
        for bit in 0..8 {
            let mut changed = file.clone();
            changed[at] ^= 1 << bit;
            for error in read_all(&changed).1 {
                errors += 1;
                assert!(error.offset() <= changed.len() as u64);
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(errors > file.len());
    // Random bytes in place of the moves, with as many entries as a chain can have.
    let mut random = Random(7);
    let mut seen = [0; 6];
    for round in 0..4000 {
        let entry = &entries[round % entries.len()];
        let (mut bytes, _) = chain(&[*entry]);
        bytes[32..].copy_from_slice(&[0xff, 0xff]);
        let length = random.below(60);
        bytes.extend((0..length).map(|_| random.below(256) as u8));
        let mut file = b"BINP".to_vec();
        file.extend((bytes.len() as u32).to_le_bytes());
        file.extend(bytes);
        let error = only_error(&file);
        seen[match error.expect("65,535 entries in 60 bytes").problem() {
            Problem::Piece { number, pieces } if number >= pieces => 0,
            Problem::MoveNumber { number, moves, .. } if number >= moves => 1,
            Problem::Castling(_) => 2,
            Problem::KingCaptured(_) => 3,
            Problem::Score => 4,
            Problem::CutChunk => 5,
            problem => panic!("{problem:?}"),
        }] += 1;
    }
    assert!(seen[0] > 100 && seen[1] > 100 && seen[4] > 10 && seen[5] > 0, "{seen:?}");
}

/// Returns the file of one chain, changed.
fn with_stem(entry: &Entry, change: impl FnOnce(&mut Vec<u8>)) -> Option<Error> {
    let (mut bytes, _) = chain(&[*entry]);
    change(&mut bytes);
    let mut file = b"BINP".to_vec();
    file.extend((bytes.len() as u32).to_le_bytes());
    file.extend(bytes);
    let error = only_error(&file);
    assert!(error.as_ref().is_none_or(|error| error.offset() >= 8));
    error
}

#[test]
fn impossible_entries_are_named() {
    let position: Position = "rn2k2r/8/8/8/8/8/8/R3K1NR w KQkq - 0 1".parse().unwrap();
    let chess_move = position.move_of(Square::A1, Square::A2, None).unwrap();
    let entry = Entry { position, chess_move, score: -3, ply: 9, result: -1 };
    assert!(with_stem(&entry, |_| {}).is_none());
    let text = |change: &dyn Fn(&mut Vec<u8>)| with_stem(&entry, |bytes| change(bytes)).unwrap().to_string();
    assert_eq!(text(&|bytes| bytes[28] |= 0xc0), "byte 8: the result is the number 3; it must be 0, 1 or 2");
    assert_eq!(
        text(&|bytes| bytes[25] = 63 << 2),
        "byte 8: the first move of a chain, from a1 to h8, is not legal"
    );
    // The kind of a promotion, of castling and of en passant.
    for kind in 1..4 {
        assert!(text(&|bytes| bytes[24] |= kind << 6).ends_with("from a1 to a2, is not legal"));
    }
    assert_eq!(
        text(&|bytes| bytes[0] = 0),
        "byte 8: the first position of a chain is not valid: piece placement: number of black kings: 0; each side must have exactly one"
    );
    // Black to move has four pieces: a8, b8, e8 and h8, and the king's squares are d7, e7, f7, d8 and f8.
    let second = |bits: [u8; 2]| {
        text(&|bytes| {
            bytes[33] = 1;
            bytes.extend(bits);
        })
    };
    assert_eq!(
        second([0b10_111_000, 0]),
        "byte 42: the piece on e8 has 7 moves, and move 7 (from 0) is played"
    );
    assert_eq!(second([0b10_101_000, 0]), "byte 42: castling with the rook on a8 is not possible");
    assert!(
        with_stem(&entry, |bytes| {
            bytes[33] = 1;
            bytes.extend([0b10_110_000, 0]);
        })
        .is_none()
    );
    assert_eq!(second([0b10_000_100, 0xff]), "byte 42: the chunk ends within an entry");
    assert_eq!(
        text(&|bytes| {
            bytes[33] = 1;
            bytes.extend([0b10_000_100, 0xff, 0xff, 0xff]);
        }),
        "byte 42: a score has more than four groups of four bits"
    );
    assert_eq!(text(&|bytes| bytes.push(0)), "byte 42: the chunk ends within an entry");
}

/// Black does not answer a check, and White captures the king.
#[test]
#[expect(clippy::unusual_byte_groupings, reason = "the groups are those of the format")]
fn the_king_is_not_captured() {
    let position: Position = "4k3/7p/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
    let chess_move = position.move_of(Square::A1, Square::A8, None).unwrap();
    let entry = Entry { position, chess_move, score: 0, ply: 0, result: 0 };
    let error = with_stem(&entry, |bytes| {
        bytes[33] = 2;
        // h7h5, and the last of the eleven moves of the rook.
        bytes.extend([0b0_0_00000_1, 0b1010_0000, 0]);
    });
    assert_eq!(error.unwrap().to_string(), "byte 42: the move a8e8 captures the king");
}

/// After a chunk with an error, the next one is read; after something else in the place of one, nothing is.
#[test]
fn other_chunks_are_read_after_an_error() {
    let (good, _) = expected(&games()[..200], 1 << 20);
    let broken = [b"BINP\x22\0\0\0", &[0; 34][..]].concat();
    let file = [&good[..], &broken, &broken, &good, b"BINQ", &good].concat();
    let (count, errors) = read_all(&file);
    let second = good.len() + broken.len();
    let offsets = [good.len() + 8, second + 8, second + broken.len() + good.len()];
    assert_eq!(count, 400);
    assert!(errors.iter().map(Error::offset).eq(offsets.map(|offset| offset as u64)));
    assert!(errors.iter().map(Error::is_fatal).eq([false, false, true]));
}

#[test]
fn wrong_chunks_are_named() {
    let read = |file: &[u8]| only_error(file).filter(Error::is_fatal).unwrap().to_string();
    assert_eq!(
        read(b"BINQ\0\0\0\0"),
        "byte 0: a chunk begins with the letters BINP, not with the bytes 42 49 4e 51"
    );
    assert_eq!(
        read(b"BINP\x01\0\x40\x06"),
        "byte 0: the chunk has 104857601 bytes; it may have at most 104857600"
    );
    assert_eq!(read(b"BINP\0\0\x40\x06"), "byte 0: the file ends 104857600 bytes before its last chunk does");
    assert_eq!(read(b"BINP\0\0\0\0BINP"), "byte 8: the file ends 4 bytes before its last chunk does");
    assert_eq!(read_all(b"BINP\0\0\0\0").0, 0);
    // Another limit, with and without a copy.
    let file = b"BINP\x03\0\0\0abcBINP\x04\0\0\0abcd";
    for limit in 0..6 {
        let mut found =
            Parts::new(&file[..]).with_limit(limit).map(|part| part.map(|part| part.bytes().len()));
        let mut others =
            Parts::in_memory(file).with_limit(limit).map(|part| part.map(|part| part.bytes().len()));
        let lengths: Vec<usize> = found.by_ref().map_while(Result::ok).collect();
        assert_eq!(lengths, [3, 4][..limit.saturating_sub(2).min(2)]);
        assert!(others.by_ref().map_while(Result::ok).eq(lengths) && found.next().is_none());
    }
    let file = written(&games()[..9], 1 << 20);
    for (limit, count) in [(file.len() - 8, 9), (file.len() - 9, 0)] {
        assert_eq!(collected(Reader::in_memory(&file).with_limit(limit)).0.len(), count);
        assert_eq!(collected(Reader::new(&file[..]).with_limit(limit)).0.len(), count);
    }
}

/// A chunk that is skipped has the place and the errors of one that is read.
#[test]
fn chunks_are_skipped() {
    let file = b"BINP\x02\0\0\0abBINP\0\0\0\0BINP\x03\0\0\0cdeBINQ";
    for end in 0..=file.len() {
        for skipped in 0..5 {
            let mut read = Parts::new(&file[..end]);
            let mut parts = Parts::new(io::Cursor::new(&file[..end]));
            let text = |error: Error| error.to_string();
            for _ in 0..skipped {
                let found = read.next().map(|part| part.map(drop).map_err(text));
                assert_eq!(parts.skip_part().map(|part| part.map_err(text)), found, "{end} {skipped}");
            }
            let part = |part: Part<'_>| (part.offset(), part.bytes().to_vec());
            let found = read.next().map(|found| found.map(part).map_err(text));
            assert_eq!(parts.next().map(|found| found.map(part).map_err(text)), found, "{end} {skipped}");
        }
    }
}

/// Entries of another source are skipped as those of a file.
#[test]
fn entries_of_other_sources_are_skipped() {
    let entries = &games()[..500];
    let file = written(entries, 1 << 20);
    let skip = Skip::NONE.before_ply(20).score(0).captures().in_check().at_random(0.5, 7);
    let kept = kept(&file, skip);
    let others = (0..).zip(entries).filter(|(number, entry)| !skip.leaves_out(8, *number, entry));
    assert_eq!(others.map(|(_, entry)| *entry).collect::<Vec<_>>(), kept);
    assert!(kept.len() > 20);
}

/// Entries of one game whose results do not fit together are in chains of their own.
#[test]
fn results_are_read_as_they_were_written() {
    let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
    let next = without_useless_en_passant(Position::START.play(chess_move));
    let reply = next.move_of(Square::E7, Square::E5, None).unwrap();
    for (first, second) in (-1..=1).flat_map(|first| (-1..=1).map(move |second| (first, second))) {
        let entries = [
            Entry { position: Position::START, chess_move, score: 1, ply: 0, result: first },
            Entry { position: next, chess_move: reply, score: 2, ply: 1, result: second },
        ];
        let file = written(&entries, 1 << 20);
        assert_eq!(Reader::in_memory(&file).map(Result::unwrap).collect::<Vec<_>>(), entries);
        assert_eq!(file.len() < 8 + 2 * 34, first == -second);
    }
}

/// A file whose every call is interrupted once, and that reads a few bytes at a time.
struct Interrupted<'a>(&'a [u8], bool);

impl Read for Interrupted<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let most = bytes.len().min(3);
        self.0.read(&mut bytes[..most])
    }
}

#[test]
fn interrupted_reads_are_repeated() {
    let entries = &games()[..100];
    let (file, _) = expected(entries, 500);
    let read: Vec<Entry> = Reader::new(Interrupted(&file, false)).map(Result::unwrap).collect();
    assert_eq!(read, entries);
}

/// A file that accepts a few bytes in each call, and fails in one of them.
#[derive(Debug)]
struct Failing {
    bytes: Vec<u8>,
    most: usize,
    fails_at: usize,
    calls: usize,
}

impl Write for Failing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls == self.fails_at {
            return Err(io::Error::other("the disk is full"));
        }
        let some = &bytes[..bytes.len().min(self.most)];
        self.bytes.extend(some);
        Ok(some.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// After a call that could not write, every call returns an error, and the file is the beginning of a good
/// one.
#[test]
fn nothing_is_written_after_an_error() {
    let entries = &games()[..600];
    let good = written(entries, 40);
    for most in [usize::MAX, 100, 7] {
        let (mut fails_at, mut is_complete) = (1, false);
        while !is_complete {
            let mut file = Failing { bytes: Vec::new(), most, fails_at, calls: 0 };
            let mut writer = Writer::new(&mut file).chunk_bytes(40);
            let mut failed = false;
            for entry in entries {
                match writer.write(entry) {
                    Ok(()) => assert!(!failed, "an entry is accepted after an error"),
                    Err(WriteError::Write(error)) => {
                        let text = error.to_string();
                        let says = if failed { "may end within a chunk" } else { "the disk is full" };
                        assert!(text.contains(says), "{text}");
                        failed = true;
                    }
                    Err(error) => panic!("{error}"),
                }
            }
            let finished = writer.finish().map(|_| ());
            is_complete = file.calls < fails_at;
            assert_eq!(finished.is_ok(), is_complete);
            assert!(is_complete || failed || finished.unwrap_err().to_string().contains("full"));
            assert!(
                good.starts_with(&file.bytes),
                "call {fails_at}: another file than the beginning of the good one"
            );
            assert_eq!(file.bytes.len() == good.len(), is_complete);
            fails_at += 1;
        }
        assert!(fails_at > 10, "{fails_at}");
    }
}

/// A file of which only the sizes of the chunks are kept.
#[derive(Default)]
struct Sizes {
    header: Vec<u8>,
    sizes: Vec<u32>,
    /// The number of bytes that are missing in the last chunk.
    left: usize,
}

impl Write for Sizes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let here =
            if self.left > 0 { bytes.len().min(self.left) } else { bytes.len().min(8 - self.header.len()) };
        if self.left > 0 {
            self.left -= here;
            return Ok(here);
        }
        self.header.extend(&bytes[..here]);
        if let Ok([b'B', b'I', b'N', b'P', size @ ..]) = <[u8; 8]>::try_from(&self.header[..]) {
            self.sizes.push(u32::from_le_bytes(size));
            self.left = u32::from_le_bytes(size) as usize;
            self.header.clear();
        }
        Ok(here)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// However large a chunk is asked for, readers accept it.
#[test]
fn chunks_are_no_larger_than_readers_accept() {
    let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
    let entry = Entry { position: Position::START, chess_move, score: 0, ply: 0, result: 0 };
    let mut writer = Writer::new(Sizes::default()).chunk_bytes(usize::MAX);
    let entries = DEFAULT_LIMIT / 34 + 1;
    for _ in 0..entries {
        writer.write(&entry).unwrap();
    }
    let Sizes { header, sizes, left } = writer.finish().unwrap();
    assert_eq!((header.len(), left, sizes.iter().sum::<u32>() as usize), (0, 0, 34 * entries));
    // There is room for the longest chain behind the last one, of 65,536 entries with 30 bits each.
    assert!(sizes.len() == 2 && sizes[0] as usize + 65_535 * 30 / 8 <= DEFAULT_LIMIT, "{sizes:?}");
    assert!(sizes[0] > 100_000_000);
}

#[test]
fn entries_that_cannot_be_written_are_named() {
    let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
    let entry = Entry { position: Position::START, chess_move, score: 0, ply: 0, result: 0 };
    let mut writer = Writer::new(Vec::new());
    let empty = Position::from_words([0; 8]);
    assert!(matches!(writer.write(&Entry { position: empty, ..entry }), Err(WriteError::Position(_))));
    assert!(matches!(
        writer.write(&Entry { chess_move: Move::default(), ..entry }),
        Err(WriteError::Move(..))
    ));
    assert!(matches!(writer.write(&Entry { result: 2, ..entry }), Err(WriteError::Result(2))));
    assert!(matches!(writer.write(&Entry { ply: 1 << 14, ..entry }), Err(WriteError::Ply(16384))));
    assert_eq!(writer.finish().unwrap(), []);
}
