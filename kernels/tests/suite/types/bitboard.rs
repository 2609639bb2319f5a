//! Tests of `kernels/src/bitboard.rs`.

use quadline_kernels::*;

#[test]
fn a_drawing_is_read_back() {
    for square in Square::ALL {
        let board = Bitboard(square.bit());
        let drawing = board.to_string();
        let lines: Vec<_> = drawing.split('\n').collect();
        assert_eq!(lines.len(), 8, "{square}:\n{drawing}");
        for (line, rank) in lines.into_iter().zip((0..8).rev()) {
            let file = 2 * usize::from(square.file());
            let drawn = |at| if at == file && rank == square.rank() { "1" } else { "." };
            let expected: String = (0..15).map(|at| if at % 2 == 1 { " " } else { drawn(at) }).collect();
            assert_eq!(line, expected, "{square}");
        }
        assert_eq!(Bitboard::from_drawing(&drawing), board);
    }
    let (corners, without_spaces) =
        (0x8100_0000_0000_0081, "r......k................................................Q......1");
    assert_eq!(Bitboard::from_drawing(without_spaces), Bitboard(corners));
    assert_eq!((Bitboard::from(corners), u64::from(Bitboard(corners))), (Bitboard(corners), corners));
    assert_eq!(format!("{:?}", Bitboard(1)).lines().next(), Some("Bitboard(0x0000000000000001)"));
}

/// On wasm a panic ends the process.
#[cfg(panic = "unwind")]
#[test]
fn a_drawing_has_64_squares() {
    let is_read = |drawing: &str| std::panic::catch_unwind(|| Bitboard::from_drawing(drawing)).is_ok();
    let empty = ". ".repeat(64);
    assert!(is_read(&empty));
    assert!(!is_read(&empty[2..]) && !is_read(&(empty.clone() + ".")) && !is_read(""));
    for wrong in ["-", "0"] {
        assert!(!is_read(&empty.replacen('.', wrong, 1)), "{wrong}");
    }
    assert!(is_read(&empty.replacen('.', "1", 1)));
}
