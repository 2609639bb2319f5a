"""Files of training data: binpack, viriformat and bulletformat.

:func:`open` finds the format of a file by its first bytes. The entries are read in blocks of arrays, or in batches with the inputs of
a network. The memory is bounded by a block and by the parts of the file that the threads decode, whatever the size of the file.

>>> reader = quadline.data.open("training.binpack")
>>> for block in reader.blocks(65_536, threads=0):
...     print(block.positions.shape, block.scores.mean(), block.results.mean())
>>> layout = quadline.ThreatLayout("inputs-59808", pawn_pairs=59_808)
>>> for batch in reader.batches(16_384, layout, skip=quadline.data.Skip(first_ply=17, captures=True, in_check=True)):
...     print(batch.inputs.shape, batch.offsets.shape, batch.scores.shape)

With PyTorch, ``quadline.data.TorchDataset`` is a dataset of these batches, whose workers share the file.

Of a chunk or game with an error, nothing is returned. The entries before it are, and then a :class:`DataError` with its place is
raised. It is the first error of the file, for any number of threads, and it is fatal: no more follows.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._arrays import empty_positions, number_of_threads
from .typing import DataSource, ThreatKinds

if TYPE_CHECKING:
    from . import ThreatLayout

__all__ = ["Batch", "Block", "DataError", "Reader", "Skip", "TorchDataset", "open"]

Format: TypeAlias = Literal["binpack", "viriformat", "bulletformat"]
Perspectives: TypeAlias = Literal["white", "black", "both", "side to move", "side to move first"]

_FORMATS = ("binpack", "viriformat", "bulletformat")


class DataError(ValueError):
    """Raised if a file of training data has an error, or is in none of the formats.

    Attributes
    ----------
    name : str
        The path of the file, or ``"<bytes>"`` for one in memory.
    offset : int or None
        The place in the file in bytes from its beginning. None if the file is in no format.
    reason : str
        The problem.
    """

    def __init__(self, name: str, offset: int | None, reason: str) -> None:
        super().__init__(f"{name}: {reason}" if offset is None else f"{name}, byte {offset}: {reason}")
        self.name, self.offset, self.reason = name, offset, reason

    def __reduce__(self):
        return DataError, (self.name, self.offset, self.reason)


@dataclass(frozen=True)
class Skip:
    """The entries that a loader leaves out. Without arguments, there are none.

    Parameters
    ----------
    first_ply : int
        Entries before this ply are left out. nnue-pytorch leaves out the first 17 by default.
    score : int, optional
        Entries with this score are left out. Some engines write 32002 if they have no score.
    captures : bool
        Whether entries whose move goes to a square with an enemy piece are left out.
    in_check : bool
        Whether entries in which the side to move is in check are left out.
    left_out : float
        The share of entries that is left out at random, from 0 for none to 1 for all. The choice depends on the seed and on the
        place in the file, so it is the same for any number of threads and workers.
    seed : int
        The seed of the choice: another one for each epoch gives other entries.
    """

    first_ply: int = 0
    score: int | None = None
    captures: bool = False
    in_check: bool = False
    left_out: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        _number("first_ply", self.first_ply, 0, 65535)
        if self.score is not None:
            _number("score", self.score, -32768, 32767)
        _number("seed", self.seed, 0, 2**64 - 1)
        if not isinstance(self.left_out, (int, float, np.number)) or not 0 <= self.left_out <= 1:
            raise ValueError(f"left_out is {self.left_out!r}; it must be a number from 0 to 1")


class Block(NamedTuple):
    """Entries as arrays."""

    positions: NDArray[np.uint64]
    """(N, 8): the positions. In bulletformat, the side to move is White, and there are neither castling rights nor en passant."""
    scores: NDArray[np.int16]
    """(N,): the evaluation of each position in the unit of the engine, for the side to move."""
    results: NDArray[np.int8]
    """(N,): the result of the game: 1 if the side to move wins, -1 if it loses, and 0 for a draw."""
    plies: NDArray[np.uint16] | None
    """(N,): the number of moves of either side from the beginning of the game, and 65535 for more. None in bulletformat."""
    moves: NDArray[np.uint16] | None
    """(N,): the move that was played, as in :func:`quadline.legal_moves`. None in bulletformat."""


class Batch(NamedTuple):
    """The inputs of a network for some entries, and what it learns."""

    inputs: NDArray[np.int32]
    """The numbers of the inputs: (M,) one row after the other, or with ``stride`` (N, stride) or (2, N, stride) with -1 behind them."""
    offsets: NDArray[np.int64]
    """Where each row of ``inputs`` begins, as ``torch.nn.EmbeddingBag`` takes it: (N,), or (2 N,) for two perspectives, in which those
    of position i are 2 i and 2 i + 1. With ``stride``, it is the numbers of inputs, (N,) or (2, N)."""
    scores: NDArray[np.float32]
    """(N,): the evaluation of each position for the side to move."""
    results: NDArray[np.float32]
    """(N,): the result of the game for the side to move: 1 for a win, 0.5 for a draw, 0 for a loss."""
    black_to_move: NDArray[np.bool_]
    """(N,): whether Black is to move."""


def _number(name, value, lowest, highest):
    """Checks a number."""
    if not isinstance(value, (int, np.integer)) or isinstance(value, bool) or not lowest <= value <= highest:
        raise ValueError(f"{name} is {value!r}; it must be a number from {lowest} to {highest}")
    return int(value)


def open(source: DataSource, format: Format | None = None, *, limit: int | None = None) -> Reader:
    """Opens a file of training data.

    The formats are those of binpack (Stockfish, nnue-pytorch and others), viriformat (Viridithas, bullet) and bulletformat (bullet).
    Only binpack has a mark at its beginning. The first game or board of the others is read to recognize them.

    Parameters
    ----------
    source : str, os.PathLike or bytes
        The path of a file, or a file in memory.
    format : "binpack", "viriformat" or "bulletformat", optional
        The format. Without it, the first bytes decide. That of a pipe must be named, and a pipe can be read once.
    limit : int, optional
        The bytes of the longest chunk of binpack (without it 100 MiB) or game of viriformat (256 KiB).

    Returns
    -------
    Reader

    Raises
    ------
    DataError
        If the file is in none of the formats, with what is wrong for each, or if it is a pipe whose format is not named.
    OSError
        If the file cannot be read.
    """
    return Reader(source, format, limit)


class Reader:
    """A file of training data. :func:`open` returns it. It can be pickled, so workers can receive it."""

    __slots__ = ("_format", "_limit", "_source")

    def __init__(self, source: DataSource, format: Format | None = None, limit: int | None = None) -> None:
        self._source = _checked_source(source)
        self._limit = None if limit is None else _number("limit", limit, 1, 2**31 - 1)
        if format is None:
            if isinstance(self._source, str):
                self._check_that_it_is_no_pipe()
            found, reason = _native.data_format(*self._place())
            if reason is not None:
                raise DataError(self.name, None, f"{reason}. Name a format to have its error: {_listed(_FORMATS)}")
            format = found
        elif format not in _FORMATS:
            raise ValueError(f"format is {format!r}; it must be {_listed(_FORMATS)}")
        elif isinstance(self._source, str):
            os.stat(self._source)
        self._format = format

    @property
    def format(self) -> Format:
        """The format: ``"binpack"``, ``"viriformat"`` or ``"bulletformat"``."""
        return self._format

    @property
    def name(self) -> str:
        """The path of the file, or ``"<bytes>"`` for one in memory."""
        return self._source if isinstance(self._source, str) else "<bytes>"

    def __repr__(self) -> str:
        return f"<{self.name}, {self._format}>"

    def _check_that_it_is_no_pipe(self):
        mode = os.stat(self._source).st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            reason = "this is a pipe or a device, whose bytes can be read only once, so its format cannot be found"
            raise DataError(self.name, None, f"{reason}. Name the format: {_listed(_FORMATS)}")

    def __reduce__(self):
        return Reader, (self._source, self._format, self._limit)

    def _place(self):
        return (self._source, None) if isinstance(self._source, str) else (None, self._source)

    def blocks(
        self, rows: int = 65_536, *, skip: Skip | None = None, part: int = 0, parts: int = 1, threads: int = 1
    ) -> Iterator[Block]:
        """Reads the entries in blocks of arrays.

        Parameters
        ----------
        rows : int
            The number of entries of each block but the last, which has those that are left.
        skip : Skip, optional
            The entries that are left out. bulletformat has no moves, so ``captures`` and ``first_ply`` cannot be used there.
        part, parts : int
            Reads one of several parts of the file, from 0: parts are chunks of binpack, and 256 KB of the other formats, dealt out in
            turn. All parts together are the whole file.
        threads : int
            The number of threads that decode, each a part at a time, or 0 for one per core. The order is that of the file. If three
            quarters or more are left out at random, a thread decodes eight chunks of binpack at once, which is faster.

        Raises
        ------
        DataError
            If the file has an error, after the entries before it.
        """
        rows = _number("rows", rows, 1, 2**31 - 1)
        part, parts = _part(part, parts)
        threads = number_of_threads(threads)
        skip = self._checked_skip(skip)
        return self._blocks(rows, skip, part, parts, threads)

    def _checked_skip(self, skip):
        skip = Skip() if skip is None else skip
        if not isinstance(skip, Skip):
            raise TypeError(f"skip is of type {type(skip).__name__}; it must be a quadline.data.Skip")
        if self._format == "bulletformat":
            for name in ("captures", "first_ply"):
                if getattr(skip, name):
                    raise ValueError(f"skip.{name} is {getattr(skip, name)}; bulletformat has neither moves nor plies")
        return skip

    def _blocks(self, rows, skip, part, parts, threads):
        options = (skip.first_ply, skip.score, skip.captures, skip.in_check, float(skip.left_out), skip.seed)
        reader = _native.DataReader(self._place(), self._format, self._limit, part, parts, options)
        while True:
            count, error = reader.fill(rows, threads)
            if error is not None:
                raise DataError(self.name, *error)
            if count == 0:
                return
            of_moves = 0 if self._format == "bulletformat" else count
            block = (
                empty_positions(count),
                np.empty(count, np.int16),
                np.empty(count, np.int8),
                np.empty(of_moves, np.uint16),
                np.empty(of_moves, np.uint16),
            )
            reader.take(*block)
            yield Block(*block[:3], *(block[3:] if of_moves else (None, None)))

    def __iter__(self) -> Iterator[Block]:
        return self.blocks()

    def read(self, *, skip: Skip | None = None, threads: int = 1) -> Block:
        """Reads all entries to one block. For files that are larger than memory, use :meth:`blocks`."""
        blocks = list(self.blocks(1 << 20, skip=skip, threads=threads))
        if len(blocks) == 1:
            return blocks[0]
        count = sum(len(block.scores) for block in blocks)
        positions = empty_positions(count)
        np.concatenate([np.empty((0, 8), np.uint64), *(block.positions for block in blocks)], out=positions)
        kinds = (np.int16, np.int8, np.uint16, np.uint16)
        columns = [
            np.concatenate([np.empty(0, kind), *(block[index] for block in blocks)])
            for index, kind in enumerate(kinds if self._format != "bulletformat" else kinds[:2], 1)
        ]
        return Block(positions, *columns, *([None, None] if len(columns) == 2 else []))

    def batches(
        self,
        rows: int,
        layout: ThreatKinds | NDArray[np.bool_] | ThreatLayout,
        *,
        perspectives: Perspectives = "side to move first",
        stride: int | None = None,
        shuffle: int = 0,
        seed: int = 0,
        drop_last: bool = False,
        skip: Skip | None = None,
        part: int = 0,
        parts: int = 1,
        threads: int = 1,
    ) -> Iterator[Batch]:
        """Reads batches with the inputs of a network.

        Parameters
        ----------
        rows : int
            The number of entries of each batch.
        layout : str, (6, 6) bool or ThreatLayout
            The inputs, as in :func:`quadline.threat_inputs`.
        perspectives : str
            As in :func:`quadline.threat_inputs`. A network sees the side to move first.
        stride : int, optional
            The number of places in a row. Without it, rows have no places left, which is what ``torch.nn.EmbeddingBag`` takes.
        shuffle : int
            The number of entries that are put in random order together. Neighbors in a file are of one game, so trainers use a million
            or more, or files that are shuffled already. 0 keeps the order.
        seed : int
            The seed of that order.
        drop_last : bool
            Whether a last batch with fewer entries is left out.
        skip, part, parts, threads
            As in :meth:`blocks`. The threads compute the inputs as well.

        Raises
        ------
        DataError
            If the file has an error, after the entries before it.
        ValueError
            If a row has more inputs than ``stride``.
        """
        from . import ThreatLayout

        rows = _number("rows", rows, 1, 2**31 - 1)
        shuffle, seed = _number("shuffle", shuffle, 0, 2**31 - 1), _number("seed", seed, 0, 2**64 - 1)
        if not isinstance(layout, ThreatLayout):
            layout = ThreatLayout(layout)
        if perspectives not in _PERSPECTIVES:
            raise ValueError(f"perspectives is {perspectives!r}; it must be {_listed(_PERSPECTIVES)}")
        if stride is not None:
            _number("stride", stride, 1, 1 << 16)
        # Blocks of whole batches, so that only the last one is shorter.
        together = max(-(-shuffle // rows) * rows, rows)
        blocks = self.blocks(together, skip=skip, part=part, parts=parts, threads=threads)
        random = np.random.default_rng([seed, part]) if shuffle > 1 else None
        return _batches(blocks, rows, layout, perspectives, stride, random, drop_last, threads)


_PERSPECTIVES = ("white", "black", "both", "side to move", "side to move first")


def _batches(blocks, rows, layout, perspectives, stride, random, drop_last, threads):
    from . import threat_inputs, threat_inputs_csr
    from .positions import black_to_move

    for block in blocks:
        count = len(block.scores)
        order = None if random is None else random.permutation(count)
        for first in range(0, count, rows):
            if drop_last and count - first < rows:
                return
            chosen = slice(first, first + rows) if order is None else order[first : first + rows]
            positions = block.positions[chosen]
            if stride is None:
                offsets, inputs = threat_inputs_csr(positions, layout, perspectives=perspectives, threads=threads)
                offsets = offsets[:-1]
            else:
                inputs, offsets = threat_inputs(
                    positions, layout, perspectives=perspectives, stride=stride, threads=threads
                )
                offsets = offsets.astype(np.int64)
            scores = block.scores[chosen].astype(np.float32)
            results = (block.results[chosen].astype(np.float32) + 1) / 2
            yield Batch(inputs, offsets, scores, results, black_to_move(positions))


def _part(part, parts):
    parts = _number("parts", parts, 1, 2**32)
    if not isinstance(part, (int, np.integer)) or isinstance(part, bool) or not 0 <= part < parts:
        raise ValueError(f"part is {part!r}; with parts={parts}, it must be a number from 0 to {parts - 1}")
    return int(part), parts


def _listed(names):
    return f"{', '.join(map(repr, names[:-1]))} or {names[-1]!r}"


def _checked_source(source):
    """Returns a path as str, or bytes."""
    if isinstance(source, (bytes, bytearray)):
        return bytes(source)
    if not isinstance(source, (str, os.PathLike)):
        remedy = "; pass source.read() for a file that is open" if hasattr(source, "read") else ""
        raise TypeError(f"source is of type {type(source).__name__}; it must be a path or bytes{remedy}")
    return os.fsdecode(source)


def _torch_dataset():
    """Returns the class of the dataset, which needs PyTorch."""
    try:
        import torch
        from torch.utils.data import IterableDataset, get_worker_info
    except ImportError as error:
        raise ImportError("quadline.data.TorchDataset requires PyTorch: pip install torch") from error

    class TorchDataset(IterableDataset):
        """A dataset of batches, for ``torch.utils.data.DataLoader`` with ``batch_size=None``.

        The arguments are those of :meth:`Reader.batches`. Each worker of a loader reads its own parts of the file. With several processes
        that train, ``part`` and ``parts`` are the rank of the process and their number. The elements are :class:`Batch` with tensors.

        >>> dataset = quadline.data.TorchDataset(reader, 16_384, "inputs-59808")
        >>> for batch in torch.utils.data.DataLoader(dataset, batch_size=None, num_workers=4):
        ...     bag(batch.inputs, batch.offsets)
        """

        def __init__(self, data: Reader, rows: int, layout: Any, *, part: int = 0, parts: int = 1, **options: Any) -> None:
            super().__init__()
            if not isinstance(data, Reader):
                raise TypeError(f"data is of type {type(data).__name__}; quadline.data.open returns a Reader")
            self._data, self._rows, self._layout, self._options = data, rows, layout, options
            self._part, self._parts = _part(part, parts)
            # Wrong arguments are reported here, not in a worker.
            data.batches(rows, layout, part=part, parts=parts, **options)

        def set_seed(self, seed: int) -> None:
            """Sets the seed of the order and of the entries that are left out, for the next epoch."""
            from dataclasses import replace

            self._options["seed"] = _number("seed", seed, 0, 2**64 - 1)
            if (skip := self._options.get("skip")) is not None:
                self._options["skip"] = replace(skip, seed=seed)

        def __iter__(self):
            part, parts = self._part, self._parts
            if (worker := get_worker_info()) is not None:
                part, parts = part * worker.num_workers + worker.id, parts * worker.num_workers
            for batch in self._data.batches(self._rows, self._layout, part=part, parts=parts, **self._options):
                yield Batch(*map(torch.from_numpy, batch))

    TorchDataset.__module__, TorchDataset.__qualname__ = __name__, "TorchDataset"
    return TorchDataset


if TYPE_CHECKING:
    TorchDataset: Any


def __getattr__(name: str) -> Any:
    # PyTorch takes a second to import, and most users of this package do not have it.
    if name == "TorchDataset":
        globals()[name] = found = _torch_dataset()
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(__all__)
