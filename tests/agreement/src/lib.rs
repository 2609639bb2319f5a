//! Conversions between quadline's positions and those of shakmaty and cozy-chess, by public functions only,
//! for the tests in `tests/` and for the benches.
//!
//! ```
//! use quadline::Position;
//! use quadline_agreement as convert;
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
//! quadline has no such conversions itself, because it does not depend on other libraries for chess. The
//! functions can be copied; they use nothing but public functions of both sides.

pub mod generated;

use quadline::{Color, Position, Setup, Square};
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
    // Only the letters of files, because cozy-chess reads no mixture of these and `KQkq`.
    let file_of = |letter| match letter {
        'K' => 'H',
        'Q' => 'A',
        'k' => 'h',
        'q' => 'a',
        letter => letter,
    };
    let text = position.to_string();
    let [board, side, castling, rest] = text.splitn(4, ' ').collect::<Vec<_>>().try_into().ok()?;
    let castling: String = castling.chars().map(file_of).collect();
    cozy_chess::Board::from_fen(&format!("{board} {side} {castling} {rest}"), true).ok()
}
