"""Games in movetext, compared with python-chess."""

import io
import pickle
import random

import chess
import chess.pgn
import numpy as np
import pytest

import quadline
from conftest import ticks_during
from quadline import _native, positions

STARTS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
]
VARIATION = " (1. e4 {x)} (1. d4) e5)"
DECORATIONS = ["", "", " $7", "!?", " {[%eval 0.2] [%clk 0:01:02]}", " {a (comment) ; here}", VARIATION, " ; to the end of the line\n"]


def row_of(board):
    """The words of a board. quadline keeps an en passant square only if an enemy pawn attacks it."""
    board = board.copy(stack=False)
    if not board.has_pseudo_legal_en_passant():
        board.ep_square = None
    return positions.from_boards([board])[0]


@pytest.fixture(scope="module")
def games():
    """Games of random moves: their texts, first positions, positions before each move, and moves."""
    made = []
    for number in range(40):
        dice = random.Random(number)
        board = chess.Board(STARTS[number % len(STARTS)])
        start, words, before, moves = positions.from_boards([board])[0], [], [], []
        for _ in range(dice.choice([0, 1, 2, 30, 150])):
            if board.is_game_over():
                break
            move = dice.choice(list(board.legal_moves))
            if dice.random() < 0.6:
                words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
            words.append(board.san(move) + dice.choice(DECORATIONS))
            before.append(row_of(board))
            moves.append(move.uci())
            board.push(move)
        words.append(dice.choice(["", "*", "1-0", "0-1", "1/2-1/2"]))
        # An empty line would end the game for python-chess.
        made.append((dice.choice([" ", "\n"]).join(words).replace("\n\n", "\n"), start, before, moves))
    return made


def check_games(found, games):
    offsets, rows, moves = found
    assert offsets.dtype == np.int64 and rows.dtype == np.uint64 and moves.dtype == np.uint16
    assert offsets.tolist() == np.cumsum([0, *(len(game[3]) for game in games)]).tolist()
    assert rows.shape == (len(moves), 8) == (offsets[-1], 8) and rows.ctypes.data % 64 == 0
    expected = [row for game in games for row in game[2]]
    # The first position of a game is the one that was given.
    assert (rows == np.array(expected, np.uint64).reshape(-1, 8)).all()
    assert quadline.moves_to_uci(moves) == [move for game in games for move in game[3]]


def test_games(games):
    texts, starts = [game[0] for game in games], np.array([game[1] for game in games])
    assert sum(len(game[3]) for game in games) > 1000
    check_games(positions.from_movetext(texts, starts), games)
    check_games(positions.from_movetext([text.encode() for text in texts], starts), games)
    standard = games[::4]
    check_games(positions.from_movetext([game[0] for game in standard]), standard)
    check_games(positions.from_movetext((game[0] for game in standard), positions.START), standard)
    offsets, rows, moves = positions.from_movetext([])
    assert offsets.tolist() == [0] and rows.shape == (0, 8) and moves.shape == (0,)
    # python-chess reads the texts as the same games, except for parentheses in comments of variations.
    for text, _, _, moves in standard:
        game = chess.pgn.read_game(io.StringIO(f"[Event \"x\"]\n\n{text.replace(VARIATION, '')} *\n"))
        assert [move.uci() for move in game.mainline_moves()] == moves and not game.errors


@pytest.mark.parametrize("threads", [1, 2, 3, 0, 1024])
def test_threads_share_the_games(games, threads):
    many = games * 40
    texts, starts = [game[0] for game in many], np.array([game[1] for game in many])
    # Parts are made of at least 64 KB of text, and of 16,384 moves.
    assert sum(map(len, texts)) > 5 << 16 and sum(len(game[3]) for game in many) > 3 << 14
    texts[1000] += " {"
    texts[3] = texts[3] + " ("
    offsets, rows, moves, errors = positions.from_movetext(texts, starts, errors="return", threads=threads)
    check_games((offsets, rows, moves), many)
    # A result ends the game, and what follows it is not read.
    expected = [row for row in (3, 1000) if not many[row][0].endswith(("*", "1-0", "0-1", "1/2-1/2"))]
    assert [error.row for error in errors] == expected and all(error.ply == len(many[error.row][3]) for error in errors)


WRONG = [
    ("1. e4 e5 2. N", 12, 2, "expected standard algebraic notation"),  # cut in the middle of a move
    ("1. e4 {a comm", 6, 1, "the comment that begins here has no closing"),
    ("1. e4 (1. d4 {)}", 6, 1, "the variation that begins here has no closing"),
    ("1. e4 e4", 6, 1, 'invalid move "e4": no black pawn can move to e4'),  # a move of the other side
    ("1. e4 -- 2. d4", 6, 1, '"--" is a null move, which is not legal'),
    ("1. e4 e51-0", 6, 1, "invalid move"),
    ("1. e4 1-0e5", 6, 1, '"1-0e5" is neither the number of a move'),
    ("[Event \"x\"]\n\n1. e4", 0, 0, "a tag pair begins here; movetext begins after the tags"),
    ("e4" * 5_000_000, 0, 0, "invalid move"),  # without a space
    (b"1. e4 \xff\xfe e5", 6, 1, "invalid move"),
    (b"1. e4 e\xff", 6, 1, "invalid move"),
    ("1. e4 \ud800 e5", 6, 1, "invalid move"),  # a lone surrogate
    ("1. e4 e5 \0 2. d4", 9, 2, "invalid move"),
    ("\N{EM SPACE}1. e4", 0, 0, "invalid move"),
    ("1. e4 e5 2. g1f3", 12, 2, 'invalid move "g1f3": this is UCI notation, which quadline.moves_from_uci reads; expected standard'),
    ("1. d4 {\N{SNOWMAN}} d5 2. \N{WHITE CHESS KNIGHT}f3", 18, 2, "invalid move"),  # offsets are in bytes
]


@pytest.mark.parametrize("text, offset, ply, reason", WRONG, ids=range(len(WRONG)))
def test_games_that_are_broken(text, offset, ply, reason):
    texts = ["1. d4 d5", text, None, "1. c4 *"]
    with pytest.raises(positions.MovetextError) as raised:
        positions.from_movetext(texts)
    error = raised.value
    assert (error.row, error.offset, error.ply) == (1, offset, ply) and error.reason.startswith(reason) or reason in error.reason
    # The number in the message is that of the attribute.
    plies = "1 ply" if ply == 1 else f"{ply} plies"
    assert str(error) == f"row 1, byte {offset}, after {plies}: {error.reason}" and isinstance(error, ValueError)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    offsets, rows, moves, errors = positions.from_movetext(texts, errors="return")
    assert [str(other) for other in errors] == [str(error)]
    # The moves before the error are there, and the other games are whole.
    assert offsets.tolist() == [0, 2, 2 + ply, 2 + ply, 3 + ply]
    first = ["d2d4", "d7d5"] if str(text).startswith("1. d4") else ["e2e4", "e7e5"]
    assert quadline.moves_to_uci(moves) == ["d2d4", "d7d5", *first[:ply], "c2c4"]
    assert (rows[offsets[1:-1][offsets[1:-1] < len(rows)]] == positions.START).all()


def test_rows_that_are_not_text():
    with pytest.raises(TypeError, match="row 1 is of type int; a game must be str, bytes or None"):
        positions.from_movetext(["1. e4", 7, "x"])
    offsets, _, moves, errors = positions.from_movetext(["x", 7, "1. e4", [], "1. --"], errors="return")
    assert offsets.tolist() == [0, 0, 0, 1, 1, 1] and quadline.moves_to_uci(moves) == ["e2e4"]
    assert [(error.row, error.offset, error.ply) for error in errors] == [(0, 0, 0), (1, None, None), (3, None, None), (4, 3, 0)]
    assert str(errors[1]) == "row 1: found a value of type int; a game must be str, bytes or None"
    for other in ({"1. e4": 1}, {"1. e4"}, 7, None):
        with pytest.raises(TypeError, match=f"texts is of type {type(other).__name__}; it must be a sequence of str or bytes"):
            positions.from_movetext(other)
    with pytest.raises(TypeError, match=r"pass \[text\]"):
        positions.from_movetext("1. e4")
    with pytest.raises(ValueError, match='it must be "raise" or "return"'):
        positions.from_movetext([], errors="ignore")
    with pytest.raises(ValueError, match="it must be a number from 1 to 1024"):
        positions.from_movetext([], threads=-1)


def test_starts(games):
    texts, starts = [game[0] for game in games[:3]], np.array([game[1] for game in games[:3]])
    for wrong in (starts[:2], starts[:0], np.concatenate([starts, starts])):
        with pytest.raises(ValueError, match=rf"start has {len(wrong)} rows and texts 3; start must have 1 row, or one for each game"):
            positions.from_movetext(texts, wrong)
    with pytest.raises(TypeError, match=r"start must be a numpy array of uint64 and shape \(N, 8\), not list"):
        positions.from_movetext(texts, [chess.STARTING_FEN])
    # Rows that are not positions are named, also if the game has no moves. A missing game has no start.
    offsets, rows, moves, errors = positions.from_movetext(["1. e4", "", None], np.zeros((1, 8), np.uint64), errors="return")
    assert offsets.tolist() == [0, 0, 0, 0] and not len(rows) and not len(moves)
    assert [(error.row, error.offset, error.ply) for error in errors] == [(0, None, None), (1, None, None)]
    starts = np.concatenate([positions.START] * 3)
    starts[1] = 0
    starts[2, [0, 6]] &= ~np.uint64(0x10)
    with pytest.raises(quadline.MovetextError, match="^row 1: the start of this game is not a position: .*START is the usual start") as raised:
        positions.from_movetext(["1. e4"] * 3, starts)
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)
    offsets, _, _, errors = positions.from_movetext(["1. e4"] * 3, starts, errors="return", threads=3)
    assert offsets.tolist() == [0, 1, 1, 1] and [error.row for error in errors] == [1, 2]
    assert "number of white kings: 0" in errors[1].reason and "zeros" not in errors[1].reason
    # Other words that are not positions are, too, whatever they are.
    words = np.random.default_rng(1).integers(0, 1 << 64, (len(texts), 8), np.uint64)
    errors = positions.from_movetext(texts, words, errors="return")[3]
    assert [error.row for error in errors] == [error.row for error in positions.check(words, errors="return")] == [0, 1, 2]


def test_arrow(games):
    arrow = pytest.importorskip("pyarrow")
    texts, starts = [game[0] for game in games], np.array([game[1] for game in games])
    for kind in (arrow.string(), arrow.large_string(), arrow.binary()):
        check_games(positions.from_movetext(arrow.array(texts, kind), starts), games)
    check_games(positions.from_movetext(arrow.chunked_array([texts[:3], [], texts[3:]]), starts, threads=2), games)
    check_games(positions.from_movetext(arrow.array(texts)[5:30], starts[5:30]), games[5:30])
    offsets, _, _, errors = positions.from_movetext(arrow.array([None, "1. e4", "1. e5", None, "1. d4 d5"])[1:], errors="return")
    assert offsets.tolist() == [0, 1, 1, 1, 3] and [(error.row, error.offset, error.ply) for error in errors] == [(1, 3, 0)]
    assert positions.from_movetext(arrow.array([], arrow.string()))[0].tolist() == [0]
    # A null row may have text.
    buffers = arrow.array(["1. e4", "1. d4", "1. c4"], arrow.large_string()).buffers()
    null = arrow.LargeStringArray.from_buffers(3, buffers[1], buffers[2], arrow.py_buffer(bytes([0b101])))
    offsets, _, moves = positions.from_movetext(null)
    assert offsets.tolist() == [0, 1, 1, 2] and quadline.moves_to_uci(moves) == ["e2e4", "c2c4"]
    table = arrow.table({"movetext": texts, "number": range(len(texts))})
    check_games(positions.from_movetext(table["movetext"], starts), games)
    with pytest.raises(TypeError, match="texts is an Arrow array of int64; games must be strings or bytes"):
        positions.from_movetext(table["number"], starts)
    with pytest.raises(TypeError, match="pass one column of a table"):
        positions.from_movetext(table)
    polars = pytest.importorskip("polars")
    check_games(positions.from_movetext(polars.from_arrow(table)["movetext"], starts), games)


def test_a_byte_order_mark_is_skipped():
    """At the beginning of a game, and nowhere else."""
    texts = ["\ufeff1. e4 e5", "1. d4 d5", "\ufeff", "1. c4 \ufeff c5"]
    columns = [texts, [text.encode() for text in texts]]
    try:
        import pyarrow
    except ImportError:
        pass
    else:
        columns.append(pyarrow.array(texts))
    for column in columns:
        offsets, _, moves, errors = positions.from_movetext(column, errors="return")
        assert offsets.tolist() == [0, 2, 4, 4, 5] and quadline.moves_to_uci(moves) == ["e2e4", "e7e5", "d2d4", "d7d5", "c2c4"]
        assert [(error.row, error.offset, error.ply) for error in errors] == [(3, 6, 1)]


def test_text_of_arrow_is_not_copied():
    """A column of 64 MB is read, and the memory that Python and numpy allocate stays far below it."""
    arrow = pytest.importorskip("pyarrow")
    import tracemalloc

    array = arrow.array(["1. e4 {" + "x" * (1 << 20) + "} e5"] * 64)
    tracemalloc.start()
    try:
        offsets, _, moves = positions.from_movetext(array)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
    assert len(moves) == 128


def test_interpreter_runs_meanwhile(games):
    """Another thread runs while this one is computing."""
    texts, starts = [game[0] for game in games] * 200, np.array([game[1] for game in games] * 200)
    assert ticks_during(lambda: _native.read_movetexts(texts, starts, 1, 1)) > 5
    (offsets, moves, _), _ = _native.read_movetexts(texts, starts, 1, 1)
    assert ticks_during(lambda: _native.replay(starts, offsets, moves, 1)) > 5


def test_offsets_that_another_thread_has_changed(games):
    """No memory outside of the arrays is read or written, and the call ends with an error."""
    text, start, _, _ = max(games, key=lambda game: len(game[3]))
    (_, moves, _), _ = _native.read_movetexts([text, text], np.array([start]), 1, 1)
    for changed in ([0, 0, len(moves) + 1], [0, len(moves) + 5, len(moves)], [5, 3, len(moves)], [-1, 0, len(moves)], [0, 1, len(moves) - 1]):
        with pytest.raises(ValueError, match="written by another thread"):
            _native.replay(np.array([start]), np.array(changed), moves, 1)
