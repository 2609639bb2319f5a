from collections.abc import Iterable
from typing import Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import positions as positions
from .positions import ParseFenError as ParseFenError
from .positions import InvalidPosition as InvalidPosition

_Boards: TypeAlias = NDArray[np.uint64]
_Moves: TypeAlias = NDArray[np.uint16]
_Squares: TypeAlias = NDArray[np.uint8]

class InvalidMove(ValueError):
    row: int
    reason: str
    def __init__(self, row: int, reason: str) -> None: ...


__version__: str
CHECKS_AND_PINS: np.dtype[np.void]
THREAT_KINDS: dict[str, NDArray[np.bool_]]
POLICY_SIZE: int

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
def legal_moves_of(
    positions: _Boards, kinds: str, *, threads: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.uint16]]: ...
def legal_moves_from_to(
    positions: _Boards, from_squares: _Boards, to_squares: _Boards, *, threads: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.uint16]]: ...
def is_legal(
    positions: _Boards, moves: _Moves, *, out: NDArray[np.bool_] | None = None, threads: int = 1
) -> NDArray[np.bool_]: ...
def gives_check(
    positions: _Boards, moves: _Moves, *, out: NDArray[np.bool_] | None = None, threads: int = 1
) -> NDArray[np.bool_]: ...
def attackers_to(
    positions: _Boards,
    squares: _Squares,
    occupied: _Boards | None = None,
    *,
    out: _Boards | None = None,
    threads: int = 1,
) -> _Boards: ...
def attacks_by_role(positions: _Boards, *, threads: int = 1) -> tuple[_Boards, _Boards]: ...
def polyglot_keys(positions: _Boards, *, out: _Boards | None = None, threads: int = 1) -> _Boards: ...
def successors(positions: _Boards, *, threads: int = 1) -> tuple[NDArray[np.int64], _Boards]: ...
def play(positions: _Boards, moves: _Moves, *, out: _Boards | None = None, threads: int = 1) -> _Boards: ...
@overload
def moves_from_uci(
    positions: _Boards, texts: Iterable[str], *, errors: Literal["raise"] = "raise"
) -> _Moves: ...
@overload
def moves_from_uci(
    positions: _Boards, texts: Iterable[str], *, errors: Literal["return"]
) -> tuple[_Moves, list[InvalidMove]]: ...
def policy_indices(moves: _Moves, black_to_move: NDArray[np.bool_] | None = None) -> NDArray[np.uint16]: ...
def policy_mask(positions: _Boards, *, turned: bool = True, threads: int = 1) -> NDArray[np.bool_]: ...
def threats(
    positions: _Boards, kinds: str | NDArray[np.bool_] = "all", *, threads: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]: ...
def moves_to_uci(moves: NDArray[np.uint16], *, chess960: bool = False) -> list[str]: ...
def planes(
    boards: _Boards, dtype: DTypeLike = ..., *, out: NDArray[Any] | None = None, threads: int = 1
) -> NDArray[Any]: ...

__all__ = [
    "CHECKS_AND_PINS",
    "InvalidMove",
    "InvalidPosition",
    "POLICY_SIZE",
    "ParseFenError",
    "THREAT_KINDS",
    "attacked_squares",
    "attackers_to",
    "attacks_by_role",
    "bishop_attacks",
    "checks_and_pins",
    "gives_check",
    "is_legal",
    "legal_move_counts",
    "legal_moves",
    "legal_moves_from_to",
    "legal_moves_of",
    "level",
    "levels",
    "moves_from_uci",
    "moves_to_uci",
    "planes",
    "play",
    "policy_indices",
    "policy_mask",
    "polyglot_keys",
    "positions",
    "queen_attacks",
    "rook_and_bishop_attacks",
    "rook_attacks",
    "successors",
    "threats",
]
