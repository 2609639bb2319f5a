"""Checks of arguments that are arrays or numbers, and their errors."""

import os

import numpy as np

MOST_THREADS = 1024


def _shape(shape):
    return "(" + ", ".join("N" if length is None else str(length) for length in shape) + (",)" if len(shape) == 1 else ")")


def checked(name, array, dtype, shape):
    """Returns the array if the native module accepts it without conversion. None in the shape means any length."""
    dtype = np.dtype(dtype)
    wanted = f"{name} must be a numpy array of {dtype}" + (f" and shape {_shape(shape)}" if shape is not None else "")
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{wanted}, not {type(array).__name__}")
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError(f"{wanted}, without a mask; {name}.filled(0) creates such an array")
    if array.dtype != dtype:
        raise TypeError(f"{wanted}, not of {array.dtype}; {name}.astype(numpy.{dtype}) copies it")
    fits = lambda: len(array.shape) == len(shape) and all(w in (None, l) for w, l in zip(shape, array.shape))
    if shape is not None and not fits():
        raise ValueError(f"{wanted}, not of shape {array.shape}")
    if not array.flags.c_contiguous or not array.flags.aligned:
        raise ValueError(f"{name} is not C-contiguous; numpy.ascontiguousarray({name}) copies it")
    return array


def matching(name, array, dtype, other, other_name):
    """Returns the array if it is as long as another one."""
    array = checked(name, array, dtype, (None,) * other.ndim)
    if array.shape != other.shape:
        raise ValueError(f"{name} has {len(array)} rows and {other_name} {len(other)}; the numbers must be equal")
    return array


def output(name, array, dtype, shape):
    """Returns the array for the results, or a new one."""
    if array is None:
        return np.empty(shape, dtype)
    array = checked(name, array, dtype, shape)
    if not array.flags.writeable:
        raise ValueError(f"{name} is read-only")
    return array


def empty_positions(count):
    """Allocates positions with an alignment of 64 bytes, which need not be copied."""
    words = np.empty(8 * count + 7, np.uint64)
    first = -words.__array_interface__["data"][0] // 8 % 8
    return words[first : first + 8 * count].reshape(count, 8)


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
