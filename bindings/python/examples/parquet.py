"""Adds columns computed by quadline to a Parquet file: reads a column of FENs in batches, and writes the columns of the file together
with legal moves, checkers, pinned pieces, and the squares that each side attacks. Only one batch is in memory at a time.

usage: parquet.py FROM.parquet TO.parquet [COLUMN]      (requires pyarrow; the default column is "fen")
"""

import contextlib
import sys

import output
import pyarrow
import pyarrow.parquet as parquet

import quadline
from quadline import positions


def features(fens):
    """Returns the new columns, with null for text that is not a FEN."""
    rows, _, valid = positions.from_fen(fens, errors="return", threads=0)
    white, black = quadline.attacked_squares(rows, threads=0)
    found = quadline.checks_and_pins(rows, threads=0)
    columns = {
        "legal_moves": quadline.legal_move_counts(rows, threads=0),
        "checkers": found["checkers"].copy(),
        "pinned": found["pinned"].copy(),
        "white_attacks": white,
        "black_attacks": black,
    }
    return {name: pyarrow.array(values, mask=~valid) for name, values in columns.items()}


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    column = sys.argv[3] if len(sys.argv) == 4 else "fen"
    source, writer, count = parquet.ParquetFile(sys.argv[1]), None, 0
    if column not in source.schema_arrow.names:
        sys.exit(f"{sys.argv[1]} has no column {column}; it has {', '.join(source.schema_arrow.names)}")
    with output.replacing(sys.argv[2], sys.argv[1]) as name, contextlib.ExitStack() as stack:
        for batch in source.iter_batches(batch_size=1 << 16):
            table = pyarrow.Table.from_batches([batch])
            for column_name, values in features(table[column]).items():
                table = table.append_column(column_name, values)
            writer = writer or stack.enter_context(parquet.ParquetWriter(name, table.schema))
            writer.write_table(table)
            count += len(table)
            if sys.stderr.isatty():
                print(f"\r{count} of {source.metadata.num_rows} positions", end="", file=sys.stderr)
    # In a terminal, this takes the place of the counter, which is longer.
    start, end = ("\r", "\x1b[K") if sys.stderr.isatty() else ("", "")
    print(f"{start}{count} positions, level {quadline.level()}{end}", file=sys.stderr)


if __name__ == "__main__":
    output.run(main, pyarrow.ArrowException)
