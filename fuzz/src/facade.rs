//! The public functions of the crate `quadline`, compared with the oracle.
//!
//! The inputs of `quadline-conformance` call the kernels. Callers call the functions here, which add
//! dispatch, slices of words and small types.

use std::hint::black_box;

use arbitrary::Arbitrary;
use quadline::level::{self, Level, WithLevel};
use quadline::threats::{Mailbox, Perspectives, Threat, ThreatChanges, ThreatKinds, ThreatLayout};
use quadline::{
    Bitboard, CheckInfo, ChecksAndPins, Color, InvalidPosition, Line, LineAttacks, Move, MoveList,
    NibbleCodes, Piece, Position, Role, Square, SuccessorCounter, ZobristKeys, batch, constant,
};
use quadline_conformance::inputs::AnySquare;
use quadline_conformance::positions::{oracle, random};
use quadline_kernels::reference;

/// Squares, boards and words that may be positions.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Facade<'a> {
    squares: [AnySquare; 4],
    boards: [u64; 4],
    words: [u64; 8],
    byte: u8,
    drawing: &'a str,
}

impl Facade<'_> {
    /// Checks all functions.
    pub fn check(self) {
        let squares = self.squares.map(|AnySquare(square)| square);
        for (square, occupied) in squares.into_iter().zip(self.boards) {
            single_calls(square, occupied);
            single_calls_in_const_context(square, occupied);
        }
        steps_and_lines(squares[0], squares[1]);
        sets(squares[0], self.boards);
        batches(&squares, &self.boards);
        small_types(squares[0], self.byte);
        drawings(self.boards[0], self.drawing);
        levels(squares[0], self.boards[0]);
        let nonsense = Position::from_words(self.words);
        slices_of_words(&nonsense);
        let positions: Vec<_> = random::tidied(&nonsense).into_iter().chain([Position::START]).collect();
        for position in &positions {
            parts_of_a_position(position);
        }
        batches_of_positions(&positions);
        packed_boards(self.boards[0], self.words);
        for position in &positions {
            if let Some((occupied, nibbles)) = position.to_nibbles(&NibbleCodes::BINPACK) {
                packed_board(occupied, nibbles);
            }
        }
        network_inputs(&positions);
        black_box(nonsense.moves().len());
    }
}

fn lines(square: Square, occupied: u64) -> LineAttacks {
    reference::queen_attacks_x4(square, occupied)
}

fn single_calls(square: Square, occupied: u64) {
    let expected = lines(square, occupied);
    assert_eq!(quadline::queen_attacks_x4(square, occupied), expected);
    assert_eq!(quadline::rook_attacks(square, occupied), expected.rook());
    assert_eq!(quadline::bishop_attacks(square, occupied), expected.bishop());
    assert_eq!(quadline::queen_attacks(square, occupied), expected.queen());
    for line in Line::ALL {
        assert_eq!(quadline::line_attacks(square, line, occupied), expected.line(line));
        assert_eq!(expected.to_array()[line.lane()], expected.line(line));
        assert_eq!(line.through(square), lines(square, 0).line(line) | square.bit());
    }
}

fn single_calls_in_const_context(square: Square, occupied: u64) {
    let expected = lines(square, occupied);
    assert_eq!(constant::queen_attacks_x4(square, occupied), expected);
    assert_eq!(constant::rook_attacks(square, occupied), expected.rook());
    assert_eq!(constant::bishop_attacks(square, occupied), expected.bishop());
    assert_eq!(constant::queen_attacks(square, occupied), expected.queen());
    for line in Line::ALL {
        assert_eq!(constant::line_attacks(square, line, occupied), expected.line(line));
    }
}

fn steps_and_lines(a: Square, b: Square) {
    let distance = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
    assert_eq!(quadline::knight_attacks(a) & b.bit() != 0, matches!(distance, (1, 2) | (2, 1)));
    assert_eq!(quadline::king_attacks(a) & b.bit() != 0, matches!(distance, (0, 1) | (1, 0) | (1, 1)));
    let forward = [b.rank() == a.rank() + 1, b.rank() + 1 == a.rank()];
    for (color, forward) in Color::ALL.into_iter().zip(forward) {
        assert_eq!(quadline::pawn_attacks(color, a) & b.bit() != 0, forward && distance.0 == 1);
    }
    let pair = a.bit() | b.bit();
    assert_eq!(quadline::knight_set_attacks(pair), quadline::knight_attacks(a) | quadline::knight_attacks(b));
    assert_eq!(quadline::king_set_attacks(pair), quadline::king_attacks(a) | quadline::king_attacks(b));
    for color in Color::ALL {
        let union = quadline::pawn_attacks(color, a) | quadline::pawn_attacks(color, b);
        assert_eq!(quadline::pawn_set_attacks(color, pair), union);
    }
    let (mut between, mut through) = (0, 0);
    for line in Line::ALL.into_iter().filter(|line| a != b && line.through(a) & b.bit() != 0) {
        through = line.through(a);
        between = lines(a, b.bit()).line(line) & lines(b, a.bit()).line(line);
    }
    assert_eq!(quadline::between(a, b), between, "{a} {b}");
    assert_eq!(quadline::line_through(a, b), through, "{a} {b}");
}

fn sets(square: Square, [rook, bishop, sliders, occupied]: [u64; 4]) {
    let expected = (lines(square, rook).rook(), lines(square, bishop).bishop());
    assert_eq!(quadline::rook_and_bishop_attacks(square, rook, bishop), expected);
    let union = |attacks: fn(LineAttacks) -> u64| {
        quadline::squares(sliders).fold(0, |union, square| union | attacks(lines(square, occupied)))
    };
    assert_eq!(quadline::rook_set_attacks(sliders, occupied), union(LineAttacks::rook));
    assert_eq!(quadline::bishop_set_attacks(sliders, occupied), union(LineAttacks::bishop));
    let both = (union(LineAttacks::rook), union(LineAttacks::bishop));
    assert_eq!(quadline::rook_and_bishop_set_attacks(sliders, sliders, occupied), both);
    assert_eq!(quadline::squares(sliders).next(), Square::lowest(sliders));
}

fn batches(squares: &[Square], boards: &[u64]) {
    let pairs = |attacks: fn(LineAttacks) -> u64| {
        let pairs = squares.iter().zip(boards);
        pairs.map(|(&square, &board)| attacks(lines(square, board))).collect::<Vec<_>>()
    };
    let on_one = |attacks: fn(LineAttacks) -> u64| {
        squares.iter().map(|&square| attacks(lines(square, boards[0]))).collect::<Vec<_>>()
    };
    let (mut found, mut other) = (vec![0; squares.len()], vec![0; squares.len()]);
    batch::rook_attacks(squares, boards, &mut found);
    assert_eq!(found, pairs(LineAttacks::rook));
    batch::bishop_attacks(squares, boards, &mut found);
    assert_eq!(found, pairs(LineAttacks::bishop));
    batch::queen_attacks(squares, boards, &mut found);
    assert_eq!(found, pairs(LineAttacks::queen));
    batch::rook_and_bishop_attacks(squares, boards, &mut found, &mut other);
    assert_eq!((found.clone(), other), (pairs(LineAttacks::rook), pairs(LineAttacks::bishop)));
    batch::rook_attacks_on(boards[0], squares, &mut found);
    assert_eq!(found, on_one(LineAttacks::rook));
    batch::bishop_attacks_on(boards[0], squares, &mut found);
    assert_eq!(found, on_one(LineAttacks::bishop));
    batch::queen_attacks_on(boards[0], squares, &mut found);
    assert_eq!(found, on_one(LineAttacks::queen));
}

fn small_types(square: Square, byte: u8) {
    let letter = char::from(byte);
    assert_eq!(
        Role::from_letter(letter).map(Role::letter),
        "pnbrqk".chars().find(|each| each.eq_ignore_ascii_case(&letter))
    );
    assert_eq!(
        Piece::from_letter(letter).map(Piece::letter),
        "pnbrqkPNBRQK".chars().find(|&each| each == letter)
    );
    let piece = Piece::from_byte(byte);
    assert_eq!(piece.is_some(), matches!(byte, 1..=6 | 9..=14));
    if let Some(piece) = piece {
        assert_eq!(piece.to_byte(), byte);
        assert_eq!(Piece::new(piece.color(), piece.role()), piece);
        assert_eq!(Color::ALL[usize::from(byte > 8)], piece.color());
    }
    let mut mailbox = Mailbox::from(&Position::START);
    mailbox.set(square, piece);
    for each in Square::ALL {
        let expected = if each == square { piece } else { Position::START.piece_at(each) };
        assert_eq!(mailbox.piece_at(each), expected, "{each}");
    }
    for color in Color::ALL {
        assert_eq!(color.back_rank() & square.bit() != 0, square.rank() == [0, 7][color as usize]);
    }
}

fn drawings(board: u64, drawing: &str) {
    assert_eq!(Bitboard::from_drawing(&Bitboard(board).to_string()), Bitboard(board));
    // Any other text is a board or a panic with a reason, which is how a drawing in the source is refused.
    let dots = drawing.bytes().filter(|byte| matches!(byte, b'.' | b'1')).count();
    if dots == 64 && drawing.bytes().all(|byte| matches!(byte, b'.' | b'1' | b' ' | b'\n')) {
        assert_eq!(Bitboard::from_drawing(drawing).0.count_ones() as usize, drawing.matches('1').count());
    }
}

/// An operation that is compiled for each level.
struct Calls(Square, u64);

impl WithLevel for Calls {
    type Output = u64;

    fn with_level<L: Level>(self, level: L) -> u64 {
        let mut moves = MoveList::new();
        level.write_moves(&Position::START, &mut moves);
        assert_eq!(moves.len(), 20);
        level.vectorize(|| level.queen_attacks(self.0, self.1))
    }
}

fn levels(square: Square, occupied: u64) {
    assert_eq!(level::try_active(), Ok(level::active()));
    let expected = lines(square, occupied).queen();
    assert_eq!(level::dispatch(Calls(square, occupied)), expected);
    for name in level::available() {
        assert_eq!(level::dispatch_named(name, Calls(square, occupied)), Ok(expected), "{name}");
    }
}

/// Words are positions wherever they are aligned, and positions are their words.
fn slices_of_words(nonsense: &Position) {
    let positions = [*nonsense, Position::START, *nonsense];
    let words = Position::slice_as_words(&positions);
    assert_eq!(words, positions.map(|position| *position.words()));
    assert_eq!(Position::slice_from_words(words), Some(&positions[..]));
    for offset in 1..8 {
        let (words, _) = words.as_flattened()[offset..].as_chunks::<8>();
        assert_eq!(Position::slice_from_words(words), None);
    }
}

fn parts_of_a_position(position: &Position) {
    let bitboards = [
        position.pawns(),
        position.knights(),
        position.bishops(),
        position.rooks(),
        position.queens(),
        position.kings(),
    ];
    for (role, board) in Role::ALL.into_iter().zip(bitboards) {
        assert_eq!(position.role(role), board);
        for square in Square::ALL {
            assert_eq!(position.role_at(square) == Some(role), board & square.bit() != 0);
        }
    }
    for square in Square::ALL {
        assert_eq!(position.attacks(square), oracle::attacks(position, square), "{position:?} {square}");
        for color in Color::ALL {
            let expected = oracle::is_attacked_by(position, color, square);
            assert_eq!(position.is_attacked_by(color, square), expected, "{position:?} {color} {square}");
        }
    }
    assert_eq!(position.fen(), position.to_string());
    let attacks = position.attacks_by_role(Color::White);
    assert_eq!(attacks.up_to(Role::King), attacks.iter().fold(0, |all, each| all | each));
    assert_eq!(position.diagonal_sliders(), position.bishops() | position.queens());
    assert_eq!(position.orthogonal_sliders(), position.rooks() | position.queens());
    assert_eq!(position.castling_rooks() & !position.rooks(), 0);
    let mut left = position.moves().into_iter();
    left.next();
    assert_eq!(left.as_slice(), position.moves().get(1..).unwrap_or_default());
    let mut moves = position.moves().to_vec();
    moves.sort_unstable();
    assert_eq!(moves, oracle::legal_moves(position), "{position:?}");
    let (info, expected) = (position.check_info(), oracle::check_info(position));
    assert!(Role::ALL.into_iter().all(|role| info.checks(role) == expected.checks(role)), "{position:?}");
}

fn batches_of_positions(positions: &[Position]) {
    let count = positions.len();
    let (mut white, mut black) = (vec![0; count], vec![0; count]);
    batch::attacked_squares(positions, &mut white, &mut black);
    let mut checks_and_pins = vec![ChecksAndPins::default(); count];
    batch::checks_and_pins(positions, &mut checks_and_pins);
    let mut counts = vec![0; count];
    batch::legal_move_counts(positions, &mut counts);
    let (mut offsets, mut moves) = (vec![0; count + 1], vec![Move::default(); 300 * count]);
    let total = batch::legal_moves(positions, &mut offsets, &mut moves);
    let (mut counter, mut after_each) = (SuccessorCounter::new(), 0);
    let (mut roles_of_white, mut roles_of_black) = (vec![[0; 6]; count], vec![[0; 6]; count]);
    batch::attacks_by_role_of_both(positions, &mut roles_of_white, &mut roles_of_black);
    let mut info = vec![CheckInfo::default(); count];
    batch::check_info(positions, &mut info);
    // Enough for a group and a rest at every level.
    let many: Vec<_> = positions.iter().copied().cycle().take(67).collect();
    let (mut keys, mut polyglot_keys) = ([0; 67], [0; 67]);
    batch::zobrist_keys(&many, &ZobristKeys::DEFAULT, &mut keys);
    batch::polyglot_keys(&many, &mut polyglot_keys);
    for (position, keys) in many.iter().zip(keys.into_iter().zip(polyglot_keys)) {
        assert_eq!(keys, (ZobristKeys::DEFAULT.key(position), position.polyglot_key()), "{position:?}");
    }
    let first = |position: &Position| oracle::legal_moves(position).first().copied();
    const KEYS: &ZobristKeys = &ZobristKeys::DEFAULT;
    for position in positions {
        if let Some(next) = first(position) {
            let after = KEYS.key_after(KEYS.key(position), position, next);
            assert_eq!(after, KEYS.key(&oracle::play(position, next)), "{position:?} {next}");
        }
        let numbers = Square::ALL
            .map(|square| position.piece_at(square).map_or(0, |piece| KEYS.of_piece(piece, square)));
        let passed = Position::new_unchecked(quadline::Setup {
            side_to_move: position.side_to_move().opponent(),
            castling_rooks: 0,
            en_passant: None,
            ..quadline::Setup::from(*position)
        });
        let of_side = if passed.side_to_move() == Color::White { KEYS.of_white_to_move() } else { 0 };
        assert_eq!(
            numbers.into_iter().fold(of_side, |key, number| key ^ number),
            KEYS.key(&passed),
            "{position:?}"
        );
    }
    let (mut played, moves_to_play): (Vec<_>, Vec<_>) =
        positions.iter().filter_map(|position| Some((*position, first(position)?))).unzip();
    let expected: Vec<_> =
        played.iter().zip(&moves_to_play).map(|(each, &next)| oracle::play(each, next)).collect();
    batch::play(&mut played, &moves_to_play);
    assert_eq!(played, expected);
    let (mut ends, mut threats) =
        (vec![0; count + 1], vec![Threat::NONE; quadline::threats::MAX_THREATS * count]);
    let threat_count = batch::threats(positions, ThreatKinds::ALL, &mut ends, &mut threats);
    for (index, position) in positions.iter().enumerate() {
        assert_eq!([white[index], black[index]], oracle::attacked_squares(position), "{position:?}");
        assert_eq!(checks_and_pins[index], oracle::checks_and_pins(position), "{position:?}");
        let mut found = moves[offsets[index]..offsets[index + 1]].to_vec();
        found.sort_unstable();
        assert_eq!(found, oracle::legal_moves(position), "{position:?}");
        assert_eq!(usize::from(counts[index]), found.len(), "{position:?}");
        let mut after = vec![0; found.len()];
        assert_eq!(batch::successor_move_counts(position, &mut after), found.len());
        for (&chess_move, &count) in position.moves().iter().zip(&after) {
            let next = oracle::play(position, chess_move);
            assert_eq!(usize::from(count), oracle::legal_moves(&next).len(), "{position:?} {chess_move}");
        }
        after_each += after.into_iter().map(u64::from).sum::<u64>();
        counter.add(position);
        let by_role = Color::ALL.map(|color| oracle::attacks_by_role(position, color, position.occupied()));
        assert_eq!(by_role, [roles_of_white[index], roles_of_black[index]], "{position:?}");
        assert_eq!(info[index], oracle::check_info(position), "{position:?}");
        let mut found = threats[ends[index]..ends[index + 1]].to_vec();
        found.sort_unstable();
        assert_eq!(found, oracle::threats(position, ThreatKinds::ALL), "{position:?}");
    }
    assert_eq!((total, threat_count), (offsets[count], ends[count]));
    assert_eq!(counter.finish(), after_each);
}

/// Compares the functions for packed boards with each other, for any words.
fn packed_boards(occupied: u64, words: [u64; 8]) {
    let mut nibbles = [0; 16];
    for (place, word) in nibbles.chunks_exact_mut(8).zip(words) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    packed_board(occupied, nibbles);
    packed_board(occupied & words[2] & words[3], nibbles);
}

fn packed_board(occupied: u64, nibbles: [u8; 16]) {
    const CODES: &NibbleCodes = &NibbleCodes::BINPACK;
    let start = [Position::START; 2];
    let one = Position::from_nibbles(occupied, &nibbles, CODES);
    let (mut many, mut of_level) = (start, start);
    let found = batch::from_nibbles(&[occupied; 2], &[nibbles; 2], CODES, &mut many);
    match one {
        Ok(one) => assert_eq!((found, many), (Ok(()), [one; 2])),
        Err(error) => assert_eq!(found, Err((0, error))),
    }
    let unchecked = Position::from_nibbles_unchecked(occupied, &nibbles, CODES);
    assert!(one.is_err() || one == Ok(unchecked));
    let mut many = start;
    batch::from_nibbles_unchecked(&[occupied; 2], &[nibbles; 2], CODES, &mut many);
    assert_eq!(many, [unchecked; 2]);
    let found = level::dispatch(Packed(occupied, nibbles, &mut of_level));
    assert_eq!(found, (one, one.map(|_| ()).map_err(|error| (0, error))));
    for codes in [NibbleCodes::BINPACK, NibbleCodes::BULLETFORMAT, NibbleCodes::VIRIFORMAT] {
        let one = unchecked.to_nibbles(&codes);
        let (mut words, mut boards) = ([0; 2], [[0; 16]; 2]);
        let found = batch::to_nibbles(&[unchecked; 2], &codes, &mut words, &mut boards);
        match one {
            Some((word, board)) => assert_eq!((found, words, boards), (Ok(()), [word; 2], [board; 2])),
            None => assert_eq!(found, Err(0)),
        }
        assert_eq!(level::dispatch(ToNibbles(unchecked, codes)), (one, one.map(|_| ()).ok_or(0)));
    }
    if let Ok(position) = one {
        let (occupied, nibbles) = position.to_nibbles(CODES).expect("a number for each piece");
        assert_eq!(Position::from_nibbles(occupied, &nibbles, CODES), Ok(position));
    }
}

/// The packed boards at each level.
struct Packed<'a>(u64, [u8; 16], &'a mut [Position; 2]);

impl WithLevel for Packed<'_> {
    type Output = (Result<Position, InvalidPosition>, Result<(), (usize, InvalidPosition)>);

    fn with_level<L: Level>(self, level: L) -> Self::Output {
        let (Self(occupied, nibbles, positions), codes) = (self, &NibbleCodes::BINPACK);
        let one = level.position_from_nibbles(occupied, &nibbles, codes);
        (one, level.batch_from_nibbles(&[occupied; 2], &[nibbles; 2], codes, positions))
    }
}

/// The packed board of a position at each level.
struct ToNibbles(Position, NibbleCodes);

impl WithLevel for ToNibbles {
    type Output = (Option<(u64, [u8; 16])>, Result<(), usize>);

    fn with_level<L: Level>(self, level: L) -> Self::Output {
        let Self(position, codes) = self;
        let (mut words, mut boards) = ([0; 2], [[0; 16]; 2]);
        let found = level.batch_to_nibbles(&[position; 2], &codes, &mut words, &mut boards);
        (level.position_to_nibbles(&position, &codes), found)
    }
}

/// Compares the layouts of network inputs with each other; the properties compare the first with the oracle.
fn network_inputs(positions: &[Position]) {
    const LAYOUT: &ThreatLayout = &ThreatLayout::INPUTS_59808;
    const STRIDE: usize = 512;
    let count = 2 * positions.len();
    let (mut rows, mut counts) = (vec![0; count * STRIDE], vec![0; count]);
    batch::threat_inputs(positions, LAYOUT, Perspectives::Both, &mut rows, STRIDE, &mut counts);
    let (mut offsets, mut inputs) = (vec![0; count + 1], vec![0_u32; count * STRIDE]);
    let all = batch::threat_inputs_csr(positions, LAYOUT, Perspectives::Both, &mut offsets, &mut inputs);
    assert_eq!(Some(&all), offsets.last());
    let (mut white, mut black) = ([0; STRIDE], [0; STRIDE]);
    for index in 0..positions.len() {
        input_changes(LAYOUT, &positions[index]);
        let both = positions[index].threat_inputs_of_both(LAYOUT, &mut white, &mut black);
        for (side, of_one) in [&white[..both[0]], &black[..both[1]]].into_iter().enumerate() {
            // The rows are by perspective, and those in CSR form by position.
            let row = side * positions.len() + index;
            let of_row = &rows[STRIDE * row..][..usize::from(counts[row])];
            let places = offsets[2 * index + side]..offsets[2 * index + side + 1];
            let mut expected: Vec<_> = of_row.iter().map(|&input| i64::from(input)).collect();
            let mut found: Vec<_> = inputs[places].iter().map(|&input| i64::from(input)).collect();
            let mut of_one: Vec<_> = of_one.iter().map(|&input| i64::from(input)).collect();
            expected.sort_unstable();
            of_one.sort_unstable();
            assert_eq!(of_one, expected, "{:?}", positions[index]);
            found.sort_unstable();
            assert_eq!(found, expected, "{:?}", positions[index]);
        }
    }
}

/// Compares the inputs that the first legal move changes with the inputs before and after it.
fn input_changes(layout: &ThreatLayout, position: &Position) {
    let Some(chess_move) = oracle::legal_moves(position).first().copied() else { return };
    let next = oracle::play(position, chess_move);
    let mut changes = ThreatChanges::new();
    position.threat_changes(chess_move, layout.kinds(), &mut changes);
    let pawns = [position, &next].map(|each| Color::ALL.map(|color| each.pieces(color, Role::Pawn)));
    let kings = Color::ALL.map(|color| position.king(color).unwrap_or(Square::A1));
    let pairs = layout.pawn_pair_changes(pawns, kings, [[&mut [], &mut []], [&mut [], &mut []]]);
    assert!(pairs.as_flattened().iter().all(|&count| count < 32), "{position:?} {chess_move}");
    for perspective in Color::ALL {
        let inputs = |position: &Position| {
            let mut inputs = vec![0; 512];
            let count = position.threat_inputs(layout, perspective, &mut inputs);
            inputs.truncate(count);
            inputs
        };
        let (mut added, mut removed) = (vec![0; 512], vec![0; 512]);
        let [adds, removes] =
            layout.input_changes(position, &next, &changes, perspective, &mut added, &mut removed);
        let mut expected = inputs(&next);
        expected.extend(&removed[..removes]);
        let mut found = inputs(position);
        found.extend(&added[..adds]);
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{position:?} {chess_move}");
    }
}
