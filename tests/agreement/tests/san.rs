//! Compares moves in standard algebraic notation with shakmaty, at every level: all legal moves of the
//! positions in the fixtures, of which a fifth is from Chess960, and games with comments, annotations and
//! variations that pgn-reader reads.
//!
//! `QUADLINE_TEST_EVERY=41` compares one in 41 of the positions, and fewer games.

#![allow(clippy::std_instead_of_core)]

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use quadline::level::{self, Level, WithLevel};
use quadline::{Move, Movetext, Position, Setup};
use quadline_agreement as convert;
use quadline_agreement::generated::{Decoration, Games, clocks, few_comments};
use quadline_properties::positions::random::chess960_start;
use shakmaty::{CastlingMode, Chess, Position as _};

const FIXTURES: [&str; 3] = [
    include_str!("../../conformance/fixtures/lichess-2025-05.fen"),
    include_str!("../../conformance/fixtures/perft-a.epd"),
    include_str!("../../conformance/fixtures/perft-960-a.epd"),
];

/// Returns one in how many cases is compared.
fn every() -> usize {
    let text = std::env::var("QUADLINE_TEST_EVERY").unwrap_or_else(|_| "1".into());
    text.parse().unwrap_or_else(|_| panic!("QUADLINE_TEST_EVERY must be a whole number, not `{text}`"))
}

/// The legal moves of a position as shakmaty writes them.
struct Written {
    position: Position,
    moves: Vec<(Move, String)>,
}

impl Written {
    fn new(game: &Chess) -> Self {
        let position = convert::from_shakmaty(game);
        let moves = game.legal_moves().into_iter().map(|each| {
            let uci = each.to_uci(CastlingMode::Chess960).to_string();
            let own =
                position.parse_uci(&uci).unwrap_or_else(|error| panic!("{uci} in {position:?}: {error}"));
            (own, SanPlus::from_move(game.clone(), each).to_string())
        });
        Self { position, moves: moves.collect() }
    }
}

impl WithLevel for &Written {
    type Output = ();

    fn with_level<L: Level>(self, level: L) {
        let position = &self.position;
        for (chess_move, san) in &self.moves {
            let at = || format!("{}: {san} in {position:?}", L::NAME);
            assert_eq!(level.to_san(position, *chess_move).as_str(), san, "{}", at());
            let mut next = *position;
            assert_eq!(level.parse_san(position, san.as_bytes()), Ok(*chess_move), "{}", at());
            assert_eq!(level.play_san(&mut next, san.as_bytes()), Ok(*chess_move), "{}", at());
            assert_eq!(next, position.play(*chess_move), "{}", at());
        }
    }
}

#[test]
fn every_legal_move_is_read_and_written_as_by_shakmaty() {
    let (mut moves, mut castlings, mut marked) = (0, 0, 0);
    let positions = FIXTURES.iter().flat_map(|text| text.lines()).enumerate();
    for (index, line) in positions {
        if index % every() != 0 {
            continue;
        }
        let fen = line.split(" ;").next().unwrap_or_default();
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let Some(game) = convert::to_shakmaty(&position) else { continue };
        let written = Written::new(&game);
        for name in level::available() {
            level::dispatch_named(name, &written).expect("a level of this CPU");
        }
        moves += written.moves.len();
        castlings += written.moves.iter().filter(|(each, _)| each.is_castling()).count();
        marked += written.moves.iter().filter(|(_, san)| san.ends_with(['+', '#'])).count();
    }
    println!("{moves} moves agree, {castlings} of them castling, {marked} with check");
    assert!(moves > 0, "no moves");
    assert!(every() > 1 || castlings > 200 && marked > 1000, "{castlings} castlings, {marked} checks");
}

/// Castling from all starting positions of Chess960, with the pieces between king and rooks removed.
#[test]
fn castling_in_chess960() {
    let mut castlings = 0;
    for number in (0..960).step_by(every().min(96)) {
        let start = chess960_start(number, 959 - number);
        let mut setup = Setup::from(start);
        let kept = setup.kings | setup.rooks | setup.pawns;
        for pieces in
            [&mut setup.white, &mut setup.black, &mut setup.knights, &mut setup.bishops, &mut setup.queens]
        {
            *pieces &= kept;
        }
        let position = Position::new(setup).expect("a position");
        let game = convert::to_shakmaty(&position).expect("a position");
        let written = Written::new(&game);
        castlings += written.moves.iter().filter(|(each, _)| each.is_castling()).count();
        for name in level::available() {
            level::dispatch_named(name, &written).expect("a level of this CPU");
        }
    }
    assert!(castlings > 10, "{castlings}");
}

/// Collects the moves of each game.
#[derive(Default)]
struct Moves(Vec<Vec<String>>);

impl Visitor for Moves {
    type Tags = ();
    type Movetext = (Chess, Vec<String>);
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), _: &[u8], _: RawTag<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Self::Movetext> {
        ControlFlow::Continue((Chess::default(), Vec::new()))
    }

    fn san(&mut self, (game, moves): &mut Self::Movetext, san: SanPlus) -> ControlFlow<()> {
        let Ok(chess_move) = san.san.to_move(game) else { panic!("{san}: not legal") };
        moves.push(chess_move.to_uci(CastlingMode::Chess960).to_string());
        game.play_unchecked(chess_move);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (_, moves): Self::Movetext) {
        self.0.push(moves);
    }
}

/// Comments, numeric and other annotations, nested variations, and lines that are comments.
fn all_decorations(ply: usize, text: &mut String) {
    text.push_str(
        ["!?", "", " $13", " {a (comment; $1}", " (1. e4 (1. d4 {)} d5) e5)", " ; the rest (\n", "?? $2 {}"]
            [ply % 7],
    );
}

#[test]
fn games_are_read_as_by_pgn_reader() {
    let games = Games::generated(300 / every().min(30));
    let decorations: [Decoration; 3] = [few_comments, clocks, all_decorations];
    for decoration in decorations {
        let texts = games.movetexts(decoration);
        for (text, expected) in texts.iter().zip(games.moves()) {
            let mut found = Moves::default();
            let mut reader = Reader::new(text.as_slice());
            assert!(reader.visit_all_games(&mut found).is_ok());
            let expected: Vec<String> =
                expected.iter().map(|each| each.to_uci_chess960().to_string()).collect();
            assert_eq!(found.0, std::slice::from_ref(&expected), "{:?}", String::from_utf8_lossy(text));
            let mut own = Vec::new();
            for ply in Movetext::new(Position::START, text) {
                let (_, chess_move) = ply.unwrap_or_else(|error| panic!("{error}"));
                own.push(chess_move.to_uci_chess960().to_string());
            }
            assert_eq!(own, expected, "{:?}", String::from_utf8_lossy(text));
        }
    }
}
