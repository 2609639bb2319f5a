//! [`Skip`]: which entries a loader leaves out.

use quadline::Square;
use quadline::level::{Fixed, Level};

use crate::Entry;
use crate::entry::pieces;

/// The entries that a loader leaves out.
///
/// Trainers leave out positions whose score depends on an exchange, and most of the others, because neighbors
/// in a game are similar.
///
/// # Examples
///
/// ```
/// use quadline_binpack::Skip;
///
/// // As nnue-pytorch does by default, and ten in eleven of what is left.
/// let skip = Skip::NONE.score(32002).before_ply(17).captures().in_check().at_random(10.0 / 11.0, 42);
/// assert_ne!(skip, Skip::NONE);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skip {
    /// Entries with a smaller ply are skipped.
    pub(crate) first_ply: u16,
    pub(crate) score: Option<i16>,
    pub(crate) captures: bool,
    pub(crate) in_check: bool,
    /// Entries whose random number is at least this large are skipped.
    pub(crate) random_below: u64,
    pub(crate) seed: u64,
}

impl Skip {
    /// Skips nothing.
    pub const NONE: Self =
        Self { first_ply: 0, score: None, captures: false, in_check: false, random_below: u64::MAX, seed: 0 };

    /// Skips entries with a smaller ply as well; 0 skips none.
    #[must_use]
    pub const fn before_ply(self, ply: u16) -> Self {
        Self { first_ply: ply, ..self }
    }

    /// Skips entries with this score as well, which some engines write if they have none. A later call
    /// replaces it.
    #[must_use]
    pub const fn score(self, score: i16) -> Self {
        Self { score: Some(score), ..self }
    }

    /// Skips entries as well whose move goes to a square with an enemy piece. As in other loaders, en passant
    /// captures do not.
    #[must_use]
    pub const fn captures(self) -> Self {
        Self { captures: true, ..self }
    }

    /// Skips entries as well in which the side to move is in check.
    #[must_use]
    pub const fn in_check(self) -> Self {
        Self { in_check: true, ..self }
    }

    /// Skips this share of the entries at random as well, from 0 for none to 1 for all.
    ///
    /// The choice depends on the seed and on the entry's place in the file. It is therefore the same for any
    /// number of threads.
    ///
    /// # Panics
    ///
    /// Panics if the share is not a number from 0 to 1.
    #[must_use]
    #[track_caller]
    pub fn at_random(self, share: f64, seed: u64) -> Self {
        assert!(
            (0.0..=1.0).contains(&share),
            "the share of skipped entries is {share}; it must be from 0 to 1"
        );
        // `as` turns 2^64 into the largest number, with which nothing is skipped.
        let random_below = ((1.0 - share) * 2.0_f64.powi(64)) as u64;
        // Without a choice, the seed does not matter.
        Self { random_below, seed: if random_below == u64::MAX { 0 } else { seed }, ..self }
    }

    /// Returns whether an entry of another source is skipped. [`Blocks`](crate::Blocks) leave out those of a
    /// file as they are read.
    ///
    /// The choice at random depends on two numbers, which are the place of the chunk in the file and the
    /// number of the entry in the chunk if it is one of a binpack file.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadline::{Position, Square};
    /// use quadline_binpack::{Entry, Skip};
    ///
    /// let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
    /// let entry = Entry { position: Position::START, chess_move, score: 30, ply: 0, result: 0 };
    /// assert!(Skip::NONE.before_ply(1).leaves_out(0, 0, &entry));
    /// assert!(!Skip::NONE.captures().in_check().leaves_out(0, 0, &entry));
    /// ```
    #[must_use]
    pub fn leaves_out(&self, offset: u64, number: u64, entry: &Entry) -> bool {
        Fixed::detect().is_some_and(|level| self.skips(level, offset, number, entry))
    }

    /// Returns whether an entry is skipped, given the place of its chunk and its number in the chunk. The
    /// cheap tests are first.
    #[inline(always)]
    pub(crate) fn skips<L: Level>(&self, level: L, offset: u64, number: u64, entry: &Entry) -> bool {
        entry.ply < self.first_ply
            || self.score == Some(entry.score)
            || self.random_below != u64::MAX && random(self.seed, offset, number) >= self.random_below
            || self.captures && is_capture(entry)
            || self.in_check && is_in_check(level, entry)
    }
}

impl Default for Skip {
    /// Returns [`Skip::NONE`].
    fn default() -> Self {
        Self::NONE
    }
}

#[inline(always)]
pub(crate) fn is_capture(entry: &Entry) -> bool {
    let position = &entry.position;
    pieces(position, position.side_to_move().opponent()) & entry.chess_move.to().bit() != 0
}

#[inline(always)]
pub(crate) fn is_in_check<L: Level>(level: L, entry: &Entry) -> bool {
    let position = &entry.position;
    let color = position.side_to_move();
    let Some(king) = Square::lowest(position.kings() & pieces(position, color)) else { return false };
    level.attackers_to(position, king, position.occupied()) & pieces(position, color.opponent()) != 0
}

/// Returns a number that looks random, by SplitMix64 of a place in the file.
///
/// Source: [Fast splittable pseudorandom number generators](https://doi.org/10.1145/2714064.2660195) (Guy
/// Steele, Doug Lea and Christine Flood, 2014).
#[inline(always)]
fn random(seed: u64, offset: u64, number: u64) -> u64 {
    mix(before_mix(seed, offset, number))
}

/// The difference between the numbers of two places that follow each other.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
/// The factors of [`mix`].
pub(crate) const FACTORS: [u64; 2] = [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];

/// Returns the number of a place in the file that [`mix`] makes look random.
#[inline(always)]
pub(crate) fn before_mix(seed: u64, offset: u64, number: u64) -> u64 {
    (seed ^ mix(offset)).wrapping_add((number + 1).wrapping_mul(GOLDEN))
}

/// Mixes the bits of a number.
#[inline(always)]
pub(crate) fn mix(mut word: u64) -> u64 {
    word = (word ^ word >> 30).wrapping_mul(FACTORS[0]);
    word = (word ^ word >> 27).wrapping_mul(FACTORS[1]);
    word ^ word >> 31
}
