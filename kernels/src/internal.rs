//! The items that other packages of the repository use beside the public interface: `quadline`, the tests,
//! the benchmarks, and `formats/binpack`.
//!
//! Nothing in this module is part of the public interface. Any release may change it. `quadline` depends on
//! exactly one version of this crate, so it can use the module.

pub use crate::calls::compiled::{Calls, functions};
pub use crate::calls::dispatch::{active_token, token};
pub use crate::calls::kernels::list::visit_kernels;
pub use crate::calls::kernels::visit::KernelVisitor;
pub use crate::calls::one_slider;
pub use crate::calls::run_batch;
pub use crate::chess::check_info_of;
pub use crate::formula::masks;
pub use crate::levels::choice::{active, deactivate, try_active};
pub use crate::positions::engine::node_info::node_info_of;

/// The batch kernels, and what they take.
pub mod batch {
    pub use crate::batch::*;
}

/// Games as text.
pub mod games {
    pub use crate::games::*;
}

/// The checks of the lengths of slices.
pub mod lengths {
    pub use crate::lengths::*;
}

/// The kernels for positions.
pub mod positions {
    pub use crate::positions::*;
}

/// The steps of pawns.
pub mod steps {
    pub use crate::steps::*;
}

/// The tables.
pub mod tables {
    pub use crate::tables::*;
}
