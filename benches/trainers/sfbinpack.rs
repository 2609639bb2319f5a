//! Compares quadline-binpack with the crate sfbinpack, which bullet's `SfBinpackLoader` reads files with: first all entries,
//! then the times. usage: sfbinpack FILE ROUNDS

use std::hint::black_box;
use std::time::Instant;
use std::{env, fs};

use quadline::MoveKind;
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

fn main() {
    let mut arguments = env::args().skip(1);
    let file = fs::read(arguments.next().expect("a file")).expect("a file");
    let rounds: usize = arguments.next().expect("a number of rounds").parse().expect("a number of rounds");
    let chunks: Vec<_> = chunks(&file).map(|chunk| chunk.expect("a chunk")).collect();
    let mut entries = 0;
    for chunk in &chunks {
        let mut ours = Vec::new();
        chunk.for_each(&Skip::NONE, |entry| ours.push(*entry)).expect("entries");
        let mut rest = ours.iter();
        read(chunk.bytes(), |theirs| compare(rest.next().expect("an entry"), theirs));
        assert!(rest.next().is_none());
        entries += ours.len();
    }
    println!("{entries} entries are equal");

    let [mut theirs, mut ours, mut ratios] = [const { Vec::new() }; 3];
    for _ in 0..rounds {
        let mut sum = 0_u64;
        let begin = Instant::now();
        for chunk in &chunks {
            read(chunk.bytes(), |entry| {
                sum = sum.wrapping_add(
                    entry.pos.pieces_bb(Color::White).bits()
                        ^ u64::from(entry.mv.from().index() as u8)
                        ^ entry.score as u64,
                );
            });
        }
        let middle = Instant::now();
        for chunk in &chunks {
            let all = chunk.for_each(&Skip::NONE, |entry| {
                sum = sum.wrapping_add(
                    entry.position.white() ^ entry.chess_move.from().index() as u64 ^ entry.score as u64,
                );
            });
            black_box(all).expect("entries");
        }
        let end = Instant::now();
        black_box(sum);
        let [first, second] = [middle - begin, end - middle].map(|time| time.as_secs_f64());
        theirs.push(first);
        ours.push(second);
        ratios.push(first / second);
    }
    let median = |values: &mut Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    let [theirs, ours] = [theirs, ours].map(|mut times| median(&mut times) * 1e9 / entries as f64);
    println!("{:<26} {theirs:10.1} {ours:10.1} {:8.2}", "next entry, sfbinpack", median(&mut ratios));
}
