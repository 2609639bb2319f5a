//! Checks that the public functions, which dispatch at run time, have the properties of every kernel.
//!
//! The other tests of the public interface that need no process of their own are modules of this program,
//! because each program compiles the calls of all levels again.

mod engine_board;
mod first_words;
mod games;
#[cfg(panic = "unwind")]
mod panics;

#[cfg(feature = "rayon")]
use quadline::batch::parallel;
use quadline::level::{Level, WithLevel};
use quadline::threats::{MAX_THREATS, Threat, ThreatKinds};
#[cfg(feature = "rayon")]
use quadline::{CheckInfo, ChecksAndPins, ZobristKeys};
use quadline::{
    Color, Line, LineAttacks, MAX_LEGAL_MOVES, Move, MoveList, Position, Square, batch, constant,
    king_set_attacks, knight_set_attacks, pawn_set_attacks, squares,
};
use quadline_conformance::boards::Words;
use quadline_conformance::*;
use quadline_kernels::reference;

/// The free functions of the crate.
struct FreeFunctions;

impl Single for FreeFunctions {
    fn name(&self) -> &str {
        "the free functions"
    }

    fn queen_attacks_x4(&self, square: Square, occupied: u64) -> LineAttacks {
        quadline::queen_attacks_x4(square, occupied)
    }

    fn rook_attacks(&self, square: Square, occupied: u64) -> u64 {
        quadline::rook_attacks(square, occupied)
    }

    fn bishop_attacks(&self, square: Square, occupied: u64) -> u64 {
        quadline::bishop_attacks(square, occupied)
    }

    fn queen_attacks(&self, square: Square, occupied: u64) -> u64 {
        quadline::queen_attacks(square, occupied)
    }
}

/// The const functions, and the one for a line.
struct ForConstants;

impl Single for ForConstants {
    fn name(&self) -> &str {
        "the functions for constants"
    }

    fn queen_attacks_x4(&self, square: Square, occupied: u64) -> LineAttacks {
        let attacks = constant::queen_attacks_x4(square, occupied);
        for line in Line::ALL {
            assert_eq!(quadline::line_attacks(square, line, occupied), attacks.line(line));
            assert_eq!(constant::line_attacks(square, line, occupied), attacks.line(line));
        }
        attacks
    }

    fn rook_attacks(&self, square: Square, occupied: u64) -> u64 {
        constant::rook_attacks(square, occupied)
    }

    fn bishop_attacks(&self, square: Square, occupied: u64) -> u64 {
        constant::bishop_attacks(square, occupied)
    }

    fn queen_attacks(&self, square: Square, occupied: u64) -> u64 {
        constant::queen_attacks(square, occupied)
    }
}

/// The batch functions of the crate.
struct FreeBatches;

impl Batch for FreeBatches {
    fn name(&self) -> &str {
        "the free batch functions"
    }

    fn run(&self, entry: Entry, arguments: Arguments<'_>) {
        call_entry!(functions of batch; entry, arguments);
    }
}

/// The batch functions that use all cores.
#[cfg(feature = "rayon")]
struct ParallelBatches;

#[cfg(feature = "rayon")]
impl Batch for ParallelBatches {
    fn name(&self) -> &str {
        "the batches over all cores"
    }

    fn run(&self, entry: Entry, arguments: Arguments<'_>) {
        call_entry!(functions of parallel; entry, arguments);
    }
}

/// Returns pseudorandom boards of many densities, the same in every run.
fn boards() -> impl Iterator<Item = u64> {
    let mut words = Words(0x9e37_79b9_7f4a_7c15);
    std::iter::repeat_with(move || words.board())
}

#[test]
fn single_calls() {
    for (index, occupied) in [0, u64::MAX].into_iter().chain(boards()).take(20_000).enumerate() {
        let square = Square::ALL[index % 64];
        prop_equals_oracle(&FreeFunctions, square, occupied);
        prop_equals_oracle(&ForConstants, square, occupied);
    }
}

/// The attacks of a set are those of its squares, found by looking at every other square.
#[test]
fn sets_of_steppers() {
    for set in boards().take(500) {
        let attacked = |reaches: &dyn Fn(i32, i32) -> bool| {
            let of = |square: &Square| {
                squares(set).any(|from| {
                    let files = i32::from(square.file()) - i32::from(from.file());
                    reaches(files, i32::from(square.rank()) - i32::from(from.rank()))
                })
            };
            Square::ALL.iter().filter(|square| of(square)).fold(0, |set, square| set | square.bit())
        };
        assert_eq!(knight_set_attacks(set), attacked(&|files, ranks| (files * ranks).abs() == 2), "{set:#x}");
        let is_next = |files: i32, ranks: i32| files.abs().max(ranks.abs()) == 1;
        assert_eq!(king_set_attacks(set), attacked(&is_next), "{set:#x}");
        for (color, step) in [(Color::White, 1), (Color::Black, -1)] {
            let reaches = |files: i32, ranks: i32| files.abs() == 1 && ranks == step;
            assert_eq!(pawn_set_attacks(color, set), attacked(&reaches), "{color} {set:#x}");
        }
    }
}

#[test]
fn constants() {
    const QUEEN: LineAttacks = constant::queen_attacks_x4(Square::D4, 0x43);
    assert_eq!(QUEEN, reference::queen_attacks_x4(Square::D4, 0x43));
    const ROOK: u64 = constant::rook_attacks(Square::D1, 0x43);
    assert_eq!(ROOK & 0xff, 0x76);
    const BISHOP: u64 = constant::bishop_attacks(Square::A1, 0);
    assert_eq!(BISHOP, 0x8040_2010_0804_0200);
    const RANK: u64 = constant::line_attacks(Square::D1, Line::Rank, 0x43);
    assert_eq!(RANK, 0x76);
}

#[test]
fn batches() {
    let squares: Vec<_> = Square::ALL.into_iter().cycle().take(1100).collect();
    let boards: Vec<_> = boards().take(1100).collect();
    let samples = Samples::new(squares, &boards, boards[5], 1);
    let mut outputs = [Output::new(1100), Output::new(1100)];
    for length in (0..=80).chain([127, 128, 129, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 1100]) {
        for &entry in Entry::ALL {
            prop_batch_equals_single(&FreeBatches, entry, &samples, 0..length, length % 8, &mut outputs);
        }
    }
}

#[cfg(feature = "rayon")]
#[test]
fn batches_over_all_cores() {
    use parallel::PART;
    let most = 2 * PART + 5;
    let squares: Vec<_> = Square::ALL.into_iter().cycle().take(most).collect();
    let boards: Vec<_> = boards().take(most).collect();
    let samples = Samples::new(squares, &boards, boards[5], 1);
    let mut outputs = [Output::new(most), Output::new(most)];
    for length in [0, 1, 64, PART - 1, PART, PART + 1, most] {
        for &entry in Entry::ALL {
            let range = most - length..most;
            prop_batch_equals_single(&ParallelBatches, entry, &samples, range, length % 8, &mut outputs);
        }
    }
}

#[cfg(feature = "std")]
#[cfg(panic = "unwind")]
#[test]
fn slices_of_unequal_length() {
    for lengths in
        [[3, 3, 3, 3], [3, 4, 3, 3], [3, 3, 2, 3], [3, 3, 3, 4], [0, 0, 1, 0], [300, 299, 300, 301]]
    {
        prop_unequal_lengths_panic(&FreeBatches, lengths);
        #[cfg(feature = "rayon")]
        prop_unequal_lengths_panic(&ParallelBatches, lengths);
    }
}

#[test]
fn squares_are_parsed_strictly() {
    for square in Square::ALL {
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(Square::new(square.index() as u8), Some(square));
    }
    assert_eq!((Square::A1.index(), Square::H8.index()), (0, 63));
    for text in ["", "a", "a0", "a9", "i1", "A1", "a1 ", " a1", "a11", "é1", "1a", "\u{ff41}1"] {
        assert!(text.parse::<Square>().is_err(), "{text:?}");
    }
    assert!((64..=u8::MAX).all(|number| Square::new(number).is_none() && Square::try_from(number).is_err()));
    let error = Square::slice_from_bytes(&[0, 63, 64, 65]).unwrap_err().to_string();
    assert!(error.contains("64 at index 2"), "{error}");
}

#[test]
fn dispatch_runs_what_it_is_given_at_the_active_level() {
    struct Name;
    impl WithLevel for Name {
        type Output = &'static str;
        fn with_level<L: Level>(self, _: L) -> &'static str {
            L::NAME
        }
    }
    use quadline::level;
    // `scalar` may be another name for `portable`.
    let token_name = |name| {
        let level = quadline_kernels::level::Detected::by_name(name).unwrap();
        level.same_as().unwrap_or(level).name()
    };
    assert_eq!(level::dispatch(Name), token_name(level::active()));
    assert_eq!(level::try_active(), Ok(level::active()));
    assert!(level::available().any(|name| name == level::active()));
    for name in level::available() {
        assert_eq!(level::dispatch_named(name, Name), Ok(token_name(name)));
    }
    let message = level::dispatch_named("mmx", Name).unwrap_err().to_string();
    let here: Vec<_> = level::available().collect();
    assert_eq!(message, format!("unknown level `mmx`; available levels: {}", here.join(" ")));
}

/// Returns positions of all kinds: some hundred of a game, more than are counted at once.
fn game() -> Vec<Position> {
    let mut game =
        vec!["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap()];
    for step in 0..150 {
        let mut successors = [Position::START; MAX_LEGAL_MOVES];
        let count = game.last().map_or(0, |last: &Position| last.successors(&mut successors));
        game.push(if count == 0 { Position::START } else { successors[7 * step % count] });
    }
    game
}

#[test]
fn legal_moves_of_many_are_those_of_each() {
    let game = game();
    for count in [0, 1, 2, 7, 8, 63, 64, 65, game.len()] {
        let positions = &game[..count];
        let none = Move::default();
        let (mut offsets, mut moves) = (vec![usize::MAX; count + 1], vec![none; count * MAX_LEGAL_MOVES]);
        let total = batch::legal_moves(positions, &mut offsets, &mut moves);
        assert_eq!((offsets[0], offsets[count]), (0, total));
        for (position, ends) in positions.iter().zip(offsets.windows(2)) {
            let mut own = [none; MAX_LEGAL_MOVES];
            let found = position.legal_moves(&mut own);
            assert_eq!(moves[ends[0]..ends[1]], own[..found], "{position}");
            assert_eq!(usize::from(position.legal_move_count()), found, "{position}");
        }
        // A slice of exactly the required length.
        let exact = moves[..total].to_vec();
        moves.truncate(total);
        assert_eq!(batch::legal_moves(positions, &mut offsets, &mut moves), total);
        assert_eq!(moves, exact);
    }
}

#[test]
fn a_move_list_holds_the_moves() {
    for position in game() {
        let mut moves = [Move::default(); MAX_LEGAL_MOVES];
        let number = position.legal_moves(&mut moves);
        let mut list = position.moves();
        assert_eq!(list[..], moves[..number]);
        assert_eq!(list, list.clone());
        assert!((&list).into_iter().eq(&moves[..number]));
        list.sort_unstable();
        moves[..number].sort_unstable();
        assert_eq!(list[..], moves[..number]);
    }
    assert!(MoveList::new().is_empty() && MoveList::default() == MoveList::new());
    assert_eq!(Move::default(), Move::from_bits(0));
    assert_eq!(format!("{:?}", MoveList::new()), "[]");
}

#[cfg(feature = "rayon")]
#[test]
fn legal_moves_over_all_cores() {
    let game = game();
    // Shorter than a part, and several parts of unequal length.
    for count in [100, 10_000] {
        let positions: Vec<Position> = game.iter().copied().cycle().take(count).collect();
        let (mut offsets, mut moves) = (vec![0; count + 1], vec![Move::default(); 64 * count]);
        let total = batch::legal_moves(&positions, &mut offsets, &mut moves);
        let (mut own_offsets, mut own_moves) = (vec![usize::MAX; count + 1], vec![Move::default(); total]);
        assert_eq!(parallel::legal_moves(&positions, &mut own_offsets, &mut own_moves), total);
        assert_eq!(own_offsets, offsets);
        assert!(own_moves == moves[..total]);
    }
}

#[cfg(all(feature = "rayon", panic = "unwind"))]
#[test]
fn legal_moves_over_all_cores_without_room_panic() {
    let positions = vec![Position::START; 5_000];
    let panics = |offsets: usize, moves: usize| {
        let (mut offsets, mut moves) = (vec![usize::MAX; offsets], vec![Move::default(); moves]);
        let call = std::panic::AssertUnwindSafe(|| {
            parallel::legal_moves(&positions, &mut offsets, &mut moves);
        });
        let panic = std::panic::catch_unwind(call).expect_err("moves is too short");
        assert!(offsets.iter().all(|&offset| offset == usize::MAX));
        assert!(moves.iter().all(|&left| left == Move::default()));
        panic.downcast_ref::<String>().expect("a message with numbers").clone()
    };
    assert_eq!(panics(5_001, 99_999), "moves is too short: 100000 legal moves, room for 99999");
    let unequal = "slices of unequal length: positions 5000, offsets 5000; there must be 5001 offsets";
    assert_eq!(panics(5_000, 100_000), unequal);
}

#[cfg(panic = "unwind")]
#[test]
fn legal_moves_of_many_without_room_panic() {
    let panics = |offsets: usize, moves: usize| {
        let (mut offsets, mut moves) = (vec![usize::MAX; offsets], vec![Move::default(); moves]);
        let call = std::panic::AssertUnwindSafe(|| {
            batch::legal_moves(&[Position::START; 2], &mut offsets, &mut moves);
        });
        let panic = std::panic::catch_unwind(call).expect_err("moves is too short");
        panic.downcast_ref::<String>().expect("a message with numbers").clone()
    };
    assert_eq!(panics(3, 39), "moves is too short: 40 legal moves, room for 39");
    let unequal = "slices of unequal length: positions 2, offsets 2; there must be 3 offsets";
    assert_eq!(panics(2, 40), unequal);
}

/// The moves from and to some squares are those of the whole list, in any order.
#[test]
fn legal_moves_from_some_squares_to_some_squares() {
    let mut words = Words(0xf207_0270);
    for position in game() {
        let all = position.moves();
        for _ in 0..8 {
            let (from, to) = (words.board(), words.board());
            let mut moves = [Move::default(); MAX_LEGAL_MOVES];
            let count = position.legal_moves_from_to(from, to, &mut moves);
            let mut expected: Vec<_> = all
                .iter()
                .filter(|each| from & each.from().bit() != 0 && to & each.to().bit() != 0)
                .collect();
            expected.sort_unstable();
            moves[..count].sort_unstable();
            assert!(moves[..count].iter().eq(expected), "{position} {from:#x} {to:#x}");
        }
    }
}

/// The first position has the most legal moves of all valid positions. Neither can occur in a game.
#[test]
fn there_is_room_for_the_moves_of_any_position() {
    let fens = [
        "QQQQQQBk/Q5RB/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
        "1QQQQQQ1/Q5Q1/Q5Q1/Q5Q1/Q5Q1/Q5Q1/Q3QQ2/QQQQ1K1k w - - 0 1",
    ];
    let positions: Vec<Position> = fens.iter().cycle().take(100).map(|fen| fen.parse().expect(fen)).collect();
    let mut counts = vec![0; positions.len()];
    batch::legal_move_counts(&positions, &mut counts);
    assert_eq!(counts[..2], [MAX_LEGAL_MOVES as u16, 240]);
    for (position, count) in positions.iter().zip(counts).take(2) {
        let mut moves = [Move::default(); MAX_LEGAL_MOVES];
        let mut successors = [Position::START; MAX_LEGAL_MOVES];
        assert_eq!(position.legal_moves(&mut moves), usize::from(count));
        assert_eq!(position.successors(&mut successors), usize::from(count));
        // Moves that do not fit are counted.
        assert_eq!(position.legal_moves(&mut moves[..218]), usize::from(count));
        let played = moves[..usize::from(count)].iter().map(|&chess_move| position.play(chess_move));
        assert!(played.eq(successors[..usize::from(count)].iter().copied()));
    }
    let mut offsets = vec![0; positions.len() + 1];
    let mut moves = vec![Move::default(); positions.len() * MAX_LEGAL_MOVES];
    assert_eq!(batch::legal_moves(&positions, &mut offsets, &mut moves), 50 * (MAX_LEGAL_MOVES + 240));
}

#[cfg(all(feature = "rayon", panic = "unwind"))]
#[test]
fn positions_over_all_cores_of_unequal_length() {
    let panics = |lengths: &[usize], call: &mut dyn FnMut(&[Position])| {
        let positions = vec![Position::START; lengths[0]];
        let call = std::panic::AssertUnwindSafe(|| call(&positions));
        let panic = std::panic::catch_unwind(call).expect_err("slices of unequal length");
        let message = panic.downcast_ref::<String>().expect("a message with numbers");
        assert!(message.starts_with("slices of unequal length: positions "), "{message}");
        let named: Vec<usize> = message
            .split(|letter: char| !letter.is_ascii_digit())
            .filter_map(|word| word.parse().ok())
            .collect();
        assert_eq!(named, lengths, "{message}");
    };
    for length in [3, 2 * parallel::PART + 3] {
        for other in [length - 1, length + 1] {
            let (mut counts, mut found) = (vec![7; other], vec![ChecksAndPins::default(); other]);
            panics(&[length, other], &mut |positions| parallel::legal_move_counts(positions, &mut counts));
            assert!(counts.iter().all(|&count| count == 7), "written before it panicked");
            panics(&[length, other], &mut |positions| parallel::checks_and_pins(positions, &mut found));
            assert!(
                found.iter().all(|&found| found == ChecksAndPins::default()),
                "written before it panicked"
            );
            let (mut one, mut another) = (vec![7; length], vec![7; other]);
            panics(&[length, length, other], &mut |positions| {
                parallel::attacked_squares(positions, &mut one, &mut another);
            });
            panics(&[length, other, length], &mut |positions| {
                parallel::attacked_squares(positions, &mut another, &mut one);
            });
            assert!(one.iter().chain(&another).all(|&board| board == 7), "written before it panicked");
        }
    }
}

#[cfg(feature = "rayon")]
#[test]
fn positions_over_all_cores() {
    let positions: Vec<_> = game().into_iter().cycle().take(2 * parallel::PART + 9).collect();
    let (mut counts, mut expected) = (vec![0; positions.len()], vec![0; positions.len()]);
    parallel::legal_move_counts(&positions, &mut counts);
    batch::legal_move_counts(&positions, &mut expected);
    assert_eq!(counts, expected);
    let (mut found, mut expected) = ([vec![0; positions.len()], vec![0; positions.len()]], [vec![], vec![]]);
    expected.fill(vec![0; positions.len()]);
    let ([white, black], [expected_white, expected_black]) = (&mut found, &mut expected);
    parallel::attacked_squares(&positions, white, black);
    batch::attacked_squares(&positions, expected_white, expected_black);
    assert_eq!(found, expected);
    let mut found = vec![ChecksAndPins::default(); positions.len()];
    let mut expected = found.clone();
    parallel::checks_and_pins(&positions, &mut found);
    batch::checks_and_pins(&positions, &mut expected);
    assert_eq!(found, expected);
    let mut found = vec![CheckInfo::default(); positions.len()];
    let mut expected = found.clone();
    parallel::check_info(&positions, &mut found);
    batch::check_info(&positions, &mut expected);
    assert_eq!(found, expected);
    let (mut found, mut expected) = (vec![0; positions.len()], vec![0; positions.len()]);
    parallel::zobrist_keys(&positions, &ZobristKeys::DEFAULT, &mut found);
    batch::zobrist_keys(&positions, &ZobristKeys::DEFAULT, &mut expected);
    assert_eq!(found, expected);
    parallel::polyglot_keys(&positions, &mut found);
    batch::polyglot_keys(&positions, &mut expected);
    assert_eq!(found, expected);
    let mut found = [vec![[0; 6]; positions.len()], vec![[0; 6]; positions.len()]];
    let mut expected = found.clone();
    let ([white, black], [expected_white, expected_black]) = (&mut found, &mut expected);
    parallel::attacks_by_role_of_both(&positions, white, black);
    batch::attacks_by_role_of_both(&positions, expected_white, expected_black);
    assert_eq!(found, expected);
    let playable = positions.iter().filter_map(|position| Some((*position, *position.moves().first()?)));
    let (mut found, moves): (Vec<_>, Vec<_>) = playable.unzip();
    let mut expected = found.clone();
    parallel::play(&mut found, &moves);
    batch::play(&mut expected, &moves);
    assert_eq!(found, expected);
}

/// Threats of many positions, on one core and on all, with enough places and with too few.
#[test]
fn threats_of_many_positions() {
    let positions: Vec<_> = game().into_iter().cycle().take(1000).collect();
    let kinds = ThreatKinds::INPUTS_59808;
    let (mut offsets, mut threats) = (vec![0; positions.len() + 1], vec![Threat::NONE; 48 * positions.len()]);
    let count = batch::threats(&positions, kinds, &mut offsets, &mut threats);
    assert_eq!(count, offsets[positions.len()]);
    for (index, position) in positions.iter().enumerate() {
        let mut expected = [Threat::NONE; MAX_THREATS];
        let number = position.threats(kinds, &mut expected);
        assert_eq!(threats[offsets[index]..offsets[index + 1]], expected[..number], "{position}");
    }
    let mut again = vec![0; positions.len() + 1];
    assert_eq!(batch::threats(&positions, kinds, &mut again, &mut []), count);
    assert_eq!(again, offsets);
}

#[cfg(feature = "rayon")]
#[test]
fn threats_over_all_cores() {
    let kinds = ThreatKinds::ALL;
    for length in [0, 5, 2 * parallel::PART + 9] {
        let positions: Vec<_> = game().into_iter().cycle().take(length).collect();
        let mut expected_offsets = vec![0; length + 1];
        let count = batch::threats(&positions, kinds, &mut expected_offsets, &mut []);
        for room in [count, count / 2, 0] {
            let (mut offsets, mut threats) = (vec![7; length + 1], vec![Threat::NONE; room]);
            let mut expected = threats.clone();
            assert_eq!(batch::threats(&positions, kinds, &mut expected_offsets, &mut expected), count);
            assert_eq!(parallel::threats(&positions, kinds, &mut offsets, &mut threats), count);
            assert_eq!(offsets, expected_offsets);
            assert!(threats == expected, "{length} positions, room for {room}");
        }
    }
}
