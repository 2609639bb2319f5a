"""The SQL functions in DuckDB and DataFusion, compared with python-chess and with each other."""

import pathlib
import random

import chess
import numpy as np
import pytest

import quadline
from quadline import positions, sql

arrow = pytest.importorskip("pyarrow")

NAMES = (pathlib.Path(__file__).parents[2] / "sql-names.txt").read_text()
# The functions and the fields of `position_features` that the Rust package has as well.
FUNCTIONS, FIELDS = (NAMES.split(f"\n\n{heading}\n")[1].split("\n\n")[0].split() for heading in ("functions", "fields"))
FUNCTIONS = set(FUNCTIONS)


class DuckDB:
    """A connection with the functions."""

    def __init__(self, errors):
        duckdb = pytest.importorskip("duckdb")
        self.connection = duckdb.connect()
        self.functions = sql.register(self.connection, errors=errors)

    def table(self, columns):
        self.connection.register("t", arrow.table(columns))

    def rows(self, query):
        return self.connection.sql(query).fetchall()


class DataFusion:
    """A session with the functions."""

    def __init__(self, errors):
        datafusion = pytest.importorskip("datafusion")
        self.connection = datafusion.SessionContext()
        self.functions = sql.register(self.connection, errors=errors)

    def table(self, columns):
        if self.connection.table_exist("t"):
            self.connection.deregister_table("t")
        self.connection.register_record_batches("t", [arrow.table(columns).to_batches()])

    def rows(self, query):
        batches = self.connection.sql(query).collect()
        return [tuple(row.values()) for row in arrow.Table.from_batches(batches).to_pylist()] if batches else []


@pytest.fixture(params=[DuckDB, DataFusion], ids=["duckdb", "datafusion"])
def engine(request):
    return request.param


def column(made, query):
    return [row[0] for row in made.rows(query)]


def values(*texts):
    """A table of one column of text."""
    return "(VALUES " + ", ".join("(NULL)" if text is None else f"('{text}')" for text in texts) + ") AS t(fen)"


MIXED = values("8/8/8/8/8/6k1/8/7K w - -", None, "8/8", "4k3/8/8/8/8/8/8/4K2x w - - 0 1")


def test_all_functions_are_there(engine):
    made = engine("null")
    assert set(made.functions._all(arrow.string())) == FUNCTIONS
    for name in FUNCTIONS - {"bit_count"}:
        with pytest.raises(Exception, match=name):
            made.rows(f"SELECT {name}()")


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view"])
def test_functions_of_fens(engine, fens, boards, kind):
    made = engine("raise")
    made.table({"fen": arrow.array(fens).cast(getattr(arrow, kind)()), "color": ["White", "b", "W", "BLACK"] * (len(fens) // 4) + ["w"] * (len(fens) % 4)})
    found = made.rows(
        "SELECT legal_move_count(fen), legal_moves(fen), side_to_move(fen), in_check(fen), checkers(fen), pinned(fen), is_fen(fen), "
        "polyglot_key(fen), attacked_squares(fen, 'white'), attacked_squares(fen, 'BLACK'), attacked_squares(fen, color), "
        "attacked_squares(fen, side_to_move(fen)), position_features(fen) FROM t"
    )
    assert len(found) == len(fens)
    rows = positions.from_fen(fens)
    checks = quadline.checks_and_pins(rows)
    polyglot = pytest.importorskip("chess.polyglot")
    for row, (board, one) in enumerate(zip(boards, found)):
        count, moves, side, in_check, checkers, pinned, is_fen, key, white, black, either, own, features = one
        expected = sorted(move.uci() for move in board.legal_moves)
        assert sorted(moves) == expected and count == len(expected)
        assert side == ("white" if board.turn else "black") and in_check == board.is_check() and is_fen is True
        assert key == polyglot.zobrist_hash(board)
        assert checkers == int(board.checkers()) and pinned == int(checks[row]["pinned"])
        attacks = [0, 0]
        for square in board.piece_map():
            attacks[board.color_at(square)] |= int(board.attacks(square))
        assert [black, white] == attacks and own == attacks[board.turn] and either == attacks[row % 4 in (0, 2) or row >= len(fens) // 4 * 4]
        legal = list(board.legal_moves)
        assert list(features) == FIELDS
        assert list(features.items()) == [
            ("side_to_move", side),
            ("legal_move_count", count),
            ("captures", sum(map(board.is_capture, legal))),
            ("checks", sum(map(board.gives_check, legal))),
            ("in_check", in_check),
            ("checkers", checkers),
            ("pinned", pinned),
            ("evasions", int(checks[row]["evasions"])),
            ("king_danger", int(checks[row]["king_danger"])),
            ("attacked_by_white", white),
            ("attacked_by_black", black),
        ]
    assert made.functions.broken == 0


def test_counts_of_kinds_of_moves(fens, boards):
    made = DuckDB("null")
    kinds = ["captures", "Quiets", "checks", None]
    made.table({"fen": fens, "kind": [kinds[row % 4] for row in range(len(fens))]})
    found = made.rows("SELECT legal_move_count(fen, kind), legal_move_count(fen, 'captures'), legal_move_count(fen) FROM t")
    assert len(found) == len(fens)
    for row, (board, (of_kind, captures, count)) in enumerate(zip(boards, found)):
        legal = list(board.legal_moves)
        expected = sum(map(board.is_capture, legal))
        assert captures == expected and count == len(legal)
        # A quiet move is one that neither captures nor promotes.
        quiets = sum(1 for move in legal if not board.is_capture(move) and not move.promotion)
        assert of_kind == [expected, quiets, sum(map(board.gives_check, legal)), None][row % 4]
    # An unknown kind is no fault of the data.
    message = "legal_move_count: .*capture\\W.* is not a kind of move; expected 'captures', 'promotions', 'quiets', 'checks'"
    for errors in ("null", "raise"):
        made = DuckDB(errors)
        with pytest.raises(Exception, match=message):
            made.rows(f"SELECT legal_move_count('{fens[0]}', 'capture')")
        assert made.functions.broken == 0


def test_null_stays_null_and_what_is_no_fen_is_null_and_counted(engine):
    made = engine("null")
    calls = ["legal_move_count(fen)", "in_check(fen)", "checkers(fen)", "pinned(fen)", "side_to_move(fen)", "legal_moves(fen)", "polyglot_key(fen)"]
    calls += ["attacked_squares(fen, 'white')", "position_features(fen)", "position_features(fen)['pinned']"]
    calls += ["position_features(fen)['side_to_move']", "position_features(fen)['in_check']", "position_features(fen)['legal_move_count']"]
    for number, call in enumerate(calls, 1):
        found = column(made, f"SELECT {call} FROM {MIXED}")
        assert [value is None for value in found] == [False, True, True, True], call
        assert made.functions.broken == 2 * number, call
    assert column(made, f"SELECT is_fen(fen) FROM {MIXED}") == [True, None, False, False]
    assert made.functions.broken == 2 * len(calls)
    # An unknown color is counted, and null is not.
    made = engine("null")
    assert column(made, f"SELECT attacked_squares(fen, 'green') FROM {MIXED}") == [None] * 4 and made.functions.broken == 2 + 4
    assert column(made, f"SELECT attacked_squares(fen, CAST(NULL AS VARCHAR)) FROM {MIXED}") == [None] * 4
    assert made.functions.broken == 2 + 4 + 2
    for call in ("legal_move_count(NULL)", "legal_moves(NULL)", "positions_of_game(NULL)", "position_after(NULL, 1)", "square_names(NULL)"):
        assert column(made, f"SELECT {call}") == [None], call
    assert "8 invalid rows so far" in repr(made.functions)


def test_errors_name_the_text_and_what_would_be_right(engine):
    made = engine("raise")
    king = "8/8/8/8/8/6k1/8/7K w - -"
    long = "1. e4 {" + "é" * 50 + "} Ke4"
    for number, (call, message) in enumerate(
        [
            ("in_check('4k3/8/8/8/8/8/8/4K2x w - - 0 1')", r"in_check.*4K2x w - - 0 1.*: invalid FEN, column 20: piece placement \(field 1\): found"),
            (f"attacked_squares('{king}', 'green')", "attacked_squares: .*green.* is not a color; expected"),
            ("queen_attacks(64, 0)", "queen_attacks: invalid square: 64; squares are 0 to 63"),
            ("rook_attacks(-1, 0)", "rook_attacks: invalid square: -1; squares are 0 to 63"),
            ("positions_of_game('1. e4 e5 2. Nf6')", r"positions_of_game.*1. e4 e5 2. Nf6.*: movetext, byte 12, .*: invalid move .*no white knight can"),
            ("position_after('1. e4 --', 2)", "position_after.*1. e4 --.*: movetext, byte 6, .* is a null"),
            ("position_after('1. e4', -3)", "position_after: invalid ply: -3; a ply is the number of moves before"),
            (f"positions_of_game('{long}')", r"éé.*\.\.\..*: movetext, byte 109"),
        ],
        1,
    ):
        with pytest.raises(Exception, match=message):
            made.rows(f"SELECT {call}")
        assert made.functions.broken >= number
    # Nulls and games that have fewer moves are not errors.
    assert made.rows(f"SELECT in_check(NULL), position_after('1. e4', 7), legal_move_count('{king}')") == [(None, None, 1)]
    with pytest.raises(Exception):
        made.rows("SELECT rook_attacks('a1', 0)")
    with pytest.raises(Exception):
        made.rows("SELECT square_names(1.5)")


def test_boards(engine):
    made = engine("null")
    big = 2**64 - 1
    made.table({"square": arrow.array([0, 27, 63, 64, -1, None, 3]), "board": arrow.array([0, -1, 9, 9, 9, 9, None]), "word": arrow.array([0, big, 9, 2**63, 9, 9, None], arrow.uint64())})
    for piece, role in (("rook", chess.ROOK), ("bishop", chess.BISHOP), ("queen", chess.QUEEN)):
        for name in ("board", "word"):
            found = made.rows(f"SELECT square, {name}, {piece}_attacks(square, {name}) FROM t")
            for square, occupied, attacks in found:
                expected = None
                if occupied is not None and square is not None and 0 <= square < 64:
                    board = chess.BaseBoard.empty()
                    for other in chess.SquareSet(occupied % 2**64):
                        board.set_piece_at(other, chess.Piece(chess.PAWN, True))
                    board.set_piece_at(square, chess.Piece(role, True))
                    expected = int(board.attacks(square))
                assert attacks == expected, (piece, square, occupied)
    # The rows 64 and -1 of each call.
    assert made.functions.broken == 2 * 6
    names = [chess.square_name(square) for square in chess.SQUARES]
    for name, last in (("board", ["a1", "d1"]), ("word", ["h8"])):
        expected = [[], names, ["a1", "d1"], last, ["a1", "d1"], ["a1", "d1"], None]
        assert column(made, f"SELECT square_names({name}) FROM t") == expected
        assert column(made, f"SELECT bit_count({name}) FROM t") == [None if squares is None else len(squares) for squares in expected]
    assert column(made, "SELECT bit_count(queen_attacks(0, 0)) - bit_count(queen_attacks(27, 0))") == [21 - 27]
    assert column(made, "SELECT queen_attacks(54, queen_attacks(0, 0))") == [int(quadline.queen_attacks(np.array([54], np.uint8), quadline.queen_attacks(np.array([0], np.uint8), 0))[0])]
    assert made.functions.broken == 2 * 6


def games(number):
    """Games of random moves, and the FENs of their positions."""
    dice, made = random.Random(7), []
    for _ in range(number):
        board, text = chess.Board(), ""
        fens = [board.fen(en_passant="xfen")]
        for _ in range(dice.randrange(120)):
            if not any(board.legal_moves):
                break
            move = dice.choice(list(board.legal_moves))
            text += board.san(move) + dice.choice([" ", " {a (comment) ; h3} ", " (1. e4 (1. d4) e5) ", "\n"])
            board.push(move)
            fens.append(board.fen(en_passant="xfen"))
        made.append((text, fens))
    return made


@pytest.mark.parametrize("kind", ["string", "string_view"])
def test_functions_of_games(engine, kind):
    made, played = engine("raise"), games(60)
    texts, plies = [text for text, _ in played], [row * 7 % (len(fens) + 2) for row, (_, fens) in enumerate(played)]
    made.table({"movetext": arrow.array([*texts, None]).cast(getattr(arrow, kind)()), "ply": arrow.array([*plies, 1], arrow.int32())})
    assert column(made, "SELECT positions_of_game(movetext) FROM t") == [*(fens for _, fens in played), None]
    expected = [fens[ply] if ply < len(fens) else None for (_, fens), ply in zip(played, plies)]
    assert column(made, "SELECT position_after(movetext, ply) FROM t") == [*expected, None]
    assert column(made, "SELECT position_after(movetext, 9223372036854775807) FROM t") == [None] * 61
    assert made.functions.broken == 0
    # FENs are arguments of the other functions.
    query = "SELECT side_to_move(fen) FROM (SELECT unnest(positions_of_game('1. e4 e5 2. Nf3')) AS fen)"
    assert column(made, query) == ["white", "black", "white", "black"]


def test_broken_games_are_null_and_counted(engine):
    made = engine("null")
    broken = ["1. e4 e5 2. N", "1. e4 e5 2. Nf3 Nf3", "1. e4 e5 2. --", "1. e4 e5 {", "1. e4 e5 e4e4e4"]
    table = values("1. d4 *", None, *broken, "")
    lists = column(made, f"SELECT positions_of_game(fen) FROM {table}")
    start = chess.STARTING_FEN
    assert lists == [[start, "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"], *[None] * 6, [start]]
    assert made.functions.broken == 5
    for ply, counted in ((0, 0), (2, 0), (4, 5), (2**63 - 1, 5)):
        before = made.functions.broken
        found = column(made, f"SELECT position_after(fen, {ply}) FROM {table}")
        assert made.functions.broken - before == counted
        # The positions before the error are found.
        assert [fen is not None for fen in found] == [ply == 0, False, *[ply <= 2] * 5, ply == 0]
        assert ply or found[0] == chess.STARTING_FEN
    before = made.functions.broken
    assert column(made, f"SELECT position_after(fen, -1) FROM {table}") == [None] * 8 and made.functions.broken - before == 7
    assert column(made, "SELECT position_after(fen, CAST(NULL AS BIGINT)) FROM (VALUES ('1. e4'), ('x')) AS t(fen)") == [None] * 2
    assert made.functions.broken - before == 7


def test_functions_are_replaced(engine):
    made = engine("null")
    assert column(made, "SELECT in_check('x')") == [None]
    again = sql.register(made.connection, errors="raise")
    with pytest.raises(Exception, match="invalid FEN"):
        made.rows("SELECT in_check('x')")
    # Constants may be evaluated more than once.
    assert again.broken >= 1 == made.functions.broken


def test_no_text_is_converted_in_a_plan(tmp_path, fens):
    """DataFusion reads text of Parquet files as views, and the functions take and return them."""
    parquet = pytest.importorskip("pyarrow.parquet")
    made = DataFusion("raise")
    parquet.write_table(arrow.table({"fen": fens, "movetext": ["1. e4"] * len(fens)}), tmp_path / "t.parquet")
    made.connection.register_parquet("p", str(tmp_path / "t.parquet"))
    for query in (
        "SELECT legal_moves(fen), is_fen(fen), position_features(fen) FROM p WHERE in_check(fen)",
        "SELECT attacked_squares(fen, side_to_move(fen)) FROM p",
        "SELECT in_check(fen) FROM (SELECT unnest(positions_of_game(movetext)) AS fen FROM p)",
        "SELECT in_check(position_after(movetext, 1)) FROM p",
    ):
        plan = str(made.rows(f"EXPLAIN {query}"))
        assert "ParquetExec" in plan or "DataSourceExec" in plan
        assert "CAST" not in plan, plan
    assert sum(column(made, "SELECT in_check(fen) FROM p")) == sum(quadline.checks_and_pins(positions.from_fen(fens))["checkers"] != 0)


def test_other_connections():
    for other in (7, None, object()):
        with pytest.raises(TypeError, match=f"connection is of type {type(other).__name__}; it must be a connection of duckdb or"):
            sql.register(other)
    with pytest.raises(ValueError, match='errors is "?\'?return.*must be "null" or "raise"'):
        sql.register(7, errors="return")


def test_the_module_stands_for_its_default_connection():
    duckdb = pytest.importorskip("duckdb")
    sql.register(duckdb)
    assert duckdb.sql("SELECT legal_move_count('8/8/8/8/8/6k1/8/7K w - -')").fetchall() == [(1,)]
