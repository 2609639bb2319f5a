//! Plans: how many positions are computed in [byte lanes](super), which are limits found by measuring.
//!
//! A group in byte lanes takes the same time for any number of positions, so a few positions are faster
//! [one after the other](crate::positions::PositionKernel).

/// The numbers of positions from which groups take less time than one position after the other.
#[derive(Clone, Copy, Debug)]
pub struct RankPlan {
    /// The least number of positions for a group. If they are fewer than the lanes, copies of the last one
    /// fill it up.
    pub from: usize,
    /// After whole groups, the least rest for a last group, which overlaps the one before.
    pub rest_from: usize,
}

impl RankPlan {
    /// Returns how many of a batch's first positions are computed in groups.
    #[inline(always)]
    pub const fn in_groups(self, length: usize, lanes: usize) -> usize {
        let rest = length % lanes;
        if length < self.from {
            0
        } else if length < lanes || rest >= self.rest_from {
            length
        } else {
            length - rest
        }
    }
}

/// The numbers of a level. Groups of attacked squares and of checks are never filled up, because their
/// results would have to be written elsewhere and copied. With `avx512-vbmi`, a group takes about 110 and
/// 170 ns, and each of single positions 4.6 and 5.3 ns (Zen 5).
pub trait RankPlans {
    /// For the numbers of legal moves.
    const COUNTS: RankPlan;
    /// The least rest for a last group of attacked squares.
    const ATTACKED_REST_FROM: usize;
    /// The least rest for a last group of checks and pins.
    const CHECKS_REST_FROM: usize;
}

/// Defines the plan of a level.
macro_rules! plans {
    ($($(#[$attribute:meta])* $plan:ident {
        counts: ($from:literal, $rest_from:literal), attacked: $attacked:literal, checks: $checks:literal,
    })*) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug)]
        pub struct $plan;

        impl RankPlans for $plan {
            const COUNTS: RankPlan = RankPlan { from: $from, rest_from: $rest_from };
            const ATTACKED_REST_FROM: usize = $attacked;
            const CHECKS_REST_FROM: usize = $checks;
        }
    )*};
}

plans! {
    /// For 64 lanes, with AVX-512.
    Plan64 { counts: (30, 18), attacked: 30, checks: 36, }
    /// For 32 lanes, with AVX2.
    Plan32 { counts: (21, 15), attacked: 16, checks: 17, }
    /// For 16 lanes, with NEON. The numbers are estimates.
    Plan16 { counts: (14, 12), attacked: 12, checks: 14, }
}
