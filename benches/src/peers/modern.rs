//! Compilation of peers without instructions of their own.

/// Returns whether the CPU has AVX2 and the scalar instructions of x86-64-v3 that the peers use.
#[cfg(target_arch = "x86_64")]
fn is_x86_64_v3() -> bool {
    is_x86_feature_detected!("avx2") && has_bmi2()
}

/// Returns whether the CPU has the scalar instructions of x86-64-v3 that the peers use.
#[cfg(target_arch = "x86_64")]
pub(super) fn has_bmi2() -> bool {
    is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Runs `work` compiled for x86-64-v3, the usual target of engines, if the CPU supports it. The compiler may
/// then use three-operand shifts and the like in peers that are written for any CPU.
#[inline(always)]
pub(super) fn with_modern_features<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    if is_x86_64_v3() {
        // SAFETY: detected just above.
        return unsafe { x86_64_v3(work) };
    }
    work()
}

/// Runs `work` compiled for x86-64-v3.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn x86_64_v3<R>(work: impl FnOnce() -> R) -> R {
    work()
}
