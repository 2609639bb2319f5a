//! Tests of `kernels/src/positions/lists/move_list.rs`.

use quadline_kernels::*;

/// All three iterators, from both ends, against the slice.
#[test]
fn a_list_is_iterated_by_value_and_by_reference() {
    let mut list = Position::START.moves();
    let moves: Vec<_> = list.to_vec();
    assert_eq!(moves.len(), 20);
    assert!((&list).into_iter().eq(&moves) && list.clone().into_iter().eq(moves.iter().copied()));
    assert!(list.clone().into_iter().rev().eq(moves.iter().rev().copied()));
    assert_eq!((list.as_ref(), list.clone().as_mut()), (&moves[..], &mut moves.clone()[..]));

    let mut left = list.clone().into_iter();
    assert_eq!((left.len(), left.nth(2), left.next_back()), (20, Some(moves[2]), Some(moves[19])));
    assert_eq!((left.len(), left.as_slice()), (16, &moves[3..19]));
    assert_eq!(format!("{left:?}"), format!("{:?}", &moves[3..19]));
    assert_eq!((left.by_ref().count(), left.next(), left.next_back()), (16, None, None));
    assert_eq!((left.nth(1), left.as_slice()), (None, &[][..]));

    for chess_move in &mut list {
        *chess_move = Move::default();
    }
    assert_eq!(list[..], [Move::default(); 20]);
    assert_eq!(MoveList::new().into_iter().next(), None);
}
