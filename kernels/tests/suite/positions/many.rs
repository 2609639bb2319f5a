//! Many positions at once, at every level: random positions, every length and alignment, and invalid
//! positions among them.

use std::sync::OnceLock;

use quadline_conformance::Kernels;
use quadline_conformance::boards::Words;
use quadline_conformance::positions::*;
use quadline_kernels::Position;
use quickcheck::QuickCheck;

use super::{AnyPosition, some_known};
use crate::{every, percent};

fn kernels() -> &'static [Box<dyn ManyPositions>] {
    let kernels = &Kernels::of_this_cpu().many_positions;
    assert!(!kernels.is_empty());
    kernels
}

/// Returns positions of every kind with the oracle's results.
fn samples() -> &'static PositionSamples {
    static SAMPLES: OnceLock<PositionSamples> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        let mut words = Words(0x3c0f_fee5);
        (0..220).map(|_| random::position(&mut words)).collect()
    })
}

#[test]
fn random_positions() {
    fn property(positions: Vec<AnyPosition>) {
        let samples: PositionSamples = positions.into_iter().map(|AnyPosition(position)| position).collect();
        for kernel in kernels() {
            prop_many_positions_equal_oracle(&**kernel, &samples, 0..samples.positions.len(), 0);
        }
    }
    let cases = 1_000 * percent() as u64 / 100;
    QuickCheck::new()
        .tests(cases)
        .max_tests(2 * cases)
        .min_tests_passed(cases)
        .quickcheck(property as fn(Vec<AnyPosition>));
}

/// Neighbors in a game and the children of a position, which are the usual inputs of generators.
#[test]
fn positions_of_games() {
    let mut words = Words(0x9a3e5);
    for _ in 0..(60 * percent()).div_ceil(100) {
        let start = random::start(&mut words);
        let samples: PositionSamples = random::game(&mut words, start, 120).collect();
        for kernel in kernels() {
            prop_many_positions_equal_oracle(&**kernel, &samples, 0..samples.positions.len(), 1);
        }
    }
}

/// Every known position, mirrored, and every position within two moves.
#[test]
fn known_positions_and_what_they_lead_to() {
    for known in some_known() {
        let position = known.position();
        let children = |position: &Position| -> Vec<Position> {
            oracle::legal_moves(position).iter().map(|&chess_move| position.play(chess_move)).collect()
        };
        let once = children(&position);
        let twice: Vec<_> = once.iter().flat_map(children).step_by(100_usize.div_ceil(percent())).collect();
        let all = [position, position.mirrored()].into_iter().chain(once).chain(twice);
        let samples: PositionSamples = all.collect();
        // Enough for a whole group, because a kernel may leave a few positions to another.
        let samples = samples.repeated(samples.positions.len().max(64));
        for kernel in kernels() {
            prop_many_positions_equal_oracle(&**kernel, &samples, 0..samples.positions.len(), 2);
        }
    }
}

/// Endgames of pawns, rooks and kings, whose successors some kernels count in another way, and those with a
/// promotion, castling, or another piece.
#[test]
fn endgames() {
    let fens = [
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/8/8/3pP2r/8/4k3/8/R3K3 w - d6 0 1",
        "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "4k2r/8/8/8/8/8/8/4K3 b k - 0 1",
        "4k3/7p/8/8/8/8/P7/4K1N1 w - - 0 1",
        "4k1n1/7p/8/8/8/8/P7/4K3 w - - 0 1",
        "4k3/7p/8/8/8/8/P7/4K1B1 w - - 0 1",
        "4k1q1/7p/8/8/8/8/P7/4K3 w - - 0 1",
    ];
    for fen in fens {
        let position: Position = fen.parse().expect("a valid FEN");
        let children = oracle::legal_moves(&position);
        let children = children.iter().map(|&chess_move| position.play(chess_move));
        let samples: PositionSamples = [position, position.mirrored()].into_iter().chain(children).collect();
        let samples = samples.repeated(samples.positions.len().max(64));
        for kernel in kernels() {
            prop_many_positions_equal_oracle(&**kernel, &samples, 0..samples.positions.len(), 1);
        }
    }
}

#[test]
fn every_length_at_every_alignment() {
    let samples = samples();
    // Up to two groups of 64 and the largest remainder of a group.
    for length in (0..=150).step_by(every().min(3)) {
        // A sample has one alignment for each of its lengths.
        for offset in (0..8).skip(if every() > 1 { length % 8 } else { 0 }).step_by(every()) {
            let start = (length + 19 * offset) % (samples.positions.len() - length);
            for kernel in kernels() {
                prop_many_positions_equal_oracle(&**kernel, samples, start..start + length, offset);
            }
        }
    }
}

/// Positions with more pieces of a kind than any game has, in every lane, for sums that exceed a byte and
/// squares that many knights or sliders attack.
#[test]
fn crowded_boards() {
    let fens = [
        // The largest number of moves of any position.
        "QQQQQQBk/Q5RB/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
        "1QQQQQQ1/Q5Q1/Q5Q1/Q5Q1/Q5Q1/Q5Q1/Q3QQ2/QQQQ1K1k w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        // Three, four, six and eight knights that attack the same square.
        "7k/8/2N5/1N3N2/8/8/8/K7 w - - 0 1",
        "7k/8/2N1N3/1N3N2/8/8/8/K7 w - - 0 1",
        "7k/8/2N1N3/1N3N2/8/1N3N2/8/K7 w - - 0 1",
        "7k/8/2N1N3/1N3N2/8/1N3N2/2N1N3/K7 w - - 0 1",
        "8/1PPPPPPP/k7/8/8/8/8/7K w - - 0 1",
        // A square that eight queens attack, and the same with eight knights.
        "K5bk/1Q2Q1pp/6Q1/8/Q6Q/8/8/1Q2Q2Q w - - 0 1",
        "K5bk/1Q2Q1pp/3N1NQ1/2N3N1/Q6Q/2N3N1/3N1N2/1Q2Q2Q w - - 0 1",
    ];
    let positions = fens.map(|fen| fen.parse::<Position>().unwrap_or_else(|error| panic!("{fen}: {error}")));
    let samples: PositionSamples =
        positions.into_iter().flat_map(|position| [position, position.mirrored()]).collect();
    // Other positions, and other neighbors.
    for count in [150, 149, 31] {
        let samples = samples.repeated(count);
        for kernel in kernels() {
            prop_many_positions_equal_oracle(&**kernel, &samples, 0..count, 0);
        }
    }
    let alike: PositionSamples = [positions[0]].into_iter().collect();
    for kernel in kernels() {
        prop_many_positions_equal_oracle(&**kernel, &alike.repeated(64), 0..64, 0);
    }
}

#[test]
fn nonsense_stays_alone() {
    let mut words = Words(0x5eed);
    for round in 0..(100 * percent()).div_ceil(100) {
        let kind = if round % 2 == 0 { random::nonsense } else { random::unruly };
        let nonsense: Vec<_> = samples().positions.iter().map(|_| kind(&mut words)).collect();
        for kernel in kernels() {
            prop_nonsense_stays_alone(&**kernel, samples(), &nonsense);
        }
    }
}

/// A side without a king has no legal moves, no checks and no evasions.
#[test]
fn positions_without_kings() {
    let mut words = Words(0x0_0b1e);
    for _ in 0..(20 * percent()).div_ceil(100) {
        let samples: PositionSamples = (0..64).map(|_| random::without_king(&mut words)).collect();
        for kernel in kernels() {
            prop_many_positions_equal_oracle(&**kernel, &samples, 0..samples.positions.len(), 3);
        }
    }
}

/// Any number of kings and pawns anywhere: attacks are correct in every case.
#[test]
fn unruly_boards_attack_what_they_attack() {
    let mut words = Words(0x0fa_110);
    for _ in 0..(40 * percent()).div_ceil(100) {
        let samples: PositionSamples = (0..64).map(|_| random::unruly(&mut words)).collect();
        for kernel in kernels() {
            prop_attacked_squares_of_many_equal_oracle(&**kernel, &samples.positions, &samples.answers, 0);
        }
    }
}

/// Bits of the state that have no meaning do not change any result.
#[test]
fn other_bits_of_the_state_are_not_read() {
    #[repr(align(64))]
    struct Aligned([[u64; 8]; 77]);

    // The rooks that may castle, the en passant square, and Black to move.
    const STATE: u64 = 0xff00_0000_0000_00ff | 0x0000_ff00_00ff_0000 | 1 << 32;
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 0 1",
        "4k3/8/8/2KpP2r/8/8/8/8 w - d6 0 1",
    ];
    let clean: PositionSamples = (0..77).map(|i| fens[i % 4].parse::<Position>().expect("a FEN")).collect();
    let mut noisy = Aligned([[0; 8]; 77]);
    for (i, (noisy, clean)) in (1_u64..).zip(noisy.0.iter_mut().zip(&clean.positions)) {
        *noisy = *clean.words();
        noisy[7] |= i.wrapping_mul(0x9e37_79b9_7f4a_7c15) & !STATE;
    }
    let noisy = Position::slice_from_words(&noisy.0).expect("they are aligned").to_vec();
    assert_ne!(noisy, clean.positions);
    for (clean, noisy) in clean.positions.iter().zip(&noisy) {
        assert_eq!(
            (clean.side_to_move(), clean.en_passant(), clean.castling_rooks()),
            (noisy.side_to_move(), noisy.en_passant(), noisy.castling_rooks())
        );
        for kernel in &Kernels::of_this_cpu().one_position {
            assert_eq!(kernel.legal_move_count(clean), kernel.legal_move_count(noisy), "{}", kernel.name());
        }
    }
    let noisy = PositionSamples { positions: noisy, answers: clean.answers };
    for kernel in kernels() {
        prop_many_positions_equal_oracle(&**kernel, &noisy, 0..noisy.positions.len(), 0);
    }
}

#[cfg(panic = "unwind")]
#[test]
fn unequal_lengths() {
    for kernel in kernels() {
        for lengths in [[3, 3, 3], [0, 0, 0], [3, 2, 3], [3, 3, 2], [2, 3, 3], [0, 1, 0], [9, 8, 10]] {
            prop_unequal_positions_panic(&**kernel, lengths);
        }
    }
}
