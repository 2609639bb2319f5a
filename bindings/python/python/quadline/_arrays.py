"""Checks of arguments that are arrays or numbers, and their errors."""

import os

import numpy as np

MOST_THREADS = 1024

# Comparing types with these takes less time than with the types of the elements.
BOOL, INT32, UINT8, UINT16, UINT64 = (np.dtype(kind) for kind in (np.bool_, np.int32, np.uint8, np.uint16, np.uint64))


def _fits(shape, wanted):
    """Returns whether a shape is the wanted one, in which None means any length."""
    if len(shape) != len(wanted):
        return False
    for length, expected in zip(shape, wanted):
        if expected is not None and length != expected:
            return False
    return True


def checked(name, array, dtype, shape):
    """Returns the array if the native module accepts it without conversion. None means any shape, or any length in the shape."""
    # Most arguments are right, and many calls have few positions, so no text is formatted before there is an error.
    if isinstance(array, np.ndarray) and array.dtype == dtype and (shape is None or _fits(array.shape, shape)):
        flags = array.flags
        if flags.c_contiguous and flags.aligned and not isinstance(array, np.ma.MaskedArray):
            return array
    raise _error(name, array, dtype, shape)


def _error(name, array, dtype, shape):
    """Returns the error for an array that is not accepted."""
    wanted = f"{name} must be a numpy array of {dtype}"
    if shape is not None:
        lengths = ["N" if length is None else str(length) for length in shape]
        wanted += f" and shape ({', '.join(lengths)}{',' if len(lengths) == 1 else ''})"
    # The results would be written to a copy.
    remedy = f'numpy.empty({shape}, "{dtype}") creates such an array' if name == "out" else ""
    if not isinstance(array, np.ndarray):
        if name == "positions":
            remedy = "quadline.positions.from_fen makes one from FENs"
        return TypeError(f"{wanted}, not {type(array).__name__}" + (f"; {remedy}" if remedy else ""))
    if isinstance(array, np.ma.MaskedArray):
        return TypeError(f"{wanted}, without a mask; " + (remedy or f"{name}.filled(0) creates such an array"))
    if array.dtype != dtype:
        return TypeError(
            f"{wanted}, not of {array.dtype}; " + (remedy or f'{name}.astype("{dtype}") makes a copy of that type')
        )
    if shape is not None and not _fits(array.shape, shape):
        if name == "positions" and array.shape == (8,):
            remedy = "for position i of an array, pass positions[i:i + 1]"
        return ValueError(f"{wanted}, not of shape {array.shape}" + (f"; {remedy}" if remedy else ""))
    if not array.flags.aligned:
        return ValueError(f"{name} is not aligned; " + (remedy or f"{name}.copy() is"))
    return ValueError(f"{name} is not C-contiguous; " + (remedy or f"numpy.ascontiguousarray({name}) copies it"))


def matching(name, array, dtype, other, other_name):
    """Returns the array if it is as long as another one."""
    array = checked(name, array, dtype, (None,) * other.ndim)
    if array.shape != other.shape:
        raise ValueError(f"{name} has {len(array)} rows and {other_name} {len(other)}; the numbers must be equal")
    return array


def output(array, dtype, shape):
    """Returns the array for the results, or a new one."""
    if array is None:
        return np.empty(shape, dtype)
    array = checked("out", array, dtype, shape)
    if not array.flags.writeable:
        raise ValueError("out is read-only")
    return array


def as_bytes(array):
    """Returns a boolean array as bytes. It may contain other bytes than 0 and 1, for example if it is a view of other numbers."""
    return array.view(UINT8)


def empty_positions(count):
    """Allocates positions with an alignment of 64 bytes, which need not be copied."""
    words = np.empty(8 * count + 7, np.uint64)
    first = -words.__array_interface__["data"][0] // 8 % 8
    return words[first : first + 8 * count].reshape(count, 8)


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


def number_of_threads(threads):
    """Returns the number of threads, which is the number of cores for 0."""
    if not isinstance(threads, (int, np.integer)) or not 0 <= threads <= MOST_THREADS:
        raise ValueError(f"threads is {threads!r}; it must be a number from 1 to {MOST_THREADS}, or 0 for one per core")
    if threads:
        return int(threads)
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1
