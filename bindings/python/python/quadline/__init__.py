"""Chess attacks, checks, pins, move counts and moves of millions of positions, over numpy arrays.

Squares are bytes (``uint8``), a1 = 0, b1 = 1 to h8 = 63. Boards are words (``uint64``), bit n = square n. Positions are
rows of eight words, ``(N, 8)`` ``uint64``: white pieces, black pieces, pawns, knights, bishops and queens, rooks and
queens, kings, and a state with the rooks that may castle on their squares, the en passant square, and bit 32 if Black is
to move. :mod:`quadline.positions` reads them from FENs and games.

Functions release the interpreter's lock while they compute, and copy at most a block of their inputs at a time. Those that take
or return lists of text hold it while they copy or create the objects of Python. If another thread writes an input meanwhile, the
results are unspecified or a ``ValueError`` is raised. The parameter ``threads`` is the number of
threads to use, at most 1,024, or 0 for one per core. If ``out`` is given, results are written to it and it is returned. Arrays
must be C-contiguous. Nothing is written if an argument is invalid.

Rows that are not valid positions, such as the row of zeros for text that is not a FEN, do not raise errors. If the side to move
has no king, it has no legal moves, and its checks and pins are zero; other results for such rows are unspecified. The results for
the other rows are the same as without them.

>>> import quadline
>>> positions = quadline.positions.from_fen(["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"])
>>> quadline.legal_move_counts(positions)
array([26], dtype=uint16)
"""

# This file has the functions of arrays. `positions`, `pgn`, `data` and `sql` are public modules, and `typing` names types.
# `_arrays` allocates, `_texts` has columns of text, `_policy` numbers moves, and `_drawing` draws positions.

from __future__ import annotations

from typing import Any, Literal, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import _native, _policy, data, pgn, positions, sql
from ._texts import advice, column, most_errors, of_another_type
from .positions import InvalidPosition, MovetextError, ParseFenError, PgnError
from .positions import black_to_move as _black_to_move
from .typing import Bool, Float32, MoveKinds, Plane, Texts, ThreatKinds, UInt8

__version__: str = _native.VERSION

__all__ = [
    "CHECKS_AND_PINS",
    "InvalidMove",
    "InvalidPosition",
    "MovetextError",
    "POLICY_SIZE",
    "POLICY_SIZES",
    "ParseFenError",
    "PgnError",
    "THREAT_KINDS",
    "ThreatLayout",
    "attacked_squares",
    "attackers_to",
    "attacks_by_role",
    "bishop_attacks",
    "checks_and_pins",
    "data",
    "gives_check",
    "in_check",
    "is_legal",
    "legal_move_counts",
    "legal_moves",
    "legal_moves_from_to",
    "legal_moves_of",
    "level",
    "levels",
    "moves_from_uci",
    "moves_to_san",
    "moves_to_uci",
    "pgn",
    "planes",
    "play",
    "policy_indices",
    "policy_mask",
    "polyglot_keys",
    "positions",
    "queen_attacks",
    "rook_and_bishop_attacks",
    "rook_attacks",
    "sql",
    "square_names",
    "successors",
    "threat_input_changes",
    "threat_input_count",
    "threat_inputs",
    "threat_inputs_csr",
    "threats",
    "zobrist_keys",
]

CHECKS_AND_PINS: np.dtype[np.void] = np.dtype(
    [("checkers", np.uint64), ("pinned", np.uint64), ("evasions", np.uint64), ("king_danger", np.uint64)]
)
"""The structured type of :func:`checks_and_pins`, four words for each position."""


def level() -> str:
    """Returns the name of the CPU feature level in use, such as ``"avx2"``.

    The environment variable ``QUADLINE_LEVEL`` can name another level before the package is imported. If this CPU does not
    support it, the import raises an ``ImportError``.
    """
    return _native.LEVEL


def levels() -> list[str]:
    """Returns the names of all levels that this CPU supports, best first."""
    return list(_native.LEVELS)


def rook_attacks(
    squares: NDArray[np.uint8],
    occupied: NDArray[np.uint64] | int,
    *,
    out: NDArray[np.uint64] | None = None,
    threads: int = 1,
) -> NDArray[np.uint64]:
    """Computes the attacks of a rook on each square.

    Parameters
    ----------
    squares : (N,) uint8
        The squares of the rooks, 0 to 63. A larger number raises a ``ValueError`` with its row.
    occupied : (N,) uint64, or int
        The occupied squares for each rook, or one board for all.
    out : (N,) uint64, optional
        The array for the results.
    threads : int
        The number of threads, or 0 for one per core.

    Returns
    -------
    (N,) uint64
        The squares that each rook attacks, up to and including the first occupied one in each direction.
    """
    return _native.attacks(0, squares, occupied, out, threads)


def bishop_attacks(
    squares: NDArray[np.uint8],
    occupied: NDArray[np.uint64] | int,
    *,
    out: NDArray[np.uint64] | None = None,
    threads: int = 1,
) -> NDArray[np.uint64]:
    """Computes the attacks of a bishop on each square. The arrays are those of :func:`rook_attacks`."""
    return _native.attacks(1, squares, occupied, out, threads)


def queen_attacks(
    squares: NDArray[np.uint8],
    occupied: NDArray[np.uint64] | int,
    *,
    out: NDArray[np.uint64] | None = None,
    threads: int = 1,
) -> NDArray[np.uint64]:
    """Computes the attacks of a queen on each square. The arrays are those of :func:`rook_attacks`."""
    return _native.attacks(2, squares, occupied, out, threads)


def rook_and_bishop_attacks(
    squares: NDArray[np.uint8], occupied: NDArray[np.uint64], *, threads: int = 1
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Computes the attacks of a rook and those of a bishop on each square, in one pass.

    Parameters
    ----------
    squares : (N,) uint8
    occupied : (N,) uint64

    Returns
    -------
    rook, bishop : (N,) uint64 each
    """
    return _native.rook_and_bishop_attacks(squares, occupied, threads)


def attacked_squares(
    positions: NDArray[np.uint64], *, threads: int = 1
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Computes all squares that each side attacks, including its own protected pieces.

    Parameters
    ----------
    positions : (N, 8) uint64

    Returns
    -------
    white, black : (N,) uint64 each
    """
    return _native.attacked_squares(positions, threads)


def checks_and_pins(positions: NDArray[np.uint64], *, threads: int = 1) -> NDArray[np.void]:
    """Computes checks, pins and squares that the king cannot enter, for the side to move.

    Parameters
    ----------
    positions : (N, 8) uint64

    Returns
    -------
    (N,) of the structured type :data:`CHECKS_AND_PINS`
        The fields are bitboards: ``checkers``, the enemy's pieces that give check; ``pinned``, the pieces that may only move
        along the line between their king and an enemy's slider; ``evasions``, the squares that a piece other than the king can
        move to without leaving its king in check; ``king_danger``, the squares that the enemy attacks once the king has left its
        square.
    """
    return _native.checks_and_pins(positions, threads).view(CHECKS_AND_PINS)[:, 0]


def in_check(positions: NDArray[np.uint64], *, threads: int = 1) -> NDArray[np.bool_]:
    """Returns whether the side to move is in check.

    Parameters
    ----------
    positions : (N, 8) uint64

    Returns
    -------
    (N,) bool
    """
    return checks_and_pins(positions, threads=threads)["checkers"] != 0


def legal_move_counts(
    positions: NDArray[np.uint64], *, out: NDArray[np.uint16] | None = None, threads: int = 1
) -> NDArray[np.uint16]:
    """Counts the legal moves of each position, without making moves.

    Parameters
    ----------
    positions : (N, 8) uint64
    out : (N,) uint16, optional
        The array for the results.

    Returns
    -------
    (N,) uint16
    """
    return _native.legal_move_counts(positions, out, threads)


class InvalidMove(ValueError):
    """Raised if text is not a legal move of its position.

    Attributes
    ----------
    row : int
        The row, from 0.
    reason : str
        The problem.
    """

    def __init__(self, row: int, reason: str) -> None:
        super().__init__(f"row {row}: {reason}")
        self.row, self.reason = row, reason

    def __reduce__(self):
        return InvalidMove, (self.row, self.reason)


def legal_moves(positions: NDArray[np.uint64], *, threads: int = 1) -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    """Lists all legal moves.

    Parameters
    ----------
    positions : (N, 8) uint64

    Returns
    -------
    offsets : (N + 1,) int64
        The moves of position ``i`` are ``moves[offsets[i]:offsets[i + 1]]``, in unspecified order.
    moves : (M,) uint16
        ``moves & 63`` is the origin, ``moves >> 6 & 63`` the destination, and ``moves >> 12`` the kind: 0 normal, 1 a pawn's
        double step, 2 en passant, 3 castling (to the rook's square), 4 to 7 promotion to a knight, bishop, rook and queen.
        :func:`moves_to_uci` converts moves to text.
    """
    return _native.legal_moves(positions, threads)


def legal_moves_of(
    positions: NDArray[np.uint64], kinds: MoveKinds, *, threads: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    """Lists the legal moves of some kinds.

    Each legal move is of exactly one kind: ``"captures"`` (also en passant and by pawns that promote), ``"promotions"`` that
    capture nothing, and ``"quiets"``, which are all others. ``"promotions"`` are ``"queen-promotions"`` and
    ``"underpromotions"``, which engines search at different times.

    Parameters
    ----------
    positions : (N, 8) uint64
    kinds : str
        One of these names, or several joined by ``|``, such as ``"captures|queen-promotions"``.

    Returns
    -------
    offsets : (N + 1,) int64
    moves : (M,) uint16
        As in :func:`legal_moves`.
    """
    return _native.legal_moves_of(positions, kinds, threads)


def legal_moves_from_to(
    positions: NDArray[np.uint64], from_squares: NDArray[np.uint64], to_squares: NDArray[np.uint64], *, threads: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    """Lists the legal moves from the squares of one bitboard to those of another.

    Castling moves count as moves to the square of the rook.

    Parameters
    ----------
    positions : (N, 8) uint64
    from_squares, to_squares : (N,) uint64
        The origins and destinations, as bitboards.

    Returns
    -------
    offsets : (N + 1,) int64
    moves : (M,) uint16
        As in :func:`legal_moves`.
    """
    return _native.legal_moves_from_to(positions, from_squares, to_squares, threads)


def is_legal(
    positions: NDArray[np.uint64], moves: NDArray[np.uint16], *, out: NDArray[np.bool_] | None = None, threads: int = 1
) -> NDArray[np.bool_]:
    """Tests whether one move of each position is legal. Any number is accepted as a move.

    Parameters
    ----------
    positions : (N, 8) uint64
    moves : (N,) uint16
        Moves as in :func:`legal_moves`.
    out : (N,) bool, optional
        The array for the results.

    Returns
    -------
    (N,) bool
    """
    return _native.is_legal(positions, moves, out, threads)


def gives_check(
    positions: NDArray[np.uint64], moves: NDArray[np.uint16], *, out: NDArray[np.bool_] | None = None, threads: int = 1
) -> NDArray[np.bool_]:
    """Tests whether one legal move of each position gives check, directly or by uncovering another piece.

    Parameters
    ----------
    positions : (N, 8) uint64
    moves : (N,) uint16
        A legal move of each position. The results of other moves are unspecified.
    out : (N,) bool, optional
        The array for the results.

    Returns
    -------
    (N,) bool
    """
    return _native.gives_check(positions, moves, out, threads)


def attackers_to(
    positions: NDArray[np.uint64],
    squares: NDArray[np.uint8],
    occupied: NDArray[np.uint64] | None = None,
    *,
    out: NDArray[np.uint64] | None = None,
    threads: int = 1,
) -> NDArray[np.uint64]:
    """Computes the pieces of both colors that attack one square of each position.

    Parameters
    ----------
    positions : (N, 8) uint64
    squares : (N,) uint8
    occupied : (N,) uint64, optional
        The occupied squares, if they are not those of the position. Pieces on other squares do not attack.
    out : (N,) uint64, optional
        The array for the results.

    Returns
    -------
    (N,) uint64
    """
    return _native.attackers_to(positions, squares, occupied, out, threads)


def attacks_by_role(
    positions: NDArray[np.uint64], *, threads: int = 1
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Computes the squares that each side attacks, by role, including its own protected pieces.

    Parameters
    ----------
    positions : (N, 8) uint64

    Returns
    -------
    white, black : (N, 6) uint64 each
        The attacks of pawns, knights, bishops, rooks, queens and the king.
    """
    return _native.attacks_by_role(positions, threads)


def polyglot_keys(
    positions: NDArray[np.uint64], *, out: NDArray[np.uint64] | None = None, threads: int = 1
) -> NDArray[np.uint64]:
    """Computes the keys of positions in opening books of the Polyglot format.

    Parameters
    ----------
    positions : (N, 8) uint64
    out : (N,) uint64, optional
        The array for the results.

    Returns
    -------
    (N,) uint64
    """
    return _native.polyglot_keys(positions, out, threads)


def zobrist_keys(
    positions: NDArray[np.uint64],
    numbers: NDArray[np.uint64] | None = None,
    *,
    out: NDArray[np.uint64] | None = None,
    threads: int = 1,
) -> NDArray[np.uint64]:
    """Computes Zobrist keys of positions.

    The en passant square is included if a pawn of the side to move attacks it.

    Parameters
    ----------
    positions : (N, 8) uint64
    numbers : (781,) uint64, optional
        The random numbers, in the order of Polyglot: pieces (black pawn, white pawn, black knight, ..., white king) with 64 squares
        each; castling rights (White's with the rook to the king's right, then to its left, then Black's); files of the en passant
        square; White to move. The default is numbers of this package.
    out : (N,) uint64, optional
        The array for the results.

    Returns
    -------
    (N,) uint64
    """
    return _native.zobrist_keys(positions, numbers, out, threads)


def successors(positions: NDArray[np.uint64], *, threads: int = 1) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Lists the positions after all legal moves.

    Parameters
    ----------
    positions : (N, 8) uint64

    Returns
    -------
    offsets : (N + 1,) int64
        The successors of position ``i`` are ``successors[offsets[i]:offsets[i + 1]]``, in the order of :func:`legal_moves`.
    successors : (M, 8) uint64
    """
    return _native.successors(positions, threads)


def play(
    positions: NDArray[np.uint64], moves: NDArray[np.uint16], *, out: NDArray[np.uint64] | None = None, threads: int = 1
) -> NDArray[np.uint64]:
    """Plays one move in each position.

    Parameters
    ----------
    positions : (N, 8) uint64
    moves : (N,) uint16
        A legal move of each position. The results of other moves are unspecified.
    out : (N, 8) uint64, optional
        The array for the results.

    Returns
    -------
    (N, 8) uint64
    """
    return _native.play(positions, moves, out, threads)


THREAT_KINDS: dict[str, NDArray[np.bool_]] = {
    name: np.array(values, np.bool_).reshape(6, 6) for name, values in _native.named_kinds()
}
"""Named kinds of threats, as (6, 6) bool; see :func:`threats`.

``"all"`` selects all threats. The others are choices of engines, named after the number of network inputs:
``"inputs-59808"`` (Stockfish, PlentyChess, Viridithas and Stormphrax in mid-2026), ``"inputs-60144"`` (SFNNv12),
``"inputs-66864"`` (SFNNv11, Reckless) and ``"inputs-79856"`` (SFNNv10).
"""
for _kinds in THREAT_KINDS.values():
    _kinds.flags.writeable = False


def threats(
    positions: NDArray[np.uint64],
    kinds: ThreatKinds | NDArray[np.bool_] = "all",
    *,
    defenses: bool = True,
    threads: int = 1,
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Lists pairs of an attacking and an attacked piece, which some neural networks use as inputs.

    Attacked pieces of both colors are included, and sliders attack the nearest piece in each direction. Pins and the side to
    move do not matter.

    Parameters
    ----------
    positions : (N, 8) uint64
    kinds : str or (6, 6) bool
        A name in :data:`THREAT_KINDS`, or for each attacker and each attacked piece (pawn, knight, bishop, rook, queen, king)
        whether to include the threat.
    defenses : bool
        Whether to include threats to pieces of the attacker's own color, which protect them.

    Returns
    -------
    offsets : (N + 1,) int64
        The threats of position ``i`` are ``threats[offsets[i]:offsets[i + 1]]``, in unspecified order.
    threats : (M, 4) uint8
        The attacker, its square, the attacked piece, its square. White's pawn, knight, bishop, rook, queen and king are 1 to 6,
        Black's 9 to 14.
    """
    return _native.threats(positions, kinds, defenses, threads)


class ThreatLayout:
    """The numbers of a neural network's inputs, for :func:`threat_inputs` and :func:`threat_inputs_csr`.

    It cannot be changed. It can be pickled, so worker processes can receive it. Layouts are equal if their arguments were.

    Parameters
    ----------
    kinds : str or (6, 6) bool
        The kinds of threats that are inputs, as in :func:`threats`.
    pawn_pairs : int, optional
        The number of the first input for pairs of pawns on the same or on neighboring files, 4,560 in all. Without it, there are
        none. Stockfish and nnue-pytorch have them behind the threats: ``"inputs-59808"`` with 59808.
    like_threats : "higher", "lower" or "both"
        Which threat is an input if two like pieces attack each other: the one from the higher square, as in Stockfish,
        nnue-pytorch and Reckless, the one from the lower square, or both. Pawns of one color are not like pieces.
    mirrored_king : "kings wing", "queens wing" or "nowhere"
        The files on which the own king mirrors the files: e to h, as in these programs, a to d, or none.
    bases : (12, 12) int32, optional
        The number of the first input of each pair of attacker and attacked piece: the own pawn, knight, bishop, rook, queen and
        king, then the enemy's. -1 keeps the usual number, in the order of this array. A pair has 84 inputs for pawns, 336 for
        knights, 560 for bishops, 896 for rooks, 1,456 for queens and 420 for kings: the pairs of squares of the attacker and of
        a square that it attacks on an empty board, in the order of the first and then of the second.
    defenses : bool
        Whether threats to pieces of the attacker's own color are inputs.

    Raises
    ------
    ValueError
        If a base is 2**30 or more, or of a pair that ``kinds`` does not have.

    Examples
    --------
    >>> ThreatLayout("inputs-59808", pawn_pairs=59_808).inputs
    64368
    """

    __slots__ = ("_arguments", "_native")

    def __init__(
        self,
        kinds: ThreatKinds | NDArray[np.bool_],
        *,
        pawn_pairs: int | None = None,
        like_threats: Literal["higher", "lower", "both"] = "higher",
        mirrored_king: Literal["kings wing", "queens wing", "nowhere"] = "kings wing",
        bases: NDArray[np.int32] | None = None,
        defenses: bool = True,
    ) -> None:
        native = _native.Layout(kinds, pawn_pairs, like_threats, mirrored_king, bases, defenses)
        of_kinds, pawn_pairs, of_bases = native.numbers
        arguments = (of_kinds, pawn_pairs, like_threats, mirrored_king, of_bases, bool(defenses))
        object.__setattr__(self, "_arguments", arguments)
        object.__setattr__(self, "_native", native)

    def __repr__(self) -> str:
        kinds, pawn_pairs, like_threats, mirrored_king, bases, defenses = self._arguments
        names = [repr(name) for name, named in THREAT_KINDS.items() if named.tobytes() == kinds]
        options = [names[0] if names else f"<{sum(kinds)} of 36 kinds>"]
        if pawn_pairs is not None:
            options.append(f"pawn_pairs={pawn_pairs}")
        if like_threats != "higher":
            options.append(f"like_threats={like_threats!r}")
        if mirrored_king != "kings wing":
            options.append(f"mirrored_king={mirrored_king!r}")
        if bases is not None:
            options.append(f"bases=<{np.count_nonzero(np.frombuffer(bases, np.int32) >= 0)} of 144>")
        if not defenses:
            options.append("defenses=False")
        return f"ThreatLayout({', '.join(options)})"

    def __eq__(self, other: object) -> bool:
        return self._arguments == other._arguments if isinstance(other, ThreatLayout) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._arguments)

    def __reduce__(self):
        return _layout_of, self._arguments

    def __copy__(self) -> ThreatLayout:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> ThreatLayout:
        return self

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a ThreatLayout cannot be changed, so {name} cannot be set")

    @property
    def inputs(self) -> int:
        """The number of inputs, one more than the highest."""
        return self._native.inputs


def _layout_of(kinds, pawn_pairs, like_threats, mirrored_king, bases, defenses):
    """Returns a layout that was pickled."""
    if bases is not None:
        bases = np.frombuffer(bases, np.int32).reshape(12, 12)
    kinds = np.frombuffer(kinds, np.bool_).reshape(6, 6)
    return ThreatLayout(
        kinds,
        pawn_pairs=pawn_pairs,
        like_threats=like_threats,
        mirrored_king=mirrored_king,
        bases=bases,
        defenses=defenses,
    )


def _layout(layout, pawn_pairs):
    """Returns the layout for the native module."""
    if not isinstance(layout, ThreatLayout):
        layout = ThreatLayout(layout, pawn_pairs=pawn_pairs)
    elif pawn_pairs is not None:
        raise ValueError("pawn_pairs must be None, because layout is a ThreatLayout, which has its own")
    return layout._native


def threat_input_count(layout: ThreatKinds | NDArray[np.bool_] | ThreatLayout, *, pawn_pairs: int | None = None) -> int:
    """Returns the number of inputs of a layout, see :func:`threat_inputs`. Each input is a number below it."""
    return _layout(layout, pawn_pairs).inputs


def threat_inputs(
    positions: NDArray[np.uint64],
    layout: ThreatKinds | NDArray[np.bool_] | ThreatLayout,
    *,
    pawn_pairs: int | None = None,
    perspectives: Literal["white", "black", "both", "side to move", "side to move first"] = "both",
    stride: int = 128,
    out: NDArray[np.int32] | None = None,
    threads: int = 1,
) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
    """Computes the inputs of neural networks that see threats, as one row for each position and perspective.

    An input is a threat from the view of one side: the colors are exchanged and the ranks reversed for Black, and a king of that
    side on the files e to h mirrors the files. Threats are numbered by attacker, attacked piece, origin and destination, as in
    Stockfish, nnue-pytorch and Reckless. If two like pieces attack each other, only the threat from the higher square is an input.
    :class:`ThreatLayout` has other choices. It takes time to make, so pass the same one again.

    Parameters
    ----------
    positions : (N, 8) uint64
    layout : str, (6, 6) bool or ThreatLayout
        A layout, or the kinds of threats of one, as in :func:`threats`.
    pawn_pairs : int, optional
        The number of the first input for pairs of pawns, as in :class:`ThreatLayout`. A layout has its own.
    perspectives : str
        ``"white"``, ``"black"``, ``"side to move"``, or two of them: ``"both"`` (White, then Black) and ``"side to move first"``.
    stride : int
        The number of places in a row.
    out : (N, stride) or (2, N, stride) int32, optional
        The array for the rows. Its last length takes the place of ``stride``.

    Returns
    -------
    inputs : (N, stride) or (2, N, stride) int32
        The inputs in unspecified order, and -1 behind them.
    counts : (N,) or (2, N) uint16
        The number of inputs of each row.

    Raises
    ------
    ValueError
        If a row has more inputs than places, with its number and theirs. ``out`` is written even so, with the inputs that fit.
    """
    return _native.threat_inputs(positions, _layout(layout, pawn_pairs), perspectives, stride, out, threads)


def threat_inputs_csr(
    positions: NDArray[np.uint64],
    layout: ThreatKinds | NDArray[np.bool_] | ThreatLayout,
    *,
    pawn_pairs: int | None = None,
    perspectives: Literal["white", "black", "both", "side to move", "side to move first"] = "both",
    threads: int = 1,
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Computes the inputs of :func:`threat_inputs` as a sparse matrix in CSR form.

    Parameters
    ----------
    positions, layout, pawn_pairs, perspectives
        As in :func:`threat_inputs`.

    Returns
    -------
    offsets : (N + 1,) or (2 * N + 1,) int64
        The inputs of row ``i`` are ``inputs[offsets[i]:offsets[i + 1]]``, in unspecified order. With two perspectives, a position
        has two rows, one after the other.
    inputs : (M,) int32
    """
    return _native.threat_inputs_csr(positions, _layout(layout, pawn_pairs), perspectives, threads)


def threat_input_changes(
    positions: NDArray[np.uint64],
    moves: NDArray[np.uint16],
    layout: ThreatKinds | NDArray[np.bool_] | ThreatLayout,
    *,
    pawn_pairs: int | None = None,
    perspectives: Literal["white", "black", "both", "side to move", "side to move first"] = "both",
    threads: int = 1,
) -> tuple[tuple[NDArray[np.int64], NDArray[np.int32]], tuple[NDArray[np.int64], NDArray[np.int32]]]:
    """Computes the inputs that a legal move of each position adds and removes, as two sparse matrices in CSR form.

    They turn the inputs before the move into those after it. If a king moves to the other half of the board, so that the files
    are mirrored or no longer mirrored, all inputs from the view of its side are removed and added. Otherwise none is in both. A
    layout without kinds (:class:`ThreatLayout` of an array of ``False``) has the changed pairs of pawns only.

    Parameters
    ----------
    positions : (N, 8) uint64
    moves : (N,) uint16
        A legal move of each position. For other moves, the inputs are unspecified.
    layout, pawn_pairs, perspectives
        As in :func:`threat_inputs`. The side to move is that before the move.

    Returns
    -------
    added, removed : (offsets, inputs)
        Each as returned by :func:`threat_inputs_csr`.
    """
    return _native.threat_input_changes(positions, moves, _layout(layout, pawn_pairs), perspectives, threads)


def moves_to_uci(moves: NDArray[np.uint16], *, chess960: bool = False) -> list[str]:
    """Converts moves to UCI notation, such as ``"e2e4"`` and ``"a7a8q"``.

    Parameters
    ----------
    moves : (M,) uint16
    chess960 : bool
        Whether castling is always written as the king moving to its rook, even from the squares of standard chess.

    Returns
    -------
    list of str
    """
    return _native.moves_to_uci(moves, bool(chess960))


def moves_to_san(positions: NDArray[np.uint64], moves: NDArray[np.uint16]) -> list[str]:
    """Converts one legal move of each position to standard algebraic notation, such as ``"Nbd2"`` and ``"exd8=Q#"``.

    Parameters
    ----------
    positions : (N, 8) uint64
    moves : (N,) uint16
        The move of each position, as in the results of :func:`quadline.positions.from_pgn`.

    Returns
    -------
    list of str

    Raises
    ------
    InvalidMove
        If a move is not legal in its position, with the row.

    Examples
    --------
    >>> import quadline
    >>> offsets, rows, moves = quadline.positions.from_movetext(["1. e4 e5 2. Nf3"])
    >>> quadline.moves_to_san(rows, moves)
    ['e4', 'e5', 'Nf3']
    """
    texts, wrong = _native.moves_to_san(positions, moves)
    if wrong:
        raise InvalidMove(*wrong)
    return texts


@overload
def moves_from_uci(
    positions: NDArray[np.uint64], texts: Texts, *, errors: Literal["raise"] = "raise"
) -> NDArray[np.uint16]: ...
@overload
def moves_from_uci(
    positions: NDArray[np.uint64], texts: Texts, *, errors: Literal["return"]
) -> tuple[NDArray[np.uint16], list[InvalidMove]]: ...
def moves_from_uci(positions, texts, *, errors="raise"):
    """Parses one move of each position in UCI notation.

    Parameters
    ----------
    positions : (N, 8) uint64
    texts : sequence of N str or bytes, or an array of N strings or bytes of Apache Arrow
        The kinds of text are those of :func:`quadline.positions.from_fen`. Castling may be written as the king's move of two
        squares, or as the king moving to its own rook. A row that is None or null becomes 0.
    errors : "raise" or "return"
        Whether to raise the first error, or to return all errors.

    Returns
    -------
    moves : (N,) uint16
        With ``errors="return"``, 0 for text that is not a legal move. No legal move is 0.
    errors : list of InvalidMove
        With ``errors="return"`` only: in the order of the rows, including rows that are not text.

    Raises
    ------
    InvalidMove
        A ``ValueError`` with the row and the problem.
    TypeError
        If an element is not text, with its row and type, or if ``texts`` is not a sequence or array of text.
    """
    most = most_errors(errors)
    texts = column("texts", "move", "move", texts)
    moves, wrong, not_text = _native.moves_from_uci(positions, texts, most)
    if errors == "raise" and not_text:
        raise TypeError(of_another_type("move", *not_text[0])[1])
    found = [InvalidMove(row, reason + advice(texts, row)) for row, reason in wrong]
    found += [InvalidMove(row, of_another_type("move", row, kind)[0]) for row, kind in not_text]
    if errors == "return":
        return moves, sorted(found, key=lambda error: error.row)
    if found:
        raise found[0]
    return moves


POLICY_SIZES: dict[str, int] = dict(_policy.SIZES)
"""The numbers of indices of :func:`policy_indices` in each numbering."""

POLICY_SIZE: int = POLICY_SIZES["quadline"]
"""The number of indices of :func:`policy_indices` in the numbering ``"quadline"``: all pairs of squares, and underpromotions."""


def policy_indices(
    moves: NDArray[np.uint16],
    black_to_move: NDArray[np.bool_] | None = None,
    *,
    numbering: Literal["quadline", "alphazero", "lc0"] = "quadline",
) -> NDArray[np.uint16]:
    """Computes an index for each move, for the policy head of a neural network.

    Different moves of one position have different indices.

    ``"quadline"``, 4,168 indices
        A move has the index ``64 * from + to``. This includes promotions to a queen, and castling with the rook's square as
        ``to``. Other promotions have the index ``4096 + 24 * role + 3 * file + direction``: role 0 for a knight, 1 for a bishop,
        2 for a rook; the file of the origin; direction 0 toward the a-file, 1 straight ahead, 2 toward the h-file.
    ``"alphazero"``, 4,672 indices
        A move has the index ``73 * from + plane``, as in arrays of 8 ranks, 8 files and 73 planes. The planes are those of `Silver
        and others, 2017 <https://arxiv.org/abs/1712.01815>`_, in the order of gym-chess: ``7 * direction + distance - 1`` for moves
        of a queen, with direction 0 to 7 clockwise from the north; 56 to 63 for moves of a knight, clockwise from two north and one
        east; ``64 + 3 * direction + role`` for promotions to a knight, bishop and rook. Promotions to a queen are moves of a queen.
        Castling is the king's move of two squares, or its move to the rook unless both are on their squares of standard chess.
    ``"lc0"``, 1,858 indices
        The numbering of Leela Chess Zero: all moves of queens and knights by origin, then destination, in the order a1, b1 to h8.
        These include promotions to a knight, and castling with the rook's square as destination. Promotions to a queen, rook and
        bishop follow, by the files of origin and destination.

    Parameters
    ----------
    moves : (M,) uint16
    black_to_move : (M,) bool, optional
        The boards to mirror vertically, so that both sides move up the board.
    numbering : "quadline", "alphazero" or "lc0"
        The numbering of the indices.

    Returns
    -------
    (M,) uint16
        Numbers below the one in :data:`POLICY_SIZES`.

    Raises
    ------
    ValueError
        If a number is not a move with an index, with its row. In ``"lc0"``, promotions of Black have none unless the board is
        mirrored.
    """
    moves = _native.checked("moves", moves, np.uint16, (None,))
    if numbering not in POLICY_SIZES:
        raise ValueError(f"numbering is {numbering!r}; it must be {', '.join(map(repr, POLICY_SIZES))}")
    turned = moves & np.uint16(0x7FFF)
    if black_to_move is not None:
        black_to_move = _native.checked("black_to_move", black_to_move, np.bool_, moves.shape)
        turned ^= np.where(black_to_move, 56 | 56 << 6, 0).astype(np.uint16)
    indices = _policy.indices(numbering)[turned]
    missing = np.flatnonzero(indices < 0)
    if len(missing):
        row = missing[0]
        move, up = (
            moves_to_uci(moves[row : row + 1])[0],
            "; it numbers the moves of Black on mirrored boards, see black_to_move",
        )
        raise ValueError(
            f"row {row} of moves is {move}, which has no index in {numbering!r}" + up * (numbering == "lc0")
        )
    return indices.astype(np.uint16)


def policy_mask(
    positions: NDArray[np.uint64],
    *,
    turned: bool = True,
    numbering: Literal["quadline", "alphazero", "lc0"] = "quadline",
    threads: int = 1,
) -> NDArray[np.bool_]:
    """Computes which indices of :func:`policy_indices` are legal moves.

    Parameters
    ----------
    positions : (N, 8) uint64
    turned : bool
        Whether to mirror the board vertically if Black is to move.
    numbering : "quadline", "alphazero" or "lc0"
        The numbering of the indices.

    Returns
    -------
    (N, M) bool
        M is the number in :data:`POLICY_SIZES`. Each index takes one byte.
    """
    offsets, moves = legal_moves(positions, threads=threads)
    rows = np.repeat(np.arange(len(positions)), np.diff(offsets))
    black = _black_to_move(positions)[rows] if turned else None
    indices = policy_indices(moves, black, numbering=numbering)
    mask = np.zeros((len(positions), POLICY_SIZES[numbering]), np.bool_)
    mask[rows, indices] = True
    return mask


@overload
def square_names(boards: int) -> list[str]: ...
@overload
def square_names(boards: NDArray[np.uint64]) -> list[list[str]]: ...
def square_names(boards):
    """Returns the names of the squares of bitboards, from ``"a1"`` to ``"h8"``.

    Parameters
    ----------
    boards : (N,) uint64, or int
        Bitboards, or one of them.

    Returns
    -------
    list of list of str, or list of str
        The names of each bitboard, or those of one.

    Examples
    --------
    >>> quadline.square_names(quadline.rook_attacks(np.array([0], np.uint8), 1 << 2 | 1 << 8))
    [['b1', 'c1', 'a2']]
    >>> quadline.square_names(5)
    ['a1', 'c1']
    """
    if isinstance(boards, (int, np.integer)):
        if not 0 <= int(boards) < 1 << 64:
            raise ValueError(f"boards is {boards}; a board has 64 bits")
        return square_names(np.array([boards], np.uint64))[0]
    if isinstance(boards, np.ndarray):
        # Fields of checks_and_pins are not contiguous.
        boards = np.ascontiguousarray(boards)
    boards = _native.checked("boards", boards, np.uint64, (None,))
    names: list[list[str]] = [[] for _ in boards]
    for row, square in zip(*(indices.tolist() for indices in planes(boards, np.uint8).reshape(-1, 64).nonzero())):
        names[row].append("abcdefgh"[square & 7] + "12345678"[square >> 3])
    return names


@overload
def planes(
    boards: NDArray[np.uint64], dtype: Float32 = ..., *, out: None = None, threads: int = 1
) -> NDArray[np.float32]: ...
@overload
def planes(boards: NDArray[np.uint64], dtype: UInt8, *, out: None = None, threads: int = 1) -> NDArray[np.uint8]: ...
@overload
def planes(boards: NDArray[np.uint64], dtype: Bool, *, out: None = None, threads: int = 1) -> NDArray[np.bool_]: ...
@overload
def planes(
    boards: NDArray[np.uint64], dtype: DTypeLike = ..., *, out: NDArray[Plane], threads: int = 1
) -> NDArray[Plane]: ...
def planes(boards, dtype=np.float32, *, out=None, threads=1):
    """Expands bitboards to planes of zeros and ones, for training neural networks.

    Parameters
    ----------
    boards : (...,) uint64
        Bitboards of any shape, such as (N, 12) from :func:`quadline.positions.bitboards`.
    dtype : float32, uint8 or bool
    out : (..., 8, 8), optional
        The array for the results. Its type takes the place of ``dtype``.

    Returns
    -------
    (..., 8, 8)
        ``[..., rank, file]``, the first rank and the a-file first.

    Notes
    -----
    With float32, the twelve planes of a position take 3 KB. Most of the time for a new array of a million positions is spent by the
    system on its memory. Some thousand positions at a time, written to the same ``out``, take a fraction of that time, and uint8
    takes a quarter of the memory.
    """
    return _native.planes(boards, dtype, out, threads)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
