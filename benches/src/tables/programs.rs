//! The chart, perft and the search.

use super::functions::{best_and_common, of_level, relative_to};
use super::levels::with_spread;
use super::markdown;
use crate::report::thousands;
use crate::results::{Dated, Results};
use crate::roster::Call;
use crate::{perft, search};

/// The number of characters in the longest bar.
const LONGEST: f64 = 36.0;

/// The figure of a bar.
enum Figure {
    /// The default kernel of the best level at a shape, relative to a peer.
    Shape(&'static str, Call, &'static str),
    /// Perft, relative to cozy-chess.
    Perft,
    /// The search, relative to cozy-chess.
    Search,
}

/// The bars of the chart: the work, the peer whose speed is 1, and the figure.
const BARS: [(&str, &str, Figure); 10] = [
    ("a slider", "PEXT", Figure::Shape("random-1024", Call::Single, "pext")),
    ("256 sliders, batch", "PEXT", Figure::Shape("batch-256", Call::Batch, "pext")),
    ("moves, listed", "cozy-chess", Figure::Shape("positions-lists-2048", Call::Single, "cozy-chess")),
    ("moves, counted", "cozy-chess", Figure::Shape("positions-counts-2048", Call::Single, "cozy-chess")),
    ("counted, batch", "cozy-chess", Figure::Shape("positions-counts-2048", Call::Batch, "cozy-chess")),
    ("checks and pins", "PEXT", Figure::Shape("positions-checks-and-pins-2048", Call::Single, "pext")),
    ("threats", "PEXT", Figure::Shape("positions-threats", Call::Single, "pext")),
    ("packed boards, batch", "loop", Figure::Shape("positions-from-nibbles-2048", Call::Batch, "loop")),
    ("perft", "cozy-chess", Figure::Perft),
    ("a search", "cozy-chess", Figure::Search),
];

impl Figure {
    fn of(&self, results: &Results) -> Option<f64> {
        let level = results.machine.levels.first()?;
        match *self {
            Self::Shape(shape, call, peer) => {
                relative_to(results, of_level(results, shape, level, call)?, peer)
            }
            Self::Perft => Some(results.perft.as_ref()?.report.geometric_mean(level)),
            Self::Search => of_search(&results.search.as_ref()?.report, level),
        }
    }
}

/// Returns the speed of the search at a level.
fn of_search(report: &search::Report, level: &str) -> Option<f64> {
    report.rows.iter().find(|row| row.name == level).map(|row| row.ratio)
}

/// Returns the chart: the first record, and the first one of another maker.
pub fn chart(all: &[Results]) -> String {
    let maker = |results: &Results| results.machine.cpu.split(['(', ' ']).next().map(str::to_owned);
    let mut shown: Vec<&Results> = all.iter().take(1).collect();
    shown.extend(all.iter().find(|results| maker(results) != maker(&all[0])));
    let makers: Vec<String> = shown.iter().filter_map(|results| maker(results)).collect();
    let mut text = String::from("```text\n");
    let figures = BARS.iter().flat_map(|(.., figure)| shown.iter().filter_map(|results| figure.of(results)));
    let largest = figures.fold(1.0, f64::max);
    for (work, peer, figure) in BARS {
        let mut names = [work, peer];
        for (results, maker) in shown.iter().zip(&makers) {
            let Some(ratio) = figure.of(results) else { continue };
            let bar = "█".repeat((LONGEST * ratio / largest).round().max(1.0) as usize);
            let [work, peer] = names;
            text.push_str(&format!("{work:21}{peer:11}{maker:6}{bar} {ratio:.1}\n"));
            names = ["", ""];
        }
    }
    let captions = shown.iter().zip(&makers).map(|(results, maker)| {
        format!("{maker}: {}, `{}`, {}", results.machine.cpu, results.machine.levels[0], results.date())
    });
    format!("{text}```\n\n{}.", captions.collect::<Vec<_>>().join("; "))
}

/// Returns the records with perft.
fn with_perft(all: &[Results]) -> impl Iterator<Item = (&Results, &Dated<perft::Report>)> {
    all.iter().filter_map(|results| results.perft.as_ref().map(|perft| (results, perft)))
}

/// Returns the first record with a search.
fn with_search(all: &[Results]) -> Option<(&Results, &Dated<search::Report>)> {
    all.iter().find_map(|results| results.search.as_ref().map(|search| (results, search)))
}

/// Returns a text with the ratio at each of these levels that has one, with so many digits after the point.
fn at_levels(results: &Results, digits: usize, ratio: impl Fn(&str) -> Option<f64>) -> String {
    let times = |level| Some(format!("{:.digits$} times with `{level}`", ratio(level)?));
    let texts: Vec<String> = best_and_common(results).into_iter().filter_map(times).collect();
    texts.join(" and ")
}

/// The program of another project that the sentence about perft names: the fastest one that is known.
const FASTEST: &str = "mindchess";

/// Returns a sentence with the speed of perft relative to [`FASTEST`], or nothing if no record has it.
fn against_the_fastest(all: &[Results]) -> String {
    let found = with_perft(all).find(|(_, perft)| perft.report.generators().contains(&FASTEST));
    let Some((results, Dated { run, report })) = found else { return String::new() };
    let fastest = report.geometric_mean(FASTEST);
    format!(
        "Relative to [mindchess](https://github.com/vtlmks/mindchess), a program in C that only counts perft, it is {} \
         ({} positions, {}, {}).\n",
        at_levels(results, 2, |level| Some(report.geometric_mean(level) / fastest)),
        report.positions().len(),
        results.machine.cpu,
        run.date
    )
}

/// Returns a sentence each with the speed of perft and of the search at the best level and the common one.
pub fn sentences(all: &[Results]) -> String {
    let perft = with_perft(all).next();
    let search = with_search(all);
    let (Some((of_perft, perft)), Some((of_search, search))) = (perft, search) else {
        return "Not recorded yet.".into();
    };
    format!(
        "Perft runs at a multiple of its speed with cozy-chess: {} (geometric mean of {} positions, one thread, {}, {}).\n{}\
         An alpha-beta search with a hash table, quiescence and exchanges runs at {} of its speed on cozy-chess ({}, {}).",
        at_levels(of_perft, 1, |level| Some(perft.report.geometric_mean(level))),
        perft.report.positions().len(),
        of_perft.machine.cpu,
        perft.run.date,
        against_the_fastest(all),
        at_levels(of_search, 2, |level| self::of_search(&search.report, level)),
        of_search.machine.cpu,
        search.run.date
    )
}

/// Returns the speeds of the search at each level.
pub fn search(all: &[Results]) -> String {
    let Some((results, Dated { run, report })) = with_search(all) else { return "Not recorded yet.".into() };
    let lines: Vec<Vec<String>> = report
        .rows
        .iter()
        .map(|row| {
            let speed = format!("{:.2}", row.million_nodes_per_second);
            vec![row.name.clone(), with_spread(row.ratio, row.spread), speed]
        })
        .collect();
    let table = markdown(&["search", "speed", "million nodes/s"].map(str::to_owned), 1, &lines);
    format!(
        "{table}\nSpeed relative to cozy-chess, {} nodes. {}, every library built for {}, {}.",
        thousands(report.nodes as usize),
        results.machine.cpu,
        results.machine.platform.split(' ').next_back().unwrap_or_default(),
        run.date
    )
}

/// Returns the table of move generators for each record that has one: the relative speed, then million nodes
/// per second.
pub fn perft(all: &[Results]) -> String {
    let of_record = |(results, Dated { run, report }): (&Results, &Dated<perft::Report>)| {
        let mut header = vec!["generator".to_owned()];
        header.extend(report.positions().iter().map(|(position, depth)| format!("{position}, {depth}")));
        header.push("geometric mean".into());
        let mut generators = report.generators();
        generators.sort_by(|one, other| report.geometric_mean(other).total_cmp(&report.geometric_mean(one)));
        let cell = |row: &perft::Row| {
            let nodes = thousands(row.million_nodes_per_second.round() as usize);
            format!("{} ({nodes})", with_spread(row.ratio, row.spread))
        };
        let lines = generators
            .into_iter()
            .map(|generator| [vec![format!("`{generator}`")], report.line(generator, cell)].concat());
        let table = markdown(&header, 1, &lines.collect::<Vec<_>>());
        format!(
            "{table}\n{}, every library built for {}{}, {}.\n\n",
            results.machine.cpu,
            report.build,
            report.external(),
            run.date
        )
    };
    with_perft(all).map(of_record).collect()
}
