//! All contestants, collected from the list of kernels and the list of peers.

use core::any::TypeId;
use core::fmt;

use quadline_kernels::formula::{Formula, KindergartenOnWords, LineFormula};
use quadline_kernels::internal::batch::BatchKernel;
use quadline_kernels::internal::{KernelVisitor, visit_kernels};
use quadline_kernels::level::Level;
use serde::{Deserialize, Serialize};

use crate::BenchError;
use crate::generator::{Batch, CallsOf, Constant, Dispatched, Inlined, Single};
use crate::loops;
use crate::peers::{self, ForAnyCpu, Peer};
use crate::report::BEFORE;
use crate::shapes::{Segment, Shape, Workload};
use crate::whole::{self, ByLoop, CozyChess, LookUps, Many, Methods, OneByOne, Query, Shakmaty, Task, Whole};

/// The kind of calls to a contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Call {
    /// One slider or one position per call, inlined into the caller's loop.
    Single,
    /// Many sliders or positions per call.
    Batch,
}

/// The origin of a contestant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A kernel of quadline.
    Kernel {
        /// The name of the level.
        level: String,
        /// Whether this is the default kernel of the level.
        default: bool,
    },
    /// quadline's free functions, which inline.
    Public,
    /// Another project's generator.
    Peer,
}

impl Origin {
    /// Returns the level that it is compiled for, if any.
    pub fn level(&self) -> Option<&str> {
        match self {
            Origin::Kernel { level, .. } => Some(level),
            Origin::Public | Origin::Peer => None,
        }
    }

    /// Returns whether it is the default kernel of a level.
    pub fn is_default_of(&self, level: &str) -> bool {
        matches!(self, Origin::Kernel { level: own, default: true } if own == level)
    }

    /// Returns whether it is a kernel of a level other than the default, which callers only get by name.
    pub fn is_alternative(&self) -> bool {
        matches!(self, Origin::Kernel { default: false, .. })
    }
}

/// The names of a contestant in tables, filters, benchmark ids and files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// `level/formula`, `quadline/single`, or the peer's name.
    pub name: String,
    /// The origin.
    #[serde(flatten)]
    pub origin: Origin,
    /// The kind of calls.
    pub call: Call,
    /// The bytes of the tables that it may read, if known.
    pub table_bytes: Option<usize>,
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

/// A function that gets a segment, and the memory for its results.
type BySegment = Box<dyn Fn(&Segment, &mut [u64])>;
/// The same with the number of a segment.
type ByNumber = Box<dyn Fn(usize, &mut [u64])>;

/// The computation of a contestant.
enum Answer {
    /// It reads the segment.
    Own(BySegment),
    /// It has segments of its own with the same data, and gets the number of the segment.
    Before(ByNumber),
}

/// A contestant of the benchmarks.
pub struct Contestant {
    /// Its names.
    pub label: Label,
    /// Whether it is the default kernel of its level for bishops, if that may differ from the one for other
    /// sliders.
    is_for_bishops: Option<bool>,
    answer: Answer,
    /// Its tasks for whole positions, or `None` if it computes sliders.
    tasks: Option<fn(Task) -> bool>,
}

impl Contestant {
    fn new(
        label: Label,
        answer: impl Fn(&Segment, &mut [u64]) + 'static,
        tasks: Option<fn(Task) -> bool>,
    ) -> Self {
        Self { label, is_for_bishops: None, answer: Answer::Own(Box::new(answer)), tasks }
    }

    /// Creates a contestant of an earlier commit, which is this contestant with another closure. The closure
    /// gets the number of a segment.
    pub fn before(&self, answer: impl Fn(usize, &mut [u64]) + 'static) -> Self {
        let label = Label { name: format!("{BEFORE}{}", self.label.name), ..self.label.clone() };
        Self { label, answer: Answer::Before(Box::new(answer)), ..*self }
    }

    fn single<S: Single>(label: Label, slider: S) -> Self {
        Self::new(label, move |segment, answers| loops::single(slider, segment, answers), None)
    }

    fn batch<B: Batch>(label: Label, sliders: B) -> Self {
        Self::new(label, move |segment, answers| loops::batch(sliders, segment, answers), None)
    }

    fn whole<W: Whole>(label: Label, who: W) -> Self {
        let answer = move |segment: &Segment, answers: &mut [u64]| match segment {
            Segment::Whole(work) => whole::answer(who, work, answers),
            _ => panic!("sliders are no whole positions"),
        };
        Self::new(label, answer, Some(W::suits))
    }

    /// Returns its names in a shape: which kernel is the default of a level depends on the sliders.
    pub fn label_in(&self, shape: Shape) -> Label {
        let mut label = self.label.clone();
        if let (Shape::Bishops, Some(is_default), Origin::Kernel { default, .. }) =
            (shape, self.is_for_bishops, &mut label.origin)
        {
            *default = is_default;
        }
        label
    }

    /// Computes a segment. Programs that contain two versions of this package call it.
    ///
    /// # Panics
    ///
    /// Panics if the contestant is one [of an earlier commit](Self::before).
    #[inline]
    pub fn answer(&self, segment: &Segment, answers: &mut [u64]) {
        match &self.answer {
            Answer::Own(answer) => answer(segment, answers),
            Answer::Before(_) => panic!("{} has segments of its own", self.label),
        }
    }

    /// Computes a segment of a workload.
    #[inline]
    pub fn answer_part(&self, workload: &Workload, number: usize, answers: &mut [u64]) {
        match &self.answer {
            Answer::Own(answer) => answer(&workload.segments[number], answers),
            Answer::Before(answer) => answer(number, answers),
        }
    }

    /// Returns whether it can compute the shape.
    pub fn suits(&self, workload: &Workload) -> bool {
        match (workload.shape.task(), self.tasks) {
            (None, None) => self.label.call == Call::Single || workload.shape.suits_batches(),
            (Some(task), Some(suits)) => suits(task),
            _ => false,
        }
    }

    /// Compares all its results with the expected ones.
    pub fn check(&self, workload: &Workload) -> Result<(), BenchError> {
        for (number, segment) in workload.segments.iter().enumerate() {
            let expected = &workload.expected()[workload.answers_of(number)];
            // Results start as the complement of the expected ones, so missing results are wrong.
            let mut actual: Vec<u64> = expected.iter().map(|attacks| !attacks).collect();
            self.answer_part(workload, number, &mut actual);
            let mut expected = expected.to_vec();
            if let Segment::Whole(work) = segment {
                work.normalise(&mut actual);
                work.normalise(&mut expected);
            }
            if let Some(word) = (0..expected.len()).find(|&word| actual[word] != expected[word]) {
                return Err(BenchError::Wrong {
                    contestant: self.label.name.clone(),
                    work: format!("word {word} of {}", workload.shape),
                    expected: expected[word],
                    actual: actual[word],
                });
            }
        }
        Ok(())
    }
}

/// All contestants, and those that this CPU cannot run.
#[derive(Default)]
pub struct Roster {
    /// Kernels by level (best level first), then quadline's free functions, then the peers.
    pub contestants: Vec<Contestant>,
    /// Contestants for whole positions: levels (many positions in a call, then one by one), then peers.
    pub of_positions: Vec<Contestant>,
    /// The levels of this CPU, best first.
    pub levels: Vec<&'static str>,
    /// One line each.
    pub skipped: Vec<String>,
}

impl Roster {
    /// Collects both lists.
    pub fn collect() -> Self {
        let mut roster = Self::default();
        visit_kernels(&mut roster);
        let public = |name: &str, call| Label {
            name: format!("quadline/{name}"),
            origin: Origin::Public,
            call,
            table_bytes: None,
        };
        let table_bytes = Some(KindergartenOnWords::TABLE_BYTES);
        let constant = Label { table_bytes, ..public("constant", Call::Single) };
        #[cfg(feature = "sliders")]
        roster.contestants.extend([
            Contestant::single(public("single", Call::Single), Dispatched),
            Contestant::batch(public("batch", Call::Batch), Dispatched),
            Contestant::single(constant, Constant),
        ]);
        roster.of_positions.extend([
            Contestant::whole(of_peer("cozy-chess", Some(peers::CozyChess::TABLE_BYTES)), CozyChess),
            Contestant::whole(of_peer("shakmaty", None), Shakmaty),
            Contestant::whole(of_peer("loop", None), ByLoop),
            Contestant::whole(public("position", Call::Single), Methods),
        ]);
        // The reference of the paired harness is the first.
        roster.enter_peer::<peers::Pext>();
        roster.enter_peer::<peers::CozyChess>();
        roster.enter_peer::<peers::Shakmaty>();
        #[cfg(feature = "sliders")]
        roster.contestants.push(Contestant::single(
            of_peer("shakmaty/any-cpu", Some(peers::Shakmaty::TABLE_BYTES)),
            ForAnyCpu(peers::Shakmaty),
        ));
        roster
    }

    /// Returns all contestants that can compute the workload.
    pub fn suitable<'a>(&'a self, workload: &'a Workload) -> impl Iterator<Item = &'a Contestant> {
        self.contestants.iter().chain(&self.of_positions).filter(|contestant| contestant.suits(workload))
    }

    /// Returns the contestant that all others are compared with: PEXT, or cozy-chess's magics if the CPU lacks PEXT;
    /// cozy-chess for work that consists of more than sliders; shakmaty for keys, which cozy-chess keeps and
    /// never computes; and a loop for packed boards.
    pub fn reference(&self, shape: Shape) -> &Contestant {
        let (list, names) = match shape.task() {
            None => (&self.contestants, ["pext", "cozy-chess"]),
            Some(Task::Each(Query::Key)) => (&self.of_positions, ["shakmaty"; 2]),
            Some(task) if ByLoop::suits(task) => (&self.of_positions, ["loop"; 2]),
            Some(task) if CozyChess::suits(task) => (&self.of_positions, ["cozy-chess"; 2]),
            Some(_) => (&self.of_positions, ["pext", MAGICS]),
        };
        let by_name = |name| list.iter().find(|contestant| contestant.label.name == name);
        names.into_iter().find_map(by_name).expect("cozy-chess runs everywhere")
    }

    fn enter_peer<P: Peer>(&mut self) {
        let Some(peer) = P::detect() else {
            self.skipped.push(format!("peer {}: needs {}", P::NAME, P::NEEDS));
            return;
        };
        let label = of_peer(P::NAME, Some(P::TABLE_BYTES));
        // Lookups of whole positions are by PEXT, or by magics where the CPU lacks that.
        if P::NAME == "pext" || P::NAME == "cozy-chess" && self.contestants.iter().all(is_no_pext) {
            let name = if P::NAME == "pext" { "pext" } else { MAGICS };
            let label = Label { name: name.into(), ..label.clone() };
            self.of_positions.push(Contestant::whole(label, LookUps(peer)));
        }
        self.contestants.push(Contestant::single(label, peer));
    }

    fn enter_level<L: Level>(&mut self, level: L) {
        if self.levels.contains(&L::NAME) {
            return;
        }
        self.levels.push(L::NAME);
        let label = |call, name| of_kernel::<L>(name, true, call, None);
        let one = |name| label(Call::Single, name);
        self.of_positions.extend([
            Contestant::whole(label(Call::Batch, "many-positions"), Many(level)),
            Contestant::whole(one("one-position"), OneByOne(level)),
        ]);
    }
}

/// The name of lookups of whole positions with cozy-chess's magics.
const MAGICS: &str = "magics";

fn is_no_pext(contestant: &Contestant) -> bool {
    contestant.label.name != "pext"
}

fn of_peer(name: &str, table_bytes: Option<usize>) -> Label {
    Label { name: name.into(), origin: Origin::Peer, call: Call::Single, table_bytes }
}

fn of_kernel<L: Level>(name: impl fmt::Display, default: bool, call: Call, bytes: Option<usize>) -> Label {
    let origin = Origin::Kernel { level: L::NAME.into(), default };
    Label { name: format!("{}/{name}", L::NAME), origin, call, table_bytes: bytes }
}

impl KernelVisitor for Roster {
    fn single<L: Level, F: Formula<L>>(&mut self, level: L) {
        self.enter_level(level);
        #[cfg(feature = "sliders")]
        {
            let default = TypeId::of::<F>() == TypeId::of::<L::Single>();
            let label = of_kernel::<L>(F::NAME, default, Call::Single, Some(F::TABLE_BYTES));
            let is_for_bishops = Some(TypeId::of::<F>() == TypeId::of::<L::Bishop>());
            let contestant = Contestant::single(label, Inlined::<L, F>::new(level));
            self.contestants.push(Contestant { is_for_bishops, ..contestant });
        }
    }

    fn batch<L: Level, B: BatchKernel<L>>(&mut self, level: L) {
        self.enter_level(level);
        #[cfg(feature = "sliders")]
        {
            let default = TypeId::of::<B>() == TypeId::of::<L::Batch>();
            let name = format!("{}-{}", B::LAYOUT, B::NAME);
            let label = of_kernel::<L>(name, default, Call::Batch, Some(B::TABLE_BYTES));
            self.contestants.push(if default {
                Contestant::batch(label, CallsOf(level))
            } else {
                Contestant::batch(label, Inlined::<L, B>::new(level))
            });
        }
    }

    fn skipped(&mut self, level: &'static str) {
        self.skipped.push(format!("level {level}: this CPU lacks it"));
    }
}
