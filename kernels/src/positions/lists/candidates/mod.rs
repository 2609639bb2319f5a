//! Lists of moves from candidates: every move that the pieces of a side could make, 64 in a vector.
//!
//! Without this kernel, `legal_moves` takes 1.82 times as long, by lines in registers (`avx512-vbmi`, Zen 5).
//!
//! A candidate is a byte with the destination square of a possible move. Four vectors have room for the
//! candidates of an ordinary side in any position:
//!
//! ```text
//! vector 1    8 pawns: one step | two steps | east | west | the king's 8 steps | 8 leaps for each of 3 knights
//! vector 2    8 squares of each ray: two rooks or queens, 4 rays each
//! vector 3    the same for two bishops or queens along their diagonals
//! vector 4    the third of each
//! ```
//!
//! 1. Compress the squares of each kind of piece into a short list, in
//!    [0x88](https://www.chessprogramming.org/0x88) notation. In this notation one AND shows whether a step
//!    has left the board.
//! 2. Spread the lists over the vector by one permutation, and move every candidate by one addition.
//! 3. Look up 64 destinations at once with `vpshufbitqmb`, which has one set of squares for each eight
//!    candidates. For pawns, king and knights the result is the mask of the legal moves.
//! 4. For rays, add. With one bit for each square of a ray, the nearest lowest, let `e` be the empty squares
//!    and `s` the lowest bit if the slider may move along this ray. Then `(e + s) ^ e` are the squares up to
//!    and including the first piece. One 64-bit addition computes eight rays. No carry leaves a byte, because
//!    the eighth square of a ray is always off the board and therefore not empty.
//! 5. Compress the legal moves with `vpcompressb`, and store 32 moves at once.
//!
//! No step loops over pieces, so no branch depends on their number, and checks and pins are only masks. A
//! side with more pieces than slots is listed by [lines](super::lines).

mod avx512;

use super::lines::{Lines, avx2::InRegisters};
use super::{MoveLists, Places, Promoted, Selection, castlings, en_passant};
use crate::arrays::MapEach;
use crate::chess::{Position, state};
use crate::lanes::avx512::{Avx512Level, Avx512X8};
use crate::lanes::{Outlined, align_frame};
use crate::levels::proof::{Has, cpu_feature};
use crate::line::A_FILE;
use crate::positions::castling::castling_rooks;
use crate::positions::directions::{InDirections, king};
use crate::positions::en_passant::en_passant_pawns;
use crate::positions::sides::{Pieces, Sides};
use crate::positions::words::{Word, word, words};
use crate::steps::LEAPS;
use crate::{Line, Square, squares};

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

/// One byte for each candidate.
#[repr(C, align(64))]
struct CandidateBytes([u8; 64]);

/// All squares in 0x88 notation.
static SQUARES_0X88: CandidateBytes = CandidateBytes({
    let mut squares = [0; 64];
    let mut square = 0;
    while square < 64 {
        squares[square] = x88(square as i32 % 8, square as i32 / 8);
        square += 1;
    }
    squares
});

/// The bit matrix that turns 0x88 notation into the number of a square. Bit 7 becomes bit 6, which is bit 12
/// of a move: the kind of a double push.
const FOLD: u64 = 0x0102_0410_2040_8000;

/// The bits of squares off the board.
const OFF_BOARD: u8 = 0x88;
/// An empty slot of pawns. It is so far east of the board that no step leads back to it.
const NO_PAWN: u8 = 0x0c;
/// An empty slot of knights. It is so far north of the board that no leap leads back to it.
const NO_KNIGHT: u8 = 0xc0;

/// The constants of the first vector, for one side to move.
#[repr(C, align(64))]
struct CandidateSteps {
    /// The step of each candidate.
    steps: [u8; 64],
    /// The bits that no candidate on the board has. For pawns these are bits of the file only, because the
    /// sets have no squares that a step over the last rank reaches.
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

const fn steps(forward: i32) -> CandidateSteps {
    let pawns: [(i32, i32); 4] = [(0, forward), (0, 2 * forward), (1, forward), (-1, forward)];
    let mut table = CandidateSteps {
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
            _ => ((LEAPS[number].0 as i32, LEAPS[number].1 as i32), way + 3),
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
static STEPS: [CandidateSteps; 2] = [steps(1), steps(-1)];

/// The constants of a vector of rays.
#[repr(C, align(64))]
struct Rays {
    steps: [u8; 64],
    /// The index of each candidate's piece in the list of orthogonal (0..8) and diagonal sliders (8..16).
    places: [u8; 64],
}

/// Returns the rays of two sliders, each given by its index in the list and whether it is diagonal.
const fn rays(sliders: [(usize, bool); 2]) -> Rays {
    let mut rays = Rays { steps: [0; 64], places: [0; 64] };
    let mut index = 0;
    while index < 64 {
        let (place, is_diagonal) = sliders[index / 32];
        let ray = index / 8 % 4;
        let (files, ranks) = if is_diagonal { DIAGONAL[ray] } else { STRAIGHT[ray] };
        let far = index as i32 % 8 + 1;
        rays.steps[index] = x88(far * files, far * ranks);
        rays.places[index] = (if is_diagonal { 8 + place } else { place }) as u8;
        index += 1;
    }
    rays
}

static RAYS: [Rays; 3] =
    [rays([(0, false), (1, false)]), rays([(0, true), (1, true)]), rays([(2, false), (2, true)])];

/// The lowest bits of the rays of the first two sliders of a kind, and of the third, given their number.
/// Those of the third are in the lower half.
const STARTS: [[u64; 2]; 4] = [[0, 0], [HALF, 0], [A_FILE, 0], [A_FILE, HALF]];
const HALF: u64 = A_FILE >> 32;

/// The pieces for which there is a slot each.
#[derive(Clone, Copy)]
struct InSlots {
    pawns: u64,
    knights: u64,
    orthogonal: u64,
    diagonal: u64,
    king: Square,
}

impl InSlots {
    /// Returns `None` if there are more pieces than slots.
    #[inline(always)]
    fn new<T: Avx512Level>(own: &Pieces<Word<T>>) -> Option<Self> {
        let count = |pieces| word::<T>(pieces).count_ones();
        let fit = count(own.pawns) <= PAWNS
            && count(own.knights).max(count(own.orthogonal)).max(count(own.diagonal)) <= OTHERS;
        fit.then_some(Self {
            pawns: word(own.pawns),
            knights: word(own.knights),
            orthogonal: word(own.orthogonal),
            diagonal: word(own.diagonal),
            king: Square::new_masked(word(own.king).trailing_zeros() as u8),
        })
    }

    /// Keeps the pieces on some squares, and the king.
    #[inline(always)]
    fn on(self, squares: u64) -> Self {
        Self {
            pawns: self.pawns & squares,
            knights: self.knights & squares,
            orthogonal: self.orthogonal & squares,
            diagonal: self.diagonal & squares,
            ..self
        }
    }

    /// Returns the king's square in 0x88 notation.
    #[inline(always)]
    fn king_byte(&self) -> u8 {
        let square = self.king.index() as u8;
        square + (square & 56)
    }

    /// Returns the lowest bits of the rays along which the sliders may move, for each vector of rays.
    #[inline(always)]
    fn starts(&self) -> [u64; 3] {
        let [orthogonal, diagonal] = [self.orthogonal, self.diagonal].map_each(
            #[inline(always)]
            |sliders| STARTS[sliders.count_ones() as usize % STARTS.len()],
        );
        [orthogonal[0], diagonal[0], orthogonal[1] | diagonal[1] << 32]
    }

    /// Returns the lowest bits of the rays if a slider is pinned.
    #[inline(always)]
    fn pinned_starts(&self, pins: u64) -> [u64; 3] {
        let orthogonal = pinned_starts([Line::Rank, Line::File], self.orthogonal, pins, self.king);
        let diagonal = pinned_starts([Line::Diagonal, Line::Antidiagonal], self.diagonal, pins, self.king);
        [orthogonal.0, diagonal.0, orthogonal.1 | diagonal.1 << 32]
    }
}

/// Returns the lowest bits of the rays of the first two sliders, and of the third, if some are pinned. The
/// result is not an array, because it is then in registers.
#[cold]
#[inline(never)]
fn pinned_starts(lines: [Line; 2], sliders: u64, pins: u64, king: Square) -> (u64, u64) {
    // The rays of the first line are the first and the third, and those of the second line the others.
    const RAYS: [u64; 2] = [0x0001_0001, 0x0100_0100];
    let mut starts = [0; 3];
    for (from, starts) in squares(sliders).zip(&mut starts) {
        for (line, rays) in lines.into_iter().zip(RAYS) {
            let is_free = pins & from.bit() == 0 || line.through(from) & king.bit() != 0;
            *starts |= if is_free { rays } else { 0 };
        }
    }
    let [first, second, third] = starts;
    (first | second << 32, third)
}

/// Returns the candidates on the rays of all sliders.
#[inline(always)]
fn all_rays<T: Features>(token: T, own: &InSlots) -> [avx512::OnRays; 3] {
    let sliders = [avx512::list(token, own.orthogonal), avx512::list(token, own.diagonal)];
    let [first, second, third] = &RAYS;
    // Not written with `map`, which is a call that passes vectors in memory.
    [
        avx512::rays(token, sliders, first),
        avx512::rays(token, sliders, second),
        avx512::rays(token, sliders, third),
    ]
}

/// The squares where pieces may move.
#[derive(Clone, Copy)]
struct Allowed {
    /// The sets of the first vector.
    sets: avx512::Sets,
    /// The targets of sliders.
    pieces: u64,
    pins: u64,
}

/// Writes the normal moves and double pushes, for whose stores room is reserved.
///
/// The order of the instructions matters on Zen 4, where those that wait for others fill its queues. With the
/// sliders' lists after the first vector this takes 1.2 times as long, and with all lookups on rays before
/// it, 1.1 times.
#[inline(always)]
fn store<T: Features>(
    token: T,
    own: &InSlots,
    rays: [avx512::OnRays; 3],
    sides: &Sides<Word<T>>,
    allowed: Allowed,
    places: &mut Places<'_>,
) {
    let Allowed { sets, pieces, pins } = allowed;
    let starts =
        if (own.orthogonal | own.diagonal) & pins == 0 { own.starts() } else { own.pinned_starts(pins) };

    let pawns = avx512::list_or(token, own.pawns, [NO_PAWN; 4]);
    // The king is the fourth piece in the knights' list.
    let no_knights = [NO_KNIGHT, NO_KNIGHT, NO_KNIGHT, own.king_byte()];
    let knights = avx512::list_or(token, own.knights & !pins, no_knights);
    let steps = avx512::legal_steps(token, [pawns, knights], steps_of(sides), sets);
    put(token, steps, places);

    let empty = !word(sides.occupied);
    for (on_rays, starts) in rays.into_iter().zip(starts) {
        let candidates = avx512::on_board(token, on_rays, own.king.index() as u8);
        let empty = avx512::on_squares(token, candidates, empty);
        let reached = empty.wrapping_add(starts) ^ empty;
        // At most 28.
        put(token, avx512::legal_on_rays(token, candidates, reached, pieces), places);
    }
    let count = steps.legal.count_ones() as usize;
    if count > 32 {
        places.put(
            count - 32,
            #[inline(always)]
            |chunk| avx512::store_upper(token, steps, chunk),
        );
    }
    places.mark();
    places.begin_with(steps.legal);
}

/// Writes the first 32 of the moves that were found.
#[inline(always)]
fn put<T: Features>(token: T, found: avx512::Found, places: &mut Places<'_>) {
    places.put(
        found.legal.count_ones() as usize,
        #[inline(always)]
        |chunk| avx512::store(token, found, chunk),
    );
}

/// The number of moves in the stores of all vectors.
const RESERVED: usize = 4 * 32;

/// A level with the CPU features of these lists.
trait Features:
    Outlined
    + Avx512Level
    + Has<cpu_feature!("bmi2")>
    + Has<cpu_feature!("avx512vbmi")>
    + Has<cpu_feature!("avx512vbmi2")>
    + Has<cpu_feature!("avx512bitalg")>
    + Has<cpu_feature!("gfni")>
{
}

impl<T> Features for T where
    T: Outlined
        + Avx512Level
        + Has<cpu_feature!("bmi2")>
        + Has<cpu_feature!("avx512vbmi")>
        + Has<cpu_feature!("avx512vbmi2")>
        + Has<cpu_feature!("avx512bitalg")>
        + Has<cpu_feature!("gfni")>
{
}

/// Returns the constants of the side to move.
#[inline(always)]
fn steps_of<T: Features>(sides: &Sides<Word<T>>) -> &'static CandidateSteps {
    &STEPS[usize::from(word(sides.state) & state::BLACK_TO_MOVE != 0)]
}

impl<T: Features> MoveLists<T> for Candidates {
    #[inline(always)]
    fn write(token: T, position: &Position, selection: &Selection, places: &mut Places<'_>) {
        align_frame::<T>();
        let sides = Sides::new(token, words::<T>(position));
        let Some(own) = InSlots::new(&sides.own) else {
            *places = by_lines(token, position, selection, places.take());
            return;
        };
        if !places.reserve(RESERVED) {
            return;
        }
        let own = own.on(selection.from);
        let rays = all_rays(token, &own);
        let (king, _, elsewhere) = king::<Avx512X8<T>>(token, position, &sides);
        let check_mask = word(king.check_mask);
        let allowed = [!word(sides.occupied), word(sides.enemy.all), check_mask & selection.pawns];
        let pawns = avx512::pawn_sets(token, own.pawns, elsewhere.vector, allowed, &steps_of(&sides).pawns);
        let king_targets = !word(sides.own.all | king.danger) & selection.king;
        let pieces = check_mask & !word(sides.own.all) & selection.pieces;
        let sets = avx512::sets(token, pawns, king_targets, pieces);
        store(token, &own, rays, &sides, Allowed { sets, pieces, pins: word(king.pins) }, places);

        if selection.castling != 0 {
            castlings(own.king, word(castling_rooks(&sides, &king)) & selection.castling, places);
        }
        let passed = word(sides.state) & state::EN_PASSANT != 0 && selection.en_passant;
        if avx512::are_promotions(token, pawns) | passed {
            let passed = if passed { selection.from } else { 0 };
            let promotions = (avx512::promotions(token, pawns), selection.steps_become);
            *places = rare_moves(token, position, promotions, passed, places.take());
        }
    }
}

/// Writes promotions, and en passant captures by the pawns in `capturers`. Their inputs are computed again,
/// so that no register has to keep them until here.
#[cold]
#[inline(never)]
fn rare_moves<'a, T: Features>(
    token: T,
    position: &Position,
    (promotions, steps_become): ([u64; 3], Promoted),
    capturers: u64,
    mut places: Places<'a>,
) -> Places<'a> {
    token.outlined(
        #[inline(always)]
        || {
            let sides = Sides::new(token, words::<T>(position));
            super::promotions(word(sides.backward) as u32, promotions, steps_become, &mut places);
            if capturers != 0 {
                let (king, ..) = king::<Avx512X8<T>>(token, position, &sides);
                let pawns = sides.own.pawns & Word::new(capturers);
                let sides = Sides { own: Pieces { pawns, ..sides.own }, ..sides };
                let pawns = word(en_passant_pawns(&sides, &king));
                en_passant(pawns, word(sides.state), &mut places);
            }
        },
    );
    places
}

/// Writes the moves of a side with more pieces than slots.
#[cold]
#[inline(never)]
fn by_lines<'a, T: Features>(
    token: T,
    position: &Position,
    selection: &Selection,
    mut places: Places<'a>,
) -> Places<'a> {
    token.outlined(
        #[inline(always)]
        || Lines::<InDirections<Avx512X8<T>>, InRegisters>::write(token, position, selection, &mut places),
    );
    places
}
