//! Bit matrices for AVX-512 with VBMI and GFNI: groups of sixteen.
//!
//! Without this kernel, batches of queens take 1.83 times as long, with sliders in lanes (`avx512-vbmi`, Zen 5).

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use core::hint::black_box;

use super::{MatrixLanes, gather_matrix, scatter_matrix};
use crate::Square;
use crate::lanes::avx2::gfni::IDENTITY;
use crate::lanes::avx512::bytes::Avx512Bytes;
use crate::lanes::avx512::{Avx512X8, VbmiLevel, load};
use crate::levels::proof::with_features;

/// The byte of a lane that contains the rank, for each half.
const RANK_PLACES: [usize; 2] = [0, 7];
/// The byte of a lane in which the columns begin, for each half.
const COLUMN_PLACES: [usize; 2] = [1, 4];

const MATRICES: [([u64; 8], [u64; 8]); 2] = [matrices_by_file(0), matrices_by_file(1)];
/// For each half and file: the bytes that gather the columns.
const GATHER_MATRICES: [[u64; 8]; 2] = [MATRICES[0].0, MATRICES[1].0];
/// For each half and file: the matrix that maps the columns back.
const SCATTER_MATRICES: [[u64; 8]; 2] = [MATRICES[0].1, MATRICES[1].1];

const fn matrices_by_file(half: usize) -> ([u64; 8], [u64; 8]) {
    let (mut gather_matrices, mut scatter_matrices) = ([0; 8], [0; 8]);
    let mut file = 0;
    while file < 8 {
        gather_matrices[file] = gather_matrix(COLUMN_PLACES[half], file);
        scatter_matrices[file] = scatter_matrix(COLUMN_PLACES[half], file);
        file += 1;
    }
    (gather_matrices, scatter_matrices)
}

// The squares of a queen's lines on a rank depend on the queen's file and on the rank's distance (0 to 7)
// from its own rank. `vpmultishiftqb` selects, for each byte of a lane, eight bits of another lane from a
// given bit on. With the distances of the eight ranks as selectors, one instruction reads all eight bytes of
// a table indexed by distance.
//
// The same distances have two more uses:
//
// 1. As selectors into the states, they put the byte of distance 0 on the slider's rank and zeros on the
//    others.
// 2. On the first rank the distance equals the number of the slider's rank, so the selector there extracts
//    that rank from the board. The second half counts bytes from the other end, and uses the eighth rank.

/// Returns the byte for a distance in a half. The byte of distance 0 is the place of the rank.
const fn distance_place(half: usize, distance: usize) -> usize {
    if half == 0 { distance } else { 7 - distance }
}

/// For each half and file: the files on a queen's lines at each distance from 1.
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

/// For each half and rank: for each rank of the board, the first bit of the byte for its distance.
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

/// By square, in one byte each: the bit of its file in a rank's state (`FILE_BITS`), and of its rank in a
/// column's state (`RANK_BITS`).
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

/// The slider of each byte of the states: in lane `n`, four bytes belong to slider `n` and four to slider
/// `8 + n`.
const OWNERS: [u64; 8] = {
    let mut owners = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        owners[lane] = 0x0808_0808_0000_0000 + 0x0101_0101_0101_0101 * lane as u64;
        lane += 1;
    }
    owners
};
/// The rank's byte, for each half.
const RANKS: [u64; 2] = [0xff, 0xff << (8 * RANK_PLACES[1])];

/// Selections of bytes of all lanes, in mask registers.
#[derive(Clone, Copy)]
pub struct ByteMasks {
    /// The ranks of each half.
    of_half: [__mmask64; 2],
    /// The ranks of both halves.
    of_both: __mmask64,
    /// All ones in each lane's bytes of ranks and files.
    rook_bytes: u64,
}

/// Masks of eight of the sixteen sliders.
#[derive(Clone, Copy)]
pub struct EightSliders {
    /// The squares, in the low bytes of the lanes. The other bytes are not used.
    squares: __m512i,
    /// For each rank, the first bit of the byte for its distance.
    distances: __m512i,
    /// The queens' lines without their ranks.
    queen_lines: __m512i,
}

/// Masks and sliders of a group of sixteen.
#[derive(Clone, Copy)]
pub struct Sixteen {
    halves: [EightSliders; 2],
    sliders: __m512i,
    byte_masks: ByteMasks,
}

with_features! { ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx512bitalg", "gfni"];
    fn load_sixteen(_, squares: &[Square]) -> __m128i {
        let squares = u128::from_le_bytes(Square::slice_as_bytes(squares).try_into().expect("sixteen squares"));
        _mm_set_epi64x((squares >> 64) as i64, squares as i64)
    }
    fn load_fewer(_, squares: &[Square]) -> __m128i {
        let mask = (1_u32 << squares.len().min(16)) - 1;
        // SAFETY: the mask has a bit for each square of the slice, and bytes outside of the mask are not read.
        unsafe { _mm_maskz_loadu_epi8(mask as u16, squares.as_ptr().cast()) }
    }
    fn sixteen(token, byte_masks: ByteMasks, squares: __m128i) -> Sixteen {
        let owners = _mm512_permutexvar_epi8(load(token, &OWNERS), _mm512_zextsi128_si512(squares));
        let file_or_rank = _mm512_permutexvar_epi8(owners, load(token, &RANK_BITS));
        Sixteen {
            halves: [
                half(token, 0, owners, _mm512_srli_epi64::<3>(owners)),
                half(token, 1, _mm512_srli_epi64::<32>(owners), _mm512_srli_epi64::<35>(owners)),
            ],
            sliders: _mm512_mask_permutexvar_epi8(file_or_rank, byte_masks.of_both, owners, load(token, &FILE_BITS)),
            byte_masks,
        }
    }
    fn half(token, index: usize, squares: __m512i, ranks: __m512i) -> EightSliders {
        let distances = _mm512_permutexvar_epi64(ranks, load(token, &DISTANCES[index]));
        let files = _mm512_permutexvar_epi64(squares, load(token, &FILES_BY_DISTANCE[index]));
        EightSliders { squares, distances, queen_lines: _mm512_multishift_epi64_epi8(distances, files) }
    }
    fn states(token, sixteen: &Sixteen, first: __m512i, second: __m512i) -> __m512i {
        let half = |index: usize, occupied| {
            let half = &sixteen.halves[index];
            let place = sixteen.byte_masks.of_half[index];
            _mm512_mask_multishift_epi64_epi8(columns(token, half, &GATHER_MATRICES[index], occupied), place, half.distances, occupied)
        };
        or(token, half(0, first), half(1, second))
    }
    fn columns(token, half: &EightSliders, gather_matrices: &[u64; 8], occupied: __m512i) -> __m512i {
        let seen = _mm512_and_si512(occupied, half.queen_lines);
        _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_permutexvar_epi64(half.squares, load(token, gather_matrices)), seen)
    }
    /// Returns the attacked squares on the other ranks.
    fn on_other_ranks(token, half: &EightSliders, scatter_matrices: &[u64; 8], transposed: __m512i) -> __m512i {
        let columns = _mm512_permutexvar_epi64(half.squares, load(token, scatter_matrices));
        _mm512_and_si512(_mm512_gf2p8affine_epi64_epi8::<0>(transposed, columns), half.queen_lines)
    }
    /// Returns the attacked squares on the slider's rank: its state at distance 0, and zeros elsewhere.
    fn on_rank(_, half: &EightSliders, rank: u64, states: __m512i) -> __m512i {
        _mm512_multishift_epi64_epi8(half.distances, _mm512_and_si512(states, _mm512_set1_epi64(rank as i64)))
    }
    /// Transposes states into one byte for each rank: bit `7 - n` comes from the state in byte `n`.
    fn transposed(_, states: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(IDENTITY), states)
    }
    fn splat(_, bytes: u64) -> __m512i { _mm512_set1_epi64(bytes as i64) }
    fn or(_, a: __m512i, b: __m512i) -> __m512i { _mm512_or_si512(a, b) }
}

impl<T: VbmiLevel> MatrixLanes for Avx512X8<T> {
    type States = Avx512Bytes<T>;
    type ByteMasks = ByteMasks;
    type Group = Sixteen;
    const TABLE_BYTES: usize = size_of_val(&GATHER_MATRICES)
        + size_of_val(&SCATTER_MATRICES)
        + size_of_val(&FILES_BY_DISTANCE)
        + size_of_val(&DISTANCES)
        + size_of_val(&FILE_BITS)
        + size_of_val(&RANK_BITS)
        + size_of_val(&OWNERS);

    #[inline(always)]
    fn byte_masks(_: T) -> ByteMasks {
        // `black_box` hides the constant from LLVM, which would otherwise rematerialize each mask at every
        // use with a `kmovq` from a general register. That uses port 5, which the permutations need (not
        // measured separately).
        let first_bytes = black_box(0x0101_0101_0101_0101_u64);
        let of_half = RANK_PLACES.map(|byte| first_bytes << byte);
        // Also hidden: LLVM drops a known mask where another AND follows, and then needs one instruction
        // more.
        let rook_bytes = black_box(0xff00_ff00_00ff_00ff);
        ByteMasks { of_half, of_both: of_half[0] | of_half[1], rook_bytes }
    }

    #[inline(always)]
    fn group(token: T, byte_masks: ByteMasks, squares: &[Square]) -> (Sixteen, Avx512Bytes<T>) {
        group_of_squares(token, byte_masks, load_sixteen(token, squares))
    }

    #[inline(always)]
    fn part_of_group(token: T, byte_masks: ByteMasks, squares: &[Square]) -> (Sixteen, Avx512Bytes<T>) {
        group_of_squares(token, byte_masks, load_fewer(token, squares))
    }

    #[inline(always)]
    fn rook_bytes(token: T, byte_masks: ByteMasks) -> Avx512Bytes<T> {
        Avx512Bytes { vector: splat(token, byte_masks.rook_bytes), token }
    }

    #[inline(always)]
    fn file_bits(token: T) -> Avx512Bytes<T> {
        // The bits from bytes 2 and 5.
        Avx512Bytes { vector: splat(token, 0x2424_2424_2424_2424), token }
    }

    #[inline(always)]
    fn gather(token: T, sixteen: &Sixteen, [first, second]: [Self; 2]) -> Avx512Bytes<T> {
        Avx512Bytes { vector: states(token, sixteen, first.vector, second.vector), token }
    }

    #[inline(always)]
    fn transposed(token: T, states: Avx512Bytes<T>) -> Avx512Bytes<T> {
        Avx512Bytes { vector: transposed(token, states.vector), token }
    }

    #[inline(always)]
    fn scatter(token: T, sixteen: &Sixteen, half: usize, transposed: Avx512Bytes<T>) -> Self {
        let vector = on_other_ranks(token, &sixteen.halves[half], &SCATTER_MATRICES[half], transposed.vector);
        Self { vector, token }
    }

    #[inline(always)]
    fn scatter_ranks(token: T, sixteen: &Sixteen, half: usize, states: Avx512Bytes<T>) -> Self {
        Self { vector: on_rank(token, &sixteen.halves[half], RANKS[half], states.vector), token }
    }
}

#[inline(always)]
fn group_of_squares<T: VbmiLevel>(
    token: T,
    byte_masks: ByteMasks,
    squares: __m128i,
) -> (Sixteen, Avx512Bytes<T>) {
    let sixteen = sixteen(token, byte_masks, squares);
    (sixteen, Avx512Bytes { vector: sixteen.sliders, token })
}
