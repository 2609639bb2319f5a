//! Bit matrices: the lines of a whole group of sliders in one vector, a byte for each, and no look-up by square and
//! occupancy anywhere.
//!
//! # From a board to four bytes
//!
//! On every rank but its own a queen looks at three squares at most: one on its file, one to the east and one to the west.
//! So what it sees of a board is its own rank, which is a byte already, and three *columns* of eight bits, one bit for
//! each rank: E, F (the file) and W. The queen on d4:
//!
//! ```text
//!     occupied          looks at           seen            E F W
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
//! A board is a matrix of 8 x 8 bits, a row for each rank. `vgf2p8affineqb` multiplies each byte of a lane by the matrix
//! in the same lane of another vector: bit `n` of the product is the parity of the byte and row `n`, which is byte
//! `7 - n` of the matrix. So the board, times the byte of the files east of the slider, is column E: the parity of the one
//! square that it looks at there says whether that is occupied. Eight boards are gathered by one instruction, and the
//! eighth rank comes to bit 0.
//!
//! A column to one side is part of a diagonal above the slider and part of an antidiagonal below it, or the other way
//! round. That does no harm: the two rays of a line know nothing of one another.
//!
//! # Solve, and back to the board
//!
//! Hyperbola quintessence in every byte finds the attacked squares of all lines at once; a byte *is* a line, so nothing has
//! to be masked away. Then everything is undone: the product of the bytes `1 << n` and the attacked columns *transposes*
//! them, which gives each rank its bits of E, F and W; a product with the matrix of the slider's file puts E on all files
//! to the east, F on the file and W on all to the west; and of these the squares that the queen looks at are kept.
//!
//! ```text
//!   attacked           put back          kept, and the rank
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
//! For a rook only the rank and column F are put back, for a bishop only E and W: what is not wanted is masked out of the
//! attacked states, which AVX-512 does in one instruction with the XOR that ends hyperbola quintessence; for both apart, out
//! of the transposed bytes.
//!
//! # The state vector
//!
//! A lane of 64 bits has eight bytes and a slider needs four, so two vectors of sliders make a *group* and share one vector
//! of states. R is the rank; the lowest byte stands on the left:
//!
//! ```text
//!                     byte   0 1 2 3   4 5 6 7
//! AVX-512, lane n = 0..8     R E F W | E F W R     slider n, slider 8 + n
//! AVX2,    lane n = 0..4     R E F W | R E F W     slider n, slider 4 + n
//! ```
//!
//! With AVX-512 the second rank is in the last byte, because `vpmultishiftqb` then finds both in the bytes of the distances
//! between ranks that it has anyway (see there).
//!
//! # What it costs
//!
//! The loop over sixteen queens has 38 vector instructions with AVX-512, besides three loads and two stores. On Intel's
//! CPUs since Ice Lake instructions of 512 bits go to ports 0 and 5:
//!
//! | port | instructions | |
//! |---|--:|---|
//! | 5 | 17 | 3 `vpermb`, 8 `vpermq`, 6 `vpmultishiftqb` |
//! | 0 | 11 | 8 `vgf2p8affineqb`, 3 shifts |
//! | either | 10 | 4 AND, 1 XOR, 2 subtractions of bytes, 3 `vpternlogq` |
//!
//! So both ports are busy for 19 cycles, 1.2 for each queen; a Sapphire Rapids takes about 20. Nothing that is computed goes through memory: a state that
//! was stored by parts and loaded as a whole would wait until it had left the store buffer. And nothing that is computed
//! goes through mask registers, which port 5 alone can fill: they hold the byte_masks of the ranks, the same throughout a
//! batch. The tables are constants of a cache line each, eleven of them, which stay in registers too.
//!
//! AVX2 cannot permute bytes across lanes, so that what depends on a square is loaded, a row of a table for each, and
//! transposed: that is a third of its instructions.

pub(crate) mod avx2;
pub(crate) mod avx512;
use super::{Attacks, BatchKernel, Boards, Request, Sink};
use crate::formula::both_ways;
use crate::lanes::Simd;
use crate::lanes::{Lanes, Reversible, SliderLanes};
use crate::tables::LINE_EX;
use crate::{Line, Square};

/// Lanes for sliders whose boards can be multiplied by bit matrices: the steps for a *group*, two vectors of sliders.
pub trait MatrixLanes: SliderLanes {
    /// The rank and the three columns of each slider of a group, a byte each.
    type States: Reversible;
    /// Constants that stay in registers throughout a batch.
    type ByteMasks: Copy;
    /// What depends on the squares of a group.
    type Group;
    /// The bytes of the tables.
    const TABLE_BYTES: usize;

    /// The constants: to be asked for once, before the loop.
    fn byte_masks(token: Self::Token) -> Self::ByteMasks;
    /// What depends on the squares of a whole group, and the sliders' own bits in each state.
    fn group(
        token: Self::Token,
        byte_masks: Self::ByteMasks,
        squares: &[Square],
    ) -> (Self::Group, Self::States);
    /// The same for fewer squares; what remains of the group are sliders on a1.
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
    /// All ones in the bytes that are ranks or columns F; the others are columns E and W.
    fn rook_bytes(token: Self::Token, byte_masks: Self::ByteMasks) -> Self::States;
    /// All ones in the bits of transposed states that come from columns F.
    fn file_bits(token: Self::Token) -> Self::States;
    /// From the boards to the occupied squares of each line.
    fn gather(token: Self::Token, group: &Self::Group, occupied: [Self; 2]) -> Self::States;
    /// The bits of each rank in a byte, from the columns.
    fn transposed(token: Self::Token, states: Self::States) -> Self::States;
    /// The attacked squares on other ranks than the sliders', from transposed states; `half` is 0 or 1.
    fn scatter(token: Self::Token, group: &Self::Group, half: usize, transposed: Self::States) -> Self;
    /// The attacked squares on the sliders' own ranks, from the states.
    fn scatter_ranks(token: Self::Token, group: &Self::Group, half: usize, states: Self::States) -> Self;
}

/// Bit matrices for any number of sliders: whole groups, a last one that overlaps the one before it, or part of one group
/// if there are no more.
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
            // The last group may overlap the one before it: some of its sliders are done already.
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

/// Fewer sliders than a group has.
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
        // The compiler sees that both halves transpose the same.
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

    /// With one transposition for both, whose bits are told apart.
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

/// The attacked squares of each state.
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

/// The bytes that gather the columns of a slider on a file, in the bytes from `place` on: the files to the east, its own,
/// those to the west.
const fn gather_matrix(place: usize, file: usize) -> u64 {
    let own = 1_u64 << file;
    let west = own - 1;
    let east = 0xff & !own & !west;
    (east | own << 8 | west << 16) << (8 * place)
}

/// The matrix that puts the columns in the bytes from `place` on back: to each file the column that it belongs to.
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
        // Transposed, the states in byte `n` are bit `7 - n` of each rank.
        matrix |= 1 << (8 * (7 - to) + 7 - (place + column));
        to += 1;
    }
    matrix
}

/// What a queen looks at on other ranks than her own.
const fn queen_lines(square: Square) -> u64 {
    let lines = &LINE_EX.0[square.index()];
    lines[Line::File.lane()] | lines[Line::Diagonal.lane()] | lines[Line::Antidiagonal.lane()]
}
