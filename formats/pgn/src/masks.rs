//! Masks of the characters that matter, for 64 bytes at a time: bit n is byte n.
//!
//! A file of games has a character of meaning every few bytes, such as the quotes of a tag and the braces of
//! a comment with a clock, and a call of memchr for each of them takes longer than to look at all bytes. The
//! masks of a block do not depend on what is before it, so the CPU computes those of the next block while the
//! meaning of this one is still being found. The idea is that of simdjson (Langdale and Lemire, 2019,
//! <https://arxiv.org/abs/1902.08318>).
//!
//! Each folder of instructions has the same small functions, and [`masks!`] writes the masks with them.

/// A block of text.
pub type Block = [u8; 64];

/// Where the characters are that matter in movetext.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextMasks {
    /// `{`.
    pub open: u64,
    /// `}`.
    pub close: u64,
    /// Those of `* - / : ( ) ; [ %`, and all bytes that are not ASCII.
    pub special: u64,
    /// Line feeds.
    pub line_feeds: u64,
    /// Carriage returns.
    pub returns: u64,
}

/// Where the characters are that matter in tag pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TagMasks {
    /// `"`.
    pub quotes: u64,
    /// `[`.
    pub open: u64,
    /// `]`.
    pub close: u64,
    /// Line feeds.
    pub line_feeds: u64,
    /// Spaces.
    pub spaces: u64,
    /// Backslashes and control characters except line feeds.
    pub rare: u64,
}

/// Writes the functions that compute the masks, with these of the module: `load`, `equal`, `with` (sets bits
/// in each byte), `sign` (bytes of 128 and more), `below`, `any`, `without` and `bits`.
macro_rules! masks {
    ($(#[$feature:meta])?) => {
        /// Computes the masks of movetext.
        $(#[$feature])?
        #[inline]
        pub fn text(block: &Block) -> TextMasks {
            let bytes = load(block);
            // The bytes of a pair differ in the bit that is set.
            let pairs = any(
                any(equal(with(bytes, 2), b'-' | 2), equal(with(bytes, 2), b'*')),
                equal(with(bytes, 1), b';'),
            );
            let single = any(any(equal(bytes, b')'), equal(bytes, b'[')), equal(bytes, b'%'));
            TextMasks {
                open: bits(equal(bytes, b'{')),
                close: bits(equal(bytes, b'}')),
                special: bits(any(any(pairs, single), sign(bytes))),
                line_feeds: bits(equal(bytes, b'\n')),
                returns: bits(equal(bytes, b'\r')),
            }
        }

        /// Computes the masks of tag pairs.
        $(#[$feature])?
        #[inline]
        pub fn tags(block: &Block) -> TagMasks {
            let bytes = load(block);
            let line_feeds = equal(bytes, b'\n');
            TagMasks {
                quotes: bits(equal(bytes, b'"')),
                open: bits(equal(bytes, b'[')),
                close: bits(equal(bytes, b']')),
                line_feeds: bits(line_feeds),
                spaces: bits(equal(bytes, b' ')),
                rare: bits(without(any(equal(bytes, b'\\'), below(bytes, b' ')), line_feeds)),
            }
        }
    };
}

/// The masks with the vectors of 16 bytes that every build for the target has.
pub mod portable {
    use super::{Block, TagMasks, TextMasks};
    use wide::u8x16;

    type Vectors = [u8x16; 4];

    #[inline(always)]
    fn load(block: &Block) -> Vectors {
        let (chunks, _) = block.as_chunks::<16>();
        [chunks[0], chunks[1], chunks[2], chunks[3]].map(u8x16::new)
    }

    #[inline(always)]
    fn equal(bytes: Vectors, byte: u8) -> Vectors {
        bytes.map(|vector| vector.simd_eq(u8x16::splat(byte)))
    }

    #[inline(always)]
    fn with(bytes: Vectors, bits: u8) -> Vectors {
        bytes.map(|vector| vector | u8x16::splat(bits))
    }

    /// [`bits`] looks at the highest bit of each byte only.
    #[inline(always)]
    fn sign(bytes: Vectors) -> Vectors {
        bytes
    }

    #[inline(always)]
    fn below(bytes: Vectors, bound: u8) -> Vectors {
        bytes.map(|vector| vector.min(u8x16::splat(bound - 1)).simd_eq(vector))
    }

    #[inline(always)]
    fn any(left: Vectors, right: Vectors) -> Vectors {
        [0, 1, 2, 3].map(|index: usize| left[index] | right[index])
    }

    #[inline(always)]
    fn without(left: Vectors, right: Vectors) -> Vectors {
        [0, 1, 2, 3].map(|index: usize| left[index] & !right[index])
    }

    #[inline(always)]
    fn bits(bytes: Vectors) -> u64 {
        let [a, b, c, d] = bytes.map(|vector| u64::from(vector.to_bitmask() as u16));
        a | b << 16 | c << 32 | d << 48
    }

    masks!();
}

/// The masks with AVX2.
#[cfg(target_arch = "x86_64")]
pub mod avx2 {
    use core::arch::x86_64::*;

    use super::{Block, TagMasks, TextMasks};

    type Vectors = [__m256i; 2];

    #[inline(always)]
    fn load(block: &Block) -> Vectors {
        bytemuck::cast(*block)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn equal(bytes: Vectors, byte: u8) -> Vectors {
        bytes.map(|vector| _mm256_cmpeq_epi8(vector, _mm256_set1_epi8(byte as i8)))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn with(bytes: Vectors, bits: u8) -> Vectors {
        bytes.map(|vector| _mm256_or_si256(vector, _mm256_set1_epi8(bits as i8)))
    }

    /// [`bits`] looks at the highest bit of each byte only.
    #[inline(always)]
    fn sign(bytes: Vectors) -> Vectors {
        bytes
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn below(bytes: Vectors, bound: u8) -> Vectors {
        let most = _mm256_set1_epi8(bound as i8 - 1);
        bytes.map(|vector| _mm256_cmpeq_epi8(_mm256_min_epu8(vector, most), vector))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn any(left: Vectors, right: Vectors) -> Vectors {
        [_mm256_or_si256(left[0], right[0]), _mm256_or_si256(left[1], right[1])]
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn without(left: Vectors, right: Vectors) -> Vectors {
        [_mm256_andnot_si256(right[0], left[0]), _mm256_andnot_si256(right[1], left[1])]
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn bits(bytes: Vectors) -> u64 {
        let [low, high] = bytes.map(|vector| u64::from(_mm256_movemask_epi8(vector) as u32));
        low | high << 32
    }

    masks!(#[target_feature(enable = "avx2")]);
}

/// The masks with AVX-512.
#[cfg(target_arch = "x86_64")]
pub mod avx512 {
    use core::arch::x86_64::*;

    use super::{Block, TagMasks, TextMasks};

    #[inline(always)]
    fn load(block: &Block) -> __m512i {
        bytemuck::cast(*block)
    }

    #[target_feature(enable = "avx512bw")]
    #[inline]
    fn equal(bytes: __m512i, byte: u8) -> u64 {
        _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte as i8))
    }

    #[target_feature(enable = "avx512bw")]
    #[inline]
    fn with(bytes: __m512i, bits: u8) -> __m512i {
        _mm512_or_si512(bytes, _mm512_set1_epi8(bits as i8))
    }

    #[target_feature(enable = "avx512bw")]
    #[inline]
    fn sign(bytes: __m512i) -> u64 {
        _mm512_movepi8_mask(bytes)
    }

    #[target_feature(enable = "avx512bw")]
    #[inline]
    fn below(bytes: __m512i, bound: u8) -> u64 {
        _mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8(bound as i8))
    }

    #[inline(always)]
    fn any(left: u64, right: u64) -> u64 {
        left | right
    }

    #[inline(always)]
    fn without(left: u64, right: u64) -> u64 {
        left & !right
    }

    #[inline(always)]
    fn bits(mask: u64) -> u64 {
        mask
    }

    /// Writes up to sixteen places with one instruction that compresses the numbers from 0 to 63.
    #[target_feature(enable = "avx512bw,avx512vbmi2")]
    #[inline]
    pub fn write_places(bits: u64, base: u32, places: &mut [u32; 64]) {
        const NUMBERS: [u8; 64] = {
            let mut numbers = [0; 64];
            let mut index = 0;
            while index < 64 {
                numbers[index] = index as u8;
                index += 1;
            }
            numbers
        };
        let packed = _mm512_maskz_compress_epi8(bits, bytemuck::cast(NUMBERS));
        let first = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(packed));
        let first: [u32; 16] = bytemuck::cast(_mm512_add_epi32(first, _mm512_set1_epi32(base as i32)));
        places[..16].copy_from_slice(&first);
        if bits.count_ones() > 16 {
            super::write_places(bits, base, places);
        }
    }

    masks!(#[target_feature(enable = "avx512bw")]);
}

/// The instructions of a function, which computes masks with them.
pub trait Masks: Copy {
    /// Returns the masks of movetext.
    fn text(self, block: &Block) -> TextMasks;

    /// Returns the masks of tag pairs.
    fn tags(self, block: &Block) -> TagMasks;

    /// Writes the numbers of the bits that are set, plus a number, and after them any others.
    #[inline(always)]
    fn write_places(self, bits: u64, base: u32, places: &mut [u32; 64]) {
        write_places(bits, base, places);
    }
}

/// Eight places are written at once, without a branch for each: most blocks of tags have three to six.
#[inline(always)]
fn write_places(mut bits: u64, base: u32, places: &mut [u32; 64]) {
    for eight in places.as_chunks_mut::<8>().0 {
        for place in eight {
            *place = base.wrapping_add(bits.trailing_zeros());
            bits &= bits.wrapping_sub(1);
        }
        if bits == 0 {
            break;
        }
    }
}

/// The instructions of every CPU.
#[derive(Clone, Copy)]
pub struct Portable;

impl Masks for Portable {
    #[inline(always)]
    fn text(self, block: &Block) -> TextMasks {
        portable::text(block)
    }

    #[inline(always)]
    fn tags(self, block: &Block) -> TagMasks {
        portable::tags(block)
    }
}

/// A token of functions that are compiled with some features, so that the masks are inlined there.
#[cfg(target_arch = "x86_64")]
macro_rules! token {
    ($name:ident, $module:ident $(, $places:ident)?) => {
        #[doc = concat!("The features of `", stringify!($module), "`.")]
        #[derive(Clone, Copy)]
        pub struct $name(());

        impl $name {
            /// Creates a token.
            ///
            /// # Safety
            ///
            /// The CPU has the features.
            #[inline(always)]
            pub unsafe fn new() -> Self {
                Self(())
            }
        }

        impl Masks for $name {
            #[inline(always)]
            fn text(self, block: &Block) -> TextMasks {
                // SAFETY: the token is created only where the CPU has the features.
                unsafe { $module::text(block) }
            }

            #[inline(always)]
            fn tags(self, block: &Block) -> TagMasks {
                // SAFETY: the token is created only where the CPU has the features.
                unsafe { $module::tags(block) }
            }

            $(#[inline(always)]
            fn write_places(self, bits: u64, base: u32, places: &mut [u32; 64]) {
                // SAFETY: the token is created only where the CPU has the features.
                unsafe { $module::$places(bits, base, places) }
            })?
        }
    };
}

#[cfg(target_arch = "x86_64")]
token!(Avx2, avx2);
#[cfg(target_arch = "x86_64")]
token!(Avx512, avx512, write_places);

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks in which each byte is at each place, beside random bytes.
    fn blocks() -> impl Iterator<Item = Block> {
        let mut state = 1u64;
        (0..1 << 14).map(move |number: usize| {
            let mut block = [0; 64].map(|_: u8| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (state >> 56) as u8
            });
            block[number % 64] = (number / 64) as u8;
            block
        })
    }

    fn mask(block: &Block, is_in: impl Fn(u8) -> bool) -> u64 {
        block.iter().rev().fold(0, |mask, &byte| mask << 1 | u64::from(is_in(byte)))
    }

    fn expected_text(block: &Block) -> TextMasks {
        TextMasks {
            open: mask(block, |byte| byte == b'{'),
            close: mask(block, |byte| byte == b'}'),
            special: mask(block, |byte| !byte.is_ascii() || b"*-/:();[%".contains(&byte)),
            line_feeds: mask(block, |byte| byte == b'\n'),
            returns: mask(block, |byte| byte == b'\r'),
        }
    }

    fn expected_tags(block: &Block) -> TagMasks {
        TagMasks {
            quotes: mask(block, |byte| byte == b'"'),
            open: mask(block, |byte| byte == b'['),
            close: mask(block, |byte| byte == b']'),
            line_feeds: mask(block, |byte| byte == b'\n'),
            spaces: mask(block, |byte| byte == b' '),
            rare: mask(block, |byte| byte == b'\\' || byte < 32 && byte != b'\n'),
        }
    }

    #[test]
    fn all_instructions_find_the_same_characters() {
        for block in blocks() {
            assert_eq!(portable::text(&block), expected_text(&block), "{block:?}");
            assert_eq!(portable::tags(&block), expected_tags(&block), "{block:?}");
            #[cfg(target_arch = "x86_64")]
            {
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: the CPU has the feature.
                    let found = unsafe { (avx2::text(&block), avx2::tags(&block)) };
                    assert_eq!(found, (expected_text(&block), expected_tags(&block)), "{block:?}");
                }
                use std::arch::is_x86_feature_detected as has;
                if has!("avx512bw") && has!("avx512vbmi2") {
                    // SAFETY: the CPU has the features.
                    let found = unsafe { (avx512::text(&block), avx512::tags(&block)) };
                    for bits in [found.0.special, found.1.rare, found.1.spaces, 0, !0] {
                        let (mut places, mut expected) = ([0; 64], [0; 64]);
                        // SAFETY: the CPU has the features.
                        unsafe { avx512::write_places(bits, 1000, &mut places) };
                        write_places(bits, 1000, &mut expected);
                        let count = bits.count_ones() as usize;
                        assert_eq!(places[..count], expected[..count], "{bits:b}");
                        let numbers =
                            (0..64).filter(|number| bits >> number & 1 != 0).map(|number| number + 1000);
                        assert!(numbers.eq(places[..count].iter().copied()), "{bits:b}");
                    }
                    assert_eq!(found, (expected_text(&block), expected_tags(&block)), "{block:?}");
                }
            }
        }
    }
}
