//! Criterion benchmarks of every contestant at every shape, named `shape/level/formula` or `shape/peer`.
//!
//! `cargo bench -p quadline-benches --features criterion -- 'random-1024/'` runs one group.
//! QUADLINE_POSITIONS names a file of FENs.

#![allow(missing_docs, clippy::std_instead_of_core)]

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadline_benches::positions::Positions;
use quadline_benches::roster::Roster;
use quadline_benches::shapes::{Shape, Workload};

fn attacks(criterion: &mut Criterion) {
    let positions = Positions::find(None).unwrap_or_else(|error| {
        eprintln!("error: {error}");
        std::process::exit(2)
    });
    let roster = Roster::collect();
    for shape in Shape::all() {
        let workload = Workload::new(shape, &positions);
        let sliders: usize = workload.segments.iter().map(|segment| segment.sliders()).sum();
        let mut answers = vec![0; workload.answers()];
        let mut group = criterion.benchmark_group(shape.to_string());
        group.throughput(Throughput::Elements(sliders as u64));
        for contestant in roster.suitable(&workload) {
            // Checked before the first measurement only, because a filter excludes most contestants.
            let mut checked = false;
            group.bench_function(&contestant.label.name, |bencher| {
                if !checked {
                    contestant.check(&workload).unwrap_or_else(|error| panic!("{error}"));
                    checked = true;
                }
                bencher.iter(|| {
                    for number in 0..workload.segments.len() {
                        contestant.answer_part(&workload, number, &mut answers[workload.answers_of(number)]);
                    }
                });
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = suite;
    // The times are short because there are many contestants. The paired harness measures the ratios that
    // matter.
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(800))
        .sample_size(30);
    targets = attacks
}
criterion_main!(suite);
