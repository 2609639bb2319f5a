//! The tables with a function for each kind of data and its speed, perft and the search, each in full for
//! benches/README.md and short for README.md. All of them show the first of the results.

use super::{markdown, shapes};
use crate::report::{Row, thousands};
use crate::results::{Dated, Results};
use crate::roster::Call;
use crate::{perft, search};

/// The peers with magic bitboards. The table shows the fastest.
const MAGICS: [&str; 4] = ["shakmaty", "cozy-chess", "fancy-magic", "chess"];
/// The methods of positions, which choose the level in each call.
const METHODS: &str = "quadline/position";
/// How the names of those end that start from a board of bytes, or that call several functions.
const OTHERS: [&str; 2] = ["board-of-bytes", "separate-calls"];
/// The level of most CPUs.
const COMMON: &str = "avx2";
/// The number of characters in the longest bar.
const LONGEST: f64 = 40.0;

/// The contestants in a line.
enum Who {
    /// The default of each level.
    Level(Call),
    /// One contestant for all levels, in the column of the best one.
    Named(&'static str),
}

/// The tables that contain a line.
#[derive(PartialEq, Eq)]
enum Tables {
    /// That of README.md and that of all functions.
    Both,
    /// Only that of all functions.
    Long,
}

struct Line {
    tables: Tables,
    have: &'static str,
    shape: &'static str,
    who: Who,
    call: &'static str,
    /// Why it may be slower than a peer, and what is faster: shown where a figure is below 1.
    slower: &'static str,
}

/// Defines [`LINES`]: the tables, the data that a program has, the shape and the contestant that were timed,
/// the function to call, and why it may be slower than a peer.
macro_rules! lines {
    ($($tables:ident, $have:literal, $shape:literal, $who:expr => $call:literal $(, slower: $slower:literal)?;)*) => {
        const LINES: &[Line] = {
            use Call::{Batch, Single};
            use Who::{Level, Named};
            &[$(Line {
                tables: Tables::$tables, have: $have, shape: $shape, who: $who, call: $call, slower: concat!($($slower)?),
            }),*]
        };
    };
}

lines! {
    Both, "one slider at a time, in your own loop", "random-1024", Level(Single) =>
        "[`level::dispatch`], and in it `level.queen_attacks(square, occupied)`", slower: "the peer's tables are in the cache; batches";
    Both, "one slider, at any place in your code", "random-1024", Named("quadline/single") =>
        "[`queen_attacks(square, occupied)`][free]", slower: "an indirect call; dispatch the loop";
    Both, "eight sliders or more", "random-1024", Level(Batch) =>
        "[`batch::queen_attacks(..)`][batch]";
    Both, "a position: the number of its legal moves", "positions-counts-2048", Level(Single) =>
        "[`level.legal_move_count(&position)`][Level]";
    Both, "a position: its legal moves", "positions-lists-2048", Level(Single) =>
        "[`level.legal_moves(&position, ..)`][Level]";
    Long, "a position: its captures", "positions-captures-2048", Level(Single) =>
        "[`level.legal_moves_of(&position, MoveSet::CAPTURES, ..)`][Level]";
    Long, "a position: the positions after its legal moves", "positions-successors-2048", Level(Single) =>
        "[`level.successors(&position, ..)`][Level]";
    Long, "a position: the one after a move", "positions-play-2048", Level(Single) =>
        "[`position.play(chess_move)`][Position]", slower: "a move without roles; games by `Movetext`";
    Both, "a position: its attacked squares", "positions-attacked-2048", Level(Single) =>
        "[`level.attacked_squares(&position)`][Level]";
    Long, "a position: what each kind of piece attacks, of both colors", "positions-attacks-by-role-2048", Level(Single) =>
        "[`level.attacks_by_role_of_both(&position)`][Level]";
    Both, "a position: checks and pins", "positions-checks-and-pins-2048", Level(Single) =>
        "[`level.checks_and_pins(&position)`][Level]";
    Long, "a position: checks, pins and checking squares of both kings", "positions-check-info-2048", Level(Single) =>
        "[`level.check_info(&position)`][Level]";
    Long, "a position: what a search computes after each move", "positions-node-info-2048", Level(Single) =>
        "[`level.node_info(&position)`][Level]";
    Long, "a position: the attackers of a square", "positions-attackers-to-2048", Level(Single) =>
        "[`level.attackers_to(&position, square, occupied)`][Level]";
    Both, "a position: which piece attacks which", "positions-threats", Level(Single) =>
        "[`level.threats(&position, kinds, ..)`][Level]";
    Long, "a position: whether a move is legal", "positions-is-legal-2048", Level(Single) =>
        "[`level.is_legal(&position, chess_move)`][Level]", slower: "nothing is stored; `is_legal_with_node`";
    Long, "a position: the same with its checks and pins", "positions-is-legal-with-2048", Level(Single) =>
        "[`level.is_legal_with(&position, &info, chess_move)`][Level]", slower: "no attacks stored; `is_legal_with_node`";
    Long, "a position: the same with all of its `node_info`", "positions-is-legal-with-node-2048", Level(Single) =>
        "[`level.is_legal_with_node(&position, &info, chess_move)`][Level]";
    Long, "a position: the same for eight moves (time of all eight)", "positions-are-eight-legal-with-2048", Level(Single) =>
        "[`level.is_legal_with(&position, &info, chess_move)`][Level]";
    Long, "a position: the same for eight moves with its `node_info` (time of all eight)",
        "positions-are-eight-legal-with-node-2048", Level(Single) =>
        "[`level.is_legal_with_node(&position, &info, chess_move)`][Level]";
    Long, "a position: whether a move gives check", "positions-gives-check-2048", Level(Single) =>
        "[`level.gives_check(&position, chess_move)`][Level]";
    Long, "a position: the same with its checks and pins", "positions-gives-check-with-2048", Level(Single) =>
        "[`level.gives_check_with(&position, &info, chess_move)`][Level]";
    Long, "a position: whether an exchange loses nothing", "positions-see-at-least-2048", Level(Single) =>
        "[`level.see_at_least(&position, chess_move, ..)`][Level]", slower: "the peer's branches are learned; random order";
    Long, "a position: the same without captures by pinned pieces, with its checks and pins", "positions-see-at-least-with-2048", Level(Single) =>
        "[`level.see_at_least_with(&position, &info, chess_move, ..)`][Level]", slower: "the peer's branches are learned; random order";
    Long, "a position: its captures, the exchange of each, and a position after one (a node of quiescence)",
        "positions-quiescence-node-2048", Level(Single) =>
        "[`level.see_at_least(&position, capture, ..)`][Level]";
    Long, "a position: whether it has a legal move", "positions-has-legal-moves-2048", Named(METHODS) =>
        "[`position.has_legal_moves()`][Position]", slower: "nothing is stored; `has_legal_moves_with`";
    Long, "a position: the numbers of moves after its legal moves", "positions-successor-move-counts-2048", Named(METHODS) =>
        "[`batch::successor_move_counts(&position, ..)`][batch]";
    Long, "a position: the network inputs of both sides", "positions-threat-inputs-2048", Level(Single) =>
        "[`level.threat_inputs(&position, layout, perspective, ..)`][Level]", slower: "threats computed twice; `threat_inputs_of_both`";
    Long, "a position: the network inputs of both sides, by one call", "positions-threat-inputs-of-both-2048", Level(Single) =>
        "[`level.threat_inputs_of_both(&position, layout, ..)`][Level]";
    Long, "a packed board", "positions-from-nibbles-2048", Named(METHODS) =>
        "[`Position::from_nibbles(occupied, nibbles, codes)`][Position]";
    Long, "a packed board that is known to be valid", "positions-from-nibbles-unchecked-2048", Named(METHODS) =>
        "[`Position::from_nibbles_unchecked(occupied, nibbles, codes)`][Position]";
    Long, "a position, to pack", "positions-to-nibbles-2048", Named(METHODS) =>
        "[`position.to_nibbles(codes)`][Position]";
    Long, "a position: the threats that a move changes", "moves-threats", Level(Single) =>
        "[`level.threat_changes(&position, chess_move, ..)`][Level]";
    Both, "many positions: the numbers of their legal moves", "positions-counts-2048", Level(Batch) =>
        "[`batch::legal_move_counts(..)`][batch]";
    Long, "many positions: their legal moves", "positions-lists-2048", Level(Batch) =>
        "[`batch::legal_moves(..)`][batch]";
    Long, "many positions: their attacked squares", "positions-attacked-2048", Level(Batch) =>
        "[`batch::attacked_squares(..)`][batch]";
    Long, "many positions: what each kind of piece attacks", "positions-attacks-by-role-2048", Level(Batch) =>
        "[`batch::attacks_by_role_of_both(..)`][batch]";
    Long, "many positions: checks and pins", "positions-checks-and-pins-2048", Level(Batch) =>
        "[`batch::checks_and_pins(..)`][batch]";
    Long, "many positions: checks, pins and checking squares of both kings", "positions-check-info-2048", Level(Batch) =>
        "[`batch::check_info(..)`][batch]";
    Long, "many positions: which piece attacks which", "positions-threats", Level(Batch) =>
        "[`batch::threats(..)`][batch]";
    Long, "many positions: network inputs of both sides", "positions-threat-inputs-2048", Level(Batch) =>
        "[`batch::threat_inputs_csr(..)`][batch]";
    Long, "many positions: the same in rows, filled up", "positions-threat-inputs-of-both-2048", Level(Batch) =>
        "[`batch::threat_inputs(..)`][batch]";
    Long, "many packed boards", "positions-from-nibbles-2048", Level(Batch) =>
        "[`batch::from_nibbles(..)`][batch]";
    Long, "many packed boards that are known to be valid", "positions-from-nibbles-unchecked-2048", Level(Batch) =>
        "[`batch::from_nibbles_unchecked(..)`][batch]";
    Long, "a FEN", "positions-read-fen-2048", Named(METHODS) =>
        "[`Position::from_fen_bytes(fen)`][Position]";
    Long, "a position, to write as a FEN", "positions-write-fen-2048", Named(METHODS) =>
        "[`position.to_string()`][Position], or `write!` into a string";
    Long, "a position: its hash key, from all pieces", "positions-key-2048", Named(METHODS) =>
        "[`position.polyglot_key()`][Position]", slower: "a loop over all pieces; `batch::polyglot_keys`";
    Long, "many positions: their hash keys", "positions-key-2048", Level(Batch) =>
        "[`batch::polyglot_keys(..)`][batch]";
    Long, "a move, to write in UCI notation", "positions-write-uci-2048", Named(METHODS) =>
        "[`chess_move.to_uci()`][Move]";
    Long, "a `const`, a table, a `const fn`", "random-1024", Named("quadline/constant") =>
        "[`constant::queen_attacks(square, occupied)`][constant]", slower: "small tables only; `queen_attacks`";
}

/// Returns the best level of a CPU and the common one.
fn best_and_common(results: &Results) -> Vec<&str> {
    let mut levels: Vec<&str> = results.machine.levels.first().map(String::as_str).into_iter().collect();
    if results.machine.levels.iter().any(|level| level == COMMON) && levels != [COMMON] {
        levels.push(COMMON);
    }
    levels
}

/// Returns a text with the ratio at each of these levels that has one, with so many digits after the point.
fn at_levels(results: &Results, digits: usize, ratio: impl Fn(&str) -> Option<f64>) -> String {
    let times = |level| Some(format!("{:.digits$} times with `{level}`", ratio(level)?));
    let texts: Vec<String> = best_and_common(results).into_iter().filter_map(times).collect();
    texts.join(" and ")
}

/// Returns the functions for README.md in the same form as [`table`].
pub fn short_table(all: &[Results]) -> String {
    all.first().map_or_else(String::new, |results| of_lines(results, |line| line.tables == Tables::Both))
}

/// Returns the functions to call, with their time and speed at the best level and at the common one.
pub fn table(all: &[Results]) -> String {
    let Some(results) = all.first() else { return String::new() };
    let mut note = of_lines(results, |_| true);
    if let Some(more) = dispatch(results) {
        let methods = "The methods of [`Position`][Position] with the names of the levels' methods choose the level in each call";
        note.push_str(&format!(" {methods}, which takes {more:.1} ns more (median over the functions)."));
    }
    note
}

/// Returns some of the lines, and the CPU.
fn of_lines(results: &Results, is_shown: impl Fn(&Line) -> bool) -> String {
    let levels = best_and_common(results);
    let mut header = vec!["you have".to_owned(), "you use".into()];
    header.extend(levels.iter().map(|level| format!("you get with `{level}`")));
    header.extend(levels.first().map(|level| format!("in random order with `{level}`")));
    let lines: Vec<Vec<String>> = LINES
        .iter()
        .filter(|line| is_shown(line))
        .filter_map(|line| {
            let mut cells = vec![line.have.to_owned(), line.call.to_owned()];
            let row = |shape: &str, level: &str| match line.who {
                Who::Level(call) => of_level(results, shape, level, call),
                Who::Named(name) if levels[0] == level => results.row(shape, name),
                Who::Named(_) => None,
            };
            cells.extend(levels.iter().map(|level| {
                row(line.shape, level).map_or_else(String::new, |row| expectation(results, row))
            }));
            let in_random_order = levels.first().map(|level| {
                let row = random_shapes(line.shape).iter().find_map(|shape| row(shape, level));
                row.map_or_else(String::new, |row| speeds(results, row).join(", "))
            });
            cells.extend(in_random_order);
            let is_slower = |speed: &str| speed.starts_with("0.") && speed.contains('×');
            if cells[2..].iter().any(|cell| cell.split(", ").any(is_slower)) {
                let reason = if line.slower.is_empty() { "no reason is known" } else { line.slower };
                cells[1].push_str(&format!(" (slower: {reason})"));
            }
            // A function that was not timed on this CPU has no row.
            cells[2..].iter().any(|cell| !cell.is_empty()).then_some(cells)
        })
        .collect();
    let text = markdown(&header, header.len(), &lines);
    format!(
        "{text}\n{}, {}, {}; times are for one slider or one position. A CPU learns the branches of data that comes in a fixed order, which \
         searches do not offer; in random order it cannot.",
        results.machine.cpu,
        results.machine.rustc,
        results.date()
    )
}

/// Returns the names that the shape with the same work for 65,536 subjects in random order may have.
fn random_shapes(shape: &str) -> Vec<String> {
    let many = shape.trim_end_matches(|last: char| last.is_ascii_digit() || last == '-');
    let mut names = vec![format!("{many}-65536"), format!("{shape}-65536")];
    // Positions in a fixed order have their number in the name of the shape, and those in random order have
    // none.
    if many != shape {
        names.push(many.to_owned());
    }
    names
}

/// By how many nanoseconds the methods of positions exceed those of the level that they choose.
fn dispatch(results: &Results) -> Option<f64> {
    let best = results.machine.levels.first()?;
    let more = |line: &Line| {
        let method = results.row(line.shape, METHODS)?.nanoseconds?;
        Some(method - of_level(results, line.shape, best, Call::Single)?.nanoseconds?)
    };
    let of_levels = LINES.iter().filter(|line| matches!(line.who, Who::Level(Call::Single)));
    let mut all: Vec<f64> = of_levels.filter_map(more).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied()
}

fn of_level<'a>(results: &'a Results, shape: &str, level: &str, call: Call) -> Option<&'a Row> {
    let of_shape = results.shapes.iter().find(|of_shape| of_shape.shape == shape)?;
    of_shape.rows.iter().find(|row| {
        let is_other = OTHERS.iter().any(|name| row.label.name.ends_with(name));
        row.label.origin.is_default_of(level) && row.label.call == call && !is_other
    })
}

/// Returns the time, and the speed relative to PEXT and to the fastest magics, as far as they were measured.
fn expectation(results: &Results, row: &Row) -> String {
    let time = row
        .nanoseconds
        .map(|time| if time < 10.0 { format!("{time:.2} ns") } else { format!("{time:.0} ns") });
    time.into_iter().chain(speeds(results, row)).collect::<Vec<_>>().join(", ")
}

/// Returns the speed relative to PEXT and to the fastest magics, as far as they were measured.
fn speeds(results: &Results, row: &Row) -> Vec<String> {
    let of = |name: &str| results.row(&row.shape, name).map(|other| row.ratio / other.ratio);
    let magics = MAGICS.iter().filter_map(|name| of(name).map(|ratio| (ratio, *name)));
    let magics = magics.min_by(|(ratio, _), (other, _)| ratio.total_cmp(other));
    // Where a library does more than look up attacks, it is named.
    let look_ups_only = of("fancy-magic").is_some();
    let magics = magics.map(|(ratio, name)| (ratio, if look_ups_only { "magics" } else { name }));
    let against = [("pext", "PEXT"), ("loop", "a loop")].map(|(peer, name)| Some((of(peer)?, name)));
    let against = against.into_iter().chain([magics]);
    against.flatten().map(|(ratio, name)| format!("{ratio:.1} × {name}")).collect()
}

/// Returns the records with perft.
fn with_perft(all: &[Results]) -> impl Iterator<Item = (&Results, &Dated<perft::Report>)> {
    all.iter().filter_map(|results| results.perft.as_ref().map(|perft| (results, perft)))
}

/// Returns the results of perft as text bars for the first CPU, with all generators in their usual build and
/// with all of them compiled for the CPU, and for the records with programs of other projects.
pub fn perft_bars(all: &[Results]) -> String {
    let first = with_perft(all).next().map(|(results, _)| &results.machine.cpu);
    let shown = with_perft(all)
        .filter(|(results, perft)| Some(&results.machine.cpu) == first || !perft.report.programs.is_empty());
    shown.map(|(results, perft)| bars_of(results, perft)).collect::<Vec<_>>().join("\n\n")
}

/// The program of another project that the sentence about perft names: the fastest one that is known.
const FASTEST: &str = "mindchess";

/// Returns a sentence with the speed of perft relative to [`FASTEST`], or nothing if no record has it.
fn against_the_fastest(all: &[Results]) -> String {
    let found = with_perft(all).find(|(_, perft)| perft.report.generators().contains(&FASTEST));
    let Some((results, Dated { run, report })) = found else { return String::new() };
    let fastest = report.geometric_mean(FASTEST);
    let ratios = at_levels(results, 2, |level| Some(report.geometric_mean(level) / fastest));
    format!(
        "Relative to [mindchess](https://github.com/vtlmks/mindchess), a program in C that only counts perft, it is {} \
         ({} positions, {}, {}).\n",
        ratios,
        report.positions().len(),
        results.machine.cpu,
        run.date
    )
}

/// Returns a sentence each with the speed of perft and of the search at the best level and the common one.
pub fn programs(all: &[Results]) -> String {
    let perft = with_perft(all).next();
    let search = with_search(all);
    let (Some((of_perft, perft)), Some((of_search, search))) = (perft, search) else {
        return "Not recorded yet.".into();
    };
    let nodes = at_levels(of_perft, 1, |level| Some(perft.report.geometric_mean(level)));
    let speeds = at_levels(of_search, 2, |level| {
        search.report.rows.iter().find(|row| row.name == level).map(|row| row.ratio)
    });
    format!(
        "Perft runs at a multiple of its speed with cozy-chess: {} (geometric mean of {} positions, one thread, {}, {}).\n{}\
         An alpha-beta search with a hash table, quiescence and exchanges runs at {} of its speed on cozy-chess ({}, {}).",
        nodes,
        perft.report.positions().len(),
        of_perft.machine.cpu,
        perft.run.date,
        against_the_fastest(all),
        speeds,
        of_search.machine.cpu,
        search.run.date
    )
}

/// Returns the first record with a search.
fn with_search(all: &[Results]) -> Option<(&Results, &Dated<search::Report>)> {
    all.iter().find_map(|results| results.search.as_ref().map(|search| (results, search)))
}

/// Returns the speeds of a search at each level, from the first of the records that have it.
pub fn search(all: &[Results]) -> String {
    let Some((results, Dated { run, report })) = with_search(all) else { return "Not recorded yet.".into() };
    let levels = &results.machine.levels;
    let mut header = vec!["search".to_owned()];
    header.extend(levels.iter().map(|level| format!("`{level}`")));
    let of_name = |name: &str| {
        let row = report.rows.iter().find(|row| row.name == name);
        row.map_or_else(String::new, |row| shapes::with_spread(row.ratio, row.spread))
    };
    let mut generic = vec!["generic over the level".to_owned()];
    generic.extend(levels.iter().map(|level| of_name(level)));
    let mut methods = vec!["methods of `Position`".to_owned()];
    let active = |level: &String| *level == results.machine.active_level;
    methods.extend(
        levels.iter().map(|level| if active(level) { of_name(search::METHODS) } else { String::new() }),
    );
    let table = markdown(&header, 1, &[generic, methods]);
    format!(
        "{table}\nSpeed relative to cozy-chess, {} nodes. {}, every library built for {}, {}.",
        thousands(report.nodes as usize),
        results.machine.cpu,
        results.machine.platform.split(' ').next_back().unwrap_or_default(),
        run.date
    )
}

fn bars_of(results: &Results, perft: &Dated<perft::Report>) -> String {
    let report = &perft.report;
    let ours = |name: &str| report.rows.iter().any(|row| row.generator == name && row.quadline);
    // A build for the CPU fixes one level. The others would be compiled with its features.
    let fixed = report.build.contains(" with ");
    let mut means: Vec<(String, f64)> = report
        .generators()
        .into_iter()
        .filter(|name| !fixed || !ours(name) || *name == results.machine.active_level)
        .map(|name| {
            let label = if ours(name) { format!("quadline {name}") } else { name.to_owned() };
            (label, report.geometric_mean(name))
        })
        .collect();
    means.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let largest = means.iter().map(|(_, mean)| *mean).fold(1.0, f64::max);
    let width = means.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let bars = means.iter().map(|(name, mean)| {
        let bar = "█".repeat((LONGEST * mean / largest).round().max(1.0) as usize);
        format!("{name:width$}  {bar} {mean:.1}\n")
    });
    let positions: Vec<String> =
        report.positions().iter().map(|(position, depth)| format!("{position} to depth {depth}")).collect();
    format!(
        "```text\n{}```\n\nPerft ({}), one thread, bulk counting: geometric mean of the speed relative to cozy-chess. {}, every library \
         built for {}{}, {}.",
        bars.collect::<String>(),
        positions.join(", "),
        results.machine.cpu,
        report.build,
        report.external(),
        perft.run.date
    )
}

#[cfg(test)]
mod tests {
    use super::{LINES, Line, METHODS, Who};
    use crate::roster::Call;
    use crate::shapes::{FEW, Shape};
    use crate::whole::{Query, Task};

    /// Returns the function that a line times.
    fn timed(line: &Line) -> Option<&'static str> {
        let shape: Shape = line.shape.parse().unwrap_or_else(|error| panic!("{error}"));
        let Some(task) = shape.task() else { return Some("queen_attacks") };
        let (of_one, of_many) = task.functions();
        match line.who {
            Who::Level(Call::Batch) => of_many,
            Who::Level(Call::Single) | Who::Named(METHODS) => of_one,
            Who::Named(_) => None,
        }
    }

    #[test]
    fn a_row_names_only_the_function_that_its_shape_asks_for() {
        for line in LINES {
            let before_arguments: Vec<&str> = line.call.split('(').collect();
            let mut named = 0;
            for text in &before_arguments[..before_arguments.len() - 1] {
                let start = text.rfind(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
                let function = &text[start.map_or(0, |start| start + 1)..];
                if !function.is_empty() {
                    assert_eq!(timed(line), Some(function), "{} is not what {} times", line.call, line.shape);
                    named += 1;
                }
            }
            assert!(named > 0, "{}", line.call);
        }
    }

    #[test]
    fn every_query_has_a_row() {
        for &query in Query::ALL {
            let shape = Shape::Whole(Task::Each(query), FEW).to_string();
            let has = |call| {
                LINES.iter().any(|line| match line.who {
                    Who::Level(own) => line.shape == shape && own == call,
                    Who::Named(_) => line.shape == shape && call == Call::Single,
                })
            };
            assert!(has(Call::Single), "no row shows {shape}");
            assert_eq!(has(Call::Batch), query.row().of_many.is_some(), "{shape} in a batch");
        }
    }
}
