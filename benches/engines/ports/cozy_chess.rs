//! A `Board` with the interface of cozy-chess that computes with quadline. `run.py` puts this file in the place of
//! cozy-chess's own board in a copy of that crate, and keeps its own as `original`, which reads positions.
//!
//! Moves are generated in cozy-chess's order, and keys are made of its numbers, so that programs search the same trees.

use core::fmt;
use core::str::FromStr;

pub use crate::original::*;
use crate::original::{Board as Original, numbers};
use crate::*;
use quadline::{MoveKind, Position, Role, ZobristKeys};

static KEYS: ZobristKeys = {
    let (numbers, castling) = numbers();
    ZobristKeys::from_numbers(numbers).by_file(castling)
};
/// The numbers of files of en passant squares, and that of the turn.
static NUMBERS: [u64; 781] = numbers().0;

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    position: Position,
    key: u64,
    checkers: u64,
    pinned: u64,
    rights: [CastleRights; 2],
    halfmove_clock: u8,
    fullmove_number: u16,
}

fn square(square: Square) -> quadline::Square {
    quadline::Square::new_masked(square as u8)
}

fn color(color: Color) -> quadline::Color {
    quadline::Color::ALL[color as usize]
}

impl Board {
    fn set(&mut self, position: Position) {
        let info = position.checks_and_pins();
        (self.checkers, self.pinned) = (info.checkers, info.pinned);
        if position.castling_rooks() != self.position.castling_rooks() {
            self.rights = [Color::White, Color::Black].map(|side| {
                let kings = position.kings() & position.color(color(side));
                let rooks = position.castling_rooks() & position.color(color(side));
                let file = |rooks: u64| (rooks != 0).then(|| File::index(rooks.trailing_zeros() as usize & 7));
                let below = kings.wrapping_sub(1);
                CastleRights { short: file(rooks & !below), long: file(rooks & below) }
            });
        }
        self.position = position;
    }

    pub fn from_fen(fen: &str, shredder: bool) -> Result<Self, FenParseError> {
        Original::from_fen(fen, shredder).map(|board| Self::from(&board))
    }

    pub fn pieces(&self, piece: Piece) -> BitBoard {
        BitBoard(self.position.role(Role::ALL[piece as usize]))
    }

    pub fn colors(&self, side: Color) -> BitBoard {
        BitBoard(self.position.color(color(side)))
    }

    pub fn colored_pieces(&self, side: Color, piece: Piece) -> BitBoard {
        self.colors(side) & self.pieces(piece)
    }

    pub fn occupied(&self) -> BitBoard {
        BitBoard(self.position.occupied())
    }

    pub fn side_to_move(&self) -> Color {
        [Color::White, Color::Black][self.position.side_to_move() as usize]
    }

    pub fn castle_rights(&self, side: Color) -> &CastleRights {
        &self.rights[side as usize]
    }

    pub fn en_passant(&self) -> Option<File> {
        self.position.en_passant().map(|square| File::index(square.index() & 7))
    }

    pub fn checkers(&self) -> BitBoard {
        BitBoard(self.checkers)
    }

    pub fn pinned(&self) -> BitBoard {
        BitBoard(self.pinned)
    }

    pub fn halfmove_clock(&self) -> u8 {
        self.halfmove_clock
    }

    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    pub fn king(&self, side: Color) -> Square {
        self.colored_pieces(side, Piece::King).next_square().expect("a king")
    }

    pub fn piece_on(&self, on: Square) -> Option<Piece> {
        self.position.role_at(square(on)).map(|role| Piece::ALL[role as usize])
    }

    pub fn color_on(&self, on: Square) -> Option<Color> {
        [Color::White, Color::Black].into_iter().find(|&side| self.colors(side).has(on))
    }

    /// quadline's key has the number of the turn for White, and that of an en passant square only if a pawn can capture.
    pub fn hash(&self) -> u64 {
        let key = self.hash_without_ep();
        match self.position.en_passant() {
            Some(passed) => key ^ NUMBERS[772 + (passed.index() & 7)],
            None => key,
        }
    }

    pub fn hash_without_ep(&self) -> u64 {
        let position = &self.position;
        let capture = position.en_passant().filter(|&passed| {
            let side = position.side_to_move();
            let pawns = position.pawns() & position.color(side);
            quadline::pawn_attacks(side.opponent(), passed) & pawns != 0
        });
        let of_capture = capture.map_or(0, |passed| NUMBERS[772 + (passed.index() & 7)]);
        self.key ^ NUMBERS[780] ^ of_capture
    }

    pub fn status(&self) -> GameStatus {
        if !self.position.has_legal_moves() {
            if self.checkers == 0 { GameStatus::Drawn } else { GameStatus::Won }
        } else if self.halfmove_clock < 100 {
            GameStatus::Ongoing
        } else {
            GameStatus::Drawn
        }
    }

    pub fn null_move(&self) -> Option<Self> {
        if self.checkers != 0 {
            return None;
        }
        let position = self.position.null_move()?;
        let mut board = self.clone();
        board.key = KEYS.update(self.key, &self.position, &position);
        board.set(position);
        board.halfmove_clock = (self.halfmove_clock + 1).min(100);
        board.fullmove_number += (self.side_to_move() == Color::Black) as u16;
        Some(board)
    }

    pub fn is_legal(&self, mv: Move) -> bool {
        let role = mv.promotion.map(|piece| Role::ALL[piece as usize]);
        let found = self.position.move_of(square(mv.from), square(mv.to), role);
        found.is_some_and(|found| found.to() == square(mv.to))
    }

    pub fn play(&mut self, mv: Move) {
        assert!(self.is_legal(mv), "illegal move");
        self.play_unchecked(mv);
    }

    pub fn play_unchecked(&mut self, mv: Move) {
        let (from, to) = (square(mv.from), square(mv.to));
        let side = self.position.side_to_move();
        let (own, is_pawn) = (self.position.color(side), self.position.pawns() & from.bit() != 0);
        let kind = if own & to.bit() != 0 {
            MoveKind::Castling
        } else if let Some(piece) = mv.promotion {
            MoveKind::Promotion(Role::ALL[piece as usize])
        } else if is_pawn && from.index().abs_diff(to.index()) == 16 {
            MoveKind::DoublePush
        } else if is_pawn && self.position.en_passant() == Some(to) && from.file() != to.file() {
            MoveKind::EnPassant
        } else {
            MoveKind::Normal
        };
        let captures = self.position.color(side.opponent()) & to.bit() != 0;
        let clock = if is_pawn || captures { 0 } else { (self.halfmove_clock + 1).min(100) };
        let position = self.position.play(quadline::Move::new(from, to, kind));
        self.key = KEYS.update(self.key, &self.position, &position);
        self.set(position);
        self.halfmove_clock = clock;
        self.fullmove_number += side as u16;
    }

    /// Calls `listener` for each piece, in cozy-chess's order: by role, pinned pieces after the others, en passant after
    /// the other moves of pawns.
    pub fn generate_moves(&self, mut listener: impl FnMut(PieceMoves) -> bool) -> bool {
        let mut to = [0_u64; 64];
        let (mut sources, mut passers, mut passed) = (0, 0, 0);
        for &each in &self.position.moves() {
            if each.is_en_passant() {
                passers |= each.from().bit();
                passed = each.to().bit();
            } else {
                to[each.from().index()] |= each.to().bit();
                sources |= each.from().bit();
            }
        }
        for piece in Piece::ALL {
            let own = sources & self.position.role(Role::ALL[piece as usize]);
            for pieces in [own & !self.pinned, own & self.pinned] {
                for from in BitBoard(pieces) {
                    if listener(PieceMoves { piece, from, to: BitBoard(to[from as usize]) }) {
                        return true;
                    }
                }
            }
            if piece == Piece::Pawn {
                for from in BitBoard(passers) {
                    if listener(PieceMoves { piece, from, to: BitBoard(passed) }) {
                        return true;
                    }
                }
            }
        }
        false
    }

    pub fn generate_moves_for(&self, mask: BitBoard, mut listener: impl FnMut(PieceMoves) -> bool) -> bool {
        self.generate_moves(|moves| mask.has(moves.from) && listener(moves))
    }
}

impl From<&Original> for Board {
    fn from(board: &Original) -> Self {
        let role = |piece| board.pieces(piece).0;
        let queens = role(Piece::Queen);
        let mut state = (board.side_to_move() as u64) << 32;
        for side in [Color::White, Color::Black] {
            let rights = board.castle_rights(side);
            for file in [rights.short, rights.long].into_iter().flatten() {
                state |= Square::new(file, Rank::First.relative_to(side)).bitboard().0;
            }
        }
        if let Some(file) = board.en_passant() {
            let rank = Rank::Sixth.relative_to(board.side_to_move());
            state |= Square::new(file, rank).bitboard().0;
        }
        let position = Position::from_words([
            board.colors(Color::White).0,
            board.colors(Color::Black).0,
            role(Piece::Pawn),
            role(Piece::Knight),
            role(Piece::Bishop) | queens,
            role(Piece::Rook) | queens,
            role(Piece::King),
            state,
        ]);
        let empty = Position::from_words([0; 8]);
        let mut new = Self {
            position: empty,
            key: KEYS.key(&position),
            checkers: 0,
            pinned: 0,
            rights: [CastleRights::EMPTY; 2],
            halfmove_clock: board.halfmove_clock(),
            fullmove_number: board.fullmove_number(),
        };
        new.set(position);
        assert_eq!(new.hash(), board.hash(), "{board}");
        new
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::from(&Original::default())
    }
}

impl FromStr for Board {
    type Err = FenParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse::<Original>().map(|board| Self::from(&board))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.position, formatter)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}
