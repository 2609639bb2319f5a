//! Every operation of every lane type, compared with 64-bit integers.

use quadline_conformance::boards::Words;
use quadline_kernels::lanes::{FourLanes, Lanes, OneLane, SliderLanes};
use quadline_kernels::level::{Level, WithLevel, available};
use quadline_kernels::{Line, Square};

/// Returns words that reach every branch: zero, single and neighboring bits, runs from both ends, and all
/// densities.
fn words() -> Vec<u64> {
    let mut random = Words(0xfeed_beef_0042);
    let bits = (0..64).flat_map(|bit| [1 << bit, 3 << bit, u64::MAX << bit, u64::MAX >> bit]);
    let mut words: Vec<u64> = [0].into_iter().chain(bits).collect();
    words.resize_with(4096, || random.board());
    words
}

/// Loads lanes from a list of words, starting at an index.
fn take<V: Lanes>(token: V::Token, words: &[u64], start: usize) -> V {
    let mut array = V::splat(token, 0).to_array();
    for (lane, word) in array.as_mut().iter_mut().enumerate() {
        *word = words[(start + lane) % words.len()];
    }
    V::load(token, &array)
}

fn ms1b(word: u64) -> u64 {
    (0..64).rev().map(|bit| 1 << bit).find(|bit| word & bit != 0).unwrap_or(0)
}

fn ls1b(word: u64) -> u64 {
    (0..64).map(|bit| 1 << bit).find(|bit| word & bit != 0).unwrap_or(0)
}

fn reversed(word: u64) -> u64 {
    (0..64).filter(|bit| word >> bit & 1 == 1).fold(0, |reversed, bit| reversed | 1 << (63 - bit))
}

fn bytes_reversed(word: u64) -> u64 {
    (0..8).fold(0, |reversed, byte| reversed << 8 | word >> (8 * byte) & 0xff)
}

#[track_caller]
fn same<V: Lanes>(level: &str, what: &str, found: V, arguments: [V; 2], expected: impl Fn(u64, u64) -> u64) {
    let (found, [a, b]) = (found.to_array(), arguments.map(V::to_array));
    for lane in 0..V::COUNT {
        let (found, a, b) = (found.as_ref()[lane], a.as_ref()[lane], b.as_ref()[lane]);
        assert!(
            found == expected(a, b),
            "{level}, {}: {what} of {a:#x} and {b:#x} in lane {lane} is {found:#x}, not {:#x}",
            std::any::type_name::<V>(),
            expected(a, b)
        );
    }
}

fn check_lanes<V: Lanes>(level: &str, token: V::Token) {
    let words = words();
    let others: Vec<u64> = words.iter().rev().copied().collect();
    assert_eq!(V::splat(token, 0).to_array().as_ref().len(), V::COUNT);
    for count in 0..=V::COUNT {
        // The slice ends with the words, so the address sanitizer detects a load that reads more.
        let some: Box<[u64]> = words[7..7 + count].into();
        let array = V::load_some(token, &some).to_array();
        let (loaded, rest) = array.as_ref().split_at(count);
        assert_eq!(loaded, &some[..], "{level}, {count} words");
        assert!(rest.iter().all(|&word| word == 0), "{level}, {count} words");
        let mut stored = vec![0; count + 8];
        take::<V>(token, &words, 7).store_some(&mut stored[4..4 + count]);
        assert!(
            stored[..4].iter().chain(&stored[4 + count..]).all(|&word| word == 0),
            "{level}, {count} words"
        );
        assert_eq!(stored[4..4 + count], *some, "{level}, {count} words");
    }
    for start in 0..words.len() {
        let (a, b): (V, V) = (take(token, &words, start), take(token, &others, start / 2));
        let both = [a, b];
        for lane in 0..V::COUNT {
            assert_eq!(a.to_array().as_ref()[lane], words[(start + lane) % words.len()]);
            assert_eq!(V::splat(token, words[start]).to_array().as_ref()[lane], words[start]);
        }
        same(level, "and", a & b, both, |a, b| a & b);
        same(level, "or", a | b, both, |a, b| a | b);
        same(level, "xor", a ^ b, both, |a, b| a ^ b);
        same(level, "not", !a, both, |a, _| !a);
        same(level, "sum", a + b, both, u64::wrapping_add);
        same(level, "difference", a - b, both, u64::wrapping_sub);
        same(level, "ls1b", a.ls1b(), both, |a, _| ls1b(a));
        same(level, "ms1b_and_above", a.ms1b_and_above(), both, |a, _| match ms1b(a) {
            0 => u64::MAX,
            ms1b => ms1b.wrapping_neg(),
        });
        same(level, "reverse_bytes", a.reverse_bytes(), both, |a, _| bytes_reversed(a));
        same(level, "reverse_bits", a.reverse_bits(), both, |a, _| reversed(a));
        // These require lanes that are not 0, or also a clear bit 63.
        let some = a | V::splat(token, 1);
        same(level, "ms1b", some.ms1b(), [some, some], |a, _| ms1b(a));
        let clear = a & V::splat(token, u64::MAX >> 1) | V::splat(token, 1);
        same(level, "three_ms1b", clear.three_ms1b(), [clear, clear], |a, _| 3 * ms1b(a));
    }
}

/// More words or squares than lanes cause a panic at every level, and nothing is written before.
#[cfg(panic = "unwind")]
fn check_too_many<V: SliderLanes>(level: &str, token: V::Token) {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    for count in [V::COUNT + 1, V::COUNT + 4, 64] {
        let expected = format!("{count} words for {} lanes", V::COUNT);
        let panics = |call: &mut dyn FnMut()| {
            let panic = catch_unwind(AssertUnwindSafe(call)).expect_err(level);
            let message = panic.downcast_ref::<String>().expect("a message with numbers");
            assert_eq!(*message, expected, "{level}");
        };
        let mut words = vec![0xaa; count];
        panics(&mut || V::splat(token, 0).store_some(&mut words));
        assert!(words.iter().all(|&word| word == 0xaa), "{level} wrote before it panicked");
        panics(&mut || _ = V::load_some(token, &words));
        panics(&mut || _ = V::load_some_squares(token, &vec![Square::B1; count]));
    }
}

fn check_four_lanes<V: FourLanes>(level: &str, token: V::Token) {
    let words = words();
    for start in (0..words.len()).step_by(4) {
        let sliders: [V; 4] = std::array::from_fn(|slider| take(token, &words, start + 5 * slider));
        let lines = sliders.map(V::to_array);
        let (rooks, bishops) = V::rooks_and_bishops(token, sliders);
        assert_eq!(rooks.to_array(), lines.map(|[rank, file, ..]| rank | file), "{level}");
        assert_eq!(
            bishops.to_array(),
            lines.map(|[.., diagonal, antidiagonal]| diagonal | antidiagonal),
            "{level}"
        );
        let [[rank, file, diagonal, antidiagonal], ..] = lines;
        // Every combination of lanes that are 0 and lanes that are not.
        for zeros in 0..16 {
            let mut condition = lines[1].map(|word| word | 1 << (start % 64));
            condition
                .iter_mut()
                .enumerate()
                .filter(|(lane, _)| zeros >> lane & 1 == 1)
                .for_each(|(_, word)| *word = 0);
            let (all, condition) = (sliders[0], V::load(token, &condition));
            let kept = |a, condition| if condition == 0 { 0 } else { a };
            same(level, "keep_where_not_zero", all.keep_where_not_zero(condition), [all, condition], kept);
        }
        assert_eq!(sliders[0].rook(), rank | file, "{level}");
        assert_eq!(sliders[0].bishop(), diagonal | antidiagonal, "{level}");
        assert_eq!(sliders[0].queen(), rank | file | diagonal | antidiagonal, "{level}");
    }
}

fn check_slider_lanes<V: SliderLanes>(level: &str, token: V::Token) {
    let words = words();
    let counts: Vec<u64> =
        (0..64).chain([64, 65, 100, 127, 128, 1 << 32, u64::MAX, 0_u64.wrapping_sub(7)]).collect();
    for start in 0..words.len() {
        let (a, by): (V, V) = (take(token, &words, start), take(token, &counts, start));
        let shifted = |by: u64, shift: fn(u64, u32) -> u64, a| if by < 64 { shift(a, by as u32) } else { 0 };
        same(level, "shift_left", a.shift_left(by), [a, by], |a, by| shifted(by, |a, by| a << by, a));
        same(level, "shift_right", a.shift_right(by), [a, by], |a, by| shifted(by, |a, by| a >> by, a));
    }
    for start in 0..64 {
        let squares: Vec<Square> = (0..V::COUNT).map(|lane| Square::ALL[(start + 9 * lane) % 64]).collect();
        let loaded = V::load_squares(token, &squares);
        let lines = V::lines_through(token, loaded);
        for (lane, square) in squares.iter().enumerate() {
            assert_eq!(loaded.to_array().as_ref()[lane], square.index() as u64, "{level}");
            for line in Line::ALL {
                let found = lines[line as usize].to_array().as_ref()[lane];
                assert_eq!(found, line.through(*square), "{level} {line:?} {square}");
            }
        }
    }
}

struct AllOperations;

impl WithLevel for AllOperations {
    type Output = ();
    fn with_level<L: Level>(self, level: L) {
        check_lanes::<L::FourLanes>(L::NAME, level);
        check_four_lanes::<L::FourLanes>(L::NAME, level);
        check_lanes::<L::SliderLanes>(L::NAME, level);
        check_slider_lanes::<L::SliderLanes>(L::NAME, level);
        #[cfg(panic = "unwind")]
        check_too_many::<L::SliderLanes>(L::NAME, level);
    }
}

#[test]
fn the_operations_of_every_level_are_those_of_plain_words() {
    check_lanes::<OneLane>("64-bit integers", ());
    for level in available() {
        level.run(AllOperations);
    }
}
