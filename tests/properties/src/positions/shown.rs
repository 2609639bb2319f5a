//! Results in messages: bitboards are drawn.

use std::fmt::Debug;

use quadline_kernels::{ByColor, ByRole, CheckInfo, Color, Move, NodeInfo, Position, Role};

use crate::draw;

/// A result that a message shows.
pub(super) trait Shown: Debug {
    /// Returns the bitboards of the result with their names, or nothing if it does not consist of bitboards.
    fn boards(&self) -> Vec<(String, u64)> {
        Vec::new()
    }
}

impl Shown for bool {}
impl Shown for i32 {}
impl Shown for Position {}
impl Shown for Option<Position> {}
impl Shown for Vec<Move> {}
impl Shown for (Vec<Move>, usize) {}

impl Shown for u64 {
    fn boards(&self) -> Vec<(String, u64)> {
        vec![(String::new(), *self)]
    }
}

impl<const COUNT: usize> Shown for [u64; COUNT] {
    fn boards(&self) -> Vec<(String, u64)> {
        self.iter().enumerate().map(|(index, &board)| (format!("word {index}"), board)).collect()
    }
}

impl Shown for ByRole<u64> {
    fn boards(&self) -> Vec<(String, u64)> {
        Role::ALL.into_iter().map(|role| (format!("{role:?}"), self[role])).collect()
    }
}

/// Returns the boards of both colors.
fn of_colors(of: impl Fn(usize) -> Vec<(String, u64)>) -> Vec<(String, u64)> {
    let named = |color: Color| {
        of(color as usize).into_iter().map(move |(name, board)| (format!("{color:?} {name}"), board))
    };
    Color::ALL.into_iter().flat_map(named).collect()
}

impl Shown for ByColor<ByRole<u64>> {
    fn boards(&self) -> Vec<(String, u64)> {
        of_colors(|color| self.0[color].boards())
    }
}

impl Shown for [ByRole<u64>; 2] {
    fn boards(&self) -> Vec<(String, u64)> {
        of_colors(|color| self[color].boards())
    }
}

impl Shown for [[u64; 6]; 2] {
    fn boards(&self) -> Vec<(String, u64)> {
        self.map(ByRole).boards()
    }
}

impl Shown for CheckInfo {
    fn boards(&self) -> Vec<(String, u64)> {
        let mut boards =
            vec![("checkers".into(), self.checkers()), ("discoverers".into(), self.discoverers())];
        for color in Color::ALL {
            boards.push((format!("pinned {color:?}"), self.pinned(color)));
            boards.push((format!("pinners {color:?}"), self.pinners(color)));
        }
        boards.extend(Role::ALL.map(|role| (format!("checks by {role:?}"), self.checks(role))));
        boards
    }
}

impl Shown for NodeInfo {
    fn boards(&self) -> Vec<(String, u64)> {
        [self.attacks_by_role().boards(), self.check_info().boards()].concat()
    }
}

/// Describes how two results differ: each bitboard that does is drawn, beside the expected one.
pub(super) fn difference(found: &impl Shown, expected: &impl Shown) -> String {
    let (boards, of_oracle) = (found.boards(), expected.boards());
    let differing = boards.iter().zip(&of_oracle).filter(|((_, found), (_, expected))| found != expected);
    let drawn: Vec<_> = differing
        .map(|((name, found), (_, expected))| {
            let boards = draw(&[("expected", *expected), ("found", *found), ("wrong", found ^ expected)]);
            if name.is_empty() { boards } else { format!("{name}\n{boards}") }
        })
        .collect();
    if drawn.is_empty() { format!("found {found:?}\nexpected {expected:?}") } else { drawn.join("\n") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_that_differ_are_drawn() {
        let text = difference(&ByRole([1, 2, 3, 4, 5, 6]), &ByRole([1, 2, 3, 4, 5, 7]));
        assert!(text.starts_with("King\nexpected            found               wrong\n"), "{text}");
        assert_eq!(text.lines().count(), 11, "{text}");
        assert_eq!(difference(&true, &false), "found true\nexpected false");
    }
}
