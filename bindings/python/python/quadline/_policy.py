"""The numbers of moves in the policy heads of neural networks."""

from __future__ import annotations

from functools import cache

import numpy as np

SIZES = {"quadline": 4096 + 72, "alphazero": 64 * 73, "lc0": 1792 + 66}

# The kinds of moves, as in the bits from 12 on.
_CASTLING, _KNIGHT, _ROOK, _QUEEN = 3, 4, 6, 7

# The steps of a queen and a knight, as (ranks, files), clockwise from the north.
_QUEEN_STEPS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
_KNIGHT_STEPS = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]


@cache
def indices(numbering):
    """Returns the index of each move of 15 bits, or -1 for moves without one."""
    moves = np.arange(1 << 15, dtype=np.int32)
    start, end, kind = moves & 63, moves >> 6 & 63, moves >> 12
    return {"quadline": _quadline, "alphazero": _alphazero, "lc0": _lc0}[numbering](start, end, kind)


def _quadline(start, end, kind):
    files = (end & 7) - (start & 7)
    underpromotions = 4096 + 24 * (kind - _KNIGHT) + 3 * (start & 7) + files + 1
    return np.where((kind >= _KNIGHT) & (kind <= _ROOK), underpromotions, 64 * start + end)


def _planes(ranks, files):
    """Returns the plane of each move of a queen (0 to 55, by direction and distance) or knight (56 to 63), or -1."""
    planes = np.full(ranks.shape, -1, np.int32)
    for direction, (rank, file) in enumerate(_QUEEN_STEPS):
        for distance in range(1, 8):
            planes[(ranks == rank * distance) & (files == file * distance)] = 7 * direction + distance - 1
    for index, (rank, file) in enumerate(_KNIGHT_STEPS):
        planes[(ranks == rank) & (files == file)] = 56 + index
    return planes


def _alphazero(start, end, kind):
    ranks, files = (end >> 3) - (start >> 3), (end & 7) - (start & 7)
    # The king moves two squares in standard chess. Elsewhere it moves to its rook, as in UCI.
    standard = (kind == _CASTLING) & (start & 7 == 4) & (ranks == 0)
    planes = _planes(ranks, np.where(standard & (files == 3), 2, np.where(standard & (files == -4), -2, files)))
    is_underpromotion = (kind >= _KNIGHT) & (kind <= _ROOK)
    is_possible = (abs(ranks) == 1) & (abs(files) <= 1)
    underpromotions = np.where(is_possible, 64 + 3 * (files + 1) + kind - _KNIGHT, -1)
    planes = np.where(is_underpromotion, underpromotions, planes)
    return np.where(planes >= 0, 73 * start + planes, -1)


def _lc0(start, end, kind):
    is_move = _planes((end >> 3) - (start >> 3), (end & 7) - (start & 7)) >= 0
    # The moves of queens and knights are numbered by origin and destination.
    pairs = is_move[:4096].reshape(64, 64).T.ravel()
    numbers = (np.cumsum(pairs) - 1)[64 * start + end]
    from_file, to_file = start & 7, end & 7
    promotions = 1792 + 3 * (2 * from_file + to_file) + _QUEEN - kind
    numbers = np.where(kind > _KNIGHT, promotions, numbers)
    promotes_up = (start >> 3 == 6) & (end >> 3 == 7) & (abs(from_file - to_file) <= 1)
    return np.where(is_move & ((kind < _KNIGHT) | promotes_up), numbers, -1)
