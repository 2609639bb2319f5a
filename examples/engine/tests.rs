//! Tests: the engine plays against itself, finds mates, and searches the same nodes at every level.

use super::*;
use quadline::MAX_LEGAL_MOVES;

fn best(game: &Game, table: &mut HashTable, depth: i32) -> Option<Found> {
    level::dispatch(Task {
        position: game.position,
        before: &game.before,
        limits: Limits { depth, nodes: 200_000, time: None },
        table,
        stop: &AtomicBool::new(false),
        report: &mut |_| {},
    })
}

fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = [Move::default(); MAX_LEGAL_MOVES];
    let count = position.legal_moves(&mut moves);
    moves[..count].to_vec()
}

#[test]
fn plays_a_game_against_itself() {
    let mut game = Game::new(Position::START);
    let mut tables = [HashTable::new(1), HashTable::new(1)];
    for ply in 0..120 {
        let found = best(&game, &mut tables[ply % 2], 3);
        let moves = legal_moves(&game.position);
        assert_eq!(found.is_none(), moves.is_empty(), "{}", game.position);
        let Some(found) = found else { return };
        assert!(moves.contains(&found.best), "{} {}", game.position, found.best);
        game.play(found.best);
    }
    assert!(game.position.occupied().count_ones() < 32, "nothing was captured");
}

#[test]
fn finds_mates() {
    for (fen, depth, mate_in) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 2, 1),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 4, 2),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 4, 2),
    ] {
        let found = best(&Game::new(fen.parse().expect(fen)), &mut HashTable::new(1), depth).expect(fen);
        assert_eq!(MATE - found.value, 2 * mate_in - 1, "{fen} {}", found.best);
    }
}

#[test]
fn mated_and_stalemated_sides_have_no_move() {
    for fen in ["R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        assert!(best(&Game::new(fen.parse().expect(fen)), &mut HashTable::new(1), 3).is_none(), "{fen}");
    }
}

#[test]
fn every_level_searches_the_same_nodes() {
    let position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let found = level::available().map(|name| {
        let task = Task {
            position: position.parse().expect(position),
            before: &[],
            limits: Limits { depth: 4, nodes: u64::MAX, time: None },
            table: &mut HashTable::new(1),
            stop: &AtomicBool::new(false),
            report: &mut |_| {},
        };
        let Found { value, best, nodes, .. } =
            level::dispatch_named(name, task).expect(name).expect("a move");
        (value, best, nodes)
    });
    let found: Vec<_> = found.collect();
    assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{found:?}");
}

#[test]
fn time_is_shared_out() {
    let limits = parse_limits("wtime 60000 btime 1000 winc 1000 binc 0", Color::White);
    assert_eq!(limits.time, Some([1250, 5000].map(Duration::from_millis)));
    let limits = parse_limits("wtime 60000 btime 100 winc 1000 binc 0 movestogo 1", Color::Black);
    assert_eq!(limits.time, Some([50, 50].map(Duration::from_millis)));
    assert_eq!(parse_limits("movetime 7", Color::White).time, Some([Duration::from_millis(7); 2]));
    let limits = parse_limits("depth 5 nodes 99", Color::White);
    assert_eq!((limits.depth, limits.nodes, limits.time), (5, 99, None));
}

#[test]
fn positions_are_read() {
    let game = Game::parse("startpos moves e2e4 e7e5 g1f3").expect("legal moves");
    assert_eq!(game.before.len(), 3);
    assert_eq!(game.position.to_string(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1");
    assert!(Game::parse("startpos moves e2e5").is_err_and(|error| error.contains("e2e5")));
    assert!(Game::parse("fen 8/8 w").is_err());
    assert!(Game::parse("elsewhere").is_err());
}

#[test]
fn a_session_of_commands() {
    let lines = ["uci", "isready", "position startpos moves e2e4", "go depth 2", "nonsense", "go depth 1"];
    run(lines.into_iter().map(String::from));
}
