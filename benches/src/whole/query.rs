//! Queries: computations for each position of a list, with a few words as result.
//!
//! The reference is cozy-chess if it has the same function, and PEXT otherwise. The PEXT implementations
//! start from the same bitboards and work like engines; see `by_look_ups.rs`.

use core::fmt;

use quadline_kernels::{CheckInfo, ChecksAndPins, NodeInfo};

/// The peers that answer queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// cozy-chess.
    CozyChess,
    /// shakmaty.
    Shakmaty,
    /// Lookups in tables.
    LookUps,
    /// A loop over the pieces.
    Loop,
}

/// A row of the list of queries.
pub struct Row {
    /// The name in the names of shapes.
    pub name: &'static str,
    /// quadline's function for one position.
    pub of_one: &'static str,
    /// quadline's function for many.
    pub of_many: Option<&'static str>,
    /// The peers that answer the query.
    pub peers: &'static [Peer],
    /// A description of one line.
    pub description: &'static str,
}

/// Defines [`Query`]: each query with its name, quadline's functions for one position and for many, the peers
/// that answer it, and a description of one line.
macro_rules! queries {
    ($(
        $(#[$doc:meta])*
        $query:ident = $name:literal, $of_one:ident $(, batch::$of_many:ident)? [$($peer:ident)*]:
            $description:literal;
    )*) => {
        /// A query for a position.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Query {
            $(
                #[doc = $description]
                ///
                $(#[$doc])*
                $query,
            )*
        }

        impl Query {
            /// All queries.
            pub const ALL: &[Self] = &[$(Self::$query),*];

            /// Returns the row of the query.
            pub const fn row(self) -> Row {
                match self {
                    $(Self::$query => Row {
                        name: $name,
                        of_one: stringify!($of_one),
                        of_many: [$(stringify!($of_many))?].first().copied(),
                        peers: &[$(Peer::$peer),*],
                        description: $description,
                    },)*
                }
            }
        }
    };
}

queries! {
    /// The result is their number.
    Captures = "captures", legal_moves_of [CozyChess Shakmaty]:
        "captures of 2,048 positions, listed: each move written";
    Play = "play", play [CozyChess Shakmaty]: "the position after a legal move of each";
    ChecksAndPins = "checks-and-pins", checks_and_pins, batch::checks_and_pins [LookUps]:
        "checks, pins, evasions and the squares that the king must avoid";
    ReadFen = "read-fen", from_fen_bytes [CozyChess Shakmaty]: "FENs read and checked";
    WriteFen = "write-fen", to_string [CozyChess Shakmaty]: "FENs appended to a string";
    IsLegal = "is-legal", is_legal [CozyChess]:
        "whether a move of this position, or of another one, is legal";
    IsLegalAssembled = "is-legal-assembled", is_legal [CozyChess]:
        "the same of a position that is assembled from sets of roles and colors for the call";
    IsLegalWithNode = "is-legal-with-node", is_legal_with_node [CozyChess]:
        "the same with checks, pins and the enemy's attacks computed before";
    /// The move is a capture if there is one.
    GivesCheck = "gives-check", gives_check [LookUps]: "whether a legal move gives check";
    AttackersTo = "attackers-to", attackers_to [LookUps]: "the pieces that attack a square";
    CheckInfo = "check-info", check_info, batch::check_info [LookUps]:
        "checks, pins and checking squares of both kings";
    CheckInfoAssembled = "check-info-assembled", check_info [LookUps]:
        "the same of a position that is assembled from sets of roles and colors for the call";
    /// The king of the side to move does not stop sliders.
    NodeInfo = "node-info", node_info [LookUps]:
        "attacks by role of the side that has moved, checks, pins and checking squares";
    NodeInfoAssembled = "node-info-assembled", node_info [LookUps]:
        "the same of a position that is assembled from sets of roles and colors for the call";
    AttacksByRole = "attacks-by-role", attacks_by_role_of_both, batch::attacks_by_role_of_both [LookUps]:
        "the squares that each kind of piece of both colors attacks";
    AttacksByRoleAssembled = "attacks-by-role-assembled", attacks_by_role_of_both [LookUps]:
        "the same of a position that is assembled from sets of roles and colors for the call";
    AttacksByRoleOn = "attacks-by-role-on", attacks_by_role_on [LookUps]:
        "the squares that each kind of White's pieces attacks";
    AttacksByRoleOnAssembled = "attacks-by-role-on-assembled", attacks_by_role_on [LookUps]:
        "the same of a position that is assembled from sets of roles and colors for the call";
    /// The move is legal, and a capture if there is one.
    SeeAtLeast = "see-at-least", see_at_least [LookUps]:
        "whether a move loses nothing in the exchange on its square";
    SeeAtLeastAssembled = "see-at-least-assembled", see_at_least [LookUps]:
        "the same of a position that is assembled from sets of roles and colors for the call";
    /// The result has the number of captures that lose nothing, and the position after one of them. The
    /// peer lists captures and plays the move with cozy-chess, and compares exchanges by lookups.
    QuiescenceNode = "quiescence-node", see_at_least [LookUps]:
        "the captures, the exchange of each, and a position after one, as in a node of quiescence";
    HasLegalMoves = "has-legal-moves", has_legal_moves [CozyChess]: "whether there is a legal move; there is";
    /// The result is their sum.
    SuccessorMoveCounts = "successor-move-counts", successor_move_counts [CozyChess]:
        "the number of legal moves after each legal move";
    /// They are kept, one position after the other. The result is their number.
    ThreatInputs = "threat-inputs", threat_inputs, batch::threat_inputs_csr [LookUps]:
        "the network inputs of both sides, numbers below 59,808";
    /// They overwrite each other, and many positions fill the same rows again. The result is their number.
    ThreatInputsOfBoth = "threat-inputs-of-both", threat_inputs_of_both, batch::threat_inputs [LookUps]:
        "the same by one call for a position, or in rows that are filled up with -1; the peer does not fill rows";
    /// The lowest white pawn steps ahead. The result is the number of inputs that are added and removed.
    PawnPairChanges = "pawn-pair-changes", pawn_pair_changes [Loop]:
        "the inputs of pairs of pawns that a step of a pawn changes, from both views";
    FromNibbles = "from-nibbles", from_nibbles, batch::from_nibbles [Loop]:
        "positions of packed boards, checked; the loop calls `Position::check`";
    FromNibblesUnchecked = "from-nibbles-unchecked", from_nibbles_unchecked, batch::from_nibbles_unchecked [Loop]:
        "the same without checks";
    ToNibbles = "to-nibbles", to_nibbles [Loop]: "packed boards of positions";
    /// They are computed from the position alone, as in opening books.
    Key = "key", polyglot_key, batch::polyglot_keys [Shakmaty]: "hash keys of positions (Polyglot's), each from all pieces";
}

impl fmt::Display for Query {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.row().name)
    }
}

impl Query {
    /// Returns the number of words in a result.
    pub const fn words(self) -> usize {
        match self {
            Self::ChecksAndPins => size_of::<ChecksAndPins>() / 8,
            Self::CheckInfo | Self::CheckInfoAssembled => size_of::<CheckInfo>() / 8,
            Self::NodeInfo | Self::NodeInfoAssembled => size_of::<NodeInfo>() / 8,
            Self::AttacksByRole | Self::AttacksByRoleAssembled => 12,
            Self::AttacksByRoleOn | Self::AttacksByRoleOnAssembled => 6,
            Self::ToNibbles => 3,
            _ => 1,
        }
    }

    /// Returns whether some contestants are in another order if the positions are. CPUs learn the branches of
    /// 2,048 positions in a fixed order, and not those of 65,536 in random order.
    pub const fn has_two_orders(self) -> bool {
        use Query::{AttacksByRole, Captures, CheckInfo, ChecksAndPins, HasLegalMoves, IsLegal};
        use Query::{IsLegalWithNode, Key, Play, SeeAtLeast};
        matches!(
            self,
            AttacksByRole
                | Captures
                | CheckInfo
                | ChecksAndPins
                | HasLegalMoves
                | IsLegal
                | IsLegalWithNode
                | Key
                | Play
                | SeeAtLeast
        )
    }

    /// Returns the feature of this package that the query belongs to.
    pub const fn family(self) -> &'static str {
        use Query::{FromNibbles, FromNibblesUnchecked, Key, ReadFen, ToNibbles, WriteFen};
        use Query::{PawnPairChanges, ThreatInputs, ThreatInputsOfBoth};
        match self {
            PawnPairChanges | ThreatInputs | ThreatInputsOfBoth => "threats",
            FromNibbles | FromNibblesUnchecked | Key | ReadFen | ToNibbles | WriteFen => "text",
            _ => "positions",
        }
    }

    /// Returns whether the level matters for one position. Conversions of text, packing and keys are the same
    /// functions at every level.
    pub const fn is_of_level(self) -> bool {
        use Query::{Key, ReadFen, ToNibbles, WriteFen};
        !matches!(self, ReadFen | WriteFen | Key | ToNibbles)
    }
}
