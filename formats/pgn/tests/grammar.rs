//! Single cases of the grammar, each with the section of the PGN standard (Edwards, 1994) or the reason.

use quadline::{Position, Square};
use quadline_pgn::{Compression, Decompressed, Error, GameResult, Problem, Reader};

/// Returns the number of moves of each game, or the error.
fn plies(file: &str) -> Vec<Result<usize, String>> {
    let mut games = Reader::in_memory(file.as_bytes());
    let mut found = Vec::new();
    while let Some(game) = games.next_game() {
        let count = game.and_then(|game| game.plies().try_fold(0, |count, ply| ply.map(|_| count + 1)));
        found.push(count.map_err(|error: Error| error.to_string()));
    }
    found
}

fn counts(file: &str) -> Vec<usize> {
    plies(file).into_iter().map(|game| game.unwrap_or_else(|error| panic!("{error}: {file:?}"))).collect()
}

#[test]
fn a_brace_behind_a_semicolon_or_percent_sign_is_no_comment() {
    // Sections 5 and 6.
    assert_eq!(counts("1. e4 ; note { here\ne5 *\n\n1. d4 *\n\n1. c4 *"), [2, 1, 1]);
    assert_eq!(counts("1. e4\n% note { here\ne5 *\n\n1. d4 *"), [2, 1]);
    assert_eq!(counts("% note { [Event \"x\"]\n1. e4 *"), [1]);
    // Not in the first column.
    assert!(plies("1. e4 % x\n*")[0].is_err());
    let found = plies("1. e4 % * 1. d4 *");
    assert!(found[0].is_err() && found[1] == Ok(1) && found.len() == 2, "{found:?}");
}

#[test]
fn games_without_tags() {
    // Section 8.1: zero or more tag pairs.
    assert_eq!(counts("1. e4 e5 1-0 1. d4 0-1\n1. c4 1/2-1/2 *"), [2, 1, 1, 0]);
    assert_eq!(counts("1. e4 e5\n\n1. d4\n\n1. c4 c5 2. g3"), [2, 1, 3]);
    // The number 1 of Black's move after a comment, and an empty line in a game.
    assert_eq!(counts("1. e4 {a}\n\n1... e5\n\n2. Nf3 *"), [3]);
    assert_eq!(counts("1. e4\r\n\r\n1. ... e5\r\n\r\n2. Nf3\r\n\r\n1. d4\r\n"), [3, 1]);
}

#[test]
fn lines_end_in_any_way() {
    for line in ["\n", "\r\n", "\r"] {
        let file = "[A \"a\"]\n\n1. e4 ; { e5\n% e5\n1... e5\n*\n\n[A \"b\"]\n[B \"b\"]\n\n1. d4 1-0\n"
            .replace('\n', line);
        assert_eq!(counts(&file), [2, 1], "{line:?}");
    }
}

#[test]
fn the_first_tag_may_define_the_start() {
    // The reader looks at the names of tags in the export format only if one of them may define the start or be
    // a second `Event`, and passes over the first one if it is `Event`.
    let fen = "[FEN \"8/8/8/8/8/6k1/8/7K w - - 0 1\"]\n";
    let names = "[White \"Somebody with a long name\"]\n[Black \"Somebody else\"]\n";
    assert_eq!(
        counts(&format!("{fen}{names}\n1. Kg1 *\n\n[Event \"x\"]\n{names}{fen}\n1. Kg1 Kf3 *\n")),
        [1, 2]
    );
    let variant = format!("[Variant \"Atomic\"]\n{names}\n1. e4 *\n");
    assert!(plies(&variant)[0].as_ref().is_err_and(|error| error.contains("Atomic")), "{variant}");
    // Two games of which the first one was cut off.
    assert_eq!(counts(&format!("[Event \"x\"]\n{names}[Event \"y\"]\n{names}\n1. e4 *\n")), [0, 1]);
    assert_eq!(counts(&format!("[EVENT \"x\"]\n[EventDate \"y\"]\n{names}\n1. e4 *\n")), [1]);
}

#[test]
fn tags_in_any_way() {
    // Section 8.1.1: several on a line, indented, spaces between the tokens, escapes.
    let file = "\u{feff}  [ Event\t\"a \\\"b\\\" \\\\ c]\" ][White \"[x]\"] \n\n{note} [Black\"C:\\path\"]; ] [\n[FEN  \"8/8/8/8/8/6k1/8/7K w - - 0 1\"] 1. Kg1 *";
    let mut games = Reader::in_memory(file.as_bytes());
    let game = games.next_game().unwrap().unwrap();
    assert_eq!(game.tags().len(), 4);
    assert_eq!(game.tag("Event").as_deref(), Some("a \"b\" \\ c]"));
    assert_eq!(game.tag("White").as_deref(), Some("[x]"));
    assert_eq!(game.tag("Black").as_deref(), Some("C:\\path"));
    assert_eq!(game.start().king(quadline::Color::White), Some(Square::H1));
    assert_eq!(game.plies().count(), 1);
    assert_eq!((game.offset(), game.line()), (5, 1));
    assert!(games.next_game().is_none());
    // Quotes that lack their backslash, and text that is not UTF-8 (section 4.1: ISO 8859-1).
    let mut games = Reader::in_memory(b"[Event \"The \"Big\" One\"]\n[White \"M\xfcller\"]\n*");
    let game = games.next_game().unwrap().unwrap();
    assert_eq!(game.tag("Event").as_deref(), Some("The \"Big\" One"));
    assert_eq!(game.tag("White").as_deref(), Some("Müller"));
}

#[test]
fn games_of_tags_alone() {
    assert_eq!(counts("[Event \"a\"]\n[Site \"x\"]\n\n[Event \"b\"]\n\n[Event \"c\"]\n*"), [0, 0, 0]);
    assert_eq!(counts("[White \"a\"]\n\n{no moves}\n\n[White \"b\"]\n\n1. e4 *"), [0, 1]);
    assert_eq!(counts("[White \"a\"]\n\n[Event \"b\"]\n\n*"), [0, 0]);
    // An empty line between the tags of a game, as ChessBase wrote it.
    assert_eq!(counts("[Event \"a\"]\n\n[Date \"2017.12.04\"]\n[Round \"1\"]\n\n1. e4 *"), [1]);
    // Comments alone are no game.
    assert_eq!(counts("[A \"a\"]\n*\n\n; the end\n{of the file}\n"), [0]);
    assert!(plies("").is_empty() && plies(" \n\n% x").is_empty());
}

#[test]
fn a_comment_may_quote_tags() {
    assert_eq!(
        counts("[A \"a\"]\n\n1. e4 {see\n[Event \"x\"]\n\n[Site \"y\"]\n*} e5 *\n\n[A \"b\"]\n\n*"),
        [2, 0]
    );
}

#[test]
fn a_comment_without_end_takes_no_other_game() {
    let error =
        "game 1, line 3, byte 19, after 1 ply: the comment that begins here has no closing '}'".to_owned();
    let first = "[Event \"a\"]\n\n1. e4 {no end\n1-0\n\n";
    for second in [
        "[Event \"b}{\"]\n[Site \"x\"]\n\n1. d4 {x} d5 *",
        "[Event \"b\"]\n\n1. d4 d5 *",
        "[Site \"b\"]\n1. d4 d5",
    ] {
        assert_eq!(plies(&format!("{first}{second}")), [Err(error.clone()), Ok(2)], "{second}");
    }
    assert_eq!(plies(first), [Err(error)]);
}

#[test]
fn a_file_that_is_cut_has_a_game_that_is_cut() {
    let file = "[Event \"a\"]\n[FEN \"8/8/8/8/8/6k1/8/7K w - - 0 1\"]\n\n1. Kg1 {a comment} Kf3 (1... Kh3) 1/2-1/2\n";
    let whole = format!("{file}\n{file}");
    for length in 0..=whole.len() {
        let found = plies(&whole[..length]);
        let expected = match length {
            0..=0 => 0,
            length if length <= file.len() + 1 => 1,
            _ => 2,
        };
        assert_eq!(found.len(), expected, "{:?}", &whole[..length]);
    }
}

#[test]
fn starts_and_variants() {
    let of = |tags: &str| {
        plies(&format!("{tags}\n1. e4 *"))
            .remove(0)
            .map_err(|error| error.split(": ").nth(1).unwrap().to_owned())
    };
    for name in [
        "Standard",
        "chess",
        "From Position",
        "?",
        "",
        "Chess960",
        "Chess 960",
        "Fischerandom",
        "FischerRandom",
    ] {
        assert_eq!(of(&format!("[Variant \"{name}\"]")), Ok(1), "{name}");
    }
    for name in [
        "Crazyhouse",
        "Antichess",
        "Atomic",
        "King of the Hill",
        "Three-check",
        "Horde",
        "Racing Kings",
        "棋",
    ] {
        let error = format!("the variant {name:?} is not supported; expected standard chess or Chess960");
        assert_eq!(of(&format!("[Variant \"{name}\"]")), Err(error));
    }
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
    assert_eq!(of(fen), Ok(1));
    assert_eq!(of(&format!("[SetUp \"1\"]{fen}")), Ok(1));
    // Section 9.7.1: with 0 the game begins as usual.
    assert_eq!(of(&format!("[SetUp \"0\"]{}", fen.replace("4P3", "8"))), Ok(1));
    assert_eq!(
        of("[SetUp \"1\"]"),
        Err("the tag SetUp is \"1\", but there is no tag FEN with the position".into())
    );
    assert_eq!(of("[SetUp \"x\"]"), Err("the tag SetUp is \"x\"; expected \"0\" or \"1\"".into()));
    assert_eq!(of("[Fen \"8/8/8/8/8/8/8/8 w - - 0 1\"]"), Err("the tag FEN is not a position".into()));
}

#[test]
fn chess960_castles_in_both_notations() {
    for (fen, castling) in [
        ("bnrkqrnb/pppppppp/8/8/8/8/PPPPPPPP/2RK1R2 w KQkq - 0 1", ["O-O", "O-O-O"]),
        ("bnrkqrnb/pppppppp/8/8/8/8/PPPPPPPP/2RK1R2 w FCfc - 0 1", ["0-0", "0-0-0"]),
    ] {
        for (notation, king) in castling.into_iter().zip([Square::G1, Square::C1]) {
            let file = format!("[Variant \"Chess960\"]\n[FEN \"{fen}\"]\n\n1. {notation} 1-0");
            let mut games = Reader::in_memory(file.as_bytes());
            let game = games.next_game().unwrap().unwrap();
            let mut plies = game.plies();
            assert!(plies.next().unwrap().unwrap().1.is_castling());
            assert_eq!(plies.position().king(quadline::Color::White), Some(king));
            assert!(plies.next().is_none());
            assert_eq!(game.result(), Some(GameResult::WhiteWins));
        }
    }
}

#[test]
fn a_start_is_found_at_any_place_in_a_block() {
    for length in 0..140 {
        let event = "x".repeat(length);
        let tags = format!("[Event \"{event}\"]\n[FEN \"8/8/8/8/8/6k1/8/7K w - - 0 1\"]\n");
        // With a comment, all tags are in whole blocks.
        let comment = "y".repeat(200);
        assert_eq!(counts(&format!("1. e4 *\n\n{tags}\n1. Kg1 {{{comment}}} *\n")), [1, 1], "{length}");
    }
}

/// Games from all starting positions, with the tags of Lichess and of the archive FWWRC, which castle as soon
/// as they can. The castling rights are written as letters of files, or as `KQkq` where that is unambiguous.
#[test]
fn chess960_games_from_all_starting_positions() {
    let (mut state, mut castled) = (1u64, [0; 2]);
    let mut random = |bound: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % bound
    };
    let (mut file, mut expected) = (String::new(), Vec::new());
    for number in 0..960 {
        let start = Position::chess960(number).expect("a starting position");
        let mut fen = start.to_string();
        if number % 2 == 1 {
            let row = fen.split('/').next().expect("a rank");
            let king = row.find('k').expect("a king");
            let rooks: Vec<usize> = row.match_indices('r').map(|(file, _)| file).collect();
            assert!(rooks[0] < king && king < rooks[1]);
            // Letters of files instead of KQkq, or the other way round.
            let files = [rooks[1], rooks[0]].map(|file| char::from(b'a' + file as u8));
            let both = files.map(|file| file.to_ascii_uppercase()).into_iter().chain(files);
            let both: String = both.collect();
            let fields: Vec<&str> = fen.split(' ').collect();
            let rights = if fields[2] == "KQkq" { both } else { "KQkq".to_owned() };
            fen = format!("{} w {rights} - 0 1", fields[0]);
            assert_eq!(fen.parse::<Position>().expect("the same position"), start);
        }
        let tags = match number % 3 {
            0 => format!("[Event \"Rated\"]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n[Variant \"Chess960\"]\n"),
            1 => format!("[Event \"FRC\"]\n[Variant \"fischerandom\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n"),
            _ => format!("[Event \"FRC\"]\n[FEN \"{fen}\"]\n"),
        };
        let (mut position, mut moves, mut text) = (start, Vec::new(), String::new());
        for ply in 0..60 {
            let legal = position.moves();
            let Some(chosen) = legal
                .iter()
                .find(|each| each.is_castling())
                .or_else(|| (!legal.is_empty()).then(|| &legal[random(legal.len())]))
            else {
                break;
            };
            let san = position.to_san(*chosen).to_string();
            if chosen.is_castling() {
                castled[usize::from(san.starts_with("O-O-O"))] += 1;
            }
            if ply % 2 == 0 {
                text += &format!("{}. ", ply / 2 + 1);
            }
            // Both notations: with the letter, as in the standard, and with zeros, as FIDE writes it.
            text += &if number % 4 < 2 { san } else { san.replace('O', "0") };
            text += if ply % 2 == 0 { " " } else { "\n" };
            moves.push(*chosen);
            position.play_mut(*chosen);
        }
        file += &format!("{tags}\n{text}*\n\n");
        expected.push((start, moves));
    }
    assert!(castled.iter().all(|&count| count > 200), "{castled:?}");
    let mut games = Reader::new(file.as_bytes());
    for (start, moves) in expected {
        let game = games.next_game().expect("a game").expect("no error");
        assert_eq!(game.start(), start);
        let found: Vec<_> = game.plies().map(|ply| ply.expect("a move").1).collect();
        assert_eq!(found, moves, "{start}");
    }
    assert!(games.next_game().is_none());
}

#[test]
fn an_empty_line_in_a_comment_has_no_spaces() {
    // Also if the line and the tag are read later than the comment.
    let file = "1. e4 {a\n\nb\n \n[Event \"x\"] {} e5 *\n\n1. d4 {a\n\n[Event \"x\"] {} *\n";
    let whole = plies(file);
    assert_eq!(whole.len(), 3, "{whole:?}");
    for size in 1..file.len() {
        let (now, later) = file.as_bytes().split_at(size);
        let mut games = Reader::new(std::io::Read::chain(now, later));
        let mut count = 0;
        while games.next_game().is_some() {
            count += 1;
        }
        assert_eq!(count, whole.len(), "{size}");
    }
}

#[test]
fn a_game_that_is_too_long() {
    let long = format!("[Event \"long\"]\n\n1. e4 {{{}}} e5 *\n\n", "x".repeat(600_000));
    let file = format!("1. d4 *\n{long}1. c4 *\n");
    for limit in [100_000, 700_000] {
        let mut games = Reader::new(file.as_bytes()).with_limit(limit);
        assert_eq!(games.next_game().unwrap().unwrap().plies().count(), 1);
        match games.next_game().unwrap() {
            Ok(game) => assert!(limit > 600_000 && game.plies().count() == 2),
            Err(error) => {
                assert!(limit < 600_000 && matches!(error.problem(), Problem::TooLong(_)));
                assert_eq!((error.game(), error.offset(), error.line()), (2, 8, 2));
            }
        }
        let game = games.next_game().unwrap().unwrap();
        assert_eq!((game.number(), game.plies().count(), game.line()), (3, 1, 6));
        assert!(games.next_game().is_none());
    }
}

#[test]
fn comments_with_evaluations_and_clocks() {
    let file = "{first} 1. e4 $1 { [%eval -1.5,20] [%clk 1:02:03.25] } ; [%eval 9]\n e5 (1... c5 {no}) {[%eval #4]} *";
    let mut games = Reader::in_memory(file.as_bytes());
    let game = games.next_game().unwrap().unwrap();
    let mut plies = game.plies();
    assert_eq!(plies.comments().map(|comment| comment.bytes()).collect::<Vec<_>>(), [b"first"]);
    plies.next();
    let comments: Vec<_> = plies.comments().collect();
    assert_eq!(comments.len(), 2);
    assert_eq!(comments[0].evaluation(), Some(quadline_pgn::Evaluation::Pawns(-1.5)));
    assert_eq!(comments[0].clock().unwrap().as_millis(), 3_723_250);
    assert_eq!(comments[0].command("emt"), None);
    plies.next();
    // A variation may be before a comment, and its own comments are left out.
    let comments: Vec<_> = plies.comments().collect();
    assert_eq!(comments.len(), 1);
    assert_eq!(comments[0].evaluation(), Some(quadline_pgn::Evaluation::Mate(4)));
    assert_eq!(game.start(), Position::START);
    // What the reader of moves skips is between a move and its comments.
    for between in [
        "+=",
        " = ",
        "+-",
        "⩲",
        "N",
        " TN",
        "\n% note\n",
        "\u{a0}",
        " 1...",
        "…",
        ")",
        " } ",
        "$1!?",
        "(1. d4 {no})",
    ] {
        let file = format!("1. e4{between}{{yes}} e5 *");
        let mut games = Reader::in_memory(file.as_bytes());
        let game = games.next_game().unwrap().unwrap();
        let mut plies = game.plies();
        plies.next();
        let comments: Vec<_> = plies.comments().map(|comment| comment.bytes()).collect();
        assert_eq!(comments, [b"yes"], "{between:?}");
        assert_eq!(plies.filter(|ply| ply.is_ok()).count(), 1, "{between:?}");
    }
}

#[test]
fn a_file_that_cannot_be_read() {
    struct Broken(bool);
    impl std::io::Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if std::mem::replace(&mut self.0, true) {
                return Err(std::io::Error::other("the disk is gone"));
            }
            buffer[..8].copy_from_slice(b"1. e4 *\n");
            Ok(8)
        }
    }
    let mut games = Reader::new(Broken(false));
    assert!(games.next_game().unwrap().is_ok());
    let error = games.next_game().unwrap().unwrap_err();
    assert!(error.is_fatal());
    assert_eq!(error.to_string(), "game 2, line 2, byte 8: the disk is gone");
    assert!(games.next_game().is_none());
}

#[test]
fn compression_by_the_first_bytes() {
    let file = b"1. e4 e5 *\n".repeat(3);
    let read = |bytes: &[u8]| -> std::io::Result<usize> {
        let mut games = Reader::new(Decompressed::new(bytes)?);
        let mut plies = 0;
        while let Some(game) = games.next_game() {
            plies += game.map_err(std::io::Error::other)?.plies().count();
        }
        Ok(plies)
    };
    assert_eq!(read(&file).unwrap(), 6);
    assert_eq!(read(b"").unwrap(), 0);
    let zstd = [0x28, 0xb5, 0x2f, 0xfd, 0, 0];
    assert_eq!(Compression::of(&zstd), Compression::Zstd);
    #[cfg(not(feature = "zstd"))]
    assert!(read(&zstd).unwrap_err().to_string().contains("enable the feature zstd"));
    #[cfg(feature = "zstd")]
    {
        // Zeros behind it are an error for the program zstd as well.
        let frame = zstd::encode_all(&file[..], 3).unwrap();
        assert!(read(&[&frame[..], &[0; 100]].concat()).is_err());
        // A frame with a window of 256 MB, and one whose content has 3 GB.
        let window = [0x28, 0xb5, 0x2f, 0xfd, 0, 18 << 3, 0x51, 0, 0, 0];
        let content = [0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0xc0, 0x51, 0, 0, 0];
        for (frame, megabytes) in [(&window[..], 256), (&content, 3072)] {
            assert_eq!(
                read(frame).unwrap_err().to_string(),
                format!(
                    "game 1, line 1, byte 0: the file was compressed by zstd with a window of {megabytes} MB that is too large: 128 MB \
                     are the most; decompress it first: zstd -dc --long=31 games.pgn.zst > games.pgn"
                )
            );
        }
        // Two frames, one after the other.
        let frame = zstd::encode_all(&file[..], 3).unwrap();
        assert_eq!(read(&[&frame[..], &frame].concat()).unwrap(), 12);
        assert!(read(&frame[..frame.len() - 3]).is_err());
    }
    #[cfg(feature = "gzip")]
    {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut encoder, &file).unwrap();
        let member = encoder.finish().unwrap();
        assert_eq!(read(&[&member[..], &member].concat()).unwrap(), 12);
        // Zeros, as tapes and mirrors leave them.
        for zeros in [1, 512, 100_000] {
            assert_eq!(read(&[&member[..], &vec![0; zeros]].concat()).unwrap(), 6);
            assert_eq!(read(&[&member[..], &vec![0; zeros], &member].concat()).unwrap(), 12);
        }
        assert!(read(&[&member[..], b"\0\0rest"].concat()).is_err());
        assert!(read(&member[..member.len() - 1]).is_err());
    }
    #[cfg(feature = "bzip2")]
    {
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        std::io::Write::write_all(&mut encoder, &file).unwrap();
        let stream = encoder.finish().unwrap();
        assert_eq!(read(&[&stream[..], &stream].concat()).unwrap(), 12);
        assert_eq!(read(&[&stream[..], &[0; 512], &stream, &[0; 512]].concat()).unwrap(), 12);
        assert!(read(&stream[..stream.len() - 1]).is_err());
    }
}

/// The expected FENs are those of python-chess 1.11.2, except that it writes an en passant square only if the
/// capture is legal.
#[test]
fn counters_of_positions() {
    let file = "[FEN \"4k2r/P6p/8/8/1p6/8/P6P/4K2R b Kk - 7 33\"]\n[SetUp \"1\"]\n\n\
        1... Kd7 {the numbers of the moves play no role} 1. O-O h5 2. a4 bxa3 3. Kf2 Rh6 4. a8=Q Rh7 5. Qd5+ Ke8 *\n\n\
        1. Nf3 Nc6 2. Nd4 Nxd4 3. Rg1 *\n";
    let mut games = Reader::in_memory(file.as_bytes());
    let game = games.next_game().unwrap().unwrap();
    assert_eq!(game.start_fen().to_string(), "4k2r/P6p/8/8/1p6/8/P6P/4K2R b Kk - 7 33");
    let mut fens = game.fens();
    let found: Vec<_> = fens.by_ref().map(|ply| ply.unwrap().0.to_string()).collect();
    let expected = [
        "4k2r/P6p/8/8/1p6/8/P6P/4K2R b Kk - 7 33",
        "7r/P2k3p/8/8/1p6/8/P6P/4K2R w K - 8 34",
        "7r/P2k3p/8/8/1p6/8/P6P/5RK1 b - - 9 34",
        "7r/P2k4/8/7p/1p6/8/P6P/5RK1 w - - 0 35",
        "7r/P2k4/8/7p/Pp6/8/7P/5RK1 b - a3 0 35",
        "7r/P2k4/8/7p/8/p7/7P/5RK1 w - - 0 36",
        "7r/P2k4/8/7p/8/p7/5K1P/5R2 b - - 1 36",
        "8/P2k4/7r/7p/8/p7/5K1P/5R2 w - - 2 37",
        "Q7/3k4/7r/7p/8/p7/5K1P/5R2 b - - 0 37",
        "Q7/3k3r/8/7p/8/p7/5K1P/5R2 w - - 1 38",
        "8/3k3r/8/3Q3p/8/p7/5K1P/5R2 b - - 2 38",
    ];
    assert_eq!(found, expected);
    assert_eq!(fens.fen().to_string(), "4k3/7r/8/3Q3p/8/p7/5K1P/5R2 w - - 3 39");
    assert_eq!(fens.plies().ply(), expected.len());
    let game = games.next_game().unwrap().unwrap();
    assert_eq!(game.start_fen(), quadline::fen::Fen::START);
    // The fourth move captures a piece.
    let found: Vec<_> = game.fens().map(|ply| ply.unwrap().0.halfmove_clock).collect();
    assert_eq!(found, [0, 1, 2, 3, 0]);
    let last = "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 65535 65535\"]\n\n1... Kd7 2. Kd2 *\n";
    let mut games = Reader::in_memory(last.as_bytes());
    let fens: Vec<_> = games.next_game().unwrap().unwrap().fens().map(|ply| ply.unwrap().0).collect();
    assert_eq!((fens[1].halfmove_clock, fens[1].fullmove_number), (65535, 65535));
}

#[test]
fn formats_that_are_not_read() {
    for (first, name, command) in [
        (&b"PK\x03\x04\x14\0\0\0"[..], "a zip archive", "unzip -p games.zip > games.pgn"),
        (b"\xfd7zXZ\0\0\x04", "compressed by xz", "xz -dc games.pgn.xz > games.pgn"),
        (b"7z\xbc\xaf\x27\x1c\0\x04", "a 7z archive", "7z e -so games.7z > games.pgn"),
        (b"\xff\xfe[\0E\0", "text in UTF-16", "iconv -f UTF-16 -t UTF-8 games.pgn > utf-8.pgn"),
        (b"\xfe\xff\0[\0E", "text in UTF-16", "iconv -f UTF-16 -t UTF-8 games.pgn > utf-8.pgn"),
        (b"[\0E\0v\0", "text in UTF-16", "iconv -f UTF-16LE -t UTF-8 games.pgn > utf-8.pgn"),
        (b"\0[\0E\0v", "text in UTF-16", "iconv -f UTF-16BE -t UTF-8 games.pgn > utf-8.pgn"),
    ] {
        assert_eq!(
            Decompressed::new(first).unwrap_err().to_string(),
            format!("the file is {name}, which is not read; make text of it first: {command}")
        );
    }
    // Beginnings of them are text.
    for text in [&b"["[..], b"\0[", b"P", b"PK", b"7z", b"\xff", b"[Event"] {
        assert_eq!(Decompressed::new(text).unwrap().compression(), Compression::None, "{text:?}");
    }
}

/// Mutants of the scanner that no other test notices.
#[test]
fn results_brackets_and_tags_at_the_edges() {
    // A result is a token of its own, and what follows it is another game.
    assert_eq!(plies("1. e4 Nf61-0 e5").len(), 1);
    let found = plies("1. e4 $1-0 e5");
    assert!(found.len() == 1 && found[0].is_err(), "{found:?}");
    // A command outside of a comment, and a bracket that begins no tag, do not end a game.
    assert_eq!(plies("1. e4\n[%clk 1]\ne5 *").len(), 1);
    assert_eq!(plies("1. e4 [1 \"x\"] e5 *").len(), 1);
    assert_eq!(plies("1. e4 [A x] e5 *").len(), 1);
    assert_eq!(plies("1. e4 [A \"x\"] e5 *").len(), 2);
    // A backslash before the end of a line is not before a quote.
    let mut games = Reader::in_memory(b"[White \"x\\\n[Black \"y\"]\n\n1. e4 *");
    let game = games.next_game().unwrap().unwrap();
    assert_eq!((game.tag("White"), game.tag("Black").as_deref()), (None, Some("y")));
    assert!(game.error().is_some());
    // The bracket of a tag is in a later piece than its value.
    let file = b"[White \"Ann\"  \n ]\n\n1. e4 *";
    for size in 1..file.len() {
        let (now, later) = file.split_at(size);
        let mut games = Reader::new(std::io::Read::chain(now, later));
        let game = games.next_game().unwrap().unwrap();
        assert_eq!((game.tag("White").as_deref(), game.plies().count()), (Some("Ann"), 1), "{size}");
        assert!(games.next_game().is_none());
    }
    // Two games of tags alone, which are long enough for the kernel of the export format.
    let long = "x".repeat(50);
    let file = format!(
        "1. c4 *\n\n[White \"a\"]\n[Site \"{long}\"]\n\n[White \"c\"]\n[Site \"{long}\"]\n\n*\n{}",
        " ".repeat(80)
    );
    assert_eq!(counts(&file), [1, 0, 0]);
    // The same with a second tag Event, which begins a game without an empty line.
    let file = format!(
        "1. c4 *\n\n[Event \"a\"]\n[Site \"{long}\"]\n[Event \"c\"]\n[Site \"{long}\"]\n\n1. e4 *\n{}",
        " ".repeat(80)
    );
    assert_eq!(counts(&file), [1, 0, 1]);
}

#[test]
fn games_that_are_a_bit_too_long() {
    let lengths = |file: &str| {
        let read = |games: &mut dyn FnMut() -> Option<Result<(u64, usize), Error>>| {
            let mut found = Vec::new();
            while let Some(game) = games() {
                found.push(
                    game.map_err(|error| (error.game(), matches!(error.problem(), Problem::TooLong(_)))),
                );
            }
            found
        };
        let of =
            |game: Result<quadline_pgn::Game<'_>, Error>| game.map(|game| (game.number(), game.tags().len()));
        let mut whole = Reader::in_memory(file.as_bytes()).with_limit(10_000);
        let whole = read(&mut || Some(of(whole.next_game()?)));
        let mut bytes = file.as_bytes();
        let mut pieces = Reader::new(std::io::Read::take(&mut bytes, 1 << 20)).with_limit(10_000);
        assert_eq!(read(&mut || Some(of(pieces.next_game()?))), whole);
        whole
    };
    let x = "x".repeat(20_000);
    // The comment is not searched for its end behind the longest game.
    assert_eq!(lengths(&format!("1. e4 {{\n\n[A \"b\"]\n{x}}} e5 *")).len(), 2);
    // The moves of a game whose tag is too long are not another game.
    assert_eq!(
        lengths(&format!("[A \"{x}{x}\"]\n\n1. e4 *\n\n[B \"b\"]\n1. d4 *")),
        [Err((1, true)), Ok((2, 1))]
    );
    // A line that is a comment is no game, also if it is long.
    assert_eq!(lengths(&format!("; {x}\n[A \"b\"]\n1. e4 *\n; {x}")), [Ok((1, 1))]);
    let next = "\n\n[Event \"in\"]\n[Site \"somewhere\"]\n[White \"Ann\"]\n\n1. d4 d5 *\n\n[Event \"next\"]\n\n1. c4 *\n";
    assert_eq!(lengths(&format!("1. e4 {{{}{next}", &x[..9970])), [Ok((1, 0)), Ok((2, 3)), Ok((3, 1))]);
}
