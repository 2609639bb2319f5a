//! Porting to quadline: typical attack functions of programs, their replacements, and the measured effect.
//!
//! ```text
//! cargo run --release -p quadline-benches --features sliders --example porting [FILE]       FILE: real positions, a FEN to a line
//! ```
//!
//! `shakmaty_style`, `cozy_style` and `c_style` each contain a function before and after, in their own types.
//! `generic` is a loop that is generic over the level. All of them add up the mobility of all sliders in some
//! thousand positions, and their results are compared before they are timed.

// This program runs on development machines only.
#![allow(clippy::std_instead_of_core)]

mod c_style;
mod cozy_style;
mod generic;
mod shakmaty_style;

use std::hint::black_box;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use comfy_table::{CellAlignment, Table, presets};
use quadline_benches::BenchError;
use quadline_benches::peers::{Chess, CozyChess, FancyMagic, Peer, Shakmaty};
use quadline_benches::positions::{Positions, Sliders};
use quadline_benches::report::thousands;

/// Rounds, each of which times all ways in turn. The table shows medians.
const ROUNDS: usize = 25;
/// Passes over the positions in a round.
const PASSES: usize = 6;

/// One way to add up mobility.
struct Way {
    style: &'static str,
    /// The index of the way that this one replaces.
    before: usize,
    name: &'static str,
    /// The bytes of the tables that it may read.
    table_bytes: usize,
    mobility: fn(&[Sliders]) -> u64,
}

const WAYS: [Way; 14] = [
    Way {
        style: "shakmaty",
        before: 0,
        name: "its magics",
        table_bytes: Shakmaty::TABLE_BYTES,
        mobility: shakmaty_style::before,
    },
    Way { style: "", before: 0, name: "free functions", table_bytes: 8192, mobility: shakmaty_style::after },
    Way {
        style: "",
        before: 0,
        name: "const functions",
        table_bytes: 2560,
        mobility: shakmaty_style::after_in_const,
    },
    Way {
        style: "cozy-chess",
        before: 3,
        name: "its magics",
        table_bytes: CozyChess::TABLE_BYTES,
        mobility: cozy_style::before,
    },
    Way { style: "", before: 3, name: "free functions", table_bytes: 8192, mobility: cozy_style::after },
    Way {
        style: "",
        before: 3,
        name: "const functions",
        table_bytes: 2560,
        mobility: cozy_style::after_in_const,
    },
    Way {
        style: "chess",
        before: 6,
        name: "its magics",
        table_bytes: Chess::TABLE_BYTES,
        mobility: cozy_style::chess_before,
    },
    Way {
        style: "",
        before: 6,
        name: "free functions",
        table_bytes: 8192,
        mobility: cozy_style::chess_after,
    },
    Way {
        style: "C",
        before: 8,
        name: "fancy magics",
        table_bytes: FancyMagic::TABLE_BYTES,
        mobility: c_style::before,
    },
    Way { style: "", before: 8, name: "free functions, a1 = 0", table_bytes: 8192, mobility: c_style::after },
    Way {
        style: "",
        before: 8,
        name: "free functions, a8 = 0",
        table_bytes: 8192,
        mobility: c_style::after_from_a8,
    },
    Way {
        style: "generic",
        before: 3,
        name: "level chosen for each position",
        table_bytes: 8192,
        mobility: generic::chosen_for_each_position,
    },
    Way {
        style: "",
        before: 3,
        name: "level chosen once",
        table_bytes: 8192,
        mobility: generic::chosen_once,
    },
    Way {
        style: "",
        before: 3,
        name: "64 positions in a batch",
        table_bytes: 16384,
        mobility: generic::batch,
    },
];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), BenchError> {
    let mut arguments = std::env::args_os().skip(1);
    let file = arguments.next().map(PathBuf::from);
    if let Some(unexpected) = arguments.next() {
        let unexpected = unexpected.to_string_lossy().into_owned();
        let known = vec!["one FILE of FENs, or nothing".into()];
        return Err(BenchError::UnknownName { what: "argument", name: unexpected, known });
    }
    let positions = Positions::find(file.as_deref())?;
    let sliders = &positions.sliders[..];
    let expected = (WAYS[0].mobility)(sliders);
    for way in &WAYS {
        assert_eq!((way.mobility)(sliders), expected, "{}, {}", way.style, way.name);
    }
    let mut times = vec![Vec::new(); WAYS.len()];
    for _ in 0..ROUNDS {
        for (way, times) in WAYS.iter().zip(&mut times) {
            let start = Instant::now();
            for _ in 0..PASSES {
                black_box((way.mobility)(black_box(sliders)));
            }
            times.push(start.elapsed().as_secs_f64());
        }
    }
    let number = sliders.iter().map(Sliders::count).sum::<usize>() * PASSES;
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["style", "attacks by", "ns a slider", "of the time before", "table bytes, at most"]);
    for (own, way) in times.iter().zip(&WAYS) {
        let ratios = own.iter().zip(&times[way.before]).map(|(own, before)| own / before);
        table.add_row([
            way.style.into(),
            way.name.into(),
            format!("{:.2}", 1e9 * median(own.clone()) / number as f64),
            format!("{:.2}", median(ratios.collect())),
            thousands(way.table_bytes),
        ]);
    }
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    println!("{}, level {}\n\n{table}\n", positions.source, quadline::level::active());
    println!(
        "medians of {ROUNDS} alternating rounds; the squares are looked for, the attacks counted, for everybody;"
    );
    println!(
        "`generic` is compared with cozy-chess's magics; only what a level is chosen for counts with the CPU's own POPCNT"
    );
    Ok(())
}

/// Returns the median of at least one value.
fn median(mut values: Vec<f64>) -> f64 {
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// Adds up the squares that all sliders attack, for any style; squares are numbers here.
#[inline(always)]
fn mobility(positions: &[Sliders], rook: impl Fn(u8, u64) -> u64, bishop: impl Fn(u8, u64) -> u64) -> u64 {
    let mut sum = 0;
    for &Sliders { rooks, bishops, queens, occupied } in positions {
        let mut rest = rooks | queens;
        while rest != 0 {
            sum += u64::from(rook(rest.trailing_zeros() as u8, occupied).count_ones());
            rest &= rest - 1;
        }
        let mut rest = bishops | queens;
        while rest != 0 {
            sum += u64::from(bishop(rest.trailing_zeros() as u8, occupied).count_ones());
            rest &= rest - 1;
        }
    }
    sum
}
