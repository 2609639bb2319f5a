//! The features of an x86 CPU, from CPUID and XGETBV.
//!
//! A false positive would be undefined behavior, and wrong results for `lzcnt`, which CPUs without it execute
//! as `bsr`. A feature is therefore used only if two implementations report it: this one and `cpufeatures`,
//! as far as the latter detects the same thing. This one follows the rules of the standard library, which
//! this crate cannot call without `std`. It is a pure function of the registers, so tests can run it for
//! other CPUs.

#[cfg(target_arch = "x86")]
use core::arch::x86::{__cpuid_count, _xgetbv, CpuidResult};
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{__cpuid_count, _xgetbv, CpuidResult};

use super::Features;

/// The parts of CPUID and XGETBV that detection uses. A missing leaf is all zeros.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cpu {
    /// Leaf 0: EBX, EDX, ECX.
    pub(crate) vendor: [u32; 3],
    /// Leaf 1.
    pub(crate) leaf_1_ecx: u32,
    /// Leaf 7, subleaf 0.
    pub(crate) leaf_7_ebx: u32,
    /// Leaf 7, subleaf 0.
    pub(crate) leaf_7_ecx: u32,
    /// Leaf 0x8000_0001.
    pub(crate) extended_1_ecx: u32,
    /// The registers that the system saves (XCR0), or 0 if it does not use XSAVE.
    pub(crate) saved: u64,
}

/// `GenuineIntel`, in the registers of leaf 0.
pub(crate) const INTEL: [u32; 3] = [0x756e_6547, 0x4965_6e69, 0x6c65_746e];
/// Leaf 1, ECX: the system uses XSAVE, and XGETBV reports for which registers.
const OSXSAVE: u32 = 1 << 27;

/// Registers that exist without XSAVE.
const GENERAL: u64 = 0;
/// XCR0: `xmm` and the upper halves of `ymm`.
const YMM: u64 = 0b110;
/// XCR0: mask registers, the upper halves of `zmm`, and the upper sixteen, too.
const ZMM: u64 = 0b1110_0110;

/// Defines the detection of the features of the [list](super::list).
macro_rules! features {
    ($($feature:ident $name:tt [$register:ident $bit:literal, $saved:ident, [$($implied:literal),*]];)*) => {
        impl Cpu {
            /// Returns the features whose bits are set and whose registers are saved.
            fn reported(&self) -> Features {
                let mut features = Features::NONE;
                $(if self.$register & 1 << $bit != 0 && self.saved & $saved == $saved {
                    features.0 |= const { Features::named(&[$name]).0 };
                })*
                features
            }
        }

        /// Removes features that depend on a missing one.
        fn consistent(mut features: Features) -> Features {
            $(if !features.contain(const { Features::named(&[$($implied),*]) }) {
                features.0 &= const { !Features::named(&[$name]).0 };
            })*
            features
        }
    };
}

super::list::features! { features }

/// Defines [`by_cpufeatures`] from sets of features.
macro_rules! sets {
    ($($set:ident [$($name:tt),*];)*) => {
        /// Returns the features of the sets that `cpufeatures` detects, and all that are in no set.
        fn by_cpufeatures() -> Features {
            $(cpufeatures::new!($set, $($name),*);)*
            let mut features = Features(!0);
            $(if !$set::get() {
                features.0 &= const { !Features::named(&[$($name),*]).0 };
            })*
            features
        }
    };
}

// A set is not used in part: a level that needs one of its features needs all, or its features depend on
// them. The macro makes a module with ten functions for each set, so there are few.
//
// LZCNT, F16C and AVX-512 VNNI are in no set, because `cpufeatures` does not support them, nor is GFNI, for which it
// requires that `zmm` is saved, although CPUs without AVX-512 (Alder Lake, Gracemont) have GFNI for `ymm`.
sets! {
    general ["popcnt", "bmi1", "bmi2"];
    avx2 ["avx", "avx2"];
    avx512 ["fma", "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"];
    avx512_vbmi ["avx512vbmi", "avx512vbmi2", "avx512bitalg", "avx512vpopcntdq"];
    products ["pclmulqdq"];
}

impl Cpu {
    /// Reads the registers of this CPU.
    #[allow(unused_unsafe)] // `__cpuid_count` became safe after the minimum supported Rust version.
    fn this() -> Self {
        // SAFETY: this is compiled only where the build enables SSE2, and every CPU with SSE2 has CPUID.
        Self::read(
            |leaf| unsafe { __cpuid_count(leaf, 0) },
            || {
                // SAFETY: `read` calls this only if OSXSAVE reports that the instruction exists.
                unsafe { _xgetbv(0) }
            },
        )
    }

    fn read(cpuid: impl Fn(u32) -> CpuidResult, xgetbv: impl FnOnce() -> u64) -> Self {
        // A CPU returns the values of another leaf for a leaf that does not exist.
        let nothing = CpuidResult { eax: 0, ebx: 0, ecx: 0, edx: 0 };
        let leaf = |leaf, highest| if leaf <= highest { cpuid(leaf) } else { nothing };
        let (basic, extended) = (cpuid(0), cpuid(0x8000_0000).eax);
        let (leaf_1, leaf_7) = (leaf(1, basic.eax), leaf(7, basic.eax));
        Self {
            vendor: [basic.ebx, basic.edx, basic.ecx],
            leaf_1_ecx: leaf_1.ecx,
            leaf_7_ebx: leaf_7.ebx,
            leaf_7_ecx: leaf_7.ecx,
            extended_1_ecx: leaf(0x8000_0001, extended).ecx,
            saved: if leaf_1.ecx & OSXSAVE != 0 { xgetbv() } else { 0 },
        }
    }

    /// Returns the features that can be used.
    pub(crate) fn features(&self) -> Features {
        let mut features = consistent(self.reported());
        // Erratum SKL052: Intel's Pentium and Celeron CPUs of the Skylake generations report BMI1 and BMI2,
        // like the Core CPUs with the same silicon, but do not have them. They do not report AVX, which all
        // other Intel CPUs with BMI do.
        if self.vendor == INTEL && !features.contain(const { Features::named(&["avx"]) }) {
            features.0 &= const { !Features::named(&["bmi1", "bmi2"]).0 };
        }
        features
    }
}

/// Returns the features that both implementations detect on this CPU.
pub(super) fn ask() -> Features {
    // Enclaves cannot execute CPUID, and without an operating system no registers are saved.
    if cfg!(any(target_env = "sgx", target_os = "none", target_os = "uefi")) {
        return Features::NONE;
    }
    Features(Cpu::this().features().0 & by_cpufeatures().0)
}

#[cfg(test)]
mod tests {
    use super::super::OF_BUILD;
    use super::*;

    /// Checks that both implementations agree on this CPU, and that they detect the features that the build
    /// enables.
    #[test]
    fn the_readings_agree_on_this_cpu() {
        let (ours, theirs) = (Cpu::this().features(), by_cpufeatures());
        assert_eq!(ask(), Features(ours.0 & theirs.0));
        assert!(ours.contain(OF_BUILD), "{ours:x?} {OF_BUILD:x?}");
    }
    #[test]
    fn only_leaves_that_are_there_are_read() {
        let leaves = [
            (0, CpuidResult { eax: 7, ebx: 1, ecx: 3, edx: 2 }),
            (1, CpuidResult { eax: !0, ebx: !0, ecx: 0x0800_0010, edx: !0 }),
            (7, CpuidResult { eax: !0, ebx: 0x70, ecx: 0x71, edx: !0 }),
            (0x8000_0000, CpuidResult { eax: 0x8000_0001, ebx: !0, ecx: !0, edx: !0 }),
            (0x8000_0001, CpuidResult { eax: !0, ebx: !0, ecx: 0x81, edx: !0 }),
        ];
        let read = |highest, extended, leaf_1| {
            let cpuid = |leaf| {
                let (_, mut result) =
                    leaves[leaves.iter().position(|&(number, _)| number == leaf).expect("a leaf")];
                match leaf {
                    0 => result.eax = highest,
                    1 => result.ecx = leaf_1,
                    0x8000_0000 => result.eax = extended,
                    _ => {}
                }
                result
            };
            Cpu::read(cpuid, || if leaf_1 == 0x10 { panic!("there is no XGETBV") } else { 0xe7 })
        };
        let all = Cpu {
            vendor: [1, 2, 3],
            leaf_1_ecx: 0x0800_0010,
            leaf_7_ebx: 0x70,
            leaf_7_ecx: 0x71,
            extended_1_ecx: 0x81,
            saved: 0xe7,
        };
        assert_eq!(read(7, 0x8000_0001, 0x0800_0010), all);
        assert_eq!(read(0x20, 0x8000_0008, 0x0800_0010), all);
        assert_eq!(read(6, 0x8000_0001, 0x0800_0010), Cpu { leaf_7_ebx: 0, leaf_7_ecx: 0, ..all });
        assert_eq!(read(7, 0x8000_0000, 0x0800_0010), Cpu { extended_1_ecx: 0, ..all });
        assert_eq!(read(7, 0, 0x0800_0010), Cpu { extended_1_ecx: 0, ..all });
        assert_eq!(read(7, 0x8000_0001, 0x10), Cpu { leaf_1_ecx: 0x10, saved: 0, ..all });
    }
}
