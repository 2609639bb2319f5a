"""Plots mobility over the course of games: reads FENs, counts legal moves and attacked squares, and plots both by the number of
pieces on the board.

usage: mobility.py FILE.fen [PLOT.png]      (the plot requires matplotlib; without it, a table is printed)
"""

import sys

import numpy as np
import output

import quadline
from quadline import positions


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8-sig") as file:
        rows, errors, valid = positions.from_fen(file.read().splitlines(), errors="return", threads=0)
    for error in errors[:5]:
        print(error, file=sys.stderr)
    rows = rows[valid]
    if not len(rows):
        sys.exit("no positions")

    # Counts the bits of each board by expanding it to planes.
    def count(boards):
        return quadline.planes(boards, np.uint8).sum(axis=(-2, -1), dtype=np.uint16)

    pieces = count(rows[:, 0] | rows[:, 1])
    moves = quadline.legal_move_counts(rows, threads=0)
    white, black = quadline.attacked_squares(rows, threads=0)
    black_to_move = rows[:, 7] >> np.uint64(32) & np.uint64(1) == 1
    attacked = count(np.where(black_to_move, black, white))
    checks = quadline.checks_and_pins(rows)["checkers"] != 0

    numbers = np.unique(pieces)
    table = np.array([[group.mean() for group in (moves[pieces == n], attacked[pieces == n], checks[pieces == n])] for n in numbers])
    print(f"{len(rows)} positions, {moves.mean():.1f} legal moves each, level {quadline.level()}")
    if len(sys.argv) == 2:
        print("pieces  positions  moves  squares attacked  in check")
        for n, (move, square, check) in zip(numbers, table):
            print(f"{n:6}  {(pieces == n).sum():9}  {move:5.1f}  {square:16.1f}  {check:8.1%}")
        return
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plot

    figure, axis = plot.subplots(figsize=(7, 4), layout="constrained")
    axis.plot(numbers, table[:, 0], label="legal moves")
    axis.plot(numbers, table[:, 1], label="squares attacked")
    axis.set(xlabel="pieces on the board", ylabel="mean, side to move", title=f"Mobility in {len(rows)} positions")
    axis.invert_xaxis()
    axis.legend()
    with output.replacing(sys.argv[2], sys.argv[1]) as name:
        figure.savefig(name, dpi=150)


if __name__ == "__main__":
    output.run(main)
