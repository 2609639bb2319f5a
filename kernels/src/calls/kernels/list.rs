//! The kernels of each level, best level first.
//!
//! To add a level, add a row here and one with its features to the [list of levels](crate::levels::rows).
//! [`define_levels!`](crate::calls::define) expands both to trait implementations and the functions of each
//! level. The fields of a row are:
//!
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
//! A row names the kernels with the least geometric mean of the times on the recorded CPUs that select it. A
//! CPU can therefore be faster at a level that needs fewer features: `benches/pages/records.md` lists these
//! calls. Rows that no recorded CPU selects have the kernels that are fastest on the CPUs of the other rows.
//! Chains of single sliders, in which each lookup waits for the one before, are fastest on words on all
//! recorded CPUs (shape `chain`): the lanes are chosen for independent lookups, which generators have.
//!
//! Words choose Kindergarten bitboards for one queen. SBAMG with a table of first ranks takes 0.79 of their
//! time on Zen 4, 0.96 on Zen 5 and 1.27 on the Intel (`portable`, shape `random-1024`), 0.99 in the mean.

#[allow(unused_imports)] // No target uses all of them.
use super::types::*;
use crate::calls::compiled::compiled_calls;
use crate::calls::define::define_levels;
use crate::levels::proof::Token;
use crate::levels::rows::{Row, rows, tokens::*};

rows! { define_levels $
    Avx512Vbmi {
        four_lanes: Avx2X4<Self>,
        slider_lanes: Avx512X8<Self>,
        bit_tricks: [Avx2Level::BitTricks = LeadingZeros<Affine>, Avx512Level::WideBitTricks = Affine],
        kernels: {
            single: ObstructionSum,
            bishop: HyperbolaQuintessenceFirstRank,
            batch: ForAvx512Vbmi,
            many: InRanks<Avx512Bytes<Self>, Plan64>,
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

    Avx512 {
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
            many: ManyFrom<256, InRanks<Avx512Bytes<Self>, Plan64>, InRanks<Avx2Bytes<Self>, Plan32>>,
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

    Avx2Gfni {
        four_lanes: Avx2X4<Self>,
        slider_lanes: Avx2X4<Self>,
        bit_tricks: [Avx2Level::BitTricks = Affine],
        kernels: {
            single: HyperbolaQuintessence,
            batch: ForAvx2Gfni,
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

    Avx2 {
        four_lanes: Avx2X4<Self>,
        slider_lanes: Avx2X4<Self>,
        bit_tricks: [Avx2Level::BitTricks = Shuffles],
        kernels: {
            single: HyperbolaQuintessenceFirstRank,
            batch: LinesOrOneByOne<HyperbolaQuintessenceFirstRank>,
            ..avx2
        },
        shares: [],
    }

    Neon {
        four_lanes: NeonX4<Self>,
        slider_lanes: NeonX4<Self>,
        bit_tricks: [],
        kernels: {
            single: HyperbolaQuintessence,
            bishop: HyperbolaQuintessence,
            batch: LinesOrOneByOne<HyperbolaQuintessence>,
            many: InRanks<NeonBytes<Self>, Plan16>,
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

    Lzcnt {
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

    Portable {
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

    Scalar {
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
