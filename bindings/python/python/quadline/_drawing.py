"""Drawings of positions."""

from __future__ import annotations

# White's pawn, knight, bishop, rook, queen and king, then Black's. In SVG, both colors have the solid figures.
_LETTERS = "PNBRQKpnbrqk"
_FIGURES = "\u265f\u265e\u265d\u265c\u265b\u265a"
_LIGHT, _DARK, _LIGHT_MARKED, _DARK_MARKED = "#f0ece2", "#b5a68c", "#bcd9f2", "#7fb0dc"
_SIDE, _BORDER = 45, 20


class Drawing:
    """A drawing of a position, made by :func:`quadline.positions.draw`.

    Attributes
    ----------
    text : str
        The board in letters. Marked squares have a ``*`` behind them.
    svg : str
        The board as SVG, which notebooks show.
    """

    __slots__ = ("svg", "text")

    text: str
    svg: str

    def __init__(self, boards: list[int], fen: str, black_to_move: bool, marked: int, flipped: bool) -> None:
        squares = range(64)
        letters = {
            square: _LETTERS[piece] for piece, board in enumerate(boards) for square in squares if board >> square & 1
        }
        ranks, files = range(8) if flipped else range(7, -1, -1), range(7, -1, -1) if flipped else range(8)
        side = "Black to move" if black_to_move else "White to move"
        self.text = _text(letters, ranks, files, side, marked)
        self.svg = _svg(letters, ranks, files, side, marked, fen)

    def __repr__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.svg


def _text(letters, ranks, files, side, marked):
    lines = []
    for rank in ranks:
        squares = [8 * rank + file for file in files]
        cells = [letters.get(square, ".") + ("*" if marked >> square & 1 else " ") for square in squares]
        lines.append(f"{rank + 1} {''.join(cells)}".rstrip())
    return "\n".join([*lines, "  " + " ".join("abcdefgh"[file] for file in files), side])


def _svg(letters, ranks, files, side, marked, fen):
    size = 8 * _SIDE + 2 * _BORDER
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}" role="img">',
        f"<title>{fen}, {side}</title>",
        f'<rect width="{size}" height="{size}" fill="#fff"/>',
        '<g text-anchor="middle" font-family="DejaVu Sans, Segoe UI Symbol, Apple Symbols, Noto Sans Symbols2, sans-serif">',
    ]
    for y, rank in enumerate(ranks):
        for x, file in enumerate(files):
            square = 8 * rank + file
            light = (rank + file) % 2
            fill = (_LIGHT_MARKED if light else _DARK_MARKED) if marked >> square & 1 else (_LIGHT if light else _DARK)
            left, top = _BORDER + x * _SIDE, _BORDER + y * _SIDE
            parts.append(f'<rect x="{left}" y="{top}" width="{_SIDE}" height="{_SIDE}" fill="{fill}"/>')
            letter = letters.get(square)
            if letter:
                figure, is_white = _FIGURES["PNBRQK".index(letter.upper())], letter.isupper()
                # The selector U+FE0E asks for a letter instead of a colored picture.
                colors = 'fill="#fff" stroke="#1d1d1d" stroke-width="1.5"' if is_white else 'fill="#1d1d1d"'
                place = f'x="{left + _SIDE / 2:g}" y="{top + 0.8 * _SIDE:g}"'
                parts.append(f'<text {place} font-size="36" paint-order="stroke" {colors}>{figure}\ufe0e</text>')
    for index, (rank, file) in enumerate(zip(ranks, files)):
        middle = _BORDER + (index + 0.5) * _SIDE
        parts.append(f'<text x="{_BORDER / 2:g}" y="{middle + 4:g}" font-size="12">{rank + 1}</text>')
        parts.append(f'<text x="{middle:g}" y="{size - 6}" font-size="12">{"abcdefgh"[file]}</text>')
    parts.append(f'<text x="{size / 2:g}" y="14" font-size="12">{side}</text></g></svg>')
    return "\n".join(parts)
