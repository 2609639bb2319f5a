//! The list of levels, best first.
//!
//! To add a level, add a row. [`define_levels!`](super::define) expands the rows to tokens, trait
//! implementations and the functions of each level. The fields of a row are:
//!
//! * `on`: the targets on which the level exists, as an attribute `cfg(..)`;
//! * `needs`: the required CPU features, each by its name in `target_feature`;
//! * `fixed`: whether a build that enables all of them leaves nothing to choose at run time;
//! * `four_lanes`, `slider_lanes`: the lane types of the level;
//! * `bit_tricks`: the substitutes of these lanes for instructions that the CPU does not have;
//! * `single`, `bishop`, `batch`, `sliders`, `positions`, `one_position`, `lists`, `successors`,
//!   `successor_counts`, `threats`, `threat_changes`: the kernels that measure fastest for one slider, for one
//!   bishop (which has two lines only), for a batch of sliders, for all sliders of a position, for many
//!   positions, for one position, for lists of legal moves, for the positions after each legal move, for the
//!   numbers of their legal moves, for all threats of a position, and for the threats that a move changes;
//! * `singles`, `batches`: further kernels to test and time by name. The formulas over lanes are tested at
//!   every level anyway.
//!
//! The first number in `CountsInRanks` is the least number of positions for which legal moves are counted in byte lanes. At
//! that number, a group that is filled up with empty boards takes no longer than the other kernel on any CPU measured: 17
//! and 49 were enough on family 6, model 167, but 17 to 24 positions took up to 1.16 times as long on Zen 4 with AVX2, and
//! 25 to 28 1.09 times on Zen 5 with `avx2-gfni`. The second number is the least rest for a last group, and the third is the
//! least number above one group. With these, none of 1 to 140 positions, and of twelve numbers up to 2,000, took more than
//! 1.04 times as long as without byte lanes in repeated runs on Zen 5. With a small rest for the other kernel, 65 to 127
//! took up to 1.2 times as long. The numbers in `ChecksInRanks` and `AttackedInRanks` are the least rests for which a group
//! that overlaps the one before takes no longer (Zen 4).
//!
//! Those of `neon` are estimates: llvm-mca 14 gives byte lanes 0.39 of the cycles of the other kernel for counts, 0.47 for
//! attacked squares and 0.56 for checks on an Apple M1, and 0.50, 0.75 and 0.97 on a Neoverse N1.
//!
//! With AVX-512, checks have no byte lanes. In 64 lanes they took 1.05 times as long as with a position in each lane on
//! Zen 4, which executes 512-bit instructions in two halves and takes two cycles to store 512 bits, and as long on Zen 5. In 32
//! lanes they took 0.80 times as long on Zen 4 but 1.19 times on Zen 5. llvm-mca estimates 0.70 and 1.00 for Ice Lake, and 1.2
//! for 32 lanes on Skylake-X.
//!
//! WebAssembly has no byte lanes. With simd128 in Node.js 20 on Zen 4, counts in 16 byte lanes took 1.25 times as long as in
//! words. V8 makes about 70 kB of instructions of the 2,400 vector operations of a group.

use super::compiled::compiled_calls;
#[allow(unused_imports)] // No target uses all of them.
use super::row_types::*;

super::define::define_levels! { $
    /// AVX-512 with VBMI, VBMI2, BITALG, VPOPCNTDQ and GFNI: Ice Lake, Zen 4 and later.
    Avx512Vbmi "avx512-vbmi" {
        on: cfg(target_feature = "sse2"),
        needs: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2", "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx512bitalg", "avx512vpopcntdq", "gfni"],
        fixed: true,
        four_lanes: Avx2X4<Self>,
        slider_lanes: Avx512X8<Self>,
        bit_tricks: [Avx2Level::BitTricks = LeadingZeros<Affine>, Avx512Level::WideBitTricks = Affine],
        single: ObstructionSum,
        bishop: HyperbolaQuintessenceFirstRank,
        batch: ForAvx512Vbmi,
        sliders: SharedGroups<OneGroup<InPairs<ObstructionSum>>>,
        positions: CountsInRanks<Avx512Bytes<Self>, 64, 24, 98, AttackedInRanks<Avx512Bytes<Self>, 58, InLanes<Avx512X8<Self>, SubtractRanksAndFiles>>>,
        one_position: InDirections<Avx512X8<Self>>,
        lists: Candidates,
        successors: FromList,
        successor_counts: ChildrenInRanks<Avx512Bytes<Self>>,
        threats: InLineOrder<Avx512Bytes<Self>>,
        packed: UnpackedInSquares<Avx512Bytes<Self>>,
        threat_changes: SeenByVectors<Avx512Rays<Self>>,
        singles: [],
        batches: [ForAvx512Vbmi],
    }

    /// AVX-512 with F, BW, CD, DQ and VL: Skylake-X and later.
    Avx512 "avx512" {
        on: cfg(target_feature = "sse2"),
        needs: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2", "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"],
        fixed: true,
        four_lanes: Avx2X4<Self>,
        slider_lanes: Avx512X8<Self>,
        bit_tricks: [Avx2Level::BitTricks = LeadingZeros<Shuffles>, Avx512Level::WideBitTricks = Shuffles],
        single: ObstructionSum,
        bishop: HyperbolaQuintessenceFirstRank,
        batch: ForAvx512,
        sliders: InPairs<ObstructionSum>,
        positions: CountsInRanks<Avx512Bytes<Self>, 64, 16, 80, AttackedInRanks<Avx512Bytes<Self>, 52, InLanes<Avx512X8<Self>, SubtractRanksEast>>>,
        one_position: InDirections<Avx512X8<Self>>,
        lists: Lines<InDirections<Avx2Directions<Self>>, InRegisters>,
        successors: FromList,
        successor_counts: ChildrenInRanks<Avx512Bytes<Self>>,
        threats: InLineOrder<Avx2List<Self>>,
        packed: UnpackedInSquares<Avx2Squares<Self>>,
        threat_changes: SeenByVectors<Avx2Rays<Self>>,
        singles: [],
        batches: [ForAvx512],
    }

    /// AVX2 and GFNI without AVX-512: Alder Lake, Gracemont and similar CPUs.
    Avx2Gfni "avx2-gfni" {
        on: cfg(target_feature = "sse2"),
        needs: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2", "gfni"],
        fixed: true,
        four_lanes: Avx2X4<Self>,
        slider_lanes: Avx2X4<Self>,
        bit_tricks: [Avx2Level::BitTricks = Affine],
        single: HyperbolaQuintessence,
        bishop: HyperbolaQuintessenceFirstRank,
        batch: ForAvx2Gfni,
        sliders: InPairs<HyperbolaQuintessence>,
        positions: CountsInRanks<Avx2Bytes<Self>, 29, 25, 33, ChecksInRanks<Avx2Bytes<Self>, 24, AttackedInRanks<Avx2Bytes<Self>, 23, InLanes<Avx2X4<Self>, SubtractRanksAndFiles>>>>,
        one_position: InDirections<Avx2Directions<Self>>,
        lists: Lines<InDirections<Avx2Directions<Self>>, InRegisters>,
        successors: FromList,
        successor_counts: ChildrenInRanks<Avx2Bytes<Self>>,
        threats: InLineOrder<Avx2List<Self>>,
        packed: UnpackedInSquares<Avx2Squares<Self>>,
        threat_changes: SeenByVectors<Avx2Rays<Self>>,
        singles: [],
        batches: [ForAvx2Gfni],
    }

    /// AVX2, with BMI1, BMI2, LZCNT and POPCNT: Haswell, Excavator, Zen and later.
    Avx2 "avx2" {
        on: cfg(target_feature = "sse2"),
        needs: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2"],
        fixed: true,
        four_lanes: Avx2X4<Self>,
        slider_lanes: Avx2X4<Self>,
        bit_tricks: [Avx2Level::BitTricks = Shuffles],
        single: HyperbolaQuintessenceFirstRank,
        bishop: HyperbolaQuintessenceFirstRank,
        batch: LinesOrOneByOne<HyperbolaQuintessenceFirstRank>,
        sliders: InPairs<HyperbolaQuintessenceFirstRank>,
        positions: CountsInRanks<Avx2Bytes<Self>, 25, 25, 33, ChecksInRanks<Avx2Bytes<Self>, 24, AttackedInRanks<Avx2Bytes<Self>, 23, InLanes<Avx2X4<Self>, SubtractRanksEast>>>>,
        one_position: InDirections<Avx2Directions<Self>>,
        lists: Lines<InDirections<Avx2Directions<Self>>, InRegisters>,
        successors: FromList,
        successor_counts: ChildrenInRanks<Avx2Bytes<Self>>,
        threats: InLineOrder<Avx2List<Self>>,
        packed: UnpackedInSquares<Avx2Squares<Self>>,
        threat_changes: SeenByVectors<Avx2Rays<Self>>,
        singles: [],
        batches: [],
    }

    /// NEON, which every 64-bit Arm CPU has.
    ///
    /// By estimate, plain words are faster for one slider on some cores; the [guide](crate::formula::guide) names them.
    Neon "neon" {
        on: cfg(target_arch = "aarch64"),
        needs: ["neon"],
        // To be changed when a level is added above it.
        fixed: true,
        four_lanes: NeonX4<Self>,
        slider_lanes: NeonX4<Self>,
        bit_tricks: [],
        single: HyperbolaQuintessence,
        bishop: HyperbolaQuintessence,
        batch: LinesOrOneByOne<HyperbolaQuintessence>,
        sliders: SliderBySlider<HyperbolaQuintessence>,
        positions: CountsInRanks<NeonBytes<Self>, 12, 12, 17, ChecksInRanks<NeonBytes<Self>, 14, AttackedInRanks<NeonBytes<Self>, 12, InLanes<NeonX4<Self>, SubtractRanks>>>>,
        one_position: InLanes<ScalarX1<Self>, AllKoggeStone>,
        lists: Lines<InLanes<ScalarX1<Self>, AllKoggeStone>, InWords>,
        successors: FromList,
        successor_counts: ChildrenInRanks<NeonBytes<Self>>,
        threats: PieceByPiece,
        packed: UnpackedOneByOne,
        threat_changes: SeenByWords,
        singles: [],
        batches: [],
    }

    /// No vectors; LZCNT, BMI1, BMI2 and POPCNT.
    Lzcnt "lzcnt" {
        on: cfg(target_feature = "sse2"),
        needs: ["popcnt", "lzcnt", "bmi1", "bmi2"],
        // The CPU may have vectors that the build does not enable.
        fixed: false,
        four_lanes: ScalarX4<Self>,
        slider_lanes: ScalarX4<Self>,
        bit_tricks: [],
        single: WordsFormula,
        bishop: WordsFormula,
        batch: OneByOne<WordsFormula>,
        sliders: ByKind<WordsFormula>,
        positions: InLanes<ScalarX1<Self>, AllKoggeStone>,
        one_position: InLanes<ScalarX1<Self>, AllKoggeStone>,
        lists: Lines<InLanes<ScalarX1<Self>, AllKoggeStone>, InWords>,
        successors: RoleByRole,
        successor_counts: Played,
        threats: PieceByPiece,
        packed: UnpackedOneByOne,
        threat_changes: SeenByWords,
        singles: [OnWords<SbamgLookup>, OnWords<Kindergarten>, OnWords<KindergartenHalves>, OnWords<LineStates>, OnWords<LineStatesCompact>],
        batches: [OneByOne<WordsFormula>],
    }

    /// The features that the build enables for every CPU it runs on.
    ///
    /// The lanes are those of the `wide` crate (SSE2, NEON or simd128) on 32-bit x86, where they are faster
    /// than integers, and wherever the feature `wide` of `quadline-kernels` is enabled. Elsewhere they are
    /// integers. One slider is computed with integers everywhere.
    Portable "portable" {
        on: cfg(all()),
        needs: [],
        // If no level above exists, this one is at least as good as `scalar`, so there is nothing to choose.
        fixed: cfg!(not(any(target_feature = "sse2", target_arch = "aarch64"))),
        four_lanes: PortableX4<Self>,
        slider_lanes: PortableX4<Self>,
        bit_tricks: [],
        single: WordsFormula,
        bishop: WordsFormula,
        batch: PortableBatch,
        sliders: ByKind<WordsFormula>,
        positions: InLanes<ScalarX1<Self>, AllKoggeStone>,
        one_position: InLanes<ScalarX1<Self>, AllKoggeStone>,
        lists: Lines<InLanes<ScalarX1<Self>, AllKoggeStone>, InWords>,
        successors: RoleByRole,
        successor_counts: Played,
        threats: PieceByPiece,
        packed: UnpackedOneByOne,
        threat_changes: SeenByWords,
        singles: [OnWords<SbamgLookup>, OnWords<Kindergarten>, OnWords<KindergartenHalves>],
        batches: [OneByOne<WordsFormula>],
    }

    /// No vectors, and no CPU features.
    Scalar "scalar" {
        on: cfg(all()),
        needs: [],
        fixed: false,
        four_lanes: ScalarX4<Self>,
        slider_lanes: ScalarX4<Self>,
        bit_tricks: [],
        single: WordsFormula,
        bishop: WordsFormula,
        batch: OneByOne<WordsFormula>,
        sliders: ByKind<WordsFormula>,
        positions: InLanes<ScalarX1<Self>, AllKoggeStone>,
        one_position: InLanes<ScalarX1<Self>, AllKoggeStone>,
        lists: Lines<InLanes<ScalarX1<Self>, AllKoggeStone>, InWords>,
        successors: RoleByRole,
        successor_counts: Played,
        threats: PieceByPiece,
        packed: UnpackedOneByOne,
        threat_changes: SeenByWords,
        singles: [OnWords<SbamgLookup>, OnWords<Kindergarten>, OnWords<KindergartenHalves>, OnWords<LineStates>, OnWords<LineStatesCompact>],
        batches: [OneByOne<WordsFormula>],
    }
}

/// The names of the levels of all architectures, best first; see [`Level::NAME`](super::Level::NAME).
pub const NAMES: [&str; 8] =
    ["avx512-vbmi", "avx512", "avx2-gfni", "avx2", "neon", "lzcnt", "portable", "scalar"];
