"""Builds a sparse matrix of features, as for training: a row for each position with a one for each threat, in SciPy's CSR format. The
time is compared with that of python-chess.

usage: threat_features.py FILE.fen [POSITIONS, a million] [OUTPUT.npz]      (does not require SciPy)
"""

import sys
import time

import chess
import numpy as np
import output

import quadline
from quadline import positions

KINDS = "inputs-59808"


def index_table():
    """Numbers the features: one for each pair of pieces and each pair of squares that the piece can attack on an empty board.

    Each network has its own numbering. This one has a row for each attacker and its square (16 * 64) and a column for
    each attacked piece and its square, and leaves no gaps.
    """
    kinds = quadline.THREAT_KINDS[KINDS]
    table = np.full((16, 64, 16, 64), -1, np.int32)
    count = 0
    for color in (chess.WHITE, chess.BLACK):
        for role in range(1, 7):
            attacker = role + (0 if color == chess.WHITE else 8)
            for start in chess.SQUARES:
                if role == chess.PAWN and chess.square_rank(start) in (0, 7):
                    continue
                board = chess.BaseBoard.empty()
                board.set_piece_at(start, chess.Piece(role, color))
                ends = list(board.attacks(start))
                for attacked_role in np.flatnonzero(kinds[role - 1]) + 1:
                    for attacked in (attacked_role, attacked_role + 8):
                        table[attacker, start, attacked, ends] = np.arange(count, count + len(ends))
                        count += len(ends)
    return table, count


def features(rows, table, threads=0):
    """Returns the index pointers and column indices of the CSR matrix."""
    offsets, threats = quadline.threats(rows, KINDS, threads=threads)
    attacker, start, attacked, end = threats.T
    return offsets, table[attacker, start, attacked, end]


def features_by_python_chess(board, table):
    """Returns the column indices of one board."""
    kinds = quadline.THREAT_KINDS[KINDS]
    byte = lambda piece: piece.piece_type + (0 if piece.color == chess.WHITE else 8)
    found = []
    for start, attacker in board.piece_map().items():
        for end in board.attacks(start):
            attacked = board.piece_at(end)
            if attacked and kinds[attacker.piece_type - 1, attacked.piece_type - 1]:
                found.append(table[byte(attacker), start, byte(attacked), end])
    return found


def main():
    if len(sys.argv) not in (2, 3, 4):
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8-sig") as file:
        fens = [line for line in file.read().splitlines() if line]
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    rows = positions.from_fen(fens, threads=0)
    rows = np.resize(rows, (wanted, 8))
    table, count = index_table()
    assert count == 59_808

    start = time.perf_counter()
    quadline.threats(rows, KINDS)
    threats_time = time.perf_counter() - start
    start = time.perf_counter()
    offsets, indices = features(rows, table)
    whole_time = time.perf_counter() - start
    assert (indices >= 0).all()

    boards = [chess.Board(fen) for fen in fens[:1000]]
    start = time.perf_counter()
    slowly = [features_by_python_chess(board, table) for board in boards]
    chess_time = (time.perf_counter() - start) / len(boards)
    for row, found in enumerate(slowly[:wanted]):
        assert sorted(found) == sorted(indices[offsets[row] : offsets[row + 1]].tolist()), fens[row]

    print(f"{wanted:,} positions, {len(indices) / wanted:.1f} features each of {count:,}, level {quadline.level()}")
    print(f"threats, one thread             {threats_time / wanted * 1e9:10.1f} ns a position")
    print(f"threats and indices, all cores  {whole_time / wanted * 1e9:10.1f} ns a position")
    print(f"python-chess                    {chess_time * 1e9:10.1f} ns a position, the same features")
    if len(sys.argv) == 4:
        # scipy.sparse.load_npz can load this file.
        shape = np.array([wanted, count])
        data = np.ones(len(indices), np.float32)
        with output.replacing(sys.argv[3], sys.argv[1]) as name, open(name, "wb") as file:
            np.savez(file, indices=indices, indptr=offsets, format=np.array("csr".encode()), shape=shape, data=data)


if __name__ == "__main__":
    output.run(main)
