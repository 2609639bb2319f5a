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

#[cfg(test)]
mod tests {
    use super::*;
    use bytemuck::{bytes_of, cast, cast_slice, checked, try_cast_slice};
    use std::vec::Vec;

    #[test]
    fn valid_bytes_are_values() {
        for byte in 0..=u8::MAX {
            assert_eq!(checked::try_cast::<_, Square>(byte).ok(), Square::new(byte), "{byte}");
            assert_eq!(checked::try_cast::<_, Piece>(byte).ok(), Piece::from_byte(byte), "{byte}");
            let color = Color::ALL.get(usize::from(byte)).copied();
            assert_eq!(checked::try_cast::<_, Color>(byte).ok(), color, "{byte}");
            let role = Role::ALL.get(usize::from(byte)).copied();
            assert_eq!(checked::try_cast::<_, Role>(byte).ok(), role, "{byte}");
        }
        let bytes: Vec<u8> = (0..64).collect();
        assert_eq!(checked::cast_slice::<u8, Square>(&bytes), Square::ALL);
        assert_eq!(cast_slice::<Square, u8>(&Square::ALL), bytes);
    }

    #[test]
    fn threats_are_bytes() {
        let threat = Threat {
            attacker: Piece::new(Color::White, Role::Knight),
            from: Square::D4,
            attacked: Piece::new(Color::Black, Role::Rook),
            to: Square::E6,
        };
        let bytes = [2, 27, 12, 44];
        assert_eq!(cast_slice::<Threat, [u8; 4]>(&[threat]), [bytes]);
        assert_eq!(checked::try_cast::<[u8; 4], Threat>(bytes), Ok(threat));
        for (index, wrong) in [(0, 0), (0, 7), (1, 64), (2, 15), (3, 255)] {
            let mut bytes = bytes;
            bytes[index] = wrong;
            assert!(!Threat::is_valid_bit_pattern(&bytes), "{bytes:?}");
        }
    }

    #[test]
    fn words_are_values() {
        let positions = [Position::START; 3];
        assert_eq!(cast_slice::<Position, [u64; 8]>(&positions), [*Position::START.words(); 3]);
        assert_eq!(cast::<Position, [u64; 8]>(Position::START), *Position::START.words());
        let words: &[u64] = cast_slice(&positions);
        assert_eq!(try_cast_slice::<u64, Position>(words), Ok(&positions[..]));
        assert!(try_cast_slice::<u64, Position>(&words[1..9]).is_err());
        assert_eq!(checked::cast::<u16, Move>(0x7fff), Move::from_bits(0x7fff));
        assert!(checked::try_cast::<u16, Move>(0x8000).is_err());
        assert_eq!(cast::<Move, u16>(Move::from_bits(0x1234)), 0x1234);
        assert_eq!(Bitboard::wrap_slice(&[7]), [Bitboard(7)]);
        let by_role: [ByRole<u64>; 2] = cast([[1_u64, 2, 3, 4, 5, 6]; 2]);
        assert_eq!(by_role[1][Role::King], 6);
        assert_eq!(cast::<[u64; 2], ByColor<u64>>([8, 9])[Color::Black], 9);
        let info = Position::START.check_info();
        assert_eq!(cast::<CheckInfo, [u64; 12]>(info)[6], info.checks(Role::Pawn));
        let found = Position::START.checks_and_pins();
        assert_eq!(cast::<ChecksAndPins, [u64; 4]>(found), [0, 0, u64::MAX, found.king_danger]);
        assert_eq!(cast::<[u64; 4], LineAttacks>([1, 2, 3, 4]).antidiagonal(), 4);
        assert_eq!(bytes_of(&Mailbox::EMPTY), [0; 64]);
    }
}
