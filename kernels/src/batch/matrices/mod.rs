//! Bit matrices: hyperbola quintessence on the lines of a whole group of sliders in one vector.
//!
//! Each line is a byte. The affine instruction of GFNI, a product of an 8 × 8 bit matrix and a byte, gathers
//! the lines of eight boards at once and spreads the attacked squares over the boards again. No step uses a
//! lookup by occupancy.
//!
//! # From a board to four bytes
//!
//! On every rank except its own, a queen attacks at most three squares: one on its file, one to the east and
//! one to the west. The squares that matter are therefore its own rank, which is already a byte, and three
//! *columns* of eight bits with one bit for each rank: E, F (the file) and W. For a queen on d4:
//!
//! ```text
//!     occupied          lines              occupied on them    E F W
//! . . . . . . . 1   . . . 1 . . . 1   . . . . . . . 1      1 . .   bit 0
//! 1 . . 1 . . 1 .   1 . . 1 . . 1 .   1 . . 1 . . 1 .      1 1 1   bit 1
//! . 1 . . . . . .   . 1 . 1 . 1 . .   . 1 . . . . . .      . . 1   bit 2
//! . . . . 1 . . .   . . 1 1 1 . . .   . . . . 1 . . .      1 . .   bit 3
//! . 1 . Q . . 1 .   . . . Q . . . .   . . . Q . . . .      . . .   bit 4
//! . . . . . . . .   . . 1 1 1 . . .   . . . . . . . .      . . .   bit 5
//! . 1 . 1 . . . .   . 1 . 1 . 1 . .   . 1 . 1 . . . .      . 1 1   bit 6
//! 1 . . . . . 1 .   1 . . 1 . . 1 .   1 . . . . . 1 .      1 . 1   bit 7
//! ```
//!
//! 1. AND the board with the queen's lines, so that at most one square is left in each column of a rank.
//! 2. Multiply. A board is a matrix with one row for each rank. `vgf2p8affineqb` multiplies each byte of a
//!    lane by the matrix in the same lane of another vector: bit `n` of the product is the parity of the byte
//!    AND row `n`, where row `n` is byte `7 - n` of the matrix. The board times the byte of the files east of
//!    the slider is column E, because the parity of a single square is its occupancy. The eighth rank becomes
//!    bit 0.
//! 3. Shift the rank's byte down, and put it in its place.
//!
//! A column to one side is part of a diagonal above the slider and part of an antidiagonal below it, or the
//! reverse. This does no harm, because the two rays of a line are independent.
//!
//! # Solve
//!
//! 4. Apply hyperbola quintessence to every byte. It finds the attacked squares of all lines at once. No line
//!    mask is needed, because a byte contains nothing but its line.
//!
//! # From four bytes to a board
//!
//! 5. Transpose: the product of the bytes `1 << n` and the attacked columns gives each rank its bits of E, F
//!    and W.
//! 6. Multiply by the matrix of the slider's file, which copies E to all files to the east, F to the file,
//!    and W to all files to the west.
//! 7. AND with the queen's lines, and add the rank.
//!
//! ```text
//!   attacked         step 6              step 7
//!    E F W
//!    . . .          . . . . . . . .       . . . . . . . .
//!    . 1 .          . . . 1 . . . .       . . . 1 . . . .
//!    . 1 1          1 1 1 1 . . . .       . 1 . 1 . . . .
//!    1 1 1          1 1 1 1 1 1 1 1       . . 1 1 1 . . .
//!    . . .          . . . Q . . . .       . 1 1 Q 1 1 1 .
//!    1 1 1          1 1 1 1 1 1 1 1       . . 1 1 1 . . .
//!    1 1 1          1 1 1 1 1 1 1 1       . 1 . 1 . 1 . .
//!    1 . .          . . . . 1 1 1 1       . . . . . . 1 .
//! ```
//!
//! For a rook only the rank and column F are kept, and for a bishop only E and W. The others are masked out
//! of the attacked states, which AVX-512 does in the same instruction as the XOR that ends hyperbola
//! quintessence. If rook and bishop attacks are both stored, they are masked out of the transposed bytes
//! instead.
//!
//! # The state vector
//!
//! A lane of 64 bits has eight bytes and a slider needs four, so two vectors of sliders form a *group* and
//! share one vector of states. R is the rank, and the lowest byte is on the left:
//!
//! ```text
//!                     byte   0 1 2 3   4 5 6 7
//! AVX-512, lane n = 0..8     R E F W | E F W R     slider n, slider 8 + n
//! AVX2,    lane n = 0..4     R E F W | R E F W     slider n, slider 4 + n
//! ```
//!
//! With AVX-512 the second rank is in the last byte, so that one vector of rank distances selects both ranks
//! with `vpmultishiftqb`; see `DISTANCES` in `avx512.rs`.
//!
//! # Cost
//!
//! With AVX-512 the loop over sixteen queens has 38 vector instructions, three loads and two stores. On Intel
//! CPUs since Ice Lake, 512-bit instructions use the ports 0 and 5:
//!
//! | port | instructions | |
//! |---|--:|---|
//! | 5 | 17 | 3 `vpermb`, 8 `vpermq`, 6 `vpmultishiftqb` |
//! | 0 | 11 | 8 `vgf2p8affineqb`, 3 shifts |
//! | either | 10 | 4 AND, 1 XOR, 2 subtractions of bytes, 3 `vpternlogq` |
//!
//! Both ports are therefore busy for 19 cycles, 1.2 for each queen, and a Sapphire Rapids takes about 20. Two
//! choices keep other costs out of the loop:
//!
//! - No intermediate result goes through memory. A state stored in parts and loaded as a whole would wait
//!   until the stores have left the store buffer.
//! - No intermediate result goes through mask registers, which only port 5 can fill. The masks of the ranks
//!   do not change during a batch and stay in mask registers. The eleven tables, one cache line each, stay in
//!   vector registers.
//!
//! AVX2 cannot permute bytes across lanes. The masks and matrices of each square are therefore loaded as a
//! row of a table, and four rows are transposed. This is a third of the instructions.

pub(crate) mod avx2;
pub(crate) mod avx512;
use super::{Attacks, BatchKernel, Boards, Request, Sink};
use crate::formula::both_ways;
use crate::lanes::Simd;
use crate::lanes::{Lanes, Reversible, SliderLanes};
use crate::tables::LINE_EX;
use crate::{Line, Square};

/// Lanes for sliders whose boards can be multiplied by bit matrices.
///
/// The methods are the steps for a *group*, which is two vectors of sliders.
pub trait MatrixLanes: SliderLanes {
    /// The rank and the three columns of each slider of a group, one byte each.
    type States: Reversible;
    /// Constants that stay in registers throughout a batch.
    type ByteMasks: Copy;
    /// The masks and matrices of a group, which depend on its squares.
    type Group;
    /// The size of the tables in bytes.
    const TABLE_BYTES: usize;

    /// Returns the constants. Kernels call this once, before the loop.
    fn byte_masks(token: Self::Token) -> Self::ByteMasks;
    /// Returns the masks and matrices of a whole group, and the sliders' own bits in each state.
    fn group(
        token: Self::Token,
        byte_masks: Self::ByteMasks,
        squares: &[Square],
    ) -> (Self::Group, Self::States);
    /// Returns the masks and matrices of fewer squares. The rest of the group are sliders on a1.
    #[inline(always)]
    fn part_of_group(
        token: Self::Token,
        byte_masks: Self::ByteMasks,
        squares: &[Square],
    ) -> (Self::Group, Self::States) {
        let mut padded = [Square::A1; 16];
        padded[..squares.len()].copy_from_slice(squares);
        Self::group(token, byte_masks, &padded[..2 * Self::COUNT])
    }
    /// Returns all ones in the bytes of ranks and of columns F, and zeros in those of columns E and W.
    fn rook_bytes(token: Self::Token, byte_masks: Self::ByteMasks) -> Self::States;
    /// Returns all ones in the bits of transposed states that come from columns F.
    fn file_bits(token: Self::Token) -> Self::States;
    /// Returns the occupied squares of each line of the boards.
    fn gather(token: Self::Token, group: &Self::Group, occupied: [Self; 2]) -> Self::States;
    /// Returns the states transposed from columns to ranks, with one byte for each rank.
    fn transposed(token: Self::Token, states: Self::States) -> Self::States;
    /// Returns the attacked squares on ranks other than the sliders', from transposed states. `half` is 0
    /// or 1.
    fn scatter(token: Self::Token, group: &Self::Group, half: usize, transposed: Self::States) -> Self;
    /// Returns the attacked squares on the sliders' own ranks, from the states.
    fn scatter_ranks(token: Self::Token, group: &Self::Group, half: usize, states: Self::States) -> Self;
}

/// Bit matrices for any number of sliders.
///
/// The last group overlaps the one before it if the batch is not a multiple of a group. A batch shorter than
/// a group is computed as part of one.
#[derive(Debug)]
pub struct Matrices;

impl<L: Simd<SliderLanes: MatrixLanes>> BatchKernel<L> for Matrices {
    const NAME: &'static str = "hyperbola-quintessence";
    const LAYOUT: &'static str = "matrices";
    const TABLE_BYTES: usize = L::SliderLanes::TABLE_BYTES;

    #[inline(always)]
    fn run(level: L, request: Request<'_, impl Boards, impl Sink>) {
        let group = 2 * L::SliderLanes::COUNT;
        if request.count() < group {
            if request.count() > 0 {
                part_of_group(level, request);
            }
            return;
        }
        let Request { squares, boards, mut sink } = request.seen_to_be_equal();
        let (count, half) = (squares.len(), L::SliderLanes::COUNT);
        let byte_masks = L::SliderLanes::byte_masks(level);
        let mut start = 0;
        while start < count {
            // The last group may overlap the one before it, and then stores the same attacks again.
            let from = start.min(count - group);
            let (squares, sliders) = L::SliderLanes::group(level, byte_masks, &squares[from..from + group]);
            let occupied = [boards.load(level, from), boards.load(level, from + half)];
            let attacks = solve(L::SliderLanes::gather(level, &squares, occupied), sliders);
            let solved = Solved::<L::SliderLanes> { token: level, byte_masks, group: &squares, attacks };
            sink.store(from, &solved.half(0));
            sink.store(from + half, &solved.half(1));
            start += group;
        }
    }
}

/// Computes fewer sliders than a group has.
#[inline(always)]
fn part_of_group<L: Simd<SliderLanes: MatrixLanes>>(level: L, request: Request<'_, impl Boards, impl Sink>) {
    let Request { squares, boards, mut sink } = request.seen_to_be_equal();
    let first = squares.len().min(L::SliderLanes::COUNT);
    let second = squares.len() - first;
    let byte_masks = L::SliderLanes::byte_masks(level);
    let (group, sliders) = L::SliderLanes::part_of_group(level, byte_masks, squares);
    let occupied = [boards.load_some(level, 0, first), boards.load_some(level, first, second)];
    let attacks = solve(L::SliderLanes::gather(level, &group, occupied), sliders);
    let solved = Solved::<L::SliderLanes> { token: level, byte_masks, group: &group, attacks };
    sink.store_some(0, first, &solved.half(0));
    sink.store_some(first, second, &solved.half(1));
}

/// The attacked squares of a group, as states.
pub(in crate::batch) struct Solved<'a, V: MatrixLanes> {
    pub(in crate::batch) token: V::Token,
    pub(in crate::batch) byte_masks: V::ByteMasks,
    pub(in crate::batch) group: &'a V::Group,
    pub(in crate::batch) attacks: V::States,
}

impl<V: MatrixLanes> Solved<'_, V> {
    #[inline(always)]
    pub(in crate::batch) fn half(&self, half: usize) -> HalfAttacks<'_, V> {
        HalfAttacks { solved: self, half }
    }
}

/// The attacks of one of the two vectors of sliders of a group.
pub(in crate::batch) struct HalfAttacks<'a, V: MatrixLanes> {
    solved: &'a Solved<'a, V>,
    half: usize,
}

impl<V: MatrixLanes> HalfAttacks<'_, V> {
    #[inline(always)]
    fn transposed(&self, attacks: V::States) -> V::States {
        // Both halves compute the same value, and the compiler merges the two.
        V::transposed(self.solved.token, attacks)
    }

    #[inline(always)]
    fn on_other_ranks(&self, transposed: V::States) -> V {
        V::scatter(self.solved.token, self.solved.group, self.half, transposed)
    }

    #[inline(always)]
    fn on_rank(&self, attacks: V::States) -> V {
        V::scatter_ranks(self.solved.token, self.solved.group, self.half, attacks)
    }
}

impl<V: MatrixLanes> Attacks<V> for HalfAttacks<'_, V> {
    #[inline(always)]
    fn rook(&self) -> V {
        let attacks = self.solved.attacks & V::rook_bytes(self.solved.token, self.solved.byte_masks);
        self.on_other_ranks(self.transposed(attacks)) | self.on_rank(attacks)
    }

    #[inline(always)]
    fn bishop(&self) -> V {
        let attacks = self.solved.attacks & !V::rook_bytes(self.solved.token, self.solved.byte_masks);
        self.on_other_ranks(self.transposed(attacks))
    }

    /// Transposes once for both kinds, and separates the bits afterwards.
    #[inline(always)]
    fn rook_and_bishop(&self) -> (V, V) {
        let transposed = self.transposed(self.solved.attacks);
        let file_bits = V::file_bits(self.solved.token);
        let rook = self.on_other_ranks(transposed & file_bits) | self.on_rank(self.solved.attacks);
        (rook, self.on_other_ranks(transposed & !file_bits))
    }

    #[inline(always)]
    fn queen(&self) -> V {
        self.on_other_ranks(self.transposed(self.solved.attacks)) | self.on_rank(self.solved.attacks)
    }
}

/// Returns the attacked squares of each state.
#[inline(always)]
pub(in crate::batch) fn solve<S: Reversible>(states: S, sliders: S) -> S {
    both_ways(
        states & !sliders,
        sliders,
        sliders.reverse_bits(),
        #[inline(always)]
        |bytes| bytes.reverse_bits(),
    )
}

/// Returns the bytes that gather the columns of a slider on `file`: from byte `place`, the files to the east,
/// the slider's own, and the files to the west.
const fn gather_matrix(place: usize, file: usize) -> u64 {
    let own = 1_u64 << file;
    let west = own - 1;
    let east = 0xff & !own & !west;
    (east | own << 8 | west << 16) << (8 * place)
}

/// Returns the matrix that maps the columns from byte `place` to the board: each file takes the column that
/// contains it.
const fn scatter_matrix(place: usize, file: usize) -> u64 {
    let mut matrix = 0;
    let mut to = 0;
    while to < 8 {
        let column = if to > file {
            0
        } else if to == file {
            1
        } else {
            2
        };
        // In transposed states, byte `n` of the states is bit `7 - n` of each rank.
        matrix |= 1 << (8 * (7 - to) + 7 - (place + column));
        to += 1;
    }
    matrix
}

/// Returns the squares on a queen's lines, without its rank.
const fn queen_lines(square: Square) -> u64 {
    let lines = &LINE_EX.0[square.index()];
    lines[Line::File.lane()] | lines[Line::Diagonal.lane()] | lines[Line::Antidiagonal.lane()]
}
