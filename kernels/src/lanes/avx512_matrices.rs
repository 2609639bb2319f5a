//! Bit matrices for AVX-512 with VBMI and GFNI, the steps of the batch of sixteen: see [`crate::batch::matrices`] for
//! what they do together.
//!
//! `vgf2p8affineqb` multiplies each byte of a lane by the 8 x 8 bit matrix in the same lane of the other operand. Bit
//! `n` of a product is the parity of the byte and row `n` of the matrix, which is its byte `7 - n`.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use core::hint::black_box;

use super::avx512::{Avx512X8, load};
use super::avx512_bytes::{Avx512Bytes, BIT_REVERSED};
use super::seam::with_features;
use super::{MatrixLevel, PartialMatrixLevel, PositionMatrixLevel};
use crate::Square;
use crate::batch::matrices::{FIRST_HALF, gather, scatter};
use crate::level::Avx512Vbmi;

/// By file, what gathers a board's columns.
const GATHER: [[u64; 8]; 2] = [by_file(0, &[]), by_file(1, &[])];
/// By file, the matrices that put them back.
const SCATTER: [[u64; 8]; 2] = [by_file(0, &[true; 3]), by_file(1, &[true; 3])];
/// The same for rooks alone, the column of the file.
const SCATTER_FILE: [[u64; 8]; 2] = [by_file(0, &[false, true, false]), by_file(1, &[false, true, false])];
/// The same for bishops alone, the columns east and west.
const SCATTER_SIDES: [[u64; 8]; 2] = [by_file(0, &[true, false, true]), by_file(1, &[true, false, true])];

/// The byte of a lane in which the rank of one of the halves stands.
const RANK_PLACES: [usize; 2] = [0, 7];
/// The byte of a lane in which the columns of one of the halves begin.
const COLUMN_PLACES: [usize; 2] = [FIRST_HALF, 4];

/// The matrices that put the wanted columns back; without any, what gathers them.
const fn by_file(half: usize, wanted: &[bool]) -> [u64; 8] {
    let mut by_file = [0; 8];
    let mut file = 0;
    while file < 8 {
        by_file[file] = match wanted {
            [] => gather(COLUMN_PLACES[half], file),
            _ => scatter(COLUMN_PLACES[half], file, wanted),
        };
        file += 1;
    }
    by_file
}

/// The byte in which a half keeps what belongs to a distance of ranks. For none, that is the place of the rank; and in
/// that place the distance of a slider on a rank is in the byte with the number of that rank.
const fn distance_place(half: usize, distance: usize) -> usize {
    if half == 0 { distance } else { 7 - distance }
}

/// By file: for each distance of ranks, from one on, the files that a queen looks at.
const FILES_BY_DISTANCE: [[u64; 8]; 2] = [files_by_distance(0), files_by_distance(1)];

const fn files_by_distance(half: usize) -> [u64; 8] {
    let mut by_file = [0; 8];
    let mut file = 0;
    while file < 8 {
        let mut distance = 1;
        while distance < 8 {
            let all = 0x80 << file | (0x80 << file) << distance | (0x80 << file) >> distance;
            by_file[file] |= (all >> 7 & 0xff) << (8 * distance_place(half, distance));
            distance += 1;
        }
        file += 1;
    }
    by_file
}

/// By rank: for each rank, the first bit of the place of their distance.
const DISTANCES: [[u64; 8]; 2] = [distances(0), distances(1)];

const fn distances(half: usize) -> [u64; 8] {
    let mut by_rank = [0; 8];
    let mut rank = 0_usize;
    while rank < 8 {
        let mut other = 0;
        while other < 8 {
            let place = distance_place(half, rank.abs_diff(other)) as u64;
            by_rank[rank] |= (8 * place) << (8 * other);
            other += 1;
        }
        rank += 1;
    }
    by_rank
}

/// By square, the bit of its file and that of its rank, counted from the eighth: a byte each.
const FILE_BITS: [u64; 8] = by_square(true);
const RANK_BITS: [u64; 8] = by_square(false);

const fn by_square(of_file: bool) -> [u64; 8] {
    let mut bits = [0; 8];
    let mut index = 0;
    while index < 64 {
        let bit = if of_file { 1 << (index % 8) } else { 0x80 >> (index / 8) };
        bits[index / 8] |= bit << (8 * (index % 8));
        index += 1;
    }
    bits
}

/// Which slider each byte of the states belongs to: in lane `n` four bytes of slider `n`, four of slider `8 + n`.
const OWNERS: [u64; 8] = {
    let mut owners = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        owners[lane] = 0x0808_0808_0000_0000 + 0x0101_0101_0101_0101 * lane as u64;
        lane += 1;
    }
    owners
};
/// The byte of each half that is a rank.
const RANKS: [u64; 2] = [0xff, 0xff << (8 * RANK_PLACES[1])];

/// The bytes of all lanes that are ranks, as mask registers.
#[derive(Clone, Copy)]
pub struct Places {
    of_half: [__mmask64; 2],
    of_both: __mmask64,
    /// The bytes of ranks and files.
    of_rooks: __mmask64,
    /// The bytes of diagonals.
    of_bishops: __mmask64,
}

/// Eight of the sixteen sliders.
#[derive(Clone, Copy)]
pub struct Half {
    /// The squares in the low bytes of the lanes; what is above does no harm.
    squares: __m512i,
    /// For each rank, the place of its distance.
    distances: __m512i,
    /// What a queen looks at from there on the other ranks.
    looks_at: __m512i,
}

/// What hangs on the squares of sixteen sliders.
#[derive(Clone, Copy)]
pub struct Sixteen {
    halves: [Half; 2],
    sliders: __m512i,
    places: Places,
}

/// The numbers of the squares, a byte each.
const NUMBERS: [u64; 8] = {
    let mut numbers = [0; 8];
    let mut index = 0;
    while index < 64 {
        numbers[index / 8] |= (index as u64) << (8 * (index % 8));
        index += 1;
    }
    numbers
};

with_features! { ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx512bitalg", "gfni"];
    /// The squares of a bitboard, the lowest sixteen of them.
    fn squares_of(token, bitboard: u64) -> __m128i {
        _mm512_castsi512_si128(_mm512_maskz_compress_epi8(bitboard, load(token, &NUMBERS)))
    }
    fn along(_, places: Places, squares: __m512i, attacks: __m512i, rooks: u64, bishops: u64) -> __m512i {
        let rooks = _mm512_mask_bitshuffle_epi64_mask(places.of_rooks, _mm512_set1_epi64(rooks as i64), squares);
        let bishops = _mm512_mask_bitshuffle_epi64_mask(places.of_bishops, _mm512_set1_epi64(bishops as i64), squares);
        _mm512_maskz_mov_epi8(rooks | bishops, attacks)
    }
    fn joined(_, lanes: __m512i) -> u64 { _mm512_reduce_or_epi64(lanes) as u64 }
    fn load_sixteen(_, squares: &[Square]) -> __m128i {
        let squares = u128::from_le_bytes(Square::slice_as_bytes(squares).try_into().expect("sixteen squares"));
        _mm_set_epi64x((squares >> 64) as i64, squares as i64)
    }
    fn load_fewer(_, squares: &[Square]) -> __m128i {
        let mask = (1_u32 << squares.len().min(16)) - 1;
        // SAFETY: the mask has a bit for each square that there is, and what it leaves out is not read.
        unsafe { _mm_maskz_loadu_epi8(mask as u16, squares.as_ptr().cast()) }
    }
    fn sixteen(token, places: Places, squares: __m128i) -> Sixteen {
        let owners = _mm512_permutexvar_epi8(load(token, &OWNERS), _mm512_zextsi128_si512(squares));
        let file_or_rank = _mm512_permutexvar_epi8(owners, load(token, &RANK_BITS));
        Sixteen {
            halves: [
                half(token, 0, owners, _mm512_srli_epi64::<3>(owners)),
                half(token, 1, _mm512_srli_epi64::<32>(owners), _mm512_srli_epi64::<35>(owners)),
            ],
            sliders: _mm512_mask_permutexvar_epi8(file_or_rank, places.of_both, owners, load(token, &FILE_BITS)),
            places,
        }
    }
    fn half(token, index: usize, squares: __m512i, ranks: __m512i) -> Half {
        let distances = _mm512_permutexvar_epi64(ranks, load(token, &DISTANCES[index]));
        let files = _mm512_permutexvar_epi64(squares, load(token, &FILES_BY_DISTANCE[index]));
        Half { squares, distances, looks_at: _mm512_multishift_epi64_epi8(distances, files) }
    }
    fn states(token, sixteen: &Sixteen, first: __m512i, second: __m512i) -> __m512i {
        let half = |index: usize, occupied| {
            let half = &sixteen.halves[index];
            let place = sixteen.places.of_half[index];
            _mm512_mask_multishift_epi64_epi8(columns(token, half, &GATHER[index], occupied), place, half.distances, occupied)
        };
        or(token, half(0, first), half(1, second))
    }
    /// What stands on the columns, a byte for each, the eighth rank in bit 0. East and west of the slider a queen looks
    /// at one square of a rank at most, so the parity tells whether it is occupied.
    fn columns(token, half: &Half, gather: &[u64; 8], occupied: __m512i) -> __m512i {
        let seen = _mm512_and_si512(occupied, half.looks_at);
        _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_permutexvar_epi64(half.squares, load(token, gather)), seen)
    }
    /// The transposition back: the bits of the columns, in reverse order, in the byte of each rank.
    fn transposed(_, states: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(BIT_REVERSED as i64), states)
    }
    /// The attacked squares of the other ranks.
    fn on_other_ranks(token, half: &Half, scatter: &[u64; 8], transposed: __m512i) -> __m512i {
        let columns = _mm512_permutexvar_epi64(half.squares, load(token, scatter));
        _mm512_and_si512(_mm512_gf2p8affine_epi64_epi8::<0>(transposed, columns), half.looks_at)
    }
    /// The attacked squares of the slider's rank: its state for no distance, nothing for the others.
    fn on_rank(_, half: &Half, rank: u64, states: __m512i) -> __m512i {
        _mm512_multishift_epi64_epi8(half.distances, _mm512_and_si512(states, _mm512_set1_epi64(rank as i64)))
    }
    fn or(_, a: __m512i, b: __m512i) -> __m512i { _mm512_or_si512(a, b) }
}

impl MatrixLevel for Avx512Vbmi {
    type Bytes = Avx512Bytes<Self>;
    type Places = Places;
    type Group = Sixteen;
    // All the constants above that are indexed.
    const MATRIX_BYTES: usize = 64 * (4 * 2 + 4 + 2 + 1);

    #[inline(always)]
    fn places(self) -> Places {
        // Masks that the compiler knows it would fill anew at each use, on a port that the vectors need.
        let first_bytes = black_box(0x0101_0101_0101_0101_u64);
        let of_half = RANK_PLACES.map(|byte| first_bytes << byte);
        // East and west on both sides of the file, in the middle of the three columns.
        let of_bishops = first_bytes * 0b0101_1010;
        Places { of_half, of_both: of_half[0] | of_half[1], of_rooks: !of_bishops, of_bishops }
    }

    #[inline(always)]
    fn group(self, places: Places, squares: &[Square]) -> (Sixteen, Self::Bytes) {
        let sixteen = sixteen(self, places, load_sixteen(self, squares));
        (sixteen, Avx512Bytes { vector: sixteen.sliders, token: self })
    }

    #[inline(always)]
    fn gather(self, sixteen: &Sixteen, [first, second]: [Avx512X8<Self>; 2]) -> Self::Bytes {
        Avx512Bytes { vector: states(self, sixteen, first.vector, second.vector), token: self }
    }

    #[inline(always)]
    fn scatter<const JOINED: bool>(
        self,
        sixteen: &Sixteen,
        states: Self::Bytes,
    ) -> [(Avx512X8<Self>, Avx512X8<Self>); 2] {
        let transposed = transposed(self, states.vector);
        let vector = |vector| Avx512X8 { vector, token: self };
        let half = |index: usize| {
            let half = &sixteen.halves[index];
            let on_rank = on_rank(self, half, RANKS[index], states.vector);
            if JOINED {
                let queens =
                    vector(or(self, on_other_ranks(self, half, &SCATTER[index], transposed), on_rank));
                (queens, queens)
            } else {
                let rooks = or(self, on_other_ranks(self, half, &SCATTER_FILE[index], transposed), on_rank);
                (vector(rooks), vector(on_other_ranks(self, half, &SCATTER_SIDES[index], transposed)))
            }
        };
        [half(0), half(1)]
    }
}

impl PartialMatrixLevel for Avx512Vbmi {
    #[inline(always)]
    fn part_of_group(self, places: Places, squares: &[Square]) -> (Sixteen, Self::Bytes) {
        let sixteen = sixteen(self, places, load_fewer(self, squares));
        (sixteen, Avx512Bytes { vector: sixteen.sliders, token: self })
    }
}

impl PositionMatrixLevel for Avx512Vbmi {
    #[inline(always)]
    fn group_of(self, places: Places, squares: u64) -> (Sixteen, Self::Bytes) {
        let sixteen = sixteen(self, places, squares_of(self, squares));
        (sixteen, Avx512Bytes { vector: sixteen.sliders, token: self })
    }

    #[inline(always)]
    fn along(
        self,
        places: Places,
        sixteen: &Sixteen,
        attacks: Self::Bytes,
        rooks: u64,
        bishops: u64,
    ) -> Self::Bytes {
        Avx512Bytes {
            vector: along(self, places, sixteen.halves[0].squares, attacks.vector, rooks, bishops),
            token: self,
        }
    }

    #[inline(always)]
    fn joined(self, lanes: Avx512X8<Self>) -> u64 {
        joined(self, lanes.vector)
    }
}
