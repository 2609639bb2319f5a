//! A function with the one call that the enabled feature selects. The linker keeps only what it reaches.
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "assembly")]
pub mod assembly;

#[cfg(all(not(feature = "std"), not(test)))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Computes a result from two numbers that the compiler cannot know.
#[unsafe(no_mangle)]
pub extern "C" fn answer(square: u8, occupied: u64) -> u64 {
    of(quadline::Square::new_masked(square), occupied)
}

/// Defines the function with the call of each feature, and one without a call.
macro_rules! calls {
    ($($feature:tt: |$square:ident, $occupied:ident, $position:ident| $call:expr;)+) => {
        $(
            #[cfg(feature = $feature)]
            fn of($square: quadline::Square, $occupied: u64) -> u64 {
                #[allow(unused_imports)]
                use quadline::{Move, Position, batch};
                #[allow(unused_variables)]
                let $position = Position::from_words([$occupied, $square.bit(), $occupied, 0, 0, 0, $square.bit(), 0]);
                $call
            }
        )+
        #[cfg(not(any($(feature = $feature),+)))]
        fn of(square: quadline::Square, occupied: u64) -> u64 {
            square.bit() ^ occupied
        }
    };
}

#[cfg(feature = "dispatch")]
struct Queen(quadline::Square, u64);

#[cfg(feature = "dispatch")]
impl quadline::level::WithLevel for Queen {
    type Output = u64;
    fn with_level<L: quadline::level::Level>(self, level: L) -> u64 {
        level.queen_attacks(self.0, self.1)
    }
}

calls! {
    "constant_queen_attacks": |square, occupied, position| quadline::constant::queen_attacks(square, occupied);
    "queen_attacks": |square, occupied, position| quadline::queen_attacks(square, occupied);
    "dispatch": |square, occupied, position| quadline::level::dispatch(Queen(square, occupied));
    "check_info": |square, occupied, position| position.check_info().checkers();
    "is_legal": |square, occupied, position| position.is_legal(Move::from_bits(occupied as u16)).into();
    "legal_move_count": |square, occupied, position| position.legal_move_count().into();
    "moves": |square, occupied, position| position.moves().iter().map(|chess_move| u64::from(chess_move.to_bits())).sum();
    "parse_san": |square, occupied, position| position.parse_san("e4").map_or(0, |chess_move| chess_move.to_bits().into());
    "see_at_least": |square, occupied, position| {
        position.see_at_least(Move::from_bits(occupied as u16), &[1, 3, 3, 5, 9, 0], 1).into()
    };
    "successors": |square, occupied, position| position.successors(&mut [Position::START; quadline::MAX_LEGAL_MOVES]) as u64;
    "threats": |square, occupied, position| {
        use quadline::threats::{MAX_THREATS, Threat, ThreatKinds};
        position.threats(ThreatKinds::ALL, &mut [Threat::NONE; MAX_THREATS]) as u64
    };
    "batch_attacked_squares": |square, occupied, position| {
        let (mut white, mut black) = ([0; 8], [0; 8]);
        batch::attacked_squares(&[position; 8], &mut white, &mut black);
        white[7] ^ black[7]
    };
    "batch_legal_move_counts": |square, occupied, position| {
        let mut counts = [0; 8];
        batch::legal_move_counts(&[position; 8], &mut counts);
        counts[7].into()
    };
    "batch_legal_moves": |square, occupied, position| {
        let mut offsets = [0; 9];
        batch::legal_moves(&[position; 8], &mut offsets, &mut [Move::default(); 256]) as u64
    };
    "batch_queen_attacks": |square, occupied, position| {
        let mut attacks = [0; 64];
        batch::queen_attacks(&[square; 64], &[occupied; 64], &mut attacks);
        attacks.iter().fold(0, |union, attacks| union ^ attacks)
    };
    "batch_threat_inputs_csr": |square, occupied, position| {
        use quadline::threats::{Perspectives, ThreatLayout};
        let (mut offsets, layout) = ([0; 17], ThreatLayout::INPUTS_59808);
        batch::threat_inputs_csr(&[position; 8], &layout, Perspectives::Both, &mut offsets, &mut [0; 512]) as u64
    };
    "batch_zobrist_keys": |square, occupied, position| {
        let mut keys = [0; 8];
        batch::zobrist_keys(&[position; 8], &quadline::ZobristKeys::DEFAULT, &mut keys);
        keys[7]
    };
}
