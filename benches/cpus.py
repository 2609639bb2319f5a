#!/usr/bin/env python3
"""Prints the calls at which the level that a recorded CPU selects is slower than a level below it, each with its reason.

usage: benches/cpus.py             prints a table for each record in benches/results
       benches/cpus.py --check     fails if a call has no reason or a reason no call, or if the table in
                                   kernels/src/calls/kernels/list.rs has other figures than the records
       benches/cpus.py --write     writes that table

A level is slower if the other one takes less than 1/1.03 of its time. Both times are relative to the reference in the same blocks.
"""

import json
import math
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
LIST = HERE.parent / "kernels/src/calls/kernels/list.rs"
# The columns of the table, by a part of the record's file name.
CPUS = {
    "family-25-model-17": "Zen 4",
    "family-26-model-2": "Zen 5",
    "family-6-model-207": "Intel 207",
    "family-6-model-85": "Cascade Lake",
}
# Why a call that is slower than at a lower level stays so: a part of the record's file name, a pattern of the shape, the call and
# the contestant (the default kernel, for sliders), and the reason. The first that matches is printed.
MIXED = "another level's kernel is as fast in the mean of the CPUs that select this one; see the table in `calls/kernels/list.rs`"
WAITS = "lanes are chosen for independent lookups, which generators have"
WALK = "LLVM vectorized the walk of the bench together with the kernel; the walk is a function of its own in newer records"
SHORT = "a kernel for many was timed, which the call does not use below eight sliders; newer records time the call"
SAME = "the two levels have the same code for it, and only its place in the program differs"
COMPOSED = "a loop over three calls; `batch::successor_move_counts` has its own kernel and is faster at this level"
SINCE = "the level has taken the functions of `avx2` for this call since the record (`shares`)"
NARROW = "computed with 256 bits since the record"
SPREAD = "no kernel differs; the rows of 65,536 positions spread by 3 to 8% on this host"
BUSY = "the host was busy: the reference took up to 1.3 times as long beside this row as beside others"
REASONS = [
    ("", r"chain single", WAITS),
    ("", r"(chain-)?cache-load ", WALK),
    ("", r"batch-[12] ", SHORT),
    ("", r"positions-successor-move-counts.* separate-calls", COMPOSED),
    ("model-17", r"positions-attacked batch", MIXED),
    ("model-17", r"positions-attacks-by-role.* single", "half a nanosecond; at `avx2` it takes 1.6 times as long on Zen 5 and 1.4 on the Intel"),
    ("model-2.json", r"positions-attackers-to.* single", "less than a tenth of a nanosecond"),
    ("model-2.", r"(four-lines|positions-gives-check.*) single", SAME),
    ("model-207", r"(rooks|positions-are-eight-legal-with|positions-gives-check-with.*|positions-check-info) single", SAME),
    ("model-85", r"bishops single", "the record marks another kernel as the one of the call"),
    ("model-85", r"positions-(threat|from-nibbles|lists batch)|moves-threats", SINCE),
    ("model-85", r"positions-(play|gives-check-with) single", SPREAD),
    ("model-85", r"positions-lists-2048 single", BUSY),
    ("model-85", r"positions-check-info single", NARROW),
]

# The rows of the table in the list of levels: the work, its shape and call, the level, the level of the other kernel, and what was
# decided.
DECIDED = [
    ("attacked squares of many positions", "positions-attacked batch many-positions", "avx512-vbmi", "avx2-gfni", "stays"),
    ("threats of one position", "positions-threats single one-position", "avx512", "avx2", "shared since"),
    ("inputs of both sides", "positions-threat-inputs-of-both-2048 single one-position", "avx512", "avx2", "shared since"),
    ("a packed board", "positions-from-nibbles-unchecked-2048 single one-position", "avx512", "avx2", "shared since"),
]

# The levels, best first, and those that need fewer features than each.
LEVELS = ["avx512-vbmi", "avx512", "avx2-gfni", "avx2", "neon", "lzcnt"]
BELOW = {
    "avx512-vbmi": ["avx512", "avx2-gfni", "avx2", "lzcnt", "portable"],
    "avx512": ["avx2", "lzcnt", "portable"],
    "avx2-gfni": ["avx2", "lzcnt", "portable"],
    "avx2": ["lzcnt", "portable"],
    "neon": ["portable"],
    "lzcnt": ["portable"],
}


def times(record):
    """Returns the time of each call at each level, relative to the reference: that of the kernel which the call uses."""
    found = {}
    for row in (row for shape in record["shapes"] for row in shape["rows"]):
        kernel = row.get("kernel", {})
        if kernel.get("default"):
            name = row["name"].split("/")[1]
            # Kernels of sliders have the names of their formulas, which differ between levels.
            is_formula = row["table_bytes"] is not None
            call = f"{row['shape']} {row['call']}" + ("" if is_formula else f" {name}")
            found.setdefault(call, {})[kernel["level"]] = 1 / row["ratio"]
    return found


def slower(record):
    """Returns the calls at which the selected level is slower than one below it, with the fastest of these and its relative time."""
    selected = record["machine"]["active_level"]
    for call, levels in times(record).items():
        below = [(levels[level], level) for level in BELOW.get(selected, []) if level in levels]
        if below and selected in levels and min(below)[0] * 1.03 < levels[selected]:
            yield call, min(below)[1], min(below)[0] / levels[selected]


def reason_of(file, call):
    """Returns the number of the first reason for a call on a CPU, or None."""
    fits = (number for number, (cpu, pattern, _) in enumerate(REASONS) if re.search(cpu, file.name) and re.match(pattern, call))
    return next(fits, None)


def table(records):
    """Returns the lines of the table in the list of levels."""
    of = {column: record for part, column in CPUS.items() for file, record in records.items() if f"{part}.json" in file.name}
    lines = [f"| row and work | kernel of | {' | '.join(of)} | mean | choice |", "|---|---" + "|--:" * (len(of) + 1) + "|---|"]
    for level in LEVELS:
        selecting = [column for column, record in of.items() if record["machine"]["active_level"] == level]
        if not selecting:
            lines.append(f"| `{level}` | | {'| ' * len(of)}| no recorded CPU selects this row |")
        for work, call, other, choice in (row[:2] + row[3:] for row in DECIDED if row[2] == level and selecting):
            ratios = {column: times(of[column])[call][other] / times(of[column])[call][level] for column in selecting}
            if min(ratios.values()) >= 0.97:
                sys.exit(f"benches/cpus.py: {work} at {level} are no longer faster with {other} on any CPU: remove the row")
            mean = math.prod(ratios.values()) ** (1 / len(ratios))
            cells = " | ".join(f"{ratios[column]:.2f}" if column in ratios else "" for column in of)
            lines.append(f"| `{level}`: {work} | `{other}` | {cells} | {mean:.2f} | {choice} |")
    return "".join(f"//! {line}\n" for line in lines)


def check(records, write):
    """Writes the table, or fails if it or the reasons do not fit the records."""
    text, new = LIST.read_text(), table(records)
    old = re.search(r"//! \| row and work .*\n(?://! \|.*\n)+", text)[0]
    if write:
        return LIST.write_text(text.replace(old, new))
    used = {}
    for file, record in records.items():
        for call, level, ratio in slower(record):
            number = reason_of(file, call)
            used.setdefault(number, f"{call} takes {ratio:.2f} of its time at {level} ({file.name})")
    wrong = [f"no reason why {used[None]}: mend it or add a row to REASONS"] if None in used else []
    wrong += [f"no call has this reason: {row}" for number, row in enumerate(REASONS) if number not in used]
    if old != new:
        wrong.append("the table in kernels/src/calls/kernels/list.rs has other figures than the records: run benches/cpus.py --write")
    if wrong:
        sys.exit("\n".join(f"benches/cpus.py: {line}" for line in wrong))


def main():
    records = {file: json.loads(file.read_text()) for file in sorted((HERE / "results").glob("*.json"))}
    if sys.argv[1:] in (["--check"], ["--write"]):
        return check(records, sys.argv[1] == "--write")
    if sys.argv[1:]:
        sys.exit(__doc__)
    for file, record in records.items():
        print(f"{record['name']}, which selects `{record['machine']['active_level']}`:\n\n| call | faster | time | reason |\n|---|---|--:|---|")
        for call, level, ratio in slower(record):
            number = reason_of(file, call)
            print(f"| {call} | `{level}` | {ratio:.2f} | {'**none**' if number is None else REASONS[number][2]} |")
        print()


main()
