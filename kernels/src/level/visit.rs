//! The walk over the kernels.

use super::Level;
use crate::batch::{BatchFormula, SlidersInLanes, plans::LinesOrOneByOne};
use crate::formula::{self, Formula, HyperbolaQuintessenceFirstRank, LaneFormula, LaneFormulaVisitor};

/// Sees every kernel of every level, see [`visit_kernels`](super::visit_kernels).
pub trait KernelVisitor {
    /// A formula over the four lines of one slider.
    fn single<L: Level, F: Formula<L>>(&mut self, level: L);
    /// A formula over many sliders.
    fn batch<L: Level, B: BatchFormula<L>>(&mut self, level: L);
    /// A level that this CPU lacks.
    fn skipped(&mut self, level: &'static str);
}

/// Shows a visitor the formulas that run over the lanes of every level, in every layout.
pub(super) fn visit_lane_formulas<L: Level>(visitor: &mut impl KernelVisitor, level: L) {
    struct AtLevel<'a, L, V>(L, &'a mut V);
    impl<L: Level, V: KernelVisitor> LaneFormulaVisitor for AtLevel<'_, L, V> {
        fn formula<F: LaneFormula>(&mut self) {
            self.1.single::<L, F>(self.0);
            self.1.batch::<L, LinesOrOneByOne<F>>(self.0);
            self.1.batch::<L, SlidersInLanes<F>>(self.0);
        }
    }
    formula::visit_lane_formulas(&mut AtLevel(level, visitor));
    visitor.single::<L, HyperbolaQuintessenceFirstRank>(level);
    visitor.batch::<L, LinesOrOneByOne<HyperbolaQuintessenceFirstRank>>(level);
}
