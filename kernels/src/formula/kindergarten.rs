//! Kindergarten bitboards: a multiplication gathers a line's inner squares into six bits, which index a small
//! table.
//!
//! A diagonal has at most one square on each file. Multiplying its blockers by the b-file copies each of them
//! to the next file in the east, on its own rank and on all ranks above. The eighth rank therefore receives
//! all blockers, one file further east, and its upper six bits are the blockers on the files b to g:
//!
//! ```text
//! blockers on a diagonal  times the b-file         the upper six bits
//! . . . . . . . .         . . 1 . . 1 . .          b c d e f g
//! . . . . . . . .         . . 1 . . 1 . .          1 . . 1 . .
//! . . . . 1 . . .         . . 1 . . 1 . .
//! . . . . . . . .         . . 1 . . . . .
//! . . . . . . . .         . . 1 . . . . .
//! . 1 . . . . . .         . . 1 . . . . .
//! . . . . . . . .         . . . . . . . .
//! . . . . . . . .         . . . . . . . .
//! ```
//!
//! The index selects a bitboard with the attacks of the [first rank](super::first_rank) on all eight ranks,
//! and the line's mask keeps one square of each file. Both diagonals and the rank share that table of 4 KiB;
//! the rank's squares only have to be shifted down. A file has another multiplier, which gathers its squares
//! on the ranks 2 to 7, and another table of 4 KiB whose entries are whole ranks.
//!
//! [`Kindergarten`] computes with 64-bit words. [`KindergartenHalves`] is for CPUs with 32-bit words. Because
//! a diagonal has one square on each file, the two halves of the board can be combined by an OR before a
//! single 32-bit multiplication.
//!
//! Source: [Kindergarten Bitboards](https://www.chessprogramming.org/Kindergarten_Bitboards), Gerd Isenberg
//! and Urban Koistinen (2006).

use crate::line::FIRST_RANK;
use crate::tables::LINE_EX;
use crate::{Line, Square};

use super::LineFormula;
use super::first_rank::{ALL_RANKS_ATTACKS, FIRST_RANK_ATTACKS};

/// The multiplier that gathers a diagonal's squares, with those on the files b to g in the upper six bits.
const B_FILE: u64 = 0x0202_0202_0202_0202;

/// A mask of six bits, the size of an index.
const INDEX: usize = 63;

/// Attacks along a file, repeated on all files, indexed by `[rank][inner]`, in 4 KiB. Bit 0 of `inner` is the
/// second rank.
#[repr(C, align(64))]
struct AllFilesTable([[u64; 64]; 8]);

static ALL_FILES_ATTACKS: AllFilesTable = AllFilesTable({
    let mut table = [[0; 64]; 8];
    let mut index = 0;
    while index < 512 {
        // The first-rank table with files and ranks exchanged.
        let (inner, rank) = (index / 8, index % 8);
        table[rank][inner] = ranks_of(FIRST_RANK_ATTACKS.0[index]);
        index += 1;
    }
    table
});

/// Returns the full ranks whose bits are set in `bits`.
const fn ranks_of(bits: u8) -> u64 {
    let mut ranks = 0;
    let mut rank = 0;
    while rank < 8 {
        if bits >> rank & 1 != 0 {
            ranks |= FIRST_RANK << (8 * rank);
        }
        rank += 1;
    }
    ranks
}

/// Returns the multiplier that gathers a file's squares on the ranks 2 to 7 in the upper six bits, the second
/// rank lowest.
const fn file_magic(square: Square) -> u64 {
    let mut magic = 0;
    let mut rank = 1;
    while rank <= 6 {
        magic |= 1 << (57 + rank - 8 * rank - square.file());
        rank += 1;
    }
    magic
}

/// The masks and table pointers of one square, in 64 bytes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct SquareRow {
    line_ex: [u64; 4],
    file_magic: u64,
    /// Attacks from the square's file, indexed by the state of a rank or diagonal.
    from_file: &'static [u64; 64],
    /// Attacks from the square's rank, indexed by the state of a file.
    from_rank: &'static [u64; 64],
    /// The index of the rank's second square.
    rank_shift: u8,
}

static SQUARE_ROWS: [SquareRow; 64] = {
    let empty = SquareRow {
        line_ex: [0; 4],
        file_magic: 0,
        from_file: &ALL_RANKS_ATTACKS.0[0],
        from_rank: &ALL_FILES_ATTACKS.0[0],
        rank_shift: 0,
    };
    let mut rows = [empty; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        rows[index] = SquareRow {
            line_ex: LINE_EX.0[index],
            file_magic: file_magic(square),
            from_file: &ALL_RANKS_ATTACKS.0[square.file() as usize],
            from_rank: &ALL_FILES_ATTACKS.0[square.rank() as usize],
            rank_shift: 8 * square.rank() + 1,
        };
        index += 1;
    }
    rows
};

/// Kindergarten bitboards on 64-bit words: mask, multiply, shift, look up, mask.
#[derive(Clone, Copy, Debug)]
pub struct Kindergarten;

impl Kindergarten {
    /// Returns the attacks of the slider on `square` along `line`, also in constants.
    #[inline(always)]
    #[must_use]
    pub const fn line_attacks(square: Square, line: Line, occupied: u64) -> u64 {
        let row = &SQUARE_ROWS[square.index()];
        let line_ex = row.line_ex[line.lane()];
        let blockers = occupied & line_ex;
        let attacks = match line {
            Line::Rank => row.from_file[(occupied >> (row.rank_shift & 63)) as usize & INDEX],
            Line::File => row.from_rank[(blockers.wrapping_mul(row.file_magic) >> 58) as usize & INDEX],
            _ => row.from_file[(blockers.wrapping_mul(B_FILE) >> 58) as usize & INDEX],
        };
        attacks & line_ex
    }
}

impl LineFormula for Kindergarten {
    const NAME: &'static str = "kindergarten";
    const TABLE_BYTES: usize =
        size_of_val(&SQUARE_ROWS) + size_of_val(&ALL_RANKS_ATTACKS) + size_of_val(&ALL_FILES_ATTACKS);

    #[inline(always)]
    fn line_attacks(square: Square, line: Line, occupied: u64) -> u64 {
        Self::line_attacks(square, line, occupied)
    }
}

/// The two halves of a board: ranks 1 to 4, and ranks 5 to 8.
type WordHalves = [u32; 2];

const fn halves(board: u64) -> WordHalves {
    [board as u32, (board >> 32) as u32]
}

/// The multiplier that gathers the a-file. Ranks 2 to 4 are in the bits 8, 16 and 24, and ranks 5 to 7 are in
/// the bits 1, 9 and 17.
///
/// The constant was found by trying all sums of a few powers of two. A test checks that no two states share
/// an index.
const A_FILE_MAGIC: u32 = 0x0220_8880;

/// Returns the state of a file from both halves. The upper half is moved east by one, because two squares of
/// the file would otherwise share a bit.
#[inline(always)]
const fn file_state(blockers: WordHalves, magic: u32) -> usize {
    (((blockers[0] | blockers[1] << 1).wrapping_mul(magic)) >> 26) as usize
}

/// First-rank attacks repeated four times, indexed by `[file][inner]`: all ranks of half a board, in 2 KiB.
#[repr(C, align(64))]
struct HalfRanksTable([[u32; 64]; 8]);

static HALF_RANKS_ATTACKS: HalfRanksTable = HalfRanksTable({
    let mut table = [[0; 64]; 8];
    let mut index = 0;
    while index < 512 {
        table[index % 8][index / 8] = u32::from_ne_bytes([FIRST_RANK_ATTACKS.0[index]; 4]);
        index += 1;
    }
    table
});

/// Attacks along a file, repeated on all files, indexed by `[rank][state]` with the states of [`file_state`],
/// in 4 KiB.
#[repr(C, align(64))]
struct FilesByHalvesTable([[WordHalves; 64]; 8]);

static FILES_BY_HALVES_ATTACKS: FilesByHalvesTable = FilesByHalvesTable({
    let mut table = [[[0; 2]; 64]; 8];
    let mut inner = 0;
    while inner < 64 {
        let mut blockers = 0;
        let mut place = 0;
        while place < 6 {
            blockers |= (inner as u64 >> place & 1) << (8 * place + 8);
            place += 1;
        }
        let state = file_state(halves(blockers), A_FILE_MAGIC);
        let mut rank = 0;
        while rank < 8 {
            table[rank][state] = halves(ALL_FILES_ATTACKS.0[rank][inner]);
            rank += 1;
        }
        inner += 1;
    }
    table
});

/// The masks and table pointers of one square, in 64 bytes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct HalvesRow {
    /// The masks of the lines, in lane order.
    line_ex: [WordHalves; 4],
    /// The file without its outer squares.
    inner_file: WordHalves,
    from_file: &'static [u32; 64],
    from_rank: &'static [WordHalves; 64],
    file_magic: u32,
    /// 1 if the rank is in the upper half.
    rank_half: u8,
    /// The index of the rank's second square within its half.
    rank_shift: u8,
}

static HALVES_ROWS: [HalvesRow; 64] = {
    let empty = HalvesRow {
        line_ex: [[0; 2]; 4],
        inner_file: [0; 2],
        file_magic: 0,
        from_file: &HALF_RANKS_ATTACKS.0[0],
        from_rank: &FILES_BY_HALVES_ATTACKS.0[0],
        rank_half: 0,
        rank_shift: 0,
    };
    let mut rows = [empty; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        let [rank, file, diagonal, antidiagonal] = LINE_EX.0[index];
        let outer_ranks = FIRST_RANK | FIRST_RANK << 56;
        rows[index] = HalvesRow {
            line_ex: [halves(rank), halves(file), halves(diagonal), halves(antidiagonal)],
            inner_file: halves(file & !outer_ranks),
            file_magic: A_FILE_MAGIC >> square.file(),
            from_file: &HALF_RANKS_ATTACKS.0[square.file() as usize],
            from_rank: &FILES_BY_HALVES_ATTACKS.0[square.rank() as usize],
            rank_half: square.rank() / 4,
            rank_shift: 8 * (square.rank() % 4) + 1,
        };
        index += 1;
    }
    rows
};

/// Kindergarten bitboards on two 32-bit halves, with one 32-bit multiplication per line, for CPUs without
/// 64-bit words.
#[derive(Clone, Copy, Debug)]
pub struct KindergartenHalves;

impl KindergartenHalves {
    /// Returns the attacks of the slider on `square` along `line`, also in constants.
    #[inline(always)]
    #[must_use]
    pub const fn line_attacks(square: Square, line: Line, occupied: u64) -> u64 {
        let row = &HALVES_ROWS[square.index()];
        let line_ex = row.line_ex[line.lane()];
        let [lower, upper] = halves(occupied);
        let attacks = match line {
            Line::Rank => {
                let half = if row.rank_half == 0 { lower } else { upper };
                [row.from_file[(half >> (row.rank_shift & 31)) as usize & INDEX]; 2]
            }
            Line::File => {
                let blockers = [lower & row.inner_file[0], upper & row.inner_file[1]];
                row.from_rank[file_state(blockers, row.file_magic) & INDEX]
            }
            Line::Diagonal | Line::Antidiagonal => {
                let blockers = lower & line_ex[0] | upper & line_ex[1];
                [row.from_file[(blockers.wrapping_mul(B_FILE as u32) >> 26) as usize & INDEX]; 2]
            }
        };
        (attacks[0] & line_ex[0]) as u64 | ((attacks[1] & line_ex[1]) as u64) << 32
    }
}

impl LineFormula for KindergartenHalves {
    const NAME: &'static str = "kindergarten-halves";
    const TABLE_BYTES: usize =
        size_of_val(&HALVES_ROWS) + size_of_val(&HALF_RANKS_ATTACKS) + size_of_val(&FILES_BY_HALVES_ATTACKS);

    #[inline(always)]
    fn line_attacks(square: Square, line: Line, occupied: u64) -> u64 {
        Self::line_attacks(square, line, occupied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_states_of_a_file_share_an_entry() {
        let mut seen = [false; 64];
        for inner in 0..64_u64 {
            let blockers =
                (0..6).fold(0, |blockers, place| blockers | (inner >> place & 1) << (8 * place + 8));
            let state = file_state(halves(blockers), A_FILE_MAGIC);
            assert!(!core::mem::replace(&mut seen[state], true), "{inner:#08b}");
            for file in 0..8 {
                assert_eq!(
                    file_state(halves(blockers << file), A_FILE_MAGIC >> file),
                    state,
                    "{inner:#08b}, {file}"
                );
            }
        }
    }

    #[test]
    fn the_head_draws_what_the_multiplication_does() {
        let product = (Square::B3.bit() | Square::E6.bit()).wrapping_mul(B_FILE);
        let drawn = crate::bitboard! {
            . . 1 . . 1 . .
            . . 1 . . 1 . .
            . . 1 . . 1 . .
            . . 1 . . . . .
            . . 1 . . . . .
            . . 1 . . . . .
            . . . . . . . .
            . . . . . . . .
        };
        assert_eq!(product, drawn);
        assert_eq!(product >> 58, 0b001001);
    }
}
