//! The inputs and outputs of a batch: squares, boards, and the kinds of attacks to compute.
//!
//! A batch has one board for each slider or one board for all, and its results are rook attacks, bishop
//! attacks, both, or queen attacks. Each kernel's loop is written once, generic over both choices:
//!
//! 1. The caller builds a [`Request`] from squares, [`Boards`] and a [`Sink`]. [`Request::new`] panics unless
//!    their lengths agree, and kernels accept nothing else.
//! 2. The kernel loads the squares and boards of a group of sliders, and computes the part that all kinds of
//!    attacks share.
//! 3. It passes that part to [`Sink::store`] as [`Attacks`], which has one method for each kind.
//! 4. The sink calls the methods of the kinds that it stores. The calls are inlined, so no other kind is
//!    computed.
//!
//! A kernel may store the same slider twice: if the last group is not full, it is moved back and overlaps the
//! group before it. A sink must therefore be idempotent. Writing words to their places is idempotent, and
//! counting is not. [`Boards`] and [`Sink`] are sealed for this reason.

use core::fmt;
use core::ops::BitOr;

use crate::Square;
use crate::lanes::Lanes;

#[doc(hidden)]
pub mod sealed {
    pub trait Boards {}
    pub trait Sink {}
}

/// The boards of a batch: one for each slider, or one for all sliders.
pub trait Boards: Copy + sealed::Boards {
    /// Returns the number of boards, or `None` for one board that all sliders share.
    fn length(self) -> Option<usize>;
    /// Returns the boards of the first `count` sliders, and those of the others.
    fn split_at(self, count: usize) -> (Self, Self);
    /// Returns the boards of `count` sliders from `start`.
    fn part(self, start: usize, count: usize) -> Self;
    /// Returns the occupancy for the slider at `index`.
    fn board(self, index: usize) -> u64;
    /// Returns one rank (0..=7) of that occupancy as a byte, with the a-file in bit 0.
    fn rank(self, index: usize, rank: u8) -> u8;
    /// Loads the boards of [`Lanes::COUNT`] sliders from `start`.
    fn load<V: Lanes>(self, token: V::Token, start: usize) -> V;
    /// Loads the boards of `count` sliders from `start`, at most [`Lanes::COUNT`]. The other lanes are
    /// unspecified.
    fn load_some<V: Lanes>(self, token: V::Token, start: usize, count: usize) -> V;
}

impl sealed::Boards for &[u64] {}

impl Boards for &[u64] {
    #[inline(always)]
    fn length(self) -> Option<usize> {
        Some(self.len())
    }

    #[inline(always)]
    fn split_at(self, count: usize) -> (Self, Self) {
        self.split_at(count)
    }

    #[inline(always)]
    fn part(self, start: usize, count: usize) -> Self {
        &self[start..start + count]
    }

    #[inline(always)]
    fn board(self, index: usize) -> u64 {
        self[index]
    }

    #[inline(always)]
    fn rank(self, index: usize, rank: u8) -> u8 {
        // A separate load: if the board is already in a vector, extracting its byte would move it to a
        // general register.
        let byte = if cfg!(target_endian = "big") { 7 - rank } else { rank };
        bytemuck::cast_slice::<u64, u8>(self)[8 * index + usize::from(byte)]
    }

    #[inline(always)]
    fn load<V: Lanes>(self, token: V::Token, start: usize) -> V {
        let words = &self[start..start + V::COUNT];
        V::load(token, &words.try_into().expect("as many words as lanes"))
    }

    #[inline(always)]
    fn load_some<V: Lanes>(self, token: V::Token, start: usize, count: usize) -> V {
        V::load_some(token, &self[start..start + count])
    }
}

/// One board for all sliders.
#[derive(Clone, Copy, Debug)]
pub struct OneBoard(pub u64);

impl sealed::Boards for OneBoard {}

impl Boards for OneBoard {
    #[inline(always)]
    fn length(self) -> Option<usize> {
        None
    }

    #[inline(always)]
    fn split_at(self, _: usize) -> (Self, Self) {
        (self, self)
    }

    #[inline(always)]
    fn part(self, _: usize, _: usize) -> Self {
        self
    }

    #[inline(always)]
    fn board(self, _: usize) -> u64 {
        self.0
    }

    #[inline(always)]
    fn rank(self, _: usize, rank: u8) -> u8 {
        (self.0 >> ((8 * rank) & 63)) as u8
    }

    #[inline(always)]
    fn load<V: Lanes>(self, token: V::Token, _: usize) -> V {
        V::splat(token, self.0)
    }

    #[inline(always)]
    fn load_some<V: Lanes>(self, token: V::Token, _: usize, _: usize) -> V {
        V::splat(token, self.0)
    }
}

/// The attacks of the sliders in the lanes. Each method computes one kind.
pub trait Attacks<V> {
    /// Returns the attacks of a rook on each square.
    fn rook(&self) -> V;
    /// Returns the attacks of a bishop on each square.
    fn bishop(&self) -> V;
    /// Returns the attacks of a rook and of a bishop, from one pass if the kernel has one.
    #[inline(always)]
    fn rook_and_bishop(&self) -> (V, V) {
        (self.rook(), self.bishop())
    }
    /// Returns the attacks of a queen on each square.
    fn queen(&self) -> V;
}

/// Rook and bishop attacks that are already computed.
impl<V: Copy + BitOr<Output = V>> Attacks<V> for (V, V) {
    #[inline(always)]
    fn rook(&self) -> V {
        self.0
    }

    #[inline(always)]
    fn bishop(&self) -> V {
        self.1
    }

    #[inline(always)]
    fn queen(&self) -> V {
        self.0 | self.1
    }
}

/// The lengths of the slices of a sink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lengths {
    /// The length of a single slice.
    Attacks(usize),
    /// The lengths of the slices for rook attacks and for bishop attacks.
    RookAndBishop(usize, usize),
}

/// The destination of a batch's attacks: one or two words for each slider.
pub trait Sink: Sized + sealed::Sink {
    /// Returns the lengths of the sink's slices.
    fn lengths(&self) -> Lengths;
    /// Returns the sink of the first `count` sliders, and that of the others.
    fn split_at(self, count: usize) -> (Self, Self);
    /// Stores the attacks of the sliders in all lanes, from index `start`.
    fn store<V: Lanes>(&mut self, start: usize, attacks: &impl Attacks<V>);
    /// Stores the attacks of the sliders in the first `count` lanes, from index `start`.
    fn store_some<V: Lanes>(&mut self, start: usize, count: usize, attacks: &impl Attacks<V>);
}

#[inline(always)]
pub(super) fn store<V: Lanes>(attacks: &mut [u64], start: usize, lanes: V) {
    if let [word] = *lanes.to_array().as_ref() {
        // Indexing checks one bound, and slicing checks two.
        attacks[start] = word;
    } else {
        attacks[start..start + V::COUNT].copy_from_slice(lanes.to_array().as_ref());
    }
}

/// Defines the sinks that consist of one slice.
macro_rules! sinks {
    ($($(#[$attribute:meta])* $sink:ident $method:ident;)*) => {$(
        $(#[$attribute])*
        #[derive(Debug)]
        pub struct $sink<'a>(pub &'a mut [u64]);

        impl sealed::Sink for $sink<'_> {}

        impl Sink for $sink<'_> {
            #[inline(always)]
            fn lengths(&self) -> Lengths {
                Lengths::Attacks(self.0.len())
            }

            #[inline(always)]
            fn split_at(self, count: usize) -> (Self, Self) {
                let (first, others) = self.0.split_at_mut(count);
                (Self(first), Self(others))
            }

            #[inline(always)]
            fn store<V: Lanes>(&mut self, start: usize, attacks: &impl Attacks<V>) {
                store(self.0, start, attacks.$method());
            }

            #[inline(always)]
            fn store_some<V: Lanes>(&mut self, start: usize, count: usize, attacks: &impl Attacks<V>) {
                attacks.$method().store_some(&mut self.0[start..start + count]);
            }
        }
    )*};
}

sinks! {
    /// Stores rook attacks.
    Rooks rook;
    /// Stores bishop attacks.
    Bishops bishop;
    /// Stores queen attacks.
    Queens queen;
}

/// Stores rook attacks and bishop attacks in separate slices.
#[derive(Debug)]
pub struct RooksAndBishops<'a>(pub &'a mut [u64], pub &'a mut [u64]);

impl sealed::Sink for RooksAndBishops<'_> {}

impl Sink for RooksAndBishops<'_> {
    #[inline(always)]
    fn lengths(&self) -> Lengths {
        Lengths::RookAndBishop(self.0.len(), self.1.len())
    }

    #[inline(always)]
    fn split_at(self, count: usize) -> (Self, Self) {
        let (rook, other_rook) = self.0.split_at_mut(count);
        let (bishop, other_bishop) = self.1.split_at_mut(count);
        (Self(rook, bishop), Self(other_rook, other_bishop))
    }

    #[inline(always)]
    fn store<V: Lanes>(&mut self, start: usize, attacks: &impl Attacks<V>) {
        let (rook, bishop) = attacks.rook_and_bishop();
        store(self.0, start, rook);
        store(self.1, start, bishop);
    }

    #[inline(always)]
    fn store_some<V: Lanes>(&mut self, start: usize, count: usize, attacks: &impl Attacks<V>) {
        let (rook, bishop) = attacks.rook_and_bishop();
        rook.store_some(&mut self.0[start..start + count]);
        bishop.store_some(&mut self.1[start..start + count]);
    }
}

/// A batch to compute: squares, boards and a sink, all of the same length.
#[derive(Debug)]
pub struct Request<'a, B, S> {
    pub(super) squares: &'a [Square],
    pub(super) boards: B,
    pub(super) sink: S,
}

impl<'a, B: Boards, S: Sink> Request<'a, B, S> {
    /// Creates a batch. Each square needs a board and a place in the sink.
    ///
    /// # Panics
    ///
    /// Panics if the slices differ in length. The message contains all lengths, and nothing is written.
    #[inline(always)]
    pub fn new(squares: &'a [Square], boards: B, sink: S) -> Self {
        check_lengths(squares, boards, sink.lengths());
        Self { squares, boards, sink }
    }

    /// Returns the number of sliders.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.squares.len()
    }

    /// Returns the batch of the first `count` sliders, and that of the others.
    #[inline(always)]
    pub fn split_at(self, count: usize) -> (Self, Self) {
        let (squares, other_squares) = self.squares.split_at(count);
        let (boards, other_boards) = self.boards.split_at(count);
        let (sink, other_sink) = self.sink.split_at(count);
        (
            Self { squares, boards, sink },
            Self { squares: other_squares, boards: other_boards, sink: other_sink },
        )
    }

    /// Returns the same batch in a form from which the compiler infers that all lengths are equal. A kernel's
    /// loop then checks each index only once.
    #[inline(always)]
    pub(super) fn seen_to_be_equal(self) -> Self {
        let count = self.count();
        self.split_at(count).0
    }
}

/// Panics unless the boards (if there is one for each slider) and the sink are as long as `squares`.
#[doc(hidden)]
#[inline(always)]
#[track_caller]
pub fn check_lengths(squares: &[Square], boards: impl Boards, sink: Lengths) {
    let (count, boards) = (squares.len(), boards.length());
    let (attacks, bishop) = match sink {
        Lengths::Attacks(attacks) => (attacks, None),
        Lengths::RookAndBishop(rook, bishop) => (rook, Some(bishop)),
    };
    if boards.is_some_and(|boards| boards != count)
        || attacks != count
        || bishop.is_some_and(|bishop| bishop != count)
    {
        unequal_lengths(count, boards, attacks, bishop);
    }
}

// Not generic, so all batches share one copy. Each argument fits in registers; a larger one would be written
// to memory before the lengths are compared.
#[cold]
#[inline(never)]
#[track_caller]
fn unequal_lengths(squares: usize, boards: Option<usize>, attacks: usize, bishop: Option<usize>) -> ! {
    struct Others(Option<usize>, usize, Option<usize>);
    impl fmt::Display for Others {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            if let Some(occupied) = self.0 {
                write!(formatter, ", occupied {occupied}")?;
            }
            match self.2 {
                None => write!(formatter, ", attacks {}", self.1),
                Some(bishop) => write!(formatter, ", rook {}, bishop {bishop}", self.1),
            }
        }
    }
    let others = Others(boards, attacks, bishop);
    panic!("slices of unequal length: squares {squares}{others}; all must be as long as squares")
}
