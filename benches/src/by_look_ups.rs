//! The functions of positions by lookups: what the peers of [`crate::whole::Query`] compute.

use quadline_kernels::internal::check_info_of;
use quadline_kernels::{
    ByColor, ByRole, CheckInfo, ChecksAndPins, Color, Move, Position, Role, Square, squares,
};

use crate::generator::Single;

/// The piece values for exchanges.
pub(crate) const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

pub(crate) fn to_cozy(chess_move: Move) -> cozy_chess::Move {
    let square = |square: Square| cozy_chess::Square::index(square.index());
    cozy_chess::Move {
        from: square(chess_move.from()),
        to: square(chess_move.to()),
        promotion: chess_move.promotion().map(|role| cozy_chess::Piece::ALL[role as usize]),
    }
}

/// Calls a function with each square of a set.
#[inline(always)]
pub(crate) fn each_square(mut set: u64, mut work: impl FnMut(Square)) {
    while set != 0 {
        work(Square::new_masked(set.trailing_zeros() as u8));
        set &= set - 1;
    }
}

#[inline(always)]
fn union(set: u64, attacks: impl Fn(Square) -> u64) -> u64 {
    let (mut set, mut union) = (set, 0);
    while let Some(square) = Square::lowest(set) {
        union |= attacks(square);
        set &= set - 1;
    }
    union
}

#[inline(always)]
pub(crate) fn pext_attackers_to(
    pext: impl Single,
    position: &Position,
    square: Square,
    occupied: u64,
) -> u64 {
    let pawns = quadline::pawn_attacks(Color::White, square) & position.black()
        | quadline::pawn_attacks(Color::Black, square) & position.white();
    (pext.rook(square, occupied) & position.orthogonal_sliders()
        | pext.bishop(square, occupied) & position.diagonal_sliders()
        | quadline::knight_attacks(square) & position.knights()
        | quadline::king_attacks(square) & position.kings()
        | pawns & position.pawns())
        & occupied
}

/// The usual table of engines, 32 KiB.
static BETWEEN: [[u64; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        table[pair / 64][pair % 64] = quadline::between(Square::ALL[pair / 64], Square::ALL[pair % 64]);
        pair += 1;
    }
    table
};

/// As in Stockfish: the sliders on the king's lines of the empty board, and the pieces between them and the
/// king.
#[inline(always)]
pub(crate) fn pext_check_info(pext: impl Single, position: &Position) -> CheckInfo {
    let occupied = position.occupied();
    let (mut checkers, mut discoverers) = (0, 0);
    let (mut pinned, mut pinners, mut checks) = (ByColor([0; 2]), ByColor([0; 2]), ByRole([0; 6]));
    let us = position.side_to_move();
    for color in Color::ALL {
        let (own, enemy) = (position.color(color), position.color(color.opponent()));
        let Some(king) = position.king(color) else { continue };
        let snipers = (pext.rook(king, 0) & position.orthogonal_sliders()
            | pext.bishop(king, 0) & position.diagonal_sliders())
            & enemy;
        let others = occupied ^ snipers;
        for sniper in squares(snipers) {
            let blockers = BETWEEN[king.index()][sniper.index()] & others;
            if blockers != 0
                && blockers & (blockers - 1) == 0
                && BETWEEN[king.index()][sniper.index()] & snipers == 0
            {
                if blockers & own != 0 {
                    pinned[color] |= blockers;
                    pinners[color] |= sniper.bit();
                } else if color != us {
                    discoverers |= blockers;
                }
            }
        }
        if color == us {
            checkers = pext_attackers_to(pext, position, king, occupied) & enemy;
        } else {
            let (rook, bishop) = (pext.rook(king, occupied), pext.bishop(king, occupied));
            checks = ByRole([
                quadline::pawn_attacks(color, king),
                quadline::knight_attacks(king),
                bishop,
                rook,
                rook | bishop,
                0,
            ]);
        }
    }
    check_info_of(checkers, discoverers, pinned, pinners, checks)
}

/// Checks, pins and dangers of the side to move, with the sliders on the empty board's lines.
#[inline(always)]
pub(crate) fn checks_and_pins_by_look_ups(slider: impl Single, position: &Position) -> ChecksAndPins {
    let us = position.side_to_move();
    let (own, enemy, occupied) = (position.color(us), position.color(us.opponent()), position.occupied());
    let Some(king) = position.king(us) else { return ChecksAndPins::default() };
    let mut found = ChecksAndPins::default();
    let snipers = (slider.rook(king, 0) & position.orthogonal_sliders()
        | slider.bishop(king, 0) & position.diagonal_sliders())
        & enemy;
    for sniper in squares(snipers) {
        let blockers = BETWEEN[king.index()][sniper.index()] & occupied;
        if blockers == 0 {
            found.checkers |= sniper.bit();
        } else if blockers & (blockers - 1) == 0 {
            found.pinned |= blockers & own;
        }
    }
    found.checkers |= quadline::pawn_attacks(us, king) & position.pawns() & enemy;
    found.checkers |= quadline::knight_attacks(king) & position.knights() & enemy;
    found.evasions = match Square::lowest(found.checkers) {
        None => u64::MAX,
        Some(checker) if found.checkers == checker.bit() => {
            checker.bit() | BETWEEN[king.index()][checker.index()]
        }
        Some(_) => 0,
    };
    let without_king = occupied ^ king.bit();
    found.king_danger =
        quadline_kernels::internal::steps::pawn_attacks(us.opponent(), position.pawns() & enemy)
            | union(position.knights() & enemy, quadline::knight_attacks)
            | union(position.kings() & enemy, quadline::king_attacks)
            | union(position.orthogonal_sliders() & enemy, |square| slider.rook(square, without_king))
            | union(position.diagonal_sliders() & enemy, |square| slider.bishop(square, without_king));
    found
}

#[inline(always)]
pub(crate) fn pext_attacks_by_role(
    pext: impl Single,
    position: &Position,
    color: Color,
    occupied: u64,
) -> [u64; 6] {
    let own = position.color(color);
    [
        quadline_kernels::internal::steps::pawn_attacks(color, position.pawns() & own),
        union(position.knights() & own, quadline::knight_attacks),
        union(position.bishops() & own, |square| pext.bishop(square, occupied)),
        union(position.rooks() & own, |square| pext.rook(square, occupied)),
        union(position.queens() & own, |square| pext.rook(square, occupied) | pext.bishop(square, occupied)),
        union(position.kings() & own, quadline::king_attacks),
    ]
}

#[inline(always)]
pub(crate) fn pext_gives_check(pext: impl Single, position: &Position, chess_move: Move) -> bool {
    let next = position.play(chess_move);
    let Some(king) = next.king(next.side_to_move()) else { return false };
    pext_attackers_to(pext, &next, king, next.occupied()) & next.color(position.side_to_move()) != 0
}

/// Returns the first gain, the value of the piece on the square, and the occupied squares afterwards.
#[inline(always)]
fn begin(position: &Position, chess_move: Move) -> (i32, i32, u64) {
    let value = |role: Role| VALUES[role as usize];
    let (from, to) = (chess_move.from(), chess_move.to());
    let captured = position.role_at(to).map_or(0, value);
    let moved = position.role_at(from).map_or(0, value);
    let occupied = position.occupied() & !(from.bit() | to.bit());
    match chess_move.promotion() {
        Some(role) => (captured + value(role) - VALUES[0], value(role), occupied),
        None if chess_move.is_en_passant() => (VALUES[0], moved, occupied & !(1 << (to.index() ^ 8))),
        None => (captured, moved, occupied),
    }
}

/// As in Stockfish, without its rule for pins.
#[inline(always)]
pub(crate) fn pext_see_at_least(
    pext: impl Single,
    position: &Position,
    chess_move: Move,
    threshold: i32,
) -> bool {
    if chess_move.is_castling() {
        return 0 >= threshold;
    }
    let (gain, stands, mut occupied) = begin(position, chess_move);
    let mut swap = gain - threshold;
    if swap < 0 {
        return false;
    }
    swap = stands - swap;
    if swap <= 0 {
        return true;
    }
    let to = chess_move.to();
    let mut attackers = pext_attackers_to(pext, position, to, occupied);
    let mut side = position.side_to_move();
    let mut result = 1;
    let roles = Role::ALL.map(|role| position.role(role));
    loop {
        side = side.opponent();
        attackers &= occupied;
        let own = attackers & position.color(side);
        if own == 0 {
            break;
        }
        result ^= 1;
        let Some(role) = (0..6).find(|&role| own & roles[role] != 0) else { break };
        if role == 5 {
            return (if attackers & !position.color(side) == 0 { result } else { result ^ 1 }) == 1;
        }
        swap = VALUES[role] - swap;
        if swap < result {
            break;
        }
        let set = own & roles[role];
        occupied ^= set & set.wrapping_neg();
        if matches!(role, 0 | 2 | 4) {
            attackers |= pext.bishop(to, occupied) & position.diagonal_sliders();
        }
        if matches!(role, 3 | 4) {
            attackers |= pext.rook(to, occupied) & position.orthogonal_sliders();
        }
    }
    result == 1
}
