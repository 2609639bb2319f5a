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
//! memory, and mask registers say no more than which bytes are ranks: both would be narrower than the two vector ports.
//! Sixteen queens take 38 vector instructions that compute.

use core::marker::PhantomData;

use super::{BatchFormula, Boards, Sink};
use crate::Square;
use crate::formula::quintessence;
use crate::lanes::{MatrixLevel, Reversible};

/// With fewer sliders than this the sixteen are not worth their time.
const FEWEST: usize = 9;

/// Bit matrices for each sixteen sliders and for what remains, or `Few` if that is next to nothing.
#[derive(Debug)]
pub struct Matrices<Few>(PhantomData<Few>);

impl<L: MatrixLevel, Few: BatchFormula<L>> BatchFormula<L> for Matrices<Few> {
    const NAME: &'static str = "hyperbola-quintessence";
    const LAYOUT: &'static str = "matrices";
    const TABLE_BYTES: usize = L::MATRIX_BYTES + Few::TABLE_BYTES;

    #[inline(always)]
    fn run(level: L, squares: &[Square], boards: impl Boards, mut sink: impl Sink) {
        if squares.len() < FEWEST {
            return Few::run(level, squares, boards, sink);
        }
        let places = level.places();
        // Parts as long as `squares`, so that nothing is out of bounds where a chunk of squares is not.
        let (boards, mut sink) = (boards.part(0, squares.len()), sink.part(0, squares.len()));
        let mut start = 0;
        while let Some((squares, _)) = squares[start..].split_first_chunk::<16>() {
            let (sixteen, sliders) = level.sixteen(places, squares);
            let occupied = [boards.load(level, start), boards.load(level, start + 8)];
            let [(rooks, bishops), (more_rooks, more_bishops)] =
                attacks(level, &sixteen, sliders, occupied, &sink);
            sink.store(level, start, rooks, bishops);
            sink.store(level, start + 8, more_rooks, more_bishops);
            start += 16;
        }
        let rest = &squares[start..];
        if rest.len() < FEWEST {
            Few::run(level, rest, boards.part(start, rest.len()), sink.part(start, rest.len()));
            return;
        }
        let (first, second) = (rest.len().min(8), rest.len().saturating_sub(8));
        let (sixteen, sliders) = level.fewer(places, rest);
        let occupied =
            [boards.load_some(level, start, first), boards.load_some(level, start + first, second)];
        let [(rooks, bishops), (more_rooks, more_bishops)] =
            attacks(level, &sixteen, sliders, occupied, &sink);
        sink.store_some(start, first, rooks, bishops);
        sink.store_some(start + first, second, more_rooks, more_bishops);
    }
}

/// The rook and bishop attacks of two times eight sliders.
#[inline(always)]
fn attacks<L: MatrixLevel, S: Sink>(
    level: L,
    sixteen: &L::Sixteen,
    sliders: L::Bytes,
    occupied: [L::Sliders; 2],
    _: &S,
) -> [(L::Sliders, L::Sliders); 2] {
    let states = level.gather(sixteen, occupied);
    let attacks = quintessence(states, !sliders, sliders, sliders.reverse_bits());
    if S::JOINED { level.scatter::<true>(sixteen, attacks) } else { level.scatter::<false>(sixteen, attacks) }
}
