//! The clock of the CPU, which the harness reads after each block.
//!
//! Some CPUs lower it for everything that follows certain instructions: Skylake-SP and Cascade Lake by a
//! seventh, for 0.7 ms after one instruction with a 512-bit register.

use core::hint::black_box;
use core::time::Duration;
use std::time::Instant;

/// The length of a chain of multiplications, each of which waits for the one before. It takes 5 µs at 3 GHz.
const CHAIN: u32 = 5_000;
/// The cycles of a multiplication of 64 bits, on every x86-64 CPU since Nehalem and Zen.
const LATENCY: f64 = 3.0;

/// How long a side runs before the harness times it at its own clock: longer than any clock stays lowered.
pub const SETTLING: Duration = Duration::from_micros(1200);
/// How much two clocks differ that are not the same.
const DIFFERENCE: f64 = 0.02;

/// Returns the clock in gigahertz. On targets other than x86-64, a multiplication takes another number of
/// cycles, and only ratios of clocks are right.
#[must_use]
pub fn gigahertz() -> f64 {
    let mut number = black_box(3_u64);
    let start = Instant::now();
    for _ in 0..CHAIN {
        number = number.wrapping_mul(number);
    }
    black_box(number);
    LATENCY * f64::from(CHAIN) / start.elapsed().as_nanos() as f64
}

/// Returns whether two clocks differ.
#[must_use]
pub fn differ(one: f64, other: f64) -> bool {
    (one / other - 1.0).abs() > DIFFERENCE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_differ_by_more_than_noise() {
        assert!(differ(3.10, 2.69) && differ(2.69, 3.10));
        assert!(!differ(3.10, 3.08) && !differ(3.08, 3.10));
    }
}
