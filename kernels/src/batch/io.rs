//! What a batch is made of: squares, boards, and the attacks that are asked for.
//!
//! A [`Request`] holds the three, and exists only if their lengths agree; the kernels take nothing else. What a kernel
//! can compute of the sliders in its lanes it hands over as [`Attacks`], and the [`Sink`] asks these for what it keeps:
//! rook, bishop, both or the queen. What nobody asks for is not computed.
//!
//! Boards and sinks are sealed: a kernel may tell a sink the same slider twice (a last group that overlaps the one before
//! it), which is nothing to a sink that keeps words in their places, and would be wrong for one that counts.

use core::fmt;
use core::ops::BitOr;

use crate::Square;
use crate::lanes::Lanes;

pub(super) mod sealed {
    pub trait Boards {}
    pub trait Sink {}
}

/// The boards of a batch: one for each slider, or the same for all.
pub trait Boards: Copy + sealed::Boards {
    /// How many there are; `None` for one that all sliders share.
    fn length(self) -> Option<usize>;
    /// The boards of the first `count` sliders, and those of the others.
    fn split_at(self, count: usize) -> (Self, Self);
    /// The boards of `count` sliders from `start` on.
    fn part(self, start: usize, count: usize) -> Self;
    /// The occupancy for the slider with this index.
    fn board(self, index: usize) -> u64;
    /// One rank of it, 0..=7, as a byte, the a-file in bit 0.
    fn rank(self, index: usize, rank: u8) -> u8;
    /// The boards of the next [`Lanes::COUNT`] sliders.
    fn load<V: Lanes>(self, token: V::Token, start: usize) -> V;
    /// The boards of `count` sliders from `start` on, at most [`Lanes::COUNT`]; any boards in the lanes that remain.
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
        // A load of its own: out of a board that is in a vector already it would have to be moved to a general register.
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

/// The attacks of the sliders in the lanes, as a kernel can give them: only what is asked for is computed.
pub trait Attacks<V> {
    /// Of a rook on each square.
    fn rook(&self) -> V;
    /// Of a bishop on each square.
    fn bishop(&self) -> V;
    /// Of both, from one pass where the kernel has one.
    #[inline(always)]
    fn rook_and_bishop(&self) -> (V, V) {
        (self.rook(), self.bishop())
    }
    /// Of a queen on each square.
    fn queen(&self) -> V;
}

/// Rook and bishop attacks that both are there already.
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

/// What is asked for of each slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The attacks of a rook.
    Rook,
    /// The attacks of a bishop.
    Bishop,
    /// The attacks of a rook and those of a bishop, apart.
    RookAndBishop,
    /// The attacks of a queen.
    Queen,
}

impl Wanted {
    /// Whether ranks and files have to be computed.
    pub const fn needs_rook(self) -> bool {
        !matches!(self, Self::Bishop)
    }

    /// Whether the diagonals have to be computed.
    pub const fn needs_bishop(self) -> bool {
        !matches!(self, Self::Rook)
    }
}

/// The lengths of the slices of a sink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lengths {
    /// One slice.
    Attacks(usize),
    /// One of rook attacks and one of bishop attacks.
    RookAndBishop(usize, usize),
}

/// Where the attacks of a batch go: a word for each slider, or two.
pub trait Sink: Sized + sealed::Sink {
    /// What it keeps.
    const WANTED: Wanted;

    /// How many sliders it has room for.
    fn lengths(&self) -> Lengths;
    /// The sink of the first `count` sliders, and that of the others.
    fn split_at(self, count: usize) -> (Self, Self);
    /// Keeps the attacks of as many sliders as there are lanes, from `start` on.
    fn store<V: Lanes>(&mut self, start: usize, attacks: &impl Attacks<V>);
    /// Keeps those of the first `count` lanes.
    fn store_some<V: Lanes>(&mut self, start: usize, count: usize, attacks: &impl Attacks<V>);
}

#[inline(always)]
pub(super) fn store<V: Lanes>(attacks: &mut [u64], start: usize, lanes: V) {
    if let [word] = *lanes.to_array().as_ref() {
        // An index is checked once, a range twice.
        attacks[start] = word;
    } else {
        attacks[start..start + V::COUNT].copy_from_slice(lanes.to_array().as_ref());
    }
}

/// Defines sinks of one slice.
macro_rules! sinks {
    ($($(#[$attribute:meta])* $sink:ident($wanted:ident) $method:ident;)*) => {$(
        $(#[$attribute])*
        #[derive(Debug)]
        pub struct $sink<'a>(pub &'a mut [u64]);

        impl sealed::Sink for $sink<'_> {}

        impl Sink for $sink<'_> {
            const WANTED: Wanted = Wanted::$wanted;

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
    /// Keeps rook attacks.
    Rooks(Rook) rook;
    /// Keeps bishop attacks.
    Bishops(Bishop) bishop;
    /// Keeps queen attacks.
    Queens(Queen) queen;
}

/// Keeps rook and bishop attacks apart.
#[derive(Debug)]
pub struct RooksAndBishops<'a>(pub &'a mut [u64], pub &'a mut [u64]);

impl sealed::Sink for RooksAndBishops<'_> {}

impl Sink for RooksAndBishops<'_> {
    const WANTED: Wanted = Wanted::RookAndBishop;

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

/// A batch to compute: squares, their boards, and where the attacks go, all of one length.
#[derive(Debug)]
pub struct Request<'a, B, S> {
    pub(super) squares: &'a [Square],
    pub(super) boards: B,
    pub(super) sink: S,
}

impl<'a, B: Boards, S: Sink> Request<'a, B, S> {
    /// A board and room for the attacks for each square.
    ///
    /// # Panics
    /// If the slices are not of equal length; the message names all lengths. Nothing is written before.
    #[inline(always)]
    pub fn new(squares: &'a [Square], boards: B, sink: S) -> Self {
        check_lengths(squares, boards, sink.lengths());
        Self { squares, boards, sink }
    }

    /// How many sliders there are.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.squares.len()
    }

    /// The first `count` sliders, and the others.
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

    /// The same, so that the compiler sees in the loop of a kernel that the lengths are equal, and checks no index twice.
    #[inline(always)]
    pub(super) fn seen_to_be_equal(self) -> Self {
        let count = self.count();
        self.split_at(count).0
    }
}

/// Panics unless there are a board, or one for all, and room for the attacks of each square.
#[doc(hidden)]
#[inline(always)]
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

// Not generic, so that all batches share it. Each argument fits in registers, or it would be written to memory before it is
// known to be needed.
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
