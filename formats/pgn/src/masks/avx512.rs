//! The masks with AVX-512.
//!
//! One instruction looks up the classes of 64 bytes, and another one tests whether each byte is in a class.

use core::arch::x86_64::*;

use quadline::level::{token, with_features};

use super::{Masks, TagMasks, TextMasks, Window, avx2, load_both};

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
            if matches!(byte as u8 | 0x20, b'e' | b'a' | b'v') {
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
            if matches!(byte as u8 | 0x20, b'f' | b's' | b'v' | b'e') {
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

with_features! { ["avx512bw", "avx512vbmi"];
    /// Computes the masks of movetext.
    pub fn text_masks(_, window: &Window) -> TextMasks {
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
    pub fn tag_masks(_, window: &Window) -> TagMasks {
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
}

with_features! { ["avx512bw", "popcnt"];
    /// Returns the number of line feeds.
    pub fn line_feeds(_, bytes: &[u8]) -> u64 {
        let is_feed = |block: &[u8; 64]| _mm512_cmpeq_epi8_mask(load(block), _mm512_set1_epi8(b'\n' as i8));
        let (blocks, rest) = bytes.as_chunks();
        let whole: u64 = blocks.iter().map(|block| u64::from(is_feed(block).count_ones())).sum();
        whole + rest.iter().filter(|&&byte| byte == b'\n').count() as u64
    }
}

with_features! { ["avx512bw", "avx512vbmi2"];
    /// Writes up to sixteen places with one instruction that compresses the numbers from 0 to 63.
    pub fn write_places(_, bits: u64, base: u32, places: &mut [u32; 64]) {
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

token! {
    /// The features of the scanner with AVX-512: older CPUs with AVX-512 lower their clock at vectors of 64
    /// bytes, and lack VBMI.
    pub Avx512: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2", "pclmulqdq", "avx512bw", "avx512vbmi", "avx512vbmi2"];
}

impl Masks for Avx512 {
    #[inline(always)]
    fn text(self, window: &Window) -> TextMasks {
        text_masks(self, window)
    }

    #[inline(always)]
    fn tags(self, window: &Window) -> TagMasks {
        tag_masks(self, window)
    }

    #[inline(always)]
    fn prefix_xor(self, bits: u64) -> u64 {
        avx2::prefix_xor(self, bits)
    }

    #[inline(always)]
    fn write_places(self, bits: u64, base: u32, places: &mut [u32; 64]) {
        write_places(self, bits, base, places);
    }
}
