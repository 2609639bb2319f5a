"""Data for trainers of networks: threat inputs and packed boards."""

import random

import chess
import numpy as np
import pytest

import quadline
from conftest import unaligned
from quadline import positions

LAYOUTS = ["inputs-59808", "inputs-60144", "inputs-66864", "inputs-79856"]


@pytest.fixture(scope="module")
def rows(fens):
    return positions.from_fen(fens)


def attacks_on_an_empty_board(color, role, square):
    if role == chess.PAWN and square // 8 in (0, 7):
        return []
    board = chess.Board(None)
    board.set_piece_at(square, chess.Piece(role, color))
    return sorted(board.attacks(square))


def numbers_of(kinds, bases=None):
    """The number of each input, by counting them in order. Pairs with a base are counted from there."""
    numbers, count = {}, 0
    pieces = [(color, role) for color in (True, False) for role in range(1, 7)]
    for attacker in pieces:
        squares = [(origin, to) for origin in range(64) for to in attacks_on_an_empty_board(*attacker, origin)]
        for attacked in pieces:
            if kinds[attacker[1] - 1, attacked[1] - 1]:
                base = -1 if bases is None else bases[pieces.index(attacker), pieces.index(attacked)]
                for index, (origin, to) in enumerate(squares):
                    numbers[attacker, attacked, origin, to] = (count if base < 0 else base) + index
                count += len(squares)
    return numbers


def inputs_of(board, numbers, view, pawn_pairs, like_threats="higher", mirrored_king="kings wing"):
    half = "kings wing" if chess.square_file(board.king(view)) >= 4 else "queens wing"
    flip = (0 if view else 56) ^ (7 if mirrored_king == half else 0)
    found = []
    for origin, attacker in board.piece_map().items():
        for to in board.attacks(origin):
            attacked = board.piece_at(to)
            if attacked is None:
                continue
            one, other = ((piece.color == view, piece.piece_type) for piece in (attacker, attacked))
            like = one[1] == other[1] and (one[1] != chess.PAWN or one[0] != other[0])
            number = numbers.get((one, other, origin ^ flip, to ^ flip))
            side = "higher" if origin ^ flip > to ^ flip else "lower"
            if number is not None and (not like or like_threats in ("both", side)):
                found.append(number)
    if pawn_pairs is not None:
        pawns = [(square, piece.color) for square, piece in board.piece_map().items() if piece.piece_type == chess.PAWN]
        for square, color in pawns:
            for square_2, color_2 in pawns:
                if abs(chess.square_file(square) - chess.square_file(square_2)) <= 1:
                    high, low = ((s ^ flip) - 8 + (0 if c == view else 48) for s, c in ((square, color), (square_2, color_2)))
                    if high > low:
                        found.append(pawn_pairs + high * (high - 1) // 2 + low)
    return sorted(found)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_threat_inputs(rows, boards, layout):
    kinds = quadline.THREAT_KINDS[layout]
    numbers = numbers_of(kinds)
    number = int(layout.split("-")[1])
    assert len(numbers) == number == quadline.threat_input_count(layout)
    assert quadline.threat_input_count(layout, pawn_pairs=number) == number + 4560
    for pawn_pairs in (None, number, 7):
        few, few_boards = (rows, boards) if pawn_pairs == number else (rows[:100], boards[:100])
        inputs, counts = quadline.threat_inputs(few, layout, pawn_pairs=pawn_pairs, stride=200)
        assert inputs.shape == (2, len(few), 200) and inputs.dtype == np.int32
        assert counts.shape == (2, len(few)) and counts.dtype == np.uint16
        for row, board in enumerate(few_boards):
            for side, view in enumerate((True, False)):
                count = counts[side, row]
                assert sorted(inputs[side, row, :count]) == inputs_of(board, numbers, view, pawn_pairs), board.fen()
                assert (inputs[side, row, count:] == -1).all()
    again, _ = quadline.threat_inputs(rows, kinds, stride=200)
    assert (again == quadline.threat_inputs(rows, layout, stride=200)[0]).all()


@pytest.mark.parametrize("kinds", ["all", "inputs-60144"])
@pytest.mark.parametrize("like_threats", ["higher", "lower", "both"])
@pytest.mark.parametrize("mirrored_king", ["kings wing", "queens wing", "nowhere"])
def test_layouts(rows, boards, kinds, like_threats, mirrored_king):
    has = np.tile(quadline.THREAT_KINDS[kinds], (2, 2))
    bases = np.where(has & (np.arange(144).reshape(12, 12) % 3 > 0), np.arange(144).reshape(12, 12) * 31 % 144 * 1500 + 100_000, -1)
    for bases in (None, bases.astype(np.int32)):
        numbers = numbers_of(quadline.THREAT_KINDS[kinds], bases)
        for pawn_pairs in (None, 7):
            layout = quadline.ThreatLayout(
                kinds, pawn_pairs=pawn_pairs, like_threats=like_threats, mirrored_king=mirrored_king, bases=bases
            )
            assert layout.inputs == quadline.threat_input_count(layout) == max(numbers.values()) + 1
            inputs, counts = quadline.threat_inputs(rows[:40], layout, stride=300)
            offsets, csr = quadline.threat_inputs_csr(rows[:40], layout)
            for row, board in enumerate(boards[:40]):
                for side, view in enumerate((True, False)):
                    expected = inputs_of(board, numbers, view, pawn_pairs, like_threats, mirrored_king)
                    assert sorted(inputs[side, row, : counts[side, row]]) == expected, board.fen()
                    at = 2 * row + side
                    assert sorted(csr[offsets[at] : offsets[at + 1]]) == expected
    with pytest.raises(AttributeError, match="cannot be changed, so inputs cannot be set"):
        layout.inputs = 7
    with pytest.raises(ValueError, match="pawn_pairs must be None, because layout is a ThreatLayout"):
        quadline.threat_inputs(rows, layout, pawn_pairs=7)


def test_layouts_without_defenses(rows, boards):
    kinds = quadline.THREAT_KINDS["inputs-66864"]
    layout = quadline.ThreatLayout("inputs-66864", defenses=False)
    assert layout.inputs == 66_864 // 2
    numbers = {}
    for key in numbers_of(kinds):
        if key[0][0] != key[1][0]:
            numbers[key] = len(numbers)
    inputs, counts = quadline.threat_inputs(rows[:40], layout, stride=300)
    for row, board in enumerate(boards[:40]):
        for side, view in enumerate((True, False)):
            assert sorted(inputs[side, row, : counts[side, row]]) == inputs_of(board, numbers, view, None), board.fen()
    bases = np.full((12, 12), -1, np.int32)
    bases[1, 2] = 7
    with pytest.raises(ValueError, match=r"bases\[1, 2\] is 7; it must be -1, because kinds has no such pair"):
        quadline.ThreatLayout("inputs-66864", bases=bases, defenses=False)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("perspectives", ["white", "black", "both", "side to move", "side to move first"])
def test_threat_input_changes(rows, perspectives, threads):
    offsets, moves = quadline.legal_moves(rows)
    many = np.repeat(rows, np.diff(offsets), axis=0)
    after, sides = quadline.play(many, moves), (0, 1)
    order = np.arange(len(many))
    if perspectives.startswith("side to move"):
        # The side to move after the move is the other one.
        black = (many[:, 7] >> np.uint64(32) & np.uint64(1)).astype(np.int64)
        sides = (black, 1 - black)
    elif perspectives == "black":
        sides = (1, 0)
    pairs_only = quadline.ThreatLayout(np.zeros((6, 6), np.bool_), pawn_pairs=7)
    for layout in (quadline.ThreatLayout("inputs-60144", pawn_pairs=60_144), pairs_only):
        changes = quadline.threat_input_changes(many, moves, layout, perspectives=perspectives, threads=threads)
        number = 1 if perspectives in ("white", "black", "side to move") else 2
        matrices = []
        for found_offsets, found in changes:
            assert found_offsets.dtype == np.int64 and found.dtype == np.int32
            assert len(found_offsets) == number * len(many) + 1 and found_offsets[-1] == len(found)
            matrices.append([found_offsets, found])
        before_rows, before_counts = quadline.threat_inputs(many, layout, stride=200)
        after_rows, after_counts = quadline.threat_inputs(after, layout, stride=200)
        for index in order[:: max(1, len(many) // 500)]:
            for view in range(number):
                side = sides[view] if isinstance(sides[view], int) else sides[view][index]
                old = before_rows[side, index, : before_counts[side, index]].tolist()
                new = after_rows[side, index, : after_counts[side, index]].tolist()
                at = number * index + view
                added, removed = (found[ends[at] : ends[at + 1]].tolist() for ends, found in matrices)
                for each in removed:
                    old.remove(each)
                assert sorted(old + added) == sorted(new)
                assert len(added) + len(removed) < 60 or not set(new) & set(old)
    with pytest.raises(ValueError, match="moves"):
        quadline.threat_input_changes(many, moves[1:], layout)


def test_wrong_layouts():
    def wrong(error, text, **options):
        with pytest.raises(error, match=text):
            quadline.ThreatLayout("inputs-60144", **options)

    wrong(ValueError, "like_threats is 'high'; it must be 'higher', 'lower', 'both'", like_threats="high")
    wrong(ValueError, "mirrored_king is None; it must be 'kings wing', 'queens wing', 'nowhere'", mirrored_king=None)
    wrong(TypeError, "bases must be a numpy array of int32", bases=np.zeros((12, 12), np.int64))
    wrong(ValueError, r"bases must be .* shape \(12, 12\)", bases=np.zeros((12, 6), np.int32))
    for (row, column), base, text in (
        ((1, 2), -2, r"bases\[1, 2\] is -2; it must be from 0 to 2\*\*30 - 1, or -1"),
        ((7, 2), 1 << 30, r"bases\[7, 2\] is 1073741824; it must be from 0"),
        ((5, 11), 0, r"bases\[5, 11\] is 0; it must be -1, because kinds has no such pair"),
    ):
        bases = np.full((12, 12), -1, np.int32)
        bases[row, column] = base
        wrong(ValueError, text, bases=bases)
    # The largest base that is accepted.
    bases[5, 11], bases[7, 2] = -1, (1 << 30) - 1
    assert quadline.ThreatLayout("inputs-60144", bases=bases).inputs == (1 << 30) - 1 + 336


def sets(inputs, counts):
    return [frozenset(row[:count].tolist()) for row, count in zip(inputs.reshape(-1, inputs.shape[-1]), counts.ravel())]


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 1009, 3000])
def test_perspectives_and_threads(rows, length):
    rows = np.resize(rows, (length, 8))
    white = sets(*quadline.threat_inputs(rows, "inputs-66864", perspectives="white", stride=200))
    black = sets(*quadline.threat_inputs(rows, "inputs-66864", perspectives="black", stride=200))
    moves = positions.black_to_move(rows).tolist()
    first = [(b if m else w) for w, b, m in zip(white, black, moves)]
    second = [(w if m else b) for w, b, m in zip(white, black, moves)]
    for many in (rows, unaligned(rows)):
        for threads in (1, 2, 3):
            for name, expected in (
                ("white", white), ("black", black), ("both", white + black), ("side to move", first), ("side to move first", first + second)
            ):
                inputs, counts = quadline.threat_inputs(many, "inputs-66864", perspectives=name, stride=200, threads=threads)
                assert inputs.shape == ((length, 200) if len(expected) == length and "first" not in name and name != "both" else (2, length, 200))
                assert sets(inputs, counts) == expected
                offsets, found = quadline.threat_inputs_csr(many, "inputs-66864", perspectives=name, threads=threads)
                assert offsets.dtype == np.int64 and found.dtype == np.int32 and offsets[-1] == len(found)
                if len(expected) > length:
                    # The rows of a position are next to each other.
                    expected = [row for pair in zip(expected[:length], expected[length:]) for row in pair]
                assert [frozenset(found[a:b].tolist()) for a, b in zip(offsets, offsets[1:])] == expected
                assert np.diff(offsets).tolist() == [len(row) for row in expected]


def test_rows_that_are_too_short(rows):
    _, counts = quadline.threat_inputs(rows, "inputs-79856")
    most = int(counts.max())
    out = np.full((2, len(rows), most), 7, np.int32)
    inputs, _ = quadline.threat_inputs(rows, "inputs-79856", out=out)
    assert inputs is out and (out.max(axis=2) >= 0).all()
    row = int(np.argmax(counts.max(axis=0)))
    with pytest.raises(ValueError, match=rf"position \d+ has {most} inputs; a row has {most - 1} places"):
        quadline.threat_inputs(rows, "inputs-79856", stride=most - 1)
    with pytest.raises(ValueError, match=rf"position 0 has {most} inputs; a row has 1 places"):
        quadline.threat_inputs(rows[row : row + 1], "inputs-79856", stride=1)
    # The other rows are written, and this one with some of its inputs.
    short = np.full((2, 2, most - 1), -7, np.int32)
    with pytest.raises(ValueError, match=rf"position 1 has {most} inputs; a row has {most - 1} places"):
        quadline.threat_inputs(np.concatenate([rows[:1], rows[row : row + 1]]), "inputs-79856", out=short)
    assert sets(short[:, 0], counts[:, 0]) == sets(inputs[:, 0], counts[:, 0]) and short.min() >= -1
    assert all(set(a.tolist()) < set(b.tolist()) for a, b in zip(short[:, 1], inputs[:, row]))
    # Many threats: more than the first room for a block, which is 64 for each row.
    many = positions.from_fen(["1QQQQQQ1/Q5Q1/Q5Q1/Q5Q1/Q5Q1/Q5Q1/Q3QQ2/QQQQ1K1k w - - 0 1"] * 130)
    layout = quadline.ThreatLayout("all", like_threats="both")
    offsets, inputs = quadline.threat_inputs_csr(many, layout)
    rows, counts = quadline.threat_inputs(many, layout, stride=400)
    assert counts.min() > 64 and (np.diff(offsets).reshape(-1, 2).T == counts).all() and len(inputs) == counts.sum()
    assert [frozenset(inputs[a:b].tolist()) for a, b in zip(offsets[::2], offsets[1::2])] == sets(rows[0], counts[0])
    assert [frozenset(inputs[a:b].tolist()) for a, b in zip(offsets[1::2], offsets[2::2])] == sets(rows[1], counts[1])


def test_wrong_arguments_of_inputs(rows):
    def wrong(error, text, *arguments, **options):
        for function in (quadline.threat_inputs, quadline.threat_inputs_csr):
            if function is quadline.threat_inputs or not {"stride", "out"} & set(options):
                with pytest.raises(error, match=text):
                    function(*arguments, **options)

    wrong(ValueError, "layout is 'all ';.*'inputs-59808'", rows, "all ")
    wrong(TypeError, r"layout must be a numpy array of bool and shape \(6, 6\)", rows, 7)
    wrong(ValueError, "perspectives is 'both '; it must be 'white', 'black', 'both'", rows, "all", perspectives="both ")
    for pawn_pairs in (-1, 1 << 30, 1.5, "x"):
        wrong(ValueError, r"pawn_pairs is .*; it must be None, or a number from 0 to", rows, "all", pawn_pairs=pawn_pairs)
    for stride in (0, -1, 65537, 1.5):
        wrong(ValueError, "stride is .*; it must be a number from 1 to 65536", rows, "all", stride=stride)
    # The longest row.
    longest, _ = quadline.threat_inputs(rows[:1], "all", stride=1 << 16)
    assert longest.shape == (2, 1, 1 << 16) and (longest[..., 400:] == -1).all()
    wrong(ValueError, r"out must be .* shape \(2, \d+, 128\)", rows, "all", out=np.empty((len(rows), 128), np.int32))
    wrong(TypeError, "out must be .*int32", rows, "all", out=np.empty((2, len(rows), 128), np.int64))
    # Rows that are no positions give some inputs, and change no others.
    mixed = np.concatenate([rows, np.random.default_rng(1).integers(0, 1 << 64, rows.shape, np.uint64), np.zeros_like(rows)])
    expected, counts = quadline.threat_inputs(rows, "inputs-59808", stride=300)
    found, numbers = quadline.threat_inputs(mixed, "inputs-59808", stride=2000)
    assert sets(found[:, : len(rows)], numbers[:, : len(rows)]) == sets(expected, counts) and found.max() < 59808


# Numbers of pieces: binpack alternates the colors, the other formats have Black's from 8 on.
def packed(boards, format):
    entries = np.zeros(len(boards), [("occupied", ">u8" if format == "binpack" else "<u8"), ("nibbles", "u1", 16), ("rest", "u1", 8)])
    for entry, board in zip(entries, boards):
        if format == "bulletformat" and not board.turn:
            board = board.mirror()
        entry["occupied"] = board.occupied
        for index, (square, piece) in enumerate(sorted(board.piece_map().items())):
            role = piece.piece_type - 1
            number = 2 * role + (not piece.color) if format == "binpack" else role + 8 * (not piece.color)
            if role == 3 and chess.BB_SQUARES[square] & board.clean_castling_rights():
                number = {"binpack": 13 + (not piece.color), "viriformat": 6 + 8 * (not piece.color)}.get(format, number)
            if format == "binpack" and role == 0 and board.ep_square is not None and square == board.ep_square ^ 8:
                number = 12
            if format == "binpack" and role == 5 and not piece.color and not board.turn:
                number = 15
            entry["nibbles"][index // 2] |= number << 4 * (index % 2)
        entry["rest"] = 255
    return entries


@pytest.mark.parametrize("format", ["binpack", "bulletformat", "viriformat"])
def test_packed_boards(rows, boards, format):
    entries = packed(boards, format)
    expected = rows.copy()
    if format == "bulletformat":
        expected = positions.from_boards([board if board.turn else board.mirror() for board in boards])
        expected[:, 7] = 0
    if format == "viriformat":
        valid = [board.turn and board.ep_square is None for board in boards]
        entries, expected = entries[valid], expected[valid]
    for errors in ("raise", "ignore"):
        for threads in (1, 3):
            many = np.tile(entries, 4)
            found = positions.from_packed(many["occupied"], many["nibbles"], format, errors=errors, threads=threads)
            assert found.ctypes.data % 64 == 0 and (found == np.tile(expected, (4, 1))).all()
    found, errors = positions.from_packed(entries["occupied"], entries["nibbles"], format, errors="return")
    assert (found == expected).all() and errors == []
    assert positions.from_packed(entries["occupied"][:0], entries["nibbles"][:0], format).shape == (0, 8)


@pytest.mark.parametrize("format", ["binpack", "bulletformat", "viriformat"])
def test_boards_are_packed(rows, boards, format):
    expected = np.tile(packed(boards, format), 4)
    for threads in (1, 3):
        occupied, nibbles = positions.to_packed(np.tile(rows, (4, 1)), format, threads=threads)
        assert occupied.dtype == np.uint64 and nibbles.dtype == np.uint8
        assert (occupied == expected["occupied"]).all() and (nibbles == expected["nibbles"]).all()
    occupied, nibbles = positions.to_packed(rows[:0], format)
    assert occupied.shape == (0,) and nibbles.shape == (0, 16)
    # A position with 64 pawns, on each of several threads.
    many = np.tile(rows, (8, 1))
    for row in (len(many) - 1, len(many) // 2, 301):
        many[row] = [2**64 - 1, 0, 2**64 - 1, 0, 0, 0, 0, 0]
        with pytest.raises(positions.InvalidPosition, match=f"row {row}: a packed board has at most 32 pieces"):
            positions.to_packed(many, format, threads=3)


def test_boards_are_packed_from_wrong_arguments(rows):
    with pytest.raises(ValueError, match="format is 'bin'; it must be 'binpack', 'bulletformat', 'viriformat'"):
        positions.to_packed(rows, "bin")
    with pytest.raises(ValueError, match=r"shape \(N, 8\)"):
        positions.to_packed(rows[:, :7], "binpack")
    with pytest.raises(TypeError, match="positions must be a numpy array of uint64"):
        positions.to_packed(rows.astype(np.int64), "binpack")


def test_packed_boards_that_are_no_positions(rows, boards):
    entries = np.tile(packed(boards, "binpack"), 3)
    broken = sorted(random.Random(1).sample(range(len(entries)), 40))
    for row in broken:
        entries["occupied"][row] = [0, 2**64 - 1, 1 << 63][row % 3]
    expected = np.tile(rows, (3, 1))
    expected[broken] = 0
    for threads in (1, 2):
        found, errors = positions.from_packed(entries["occupied"], entries["nibbles"], "binpack", errors="return", threads=threads)
        assert (found == expected).all() and [error.row for error in errors] == broken
    with pytest.raises(positions.InvalidPosition) as raised:
        positions.from_packed(entries["occupied"], entries["nibbles"], "binpack", threads=2)
    assert raised.value.row == broken[0] and str(raised.value) == str(errors[0])
    found = positions.from_packed(entries["occupied"], entries["nibbles"], "binpack", errors="ignore")
    kept = np.setdiff1d(np.arange(len(entries)), broken)
    assert (found[kept] == expected[kept]).all()


def test_wrong_arguments_of_packed_boards():
    occupied, nibbles = np.zeros(2, np.uint64), np.zeros((2, 16), np.uint8)

    def wrong(error, text, *arguments, **options):
        with pytest.raises(error, match=text):
            positions.from_packed(*arguments, **options)

    wrong(ValueError, "format is 'bin'; it must be 'binpack', 'bulletformat', 'viriformat'", occupied, nibbles, "bin")
    wrong(ValueError, "nibbles has 1 rows and occupied 2; the numbers must be equal", occupied, nibbles[:1], "binpack")
    wrong(ValueError, r"shape \(N, 16\), not of shape \(2, 15\)", occupied, nibbles[:, :15], "binpack")
    wrong(TypeError, "occupied must be a numpy array of uint64.*not of int64", occupied.astype(np.int64), nibbles, "binpack")
    wrong(TypeError, "nibbles must be a numpy array of uint8.*, not list", occupied, [0], "binpack")
    wrong(ValueError, 'it must be "raise", "return" or "ignore"', occupied, nibbles, "binpack", errors="no")
    wrong(positions.InvalidPosition, "row 0: piece placement: number of white kings: 0", occupied, nibbles, "binpack")
