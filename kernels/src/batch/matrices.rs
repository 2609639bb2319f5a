//! Bit matrices: the lines of sixteen sliders in one vector, a byte for each.
//!
//! On every rank but its own a queen looks at three files at most: its own, one to the east and one to the west. So a
//! board becomes three *columns* of eight bits, one for each rank, which a product of bit matrices gathers for eight
//! boards at once; the rank itself is a byte already. A column to one side belongs to a diagonal above the slider and
//! to an antidiagonal below it, or the other way round: that is no matter, for the two rays of a line know nothing of
//! one another.
//!
//! The three columns and the rank of two times eight sliders are the 64 bytes of a vector, where hyperbola quintessence
//! solves them together. The same products, transposed, put the attacks back on the boards. Nothing goes through
//! memory, and no mask register is used for what is computed: both would be narrower than the two vector ports.

use core::marker::PhantomData;

use super::{BatchFormula, Boards, Sink};
use crate::Square;
use crate::formula::quintessence;
use crate::lanes::{MatrixLevel, Reversible};

/// Bit matrices for each sixteen sliders, and `Rest` for what remains.
#[derive(Debug)]
pub struct Matrices<Rest>(PhantomData<Rest>);

impl<L: MatrixLevel, Rest: BatchFormula<L>> BatchFormula<L> for Matrices<Rest> {
    const NAME: &'static str = "hyperbola-quintessence";
    const LAYOUT: &'static str = "matrices";
    const TABLE_BYTES: usize = L::MATRIX_BYTES;

    #[inline(always)]
    fn run(level: L, squares: &[Square], boards: impl Boards, mut sink: impl Sink) {
        let (sixteens, rest) = squares.as_chunks::<16>();
        for (sixteen, squares) in sixteens.iter().enumerate() {
            let start = 16 * sixteen;
            sixteen_sliders(level, squares, boards.part(start, 16), sink.part(start, 16));
        }
        let start = 16 * sixteens.len();
        Rest::run(level, rest, boards.part(start, rest.len()), sink.part(start, rest.len()));
    }
}

#[inline(always)]
fn sixteen_sliders<L: MatrixLevel, S: Sink>(
    level: L,
    squares: &[Square; 16],
    boards: impl Boards,
    mut sink: S,
) {
    let (sixteen, sliders) = level.sixteen(squares);
    let occupied = level.gather(&sixteen, [boards.load(level, 0), boards.load(level, 8)]);
    let attacks = quintessence(occupied, !sliders, sliders, sliders.reverse_bits());
    let halves = if S::JOINED {
        level.scatter::<true>(&sixteen, attacks)
    } else {
        level.scatter::<false>(&sixteen, attacks)
    };
    let [(rooks, bishops), (more_rooks, more_bishops)] = halves;
    sink.store(level, 0, rooks, bishops);
    sink.store(level, 8, more_rooks, more_bishops);
}
