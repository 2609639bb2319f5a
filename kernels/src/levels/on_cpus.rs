//! Tests the detection of levels for values of CPUID and XGETBV that imitate real CPUs.

use std::vec::Vec;

use super::cpu::{Cpu, Features};
use super::rows::Row;

const INTEL: [u32; 3] = [0x756e_6547, 0x4965_6e69, 0x6c65_746e];
const AMD: [u32; 3] = [0x6874_7541, 0x6974_6e65, 0x444d_4163];

// Leaf 1, ECX. The bits are copied from the manuals a second time; detection has its own constants.
const FMA: u32 = 1 << 12;
const POPCNT: u32 = 1 << 23;
const XSAVE: u32 = 1 << 26 | 1 << 27;
const AVX: u32 = 1 << 28;
const F16C: u32 = 1 << 29;
// Leaf 7, EBX.
const BMI: u32 = 1 << 3 | 1 << 8;
const AVX2: u32 = 1 << 5;
const SKYLAKE_X: u32 = 1 << 16 | 1 << 17 | 1 << 28 | 1 << 30 | 1 << 31;
// Leaf 7, ECX.
const VBMI: u32 = 1 << 1;
const GFNI: u32 = 1 << 8;
const ICE_LAKE: u32 = VBMI | 1 << 6 | 1 << 12 | 1 << 14;
// Leaf 0x8000_0001, ECX.
const LZCNT: u32 = 1 << 5;
// XCR0.
const SSE_SAVED: u64 = 0b11;
const AVX_SAVED: u64 = 0b111;
const AVX512_SAVED: u64 = 0b1110_0111;

const HASWELL: Cpu = Cpu {
    vendor: INTEL,
    leaf_1_ecx: POPCNT | XSAVE | AVX | FMA | F16C,
    leaf_7_ebx: BMI | AVX2,
    leaf_7_ecx: 0,
    extended_1_ecx: LZCNT,
    saved: AVX_SAVED,
};
const SKYLAKE_SERVER: Cpu = Cpu { leaf_7_ebx: BMI | AVX2 | SKYLAKE_X, saved: AVX512_SAVED, ..HASWELL };
const ICE_LAKE_CLIENT: Cpu = Cpu { leaf_7_ecx: ICE_LAKE | GFNI, ..SKYLAKE_SERVER };
const ALDER_LAKE: Cpu = Cpu { leaf_7_ecx: GFNI, ..HASWELL };
const EXCAVATOR: Cpu = Cpu { vendor: AMD, ..HASWELL };

const ALL: &str = "avx512-vbmi avx512 avx2-gfni avx2 lzcnt portable scalar";
const WITH_AVX512: &str = "avx512 avx2 lzcnt portable scalar";
const WITH_GFNI: &str = "avx2-gfni avx2 lzcnt portable scalar";
const WITH_AVX2: &str = "avx2 lzcnt portable scalar";
const WITH_WORDS: &str = "lzcnt portable scalar";
const PLAIN: &str = "portable scalar";

#[test]
fn every_cpu_gets_its_levels() {
    let without = |cpu: Cpu, leaf_1: u32, ebx: u32, ecx: u32| Cpu {
        leaf_1_ecx: cpu.leaf_1_ecx & !leaf_1,
        leaf_7_ebx: cpu.leaf_7_ebx & !ebx,
        leaf_7_ecx: cpu.leaf_7_ecx & !ecx,
        ..cpu
    };
    let cpus = [
        ("Haswell", HASWELL, WITH_AVX2),
        ("Excavator, Zen", EXCAVATOR, WITH_AVX2),
        ("Skylake-X", SKYLAKE_SERVER, WITH_AVX512),
        ("Cannon Lake", Cpu { leaf_7_ecx: VBMI, ..SKYLAKE_SERVER }, WITH_AVX512),
        ("Ice Lake", ICE_LAKE_CLIENT, ALL),
        ("Zen 4", Cpu { vendor: AMD, ..ICE_LAKE_CLIENT }, ALL),
        // GFNI without AVX-512, and an operating system that does not save `zmm`.
        ("Alder Lake", ALDER_LAKE, WITH_GFNI),
        ("N100", ALDER_LAKE, WITH_GFNI),
        ("Ice Lake, the machine hides AVX-512", without(ICE_LAKE_CLIENT, 0, SKYLAKE_X, ICE_LAKE), WITH_GFNI),
        ("Ice Lake, the system saves no zmm", Cpu { saved: AVX_SAVED, ..ICE_LAKE_CLIENT }, WITH_GFNI),
        ("Ice Lake, the system saves no upper zmm", Cpu { saved: 0b0110_0111, ..ICE_LAKE_CLIENT }, WITH_GFNI),
        ("Ice Lake, the machine hides GFNI", without(ICE_LAKE_CLIENT, 0, 0, GFNI), WITH_AVX512),
        // The compiler assumes FMA and F16C with AVX-512.
        ("Ice Lake, the machine hides FMA", without(ICE_LAKE_CLIENT, FMA, 0, 0), WITH_GFNI),
        ("Ice Lake, the machine hides F16C", without(ICE_LAKE_CLIENT, F16C, 0, 0), WITH_GFNI),
        ("Ice Lake, the machine hides AVX2", without(ICE_LAKE_CLIENT, 0, AVX2, 0), WITH_WORDS),
        ("Ice Lake, the machine hides AVX-512 F alone", without(ICE_LAKE_CLIENT, 0, 1 << 16, 0), WITH_GFNI),
        ("Ice Lake, the machine hides AVX-512 BW alone", without(ICE_LAKE_CLIENT, 0, 1 << 30, 0), WITH_GFNI),
        ("Haswell, the machine hides POPCNT", without(HASWELL, POPCNT, 0, 0), PLAIN),
        // No AVX: this is Intel's erratum SKL052, which other vendors' CPUs do not have.
        ("Pentium G4400", without(Cpu { saved: SSE_SAVED, ..HASWELL }, AVX | FMA | F16C, AVX2, 0), PLAIN),
        ("Haswell, the system saves no ymm", Cpu { saved: SSE_SAVED, ..HASWELL }, PLAIN),
        ("Zen, the system saves no ymm", Cpu { saved: SSE_SAVED, ..EXCAVATOR }, WITH_WORDS),
        ("Zen, the system knows no XSAVE", Cpu { saved: 0, ..without(EXCAVATOR, XSAVE, 0, 0) }, WITH_WORDS),
        ("Haswell, the system knows no XSAVE", Cpu { saved: 0, ..without(HASWELL, XSAVE, 0, 0) }, PLAIN),
        // Such a CPU would execute `lzcnt` as `bsr`.
        ("Haswell, the machine hides LZCNT", Cpu { extended_1_ecx: !LZCNT, ..HASWELL }, PLAIN),
        ("Ivy Bridge", Cpu { leaf_7_ebx: 0, extended_1_ecx: 0, ..HASWELL }, PLAIN),
        ("Piledriver", Cpu { vendor: AMD, leaf_7_ebx: 1 << 3, ..HASWELL }, PLAIN),
        ("Core 2", Cpu { vendor: INTEL, saved: 0, ..Cpu::default() }, PLAIN),
    ];
    for (name, cpu, expected) in cpus {
        let levels: Vec<_> = Row::of(cpu.features()).map(Row::name).collect();
        assert_eq!(levels, expected.split(' ').collect::<Vec<_>>(), "{name}");
    }
    // Each level has a CPU that supports it and, if it requires features, one that does not.
    for row in Row::ALL {
        let has = |cpu: &Cpu| cpu.features().contain(row.needs());
        assert!(cpus.iter().any(|(_, cpu, _)| has(cpu)), "no CPU with {}", row.name());
        let lacks = cpus.iter().any(|(_, cpu, _)| !has(cpu));
        assert!(lacks || row.needs() == Features::NONE, "no CPU without {}", row.name());
    }
}

/// Removes each feature of each row from an Ice Lake, and checks that exactly the levels that need it
/// disappear.
#[test]
fn every_feature_of_a_row_is_asked_for() {
    let lacking = |leaf_1: u32, ebx: u32, ecx: u32, extended: u32| Cpu {
        // A vendor without errata.
        vendor: AMD,
        leaf_1_ecx: ICE_LAKE_CLIENT.leaf_1_ecx & !leaf_1,
        leaf_7_ebx: ICE_LAKE_CLIENT.leaf_7_ebx & !ebx,
        leaf_7_ecx: ICE_LAKE_CLIENT.leaf_7_ecx & !ecx,
        extended_1_ecx: ICE_LAKE_CLIENT.extended_1_ecx & !extended,
        saved: ICE_LAKE_CLIENT.saved,
    };
    let without_vbmi = "avx512 avx2-gfni avx2 lzcnt portable scalar";
    type Registers = fn(u32) -> [u32; 4];
    let groups: [(&[u32], Registers, &str); 8] = [
        (&[POPCNT], |bit| [bit, 0, 0, 0], PLAIN),
        (&[LZCNT], |bit| [0, 0, 0, bit], PLAIN),
        (&[1 << 3, 1 << 8], |bit| [0, bit, 0, 0], PLAIN),
        (&[AVX], |bit| [bit, 0, 0, 0], WITH_WORDS),
        (&[AVX2], |bit| [0, bit, 0, 0], WITH_WORDS),
        (&[FMA, F16C], |bit| [bit, 0, 0, 0], WITH_GFNI),
        (&[1 << 16, 1 << 17, 1 << 28, 1 << 30, 1 << 31], |bit| [0, bit, 0, 0], WITH_GFNI),
        (&[1 << 1, 1 << 6, 1 << 12, 1 << 14], |bit| [0, 0, bit, 0], without_vbmi),
    ];
    for (bits, registers, expected) in groups {
        for &bit in bits {
            let [leaf_1, ebx, ecx, extended] = registers(bit);
            let cpu = lacking(leaf_1, ebx, ecx, extended);
            let levels: Vec<_> = Row::of(cpu.features()).map(Row::name).collect();
            assert_eq!(levels, expected.split(' ').collect::<Vec<_>>(), "{cpu:x?}");
        }
    }
    let levels: Vec<_> = Row::of(lacking(0, 0, GFNI, 0).features()).map(Row::name).collect();
    assert_eq!(levels, WITH_AVX512.split(' ').collect::<Vec<_>>());
}
