#!/usr/bin/env python3
"""Tests mutants that cargo-mutants cannot make. ci/mutants-by-hand.toml lists them, each with the step that must catch it.

usage: ci/mutants-by-hand.py [--step STEP | --only NAME]...   runs them; fails if one survives or a step cannot run
       ci/mutants-by-hand.py --check                          runs none; checks that each search text occurs exactly once
       ci/mutants-by-hand.py --table                          prints the number of mutants for each step
JOBS is the number of cargo jobs, default 1. A step fails after SECONDS_PER_STEP, default 1800.

Each step first runs without a mutant and must pass. It must then fail with each of its mutants: with a compile error if it is the
step `compile`, and otherwise without one, and with the message that the step or the mutant gives in `says`. Requires Python 3.11
and the tools of the steps.
"""

import fnmatch
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "ci/mutants-by-hand.toml"
OUT = ROOT / "target/mutants/by-hand"


def fail(text):
    print(f"mutants by hand: {text}", file=sys.stderr)
    sys.exit(1)


def tracked(top):
    """The project's own files, as they are now."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=top, check=True, capture_output=True, text=True).stdout
    return [name for name in names.split("\0") if name and (top / name).is_file()]


def place(mutant, files):
    """The one file that has the text, and the file with the mutant in it."""
    found = []
    for name in fnmatch.filter(files, mutant["file"]):
        text = (ROOT / name).read_text(encoding="utf-8")
        found += [(name, text)] * text.count(mutant["search"])
    if len(found) != 1:
        fail(f"{mutant['name']}: its search text occurs {len(found)} times in {mutant['file']}; it must occur exactly once")
    name, text = found[0]
    changed = text.replace(mutant["search"], mutant["replace"])
    if changed == text:
        fail(f"{mutant['name']} changes nothing")
    return name, changed


def table(steps, mutants):
    lines = ["| caught by | command | in `.ci/run` | mutants |", "|---|---|---|--:|"]
    for name, step in steps.items():
        caught = sum(mutant["step"] == name for mutant in mutants)
        if caught:
            lines.append(f"| {name} | `{step['command']}` | {'yes' if step['in_ci'] else 'no'} | {caught} |")
    return "\n".join([*lines, f"| all | | | {len(mutants)} |"])


def run(step, log):
    """Runs a step in the copy. Its status (None: hung), and whether it failed by not compiling."""
    environment = os.environ | {
        "CARGO_TARGET_DIR": str(OUT / "target"),
        "CARGO_TERM_COLOR": "never",
        "CARGO_BUILD_JOBS": os.environ.get("JOBS", "1"),
        "RUST_BACKTRACE": "0",
        "QUADLINE_TEST_PERCENT": "1",
        "QUADLINE_TEST_EVERY": "41",
        # Without optimization, the byte lanes need 3 MB of stack.
        "RUST_MIN_STACK": "33554432",
        "CROSS_TARGET_DIR": str(OUT / "target/cross"),
    }
    with open(log, "w") as output:
        process = subprocess.Popen(["bash", "-c", step["command"]], cwd=OUT / "tree", env=environment, stdin=subprocess.DEVNULL,
                                   stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            status = process.wait(timeout=int(os.environ.get("SECONDS_PER_STEP", "1800")))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            status = None
    text = log.read_text(errors="replace")
    return status, "could not compile" in text, re.search(r"^skipped (?!.*: this CPU lacks it$).*", text, re.MULTILINE)


def main():
    arguments = sys.argv[1:]
    data = tomllib.loads(DATA.read_text())
    steps, mutants = data["steps"], data["mutant"]
    files = tracked(ROOT)
    names = [mutant["name"] for mutant in mutants]
    if len(set(names)) != len(names):
        fail(f"two mutants have one name: {sorted(name for name in names if names.count(name) > 1)}")
    for mutant in mutants:
        if mutant["step"] not in steps:
            fail(f"{mutant['name']}: there is no step {mutant['step']}")
        mutant["place"] = place(mutant, files)
    for pattern in data["covered"]:
        for name in fnmatch.filter(files, pattern):
            if all(name != mutant["place"][0] for mutant in mutants):
                fail(f"{name} has no mutant; {DATA.name} has to have one for each file of {pattern}")
    if arguments == ["--table"]:
        return print(table(steps, mutants))
    if arguments == ["--check"]:
        return print(f"mutants by hand: {len(mutants)}, each can be made")
    only, wanted = set(), set()
    while arguments:
        option = arguments.pop(0)
        if option not in ("--step", "--only") or not arguments:
            fail(f"no option {option}; see the head of the script")
        value = arguments.pop(0)
        if value not in (steps if option == "--step" else names):
            fail(f"there is no {value}")
        (wanted if option == "--step" else only).add(value)
    chosen = [mutant for mutant in mutants
              if (not only or mutant["name"] in only) and (not wanted or mutant["step"] in wanted)]

    shutil.rmtree(OUT / "tree", ignore_errors=True)
    (OUT / "logs").mkdir(parents=True, exist_ok=True)
    for name in files:
        (OUT / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        # Uses the current time, because otherwise a build of the previous mutant would count as up to date.
        shutil.copy(ROOT / name, OUT / "tree" / name)
    bad = []
    print("| mutant | caught by | seconds |\n|---|---|--:|", flush=True)
    for name, step in steps.items():
        ours = [mutant for mutant in chosen if mutant["step"] == name]
        if not ours:
            continue
        start = time.monotonic()
        log = OUT / "logs" / f"{name}.log"
        status, _, skipped = run(step, log)
        if status != 0 or skipped:
            why = skipped.group() if skipped else f"status {status}, {log}"
            print(f"| *no mutant* | {name} cannot tell: {why} | {time.monotonic() - start:.0f} |", flush=True)
            bad += [mutant["name"] for mutant in ours]
            continue
        print(f"| *no mutant* | passes {name} | {time.monotonic() - start:.0f} |", flush=True)
        for number, mutant in enumerate(ours):
            file, changed = mutant["place"]
            copy = OUT / "tree" / file
            log = OUT / "logs" / f"{name}-{number}.log"
            copy.write_text(changed)
            start = time.monotonic()
            status, compile_error, _ = run(step, log)
            shutil.copyfile(ROOT / file, copy)
            if status == 0:
                result = "SURVIVES "
            elif status is None:
                result = "HANGS "
            elif compile_error != step.get("compiles", False):
                result = "DOES NOT COMPILE for " if compile_error else "FAILS, but compiles for "
            elif mutant.get("says", step.get("says", "")) not in log.read_text(errors="replace"):
                result = "FAILS in another way for "
            else:
                result = ""
            if result:
                bad.append(mutant["name"])
            print(f"| {mutant['name']} | {result}{name} | {time.monotonic() - start:.0f} |", flush=True)
    if bad:
        fail(f"{len(bad)} of {len(chosen)} not caught as they should be: {', '.join(bad)}")
    print(f"mutants by hand: {len(chosen)} of {len(chosen)} caught")


main()
