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

/// A block of text with the byte before it.
pub type Window = [u8; 65];

/// Where the characters are that matter in movetext.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextMasks {
    /// `{`.
    pub open: u64,
    /// `}`.
    pub close: u64,
    /// `(`.
    pub variations: u64,
    /// `)`.
    pub variation_ends: u64,
    /// The bytes that may begin a comment or a tag, or end a game: `;`, `%`, `[`, `*`, each of `- / :` after
    /// `0` or `1`, and all bytes of 127 and more.
    pub special: u64,
    /// The second of two line breaks.
    pub empty: u64,
}

/// Where the characters are that matter in tag pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TagMasks {
    /// `"`.
    pub quotes: u64,
    /// `[` and spaces.
    pub marks: u64,
    /// What may follow the byte before it outside of quotes, in tags of the export format: after `[` or a
    /// character of a name another one, or a space if it is after a character, after a space `"`, after `"`
    /// the character `]`, after that a line feed, and after a line feed `[`.
    pub right: u64,
    /// Backslashes and control characters, also line feeds.
    pub rare: u64,
    /// The second letters of `FEN`, `SetUp` and `Variant`, and any others.
    pub starts: u64,
}

/// Writes the functions that compute the masks, with these of the module: `equal`, `with` (sets bits in each
/// byte), `high` (bytes of 127 and more), `below`, `any`, `both`, `without` (of both, the left one only) and
/// `bits`.
macro_rules! masks {
    ($(#[$feature:meta])?) => {
        /// Computes the masks of movetext.
        $(#[$feature])?
        #[inline]
        pub fn text(window: &Window) -> TextMasks {
            let (before, bytes) = load_both(window);
            // The bytes of a pair differ in the bit that is set.
            let digit = equal(with(before, 1), b'1');
            let in_result = any(equal(with(bytes, 2), b'-' | 2), equal(bytes, b':'));
            let single = any(
                any(equal(bytes, b';'), equal(bytes, b'%')),
                any(equal(bytes, b'['), equal(bytes, b'*')),
            );
            let (feeds, returns) = (equal(bytes, b'\n'), equal(bytes, b'\r'));
            let after_feed = both(any(feeds, returns), equal(before, b'\n'));
            let after_return = both(returns, equal(before, b'\r'));
            TextMasks {
                open: bits(equal(bytes, b'{')),
                close: bits(equal(bytes, b'}')),
                variations: bits(equal(bytes, b'(')),
                variation_ends: bits(equal(bytes, b')')),
                special: bits(any(any(both(in_result, digit), single), high(bytes))),
                empty: bits(any(after_feed, after_return)),
            }
        }

        /// Computes the masks of tag pairs.
        $(#[$feature])?
        #[inline]
        pub fn tags(window: &Window) -> TagMasks {
            let (before, bytes) = load_both(window);
            let (open, space) = (equal(bytes, b'['), equal(bytes, b' '));
            let (quote, close) = (equal(bytes, b'"'), equal(bytes, b']'));
            let rare = any(equal(bytes, b'\\'), below(bytes, b' '));
            let (feed, feed_before) = (equal(bytes, b'\n'), equal(before, b'\n'));
            let (quote_before, close_before) = (equal(before, b'"'), equal(before, b']'));
            let (open_before, space_before) = (equal(before, b'['), equal(before, b' '));
            let marks = any(open, space);
            let after_value = any(both(close, quote_before), both(feed, close_before));
            let before_name = any(both(open, feed_before), both(quote, space_before));
            // What follows the name, a bracket, or another character of it.
            let others_before = any(any(quote_before, close_before), any(feed_before, space_before));
            let not_in_name = any(any(quote, close), any(open, rare));
            let no_name = any(any(others_before, not_in_name), both(space, open_before));
            TagMasks {
                quotes: bits(quote),
                marks: bits(marks),
                right: !bits(without(no_name, any(after_value, before_name))),
                rare: bits(rare),
                starts: !0,
            }
        }
    };
}

/// Writes the function that loads a block and the bytes before its bytes.
macro_rules! load_both {
    ($vectors:ty) => {
        #[inline(always)]
        fn load_both(window: &Window) -> ($vectors, $vectors) {
            let [block @ .., _] = window;
            let [_, after @ ..] = window;
            (load(block), load(after))
        }
    };
}

/// The masks with the vectors of 16 bytes that every build for the target has.
pub mod portable {
    use super::{Block, TagMasks, TextMasks, Window};
    use wide::u8x16;

    type Vectors = [u8x16; 4];

    #[inline(always)]
    fn load(block: &Block) -> Vectors {
        let (chunks, _) = block.as_chunks::<16>();
        [chunks[0], chunks[1], chunks[2], chunks[3]].map(u8x16::new)
    }

    load_both!(Vectors);

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
    fn high(bytes: Vectors) -> Vectors {
        bytes.map(|vector| vector.saturating_add(u8x16::splat(1)))
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
    fn both(left: Vectors, right: Vectors) -> Vectors {
        [0, 1, 2, 3].map(|index: usize| left[index] & right[index])
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

    use super::{Block, TagMasks, TextMasks, Window};

    type Vectors = [__m256i; 2];

    #[inline(always)]
    fn load(block: &Block) -> Vectors {
        bytemuck::cast(*block)
    }

    load_both!(Vectors);

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
    #[target_feature(enable = "avx2")]
    #[inline]
    fn high(bytes: Vectors) -> Vectors {
        bytes.map(|vector| _mm256_adds_epu8(vector, _mm256_set1_epi8(1)))
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
    fn both(left: Vectors, right: Vectors) -> Vectors {
        [_mm256_and_si256(left[0], right[0]), _mm256_and_si256(left[1], right[1])]
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

    /// Returns in each bit the parity of the bits up to it: their product with all ones, without carries.
    #[target_feature(enable = "avx2,pclmulqdq")]
    #[inline]
    pub fn prefix_xor(bits: u64) -> u64 {
        let product = _mm_clmulepi64_si128::<0>(_mm_set_epi64x(0, bits as i64), _mm_set1_epi8(-1));
        _mm_cvtsi128_si64(product) as u64
    }
}

/// The masks with AVX-512.
///
/// One instruction looks up the classes of 64 bytes, and another one tests whether each byte is in a class.
#[cfg(target_arch = "x86_64")]
pub mod avx512 {
    use core::arch::x86_64::*;

    use super::{TagMasks, TextMasks, Window};

    /// A class for each byte up to 126, and for all others together.
    type Classes = [u8; 128];

    /// Returns the classes of some bytes. The others have none.
    const fn classes(rows: &[(&[u8], u8)]) -> Classes {
        let mut classes = [0; 128];
        let mut row = 0;
        while row < rows.len() {
            let (bytes, class) = rows[row];
            let mut index = 0;
            while index < bytes.len() {
                classes[bytes[index] as usize] |= class;
                index += 1;
            }
            row += 1;
        }
        classes
    }

    /// The bytes of text. A byte and the one before it have a bit of `PAIRS` in common if the pair matters.
    mod text {
        use super::{Classes, classes};

        pub const OPEN: u8 = 1;
        pub const CLOSE: u8 = 2;
        pub const VARIATION: u8 = 4;
        pub const VARIATION_END: u8 = 8;
        pub const SPECIAL: u8 = 16;
        /// A digit and `- / :`.
        pub const RESULT: u8 = 32;
        /// Two line breaks: a line feed before any, and a carriage return before another one.
        pub const AFTER_FEED: u8 = 64;
        pub const AFTER_RETURN: u8 = 128;
        pub const CLASSES: Classes = classes(&[
            (b"{", OPEN),
            (b"}", CLOSE),
            (b"(", VARIATION),
            (b")", VARIATION_END),
            (b";%[*\x7f", SPECIAL),
            (b"-/:", RESULT),
            (b"\n", AFTER_FEED),
            (b"\r", AFTER_FEED | AFTER_RETURN),
        ]);
        pub const BEFORE: Classes = classes(&[(b"01", RESULT), (b"\n", AFTER_FEED), (b"\r", AFTER_RETURN)]);
    }

    /// The bytes of tags. A byte may follow another one if they have a bit in common.
    mod tag {
        use super::{Classes, classes};

        pub const OPEN: u8 = 1;
        pub const NAME: u8 = 2;
        pub const SPACE: u8 = 4;
        pub const QUOTE: u8 = 8;
        pub const CLOSE: u8 = 16;
        pub const FEED: u8 = 32;
        pub const START: u8 = 64;
        const SPECIAL: Classes =
            classes(&[(b"[", OPEN), (b" ", SPACE), (b"\"", QUOTE), (b"]", CLOSE), (b"\n", FEED)]);
        pub const CLASSES: Classes = {
            let mut classes = SPECIAL;
            let mut byte = 0;
            while byte < 128 {
                if byte > 32 && byte != b'\\' as usize && classes[byte] == 0 {
                    classes[byte] = NAME;
                }
                if matches!(byte as u8 | 0x20, b'e' | b'a') {
                    classes[byte] |= START;
                }
                byte += 1;
            }
            classes
        };
        pub const BEFORE: Classes = {
            let mut before = [NAME | SPACE; 128];
            let mut byte = 0;
            while byte < 128 {
                match SPECIAL[byte] {
                    OPEN => before[byte] = NAME,
                    SPACE => before[byte] = QUOTE,
                    QUOTE => before[byte] = CLOSE,
                    CLOSE => before[byte] = FEED,
                    FEED => before[byte] = OPEN,
                    _ => {}
                }
                if matches!(byte as u8 | 0x20, b'f' | b's' | b'v') {
                    before[byte] |= START;
                }
                byte += 1;
            }
            before
        };
    }

    #[inline(always)]
    fn load(block: &[u8; 64]) -> __m512i {
        bytemuck::cast(*block)
    }

    load_both!(__m512i);

    #[target_feature(enable = "avx512bw,avx512vbmi")]
    #[inline]
    fn look_up(bytes: __m512i, classes: &Classes) -> __m512i {
        let [low, high]: [__m512i; 2] = bytemuck::cast(*classes);
        let place = _mm512_min_epu8(bytes, _mm512_set1_epi8(127));
        _mm512_permutex2var_epi8(low, place, high)
    }

    /// Returns the bytes that are in some of these classes.
    #[target_feature(enable = "avx512bw")]
    #[inline]
    fn are_in(bytes: __m512i, classes: u8) -> u64 {
        _mm512_test_epi8_mask(bytes, _mm512_set1_epi8(classes as i8))
    }

    /// Computes the masks of movetext.
    #[target_feature(enable = "avx512bw,avx512vbmi")]
    #[inline]
    pub fn text(window: &Window) -> TextMasks {
        use text::*;
        let (before, bytes) = load_both(window);
        let bytes = look_up(bytes, &CLASSES);
        let pairs = _mm512_and_si512(bytes, look_up(before, &BEFORE));
        let special = _mm512_and_si512(bytes, _mm512_set1_epi8(SPECIAL as i8));
        TextMasks {
            open: are_in(bytes, OPEN),
            close: are_in(bytes, CLOSE),
            variations: are_in(bytes, VARIATION),
            variation_ends: are_in(bytes, VARIATION_END),
            special: are_in(_mm512_or_si512(pairs, special), SPECIAL | RESULT),
            empty: are_in(pairs, AFTER_FEED | AFTER_RETURN),
        }
    }

    /// Computes the masks of tag pairs.
    #[target_feature(enable = "avx512bw,avx512vbmi")]
    #[inline]
    pub fn tags(window: &Window) -> TagMasks {
        use tag::*;
        let (before, bytes) = load_both(window);
        let bytes = look_up(bytes, &CLASSES);
        let pairs = _mm512_and_si512(bytes, look_up(before, &BEFORE));
        TagMasks {
            quotes: are_in(bytes, QUOTE),
            marks: are_in(bytes, OPEN | SPACE),
            right: are_in(pairs, !START),
            starts: are_in(pairs, START),
            rare: !are_in(bytes, OPEN | NAME | SPACE | QUOTE | CLOSE),
        }
    }

    /// Returns the number of line feeds.
    #[target_feature(enable = "avx512bw,popcnt")]
    pub fn line_feeds(bytes: &[u8]) -> u64 {
        let is_feed = |block: &[u8; 64]| _mm512_cmpeq_epi8_mask(load(block), _mm512_set1_epi8(b'\n' as i8));
        let (blocks, rest) = bytes.as_chunks();
        let whole: u64 = blocks.iter().map(|block| u64::from(is_feed(block).count_ones())).sum();
        whole + rest.iter().filter(|&&byte| byte == b'\n').count() as u64
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
}

/// The instructions that compute the masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Portable,
}

impl Instructions {
    /// Returns those of the level that quadline uses, so that `QUADLINE_LEVEL` selects them as well.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            let has_avx2 = has!("avx2")
                && has!("bmi1")
                && has!("bmi2")
                && has!("lzcnt")
                && has!("popcnt")
                && has!("pclmulqdq");
            match quadline::level::active() {
                // Older CPUs with AVX-512 lower their clock at vectors of 64 bytes.
                "avx512-vbmi"
                    if has_avx2 && has!("avx512bw") && has!("avx512vbmi") && has!("avx512vbmi2") =>
                {
                    return Self::Avx512;
                }
                "avx512-vbmi" | "avx512" | "avx2-gfni" | "avx2" if has_avx2 => return Self::Avx2,
                _ => {}
            }
        }
        Self::Portable
    }
    /// Returns the number of line feeds.
    #[inline]
    pub fn line_feeds(self, bytes: &[u8]) -> u64 {
        match self {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `detect` has found the features.
            Self::Avx512 => unsafe { avx512::line_feeds(bytes) },
            _ => memchr::memchr_iter(b'\n', bytes).count() as u64,
        }
    }
}

/// The instructions of a function, which computes masks with them.
pub trait Masks: Copy {
    /// Returns the masks of movetext.
    fn text(self, window: &Window) -> TextMasks;

    /// Returns the masks of tag pairs.
    fn tags(self, window: &Window) -> TagMasks;

    /// Returns in each bit the parity of the bits up to it.
    #[inline(always)]
    fn prefix_xor(self, mut bits: u64) -> u64 {
        for shift in [1, 2, 4, 8, 16, 32] {
            bits ^= bits << shift;
        }
        bits
    }

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
    fn text(self, window: &Window) -> TextMasks {
        portable::text(window)
    }

    #[inline(always)]
    fn tags(self, window: &Window) -> TagMasks {
        portable::tags(window)
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
            fn text(self, window: &Window) -> TextMasks {
                // SAFETY: the token is created only where the CPU has the features.
                unsafe { $module::text(window) }
            }

            #[inline(always)]
            fn tags(self, window: &Window) -> TagMasks {
                // SAFETY: the token is created only where the CPU has the features.
                unsafe { $module::tags(window) }
            }

            #[inline(always)]
            fn prefix_xor(self, bits: u64) -> u64 {
                // SAFETY: the token is created only where the CPU has the features.
                unsafe { avx2::prefix_xor(bits) }
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

    /// Windows in which each byte is at each place, beside random bytes and random bytes of those that
    /// matter.
    fn windows() -> impl Iterator<Item = Window> {
        let mut state = 1u64;
        (0..1 << 15).map(move |number: usize| {
            let mut window = [0; 65].map(|_: u8| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                if number.is_multiple_of(2) {
                    (state >> 56) as u8
                } else {
                    b"\n\r01-/:;%[]*(){}\" \x80"[(state >> 33) as usize % 19]
                }
            });
            window[number / 2 % 65] = (number / 130) as u8;
            window
        })
    }

    fn mask(block: &Block, is_in: impl Fn(u8) -> bool) -> u64 {
        block.iter().rev().fold(0, |mask, &byte| mask << 1 | u64::from(is_in(byte)))
    }

    fn expected_text(window: &Window) -> TextMasks {
        let block = window[1..].try_into().expect("64 bytes");
        let mut expected = TextMasks {
            open: mask(block, |byte| byte == b'{'),
            close: mask(block, |byte| byte == b'}'),
            variations: mask(block, |byte| byte == b'('),
            variation_ends: mask(block, |byte| byte == b')'),
            special: mask(block, |byte| byte >= 127 || b"*;[%".contains(&byte)),
            empty: 0,
        };
        for (place, pair) in window.windows(2).enumerate() {
            let is_result = matches!(pair, [b'0' | b'1', b'-' | b'/' | b':']);
            let is_empty = matches!(pair, b"\n\n" | b"\n\r" | b"\r\r");
            expected.special |= u64::from(is_result) << place;
            expected.empty |= u64::from(is_empty) << place;
        }
        expected
    }

    fn expected_tags(window: &Window) -> TagMasks {
        let block = window[1..].try_into().expect("64 bytes");
        let mut expected = TagMasks {
            quotes: mask(block, |byte| byte == b'"'),
            marks: mask(block, |byte| b"[ ".contains(&byte)),
            right: 0,
            starts: 0,
            rare: mask(block, |byte| byte == b'\\' || byte < 32),
        };
        let is_name = |byte: u8| byte > 32 && !b"[]\"\\".contains(&byte);
        for place in 0..64 {
            let (before, byte) = (window[place], window[place + 1]);
            let is_right = match before {
                b'[' => is_name(byte),
                b' ' => byte == b'"',
                b'"' => byte == b']',
                b']' => byte == b'\n',
                b'\n' => byte == b'[',
                _ => is_name(byte) || byte == b' ',
            };
            expected.right |= u64::from(is_right) << place;
            let is_start = b"fsvFSV".contains(&before) && b"eaEA".contains(&byte);
            expected.starts |= u64::from(is_start) << place;
        }
        expected
    }

    #[test]
    fn all_instructions_find_the_same_characters() {
        for window in windows() {
            assert_eq!(portable::text(&window), expected_text(&window), "{window:?}");
            let any_start = TagMasks { starts: !0, ..expected_tags(&window) };
            assert_eq!(portable::tags(&window), any_start, "{window:?}");
            #[cfg(target_arch = "x86_64")]
            {
                use std::arch::is_x86_feature_detected as has;
                if has!("avx2") && has!("pclmulqdq") {
                    for bits in [1, expected_text(&window).special, expected_tags(&window).right] {
                        // SAFETY: the CPU has the features.
                        assert_eq!(unsafe { avx2::prefix_xor(bits) }, Portable.prefix_xor(bits));
                        let parity = |place: u32| bits << (63 - place);
                        let expected =
                            (0..64).map(|place| u64::from(parity(place).count_ones() % 2) << place);
                        assert_eq!(Portable.prefix_xor(bits), expected.sum());
                    }
                    // SAFETY: the CPU has the feature.
                    let found = unsafe { (avx2::text(&window), avx2::tags(&window)) };
                    assert_eq!(found, (expected_text(&window), any_start), "{window:?}");
                }
                if has!("avx512bw") && has!("avx512vbmi") && has!("avx512vbmi2") {
                    // SAFETY: the CPU has the features.
                    let found = unsafe { (avx512::text(&window), avx512::tags(&window)) };
                    for bits in [found.0.special, found.1.rare, found.1.marks, 0, !0] {
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
                    assert_eq!(found, (expected_text(&window), expected_tags(&window)), "{window:?}");
                    // SAFETY: the CPU has the features.
                    let feeds = unsafe { avx512::line_feeds(&window) };
                    assert_eq!(feeds, window.iter().filter(|&&byte| byte == b'\n').count() as u64);
                }
            }
        }
    }
}
