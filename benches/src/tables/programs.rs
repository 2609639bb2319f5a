//! The chart, perft and the search.

use super::engines::{self, Round};
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

/// The program of another project that README.md compares perft with: the fastest one that is known.
const FASTEST: &str = "mindchess";

/// The engines of README.md: the name in the rounds, and what they are.
const ENGINES: [(&str, &str); 2] = [
    (
        "hobbes",
        "[Hobbes](https://github.com/kelseyde/hobbes-chess-engine): an engine, its threats and sliders by quadline",
    ),
    (
        "reckless",
        "[Reckless](https://github.com/codedeliveryservice/Reckless): an engine with vector code of its own",
    ),
];

/// Returns the speeds of whole programs at the best level and the common one, on the CPU of the first record.
pub fn programs(all: &[Results], rounds: &[Round]) -> String {
    let Some(results) = all.first() else { return "Not recorded yet.".into() };
    let levels = best_and_common(results);
    let mut dates = Vec::new();
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut add = |what: &str, peer: &str, digits: usize, speed: &dyn Fn(&str) -> Option<f64>| {
        let speeds: Vec<Option<f64>> = levels.iter().map(|level| speed(level)).collect();
        if speeds.iter().any(Option::is_some) {
            let cell =
                |speed: Option<f64>| speed.map_or_else(String::new, |speed| format!("{speed:.digits$}"));
            let cells = speeds.into_iter().map(cell);
            lines.push([what, peer].map(String::from).into_iter().chain(cells).collect());
        }
    };
    if let Some(Dated { run, report }) = &results.perft {
        let generators = report.generators();
        dates.push(&run.date);
        let mean = |name: &str| generators.contains(&name).then(|| report.geometric_mean(name));
        let what = format!("perft of {} positions, one thread", report.positions().len());
        add(&what, "cozy-chess", 1, &mean);
        let of_fastest = |level: &str| Some(mean(level)? / mean(FASTEST)?);
        let fastest = "[mindchess](https://github.com/vtlmks/mindchess), in C, which only counts perft";
        add(&what, fastest, 2, &of_fastest);
    }
    let searches = [
        (&results.search, "a search: hash table, quiescence, exchanges; evaluates material and mobility"),
        (&results.search_with_threats, "the same with an evaluation that weighs every attack on an enemy"),
    ];
    for (search, what) in searches {
        let Some(Dated { run, report }) = search else { continue };
        dates.push(&run.date);
        add(what, "itself on cozy-chess", 2, &|level| of_search(report, level));
    }
    for (engine, what) in ENGINES {
        add(what, "itself", 2, &|level| {
            // The build that fixes the level.
            let target_cpu = if level == levels[0] { "native" } else { "x86-64-v3" };
            engines::speed(rounds, results, engine, target_cpu)
        });
    }
    let mut header: Vec<String> = ["program", "relative to"].map(String::from).into();
    header.extend(levels.iter().map(|level| format!("with `{level}`")));
    let Some(date) = dates.iter().max() else { return "Not recorded yet.".into() };
    format!("{}\n{}, {date}.", markdown(&header, 2, &lines), results.machine.cpu)
}

/// Returns the speeds of the search at each level, and those of the search with threats.
pub fn search(all: &[Results]) -> String {
    let Some((results, Dated { run, report })) = with_search(all) else { return "Not recorded yet.".into() };
    let lines: Vec<Vec<String>> = report
        .rows
        .iter()
        .map(|row| {
            let cells = |row: &search::Row| {
                [with_spread(row.ratio, row.spread), format!("{:.2}", row.million_nodes_per_second)]
            };
            let report = results.search_with_threats.as_ref().map(|search| &search.report);
            let with_threats =
                report.and_then(|report| report.rows.iter().find(|other| other.name == row.name));
            let with_threats = with_threats.map_or_else(Default::default, cells);
            [vec![row.name.clone()], cells(row).into(), with_threats.into()].concat()
        })
        .collect();
    let header = ["search", "speed", "million nodes/s", "with threats", "million nodes/s"];
    let table = markdown(&header.map(str::to_owned), 1, &lines);
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
