"""The files that the examples write, which never destroy another one."""

import contextlib
import os
import sys
import tempfile


@contextlib.contextmanager
def replacing(path, *sources):
    """Yields the name of a file beside ``path``, which takes its place at the end. After an error, the old file stays as it is."""
    for source in sources:
        # Also through a link. A source that cannot be read is an error before anything is written.
        with open(source, "rb"):
            if os.path.exists(path) and os.path.samefile(path, source):
                raise OSError(f"{path} is also a file that is read; name another one for the output")
    if os.path.exists(path) and not os.path.isfile(path):
        # A device or a pipe.
        yield path
        return
    path = os.path.realpath(path)
    # The ending tells libraries the format.
    number, name = tempfile.mkstemp(os.path.splitext(path)[1], f".{os.path.basename(path)}.", os.path.dirname(path))
    os.close(number)
    try:
        yield name
        if os.path.exists(path):
            mode = os.stat(path).st_mode
        else:
            mask = os.umask(0)
            os.umask(mask)
            mode = 0o666 & ~mask
        os.chmod(name, mode & 0o7777)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def run(main, *errors):
    """Runs a program. If a file cannot be read or written, or the output is full or closed, it ends with a message and status 2."""
    try:
        main()
        sys.stdout.flush()
    except (OSError, UnicodeDecodeError, *errors) as error:
        end(error)


def run_cells():
    """Lets the same errors end a script without a main function, which flushes its output at the end."""

    def hook(kind, error, trace):
        if isinstance(error, (OSError, UnicodeDecodeError)):
            end(error)
        sys.__excepthook__(kind, error, trace)

    sys.excepthook = hook


def end(error):
    """Ends a program with the message of an error and status 2."""
    with contextlib.suppress(OSError):
        print(f"error: {error}", file=sys.stderr, flush=True)
    # What is left in the buffers is not written again, because that would fail again.
    os._exit(2)
