//! The inputs of the fuzz targets, and their checks.

use std::hint::black_box;

use arbitrary::{Arbitrary, Unstructured};
use quadline_kernels::threats::ThreatLayout;
use quadline_kernels::{Move, ParseSquareError, Position, Square};

use crate::boards::Words;
use crate::positions::{
    EngineSample, PositionSamples, Questions, expected_keys, key_numbers, moves_from_own_squares, oracle,
    prop_a_move_is_written_as_by_the_oracle, prop_a_position_is_its_text_and_its_bitboards,
    prop_a_short_list_is_counted, prop_changes_equal_oracle, prop_changes_of_bytes_equal_oracle,
    prop_chess960_equals_oracle, prop_engine_batches_equal_oracle, prop_engine_calls_equal_oracle,
    prop_engine_calls_of_nonsense_do_not_panic, prop_fen_bytes, prop_inputs_of_threats_are_those_of_each,
    prop_key_sets_equal_oracle, prop_keys_equal_oracle, prop_keys_of_many_equal_oracle,
    prop_keys_of_nonsense_do_not_panic, prop_legality_equals_list, prop_many_positions_equal_oracle,
    prop_mirrored, prop_nonsense_of_one_does_not_panic, prop_nonsense_stays_alone,
    prop_nonsense_threats_do_not_panic, prop_one_position_equals_oracle, prop_play_equals_oracle,
    prop_questions_equal_oracle, prop_threats_equal_oracle, prop_threats_of_many_equal_oracle,
    prop_uci_equals_oracle, random, random_kinds, san, some_moves,
};
use crate::{Entry, Kernels, Output, Samples, prop_batch_equals_single, prop_equals_oracle};

/// A square, from the lowest six bits of a byte.
#[derive(Clone, Copy, Debug)]
pub struct AnySquare(pub Square);

impl<'a> Arbitrary<'a> for AnySquare {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        u8::arbitrary(bytes).map(|byte| Self(Square::new_masked(byte)))
    }

    fn size_hint(depth: usize) -> (usize, Option<usize>) {
        u8::size_hint(depth)
    }
}

/// One kernel of each kind and four positions.
///
/// Testing one kernel in each execution rather than all of them makes executions some hundred times as
/// frequent, and tests no fewer pairs of kernel and position.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Equivalence {
    kernel: u16,
    squares: [AnySquare; 4],
    boards: [u64; 4],
}

impl Equivalence {
    /// Checks that a kernel for one slider and a kernel for many compute the same as the oracle.
    pub fn check(self) {
        let (kernels, choice) = (Kernels::of_this_cpu(), usize::from(self.kernel));
        let single = &*kernels.singles[choice % kernels.singles.len()];
        let squares = self.squares.map(|AnySquare(square)| square);
        for (square, occupied) in squares.into_iter().zip(self.boards) {
            prop_equals_oracle(single, square, occupied);
        }
        // The widest registers take eight sliders: the four, and the four rotated by 180 degrees.
        let turned = squares.map(|square| Square::new_masked(!u8::from(square)));
        let boards: [u64; 8] = std::array::from_fn(|index| self.boards[index % 4]);
        let squares: Vec<Square> = squares.into_iter().chain(turned).collect();
        let samples = Samples::new(squares, &boards, self.boards[0], 0);
        let mut outputs = [Output::new(8), Output::new(8)];
        let batch = &*kernels.batches[choice % kernels.batches.len()];
        for &entry in Entry::ALL {
            prop_batch_equals_single(batch, entry, &samples, 0..8, 0, &mut outputs);
        }
    }

    /// Like [`check`](Self::check), for all kernels.
    pub fn check_every_kernel(self) {
        let kernels = Kernels::of_this_cpu();
        (0..kernels.singles.len().max(kernels.batches.len()) as u16)
            .for_each(|kernel| Self { kernel, ..self }.check());
    }
}

/// A kernel, and a batch of any length at any alignment.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Batch {
    kernel: u16,
    entry: u8,
    length: u16,
    start: u8,
    shift: u8,
    offset: u8,
    board: u64,
    /// These sliders are repeated up to the length, each time with other squares and rotated boards.
    sliders: [(AnySquare, u64); 8],
}

impl Batch {
    /// Checks that an entry point computes the same as the oracle for each slider, and writes nothing around
    /// the output.
    pub fn check(self) {
        let length = usize::from(self.length) % 1100;
        let start = usize::from(self.start) % 64;
        let slider = |index: usize| {
            let (AnySquare(square), board) = self.sliders[index % 8];
            let round = (index / 8) as u8;
            (Square::new_masked(u8::from(square).wrapping_add(round)), board.rotate_left(u32::from(round)))
        };
        let squares = (0..start + length).map(|index| slider(index).0).collect();
        let boards: Vec<u64> = (0..start + length).map(|index| slider(index).1).collect();
        let samples = Samples::new(squares, &boards, self.board, usize::from(self.shift % 8));
        let mut outputs = [Output::new(length), Output::new(length)];
        let (kernels, choice) = (Kernels::of_this_cpu(), usize::from(self.kernel));
        let kernel = &*kernels.batches[choice % kernels.batches.len()];
        let entry = Entry::ALL[usize::from(self.entry) % Entry::ALL.len()];
        let (range, offset) = (start..start + length, usize::from(self.offset % 8));
        prop_batch_equals_single(kernel, entry, &samples, range, offset, &mut outputs);
    }

    /// Like [`check`](Self::check), for all kernels.
    pub fn check_every_kernel(self) {
        let count = Kernels::of_this_cpu().batches.len() as u16;
        (0..count).for_each(|kernel| Self { kernel, ..self }.check());
    }
}

/// Text and bytes that may be squares.
#[derive(Arbitrary, Debug)]
pub struct SquareParsing<'a> {
    number: u8,
    text: &'a str,
    bytes: &'a [u8],
}

impl SquareParsing<'_> {
    /// Checks that accepted input round-trips, that errors name the wrong byte, and that nothing panics.
    pub fn check(self) {
        match self.text.parse::<Square>() {
            Ok(square) => assert_eq!(square.to_string(), self.text),
            Err(error) => {
                assert_eq!(error, ParseSquareError::Name);
                let is_square =
                    self.text.len() == 2 && Square::ALL.iter().any(|square| square.to_string() == self.text);
                assert!(!is_square, "{:?}", self.text);
            }
        }
        match Square::try_from(self.number) {
            Ok(square) => {
                assert_eq!(u8::from(square), self.number);
                assert_eq!(square.to_string().parse(), Ok(square));
                assert_eq!(Square::at(self.number % 8, self.number / 8), Some(square));
            }
            Err(error) => {
                assert_eq!(Square::at(self.number, 0), None);
                assert_eq!(Square::at(0, self.number), None);
                assert!(self.number > 63);
                assert_eq!(error, ParseSquareError::Number { number: self.number, index: None });
            }
        }
        match Square::slice_from_bytes(self.bytes) {
            Ok(squares) => {
                assert_eq!(Square::slice_as_bytes(squares), self.bytes);
                assert!(squares.iter().all(|square| square.index() < 64));
            }
            Err(ParseSquareError::Number { number, index: Some(index) }) => {
                assert_eq!(self.bytes[index], number);
                assert!(number > 63 && self.bytes[..index].iter().all(|&byte| byte < 64));
            }
            Err(error) => panic!("{error} of a slice"),
        }
    }
}

/// Bytes that may be a FEN.
#[derive(Arbitrary, Debug)]
pub struct Fen<'a> {
    bytes: &'a [u8],
}

impl Fen<'_> {
    /// Checks the reader of FENs with these bytes; see [`prop_fen_bytes`].
    pub fn check(self) {
        prop_fen_bytes(self.bytes);
    }
}

/// Words that may be a position, bits that may be a move, and text that may be one.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Moves<'a> {
    words: [u64; 8],
    bits: u16,
    text: &'a str,
}

impl Moves<'_> {
    /// Checks the texts of a move, what the text is in positions made of the words, and whether single moves
    /// are legal in them.
    pub fn check(self) {
        let chess_move = Move::from_bits(self.bits);
        prop_a_move_is_written_as_by_the_oracle(chess_move);
        prop_chess960_equals_oracle(self.bits);
        let nonsense = Position::from_words(self.words);
        // Words that are no position: any result, but no panic.
        _ = black_box(nonsense.parse_uci(self.text));
        _ = black_box(nonsense.to_string());
        let kernels = &Kernels::of_this_cpu().engine;
        let kernel = &*kernels[usize::from(self.bits) % kernels.len()];
        for position in random::tidied(&nonsense).into_iter().chain([Position::START]) {
            for text in [self.text, &oracle::uci(chess_move, false), &oracle::uci(chess_move, true)] {
                prop_uci_equals_oracle(&position, text);
            }
            let (legal_moves, info) = (oracle::legal_moves(&position), oracle::node_info(&position));
            let moves = moves_from_own_squares(&position).chain([chess_move]);
            prop_legality_equals_list(kernel, &position, &info, &legal_moves, moves);
        }
    }
}

/// Words that may be two positions, and numbers for keys.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Keys {
    seed: u64,
    words: [[u64; 8]; 2],
}

impl Keys {
    /// Checks the keys of the positions, of those after each move, and updates from each to each.
    pub fn check(self) {
        let numbers = key_numbers(&mut Words(self.seed | 1));
        let nonsense = self.words.map(Position::from_words);
        prop_keys_of_nonsense_do_not_panic(&numbers, &nonsense[0], &nonsense[1]);
        let [first, second] = nonsense.map(|words| random::tidied(&words).unwrap_or(Position::START));
        prop_keys_equal_oracle(&numbers, &first, &second);
        prop_keys_equal_oracle(&numbers, &second, &first);
        prop_key_sets_equal_oracle(&mut Words(self.seed | 1), &numbers, &first, &second);
        let after = |position: Position| {
            oracle::legal_moves(&position).into_iter().map(move |each| oracle::play(&position, each))
        };
        let many: Vec<_> = after(first).chain(after(second)).chain([first, second]).collect();
        let kernels = &Kernels::of_this_cpu().engine;
        let kernel = &*kernels[self.seed as usize % kernels.len()];
        prop_keys_of_many_equal_oracle(kernel, &many, &expected_keys(&many), many.len());
    }
}

/// Text that may be a FEN, and words that may be a position.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Positions<'a> {
    kernel: u16,
    words: [u64; 8],
    text: &'a str,
}

impl Positions<'_> {
    /// Checks the functions for positions against the oracle, for all positions that can be made of the
    /// input, their mirror images, and the positions after some moves, also with invalid positions between
    /// them.
    pub fn check(self) {
        let nonsense = Position::from_words(self.words);
        let of_text = self.text.parse::<Position>().ok();
        let mut positions = Vec::new();
        for position in of_text.into_iter().chain(random::tidied(&nonsense)) {
            prop_a_position_is_its_text_and_its_bitboards(&position);
            prop_mirrored(&position);
            prop_play_equals_oracle(&position);
            let moves = oracle::legal_moves(&position);
            positions.extend([position, position.mirrored()]);
            positions.extend(moves.iter().take(7).map(|&chess_move| oracle::play(&position, chess_move)));
        }
        let samples: PositionSamples = positions.into_iter().collect();
        let (kernels, choice) = (Kernels::of_this_cpu(), usize::from(self.kernel));
        let kernel = &*kernels.many_positions[choice % kernels.many_positions.len()];
        prop_many_positions_equal_oracle(kernel, &samples, 0..samples.positions.len(), choice);
        // This fills two groups of 64 and a part of a third.
        let repeated = samples.repeated(150);
        prop_many_positions_equal_oracle(kernel, &repeated, 0..repeated.positions.len(), choice);
        let one = &*kernels.one_position[choice % kernels.one_position.len()];
        for (position, answers) in samples.positions.iter().zip(&samples.answers) {
            prop_one_position_equals_oracle(one, position, answers);
        }
        prop_nonsense_of_one_does_not_panic(one, &nonsense);
        let (engine, mut words) = (&*kernels.engine[choice % kernels.engine.len()], Words(self.words[0] | 1));
        for &position in &samples.positions {
            let sample = EngineSample::new(&mut words, position);
            let moves = some_moves(&mut words, &position);
            prop_engine_calls_equal_oracle(engine, &mut words, &sample, moves.into_iter());
        }
        prop_engine_batches_equal_oracle(engine, &samples.positions, choice);
        prop_engine_calls_of_nonsense_do_not_panic(engine, &mut words, &nonsense);
        let threats = &*kernels.threats[choice % kernels.threats.len()];
        let mut random = Words(self.words[7] | 1);
        let kinds = random_kinds(&mut random);
        for position in &samples.positions {
            prop_threats_equal_oracle(threats, position, kinds);
        }
        if let Some(position) = samples.positions.first() {
            prop_changes_equal_oracle(threats, position, kinds);
            prop_changes_of_bytes_equal_oracle(threats, position, kinds, &mut random);
            prop_a_short_list_is_counted(threats, position, kinds, choice % 40);
            // Once in each execution, because it asks for all moves between two squares.
            prop_questions_equal_oracle(&Questions::METHODS, position);
            let layouts =
                [ThreatLayout::INPUTS_59808, ThreatLayout::INPUTS_60144, ThreatLayout::INPUTS_66864];
            prop_inputs_of_threats_are_those_of_each(threats, position, &layouts[choice % 3], &mut random);
        }
        prop_threats_of_many_equal_oracle(threats, &samples.positions, kinds, choice);
        let chess_move = Move::from_bits(random.word() as u16);
        prop_nonsense_threats_do_not_panic(threats, &nonsense, chess_move, kinds);
        prop_nonsense_stays_alone(kernel, &samples, &vec![nonsense; samples.positions.len().max(1)]);
    }

    /// Like [`check`](Self::check), for all kernels.
    pub fn check_every_kernel(&self) {
        let kernels = Kernels::of_this_cpu();
        let count = kernels.many_positions.len().max(kernels.one_position.len()) as u16;
        (0..count).for_each(|kernel| Self { kernel, ..*self }.check());
    }
}

/// Words that may be a position, and text that may be a move or movetext.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Games<'a> {
    words: [u64; 8],
    text: &'a [u8],
}

impl Games<'_> {
    /// Returns the position of the words, or the starting position.
    fn position(&self) -> Position {
        random::tidied(&Position::from_words(self.words)).unwrap_or(Position::START)
    }

    /// Checks that every kernel reads the text as the move whose SAN it is, or gives an error of one line.
    pub fn check_san(self) {
        let position = self.position();
        let expected = san::read(&position, self.text);
        for kernel in &Kernels::of_this_cpu().engine {
            let found = kernel.parse_san(&position, self.text);
            if let Err(error) = &found {
                assert_eq!(error.to_string().lines().count(), 1, "{error}");
            }
            assert_eq!(found.ok(), expected, "{}: {position:?}", kernel.name());
            if let Some(chess_move) = expected {
                assert_eq!(
                    kernel.to_san(&position, chess_move),
                    san::write(&position, chess_move),
                    "{}",
                    kernel.name()
                );
            }
        }
    }

    /// Checks that all kernels read the same legal moves from the text, and that the text before an error has
    /// the same moves and no error.
    pub fn check_movetext(self) {
        let position = self.position();
        let kernels = &Kernels::of_this_cpu().engine;
        let (moves, last, error) = kernels[0].replay(&position, self.text);
        let mut played = position;
        for &chess_move in &moves {
            assert!(oracle::legal_moves(&played).contains(&chess_move), "{played:?} {chess_move}");
            played = oracle::play(&played, chess_move);
        }
        assert_eq!(played, last);
        if let Some(error) = &error {
            assert_eq!(
                (error.ply(), error.to_string().lines().count()),
                (moves.len(), 1),
                "{:?}",
                error.problem()
            );
            let before = self.text.get(..error.offset()).expect("an offset in the text");
            let (again, _, none) = kernels[0].replay(&position, before);
            assert_eq!((again, none.map(|error| error.to_string())), (moves.clone(), None), "{error}");
        }
        for kernel in kernels {
            assert_eq!(
                kernel.replay(&position, self.text),
                (moves.clone(), last, error),
                "{}",
                kernel.name()
            );
        }
    }
}
