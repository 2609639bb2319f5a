//! Queries: computations for each position of a list, with a few words as result.
//!
//! The reference is cozy-chess if it has the same function, and PEXT otherwise. The PEXT implementations
//! start from the same bitboards and work like engines; see `by_look_ups.rs`.

use core::fmt;

use quadline_kernels::{CheckInfo, ChecksAndPins};

/// A query for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Query {
    /// The legal captures, each written as 16 bits. The result is their number.
    Captures,
    /// The position after a legal move.
    Play,
    /// Checks, pins, evasions and the squares that the king of the side to move cannot enter.
    ChecksAndPins,
    /// The position that a FEN describes.
    ReadFen,
    /// The FEN of a position, appended to a string.
    WriteFen,
    /// A legal move in UCI notation, appended to a string.
    WriteUci,
    /// Whether a move of this position, or of another one, is legal.
    IsLegal,
    /// The same, given checks and pins.
    IsLegalWith,
    /// The same for eight moves of each position, as for the moves that hash tables and killer lists propose: four of its
    /// own moves and four of another position, in random order.
    AreEightLegalWith,
    /// Whether a legal move, a capture if there is one, gives check.
    GivesCheck,
    /// The same, given checks and pins.
    GivesCheckWith,
    /// The pieces that attack a square.
    AttackersTo,
    /// The checks, pins and checking squares of both kings.
    CheckInfo,
    /// The squares that each color attacks by role.
    AttacksByRole,
    /// Whether a legal move, a capture if there is one, does not lose material in the exchange on its square.
    SeeAtLeast,
    /// The key of a position in opening books of the Polyglot format, computed from the position alone.
    Key,
}

impl Query {
    /// All queries.
    pub const ALL: [Self; 16] = [
        Self::Captures,
        Self::Play,
        Self::ChecksAndPins,
        Self::ReadFen,
        Self::WriteFen,
        Self::WriteUci,
        Self::IsLegal,
        Self::IsLegalWith,
        Self::AreEightLegalWith,
        Self::GivesCheck,
        Self::GivesCheckWith,
        Self::AttackersTo,
        Self::CheckInfo,
        Self::AttacksByRole,
        Self::SeeAtLeast,
        Self::Key,
    ];

    /// Returns the number of words in a result.
    pub const fn words(self) -> usize {
        match self {
            Self::ChecksAndPins => size_of::<ChecksAndPins>() / 8,
            Self::CheckInfo => size_of::<CheckInfo>() / 8,
            Self::AttacksByRole => 12,
            _ => 1,
        }
    }

    /// Returns quadline's functions for the query: for one position, and for many.
    pub const fn functions(self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::Captures => ("legal_moves_of", None),
            Self::Play => ("play", None),
            Self::ChecksAndPins => ("checks_and_pins", Some("checks_and_pins")),
            Self::ReadFen => ("from_fen_bytes", None),
            Self::WriteFen => ("to_string", None),
            Self::WriteUci => ("to_uci", None),
            Self::IsLegal => ("is_legal", None),
            Self::IsLegalWith | Self::AreEightLegalWith => ("is_legal_with", None),
            Self::GivesCheck => ("gives_check", None),
            Self::GivesCheckWith => ("gives_check_with", None),
            Self::AttackersTo => ("attackers_to", None),
            Self::CheckInfo => ("check_info", Some("check_info")),
            Self::AttacksByRole => ("attacks_by_role_of_both", Some("attacks_by_role_of_both")),
            Self::SeeAtLeast => ("see_at_least", None),
            Self::Key => ("polyglot_key", None),
        }
    }

    /// Returns whether the level matters. Conversions of text and keys are the same functions at every level.
    pub const fn is_of_level(self) -> bool {
        !matches!(self, Self::ReadFen | Self::WriteFen | Self::WriteUci | Self::Key)
    }

    /// Returns a description of one line.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Captures => "captures of 2,048 positions, listed: each move written",
            Self::Play => "the position after a legal move of each",
            Self::ChecksAndPins => "checks, pins, evasions and the squares that the king must avoid",
            Self::ReadFen => "FENs read and checked",
            Self::WriteFen => "FENs appended to a string",
            Self::WriteUci => "a move of each appended to a string in UCI notation",
            Self::IsLegal => "whether a move of this position, or of another one, is legal",
            Self::IsLegalWith => "the same with checks and pins computed before",
            Self::AreEightLegalWith => {
                "the same for eight moves of each position; the time is that of all eight"
            }
            Self::GivesCheck => "whether a legal move gives check",
            Self::GivesCheckWith => "the same with checks and pins computed before",
            Self::AttackersTo => "the pieces that attack a square",
            Self::CheckInfo => "checks, pins and checking squares of both kings",
            Self::AttacksByRole => "the squares that each kind of piece of both colors attacks",
            Self::SeeAtLeast => "whether a move loses nothing in the exchange on its square",
            Self::Key => "hash keys of positions (Polyglot's), each from all pieces",
        }
    }
}

impl fmt::Display for Query {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Captures => "captures",
            Self::Play => "play",
            Self::ChecksAndPins => "checks-and-pins",
            Self::ReadFen => "read-fen",
            Self::WriteFen => "write-fen",
            Self::WriteUci => "write-uci",
            Self::IsLegal => "is-legal",
            Self::IsLegalWith => "is-legal-with",
            Self::AreEightLegalWith => "are-eight-legal-with",
            Self::GivesCheck => "gives-check",
            Self::GivesCheckWith => "gives-check-with",
            Self::AttackersTo => "attackers-to",
            Self::CheckInfo => "check-info",
            Self::AttacksByRole => "attacks-by-role",
            Self::SeeAtLeast => "see-at-least",
            Self::Key => "key",
        })
    }
}
