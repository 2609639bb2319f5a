//! The computation of each [call](super::calls), generic over the level.
//!
//! The functions inline into the functions of a level, or into `vectorize` of its token.

use super::{Kernels, Level};
use crate::batch::sliders::{self, Sliders, SlidersKernel, SlidersRequest};
use crate::batch::{BatchKernel, Bishops, Boards, OneBoard, Queens, Request, Rooks, RooksAndBishops, Sink};
use crate::formula::Formula;
use crate::lanes::{FourLanes, Lanes};
use crate::positions::engine::{attackers, check_info as checks, exchange, legality};
use crate::positions::lists::{self, MoveList, Selection};
use crate::positions::threats::{self, Places, ThreatsKernel};
use crate::positions::{self, Exchange, PositionKernel, PositionsKernel, successors::SuccessorsKernel};
use crate::{
    BoardChange, CheckInfo, ChecksAndPins, Color, LineAttacks, Mailbox, Move, Position, Square, Threat,
    ThreatChanges, ThreatKinds,
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

/// The method of the token uses this one, because it is inlined.
#[inline(always)]
pub(super) fn queen_attacks_inlined<L: Kernels>(level: L, square: Square, occupied: u64) -> u64 {
    L::Single::queen_attacks_inlined(level, square, occupied)
}

#[inline(always)]
pub(super) fn rook_and_bishop_attacks<L: Kernels>(
    level: L,
    square: Square,
    rook_occupied: u64,
    bishop_occupied: u64,
) -> (u64, u64) {
    let occupied = [rook_occupied, rook_occupied, bishop_occupied, bishop_occupied];
    let lines = L::Single::lines_on(level, square, L::FourLanes::load(level, &occupied));
    (lines.rook(), lines.bishop())
}

/// Computes a batch. The code for short batches inlines into the caller; that for long ones does not.
#[inline(always)]
fn batch<L: Level>(level: L, request: Request<'_, impl Boards, impl Sink>) {
    if request.count() < L::Batch::SHORT {
        L::Batch::run_short(level, request);
    } else {
        // SAFETY: the token proves that the CPU has the features of the level.
        unsafe {
            level.vectorize_outlined(
                #[inline(always)]
                || L::Batch::run(level, request),
            );
        }
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

/// Returns whether there are fewer positions than `limit`. If all numbers are few, this is a constant, and there is no
/// code for many.
#[inline(always)]
fn is_few(positions: &[Position], limit: usize) -> bool {
    limit == usize::MAX || positions.len() < limit
}

#[inline(always)]
pub(super) fn batch_attacked_squares<L: Level>(
    level: L,
    positions: &[Position],
    white: &mut [u64],
    black: &mut [u64],
) {
    positions::check_lengths(positions.len(), [("white", white.len()), ("black", black.len())]);
    if is_few(positions, L::Positions::FEW.attacked_squares) {
        L::Positions::few_attacked_squares(level, positions, white, black);
    } else {
        level.outlined(
            #[inline(always)]
            || L::Positions::attacked_squares(level, positions, white, black),
        );
    }
}

#[inline(always)]
pub(super) fn batch_checks_and_pins<L: Level>(
    level: L,
    positions: &[Position],
    checks_and_pins: &mut [ChecksAndPins],
) {
    positions::check_lengths(positions.len(), [("checks_and_pins", checks_and_pins.len())]);
    if is_few(positions, L::Positions::FEW.checks_and_pins) {
        L::Positions::few_checks_and_pins(level, positions, checks_and_pins);
    } else {
        level.outlined(
            #[inline(always)]
            || L::Positions::checks_and_pins(level, positions, checks_and_pins),
        );
    }
}

#[inline(always)]
pub(super) fn batch_legal_move_counts<L: Level>(level: L, positions: &[Position], counts: &mut [u16]) {
    positions::check_lengths(positions.len(), [("counts", counts.len())]);
    if L::Positions::are_few_to_count(positions.len()) {
        L::Positions::few_legal_move_counts(level, positions, counts);
    } else {
        // SAFETY: the token proves that the CPU has the features of the level.
        unsafe {
            level.vectorize_outlined(
                #[inline(always)]
                || L::Positions::legal_move_counts(level, positions, counts),
            );
        }
    }
}

#[inline(always)]
pub(super) fn batch_legal_moves<L: Level>(
    level: L,
    positions: &[Position],
    offsets: &mut [usize],
    moves: &mut [Move],
) -> usize {
    lists::legal_moves_of_many::<L, L::Lists, L::Positions>(
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
    lists::legal_moves::<L, L::Lists>(level, position, &Selection::ALL, moves)
}

#[inline(always)]
pub(super) fn write_moves<L: Level>(level: L, position: &Position, moves: &mut MoveList) {
    moves.fill(
        #[inline(always)]
        |places| lists::write::<L, L::Lists>(level, position, &Selection::ALL, places),
    );
}

#[inline(always)]
pub(super) fn legal_moves_selected<L: Level>(
    level: L,
    position: &Position,
    selection: &Selection,
    moves: &mut [Move],
) -> usize {
    lists::legal_moves::<L, L::Lists>(level, position, selection, moves)
}

#[inline(always)]
pub(super) fn successors<L: Level>(level: L, position: &Position, successors: &mut [Position]) -> usize {
    L::Successors::successors::<L::Lists, L::OnePosition>(level, position, successors)
}

#[inline(always)]
pub(super) fn rook_set_attacks<L: Kernels>(level: L, rooks: u64, occupied: u64) -> u64 {
    let [rook, _] = L::OnePosition::set_attacks(level, rooks, 0, occupied);
    rook
}

#[inline(always)]
pub(super) fn bishop_set_attacks<L: Kernels>(level: L, bishops: u64, occupied: u64) -> u64 {
    let [_, bishop] = L::OnePosition::set_attacks(level, 0, bishops, occupied);
    bishop
}

#[inline(always)]
pub(super) fn attackers_to<L: Kernels>(level: L, position: &Position, square: Square, occupied: u64) -> u64 {
    attackers::attackers_to::<L, L::Single>(level, position, square, occupied)
}

#[inline(always)]
pub(super) fn attacks_by_role<L: Kernels>(level: L, position: &Position, color: Color) -> [u64; 6] {
    attacks_by_role_on(level, position, color, position.occupied())
}

#[inline(always)]
pub(super) fn attacks_by_role_on<L: Kernels>(
    level: L,
    position: &Position,
    color: Color,
    occupied: u64,
) -> [u64; 6] {
    attackers::attacks_by_role::<L, L::OnePosition>(level, position, color, occupied)
}

#[inline(always)]
pub(super) fn attacks_by_role_of_both<L: Kernels>(level: L, position: &Position) -> [[u64; 6]; 2] {
    L::OnePosition::attacks_by_role(level, position)
}

#[inline(always)]
pub(super) fn check_info<L: Kernels>(level: L, position: &Position) -> CheckInfo {
    checks::check_info::<L, L::Single>(level, position)
}

#[inline(always)]
pub(super) fn is_legal<L: Level>(level: L, position: &Position, chess_move: Move) -> bool {
    legality::is_legal::<L, L::Single, L::OnePosition>(level, position, chess_move)
}

#[inline(always)]
pub(super) fn is_legal_with<L: Level>(
    level: L,
    position: &Position,
    info: &CheckInfo,
    chess_move: Move,
) -> bool {
    legality::is_legal_with::<L, L::Single, L::OnePosition>(level, position, info, chess_move)
}

#[inline(always)]
pub(super) fn gives_check<L: Level>(level: L, position: &Position, chess_move: Move) -> bool {
    legality::gives_check::<L, L::Single>(level, position, chess_move)
}

#[inline(always)]
pub(super) fn gives_check_with<L: Level>(
    level: L,
    position: &Position,
    info: &CheckInfo,
    chess_move: Move,
) -> bool {
    legality::gives_check_with::<L, L::Single>(level, position, info, chess_move)
}

#[inline(always)]
pub(super) fn null_move<L: Kernels>(level: L, position: &Position) -> Option<Position> {
    legality::null_move::<L, L::Single>(level, position)
}

#[inline(always)]
pub(super) fn see<L: Kernels>(level: L, position: &Position, chess_move: Move, values: &[i32; 6]) -> i32 {
    exchange::see::<L, L::Single>(level, position, chess_move, values)
}

#[inline(always)]
pub(super) fn see_at_least<L: Kernels>(
    level: L,
    position: &Position,
    chess_move: Move,
    values: &[i32; 6],
    threshold: i32,
) -> bool {
    <L::OnePosition as PositionKernel<L>>::Exchange::see_at_least::<L::Single>(
        level, position, chess_move, values, threshold,
    )
}

#[inline(always)]
pub(super) fn batch_attacks_by_role<L: Kernels>(
    level: L,
    positions: &[Position],
    white: &mut [[u64; 6]],
    black: &mut [[u64; 6]],
) {
    positions::check_lengths(positions.len(), [("white", white.len()), ("black", black.len())]);
    if !<L::OnePosition as PositionKernel<L>>::BY_ROLE_ONE_BY_ONE {
        return L::Positions::attacks_by_role(level, positions, white, black);
    }
    for (position, (white, black)) in positions.iter().zip(white.iter_mut().zip(black)) {
        [*white, *black] = L::OnePosition::attacks_by_role(level, position);
    }
}

/// Computes one position at a time, because the two passes over the lines of a king already use all lanes.
#[inline(always)]
pub(super) fn batch_check_info<L: Kernels>(level: L, positions: &[Position], info: &mut [CheckInfo]) {
    positions::check_lengths(positions.len(), [("info", info.len())]);
    for (position, place) in positions.iter().zip(info) {
        *place = check_info(level, position);
    }
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
