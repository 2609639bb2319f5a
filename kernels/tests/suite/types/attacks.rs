//! Tests of `kernels/src/attacks.rs`.

use quadline_kernels::*;

#[test]
fn the_lanes_are_the_lines_in_order() {
    // The lanes of a slider share no bits, but these do: with them, OR differs from addition and XOR.
    let lanes = [0b1111_0000, 0b1100_1100, 0b1010_1010, 0b0110_1001];
    let attacks = LineAttacks::from_array(lanes);
    let [rank, file, diagonal, antidiagonal] = lanes;
    assert_eq!(attacks.to_array(), lanes);
    assert_eq!(
        [attacks.rank(), attacks.file(), attacks.diagonal(), attacks.antidiagonal()],
        Line::ALL.map(|line| attacks.line(line))
    );
    assert_eq!(Line::ALL.map(|line| attacks.line(line)), lanes);
    assert_eq!(attacks.rook(), rank | file);
    assert_eq!(attacks.bishop(), diagonal | antidiagonal);
    assert_eq!(attacks.queen(), rank | file | diagonal | antidiagonal);
}
