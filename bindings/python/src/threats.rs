//! Threats: pairs of an attacking and an attacked piece.

use numpy::{PyReadonlyArrayDyn, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use quadline_rust::threats::{Threat, ThreatKinds};
use quadline_rust::{Role, batch};

use crate::memory::{check_length, in_copies, in_parts, lists, read, rows, write};

/// The number of positions that are copied at a time. Copies are needed because other threads of Python can
/// write the rows at any time, and the threats that are counted must be those that are written.
const BLOCK: usize = 64;

/// Returns the named kinds of threats, each with 36 booleans by the role of the attacker, then of the
/// attacked piece.
#[pyfunction]
pub fn named_kinds() -> Vec<(&'static str, Vec<bool>)> {
    let values = |kinds: ThreatKinds| {
        Role::ALL
            .iter()
            .flat_map(|&attacker| Role::ALL.map(|attacked| kinds.contains(attacker, attacked)))
            .collect()
    };
    [
        ("all", ThreatKinds::ALL),
        ("inputs-59808", ThreatKinds::INPUTS_59808),
        ("inputs-60144", ThreatKinds::INPUTS_60144),
        ("inputs-66864", ThreatKinds::INPUTS_66864),
        ("inputs-79856", ThreatKinds::INPUTS_79856),
    ]
    .map(|(name, kinds)| (name, values(kinds)))
    .into()
}

/// Converts 36 bytes to kinds of threats. They are not read as `bool`, because a boolean array of numpy can
/// contain any bytes.
pub fn kinds_of(values: &PyReadonlyArrayDyn<'_, u8>) -> PyResult<ThreatKinds> {
    let values = read("kinds", values)?;
    check_length("kinds", values.len(), 36)?;
    let mut kinds = ThreatKinds::NONE;
    for (&attacker, row) in Role::ALL.iter().zip(values.chunks_exact(6)) {
        let attacked =
            Role::ALL.into_iter().zip(row).filter(|&(_, &wanted)| wanted != 0).map(|(role, _)| role);
        kinds = kinds.with(attacker, &attacked.collect::<Vec<_>>());
    }
    Ok(kinds)
}

/// Counts the threats of each position.
#[pyfunction]
pub fn threat_counts(
    py: Python<'_>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    kinds: PyReadonlyArrayDyn<'_, u8>,
    mut out: PyReadwriteArrayDyn<'_, i64>,
    threads: usize,
) -> PyResult<()> {
    let (rows, kinds, out) = (rows(&positions)?, kinds_of(&kinds)?, write("out", &mut out)?);
    check_length("out", out.len(), rows.len())?;
    py.detach(|| {
        in_parts((rows, out), threads, |_, (rows, out)| {
            let (mut offsets, mut places) = ([0; BLOCK + 1], out.iter_mut());
            in_copies(rows, BLOCK, |_, positions| {
                let offsets = &mut offsets[..=positions.len()];
                // The number of threats is the last offset.
                let _ = batch::threats(positions, kinds, offsets, &mut []);
                for (ends, place) in offsets.windows(2).zip(&mut places) {
                    *place = (ends[1] - ends[0]) as i64;
                }
            });
        });
    });
    Ok(())
}

/// Writes the threats, four bytes each, to the ranges of the offsets.
#[pyfunction]
pub fn threats(
    py: Python<'_>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    kinds: PyReadonlyArrayDyn<'_, u8>,
    offsets: PyReadonlyArrayDyn<'_, i64>,
    mut out: PyReadwriteArrayDyn<'_, u8>,
    threads: usize,
) -> PyResult<()> {
    let (rows, kinds) = (rows(&positions)?, kinds_of(&kinds)?);
    let (offsets, out) = (read("offsets", &offsets)?, write("out", &mut out)?);
    let (out, _) = out.as_chunks_mut::<4>();
    lists(py, rows, offsets, out, threads, "threats", |rows, out| write_threats(rows, kinds, out))
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
