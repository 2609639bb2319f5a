"""Columns of text: lists of Python, and arrays of Apache Arrow."""

from collections.abc import Mapping, Set

import numpy as np


def _strings(pyarrow, array, name, what):
    """Converts an Arrow array of strings or bytes to large strings or large bytes."""
    kind, types = array.type, pyarrow.types
    if types.is_dictionary(kind):
        # Categories contain each text once. Not every kind of text supports taking by index.
        decoded = pyarrow.DictionaryArray.from_arrays(array.indices, _strings(pyarrow, array.dictionary, name, what))
        return decoded.cast(decoded.type.value_type)
    is_any = lambda *names: any(getattr(types, f"is_{name}", lambda _: False)(kind) for name in names)
    if is_any("binary", "large_binary", "binary_view", "fixed_size_binary"):
        return array.cast(pyarrow.large_binary())
    if is_any("string", "large_string", "string_view", "null"):
        return array.cast(pyarrow.large_string())
    columns = "; pass one column of a table" if is_any("struct") else ""
    raise TypeError(f"{name} is an Arrow array of {kind}; {what} must be strings or bytes{columns}")


def _arrow(name, what, texts):
    """Returns the bytes, offsets and validity of an Arrow array, or None if ``texts`` cannot be converted to one."""
    if not (hasattr(texts, "__arrow_c_array__") or hasattr(texts, "__arrow_c_stream__")):
        return None
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError(f"{what} in an Arrow array require pyarrow: pip install 'quadline[arrow]'") from error
    if not isinstance(texts, (pyarrow.Array, pyarrow.ChunkedArray)):
        stream = hasattr(texts, "__arrow_c_stream__")
        try:
            texts = pyarrow.chunked_array(texts) if stream else pyarrow.array(texts)
        except (pyarrow.ArrowException, NotImplementedError):
            # For example, a pandas series with objects of several types. Reading them one by one finds the row.
            return None
    chunks = texts.chunks if isinstance(texts, pyarrow.ChunkedArray) else [texts]
    strings = [_strings(pyarrow, chunk, name, what) for chunk in chunks or [pyarrow.array([], texts.type)]]
    array = strings[0] if len(strings) == 1 else pyarrow.concat_arrays(strings)
    _, offsets, data = array.buffers()
    offsets = (
        np.frombuffer(offsets, np.int64, len(array) + 1, 8 * array.offset) if len(array) else np.zeros(1, np.int64)
    )
    data = np.frombuffer(data, np.uint8) if data is not None and data.size else np.empty(0, np.uint8)
    valid = np.empty(0, np.uint8)
    if array.null_count:
        valid = np.ascontiguousarray(array.is_valid().to_numpy(zero_copy_only=False), np.uint8)
    return data, offsets, valid


def _rows(name, texts):
    """Returns the texts as a list."""
    if isinstance(texts, list):
        return texts
    if isinstance(texts, np.ndarray) and texts.ndim == 1:
        return texts.tolist()
    if not isinstance(texts, (Mapping, Set)):
        try:
            return list(texts)
        except TypeError:
            pass
    raise TypeError(
        f"{name} is of type {type(texts).__name__}; it must be a sequence of str or bytes, or an Arrow array"
    )


def column(name, what, one, texts):
    """Returns texts for the native module: a list, or the bytes, offsets and validity of an Arrow array.

    Errors name the argument, a text (``what``), and a variable for one of them.
    """
    if isinstance(texts, (str, bytes)):
        raise TypeError(f"{name} is a single text; for one {what}, pass [{one}]")
    arrow = _arrow(name, f"{what}s", texts)
    return _rows(name, texts) if arrow is None else arrow


def most_errors(errors):
    """Returns how many errors are needed."""
    if errors not in ("raise", "return"):
        raise ValueError(f'errors is {errors!r}; it must be "raise" or "return"')
    return 1 if errors == "raise" else 2**62


def of_another_type(what, row, kind):
    """Returns the problem of a row that is not text, without and with its number."""
    wanted = f"a {what} must be str, bytes or None"
    return f"found a value of type {kind}; {wanted}", f"row {row} is of type {kind}; {wanted}"


def advice(texts, row):
    """Returns the end of the message for a text with an error: what to do about a byte order mark in front of it, or nothing."""
    if isinstance(texts, tuple):
        first = int(texts[1][row])
        has_mark = texts[0][first : first + 3].tobytes() == b"\xef\xbb\xbf"
    else:
        text = texts[row]
        has_mark = text.startswith("\ufeff" if isinstance(text, str) else b"\xef\xbb\xbf")
    return '; a byte order mark is in front of it: read files with encoding="utf-8-sig", which skips the mark' if has_mark else ""
