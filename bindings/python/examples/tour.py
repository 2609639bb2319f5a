"""A tour of the package in cells, for a notebook: editors such as Jupyter (with jupytext), VS Code, Spyder and PyCharm run each
part that begins with `# %%`. As a script, it prints what the cells show, and draws the plot if it has a file for it.

usage: tour.py [FILE.fen] [PLOT.png]      (the plot requires matplotlib)

Without a file, and in a notebook, it reads the 2,000 positions of real games in tests/conformance/fixtures, if they are there.
"""

# %% [markdown]
# # Positions
# A position is a row of eight words. `from_fen` reads a list of FENs, and a drawing shows a row.

# %%
import platform
import sys
from pathlib import Path

import numpy as np

import quadline
from quadline import positions

FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "4r1k1/8/8/8/8/8/4B3/4K2R w K - 0 1",
]
# The arguments of a notebook are those of its kernel.
is_notebook = "ipykernel" in sys.modules
if not is_notebook:
    import output

    output.run_cells()
arguments = [] if is_notebook else sys.argv[1:]
here = Path(globals().get("__file__", "tour.py")).resolve()
of_games = [folder / "tests/conformance/fixtures/lichess-2025-05.fen" for folder in here.parents]
for path in arguments[:1] or [path for path in of_games if path.is_file()][:1]:
    with open(path, encoding="utf-8-sig") as file:
        FENS += file.read().splitlines()
rows, errors, valid = positions.from_fen(FENS, errors="return")
rows = rows[valid]
print(f"{len(rows)} positions, {len(errors)} texts that are none, level {quadline.level()}")
drawing = positions.draw(rows[1], marked=int(quadline.attacked_squares(rows[1:2])[1][0]))
print(drawing)
drawing

# %% [markdown]
# # Check, mate and stalemate
# A side is in check if there are checkers. If it has no legal moves, that is mate, and otherwise stalemate.

# %%
moves = quadline.legal_move_counts(rows)
in_check = quadline.checks_and_pins(rows)["checkers"] != 0
mate, stalemate = in_check & (moves == 0), ~in_check & (moves == 0)
print(f"{in_check.sum()} checks, {mate.sum()} of them mate; {stalemate.sum()} stalemate")
print("checked by", quadline.square_names(quadline.checks_and_pins(rows)["checkers"][mate])[0])

# %% [markdown]
# # Bitboards
# Attacked squares, pins and pieces are words with a bit for each square. `square_names` names the squares,
# `numpy.bitwise_count` (numpy 2) counts them, and `planes` makes arrays of zeros and ones.

# %%
pinned = quadline.checks_and_pins(rows)["pinned"]
print("pinned:", quadline.square_names(pinned)[4])
count = getattr(np, "bitwise_count", lambda boards: quadline.planes(boards, np.uint8).sum(axis=(-2, -1)))
white, black = quadline.attacked_squares(rows)
own = np.where(positions.black_to_move(rows), black, white)
print("squares attacked by the side to move:", count(own)[:5])

# %% [markdown]
# # Games
# `from_movetext` replays games: the position before each move, and the moves.

# %%
offsets, before, played = positions.from_movetext(["1. e4 e5 2. Nf3 {book} Nc6 3. Bb5 a6 *", "1. d4 d5 2. c4 1/2-1/2"])
print(quadline.moves_to_uci(played[offsets[1] : offsets[2]]))
positions.draw(before[offsets[0] + 4])

# %% [markdown]
# # A plot
# The mean number of legal moves, and of squares that the side to move attacks, by the number of pieces.

# %%
pieces = count(positions.occupied(rows))
numbers = np.unique(pieces)
means = np.array([[values[pieces == number].mean() for values in (moves, count(own))] for number in numbers])
for number, (legal, attacked) in list(zip(numbers, means))[:5]:
    print(f"{number:3} pieces: {legal:5.1f} legal moves, {attacked:5.1f} squares attacked")

# %%
if is_notebook or len(arguments) > 1:
    import matplotlib

    if not is_notebook:
        matplotlib.use("Agg")
    import matplotlib.pyplot as plot

    figure, axis = plot.subplots(figsize=(7, 4), layout="constrained")
    axis.plot(numbers, means[:, 0], label="legal moves", marker="o", markersize=3)
    axis.plot(numbers, means[:, 1], label="squares attacked", marker="o", markersize=3)
    axis.set(xlabel="pieces on the board", ylabel="mean, side to move", title=f"Mobility in {len(rows):,} positions", ylim=(0, None))
    axis.invert_xaxis()
    axis.legend()
    # Linux has the name of the CPU in a file.
    information = Path("/proc/cpuinfo")
    lines = information.read_text().splitlines() if information.is_file() else []
    names = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    cpu = names[0] if names else platform.processor() or platform.machine()
    figure.supxlabel(f"computed by quadline {quadline.__version__} at the level {quadline.level()}, on {cpu}", fontsize="small")
    if not is_notebook:
        with output.replacing(arguments[1], arguments[0]) as name:
            figure.savefig(name, dpi=150)
if not is_notebook:
    sys.stdout.flush()
