//! A `Board` with the interface of cozy-chess that computes with quadline. `run.py` puts this file in the
//! place of cozy-chess's own board in a copy of that crate, and keeps its own as `original`, which reads
//! positions.
//!
//! Moves are generated in cozy-chess's order, and keys are made of its numbers, so that programs search the
//! same trees.

use core::fmt;
use core::str::FromStr;

pub use crate::original::*;
use crate::original::{Board as Original, numbers};
use crate::*;
use quadline::{ChecksAndPins, MoveKind, MoveList, MoveSet, Position, Role, ZobristKeys};

static KEYS: ZobristKeys = {
    let (numbers, castling) = numbers();
    ZobristKeys::from_numbers(numbers).by_file(castling)
};
/// The numbers of files of en passant squares, and that of the turn.
static NUMBERS: [u64; 781] = numbers().0;

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    position: Position,
    /// cozy-chess's key. It has the number of the file of every double push, and `position` only has an en
    /// passant square if a pawn attacks it.
    key: u64,
    passed: Option<File>,
    checkers: u64,
    rights: [CastleRights; 2],
    /// The role on each square, or [`NO_ROLE`]. Tantabus asks for it once for each move that it scores.
    roles: [u8; 64],
    halfmove_clock: u8,
    fullmove_number: u16,
}

const NO_ROLE: u8 = 6;

/// All ones for each word of a position that contains the pieces of a role: pawns, knights, diagonal and
/// orthogonal sliders, kings.
static WORDS: [[u64; 5]; 6] =
    [[!0, 0, 0, 0, 0], [0, !0, 0, 0, 0], [0, 0, !0, 0, 0], [0, 0, 0, !0, 0], [0, 0, !0, !0, 0], [0, 0, 0, 0, !0]];

fn square(square: Square) -> quadline::Square {
    quadline::Square::new_masked(square as u8)
}

fn color(color: Color) -> quadline::Color {
    quadline::Color::ALL[color as usize]
}

/// Returns the number of the file of a double push in keys.
fn passed_number(file: Option<File>) -> u64 {
    file.map_or(0, |file| NUMBERS[772 + file as usize])
}

/// Returns the number of the file of the en passant square in quadline's keys.
fn en_passant_number(position: &Position) -> u64 {
    passed_number(position.en_passant().map(|square| File::index(square.file() as usize)))
}

impl Board {
    fn set_rights(&mut self) {
        self.rights = quadline::Color::ALL.map(|side| {
            let kings = self.position.kings() & self.position.color(side);
            let rooks = self.position.castling_rooks() & self.position.color(side);
            let file = |rooks: u64| (rooks != 0).then(|| File::index(rooks.trailing_zeros() as usize & 7));
            let below = kings.wrapping_sub(1);
            CastleRights { short: file(rooks & !below), long: file(rooks & below) }
        });
    }

    fn set_roles(&mut self) {
        for (role, square) in self.roles.iter_mut().zip(quadline::Square::ALL) {
            *role = self.position.role_at(square).map_or(NO_ROLE, |role| role as u8);
        }
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
        self.passed
    }

    pub fn checkers(&self) -> BitBoard {
        BitBoard(self.checkers)
    }

    pub fn pinned(&self) -> BitBoard {
        BitBoard(self.position.checks_and_pins().pinned)
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
        Piece::ALL.get(usize::from(self.roles[on as usize])).copied()
    }

    pub fn color_on(&self, on: Square) -> Option<Color> {
        [Color::White, Color::Black].into_iter().find(|&side| self.colors(side).has(on))
    }

    pub fn hash(&self) -> u64 {
        self.key
    }

    pub fn hash_without_ep(&self) -> u64 {
        self.key ^ passed_number(self.passed)
    }

    /// Returns whether there is a push of a pawn that cannot be pinned, or in check a step of the king. There
    /// nearly always is.
    fn can_step(&self) -> bool {
        let (side, position) = (self.position.side_to_move(), &self.position);
        let (own, king) = (position.color(side), square(self.king(self.side_to_move())));
        if self.checkers != 0 {
            let others = position.occupied() ^ king.bit();
            let mut steps = BitBoard(quadline::king_attacks(king) & !own).into_iter();
            return steps.any(|to| position.attackers_to(square(to), others) & others & !own == 0);
        }
        let pawns = position.pawns() & own & !quadline::queen_attacks(king, 0);
        let ahead = if side == quadline::Color::White { pawns << 8 } else { pawns >> 8 };
        ahead & !position.occupied() != 0
    }

    pub fn status(&self) -> GameStatus {
        if !self.can_step() && !self.position.has_legal_moves() {
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
        board.key = self.hash_without_ep() ^ NUMBERS[780];
        board.passed = None;
        board.checkers = position.checkers();
        board.position = position;
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

    /// Returns the position after a move that is normal or a double push, and ends no castling rights. The
    /// role is known here, so that this takes less time than [`Position::play`].
    #[inline(always)]
    fn moved(&self, kind: MoveKind, from: quadline::Square, to: quadline::Square) -> Position {
        let (position, side) = (&self.position, self.position.side_to_move());
        let passed = quadline::Square::new_masked(to.index() as u8 ^ 8);
        let enemy_pawns = position.color(side.opponent()) & position.pawns();
        let passes = kind == MoveKind::DoublePush && quadline::pawn_attacks(side, passed) & enemy_pawns != 0;
        let (words, of_role) = (position.words(), &WORDS[usize::from(self.roles[from.index()])]);
        let word = |index: usize, mask: u64| words[index] & !(from.bit() | to.bit()) | mask & to.bit();
        Position::from_words([
            word(0, (side as u64).wrapping_sub(1)),
            word(1, 0u64.wrapping_sub(side as u64)),
            word(2, of_role[0]),
            word(3, of_role[1]),
            word(4, of_role[2]),
            word(5, of_role[3]),
            word(6, of_role[4]),
            position.castling_rooks() | if passes { passed.bit() } else { 0 } | (1 - side as u64) << 32,
        ])
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
        // The enemy king does not move, so that its square is known before the position after the move.
        let king = square(self.king(!self.side_to_move()));
        let rooks = self.position.castling_rooks();
        let kings = if rooks & own == 0 { 0 } else { self.position.kings() };
        let keeps_rights = (rooks | kings) & (from.bit() | to.bit()) == 0;
        if matches!(kind, MoveKind::Normal | MoveKind::DoublePush) && keeps_rights {
            let number = |role: u8, side: quadline::Color, on: quadline::Square| {
                NUMBERS[64 * (2 * usize::from(role) + 1 - side as usize) + on.index()]
            };
            let (moved, captured) = (self.roles[from.index()], self.roles[to.index()]);
            let captured = if captures { number(captured, side.opponent(), to) } else { 0 };
            self.position = self.moved(kind, from, to);
            self.key ^= number(moved, side, from) ^ number(moved, side, to) ^ captured ^ NUMBERS[780];
            self.roles[to.index()] = moved;
            self.roles[from.index()] = NO_ROLE;
        } else {
            let before = self.position;
            self.position.play_mut(quadline::Move::new(from, to, kind));
            self.key = KEYS.update(self.key, &before, &self.position);
            self.key ^= en_passant_number(&before) ^ en_passant_number(&self.position);
            self.set_roles();
            if !keeps_rights {
                self.set_rights();
            }
        }
        let passed = (kind == MoveKind::DoublePush).then(|| File::index(to.file() as usize));
        self.key ^= passed_number(self.passed) ^ passed_number(passed);
        self.passed = passed;
        self.checkers = self.position.attackers_to(king, self.position.occupied()) & self.position.color(side);
        self.halfmove_clock = clock;
        self.fullmove_number += side as u16;
    }

    /// Returns the legal moves that capture, including en passant.
    #[inline(always)]
    pub fn captures(&self) -> MoveList {
        self.position.moves_of(MoveSet::CAPTURES)
    }

    /// Returns the legal moves that do not capture, and with them all others if one of those is en passant,
    /// which Tantabus does not call a capture.
    #[inline(always)]
    pub fn other_moves(&self) -> MoveList {
        self.position.moves_of(if self.position.en_passant().is_none() { !MoveSet::CAPTURES } else { MoveSet::ALL })
    }

    /// Returns a move of a list, if its destination is occupied or not.
    #[inline(always)]
    pub fn to_piece(&self, mv: quadline::Move, occupied: bool) -> Option<Move> {
        let enemies = self.position.color(self.position.side_to_move().opponent());
        let role = mv.promotion().map(|role| Piece::ALL[role as usize]);
        let [from, to] = [mv.from(), mv.to()].map(|on| Square::index(on.index()));
        ((enemies & mv.to().bit() != 0) == occupied).then_some(Move { from, to, promotion: role })
    }

    /// Returns the material that a capture wins. A pawn stays a pawn when it promotes.
    pub fn exchange(&self, mv: Move, values: &[i32; 6]) -> i32 {
        let mv = quadline::Move::new(square(mv.from), square(mv.to), MoveKind::Normal);
        self.position.see(mv, values)
    }

    /// Calls `listener` for each piece, in cozy-chess's order: by role, pinned pieces after the others, en
    /// passant after the other moves of pawns.
    pub fn generate_moves(&self, mut listener: impl FnMut(PieceMoves) -> bool) -> bool {
        let position = &self.position;
        let (side, occupied) = (position.side_to_move(), position.occupied());
        let own = position.color(side);
        let enemies = occupied ^ own;
        let ChecksAndPins { pinned, evasions, king_danger, .. } = position.checks_and_pins();
        let targets = evasions & !own;
        let king = quadline::Square::new_masked((position.kings() & own).trailing_zeros() as u8);
        for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            let pieces = position.role(Role::ALL[piece as usize]) & own;
            for (pieces, is_pinned) in [(pieces & !pinned, false), (pieces & pinned, true)] {
                for from in BitBoard(pieces) {
                    let origin = square(from);
                    let attacks = match piece {
                        Piece::Knight => quadline::knight_attacks(origin),
                        Piece::Bishop => quadline::bishop_attacks(origin, occupied),
                        Piece::Rook => quadline::rook_attacks(origin, occupied),
                        Piece::Queen => quadline::queen_attacks(origin, occupied),
                        _ => {
                            let pushes = get_pawn_quiets(from, self.side_to_move(), BitBoard(occupied)).0;
                            quadline::pawn_attacks(side, origin) & enemies | pushes
                        }
                    };
                    let line = if is_pinned { quadline::line_through(king, origin) } else { !0 };
                    let to = BitBoard(attacks & targets & line);
                    if !to.is_empty() && listener(PieceMoves { piece, from, to }) {
                        return true;
                    }
                }
            }
            if let (Piece::Pawn, Some(passed)) = (piece, position.en_passant()) {
                for from in BitBoard(quadline::pawn_attacks(side.opponent(), passed) & pieces) {
                    let mv = quadline::Move::new(square(from), passed, MoveKind::EnPassant);
                    let to = BitBoard(passed.bit());
                    if position.is_legal(mv) && listener(PieceMoves { piece, from, to }) {
                        return true;
                    }
                }
            }
        }
        let mut to = quadline::king_attacks(king) & !own & !king_danger;
        if self.checkers == 0 {
            for rook in BitBoard(position.castling_rooks() & own) {
                let mv = quadline::Move::new(king, square(rook), MoveKind::Castling);
                to |= if position.is_legal(mv) { rook.bitboard().0 } else { 0 };
            }
        }
        let from = Square::index(king.index());
        to != 0 && listener(PieceMoves { piece: Piece::King, from, to: BitBoard(to) })
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
            let passed = Square::new(file, Rank::Sixth.relative_to(board.side_to_move()));
            let pawns = board.colored_pieces(board.side_to_move(), Piece::Pawn);
            if !(get_pawn_attacks(passed, !board.side_to_move()) & pawns).is_empty() {
                state |= passed.bitboard().0;
            }
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
        let mut new = Self {
            position,
            key: KEYS.key(&position) ^ en_passant_number(&position) ^ passed_number(board.en_passant()) ^ NUMBERS[780],
            passed: board.en_passant(),
            checkers: position.checkers(),
            rights: [CastleRights::EMPTY; 2],
            roles: [NO_ROLE; 64],
            halfmove_clock: board.halfmove_clock(),
            fullmove_number: board.fullmove_number(),
        };
        new.set_rights();
        new.set_roles();
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
