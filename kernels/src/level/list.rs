//! The one list of levels, best first: rows, and the types that they name.
//!
//! A row says what the CPU has, each feature once; whether a build that enables all of that leaves nothing to choose at
//! run time; the lanes, and the ways in which they do what the CPU has no instruction for; the formulas that measure
//! fastest for one slider, for one bishop (two lines only), for many sliders, for all sliders of a position, for many
//! positions and for one; then the kernels that the level has beside those over lanes.
//!
//! The rows are handed to a macro: [`token`](super::token) makes the tokens of them, [`expand`](super::expand) the rest.

#[cfg(target_feature = "sse2")]
macro_rules! levels {
    ($then:ident) => {
        $crate::level::list::and_everywhere! { $then;
            /// AVX-512 with VBMI, VBMI2, BITALG, VPOPCNTDQ and GFNI: Ice Lake, Zen 4 and later.
            Avx512Vbmi "avx512-vbmi" {
                needs: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2", "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx512bitalg", "avx512vpopcntdq", "gfni"],
                fixed: true,
                four_lanes: Avx2X4<Self>,
                slider_lanes: Avx512X8<Self>,
                ways: [Avx2Level::Way = LeadingZeros<Affine>, Avx512Level::WideWay = Affine],
                single: ObstructionSum,
                bishop: HyperbolaQuintessenceFirstRank,
                batch: ForAvx512Vbmi,
                position: SharedGroups<OneGroup<sliders::OneByOne>>,
                positions: InLanes<Avx512X8<Self>, ByTransposition>,
                one_position: InDirections<Avx512X8<Self>>,
                singles: [],
                batches: [ForAvx512Vbmi],
            }

            /// AVX-512 with F, BW, CD, DQ and VL: Skylake-X and later.
            Avx512 "avx512" {
                needs: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2", "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"],
                fixed: true,
                four_lanes: Avx2X4<Self>,
                slider_lanes: Avx512X8<Self>,
                ways: [Avx2Level::Way = LeadingZeros<Shuffles>, Avx512Level::WideWay = Shuffles],
                single: ObstructionSum,
                bishop: HyperbolaQuintessenceFirstRank,
                batch: ForAvx512,
                position: sliders::OneByOne,
                positions: InLanes<Avx512X8<Self>, ByEastSubtraction>,
                one_position: InDirections<Avx512X8<Self>>,
                singles: [],
                batches: [ForAvx512],
            }

            /// AVX2 and GFNI without AVX-512: Alder Lake, Gracemont and the like.
            Avx2Gfni "avx2-gfni" {
                needs: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2", "gfni"],
                fixed: true,
                four_lanes: Avx2X4<Self>,
                slider_lanes: Avx2X4<Self>,
                ways: [Avx2Level::Way = Affine],
                single: HyperbolaQuintessence,
                bishop: HyperbolaQuintessenceFirstRank,
                batch: ForAvx2Gfni,
                position: SharedGroups<sliders::OneByOne>,
                positions: InLanes<Avx2X4<Self>, ByTransposition>,
                one_position: InDirections<Avx2Directions<Self>>,
                singles: [],
                batches: [ForAvx2Gfni],
            }

            /// AVX2, with BMI1, BMI2, LZCNT and POPCNT: Haswell, Excavator, Zen and later.
            Avx2 "avx2" {
                needs: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2"],
                fixed: true,
                four_lanes: Avx2X4<Self>,
                slider_lanes: Avx2X4<Self>,
                ways: [Avx2Level::Way = Shuffles],
                single: HyperbolaQuintessenceFirstRank,
                bishop: HyperbolaQuintessenceFirstRank,
                batch: LinesOrOneByOne<HyperbolaQuintessenceFirstRank>,
                position: sliders::OneByOne,
                positions: InLanes<Avx2X4<Self>, ByEastSubtraction>,
                one_position: InDirections<Avx2Directions<Self>>,
                singles: [],
                batches: [],
            }

            /// Plain words with LZCNT, BMI1, BMI2 and POPCNT.
            Lzcnt "lzcnt" {
                needs: ["popcnt", "lzcnt", "bmi1", "bmi2"],
                // The CPU may have vectors that the build does not name.
                fixed: false,
                four_lanes: ScalarX4<Self>,
                slider_lanes: ScalarX4<Self>,
                ways: [],
                single: HyperbolaQuintessenceFirstRank,
                bishop: HyperbolaQuintessenceFirstRank,
                batch: OneByOne<HyperbolaQuintessenceFirstRank>,
                position: sliders::OneByOne,
                positions: InLanes<ScalarX1<Self>, ByDoubling>,
                one_position: InLanes<ScalarX1<Self>, ByDoubling>,
                singles: [SbamgLookup, LineStates, LineStatesCompact],
                batches: [OneByOne<HyperbolaQuintessenceFirstRank>],
            }
        }
    };
}

#[cfg(target_arch = "aarch64")]
macro_rules! levels {
    ($then:ident) => {
        $crate::level::list::and_everywhere! { $then;
            /// NEON, which every 64-bit Arm CPU has.
            Neon "neon" {
                needs: ["neon"],
                // False as soon as a level above is to be chosen at run time.
                fixed: true,
                four_lanes: NeonX4<Self>,
                slider_lanes: NeonX4<Self>,
                ways: [],
                single: HyperbolaQuintessence,
                bishop: HyperbolaQuintessence,
                batch: LinesOrOneByOne<HyperbolaQuintessence>,
                position: sliders::OneByOne,
                positions: InLanes<NeonX4<Self>, ByMirror>,
                one_position: InLanes<ScalarX1<Self>, ByDoubling>,
                singles: [],
                batches: [],
            }
        }
    };
}

#[cfg(not(any(target_feature = "sse2", target_arch = "aarch64")))]
macro_rules! levels {
    ($then:ident) => {
        $crate::level::list::and_everywhere! { $then; }
    };
}

/// The rows of an architecture and then those of every architecture.
macro_rules! and_everywhere {
    ($then:ident; $($rows:tt)*) => {
        $then! {
            $($rows)*

            /// What the build enables for every CPU it runs on: SSE2, NEON or simd128 by the `wide` crate, or plain words.
            ///
            /// Its lanes are those of `wide` on 32-bit x86 and on wasm, where they gain something, and wherever
            /// `quadline-kernels` is asked for its feature `wide`; elsewhere they are plain words, which are as fast there.
            Portable "portable" {
                needs: [],
                fixed: cfg!(target_feature = "simd128"),
                four_lanes: PortableX4<Self>,
                slider_lanes: PortableX4<Self>,
                ways: [],
                single: PortableFormula,
                bishop: PortableFormula,
                batch: PortableBatch,
                position: sliders::OneByOne,
                positions: InLanes<ScalarX1<Self>, ByDoubling>,
                one_position: InLanes<ScalarX1<Self>, ByDoubling>,
                singles: [SbamgLookup],
                batches: [OneByOne<SbamgLookup>],
            }

            /// Plain words: no feature at all.
            Scalar "scalar" {
                needs: [],
                fixed: false,
                four_lanes: ScalarX4<Self>,
                slider_lanes: ScalarX4<Self>,
                ways: [],
                single: ScalarFormula,
                bishop: ScalarFormula,
                batch: ScalarBatch,
                position: sliders::OneByOne,
                positions: InLanes<ScalarX1<Self>, ByDoubling>,
                one_position: InLanes<ScalarX1<Self>, ByDoubling>,
                singles: [SbamgLookup, LineStates, LineStatesCompact],
                batches: [OneByOne<SbamgLookup>],
            }
        }
    };
}

pub(crate) use {and_everywhere, levels};

/// The names of all levels on all architectures, best first: [`Level::NAME`](super::Level::NAME) of each.
pub const NAMES: [&str; 8] =
    ["avx512-vbmi", "avx512", "avx2-gfni", "avx2", "neon", "lzcnt", "portable", "scalar"];
