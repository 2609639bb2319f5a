from collections.abc import Iterable
from typing import Any, Literal, Protocol, TypeAlias, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

_Words: TypeAlias = NDArray[np.uint64]

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...

_Fens: TypeAlias = Iterable[str | bytes | None] | _ArrowArray | _ArrowStream

START: _Words

class ParseFenError(ValueError):
    row: int
    column: int | None
    field: int | None
    reason: str
    def __init__(self, row: int, column: int | None, field: int | None, reason: str) -> None: ...

class InvalidPosition(ValueError):
    row: int
    reason: str
    def __init__(self, row: int, reason: str) -> None: ...

@overload
def from_fen(fens: _Fens, *, errors: Literal["raise"] = "raise", threads: int = 1) -> _Words: ...
@overload
def from_fen(
    fens: _Fens, *, errors: Literal["return"], threads: int = 1
) -> tuple[_Words, list[ParseFenError], NDArray[np.bool_]]: ...
def from_bitboards(
    boards: _Words,
    black_to_move: NDArray[np.bool_],
    *,
    castling_rooks: _Words | None = None,
    en_passant: NDArray[np.uint8] | None = None,
) -> _Words: ...
def from_boards(boards: Iterable[Any]) -> _Words: ...
def black_to_move(positions: _Words) -> NDArray[np.bool_]: ...
def castling_rooks(positions: _Words) -> _Words: ...
def en_passant(positions: _Words) -> NDArray[np.uint8]: ...
def occupied(positions: _Words) -> _Words: ...
def to_fen(positions: _Words) -> list[str]: ...
def check(positions: _Words, *, errors: Literal["raise", "return"] = "raise") -> list[InvalidPosition]: ...
def bitboards(positions: _Words, *, out: _Words | None = None, threads: int = 1) -> _Words: ...
def planes(
    positions: _Words, dtype: DTypeLike = ..., *, out: NDArray[Any] | None = None, threads: int = 1
) -> NDArray[Any]: ...

__all__ = [
    "InvalidPosition",
    "ParseFenError",
    "START",
    "bitboards",
    "black_to_move",
    "castling_rooks",
    "check",
    "en_passant",
    "from_bitboards",
    "from_boards",
    "from_fen",
    "occupied",
    "planes",
    "to_fen",
]
