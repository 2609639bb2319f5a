//! Tests of `kernels/src/chess/polyglot.rs`.

use quadline_kernels::{Position, ZobristKeys};

/// The keys that the description of the format lists, along two games.
#[test]
fn keys_of_the_description() {
    let games = [
        (
            "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7",
            &[
                0x463b_9618_1691_fc9c,
                0x823c_9b50_fd11_4196,
                0x0756_b944_61c5_0fb0,
                0x662f_afb9_65db_29d4,
                // White can capture en passant.
                0x22a4_8b5a_8e47_ff78,
                0x652a_607c_a3f2_42c1,
                0x00fd_d303_c946_bdd9,
            ][..],
        ),
        (
            "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3",
            &[
                0x463b_9618_1691_fc9c,
                0,
                0,
                0,
                0,
                0x3c81_23ea_7b06_7637,
                0x93d3_2682_782e_dfae,
                0x5c3f_9b82_9b27_9560,
            ][..],
        ),
    ];
    for (game, keys) in games {
        let (mut position, mut key) = (Position::START, Position::START.polyglot_key());
        assert_eq!(game.split(' ').count() + 1, keys.len());
        for (uci, &expected) in game.split(' ').zip(&keys[1..]) {
            let next = position.play(position.parse_uci(uci).expect(uci));
            key = ZobristKeys::POLYGLOT.update(key, &position, &next);
            position = next;
            assert_eq!(position.polyglot_key(), key, "{uci}");
            assert!(expected == 0 || key == expected, "{uci}: {key:#x}, not {expected:#x}");
        }
    }
    assert_eq!(Position::START.polyglot_key(), 0x463b_9618_1691_fc9c);
}

/// The numbers of castling rights and of the side to move, one at a time.
#[test]
fn numbers_of_castling_and_of_the_side_to_move() {
    let key = |fen: &str| fen.parse::<Position>().expect(fen).polyglot_key();
    // As the description lists them: the numbers 768 to 771, and 780.
    let none = key("r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1");
    for (rights, number) in [
        ("K", 0x31d7_1dce_64b2_c310),
        ("Q", 0xf165_b587_df89_8190),
        ("k", 0xa57e_6339_dd2c_f3a0),
        ("q", 0x1ef6_e6db_b196_1ec9),
    ] {
        let fen = format!("r3k2r/8/8/8/8/8/8/R3K2R b {rights} - 0 1");
        assert_eq!(key(&fen) ^ none, number, "{rights}");
    }
    assert_eq!(key("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1") ^ none, 0xf8d6_26aa_af27_8509);
}
