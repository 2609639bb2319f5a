//! What readers of README and of the guides try first: links, and words of other libraries.
//!
//! The expressions that users of cozy-chess, shakmaty, chess and python-chess type first: each compiles, or
//! the table of words in the guide to porting says what to write instead.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use quadline::fen::Fen;
use quadline::level::{self, Level, Scalar};
use quadline::threats::Threat;
use quadline::{
    Bitboard, Color, FILES, LineAttacks, Move, MoveKind, MoveSet, Outcome, Piece, Position, RANKS, Role,
    Square, ZobristKeys, between, bishop_attacks, king_attacks, king_set_attacks, knight_attacks,
    knight_set_attacks, line_through, pawn_attacks, pawn_set_attacks, queen_attacks, rook_attacks, squares,
};

/// Evaluates each expression, and returns their number.
macro_rules! evaluate {
    ($($expression:expr;)*) => { [$({ let _ = $expression; }),*].len() };
}

/// Evaluates each expression, and returns their texts without blanks.
macro_rules! texts {
    ($($expression:expr;)*) => {
        [$({ let _ = $expression; stringify!($expression).replace(char::is_whitespace, "") }),*].to_vec()
    };
}

/// Evaluates the expressions that the guide names for those of other libraries.
#[expect(unused_variables, reason = "the loops of the guide have no body")]
fn expressions_of_the_guide() -> Vec<String> {
    let (p, s, role, color) = (Position::START, Square::E2, Role::Pawn, Color::White);
    let (from, to, promotion, values) = (Square::E2, Square::E4, None, [100, 300, 300, 500, 900, 0]);
    let (b, m) = (p.pawns(), p.move_of(from, to, promotion).expect("a legal move"));
    texts! {
        for m in p.moves() {};
        &p;
        Position::START;
        p.fen();
        p.moves_of(MoveSet::CAPTURES);
        p.is_capture(m);
        p.see_at_least(m, &values, 0);
        p.color(p.side_to_move());
        p.color(!p.side_to_move());
        p.pieces(p.side_to_move(), role);
        p.is_legal(m) && p.play(m) != p;
        p.king(color).unwrap();
        p.attacked_squares()[Color::White];
        p.attacks(s);
        m.is_castling();
        p.castling_rooks() & p.color(color) & FILES[7] != 0;
        ZobristKeys::DEFAULT.key(&p);
        format!("{p:?}");
        p.move_of(from, to, promotion);
        p.role_at(m.from());
        (!0_u64, 0_u64);
        s.bit();
        for s in squares(b) {};
        b & s.bit() != 0;
        b == 0;
        b.count_ones();
        FILES[4] & RANKS[3];
        Square::new(u8::from(s) + 8);
        "e4".parse::<Square>();
        color == Color::White;
        Piece::new(color, role);
        role.letter();
    }
}

/// Evaluates expressions at a level, which a generic search writes, and returns their number.
fn at_level<L: Level>(level: L, position: &Position) -> usize {
    evaluate! {
        level.queen_attacks(Square::A1, position.occupied());
        level.checkers(position);
        level.in_check(position);
        level.is_attacked_by(position, Color::White, Square::E4);
        level.attacks(position, Square::E2);
        level.has_legal_moves(position);
        level.legal_move_count(position);
        level.moves(position);
        L::NAME;
    }
}

fn expressions_that_compile() -> usize {
    let position = Position::START;
    let mut board = position;
    let square = Square::E2;
    let chess_move = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
    let table = [0_u64; 64];
    let of_positions = evaluate! {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse::<Position>();
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse::<Fen>();
        Position::default();
        Position::chess960(518);
        position.to_string();
        position.fen();
        position.in_check();
        position.checkers();
        position.is_attacked_by(Color::White, square);
        position.attacks(square);
        position.moves_of(MoveSet::ALL - MoveSet::CAPTURES);
        position.pieces(Color::White, Role::Rook);
        position.occupied();
        position.side_to_move();
        position.king(Color::White);
        position.en_passant();
        position.piece_at(square);
        position.moves();
        position.moves_of(MoveSet::CAPTURES);
        position.is_legal(chess_move);
        position.is_capture(chess_move);
        position.gives_check(chess_move);
        position.has_legal_moves();
        position.outcome() == Some(Outcome::Checkmate);
        position.null_move();
        position.play(chess_move);
        board.play_mut(chess_move);
        position.parse_uci("e2e4");
        position.parse_san("e4");
        position.to_san(chess_move);
        position.polyglot_key();
        ZobristKeys::DEFAULT.key(&position);
    };
    let of_squares = evaluate! {
        table[square.index()];
        Square::at(4, 3);
        Square::new(28);
        "e4".parse::<Square>();
        u8::from(square);
        usize::from(square);
        square.file();
        square.rank();
        square.bit();
        squares(position.pawns()).map(usize::from).sum::<usize>();
        Bitboard(position.pawns()).to_string();
        Piece::new(Color::White, Role::Rook);
        !Color::White;
        chess_move.from();
        chess_move.to();
        chess_move.promotion();
        chess_move.to_string();
    };
    let of_attacks = evaluate! {
        rook_attacks(square, position.occupied());
        bishop_attacks(square, position.occupied());
        queen_attacks(square, position.occupied());
        knight_attacks(square);
        king_attacks(square);
        pawn_attacks(Color::White, square);
        knight_set_attacks(position.knights());
        king_set_attacks(position.kings());
        pawn_set_attacks(Color::White, position.pawns());
        FILES[usize::from(square.file())] & RANKS[3];
        Threat::default();
        LineAttacks::default();
        between(Square::A1, Square::H8);
        line_through(Square::A1, Square::H8);
        level::active();
    };
    // Compiled for one level, because that is enough to see that the expressions are accepted.
    let scalar = Scalar::detect().expect("a level without CPU features");
    of_positions + of_squares + of_attacks + at_level(scalar, &position)
}

/// Words that do not compile, because something else is there.
const ELSEWHERE: [&str; 25] = [
    "is_check",
    "is_checkmate",
    "is_stalemate",
    "pinned",
    "from_fen",
    "castling_rights",
    "castles",
    "turn",
    "hash",
    "zobrist_hash",
    "generate_moves",
    "legal",
    "make_move_new",
    "push",
    "push_san",
    "status",
    "colored_pieces",
    "by_role",
    "piece_on",
    "from_file_rank",
    "is_promotion",
    "get_rook_moves",
    "attackers",
    "combined",
    "perft",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the words of the table in the guide to porting, each with the item that its row links to.
fn table() -> BTreeMap<String, String> {
    let text = fs::read_to_string(root().join("src/guide/porting.rs")).expect("the guide");
    let (_, section) = text.split_once("# Words of other libraries").expect("the section");
    let mut words = BTreeMap::new();
    for row in section.lines().skip_while(|line| !line.starts_with("//! |---")).skip(1) {
        let Some(row) = row.strip_prefix("//! | ") else { break };
        let (theirs, ours) = row.split_once(" | ").expect("two cells");
        let (_, link) = ours.split_once("](crate::").expect("a link");
        let item = link.split([')', '#']).next().unwrap_or_default();
        let item = item.rsplit("::").next().unwrap_or_default();
        for word in theirs.split(", ") {
            let known = words.insert(word.trim_matches('`').to_owned(), item.to_owned());
            assert_eq!(known, None, "{word} has two rows");
        }
    }
    words
}

/// Returns the aliases in the sources of both crates, each with the item that follows it.
fn aliases() -> BTreeMap<String, String> {
    let (mut folders, mut files) =
        (vec![root().join("src"), root().join("kernels/src")], Vec::<PathBuf>::new());
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    let mut aliases = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source file");
        for (_, rest) in text.match_indices("#[doc(alias").map(|(at, _)| text.split_at(at)) {
            let (attribute, rest) = rest.split_once(']').expect("the end of the attribute");
            let declaration =
                rest.lines().map(str::trim_start).find(|line| line.starts_with("pub ")).expect("an item");
            let name =
                declaration.trim_start_matches("pub ").trim_start_matches("const ").trim_start_matches("fn ");
            let name: String =
                name.chars().take_while(|&each| each.is_alphanumeric() || each == '_').collect();
            for word in attribute.split('"').skip(1).step_by(2) {
                aliases.insert(word.to_owned(), name.clone());
            }
        }
    }
    aliases
}

#[test]
fn first_words_compile_or_the_guide_has_them() {
    let table = table();
    let count = expressions_that_compile() + ELSEWHERE.len();
    assert!(count >= 63, "{count}");
    for word in ELSEWHERE {
        assert!(table.contains_key(word), "the guide to porting does not say what to write for {word}");
    }
}

/// The table of expressions has the expressions that compile here, in this order, and no other.
#[test]
fn the_guide_names_expressions_that_compile() {
    let text = fs::read_to_string(root().join("src/guide/porting.rs")).expect("the guide");
    let (_, section) = text.split_once("| written elsewhere | here |").expect("the table");
    let rows = section.lines().skip(2).map_while(|line| line.strip_prefix("//! | "));
    let ours = rows.map(|row| {
        let (_, ours) = row.split_once(" | `").expect("two cells");
        ours.split('`').next().unwrap_or_default().replace(char::is_whitespace, "")
    });
    assert_eq!(ours.collect::<Vec<_>>(), expressions_of_the_guide());
}

/// The search box of the documentation finds the words of the table, and nothing else under them.
#[test]
fn the_table_of_words_has_the_aliases() {
    let (table, aliases) = (table(), aliases());
    assert!(!aliases.is_empty());
    let words: BTreeSet<_> = table.keys().chain(aliases.keys()).collect();
    for word in words {
        assert_eq!(
            aliases.get(word),
            table.get(word),
            "{word}: the alias, and the row of the guide to porting"
        );
    }
}

/// The links of README lead to files of a checkout. The documentation replaces them by links to its pages,
/// and a registry adds the address of the repository.
#[test]
fn links_of_the_readme_lead_to_files() {
    let text = fs::read_to_string(root().join("README.md")).expect("README.md");
    let definitions = text.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: "));
    let inline = text.split("](").skip(1).filter_map(|rest| Some(("", rest.split_once(')')?.0)));
    let targets: Vec<_> = definitions.chain(inline).map(|(_, target)| target).collect();
    assert!(targets.len() > 10, "{targets:?}");
    for target in targets {
        let is_address = target.contains("://") || target.starts_with('#');
        assert!(
            is_address || root().join(target).exists(),
            "README.md links to {target}, which is not there"
        );
    }
}
