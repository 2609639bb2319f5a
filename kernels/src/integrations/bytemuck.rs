//! The traits of [`bytemuck`](https://docs.rs/bytemuck) for plain data.
//!
//! | trait | types |
//! |---|---|
//! | `Pod`: any bits are a value | `Position`, `Bitboard`, `LineAttacks`, `ChecksAndPins`, `CheckInfo`, arrays by color and role |
//! | `CheckedBitPattern`: the bits are checked | `Square`, `Piece`, `Color`, `Role`, `Move`, `Threat` |
//! | `NoUninit`: without padding | all of these, and `Mailbox` |

use bytemuck::{CheckedBitPattern, NoUninit, Pod, TransparentWrapper, Zeroable};

use crate::threats::{Mailbox, Threat};
use crate::{
    Bitboard, ByColor, ByRole, CheckInfo, ChecksAndPins, Color, LineAttacks, Move, Piece, Position, Role,
    Square,
};

/// Implements [`Pod`] for types that consist of integers, and checks that they have no padding.
macro_rules! plain {
    ($($type:ident = [$part:ty; $count:literal];)*) => {$(
        const _: () = assert!(size_of::<$type>() == $count * size_of::<$part>());
        // SAFETY: all fields are integers, of which any bits are a value, and the size above leaves no padding.
        unsafe impl Zeroable for $type {}
        // SAFETY: as above.
        unsafe impl Pod for $type {}
    )*};
}

plain! {
    Position = [u64; 8];
    Bitboard = [u64; 1];
    LineAttacks = [u64; 4];
    ChecksAndPins = [u64; 4];
    CheckInfo = [u64; 12];
}

// SAFETY: the types are transparent arrays.
unsafe impl<T: Zeroable> Zeroable for ByColor<T> {}
// SAFETY: as above.
unsafe impl<T: Pod> Pod for ByColor<T> {}
// SAFETY: as above.
unsafe impl<T: Zeroable> Zeroable for ByRole<T> {}
// SAFETY: as above.
unsafe impl<T: Pod> Pod for ByRole<T> {}

// SAFETY: the type is `repr(transparent)` and has no other field.
unsafe impl TransparentWrapper<u64> for Bitboard {}

/// Implements the traits for types of one byte, whose values a function recognizes.
macro_rules! checked_bytes {
    ($($type:ident $is_valid:expr;)*) => {$(
        const _: () = assert!(size_of::<$type>() == 1);
        // SAFETY: a type of one byte has no padding.
        unsafe impl NoUninit for $type {}
        // SAFETY: the function returns true for the values of the type only; a test tries all bytes.
        unsafe impl CheckedBitPattern for $type {
            type Bits = u8;

            #[inline]
            fn is_valid_bit_pattern(&bits: &u8) -> bool {
                let is_valid: fn(u8) -> bool = $is_valid;
                is_valid(bits)
            }
        }
    )*};
}

checked_bytes! {
    Square |bits| bits < 64;
    Color |bits| bits < 2;
    Role |bits| bits < 6;
    Piece |bits| Piece::from_byte(bits).is_some();
}

const _: () = assert!(size_of::<Move>() == 2);
// SAFETY: a transparent `u16`, as the size shows.
unsafe impl NoUninit for Move {}
// SAFETY: `Move` is a transparent `u16`. Its highest bit is always 0.
unsafe impl CheckedBitPattern for Move {
    type Bits = u16;

    #[inline]
    fn is_valid_bit_pattern(&bits: &u16) -> bool {
        Move::from_bits(bits).to_bits() == bits
    }
}

const _: () = assert!(size_of::<Threat>() == 4);
// SAFETY: four fields of one byte each, as the size shows.
unsafe impl NoUninit for Threat {}
// SAFETY: the fields are in the order of the bytes (`repr(C)`), and each is checked.
unsafe impl CheckedBitPattern for Threat {
    type Bits = [u8; 4];

    #[inline]
    fn is_valid_bit_pattern(&[attacker, from, attacked, to]: &[u8; 4]) -> bool {
        Piece::is_valid_bit_pattern(&attacker)
            && Square::is_valid_bit_pattern(&from)
            && Piece::is_valid_bit_pattern(&attacked)
            && Square::is_valid_bit_pattern(&to)
    }
}

const _: () = assert!(size_of::<Mailbox>() == 64);
// SAFETY: an array of 64 bytes, as the size shows. Not every byte is a piece, so the type is not `Pod`.
unsafe impl NoUninit for Mailbox {}
