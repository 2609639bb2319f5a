"""Conversions of positions from and to FENs, games, bitboards and planes.

A position is a row of eight words, see :mod:`quadline`. A row of zeros is a board without pieces: it stands for a text that is
not a FEN, attacks nothing, and has no checks and no legal moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import _native
from ._arrays import empty_positions, empty_rows, first_rows, number_of_threads
from ._drawing import Drawing
from ._texts import advice, column, most_errors, of_another_type
from .pgn import checked_source
from .typing import Bool, Float32, PgnSource, Plane, Texts, UInt8

__all__ = [
    "Drawing",
    "InvalidPosition",
    "MovetextError",
    "ParseFenError",
    "PgnError",
    "START",
    "bitboards",
    "black_to_move",
    "castling_rooks",
    "check",
    "draw",
    "en_passant",
    "from_bitboards",
    "from_boards",
    "from_fen",
    "from_movetext",
    "from_packed",
    "from_pgn",
    "iterate_pgn",
    "occupied",
    "planes",
    "to_fen",
    "to_packed",
]

START: NDArray[np.uint64] = np.array([_native.START], np.uint64)
"""The starting position of standard chess: (1, 8) uint64."""
START.flags.writeable = False


class ParseFenError(ValueError):
    """Raised if text is not a FEN.

    Attributes
    ----------
    row : int
        The row of the text, from 0.
    column : int or None
        The column of the problem, from 1; None if the row is not text.
    field : int or None
        The field, 1 for the piece placement to 6 for the move number; None if the number of fields is wrong, or the row is
        not text.
    reason : str
        The problem, and what would be right.
    """

    def __init__(self, row: int, column: int | None, field: int | None, reason: str) -> None:
        place = f"row {row}" if column is None else f"row {row}, column {column}"
        super().__init__(f"{place}: {reason}")
        self.row, self.column, self.field, self.reason = row, column, field, reason

    def __reduce__(self):
        return ParseFenError, (self.row, self.column, self.field, self.reason)


class InvalidPosition(ValueError):
    """Raised if eight words are not a valid position.

    Attributes
    ----------
    row : int
        The row, from 0.
    reason : str
        The problem, and what would be right.
    """

    def __init__(self, row: int, reason: str) -> None:
        super().__init__(f"row {row}: {reason}")
        self.row, self.reason = row, reason

    def __reduce__(self):
        return InvalidPosition, (self.row, self.reason)


class MovetextError(ValueError):
    """Raised if text is not a game.

    Attributes
    ----------
    row : int
        The row of the text, from 0.
    offset : int or None
        The offset of the problem in bytes of UTF-8, from 0; None if the row is not text, or its start is not a position.
    ply : int or None
        The number of moves before the problem. They are legal. None if the row is not text, or its start is not a position.
    reason : str
        The problem, and what would be right.
    """

    def __init__(self, row: int, offset: int | None, ply: int | None, reason: str) -> None:
        place = f"row {row}"
        if offset is not None and ply is not None:
            place += f", byte {offset}, after {ply} {'ply' if ply == 1 else 'plies'}"
        super().__init__(f"{place}: {reason}")
        self.row, self.offset, self.ply, self.reason = row, offset, ply, reason

    def __reduce__(self):
        return MovetextError, (self.row, self.offset, self.ply, self.reason)


class PgnError(ValueError):
    """Raised if a game of a file cannot be read.

    Attributes
    ----------
    row : int
        The row of the game in the result, from 0.
    game : int
        The number of the game in the file, from 1.
    line : int
        The line of the problem, from 1.
    offset : int
        The byte of the problem in the file, after decompression, from 0.
    ply : int or None
        The number of moves before the problem. They are legal. None if the problem is not in the moves.
    reason : str
        The problem, and what would be right.
    """

    def __init__(self, row: int, game: int, line: int, offset: int, ply: int | None, reason: str) -> None:
        place = f"game {game}, line {line}, byte {offset}"
        if ply is not None:
            place += f", after {ply} {'ply' if ply == 1 else 'plies'}"
        super().__init__(f"{place}: {reason}")
        self.row, self.game, self.line, self.offset, self.ply, self.reason = row, game, line, offset, ply, reason

    def __reduce__(self):
        return PgnError, (self.row, self.game, self.line, self.offset, self.ply, self.reason)


@overload
def from_fen(fens: Texts, *, errors: Literal["raise"] = "raise", threads: int = 1) -> NDArray[np.uint64]: ...
@overload
def from_fen(
    fens: Texts, *, errors: Literal["return"], threads: int = 1
) -> tuple[NDArray[np.uint64], list[ParseFenError], NDArray[np.bool_]]: ...
def from_fen(fens, *, errors="raise", threads=1):
    """Parses FENs of standard chess or Chess960, with six fields or the four of EPD.

    Rows that are None or null, and with ``errors="return"`` those that are not FENs, become zeros: an empty board without
    attacks, checks and legal moves. The returned mask distinguishes them from positions, and so does ``positions[:, 6] != 0``, because
    every position has kings.

    Parameters
    ----------
    fens : sequence of str or bytes, or an array of strings or bytes of Apache Arrow
        Arrow arrays are objects with ``__arrow_c_array__`` or ``__arrow_c_stream__``, such as columns of pyarrow, polars and
        pandas. They require pyarrow, and their text is not copied. Categories of strings are accepted, too. Arrays of numpy
        with strings take longer than a list: pass ``pyarrow.array(fens)``.
    errors : "raise" or "return"
        Whether to raise the first error, or to return all errors.
    threads : int
        The number of threads, or 0 for one per core.

    Returns
    -------
    positions : (N, 8) uint64
    errors : list of ParseFenError
        With ``errors="return"`` only: in the order of the rows, including rows that are not text.
    valid : (N,) bool
        With ``errors="return"`` only: whether each row is a position.

    Raises
    ------
    ParseFenError
        A ``ValueError`` with the row, the field and the column.
    TypeError
        If an element is not text, with its row and type, or if ``fens`` is not a sequence or array of text.
    """
    most = most_errors(errors)
    fens = column("fens", "FEN", "fen", fens)
    positions, wrong, not_text = _native.read_fens(fens, most, threads)
    if errors == "raise" and not_text:
        raise TypeError(of_another_type("FEN", *not_text[0])[1])
    found = [
        ParseFenError(row, place, field or None, reason + advice(fens, row))
        for row, place, field, reason in wrong
    ]
    found += [ParseFenError(row, None, None, of_another_type("FEN", row, kind)[0]) for row, kind in not_text]
    if errors == "return":
        return positions, sorted(found, key=lambda error: error.row), positions[:, 6] != 0
    if found:
        raise found[0]
    return positions


@overload
def from_movetext(
    texts: Texts, start: NDArray[np.uint64] | None = None, *, errors: Literal["raise"] = "raise", threads: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint16]]: ...
@overload
def from_movetext(
    texts: Texts, start: NDArray[np.uint64] | None = None, *, errors: Literal["return"], threads: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint16], list[MovetextError]]: ...
def from_movetext(texts, start=None, *, errors="raise", threads=1):
    """Replays games: returns the moves of each game, and the position before each move.

    A game is the movetext of PGN: moves in SAN, and perhaps their numbers, comments, annotations (``$1``, ``!?``), variations,
    which are skipped, and a result, which ends the game. Tag pairs are not part of it.

    Parameters
    ----------
    texts : sequence of str or bytes, or an array of strings or bytes of Apache Arrow
        One game each, as in :func:`from_fen`. A row that is None or null has no moves.
    start : (1, 8) or (N, 8) uint64, optional
        The position that all games begin with, or one for each game, such as those of tags ``FEN``. The default is
        :data:`START`. A row that is not a position, such as the zeros for a missing tag, is an error of its game; see the
        examples.
    errors : "raise" or "return"
        Whether to raise the first error, or to return all errors. A broken game then ends before its error, and its moves up
        to there are returned.
    threads : int
        The number of threads, or 0 for one per core.

    Returns
    -------
    offsets : (N + 1,) int64
        The moves of game ``i`` are ``moves[offsets[i]:offsets[i + 1]]``.
    positions : (M, 8) uint64
        The position before each move. The position after the last move of a game is ``quadline.play`` of both.
    moves : (M,) uint16
        As in :func:`quadline.legal_moves`.
    errors : list of MovetextError
        With ``errors="return"`` only: in the order of the rows, including rows that are not text.

    Raises
    ------
    MovetextError
        A ``ValueError`` with the row, the byte and the number of moves before it.
    TypeError
        If an element is not text, with its row and type, or if ``texts`` is not a sequence or array of text.

    Examples
    --------
    >>> offsets, positions, moves = quadline.positions.from_movetext(["1. e4 e5 2. Nf3 {book} Nc6 *", "1. d4 d5 1/2-1/2"])
    >>> offsets
    array([0, 4, 6])
    >>> quadline.moves_to_uci(moves)
    ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'd2d4', 'd7d5']

    Games with and without a tag ``FEN``:

    >>> tags = [None, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
    >>> start = quadline.positions.from_fen(tags)
    >>> start[[tag is None for tag in tags]] = quadline.positions.START
    >>> quadline.moves_to_uci(quadline.positions.from_movetext(["1. d4", "1. Kd1"], start)[2])
    ['d2d4', 'e1d1']
    """
    most = most_errors(errors)
    start = START if start is None else start
    texts = column("texts", "game", "text", texts)
    (offsets, moves, wrong), not_text = _native.read_movetexts(texts, start, most, threads)
    if errors == "raise" and not_text:
        raise TypeError(of_another_type("game", *not_text[0])[1])
    found = [MovetextError(*row) for row in wrong]
    if errors == "raise" and found:
        raise found[0]
    positions = _native.replay(start, offsets, moves, threads)
    if errors == "raise":
        return offsets, positions, moves
    found += [MovetextError(row, None, None, of_another_type("game", row, kind)[0]) for row, kind in not_text]
    return offsets, positions, moves, sorted(found, key=lambda error: error.row)


# The bytes of text that are replayed before Python can interrupt the call.
_PGN_BYTES = 1 << 26
# The bytes of text that show how many moves a file has.
_SAMPLE = 1 << 16
# More bytes than a file has.
_NO_LIMIT = 1 << 62


@overload
def from_pgn(
    source: PgnSource, *, errors: Literal["raise"] = "raise", threads: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint16]]: ...
@overload
def from_pgn(
    source: PgnSource, *, errors: Literal["return"], threads: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint16], list[PgnError]]: ...
def from_pgn(source, *, errors="raise", threads=1):
    """Replays the games of a PGN file: returns the moves of each game, and the position before each move.

    Each game of the file has a row, like the table of :func:`quadline.pgn.read`. Games of standard chess and of Chess960 are read,
    from any starting position. A move takes 66 bytes of memory; :func:`iterate_pgn` reads larger files in parts.

    Parameters
    ----------
    source : str, os.PathLike or bytes
        The path of a file, or a file in memory. Zstd, gzip and bzip2 are detected by the first bytes.
    errors : "raise" or "return"
        Whether to raise the first error, or to return all errors. A broken game then ends before its error, and its moves up
        to there are returned.
    threads : int
        The number of threads, or 0 for one per core.

    Returns
    -------
    offsets : (N + 1,) int64
        The moves of game ``i`` are ``moves[offsets[i]:offsets[i + 1]]``.
    positions : (M, 8) uint64
        The position before each move. The position after the last move of a game is ``quadline.play`` of both.
    moves : (M,) uint16
        As in :func:`quadline.legal_moves`.
    errors : list of PgnError
        With ``errors="return"`` only: in the order of the rows.

    Raises
    ------
    PgnError
        A ``ValueError`` with the game, the line, the byte and the number of moves before it.
    OSError
        If the file cannot be read to its end.

    Examples
    --------
    >>> file = b'[White "Ann"]\\n\\n1. e4 e5 1-0\\n\\n[White "Bob"]\\n\\n1. d4 {quiet} 1/2-1/2\\n'
    >>> offsets, positions, moves = quadline.positions.from_pgn(file)
    >>> offsets
    array([0, 2, 3])
    >>> quadline.moves_to_uci(moves)
    ['e2e4', 'e7e5', 'd2d4']
    """
    most, threads = _pgn_options(errors, threads)
    source = checked_source(source)
    if threads == 1:
        file = _native.PgnFile(source)
        part = _written(file, most, _NO_LIMIT) or (np.zeros(1, np.int64), empty_positions(0), np.empty(0, np.uint16), [])
    else:
        file = _native.PgnParts(source)
        part = _replayed_whole(file, most, threads)
    offsets, positions, moves, found = part
    if errors == "raise" and found:
        raise found[0]
    file.check()
    return part if errors == "return" else (offsets, positions, moves)


def _written(file, most, left):
    """Replays some bytes of games one after the other, up to a number of errors. Returns None at the end of the file."""
    # Few games have more than a move in four bytes. The first games show how many moves the others have.
    expected = min(file.size or _PGN_BYTES, left)
    positions, moves = empty_rows(max(min(expected, _SAMPLE) // 4, 256))
    full, ends, found = [], [np.zeros(1, np.int64)], []
    before = count = games = 0
    limit = _SAMPLE
    while (part := file.replay(positions, moves, count, min(max(left, 0), limit), most - len(found))) is not None:
        count, of_games, wrong, read = part
        ends.append(of_games + before)
        found += [PgnError(games + row, *others) for row, *others in wrong]
        games += len(of_games)
        left -= read
        if count == len(moves):
            full.append((positions, moves))
            before += count
            count = 0
            positions, moves = empty_rows(max(before, 256))
        elif left <= 0 or len(found) >= most:
            break
        elif limit == _SAMPLE and read:
            first = positions[:count], moves[:count]
            positions, moves = empty_rows(max(count, count * expected // read * 33 // 32) + 256)
            positions[:count], moves[:count] = first
        limit = _PGN_BYTES
    if not games:
        return None
    if full:
        full.append((positions[:count], moves[:count]))
        moves = np.concatenate([moves for _, moves in full])
        positions = np.concatenate([positions for positions, _ in full], out=empty_positions(len(moves)))
    else:
        positions, moves = first_rows(positions, moves, count)
    return np.concatenate(ends), positions, moves, found


def _replayed_whole(file, most, threads):
    parts = []
    found = []
    games = 0
    while len(found) < most and (part := file.replay(_PGN_BYTES, most, threads)) is not None:
        *arrays, wrong = part
        parts.append(arrays)
        found += [PgnError(games + row, *others) for row, *others in wrong]
        games += len(arrays[0]) - 1
    # Where the moves of each part begin.
    first = np.cumsum([0, *(len(moves) for _, moves, _ in parts)])
    offsets = np.concatenate([np.zeros(1, np.int64), *(part[0][1:] + begin for part, begin in zip(parts, first))])
    moves = np.concatenate([np.empty(0, np.uint16), *(moves for _, moves, _ in parts)])
    starts = np.concatenate([np.empty(0, np.uint64), *(starts for _, _, starts in parts)])
    del parts
    return offsets, _replayed(starts, offsets, moves, threads), moves, found


@overload
def iterate_pgn(
    source: PgnSource, *, errors: Literal["raise"] = "raise", threads: int = 1, part_bytes: int = ...
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint16]]]: ...
@overload
def iterate_pgn(
    source: PgnSource, *, errors: Literal["return"], threads: int = 1, part_bytes: int = ...
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint16], list[PgnError]]]: ...
def iterate_pgn(source, *, errors="raise", threads=1, part_bytes=_PGN_BYTES):
    """Replays a PGN file of any size in parts: iterates over what :func:`from_pgn` returns, for some games at a time.

    Parameters
    ----------
    source, errors, threads
        As in :func:`from_pgn`. The rows of errors are those of the part.
    part_bytes : int
        The bytes of text of a part: 64 MB, rounded up to whole games, and with several threads to a multiple of 4 MB. Games with few
        comments have five to seven bytes for each move, so the arrays of such a part have some 700 MB.

    Returns
    -------
    iterator of (offsets, positions, moves) or (offsets, positions, moves, errors)

    Raises
    ------
    PgnError
        With ``errors="raise"``: when the iterator comes to the part with the error.
    OSError
        If the file cannot be read to its end: after the games before.
    """
    if not isinstance(part_bytes, (int, np.integer)) or part_bytes < 1:
        raise ValueError(f"part_bytes is {part_bytes!r}; it must be a number of bytes, 1 or more")
    most, threads = _pgn_options(errors, threads)
    # No file is larger than the limit, which the native module takes.
    part_bytes = min(int(part_bytes), _NO_LIMIT)
    source = checked_source(source)
    if threads == 1:
        file = _native.PgnFile(source)
        return _iterated(file, errors, lambda: _written(file, most, part_bytes))
    file = _native.PgnParts(source)
    return _iterated(file, errors, lambda: _replayed_part(file, most, threads, part_bytes))


def _iterated(file, errors, next_part):
    while (part := next_part()) is not None:
        offsets, positions, moves, found = part
        if errors == "raise" and found:
            raise found[0]
        yield part if errors == "return" else (offsets, positions, moves)
    file.check()


def _replayed_part(file, most, threads, part_bytes):
    if (part := file.replay(part_bytes, most, threads)) is None:
        return None
    offsets, moves, starts, wrong = part
    return offsets, _replayed(starts, offsets, moves, threads), moves, [PgnError(*error) for error in wrong]


def _pgn_options(errors, threads):
    return most_errors(errors), number_of_threads(threads)


def _replayed(starts, offsets, moves, threads):
    """Returns the position before each move of games."""
    return _native.replay(starts.reshape(-1, 8), offsets, moves, threads) if len(moves) else empty_positions(0)


@overload
def from_packed(
    occupied: NDArray[np.integer[Any]],
    nibbles: NDArray[np.uint8],
    format: Literal["binpack", "bulletformat", "viriformat"],
    *,
    errors: Literal["raise", "ignore"] = "raise",
    threads: int = 1,
) -> NDArray[np.uint64]: ...
@overload
def from_packed(
    occupied: NDArray[np.integer[Any]],
    nibbles: NDArray[np.uint8],
    format: Literal["binpack", "bulletformat", "viriformat"],
    *,
    errors: Literal["return"],
    threads: int = 1,
) -> tuple[NDArray[np.uint64], list[InvalidPosition]]: ...
def from_packed(occupied, nibbles, format, *, errors="raise", threads=1):
    """Creates positions from packed boards of training data: the occupied squares, and four bits for each piece.

    The fields of a structured array of entries can be passed as they are: they are copied if they are not contiguous, and their
    byte order is converted.

    Parameters
    ----------
    occupied : (N,) uint64
        The occupied squares of each board. Entries of binpack store them with the highest byte first, as ``">u8"``.
    nibbles : (N, 16) uint8
        A number of four bits for each piece in the order of the squares, the lower half of each byte first.
    format : "binpack", "bulletformat" or "viriformat"
        The meaning of the numbers. In bulletformat, the side to move has the place of White. In viriformat, the side to move and
        the en passant square are in another byte, so White is to move and there is none.
    errors : "raise", "return" or "ignore"
        Whether to raise the first error, to return all errors with zeros in their rows, or not to check the boards.
    threads : int
        The number of threads, or 0 for one per core.

    Returns
    -------
    positions : (N, 8) uint64
    errors : list of InvalidPosition
        With ``errors="return"`` only.

    Raises
    ------
    InvalidPosition
        A ``ValueError`` with the row and the problem.

    Examples
    --------
    >>> bullet = np.dtype([("occupied", "<u8"), ("nibbles", "u1", 16), ("score", "<i2"), ("result", "u1"), ("rest", "u1", 5)])
    >>> entries = np.memmap("positions.bin", bullet, "r")
    >>> rows = quadline.positions.from_packed(entries["occupied"], entries["nibbles"], "bulletformat")
    """
    if errors not in ("raise", "return", "ignore"):
        raise ValueError(f'errors is {errors!r}; it must be "raise", "return" or "ignore"')
    if isinstance(occupied, np.ndarray) and occupied.dtype.kind == "u" and occupied.dtype.itemsize == 8:
        occupied = np.ascontiguousarray(occupied, np.uint64)
    if isinstance(nibbles, np.ndarray):
        nibbles = np.ascontiguousarray(nibbles)
    most = {"raise": 1, "return": 2**62, "ignore": None}[errors]
    positions, wrong = _native.from_packed(occupied, nibbles, format, most, threads)
    found = [InvalidPosition(row, reason) for row, reason in wrong]
    if errors == "return":
        return positions, found
    if found:
        raise found[0]
    return positions


def to_packed(
    positions: NDArray[np.uint64], format: Literal["binpack", "bulletformat", "viriformat"], *, threads: int = 1
) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
    """Returns the packed boards of positions for files of training data: the occupied squares, and four bits for each piece.

    Parameters
    ----------
    positions : (N, 8) uint64
    format : "binpack", "bulletformat" or "viriformat"
        The numbers of the pieces. binpack has some for castling rights, the en passant square and the side to move, viriformat for
        castling rights, and bulletformat for none of them. In bulletformat, the side to move has the place of White, so the boards
        of positions with Black to move are written as Black sees them.
    threads : int
        The number of threads, or 0 for one per core.

    Returns
    -------
    occupied : (N,) uint64
    nibbles : (N, 16) uint8

    Raises
    ------
    InvalidPosition
        A ``ValueError`` with the first row that has more than 32 pieces.

    Examples
    --------
    >>> occupied, nibbles = quadline.positions.to_packed(quadline.positions.START, "viriformat")
    >>> bool((quadline.positions.from_packed(occupied, nibbles, "viriformat") == quadline.positions.START).all())
    True
    """
    occupied, nibbles, wrong = _native.to_packed(positions, format, threads)
    if wrong is not None:
        raise InvalidPosition(wrong, "a packed board has at most 32 pieces")
    return occupied, nibbles


def from_bitboards(
    boards: NDArray[np.uint64],
    black_to_move: NDArray[np.bool_],
    *,
    castling_rooks: NDArray[np.uint64] | None = None,
    en_passant: NDArray[np.uint8] | None = None,
) -> NDArray[np.uint64]:
    """Creates positions from a bitboard for each piece, in the format of :func:`bitboards`.

    Parameters
    ----------
    boards : (N, 12) uint64
        White's pawns, knights, bishops, rooks, queens and king, then Black's.
    black_to_move : (N,) bool
    castling_rooks : (N,) uint64, optional
        The rooks of both sides that may castle.
    en_passant : (N,) uint8, optional
        The square that a pawn has just passed with a double step, or 64 for none.

    Returns
    -------
    (N, 8) uint64

    Raises
    ------
    InvalidPosition
        A ``ValueError`` with the row and the problem.
    """
    boards = _native.checked("boards", boards, np.uint64, (None, 12))
    shape = (len(boards),)
    black = _native.checked("black_to_move", black_to_move, np.bool_, shape)
    sides = boards.reshape(-1, 2, 6)
    pawns, knights, bishops, rooks, queens, kings = (sides[:, 0] | sides[:, 1]).T
    words = empty_positions(len(boards))
    words[:, :2] = np.bitwise_or.reduce(sides, axis=2)
    words[:, 2:7] = np.stack([pawns, knights, bishops | queens, rooks | queens, kings], axis=1)
    words[:, 7] = black.astype(np.uint64) << np.uint64(32)
    if castling_rooks is not None:
        words[:, 7] |= _native.checked("castling_rooks", castling_rooks, np.uint64, shape)
    if en_passant is not None:
        squares = _native.checked("en_passant", en_passant, np.uint8, shape)
        words[:, 7] |= np.where(squares < 64, np.uint64(1) << (squares & 63).astype(np.uint64), np.uint64(0))
    check(words)
    return words


def from_boards(boards: Iterable[Any]) -> NDArray[np.uint64]:
    """Creates positions from boards of python-chess, without converting them to text.

    Boards of variants, such as ``chess.variant.CrazyhouseBoard``, are refused, because their moves are other ones.

    Parameters
    ----------
    boards : iterable of chess.Board

    Returns
    -------
    (N, 8) uint64

    Raises
    ------
    InvalidPosition
        A ``ValueError`` with the row and the problem.
    TypeError
        If an element is not a board, with its row and type, or if ``boards`` is not iterable.
    """
    if not isinstance(boards, Iterable):
        kind = type(boards).__name__
        is_one = "; for one board, pass [board]" if hasattr(boards, "clean_castling_rights") else ""
        raise TypeError(f"boards is of type {kind}; it must be an iterable of boards of python-chess{is_one}")
    rows = []
    for row, board in enumerate(boards):
        if not hasattr(board, "clean_castling_rights"):
            kind = type(board).__name__
            raise TypeError(
                f"row {row} is of type {kind}; from_boards takes boards of python-chess, and from_fen takes FENs"
            )
        variant = getattr(board, "uci_variant", "chess")
        if variant != "chess":
            raise InvalidPosition(row, f"the board is one of {variant}; positions are of standard chess or Chess960")
        state = board.clean_castling_rights() | (0 if board.turn else 1 << 32)
        if board.ep_square is not None:
            state |= 1 << board.ep_square
        rows.append(
            (
                board.occupied_co[True],
                board.occupied_co[False],
                board.pawns,
                board.knights,
                board.bishops | board.queens,
                board.rooks | board.queens,
                board.kings,
                state,
            )
        )
    words = empty_positions(len(rows))
    words[:] = np.array(rows, np.uint64).reshape(-1, 8)
    check(words)
    return words


def _checked(positions):
    return _native.checked("positions", positions, np.uint64, (None, 8))


def black_to_move(positions: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Returns whether Black is to move: (N,) bool, from (N, 8) uint64."""
    return _checked(positions)[:, 7] >> np.uint64(32) & np.uint64(1) == 1


def castling_rooks(positions: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Returns the rooks of both sides that may castle: (N,) uint64, from (N, 8) uint64."""
    return _checked(positions)[:, 7] & np.uint64(0xFF000000000000FF)


def en_passant(positions: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Returns the square that a pawn has just passed with a double step, or 64: (N,) uint8, from (N, 8) uint64.

    After :func:`quadline.play`, it is set only if an enemy pawn attacks it.
    """
    state = _checked(positions)[:, 7]
    passed = state & np.uint64(0x0000FF0000FF0000)
    passed &= ~passed + np.uint64(1)  # one bit, even in rows that are not positions
    # The exponent of a power of two is exact as a float.
    return np.where(passed != 0, np.log2(np.maximum(passed, np.uint64(1)).astype(np.float64)), 64).astype(np.uint8)


def occupied(positions: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Returns all occupied squares: (N,) uint64, from (N, 8) uint64."""
    positions = _checked(positions)
    return positions[:, 0] | positions[:, 1]


@overload
def to_fen(positions: NDArray[np.uint64]) -> list[str]: ...
@overload
def to_fen(
    positions: NDArray[np.uint64],
    *,
    offsets: NDArray[np.int64],
    moves: NDArray[np.uint16],
    starts: Texts | None = None,
) -> list[str]: ...
def to_fen(positions, *, offsets=None, moves=None, starts=None):
    """Converts positions to FENs, with 0 and 1 as counters, or with the counters of games.

    Parameters
    ----------
    positions : (N, 8) uint64
    offsets : (M + 1,) int64, optional
    moves : (N,) uint16, optional
        The games of the positions, both as :func:`from_pgn` and :func:`from_movetext` return them.
    starts : M texts as in :func:`from_fen`, optional
        The FENs that the games begin with, such as the column ``start`` of :func:`quadline.pgn.read`. Games whose text is None or
        null begin with the counters 0 and 1.

    Returns
    -------
    list of str

    Raises
    ------
    ValueError
        If a text of ``starts`` is not a FEN, with its row.

    Examples
    --------
    >>> offsets, rows, moves = quadline.positions.from_movetext(["1. e4 e5 2. Nf3"])
    >>> quadline.positions.to_fen(rows, offsets=offsets, moves=moves)[2]
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
    """
    if offsets is None and moves is None and starts is None:
        return _native.to_fen(positions)
    if offsets is None or moves is None:
        raise TypeError("offsets and moves must be passed together")
    starts = column("starts", "FEN", "fen", [None] * (len(offsets) - 1) if starts is None else starts)
    fens, not_text = _native.fens_of_moves(positions, offsets, moves, starts)
    if not_text:
        raise TypeError(of_another_type("FEN", *not_text[0])[1])
    return fens


def draw(row: NDArray[np.uint64], *, marked: int = 0, flipped: bool = False) -> Drawing:
    """Draws a position: as text, and as SVG in a notebook.

    Parameters
    ----------
    row : (8,) or (1, 8) uint64
        One position, such as ``positions[i]``. A row that is not a position is drawn as well.
    marked : int
        A bitboard of squares to mark, such as an element of the results of :func:`quadline.attacked_squares`.
    flipped : bool
        Whether to draw the board as Black sees it.

    Returns
    -------
    Drawing
        ``str(drawing)`` is the text, and ``drawing.svg`` the SVG.

    Examples
    --------
    >>> quadline.positions.draw(quadline.positions.START[0])
    8 r n b q k b n r
    7 p p p p p p p p
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . . . . . .
    3 . . . . . . . .
    2 P P P P P P P P
    1 R N B Q K B N R
      a b c d e f g h
    White to move
    """
    if isinstance(row, np.ndarray) and row.shape not in ((8,), (1, 8)):
        raise ValueError(f"row has the shape {row.shape}; it must be one position, such as positions[i]")
    if not isinstance(marked, (int, np.integer)) or not 0 <= int(marked) < 1 << 64:
        raise ValueError(f"marked is {marked!r}; it must be a bitboard, from 0 to 2**64 - 1")
    row = _native.checked("row", row, np.uint64, row.shape if isinstance(row, np.ndarray) else (8,)).reshape(1, 8)
    return Drawing(bitboards(row)[0].tolist(), to_fen(row)[0], bool(black_to_move(row)[0]), int(marked), bool(flipped))


def check(positions: NDArray[np.uint64], *, errors: Literal["raise", "return"] = "raise") -> list[InvalidPosition]:
    """Checks whether rows are valid positions: one king each, no check to the side that is not to move, and so on.

    The positions of :func:`from_fen` are valid.

    Parameters
    ----------
    positions : (N, 8) uint64
    errors : "raise" or "return"
        Whether to raise the first error, or to return all errors.

    Returns
    -------
    list of InvalidPosition
    """
    found = [InvalidPosition(*wrong) for wrong in _native.check(positions, most_errors(errors))]
    if errors == "raise" and found:
        raise found[0]
    return found


def bitboards(
    positions: NDArray[np.uint64], *, out: NDArray[np.uint64] | None = None, threads: int = 1
) -> NDArray[np.uint64]:
    """Returns a bitboard for each piece.

    Parameters
    ----------
    positions : (N, 8) uint64

    Returns
    -------
    (N, 12) uint64
        White's pawns, knights, bishops, rooks, queens and king, then Black's.
    """
    return _native.bitboards(positions, out, threads)


@overload
def planes(
    positions: NDArray[np.uint64], dtype: Float32 = ..., *, out: None = None, threads: int = 1
) -> NDArray[np.float32]: ...
@overload
def planes(positions: NDArray[np.uint64], dtype: UInt8, *, out: None = None, threads: int = 1) -> NDArray[np.uint8]: ...
@overload
def planes(positions: NDArray[np.uint64], dtype: Bool, *, out: None = None, threads: int = 1) -> NDArray[np.bool_]: ...
@overload
def planes(
    positions: NDArray[np.uint64], dtype: DTypeLike = ..., *, out: NDArray[Plane], threads: int = 1
) -> NDArray[Plane]: ...
def planes(positions, dtype=np.float32, *, out=None, threads=1):
    """Returns a plane of zeros and ones for each piece.

    Parameters
    ----------
    positions : (N, 8) uint64
    dtype : float32, uint8 or bool
    out : (N, 12, 8, 8) of that type, optional

    Returns
    -------
    (N, 12, 8, 8)
        ``[position, piece, rank, file]``, pieces as in :func:`bitboards`, the first rank and the a-file first.
    """
    from . import planes as expanded

    return expanded(bitboards(positions, threads=threads), dtype, out=out, threads=threads)


def __dir__() -> list[str]:
    return list(__all__)
