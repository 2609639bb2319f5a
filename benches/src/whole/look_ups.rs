//! Threats by lookups and loops over bits, as in engines and trainers without vectors: from bitboards, with a
//! board of bytes next to them.
//!
//! The kinds of threats are constants, as in engines, so the compiler removes the others.

use std::sync::OnceLock;

use quadline_kernels::{Color, Mailbox, Move, MoveKind, Piece, Position, Role, Square, Threat, ThreatKinds};

use super::WholePositions;
use crate::generator::Single;
use crate::shapes::ENGINES_KINDS;

/// Tables other than those of the sliders.
struct Tables {
    knight: [u64; 64],
    king: [u64; 64],
    /// By color.
    pawn: [[u64; 64]; 2],
    /// The squares from a square through another one to the edge of the board.
    rays: Box<[[u64; 64]; 64]>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let squares_at = |from: usize, is: &dyn Fn(i32, i32) -> bool| {
            let away = |to: usize| (to as i32 % 8 - from as i32 % 8, to as i32 / 8 - from as i32 / 8);
            (0..64).filter(|&to| is(away(to).0, away(to).1)).fold(0, |set, to| set | 1 << to)
        };
        let by_square = |is: &dyn Fn(i32, i32) -> bool| core::array::from_fn(|from| squares_at(from, is));
        let mut rays = vec![[0; 64]; 64];
        for (from, through) in (0..64).flat_map(|from| (0..64).map(move |through| (from, through))) {
            let away = |to: i32| (to % 8 - from % 8, to / 8 - from / 8);
            let direction = (away(through).0.signum(), away(through).1.signum());
            let ray = |files: i32, ranks: i32| {
                let distance = files.abs().max(ranks.abs());
                distance > 0 && (files, ranks) == (direction.0 * distance, direction.1 * distance)
            };
            if ray(away(through).0, away(through).1) {
                rays[from as usize][through as usize] = squares_at(from as usize, &ray);
            }
        }
        Tables {
            knight: by_square(&|files, ranks| files * files + ranks * ranks == 5),
            king: by_square(&|files, ranks| files.abs().max(ranks.abs()) == 1),
            pawn: [1, -1].map(|forward| by_square(&|files, ranks| files.abs() == 1 && ranks == forward)),
            rays: rays.try_into().expect("64 squares"),
        }
    })
}

#[inline(always)]
const fn kinds(all: bool) -> ThreatKinds {
    if all { ThreatKinds::ALL } else { ENGINES_KINDS }
}

#[inline(always)]
fn each(mut set: u64, mut show: impl FnMut(Square)) {
    while set != 0 {
        show(Square::new_masked(set.trailing_zeros() as u8));
        set &= set - 1;
    }
}

/// Returns the pieces of the roles that a role attacks.
#[inline(always)]
fn targets<const ALL: bool>(position: &Position, attacker: Role) -> u64 {
    if ALL {
        return position.occupied();
    }
    let mut set = 0;
    for attacked in Role::ALL {
        if kinds(ALL).contains(attacker, attacked) {
            set |= position.role(attacked);
        }
    }
    set
}

#[inline(always)]
fn piece_at(mailbox: &Mailbox, square: Square) -> Piece {
    // SAFETY: the squares are occupied, and the board of bytes represents the same position.
    unsafe { mailbox.piece_at(square).unwrap_unchecked() }
}

/// Writes all threats of all positions.
#[inline(always)]
pub(super) fn threats<S: Single, const ALL: bool>(slider: S, work: &WholePositions, threats: &mut [Threat]) {
    let tables = tables();
    let mut places = threats.iter_mut();
    let mut push = |threat: Threat| {
        if let Some(place) = places.next() {
            *place = threat;
        }
    };
    for (position, mailbox) in work.positions.iter().zip(&work.mailboxes) {
        of_position::<S, ALL>(slider, tables, position, mailbox, &mut push);
    }
}

#[inline(always)]
fn of_position<S: Single, const ALL: bool>(
    slider: S,
    tables: &Tables,
    position: &Position,
    mailbox: &Mailbox,
    push: &mut impl FnMut(Threat),
) {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    const H_FILE: u64 = A_FILE << 7;
    let occupied = position.occupied();
    for color in Color::ALL {
        let own = position.color(color);
        let pawns = own & position.pawns();
        let attacked = targets::<ALL>(position, Role::Pawn);
        let (west, east, back_west, back_east) = match color {
            Color::White => ((pawns & !A_FILE) << 7, (pawns & !H_FILE) << 9, -7, -9),
            Color::Black => ((pawns & !A_FILE) >> 9, (pawns & !H_FILE) >> 7, 9, 7),
        };
        let attacker = Piece::new(color, Role::Pawn);
        for (set, back) in [(west, back_west), (east, back_east)] {
            each(set & attacked, |to| {
                let from = Square::new_masked((to.index() as i8 + back) as u8);
                push(Threat { attacker, from, attacked: piece_at(mailbox, to), to });
            });
        }
        let mut of_role = |role: Role, attacks: &dyn Fn(Square) -> u64| {
            let attacked = targets::<ALL>(position, role);
            let attacker = Piece::new(color, role);
            each(own & position.role(role), |from| {
                each(attacks(from) & attacked, |to| {
                    push(Threat { attacker, from, attacked: piece_at(mailbox, to), to });
                });
            });
        };
        of_role(Role::Knight, &|from| tables.knight[from.index()]);
        of_role(Role::Bishop, &|from| slider.bishop(from, occupied));
        of_role(Role::Rook, &|from| slider.rook(from, occupied));
        of_role(Role::Queen, &|from| slider.queen(from, occupied));
        if ALL {
            of_role(Role::King, &|from| tables.king[from.index()]);
        }
    }
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

impl Default for Lists {
    fn default() -> Self {
        let list = || List { places: [Threat::NONE; 96], count: 0 };
        Self { added: list(), removed: list() }
    }
}

/// Computes the threats that the moves change.
#[inline(always)]
pub(super) fn threat_changes<S: Single, const ALL: bool>(
    slider: S,
    work: &WholePositions,
    counts: &mut [u64],
) {
    let (tables, mut lists) = (tables(), Lists::default());
    for (&(index, chosen), count) in work.moves.iter().zip(counts) {
        let (position, mailbox) = (&work.positions[index], &work.mailboxes[index]);
        of_move::<S, ALL>(slider, tables, position, mailbox, chosen, &mut lists);
        let lists = core::hint::black_box(&lists);
        *count = lists.added.count.wrapping_sub(lists.removed.count) as u64;
    }
}

/// Returns the threats that a move changes, for tests.
pub fn changes<S: Single>(slider: S, position: &Position, chosen: Move, all: bool) -> Lists {
    let (tables, mailbox, mut lists) = (tables(), Mailbox::from(position), Lists::default());
    if all {
        of_move::<S, true>(slider, tables, position, &mailbox, chosen, &mut lists);
    } else {
        of_move::<S, false>(slider, tables, position, &mailbox, chosen, &mut lists);
    }
    lists
}

#[inline(always)]
fn of_move<S: Single, const ALL: bool>(
    slider: S,
    tables: &Tables,
    position: &Position,
    mailbox: &Mailbox,
    chosen: Move,
    lists: &mut Lists,
) {
    let Lists { added, removed } = lists;
    added.count = 0;
    removed.count = 0;
    let (from, to) = (chosen.from(), chosen.to());
    let piece = piece_at(mailbox, from);
    let becomes = match chosen.kind() {
        MoveKind::Promotion(role) => Piece::new(piece.color(), role),
        _ => piece,
    };
    let view = View { tables, position, mailbox, without: from.bit() };
    let both = from.bit() | to.bit();
    if position.occupied() & to.bit() == 0 {
        view.focus::<S, ALL>(slider, piece, from, Some(both), removed, added);
        view.focus::<S, ALL>(slider, becomes, to, Some(both), added, removed);
    } else {
        let captured = piece_at(mailbox, to);
        view.focus::<S, ALL>(slider, piece, from, Some(0), removed, added);
        view.focus::<S, ALL>(slider, captured, to, None, removed, added);
        view.focus::<S, ALL>(slider, becomes, to, None, added, removed);
    }
}

/// A board with one square treated as empty.
struct View<'a> {
    tables: &'a Tables,
    position: &'a Position,
    mailbox: &'a Mailbox,
    without: u64,
}

impl View<'_> {
    /// Adds the threats by and to a piece on a square, and those that pass through the square, except those
    /// that cross both squares of `uncrossed`.
    #[inline(always)]
    fn focus<S: Single, const ALL: bool>(
        &self,
        slider: S,
        piece: Piece,
        square: Square,
        uncrossed: Option<u64>,
        own: &mut List,
        passing: &mut List,
    ) {
        let Self { tables, position, mailbox, without } = *self;
        let (role, index, kinds) = (piece.role(), square.index(), kinds(ALL));
        let occupied = position.occupied() & !without;
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
            Role::Pawn => targets::<ALL>(position, Role::Pawn),
            Role::Knight => targets::<ALL>(position, Role::Knight),
            Role::Bishop => targets::<ALL>(position, Role::Bishop),
            Role::Rook => targets::<ALL>(position, Role::Rook),
            Role::Queen => targets::<ALL>(position, Role::Queen),
            Role::King => targets::<ALL>(position, Role::King),
        };
        each(attacks & wanted & occupied, |to| {
            own.push(Threat { attacker: piece, from: square, attacked: piece_at(mailbox, to), to });
        });

        let sliders =
            (rook & position.orthogonal_sliders() | bishop & position.diagonal_sliders()) & occupied;
        let wanted = |attacker: Role| kinds.contains(attacker, role);
        each(sliders, |from| {
            let attacker = piece_at(mailbox, from);
            if let Some(uncrossed) = uncrossed {
                let ray = tables.rays[from.index()][index];
                let seen = ray & (rook | bishop) & occupied;
                let crosses = uncrossed != 0 && ray & uncrossed == uncrossed;
                if let Some(to) = Square::lowest(seen)
                    && !crosses
                {
                    let attacked = piece_at(mailbox, to);
                    if ALL || kinds.contains(attacker.role(), attacked.role()) {
                        passing.push(Threat { attacker, from, attacked, to });
                    }
                }
            }
            if ALL || wanted(attacker.role()) {
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
            own.push(Threat { attacker: piece_at(mailbox, from), from, attacked: piece, to: square });
        });
    }
}
