//! Plans: how many positions are computed in [byte lanes](super), with the measurements behind every number.
//!
//! A group in byte lanes takes the same time for any number of positions, so a few positions are faster
//! [in groups](crate::positions::GroupsKernel) of one position in each lane.

/// The numbers of positions whose legal moves are counted in byte lanes.
///
/// At `single_from`, a group that is filled up with empty boards takes no longer than the other kernel on any
/// CPU measured: 17 and 49 were enough on family 6, model 167, but 17 to 24 positions took up to 1.16 times
/// as long on Zen 4 with AVX2, and 25 to 28 1.09 times on Zen 5 with `avx2-gfni`. With all three numbers,
/// none of 1 to 140 positions, and of twelve numbers up to 2,000, took more than 1.04 times as long as
/// without byte lanes in repeated runs on Zen 5. With a small rest for the other kernel, 65 to 127 took up to
/// 1.2 times as long.
///
/// With AVX-512, `several_from` is more than one group and a small rest, because each of the two kernels has
/// 5 to 23 kB of instructions. If both run in turn, on Zen 5 a group of 64 positions often takes 1.7 times as
/// long as alone, probably because the instructions do not fit in the cache of decoded instructions together.
#[derive(Clone, Copy, Debug)]
pub struct RankPlan {
    /// The least number of positions for a single group, which is filled up with empty boards.
    pub single_from: usize,
    /// After whole groups, the least rest for a last group, which overlaps the one before.
    pub rest_from: usize,
    /// The least number of positions, of those that do not fit in one group, that are counted in groups.
    pub several_from: usize,
}

/// The numbers of a level. There is no group of attacked squares, or of checks, for fewer positions than
/// lanes, because filling it up takes as long as it saves.
pub trait RankPlans {
    /// For the numbers of legal moves.
    const COUNTS: RankPlan;
    /// The least rest of attacked squares for a last group. It takes no longer than the other kernel (Zen 4).
    const ATTACKED_REST_FROM: usize;
    /// The least rest of checks and pins for a last group.
    const CHECKS_REST_FROM: usize;
    /// The least number of positions for any group, if it is more than those above.
    const FROM: usize = 0;
}

/// Defines the plan of a level.
macro_rules! plans {
    ($($(#[$attribute:meta])* $plan:ident {
        counts: ($single_from:literal, $rest_from:literal, $several_from:literal),
        attacked: $attacked:expr,
        checks: $checks:expr,
        $(from: $from:expr,)?
    })*) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug)]
        pub struct $plan;

        impl RankPlans for $plan {
            const COUNTS: RankPlan =
                RankPlan { single_from: $single_from, rest_from: $rest_from, several_from: $several_from };
            const ATTACKED_REST_FROM: usize = $attacked;
            const CHECKS_REST_FROM: usize = $checks;
            $(const FROM: usize = $from;)?
        }
    )*};
}

plans! {
    /// For 64 lanes, with AVX-512 and VBMI.
    ///
    /// On Zen 4, 32 lanes with AVX2 take 0.92 of the time for counts and 0.93 for attacked squares; on Zen 5
    /// they take 1.52 and 1.17, and on an Intel Xeon (family 6, model 207) 1.87 and 1.07.
    /// The means favor 64 lanes.
    ///
    /// With AVX-512, checks have no byte lanes. In 64 lanes they took 1.05 times as long as with a position
    /// in each lane on Zen 4, which executes 512-bit instructions in two halves and takes two cycles to store
    /// 512 bits, and as long on Zen 5. In 32 lanes they took 0.80 times as long on Zen 4 but 1.19 times on
    /// Zen 5. llvm-mca estimates 0.70 and 1.00 for Ice Lake, and 1.2 for 32 lanes on Skylake-X.
    Avx512VbmiPlan { counts: (64, 24, 98), attacked: 58, checks: usize::MAX, }
    /// For 64 lanes, with AVX-512 but without VBMI. For checks, see [`Avx512VbmiPlan`]. The row of the level
    /// gives the reason for the least number.
    Avx512Plan { counts: (64, 16, 80), attacked: 52, checks: usize::MAX, from: 256, }
    /// For 32 lanes, with AVX2 and GFNI.
    Avx2GfniPlan { counts: (29, 25, 33), attacked: 23, checks: 24, }
    /// For 32 lanes, with AVX2.
    Avx2Plan { counts: (25, 25, 33), attacked: 23, checks: 24, }
    /// For 16 lanes, with NEON.
    ///
    /// The numbers are estimates: llvm-mca 14 gives byte lanes 0.50 of the cycles of the other kernel for
    /// counts, 0.75 for attacked squares and 0.97 for checks on a Neoverse N1.
    NeonPlan { counts: (12, 12, 17), attacked: 12, checks: 14, }
}
