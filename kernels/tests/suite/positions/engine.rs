//! The functions that a search calls for one position, at every level.

use quadline_conformance::Kernels;
use quadline_conformance::boards::Words;
use quadline_conformance::positions::*;
use quadline_kernels::internal::tables::{between, king_attacks_from, knight_attacks_from, line_through};
use quadline_kernels::{
    Color, Line, Move, MoveKind, MoveSet, Position, Role, Setup, Square, reference, squares,
};

use super::{game, known_in_both_colors};
use crate::{every, percent};

fn kernels() -> &'static [Box<dyn EngineCalls>] {
    let kernels = &Kernels::of_this_cpu().engine;
    assert!(!kernels.is_empty());
    kernels
}

fn equals_the_oracle(words: &mut Words, position: Position) {
    let sample = EngineSample::new(words, position);
    let moves = some_moves(words, &position);
    for kernel in kernels() {
        prop_engine_calls_equal_oracle(&**kernel, words, &sample, moves.iter().copied());
    }
}

#[test]
fn random_positions() {
    let mut words = Words(0xe26_1e5);
    for _ in 0..(3_000 * percent()).div_ceil(100) {
        let position = random::position(&mut words);
        equals_the_oracle(&mut words, position);
    }
}

#[test]
fn positions_of_games() {
    let mut words = Words(0x9a3e_e261);
    for _ in 0..(20 * percent()).div_ceil(100) {
        for position in game(&mut words, 120) {
            equals_the_oracle(&mut words, position);
        }
    }
}

/// Every 16-bit move in every known position. A sample contains the legal moves, moves of kings and pawns
/// with wrong kinds, and some of the others.
#[test]
fn all_moves_of_known_positions() {
    let mut words = Words(0x16b175);
    for position in known_in_both_colors() {
        let sample = EngineSample::new(&mut words, position);
        let mut moves: Vec<_> = all_moves().step_by(every()).collect();
        if every() > 1 {
            moves.extend(oracle::legal_moves(&position));
            moves.extend(some_moves(&mut words, &position));
        }
        for kernel in kernels() {
            prop_engine_calls_equal_oracle(&**kernel, &mut words, &sample, moves.iter().copied());
        }
    }
}

/// Castling, captures en passant, promotions, pins and sides without a king, which positions chosen at random
/// seldom have.
#[test]
fn moves_in_san_of_known_positions() {
    for position in known_in_both_colors() {
        for kernel in kernels() {
            san::prop_moves_in_san_equal_oracle(&**kernel, &position);
        }
    }
}

/// Captures by pinned pieces, by three pieces of one piece and of three pieces, by the king of protected
/// pieces, in check by a pawn, and by a rook and a knight that each come second in their direction, with
/// their number.
#[test]
fn captures_by_pinned_pieces_and_by_kings() {
    const CAPTURES: [(&str, usize); 13] = [
        ("4k3/8/8/3rp3/1p6/3N4/8/3K4 w - - 0 1", 0),
        ("4k3/8/8/b3p3/8/2B5/8/4K3 w - - 0 1", 1),
        ("4k3/8/8/3rp2R/8/3N4/1B6/3K4 w - - 0 1", 2),
        ("4k3/8/8/8/8/5b2/4p3/4K3 w - - 0 1", 0),
        ("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", 1),
        ("4k3/8/8/2p1p3/1b1P4/2P5/8/4K3 w - - 0 1", 3),
        ("3rk3/8/4p1p1/3R1N2/1B1p4/3K4/8/8 w - - 0 1", 4),
        ("3k4/8/8/pppp4/BNRQ4/8/8/4K3 w - - 0 1", 5),
        ("4k2b/8/5p2/3p4/2P1P3/5N2/1B6/K7 w - - 0 1", 3),
        ("4k3/8/8/8/3n4/1N6/3p4/4K3 w - - 0 1", 2),
        ("4k3/8/8/8/R1p5/5p2/1N6/R1n1N2K w - - 0 1", 4),
        // Behind the king, and in check by a knight.
        ("4k3/8/8/8/r2Kn3/8/8/8 w - - 0 1", 0),
        ("4k3/8/8/8/8/2q2n2/3P4/4K3 w - - 0 1", 0),
    ];
    for (fen, count) in CAPTURES {
        let position: Position = fen.parse().expect("a position");
        for position in [position, position.mirrored()] {
            let mut expected = oracle::legal_moves(&position);
            expected.retain(|&each| MoveSet::CAPTURES.contains(oracle::kind(&position, each)));
            assert_eq!(expected.len(), count, "{position:?}");
            for kernel in kernels() {
                let mut found = kernel.moves_of(&position, MoveSet::CAPTURES);
                found.sort_unstable();
                assert_eq!(found, expected, "{} {position:?}", kernel.name());
            }
        }
    }
}

/// On b8, only the knight gives check; the bishop and the queen do; the rook and the queen do.
#[test]
fn checks_by_promotions() {
    const CHECKS: [(&str, &[Role]); 3] = [
        ("8/1P1k4/8/8/8/8/8/4K3 w - - 0 1", &[Role::Knight]),
        ("8/1P6/8/4k3/8/8/8/4K3 w - - 0 1", &[Role::Bishop, Role::Queen]),
        ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", &[Role::Rook, Role::Queen]),
    ];
    for (fen, checking) in CHECKS {
        let position: Position = fen.parse().expect("a position");
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let kind = MoveKind::Promotion(role);
            for (position, chess_move) in [
                (position, Move::new(Square::B7, Square::B8, kind)),
                (position.mirrored(), Move::new(Square::B2, Square::B1, kind)),
            ] {
                let expected = checking.contains(&role);
                assert_eq!(oracle::gives_check(&position, chess_move), expected, "{position} {chess_move}");
                for kernel in kernels() {
                    let (name, info) = (kernel.name(), kernel.check_info(&position));
                    let found = kernel.gives_check(&position, chess_move);
                    assert_eq!(found, expected, "{name} {position} {chess_move}");
                    let found = kernel.gives_check_with(&position, &info, chess_move);
                    assert_eq!(found, expected, "{name} {position} {chess_move}");
                }
            }
        }
    }
}

/// Exchanges that depend on a piece behind another one, on a king that cannot capture, and on which of two
/// queens captures.
#[test]
fn known_exchanges() {
    const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 0];
    const EXCHANGES: [(&str, i32); 3] = [
        // The rook of d8 captures after the rook of d7.
        ("3r2k1/3r4/8/3p4/8/2N5/8/3R2K1 w - - 0 1", -220),
        // The king cannot capture the bishop, because the rook protects it.
        ("8/8/2p1k3/3p4/8/2N2B2/8/3R2K1 w - - 0 1", -120),
        // The queen on the lower square would capture first, so that the bishop behind it captures.
        ("3q2k1/8/8/3p4/2q5/1BN5/8/6K1 w - - 0 1", 100),
    ];
    for (fen, expected) in EXCHANGES {
        let position: Position = fen.parse().expect("a position");
        let capture = Move::new(Square::C3, Square::D5, MoveKind::Normal);
        let mirrored = Move::new(Square::C6, Square::D4, MoveKind::Normal);
        assert_eq!(oracle::see(&position, capture, &VALUES), expected, "{fen}");
        for (position, capture) in [(position, capture), (position.mirrored(), mirrored)] {
            let expected = oracle::see(&position, capture, &VALUES);
            for kernel in kernels() {
                let name = kernel.name();
                assert_eq!(kernel.see(&position, capture, &VALUES), expected, "{name} {position}");
                for threshold in -1000..1000 {
                    let found = kernel.see_at_least(&position, capture, &VALUES, threshold);
                    assert_eq!(found, expected >= threshold, "{name} {position} {threshold}");
                }
            }
        }
    }
}

/// Exchanges that depend on a pin.
#[test]
fn known_exchanges_with_pins() {
    const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 0];
    const EXCHANGES: [(&str, Square, i64); 4] = [
        // The bishop is pinned, until the rook captures.
        ("1k6/1b6/5n2/1R1p4/8/2N5/8/6K1 w - - 0 1", Square::C3, -220),
        // It is free at once, because the rook has captured first.
        ("1k6/1b6/8/1R1p4/8/8/8/6K1 w - - 0 1", Square::B5, -400),
        // The pawn is pinned, and captures on the line of its king.
        ("8/5k2/4p3/8/2B5/2N5/8/6K1 w - - 0 1", Square::C3, -220),
        // The king cannot capture, because the rook protects the knight although it is pinned.
        ("8/8/4k3/3p4/8/2N5/8/r2R2K1 w - - 0 1", Square::C3, 100),
    ];
    for (fen, from, expected) in EXCHANGES {
        let position: Position = fen.parse().expect("a position");
        let chess_move = Move::new(from, Square::D5, MoveKind::Normal);
        let mirrored = Move::new(Square::ALL[from.index() ^ 56], Square::D4, MoveKind::Normal);
        for (position, chess_move) in [(position, chess_move), (position.mirrored(), mirrored)] {
            assert_eq!(oracle::exact_see_with_pins(&position, chess_move, &VALUES), expected, "{position}");
            for kernel in kernels() {
                let (name, info) = (kernel.name(), kernel.check_info(&position));
                for threshold in -1000..1000 {
                    let found = kernel.see_at_least_with(&position, &info, chess_move, &VALUES, threshold);
                    assert_eq!(found, expected >= threshold.into(), "{name} {position} {threshold}");
                }
            }
        }
    }
}

/// Every 16-bit move in positions of games, which begin with arrangements of Chess960 too, and in random
/// positions.
#[test]
fn all_moves_of_many_positions() {
    let mut words = Words(0xa11_a0e5);
    for _ in 0..(60 * percent()).div_ceil(100) {
        let of_game = *game(&mut words, 60).last().expect("a game has a position");
        for position in [of_game, random::position(&mut words)] {
            let sample = EngineSample::new(&mut words, position);
            for kernel in kernels() {
                prop_engine_calls_equal_oracle(&**kernel, &mut words, &sample, all_moves().step_by(every()));
            }
        }
    }
}

#[test]
fn many_positions() {
    let mut words = Words(0xba7c4);
    // A sample has every remainder of eight but five.
    for length in (0..=20).chain([64, 67]).step_by(every().min(3)) {
        let positions: Vec<_> = (0..length).map(|_| random::position(&mut words)).collect();
        for kernel in kernels() {
            prop_engine_batches_equal_oracle(&**kernel, &positions, length);
        }
    }
}

#[test]
fn nonsense_does_not_panic() {
    let mut words = Words(0x0ddba11);
    for round in 0..(400 * percent()).div_ceil(100) {
        let kind = if round % 2 == 0 { random::nonsense } else { random::unruly };
        let nonsense = kind(&mut words);
        for kernel in kernels() {
            prop_engine_calls_of_nonsense_do_not_panic(&**kernel, &mut words, &nonsense);
        }
    }
}

/// Without a king, there are no checks, no pins and no legal moves.
#[test]
fn a_side_without_a_king() {
    for color in Color::ALL {
        let setup =
            Setup::from("k1b4R/8/8/8/8/8/1n6/KQ5r w - - 0 1".parse::<Position>().expect("a position"));
        let king = |color| Position::new_unchecked(setup).king(color).map_or(0, Square::bit);
        let (own, other) = (king(color), king(color.opponent()));
        for kept in [own, other] {
            let without = !(own | other) | kept;
            let setup = Setup {
                white: setup.white & without,
                black: setup.black & without,
                kings: kept,
                side_to_move: color,
                ..setup
            };
            let position = Position::new_unchecked(setup);
            let expected = oracle::check_info(&position);
            for kernel in kernels() {
                let (name, info) = (kernel.name(), kernel.check_info(&position));
                let node = kernel.node_info(&position);
                assert_eq!(info, expected, "{name} {position:?}");
                assert_eq!(kernel.null_move(&position).is_some(), info.checkers() == 0, "{name}");
                if kept == other {
                    let is_legal = |each: Move| {
                        kernel.is_legal(&position, each)
                            || kernel.is_legal_with(&position, &info, each)
                            || kernel.is_legal_with_node(&position, &node, each)
                    };
                    assert_eq!(all_moves().find(|&each| is_legal(each)), None, "{name}");
                    assert_eq!(kernel.moves_of(&position, MoveSet::CAPTURES), [], "{name}");
                }
            }
        }
    }
}

/// The properties detect wrong results.
#[cfg(panic = "unwind")]
#[test]
fn wrong_answers() {
    use crate::defects::finding_of;

    let mut words = Words(0xdef_ec75);
    let positions: Vec<_> = (0..8).map(|_| random::position(&mut words)).collect();
    let replays = &**Kernels::of_this_cpu().engine.last().expect("the methods");
    for &spoiled in ENGINE_CALLS.iter().chain([&""]) {
        let kernel = OracleEngine { spoiled, replays };
        let mut words = Words(0xdef_ec7);
        let mut ask = || {
            for &position in &positions {
                let sample = EngineSample::new(&mut words, position);
                prop_engine_calls_equal_oracle(&kernel, &mut words, &sample, std::iter::empty());
            }
            prop_engine_batches_equal_oracle(&kernel, &positions, 3);
        };
        if spoiled.is_empty() {
            ask();
            continue;
        }
        let nothing = format!(
            "no property compares the call `{spoiled}`: add a line with `same!` to \
             prop_engine_calls_equal_oracle, or to prop_engine_batches_equal_oracle for a batch"
        );
        let message = finding_of(&nothing, ask);
        assert!(message.contains(&format!("the oracle with a defect: {spoiled} of")), "{message}");
    }
}

/// Every square and every pair of squares.
#[test]
fn steps_and_lines_of_squares() {
    for a in Square::ALL {
        let distances = |b: Square| {
            let files = a.file().abs_diff(b.file());
            let ranks = a.rank().abs_diff(b.rank());
            (files.min(ranks), files.max(ranks))
        };
        let at = |wanted| Square::ALL.into_iter().filter(move |&b| distances(b) == wanted);
        let board = |squares: &mut dyn Iterator<Item = Square>| squares.fold(0, |board, b| board | b.bit());
        assert_eq!(knight_attacks_from(a), board(&mut at((1, 2))), "{a}");
        assert_eq!(king_attacks_from(a), board(&mut at((0, 1)).chain(at((1, 1)))), "{a}");
        for b in Square::ALL {
            // The squares where the walks from both ends meet.
            let (mut line, mut inner) = (0, 0);
            for each in Line::ALL {
                let whole = reference::line_attacks(a, each, 0) | a.bit();
                if a != b && whole & b.bit() != 0 {
                    line = whole;
                    inner = reference::line_attacks(a, each, b.bit())
                        & reference::line_attacks(b, each, a.bit())
                        & !(a.bit() | b.bit());
                }
            }
            assert_eq!((line_through(a, b), between(a, b)), (line, inner), "{a} {b}");
        }
    }
}

/// Iteration from both ends, to the end.
#[test]
fn squares_of_boards() {
    let mut words = Words(0x5900a7e5);
    for _ in 0..200 {
        let board = words.board();
        let expected: Vec<_> = Square::ALL.into_iter().filter(|square| board & square.bit() != 0).collect();
        assert!(squares(board).eq(expected.iter().copied()), "{board:#x}");
        assert!(squares(board).rev().eq(expected.iter().rev().copied()), "{board:#x}");
        let mut both = squares(board);
        for left in (0..expected.len()).rev() {
            assert_eq!(both.len(), left + 1);
            let next = if words.word() & 8 == 0 { both.next() } else { both.next_back() };
            assert!(next.is_some_and(|square| expected.contains(&square)));
            assert_eq!(both.len(), left);
        }
        assert_eq!((both.next(), both.next_back()), (None, None));
    }
}

/// Each square, compared with the bitboards of colors and roles.
#[test]
fn pieces_of_squares() {
    let mut words = Words(0x91ece5);
    for _ in 0..200 {
        let position = random::position(&mut words);
        for square in Square::ALL {
            let color = Color::ALL.into_iter().find(|&color| position.color(color) & square.bit() != 0);
            let role = Role::ALL.into_iter().find(|&role| position.role(role) & square.bit() != 0);
            let found = position.piece_at(square);
            assert_eq!(found.map(|piece| piece.color()), color, "{square} {position:?}");
            assert_eq!((found.map(|piece| piece.role()), position.role_at(square)), (role, role), "{square}");
        }
    }
}
