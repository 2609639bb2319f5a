//! Tests of `kernels/src/chess/by_color_and_role.rs`.

use bytemuck::TransparentWrapper;
use quadline_kernels::*;

#[test]
fn entries_are_indexed() {
    let mut sides = ByColor([3, 5]);
    for (number, color) in Color::ALL.into_iter().enumerate() {
        assert_eq!((sides[color], sides[number]), ([3, 5][number], [3, 5][number]));
        sides[color] += 10;
        sides[number] += 100;
    }
    assert_eq!((sides, sides.0), (ByColor([113, 115]), sides.into()));
    let mut roles = ByRole::from_fn(|role| role as u8);
    assert_eq!([0, 1, 2, 3, 4, 5], roles);
    for role in Role::ALL {
        assert_eq!(roles[role], role as u8);
        roles[role] *= 2;
    }
    assert_eq!(roles, [0, 2, 4, 6, 8, 10]);
    assert_ne!(roles, [0, 2, 4, 6, 8, 11]);
    assert_ne!([0, 2, 4, 6, 8, 11], roles);
}

#[test]
fn entries_are_iterated() {
    let mut roles = ByRole::from([1, 2, 3, 4, 5, 6]);
    for value in &mut roles {
        *value *= 3;
    }
    assert_eq!((&roles).into_iter().sum::<i32>(), 63);
    assert_eq!(roles.into_iter().rev().collect::<Vec<_>>(), [18, 15, 12, 9, 6, 3]);
    assert_eq!(roles.map(|value| value > 9), ByRole([false, false, false, true, true, true]));
    let entries: Vec<_> = roles.entries().map(|(role, &value)| (role, value)).collect();
    assert_eq!(entries, Role::ALL.into_iter().zip([3, 6, 9, 12, 15, 18]).collect::<Vec<_>>());
    assert_eq!(ByColor([1, 2]).entries().next_back(), Some((Color::Black, &2)));
    roles.as_mut()[0] = 7;
    roles.swap(0, 5);
    assert_eq!((roles.as_ref().first(), roles.len()), (Some(&18), 6));
}

#[test]
fn sets_are_joined_up_to_a_role() {
    let sets = ByRole::from_fn(|role| 1_u64 << role as u8);
    assert_eq!(Role::ALL.map(|role| sets.up_to(role)), [0b1, 0b11, 0b111, 0b1111, 0b1_1111, 0b11_1111]);
}

#[test]
fn slices_are_cast() {
    let mut arrays = [[1_u64; 6]; 3];
    let by_role: &mut [ByRole<u64>] = ByRole::wrap_slice_mut(&mut arrays);
    by_role[1][Role::Knight] = 9;
    assert_eq!(ByRole::peel_slice(by_role)[1], [1, 9, 1, 1, 1, 1]);
    assert_eq!(arrays[1][1], 9);
}
