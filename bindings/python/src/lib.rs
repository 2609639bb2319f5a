//! The native module of the Python package `quadline`. Its functions check their arguments, allocate the arrays
//! of the results, and release the interpreter's lock while they compute.
//!
//! | file | contents |
//! |---|---|
//! | `sliders.rs`, `positions.rs`, `boards.rs`, `moves.rs`, `games.rs` | attacks, positions, planes, moves and movetext |
//! | `engine.rs`, `threats.rs`, `inputs.rs`, `packed.rs` | calls of engines, and inputs of networks |
//! | `data.rs`, `pgn.rs`, `files.rs` | files of training data and of games, and their errors |
//! | `arrays.rs`, `memory.rs`, `texts.rs`, `class.rs` | arrays, columns of text, and classes of Python |

mod arrays;
mod boards;
mod class;
mod data;
mod engine;
mod files;
mod games;
mod inputs;
mod memory;
mod moves;
mod packed;
mod pgn;
mod positions;
mod sliders;
mod texts;
mod threats;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use quadline_rust::level;

/// Functions for arrays; the Python part documents them.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::arrays::{checked_for_python, empty_positions, number_of_threads};
    #[pymodule_export]
    use super::boards::{bitboards, planes};
    #[pymodule_export]
    use super::data::{DataReader, data_format};
    #[pymodule_export]
    use super::engine::{
        attackers_to, attacks_by_role, gives_check, is_legal, legal_moves_from_to, legal_moves_of,
        polyglot_keys, zobrist_keys,
    };
    #[pymodule_export]
    use super::games::{fens_of_games, fens_of_moves, read_movetexts, replay};
    #[pymodule_export]
    use super::inputs::{Layout, threat_input_changes, threat_inputs, threat_inputs_csr};
    #[pymodule_export]
    use super::moves::{legal_moves, moves_from_uci, moves_to_san, moves_to_uci, play, successors};
    #[pymodule_export]
    use super::packed::{from_packed, to_packed};
    #[pymodule_export]
    use super::pgn::{PgnFile, PgnParts};
    #[pymodule_export]
    use super::positions::{attacked_squares, check, checks_and_pins, legal_move_counts, read_fens, to_fen};
    #[pymodule_export]
    use super::sliders::{attacks, rook_and_bishop_attacks};
    #[pymodule_export]
    use super::threats::{named_kinds, threats};

    use super::*;

    /// Raises an error for an invalid `QUADLINE_LEVEL` when the module is imported.
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
