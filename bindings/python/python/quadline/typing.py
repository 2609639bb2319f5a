"""Names for the types of arguments, as they appear in the signatures of this package.

The other types are those of numpy: ``NDArray[np.uint64]`` is an array of ``uint64``. The docstring of each function gives the shapes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, Union

import numpy as np

__all__ = [
    "ArrowArray",
    "ArrowStream",
    "Bool",
    "DataSource",
    "Float32",
    "MoveKinds",
    "PgnSource",
    "Plane",
    "Texts",
    "ThreatKinds",
    "UInt8",
]

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
    "queen-promotions",
    "underpromotions",
    "captures|queen-promotions",
    "captures|underpromotions",
    "queen-promotions|quiets",
    "underpromotions|quiets",
    "captures|queen-promotions|quiets",
    "captures|underpromotions|quiets",
]
"""``"captures"``, ``"promotions"`` or ``"quiets"``, or several of them in any order, joined by ``|``, and those with
``"queen-promotions"`` or ``"underpromotions"`` in this order.

Other orders, and names with spaces around ``|``, are accepted, too, but only at run time.
"""

ThreatKinds: TypeAlias = Literal["all", "inputs-59808", "inputs-60144", "inputs-66864", "inputs-79856"]
"""The names in :data:`quadline.THREAT_KINDS`."""

Float32: TypeAlias = Union[type[np.float32], np.dtype[np.float32], Literal["float32"]]
"""The type of planes of ``float32``: ``np.float32``, its ``dtype`` or its name."""

UInt8: TypeAlias = Union[type[np.uint8], np.dtype[np.uint8], Literal["uint8"]]
"""The type of planes of ``uint8``: ``np.uint8``, its ``dtype`` or its name."""

Bool: TypeAlias = Union[type[np.bool_], type[bool], np.dtype[np.bool_], Literal["bool"]]
"""The type of planes of ``bool``: ``np.bool_``, ``bool``, their ``dtype`` or their name."""

Plane = TypeVar("Plane", np.float32, np.uint8, np.bool_)
"""The type of the elements of planes."""


class ArrowArray(Protocol):
    """An array of the C data interface of Apache Arrow, such as an array of pyarrow."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any: ...


class ArrowStream(Protocol):
    """A stream of arrays of the C data interface of Apache Arrow, such as a column of polars or pandas."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...


Texts: TypeAlias = Union[Iterable[Union[str, bytes, None]], ArrowArray, ArrowStream]
"""A list of ``str`` or ``bytes``, in which ``None`` is a missing row, or an array of strings or bytes of Apache Arrow."""

DataSource: TypeAlias = Union[str, "os.PathLike[str]", bytes, bytearray]
"""The path of a file, or its contents."""

PgnSource: TypeAlias = Union[str, "os.PathLike[str]", bytes, bytearray]
"""The path of a file, or its contents."""


def __dir__() -> list[str]:
    return list(__all__)
