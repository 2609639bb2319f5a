//! Times the calls of a search against implementations with PEXT tables, or against cozy-chess.
//!
//! Each call is timed with positions and moves of games, in an order that branch predictors cannot learn unless
//! `--fixed-order` is given. The 1,024 positions with their moves and results are in the L2 cache. The
//! PEXT implementations start from the same bitboards and work like engines: lookups for rooks and bishops, a
//! table of 32 KiB for the squares between two others, loops over pieces.

use std::hint::black_box;
use std::time::{Duration, Instant};

use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use quadline_kernels::level::{self, Level, WithLevel};
use quadline_kernels::{CheckInfo, ChecksAndPins, Color, Move, Position, Role, Square, squares};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use crate::generator::Single;
use crate::peers::{Peer, Pext};
use crate::positions::Positions;
use crate::{BenchError, convert, print_line};

/// The options of `calls`.
#[derive(Args, Debug)]
pub struct Options {
    /// Only these levels (names separated by commas)
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    level: Vec<String>,
    /// Only calls whose name contains one of these
    #[arg(long, value_delimiter = ',', value_name = "TEXTS")]
    filter: Vec<String>,
    /// How long to measure each call at each level
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Use the same order in every block, so that branch predictors learn the positions
    #[arg(long)]
    fixed_order: bool,
    /// Real positions, one FEN per line [default: $QUADLINE_POSITIONS, or else random games]
    #[arg(long, value_name = "FILE")]
    positions: Option<std::path::PathBuf>,
}

/// The piece values for exchanges.
pub(crate) const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

/// The inputs of the calls, in separate arrays, so that each call loads only what it reads.
#[derive(Default)]
struct Work {
    positions: Vec<Position>,
    info: Vec<CheckInfo>,
    boards: Vec<cozy_chess::Board>,
    squares: Vec<Square>,
    /// Moves that are legal in these positions or in others.
    proposed: Vec<Move>,
    cozy_proposed: Vec<cozy_chess::Move>,
    /// Legal moves, captures where possible.
    captures: Vec<Move>,
}

/// The number of inputs.
const COUNT: usize = 1024;

fn work(boards: &[cozy_chess::Board]) -> Work {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(27);
    let mut boards = boards.to_vec();
    boards.shuffle(&mut random);
    let mut work = Work::default();
    let mut others: Vec<Move> = vec![Move::default()];
    for board in boards.iter().cycle() {
        let position = convert::from_cozy_chess(board);
        let mut moves = vec![Move::default(); 512];
        let count = position.legal_moves(&mut moves);
        moves.truncate(count);
        let is_capture =
            |chess_move: &Move| position.role_at(chess_move.to()).is_some() && !chess_move.is_castling();
        let captures: Vec<_> = moves.iter().copied().filter(is_capture).collect();
        let proposals = if random.random_ratio(1, 2) { &moves } else { &others };
        let (Some(&proposed), Some(&any)) = (proposals.choose(&mut random), moves.choose(&mut random)) else {
            continue;
        };
        let cozy_proposed = to_cozy(proposed);
        // The moves of cozy-chess do not contain their kind.
        if board.is_legal(cozy_proposed) == moves.contains(&proposed) {
            work.info.push(position.check_info());
            work.positions.push(position);
            work.boards.push(board.clone());
            work.squares.push(Square::new_masked(random.random()));
            work.proposed.push(proposed);
            work.cozy_proposed.push(cozy_proposed);
            work.captures.push(*captures.choose(&mut random).unwrap_or(&any));
        }
        others = moves;
        if work.positions.len() == COUNT {
            break;
        }
    }
    work
}

pub(crate) fn to_cozy(chess_move: Move) -> cozy_chess::Move {
    use cozy_chess::Piece;
    let square = |square: Square| cozy_chess::Square::index(square.index());
    cozy_chess::Move {
        from: square(chess_move.from()),
        to: square(chess_move.to()),
        promotion: chess_move.promotion().map(|role| match role {
            Role::Knight => Piece::Knight,
            Role::Bishop => Piece::Bishop,
            Role::Rook => Piece::Rook,
            _ => Piece::Queen,
        }),
    }
}

/// A call, and the peer's implementation.
trait Call: 'static {
    const NAME: &'static str;
    const PEER: &'static str = "PEXT";
    type Answer: Copy + PartialEq + Default + 'static;
    fn level<L: Level>(level: L, work: &Work, at: usize) -> Self::Answer;
    fn peer(pext: Pext, work: &Work, at: usize) -> Self::Answer;
}

macro_rules! calls {
    ($($(#[$peer:ident])? $name:ident -> $answer:ty { |$level:ident, $work:ident, $at:ident| $ours:expr; |$pext:pat_param, $peer_work:ident, $peer_at:ident| $theirs:expr; })*) => {
        $(
            #[allow(non_camel_case_types)]
            struct $name;
            impl Call for $name {
                const NAME: &'static str = stringify!($name);
                $(const PEER: &'static str = stringify!($peer);)?
                type Answer = $answer;
                #[inline(always)]
                fn level<L: Level>($level: L, $work: &Work, $at: usize) -> $answer { $ours }
                #[inline(always)]
                fn peer($pext: Pext, $peer_work: &Work, $peer_at: usize) -> $answer { $theirs }
            }
        )*
        fn for_each<L: Level>(level: L, pairing: &mut Pairing<'_>) {
            $(pairing.measure::<$name, L>(level);)*
        }
    };
}

calls! {
    attackers_to -> u64 {
        |level, work, at| level.attackers_to(&work.positions[at], work.squares[at], work.positions[at].occupied());
        |pext, work, at| pext_attackers_to(pext, &work.positions[at], work.squares[at], work.positions[at].occupied());
    }
    rook_and_bishop_attacks -> (u64, u64) {
        |level, work, at| level.rook_and_bishop_attacks(work.squares[at], through_rooks(&work.positions[at]), work.positions[at].occupied());
        |pext, work, at| (pext.rook(work.squares[at], through_rooks(&work.positions[at])), pext.bishop(work.squares[at], work.positions[at].occupied()));
    }
    bishop_set_attacks -> u64 {
        |level, work, at| level.bishop_set_attacks(work.positions[at].rooks(), work.positions[at].occupied());
        |pext, work, at| union(work.positions[at].rooks(), |square| pext.bishop(square, work.positions[at].occupied()));
    }
    check_info -> CheckInfo {
        |level, work, at| level.check_info(&work.positions[at]);
        |pext, work, at| pext_check_info(pext, &work.positions[at]);
    }
    attacks_by_role_of_both -> [[u64; 6]; 2] {
        |level, work, at| level.attacks_by_role_of_both(&work.positions[at]);
        |pext, work, at| [pext_attacks_by_role(pext, &work.positions[at], Color::White), pext_attacks_by_role(pext, &work.positions[at], Color::Black)];
    }
    #[cozy_chess] is_legal -> bool {
        |level, work, at| level.is_legal(&work.positions[at], work.proposed[at]);
        |_, work, at| work.boards[at].is_legal(work.cozy_proposed[at]);
    }
    #[cozy_chess] is_legal_with -> bool {
        |level, work, at| level.is_legal_with(&work.positions[at], &work.info[at], work.proposed[at]);
        |_, work, at| work.boards[at].is_legal(work.cozy_proposed[at]);
    }
    gives_check -> bool {
        |level, work, at| level.gives_check(&work.positions[at], work.captures[at]);
        |pext, work, at| pext_gives_check(pext, &work.positions[at], work.captures[at]);
    }
    gives_check_with -> bool {
        |level, work, at| level.gives_check_with(&work.positions[at], &work.info[at], work.captures[at]);
        |pext, work, at| pext_gives_check(pext, &work.positions[at], work.captures[at]);
    }
    see_at_least -> bool {
        |level, work, at| level.see_at_least(&work.positions[at], work.captures[at], &VALUES, 0);
        |pext, work, at| pext_see_at_least(pext, &work.positions[at], work.captures[at], 0);
    }
    see -> i32 {
        |level, work, at| level.see(&work.positions[at], work.captures[at], &VALUES);
        |pext, work, at| pext_see(pext, &work.positions[at], work.captures[at]);
    }
}

/// Returns the occupied squares without rooks, with which engines often compute the attacks of rooks.
#[inline(always)]
fn through_rooks(position: &Position) -> u64 {
    position.occupied() ^ position.rooks()
}

#[inline(always)]
fn union(set: u64, attacks: impl Fn(Square) -> u64) -> u64 {
    let (mut set, mut union) = (set, 0);
    while let Some(square) = Square::lowest(set) {
        union |= attacks(square);
        set &= set - 1;
    }
    union
}

#[inline(always)]
pub(crate) fn pext_attackers_to(
    pext: impl Single,
    position: &Position,
    square: Square,
    occupied: u64,
) -> u64 {
    let pawns = quadline::pawn_attacks(Color::White, square) & position.black()
        | quadline::pawn_attacks(Color::Black, square) & position.white();
    (pext.rook(square, occupied) & position.orthogonal_sliders()
        | pext.bishop(square, occupied) & position.diagonal_sliders()
        | quadline::knight_attacks(square) & position.knights()
        | quadline::king_attacks(square) & position.kings()
        | pawns & position.pawns())
        & occupied
}

/// The usual table of engines, 32 KiB.
static BETWEEN: [[u64; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        table[pair / 64][pair % 64] = quadline::between(Square::ALL[pair / 64], Square::ALL[pair % 64]);
        pair += 1;
    }
    table
};

/// As in Stockfish: the sliders on the king's lines of the empty board, and the pieces between them and the
/// king.
#[inline(always)]
pub(crate) fn pext_check_info(pext: impl Single, position: &Position) -> CheckInfo {
    let occupied = position.occupied();
    let mut info = CheckInfo::default();
    let us = position.side_to_move();
    for color in Color::ALL {
        let (own, enemy) = (position.color(color), position.color(color.opponent()));
        let Some(king) = position.king(color) else { continue };
        let snipers = (pext.rook(king, 0) & position.orthogonal_sliders()
            | pext.bishop(king, 0) & position.diagonal_sliders())
            & enemy;
        let others = occupied ^ snipers;
        for sniper in squares(snipers) {
            let blockers = BETWEEN[king.index()][sniper.index()] & others;
            if blockers != 0
                && blockers & (blockers - 1) == 0
                && BETWEEN[king.index()][sniper.index()] & snipers == 0
            {
                if blockers & own != 0 {
                    info.pinned[color as usize] |= blockers;
                    info.pinners[color as usize] |= sniper.bit();
                } else if color != us {
                    info.discoverers |= blockers;
                }
            }
        }
        if color == us {
            info.checkers = pext_attackers_to(pext, position, king, occupied) & enemy;
        } else {
            let (rook, bishop) = (pext.rook(king, occupied), pext.bishop(king, occupied));
            info.checks = [
                quadline::pawn_attacks(color, king),
                quadline::knight_attacks(king),
                bishop,
                rook,
                rook | bishop,
                0,
            ];
        }
    }
    info
}

/// Checks, pins and dangers of the side to move, with the sliders on the empty board's lines.
#[inline(always)]
pub(crate) fn checks_and_pins_by_look_ups(slider: impl Single, position: &Position) -> ChecksAndPins {
    let us = position.side_to_move();
    let (own, enemy, occupied) = (position.color(us), position.color(us.opponent()), position.occupied());
    let Some(king) = position.king(us) else { return ChecksAndPins::default() };
    let mut found = ChecksAndPins::default();
    let snipers = (slider.rook(king, 0) & position.orthogonal_sliders()
        | slider.bishop(king, 0) & position.diagonal_sliders())
        & enemy;
    for sniper in squares(snipers) {
        let blockers = BETWEEN[king.index()][sniper.index()] & occupied;
        if blockers == 0 {
            found.checkers |= sniper.bit();
        } else if blockers & (blockers - 1) == 0 {
            found.pinned |= blockers & own;
        }
    }
    found.checkers |= quadline::pawn_attacks(us, king) & position.pawns() & enemy;
    found.checkers |= quadline::knight_attacks(king) & position.knights() & enemy;
    found.evasions = match Square::lowest(found.checkers) {
        None => u64::MAX,
        Some(checker) if found.checkers == checker.bit() => {
            checker.bit() | BETWEEN[king.index()][checker.index()]
        }
        Some(_) => 0,
    };
    let without_king = occupied ^ king.bit();
    found.king_danger = quadline_kernels::steps::pawn_attacks(us.opponent(), position.pawns() & enemy)
        | union(position.knights() & enemy, quadline::knight_attacks)
        | union(position.kings() & enemy, quadline::king_attacks)
        | union(position.orthogonal_sliders() & enemy, |square| slider.rook(square, without_king))
        | union(position.diagonal_sliders() & enemy, |square| slider.bishop(square, without_king));
    found
}

#[inline(always)]
pub(crate) fn pext_attacks_by_role(pext: impl Single, position: &Position, color: Color) -> [u64; 6] {
    let (own, occupied) = (position.color(color), position.occupied());
    [
        quadline_kernels::steps::pawn_attacks(color, position.pawns() & own),
        union(position.knights() & own, quadline::knight_attacks),
        union(position.bishops() & own, |square| pext.bishop(square, occupied)),
        union(position.rooks() & own, |square| pext.rook(square, occupied)),
        union(position.queens() & own, |square| pext.rook(square, occupied) | pext.bishop(square, occupied)),
        union(position.kings() & own, quadline::king_attacks),
    ]
}

#[inline(always)]
pub(crate) fn pext_gives_check(pext: impl Single, position: &Position, chess_move: Move) -> bool {
    let next = position.play(chess_move);
    let Some(king) = next.king(next.side_to_move()) else { return false };
    pext_attackers_to(pext, &next, king, next.occupied()) & next.color(position.side_to_move()) != 0
}

/// Returns the first gain, the value of the piece on the square, and the occupied squares afterwards.
#[inline(always)]
fn begin(position: &Position, chess_move: Move) -> (i32, i32, u64) {
    let value = |role: Role| VALUES[role as usize];
    let (from, to) = (chess_move.from(), chess_move.to());
    let captured = position.role_at(to).map_or(0, value);
    let moved = position.role_at(from).map_or(0, value);
    let occupied = position.occupied() & !(from.bit() | to.bit());
    match chess_move.promotion() {
        Some(role) => (captured + value(role) - VALUES[0], value(role), occupied),
        None if chess_move.is_en_passant() => (VALUES[0], moved, occupied & !(1 << (to.index() ^ 8))),
        None => (captured, moved, occupied),
    }
}

/// As in Stockfish, without its rule for pins.
#[inline(always)]
pub(crate) fn pext_see_at_least(
    pext: impl Single,
    position: &Position,
    chess_move: Move,
    threshold: i32,
) -> bool {
    if chess_move.is_castling() {
        return 0 >= threshold;
    }
    let (gain, stands, mut occupied) = begin(position, chess_move);
    let mut swap = gain - threshold;
    if swap < 0 {
        return false;
    }
    swap = stands - swap;
    if swap <= 0 {
        return true;
    }
    let to = chess_move.to();
    let mut attackers = pext_attackers_to(pext, position, to, occupied);
    let mut side = position.side_to_move();
    let mut result = 1;
    let roles = Role::ALL.map(|role| position.role(role));
    loop {
        side = side.opponent();
        attackers &= occupied;
        let own = attackers & position.color(side);
        if own == 0 {
            break;
        }
        result ^= 1;
        let Some(role) = (0..6).find(|&role| own & roles[role] != 0) else { break };
        if role == 5 {
            return (if attackers & !own == 0 { result } else { result ^ 1 }) == 1;
        }
        swap = VALUES[role] - swap;
        if swap < result {
            break;
        }
        let set = own & roles[role];
        occupied ^= set & set.wrapping_neg();
        if matches!(role, 0 | 2 | 4) {
            attackers |= pext.bishop(to, occupied) & position.diagonal_sliders();
        }
        if matches!(role, 3 | 4) {
            attackers |= pext.rook(to, occupied) & position.orthogonal_sliders();
        }
    }
    result == 1
}

/// The complete swap list, evaluated backwards.
#[inline(always)]
pub(crate) fn pext_see(pext: impl Single, position: &Position, chess_move: Move) -> i32 {
    if chess_move.is_castling() {
        return 0;
    }
    let (gain, mut stands, mut occupied) = begin(position, chess_move);
    let mut gains = [0; 33];
    gains[0] = gain;
    let mut last = 0;
    let to = chess_move.to();
    let mut attackers = pext_attackers_to(pext, position, to, occupied);
    let mut side = position.side_to_move().opponent();
    let roles = Role::ALL.map(|role| position.role(role));
    loop {
        attackers &= occupied;
        let own = attackers & position.color(side);
        let Some(role) = (0..6).find(|&role| own & roles[role] != 0) else { break };
        if role == 5 && attackers & !own != 0 {
            break;
        }
        last += 1;
        gains[last] = stands - gains[last - 1];
        stands = VALUES[role];
        let set = own & roles[role];
        occupied ^= set & set.wrapping_neg();
        if matches!(role, 0 | 2 | 4) {
            attackers |= pext.bishop(to, occupied) & position.diagonal_sliders();
        }
        if matches!(role, 3 | 4) {
            attackers |= pext.rook(to, occupied) & position.orthogonal_sliders();
        }
        side = side.opponent();
    }
    while last > 0 {
        gains[last - 1] = -gains[last].max(-gains[last - 1]);
        last -= 1;
    }
    gains[0]
}

/// A row of the table.
struct Row {
    call: &'static str,
    level: &'static str,
    peer: &'static str,
    ratio: f64,
    nanoseconds: f64,
    of_peer: f64,
}

/// Measures a level against the peers.
struct Pairing<'a> {
    work: &'a Work,
    pext: Pext,
    options: &'a Options,
    random: Xoshiro256PlusPlus,
    rows: Vec<Row>,
}

#[inline(never)]
fn by_level<C: Call, L: Level>(level: L, work: &Work, order: &[u16], answers: &mut [C::Answer]) {
    level.vectorize(
        #[inline(always)]
        || {
            for (&at, answer) in order.iter().zip(answers) {
                *answer = C::level(level, work, usize::from(at));
            }
        },
    );
}

#[inline(never)]
fn by_peer<C: Call>(pext: Pext, work: &Work, order: &[u16], answers: &mut [C::Answer]) {
    pext.compiled(
        #[inline(always)]
        || {
            for (&at, answer) in order.iter().zip(answers) {
                *answer = C::peer(pext, work, usize::from(at));
            }
        },
    );
}

impl Pairing<'_> {
    fn measure<C: Call, L: Level>(&mut self, level: L) {
        let filter = &self.options.filter;
        if !filter.is_empty() && !filter.iter().any(|text| C::NAME.contains(text.as_str())) {
            return;
        }
        let work = self.work;
        let mut order: Vec<u16> = (0..work.positions.len() as u16).collect();
        let (mut ours, mut theirs) =
            (vec![C::Answer::default(); order.len()], vec![C::Answer::default(); order.len()]);
        by_level::<C, L>(level, work, &order, &mut ours);
        by_peer::<C>(self.pext, work, &order, &mut theirs);
        if let Some(at) = (0..order.len()).find(|&at| ours[at] != theirs[at]) {
            let (position, call, peer) = (work.positions[at], C::NAME, C::PEER);
            panic!("{call} and {peer} differ: {position:?} {:?} {:?}", work.proposed[at], work.captures[at]);
        }
        let start = Instant::now();
        let mut pairs = Vec::new();
        while start.elapsed() < Duration::from_secs(self.options.seconds) || pairs.len() < 5 {
            // The order changes in each block, so that no predictor learns it.
            if !self.options.fixed_order {
                order.shuffle(&mut self.random);
            }
            let mut times = [0.0; 2];
            let mut blocks = [0, 1];
            blocks.shuffle(&mut self.random);
            for block in blocks {
                let start = Instant::now();
                match block {
                    0 => by_level::<C, L>(level, work, black_box(&order), &mut ours),
                    _ => by_peer::<C>(self.pext, work, black_box(&order), &mut theirs),
                }
                times[block] = start.elapsed().as_nanos() as f64 / order.len() as f64;
                black_box((&ours, &theirs));
            }
            pairs.push(times);
        }
        let median = |value: &dyn Fn(&[f64; 2]) -> f64| {
            let mut values: Vec<f64> = pairs.iter().map(value).collect();
            let middle = values.len() / 2;
            *values.select_nth_unstable_by(middle, f64::total_cmp).1
        };
        self.rows.push(Row {
            call: C::NAME,
            level: L::NAME,
            peer: C::PEER,
            ratio: median(&|times| times[1] / times[0]),
            nanoseconds: median(&|times| times[0]),
            of_peer: median(&|times| times[1]),
        });
    }
}

impl WithLevel for &mut Pairing<'_> {
    type Output = ();

    fn with_level<L: Level>(self, level: L) {
        for_each(level, self);
    }
}

/// Measures and prints a table.
pub fn run(options: &Options) -> Result<(), BenchError> {
    let positions = Positions::find(options.positions.as_deref())?;
    let work = work(&positions.boards);
    let Some(pext) = Pext::detect() else {
        return print_line(format_args!("This CPU has no PEXT, which the calls are compared with."));
    };
    let mut pairing = Pairing {
        work: &work,
        pext,
        options,
        random: Xoshiro256PlusPlus::seed_from_u64(1),
        rows: Vec::new(),
    };
    for level in level::available() {
        if options.level.is_empty() || options.level.iter().any(|name| name == level.name()) {
            level.run(&mut pairing);
        }
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["call", "level", "ns", "peer", "its ns", "ratio"]);
    pairing.rows.sort_by_key(|row| row.call);
    for row in &pairing.rows {
        table.add_row([
            row.call.into(),
            row.level.into(),
            format!("{:.2}", row.nanoseconds),
            row.peer.into(),
            format!("{:.2}", row.of_peer),
            format!("{:.2}", row.ratio),
        ]);
    }
    for column in [2, 4, 5] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    print_line(format_args!("{}\n{table}", positions.source))
}
