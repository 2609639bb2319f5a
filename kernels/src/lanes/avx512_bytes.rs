//! Vectors of 64 bytes for AVX-512, and the steps of the byte-state batch: see [`crate::batch::bytes`] for what they do
//! together.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::avx512::{ANTIDIAGONALS, Avx512Level, Avx512X8, DIAGONALS, FILES, load, to_array};
use super::seam::with_features;
use super::{ByteLevel, Eight, EightLines, EightStates, Reversible, StateMasks, Turns, operators};
use crate::Square;
use crate::level::Avx512;
use crate::line::{MAIN_ANTIDIAGONAL, MAIN_DIAGONAL};

/// 64 bytes in a 512-bit register. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct Avx512Bytes<T> {
    pub(super) vector: __m512i,
    pub(super) token: T,
}

/// For each lane, its own number in every byte.
const OWN_NUMBER: [u64; 8] = {
    let mut numbers = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        numbers[lane] = 0x0101_0101_0101_0101 * lane as u64;
        lane += 1;
    }
    numbers
};

/// Eight squares as the bytes of a word.
#[inline(always)]
fn squares_as_word(squares: &[Square; 8]) -> Eight {
    u64::from_le_bytes(Square::slice_as_bytes(squares).try_into().expect("eight squares"))
}

/// `1 << n` in byte `n`.
pub(super) const BIT: u64 = 0x8040_2010_0804_0201;
/// The same with the bits of each byte reversed.
pub(super) const BIT_REVERSED: u64 = BIT.swap_bytes();

/// The ranks that a line reaches, by `(rank - file) & 15` and `(rank + file) & 15`.
const DIAGONAL_RANKS: [u64; 2] = ranks_reached(&DIAGONALS);
const ANTIDIAGONAL_RANKS: [u64; 2] = ranks_reached(&ANTIDIAGONALS);

const fn ranks_reached(lines: &([u64; 8], [u64; 8])) -> [u64; 2] {
    let mut reached = [0; 2];
    let mut index = 0;
    while index < 16 {
        let line = if index < 8 { lines.0[index] } else { lines.1[index - 8] };
        let mut rank = 0;
        while rank < 8 {
            if line >> (8 * rank) & 0xff != 0 {
                reached[index / 8] |= 1 << (8 * (index % 8) + rank);
            }
            rank += 1;
        }
        index += 1;
    }
    reached
}

with_features! { ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"];
    fn load_64_squares(_, squares: &[Square; 64]) -> __m512i {
        // SAFETY: 64 squares are 64 bytes, and the load asks for no alignment.
        unsafe { _mm512_loadu_si512(squares.as_ptr().cast()) }
    }
    /// Eight bytes, one in the low byte of each lane; the bytes above are those that follow.
    fn spread(_, bytes: Eight) -> __m512i {
        let counts = _mm512_setr_epi64(0, 8, 16, 24, 32, 40, 48, 56);
        _mm512_srlv_epi64(_mm512_set1_epi64(bytes as i64), counts)
    }
    fn ranks(_, squares: __m512i) -> __m512i { _mm512_and_si512(_mm512_srli_epi16::<3>(squares), _mm512_set1_epi8(7)) }
    fn files(_, squares: __m512i) -> __m512i { _mm512_and_si512(squares, _mm512_set1_epi8(7)) }
    /// Looks each number, 0..=7, up in the bytes of a word.
    fn look_up(_, bytes: u64, numbers: __m512i) -> __m512i { _mm512_shuffle_epi8(_mm512_set1_epi64(bytes as i64), numbers) }
    /// Looks each number, 0..=15, up in the bytes of two words.
    fn look_up_16(_, bytes: &[u64; 2], numbers: __m512i) -> __m512i {
        _mm512_shuffle_epi8(_mm512_broadcast_i32x4(_mm_set_epi64x(bytes[1] as i64, bytes[0] as i64)), numbers)
    }
    /// File, rank, each with its byte reversed, and the ranks that the diagonals reach, without the slider's own.
    fn state_masks(token, squares: __m512i) -> [__m512i; 6] {
        let (file, rank) = (files(token, squares), ranks(token, squares));
        let rank_bit = look_up(token, BIT, rank);
        [
            look_up(token, BIT, file),
            look_up(token, BIT_REVERSED, file),
            rank_bit,
            look_up(token, BIT_REVERSED, rank),
            _mm512_andnot_si512(rank_bit, look_up_16(token, &DIAGONAL_RANKS, difference(token, rank, file))),
            _mm512_andnot_si512(rank_bit, look_up_16(token, &ANTIDIAGONAL_RANKS, sum(token, rank, file))),
        ]
    }
    fn difference(_, ranks: __m512i, files: __m512i) -> __m512i {
        _mm512_and_si512(_mm512_sub_epi8(ranks, files), _mm512_set1_epi8(15))
    }
    fn sum(_, ranks: __m512i, files: __m512i) -> __m512i { _mm512_add_epi8(ranks, files) }
    /// How far the main diagonals are rotated to be the slider's: by eight for each rank.
    fn turns(token, squares: __m512i) -> [__m512i; 2] {
        let (rank, file, seven) = (ranks(token, squares), files(token, squares), _mm512_set1_epi8(7));
        let turn = |ranks| _mm512_slli_epi16::<3>(_mm512_and_si512(ranks, seven));
        [turn(_mm512_sub_epi8(rank, file)), turn(_mm512_sub_epi8(sum(token, rank, file), seven))]
    }
    /// File, diagonal ring and antidiagonal ring from spread squares and turns. Rotation and permutation read only the
    /// lowest bits of their counts and indexes, so that what stands above does no harm. What could be a rotation as
    /// well as a permutation is such that both vector ports are busy.
    fn lines(token, squares: __m512i, diagonal_turns: __m512i, antidiagonal_turns: __m512i) -> [__m512i; 3] {
        [
            _mm512_permutexvar_epi64(squares, load(token, &FILES)),
            _mm512_rolv_epi64(_mm512_set1_epi64(MAIN_DIAGONAL as i64), diagonal_turns),
            _mm512_rolv_epi64(_mm512_set1_epi64(MAIN_ANTIDIAGONAL as i64), antidiagonal_turns),
        ]
    }
    fn and(_, a: __m512i, b: __m512i) -> __m512i { _mm512_and_si512(a, b) }
    fn xor(_, a: __m512i, b: __m512i) -> __m512i { _mm512_xor_si512(a, b) }
    fn sub(_, a: __m512i, b: __m512i) -> __m512i { _mm512_sub_epi8(a, b) }
    fn not(_, a: __m512i) -> __m512i { _mm512_xor_si512(a, _mm512_set1_epi64(-1)) }
    /// Whether a line has an occupied square on each rank: a bit for each rank, a byte for each slider.
    fn occupied_ranks(_, line: __m512i, occupied: __m512i) -> Eight { _mm512_test_epi8_mask(occupied, line) }
    /// The lowest word, also where a general register is too small for it.
    fn low_word(token, vector: __m512i) -> u64 { to_array(token, vector)[0] }
    /// The byte of the slider's rank.
    fn rank_bytes(token, squares: __m512i, occupied: __m512i) -> Eight {
        let ranks = _mm512_srlv_epi64(occupied, _mm512_and_si512(squares, _mm512_set1_epi64(56)));
        low_word(token, _mm512_zextsi128_si512(_mm512_cvtepi64_epi8(ranks)))
    }
    /// The bytes of a line where the slider's state has the bit of the rank.
    fn attacked(token, line: &[u64; 8], states: Eight) -> __m512i { _mm512_maskz_mov_epi8(states, load(token, line)) }
    /// The same, added to the attacks on another line.
    fn also_attacked(token, attacks: __m512i, line: &[u64; 8], states: Eight) -> __m512i {
        _mm512_mask_add_epi8(attacks, states, attacks, load(token, line))
    }
    /// Puts each slider's byte in the place of its rank.
    fn put_rank(token, attacks: __m512i, rank_bits: Eight, ranks: Eight) -> __m512i {
        _mm512_mask_shuffle_epi8(attacks, rank_bits, _mm512_set1_epi64(ranks as i64), load(token, &OWN_NUMBER))
    }
}

operators! { Avx512Bytes<T: Avx512Level>, vector, token:
    Not not;
    BitAnd bitand and;
    BitXor bitxor xor;
    Sub sub sub;
}

impl<T: Avx512Level> Reversible for Avx512Bytes<T> {
    #[inline(always)]
    fn reverse_bits(self) -> Self {
        Self { vector: self.token.reverse_bits_of_bytes(self.vector), ..self }
    }
}

impl ByteLevel for Avx512 {
    type Bytes = Avx512Bytes<Self>;

    #[inline(always)]
    fn load_bytes(self, words: &[u64; 8]) -> Self::Bytes {
        Avx512Bytes { vector: load(self, words), token: self }
    }

    #[inline(always)]
    fn store_bytes(self, bytes: Self::Bytes) -> [u64; 8] {
        to_array(self, bytes.vector)
    }

    #[inline(always)]
    fn state_masks(self, squares: &[Square; 64]) -> StateMasks<Self::Bytes> {
        let [file, file_reversed, rank, rank_reversed, diagonal, antidiagonal] =
            state_masks(self, load_64_squares(self, squares));
        StateMasks {
            file: Avx512Bytes { vector: file, token: self },
            file_reversed: Avx512Bytes { vector: file_reversed, token: self },
            rank: Avx512Bytes { vector: rank, token: self },
            rank_reversed: Avx512Bytes { vector: rank_reversed, token: self },
            diagonal: Avx512Bytes { vector: diagonal, token: self },
            antidiagonal: Avx512Bytes { vector: antidiagonal, token: self },
        }
    }

    #[inline(always)]
    fn turns(self, squares: &[Square; 64]) -> Turns {
        let [diagonal, antidiagonal] = turns(self, load_64_squares(self, squares));
        Turns { diagonal: to_array(self, diagonal), antidiagonal: to_array(self, antidiagonal) }
    }

    #[inline(always)]
    fn compress(
        self,
        squares: &[Square; 8],
        [diagonal_turns, antidiagonal_turns]: [Eight; 2],
        occupied: Avx512X8<Self>,
    ) -> (EightStates, EightLines) {
        let squares = spread(self, squares_as_word(squares));
        let [file, diagonal, antidiagonal] =
            lines(self, squares, spread(self, diagonal_turns), spread(self, antidiagonal_turns));
        let states = EightStates {
            rank: rank_bytes(self, squares, occupied.vector),
            file: occupied_ranks(self, file, occupied.vector),
            diagonal: occupied_ranks(self, diagonal, occupied.vector),
            antidiagonal: occupied_ranks(self, antidiagonal, occupied.vector),
        };
        let lines = EightLines {
            file: to_array(self, file),
            diagonal: to_array(self, diagonal),
            antidiagonal: to_array(self, antidiagonal),
        };
        (states, lines)
    }

    #[inline(always)]
    fn expand<const JOINED: bool>(
        self,
        attacks: EightStates,
        rank_bits: Eight,
        lines: &EightLines,
    ) -> (Avx512X8<Self>, Avx512X8<Self>) {
        let bishops = attacked(self, &lines.diagonal, attacks.diagonal);
        let bishops = also_attacked(self, bishops, &lines.antidiagonal, attacks.antidiagonal);
        let rooks = if JOINED {
            also_attacked(self, bishops, &lines.file, attacks.file)
        } else {
            attacked(self, &lines.file, attacks.file)
        };
        let rooks = put_rank(self, rooks, rank_bits, attacks.rank);
        let bishops = if JOINED { rooks } else { bishops };
        (Avx512X8 { vector: rooks, token: self }, Avx512X8 { vector: bishops, token: self })
    }
}
