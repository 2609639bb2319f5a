//! The square of the bit that has `n` set bits below it.
//!
//! An entry names a piece, and a move of the piece, by such numbers. BMI2 has an instruction that solves this: `pdep`
//! deposits a bit at the n-th set bit of a mask. Other CPUs add up the bits of each byte, find the byte with the bit, and
//! look up its place there.

/// A way to find the bit.
pub(crate) trait NthBit: Copy {
    /// Returns the index of the bit that has `n` set bits below it. Any number up to 64 if there is none.
    fn nth(self, bits: u64, n: u32) -> u32;
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
    fn nth(self, bits: u64, n: u32) -> u32 {
        let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        // In each byte, the number of bits up to its end, which is at most 64.
        let up_to = bytes.wrapping_mul(ONES);
        // The top bit of each byte that ends before the n-th bit: n - up_to >= 0.
        let before = (u64::from(n & 63).wrapping_mul(ONES) | TOPS).wrapping_sub(up_to) & TOPS;
        let shift = 8 * before.count_ones().min(7);
        let below = (up_to << 8) >> shift & 0xff;
        let byte = bits >> shift & 0xff;
        let rest = u64::from(n).wrapping_sub(below) & 7;
        shift + u32::from(IN_BYTE[(256 * rest + byte) as usize])
    }
}

/// A proof that this CPU has BMI2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Bmi2(());

#[cfg(target_arch = "x86_64")]
impl Bmi2 {
    pub(crate) fn detect() -> Option<Self> {
        std::arch::is_x86_feature_detected!("bmi2").then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl NthBit for Bmi2 {
    #[inline(always)]
    fn nth(self, bits: u64, n: u32) -> u32 {
        #[inline]
        #[target_feature(enable = "bmi2")]
        fn deposit(bit: u64, mask: u64) -> u64 {
            std::arch::x86_64::_pdep_u64(bit, mask)
        }
        // SAFETY: the value proves that the CPU has BMI2.
        unsafe { deposit(1 << (n & 63), bits) }.trailing_zeros()
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
                assert_eq!(Words.nth(bits, n as u32), index, "bit {n} of {bits:x}");
                #[cfg(target_arch = "x86_64")]
                if let Some(bmi2) = Bmi2::detect() {
                    assert_eq!(bmi2.nth(bits, n as u32), index, "bit {n} of {bits:x}");
                }
            }
        }
        for n in 0..64 {
            assert!(Words.nth(0, n) <= 71);
            assert_eq!(Words.nth(!0, n), n);
        }
    }
}
