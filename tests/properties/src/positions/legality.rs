//! Positions made for the legality of single moves, and the comparison of single moves with the list.
//!
//! A move from a hash table is any 16 bits. Most wrong combinations of squares and kind are wrong in every
//! position, so random moves in random positions seldom test one rule alone. Each position here is made for
//! one rule, and every move of 16 bits is tested in it.

use quadline_kernels::{Move, MoveKind, NodeInfo, Position, Role, Setup, Square};

use super::engine::EngineCalls;
use super::oracle;

/// Positions for single rules, with White to move. The tests mirror them as well.
#[rustfmt::skip]
pub const MADE_FOR_LEGALITY: &[&str] = &[
    // The king is on its destination, g1 or c1, and castles out of check: along the rank from the far side
    // and from the rook's side, along the file and both diagonals, by a knight, by a pawn, and twice.
    "4k3/8/8/8/8/8/8/r5KR w H - 0 1",
    "4k3/8/8/8/8/8/8/R1K4r w A - 0 1",
    "4k3/8/8/8/8/8/8/6KR w H - 0 1",
    "4k3/8/8/8/8/8/8/R1K5 w A - 0 1",
    "4k1r1/8/8/8/8/8/8/6KR w H - 0 1",
    "4k3/8/8/8/3b4/8/8/6KR w H - 0 1",
    "4k3/8/8/8/8/b7/8/R1K5 w A - 0 1",
    "4k3/8/8/8/8/5n2/8/6KR w H - 0 1",
    "4k3/8/8/8/8/8/7p/6KR w H - 0 1",
    "4k3/8/8/8/8/8/1p6/R1K5 w A - 0 1",
    "4k1r1/8/8/8/8/5n2/8/6KR w H - 0 1",
    // The king moves toward the piece that gives check, away from it, or past its rook.
    "4k3/8/8/8/8/8/8/RK5r w A - 0 1",
    "4k3/8/8/8/8/8/8/rK5R w H - 0 1",
    "6k1/8/8/8/8/8/8/r2KR3 w E - 0 1",
    "4k3/8/8/8/8/8/8/2RK3r w C - 0 1",
    "4k3/8/8/8/8/8/8/rKR5 w C - 0 1",
    "4k3/8/8/8/8/8/8/3RK2r w D - 0 1",
    // The rook shields its king on the rank: from a rook behind it on either side, and not from a bishop.
    "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1",
    "4k3/8/8/8/8/8/8/qR2K3 w B - 0 1",
    "4k3/8/8/8/8/8/8/4K1Rr w G - 0 1",
    "4k3/8/8/8/8/8/8/5KRb w G - 0 1",
    // An attack on the first, a middle and the last square of the king's way, and on the rook's way alone.
    "4k3/8/8/8/8/8/8/RK4rR w H - 0 1",
    "2r1k3/8/8/8/8/8/8/1K5R w H - 0 1",
    "4kr2/8/8/8/8/8/8/1K5R w H - 0 1",
    "4k1r1/8/8/8/8/8/8/1K5R w H - 0 1",
    "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "4k3/8/8/8/8/8/1p6/R3K3 w Q - 0 1",
    "4k3/8/8/8/8/8/6p1/4K2R w K - 0 1",
    // A piece on the king's way alone, on the rook's way alone, on the destination of either.
    "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
    "4k3/8/8/8/8/8/8/R1n1K3 w Q - 0 1",
    "4k3/8/8/8/8/8/8/R2BK3 w Q - 0 1",
    "4k3/8/8/8/8/8/8/4Kn1R w K - 0 1",
    "4k3/8/8/8/8/8/8/4K1NR w K - 0 1",
    "4k3/8/8/8/8/8/8/RB4K1 w A - 0 1",
    "4k3/8/8/8/8/8/8/1R1N2KR w BH - 0 1",
    // Rooks with and without a right, of both sides, and a queen on the rook's square.
    "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1",
    "4k3/8/8/8/8/8/8/RR2K1RR w BG - 0 1",
    "4k3/8/8/8/8/8/8/Q3K2Q w - - 0 1",
    "4k3/8/8/8/8/8/4K3/R6R w - - 0 1",
    // Every piece where a pawn would capture en passant, on both sides.
    "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/2NpN3/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/2BpB3/8/8/8/4K3 w - d6 0 1",
    "6k1/8/8/2RpR3/8/8/8/4K3 w - d6 0 1",
    "6k1/8/8/2QpQ3/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/3pK3/8/8/8/8 w - d6 0 1",
    "4k3/8/8/2Kp4/8/8/8/8 w - d6 0 1",
    // Enemy pawns and own pawns on wrong squares around the en passant square, and none on the right ones.
    "4k3/8/8/3pp3/2P1P3/8/8/4K3 w - d6 0 1",
    "4k3/2P1P3/2P1P3/3p4/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/3pP3/8/8/3P4/4K3 w - d6 0 1",
    // The squares at the edges, with a pawn that only a shift around the edge of the board would find.
    "4k3/8/8/p6P/7P/8/8/4K3 w - a6 0 1",
    "4k3/8/8/pP5P/8/8/8/4K3 w - a6 0 1",
    "4k3/8/P7/P6p/8/8/8/4K3 w - h6 0 1",
    "4k3/8/P7/P5Pp/8/8/8/4K3 w - h6 0 1",
    // En passant while in check by the pawn, by another piece, twice; captures that open a rank, a diagonal,
    // a file.
    "4k3/8/8/2PpP3/4K3/8/8/8 w - d6 0 1",
    "4k3/8/8/2PpP3/2K5/8/8/8 w - d6 0 1",
    "3rk3/8/8/2PpP3/8/8/8/3K4 w - d6 0 1",
    "4k3/8/8/2PpP3/8/8/5n2/3K4 w - d6 0 1",
    "7k/8/8/K1Pp3r/8/8/8/8 w - d6 0 1",
    "7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
    "4k3/8/b7/3pP3/4K3/8/8/8 w - d6 0 1",
    "b3k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1",
    "4k2b/8/8/3pP3/8/8/1K6/8 w - d6 0 1",
    "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "3r3k/8/8/3pP3/8/8/8/3K4 w - d6 0 1",
    // Each piece on the seventh rank, and pawns there, one rank lower and one rank from the start.
    "3n1n2/4P3/8/8/8/7k/8/4K3 w - - 0 1",
    "3n1n2/4N3/8/8/8/7k/8/4K3 w - - 0 1",
    "3n1n2/4B3/8/8/8/7k/8/4K3 w - - 0 1",
    "3n1n2/4R3/8/8/8/7k/8/4K3 w - - 0 1",
    "3n1n2/4Q3/8/8/8/7k/8/4K3 w - - 0 1",
    "3n1n2/4K3/8/8/8/7k/8/8 w - - 0 1",
    "4n3/4P3/4p3/4P3/8/k7/4P3/4K3 w - - 0 1",
    "8/8/3n1n2/4P3/8/k7/8/4K3 w - - 0 1",
    "k7/P6P/8/8/8/8/8/K7 w - - 0 1",
    // Pawns before their double step: free, blocked on the first and on the second square, and pinned.
    "4k3/8/8/8/p3n3/2b5/P1P1P1P1/6K1 w - - 0 1",
    "4k3/8/8/8/8/4r3/P3P2P/4K3 w - - 0 1",
    "4k3/8/8/8/7b/r7/P4P1P/4K3 w - - 0 1",
    "4k3/8/P6P/P6P/8/8/8/4K3 w - - 0 1",
    // Pinned pieces on every line, checks that are ended by a capture or a move between, and a double check.
    "1k2r3/8/8/b6r/4N3/2N5/4R3/R1B1K2q w - - 0 1",
    "6k1/8/8/q3Q3/8/2N5/8/r1B1K2R w K - 0 1",
    "4k3/4r3/8/8/1b6/8/3N1P2/RN1QK2R w KQ - 0 1",
    "1k2r3/8/8/8/8/5n2/3Q2P1/R3K2R w KQ - 0 1",
];

/// Returns positions of Chess960 with king and rook of White on the first rank, the right to castle, and one
/// enemy piece on the two lowest ranks.
///
/// The enemy piece is on every square in turn, so it gives check from each side, attacks each square that the
/// king passes, or is in the way.
pub fn castling_positions() -> impl Iterator<Item = Position> {
    let files = || Square::ALL[..8].iter().copied();
    let ways = files().flat_map(move |king| files().map(move |rook| (king, rook)));
    ways.filter(|(king, rook)| king != rook).flat_map(|(king, rook)| {
        let enemies = Square::ALL[..16].iter().copied().filter(move |&on| on != king && on != rook);
        enemies.flat_map(move |on| {
            Role::ALL[..5].iter().filter_map(move |&role| {
                // Not on the file of the rook, which would give check.
                let enemy_king = if rook.file() == 0 { Square::H8 } else { Square::A8 };
                let mut setup = Setup {
                    white: king.bit() | rook.bit(),
                    black: on.bit() | enemy_king.bit(),
                    rooks: rook.bit(),
                    kings: king.bit() | enemy_king.bit(),
                    castling_rooks: rook.bit(),
                    ..Setup::default()
                };
                match role {
                    Role::Pawn => setup.pawns |= on.bit(),
                    Role::Knight => setup.knights |= on.bit(),
                    Role::Bishop => setup.bishops |= on.bit(),
                    Role::Rook => setup.rooks |= on.bit(),
                    _ => setup.queens |= on.bit(),
                }
                Position::new(setup).ok()
            })
        })
    })
}

/// Returns positions with both kings and one piece of the side to move, for every role and square.
pub fn lonely_pieces() -> impl Iterator<Item = Position> {
    Role::ALL[..5].iter().flat_map(|&role| {
        Square::ALL.into_iter().flat_map(move |on| {
            [(Square::A1, Square::C1), (Square::H8, Square::F8)].into_iter().filter_map(
                move |(own, enemy)| {
                    let mut setup = Setup {
                        white: own.bit() | on.bit(),
                        black: enemy.bit(),
                        kings: own.bit() | enemy.bit(),
                        ..Setup::default()
                    };
                    match role {
                        Role::Pawn => setup.pawns = on.bit(),
                        Role::Knight => setup.knights = on.bit(),
                        Role::Bishop => setup.bishops = on.bit(),
                        Role::Rook => setup.rooks = on.bit(),
                        _ => setup.queens = on.bit(),
                    }
                    Position::new(setup).ok()
                },
            )
        })
    })
}

/// Returns every move from a square of the side to move, to every square and of every kind.
pub fn moves_from_own_squares(position: &Position) -> impl Iterator<Item = Move> {
    let own = position.color(position.side_to_move());
    super::all_moves().filter(move |each| own & each.from().bit() != 0)
}

/// Returns every en passant capture and every castling, from each square to each square.
pub fn special_moves() -> impl Iterator<Item = Move> {
    let kinds = [MoveKind::EnPassant, MoveKind::Castling];
    Square::ALL.into_iter().flat_map(move |from| {
        Square::ALL.into_iter().flat_map(move |to| kinds.map(|kind| Move::new(from, to, kind)))
    })
}

/// Checks that a move is legal if and only if it is in the oracle's list of legal moves.
pub fn prop_legality_equals_list(
    kernel: &dyn EngineCalls,
    position: &Position,
    info: &NodeInfo,
    legal_moves: &[Move],
    moves: impl Iterator<Item = Move>,
) {
    // A bit for each of the 65,536 moves.
    let mut is_legal = [0_u64; 1024];
    let place = |chess_move: Move| (usize::from(chess_move.to_bits() >> 6), 1 << (chess_move.to_bits() & 63));
    for &chess_move in legal_moves {
        let (word, bit) = place(chess_move);
        is_legal[word] |= bit;
    }
    for chess_move in moves {
        let (word, bit) = place(chess_move);
        let expected = is_legal[word] & bit != 0;
        for (found, call) in [
            (kernel.is_legal(position, chess_move), "is_legal"),
            (kernel.is_legal_with(position, info.check_info(), chess_move), "is_legal_with"),
            (kernel.is_legal_with_node(position, info, chess_move), "is_legal_with_node"),
        ] {
            assert!(
                found == expected,
                "{}: {call} of {chess_move:?}\nfound {found}\nexpected {expected}\n{position:?}",
                kernel.name()
            );
        }
    }
}

/// Checks moves of a position and of its mirror image with each kernel.
pub fn prop_legality_in_both_colors(
    kernels: &[Box<dyn EngineCalls>],
    position: &Position,
    moves: impl Fn(&Position) -> Vec<Move>,
) {
    for position in [*position, position.mirrored()] {
        let (legal_moves, info) = (oracle::legal_moves(&position), oracle::node_info(&position));
        let moves = moves(&position);
        for kernel in kernels {
            prop_legality_equals_list(&**kernel, &position, &info, &legal_moves, moves.iter().copied());
        }
    }
}

/// Returns the castling of a position that [`castling_positions`] returns.
pub fn castling_of(position: &Position) -> Move {
    let king = position.king(position.side_to_move()).expect("a king");
    let rook = Square::lowest(position.castling_rooks()).expect("a rook that may castle");
    Move::new(king, rook, MoveKind::Castling)
}
