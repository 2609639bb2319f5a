//! [`Filter`]: which entries are left out before their positions are put together.

use quadline::Position;
use quadline::level::Level;
use quadline_kernels::internal::positions::numbered::NumberedLanes;

pub(crate) use crate::skip::GOLDEN;
use crate::skip::{FACTORS, before_mix, is_capture, is_in_check, mix};
use crate::{Entry, Skip};

/// The facts of an entry that a filter sees before its position is put together.
pub(crate) struct Facts {
    pub(crate) ply: u16,
    pub(crate) score: i16,
    pub(crate) result: i8,
    /// The number of pieces on the board, kings included.
    pub(crate) pieces: u8,
}

/// The largest number of pieces.
const MOST_PIECES: usize = 32;

/// The entries that [`Blocks`](crate::Blocks) leave out: those of a [`Skip`], and others.
///
/// The random numbers of an entry depend on the seed, on the place of its chunk in the file and on its number
/// there. The same entries are therefore left out at every level and with any number of threads. Filters that
/// depend on earlier entries depend on those of the same chunk only.
///
/// # Examples
///
/// ```
/// use quadline_binpack::{Filter, Skip};
///
/// let skip = Skip::NONE.before_ply(17).captures().in_check().at_random(10.0 / 11.0, 42);
/// let filter = Filter::from(skip).unlikely_results().seed(7);
/// assert_ne!(filter, Filter::NONE);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Filter {
    skip: Skip,
    seed: u64,
    placeholder_zeros: bool,
    unlikely_results: bool,
    material: i32,
    soft_plies: Option<SoftPlies>,
    piece_counts: Option<PieceCounts>,
}

/// The chances of early entries to be kept.
#[derive(Clone, Copy, PartialEq, Debug)]
struct SoftPlies {
    points: [(f64, f64); 4],
    end: u16,
}

/// The wanted shares of the numbers of pieces.
#[derive(Clone, Copy, PartialEq, Debug)]
struct PieceCounts {
    weights: [f64; MOST_PIECES + 1],
    sum: f64,
}

/// The options of nnue-pytorch's loader that leave out entries, with its names and defaults.
///
/// Source: [nnue-pytorch](https://github.com/official-stockfish/nnue-pytorch), `DataloaderSkipConfig`.
///
/// # Examples
///
/// ```
/// use quadline_binpack::{Filter, NnuePytorchOptions};
///
/// let options = NnuePytorchOptions { random_fen_skipping: 10, ..Default::default() };
/// assert_ne!(options.filter(42), Filter::NONE);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NnuePytorchOptions {
    /// Whether captures and positions in check are left out.
    pub filtered: bool,
    /// Of so many entries and one more, one is kept at random. 0 keeps all.
    pub random_fen_skipping: u32,
    /// See [`Filter::unlikely_results`].
    pub wld_filtered: bool,
    /// Entries up to this ply are left out; -1 leaves out none.
    pub early_fen_skipping: i32,
    /// Entries before this ply are kept with the chance that the points `ply` describe. 0 or less keeps all.
    pub soft_early_fen_skipping: i32,
    /// See [`Filter::material_below`]. 0 or less keeps all.
    pub simple_eval_skipping: i32,
    /// The weights of 0, 8, 16, 24 and 32 pieces; see [`Filter::piece_counts`].
    pub pc: [f64; 5],
    /// Four plies, each with the chance to be kept; see [`Filter::soft_plies`].
    pub ply: [(f64, f64); 4],
}

impl Default for NnuePytorchOptions {
    fn default() -> Self {
        Self {
            filtered: true,
            random_fen_skipping: 0,
            wld_filtered: true,
            early_fen_skipping: -1,
            soft_early_fen_skipping: 20,
            simple_eval_skipping: -1,
            pc: [0.0, 0.4, 1.0, 1.0, 0.75],
            ply: [(0.0, 0.1), (6.0, 0.15), (10.0, 0.25), (18.0, 0.75)],
        }
    }
}

impl NnuePytorchOptions {
    /// Returns the filter that leaves out the same entries, apart from the random numbers.
    ///
    /// As in that loader, all entries are kept if no option leaves out any, and otherwise entries without a
    /// score (32002), [placeholders](Filter::placeholder_zeros) and entries that the
    /// [numbers of pieces](Filter::piece_counts) leave out are left out as well.
    ///
    /// # Panics
    ///
    /// Panics as [`Filter::piece_counts`] and [`Filter::soft_plies`] do.
    #[must_use]
    #[track_caller]
    pub fn filter(&self, seed: u64) -> Filter {
        let has_soft_plies = self.soft_early_fen_skipping > 0;
        if !self.filtered
            && !self.wld_filtered
            && self.random_fen_skipping == 0
            && self.early_fen_skipping < 0
            && !has_soft_plies
        {
            return Filter::NONE;
        }
        let within = |number: i32| number.clamp(0, u16::MAX.into()) as u16;
        let mut skip = Skip::NONE.score(NO_SCORE);
        skip = skip.before_ply(within(self.early_fen_skipping.saturating_add(1)));
        if self.random_fen_skipping > 0 {
            let skipped = f64::from(self.random_fen_skipping);
            skip = skip.at_random(skipped / (skipped + 1.0), seed);
        }
        if self.filtered {
            skip = skip.captures().in_check();
        }
        let mut filter = Filter::from(skip).seed(seed).placeholder_zeros().piece_counts(self.pc);
        filter.unlikely_results = self.wld_filtered;
        filter = filter.material_below(self.simple_eval_skipping);
        if has_soft_plies {
            filter.soft_plies(self.ply, within(self.soft_early_fen_skipping))
        } else {
            filter
        }
    }
}

/// The score of entries without a score.
const NO_SCORE: i16 = 32002;

/// The draws of random numbers for an entry, in addition to that of [`Skip::at_random`].
#[derive(Clone, Copy)]
enum Draw {
    UnlikelyResults = 1,
    SoftPlies,
    PieceCounts,
}

impl Filter {
    /// Leaves out nothing.
    pub const NONE: Self = Self {
        skip: Skip::NONE,
        seed: 0,
        placeholder_zeros: false,
        unlikely_results: false,
        material: 0,
        soft_plies: None,
        piece_counts: None,
    };

    /// Sets the seed of all random choices except for that of [`Skip::at_random`], which has its own.
    #[must_use]
    pub const fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Leaves out entries as well whose score of 0 is likely a placeholder: the game was decided, and the
    /// last score before in the same game was beyond 100 for either side. Entries that are left out for this,
    /// and those with the score 32002, do not count as scores.
    #[must_use]
    pub const fn placeholder_zeros(self) -> Self {
        Self { placeholder_zeros: true, ..self }
    }

    /// Leaves out entries as well whose result is unlikely for their score and ply. An entry is kept with the
    /// chance that a model of games on fishtest gives to its result.
    ///
    /// Source: [the model of wins, draws and
    /// losses](https://github.com/official-stockfish/nnue-pytorch/blob/master/docs/nnue.md) in nnue-pytorch.
    #[must_use]
    pub const fn unlikely_results(self) -> Self {
        Self { unlikely_results: true, ..self }
    }

    /// Leaves out entries as well in which the material of the sides differs by less than this number, with
    /// 208 for a pawn, 781 for a knight, 825 for a bishop, 1276 for a rook and 2538 for a queen. 0 or less
    /// leaves out none.
    #[must_use]
    pub const fn material_below(self, difference: i32) -> Self {
        Self { material: difference, ..self }
    }

    /// Keeps entries before the ply `end` with a chance. Between two of the points, each a ply and a chance,
    /// the chance is on the line through both. It is that of the first point before it, and after the last
    /// one on the line to a chance of 1 at `end`.
    ///
    /// # Panics
    ///
    /// Panics if a number is not finite or if the plies are not in order.
    #[must_use]
    #[track_caller]
    pub fn soft_plies(self, points: [(f64, f64); 4], end: u16) -> Self {
        let is_finite = points.iter().all(|(ply, chance)| ply.is_finite() && chance.is_finite());
        let is_sorted = points.is_sorted_by_key(|&(ply, _)| ply);
        assert!(
            is_finite && is_sorted,
            "the points of early plies are {points:?}; they must be finite, with the smallest ply first"
        );
        Self { soft_plies: Some(SoftPlies { points, end }), ..self }
    }

    /// Leaves out entries as well at random, so that the numbers of pieces of those that are kept approach
    /// wanted shares. `weights` are those of 0, 8, 16, 24 and 32 pieces, with a spline between them.
    ///
    /// The chances follow from the numbers of pieces before in the same chunk, of entries that no other
    /// filter leaves out. They are adjusted after 100, 500, 1,000, 2,500 and 5,000 entries and then after
    /// each 10,000.
    ///
    /// # Panics
    ///
    /// Panics if a weight is not finite.
    #[must_use]
    #[track_caller]
    pub fn piece_counts(self, weights: [f64; 5]) -> Self {
        assert!(weights.iter().all(|weight| weight.is_finite()), "the weights {weights:?} must be finite");
        Self { piece_counts: Some(PieceCounts::new(weights)), ..self }
    }

    /// Returns one of the random numbers of an entry, given the one that is not mixed.
    #[inline(always)]
    fn draw(&self, random: u64, draw: Draw) -> u64 {
        mix(mix(random) ^ mix(self.seed.wrapping_add(draw as u64)))
    }
}

impl Default for Filter {
    /// Returns [`Filter::NONE`].
    fn default() -> Self {
        Self::NONE
    }
}

impl From<Skip> for Filter {
    /// Leaves out the same entries.
    fn from(skip: Skip) -> Self {
        Self { skip, ..Self::NONE }
    }
}

/// Returns whether an entry is left out that is kept with a chance.
#[inline(always)]
fn is_left_out(chance: f64, draw: u64) -> bool {
    draw < ((1.0 - chance) * 2.0_f64.powi(64)) as u64
}

impl SoftPlies {
    /// Returns the chance of an entry with a ply before the end.
    fn chance(&self, ply: u16) -> f64 {
        let (ply, [first, ..]) = (f64::from(ply), self.points);
        let last = (f64::from(self.end), 1.0);
        let mut before = first;
        if ply > first.0 {
            for after in self.points.into_iter().skip(1).chain([last]) {
                if ply <= after.0 {
                    let share =
                        if after.0 == before.0 { 0.0 } else { (ply - before.0) / (after.0 - before.0) };
                    return (before.1 + share * (after.1 - before.1)).clamp(0.0, 1.0);
                }
                before = after;
            }
        }
        first.1.clamp(0.0, 1.0)
    }
}

/// Returns the chance of a result, by the model of wins, draws and losses.
fn chance_of_result(facts: &Facts) -> f64 {
    let moves = f64::from(facts.ply.min(240)) / 64.0;
    let cubic = |[a, b, c, d]: [f64; 4]| ((a * moves + b) * moves + c) * moves + d;
    let middle = cubic([-3.68389304, 30.07065921, -60.52878723, 149.53378557]);
    let width = 1.5 * cubic([-2.0181857, 15.85685038, -29.83452023, 47.59078827]);
    let score = (f64::from(100 * i32::from(facts.score)) / 208.0).clamp(-2000.0, 2000.0);
    let win = || 1.0 / (1.0 + ((middle - score) / width).exp());
    let loss = || 1.0 / (1.0 + ((middle + score) / width).exp());
    match facts.result {
        1.. => win(),
        0 => 1.0 - win() - loss(),
        _ => loss(),
    }
}

/// Returns the material of White less that of Black; see [`Filter::material_below`].
fn material(position: &Position) -> i32 {
    let (diagonal, orthogonal) = (position.diagonal_sliders(), position.orthogonal_sliders());
    let queens = diagonal & orthogonal;
    let kinds = [
        (208, position.pawns()),
        (781, position.knights()),
        (825, diagonal ^ queens),
        (1276, orthogonal ^ queens),
        (2538, queens),
    ];
    let count = |pieces: u64| pieces.count_ones() as i32;
    let difference = |kind: u64| count(kind & position.white()) - count(kind & position.black());
    kinds.into_iter().map(|(value, kind)| value * difference(kind)).sum()
}

impl PieceCounts {
    /// The wanted shares by a cubic Hermite spline through the weights, whose slopes are half the difference
    /// of the neighbors.
    fn new(y: [f64; 5]) -> Self {
        let slope = |index: usize| match index {
            0 => y[1] - y[0],
            4 => y[4] - y[3],
            _ => (y[index + 1] - y[index - 1]) / 2.0,
        };
        let mut weights = [0.0; MOST_PIECES + 1];
        for (pieces, weight) in weights.iter_mut().enumerate() {
            let index = (pieces / 8).min(3);
            let t = (pieces - 8 * index) as f64 / 8.0;
            let (square, cube) = (t * t, t * t * t);
            let value = (2.0 * cube - 3.0 * square + 1.0) * y[index]
                + (cube - 2.0 * square + t) * slope(index)
                + (3.0 * square - 2.0 * cube) * y[index + 1]
                + (cube - square) * slope(index + 1);
            *weight = value.max(0.0);
        }
        let sum: f64 = weights.iter().sum();
        if sum > 0.0 { Self { weights, sum } } else { Self { weights: [1.0; 33], sum: 33.0 } }
    }
}

/// The numbers of pieces of earlier entries.
#[derive(Debug)]
struct Seen {
    counts: [f64; MOST_PIECES + 1],
    sum: f64,
    entries: u64,
    scale: f64,
}

impl Seen {
    const NOTHING: Self = Self { counts: [0.0; MOST_PIECES + 1], sum: 0.0, entries: 0, scale: 1.0 };
    /// The chance of the number of pieces that is wanted least, compared with what there is.
    const LEAST: f64 = 1.0 - 0.975;

    /// Counts an entry and returns the chance that it is kept.
    fn chance(&mut self, wanted: &PieceCounts, pieces: usize) -> f64 {
        self.counts[pieces] += 1.0;
        self.sum += 1.0;
        self.entries += 1;
        let (sum, counts) = (self.sum, self.counts);
        // How much more often than now a number of pieces is wanted.
        let ratio = |pieces: usize| {
            let (weight, count) = (wanted.weights[pieces], counts[pieces]);
            (weight > 0.0 && count > 0.0).then(|| sum * weight / (wanted.sum * count))
        };
        let adjusts = match self.entries {
            100 | 500 | 1000 | 2500 | 5000 => true,
            entries => entries > 5000 && entries % 10_000 == 0,
        };
        let here = ratio(pieces);
        if adjusts {
            let least = (0..=MOST_PIECES).filter_map(ratio).reduce(f64::min);
            if let Some(least) = least.filter(|&least| least > 0.0) {
                self.scale = Self::LEAST / least;
            }
        }
        let chance = here.map_or(0.0, |ratio| (self.scale * ratio).clamp(0.0, 1.0));
        if adjusts && self.entries.is_multiple_of(10_000) {
            self.counts.iter_mut().for_each(|count| *count *= 0.5);
            self.sum *= 0.5;
        }
        chance
    }
}

/// The state of filters after the earlier entries of a chunk.
#[derive(Debug)]
pub(crate) struct Tracked {
    last_ply: i32,
    last_score: i16,
    seen: Option<Box<Seen>>,
}

impl Tracked {
    /// Notes an entry, and returns whether its score is a placeholder; see [`Filter::placeholder_zeros`].
    #[inline(always)]
    pub(crate) fn leaves_out(&mut self, ply: u16, score: i16, result: i8) -> bool {
        let is_after = i32::from(ply) > self.last_ply;
        self.last_ply = ply.into();
        if is_after
            && self.last_score != NO_SCORE
            && self.last_score.unsigned_abs() > 100
            && result != 0
            && score == 0
        {
            return true;
        }
        if score != NO_SCORE {
            self.last_score = score;
        }
        false
    }
}

impl Filter {
    /// Returns whether nothing is left out.
    pub(crate) fn picks_all(&self) -> bool {
        self.only_skip() == Some(&Skip::NONE)
    }

    /// Returns the skip if nothing else leaves out entries.
    pub(crate) fn only_skip(&self) -> Option<&Skip> {
        let Self { skip, placeholder_zeros, unlikely_results, material, soft_plies, piece_counts, .. } = self;
        let is_alone = !placeholder_zeros
            && !unlikely_results
            && *material <= 0
            && soft_plies.is_none()
            && piece_counts.is_none();
        is_alone.then_some(skip)
    }

    /// Begins a chunk.
    pub(crate) fn begin(&self) -> Tracked {
        let seen = self.piece_counts.map(|_| Box::new(Seen::NOTHING));
        Tracked { last_ply: -1, last_score: NO_SCORE, seen }
    }

    /// Returns the random number of an entry before it is mixed. That of the next one is larger by
    /// [`GOLDEN`].
    pub(crate) fn random(&self, offset: u64, number: u64) -> u64 {
        before_mix(self.skip.seed, offset, number)
    }

    /// Returns whether [`Tracked::leaves_out`] must see all entries.
    #[inline(always)]
    pub(crate) fn tracks(&self) -> bool {
        self.placeholder_zeros
    }

    /// Returns the lanes whose entry is kept by ply, score and at random, given the random numbers before
    /// they are mixed.
    #[inline(always)]
    pub(crate) fn lanes<V: NumberedLanes>(&self, token: V::Token, scores: V, plies: V, random: V) -> u32 {
        let Skip { first_ply, score, random_below, .. } = self.skip;
        let splat = |word: u64| V::splat(token, word);
        let mut left_out = 0;
        if first_ply > 0 {
            left_out |= V::lanes(token, plies.is_less(splat(first_ply.into())));
        }
        if let Some(score) = score {
            let other = (scores ^ splat(score as u64)) & splat(0xffff);
            left_out |= V::lanes(token, other.is_zero());
        }
        if random_below != u64::MAX {
            let word = (random ^ random.shift_right_by(30)).multiply(FACTORS[0]);
            let word = (word ^ word.shift_right_by(27)).multiply(FACTORS[1]);
            let word = word ^ word.shift_right_by(31);
            left_out |= !V::lanes(token, word.is_less(splat(random_below)));
        }
        !left_out
    }

    /// Returns whether an entry is kept by the filters that [`lanes`](Self::lanes) does not have and that
    /// need no position.
    #[inline(always)]
    pub(crate) fn picks_facts(&self, facts: &Facts, random: u64) -> bool {
        if let Some(soft) = &self.soft_plies
            && facts.ply < soft.end
            && is_left_out(soft.chance(facts.ply), self.draw(random, Draw::SoftPlies))
        {
            return false;
        }
        if self.unlikely_results
            && is_left_out(chance_of_result(facts), self.draw(random, Draw::UnlikelyResults))
        {
            return false;
        }
        true
    }

    /// Returns whether an entry is kept by the filters that need its position, and then by the number of its
    /// pieces.
    #[inline(always)]
    pub(crate) fn picks_entry<L: Level>(
        &self,
        level: L,
        entry: &Entry,
        facts: &Facts,
        random: u64,
        tracked: &mut Tracked,
    ) -> bool {
        let Self { skip, material: least, piece_counts, .. } = self;
        if skip.captures && is_capture(entry)
            || skip.in_check && is_in_check(level, entry)
            || *least > 0 && material(&entry.position).abs() < *least
        {
            return false;
        }
        let (Some(wanted), Some(seen)) = (piece_counts, &mut tracked.seen) else { return true };
        let chance = seen.chance(wanted, usize::from(facts.pieces).min(MOST_PIECES));
        !is_left_out(chance, self.draw(random, Draw::PieceCounts))
    }

    /// Returns whether an entry is kept, given the place of its chunk and its number there. All entries of a
    /// chunk must be asked about in their order.
    pub(crate) fn picks<L: Level>(
        &self,
        level: L,
        offset: u64,
        number: u64,
        entry: &Entry,
        tracked: &mut Tracked,
    ) -> bool {
        let (skip, random) = (&self.skip, self.random(offset, number));
        if self.tracks() && tracked.leaves_out(entry.ply, entry.score, entry.result)
            || entry.ply < skip.first_ply
            || skip.score == Some(entry.score)
            || skip.random_below != u64::MAX && mix(random) >= skip.random_below
        {
            return false;
        }
        let pieces = entry.position.occupied().count_ones() as u8;
        let facts = Facts { ply: entry.ply, score: entry.score, result: entry.result, pieces };
        self.picks_facts(&facts, random) && self.picks_entry(level, entry, &facts, random, tracked)
    }
}
