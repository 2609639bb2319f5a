//! The inputs of neural networks that see threats.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArrayDyn, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadline_rust::threats::{LikeThreats, MirroredKing, Perspectives, ThreatLayout};
use quadline_rust::{Color, Piece, Role, batch};

use crate::class::class;
use crate::memory::{check_length, in_copies, in_parts, part, read, rows, write};
use crate::threats::kinds_of;

/// The number of positions that are copied at a time. With the rows of both perspectives they fit into the L2
/// cache.
const BLOCK: usize = 64;

/// Returns the perspectives with a name of the Python part.
fn perspectives_of(name: &str) -> PyResult<Perspectives> {
    Ok(match name {
        "white" => Perspectives::White,
        "black" => Perspectives::Black,
        "both" => Perspectives::Both,
        "side to move" => Perspectives::SideToMove,
        "side to move first" => Perspectives::SideToMoveFirst,
        _ => return Err(PyValueError::new_err(format!("no perspectives {name:?}"))),
    })
}

class! {
    /// The numbers of a network's inputs, which the class `ThreatLayout` of the Python part has checked.
    pub struct Layout(ThreatLayout);
}

#[pymethods]
impl Layout {
    /// Creates a layout. The bases are 144 numbers by attacker and attacked piece, with -1 for the usual
    /// number.
    #[new]
    fn new(
        kinds: PyReadonlyArrayDyn<'_, u8>,
        pawn_pairs: Option<u32>,
        like_threats: &str,
        mirrored_king: &str,
        bases: Option<PyReadonlyArrayDyn<'_, i32>>,
    ) -> PyResult<Self> {
        let mut layout = ThreatLayout::new(kinds_of(&kinds)?)
            .with_like_threats(match like_threats {
                "higher" => LikeThreats::FromHigherSquare,
                "lower" => LikeThreats::FromLowerSquare,
                "both" => LikeThreats::Both,
                _ => return Err(PyValueError::new_err(format!("no like threats {like_threats:?}"))),
            })
            .with_mirrored_king(match mirrored_king {
                "kings wing" => MirroredKing::OnKingsWing,
                "queens wing" => MirroredKing::OnQueensWing,
                "nowhere" => MirroredKing::Nowhere,
                _ => return Err(PyValueError::new_err(format!("no half of the board {mirrored_king:?}"))),
            });
        if let Some(base) = pawn_pairs {
            layout = layout.with_pawn_pairs(base);
        }
        if let Some(bases) = &bases {
            let bases = read("bases", bases)?;
            check_length("bases", bases.len(), 144)?;
            let piece = |number: usize| Piece::new(Color::ALL[number / 6], Role::ALL[number % 6]);
            for (index, &base) in bases.iter().enumerate() {
                if let Ok(base) = u32::try_from(base) {
                    layout = layout.with_base(piece(index / 12), piece(index % 12), base);
                }
            }
        }
        Ok(Self(Box::new(layout)))
    }

    /// The number of inputs.
    #[getter]
    fn inputs(&self) -> u32 {
        self.0.inputs()
    }
}

/// Writes the inputs of each position to a row, and -1 behind them: a matrix of perspectives, positions and
/// places.
#[pyfunction]
pub fn threat_inputs(
    py: Python<'_>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    layout: &Layout,
    perspectives: &str,
    mut out: PyReadwriteArrayDyn<'_, i32>,
    mut counts: PyReadwriteArrayDyn<'_, u16>,
    threads: usize,
) -> PyResult<()> {
    let (rows, layout) = (rows(&positions)?, &layout.0);
    let perspectives = perspectives_of(perspectives)?;
    let (out, counts) = (write("out", &mut out)?, write("counts", &mut counts)?);
    check_length("counts", counts.len(), perspectives.count() * rows.len())?;
    if rows.is_empty() {
        return Ok(());
    }
    let stride = out.len() / counts.len();
    check_length("out", out.len(), stride * counts.len())?;
    py.detach(|| {
        let part = part(rows.len(), threads);
        // The rows of a perspective are one after the other, so a thread writes to one or two places.
        let (first, second) = out.split_at_mut(stride * rows.len());
        let (first_counts, second_counts) = counts.split_at_mut(rows.len());
        let mut seconds = second.chunks_mut((stride * part).max(1)).zip(second_counts.chunks_mut(part));
        let mut jobs = Vec::new();
        for ((rows, out), counts) in
            rows.chunks(part).zip(first.chunks_mut((stride * part).max(1))).zip(first_counts.chunks_mut(part))
        {
            jobs.push((rows, [Some((out, counts)), seconds.next()]));
        }
        quadline_threads::run(jobs, |(rows, mut views)| {
            let mut written = vec![0; perspectives.count() * BLOCK * stride];
            let mut numbers = [0; 2 * BLOCK];
            in_copies(rows, BLOCK, |at, positions| {
                let length = positions.len();
                let written = &mut written[..perspectives.count() * length * stride];
                let numbers = &mut numbers[..perspectives.count() * length];
                batch::threat_inputs(positions, layout, perspectives, written, stride, numbers);
                let written = written.chunks((length * stride).max(1)).zip(numbers.chunks(length));
                for ((from, numbers), (to, counts)) in written.zip(views.iter_mut().flatten()) {
                    to[at * stride..][..length * stride].copy_from_slice(from);
                    counts[at..][..length].copy_from_slice(numbers);
                }
            });
        });
    });
    Ok(())
}

/// Offsets and inputs of a sparse matrix in CSR form.
type Csr<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u32>>);

/// Returns the inputs of all positions, one position after the other.
#[pyfunction]
pub fn threat_inputs_csr<'py>(
    py: Python<'py>,
    positions: PyReadonlyArrayDyn<'py, u64>,
    layout: &Layout,
    perspectives: &str,
    threads: usize,
) -> PyResult<Csr<'py>> {
    let (rows, layout) = (rows(&positions)?, &layout.0);
    let perspectives = perspectives_of(perspectives)?;
    let (offsets, inputs) = py.detach(|| {
        let parts = in_parts(rows, threads, |_, rows| {
            let (mut ends, mut inputs) = (Vec::new(), Vec::new());
            let (mut offsets, mut written) = ([0; 2 * BLOCK + 1], vec![0; 2 * 64 * BLOCK]);
            in_copies(rows, BLOCK, |_, positions| {
                let offsets = &mut offsets[..=perspectives.count() * positions.len()];
                let mut count =
                    batch::threat_inputs_csr(positions, layout, perspectives, offsets, &mut written);
                if count > written.len() {
                    written.resize(count, 0);
                    count = batch::threat_inputs_csr(positions, layout, perspectives, offsets, &mut written);
                }
                ends.extend(offsets[1..].iter().map(|end| inputs.len() + end));
                inputs.extend_from_slice(&written[..count]);
            });
            (ends, inputs)
        });
        let mut offsets = Vec::with_capacity(perspectives.count() * rows.len() + 1);
        offsets.push(0);
        let mut inputs = Vec::new();
        for (ends, mut part) in parts {
            offsets.extend(ends.iter().map(|end| (inputs.len() + end) as i64));
            if inputs.is_empty() {
                // Most calls have one part, which is not copied.
                inputs = part;
            } else {
                inputs.append(&mut part);
            }
        }
        (offsets, inputs)
    });
    Ok((offsets.into_pyarray(py), inputs.into_pyarray(py)))
}
