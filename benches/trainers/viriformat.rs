//! Compares quadline-viriformat with the crate viriformat, with which bullet's `ViriBinpackLoader` reads
//! games and makes boards: checks that all boards are equal, or prints the times of one side in nanoseconds
//! of processor time. The games are those of a binpack file.
//!
//! usage: viriformat FILE check|theirs|ours

#[path = "port_of_bullet.rs"]
#[allow(dead_code, reason = "entries of binpack files")]
mod port;

use std::hint::black_box;
use std::io::Cursor;
use std::{env, fs};

use bulletformat::ChessBoard;
use quadline::{Color, Position};
use quadline_binpack::{Entries, Entry};
use quadline_viriformat::{Game, ScoredMove, Writer, games};
use viriformat::dataformat::{Filter, Game as TheirGame};

/// Returns a file of the games of a binpack file.
fn converted(binpack: &[u8]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new());
    let mut game: Option<(Game, Position)> = None;
    let mut write = |game: Option<(Game, Position)>| {
        if let Some((game, _)) = game {
            writer.write(&game).expect("a game");
        }
    };
    // A file of binpack has fewer en passant squares.
    let board = |position: &Position| {
        let [words @ .., state] = *position.words();
        (words, state & !0x0000_ff00_00ff_0000)
    };
    for entry in Entries::new(binpack) {
        let Entry { position, chess_move, score, ply, result } = entry.expect("an entry");
        let sign = if position.side_to_move() == Color::White { 1 } else { -1 };
        if game.as_ref().is_none_or(|(_, next)| board(next) != board(&position)) {
            write(game.take());
            let start = Game { result: sign * result, fullmove_number: ply / 2 + 1, ..Game::new(position) };
            game = Some((start, position));
        }
        let Some((game, next)) = &mut game else { unreachable!("there is a game") };
        game.moves.push(ScoredMove { chess_move, score: i16::from(sign) * score });
        next.play_mut(chess_move);
    }
    write(game);
    writer.finish().expect("memory")
}

/// Appends the boards of all games, as bullet's loader makes them on its threads: the bytes of each game,
/// then the game, then its boards.
fn their_boards(file: &[u8], boards: &mut Vec<ChessBoard>) {
    let (mut reader, mut bytes, mut moves) = (Cursor::new(file), Vec::new(), Vec::new());
    loop {
        bytes.clear();
        if TheirGame::deserialise_fast_into_buffer(&mut reader, &mut bytes).is_err() {
            return;
        }
        let game = TheirGame::deserialise_from(&mut Cursor::new(&bytes), moves).expect("a game");
        let push = |board| {
            boards.push(board);
            Ok(())
        };
        game.splat_to_bulletformat(push, &Filter::UNRESTRICTED).expect("boards");
        moves = game.into_move_buffer();
    }
}

fn our_boards(file: &[u8], boards: &mut Vec<ChessBoard>) {
    let mut game = Game::new(Position::START);
    for raw in games(file) {
        raw.and_then(|raw| raw.read_into(&mut game)).expect("a game");
        boards.extend(game.entries().map(|entry| port::board(&entry.position, entry.score, entry.result)));
    }
}

/// Plays the games without making boards.
fn their_positions(file: &[u8]) -> u64 {
    let (mut reader, mut moves, mut sum) = (Cursor::new(file), Vec::new(), 0);
    while let Ok(game) = TheirGame::deserialise_from(&mut reader, moves) {
        game.visit_positions(|board, score| sum ^= board.pieces.occupied().inner() ^ score as u64);
        moves = game.into_move_buffer();
    }
    sum
}

fn our_positions(file: &[u8]) -> u64 {
    let (mut game, mut sum) = (Game::new(Position::START), 0);
    for raw in games(file) {
        raw.and_then(|raw| raw.read_into(&mut game)).expect("a game");
        for entry in game.entries() {
            sum ^= entry.position.occupied() ^ entry.score as u64;
        }
    }
    sum
}

unsafe extern "C" {
    /// The processor time in microseconds.
    safe fn clock() -> i64;
}

/// Prints the median of the times of a function, per position.
fn time(stage: &str, count: usize, mut function: impl FnMut()) {
    let mut times = [(); 5].map(|()| {
        let begin = clock();
        function();
        clock() - begin
    });
    times.sort_unstable();
    println!("{stage}\t{}", times[2] as f64 * 1e3 / count as f64);
}

fn main() {
    let [file, side] = &env::args().skip(1).collect::<Vec<_>>()[..] else { panic!("two arguments") };
    let file = converted(&fs::read(file).expect("a file"));
    let mut boards = Vec::new();
    our_boards(&file, &mut boards);
    let count = boards.len();
    let (to_boards, positions): (fn(&[u8], &mut Vec<_>), fn(&[u8]) -> u64) = match side.as_str() {
        "check" => {
            let mut theirs = Vec::new();
            their_boards(&file, &mut theirs);
            assert!(theirs == boards, "the boards differ");
            println!("{count} boards of {} bytes are equal", file.len());
            return;
        }
        "theirs" => (their_boards, their_positions),
        "ours" => (our_boards, our_positions),
        _ => panic!("{side} is neither check, theirs nor ours"),
    };
    time("entry to board", count, || {
        boards.clear();
        to_boards(&file, &mut boards);
        black_box(&mut boards);
    });
    time("entry to position", count, || {
        black_box(positions(&file));
    });
}
