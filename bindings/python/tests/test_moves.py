"""Moves, the positions after them, and positions from boards, compared with python-chess."""

import pickle

import chess
import chess.variant
import numpy as np
import pytest

import quadline
from conftest import unaligned
from quadline import positions


@pytest.fixture(scope="module")
def rows(fens):
    return positions.from_fen(fens)


CHESS960 = [
    "1k2r3/8/8/8/8/8/8/R3K1R1 w AG - 0 1",
    "r1k1r3/p6p/8/8/8/8/P6P/R1K1R3 b EAea - 0 1",
    # As far from king to rook as in standard chess, from other squares.
    "1r1k2r1/8/8/8/8/8/8/1R1K2R1 w BGbg - 0 1",
    "4k3/8/8/8/8/8/8/1R3K1R w BH - 0 1",
]


@pytest.mark.parametrize("threads", [1, 3])
def test_successors(rows, boards, threads):
    many = np.resize(rows, (2500, 8))  # more than one part
    offsets, after = quadline.successors(many, threads=threads)
    again, moves = quadline.legal_moves(many, threads=threads)
    assert (offsets == again).all() and after.shape == (len(moves), 8)
    assert (quadline.play(np.repeat(many, np.diff(offsets), axis=0), moves, threads=threads) == after).all()
    fens = positions.to_fen(after)
    for index, board in enumerate(boards[:200]):
        expected = []
        for move in board.legal_moves:
            board.push(move)
            # "xfen": the en passant square is written only if a pawn attacks it.
            expected.append(" ".join(board.fen(en_passant="xfen").split()[:4]) + " 0 1")
            board.pop()
        assert sorted(fens[offsets[index] : offsets[index + 1]]) == sorted(expected), board.fen()


def test_successors_of_rows_that_are_not_positions():
    rows = np.zeros((3, 8), np.uint64)
    assert quadline.successors(rows)[1].shape == (0, 8)
    # The starting position with one wrong bit in each word.
    wrong = np.uint64(1) << np.random.default_rng(1).integers(0, 64, (64, 8)).astype(np.uint64)
    offsets, after = quadline.successors(np.repeat(positions.START, 64, axis=0) ^ wrong)
    assert offsets[-1] == len(after) > 0


def sorted_moves(rows, offsets, moves):
    """The moves of some rows, sorted."""
    return [sorted(moves[offsets[row] : offsets[row + 1]].tolist()) for row in rows]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("every", [1, 2, 7])
def test_lists_of_words_that_are_not_positions(rows, threads, every):
    """Such rows have no right answers, but no errors either, and the positions among them have their own answers."""
    random = np.random.default_rng(3)
    # Blocks of 65 positions, for example, are counted by another kernel than the same positions in longer ones.
    for length in (1, 16, 97, 193, 257, 321, 1100):
        for few_bits in range(4):
            many = unaligned(np.resize(rows, (length, 8)))
            nonsense = random.integers(0, 2**64, (4, length, 8), np.uint64)
            words = nonsense[0] if few_bits == 0 else np.bitwise_and.reduce(nonsense[: few_bits + 1])
            # The last kind are positions in which some bits are wrong.
            many[::every] = (many ^ words if few_bits == 3 else words)[::every]
            aligned = np.empty(8 * length + 8, np.uint64)
            first = -aligned.ctypes.data // 8 % 8
            aligned = aligned[first : first + 8 * length].reshape(length, 8)
            aligned[:] = many
            counts = quadline.legal_move_counts(many)
            real = [row for row in range(length) if row % every]
            alone = sorted_moves(range(len(real)), *quadline.legal_moves(np.array(many[real])))
            for these in (many, aligned):
                assert (quadline.legal_move_counts(these, threads=threads) == counts).all()
                offsets, moves = quadline.legal_moves(these, threads=threads)
                assert (np.diff(offsets) == counts).all() and offsets[-1] == len(moves)
                assert sorted_moves(real, offsets, moves) == alone
                offsets, after = quadline.successors(these, threads=threads)
                assert (np.diff(offsets) == counts).all() and offsets[-1] == len(after)
                if real:
                    own = np.concatenate([after[offsets[row] : offsets[row + 1]] for row in real])
                    assert (own == quadline.successors(np.array(many[real]))[1]).all()
                assert quadline.threats(these, threads=threads)[0][-1] >= 0
                # Every place is written, whatever was in the memory before.
                found = []
                for byte in (0, 255):
                    used = np.full(2 * len(moves), byte, np.uint8), np.full(64 * len(after) + 56, byte, np.uint8)
                    del used
                    found.append((*quadline.legal_moves(these, threads=threads), *quadline.successors(these, threads=threads)))
                assert all((one == other).all() for one, other in zip(*found))


def test_moves_from_uci(rows, boards):
    offsets, moves = quadline.legal_moves(rows)
    texts = quadline.moves_to_uci(moves)
    many = np.repeat(rows, np.diff(offsets), axis=0)
    assert (quadline.moves_from_uci(many, texts) == moves).all()
    assert (quadline.moves_from_uci(many, quadline.moves_to_uci(moves, chess960=True)) == moves).all()


def test_moves_that_are_none_are_named():
    rows = np.repeat(positions.START, 4, axis=0)
    with pytest.raises(quadline.InvalidMove, match="row 1: e2e5 is not a legal move of rnbqkbnr/") as caught:
        quadline.moves_from_uci(rows, ["e2e4", "e2e5", "x", "e7e5"])
    assert caught.value.row == 1 and isinstance(caught.value, ValueError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    moves, errors = quadline.moves_from_uci(rows, ["e2e4", "e2e5", "x", "e7e5"], errors="return")
    assert [error.row for error in errors] == [1, 2, 3] and quadline.moves_to_uci(moves[:1]) == ["e2e4"]
    assert (moves[1:] == 0).all()
    for wrong, error, message in (
        (["e2e4"], ValueError, "texts has 1 rows and positions 4"),
        ("e2e4", TypeError, r"texts is a single text; for one move, pass \[move\]"),
        (None, TypeError, "texts is of type NoneType; it must be a sequence of str or bytes, or an Arrow array"),
        ({"e2e4"}, TypeError, "texts is of type set"),
        (["e2e4", 1, "e2e4", "e2e4"], TypeError, "row 1 is of type int; a move must be str, bytes or None"),
    ):
        with pytest.raises(error, match=message):
            quadline.moves_from_uci(rows, wrong)
    # A lone surrogate is not a move, like other text that is none.
    with pytest.raises(quadline.InvalidMove, match="row 1: "):
        quadline.moves_from_uci(rows, ["e2e4", "\ud800", "x", "e2e4"])
    moves, errors = quadline.moves_from_uci(rows, ["e2e4", "e2\udfffe4", "\U0001f600", "e2e4"], errors="return")
    assert [error.row for error in errors] == [1, 2] and (moves != 0).tolist() == [True, False, False, True]
    # Rows are counted beyond the first block of texts, and a row that is not text is an error before other errors.
    many = np.repeat(positions.START, 70_000, axis=0)
    texts = ["e2e4"] * 70_000
    texts[40_000] = texts[69_999] = "e2e5"
    moves, errors = quadline.moves_from_uci(many, texts, errors="return")
    assert [error.row for error in errors] == [40_000, 69_999] and np.flatnonzero(moves == 0).tolist() == [40_000, 69_999]
    texts[69_998] = 7
    with pytest.raises(TypeError, match="row 69998 is of type int"):
        quadline.moves_from_uci(many, texts)
    errors = quadline.moves_from_uci(many, texts, errors="return")[1]
    assert [error.row for error in errors] == [40_000, 69_998, 69_999]
    assert str(errors[1]) == "row 69998: found a value of type int; a move must be str, bytes or None"
    with pytest.raises(ValueError, match='errors is "?\'?skip'):
        quadline.moves_from_uci(rows, ["e2e4"] * 4, errors="skip")


def test_san_and_checks_equal_python_chess(rows):
    chess = pytest.importorskip("chess")
    offsets, moves = quadline.legal_moves(rows)
    many = np.repeat(rows, np.diff(offsets), axis=0)
    boards = [chess.Board(fen, chess960=True) for fen in positions.to_fen(rows)]
    expected = [
        board.san(board.parse_uci(text))
        for board, first, end in zip(boards, offsets, offsets[1:])
        for text in quadline.moves_to_uci(moves[first:end], chess960=True)
    ]
    assert quadline.moves_to_san(many, moves) == expected
    assert quadline.in_check(rows).tolist() == [board.is_check() for board in boards]
    start = positions.START
    with pytest.raises(quadline.InvalidMove, match="row 1: e2e5 is not a legal move of rnbq") as error:
        first = quadline.moves_from_uci(start, ["e2e4"])
        quadline.moves_to_san(np.repeat(start, 2, axis=0), np.append(first, np.uint16(36 << 6 | 12)))
    assert error.value.row == 1
    with pytest.raises(quadline.InvalidMove, match="row 0: the position of this row is not valid: "):
        quadline.moves_to_san(np.zeros((1, 8), np.uint64), np.zeros(1, np.uint16))
    with pytest.raises(ValueError, match="moves has 2 rows and positions 1; the numbers must be equal"):
        quadline.moves_to_san(start, np.zeros(2, np.uint16))


def test_kinds_of_texts_of_moves(rows):
    """Those of FENs: lists of str and bytes with None, and Arrow arrays."""
    offsets, moves = quadline.legal_moves(rows)
    many, texts = np.repeat(rows, np.diff(offsets), axis=0), quadline.moves_to_uci(moves)
    for kind in (tuple(texts), iter(texts), [text.encode() for text in texts], np.array(texts)):
        assert (quadline.moves_from_uci(many, kind) == moves).all()
    two = np.repeat(positions.START, 2, axis=0)
    assert quadline.moves_from_uci(two, [None, b"e2e4"]).tolist() == [0, quadline.moves_from_uci(two[:1], ["e2e4"])[0]]
    with pytest.raises(quadline.InvalidMove, match="row 1: invalid move"):
        quadline.moves_from_uci(two, [None, b"e2e\xff"])
    # Missing rows are written, too.
    found, errors = quadline.moves_from_uci(two, [None, "e2e5"], errors="return")
    assert errors[0].row == 1 and found.tolist() == [0, 0]
    arrow = pytest.importorskip("pyarrow")
    for kind in (arrow.string(), arrow.large_string(), arrow.binary(), arrow.dictionary(arrow.int32(), arrow.string())):
        assert (quadline.moves_from_uci(many, arrow.array(texts).cast(kind)) == moves).all()
    assert (quadline.moves_from_uci(many, arrow.chunked_array([texts[:3], [], texts[3:]])) == moves).all()
    assert (quadline.moves_from_uci(many[5:30], arrow.array(texts)[5:30]) == moves[5:30]).all()
    four = np.repeat(positions.START, 4, axis=0)
    found, errors = quadline.moves_from_uci(four, arrow.array(["e2e4", None, "e2e5", "d2d4"]), errors="return")
    assert (found != 0).tolist() == [True, False, False, True] and [error.row for error in errors] == [2]
    with pytest.raises(quadline.InvalidMove, match="row 2: e2e5 is not a legal move"):
        quadline.moves_from_uci(four, arrow.array(["e2e4", None, "e2e5", "x"]))
    with pytest.raises(ValueError, match="texts has 1 rows and positions 4"):
        quadline.moves_from_uci(four, arrow.array(["e2e4"]))
    with pytest.raises(TypeError, match="texts is an Arrow array of int64; moves must be strings or bytes"):
        quadline.moves_from_uci(four, arrow.array([1, 2, 3, 4]))


def test_moves_of_rows_that_are_not_positions():
    rows = np.concatenate([positions.START, np.zeros((1, 8), np.uint64), positions.START])
    rows[2, [0, 6]] &= ~np.uint64(0x10)
    errors = quadline.moves_from_uci(rows, ["e2e4", "e2e4", "d2d4"], errors="return")[1]
    assert [error.row for error in errors] == [1, 2]
    assert all("the position of this row is not valid: " in error.reason for error in errors)
    assert "number of white kings: 0" in errors[1].reason


def test_play_checks_its_arrays(rows):
    with pytest.raises(ValueError, match="moves has 1 rows and positions 2"):
        quadline.play(rows[:2], np.zeros(1, np.uint16))
    out = np.full((1, 8), 9, np.uint64)
    moves = quadline.moves_from_uci(positions.START, ["e2e4"])
    assert quadline.play(positions.START, moves, out=out) is out
    assert positions.to_fen(out) == ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]


def test_from_boards(rows, boards):
    made = positions.from_boards(boards)
    assert (made == rows).all() and made.ctypes.data % 64 == 0
    assert (positions.from_boards(iter(boards[:3])) == rows[:3]).all() and positions.from_boards([]).shape == (0, 8)
    chess960 = [chess.Board(fen, chess960=True) for fen in CHESS960]
    assert (positions.from_boards(chess960) == positions.from_fen(CHESS960)).all()
    with pytest.raises(positions.InvalidPosition, match="row 1: "):
        positions.from_boards([chess.Board(), chess.Board(None)])
    with pytest.raises(TypeError, match="row 1 is of type str; from_boards takes boards of python-chess, and from_fen takes FENs"):
        positions.from_boards([chess.Board(), chess.STARTING_FEN])
    with pytest.raises(TypeError, match=r"boards is of type Board; it must be an iterable of boards of python-chess; for one board, pass \[board\]$"):
        positions.from_boards(chess.Board())
    with pytest.raises(TypeError, match="boards is of type int; it must be an iterable of boards of python-chess$"):
        positions.from_boards(7)


@pytest.mark.parametrize("variant", chess.variant.VARIANTS, ids=lambda variant: variant.__name__)
def test_boards_of_variants_are_refused(variant):
    """Their moves are other ones, also where the position is one of standard chess."""
    board = variant("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    boards = [chess.Board(), board]
    if variant.uci_variant == "chess":
        assert len(positions.from_boards(boards)) == 2
        return
    with pytest.raises(quadline.InvalidPosition, match=f"^row 1: the board is one of {board.uci_variant}; positions are of standard chess") as raised:
        positions.from_boards(boards)
    assert raised.value.row == 1


def test_accessors_and_back(rows, boards):
    black, rooks, passed = positions.black_to_move(rows), positions.castling_rooks(rows), positions.en_passant(rows)
    assert black.dtype == np.bool_ and passed.dtype == np.uint8
    for index, board in enumerate(boards):
        assert black[index] == (board.turn == chess.BLACK)
        assert rooks[index] == board.clean_castling_rights()
        assert passed[index] == (64 if board.ep_square is None else board.ep_square)
        assert positions.occupied(rows)[index] == board.occupied
    again = positions.from_bitboards(positions.bitboards(rows), black, castling_rooks=rooks, en_passant=passed)
    assert (again == rows).all()
    assert (positions.from_bitboards(positions.bitboards(rows[:1]), black[:1])[:, :7] == rows[:1, :7]).all()
    # A boolean array can contain other bytes than 0 and 1.
    byte = np.full(1, 2, np.uint8).view(np.bool_)
    assert positions.black_to_move(positions.from_bitboards(positions.bitboards(positions.START), byte)).tolist() == [True]
    with pytest.raises(positions.InvalidPosition, match="row 0: "):
        positions.from_bitboards(np.zeros((1, 12), np.uint64), np.zeros(1, np.bool_))


def test_policy(rows, boards):
    offsets, moves = quadline.legal_moves(rows)
    for turned in (False, True):
        mask = quadline.policy_mask(rows, turned=turned, threads=2)
        assert mask.shape == (len(rows), quadline.POLICY_SIZE) and mask.dtype == np.bool_
        # No two moves of a position share an index.
        assert (mask.sum(axis=1) == np.diff(offsets)).all()
    # If turned, a position and its mirror image with the other side to move have the same mask.
    mirrored = positions.from_boards([board.mirror() for board in boards])
    assert (quadline.policy_mask(mirrored) == quadline.policy_mask(rows)).all()
    start = positions.from_fen(["3n4/P3k3/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/p3K3/3N4 b - - 0 1"])
    texts = ["a7a8q", "a7a8n", "a7a8b", "a7a8r"]
    indices = quadline.policy_indices(quadline.moves_from_uci(np.repeat(start[:1], 4, axis=0), texts))
    assert indices.tolist() == [64 * 48 + 56, 4096 + 1, 4096 + 24 + 1, 4096 + 48 + 1]
    black = quadline.moves_from_uci(np.repeat(start[1:], 4, axis=0), [text.replace("7", "2").replace("8", "1") for text in texts])
    assert quadline.policy_indices(black, np.ones(4, np.bool_)).tolist() == indices.tolist()
    assert quadline.policy_indices(np.zeros(0, np.uint16)).shape == (0,)


def policy_of_alphazero():
    """The 73 planes of each origin, as (origin, destination, promotion to another piece than a queen)."""
    table = {}
    for origin in chess.SQUARES:
        file, rank = chess.square_file(origin), chess.square_rank(origin)
        compass = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
        steps = [(east * far, north * far, None) for east, north in compass for far in range(1, 8)]
        steps += [(1, 2, None), (2, 1, None), (2, -1, None), (1, -2, None), (-1, -2, None), (-2, -1, None), (-2, 1, None), (-1, 2, None)]
        steps += [(east, 1, role) for east in (-1, 0, 1) for role in (chess.KNIGHT, chess.BISHOP, chess.ROOK)]
        assert len(steps) == 73
        for plane, (east, north, role) in enumerate(steps):
            if 0 <= file + east < 8 and 0 <= rank + north < 8:
                table[origin, chess.square(file + east, rank + north), role] = 73 * origin + plane
    return table


def policy_of_lc0():
    """The moves of the policy head of Leela Chess Zero, in order."""
    empty = chess.Board(None)
    moves = []
    for origin in chess.SQUARES:
        empty.set_piece_at(origin, chess.Piece(chess.QUEEN, chess.WHITE))
        squares = empty.attacks(origin) | chess.SquareSet(chess.BB_KNIGHT_ATTACKS[origin])
        empty.remove_piece_at(origin)
        moves += [chess.square_name(origin) + chess.square_name(square) for square in sorted(squares)]
    for start, end in (pair.split("-") for pair in "a-ab b-abc c-bcd d-cde e-def f-efg g-fgh h-gh".split()):
        moves += [f"{start}7{to}8{role}" for to in end for role in "qrb"]
    return moves


def test_policy_of_others(rows, boards):
    names = policy_of_lc0()
    # As in the list of its training code.
    known = {"a1b1": 0, "e1a1": 97, "e1h1": 103, "h8g8": 1791, "a7a8q": 1792, "a7a8b": 1794, "b7a8q": 1798, "h7h8b": 1857}
    assert len(names) == 1858 and all(names[index] == name for name, index in known.items())
    of_lc0, of_alphazero = {name: index for index, name in enumerate(names)}, policy_of_alphazero()
    chess960 = [chess.Board(fen, chess960=True) for fen in CHESS960]
    many = np.concatenate([rows, positions.from_boards([board.mirror() for board in boards]), positions.from_fen(CHESS960)])
    boards = [*boards, *(board.mirror() for board in boards), *chess960]
    offsets, moves = quadline.legal_moves(many)
    black = np.repeat(positions.black_to_move(many), np.diff(offsets))
    found = {name: quadline.policy_indices(moves, black, numbering=name) for name in quadline.POLICY_SIZES}
    masks = {name: quadline.policy_mask(many, numbering=name, threads=2) for name in quadline.POLICY_SIZES}
    assert (found["quadline"] == quadline.policy_indices(moves, black)).all()
    # The highest bit of a move means nothing.
    assert (found["lc0"] == quadline.policy_indices(moves | np.uint16(0x8000), black, numbering="lc0")).all()
    usual, of_rooks = quadline.moves_to_uci(moves), quadline.moves_to_uci(moves, chess960=True)
    for row, board in enumerate(boards):
        expected = {"alphazero": [], "lc0": []}
        for index in range(offsets[row], offsets[row + 1]):
            move, to_rook = chess.Move.from_uci(usual[index]), chess.Move.from_uci(of_rooks[index])
            squares = [move.from_square, move.to_square, to_rook.from_square, to_rook.to_square]
            if not board.turn:
                squares = [chess.square_mirror(square) for square in squares]
            promotion = None if move.promotion == chess.QUEEN else move.promotion
            expected["alphazero"].append(of_alphazero[squares[0], squares[1], promotion])
            name = chess.square_name(squares[2]) + chess.square_name(squares[3])
            if move.promotion not in (None, chess.KNIGHT):
                name += chess.piece_symbol(move.promotion)
            expected["lc0"].append(of_lc0[name])
        for name, indices in expected.items():
            assert found[name][offsets[row] : offsets[row + 1]].tolist() == indices, (name, board.fen())
            assert np.flatnonzero(masks[name][row]).tolist() == sorted(set(indices)) and len(set(indices)) == len(indices)
    assert [masks[name].shape for name in ("quadline", "alphazero", "lc0")] == [(len(many), n) for n in (4168, 4672, 1858)]
    assert quadline.POLICY_SIZES == {"quadline": 4168, "alphazero": 4672, "lc0": 1858}


def test_moves_without_a_policy():
    rows = positions.from_fen(["4k3/8/8/8/8/8/p7/4K3 b - - 0 1"])
    moves = quadline.moves_from_uci(np.repeat(rows, 2, axis=0), ["e8e7", "a2a1r"])
    assert quadline.policy_indices(moves, numbering="alphazero").tolist() == [73 * 60 + 28, 73 * 8 + 64 + 3 + 2]
    with pytest.raises(ValueError, match="row 1 of moves is a2a1r, which has no index in 'lc0'; it numbers .* see black_to_move"):
        quadline.policy_indices(moves, numbering="lc0")
    with pytest.raises(ValueError, match="row 0 of moves is a2a1n, which has no index in 'lc0'"):
        quadline.policy_indices(quadline.moves_from_uci(rows, ["a2a1n"]), numbering="lc0")
    with pytest.raises(ValueError, match="which has no index in 'lc0'"):
        quadline.policy_mask(rows, turned=False, numbering="lc0")
    assert quadline.policy_indices(moves[1:], np.ones(1, np.bool_), numbering="lc0").tolist() == [1793]
    for numbering in ("alphazero", "lc0"):
        with pytest.raises(ValueError, match="row 0 of moves is a1b4, which has no index"):
            quadline.policy_indices(np.array([25 << 6], np.uint16), numbering=numbering)
    with pytest.raises(ValueError, match="numbering is 'leela'; it must be 'quadline', 'alphazero', 'lc0'"):
        quadline.policy_indices(moves, numbering="leela")
