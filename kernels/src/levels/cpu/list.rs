//! The list of CPU features that levels and lanes name.
//!
//! A row contains the type of the feature, its name in `target_feature`, and how it is detected: register and
//! bit of CPUID, the registers that the operating system has to save, and the features that the compiler
//! assumes with it. The rows are passed to macros in `x86.rs` and in [`proof`](crate::levels::proof).

// Each feature depends only on features above it.
#[cfg(target_feature = "sse2")]
macro_rules! features {
    ($then:ident) => {
        $then! {
            Popcnt "popcnt" [leaf_1_ecx 23, GENERAL, []];
            Lzcnt "lzcnt" [extended_1_ecx 5, GENERAL, []];
            Bmi1 "bmi1" [leaf_7_ebx 3, GENERAL, []];
            Bmi2 "bmi2" [leaf_7_ebx 8, GENERAL, []];
            Avx "avx" [leaf_1_ecx 28, YMM, []];
            Fma "fma" [leaf_1_ecx 12, YMM, ["avx"]];
            F16c "f16c" [leaf_1_ecx 29, YMM, ["avx"]];
            Avx2 "avx2" [leaf_7_ebx 5, YMM, ["avx"]];
            Gfni "gfni" [leaf_7_ecx 8, YMM, ["avx"]];
            Avx512f "avx512f" [leaf_7_ebx 16, ZMM, ["avx2", "fma", "f16c"]];
            Avx512bw "avx512bw" [leaf_7_ebx 30, ZMM, ["avx512f"]];
            Avx512cd "avx512cd" [leaf_7_ebx 28, ZMM, ["avx512f"]];
            Avx512dq "avx512dq" [leaf_7_ebx 17, ZMM, ["avx512f"]];
            Avx512vl "avx512vl" [leaf_7_ebx 31, ZMM, ["avx512f"]];
            Avx512vbmi "avx512vbmi" [leaf_7_ecx 1, ZMM, ["avx512bw"]];
            Avx512vbmi2 "avx512vbmi2" [leaf_7_ecx 6, ZMM, ["avx512bw"]];
            Avx512bitalg "avx512bitalg" [leaf_7_ecx 12, ZMM, ["avx512bw"]];
            Avx512vpopcntdq "avx512vpopcntdq" [leaf_7_ecx 14, ZMM, ["avx512f"]];
            // No level needs these; see `OTHERS`.
            Pclmulqdq "pclmulqdq" [leaf_1_ecx 1, GENERAL, []];
            Avx512vnni "avx512vnni" [leaf_7_ecx 11, ZMM, ["avx512f"]];
        }
    };
}

/// The features that no level needs, for the tokens of other packages. Each is followed by the feature of the
/// levels at which a token may have it, if the CPU has it. A level with fewer features does not give it out,
/// so that `QUADLINE_LEVEL` limits these tokens as well.
#[cfg(target_feature = "sse2")]
pub(crate) const OTHERS: [(&str, &str); 2] = [("pclmulqdq", "avx2"), ("avx512vnni", "avx512f")];
#[cfg(not(target_feature = "sse2"))]
pub(crate) const OTHERS: [(&str, &str); 0] = [];

/// On other architectures nothing is detected at run time: the build determines the features.
#[cfg(not(target_feature = "sse2"))]
macro_rules! features {
    ($then:ident) => {
        $then! {
            Neon "neon" [];
        }
    };
}

pub(crate) use features;
