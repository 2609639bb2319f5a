#!/usr/bin/env python3
"""Proves MAX_LEGAL_MOVES: no position that `Position::new` accepts has more legal moves.

An integer program describes every such position, with White to move, and its solver (HiGHS, `pip install highspy`) shows that
it has no solution with more moves. The program is a relaxation of the rules, so it can only count too many moves: it ignores the
attacks of Black's pieces, and therefore checks of White's king, pins, and squares that the king cannot enter.

* A square is empty, or it has one of White's pieces, Black's king, or another piece of Black's. No pawns on the outer ranks;
  one king each; Black's king is not attacked.
* The moves of sliders are counted line by line. Along a line, a walk from one end to the other remembers whether the last piece
  is a slider that attacks in this direction, and guesses whether the next piece is one that attacks backwards. An empty square is
  a move for each of the two, and a black piece a capture for each. Each line is a flow in a network of these states, which
  describes it exactly even if a solver relaxes it to fractions.
* Knights, kings and pawns have a variable for each move. A promotion is four moves.
* Castling is at most a move on each side on which there is a rook on the first rank; en passant is one pawn of Black's on the
  fifth rank with empty squares behind it.

By symmetry, Black's king is on one of the files a to d, which leaves a case for each of 32 squares.

usage: ci/max-legal-moves.py [--more-than N] [SQUARE]...
    N         default: MAX_LEGAL_MOVES of kernels/src/positions/moves.rs
    SQUARE    the square of Black's king, default: all 32 on the files a to d
Fails if there is a solution with more than N moves, and prints its position. All cases take an hour of processor time.
"""

import argparse
import re
import sys
import time
from pathlib import Path

import highspy

ROOT = Path(__file__).resolve().parent.parent
KINDS = "EQRBNPKXk"  # empty, White's pieces, another piece of Black's, Black's king
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
KING = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]
LINES = [("QR", 1, 0), ("QR", 0, 1), ("QB", 1, 1), ("QB", -1, 1)]


def away(square, files, ranks):
    file, rank = square % 8 + files, square // 8 + ranks
    return 8 * rank + file if 0 <= file < 8 and 0 <= rank < 8 else None


class Program:
    def __init__(self, black_king, more_than):
        self.solver = highspy.Highs()
        self.solver.setOptionValue("output_flag", False)
        self.moves = []
        self.board = [{kind: self.solver.addBinary() for kind in KINDS} for _ in range(64)]
        self.pieces(black_king)
        for sliders, files, ranks in LINES:
            for start in range(64):
                if away(start, -files, -ranks) is None:
                    self.line(sliders, start, files, ranks)
        for square in range(64):
            self.steps("N", square, KNIGHT)
            self.steps("K", square, KING)
            if 1 <= square // 8 <= 6:
                self.pawn(square)
        self.en_passant()
        self.castling()
        self.total = sum(weight * move for weight, move in self.moves)
        self.solver.addConstr(self.total >= more_than + 1)

    def pieces(self, black_king):
        for square, kinds in enumerate(self.board):
            self.solver.addConstr(sum(kinds.values()) == 1)
            if square // 8 in (0, 7):
                self.solver.addConstr(kinds["P"] == 0)
            self.solver.addConstr(kinds["k"] == (square == black_king))
        self.solver.addConstr(sum(kinds["K"] for kinds in self.board) == 1)

    def move(self, weight, *conditions):
        """A move, or `weight` of them, that is possible only where all conditions hold."""
        move = self.solver.addVariable(0, 1)
        for condition in conditions:
            self.solver.addConstr(move <= condition)
        self.moves.append((weight, move))
        return move

    def line(self, sliders, start, files, ranks):
        squares = [start]
        while (following := away(squares[-1], files, ranks)) is not None:
            squares.append(following)
        into = [{} for _ in range(len(squares) + 1)]
        out = [{} for _ in range(len(squares) + 1)]
        for index, square in enumerate(squares):
            arcs = {"empty": [], "slider": [], "other": [], "black": [], "king": []}

            def arc(kind, before, after, moves=0):
                flow = self.solver.addVariable(0, 1)
                arcs[kind].append(flow)
                out[index].setdefault(before, []).append(flow)
                into[index + 1].setdefault(after, []).append(flow)
                if moves:
                    self.moves.append((moves, flow))

            # A state consists of two bits: whether a slider on either side of the square attacks in this
            # direction. Beyond the ends, neither does.
            last = index == len(squares) - 1
            for before in (0,) if index == 0 else (0, 1):
                for after in (0,) if last else (0, 1):
                    arc("empty", (before, after), (before, after), before + after)
                    arc("slider", (before, 1), (1, after))
                    arc("other", (before, 0), (0, after))
                    arc("black", (before, 0), (0, after), before + after)
            arc("king", (0, 0), (0, 0))
            kinds = self.board[square]
            white = [kind for kind in "QRBNPK"]
            for name, members in (
                ("empty", "E"),
                ("slider", sliders),
                ("other", [kind for kind in white if kind not in sliders]),
                ("black", "X"),
                ("king", "k"),
            ):
                self.solver.addConstr(sum(arcs[name]) == sum(kinds[kind] for kind in members))
        for at in range(1, len(squares)):
            for state in {*into[at], *out[at]}:
                self.solver.addConstr(sum(into[at].get(state, [])) == sum(out[at].get(state, [])))

    def steps(self, piece, square, steps):
        for step in steps:
            to = away(square, *step)
            if to is not None:
                self.solver.addConstr(self.board[square][piece] + self.board[to]["k"] <= 1)
                self.move(1, self.board[square][piece], self.board[to]["E"] + self.board[to]["X"])

    def pawn(self, square):
        pawn, ahead = self.board[square]["P"], self.board[square + 8]["E"]
        weight = 4 if square // 8 == 6 else 1
        self.move(weight, pawn, ahead)
        if square // 8 == 1:
            self.move(1, pawn, ahead, self.board[square + 16]["E"])
        for file in (-1, 1):
            to = away(square, file, 1)
            if to is not None:
                self.solver.addConstr(pawn + self.board[to]["k"] <= 1)
                self.move(weight, pawn, self.board[to]["X"])

    def en_passant(self):
        captured = [self.solver.addVariable(0, 1) for _ in range(8)]
        self.solver.addConstr(sum(captured) <= 1)
        for file in range(8):
            for square, kind in ((32 + file, "X"), (40 + file, "E"), (48 + file, "E")):
                self.solver.addConstr(captured[file] <= self.board[square][kind])
            for beside in (file - 1, file + 1):
                if 0 <= beside < 8:
                    self.move(1, captured[file], self.board[32 + beside]["P"])

    def castling(self):
        for wing in (-1, 1):
            moves = []
            for king in range(8):
                rooks = range(king) if wing < 0 else range(king + 1, 8)
                moves += [self.move(1, self.board[king]["K"], self.board[rook]["R"]) for rook in rooks]
            self.solver.addConstr(sum(moves) <= 1)

    def solve(self):
        """None if there is no solution, else its board."""
        self.solver.maximize(self.total)
        status = self.solver.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return None
        if status != highspy.HighsModelStatus.kOptimal:
            sys.exit(f"max legal moves: the solver ended with {status}")
        values = self.solver.getSolution().col_value
        rows = []
        for rank in range(7, -1, -1):
            kinds = [max(KINDS, key=lambda kind: values[self.board[8 * rank + file][kind].index]) for file in range(8)]
            rows.append("".join(kinds).replace("E", "."))
        moves = round(self.solver.getInfo().objective_function_value)
        return f"{moves} moves (Black's pieces but the king are X):\n" + "\n".join(rows)


def square_name(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def main():
    source = (ROOT / "kernels/src/positions/moves.rs").read_text(encoding="utf-8")
    constant = re.search(r"pub const MAX_LEGAL_MOVES: usize = (\d+);", source)
    parser = argparse.ArgumentParser(usage=__doc__[__doc__.index("usage: ") + 7 :], add_help=False)
    parser.add_argument("--more-than", type=int, default=int(constant[1]))
    names = [square_name(square) for square in range(64)]
    parser.add_argument("squares", nargs="*")
    arguments = parser.parse_args()
    if unknown := set(arguments.squares) - set(names):
        parser.error(f"no squares: {', '.join(sorted(unknown))}")
    more_than, start, found = arguments.more_than, time.monotonic(), 0
    cases = [names.index(name) for name in arguments.squares] or [square for square in range(64) if square % 8 < 4]
    for index, square in enumerate(cases):
        solution = Program(square, more_than).solve()
        found += solution is not None
        answer = f"no more than {more_than} moves" if solution is None else solution
        print(f"{index + 1} of {len(cases)}, {time.monotonic() - start:.0f} s: king on {square_name(square)}: {answer}", flush=True)
    sys.exit(f"max legal moves: {found} cases have more than {more_than} moves" if found else None)


if __name__ == "__main__":
    main()
