#!/usr/bin/env python3
"""Runs the mutants of ci/mutants-by-hand.tsv, which cargo-mutants cannot make: constants, macros, other CPUs and bindings.

usage: ci/mutants-by-hand.py [STEP | TEXT]...    runs all mutants, or those of steps and those whose row contains a text

A row of the table is a step, a file (or a pattern), a text that occurs once there, and the text in its place. A row `step` names
the command of a step. It must pass without a mutant and fail with each of its own: `compile` by an error of the compiler, the
others by a test. JOBS is the number of cargo's jobs [default: all cores]. Needs the tools of the steps.
"""
import fnmatch
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "target/mutants/by-hand"
SETTINGS = {"CARGO_TARGET_DIR": str(OUT / "target"), "CROSS_TARGET_DIR": str(OUT / "target/cross"), "CARGO_TERM_COLOR": "never",
            "QUADLINE_TEST_PERCENT": "1", "QUADLINE_TEST_EVERY": "41", "RUST_BACKTRACE": "0", "RUST_MIN_STACK": "33554432"}
if "JOBS" in os.environ:
    SETTINGS["CARGO_BUILD_JOBS"] = os.environ["JOBS"]


def run(command):
    """Runs a step in the copy. Returns its status (9 after half an hour), and its output."""
    process = subprocess.run(["timeout", "-s", "KILL", "1800", "bash", "-c", command], cwd=OUT / "tree", text=True, errors="replace",
                             env=os.environ | SETTINGS, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return process.returncode, process.stdout


files = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\n")
files = [name for name in files if (ROOT / name).is_file()]
shutil.rmtree(OUT / "tree", ignore_errors=True)
for name in files:
    (OUT / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
    # With the time of now, because a build of an earlier mutant would count as up to date.
    shutil.copy(ROOT / name, OUT / "tree" / name)
lines = (ROOT / "ci/mutants-by-hand.tsv").read_text().splitlines()
rows = [line.replace("\\n", "\n").split("\t") for line in lines]
chosen = [row for row in rows if row[0] != "step" and (not sys.argv[1:] or any(
    text == row[0] or len(text) > 9 and text in "\t".join(row) for text in sys.argv[1:]))]
if not chosen:
    sys.exit("no row has such a step, or such a text of ten letters or more")
bad = 0
for _, step, command in (row for row in rows if row[0] == "step"):
    mutants = [row for row in chosen if row[0] == step]
    if mutants and ((found := run(command))[0] or re.search(r"^skipped (?!.*: this CPU lacks it$)", found[1], re.MULTILINE)):
        print(f"{step} fails or skips something without a mutant:\n{found[1][-2000:]}")
        bad += len(mutants)
        continue
    for _, pattern, search, replace in mutants:
        places = [name for name in fnmatch.filter(files, pattern) for _ in range((OUT / "tree" / name).read_text().count(search))]
        result = f"MEND ITS ROW: the text occurs {len(places)} times"
        if len(places) == 1:
            copy = OUT / "tree" / places[0]
            copy.write_text(copy.read_text().replace(search, replace))
            status, output = run(command)
            shutil.copyfile(ROOT / places[0], copy)
            fails_to_compile = "could not compile" in output
            result = "SURVIVED" if not status else "caught" if fails_to_compile == (step == "compile") else f"WRONG FAILURE: {output[-500:]}"
        bad += result != "caught"
        print(f"{result}: {step}, {pattern}: {search.strip()}", flush=True)
print(f"mutants by hand: {len(chosen) - bad} of {len(chosen)} caught")
sys.exit(bool(bad))
