//! Castling in each of the places that ARCHITECTURE.md lists under "Rules with several places", in standard chess and
//! in Chess960.

use std::collections::BTreeMap;

use quadline_conformance::Kernels;
use quadline_conformance::boards::Words;
use quadline_conformance::positions::*;
use quadline_kernels::{Position, squares};

use super::numbered::pieces_and_moves_equal_oracle;
use crate::{percent, say};

/// Returns positions with each pair of castling rooks and their king on a first rank, with some other pieces
/// on it, and in half of them a slider that attacks it.
pub fn before_castling(random: &mut Words) -> Vec<Position> {
    let mut positions = Vec::new();
    for king in 1..7 {
        for (west, east) in (0..king).flat_map(|west| (king + 1..8).map(move |east| (west, east))) {
            for chance in [8, 3, 2] {
                let rank: String = (0..8)
                    .map(|file| match file {
                        _ if file == king => 'K',
                        _ if file == west || file == east => 'R',
                        _ if random.word().is_multiple_of(chance) => {
                            ['N', 'b', 'q', 'R'][random.word() as usize % 4]
                        }
                        _ => '1',
                    })
                    .collect();
                let mut attackers = ['1'; 8];
                attackers[random.word() as usize % 8] =
                    ['r', 'b', 'q', '1', '1', '1'][random.word() as usize % 6];
                let attackers: String = attackers.iter().collect();
                // A pawn on the h-file attacks the square where the king arrives.
                let pawn = ['p', '1'][random.word() as usize % 2];
                let rights: String = [east, west].map(|file| char::from(b'A' + file as u8)).iter().collect();
                let fen = format!("8/8/8/3n1k2/{attackers}/8/P6{pawn}/{rank} w {rights} - 0 1");
                // Without those in which the black king can be captured.
                positions.extend(
                    fen.parse::<Position>().ok().into_iter().flat_map(|found| [found, found.mirrored()]),
                );
            }
        }
    }
    assert!(positions.len() > 100, "{}", positions.len());
    positions
}

/// Lists and counts use the squares of castling in lanes, the counts of many positions those in ranks, and legality,
/// destinations and SAN those of one move. Successors, their counts, `play` and moves by number place king and rook.
#[test]
fn every_place_equals_the_oracle() {
    let mut words = Words(0xca_5717);
    let kernels = Kernels::of_this_cpu();
    assert!(
        !kernels.engine.is_empty() && !kernels.one_position.is_empty() && !kernels.many_positions.is_empty()
    );
    let mut met = BTreeMap::<&str, usize>::new();
    let mut positions = before_castling(&mut words);
    // Chess960 has 50 arrangements of these three pieces for one of standard chess.
    positions.sort_by_key(|position| !is_standard(position));
    let standard = positions.iter().filter(|position| is_standard(position)).count();
    let others = positions.split_off(standard).into_iter().step_by(400_usize.div_ceil(percent()));
    positions.truncate((8 * percent()).div_ceil(100).max(4));
    positions.extend(others);
    for position in &positions {
        meet(&mut met, position);
        prop_play_equals_oracle(position);
        let sample = EngineSample::new(&mut words, *position);
        let (legal_moves, info) = (oracle::legal_moves(position), oracle::node_info(position));
        let castling: Vec<_> = special_moves().filter(|each| each.is_castling()).collect();
        let answers = Answers::of(position);
        for kernel in &kernels.engine {
            prop_engine_calls_equal_oracle(&**kernel, &mut words, &sample, castling.iter().copied());
            prop_legality_equals_list(&**kernel, position, &info, &legal_moves, castling.iter().copied());
            san::prop_moves_in_san_equal_oracle(&**kernel, position);
        }
        for kernel in &kernels.one_position {
            prop_one_position_equals_oracle(&**kernel, position, &answers);
        }
    }
    pieces_and_moves_equal_oracle(&positions);
    // Enough for the kernels of long batches.
    let samples = positions.into_iter().collect::<PositionSamples>().repeated(300);
    for kernel in &kernels.many_positions {
        prop_many_positions_equal_oracle(&**kernel, &samples, 0..samples.positions.len(), 0);
    }
    say(&format!("castling: {met:?}"));
    // A small sample does not have everything.
    assert!(percent() < 100 || met.len() == 7 && met.values().all(|&often| often >= 1), "{met:?}");
}

/// Returns whether the king and its rooks are where they are in standard chess.
fn is_standard(position: &Position) -> bool {
    position.castling_rooks() & !0x8100_0000_0000_0081 == 0
        && position.king(position.side_to_move()).is_some_and(|king| king.file() == 4)
}

/// Counts what happens in a position.
fn meet(met: &mut BTreeMap<&str, usize>, position: &Position) {
    let mut meet = |what, happens: bool| *met.entry(what).or_default() += usize::from(happens);
    let legal: Vec<_> = oracle::legal_moves(position).into_iter().filter(|each| each.is_castling()).collect();
    let possible: Vec<_> =
        oracle::pseudo_legal_moves(position).into_iter().filter(|each| each.is_castling()).collect();
    let own_rooks = position.castling_rooks() & position.color(position.side_to_move());
    meet("legal in standard chess", is_standard(position) && !legal.is_empty());
    meet("legal in Chess960", !is_standard(position) && !legal.is_empty());
    meet("to the east", legal.iter().any(|each| each.to() > each.from()));
    meet("to the west", legal.iter().any(|each| each.to() < each.from()));
    meet("a piece in the way", possible.len() < squares(own_rooks).count());
    meet("an attacked way", legal.len() < possible.len());
    meet("in check", oracle::checks_and_pins(position).checkers != 0);
}
