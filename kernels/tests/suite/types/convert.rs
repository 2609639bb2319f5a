//! Tests of `kernels/src/chess/convert.rs`.

use quadline_kernels::*;

#[test]
fn letters_are_pieces() {
    for piece in (0..=255).filter_map(Piece::from_byte) {
        let text = piece.letter().to_string();
        assert_eq!((text.parse(), Piece::try_from(piece.letter())), (Ok(piece), Ok(piece)));
        assert_eq!((text.parse(), Role::try_from(piece.letter())), (Ok(piece.role()), Ok(piece.role())));
    }
    let error = "x".parse::<Piece>().unwrap_err();
    for wrong in ["", "x", "kk", "k ", " k", "1", "é"] {
        assert_eq!(wrong.parse::<Piece>(), Err(error), "{wrong:?}");
        assert_eq!(wrong.parse::<Role>(), Err(error), "{wrong:?}");
    }
    assert!(Role::try_from('x').is_err() && Piece::try_from('♚').is_err());
    assert_eq!(
        format!("{error:?}"),
        "ParsePieceError(invalid piece: expected one letter of PNBRQK or pnbrqk)"
    );
}

#[test]
fn positions_are_converted() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "qrbnk3/P7/8/8/8/8/8/4KNBR w - - 0 1",
    ] {
        let position: Position = fen.parse().expect(fen);
        assert_eq!(Position::try_from(&quadline_kernels::threats::Mailbox::from(&position)), Ok(position));
        assert_eq!(Position::try_from(Setup::from(position)), Ok(position));
    }
    let empty = InvalidPosition::KingCount { color: Color::White, kings: 0 };
    assert_eq!(Position::try_from(&quadline_kernels::threats::Mailbox::EMPTY), Err(empty));
    assert_eq!(Position::try_from(Setup::default()), Err(empty));
}

#[test]
fn kinds_are_written() {
    let promotions = Role::PROMOTIONS.map(MoveKind::Promotion);
    let kinds = [MoveKind::Normal, MoveKind::DoublePush, MoveKind::EnPassant, MoveKind::Castling];
    let texts: Vec<_> = kinds.iter().chain(&promotions).map(ToString::to_string).collect();
    assert_eq!(
        texts.join(", "),
        "normal, double push, en passant, castling, promotion to knight, promotion to bishop, \
         promotion to rook, promotion to queen"
    );
    assert_eq!(u16::from(Move::from_bits(0x1234)), 0x1234);
}
