//! Tests of `kernels/src/square.rs`.

use quadline_kernels::*;

#[test]
fn numbers_names_files_and_ranks_agree() {
    for (index, square) in Square::ALL.into_iter().enumerate() {
        assert_eq!(square.index(), index);
        assert_eq!(Square::new(index as u8), Some(square));
        assert_eq!(Square::new_masked(index as u8 + 64), square);
        assert_eq!(Square::try_from(index as u8), Ok(square));
        assert_eq!(u8::from(square) as usize, index);
        assert_eq!((square.rank() * 8 + square.file()) as usize, index);
        assert_eq!(square.bit().trailing_zeros() as usize, index);
        assert_eq!(square.bit().count_ones(), 1);
        assert_eq!(Square::lowest(square.bit() | 1 << 63), Some(square));
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(format!("{square:?}"), square.to_string());
    }
    assert_eq!((Square::A1.index(), Square::H1.index(), Square::A2.index()), (0, 7, 8));
    assert_eq!((Square::E4.index(), Square::H8.index()), (28, 63));
    assert_eq!(Square::lowest(0), None);
    assert_eq!(format!("[{:>4}]", Square::E4), "[  e4]");
}

#[test]
fn what_is_no_square_is_said() {
    for number in 64..=255 {
        assert_eq!(Square::new(number), None);
        assert_eq!(
            Square::try_from(number).unwrap_err().to_string(),
            format!("invalid square: {number} (squares are 0..=63, a1 = 0, h8 = 63)")
        );
    }
    for name in ["", "e", "e9", "e0", "i1", "E4", "e44", "4e", "é", " e4"] {
        assert_eq!(name.parse::<Square>(), Err(ParseSquareError::Name), "{name:?}");
    }
    assert!(ParseSquareError::Name.to_string().contains("such as e4"));
}

#[test]
fn slices_are_checked_to_the_last_byte() {
    let bytes: Vec<u8> = (0..64).collect();
    let squares = Square::slice_from_bytes(&bytes).unwrap();
    assert_eq!(squares, Square::ALL);
    assert_eq!(Square::slice_as_bytes(squares), bytes);
    assert_eq!(Square::slice_from_bytes(&[]), Ok(&[][..]));
    for number in 64..=255 {
        let error = Err(ParseSquareError::Number { number, index: Some(0) });
        assert_eq!(Square::slice_from_bytes(&[number]), error);
    }
    assert_eq!(
        Square::slice_from_bytes(&[1, 2, 64, 200]),
        Err(ParseSquareError::Number { number: 64, index: Some(2) })
    );
}
