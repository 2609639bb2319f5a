//! Tests of `kernels/src/integrations/bytemuck.rs`.

use bytemuck::{CheckedBitPattern, TransparentWrapper, bytes_of, cast, cast_slice, checked, try_cast_slice};
use quadline_kernels::threats::{Mailbox, Threat};
use quadline_kernels::*;

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
