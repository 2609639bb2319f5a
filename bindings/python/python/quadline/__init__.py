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
from ._arrays import checked, empty_positions, matching, number_of_threads, output
from .positions import InvalidPosition, ParseFenError, black_to_move

__version__: str = _native.VERSION

__all__ = [
    "CHECKS_AND_PINS",
    "InvalidMove",
    "InvalidPosition",
    "POLICY_SIZE",
    "ParseFenError",
    "attacked_squares",
    "bishop_attacks",
    "checks_and_pins",
    "legal_move_counts",
    "legal_moves",
    "level",
    "levels",
    "moves_from_uci",
    "moves_to_uci",
    "planes",
    "play",
    "policy_indices",
    "policy_mask",
    "positions",
    "queen_attacks",
    "rook_and_bishop_attacks",
    "rook_attacks",
    "successors",
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


class InvalidMove(ValueError):
    """A text is not a legal move of its position.

    Attributes
    ----------
    row : int
        The row, from 0.
    reason : str
        What is wrong.
    """

    def __init__(self, row, reason):
        super().__init__(f"row {row}: {reason}")
        self.row, self.reason = row, reason

    def __reduce__(self):
        return InvalidMove, (self.row, self.reason)


def _offsets(positions, threads):
    """Where the moves of each position begin and end in a list of the moves of all."""
    counts = np.empty(len(positions), np.uint16)
    _native.legal_move_counts(positions, counts, threads)
    offsets = np.zeros(len(positions) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets


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
    offsets = _offsets(positions, threads)
    moves = np.empty(offsets[-1], np.uint16)
    _native.legal_moves(positions, offsets, moves, threads)
    return offsets, moves


def successors(positions, *, threads=1):
    """The positions after all legal moves.

    Parameters
    ----------
    positions : (N, 8) uint64

    Returns
    -------
    offsets : (N + 1,) int64
        Those after position ``i`` are ``successors[offsets[i]:offsets[i + 1]]``, in the order of :func:`legal_moves`.
    successors : (M, 8) uint64
    """
    positions = checked("positions", positions, np.uint64, (None, 8))
    threads = number_of_threads(threads)
    offsets = _offsets(positions, threads)
    successors = empty_positions(offsets[-1])
    _native.successors(positions, offsets, successors, threads)
    return offsets, successors


def play(positions, moves, *, out=None, threads=1):
    """The position after one move of each position.

    Parameters
    ----------
    positions : (N, 8) uint64
    moves : (N,) uint16
        A legal move of each position. After other moves the position is unspecified.
    out : (N, 8) uint64, optional
        Where the results are written.

    Returns
    -------
    (N, 8) uint64
    """
    positions = checked("positions", positions, np.uint64, (None, 8))
    moves = checked("moves", moves, np.uint16, (None,))
    if len(moves) != len(positions):
        raise ValueError(f"moves has {len(moves)} rows and positions {len(positions)}; they are to have as many")
    out = empty_positions(len(positions)) if out is None else output("out", out, np.uint64, (len(positions), 8))
    _native.play(positions, moves, out, number_of_threads(threads))
    return out


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


def moves_from_uci(positions, texts, *, errors="raise"):
    """Reads one move of each position from UCI notation.

    Parameters
    ----------
    positions : (N, 8) uint64
    texts : sequence of N str
        Castling may be written as the king's two steps or as the king taking its own rook.
    errors : "raise" or "return"
        Whether the first text that is not a legal move is raised, or all are returned.

    Returns
    -------
    moves : (N,) uint16
        With ``errors="return"``, 0 where the text is not a legal move.
    errors : list of InvalidMove
        With ``errors="return"`` only.
    """
    if errors not in ("raise", "return"):
        raise ValueError(f'errors is {errors!r}; it is "raise" or "return"')
    if isinstance(texts, (str, bytes)):
        raise TypeError("texts is one text; for one move write [move]")
    positions, texts = checked("positions", positions, np.uint64, (None, 8)), list(texts)
    if len(texts) != len(positions):
        raise ValueError(f"texts has {len(texts)} rows and positions {len(positions)}; they are to have as many")
    for row, text in enumerate(texts):
        if not isinstance(text, str):
            raise TypeError(f"row {row} is a {type(text).__name__}; a move is a str")
    moves = np.empty(len(positions), np.uint16)
    wrong = _native.moves_from_uci(positions, texts, moves, 1 if errors == "raise" else 2**62)
    found = [InvalidMove(*row) for row in wrong]
    if errors == "return":
        return moves, found
    if found:
        raise found[0]
    return moves


POLICY_SIZE = 4096 + 72
"""How many indices :func:`policy_indices` has: every pair of squares, and the promotions that are not to a queen."""


def policy_indices(moves, black_to_move=None):
    """An index for each move, as a network's policy head needs: different for different moves of one position.

    A move has the index ``64 * from + to``, castling with the rook's square as ``to``, and a promotion to a queen like any other
    move. Other promotions have ``4096 + 24 * role + 3 * file + direction``: role 0 for a knight, 1 for a bishop, 2 for a rook;
    the file that the pawn comes from; direction 0 toward the a-file, 1 straight on, 2 toward the h-file.

    Parameters
    ----------
    moves : (M,) uint16
    black_to_move : (M,) bool, optional
        Where it is True, the board is turned upside down, so that both sides play up the board.

    Returns
    -------
    (M,) uint16
        Numbers below :data:`POLICY_SIZE`.
    """
    moves = checked("moves", moves, np.uint16, (None,))
    start, end, kind = moves & 63, moves >> 6 & 63, moves >> 12
    role, file, direction = kind - 4, start & 7, (end & 7) + 1 - (start & 7)
    if black_to_move is not None:
        turned = np.where(matching("black_to_move", black_to_move, np.bool_, moves, "moves"), 56, 0).astype(np.uint16)
        start, end = start ^ turned, end ^ turned
    return np.where((kind >= 4) & (kind < 7), 4096 + 24 * role + 3 * file + direction, 64 * start + end).astype(np.uint16)


def policy_mask(positions, *, turned=True, threads=1):
    """Which indices of :func:`policy_indices` are legal moves.

    Parameters
    ----------
    positions : (N, 8) uint64
    turned : bool
        Whether the board is turned upside down where Black is to move.

    Returns
    -------
    (N, POLICY_SIZE) bool
        4,168 bytes for each position.
    """
    offsets, moves = legal_moves(positions, threads=threads)
    rows = np.repeat(np.arange(len(positions)), np.diff(offsets))
    black = black_to_move(positions)[rows] if turned else None
    mask = np.zeros((len(positions), POLICY_SIZE), np.bool_)
    mask[rows, policy_indices(moves, black)] = True
    return mask


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
