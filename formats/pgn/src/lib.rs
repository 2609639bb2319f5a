#![doc = include_str!("../README.md")]
#![allow(dead_code, unused_imports)] // The readers follow.

mod masks;
mod scan;

pub use scan::TagProblem;
