//! The square of the bit that has `n` set bits below it.
//!
//! An entry names a piece, and a move of the piece, by such numbers. BMI2 has an instruction that solves
//! this: `pdep` deposits a bit at the n-th set bit of a mask. Other CPUs add up the bits of each byte, find
//! the byte with the bit, and look up its place there.

#[cfg(target_arch = "x86_64")]
use quadline::level::{token, with_features};

/// A way to find the bit.
pub(crate) trait NthBit: Copy {
    /// Returns the set of these bits.
    fn set(self, bits: u64) -> impl Set;
}

/// A set of bits.
pub(crate) trait Set: Copy {
    /// Returns the number of bits.
    fn count(self) -> u32;
    /// Returns the bit that has `n` set bits below it. If there is none, 0 or any other bit.
    fn nth(self, n: u32) -> u64;
}

/// Plain arithmetic, and a table of 2 KiB.
#[derive(Clone, Copy)]
pub(crate) struct Words;

/// The place of the n-th bit of a byte, by 256 n + byte.
static IN_BYTE: [u8; 2048] = {
    let (mut table, mut index) = ([0; 2048], 0_usize);
    while index < 2048 {
        let (mut byte, mut n) = (index % 256, index / 256);
        while n > 0 {
            byte &= byte.wrapping_sub(1);
            n -= 1;
        }
        table[index] = (byte as u8).trailing_zeros() as u8;
        index += 1;
    }
    table
};

/// The lowest and the highest bit of each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

impl NthBit for Words {
    #[inline(always)]
    fn set(self, bits: u64) -> impl Set {
        let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        CountedWord { bits, up_to: bytes.wrapping_mul(ONES) }
    }
}

/// A word with the number of its bits up to the end of each byte, which is at most 64.
#[derive(Clone, Copy)]
struct CountedWord {
    bits: u64,
    up_to: u64,
}

impl Set for CountedWord {
    #[inline(always)]
    fn count(self) -> u32 {
        (self.up_to >> 56) as u32
    }

    #[inline(always)]
    fn nth(self, n: u32) -> u64 {
        // The top bit of each byte that ends before the n-th bit: n - up_to >= 0.
        let before = (u64::from(n & 63).wrapping_mul(ONES) | TOPS).wrapping_sub(self.up_to) & TOPS;
        // The number of these bits is in the top byte of the product.
        let shift = ((before >> 7).wrapping_mul(ONES) >> 53) as u32 & 56;
        let below = (self.up_to << 8) >> shift & 0xff;
        let byte = self.bits >> shift & 0xff;
        let rest = u64::from(n).wrapping_sub(below) & 7;
        1 << ((shift + u32::from(IN_BYTE[(256 * rest + byte) as usize])) & 63)
    }
}

#[cfg(target_arch = "x86_64")]
token! {
    /// A proof that this CPU has BMI2.
    pub(crate) Bmi2: ["bmi2"];
}

#[cfg(target_arch = "x86_64")]
impl NthBit for Bmi2 {
    #[inline(always)]
    fn set(self, bits: u64) -> impl Set {
        Deposited { bits, bmi2: self }
    }
}

/// A word on a CPU with BMI2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Deposited {
    bits: u64,
    bmi2: Bmi2,
}

#[cfg(target_arch = "x86_64")]
impl Set for Deposited {
    #[inline(always)]
    fn count(self) -> u32 {
        self.bits.count_ones()
    }

    #[inline(always)]
    fn nth(self, n: u32) -> u64 {
        deposit(self.bmi2, 1 << (n & 63), self.bits)
    }
}

#[cfg(target_arch = "x86_64")]
with_features! { ["bmi2"];
    fn deposit(_, bit: u64, mask: u64) -> u64 {
        std::arch::x86_64::_pdep_u64(bit, mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with a loop, for words of few and of many bits.
    #[test]
    fn the_bit_has_n_bits_below_it() {
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..20_000_u32 {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            let bits = match round % 4 {
                0 => word,
                1 => word & word.rotate_left(23) & word.rotate_left(41),
                2 => word | word.rotate_left(23),
                _ => 0xff_u64.rotate_left(round) | 1 << (round % 64),
            };
            for (n, index) in (0..64).filter(|index| bits >> index & 1 != 0).enumerate() {
                let count = (Words.set(bits).count(), Words.set(bits).nth(n as u32));
                assert_eq!(count, (bits.count_ones(), 1 << index), "bit {n} of {bits:x}");
                #[cfg(target_arch = "x86_64")]
                if let Some(bmi2) = quadline::level::token_of::<Bmi2>() {
                    let count = (bmi2.set(bits).count(), bmi2.set(bits).nth(n as u32));
                    assert_eq!(count, (bits.count_ones(), 1 << index), "bit {n} of {bits:x}");
                }
            }
        }
        for n in 0..64 {
            assert_eq!(Words.set(0).nth(n).count_ones(), 1);
            assert_eq!(Words.set(!0).nth(n), 1 << n);
        }
    }
}
