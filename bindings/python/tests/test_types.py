"""The types that checkers of types see."""

import subprocess
import sys

import pytest

# Not run, only checked. A comment `type: ignore` that is not needed is an error, so each of these is expected.
SOURCE = """
from pathlib import Path
import numpy as np
from numpy.typing import NDArray
from typing_extensions import assert_type
import quadline
from quadline import positions

rows = positions.from_fen(["8/8/8/8/8/8/8/8 w - -", b"", None])
boards = positions.bitboards(rows)
assert_type(rows, NDArray[np.uint64])
assert_type(
    positions.from_fen([""], errors="return"),
    tuple[NDArray[np.uint64], list[positions.ParseFenError], NDArray[np.bool_]],
)
assert_type(
    positions.from_movetext(["1. e4", b"", None]), tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint16]]
)
assert_type(
    positions.from_movetext([""], rows, errors="return"),
    tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint16], list[quadline.MovetextError]],
)
assert_type(positions.from_pgn("games.pgn"), tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint16]])
for offsets, _, moves, errors in positions.iterate_pgn(b"1. e4", errors="return", part_bytes=7):
    assert_type(errors, list[quadline.PgnError])
assert_type(quadline.pgn.read(Path("games.pgn"), tags=("White",)), quadline.pgn.Reader)
data = quadline.data.open(Path("games.binpack"), "binpack")
for block in data.blocks(1024, skip=quadline.data.Skip(first_ply=17), threads=2):
    assert_type(block.scores, NDArray[np.int16])
    assert_type(block.moves, NDArray[np.uint16] | None)
for batch in data.batches(16, "inputs-59808", perspectives="white", stride=160):
    assert_type(batch.results, NDArray[np.float32])
assert_type(data.format, quadline.data.Format)
quadline.data.open(b"", "bin")  # type: ignore[arg-type]
positions.from_pgn(7)  # type: ignore[call-overload]
positions.from_movetext([7])  # type: ignore[list-item]
assert_type(quadline.moves_from_uci(rows, [b"e2e4", None], errors="return")[0], NDArray[np.uint16])
assert_type(quadline.square_names(1), list[str])
assert_type(quadline.square_names(positions.occupied(rows)), list[list[str]])
assert_type(positions.draw(rows[0], marked=1).svg, str)
kinds: quadline.typing.MoveKinds = "captures|quiets"
assert_type(quadline.legal_moves(rows), tuple[NDArray[np.int64], NDArray[np.uint16]])
assert_type(quadline.moves_from_uci(rows, ["e2e4"]), NDArray[np.uint16])
assert_type(quadline.moves_from_uci(rows, [""], errors="return"), tuple[NDArray[np.uint16], list[quadline.InvalidMove]])
assert_type(quadline.THREAT_KINDS["all"], NDArray[np.bool_])
assert_type(positions.ParseFenError(1, None, None, "").column, int | None)

assert_type(quadline.planes(boards), NDArray[np.float32])
assert_type(quadline.planes(boards, np.uint8), NDArray[np.uint8])
assert_type(quadline.planes(boards, bool), NDArray[np.bool_])
assert_type(positions.planes(rows, "uint8", threads=2), NDArray[np.uint8])
assert_type(positions.planes(rows, np.dtype(np.float32)), NDArray[np.float32])
assert_type(positions.planes(rows, out=np.zeros((3, 12, 8, 8), np.bool_)), NDArray[np.bool_])
quadline.planes(boards, "float64")  # type: ignore[call-overload]

quadline.legal_moves_of(rows, "captures")
quadline.legal_moves_of(rows, "quiets|captures")
quadline.legal_moves_of(rows, "captures|queen-promotions")
quadline.legal_moves_of(rows, "capture")  # type: ignore[arg-type]
quadline.threats(rows, "inputs-59808", defenses=False)
quadline.threats(rows, np.zeros((6, 6), np.bool_))
quadline.threats(rows, "al")  # type: ignore[arg-type]
layout = quadline.ThreatLayout("all", like_threats="both", mirrored_king="nowhere", bases=np.full((12, 12), -1, np.int32))
assert_type(layout.inputs, int)
assert_type(quadline.threat_inputs(rows, layout), tuple[NDArray[np.int32], NDArray[np.uint16]])
quadline.ThreatLayout("all", like_threats="no")  # type: ignore[arg-type]
positions.check(rows, errors="ignore")  # type: ignore[arg-type]
quadline.legal_move_counts([""])  # type: ignore[arg-type]
quadline.is_legal(rows)  # type: ignore[call-arg]
quadline.black_to_move(rows)  # type: ignore[attr-defined]
"""


def test_types(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "uses.py").write_text(SOURCE)
    options = ["--strict", "--cache-dir", tmp_path / "cache", "uses.py"]
    done = subprocess.run([sys.executable, "-m", "mypy", *options], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
