//! Conversions between quadline's positions and those of other crates, by public functions only.
//!
//! ```
//! use quadline::Position;
//! use quadline_benches::convert;
//!
//! let board: cozy_chess::Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
//! let position: Position = convert::from_cozy_chess(&board);
//! assert_eq!(position.to_string(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
//! assert_eq!(convert::to_cozy_chess(&position), Some(board));
//!
//! // The same with shakmaty, here for a position of Chess960.
//! use shakmaty::{CastlingMode, Position as _, fen::Fen};
//! let fen: Fen = "1r2k1r1/8/8/8/3Pp3/8/8/1R2K1R1 b GBgb d3 0 1".parse()?;
//! let chess: shakmaty::Chess = fen.into_position(CastlingMode::Chess960)?;
//! let position = convert::from_shakmaty(&chess);
//! assert_eq!(position.legal_move_count() as usize, chess.legal_moves().len());
//! assert_eq!(convert::to_shakmaty(&position), Some(chess));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! quadline has no such conversions itself, because it does not depend on other libraries for chess. The functions can be
//! copied; they use nothing but public functions of both sides.

use quadline_kernels::{Color, Position, Role, Setup, Square};
use shakmaty::{CastlingMode, FromSetup, Position as _};

/// Creates a position from the bitboards of both colors and of the roles, pawns first, and the other fields.
fn from_parts(
    [white, black]: [u64; 2],
    [pawns, knights, bishops, rooks, queens, kings]: [u64; 6],
    is_white_to_move: bool,
    castling_rooks: u64,
    en_passant: Option<Square>,
) -> Position {
    let side_to_move = if is_white_to_move { Color::White } else { Color::Black };
    Position::new_unchecked(Setup {
        white,
        black,
        pawns,
        knights,
        bishops,
        rooks,
        queens,
        kings,
        side_to_move,
        castling_rooks,
        en_passant,
    })
}

/// Converts a position of shakmaty, including Chess960. The en passant square is set if a pawn may capture on
/// it.
pub fn from_shakmaty(position: &shakmaty::Chess) -> Position {
    let board = position.board();
    from_parts(
        shakmaty::Color::ALL.map(|color| board.by_color(color).0),
        shakmaty::Role::ALL.map(|role| board.by_role(role).0),
        position.turn().is_white(),
        position.castles().castling_rights().0,
        position.pseudo_legal_ep_square().map(|square| Square::new_masked(square as u8)),
    )
}

/// Converts a position to shakmaty, or returns `None` if shakmaty rejects it, for example because of checks
/// that no move can have given.
pub fn to_shakmaty(position: &Position) -> Option<shakmaty::Chess> {
    let fen: shakmaty::fen::Fen = position.to_string().parse().ok()?;
    shakmaty::Chess::from_setup(fen.into_setup(), CastlingMode::Chess960).ok()
}

/// Converts a position of cozy-chess, including Chess960.
pub fn from_cozy_chess(board: &cozy_chess::Board) -> Position {
    use cozy_chess::{Color as Side, Piece, Rank};
    let castling_rooks = Side::ALL.into_iter().flat_map(|color| {
        let rights = board.castle_rights(color);
        let rook = move |file| cozy_chess::Square::new(file, Rank::First.relative_to(color)).bitboard().0;
        [rights.short, rights.long].into_iter().flatten().map(rook)
    });
    let passed = |file| cozy_chess::Square::new(file, Rank::Sixth.relative_to(board.side_to_move()));
    from_parts(
        Side::ALL.map(|color| board.colors(color).0),
        Piece::ALL.map(|piece| board.pieces(piece).0),
        board.side_to_move() == Side::White,
        castling_rooks.fold(0, |rooks, rook| rooks | rook),
        board.en_passant().map(|file| Square::new_masked(passed(file) as u8)),
    )
}

/// Converts a position to cozy-chess, or returns `None` if cozy-chess rejects it.
pub fn to_cozy_chess(position: &Position) -> Option<cozy_chess::Board> {
    use cozy_chess::{BoardBuilder, Color as Side, File, Piece};
    let mut builder = BoardBuilder::empty();
    let side = |color| if color == Color::White { Side::White } else { Side::Black };
    for (place, square) in builder.board.iter_mut().zip(Square::ALL) {
        *place = position.piece_at(square).map(|piece| {
            let role = match piece.role() {
                Role::Pawn => Piece::Pawn,
                Role::Knight => Piece::Knight,
                Role::Bishop => Piece::Bishop,
                Role::Rook => Piece::Rook,
                Role::Queen => Piece::Queen,
                Role::King => Piece::King,
            };
            (role, side(piece.color()))
        });
    }
    builder.side_to_move = side(position.side_to_move());
    for color in Color::ALL {
        let king = position.king(color)?;
        for rook in Square::ALL {
            if position.castling_rooks() & color.back_rank() & rook.bit() == 0 {
                continue;
            }
            let file = Some(File::index(usize::from(rook.file())));
            let rights = &mut builder.castle_rights[side(color) as usize];
            *(if rook > king { &mut rights.short } else { &mut rights.long }) = file;
        }
    }
    builder.en_passant = position.en_passant().map(|square| cozy_chess::Square::index(square.index()));
    builder.build().ok()
}

/// Converts a position of the crate chess, which supports standard chess only.
pub fn from_chess(board: &chess::Board) -> Position {
    let rooks = |color| board.castle_rights(color).unmoved_rooks(color).0;
    from_parts(
        chess::ALL_COLORS.map(|color| board.color_combined(color).0),
        chess::ALL_PIECES.map(|piece| board.pieces(piece).0),
        board.side_to_move() == chess::Color::White,
        rooks(chess::Color::White) | rooks(chess::Color::Black),
        // The crate stores the square of the pawn, not the square that it has passed, which is on the next
        // rank.
        board.en_passant().map(|pawn| Square::new_masked(pawn.to_index() as u8 ^ 8)),
    )
}

/// Converts a position to the crate chess, or returns `None` if that rejects it.
pub fn to_chess(position: &Position) -> Option<chess::Board> {
    position.to_string().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STANDARD: [&str; 5] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 1",
        "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    ];
    const CHESS960: &str = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w Hf - 0 1";

    #[test]
    fn there_and_back() {
        for fen in STANDARD.into_iter().chain([CHESS960]) {
            let position: Position = fen.parse().expect(fen);
            assert_eq!(to_shakmaty(&position).map(|other| from_shakmaty(&other)), Some(position), "{fen}");
            assert_eq!(
                to_cozy_chess(&position).map(|other| from_cozy_chess(&other)),
                Some(position),
                "{fen}"
            );
        }
        for fen in STANDARD {
            let position: Position = fen.parse().expect(fen);
            assert_eq!(to_chess(&position).map(|other| from_chess(&other)), Some(position), "{fen}");
        }
    }
}
