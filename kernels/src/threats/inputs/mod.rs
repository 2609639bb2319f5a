//! The inputs of neural networks: the number of each threat and of each pair of pawns in a [`ThreatLayout`].
//!
//! The threats of a position are listed once. From the view of each side, a threat is then a sum:
//!
//! ```text
//! threat               white knight d4, black rook e6
//! exchange bits        the colors and ranks for Black, the files if the king is on the half that mirrors them
//! base                 by the two pieces
//! + pair               the number of d4 and e6 among the knight's pairs of squares
//! kept                 all lanes but one of two like threats
//! ```
//!
//! With AVX-512 VBMI, 32 threats are numbered at once from both views, by tables in registers. AVX2 numbers
//! eight, for which it loads the two numbers one by one. The bases from both views are next to each other, so
//! that one load finds both. Pairs of pawns are computed for the pawns on three files around each pawn, so
//! each pair is found at the pawn on the higher square.
//!
//! The positions of nnue-pytorch's file `.pgo/small.binpack` have 16 threats on average (59,808 inputs), and
//! 37% have less than eight. Listing the threats of several positions before their inputs did not make it
//! faster (Intel, family 6, model 207, and Zen 4).

pub(crate) mod lanes;

use core::mem::MaybeUninit;

use super::kernel::{ThreatPlaces, ThreatsKernel};
use crate::Square;
use crate::arrays::MapEach;
use crate::chess::{Color, Position};
use crate::lanes::SliderAttacks;
use crate::lengths::check_offsets;
use crate::line::{A_FILE, FIRST_RANK, H_FILE};
use crate::square::squares;
use crate::threats::inputs::lanes::{InputLanes, OneInput, PawnInputLanes, ThreatInputLanes, ThreatNumbers};
use crate::threats::types::layout::LIKE;
use crate::threats::types::{MAX_THREATS, Perspectives, Threat, ThreatLayout};

/// A number type of inputs.
pub trait InputNumber: Copy {
    /// Converts a number, which fits.
    fn of(number: u32) -> Self;
}

impl InputNumber for u32 {
    #[inline(always)]
    fn of(number: u32) -> Self {
        number
    }
}

/// Rows of a matrix, in which -1 stands for no input.
impl InputNumber for i32 {
    #[inline(always)]
    fn of(number: u32) -> Self {
        number as Self
    }
}

/// A slice that inputs are written to, and their number, which may exceed its length.
pub(crate) struct InputPlaces<'a, I> {
    places: &'a mut [I],
    count: usize,
}

impl<'a, I: InputNumber> InputPlaces<'a, I> {
    #[inline(always)]
    pub(crate) fn new(places: &'a mut [I]) -> Self {
        Self { places, count: 0 }
    }

    /// Writes the first `count` numbers, or as many as fit. If all lanes fit, it stores them whole; those after
    /// `count` are [`NO_INPUT`](crate::threats::inputs::lanes::NO_INPUT).
    #[inline(always)]
    fn write(&mut self, numbers: &[u32], count: usize) {
        if let Some(free) = self.places.get_mut(self.count..self.count + numbers.len()) {
            for (place, &number) in free.iter_mut().zip(numbers) {
                *place = I::of(number);
            }
        } else {
            let free = self.places.get_mut(self.count..).unwrap_or_default();
            for (place, &number) in free.iter_mut().zip(&numbers[..count]) {
                *place = I::of(number);
            }
        }
        self.count += count;
    }
}

/// Returns the results of a function for the first view and, if there are two, for the second.
#[inline(always)]
fn for_each_view<B: Copy, const N: usize>(of: impl Fn(usize) -> B) -> [B; N] {
    let mut results = [of(0); N];
    if let [_, second] = &mut results[..] {
        *second = of(1);
    }
    results
}

/// Numbers as many threats as there are lanes from each view. A second view is that of the other color. The
/// bases of both are loaded together.
impl<V: ThreatInputLanes> ThreatNumbers for V {
    type Token = <V as InputLanes>::Token;
    type Pawns = <V as ThreatInputLanes>::Pawns;
    const COUNT: usize = <V as InputLanes>::COUNT;
    const LEAST: usize = <V as InputLanes>::COUNT;

    #[inline(always)]
    fn number<const N: usize>(
        token: <V as InputLanes>::Token,
        layout: &ThreatLayout,
        exchanges: [u32; N],
        threats: &[Threat],
        mut write: impl FnMut(usize, &[u32], usize),
    ) {
        let lanes = V::load(token, threats);
        let bases = (lanes ^ V::splat(token, exchanges[0])).bases(layout);
        for (view, &exchange) in exchanges.iter().enumerate() {
            let (lanes, bases) = (lanes ^ V::splat(token, exchange), bases[view]);
            let kept = lanes.kept(bases, layout.keeps_lower);
            let numbers = (bases & V::splat(token, !LIKE)) + lanes.pairs();
            let (numbers, count) = numbers.compress(kept, threats.len());
            write(view, numbers.as_ref(), count);
        }
    }
}

/// Writes the inputs of threats from each view. Both views are in one loop, whose end is predicted only once.
#[inline(always)]
fn of_threats<V: ThreatNumbers, I: InputNumber, const N: usize>(
    token: V::Token,
    layout: &ThreatLayout,
    exchanges: [u32; N],
    threats: &[Threat],
    inputs: &mut [InputPlaces<'_, I>; N],
) {
    let mut rest = threats;
    while !rest.is_empty() {
        V::number(
            token,
            layout,
            exchanges,
            rest,
            #[inline(always)]
            |view, numbers, count| inputs[view].write(numbers, count),
        );
        rest = rest.get(V::COUNT..).unwrap_or_default();
    }
}

/// The ranks that have pawns.
const PAWN_RANKS: u64 = !(FIRST_RANK | FIRST_RANK << 56);

/// Returns the squares of the file of a pawn and of the neighboring files, on the ranks that have pawns.
#[inline(always)]
fn band(square: u32) -> u64 {
    let file = A_FILE << (square & 7);
    (file | (file & !H_FILE) << 1 | (file & !A_FILE) >> 1) & PAWN_RANKS
}

/// Writes the inputs of pairs of pawns from each view, if at least one of the two is on a square that has
/// changed. `colors` are the pawns of White and of Black. If not all squares have changed, there may be at
/// most as many pawns as lanes.
#[inline(always)]
fn of_pawn_pairs<V: PawnInputLanes, I: InputNumber, const N: usize>(
    token: V::Token,
    exchanges: [u32; N],
    perspectives: [Color; N],
    colors: [u64; 2],
    base: u32,
    changed: u64,
    inputs: &mut [InputPlaces<'_, I>; N],
) {
    let pawns = (colors[0] | colors[1]) & PAWN_RANKS;
    let (one, base) = (V::splat(token, 1), V::splat(token, base));
    let views: [_; N] = for_each_view(
        #[inline(always)]
        |view| {
            let (flip, others) = (exchanges[view] >> 24, colors[perspectives[view].opponent() as usize]);
            (flip, others, V::pawn_numbers(token, flip, others))
        },
    );
    for pawn in squares(pawns & changed) {
        let pawn = pawn.index() as u32;
        // The pairs of two pawns that have changed are found at the one on the higher square.
        let lower = (1 << pawn) - 1;
        let mut rest = band(pawn) & pawns & !(changed & !lower);
        // Both views are in one loop, whose end is mispredicted once. With sixteen lanes there is one group,
        // also without pawns on lower squares, so this does not branch.
        while rest != 0 || V::COUNT >= MOST_PAWNS_BELOW {
            let mut next = 0;
            for ((flip, others, numbers), inputs) in views.iter().zip(&mut *inputs) {
                let own = V::splat(token, (pawn ^ flip) - 8 + 48 * (others >> pawn & 1) as u32);
                let (numbers, after) = V::of_squares(token, *numbers, rest);
                let (high, low) = (own.max(numbers), own.min(numbers));
                let pairs = ((high * (high - one)) >> 1) + low + base;
                let count = if V::COUNT == 1 { 1 } else { (rest ^ after).count_ones() as usize };
                inputs.write(pairs.first(count).as_ref(), count);
                next = after;
            }
            rest = next;
            if V::COUNT >= MOST_PAWNS_BELOW {
                break;
            }
        }
    }
}

/// Returns the pawns of White and of Black.
#[inline(always)]
fn pawns_of(position: &Position) -> [u64; 2] {
    Color::ALL.map_each(
        #[inline(always)]
        |color| position.pawns() & position.color(color),
    )
}

/// The number of squares of a band below a pawn, at most: five on its file, six on the file before it, and
/// five on the file behind it.
const MOST_PAWNS_BELOW: usize = 16;

/// Writes all inputs of a position from each perspective.
#[inline(always)]
fn of_views<V: ThreatNumbers, I: InputNumber, const N: usize>(
    token: V::Token,
    layout: &ThreatLayout,
    position: &Position,
    perspectives: [Color; N],
    threats: &[Threat],
    inputs: &mut [InputPlaces<'_, I>; N],
) {
    let exchanges: [_; N] = for_each_view(
        #[inline(always)]
        |view| layout.exchange_of(position, perspectives[view]),
    );
    of_threats::<V, I, N>(token, layout, exchanges, threats, inputs);
    if let Some(base) = layout.pawn_pairs() {
        let pawns = pawns_of(position);
        of_pawn_pairs::<V::Pawns, I, N>(token, exchanges, perspectives, pawns, base, !0, inputs);
    }
}

/// Writes the inputs of a position from the view of one side and returns their number.
#[inline(always)]
pub(crate) fn threat_inputs<T: SliderAttacks, K: ThreatsKernel<T>>(
    token: T,
    position: &Position,
    layout: &ThreatLayout,
    perspective: Color,
    inputs: &mut [u32],
) -> usize {
    let mut threats = NO_THREATS;
    let threats = list::<T, K>(token, position, layout, &mut threats);
    let mut inputs = [InputPlaces::new(inputs)];
    of_views::<K::Numbers, u32, 1>(token, layout, position, [perspective], threats, &mut inputs);
    inputs[0].count
}

/// Writes the inputs of a position from the views of White and of Black, and returns their numbers.
#[inline(always)]
pub(crate) fn threat_inputs_of_both<T: SliderAttacks, K: ThreatsKernel<T>>(
    token: T,
    position: &Position,
    layout: &ThreatLayout,
    inputs: [&mut [u32]; 2],
) -> [usize; 2] {
    let mut threats = NO_THREATS;
    let threats = list::<T, K>(token, position, layout, &mut threats);
    let mut inputs = inputs.map_each(InputPlaces::new);
    of_views::<K::Numbers, u32, 2>(token, layout, position, Color::ALL, threats, &mut inputs);
    [inputs[0].count, inputs[1].count]
}

/// Writes the inputs of threats from the views of colors with their kings on squares, and returns their
/// numbers. A second view is that of the other color.
#[inline(always)]
pub(crate) fn inputs_of_threats<T: SliderAttacks, K: ThreatsKernel<T>, const N: usize>(
    token: T,
    threats: &[Threat],
    layout: &ThreatLayout,
    views: [(Color, Square); N],
    inputs: &mut [InputPlaces<'_, u32>; N],
) -> [usize; N] {
    let exchanges: [_; N] = for_each_view(
        #[inline(always)]
        |view| layout.exchange(views[view].0, views[view].1.index() as u32),
    );
    // A move changes about six threats.
    if threats.len() < K::Numbers::LEAST {
        of_threats::<OneInput<()>, u32, N>((), layout, exchanges, threats, inputs);
    } else {
        of_threats::<K::Numbers, u32, N>(token, layout, exchanges, threats, inputs);
    }
    for_each_view(
        #[inline(always)]
        |view| inputs[view].count,
    )
}

/// Writes the inputs of pairs of pawns that a change of the pawns adds and removes, from the views of White
/// and of Black, and returns their numbers.
#[inline(always)]
pub(crate) fn pawn_pair_changes<T: SliderAttacks, K: ThreatsKernel<T>>(
    token: T,
    layout: &ThreatLayout,
    [before, after]: [[u64; 2]; 2],
    kings: [Square; 2],
    [added, removed]: [[&mut [u32]; 2]; 2],
) -> [[usize; 2]; 2] {
    let changed = (before[0] ^ after[0]) | (before[1] ^ after[1]);
    let Some(base) = layout.pawn_pairs().filter(|_| changed != 0) else { return [[0; 2]; 2] };
    let exchanges = for_each_view(
        #[inline(always)]
        |view| layout.exchange(Color::ALL[view], kings[view].index() as u32),
    );
    let pawns = (before[0] | before[1]).count_ones().max((after[0] | after[1]).count_ones()) as usize;
    [(after, added), (before, removed)].map_each(
        #[inline(always)]
        |(pawns_of_colors, inputs)| {
            let mut inputs = inputs.map_each(InputPlaces::new);
            type Lanes<T, K> = <<K as ThreatsKernel<T>>::Numbers as ThreatNumbers>::Pawns;
            if Lanes::<T, K>::COUNT > 1 && pawns <= Lanes::<T, K>::COUNT {
                of_pawn_pairs::<Lanes<T, K>, _, 2>(
                    token,
                    exchanges,
                    Color::ALL,
                    pawns_of_colors,
                    base,
                    changed,
                    &mut inputs,
                );
            } else {
                of_pawn_pairs::<OneInput<()>, _, 2>(
                    (),
                    exchanges,
                    Color::ALL,
                    pawns_of_colors,
                    base,
                    changed,
                    &mut inputs,
                );
            }
            for_each_view(
                #[inline(always)]
                |view| inputs[view].count,
            )
        },
    )
}

/// Returns the threats of a position.
#[inline(always)]
fn list<'a, T: SliderAttacks, K: ThreatsKernel<T>>(
    token: T,
    position: &Position,
    layout: &ThreatLayout,
    threats: &'a mut [MaybeUninit<Threat>; MAX_THREATS],
) -> &'a [Threat] {
    let mut places = ThreatPlaces::uninit(threats);
    K::threats(token, position, layout.kinds, &mut places);
    places.written()
}

/// Places for the threats of a position.
const NO_THREATS: [MaybeUninit<Threat>; MAX_THREATS] = [const { MaybeUninit::uninit() }; MAX_THREATS];

/// Panics unless there are rows of `stride` places, and counts, for all positions and perspectives.
#[inline(always)]
#[track_caller]
pub fn check_rows(
    positions: &[Position],
    perspectives: Perspectives,
    rows: &[i32],
    stride: usize,
    counts: &[u16],
) {
    let number = perspectives.count() * positions.len();
    assert!(
        counts.len() == number && number.checked_mul(stride) == Some(rows.len()),
        "slices of wrong length: rows {}, counts {}; {} positions and {perspectives:?} are {number} rows of {stride} places",
        rows.len(),
        counts.len(),
        positions.len(),
    );
}

/// Panics unless there is one offset more than rows.
#[inline(always)]
#[track_caller]
pub fn check_csr(positions: &[Position], perspectives: Perspectives, offsets: &[usize]) {
    check_offsets(perspectives.count() * positions.len(), offsets.len());
}

/// Writes the inputs of many positions to rows of `stride` places, and -1 behind the last input of each row.
/// The rows of the first perspective come before those of the second.
#[inline(always)]
pub(crate) fn threat_inputs_of_many<T: SliderAttacks, K: ThreatsKernel<T>>(
    token: T,
    positions: &[Position],
    layout: &ThreatLayout,
    perspectives: Perspectives,
    rows: &mut [i32],
    stride: usize,
    counts: &mut [u16],
) {
    check_rows(positions, perspectives, rows, stride, counts);
    let (first_rows, second_rows) = rows.split_at_mut(positions.len() * stride);
    let (first_counts, second_counts) = counts.split_at_mut(positions.len());
    let mut threats = NO_THREATS;
    let has_two = perspectives.count() == 2;
    for (index, position) in positions.iter().enumerate() {
        let threats = list::<T, K>(token, position, layout, &mut threats);
        let perspective = perspectives.first(position);
        let row = row_of(first_rows, index, stride);
        if has_two {
            let mut rows = [row, row_of(second_rows, index, stride)].map_each(InputPlaces::new);
            let both = [perspective, perspective.opponent()];
            [first_counts[index], second_counts[index]] =
                write_rows::<K::Numbers, 2>(token, layout, position, both, threats, &mut rows);
        } else {
            [first_counts[index]] = write_rows::<K::Numbers, 1>(
                token,
                layout,
                position,
                [perspective],
                threats,
                &mut [InputPlaces::new(row)],
            );
        }
    }
}

/// Returns a row of a matrix.
#[inline(always)]
fn row_of(rows: &mut [i32], index: usize, stride: usize) -> &mut [i32] {
    &mut rows[index * stride..][..stride]
}

/// Writes the inputs of a position from each perspective and -1 behind them, and returns their numbers.
#[inline(always)]
fn write_rows<V: ThreatNumbers, const N: usize>(
    token: V::Token,
    layout: &ThreatLayout,
    position: &Position,
    perspectives: [Color; N],
    threats: &[Threat],
    rows: &mut [InputPlaces<'_, i32>; N],
) -> [u16; N] {
    // The whole row is filled before, and lanes without an input are -1. Filling the rest of a row after its
    // inputs, in a loop of varying length, took the same time within the noise of the machine.
    for row in &mut *rows {
        row.places.fill(-1);
    }
    of_views::<V, i32, N>(token, layout, position, perspectives, threats, rows);
    for_each_view(
        #[inline(always)]
        |view| rows[view].count as u16,
    )
}

/// Writes the inputs of many positions one after the other, for each position one perspective after the
/// other, and the offsets at which they begin. Returns the number of inputs, which may exceed the room for
/// them.
#[inline(always)]
pub(crate) fn threat_inputs_in_rows<T: SliderAttacks, K: ThreatsKernel<T>>(
    token: T,
    positions: &[Position],
    layout: &ThreatLayout,
    perspectives: Perspectives,
    offsets: &mut [usize],
    inputs: &mut [u32],
) -> usize {
    check_csr(positions, perspectives, offsets);
    let mut threats = NO_THREATS;
    let (last, firsts) = offsets.split_last_mut().expect("one offset more than rows");
    let mut count = 0;
    // Both perspectives take one pass, which writes those of the second to other places, because it is not
    // known where they begin.
    let mut of_second = [0; MAX_INPUTS];
    let has_two = perspectives.count() == 2;
    for (position, offsets) in positions.iter().zip(firsts.chunks_exact_mut(perspectives.count())) {
        let threats = list::<T, K>(token, position, layout, &mut threats);
        let perspective = perspectives.first(position);
        let places = inputs.get_mut(count..).unwrap_or_default();
        offsets[0] = count;
        if has_two {
            let both = [perspective, perspective.opponent()];
            let mut places = [InputPlaces::new(places), InputPlaces::new(&mut of_second)];
            of_views::<K::Numbers, u32, 2>(token, layout, position, both, threats, &mut places);
            let written = [places[0].count, places[1].count];
            count += written[0];
            offsets[1] = count;
            let places = inputs.get_mut(count..).unwrap_or_default();
            for (place, &input) in places.iter_mut().zip(&of_second[..written[1]]) {
                *place = input;
            }
            count += written[1];
        } else {
            let mut places = [InputPlaces::new(places)];
            of_views::<K::Numbers, u32, 1>(token, layout, position, [perspective], threats, &mut places);
            count += places[0].count;
        }
    }
    *last = count;
    count
}

/// The largest number of inputs that words can have, also those that are not a position, and the lanes behind
/// the last one.
const MAX_INPUTS: usize = MAX_THREATS + 372 + 16;

impl ThreatLayout {
    /// Returns the input of a threat, or `None` if it is not one.
    ///
    /// `king` is the square of the perspective's own king.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{
    ///     Color, Piece, Square,
    ///     threats::{Threat, ThreatLayout},
    /// };
    ///
    /// let threat = Threat {
    ///     attacker: Piece::from_letter('P').unwrap(),
    ///     from: Square::A2,
    ///     attacked: Piece::from_letter('N').unwrap(),
    ///     to: Square::B3,
    /// };
    /// assert_eq!(
    ///     ThreatLayout::INPUTS_59808.input(threat, Color::White, Square::A1),
    ///     Some(0)
    /// );
    /// // The king on e1 mirrors the files: the pawn on h2 attacks g3.
    /// assert_eq!(
    ///     ThreatLayout::INPUTS_59808.input(threat, Color::White, Square::E1),
    ///     Some(13)
    /// );
    /// // Pawns that attack bishops are not inputs.
    /// let on_bishop = Threat { attacked: Piece::from_letter('b').unwrap(), ..threat };
    /// assert_eq!(
    ///     ThreatLayout::INPUTS_59808.input(on_bishop, Color::White, Square::A1),
    ///     None
    /// );
    /// ```
    #[inline]
    #[must_use]
    pub fn input(&self, threat: Threat, perspective: Color, king: Square) -> Option<u32> {
        if !self.kinds.contains_pair(threat.attacker, threat.attacked) {
            return None;
        }
        let (exchanges, mut number) = ([self.exchange(perspective, king.index() as u32)], [0]);
        let mut inputs = [InputPlaces { places: &mut number, count: 0 }];
        of_threats::<OneInput<()>, u32, 1>((), self, exchanges, &[threat], &mut inputs);
        let [InputPlaces { count, .. }] = inputs;
        (count == 1).then_some(number[0])
    }
}
