#!/usr/bin/env python3
"""Writes a table of ci/speed-of-targets.sh into benches/targets/README.md, between the comments of its target.

usage: ci/speed-of-targets.sh --write [SECONDS] [TARGET...]     calls it
       ci/table-of-targets.py TARGET COMPILER <OUTPUT

Rows of formulas that are not a level's default, and of single positions, are left out.
"""

import datetime
import re
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parent.parent / "benches/targets/README.md"
# The targets whose programs run on this machine. The others are counted or estimated, so the CPU does not matter.
TIMED = ["x86_64", "i686", "wasm32", "wasm32-simd"]


def cpu():
    """The name of this machine's CPU."""
    text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    fields = dict(re.findall(r"^(model name|cpu family|model)\s*: (.*)$", text, re.M))
    return f"{fields['model name']} (family {fields['cpu family']}, model {fields['model']})"


def chosen(line):
    """A row as benches/targets/README.md shows it, or None."""
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    name = cells[0].strip("`")
    if "/" in name or name.endswith("one position"):
        return None
    if name == "quadline, free functions":
        cells[0] = "free functions"
    elif name.endswith(", inlined"):
        cells[0] = f"`{name.removesuffix(', inlined')}`, inlined"
    return "| " + " | ".join(cells) + " |"


def main():
    target, compiler = sys.argv[1:]
    lines = [line for line in sys.stdin.read().splitlines() if line.startswith("|")]
    if len(lines) < 3:
        sys.exit(f"ci/table-of-targets.py: no table for {target}")
    rows = [lines[0], lines[1]] + [row for row in map(chosen, lines[2:]) if row]
    where = f", on {cpu()}" if target in TIMED else ""
    head = f"`ci/speed-of-targets.sh --write {target}`, {datetime.date.today()}, {compiler}{where}:"
    text = BENCHMARKS.read_text(encoding="utf-8")
    begin, end = f"<!-- target: {target} -->\n", f"<!-- end of target: {target} -->"
    if text.count(begin) != 1 or text.count(end) != 1:
        sys.exit(f"ci/table-of-targets.py: benches/targets/README.md has no place for {target}")
    before, rest = text.split(begin)
    after = rest.split(end)[1]
    BENCHMARKS.write_text(before + begin + "\n" + head + "\n\n" + "\n".join(rows) + "\n\n" + end + after, encoding="utf-8")


main()
