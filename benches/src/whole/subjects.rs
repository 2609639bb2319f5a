//! The inputs of queries besides positions.

use quadline_kernels::{Move, NibbleCodes, NodeInfo, Position, Setup, Square};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use shakmaty::Chess;

use crate::by_look_ups;

/// Defines [`Subjects`] and the same as slices.
macro_rules! subjects {
    ($($(#[$doc:meta])* $field:ident: $type:ty,)*) => {
        /// The inputs of queries besides positions: one of each for each position.
        #[derive(Default)]
        pub struct Subjects {
            $($(#[$doc])* $field: Vec<$type>,)*
        }

        /// The inputs of [`Subjects`] as slices in local variables. The loops would otherwise load the
        /// addresses and lengths of the vectors for each position, because the compiler assumes that results
        /// are written there.
        #[derive(Clone, Copy)]
        pub(super) struct Slices<'a> {
            $(pub(super) $field: &'a [$type],)*
        }

        impl Subjects {
            /// Returns the inputs as slices.
            #[inline(always)]
            pub(super) fn slices(&self) -> Slices<'_> {
                Slices { $($field: &self.$field,)* }
            }
        }
    };
}

subjects! {
    /// Random squares.
    squares: Square,
    /// Moves that are legal in these positions or in others.
    proposed: Move,
    proposed_to_cozy_chess: cozy_chess::Move,
    /// Legal moves, captures if possible.
    moves: Move,
    moves_of_cozy_chess: cozy_chess::Move,
    moves_of_shakmaty: shakmaty::Move,
    nodes: NodeInfo,
    /// The occupied squares and the nibbles of packed boards.
    occupied: u64,
    nibbles: [u8; 16],
    fens: String,
    /// The parts of which positions are assembled.
    setups: Setup,
}

impl Subjects {
    /// Returns only the parts of which positions are assembled.
    pub fn parts(positions: &[Position]) -> Self {
        Self { setups: positions.iter().map(setup_of).collect(), ..Self::default() }
    }

    /// Chooses the inputs for positions that have legal moves.
    ///
    /// # Panics
    ///
    /// Panics if a position has none.
    pub fn choose(
        boards: &[cozy_chess::Board],
        positions: &[Position],
        games: &[Chess],
        random: &mut impl Rng,
    ) -> Self {
        let mut subjects = Self::default();
        let mut others: Vec<Move> = vec![Move::default()];
        for ((board, position), game) in boards.iter().zip(positions).zip(games) {
            let mut moves: Vec<_> = position.moves().to_vec();
            // The order of the moves differs between levels.
            moves.sort_unstable();
            let is_capture =
                |chess_move: &Move| position.role_at(chess_move.to()).is_some() && !chess_move.is_castling();
            let captures: Vec<_> = moves.iter().copied().filter(is_capture).collect();
            let any = *moves.choose(random).expect("a position with legal moves");
            let proposals = if random.random_ratio(1, 2) { &moves } else { &others };
            let proposed = *proposals.choose(random).expect("positions with legal moves");
            // The moves of cozy-chess do not contain their kind.
            let agrees =
                |proposed: Move| board.is_legal(by_look_ups::to_cozy(proposed)) == moves.contains(&proposed);
            let proposed = if agrees(proposed) { proposed } else { any };
            let chosen = *captures.choose(random).unwrap_or(&any);
            let of_shakmaty: shakmaty::uci::UciMove =
                chosen.to_uci_chess960().parse().expect("a move in UCI notation");
            subjects.squares.push(Square::new_masked(random.random()));
            subjects.proposed.push(proposed);
            subjects.proposed_to_cozy_chess.push(by_look_ups::to_cozy(proposed));
            subjects.moves.push(chosen);
            subjects.moves_of_cozy_chess.push(by_look_ups::to_cozy(chosen));
            subjects.moves_of_shakmaty.push(of_shakmaty.to_move(game).expect("a legal move"));
            subjects.nodes.push(position.node_info());
            let (occupied, nibbles) = position.to_nibbles(&NibbleCodes::BINPACK).expect("32 pieces or less");
            subjects.occupied.push(occupied);
            subjects.nibbles.push(nibbles);
            subjects.fens.push(position.to_string());
            subjects.setups.push(setup_of(position));
            others = moves;
        }
        subjects
    }
}

/// Returns the position with these sets, whose words are stored right before the call, as in programs with
/// boards of their own. Not inlined: in a loop that is compiled for a level, they would be stored as one
/// vector.
#[inline(never)]
pub(super) fn assembled(setup: &Setup) -> Position {
    Position::new_unchecked(*setup)
}

/// Returns the sets of roles and colors of a position, and its state.
fn setup_of(position: &Position) -> Setup {
    let queens = position.diagonal_sliders() & position.orthogonal_sliders();
    Setup {
        white: position.white(),
        black: position.black(),
        pawns: position.pawns(),
        knights: position.knights(),
        bishops: position.diagonal_sliders() & !queens,
        rooks: position.orthogonal_sliders() & !queens,
        queens,
        kings: position.kings(),
        side_to_move: position.side_to_move(),
        castling_rooks: position.castling_rooks(),
        en_passant: position.en_passant(),
    }
}
