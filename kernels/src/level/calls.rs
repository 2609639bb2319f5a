//! What is dispatched: the calls of a level as functions of their own.

use core::marker::PhantomData;

use super::token::Row;
use crate::{ChecksAndPins, LineAttacks, Move, Position, Sliders, Square};

/// The one list of calls, handed to a macro: when it is compiled (see `function_of_row`), the method of the level, and what
/// it is once the level is known.
macro_rules! calls {
    ($then:ident $($before:tt)*) => {
        $then! { $($before)*
            compiled queen_attacks_x4(square: Square, occupied: u64) -> LineAttacks, level =>
                L::Single::queen_attacks_x4(level, square, occupied);
            compiled rook_attacks(square: Square, occupied: u64) -> u64, level =>
                L::Single::rook_attacks(level, square, occupied);
            compiled bishop_attacks(square: Square, occupied: u64) -> u64, level =>
                L::Bishop::bishop_attacks(level, square, occupied);
            compiled queen_attacks(square: Square, occupied: u64) -> u64, level =>
                L::Single::queen_attacks(level, square, occupied);
            compiled batch_rook_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]) -> (), level =>
                L::Batch::run(level, Request::new(squares, occupied, Rooks(attacks)));
            compiled batch_bishop_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]) -> (), level =>
                L::Batch::run(level, Request::new(squares, occupied, Bishops(attacks)));
            compiled batch_queen_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]) -> (), level =>
                L::Batch::run(level, Request::new(squares, occupied, Queens(attacks)));
            compiled batch_rook_and_bishop_attacks(squares: &[Square], occupied: &[u64], rook: &mut [u64], bishop: &mut [u64]) -> (), level =>
                L::Batch::run(level, Request::new(squares, occupied, RooksAndBishops(rook, bishop)));
            compiled batch_rook_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]) -> (), level =>
                L::Batch::run(level, Request::new(squares, OneBoard(occupied), Rooks(attacks)));
            compiled batch_bishop_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]) -> (), level =>
                L::Batch::run(level, Request::new(squares, OneBoard(occupied), Bishops(attacks)));
            compiled batch_queen_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]) -> (), level =>
                L::Batch::run(level, Request::new(squares, OneBoard(occupied), Queens(attacks)));
            on_demand slider_attacks(sliders: &Sliders, attacks: &mut [u64]) -> u64, level =>
                sliders::slider_attacks(level, sliders, attacks);
            on_demand slider_attacks_of_many(positions: &[Sliders], attacks: &mut [u64], unions: &mut [u64]) -> (), level =>
                sliders::slider_attacks_of_many(level, positions, attacks, unions);
            on_demand batch_attacked_squares(positions: &[Position], white: &mut [u64], black: &mut [u64]) -> (), level => {
                positions::check_lengths(positions.len(), [("white", white.len()), ("black", black.len())]);
                L::Positions::attacked_squares(level, positions, white, black)
            };
            on_demand batch_checks_and_pins(positions: &[Position], checks_and_pins: &mut [ChecksAndPins]) -> (), level => {
                positions::check_lengths(positions.len(), [("checks_and_pins", checks_and_pins.len())]);
                L::Positions::checks_and_pins(level, positions, checks_and_pins)
            };
            on_demand batch_legal_move_counts(positions: &[Position], counts: &mut [u16]) -> (), level => {
                positions::check_lengths(positions.len(), [("counts", counts.len())]);
                L::Positions::legal_move_counts(level, positions, counts)
            };
            on_demand batch_legal_moves(positions: &[Position], offsets: &mut [usize], moves: &mut [Move]) -> usize, level =>
                positions::legal_moves_of_many::<L, L::OnePosition>(level, positions, offsets, moves, |positions, counts| {
                    level.batch_legal_move_counts(positions, counts);
                });
            on_demand attacked_squares(position: &Position) -> [u64; 2], level =>
                L::OnePosition::attacked_squares(level, position);
            on_demand checks_and_pins(position: &Position) -> ChecksAndPins, level =>
                L::OnePosition::checks_and_pins(level, position);
            on_demand legal_move_count(position: &Position) -> u16, level =>
                L::OnePosition::legal_move_count(level, position);
            on_demand legal_moves(position: &Position, moves: &mut [Move]) -> usize, level =>
                positions::legal_moves::<L, L::OnePosition>(level, position, moves);
            on_demand successors(position: &Position, successors: &mut [Position]) -> usize, level =>
                positions::successors::<L, L::OnePosition>(level, position, successors);
        }
    };
}
pub(super) use calls;

macro_rules! traits {
    ($($when:ident $method:ident($($argument:ident: $type:ty),*) -> $output:ty, $token:ident => $body:expr;)*) => {
        /// The calls of a level, each a function that is compiled for it once, in this crate. No table holds all of them, so
        /// that the linker leaves out what a program does not call.
        #[allow(non_upper_case_globals)]
        pub trait Calls: Sized {
            $(
                #[doc(hidden)]
                const $method: unsafe fn($($type),*) -> $output;
            )*
        }

        /// The calls by name.
        #[allow(non_camel_case_types)]
        pub(super) mod named {
            $(pub struct $method;)*
        }

        $(
            impl Call for named::$method {
                type Function = unsafe fn($($type),*) -> $output;
            }

            impl<L: Calls> CallOf<L> for named::$method {
                const FUNCTION: Self::Function = L::$method;
            }
        )*
    };
}

calls! { traits }

/// Whose calls: those of a token. (Of the token itself, they would have the names of its methods.)
#[derive(Debug)]
pub struct Compiled<L>(PhantomData<L>);

/// A call, whatever the level.
pub trait Call {
    /// Its arguments and what it gives.
    type Function: Copy + 'static;
}

/// A call at a level.
pub trait CallOf<L>: Call {
    /// Compiled for the level.
    const FUNCTION: Self::Function;
}

/// A call at each level.
pub trait CallOfEach<First>: Call {
    /// What is called before a level is chosen, then the levels by the numbers of their rows.
    const FUNCTIONS: [Self::Function; Row::ALL.len() + 1];
}

/// The calls of a level: `calls_of!([features] Token; calls)`.
macro_rules! calls_of {
    ($features:tt $level:ident; $($when:ident $method:ident($($argument:ident: $type:ty),*) -> $output:ty, $token:ident => $body:expr;)*) => {
        #[allow(non_upper_case_globals)]
        impl Calls for Compiled<$level> {
            $(const $method: unsafe fn($($type),*) -> $output = {
                function_of_row! { $when $features
                    fn call($($argument: $type),*) -> $output {
                        #[inline(always)]
                        fn at<L: Level>($token: L, $($argument: $type),*) -> $output {
                            $body
                        }
                        // SAFETY: who calls this has a `Detected` or a token of the level, made only where it was seen.
                        at(unsafe { $level::again() }, $($argument),*)
                    }
                }
                call_of_row!($when)
            };)*
        }
    };
}
pub(super) use calls_of;
