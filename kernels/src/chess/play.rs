//! [`Position::play`] and [`Position::play_mut`], which play a move.
//!
//! The kinds of the moves of a game are unpredictable, so the code has no branch on the kind of a move or on
//! the role of its piece. A row of masks for each kind contains what differs between the kinds:
//!
//! ```text
//!                   keeps    to      to       to        en    double  castling
//!                   role   knight diagonal orthogonal passant  push
//! normal              1       .       .        .         .      .        .
//! double push         1       .       .        .         .      1        .
//! en passant          1       .       .        .         1      .        .
//! castling            1       .       .        .         .      .        1
//! promotion to a
//!   knight            .       1       .        .         .      .        .
//!   bishop            .       .       1        .         .      .        .
//!   rook              .       .       .        1         .      .        .
//!   queen             .       .       1        1         .      .        .
//! ```
//!
//! The steps are:
//!
//! 1. Both squares of the move, and that of a pawn captured en passant, become empty in all words.
//! 2. In each word of a role, the bit of the origin is rotated to the destination. A pawn that promotes lacks
//!    `keeps role`. Its bit is added to the words of the new role instead, before they are rotated.
//! 3. If the move is castling, the destination is not `to`, the rook's square, but the king's square on the
//!    c- or g-file, and the rook is added beside it.
//! 4. The state loses the castling rooks and the en passant square that the move ends. It gets the other side
//!    to move, and the square that a double push passes if an enemy pawn attacks it.
//!
//! The words are written to the next position one by one, and the position is not copied afterward. A load of
//! eight words as one vector right after they were stored one by one waits until the stores have left the
//! store buffer. With such a copy and with branches on the kind of move, a chain of moves took 11.9 ns for
//! each at the level `avx512-vbmi`, 12.2 at `avx2` and 16.1 at `scalar`; now it takes 7.5, 8.2 and 9.7
//! (games, old and new code in one process, Intel Xeon, family 6, model 207).

use super::castling::arrivals;
use super::{Move, Position, state, word};
use crate::line::{A_FILE, H_FILE};

/// The properties of a kind of moves: each is all ones if the kind has it, and otherwise 0, except for one.
#[repr(C, align(64))]
struct KindMasks {
    keeps_role: u64,
    to_knight: u64,
    /// Set for promotions to a bishop or a queen.
    to_diagonal: u64,
    /// Set for promotions to a rook or a queen.
    to_orthogonal: u64,
    en_passant: u64,
    /// 1 or 0.
    is_double_push: u64,
    castling: u64,
}

impl KindMasks {
    const NORMAL: Self = Self {
        keeps_role: !0,
        to_knight: 0,
        to_diagonal: 0,
        to_orthogonal: 0,
        en_passant: 0,
        is_double_push: 0,
        castling: 0,
    };
    const PROMOTION: Self = Self { keeps_role: 0, ..Self::NORMAL };
}

/// The masks in the order of the bits of a move, in 512 bytes.
static KINDS: [KindMasks; 8] = [
    KindMasks::NORMAL,
    KindMasks { is_double_push: 1, ..KindMasks::NORMAL },
    KindMasks { en_passant: !0, ..KindMasks::NORMAL },
    KindMasks { castling: !0, ..KindMasks::NORMAL },
    KindMasks { to_knight: !0, ..KindMasks::PROMOTION },
    KindMasks { to_diagonal: !0, ..KindMasks::PROMOTION },
    KindMasks { to_orthogonal: !0, ..KindMasks::PROMOTION },
    KindMasks { to_diagonal: !0, to_orthogonal: !0, ..KindMasks::PROMOTION },
];

impl Position {
    /// Returns the position after a legal move of the side to move.
    ///
    /// After a double push, the en passant square is set only if an enemy pawn attacks it, whether or not
    /// that side's king is then in check. Transpositions therefore lead to equal positions with equal FENs.
    /// If the move is not legal, the result is unspecified, but the function does not panic.
    ///
    /// [`play_mut`](Self::play_mut) replaces the position in place.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// let mut position = Position::START;
    /// for text in ["e2e4", "a7a6", "e4e5", "d7d5"] {
    ///     position = position.play(position.parse_uci(text)?);
    /// }
    /// assert_eq!(
    ///     position.to_string(),
    ///     "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 1"
    /// );
    /// # Ok::<(), quadline_kernels::ParseMoveError>(())
    /// ```
    #[doc(alias = "make_move_new")]
    #[inline(always)]
    #[must_use]
    pub fn play(&self, chess_move: Move) -> Self {
        let mut next = Self { words: [0; 8] };
        self.play_to(chess_move, &mut next.words);
        next
    }

    /// Replaces this position by the one after a legal move of the side to move; see [`play`](Self::play).
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// let mut position = Position::START;
    /// for text in ["e2e4", "e7e5", "g1f3"] {
    ///     position.play_mut(position.parse_uci(text)?);
    /// }
    /// assert_eq!(
    ///     position.to_string(),
    ///     "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1"
    /// );
    /// # Ok::<(), quadline_kernels::ParseMoveError>(())
    /// ```
    #[doc(alias("push", "make_move", "play_unchecked"))]
    #[inline(always)]
    pub fn play_mut(&mut self, chess_move: Move) {
        let before = *self;
        before.play_to(chess_move, &mut self.words);
    }

    /// Writes the words of the position after a legal move.
    #[inline(always)]
    pub(crate) fn play_to(&self, chess_move: Move, next: &mut [u64; 8]) {
        const { assert!(state::BLACK_TO_MOVE == 1 << 32) };
        let bits = u32::from(chess_move.to_bits());
        let (from, to) = (bits & 63, bits >> 6 & 63);
        let kind = &KINDS[(bits >> 12 & 7) as usize];
        let [white, black, pawns, knights, diagonal, orthogonal, kings, state] = self.words;
        // All ones if Black is to move.
        let is_black = 0u64.wrapping_sub(state >> 32 & 1);
        let (origin, passed) = (1u64 << from, 1u64 << (to ^ 8));
        let changed = origin | 1 << to;

        // An index into the table would be a load.
        let [[c, d], [g, f]] = arrivals(u32::from);
        let is_kings_side = u32::from(to > from);
        let king_to = (from & 56) + c + (g - c) * is_kings_side;
        let rook_to = (from & 56) + d + (f - d) * is_kings_side;
        let target = to ^ (to ^ king_to) & kind.castling as u32;
        let rook = 1 << rook_to & kind.castling;
        let moved = 1 << target | rook;

        let left = !(changed | passed & kind.en_passant);
        let distance = target.wrapping_sub(from);
        let put = |pieces: u64| (pieces & origin).rotate_left(distance);
        let king = put(kings);

        // The squares beside enemy pawns. `passed` is between the ranks 2 and 4, or 7 and 5. LLVM would make
        // a branch of a comparison.
        let enemy_pawns = pawns & !(white ^ (white ^ black) & is_black);
        let beside = (enemy_pawns & !H_FILE) << 1 | (enemy_pawns & !A_FILE) >> 1;
        let passing = (beside >> to & kind.is_double_push) << (to ^ 8) & state::EN_PASSANT;
        // A rook that moves or is captured loses its right to castle, and so do both rooks if the king moves.
        let first_rank = 0xff ^ (0xff ^ 0xff << 56) & is_black;
        let lost = changed | if king != 0 { first_rank } else { 0 };

        next[word::WHITE] = white & left | moved & !is_black;
        next[word::BLACK] = black & left | moved & is_black;
        next[word::PAWNS] = pawns & left | put(pawns & kind.keeps_role);
        next[word::KNIGHTS] = knights & left | put(knights | kind.to_knight);
        next[word::DIAGONAL] = diagonal & left | put(diagonal | kind.to_diagonal);
        next[word::ORTHOGONAL] = orthogonal & left | put(orthogonal | kind.to_orthogonal) | rook;
        next[word::KINGS] = kings & left | king;
        next[word::STATE] = state::after(state, lost) | passing;
    }
}
