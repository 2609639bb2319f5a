//! Masks of the characters that matter, for 64 bytes at a time: bit n is byte n.
//!
//! A file of games has a character of meaning every few bytes, such as the quotes of a tag and the braces of
//! a comment with a clock, and a call of memchr for each of them takes longer than to look at all bytes. The
//! masks of a block do not depend on what is before it, so the CPU computes those of the next block while the
//! meaning of this one is still being found. The idea is that of simdjson (Langdale and Lemire, 2019,
//! <https://arxiv.org/abs/1902.08318>).
//!
//! `portable.rs` and `avx2.rs` have the same small functions, and [`masks!`] writes the masks with them.
//! `avx512.rs` looks up classes instead.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

pub use portable::Portable;
use quadline::level;
#[cfg(target_arch = "x86_64")]
pub use {avx2::Avx2, avx512::Avx512};

/// A block of text.
pub type Block = [u8; 64];

/// A block of text with the byte before it.
pub type Window = [u8; 65];

/// The places of the characters that matter in movetext.
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

/// The places of the characters that matter in tag pairs.
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
    /// The second letters of `FEN`, `SetUp`, `Variant` and `Event`, and any others.
    pub starts: u64,
}

/// Writes the functions that compute the masks, with these of the module: `equal`, `with` (sets bits in each
/// byte), `high` (bytes of 127 and more), `below`, `any`, `both`, `without` (the bits of the left that are not in the right) and
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
            // In upper or lower case, and two letters that differ in one other bit with one comparison.
            let second = any(equal(with(bytes, 0x24), b'a' | b'e'), equal(with(bytes, 0x20), b'v'));
            let lower = with(before, 0x20);
            let other_first = any(equal(lower, b's'), equal(lower, b'e'));
            let first = any(equal(with(before, 0x30), b'f' | b'v'), other_first);
            TagMasks {
                quotes: bits(quote),
                marks: bits(marks),
                right: !bits(without(no_name, any(after_value, before_name))),
                rare: bits(rare),
                starts: bits(both(first, second)),
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

use {load_both, masks};

/// The instructions that compute the masks.
#[derive(Clone, Copy, Debug)]
pub enum Instructions {
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    Portable,
}

impl Instructions {
    /// Returns those of the level that quadline uses, so that `QUADLINE_LEVEL` selects them as well.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(token) = level::token_of() {
            return Self::Avx512(token);
        } else if let Some(token) = level::token_of() {
            return Self::Avx2(token);
        }
        Self::Portable
    }

    /// Returns the number of line feeds.
    #[inline]
    pub fn line_feeds(self, bytes: &[u8]) -> u64 {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(token) => avx512::line_feeds(token, bytes),
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
            let is_start = b"fsveFSVE".contains(&before) && b"eavEAV".contains(&byte);
            expected.starts |= u64::from(is_start) << place;
        }
        expected
    }

    #[test]
    fn all_instructions_find_the_same_characters() {
        for window in windows() {
            assert_eq!(portable::text(&window), expected_text(&window), "{window:?}");
            assert_eq!(portable::tags(&window), expected_tags(&window), "{window:?}");
            for bits in [1, expected_text(&window).special, expected_tags(&window).right] {
                let parity = |place: u32| bits << (63 - place);
                let expected = (0..64).map(|place| u64::from(parity(place).count_ones() % 2) << place);
                assert_eq!(Portable.prefix_xor(bits), expected.sum());
            }
            #[cfg(target_arch = "x86_64")]
            {
                if let Some(avx2) = level::token_of::<Avx2>() {
                    for bits in [1, expected_text(&window).special, expected_tags(&window).right] {
                        assert_eq!(avx2.prefix_xor(bits), Portable.prefix_xor(bits));
                    }
                    let found = (avx2.text(&window), avx2.tags(&window));
                    assert_eq!(found, (expected_text(&window), expected_tags(&window)), "{window:?}");
                }
                if let Some(avx512) = level::token_of::<Avx512>() {
                    let found = (avx512.text(&window), avx512.tags(&window));
                    for bits in [found.0.special, found.1.rare, found.1.marks, 0, !0] {
                        let (mut places, mut expected) = ([0; 64], [0; 64]);
                        avx512.write_places(bits, 1000, &mut places);
                        write_places(bits, 1000, &mut expected);
                        let count = bits.count_ones() as usize;
                        assert_eq!(places[..count], expected[..count], "{bits:b}");
                        let numbers =
                            (0..64).filter(|number| bits >> number & 1 != 0).map(|number| number + 1000);
                        assert!(numbers.eq(places[..count].iter().copied()), "{bits:b}");
                    }
                    assert_eq!(found, (expected_text(&window), expected_tags(&window)), "{window:?}");
                    let feeds = avx512::line_feeds(avx512, &window);
                    assert_eq!(feeds, window.iter().filter(|&&byte| byte == b'\n').count() as u64);
                }
            }
        }
    }

    /// Checks which instructions each level selects, on a CPU that has those of all.
    #[test]
    fn each_level_selects_its_instructions() {
        struct Selected;
        impl level::WithLevel for Selected {
            type Output = &'static str;
            #[cfg(target_arch = "x86_64")]
            fn with_level<L: level::Level>(self, level: L) -> &'static str {
                if level.token_of::<Avx512>().is_some() {
                    "avx512"
                } else if level.token_of::<Avx2>().is_some() {
                    "avx2"
                } else {
                    "portable"
                }
            }
            #[cfg(not(target_arch = "x86_64"))]
            fn with_level<L: level::Level>(self, _: L) -> &'static str {
                "portable"
            }
        }
        let here = match Instructions::detect() {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(_) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) => "avx2",
            Instructions::Portable => "portable",
        };
        assert_eq!(level::dispatch(Selected), here);
        // A level above another one selects at least the masks of that one, whatever its name is.
        let place = |name| level::NAMES.iter().position(|&level| level == name).expect("a level");
        if !cfg!(target_feature = "avx2") {
            for name in level::available() {
                let expected = match place(name) {
                    place_here if place_here <= place("avx512-vbmi") => "avx512",
                    place_here if place_here <= place("avx2") => "avx2",
                    _ => "portable",
                };
                assert_eq!(level::dispatch_named(name, Selected), Ok(expected), "{name}");
            }
        }
    }
}
