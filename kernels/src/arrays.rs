//! Short arrays, element by element.

/// Arrays with a method like [`map`](array::map), which is a single function.
///
/// `map` is eight functions for each closure, with a loop, a guard for panics and memory that is not
/// initialized. The compiler simplifies all of it again in each kernel of each level: that was a sixth of the
/// instructions that it made of this crate.
///
/// Threats with AVX2 and the checks of both kings use `map`: with this method, the batch of threats took 1.08
/// and `check_info` 1.03 of the time at `avx2` (Zen 5).
pub(crate) trait MapEach<A, const N: usize>: Sized {
    /// Returns the results of a function for each element.
    fn map_each<B>(self, function: impl FnMut(A) -> B) -> [B; N];
}

macro_rules! map_each {
    ($($count:literal: $($element:ident)*;)*) => {$(
        impl<A> MapEach<A, $count> for [A; $count] {
            #[inline(always)]
            fn map_each<B>(self, mut function: impl FnMut(A) -> B) -> [B; $count] {
                let [$($element),*] = self;
                [$(function($element)),*]
            }
        }
    )*};
}

map_each! {
    2: a b;
    3: a b c;
    4: a b c d;
    6: a b c d e f;
    8: a b c d e f g h;
}
