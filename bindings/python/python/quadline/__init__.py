"""Chess attacks, checks, pins, move counts and moves of millions of positions, over numpy arrays.

Squares are bytes (``uint8``), a1 = 0, b1 = 1 to h8 = 63. Boards are words (``uint64``), bit n = square n. Positions are
rows of eight words, ``(N, 8)`` ``uint64``: white pieces, black pieces, pawns, knights, bishops and queens, rooks and
queens, kings, and a state with the rooks that may castle on their squares, the en passant square, and bit 32 if Black is
to move. :mod:`quadline.positions` reads them from FENs.

No function holds the interpreter's lock while it works, or copies more than a block of its inputs at a time. If another thread
writes an input meanwhile, results are unspecified or a ``ValueError``. Each function takes ``threads``: the number of threads
that it uses, at most 1,024, or 0 for one on each core. Where there is an ``out``, results are written into it and it is
returned; arrays are C-contiguous. Nothing is written if an argument is wrong.

A row that is not a position, such as the row of zeros of a text that is not a FEN, is never an error. If the side to move has
no king, it has no legal moves, and its checks and pins are zero; other results for such rows are unspecified.

>>> import quadline
>>> positions = quadline.positions.from_fen(["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"])
>>> quadline.legal_move_counts(positions)
array([26], dtype=uint16)
"""

from __future__ import annotations

import numpy as np

from . import _native, positions
from ._arrays import checked, matching, number_of_threads, output
from .positions import ParseFenError, InvalidPosition

__version__: str = _native.VERSION

__all__ = [
    "CHECKS_AND_PINS",
    "ParseFenError",
    "InvalidPosition",
    "attacked_squares",
    "bishop_attacks",
    "checks_and_pins",
    "legal_move_counts",
    "legal_moves",
    "level",
    "levels",
    "moves_to_uci",
    "planes",
    "positions",
    "queen_attacks",
    "rook_and_bishop_attacks",
    "rook_attacks",
]

CHECKS_AND_PINS = np.dtype(
    [("checkers", np.uint64), ("pinned", np.uint64), ("evasions", np.uint64), ("king_danger", np.uint64)]
)
"""What :func:`checks_and_pins` finds, four words for each position."""


def level() -> str:
    """The set of instructions that is used on this CPU, such as ``"avx2"``.

    The environment variable ``QUADLINE_LEVEL`` names the level to use when the package is imported; one that this CPU lacks
    is an ``ImportError``.
    """
    return _native.LEVEL


def levels() -> list[str]:
    """All levels that this CPU has, best first."""
    return list(_native.LEVELS)


def _attacks(piece, squares, occupied, out, threads):
    squares = checked("squares", squares, np.uint8, (None,))
    threads = number_of_threads(threads)
    if isinstance(occupied, (int, np.integer)):
        if not 0 <= occupied < 1 << 64:
            raise ValueError(f"occupied is {occupied}; a board has 64 bits")
        out = output("out", out, np.uint64, squares.shape)
        _native.attacks_on(piece, squares, int(occupied), out, threads)
    else:
        occupied = matching("occupied", occupied, np.uint64, squares, "squares")
        out = output("out", out, np.uint64, squares.shape)
        _native.attacks(piece, squares, occupied, out, threads)
    return out


def rook_attacks(squares, occupied, *, out=None, threads=1):
    """The attacks of a rook on each square.

    Parameters
    ----------
    squares : (N,) uint8
        Where the rooks stand, 0 to 63. A larger number is a ``ValueError`` that names its row.
    occupied : (N,) uint64, or int
        All pieces of the board of each, or one board for all.
    out : (N,) uint64, optional
        Where the results are written.
    threads : int
        How many threads, 0 for one on each core.

    Returns
    -------
    (N,) uint64
        The squares that each attacks, up to and including the first piece in each direction.
    """
    return _attacks(0, squares, occupied, out, threads)


def bishop_attacks(squares, occupied, *, out=None, threads=1):
    """The attacks of a bishop on each square; arrays as in :func:`rook_attacks`."""
    return _attacks(1, squares, occupied, out, threads)


def queen_attacks(squares, occupied, *, out=None, threads=1):
    """The attacks of a queen on each square; arrays as in :func:`rook_attacks`."""
    return _attacks(2, squares, occupied, out, threads)


def rook_and_bishop_attacks(squares, occupied, *, threads=1):
    """The attacks of a rook and of a bishop on each square, from one pass.

    Parameters
    ----------
    squares : (N,) uint8
    occupied : (N,) uint64

    Returns
    -------
    rook, bishop : (N,) uint64 each
    """
    squares = checked("squares", squares, np.uint8, (None,))
    occupied = matching("occupied", occupied, np.uint64, squares, "squares")
    rook, bishop = np.empty(squares.shape, np.uint64), np.empty(squares.shape, np.uint64)
    _native.rook_and_bishop_attacks(squares, occupied, rook, bishop, number_of_threads(threads))
    return rook, bishop


def attacked_squares(positions, *, threads=1):
    """All squares that each side attacks, those of its own pieces that it covers included.

    Parameters
    ----------
    positions : (N, 8) uint64

    Returns
    -------
    white, black : (N,) uint64 each
    """
    positions = checked("positions", positions, np.uint64, (None, 8))
    white, black = np.empty(len(positions), np.uint64), np.empty(len(positions), np.uint64)
    _native.attacked_squares(positions, white, black, number_of_threads(threads))
    return white, black


def checks_and_pins(positions, *, threads=1):
    """What a generator of moves has to know of the side to move before the first move.

    Parameters
    ----------
    positions : (N, 8) uint64

    Returns
    -------
    (N,) of the structured type :data:`CHECKS_AND_PINS`
        Fields, a board each: ``checkers``, the enemy's pieces that give check; ``pinned``, the pieces that may not leave the
        line between their king and an enemy's slider; ``evasions``, where a piece other than the king may go as far as
        checks are concerned; ``king_danger``, the squares that the enemy attacks with the king taken off the board.
    """
    positions = checked("positions", positions, np.uint64, (None, 8))
    out = np.empty((len(positions), 4), np.uint64)
    _native.checks_and_pins(positions, out, number_of_threads(threads))
    return out.view(CHECKS_AND_PINS)[:, 0]


def legal_move_counts(positions, *, out=None, threads=1):
    """The number of legal moves of each position; no moves are made for it.

    Parameters
    ----------
    positions : (N, 8) uint64
    out : (N,) uint16, optional
        Where the results are written.

    Returns
    -------
    (N,) uint16
    """
    positions = checked("positions", positions, np.uint64, (None, 8))
    out = output("out", out, np.uint16, (len(positions),))
    _native.legal_move_counts(positions, out, number_of_threads(threads))
    return out


def legal_moves(positions, *, threads=1):
    """All legal moves.

    Parameters
    ----------
    positions : (N, 8) uint64

    Returns
    -------
    offsets : (N + 1,) int64
        Those of position ``i`` are ``moves[offsets[i]:offsets[i + 1]]``, in no particular order.
    moves : (M,) uint16
        ``moves & 63`` is the square that a move starts from, ``moves >> 6 & 63`` the one it goes to, ``moves >> 12`` its kind:
        0 normal, 1 a pawn's two steps, 2 en passant, 3 castling (to the rook's square), 4 to 7 promotion to a knight,
        bishop, rook and queen. :func:`moves_to_uci` writes them as text.
    """
    positions = checked("positions", positions, np.uint64, (None, 8))
    threads = number_of_threads(threads)
    counts = np.empty(len(positions), np.uint16)
    _native.legal_move_counts(positions, counts, threads)
    offsets = np.zeros(len(positions) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    moves = np.empty(offsets[-1], np.uint16)
    _native.legal_moves(positions, offsets, moves, threads)
    return offsets, moves


def moves_to_uci(moves, *, chess960=False):
    """Moves in UCI notation, such as ``"e2e4"`` and ``"a7a8q"``.

    Parameters
    ----------
    moves : (M,) uint16
    chess960 : bool
        Whether castling is written as the king on its rook even where both stand as in standard chess.

    Returns
    -------
    list of str
    """
    return _native.moves_to_uci(checked("moves", moves, np.uint16, (None,)), bool(chess960))


def planes(boards, dtype=np.float32, *, out=None, threads=1):
    """Bitboards as planes of zeros and ones, for those who train networks.

    Parameters
    ----------
    boards : (...,) uint64
        Any shape, such as (N, 12) of :func:`quadline.positions.bitboards`.
    dtype : float32, uint8 or bool
    out : (..., 8, 8) of that type, optional
        Where the results are written.

    Returns
    -------
    (..., 8, 8)
        ``[..., rank, file]``, the first rank and the a-file first.
    """
    boards = checked("boards", boards, np.uint64, None)
    dtype = np.dtype(dtype if out is None else getattr(out, "dtype", dtype))
    if dtype not in (np.dtype(np.float32), np.dtype(np.uint8), np.dtype(np.bool_)):
        raise TypeError(f"planes are float32, uint8 or bool, not {dtype}")
    out = output("out", out, dtype, (*boards.shape, 8, 8))
    _native.planes(boards, out, number_of_threads(threads))
    return out
