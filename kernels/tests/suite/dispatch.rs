//! The calls that are dispatched at run time: before the level is chosen, and after.

use std::fmt::Debug;
use std::sync::atomic::{AtomicUsize, Ordering};

use quadline_conformance::boards::Words;
use quadline_kernels::level::{self, Choice, Chooser, Detected, Dispatched, Level, WithLevel};
use quadline_kernels::{ChecksAndPins, LineAttacks, Move, Position, Sliders, Square, reference};

/// All the answers to a few questions, by whatever answers them.
#[derive(Debug, PartialEq)]
struct Answers {
    singles: Vec<(LineAttacks, [u64; 3])>,
    batches: Vec<Vec<u64>>,
    positions: (Vec<u64>, Vec<u64>),
}

/// The questions.
struct Questions {
    squares: Vec<Square>,
    occupied: Vec<u64>,
    positions: Vec<Sliders>,
}

impl Questions {
    fn new() -> Self {
        let mut words = Words(0x1bad_cafe);
        let squares: Vec<_> = (0..40).map(|_| words.square()).collect();
        let occupied: Vec<_> = (0..40).map(|_| words.board()).collect();
        let positions = (0..3).map(|_| {
            let (rooks, others) = (words.board() & words.board() & words.board(), words.board());
            let bishops = others & words.board() & !rooks;
            Sliders {
                rooks,
                bishops,
                queens: others & !bishops & !rooks & words.board(),
                occupied: rooks | others,
            }
        });
        Self { positions: positions.collect(), squares, occupied }
    }
}

/// Asks anything that has the methods of a level all the questions.
macro_rules! answers {
    ($questions:expr, $answerer:expr) => {{
        let Questions { squares, occupied, positions } = $questions;
        let pairs = squares.iter().copied().zip(occupied.iter().copied());
        let singles = pairs.map(|(square, occupied)| {
            let answerer = $answerer;
            (
                answerer.queen_attacks_x4(square, occupied),
                [
                    answerer.rook_attacks(square, occupied),
                    answerer.bishop_attacks(square, occupied),
                    answerer.queen_attacks(square, occupied),
                ],
            )
        });
        let singles = singles.collect();
        let batch = |call: &dyn Fn(&mut [u64])| {
            let mut attacks = vec![0; squares.len()];
            call(&mut attacks);
            attacks
        };
        let mut bishops = vec![0; squares.len()];
        let board = occupied[0];
        let mut batches = vec![
            batch(&|attacks| $answerer.batch_rook_attacks(squares, occupied, attacks)),
            batch(&|attacks| $answerer.batch_bishop_attacks(squares, occupied, attacks)),
            batch(&|attacks| $answerer.batch_queen_attacks(squares, occupied, attacks)),
            batch(&|attacks| $answerer.batch_rook_attacks_on(board, squares, attacks)),
            batch(&|attacks| $answerer.batch_bishop_attacks_on(board, squares, attacks)),
            batch(&|attacks| $answerer.batch_queen_attacks_on(board, squares, attacks)),
        ];
        let mut rooks = vec![0; squares.len()];
        $answerer.batch_rook_and_bishop_attacks(squares, occupied, &mut rooks, &mut bishops);
        batches.extend([rooks, bishops]);
        let mut unions = vec![0; positions.len()];
        let mut of_all = vec![0; positions.iter().map(Sliders::count).sum()];
        $answerer.slider_attacks_of_many(positions, &mut of_all, &mut unions);
        for position in positions {
            let mut attacks = vec![0; position.count()];
            unions.push($answerer.slider_attacks(position, &mut attacks));
            of_all.extend(attacks);
        }
        let games = [Position::START, Position::START.mirrored()];
        let (mut white, mut black) = ([0; 2], [0; 2]);
        $answerer.batch_attacked_squares(&games, &mut white, &mut black);
        let mut found = [ChecksAndPins::default(); 2];
        $answerer.batch_checks_and_pins(&games, &mut found);
        let mut counts = [0; 2];
        $answerer.batch_legal_move_counts(&games, &mut counts);
        unions.extend(counts.map(u64::from));
        unions.extend([white, black].concat());
        unions.extend(found.map(|found| found.king_danger));
        let (mut offsets, mut moves) = ([0; 3], [Move::from_bits(0); 40]);
        let mut total = $answerer.batch_legal_moves(&games, &mut offsets, &mut moves);
        unions.extend(offsets.iter().map(|&offset| offset as u64));
        for game in &games {
            unions.extend($answerer.attacked_squares(game));
            unions.push($answerer.checks_and_pins(game).king_danger);
            unions.push(u64::from($answerer.legal_move_count(game)));
            let (mut of_game, mut after) = ([Move::from_bits(0); 20], [Position::START; 20]);
            total += $answerer.legal_moves(game, &mut of_game) + $answerer.successors(game, &mut after);
            unions.extend(of_game.iter().chain(&moves).map(|chess_move| u64::from(chess_move.to_bits())));
            unions.extend(after.iter().flat_map(Position::words));
        }
        unions.push(total as u64);
        Answers { singles, batches, positions: (of_all, unions) }
    }};
}

struct Asked<'a>(&'a Questions);

impl WithLevel for Asked<'_> {
    type Output = Answers;
    fn with_level<L: Level>(self, level: L) -> Answers {
        answers!(self.0, level)
    }
}

/// A program whose level is the one at a place of the list.
trait Program: Chooser {
    const PLACE: usize;
    fn asked() -> &'static AtomicUsize;
}

macro_rules! programs {
    ($($program:ident $place:literal)*) => {
        $(
            #[derive(Clone, Copy, Debug)]
            struct $program;

            impl Chooser for $program {
                fn choose() -> Detected {
                    Self::asked().fetch_add(1, Ordering::Relaxed);
                    level::available().nth(Self::PLACE).expect("a level at this place")
                }
                fn choice() -> &'static Choice<Self> {
                    static CHOICE: Choice<$program> = Choice::new();
                    &CHOICE
                }
            }

            impl Program for $program {
                const PLACE: usize = $place;
                fn asked() -> &'static AtomicUsize {
                    static ASKED: AtomicUsize = AtomicUsize::new(0);
                    &ASKED
                }
            }
        )*

        #[test]
        fn a_choice_is_made_once() {
            let levels = level::available().count();
            assert!(levels <= [$($place),*].len());
            $(if $place < levels {
                choice_is_made_once::<$program>();
            })*
        }
    };
}

programs! { P0 0 P1 1 P2 2 P3 3 P4 4 P5 5 P6 6 P7 7 }

fn choice_is_made_once<P: Program + Debug>() {
    let questions = &Questions::new();
    let level = level::available().nth(P::PLACE).expect("a level at this place");
    let expected = level.run(Asked(questions));
    let oracle = |(&square, &occupied)| {
        let lines = reference::queen_attacks_x4(square, occupied);
        (lines, [lines.rook(), lines.bishop(), lines.queen()])
    };
    let singles: Vec<_> = questions.squares.iter().zip(&questions.occupied).map(oracle).collect();
    assert_eq!(expected.singles, singles, "{level:?}");
    for piece in 0..3 {
        let attacks: Vec<_> = singles.iter().map(|(_, attacks)| attacks[piece]).collect();
        assert_eq!(expected.batches[piece], attacks, "{level:?}");
    }

    assert_eq!(P::choice().chosen(), None);
    assert_eq!(P::choice().queen_attacks(questions.squares[0], questions.occupied[0]), singles[0].1[2]);
    assert_eq!(P::choice().chosen(), Some(level));
    assert_eq!(answers!(questions, P::choice()), expected, "{level:?}");
    assert_eq!(P::choice().get(), level);
    assert_eq!(P::asked().load(Ordering::Relaxed), 1, "{level:?} was chosen more than once");

    // The calls that choose first: this choice is never made, the program's own is instead.
    let never: Choice<P> = Choice::new();
    assert_eq!(answers!(questions, &never), expected, "{level:?}, before it is chosen");
    assert_eq!(never.chosen(), None);
    assert!(P::asked().load(Ordering::Relaxed) > 1);

    // The token of who dispatches.
    let token = Dispatched::<P>::detect().expect("always there");
    assert_eq!(answers!(questions, token), expected, "{level:?}, by a token");
    assert_eq!(token.vectorize(|| 3), 3);
    assert_eq!(<Dispatched<P> as Level>::NAME, "dispatched");
}
