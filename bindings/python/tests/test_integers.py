"""The extremes of every integer argument of every function: each call returns, or raises an error that callers can catch.

A panic of the native module is a BaseException, which callers do not expect. The calls are made from the signatures, so a new
function is tested as soon as it is public. A parameter whose type is not known here fails the test.
"""

import inspect

import chess
import numpy as np
import pytest

import quadline
from quadline import positions

NUMBERS = [-(10**30), -(2**63), -1, 0, 1, 2, 63, 64, 255, 1024, 1025, 2**16, 2**16 + 1, 2**30 - 1, 2**30, 2**31, 2**32, 2**63 - 1, 2**63]
NUMBERS += [2**64 - 1, 2**64, 10**30, np.int8(-128), np.uint64(2**64 - 1), np.int64(-(2**63)), True]
# Functions without numbers: texts, boards of another library, and names.
WITHOUT = {"level", "levels", "positions.from_boards", "positions.from_fen", "sql"}

ROWS = positions.from_fen([
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "QQQQQQBk/Q5RB/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
])
WORDS, HALVES, BYTES = np.ones(3, np.uint64), np.array([12 | 28 << 6] * 3, np.uint16), np.zeros(3, np.uint8)
LEGAL = quadline.moves_from_uci(ROWS, ["e2e4", "e1g1", "a1b2"])


def call(name, function):
    """Returns arguments that are accepted, by parameter."""
    packed = positions.to_packed(ROWS, "binpack")
    known = {
        "positions": ROWS,
        "start": ROWS,
        "offsets": np.array([0, 2, 3]),
        "starts": None,
        "source": b'[Event "a game"]\n\n1. e4 e5 *\n',
        "part_bytes": 2**20,
        "row": ROWS[0],
        "texts": ["1. d4", "1. Bxa6", ""] if "movetext" in name else ["e2e4", "e1g1", "a8b7"],
        "moves": LEGAL if name == "moves_to_san" else HALVES,
        "squares": BYTES,
        "en_passant": np.full(3, 64, np.uint8),
        "castling_rooks": np.zeros(3, np.uint64),
        "boards": positions.bitboards(ROWS) if "bitboards" in name else WORDS,
        "occupied": packed[0] if "packed" in name else WORDS,
        "nibbles": packed[1],
        "from_squares": WORDS,
        "to_squares": WORDS,
        "numbers": np.ones(781, np.uint64),
        "black_to_move": np.zeros(3, np.bool_),
        "bases": np.full((12, 12), -1, np.int32),
        "defenses": True,
        "format": "binpack",
        "layout": "all",
        "perspectives": "both",
        "dtype": np.float32,
        "kinds": "captures" if "moves" in name else "all",
        "errors": "raise",
        "numbering": "quadline",
        "like_threats": "both",
        "mirrored_king": "nowhere",
        "pawn_pairs": 5,
        "stride": 512,
        "threads": 1,
        "marked": 1,
        "chess960": True,
        "turned": True,
        "flipped": True,
        "out": None,
    }
    return {parameter: known[parameter] for parameter in inspect.signature(function).parameters}


FUNCTIONS = {name: getattr(quadline, name) for name in quadline.__all__}
FUNCTIONS |= {f"positions.{name}": getattr(positions, name) for name in positions.__all__}
FUNCTIONS = {
    name: function
    for name, function in FUNCTIONS.items()
    if name not in WITHOUT and (inspect.isfunction(function) or function is quadline.ThreatLayout)
}


def is_called(function, arguments):
    """Returns whether a call returns and does not raise an error. Errors of callers are ValueError and TypeError."""
    try:
        result = function(**arguments)
        if inspect.isgenerator(result):
            list(result)
    except (ValueError, TypeError):
        return False
    return True


@pytest.mark.parametrize("name", FUNCTIONS)
def test_extremes(name):
    function, arguments = FUNCTIONS[name], call(name, FUNCTIONS[name])
    # Otherwise, the other calls could fail for another reason.
    assert is_called(function, arguments)
    tried = 0
    for parameter, value in arguments.items():
        if isinstance(value, np.ndarray) and value.dtype.kind in "iu":
            tried += 1
            limits = np.iinfo(value.dtype)
            for number in {limits.min, limits.min + 1, 0, limits.max - 1, limits.max, limits.max // 2, limits.max // 2 + 1}:
                # In all elements, and in one of them.
                is_called(function, arguments | {parameter: np.full_like(value, number)})
                one = value.copy()
                one.flat[-1] = number
                is_called(function, arguments | {parameter: one})
            noise = np.random.default_rng(tried).integers(limits.min, limits.max, value.shape, value.dtype, endpoint=True)
            is_called(function, arguments | {parameter: noise})
        elif isinstance(value, int) and not isinstance(value, bool) or parameter in ("occupied", "boards"):
            tried += 1
            accepted = [number for number in NUMBERS if is_called(function, arguments | {parameter: number})]
            assert len(accepted) < len(NUMBERS)
    for parameter in ("occupied", "boards"):
        if parameter in arguments:
            for number in NUMBERS:
                is_called(function, arguments | {parameter: number})
    assert tried or name in ("positions.black_to_move",), "no integer argument"


def test_the_largest_layouts():
    """Numbers of inputs up to 2**30 + 4,559, and bases of 2**30 - 1."""
    kinds, bases = quadline.THREAT_KINDS["all"], np.full((12, 12), 2**30 - 1, np.int32)
    for layout in (quadline.ThreatLayout(kinds, pawn_pairs=2**30 - 1), quadline.ThreatLayout(kinds, bases=bases)):
        assert 2**30 < layout.inputs < 2**31
        inputs, counts = quadline.threat_inputs(ROWS, layout, stride=512)
        offsets, found = quadline.threat_inputs_csr(ROWS, layout)
        assert (np.diff(offsets) == counts.T.ravel()).all() and found.max() >= 2**30 - 1 and found.min() >= 0
        for row in range(3):
            for view in range(2):
                first, end = offsets[2 * row + view], offsets[2 * row + view + 1]
                assert sorted(found[first:end].tolist()) == sorted(inputs[view, row, : counts[view, row]].tolist())
