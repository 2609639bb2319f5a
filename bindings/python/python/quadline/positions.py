"""Positions: from FENs and to FENs, checked, and as bitboards and planes.

A position is a row of eight words, see :mod:`quadline`. Rows of zeros stand for what is no position.
"""

from __future__ import annotations

import numpy as np

from . import _native
from ._arrays import checked, empty_positions, number_of_threads, output

__all__ = ["START", "ParseFenError", "InvalidPosition", "bitboards", "check", "from_fen", "planes", "to_fen"]

START = np.array([_native.START], np.uint64)
"""The start position of standard chess: (1, 8) uint64."""
START.flags.writeable = False


class ParseFenError(ValueError):
    """A text is no FEN.

    Attributes
    ----------
    row : int
        The row of the text, from 0.
    column : int
        Where in the text it is wrong, from 1.
    field : int or None
        The field, 1 for the piece placement to 6 for the move number; None if the number of fields is wrong.
    reason : str
        What is wrong, and what would be right.
    """

    def __init__(self, row, column, field, reason):
        super().__init__(f"row {row}, column {column}: {reason}")
        self.row, self.column, self.field, self.reason = row, column, field, reason

    def __reduce__(self):
        return ParseFenError, (self.row, self.column, self.field, self.reason)


class InvalidPosition(ValueError):
    """Eight words are no position of chess.

    Attributes
    ----------
    row : int
        The row, from 0.
    reason : str
        What is wrong, and what would be right.
    """

    def __init__(self, row, reason):
        super().__init__(f"row {row}: {reason}")
        self.row, self.reason = row, reason

    def __reduce__(self):
        return InvalidPosition, (self.row, self.reason)


def _arrow(fens):
    """An array of Arrow as bytes, offsets and what is there; None if it is none."""
    if not (hasattr(fens, "__arrow_c_array__") or hasattr(fens, "__arrow_c_stream__")):
        return None
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError("FENs in an array of Arrow need pyarrow: pip install 'quadline[arrow]'") from error
    if not isinstance(fens, (pyarrow.Array, pyarrow.ChunkedArray)):
        stream = hasattr(fens, "__arrow_c_stream__")
        fens = pyarrow.chunked_array(fens) if stream else pyarrow.array(fens)
    kind = fens.type
    of_bytes = any(
        getattr(pyarrow.types, f"is_{name}", lambda _: False)(kind)
        for name in ("binary", "large_binary", "binary_view", "fixed_size_binary")
    )
    try:
        array = fens.cast(pyarrow.large_binary() if of_bytes else pyarrow.large_string())
    except pyarrow.ArrowInvalid as error:
        raise TypeError(f"an array of Arrow of {kind}; FENs are strings or bytes") from error
    if not (of_bytes or pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind) or "string" in str(kind)):
        raise TypeError(f"an array of Arrow of {kind}; FENs are strings or bytes")
    if isinstance(array, pyarrow.ChunkedArray):
        array = array.combine_chunks()
    _, offsets, data = array.buffers()
    offsets = np.frombuffer(offsets, np.int64, len(array) + 1, 8 * array.offset) if len(array) else np.zeros(1, np.int64)
    data = np.frombuffer(data, np.uint8) if data is not None and data.size else np.empty(0, np.uint8)
    valid = np.empty(0, np.bool_)
    if array.null_count:
        valid = np.ascontiguousarray(array.is_valid().to_numpy(zero_copy_only=False), np.bool_)
    return data, offsets, valid


def from_fen(fens, *, errors="raise", threads=1):
    """Reads positions from FENs: six fields, or the four of EPD; standard chess or Chess960.

    Parameters
    ----------
    fens : sequence of str or bytes, or an array of strings or bytes of Apache Arrow
        Arrow: whatever has ``__arrow_c_array__`` or ``__arrow_c_stream__``, such as columns of pyarrow and polars, without
        a copy of the text; needs pyarrow. None and null are rows of zeros, and no errors.
    errors : "raise" or "return"
        What happens to a row that is no FEN: the first is raised, or the row is zeros and all errors are returned.
    threads : int
        How many threads, 0 for one on each core.

    Returns
    -------
    positions : (N, 8) uint64
    errors : list of ParseFenError
        With ``errors="return"`` only, in the order of the rows.

    Raises
    ------
    ParseFenError
        A ``ValueError`` that names the row, the field and the column.
    """
    if errors not in ("raise", "return"):
        raise ValueError(f'errors is {errors!r}; it is "raise" or "return"')
    threads = number_of_threads(threads)
    if isinstance(fens, (str, bytes)):
        raise TypeError("fens is one text; for one FEN write [fen]")
    most = 1 if errors == "raise" else 2**62
    arrow = _arrow(fens)
    if arrow is not None:
        positions = empty_positions(len(arrow[1]) - 1)
        wrong = _native.read_text(*arrow, positions, most, threads)
    else:
        if not isinstance(fens, list):
            fens = fens.tolist() if isinstance(fens, np.ndarray) and fens.ndim == 1 else list(fens)
        positions = empty_positions(len(fens))
        wrong = _native.read_fens(fens, positions, most, threads)
    found = [ParseFenError(row, column, field or None, reason) for row, column, field, reason in wrong]
    if errors == "return":
        return positions, found
    if found:
        raise found[0]
    return positions


def to_fen(positions):
    """The FENs of positions, the counters as 0 and 1.

    Parameters
    ----------
    positions : (N, 8) uint64

    Returns
    -------
    list of str
    """
    return _native.to_fen(checked("positions", positions, np.uint64, (None, 8)))


def check(positions, *, errors="raise"):
    """Whether rows that others made are positions of chess: one king each, nobody in check who is not to move, and so on.

    Rows that :func:`from_fen` has read are.

    Parameters
    ----------
    positions : (N, 8) uint64
    errors : "raise" or "return"
        Whether the first that is none is raised, or all are returned.

    Returns
    -------
    list of InvalidPosition
    """
    if errors not in ("raise", "return"):
        raise ValueError(f'errors is {errors!r}; it is "raise" or "return"')
    positions = checked("positions", positions, np.uint64, (None, 8))
    found = [InvalidPosition(*wrong) for wrong in _native.check(positions, 1 if errors == "raise" else 2**62)]
    if errors == "raise" and found:
        raise found[0]
    return found


def bitboards(positions, *, out=None, threads=1):
    """A bitboard for each kind of piece.

    Parameters
    ----------
    positions : (N, 8) uint64

    Returns
    -------
    (N, 12) uint64
        White's pawns, knights, bishops, rooks, queens and king, and black's.
    """
    positions = checked("positions", positions, np.uint64, (None, 8))
    out = output("out", out, np.uint64, (len(positions), 12))
    _native.bitboards(positions, out, number_of_threads(threads))
    return out


def planes(positions, dtype=np.float32, *, out=None, threads=1):
    """A plane of zeros and ones for each kind of piece.

    Parameters
    ----------
    positions : (N, 8) uint64
    dtype : float32, uint8 or bool
    out : (N, 12, 8, 8) of that type, optional

    Returns
    -------
    (N, 12, 8, 8)
        ``[position, piece, rank, file]``, pieces as in :func:`bitboards`, the first rank and the a-file first.
    """
    from . import planes as expanded

    return expanded(bitboards(positions, threads=threads), dtype, out=out, threads=threads)
