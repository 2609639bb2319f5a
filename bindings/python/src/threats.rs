//! Threats: pairs of an attacking and an attacked piece.

use pyo3::prelude::*;
use pyo3::types::PyString;
use quadline_rust::threats::{Threat, ThreatKinds};
use quadline_rust::{Role, batch};

use crate::arrays::{Any, Bytes, Output, Positions, Threads, not_named, read_bools};
use crate::memory::{in_copies, lists};

/// The number of positions that are copied at a time. Copies are needed because other threads of Python can
/// write the rows at any time, and the threats that are counted must be those that are written.
const BLOCK: usize = 64;

/// The named kinds of threats.
const NAMED: [(&str, ThreatKinds); 5] = [
    ("all", ThreatKinds::ALL),
    ("inputs-59808", ThreatKinds::INPUTS_59808),
    ("inputs-60144", ThreatKinds::INPUTS_60144),
    ("inputs-66864", ThreatKinds::INPUTS_66864),
    ("inputs-79856", ThreatKinds::INPUTS_79856),
];

/// Returns the named kinds of threats, each with 36 booleans.
#[pyfunction]
pub fn named_kinds() -> Vec<(&'static str, Vec<bool>)> {
    NAMED.map(|(name, kinds)| (name, values_of(kinds))).into()
}

/// Returns 36 booleans by the role of the attacker, then of the attacked piece.
pub fn values_of(kinds: ThreatKinds) -> Vec<bool> {
    let attacked = |attacker| Role::ALL.map(|attacked| kinds.contains(attacker, attacked));
    Role::ALL.into_iter().flat_map(attacked).collect()
}

/// Returns the kinds of threats of an argument, which is one of the names or an array of booleans, with or
/// without defenses.
pub fn kinds_of(name: &str, kinds: &Any<'_>, defenses: bool) -> PyResult<ThreatKinds> {
    let kinds = of_both_colors(name, kinds)?;
    Ok(if defenses { kinds } else { kinds.without_defenses() })
}

fn of_both_colors(name: &str, kinds: &Any<'_>) -> PyResult<ThreatKinds> {
    if let Ok(text) = kinds.cast::<PyString>() {
        let found = NAMED.iter().find(|named| *text == named.0);
        return found.map(|named| named.1).ok_or_else(|| not_named(name, kinds, "the names are", &NAMED, ""));
    }
    let values = read_bools(name, kinds, &[Some(6), Some(6)])?;
    let mut kinds = ThreatKinds::NONE;
    for (&attacker, row) in Role::ALL.iter().zip(values.as_slice()?.chunks_exact(6)) {
        let attacked =
            Role::ALL.into_iter().zip(row).filter(|&(_, &wanted)| wanted != 0).map(|(role, _)| role);
        kinds = kinds.with(attacker, &attacked.collect::<Vec<_>>());
    }
    Ok(kinds)
}
/// Returns the offsets of each position's threats, and the threats, four bytes each.
#[pyfunction]
pub fn threats<'py>(
    of: Any<'py>,
    kinds: Any<'py>,
    defenses: bool,
    threads: Threads,
) -> PyResult<(Output<'py, i64>, Bytes<'py>)> {
    let of = Positions::of(&of)?;
    let kinds = kinds_of("kinds", &kinds, defenses)?;
    let count = |rows: &[_], out: &mut [_]| count_threats(rows, kinds, out);
    let out = |count| Output::new(of.py(), &[count, 4]);
    lists(&of, threads, "threats", count, out, |rows, out| write_threats(rows, kinds, out))
}

fn count_threats(rows: &[[u64; 8]], kinds: ThreatKinds, out: &mut [i64]) {
    let (mut offsets, mut places) = ([0; BLOCK + 1], out.iter_mut());
    in_copies(rows, BLOCK, |_, positions| {
        let offsets = &mut offsets[..=positions.len()];
        // The number of threats is the last offset.
        let _ = batch::threats(positions, kinds, offsets, &mut []);
        for (ends, place) in offsets.windows(2).zip(&mut places) {
            *place = (ends[1] - ends[0]) as i64;
        }
    });
}

/// Writes the threats of all rows, and returns whether their number equals the length of `out`.
fn write_threats(rows: &[[u64; 8]], kinds: ThreatKinds, mut out: &mut [[u8; 4]]) -> bool {
    let (mut offsets, mut threats) = ([0; BLOCK + 1], vec![Threat::NONE; 48 * BLOCK]);
    let mut as_counted = true;
    in_copies(rows, BLOCK, |_, positions| {
        let offsets = &mut offsets[..=positions.len()];
        let mut count = batch::threats(positions, kinds, offsets, &mut threats);
        if count > threats.len() {
            threats.resize(count, Threat::NONE);
            count = batch::threats(positions, kinds, offsets, &mut threats);
        }
        match std::mem::take(&mut out).split_at_mut_checked(count) {
            Some((these, others)) => {
                these.copy_from_slice(Threat::slice_as_bytes(&threats[..count]));
                out = others;
            }
            None => as_counted = false,
        }
    });
    as_counted && out.is_empty()
}
