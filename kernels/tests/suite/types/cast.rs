//! Tests of `kernels/src/chess/cast.rs`.

use quadline_kernels::*;

#[test]
fn words_are_positions_where_they_are_aligned() {
    const { assert!(size_of::<Position>() == 64 && align_of::<Position>() == 64) };
    let positions = [Position::START; 4];
    let words = Position::slice_as_words(&positions);
    assert_eq!(words, [*Position::START.words(); 4]);
    assert_eq!(Position::slice_from_words(words), Some(&positions[..]));
    assert_eq!(Position::slice_from_words(&words[..0]), Some(&[][..]));
    for offset in 1..8 {
        let (words, _) = words.as_flattened()[offset..].as_chunks::<8>();
        assert_eq!(Position::slice_from_words(words), None);
    }
}
