//! shakmaty.

use core::hint::black_box;

use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

use super::query::Peer;
use super::results::{beginning, each, each_text, mixed};
use super::{Query, Task, Whole, WholePositions};

/// shakmaty: its lists of moves, and the positions after its moves.
#[derive(Clone, Copy)]
pub struct Shakmaty;

impl Whole for Shakmaty {
    fn suits(task: Task) -> bool {
        match task {
            Task::Each(query) => query.row().peers.contains(&Peer::Shakmaty),
            _ => matches!(task, Task::MoveCounts | Task::MoveLists | Task::Successors),
        }
    }

    #[inline(always)]
    fn each(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        let (games, subjects) = (&work.games[..], work.subjects.slices());
        let mix = |game: &Chess| mixed(game.board().occupied().0, game.board().pawns().0);
        match query {
            Query::Captures => each(answers, |at| black_box(games[at].capture_moves()).len() as u64),
            Query::Play => {
                let mut next = games[0].clone();
                each(answers, |at| {
                    next.clone_from(&games[at]);
                    next.play_unchecked(subjects.moves_of_shakmaty[at]);
                    mix(black_box(&next))
                });
            }
            Query::ReadFen => each(answers, |at| {
                let read = Fen::from_ascii(subjects.fens[at].as_bytes()).ok();
                let game = read.and_then(|fen| fen.into_position::<Chess>(CastlingMode::Chess960).ok());
                game.map_or(0, |game| mix(&game))
            }),
            Query::WriteFen => each_text(answers, beginning, |at, text| {
                Fen::from_position(&games[at], EnPassantMode::PseudoLegal).append_to_string(text);
            }),
            // Its numbers are those of Polyglot's books too.
            Query::Key => {
                each(answers, |at| games[at].zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0);
            }
            _ => unreachable!("`answers` says no"),
        }
    }

    /// shakmaty counts by listing.
    fn counts(self, work: &WholePositions, counts: &mut [u16]) {
        self.lists(work, counts);
    }

    #[inline(always)]
    fn lists(self, work: &WholePositions, counts: &mut [u16]) {
        for (game, count) in work.games.iter().zip(counts) {
            *count = black_box(game.legal_moves()).len() as u16;
        }
    }

    /// Plays the legal moves, each on a copy that replaces the one before.
    #[inline(always)]
    fn successors(self, work: &WholePositions, counts: &mut [u16]) {
        let mut next = Chess::default();
        for (game, count) in work.games.iter().zip(counts) {
            let moves = game.legal_moves();
            for &chosen in &moves {
                next.clone_from(game);
                next.play_unchecked(chosen);
                black_box(&mut next);
            }
            *count = moves.len() as u16;
        }
    }
}
