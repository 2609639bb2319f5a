//! Standard algebraic notation and movetext: an oracle that writes the SAN of every legal move, and
//! properties.

use quadline_kernels::{Move, ParseMoveError, Position, Role, Square};

use super::engine::EngineCalls;
use super::oracle;

fn letter(role: Role) -> &'static str {
    ["", "N", "B", "R", "Q", "K"][role as usize]
}

/// Returns a move without check marks, with an origin and the sign of a capture as given.
fn text(position: &Position, chess_move: Move, origin: &str, sign: &str) -> String {
    if chess_move.is_castling() {
        return (if chess_move.to() > chess_move.from() { "O-O" } else { "O-O-O" }).into();
    }
    let role = position.role_at(chess_move.from()).expect("a piece");
    let promotion = chess_move.promotion().map_or_else(String::new, |role| format!("={}", letter(role)));
    format!("{}{origin}{sign}{}{promotion}", letter(role), chess_move.to())
}

fn is_capture(position: &Position, chess_move: Move) -> bool {
    !chess_move.is_castling() && (position.role_at(chess_move.to()).is_some() || chess_move.is_en_passant())
}

/// Returns the origins that can be written, shortest first: none, the file, the rank, both.
fn origins(from: Square) -> [String; 4] {
    let name = from.to_string();
    [String::new(), name[..1].into(), name[1..].into(), name]
}

/// The legal moves of a position with all their spellings.
pub struct Notation {
    position: Position,
    legal: Vec<(Move, Vec<String>)>,
}

impl Notation {
    /// Writes all legal moves of a position in all ways.
    pub fn new(position: &Position) -> Self {
        let legal = oracle::legal_moves(position);
        let legal = legal.into_iter().map(|each| (each, spellings(position, each))).collect();
        Self { position: *position, legal }
    }

    /// Returns a legal move in SAN: the first origin with which no other legal move has the same text.
    pub fn write(&self, chess_move: Move) -> String {
        let position = &self.position;
        let sign = if is_capture(position, chess_move) { "x" } else { "" };
        let is_pawn = position.role_at(chess_move.from()) == Some(Role::Pawn);
        let mut choices =
            origins(chess_move.from()).into_iter().skip(usize::from(is_pawn && !sign.is_empty()));
        let is_clear = |origin: &String| {
            let text = text(position, chess_move, origin, sign);
            self.legal.iter().filter(|(_, spellings)| spellings.contains(&text)).count() == 1
        };
        let origin = choices.find(is_clear).expect("an origin that is clear");
        let mut san = text(position, chess_move, &origin, sign);
        if oracle::gives_check(position, chess_move) {
            san +=
                if oracle::legal_moves(&oracle::play(position, chess_move)).is_empty() { "#" } else { "+" };
        }
        san
    }

    /// Returns the legal move that a text means: the only one that has this spelling, apart from marks at the
    /// end.
    pub fn read(&self, text: &[u8]) -> Option<Move> {
        let text = std::str::from_utf8(text).ok()?.trim_end_matches(['+', '#', '!', '?']);
        let mut found = self.legal.iter().filter(|(_, spellings)| spellings.iter().any(|each| each == text));
        let (chess_move, _) = found.next()?;
        found.next().is_none().then_some(*chess_move)
    }
}

/// Checks that a text is played as it is parsed, and that a text that means no move is not. Returns the
/// result of the parser.
///
/// # Panics
///
/// Panics if the two differ.
pub fn assert_is_played(
    position: &Position,
    text: &[u8],
    parsed: Result<Move, ParseMoveError>,
    played: Result<Move, ParseMoveError>,
    next: &Position,
) -> Result<Move, ParseMoveError> {
    assert_eq!(played, parsed, "play_san of {:?}\n{position:?}", String::from_utf8_lossy(text));
    let expected = parsed.as_ref().map_or(*position, |&chess_move| oracle::play(position, chess_move));
    assert_eq!(next, &expected, "play_san of {:?}\n{position:?}", String::from_utf8_lossy(text));
    parsed
}

/// Returns a legal move in SAN.
pub fn write(position: &Position, chess_move: Move) -> String {
    Notation::new(position).write(chess_move)
}

/// Returns the legal move that a text means.
pub fn read(position: &Position, text: &[u8]) -> Option<Move> {
    Notation::new(position).read(text)
}

/// Returns all texts that mean this move if no other legal move has the same text, without marks.
fn spellings(position: &Position, chess_move: Move) -> Vec<String> {
    if chess_move.is_castling() {
        let text = text(position, chess_move, "", "");
        return vec![text.replace('O', "0"), text];
    }
    let is_pawn = position.role_at(chess_move.from()) == Some(Role::Pawn);
    let captures = is_capture(position, chess_move);
    let mut found = Vec::new();
    for (index, origin) in origins(chess_move.from()).iter().enumerate() {
        for sign in if captures { &["x", ""][..] } else { &[""] } {
            let san = text(position, chess_move, origin, sign);
            // Long algebraic notation.
            let long = (index == 3 && sign.is_empty()).then(|| text(position, chess_move, origin, "-"));
            let san = [Some(san), long].into_iter().flatten();
            let san = san.flat_map(|san| {
                let small = san.split_once('=').map(|(step, role)| format!("{step}={}", role.to_lowercase()));
                [Some(san.replace('=', "")), small, san.contains('=').then_some(san)].into_iter().flatten()
            });
            // A pawn that captures has its file. Without the letter P, no pawn's move begins with a rank.
            let has_file = !(is_pawn && captures && index == 0);
            for san in san {
                if is_pawn && has_file {
                    found.push(format!("P{san}"));
                }
                if has_file && !(is_pawn && index == 2) {
                    found.push(san);
                }
            }
        }
    }
    found
}

/// Checks that a kernel writes every legal move as the oracle does, and reads all its spellings and texts
/// that differ in one character.
pub fn prop_moves_in_san_equal_oracle(kernel: &dyn EngineCalls, position: &Position) {
    let (name, notation) = (kernel.name(), Notation::new(position));
    let same = |text: &[u8]| {
        let expected = notation.read(text);
        let found = kernel.parse_san(position, text);
        let text = String::from_utf8_lossy(text);
        if let Err(error) = &found {
            assert!(error.to_string().contains("invalid move"), "{error}");
        }
        assert_eq!(found.ok(), expected, "{name}: parse_san of {text:?}\n{position:?}");
    };
    for (index, (chess_move, spellings)) in notation.legal.iter().enumerate() {
        let (chess_move, expected) = (*chess_move, notation.write(*chess_move));
        let found = kernel.to_san(position, chess_move);
        assert_eq!(found, expected, "{name}: to_san of {chess_move}\n{position:?}");
        let found = kernel.parse_san(position, expected.as_bytes());
        assert_eq!(found.ok(), Some(chess_move), "{name}: parse_san of {expected:?}\n{position:?}");
        if !index.is_multiple_of(5) {
            continue;
        }
        for each in spellings {
            same(each.as_bytes());
            same(format!("{each}!?").as_bytes());
        }
        // Characters are replaced, removed and repeated.
        let bytes = expected.as_bytes();
        let other = b"abcdefgh12345678NBRQKPOx=-+ \0\xe90nq"[index % 33];
        for at in 0..bytes.len() {
            let (before, after) = (&bytes[..at], &bytes[at + 1..]);
            same(&[before, &[other], after].concat());
            same(&[before, after].concat());
            same(&[before, &[bytes[at], bytes[at]], after].concat());
        }
        same(&[bytes, bytes].concat());
        // The sign of a capture where nothing is captured.
        if let Some(at) = expected.find(&chess_move.to().to_string()) {
            same(&[&bytes[..at], b"x", &bytes[at..]].concat());
        }
    }
}

/// Checks that a kernel reads a game with numbers, comments, variations and a result, and every part of the
/// text.
pub fn prop_games_are_read(kernel: &dyn EngineCalls, start: &Position, salt: usize) {
    let name = kernel.name();
    let decorations = [
        " ",
        "\n",
        " {a (comment} ",
        " $13 ",
        "! ",
        "?? ",
        " (1. e4 (1. d4 {)} d5) e5) ",
        " ; the rest\n",
        "\r\n%line\r\n",
        "{}",
        " {[%eval 0.17] [%clk 0:00:30]} ",
        "\t",
        " ⩲ ",
        " +- ",
        "\r% 1. a4 {\r",
        "(1. e4\n% ) d5\n)",
        "{Grüße aus Köln, überall}",
        "; }\r",
    ];
    let (mut position, mut moves, mut text) = (*start, Vec::new(), String::new());
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    for ply in 0..12 {
        let legal = oracle::legal_moves(&position);
        let Some(&chess_move) = legal.get((salt * 7 + ply * 13) % legal.len().max(1)) else { break };
        if ply % 2 == 0 || salt.is_multiple_of(3) {
            text += &format!("{}.{}", ply / 2 + 1, ["", " ", "..", ".. "][(ply + salt) % 4]);
        }
        starts.push((text.len(), position));
        text += &write(&position, chess_move);
        position = oracle::play(&position, chess_move);
        moves.push(chess_move);
        ends.push(text.len());
        text += decorations[(salt + 5 * ply) % decorations.len()];
    }
    let (found, last, error) = kernel.replay(start, text.as_bytes());
    assert_eq!((&found, last), (&moves, position), "{name}: replay of {text:?}\n{start:?}");
    assert!(error.is_none(), "{name}: replay of {text:?}: {error:?}");
    for result in ["1-0", "0-1 e4", "1/2-1/2\n", "*"] {
        let (found, ..) = kernel.replay(start, format!("{text} {result}").as_bytes());
        assert_eq!(found, moves, "{name}: replay of {text:?} {result}\n{start:?}");
    }
    // A text that is cut: the moves before that place are read.
    for at in (0..text.len()).step_by(7) {
        let whole = ends.iter().filter(|&&end| end <= at).count();
        let (found, ..) = kernel.replay(start, &text.as_bytes()[..at]);
        let read = found.len().min(whole);
        assert_eq!(
            found[..read],
            moves[..whole],
            "{name}: replay of {:?}\n{start:?}",
            String::from_utf8_lossy(&text.as_bytes()[..at])
        );
    }
    // A wrong character in a move.
    for (ply, &(start_of_move, before)) in starts.iter().enumerate() {
        let at = start_of_move + (salt + ply) % (ends[ply] - start_of_move);
        let mut wrong = text.as_bytes().to_vec();
        wrong[at] = b'|';
        let (found, last, error) = kernel.replay(start, &wrong);
        assert_eq!(
            (&found[..], last),
            (&moves[..ply], before),
            "{name}: replay of {text:?} with | at {at}\n{start:?}"
        );
        let place = error.map(|error| (error.offset(), error.ply()));
        assert_eq!(place, Some((start_of_move, ply)), "{name}: replay of {text:?} with | at {at}: {error:?}");
    }
}
