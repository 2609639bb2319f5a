"""Measures the overhead of Python: quadline against its C library on the same arrays, and against python-chess on the same FENs,
games and files of games.

usage: speed.py FILE.fen [libquadline.so]
"""

import ctypes
import random
import statistics
import sys
import time

import numpy as np
import output

import quadline
from quadline import positions

MILLION = 1_000_000


def seconds(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def alternating(one, other, blocks=41):
    """Returns the median times of both, and the median ratio of their speeds."""
    times = [(seconds(one), seconds(other)) for _ in range(blocks)]
    return *(statistics.median(column) for column in zip(*times)), statistics.median(b / a for a, b in times)


def random_games(chess, games, plies):
    """Returns games of random moves in movetext, without comments."""
    dice, texts = random.Random(1), []
    for _ in range(games):
        board, words = chess.Board(), []
        while len(board.move_stack) < plies and not board.is_game_over():
            if board.turn:
                words.append(f"{board.fullmove_number}.")
            words.append(board.san_and_push(dice.choice(list(board.legal_moves))))
        texts.append(" ".join([*words, board.result()]))
    return texts


def compare_games(chess):
    """Compares the positions of games with those of python-chess, which are played move by move."""
    import io

    import chess.pgn

    texts = random_games(chess, 100, 80)
    boards, found, calls = [], [], 100

    def push_san():
        """Plays words that are known to be moves or numbers."""
        boards.clear()
        for text in texts:
            board = chess.Board()
            for word in text.split()[:-1]:
                if not word.endswith("."):
                    boards.append(board.copy(stack=False))
                    board.push_san(word)

    def read_game():
        """Reads all that movetext may contain."""
        boards.clear()
        for text in texts:
            board = chess.Board()
            for move in chess.pgn.read_game(io.StringIO(text)).mainline_moves():
                boards.append(board.copy(stack=False))
                board.push(move)

    def from_movetext():
        for _ in range(calls):
            found[:] = positions.from_movetext(texts)

    for python_chess, name in ((read_game, "`chess.pgn`"), (push_san, "`push_san`, text without comments")):
        time_of_quadline, time_of_chess, ratio = alternating(from_movetext, python_chess, 5)
        for row, board in zip(found[1], boards, strict=True):
            assert row[:7].tolist() == positions.from_boards([board])[0, :7].tolist()
        time_of_quadline, ratio = time_of_quadline / calls, ratio * calls
        games = f"{len(texts)} games of {len(boards) // len(texts)} moves, per move"
        print(f"| `positions.from_movetext`, {games} | {time_of_quadline / len(boards) * 1e9:.0f} | {ratio:.0f} times python-chess |")
        print(f"| python-chess, the same ({name}) | {time_of_chess / len(boards) * 1e9:.0f} | 1 |")


def file_of(texts, comment):
    """Returns a file of games with the tags of Lichess, with a comment behind each move."""
    tags = "Event Site Date Round White Black Result UTCDate UTCTime WhiteElo BlackElo ECO Opening TimeControl Termination"
    header = "".join(f'[{tag} "Some text"]\n' for tag in tags.split())
    games = []
    for text in texts:
        words = [word + comment * (word[0] not in "0123456789*") for word in text.split()]
        games.append(f"{header}\n{' '.join(words)}\n\n")
    return "".join(games)


def compare_files(chess):
    """Compares the positions of files of games with those of python-chess."""
    import os
    import tempfile

    import chess.pgn

    texts, calls = random_games(chess, 100, 80) * 4, 100
    comments = (("without comments", ""), ("with evaluations and clocks", " { [%eval 0.17] [%clk 0:05:00] }"))
    for name, comment in comments:
        with tempfile.TemporaryDirectory() as folder:
            path, ends, found = os.path.join(folder, "games.pgn"), [], []
            with open(path, "w") as file:
                file.write(file_of(texts, comment))

            def python_chess():
                ends.clear()
                with open(path, encoding="utf-8") as file:
                    while (game := chess.pgn.read_game(file)) is not None:
                        board = game.board()
                        for move in game.mainline_moves():
                            board.push(move)
                        ends.append(board)

            def from_pgn():
                for _ in range(calls):
                    found[:] = positions.from_pgn(path)

            time_of_quadline, time_of_chess, ratio = alternating(from_pgn, python_chess, 5)
        offsets, rows, moves = found
        last = quadline.play(rows[offsets[1:] - 1], moves[offsets[1:] - 1])
        assert np.diff(offsets).tolist() == [len(board.move_stack) for board in ends]
        assert (last[:, :7] == positions.from_boards(ends)[:, :7]).all()
        time_of_quadline, ratio = time_of_quadline / calls, ratio * calls
        print(f"| `positions.from_pgn`, a file {name}, per move | {time_of_quadline / len(moves) * 1e9:.0f} | {ratio:.0f} times python-chess |")
        print(f"| python-chess, the same (`chess.pgn`, moves pushed) | {time_of_chess / len(moves) * 1e9:.0f} | 1 |")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8-sig") as file:
        fens = file.read().splitlines()
    million = (fens * (MILLION // len(fens) + 1))[:MILLION]
    rows = positions.from_fen(million)
    print(f"quadline {quadline.__version__}, level {quadline.level()}, {len(rows)} positions, one thread\n")
    print("| what | ns | ratio |\n|---|--:|--:|")

    if len(sys.argv) == 3:
        library = ctypes.CDLL(sys.argv[2])
        pointer = ctypes.c_void_p
        library.quadline_legal_move_counts.argtypes = [pointer, ctypes.c_size_t, pointer, pointer]
        ours, others = np.empty(MILLION, np.uint16), np.empty(MILLION, np.uint16)
        for name, part in (("", slice(None)), (", 1,000 at a time", slice(1000))):
            part_rows, out, other = rows[part], ours[part], others[part]
            repeats = range(MILLION // len(part_rows))

            def python():
                for _ in repeats:
                    quadline.legal_move_counts(part_rows, out=out)

            def c():
                for _ in repeats:
                    arguments = part_rows.ctypes.data, len(part_rows), other.ctypes.data, None
                    assert library.quadline_legal_move_counts(*arguments) == 0

            time_of_python, _, ratio = alternating(python, c)
            assert (out == other).all()
            nanoseconds = time_of_python / MILLION * 1e9
            print(f"| `legal_move_counts`{name} | {nanoseconds:.2f} | {ratio:.3f} of the C library |")

    def report(name, call):
        print(f"| {name} | {statistics.median(seconds(call) for _ in range(5)) / MILLION * 1e9:.1f} | |")

    report("`attacked_squares`", lambda: quadline.attacked_squares(rows))
    report("`checks_and_pins`", lambda: quadline.checks_and_pins(rows))
    report("`legal_moves`", lambda: quadline.legal_moves(rows))
    planes = np.empty((100_000, 12, 8, 8), np.float32)
    report("`positions.planes`, float32", lambda: [positions.planes(rows[:100_000], out=planes) for _ in range(10)])
    report("`positions.from_fen`, a list of str", lambda: positions.from_fen(million))
    try:
        import pyarrow
    except ImportError:
        pass
    else:
        array = pyarrow.array(million)
        report("`positions.from_fen`, Arrow", lambda: positions.from_fen(array))
    try:
        import chess
    except ImportError:
        print("\npython-chess is not installed, so it is not compared")
        return
    few = fens[:2000]
    of_chess = []
    of_quadline = []

    def python_chess():
        of_chess[:] = [chess.Board(fen).legal_moves.count() for fen in few]

    def from_fens():
        of_quadline[:] = quadline.legal_move_counts(positions.from_fen(few)).tolist()

    time_of_quadline, time_of_chess, ratio = alternating(from_fens, python_chess, 7)
    assert of_chess == of_quadline
    print(f"| FENs to counts, {len(few)} at a time | {time_of_quadline / len(few) * 1e9:.0f} | {ratio:.0f} times python-chess |")
    print(f"| python-chess, the same | {time_of_chess / len(few) * 1e9:.0f} | 1 |")

    boards = [chess.Board(fen) for fen in few]
    few_rows = positions.from_fen(few)
    lists = []
    # A single call is over before the caches and the branch predictor have recovered from python-chess.
    calls = 100

    def lists_of_python_chess():
        of_chess[:] = [list(board.legal_moves) for board in boards]

    def lists_of_quadline():
        for _ in range(calls):
            lists[:] = quadline.legal_moves(few_rows)

    time_of_quadline, time_of_chess, ratio = alternating(lists_of_quadline, lists_of_python_chess, 7)
    offsets, moves = lists
    texts = quadline.moves_to_uci(moves)
    for row, of_board in enumerate(of_chess):
        assert sorted(texts[offsets[row] : offsets[row + 1]]) == sorted(move.uci() for move in of_board)
    time_of_quadline, ratio = time_of_quadline / calls, ratio * calls
    print(f"| `legal_moves`, {len(few)} at a time | {time_of_quadline / len(few) * 1e9:.0f} | {ratio:.0f} times python-chess |")
    print(f"| python-chess, the same | {time_of_chess / len(few) * 1e9:.0f} | 1 |")
    compare_games(chess)
    compare_files(chess)


if __name__ == "__main__":
    output.run(main)
