//! Panics because of lengths name the line of the caller: in functions, in methods of tokens, and in those of
//! `Dispatched`.

use std::panic::{AssertUnwindSafe, Location, catch_unwind, set_hook, take_hook};
use std::sync::{Arc, Mutex};

use quadline::level::{Dispatched, Level, Scalar};
use quadline::threats::{Perspectives, Threat, ThreatKinds, ThreatLayout};
use quadline::{CheckInfo, ChecksAndPins, Move, NibbleCodes, Position, Square, ZobristKeys, batch};

/// The file and the line of the last panic.
static PLACE: Mutex<Option<(String, u32)>> = Mutex::new(None);

#[track_caller]
fn names_its_line<T>(call: impl FnOnce() -> T) {
    let expected = Location::caller();
    *PLACE.lock().unwrap() = None;
    assert!(catch_unwind(AssertUnwindSafe(call)).is_err(), "{expected} did not panic");
    let found = PLACE.lock().unwrap().take().unwrap();
    assert_eq!(found, (String::from(expected.file()), expected.line()));
}

#[rustfmt::skip]
fn of_level<L: Level>(level: L) {
    let (squares, boards, positions) = ([Square::A1], [0, 0], [Position::START]);
    let (mut one, mut two) = ([0], [0; 2]);
    let (mut offsets, mut moves, mut counts) = ([0; 1], [Move::default(); 19], [0_u16; 2]);
    let (layout, codes) = (ThreatLayout::INPUTS_59808, NibbleCodes::BINPACK);
    let mut places = positions;
    names_its_line(|| level.batch_queen_attacks(&squares, &boards, &mut one));
    names_its_line(|| level.batch_rook_attacks_on(0, &squares, &mut two));
    names_its_line(|| level.batch_attacked_squares(&positions, &mut one, &mut two));
    names_its_line(|| level.batch_legal_moves(&positions, &mut offsets, &mut moves));
    names_its_line(|| level.batch_legal_moves(&positions, &mut [0; 2], &mut moves));
    names_its_line(|| level.batch_legal_move_counts(&positions, &mut counts));
    names_its_line(|| level.batch_threats(&positions, ThreatKinds::ALL, &mut offsets, &mut [Threat::NONE]));
    names_its_line(|| level.batch_threat_inputs(&positions, &layout, Perspectives::SideToMoveFirst, &mut [0; 3], 7, &mut counts));
    names_its_line(|| level.batch_from_nibbles_unchecked(&boards, &[], &codes, &mut places));
    names_its_line(|| level.batch_from_nibbles(&boards, &[], &codes, &mut places));
    names_its_line(|| level.batch_to_nibbles(&positions, &codes, &mut two, &mut [[0; 16]]));
}

#[rustfmt::skip]
fn of_functions() {
    let (squares, boards, positions) = ([Square::A1], [0, 0], [Position::START]);
    let (mut one, mut two) = ([0], [0; 2]);
    let (mut offsets, mut moves, mut counts) = ([0; 1], [Move::default(); 19], [0_u16; 2]);
    let (layout, codes) = (ThreatLayout::INPUTS_59808, NibbleCodes::BINPACK);
    let (mut places, mut info) = (positions, [CheckInfo::default(); 2]);
    let mut by_role = ([[0; 6]; 1], [[0; 6]; 2]);
    names_its_line(|| batch::rook_attacks(&squares, &boards, &mut one));
    names_its_line(|| batch::bishop_attacks(&squares, &boards, &mut one));
    names_its_line(|| batch::queen_attacks(&squares, &boards, &mut one));
    names_its_line(|| batch::rook_and_bishop_attacks(&squares, &[0], &mut one, &mut two));
    names_its_line(|| batch::rook_attacks_on(0, &squares, &mut two));
    names_its_line(|| batch::bishop_attacks_on(0, &squares, &mut two));
    names_its_line(|| batch::queen_attacks_on(0, &squares, &mut two));
    names_its_line(|| batch::attacked_squares(&positions, &mut one, &mut two));
    names_its_line(|| batch::checks_and_pins(&positions, &mut [ChecksAndPins::default(); 2]));
    names_its_line(|| batch::legal_move_counts(&positions, &mut counts));
    names_its_line(|| batch::legal_moves(&positions, &mut offsets, &mut moves));
    names_its_line(|| batch::legal_moves(&positions, &mut [0; 2], &mut moves));
    names_its_line(|| batch::play(&mut places, &moves));
    names_its_line(|| batch::attacks_by_role_of_both(&positions, &mut by_role.0, &mut by_role.1));
    names_its_line(|| batch::check_info(&positions, &mut info));
    names_its_line(|| batch::zobrist_keys(&positions, &ZobristKeys::DEFAULT, &mut two));
    names_its_line(|| batch::polyglot_keys(&positions, &mut two));
    names_its_line(|| batch::threats(&positions, ThreatKinds::ALL, &mut offsets, &mut [Threat::NONE]));
    names_its_line(|| batch::threat_inputs(&positions, &layout, Perspectives::SideToMoveFirst, &mut [0; 3], 7, &mut counts));
    names_its_line(|| batch::threat_inputs_csr(&positions, &layout, Perspectives::SideToMoveFirst, &mut offsets, &mut [0; 3]));
    names_its_line(|| batch::from_nibbles_unchecked(&boards, &[], &codes, &mut places));
    names_its_line(|| batch::from_nibbles(&boards, &[], &codes, &mut places));
    names_its_line(|| batch::to_nibbles(&positions, &codes, &mut one, &mut []));
    #[cfg(feature = "rayon")]
    {
        names_its_line(|| batch::parallel::queen_attacks(&squares, &boards, &mut one));
        names_its_line(|| batch::parallel::queen_attacks_on(0, &squares, &mut two));
        names_its_line(|| batch::parallel::rook_and_bishop_attacks(&squares, &[0], &mut one, &mut two));
        names_its_line(|| batch::parallel::attacked_squares(&positions, &mut one, &mut two));
        names_its_line(|| batch::parallel::play(&mut places, &moves));
        names_its_line(|| batch::parallel::zobrist_keys(&positions, &ZobristKeys::DEFAULT, &mut two));
        names_its_line(|| batch::parallel::polyglot_keys(&positions, &mut two));
        names_its_line(|| batch::parallel::legal_moves(&positions, &mut offsets, &mut moves));
        names_its_line(|| batch::parallel::legal_moves(&positions, &mut [0; 2], &mut moves));
        names_its_line(|| batch::parallel::threats(&positions, ThreatKinds::ALL, &mut offsets, &mut [Threat::NONE]));
    }
}

#[test]
fn name_the_line_of_the_caller() {
    let before = Arc::new(take_hook());
    let (this_thread, of_others) = (std::thread::current().id(), before.clone());
    set_hook(Box::new(move |panic| {
        if std::thread::current().id() == this_thread {
            let place = panic.location().map(|place| (String::from(place.file()), place.line()));
            *PLACE.lock().unwrap() = place;
        } else {
            of_others(panic);
        }
    }));
    of_functions();
    of_level(Scalar::detect().unwrap());
    #[cfg(target_feature = "sse2")]
    if let Some(level) = quadline::level::Avx2::detect() {
        of_level(level);
    }
    of_level(<Dispatched as Level>::detect().unwrap());
    set_hook(Box::new(move |panic| before(panic)));
}
