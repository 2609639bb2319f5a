//! All kernels of this CPU, collected from the list of levels.

use std::sync::OnceLock;

use quadline_kernels::formula::{self, Formula, LineFormulaVisitor};
use quadline_kernels::internal;
use quadline_kernels::internal::KernelVisitor;
use quadline_kernels::internal::batch::BatchKernel;
use quadline_kernels::level::{self, Level, WithLevel};
use quadline_kernels::{Line, LineAttacks, Square};

use crate::batches::{BatchOfFormula, BatchOfLevel};
use crate::positions::{
    EngineCalls, ManyOfLevel, ManyPositions, Methods, OneOfLevel, OnePosition, ThreatMethods, Threats,
    ThreatsOfLevel, Training, TrainingOfLevel,
};
use crate::singles::{SingleOfFormula, SingleOfLevel};
use crate::{Batch, Single};

/// All kernels of the levels that this CPU has.
pub struct Kernels {
    /// The kernels for one slider, best level first.
    pub singles: Vec<Box<dyn Single>>,
    /// The kernels for many sliders, best level first.
    pub batches: Vec<Box<dyn Batch>>,
    /// The calls for many positions, best level first.
    pub many_positions: Vec<Box<dyn ManyPositions>>,
    /// The calls for one position, best level first.
    pub one_position: Vec<Box<dyn OnePosition>>,
    /// The calls that a search makes, best level first.
    pub engine: Vec<Box<dyn EngineCalls>>,
    /// The calls for threats, best level first.
    pub threats: Vec<Box<dyn Threats>>,
    /// The calls for trainers of networks, best level first.
    pub training: Vec<Box<dyn Training>>,
    /// The formulas for one line that use integers.
    pub lines: Vec<LineFormula>,
    /// The levels of this CPU, best first.
    pub levels: Vec<&'static str>,
    /// The levels of the build that this CPU lacks.
    pub skipped: Vec<&'static str>,
    /// The levels of this CPU whose kernels are left out, because `QUADLINE_TEST_LEVELS` is set and does not
    /// name them.
    pub left_out: Vec<&'static str>,
}

impl Kernels {
    /// Returns the kernels of this CPU, which are collected once.
    pub fn of_this_cpu() -> &'static Self {
        static KERNELS: OnceLock<Kernels> = OnceLock::new();
        KERNELS.get_or_init(|| {
            let mut kernels = Self {
                singles: Vec::new(),
                batches: Vec::new(),
                many_positions: Vec::new(),
                one_position: Vec::new(),
                engine: Vec::new(),
                threats: Vec::new(),
                training: Vec::new(),
                lines: Vec::new(),
                levels: Vec::new(),
                skipped: Vec::new(),
                left_out: left_out(),
            };
            internal::visit_kernels(&mut kernels);
            for level in level::available() {
                kernels.levels.push(level.name());
                if level.same_as().is_none() && !kernels.left_out.contains(&level.name()) {
                    level.run(AddDefaults(&mut kernels));
                }
            }
            kernels.one_position.push(Box::new(Methods));
            kernels.engine.push(Box::new(Methods));
            kernels.threats.push(Box::new(ThreatMethods));
            formula::visit_line_formulas(&mut kernels);
            kernels
        })
    }
}

/// Returns the levels of this CPU that `QUADLINE_TEST_LEVELS` does not name, or none if it is not set.
fn left_out() -> Vec<&'static str> {
    let Ok(named) = std::env::var("QUADLINE_TEST_LEVELS") else { return Vec::new() };
    let named: Vec<_> = named.split(',').map(str::trim).collect();
    for level in &named {
        assert!(level::NAMES.contains(level), "QUADLINE_TEST_LEVELS names `{level}`, which is no level");
    }
    let is_named = |level: level::Detected| named.contains(&level.name());
    // Another name for a level names the level.
    let also = |level| level::available().any(|other| other.same_as() == Some(level) && is_named(other));
    let left_out = level::available().filter(|&level| !is_named(level) && !also(level));
    left_out.map(level::Detected::name).collect()
}

impl KernelVisitor for Kernels {
    fn single<L: Level, F: Formula<L>>(&mut self, level: L) {
        if !self.left_out.contains(&L::NAME) {
            self.singles.push(Box::new(SingleOfFormula::<L, F>::new(level)));
        }
    }

    fn batch<L: Level, B: BatchKernel<L>>(&mut self, level: L) {
        if !self.left_out.contains(&L::NAME) {
            self.batches.push(Box::new(BatchOfFormula::<L, B>::new(level)));
        }
    }

    fn skipped(&mut self, level: &'static str) {
        self.skipped.push(level);
    }
}

struct AddDefaults<'a>(&'a mut Kernels);

impl WithLevel for AddDefaults<'_> {
    type Output = ();

    fn with_level<L: Level>(self, level: L) {
        self.0.singles.push(Box::new(SingleOfLevel::new(level)));
        self.0.batches.push(Box::new(BatchOfLevel::new(level)));
        self.0.many_positions.push(Box::new(ManyOfLevel::new(level)));
        self.0.one_position.push(Box::new(OneOfLevel::new(level)));
        self.0.engine.push(Box::new(OneOfLevel::new(level)));
        self.0.threats.push(Box::new(ThreatsOfLevel::new(level)));
        self.0.training.push(Box::new(TrainingOfLevel::new(level)));
    }
}

/// A formula for one line that uses integers.
#[derive(Clone, Copy)]
pub struct LineFormula {
    /// Its name in tables.
    pub name: &'static str,
    /// Computes the attacks along a line.
    pub line_attacks: fn(Square, Line, u64) -> u64,
}

impl LineFormula {
    /// Returns the attacks along all four lines.
    pub fn queen_attacks_x4(&self, square: Square, occupied: u64) -> LineAttacks {
        LineAttacks::from_array(Line::ALL.map(|line| (self.line_attacks)(square, line, occupied)))
    }
}

impl LineFormulaVisitor for Kernels {
    fn formula<F: formula::LineFormula>(&mut self) {
        self.lines.push(LineFormula { name: F::NAME, line_attacks: F::line_attacks });
    }
}
