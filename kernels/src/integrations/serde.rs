//! The traits of [`serde`](https://serde.rs), with the feature `serde`.
//!
//! | type | in text formats such as JSON | in binary formats |
//! |---|---|---|
//! | `Position` | its FEN | 64 bytes: the eight [words](Position::words), each with its lowest byte first |
//! | `Fen` | the FEN | the FEN |
//! | `Move` | the number of [`Move::to_bits`] | the same number |
//! | `UciText` | the text | the text |
//! | `Square`, `Color`, `Role` | the name: `e4`, `white`, `knight` | the number in a byte |
//! | `Piece` | the letter in a FEN | the [byte](Piece::to_byte) |
//! | `Bitboard` | the number | the number |
//! | `ByColor`, `ByRole` | as an array | as an array |
//!
//! Positions are checked when they are read. UCI does not tell castling, en passant captures and double steps
//! of pawns from other moves, so a `Move` cannot be read from UCI without its position. It is therefore a
//! number in every format. For UCI, write [`Move::to_uci`], read a [`UciText`], and call
//! [`Position::parse_uci`].
//!
//! Serde buffers what is in a struct with `flatten` and in an enum with `untagged` or `tag`, and no longer
//! tells then whether the format is binary ([serde issue
//! 2172](https://github.com/serde-rs/serde/issues/2172)). The types are therefore read from either form
//! wherever a text is expected.
//!
//! In XML, quick-xml therefore reads a `Square`, `Color`, `Role` or `Piece` from an attribute, but not from
//! an element.
//!
//! A `Bitboard` with the square h8 is a number of 64 bits. TOML cannot write it, and JavaScript reads
//! integers exactly up to 2⁵³ only.

use core::fmt;

use serde::de::{self, Deserialize, Deserializer, SeqAccess, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::chess::UciText;
use crate::{Bitboard, ByColor, ByRole, Color, Fen, Move, MoveKind, Piece, Position, Role, Square};

/// Reads a text or a byte, and passes it to a function.
struct TextOrByte<T> {
    expected: &'static str,
    of_text: fn(&str) -> Option<T>,
    of_byte: fn(u8) -> Option<T>,
}

impl<T> Visitor<'_> for TextOrByte<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.expected)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        (self.of_text)(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
        let byte = u8::try_from(number).ok();
        byte.and_then(self.of_byte).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    // The numbers of TOML have a sign.
    fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
        match u64::try_from(number) {
            Ok(number) => self.visit_u64(number),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(number), &self)),
        }
    }
}

/// Implements the traits for types that are a short text or a byte.
macro_rules! text_or_byte {
    ($($type:ident is $expected:literal, $text:expr, $of_text:expr, $byte:expr, $of_byte:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    let text: fn(Self) -> _ = $text;
                    serializer.collect_str(&text(*self))
                } else {
                    let byte: fn(Self) -> u8 = $byte;
                    serializer.serialize_u8(byte(*self))
                }
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let visitor = TextOrByte { expected: $expected, of_text: $of_text, of_byte: $of_byte };
                if deserializer.is_human_readable() {
                    deserializer.deserialize_any(visitor)
                } else {
                    deserializer.deserialize_u8(visitor)
                }
            }
        }
    )*};
}

/// Returns the value of a list that is written as a text.
fn named<T: Copy + fmt::Display>(values: &[T], text: &str) -> Option<T> {
    /// Compares what is written with the rest of a text.
    struct Rest<'a>(&'a str);
    impl fmt::Write for Rest<'_> {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(part).ok_or(fmt::Error)?;
            Ok(())
        }
    }
    values.iter().copied().find(|value| {
        let mut rest = Rest(text);
        fmt::write(&mut rest, format_args!("{value}")).is_ok() && rest.0.is_empty()
    })
}

text_or_byte! {
    Square is "a square from a1 to h8, or from 0 to 63",
        |square| square, |text| text.parse().ok(), |square| square.index() as u8, Square::new;
    Color is "`white` or `black`, or 0 or 1",
        |color| color, |text| named(&Color::ALL, text), |color| color as u8,
        |byte| Color::ALL.get(usize::from(byte)).copied();
    Role is "`pawn`, `knight`, `bishop`, `rook`, `queen` or `king`, or 0 to 5",
        |role| role, |text| named(&Role::ALL, text), |role| role as u8,
        |byte| Role::ALL.get(usize::from(byte)).copied();
    Piece is "a letter of PNBRQK or pnbrqk, or the byte of a piece",
        Piece::letter, |text| text.parse().ok(), Piece::to_byte, Piece::from_byte;
}

impl Serialize for Bitboard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Bitboard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u64::deserialize(deserializer).map(Self)
    }
}

/// Implements the traits for transparent arrays.
macro_rules! array {
    ($($type:ident)*) => {$(
        impl<T: Serialize> Serialize for $type<T> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }

        impl<'de, T: Deserialize<'de>> Deserialize<'de> for $type<T> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Deserialize::deserialize(deserializer).map(Self)
            }
        }
    )*};
}

array! { ByColor ByRole }

/// Reads a FEN. The message of an error is that of the parser.
struct FenText;

impl Visitor<'_> for FenText {
    type Value = Fen;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a FEN")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Fen, E> {
        text.parse().map_err(E::custom)
    }
}

impl Serialize for Fen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fen {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(FenText)
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.collect_str(self);
        }
        let bytes = self.words().map(u64::to_le_bytes);
        serializer.serialize_bytes(bytes.as_flattened())
    }
}

/// Reads a FEN or the 64 bytes of a position.
struct FenOrWords;

impl FenOrWords {
    fn check<E: de::Error>(bytes: &[u8; 64]) -> Result<Position, E> {
        let (words, _) = bytes.as_chunks::<8>();
        let mut each = words.iter().map(|word| u64::from_le_bytes(*word));
        let words = [(); 8].map(|()| each.next().unwrap_or(0));
        let position = Position::from_words(words);
        if *position.words() != words {
            return Err(E::custom("invalid position: bits without a meaning are set in the last word"));
        }
        position.check().map_err(E::custom)?;
        Ok(position)
    }
}

impl<'de> Visitor<'de> for FenOrWords {
    type Value = Position;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a FEN or the 64 bytes of a position")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Position, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Position, E> {
        let bytes = bytes.try_into().map_err(|_| E::invalid_length(bytes.len(), &self))?;
        Self::check(bytes)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Position, A::Error> {
        let mut bytes = [0; 64];
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = sequence.next_element()?.ok_or_else(|| de::Error::invalid_length(index, &self))?;
        }
        if sequence.next_element::<u8>()?.is_some() {
            return Err(de::Error::invalid_length(65, &self));
        }
        Self::check(&bytes)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            // Buffered bytes are passed to the visitor as well. Unlike with `deserialize_any`, XML has no map
            // here.
            deserializer.deserialize_str(FenOrWords)
        } else {
            deserializer.deserialize_bytes(FenOrWords)
        }
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.to_bits())
    }
}

/// Reads the number of a move.
struct MoveBits;

impl Visitor<'_> for MoveBits {
    type Value = Move;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(
            "the number of a move from 0 to 32767 (UCI cannot be read without the position: read a `UciText` and call \
             `Position::parse_uci`)",
        )
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Move, E> {
        let bits = u16::try_from(number).ok().filter(|&bits| Move::from_bits(bits).to_bits() == bits);
        bits.map(Move::from_bits).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Move, E> {
        match u64::try_from(number) {
            Ok(number) => self.visit_u64(number),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(number), &self)),
        }
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u16(MoveBits)
    }
}

impl Serialize for UciText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

/// Reads a move in UCI.
struct Uci;

impl Visitor<'_> for Uci {
    type Value = UciText;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a move in UCI, such as e2e4 or e7e8q")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<UciText, E> {
        let read = || {
            let square = |range: core::ops::Range<usize>| text.get(range)?.parse::<Square>().ok();
            let kind = match text.get(4..)? {
                "" => MoveKind::Normal,
                letter => MoveKind::Promotion(
                    Role::PROMOTIONS.into_iter().find(|role| letter.chars().eq([role.letter()]))?,
                ),
            };
            Some(Move::new(square(0..2)?, square(2..4)?, kind).to_uci())
        };
        read().ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

impl<'de> Deserialize<'de> for UciText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Uci)
    }
}
