//! AVX2: a list of 32 pieces in a 256-bit register.
//!
//! Without this kernel, `threats` takes 1.71 to 2.16 times as long, piece by piece (`avx2`, Zen 5).

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use core::marker::PhantomData;

use super::inputs::Avx2Inputs;
use crate::chess::Position;
use crate::lanes::avx2::{Avx2Level, apart};
use crate::levels::proof::{Token, with_features};
use crate::steps::LEAPS;
use crate::threats::kernel::Room;
use crate::threats::lanes::{ByDistance, Movers, ROLE_BITS, ThreatLanes};
use crate::threats::ray_lanes::{MEMBER, MEMBERS};
use crate::threats::types::{Threat, ThreatKinds, WHITE_KNIGHT};

/// A list of 32 bytes in a 256-bit register. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct Avx2List<T>(PhantomData<T>);

/// The bytes of 64 squares. Each quarter is stored twice, for lookups in both halves of a register.
pub(super) type Quarters = [__m256i; 4];

/// For each square, the squares at a knight's move, or 0x80 off the board, and the square itself eight times.
/// The last row is for no knight. 1,040 bytes.
static KNIGHT_SQUARES: [[u64; 2]; 65] = {
    let (mut all, mut square) = ([[0x8080_8080_8080_8080, 0]; 65], 0);
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
        all[square] = [u64::from_le_bytes(bytes), square as u64 * ONES];
        square += 1;
    }
    all
};

/// The distance from bit 0 of a line to each other bit, in two tables indexed by the lower and the upper four
/// bits of a byte with a single bit. The sum of both lookups is the distance. A byte without bits gives 128,
/// which is the distance of no two squares.
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

/// For each size of the first of two sets in [`MEMBERS`], the order of bytes that moves the second set next
/// to it. 144 bytes.
static JOINED: [[u8; 16]; 9] = {
    let (mut orders, mut count) = ([[MEMBER; 16]; 9], 0);
    while count < 9 {
        let mut place = 0;
        while place < 8 + count {
            orders[count][place] = (if place < count { place } else { place + 8 - count }) as u8;
            place += 1;
        }
        count += 1;
    }
    orders
};

/// Orders of sixteen bytes: the one from place 32 - `n` moves bytes by `n` places toward the end, and the one
/// from place 32 + `n` toward the start. The other places become 0.
static MOVES: [u8; 64] = {
    let (mut orders, mut place) = ([0x80; 64], 0);
    while place < 16 {
        orders[32 + place] = place as u8;
        place += 1;
    }
    orders
};

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

/// Rotates each file by as many ranks as its number: downward, which turns diagonals into ranks, or upward
/// for antidiagonals. Two lines then share a rank, one of them on the lower files.
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
    /// Returns the bytes of some squares, and 0 where the highest bit is set and those of rank and file are
    /// clear.
    pub(super) fn at(_, board: Quarters, squares: __m256i) -> __m256i {
        let [a, b, c, d] = board;
        // Bits 4 and 5 shifted to bit 7, the bit that `vpblendvb` tests.
        let (by_16, by_32) = (_mm256_slli_epi16::<3>(squares), _mm256_slli_epi16::<2>(squares));
        let lower = _mm256_blendv_epi8(_mm256_shuffle_epi8(a, squares), _mm256_shuffle_epi8(b, squares), by_16);
        let upper = _mm256_blendv_epi8(_mm256_shuffle_epi8(c, squares), _mm256_shuffle_epi8(d, squares), by_16);
        _mm256_blendv_epi8(lower, upper, by_32)
    }
    fn order_of(_, a: __m128i, order: &[u8; 16]) -> __m128i {
        // SAFETY: the array has 16 bytes, and the load requires no alignment.
        _mm_shuffle_epi8(a, unsafe { _mm_loadu_si128(order.as_ptr().cast()) })
    }
    /// Moves the bytes as the order at this place of [`MOVES`] does.
    fn moved(token, a: __m128i, place: usize) -> __m128i {
        order_of(token, a, MOVES[place..].first_chunk().expect("16 of 64 bytes"))
    }
    /// Returns the occupied squares of the rank with this number and the next one, each with [`MEMBER`], then
    /// zeros.
    fn squares_of_two_ranks(token, occupied: u64, rank: i8) -> __m128i {
        let [lower, upper] = [(occupied >> (8 * rank)) as u8, (occupied >> (8 * rank + 8)) as u8];
        let files = _mm_set_epi64x(MEMBERS[usize::from(upper)] as i64, MEMBERS[usize::from(lower)] as i64);
        let [first, second] = [-8 * rank, -8 * rank - 8].map(#[inline(always)] |byte| i64::from_le_bytes([byte as u8; 8]));
        let first = _mm_set_epi64x(second, first);
        // Adds the number of the rank's first square to each member, which is a negative number, and 0 to the
        // zeros.
        let squares = _mm_add_epi8(files, _mm_sign_epi8(first, files));
        order_of(token, squares, &JOINED[lower.count_ones() as usize])
    }
    /// Returns at most 32 occupied squares, rank after rank: those of the lower half of the board from the
    /// first lane on, and those of the upper half up to the last lane. The lanes between have the highest bit
    /// set and no others.
    fn squares_by_rank(token, occupied: u64) -> __m256i {
        let [a, b] = [squares_of_two_ranks(token, occupied, 0), squares_of_two_ranks(token, occupied, 2)];
        let [c, d] = [squares_of_two_ranks(token, occupied, 4), squares_of_two_ranks(token, occupied, 6)];
        let in_a = (occupied as u16).count_ones() as usize;
        let in_d = ((occupied >> 48) as u16).count_ones() as usize;
        let in_c_and_d = ((occupied >> 32) as u32).count_ones() as usize;
        let (b_low, b_high) = (moved(token, b, 32 - in_a), moved(token, b, 48 - in_a));
        let (c_low, c_high) = (moved(token, c, in_c_and_d), moved(token, c, in_c_and_d + 16));
        let low = _mm_or_si128(_mm_or_si128(a, b_low), c_low);
        let high = _mm_or_si128(_mm_or_si128(b_high, c_high), moved(token, d, in_d + 16));
        _mm256_xor_si256(_mm256_set_m128i(high, low), _mm256_set1_epi8(MEMBER as i8))
    }
    /// Returns the next byte of each, and 0 for the last.
    fn next(_, a: __m256i) -> __m256i { _mm256_alignr_epi8::<1>(_mm256_permute2x128_si256::<0x81>(a, a), a) }
    /// Returns a mask of the lanes whose square is on the same rank as the next one.
    fn on_a_rank(_, squares: __m256i, next: __m256i) -> __m256i {
        let differs = _mm256_and_si256(_mm256_xor_si256(squares, next), _mm256_set1_epi8(0o70));
        _mm256_cmpeq_epi8(differs, _mm256_setzero_si256())
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
    /// Returns the squares of the next pieces on a line, the same with the highest bit set where there is
    /// none, and the lanes where the next piece is on the neighboring square. The first vector has some
    /// square where there is none.
    ///
    /// `lines` has one byte for each line, with a bit for each occupied square. `numbers` are the numbers of
    /// the pieces' lines, and `places` those of their bits. `start` is the square of the line's bit 0, on the
    /// board or not, and `distances` has the distance of each bit from it. If two lines share a byte and the
    /// next bit belongs to the other line, the sum is off the board, which identifies these lanes.
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
        // Numbers above 63 get or keep the highest bit. The others keep their lowest six bits, which lookups
        // use.
        let marked = _mm256_adds_epu8(squares, _mm256_set1_epi8(64));
        (some_square(token, squares), marked, _mm256_cmpeq_epi8(next, one_above))
    }
    fn on_the_next_file(_, squares: __m256i, next: __m256i) -> __m256i {
        _mm256_cmpeq_epi8(_mm256_sub_epi8(next, squares), _mm256_set1_epi8(1))
    }
    fn and(_, a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
    /// Looks up each piece in the first table if the next piece is adjacent, and otherwise in the second, and
    /// keeps the bits of `rows`.
    fn lookup_by_distance(token, pieces: __m256i, adjacent: __m256i, tables: &'static ByDistance, rows: __m256i) -> __m256i {
        let [near, far, ..] = &tables.0;
        let near = _mm256_shuffle_epi8(_mm256_and_si256(rows, table(token, near)), pieces);
        let far = _mm256_shuffle_epi8(_mm256_and_si256(rows, table(token, far)), pieces);
        _mm256_blendv_epi8(far, near, adjacent)
    }
    /// Returns the lanes that are not 0, in the order of `threats`: for each group of eight, four of each
    /// half.
    fn not_zero(token, a: __m256i) -> u32 {
        let a = _mm256_permutevar8x32_epi32(a, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
        !apart(token, _mm256_movemask_epi8(_mm256_cmpeq_epi8(a, _mm256_setzero_si256())) as u32)
    }
    /// Returns the threats by pieces on squares to pieces on squares, in groups of eight lanes, four from
    /// each half.
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
    /// Stores threats. All squares in them must be numbers from 0 to 63.
    pub(super) fn store(_, places: &mut [Threat; 8], threats: __m256i) -> () {
        // SAFETY: eight threats are 32 bytes, and the store requires no alignment. Callers pass numbers from 0 to 63 in
        // the place of each square, and for pieces every byte is valid.
        unsafe { _mm256_storeu_si256(places.as_mut_ptr().cast(), threats) }
    }
    /// Returns the squares of four knights, each eight times, and the squares at a knight's move, or 0x80 if
    /// there is none. 64 is no knight.
    fn leaps(_, knights: [usize; 4]) -> (__m256i, __m256i) {
        let row = |knight: usize| {
            // SAFETY: the row has 16 bytes, and the load requires no alignment.
            unsafe { _mm_loadu_si128(KNIGHT_SQUARES[knight.min(64)].as_ptr().cast()) }
        };
        let [a, b, c, d] = knights;
        let (a, b) = (_mm256_set_m128i(row(c), row(a)), _mm256_set_m128i(row(d), row(b)));
        (_mm256_unpackhi_epi64(a, b), _mm256_unpacklo_epi64(a, b))
    }
    /// Returns the second pieces where the two differ in color, and 0 elsewhere.
    fn enemies(_, a: __m256i, b: __m256i) -> __m256i {
        let color = _mm256_set1_epi8(8);
        _mm256_and_si256(b, _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_xor_si256(a, b), color), color))
    }
    fn some_square(_, squares: __m256i) -> __m256i { _mm256_and_si256(squares, _mm256_set1_epi8(63)) }
}

/// The pieces of the list, and the next piece of each on a line of a family. Lanes without a next piece have
/// the byte 0 for it, which neither attacks nor is attacked.
#[derive(Clone, Copy)]
struct Neighbors {
    squares: __m256i,
    pieces: __m256i,
    next_squares: __m256i,
    next_pieces: __m256i,
    /// The lanes whose next piece is on a neighboring square.
    adjacent: __m256i,
}

impl Neighbors {
    /// Returns the same pieces with the next ones of another family of lines.
    #[inline(always)]
    fn with_next<T: Avx2Level>(
        self,
        token: T,
        board: Quarters,
        (next_squares, marked, adjacent): (__m256i, __m256i, __m256i),
    ) -> Self {
        Self { next_squares, next_pieces: at(token, board, marked), adjacent, ..self }
    }

    /// Returns the lanes whose pieces attack their next pieces in the lower half, and in the upper half those
    /// whose next pieces attack them.
    #[inline(always)]
    fn attacks<T: Avx2Level>(&self, token: T, movers: &'static Movers, kinds: ThreatKinds) -> u64 {
        let (rows, next_pieces) = (splat_words(token, kinds.rows()), self.next_pieces);
        let next_pieces =
            if kinds.has_defenses() { next_pieces } else { enemies(token, self.pieces, next_pieces) };
        let attacks = |pieces, tables, attacked| {
            let attacked = lookup(token, attacked, table(token, &ROLE_BITS));
            let movers = lookup_by_distance(token, pieces, self.adjacent, tables, rows);
            u64::from(not_zero(token, and(token, movers, attacked)))
        };
        attacks(self.pieces, &movers.up, next_pieces) | attacks(next_pieces, &movers.down, self.pieces) << 32
    }
}

/// 64 threats of which some are written, and a placeholder.
#[repr(align(64))]
struct Candidates([Threat; 65]);

impl Candidates {
    const NONE: Self = Self([Threat::NONE; 65]);

    /// Stores four groups of eight candidates, from a number on.
    #[inline(always)]
    fn store<T: Avx2Level>(&mut self, token: T, first: usize, groups: [__m256i; 4]) {
        let places = self.0[first..].as_chunks_mut().0;
        for (group, places) in groups.into_iter().zip(places) {
            store(token, places, group);
        }
    }

    /// Writes the candidates of a set, at most `MOST`, and returns the rest of the set.
    ///
    /// There is no branch: if the set has fewer bits, the placeholder is written behind the threats.
    #[inline(always)]
    fn write<T: Token, const MOST: usize>(&self, token: T, set: u64, room: &mut Room<'_>) -> u64 {
        let mut rest = set;
        room.write::<MOST>(
            set.count_ones().min(MOST as u32),
            #[inline(always)]
            |places| {
                for place in places {
                    place.write(self.0[apart(token, rest.trailing_zeros()) as usize]);
                    rest &= rest.wrapping_sub(1);
                }
            },
        );
        rest
    }

    /// Writes all candidates of a set.
    #[inline(always)]
    fn write_all<T: Token>(&self, token: T, set: u64, room: &mut Room<'_>) {
        let mut rest = set;
        while rest != 0 {
            rest = self.write::<T, 1>(token, rest, room);
        }
    }

    /// Returns the threats by the pieces to their next pieces, and the reverse.
    #[inline(always)]
    fn between<T: Avx2Level>(token: T, neighbors: &Neighbors) -> Self {
        let &Neighbors { squares, pieces, next_squares, next_pieces, .. } = neighbors;
        let mut candidates = Self::NONE;
        candidates.store(token, 0, threats(token, pieces, squares, next_pieces, next_squares));
        candidates.store(token, 32, threats(token, next_pieces, next_squares, pieces, squares));
        candidates
    }

    /// Writes the first threats of a family of lines, and returns the rest of the set.
    #[inline(always)]
    fn write_first<T: Token>(&self, token: T, set: u64, many: bool, room: &mut Room<'_>) -> u64 {
        if many { self.write::<T, 12>(token, set, room) } else { self.write::<T, 8>(token, set, room) }
    }
}

/// The most pairs of roles for which few families of lines have more than eight threats. With the 20 pairs of
/// 59,808 inputs, 4% of the positions of games have such a family. With all 36 it is 75%, and 15% have one
/// with more than twelve.
const FEW_KINDS: u32 = 24;

/// Returns the candidates by the first four of the knights, which are removed, and the set of those that are
/// threats.
#[inline(always)]
fn threats_by_four<T: Avx2Level>(
    token: T,
    board: Quarters,
    knights: &mut u64,
    kinds: ThreatKinds,
) -> ([__m256i; 4], u64) {
    let targets = and(token, table(token, &ROLE_BITS), splat(token, kinds.row(WHITE_KNIGHT)));
    let mut four = [0; 4];
    for knight in &mut four {
        *knight = knights.trailing_zeros() as usize;
        *knights &= knights.wrapping_sub(1);
    }
    let (from, to) = leaps(token, four);
    // 0, which is not a piece, where the knight would leave the board.
    let (knights, attacked) = (at(token, board, from), at(token, board, to));
    let wanted = if kinds.has_defenses() { attacked } else { enemies(token, knights, attacked) };
    let set = not_zero(token, lookup(token, wanted, targets)).into();
    (threats(token, knights, from, attacked, some_square(token, to)), set)
}

impl<T: Avx2Level> ThreatLanes for Avx2List<T> {
    type Token = T;
    type Numbers = Avx2Inputs<T>;

    #[inline(always)]
    fn write_threats(token: T, position: &Position, kinds: ThreatKinds, room: &mut Room<'_>) {
        let (board, occupied) = (quarters_of_position(token, position), position.occupied());
        let squares = squares_by_rank(token, occupied);
        let pieces = at(token, board, squares);

        // On ranks the next piece is the next one of the list.
        let next_squares = next(token, squares);
        let next_pieces = and(token, next(token, pieces), on_a_rank(token, squares, next_squares));
        let ranks = Neighbors {
            squares: some_square(token, squares),
            pieces,
            next_squares: some_square(token, next_squares),
            next_pieces,
            adjacent: on_the_next_file(token, squares, next_squares),
        };

        let [file_numbers, rank_numbers, eight_files, eight_ranks] = coordinates(token, squares);
        let lines = transposed(occupied);
        let next = next_on_lines(token, lines, file_numbers, rank_numbers, file_numbers, &FILES);
        let files = ranks.with_next(token, board, next);
        let (lines, start) = (rotated(occupied, false), difference(token, eight_ranks, eight_files));
        let numbers = line_numbers(token, start);
        let next = next_on_lines(token, lines, numbers, file_numbers, start, &DIAGONALS);
        let diagonals = ranks.with_next(token, board, next);
        let (lines, start) = (rotated(occupied, true), sum(token, eight_ranks, eight_files));
        let numbers = line_numbers(token, start);
        let next = next_on_lines(token, lines, numbers, file_numbers, start, &ANTIDIAGONALS);
        let antidiagonals = ranks.with_next(token, board, next);

        let on_ranks = ranks.attacks(token, &Movers::ORTHOGONAL, kinds);
        let on_files = files.attacks(token, &Movers::ORTHOGONAL, kinds);
        let on_diagonals = diagonals.attacks(token, &Movers::DIAGONAL, kinds);
        let on_antidiagonals = antidiagonals.attacks(token, &Movers::DIAGONAL_DOWNWARD, kinds);
        let mut knights = position.knights() & occupied;
        let (groups, by_knights) = threats_by_four(token, board, &mut knights, kinds);

        // All vectors are computed before the first threat is written, so that the CPU has several
        // independent chains of instructions at any time. With the knights after the other threats, a
        // position took 53 ns instead of 45, and with one family of lines after the other 55 (Zen 5).
        let ranks = Candidates::between(token, &ranks);
        let files = Candidates::between(token, &files);
        let diagonals = Candidates::between(token, &diagonals);
        let antidiagonals = Candidates::between(token, &antidiagonals);
        let mut leaps = Candidates::NONE;
        leaps.store(token, 0, groups);
        let many = kinds.rows().count_ones() > FEW_KINDS && kinds.has_defenses();
        let on_ranks = ranks.write_first(token, on_ranks, many, room);
        let on_files = files.write_first(token, on_files, many, room);
        let on_diagonals = diagonals.write_first(token, on_diagonals, many, room);
        let on_antidiagonals = antidiagonals.write_first(token, on_antidiagonals, many, room);
        let by_knights = leaps.write::<T, 12>(token, by_knights, room);
        if on_ranks | on_files | on_diagonals | on_antidiagonals | by_knights != 0 {
            ranks.write_all(token, on_ranks, room);
            files.write_all(token, on_files, room);
            diagonals.write_all(token, on_diagonals, room);
            antidiagonals.write_all(token, on_antidiagonals, room);
            leaps.write_all(token, by_knights, room);
        }
        while knights != 0 {
            let (groups, by_knights) = threats_by_four(token, board, &mut knights, kinds);
            leaps.store(token, 0, groups);
            leaps.write_all(token, by_knights, room);
        }
    }
}
