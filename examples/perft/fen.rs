//! Positions as text: Forsyth-Edwards Notation, checked field by field.
//!
//! Accepted: six fields, or the four of EPD (the counters are then `0 1`). Castling rights are `KQkq` with king
//! and rooks where standard chess has them, or the files of the rooks (Shredder-FEN, `HAha`) for Chess960.
//! What is accepted is a legal position for the move generator, and is written back by [`Board::to_fen`].

use core::fmt::{self, Write};
use core::str::FromStr;

use quadline::Square;

use crate::board::{Board, Color, Piece, Squares, bit};

/// What is wrong with a FEN. `Display` names the field and says what would be right, in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// Neither four fields nor six.
    FieldCount(usize),
    /// Not eight ranks between the slashes.
    RankCount(usize),
    /// A rank that does not describe eight squares.
    RankLength {
        /// 1 to 8.
        rank: u8,
        /// How many squares it describes.
        squares: usize,
    },
    /// A character that is neither a piece nor a number of empty squares.
    UnknownPiece {
        /// 1 to 8.
        rank: u8,
        /// The character.
        character: char,
    },
    /// No king, or more than one.
    KingCount {
        /// Whose.
        color: Color,
        /// How many.
        kings: u32,
    },
    /// A pawn where none can be.
    PawnOnOuterRank(Square),
    /// Neither `w` nor `b`.
    SideToMove(String),
    /// The side that has just moved could lose its king.
    OpponentInCheck {
        /// The side to move.
        side_to_move: Color,
        /// The square of the other side's king.
        king: Square,
    },
    /// Not the castling letters.
    CastlingCharacter(char),
    /// A right that is given twice.
    CastlingRepeated(char),
    /// A right whose king or rook is not where it has to be.
    CastlingPlacement {
        /// The letter of the right.
        letter: char,
        /// What would have to stand where.
        needed: String,
    },
    /// Neither `-` nor a square.
    EnPassantSquare(String),
    /// Not the rank that the opponent's pawns pass.
    EnPassantRank {
        /// The square.
        square: Square,
        /// The side to move.
        side_to_move: Color,
    },
    /// No pawn has just passed that square.
    EnPassantPawn {
        /// The square.
        square: Square,
        /// Where a pawn of the opponent has to be.
        pawn: Square,
    },
    /// The square, or the one the pawn came from, is not empty.
    EnPassantOccupied {
        /// The square.
        square: Square,
        /// The square that should be empty.
        occupied: Square,
    },
    /// The halfmove clock is no number.
    HalfmoveClock(String),
    /// The fullmove number is no number.
    FullmoveNumber(String),
}

/// The fields in their order.
const FIELDS: [&str; 6] = [
    "piece placement",
    "side to move",
    "castling rights",
    "en passant square",
    "halfmove clock",
    "fullmove number",
];

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const PLACEMENT: &str = "piece placement (field 1)";
        const SIDE: &str = "side to move (field 2)";
        const CASTLING: &str = "castling rights (field 3)";
        const EN_PASSANT: &str = "en passant square (field 4)";
        match self {
            FenError::FieldCount(fields) => {
                match FIELDS.get(*fields) {
                    Some(missing) => write!(f, "{missing} (field {}) is missing", fields + 1)?,
                    None => write!(f, "{fields} fields are too many")?,
                }
                write!(f, "; a FEN has 6 fields: {}; or the first 4 of them", FIELDS.join(", "))
            }
            FenError::RankCount(ranks) => {
                write!(f, "{PLACEMENT}: {ranks} of 8 ranks; they are separated by '/'")
            }
            FenError::RankLength { rank, squares } => {
                write!(
                    f,
                    "{PLACEMENT}: rank {rank} has {squares} of 8 squares; pieces and numbers add up to 8"
                )
            }
            FenError::UnknownPiece { rank, character } => write!(
                f,
                "{PLACEMENT}: {character:?} on rank {rank}; pieces are PNBRQK and pnbrqk, empty squares 1 to 8"
            ),
            FenError::KingCount { color, kings } => {
                write!(f, "{PLACEMENT}: number of {color} kings: {kings}; each side has exactly one")
            }
            FenError::PawnOnOuterRank(square) => {
                write!(f, "{PLACEMENT}: a pawn on {square}; pawns stand on ranks 2 to 7")
            }
            FenError::SideToMove(text) => write!(f, "{SIDE}: {text:?}; it is 'w' or 'b'"),
            FenError::OpponentInCheck { side_to_move, king } => {
                let opponent = side_to_move.opponent();
                write!(
                    f,
                    "{SIDE}: {side_to_move} is to move, but the {opponent} king on {king} is in check; \
                     only the side to move may be"
                )
            }
            FenError::CastlingCharacter(character) => write!(
                f,
                "{CASTLING}: {character:?}; it is '-' or letters of KQkq, or for Chess960 the files of the rooks \
                 (A to H white, a to h black)"
            ),
            FenError::CastlingRepeated(letter) => {
                write!(f, "{CASTLING}: '{letter}' repeats a right; each side has one per wing")
            }
            FenError::CastlingPlacement { letter, needed } => {
                write!(f, "{CASTLING}: '{letter}' needs {needed}")
            }
            FenError::EnPassantSquare(text) => {
                write!(f, "{EN_PASSANT}: {text:?}; it is '-' or a square such as e3")
            }
            FenError::EnPassantRank { square, side_to_move } => {
                let rank = passed_rank(*side_to_move) + 1;
                write!(f, "{EN_PASSANT}: {square}; with {side_to_move} to move it is on rank {rank}")
            }
            FenError::EnPassantPawn { square, pawn } => {
                write!(f, "{EN_PASSANT}: {square}; no pawn on {pawn} has just passed it")
            }
            FenError::EnPassantOccupied { square, occupied } => {
                write!(f, "{EN_PASSANT}: {square}; a pawn can only have passed it if {occupied} is empty")
            }
            FenError::HalfmoveClock(text) => {
                write!(f, "halfmove clock (field 5): {text:?}; it is a whole number from 0 to 65535")
            }
            FenError::FullmoveNumber(text) => {
                write!(f, "fullmove number (field 6): {text:?}; it is a whole number from 1 to 65535")
            }
        }
    }
}

impl core::error::Error for FenError {}

/// The index of the rank where a pawn is passed by the opponent of `side_to_move`.
const fn passed_rank(side_to_move: Color) -> usize {
    match side_to_move {
        Color::White => 5,
        Color::Black => 2,
    }
}

/// The square of a file and a rank, both from 0.
fn square_at(file: usize, rank: usize) -> Square {
    Square::ALL[8 * rank + file]
}

impl FromStr for Board {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Board, FenError> {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let (placement, side, castling, en_passant, clocks) = match fields[..] {
            [placement, side, castling, en_passant] => (placement, side, castling, en_passant, None),
            [placement, side, castling, en_passant, halfmove, fullmove] => {
                (placement, side, castling, en_passant, Some((halfmove, fullmove)))
            }
            _ => return Err(FenError::FieldCount(fields.len())),
        };
        let mut board = parse_placement(placement)?;
        board.side_to_move = match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::SideToMove(side.to_owned())),
        };
        check_opponent(&board)?;
        board.castling_rooks = parse_castling(castling, &board)?;
        board.en_passant = parse_en_passant(en_passant, &board)?;
        if let Some((halfmove, fullmove)) = clocks {
            board.halfmove_clock =
                parse_number(halfmove).ok_or_else(|| FenError::HalfmoveClock(halfmove.to_owned()))?;
            // Many programs count moves from 0: read that as the first move.
            board.fullmove_number =
                parse_number(fullmove).ok_or_else(|| FenError::FullmoveNumber(fullmove.to_owned()))?.max(1);
        }
        Ok(board)
    }
}

fn parse_placement(placement: &str) -> Result<Board, FenError> {
    let ranks = placement.split('/').count();
    if ranks != 8 {
        return Err(FenError::RankCount(ranks));
    }
    let mut board = Board {
        pieces: [0; 6],
        colors: [0; 2],
        castling_rooks: 0,
        side_to_move: Color::White,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };
    for (text, rank) in placement.split('/').zip((0..8).rev()) {
        let mut squares = 0;
        for character in text.chars() {
            if let Some(empty @ 1..=8) = character.to_digit(10) {
                squares += empty as usize;
                continue;
            }
            let Some(piece) =
                Piece::ALL.into_iter().find(|piece| piece.letter() == character.to_ascii_lowercase())
            else {
                return Err(FenError::UnknownPiece { rank: rank as u8 + 1, character });
            };
            let color = if character.is_ascii_uppercase() { Color::White } else { Color::Black };
            // A rank that is too long is counted to its end, for the message.
            if squares < 8 {
                let square = square_at(squares, rank);
                board.pieces[piece as usize] |= bit(square);
                board.colors[color as usize] |= bit(square);
            }
            squares += 1;
        }
        if squares != 8 {
            return Err(FenError::RankLength { rank: rank as u8 + 1, squares });
        }
    }
    for color in Color::ALL {
        let kings = (board.piece(Piece::King) & board.color(color)).count_ones();
        if kings != 1 {
            return Err(FenError::KingCount { color, kings });
        }
    }
    let outer_ranks = Color::White.back_rank() | Color::Black.back_rank();
    match Squares(board.piece(Piece::Pawn) & outer_ranks).next() {
        Some(square) => Err(FenError::PawnOnOuterRank(square)),
        None => Ok(board),
    }
}

fn check_opponent(board: &Board) -> Result<(), FenError> {
    let side_to_move = board.side_to_move();
    let king = board.king(side_to_move.opponent());
    if board.attackers(king, side_to_move) == 0 {
        Ok(())
    } else {
        Err(FenError::OpponentInCheck { side_to_move, king })
    }
}

fn parse_castling(text: &str, board: &Board) -> Result<u64, FenError> {
    let mut castling_rooks = 0;
    if text == "-" {
        return Ok(castling_rooks);
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let king = board.king(color);
        let rank = color.back_rank().trailing_zeros() as usize / 8;
        let rooks = board.piece(Piece::Rook) & board.color(color);
        let rook = match letter.to_ascii_lowercase() {
            standard @ ('k' | 'q') => {
                let (king_start, rook) =
                    (square_at(4, rank), square_at(if standard == 'k' { 7 } else { 0 }, rank));
                if king != king_start || rooks & bit(rook) == 0 {
                    let needed = format!(
                        "the {color} king on {king_start} and a {color} rook on {rook} (Chess960 names the rook's file instead)"
                    );
                    return Err(FenError::CastlingPlacement { letter, needed });
                }
                rook
            }
            file @ 'a'..='h' => {
                let rook = square_at(usize::from(file as u8 - b'a'), rank);
                if rooks & bit(rook) == 0 || color.back_rank() & bit(king) == 0 {
                    let needed =
                        format!("the {color} king on rank {} and a {color} rook on {rook}", rank + 1);
                    return Err(FenError::CastlingPlacement { letter, needed });
                }
                rook
            }
            _ => return Err(FenError::CastlingCharacter(letter)),
        };
        let same_wing = |other: Square| (other.index() > king.index()) == (rook.index() > king.index());
        if Squares(castling_rooks & color.back_rank()).any(same_wing) {
            return Err(FenError::CastlingRepeated(letter));
        }
        castling_rooks |= bit(rook);
    }
    Ok(castling_rooks)
}

/// An en passant square is accepted whenever a pawn may have just passed it: whether a pawn can take it is the
/// move generator's business, and many programs write the square after every double step.
fn parse_en_passant(text: &str, board: &Board) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    let square: Square = text.parse().map_err(|_| FenError::EnPassantSquare(text.to_owned()))?;
    let side_to_move = board.side_to_move();
    let opponent = side_to_move.opponent();
    let (file, rank) = (square.index() % 8, square.index() / 8);
    if rank != passed_rank(side_to_move) {
        return Err(FenError::EnPassantRank { square, side_to_move });
    }
    let (origin, pawn) = match opponent {
        Color::White => (square_at(file, rank - 1), square_at(file, rank + 1)),
        Color::Black => (square_at(file, rank + 1), square_at(file, rank - 1)),
    };
    if board.piece_on(pawn) != Some((opponent, Piece::Pawn)) {
        return Err(FenError::EnPassantPawn { square, pawn });
    }
    if let Some(occupied) = [square, origin].into_iter().find(|&empty| board.occupied() & bit(empty) != 0) {
        return Err(FenError::EnPassantOccupied { square, occupied });
    }
    Ok(Some(square))
}

/// A number of digits only: `u16::from_str` would take a sign.
fn parse_number(text: &str) -> Option<u16> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

impl Board {
    /// The position as a FEN of six fields.
    pub fn to_fen(&self) -> String {
        self.to_string()
    }

    fn write_placement(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let Some((color, piece)) = self.piece_on(square_at(file, rank)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                f.write_char(cased(piece.letter(), color))?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_char('/')?;
            }
        }
        Ok(())
    }

    fn write_castling(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.castling_rooks == 0 {
            return f.write_char('-');
        }
        for color in Color::ALL {
            let king = self.king(color).index() % 8;
            let mut files: Vec<usize> =
                Squares(self.castling_rooks(color)).map(|rook| rook.index() % 8).collect();
            // King's wing first, as in KQkq.
            files.reverse();
            for file in files {
                let letter = match (king, file) {
                    (4, 7) => 'k',
                    (4, 0) => 'q',
                    _ => char::from(b'a' + file as u8),
                };
                f.write_char(cased(letter, color))?;
            }
        }
        Ok(())
    }
}

/// White's letters are upper case.
fn cased(letter: char, color: Color) -> char {
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter,
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_placement(f)?;
        f.write_str(match self.side_to_move() {
            Color::White => " w ",
            Color::Black => " b ",
        })?;
        self.write_castling(f)?;
        match self.en_passant() {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.halfmove_clock, self.fullmove_number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::POSITIONS;

    fn message(fen: &str) -> String {
        fen.parse::<Board>().expect_err(fen).to_string()
    }

    #[track_caller]
    fn assert_round_trip(fen: &str) {
        let board: Board = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let written = board.to_fen();
        assert_eq!(written.parse(), Ok(board), "{fen}");
        assert_eq!(written.parse::<Board>().expect(fen).to_fen(), written);
    }

    #[test]
    fn well_formed_positions_are_written_as_they_were_read() {
        let others = [
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w FHfh - 2 9",
            "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
            "4k3/8/8/8/8/8/8/R3KR2 w FQ - 65535 65535",
            "QQQQQQQk/QQQQQQQ1/8/8/8/8/8/K7 b - - 0 1",
        ];
        let canonical = [others[0], "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"];
        for fen in others.into_iter().chain(POSITIONS.iter().map(|position| position.fen)) {
            assert_round_trip(fen);
        }
        for fen in canonical.into_iter().chain(POSITIONS.iter().map(|position| position.fen)) {
            assert_eq!(fen.parse::<Board>().expect(fen).to_fen(), fen);
        }
    }

    #[test]
    fn loose_forms_are_normalised() {
        let same = [
            ("4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
            ("4k3/8/8/8/8/8/8/4K2R w H - 007 0", "4k3/8/8/8/8/8/8/4K2R w K - 7 1"),
            (" 4k3/8/8/8/44/8/8/31K2R  w  K\t-  0 1 ", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
            ("r3k2r/8/8/8/8/8/8/4K3 b qk -", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1"),
        ];
        for (fen, written) in same {
            assert_eq!(fen.parse::<Board>().expect(fen).to_fen(), written);
        }
    }

    #[test]
    fn errors_name_the_field_and_what_would_be_right() {
        let cases = [
            ("", "piece placement (field 1) is missing; a FEN has 6 fields: piece placement, side to move"),
            ("4k3/8/8/8/8/8/8/4K3 w -", "en passant square (field 4) is missing; "),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0", "fullmove number (field 6) is missing; "),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "7 fields are too many; a FEN has 6"),
            ("4k3/8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): 7 of 8 ranks"),
            ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): 9 of 8 ranks"),
            ("4k3/8/8/8/7/8/8/4K3 w - - 0 1", "piece placement (field 1): rank 4 has 7 of 8 squares"),
            ("4k3/ppppppppp/8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): rank 7 has 9 of 8 squares"),
            ("4k3//8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): rank 7 has 0 of 8 squares"),
            ("4k3/8/8/8/8/8/8/4K2X w - - 0 1", "piece placement (field 1): 'X' on rank 1; pieces are"),
            ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): '9' on rank 7; pieces are"),
            ("4k3/80/8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): '0' on rank 7; pieces are"),
            ("4♚3/8/8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): '♚' on rank 8; pieces are"),
            (
                "4k3/8/8/8/8/8/8/8 w - - 0 1",
                "piece placement (field 1): number of white kings: 0; each side has exactly one",
            ),
            ("8/8/8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): number of black kings: 0; "),
            ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "piece placement (field 1): number of white kings: 2; "),
            (
                "4k3/8/8/8/8/8/8/K3P3 w - - 0 1",
                "piece placement (field 1): a pawn on e1; pawns stand on ranks 2 to 7",
            ),
            ("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): a pawn on a8; "),
            ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move (field 2): \"W\"; it is 'w' or 'b'"),
            (
                "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
                "side to move (field 2): white is to move, but the black king on e8 is in check",
            ),
            (
                "8/8/8/3kK3/8/8/8/8 b - - 0 1",
                "side to move (field 2): black is to move, but the white king on e5",
            ),
            (
                "4k3/8/8/8/8/5p2/8/6K1 w x - 0 1",
                "castling rights (field 3): 'x'; it is '-' or letters of KQkq",
            ),
            ("r3k3/8/8/8/8/8/8/4K3 w q- - 0 1", "castling rights (field 3): '-'; "),
            (
                "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
                "castling rights (field 3): 'K' needs the white king on e1 and a white rook on h1",
            ),
            (
                "r2k4/8/8/8/8/8/8/4K3 w q - 0 1",
                "castling rights (field 3): 'q' needs the black king on e8 and a black rook on a8",
            ),
            (
                "4k3/8/8/8/8/8/4K3/7R w H - 0 1",
                "castling rights (field 3): 'H' needs the white king on rank 1 and a white rook on h1",
            ),
            ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling rights (field 3): 'K' repeats a right; "),
            ("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", "castling rights (field 3): 'G' repeats a right; "),
            (
                "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
                "en passant square (field 4): \"e9\"; it is '-' or a square such as e3",
            ),
            (
                "4k3/8/8/8/4p3/8/8/4K3 w - e3 0 1",
                "en passant square (field 4): e3; with white to move it is on rank 6",
            ),
            (
                "4k3/8/8/4P3/8/8/8/4K3 b - e6 0 1",
                "en passant square (field 4): e6; with black to move it is on rank 3",
            ),
            (
                "4k3/8/8/4P3/8/8/8/4K3 w - e6 0 1",
                "en passant square (field 4): e6; no pawn on e5 has just passed it",
            ),
            (
                "4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1",
                "en passant square (field 4): e6; a pawn can only have passed it if e6 is empty",
            ),
            (
                "4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1",
                "en passant square (field 4): e6; a pawn can only have passed it if e7 is empty",
            ),
            ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock (field 5): \"x\"; it is a whole number"),
            ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", "halfmove clock (field 5): \"+1\"; "),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "fullmove number (field 6): \"-1\"; it is a whole number"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 65536", "fullmove number (field 6): \"65536\"; "),
        ];
        for (fen, start) in cases {
            let message = message(fen);
            assert!(message.starts_with(start), "{fen}\n     got: {message}\nexpected: {start}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }

    #[test]
    fn truncated_and_altered_text_never_panics() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        for end in 0..fen.len() {
            let _ = fen[..end].parse::<Board>();
            for replacement in ["", " ", "/", "8", "9", "K", "k", "p", "-", "é", "\0", "99999999"] {
                let altered = format!("{}{replacement}{}", &fen[..end], &fen[end + 1..]);
                if altered.parse::<Board>().is_ok() {
                    assert_round_trip(&altered);
                }
            }
        }
    }
}
