//! AVX2: a list of 32 pieces in a 256-bit register.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::Avx2Level;
use crate::cpu::proof::with_features;
use crate::lanes::lists::{ByDistance, LEAPS, ListLanes, Movers, Neighbors, ThreatSink};
use crate::lanes::{forward, operators};
use crate::position::{Position, Threat};

/// 32 bytes in a 256-bit register. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct Avx2List<T> {
    pub(super) vector: __m256i,
    pub(super) token: T,
}

/// The bytes of 64 squares. Each quarter is stored twice, for lookups in both halves of a register.
pub(super) type Quarters = [__m256i; 4];

/// The numbers of the members of each set of eight, lowest first, one byte each, in 2,048 bytes.
static MEMBERS: [u64; 256] = {
    let (mut all, mut set) = ([0; 256], 0);
    while set < 256 {
        let (mut count, mut member) = (0, 0);
        while member < 8 {
            if set >> member & 1 == 1 {
                all[set] |= member << (8 * count);
                count += 1;
            }
            member += 1;
        }
        set += 1;
    }
    all
};

/// The squares at a knight's move from each square, or 0x80 off the board. The last row is for no knight. 520 bytes.
static KNIGHT_SQUARES: [u64; 65] = {
    let (mut all, mut square) = ([0x8080_8080_8080_8080; 65], 0);
    while square < 64 {
        let (mut bytes, mut leap) = ([0x80; 8], 0);
        while leap < 8 {
            let (files, ranks) = LEAPS[leap];
            let (file, rank) = (square as i8 % 8 + files, square as i8 / 8 + ranks);
            if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
                bytes[leap] = (8 * rank + file) as u8;
            }
            leap += 1;
        }
        all[square] = u64::from_le_bytes(bytes);
        square += 1;
    }
    all
};

/// The distance from bit 0 of a line to each other bit, in two tables indexed by the lower and the upper four bits of a
/// byte with a single bit. The sum of both lookups is the distance. A byte without bits gives 128, which is the
/// distance of no two squares.
struct Distances([u128; 2]);

impl Distances {
    const fn by(step: i8) -> Self {
        let (mut low, mut high) = ([0; 16], [0; 16]);
        low[0] = NONE;
        let mut bit = 0;
        while bit < 4 {
            low[1 << bit] = step.wrapping_mul(bit) as u8;
            // The lookup in the lower table gives NONE for these, and 0 for the highest one.
            let none = if bit == 3 { 0 } else { NONE };
            high[1 << bit] = (step.wrapping_mul(bit + 4) as u8).wrapping_sub(none);
            bit += 1;
        }
        Self([u128::from_le_bytes(low), u128::from_le_bytes(high)])
    }
}

/// The lookup of no distance.
const NONE: u8 = 128;
/// Each bit is a rank.
static FILES: Distances = Distances::by(8);
/// Each bit is a file, one rank above the previous one.
static DIAGONALS: Distances = Distances::by(9);
/// Each bit is a file, one rank below the previous one.
static ANTIDIAGONALS: Distances = Distances::by(-7);

/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Returns the occupied squares, rank after rank. The places after the last one contain unspecified squares.
#[inline(always)]
fn squares_by_rank(occupied: u64) -> [u8; 32] {
    // Eight bytes are written at a time, so the last write extends beyond the list.
    let mut list = [0; 72];
    for rank in 0..8 {
        let below = if rank == 0 { 0 } else { occupied << (64 - 8 * rank) };
        let files = MEMBERS[(occupied >> (8 * rank)) as usize % 256];
        list[below.count_ones() as usize..][..8].copy_from_slice(&(files + 8 * rank * ONES).to_le_bytes());
    }
    *list.first_chunk().expect("32 of 72 bytes")
}

/// Exchanges ranks and files of a board.
#[inline(always)]
fn transposed(board: u64) -> u64 {
    [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)].into_iter().fold(
        board,
        #[inline(always)]
        |board, (shift, squares)| {
            let exchanged = (board ^ board >> shift) & squares;
            board ^ exchanged ^ exchanged << shift
        },
    )
}

/// Rotates each file by as many ranks as its number: downward, which turns diagonals into ranks, or upward for
/// antidiagonals. Two lines then share a rank, one of them on the lower files.
#[inline(always)]
fn rotated(board: u64, upward: bool) -> u64 {
    [(8, 0xaa), (16, 0xcc), (32, 0xf0)].into_iter().fold(
        board,
        #[inline(always)]
        |board, (count, files)| {
            let rotated = if upward { board.rotate_left(count) } else { board.rotate_right(count) };
            board ^ (board ^ rotated) & (files * ONES)
        },
    )
}

with_features! { ["avx2"];
    pub(super) fn splat(_, byte: u8) -> __m256i { _mm256_set1_epi8(byte as i8) }
    pub(super) fn splat_words(_, word: u64) -> __m256i { _mm256_set1_epi64x(word as i64) }
    pub(super) fn table(_, table: &'static u128) -> __m256i {
        // SAFETY: the word has 16 bytes, and the load requires no alignment.
        _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128((&raw const *table).cast()) })
    }
    pub(super) fn lookup(_, a: __m256i, table: __m256i) -> __m256i { _mm256_shuffle_epi8(table, a) }
    fn load(_, list: &[u8; 32]) -> __m256i {
        // SAFETY: the array has 32 bytes, and the load requires no alignment.
        unsafe { _mm256_loadu_si256(list.as_ptr().cast()) }
    }
    /// Returns the bytes of the pieces, from bitboards of the bytes' bits.
    pub(super) fn quarters_of_position(_, position: &Position) -> Quarters {
        let planes = position.piece_planes().0;
        let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
        let ranks = _mm256_setr_epi8(
            0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3,
        );
        let mut halves = [_mm256_setzero_si256(); 2];
        for (half, codes) in halves.iter_mut().enumerate() {
            let ranks = _mm256_add_epi8(ranks, _mm256_set1_epi8(4 * half as i8));
            for (bit, plane) in planes.into_iter().enumerate() {
                let of_rank = _mm256_shuffle_epi8(_mm256_set1_epi64x(plane as i64), ranks);
                let set = _mm256_cmpeq_epi8(_mm256_and_si256(of_rank, bits), bits);
                *codes = _mm256_or_si256(*codes, _mm256_and_si256(set, _mm256_set1_epi8(1 << bit)));
            }
        }
        let [a, b] = halves;
        [
            _mm256_permute2x128_si256::<0x00>(a, a),
            _mm256_permute2x128_si256::<0x11>(a, a),
            _mm256_permute2x128_si256::<0x00>(b, b),
            _mm256_permute2x128_si256::<0x11>(b, b),
        ]
    }
    /// Returns the bytes of some squares, and 0 where the highest bit is set and those of rank and file are clear.
    pub(super) fn at(_, board: Quarters, squares: __m256i) -> __m256i {
        let [a, b, c, d] = board;
        // The bits of value 16 and 32, moved to the highest place of each byte, which blends use.
        let (by_16, by_32) = (_mm256_slli_epi16::<3>(squares), _mm256_slli_epi16::<2>(squares));
        let lower = _mm256_blendv_epi8(_mm256_shuffle_epi8(a, squares), _mm256_shuffle_epi8(b, squares), by_16);
        let upper = _mm256_blendv_epi8(_mm256_shuffle_epi8(c, squares), _mm256_shuffle_epi8(d, squares), by_16);
        _mm256_blendv_epi8(lower, upper, by_32)
    }
    /// Returns the next byte of each, and 0 for the last.
    fn next(_, a: __m256i) -> __m256i { _mm256_alignr_epi8::<1>(_mm256_permute2x128_si256::<0x81>(a, a), a) }
    /// Returns a mask of the first `count` lanes.
    fn lanes(_, count: u32) -> __m256i {
        let numbers = _mm256_setr_epi8(
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
        );
        _mm256_cmpgt_epi8(_mm256_set1_epi8(count as i8), numbers)
    }
    fn on_a_rank(_, lanes: __m256i, squares: __m256i, next: __m256i) -> __m256i {
        let differs = _mm256_and_si256(_mm256_xor_si256(squares, next), _mm256_set1_epi8(0o70));
        _mm256_and_si256(_mm256_cmpeq_epi8(differs, _mm256_setzero_si256()), lanes)
    }
    /// Returns the files and ranks of squares, then both times eight.
    fn coordinates(_, squares: __m256i) -> [__m256i; 4] {
        let seven = _mm256_set1_epi8(7);
        let files = _mm256_and_si256(squares, seven);
        let ranks = _mm256_and_si256(_mm256_srli_epi16::<3>(squares), seven);
        [files, ranks, _mm256_slli_epi16::<3>(files), _mm256_and_si256(squares, _mm256_set1_epi8(0o70))]
    }
    fn sum(_, a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi8(a, b) }
    fn difference(_, a: __m256i, b: __m256i) -> __m256i { _mm256_sub_epi8(a, b) }
    /// Returns the number of a rotated line, from eight times the sum or difference of rank and file.
    fn line_numbers(_, eightfold: __m256i) -> __m256i {
        _mm256_and_si256(_mm256_srli_epi16::<3>(eightfold), _mm256_set1_epi8(7))
    }
    /// Returns the squares of the next pieces on a line, the lanes with a next piece, and the lanes where it is on the
    /// neighboring square.
    ///
    /// `lines` has one byte for each line, with a bit for each occupied square. `numbers` are the numbers of the
    /// pieces' lines, and `places` those of their bits. `start` is the square of the line's bit 0, on the board or not,
    /// and `distances` has the distance of each bit from it. If two lines share a byte and the next bit belongs to the
    /// other line, the sum is off the board, which identifies these lanes.
    fn next_on_lines(token, lines: u64, numbers: __m256i, places: __m256i, start: __m256i, distances: &'static Distances) -> (__m256i, __m256i, __m256i) {
        let lines = _mm256_shuffle_epi8(_mm256_set1_epi64x(lines as i64), numbers);
        let above = _mm256_shuffle_epi8(_mm256_set1_epi64x(0x0080_c0e0_f0f8_fcfe), places);
        let one_above = _mm256_shuffle_epi8(_mm256_set1_epi64x(0x0080_4020_1008_0402), places);
        let above = _mm256_and_si256(lines, above);
        let next = _mm256_and_si256(above, _mm256_sub_epi8(_mm256_setzero_si256(), above));
        let [low, high] = &distances.0;
        let low = _mm256_shuffle_epi8(table(token, low), next);
        let high_nibble = _mm256_and_si256(_mm256_srli_epi16::<4>(next), _mm256_set1_epi8(15));
        let high = _mm256_shuffle_epi8(table(token, high), high_nibble);
        let squares = _mm256_add_epi8(_mm256_add_epi8(start, low), high);
        let most = _mm256_set1_epi8(63);
        let is_square = _mm256_cmpeq_epi8(_mm256_min_epu8(squares, most), squares);
        (_mm256_and_si256(squares, most), is_square, _mm256_cmpeq_epi8(next, one_above))
    }
    fn on_the_next_file(_, squares: __m256i, next: __m256i) -> __m256i {
        _mm256_cmpeq_epi8(_mm256_sub_epi8(next, squares), _mm256_set1_epi8(1))
    }
    fn and(_, a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
    fn select(_, mask: __m256i, yes: __m256i, no: __m256i) -> __m256i { _mm256_blendv_epi8(no, yes, mask) }
    fn with_common_bits(_, mask: __m256i, a: __m256i, b: __m256i) -> __m256i {
        _mm256_andnot_si256(_mm256_cmpeq_epi8(_mm256_and_si256(a, b), _mm256_setzero_si256()), mask)
    }
    /// Returns the bits of a mask in the lane order of `threats`: for each group of eight, four of each half.
    fn bits_by_groups(_, mask: __m256i) -> [u8; 4] {
        let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
        _mm256_movemask_epi8(_mm256_permutevar8x32_epi32(mask, order)).to_le_bytes()
    }
    /// Returns the threats by pieces on squares to pieces on squares, in groups of eight lanes, four from each half.
    fn threats(_, pieces: __m256i, from: __m256i, attacked: __m256i, to: __m256i) -> [__m256i; 4] {
        let attackers = (_mm256_unpacklo_epi8(pieces, from), _mm256_unpackhi_epi8(pieces, from));
        let targets = (_mm256_unpacklo_epi8(attacked, to), _mm256_unpackhi_epi8(attacked, to));
        [
            _mm256_unpacklo_epi16(attackers.0, targets.0),
            _mm256_unpackhi_epi16(attackers.0, targets.0),
            _mm256_unpacklo_epi16(attackers.1, targets.1),
            _mm256_unpackhi_epi16(attackers.1, targets.1),
        ]
    }
    /// Moves the 32-bit lanes of a mask to the front, followed by copies of the first lane.
    pub(super) fn compress(_, a: __m256i, mask: u8) -> __m256i {
        let members = MEMBERS[usize::from(mask)];
        _mm256_permutevar8x32_epi32(a, _mm256_cvtepu8_epi32(_mm_set1_epi64x(members as i64)))
    }
    /// Stores threats. All squares in them must be numbers from 0 to 63.
    pub(super) fn store(_, places: &mut [Threat; 8], threats: __m256i) -> () {
        // SAFETY: eight threats are 32 bytes, and the store requires no alignment. Callers pass numbers from 0 to 63 in
        // the place of each square, and for pieces every byte is valid.
        unsafe { _mm256_storeu_si256(places.as_mut_ptr().cast(), threats) }
    }
    /// Returns the squares of four knights, each eight times, and the squares at a knight's move, with the highest bit
    /// set if there is none.
    fn leaps(_, knights: [usize; 4]) -> (__m256i, __m256i) {
        let [a, b, c, d] = knights.map(#[inline(always)] |knight| KNIGHT_SQUARES[knight.min(64)] as i64);
        let [e, f, g, h] = knights.map(#[inline(always)] |knight| (knight as u64 % 64 * ONES) as i64);
        (_mm256_setr_epi64x(e, f, g, h), _mm256_setr_epi64x(a, b, c, d))
    }
    fn is_not_zero(_, a: __m256i) -> __m256i {
        _mm256_xor_si256(_mm256_cmpeq_epi8(a, _mm256_setzero_si256()), _mm256_set1_epi8(-1))
    }
    fn some_square(_, squares: __m256i) -> __m256i { _mm256_and_si256(squares, _mm256_set1_epi8(63)) }
}

operators! { Avx2List<T: Avx2Level>, vector, token:
    BitAnd bitand and;
}

#[inline(always)]
fn write_lanes<T: Avx2Level>(token: T, mask: __m256i, threats: [__m256i; 4], sink: &mut impl ThreatSink) {
    for (group, mask) in threats.into_iter().zip(bits_by_groups(token, mask)) {
        sink.write(
            mask.count_ones(),
            #[inline(always)]
            |places| store(token, places, compress(token, group, mask)),
        );
    }
}

/// Returns `neighbors` with the next pieces of another family of lines.
#[inline(always)]
fn with_next<T: Avx2Level>(
    (neighbors, board, lanes): (Neighbors<Avx2List<T>>, Quarters, __m256i),
    (squares, is_square, adjacent): (__m256i, __m256i, __m256i),
) -> Neighbors<Avx2List<T>> {
    let token = neighbors.squares.token;
    Neighbors {
        next_squares: Avx2List { vector: squares, token },
        next_pieces: Avx2List { vector: at(token, board, squares), token },
        on_a_line: and(token, is_square, lanes),
        adjacent,
        ..neighbors
    }
}

impl<T: Avx2Level> ListLanes for Avx2List<T> {
    type Token = T;
    type Board = Quarters;
    type Mask = __m256i;
    type Adjacent = __m256i;

    #[inline(always)]
    fn board(token: T, position: &Position) -> Quarters {
        quarters_of_position(token, position)
    }

    #[inline(always)]
    fn for_each_family(
        token: T,
        board: &Quarters,
        occupied: u64,
        mut show: impl FnMut(Neighbors<Self>, &'static Movers),
    ) {
        let list = |vector| Self { vector, token };
        let squares = load(token, &squares_by_rank(occupied));
        let pieces = at(token, *board, squares);

        // On ranks the next piece is the next one of the list.
        let next_squares = next(token, squares);
        let lanes_with_next = lanes(token, occupied.count_ones().saturating_sub(1));
        let neighbors = Neighbors {
            squares: list(squares),
            pieces: list(pieces),
            next_squares: list(next_squares),
            next_pieces: list(next(token, pieces)),
            on_a_line: on_a_rank(token, lanes_with_next, squares, next_squares),
            adjacent: on_the_next_file(token, squares, next_squares),
        };
        show(neighbors, &Movers::ORTHOGONAL);

        let on_lines = (neighbors, *board, lanes(token, occupied.count_ones()));
        let [files, ranks, eight_files, eight_ranks] = coordinates(token, squares);
        let lines = transposed(occupied);
        let next = next_on_lines(token, lines, files, ranks, files, &FILES);
        show(with_next(on_lines, next), &Movers::ORTHOGONAL);
        let (lines, start) = (rotated(occupied, false), difference(token, eight_ranks, eight_files));
        let numbers = line_numbers(token, start);
        let next = next_on_lines(token, lines, numbers, files, start, &DIAGONALS);
        show(with_next(on_lines, next), &Movers::DIAGONAL);
        let (lines, start) = (rotated(occupied, true), sum(token, eight_ranks, eight_files));
        let numbers = line_numbers(token, start);
        let next = next_on_lines(token, lines, numbers, files, start, &ANTIDIAGONALS);
        show(with_next(on_lines, next), &Movers::DIAGONAL_DOWNWARD);
    }

    #[inline(always)]
    fn splat(token: T, byte: u8) -> Self {
        Self { vector: splat(token, byte), token }
    }

    #[inline(always)]
    fn splat_words(token: T, word: u64) -> Self {
        Self { vector: splat_words(token, word), token }
    }

    #[inline(always)]
    fn table(token: T, bytes: &'static u128) -> Self {
        Self { vector: table(token, bytes), token }
    }

    #[inline(always)]
    fn lookup_by_distance(self, adjacent: __m256i, tables: &'static ByDistance, rows: Self) -> Self {
        let [near, far, ..] = &tables.0;
        let near = self.lookup(rows & Self::table(self.token, near));
        let far = self.lookup(rows & Self::table(self.token, far));
        Self { vector: select(self.token, adjacent, near.vector, far.vector), ..self }
    }

    #[inline(always)]
    fn with_common_bits(mask: __m256i, a: Self, b: Self) -> __m256i {
        with_common_bits(a.token, mask, a.vector, b.vector)
    }

    forward! { vector, token:
        lookup(other) -> Self;
    }

    #[inline(always)]
    fn threats(neighbors: &Neighbors<Self>, there: __m256i, back: __m256i, sink: &mut impl ThreatSink) {
        let Neighbors { squares, pieces, next_squares, next_pieces, .. } = neighbors;
        let token = squares.token;
        let (from, pieces, to, attacked) =
            (squares.vector, pieces.vector, next_squares.vector, next_pieces.vector);
        write_lanes(token, there, threats(token, pieces, from, attacked, to), sink);
        write_lanes(token, back, threats(token, attacked, to, pieces, from), sink);
    }

    #[inline(always)]
    fn knight_threats(token: T, board: &Quarters, knights: u64, wanted: Self, sink: &mut impl ThreatSink) {
        let mut knights = knights;
        while knights != 0 {
            let four = [(); 4].map(
                #[inline(always)]
                |()| {
                    let knight = knights.trailing_zeros() as usize;
                    knights &= knights.wrapping_sub(1);
                    knight
                },
            );
            let (from, to) = leaps(token, four);
            // 0, which is not a piece, where the knight would leave the board.
            let attacked = at(token, *board, to);
            let mask = is_not_zero(token, lookup(token, attacked, wanted.vector));
            let (pieces, to) = (at(token, *board, from), some_square(token, to));
            write_lanes(token, mask, threats(token, pieces, from, attacked, to), sink);
        }
    }
}
