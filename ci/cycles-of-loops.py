#!/usr/bin/env python3
"""Counts the instructions of functions, or estimates the cycles for one round of their loops, from assembly.

usage: ci/cycles-of-loops.py count FILE.s FUNCTION...
       ci/cycles-of-loops.py estimate FILE.s FUNCTION...     for aarch64, by the newest llvm-mca

An estimate is no measurement: llvm-mca knows ports and latencies, but no caches. benches/targets/README.md has its error on a CPU that is there.
"""
import re
import shutil
import subprocess
import sys

CORES = ["neoverse-n1", "neoverse-n2", "neoverse-v1", "neoverse-v2"]
ROUNDS = 400


def body(lines, function):
    """The lines of a function."""
    start = next((number for number, line in enumerate(lines) if line.startswith(function + ":")), None)
    if start is None:
        return []
    end = next(number for number in range(start, len(lines)) if lines[number].startswith(".Lfunc_end"))
    return lines[start + 1 : end]


def instructions(lines):
    return [line for line in lines if re.match(r"\t[a-z]", line)]


def longest_loop(lines):
    """The instructions from a label to the last jump back to it."""
    labels, best = {}, (0, 0)
    for number, line in enumerate(lines):
        if label := re.match(r"(\.LBB\w+):", line):
            labels[label[1]] = number
        jump = re.search(r"\t(?:b(?:\.\w+)?|cbn?z|tbn?z)\t.*?(\.LBB\w+)", line)
        if jump and jump[1] in labels and number - labels[jump[1]] > best[1] - best[0]:
            best = (labels[jump[1]], number)
    return instructions(lines[best[0] : best[1] + 1]) if best[1] else []


def cycles(tool, core, loop):
    command = [tool, "-mtriple=aarch64", f"-mcpu={core}", f"-iterations={ROUNDS}", "-instruction-info=false", "-resource-pressure=false"]
    result = subprocess.run(command, input="\n".join(loop), capture_output=True, text=True)
    total = re.search(r"Total Cycles:\s+(\d+)", result.stdout)
    known = "not a recognized" not in result.stderr
    return f"{int(total[1]) / ROUNDS:.1f}" if total and known else ""


def main():
    what, file, *functions = sys.argv[1:]
    with open(file, encoding="utf-8") as assembly:
        lines = assembly.read().splitlines()
    if what == "count":
        print("| function | instructions |\n|---|--:|")
        for function in functions:
            print(f"| `{function}` | {len(instructions(body(lines, function)))} |")
        return
    tools = [name for version in range(40, 13, -1) if shutil.which(name := f"llvm-mca-{version}")]
    tool = (tools + [name for name in ["llvm-mca"] if shutil.which(name)] + [None])[0]
    if tool is None:
        print("skipped: no llvm-mca; on Debian: apt-get install llvm-19")
        return
    print(f"| cycles, by {tool} | " + " | ".join(CORES) + " |\n|---|" + "--:|" * len(CORES))
    for function in functions:
        loop = longest_loop(body(lines, function))
        if not loop:
            print(f"skipped {function}: no loop, or merged with an equal function", file=sys.stderr)
            continue
        print(f"| `{function}` | " + " | ".join(cycles(tool, core, loop) for core in CORES) + " |")


main()
