//! What is dispatched: the calls of a level as functions of their own.

use super::detected::Detected;
use crate::{ChecksAndPins, LineAttacks, Move, Position, Sliders, Square};

/// The one list of calls, handed to a macro: the method of the level, and what it is once the level is known.
macro_rules! calls {
    ($then:ident $($before:tt)*) => {
        $then! { $($before)*
            queen_attacks_x4(square: Square, occupied: u64) -> LineAttacks, level =>
                L::Single::queen_attacks_x4(level, square, occupied);
            rook_attacks(square: Square, occupied: u64) -> u64, level =>
                L::Single::rook_attacks(level, square, occupied);
            bishop_attacks(square: Square, occupied: u64) -> u64, level =>
                L::Bishop::bishop_attacks(level, square, occupied);
            queen_attacks(square: Square, occupied: u64) -> u64, level =>
                L::Single::queen_attacks(level, square, occupied);
            batch_rook_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]) -> (), level =>
                L::Batch::run(level, Request::new(squares, occupied, Rooks(attacks)));
            batch_bishop_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]) -> (), level =>
                L::Batch::run(level, Request::new(squares, occupied, Bishops(attacks)));
            batch_queen_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]) -> (), level =>
                L::Batch::run(level, Request::new(squares, occupied, Queens(attacks)));
            batch_rook_and_bishop_attacks(squares: &[Square], occupied: &[u64], rook: &mut [u64], bishop: &mut [u64]) -> (), level =>
                L::Batch::run(level, Request::new(squares, occupied, RooksAndBishops(rook, bishop)));
            batch_rook_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]) -> (), level =>
                L::Batch::run(level, Request::new(squares, OneBoard(occupied), Rooks(attacks)));
            batch_bishop_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]) -> (), level =>
                L::Batch::run(level, Request::new(squares, OneBoard(occupied), Bishops(attacks)));
            batch_queen_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]) -> (), level =>
                L::Batch::run(level, Request::new(squares, OneBoard(occupied), Queens(attacks)));
            slider_attacks(sliders: &Sliders, attacks: &mut [u64]) -> u64, level =>
                sliders::slider_attacks(level, sliders, attacks);
            slider_attacks_of_many(positions: &[Sliders], attacks: &mut [u64], unions: &mut [u64]) -> (), level =>
                sliders::slider_attacks_of_many(level, positions, attacks, unions);
            batch_attacked_squares(positions: &[Position], white: &mut [u64], black: &mut [u64]) -> (), level => {
                positions::check_lengths(positions.len(), [("white", white.len()), ("black", black.len())]);
                L::Positions::attacked_squares(level, positions, white, black)
            };
            batch_checks_and_pins(positions: &[Position], checks_and_pins: &mut [ChecksAndPins]) -> (), level => {
                positions::check_lengths(positions.len(), [("checks_and_pins", checks_and_pins.len())]);
                L::Positions::checks_and_pins(level, positions, checks_and_pins)
            };
            batch_legal_move_counts(positions: &[Position], counts: &mut [u16]) -> (), level => {
                positions::check_lengths(positions.len(), [("counts", counts.len())]);
                L::Positions::legal_move_counts(level, positions, counts)
            };
            batch_legal_moves(positions: &[Position], offsets: &mut [usize], moves: &mut [Move]) -> usize, level =>
                positions::legal_moves_of_many::<L, L::OnePosition>(level, positions, offsets, moves, |positions, counts| {
                    level.batch_legal_move_counts(positions, counts);
                });
            attacked_squares(position: &Position) -> [u64; 2], level =>
                L::OnePosition::attacked_squares(level, position);
            checks_and_pins(position: &Position) -> ChecksAndPins, level =>
                L::OnePosition::checks_and_pins(level, position);
            legal_move_count(position: &Position) -> u16, level =>
                L::OnePosition::legal_move_count(level, position);
            legal_moves(position: &Position, moves: &mut [Move]) -> usize, level =>
                positions::legal_moves::<L, L::OnePosition>(level, position, moves);
            successors(position: &Position, successors: &mut [Position]) -> usize, level =>
                positions::successors::<L, L::OnePosition>(level, position, successors);
        }
    };
}
pub(super) use calls;

macro_rules! table {
    ($($method:ident($($argument:ident: $type:ty),*) -> $output:ty, $token:ident => $body:expr;)*) => {
        /// The calls of a level, each compiled for it, or those that choose the level first.
        #[derive(Debug)]
        pub struct Calls {
            /// The level; `None` before it was chosen.
            pub(super) level: Option<Detected>,
            $(pub(super) $method: unsafe fn($($type),*) -> $output,)*
        }
    };
}

calls! { table }

/// The table of a level: `table_of!([features] Token, detected; calls)`.
macro_rules! table_of {
    ($features:tt $level:ident, $detected:expr; $($method:ident($($argument:ident: $type:ty),*) -> $output:ty, $token:ident => $body:expr;)*) => {
        Calls {
            level: Some($detected),
            $($method: {
                with_features_of_row! { $features
                    fn call<L: Level>($($argument: $type),*) -> $output {
                        // SAFETY: who calls this has a `Detected` of the level, which is made only where it was seen.
                        let $token = unsafe { L::again() };
                        $body
                    }
                }
                call::<$level>
            },)*
        }
    };
}
pub(super) use table_of;
