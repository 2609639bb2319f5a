//! Lists of moves from candidates: every move that the pieces of a side could make, 64 in a vector.
//!
//! A candidate is a byte with the destination square of a possible move. Four vectors have room for the candidates of
//! an ordinary side in any position:
//!
//! ```text
//! vector 1    8 pawns: one step | two steps | east | west | the king's 8 steps | 8 leaps for each of 3 knights
//! vector 2    8 squares of each ray: two rooks or queens, 4 rays each
//! vector 3    the same for two bishops or queens along their diagonals
//! vector 4    the third of each
//! ```
//!
//! 1. Compress the squares of each kind of piece into a short list, in [0x88](https://www.chessprogramming.org/0x88)
//!    notation. In this notation one AND shows whether a step has left the board.
//! 2. Spread the lists over the vector by one permutation, and move every candidate by one addition.
//! 3. Look up 64 destinations at once with `vpshufbitqmb`, which has one set of squares for each eight candidates. For
//!    pawns, king and knights the result is the mask of the legal moves.
//! 4. For rays, add. With one bit for each square of a ray, the nearest lowest, let `e` be the empty squares and `s`
//!    the lowest bit if the slider may move along this ray. Then `(e + s) ^ e` are the squares up to and including the
//!    first piece. One 64-bit addition computes eight rays. No carry leaves a byte, because the eighth square of a ray
//!    is always off the board and therefore not empty.
//! 5. Compress the legal moves with `vpcompressb`, and store 32 moves at once.
//!
//! No step loops over pieces, so no branch depends on their number, and checks and pins are only masks. A side with
//! more pieces than slots is listed by [lines](super::lines).

mod avx512;

use super::lines::{Lines, avx2::InRegisters};
use super::{MoveLists, Outlined, Places, Selection, castlings, en_passant};
use crate::cpu::proof::{Has, cpu_feature};
use crate::lanes::DirectionLanes;
use crate::lanes::avx512::{Avx512Level, Avx512X8};
use crate::position::{Position, state};
use crate::positions::directions::{InDirections, king};
use crate::positions::sides::{Pieces, Sides};
use crate::positions::words::{Word, word, words};

/// Lists of moves from candidates.
#[derive(Clone, Copy, Debug)]
pub struct Candidates;

/// The number of slots for pawns (`PAWNS`) and for each other kind of piece (`OTHERS`).
const PAWNS: u32 = 8;
const OTHERS: u32 = 3;

/// Returns a step of some files and ranks in 0x88 notation.
const fn x88(files: i32, ranks: i32) -> u8 {
    (files + 16 * ranks) as u8
}

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const LEAPS: [(i32, i32); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (-1, -2), (-2, -1), (1, -2), (2, -1)];

/// One byte for each candidate.
#[repr(C, align(64))]
struct Bytes([u8; 64]);

/// All squares in 0x88 notation.
static SQUARES: Bytes = Bytes({
    let mut squares = [0; 64];
    let mut square = 0;
    while square < 64 {
        squares[square] = x88(square as i32 % 8, square as i32 / 8);
        square += 1;
    }
    squares
});

/// The bit matrix that turns 0x88 notation into the number of a square. Bit 7 becomes bit 6, which is bit 12 of a move:
/// the kind of a double push.
const FOLD: u64 = 0x0102_0410_2040_8000;

/// The bits of squares off the board.
const OFF_BOARD: u8 = 0x88;
/// An empty slot of pawns. It is so far east of the board that no step leads back to it.
const NO_PAWN: u8 = 0x0c;
/// An empty slot of knights. It is so far north of the board that no leap leads back to it.
const NO_KNIGHT: u8 = 0xc0;

/// The constants of the first vector, for one side to move.
#[repr(C, align(64))]
struct Steps {
    /// The step of each candidate.
    steps: [u8; 64],
    /// The bits that no candidate on the board has. For pawns these are bits of the file only, because the sets have no
    /// squares that a step over the last rank reaches.
    edges: [u8; 64],
    /// The index of each candidate's piece in the list of pawns (0..8), knights (8..11) and the king (11).
    places: [u8; 64],
    pawns: PawnSteps,
}

/// The constants of pawn moves, in the order one step, two steps, east, west.
#[repr(C, align(32))]
struct PawnSteps {
    rotations: [u64; 4],
    /// The squares on which the step can end.
    reached: [u64; 4],
    /// For two steps, the rotation from the square between, which must be empty, to the destination.
    between: [u64; 4],
    /// The lane of the line along which a pinned pawn may make this move.
    lines: [u64; 4],
}

const fn steps(forward: i32) -> Steps {
    let pawns: [(i32, i32); 4] = [(0, forward), (0, 2 * forward), (1, forward), (-1, forward)];
    let mut table = Steps {
        steps: [0; 64],
        edges: [0; 64],
        places: [0; 64],
        pawns: PawnSteps {
            rotations: [0; 4],
            reached: [
                u64::MAX,
                if forward > 0 { 0xff << 24 } else { 0xff << 32 },
                !crate::line::A_FILE,
                !crate::line::H_FILE,
            ],
            between: [0, (8 * forward) as u64 % 64, 0, 0],
            lines: if forward > 0 { [1, 1, 2, 3] } else { [1, 1, 3, 2] },
        },
    };
    let mut index = 0;
    while index < 64 {
        let (way, number) = (index / 8, index % 8);
        let (step, place) = match way {
            0..4 => (pawns[way], number),
            4 if number < 4 => (STRAIGHT[number], 11),
            4 => (DIAGONAL[number - 4], 11),
            _ => (LEAPS[number], way + 3),
        };
        table.steps[index] = x88(step.0, step.1);
        table.places[index] = place as u8;
        if way == 1 {
            // The kind of the move; see `FOLD`.
            table.steps[index] ^= 0x80;
        }
        table.edges[index] = if way < 4 { OFF_BOARD & 0x0f } else { OFF_BOARD };
        if number == 0 && way < 4 {
            table.pawns.rotations[way] = (step.0 + 8 * step.1) as u64 % 64;
        }
        index += 1;
    }
    table
}

/// The constants for White and for Black to move.
static STEPS: [Steps; 2] = [steps(1), steps(-1)];

/// The constants of a vector of rays.
#[repr(C, align(64))]
struct Rays {
    steps: [u8; 64],
    /// The index of each candidate's piece in the list of orthogonal (0..8) and diagonal sliders (8..16).
    places: [u8; 64],
    /// The lane with the pins of each ray's line.
    lines: [u64; 8],
}

/// Returns the rays of two sliders, each given by its index in the list and whether it is diagonal.
const fn rays(sliders: [(usize, bool); 2]) -> Rays {
    let mut rays = Rays { steps: [0; 64], places: [0; 64], lines: [0; 8] };
    let mut index = 0;
    while index < 64 {
        let (place, is_diagonal) = sliders[index / 32];
        let ray = index / 8 % 4;
        let (files, ranks) = if is_diagonal { DIAGONAL[ray] } else { STRAIGHT[ray] };
        let far = index as i32 % 8 + 1;
        rays.steps[index] = x88(far * files, far * ranks);
        rays.places[index] = (if is_diagonal { 8 + place } else { place }) as u8;
        rays.lines[index / 8] = (if is_diagonal { 2 + ray % 2 } else { ray % 2 }) as u64;
        index += 1;
    }
    rays
}

static RAYS: [Rays; 3] =
    [rays([(0, false), (1, false)]), rays([(0, true), (1, true)]), rays([(2, false), (2, true)])];

/// Returns whether there is a slot for each piece.
#[inline(always)]
fn has_slots<T: Avx512Level>(own: &Pieces<Word<T>>) -> bool {
    let count = |pieces| word::<T>(pieces).count_ones();
    count(own.pawns) <= PAWNS
        && count(own.knights).max(count(own.orthogonal)).max(count(own.diagonal)) <= OTHERS
}

impl<T> MoveLists<T> for Candidates
where
    T: Outlined
        + Avx512Level
        + Has<cpu_feature!("bmi2")>
        + Has<cpu_feature!("avx512vbmi")>
        + Has<cpu_feature!("avx512vbmi2")>
        + Has<cpu_feature!("avx512bitalg")>
        + Has<cpu_feature!("gfni")>,
{
    #[inline(always)]
    fn write(token: T, position: &Position, selection: &Selection, places: &mut Places<'_>) {
        let sides = Sides::new(token, words::<T>(position));
        if !has_slots(&sides.own) {
            *places = by_lines(token, position, selection, places.take());
            return;
        }
        let (king, _, elsewhere) = king::<Avx512X8<T>>(token, position, &sides);
        let elsewhere = elsewhere.vector;
        let (own, enemy) = (selection.own(sides.own), sides.enemy);
        let king_square = word(own.king).trailing_zeros();
        // The king's square in 0x88 notation.
        let king_byte = (king_square + (king_square & 56)) as u8;
        let empty = !word(sides.occupied);
        let check_mask = word(king.check_mask);
        let targets = check_mask & !word(own.all) & selection.pieces;

        let steps = &STEPS[usize::from(word(sides.state) & state::BLACK_TO_MOVE != 0)];
        let allowed = [empty, word(enemy.all), check_mask & selection.pawns];
        let pawn_sets = avx512::pawn_sets(token, word(own.pawns), elsewhere, allowed, &steps.pawns);
        let pawns = avx512::list(token, word(own.pawns), [NO_PAWN; 4]);
        // The king is the fourth piece in the knights' list.
        let no_knights = [NO_KNIGHT, NO_KNIGHT, NO_KNIGHT, king_byte];
        let knights = avx512::list(token, word(own.knights) & !word(king.pins), no_knights);
        let candidates = avx512::steps(token, [pawns, knights], steps);
        let king_targets = !word(own.all | king.danger) & selection.king;
        let found = avx512::legal_steps(token, candidates, pawn_sets, king_targets, targets);
        let count = found.legal.count_ones() as usize;
        places.put(
            count.min(32),
            #[inline(always)]
            |chunk| avx512::store(token, found, chunk),
        );
        if count > 32 {
            places.put(
                count - 32,
                #[inline(always)]
                |chunk| avx512::store_upper(token, found, chunk),
            );
        }

        let sliders = <Avx512X8<T> as DirectionLanes>::sliders(token, &position.words).vector;
        let free = avx512::free_sliders(token, sliders, word(own.all), elsewhere);
        // The king's square marks an empty slot, because it never holds a slider that may move.
        let sliders = [own.orthogonal, own.diagonal].map(
            #[inline(always)]
            |sliders| avx512::list(token, word(sliders), [king_byte; 4]),
        );
        for rays in &RAYS {
            let candidates = avx512::rays(token, sliders, rays);
            let found = avx512::legal_on_rays(token, candidates, rays, free, empty, targets);
            places.put(
                // At most 28.
                found.legal.count_ones() as usize % 32,
                #[inline(always)]
                |chunk| avx512::store(token, found, chunk),
            );
        }

        places.mark();
        if selection.castling != 0 {
            castlings(&sides, &king, selection.castling, places);
        }
        let promotions = avx512::promotions(token, pawn_sets);
        let passed = word(sides.state) & state::EN_PASSANT != 0 && selection.en_passant;
        if promotions != [0; 3] || passed {
            let passed = if passed { selection.from } else { 0 };
            *places = rare_moves(token, position, promotions, passed, places.take());
        }
    }
}

/// Writes promotions, and en passant captures by the pawns in `capturers`. Their inputs are computed again, so that no
/// register has to keep them until here.
#[cold]
#[inline(never)]
fn rare_moves<'a, T: Outlined + Avx512Level>(
    token: T,
    position: &Position,
    promotions: [u64; 3],
    capturers: u64,
    mut places: Places<'a>,
) -> Places<'a> {
    token.outlined(
        #[inline(always)]
        || {
            let sides = Sides::new(token, words::<T>(position));
            super::promotions(&sides, promotions, &mut places);
            if capturers != 0 {
                let (king, ..) = king::<Avx512X8<T>>(token, position, &sides);
                let pawns = sides.own.pawns & Word::new(capturers);
                let sides = Sides { own: Pieces { pawns, ..sides.own }, ..sides };
                en_passant(&sides, &king, &mut places);
            }
        },
    );
    places
}

/// Writes the moves of a side with more pieces than slots.
#[cold]
#[inline(never)]
fn by_lines<'a, T>(token: T, position: &Position, selection: &Selection, mut places: Places<'a>) -> Places<'a>
where
    T: Outlined + Avx512Level + Has<cpu_feature!("bmi2")>,
{
    token.outlined(
        #[inline(always)]
        || Lines::<InDirections<Avx512X8<T>>, InRegisters>::write(token, position, selection, &mut places),
    );
    places
}
