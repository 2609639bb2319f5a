#!/usr/bin/env python3
"""Puts quadline into a chess engine and compares the speed of both, from a checkout of the engine.

usage: run.py ENGINE CHECKOUT [--rounds N] [--target-cpu CPU] [--work DIR] [--results FILE]
       run.py --list                            prints the known engines
       run.py --table [--results FILE]          prints the table of all rounds in the file
       run.py --check                           fails if the porting guide has another table

The script copies the checkout twice and replaces, in one copy, the bodies of the functions that compute the attacks of rooks and
bishops by calls of quadline. Nothing else differs. It builds both with the engine's own release profile, runs the engine's own
benchmark in both alternately, and fails if they search different trees. Both get the newest versions of their dependencies. The
ratio is that of processor times, which other work on the machine affects less. Requires cargo, and the crates that the engine
depends on.

The rounds can be run in parts: a later call with the same engine, CPU and DIR uses the programs that are there, and the file of
results keeps the rounds of all calls. `--rounds 0` builds only. To build again, remove DIR.

  --rounds N          pairs of runs [default: 15]
  --target-cpu CPU    as for rustc [default: native]
  --work DIR          where the copies are made [default: quadline-engines in the folder for temporary files]
  --results FILE      a JSON object for each round [default: benches/engines/rounds.jsonl]
"""

import argparse
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benches/engines/rounds.jsonl"
GUIDE = ROOT / "src/guide/porting.rs"
BEGIN, END = "<!-- benches/engines/run.py --table -->", "<!-- end of the table -->"

COZY_CHESS = {
    "get_rook_moves": "BitBoard(quadline::rook_attacks(quadline::Square::new_masked(square as u8), blockers.0))",
    "get_bishop_moves": "BitBoard(quadline::bishop_attacks(quadline::Square::new_masked(square as u8), blockers.0))",
}


@dataclass
class Engine:
    """What is specific to an engine."""

    what: str
    """One line about it."""
    url: str
    command: list
    """The program below target/release, and its arguments."""
    nodes: str
    """A pattern whose groups are numbers of nodes in the benchmark's output; they are added up."""
    file: str = ""
    """The source file with the functions, from the root of the checkout."""
    functions: tuple = ()
    """Function and new body: the functions of the checkout, whose manifest gets quadline as a dependency."""
    crate: str = ""
    """Or the crate of the registry whose functions are replaced in a copy."""
    shorter: tuple = ()
    """A file, a pattern and a text in its place, in both copies: a benchmark of seconds."""


ENGINES = {
    "tantabus": Engine(
        "on cozy-chess, whose magics quadline replaces",
        "https://github.com/analog-hors/tantabus",
        ["tantabus-uci", "bench"],
        r"(\d+) nodes",
        "src/moves.rs",
        tuple(COZY_CHESS.items()),
        "cozy-chess",
    ),
    "inanis": Engine(
        "fancy magics of its own, in tables on the heap",
        "https://github.com/Tearth/Inanis",
        ["inanis", "benchmark"],
        r"Total: (\d+)",
        "src/state/movegen.rs",
        (
            ("get_rook_moves", "quadline::rook_attacks(quadline::Square::new_masked(square as u8), occupancy_bb)"),
            ("get_bishop_moves", "quadline::bishop_attacks(quadline::Square::new_masked(square as u8), occupancy_bb)"),
        ),
        shorter=("src/testing/benchmark.rs", r"forced_depth = \d+", "forced_depth = 12"),
    ),
}


def fail(text):
    sys.exit(f"engines: {text}")


def run(command, folder, **options):
    done = subprocess.run(command, cwd=folder, text=True, **options)
    if done.returncode:
        fail(f"{' '.join(map(str, command))} ended with {done.returncode} in {folder}\n{done.stderr or ''}")
    return done


def replace_body(source, function, body):
    """The source with another body of a function, which must be there once."""
    found = list(re.finditer(rf"pub fn {function}\([^)]*\)[^{{]*\{{", source))
    if len(found) != 1:
        fail(f"{function} is there {len(found)} times; it must be there once. Has the engine changed?")
    end, depth = found[0].end(), 1
    while depth:
        depth += {"{": 1, "}": -1}.get(source[end], 0)
        end += 1
    head = source[found[0].start() : found[0].end()].replace("(mut ", "(")
    return f"{source[: found[0].start()]}{head} {body} }}{source[end:]}"


def add_dependency(manifest):
    text = manifest.read_text()
    line = f"quadline = {{ path = {json.dumps(str(ROOT))} }}"
    if "\n[dependencies]\n" in text:
        text = text.replace("\n[dependencies]\n", f"\n[dependencies]\n{line}\n", 1)
    else:
        text += f"\n[dependencies.quadline]\npath = {json.dumps(str(ROOT))}\n"
    manifest.write_text(text)


def with_quadline(engine, folder):
    """Makes the changes in the copy."""
    top = folder
    if engine.crate:
        metadata = json.loads(run(["cargo", "metadata", "--format-version", "1"], folder, capture_output=True).stdout)
        (package,) = [package for package in metadata["packages"] if package["name"] == engine.crate]
        top = folder / "with-quadline" / engine.crate
        shutil.copytree(Path(package["manifest_path"]).parent, top)
        with (folder / "Cargo.toml").open("a") as manifest:
            manifest.write(f"\n[patch.crates-io]\n{engine.crate} = {{ path = {json.dumps(str(top))} }}\n")
    source = (top / engine.file).read_text()
    for function, body in engine.functions:
        source = replace_body(source, function, body)
    (top / engine.file).write_text(source)
    add_dependency(top / "Cargo.toml")


def bench(engine, folder):
    """Runs the engine's benchmark: nodes and seconds of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    program = folder / "target/release" / engine.command[0]
    output = run([program, *engine.command[1:]], folder, capture_output=True, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    nodes = sum(int(count) for count in re.findall(engine.nodes, output.stdout))
    if not nodes:
        fail(f"the output of {program} has no nodes:\n{output.stdout[-500:]}")
    return nodes, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cpu():
    """The name of the CPU, as the operating system reports it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return "unknown"
    found = dict(line.split(":", 1) for line in lines if ":" in line)
    found = {key.strip(): value.strip() for key, value in found.items()}
    if "model name" not in found:
        return "unknown"
    return f"{found['model name']} (family {found.get('cpu family')}, model {found.get('model')})"


def build(engine, name, options):
    """The folders of both copies, built."""
    # An engine may pin a compiler that is older than quadline's minimum. Both programs are built for the same CPU.
    os.environ["RUSTFLAGS"] = f"-C target-cpu={options.target_cpu}"
    os.environ.setdefault("RUSTUP_TOOLCHAIN", "stable")
    top = options.work.resolve() / name / options.target_cpu
    folders = {way: top / way for way in ("as it is", "with quadline")}
    for way, folder in folders.items():
        if (folder / "built").is_file():
            continue
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(options.checkout, folder, ignore=shutil.ignore_patterns("target", ".git"))
        # quadline may need a newer version of a crate than the engine's lock file has.
        run(["cargo", "update", "--quiet"], folder)
        if engine.shorter:
            file, pattern, text = engine.shorter
            source, count = re.subn(pattern, text, (folder / file).read_text())
            if count != 1:
                fail(f"{pattern} is there {count} times in {file}; it must be there once. Has the engine changed?")
            (folder / file).write_text(source)
        if way == "with quadline":
            with_quadline(engine, folder)
        print(f"building {name} {way}", file=sys.stderr)
        run(["cargo", "build", "--release", "--quiet", "--bin", engine.command[0]], folder)
        (folder / "built").touch()
    return folders


def table(file):
    """The table of all rounds in the file, one row for each engine and CPU."""
    rounds = [json.loads(line) for line in file.read_text().splitlines()]
    rows = {}
    for each in rounds:
        rows.setdefault((each["engine"], each["cpu"], each["target_cpu"]), []).append(each)
    lines = ["| engine | nodes | speed | half of the rounds | rounds | CPU |", "|---|--:|--:|---|--:|---|"]
    for (name, processor, target), of_row in sorted(rows.items()):
        nodes = {each["nodes"] for each in of_row}
        if len(nodes) != 1:
            fail(f"{file}: {name} has rounds of different trees: {sorted(nodes)} nodes")
        ratios = [each["as it is"] / each["with quadline"] for each in of_row]
        low, _, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
        lines.append(
            f"| {name.title()}, {ENGINES[name].what} | {nodes.pop():,} | {statistics.median(ratios):.3f} | {low:.3f} to {high:.3f} "
            f"| {len(ratios)} | {processor}, {target} |"
        )
    return "\n".join(lines)


def check():
    """Compares the table of the porting guide with the recorded rounds."""
    text = GUIDE.read_text()
    found = text.split(BEGIN)[1].split(END)[0] if BEGIN in text and END in text else ""
    found = "\n".join(line.removeprefix("//!").strip() for line in found.splitlines()).strip()
    if found != table(RESULTS):
        fail(f"{GUIDE} has another table: put the output of --table between its marks")
    print("engines: the porting guide has the table of the recorded rounds")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, add_help=False)
    parser.add_argument("engine", nargs="?")
    parser.add_argument("checkout", nargs="?", type=Path)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--target-cpu", default="native")
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "quadline-engines")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--help", "-h", action="store_true")
    options = parser.parse_args()
    if options.check:
        return check()
    if options.table:
        return print(table(options.results))
    if options.list:
        for name, engine in ENGINES.items():
            print(f"{name:10} {engine.url}: {engine.what}")
        return
    if options.help or not options.engine:
        return print(__doc__)
    if options.engine not in ENGINES:
        fail(f"unknown engine {options.engine}; known are {', '.join(ENGINES)}")
    engine = ENGINES[options.engine]
    if not options.checkout or not (options.checkout / "Cargo.toml").is_file():
        fail(f"no checkout at {options.checkout}; git clone {engine.url}")

    folders = build(engine, options.engine, options)
    processor = cpu()
    for number in range(options.rounds):
        names = list(folders) if number % 2 else list(folders)[::-1]
        found = {name: bench(engine, folders[name]) for name in names}
        counts = {nodes for nodes, _ in found.values()}
        if len(counts) != 1:
            fail(f"the trees differ: {sorted(counts)} nodes")
        line = {"engine": options.engine, "cpu": processor, "target_cpu": options.target_cpu, "nodes": counts.pop()}
        line |= {name: round(seconds, 6) for name, (_, seconds) in found.items()}
        with options.results.open("a") as results:
            print(json.dumps(line), file=results)
        print(f"\r{number + 1} of {options.rounds} rounds", end="", file=sys.stderr)
    if options.rounds:
        print(file=sys.stderr)
        print(table(options.results))


if __name__ == "__main__":
    main()
