"""Answers about positions, compared with python-chess."""

import pickle
import signal
import sys

import chess
import numpy as np
import pytest

import quadline
from conftest import ticks_during, unaligned
from quadline import _native, positions


@pytest.fixture(scope="module")
def rows(fens):
    return positions.from_fen(fens)


def test_words(rows, boards):
    assert rows.shape == (len(boards), 8) and rows.dtype == np.uint64 and rows.ctypes.data % 64 == 0
    for row, board in zip(rows.tolist(), boards):
        state = board.castling_rights | (1 << 32 if board.turn == chess.BLACK else 0)
        if board.ep_square is not None:
            state |= 1 << board.ep_square
        assert row == [
            board.occupied_co[chess.WHITE],
            board.occupied_co[chess.BLACK],
            board.pawns,
            board.knights,
            board.bishops | board.queens,
            board.rooks | board.queens,
            board.kings,
            state,
        ]


def test_fens(rows, fens):
    again = positions.to_fen(rows)
    assert [fen.split()[:4] for fen in again] == [fen.split()[:4] for fen in fens]
    assert (positions.from_fen(again) == rows).all()
    # More than are converted at a time.
    assert positions.to_fen(np.tile(rows, (70, 1))) == again * 70
    assert positions.check(rows) == []
    assert positions.to_fen(positions.START) == [chess.STARTING_FEN]
    assert not positions.START.flags.writeable


@pytest.mark.parametrize("threads", [1, 3, 0])
def test_legal_moves(rows, boards, threads):
    for rows in (rows, unaligned(rows)):
        counts = quadline.legal_move_counts(rows, threads=threads)
        offsets, moves = quadline.legal_moves(rows, threads=threads)
        assert counts.dtype == np.uint16 and moves.dtype == np.uint16 and offsets[-1] == len(moves)
        texts = quadline.moves_to_uci(moves)
        for index, board in enumerate(boards):
            expected = sorted(move.uci() for move in board.legal_moves)
            assert counts[index] == len(expected), board.fen()
            assert sorted(texts[offsets[index] : offsets[index + 1]]) == expected, board.fen()


@pytest.mark.parametrize("threads", [1, 2])
def test_attacked_squares(rows, boards, threads):
    white, black = quadline.attacked_squares(rows, threads=threads)
    for index, board in enumerate(boards):
        for color, squares in ((chess.WHITE, white), (chess.BLACK, black)):
            attacks = 0
            for square in chess.SquareSet(board.occupied_co[color]):
                attacks |= int(board.attacks(square))
            assert squares[index] == attacks, board.fen()


def test_checks_and_pins(rows, boards):
    found = quadline.checks_and_pins(rows)
    assert found.dtype == quadline.CHECKS_AND_PINS and found.shape == (len(boards),)
    assert (quadline.checks_and_pins(unaligned(rows), threads=2) == found).all()
    for row, board in zip(found, boards):
        assert row["checkers"] == int(board.checkers())
        own = chess.SquareSet(board.occupied_co[board.turn] & ~board.kings)
        assert row["pinned"] == sum(chess.BB_SQUARES[square] for square in own if board.is_pinned(board.turn, square))
        assert bool(row["checkers"]) == (row["evasions"] != 2**64 - 1)


def test_planes(rows, boards):
    boards_of = positions.bitboards(rows)
    assert boards_of.shape == (len(boards), 12)
    planes = positions.planes(rows)
    assert planes.dtype == np.float32 and planes.shape == (len(boards), 12, 8, 8)
    for index, board in enumerate(boards[:100]):
        expected = np.zeros((12, 8, 8))
        for square, piece in board.piece_map().items():
            plane = piece.piece_type - 1 + (0 if piece.color else 6)
            expected[plane, square // 8, square % 8] = 1
        assert (planes[index] == expected).all()
        assert boards_of[index].tolist() == [
            int(board.pieces(kind, color)) for color in (True, False) for kind in range(1, 7)
        ]
    for dtype in (np.uint8, np.bool_):
        for threads in (1, 2):
            assert (positions.planes(rows, dtype, threads=threads) == planes).all()
            assert positions.planes(rows, dtype).dtype == dtype
    out = np.full((2, 12, 8, 8), 9, np.float32)
    assert positions.planes(rows[:2], out=out) is out and (out == planes[:2]).all()
    assert quadline.planes(np.array(1 << 63, np.uint64))[7, 7] == 1
    with pytest.raises(TypeError, match="dtype must be float32, uint8 or bool, not float64"):
        quadline.planes(boards_of, np.float64)


@pytest.mark.parametrize("length", [0, 1, 7, 255, 256, 257, 1009])
def test_lengths(rows, length):
    rows = np.resize(rows, (length, 8))
    counts = quadline.legal_move_counts(positions.from_fen(positions.to_fen(rows)))
    for rows in (rows, unaligned(rows)):
        out = np.full(length + 1, 999, np.uint16)
        assert quadline.legal_move_counts(rows, out=out[:length]) is not None
        assert (out[:length] == counts).all() and out[length] == 999
        assert quadline.legal_moves(rows)[0][-1] == counts.sum()
        assert len(quadline.attacked_squares(rows)[0]) == length


def test_bits_that_mean_nothing(rows):
    noisy = rows.copy()
    noisy[:, 7] |= np.uint64(0x00AA00EE55000100)
    assert (quadline.legal_move_counts(noisy) == quadline.legal_move_counts(rows)).all()


def answers(rows, threads):
    """Everything that takes positions and threads."""
    offsets, moves = quadline.legal_moves(rows, threads=threads)
    white, black = quadline.attacked_squares(rows, threads=threads)
    return {
        "counts": quadline.legal_move_counts(rows, threads=threads),
        "offsets": offsets,
        "moves": moves,
        "white": white,
        "black": black,
        "checks and pins": quadline.checks_and_pins(rows, threads=threads),
        "bitboards": positions.bitboards(rows, threads=threads),
        "planes": positions.planes(rows, np.uint8, threads=threads),
    }


@pytest.mark.parametrize("length", [1024, 1025, 3000, 5 * 1024 + 1])
def test_threads_share_the_rows(rows, length):
    # A thread gets at least 1,024 rows, so fewer rows are never divided.
    many = np.resize(rows, (length, 8))
    for many in (np.array(many), unaligned(many)):
        alone = answers(many, 1)
        assert (alone["counts"][: len(rows)] == quadline.legal_move_counts(rows)[:length]).all()
        for threads in (2, 3, 5, 0, 1024):
            for name, answer in answers(many, threads).items():
                assert answer.dtype == alone[name].dtype and (answer == alone[name]).all(), (name, threads)


# No position has more legal moves than the second. Neither can occur in a game.
MANY_MOVES = [
    "1QQQQQQ1/Q5Q1/Q5Q1/Q5Q1/Q5Q1/Q5Q1/Q3QQ2/QQQQ1K1k w - - 0 1",
    "QQQQQQBk/Q5RB/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
]


def test_more_moves_than_in_any_game():
    rows = positions.from_fen(MANY_MOVES * 64)
    assert quadline.legal_move_counts(rows).tolist() == [240, 271] * 64
    offsets, moves = quadline.legal_moves(rows)
    assert offsets[-1] == 64 * (240 + 271)
    texts = quadline.moves_to_uci(moves)
    for index, fen in enumerate(MANY_MOVES):
        expected = sorted(move.uci() for move in chess.Board(fen).legal_moves)
        assert sorted(texts[offsets[index] : offsets[index + 1]]) == expected
    # Words that are not a valid position may have even more.
    queens = np.array([[0xFF818181818181FF, 0, 0, 0, 0x7F818181818181FF, 0x7F818181818181FF, 1 << 63, 0]] * 70, np.uint64)
    counts = quadline.legal_move_counts(queens)
    assert counts[0] > 271 and len(quadline.legal_moves(queens)[1]) == len(quadline.successors(queens)[1]) == counts.sum()


def test_rows_that_are_not_positions_have_nothing(fens):
    several, errors, valid = positions.from_fen([fens[0], None, "8/8 w - -", 7, fens[1]], errors="return")
    assert valid.tolist() == [True, False, False, False, True] and valid.dtype == np.bool_
    assert [error.row for error in errors] == [2, 3]
    found = answers(several, 1)
    offsets = found.pop("offsets")
    assert offsets.tolist() == [0, 20, 20, 20, 20, 68] and len(found.pop("moves")) == 68
    for name, answer in found.items():
        fields = answer.view(np.uint64).reshape(5, 4) if name == "checks and pins" else answer.reshape(5, -1)
        assert (fields.any(axis=1) == valid).all(), name
    # A side without a king has no legal moves, checks and pins, whatever else is on the board.
    without = several[:1].copy()
    without[0, [0, 6]] &= ~np.uint64(0x10)
    assert quadline.legal_move_counts(without).tolist() == [0] and quadline.legal_moves(without)[0].tolist() == [0, 0]
    assert not quadline.checks_and_pins(without).view(np.uint64).any()


BROKEN = ["4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K2x w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", "8/8 w -"]


def test_broken_fens_are_named():
    with pytest.raises(positions.ParseFenError, match=r"row 1, column 20: piece placement \(field 1\): found 'x' on rank 1; expected") as caught:
        positions.from_fen(BROKEN)
    error = caught.value
    assert (error.row, error.column, error.field) == (1, 20, 1) and isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (again.row, str(again)) == (1, str(error))
    rows, errors, valid = positions.from_fen(BROKEN, errors="return")
    assert [error.row for error in errors] == [1, 3, 4] and errors[1].field is None
    assert (rows[[1, 3, 4]] == 0).all() and (rows[[0, 2]] != 0).any()
    assert valid.tolist() == [True, False, True, False, False]
    many, errors, valid = positions.from_fen(BROKEN * 1000, errors="return", threads=4)
    assert [error.row for error in errors] == [5 * i + j for i in range(1000) for j in (1, 3, 4)]
    assert (many == np.tile(rows, (1000, 1))).all() and valid.sum() == 2000
    with pytest.raises(positions.ParseFenError, match="row 1, "):
        positions.from_fen(BROKEN * 1000, threads=4)


def test_a_byte_order_mark_is_named(fens):
    """It is in front of the first line of a file that is read with encoding="utf-8"."""
    said = 'row 1, column 1: .*; a byte order mark is in front of it: read files with encoding="utf-8-sig"'
    texts = [fens[0], "\ufeff" + fens[1], fens[2]]
    columns = [texts, [text.encode() for text in texts]]
    try:
        import pyarrow
    except ImportError:
        pass
    else:
        columns += [pyarrow.array(texts), pyarrow.array(["x", *texts])[1:]]
    for column in columns:
        with pytest.raises(positions.ParseFenError, match=said):
            positions.from_fen(column)
        _, errors, valid = positions.from_fen(column, errors="return")
        assert [error.row for error in errors] == [1] and valid.tolist() == [True, False, True]
    for text in ("x", "4k3/8/8/8/8/8/8/4K3 \ufeffw - -"):
        with pytest.raises(positions.ParseFenError) as raised:
            positions.from_fen([text])
        assert "in front of it" not in raised.value.reason
    with pytest.raises(quadline.InvalidMove, match="row 0: .*; a byte order mark is in front of it"):
        quadline.moves_from_uci(positions.START, ["\ufeffe2e4"])


def test_kinds_of_fens(fens, rows):
    for kind in (tuple(fens), iter(fens), [fen.encode() for fen in fens], np.array(fens), np.array(fens, object)):
        assert (positions.from_fen(kind, threads=2) == rows).all()
    mixed = positions.from_fen([None, fens[0], None])
    assert (mixed[[0, 2]] == 0).all() and (mixed[1] == rows[0]).all()
    assert positions.from_fen([]).shape == (0, 8)
    with pytest.raises(TypeError, match="row 1 is of type int; a FEN must be str, bytes or None"):
        positions.from_fen([fens[0], 7])
    # A row that is not text is returned as an error, in the order of the rows.
    mixed, errors, valid = positions.from_fen(["x", fens[0], float("nan"), None, fens[1], [], "y"], errors="return")
    assert [(error.row, error.column, error.field) for error in errors[1:3]] == [(2, None, None), (5, None, None)]
    assert [error.row for error in errors] == [0, 2, 5, 6] and valid.tolist() == [False, True, False, False, True, False, False]
    assert str(errors[1]) == "row 2: found a value of type float; a FEN must be str, bytes or None"
    assert str(pickle.loads(pickle.dumps(errors[1]))) == str(errors[1])
    assert (mixed[[1, 4]] == rows[:2]).all() and not mixed[[0, 2, 3, 5, 6]].any()
    for other in ({fens[0]: 1}, {fens[0]}, 7, None):
        with pytest.raises(TypeError, match=f"fens is of type {type(other).__name__}; it must be a sequence of str or bytes"):
            positions.from_fen(other)
    with pytest.raises(TypeError, match=r"pass \[fen\]"):
        positions.from_fen(fens[0])
    with pytest.raises(positions.ParseFenError, match="row 0"):
        positions.from_fen(["4k3/8/8/8/8/8/8/4K3 \ud800 - - 0 1"])
    with pytest.raises(ValueError, match='it must be "raise" or "return"'):
        positions.from_fen(fens, errors="ignore")


def test_arrow(fens, rows):
    arrow = pytest.importorskip("pyarrow")
    for kind in (arrow.string(), arrow.large_string(), arrow.binary()):
        assert (positions.from_fen(arrow.array(fens, kind)) == rows).all()
    chunked = arrow.chunked_array([fens[:3], [], fens[3:]])
    assert (positions.from_fen(chunked, threads=2) == rows).all()
    assert (positions.from_fen(arrow.array(fens)[5:900]) == rows[5:900]).all()
    nulls, errors, valid = positions.from_fen(arrow.array([None, fens[0], "x", None, fens[1]])[1:], errors="return")
    assert [error.row for error in errors] == [1] and valid.tolist() == [True, False, False, True]
    assert (nulls[[0, 3]] == rows[:2]).all() and (nulls[[1, 2]] == 0).all()
    assert positions.from_fen(arrow.array([], arrow.string())).shape == (0, 8)
    assert positions.from_fen(arrow.array([None], arrow.string())).tolist() == [[0] * 8]

    class Capsule:
        def __arrow_c_array__(self, requested_schema=None):
            return arrow.array(fens).__arrow_c_array__(requested_schema)

    assert (positions.from_fen(Capsule()) == rows).all()
    table = arrow.table({"fen": fens, "number": range(len(fens))})
    for other, kind in (
        (arrow.array([1, 2]), "int64"),
        (arrow.array([[fens[0]], [fens[1]]]), "list<.*string>"),
        (arrow.array([{"fen": fens[0]}]), "struct<.*>"),
        (table, "struct<.*pass one column of a table"),
        (table.to_batches()[0], "struct<.*pass one column of a table"),
    ):
        for errors in ("raise", "return"):
            with pytest.raises(TypeError, match=f"fens is an Arrow array of {kind}.*"):
                positions.from_fen(other, errors=errors)
    # Categories contain each text once, for any kind of text.
    for kind in (arrow.string(), arrow.large_string(), arrow.binary(), *([arrow.string_view()] if hasattr(arrow, "string_view") else [])):
        categories = arrow.DictionaryArray.from_arrays([1, 0, None, 1], arrow.array(fens[:2]).cast(kind))
        for array in (categories, arrow.chunked_array([categories[:2], categories[2:]])):
            found, errors, valid = positions.from_fen(array, errors="return")
            assert (found[[0, 1, 3]] == rows[[1, 0, 1]]).all() and not errors and valid.tolist() == [True, True, False, True]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames(fens, rows, library):
    pytest.importorskip("pyarrow")
    library = pytest.importorskip(library)
    frame = library.DataFrame({"fen": fens, "number": list(range(len(fens)))})
    assert (positions.from_fen(frame["fen"]) == rows).all()
    assert (positions.from_fen(frame["fen"].astype("category") if hasattr(frame, "astype") else frame["fen"].cast(library.Categorical)) == rows).all()
    with pytest.raises(TypeError, match="pass one column of a table"):
        positions.from_fen(frame)
    if hasattr(frame, "astype"):
        mixed = library.Series([fens[0], 7, fens[1]], dtype=object)
        with pytest.raises(TypeError, match="row 1 is of type int"):
            positions.from_fen(mixed)
        found, errors, valid = positions.from_fen(mixed, errors="return")
        assert (found[[0, 2]] == rows[:2]).all() and [error.row for error in errors] == [1] and valid.tolist() == [True, False, True]


def test_rows_that_are_not_there_beyond_the_first_part(fens, rows):
    missing = [1023, 1024, 2047, 2999]
    many = [fens[index % len(fens)] for index in range(3000)]
    expected = np.resize(rows, (3000, 8)).copy()
    expected[missing] = 0
    for row in missing:
        many[row] = None
    for threads in (1, 3):
        found, errors, valid = positions.from_fen(many, errors="return", threads=threads)
        assert (found == expected).all() and not errors and np.flatnonzero(~valid).tolist() == missing


def test_wrong_arrays(rows):
    def wrong(error, text, function, *arguments, **options):
        with pytest.raises(error, match=text):
            function(*arguments, **options)

    counts = quadline.legal_move_counts
    wrong(TypeError, r"positions must be a numpy array of uint64 and shape \(N, 8\), not list; .*from_fen", counts, [[1] * 8])
    wrong(TypeError, "not list; quadline.positions.from_fen makes one from FENs", counts, [chess.STARTING_FEN])
    wrong(TypeError, r"moves must be a numpy array of uint16 and shape \(N,\), not list$", quadline.is_legal, rows, [0])
    wrong(TypeError, r'not of int64; positions.astype\("uint64"\) makes a copy', counts, rows.astype(np.int64))
    wrong(TypeError, "not of >u8; positions.astype", counts, rows.astype(">u8"))
    wrong(ValueError, r"shape \(N, 8\), not of shape \(8,\); for position i of an array, pass positions\[i:i \+ 1\]", counts, rows[0])
    wrong(ValueError, r"positions is not aligned; positions.copy\(\) is", counts, np.frombuffer(bytes(65), np.uint8)[1:].view(np.uint64).reshape(1, 8))
    wrong(ValueError, r"not of shape \(\d+, 7\)", counts, rows[:, :7])
    wrong(ValueError, "positions is not C-contiguous; numpy.ascontiguousarray", counts, rows[::2])
    wrong(ValueError, "positions is not C-contiguous; numpy.ascontiguousarray", counts, np.asfortranarray(rows))
    out = np.full(len(rows), 7, np.uint16)
    wrong(ValueError, r"out must be .* shape \(3,\)", counts, rows[:3], out=out)
    # The results in a copy would be lost.
    empty = r'numpy.empty\(\(3,\), "uint16"\) creates such an array'
    wrong(TypeError, "out must be a numpy array of uint16.*not of float64; " + empty, counts, rows[:3], out=np.empty(3))
    wrong(TypeError, "out must be .*, not list; " + empty, counts, rows[:3], out=[0, 0, 0])
    wrong(ValueError, "out is not C-contiguous; " + empty, counts, rows[:3], out=out[:6:2])
    wrong(TypeError, "out must be float32, uint8 or bool, not int64", quadline.planes, rows, out=np.zeros((len(rows), 8, 8, 8), np.int64))
    for threads in (-1, 1025, 10**30, 1.5):
        wrong(ValueError, "it must be a number from 1 to 1024, or 0", counts, rows, out=out, threads=threads)
    wrong(TypeError, "without a mask; positions.filled", counts, np.ma.masked_array(rows))
    assert (out == 7).all()
    out.flags.writeable = False
    wrong(ValueError, "out is read-only", counts, rows, out=out)
    two = np.array([positions.START[0]] * 2)
    two[1, 6] = 0
    wrong(positions.InvalidPosition, "row 1: piece placement: the king on e1 belongs to neither|row 1: piece placement", positions.check, two)
    assert [error.row for error in positions.check(two, errors="return")] == [1]


def test_subclasses_of_arrays(rows, tmp_path):
    """Such as arrays in files."""
    expected = quadline.legal_move_counts(rows)
    (tmp_path / "rows").write_bytes(rows.tobytes())
    for subclass in (rows.view(type("Subclass", (np.ndarray,), {})), np.memmap(tmp_path / "rows", np.uint64, "r").reshape(-1, 8)):
        assert (quadline.legal_move_counts(subclass) == expected).all()
    out = np.zeros(len(rows), np.uint16).view(type("Subclass", (np.ndarray,), {}))
    assert quadline.legal_move_counts(rows, out=out) is out and (out == expected).all()


def test_out_that_is_an_input(rows):
    """Arrays that overlap are refused. The results would depend on the order in which they are written."""
    moves, before = np.zeros(len(rows), np.uint16), rows.copy()
    with pytest.raises(ValueError, match="out has elements of another argument"):
        quadline.play(rows, moves, out=rows)
    words = np.zeros(80, np.uint64)
    with pytest.raises(ValueError, match="out has elements of another argument"):
        quadline.polyglot_keys(words[:64].reshape(8, 8), out=words[60:68])
    assert (rows == before).all() and not words.any()


def test_booleans_that_are_other_bytes(rows):
    moves = quadline.moves_from_uci(positions.START, ["e2e4"])
    out = np.full(1, 254, np.uint8).view(np.bool_)
    assert quadline.is_legal(positions.START, moves, out=out) is out and out.view(np.uint8).tolist() == [1]
    assert quadline.gives_check(positions.START, moves, out=out) is out and out.view(np.uint8).tolist() == [0]
    planes = np.full((1, 12, 8, 8), 254, np.uint8).view(np.bool_)
    assert positions.planes(positions.START, out=planes) is planes and planes.view(np.uint8).max() == 1
    assert (planes == positions.planes(positions.START, np.uint8)).all()


@pytest.mark.parametrize("call", ["legal_move_counts", "to_fen", "moves_from_uci"])
def test_interpreter_runs_meanwhile(rows, call):
    """Another thread runs while this one is computing."""
    many = np.tile(rows, (2000 if call == "legal_move_counts" else 200, 1))
    texts = ["a1a1"] * len(many)
    # The functions of the package have code in Python, which also lets other threads run.
    calls = {
        "legal_move_counts": lambda: _native.legal_move_counts(many, None, 1),
        "to_fen": lambda: _native.to_fen(many),
        "moves_from_uci": lambda: _native.moves_from_uci(many, texts, 1),
    }
    assert ticks_during(calls[call]) > 5


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no such timer on this system")
def test_signals_interrupt_long_conversions(rows):
    many, created = np.tile(rows, (300, 1)), []

    class Alarm(Exception):
        pass

    def alarm(*_):
        created.append(sys.getallocatedblocks() - before)
        many[-1] = 0
        raise Alarm

    def call_with_alarm(call):
        signal.setitimer(signal.ITIMER_REAL, 0.001)
        return call()

    old = signal.signal(signal.SIGALRM, alarm)
    try:
        before = sys.getallocatedblocks()
        with pytest.raises(Alarm):
            call_with_alarm(lambda: (_native.to_fen(many), signal.pause()))
        # The signal was seen before all texts were made.
        assert created[0] < len(many) / 2
        many, texts = np.tile(positions.START, (300_000, 1)), ["e2e4"] * 300_000
        with pytest.raises(Alarm):
            call_with_alarm(lambda: (_native.moves_from_uci(many, texts, 1), signal.pause()))
        # A handler that does not raise an exception does not end the call. It has changed the last row before that was read.
        signal.signal(signal.SIGALRM, lambda *_: many.__setitem__(-1, 0))
        many[-1] = many[0]
        moves, wrong, _ = call_with_alarm(lambda: _native.moves_from_uci(many, texts, 1) if many[-1].any() else None)
        assert moves[0] != 0 == moves[-1] and [row for row, _ in wrong] == [len(many) - 1]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
