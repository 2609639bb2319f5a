//! `lzcnt`, the one feature of the levels that `cpufeatures` has no row for: CPUID leaf 0x8000_0001, ECX bit 5.
//!
//! A CPU without it runs the instruction as `bsr` and gives other numbers, so that a wrong yes here would be a wrong
//! answer and not a fault.

#[cfg(target_arch = "x86")]
use core::arch::x86::{__cpuid, CpuidResult};
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{__cpuid, CpuidResult};
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// What the CPU said: 0 not asked yet, 1 no, 2 yes.
static SEEN: AtomicU8 = AtomicU8::new(0);

/// Whether this CPU counts leading zeros.
#[inline]
pub(crate) fn lzcnt() -> bool {
    cfg!(target_feature = "lzcnt") || ask_once(&SEEN, this_cpu_has_lzcnt)
}

#[inline]
fn ask_once(seen: &AtomicU8, ask: impl FnOnce() -> bool) -> bool {
    match seen.load(Relaxed) {
        0 => ask_now(seen, ask),
        seen => seen == 2,
    }
}

#[cold]
fn ask_now(seen: &AtomicU8, ask: impl FnOnce() -> bool) -> bool {
    let yes = ask();
    seen.store(1 + u8::from(yes), Relaxed);
    yes
}

#[allow(unused_unsafe)] // `__cpuid` became safe after the minimum supported Rust version.
fn this_cpu_has_lzcnt() -> bool {
    !cfg!(any(target_env = "sgx", target_os = "none", target_os = "uefi"))
        // SAFETY: Rust's x86 targets with an operating system ask for SSE2, and every CPU with SSE2 has CPUID.
        && has_lzcnt(|leaf| unsafe { __cpuid(leaf) })
}

fn has_lzcnt(cpuid: impl Fn(u32) -> CpuidResult) -> bool {
    const EXTENDED: u32 = 0x8000_0000;
    // A leaf that is not there would answer as another one does.
    cpuid(EXTENDED).eax > EXTENDED && cpuid(EXTENDED + 1).ecx & 1 << 5 != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bit_counts_where_the_leaf_is_there() {
        let says = |highest_leaf, bits| {
            has_lzcnt(|leaf| match leaf {
                0x8000_0000 => CpuidResult { eax: highest_leaf, ebx: !0, ecx: !0, edx: !0 },
                0x8000_0001 => CpuidResult { eax: !0, ebx: !0, ecx: bits, edx: !0 },
                _ => panic!("asked for the leaf {leaf:#x}"),
            })
        };
        for highest_leaf in [0x8000_0001, 0x8000_0008] {
            assert!(says(highest_leaf, 1 << 5) && says(highest_leaf, !0));
            assert!(!says(highest_leaf, 0) && !says(highest_leaf, !(1 << 5)));
        }
        assert!(!says(0x8000_0000, !0) && !says(0, !0));
    }

    #[test]
    fn the_cpu_is_asked_once() {
        for answer in [false, true] {
            let seen = AtomicU8::new(0);
            assert_eq!(ask_once(&seen, || answer), answer);
            assert_eq!(ask_once(&seen, || panic!("asked before")), answer);
        }
    }
}
