//! Tests of `kernels/src/chess/fen/mod.rs`.

use quadline_kernels::FenProblem;
use quadline_kernels::{Position, Setup};

/// FENs in the form in which they are written.
const CANONICAL: [&str; 11] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 1",
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 0 1",
    "4k3/8/8/8/8/8/8/R3KR2 w FA - 0 1",
    "QQQQQQQk/QQQQQQQ1/8/8/8/8/8/K7 b - - 0 1",
];

#[track_caller]
fn read(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[track_caller]
fn assert_round_trip(fen: &str) {
    let position = read(fen);
    let written = position.to_string();
    assert_eq!(written.parse(), Ok(position), "{fen}");
    assert_eq!(read(&written).to_string(), written);
    // Each position is also accepted as a setup.
    assert_eq!(Position::new(Setup::from(position)), Ok(position), "{fen}");
}

#[test]
fn well_formed_positions_are_written_as_they_were_read() {
    for fen in CANONICAL {
        assert_round_trip(fen);
        assert_eq!(read(fen).to_string(), fen);
    }
    assert_eq!(read(CANONICAL[0]), Position::START);
}

#[test]
fn loose_forms_are_normalised() {
    let same = [
        ("4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w H - 007 0", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/R3KR2 w FQ - 65535 65535", "4k3/8/8/8/8/8/8/R3KR2 w FA - 0 1"),
        // One form for each side.
        ("1r2k2r/8/8/8/8/8/8/1R2K2R w KBkb - 0 1", "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1"),
        ("r3k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/1R2K2R w HBkq - 0 1"),
        (" 4k3/8/8/8/44/8/8/31K2R  w  K\t-  0 1 ", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("r3k2r/8/8/8/8/8/8/4K3 b qk -", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1"),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w FHfh - 2 9", CANONICAL[7]),
        // X-FEN: the outermost rook on that side of the king, wherever both are.
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9", CANONICAL[7]),
        ("4k3/8/8/8/8/8/8/1RRK1RR1 w KQ - 0 1", "4k3/8/8/8/8/8/8/1RRK1RR1 w GB - 0 1"),
        ("4k3/8/8/8/8/8/8/4KRR1 w K - 0 1", "4k3/8/8/8/8/8/8/4KRR1 w G - 0 1"),
        ("r2k4/8/8/8/8/8/8/4K3 w q - 0 1", "r2k4/8/8/8/8/8/8/4K3 w a - 0 1"),
    ];
    for (fen, written) in same {
        assert_eq!(read(fen).to_string(), written);
        assert_round_trip(fen);
    }
}

#[test]
fn errors_name_the_field_and_what_would_be_right() {
    let cases = [
        (
            "",
            "piece placement (field 1) is missing; a FEN has 6 fields, or only the first 4: piece placement, side to move",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w -", "en passant square (field 4) is missing; "),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0", "fullmove number (field 6) is missing; "),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "too many fields (7); a FEN has 6"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): found 7 ranks instead of 8"),
        ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): found 9 ranks instead of 8"),
        ("4k3/8/8/8/8/8/8/4K3/ w - - 0 1", "piece placement (field 1): found 9 ranks instead of 8"),
        ("4k3/8/8/8/8/8/8/4K3/ w - -", "piece placement (field 1): found 9 ranks instead of 8"),
        ("/4k3/8/8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): found 9 ranks instead of 8"),
        // The number of characters is right, and two slashes are where they would be in a valid placement.
        ("3/4/3/4/8/8/8/8/k6K/8 w - - 0 1", "piece placement (field 1): found 10 ranks instead of 8"),
        ("4k3/8/8/8/7/8/8/4K3 w - - 0 1", "piece placement (field 1): rank 4 has 7 squares instead of 8"),
        (
            "4k3/ppppppppp/8/8/8/8/8/4K3 w - - 0 1",
            "piece placement (field 1): rank 7 has 9 squares instead of 8",
        ),
        ("4k3//8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): rank 7 has 0 squares instead of 8"),
        ("4k3/8/8/8/8/8/8/4K2X w - - 0 1", "piece placement (field 1): found 'X' on rank 1; expected"),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): found '9' on rank 7; expected"),
        ("4k3/80/8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): found '0' on rank 7; expected"),
        ("4♚3/8/8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): found '♚' on rank 8; expected"),
        (
            "4k3/8/8/8/8/8/8/8 w - - 0 1",
            "piece placement (field 1): number of white kings: 0; each side must have exactly one",
        ),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): number of black kings: 0; "),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "piece placement (field 1): number of white kings: 2; "),
        (
            "4k3/8/8/8/8/8/8/K3P3 w - - 0 1",
            "piece placement (field 1): there is a pawn on e1; pawns can only be on ranks 2 to 7",
        ),
        ("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "piece placement (field 1): there is a pawn on a8; "),
        ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move (field 2): found \"W\"; expected 'w' or 'b'"),
        (
            "4k3/8/8/8/8/8/8/4K3 w'\"ä - - 0 1",
            "side to move (field 2): found \"w'\\\"ä\"; expected 'w' or 'b'",
        ),
        (
            "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
            "side to move (field 2): white is to move, but the black king on e8 is in check",
        ),
        (
            "8/8/8/3kK3/8/8/8/8 b - - 0 1",
            "side to move (field 2): black is to move, but the white king on e5",
        ),
        (
            "4k3/8/8/8/8/5p2/8/6K1 w x - 0 1",
            "castling rights (field 3): found 'x'; expected '-' or letters of KQkq",
        ),
        (
            "4k3/8/8/8/8/5p2/8/6K1 w é - 0 1",
            "castling rights (field 3): found 'é'; expected '-' or letters of KQkq",
        ),
        ("r3k3/8/8/8/8/8/8/4K3 w q- - 0 1", "castling rights (field 3): found '-'; "),
        (
            "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
            "castling rights (field 3): 'K' requires the white king on e1 and a white rook on h1",
        ),
        (
            "4k2r/8/8/8/8/8/8/4K3 w q - 0 1",
            "castling rights (field 3): 'q' requires the black king on e8 and a black rook on a8 (in Chess960, the king on rank 8 and a rook to the left of it)",
        ),
        (
            "4k3/8/8/8/8/8/4K3/7R w H - 0 1",
            "castling rights (field 3): 'H' requires the white king on rank 1 and a white rook on h1",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling rights (field 3): 'K' repeats a castling right; "),
        ("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", "castling rights (field 3): 'G' repeats a castling right; "),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
            "en passant square (field 4): found \"e9\"; expected '-' or a square such as e3",
        ),
        (
            "4k3/8/8/8/4p3/8/8/4K3 w - e3 0 1",
            "en passant square (field 4): e3 is on the wrong rank; with white to move, it must be on rank 6",
        ),
        (
            "4k3/8/8/4P3/8/8/8/4K3 b - e6 0 1",
            "en passant square (field 4): e6 is on the wrong rank; with black to move, it must be on rank 3",
        ),
        ("4k3/8/8/4P3/8/8/8/4K3 w - e6 0 1", "en passant square (field 4): no pawn on e5 has just passed e6"),
        (
            "4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1",
            "en passant square (field 4): a pawn can only have passed e6 if e6 is empty",
        ),
        (
            "4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1",
            "en passant square (field 4): a pawn can only have passed e6 if e7 is empty",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock (field 5): found \"x\"; expected a whole number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", "halfmove clock (field 5): found \"+1\"; "),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 -1",
            "fullmove number (field 6): found \"-1\"; expected a whole number",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd1; id \"a\";",
            "\"bm\" begins the operations of an EPD, which are not part of a FEN; leave out what follows the first 4 fields",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - bm Kd1", "\"bm\" begins the operations of an EPD"),
        ("4k3/8/8/8/8/8/8/4K3 w - - noop;", "\"noop;\" begins the operations of an EPD"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5",
            "\";D1\" begins the operations of an EPD, which are not part of a FEN; leave out what follows the first 6",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - ;D1 5", "\";D1\" begins the operations"),
        ("4k3/8/8/8/8/8/8/4K3 w x - bm Kd1;", "castling rights (field 3): found 'x'"),
        ("4k3/8/8/8/8/8/4K3 w - - bm Kd1;", "piece placement (field 1): found 7 ranks instead of 8"),
        (
            "\u{feff}4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "piece placement (field 1): found a byte order mark (U+FEFF), which is not part of a FEN; leave it out",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 65536",
            "fullmove number (field 6): found \"65536\"; expected a whole number from 0 to 65535; 0 is read as 1",
        ),
    ];
    for (fen, start) in cases {
        let error = fen.parse::<Position>().expect_err(fen);
        let message = error.to_string();
        if let FenProblem::EpdOperation { .. } = error.problem() {
            // The advice is accepted.
            assert!(fen[..error.column() - 1].parse::<Position>().is_ok(), "{fen}: {message}");
        }
        assert!(message.starts_with(start), "{fen}\n     got: {message}\nexpected: {start}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn errors_tell_the_column() {
    let cases = [
        ("", None, 1),
        ("4k3/8/8/8/8/8/8/4K3 w -", None, 24),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x y", None, 31),
        ("4k3/8/8/8/8/8/8/4K3 w - -  bm Kd1;", None, 28),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", Some(1), 1),
        ("  4k3/8/8/8/8/8/4K3 w - - 0 1", Some(1), 3),
        ("4k3/8/8/8/7/8/8/4K3 w - - 0 1", Some(1), 11),
        ("4k3/8/8/8/8/8/8/4K2X w - - 0 1", Some(1), 20),
        (" 4k3/8/8/8/8/8/8/8 w - - 0 1", Some(1), 2),
        ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", Some(2), 21),
        ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", Some(2), 23),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", Some(3), 25),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", Some(4), 25),
        ("4k3/8/8/8/4p3/8/8/4K3 w - e3 0 1", Some(4), 27),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", Some(5), 27),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0  -1", Some(6), 30),
    ];
    for (fen, field, column) in cases {
        let error = fen.parse::<Position>().expect_err(fen);
        assert_eq!((error.field(), error.column()), (field, column), "{fen}: {error}");
    }
}

/// The same bytes are white space in movetext.
#[test]
fn white_space() {
    for byte in 0..=255u8 {
        let mut fen = Position::START.to_string().into_bytes();
        for each in fen.iter_mut().filter(|each| **each == b' ') {
            *each = byte;
        }
        let expected = matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r');
        assert_eq!(Position::from_fen_bytes(&fen).is_ok(), expected, "{byte}");
    }
}

#[test]
fn bytes_need_not_be_text() {
    let placement = Position::from_fen_bytes(b"4k3/8/8/8/8/8/8/4K2\xff w - - 0 1").unwrap_err();
    assert_eq!(
        placement.problem(),
        FenProblem::UnknownPiece { rank: 1, character: char::REPLACEMENT_CHARACTER }
    );
    let side = Position::from_fen_bytes(b"4k3/8/8/8/8/8/8/4K3 \xffw - - 0 1").unwrap_err();
    assert!(side.to_string().starts_with("side to move (field 2): found \"\\xffw\"; "), "{side}");
    let castling = Position::from_fen_bytes(b"4k3/8/8/8/8/8/8/4K3 w \xff - 0 1").unwrap_err();
    assert_eq!(castling.problem(), FenProblem::CastlingCharacter(char::REPLACEMENT_CHARACTER));
    assert!(Position::from_fen_bytes(b"4k3/8/8/8/8/8/8/4K3 w - \xff3 0 1").is_err());
}

#[test]
fn long_fields_are_cut_in_messages() {
    let message = |length| {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 {} - - 0 1", "w".repeat(length));
        fen.parse::<Position>().expect_err("no side").to_string()
    };
    assert!(message(32).contains(&format!("\"{}\";", "w".repeat(32))), "{}", message(32));
    for length in [33, 255, 256, 1000] {
        assert!(message(length).contains(&format!("\"{}...\";", "w".repeat(32))), "{}", message(length));
    }
}

#[test]
fn a_rank_of_any_length_is_counted() {
    for length in [9, 64, 200, 70_000] {
        let fen = format!("4k3/{}/8/8/8/8/8/4K3 w - - 0 1", "p".repeat(length));
        let error = fen.parse::<Position>().expect_err("too long");
        assert_eq!(error.problem(), FenProblem::RankLength { rank: 7, squares: length });
    }
}

#[test]
fn truncated_and_altered_text_never_panics() {
    let fen = CANONICAL[1];
    let mut accepted = vec![];
    for end in 0..fen.len() {
        let _ = fen[..end].parse::<Position>();
        for replacement in ["", " ", "/", "8", "9", "K", "k", "p", "-", "é", "\0", "99999999"] {
            let altered = format!("{}{replacement}{}", &fen[..end], &fen[end + 1..]);
            if altered.parse::<Position>().is_ok() {
                assert_round_trip(&altered);
                accepted.push(altered);
            }
        }
    }
    assert!(accepted.len() > 20, "{accepted:#?}");
}
