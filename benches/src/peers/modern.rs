//! Compilation of peers without instructions of their own.

/// Runs `work` compiled for x86-64-v3, the usual target of engines, if the CPU supports it. The compiler may
/// then use three-operand shifts and the like in peers that are written for any CPU.
#[inline(always)]
pub(super) fn with_modern_features<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            // SAFETY: detected just above.
            return unsafe { x86_64_v3(work) };
        }
    }
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn x86_64_v3<R>(work: impl FnOnce() -> R) -> R {
    work()
}
