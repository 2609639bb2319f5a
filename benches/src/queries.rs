//! Queries: computations for each position of a list, with a few words as result.
//!
//! The reference is cozy-chess if it has the same function, and PEXT otherwise. The PEXT implementations
//! start from the same bitboards and work like engines; see `by_look_ups.rs`.

use core::fmt::{self, Write};
use core::hint::black_box;

use quadline_kernels::MAX_LEGAL_MOVES;
use quadline_kernels::level::Level;
use quadline_kernels::{CheckInfo, ChecksAndPins, Color, Move, MoveSet, Position, Square};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

use crate::by_look_ups::{self, VALUES};
use crate::generator::Single;
use crate::whole::{CozyChess, LookUps, Many, OneByOne, WholePositions};

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

/// The inputs of queries besides positions: one of each for each position.
#[derive(Default)]
pub struct Subjects {
    /// Random squares.
    squares: Vec<Square>,
    /// Moves that are legal in these positions or in others.
    proposed: Vec<Move>,
    proposed_to_cozy_chess: Vec<cozy_chess::Move>,
    /// Four legal moves of each position and four of another one.
    eight: Vec<[Move; 8]>,
    eight_to_cozy_chess: Vec<[cozy_chess::Move; 8]>,
    /// Legal moves, captures if possible.
    moves: Vec<Move>,
    moves_of_cozy_chess: Vec<cozy_chess::Move>,
    moves_of_shakmaty: Vec<shakmaty::Move>,
    info: Vec<CheckInfo>,
    fens: Vec<String>,
}

impl Subjects {
    /// Chooses the inputs for positions that have legal moves.
    ///
    /// # Panics
    ///
    /// Panics if a position has none.
    pub fn choose(
        boards: &[cozy_chess::Board],
        positions: &[Position],
        games: &[Chess],
        random: &mut impl Rng,
    ) -> Self {
        let mut subjects = Self::default();
        let mut others: Vec<Move> = vec![Move::default()];
        for ((board, position), game) in boards.iter().zip(positions).zip(games) {
            let mut moves: Vec<_> = position.moves().to_vec();
            // The order of the moves differs between levels.
            moves.sort_unstable();
            let is_capture =
                |chess_move: &Move| position.role_at(chess_move.to()).is_some() && !chess_move.is_castling();
            let captures: Vec<_> = moves.iter().copied().filter(is_capture).collect();
            let any = *moves.choose(random).expect("a position with legal moves");
            let proposals = if random.random_ratio(1, 2) { &moves } else { &others };
            let proposed = *proposals.choose(random).expect("positions with legal moves");
            // The moves of cozy-chess do not contain their kind.
            let agrees =
                |proposed: Move| board.is_legal(by_look_ups::to_cozy(proposed)) == moves.contains(&proposed);
            let proposed = if agrees(proposed) { proposed } else { any };
            let mut eight: [Move; 8] = core::array::from_fn(|index| {
                let proposals = if index < 4 { &moves } else { &others };
                let proposed = *proposals.choose(random).expect("positions with legal moves");
                if agrees(proposed) { proposed } else { any }
            });
            eight.shuffle(random);
            let chosen = *captures.choose(random).unwrap_or(&any);
            let of_shakmaty: shakmaty::uci::UciMove =
                chosen.to_uci_chess960().parse().expect("a move in UCI notation");
            subjects.squares.push(Square::new_masked(random.random()));
            subjects.proposed.push(proposed);
            subjects.proposed_to_cozy_chess.push(by_look_ups::to_cozy(proposed));
            subjects.eight.push(eight);
            subjects.eight_to_cozy_chess.push(eight.map(by_look_ups::to_cozy));
            subjects.moves.push(chosen);
            subjects.moves_of_cozy_chess.push(by_look_ups::to_cozy(chosen));
            subjects.moves_of_shakmaty.push(of_shakmaty.to_move(game).expect("a legal move"));
            subjects.info.push(position.check_info());
            subjects.fens.push(position.to_string());
            others = moves;
        }
        subjects
    }

    /// Returns the inputs as slices.
    #[inline(always)]
    fn slices(&self) -> Slices<'_> {
        Slices {
            squares: &self.squares,
            proposed: &self.proposed,
            proposed_to_cozy_chess: &self.proposed_to_cozy_chess,
            eight: &self.eight,
            eight_to_cozy_chess: &self.eight_to_cozy_chess,
            moves: &self.moves,
            moves_of_cozy_chess: &self.moves_of_cozy_chess,
            moves_of_shakmaty: &self.moves_of_shakmaty,
            info: &self.info,
            fens: &self.fens,
        }
    }
}

/// The inputs of [`Subjects`] as slices in local variables. The loops would otherwise load the addresses and lengths of
/// the vectors for each position, because the compiler assumes that results are written there.
#[derive(Clone, Copy)]
struct Slices<'a> {
    squares: &'a [Square],
    proposed: &'a [Move],
    proposed_to_cozy_chess: &'a [cozy_chess::Move],
    eight: &'a [[Move; 8]],
    eight_to_cozy_chess: &'a [[cozy_chess::Move; 8]],
    moves: &'a [Move],
    moves_of_cozy_chess: &'a [cozy_chess::Move],
    moves_of_shakmaty: &'a [shakmaty::Move],
    info: &'a [CheckInfo],
    fens: &'a [String],
}

/// A contestant for queries, with its own loops.
pub trait Answers {
    /// Returns whether it supports the query.
    fn answers(query: Query) -> bool;
    /// Writes the results for all positions.
    fn answer(self, query: Query, work: &WholePositions, answers: &mut [u64]);
}

/// Writes the result of each position.
#[inline(always)]
fn each(answers: &mut [u64], mut answer: impl FnMut(usize) -> u64) {
    for (at, place) in answers.iter_mut().enumerate() {
        *place = answer(at);
    }
}

/// Types that consist of 64-bit words only.
///
/// # Safety
///
/// The type must have no padding, and any words must be a valid value of it.
unsafe trait Words: Copy {}
// SAFETY: four words.
unsafe impl Words for ChecksAndPins {}
// SAFETY: twelve words.
unsafe impl Words for CheckInfo {}
// SAFETY: six words.
unsafe impl Words for [u64; 6] {}

/// Returns the words as places for results.
#[inline(always)]
fn places<T: Words>(answers: &mut [u64]) -> &mut [T] {
    let count = answers.len() / (size_of::<T>() / size_of::<u64>());
    // SAFETY: `T` has the alignment of words and consists of them, and `count` values fit in the results.
    unsafe { core::slice::from_raw_parts_mut(answers.as_mut_ptr().cast(), count) }
}

/// Writes the results for all positions, as values of several words.
#[inline(always)]
fn each_value<T: Words>(answers: &mut [u64], mut answer: impl FnMut(usize) -> T) {
    for (at, place) in places::<T>(answers).iter_mut().enumerate() {
        *place = answer(at);
    }
}

/// Writes the attacks by role of White, then those of Black.
#[inline(always)]
fn by_role(answers: &mut [u64], mut of: impl FnMut(usize) -> [[u64; 6]; 2]) {
    let (white, black) = answers.split_at_mut(answers.len() / 2);
    for (at, (white, black)) in places(white).iter_mut().zip(places(black)).enumerate() {
        [*white, *black] = of(at);
    }
}

/// Returns a bit for each of eight moves.
#[inline(always)]
fn each_bit<M>(moves: &[M; 8], mut is_set: impl FnMut(&M) -> bool) -> u64 {
    moves.iter().fold(
        0,
        #[inline(always)]
        |bits, each| bits << 1 | u64::from(is_set(each)),
    )
}

/// Combines the words that a move changes.
#[inline(always)]
fn mixed(occupied: u64, pawns: u64) -> u64 {
    occupied ^ pawns.rotate_left(1)
}

/// Returns the first sixteen characters of a FEN; every FEN is longer.
#[inline(always)]
fn beginning(text: &str) -> u64 {
    let word = |at: usize| text.as_bytes()[at..at + 8].try_into().map_or(0, u64::from_le_bytes);
    word(0) ^ word(8).rotate_left(1)
}

/// Returns the last four characters of a move, combined with its length.
#[inline(always)]
fn end(text: &str) -> u64 {
    let word = text.as_bytes().last_chunk().map_or(0, |&bytes| u32::from_le_bytes(bytes));
    u64::from(word) | (text.len() as u64) << 32
}

/// Writes texts to one string, which is cleared before each of them.
#[inline(always)]
fn each_text(answers: &mut [u64], read: fn(&str) -> u64, mut write: impl FnMut(usize, &mut String)) {
    let mut text = String::with_capacity(128);
    each(
        answers,
        #[inline(always)]
        |at| {
            text.clear();
            write(at, &mut text);
            read(black_box(&text))
        },
    );
}

/// Implements the loops over positions for a level and for the methods of [`Position`], which have the same
/// names.
macro_rules! answer_by_quadline {
    ($query:expr, $work:expr, $answers:expr, |$position:ident| $call:ident($($first:tt)*)) => {{
        let (work, answers): (&WholePositions, &mut [u64]) = ($work, $answers);
        let (positions, subjects) = (&work.positions[..], work.subjects.slices());
        match $query {
            Query::Captures => {
                let mut moves = vec![Move::default(); 2 * MAX_LEGAL_MOVES];
                each(answers, #[inline(always)] |at| {
                    let $position = &positions[at];
                    $call!(legal_moves_of($($first)*, MoveSet::CAPTURES, &mut moves)) as u64
                });
                black_box(moves);
            }
            Query::ChecksAndPins => each_value(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(checks_and_pins($($first)*))
            }),
            Query::CheckInfo => each_value(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(check_info($($first)*))
            }),
            Query::AttacksByRole => by_role(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(attacks_by_role_of_both($($first)*)).map(|by_role| by_role.0).0
            }),
            Query::AttackersTo => each(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(attackers_to($($first)*, subjects.squares[at], $position.occupied()))
            }),
            Query::IsLegal => each(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(is_legal($($first)*, subjects.proposed[at])).into()
            }),
            Query::IsLegalWith => each(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(is_legal_with($($first)*, &subjects.info[at], subjects.proposed[at])).into()
            }),
            Query::AreEightLegalWith => each(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                let (info, eight) = (&subjects.info[at], &subjects.eight[at]);
                each_bit(eight, #[inline(always)] |&chess_move| $call!(is_legal_with($($first)*, info, chess_move)))
            }),
            Query::GivesCheck => each(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(gives_check($($first)*, subjects.moves[at])).into()
            }),
            Query::GivesCheckWith => each(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(gives_check_with($($first)*, &subjects.info[at], subjects.moves[at])).into()
            }),
            Query::SeeAtLeast => each(answers, #[inline(always)] |at| {
                let $position = &positions[at];
                $call!(see_at_least($($first)*, subjects.moves[at], &VALUES, 0)).into()
            }),
            Query::Play => {
                let mut next = Position::START;
                each(answers, #[inline(always)] |at| {
                    next = positions[at].play(subjects.moves[at]);
                    let next = black_box(&next);
                    mixed(next.occupied(), next.pawns())
                });
            }
            Query::ReadFen => each(answers, #[inline(always)] |at| {
                let read = Position::from_fen_bytes(subjects.fens[at].as_bytes());
                read.map_or(0, |position| mixed(position.occupied(), position.pawns()))
            }),
            Query::WriteFen => each_text(answers, beginning, #[inline(always)] |at, text| {
                write!(text, "{}", positions[at]).expect("a String takes all");
            }),
            Query::WriteUci => each_text(answers, end, #[inline(always)] |at, text| {
                text.push_str(&subjects.moves[at].to_uci_chess960());
            }),
            Query::Key => each(answers, #[inline(always)] |at| positions[at].polyglot_key()),
        }
    }};
}

impl<L: Level> Answers for OneByOne<L> {
    fn answers(query: Query) -> bool {
        query.is_of_level()
    }

    #[inline(never)]
    fn answer(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        macro_rules! of_level {
            ($method:ident($($arguments:tt)*)) => { self.0.$method($($arguments)*) };
        }
        self.0.vectorize(
            #[inline(always)]
            || answer_by_quadline!(query, work, answers, |position| of_level(position)),
        );
    }
}

/// The methods of [`Position`], which dispatch in each call.
#[derive(Clone, Copy)]
pub struct Methods;

impl Answers for Methods {
    fn answers(_: Query) -> bool {
        true
    }

    #[inline(never)]
    fn answer(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        macro_rules! of_position {
            ($method:ident($position:ident $(, $($arguments:tt)*)?)) => { $position.$method($($($arguments)*)?) };
        }
        answer_by_quadline!(query, work, answers, |position| of_position(position));
    }
}

impl<L: Level> Answers for Many<L> {
    fn answers(query: Query) -> bool {
        query.functions().1.is_some()
    }

    #[inline(never)]
    fn answer(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        match query {
            Query::ChecksAndPins => self.0.batch_checks_and_pins(&work.positions, places(answers)),
            Query::CheckInfo => self.0.batch_check_info(&work.positions, places(answers)),
            Query::AttacksByRole => {
                let (white, black) = answers.split_at_mut(answers.len() / 2);
                self.0.batch_attacks_by_role_of_both(&work.positions, places(white), places(black));
            }
            _ => unreachable!("`answers` says no"),
        }
    }
}

impl<S: Single> Answers for LookUps<S> {
    fn answers(query: Query) -> bool {
        matches!(
            query,
            Query::ChecksAndPins
                | Query::GivesCheck
                | Query::GivesCheckWith
                | Query::AttackersTo
                | Query::CheckInfo
                | Query::AttacksByRole
                | Query::SeeAtLeast
        )
    }

    #[inline(never)]
    fn answer(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        let (slider, positions, subjects) = (self.0, &work.positions[..], work.subjects.slices());
        slider.compiled(
            #[inline(always)]
            move || match query {
                Query::ChecksAndPins => each_value(
                    answers,
                    #[inline(always)]
                    |at| by_look_ups::checks_and_pins_by_look_ups(slider, &positions[at]),
                ),
                Query::CheckInfo => each_value(
                    answers,
                    #[inline(always)]
                    |at| by_look_ups::pext_check_info(slider, &positions[at]),
                ),
                Query::AttacksByRole => by_role(
                    answers,
                    #[inline(always)]
                    |at| {
                        // Not a closure over both colors, which may not inline.
                        let of = &positions[at];
                        [
                            by_look_ups::pext_attacks_by_role(slider, of, Color::White),
                            by_look_ups::pext_attacks_by_role(slider, of, Color::Black),
                        ]
                    },
                ),
                Query::AttackersTo => each(
                    answers,
                    #[inline(always)]
                    |at| {
                        let position = &positions[at];
                        by_look_ups::pext_attackers_to(
                            slider,
                            position,
                            subjects.squares[at],
                            position.occupied(),
                        )
                    },
                ),
                Query::GivesCheck | Query::GivesCheckWith => each(
                    answers,
                    #[inline(always)]
                    |at| by_look_ups::pext_gives_check(slider, &positions[at], subjects.moves[at]).into(),
                ),
                Query::SeeAtLeast => each(
                    answers,
                    #[inline(always)]
                    |at| by_look_ups::pext_see_at_least(slider, &positions[at], subjects.moves[at], 0).into(),
                ),
                _ => {}
            },
        );
    }
}

impl Answers for CozyChess {
    fn answers(query: Query) -> bool {
        matches!(
            query,
            Query::Captures
                | Query::Play
                | Query::ReadFen
                | Query::WriteFen
                | Query::WriteUci
                | Query::IsLegal
                | Query::IsLegalWith
                | Query::AreEightLegalWith
        )
    }

    #[inline(never)]
    fn answer(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
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
            Query::WriteUci => each_text(answers, end, |at, text| {
                write!(text, "{}", subjects.moves_of_cozy_chess[at]).expect("a String takes all");
            }),
            Query::IsLegal | Query::IsLegalWith => {
                each(answers, |at| boards[at].is_legal(subjects.proposed_to_cozy_chess[at]).into());
            }
            Query::AreEightLegalWith => each(answers, |at| {
                each_bit(&subjects.eight_to_cozy_chess[at], |&chess_move| boards[at].is_legal(chess_move))
            }),
            _ => unreachable!("`answers` says no"),
        }
    }
}

/// Writes the captures, including promotions that capture and en passant.
#[inline(always)]
fn captures_by_cozy_chess(board: &cozy_chess::Board, words: &mut [u16]) -> u64 {
    use cozy_chess::{BitBoard, Piece, Rank, Square};
    let theirs = board.colors(!board.side_to_move());
    let passed = board.en_passant().map_or(BitBoard::EMPTY, |file| {
        Square::new(file, Rank::Sixth.relative_to(board.side_to_move())).bitboard()
    });
    let mut count = 0;
    board.generate_moves(|mut set| {
        set.to &= if set.piece == Piece::Pawn { theirs | passed } else { theirs };
        for chosen in set {
            let promotion = chosen.promotion.map_or(0, |piece| piece as u16);
            words[count] = chosen.from as u16 | (chosen.to as u16) << 6 | promotion << 12;
            count += 1;
        }
        false
    });
    count as u64
}

/// shakmaty: its lists of moves, and the positions after its moves.
#[derive(Clone, Copy)]
pub struct Shakmaty;

impl Answers for Shakmaty {
    fn answers(query: Query) -> bool {
        matches!(
            query,
            Query::Captures | Query::Play | Query::ReadFen | Query::WriteFen | Query::WriteUci | Query::Key
        )
    }

    #[inline(never)]
    fn answer(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
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
            Query::WriteUci => each_text(answers, end, |at, text| {
                subjects.moves_of_shakmaty[at].to_uci(CastlingMode::Chess960).append_to_string(text);
            }),
            // Its numbers are those of Polyglot's books too.
            Query::Key => {
                each(answers, |at| games[at].zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0);
            }
            _ => unreachable!("`answers` says no"),
        }
    }
}

/// Writes the numbers of legal moves, all of which shakmaty lists.
#[inline(never)]
pub(crate) fn list_by_shakmaty(work: &WholePositions, counts: &mut [u16]) {
    for (game, count) in work.games.iter().zip(counts) {
        *count = black_box(game.legal_moves()).len() as u16;
    }
}

/// Plays the legal moves, each on a copy that replaces the one before, and writes their numbers.
#[inline(never)]
pub(crate) fn play_all_by_shakmaty(work: &WholePositions, counts: &mut [u16]) {
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
