//! Legal moves, and the positions after them.
//!
//! What decides is computed as for the [counts](super::counts): the king's lines, the danger, where a check can be
//! answered. Then each piece gives the squares that it may go to, and a [sink](MoveSink) makes of them what is wanted:
//! moves, or positions.

use super::castling::castling_rooks;
use super::counts::{LAST_RANKS, PawnTargets, king_targets, pawn_targets};
use super::en_passant::en_passant_pawns;
use super::king::King;
use super::sides::Sides;
use super::words::{Word, word};
use crate::formula::fill::AllKoggeStone;
use crate::lanes::Simd;
use crate::position::{Move, MoveKind, Role};
use crate::tables::knight_attacks_from;
use crate::{Line, Square};

/// The largest number of legal moves of any [`Position`](crate::Position) that [`new`](crate::Position::new) or the FEN reader
/// accepts.
///
/// No game reaches it: the most of any position that a game can reach is 218. The reader also accepts positions with any number
/// of pieces, though, such as this one with 26 queens. They are enough for the bound: an integer program, which
/// `ci/max-legal-moves.py` in the repository repeats, proves that no position has more than 271 moves.
///
/// Words that are not a position ([`from_words`](crate::Position::from_words),
/// [`new_unchecked`](crate::Position::new_unchecked)) can have more moves.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Position, positions::moves::MAX_LEGAL_MOVES};
///
/// let position: Position = "QQQQQQBk/Q5RB/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1".parse()?;
/// assert_eq!(usize::from(position.legal_move_count()), MAX_LEGAL_MOVES);
/// # Ok::<(), quadline_kernels::ParseFenError>(())
/// ```
pub const MAX_LEGAL_MOVES: usize = 271;

/// One slider after the other, as a level does it.
pub trait SliderAttacks: Simd {
    /// The attacks of a rook.
    fn of_rook(self, square: Square, occupied: u64) -> u64;
    /// The attacks of a bishop.
    fn of_bishop(self, square: Square, occupied: u64) -> u64;
    /// The attacks of a queen.
    fn of_queen(self, square: Square, occupied: u64) -> u64;
}

/// What takes the moves of a position, as sets of squares.
pub trait MoveSink {
    /// A piece that is no pawn goes to any of the squares.
    fn piece(&mut self, role: Role, from: Square, targets: u64);
    /// Pawns go to these squares, each from the square that is `from_target` further (modulo 64), as `kind` says: normal
    /// moves or double pushes.
    fn pawns(&mut self, kind: MoveKind, targets: u64, from_target: u8);
    /// The same where each move is four, one for each of [`Role::PROMOTIONS`].
    fn promotions(&mut self, targets: u64, from_target: u8);
    /// A pawn captures en passant.
    fn en_passant(&mut self, from: Square, to: Square);
    /// The king castles with the rook on a square.
    fn castling(&mut self, king: Square, rook: Square);
}

/// The squares of a set, lowest first.
#[inline(always)]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    core::iter::from_fn(
        #[inline(always)]
        move || {
            let square = (set != 0).then(|| Square::new_masked(set.trailing_zeros() as u8));
            set &= set.wrapping_sub(1);
            square
        },
    )
}

/// Passes all legal moves to a sink. Without a king of the side to move there are none.
#[inline(always)]
pub fn legal_moves<T: Simd>(
    sides: &Sides<Word<T>>,
    king: &King<Word<T>>,
    sliders: impl SliderAttacks,
    sink: &mut impl MoveSink,
) {
    let own = sides.own;
    if word(own.king) == 0 {
        return;
    }
    let pins = word(king.pins);
    let targets = word(king.check_mask & !own.all);
    let king_square = Square::new_masked(word(own.king).trailing_zeros() as u8);

    let to_king = word(king_targets(sides, king));
    if to_king != 0 {
        sink.piece(Role::King, king_square, to_king);
    }
    if targets != 0 {
        piece_moves(sides, pins, targets, king_square, sliders, sink);
    }
    let back = word(sides.backward) as u8;
    let PawnTargets { one_step, two_steps, east, west } = pawn_targets(sides, king);
    for (targets, from_target) in [(word(one_step), back), (word(east), back - 1), (word(west), back + 1)] {
        sink.pawns(MoveKind::Normal, targets & !LAST_RANKS, from_target);
        if targets & LAST_RANKS != 0 {
            sink.promotions(targets & LAST_RANKS, from_target);
        }
    }
    sink.pawns(MoveKind::DoublePush, word(two_steps), back * 2);
    for from in squares(word(en_passant_pawns::<_, AllKoggeStone>(sides, king))) {
        let target = word(sides.state) & crate::position::state::EN_PASSANT;
        sink.en_passant(from, Square::new_masked(target.trailing_zeros() as u8));
    }
    for rook in squares(word(castling_rooks(sides, king))) {
        sink.castling(king_square, rook);
    }
}

#[inline(always)]
fn piece_moves<T: Simd>(
    sides: &Sides<Word<T>>,
    pins: u64,
    targets: u64,
    king: Square,
    sliders: impl SliderAttacks,
    sink: &mut impl MoveSink,
) {
    let (own, occupied) = (sides.own, word(sides.occupied));
    for from in squares(word(own.knights) & !pins) {
        sink.piece(Role::Knight, from, knight_attacks_from(from) & targets);
    }
    let (diagonal, orthogonal) = (word(own.diagonal), word(own.orthogonal));
    for from in squares(diagonal & !orthogonal) {
        let attacks = sliders.of_bishop(from, occupied);
        sink.piece(Role::Bishop, from, attacks & targets & along_pins(from, king, pins));
    }
    for from in squares(orthogonal & !diagonal) {
        let attacks = sliders.of_rook(from, occupied);
        sink.piece(Role::Rook, from, attacks & targets & along_pins(from, king, pins));
    }
    for from in squares(orthogonal & diagonal) {
        let attacks = sliders.of_queen(from, occupied);
        sink.piece(Role::Queen, from, attacks & targets & along_pins(from, king, pins));
    }
}

/// The squares that a slider may go to as far as pins are concerned: all, or the line through it and the king.
#[inline(always)]
fn along_pins(from: Square, king: Square, pins: u64) -> u64 {
    if pins & from.bit() == 0 { u64::MAX } else { line_through(from, king) }
}

/// The line that two squares share.
#[cold]
fn line_through(a: Square, b: Square) -> u64 {
    Line::ALL.into_iter().map(|line| line.through(a)).find(|line| line & b.bit() != 0).unwrap_or(0)
}

/// Writes moves, and counts those for which there is no room.
#[derive(Debug)]
pub(super) struct Moves<'a> {
    pub places: &'a mut [Move],
    pub count: usize,
}

impl Moves<'_> {
    #[inline(always)]
    fn push(&mut self, from: Square, to: Square, kind: MoveKind) {
        if let Some(place) = self.places.get_mut(self.count) {
            *place = Move::new(from, to, kind);
        }
        self.count += 1;
    }
}

/// The square that is so much further, modulo 64.
#[inline(always)]
pub(super) fn away(square: Square, by: u8) -> Square {
    Square::new_masked(square.index() as u8 + by)
}

impl MoveSink for Moves<'_> {
    #[inline(always)]
    fn piece(&mut self, _: Role, from: Square, targets: u64) {
        for to in squares(targets) {
            self.push(from, to, MoveKind::Normal);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, kind: MoveKind, targets: u64, from_target: u8) {
        for to in squares(targets) {
            self.push(away(to, from_target), to, kind);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, from_target: u8) {
        for to in squares(targets) {
            for role in Role::PROMOTIONS {
                self.push(away(to, from_target), to, MoveKind::Promotion(role));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.push(from, to, MoveKind::EnPassant);
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) {
        self.push(king, rook, MoveKind::Castling);
    }
}
