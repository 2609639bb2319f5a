//! The trait of [`arbitrary`](https://docs.rs/arbitrary) for fuzz targets, with the feature `arbitrary`.
//!
//! A `Position` is always valid. Half of them are reached from the starting position by legal moves, and the
//! others have pieces on any squares, as far as such a position is valid. A `Move` has any bits, and need not
//! be legal.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::{Bitboard, ByColor, ByRole, Color, Line, Move, Piece, Position, Role, Setup, Square};

/// Implements the trait for types with a list of their values.
macro_rules! one_of {
    ($($type:ident)*) => {$(
        impl<'a> Arbitrary<'a> for $type {
            fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
                bytes.choose(&Self::ALL).copied()
            }

            fn size_hint(_: usize) -> (usize, Option<usize>) {
                (1, Some(1))
            }
        }
    )*};
}

one_of! { Square Color Role Line }

impl<'a> Arbitrary<'a> for Piece {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self::new(bytes.arbitrary()?, bytes.arbitrary()?))
    }

    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (2, Some(2))
    }
}

impl<'a> Arbitrary<'a> for Move {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        bytes.arbitrary().map(Self::from_bits)
    }

    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (2, Some(2))
    }
}

impl<'a> Arbitrary<'a> for Bitboard {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        bytes.arbitrary().map(Self)
    }

    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (8, Some(8))
    }
}

impl<'a, T: Arbitrary<'a>> Arbitrary<'a> for ByColor<T> {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        bytes.arbitrary().map(Self)
    }
}

impl<'a, T: Arbitrary<'a>> Arbitrary<'a> for ByRole<T> {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        bytes.arbitrary().map(Self)
    }
}

/// Returns a position with pieces on any squares, or `None` if it is not valid.
fn with_any_pieces(bytes: &mut Unstructured<'_>) -> Result<Option<Position>> {
    let (mut colors, mut roles, mut occupied) = (ByColor([0; 2]), ByRole([0; 6]), 0);
    let mut put = |piece: Piece, square: Square| {
        if occupied & square.bit() == 0 {
            occupied |= square.bit();
            colors[piece.color()] |= square.bit();
            roles[piece.role()] |= square.bit();
        }
    };
    for color in Color::ALL {
        put(Piece::new(color, Role::King), bytes.arbitrary()?);
    }
    for _ in 0..bytes.int_in_range(0..=30)? {
        let (piece, square): (Piece, Square) = (bytes.arbitrary()?, bytes.arbitrary()?);
        let is_pawn_on_last_rank = piece.role() == Role::Pawn && matches!(square.rank(), 0 | 7);
        if piece.role() != Role::King && !is_pawn_on_last_rank {
            put(piece, square);
        }
    }
    let setup = Setup { side_to_move: bytes.arbitrary()?, ..Setup::of(colors.0, roles.0) };
    let other_side = Setup { side_to_move: !setup.side_to_move, ..setup };
    Ok(Position::new(setup).or_else(|_| Position::new(other_side)).ok())
}

impl<'a> Arbitrary<'a> for Position {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        if bytes.arbitrary()?
            && let Some(position) = with_any_pieces(bytes)?
        {
            return Ok(position);
        }
        let mut position = Self::START;
        for _ in 0..bytes.int_in_range(0..=120)? {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position.play_mut(*bytes.choose(&moves)?);
        }
        Ok(position)
    }

    fn size_hint(_: usize) -> (usize, Option<usize>) {
        // A setup that is not valid, and then a game: 95 and 121 bytes.
        (1, Some(216))
    }
}
