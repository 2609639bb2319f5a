//! Times quadline against itself at an earlier commit, in one process. `benches/before.sh` builds this
//! program: `before` is this package at the earlier commit.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::process::ExitCode;

use before::positions::Positions;
use before::roster::Roster;
use before::shapes::Workload;
use quadline_benches::compare::{Options, with_before};
use quadline_benches::roster::Contestant;
use quadline_benches::shapes::Shape;

/// quadline at the earlier commit. Its workloads are kept until the program ends.
struct Earlier {
    roster: &'static Roster,
    /// By the name of the shape.
    workloads: RefCell<HashMap<String, &'static Workload>>,
}

impl Earlier {
    /// Returns a contestant as it was at the earlier commit, if it existed.
    fn same(&self, shape: Shape, file: Option<&Path>, contestant: &Contestant) -> Option<Contestant> {
        let name = shape.to_string();
        let shape = name.parse().ok()?;
        let workload: &'static Workload = self.workloads.borrow_mut().entry(name).or_insert_with(|| {
            let positions = Positions::find(file).expect("the later commit has read them");
            Box::leak(Box::new(Workload::new(shape, &positions)))
        });
        let same = self.roster.suitable(workload).find(|each| each.label.name == contestant.label.name)?;
        Some(contestant.before(move |number, answers| same.answer(&workload.segments[number], answers)))
    }
}

fn main() -> ExitCode {
    let earlier = Earlier { roster: Box::leak(Box::new(Roster::collect())), workloads: RefCell::default() };
    let read = Options::read(&mut lexopt::Parser::from_env());
    let error = match read.map_err(|error| error.to_string()) {
        Ok(Some(options)) => {
            let run = with_before(&options, |shape, file, each| earlier.same(shape, file, each));
            run.err().map(|error| error.to_string())
        }
        Ok(None) => None,
        Err(error) => Some(error),
    };
    match error {
        Some(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
        None => ExitCode::SUCCESS,
    }
}
