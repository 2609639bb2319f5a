//! Compares quadline-binpack with the crates sfbinpack and bulletformat, with which bullet's
//! `SfBinpackLoader` reads files and packs boards: checks that all entries and boards are equal, or prints
//! the times of one side in nanoseconds of processor time.
//!
//! usage: sfbinpack FILE check|theirs|ours

#[path = "port_of_bullet.rs"]
mod port;

use std::hint::black_box;
use std::{env, fs};

use bulletformat::ChessBoard;
use port::board_of as our_board_of;
use quadline::{MoveKind, NibbleCodes, Position, batch};
use quadline_binpack::{Chunk, Entry, Filter, Skip, chunks, for_each_of};
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

/// Returns the bitboards of a board by color and role, the side to move first, from bulletformat's iterator.
fn words_of(board: ChessBoard) -> [u64; 8] {
    let mut words = [0; 8];
    for (piece, square) in board {
        words[usize::from(piece >> 3)] |= 1 << square;
        words[2 + usize::from(piece & 7)] |= 1 << square;
    }
    words
}

/// Panics unless all entries are equal, and their boards.
fn check(chunks: &[Chunk<'_>]) {
    let (mut entries, mut boards) = (0, Vec::new());
    for chunk in chunks {
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
    let (mut alone, mut at_once) = (0_u64, 0_u64);
    let sum_of = |position: &Position, score: i16| position.white().wrapping_mul(3) ^ score as u64;
    for chunk in chunks {
        chunk
            .for_each(&Skip::NONE, |entry| {
                alone = alone.wrapping_add(sum_of(&entry.position, entry.score));
            })
            .expect("entries");
    }
    for_each_of(chunks, &Filter::NONE, |block| {
        for (position, &score) in block.positions.iter().zip(block.scores) {
            at_once = at_once.wrapping_add(sum_of(position, score));
        }
    })
    .expect("entries");
    assert_eq!(alone, at_once);
    let (occupied, nibbles): (Vec<_>, Vec<_>) = boards.iter().map(|board| (board.occ, board.pcs)).unzip();
    let mut positions = vec![Position::START; boards.len()];
    batch::from_nibbles_unchecked(&occupied, &nibbles, &NibbleCodes::BULLETFORMAT, &mut positions);
    for (board, position) in boards.iter().zip(&positions) {
        let [white, black, roles @ ..] = words_of(*board);
        assert_eq!([white, black], [position.white(), position.black()]);
        assert_eq!(roles, quadline::Role::ALL.map(|role| position.role(role)));
    }
    println!("{entries} entries are equal, their boards, and the bitboards of those");
}

unsafe extern "C" {
    /// The processor time in microseconds.
    safe fn clock() -> i64;
}

/// Prints the median of the times of a function, per element.
fn time(stage: &str, count: usize, mut function: impl FnMut()) {
    let mut times = [(); 5].map(|()| {
        let begin = clock();
        function();
        clock() - begin
    });
    times.sort_unstable();
    println!("{stage}\t{}", times[2] as f64 * 1e3 / count as f64);
}

const NEXT: &str = "next entry of a chain";
const NEXT_AT_ONCE: &str = "next entry, chunks at once";
const NEXT_TO_BOARD: &str = "next entry of a chain to a board";
const TO_BOARD: &str = "decoded entry to a board";
const TO_BITBOARDS: &str = "board to bitboards";

/// The number of entries and boards that stay in memory.
const SOME: usize = 1 << 16;

fn time_theirs(chunks: &[Chunk<'_>]) {
    let (mut all, mut entries, mut sum) = (0, Vec::new(), 0_u64);
    for chunk in chunks {
        read(chunk.bytes(), |entry| {
            all += 1;
            if entries.len() < SOME {
                entries.push(*entry);
            }
        });
    }
    let mut boards: Vec<_> = entries.iter().map(board_of).collect();
    for stage in [NEXT, NEXT_AT_ONCE] {
        time(stage, all, || {
            for chunk in chunks {
                read(chunk.bytes(), |entry| {
                    let from = u64::from(entry.mv.from().index() as u8);
                    let white = entry.pos.pieces_bb(Color::White).bits();
                    sum = sum.wrapping_add(white ^ from ^ entry.score as u64);
                });
            }
            black_box(sum);
        });
    }
    time(NEXT_TO_BOARD, all, || {
        for chunk in chunks {
            read(chunk.bytes(), |entry| {
                black_box(board_of(entry));
            });
        }
    });
    time(TO_BOARD, entries.len(), || {
        for (board, entry) in boards.iter_mut().zip(&entries) {
            *board = board_of(entry);
        }
        black_box(&mut boards);
    });
    let mut words = vec![[0; 8]; boards.len()];
    time(TO_BITBOARDS, boards.len(), || {
        for (board, words) in boards.iter().zip(&mut words) {
            *words = words_of(*board);
        }
        black_box(&mut words);
    });
}

fn time_ours(chunks: &[Chunk<'_>]) {
    let (mut all, mut entries, mut sum) = (0, Vec::new(), 0_u64);
    for chunk in chunks {
        let read = chunk.for_each(&Skip::NONE, |entry| {
            all += 1;
            if entries.len() < SOME {
                entries.push(*entry);
            }
        });
        read.expect("entries");
    }
    let mut boards: Vec<_> = entries.iter().map(our_board_of).collect();
    time(NEXT, all, || {
        for chunk in chunks {
            let read = chunk.for_each(&Skip::NONE, |entry| {
                let from = entry.chess_move.from().index() as u64;
                sum = sum.wrapping_add(entry.position.white() ^ from ^ entry.score as u64);
            });
            read.expect("entries");
        }
        black_box(sum);
    });
    time(NEXT_AT_ONCE, all, || {
        let read = for_each_of(chunks, &Filter::NONE, |block| {
            for ((position, chess_move), &score) in block.positions.iter().zip(block.moves).zip(block.scores) {
                let from = chess_move.from().index() as u64;
                sum = sum.wrapping_add(position.white() ^ from ^ score as u64);
            }
        });
        read.expect("entries");
        black_box(sum);
    });
    time(NEXT_TO_BOARD, all, || {
        for chunk in chunks {
            let read = chunk.for_each(&Skip::NONE, |entry| {
                black_box(our_board_of(entry));
            });
            read.expect("entries");
        }
    });
    time(TO_BOARD, entries.len(), || {
        for (board, entry) in boards.iter_mut().zip(&entries) {
            *board = our_board_of(entry);
        }
        black_box(&mut boards);
    });
    let (occupied, nibbles): (Vec<_>, Vec<_>) = boards.iter().map(|board| (board.occ, board.pcs)).unzip();
    let mut positions = vec![Position::START; boards.len()];
    time(TO_BITBOARDS, boards.len(), || {
        batch::from_nibbles_unchecked(&occupied, &nibbles, &NibbleCodes::BULLETFORMAT, &mut positions);
        black_box(&mut positions);
    });
}

fn main() {
    let [file, side] = &env::args().skip(1).collect::<Vec<_>>()[..] else { panic!("two arguments") };
    let file = fs::read(file).expect("a file");
    let chunks: Vec<_> = chunks(&file).map(|chunk| chunk.expect("a chunk")).collect();
    match side.as_str() {
        "check" => check(&chunks),
        "theirs" => time_theirs(&chunks),
        "ours" => time_ours(&chunks),
        _ => panic!("{side} is neither check, theirs nor ours"),
    }
}
