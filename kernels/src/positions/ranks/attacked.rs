//! The squares that each side attacks, rank by rank.
//!
//! Without this kernel, 512 positions take 2.3 times as long at `avx512-vbmi` and 2.1 times at `avx2`, by single calls
//! (Zen 5).
//!
//! Nothing depends on the side to move, so boards are not turned. Both colors go through the same two sweeps,
//! and the results are transposed back to a word for each position:
//!
//! ```text
//!                     sweep to the north                    sweep to the south
//!
//! rank k + 1          . . . . . . . .                       . . r . . . b .
//!                      ↖   ↑   ↗    of each color            ↙   ↓   ↘    of each color
//! rank k        1     . q . . . . . .                 2     . q . . . . . .
//!                     the front arrives: stored             the front arrives: added, with the sliders
//!                                                           along rank k and the steps to rank k
//!
//!               byte 0   byte 1                             bytes 0 to 7    bytes 8 to 15
//! rank 8        h0       h1       ...                 3     a0 b0 .. h0     a1 b1 .. h1       words 0 and 1
//!   ...                                transposed:            ...
//! rank 1        a0       a1       ...                                                        words 2 and 3, ...
//! ```

use super::fills::{Front, West};
use super::steps::Leapers;
use super::{downwards, upwards};
use crate::chess::Position;
use crate::lanes::RankStore;

/// Writes the squares that White attacks and those that Black attacks, for as many positions as there are
/// lanes.
#[inline(always)]
pub fn attacked_squares<V: RankStore>(
    token: V::Token,
    positions: &[Position],
    [white_places, black_places]: [&mut [u64]; 2],
) {
    let none = V::splat(token, 0);
    let [kings, _] = V::load_words(token, positions, 3);
    let [diagonal, orthogonal] = V::load_words(token, positions, 2);
    let [pawns, knights] = V::load_words(token, positions, 1);
    let [white, black] = V::load_words(token, positions, 0);

    let (mut by_white, mut by_black) = ([none; 8], [none; 8]);
    let (mut white_steps, mut black_steps) = (Leapers::new(none), Leapers::new(none));
    let mut fronts = [Front::new(none); 2];
    upwards(
        #[inline(always)]
        |rank| {
            let (white, black) = (white[rank], black[rank]);
            let empty = !(white | black);
            let (pawns, knights, kings) = (pawns[rank], knights[rank], kings[rank]);
            white_steps.set::<false>(rank, [knights & white, kings & white, pawns & white, none]);
            black_steps.set::<false>(rank, [knights & black, kings & black, none, pawns & black]);
            [by_white[rank], by_black[rank]] = [fronts[0].union(), fronts[1].union()];
            let (orthogonal, diagonal) = (orthogonal[rank], diagonal[rank]);
            fronts = [
                fronts[0].next(Front::of_sliders(orthogonal & white, diagonal & white), empty),
                fronts[1].next(Front::of_sliders(orthogonal & black, diagonal & black), empty),
            ];
        },
    );
    let mut fronts = [Front::new(none); 2];
    downwards(
        #[inline(always)]
        |rank| {
            let (white, black) = (white[rank], black[rank]);
            let empty = !(white | black);
            let west = West::new(token, empty);
            let (orthogonal, diagonal) = (orthogonal[rank], diagonal[rank]);
            by_white[rank] = by_white[rank]
                | fronts[0].union()
                | west.attacks_both_ways(empty, orthogonal & white)
                | white_steps.attacks::<false>(rank);
            by_black[rank] = by_black[rank]
                | fronts[1].union()
                | west.attacks_both_ways(empty, orthogonal & black)
                | black_steps.attacks::<false>(rank);
            fronts = [
                fronts[0].next(Front::of_sliders(orthogonal & white, diagonal & white), empty),
                fronts[1].next(Front::of_sliders(orthogonal & black, diagonal & black), empty),
            ];
        },
    );
    V::store(by_white, white_places);
    V::store(by_black, black_places);
}
