#!/usr/bin/env python3
"""Compares the kernels of the levels between the recorded CPUs.

usage: benches/cpus.py [PERCENT, default 5]

Prints the rows in which a level that needs fewer features is faster than a level by more than PERCENT on a recorded CPU: the
bench shape, the call, the time relative to the level on each CPU, and the geometric mean. These are the candidates for another
kernel in `kernels/src/level/list.rs`. Calls of less than ten nanoseconds also differ by where a program's code is placed.
"""

import json
import math
import pathlib
import sys

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


def main():
    least = 1 - float(sys.argv[1] if len(sys.argv) > 1 else 5) / 100
    files = sorted((pathlib.Path(__file__).parent / "results").glob("*.json"))
    records = [json.loads(file.read_text()) for file in files]
    each = [times(record) for record in records]
    print("| shape | call | level | faster |", " | ".join(record["name"] for record in records), "| mean |")
    print("|---|---|---|---|" + "--:|" * (len(records) + 1))
    for shape, call, level in sorted(set.intersection(*map(set, each))):
        for other in FEWER.get(level, []):
            if any((shape, call, other) not in found for found in each):
                continue
            ratios = [found[shape, call, other] / found[shape, call, level] for found in each]
            if min(ratios) < least:
                mean = math.prod(ratios) ** (1 / len(ratios))
                cells = " | ".join(f"{ratio:.2f}" for ratio in [*ratios, mean])
                print(f"| `{shape}` | {call} | `{level}` | `{other}` | {cells} |")


main()
