//! All threats of a position on plain words, piece by piece, with the slider attacks of the level.

use super::SliderAttacks;
use super::{Places, ThreatsKernel};
use crate::Square;
use crate::lanes::Simd;
use crate::line::{A_FILE, H_FILE};
use crate::position::{Color, Piece, Position, Role, Threat, ThreatKinds};
use crate::square::squares;
use crate::steps::king_attacks;
use crate::tables::knight_attacks_from;

/// All threats of a position on plain words, for any number of pieces.
#[derive(Clone, Copy, Debug)]
pub struct PieceByPiece;

impl<T: Simd> ThreatsKernel<T> for PieceByPiece {
    #[inline(always)]
    fn threats(
        _: T,
        sliders: impl SliderAttacks,
        position: &Position,
        kinds: ThreatKinds,
        places: &mut Places<'_>,
    ) {
        threats(sliders, position, kinds, places);
    }
}

#[inline(always)]
pub(super) fn threats(
    sliders: impl SliderAttacks,
    position: &Position,
    kinds: ThreatKinds,
    places: &mut Places<'_>,
) {
    let codes = position.piece_planes().codes();
    let occupied = position.occupied();
    let piece_at = |square: Square| Piece::of_code(codes[square.index()]);
    for color in Color::ALL {
        let own = position.color(color);

        let pawns = own & position.pawns();
        let targets = wanted(position, kinds, Role::Pawn);
        let (east, west, back) = match color {
            Color::White => ((pawns & !H_FILE) << 9, (pawns & !A_FILE) << 7, 64 - 8),
            Color::Black => ((pawns & !H_FILE) >> 7, (pawns & !A_FILE) >> 9, 8),
        };
        let attacker = Piece::new(color, Role::Pawn);
        for (attacked, from_target) in [(east, back - 1), (west, back + 1)] {
            for to in squares(attacked & targets) {
                places.push(Threat {
                    attacker,
                    from: Square::new_masked(to.index() as u8 + from_target),
                    attacked: piece_at(to),
                    to,
                });
            }
        }

        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            let targets = wanted(position, kinds, role);
            if targets == 0 {
                continue;
            }
            let attacker = Piece::new(color, role);
            for from in squares(own & position.role(role)) {
                let attacks = match role {
                    Role::Knight => knight_attacks_from(from),
                    Role::Bishop => sliders.of_bishop(from, occupied),
                    Role::Rook => sliders.of_rook(from, occupied),
                    Role::Queen => sliders.of_queen(from, occupied),
                    _ => king_attacks(from.bit()),
                };
                for to in squares(attacks & targets) {
                    places.push(Threat { attacker, from, attacked: piece_at(to), to });
                }
            }
        }
    }
}

/// Returns the squares of the pieces whose threats by `attacker` are wanted.
#[inline(always)]
fn wanted(position: &Position, kinds: ThreatKinds, attacker: Role) -> u64 {
    let row = u64::from(kinds.row(attacker as u8 + 1));
    let of = |attacked: Role| (row >> attacked as u8 & 1).wrapping_neg();
    let diagonal = position.diagonal_sliders();
    let orthogonal = position.orthogonal_sliders();
    let all = position.pawns() & of(Role::Pawn)
        | position.knights() & of(Role::Knight)
        | diagonal & !orthogonal & of(Role::Bishop)
        | orthogonal & !diagonal & of(Role::Rook)
        | diagonal & orthogonal & of(Role::Queen)
        | position.kings() & of(Role::King);
    all & position.occupied()
}
