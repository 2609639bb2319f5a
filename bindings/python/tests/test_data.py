"""Files of training data, compared with python-chess."""

import pickle
import struct
import sys
from pathlib import Path

import chess
import numpy as np
import pytest

import quadline
from conftest import ticks_during
from quadline import data, positions
from quadline.data import Batch, DataError, Skip
from test_games import row_of

FORMATS = Path(__file__).parents[3] / "formats"
BINPACK = FORMATS / "binpack/fixtures/games.binpack"
VIRIFORMAT = FORMATS / "viriformat/fixtures/games.vf"
GAMES = (FORMATS / "binpack/fixtures/games.txt").read_text().splitlines()
ENTRIES = 294
VALUES = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 300, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}
ROW = np.uint64


def material(board):
    own = [VALUES[piece.piece_type] * (1 if piece.color == board.turn else -1) for piece in board.piece_map().values()]
    return sum(own)


@pytest.fixture(scope="module")
def expected():
    """The entries of the fixtures by python-chess: rows, scores, results, plies and moves in UCI notation."""
    rows, scores, results, plies, moves = [], [], [], [], []
    for line in GAMES:
        *tokens, result = line.split()
        white = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}[result]
        board, ply = chess.Board(), 0
        for token in tokens:
            if token.rstrip(".").isdigit():
                continue
            token = token.split(".")[-1]
            move = board.parse_san(token)
            rows.append(row_of(board))
            scores.append(material(board))
            results.append(white if board.turn else -white)
            plies.append(ply)
            moves.append(board.uci(move))
            board.push(move)
            ply += 1
    return np.array(rows), scores, results, plies, moves


def without_en_passant(rows):
    rows = rows.copy()
    rows[:, 7] &= ROW(~0x0000FF0000FF0000 & 2**64 - 1)
    return rows


def equal(block, other):
    return all((a is None and b is None) or (a.dtype == b.dtype and np.array_equal(a, b)) for a, b in zip(block, other, strict=True))


def bullet_file(block):
    """A file of bulletformat with the entries of a block."""
    occupied, nibbles = positions.to_packed(block.positions, "bulletformat")
    black = positions.black_to_move(block.positions)
    out = []
    for index in range(len(block.scores)):
        kings = block.positions[index, 6]
        own, other = (int(kings & block.positions[index, side]).bit_length() - 1 for side in ((1, 0) if black[index] else (0, 1)))
        flip = 56 if black[index] else 0
        out.append(occupied[index].tobytes() + nibbles[index].tobytes())
        out.append(struct.pack("<hBBB3x", block.scores[index], block.results[index] + 1, own ^ flip, other ^ flip ^ 56))
    return b"".join(out)


@pytest.fixture(scope="module")
def bullet():
    return bullet_file(data.open(BINPACK).read())


@pytest.mark.parametrize("path", [BINPACK, VIRIFORMAT])
@pytest.mark.parametrize("threads", [1, 3])
def test_entries(path, threads, expected):
    file = data.open(path)
    assert file.format == ("binpack" if path == BINPACK else "viriformat") and file.name == str(path)
    block = file.read(threads=threads)
    rows, scores, results, plies, moves = expected
    assert block.positions.ctypes.data % 64 == 0 and block.positions.shape == (ENTRIES, 8)
    # Files of binpack have an en passant square only if a pawn can capture there.
    assert (without_en_passant(block.positions) == without_en_passant(rows)).all()
    assert block.scores.dtype == np.int16 and block.scores.tolist() == scores
    assert block.results.dtype == np.int8 and block.results.tolist() == results
    assert block.plies.dtype == np.uint16 and block.plies.tolist() == plies
    assert block.moves.dtype == np.uint16 and quadline.moves_to_uci(block.moves) == moves
    assert positions.check(block.positions) == []
    assert quadline.is_legal(block.positions, block.moves).all()


def test_bulletformat(bullet):
    file, other = data.open(bullet), data.open(BINPACK).read()
    assert file.format == "bulletformat" and repr(file) == "<<bytes>, bulletformat>"
    block = file.read()
    assert block.plies is None and block.moves is None
    assert (block.scores == other.scores).all() and (block.results == other.results).all()
    black = positions.black_to_move(other.positions)
    assert not positions.black_to_move(block.positions).any()
    own, enemy = (np.where(black, other.positions[:, 1 - side], other.positions[:, side]) for side in (0, 1))
    assert (block.positions[~black, 0] == own[~black]).all() and (block.positions[~black, 1] == enemy[~black]).all()
    assert (block.positions[black, 0] == own[black].byteswap()).all()


@pytest.mark.parametrize("rows", [1, 7, 100, 294, 1000])
def test_blocks(rows, bullet):
    for source in (BINPACK, VIRIFORMAT.read_bytes(), bullet):
        file = data.open(source)
        whole = file.read()
        blocks = list(file.blocks(rows, threads=2))
        assert [len(block.scores) for block in blocks] == [min(rows, ENTRIES - first) for first in range(0, ENTRIES, rows)]
        columns = [None if blocks[0][index] is None else np.concatenate([block[index] for block in blocks]) for index in range(5)]
        assert equal(columns, whole)
        assert equal(next(iter(file)), whole)


def repeated(path, copies, bullet=None):
    return (path.read_bytes() if bullet is None else bullet) * copies


def test_parts(bullet):
    """Parts together are the whole file, and each is in the order of the file."""
    # viriformat and bulletformat have parts of 256 KB.
    for source in (repeated(BINPACK, 3), repeated(VIRIFORMAT, 600), repeated(None, 60, bullet)):
        file = data.open(source)
        count = len(file.read().scores)
        for parts in (2, 3, 7):
            read = [list(file.blocks(1 << 20, part=part, parts=parts)) for part in range(parts)]
            blocks = [block for part in read for block in part]
            assert sum(len(block.scores) for block in blocks) == count
            if parts < 7:
                assert len(blocks) == parts
        rows = np.concatenate([block.positions for block in blocks])
        assert np.array_equal(np.unique(rows, axis=0), np.unique(file.read().positions, axis=0))


@pytest.mark.parametrize("path", [BINPACK, VIRIFORMAT])
def test_skip(path):
    file = data.open(path)
    block = file.read()

    def kept(**options):
        return file.read(skip=Skip(**options), threads=2)

    def same(found, mask):
        assert equal(found, [column[mask] for column in block]) and 0 < mask.sum() < ENTRIES

    same(kept(first_ply=17), block.plies >= 17)
    same(kept(score=0), block.scores != 0)
    enemies = np.where(positions.black_to_move(block.positions), block.positions[:, 0], block.positions[:, 1])
    captures = enemies >> (block.moves >> 6 & 63).astype(np.uint64) & ROW(1) != 0
    same(kept(captures=True), ~captures)
    checks = quadline.checks_and_pins(block.positions)["checkers"] != 0
    same(kept(in_check=True), ~checks)
    same(kept(first_ply=4, captures=True, in_check=True), (block.plies >= 4) & ~captures & ~checks)
    some = kept(left_out=0.5, seed=7)
    assert 100 < len(some.scores) < 200 and equal(some, kept(left_out=0.5, seed=7)) and not equal(some[:1], kept(left_out=0.5, seed=8)[:1])
    assert len(kept(left_out=1).scores) == 0 and equal(kept(), block)


@pytest.mark.parametrize("threads", [1, 2])
def test_chunks_in_lanes(threads):
    """If most entries are left out, a thread decodes eight chunks at once. Each part here is one chunk, which it decodes alone."""
    bytes, skip = bytearray(repeated(BINPACK, 20)), Skip(left_out=0.8, seed=5)
    size = struct.unpack("<I", bytes[4:8])[0] + 8
    file = data.open(bytes)
    blocks = [file.blocks(1 << 20, skip=skip, part=part, parts=40) for part in range(40)]
    expected = [np.concatenate(columns) for columns in zip(*(block for one in blocks for block in one), strict=True)]
    assert 1000 < len(expected[0]) < 1400 and equal(file.read(skip=skip, threads=threads), expected)
    # The entries of the chunks before an error, in the thirteenth file.
    place = 12 * len(bytes) // 20 + size + 8
    bytes[place] ^= 0xFF
    found = []
    with pytest.raises(DataError) as caught:
        for block in data.open(bytes).blocks(50, skip=skip, threads=threads):
            found.append(block)
    assert caught.value.offset == place
    columns = [np.concatenate(columns) for columns in zip(*found, strict=True)]
    assert equal(columns, [column[: len(columns[0])] for column in expected]) and 500 < len(columns[0]) < 900


def test_skip_of_boards(bullet):
    file = data.open(bullet)
    block = file.read()
    assert len(file.read(skip=Skip(score=0)).scores) == (block.scores != 0).sum()
    checks = quadline.checks_and_pins(block.positions)["checkers"] != 0
    assert len(file.read(skip=Skip(in_check=True)).scores) == (~checks).sum()
    with pytest.raises(ValueError, match="skip.captures is True; bulletformat has neither moves nor plies"):
        file.blocks(skip=Skip(captures=True))


LAYOUT = quadline.ThreatLayout("inputs-59808", pawn_pairs=59_808)


@pytest.mark.parametrize("perspectives", ["side to move first", "white"])
def test_batches(perspectives):
    file = data.open(BINPACK)
    block = file.read()
    batches = list(file.batches(128, LAYOUT, perspectives=perspectives))
    assert [len(batch.scores) for batch in batches] == [128, 128, 38]
    offsets, inputs = quadline.threat_inputs_csr(block.positions, LAYOUT, perspectives=perspectives)
    assert (np.concatenate([batch.inputs for batch in batches]) == inputs).all()
    first = batches[0]
    assert (first.offsets == offsets[: len(first.offsets)]).all() and first.offsets.dtype == np.int64
    assert first.scores.dtype == np.float32 and (first.scores == block.scores[:128]).all()
    assert first.results.dtype == np.float32 and (2 * first.results - 1 == block.results[:128]).all()
    assert (first.black_to_move == positions.black_to_move(block.positions[:128])).all()
    assert len(list(file.batches(128, LAYOUT, drop_last=True))) == 2
    rows = next(file.batches(128, LAYOUT, perspectives=perspectives, stride=160))
    expected = quadline.threat_inputs(block.positions[:128], LAYOUT, perspectives=perspectives, stride=160)
    assert (rows.inputs == expected[0]).all() and (rows.offsets == expected[1]).all()


def test_shuffled_batches():
    file = data.open(VIRIFORMAT)
    plain = list(file.batches(50, "inputs-59808"))
    shuffled = list(file.batches(50, "inputs-59808", shuffle=294, seed=1))
    assert [len(batch.scores) for batch in shuffled] == [len(batch.scores) for batch in plain]
    scores = [np.concatenate([batch.scores for batch in batches]) for batches in (plain, shuffled)]
    assert (scores[0] != scores[1]).any() and (np.sort(scores[0]) == np.sort(scores[1])).all()
    again = list(file.batches(50, "inputs-59808", shuffle=294, seed=1))
    assert all(equal(one, other) for one, other in zip(shuffled, again, strict=True))
    # Each batch contains its own entries: inputs, score and result belong together.
    whole = file.read()
    known = {
        (inputs.tobytes(), score) for inputs, score in zip(sorted_rows(whole.positions), whole.scores.astype(np.float32), strict=True)
    }
    strided = next(file.batches(50, "inputs-59808", shuffle=294, stride=128))
    rows = np.sort(np.swapaxes(strided.inputs, 0, 1), axis=2)
    assert all((row.tobytes(), score) in known for row, score in zip(rows, strided.scores, strict=True))


def sorted_rows(rows):
    inputs, _ = quadline.threat_inputs(rows, "inputs-59808", perspectives="side to move first")
    return np.sort(np.swapaxes(inputs, 0, 1), axis=2)


def test_errors_in_binpack():
    chunk = BINPACK.read_bytes()
    broken = bytearray(chunk * 2)
    broken[len(chunk) + 8] ^= 0xFF
    found = []
    with pytest.raises(DataError) as caught:
        for block in data.open(bytes(broken)).blocks(100):
            found.append(block)
    # The entries of the chunks before it.
    assert sum(len(block.scores) for block in found) == ENTRIES
    error = caught.value
    assert (error.name, error.offset) == ("<bytes>", len(chunk) + 8)
    assert str(error).startswith(f"<bytes>, byte {len(chunk) + 8}: the first position of a chain is not valid: ")
    assert str(pickle.loads(pickle.dumps(error))) == str(error) and isinstance(error, ValueError)
    with pytest.raises(DataError, match=r"byte \d+: the file ends 3 bytes before its last chunk does"):
        data.open(chunk[:-3]).read()


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("skip", [Skip(), Skip(left_out=0.8, seed=5)])
def test_first_of_several_errors(threads, skip):
    """Threads find errors at the same time, of which the first one in the file counts, also one of the end of the file."""
    copies = 20
    file = repeated(BINPACK, copies)
    size = struct.unpack("<I", file[4:8])[0] + 8
    game = len(file) // copies
    # The first and the second chunk of each file.
    places = [copy * game + chunk for copy in range(copies) for chunk in (8, size + 8)]
    counts = []
    for first in (0, 1, 2, 5, 16, 17, 31, 39):
        broken = bytearray(file[:-3])
        for place in places[first:-1]:
            broken[place] ^= 0xFF
        found = []
        with pytest.raises(DataError) as caught:
            for block in data.open(bytes(broken)).blocks(1 << 16, skip=skip, threads=threads):
                found.append(len(block.scores))
        # The last chunk is cut: the error of the file, without one in a chunk before it, is that it ends too early.
        assert caught.value.offset == (places[first] if first < 39 else places[-1] - 8), first
        whole = [block for part in range(first) for block in data.open(file).blocks(1 << 16, skip=skip, part=part, parts=2 * copies)]
        assert sum(found) == sum(len(block.scores) for block in whole)
        counts.append(sum(found))
    assert counts == sorted(counts) and counts[0] == 0 < counts[3]


@pytest.mark.parametrize("threads", [1, 4])
def test_errors_in_viriformat(threads):
    file = VIRIFORMAT.read_bytes()
    broken = bytearray(file * 300)
    broken[200 * len(file) + 33] ^= 0x80
    found = []
    with pytest.raises(DataError) as caught:
        for block in data.open(bytes(broken)).blocks(1000, threads=threads):
            found.append(block)
    assert sum(len(block.scores) for block in found) == 200 * ENTRIES
    assert caught.value.offset == 200 * len(file) + 32
    assert caught.value.reason.startswith("game 1801: move 0 (from 0), from ")
    found = []
    with pytest.raises(DataError, match=f"byte {len(file) - 364}: game 9: the file ends at least 4 bytes before the game does"):
        for block in data.open(file[:-4]).blocks(1000):
            found.append(block)
    assert sum(len(block.scores) for block in found) == ENTRIES - 82


def test_errors_in_bulletformat(bullet):
    def reason(change, **options):
        broken = bytearray(bullet)
        change(broken)
        with pytest.raises(DataError) as caught:
            list(data.open(bytes(broken), "bulletformat").blocks(**options))
        return str(caught.value)

    def result(file):
        file[64 + 26] = 3

    def king(file):
        file[64 + 27] ^= 1

    def piece(file):
        file[64 + 8] |= 7

    assert reason(result) == (
        "<bytes>, byte 64: board 3: the result is the number 3; it must be 0 if the side to move loses, 1 for a draw, or 2 if it wins"
    )
    assert reason(king).startswith("<bytes>, byte 64: board 3: the bytes of the kings' squares are ")
    assert reason(piece).startswith("<bytes>, byte 64: board 3: the position is not valid: ")
    assert reason(lambda file: file.pop()) == (
        f"<bytes>, byte {32 * 293}: board 294: the file ends 1 bytes before the board does; each has 32 bytes"
    )


def test_formats(tmp_path, bullet):
    with pytest.raises(DataError) as caught:
        data.open(b"[Event")
    assert caught.value.offset is None and str(caught.value) == (
        "<bytes>: it does not begin with the letters BINP of binpack, nor with a game of viriformat (game 1, byte 0: the file ends at "
        "least 30 bytes before the game does; four zero bytes end each game), nor with a board of bulletformat (it has 6 bytes, and a "
        "board has 32). Name a format to have its error: 'binpack', 'viriformat' or 'bulletformat'"
    )
    with pytest.raises(DataError, match="the file is empty"):
        data.open(b"")
    for format in ("binpack", "viriformat", "bulletformat"):
        file = data.open(b"", format)
        assert file.format == format and list(file.blocks()) == [] and file.read().positions.shape == (0, 8)
        assert (file.read().moves is None) == (format == "bulletformat")
    with pytest.raises(ValueError, match="format is 'bin'; it must be 'binpack', 'viriformat' or 'bulletformat'"):
        data.open(BINPACK, "bin")
    for format in (None, "binpack"):
        with pytest.raises(FileNotFoundError):
            data.open(tmp_path / "none", format)
        with pytest.raises(OSError):
            list(data.open(tmp_path, format))
    with pytest.raises(TypeError, match="it must be a path or bytes; pass source.read\\(\\) for a file that is open"):
        data.open(BINPACK.open("rb"))
    with pytest.raises(DataError, match="byte 0: a chunk begins with the letters BINP"):
        list(data.open(VIRIFORMAT, "binpack"))
    copy = pickle.loads(pickle.dumps(data.open(VIRIFORMAT)))
    assert (copy.format, copy.name) == ("viriformat", str(VIRIFORMAT)) and len(copy.read().scores) == ENTRIES


def test_limit():
    size = struct.unpack("<I", BINPACK.read_bytes()[4:8])[0]
    with pytest.raises(DataError, match=f"byte 0: the chunk has {size} bytes; it may have at most {size - 1}"):
        data.open(BINPACK, limit=size - 1).read()
    assert len(data.open(BINPACK, limit=size).read().scores) == ENTRIES
    file = pickle.loads(pickle.dumps(data.open(VIRIFORMAT, limit=100)))
    with pytest.raises(DataError, match="game 1: the game is longer than 100 bytes"):
        file.read()
    with pytest.raises(ValueError, match="limit is 0; it must be a number from 1 to "):
        data.open(VIRIFORMAT, limit=0)


def test_arguments():
    file = data.open(BINPACK)

    def wrong(message, kind=ValueError, **options):
        with pytest.raises(kind, match=message):
            file.blocks(**options)

    wrong("rows is 0; it must be a number from 1 to 2147483647", rows=0)
    wrong("parts is 0; it must be a number from 1", parts=0)
    wrong("part is 2; with parts=2, it must be a number from 0 to 1", part=2, parts=2)
    wrong("threads is -1; it must be", threads=-1)
    wrong("skip is of type dict; it must be a quadline.data.Skip", TypeError, skip={})
    for options, message in (
        ({"first_ply": -1}, "first_ply is -1; it must be a number from 0 to 65535"),
        ({"score": 40000}, "score is 40000; it must be a number from -32768 to 32767"),
        ({"left_out": 1.5}, "left_out is 1.5; it must be a number from 0 to 1"),
        ({"left_out": float("nan")}, "left_out is nan; it must be a number from 0 to 1"),
        ({"seed": -1}, "seed is -1; it must be a number from 0 to"),
    ):
        with pytest.raises(ValueError, match=message):
            Skip(**options)
    with pytest.raises(ValueError, match="perspectives is 'all'; it must be 'white', 'black', 'both', "):
        file.batches(10, "inputs-59808", perspectives="all")
    with pytest.raises(ValueError, match="stride is 0; it must be"):
        file.batches(10, "inputs-59808", stride=0)
    with pytest.raises(ValueError, match="position 0 has .* inputs; a row has 3 places"):
        next(file.batches(10, "inputs-59808", stride=3))


def test_the_lock_is_released():
    file = data.open(repeated(VIRIFORMAT, 3000))
    assert ticks_during(lambda: file.read()) > 5


def test_memory_is_bounded(tmp_path):
    """A file of 60 MB is read with less memory than its arrays would take."""
    resource = pytest.importorskip("resource")
    path = tmp_path / "large.vf"
    path.write_bytes(repeated(VIRIFORMAT, 40_000))
    file = data.open(path)
    count = sum(len(block.scores) for block in file.blocks(4096))
    assert count == 40_000 * ENTRIES  # 12 million positions of 64 bytes are 750 MB
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    before = used
    sum(len(block.scores) for block in file.blocks(4096, threads=2))
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    assert used - before < 100 << 20


def test_without_torch(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(data.__dict__, "TorchDataset", raising=False)
    with pytest.raises(ImportError, match="quadline.data.TorchDataset requires PyTorch: pip install torch"):
        data.TorchDataset
    with pytest.raises(AttributeError, match="has no attribute 'no'"):
        data.no


@pytest.mark.parametrize("workers", [0, 2, 3])
def test_torch(workers):
    torch = pytest.importorskip("torch")
    file = data.open(repeated(BINPACK, 3))
    dataset = data.TorchDataset(file, 64, LAYOUT, skip=Skip(first_ply=3))
    loader = torch.utils.data.DataLoader(dataset, batch_size=None, num_workers=workers)
    batches = list(loader)
    assert all(isinstance(batch, Batch) and batch.inputs.dtype == torch.int32 for batch in batches)
    bag = torch.nn.EmbeddingBag(LAYOUT.inputs, 2, mode="sum")
    assert bag(batches[0].inputs, batches[0].offsets).shape == (128, 2)
    scores = np.sort(np.concatenate([batch.scores.numpy() for batch in batches]))
    expected = file.read(skip=Skip(first_ply=3)).scores
    assert (scores == np.sort(expected)).all()
    # Two processes that train.
    halves = [list(data.TorchDataset(file, 64, LAYOUT, part=part, parts=2)) for part in range(2)]
    assert sum(len(batch.scores) for half in halves for batch in half) == 3 * ENTRIES
    first = [batch.scores for batch in data.TorchDataset(file, 64, LAYOUT, shuffle=294)]
    other = data.TorchDataset(file, 64, LAYOUT, shuffle=294)
    other.set_seed(1)
    assert not torch.equal(first[0], next(iter(other)).scores)
    assert len(pickle.loads(pickle.dumps(dataset))._data.read().scores) == 3 * ENTRIES
    with pytest.raises(ValueError, match="rows is 0"):
        data.TorchDataset(file, 0, LAYOUT)
