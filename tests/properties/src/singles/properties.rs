//! Properties of every kernel for one slider.

use quadline_kernels::{Line, LineAttacks, Square, reference};

use super::Single;
use crate::draw::{assert_same, draw};

/// Checks every call against the ray walk.
pub fn prop_equals_oracle(kernel: &dyn Single, square: Square, occupied: u64) {
    prop_equals(kernel, square, occupied, reference::queen_attacks_x4(square, occupied));
}

/// Checks every call against attacks that were computed before.
#[inline]
pub fn prop_equals(kernel: &dyn Single, square: Square, occupied: u64, expected: LineAttacks) {
    let same = |what, found, expected| assert_same(kernel.name(), what, square, occupied, found, expected);
    let found = kernel.queen_attacks_x4(square, occupied);
    same("rank of queen_attacks_x4", found.rank(), expected.rank());
    same("file of queen_attacks_x4", found.file(), expected.file());
    same("diagonal of queen_attacks_x4", found.diagonal(), expected.diagonal());
    same("antidiagonal of queen_attacks_x4", found.antidiagonal(), expected.antidiagonal());
    let rook = expected.rank() | expected.file();
    let bishop = expected.diagonal() | expected.antidiagonal();
    same("rook_attacks", kernel.rook_attacks(square, occupied), rook);
    same("bishop_attacks", kernel.bishop_attacks(square, occupied), bishop);
    same("queen_attacks", kernel.queen_attacks(square, occupied), rook | bishop);
}

/// Checks that the four lines are disjoint and exclude the slider's square, and that their union is the
/// queen's attacks.
pub fn prop_four_lines_make_the_queen(kernel: &dyn Single, square: Square, occupied: u64) {
    let same = |what, found, expected| assert_same(kernel.name(), what, square, occupied, found, expected);
    let attacks = kernel.queen_attacks_x4(square, occupied);
    let mut seen = 1 << square.index();
    for line in Line::ALL {
        same("squares of a line that are the slider's or of a line before", attacks.line(line) & seen, 0);
        seen |= attacks.line(line);
    }
    let queen = seen ^ 1 << square.index();
    same("LineAttacks::queen against the four lines", attacks.queen(), queen);
    same("queen_attacks against the four lines", kernel.queen_attacks(square, occupied), queen);
    let rook = kernel.rook_attacks(square, occupied);
    let bishop = kernel.bishop_attacks(square, occupied);
    same("rook_attacks against rank and file", rook, attacks.to_array()[0] | attacks.to_array()[1]);
    same("bishop_attacks against the diagonals", bishop, attacks.to_array()[2] | attacks.to_array()[3]);
    same("LineAttacks::rook", attacks.rook(), rook);
    same("LineAttacks::bishop", attacks.bishop(), bishop);
}

/// Checks that squares off a line do not matter for it, by replacing them with those of another board.
pub fn prop_only_the_line_matters(kernel: &dyn Single, square: Square, occupied: u64, elsewhere: u64) {
    let attacks = kernel.queen_attacks_x4(square, occupied);
    for line in Line::ALL {
        let on_the_line = reference::line_attacks(square, line, 0);
        let changed = occupied & on_the_line | elsewhere & !on_the_line;
        let found = kernel.queen_attacks_x4(square, changed).line(line);
        let what = "a line after squares off it were changed";
        assert_same(kernel.name(), what, square, changed, found, attacks.line(line));
    }
}

/// Steps of files and ranks to the eight neighbors.
const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];

/// Returns all squares of a ray, the nearest first.
fn ray(square: Square, (files, ranks): (i8, i8)) -> impl Iterator<Item = Square> {
    let step = move |square: &Square| {
        let file = square.file().checked_add_signed(files).filter(|&file| file < 8)?;
        let rank = square.rank().checked_add_signed(ranks).filter(|&rank| rank < 8)?;
        Square::new(8 * rank + file)
    };
    std::iter::successors(step(&square), step)
}

/// Checks that the slider's own square and the last square of every ray do not matter.
pub fn prop_slider_and_edges_never_matter(kernel: &dyn Single, square: Square, occupied: u64, toggled: u64) {
    let lasts = DIRECTIONS.into_iter().filter_map(|direction| ray(square, direction).last());
    let free = lasts.fold(1 << square.index(), |free, last| free | 1 << last.index());
    let expected = kernel.queen_attacks_x4(square, occupied);
    for changed in [occupied ^ toggled & free, occupied ^ free, occupied | free, occupied & !free] {
        let found = kernel.queen_attacks_x4(square, changed);
        for line in Line::ALL {
            let what = "a line after the slider's square and the last squares were changed";
            assert_same(kernel.name(), what, square, changed, found.line(line), expected.line(line));
        }
    }
}

/// Maps a square by one of the eight symmetries of the board: bit 0 mirrors the files, bit 1 the ranks, bit 2
/// then swaps both.
fn moved(symmetry: u8, square: Square) -> Square {
    let (mut file, mut rank) = (square.file(), square.rank());
    if symmetry & 1 != 0 {
        file = 7 - file;
    }
    if symmetry & 2 != 0 {
        rank = 7 - rank;
    }
    if symmetry & 4 != 0 {
        (file, rank) = (rank, file);
    }
    Square::new_masked(8 * rank + file)
}

/// Maps a board by one of the eight symmetries, square by square.
fn moved_board(symmetry: u8, board: u64) -> u64 {
    let members = Square::ALL.into_iter().filter(|square| board >> square.index() & 1 == 1);
    members.fold(0, |moved_board, square| moved_board | 1 << moved(symmetry, square).index())
}

/// Checks that rotating and mirroring the board does the same to the attacks, line by line.
pub fn prop_symmetric(kernel: &dyn Single, square: Square, occupied: u64) {
    let attacks = kernel.queen_attacks_x4(square, occupied);
    for symmetry in 0..8 {
        let [mut rank, mut file, mut diagonal, mut antidiagonal] =
            attacks.to_array().map(|line| moved_board(symmetry, line));
        if symmetry & 4 != 0 {
            (rank, file) = (file, rank);
        }
        if matches!(symmetry & 3, 1 | 2) {
            (diagonal, antidiagonal) = (antidiagonal, diagonal);
        }
        let (square, occupied) = (moved(symmetry, square), moved_board(symmetry, occupied));
        let found = kernel.queen_attacks_x4(square, occupied);
        for (line, expected) in Line::ALL.into_iter().zip([rank, file, diagonal, antidiagonal]) {
            let what = "a line of the board turned or mirrored";
            assert_same(kernel.name(), what, square, occupied, found.line(line), expected);
        }
    }
}

/// Checks that one of two occupied squares attacks the other if and only if the other attacks it.
pub fn prop_attack_is_mutual(kernel: &dyn Single, square: Square, occupied: u64) {
    for line in Line::ALL {
        for other in Square::ALL {
            if reference::line_attacks(square, line, 0) >> other.index() & 1 == 0 {
                continue;
            }
            let both = occupied | 1 << square.index() | 1 << other.index();
            let there = kernel.queen_attacks_x4(square, both).line(line) >> other.index() & 1;
            let back = kernel.queen_attacks_x4(other, both).line(line) >> square.index() & 1;
            assert!(
                there == back,
                "{}: {square} attacks {other}: {}; {other} attacks {square}: {}\n{}",
                kernel.name(),
                there == 1,
                back == 1,
                draw(&[("occupied", both)])
            );
        }
    }
}

/// Returns the squares behind `blocker` as seen from `square`, if both are on one line.
fn behind(square: Square, blocker: Square) -> u64 {
    let rays = DIRECTIONS.into_iter().map(|direction| ray(square, direction));
    let behind = rays.flat_map(|ray| ray.skip_while(move |&other| other != blocker).skip(1));
    behind.fold(0, |squares, square| squares | 1 << square.index())
}

/// Checks that an attacked blocker removes the squares behind it from the attacks, and that nothing else
/// changes.
pub fn prop_blocker_takes_what_is_behind(
    kernel: &dyn Single,
    square: Square,
    occupied: u64,
    blocker: Square,
) {
    let before = kernel.queen_attacks_x4(square, occupied);
    let blocked = occupied | 1 << blocker.index();
    let after = kernel.queen_attacks_x4(square, blocked);
    for line in Line::ALL {
        let attacked = before.line(line) >> blocker.index() & 1 == 1;
        let expected =
            if attacked { before.line(line) & !behind(square, blocker) } else { before.line(line) };
        let what = "a line after a blocker was added";
        assert_same(kernel.name(), what, square, blocked, after.line(line), expected);
    }
}
