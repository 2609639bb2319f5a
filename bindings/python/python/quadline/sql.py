"""SQL functions for chess positions in DuckDB and DataFusion, without compiling anything.

The names and results are those of the Rust package ``quadline-datafusion``:

===================================  =========================================================================================
``legal_move_count(fen)``            the number of legal moves
``legal_move_count(fen, kind)``      of the kind ``'captures'``, ``'promotions'``, ``'quiets'`` or ``'checks'``; only in DuckDB
``legal_moves(fen)``                 the legal moves in UCI notation, a list of text
``side_to_move(fen)``                ``'white'`` or ``'black'``
``in_check(fen)``                    whether the side to move is in check
``checkers(fen)``                    the pieces that give check, as a bitboard
``pinned(fen)``                      the pinned pieces of the side to move, as a bitboard
``attacked_squares(fen, color)``     the squares that ``'white'`` or ``'black'`` attacks, as a bitboard
``position_features(fen)``           a struct of all that and more, from one reading of the FEN
``is_fen(fen)``                      whether the text is a FEN
``polyglot_key(fen)``                the key of the position in opening books, the same for all FENs of a position
``positions_of_game(movetext)``      the positions of a game, from the first to the one after the last move, a list of FENs
``position_after(movetext, ply)``    the FEN after a number of moves; null if the game has fewer
``rook_attacks(square, occupied)``   the squares that a rook attacks, as a bitboard; also ``bishop_attacks``, ``queen_attacks``
``bit_count(board)``                 the number of squares of a bitboard
``square_names(board)``              the names of the squares of a bitboard, a list of text
===================================  =========================================================================================

Files of games become tables by :func:`quadline.pgn.read`: DuckDB finds the stream by the name of its variable, and
``connection.from_arrow(stream)`` is a relation.

A bitboard is an integer of 64 bits, signed or not: bit n is square n, and a1 is 0. Null stays null.

>>> import duckdb, quadline
>>> connection = duckdb.connect()
>>> functions = quadline.sql.register(connection)
>>> connection.sql("SELECT legal_move_count('8/8/8/8/8/6k1/8/7K w - -')").fetchall()
[(1,)]
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Literal

import numpy as np

import quadline

from . import _native, positions
from ._texts import column

__all__ = ["Functions", "register"]

_KINDS = ("captures", "promotions", "quiets")
_PIECES = ("rook", "bishop", "queen")
_BOARDS = ("checkers", "pinned", "evasions", "king_danger", "attacked_by_white", "attacked_by_black")
# The number of characters of a broken game that an error contains.
_EXCERPT = 40


def register(connection: Any, *, errors: Literal["null", "raise"] = "null") -> Functions:
    """Registers the SQL functions. It requires pyarrow.

    DuckDB has a function ``bit_count`` of its own, which is not replaced. It counts the bits of a bitboard as well.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection or datafusion.SessionContext
        The functions of an earlier call are replaced. The module ``duckdb`` stands for its default connection.
    errors : "null" or "raise"
        Whether the result of text that is not a FEN or not a game, of an unknown color, of a ply below 0, and of a number that
        is not a square is null, or the query fails. The message has the text, the place, and what would be right. An unknown
        kind of move fails in either case.

    Returns
    -------
    Functions
        It counts such rows.

    Raises
    ------
    TypeError
        If ``connection`` is neither of the two.
    """
    if errors not in ("null", "raise"):
        raise ValueError(f'errors is {errors!r}; it must be "null" or "raise"')
    functions = Functions(errors)
    if hasattr(connection, "create_function"):
        _register_in_duckdb(connection, functions)
    elif hasattr(connection, "register_udf"):
        _register_in_datafusion(connection, functions)
    else:
        kind = type(connection).__name__
        raise TypeError(
            f"connection is of type {kind}; it must be a connection of duckdb or a SessionContext of datafusion"
        )
    return functions


def _register_in_duckdb(connection, functions):
    import duckdb
    import pyarrow as pa

    # A board may be BIGINT or UBIGINT, and both are converted to HUGEINT.
    kinds = {"text": "VARCHAR", "integer": "HUGEINT"}
    for name, (arguments, _, result, body) in functions._all(pa.string()).items():
        if name == "bit_count":
            continue
        try:
            connection.remove_function(name)
        except duckdb.InvalidInputException:
            pass  # It is not there.
        # DuckDB counts the parameters.
        if name == "legal_move_count":
            call, types = (lambda body: lambda *texts: body(*texts))(body), None
        elif len(arguments) == 1:
            call, types = (lambda body: lambda a: body(a))(body), [kinds[arguments[0]]]
        else:
            call, types = (lambda body: lambda a, b: body(a, b))(body), [kinds[kind] for kind in arguments]
        connection.create_function(name, call, types, result, type="arrow", null_handling="special")


def _register_in_datafusion(context, functions):
    import pyarrow as pa
    from datafusion import udf

    # Parquet files are read as string views. A signature has one type for an argument, and the only one to which signed and
    # unsigned integers are both converted is text.
    text = pa.string_view()
    for name, (arguments, result, _, body) in functions._all(text).items():
        context.register_udf(udf(body, [text] * len(arguments), result, "immutable", name))


@cache
def _uci():
    """Returns the text of each move of 16 bits, as an Arrow array."""
    import pyarrow as pa

    return pa.array(quadline.moves_to_uci(np.arange(1 << 16, dtype=np.uint16)))


def _excerpt(text):
    """Returns the beginning of a text in quotes."""
    quoted = json.dumps(text[:_EXCERPT], ensure_ascii=False)
    return f"{quoted}..." if len(text) > _EXCERPT else quoted


class Functions:
    """The functions that :func:`register` has registered, and a counter of invalid rows."""

    def __init__(self, errors: Literal["null", "raise"]) -> None:
        self._errors, self._broken, self._lock = errors, 0, threading.Lock()

    @property
    def broken(self) -> int:
        """The number of invalid texts and numbers so far, counted in each evaluation of each function."""
        return self._broken

    def __repr__(self) -> str:
        return f"<SQL functions with errors={self._errors!r}, {self._broken} invalid rows so far>"

    def _wrong(self, count: int, message: Callable[[], str]) -> None:
        """Counts invalid rows, or raises the error of the first one."""
        with self._lock:
            self._broken += 1 if self._errors == "raise" else count
        if self._errors == "raise":
            raise ValueError(message())

    def _all(self, text):
        """Returns the kinds of arguments, the types of the result in Arrow and DuckDB, and the body of each function.

        ``text`` is the Arrow type of results that are arguments of other functions.
        """
        import pyarrow as pa

        word, names = (pa.uint64(), "UBIGINT"), (pa.list_(pa.string()), "VARCHAR[]")
        features = [("side_to_move", text)]
        features += [(name, pa.uint16()) for name in ("legal_move_count", "captures", "checks")]
        features += [("in_check", pa.bool_())]
        features += [(name, pa.uint64()) for name in _BOARDS]
        fields = pa.struct(features)
        of_fields = ", ".join(
            [
                "side_to_move VARCHAR",
                *(f"{name} USMALLINT" for name in ("legal_move_count", "captures", "checks")),
                "in_check BOOLEAN",
                *(f"{name} UBIGINT" for name in _BOARDS),
            ]
        )
        fen = ("text",)
        rows = {
            "legal_move_count": (fen, pa.uint16(), "USMALLINT", self._legal_move_count),
            "legal_moves": (fen, *names, self._legal_moves),
            "side_to_move": (fen, text, "VARCHAR", partial(self._side_to_move, text)),
            "in_check": (fen, pa.bool_(), "BOOLEAN", partial(self._of_checks, "in_check")),
            "checkers": (fen, *word, partial(self._of_checks, "checkers")),
            "pinned": (fen, *word, partial(self._of_checks, "pinned")),
            "attacked_squares": (("text", "text"), *word, self._attacked_squares),
            "position_features": (fen, fields, f"STRUCT({of_fields})", partial(self._features, fields)),
            "is_fen": (fen, pa.bool_(), "BOOLEAN", self._is_fen),
            "polyglot_key": (fen, *word, self._polyglot_key),
            "positions_of_game": (("text",), pa.list_(text), "VARCHAR[]", partial(self._positions_of_game, text)),
            "position_after": (("text", "integer"), text, "VARCHAR", partial(self._position_after, text)),
            "bit_count": (("integer",), pa.int64(), "BIGINT", self._bit_count),
            "square_names": (("integer",), *names, self._square_names),
        }
        for piece in _PIECES:
            rows[f"{piece}_attacks"] = (("integer", "integer"), *word, partial(self._attacks, f"{piece}_attacks"))
        return rows

    def _positions(self, name, fens):
        """Returns positions, and the mask of the rows that have none."""
        rows, errors, valid = positions.from_fen(fens, errors="return")
        if errors:
            first = errors[0]

            def message():
                text = json.dumps(fens[first.row].as_py(), ensure_ascii=False)
                return f"{name}({text}): invalid FEN, column {first.column}: {first.reason}"

            self._wrong(len(errors), message)
        return rows, ~valid

    def _legal_move_count(self, fens, kinds=None):
        import pyarrow as pa
        import pyarrow.compute as pc

        rows, missing = self._positions("legal_move_count", fens)
        if kinds is None:
            return pa.array(quadline.legal_move_counts(rows), mask=missing)
        kinds = pc.ascii_lower(_one_array(kinds).cast(pa.large_string()))
        counts, known = np.zeros(len(rows), np.uint16), np.zeros(len(rows), np.bool_)
        for kind in (*_KINDS, "checks"):
            of_kind = _bools(pc.fill_null(pc.equal(kinds, kind), False))
            if of_kind.any():
                counts[of_kind] = _counts(rows[of_kind], kind)
                known |= of_kind
        unknown = np.flatnonzero(~known & _bools(kinds.is_valid()))
        if len(unknown):
            # The query is wrong, not the data, so it fails in either case.
            text = json.dumps(kinds[int(unknown[0])].as_py(), ensure_ascii=False)
            names = ", ".join(map(repr, (*_KINDS, "checks")))
            raise ValueError(f"legal_move_count: {text} is not a kind of move; expected {names}")
        return pa.array(counts, mask=missing | ~known)

    def _polyglot_key(self, fens):
        import pyarrow as pa

        rows, missing = self._positions("polyglot_key", fens)
        return pa.array(quadline.polyglot_keys(rows), mask=missing)

    def _legal_moves(self, fens):
        rows, missing = self._positions("legal_moves", fens)
        offsets, moves = quadline.legal_moves(rows)
        return _lists(offsets, _uci().take(_array(moves)), missing)

    def _side_to_move(self, text, fens):
        rows, missing = self._positions("side_to_move", fens)
        return _colors(rows, missing, text)

    def _of_checks(self, name, fens):
        import pyarrow as pa

        rows, missing = self._positions(name, fens)
        found = quadline.checks_and_pins(rows)
        return pa.array(found["checkers"] != 0 if name == "in_check" else found[name].copy(), mask=missing)

    def _attacked_squares(self, fens, colors):
        import pyarrow as pa
        import pyarrow.compute as pc

        rows, missing = self._positions("attacked_squares", fens)
        white, black = quadline.attacked_squares(rows)
        colors = _one_array(colors).cast(pa.large_string())
        lower = pc.ascii_lower(colors)
        is_white = _bools(pc.is_in(lower, pa.array(["white", "w"], pa.large_string())))
        is_black = _bools(pc.is_in(lower, pa.array(["black", "b"], pa.large_string())))
        unknown = np.flatnonzero(~is_white & ~is_black & _bools(colors.is_valid()))
        if len(unknown):

            def message():
                text = json.dumps(colors[int(unknown[0])].as_py(), ensure_ascii=False)
                return f"attacked_squares: {text} is not a color; expected 'white' or 'black'"

            self._wrong(len(unknown), message)
        return pa.array(np.where(is_white, white, black), mask=missing | ~(is_white | is_black))

    def _features(self, fields, fens):
        import pyarrow as pa

        rows, missing = self._positions("position_features", fens)
        found, (white, black) = quadline.checks_and_pins(rows), quadline.attacked_squares(rows)
        columns = [_colors(rows, missing, fields[0].type)]
        boards = [*(found[name].copy() for name in _BOARDS[:4]), white, black]
        counts = (quadline.legal_move_counts(rows), _counts(rows, "captures"), _counts(rows, "checks"))
        for values in (*counts, found["checkers"] != 0, *boards):
            # Each has the nulls of the struct, because a field is returned as it is.
            columns.append(pa.array(values, mask=missing))
        return pa.StructArray.from_arrays(columns, fields=list(fields), mask=pa.array(missing))

    def _is_fen(self, fens):
        import pyarrow as pa

        return pa.array(positions.from_fen(fens, errors="return")[2], mask=~_bools(_one_array(fens).is_valid()))

    def _games(self, name, games, plies=None):
        """Returns the FENs of games as offsets of lists and a column, and the mask of the games without a list."""
        import pyarrow as pa

        games = _one_array(games)
        data, offsets, valid = column("games", "game", "game", games)
        missing = ~_bools(games.is_valid())
        if plies is not None:
            plies, missing_plies = plies
            missing |= missing_plies
            valid = (~missing).astype(np.uint8)
        (lists, ends, text), wrong = _native.fens_of_games(data, offsets, valid, plies)
        if wrong:
            row, reason = wrong[0]
            self._wrong(len(wrong), lambda: f"{name}({_excerpt(games[row].as_py())}): {reason}")
            missing[[row for row, _ in wrong]] = True
        fens = pa.LargeStringArray.from_buffers(len(ends) - 1, pa.py_buffer(ends), pa.py_buffer(text))
        return lists, fens, missing

    def _positions_of_game(self, text, games):
        lists, fens, missing = self._games("positions_of_game", games)
        return _lists(lists, _as_text(fens, text), missing)

    def _position_after(self, text, games, plies):
        words, negative, missing = _words("position_after(movetext, ply) takes text and an integer", plies)
        below = np.flatnonzero(negative & ~missing & _bools(_one_array(games).is_valid()))
        if len(below):

            def message():
                ply = _one_array(plies)[int(below[0])].as_py()
                return f"position_after: invalid ply: {ply}; a ply is the number of moves before"

            self._wrong(len(below), message)
        plies = np.minimum(words, np.uint64(2**63 - 1)).astype(np.int64)
        lists, fens, _ = self._games("position_after", games, (plies, missing | negative))
        # Each list has one FEN or none.
        there = lists[1:] > lists[:-1]
        return _as_text(fens.take(_array(lists[:-1], ~there)), text)

    def _attacks(self, name, squares, boards):
        import pyarrow as pa

        takes = f"{name}(square, occupied) takes two integers"
        numbers, negative, no_square = _words(takes, squares)
        words, _, no_board = _words(takes, boards)
        missing = no_square | no_board
        is_square = ~negative & (numbers < 64)
        wrong = np.flatnonzero(~missing & ~is_square)
        if len(wrong):

            def message():
                number = _one_array(squares)[int(wrong[0])].as_py()
                return f"{name}: invalid square: {number}; squares are 0 to 63, a1 = 0, h8 = 63"

            self._wrong(len(wrong), message)
        attacks = getattr(quadline, name)(np.where(is_square, numbers, 0).astype(np.uint8), words)
        return pa.array(attacks, mask=missing | ~is_square)

    def _bit_count(self, boards):
        import pyarrow as pa

        words, _, missing = _words("bit_count(board) takes one integer", boards)
        return pa.array(quadline.planes(words, np.uint8).sum(axis=(1, 2), dtype=np.int64), mask=missing)

    def _square_names(self, boards):
        import pyarrow as pa

        words, _, missing = _words("square_names(board) takes one integer", boards)
        words[missing] = 0
        rows, squares = quadline.planes(words, np.uint8).reshape(-1, 64).nonzero()
        offsets = np.searchsorted(rows, np.arange(len(words) + 1))
        return _lists(offsets, pa.array(quadline.square_names(2**64 - 1)).take(_array(squares)), missing)


def _counts(rows, kind):
    """Returns the numbers of legal moves of a kind, or of those that give check."""
    if kind != "checks":
        return np.diff(quadline.legal_moves_of(rows, kind)[0]).astype(np.uint16)
    offsets, moves = quadline.legal_moves(rows)
    checks = quadline.gives_check(np.repeat(rows, np.diff(offsets), axis=0), moves)
    before = np.concatenate([[0], np.cumsum(checks)])
    return np.diff(before[offsets]).astype(np.uint16)


def _one_array(values):
    """Returns an Arrow array in one piece. DuckDB passes chunked arrays."""
    return values.combine_chunks() if hasattr(values, "combine_chunks") else values


def _array(values, missing=None):
    import pyarrow as pa

    return pa.array(values, mask=missing)


def _bools(array):
    """Returns an Arrow array of booleans without nulls as one of numpy."""
    return array.to_numpy(zero_copy_only=False).astype(np.bool_)


def _lists(offsets, values, missing):
    """Returns an Arrow array of lists, with null for missing rows."""
    import pyarrow as pa

    return pa.ListArray.from_arrays(_array(offsets.astype(np.int32)), values, mask=_array(missing))


def _as_text(fens, text):
    """Converts FENs to another type of text."""
    import pyarrow as pa

    try:
        return fens.cast(text)
    except pa.ArrowInvalid as error:
        raise ValueError(
            f"the FENs of {len(fens)} positions are more than a column can have; use smaller batches"
        ) from error


def _colors(rows, missing, text):
    """Returns the names of the sides to move, in the words that ``attacked_squares`` takes."""
    import pyarrow as pa

    black = positions.black_to_move(rows).astype(np.int32)
    return pa.array(["white", "black"]).take(_array(black, missing)).cast(text)


def _words(takes, values):
    """Returns integers of any type as words, which of them are negative, and which are missing."""
    import pyarrow as pa
    import pyarrow.compute as pc

    array = _one_array(values)
    missing = ~_bools(array.is_valid())
    if pa.types.is_decimal(array.type):
        negative = pc.less(array, pa.scalar(0).cast(array.type))
    else:
        array = array.cast(pa.large_string())
        negative = pc.starts_with(array, "-")
    negative = pc.fill_null(negative, False)
    null = pa.scalar(None, array.type)
    try:
        words = pc.if_else(negative, null, array).cast(pa.uint64()).fill_null(0).to_numpy(zero_copy_only=False)
        signed = pc.if_else(negative, array, null).cast(pa.int64()).fill_null(0).to_numpy(zero_copy_only=False)
    except pa.ArrowInvalid as error:
        raise ValueError(f"{takes} of 64 bits: {error}") from error
    return words | signed.view(np.uint64), _bools(negative), missing


def __dir__() -> list[str]:
    return list(__all__)
