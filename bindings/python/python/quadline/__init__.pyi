from typing import Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import positions as positions
from .positions import ParseFenError as ParseFenError
from .positions import InvalidPosition as InvalidPosition

_Boards: TypeAlias = NDArray[np.uint64]
_Squares: TypeAlias = NDArray[np.uint8]

__version__: str
CHECKS_AND_PINS: np.dtype[np.void]
THREAT_KINDS: dict[str, NDArray[np.bool_]]

def level() -> str: ...
def levels() -> list[str]: ...
def rook_attacks(
    squares: _Squares, occupied: _Boards | int, *, out: _Boards | None = None, threads: int = 1
) -> _Boards: ...
def bishop_attacks(
    squares: _Squares, occupied: _Boards | int, *, out: _Boards | None = None, threads: int = 1
) -> _Boards: ...
def queen_attacks(
    squares: _Squares, occupied: _Boards | int, *, out: _Boards | None = None, threads: int = 1
) -> _Boards: ...
def rook_and_bishop_attacks(
    squares: _Squares, occupied: _Boards, *, threads: int = 1
) -> tuple[_Boards, _Boards]: ...
def attacked_squares(positions: _Boards, *, threads: int = 1) -> tuple[_Boards, _Boards]: ...
def checks_and_pins(positions: _Boards, *, threads: int = 1) -> NDArray[np.void]: ...
def legal_move_counts(
    positions: _Boards, *, out: NDArray[np.uint16] | None = None, threads: int = 1
) -> NDArray[np.uint16]: ...
def legal_moves(positions: _Boards, *, threads: int = 1) -> tuple[NDArray[np.int64], NDArray[np.uint16]]: ...
def threats(
    positions: _Boards, kinds: str | NDArray[np.bool_] = "all", *, threads: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]: ...
def moves_to_uci(moves: NDArray[np.uint16], *, chess960: bool = False) -> list[str]: ...
def planes(
    boards: _Boards, dtype: DTypeLike = ..., *, out: NDArray[Any] | None = None, threads: int = 1
) -> NDArray[Any]: ...

__all__ = [
    "CHECKS_AND_PINS",
    "THREAT_KINDS",
    "ParseFenError",
    "InvalidPosition",
    "attacked_squares",
    "bishop_attacks",
    "checks_and_pins",
    "legal_move_counts",
    "legal_moves",
    "level",
    "levels",
    "moves_to_uci",
    "planes",
    "positions",
    "queen_attacks",
    "rook_and_bishop_attacks",
    "rook_attacks",
    "threats",
]
