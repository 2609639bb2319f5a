//! Legality of single moves, at every level: a move is legal if and only if the oracle lists it.

use quadline_conformance::Kernels;
use quadline_conformance::positions::*;
use quadline_kernels::{Move, MoveKind, Position, Role, Square};

use crate::{every, every_known};

fn kernels() -> &'static [Box<dyn EngineCalls>] {
    &Kernels::of_this_cpu().engine
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Every move of 16 bits. A sample contains all moves from own squares, and all en passant captures and
/// castlings.
#[test]
fn every_move_of_positions_made_for_it() {
    for fen in MADE_FOR_LEGALITY.iter().step_by(every_known()) {
        prop_legality_in_both_colors(kernels(), &position(fen), |position| {
            if every() == 1 {
                return all_moves().collect();
            }
            moves_from_own_squares(position).chain(special_moves()).collect()
        });
    }
}

/// The castling of every king and rook, with an enemy piece on every square of two ranks.
#[test]
fn castling_with_an_enemy_piece_near() {
    let positions: Vec<_> = castling_positions().collect();
    // 56 ways to place king and rook, 14 squares, and 5 roles, of which pawns are not on the first rank.
    assert_eq!(positions.len(), 56 * (14 * 4 + 8));
    // The step is not a divisor of the number of enemy pieces, so that a sample has each of them.
    for position in positions.iter().step_by(every().min(5)) {
        prop_legality_in_both_colors(kernels(), position, |position| vec![castling_of(position)]);
    }
}

/// Every move of one piece on an otherwise empty board.
#[test]
fn every_move_of_a_lonely_piece() {
    let positions: Vec<_> = lonely_pieces().collect();
    assert!(positions.len() > 400, "{}", positions.len());
    for position in positions.iter().step_by(every()) {
        prop_legality_in_both_colors(kernels(), position, |position| {
            moves_from_own_squares(position).collect()
        });
    }
}

/// What the oracle answers for some of the positions, so that both cannot be wrong together.
#[test]
fn known_legality() {
    let castling = |from, to| Move::new(from, to, MoveKind::Castling);
    let en_passant = |from, to| Move::new(from, to, MoveKind::EnPassant);
    let promotion = |from, to| Move::new(from, to, MoveKind::Promotion(Role::Queen));
    for (fen, chess_move, is_legal) in [
        // Out of check: the king stays on g1 or c1.
        ("4k3/8/8/8/8/8/8/r5KR w H - 0 1", castling(Square::G1, Square::H1), false),
        ("4k3/8/8/8/8/8/8/R1K4r w A - 0 1", castling(Square::C1, Square::A1), false),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", castling(Square::G1, Square::H1), true),
        // Black's rook attacks the rook's way, which is allowed, or the king's.
        ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", castling(Square::E1, Square::A1), true),
        ("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", castling(Square::E1, Square::A1), false),
        // The rook shields its king, and leaves.
        ("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", castling(Square::D1, Square::B1), false),
        ("4k3/8/8/8/8/8/8/4K1Rr w G - 0 1", castling(Square::E1, Square::G1), false),
        ("4k3/8/8/8/8/8/8/5KRb w G - 0 1", castling(Square::F1, Square::G1), true),
        // A pawn captures en passant, and nothing else does.
        ("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", en_passant(Square::E5, Square::D6), true),
        ("4k3/8/8/2BpB3/8/8/8/4K3 w - d6 0 1", en_passant(Square::E5, Square::D6), false),
        ("4k3/8/8/2BpB3/8/8/8/4K3 w - d6 0 1", en_passant(Square::C5, Square::D6), false),
        ("4k3/8/8/3pK3/8/8/8/8 w - d6 0 1", en_passant(Square::E5, Square::D6), false),
        ("7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1", en_passant(Square::E5, Square::D6), false),
        // A pawn promotes, and nothing else does.
        ("3n1n2/4P3/8/8/8/7k/8/4K3 w - - 0 1", promotion(Square::E7, Square::D8), true),
        ("3n1n2/4B3/8/8/8/7k/8/4K3 w - - 0 1", promotion(Square::E7, Square::D8), false),
        ("8/8/3n1n2/4P3/8/k7/8/4K3 w - - 0 1", promotion(Square::E5, Square::D6), false),
    ] {
        let position = position(fen);
        let listed = oracle::legal_moves(&position).contains(&chess_move);
        assert_eq!(listed, is_legal, "the oracle: {fen} {chess_move:?}");
        let info = oracle::node_info(&position);
        let legal_moves: &[Move] = if is_legal { &[chess_move] } else { &[] };
        for kernel in kernels() {
            prop_legality_equals_list(&**kernel, &position, &info, legal_moves, [chess_move].into_iter());
        }
    }
}
