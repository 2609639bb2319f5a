//! Every square with every subset of each line and every relevant occupancy: all inputs that can differ for a
//! slider.

use quadline_conformance::boards::Words;
use quadline_conformance::{Entry, Kernels, Output, Samples, prop_batch_equals_single, prop_equals};
use quadline_kernels::level::{Level, WithLevel, available};
use quadline_kernels::{Line, reference};

use crate::boards::all_relevant_cases;
use crate::percent;

#[test]
fn every_kernel_for_one_slider_equals_the_oracle() {
    for kernel in &Kernels::of_this_cpu().singles {
        for case in all_relevant_cases() {
            prop_equals(&**kernel, case.square, case.occupied, case.attacks);
        }
    }
}

#[test]
fn every_kernel_for_many_sliders_equals_the_oracle() {
    let cases = all_relevant_cases();
    let squares: Vec<_> = cases.iter().map(|case| case.square).collect();
    let boards: Vec<_> = cases.iter().map(|case| case.occupied).collect();
    let samples = Samples::new(squares, &boards, boards[boards.len() / 3], 0);
    let mut outputs = [Output::new(cases.len()), Output::new(cases.len())];
    for (index, kernel) in Kernels::of_this_cpu().batches.iter().enumerate() {
        // Under an emulator, the one entry point that shows all lines, and one of the others.
        let chosen =
            |entry| entry == Entry::RookAndBishopAttacks || entry == Entry::ALL[index % Entry::ALL.len()];
        for entry in Entry::ALL.iter().copied().filter(|&entry| percent() >= 100 || chosen(entry)) {
            prop_batch_equals_single(&**kernel, entry, &samples, 0..cases.len(), 0, &mut outputs);
        }
    }
}

#[test]
fn every_formula_on_plain_words_equals_the_oracle() {
    for formula in &Kernels::of_this_cpu().lines {
        for case in all_relevant_cases() {
            for line in Line::ALL {
                let found = (formula.line_attacks)(case.square, line, case.occupied);
                assert_eq!(
                    found,
                    case.attacks.line(line),
                    "{} {} {line:?} {:#x}",
                    formula.name,
                    case.square,
                    case.occupied
                );
            }
        }
    }
}

/// One board for all 64 squares, as for all sliders of a position.
#[test]
fn sixty_four_sliders_of_one_board() {
    struct OneBoard(u64);
    impl WithLevel for OneBoard {
        type Output = [u64; 64];
        fn with_level<L: Level>(self, level: L) -> [u64; 64] {
            let mut attacks = [0; 64];
            level.batch_queen_attacks_on(self.0, &quadline_kernels::Square::ALL, &mut attacks);
            attacks
        }
    }
    let mut words = Words(64);
    for _ in 0..1000 {
        let board = words.board();
        let expected = quadline_kernels::Square::ALL.map(|square| reference::queen_attacks(square, board));
        for level in available() {
            assert_eq!(level.run(OneBoard(board)), expected, "{} {board:#x}", level.name());
        }
    }
}
