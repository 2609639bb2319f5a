//! Compares quadline-binpack with the crates sfbinpack and bulletformat, with which bullet's `SfBinpackLoader` reads files and
//! packs boards: first all entries and boards, then the times. usage: sfbinpack FILE ROUNDS

use std::hint::black_box;
use std::time::Instant;
use std::{env, fs};

use bulletformat::ChessBoard;
use quadline::{Color as Side, MoveKind, NibbleCodes, Position, batch};
use quadline_binpack::{Entry, Skip, chunks};
use sfbinpack::chess::{color::Color, r#move::MoveType, piecetype::PieceType};
use sfbinpack::{ChunkReader, TrainingDataEntry};

/// Calls a function with each entry of a chunk that sfbinpack reads.
fn read(chunk: &[u8], mut sink: impl FnMut(&TrainingDataEntry)) {
    let mut reader = ChunkReader::default();
    while reader.has_next(chunk) {
        sink(&reader.next(chunk));
    }
}

/// Panics unless two entries are equal.
fn compare(ours: &Entry, theirs: &TrainingDataEntry) {
    let (position, pos) = (&ours.position, &theirs.pos);
    let of = |role| {
        pos.pieces_bb_color(Color::White, role).bits() | pos.pieces_bb_color(Color::Black, role).bits()
    };
    let queens = of(PieceType::Queen);
    assert_eq!(position.white(), pos.pieces_bb(Color::White).bits());
    assert_eq!(position.black(), pos.pieces_bb(Color::Black).bits());
    assert_eq!(position.pawns(), of(PieceType::Pawn));
    assert_eq!(position.knights(), of(PieceType::Knight));
    assert_eq!(position.diagonal_sliders(), of(PieceType::Bishop) | queens);
    assert_eq!(position.orthogonal_sliders(), of(PieceType::Rook) | queens);
    assert_eq!(position.kings(), of(PieceType::King));
    assert_eq!(position.side_to_move() as usize, usize::from(pos.side_to_move().ordinal()));
    let en_passant = Some(pos.ep_square().index()).filter(|&index| index < 64);
    assert_eq!(
        position.en_passant().map(|square| square.index() as u32),
        en_passant.map(|index| index as u32)
    );
    let (chess_move, mv) = (ours.chess_move, &theirs.mv);
    assert_eq!(chess_move.from().index() as u32, mv.from().index() as u32);
    assert_eq!(chess_move.to().index() as u32, mv.to().index() as u32);
    let kind = match chess_move.kind() {
        MoveKind::Normal | MoveKind::DoublePush => MoveType::Normal,
        MoveKind::Castling => MoveType::Castle,
        MoveKind::EnPassant => MoveType::EnPassant,
        MoveKind::Promotion(_) => MoveType::Promotion,
    };
    assert_eq!(kind, mv.mtype());
    if let MoveKind::Promotion(role) = chess_move.kind() {
        assert_eq!(role as u32, mv.promoted_piece().piece_type().ordinal() as u32);
    }
    assert_eq!((ours.score, ours.ply, i16::from(ours.result)), (theirs.score, theirs.ply, theirs.result));
}

/// Returns the board of an entry of sfbinpack, as bullet makes it.
fn board_of(entry: &TrainingDataEntry) -> ChessBoard {
    let pos = &entry.pos;
    let of = |role| {
        pos.pieces_bb_color(Color::White, role).bits() | pos.pieces_bb_color(Color::Black, role).bits()
    };
    let roles = [
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
        PieceType::King,
    ];
    let mut words = [0; 8];
    [words[0], words[1]] = [pos.pieces_bb(Color::White).bits(), pos.pieces_bb(Color::Black).bits()];
    for (word, role) in words[2..].iter_mut().zip(roles) {
        *word = of(role);
    }
    let side = usize::from(pos.side_to_move().ordinal());
    let sign = 1 - 2 * side as i16;
    let result = f32::from(1 + sign * entry.result) / 2.0;
    ChessBoard::from_raw(words, side, sign * entry.score, result).expect("a board")
}

/// Returns the board of an entry of quadline-binpack.
fn our_board_of(entry: &Entry) -> ChessBoard {
    let position = &entry.position;
    let own = if position.side_to_move() == Side::White { *position } else { position.mirrored() };
    let (occ, pcs) = own.to_nibbles(&NibbleCodes::BULLETFORMAT).expect("at most 32 pieces");
    let king = |side| own.king(side).map_or(64, |square| square.index() as u8);
    ChessBoard {
        occ,
        pcs,
        score: entry.score,
        result: (1 + entry.result) as u8,
        ksq: king(Side::White),
        opp_ksq: king(Side::Black) ^ 56,
        extra: [0; 3],
    }
}

/// Returns the bitboards of a board by color and role, the side to move first, from bulletformat's iterator.
fn words_of(board: ChessBoard) -> [u64; 8] {
    let mut words = [0; 8];
    for (piece, square) in board {
        words[usize::from(piece >> 3)] |= 1 << square;
        words[2 + usize::from(piece & 7)] |= 1 << square;
    }
    words
}

/// Prints the medians of the times of two functions, per entry, and of their ratio.
fn time(stage: &str, rounds: usize, count: usize, mut theirs: impl FnMut(), mut ours: impl FnMut()) {
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..rounds {
        let begin = Instant::now();
        theirs();
        let middle = Instant::now();
        ours();
        let [first, second] = [middle - begin, middle.elapsed()].map(|time| time.as_secs_f64());
        for (times, value) in times.iter_mut().zip([first, second, first / second]) {
            times.push(value);
        }
    }
    let [theirs, ours, ratio] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[rounds / 2]
    });
    let of_one = 1e9 / count as f64;
    println!("{stage:<36} {:10.1} {:10.1} {ratio:8.2}", theirs * of_one, ours * of_one);
}

fn main() {
    let mut arguments = env::args().skip(1);
    let file = fs::read(arguments.next().expect("a file")).expect("a file");
    let rounds: usize = arguments.next().expect("a number of rounds").parse().expect("a number of rounds");
    let chunks: Vec<_> = chunks(&file).map(|chunk| chunk.expect("a chunk")).collect();
    let (mut entries, mut boards) = (0, Vec::new());
    for chunk in &chunks {
        let mut ours = Vec::new();
        chunk.for_each(&Skip::NONE, |entry| ours.push(*entry)).expect("entries");
        let mut rest = ours.iter();
        read(chunk.bytes(), |theirs| {
            let ours = rest.next().expect("an entry");
            compare(ours, theirs);
            boards.push(board_of(theirs));
            assert_eq!(our_board_of(ours), boards[boards.len() - 1]);
        });
        assert!(rest.next().is_none());
        entries += ours.len();
    }
    println!("{entries} entries are equal, and their boards");
    boards.truncate(1 << 16);
    let occupied: Vec<u64> = boards.iter().map(|board| board.occ).collect();
    let nibbles: Vec<[u8; 16]> = boards.iter().map(|board| board.pcs).collect();
    let mut positions = vec![Position::START; boards.len()];
    batch::from_nibbles_unchecked(&occupied, &nibbles, &NibbleCodes::BULLETFORMAT, &mut positions);
    for (board, position) in boards.iter().zip(&positions) {
        let [white, black, roles @ ..] = words_of(*board);
        assert_eq!([white, black], [position.white(), position.black()]);
        assert_eq!(roles, quadline::Role::ALL.map(|role| position.role(role)));
    }
    println!("{} boards are equal", boards.len());

    time(
        "next entry, sfbinpack",
        rounds,
        entries,
        || {
            let mut sum = 0_u64;
            for chunk in &chunks {
                read(chunk.bytes(), |entry| {
                    let from = u64::from(entry.mv.from().index() as u8);
                    sum = sum
                        .wrapping_add(entry.pos.pieces_bb(Color::White).bits() ^ from ^ entry.score as u64);
                });
            }
            black_box(sum);
        },
        || {
            let mut sum = 0_u64;
            for chunk in &chunks {
                let read = chunk.for_each(&Skip::NONE, |entry| {
                    let from = entry.chess_move.from().index() as u64;
                    sum = sum.wrapping_add(entry.position.white() ^ from ^ entry.score as u64);
                });
                read.expect("entries");
            }
            black_box(sum);
        },
    );
    time(
        "next entry to bulletformat's board",
        rounds,
        entries,
        || {
            for chunk in &chunks {
                read(chunk.bytes(), |entry| {
                    black_box(board_of(entry));
                });
            }
        },
        || {
            for chunk in &chunks {
                let read = chunk.for_each(&Skip::NONE, |entry| {
                    black_box(our_board_of(entry));
                });
                read.expect("entries");
            }
        },
    );
    let mut words = vec![[0; 8]; boards.len()];
    time(
        "bulletformat's board to bitboards",
        rounds,
        boards.len(),
        || {
            for (board, words) in boards.iter().zip(&mut words) {
                *words = words_of(*board);
            }
            black_box(&mut words);
        },
        || {
            batch::from_nibbles_unchecked(&occupied, &nibbles, &NibbleCodes::BULLETFORMAT, &mut positions);
            black_box(&mut positions);
        },
    );
}
