//! The tokens of sets of CPU features that other packages define.

use quadline_kernels::level::{self, Level, Token, WithLevel, token};

/// Returns whether a level has the features of a token.
struct IsThere<T>(core::marker::PhantomData<T>);

impl<T: Token> WithLevel for IsThere<T> {
    type Output = bool;
    fn with_level<L: Level>(self, level: L) -> bool {
        level.token_of::<T>().is_some()
    }
}

/// Checks at which levels a token exists. `at` has the levels that need its features, and `is_in_build` is whether
/// the build enables them for all levels.
fn is_at<T: Token>(at: &[&str], is_in_build: bool) {
    for detected in level::available() {
        let expected = is_in_build || at.contains(&detected.name());
        let set = core::any::type_name::<T>();
        assert_eq!(detected.token_of::<T>().is_some(), expected, "{set} at {detected:?}");
        assert_eq!(detected.run(IsThere::<T>(core::marker::PhantomData)), expected, "{set} at {detected:?}");
    }
}

#[cfg(target_feature = "sse2")]
mod x86 {
    use std::is_x86_feature_detected as has;

    use quadline_kernels::level::with_features;

    use super::*;

    /// Defines a token for each feature alone, and checks at which levels it exists.
    macro_rules! each_feature {
        ($($token:ident $name:tt $levels:expr;)*) => {
            token! { $($token: [$name];)* }

            #[test]
            fn each_feature_is_at_the_levels_that_need_it() {
                $(is_at::<$token>($levels, cfg!(target_feature = $name));)*
            }
        };
    }

    const ALL: &[&str] = &["avx512-vbmi", "avx512", "avx2-gfni", "avx2", "lzcnt"];
    const AVX2: &[&str] = &["avx512-vbmi", "avx512", "avx2-gfni", "avx2"];
    const GFNI: &[&str] = &["avx512-vbmi", "avx2-gfni"];
    const AVX512: &[&str] = &["avx512-vbmi", "avx512"];
    const VBMI: &[&str] = &["avx512-vbmi"];

    // No level needs the last two, so their levels depend on the CPU.
    each_feature! {
        Popcnt "popcnt" ALL;
        Lzcnt "lzcnt" ALL;
        Bmi1 "bmi1" ALL;
        Bmi2 "bmi2" ALL;
        Avx2 "avx2" AVX2;
        Gfni "gfni" GFNI;
        Avx512f "avx512f" AVX512;
        Avx512bw "avx512bw" AVX512;
        Avx512cd "avx512cd" AVX512;
        Avx512dq "avx512dq" AVX512;
        Avx512vl "avx512vl" AVX512;
        Avx512vbmi "avx512vbmi" VBMI;
        Avx512vbmi2 "avx512vbmi2" VBMI;
        Avx512bitalg "avx512bitalg" VBMI;
        Avx512vpopcntdq "avx512vpopcntdq" VBMI;
        Pclmulqdq "pclmulqdq" if has!("pclmulqdq") { AVX2 } else { &[] };
        Avx512vnni "avx512vnni" if has!("avx512vnni") { AVX512 } else { &[] };
    }

    token! {
        Scanner: ["bmi2", "avx2", "pclmulqdq"];
        AndGfni: ["avx2", "gfni"];
    }

    #[test]
    fn a_set_is_at_the_levels_that_have_all_of_it() {
        let scanner = if has!("pclmulqdq") { AVX2 } else { &[] };
        is_at::<Scanner>(scanner, cfg!(all(target_feature = "avx2", target_feature = "pclmulqdq")));
        is_at::<AndGfni>(GFNI, cfg!(all(target_feature = "avx2", target_feature = "gfni")));
    }

    with_features! { ["bmi2"];
        fn deposit(_, word: u64, mask: u64) -> u64 {
            (0..64).filter(|&bit| mask >> bit & 1 != 0).zip(0..64).map(|(to, from)| (word >> from & 1) << to).sum()
        }
        fn add_to<const N: u64>(token, word: u64, sum: &mut u64) {
            *sum += deposit(token, word, N);
        }
    }

    #[test]
    fn functions_run_with_any_token_that_has_their_features() {
        for detected in level::available() {
            if let Some(token) = detected.token_of::<Scanner>() {
                let mut sum = 1;
                add_to::<_, 0b1010>(token, 0b11, &mut sum);
                assert_eq!((sum, token.vectorize(|| deposit(token, 1, 8))), (11, 8));
            }
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod arm {
    use super::*;

    token! { Neon: ["neon"]; }

    #[test]
    fn every_level_has_neon() {
        is_at::<Neon>(&[], true);
    }
}
