"""Calls that engines make, compared with python-chess."""

import chess
import chess.polyglot
import numpy as np
import pytest

import quadline
from quadline import positions


@pytest.fixture(scope="module")
def rows(fens):
    return positions.from_fen(fens)


def lists(offsets, moves):
    """The moves of each position, sorted."""
    return [sorted(moves[start:end].tolist()) for start, end in zip(offsets, offsets[1:])]


@pytest.mark.parametrize("threads", [1, 3])
def test_legal_moves_of(rows, boards, threads):
    many = np.resize(rows, (2500, 8))  # more than one part
    offsets, moves = quadline.legal_moves(many)
    texts = quadline.moves_to_uci(moves)

    def kind(board, text):
        move = chess.Move.from_uci(text)
        if board.is_capture(move):
            return "captures"
        queen = move.promotion == chess.QUEEN
        return "quiets" if not move.promotion else "queen-promotions" if queen else "underpromotions"

    kinds = [kind(boards[row % len(rows)], text) for row, text in zip(np.repeat(np.arange(2500), np.diff(offsets)), texts)]
    assert set(kinds) == {"captures", "queen-promotions", "underpromotions", "quiets"}
    combined = ["promotions | captures", "captures|promotions|quiets", "captures|queen-promotions"]
    for names in ("captures", "promotions", "quiets", "queen-promotions", "underpromotions", *combined):
        found = quadline.legal_moves_of(many, names, threads=threads)
        assert found[0].dtype == np.int64 and found[1].dtype == np.uint16
        words = names.replace("|", " ").split()
        wanted = {*words, *(["queen-promotions", "underpromotions"] if "promotions" in words else [])}
        is_in = np.array([kind in wanted for kind in kinds])
        expected = np.concatenate([[0], np.cumsum(is_in)])[offsets]
        assert (found[0] == expected).all()
        assert lists(*found) == lists(expected, moves[is_in])


def test_kinds_of_moves_are_named(rows):
    for wrong, error, message in (
        ("checks", ValueError, "kinds is 'checks'; the names are 'captures', 'promotions', 'queen-promotions'"),
        ("", ValueError, "kinds is ''"),
        (1, TypeError, "kinds must be a str, not int"),
    ):
        with pytest.raises(error, match=message):
            quadline.legal_moves_of(rows, wrong)


@pytest.mark.parametrize("threads", [1, 2])
def test_legal_moves_from_to(rows, threads):
    random = np.random.default_rng(27)
    many = np.resize(rows, (2500, 8))
    offsets, moves = quadline.legal_moves(many)
    origins, targets = random.integers(0, 2**64, (2, 2500), np.uint64)
    found = quadline.legal_moves_from_to(many, origins, targets, threads=threads)
    counts = np.diff(offsets)
    is_in = lambda boards, squares: np.repeat(boards, counts) >> squares.astype(np.uint64) & np.uint64(1) != 0
    wanted = is_in(origins, moves & 63) & is_in(targets, moves >> 6 & 63)
    expected = np.concatenate([[0], np.cumsum(wanted)])[offsets]
    assert (found[0] == expected).all() and 0 < len(found[1]) < len(moves)
    assert lists(*found) == lists(expected, moves[wanted])
    with pytest.raises(ValueError, match="to_squares has 1 rows and positions 2500"):
        quadline.legal_moves_from_to(many, origins, targets[:1])


@pytest.mark.parametrize("threads", [1, 3])
def test_is_legal(rows, threads):
    many = np.resize(rows, (2500, 8))
    offsets, moves = quadline.legal_moves(many)
    # The legal moves of each position, and moves of the positions before it.
    owners = np.repeat(np.arange(2500), np.diff(offsets))
    assert quadline.is_legal(many[owners], moves, threads=threads).all()
    legal = {(owner, move) for owner, move in zip(owners.tolist(), moves.tolist())}
    shifted = np.roll(moves, 40)
    found = quadline.is_legal(many[owners], shifted, threads=threads)
    assert found.dtype == np.bool_
    assert found.tolist() == [pair in legal for pair in zip(owners.tolist(), shifted.tolist())]
    out = np.ones(1, np.bool_)
    assert quadline.is_legal(positions.START, np.zeros(1, np.uint16), out=out) is out and not out[0]


def test_gives_check(rows, boards):
    offsets, moves = quadline.legal_moves(rows)
    found = quadline.gives_check(np.repeat(rows, np.diff(offsets), axis=0), moves)
    texts = quadline.moves_to_uci(moves)
    expected = []
    for board, start, end in zip(boards, offsets, offsets[1:]):
        expected += [board.gives_check(chess.Move.from_uci(text)) for text in texts[start:end]]
    assert found.tolist() == expected and any(expected)
    assert found.view(np.uint8).max() == 1 == quadline.is_legal(np.repeat(rows, np.diff(offsets), axis=0), moves).view(np.uint8).max()


@pytest.mark.parametrize("threads", [1, 3])
def test_attackers_to(rows, boards, threads):
    random = np.random.default_rng(28)
    many = np.resize(rows, (2500, 8))
    squares = random.integers(0, 64, 2500, np.uint8)
    found = quadline.attackers_to(many, squares, threads=threads)
    for row in range(2500):
        board, square = boards[row % len(rows)], int(squares[row])
        assert found[row] == int(board.attackers(True, square) | board.attackers(False, square))
    # The pieces on the outer files are removed, so they neither attack nor block.
    inner = np.uint64(0x7E7E7E7E7E7E7E7E)
    occupied = positions.occupied(many) & inner
    found = quadline.attackers_to(many, squares, occupied, threads=threads)
    for row in range(0, 2500, 7):
        board = boards[row % len(rows)].copy()
        for file in "ah":
            for square in chess.SquareSet(chess.BB_FILES["abcdefgh".index(file)]):
                board.remove_piece_at(square)
        square = int(squares[row])
        assert found[row] == int(board.attackers(True, square) | board.attackers(False, square))
    out = np.full(3, 7, np.uint64)
    with pytest.raises(ValueError, match="row 1 of squares is 64; squares are 0 to 63"):
        quadline.attackers_to(rows[:3], np.array([0, 64, 1], np.uint8), out=out)
    assert (out == 7).all()


@pytest.mark.parametrize("threads", [1, 3])
def test_attacks_by_role(rows, boards, threads):
    white, black = quadline.attacks_by_role(np.resize(rows, (2500, 8)), threads=threads)
    assert white.shape == black.shape == (2500, 6)
    for row in range(2500):
        board = boards[row % len(rows)]
        for color, found in ((chess.WHITE, white[row]), (chess.BLACK, black[row])):
            for role in range(1, 7):
                expected = 0
                for square in board.pieces(role, color):
                    expected |= int(board.attacks(square))
                assert found[role - 1] == expected, (board.fen(), color, role)


def test_zobrist_keys(rows, boards):
    # With the numbers of Polyglot, the keys are those of Polyglot.
    numbers = np.array(chess.polyglot.POLYGLOT_RANDOM_ARRAY, np.uint64)
    expected = [chess.polyglot.zobrist_hash(board) for board in boards]
    many = np.tile(rows, (3, 1))
    for threads in (1, 2):
        assert quadline.zobrist_keys(many, numbers, threads=threads).tolist() == expected * 3
    out = np.zeros(len(rows), np.uint64)
    assert quadline.zobrist_keys(rows, out=out) is out
    # Different positions have different keys, and the numbers of the package are not those of Polyglot.
    assert len(set(out.tolist())) == len(set(expected)) and not set(out.tolist()) & set(expected)
    with pytest.raises(ValueError, match=r"numbers must be .* shape \(781,\)"):
        quadline.zobrist_keys(rows, numbers[:780])


def test_polyglot_keys(rows, boards):
    keys = quadline.polyglot_keys(rows, threads=2)
    assert keys.tolist() == [chess.polyglot.zobrist_hash(board) for board in boards]
    assert quadline.polyglot_keys(positions.START).tolist() == [0x463B96181691FC9C]
    games = ["e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3"]
    for game in games:
        board, row = chess.Board(), positions.START
        for text in game.split():
            row = quadline.play(row, quadline.moves_from_uci(row, [text]))
            board.push_uci(text)
            assert quadline.polyglot_keys(row).tolist() == [chess.polyglot.zobrist_hash(board)]


def test_one_element_for_each_position(rows):
    for call, dtype in ((quadline.is_legal, np.uint16), (quadline.gives_check, np.uint16), (quadline.attackers_to, np.uint8)):
        with pytest.raises(ValueError, match="has 1 rows and positions 2; the numbers must be equal"):
            call(rows[:2], np.zeros(1, dtype))
        with pytest.raises(TypeError):
            call(rows[:2], [0, 0])


def test_rows_that_are_not_positions():
    rows = np.random.default_rng(29).integers(0, 2**64, (64, 8), np.uint64)
    offsets, moves = quadline.legal_moves_of(rows, "captures|promotions|quiets")
    assert offsets[-1] == len(moves)
    moves = np.arange(64, dtype=np.uint16)
    quadline.is_legal(rows, moves), quadline.gives_check(rows, moves), quadline.attacks_by_role(rows)
    quadline.polyglot_keys(rows)
    assert not quadline.is_legal(np.zeros((64, 8), np.uint64), moves).any()
