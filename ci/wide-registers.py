#!/usr/bin/env python3
"""Checks that the level `avx512` computes one position without 512-bit registers.

Skylake-X, Skylake-SP, Cascade Lake and Cooper Lake select this level. On them, one instruction with a `zmm` register lowers the
clock for everything that the thread executes in the next 0.7 ms (benches/README.md). So only calls for many positions or sliders
may use these registers. The row of the level in `kernels/src/calls/kernels/list.rs` names them, behind `512 bits:`.

The script builds a program with every call of the level, disassembles it, and follows the calls and jumps of each function.

usage: ci/wide-registers.py
Needs objdump. CARGO_TARGET_DIR is the folder of the build [default: target/dependent].
"""

import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ASSEMBLY = ROOT / "ci/dependent"
# The other levels would only take time to compile.
WITHOUT = ["avx512-vbmi", "avx2-gfni", "lzcnt"]


def exceptions():
    """Returns the calls that the row allows to use 512 bits."""
    source = (ROOT / "kernels/src/calls/kernels/list.rs").read_text()
    row = source[source.index('    Avx512 {') :]
    match = re.search(r"// 512 bits: (.*(?:\n +// .*)*)\. `ci/wide-registers", row)
    if not match:
        sys.exit("wide-registers: the row of `avx512` has no comment that begins with `512 bits:`")
    return set(re.findall(r"`(\w+)`", match[1]))


def build():
    """Returns the program, which has no position-independent code, so that it prints the addresses of the disassembly."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target/dependent")) / "wide-registers"
    flags = "-Crelocation-model=static " + " ".join(f'--cfg quadline_without="{name}"' for name in WITHOUT)
    environment = {**os.environ, "RUSTFLAGS": flags, "CARGO_TARGET_DIR": str(target), "CARGO_PROFILE_RELEASE_STRIP": "none"}
    command = ["cargo", "build", "--quiet", "--release", "--bin", "functions"]
    subprocess.run(command, cwd=ASSEMBLY, env=environment, check=True)
    return target / "release/functions"


def functions(program):
    """Returns the instructions of each function: how many name a `zmm` register, and which functions it calls or jumps to."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", program], capture_output=True, text=True, check=True).stdout
    found, current = {}, None
    for line in text.splitlines():
        if start := re.match(r"([0-9a-f]+) <", line):
            current = found.setdefault(int(start[1], 16), [0, set()])
        elif current:
            current[0] += "%zmm" in line
            # Jumps within a function name it with an offset.
            if target := re.search(r"\t(?:call|jmp)\s+([0-9a-f]+) <[^+>]*>$", line):
                current[1].add(int(target[1], 16))
    return found


def reached(found, start):
    """Returns the functions that a function can reach by direct calls."""
    seen, left = set(), [start]
    while left:
        address = left.pop()
        if address in found and address not in seen:
            seen.add(address)
            left.extend(found[address][1])
    return seen


def main():
    if platform.machine() != "x86_64" or not shutil.which("objdump"):
        print("skipped wide registers: needs x86-64 and objdump")
        return
    program = build()
    lines = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    calls = {name: int(address, 16) for name, address in map(str.split, lines)}
    found = functions(program)
    allowed = exceptions()
    counts = {name: sum(found[each][0] for each in reached(found, address)) for name, address in calls.items()}
    wrong = [f"{name} has {count} instructions with zmm" for name, count in counts.items() if count and name not in allowed]
    wrong += [f"{name} may use 512 bits and does not" for name in sorted(allowed) if not counts.get(name)]
    for line in wrong:
        print(f"wide-registers: {line}")
    if wrong:
        sys.exit(1)
    narrow = sum(not count for count in counts.values())
    print(f"wide registers: {narrow} of {len(counts)} calls of the level avx512 use none of 512 bits, the others are in its row")


main()
