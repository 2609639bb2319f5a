//! The level that is chosen at run time, and the calls that go to it.

use core::fmt;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::calls::{CallOfEach, Calls, Compiled, calls, named};
use super::detected::Detected;
use super::error::Why;
use super::kernels::Kernels;
use super::token::{Row, Token};
use super::vectors::Vectors;
use super::{Level, LevelError, NAMES};
use crate::batch::OneByOne;
use crate::detect::counts_ones;
use crate::formula::ObstructionFlip;
use crate::formula::fill::ByDoubling;
use crate::lanes::of_levels::ScalarLevel;
use crate::lanes::scalar::ScalarX4;
use crate::lanes::scalar_positions::ScalarX1;
use crate::positions::InLanes;
use crate::{ChecksAndPins, LineAttacks, Move, Position, Sliders, Square, detect, sliders};

/// An operation that is generic over the level: a struct that holds the arguments, and a method for all levels.
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Square, level::{Level, Scalar, WithLevel}};
///
/// struct Queen(Square, u64);
///
/// impl WithLevel for Queen {
///     type Output = u64;
///     fn with_level<L: Level>(self, level: L) -> u64 {
///         level.queen_attacks(self.0, self.1)
///     }
/// }
///
/// let level = Scalar::detect().expect("plain words are always there");
/// assert_eq!(Queen(Square::A1, 0).with_level(level).count_ones(), 21);
/// ```
///
/// Most programs leave the choice to [`quadline::level::dispatch`](https://docs.rs/quadline/latest/quadline/level/fn.dispatch.html);
/// [`Detected::run`] is for who has chosen.
pub trait WithLevel {
    /// What it gives.
    type Output;
    /// The operation, with the token of the level that was chosen.
    fn with_level<L: Level>(self, level: L) -> Self::Output;
}

/// The level that the build fixes at compile time, if any: with `-C target-cpu=…` that has AVX2 or more, on aarch64 and
/// on wasm with simd128 there is nothing left to choose, and no dispatch.
#[inline]
pub const fn fixed() -> Option<Detected> {
    match Row::FIXED {
        // Row and features are one: the build would not run on a CPU without them.
        Some(row) => Some(Detected::of(row)),
        None => None,
    }
}

/// The levels of this CPU, best first.
pub fn available() -> impl Iterator<Item = Detected> {
    Row::of(detect::this_cpu()).map(Detected::of)
}

/// The names of all levels that a build for this architecture knows, best first.
pub fn known() -> impl Iterator<Item = &'static str> {
    Row::ALL.iter().map(|row| row.name())
}

impl Detected {
    /// The best level of this CPU; the one that the build itself fixes, if it does.
    #[inline]
    pub fn best() -> Self {
        fixed().unwrap_or_else(|| available().next().expect("the scalar level is always there"))
    }

    /// The level with this name.
    ///
    /// # Errors
    /// If there is no such level, or this CPU lacks it.
    pub fn by_name(name: &str) -> Result<Self, LevelError> {
        let why = if NAMES.contains(&name) { Why::Lacking } else { Why::Unknown };
        available().find(|level| level.name() == name).ok_or_else(|| LevelError::new(name, why))
    }

    /// The level with this name, for a build whose dispatch it is to steer.
    ///
    /// # Errors
    /// If there is no such level, this CPU lacks it, or the build fixes another one.
    pub fn by_name_for_dispatch(name: &str) -> Result<Self, LevelError> {
        match fixed() {
            Some(fixed) if fixed.name() == name => Ok(fixed),
            Some(fixed) => Err(LevelError::new(name, Why::Fixed(fixed))),
            None => Self::by_name(name),
        }
    }
}

/// Who chooses the level of a program, once.
pub trait Chooser: Copy + fmt::Debug + Send + Sync + 'static {
    /// The level to use.
    fn choose() -> Detected;
    /// Where it is kept: a static.
    fn choice() -> &'static Choice<Self>;
}

/// A level that is chosen once, at the first use, and kept.
///
/// Its calls are a load and an indirect call through a table of the levels, with no question whether anything was chosen
/// yet: before that they go to functions which choose. Each call has a table of its own, so that what a program
/// does not call is left out of it.
///
/// ```
/// use quadline_kernels::{Square, level::{Choice, Chooser, Detected}};
///
/// #[derive(Clone, Copy, Debug)]
/// struct Best;
///
/// static CHOICE: Choice<Best> = Choice::new();
///
/// impl Chooser for Best {
///     fn choose() -> Detected {
///         Detected::best()
///     }
///     fn choice() -> &'static Choice<Self> {
///         &CHOICE
///     }
/// }
///
/// assert_eq!(CHOICE.chosen(), None);
/// assert_eq!(CHOICE.queen_attacks(Square::A1, 0).count_ones(), 21);
/// assert_eq!(CHOICE.chosen(), Some(Detected::best()));
/// ```
#[derive(Debug)]
pub struct Choice<C> {
    /// 0, or one more than the number of the row.
    chosen: AtomicUsize,
    chooser: PhantomData<C>,
}

impl<C: Chooser> Default for Choice<C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C: Chooser> Choice<C> {
    /// Nothing chosen yet.
    pub const fn new() -> Self {
        Self { chosen: AtomicUsize::new(0), chooser: PhantomData }
    }

    #[inline(always)]
    fn number(&self) -> usize {
        self.chosen.load(Ordering::Relaxed)
    }

    /// The level that was chosen, if one was.
    #[inline]
    pub fn chosen(&self) -> Option<Detected> {
        self.number().checked_sub(1).map(|row| Detected::of(Row::ALL[row]))
    }

    /// The level that was chosen before, or is now.
    #[inline]
    pub fn get(&self) -> Detected {
        match self.chosen() {
            Some(level) => level,
            None => self.choose(),
        }
    }

    #[cold]
    fn choose(&self) -> Detected {
        let level = C::choose();
        // The tables are constant, so that there is nothing to be seen in order.
        self.chosen.store(level.row() as usize + 1, Ordering::Relaxed);
        level
    }
}

/// The token of who dispatches at run time: each call goes to the level that was chosen.
///
/// It is the level of a program that has not got one yet, where code is generic over the level. It has no features of
/// its own, so that nothing is compiled for a level that goes through it: what runs long is better dispatched as a whole.
/// [`Fixed`](super::Fixed), which is this one in most builds, has an example.
#[derive(Clone, Copy, Debug)]
pub struct Dispatched<C>(PhantomData<C>);

impl<C: Chooser> ScalarLevel for Dispatched<C> {
    const COUNTS_ONES: bool = counts_ones(&[]);
}

impl<C: Chooser> Token for Dispatched<C> {
    #[inline(always)]
    fn seen() -> Option<Self> {
        Some(Self(PhantomData))
    }

    #[inline(always)]
    unsafe fn again() -> Self {
        Self(PhantomData)
    }

    #[inline(always)]
    fn compiled<R>(self, function: impl FnOnce() -> R) -> R {
        function()
    }
}

impl<C: Chooser> Vectors for Dispatched<C> {
    type FourLanes = ScalarX4<Self>;
    type SliderLanes = ScalarX4<Self>;
}

/// For whoever names a formula or a batch at this level; its own calls take those of the level that was chosen.
impl<C: Chooser> Kernels for Dispatched<C> {
    type Single = ObstructionFlip;
    type Bishop = ObstructionFlip;
    type Batch = OneByOne<ObstructionFlip>;
    type Position = sliders::OneByOne;
    type Positions = InLanes<ScalarX1<Self>, ByDoubling>;
    type OnePosition = InLanes<ScalarX1<Self>, ByDoubling>;
}

macro_rules! dispatch {
    ($($when:ident $method:ident($($argument:ident: $type:ty),*) -> $output:ty, $token:ident => $body:expr;)*) => {
        /// Calls that choose first.
        #[allow(non_upper_case_globals)]
        impl<C: Chooser> Calls for Compiled<Dispatched<C>> {
            $(const $method: unsafe fn($($type),*) -> $output = |$($argument),*| {
                C::choice().choose();
                C::choice().$method($($argument),*)
            };)*
        }

        impl<C: Chooser> Choice<C> {
            $(
                #[doc = concat!("[`Level::", stringify!($method), "`] at the level that is chosen.")]
                #[inline(always)]
                pub fn $method(&self, $($argument: $type),*) -> $output {
                    let functions = const { &<named::$method as CallOfEach<Compiled<Dispatched<C>>>>::FUNCTIONS };
                    // SAFETY: the number is 0 or one more than that of a row, and there are as many functions. The first
                    // one chooses and needs no level; the others are of the level of a `Detected`, which is made only
                    // where its level was seen.
                    unsafe { functions.get_unchecked(self.number())($($argument),*) }
                }
            )*
        }

        impl<C: Chooser> Level for Dispatched<C> {
            const NAME: &'static str = "dispatched";
            type Calls = Compiled<Self>;

            $(
                #[inline(always)]
                fn $method(self, $($argument: $type),*) -> $output {
                    C::choice().$method($($argument),*)
                }
            )*
        }
    };
}

calls! { dispatch }
