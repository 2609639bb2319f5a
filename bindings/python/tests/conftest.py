"""The positions that are tested: special ones, and real ones from the repository or from the file that QUADLINE_POSITIONS names."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import chess
import numpy as np
import pytest

SPECIAL = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",  # en passant would expose the king along the rank
    "r6r/1b2k1bq/8/8/7B/8/8/R3K2R b KQ - 3 2",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",  # stalemate
]
DEFAULT = Path(__file__).parents[3] / "tests/conformance/fixtures/lichess-2025-05.fen"


@pytest.fixture(scope="session")
def fens():
    path = Path(os.environ.get("QUADLINE_POSITIONS", DEFAULT))
    found = path.read_text().split("\n")[:1000]
    return SPECIAL + [fen for fen in found if fen]


@pytest.fixture(scope="session")
def boards(fens):
    return [chess.Board(fen) for fen in fens]


def unaligned(rows):
    """The same rows where they are not at a multiple of 64 bytes."""
    words = np.empty(rows.size + 8, np.uint64)
    first = 1 + -words.ctypes.data // 8 % 8
    copy = words[first : first + rows.size].reshape(rows.shape)
    copy[:] = rows
    return copy


def in_a_process(source, *arguments, **environment):
    """Runs Python in another process, which is ended after a minute, and returns what it prints."""
    command = [sys.executable, "-c", source, *map(str, arguments)]
    done = subprocess.run(command, timeout=60, capture_output=True, text=True, env={**os.environ, **environment})
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def ticks_during(call):
    """Returns how often another thread ran during a call. If the call keeps the interpreter's lock, that is at most twice."""
    ticks, stop = [0], threading.Event()

    def tick():
        while not stop.is_set():
            ticks[0] += 1
            time.sleep(0.0002)  # gives the lock back

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        before = ticks[0]
        call()
        return ticks[0] - before
    finally:
        stop.set()
        thread.join()
