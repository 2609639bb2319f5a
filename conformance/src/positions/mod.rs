//! Positions: the oracle, where positions to ask come from, and what must hold for each.

pub mod known;
pub mod oracle;
pub mod random;

mod properties;

pub use properties::{
    Answers, PositionSamples, prop_a_position_is_its_text_and_its_bitboards, prop_mirrored,
    prop_play_equals_oracle,
};
