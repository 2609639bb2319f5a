//! The part of the Python package `quadline` that is written in Rust. Its functions take arrays that the Python part has
//! checked and allocated; they hold no lock of the interpreter while they work.

mod boards;
mod memory;
mod moves;
mod positions;
mod sliders;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use quadline_rust::level;

/// Functions over arrays: see the Python part.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::boards::{bitboards, planes};
    #[pymodule_export]
    use super::moves::{legal_moves, moves_from_uci, moves_to_uci, play, successors};
    #[pymodule_export]
    use super::positions::{
        attacked_squares, check, checks_and_pins, legal_move_counts, read_fens, read_text, to_fen,
    };
    #[pymodule_export]
    use super::sliders::{attacks, attacks_on, rook_and_bishop_attacks};

    use super::*;

    /// Says what is wrong with `QUADLINE_LEVEL` before anything depends on it.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let active = level::try_active()
            .map_err(|error| PyImportError::new_err(format!("QUADLINE_LEVEL: {error}")))?;
        module.add("LEVEL", active)?;
        module.add("LEVELS", level::available().collect::<Vec<_>>())?;
        module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
        module.add("START", quadline_rust::Position::START.words().to_vec())
    }
}
