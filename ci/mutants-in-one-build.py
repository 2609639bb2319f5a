#!/usr/bin/env python3
"""Runs mutation tests with one build: all mutants are compiled into one program, which selects one of them when it starts.

usage: ci/mutants-in-one-build.py [--file GLOB]...

How it works:

1. `cargo mutants --list` lists the mutants: sites in the source and their replacements.
2. The Rust program in ci/mutants-in-one-build/ writes a copy of the project in which each site selects its code, such as
   `if chosen_mutant::number() == 17 { a - b } else { a + b }`. Mutants in constants cannot be selected at run time, and are
   left out.
3. The copy is compiled. Mutants with compile errors are removed until it compiles.
4. The tests run once for each mutant, with its number in the environment, and end with the first failure. The
   sampled tests of the mutant's package run first, then those of `quadline`. A limit of processor time ends infinite loops.
5. A mutant that survives must be in ci/mutants.tsv with the reason why it does not change results.

JOBS is the number of mutants that run at once, by default all cores. Requires cargo-mutants and Linux. ci/mutants-by-hand.py
covers code that cargo-mutants cannot change, such as macros and constants.
"""

import collections
import concurrent.futures
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "target/mutants/in-one-build"
TREE = OUT / "tree"
RESULTS = OUT / "mutants.out"
PACKAGES = ("quadline-kernels", "quadline")
SELECTION = [option for package in PACKAGES for option in ("--package", package)]
# The limit of memory.
BYTES = 8 << 30

# Code for the crate that both packages use. It reads the number of the mutant from the environment, before
# `main`.
CHOSEN_MUTANT = """
#[doc(hidden)]
pub mod chosen_mutant {
    extern crate std;
    use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    #[used]
    #[unsafe(link_section = ".init_array")]
    static READ: extern "C" fn() = read;
    extern "C" fn read() {
        let number = std::env::var("QUADLINE_MUTANT").ok().and_then(|number| number.parse().ok());
        NUMBER.store(number.unwrap_or(0), Relaxed);
    }
    #[inline(always)]
    pub fn number() -> usize {
        NUMBER.load(Relaxed)
    }
}
"""
ENVIRONMENT = os.environ | {
    "CARGO_TARGET_DIR": str(OUT / "target"),
    "CARGO_TERM_COLOR": "never",
    "CARGO_INCREMENTAL": "0",
    "CARGO_PROFILE_TEST_DEBUG": "0",
    "RUSTFLAGS": "--cap-lints=allow",
    "RUST_BACKTRACE": "0",
    "QUADLINE_TEST_PERCENT": os.environ.get("QUADLINE_TEST_PERCENT", "1"),
    "QUADLINE_TEST_EVERY": os.environ.get("QUADLINE_TEST_EVERY", "41"),
}


def fail(text):
    print(f"mutants in one build: {text}", file=sys.stderr)
    sys.exit(1)


def output(command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def write_tree(left_out):
    """The project with all mutants but those, whose constants call functions of those names. The numbers of its mutants."""
    for name in output(["git", "ls-files", "-z"], cwd=ROOT).split("\0"):
        if name and (ROOT / name).is_file():
            (TREE / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, TREE / name)
    tool = ["cargo", "run", "--quiet", "--release", "--manifest-path", ROOT / "ci/mutants-in-one-build/Cargo.toml", "--"]
    numbers = output([*tool, TREE, OUT / "mutants.json"], input="".join(f"{number}\n" for number in left_out),
                     env=os.environ | {"CARGO_TARGET_DIR": str(OUT / "tool")})
    with open(TREE / "kernels/src/lib.rs", "a") as file:
        file.write(CHOSEN_MUTANT)
    with open(TREE / "src/lib.rs", "a") as file:
        file.write("#[doc(hidden)]\npub use quadline_kernels::chosen_mutant;\n")
    return [int(number) for number in numbers.split()]


def cargo(*command):
    process = subprocess.run(["cargo", *command, *SELECTION, "--all-features", "--message-format", "json"],
                             cwd=TREE, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return process, [json.loads(line) for line in process.stdout.splitlines() if line.startswith("{")]


def whose(file, start, end):
    """The mutant that the error is of, or those of the innermost place that it is in."""
    places = []
    for mark in re.finditer(rb"/\*(?:<(\d+)|(\d+)>|\[([\d,]*)|(\]))\*/", (TREE / file).read_bytes()):
        if mark.start() >= end:
            break
        begins, ends, place, place_ends = mark.groups()
        if ends is None and place_ends is None:
            places.append({int(number) for number in (begins or place).split(b",") if number})
        elif mark.end() <= start:
            places.pop()
    return places[-1] if places else set()


def arms_of(mutants, file, line):
    """The arms of the function there: without one that is always taken, a match may have none for some value."""
    functions = {number: mutant["function"]["span"] for number, mutant in enumerate(mutants, 1)
                 if mutant["genre"] == "MatchArm" and mutant["file"] == file}
    return {number for number, span in functions.items() if span["start"]["line"] <= line <= span["end"]["line"]}


def check(mutants):
    """Returns the numbers of the mutants that do not compile."""
    process, messages = cargo("check", "--tests")
    if process.returncode == 0:
        return set()
    errors = [message["message"] for message in messages
              if message.get("reason") == "compiler-message" and message["message"]["level"] == "error"]
    spans = [span for error in errors for span in error["spans"] if span["is_primary"]]
    found = set().union(*(whose(span["file_name"], span["byte_start"], span["byte_end"]) for span in spans))
    found = found or set().union(*(arms_of(mutants, span["file_name"], span["line_start"]) for span in spans))
    # Find constants that call functions that are no longer const. This comes first, because it may cause
    # further errors.
    called = (re.match(r"cannot call non-const .*?`([^`]+)` in ", error["message"]) for error in errors)
    found = {f"const {call[1].rpartition('::')[2]}" for call in called if call} or found
    if not found:
        fail("does not compile, and by no mutant:\n" + "".join(error["rendered"] for error in errors) + process.stderr)
    return found


def limit(seconds):
    """A loop is ended by its processor time, so that a busy machine is not taken for one."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Program:
    """The tests of a package, or a part of them."""

    def __init__(self, folder, path):
        self.folder, self.path, self.seconds = folder, path, 600
        self.name = Path(path).name.rpartition("-")[0]


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def catches(program, number):
    """Returns the output of the program for the mutant, if it fails."""
    process = subprocess.Popen([program.path, "--test-threads=1"], cwd=program.folder,
                               env=ENVIRONMENT | {"QUADLINE_MUTANT": str(number)},
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               preexec_fn=lambda: limit(program.seconds), start_new_session=True)
    said = None
    for line in process.stdout:
        if line.rstrip().endswith(b"FAILED"):
            said = line.decode(errors="replace").strip()
            break
    if said:
        os.killpg(process.pid, signal.SIGKILL)
    process.stdout.close()
    status = process.wait()
    if said is None and status != 0:
        said = "ended as a loop" if status in (-signal.SIGXCPU, -signal.SIGKILL) else f"status {status}"
    return said and f"{program.name}: {said}"


def table(mutants, results):
    """By folder."""
    rows = collections.defaultdict(collections.Counter)
    for number, mutant in enumerate(mutants, 1):
        rows[str(Path(mutant["file"]).parent)][results.get(number, "left")] += 1
    kinds = ("caught", "equal", "survived", "left")
    print("| folder | caught | equal | survived | not in the build |\n|---|--:|--:|--:|--:|")
    for folder, counts in sorted(rows.items()):
        print(f"| `{folder}` | " + " | ".join(str(counts[kind]) for kind in kinds) + " |")
    print("| all | " + " | ".join(str(sum(counts[kind] for counts in rows.values())) for kind in kinds) + " |")


def main():
    arguments = sys.argv[1:]
    if len(arguments) % 2 or set(arguments[::2]) - {"--file"}:
        fail("usage: ci/mutants-in-one-build.py [--file GLOB]...")
    if subprocess.run(["cargo", "mutants", "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
        fail("needs cargo-mutants: cargo install --locked cargo-mutants")
    if "avx512-vbmi" not in (levels := output([ROOT / "ci/native-levels.sh"]).strip()):
        print(f"this CPU has {levels} only: mutants of other levels will survive", file=sys.stderr)
    # Removes the results of earlier runs, which may refer to deleted files or other lines.
    for folder in (TREE, RESULTS):
        shutil.rmtree(folder, ignore_errors=True)
    RESULTS.mkdir(parents=True)
    listed = output(["cargo", "mutants", "--config", "ci/mutants.toml", "--list", "--json", *SELECTION, *arguments], cwd=ROOT)
    (OUT / "mutants.json").write_text(listed)
    mutants = json.loads(listed)
    if not mutants:
        fail(f"no mutants: {' '.join(arguments)} names no file that has any")

    left_out = set()
    while True:
        numbers = write_tree(left_out)
        found = check(mutants)
        if not found:
            break
        left_out |= found
        print(f"{len(numbers)} of {len(mutants)} mutants in one build; without {len(left_out)}", file=sys.stderr)

    # With the test of their traits, which is a package of its own.
    process, messages = cargo("test", "--no-run", "--package", "quadline-integrations")
    if process.returncode:
        fail(process.stderr)
    programs = {package: [] for package in PACKAGES}
    for message in messages:
        if message.get("reason") == "compiler-artifact" and message["executable"] and message["profile"]["test"]:
            folder = Path(message["manifest_path"]).parent
            program = Program(folder, message["executable"])
            programs["quadline-kernels" if folder.name == "kernels" else "quadline"].append(program)
    programs["quadline-kernels"] += programs["quadline"]
    for program in programs["quadline-kernels"]:
        begun = processor_seconds()
        if said := catches(program, 0):
            fail(f"without a mutant, {said}")
        program.seconds = 5 + int(3 * (processor_seconds() - begun))
        print(f"{program.name} is a loop after {program.seconds} s", file=sys.stderr)

    equal = collections.Counter(line.split("\t")[0] for line in (ROOT / "ci/mutants.tsv").read_text().splitlines())
    results, begun = {}, time.monotonic()

    def run(number):
        found = (catches(program, number) for program in programs[mutants[number - 1]["package"]])
        return next((said for said in found if said), None)

    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", os.cpu_count()))) as pool, \
         open(RESULTS / "said.txt", "w") as log:
        for done, (number, said) in enumerate(zip(numbers, pool.map(run, numbers)), 1):
            name = mutants[number - 1]["name"]
            short = re.sub(r":\d+:\d+:", ":", name, count=1)
            results[number] = "caught" if said else "equal" if equal[short] else "survived"
            equal[short] -= results[number] == "equal"
            print(f"{name}\t{said or results[number]}", file=log, flush=True)
            if results[number] == "survived":
                print(f"SURVIVED: {name}", flush=True)
            if done % 100 == 0 or done == len(numbers):
                left = (time.monotonic() - begun) * (len(numbers) - done) / done
                print(f"{done} of {len(numbers)} mutants, {left:.0f} s left", file=sys.stderr)

    # So that `cargo mutants --iterate` continues with the others.
    for kind, also in (("caught", {"caught", "equal"}), ("missed", {"survived"})):
        names = [mutants[number - 1]["name"] for number, result in results.items() if result in also]
        (RESULTS / f"{kind}.txt").write_text("".join(f"{name}\n" for name in names))
    table(mutants, results)
    survived = sum(result == "survived" for result in results.values())
    print(f"mutants in one build: {len(numbers)} of {len(mutants)}, {survived} survived")
    sys.exit(bool(survived))


main()
