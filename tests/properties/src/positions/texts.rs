//! Keys of positions, and positions and moves as texts, compared with the oracle.

use std::hint::black_box;

use quadline_kernels::{Fen, KeyParts, KeySet, Move, ParseFenError, Position, Setup, ZobristKeys};

use super::{all_moves, oracle, random};
use crate::boards::Words;

/// Returns numbers for keys.
pub fn key_numbers(words: &mut Words) -> [u64; 781] {
    std::array::from_fn(|_| words.word())
}

/// Checks the key of a position, and that updating a key is the same as computing it again: for each legal
/// move, for passing, and for `other`, any other position.
pub fn prop_keys_equal_oracle(numbers: &[u64; 781], position: &Position, other: &Position) {
    let keys = ZobristKeys::from_numbers(*numbers);
    let key = keys.key(position);
    assert_eq!(key, oracle::key(position, numbers), "{position:?}");
    assert_eq!(ZobristKeys::POLYGLOT.key(position), position.polyglot_key(), "{position:?}");
    let of_files =
        [1, 2].map(|color| [1, 2, 3, 4, 5, 6, 7, 8].map(|file| numbers[8 * color + file].rotate_left(7)));
    let by_file = keys.by_file(of_files);
    let played = oracle::legal_moves(position).into_iter().map(|each| oracle::play(position, each));
    for next in played.chain(oracle::null_move(position)).chain([position.mirrored(), *other]) {
        let expected = oracle::key(&next, numbers);
        assert_eq!(keys.update(key, position, &next), expected, "{position:?}\nto {next:?}");
        assert_eq!(keys.update(expected, &next, position), key, "back from {next:?}\nto {position:?}");
        let expected = oracle::key_by_file(&next, numbers, &of_files);
        assert_eq!(by_file.key(&next), expected, "by file: {next:?}");
        let updated = by_file.update(by_file.key(position), position, &next);
        assert_eq!(updated, expected, "by file: {position:?}\nto {next:?}");
    }
}

/// Returns whether a number of a key is that of a part, by its index.
type IsIn = fn(usize) -> bool;

/// The parts of a key that have a name, with the indexes of their numbers.
const NAMED_PARTS: [(KeyParts, IsIn); 11] = [
    (KeyParts::PAWNS, |index| index / 128 == 0),
    (KeyParts::KNIGHTS, |index| index / 128 == 1),
    (KeyParts::BISHOPS, |index| index / 128 == 2),
    (KeyParts::ROOKS, |index| index / 128 == 3),
    (KeyParts::QUEENS, |index| index / 128 == 4),
    (KeyParts::KINGS, |index| index / 128 == 5),
    (KeyParts::WHITE, |index| index < 768 && index / 64 % 2 == 1),
    (KeyParts::BLACK, |index| index < 768 && index / 64 % 2 == 0),
    (KeyParts::CASTLING, |index| (768..772).contains(&index)),
    (KeyParts::EN_PASSANT, |index| (772..780).contains(&index)),
    (KeyParts::SIDE_TO_MOVE, |index| index == 780),
];

/// Checks several keys of a position with parts that `words` determine: each is the key whose numbers of
/// other parts are 0. Updating them is the same as computing them again, for each legal move, for passing,
/// and for `other`, any other position.
pub fn prop_key_sets_equal_oracle(
    words: &mut Words,
    numbers: &[u64; 781],
    position: &Position,
    other: &Position,
) {
    let mut parts = [KeyParts::ALL, KeyParts::PAWNS, KeyParts::PIECES, KeyParts::NONE, KeyParts::NONE];
    let mut included = [[true; 781], [false; 781], [false; 781], [false; 781], [false; 781]];
    included[1][..128].fill(true);
    included[2][..768].fill(true);
    for (parts, included) in parts[3..].iter_mut().zip(&mut included[3..]) {
        for _ in 0..1 + words.word() % 6 {
            let (named, is_in) = NAMED_PARTS[(words.word() >> 7) as usize % NAMED_PARTS.len()];
            let is_added = words.word() >> 9 & 3 != 0;
            *parts = if is_added { parts.with(named) } else { parts.without(named) };
            assert_eq!(parts.contains(named), is_added, "{parts:?}");
            included
                .iter_mut()
                .enumerate()
                .filter(|&(index, _)| is_in(index))
                .for_each(|(_, each)| *each = is_added);
        }
    }
    let set = KeySet::new(ZobristKeys::from_numbers(*numbers), parts);
    assert_eq!(*set.numbers(), ZobristKeys::from_numbers(*numbers));
    let expected = |position: &Position| {
        included.map(|included| {
            oracle::key(
                position,
                &std::array::from_fn(|index| if included[index] { numbers[index] } else { 0 }),
            )
        })
    };
    let keys = set.keys(position);
    assert_eq!(keys, expected(position), "{parts:?} {position:?}");
    let played = oracle::legal_moves(position).into_iter().map(|each| oracle::play(position, each));
    for next in played.chain(oracle::null_move(position)).chain([*other]) {
        let (mut there, expected) = (keys, expected(&next));
        set.update(&mut there, position, &next);
        assert_eq!(there, expected, "{parts:?} {position:?}\nto {next:?}");
        set.update(&mut there, &next, position);
        assert_eq!(there, keys, "{parts:?} back from {next:?}\nto {position:?}");
    }
}

/// Checks that keys of words that are no position do not panic.
pub fn prop_keys_of_nonsense_do_not_panic(numbers: &[u64; 781], nonsense: &Position, other: &Position) {
    let keys = ZobristKeys::from_numbers(*numbers);
    black_box(nonsense.polyglot_key());
    black_box(keys.update(keys.key(nonsense), nonsense, other));
    let set = KeySet::new(keys, [KeyParts::ALL]);
    set.update(&mut set.keys(nonsense), nonsense, other);
}

/// Checks that a position is written as by the oracle, and that all readers accept the text.
pub fn prop_a_position_is_written_as_by_the_oracle(position: &Position) {
    let text = oracle::fen(position);
    assert_eq!(position.to_string(), text, "{position:?}");
    assert_eq!(text.parse().as_ref(), Ok(position), "{text}");
    assert_eq!(Position::from_fen_bytes(text.as_bytes()).as_ref(), Ok(position), "{text}");
}

/// Checks that a number is a starting position of Chess960 if it is below 960, and that the position has the
/// pieces, the castling rights and the side to move of that number.
pub fn prop_chess960_equals_oracle(number: u16) {
    let expected = (number < 960).then(|| random::chess960_start(number.into(), number.into()));
    assert_eq!(Position::chess960(number), expected, "{number}");
}

/// Checks bytes that may be a FEN: what is accepted is written in a form that parses to the same position and
/// is written in the same form again, and the position's bitboards are accepted. The error for rejected bytes
/// is one line and has a field and a column in the text.
pub fn prop_fen_bytes(bytes: &[u8]) {
    let found = Position::from_fen_bytes(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        assert_eq!(text.parse::<Position>(), found, "{text:?}");
    }
    let with_counters = Fen::from_bytes(bytes);
    assert_eq!(with_counters.map(|fen| fen.position), found, "{bytes:?}");
    if let Ok(fen) = with_counters {
        assert_eq!(Fen::from_bytes(fen.to_string().as_bytes()), Ok(fen), "{bytes:?}");
    }
    match found {
        Ok(position) => {
            let shown = String::from_utf8_lossy(bytes);
            assert!(bytes.is_ascii(), "{shown:?}");
            prop_a_position_is_written_as_by_the_oracle(&position);
            assert_eq!(Position::new(Setup::from(position)), Ok(position), "{shown:?}");
        }
        Err(error) => prop_fen_error(bytes, &error),
    }
}

fn prop_fen_error(bytes: &[u8], error: &ParseFenError) {
    let shown = String::from_utf8_lossy(bytes);
    assert_eq!(error.to_string().lines().count(), 1, "{shown:?}: {error}");
    assert!((1..=bytes.len() + 1).contains(&error.column()), "{shown:?}: {error:?}");
    if let Some(field) = error.field() {
        assert!((1..=6).contains(&field), "{shown:?}: {error:?}");
        assert!(error.to_string().contains(&format!("(field {field})")), "{shown:?}: {error}");
    }
    assert!(!format!("{:?}", error.problem()).is_empty());
}

/// Checks that a text is the move that the oracle reads, or that the error is one line and shows the text.
pub fn prop_uci_equals_oracle(position: &Position, text: &str) {
    match position.parse_uci(text) {
        Ok(found) => {
            assert_eq!(Some(found), oracle::parse_uci(position, text.as_bytes()), "{text:?} {position:?}");
            assert_eq!(position.parse_uci(&found.to_uci()), Ok(found), "{text:?} {position:?}");
            assert_eq!(position.parse_uci(&found.to_uci_chess960()), Ok(found), "{text:?} {position:?}");
        }
        Err(error) => {
            assert_eq!(oracle::parse_uci(position, text.as_bytes()), None, "{text:?} {position:?}: {error}");
            assert_eq!(error.to_string().lines().count(), 1, "{text:?}: {error}");
            assert!(error.to_string().starts_with("invalid move \""), "{text:?}: {error}");
        }
    }
}

/// Checks the two texts of a move. A castling move of which king and rook are not on the same back rank has
/// some text.
pub fn prop_a_move_is_written_as_by_the_oracle(chess_move: Move) {
    let ranks = [chess_move.from().rank(), chess_move.to().rank()];
    if chess_move.is_castling() && ranks != [0, 0] && ranks != [7, 7] {
        assert_eq!((chess_move.to_uci().len(), chess_move.to_uci_chess960().len()), (4, 4), "{chess_move:?}");
        return;
    }
    for (text, is_chess960) in [(chess_move.to_uci(), false), (chess_move.to_uci_chess960(), true)] {
        let expected = oracle::uci(chess_move, is_chess960);
        assert_eq!(text.as_str(), expected, "{chess_move:?}");
        assert_eq!(text.as_bytes(), expected.as_bytes(), "{chess_move:?}");
        assert!(text.to_bytes().starts_with(expected.as_bytes()), "{chess_move:?}");
        assert!(text.to_bytes()[expected.len()..].iter().all(|&byte| byte == 0), "{chess_move:?}");
        let formatted = if is_chess960 { format!("{chess_move:#}") } else { chess_move.to_string() };
        assert_eq!(formatted, expected, "{chess_move:?}");
    }
}

/// Returns the texts of all moves from squares of the side to move, right and wrong, and texts that are
/// nearly moves.
pub fn uci_texts(position: &Position) -> Vec<String> {
    let own = position.color(position.side_to_move());
    let mut texts: Vec<_> =
        all_moves().filter(|each| own & each.from().bit() != 0).map(|each| oracle::uci(each, true)).collect();
    texts.sort_unstable();
    texts.dedup();
    for text in [
        "",
        "e2",
        "e2e",
        "e2e9",
        "i2i4",
        "e0e1",
        "E2E4",
        "e2e4 ",
        " e2e4",
        "e7e8k",
        "e7e8p",
        "e7e8Q",
        "e7e8qq",
        "e\u{fc}e4",
        "0000",
    ] {
        texts.push(text.into());
    }
    texts
}
