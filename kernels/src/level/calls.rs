//! The calls that are dispatched, each compiled separately for every level.

use core::marker::PhantomData;

use crate::positions::lists::{MoveList, Selection};
use crate::{
    BoardChange, CheckInfo, ChecksAndPins, Color, LineAttacks, Mailbox, Move, Position, Sliders, Square,
    Threat, ThreatChanges, ThreatKinds,
};

/// Passes the list of calls to the macro `$then`, after the tokens that follow its name.
///
/// The function of the same name in [`compute`](super::compute) computes each call. A call that begins with `static` is
/// compiled with this crate, so that debug builds of dependents can use an optimized one. A call that begins
/// with `const` is long, and compiled in each crate that uses it, so that other crates do not pay for
/// compiling it; see the tables in [`dispatch`](super::dispatch).
///
/// The tokens' methods for calls with `#[inline]` call these functions, so that the arguments are in registers if a call is
/// not inlined. A closure for [`vectorize`](super::Level::vectorize) with more than two captures would then be passed in
/// memory, which took 1.1 of 4.2 ns for each of eight moves (`is_legal_with`, Zen 5 with AVX-512).
macro_rules! calls {
    ($then:ident $($before:tt)*) => {
        $then! { $($before)*
            static queen_attacks_x4(square: Square, occupied: u64) -> LineAttacks;
            static rook_attacks(square: Square, occupied: u64) -> u64;
            static bishop_attacks(square: Square, occupied: u64) -> u64;
            static queen_attacks(square: Square, occupied: u64) -> u64;
            static rook_and_bishop_attacks(square: Square, rook_occupied: u64, bishop_occupied: u64) -> (u64, u64);
            static batch_rook_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]) -> ();
            static batch_bishop_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]) -> ();
            static batch_queen_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]) -> ();
            static batch_rook_and_bishop_attacks(squares: &[Square], occupied: &[u64], rook: &mut [u64], bishop: &mut [u64]) -> ();
            const batch_rook_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]) -> ();
            const batch_bishop_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]) -> ();
            const batch_queen_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]) -> ();
            const slider_attacks(sliders: &Sliders, attacks: &mut [u64]) -> u64;
            const slider_attacks_of_many(positions: &[Sliders], attacks: &mut [u64], unions: &mut [u64]) -> ();
            const batch_attacked_squares(positions: &[Position], white: &mut [u64], black: &mut [u64]) -> ();
            const batch_checks_and_pins(positions: &[Position], checks_and_pins: &mut [ChecksAndPins]) -> ();
            const batch_legal_move_counts(positions: &[Position], counts: &mut [u16]) -> ();
            const batch_legal_moves(positions: &[Position], offsets: &mut [usize], moves: &mut [Move]) -> usize;
            const attacked_squares(position: &Position) -> [u64; 2];
            const checks_and_pins(position: &Position) -> ChecksAndPins;
            const rook_set_attacks(rooks: u64, occupied: u64) -> u64;
            const bishop_set_attacks(bishops: u64, occupied: u64) -> u64;
            const attackers_to(position: &Position, square: Square, occupied: u64) -> u64;
            const attacks_by_role(position: &Position, color: Color) -> [u64; 6];
            const attacks_by_role_on(position: &Position, color: Color, occupied: u64) -> [u64; 6];
            const attacks_by_role_of_both(position: &Position) -> [[u64; 6]; 2];
            const check_info(position: &Position) -> CheckInfo;
            const is_legal(position: &Position, chess_move: Move) -> bool;
            #[inline] const is_legal_with(position: &Position, info: &CheckInfo, chess_move: Move) -> bool;
            const gives_check(position: &Position, chess_move: Move) -> bool;
            const gives_check_with(position: &Position, info: &CheckInfo, chess_move: Move) -> bool;
            const null_move(position: &Position) -> Option<Position>;
            const see(position: &Position, chess_move: Move, values: &[i32; 6]) -> i32;
            #[inline] const see_at_least(position: &Position, chess_move: Move, values: &[i32; 6], threshold: i32) -> bool;
            const batch_attacks_by_role(positions: &[Position], white: &mut [[u64; 6]], black: &mut [[u64; 6]]) -> ();
            const batch_check_info(positions: &[Position], info: &mut [CheckInfo]) -> ();
            const legal_move_count(position: &Position) -> u16;
            const legal_moves(position: &Position, moves: &mut [Move]) -> usize;
            const write_moves(position: &Position, moves: &mut MoveList) -> ();
            const legal_moves_selected(position: &Position, selection: &Selection, moves: &mut [Move]) -> usize;
            const successors(position: &Position, successors: &mut [Position]) -> usize;
            const batch_threats(positions: &[Position], kinds: ThreatKinds, offsets: &mut [usize], threats: &mut [Threat]) -> usize;
            const threats(position: &Position, kinds: ThreatKinds, threats: &mut [Threat]) -> usize;
            const threat_changes(position: &Position, chess_move: Move, kinds: ThreatKinds, changes: &mut ThreatChanges) -> ();
            const mailbox_threat_changes(mailbox: &Mailbox, change: BoardChange, kinds: ThreatKinds, changes: &mut ThreatChanges) -> ();
        }
    };
}
pub(super) use calls;

/// Defines the trait [`Calls`].
macro_rules! trait_of_calls {
    ($($(#[$attribute:meta])? $kind:ident $method:ident($($argument:ident: $type:ty),*) -> $output:ty;)*) => {
        /// The calls of a level, each as a function compiled for it. The functions are not stored in one
        /// value, so the linker can drop those that a program does not use.
        ///
        /// `OnDemand` is always `()`. It makes the functions generic, and a generic function is compiled
        /// where it is used; see [`calls!`].
        ///
        /// # Safety
        ///
        /// The CPU must have the features of the level.
        #[allow(missing_docs, clippy::missing_safety_doc)]
        #[doc(hidden)]
        pub trait Calls: Sized {
            $(unsafe fn $method<OnDemand>($($argument: $type),*) -> $output;)*
        }
    };
}
calls! { trait_of_calls }

/// The functions of the level `L`. They are not associated functions of the token itself, because they would
/// clash with its methods.
#[derive(Debug)]
#[doc(hidden)]
pub struct Compiled<L>(PhantomData<L>);

/// Returns an argument of 64 bits with both of its halves in general registers.
///
/// Callers on 32-bit x86 push a word as two halves. A vector instruction that loads the whole word right
/// after that waits until both halves have left the store buffer, which takes 16 cycles instead of 2 on a Zen
/// 5. The empty assembly takes the halves in registers, which can be moved to a vector without a load, and
///    keeps the compiler from joining the two loads of the halves.
#[cfg(target_arch = "x86")]
#[inline(always)]
pub(super) fn from_halves(word: u64) -> u64 {
    let (mut lower, mut upper) = (word as u32, (word >> 32) as u32);
    // SAFETY: the assembly is empty.
    unsafe {
        core::arch::asm!("/* {} {} */", inout(reg) lower, inout(reg) upper, options(pure, nomem, nostack, preserves_flags));
    }
    u64::from(lower) | u64::from(upper) << 32
}

/// Does the same as [`from_halves`] with the upper half only, and leaves the lower one to the compiler, which then has a register
/// more. On Zen 4, bishops seem to gain 4% by this, which is as much as two runs differ; rooks and queens do not.
#[cfg(target_arch = "x86")]
#[inline(always)]
pub(super) fn from_upper_half(word: u64) -> u64 {
    let mut upper = (word >> 32) as u32;
    // SAFETY: the assembly is empty.
    unsafe {
        core::arch::asm!("/* {} */", inout(reg) upper, options(pure, nomem, nostack, preserves_flags));
    }
    u64::from(word as u32) | u64::from(upper) << 32
}

/// Applies [`from_halves`] or [`from_upper_half`] to the boards of a single call. Other calls take their boards from slices, or
/// compute much longer.
#[cfg(target_arch = "x86")]
macro_rules! receive {
    (queen_attacks_x4 $square:ident $occupied:ident) => {
        let $occupied = $crate::level::calls::from_halves($occupied);
    };
    (queen_attacks $square:ident $occupied:ident) => {
        let $occupied = $crate::level::calls::from_halves($occupied);
    };
    (rook_attacks $square:ident $occupied:ident) => {
        let $occupied = $crate::level::calls::from_halves($occupied);
    };
    (bishop_attacks $square:ident $occupied:ident) => {
        let $occupied = $crate::level::calls::from_upper_half($occupied);
    };
    ($other_call:ident $($argument:ident)*) => {};
}
/// Does nothing: on 64-bit targets, a word is passed as a whole.
#[cfg(not(target_arch = "x86"))]
macro_rules! receive {
    ($call:ident $($argument:ident)*) => {};
}
pub(super) use receive;

/// Implements the calls of one level: each is the function of [`compute`](super::compute) with the features of the level
/// enabled.
///
/// `compiled_calls! { Avx2 #[target_feature(enable = "avx2")] static queen_attacks(square: Square, occupied: u64) -> u64; }`
/// expands to
///
/// ```text
/// impl Calls for Compiled<Avx2> {
///     #[target_feature(enable = "avx2")]
///     unsafe fn queen_attacks<OnDemand>(square: Square, occupied: u64) -> u64 {
///         compute::queen_attacks(unsafe { Avx2::new_unchecked() }, square, occupied)
///     }
/// }
/// ```
macro_rules! compiled_calls {
    ($level:ident #[$features:meta] $($(#[$attribute:meta])? $kind:ident $method:ident($($argument:ident: $type:ty),*) -> $output:ty;)*) => {
        const _: () = {
            use $crate::level::{Level, calls::{Calls, Compiled, receive}, compute};
use $crate::positions::lists::{MoveList, Selection};
use $crate::{BoardChange, CheckInfo, ChecksAndPins, Color, LineAttacks, Mailbox, Move, Position, Sliders, Square, Threat, ThreatChanges, ThreatKinds};

            impl Calls for Compiled<$level> {
                $(
                    #[allow(unused_attributes)] // Without features the list is empty.
                    #[$features]
                    $(#[$attribute])?
                    unsafe fn $method<OnDemand>($($argument: $type),*) -> $output {
                        receive! { $method $($argument)* }
                        // SAFETY: callers guarantee the features of the level.
                        compute::$method(unsafe { $level::new_unchecked() }, $($argument),*)
                    }
                )*
            }
        };
    };
}
pub(super) use compiled_calls;
