"""Files of games, compared with python-chess."""

import bz2
import gzip
import io
import pickle
import threading
from pathlib import Path

import chess
import chess.pgn
import numpy as np
import pytest

import quadline
from conftest import ticks_during
from quadline import _native, positions
from quadline._arrays import number_of_threads
from test_games import row_of

PATH = Path(__file__).parent / "games.pgn"
FILE = PATH.read_bytes()
# The moves of the games, of which the fourth has an error in its moves and the fifth one in a tag that leaves them as they are.
PLIES = [7, 41, 4, 4, 2, 3]
ERRORS = [
    'game 4, line 50, byte 1087, after 4 plies: invalid move "Ke4": e4 has a white pawn, which white cannot capture',
    "game 5, line 57, byte 1186: the value of the tag that begins here has no closing '\"'",
]


def texts(errors):
    return [str(error) for error in errors]


def test_positions():
    offsets, rows, moves, errors = positions.from_pgn(PATH, errors="return")
    assert offsets.dtype == np.int64 and offsets.tolist() == np.cumsum([0, *PLIES]).tolist()
    assert rows.shape == (61, 8) and rows.dtype == np.uint64 and rows.ctypes.data % 64 == 0 and moves.dtype == np.uint16
    assert texts(errors) == ERRORS
    assert [(error.row, error.game, error.line, error.offset, error.ply) for error in errors] == [(3, 4, 50, 1087, 4), (4, 5, 57, 1186, None)]
    assert FILE[errors[0].offset :].startswith(b"Ke4") and FILE[errors[1].offset :].startswith(b'[Black "Cem\n')
    assert FILE[: errors[0].offset].count(b"\n") == 49
    for error in errors:
        assert isinstance(error, ValueError) and str(pickle.loads(pickle.dumps(error))) == str(error)
    stream = io.StringIO(FILE.decode())
    for number, plies in enumerate(PLIES):
        game = chess.pgn.read_game(stream)
        if number == 4:  # Its tag has no end.
            continue
        board, first = game.board(), offsets[number]
        played = list(game.mainline_moves())
        assert len(played) == plies and bool(game.errors) == (number == 3)
        for ply, move in enumerate(played):
            assert (rows[first + ply] == row_of(board)).all()
            # A king castles to the square of its rook in Chess960.
            assert quadline.moves_to_uci(moves[first + ply : first + ply + 1]) == [board.uci(move)]
            board.push(move)


def test_errors_are_raised():
    for call in (positions.from_pgn, lambda source: list(positions.iterate_pgn(source))):
        with pytest.raises(quadline.PgnError) as raised:
            call(FILE)
        assert str(raised.value) == ERRORS[0]
    whole = FILE[: FILE.index(b'[Event "Club evening"]\n[Site "Utrecht NED"]\n[Date "2024.05.15"]')]
    offsets, rows, moves = positions.from_pgn(whole)
    assert offsets.tolist() == [0, 7, 48, 52] and len(rows) == len(moves) == 52
    for nothing in (b"", b"\n\n", b"\xef\xbb\xbf"):
        offsets, rows, moves = positions.from_pgn(nothing)
        assert offsets.tolist() == [0] and rows.shape == (0, 8) and moves.shape == (0,) and moves.dtype == np.uint16


def sources(tmp_path):
    """The same file in every form."""
    yield str(PATH)
    yield PATH
    yield FILE
    yield bytearray(FILE)
    packed = {"gz": gzip.compress(FILE), "bz2": bz2.compress(FILE), "two.gz": gzip.compress(FILE[:500]) + gzip.compress(FILE[500:])}
    try:
        import pyarrow
    except ImportError:
        pass
    else:
        packed["zst"] = pyarrow.compress(FILE, codec="zstd", asbytes=True)
    for ending, data in packed.items():
        yield data
        # The name plays no role.
        (tmp_path / f"{ending}.txt").write_bytes(data)
        yield tmp_path / f"{ending}.txt"


def test_limit():
    arrow = pytest.importorskip("pyarrow")
    table = arrow.table(quadline.pgn.read(FILE, limit=400))
    is_long = ["the game is longer than 400 bytes" in (error or "") for error in table["error"].to_pylist()]
    assert table["number"].to_pylist() == [1, 2, 3, 4, 5, 6] and 0 < sum(is_long) < 6
    for limit in (0, True, 1 << 30):
        with pytest.raises(ValueError, match="limit is .*; it must be a number from 1 to 536870912"):
            quadline.pgn.read(FILE, limit=limit)


def test_sources(tmp_path):
    arrow = pytest.importorskip("pyarrow")
    expected, table = positions.from_pgn(FILE, errors="return"), arrow.table(quadline.pgn.read(FILE))
    for source in sources(tmp_path):
        found = positions.from_pgn(source, errors="return")
        assert all((one == other).all() for one, other in zip(found[:3], expected[:3])) and texts(found[3]) == ERRORS
        assert arrow.table(quadline.pgn.read(source)).equals(table)


@pytest.mark.parametrize("threads", [1, 2, 5, 0])
def test_parts_and_threads(threads, monkeypatch):
    """A file of several parts, with threads, and in several steps."""
    copies = 10_000
    many = FILE * copies
    assert len(many) > 3 << 22
    lengths = np.tile(PLIES, copies)
    rows, moves = positions.from_pgn(FILE, errors="return")[1:3]

    def check(found, first, plies):
        offsets, found_rows, found_moves, errors = found
        assert offsets.tolist() == np.cumsum([0, *plies]).tolist()
        begin = int(lengths[:first].sum())
        places = np.arange(begin, begin + int(plies.sum())) % len(rows)
        assert (found_rows == rows[places]).all() and (found_moves == moves[places]).all()
        wrong = [row for row in range(len(plies)) if (first + row) % 6 in (3, 4)]
        assert [error.row for error in errors] == wrong and [error.game for error in errors] == [first + row + 1 for row in wrong]
        assert all(many[error.offset :].startswith((b"Ke4", b"[Black")) for error in errors[:50] + errors[-50:])

    check(positions.from_pgn(many, errors="return", threads=threads), 0, lengths)
    monkeypatch.setattr(positions, "_PGN_BYTES", 1)
    check(positions.from_pgn(many, errors="return", threads=threads), 0, lengths)
    first = parts = 0
    for part in positions.iterate_pgn(many, errors="return", threads=threads, part_bytes=5_000_000):
        count = len(part[0]) - 1
        check(part, first, lengths[first : first + count])
        first, parts = first + count, parts + 1
    # One thread divides the file at any game, and several at about 4 MB.
    assert first == len(lengths) and parts == (3 if number_of_threads(threads) == 1 else 2)


@pytest.mark.parametrize("comment", [0, 100_000])
@pytest.mark.parametrize("sample", [1, 1 << 18])
def test_room_for_moves(sample, comment, monkeypatch):
    """Files whose first games have fewer moves than the others, so that the arrays are full within games."""
    monkeypatch.setattr(positions, "_SAMPLE", sample)
    # Without numbers, a move has four bytes. The game of 97 moves ends at another place of each array.
    game = "Nf3 Nf6 Ng1 Ng8 " * 24 + "e4 e7 *\n"
    file = b"1. e4 {" + b"x" * comment + b"} e5 *\n" + game.encode() * 3_000
    offsets, rows, moves, errors = positions.from_pgn(file, errors="return")
    assert offsets.tolist() == np.cumsum([0, 2, *[97] * 3_000]).tolist() and len(moves) == offsets[-1]
    assert rows.shape == (len(moves), 8) and rows.ctypes.data % 64 == 0 and rows.flags.c_contiguous
    expected = positions.from_movetext(["1. e4 e5", game], errors="return")
    one, other = (slice(*expected[0][first : first + 2]) for first in (0, 1))
    for found, right in ((rows, expected[1]), (moves, expected[2])):
        assert (found[:2] == right[one]).all() and (found[2:].reshape(3_000, 97, -1) == right[other].reshape(97, -1)).all()
    assert [(error.row, error.ply) for error in errors] == [(row, 97) for row in range(1, 3_001)]
    # In parts, each with some games.
    parts = list(positions.iterate_pgn(file, errors="return", part_bytes=10_000))
    assert (np.concatenate([part[2] for part in parts]) == moves).all() and (np.concatenate([part[1] for part in parts]) == rows).all()
    assert len(parts) > 100 and sum(len(part[0]) - 1 for part in parts) == 3_001
    assert all(part[1].ctypes.data % 64 == 0 and part[0][-1] == len(part[1]) == len(part[2]) for part in parts)


def test_table():
    arrow = pytest.importorskip("pyarrow")
    games = quadline.pgn.read(PATH, tags=["ECO", "Black", "Nobody"])
    table = arrow.table(games)
    assert table.schema == games.schema == arrow.schema(
        [(name, arrow.int64()) for name in ("number", "byte", "line")]
        + [(name, arrow.string()) for name in ("ECO", "Black", "Nobody", "start", "result", "movetext", "error")]
    )
    table.validate(full=True)
    columns = table.to_pydict()
    assert columns["number"] == [1, 2, 3, 4, 5, 6]
    assert columns["ECO"] == ["C20", "C42", None, "C20", "B00", None]
    assert columns["Black"] == ["Bob", 'Cem "the fox" Dag', "Dee", "Bob", None, "Ann"]
    assert columns["Nobody"] == [None] * 6
    assert columns["start"] == [None, None, "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1", None, None, "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39"]
    assert columns["result"] == ["1-0", "1/2-1/2", "0-1", "1-0", "1-0", "*"]
    # The moves are not checked. An error of the tags is where the error of the positions is.
    assert columns["error"] == [None, None, None, None, ERRORS[1], None]
    for offset, line, text, error in zip(*(columns[name] for name in ("byte", "line", "movetext", "error"))):
        assert FILE[: int(offset)].count(b"\n") == line - 1
        if error is None:
            assert FILE[offset:].startswith(b"[Event") and text.encode() in FILE
    # The columns are the arguments of from_movetext.
    start = positions.from_fen(table["start"])
    start[table["start"].is_null().to_numpy()] = positions.START
    offsets, rows, moves, errors = positions.from_movetext(table["movetext"], start, errors="return")
    expected = positions.from_pgn(PATH, errors="return")
    assert all((one == other).all() for one, other in zip((offsets, rows, moves), expected[:3])) and [error.row for error in errors] == [3]
    # The stream can be read again, and by parts.
    assert arrow.table(games).equals(table) and sum(batch.num_rows for batch in games) == 6
    assert arrow.Table.from_batches(quadline.pgn.read(PATH), quadline.pgn.read(PATH).schema)["Site"].to_pylist()[2] == "?"
    assert repr(quadline.pgn.read(FILE, tags=[])) == f"<games of {len(FILE)} bytes, with the columns number, byte, line, start, result, movetext, error>"


def test_usual_start_with_other_counters():
    arrow = pytest.importorskip("pyarrow")
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 7"
    table = arrow.table(quadline.pgn.read(f'[FEN "{fen}"]\n\n1. e4 *\n'.encode(), tags=[]))
    assert table["start"].to_pylist() == [fen]


def test_texts_of_the_table():
    arrow = pytest.importorskip("pyarrow")
    # A name in ISO 8859-1 and one in UTF-8; a result that only the tag has, and one that differs from the tag; the first FEN counts.
    file = b'[White "J\xfcrgen"]\n[Result "0-1"]\n\n1. e4 {\xfc} e5\n\n'
    file += '[White "Paweł"]\n[Result "0-1"]\n\n1. d4 1-0\n\n'.encode()
    file += b'[FEN " 4k3/8/8/8/8/8/3P4/4K3 w - - "]\n[fen "4k3/8/8/8/8/8/4P3/4K3 w - -"]\n\n1. d4 *\n\n'
    file += b'[Variant "Atomic"]\n\n1. e4 *\n'
    columns = arrow.table(quadline.pgn.read(file, tags=["White"])).to_pydict()
    assert columns["White"] == ["Jürgen", "Paweł", None, None] and columns["movetext"][0].startswith("1. e4 {ü} e5")
    assert columns["result"] == ["0-1", "1-0", "*", None]
    assert columns["start"] == [None, None, "4k3/8/8/8/8/8/3P4/4K3 w - -", None]
    assert columns["error"][:2] == [None] * 2 and "a tag of this name already" in columns["error"][2] and 'the variant "Atomic" is not supported' in columns["error"][3]
    offsets, _, moves, errors = positions.from_pgn(file, errors="return")
    assert offsets.tolist() == [0, 2, 3, 4, 4] and [error.row for error in errors] == [2, 3]
    # More games than a byte of the validity has bits.
    many = arrow.table(quadline.pgn.read(file * 5, tags=["White"]))
    many.validate(full=True)
    assert many["White"].to_pylist() == columns["White"] * 5 and many["error"].null_count == 10


def test_batches_are_bounded():
    arrow = pytest.importorskip("pyarrow")
    many = FILE * 10_000
    batches = list(quadline.pgn.read(many, tags=[]))
    assert len(batches) == len(many) // (1 << 22) + 1 and all(batch.nbytes < 6 << 20 for batch in batches)
    assert np.concatenate([batch["number"] for batch in batches]).tolist() == list(range(1, 60_001))
    # A game of more than 16 MB is an error with its place, and the games around it are there.
    file = FILE + b'[White "Long"]\n\n1. e4 {' + b"x" * (17 << 20) + b"} e5 *\n\n" + FILE
    table = arrow.table(quadline.pgn.read(file))
    offsets, _, _, errors = positions.from_pgn(file, errors="return")
    assert table["number"].to_pylist() == list(range(1, 14)) and offsets.tolist() == np.cumsum([0, *PLIES, 0, *PLIES]).tolist()
    assert [error.row for error in errors] == [3, 4, 6, 10, 11] and errors[2].offset == len(FILE) and "longer than" in errors[2].reason
    assert str(errors[2]) == table["error"][6].as_py() and table["byte"][6].as_py() == len(FILE)


def test_files_that_are_cut(tmp_path):
    """The games before are given out, and then there is an error."""
    arrow = pytest.importorskip("pyarrow")
    cut = tmp_path / "cut.gz"
    cut.write_bytes(gzip.compress(FILE * 10_000)[:-9])
    parts = positions.iterate_pgn(cut, errors="return", part_bytes=1_000_000)
    assert len(next(parts)[0]) > 1000
    with pytest.raises(OSError, match=r"cut.gz: game \d+, line \d+, byte \d+: "):
        list(parts)
    with pytest.raises(OSError):
        positions.from_pgn(cut, errors="return")
    batches = iter(quadline.pgn.read(cut))
    assert next(batches).num_rows > 1000
    with pytest.raises(OSError):
        list(batches)
    with pytest.raises(Exception, match="cut.gz"):
        arrow.table(quadline.pgn.read(cut))


def test_wrong_arguments(tmp_path):
    pytest.importorskip("pyarrow")
    for call in (quadline.pgn.read, positions.from_pgn, positions.iterate_pgn):
        with pytest.raises(FileNotFoundError, match="nowhere.pgn") as raised:
            call(tmp_path / "nowhere.pgn")
        assert "os error" not in str(raised.value)  # Python shows the number.
        with pytest.raises(TypeError, match="source is of type int; it must be a path or bytes$"):
            call(7)
        with PATH.open("rb") as file, pytest.raises(TypeError, match=r"pass source.read\(\) for a file that is open"):
            call(file)
        with pytest.raises(ValueError, match=r"source is text with several lines; .*text.encode\(\)"):
            call(FILE.decode())
    with pytest.raises(IsADirectoryError):
        positions.from_pgn(tmp_path)
    for call in (positions.from_pgn, positions.iterate_pgn):
        with pytest.raises(ValueError, match='it must be "raise" or "return"'):
            call(FILE, errors="ignore")
        with pytest.raises(ValueError, match="it must be a number from 1 to 1024"):
            call(FILE, threads=-1)
    for wrong in (0, -1, 1.5, None):
        with pytest.raises(ValueError, match="part_bytes is .*; it must be a number of bytes, 1 or more"):
            positions.iterate_pgn(FILE, part_bytes=wrong)
    with pytest.raises(TypeError, match=r"tags is a single text; for one tag, pass \['White'\]"):
        quadline.pgn.read(FILE, tags="White")
    with pytest.raises(TypeError, match="tags contains a value of type bytes; the name of a tag must be str"):
        quadline.pgn.read(FILE, tags=[b"White"])
    with pytest.raises(ValueError, match="tags contains 'Result', and there is the column 'result' already; leave it out"):
        quadline.pgn.read(FILE, tags=["White", "Result"])
    with pytest.raises(ValueError, match="tags contains 'white', and there is the tag 'White' already$"):
        quadline.pgn.read(FILE, tags=["White", "white"])
    with pytest.raises(ValueError, match="and there is the tag 'White' already$"):
        quadline.pgn.read(FILE, tags=["White", "White"])


def test_other_libraries(tmp_path):
    """They take the stream as it is."""
    arrow = pytest.importorskip("pyarrow")
    games = quadline.pgn.read(PATH, tags=["ECO", "Date"])
    expected = [(None, "*", 1), (None, "0-1", 1), ("B00", "1-0", 1), ("C20", "1-0", 2), ("C42", "1/2-1/2", 1)]
    query = "SELECT ECO, result, count(*) FROM games GROUP BY ALL ORDER BY ALL"
    rows = lambda found: sorted(found, key=str)
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect() as connection:
        # By the name of the variable, twice, and as a relation.
        for _ in range(2):
            assert rows(connection.sql(query).fetchall()) == rows(expected)
        relation = connection.from_arrow(games)
        assert relation.aggregate("count(*)").fetchall() == [(6,)]
        connection.sql("COPY (SELECT * FROM games) TO '" + str(tmp_path / "games.parquet") + "'")
        assert connection.sql(f"SELECT count(*) FROM '{tmp_path}/games.parquet'").fetchall() == [(6,)]
    frame = pytest.importorskip("polars").DataFrame(games)
    assert frame["ECO"].to_list() == ["C20", "C42", None, "C20", "B00", None]
    pandas = pytest.importorskip("pandas")
    if hasattr(pandas.DataFrame, "from_arrow"):
        assert pandas.DataFrame.from_arrow(games)["number"].tolist() == [1, 2, 3, 4, 5, 6]
    datafusion = pytest.importorskip("datafusion")
    context = datafusion.SessionContext()
    context.from_arrow(games, "games")
    query = 'SELECT "ECO", result, count(*) FROM games GROUP BY 1, 2'
    found = arrow.Table.from_batches(context.sql(query).collect())
    assert rows(zip(*(column.to_pylist() for column in found.columns))) == rows(expected)


def test_interpreter_runs_meanwhile():
    """Another thread runs while this one is computing, and several threads can share a reader."""
    many = FILE * 10_000
    assert ticks_during(lambda: _native.PgnParts(many).replay(1 << 40, 1, 1)) > 5
    assert ticks_during(lambda: positions.from_pgn(many, errors="return")) > 5
    assert ticks_during(lambda: _native.PgnFile(many * 4).games(["White"])) > 2
    file, found = _native.PgnFile(many), []

    def work():
        while (table := file.games(["White"])) is not None:
            found.append(table[0][0])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert sorted(np.concatenate(found).tolist()) == list(range(1, 60_001))


def test_fens_with_the_counters_of_games(fens):
    """Compared with python-chess, for games that begin with other counters, too."""
    random, texts, starts, expected = np.random.default_rng(31), [], [], []
    for start in [None, *fens[:40], None]:
        board, moves = chess.Board(start or chess.STARTING_FEN), []
        for _ in range(int(random.integers(0, 60))):
            if not (legal := list(board.legal_moves)):
                break
            expected.append(board.fen().split()[-2:])
            moves.append(board.san(move := legal[random.integers(len(legal))]))
            board.push(move)
        texts.append(" ".join(moves))
        starts.append(start)
    first = positions.from_fen(starts)
    first[[start is None for start in starts]] = positions.START
    offsets, rows, moves = positions.from_movetext(texts, first)
    found = positions.to_fen(rows, offsets=offsets, moves=moves, starts=starts)
    assert [fen.split()[-2:] for fen in found] == expected and len(expected) > 500
    assert [fen.split()[:4] for fen in found] == [fen.split()[:4] for fen in positions.to_fen(rows)]
    usual = positions.to_fen(rows, offsets=offsets, moves=moves)
    assert all(usual[row].endswith(" 0 1") for row in offsets[:-1] if row < len(rows))
    # The columns of a file.
    table = pytest.importorskip("pyarrow").table(quadline.pgn.read(PATH))
    offsets, rows, moves, _ = positions.from_pgn(PATH, errors="return")
    assert positions.to_fen(rows, offsets=offsets, moves=moves, starts=table["start"])[offsets[5]].endswith(" w - - 5 39")
    for wrong, error, message in (
        ({"offsets": offsets[1:]}, ValueError, f"offsets must rise from 0 to {len(rows)}, the number of positions"),
        ({"moves": moves[1:]}, ValueError, "moves has .* rows and positions"),
        ({"moves": None}, TypeError, "offsets and moves must be passed together"),
        ({"starts": [None]}, ValueError, "starts has 1 rows and offsets 6"),
        ({"starts": [None, "x", *[None] * 4]}, ValueError, "row 1 of starts: .*side to move"),
        ({"starts": [7, *[None] * 5]}, TypeError, "row 0 is of type int; a FEN must be"),
    ):
        with pytest.raises(error, match=message):
            positions.to_fen(rows, **({"offsets": offsets, "moves": moves} | wrong))
