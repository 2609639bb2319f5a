//! The traits of serde and arbitrary, as dependents use them.

use std::cell::Cell;

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
    wrong::<Position>("17", "invalid type: integer `17`, expected a FEN or the 64 bytes");
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
fn moves_are_numbers_beside_their_uci() {
    let position: Position = "r3k2r/8/8/3pP3/8/8/P6p/R3K2R w KQkq d6 0 1".parse().unwrap();
    for chess_move in position.moves() {
        both(&chess_move, &chess_move.to_bits().to_string());
        let json = format!("\"{}\"", chess_move.to_uci());
        assert_eq!(serde_json::to_string(&chess_move.to_uci()).unwrap(), json);
        let text: UciText = serde_json::from_str(&json).unwrap();
        assert_eq!(position.parse_uci(&text), Ok(chess_move));
        both(&text, &json);
    }
    for bits in 0..0x8000 {
        both(&Move::from_bits(bits), &bits.to_string());
    }
    wrong::<Move>(
        "\"e2e4\"",
        "invalid type: string \"e2e4\", expected the number of a move from 0 to 32767 (UCI cannot be read",
    );
    wrong::<Move>("32768", "invalid value: integer `32768`");
    wrong::<Move>("65536", "invalid value: integer `65536`");
    wrong::<Move>("-1", "invalid value: integer `-1`");
    for text in ["", "e2", "e2e9", "e7e8k", "e7e8Q", "e7e8qq", "e2é4"] {
        wrong::<UciText>(&format!("\"{text}\""), "invalid value: string");
    }
}

/// The ways in which a value is contained in another one, some of which serde buffers.
mod containers {
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    pub struct Inner<T> {
        pub value: T,
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    pub struct Flat<T> {
        pub number: u32,
        #[serde(flatten)]
        pub inner: Inner<T>,
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    pub enum Named<T> {
        Nothing,
        Struct { value: T },
        Tuple(T),
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(tag = "kind")]
    pub enum Tagged<T> {
        Nothing,
        Struct { value: T },
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(tag = "kind", content = "content")]
    pub enum Adjacent<T> {
        Nothing,
        Tuple(T),
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(untagged)]
    pub enum Untagged<T> {
        Struct { value: T },
        Tuple(Vec<T>),
        Itself(T),
    }
}

type Round<T> = fn(&T) -> Result<T, String>;

/// Writes a value and reads it back, once for each format.
fn in_all_formats<T: Serialize + DeserializeOwned>() -> [(&'static str, Round<T>); 7] {
    fn text(error: impl std::fmt::Display) -> String {
        error.to_string()
    }
    [
        ("JSON", |value| serde_json::from_str(&serde_json::to_string(value).map_err(text)?).map_err(text)),
        ("JSON from a reader", |value| {
            serde_json::from_reader(&*serde_json::to_vec(value).map_err(text)?).map_err(text)
        }),
        ("a value of JSON", |value| {
            serde_json::from_value(serde_json::to_value(value).map_err(text)?).map_err(text)
        }),
        ("MessagePack", |value| {
            rmp_serde::from_slice(&rmp_serde::to_vec_named(value).map_err(text)?).map_err(text)
        }),
        ("MessagePack from a reader", |value| {
            rmp_serde::from_read(&*rmp_serde::to_vec_named(value).map_err(text)?).map_err(text)
        }),
        ("CBOR", |value| {
            let mut bytes = Vec::new();
            ciborium::into_writer(value, &mut bytes).map_err(text)?;
            ciborium::from_reader(&*bytes).map_err(text)
        }),
        // This one is last. It does not describe itself, so serde cannot read what it has to buffer.
        ("postcard", |value| {
            postcard::from_bytes(&postcard::to_allocvec(value).map_err(text)?).map_err(text)
        }),
    ]
}

/// Defines [`Any`].
macro_rules! values {
    ($($name:ident($type:ty))*) => {
        /// A value of any of the types. It is written as the value, and read as the type whose name is in
        /// [`IS_READ`].
        ///
        /// Containers and formats are compiled for this type only. Compiled for each of the types, they took
        /// longer than everything else in this program.
        #[derive(Clone, PartialEq, Debug)]
        enum Any {
            $($name($type),)*
        }

        impl Any {
            fn name(&self) -> &'static str {
                match self {
                    $(Self::$name(_) => stringify!($name),)*
                }
            }
        }

        impl Serialize for Any {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$name(value) => value.serialize(serializer),)*
                }
            }
        }

        impl<'de> Deserialize<'de> for Any {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                match IS_READ.get() {
                    $(stringify!($name) => <$type>::deserialize(deserializer).map(Self::$name),)*
                    name => panic!("no type has the name {name:?}"),
                }
            }
        }
    };
}
values! {
    Position(Position)
    Fen(Fen)
    Move(Move)
    UciText(UciText)
    Square(Square)
    Bitboard(Bitboard)
    Role(Role)
    Color(Color)
    Piece(Piece)
    ByColor(ByColor<Square>)
    ByRole(ByRole<Role>)
}

thread_local! {
    /// The type that is read as [`Any`].
    static IS_READ: Cell<&'static str> = const { Cell::new("") };
}

/// Collects the ways in which a value is not read back as it was written.
fn in_all_containers(value: Any, failures: &mut Vec<String>) {
    fn check<C>(name: &str, container: &C, is_buffered: bool, failures: &mut Vec<String>)
    where
        C: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug,
    {
        let formats = in_all_formats::<C>();
        let formats = if is_buffered { &formats[..formats.len() - 1] } else { &formats[..] };
        for (format, round) in formats {
            match round(container) {
                Ok(read) if read == *container => {}
                Ok(read) => failures.push(format!("{name}, {format}: {container:?} is read as {read:?}")),
                Err(error) => failures.push(format!("{name}, {format}: {container:?}: {error}")),
            }
        }
    }
    use containers::{Adjacent, Flat, Inner, Named, Tagged, Untagged};
    let name = value.name();
    IS_READ.set(name);
    let mut each = |container: &str, is_buffered: bool, check: &dyn Fn(&str, bool, &mut Vec<String>)| {
        check(&format!("{name}, {container}"), is_buffered, failures);
    };
    macro_rules! containers {
        ($($container:literal $is_buffered:literal $value:expr;)*) => {$(
            each($container, $is_buffered, &|name, is_buffered, failures| {
                check(name, &$value, is_buffered, failures);
            });
        )*};
    }
    let of = || value.clone();
    containers! {
        "plain" false of();
        "option" false Some(of());
        "list" false vec![of(), of()];
        "struct" false Inner { value: of() };
        "enum" false Named::Struct { value: of() };
        "enum of a tuple" false Named::Tuple(of());
        "adjacent tag" true Adjacent::Tuple(of());
        "flatten" true Flat { number: 7, inner: Inner { value: of() } };
        "flatten in flatten" true Flat { number: 7, inner: Inner { value: Flat { number: 8, inner: Inner { value: of() } } } };
        "tag" true Tagged::Struct { value: of() };
        "untagged struct" true Untagged::Struct { value: of() };
        "untagged list" true Untagged::Tuple(vec![of(), of()]);
        "untagged" true Untagged::Itself(of());
        "tag in flatten" true Flat { number: 7, inner: Inner { value: Tagged::Struct { value: of() } } };
    }
}

#[test]
fn values_are_read_from_all_formats_and_containers() {
    let mut failures = Vec::new();
    for fen in FENS {
        in_all_containers(Any::Position(fen.parse::<Position>().unwrap()), &mut failures);
        in_all_containers(Any::Fen(fen.parse::<Fen>().unwrap()), &mut failures);
    }
    for bits in [0, 0x1b0c, 0x2ae4, 0x31c4, 0x7fff] {
        let chess_move = Move::from_bits(bits);
        in_all_containers(Any::Move(chess_move), &mut failures);
        in_all_containers(Any::UciText(chess_move.to_uci()), &mut failures);
    }
    for square in [Square::A1, Square::E4, Square::H8] {
        in_all_containers(Any::Square(square), &mut failures);
        in_all_containers(Any::Bitboard(Bitboard(square.bit())), &mut failures);
    }
    for (role, color) in Role::ALL.into_iter().flat_map(|role| Color::ALL.map(|color| (role, color))) {
        in_all_containers(Any::Role(role), &mut failures);
        in_all_containers(Any::Color(color), &mut failures);
        in_all_containers(Any::Piece(Piece::new(color, role)), &mut failures);
    }
    in_all_containers(Any::Bitboard(Bitboard(u64::MAX)), &mut failures);
    in_all_containers(Any::ByColor(ByColor([Square::A1, Square::H8])), &mut failures);
    in_all_containers(Any::ByRole(ByRole(Role::ALL)), &mut failures);
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
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
    // The number that a binary format has is read wherever serde does not tell whether the format is binary.
    assert_eq!(serde_json::from_str::<Square>("28").unwrap(), Square::E4);
    wrong::<Square>("64", "invalid value: integer `64`, expected a square from a1 to h8, or from 0 to 63");
    wrong::<Square>("284", "invalid value: integer `284`, expected a square");
    wrong::<Square>("-1", "invalid value: integer `-1`, expected a square");
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
    // The other side is to move if the king of this one could be captured.
    let rook_gives_check = [1, 4, 60, 1, 0, 3, 12, 0];
    let position = Position::arbitrary(&mut Unstructured::new(&rook_gives_check)).unwrap();
    assert_eq!(position.to_string(), "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1");
    // The most bytes are those of a setup that is not valid, and of a long game.
    let taken = (0..=255u8).map(|byte| {
        let bytes: Vec<u8> =
            [1, 9, 9, 30].into_iter().chain([byte; 91]).chain([120]).chain([byte; 200]).collect();
        let mut rest = Unstructured::new(&bytes);
        Position::arbitrary(&mut rest).unwrap();
        bytes.len() - rest.len()
    });
    assert_eq!(taken.max(), Position::size_hint(0).1);
    // Without any bytes, it is the starting position.
    assert_eq!(Position::arbitrary(&mut Unstructured::new(&[])).unwrap(), Position::START);
    let bytes: Vec<u8> = (0..=255).collect();
    let mut bytes = Unstructured::new(&bytes);
    assert!(Square::arbitrary(&mut bytes).is_ok() && Piece::arbitrary(&mut bytes).is_ok());
    assert!(Move::arbitrary(&mut bytes).is_ok() && Bitboard::arbitrary(&mut bytes).is_ok());
    assert!(ByRole::<Square>::arbitrary(&mut bytes).is_ok() && ByColor::<u8>::arbitrary(&mut bytes).is_ok());
}
