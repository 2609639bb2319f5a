//! cozy-chess.

use core::fmt::Write;
use core::hint::black_box;

use quadline_kernels::MAX_LEGAL_MOVES;
use quadline_kernels::{Move, MoveKind, Role, Square};

use super::query::Peer;
use super::results::{beginning, each, each_text, mixed};
use super::{Query, Task, Whole, WholePositions};

/// cozy-chess: the lengths of its sets of moves, and its lookups for every piece.
#[derive(Clone, Copy)]
pub struct CozyChess;

impl Whole for CozyChess {
    fn suits(task: Task) -> bool {
        match task {
            Task::Each(query) => query.row().peers.contains(&Peer::CozyChess),
            Task::MoveLists | Task::Successors | Task::AttackedSquares | Task::MoveCounts => true,
            _ => false,
        }
    }

    #[inline(always)]
    fn each(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        let (boards, subjects) = (&work.boards[..], work.subjects.slices());
        let mix =
            |board: &cozy_chess::Board| mixed(board.occupied().0, board.pieces(cozy_chess::Piece::Pawn).0);
        match query {
            Query::Captures => {
                let mut words = vec![0_u16; MAX_LEGAL_MOVES];
                each(answers, |at| captures_by_cozy_chess(&boards[at], &mut words));
                black_box(words);
            }
            Query::Play => {
                let mut next = boards[0].clone();
                each(answers, |at| {
                    next.clone_from(&boards[at]);
                    next.play_unchecked(subjects.moves_of_cozy_chess[at]);
                    mix(black_box(&next))
                });
            }
            Query::ReadFen => each(answers, |at| {
                cozy_chess::Board::from_fen(&subjects.fens[at], false).map_or(0, |board| mix(&board))
            }),
            Query::WriteFen => each_text(answers, beginning, |at, text| {
                write!(text, "{}", boards[at]).expect("a String takes all");
            }),
            Query::IsLegal | Query::IsLegalAssembled | Query::IsLegalWithNode => {
                each(answers, |at| boards[at].is_legal(subjects.proposed_to_cozy_chess[at]).into());
            }
            Query::HasLegalMoves => each(answers, |at| boards[at].generate_moves(|_| true).into()),
            Query::SuccessorMoveCounts => each(answers, |at| {
                let mut sum = 0;
                boards[at].generate_moves(|set| {
                    for chosen in set {
                        let mut next = boards[at].clone();
                        next.play_unchecked(chosen);
                        next.generate_moves(|set| {
                            sum += set.len() as u64;
                            false
                        });
                    }
                    false
                });
                sum
            }),
            _ => unreachable!("`answers` says no"),
        }
    }

    #[inline(always)]
    fn attacked(self, work: &WholePositions, white: &mut [u64], black: &mut [u64]) {
        for ((board, white), black) in work.boards.iter().zip(white).zip(black) {
            *white = attacked_by_cozy_chess(board, cozy_chess::Color::White);
            *black = attacked_by_cozy_chess(board, cozy_chess::Color::Black);
        }
    }

    #[inline(always)]
    fn counts(self, work: &WholePositions, counts: &mut [u16]) {
        for (board, count) in work.boards.iter().zip(counts) {
            let mut moves = 0;
            board.generate_moves(|set| {
                moves += set.len();
                false
            });
            *count = moves as u16;
        }
    }

    #[inline(always)]
    fn lists(self, work: &WholePositions, counts: &mut [u16]) {
        let words = &mut work.scratch.borrow_mut().words[..];
        let mut total = 0;
        for (board, count) in work.boards.iter().zip(counts) {
            let mut moves = total;
            board.generate_moves(|set| write_moves(set, words, &mut moves));
            *count = (moves - total) as u16;
            total = moves;
        }
    }

    #[inline(always)]
    fn successors(self, work: &WholePositions, counts: &mut [u16]) {
        let boards = &mut work.scratch.borrow_mut().boards[..];
        for (board, count) in work.boards.iter().zip(counts) {
            let mut moves = 0;
            board.generate_moves(|set| {
                for chosen in set {
                    let mut next = board.clone();
                    next.play_unchecked(chosen);
                    boards[moves] = next;
                    moves += 1;
                }
                false
            });
            *count = moves as u16;
        }
    }
}

/// Writes a set of moves with 16 bits each.
#[inline(always)]
fn write_moves(set: cozy_chess::PieceMoves, words: &mut [u16], count: &mut usize) -> bool {
    for chosen in set {
        let promotion = chosen.promotion.map_or(0, |piece| piece as u16);
        words[*count] = chosen.from as u16 | (chosen.to as u16) << 6 | promotion << 12;
        *count += 1;
    }
    false
}

/// Returns the squares that a color attacks.
#[inline(always)]
pub fn attacked_by_cozy_chess(board: &cozy_chess::Board, color: cozy_chess::Color) -> u64 {
    use cozy_chess::{
        BitBoard, Piece, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
    };
    let (own, occupied) = (board.colors(color), board.occupied());
    let pieces = |piece| own & board.pieces(piece);
    let queens = pieces(Piece::Queen);
    let mut attacked = BitBoard::EMPTY;
    for square in pieces(Piece::Rook) | queens {
        attacked |= get_rook_moves(square, occupied);
    }
    for square in pieces(Piece::Bishop) | queens {
        attacked |= get_bishop_moves(square, occupied);
    }
    for square in pieces(Piece::Knight) {
        attacked |= get_knight_moves(square);
    }
    for square in pieces(Piece::King) {
        attacked |= get_king_moves(square);
    }
    for square in pieces(Piece::Pawn) {
        attacked |= get_pawn_attacks(square, color);
    }
    attacked.0
}

/// Returns the square of an en passant capture as a set.
#[inline(always)]
fn passed(board: &cozy_chess::Board) -> cozy_chess::BitBoard {
    use cozy_chess::{BitBoard, Rank, Square};
    board.en_passant().map_or(BitBoard::EMPTY, |file| {
        Square::new(file, Rank::Sixth.relative_to(board.side_to_move())).bitboard()
    })
}

/// Writes the captures with quadline's kinds of moves, and returns their number.
#[inline(always)]
pub(super) fn captures_with_kinds(board: &cozy_chess::Board, moves: &mut [Move]) -> usize {
    use cozy_chess::Piece;
    let (theirs, passed) = (board.colors(!board.side_to_move()), passed(board));
    let square = |square: cozy_chess::Square| Square::new_masked(square as u8);
    let mut count = 0;
    board.generate_moves(|mut set| {
        let by_pawn = set.piece == Piece::Pawn;
        set.to &= if by_pawn { theirs | passed } else { theirs };
        for chosen in set {
            let kind = match chosen.promotion {
                Some(piece) => MoveKind::Promotion(Role::ALL[piece as usize]),
                None if by_pawn && passed.has(chosen.to) => MoveKind::EnPassant,
                None => MoveKind::Normal,
            };
            moves[count] = Move::new(square(chosen.from), square(chosen.to), kind);
            count += 1;
        }
        false
    });
    count
}

/// Writes the captures, including promotions that capture and en passant.
#[inline(always)]
fn captures_by_cozy_chess(board: &cozy_chess::Board, words: &mut [u16]) -> u64 {
    use cozy_chess::Piece;
    let (theirs, passed) = (board.colors(!board.side_to_move()), passed(board));
    let mut count = 0;
    board.generate_moves(|mut set| {
        set.to &= if set.piece == Piece::Pawn { theirs | passed } else { theirs };
        write_moves(set, words, &mut count)
    });
    count as u64
}
