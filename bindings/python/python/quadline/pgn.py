"""Files of games in portable game notation, ``.pgn``, also compressed with zstd, gzip or bzip2.

:func:`read` makes a file a stream of Apache Arrow, which pyarrow, polars, pandas, DuckDB and DataFusion read.
:func:`quadline.positions.from_pgn` replays the games.

The whole import format of the PGN standard is read, and games of standard chess and Chess960. Each game of a file has a row: a game
with an error, such as a tag without an end or another variant, has a row with the error.

>>> games = quadline.pgn.read("games.pgn", tags=["White", "Black", "ECO"])
>>> pyarrow.table(games)["ECO"]
>>> polars.DataFrame(games)
>>> duckdb.sql("SELECT ECO, result, count(*) FROM games GROUP BY ALL")
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from . import _native
from .typing import PgnSource

if TYPE_CHECKING:
    import pyarrow

__all__ = ["Reader", "TAGS", "read"]

TAGS: tuple[str, ...] = ("Event", "Site", "Date", "Round", "White", "Black")
"""The tags that :func:`read` returns if it gets no others: those that each game should have, without ``Result``."""

_LIMIT = 16 << 20
_PLACES = ("number", "byte", "line")
_TEXTS = ("start", "result", "movetext", "error")


def read(source: PgnSource, *, tags: Iterable[str] = TAGS, limit: int = _LIMIT) -> Reader:
    """Reads the games of a file as a stream of Apache Arrow. It requires pyarrow.

    The memory is bounded by parts of 4 MB, whatever the size of the file, as long as the stream is not collected. The moves are not
    read: :func:`quadline.positions.from_pgn` and ``from_movetext`` do that.

    Parameters
    ----------
    source : str, os.PathLike or bytes
        The path of a file, or a file in memory. Zstd, gzip and bzip2 are detected by the first bytes.
    tags : iterable of str
        The names of tags, each of which becomes a column. A game without the tag has null there.

    limit : int
        The bytes of the longest game. A longer game has a row with the error.

    Returns
    -------
    Reader
        An object with ``__arrow_c_stream__``. Each use reads the file again.

    Raises
    ------
    OSError
        If the file cannot be read. A file that is cut, if it is compressed, ends with this error after the games before.
    ValueError
        If a tag has the name of another column. Databases do not distinguish upper and lower case in the names of columns.
    """
    return Reader(source, tags, limit)


class Reader:
    """The games of a file, as a stream of Apache Arrow with a row for each game. :func:`read` returns it.

    =================  =============================================================================================
    column             contents
    =================  =============================================================================================
    ``number``         the number of the game, from 1
    ``byte``           the byte with which the game begins (of the file after decompression), or the one of its error
    ``line``           the line, from 1, of the same place
    the tags           text; null without the tag
    ``start``          the FEN that the game begins with; null for the starting position of standard chess
    ``result``         the result at the end of the moves, or else that of the tag ``Result``, or null
    ``movetext``       the moves with comments and result, as :func:`quadline.positions.from_movetext` reads them
    ``error``          what is wrong with the game, or null; the other columns of text are null if its moves cannot be read
    =================  =============================================================================================

    Text that is not UTF-8 is read as ISO 8859-1. The moves are not checked.
    """

    def __init__(self, source: PgnSource, tags: Iterable[str] = TAGS, limit: int = _LIMIT) -> None:
        try:
            import pyarrow
        except ImportError as error:
            raise ImportError("quadline.pgn.read requires pyarrow: pip install 'quadline[arrow]'") from error
        self._source = checked_source(source)
        if isinstance(self._source, str):
            os.stat(self._source)
        self._tags = _checked_tags(tags)
        if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= 1 << 29:
            raise ValueError(f"limit is {limit!r}; it must be a number from 1 to {1 << 29}")
        self._limit = limit
        fields = [(name, pyarrow.int64()) for name in _PLACES]
        fields += [(name, pyarrow.string()) for name in (*self._tags, *_TEXTS)]
        self._schema = pyarrow.schema(fields)

    @property
    def schema(self) -> pyarrow.Schema:
        """The names and types of the columns."""
        return self._schema

    def reader(self) -> pyarrow.RecordBatchReader:
        """Opens the file and returns a reader of its batches, each with the games of about 4 MB."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_batches(self._schema, self._batches(_native.PgnFile(self._source, self._limit)))

    def __iter__(self) -> Iterator[pyarrow.RecordBatch]:
        return iter(self.reader())

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any:
        return self.reader().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        what = self._source if isinstance(self._source, str) else f"{len(self._source)} bytes"
        return f"<games of {what}, with the columns {', '.join(self._schema.names)}>"

    def _batches(self, file):
        import pyarrow

        while (found := file.games(self._tags)) is not None:
            places, texts = found
            arrays = [pyarrow.array(numbers) for numbers in places]
            for offsets, data, valid in texts:
                buffers = [pyarrow.py_buffer(part) for part in (valid, offsets, data)]
                arrays.append(pyarrow.Array.from_buffers(pyarrow.string(), len(offsets) - 1, buffers))
            yield pyarrow.RecordBatch.from_arrays(arrays, schema=self._schema)
        file.check()


def _checked_tags(tags):
    if isinstance(tags, str):
        raise TypeError(f"tags is a single text; for one tag, pass [{tags!r}]")
    tags = list(tags)
    names = {name: f"the column {name!r}" for name in (*_PLACES, *_TEXTS)}
    for tag in tags:
        if not isinstance(tag, str):
            raise TypeError(f"tags contains a value of type {type(tag).__name__}; the name of a tag must be str")
        if (other := names.setdefault(tag.lower(), f"the tag {tag!r}")) != f"the tag {tag!r}" or tags.count(tag) > 1:
            what = "; leave it out, because that column has the result of each game" if tag.lower() == "result" else ""
            raise ValueError(f"tags contains {tag!r}, and there is {other} already{what}")
    return tags


def checked_source(source):
    """Returns a path as str, or bytes."""
    if isinstance(source, (bytes, bytearray)):
        return bytes(source)
    if not isinstance(source, (str, os.PathLike)):
        remedy = "; pass source.read() for a file that is open" if hasattr(source, "read") else ""
        raise TypeError(f"source is of type {type(source).__name__}; it must be a path or bytes{remedy}")
    path = os.fsdecode(source)
    if "\n" in path:
        raise ValueError("source is text with several lines; it must be a path, or the bytes of games: text.encode()")
    return path


def __dir__() -> list[str]:
    return list(__all__)
