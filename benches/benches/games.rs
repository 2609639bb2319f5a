//! Games under Criterion: moves played in order, SAN, movetext, and files of games in PGN, next to shakmaty
//! and pgn-reader. All results are compared before anything is timed.
//!
//! ```text
//! cargo bench -p quadline-benches --features criterion --bench games -- san
//! ```

#![allow(missing_docs, clippy::std_instead_of_core)]

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pgn_reader::{Reader, SanPlus, Skip, Visitor};
use quadline::{Movetext, Position};
use quadline_agreement::generated::{Decoration, Games, clocks, few_comments};
use shakmaty::{Chess, Position as _};

/// The number of generated games.
const GAMES: usize = 1000;

/// Replays games with pgn-reader and shakmaty, and adds the occupied squares at their ends.
#[derive(Default)]
struct Ends(u64);

impl Visitor for Ends {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn san(&mut self, game: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let Ok(legal) = san.san.to_move(game) else { return ControlFlow::Break(()) };
        game.play_unchecked(legal);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, game: Chess) {
        self.0 = self.0.wrapping_add(game.board().occupied().0);
    }
}

fn ends_by_pgn_reader(text: &[u8]) -> u64 {
    let mut visitor = Ends::default();
    Reader::new(text).visit_all_games(&mut visitor).expect("a text in memory");
    visitor.0
}

/// Adds the results of all elements.
fn sum<T>(each: &[T], mut result: impl FnMut(&T) -> u64) -> u64 {
    each.iter().fold(0, |sum, each| sum.wrapping_add(result(each)))
}

/// Adds the occupied squares at the ends of the games of a file.
fn ends_of_file(text: &[u8]) -> u64 {
    let (mut games, mut sum) = (quadline_pgn::Reader::in_memory(text), 0_u64);
    while let Some(game) = games.next_game() {
        let game = game.expect("a generated game");
        let end = game.plies().map(|ply| ply.expect("a legal move")).last();
        sum = sum.wrapping_add(end.map_or(0, |(position, chess_move)| position.play(chess_move).occupied()));
    }
    sum
}

/// Returns the games as a file with tags.
fn file(games: &Games, decoration: Decoration) -> Vec<u8> {
    let of_game = |(number, movetext): (usize, Vec<u8>)| {
        let tags = format!(
            "[Event \"Rated Blitz game\"]\n[Site \"https://lichess.org/{number:08x}\"]\n[White \"player{number}\"]\n\
             [Black \"opponent\"]\n[Result \"*\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1500\"]\n[ECO \"C{:02}\"]\n\
             [Opening \"King's Gambit Accepted\"]\n[TimeControl \"300+3\"]\n[Termination \"Normal\"]\n\n",
            number % 100
        );
        [tags.as_bytes(), &movetext, b"\n"].concat()
    };
    games.movetexts(decoration).into_iter().enumerate().flat_map(of_game).collect()
}

/// Times one kind of work with quadline and with the peer.
fn compare(
    criterion: &mut Criterion,
    name: &str,
    units: Throughput,
    own: impl Fn() -> u64,
    peer: impl Fn() -> u64,
) {
    assert_eq!(own(), peer(), "{name}");
    let mut group = criterion.benchmark_group(name);
    group.throughput(units);
    group.bench_function("quadline", |bencher| bencher.iter(&own));
    group.bench_function("peer", |bencher| bencher.iter(&peer));
    group.finish();
}

fn games(criterion: &mut Criterion) {
    let games = Games::generated(GAMES);
    let plies = Throughput::Elements(games.plies() as u64);
    let play = |moves: &[quadline::Move]| {
        let mut position = Position::START;
        moves.iter().for_each(|&each| position.play_mut(each));
        black_box(position).occupied()
    };
    let play_of_shakmaty = |moves: &[shakmaty::Move]| {
        let mut game = Chess::default();
        moves.iter().for_each(|&each| game.play_unchecked(each));
        black_box(game).board().occupied().0
    };
    compare(
        criterion,
        "play",
        plies.clone(),
        || sum(&games.0, |game| play(&game.moves)),
        || sum(&games.0, |game| play_of_shakmaty(&game.of_shakmaty)),
    );
    let play_san = |sans: &[String]| {
        let mut position = Position::START;
        for san in sans {
            position.play_san(san).expect("a legal move");
        }
        position.occupied()
    };
    let play_san_of_shakmaty = |sans: &[String]| {
        let mut game = Chess::default();
        for san in sans {
            let san = SanPlus::from_ascii(san.as_bytes()).expect("SAN");
            game.play_unchecked(san.san.to_move(&game).expect("a legal move"));
        }
        game.board().occupied().0
    };
    compare(
        criterion,
        "san",
        plies.clone(),
        || sum(&games.0, |game| play_san(&game.sans)),
        || sum(&games.0, |game| play_san_of_shakmaty(&game.sans)),
    );
    for (decoration, name) in [(few_comments as Decoration, "few comments"), (clocks, "clocks")] {
        let texts = games.movetexts(decoration);
        let movetext = |text: &Vec<u8>| {
            let mut game = Movetext::new(Position::START, text);
            game.by_ref().for_each(|ply| {
                black_box(ply.expect("a legal move"));
            });
            game.position().occupied()
        };
        compare(
            criterion,
            &format!("movetext, {name}"),
            plies.clone(),
            || sum(&texts, movetext),
            || sum(&texts, |text| ends_by_pgn_reader(text)),
        );
        let file = file(&games, decoration);
        let bytes = Throughput::Bytes(file.len() as u64);
        let name = format!("PGN, {name}");
        compare(criterion, &name, bytes, || ends_of_file(&file), || ends_by_pgn_reader(&file));
    }
}

criterion_group!(benches, games);
criterion_main!(benches);
