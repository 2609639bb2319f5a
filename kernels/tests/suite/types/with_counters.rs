//! Tests of `kernels/src/chess/fen/with_counters.rs`.

use quadline_kernels::*;

#[test]
fn counters_are_read_back() {
    for number in (0..=u16::MAX).step_by(7).chain([9, 10, 99, 100, 999, 1000, 9999, 10000, u16::MAX]) {
        for (clock, move_number) in [(number, 1), (0, number.max(1)), (number, (number ^ 21).max(1))] {
            let text = format!("4k3/8/8/8/8/8/4P3/4K3 b - - {clock} {move_number}");
            let fen: Fen = text.parse().expect(&text);
            assert_eq!((fen.halfmove_clock, fen.fullmove_number), (clock, move_number), "{text}");
            assert_eq!(fen.to_string(), text);
            assert_eq!(fen.position.to_string(), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
        }
    }
    let zero: Fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 7 0".parse().expect("a fullmove number of 0");
    assert_eq!(zero.to_string(), "4k3/8/8/8/8/8/4P3/4K3 b - - 7 1");
    let epd: Fen = "4k3/8/8/8/8/8/4P3/4K3 b - -".parse().expect("four fields");
    assert_eq!(epd, Fen::new(epd.position));
    for wrong in ["65536 1", "0 65536", "-1 1", "0", "0 1 2", "x 1"] {
        let text = format!("4k3/8/8/8/8/8/4P3/4K3 b - - {wrong}");
        assert_eq!(text.parse::<Fen>().unwrap_err(), text.parse::<Position>().unwrap_err());
    }
    assert_eq!(Fen::default().to_string(), Position::START.to_string());
    assert_eq!(Fen::from(Position::START), Fen::START);
}

#[test]
fn counters_are_those_of_the_rules() {
    let mut fen = Fen::START;
    for (uci, counters) in [
        ("g1f3", (1, 1)),
        ("g8f6", (2, 2)),
        ("e2e4", (0, 2)),
        ("f6e4", (0, 3)),
        ("f1e2", (1, 3)),
        ("a7a6", (0, 4)),
        // Castling is not a capture.
        ("e1g1", (1, 4)),
        ("b7b5", (0, 5)),
        ("b1c3", (1, 5)),
        ("b5b4", (0, 6)),
        ("a2a4", (0, 6)),
        // En passant.
        ("b4a3", (0, 7)),
    ] {
        fen = fen.play(fen.position.parse_uci(uci).expect(uci));
        assert_eq!((fen.halfmove_clock, fen.fullmove_number), counters, "{uci}");
    }
    let last = Fen { halfmove_clock: u16::MAX, fullmove_number: u16::MAX, ..fen };
    let next = last.play(last.position.parse_uci("c3b5").expect("a knight's move"));
    assert_eq!((next.halfmove_clock, next.fullmove_number), (u16::MAX, u16::MAX));
    let next = next.play(next.position.parse_uci("c8b7").expect("a bishop's move"));
    assert_eq!((next.halfmove_clock, next.fullmove_number), (u16::MAX, u16::MAX));
}
