//! The calls of all levels that a search makes for one position.

use quadline_kernels::internal;
use quadline_kernels::internal::games::movetext::{Next, Replay};
use quadline_kernels::level::Level;
use quadline_kernels::{
    ByColor, ByRole, CheckInfo, Color, Move, MoveSet, Movetext, MovetextError, NodeInfo, ParseMoveError,
    Position, Role, Square, ZobristKeys,
};
use quadline_properties::engine_calls;
use quadline_properties::positions::{EngineCalls, OnePosition, san};

use super::kernels::{Methods, OneOfLevel, written};

/// Implements the calls by the token of a level and by the methods of a position.
macro_rules! implement_engine_calls {
    (
        $(fn $method:ident($($argument:ident: $type:ty),*) -> $output:ty = $oracle:expr;)*
        $(batch $batch:ident($($slice:ident: $slice_type:ty),*) = $batch_oracle:expr, spoils $spoiled:ident;)*
    ) => {
        impl<L: Level> EngineCalls for OneOfLevel<L> {
            fn name(&self) -> &str {
                OnePosition::name(self)
            }
            $(
                fn $method(&self, position: &Position, $($argument: $type),*) -> $output {
                    self.level.$method(position, $($argument),*)
                }
            )*
            fn legal_moves_of(&self, position: &Position, set: MoveSet, room: usize) -> (Vec<Move>, usize) {
                written(Move::from_bits(0), room, |moves| self.level.legal_moves_of(position, set, moves))
            }
            fn moves_of(&self, position: &Position, set: MoveSet) -> Vec<Move> {
                self.level.moves_of(position, set).to_vec()
            }
            fn legal_moves_from_to(&self, position: &Position, from: u64, to: u64, room: usize) -> (Vec<Move>, usize) {
                written(Move::from_bits(0), room, |moves| self.level.legal_moves_from_to(position, from, to, moves))
            }
            fn sets(&self, square: Square, occupied: [u64; 2], sliders: u64) -> [u64; 6] {
                sets(self.level, square, occupied, sliders)
            }
            $(
                fn $batch(&self, $($slice: $slice_type),*) {
                    self.level.$batch($($slice),*);
                }
            )*
            fn to_san(&self, position: &Position, chess_move: Move) -> String {
                self.level.to_san(position, chess_move).to_string()
            }
            fn parse_san(&self, position: &Position, text: &[u8]) -> Result<Move, ParseMoveError> {
                let mut next = *position;
                let played = self.level.play_san(&mut next, text);
                san::assert_is_played(position, text, self.level.parse_san(position, text), played, &next)
            }
            fn replay(&self, position: &Position, text: &[u8]) -> (Vec<Move>, Position, Option<MovetextError>) {
                let mut replay = Replay::new(*position);
                let mut moves = Vec::new();
                loop {
                    match self.level.next_ply(&mut replay, text) {
                        Next::Move(chess_move) => moves.push(chess_move),
                        Next::End => return (moves, replay.position, None),
                        Next::Wrong(wrong) => {
                            let error = MovetextError::new(&replay, text, wrong);
                            return (moves, replay.position, Some(error));
                        }
                    }
                }
            }
        }

        impl EngineCalls for Methods {
            fn name(&self) -> &str {
                OnePosition::name(self)
            }
            $(
                fn $method(&self, position: &Position, $($argument: $type),*) -> $output {
                    position.$method($($argument),*)
                }
            )*
            fn legal_moves_of(&self, position: &Position, set: MoveSet, room: usize) -> (Vec<Move>, usize) {
                written(Move::from_bits(0), room, |moves| position.legal_moves_of(set, moves))
            }
            fn moves_of(&self, position: &Position, set: MoveSet) -> Vec<Move> {
                position.moves_of(set).into_iter().collect()
            }
            fn legal_moves_from_to(&self, position: &Position, from: u64, to: u64, room: usize) -> (Vec<Move>, usize) {
                written(Move::from_bits(0), room, |moves| position.legal_moves_from_to(from, to, moves))
            }
            fn sets(&self, square: Square, occupied: [u64; 2], sliders: u64) -> [u64; 6] {
                sets(internal::token(), square, occupied, sliders)
            }
            $(
                fn $batch(&self, $($slice: $slice_type),*) {
                    internal::active_token().$batch($($slice),*);
                }
            )*
            fn to_san(&self, position: &Position, chess_move: Move) -> String {
                let san = position.to_san(chess_move);
                assert_eq!(san.as_str().as_bytes(), san.as_bytes());
                san.to_string()
            }
            fn parse_san(&self, position: &Position, text: &[u8]) -> Result<Move, ParseMoveError> {
                let mut next = *position;
                let played = next.play_san(text);
                san::assert_is_played(position, text, position.parse_san(text), played, &next)
            }
            fn replay(&self, position: &Position, text: &[u8]) -> (Vec<Move>, Position, Option<MovetextError>) {
                let (mut moves, mut error) = (Vec::new(), None);
                let mut game = Movetext::new(*position, text);
                let mut expected = *position;
                for ply in &mut game {
                    match ply {
                        Ok((before, chess_move)) => {
                            assert_eq!(before, expected, "{chess_move}");
                            expected.play_mut(chess_move);
                            moves.push(chess_move);
                        }
                        Err(wrong) => error = Some(wrong),
                    }
                }
                assert!(game.next().is_none());
                assert_eq!(game.ply(), moves.len());
                (moves, *game.position(), error)
            }
        }
    };
}
engine_calls! { implement_engine_calls {} }

fn sets(level: impl Level, square: Square, [rook, bishop]: [u64; 2], sliders: u64) -> [u64; 6] {
    let (on_rook, on_bishop) = level.rook_and_bishop_attacks(square, rook, bishop);
    let (rooks, bishops) = level.rook_and_bishop_set_attacks(sliders, rook, bishop);
    [
        on_rook,
        on_bishop,
        level.rook_set_attacks(sliders, rook),
        level.bishop_set_attacks(sliders, bishop),
        rooks,
        bishops,
    ]
}
