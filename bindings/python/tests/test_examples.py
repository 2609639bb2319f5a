"""The examples do what they say."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import DEFAULT

import quadline
from quadline import positions

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(*arguments):
    return subprocess.run([sys.executable, EXAMPLES / arguments[0], *arguments[1:]], capture_output=True, text=True)


def test_mobility(fens, tmp_path):
    (tmp_path / "some.fen").write_text("\n".join(fens))
    done = run("mobility.py", tmp_path / "some.fen")
    assert done.returncode == 0 and f"{len(fens)} positions" in done.stdout, done.stderr


def test_threat_features(fens, tmp_path):
    (tmp_path / "some.fen").write_text("\n".join(fens))
    done = run("threat_features.py", tmp_path / "some.fen", "5000", tmp_path / "features.npz")
    assert done.returncode == 0 and "features each of 59,808" in done.stdout, done.stderr
    with np.load(tmp_path / "features.npz") as saved:
        assert saved["shape"].tolist() == [5000, 59808] and len(saved["indptr"]) == 5001
        assert saved["indptr"][-1] == len(saved["indices"]) == len(saved["data"])


def test_parquet(fens, tmp_path):
    arrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as parquet

    source, to = tmp_path / "from.parquet", tmp_path / "to.parquet"
    parquet.write_table(arrow.table({"game": range(len(fens) + 1), "fen": [*fens, None]}), source)
    done = run("parquet.py", source, to)
    assert done.returncode == 0, done.stderr
    table, rows = parquet.read_table(to), positions.from_fen(fens)
    assert table.column_names == ["game", "fen", "legal_moves", "checkers", "pinned", "white_attacks", "black_attacks"]
    found = quadline.checks_and_pins(rows)
    for name, values in (
        ("legal_moves", quadline.legal_move_counts(rows)),
        ("checkers", found["checkers"]),
        ("pinned", found["pinned"]),
        ("white_attacks", quadline.attacked_squares(rows)[0]),
        ("black_attacks", quadline.attacked_squares(rows)[1]),
    ):
        assert table[name].to_pylist() == [*np.asarray(values).tolist(), None]
    # The counter is for terminals.
    assert done.stderr == f"{len(fens) + 1} positions, level {quadline.level()}\n"
    done = run("parquet.py", source, to, "board")
    assert done.returncode == 1 and "has no column board; it has game, fen" in done.stderr


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminals on this system")
def test_parquet_counts_in_a_terminal(fens, tmp_path):
    arrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as parquet

    parquet.write_table(arrow.table({"fen": fens}), tmp_path / "from.parquet")
    ours, theirs = os.openpty()
    command = [sys.executable, EXAMPLES / "parquet.py", tmp_path / "from.parquet", tmp_path / "to.parquet"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert done.returncode == 0 and shown.startswith(f"\r{len(fens)} of {len(fens)} positions\r{len(fens)} positions, level "), shown


def test_tour(fens, tmp_path):
    """The cells run in order, as in a notebook, and the plot is a picture with both lines."""
    pyplot = pytest.importorskip("matplotlib.pyplot")
    (tmp_path / "some.fen").write_text("\n".join(fens))
    done = run("tour.py", tmp_path / "some.fen", tmp_path / "plot.png")
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert f"{len(fens) + 5} positions, 0 texts" in done.stdout and "checked by ['h4']" in done.stdout and "pinned: ['e2']" in done.stdout
    image = pyplot.imread(tmp_path / "plot.png")
    assert image.shape == (600, 1050, 4)
    # The first two colors of matplotlib.
    for color in ((31, 119, 180), (255, 127, 14)):
        assert (np.abs(image[..., :3] * 255 - color) < 2).all(axis=-1).sum() > 500
    done = run("tour.py")
    of_games = len(DEFAULT.read_text().split("\n")) - 1
    assert done.returncode == 0 and not done.stderr and f"{of_games + 5} positions, 0 texts" in done.stdout, done.stderr


def test_data_loader(tmp_path):
    from test_data import BINPACK, bullet_file

    file = quadline.data.open(BINPACK)
    block = file.read()
    enemies = np.where(positions.black_to_move(block.positions), block.positions[:, 0], block.positions[:, 1])
    captures = enemies >> (block.moves >> 6 & 63).astype(np.uint64) & np.uint64(1) != 0
    checks = quadline.checks_and_pins(block.positions)["checkers"] != 0
    kept = ((block.plies >= 17) & ~captures & ~checks).sum()
    done = run("data_loader.py", BINPACK, "50")
    assert done.returncode == 0 and f"| {-(-kept // 50)} | {kept} |" in done.stdout and "64,368" in done.stdout, done.stderr
    (tmp_path / "some.bin").write_bytes(bullet_file(block))
    done = run("data_loader.py", tmp_path / "some.bin")
    assert done.returncode == 0 and f"| 1 | {(~checks).sum()} |" in done.stdout, done.stderr
    (tmp_path / "cut.bin").write_bytes(bytes(33))
    done = run("data_loader.py", tmp_path / "cut.bin")
    assert done.returncode == 2 and done.stderr.startswith("error: "), done.stderr


@pytest.mark.parametrize("example", ["mobility.py", "threat_features.py", "speed.py", "parquet.py", "data_loader.py"])
def test_files_that_cannot_be_read(example, tmp_path):
    if example == "parquet.py":
        pytest.importorskip("pyarrow")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe no FEN")
    for name in ("missing", "bytes"):
        extra = [tmp_path / "to"] if example == "parquet.py" else []
        done = run(example, tmp_path / name, *extra)
        assert done.returncode == 2 and done.stderr.startswith("error: "), done.stderr
        assert "Traceback" not in done.stderr and not (tmp_path / "to").exists()


@pytest.mark.parametrize("example, to", [("parquet.py", "to.parquet"), ("mobility.py", "to.png"), ("tour.py", "to.png"), ("threat_features.py", "to.npz")])
def test_files_that_are_written(example, to, fens, tmp_path):
    """An input is no output, and an old file stays as it is if there is no new one."""
    source, to, between = tmp_path / "from", tmp_path / to, ["100"] if example == "threat_features.py" else []
    source.write_text("\n".join(fens))
    if example == "parquet.py":
        arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        parquet.write_table(arrow.table({"fen": fens * 20}), source)
    elif example != "threat_features.py":
        pytest.importorskip("matplotlib")
    contents = source.read_bytes()
    (tmp_path / "link").symlink_to("from")
    for name in ("from", "link"):
        done = run(example, source, *between, tmp_path / name)
        assert done.returncode == 2 and f"error: {tmp_path / name} is also a file that is read" in done.stderr, done.stderr
        assert source.read_bytes() == contents
    to.write_text("old")
    names = sorted(tmp_path.iterdir())
    if os.name == "posix":
        # A limit of 512 bytes or a kilobyte takes the place of a full disk. Python ignores the signal of that limit.
        command = ["sh", "-c", 'ulimit -f 1; exec "$@"', "sh", sys.executable, EXAMPLES / example, source, *between, to]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 2 and "error: " in done.stderr and "File too large" in done.stderr, done.stderr
    assert run(example, tmp_path / "missing", *between, to).returncode == 2
    assert to.read_text() == "old" and sorted(tmp_path.iterdir()) == names
    assert run(example, source, *between, to).returncode == 0 and len(to.read_bytes()) > 1024 and sorted(tmp_path.iterdir()) == names


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full device")
@pytest.mark.parametrize("example", ["mobility.py", "tour.py"])
def test_full_output(example, fens, tmp_path):
    (tmp_path / "some.fen").write_text("\n".join(fens))
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, EXAMPLES / example, tmp_path / "some.fen"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and done.stderr.startswith("error: ") and "No space left" in done.stderr, done.stderr


def test_byte_order_mark(fens, tmp_path):
    (tmp_path / "some.fen").write_text("\ufeff" + "\n".join(fens), encoding="utf-8")
    done = run("mobility.py", tmp_path / "some.fen")
    assert done.returncode == 0 and f"{len(fens)} positions" in done.stdout and not done.stderr, done.stderr


def test_duckdb(fens):
    """The function of the README."""
    duckdb, arrow = pytest.importorskip("duckdb"), pytest.importorskip("pyarrow")

    def legal_moves(fens):
        rows, _, valid = positions.from_fen(fens, errors="return")
        return arrow.array(quadline.legal_move_counts(rows), mask=~valid)

    duckdb.create_function("legal_moves", legal_moves, ["VARCHAR"], "USMALLINT", type="arrow", null_handling="special")
    games = arrow.table({"fen": [*fens, "no FEN"]})
    counts = [row[0] for row in duckdb.sql("SELECT legal_moves(fen) FROM games").fetchall()]
    assert counts == [*quadline.legal_move_counts(positions.from_fen(fens)).tolist(), None]
