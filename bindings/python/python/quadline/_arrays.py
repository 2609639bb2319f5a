"""Memory for positions, and the number of threads."""

import numpy as np

from ._native import empty_positions, number_of_threads

__all__ = ["empty_positions", "empty_rows", "first_rows", "number_of_threads"]


def empty_rows(count):
    """Allocates about as many positions and moves as given, or fewer if the system refuses so much memory."""
    while True:
        try:
            return empty_positions(count), np.empty(count, np.uint16)
        except MemoryError:
            if count < 1 << 18:
                raise
            count //= 2


def first_rows(positions, moves, count):
    """Returns the first positions and moves, and frees most of the other memory. The arrays must not be used any more."""
    # An allocator that gives out this memory again, for a similar file, needs it as large as it was.
    if count > len(moves) // 4 * 3:
        return positions[:count], moves[:count]
    words, address = positions.base, positions.__array_interface__["data"][0]
    first = (address - words.__array_interface__["data"][0]) // 8
    # Without a copy, at least on Linux and for large arrays.
    words.resize(8 * count + 7, refcheck=False)
    moves.resize(count, refcheck=False)
    positions = words[first : first + 8 * count].reshape(count, 8)
    if positions.__array_interface__["data"][0] % 64:
        aligned = empty_positions(count)
        aligned[:] = positions
        return aligned, moves
    return positions, moves
