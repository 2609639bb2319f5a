//! What each [call](super::calls) computes, once the level is known: one function for each.
//!
//! They inline into the function of a level, or into a `vectorize` of its token.

use super::{Kernels, Level};
use crate::batch::sliders::{self, Sliders, SlidersKernel, SlidersRequest};
use crate::batch::{BatchKernel, Bishops, Boards, OneBoard, Queens, Request, Rooks, RooksAndBishops, Sink};
use crate::formula::Formula;
use crate::positions::threats::{self, Places, ThreatsKernel};
use crate::positions::{self, PositionKernel, PositionsKernel};
use crate::{
    BoardChange, ChecksAndPins, LineAttacks, Mailbox, Move, Position, Square, Threat, ThreatChanges,
    ThreatKinds,
};

#[inline(always)]
pub(super) fn queen_attacks_x4<L: Kernels>(level: L, square: Square, occupied: u64) -> LineAttacks {
    L::Single::queen_attacks_x4(level, square, occupied)
}

#[inline(always)]
pub(super) fn rook_attacks<L: Kernels>(level: L, square: Square, occupied: u64) -> u64 {
    L::Single::rook_attacks(level, square, occupied)
}

#[inline(always)]
pub(super) fn bishop_attacks<L: Kernels>(level: L, square: Square, occupied: u64) -> u64 {
    L::Bishop::bishop_attacks(level, square, occupied)
}

#[inline(always)]
pub(super) fn queen_attacks<L: Kernels>(level: L, square: Square, occupied: u64) -> u64 {
    L::Single::queen_attacks(level, square, occupied)
}

/// For the token's method, which is inlined.
#[inline(always)]
pub(super) fn queen_attacks_inlined<L: Kernels>(level: L, square: Square, occupied: u64) -> u64 {
    L::Single::queen_attacks_inlined(level, square, occupied)
}

/// Computes a batch. A short one inlines into the caller, a long one does not.
#[inline(always)]
fn batch<L: Level>(level: L, request: Request<'_, impl Boards, impl Sink>) {
    if request.count() < L::Batch::SHORT {
        L::Batch::run_short(level, request);
    } else {
        level.vectorize_outlined(
            #[inline(always)]
            || L::Batch::run(level, request),
        );
    }
}

#[inline(always)]
pub(super) fn batch_rook_attacks<L: Level>(
    level: L,
    squares: &[Square],
    occupied: &[u64],
    attacks: &mut [u64],
) {
    batch(level, Request::new(squares, occupied, Rooks(attacks)));
}

#[inline(always)]
pub(super) fn batch_bishop_attacks<L: Level>(
    level: L,
    squares: &[Square],
    occupied: &[u64],
    attacks: &mut [u64],
) {
    batch(level, Request::new(squares, occupied, Bishops(attacks)));
}

#[inline(always)]
pub(super) fn batch_queen_attacks<L: Level>(
    level: L,
    squares: &[Square],
    occupied: &[u64],
    attacks: &mut [u64],
) {
    batch(level, Request::new(squares, occupied, Queens(attacks)));
}

#[inline(always)]
pub(super) fn batch_rook_and_bishop_attacks<L: Level>(
    level: L,
    squares: &[Square],
    occupied: &[u64],
    rook: &mut [u64],
    bishop: &mut [u64],
) {
    batch(level, Request::new(squares, occupied, RooksAndBishops(rook, bishop)));
}

#[inline(always)]
pub(super) fn batch_rook_attacks_on<L: Level>(
    level: L,
    occupied: u64,
    squares: &[Square],
    attacks: &mut [u64],
) {
    batch(level, Request::new(squares, OneBoard(occupied), Rooks(attacks)));
}

#[inline(always)]
pub(super) fn batch_bishop_attacks_on<L: Level>(
    level: L,
    occupied: u64,
    squares: &[Square],
    attacks: &mut [u64],
) {
    batch(level, Request::new(squares, OneBoard(occupied), Bishops(attacks)));
}

#[inline(always)]
pub(super) fn batch_queen_attacks_on<L: Level>(
    level: L,
    occupied: u64,
    squares: &[Square],
    attacks: &mut [u64],
) {
    batch(level, Request::new(squares, OneBoard(occupied), Queens(attacks)));
}

#[inline(always)]
pub(super) fn slider_attacks<L: Kernels>(level: L, sliders: &Sliders, attacks: &mut [u64]) -> u64 {
    L::Sliders::run(level, SlidersRequest::new(sliders, attacks))
}

#[inline(always)]
pub(super) fn slider_attacks_of_many<L: Kernels>(
    level: L,
    positions: &[Sliders],
    attacks: &mut [u64],
    unions: &mut [u64],
) {
    sliders::slider_attacks_of_many::<L, L::Sliders>(level, positions, attacks, unions);
}

#[inline(always)]
pub(super) fn batch_attacked_squares<L: Kernels>(
    level: L,
    positions: &[Position],
    white: &mut [u64],
    black: &mut [u64],
) {
    positions::check_lengths(positions.len(), [("white", white.len()), ("black", black.len())]);
    L::Positions::attacked_squares(level, positions, white, black);
}

#[inline(always)]
pub(super) fn batch_checks_and_pins<L: Kernels>(
    level: L,
    positions: &[Position],
    checks_and_pins: &mut [ChecksAndPins],
) {
    positions::check_lengths(positions.len(), [("checks_and_pins", checks_and_pins.len())]);
    L::Positions::checks_and_pins(level, positions, checks_and_pins);
}

#[inline(always)]
pub(super) fn batch_legal_move_counts<L: Level>(level: L, positions: &[Position], counts: &mut [u16]) {
    positions::check_lengths(positions.len(), [("counts", counts.len())]);
    if positions.len() < L::Positions::FEW {
        L::Positions::few_legal_move_counts(level, positions, counts);
    } else {
        level.vectorize_outlined(
            #[inline(always)]
            || L::Positions::legal_move_counts(level, positions, counts),
        );
    }
}

#[inline(always)]
pub(super) fn batch_legal_moves<L: Level>(
    level: L,
    positions: &[Position],
    offsets: &mut [usize],
    moves: &mut [Move],
) -> usize {
    positions::legal_moves_of_many::<L, L::OnePosition>(
        level,
        positions,
        offsets,
        moves,
        |positions, counts| {
            level.batch_legal_move_counts(positions, counts);
        },
    )
}

#[inline(always)]
pub(super) fn attacked_squares<L: Kernels>(level: L, position: &Position) -> [u64; 2] {
    L::OnePosition::attacked_squares(level, position)
}

#[inline(always)]
pub(super) fn checks_and_pins<L: Kernels>(level: L, position: &Position) -> ChecksAndPins {
    L::OnePosition::checks_and_pins(level, position)
}

#[inline(always)]
pub(super) fn legal_move_count<L: Kernels>(level: L, position: &Position) -> u16 {
    L::OnePosition::legal_move_count(level, position)
}

#[inline(always)]
pub(super) fn legal_moves<L: Level>(level: L, position: &Position, moves: &mut [Move]) -> usize {
    positions::legal_moves::<L, L::OnePosition>(level, position, moves)
}

#[inline(always)]
pub(super) fn successors<L: Level>(level: L, position: &Position, successors: &mut [Position]) -> usize {
    positions::successors::<L, L::OnePosition>(level, position, successors)
}

#[inline(always)]
pub(super) fn batch_threats<L: Level>(
    level: L,
    positions: &[Position],
    kinds: ThreatKinds,
    offsets: &mut [usize],
    threats: &mut [Threat],
) -> usize {
    threats::threats_of_many::<L, L::Threats>(level, positions, kinds, offsets, threats)
}

#[inline(always)]
pub(super) fn threats<L: Level>(
    level: L,
    position: &Position,
    kinds: ThreatKinds,
    threats: &mut [Threat],
) -> usize {
    let mut places = Places::new(threats);
    L::Threats::threats(level, level, position, kinds, &mut places);
    places.count
}

#[inline(always)]
pub(super) fn threat_changes<L: Kernels>(
    level: L,
    position: &Position,
    chess_move: Move,
    kinds: ThreatKinds,
    changes: &mut ThreatChanges,
) {
    threats::changes_of_move::<L, L::ThreatChanges>(level, position, chess_move, kinds, changes);
}

#[inline(always)]
pub(super) fn mailbox_threat_changes<L: Kernels>(
    level: L,
    mailbox: &Mailbox,
    change: BoardChange,
    kinds: ThreatKinds,
    changes: &mut ThreatChanges,
) {
    threats::changes_of_mailbox::<L, L::ThreatChanges>(level, mailbox, change, kinds, changes);
}
