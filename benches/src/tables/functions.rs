//! The tables with a function for each kind of data, its time and its speed, in full for the pages of the
//! families and short for README.md.

use super::markdown;
use crate::report::Row;
use crate::results::Results;
use crate::roster::Call;
use crate::shapes::Shape;

/// The peers with magic bitboards. The table shows the fastest.
const MAGICS: [&str; 2] = ["shakmaty", "cozy-chess"];
/// The methods of positions, which choose the level in each call.
pub const METHODS: &str = "quadline/position";
/// The level of most CPUs.
const COMMON: &str = "avx2";

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
    /// That of README.md and that of the family.
    Both,
    /// Only that of the family.
    Long,
}

struct Line {
    tables: Tables,
    have: &'static str,
    shape: &'static str,
    who: Who,
    call: &'static str,
}

/// Defines [`LINES`]: the tables, the data that a program has, the shape and the contestant that were timed,
/// and the function to call.
macro_rules! lines {
    ($($tables:ident, $have:literal, $shape:literal, $who:expr => $call:literal;)*) => {
        const LINES: &[Line] = {
            use Call::{Batch, Single};
            use Who::{Level, Named};
            &[$(Line { tables: Tables::$tables, have: $have, shape: $shape, who: $who, call: $call }),*]
        };
    };
}

lines! {
    Both, "one slider at a time, in your own loop", "random-1024", Level(Single) =>
        "[`level::dispatch`], and in it `level.queen_attacks(square, occupied)`";
    Both, "one slider, at any place in your code", "random-1024", Named("quadline/single") =>
        "[`queen_attacks(square, occupied)`][free]";
    Both, "sixteen sliders or so", "batch-16", Level(Batch) =>
        "[`batch::queen_attacks(..)`][batch]";
    Both, "hundreds of sliders", "batch-256", Level(Batch) =>
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
        "[`position.play(chess_move)`][Position]";
    Both, "a position: its attacked squares", "positions-attacked-2048", Level(Single) =>
        "[`level.attacked_squares(&position)`][Level]";
    Long, "a position: what each kind of piece attacks, of both colors", "positions-attacks-by-role-2048", Level(Single) =>
        "[`level.attacks_by_role_of_both(&position)`][Level]";
    Long, "a position: the same, assembled for the call", "positions-attacks-by-role-assembled-2048", Level(Single) =>
        "[`level.attacks_by_role_of_both(&position)`][Level]";
    Long, "a position: what each kind of piece of one color attacks", "positions-attacks-by-role-on-2048", Level(Single) =>
        "[`level.attacks_by_role_on(&position, color, occupied)`][Level]";
    Long, "a position: the same, assembled for the call", "positions-attacks-by-role-on-assembled-2048", Level(Single) =>
        "[`level.attacks_by_role_on(&position, color, occupied)`][Level]";
    Both, "a position: checks and pins", "positions-checks-and-pins-2048", Level(Single) =>
        "[`level.checks_and_pins(&position)`][Level]";
    Long, "a position: checks, pins and checking squares of both kings", "positions-check-info-2048", Level(Single) =>
        "[`level.check_info(&position)`][Level]";
    Long, "a position: the same, assembled for the call", "positions-check-info-assembled-2048", Level(Single) =>
        "[`level.check_info(&position)`][Level]";
    Long, "a position: what a search computes after each move", "positions-node-info-2048", Level(Single) =>
        "[`level.node_info(&position)`][Level]";
    Long, "a position: the same, assembled for the call", "positions-node-info-assembled-2048", Level(Single) =>
        "[`level.node_info(&position)`][Level]";
    Long, "a position: the attackers of a square", "positions-attackers-to-2048", Level(Single) =>
        "[`level.attackers_to(&position, square, occupied)`][Level]";
    Both, "a position: which piece attacks which", "positions-threats", Level(Single) =>
        "[`level.threats(&position, kinds, ..)`][Level]";
    Long, "a position: whether a move is legal", "positions-is-legal-2048", Level(Single) =>
        "[`level.is_legal(&position, chess_move)`][Level]";
    Long, "a position: the same, assembled for the call", "positions-is-legal-assembled-2048", Level(Single) =>
        "[`level.is_legal(&position, chess_move)`][Level]";
    Long, "a position: the same with its `node_info`", "positions-is-legal-with-node-2048", Level(Single) =>
        "[`level.is_legal_with_node(&position, &info, chess_move)`][Level]";
    Long, "a position: whether a move gives check", "positions-gives-check-2048", Level(Single) =>
        "[`level.gives_check(&position, chess_move)`][Level]";
    Long, "a position: whether an exchange loses nothing", "positions-see-at-least-2048", Level(Single) =>
        "[`level.see_at_least(&position, chess_move, ..)`][Level]";
    Long, "a position: the same, assembled for the call", "positions-see-at-least-assembled-2048", Level(Single) =>
        "[`level.see_at_least(&position, chess_move, ..)`][Level]";
    Long, "a position: its captures, the exchange of each, and a position after one (a node of quiescence)",
        "positions-quiescence-node-2048", Level(Single) =>
        "[`level.see_at_least(&position, capture, ..)`][Level]";
    Long, "a position: whether it has a legal move", "positions-has-legal-moves-2048", Named(METHODS) =>
        "[`position.has_legal_moves()`][Position]";
    Long, "a position: the numbers of moves after its legal moves", "positions-successor-move-counts-2048", Named(METHODS) =>
        "[`batch::successor_move_counts(&position, ..)`][batch]";
    Long, "a position: the network inputs of both sides", "positions-threat-inputs-2048", Level(Single) =>
        "[`level.threat_inputs(&position, layout, perspective, ..)`][Level]";
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
    Long, "a position: the same, assembled for the call", "moves-threats-assembled", Level(Single) =>
        "[`level.threat_changes(&position, chess_move, ..)`][Level]";
    Long, "pawns before and after a move: changed inputs of pairs", "positions-pawn-pair-changes-2048", Level(Single) =>
        "[`level.pawn_pair_changes(&layout, pawns, kings, ..)`][Level]";
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
        "[`position.polyglot_key()`][Position]";
    Long, "many positions: their hash keys", "positions-key-2048", Level(Batch) =>
        "[`batch::polyglot_keys(..)`][batch]";
    Long, "a `const`, a table, a `const fn`", "random-1024", Named("quadline/constant") =>
        "[`constant::queen_attacks(square, occupied)`][constant]";
}

/// Returns the best level of a CPU and the common one.
pub fn best_and_common(results: &Results) -> Vec<&str> {
    let mut levels: Vec<&str> = results.machine.levels.first().map(String::as_str).into_iter().collect();
    if results.machine.levels.iter().any(|level| level == COMMON) && levels != [COMMON] {
        levels.push(COMMON);
    }
    levels
}

/// Returns the functions for README.md.
pub fn short_table(results: &Results) -> String {
    of_lines(results, |line| line.tables == Tables::Both)
}

/// Returns the functions of a family.
pub fn of_family(results: &Results, family: &str) -> String {
    of_lines(results, |line| line.shape.parse::<Shape>().is_ok_and(|shape| shape.family() == family))
}

impl Line {
    fn row<'a>(&self, results: &'a Results, shape: &str, level: &str) -> Option<&'a Row> {
        match self.who {
            Who::Level(call) => of_level(results, shape, level, call),
            Who::Named(name) if best_and_common(results)[0] == level => results.row(shape, name),
            Who::Named(_) => None,
        }
    }
}

/// Returns some of the lines, and the CPU.
fn of_lines(results: &Results, is_shown: impl Fn(&Line) -> bool) -> String {
    let levels = best_and_common(results);
    let mut header = vec!["you have".to_owned(), "you use".into()];
    header.extend(levels.iter().map(|level| format!("you get with `{level}`")));
    header.extend(levels.first().map(|level| format!("in random order with `{level}`")));
    let texts = |row: &Row| -> Vec<String> {
        speeds(results, row).into_iter().map(|(ratio, name)| format!("{ratio:.1} × {name}")).collect()
    };
    let lines: Vec<Vec<String>> = LINES
        .iter()
        .filter(|line| is_shown(line))
        .filter_map(|line| {
            let at = |level: &str| {
                let row = line.row(results, line.shape, level)?;
                let time = row.nanoseconds.map(|time| format!("{time:.*} ns", usize::from(time < 10.0) * 2));
                Some(time.into_iter().chain(texts(row)).collect::<Vec<_>>().join(", "))
            };
            let mut cells: Vec<String> = levels.iter().map(|level| at(level).unwrap_or_default()).collect();
            let random = random_shapes(line.shape);
            let random = random.iter().find_map(|shape| line.row(results, shape, levels.first()?));
            cells.push(random.map_or_else(String::new, |row| texts(row).join(", ")));
            // A function that was not timed on this CPU has no line.
            let is_timed = cells.iter().any(|cell| !cell.is_empty());
            is_timed.then(|| [vec![line.have.to_owned(), line.call.into()], cells].concat())
        })
        .collect();
    format!("{}\n{}", markdown(&header, header.len(), &lines), super::caption(results))
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

/// Returns the row of the default kernel of a level.
pub fn of_level<'a>(results: &'a Results, shape: &str, level: &str, call: Call) -> Option<&'a Row> {
    results.rows(shape).iter().find(|row| row.label.origin.is_default_of(level) && row.label.call == call)
}

/// Returns the speed relative to a peer that was timed at the same shape.
pub fn relative_to(results: &Results, row: &Row, peer: &str) -> Option<f64> {
    let is_reference = row.reference == peer;
    let of_peer = if is_reference { 1.0 } else { results.row(&row.shape, peer)?.ratio };
    Some(row.ratio / of_peer)
}

/// Returns the speed relative to PEXT, a loop and the fastest library, as far as they were measured.
fn speeds<'a>(results: &Results, row: &Row) -> Vec<(f64, &'a str)> {
    let of = |name: &str| relative_to(results, row, name);
    let magics = MAGICS.iter().filter_map(|name| of(name).map(|ratio| (ratio, *name)));
    let magics = magics.min_by(|(ratio, _), (other, _)| ratio.total_cmp(other));
    // Where a library does more than look up attacks, it is named.
    let look_ups_only = row.shape.parse::<Shape>().is_ok_and(|shape| shape.family() == "sliders");
    let magics = magics.map(|(ratio, name)| (ratio, if look_ups_only { "magics" } else { name }));
    let against = [("pext", "PEXT"), ("loop", "a loop")].map(|(peer, name)| Some((of(peer)?, name)));
    against.into_iter().chain([magics]).flatten().collect()
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
