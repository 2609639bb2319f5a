//! `lzcnt`, the one feature of the levels that `cpufeatures` has no row for: CPUID leaf 0x8000_0001, ECX bit 5.
//!
//! A CPU without it runs the instruction as `bsr` and gives other numbers, so that a wrong yes here would be a wrong
//! answer and not a fault.

#[cfg(target_arch = "x86")]
use core::arch::x86::__cpuid;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::__cpuid;
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// 0 not asked yet, 1 no, 2 yes.
static SEEN: AtomicU8 = AtomicU8::new(0);

/// Whether this CPU counts leading zeros.
#[inline]
pub(crate) fn lzcnt() -> bool {
    if cfg!(target_feature = "lzcnt") {
        return true;
    }
    match SEEN.load(Relaxed) {
        0 => ask(),
        seen => seen == 2,
    }
}

#[cold]
fn ask() -> bool {
    let yes = !cfg!(any(target_env = "sgx", target_os = "none", target_os = "uefi")) && cpuid();
    SEEN.store(1 + u8::from(yes), Relaxed);
    yes
}

#[allow(unused_unsafe)] // `__cpuid` became safe after the minimum supported Rust version.
fn cpuid() -> bool {
    const EXTENDED: u32 = 0x8000_0000;
    // SAFETY: Rust's x86 targets with an operating system ask for SSE2, and every CPU with SSE2 has CPUID.
    unsafe { __cpuid(EXTENDED).eax > EXTENDED && __cpuid(EXTENDED + 1).ecx & 1 << 5 != 0 }
}
