//! Files that are written and read by this package and by the crate of the format's author, cut and changed.

use std::io::{self, Read, Write};
use std::{env, fs};

use quadline::{Color, Move, MoveKind, Position, Square};
use quadline_viriformat::{
    DEFAULT_LIMIT, Error, Game, Parts, Problem, Reader, ScoredMove, WriteError, Writer,
};
use viriformat::chess::board::{Board, DrawType, GameOutcome, WinType};
use viriformat::chess::chessmove::{Move as TheirMove, MoveFlags};
use viriformat::chess::piece::{Colour, PieceType};
use viriformat::chess::types::Square as TheirSquare;
use viriformat::dataformat::{Game as TheirGame, WDL};

#[path = "../examples/write.rs"]
#[expect(dead_code, reason = "its `main`")]
mod write;

/// A small generator of random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// Positions with rare moves, also of Chess960.
const STARTS: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1",
    "r1bqkbnr/pppp1pp1/2n5/4p3/4P1Pp/2N2N2/PPPP1P1P/R1BQKBR1 b Qkq g3 0 5",
    "7k/8/8/3Pp3/8/8/8/K7 w - e6 0 1",
    // The side to move is in check, White and Black.
    "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1",
    "4k2r/4R3/8/8/8/8/8/4K3 b k - 0 1",
    // Chess960: rooks beside the king and far away, and two rooks on one side.
    "1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBfb - 0 1",
    "rr4kr/8/8/8/8/8/8/RR4KR w HBhb - 0 1",
];

/// Plays games, in which rare moves are preferred.
fn played() -> Vec<Game> {
    let (mut random, mut games) = (Random(0x9e37_79b9_7f4a_7c15), Vec::new());
    for (number, start) in STARTS.iter().cycle().take(14 * 9).enumerate() {
        let mut position: Position = start.parse().expect("a FEN");
        let mut game = Game { result: random.below(3) as i8 - 1, ..Game::new(position) };
        game.fullmove_number = random.below(300) as u16 + 1;
        game.halfmove_clock = random.below(20) as u8;
        game.score = random.below(1 << 16) as i16;
        game.extra = random.below(256) as u8;
        for _ in 0..if number == 0 { 0 } else { random.below(70) } {
            // Their order differs between levels.
            let mut moves: Vec<Move> = position.moves().iter().copied().collect();
            moves.sort_unstable();
            if moves.is_empty() {
                break;
            }
            let is_rare = |&&chess_move: &&Move| {
                chess_move.kind() != MoveKind::Normal || position.is_capture(chess_move)
            };
            let rare: Vec<Move> = moves.iter().filter(is_rare).copied().collect();
            let from = if rare.is_empty() || random.below(3) == 0 { &moves } else { &rare };
            let chess_move = from[random.below(from.len())];
            let score = if random.below(4) == 0 { 0 } else { random.below(1 << 16) as i16 };
            game.moves.push(ScoredMove { chess_move, score });
            position.play_mut(chess_move);
        }
        games.push(game);
    }
    games
}

fn written<'a>(games: impl IntoIterator<Item = &'a Game>) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new());
    games.into_iter().for_each(|game| writer.write(game).expect("a game"));
    writer.finish().expect("memory")
}

/// Returns a move as their crate has it.
fn their_move(chess_move: Move) -> TheirMove {
    let square = |square: Square| TheirSquare::new(square.into()).expect("a square");
    let (from, to) = (square(chess_move.from()), square(chess_move.to()));
    match chess_move.kind() {
        MoveKind::Normal | MoveKind::DoublePush => TheirMove::new(from, to),
        MoveKind::EnPassant => TheirMove::new_with_flags(from, to, MoveFlags::EnPassant),
        MoveKind::Castling => TheirMove::new_with_flags(from, to, MoveFlags::Castle),
        MoveKind::Promotion(role) => {
            TheirMove::new_with_promo(from, to, PieceType::new(role as u8).expect("a role"))
        }
    }
}

/// Returns the file that their crate makes of a game without the clock, which it takes from the FEN.
fn by_their_crate(game: &Game) -> Vec<u8> {
    let fen = format!("{:#}", game.start);
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    let fen = format!("{} {} {}", fields.join(" "), game.halfmove_clock, game.fullmove_number);
    let mut board = Board::new();
    board.set_from_fen(&fen, true).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut theirs = TheirGame::new(&board);
    theirs.set_outcome(match game.result {
        1 => GameOutcome::WhiteWin(WinType::Mate),
        0 => GameOutcome::Draw(DrawType::TB),
        _ => GameOutcome::BlackWin(WinType::TB),
    });
    for played in &game.moves {
        theirs.add_move(their_move(played.chess_move), played.score);
    }
    let mut bytes = Vec::new();
    theirs.serialise_into(&mut bytes).expect("memory");
    bytes
}

/// Panics unless a position is equal to a board of their crate.
fn compare(position: &Position, board: &Board) {
    let layout = &board.pieces;
    assert_eq!(position.white(), layout.occupied_co(Colour::White).inner());
    assert_eq!(position.black(), layout.occupied_co(Colour::Black).inner());
    assert_eq!(position.pawns(), layout.all_pawns().inner());
    assert_eq!(position.knights(), layout.all_knights().inner());
    assert_eq!(position.bishops(), layout.all_bishops().inner());
    assert_eq!(position.rooks(), layout.all_rooks().inner());
    assert_eq!(position.queens(), layout.all_queens().inner());
    assert_eq!(position.kings(), layout.all_kings().inner());
    assert_eq!(position.side_to_move() == Color::Black, board.turn() == Colour::Black);
    assert_eq!(position.en_passant().map(u8::from), board.ep_sq().map(TheirSquare::inner));
    let rights = board.castling_rights();
    let rooks = [rights.wk, rights.wq, rights.bk, rights.bq].into_iter().flatten();
    assert_eq!(position.castling_rooks(), rooks.map(|square| 1 << square.inner()).sum::<u64>());
}

/// Panics unless both sides read the same of a game.
fn compare_game(game: &Game, bytes: &[u8]) {
    let theirs = TheirGame::deserialise_from(&mut &bytes[..], Vec::new()).expect("a game");
    let mut entries = game.entries();
    assert_eq!(entries.len(), theirs.len());
    let mut moves = theirs.moves();
    theirs.visit_positions(|board, score| {
        let entry = entries.next().expect("an entry");
        compare(&entry.position, board);
        assert_eq!(their_move(entry.chess_move), moves.next().expect("a move"));
        let sign = if entry.position.side_to_move() == Color::White { 1 } else { -1 };
        assert_eq!(i32::from(entry.score), (sign * score).min(32767));
        let result = match theirs.outcome() {
            WDL::Win => 1,
            WDL::Draw => 0,
            WDL::Loss => -1,
        };
        assert_eq!(i32::from(entry.result), sign * result);
        assert_eq!(entry.ply as usize, board.ply());
    });
    assert!(entries.next().is_none());
}

#[test]
fn their_crate_reads_what_is_written() {
    for game in played() {
        compare_game(&game, &written([&game]));
    }
}

#[test]
fn files_of_their_crate_are_equal_and_read() {
    let all = played();
    for game in &all {
        // Their crate writes no evaluation of the first position, and no further byte.
        let game = Game { score: 0, extra: 0, ..game.clone() };
        let theirs = by_their_crate(&game);
        assert_eq!(theirs, written([&game]));
        let read = Reader::in_memory(&theirs).next().expect("a game").expect("a valid game");
        assert_eq!(read, game);
        compare_game(&read, &theirs);
    }
    // Of each kind of move there were some.
    let kinds: Vec<MoveKind> =
        all.iter().flat_map(|game| &game.moves).map(|played| played.chess_move.kind()).collect();
    let count = |test: fn(&MoveKind) -> bool| kinds.iter().filter(|kind| test(kind)).count();
    assert!(count(|kind| *kind == MoveKind::EnPassant) > 10);
    assert!(count(|kind| *kind == MoveKind::Castling) > 10);
    assert!(count(|kind| matches!(kind, MoveKind::Promotion(_))) > 10);
}

/// A file that gives some bytes at a time, and is interrupted between them.
struct Slow<'a> {
    bytes: &'a [u8],
    most: usize,
    interrupts: bool,
}

impl Read for Slow<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.interrupts = !self.interrupts;
        if self.interrupts {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let most = to.len().min(self.most);
        self.bytes.read(&mut to[..most])
    }
}

/// Returns the games of a file with their errors, as all ways to read it agree on them.
fn read(file: &[u8]) -> Vec<Result<Game, String>> {
    let text = |error: Error| error.to_string();
    let in_memory: Vec<_> = Reader::in_memory(file).map(|game| game.map_err(text)).collect();
    for most in [1, 7, 4096, usize::MAX] {
        let slow = || Slow { bytes: file, most, interrupts: false };
        assert_eq!(Reader::new(slow()).map(|game| game.map_err(text)).collect::<Vec<_>>(), in_memory);
        // Memory is used again.
        let (mut reader, mut lent, mut is_over) = (Reader::new(slow()), Vec::new(), false);
        while let Some(game) = reader.next_game() {
            assert!(!is_over, "a game after the last one");
            is_over = game.as_ref().is_err_and(Error::is_fatal);
            lent.push(game.cloned().map_err(text));
            assert_eq!(reader.number(), lent.len() as u64);
        }
        assert_eq!(lent, in_memory);
        let size = most.wrapping_mul(31);
        let parts: Vec<_> = Parts::new(slow()).with_size(size).collect();
        let mut end = 0;
        for part in parts.iter().flatten() {
            assert_eq!(part.offset(), end);
            end += part.bytes().len() as u64;
        }
        let of_parts = parts.into_iter().flat_map(|part| match part {
            Ok(part) => part.games().map(|game| game.map_err(text)).collect(),
            Err(error) => vec![Err(error.to_string())],
        });
        assert_eq!(of_parts.collect::<Vec<_>>(), in_memory);
    }
    in_memory
}

#[test]
fn readers_agree_on_files() {
    let all = played();
    let file = written(&all);
    assert_eq!(read(&file), all.iter().cloned().map(Ok).collect::<Vec<_>>());
    assert!(read(&[]).is_empty());
    // Each part has as few games as are long enough.
    let (mut reader, mut offset) = (Reader::in_memory(&file), 0);
    for part in Parts::new(&file[..]).with_size(0) {
        let part = part.expect("a game");
        assert_eq!((part.offset(), part.games().count()), (offset, 1));
        assert_eq!(reader.offset(), offset);
        reader.next_game().expect("a game").expect("a valid game");
        offset += part.bytes().len() as u64;
    }
    assert!(reader.next_game().is_none());
    assert_eq!((reader.offset(), reader.number()), (file.len() as u64, all.len() as u64));
    let lengths: Vec<usize> =
        Parts::new(&file[..]).with_size(1000).map(|part| part.expect("games").bytes().len()).collect();
    assert!(
        lengths.len() > 9 && lengths[..lengths.len() - 1].iter().all(|length| (1000..1400).contains(length))
    );
    assert_eq!(Parts::new(&file[..]).count(), 1);
}

/// The tables of words in the READMEs have the same rows.
#[test]
fn readmes_have_the_same_rows() {
    let readmes = [
        include_str!("../../README.md"),
        include_str!("../../pgn/README.md"),
        include_str!("../../binpack/README.md"),
        include_str!("../README.md"),
    ];
    let rows = readmes.map(|text| {
        let table = text.lines().skip_while(|line| !line.starts_with("| what |"));
        let rows = table.take_while(|line| line.starts_with('|'));
        rows.map(|line| line.split('|').nth(1).expect("a cell")).collect::<Vec<_>>()
    });
    assert!(rows[0].len() == 11 && rows.iter().all(|found| *found == rows[0]), "{rows:?}");
}

#[test]
fn the_fixture_is_what_the_example_writes() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games.vf");
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../binpack/fixtures/games.txt"));
    let made = write::written(&text.expect("games")).expect("a file");
    if env::var_os("UPDATE").is_some() {
        fs::write(folder, &made).expect("the fixture");
    }
    let file = fs::read(folder).expect("the fixture");
    assert_eq!(file, made);
    let read: Vec<Game> = Reader::new(&file[..]).collect::<Result<_, _>>().expect("games");
    assert_eq!(read.len(), 9);
    assert_eq!(read.iter().map(|game| game.moves.len()).sum::<usize>(), 294);
}

/// Games that are missing, broken or also the output leave the old file as it is.
#[test]
fn the_example_destroys_no_file() {
    let folder = std::env::temp_dir().join(format!("quadline-viriformat-{}", std::process::id()));
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

/// Two short games.
fn two_games() -> (Game, Vec<u8>) {
    let mut game = Game { result: 1, ..Game::new(STARTS[0].parse().expect("a FEN")) };
    let mut position = game.start;
    for (text, score) in [("e2e4", 30), ("e7e5", -300), ("g1f3", 0)] {
        let chess_move = position.parse_uci(text).expect("a move");
        game.moves.push(ScoredMove { chess_move, score });
        position.play_mut(chess_move);
    }
    let file = written([&game, &game]);
    (game, file)
}

#[test]
fn cut_files_have_an_error() {
    let (game, file) = two_games();
    let length = file.len() / 2;
    for end in 0..file.len() {
        let found = read(&file[..end]);
        let whole = end / length;
        assert_eq!(found.iter().filter(|game| game.is_ok()).count(), whole);
        assert_eq!(found.len(), whole + usize::from(end % length != 0));
        if end % length != 0 {
            // The least that is missing, with which the file would be right if the rest were zeros.
            let error = Reader::in_memory(&file[..end]).last().expect("an error").expect_err("an error");
            let Problem::CutFile { missing } = *error.problem() else { panic!("{error}") };
            assert!(error.is_fatal() && missing as usize <= length - end % length);
            let mut mended = file[..end].to_vec();
            mended.resize(end + missing as usize, 0);
            assert!(Parts::new(&mended[..]).all(|part| part.is_ok()), "{error}");
            mended.pop();
            assert!(Parts::new(&mended[..]).any(|part| part.is_err()), "{error}");
            assert_eq!((error.game(), error.offset()), (whole as u64 + 1, (whole * length) as u64));
        }
    }
    assert_eq!(read(&file), [Ok(game.clone()), Ok(game)]);
}

#[test]
fn changed_bits_are_an_error_or_another_game() {
    let (game, file) = two_games();
    let file = &file[..file.len() / 2];
    let (mut valid, mut refused) = (0, 0);
    for bit in 0..8 * file.len() {
        let mut changed = file.to_vec();
        changed[bit / 8] ^= 1 << (bit % 8);
        match &read(&changed)[..] {
            [Ok(other)] => {
                valid += 1;
                // Unused bits of the board and of usual moves have no meaning.
                let again = written([other]);
                assert_eq!(read(&again), [Ok(other.clone())]);
                if again == changed {
                    assert_ne!(*other, game);
                    if other.halfmove_clock <= 90 && other.fullmove_number > 0 {
                        compare_game(other, &changed);
                    }
                }
            }
            found => {
                assert!(found.iter().any(Result::is_err));
                refused += 1;
            }
        }
    }
    assert!(valid > 150 && refused > 150, "{valid} {refused}");
}

/// Returns the error of the file of two games whose bytes are changed from a place on.
fn error_of(place: usize, bytes: &[u8]) -> String {
    let (game, mut file) = two_games();
    file[place..place + bytes.len()].copy_from_slice(bytes);
    let found = read(&file);
    // The other game is read.
    assert_eq!(found[1], Ok(game));
    found[0].clone().expect_err("an error")
}

#[test]
fn errors_name_the_place_and_what_would_be_right() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(
        error_of(30, &[3]),
        "game 1, byte 0: the result is the number 3; it must be 0 if Black wins, 1 for a draw, or 2 if White wins"
    );
    assert_eq!(
        error_of(24, &[65]),
        "game 1, byte 0: the number of the en passant square is 65; it must be below 64, or 64 if there is none"
    );
    assert_eq!(
        error_of(24, &[44]),
        "game 1, byte 0: the first position is not valid: en passant square: no pawn on e5 has just passed e6"
    );
    assert_eq!(
        error_of(8, &[0x27]),
        "game 1, byte 0: the first position is not valid: piece placement: a1 has the number 7, which is no piece of this format"
    );
    let e2e5 = 12 | 36 << 6;
    assert_eq!(
        error_of(32, &u16::to_le_bytes(e2e5)),
        format!(
            "game 1, byte 32: move 0 (from 0), from e2 to e5 with the type 0 (a usual move), is not legal in \"{start}\""
        )
    );
    assert_eq!(
        error_of(32, &u16::to_le_bytes(12 | 28 << 6 | 1 << 14)),
        format!(
            "game 1, byte 32: move 0 (from 0), from e2 to e4 with the type 1 (en passant), is not legal in \"{start}\""
        )
    );
    assert_eq!(
        error_of(40, &[0, 0, 1, 0]),
        "game 1, byte 40: move 2 (from 0), from a1 to a1 with the type 0 (a usual move), is not legal in \
         \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1\"; the end of a game is four zero bytes"
    );
    // In the second game, the places are those in the file.
    let (_, mut file) = two_games();
    let length = file.len() / 2;
    file[length + 33] = 0xff;
    let error = Reader::in_memory(&file).nth(1).expect("a game").expect_err("an error");
    assert_eq!((error.game(), error.offset() as usize), (2, length + 32));
    assert!(matches!(error.problem(), Problem::Move { number: 0, bits: 0xff0c, .. }));
    assert!(!error.is_fatal());
}

#[test]
fn nothing_of_a_damaged_game_is_given_out() {
    let (game, mut file) = two_games();
    file[41] = 0xff;
    let mut reader = Reader::in_memory(&file);
    reader.next_game().expect("a game").expect_err("an error");
    assert_eq!(reader.next_game().expect("the second game").ok(), Some(&game));
    assert!(reader.next_game().is_none() && reader.next_game().is_none());
}

/// A game of knights that go to and fro.
fn long_game(plies: usize) -> Game {
    let mut game = Game::new(Position::START);
    let mut position = game.start;
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(plies) {
        let chess_move = position.parse_uci(text).expect("a move");
        game.moves.push(ScoredMove { chess_move, score: 1 });
        position.play_mut(chess_move);
    }
    game
}

#[test]
fn games_have_a_limit() {
    let game = long_game(65_535);
    let mut file = written([&game]);
    assert_eq!(file.len(), DEFAULT_LIMIT);
    assert!(read(&file) == [Ok(game)]);
    // One more move.
    file.truncate(file.len() - 4);
    file.extend(*b"\x06\x05\0\0\0\0\0\0");
    let expected = "game 1, byte 0: the game is longer than 262176 bytes; four zero bytes end each game";
    assert_eq!(read(&file), [Err(expected.into())]);
    let part = Parts::new(&file[..]).with_limit(DEFAULT_LIMIT + 4).next().expect("a part").expect("a game");
    for mut reader in [Reader::in_memory(&file).with_limit(DEFAULT_LIMIT + 4), part.games()] {
        let error = reader.next_game().expect("a game").expect_err("a move of a knight to e3");
        assert!(matches!(error.problem(), Problem::Move { number: 65_535, .. }), "{error}");
    }
    file.truncate(file.len() - 4);
    assert_eq!(read(&file), [Err(expected.into())]);
    // Without the move, the end is missing.
    file.truncate(file.len() - 4);
    let error = &read(&file)[0];
    assert!(error.as_ref().is_err_and(|error| error.contains("ends at least 4 bytes before")), "{error:?}");
    // Other limits: that of the file, and less.
    let (_, file) = two_games();
    let length = file.len() / 2;
    for limit in 0..=length {
        let mut found: Vec<_> = Reader::new(&file[..]).with_limit(limit).collect();
        let parts = Parts::new(&file[..]).with_limit(limit);
        assert_eq!(
            parts.flatten().flat_map(|part| part.games().collect::<Vec<_>>()).count(),
            found.len() / 2 * 2
        );
        if limit < length {
            let error = found.remove(0).expect_err("too long");
            assert!(
                error.is_fatal()
                    && matches!(error.problem(), Problem::TooLong(given) if *given == limit.max(1))
            );
            assert!(found.is_empty());
        }
        assert_eq!(Reader::in_memory(&[]).with_limit(limit).count(), 0);
    }
    let error = Writer::new(io::sink()).write(&long_game(65_536)).expect_err("too long");
    assert_eq!(error.to_string(), "the game has 65536 moves; it can have at most 65535");
}

#[test]
fn games_that_cannot_be_written_are_named() {
    let mut writer = Writer::new(Vec::new());
    let (game, file) = two_games();
    let mut wrong = game.clone();
    wrong.moves[1] = game.moves[0];
    let error = writer.write(&wrong).expect_err("not legal");
    assert!(matches!(error, WriteError::Move { number: 1, .. }));
    assert_eq!(
        error.to_string(),
        "move 1 (from 0), e2e4, is not legal in \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\""
    );
    let wrong = Game { result: -2, ..game.clone() };
    assert_eq!(
        writer.write(&wrong).expect_err("a result").to_string(),
        "the result is -2; it must be -1, 0 or 1"
    );
    let wrong = Game { start: Position::from_words([0; 8]), ..game.clone() };
    assert!(
        writer
            .write(&wrong)
            .expect_err("a position")
            .to_string()
            .starts_with("the first position is not valid: ")
    );
    // They were left out whole.
    writer.write(&game).expect("a game");
    assert_eq!(writer.finish().expect("memory"), file[..file.len() / 2]);
}

/// A file that has room for some calls.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(1).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn nothing_is_written_after_an_error() {
    let (game, _) = two_games();
    let mut writer = Writer::new(Full(1));
    writer.write(&game).expect("room");
    assert!(matches!(writer.write(&game), Err(WriteError::Write(_))));
    let error = writer.write(&game).expect_err("an error");
    let expected = "cannot write the file: it could not be written before and may end within a game; write all games again";
    assert_eq!(error.to_string(), expected);
    assert!(writer.finish().is_err());
}

#[test]
fn a_file_that_cannot_be_read_has_an_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let (game, file) = two_games();
    let mut reader = Reader::new(file.chain(Broken));
    assert_eq!(reader.next().expect("a game").ok(), Some(game.clone()));
    assert_eq!(reader.next().expect("a game").ok(), Some(game));
    let error = reader.next().expect("an error").expect_err("an error");
    assert!(error.is_fatal());
    assert_eq!(error.to_string(), "game 3, byte 96: cannot read the file: the disk is gone");
    assert!(reader.next().is_none());
}

/// The evaluation -32,768 has no opposite in 16 bits.
#[test]
fn the_least_evaluation() {
    let mut game = long_game(2);
    game.moves.iter_mut().for_each(|scored| scored.score = i16::MIN);
    let scores: Vec<i16> =
        read(&written([&game]))[0].as_ref().expect("a game").entries().map(|entry| entry.score).collect();
    assert_eq!(scores, [i16::MIN, i16::MAX]);
}
