//! Compares the calls of a search with shakmaty and cozy-chess, along random games.

#![allow(clippy::std_instead_of_core)]

use quadline::level::{self, Level, WithLevel};
use quadline::{MAX_LEGAL_MOVES, Move, MoveSet, Role, Square};
use quadline_agreement as convert;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use shakmaty::{Chess, Position as _};

struct AtLevel<'a>(&'a Chess, &'a mut Xoshiro256PlusPlus);

fn to_cozy(chess_move: Move) -> cozy_chess::Move {
    use cozy_chess::Piece;
    let square = |square: Square| cozy_chess::Square::index(square.index());
    let promotion = chess_move.promotion().map(|role| match role {
        Role::Knight => Piece::Knight,
        Role::Bishop => Piece::Bishop,
        Role::Rook => Piece::Rook,
        _ => Piece::Queen,
    });
    cozy_chess::Move { from: square(chess_move.from()), to: square(chess_move.to()), promotion }
}

impl WithLevel for AtLevel<'_> {
    type Output = ();

    fn with_level<L: Level>(self, level: L) {
        let Self(chess, random) = self;
        let position = convert::from_shakmaty(chess);
        let cozy = convert::to_cozy_chess(&position).expect("a position of a game");
        let node = level.node_info(&position);
        let info = *node.check_info();
        assert_eq!(info.checkers(), chess.checkers().0, "{} {position:?}", L::NAME);
        let own = position.color(position.side_to_move());
        assert_eq!(info.pinned(position.side_to_move()), cozy.pinned().0 & own, "{} {position:?}", L::NAME);
        assert_eq!(
            level.null_move(&position).is_some(),
            cozy.null_move().is_some(),
            "{} {position:?}",
            L::NAME
        );

        let occupied =
            position.occupied() & random.random::<u64>() | random.random::<u64>() & random.random::<u64>();
        for square in Square::ALL {
            let there = shakmaty::Square::new(square.index() as u32);
            let of = |color| chess.board().attacks_to(there, color, shakmaty::Bitboard(occupied)).0;
            let expected = (of(shakmaty::Color::White) | of(shakmaty::Color::Black)) & occupied;
            assert_eq!(
                level.attackers_to(&position, square, occupied),
                expected,
                "{} {square} {position:?}",
                L::NAME
            );
        }

        let mut moves = [Move::default(); MAX_LEGAL_MOVES];
        let captures = level.legal_moves_of(&position, MoveSet::CAPTURES, &mut moves);
        assert_eq!(captures, chess.capture_moves().len(), "{} {position:?}", L::NAME);
        let count = level.legal_moves(&position, &mut moves);
        for &chess_move in &moves[..count] {
            let mut next = cozy.clone();
            next.play_unchecked(to_cozy(chess_move));
            let expected = !next.checkers().is_empty();
            assert_eq!(
                level.gives_check(&position, chess_move),
                expected,
                "{} {chess_move} {position:?}",
                L::NAME
            );
            assert_eq!(
                level.gives_check_with(&position, &info, chess_move),
                expected,
                "{} {chess_move}",
                L::NAME
            );
        }
        for _ in 0..200 {
            let bits = random.random::<u16>();
            let any = Move::from_bits(bits);
            // Gives the move the kind that it has in this position.
            let Ok(chess_move) = position.parse_uci(&format!("{}{}", any.from(), any.to())) else { continue };
            let expected = cozy.is_legal(to_cozy(chess_move));
            assert_eq!(
                level.is_legal(&position, chess_move),
                expected,
                "{} {chess_move} {position:?}",
                L::NAME
            );
            let found = [
                level.is_legal_with(&position, &info, chess_move),
                level.is_legal_with_node(&position, &node, chess_move),
            ];
            assert_eq!(found, [expected; 2], "{} {chess_move}", L::NAME);
        }
    }
}

#[test]
fn random_games() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1970);
    for _ in 0..40 {
        let mut chess = Chess::default();
        for _ in 0..100 {
            for name in level::available() {
                level::dispatch_named(name, AtLevel(&chess, &mut random)).expect("a level of this CPU");
            }
            let moves = chess.legal_moves();
            let Some(&chosen) = moves.choose(&mut random) else { break };
            chess.play_unchecked(chosen);
        }
    }
}
