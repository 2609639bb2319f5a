//! The list of levels, best first.
//!
//! To add a level, add a row. [`define_levels!`](super::define) expands the rows to tokens, trait
//! implementations and the functions of each level. The fields of a row are:
//!
//! * `on`: the targets on which the level exists, as an attribute `cfg(..)`. The levels of x86 can be left
//!   out of a build with `--cfg quadline_without="NAME"`;
//! * `same_as`: the row with the same kernels on other targets, where the level is another name for it;
//! * `needs`: the required CPU features, each by its name in `target_feature`;
//! * `fixed`: whether a build that enables all of them leaves nothing to choose at run time;
//! * `four_lanes`, `slider_lanes`: the lane types of the level;
//! * `bit_tricks`: the substitutes of these lanes for instructions that the CPU does not have;
//! * `kernels`: the kernels that measure fastest for each purpose, see [`Kernels`](super::Kernels), or one of
//!   the sets that rows share, see [`kernels!`](super::kernels). The lengths from which a kernel for many is
//!   used are in the plans ([sliders](crate::batch::plans),
//!   [positions](crate::positions::ranks::rank_plans));
//! * `shares`: the calls that take the functions of another level, which has the same kernels for them and
//!   measures equal, within 2%. A program that uses them compiles and contains one function less;
//! * `singles`, `batches`: further kernels to test and time by name, if there are any. The formulas over
//!   lanes and the level's own batch kernel are tested anyway.
//!
//! WebAssembly has no byte lanes. With simd128 in Node.js 20 on Zen 4, counts in 16 byte lanes took 1.25
//! times as long as in words. V8 compiles the 2,400 vector operations of a group to about 70 kB of
//! instructions.
//!
//! # Differences between CPUs
//!
//! A row names the kernels with the least geometric mean of the times on the recorded CPUs that select it.
//! `benches/cpus.py` prints the calls at which such a CPU is faster by more than 3% at a level that needs
//! fewer features, each with its reason, and writes this table. The times of another level's kernel, with
//! that of the row as 1:
//!
//! | row and work | kernel of | Zen 4 | Zen 5 | Intel 207 | Cascade Lake | mean | choice |
//! |---|---|--:|--:|--:|--:|--:|---|
//! | `avx512-vbmi`: attacked squares of many positions | `avx2-gfni` | 0.86 | 1.22 | 1.13 |  | 1.06 | stays |
//! | `avx512`: threats of one position | `avx2` |  |  |  | 0.67 | 0.67 | shared since |
//! | `avx512`: inputs of both sides | `avx2` |  |  |  | 0.77 | 0.77 | shared since |
//! | `avx512`: a packed board | `avx2` |  |  |  | 0.93 | 0.93 | shared since |
//! | `avx2-gfni` | | | | | | | no recorded CPU selects this row |
//! | `avx2` | | | | | | | no recorded CPU selects this row |
//! | `neon` | | | | | | | no recorded CPU selects this row |
//! | `lzcnt` | | | | | | | no recorded CPU selects this row |
//!
//! Rows that no recorded CPU selects have the kernels that are fastest on the CPUs of the other rows. The
//! record of the Cascade Lake is older than its row. Chains of single sliders, in which each lookup waits for
//! the one before, are fastest on words on all four CPUs (0.73 to 0.95 of the time): the lanes are chosen for
//! independent lookups, which generators have.
//!
//! Words choose Kindergarten bitboards for one queen. SBAMG with a table of first ranks takes 0.79 of their
//! time on Zen 4, 0.96 on Zen 5 and 1.27 on the Intel (`portable`, shape `random-1024`), 0.99 in the mean.

use super::compiled::compiled_calls;
#[allow(unused_imports)] // No target uses all of them.
use super::row_types::*;

super::define::define_levels! { $
    /// AVX-512 with VBMI, VBMI2, BITALG, VPOPCNTDQ and GFNI: Ice Lake, Zen 4 and later.
    Avx512Vbmi "avx512-vbmi" {
        on: cfg(all(target_feature = "sse2", not(quadline_without = "avx512-vbmi"))),
        needs: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2", "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx512bitalg", "avx512vpopcntdq", "gfni"],
        fixed: true,
        four_lanes: Avx2X4<Self>,
        slider_lanes: Avx512X8<Self>,
        bit_tricks: [Avx2Level::BitTricks = LeadingZeros<Affine>, Avx512Level::WideBitTricks = Affine],
        kernels: {
            single: ObstructionSum,
            bishop: HyperbolaQuintessenceFirstRank,
            batch: ForAvx512Vbmi,
            groups: InLanes<Avx512X8<Self>, SubtractRanksAndFiles>,
            attacked: InRanks<Avx512Bytes<Self>, Avx512VbmiPlan>,
            checks: InGroups,
            counts: InRanks<Avx512Bytes<Self>, Avx512VbmiPlan>,
            one_position: InDirections<Avx512X8<Self>>,
            lists: Candidates,
            successor_counts: ChildrenInRanks<Avx512Bytes<Self>>,
            threats: InLineOrder<Avx512Bytes<Self>>,
            packed: PackedInSquares<Avx512Bytes<Self>>,
            keys: KeysByCodes<Avx512Bytes<Self>, 24, 9>,
            numbered: NumberedInLanes<Avx512X8<Self>, ObstructionSum>,
            threat_changes: SeenByVectors<Avx512Rays<Self>>,
        },
        shares: [],
    }

    /// AVX-512 with F, BW, CD, DQ and VL: Skylake-X, Skylake-SP, Cascade Lake and Cooper Lake. Later CPUs
    /// have VBMI as well.
    ///
    /// On these CPUs, one instruction with a 512-bit register lowers the clock for everything that the thread
    /// executes in the next 0.7 ms, from 3.1 to 2.7 GHz on a Cascade Lake, and each change stops the core for
    /// 10 µs or more. One position is therefore computed in 256-bit registers, with the instructions of
    /// AVX-512: in a trial that changed nothing but `one_position`, a search by methods of `Position` took
    /// 0.86 of the time, and 0.95 of its time at `avx2` (Cascade Lake, family 6, model 85). Batches have 512
    /// bits from the lengths where they paid there: 128 sliders, or 256 positions.
    Avx512 "avx512" {
        on: cfg(all(target_feature = "sse2", not(quadline_without = "avx512"))),
        needs: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2", "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"],
        fixed: true,
        four_lanes: Avx2X4<Self>,
        slider_lanes: Avx512X8<Self>,
        bit_tricks: [Avx2Level::BitTricks = LeadingZeros<Shuffles>, Avx512Level::WideBitTricks = Shuffles],
        // 512 bits: `batch_rook_attacks`, `batch_rook_attacks_on`, `batch_bishop_attacks`,
        // `batch_bishop_attacks_on`, `batch_queen_attacks`, `batch_queen_attacks_on`,
        // `batch_rook_and_bishop_attacks`, `batch_attacked_squares`, `batch_checks_and_pins`,
        // `batch_legal_move_counts`, `add_successors`, `finish_successors` and `batch_successor_move_counts`;
        // `legal_moves`, `legal_moves_selected`, `list_selected`, `write_moves` and `write_moves_selected`
        // for more than eight pawns of a side. `ci/wide-registers.py` checks that all other calls use 256
        // bits. `numbered` is not a call: a reader of training data uses it for as long as it reads.
        kernels: {
            single: ObstructionSum,
            bishop: HyperbolaQuintessenceFirstRank,
            batch: ForAvx512,
            groups: InLanes<Avx2X4<Self>, SubtractRanksEast>,
            attacked: InRanks<Avx512Bytes<Self>, Avx512Plan>,
            checks: InGroupsOf<256, InLanes<Avx512X8<Self>, SubtractRanksEast>>,
            counts: InRanks<Avx512Bytes<Self>, Avx512Plan>,
            one_position: InDirections<Avx2Directions<Self>>,
            lists: Lines<InDirections<Avx2Directions<Self>>, InRegisters>,
            successor_counts: ChildrenInRanks<Avx512Bytes<Self>>,
            threats: InLineOrder<Avx2List<Self>>,
            packed: PackedInSquares<Avx2Squares<Self>>,
            keys: KeysByCodes<Avx2Bytes<Self>, 28, 9>,
            numbered: NumberedInLanes<Avx512X8<Self>, ObstructionSum>,
            threat_changes: SeenByVectors<Avx2Rays<Self>>,
        },
        // Compiled for AVX-512, these copy and clear whole cache lines with 512 bits.
        shares: [Avx2 unless quadline_without = "avx2":
            legal_moves_of_many successors batch_play batch_zobrist_keys next_ply play_san
            threats batch_threats threat_inputs threat_inputs_of_both batch_threat_inputs batch_threat_inputs_csr
            threat_changes mailbox_threat_changes mailbox_ref_threat_changes mailbox_ref_threat_changes_into
            position_from_nibbles position_from_nibbles_unchecked batch_from_nibbles batch_from_nibbles_unchecked batch_to_nibbles
        ],
    }

    /// AVX2 and GFNI without AVX-512: Alder Lake, Gracemont and similar CPUs.
    Avx2Gfni "avx2-gfni" {
        on: cfg(all(target_feature = "sse2", not(quadline_without = "avx2-gfni"))),
        needs: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2", "gfni"],
        fixed: true,
        four_lanes: Avx2X4<Self>,
        slider_lanes: Avx2X4<Self>,
        bit_tricks: [Avx2Level::BitTricks = Affine],
        kernels: {
            single: HyperbolaQuintessence,
            batch: ForAvx2Gfni,
            fills: SubtractRanksAndFiles,
            plan: Avx2GfniPlan,
            ..avx2
        },
        shares: [Avx2 unless quadline_without = "avx2":
            legal_move_count legal_move_count_out_of_line legal_moves legal_moves_selected list_selected write_moves write_moves_selected successors
            batch_zobrist_keys
            threats batch_threats threat_inputs threat_inputs_of_both batch_threat_inputs batch_threat_inputs_csr
            threat_changes mailbox_threat_changes mailbox_ref_threat_changes mailbox_ref_threat_changes_into
            inputs_of_threats inputs_of_threats_of_both
        ],
    }

    /// AVX2, with BMI1, BMI2, LZCNT and POPCNT: Haswell, Excavator, Zen and later.
    Avx2 "avx2" {
        on: cfg(all(target_feature = "sse2", not(quadline_without = "avx2"))),
        needs: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2"],
        fixed: true,
        four_lanes: Avx2X4<Self>,
        slider_lanes: Avx2X4<Self>,
        bit_tricks: [Avx2Level::BitTricks = Shuffles],
        kernels: {
            single: HyperbolaQuintessenceFirstRank,
            batch: LinesOrOneByOne<HyperbolaQuintessenceFirstRank>,
            fills: SubtractRanksEast,
            plan: Avx2Plan,
            ..avx2
        },
        shares: [],
    }

    /// NEON, which every 64-bit Arm CPU has.
    ///
    /// By estimate, other formulas are faster for one slider on some cores; the
    /// [guide](crate::formula::guide) names them.
    Neon "neon" {
        on: cfg(target_arch = "aarch64"),
        needs: ["neon"],
        // To be changed when a level is added above it.
        fixed: true,
        four_lanes: NeonX4<Self>,
        slider_lanes: NeonX4<Self>,
        bit_tricks: [],
        kernels: {
            single: HyperbolaQuintessence,
            bishop: HyperbolaQuintessence,
            batch: LinesOrOneByOne<HyperbolaQuintessence>,
            groups: InLanes<NeonX4<Self>, SubtractRanks>,
            attacked: InRanks<NeonBytes<Self>, NeonPlan>,
            checks: InRanks<NeonBytes<Self>, NeonPlan>,
            counts: InRanks<NeonBytes<Self>, NeonPlan>,
            one_position: SliderBySlider<WordsFormula>,
            lists: Lines<SliderBySlider<WordsFormula>, InWords>,
            successor_counts: ChildrenInRanks<NeonBytes<Self>>,
            threats: PieceByPiece,
            packed: PackedOneByOne,
            keys: KeysByCodes<NeonBytes<Self>, 32, 8>,
            numbered: NumberedOneByOne,
            threat_changes: SeenByVectors<NeonRays<Self>>,
        },
        shares: [],
        singles: [OnWords<Kindergarten>],
    }

    /// No vectors; LZCNT, BMI1, BMI2 and POPCNT.
    ///
    /// Haswell, Zen and later CPUs use it in virtual machines that hide AVX2, and under operating systems
    /// that do not save the wide registers (without XSAVE). Counts take 0.85 of the time of `scalar` there,
    /// lists of moves 0.89, and checks, threats and exchanges as long (Zen 5, 2,048 positions; the record of
    /// that CPU in the bench package).
    Lzcnt "lzcnt" {
        on: cfg(all(target_feature = "sse2", not(quadline_without = "lzcnt"))),
        needs: ["popcnt", "lzcnt", "bmi1", "bmi2"],
        // The CPU may have vectors that the build does not enable.
        fixed: false,
        four_lanes: ScalarX4<Self>,
        slider_lanes: ScalarX4<Self>,
        bit_tricks: [],
        kernels: {
            single: WordsFormula,
            batch: OneByOne<WordsFormula>,
            ..words
        },
        // The only calls that take as long with and without these instructions, on all CPUs of the records.
        shares: [Portable unless any(): attacked_squares batch_attacked_squares],
        singles: [OnWords<SbamgLookup>, OnWords<Kindergarten>, OnWords<KindergartenHalves>, OnWords<LineStates>],
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
        kernels: {
            single: WordsFormula,
            batch: PortableBatch,
            ..words
        },
        shares: [],
        singles: [OnWords<SbamgLookup>, OnWords<Kindergarten>, OnWords<KindergartenHalves>, OnWords<LineStates>],
    }

    /// No vectors, and no CPU features.
    Scalar "scalar" {
        on: cfg(feature = "wide"),
        same_as: Portable where cfg(not(feature = "wide")),
        needs: [],
        fixed: false,
        four_lanes: ScalarX4<Self>,
        slider_lanes: ScalarX4<Self>,
        bit_tricks: [],
        kernels: {
            single: WordsFormula,
            batch: OneByOne<WordsFormula>,
            ..words
        },
        shares: [],
        singles: [OnWords<SbamgLookup>, OnWords<Kindergarten>, OnWords<KindergartenHalves>, OnWords<LineStates>],
    }
}

/// The names of the levels of all architectures, best first; see [`Level::NAME`](super::Level::NAME).
pub const NAMES: [&str; 8] =
    ["avx512-vbmi", "avx512", "avx2-gfni", "avx2", "neon", "lzcnt", "portable", "scalar"];

/// Returns whether the build leaves out the level with this name.
pub(super) fn is_left_out(name: &str) -> bool {
    let left_out = [
        ("avx512-vbmi", cfg!(quadline_without = "avx512-vbmi")),
        ("avx512", cfg!(quadline_without = "avx512")),
        ("avx2-gfni", cfg!(quadline_without = "avx2-gfni")),
        ("avx2", cfg!(quadline_without = "avx2")),
        ("lzcnt", cfg!(quadline_without = "lzcnt")),
    ];
    left_out.contains(&(name, true))
}
