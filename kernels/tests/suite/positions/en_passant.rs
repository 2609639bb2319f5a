//! The rules of en passant in each of the places that ARCHITECTURE.md lists under "Rules with several
//! places".

use std::collections::BTreeMap;

use quadline_conformance::Kernels;
use quadline_conformance::boards::Words;
use quadline_conformance::positions::*;
use quadline_kernels::{MoveKind, Position, squares};

use crate::{percent, say};

/// Positions before a double push and after one, in which the pawn is often between a king and a slider.
///
/// Counts and lists use the rule for the king in lanes, the counts of many positions that in ranks, legality
/// and SAN that for one move. Successors, their counts, `play` and `play_san` use the places of the rule
/// for the state after a move.
#[test]
fn every_place_equals_the_oracle() {
    let mut words = Words(0xe9_9a55);
    let kernels = Kernels::of_this_cpu();
    assert!(
        !kernels.engine.is_empty() && !kernels.one_position.is_empty() && !kernels.many_positions.is_empty()
    );
    let mut met = BTreeMap::<&str, usize>::new();
    let captures: Vec<_> = special_moves().filter(|each| each.kind() == MoveKind::EnPassant).collect();
    for _ in 0..(60 * percent()).div_ceil(100).max(2) {
        let positions: Vec<Position> = (0..60)
            .map(|index| match index % 3 {
                0 => random::before_double_push(&mut words),
                _ => random::after_double_push(&mut words),
            })
            .collect();
        for position in &positions {
            meet(&mut met, position);
            prop_play_equals_oracle(position);
            let (legal_moves, info) = (oracle::legal_moves(position), oracle::node_info(position));
            let answers = Answers::of(position);
            for kernel in &kernels.engine {
                prop_legality_equals_list(&**kernel, position, &info, &legal_moves, captures.iter().copied());
                san::prop_moves_in_san_equal_oracle(&**kernel, position);
            }
            for kernel in &kernels.one_position {
                prop_one_position_equals_oracle(&**kernel, position, &answers);
            }
        }
        // Enough for the kernels of long batches.
        let samples = positions.into_iter().collect::<PositionSamples>().repeated(300);
        for kernel in &kernels.many_positions {
            prop_many_positions_equal_oracle(&**kernel, &samples, 0..samples.positions.len(), 0);
        }
    }
    say(&format!("en passant: {met:?}"));
    assert!(met.len() == 5 && met.values().all(|&often| often >= 3), "{met:?}");
}

/// Counts what happens in a position.
fn meet(met: &mut BTreeMap<&str, usize>, position: &Position) {
    let mut meet = |what, happens: bool| *met.entry(what).or_default() += usize::from(happens);
    let legal_moves = oracle::legal_moves(position);
    let pawns = position.pawns() & position.color(position.side_to_move());
    if let Some(target) = position.en_passant() {
        let is_legal = legal_moves.iter().any(|each| each.is_en_passant());
        let is_possible = squares(pawns).any(|pawn| {
            let files = pawn.file().abs_diff(target.file());
            let rank = if target.rank() == 5 { 4 } else { 3 };
            files == 1 && pawn.rank() == rank
        });
        meet("a legal capture", is_legal);
        meet("a capture that exposes the king", is_possible && !is_legal);
        meet("in check", oracle::checks_and_pins(position).checkers != 0);
    }
    for chess_move in legal_moves.iter().filter(|each| each.kind() == MoveKind::DoublePush) {
        let target = oracle::play(position, *chess_move).en_passant();
        meet("a double push with a target", target.is_some());
        meet("a double push without one", target.is_none());
    }
}
