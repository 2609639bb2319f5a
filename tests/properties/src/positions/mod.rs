//! The oracle of positions, sources of positions, and properties.
//!
//! | file | contents |
//! |---|---|
//! | `oracle.rs`, `last.rs`, `oracle_kernel.rs` | the oracle, with its last results, and behind the traits of kernels |
//! | `random.rs`, `known.rs` | positions |
//! | `kernels.rs`, `engine.rs`, `threats.rs`, `training.rs` | calls of kernels, and their properties |
//! | `legality.rs`, `san.rs`, `texts.rs`, `questions.rs`, `properties.rs` | properties of moves, texts and methods |
//! | `guarded.rs`, `shown.rs` | outputs with canaries, and bitboards in messages |

pub mod known;
pub mod oracle;
pub mod random;

mod engine;
mod guarded;
mod kernels;
mod last;
mod legality;
mod oracle_kernel;
mod properties;
mod questions;
pub mod san;
mod shown;
mod texts;
mod threats;
mod training;

pub use engine::{
    ENGINE_CALLS, EngineCalls, EngineSample, OracleEngine, all_moves, expected_keys,
    prop_engine_batches_equal_oracle, prop_engine_calls_equal_oracle,
    prop_engine_calls_of_nonsense_do_not_panic, prop_keys_of_many_equal_oracle, some_moves,
};
pub use kernels::{
    COUNT_CANARY, ManyPositions, OnePosition, prop_attacked_squares_of_many_equal_oracle,
    prop_many_positions_equal_oracle, prop_nonsense_of_one_does_not_panic, prop_nonsense_stays_alone,
    prop_one_position_equals_oracle, prop_unequal_positions_panic,
};
pub use legality::{
    MADE_FOR_LEGALITY, castling_of, castling_positions, lonely_pieces, moves_from_own_squares,
    prop_legality_equals_list, prop_legality_in_both_colors, special_moves,
};
pub use oracle_kernel::OracleWith;
pub use properties::{
    Answers, PositionSamples, prop_a_position_is_its_text_and_its_bitboards, prop_mirrored,
    prop_play_equals_oracle,
};
pub use questions::{Questions, prop_questions_equal_oracle};
pub use texts::{
    key_numbers, prop_a_move_is_written_as_by_the_oracle, prop_a_position_is_written_as_by_the_oracle,
    prop_chess960_equals_oracle, prop_fen_bytes, prop_key_sets_equal_oracle, prop_keys_equal_oracle,
    prop_keys_of_nonsense_do_not_panic, prop_uci_equals_oracle, uci_texts,
};
pub use threats::{
    Threats, prop_a_short_list_is_counted, prop_changes_equal_oracle, prop_changes_of_bytes_equal_oracle,
    prop_inputs_of_a_list_are_those_of_each, prop_inputs_of_threats_are_those_of_each,
    prop_nonsense_threats_do_not_panic, prop_threats_equal_oracle, prop_threats_of_many_equal_oracle,
    random_kinds,
};
pub use training::{
    Described, Training, prop_a_layout_has_its_inputs, prop_a_threat_has_its_number,
    prop_changed_nibbles_are_checked, prop_input_changes_equal_oracle, prop_inputs_equal_oracle,
    prop_inputs_of_many_equal_oracle, prop_nibbles_are_read_back, prop_nibbles_equal_oracle,
    prop_pawn_pair_changes_equal_oracle, prop_random_nibbles_are_the_same_everywhere, targets_on_empty_board,
};
