//! Look-ups by the occupancy of one line: the [first rank](first_rank), from which every rank follows by a shift, and
//! [line states](line_states), from which every line does.

pub mod first_rank;
pub mod line_states;
