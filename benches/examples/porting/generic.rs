//! A loop that is generic over the level, with dispatch inside or outside of it, and with batch calls.

use quadline::level::{self, Level, WithLevel};
use quadline::{Square, batch};
use quadline_benches::positions::Sliders;

/// The loop has the level as an additional argument, calls its methods, and runs in a closure of `vectorize`.
fn mobility<L: Level>(level: L, positions: &[Sliders]) -> u64 {
    level.vectorize(
        #[inline(always)]
        || {
            crate::mobility(
                positions,
                #[inline(always)]
                |square, occupied| level.rook_attacks(Square::new_masked(square), occupied),
                #[inline(always)]
                |square, occupied| level.bishop_attacks(Square::new_masked(square), occupied),
            )
        },
    )
}

/// The arguments of the loop, for dispatch.
struct Mobility<'a>(&'a [Sliders]);

impl WithLevel for Mobility<'_> {
    type Output = u64;

    fn with_level<L: Level>(self, level: L) -> u64 {
        mobility(level, self.0)
    }
}

/// Dispatches for each position, like a move generator with an unchanged interface.
#[inline(never)]
pub fn chosen_for_each_position(positions: &[Sliders]) -> u64 {
    positions.chunks(1).map(|position| level::dispatch(Mobility(position))).sum()
}

/// Dispatches once, like a search that is generic as a whole.
#[inline(never)]
pub fn chosen_once(positions: &[Sliders]) -> u64 {
    level::dispatch(Mobility(positions))
}

/// Collects the squares of some positions, then computes their attacks, in buffers that are reused and small
/// enough for the cache.
#[inline(never)]
pub fn batch(positions: &[Sliders]) -> u64 {
    let mut collected = Collected::default();
    let of_kind = |collected: &mut Collected, some: &[Sliders]| {
        collected.mobility(some, |sliders| sliders.rooks | sliders.queens, batch::rook_attacks)
            + collected.mobility(some, |sliders| sliders.bishops | sliders.queens, batch::bishop_attacks)
    };
    positions.chunks(64).map(|some| of_kind(&mut collected, some)).sum()
}

#[derive(Default)]
struct Collected {
    squares: Vec<Square>,
    boards: Vec<u64>,
    attacks: Vec<u64>,
}

impl Collected {
    fn mobility(
        &mut self,
        positions: &[Sliders],
        of_kind: fn(&Sliders) -> u64,
        attacks_of: fn(&[Square], &[u64], &mut [u64]),
    ) -> u64 {
        let Self { squares, boards, attacks } = self;
        squares.clear();
        boards.clear();
        for position in positions {
            let mut rest = of_kind(position);
            while let Some(square) = Square::lowest(rest) {
                rest &= rest - 1;
                squares.push(square);
                boards.push(position.occupied);
            }
        }
        attacks.resize(squares.len(), 0);
        attacks_of(squares, boards, attacks);
        attacks.iter().map(|attacks| u64::from(attacks.count_ones())).sum()
    }
}
