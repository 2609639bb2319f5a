//! A loop that is compiled once for each level, with the kernels inlined into it:
//! `cargo run --release --example generic_over_level`.

use quadline::level::{self, Level, WithLevel};
use quadline::{Bitboard, Square};

/// Finds the squares that a rook reaches within some moves if it captures nothing.
struct Reach {
    from: Square,
    moves: u32,
    occupied: u64,
}

impl WithLevel for Reach {
    type Output = u64;

    fn with_level<L: Level>(self, level: L) -> u64 {
        // Inside of `vectorize`, the compiler uses the instructions of the level.
        level.vectorize(
            #[inline(always)]
            || {
                (0..self.moves).fold(self.from.bit(), |reached, _| {
                    let rooks = Square::ALL.into_iter().filter(|square| reached & square.bit() != 0);
                    let attacks = rooks.fold(0, |all, rook| all | level.rook_attacks(rook, self.occupied));
                    reached | attacks & !self.occupied
                })
            },
        )
    }
}

fn main() {
    // The program detects the level of the CPU once.
    let occupied = Square::G1.bit() | Square::H3.bit();
    let reached = level::dispatch(Reach { from: Square::H1, moves: 2, occupied });
    println!("Within two moves from h1, by level {}:\n\n{}", level::active(), Bitboard(reached));
    assert_eq!(reached, 0xff << 8 | Square::H1.bit());
}

#[test]
fn runs() {
    main();
}
