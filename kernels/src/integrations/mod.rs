//! Traits of other crates for the basic types.
//!
//! `bytemuck` is not optional, because the kernels use it. The others are features.

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod bytemuck;
#[cfg(feature = "serde")]
mod serde;
