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

const ONES: u64 = 0x0101_0101_0101_0101;

/// Returns the squares of a board in the order of a family of lines.
///
/// Each byte of `lines` is a line, or for diagonals two parts of lines. `squares` computes the squares of a byte's bits
/// from their numbers, eight at once, and from the number of the byte.
#[inline(always)]
fn in_order(lines: u64, squares: impl Fn(u64, u64) -> u64) -> [u8; 32] {
    // Eight bytes are written at a time, so the last write extends beyond the list.
    let (mut list, mut count) = ([0; 72], 0);
    for (number, set) in (0..).zip(lines.to_le_bytes()) {
        let members = squares(MEMBERS[usize::from(set)], number * ONES).to_le_bytes();
        list[count % 64..][..8].copy_from_slice(&members);
        count += set.count_ones() as usize;
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

/// Rotates each file by as many ranks as its number: downward for diagonals, which then are ranks (two share a rank),
/// and upward for antidiagonals.
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
    pub(super) fn quarters_of_bytes(_, bytes: &[u8; 64]) -> Quarters {
        let quarter = |index: usize| {
            let bytes: &[u8; 16] = bytes[16 * index..].first_chunk().expect("64 bytes");
            // SAFETY: the array has 16 bytes, and the load requires no alignment.
            _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
        };
        [quarter(0), quarter(1), quarter(2), quarter(3)]
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
    /// Returns a mask of the first lanes: those of pieces with a next piece.
    fn lanes(_, pieces: u32) -> __m256i {
        let numbers = _mm256_setr_epi8(
            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32,
        );
        _mm256_cmpgt_epi8(_mm256_set1_epi8(pieces as i8), numbers)
    }
    fn on_a_rank_or_file(_, lanes: __m256i, squares: __m256i, next: __m256i, line: u8) -> __m256i {
        let differs = _mm256_and_si256(_mm256_xor_si256(squares, next), _mm256_set1_epi8(line as i8));
        _mm256_and_si256(_mm256_cmpeq_epi8(differs, _mm256_setzero_si256()), lanes)
    }
    /// Compares rank plus 7 minus file if `turn` is 7 (diagonals), or rank plus file if it is 0 (antidiagonals).
    fn on_a_diagonal(token, lanes: __m256i, squares: __m256i, turn: u8) -> __m256i {
        let seven = _mm256_set1_epi8(7);
        let ranks = _mm256_and_si256(_mm256_srli_epi16::<3>(squares), seven);
        let files = _mm256_and_si256(_mm256_xor_si256(squares, _mm256_set1_epi8(turn as i8)), seven);
        let lines = _mm256_add_epi8(ranks, files);
        _mm256_and_si256(_mm256_cmpeq_epi8(lines, next(token, lines)), lanes)
    }
    fn adjacent(_, squares: __m256i, next: __m256i, step: i8) -> __m256i {
        _mm256_cmpeq_epi8(_mm256_sub_epi8(next, squares), _mm256_set1_epi8(step))
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
    fn on_the_board(_, squares: __m256i) -> __m256i { _mm256_cmpgt_epi8(squares, _mm256_set1_epi8(-1)) }
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

/// Returns the pieces on some squares, in line order, and the next piece of each.
#[inline(always)]
fn neighbors<T: Avx2Level>(
    token: T,
    board: Quarters,
    squares: __m256i,
    on_a_line: __m256i,
    step: i8,
) -> Neighbors<Avx2List<T>> {
    let (next_squares, pieces) = (next(token, squares), at(token, board, squares));
    Neighbors {
        squares: Avx2List { vector: squares, token },
        pieces: Avx2List { vector: pieces, token },
        next_squares: Avx2List { vector: next_squares, token },
        next_pieces: Avx2List { vector: next(token, pieces), token },
        on_a_line,
        adjacent: adjacent(token, squares, next_squares, step),
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
        let lanes = lanes(token, occupied.count_ones());
        let ranks = in_order(
            occupied,
            #[inline(always)]
            |files, rank| files + 8 * rank,
        );
        let files = in_order(
            transposed(occupied),
            #[inline(always)]
            |ranks, file| 8 * ranks + file,
        );
        // After the rotation, the square of a file in byte `number` is on the rank `number + file` or `number - file`,
        // modulo 8.
        let squares = 63 * ONES;
        let diagonals = in_order(
            rotated(occupied, false),
            #[inline(always)]
            |files, number| (9 * files + 8 * number) & squares,
        );
        let antidiagonals = in_order(
            rotated(occupied, true),
            #[inline(always)]
            |files, number| (64 * ONES - 7 * files + 8 * number) & squares,
        );

        let squares = load(token, &ranks);
        let on_a_line = on_a_rank_or_file(token, lanes, squares, next(token, squares), 0o70);
        show(neighbors(token, *board, squares, on_a_line, 1), &Movers::ORTHOGONAL);
        let squares = load(token, &files);
        let on_a_line = on_a_rank_or_file(token, lanes, squares, next(token, squares), 0o07);
        show(neighbors(token, *board, squares, on_a_line, 8), &Movers::ORTHOGONAL);
        let squares = load(token, &diagonals);
        let on_a_line = on_a_diagonal(token, lanes, squares, 7);
        show(neighbors(token, *board, squares, on_a_line, 9), &Movers::DIAGONAL);
        let squares = load(token, &antidiagonals);
        let on_a_line = on_a_diagonal(token, lanes, squares, 0);
        show(neighbors(token, *board, squares, on_a_line, -7), &Movers::DIAGONAL_DOWNWARD);
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
            let attacked = at(token, *board, to);
            let is_wanted = lookup(token, attacked, wanted.vector);
            let mask = with_common_bits(token, on_the_board(token, to), is_wanted, is_wanted);
            let (pieces, to) = (at(token, *board, from), some_square(token, to));
            write_lanes(token, mask, threats(token, pieces, from, attacked, to), sink);
        }
    }
}
