//! Many sliders per call: the loops around the formulas.
//!
//! A batch formula reads squares and boards and hands rook and bishop attacks to a [`Sink`], which keeps what the
//! caller asked for; what nobody keeps is not computed.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub mod bytes;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub mod matrices;

use core::marker::PhantomData;

use crate::Square;
use crate::formula::{Formula, LaneFormula};
use crate::lanes::{FourLanes, Lanes, SliderLanes};
use crate::level::Level;
use crate::masks::LineMasks;

/// The boards of a batch: one for each slider, or the same for all.
pub trait Boards: Copy {
    /// The occupancy for the slider with this index.
    fn board(self, index: usize) -> u64;
    /// One rank of it, 0..=7, as a byte, the a-file in bit 0.
    fn rank(self, index: usize, rank: u8) -> u8;
    /// The boards of the next [`Lanes::COUNT`] sliders.
    fn load<V: Lanes>(self, token: V::Token, start: usize) -> V;
    /// The boards of fewer sliders than there are lanes, from `start` on.
    fn load_some<V: Lanes>(self, token: V::Token, start: usize, count: usize) -> V;
    /// The boards of `count` sliders from `start` on.
    fn part(self, start: usize, count: usize) -> Self;
}

/// The words of a slice from `start` on, as many as there are lanes.
#[inline(always)]
fn load<V: Lanes>(token: V::Token, words: &[u64], start: usize) -> V {
    let words = &words[start..start + V::COUNT];
    V::load(token, &words.try_into().expect("as many words as lanes"))
}

impl Boards for &[u64] {
    #[inline(always)]
    fn board(self, index: usize) -> u64 {
        self[index]
    }

    #[inline(always)]
    fn rank(self, index: usize, rank: u8) -> u8 {
        // A load of its own: taken out of a board that is in a vector already, it would have to cross over.
        let byte = if cfg!(target_endian = "big") { 7 - rank } else { rank };
        bytemuck::cast_slice::<u64, u8>(self)[8 * index + usize::from(byte)]
    }

    #[inline(always)]
    fn load<V: Lanes>(self, token: V::Token, start: usize) -> V {
        load(token, self, start)
    }

    #[inline(always)]
    fn load_some<V: Lanes>(self, token: V::Token, start: usize, count: usize) -> V {
        V::load_some(token, &self[start..start + count])
    }

    #[inline(always)]
    fn part(self, start: usize, count: usize) -> Self {
        &self[start..start + count]
    }
}

/// One board for all sliders.
#[derive(Clone, Copy, Debug)]
pub struct OneBoard(pub u64);

impl Boards for OneBoard {
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

    #[inline(always)]
    fn part(self, _: usize, _: usize) -> Self {
        self
    }
}

/// Where the attacks of a batch go.
pub trait Sink {
    /// Whether rook and bishop attacks are joined anyway, so that they may come joined as either of the two.
    const JOINED: bool = false;

    /// The attacks of one slider.
    fn store_one(&mut self, index: usize, rook: u64, bishop: u64);
    /// Computes the attacks of one slider by the single calls of a formula, and keeps them.
    #[inline(always)]
    fn compute_one<L: Level, F: Formula<L>>(
        &mut self,
        level: L,
        index: usize,
        square: Square,
        occupied: u64,
    ) {
        let attacks = F::queen_attacks_x4(level, square, occupied);
        self.store_one(index, attacks.rook(), attacks.bishop());
    }
    /// The attacks of as many sliders as there are lanes.
    fn store<V: Lanes>(&mut self, token: V::Token, start: usize, rook: V, bishop: V);
    /// The attacks of the first `count` lanes.
    #[inline(always)]
    fn store_some<V: Lanes>(&mut self, start: usize, count: usize, rook: V, bishop: V) {
        let (rook, bishop) = (rook.to_array(), bishop.to_array());
        for lane in 0..count {
            self.store_one(start + lane, rook.as_ref()[lane], bishop.as_ref()[lane]);
        }
    }
    /// The sink of `count` sliders from `start` on.
    fn part(&mut self, start: usize, count: usize) -> impl Sink;
}

/// Keeps rook attacks.
#[derive(Debug)]
pub struct Rooks<'a>(pub &'a mut [u64]);
/// Keeps bishop attacks.
#[derive(Debug)]
pub struct Bishops<'a>(pub &'a mut [u64]);
/// Keeps queen attacks.
#[derive(Debug)]
pub struct Queens<'a>(pub &'a mut [u64]);
/// Keeps rook and bishop attacks apart.
#[derive(Debug)]
pub struct RooksAndBishops<'a>(pub &'a mut [u64], pub &'a mut [u64]);

#[inline(always)]
fn store<V: Lanes>(attacks: &mut [u64], start: usize, lanes: V) {
    attacks[start..start + V::COUNT].copy_from_slice(lanes.to_array().as_ref());
}

impl Sink for Rooks<'_> {
    #[inline(always)]
    fn store_one(&mut self, index: usize, rook: u64, _: u64) {
        self.0[index] = rook;
    }

    #[inline(always)]
    fn compute_one<L: Level, F: Formula<L>>(
        &mut self,
        level: L,
        index: usize,
        square: Square,
        occupied: u64,
    ) {
        self.0[index] = F::rook_attacks(level, square, occupied);
    }

    #[inline(always)]
    fn store<V: Lanes>(&mut self, _: V::Token, start: usize, rook: V, _: V) {
        store(self.0, start, rook);
    }

    #[inline(always)]
    fn store_some<V: Lanes>(&mut self, start: usize, count: usize, rook: V, _: V) {
        rook.store_some(&mut self.0[start..start + count]);
    }

    #[inline(always)]
    fn part(&mut self, start: usize, count: usize) -> impl Sink {
        Rooks(&mut self.0[start..start + count])
    }
}

impl Sink for Bishops<'_> {
    #[inline(always)]
    fn store_one(&mut self, index: usize, _: u64, bishop: u64) {
        self.0[index] = bishop;
    }

    #[inline(always)]
    fn compute_one<L: Level, F: Formula<L>>(
        &mut self,
        level: L,
        index: usize,
        square: Square,
        occupied: u64,
    ) {
        self.0[index] = F::bishop_attacks(level, square, occupied);
    }

    #[inline(always)]
    fn store<V: Lanes>(&mut self, _: V::Token, start: usize, _: V, bishop: V) {
        store(self.0, start, bishop);
    }

    #[inline(always)]
    fn store_some<V: Lanes>(&mut self, start: usize, count: usize, _: V, bishop: V) {
        bishop.store_some(&mut self.0[start..start + count]);
    }

    #[inline(always)]
    fn part(&mut self, start: usize, count: usize) -> impl Sink {
        Bishops(&mut self.0[start..start + count])
    }
}

impl Sink for Queens<'_> {
    const JOINED: bool = true;

    #[inline(always)]
    fn store_one(&mut self, index: usize, rook: u64, bishop: u64) {
        self.0[index] = rook | bishop;
    }

    #[inline(always)]
    fn compute_one<L: Level, F: Formula<L>>(
        &mut self,
        level: L,
        index: usize,
        square: Square,
        occupied: u64,
    ) {
        self.0[index] = F::queen_attacks(level, square, occupied);
    }

    #[inline(always)]
    fn store<V: Lanes>(&mut self, _: V::Token, start: usize, rook: V, bishop: V) {
        store(self.0, start, rook | bishop);
    }

    #[inline(always)]
    fn store_some<V: Lanes>(&mut self, start: usize, count: usize, rook: V, bishop: V) {
        (rook | bishop).store_some(&mut self.0[start..start + count]);
    }

    #[inline(always)]
    fn part(&mut self, start: usize, count: usize) -> impl Sink {
        Queens(&mut self.0[start..start + count])
    }
}

impl Sink for RooksAndBishops<'_> {
    #[inline(always)]
    fn store_one(&mut self, index: usize, rook: u64, bishop: u64) {
        self.0[index] = rook;
        self.1[index] = bishop;
    }

    #[inline(always)]
    fn store<V: Lanes>(&mut self, _: V::Token, start: usize, rook: V, bishop: V) {
        store(self.0, start, rook);
        store(self.1, start, bishop);
    }

    #[inline(always)]
    fn store_some<V: Lanes>(&mut self, start: usize, count: usize, rook: V, bishop: V) {
        rook.store_some(&mut self.0[start..start + count]);
        bishop.store_some(&mut self.1[start..start + count]);
    }

    #[inline(always)]
    fn part(&mut self, start: usize, count: usize) -> impl Sink {
        let part = start..start + count;
        RooksAndBishops(&mut self.0[part.clone()], &mut self.1[part])
    }
}

/// Panics unless all slices are as long as `squares`; says every length.
#[doc(hidden)]
#[inline(always)]
pub fn check_lengths<const N: usize>(squares: &[Square], others: [(&'static str, usize); N]) {
    if others.iter().any(|&(_, length)| length != squares.len()) {
        unequal_lengths(squares.len(), others);
    }
}

// The lengths by value: behind a reference they would be written to memory before they are compared.
#[cold]
#[inline(never)]
#[track_caller]
fn unequal_lengths<const N: usize>(squares: usize, others: [(&'static str, usize); N]) -> ! {
    struct Lengths<'a>(usize, &'a [(&'static str, usize)]);
    impl core::fmt::Display for Lengths<'_> {
        fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            write!(formatter, "squares {}", self.0)?;
            self.1.iter().try_for_each(|(name, length)| write!(formatter, ", {name} {length}"))
        }
    }
    panic!("slices of unequal length: {}; all must be as long as squares", Lengths(squares, &others))
}

/// Many sliders at a level: a formula and the way the sliders lie in the lanes.
///
/// The named functions check the lengths, then run compiled for the level; nothing is written before the check.
///
/// # Panics
/// The named functions panic if the slices are not of equal length; the message names all lengths.
pub trait BatchFormula<L: Level>: 'static {
    /// The name of the formula, as in benches, tests and tables.
    const NAME: &'static str;
    /// How the sliders lie in the lanes: `singles`, `lines`, `sliders`, `bytes` or `matrices`.
    const LAYOUT: &'static str;
    /// The bytes of the tables and buffers it touches.
    const TABLE_BYTES: usize;

    /// The loop itself. `squares` says how many sliders there are; boards and sink hold at least as many.
    fn run(level: L, squares: &[Square], boards: impl Boards, sink: impl Sink);

    /// The attacks of a rook on each square, each on its own board.
    #[inline(always)]
    fn rook_attacks(level: L, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        check_lengths(squares, [("occupied", occupied.len()), ("attacks", attacks.len())]);
        Self::vectorized(level, squares, occupied, Rooks(attacks));
    }

    /// The attacks of a bishop on each square, each on its own board.
    #[inline(always)]
    fn bishop_attacks(level: L, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        check_lengths(squares, [("occupied", occupied.len()), ("attacks", attacks.len())]);
        Self::vectorized(level, squares, occupied, Bishops(attacks));
    }

    /// The attacks of a queen on each square, each on its own board.
    #[inline(always)]
    fn queen_attacks(level: L, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        check_lengths(squares, [("occupied", occupied.len()), ("attacks", attacks.len())]);
        Self::vectorized(level, squares, occupied, Queens(attacks));
    }

    /// The attacks of a rook and of a bishop on each square, apart, from one pass.
    #[inline(always)]
    fn rook_and_bishop_attacks(
        level: L,
        squares: &[Square],
        occupied: &[u64],
        rook: &mut [u64],
        bishop: &mut [u64],
    ) {
        check_lengths(
            squares,
            [("occupied", occupied.len()), ("rook", rook.len()), ("bishop", bishop.len())],
        );
        Self::vectorized(level, squares, occupied, RooksAndBishops(rook, bishop));
    }

    /// The attacks of a rook on each square of one board.
    #[inline(always)]
    fn rook_attacks_on(level: L, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        check_lengths(squares, [("attacks", attacks.len())]);
        Self::vectorized(level, squares, OneBoard(occupied), Rooks(attacks));
    }

    /// The attacks of a bishop on each square of one board.
    #[inline(always)]
    fn bishop_attacks_on(level: L, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        check_lengths(squares, [("attacks", attacks.len())]);
        Self::vectorized(level, squares, OneBoard(occupied), Bishops(attacks));
    }

    /// The attacks of a queen on each square of one board.
    #[inline(always)]
    fn queen_attacks_on(level: L, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        check_lengths(squares, [("attacks", attacks.len())]);
        Self::vectorized(level, squares, OneBoard(occupied), Queens(attacks));
    }

    /// [`run`](BatchFormula::run), compiled for the level.
    #[doc(hidden)]
    #[inline(always)]
    fn vectorized(level: L, squares: &[Square], boards: impl Boards, sink: impl Sink) {
        level.vectorize(
            #[inline(always)]
            || Self::run(level, squares, boards, sink),
        );
    }
}

/// Lines in lanes: one slider after the other, its four lines in the lanes; four sliders share the last step, which
/// gathers their rook and bishop attacks.
#[derive(Debug)]
pub struct Lines<F>(PhantomData<F>);

impl<L: Level, F: Formula<L>> BatchFormula<L> for Lines<F> {
    const NAME: &'static str = F::NAME;
    const LAYOUT: &'static str = "lines";
    const TABLE_BYTES: usize = F::TABLE_BYTES;

    #[inline(always)]
    fn run(level: L, squares: &[Square], boards: impl Boards, mut sink: impl Sink) {
        let (fours, rest) = squares.as_chunks::<4>();
        for (four, squares) in fours.iter().enumerate() {
            let start = 4 * four;
            let boards = boards.part(start, 4);
            // Written out: the closures of `array::from_fn` and `map` do not inline across the features.
            let lines = [
                F::lines_of_batch(level, squares[0], boards, 0),
                F::lines_of_batch(level, squares[1], boards, 1),
                F::lines_of_batch(level, squares[2], boards, 2),
                F::lines_of_batch(level, squares[3], boards, 3),
            ];
            let (rooks, bishops) = L::Lines::rooks_and_bishops(level, lines);
            sink.store(level, start, rooks, bishops);
        }
        let start = 4 * fours.len();
        Singles::<F>::run(level, rest, boards.part(start, rest.len()), sink.part(start, rest.len()));
    }
}

/// One slider after the other by the single calls of a formula.
#[derive(Debug)]
pub struct Singles<F>(PhantomData<F>);

impl<L: Level, F: Formula<L>> BatchFormula<L> for Singles<F> {
    const NAME: &'static str = F::NAME;
    const LAYOUT: &'static str = "singles";
    const TABLE_BYTES: usize = F::TABLE_BYTES;

    #[inline(always)]
    fn run(level: L, squares: &[Square], boards: impl Boards, mut sink: impl Sink) {
        // The compiler sees that no index is out of bounds.
        let (boards, mut sink) = (boards.part(0, squares.len()), sink.part(0, squares.len()));
        for (index, &square) in squares.iter().enumerate() {
            sink.compute_one::<L, F>(level, index, square, boards.board(index));
        }
    }
}

/// Sliders in lanes: every lane a slider, one line after the other; the masks come from registers.
#[derive(Debug)]
pub struct Sliders<F>(PhantomData<F>);

impl<F: LaneFormula> Sliders<F> {
    /// Rook and bishop attacks of the sliders in the lanes.
    #[inline(always)]
    fn rooks_and_bishops<V: SliderLanes>(token: V::Token, squares: &[Square], occupied: V) -> (V, V) {
        let squares = V::load_squares(token, squares);
        let slider = V::splat(token, 1).shift_left(squares);
        let [rank, file, diagonal, antidiagonal] = V::lines_through(token, squares);
        let rank = F::attacks(&LineMasks::of_sliders(token, rank, slider), occupied);
        let file = F::attacks(&LineMasks::of_sliders(token, file, slider), occupied);
        let diagonal = F::attacks(&LineMasks::of_sliders(token, diagonal, slider), occupied);
        let antidiagonal = F::attacks(&LineMasks::of_sliders(token, antidiagonal, slider), occupied);
        (rank | file, diagonal | antidiagonal)
    }
}

impl<L: Level, F: LaneFormula> BatchFormula<L> for Sliders<F> {
    const NAME: &'static str = <F as LaneFormula>::NAME;
    const LAYOUT: &'static str = "sliders";
    const TABLE_BYTES: usize = 0;

    #[inline(always)]
    fn run(level: L, squares: &[Square], boards: impl Boards, mut sink: impl Sink) {
        let whole = squares.len() - squares.len() % L::Sliders::COUNT;
        let mut start = 0;
        while start < whole {
            let occupied = boards.load::<L::Sliders>(level, start);
            let (rooks, bishops) = Self::rooks_and_bishops::<L::Sliders>(
                level,
                &squares[start..start + L::Sliders::COUNT],
                occupied,
            );
            sink.store(level, start, rooks, bishops);
            start += L::Sliders::COUNT;
        }
        let rest = &squares[whole..];
        if !rest.is_empty() {
            // No level has more than eight lanes. The lanes without a slider compute a1 on the empty board.
            let mut padded = [Square::A1; 8];
            padded[..rest.len()].copy_from_slice(rest);
            let mut occupied = L::Sliders::splat(level, 0).to_array();
            for (index, word) in occupied.as_mut()[..rest.len()].iter_mut().enumerate() {
                *word = boards.board(whole + index);
            }
            let (rooks, bishops) = Self::rooks_and_bishops::<L::Sliders>(
                level,
                &padded[..L::Sliders::COUNT],
                L::Sliders::load(level, &occupied),
            );
            let (rooks, bishops) = (rooks.to_array(), bishops.to_array());
            for index in 0..rest.len() {
                sink.store_one(whole + index, rooks.as_ref()[index], bishops.as_ref()[index]);
            }
        }
    }
}

/// `Main` for as many sliders as are a multiple of `COUNT`, `Rest` for those that remain.
#[derive(Debug)]
pub struct Multiples<const COUNT: usize, Main, Rest>(PhantomData<(Main, Rest)>);

impl<const COUNT: usize, L: Level, Main: BatchFormula<L>, Rest: BatchFormula<L>> BatchFormula<L>
    for Multiples<COUNT, Main, Rest>
{
    const NAME: &'static str = Main::NAME;
    const LAYOUT: &'static str = Main::LAYOUT;
    const TABLE_BYTES: usize = Main::TABLE_BYTES + Rest::TABLE_BYTES;

    #[inline(always)]
    fn run(level: L, squares: &[Square], boards: impl Boards, mut sink: impl Sink) {
        let (main, rest) = squares.split_at(squares.len() - squares.len() % COUNT);
        Main::run(level, main, boards.part(0, main.len()), sink.part(0, main.len()));
        Rest::run(level, rest, boards.part(main.len(), rest.len()), sink.part(main.len(), rest.len()));
    }
}

/// `Few` for fewer sliders than `COUNT`, inlined where it is called; `Many`, in a function of its own, for the rest.
#[derive(Debug)]
pub struct FewOrMany<const COUNT: usize, Few, Many>(PhantomData<(Few, Many)>);

impl<const COUNT: usize, L: Level, Few: BatchFormula<L>, Many: BatchFormula<L>> BatchFormula<L>
    for FewOrMany<COUNT, Few, Many>
{
    const NAME: &'static str = Many::NAME;
    const LAYOUT: &'static str = Many::LAYOUT;
    /// Of a call, which runs one of the two.
    const TABLE_BYTES: usize =
        if Few::TABLE_BYTES > Many::TABLE_BYTES { Few::TABLE_BYTES } else { Many::TABLE_BYTES };

    #[inline(always)]
    fn run(level: L, squares: &[Square], boards: impl Boards, sink: impl Sink) {
        if squares.len() < COUNT {
            Few::run(level, squares, boards, sink);
        } else {
            level.vectorize_apart(
                #[inline(always)]
                || Many::run(level, squares, boards, sink),
            );
        }
    }
}

/// [`Lines`] from twelve sliders on; with fewer, [`Singles`] are as fast and inline.
pub type LinesOrSingles<F> = FewOrMany<12, Singles<F>, Lines<F>>;
