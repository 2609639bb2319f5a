//! The inputs of neural networks that see threats.

use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quadline_rust::threats::{LikeThreats, MirroredKing, Perspectives, ThreatChanges, ThreatLayout};
use quadline_rust::{Color, Move, Piece, Position, Role, batch};

use crate::arrays::{Any, Out, Output, Positions, Threads, named, read};
use crate::class::class;
use crate::memory::{in_copies, in_parts, part};
use crate::threats::{kinds_of, values_of};

/// The number of positions that are copied at a time. With the rows of both perspectives they fit into the L2
/// cache.
const BLOCK: usize = 64;

const PERSPECTIVES: [(&str, Perspectives); 5] = [
    ("white", Perspectives::White),
    ("black", Perspectives::Black),
    ("both", Perspectives::Both),
    ("side to move", Perspectives::SideToMove),
    ("side to move first", Perspectives::SideToMoveFirst),
];

const LIKE_THREATS: [(&str, LikeThreats); 3] = [
    ("higher", LikeThreats::FromHigherSquare),
    ("lower", LikeThreats::FromLowerSquare),
    ("both", LikeThreats::Both),
];

const MIRRORED_KING: [(&str, MirroredKing); 3] = [
    ("kings wing", MirroredKing::OnKingsWing),
    ("queens wing", MirroredKing::OnQueensWing),
    ("nowhere", MirroredKing::Nowhere),
];

class! {
    /// The numbers of a network's inputs, which the class `ThreatLayout` of the Python part has.
    pub struct Layout(Numbers);
}

struct Numbers {
    layout: ThreatLayout,
    kinds: Vec<u8>,
    pawn_pairs: Option<u32>,
    /// As bytes, if there is another number than -1.
    bases: Option<Vec<u8>>,
}

#[pymethods]
impl Layout {
    /// Creates a layout. The bases are (12, 12) numbers by attacker and attacked piece, with -1 for the usual
    /// number.
    #[new]
    fn new(
        kinds: Any<'_>,
        pawn_pairs: Option<Any<'_>>,
        like_threats: Any<'_>,
        mirrored_king: Any<'_>,
        bases: Option<Any<'_>>,
        defenses: bool,
    ) -> PyResult<Self> {
        let kinds = kinds_of("layout", &kinds, defenses)?;
        let pawn_pairs = match pawn_pairs {
            None => None,
            Some(base) => match base.extract::<u32>() {
                Ok(base) if base < 1 << 30 => Some(base),
                _ => {
                    return Err(PyValueError::new_err(format!(
                        "pawn_pairs is {}; it must be None, or a number from 0 to 2**30 - 1",
                        base.repr()?
                    )));
                }
            },
        };
        let mut layout = ThreatLayout::new(kinds)
            .with_like_threats(named("like_threats", &like_threats, &LIKE_THREATS)?)
            .with_mirrored_king(named("mirrored_king", &mirrored_king, &MIRRORED_KING)?);
        if let Some(base) = pawn_pairs {
            layout = layout.with_pawn_pairs(base);
        }
        let mut numbers = Vec::new();
        if let Some(bases) = bases {
            let bases = read::<i32>("bases", &bases, Some(&[Some(12), Some(12)]))?;
            let piece = |number: usize| Piece::new(Color::ALL[number / 6], Role::ALL[number % 6]);
            for (index, &base) in bases.as_slice()?.iter().enumerate() {
                let (attacker, attacked) = (piece(index / 12), piece(index % 12));
                let problem = match u32::try_from(base) {
                    Ok(base) if base < 1 << 30 && kinds.contains_pair(attacker, attacked) => {
                        layout = layout.with_base(attacker, attacked, base);
                        None
                    }
                    Ok(0..0x4000_0000) => Some("it must be -1, because kinds has no such pair"),
                    _ if base == -1 => None,
                    _ => Some("it must be from 0 to 2**30 - 1, or -1"),
                };
                if let Some(problem) = problem {
                    let (row, column) = (index / 12, index % 12);
                    let message = format!("bases[{row}, {column}] is {base}; {problem}");
                    return Err(PyValueError::new_err(message));
                }
                numbers.extend(base.to_ne_bytes());
            }
        }
        let bases = numbers.iter().any(|&byte| byte != 0xFF).then_some(numbers);
        let kinds = values_of(kinds).into_iter().map(u8::from).collect();
        Ok(Self(Box::new(Numbers { layout, kinds, pawn_pairs, bases })))
    }

    /// The kinds as 36 bytes, the number of the first pair of pawns, and the bases as bytes.
    #[getter]
    fn numbers<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyBytes>, Option<u32>, Option<Bound<'py, PyBytes>>) {
        let bases = self.0.bases.as_ref().map(|bases| PyBytes::new(py, bases));
        (PyBytes::new(py, &self.0.kinds), self.0.pawn_pairs, bases)
    }

    /// The number of inputs.
    #[getter]
    fn inputs(&self) -> u32 {
        self.0.layout.inputs()
    }
}

/// Returns the inputs of each position as a row, with -1 behind them, and the numbers of inputs: a matrix of
/// perspectives, positions and places, without the first length for a single perspective.
#[pyfunction]
pub fn threat_inputs<'py>(
    of: Any<'py>,
    layout: &Layout,
    perspectives: Any<'py>,
    stride: Any<'py>,
    out: Out<'py>,
    threads: Threads,
) -> PyResult<(Output<'py, i32>, Output<'py, u16>)> {
    let (of, layout) = (Positions::of(&of)?, &layout.0.layout);
    let perspectives = named("perspectives", &perspectives, &PERSPECTIVES)?;
    let count = of.count();
    let of_out = out.as_ref().and_then(|out| out.cast::<PyUntypedArray>().ok()?.shape().last().copied());
    let stride = match of_out.map_or_else(|| stride.extract(), Ok) {
        Ok(stride @ 1..=0x1_0000) => stride,
        _ => {
            let stride =
                of_out.map_or_else(|| Ok(stride.repr()?.to_string()), |it| PyResult::Ok(it.to_string()))?;
            let message = format!("stride is {stride}; it must be a number from 1 to 65536");
            return Err(PyValueError::new_err(message));
        }
    };
    let shape = [2, count, stride];
    let shape = if perspectives.count() == 1 { &shape[1..] } else { &shape };
    let mut result = Output::of(of.py(), out.as_ref(), shape)?;
    let mut counts = Output::new(of.py(), &shape[..shape.len() - 1])?;
    let (rows, out, numbers) = (of.rows()?, result.slice()?, counts.slice()?);
    let missing = of.py().detach(|| {
        let part = part(rows.len(), threads);
        // The rows of a perspective are one after the other, so a thread writes to one or two places.
        let (first, second) = out.split_at_mut(stride * rows.len());
        let (first_counts, second_counts) = numbers.split_at_mut(rows.len());
        let mut seconds = second.chunks_mut(stride * part).zip(second_counts.chunks_mut(part));
        let mut jobs = Vec::new();
        for ((rows, out), counts) in
            rows.chunks(part).zip(first.chunks_mut(stride * part)).zip(first_counts.chunks_mut(part))
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
                let written = written.chunks(length * stride).zip(numbers.chunks(length));
                for ((from, numbers), (to, counts)) in written.zip(views.iter_mut().flatten()) {
                    to[at * stride..][..length * stride].copy_from_slice(from);
                    counts[at..][..length].copy_from_slice(numbers);
                }
            });
        });
        let (first, second) = numbers.split_at(rows.len());
        let of_both = |row: usize| first[row].max(second.get(row).copied().unwrap_or(0));
        (0..rows.len()).map(|row| (row, of_both(row))).find(|(_, number)| usize::from(*number) > stride)
    });
    match missing {
        None => Ok((result, counts)),
        Some((row, number)) => Err(PyValueError::new_err(format!(
            "position {row} has {number} inputs; a row has {stride} places"
        ))),
    }
}

/// Returns the inputs of all positions, one position after the other.
#[pyfunction]
pub fn threat_inputs_csr<'py>(
    of: Any<'py>,
    layout: &Layout,
    perspectives: Any<'py>,
    threads: Threads,
) -> PyResult<(Output<'py, i64>, Output<'py, i32>)> {
    let (of, layout) = (Positions::of(&of)?, &layout.0.layout);
    let rows = of.rows()?;
    let perspectives = named("perspectives", &perspectives, &PERSPECTIVES)?;
    let (offsets, inputs) = of.py().detach(|| {
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
                // Inputs are below 2^31.
                inputs.extend(written[..count].iter().map(|&input| input as i32));
            });
            (ends, inputs)
        });
        joined(parts)
    });
    Ok((Output::from_vec(of.py(), offsets)?, Output::from_vec(of.py(), inputs)?))
}

/// The ends and the inputs of some rows, one row after the other.
type Lists = (Vec<usize>, Vec<i32>);
/// The offsets and the inputs of a sparse matrix in CSR form.
type Csr<'py> = (Output<'py, i64>, Output<'py, i32>);

/// Returns the offsets and the inputs of all parts.
fn joined(parts: impl IntoIterator<Item = Lists>) -> (Vec<i64>, Vec<i32>) {
    let (mut offsets, mut inputs) = (vec![0], Vec::new());
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
}

/// Returns the inputs that a legal move of each position adds, and those that it removes.
#[pyfunction]
pub fn threat_input_changes<'py>(
    of: Any<'py>,
    moves: Any<'py>,
    layout: &Layout,
    perspectives: Any<'py>,
    threads: Threads,
) -> PyResult<(Csr<'py>, Csr<'py>)> {
    let (of, layout) = (Positions::of(&of)?, &layout.0.layout);
    let moves = of.read_each::<u16>("moves", &moves)?;
    let (rows, moves) = (of.rows()?, moves.as_slice()?);
    let perspectives = named("perspectives", &perspectives, &PERSPECTIVES)?;
    let lists = of.py().detach(|| {
        let parts = in_parts((rows, moves), threads, |_, (rows, moves)| {
            let mut lists: [Lists; 2] = Default::default();
            let mut changes = ThreatChanges::new();
            // More than a move of a board of 32 pieces changes. They grow for others.
            let (mut added, mut removed) = (vec![0; 512], vec![0; 512]);
            for (words, &chess_move) in rows.iter().zip(moves) {
                let (before, chess_move) = (Position::from_words(*words), Move::from_bits(chess_move));
                let after = before.play(chess_move);
                before.threat_changes(chess_move, layout.kinds(), &mut changes);
                for view in views(perspectives, before.side_to_move()) {
                    let call = |added: &mut [u32], removed: &mut [u32]| {
                        layout.input_changes(&before, &after, &changes, view, added, removed)
                    };
                    let mut counts = call(&mut added, &mut removed);
                    let most = counts[0].max(counts[1]);
                    if most > added.len() {
                        added.resize(most, 0);
                        removed.resize(most, 0);
                        counts = call(&mut added, &mut removed);
                    }
                    for (((ends, inputs), found), count) in
                        lists.iter_mut().zip([&added, &removed]).zip(counts)
                    {
                        inputs.extend(found[..count].iter().map(|&input| input as i32));
                        ends.push(inputs.len());
                    }
                }
            }
            lists
        });
        let (added, removed): (Vec<_>, Vec<_>) = parts.into_iter().map(<(_, _)>::from).unzip();
        [added, removed].map(joined)
    });
    let [added, removed] = lists.map(|(offsets, inputs)| -> PyResult<Csr<'py>> {
        Ok((Output::from_vec(of.py(), offsets)?, Output::from_vec(of.py(), inputs)?))
    });
    Ok((added?, removed?))
}

/// Returns the sides from whose view inputs are computed.
fn views(perspectives: Perspectives, side_to_move: Color) -> impl Iterator<Item = Color> {
    let first = match perspectives {
        Perspectives::White | Perspectives::Both => Color::White,
        Perspectives::Black => Color::Black,
        _ => side_to_move,
    };
    [first, first.opponent()].into_iter().take(perspectives.count())
}
