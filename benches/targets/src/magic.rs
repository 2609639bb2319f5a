//! Fancy [magic bitboards](https://www.chessprogramming.org/Magic_Bitboards), the common lookup and the
//! reference for sliders.

use std::sync::OnceLock;

use quadline_kernels::{Square, reference};

/// xorshift64, which produces the same numbers on every target.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

#[derive(Clone, Copy, Default)]
struct Entry {
    mask: u64,
    factor: u64,
    offset: u32,
    shift: u32,
}

#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct SquareEntries {
    rook: Entry,
    bishop: Entry,
}

struct Tables {
    squares: [SquareEntries; 64],
    attacks: Vec<u64>,
}

/// The number of attack sets: 102,400 for rooks, then 5,248 for bishops.
const ENTRIES: usize = 107_648;

static TABLES: OnceLock<Tables> = OnceLock::new();

fn tables() -> &'static Tables {
    TABLES.get_or_init(|| {
        let mut random = Random(64);
        let mut squares = [SquareEntries::default(); 64];
        let mut attacks = Vec::with_capacity(ENTRIES);
        for rook in [true, false] {
            for square in Square::ALL {
                let of = |occupied| match rook {
                    true => reference::rook_attacks(square, occupied),
                    false => reference::bishop_attacks(square, occupied),
                };
                let mask = (0..64).map(|bit| 1 << bit).filter(|bit| of(0) & bit != 0 && of(*bit) != of(0)).sum();
                let (factor, table) = find(mask, of, &mut random);
                let offset = attacks.len() as u32;
                let entry = Entry { mask, factor, offset, shift: 64 - mask.count_ones() };
                attacks.extend(table);
                let of_square = &mut squares[square.index()];
                *(if rook { &mut of_square.rook } else { &mut of_square.bishop }) = entry;
            }
        }
        assert_eq!(attacks.len(), ENTRIES);
        Tables { squares, attacks }
    })
}

/// Tries sparse factors until no two occupancies with different attacks have the same index.
fn find(mask: u64, of: impl Fn(u64) -> u64, random: &mut Random) -> (u64, Vec<u64>) {
    let mut occupancies = vec![(0, of(0))];
    let mut subset = 0_u64.wrapping_sub(mask) & mask;
    while subset != 0 {
        occupancies.push((subset, of(subset)));
        subset = subset.wrapping_sub(mask) & mask;
    }
    loop {
        let factor = random.next() & random.next() & random.next();
        if (mask.wrapping_mul(factor) >> 56).count_ones() < 6 {
            continue;
        }
        let mut table = vec![0; occupancies.len()];
        let fits = occupancies.iter().all(|&(occupied, attacks)| {
            let place = &mut table[(occupied.wrapping_mul(factor) >> (64 - mask.count_ones())) as usize];
            let free = *place == 0 || *place == attacks;
            *place = attacks;
            free
        });
        if fits {
            return (factor, table);
        }
    }
}

/// The lookup with its tables.
#[derive(Clone, Copy)]
pub struct Magic(&'static [SquareEntries; 64], *const u64);

impl Magic {
    pub fn new() -> Self {
        let tables = tables();
        Self(&tables.squares, tables.attacks.as_ptr())
    }

    #[inline(always)]
    fn look_up(self, entry: Entry, occupied: u64) -> u64 {
        let hash = (occupied & entry.mask).wrapping_mul(entry.factor) >> (entry.shift & 63);
        // SAFETY: the square's table begins at `offset`, and `shift` leaves the bits of its index.
        unsafe { *self.1.add(entry.offset as usize + hash as usize) }
    }

    #[inline(always)]
    pub fn rook(self, square: Square, occupied: u64) -> u64 {
        self.look_up(self.0[square.index() & 63].rook, occupied)
    }

    #[inline(always)]
    pub fn bishop(self, square: Square, occupied: u64) -> u64 {
        self.look_up(self.0[square.index() & 63].bishop, occupied)
    }
}
