"""Reads a file of bulletformat in batches, as the data loader of a trainer does: for each batch the threat inputs of both sides, and
the scores. NumPy is enough to read and to show it. With PyTorch, `torch.from_numpy` takes each array without a copy, and
`torch.nn.EmbeddingBag` takes `inputs` and `offsets` as they are.

usage: data_loader.py FILE.bin [POSITIONS PER BATCH, default 16384]
"""

import sys
import time
from typing import NamedTuple

import numpy as np

import quadline
from quadline import positions

# The 32 bytes of an entry. The side to move has the place of White; the score is in centipawns, and the result is 0, 1 or 2.
ENTRY = np.dtype([
    ("occupied", "<u8"),
    ("nibbles", "u1", 16),
    ("score", "<i2"),
    ("result", "u1"),
    ("king", "u1"),
    ("other_king", "u1"),
    ("extra", "u1", 3),
])
LAYOUT, PAWN_PAIRS = "inputs-59808", 59_808


class Batch(NamedTuple):
    """The inputs of the side to move of each position, and those of its opponent, as bags of an embedding."""

    inputs: np.ndarray  # (M,) int32
    offsets: np.ndarray  # (2 N,) int64: where each bag begins; those of position i are 2 i and 2 i + 1
    score: np.ndarray  # (N,) float32
    result: np.ndarray  # (N,) float32, 0 to 1


class Loader:
    """An iterable of batches. Entries that are not positions are left out and counted."""

    def __init__(self, path, length, threads=0):
        # Reads no more than the batches that are used, so the file may be larger than memory.
        self.entries = np.memmap(path, ENTRY, "r")
        self.length, self.threads, self.broken = length, threads, 0

    def __len__(self):
        return -(-len(self.entries) // self.length)

    def __iter__(self):
        for first in range(0, len(self.entries), self.length):
            entries = self.entries[first : first + self.length]
            rows, errors = positions.from_packed(
                entries["occupied"], entries["nibbles"], "bulletformat", errors="return", threads=self.threads
            )
            if errors:
                self.broken += len(errors)
                kept = np.setdiff1d(np.arange(len(rows)), [error.row for error in errors])
                entries, rows = entries[kept], rows[kept]
            offsets, inputs = quadline.threat_inputs_csr(rows, LAYOUT, pawn_pairs=PAWN_PAIRS, threads=self.threads)
            score, result = entries["score"].astype(np.float32), entries["result"].astype(np.float32) / 2
            yield Batch(inputs, offsets[:-1], score, result)


def main():
    if len(sys.argv) not in (2, 3) or not all(text.isdigit() and int(text) for text in sys.argv[2:]):
        sys.exit(__doc__)
    loader = Loader(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 16_384)
    number = quadline.threat_input_count(LAYOUT, pawn_pairs=PAWN_PAIRS)
    rows = inputs = 0
    start = time.perf_counter()
    for batch in loader:
        rows, inputs = rows + len(batch.score), inputs + len(batch.inputs)
    seconds = time.perf_counter() - start
    print(f"| batches | positions | not positions | inputs per side, of {number:,} | positions per second |")
    print("|--:|--:|--:|--:|--:|")
    print(f"| {len(loader)} | {rows} | {loader.broken} | {inputs / max(2 * rows, 1):.1f} | {rows / seconds:,.0f} |")


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError) as error:
        # A file that cannot be read, or that has no whole entries.
        sys.exit(f"error: {error}")
