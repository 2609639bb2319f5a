//! Calls that a search makes for one position, and their comparison with the oracle.

use quadline_kernels::internal::{check_info_of, node_info_of};
use quadline_kernels::{
    ByColor, ByRole, CheckInfo, Color, Move, MoveKind, MoveSet, MovetextError, NodeInfo, ParseMoveError,
    Position, Role, Square, ZobristKeys, reference,
};

use super::guarded::Guarded;
use super::legality::prop_legality_equals_list;
use super::shown::difference;
use super::texts::key_numbers;
use super::{oracle, san};
use crate::boards::Words;

/// A result that can be falsified.
trait Spoil {
    fn spoiled(self) -> Self;
}

impl Spoil for u64 {
    fn spoiled(self) -> Self {
        self ^ 1 << 37
    }
}

impl Spoil for bool {
    fn spoiled(self) -> Self {
        !self
    }
}

impl Spoil for i32 {
    fn spoiled(self) -> Self {
        self ^ 1
    }
}

impl Spoil for (u64, u64) {
    fn spoiled(self) -> Self {
        (self.0, self.1.spoiled())
    }
}

impl Spoil for [u64; 6] {
    fn spoiled(mut self) -> Self {
        self[3] = self[3].spoiled();
        self
    }
}

impl Spoil for ByRole<u64> {
    fn spoiled(self) -> Self {
        Self(self.0.spoiled())
    }
}

impl Spoil for ByColor<ByRole<u64>> {
    fn spoiled(mut self) -> Self {
        self[Color::Black] = self[Color::Black].spoiled();
        self
    }
}

impl Spoil for CheckInfo {
    fn spoiled(self) -> Self {
        let pinned = ByColor::from_fn(|color| self.pinned(color));
        let pinners = ByColor([self.pinners(Color::White), self.pinners(Color::Black).spoiled()]);
        let checks = ByRole::from_fn(|role| self.checks(role));
        check_info_of(self.checkers(), self.discoverers(), pinned, pinners, checks)
    }
}

impl Spoil for NodeInfo {
    fn spoiled(self) -> Self {
        node_info_of(&Position::START, self.attacks_by_role().spoiled(), *self.check_info())
    }
}

impl Spoil for Position {
    fn spoiled(self) -> Self {
        self.mirrored()
    }
}

impl Spoil for Option<Position> {
    fn spoiled(self) -> Self {
        self.is_none().then_some(Position::START)
    }
}

/// An oracle that falsifies the result of one call, to test whether the properties detect it.
pub struct OracleEngine {
    /// The name of the falsified call.
    pub spoiled: &'static str,
    /// The kernel that reads movetext, for which there is no oracle.
    pub replays: &'static dyn EngineCalls,
}

/// Defines the trait of the calls, and its implementation by the oracle.
macro_rules! define_engine_calls {
    (
        $(fn $method:ident($($argument:ident: $type:ty),*) -> $output:ty = $oracle:expr;)*
        $(batch $batch:ident($($slice:ident: $slice_type:ty),*) = $batch_oracle:expr, spoils $spoiled:ident;)*
    ) => {
        /// Calls that a search makes for one position.
        pub trait EngineCalls: Send + Sync {
            /// Returns level and purpose: `avx2/one-position/default`.
            fn name(&self) -> &str;
            $(
                #[allow(missing_docs)]
                fn $method(&self, position: &Position, $($argument: $type),*) -> $output;
            )*
            /// Returns the legal moves of some kinds that fit in `room`, and the returned number.
            fn legal_moves_of(&self, position: &Position, set: MoveSet, room: usize) -> (Vec<Move>, usize);
            /// Returns the legal moves of some kinds as a list.
            fn moves_of(&self, position: &Position, set: MoveSet) -> Vec<Move>;
            /// The legal moves from some squares to some squares, and how many there are where there is so
            /// much room.
            fn legal_moves_from_to(&self, position: &Position, from: u64, to: u64, room: usize) -> (Vec<Move>, usize);
            /// Returns the results of the calls without a position: rook and bishop attacks of a square,
            /// unions for rooks and for bishops.
            fn sets(&self, square: Square, occupied: [u64; 2], sliders: u64) -> [u64; 6];
            $(
                #[allow(missing_docs)]
                fn $batch(&self, $($slice: $slice_type),*);
            )*
            /// Returns a legal move in SAN.
            fn to_san(&self, position: &Position, chess_move: Move) -> String;
            /// Returns the legal move that a text means in SAN.
            fn parse_san(&self, position: &Position, text: &[u8]) -> Result<Move, ParseMoveError>;
            /// Returns the moves of movetext, the position after them, and the error.
            fn replay(&self, position: &Position, text: &[u8]) -> (Vec<Move>, Position, Option<MovetextError>);
        }

        impl EngineCalls for OracleEngine {
            fn name(&self) -> &str {
                "the oracle with a defect"
            }
            $(
                fn $method(&self, position: &Position, $($argument: $type),*) -> $output {
                    let oracle: fn(&Position, $($type),*) -> $output = $oracle;
                    let answer = oracle(position, $($argument),*);
                    if self.spoiled == stringify!($method) { answer.spoiled() } else { answer }
                }
            )*
            fn legal_moves_of(&self, position: &Position, set: MoveSet, room: usize) -> (Vec<Move>, usize) {
                let mut moves = oracle::legal_moves(position);
                moves.retain(|&chess_move| set.contains(oracle::kind(position, chess_move)));
                let count = moves.len() + usize::from(self.spoiled == "legal_moves_of");
                moves.truncate(room);
                (moves, count)
            }
            fn moves_of(&self, position: &Position, set: MoveSet) -> Vec<Move> {
                let (mut moves, _) = self.legal_moves_of(position, set, usize::MAX);
                if self.spoiled == "moves_of" {
                    moves.pop();
                }
                moves
            }
            fn legal_moves_from_to(&self, position: &Position, from: u64, to: u64, room: usize) -> (Vec<Move>, usize) {
                let mut moves = from_to(&oracle::legal_moves(position), from, to);
                let count = moves.len() + usize::from(self.spoiled == "legal_moves_from_to");
                moves.truncate(room);
                (moves, count)
            }
            fn sets(&self, square: Square, occupied: [u64; 2], sliders: u64) -> [u64; 6] {
                let mut sets = expected_sets(square, occupied, sliders);
                if self.spoiled == "sets" {
                    sets[5] = sets[5].spoiled();
                }
                sets
            }
            $(
                fn $batch(&self, $($slice: $slice_type),*) {
                    let oracle: fn($($slice_type),*) = $batch_oracle;
                    oracle($($slice),*);
                    if let (Some(last), true) = ($spoiled.last_mut(), self.spoiled == stringify!($batch)) {
                        *last = last.spoiled();
                    }
                }
            )*
            fn to_san(&self, position: &Position, chess_move: Move) -> String {
                let text = san::write(position, chess_move);
                if self.spoiled == "to_san" { text + "!" } else { text }
            }
            fn parse_san(&self, position: &Position, text: &[u8]) -> Result<Move, ParseMoveError> {
                let found = san::read(position, text).map_or_else(|| Position::START.parse_uci(""), Ok);
                if self.spoiled == "parse_san" { Ok(Move::default()) } else { found }
            }
            fn replay(&self, position: &Position, text: &[u8]) -> (Vec<Move>, Position, Option<MovetextError>) {
                let (mut moves, mut next, error) = self.replays.replay(position, text);
                if self.spoiled == "replay" {
                    moves.pop();
                    next = *position;
                }
                (moves, next, error)
            }
        }

        /// The names of the calls.
        pub const ENGINE_CALLS: &[&str] =
            &[$(stringify!($method),)* "legal_moves_of", "moves_of", "legal_moves_from_to", "sets", "to_san", "parse_san", "replay", $(stringify!($batch),)*];
    };
}

/// Passes the list of calls to another macro, after the tokens in the braces.
///
/// A row is a call with its oracle. `fn` is for calls for one position, and `batch` for calls for many.
#[macro_export]
macro_rules! engine_calls { ($then:path { $($before:tt)* }) => { $then! { $($before)*
    fn attackers_to(square: Square, occupied: u64) -> u64 = oracle::attackers_to;
    fn is_attacked_by(color: Color, square: Square) -> bool = oracle::is_attacked_by;
    fn attacks(square: Square) -> u64 = oracle::attacks;
    fn destinations(square: Square) -> u64 = oracle::destinations;
    fn origins(role: Role, to: Square) -> u64 = oracle::origins;
    fn attacks_by_role(color: Color) -> ByRole<u64> =
        |position, color| oracle::attacks_by_role(position, color, position.occupied());
    fn attacks_by_role_on(color: Color, occupied: u64) -> ByRole<u64> = oracle::attacks_by_role;
    fn attacks_by_role_of_both() -> ByColor<ByRole<u64>> =
        |position| ByColor::from_fn(|color| oracle::attacks_by_role(position, color, position.occupied()));
    fn check_info() -> CheckInfo = oracle::check_info;
    fn node_info() -> NodeInfo = oracle::node_info;
    fn checkers() -> u64 = |position| oracle::checks_and_pins(position).checkers;
    fn in_check() -> bool = |position| oracle::checks_and_pins(position).checkers != 0;
    fn has_legal_moves() -> bool = |position| !oracle::legal_moves(position).is_empty();
    fn has_legal_moves_with(info: &CheckInfo) -> bool = |position, _| !oracle::legal_moves(position).is_empty();
    fn is_legal(chess_move: Move) -> bool =
        |position, chess_move| oracle::legal_moves(position).contains(&chess_move);
    fn is_legal_with(info: &CheckInfo, chess_move: Move) -> bool =
        |position, _, chess_move| oracle::legal_moves(position).contains(&chess_move);
    fn is_legal_with_node(info: &NodeInfo, chess_move: Move) -> bool =
        |position, _, chess_move| oracle::legal_moves(position).contains(&chess_move);
    fn gives_check(chess_move: Move) -> bool = oracle::gives_check;
    fn gives_check_with(info: &CheckInfo, chess_move: Move) -> bool =
        |position, _, chess_move| oracle::gives_check(position, chess_move);
    fn null_move() -> Option<Position> = oracle::null_move;
    fn see(chess_move: Move, values: &[i32; 6]) -> i32 = oracle::see;
    fn see_at_least(chess_move: Move, values: &[i32; 6], threshold: i32) -> bool =
        |position, chess_move, values, threshold| {
            oracle::exact_see(position, chess_move, values) >= threshold.into()
        };
    fn see_at_least_with(info: &CheckInfo, chess_move: Move, values: &[i32; 6], threshold: i32) -> bool =
        |position, _, chess_move, values, threshold| {
            oracle::exact_see_with_pins(position, chess_move, values) >= threshold.into()
        };
    batch batch_attacks_by_role_of_both(positions: &[Position], white: &mut [[u64; 6]], black: &mut [[u64; 6]]) =
        |positions, white, black| {
            for (index, position) in positions.iter().enumerate() {
                [white[index], black[index]] =
                    Color::ALL.map(|color| oracle::attacks_by_role(position, color, position.occupied()).0);
            }
        },
        spoils black;
    batch batch_check_info(positions: &[Position], info: &mut [CheckInfo]) =
        |positions, info| {
            positions.iter().zip(info).for_each(|(position, place)| *place = oracle::check_info(position));
        },
        spoils info;
    batch batch_play(positions: &mut [Position], moves: &[Move]) =
        |positions, moves| {
            let played = positions.iter_mut().zip(moves);
            played.for_each(|(position, &chess_move)| *position = oracle::play(position, chess_move));
        },
        spoils positions;
    batch batch_zobrist_keys(positions: &[Position], keys: &ZobristKeys, out: &mut [u64]) =
        |positions, _, out| {
            let (numbers, of_files) = (engine_key_numbers(), of_files());
            positions.iter().zip(out).for_each(|(position, key)| {
                *key = oracle::key_by_file(position, &numbers, &of_files);
            });
        },
        spoils out;
    batch batch_polyglot_keys(positions: &[Position], out: &mut [u64]) =
        |positions, out| {
            positions.iter().zip(out).for_each(|(position, key)| *key = position.polyglot_key());
        },
        spoils out;
} }; }
engine_calls! { define_engine_calls {} }

/// Returns the numbers of [`engine_keys`], but for castling.
fn engine_key_numbers() -> [u64; 781] {
    key_numbers(&mut Words(0x1970_4eb5))
}

/// Returns the numbers of [`engine_keys`] for castling.
fn of_files() -> [[u64; 8]; 2] {
    let mut words = Words(0xf11e5);
    [0; 2].map(|_| [0; 8].map(|_: u64| words.word()))
}

/// Returns the keys that calls for many positions are passed. The oracle has their numbers.
pub fn engine_keys() -> ZobristKeys {
    ZobristKeys::from_numbers(engine_key_numbers()).by_file(of_files())
}

/// The moves among `moves` from some squares to some squares.
fn from_to(moves: &[Move], from: u64, to: u64) -> Vec<Move> {
    let is_in = |squares: u64, square: Square| squares & square.bit() != 0;
    moves.iter().copied().filter(|each| is_in(from, each.from()) && is_in(to, each.to())).collect()
}

/// Returns the results of the ray walk.
fn expected_sets(square: Square, [rook, bishop]: [u64; 2], sliders: u64) -> [u64; 6] {
    let union = |sliders: u64, attacks: &dyn Fn(Square) -> u64| {
        Square::ALL
            .into_iter()
            .filter(|square| sliders & square.bit() != 0)
            .fold(0, |union, square| union | attacks(square))
    };
    let rooks = |occupied| move |square| reference::queen_attacks_x4(square, occupied).rook();
    let bishops = |occupied| move |square| reference::queen_attacks_x4(square, occupied).bishop();
    [
        rooks(rook)(square),
        bishops(bishop)(square),
        union(sliders, &rooks(rook)),
        union(sliders, &bishops(bishop)),
        // The first board is the set of bishops, and the second the occupied squares.
        union(sliders, &rooks(bishop)),
        union(rook, &bishops(bishop)),
    ]
}

/// Typical values, equal values, values that no engine uses, and values whose sums exceed 32 bits.
const VALUES: [[i32; 6]; 6] = [
    [100, 320, 330, 500, 950, 0],
    [1; 6],
    [1, 3, 3, 5, 9, 20_000],
    [7, -3, 11, 2, -40, 5],
    [-1_526_723_852, 2_003_098_584, -1_764_784_820, 688_919_119, 1_542_557_019, -560_680_042],
    [i32::MAX, i32::MIN, i32::MAX, 1, i32::MIN, i32::MAX],
];

/// A position with the oracle's results.
pub struct EngineSample {
    position: Position,
    legal_moves: Vec<Move>,
    node: NodeInfo,
    by_role: ByColor<ByRole<u64>>,
    /// Results for some squares and occupied squares.
    attackers: Vec<(Square, u64, u64)>,
    pseudo_legal: Vec<Move>,
    /// Moves with values of the pieces, the exact value of the exchange, without and with pins, and whether
    /// the move gives check.
    exchanges: Vec<(Move, [i32; 6], [i64; 2], bool)>,
}

impl EngineSample {
    /// Computes the oracle's results. `words` determine occupied squares and values.
    pub fn new(words: &mut Words, position: Position) -> Self {
        let legal_moves = oracle::legal_moves(&position);
        let occupied = position.occupied();
        let attackers = Square::ALL.into_iter().map(|square| {
            let occupied = match words.word() % 3 {
                0 => occupied,
                1 => occupied & words.board(),
                _ => words.board(),
            };
            (square, occupied, oracle::attackers_to(&position, square, occupied))
        });
        let attackers = attackers.collect();
        let exchanges = legal_moves.iter().map(|&chess_move| {
            let values = VALUES[(words.word() >> 13) as usize % VALUES.len()];
            let exact = [oracle::exact_see, oracle::exact_see_with_pins];
            let exact = exact.map(|see| see(&position, chess_move, &values));
            (chess_move, values, exact, oracle::gives_check(&position, chess_move))
        });
        let exchanges = exchanges.collect();
        let by_role = ByColor::from_fn(|color| oracle::attacks_by_role(&position, color, occupied));
        let pseudo_legal = oracle::pseudo_legal_moves(&position);
        let node = oracle::node_info(&position);
        Self { position, node, legal_moves, by_role, attackers, pseudo_legal, exchanges }
    }
}

/// Compares one result with the oracle's.
macro_rules! same {
    ($kernel:expr, $position:expr, $call:literal, $found:expr, $expected:expr, $($of:tt)*) => {{
        let (found, expected) = ($found, $expected);
        assert!(
            found == expected,
            "{}: {} of {:x?}\n{:?}\n{}",
            $kernel.name(), $call, ($($of)*), $position, difference(&found, &expected)
        );
    }};
}

/// Checks the results of a kernel against the oracle's.
pub fn prop_engine_calls_equal_oracle(
    kernel: &dyn EngineCalls,
    words: &mut Words,
    sample: &EngineSample,
    moves: impl Iterator<Item = Move>,
) {
    let position = &sample.position;
    let info = sample.node.check_info();
    same!(kernel, position, "check_info", kernel.check_info(position), *info, ());
    let found = kernel.node_info(position);
    same!(kernel, position, "node_info", found, sample.node, ());
    assert_eq!(found.king_danger(), Role::ALL.iter().fold(0, |all, &role| all | found.attacks(role)));
    same!(kernel, position, "null_move", kernel.null_move(position), oracle::null_move(position), ());
    same!(kernel, position, "checkers", kernel.checkers(position), info.checkers(), ());
    same!(kernel, position, "in_check", kernel.in_check(position), info.checkers() != 0, ());
    let expected = !sample.legal_moves.is_empty();
    same!(kernel, position, "has_legal_moves", kernel.has_legal_moves(position), expected, ());
    let found = kernel.has_legal_moves_with(position, info);
    same!(kernel, position, "has_legal_moves_with", found, expected, ());
    let found = kernel.attacks_by_role_of_both(position);
    same!(kernel, position, "attacks_by_role_of_both", found, sample.by_role, ());
    for (color, &expected) in sample.by_role.entries() {
        same!(kernel, position, "attacks_by_role", kernel.attacks_by_role(position, color), expected, color);
        let occupied = words.board();
        let found = kernel.attacks_by_role_on(position, color, occupied);
        let expected = oracle::attacks_by_role(position, color, occupied);
        same!(kernel, position, "attacks_by_role_on", found, expected, color, occupied);
    }
    for &(square, occupied, expected) in &sample.attackers {
        let found = kernel.attackers_to(position, square, occupied);
        same!(kernel, position, "attackers_to", found, expected, square, occupied);
    }
    for square in Square::ALL {
        same!(
            kernel,
            position,
            "attacks",
            kernel.attacks(position, square),
            oracle::attacks(position, square),
            square
        );
        for color in Color::ALL {
            let found = kernel.is_attacked_by(position, color, square);
            let expected = oracle::is_attacked_by(position, color, square);
            same!(kernel, position, "is_attacked_by", found, expected, color, square);
        }
        let found = kernel.destinations(position, square);
        let of_piece = |each: &&Move| each.from() == square;
        let expected = sample.pseudo_legal.iter().filter(of_piece).fold(0, |set, each| set | each.to().bit());
        same!(kernel, position, "destinations", found, expected, square);
        for role in Role::ALL {
            let found = kernel.origins(position, role, square);
            let is_one = |each: &&Move| each.to() == square && position.role_at(each.from()) == Some(role);
            let expected =
                sample.pseudo_legal.iter().filter(is_one).fold(0, |set, each| set | each.from().bit());
            same!(kernel, position, "origins", found, expected, role, square);
        }
    }
    let (square, occupied) = (words.square(), [words.board(), words.board()]);
    let sliders = words.board() & words.board();
    let found = kernel.sets(square, occupied, sliders);
    same!(
        kernel,
        position,
        "sets",
        found,
        expected_sets(square, occupied, sliders),
        square,
        occupied,
        sliders
    );

    let noisy = MoveSet::CAPTURES | MoveSet::QUEEN_PROMOTIONS;
    let sets = [
        MoveSet::CAPTURES,
        MoveSet::PROMOTIONS,
        MoveSet::QUEEN_PROMOTIONS,
        MoveSet::UNDERPROMOTIONS,
        MoveSet::QUIETS,
        MoveSet::CAPTURES | MoveSet::PROMOTIONS,
        noisy,
        MoveSet::ALL - noisy,
        MoveSet::ALL,
    ];
    for set in sets {
        let is_in = |chess_move: &&Move| set.contains(oracle::kind(position, **chess_move));
        let expected: Vec<_> = sample.legal_moves.iter().filter(is_in).copied().collect();
        let (mut found, count) = kernel.legal_moves_of(position, set, sample.legal_moves.len());
        found.sort_unstable();
        same!(kernel, position, "legal_moves_of", (found, count), (expected.clone(), expected.len()), set);
        let mut found = kernel.moves_of(position, set);
        found.sort_unstable();
        same!(kernel, position, "moves_of", found, expected.clone(), set);
        let (found, count) = kernel.legal_moves_of(position, set, expected.len() / 2);
        assert_eq!(
            (found.len(), count),
            (expected.len() / 2, expected.len()),
            "{}: half the room",
            kernel.name()
        );
    }
    for (from, to) in squares_of_moves(words, sample) {
        let expected = from_to(&sample.legal_moves, from, to);
        let room = sample.legal_moves.len();
        let (mut found, count) = kernel.legal_moves_from_to(position, from, to, room);
        found.sort_unstable();
        let (all, half) = (expected.len(), expected.len() / 2);
        same!(kernel, position, "legal_moves_from_to", (found, count), (expected, all), from, to);
        let (found, count) = kernel.legal_moves_from_to(position, from, to, half);
        assert_eq!((found.len(), count), (half, all), "{}: half the room", kernel.name());
    }
    let moves = moves.chain(sample.legal_moves.iter().copied());
    prop_legality_equals_list(kernel, position, &sample.node, &sample.legal_moves, moves);
    for &(chess_move, values, [expected, with_pins], gives_check) in &sample.exchanges {
        same!(
            kernel,
            position,
            "gives_check",
            kernel.gives_check(position, chess_move),
            gives_check,
            chess_move
        );
        let found = kernel.gives_check_with(position, info, chess_move);
        same!(kernel, position, "gives_check_with", found, gives_check, chess_move);
        let nearest = expected.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        same!(
            kernel,
            position,
            "see",
            kernel.see(position, chess_move, &values),
            nearest,
            chess_move,
            values
        );
        let (below, above) = (nearest.saturating_sub(1), nearest.saturating_add(1));
        for threshold in [below, nearest, above, 0, 1, i32::MIN, i32::MAX] {
            let found = kernel.see_at_least(position, chess_move, &values, threshold);
            same!(
                kernel,
                position,
                "see_at_least",
                found,
                expected >= threshold.into(),
                chess_move,
                values,
                threshold
            );
        }
        let nearest = with_pins.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        for threshold in
            [nearest.saturating_sub(1), nearest, nearest.saturating_add(1), 0, i32::MIN, i32::MAX]
        {
            let found = kernel.see_at_least_with(position, info, chess_move, &values, threshold);
            let expected = with_pins >= threshold.into();
            same!(kernel, position, "see_at_least_with", found, expected, chess_move, values, threshold);
        }
    }
}

/// Sets of squares that moves go from and to: random ones, those of one move, and those of pieces of one
/// kind.
fn squares_of_moves(words: &mut Words, sample: &EngineSample) -> Vec<(u64, u64)> {
    let position = &sample.position;
    let mut sets = vec![
        (u64::MAX, u64::MAX),
        (words.board(), words.board()),
        (!(words.board() & words.board()), u64::MAX),
        (u64::MAX, words.board()),
        (position.kings(), position.rooks()),
        (!position.kings(), !position.rooks()),
        (position.kings(), words.board()),
        (position.pawns(), position.en_passant().map_or(0, Square::bit)),
        // Captures by some pieces, and of some.
        (words.board(), position.color(position.side_to_move().opponent())),
        (words.board(), position.color(position.side_to_move().opponent()) & words.board()),
    ];
    if !sample.legal_moves.is_empty() {
        let each = sample.legal_moves[(words.word() >> 7) as usize % sample.legal_moves.len()];
        sets.extend([
            (each.from().bit(), each.to().bit()),
            (each.from().bit(), u64::MAX),
            (u64::MAX, each.to().bit()),
        ]);
    }
    // Each castling and each capture en passant by itself, and without it.
    for each in sample.legal_moves.iter().filter(|each| each.is_castling() || each.is_en_passant()) {
        let (from, to) = (each.from().bit(), each.to().bit());
        sets.extend([(from, to), (!from, to), (from, !to)]);
    }
    sets
}

/// Returns every move that 16 bits can represent.
pub fn all_moves() -> impl Iterator<Item = Move> {
    (0..=u16::MAX >> 1).map(Move::from_bits)
}

/// Returns random moves, and moves of kings and pawns with wrong kinds.
pub fn some_moves(words: &mut Words, position: &Position) -> Vec<Move> {
    let mut moves: Vec<_> = (0..200).map(|_| Move::from_bits(words.word() as u16)).collect();
    for from in Square::ALL.into_iter().filter(|square| position.occupied() & square.bit() != 0) {
        let to = words.square();
        let kinds = [MoveKind::Normal, MoveKind::DoublePush, MoveKind::EnPassant, MoveKind::Castling];
        moves.extend(kinds.map(|kind| Move::new(from, to, kind)));
        moves.push(Move::new(from, to, MoveKind::Promotion(Role::Queen)));
    }
    moves
}

/// Checks the results for many positions against those for each, and that nothing is written around the
/// output.
pub fn prop_engine_batches_equal_oracle(kernel: &dyn EngineCalls, positions: &[Position], offset: usize) {
    let name = kernel.name();
    let mut white = Guarded::new([0xaa; 6], positions.len(), offset);
    let mut black = Guarded::new([0x55; 6], positions.len(), offset ^ 1);
    kernel.batch_attacks_by_role_of_both(positions, white.slice(), black.slice());
    let (white, black) = (white.written(name, "attacks by role"), black.written(name, "attacks by role"));
    let canary = check_info_of(0xaa55, 0, ByColor::default(), ByColor::default(), ByRole::default());
    let mut info = Guarded::new(canary, positions.len(), offset);
    kernel.batch_check_info(positions, info.slice());
    let info = info.written(name, "check info");
    prop_keys_of_many_equal_oracle(kernel, positions, &expected_keys(positions), offset);
    // Two positions of each batch, because the oracle writes every legal move in many ways.
    for position in positions.iter().take(2) {
        san::prop_moves_in_san_equal_oracle(kernel, position);
        san::prop_games_are_read(kernel, position, offset);
    }
    let playable = || positions.iter().filter_map(|each| Some((*each, *oracle::legal_moves(each).last()?)));
    let moves: Vec<_> = playable().map(|(_, chess_move)| chess_move).collect();
    let mut next = Guarded::new(Position::START, moves.len(), offset);
    next.slice().iter_mut().zip(playable()).for_each(|(place, (position, _))| *place = position);
    kernel.batch_play(next.slice(), &moves);
    for (next, (position, chess_move)) in next.written(name, "play").iter().zip(playable()) {
        let expected = oracle::play(&position, chess_move);
        same!(kernel, position, "batch_play", *next, expected, chess_move);
    }
    for (index, position) in positions.iter().enumerate() {
        let expected = Color::ALL.map(|color| oracle::attacks_by_role(position, color, position.occupied()));
        same!(
            kernel,
            position,
            "batch_attacks_by_role_of_both",
            [white[index], black[index]],
            expected,
            index
        );
        same!(kernel, position, "batch_check_info", info[index], oracle::check_info(position), index);
    }
}

/// Checks the keys of many positions, and that nothing is written around them.
pub fn prop_keys_of_many_equal_oracle(
    kernel: &dyn EngineCalls,
    positions: &[Position],
    expected: &[[u64; 2]],
    offset: usize,
) {
    let name = kernel.name();
    let mut keys = Guarded::new(0xaa55, positions.len(), offset);
    kernel.batch_zobrist_keys(positions, &engine_keys(), keys.slice());
    let keys = keys.written(name, "keys");
    let mut polyglot_keys = Guarded::new(0x55aa, positions.len(), offset ^ 1);
    kernel.batch_polyglot_keys(positions, polyglot_keys.slice());
    let polyglot_keys = polyglot_keys.written(name, "Polyglot keys");
    for (index, (position, [expected, of_polyglot])) in positions.iter().zip(expected).enumerate() {
        same!(kernel, position, "batch_zobrist_keys", keys[index], *expected, index);
        same!(kernel, position, "batch_polyglot_keys", polyglot_keys[index], *of_polyglot, index);
    }
}

/// Returns the keys that [`prop_keys_of_many_equal_oracle`] expects.
pub fn expected_keys(positions: &[Position]) -> Vec<[u64; 2]> {
    let (numbers, of_files) = (engine_key_numbers(), of_files());
    let key = |position: &Position| oracle::key_by_file(position, &numbers, &of_files);
    positions.iter().map(|position| [key(position), position.polyglot_key()]).collect()
}

/// Checks that the calls do not panic for invalid positions.
pub fn prop_engine_calls_of_nonsense_do_not_panic(
    kernel: &dyn EngineCalls,
    words: &mut Words,
    nonsense: &Position,
) {
    let info = kernel.check_info(nonsense);
    kernel.null_move(nonsense);
    let node = kernel.node_info(nonsense);
    kernel.checkers(nonsense);
    kernel.has_legal_moves(nonsense);
    kernel.has_legal_moves_with(nonsense, &info);
    kernel.batch_polyglot_keys(&[*nonsense; 16], &mut [0; 16]);
    for _ in 0..50 {
        kernel.legal_moves_from_to(nonsense, words.board(), words.board(), 32);
        let chess_move = Move::from_bits(words.word() as u16);
        kernel.is_legal(nonsense, chess_move);
        kernel.destinations(nonsense, chess_move.from());
        for role in Role::ALL {
            kernel.origins(nonsense, role, chess_move.to());
        }
        kernel.batch_play(&mut [*nonsense], &[chess_move]);
        kernel.is_legal_with(nonsense, &info, chess_move);
        kernel.is_legal_with_node(nonsense, &node, chess_move);
        kernel.gives_check(nonsense, chess_move);
        kernel.gives_check_with(nonsense, &info, chess_move);
        let values = [i32::MIN, i32::MAX, words.word() as i32, 0, -1, i32::MAX];
        kernel.see(nonsense, chess_move, &values);
        kernel.see_at_least(nonsense, chess_move, &values, words.word() as i32);
        kernel.see_at_least_with(nonsense, &info, chess_move, &values, words.word() as i32);
    }
}
