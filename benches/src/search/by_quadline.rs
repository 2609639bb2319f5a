//! The search on quadline.

use quadline::ZobristKeys;
use quadline_kernels::level::Level;
use quadline_kernels::threats::{Threat, ThreatKinds};
use quadline_kernels::{Color, Move, MoveSet, Position, Role, Square};

use super::engine::{Game, THREATS, VALUES};

/// The numbers of cozy-chess, so that both sides have the same keys, apart from a constant.
static KEYS: ZobristKeys = {
    // The generator of cozy-chess 0.3: PCG with 128 bits of state and a multiplication only (O'Neill, 2014).
    let mut state = 0x7369_7874_6565_6e20_6279_7465_206e_756d_u128 | 1;
    let (mut numbers, mut castling) = ([0; 781], [[0; 8]; 2]);
    let mut index = 0;
    while index < 793 {
        state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
        let number = ((state >> 64) as u64 ^ state as u64).rotate_right((state >> 122) as u32);
        if index < 8 {
            numbers[772 + index] = number;
        } else if index < 792 {
            let (color, of_color) = ((index - 8) / 392, (index - 8) % 392);
            if of_color < 8 {
                castling[color][of_color] = number;
            } else {
                let (role, square) = ((of_color - 8) / 64, (of_color - 8) % 64);
                numbers[(2 * role + 1 - color) * 64 + square] = number;
            }
        } else {
            numbers[780] = number;
        }
        index += 1;
    }
    ZobristKeys::from_numbers(numbers).by_file(castling)
};

/// The weight of a threat from White's view, by the byte of the attacking piece and the role of the attacked
/// one plus 1, so that the loop over the threats has no branch.
static WEIGHTS: [[i32; 8]; 16] = {
    let (mut weights, mut pair) = ([[0; 8]; 16], 0);
    while pair < 36 {
        let (role, attacked) = (pair / 6, pair % 6);
        weights[role + 1][attacked + 1] = THREATS[role][attacked];
        weights[role + 9][attacked + 1] = -THREATS[role][attacked];
        pair += 1;
    }
    weights
};

/// quadline at a level.
#[derive(Clone)]
pub struct AtLevel<L> {
    level: L,
    position: Position,
    key: u64,
}

impl<L> AtLevel<L> {
    pub fn new(level: L, position: Position) -> Self {
        Self { level, position, key: KEYS.key(&position) }
    }
}

/// The methods of a position, which dispatch.
#[derive(Clone)]
pub struct Methods {
    position: Position,
    key: u64,
}

impl Methods {
    pub fn new(position: Position) -> Self {
        Self { position, key: KEYS.key(&position) }
    }
}

/// Implements the operations for a level and for the methods of a position, which have the same names.
/// `$call` is a macro that calls a function with the position and other arguments.
macro_rules! game_by_quadline {
    ($call:ident) => {
        type Move = Move;
        type Rest = ();
        const NONE: Move = Move::from_bits(0);

        #[inline(always)]
        fn key(&self) -> u64 {
            self.key
        }

        #[inline(always)]
        fn in_check(&self) -> bool {
            $call!(self.checkers()) != 0
        }

        #[inline(always)]
        fn is_legal(&self, chess_move: Move) -> bool {
            $call!(self.is_legal(chess_move))
        }

        #[inline(always)]
        fn status(&self) -> [bool; 2] {
            [self.in_check(), $call!(self.has_legal_moves())]
        }

        #[inline(always)]
        fn moves(&self, moves: &mut [Move]) -> usize {
            $call!(self.legal_moves(moves))
        }

        #[inline(always)]
        fn captures(&self, moves: &mut [Move]) -> usize {
            $call!(self.legal_moves_of(MoveSet::CAPTURES | MoveSet::PROMOTIONS, moves))
        }

        #[inline(always)]
        fn captures_first(&self, moves: &mut [Move], (): &mut ()) -> usize {
            self.captures(moves)
        }

        #[inline(always)]
        fn quiets(&self, moves: &mut [Move], (): &()) -> usize {
            $call!(self.legal_moves_of(MoveSet::QUIETS, moves))
        }

        #[inline(always)]
        fn parts(chess_move: Move) -> (usize, usize, Option<Role>) {
            (chess_move.from().index(), chess_move.to().index(), chess_move.promotion())
        }

        #[inline(always)]
        fn role_at(&self, square: usize) -> Option<Role> {
            self.position.role_at(Square::new_masked(square as u8))
        }

        #[inline(always)]
        fn loses_nothing(&self, chess_move: Move) -> bool {
            $call!(self.see_at_least(chess_move, &VALUES, 0))
        }

        #[inline(always)]
        fn play(&self, chess_move: Move) -> Self {
            let position = self.position.play(chess_move);
            Self { position, key: KEYS.update(self.key, &self.position, &position), ..*self }
        }

        #[inline(always)]
        fn pass(&self) -> Option<Self> {
            let position = $call!(self.null_move())?;
            Some(Self { position, key: KEYS.update(self.key, &self.position, &position), ..*self })
        }

        #[inline(always)]
        fn has_pieces(&self) -> bool {
            let position = &self.position;
            position.color(position.side_to_move()) & !position.pawns() & !position.kings() != 0
        }

        #[inline(always)]
        fn mobility(&self) -> i32 {
            let attacked = $call!(self.attacked_squares());
            let us = self.position.side_to_move();
            attacked[us].count_ones() as i32 - attacked[us.opponent()].count_ones() as i32
        }

        #[inline(always)]
        fn threats(&self) -> i32 {
            const ON_ENEMIES: ThreatKinds = ThreatKinds::ALL.without_defenses();
            let mut threats = [Threat::NONE; 256];
            let count = $call!(self.threats(ON_ENEMIES, &mut threats));
            let of_threat = |threat: &Threat| {
                WEIGHTS[usize::from(threat.attacker.to_byte() & 15)]
                    [usize::from(threat.attacked.to_byte() & 7)]
            };
            let sum: i32 = threats[..count].iter().map(of_threat).sum();
            if self.position.side_to_move() == Color::White { sum } else { -sum }
        }

        fn material(&self) -> i32 {
            let of = |color: Color| {
                let own = self.position.color(color);
                let of_role =
                    |role| (self.position.role(role) & own).count_ones() as i32 * VALUES[role as usize];
                Role::ALL.map(of_role).iter().sum::<i32>()
            };
            let us = self.position.side_to_move();
            of(us) - of(us.opponent())
        }
    };
}

macro_rules! of_level {
    ($game:ident.$function:ident($($argument:expr),*)) => {
        $game.level.$function(&$game.position $(, $argument)*)
    };
}

macro_rules! of_position {
    ($game:ident.$method:ident($($argument:expr),*)) => { $game.position.$method($($argument),*) };
}

impl<L: Level> Game for AtLevel<L> {
    game_by_quadline!(of_level);

    #[inline(always)]
    fn compiled<R>(&self, function: impl FnOnce() -> R) -> R {
        self.level.vectorize(function)
    }
}

// `AtLevel` has a further field, the level.
#[allow(clippy::needless_update)]
impl Game for Methods {
    game_by_quadline!(of_position);
}
