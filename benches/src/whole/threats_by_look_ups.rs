//! Threats by lookups and loops over bits, as in engines and trainers without vectors.
//!
//! The kinds of threats are constants, as in engines, so the compiler removes the others. Threats are written
//! as the same four bytes as those of quadline, one position after the other.
//!
//! The input is that of quadline: the bitboards of a [`Position`]. For all threats of a position, the bytes
//! of all 64 squares are written first, with 32 PDEPs. That is faster than finding the piece on each attacked
//! square by the bits of four bitboards. For the changes by a move, which name only about nine pieces, the
//! bits are faster.
//!
//! How often the same positions are repeated matters more than the loop. CPUs learn the branches of 4,000
//! positions in the same order again and again; shapes of 65,536 positions are nearer to programs.

use std::sync::LazyLock;

use quadline_kernels::threats::{MAX_THREATS, Threat};
use quadline_kernels::{Color, Move, MoveKind, Piece, Position, Role, Square};

use super::results::{each_inputs, write_by};
use super::task::LAYOUT;
use super::{ENGINES_KINDS, WholePositions};
use crate::by_look_ups::each_square as each;
use crate::generator::Single;

/// Tables other than those of the sliders.
struct Tables {
    knight: [u64; 64],
    king: [u64; 64],
    /// By color.
    pawn: [[u64; 64]; 2],
    /// The squares from a square through another one to the edge of the board.
    rays: Box<[[u64; 64]; 64]>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let ray = |from: Square, through: Square| {
        let is_behind = |a: Square, b: Square, c: Square| quadline::between(a, c) & b.bit() != 0;
        let is_on =
            |&to: &Square| to == through || is_behind(from, through, to) || is_behind(from, to, through);
        let squares = Square::ALL.into_iter().filter(is_on).fold(0, |set, to| set | to.bit());
        if quadline::constant::queen_attacks(from, 0) & through.bit() != 0 { squares } else { 0 }
    };
    let rays: Vec<_> = Square::ALL.map(|from| Square::ALL.map(|through| ray(from, through))).into();
    Tables {
        knight: Square::ALL.map(quadline::knight_attacks),
        king: Square::ALL.map(quadline::king_attacks),
        pawn: Color::ALL.map(|color| Square::ALL.map(|from| quadline::pawn_attacks(color, from))),
        rays: rays.try_into().expect("64 squares"),
    }
});

/// Returns the pieces of the roles that a role attacks.
#[inline(always)]
fn targets(position: &Position, attacker: Role) -> u64 {
    let mut set = 0;
    for attacked in Role::ALL {
        if ENGINES_KINDS.contains(attacker, attacked) {
            set |= position.role(attacked);
        }
    }
    set
}

/// A board on which the pieces on occupied squares are looked up.
trait PieceAt: Copy {
    /// Returns the piece on an occupied square.
    fn piece_at(self, square: Square) -> Piece;
}

/// A board of bytes.
#[derive(Clone, Copy)]
struct Bytes<'a>(&'a [u8; 64]);

impl PieceAt for Bytes<'_> {
    #[inline(always)]
    fn piece_at(self, square: Square) -> Piece {
        let piece = Piece::from_byte(self.0[square.index()]);
        // SAFETY: the squares are occupied, and the board of bytes represents the same position.
        unsafe { piece.unwrap_unchecked() }
    }
}

/// The bits of the bytes of the pieces as bitboards.
#[derive(Clone, Copy)]
struct Bits([u64; 4]);

impl Bits {
    #[inline(always)]
    fn new(position: &Position) -> Self {
        let (diagonal, orthogonal) = (position.diagonal_sliders(), position.orthogonal_sliders());
        Self([
            position.pawns() | diagonal,
            position.knights() | position.kings() | diagonal & !orthogonal,
            orthogonal | position.kings(),
            position.black(),
        ])
    }

    /// Returns the bytes of all squares.
    #[inline(always)]
    fn bytes<S: Single>(self, slider: S) -> [u8; 64] {
        let mut bytes = [0; 64];
        for (rank, bytes) in bytes.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let [a, b, c, d] = self.0;
            let bits = slider.spread(a >> (8 * rank), 0)
                | slider.spread(b >> (8 * rank), 1)
                | slider.spread(c >> (8 * rank), 2)
                | slider.spread(d >> (8 * rank), 3);
            *bytes = bits.to_le_bytes();
        }
        bytes
    }
}

impl PieceAt for Bits {
    #[inline(always)]
    fn piece_at(self, square: Square) -> Piece {
        let ([a, b, c, d], index) = (self.0, square.index());
        let byte = a >> index & 1 | (b >> index & 1) << 1 | (c >> index & 1) << 2 | (d >> index & 1) << 3;
        let piece = Piece::from_byte(byte as u8);
        // SAFETY: the squares are occupied, each by one piece.
        unsafe { piece.unwrap_unchecked() }
    }
}

/// Writes all threats of all positions.
#[inline(always)]
pub(super) fn threats<S: Single>(slider: S, work: &WholePositions, threats: &mut [Threat]) {
    let (tables, mut count) = (&*TABLES, 0);
    for position in &work.positions {
        let bytes = Bits::new(position).bytes(slider);
        count += of_position::<S>(slider, tables, position, Bytes(&bytes), &mut threats[count..]);
    }
}

/// Writes the threats of a position and returns their number.
#[inline(always)]
fn of_position<S: Single>(
    slider: S,
    tables: &Tables,
    position: &Position,
    board: impl PieceAt,
    threats: &mut [Threat],
) -> usize {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    const H_FILE: u64 = A_FILE << 7;
    let places: &mut [Threat; MAX_THREATS] = threats.first_chunk_mut().expect("room for all");
    let first = places.as_mut_ptr();
    // A pointer, because an index was slower by 6%.
    let mut place = first;
    let mut push = |threat: Threat| {
        // SAFETY: each threat is written once, and no board has more of them than there are places.
        unsafe {
            place.write(threat);
            place = place.add(1);
        }
    };
    let occupied = position.occupied();
    for color in Color::ALL {
        let own = position.color(color);
        let pawns = own & position.pawns();
        let attacked = targets(position, Role::Pawn);
        let (west, east, back_west, back_east) = match color {
            Color::White => ((pawns & !A_FILE) << 7, (pawns & !H_FILE) << 9, -7, -9),
            Color::Black => ((pawns & !A_FILE) >> 9, (pawns & !H_FILE) >> 7, 9, 7),
        };
        let attacker = Piece::new(color, Role::Pawn);
        // A macro, because a loop over both directions was slower, and attacks are an expression for each
        // role.
        macro_rules! of_pawns {
            ($attacks:expr, $back:expr) => {
                each(
                    $attacks & attacked,
                    #[inline(always)]
                    |to| {
                        let from = Square::new_masked((to.index() as i8 + $back) as u8);
                        push(Threat { attacker, from, attacked: board.piece_at(to), to });
                    },
                );
            };
        }
        of_pawns!(west, back_west);
        of_pawns!(east, back_east);
        macro_rules! of_role {
            ($role:expr, |$from:ident| $attacks:expr) => {
                let attacked = targets(position, $role);
                let attacker = Piece::new(color, $role);
                each(
                    own & position.role($role),
                    #[inline(always)]
                    |$from| {
                        each(
                            $attacks & attacked,
                            #[inline(always)]
                            |to| push(Threat { attacker, from: $from, attacked: board.piece_at(to), to }),
                        );
                    },
                );
            };
        }
        of_role!(Role::Knight, |from| tables.knight[from.index()]);
        of_role!(Role::Bishop, |from| slider.bishop(from, occupied));
        of_role!(Role::Rook, |from| slider.rook(from, occupied));
        of_role!(Role::Queen, |from| slider.queen(from, occupied));
    }
    // SAFETY: both are pointers to the places, and the second one is not before the first.
    unsafe { place.offset_from_unsigned(first) }
}

/// The numbers of network inputs, as tables.
struct Numbers {
    /// By the bytes of the attacking and the attacked piece.
    bases: [[u32; 16]; 16],
    /// By the role of the attacker, 0 for black pawns, and both squares. 56 KiB.
    pairs: Vec<[[u16; 64]; 64]>,
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
    let mut numbers = Numbers { bases: [[0; 16]; 16], pairs: vec![[[0; 64]; 64]; 7] };
    for (one, other) in (0..=255).map(|bytes| (bytes / 16, bytes % 16)) {
        let pieces = (Piece::from_byte(one), Piece::from_byte(other));
        let (Some(attacker), Some(attacked)) = pieces else { continue };
        let number = |from, to| {
            LAYOUT.input(Threat { attacker, from, attacked, to }, Color::White, Square::A1).unwrap_or(0)
        };
        // No piece on h8 attacks g1, so this is the number of the pieces alone.
        let base = number(Square::H8, Square::G1);
        numbers.bases[usize::from(one)][usize::from(other)] = base;
        let pairs = &mut numbers.pairs[kind_of(one)];
        for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
            let pair = &mut pairs[from.index()][to.index()];
            *pair = (*pair).max(number(from, to).saturating_sub(base) as u16);
        }
    }
    numbers
});

/// Returns the role of a piece's byte plus 1, and 0 for a black pawn.
#[inline(always)]
fn kind_of(piece: u8) -> usize {
    if piece == 9 { 0 } else { usize::from(piece & 7) }
}

/// Writes the network inputs of all positions, which are numbered one by one.
#[inline(always)]
pub(super) fn inputs<S: Single>(slider: S, work: &WholePositions, answers: &mut [u64]) {
    let (tables, numbers) = (&*TABLES, &*NUMBERS);
    let (mut threats, mut count) = ([Threat::NONE; MAX_THREATS], 0);
    write_by!(each_inputs(work, answers), |at, color, places| {
        let position = &work.positions[at];
        if color == Color::White {
            let bytes = Bits::new(position).bytes(slider);
            count = of_position::<S>(slider, tables, position, Bytes(&bytes), &mut threats);
        }
        let king = (position.kings() & position.color(color)).trailing_zeros() as usize;
        let (flip, colors) = ((56 * color as usize) | if king & 4 != 0 { 7 } else { 0 }, 8 * color as u8);
        let mut written = 0;
        for threat in &threats[..count] {
            let (from, to) = (threat.from.index() ^ flip, threat.to.index() ^ flip);
            let (attacker, attacked) =
                (threat.attacker.to_byte() ^ colors, threat.attacked.to_byte() ^ colors);
            let base = numbers.bases[usize::from(attacker & 15)][usize::from(attacked & 15)];
            places[written] = base + u32::from(numbers.pairs[kind_of(attacker)][from][to]);
            // Of two pieces that attack each other in the same way, one is an input.
            let is_like = (attacker ^ attacked) & 7 == 0 && (attacker & 7 != 1 || attacker != attacked);
            written += usize::from(!is_like || from > to);
        }
        written
    });
}

/// Two lists, as in engines.
pub struct Lists {
    /// Added threats.
    pub added: List,
    /// Removed threats.
    pub removed: List,
}

/// A list of threats.
pub struct List {
    places: [Threat; 96],
    count: usize,
}

impl List {
    /// Returns the threats.
    pub fn get(&self) -> &[Threat] {
        &self.places[..self.count]
    }

    #[inline(always)]
    fn push(&mut self, threat: Threat) {
        // SAFETY: there are at most 24 threats by and to each of two pieces, and 8 that pass through a
        // square.
        unsafe { *self.places.get_unchecked_mut(self.count) = threat };
        self.count += 1;
    }
}

impl Lists {
    /// Returns the change of the number of threats. The lists are passed to `black_box`, so the compiler must
    /// write them.
    #[inline(always)]
    fn gained(&self) -> u64 {
        let lists = core::hint::black_box(self);
        lists.added.count.wrapping_sub(lists.removed.count) as u64
    }
}

impl Default for Lists {
    fn default() -> Self {
        let list = || List { places: [Threat::NONE; 96], count: 0 };
        Self { added: list(), removed: list() }
    }
}

/// Computes the threats that the moves change.
#[inline(always)]
pub(super) fn threat_changes<S: Single>(slider: S, work: &WholePositions, counts: &mut [u64]) {
    let (tables, mut lists) = (&*TABLES, Lists::default());
    for (&(index, chosen), count) in work.moves.iter().zip(counts) {
        let position = &work.positions[index];
        of_move::<S>(slider, tables, position, Bits::new(position), chosen, &mut lists);
        *count = lists.gained();
    }
}

#[inline(always)]
fn of_move<S: Single>(
    slider: S,
    tables: &Tables,
    position: &Position,
    board: impl PieceAt,
    chosen: Move,
    lists: &mut Lists,
) {
    let Lists { added, removed } = lists;
    added.count = 0;
    removed.count = 0;
    let (from, to) = (chosen.from(), chosen.to());
    let piece = board.piece_at(from);
    let becomes = match chosen.kind() {
        MoveKind::Promotion(role) => Piece::new(piece.color(), role),
        _ => piece,
    };
    let view = View { tables, position, board, occupied: position.occupied() & !from.bit() };
    let both = from.bit() | to.bit();
    if view.occupied & to.bit() == 0 {
        view.focus::<S>(slider, piece, from, Some(both), removed, added);
        view.focus::<S>(slider, becomes, to, Some(both), added, removed);
    } else {
        let captured = board.piece_at(to);
        view.focus::<S>(slider, piece, from, Some(0), removed, added);
        view.focus::<S>(slider, captured, to, None, removed, added);
        view.focus::<S>(slider, becomes, to, None, added, removed);
    }
}

/// A board with one square treated as empty.
struct View<'a, B> {
    tables: &'a Tables,
    position: &'a Position,
    board: B,
    occupied: u64,
}

impl<B: PieceAt> View<'_, B> {
    /// Adds the threats by and to a piece on a square, and those that pass through the square, except those
    /// that cross both squares of `uncrossed`.
    #[inline(always)]
    fn focus<S: Single>(
        &self,
        slider: S,
        piece: Piece,
        square: Square,
        uncrossed: Option<u64>,
        own: &mut List,
        passing: &mut List,
    ) {
        let Self { tables, position, board, occupied } = *self;
        let (role, index, kinds) = (piece.role(), square.index(), ENGINES_KINDS);
        let (rook, bishop) = (slider.rook(square, occupied), slider.bishop(square, occupied));
        let attacks = match role {
            Role::Pawn => tables.pawn[piece.color() as usize][index],
            Role::Knight => tables.knight[index],
            Role::Bishop => bishop,
            Role::Rook => rook,
            Role::Queen => rook | bishop,
            Role::King => tables.king[index],
        };
        let wanted = match role {
            Role::Pawn => targets(position, Role::Pawn),
            Role::Knight => targets(position, Role::Knight),
            Role::Bishop => targets(position, Role::Bishop),
            Role::Rook => targets(position, Role::Rook),
            Role::Queen => targets(position, Role::Queen),
            Role::King => targets(position, Role::King),
        };
        each(attacks & wanted & occupied, |to| {
            own.push(Threat { attacker: piece, from: square, attacked: board.piece_at(to), to });
        });

        let sliders =
            (rook & position.orthogonal_sliders() | bishop & position.diagonal_sliders()) & occupied;
        let wanted = |attacker: Role| kinds.contains(attacker, role);
        each(sliders, |from| {
            let attacker = board.piece_at(from);
            if let Some(uncrossed) = uncrossed {
                let ray = tables.rays[from.index()][index];
                let seen = ray & (rook | bishop) & occupied;
                let crosses = uncrossed != 0 && ray & uncrossed == uncrossed;
                if let Some(to) = Square::lowest(seen)
                    && !crosses
                {
                    let attacked = board.piece_at(to);
                    if kinds.contains(attacker.role(), attacked.role()) {
                        passing.push(Threat { attacker, from, attacked, to });
                    }
                }
            }
            if wanted(attacker.role()) {
                own.push(Threat { attacker, from, attacked: piece, to: square });
            }
        });

        let mut others = 0;
        if wanted(Role::Knight) {
            others |= tables.knight[index] & position.knights();
        }
        if wanted(Role::King) {
            others |= tables.king[index] & position.kings();
        }
        if wanted(Role::Pawn) {
            let pawns = tables.pawn[0][index] & position.black() | tables.pawn[1][index] & position.white();
            others |= pawns & position.pawns();
        }
        each(others & occupied, |from| {
            own.push(Threat { attacker: board.piece_at(from), from, attacked: piece, to: square });
        });
    }
}
