//! A function with the one use that the enabled feature selects. The linker keeps only what it reaches.
#![cfg_attr(not(feature = "std"), no_std)]

use quadline::Square;

#[cfg(all(not(feature = "std"), not(test)))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Computes a result from two numbers that the compiler cannot know.
#[unsafe(no_mangle)]
pub extern "C" fn answer(square: u8, occupied: u64) -> u64 {
    let square = Square::new_masked(square);
    of(square, occupied)
}

#[cfg(feature = "constant")]
fn of(square: Square, occupied: u64) -> u64 {
    quadline::constant::queen_attacks(square, occupied)
}

#[cfg(feature = "single")]
fn of(square: Square, occupied: u64) -> u64 {
    quadline::queen_attacks(square, occupied)
}

#[cfg(feature = "token")]
fn of(square: Square, occupied: u64) -> u64 {
    use quadline::level::{self, Level, WithLevel};

    struct Queen(Square, u64);
    impl WithLevel for Queen {
        type Output = u64;
        fn with_level<L: Level>(self, level: L) -> u64 {
            level.queen_attacks(self.0, self.1)
        }
    }
    level::dispatch(Queen(square, occupied))
}

#[cfg(feature = "batch")]
fn of(square: Square, occupied: u64) -> u64 {
    let mut attacks = [0; 64];
    quadline::batch::queen_attacks(&[square; 64], &[occupied; 64], &mut attacks);
    attacks.iter().fold(0, |union, attacks| union ^ attacks)
}

#[cfg(any(feature = "position", feature = "list", feature = "positions"))]
fn some_position(square: Square, occupied: u64) -> quadline::Position {
    quadline::Position::from_words([occupied, square.bit(), occupied, 0, 0, 0, square.bit(), 0])
}

#[cfg(feature = "position")]
fn of(square: Square, occupied: u64) -> u64 {
    some_position(square, occupied).legal_move_count().into()
}

#[cfg(feature = "list")]
fn of(square: Square, occupied: u64) -> u64 {
    let moves = some_position(square, occupied).moves();
    moves.iter().map(|chess_move| u64::from(chess_move.to_bits())).sum()
}

#[cfg(feature = "positions")]
fn of(square: Square, occupied: u64) -> u64 {
    let mut counts = [0; 8];
    quadline::batch::legal_move_counts(&[some_position(square, occupied); 8], &mut counts);
    counts[7].into()
}

#[cfg(not(any(
    feature = "constant",
    feature = "single",
    feature = "token",
    feature = "batch",
    feature = "position",
    feature = "list",
    feature = "positions"
)))]
fn of(square: Square, occupied: u64) -> u64 {
    square.bit() ^ occupied
}
