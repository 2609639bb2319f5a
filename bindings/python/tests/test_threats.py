"""Threats, compared with python-chess."""

import chess
import numpy as np
import pytest

import quadline
from quadline import positions

ROLES = [chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING]


@pytest.fixture(scope="module")
def rows(fens):
    return positions.from_fen(fens)


def byte(piece):
    return piece.piece_type + (0 if piece.color == chess.WHITE else 8)


def expected(board, kinds, defenses=True):
    """The threats of a board, sorted."""
    found = []
    for start, attacker in board.piece_map().items():
        for end in board.attacks(start):
            attacked = board.piece_at(end)
            is_wanted = attacked and (defenses or attacker.color != attacked.color)
            if is_wanted and kinds[attacker.piece_type - 1, attacked.piece_type - 1]:
                found.append([byte(attacker), start, byte(attacked), end])
    return sorted(found)


@pytest.mark.parametrize("threads", [1, 3, 0])
@pytest.mark.parametrize("name", quadline.THREAT_KINDS)
@pytest.mark.parametrize("defenses", [True, False])
def test_threats(rows, boards, name, threads, defenses):
    kinds = quadline.THREAT_KINDS[name]
    offsets, threats = quadline.threats(rows, name, defenses=defenses, threads=threads)
    assert offsets.dtype == np.int64 and threats.dtype == np.uint8 and threats.shape == (offsets[-1], 4)
    assert offsets[0] == 0 and len(offsets) == len(rows) + 1
    for index, board in enumerate(boards):
        assert sorted(threats[offsets[index] : offsets[index + 1]].tolist()) == expected(board, kinds, defenses), board.fen()


def test_kinds():
    assert quadline.THREAT_KINDS["all"].all()
    newest = quadline.THREAT_KINDS["inputs-59808"]
    pawn, knight, rook, king = 0, 1, 3, 5
    assert newest[pawn].nonzero()[0].tolist() == [knight, rook]
    assert not newest[king].any() and not newest[:, king].any()
    some = np.zeros((6, 6), np.bool_)
    some[knight, pawn] = True
    offsets, threats = quadline.threats(positions.START, some)
    assert offsets.tolist() == [0, 4] and (threats[:, 0] % 8 == 2).all() and (threats[:, 2] % 8 == 1).all()
    with pytest.raises(ValueError, match="kinds is 'some'; the names are 'all', 'inputs-59808'"):
        quadline.threats(positions.START, "some")
    with pytest.raises(ValueError, match=r"kinds must be a numpy array of bool and shape \(6, 6\), not of shape \(36,\)"):
        quadline.threats(positions.START, np.zeros(36, np.bool_))
    # A boolean array can contain other bytes than 0 and 1.
    for byte in (2, 254, 255):
        other = np.where(some, byte, 0).astype(np.uint8).view(np.bool_)
        assert (quadline.threats(positions.START, other)[1] == threats).all()
    with pytest.raises(TypeError, match="kinds must be a numpy array of bool"):
        quadline.threats(positions.START, np.zeros((6, 6)))


@pytest.mark.parametrize("threads", [1, 2])
def test_many_and_none(rows, threads):
    offsets, threats = quadline.threats(rows[:0], threads=threads)
    assert offsets.tolist() == [0] and threats.shape == (0, 4)
    many = np.concatenate([rows] * 5)
    offsets, threats = quadline.threats(many, threads=threads)
    of_one = quadline.threats(rows)
    count = of_one[0][-1]
    assert offsets[-1] == 5 * count and (threats[count : 2 * count] == of_one[1]).all()
    # Places are made for 48 threats a board at first. A board full of queens has more than any position in a game, and the
    # sums of blocks are just below and above that number.
    full = np.array([[2**64 - 1, 0, 0, 0, 2**64 - 1, 2**64 - 1, 0, 0]], np.uint64)
    of_full = quadline.threats(full)[1]
    assert len(of_full) == 420
    for fulls in range(6, 12):
        for others in range(0, 64 - fulls):
            mixed = np.concatenate([np.repeat(full, fulls, axis=0), rows[:others]])
            offsets, threats = quadline.threats(mixed, threads=threads)
            assert offsets[-1] == len(threats) == 420 * fulls + of_one[0][others]
            assert (threats[: 420 * fulls] == np.tile(of_full, (fulls, 1))).all()
            assert (threats[420 * fulls :] == of_one[1][: of_one[0][others]]).all()
    queens = np.array([[2**64 - 1, 0, 0, 0, 2**64 - 1, 2**64 - 1, 0, 0]] * 100, np.uint64)
    assert quadline.threats(queens, threads=threads)[0][-1] == 100 * 420
