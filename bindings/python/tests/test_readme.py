"""The code in the READMEs runs as it is printed."""

import re
import shutil
from pathlib import Path

import chess
import numpy as np
import pytest

import quadline
from quadline import positions

BINDINGS = Path(__file__).parents[2]


def blocks(readme, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", (BINDINGS / readme).read_text(), re.MULTILINE | re.DOTALL)


def test_readme(fens, tmp_path, monkeypatch):
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    duckdb, polars = pytest.importorskip("duckdb"), pytest.importorskip("polars")
    monkeypatch.chdir(tmp_path)
    parquet.write_table(pyarrow.table({"fen": [*fens, "no FEN"]}), "games.parquet")
    shutil.copy(Path(__file__).parent / "games.pgn", tmp_path)
    shutil.copy(BINDINGS.parent / "formats/binpack/fixtures/games.binpack", tmp_path)
    occupied, nibbles = positions.to_packed(positions.from_fen(fens), "bulletformat")
    texts = ["1. e4 e5", "1. e4 e4"] + ["1. d4"] * 6
    names = {
        "frame": polars.DataFrame({"fen": [fens[0], "no FEN", None]}),
        "table": pyarrow.table({"movetext": texts, "start": ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", *[None] * 7]}),
        "entries": {"occupied": occupied, "nibbles": nibbles},
    }
    found = blocks("python/README.md", "python")
    assert len(found) > 6
    ran = 0
    for block in found:
        if block.startswith(">>>"):
            code, expected = block.removeprefix(">>> ").rstrip().split("\n")
            with pytest.raises(quadline.positions.ParseFenError) as raised:
                exec(code, names)
            assert f"quadline.positions.ParseFenError: {raised.value}" == expected
        elif "pgn" in block:
            exec(block, names)
            assert "keys" not in block or names["counts"].max() == 4
        elif "torch" in block:
            # PyTorch is large, so most environments of the tests are without it.
            try:
                import torch
            except ImportError:
                continue
            exec(block.replace("num_workers=4", "num_workers=0"), names | {"torch": torch})
        elif "gives_check" in block:
            exec(block, names)
            boards = [chess.Board(fen) for fen in names["found"]["fen"].to_pylist()]
            checks = [(row, board.san(move)) for row, board in enumerate(boards) for move in board.legal_moves if board.gives_check(move)]
            assert sorted(zip(names["row"].tolist(), names["checks"])) == sorted(checks) and {row for row, _ in checks} == set(range(len(boards)))
        elif "errors[0].row" in block:
            exec(block, names)
            assert [error.row for error in names["errors"]] == [1]
        elif "movetext" in block:
            with pytest.raises(quadline.MovetextError, match="row 1"):
                exec(block, names)
        else:
            if "bitwise_count" in block and not hasattr(np, "bitwise_count"):
                block = block.replace("numpy.bitwise_count(white)", "None")
            exec(block, names)
            ran += 1
    assert ran > 4
    assert len(names["errors"]) == 2 and names["games"].schema.names[3] == "ECO"
    # The results in the comments.
    assert quadline.legal_move_counts(names["positions"]).tolist() == [48, 20]
    assert names["in_check"].tolist() == names["mate"].tolist() == names["stalemate"].tolist() == [False, False]
    assert names["frame"]["legal_moves"].to_list() == [20, None, None]
    # The text that is no FEN in two queries, and the game that breaks off in one.
    assert names["functions"].broken == 3


def test_readme_of_datafusion(fens, monkeypatch, capfd):
    pyarrow, datafusion = pytest.importorskip("pyarrow"), pytest.importorskip("datafusion")
    pytest.importorskip("duckdb")
    readme, names = "datafusion/README.md", {}
    monkeypatch.chdir(BINDINGS.parent)
    (block,) = blocks(readme, "python")
    exec(block, names)
    assert names["functions"].broken == 0 and "6k1/pp4p1/2p4p/5q2/2P2R2/1P2BpP1/P4P1K/7r w - - 10 35" in capfd.readouterr().out
    # The first command in Rust takes a file that is there.
    (path,) = re.findall(r"--example sql -- (\S+)", (BINDINGS / readme).read_text())
    assert (BINDINGS / "datafusion" / path).is_file()
    context = datafusion.SessionContext()
    quadline.sql.register(context)
    context.register_record_batches("positions", [pyarrow.table({"fen": fens}).to_batches()])
    games = pyarrow.table({"id": [1, 2], "movetext": ["1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7", "1. d4"]})
    context.register_record_batches("games", [games.to_batches()])
    # The table function is one of the package in Rust, whose tests have its queries.
    queries = [query for query in blocks(readme, "sql") if "read_pgn" not in query]
    first, second = (pyarrow.Table.from_batches(context.sql(query).collect()).to_pylist() for query in queries)
    assert len(first) == (quadline.checks_and_pins(positions.from_fen(fens))["checkers"] != 0).sum()
    assert sorted((row["id"], row["checks"]) for row in second) == [(1, 1), (2, 0)]
    # Every function in the table is one of those.
    made = quadline.sql.Functions("null")._all(pyarrow.string())
    table = re.findall(r"^\| (`.*?) \|", (BINDINGS / readme).read_text(), re.MULTILINE)
    table = [row for row in table if "(" in row]
    assert {name for row in table for name in re.findall(r"`(\w+)", row)} - {"WHERE"} == set(made)
