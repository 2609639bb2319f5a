//! Checks every kernel and peer against the ray walk, in the loops that are timed.

#![allow(clippy::std_instead_of_core)]

use std::collections::HashSet;
use std::path::Path;

use quadline_benches::convert;
use quadline_benches::peers::{FancyMagic, Peer};
use quadline_benches::positions::Positions;
use quadline_benches::roster::Roster;
use quadline_benches::shapes::{FEW, MANY, Segment, Shape, Workload};
use quadline_benches::whole::threats_by_look_ups::changes as changes_by_look_ups;
use quadline_benches::whole::{ENGINES_KINDS, Query, Task};
use quadline_kernels::threats::{MAX_THREATS, Threat, ThreatChanges, ThreatKinds, ThreatLayout};
use quadline_kernels::{Color, Position, Square, reference};

#[test]
fn everything_equals_the_ray_walk_at_every_shape() {
    let positions = Positions::fixture();
    let roster = Roster::collect();
    for skipped in &roster.skipped {
        println!("skipped: {skipped}");
    }
    // The 65,536 positions use the same loops as the 2,048, and take half a minute in a debug build.
    for shape in Shape::recorded().filter(|shape| !matches!(shape, Shape::Whole(_, MANY))) {
        let workload = Workload::new(shape, &positions);
        for contestant in roster.suitable(&workload) {
            contestant.check(&workload).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

/// Checks the lists of the lookups. The timed loops compare their lengths only.
#[test]
fn look_ups_change_the_same_threats() {
    let positions = Positions::fixture();
    let magic = FancyMagic::detect().expect("it runs everywhere");
    for (all, kinds) in [(false, ENGINES_KINDS), (true, ThreatKinds::ALL)] {
        let workload = Workload::new(Shape::Whole(Task::ThreatChanges(kinds), 4000), &positions);
        let [Segment::Whole(work)] = &workload.segments[..] else { panic!("one segment of positions") };
        let mut changes = ThreatChanges::new();
        for &(index, chosen) in &work.moves {
            let position = &work.positions[index];
            position.threat_changes(chosen, kinds, &mut changes);
            // A threat may be in both lists.
            let without = |some: &[Threat], others: &[Threat]| {
                let mut rest: Vec<_> =
                    some.iter().copied().filter(|threat| !others.contains(threat)).collect();
                rest.sort_unstable();
                rest
            };
            for lists in changes_by_look_ups(magic, position, chosen, all) {
                let (added, removed) = (lists.added.get(), lists.removed.get());
                assert_eq!(without(added, removed), without(changes.added(), &[]), "{chosen} {position:?}");
                assert_eq!(without(removed, added), without(changes.removed(), &[]), "{chosen} {position:?}");
            }
        }
    }
}

/// Checks the network inputs and the positions of packed boards. The timed loops compare the numbers of
/// inputs, and words that depend on the positions.
#[test]
fn inputs_and_unpacked_positions_are_the_same() {
    let (positions, roster) = (Positions::fixture(), Roster::collect());
    let layout = ThreatLayout::INPUTS_59808;
    for query in [Query::ThreatInputs, Query::FromNibbles, Query::FromNibblesUnchecked] {
        let workload = Workload::new(Shape::Whole(Task::Each(query), FEW), &positions);
        let [Segment::Whole(work)] = &workload.segments[..] else { panic!("one segment of positions") };
        for contestant in roster.suitable(&workload) {
            let name = &contestant.label.name;
            work.scratch.borrow_mut().inputs.fill(0);
            work.scratch.borrow_mut().unpacked.fill(Position::from_words([0; 8]));
            contestant.answer(&workload.segments[0], &mut vec![0; work.answers()]);
            let scratch = work.scratch.borrow();
            if query != Query::ThreatInputs {
                assert!(scratch.unpacked == work.positions, "{name}");
                continue;
            }
            let mut rest = &scratch.inputs[..];
            for position in &work.positions {
                let mut threats = [Threat::NONE; MAX_THREATS];
                let count = position.threats(layout.kinds(), &mut threats);
                for color in Color::ALL {
                    let king = position.king(color).expect("a king");
                    let inputs = threats[..count].iter();
                    let mut expected: Vec<_> =
                        inputs.filter_map(|&threat| layout.input(threat, color, king)).collect();
                    let (found, others) = rest.split_at(expected.len());
                    let mut found = found.to_vec();
                    found.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(found, expected, "{name}: {color:?} in {position:?}");
                    rest = others;
                }
            }
        }
    }
}

#[test]
fn a_wrong_answer_is_found_in_the_last_place() {
    let mut workload = Workload::new(Shape::Random1024, &Positions::default());
    // The expected results belong to the original boards.
    workload.expected();
    let Segment::Pairs { lists, .. } = &mut workload.segments[0] else { panic!("random-1024 is pairs") };
    (lists[0].squares[1023], lists[0].occupied[1023]) = (Square::A1, 0x0000_0000_0000_0300);
    let roster = Roster::collect();
    for contestant in &roster.contestants {
        let error = contestant.check(&workload).expect_err("the last answer has changed");
        assert!(error.to_string().contains("word 1023 of random-1024"), "{error}");
        assert!(error.to_string().contains(&contestant.label.name));
    }
}

#[test]
fn names_are_unique() {
    let roster = Roster::collect();
    let names: HashSet<&str> =
        roster.contestants.iter().map(|contestant| contestant.label.name.as_str()).collect();
    assert_eq!(names.len(), roster.contestants.len());
    assert!(
        Shape::recorded().all(|shape| shape.to_string().parse::<Shape>().is_ok_and(|parsed| parsed == shape))
    );
}

#[test]
fn densities_are_what_their_names_say() {
    let occupied = |shape| {
        let workload = Workload::new(shape, &Positions::default());
        let Segment::Pairs { lists, .. } = &workload.segments[0] else { panic!("densities are pairs") };
        let boards = &lists[0].occupied;
        f64::from(boards.iter().map(|board| board.count_ones()).sum::<u32>()) / boards.len() as f64
    };
    let near = |shape, expected: f64| assert!((occupied(shape) - expected).abs() < 0.5, "{shape}");
    near(Shape::Sparse, 4.0);
    near(Shape::Light, 8.0);
    near(Shape::Random1024, 16.0);
    near(Shape::Half, 32.0);
    near(Shape::Full, 60.0);
}

#[test]
fn the_fixture_is_whole_positions_with_sliders() {
    let Positions { source, sliders: positions, boards } = Positions::fixture();
    assert_eq!((source.as_str(), boards.len()), ("2000 positions of lichess-2025-05.fen", positions.len()));
    assert!(positions.iter().all(|position| {
        let sliders = position.rooks | position.bishops | position.queens;
        sliders & !position.occupied == 0
    }));
    let some = positions.iter().map(|position| position.queens).find(|queens| *queens != 0);
    let queen = Square::ALL[some.expect("real games keep some queens").trailing_zeros() as usize];
    assert_ne!(reference::queen_attacks(queen, 0), 0);
}

#[test]
fn a_file_of_positions_is_named_in_its_error() {
    let Err(error) = Positions::read(Path::new("no/such/file.fen")) else { panic!("there is no such file") };
    assert!(error.to_string().contains("no/such/file.fen"), "{error}");
}

#[test]
fn a_wrong_answer_about_the_last_position_is_found() {
    const KINGS: &str = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
    let positions = Positions::fixture();
    let roster = Roster::collect();
    for (task, count) in
        [(Task::AttackedSquares, FEW), (Task::MoveCounts, FEW), (Task::AttackedSquares, MANY)]
    {
        let shape = Shape::Whole(task, count);
        let mut workload = Workload::new(shape, &positions);
        // The expected results belong to the original position.
        workload.expected();
        let Segment::Whole(work) = &mut workload.segments[0] else { panic!("{shape} is whole positions") };
        let last = work.positions.len() - 1;
        work.positions[last] = KINGS.parse().expect(KINGS);
        work.boards[last] = KINGS.parse().expect(KINGS);
        // Only for tasks that shakmaty supports.
        if let Some(game) = work.games.get_mut(last) {
            *game = convert::to_shakmaty(&work.positions[last]).expect(KINGS);
        }
        let mut asked = 0;
        for contestant in roster.of_positions.iter().filter(|contestant| contestant.suits(&workload)) {
            let error = contestant.check(&workload).expect_err("the last answer has changed");
            assert!(error.to_string().contains(&contestant.label.name), "{error}");
            asked += 1;
        }
        assert!(asked > 2 * roster.levels.len());
    }
}
