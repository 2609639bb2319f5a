"""Reads a file of training data (binpack, viriformat or bulletformat) in batches, as the data loader of a trainer does: for each batch
the threat inputs of both sides, scores and results. NumPy is enough to read and to show it. With PyTorch,
`quadline.data.TorchDataset` makes tensors of the same batches in several workers, and `torch.nn.EmbeddingBag` takes `inputs` and
`offsets` as they are.

usage: data_loader.py FILE [POSITIONS PER BATCH, default 16384]
"""

import sys
import time

import output

import quadline
from quadline.data import Skip

LAYOUT = quadline.ThreatLayout("inputs-59808", pawn_pairs=59_808)


def loader(path, rows, threads=0):
    """Returns an iterable of batches. Neighbors in a file are similar, so a million entries are put in random order together."""
    data = quadline.data.open(path)
    # The entries that nnue-pytorch leaves out; bulletformat has neither moves nor plies.
    skip = Skip(score=32002, in_check=True)
    if data.format != "bulletformat":
        skip = Skip(first_ply=17, score=32002, captures=True, in_check=True)
    return data.batches(rows, LAYOUT, skip=skip, shuffle=1 << 20, threads=threads)


def main():
    if len(sys.argv) not in (2, 3) or not all(text.isdigit() and int(text) for text in sys.argv[2:]):
        sys.exit(__doc__)
    batches = rows = inputs = 0
    start = time.perf_counter()
    for batch in loader(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 16_384):
        batches, rows, inputs = batches + 1, rows + len(batch.scores), inputs + len(batch.inputs)
    seconds = time.perf_counter() - start
    print(f"| batches | positions | inputs per side, of {LAYOUT.inputs:,} | positions per second |")
    print("|--:|--:|--:|--:|")
    print(f"| {batches} | {rows} | {inputs / max(2 * rows, 1):.1f} | {rows / seconds:,.0f} |")


if __name__ == "__main__":
    output.run(main, ValueError)
