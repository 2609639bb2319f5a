"""Output in notebooks: names, signatures, drawings."""

import ast
import inspect
import xml.etree.ElementTree as xml

import chess
import numpy as np
import pytest

import quadline
from quadline import positions


@pytest.mark.parametrize("module", [quadline, positions, quadline.sql, quadline.typing])
def test_names_are_completed_without_helpers(module):
    extra = ["__version__"] if module is quadline else []
    assert dir(module) == sorted([*module.__all__, *extra])
    assert all(hasattr(module, name) for name in module.__all__) and len(set(module.__all__)) == len(module.__all__)


def names_in(annotation):
    """The names that a person has to look up in an annotation."""
    tree = ast.parse(annotation)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield ast.unparse(node)
        elif isinstance(node, ast.Name):
            yield node.id


def test_annotations_can_be_read():
    """Each name is one of numpy, of Python, or a documented one of this package."""
    known = {"Any", "Callable", "Iterable", "Literal", "NDArray", "None", "bool", "dict", "int", "list", "object", "str", "tuple"}
    known |= {"np", *(f"np.{name}" for name in ("bool_", "float32", "int32", "int64", "integer", "uint16", "uint64", "uint8", "void"))}
    public = {*quadline.__all__, *positions.__all__, *quadline.typing.__all__, *quadline.sql.__all__}
    functions = [getattr(module, name) for module in (quadline, positions, quadline.sql) for name in module.__all__]
    functions = [function for function in functions if inspect.isfunction(function) or inspect.isclass(function)]
    assert len(functions) > 50
    for function in functions:
        signature = inspect.signature(function)
        for annotation in [signature.return_annotation, *(parameter.annotation for parameter in signature.parameters.values())]:
            if annotation is not inspect.Signature.empty:
                assert isinstance(annotation, (str, type(None))), (function, annotation)
                unknown = set(names_in(str(annotation))) - known - public
                assert not unknown, (function, annotation)


def test_drawings_as_text(fens, boards):
    assert repr(positions.draw(positions.START)) == str(positions.draw(positions.START[0]))
    for row, board in zip(positions.from_fen(fens), boards):
        for flipped in (False, True):
            lines = str(positions.draw(row, flipped=flipped)).split("\n")
            squares = str(board).split("\n")
            squares = [line[::-1] for line in squares[::-1]] if flipped else squares
            ranks, files = ("12345678", "h g f e d c b a") if flipped else ("87654321", "a b c d e f g h")
            assert lines[:8] == [f"{rank} {line}" for rank, line in zip(ranks, squares)]
            assert lines[8:] == [f"  {files}", "White to move" if board.turn else "Black to move"]


def test_marked_squares():
    text = str(positions.draw(positions.START[0], marked=1 << chess.A1 | 1 << chess.E4 | 1 << chess.H8))
    assert text.split("\n")[0] == "8 r n b q k b n r*" and text.split("\n")[4] == "4 . . . . .*. . ."
    assert text.split("\n")[7] == "1 R*N B Q K B N R" and text.count("*") == 3
    assert str(positions.draw(positions.START[0], marked=np.uint64(2**64 - 1))).count("*") == 64


def test_drawings_as_svg(fens, boards):
    space = "{http://www.w3.org/2000/svg}"
    for row, board in zip(positions.from_fen(fens[:50]), boards):
        for flipped, marked in ((False, 0), (True, int(row[0]))):
            drawing = positions.draw(row, marked=marked, flipped=flipped)
            assert drawing._repr_svg_() is drawing.svg
            root = xml.fromstring(drawing.svg)
            assert root.find(f"{space}title").text.startswith(board.fen().split()[0])
            group = root.find(f"{space}g")
            # The squares from the top left, with their colors, and the figures on them.
            squares = [chess.square(file, rank) for rank in range(7, -1, -1) for file in range(8)]
            squares = squares[::-1] if flipped else squares
            rects = group.findall(f"{space}rect")
            fills = {}
            for square, rect in zip(squares, rects, strict=True):
                is_light = (chess.square_file(square) + chess.square_rank(square)) % 2
                fills.setdefault((is_light, marked >> square & 1), set()).add(rect.get("fill"))
            assert all(len(colors) == 1 for colors in fills.values())
            brightness = {kind: sum(bytes.fromhex(color[1:])) for kind, (color,) in fills.items()}
            assert all(brightness[1, mark] > brightness[0, mark] for light, mark in fills if (1, mark) in fills and (0, mark) in fills)
            places = {(rect.get("x"), rect.get("y")): square for square, rect in zip(squares, rects)}
            found = {}
            for text in group.findall(f"{space}text"):
                if text.get("font-size") == "36":
                    corner = f"{float(text.get('x')) - 22.5:g}", f"{float(text.get('y')) - 36:g}"
                    symbol = "pnbrqk"["♟♞♝♜♛♚".index(text.text[0])]
                    found[places[corner]] = symbol.upper() if text.get("fill") == "#fff" else symbol
            assert found == {square: piece.symbol() for square, piece in board.piece_map().items()}


def test_drawings_of_other_rows():
    assert str(positions.draw(np.zeros(8, np.uint64))).startswith("8 . . .")
    positions.draw(np.random.default_rng(1).integers(0, 2**64, 8, np.uint64))
    for row, error, message in (
        (positions.START.repeat(2, axis=0), ValueError, r"row has the shape \(2, 8\); it must be one position, such as positions\[i\]"),
        (positions.START[0].astype(np.int64), TypeError, "row must be a numpy array of uint64"),
        (chess.STARTING_FEN, TypeError, "row must be a numpy array of uint64 and shape .8,., not str"),
    ):
        with pytest.raises(error, match=message):
            positions.draw(row)
    for marked in (-1, 2**64, 1.5, None):
        with pytest.raises(ValueError, match="marked is .*; it must be a bitboard, from 0 to"):
            positions.draw(positions.START, marked=marked)


def test_square_names():
    random = np.random.default_rng(2)
    words = random.integers(0, 2**64, 300, np.uint64) & random.integers(0, 2**64, 300, np.uint64)
    words[:2] = 0, 2**64 - 1
    expected = [[chess.square_name(square) for square in chess.SquareSet(int(word))] for word in words]
    assert quadline.square_names(words) == expected
    assert [quadline.square_names(word) for word in words] == expected == [quadline.square_names(int(word)) for word in words]
    assert quadline.square_names(words[:0]) == []
    assert quadline.square_names(words[::-2]) == expected[::-2]
    checkers = quadline.checks_and_pins(positions.from_fen(["4k3/8/8/8/8/8/8/r3K3 w - - 0 1"] * 2))["checkers"]
    assert not checkers.flags.c_contiguous and quadline.square_names(checkers) == [["a1"]] * 2
    for wrong in (-1, 2**64):
        with pytest.raises(ValueError, match=f"boards is {wrong}; a board has 64 bits"):
            quadline.square_names(wrong)
    with pytest.raises(TypeError, match=r"boards must be a numpy array of uint64 and shape \(N,\)"):
        quadline.square_names([1])
