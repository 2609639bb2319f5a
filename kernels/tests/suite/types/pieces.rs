//! Tests of `kernels/src/chess/pieces.rs`.

use quadline_kernels::*;

#[test]
fn letters_are_read_back() {
    for (role, letter) in Role::ALL.into_iter().zip("pnbrqk".chars()) {
        assert_eq!(role.letter(), letter);
        for color in Color::ALL {
            let piece = Piece::new(color, role);
            assert_eq!((piece.color(), piece.role()), (color, role));
            assert_eq!(Piece::from_byte(piece.to_byte()), Some(piece));
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            assert_eq!(piece.letter().is_ascii_uppercase(), color == Color::White);
            assert_eq!(piece.letter().to_ascii_lowercase(), letter);
        }
    }
    let bytes: Vec<u8> = (0..=255).filter(|&byte| Piece::from_byte(byte).is_some()).collect();
    assert_eq!(bytes, [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14]);
    assert_eq!(format!("{:?}", Piece::new(Color::White, Role::Rook)), "Piece(white rook)");
    assert_eq!("xX1 ♚".chars().find_map(Piece::from_letter), None);
    assert_eq!(Piece::new(Color::Black, Role::Queen).to_string(), "black queen");
    assert_eq!(Role::ALL.map(|role| role.to_string()).join(" "), "pawn knight bishop rook queen king");
}

#[test]
fn colors_are_opponents_with_back_ranks() {
    assert_eq!(Color::ALL.map(Color::opponent), [Color::Black, Color::White]);
    assert_eq!(Color::ALL.map(|color| !color), [Color::Black, Color::White]);
    assert_eq!(Color::ALL.map(|color| color.back_rank().trailing_zeros()), [0, 56]);
    assert_eq!(Color::ALL.map(|color| color.back_rank().count_ones()), [8, 8]);
}
