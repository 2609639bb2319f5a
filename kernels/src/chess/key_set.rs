//! [`KeySet`], for several hash keys that a move changes together.

use core::fmt;

use super::zobrist::{changed_squares, only_passes_the_move};
use super::{Position, Role, ZobristKeys};
use crate::square::{Square, squares};

/// The parts of a position that a key of a [`KeySet`] includes: pieces by color and role, castling rights,
/// the en passant square and the side to move.
///
/// The default is no part. All functions are `const`, for tables of keys.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::KeyParts;
///
/// const MINOR: KeyParts = KeyParts::KNIGHTS.with(KeyParts::BISHOPS);
/// const WHITE_WITHOUT_PAWNS: KeyParts = KeyParts::WHITE.without(KeyParts::PAWNS);
///
/// assert!(KeyParts::PIECES.contains(MINOR) && !WHITE_WITHOUT_PAWNS.contains(MINOR));
/// assert_eq!(
///     KeyParts::ALL.without(KeyParts::PIECES).with(KeyParts::PIECES),
///     KeyParts::ALL
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct KeyParts(
    /// A bit for each kind of piece, in the order of the numbers, and one for each part of the state.
    u16,
);

/// The indexes of the parts that are not pieces.
const CASTLING: usize = 12;
const EN_PASSANT: usize = 13;
const SIDE_TO_MOVE: usize = 14;
/// The number of parts.
const PARTS: usize = 15;

/// The bits of the black pieces.
const BLACK: u16 = 0b0101_0101_0101;

impl KeyParts {
    /// No part.
    pub const NONE: Self = Self(0);
    /// Pawns of both colors.
    pub const PAWNS: Self = Self::of_role(Role::Pawn);
    /// Knights of both colors.
    pub const KNIGHTS: Self = Self::of_role(Role::Knight);
    /// Bishops of both colors.
    pub const BISHOPS: Self = Self::of_role(Role::Bishop);
    /// Rooks of both colors.
    pub const ROOKS: Self = Self::of_role(Role::Rook);
    /// Queens of both colors.
    pub const QUEENS: Self = Self::of_role(Role::Queen);
    /// Kings of both colors.
    pub const KINGS: Self = Self::of_role(Role::King);
    /// All white pieces.
    pub const WHITE: Self = Self(BLACK << 1);
    /// All black pieces.
    pub const BLACK: Self = Self(BLACK);
    /// All pieces.
    pub const PIECES: Self = Self::WHITE.with(Self::BLACK);
    /// Castling rights.
    pub const CASTLING: Self = Self(1 << CASTLING);
    /// The en passant square, if it counts; see [`ZobristKeys::key`].
    pub const EN_PASSANT: Self = Self(1 << EN_PASSANT);
    /// The side to move.
    pub const SIDE_TO_MOVE: Self = Self(1 << SIDE_TO_MOVE);
    /// All parts: the key is that of [`ZobristKeys::key`].
    pub const ALL: Self = Self((1 << PARTS) - 1);

    #[inline]
    const fn of_role(role: Role) -> Self {
        Self(0b11 << (2 * role as usize))
    }

    /// Returns these parts and those of another set.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns these parts without those of another set.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether all parts of another set are in this one.
    #[inline]
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Lists the pieces as letters of FENs, and then the other parts.
impl fmt::Debug for KeyParts {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("KeyParts(")?;
        for (part, letter) in "pPnNbBrRqQkK".chars().enumerate() {
            if self.contains(Self(1 << part)) {
                write!(formatter, "{letter}")?;
            }
        }
        let state = [
            (Self::CASTLING, " castling"),
            (Self::EN_PASSANT, " en passant"),
            (Self::SIDE_TO_MOVE, " side to move"),
        ];
        for (_, name) in state.into_iter().filter(|&(part, _)| self.contains(part)) {
            formatter.write_str(name)?;
        }
        formatter.write_str(")")
    }
}

/// Several hash keys of a position, each for some of its parts, that one [update](Self::update) changes after
/// a move.
///
/// Engines of 2026 index their correction histories by keys of the pawns, of the minor pieces and of the
/// pieces of each color, beside the key for the hash table. All keys have the same numbers, which are looked
/// up once for each changed piece; a mask for each key and kind of piece selects the keys that change, so the
/// work does not branch on kinds. The keys are words of an array, which compilers compute in vectors, as
/// [Clockwork](https://github.com/official-clockwork/Clockwork/pull/403) (2026) does.
///
/// The set contains the [numbers](ZobristKeys), 6,896 bytes, and 120 bytes for each key. A program should
/// have it in a `static`.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{KeyParts, KeySet, Position, ZobristKeys};
///
/// static KEYS: KeySet<3> = KeySet::new(
///     ZobristKeys::DEFAULT,
///     [KeyParts::ALL, KeyParts::PAWNS, KeyParts::WHITE.without(KeyParts::PAWNS)],
/// );
///
/// let start = Position::START;
/// let [key, pawns, white] = KEYS.keys(&start);
/// assert_eq!(key, ZobristKeys::DEFAULT.key(&start));
///
/// let next = start.play(start.parse_uci("g1f3")?);
/// let mut keys = [key, pawns, white];
/// KEYS.update(&mut keys, &start, &next);
/// assert_eq!(keys, KEYS.keys(&next));
/// assert!(keys[1] == pawns && keys[2] != white);
/// # Ok::<(), quadline_kernels::ParseMoveError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeySet<const N: usize> {
    numbers: ZobristKeys,
    /// For each part, all ones in the keys that include it.
    masks: [[u64; N]; PARTS],
}

impl<const N: usize> KeySet<N> {
    /// Creates a set of keys from the parts of each, with these numbers.
    #[must_use]
    pub const fn new(numbers: ZobristKeys, parts: [KeyParts; N]) -> Self {
        let mut masks = [[0; N]; PARTS];
        let mut key = 0;
        while key < N {
            let mut part = 0;
            while part < PARTS {
                if parts[key].contains(KeyParts(1 << part)) {
                    masks[part][key] = u64::MAX;
                }
                part += 1;
            }
            key += 1;
        }
        Self { numbers, masks }
    }

    /// Returns the numbers of the keys.
    #[inline]
    #[must_use]
    pub const fn numbers(&self) -> &ZobristKeys {
        &self.numbers
    }

    /// Returns the keys of a position.
    ///
    /// Along a game, [`update`](Self::update) is faster.
    #[must_use]
    pub fn keys(&self, position: &Position) -> [u64; N] {
        let mut keys = [0; N];
        squares(position.occupied()).for_each(|square| self.add_piece(&mut keys, position, square));
        self.add(&mut keys, CASTLING, self.numbers.of_castling(position));
        self.add(&mut keys, EN_PASSANT, self.numbers.of_en_passant(position));
        self.add(&mut keys, SIDE_TO_MOVE, self.numbers.of_side_to_move(position));
        keys
    }

    /// Changes the keys of `before` to those of `after`, which is usually the position after a move.
    ///
    /// The positions need not be joined by a move. The cost depends on the number of squares on which they
    /// differ.
    #[inline]
    pub fn update(&self, keys: &mut [u64; N], before: &Position, after: &Position) {
        for square in squares(changed_squares(before, after)) {
            self.add_piece(keys, before, square);
            self.add_piece(keys, after, square);
        }
        let [side, next_side] = [before, after].map(|each| self.numbers.of_side_to_move(each));
        self.add(keys, SIDE_TO_MOVE, side ^ next_side);
        if !only_passes_the_move(before, after) {
            self.add(keys, CASTLING, self.numbers.of_castling(before) ^ self.numbers.of_castling(after));
            self.add(
                keys,
                EN_PASSANT,
                self.numbers.of_en_passant(before) ^ self.numbers.of_en_passant(after),
            );
        }
    }

    /// Adds the number of the piece on a square, if there is one.
    #[inline]
    fn add_piece(&self, keys: &mut [u64; N], position: &Position, square: Square) {
        if let Some(piece) = position.piece_at(square) {
            let kind = ZobristKeys::kind(piece.color(), piece.role());
            self.add(keys, kind, self.numbers.pieces[kind][square.index()]);
        }
    }

    /// Adds a number to the keys that include a part.
    #[inline]
    fn add(&self, keys: &mut [u64; N], part: usize, number: u64) {
        for (key, mask) in keys.iter_mut().zip(&self.masks[part]) {
            *key ^= number & mask;
        }
    }
}
