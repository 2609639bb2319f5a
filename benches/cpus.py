#!/usr/bin/env python3
"""Compares the kernels of the levels between the recorded CPUs.

usage: benches/cpus.py [PERCENT, default 5]
       benches/cpus.py --check     fails if the table in `kernels/src/level/list.rs` has other figures than the records
       benches/cpus.py --write     writes this table

Prints the rows in which a level that needs fewer features is faster than a level by more than PERCENT on a recorded CPU: the
bench shape, the call, the time relative to the level on each CPU, and the geometric mean. These are the candidates for another
kernel in `kernels/src/level/list.rs`. Calls of less than ten nanoseconds also differ by where a program's code is placed.
"""

import json
import math
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
LIST = HERE.parent / "kernels/src/level/list.rs"
# The rows of the table: the work, its shape and call, the level, the level of the other kernel, and what was decided.
DECIDED = [
    ("attacked squares of many positions", "positions-attacked", "batch", "avx512-vbmi", "avx512", "stays"),
    ("attacked squares of many positions", "positions-attacked", "batch", "avx512-vbmi", "avx2-gfni", "stays"),
    ("attacked squares of many positions", "positions-attacked", "batch", "avx512", "avx2", "stays"),
    ("threats of one position", "positions-threats", "single", "avx512", "avx2", "the same kernel, see below"),
    ("one rook", "rooks", "single", "avx2", "lzcnt", "stays: queens are slower on words"),
]
# The columns of the table, by a part of the record's file name.
CPUS = {"family-25-model-17": "Zen 4", "family-26-model-2": "Zen 5", "family-6-model-207": "Intel"}

# The levels whose kernels a level could use, because they need no features that it lacks.
FEWER = {
    "avx512-vbmi": ["avx512", "avx2-gfni", "avx2", "lzcnt"],
    "avx512": ["avx2", "lzcnt"],
    "avx2-gfni": ["avx2", "lzcnt"],
    "avx2": ["lzcnt"],
}


def times(record):
    """Returns the time of the chosen kernel of each shape, call, name and level, relative to the reference of the shape."""
    found = {}
    for row in (row for shape in record["shapes"] for row in shape["rows"]):
        if row.get("kernel", {}).get("default"):
            key = row["shape"], row["call"], row["kernel"]["level"]
            found[key] = min(1 / row["ratio"], found.get(key, math.inf))
    return found


def compared(each, shape, call, level, other):
    """Returns the times of a kernel of another level relative to the level's, one for each record, and their geometric mean."""
    ratios = [found[shape, call, other] / found[shape, call, level] for found in each]
    return [*ratios, math.prod(ratios) ** (1 / len(ratios))]


def cells(ratios):
    return " | ".join(f"{ratio:.2f}" for ratio in ratios)


def table():
    """Returns the lines of the table in the list of levels."""
    each = [times(json.loads(next((HERE / "results").glob(f"*{part}.json")).read_text())) for part in CPUS]
    lines = [f"| row and work | kernel of | {' | '.join(CPUS.values())} | mean | choice |", "|---|---" + "|--:" * (len(CPUS) + 1) + "|---|"]
    for work, shape, call, level, other, choice in DECIDED:
        ratios = compared(each, shape, call, level, other)
        if min(ratios) >= 0.95:
            sys.exit(f"benches/cpus.py: {work} at {level} are no longer faster with {other} on any CPU: remove the row")
        lines.append(f"| `{level}`: {work} | `{other}` | {cells(ratios)} | {choice} |")
    return "".join(f"//! {line}\n" for line in lines)


def check(write):
    text, new = LIST.read_text(), table()
    old = re.search(r"//! \| row and work .*\n(?://! \|.*\n)+", text)[0]
    if write:
        LIST.write_text(text.replace(old, new))
    elif old != new:
        sys.exit("the table in kernels/src/level/list.rs has other figures than the records: run benches/cpus.py --write")


def main():
    if sys.argv[1:] in (["--check"], ["--write"]):
        return check(sys.argv[1] == "--write")
    least = 1 - float(sys.argv[1] if len(sys.argv) > 1 else 5) / 100
    files = sorted((HERE / "results").glob("*.json"))
    records = [json.loads(file.read_text()) for file in files]
    each = [times(record) for record in records]
    print("| shape | call | level | faster |", " | ".join(record["name"] for record in records), "| mean |")
    print("|---|---|---|---|" + "--:|" * (len(records) + 1))
    for shape, call, level in sorted(set.intersection(*map(set, each))):
        for other in FEWER.get(level, []):
            if any((shape, call, other) not in found for found in each):
                continue
            ratios = compared(each, shape, call, level, other)
            if min(ratios[:-1]) < least:
                print(f"| `{shape}` | {call} | `{level}` | `{other}` | {cells(ratios)} |")


main()
