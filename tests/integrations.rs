//! The traits of serde and arbitrary, as dependents use them.

use arbitrary::{Arbitrary, Unstructured};
use quadline::fen::Fen;
use quadline::{Bitboard, ByColor, ByRole, Color, Move, Piece, Position, Role, Square, UciText};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 0 1",
    "4k3/8/8/8/4Pp2/8/8/4K2R b K e3 0 1",
];

/// Checks the text, and that text and bytes are read back. Returns the bytes.
#[track_caller]
fn both<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T, json: &str) -> Vec<u8> {
    assert_eq!(serde_json::to_string(value).unwrap(), json);
    assert_eq!(&serde_json::from_str::<T>(json).unwrap(), value);
    let bytes = postcard::to_allocvec(value).unwrap();
    assert_eq!(&postcard::from_bytes::<T>(&bytes).unwrap(), value);
    bytes
}

#[track_caller]
fn wrong<T: DeserializeOwned + std::fmt::Debug>(json: &str, message: &str) {
    let error = serde_json::from_str::<T>(json).unwrap_err().to_string();
    assert!(error.starts_with(message), "{error}");
}

#[test]
fn positions_are_fens_or_64_bytes() {
    for fen in FENS {
        let position: Position = fen.parse().unwrap();
        let bytes = both(&position, &format!("\"{fen}\""));
        // The length, and the words.
        assert_eq!((bytes.len(), bytes[0]), (65, 64));
        let words: Vec<u8> = position.words().iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(bytes[1..], words);
    }
    let fen: Fen = "4k3/8/8/8/8/8/8/4K3 w - - 12 34".parse().unwrap();
    both(&fen, "\"4k3/8/8/8/8/8/8/4K3 w - - 12 34\"");
}

#[test]
fn wrong_positions_are_errors() {
    wrong::<Position>("\"8/8/8/8/8/8/8/8 w - - 0 1\"", "piece placement (field 1): number of white kings: 0");
    wrong::<Position>("17", "invalid type: integer `17`, expected a FEN");
    let start = postcard::to_allocvec(&Position::START).unwrap();
    let read = |bytes: &[u8]| postcard::from_bytes::<Position>(bytes);
    assert_eq!(read(&start), Ok(Position::START));
    let mut without_king = start.clone();
    without_king[1 + 8 * 6] = 0;
    assert!(read(&without_king).is_err());
    // The fourth rank has no meaning in the last word.
    let mut more_bits = start.clone();
    more_bits[1 + 8 * 7 + 3] = 1;
    assert!(read(&more_bits).is_err());
    let mut short = start[..64].to_vec();
    short[0] = 63;
    assert!(read(&short).is_err());
    let mut long = [&start[..], &[0]].concat();
    long[0] = 65;
    assert!(read(&long).is_err());
    // A format without byte strings.
    let as_list: Vec<u8> = start[1..].to_vec();
    use serde::de::IntoDeserializer;
    use serde::de::value::{Error, SeqDeserializer};
    let list = |bytes: Vec<u8>| -> Result<Position, Error> {
        struct Binary<D>(D);
        impl<'de, D: serde::Deserializer<'de>> serde::Deserializer<'de> for Binary<D> {
            type Error = D::Error;
            fn deserialize_any<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
                self.0.deserialize_any(visitor)
            }
            fn is_human_readable(&self) -> bool {
                false
            }
            serde::forward_to_deserialize_any! {
                bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
                unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
            }
        }
        Position::deserialize(Binary(SeqDeserializer::<_, Error>::new(
            bytes.into_iter().map(IntoDeserializer::<Error>::into_deserializer),
        )))
    };
    assert_eq!(list(as_list.clone()), Ok(Position::START));
    assert!(list(as_list[..63].to_vec()).unwrap_err().to_string().contains("invalid length 63"));
    assert!(list([as_list, vec![0]].concat()).unwrap_err().to_string().contains("invalid length 65"));
}

#[test]
fn moves_are_uci_or_two_bytes() {
    let position: Position = "r3k2r/8/8/3pP3/8/8/P6p/R3K2R w KQkq d6 0 1".parse().unwrap();
    for chess_move in position.moves() {
        let json = format!("\"{}\"", chess_move.to_uci());
        assert_eq!(serde_json::to_string(&chess_move).unwrap(), json);
        let text: UciText = serde_json::from_str(&json).unwrap();
        assert_eq!(position.parse_uci(&text), Ok(chess_move));
        both(&text, &json);
        let bits = chess_move.to_bits().to_string();
        assert_eq!(serde_json::from_str::<Move>(&bits).unwrap(), chess_move);
        let bytes = postcard::to_allocvec(&chess_move).unwrap();
        assert_eq!(postcard::from_bytes::<Move>(&bytes), Ok(chess_move));
    }
    wrong::<Move>(
        "\"e2e4\"",
        "invalid type: string \"e2e4\", expected the 16 bits of a move as a number (UCI cannot be read",
    );
    wrong::<Move>("65536", "invalid value: integer `65536`");
    for text in ["", "e2", "e2e9", "e7e8k", "e7e8Q", "e7e8qq", "e2é4"] {
        wrong::<UciText>(&format!("\"{text}\""), "invalid value: string");
    }
}

#[test]
fn small_types_are_names_or_bytes() {
    assert_eq!(both(&Square::E4, "\"e4\""), [28]);
    assert_eq!(both(&Color::Black, "\"black\""), [1]);
    assert_eq!(both(&Role::Knight, "\"knight\""), [1]);
    assert_eq!(both(&Piece::from_letter('n').unwrap(), "\"n\""), [10]);
    both(&Bitboard(u64::MAX), "18446744073709551615");
    both(&ByColor([Role::Pawn, Role::King]), "[\"pawn\",\"king\"]");
    assert_eq!(both(&ByRole([1_u8, 2, 3, 4, 5, 6]), "[1,2,3,4,5,6]"), [1, 2, 3, 4, 5, 6]);
    for square in Square::ALL {
        both(&square, &format!("\"{square}\""));
    }
    for (role, color) in Role::ALL.into_iter().flat_map(|role| Color::ALL.map(|color| (role, color))) {
        both(&role, &format!("\"{role}\""));
        both(&color, &format!("\"{color}\""));
        both(&Piece::new(color, role), &format!("\"{}\"", Piece::new(color, role).letter()));
    }
    wrong::<Square>(
        "\"e9\"",
        "invalid value: string \"e9\", expected a square from a1 to h8, or from 0 to 63",
    );
    wrong::<Color>("\"whit\"", "invalid value: string \"whit\", expected `white` or `black`");
    wrong::<Color>("\"whitee\"", "invalid value: string \"whitee\"");
    wrong::<Role>("\"Pawn\"", "invalid value: string \"Pawn\"");
    wrong::<Piece>("\"x\"", "invalid value: string \"x\"");
    for (is_square, byte) in [(true, 63), (false, 64)] {
        assert_eq!(postcard::from_bytes::<Square>(&[byte]).is_ok(), is_square);
    }
    assert!(postcard::from_bytes::<Color>(&[2]).is_err());
    assert!(postcard::from_bytes::<Role>(&[6]).is_err());
    assert!(postcard::from_bytes::<Piece>(&[7]).is_err());
}

#[test]
fn structs_are_derived() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Puzzle {
        position: Position,
        solution: Vec<UciText>,
        side: Color,
    }
    let position: Position = FENS[3].parse().unwrap();
    let solution = position.moves().iter().map(|chess_move| chess_move.to_uci()).collect();
    let puzzle = Puzzle { position, solution, side: Color::Black };
    let json = serde_json::to_string(&puzzle).unwrap();
    assert!(
        json.starts_with("{\"position\":\"4k3/8/8/8/4Pp2/8/8/4K2R b K e3 0 1\",\"solution\":[\""),
        "{json}"
    );
    assert_eq!(serde_json::from_str::<Puzzle>(&json).unwrap(), puzzle);
}

#[test]
fn arbitrary_positions_are_valid() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut noise = || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (state >> 56) as u8
    };
    let (mut mean_pieces, mut sides, mut few_pieces, mut checks) = (0, [0; 2], 0, 0);
    for length in 0..400 {
        let bytes: Vec<u8> = (0..length).map(|_| noise()).collect();
        let position = Position::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        assert_eq!(position.check(), Ok(()), "{position:?}");
        mean_pieces += position.occupied().count_ones();
        sides[position.side_to_move() as usize] += 1;
        few_pieces += u32::from(position.occupied().count_ones() < 10);
        checks += u32::from(position.checkers() != 0);
    }
    assert!(mean_pieces > 400 * 8 && few_pieces > 20 && checks > 5, "{mean_pieces} {few_pieces} {checks}");
    assert!(sides.iter().all(|&count| count > 50), "{sides:?}");
    // Without any bytes, it is the starting position.
    assert_eq!(Position::arbitrary(&mut Unstructured::new(&[])).unwrap(), Position::START);
    let bytes: Vec<u8> = (0..=255).collect();
    let mut bytes = Unstructured::new(&bytes);
    assert!(Square::arbitrary(&mut bytes).is_ok() && Piece::arbitrary(&mut bytes).is_ok());
    assert!(Move::arbitrary(&mut bytes).is_ok() && Bitboard::arbitrary(&mut bytes).is_ok());
    assert!(ByRole::<Square>::arbitrary(&mut bytes).is_ok() && ByColor::<u8>::arbitrary(&mut bytes).is_ok());
}
