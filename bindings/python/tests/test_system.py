"""Pipes, and a system that refuses threads."""

import os

import pytest
from conftest import in_a_process
from test_data import BINPACK, VIRIFORMAT
from test_pgn import FILE

import quadline
from quadline import data

# A thread of the same process writes the pipe, so opening it must not keep the interpreter's lock.
READ_A_PIPE = """
import os, sys, threading, time
import quadline
from quadline import data, pgn, positions
pipe, contents = sys.argv[1], open(sys.argv[2], "rb").read()
os.mkfifo(pipe)
def write():
    time.sleep(0.2)
    with open(pipe, "wb") as file:
        file.write(contents)
threading.Thread(target=write).start()
print(eval(sys.argv[3]))
"""

needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")


@needs_pipes
@pytest.mark.parametrize("call", [
    "len(positions.from_pgn(pipe, errors='return')[0]) - 1",
    "len(positions.from_pgn(pipe, errors='return', threads=2)[0]) - 1",
    "sum(len(part[0]) - 1 for part in positions.iterate_pgn(pipe, errors='return'))",
    "len(__import__('pyarrow').table(pgn.read(pipe)))",
])
def test_games_of_a_pipe(tmp_path, call):
    if "pyarrow" in call:
        pytest.importorskip("pyarrow")
    (tmp_path / "games.pgn").write_bytes(FILE)
    assert in_a_process(READ_A_PIPE, tmp_path / "pipe", tmp_path / "games.pgn", call) == "6"


@needs_pipes
@pytest.mark.parametrize("path", [BINPACK, VIRIFORMAT])
def test_training_data_of_a_pipe(tmp_path, path):
    format = "binpack" if path == BINPACK else "viriformat"
    call = f"len(data.open(pipe, {format!r}).read().scores)"
    assert in_a_process(READ_A_PIPE, tmp_path / "pipe", path, call) == str(len(data.open(path).read().scores))


@needs_pipes
def test_the_format_of_a_pipe_must_be_named(tmp_path):
    """Nothing is read from the pipe, so opening it does not wait for a program that writes it."""
    source = "import sys; from quadline import data\ntry: data.open(sys.argv[1])\nexcept data.DataError as error: print(error)"
    os.mkfifo(tmp_path / "pipe")
    printed = in_a_process(source, tmp_path / "pipe")
    assert printed.startswith(f"{tmp_path / 'pipe'}: this is a pipe") and printed.endswith("Name the format: 'binpack', 'viriformat' or 'bulletformat'")


def test_threads_that_the_system_refuses(tmp_path):
    """A single thread then does the work of all. No system has memory for a stack of this size."""
    (tmp_path / "games.pgn").write_bytes(FILE * 100)
    source = """
import sys
import numpy as np
import quadline
from quadline import data, positions
rows = np.tile(positions.START, (5000, 1))
assert (quadline.legal_move_counts(rows, threads=1024) == 20).all()
assert len(quadline.legal_moves(rows, threads=3)[1]) == 100_000
assert len(quadline.threat_inputs_csr(rows, quadline.ThreatLayout("all"), threads=3)[0]) == 2 * 5000 + 1
assert len(positions.from_movetext(["1. e4 e5"] * 5000, threads=3)[2]) == 10_000
assert len(positions.from_pgn(sys.argv[1], errors="return", threads=3)[0]) == 601
print(len(data.open(sys.argv[2]).read(threads=3).scores))
"""
    printed = in_a_process(source, tmp_path / "games.pgn", BINPACK, RUST_MIN_STACK=str(1 << 60))
    assert printed == str(len(data.open(BINPACK).read().scores))


def test_parts_behind_the_end():
    """Of four billion parts, the file has one."""
    source = """
from quadline import data
board = b"".join([(0x10000000_00000010).to_bytes(8, "little"), bytes([0xd5]), bytes(15), bytes(2), b"\\1", bytes([4, 4]), bytes(3)])
file = data.open(board * 3, "bulletformat")
print([sum(len(block.scores) for block in file.blocks(part=part, parts=2**32)) for part in (0, 1, 2**32 - 1)])
"""
    assert in_a_process(source) == "[3, 0, 0]"


def test_late_moves_of_viriformat():
    """The number of the first move has 16 bits, and the plies are twice as many."""
    games = bytearray(VIRIFORMAT.read_bytes())
    games[26:28] = (32_768).to_bytes(2, "little")
    block = data.open(bytes(games)).read()
    first, expected = block.plies.tolist(), data.open(VIRIFORMAT).read().plies.tolist()
    length = next(index for index in range(1, len(expected)) if expected[index] == 0)
    assert first[:length] == [65_534, *[65_535] * (length - 1)] and first[length:] == expected[length:]
    left = data.open(bytes(games)).read(skip=data.Skip(first_ply=65_535)).plies.tolist()
    assert left == [65_535] * (length - 1)
