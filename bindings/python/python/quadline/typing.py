"""Types of arguments and results, for annotations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, Union

import numpy as np
from numpy.typing import NDArray

Bools: TypeAlias = NDArray[np.bool_]
Moves: TypeAlias = NDArray[np.uint16]
Offsets: TypeAlias = NDArray[np.int64]
Squares: TypeAlias = NDArray[np.uint8]
Words: TypeAlias = NDArray[np.uint64]

# The names of kinds of moves may be joined in any order. Names with spaces around "|" are accepted, too, but only at run time.
MoveKinds: TypeAlias = Literal[
    "captures",
    "promotions",
    "quiets",
    "captures|promotions",
    "captures|quiets",
    "promotions|captures",
    "promotions|quiets",
    "quiets|captures",
    "quiets|promotions",
    "captures|promotions|quiets",
    "captures|quiets|promotions",
    "promotions|captures|quiets",
    "promotions|quiets|captures",
    "quiets|captures|promotions",
    "quiets|promotions|captures",
]
ThreatKinds: TypeAlias = Literal["all", "inputs-59808", "inputs-60144", "inputs-66864", "inputs-79856"]

LikeThreats: TypeAlias = Literal["higher", "lower", "both"]
MirroredKing: TypeAlias = Literal["kings wing", "queens wing", "nowhere"]
Perspectives: TypeAlias = Literal["white", "black", "both", "side to move", "side to move first"]
PackedFormat: TypeAlias = Literal["binpack", "bulletformat", "viriformat"]

Numbering: TypeAlias = Literal["quadline", "alphazero", "lc0"]

# The types of the elements of planes.
Float32: TypeAlias = Union[type[np.float32], np.dtype[np.float32], Literal["float32"]]
UInt8: TypeAlias = Union[type[np.uint8], np.dtype[np.uint8], Literal["uint8"]]
Bool: TypeAlias = Union[type[np.bool_], type[bool], np.dtype[np.bool_], Literal["bool"]]
Plane = TypeVar("Plane", np.float32, np.uint8, np.bool_)


class ArrowArray(Protocol):
    """An array of the C data interface of Apache Arrow."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any: ...


class ArrowStream(Protocol):
    """A stream of arrays of the C data interface of Apache Arrow."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...


Texts: TypeAlias = Union[Iterable[Union[str, bytes, None]], ArrowArray, ArrowStream]
