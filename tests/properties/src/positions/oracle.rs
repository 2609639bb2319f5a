//! The oracle of positions: it makes each move and checks by a ray walk whether the king is attacked.
//!
//! It has a board of 64 squares, files and ranks as signed numbers, and its own move generation. From the
//! library it uses the accessors of [`Position`], but none of the computations. It is deliberately slow, and
//! is tested by perft.

use std::cell::RefCell;

use quadline_kernels::internal::{check_info_of, node_info_of};
use quadline_kernels::threats::{Mailbox, Threat, ThreatKinds};
use quadline_kernels::{
    ByColor, ByRole, CheckInfo, ChecksAndPins, Color, Move, MoveKind, MoveSet, NodeInfo, Outcome, Piece,
    Position, Role, Setup, Square,
};

use super::last::{Last, last};

const ROOK: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const KING: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the square that is so many files and ranks away, if it is on the board.
fn away(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as usize)
}

/// Returns the squares of a set.
fn members(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |&index| set >> index & 1 == 1)
}

fn square(index: usize) -> Square {
    Square::ALL[index]
}

/// Returns the rank direction in which pawns move.
fn forward(color: Color) -> i32 {
    if color == Color::White { 1 } else { -1 }
}

/// A position as an array of 64 squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    squares: [Option<Piece>; 64],
    side_to_move: Color,
    may_castle: [bool; 64],
    en_passant: Option<usize>,
}

impl From<&Position> for Board {
    fn from(position: &Position) -> Self {
        Self {
            squares: Square::ALL.map(|square| position.piece_at(square)),
            side_to_move: position.side_to_move(),
            may_castle: Square::ALL.map(|square| position.castling_rooks() & square.bit() != 0),
            en_passant: position.en_passant().map(Square::index),
        }
    }
}

impl From<&Board> for Position {
    fn from(board: &Board) -> Self {
        let (mut colors, mut roles, mut castling_rooks) = ([0; 2], [0; 6], 0);
        for index in 0..64 {
            let bit = 1 << index;
            if let Some(piece) = board.squares[index] {
                colors[piece.color() as usize] |= bit;
                roles[piece.role() as usize] |= bit;
            }
            if board.may_castle[index] {
                castling_rooks |= bit;
            }
        }
        let role = |role: Role| roles[role as usize];
        Position::new_unchecked(Setup {
            white: colors[Color::White as usize],
            black: colors[Color::Black as usize],
            pawns: role(Role::Pawn),
            knights: role(Role::Knight),
            bishops: role(Role::Bishop),
            rooks: role(Role::Rook),
            queens: role(Role::Queen),
            kings: role(Role::King),
            side_to_move: board.side_to_move,
            castling_rooks,
            en_passant: board.en_passant.map(square),
        })
    }
}

impl Board {
    fn is_of(&self, index: usize, color: Color) -> bool {
        self.squares[index].is_some_and(|piece| piece.color() == color)
    }

    /// Returns the squares that the piece on a square attacks, including occupied ones.
    fn attacks_from(&self, from: usize) -> u64 {
        let Some(piece) = self.squares[from] else { return 0 };
        let step = |steps: &[(i32, i32)]| {
            steps.iter().filter_map(|&step| away(from, step)).fold(0, |attacked, to| attacked | 1 << to)
        };
        let slide = |directions: &[(i32, i32)]| {
            let mut attacked = 0;
            for &direction in directions {
                let mut at = from;
                while let Some(next) = away(at, direction) {
                    attacked |= 1 << next;
                    if self.squares[next].is_some() {
                        break;
                    }
                    at = next;
                }
            }
            attacked
        };
        match piece.role() {
            Role::Pawn => step(&[(-1, forward(piece.color())), (1, forward(piece.color()))]),
            Role::Knight => step(&KNIGHT),
            Role::Bishop => slide(&BISHOP),
            Role::Rook => slide(&ROOK),
            Role::Queen => slide(&KING),
            Role::King => step(&KING),
        }
    }

    /// Returns all squares that a side attacks.
    fn attacked_by(&self, color: Color) -> u64 {
        let own = (0..64).filter(|&from| self.is_of(from, color));
        own.fold(0, |attacked, from| attacked | self.attacks_from(from))
    }

    /// Returns the pairs of pieces of which the first attacks the second, sorted.
    fn threats(&self, kinds: ThreatKinds) -> Vec<Threat> {
        let (mut threats, has_defenses) = (Vec::new(), kinds != kinds.without_defenses());
        for (from, attacker) in (0..64).filter_map(|from| Some((from, self.squares[from]?))) {
            for to in members(self.attacks_from(from)) {
                if let Some(attacked) = self.squares[to]
                    && kinds.contains(attacker.role(), attacked.role())
                    && (has_defenses || attacker.color() != attacked.color())
                {
                    threats.push(Threat { attacker, from: square(from), attacked, to: square(to) });
                }
            }
        }
        threats.sort_unstable();
        threats
    }

    fn king(&self, color: Color) -> Option<usize> {
        (0..64).find(|&index| self.squares[index] == Some(Piece::new(color, Role::King)))
    }

    fn is_in_check(&self, color: Color) -> bool {
        let Some(king) = self.king(color) else { return false };
        let attacks = |from: usize| {
            let (files, ranks) = ((from % 8).abs_diff(king % 8), (from / 8).abs_diff(king / 8));
            // Most pieces are neither on a line of the king nor a knight's step away.
            let is_near = files == 0 || ranks == 0 || files == ranks || files + ranks == 3;
            is_near && self.is_of(from, color.opponent()) && self.attacks_from(from) >> king & 1 == 1
        };
        (0..64).any(attacks)
    }

    /// Returns the board without the piece on a square.
    fn without(&self, index: usize) -> Self {
        let mut board = self.clone();
        board.squares[index] = None;
        board
    }

    fn checks_and_pins(&self) -> ChecksAndPins {
        let (us, them) = (self.side_to_move, self.side_to_move.opponent());
        let Some(king) = self.king(us) else { return ChecksAndPins::default() };
        let attackers = |board: &Self| {
            let attack = |&from: &usize| board.is_of(from, them) && board.attacks_from(from) >> king & 1 == 1;
            (0..64).filter(attack).fold(0, |attackers: u64, from| attackers | 1 << from)
        };
        let checkers = attackers(self);
        // A piece is pinned if removing it adds a checker.
        let is_pinned = |&index: &usize| {
            index != king && self.is_of(index, us) && attackers(&self.without(index)) != checkers
        };
        let pinned = (0..64).filter(is_pinned).fold(0, |pinned, index| pinned | 1 << index);
        let evasions = match checkers.count_ones() {
            0 => u64::MAX,
            1 => checkers | self.between(king, checkers.trailing_zeros() as usize),
            _ => 0,
        };
        let mut found = ChecksAndPins::default();
        found.checkers = checkers;
        found.pinned = pinned;
        found.evasions = evasions;
        found.king_danger = self.without(king).attacked_by(them);
        found
    }

    /// Returns the squares strictly between two squares of a line.
    fn between(&self, from: usize, to: usize) -> u64 {
        for direction in KING {
            let (mut at, mut passed) = (from, 0);
            while let Some(next) = away(at, direction) {
                if next == to {
                    return passed;
                }
                passed |= 1 << next;
                at = next;
            }
        }
        0
    }

    /// Returns all legal moves: those that do not leave their own king attacked. A side without a king has
    /// none.
    fn legal_moves(&self) -> Vec<Move> {
        let us = self.side_to_move;
        if self.king(us).is_none() {
            return Vec::new();
        }
        let mut moves = self.possible_moves();
        moves.retain(|&chess_move| !self.play(chess_move).is_in_check(us));
        moves.extend(self.castling_moves());
        moves
    }

    /// Returns all moves except castling, including those that leave their own king attacked.
    fn possible_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in (0..64).filter(|&from| self.is_of(from, self.side_to_move)) {
            if self.squares[from].is_some_and(|piece| piece.role() == Role::Pawn) {
                self.pawn_moves(from, &mut moves);
                continue;
            }
            for to in members(self.attacks_from(from)) {
                if !self.is_of(to, self.side_to_move) {
                    moves.push(Move::new(square(from), square(to), MoveKind::Normal));
                }
            }
        }
        moves
    }

    fn pawn_moves(&self, from: usize, moves: &mut Vec<Move>) {
        let us = self.side_to_move;
        let (forward, first_rank, last_rank) = match us {
            Color::White => (1, 1, 7),
            Color::Black => (-1, 6, 0),
        };
        let mut targets = Vec::new();
        if let Some(to) = away(from, (0, forward)).filter(|&to| self.squares[to].is_none()) {
            targets.push((to, MoveKind::Normal));
            if let Some(to) = away(to, (0, forward)).filter(|&to| self.squares[to].is_none())
                && from / 8 == first_rank
            {
                targets.push((to, MoveKind::DoublePush));
            }
        }
        for to in members(self.attacks_from(from)) {
            if self.is_of(to, us.opponent()) {
                targets.push((to, MoveKind::Normal));
            } else if self.en_passant == Some(to) {
                targets.push((to, MoveKind::EnPassant));
            }
        }
        for (to, kind) in targets {
            let mut push = |kind| moves.push(Move::new(square(from), square(to), kind));
            if to / 8 == last_rank {
                Role::PROMOTIONS.into_iter().for_each(|role| push(MoveKind::Promotion(role)));
            } else {
                push(kind);
            }
        }
    }

    /// Returns the castling moves.
    ///
    /// The king goes to the c- or g-file, and the rook to its other side. The squares that either passes must
    /// be empty apart from these two, and the king must not be attacked on any square of its way; each of
    /// them is tried.
    fn castling_moves(&self) -> Vec<Move> {
        let us = self.side_to_move;
        let Some(king) = self.king(us) else { return Vec::new() };
        let mut moves = Vec::new();
        // In Chess960, the king may stay where it is and the rook may end a check, but castling out of check
        // is not legal.
        if self.is_in_check(us) {
            return moves;
        }
        for rook in (0..64).filter(|&rook| self.may_castle[rook] && self.is_of(rook, us)) {
            let (king_to, rook_to) = castled(king, rook);
            let way = |from: usize, to: usize| from.min(to)..=from.max(to);
            let free = |index: usize| index == king || index == rook || self.squares[index].is_none();
            if !way(king, king_to).chain(way(rook, rook_to)).all(free) {
                continue;
            }
            let attacked_on_the_way = way(king, king_to).filter(|&index| index != king_to).any(|index| {
                let mut board = self.without(king);
                board.squares[index] = self.squares[king];
                board.is_in_check(us)
            });
            let chess_move = Move::new(square(king), square(rook), MoveKind::Castling);
            if !attacked_on_the_way && !self.play(chess_move).is_in_check(us) {
                moves.push(chess_move);
            }
        }
        moves
    }

    /// Returns the castling moves without regard to attacks on the king.
    fn possible_castling_moves(&self) -> Vec<Move> {
        let us = self.side_to_move;
        let Some(king) = self.king(us) else { return Vec::new() };
        let rooks = (0..64).filter(|&rook| self.may_castle[rook] && self.is_of(rook, us));
        let is_free = |&rook: &usize| {
            let (king_to, rook_to) = castled(king, rook);
            let mut passed =
                (king.min(king_to)..=king.max(king_to)).chain(rook.min(rook_to)..=rook.max(rook_to));
            passed.all(|index| index == king || index == rook || self.squares[index].is_none())
        };
        rooks.filter(is_free).map(|rook| Move::new(square(king), square(rook), MoveKind::Castling)).collect()
    }

    /// Returns the board after a move.
    fn play(&self, chess_move: Move) -> Self {
        let (from, to) = (chess_move.from().index(), chess_move.to().index());
        let us = self.side_to_move;
        let mut board = self.clone();
        board.side_to_move = us.opponent();
        board.en_passant = None;
        board.may_castle[from] = false;
        board.may_castle[to] = false;
        let moved = board.squares[from].take();
        if moved.is_some_and(|piece| piece.role() == Role::King) {
            (0..64).filter(|&index| self.is_of(index, us)).for_each(|index| board.may_castle[index] = false);
        }
        board.squares[to] = moved;
        match chess_move.kind() {
            MoveKind::Normal => {}
            MoveKind::DoublePush => {
                // The square is set only if a pawn of the opponent attacks it.
                board.en_passant = Some((from + to) / 2).filter(|&passed| {
                    (0..64).any(|index| {
                        board.squares[index] == Some(Piece::new(us.opponent(), Role::Pawn))
                            && board.attacks_from(index) >> passed & 1 == 1
                    })
                });
            }
            MoveKind::EnPassant => board.squares[from / 8 * 8 + to % 8] = None,
            MoveKind::Castling => {
                let (king_to, rook_to) = castled(from, to);
                board.squares[to] = None;
                board.squares[king_to] = self.squares[from];
                board.squares[rook_to] = self.squares[to];
            }
            MoveKind::Promotion(role) => board.squares[to] = Some(Piece::new(us, role)),
        }
        board
    }
}

/// Returns the destinations of king and rook.
fn castled(king: usize, rook: usize) -> (usize, usize) {
    let rank = king / 8 * 8;
    if rook > king { (rank + 6, rank + 5) } else { (rank + 2, rank + 3) }
}

/// Returns the squares that White and Black attack.
pub fn attacked_squares(position: &Position) -> [u64; 2] {
    Color::ALL.map(|color| Board::from(position).attacked_by(color))
}

/// Returns the threats of a position, sorted.
pub fn threats(position: &Position, kinds: ThreatKinds) -> Vec<Threat> {
    Board::from(position).threats(kinds)
}

/// Returns the threats of a board of bytes, sorted.
pub fn threats_of_mailbox(mailbox: &Mailbox, kinds: ThreatKinds) -> Vec<Threat> {
    let squares = Square::ALL.map(|square| mailbox.piece_at(square));
    let board = Board { squares, side_to_move: Color::White, may_castle: [false; 64], en_passant: None };
    board.threats(kinds)
}

/// Returns checks and pins.
pub fn checks_and_pins(position: &Position) -> ChecksAndPins {
    Board::from(position).checks_and_pins()
}

/// Returns the legal moves, sorted by their bits.
pub fn legal_moves(position: &Position) -> Vec<Move> {
    thread_local! {
        static LAST: Last<Position, Vec<Move>> = const { RefCell::new(None) };
    }
    let moves = last(&LAST, *position, |position| {
        let mut moves = Board::from(position).legal_moves();
        moves.sort_unstable();
        moves
    });
    moves.to_vec()
}

/// Returns the pseudo-legal moves: legal or not because of attacks on the own king.
pub fn pseudo_legal_moves(position: &Position) -> Vec<Move> {
    let board = Board::from(position);
    let mut moves = board.possible_moves();
    moves.extend(board.possible_castling_moves());
    moves
}

/// Returns the squares of the pseudo-legal moves of the piece on a square.
pub fn destinations(position: &Position, from: Square) -> u64 {
    let moves = pseudo_legal_moves(position);
    moves.iter().filter(|each| each.from() == from).fold(0, |squares, each| squares | each.to().bit())
}

/// Returns the pieces of a role with pseudo-legal moves to a square.
pub fn origins(position: &Position, role: Role, to: Square) -> u64 {
    let moves = pseudo_legal_moves(position);
    let is_one = |each: &&Move| each.to() == to && position.role_at(each.from()) == Some(role);
    moves.iter().filter(is_one).fold(0, |pieces, each| pieces | each.from().bit())
}

/// Returns the position after a legal move.
pub fn play(position: &Position, chess_move: Move) -> Position {
    Position::from(&Board::from(position).play(chess_move))
}

/// Counts the leaf nodes at a depth with the oracle alone.
pub fn perft(position: &Position, depth: u32) -> u64 {
    fn nodes(board: &Board, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => board.legal_moves().len() as u64,
            _ => board.legal_moves().into_iter().map(|each| nodes(&board.play(each), depth - 1)).sum(),
        }
    }
    nodes(&Board::from(position), depth)
}

impl Board {
    /// Returns the board with exactly these squares occupied: pieces are removed, and empty squares get pawns
    /// that are ignored.
    fn occupied(&self, occupied: u64) -> Self {
        let mut board = self.clone();
        for (index, place) in board.squares.iter_mut().enumerate() {
            let stands = place.unwrap_or(Piece::new(Color::White, Role::Pawn));
            *place = (occupied >> index & 1 == 1).then_some(stands);
        }
        board
    }

    /// Returns the pieces of a color that attack a square.
    fn attackers(&self, color: Color, square: usize) -> u64 {
        let attacks = |&from: &usize| self.is_of(from, color) && self.attacks_from(from) >> square & 1 == 1;
        (0..64).filter(attacks).fold(0, |attackers, from| attackers | 1 << from)
    }

    /// Returns the pieces of a color without which a piece of the other side would attack a king, and those
    /// attackers.
    fn blockers(&self, king: usize, blocking: Color, attacking: Color) -> [u64; 2] {
        let attackers = self.attackers(attacking, king);
        let mut found = [0, 0];
        for index in (0..64).filter(|&index| index != king && self.is_of(index, blocking)) {
            let more = self.without(index).attackers(attacking, king) & !attackers;
            if more != 0 {
                found[0] |= 1 << index;
                found[1] |= more;
            }
        }
        found
    }

    fn check_info(&self) -> CheckInfo {
        let (us, them) = (self.side_to_move, self.side_to_move.opponent());
        let pins = ByColor::from_fn(|color| {
            self.king(color).map_or([0, 0], |king| self.blockers(king, color, color.opponent()))
        });
        let checkers = self.king(us).map_or(0, |king| self.attackers(them, king));
        let enemy_king = self.king(them);
        let discoverers = enemy_king.map_or(0, |king| self.blockers(king, us, us)[0]);
        let checks = ByRole::from_fn(|role| {
            let Some(king) = enemy_king else { return 0 };
            let gives_check = |&from: &usize| {
                let mut board = self.clone();
                board.squares[from] = Some(Piece::new(us, role));
                role != Role::King && from != king && board.attacks_from(from) >> king & 1 == 1
            };
            (0..64).filter(gives_check).fold(0, |squares, from| squares | 1 << from)
        });
        let [pinned, pinners] = [0, 1].map(|index| pins.map(|pins| pins[index]));
        check_info_of(checkers, discoverers, pinned, pinners, checks)
    }

    /// Returns the gain of a side from capturing on a square as long as it pays, with its least valuable
    /// piece first. The function returns the squares of a side's pieces that may not capture.
    fn capture(
        &self,
        on: usize,
        side: Color,
        values: &[i32; 6],
        banned: &dyn Fn(&Self, Color) -> u64,
    ) -> i64 {
        let value = |piece: Option<Piece>| piece.map_or(0, |piece| i64::from(values[piece.role() as usize]));
        for role in Role::ALL {
            let captures = |&from: &usize| {
                self.squares[from] == Some(Piece::new(side, role))
                    && self.attacks_from(from) >> on & 1 == 1
                    && banned(self, side) >> from & 1 == 0
            };
            let Some(from) = (0..64).find(captures) else { continue };
            let mut board = self.clone();
            board.squares[on] = board.squares[from].take();
            if role == Role::King && board.attackers(side.opponent(), on) != 0 {
                return 0;
            }
            return 0.max(value(self.squares[on]) - board.capture(on, side.opponent(), values, banned));
        }
        0
    }
}

/// Returns the pieces of both colors that attack a square, with these squares occupied.
pub fn attackers_to(position: &Position, square: Square, occupied: u64) -> u64 {
    let board = Board::from(position).occupied(occupied);
    let attackers = Color::ALL.map(|color| board.attackers(color, square.index()));
    (attackers[0] | attackers[1]) & position.occupied()
}

/// Returns whether a color attacks a square.
pub fn is_attacked_by(position: &Position, color: Color, square: Square) -> bool {
    Board::from(position).attacked_by(color) & square.bit() != 0
}

/// Returns the squares that the piece on a square attacks.
pub fn attacks(position: &Position, square: Square) -> u64 {
    Board::from(position).attacks_from(square.index())
}

/// Returns the squares that the pieces of a color attack by role, with these squares occupied.
pub fn attacks_by_role(position: &Position, color: Color, occupied: u64) -> ByRole<u64> {
    let board = Board::from(position);
    ByRole::from_fn(|role| {
        let pieces = (0..64).filter(|&from| board.squares[from] == Some(Piece::new(color, role)));
        pieces.fold(0, |attacked, from| {
            let mut seen = board.occupied(occupied);
            seen.squares[from] = board.squares[from];
            attacked | seen.attacks_from(from)
        })
    })
}

/// Returns checks, pins and checking squares of both kings.
pub fn check_info(position: &Position) -> CheckInfo {
    Board::from(position).check_info()
}

/// Returns the attacks of the side that is not to move, with the other king off the board, and checks and
/// pins.
pub fn node_info(position: &Position) -> NodeInfo {
    let us = position.side_to_move();
    let king = Board::from(position).king(us).map_or(0, |king| 1 << king);
    let attacks = attacks_by_role(position, us.opponent(), position.occupied() & !king);
    node_info_of(position, attacks, check_info(position))
}

/// Returns whether a legal move gives check.
pub fn gives_check(position: &Position, chess_move: Move) -> bool {
    let board = Board::from(position).play(chess_move);
    board.is_in_check(board.side_to_move)
}

/// Returns the position after passing, or `None` in check.
pub fn null_move(position: &Position) -> Option<Position> {
    let mut board = Board::from(position);
    let in_check = board.is_in_check(board.side_to_move);
    board.side_to_move = board.side_to_move.opponent();
    board.en_passant = None;
    (!in_check).then(|| Position::from(&board))
}

/// Returns the value of the exchange that a legal move begins, limited to the numbers of 32 bits.
pub fn see(position: &Position, chess_move: Move, values: &[i32; 6]) -> i32 {
    exact_see(position, chess_move, values).clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// Returns the value of the exchange that a legal move begins.
pub fn exact_see(position: &Position, chess_move: Move, values: &[i32; 6]) -> i64 {
    see_without(position, chess_move, values, &|_, _| 0)
}

/// Returns the value of the exchange that a legal move begins, in which pinned pieces capture on the line of
/// their king only, while a piece that pins one of them is on its square.
pub fn exact_see_with_pins(position: &Position, chess_move: Move, values: &[i32; 6]) -> i64 {
    let info = check_info(position);
    let on = chess_move.to().index();
    let has_line = |a: usize, b: usize| {
        let (files, ranks) = ((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
        files == 0 || ranks == 0 || files == ranks
    };
    see_without(position, chess_move, values, &|board, side| {
        let is_pinner = |square: usize| info.pinners(side) >> square & 1 == 1;
        let stands = |&square: &usize| is_pinner(square) && square != on && board.squares[square].is_some();
        let (Some(king), Some(_)) = (board.king(side), (0..64).find(stands)) else { return 0 };
        let on_line = |square: usize| {
            let cross = |(a, b): (i32, i32), (c, d): (i32, i32)| a * d - b * c;
            let to =
                |square: usize| (square as i32 % 8 - king as i32 % 8, square as i32 / 8 - king as i32 / 8);
            has_line(king, on) && cross(to(square), to(on)) == 0
        };
        (0..64)
            .filter(|&square| info.pinned(side) >> square & 1 == 1 && !on_line(square))
            .fold(0, |set, each| set | 1 << each)
    })
}

/// Returns the value of the exchange that a legal move begins, without some pieces of each side.
fn see_without(
    position: &Position,
    chess_move: Move,
    values: &[i32; 6],
    banned: &dyn Fn(&Board, Color) -> u64,
) -> i64 {
    if chess_move.is_castling() {
        return 0;
    }
    let board = Board::from(position);
    let on = chess_move.to().index();
    let value = |role: Role| i64::from(values[role as usize]);
    let captured = if chess_move.is_en_passant() {
        value(Role::Pawn)
    } else {
        board.squares[on].map_or(0, |piece| value(piece.role()))
    };
    let promoted = chess_move.promotion().map_or(0, |role| value(role) - value(Role::Pawn));
    let reply = board.play(chess_move).capture(on, board.side_to_move.opponent(), values, banned);
    captured + promoted - reply
}

/// Returns the kind of a legal move.
pub fn kind(position: &Position, chess_move: Move) -> MoveSet {
    let board = Board::from(position);
    let takes = board.is_of(chess_move.to().index(), position.side_to_move().opponent());
    if takes || chess_move.is_en_passant() {
        MoveSet::CAPTURES
    } else if chess_move.promotion() == Some(Role::Queen) {
        MoveSet::QUEEN_PROMOTIONS
    } else if chess_move.promotion().is_some() {
        MoveSet::UNDERPROMOTIONS
    } else {
        MoveSet::QUIETS
    }
}

/// Returns the key of a position, as the Polyglot format defines it for these numbers.
pub fn key(position: &Position, numbers: &[u64; 781]) -> u64 {
    let board = Board::from(position);
    let us = board.side_to_move;
    let mut key = if us == Color::White { numbers[780] } else { 0 };
    for (index, place) in board.squares.iter().enumerate() {
        let Some(piece) = place else { continue };
        let kind = "pPnNbBrRqQkK".find(letter(*piece)).expect("a piece");
        key ^= numbers[64 * kind + index];
        if board.may_castle[index] {
            let is_left = board.king(piece.color()).is_some_and(|king| index < king);
            key ^= numbers[768 + 2 * usize::from(piece.color() == Color::Black) + usize::from(is_left)];
        }
    }
    let captures = |&from: &usize, passed: usize| {
        board.squares[from] == Some(Piece::new(us, Role::Pawn)) && board.attacks_from(from) >> passed & 1 == 1
    };
    match board.en_passant {
        Some(passed) if (0..64).any(|from| captures(&from, passed)) => key ^ numbers[772 + passed % 8],
        _ => key,
    }
}

/// Returns the letter of a piece in a FEN.
fn letter(piece: Piece) -> char {
    let letter = match piece.role() {
        Role::Pawn => 'p',
        Role::Knight => 'n',
        Role::Bishop => 'b',
        Role::Rook => 'r',
        Role::Queen => 'q',
        Role::King => 'k',
    };
    if piece.color() == Color::White { letter.to_ascii_uppercase() } else { letter }
}

/// Returns the name of a square.
fn name(index: usize) -> String {
    format!("{}{}", (b'a' + index as u8 % 8) as char, index / 8 + 1)
}

/// Returns the FEN of a position.
pub fn fen(position: &Position) -> String {
    let board = Board::from(position);
    let rows = (0..8).rev().map(|rank| {
        let (mut row, mut empty) = (String::new(), 0);
        for place in &board.squares[8 * rank..][..8] {
            match place {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        row += &empty.to_string();
                    }
                    empty = 0;
                    row.push(letter(*piece));
                }
            }
        }
        if empty > 0 { row + &empty.to_string() } else { row }
    });
    let rows: Vec<_> = rows.collect();
    let mut castling = String::new();
    for (color, first) in [(Color::White, 0), (Color::Black, 56)] {
        let files: Vec<usize> = (0..8).rev().filter(|file| board.may_castle[first + file]).collect();
        // The letters of standard chess, unless one right of the side has none.
        let standard = |file: &usize| match (board.king(color).map(|king| king % 8), file) {
            (Some(4), 7) => Some('k'),
            (Some(4), 0) => Some('q'),
            _ => None,
        };
        let usual: Option<Vec<char>> = files.iter().map(standard).collect();
        for letter in
            usual.unwrap_or_else(|| files.iter().map(|&file| char::from(b'a' + file as u8)).collect())
        {
            castling.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
    if castling.is_empty() {
        castling.push('-');
    }
    let side = if board.side_to_move == Color::White { 'w' } else { 'b' };
    let passed = board.en_passant.map_or("-".into(), name);
    format!("{} {side} {castling} {passed} 0 1", rows.join("/"))
}

/// Returns the UCI notation of a move, with castling in the notation of Chess960 or, if king and rook are on
/// their squares of standard chess, in that of standard chess.
pub fn uci(chess_move: Move, is_chess960: bool) -> String {
    let (from, mut to) = (chess_move.from().index(), chess_move.to().index());
    let mut text = name(from);
    if chess_move.kind() == MoveKind::Castling && !is_chess960 {
        to = match (from, to) {
            (4, 7) => 6,
            (4, 0) => 2,
            (60, 63) => 62,
            (60, 56) => 58,
            _ => to,
        };
    }
    text += &name(to);
    if let MoveKind::Promotion(role) = chess_move.kind() {
        text.push(letter(Piece::new(Color::Black, role)));
    }
    text
}

/// Reads a move in UCI notation, legal or not, or returns `None` if the pieces do not allow it.
pub fn parse_uci(position: &Position, text: &[u8]) -> Option<Move> {
    let board = Board::from(position);
    let us = board.side_to_move;
    let [squares @ .., promotion] = match text.len() {
        4 => [text[0], text[1], text[2], text[3], 0],
        5 => [text[0], text[1], text[2], text[3], text[4]],
        _ => return None,
    };
    let name = |index: usize| [b'a' + index as u8 % 8, b'1' + index as u8 / 8];
    let find = |file: u8, rank: u8| (0..64).find(|&index| name(index) == [file, rank]);
    let (from, to) = (find(squares[0], squares[1])?, find(squares[2], squares[3])?);
    let role = board.squares[from].filter(|piece| piece.color() == us)?.role();
    let new = |to, kind| Some(Move::new(square(from), square(to), kind));
    let last_rank = if us == Color::White { 7 } else { 0 };
    if role == Role::Pawn && to / 8 == last_rank {
        return match promotion {
            b'n' => new(to, MoveKind::Promotion(Role::Knight)),
            b'b' => new(to, MoveKind::Promotion(Role::Bishop)),
            b'r' => new(to, MoveKind::Promotion(Role::Rook)),
            b'q' => new(to, MoveKind::Promotion(Role::Queen)),
            _ => None,
        };
    }
    if text.len() == 5 {
        return None;
    }
    if role == Role::King {
        let corner = match (from % 8, to % 8) {
            (4, 6) => Some(to + 1),
            (4, 2) => Some(to - 2),
            _ => None,
        };
        let is_rook = |&index: &usize| board.may_castle[index] && board.is_of(index, us);
        if let Some(rook) = Some(to).filter(is_rook).or(corner.filter(is_rook)) {
            return new(rook, MoveKind::Castling);
        }
    }
    if board.is_of(to, us) {
        return None;
    }
    let ranks = (from / 8).abs_diff(to / 8);
    if role == Role::Pawn && ranks == 2 {
        new(to, MoveKind::DoublePush)
    } else if role == Role::Pawn && from % 8 != to % 8 && board.en_passant == Some(to) {
        new(to, MoveKind::EnPassant)
    } else {
        new(to, MoveKind::Normal)
    }
}

/// Returns the role of the piece that a legal move captures: the one that the other side has less of after
/// the move.
pub fn captured(position: &Position, chess_move: Move) -> Option<Role> {
    let (before, them) = (Board::from(position), position.side_to_move().opponent());
    let after = before.play(chess_move);
    let number = |board: &Board, role| {
        board.squares.iter().filter(|&&piece| piece == Some(Piece::new(them, role))).count()
    };
    Role::ALL.into_iter().find(|&role| number(&after, role) < number(&before, role))
}

/// Returns whether and how a game has ended.
pub fn outcome(position: &Position) -> Option<Outcome> {
    let board = Board::from(position);
    if board.has_insufficient_material() {
        return Some(Outcome::InsufficientMaterial);
    }
    let in_check = board.is_in_check(board.side_to_move);
    let end = if in_check { Outcome::Checkmate } else { Outcome::Stalemate };
    board.legal_moves().is_empty().then_some(end)
}

impl Board {
    /// Compares the pieces other than kings with the lists of the rules: none, one knight, or bishops of one
    /// square color.
    fn has_insufficient_material(&self) -> bool {
        let pieces: Vec<_> = (0..64)
            .filter_map(|index| Some((index, self.squares[index]?.role())))
            .filter(|&(_, role)| role != Role::King)
            .collect();
        let is_dark = |index: usize| (index % 8 + index / 8).is_multiple_of(2);
        match pieces[..] {
            [] | [(_, Role::Knight)] => true,
            [(first, _), ..] => {
                pieces.iter().all(|&(index, role)| role == Role::Bishop && is_dark(index) == is_dark(first))
            }
        }
    }
}

/// Returns the move among legal moves from one square to another, by the rook's square or the king's if it is
/// castling.
pub fn move_of(legal_moves: &[Move], from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
    let mut moves = legal_moves.iter().filter(|each| each.from() == from && each.promotion() == promotion);
    let by_the_king = |each: &&Move| {
        each.is_castling() && castled(from.index(), each.to().index()).0 == to.index() && from != to
    };
    moves.clone().find(|each| each.to() == to).or_else(|| moves.find(by_the_king)).copied()
}

/// Returns the key of a position if castling rights have numbers by the file of the rook.
pub fn key_by_file(position: &Position, numbers: &[u64; 781], castling: &[[u64; 8]; 2]) -> u64 {
    let mut without_castling = *numbers;
    without_castling[768..772].fill(0);
    let board = Board::from(position);
    let rooks = (0..64).filter(|&index| board.may_castle[index]);
    rooks.fold(key(position, &without_castling), |key, rook| {
        key ^ castling[usize::from(board.is_of(rook, Color::Black))][rook % 8]
    })
}
