//! [`ThreatLayout`], the numbers of a network's inputs.

use super::kinds::ThreatKinds;
use crate::Square;
use crate::chess::{Color, Piece, Position, Role};
use crate::steps::{king_attacks, knight_attacks, pawn_attacks};
use crate::tables::LINE_EX;

/// The number of each pair of squares of which a piece on one attacks the other on an empty board.
#[repr(align(64))]
pub(crate) struct PairTables {
    /// The numbers, indexed by [`kind_of`] and the two squares, in the order of the squares. 56 KiB.
    ///
    /// Tables of 4.4 KiB would do: a number is that of the first pair of a square plus the number of attacked
    /// squares below the second one. With them, both sides of a position took 198 ns instead of 185 with
    /// `avx2`, and 305 instead of 246 with `scalar` (Intel, family 6, model 207). `avx512-vbmi` has tables of
    /// 1.4 KB instead.
    pub(crate) numbers: [[[u16; 64]; 64]; KINDS],
    /// The number of all pairs of each kind.
    pub(crate) sizes: [u16; KINDS],
}

/// Roles, with black pawns apart from white ones.
pub(crate) const KINDS: usize = 7;

/// Returns the index of a piece's byte in the [tables](PairTables): its role plus 1, and 0 for a black pawn.
#[inline(always)]
pub(crate) const fn kind_of(piece: u8) -> usize {
    KIND_OF[(piece & 15) as usize] as usize
}

/// [`kind_of`] as a table. Numbers that are no piece have the index of a piece.
pub(crate) const KIND_OF: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 0, 0, 0, 2, 3, 4, 5, 6, 0];

/// 16 times the kind of each piece.
#[cfg(target_feature = "sse2")]
pub(crate) static KIND_OF_TIMES_16: [u8; 16] = {
    let (mut kinds, mut piece) = (KIND_OF, 0);
    while piece < 16 {
        kinds[piece] *= 16;
        piece += 1;
    }
    kinds
};

/// The tables of all layouts.
pub(crate) static PAIRS: PairTables = {
    let mut tables = PairTables { numbers: [[[0; 64]; 64]; KINDS], sizes: [0; KINDS] };
    let mut kind = 0;
    while kind < KINDS {
        let mut from = 0;
        while from < 64 {
            let mut targets = attacks_on_empty_board(kind, Square::ALL[from]);
            while targets != 0 {
                tables.numbers[kind][from][targets.trailing_zeros() as usize] = tables.sizes[kind];
                tables.sizes[kind] += 1;
                targets &= targets - 1;
            }
            from += 1;
        }
        kind += 1;
    }
    tables
};

/// Returns the squares that a piece of a kind attacks on an empty board. Pawns on the first and the last
/// rank, where there are none, attack nothing.
#[inline]
pub(crate) const fn attacks_on_empty_board(kind: usize, square: Square) -> u64 {
    let pawn = if matches!(square.rank(), 0 | 7) { 0 } else { square.bit() };
    let [rank, file, diagonal, antidiagonal] = LINE_EX.0[square.index()];
    match kind {
        0 => pawn_attacks(Color::Black, pawn),
        1 => pawn_attacks(Color::White, pawn),
        2 => knight_attacks(square.bit()),
        3 => diagonal | antidiagonal,
        4 => rank | file,
        5 => rank | file | diagonal | antidiagonal,
        _ => king_attacks(square.bit()),
    }
}

/// The half of the board on which the king of the perspective mirrors the files of its inputs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MirroredKing {
    /// No mirroring.
    Nowhere,
    /// A king on the files a to d.
    OnQueensWing,
    /// A king on the files e to h, as in Stockfish and Reckless.
    OnKingsWing,
}

/// The one of two like threats that is an input.
///
/// If two knights attack each other, one threat follows from the other, so networks leave one out. The same
/// holds for bishops, rooks, queens and kings of either color, and for pawns of different colors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum LikeThreats {
    /// Both.
    Both,
    /// The threat by the piece on the higher square, from the view of the perspective. Stockfish and Reckless
    /// keep this one.
    FromHigherSquare,
    /// The threat by the piece on the lower square.
    FromLowerSquare,
}

/// The numbers of a neural network's threat inputs.
///
/// An input is a threat from the view of one side: the attacking piece, its square, the attacked piece, and
/// its square, each with the colors exchanged and the ranks reversed for Black. Its number is the sum of
/// three numbers:
///
/// ```text
///   base     of the pair of pieces              see with_base
/// + offset   of the attacker's square           the pairs of squares that begin on lower squares
/// + rank     of the attacked square             the attacked squares below it, on an empty board
/// ```
///
/// [`new`](Self::new) numbers the pairs of pieces like Stockfish, nnue-pytorch and Reckless: White's
/// attackers before Black's, from pawn to king; for each, its attacked roles of White, then those of Black.
/// The constants are the networks of these engines. Other networks can set the [base](Self::with_base) of
/// each pair.
///
/// Offset and rank are fixed, because another order of the squares only permutes the rows of a network's
/// first layer: a program can permute the weights once instead. Black's view always has the ranks reversed,
/// as in all networks above, so that the pawns of either perspective move toward higher ranks.
///
/// A layout can also have [pawn pairs](Self::with_pawn_pairs): inputs for two pawns on the same or on
/// neighboring files.
///
/// A layout has 2.1 KB, and 3.2 KB on x86. All layouts share a table of 56 KiB, which the level `avx512-vbmi`
/// does not use: it has tables of 1.4 KB.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Color, Position, threats::ThreatLayout};
///
/// let layout = ThreatLayout::INPUTS_59808.with_pawn_pairs(59_808);
/// assert_eq!(layout.inputs(), 59_808 + 4_560);
/// let mut inputs = [0; 64];
/// let count = Position::START.threat_inputs(&layout, Color::White, &mut inputs);
/// assert_eq!(count, 64);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(64))]
pub struct ThreatLayout {
    /// The base of each pair of pieces, indexed by attacked piece and attacker, and then the base of the same
    /// pieces of the other colors. [`LIKE`] is set for like threats of which only one is an input.
    pub(crate) bases: [[[u32; 2]; 16]; 16],
    /// The lowest bytes of the same bases, not of those of the other colors, then the next bytes, and so on.
    #[cfg(target_feature = "sse2")]
    pub(crate) base_bytes: [[[u8; 64]; 4]; 4],
    pub(crate) kinds: ThreatKinds,
    /// 0 if the threat from the higher square is kept, otherwise [`LIKE`].
    pub(crate) keeps_lower: u32,
    pub(crate) mirrored: MirroredKing,
    pawn_pairs: Option<u32>,
    inputs: u32,
}

/// The flag of like threats in [`ThreatLayout::bases`].
pub(crate) const LIKE: u32 = 1 << 31;

/// The number of pawns by color and square, without the first and the last rank.
const PAWNS: u32 = 2 * 48;

impl ThreatLayout {
    /// The threats of Stockfish and nnue-pytorch in mid-2026, which also have [pawn
    /// pairs](Self::with_pawn_pairs).
    pub const INPUTS_59808: Self = Self::new(ThreatKinds::INPUTS_59808);
    /// The threats of SFNNv12 (Stockfish, early 2026).
    pub const INPUTS_60144: Self = Self::new(ThreatKinds::INPUTS_60144);
    /// The threats of SFNNv11 (Stockfish, January 2026) and of Reckless.
    pub const INPUTS_66864: Self = Self::new(ThreatKinds::INPUTS_66864);
    /// The threats of SFNNv10 (Stockfish, November 2025).
    pub const INPUTS_79856: Self = Self::new(ThreatKinds::INPUTS_79856);

    /// The number of pawn pairs, 4,560.
    pub const PAWN_PAIRS: u32 = PAWNS * (PAWNS - 1) / 2;

    /// Creates the layout of Stockfish, nnue-pytorch and Reckless for these kinds of threats.
    ///
    /// A king on the files e to h mirrors the files, and of like threats the one from the higher square is an
    /// input.
    #[inline]
    #[must_use]
    pub const fn new(kinds: ThreatKinds) -> Self {
        let mut layout = Self {
            bases: [[[0; 2]; 16]; 16],
            #[cfg(target_feature = "sse2")]
            base_bytes: [[[0; 64]; 4]; 4],
            kinds,
            keeps_lower: 0,
            mirrored: MirroredKing::OnKingsWing,
            pawn_pairs: None,
            inputs: 0,
        };
        let mut index = 0;
        while index < 12 {
            let attacker = Piece::new(Color::ALL[index / 6], Role::ALL[index % 6]);
            layout = layout.append(attacker, Color::White).append(attacker, Color::Black);
            index += 1;
        }
        layout.with_like_threats(LikeThreats::FromHigherSquare)
    }

    /// Numbers the pairs of an attacker with the pieces of a color.
    #[inline]
    const fn append(mut self, attacker: Piece, color: Color) -> Self {
        let mut index = 0;
        while index < 6 {
            let attacked = Piece::new(color, Role::ALL[index]);
            if self.kinds.contains_pair(attacker, attacked) {
                self = self.with_bits(attacker, attacked, !LIKE, self.inputs);
                self.inputs += PAIRS.sizes[kind_of(attacker.to_byte())] as u32;
            }
            index += 1;
        }
        self
    }

    /// Sets the number of the first input of a pair of pieces, from White's view.
    ///
    /// The pair has as many inputs as the attacker has pairs of squares on an empty board: 84 for pawns, 336
    /// for knights, 560 for bishops, 896 for rooks, 1,456 for queens, and 420 for kings.
    ///
    /// # Panics
    ///
    /// Panics if `base` is 2³⁰ or more, or if the [kinds](Self::kinds) of the layout do not contain the pair.
    /// A kind has four pairs, one for each two colors, or two without defenses, so a pair is not added alone.
    #[inline]
    #[must_use]
    pub const fn with_base(mut self, attacker: Piece, attacked: Piece, base: u32) -> Self {
        assert!(base < 1 << 30, "the base of a pair must be less than 2^30");
        assert!(self.kinds.contains_pair(attacker, attacked), "the layout must have the kind of the pair");
        self = self.with_bits(attacker, attacked, !LIKE, base);
        self.inputs = self.end();
        self
    }

    /// Returns one more than the highest input.
    #[inline]
    const fn end(&self) -> u32 {
        let mut end = match self.pawn_pairs {
            Some(base) => base + Self::PAWN_PAIRS,
            None => 0,
        };
        let mut index = 0;
        while index < 144 {
            let attacker = Piece::new(Color::ALL[index / 72], Role::ALL[index / 12 % 6]);
            let attacked = Piece::new(Color::ALL[index / 6 % 2], Role::ALL[index % 6]);
            let base = self.bases[attacked.to_byte() as usize][attacker.to_byte() as usize][0] & !LIKE;
            let next = base + PAIRS.sizes[kind_of(attacker.to_byte())] as u32;
            if self.kinds.contains_pair(attacker, attacked) && next > end {
                end = next;
            }
            index += 1;
        }
        end
    }

    /// Sets the bits of a mask in the base of a pair of pieces.
    #[inline]
    const fn with_bits(mut self, attacker: Piece, attacked: Piece, mask: u32, bits: u32) -> Self {
        let (attacker, attacked) = (attacker.to_byte() as usize, attacked.to_byte() as usize);
        let base = self.bases[attacked][attacker][0] & !mask | bits;
        self.bases[attacked][attacker][0] = base;
        self.bases[attacked ^ 8][attacker ^ 8][1] = base;
        #[cfg(target_feature = "sse2")]
        {
            let (mut byte, pair) = (0, 16 * attacked + attacker);
            while byte < 4 {
                self.base_bytes[byte][pair / 64][pair % 64] = (base >> (8 * byte)) as u8;
                byte += 1;
            }
        }
        self
    }

    /// Sets which of two like threats is an input.
    #[inline]
    #[must_use]
    pub const fn with_like_threats(mut self, like: LikeThreats) -> Self {
        let mut index = 0;
        while index < 24 {
            let role = Role::ALL[index % 6];
            let (attacker, attacked) = (Color::ALL[index / 12], Color::ALL[index / 6 % 2]);
            let is_like = !matches!(role, Role::Pawn) || attacker as u8 != attacked as u8;
            let has_one = is_like && !matches!(like, LikeThreats::Both);
            let flag = if has_one { LIKE } else { 0 };
            self = self.with_bits(Piece::new(attacker, role), Piece::new(attacked, role), LIKE, flag);
            index += 1;
        }
        self.keeps_lower = if matches!(like, LikeThreats::FromLowerSquare) { LIKE } else { 0 };
        self
    }

    /// Sets where the king of the perspective mirrors the files.
    #[inline]
    #[must_use]
    pub const fn with_mirrored_king(mut self, mirrored: MirroredKing) -> Self {
        self.mirrored = mirrored;
        self
    }

    /// Adds an input for each pair of pawns of any color on the same or on neighboring files, numbered from
    /// `base`.
    ///
    /// A pawn has a number of 0 to 95: its square without the first rank, plus 48 for the opponent's. The
    /// pair with the numbers `high` and `low` has the input `base + high * (high - 1) / 2 + low`. This is the
    /// feature set `PP_3Wide` of nnue-pytorch, with [`PAWN_PAIRS`](Self::PAWN_PAIRS) inputs.
    ///
    /// # Panics
    ///
    /// Panics if `base` is 2³⁰ or more.
    #[inline]
    #[must_use]
    pub const fn with_pawn_pairs(mut self, base: u32) -> Self {
        assert!(base < 1 << 30, "the base of the pawn pairs must be less than 2^30");
        self.pawn_pairs = Some(base);
        self.inputs = self.end();
        self
    }

    /// Returns the number of inputs, which is one more than the highest.
    #[must_use]
    pub const fn inputs(&self) -> u32 {
        self.inputs
    }

    /// Returns the kinds of threats that are inputs.
    #[must_use]
    pub const fn kinds(&self) -> ThreatKinds {
        self.kinds
    }

    /// Returns the first input of the pawn pairs, if they are inputs.
    #[inline(always)]
    pub(crate) const fn pawn_pairs(&self) -> Option<u32> {
        self.pawn_pairs
    }

    /// Returns the bits that a perspective exchanges in the four bytes of a threat, lowest byte first: those
    /// of the colors, and in squares those of the ranks and files.
    #[inline(always)]
    pub(crate) const fn exchange(&self, perspective: Color, king: u32) -> u32 {
        let is_mirrored = match self.mirrored {
            MirroredKing::Nowhere => false,
            MirroredKing::OnQueensWing => king & 4 == 0,
            MirroredKing::OnKingsWing => king & 4 != 0,
        };
        let square = (56 * perspective as u32) | if is_mirrored { 7 } else { 0 };
        let piece = (perspective as u32) << 3;
        piece | square << 8 | piece << 16 | square << 24
    }

    /// Returns [`exchange`](Self::exchange) for the perspective's own king, or for a king on a1 if it has
    /// none.
    #[inline(always)]
    pub(crate) fn exchange_of(&self, position: &Position, perspective: Color) -> u32 {
        let king = position.kings() & position.color(perspective);
        self.exchange(perspective, king.trailing_zeros() & 63)
    }
}

impl core::fmt::Debug for ThreatLayout {
    #[inline]
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter
            .debug_struct("ThreatLayout")
            .field("kinds", &self.kinds)
            .field("inputs", &self.inputs)
            .field("mirrored", &self.mirrored)
            .field("pawn_pairs", &self.pawn_pairs)
            .finish_non_exhaustive()
    }
}

/// The sides from whose view inputs are computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Perspectives {
    /// White.
    White,
    /// Black.
    Black,
    /// White, then Black.
    Both,
    /// The side to move.
    SideToMove,
    /// The side to move, then its opponent.
    SideToMoveFirst,
}

impl Perspectives {
    /// Returns the number of perspectives, 1 or 2.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Self::White | Self::Black | Self::SideToMove => 1,
            Self::Both | Self::SideToMoveFirst => 2,
        }
    }

    /// Returns the first perspective of a position. The second is the other color.
    #[inline(always)]
    pub(crate) const fn first(self, position: &Position) -> Color {
        match self {
            Self::White | Self::Both => Color::White,
            Self::Black => Color::Black,
            Self::SideToMove | Self::SideToMoveFirst => position.side_to_move(),
        }
    }
}
