//! AVX-512 with VBMI: two lists of 32 pieces in a 512-bit register.
//!
//! Without this kernel, `threats` takes 2.8 times as long, with the list of AVX2 (`avx512-vbmi`, Zen 5).

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

use super::numbers::ByteNumbers;
use super::{AlignedBytes, bytes, load_bytes, lookup, table};
use crate::Line;
use crate::chess::Position;
use crate::lanes::avx512::bytes::Avx512Bytes;
use crate::lanes::avx512::{VbmiLevel, load};
use crate::levels::proof::with_features;
use crate::steps::LEAPS;
use crate::threats::kernel::Room;
use crate::threats::lanes::{ByDistance, Movers, ROLE_BITS, ThreatLanes, in_line_order};
use crate::threats::types::{Threat, ThreatKinds, WHITE_KNIGHT};

bytes! {
    /// All squares by rank. These are also the lane numbers.
    BY_RANK = |place| place;
    /// The number of the next lane.
    NEXT = |place| (place + 1) % 64;
    /// The bits of a square's number that are equal on a line: for ranks in the lower half, for files in the
    /// upper.
    ORTHOGONAL_LINES = |place| if place < 32 { 0o70 } else { 0o07 };
    /// The mask that turns a file into 7 minus the file, in the half with diagonals.
    FILES_TURNED = |place| if place < 32 { 7 } else { 0 };
    /// The difference of two neighboring squares on a line: ranks, files.
    ORTHOGONAL_STEPS = |place| if place < 32 { 1 } else { 8 };
    /// The difference of two neighboring squares on a line: diagonals, antidiagonals.
    DIAGONAL_STEPS = |place| if place < 32 { 9 } else { 7 };
    /// For each rank, the bytes of a matrix whose rows are the words of a position, the last word first.
    WORDS_OF_RANKS = |place| (7 - place % 8) * 8 + place / 8;
    /// The number of each byte's word.
    WORD_NUMBERS = |place| place / 8;
    /// The knight's leaps in each word, with sixteen squares per rank.
    KNIGHT_STEPS = |place| 16 * LEAPS[place % 8].1 + LEAPS[place % 8].0;
}

/// All squares by file.
static BY_FILE: AlignedBytes = AlignedBytes(in_line_order(Line::File));
/// All squares by diagonal.
static BY_DIAGONAL: AlignedBytes = AlignedBytes(in_line_order(Line::Diagonal));
/// All squares by antidiagonal.
static BY_ANTIDIAGONAL: AlignedBytes = AlignedBytes(in_line_order(Line::Antidiagonal));

/// The number of each of sixteen lanes four times, starting at lane 0, 16, 32 and 48.
static FOUR_TIMES: [AlignedBytes; 4] = [four_times(0), four_times(16), four_times(32), four_times(48)];

const fn four_times(first: u8) -> AlignedBytes {
    let (mut bytes, mut place) = ([0; 64], 0);
    while place < 64 {
        bytes[place] = first + place as u8 / 4;
        place += 1;
    }
    AlignedBytes(bytes)
}

/// The matrix that turns the words of a position (one bit each, see `word`) into three bits of the role and
/// one of the color, by sums without carry: 1 for a pawn, 2 for a knight, 3 for a bishop, 4 for a rook, 3 ^ 4
/// for a queen, 6 for a king.
const ROLE_AND_COLOR: i64 = 0x1458_6002_0000_0000;
/// The byte of the piece, indexed by these four bits. No piece has 5.
static CODES: u128 = u128::from_le_bytes([0, 1, 2, 3, 4, 0, 6, 5, 0, 9, 10, 11, 12, 0, 14, 13]);
/// `1 << n` in byte `n`. With a matrix as its second operand, the affine transformation transposes the
/// matrix.
const COLUMNS: i64 = 0x8040_2010_0804_0201_u64 as i64;
/// The matrix that turns a square number with sixteen squares per rank into the index of the square.
const SQUARES_OF_0X88: i64 = 0x0102_0410_2040_0000;
/// The sources of a threat's bytes: piece and square of a lane, then those of the next lane. Pieces are in
/// the second table.
const THERE: i32 = i32::from_le_bytes([64, 0, 65, 1]);
/// The sources of a threat's bytes with the two pieces exchanged.
const BACK: i32 = i32::from_le_bytes([65, 1, 64, 0]);
/// The squares of knights, and the squares that they attack from the second table, each twice.
const SQUARE_BYTES: i32 = i32::from_le_bytes([0, 0, 64, 64]);

with_features! { ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx512bitalg", "gfni"];
    pub(super) fn pieces(token, position: &Position) -> __m512i {
        let words = load(token, &position.words);
        let ranks = _mm512_permutexvar_epi8(load_bytes(token, &WORDS_OF_RANKS), words);
        let words_of_squares = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(COLUMNS), ranks);
        let codes = _mm512_gf2p8affine_epi64_epi8::<0>(words_of_squares, _mm512_set1_epi64(ROLE_AND_COLOR));
        _mm512_maskz_shuffle_epi8(position.occupied(), table(token, &CODES), codes)
    }
    /// Returns the occupied squares in the given order, at most 32.
    fn list(token, occupied: u64, order: &AlignedBytes) -> __m256i {
        let order = load_bytes(token, order);
        let occupied = _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64(occupied as i64), order);
        _mm512_castsi512_si256(_mm512_maskz_compress_epi8(occupied, order))
    }
    fn list_by_rank(token, occupied: u64) -> __m256i {
        _mm512_castsi512_si256(_mm512_maskz_compress_epi8(occupied, load_bytes(token, &BY_RANK)))
    }
    fn both(_, lower: __m256i, upper: __m256i) -> __m512i {
        _mm512_inserti64x4::<1>(_mm512_castsi256_si512(lower), upper)
    }
    fn next(token, a: __m512i) -> __m512i { _mm512_permutexvar_epi8(load_bytes(token, &NEXT), a) }
    fn at(_, board: __m512i, squares: __m512i) -> __m512i { _mm512_permutexvar_epi8(squares, board) }
    fn on_a_rank_or_file(token, lanes: u64, squares: __m512i, next: __m512i) -> u64 {
        _mm512_mask_testn_epi8_mask(lanes, _mm512_xor_si512(squares, next), load_bytes(token, &ORTHOGONAL_LINES))
    }
    fn on_a_diagonal(token, lanes: u64, squares: __m512i) -> u64 {
        // The line's number: rank plus file, or rank plus 7 minus file.
        let seven = _mm512_set1_epi8(7);
        let ranks = _mm512_and_si512(_mm512_srli_epi16::<3>(squares), seven);
        let files = _mm512_and_si512(_mm512_xor_si512(squares, load_bytes(token, &FILES_TURNED)), seven);
        let lines = _mm512_add_epi8(ranks, files);
        _mm512_mask_cmpeq_epi8_mask(lanes, lines, next(token, lines))
    }
    /// Returns bytes whose bit of value 16 is clear if the next square is one step away, and set otherwise.
    fn adjacent(token, squares: __m512i, next: __m512i, steps: &AlignedBytes) -> __m512i {
        let further = _mm512_sub_epi8(_mm512_sub_epi8(next, squares), load_bytes(token, steps));
        // 0 becomes 0xef, and all other bytes become 0xf0 to 0xff.
        _mm512_adds_epu8(further, _mm512_set1_epi8(0xef_u8 as i8))
    }
    fn lookup_by_distance(_, pieces: __m512i, adjacent: __m512i, tables: &'static ByDistance, rows: __m512i) -> __m512i {
        // SAFETY: the array has 64 bytes, and its alignment is that of the load.
        let tables = unsafe { _mm512_load_si512(tables.0.as_ptr().cast()) };
        // pieces | adjacent & 16
        let numbers = _mm512_ternarylogic_epi32::<0xf8>(pieces, adjacent, _mm512_set1_epi8(16));
        _mm512_permutexvar_epi8(numbers, _mm512_and_si512(tables, rows))
    }
    fn and(_, a: __m512i, b: __m512i) -> __m512i { _mm512_and_si512(a, b) }
    fn splat(_, byte: u8) -> __m512i { _mm512_set1_epi8(byte as i8) }
    fn splat_words(_, word: u64) -> __m512i { _mm512_set1_epi64(word as i64) }
    fn with_common_bits(_, mask: u64, a: __m512i, b: __m512i) -> u64 { _mm512_mask_test_epi8_mask(mask, a, b) }
    /// Returns the lanes of a mask whose two pieces differ in color.
    fn enemies(_, mask: u64, a: __m512i, b: __m512i) -> u64 { _mm512_mask_test_epi8_mask(mask, _mm512_xor_si512(a, b), _mm512_set1_epi8(8)) }
    /// Returns the numbers of the lanes of a mask.
    fn lanes_of(token, mask: u64) -> __m512i { _mm512_maskz_compress_epi8(mask, load_bytes(token, &BY_RANK)) }
    /// Returns the table indexes for sixteen of the lanes, in four bytes each: the lane plus each byte of
    /// `fields`.
    fn fields_of(token, lanes: __m512i, group: usize, fields: i32) -> __m512i {
        let lanes = _mm512_permutexvar_epi8(load_bytes(token, &FOUR_TIMES[group]), lanes);
        _mm512_add_epi8(lanes, _mm512_set1_epi32(fields))
    }
    fn store(_, places: &mut [MaybeUninit<Threat>; 16], threats: __m512i) -> () {
        // SAFETY: sixteen threats are 64 bytes, and the store requires no alignment. Every second byte is a square, for
        // which callers pass numbers from 0 to 63. The others are pieces, for which every byte is valid.
        unsafe { _mm512_storeu_si512(places.as_mut_ptr().cast(), threats) }
    }
    /// Stores threats between neighbors. All bytes of `squares` are from 0 to 63.
    fn store_neighbors(token, places: &mut [MaybeUninit<Threat>; 16], squares: __m512i, pieces: __m512i, fields: __m512i) -> () {
        store(token, places, _mm512_permutex2var_epi8(squares, fields, pieces));
    }
    /// Stores threats by knights. All bytes of `from` and `to` are from 0 to 63.
    fn store_knights(token, places: &mut [MaybeUninit<Threat>; 16], board: __m512i, from: __m512i, to: __m512i, fields: __m512i) -> () {
        let squares = _mm512_permutex2var_epi8(from, fields, to);
        store(token, places, _mm512_mask_permutexvar_epi8(squares, 0x5555_5555_5555_5555, squares, board));
    }
    /// Returns the first eight of `knights`, each eight times, the squares at a knight's move, and a mask of
    /// those on the board.
    fn leaps(token, knights: u64) -> (__m512i, __m512i, u64) {
        let knights = _mm512_maskz_compress_epi8(knights, load_bytes(token, &BY_RANK));
        let from = _mm512_permutexvar_epi8(load_bytes(token, &WORD_NUMBERS), knights);
        // With sixteen squares per rank, a step off the board sets one of two bits.
        let from_0x88 = _mm512_add_epi8(from, _mm512_and_si512(from, _mm512_set1_epi8(0o70)));
        let to_0x88 = _mm512_add_epi8(from_0x88, load_bytes(token, &KNIGHT_STEPS));
        let on_board = _mm512_testn_epi8_mask(to_0x88, _mm512_set1_epi8(0x88_u8 as i8));
        (from, _mm512_gf2p8affine_epi64_epi8::<0>(to_0x88, _mm512_set1_epi64(SQUARES_OF_0X88)), on_board)
    }
}

/// The pieces of two lists, and the next piece of each on a line.
struct Neighbors {
    squares: __m512i,
    pieces: __m512i,
    next_pieces: __m512i,
    /// The lanes that have a next piece on the line.
    on_a_line: u64,
    /// The bit of value 16 is clear in the lanes whose next piece is on a neighboring square.
    adjacent: __m512i,
}

/// Writes the threats between neighbors: by the pieces to their next pieces, and the reverse.
#[inline(always)]
fn write_neighbors<T: VbmiLevel>(
    token: T,
    neighbors: &Neighbors,
    movers: &'static Movers,
    rows: __m512i,
    room: &mut Room<'_>,
) {
    let &Neighbors { squares, pieces, next_pieces, on_a_line, adjacent } = neighbors;
    let attacks = |pieces, tables, attacked| {
        let attacked = lookup(token, attacked, table(token, &ROLE_BITS));
        with_common_bits(
            token,
            on_a_line,
            lookup_by_distance(token, pieces, adjacent, tables, rows),
            attacked,
        )
    };
    let there = attacks(pieces, &movers.up, next_pieces);
    let back = attacks(next_pieces, &movers.down, pieces);
    for (mask, fields) in [(there, THERE), (back, BACK)] {
        write_lanes(
            token,
            mask,
            fields,
            room,
            #[inline(always)]
            |places, fields| store_neighbors(token, places, squares, pieces, fields),
        );
    }
}

/// Writes the threats by `knights` to the pieces whose bytes the table `wanted` does not map to 0, to enemies
/// only if the defenses are left out.
#[inline(always)]
fn write_knights<T: VbmiLevel>(
    token: T,
    board: __m512i,
    mut knights: u64,
    wanted: __m512i,
    has_defenses: bool,
    room: &mut Room<'_>,
) {
    loop {
        let (from, to, on_board) = leaps(token, knights);
        let count = knights.count_ones();
        let lanes = if count < 8 { on_board & ((1 << (8 * count)) - 1) } else { on_board };
        let lanes = match has_defenses {
            true => lanes,
            false => enemies(token, lanes, at(token, board, from), at(token, board, to)),
        };
        let attacked = lookup(token, at(token, board, to), wanted);
        let mask = with_common_bits(token, lanes, attacked, attacked);
        write_lanes(
            token,
            mask,
            SQUARE_BYTES,
            room,
            #[inline(always)]
            |places, fields| store_knights(token, places, board, from, to, fields),
        );
        if count <= 8 {
            return;
        }
        for _ in 0..8 {
            knights &= knights - 1;
        }
    }
}

/// Writes a threat for each lane of a mask, in groups of sixteen.
#[inline(always)]
fn write_lanes<T: VbmiLevel>(
    token: T,
    mask: u64,
    fields: i32,
    room: &mut Room<'_>,
    store: impl Fn(&mut [MaybeUninit<Threat>; 16], __m512i),
) {
    let (lanes, count) = (lanes_of(token, mask), mask.count_ones());
    room.write(
        count.min(16),
        #[inline(always)]
        |places| store(places, fields_of(token, lanes, 0, fields)),
    );
    // More than sixteen are rare, and a branch that is seldom taken costs less than stores without threats
    // (not measured separately).
    if count > 16 {
        for group in 1..count.div_ceil(16) {
            room.write(
                (count - 16 * group).min(16),
                #[inline(always)]
                |places| store(places, fields_of(token, lanes, group as usize, fields)),
            );
        }
    }
}

impl<T: VbmiLevel> ThreatLanes for Avx512Bytes<T> {
    type Token = T;
    type Numbers = ByteNumbers<T>;

    #[inline(always)]
    fn write_threats(token: T, position: &Position, kinds: ThreatKinds, room: &mut Room<'_>) {
        let (board, occupied) = (pieces(token, position), position.occupied());
        let rows = splat_words(token, kinds.rows());
        let neighbors = |squares, next_squares, on_a_line, adjacent| {
            let (pieces, next_pieces) = (at(token, board, squares), at(token, board, next_squares));
            let on_a_line = match kinds.has_defenses() {
                true => on_a_line,
                false => enemies(token, on_a_line, pieces, next_pieces),
            };
            Neighbors { squares, pieces, next_pieces, on_a_line, adjacent }
        };
        // All lanes with a next lane.
        let lanes = (1_u64 << occupied.count_ones().saturating_sub(1)) - 1;
        let lanes = lanes | lanes << 32;
        let squares = both(token, list_by_rank(token, occupied), list(token, occupied, &BY_FILE));
        let next_squares = next(token, squares);
        let on_a_line = on_a_rank_or_file(token, lanes, squares, next_squares);
        let near = adjacent(token, squares, next_squares, &ORTHOGONAL_STEPS);
        let orthogonal = neighbors(squares, next_squares, on_a_line, near);
        write_neighbors(token, &orthogonal, &Movers::ORTHOGONAL, rows, room);

        let diagonals = list(token, occupied, &BY_DIAGONAL);
        let squares = both(token, diagonals, list(token, occupied, &BY_ANTIDIAGONAL));
        let next_squares = next(token, squares);
        let on_a_line = on_a_diagonal(token, lanes, squares);
        let near = adjacent(token, squares, next_squares, &DIAGONAL_STEPS);
        let diagonal = neighbors(squares, next_squares, on_a_line, near);
        write_neighbors(token, &diagonal, &Movers::DIAGONAL, rows, room);

        let knights = position.knights() & occupied;
        let wanted = and(token, table(token, &ROLE_BITS), splat(token, kinds.row(WHITE_KNIGHT)));
        write_knights(token, board, knights, wanted, kinds.has_defenses(), room);
    }
}
