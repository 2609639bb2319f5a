//! The position: bitboards by piece and by colour, and what else a FEN holds. Moves are made on a copy.

use core::fmt;
use core::str::FromStr;

use quadline::{InvalidFen, Position, Setup, Square};

use crate::attack_tables::RANK_1;

/// The side a piece belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// Moves up the board, and first.
    White,
    /// Moves down the board.
    Black,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// The other colour.
    #[inline(always)]
    pub const fn opponent(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The rank the pieces start on.
    #[inline(always)]
    pub const fn back_rank(self) -> u64 {
        match self {
            Color::White => RANK_1,
            Color::Black => RANK_1 << 56,
        }
    }

    /// How far `u64::rotate_left` takes a bit for one step towards the opponent. A rotation goes both ways with
    /// one instruction and no branch, and wraps nothing: pawns never stand on the last rank.
    #[inline(always)]
    pub const fn forward(self) -> u32 {
        match self {
            Color::White => 8,
            Color::Black => 64 - 8,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "white",
            Color::Black => "black",
        })
    }
}

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Moves forward, captures diagonally.
    Pawn,
    /// Jumps two squares one way and one the other.
    Knight,
    /// Slides on diagonals and antidiagonals.
    Bishop,
    /// Slides on ranks and files.
    Rook,
    /// Slides on all four lines.
    Queen,
    /// Moves one step, never into an attack.
    King,
}

impl Piece {
    /// All kinds, in the order of the bitboards.
    pub const ALL: [Piece; 6] =
        [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
    /// What a pawn may become.
    pub const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

    /// The lower-case letter of the piece.
    pub const fn letter(self) -> char {
        match self {
            Piece::Pawn => 'p',
            Piece::Knight => 'n',
            Piece::Bishop => 'b',
            Piece::Rook => 'r',
            Piece::Queen => 'q',
            Piece::King => 'k',
        }
    }
}

/// The bitboard of one square.
#[inline(always)]
pub fn bit(square: Square) -> u64 {
    1 << square.index()
}

/// The squares of a bitboard, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Squares(pub u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        // An empty bitboard has 64 trailing zeros, which is no square: that ends the iteration.
        let square = Square::new(self.0.trailing_zeros() as u8)?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// What a move does besides taking a piece from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// Nothing else, a capture at most.
    Normal,
    /// A pawn's first two steps at once, which allow an en passant capture.
    DoubleStep,
    /// A pawn captures the pawn that has just passed it.
    EnPassant,
    /// King and rook move; the move's `to` is the rook's square, as in Chess960.
    Castling,
    /// A pawn becomes this piece.
    Promotion(Piece),
}

/// A move of the side to move. `Display` writes it in UCI notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The piece that moves; the king, if it castles.
    pub piece: Piece,
    /// Where it comes from.
    pub from: Square,
    /// Where it goes; the rook's square, if the king castles.
    pub to: Square,
    /// What else happens.
    pub kind: MoveKind,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from, self.to);
        match self.kind {
            // UCI writes the king's two steps in standard chess, and "king takes rook" in Chess960.
            MoveKind::Castling if from.index() % 8 == 4 && matches!(to.index() % 8, 0 | 7) => {
                write!(f, "{from}{}", castled_king(from, to))
            }
            MoveKind::Promotion(piece) => write!(f, "{from}{to}{}", piece.letter()),
            _ => write!(f, "{from}{to}"),
        }
    }
}

/// Where the king goes when it castles with the rook on `rook`: the g or the c file of its rank.
#[inline(always)]
pub fn castled_king(king: Square, rook: Square) -> Square {
    let file = if rook.index() > king.index() { 6 } else { 2 };
    Square::ALL[king.index() / 8 * 8 + file]
}

/// Where the rook on `rook` goes when its king castles: to the other side of the king.
#[inline(always)]
pub fn castled_rook(king: Square, rook: Square) -> Square {
    let file = if rook.index() > king.index() { 5 } else { 3 };
    Square::ALL[king.index() / 8 * 8 + file]
}

/// A legal position: one king each, no pawn on the outer ranks, the side that has moved not in check.
///
/// It is read from a FEN by the library, which checks all that; [`Board::play`] keeps it true for legal moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// One bitboard per [`Piece`].
    pub(crate) pieces: [u64; 6],
    /// One bitboard per [`Color`].
    pub(crate) colors: [u64; 2],
    /// The rooks that may still castle, of both colours. Rook squares rather than four flags make Chess960 and
    /// standard chess the same, and a move updates them by clearing its two squares.
    pub(crate) castling_rooks: u64,
    /// Whose turn it is.
    pub(crate) side_to_move: Color,
    /// The square that a pawn has just passed in a double step.
    pub(crate) en_passant: Option<Square>,
}

impl Board {
    /// Whose turn it is.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// All pieces of a colour.
    #[inline(always)]
    pub fn color(&self, color: Color) -> u64 {
        self.colors[color as usize]
    }

    /// All pieces of a kind, of both colours.
    #[inline(always)]
    pub fn piece(&self, piece: Piece) -> u64 {
        self.pieces[piece as usize]
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    /// Rooks and queens of both colours: what attacks on ranks and files.
    #[inline(always)]
    pub fn rooks_and_queens(&self) -> u64 {
        self.piece(Piece::Rook) | self.piece(Piece::Queen)
    }

    /// Bishops and queens of both colours: what attacks on diagonals and antidiagonals.
    #[inline(always)]
    pub fn bishops_and_queens(&self) -> u64 {
        self.piece(Piece::Bishop) | self.piece(Piece::Queen)
    }

    /// The rooks of a colour that may still castle.
    #[inline(always)]
    pub fn castling_rooks(&self, color: Color) -> u64 {
        self.castling_rooks & color.back_rank()
    }

    /// The square that a pawn has just passed in a double step.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The king's square.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        Squares(self.piece(Piece::King) & self.color(color)).next().expect("each side has a king")
    }

    /// The position after a legal move.
    #[inline(always)]
    pub fn play(&self, chess_move: Move) -> Board {
        let Move { piece, from, to, kind } = chess_move;
        let us = self.side_to_move;
        let them = us.opponent();
        let mut next = self.clone();
        next.side_to_move = them;
        next.en_passant = None;
        // A rook that moves or is captured castles no more; other squares have no bit here.
        next.castling_rooks &= !(bit(from) | bit(to));
        if piece == Piece::King {
            next.castling_rooks &= !us.back_rank();
        }

        if kind == MoveKind::Castling {
            // Clear both squares before setting any: in Chess960 one may go where the other came from.
            let (king, rook) = (bit(castled_king(from, to)), bit(castled_rook(from, to)));
            next.pieces[Piece::King as usize] = self.piece(Piece::King) & !bit(from) | king;
            next.pieces[Piece::Rook as usize] = self.piece(Piece::Rook) & !bit(to) | rook;
            next.colors[us as usize] = self.color(us) & !(bit(from) | bit(to)) | king | rook;
            return next;
        }

        // Clearing the target everywhere removes a captured piece without asking which one it is.
        for squares in &mut next.pieces {
            *squares &= !bit(to);
        }
        next.colors[them as usize] &= !bit(to);
        next.colors[us as usize] ^= bit(from) | bit(to);
        next.pieces[piece as usize] ^= bit(from) | bit(to);
        match kind {
            MoveKind::DoubleStep => {
                next.en_passant = Squares(bit(from).rotate_left(us.forward())).next();
            }
            MoveKind::EnPassant => {
                let captured = bit(to).rotate_left(them.forward());
                next.pieces[Piece::Pawn as usize] ^= captured;
                next.colors[them as usize] ^= captured;
            }
            MoveKind::Promotion(promoted) => {
                next.pieces[Piece::Pawn as usize] ^= bit(to);
                next.pieces[promoted as usize] ^= bit(to);
            }
            MoveKind::Normal | MoveKind::Castling => {}
        }
        next
    }
}

impl From<Position> for Board {
    fn from(position: Position) -> Board {
        let Setup { white, black, pawns, knights, bishops, rooks, queens, kings, .. } = position.into();
        Board {
            pieces: [pawns, knights, bishops, rooks, queens, kings],
            colors: [white, black],
            castling_rooks: position.castling_rooks(),
            side_to_move: match position.side_to_move() {
                quadline::Color::White => Color::White,
                quadline::Color::Black => Color::Black,
            },
            en_passant: position.en_passant(),
        }
    }
}

impl From<&Board> for Position {
    fn from(board: &Board) -> Position {
        let [white, black] = board.colors;
        let [pawns, knights, bishops, rooks, queens, kings] = board.pieces;
        Position::new_unchecked(Setup {
            white,
            black,
            pawns,
            knights,
            bishops,
            rooks,
            queens,
            kings,
            side_to_move: match board.side_to_move {
                Color::White => quadline::Color::White,
                Color::Black => quadline::Color::Black,
            },
            castling_rooks: board.castling_rooks,
            en_passant: board.en_passant,
        })
    }
}

impl FromStr for Board {
    type Err = InvalidFen;

    fn from_str(fen: &str) -> Result<Board, InvalidFen> {
        fen.parse::<Position>().map(Board::from)
    }
}

/// As a FEN of six fields, the counters as `0 1`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Position::from(self).fmt(f)
    }
}
