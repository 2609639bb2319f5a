//! The types of the public interface. No level computes anything here, so these tests run once.

mod attacks;
mod bitboard;
mod by_color_and_role;
mod bytes;
mod cast;
mod chess;
mod convert;
mod fen;
mod move_list;
mod pieces;
mod polyglot;
mod square;
mod steps;
mod with_counters;
mod zobrist;
