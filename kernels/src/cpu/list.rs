//! The CPU features that levels and lanes name: the one list.
//!
//! A row is the type that stands for the feature, its name as `target_feature` has it, and how it is seen at run time: the
//! register of CPUID and the bit, the registers that the system has to save, what else the compiler takes for granted with
//! it, and whether `cpufeatures` is asked as well. The rows are handed to macros in `x86.rs` and in
//! [`proof`](crate::cpu::proof).

// In an order in which nothing rests on what comes later. What `cpufeatures` is not asked: it knows neither LZCNT nor
// F16C; and for GFNI it wants `zmm` saved, though what has no AVX-512 (Alder Lake, Gracemont) has GFNI for `ymm`.
#[cfg(target_feature = "sse2")]
macro_rules! features {
    ($then:ident) => {
        $then! {
            Popcnt "popcnt" [leaf_1_ecx 23, GENERAL, [] cpufeatures];
            Lzcnt "lzcnt" [extended_1_ecx 5, GENERAL, []];
            Bmi1 "bmi1" [leaf_7_ebx 3, GENERAL, [] cpufeatures];
            Bmi2 "bmi2" [leaf_7_ebx 8, GENERAL, [] cpufeatures];
            Avx "avx" [leaf_1_ecx 28, YMM, [] cpufeatures];
            Fma "fma" [leaf_1_ecx 12, YMM, ["avx"] cpufeatures];
            F16c "f16c" [leaf_1_ecx 29, YMM, ["avx"]];
            Avx2 "avx2" [leaf_7_ebx 5, YMM, ["avx"] cpufeatures];
            Gfni "gfni" [leaf_7_ecx 8, YMM, ["avx"]];
            Avx512f "avx512f" [leaf_7_ebx 16, ZMM, ["avx2", "fma", "f16c"] cpufeatures];
            Avx512bw "avx512bw" [leaf_7_ebx 30, ZMM, ["avx512f"] cpufeatures];
            Avx512cd "avx512cd" [leaf_7_ebx 28, ZMM, ["avx512f"] cpufeatures];
            Avx512dq "avx512dq" [leaf_7_ebx 17, ZMM, ["avx512f"] cpufeatures];
            Avx512vl "avx512vl" [leaf_7_ebx 31, ZMM, ["avx512f"] cpufeatures];
            Avx512vbmi "avx512vbmi" [leaf_7_ecx 1, ZMM, ["avx512bw"] cpufeatures];
            Avx512vbmi2 "avx512vbmi2" [leaf_7_ecx 6, ZMM, ["avx512bw"] cpufeatures];
            Avx512bitalg "avx512bitalg" [leaf_7_ecx 12, ZMM, ["avx512bw"] cpufeatures];
            Avx512vpopcntdq "avx512vpopcntdq" [leaf_7_ecx 14, ZMM, ["avx512f"] cpufeatures];
        }
    };
}

/// Elsewhere nothing is asked at run time: the build says it all.
#[cfg(not(target_feature = "sse2"))]
macro_rules! features {
    ($then:ident) => {
        $then! {
            Neon "neon" [];
        }
    };
}

pub(crate) use features;
