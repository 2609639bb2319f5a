//! Tests of the counts at every level and with every method.

use quadline::level::{self, Level, WithLevel};
use quadline::{MAX_LEGAL_MOVES, Position};

use crate::hash_table::HashTable;
use crate::known_positions::POSITIONS;
use crate::perft::{Method, Nodes, Perft, legal_moves};

/// Bulk counting on one thread without a table.
const PLAIN: Method<'static> = Method { bulk: true, table: None, threads: 1 };

fn parse(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn nodes(position: &Position, depth: u32, method: Method<'_>) -> Nodes {
    level::dispatch(Perft { position, depth, method, progress: &|_, _| {} }).expect("threads")
}

/// Checks the counts from depth 1 on, at every level.
#[track_caller]
fn assert_nodes(fen: &str, expected: &[u64]) {
    for (depth, &nodes) in (1..).zip(expected) {
        for name in level::available() {
            let perft = Perft { position: &parse(fen), depth, method: PLAIN, progress: &|_, _| {} };
            let found = level::dispatch_named(name, perft).expect(name).expect("one thread");
            assert_eq!(found.total, nodes, "{fen}, depth {depth}, level {name}");
        }
    }
}

fn uci(fen: &str) -> Vec<String> {
    let by_move = nodes(&parse(fen), 1, PLAIN).by_move;
    let mut moves: Vec<String> = by_move.iter().map(|(chess_move, _)| chess_move.to_string()).collect();
    moves.sort();
    moves
}

/// Checks that all methods of counting agree.
#[track_caller]
fn assert_same_in_every_way(position: &Position, depth: u32) {
    let plain = nodes(position, depth, PLAIN);
    let table = HashTable::new(1).expect("a mebibyte");
    for bulk in [true, false] {
        for table in [None, Some(&table)] {
            for threads in [1, 2] {
                let found = nodes(position, depth, Method { bulk, table, threads });
                let table = table.is_some();
                assert_eq!(
                    found, plain,
                    "{position}, {depth}: bulk {bulk}, table {table}, {threads} threads"
                );
            }
        }
    }
}

#[test]
fn depth_0_is_the_position_itself() {
    for bulk in [true, false] {
        let found = nodes(&Position::START, 0, Method { bulk, ..PLAIN });
        assert_eq!(found, Nodes { by_move: Vec::new(), total: 1 });
    }
}

#[test]
fn the_six_positions() {
    for known in &POSITIONS {
        assert_nodes(known.fen, &known.nodes[..4]);
    }
}

#[test]
fn threads_tables_and_every_move_made_count_the_same() {
    for known in &POSITIONS {
        for depth in 1..=4 {
            assert_same_in_every_way(&known.position(), depth);
        }
    }
}

#[test]
fn what_is_remembered_is_counted_once() {
    // The second run finds all entries of the first.
    let table = HashTable::new(1).expect("a mebibyte");
    let method = Method { table: Some(&table), ..PLAIN };
    let first = nodes(&Position::START, 5, method);
    assert_eq!(first.total, POSITIONS[0].nodes[4]);
    assert_eq!(nodes(&Position::START, 5, method), first);
    // After 1. e2e4, the depth is three, and the count is that of the table.
    let after = Position::START.play(Position::START.parse_uci("e2e4").expect("a move"));
    let reply = after.play(after.parse_uci("e7e5").expect("a move"));
    table.insert(table.key(&reply, 3), 1_000_000_000);
    assert!(nodes(&Position::START, 5, method).total > 1_000_000_000);
}

#[test]
fn more_moves_than_in_any_game() {
    // 218 is the maximum in a game, and no position has more than this one.
    let position = parse("QQQQQQBk/Q5RB/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1");
    let count = nodes(&position, 1, PLAIN).total;
    assert_eq!(count, MAX_LEGAL_MOVES as u64);
    assert_eq!(nodes(&position, 1, Method { bulk: false, ..PLAIN }).total, count);
    for depth in 2..=3 {
        assert_same_in_every_way(&position, depth);
    }
    // The position one move before, so that the one with many moves is not the root.
    let before = parse("QQQQQQB1/Q5kB/Q6Q/Q6Q/Q6Q/Q7/Q7/KQQQQQQ1 b - - 0 1");
    assert_same_in_every_way(&before, 2);
}

#[test]
fn the_start_position_by_move() {
    let nodes = nodes(&Position::START, 3, PLAIN);
    let by_name = |name: &str| {
        nodes.by_move.iter().find(|(chess_move, _)| chess_move.to_string() == name).map(|&(_, nodes)| nodes)
    };
    assert_eq!(nodes.by_move.len(), 20);
    assert_eq!(by_name("e2e4"), Some(600));
    assert_eq!(by_name("a2a3"), Some(380));
    assert_eq!(by_name("b1c3"), Some(440));
    assert_eq!(by_name("e2e5"), None);
}

#[test]
fn moves_below_the_root_add_up_to_the_total() {
    for known in &POSITIONS {
        for depth in 1..=4 {
            let nodes = nodes(&known.position(), depth, PLAIN);
            assert_eq!(nodes.by_move.iter().map(|(_, nodes)| nodes).sum::<u64>(), nodes.total);
            assert_eq!(nodes.by_move.len() as u64, known.nodes[0]);
        }
    }
}

#[test]
fn counting_agrees_with_playing_every_move() {
    struct Leaves<'a>(&'a Position, u32);
    impl WithLevel for Leaves<'_> {
        type Output = u64;
        fn with_level<L: Level>(self, level: L) -> u64 {
            let Leaves(position, depth) = self;
            if depth == 0 {
                return 1;
            }
            let below = |chess_move| Leaves(&position.play(chess_move), depth - 1).with_level(level);
            legal_moves(level, position).into_iter().map(below).sum()
        }
    }
    for known in &POSITIONS {
        let visited = level::dispatch(Leaves(&known.position(), 3));
        assert_eq!(Some(visited), known.nodes_at(3), "{}", known.name);
    }
}

#[test]
fn progress_is_told_to_the_end() {
    use core::sync::atomic::{AtomicU64, Ordering};
    for (depth, parts) in [(1, 20), (3, 20), (4, 400)] {
        let last = AtomicU64::new(0);
        let progress = |done: u64, all: u64| {
            assert_eq!(all, parts);
            assert_eq!(done, last.swap(done, Ordering::Relaxed) + 1);
        };
        let perft = Perft { position: &Position::START, depth, method: PLAIN, progress: &progress };
        level::dispatch(perft).expect("one thread");
        assert_eq!(last.into_inner(), parts);
    }
}

#[test]
fn en_passant_may_uncover_the_king_along_the_rank() {
    // Both pawns leave the fifth rank, which opens it between the rook on h5 and the king on a5.
    let pinned = "7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1";
    assert!(!uci(pinned).contains(&"e5d6".to_owned()));
    // A second white pawn keeps the rank closed.
    let shielded = "7k/8/8/K1PpP2r/8/8/8/8 w - d6 0 1";
    assert!(uci(shielded).contains(&"e5d6".to_owned()));
    assert!(uci(shielded).contains(&"c5d6".to_owned()));
}

#[test]
fn en_passant_and_other_pins_and_checks() {
    // Pinned along the diagonal of the capture, and along the other diagonal.
    assert!(uci("7k/8/5b2/3pP3/8/8/1K6/8 w - d6 0 1").iter().all(|name| name != "e5d6"));
    assert!(uci("b6k/8/8/3pP3/4P3/8/6K1/8 w - d6 0 1").contains(&"e5d6".to_owned()));
    assert!(uci("1b5k/8/8/3pP3/8/6K1/8/8 w - d6 0 1").contains(&"e5d6".to_owned()));
    // The pawn that gives check is captured en passant.
    assert!(uci("7k/8/8/3pP3/2K5/8/8/8 w - d6 0 1").contains(&"e5d6".to_owned()));
    // A knight gives check, which an en passant capture does not end.
    assert!(uci("7k/8/8/3pP3/8/5n2/3K4/8 w - d6 0 1").iter().all(|name| name != "e5d6"));
    // No pawn can capture, so the square changes nothing.
    assert_nodes("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", &[5]);
}

#[test]
fn castling_in_standard_chess_and_in_chess960() {
    let both = uci("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert!(both.contains(&"e1g1".to_owned()) && both.contains(&"e1c1".to_owned()));
    // Through an attacked square; with only the rook passing one; out of check.
    assert!(!uci("4kr2/8/8/8/8/8/8/4K2R w K - 0 1").contains(&"e1g1".to_owned()));
    assert!(uci("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1").contains(&"e1c1".to_owned()));
    assert!(!uci("4rk2/8/8/8/8/8/8/4K2R w K - 0 1").contains(&"e1g1".to_owned()));
    // The rook leaves the line between the king's new square and the rook on a1.
    assert!(!uci("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1").contains(&"d1b1".to_owned()));
    assert!(uci("4k3/8/8/8/8/8/8/1R1K4 w B - 0 1").contains(&"d1b1".to_owned()));
    // King and rook swap squares; the king stays on its square.
    assert!(uci("4k3/8/8/8/8/8/8/5KR1 w G - 0 1").contains(&"f1g1".to_owned()));
    assert!(uci("4k3/8/8/8/8/8/8/6KR w H - 0 1").contains(&"g1h1".to_owned()));
    assert_nodes("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", &[21, 528, 12_189]);
    assert_nodes("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", &[20, 479, 10_471]);
}

#[test]
fn mate_stalemate_and_double_check() {
    assert_nodes("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", &[0, 0, 0, 0]);
    assert_nodes("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &[0, 0]);
    // Knight and rook give check: only the king can move, although the bishop could capture either.
    let double_check = uci("4k3/8/3N4/8/1b6/8/8/4R1K1 b - - 0 1");
    assert!(double_check.iter().all(|name| name.starts_with("e8")), "{double_check:?}");
}
