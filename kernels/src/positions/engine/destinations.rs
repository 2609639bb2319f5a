//! The pseudo-legal destinations of a piece, and the pieces that may move to a square.
//!
//! Programs that read games need the squares of one piece, or the pieces of one role, in an order that no CPU
//! can predict. A branch on the role would be mispredicted most of the time. The functions therefore compute
//! the squares for all roles, those of sliders from one pass over the four lines of the square, and select
//! with a row of masks:
//!
//! ```text
//! masks            rank  file  diagonal  antidiagonal   steps of
//!                                                       knights  kings  pawns
//! pawn              .     .       .           .            .       .      1
//! knight            .     .       .           .            1       .      .
//! bishop            .     .       1           1            .       .      .
//! rook              1     1       .           .            .       .      .
//! king              .     .       .           .            .       1      .
//! queen             1     1       1           1            .       .      .
//! ```
//!
//! The masks are loaded from a table, whose index is computed from the words that contain the square. LLVM
//! makes branches of masks that it can trace back to a bit. With these, `destinations` took 9.8 ns, and 7.2
//! in a later build with the table (random order, `avx512-vbmi`, Intel Xeon, family 6, model 207).
//!
//! Castling is behind one branch, which is taken only for a king (or the square of its rook) with a right to
//! castle.

use crate::Square;
use crate::chess::{Position, Role, state, word};
use crate::formula::Formula;
use crate::lanes::{FourLanes, Lanes, Simd};
use crate::line::{A_FILE, H_FILE};
use crate::positions::castling;
use crate::tables::STEPS_TO;

/// The squares that a role selects: each mask is all ones or 0.
#[repr(C, align(64))]
pub(crate) struct RoleMasks {
    /// In the order of [`LineAttacks::to_array`](crate::LineAttacks::to_array).
    pub(crate) lines: [u64; 4],
    pub(crate) knight: u64,
    pub(crate) king: u64,
    pub(crate) pawn: u64,
}

impl RoleMasks {
    const NONE: Self = Self { lines: [0; 4], knight: 0, king: 0, pawn: 0 };

    /// Returns the masks of a role.
    #[inline(always)]
    pub(crate) fn of(role: Role) -> &'static Self {
        const { assert!(Role::Queen as usize == 4 && Role::King as usize == 5) };
        // The table has king and queen in the other order.
        let index = role as usize;
        &ROLES[(index ^ index >> 2) & 7]
    }

    /// Returns the masks of the piece on a square, and those of a pawn if the square is empty.
    #[inline(always)]
    fn of_piece(words: &[u64; 8], square: Square) -> &'static Self {
        let bit = |word: usize| words[word] >> square.index() & 1;
        let sum =
            bit(word::KNIGHTS) + 2 * bit(word::DIAGONAL) + 3 * bit(word::ORTHOGONAL) + 4 * bit(word::KINGS);
        // The sum is larger than 5 only on a square with more than one piece.
        &ROLES[sum as usize & 7]
    }

    /// Returns the attacks of a slider of this role, or 0 for other roles.
    #[inline(always)]
    pub(crate) fn attacks<T: Simd, F: Formula<T>>(&self, token: T, square: Square, occupied: u64) -> u64 {
        (F::lines(token, square, occupied) & T::FourLanes::load(token, &self.lines)).queen()
    }

    /// Returns all ones for a rook and a queen, and 0 for other roles.
    #[inline(always)]
    pub(crate) fn orthogonal(&self) -> u64 {
        self.lines[0]
    }

    /// Returns all ones for a bishop and a queen, and 0 for other roles.
    #[inline(always)]
    pub(crate) fn diagonal(&self) -> u64 {
        self.lines[2]
    }

    /// Returns the squares that are in both words of sliders, in one or in none of them, as pieces of this
    /// role are.
    #[inline(always)]
    pub(crate) fn sliders(&self, words: &[u64; 8]) -> u64 {
        !(words[word::ORTHOGONAL] ^ self.orthogonal() | words[word::DIAGONAL] ^ self.diagonal())
    }
}

/// The masks of a pawn, knight, bishop, rook, king and queen, in 512 bytes. A queen is in both words of
/// sliders, so the sum of its words is 2 + 3.
pub(crate) static ROLES: [RoleMasks; 8] = [
    RoleMasks { pawn: !0, ..RoleMasks::NONE },
    RoleMasks { knight: !0, ..RoleMasks::NONE },
    RoleMasks { lines: [0, 0, !0, !0], ..RoleMasks::NONE },
    RoleMasks { lines: [!0, !0, 0, 0], ..RoleMasks::NONE },
    RoleMasks { king: !0, ..RoleMasks::NONE },
    RoleMasks { lines: [!0; 4], ..RoleMasks::NONE },
    RoleMasks::NONE,
    RoleMasks::NONE,
];

/// The pieces of a position from the view of the side to move.
#[derive(Clone, Copy)]
pub(crate) struct SideToMove {
    /// 0 if White is to move, and 1 if Black is.
    pub(crate) color: usize,
    pub(crate) own: u64,
    pub(crate) enemy: u64,
    pub(crate) occupied: u64,
    /// The number of bits to rotate by for a step of a pawn.
    pub(crate) forward: u32,
}

impl SideToMove {
    #[inline(always)]
    pub(crate) fn new(position: &Position) -> Self {
        const { assert!(state::BLACK_TO_MOVE == 1 << 32 && word::WHITE == 0 && word::BLACK == 1) };
        let color = (position.words[word::STATE] >> 32 & 1) as usize;
        // Not by index: an array with a variable index stays in memory, also where a caller has its words in
        // registers.
        let [white, black] = [position.words[word::WHITE], position.words[word::BLACK]];
        let own = white ^ (white ^ black) & 0u64.wrapping_sub(color as u64);
        let enemy = own ^ white ^ black;
        Self { color, own, enemy, occupied: own | enemy, forward: 8 + 48 * color as u32 }
    }

    /// Returns the squares on which pawns of the side to move can capture.
    #[inline(always)]
    fn capturable(&self, position: &Position) -> u64 {
        self.enemy | position.words[word::STATE] & state::EN_PASSANT & !self.occupied
    }

    /// Returns the rooks of the side to move that have the right to castle.
    #[inline(always)]
    pub(crate) fn castling_rooks(&self, position: &Position) -> u64 {
        position.castling_rooks() & self.own
    }

    /// Returns whether king and rook are on one rank, and the squares that they pass and reach when castling
    /// are empty apart from these two.
    #[inline(always)]
    fn can_castle(&self, king: Square, rook: Square) -> bool {
        let way = castling::of_king_and_rook(king, rook).way;
        king.rank() == rook.rank() && way & self.occupied & !(king.bit() | rook.bit()) == 0
    }
}

/// Returns the squares beside these.
#[inline(always)]
pub(crate) fn beside(squares: u64) -> u64 {
    (squares & !H_FILE) << 1 | (squares & !A_FILE) >> 1
}

/// Returns the pseudo-legal destinations of the piece of the side to move on `square`.
#[inline(always)]
pub fn destinations<T: Simd, F: Formula<T>>(token: T, position: &Position, square: Square) -> u64 {
    let sides = SideToMove::new(position);
    let role = RoleMasks::of_piece(&position.words, square);
    let slider = role.attacks::<T, F>(token, square, sides.occupied);
    let steps = &STEPS_TO.0[square.index()];
    let forward = square.bit().rotate_left(sides.forward);
    let one = forward & !sides.occupied;
    let fourth_rank = 0xff << (24 + 8 * sides.color);
    let two = one.rotate_left(sides.forward) & !sides.occupied & fourth_rank;
    // The squares that a pawn attacks are those from which enemy pawns attack it.
    let pawns = one | two | steps[sides.color ^ 1] & sides.capturable(position);
    let pieces = (slider | steps[2] & role.knight | steps[7] & role.king) & !sides.own;
    let found = pieces | pawns & role.pawn;
    if sides.castling_rooks(position) & role.king != 0 {
        return found & own(&sides, square) | castling_destinations(position, square);
    }
    found & own(&sides, square)
}

/// Returns all ones if a piece of the side to move is on the square, and 0 otherwise.
#[inline(always)]
fn own(sides: &SideToMove, square: Square) -> u64 {
    0u64.wrapping_sub(sides.own >> square.index() & 1)
}

/// Returns the rooks with which the king can castle. Out of line, because it is rare.
#[cold]
#[inline(never)]
fn castling_destinations(position: &Position, king: Square) -> u64 {
    let sides = SideToMove::new(position);
    if sides.own & king.bit() == 0 {
        return 0;
    }
    crate::square::squares(sides.castling_rooks(position))
        .filter(|&rook| sides.can_castle(king, rook))
        .fold(0, |rooks, rook| rooks | rook.bit())
}

/// The pieces of the side to move that may move to a square, pseudo-legally and without castling. They may
/// include moves to a square with an own piece.
pub(crate) struct Origins {
    pub(crate) pieces: u64,
    pub(crate) pushing_pawns: u64,
    pub(crate) capturing_pawns: u64,
}

impl Origins {
    #[inline(always)]
    pub(crate) fn new<T: Simd, F: Formula<T>>(
        token: T,
        position: &Position,
        sides: &SideToMove,
        role: &RoleMasks,
        to: Square,
    ) -> Self {
        let words = &position.words;
        let steps = &STEPS_TO.0[to.index()];
        let pieces = role.attacks::<T, F>(token, to, sides.occupied) & role.sliders(words)
            | steps[2] & words[word::KNIGHTS] & role.knight
            | steps[7] & words[word::KINGS] & role.king;
        // Pawns push to an empty square, and two steps from their first square.
        let one = (to.bit() & !sides.occupied).rotate_right(sides.forward);
        let second_rank = 0xff << (8 + 40 * sides.color);
        let two = (one & !sides.occupied).rotate_right(sides.forward) & second_rank;
        let capturing = beside((to.bit() & sides.capturable(position)).rotate_right(sides.forward));
        let pawns = words[word::PAWNS] & role.pawn & sides.own;
        Self {
            pieces: pieces & sides.own,
            pushing_pawns: (one | two) & pawns,
            capturing_pawns: capturing & pawns,
        }
    }

    /// Returns all of them.
    #[inline(always)]
    pub(crate) fn all(&self) -> u64 {
        self.pieces | self.pushing_pawns | self.capturing_pawns
    }
}

/// Returns the pieces of the side to move with this role that may move to `to`, pseudo-legally.
#[inline(always)]
pub fn origins<T: Simd, F: Formula<T>>(token: T, position: &Position, role: Role, to: Square) -> u64 {
    let sides = SideToMove::new(position);
    let role = RoleMasks::of(role);
    let origins = Origins::new::<T, F>(token, position, &sides, role, to);
    if sides.castling_rooks(position) & to.bit() & role.king != 0 {
        return castling_origins(position, to);
    }
    origins.all() & !own(&sides, to)
}

/// Returns the king, if it can castle with the rook. Out of line, because it is rare.
#[cold]
#[inline(never)]
fn castling_origins(position: &Position, rook: Square) -> u64 {
    let king = position.king(position.side_to_move());
    king.filter(|&king| SideToMove::new(position).can_castle(king, rook)).map_or(0, Square::bit)
}
