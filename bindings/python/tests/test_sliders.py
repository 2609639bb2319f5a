"""Sliders, compared with python-chess."""

import os
import subprocess
import sys

import chess
import numpy as np
import pytest

import quadline

GENERATOR = np.random.default_rng(7)
LENGTHS = [0, 1, 9, 500, 5000]
PIECES = [
    (quadline.rook_attacks, lambda square, occupied: rook(square, occupied)),
    (quadline.bishop_attacks, lambda square, occupied: bishop(square, occupied)),
    (quadline.queen_attacks, lambda square, occupied: rook(square, occupied) | bishop(square, occupied)),
]


def rook(square, occupied):
    ranks = chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
    return ranks | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]


def bishop(square, occupied):
    return chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]


def pairs(length):
    squares = GENERATOR.integers(0, 64, length, np.uint8)
    words = GENERATOR.integers(0, 2**64, (2, length), np.uint64)
    return squares, words[0] & words[1]


@pytest.mark.parametrize("attacks, expected", PIECES)
@pytest.mark.parametrize("length", LENGTHS)
def test_attacks(attacks, expected, length):
    squares, occupied = pairs(length)
    wanted = [expected(int(square), int(board)) for square, board in zip(squares, occupied)]
    for threads in (1, 2):
        assert attacks(squares, occupied, threads=threads).tolist() == wanted
    board = int(occupied[0]) if length else 0
    assert attacks(squares, board).tolist() == [expected(int(square), board) for square in squares]
    out = np.empty(length, np.uint64)
    assert attacks(squares, occupied, out=out) is out and out.tolist() == wanted


def test_rook_and_bishop():
    squares, occupied = pairs(3000)
    both = quadline.rook_and_bishop_attacks(squares, occupied, threads=2)
    assert (both[0] == quadline.rook_attacks(squares, occupied)).all()
    assert (both[1] == quadline.bishop_attacks(squares, occupied)).all()


def test_wrong_squares():
    squares, occupied = pairs(5)
    squares[3] = 64
    out = np.full(5, 9, np.uint64)
    with pytest.raises(ValueError, match="row 3 of squares is 64; squares are 0 to 63"):
        quadline.queen_attacks(squares, occupied, out=out)
    with pytest.raises(ValueError, match="row 3 of squares is 64"):
        quadline.rook_attacks(squares, 0, out=out)
    squares[3] = 0
    many, boards = pairs(5000)
    many[[3000, 4000]] = 200, 64
    untouched = np.full(5000, 9, np.uint64)
    with pytest.raises(ValueError, match="row 3000 of squares is 200"):
        quadline.bishop_attacks(many, boards, out=untouched, threads=2)
    assert (untouched == 9).all()
    with pytest.raises(ValueError, match="occupied has 4 rows and squares 5"):
        quadline.queen_attacks(squares, occupied[:4], out=out)
    for wrong in (2**64, -1, np.int8(-1)):
        with pytest.raises(ValueError, match=f"occupied is {wrong}; a board has 64 bits"):
            quadline.queen_attacks(squares, wrong, out=out)
    with pytest.raises(TypeError, match="squares must be a numpy array of uint8 and shape"):
        quadline.queen_attacks(squares.astype(int), occupied, out=out)
    assert (out == 9).all()


def test_levels():
    assert quadline.level() in quadline.levels() and quadline.levels()[-1] == "scalar"
    # The best level is in use unless another one is named.
    assert "QUADLINE_LEVEL" in os.environ or quadline.level() == quadline.levels()[0]

    def run(level):
        code = "import quadline; print(quadline.level(), quadline.legal_move_counts(quadline.positions.START))"
        return subprocess.run([sys.executable, "-c", code], env={"QUADLINE_LEVEL": level}, capture_output=True, text=True)

    assert run("scalar").stdout == "scalar [20]\n"
    assert "ImportError: QUADLINE_LEVEL: unknown level `nonsense`" in run("nonsense").stderr


RACE = """
import threading, numpy as np, quadline
from quadline import positions
squares, out = np.zeros(1_000_000, np.uint8), np.empty(1_000_000, np.uint64)
occupied = np.zeros(len(squares), np.uint64)
empty_board = {int(word) for word in quadline.queen_attacks(np.arange(64, dtype=np.uint8), 0)}
rows = positions.from_fen(["QQQQQQBk/Q5RB/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", "7k/8/8/8/8/8/8/K7 w - - 0 1"] * 5000)
stop = threading.Event()

def write():
    while not stop.is_set():
        squares[-5000:] = 255
        squares[-5000:] = 27
        rows[::2] = rows[1::2]
        rows[::2] = rows_before[::2]

rows_before = rows.copy()
writer = threading.Thread(target=write)
writer.start()
refused = 0
try:
    for turn in range(60):
        for call in (
            lambda: quadline.queen_attacks(squares, occupied, out=out),
            lambda: quadline.queen_attacks(squares, 0, out=out, threads=2),
            lambda: quadline.rook_and_bishop_attacks(squares, occupied),
            lambda: quadline.legal_moves(rows),
        ):
            try:
                call()
            except ValueError as error:
                assert "is 255; squares" in str(error) or "written by another thread" in str(error), error
                refused += 1
            else:
                words = set(np.unique(out[-5000:]).tolist())
                assert turn == 0 or words <= empty_board, f"words that no square has: {[hex(w) for w in words - empty_board]}"
finally:
    stop.set()
    writer.join()
print("refused" if refused else "never refused")
"""


@pytest.mark.parametrize("level", quadline.levels())
def test_arrays_that_another_thread_writes(level):
    """A square that becomes 255 after the check is an error, and no memory outside of the arrays is read."""
    run = subprocess.run([sys.executable, "-c", RACE], env=os.environ | {"QUADLINE_LEVEL": level}, capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (0, "refused\n"), f"{run.returncode} {run.stdout} {run.stderr}"
