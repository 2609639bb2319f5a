//! Iteration over all kernels, for tests, benchmarks and fuzz targets.

use crate::batch::{BatchKernel, SlidersInLanes, plans::LinesOrOneByOne};
use crate::calls::Level;
use crate::formula::{self, Formula, HyperbolaQuintessenceFirstRank, SimdFormula, SimdFormulaVisitor};

/// A visitor of every kernel of every level; see [`visit_kernels`](super::list::visit_kernels).
#[doc(hidden)]
pub trait KernelVisitor {
    /// Visits a formula over the four lines of one slider.
    fn single<L: Level, F: Formula<L>>(&mut self, level: L);
    /// Visits a kernel for many sliders.
    fn batch<L: Level, B: BatchKernel<L>>(&mut self, level: L);
    /// Visits the name of a level that this CPU lacks.
    fn skipped(&mut self, level: &'static str);
}

/// Calls a visitor with the formulas over the lanes of a level, in every layout.
pub(crate) fn visit_simd_formulas<L: Level>(visitor: &mut impl KernelVisitor, level: L) {
    struct AtLevel<'a, L, V>(L, &'a mut V);
    impl<L: Level, V: KernelVisitor> SimdFormulaVisitor for AtLevel<'_, L, V> {
        fn formula<F: SimdFormula>(&mut self) {
            self.1.single::<L, F>(self.0);
            self.1.batch::<L, LinesOrOneByOne<F>>(self.0);
            self.1.batch::<L, SlidersInLanes<F>>(self.0);
        }
    }
    formula::visit_simd_formulas(&mut AtLevel(level, visitor));
    visitor.single::<L, HyperbolaQuintessenceFirstRank>(level);
    visitor.batch::<L, LinesOrOneByOne<HyperbolaQuintessenceFirstRank>>(level);
}

/// Calls a visitor with the batch kernel of a level, unless it is among those of [`visit_simd_formulas`].
pub(crate) fn visit_batch<L: Level, B: BatchKernel<L>>(visitor: &mut impl KernelVisitor, level: L) {
    if !matches!(B::LAYOUT, "lines" | "sliders") {
        visitor.batch::<L, B>(level);
    }
}

/// Calls a visitor with the functions of [`formula::multiversioned`], which dispatch by themselves, as
/// kernels of the level `scalar`.
#[cfg(feature = "multiversion")]
pub(crate) fn visit_multiversioned(visitor: &mut impl KernelVisitor) {
    use crate::formula::multiversioned::{
        self, Multiversioned, MultiversionedFormula, MultiversionedVisitor,
    };
    use crate::levels::rows::tokens::Scalar;

    struct AtScalar<'a, V>(Scalar, &'a mut V);
    impl<V: KernelVisitor> MultiversionedVisitor for AtScalar<'_, V> {
        fn formula<F: MultiversionedFormula>(&mut self) {
            self.1.single::<Scalar, Multiversioned<F>>(self.0);
        }
    }
    if let Some(scalar) = Scalar::detect() {
        multiversioned::visit(&mut AtScalar(scalar, visitor));
    }
}

#[cfg(not(feature = "multiversion"))]
pub(crate) fn visit_multiversioned(_: &mut impl KernelVisitor) {}
