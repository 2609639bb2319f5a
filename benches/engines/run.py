#!/usr/bin/env python3
"""Puts quadline into a chess engine and compares the speed of both, from a checkout of the engine.

usage: run.py ENGINE CHECKOUT [--rounds N] [--target-cpu CPU] [--work DIR] [--results FILE]
       run.py ENGINE --network FILE             writes a made-up network for Reckless, Black Marlin or Hobbes
       run.py --list                            prints the known engines
       run.py --table [--results FILE]          prints the table of all rounds in the file
       run.py --check                           fails if this folder's README.md has another table

The script copies the checkout twice and makes the changes of a port in one copy: it replaces the bodies of functions, or other text
that it finds by patterns, and adds the files of the folder `ports`. It builds both with the engine's own release profile, runs the
engine's own benchmark in both alternately, and fails if they search different trees. Both get the newest versions of their
dependencies, and neither those that the benchmark does not need. The ratio is that of processor times, which other work on the
machine affects less. Requires cargo, and the crates that the engine depends on.

No text of an engine is in this folder, apart from names and short patterns: Reckless is under the AGPL, Black Marlin under the
GPL. Reckless needs a network: its own in the folder `networks` of the checkout, or a file named by EVALFILE;
Black Marlin needs one, which git LFS may not have fetched, and Hobbes, which is under the MIT license, the file hobbes.nnue in the
checkout. `--network FILE` writes a made-up one of the right format, which is
enough to compare speed. A checkout must be at the commit that the changes are for.

The rounds can be run in parts: a later call with the same engine, CPU and DIR uses the programs that are there, and the file of
results keeps the rounds of all calls. `--rounds 0` builds only. To build again, remove DIR.

  --rounds N          pairs of runs [default: 15]
  --target-cpu CPU    as for rustc [default: native]
  --work DIR          where the copies are made [default: quadline-engines in the folder for temporary files]
  --offline           as for cargo; members with dependencies from git are left out in any case
  --jobs N            processes that compile at a time, as for cargo
  --results FILE      a JSON object for each round [default: benches/engines/rounds.jsonl]
"""

import argparse
import json
import os
import random
import re
import resource
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benches/engines/rounds.jsonl"
PORTS = ROOT / "benches/engines/ports"
README = ROOT / "benches/engines/README.md"
BEGIN, END = "<!-- benches/engines/run.py --table -->", "<!-- end of the table -->"

COZY_CHESS = {
    "get_rook_moves": "BitBoard(quadline::rook_attacks(quadline::Square::new_masked(square as u8), blockers.0))",
    "get_bishop_moves": "BitBoard(quadline::bishop_attacks(quadline::Square::new_masked(square as u8), blockers.0))",
}

COZY_CHESS_KING = (
    ("src/lib.rs", r"\nmod board;", "\nmod board;\nmod quadline_danger;"),
    (
        "src/board/movegen/mod.rs",
        r"for to in (get_king_moves\(our_king\) & !our_pieces) \{\s*if [^}]*\}\s*\}",
        r"moves |= \1; if !moves.is_empty() { let enemies = self.colors(!color).0; let occupied = self.occupied() ^ our_king.bitboard();"
        " let pieces = Piece::ALL.map(|piece| self.pieces(piece).0 & enemies);"
        " moves &= BitBoard(!crate::quadline_danger::danger(pieces, occupied.0, color == Color::Black)); }",
    ),
)
# Paths of engines are from the copy of cozy-chess.
BLACKMARLIN_THREATS = (
    ("src/lib.rs", r"\nmod quadline_danger;", r"\g<0>\npub mod quadline_port;"),
    ("../../src/bm/bm_util/position.rs", r"threats::threats, zobrist::Zobrist\};", r"zobrist::Zobrist};\nuse cozy_chess::quadline_port::threats;"),
)
BLACKMARLIN_SEE = (
    (
        "../../src/bm/bm_search/see.rs",
        r"(pub fn compare_see\([^{]*\{)",
        r"\1 let values = Piece::ALL.map(|piece| piece_pts(piece) as i32);"
        " if let Some(answer) = cozy_chess::quadline_port::exchange(board, make_move, &values, cmp as i32) { return answer; }",
    ),
)


@dataclass
class Engine:
    """The properties that differ between engines."""

    what: str
    """One line about it."""
    url: str
    commit: str
    """The commit that the changes are for."""
    command: list
    """The program below target/release, and its arguments."""
    nodes: str = ""
    """A pattern whose groups are numbers of nodes in the benchmark's output; they are added up."""
    file: str = ""
    """The source file with the functions, from the root of the checkout."""
    functions: tuple = ()
    """Function and new body: the functions of the checkout, whose manifest gets quadline as a dependency."""
    crate: str = ""
    """Or the crate of the registry whose functions are replaced in a copy."""
    edits: tuple = ()
    """Further edits of the copy with quadline: a file, a pattern and a text in its place. The pattern must be found once."""
    files: tuple = ()
    """Files of the folder `ports` and their places in the copy with quadline."""
    both: tuple = ()
    """Edits of both copies: a benchmark of seconds, or without dependencies that it does not need."""
    flags: tuple = ()
    """Further arguments of cargo."""


ENGINES = {
    "blackmarlin": Engine(
        "on cozy-chess, whose magics and tests of the king's steps quadline replaces; a made-up network",
        "https://github.com/jnlt3/blackmarlin",
        "b7901043",
        ["blackmarlin", "bench 6"],
        r"OVERALL +(\d+) nodes",
        "src/moves.rs",
        tuple(COZY_CHESS.items()),
        "cozy-chess",
        COZY_CHESS_KING + BLACKMARLIN_THREATS + BLACKMARLIN_SEE,
        files=(("danger.rs", "src/quadline_danger.rs"), ("blackmarlin.rs", "src/quadline_port.rs")),
        both=(("Cargo.toml", r"(?s)\nrand = .*?\n\n\[features\]\ndata = [^\n]*", ""),),
    ),
}

NO_BUILD_DEPENDENCIES = ("Cargo.toml", r"\n\[build-dependencies\]\n(?:.+\n)*", "\n")
RECKLESS_SLIDERS = (
    ("rook_attacks", "Bitboard(quadline::rook_attacks(crate::quadline_threats::square(square), occupancies.0))"),
    ("bishop_attacks", "Bitboard(quadline::bishop_attacks(crate::quadline_threats::square(square), occupancies.0))"),
    ("queen_attacks", "Bitboard(quadline::queen_attacks(crate::quadline_threats::square(square), occupancies.0))"),
)
RECKLESS_THREATS = (
    ("src/lib.rs", r"\nmod misc;", "\nmod misc;\npub mod quadline_threats;"),
    (
        "src/board.rs",
        r"\n    pub const fn set_frc",
        "\n    pub fn bytes(&self) -> &[u8; 64] { unsafe { &*self.mailbox.as_ptr().cast() } }\n    pub const fn set_frc",
    ),
    ("src/nnue.rs", r"(threat_stack\[self\.index\]\.delta\.)clear\(\)", r"\1set(board, mv)"),
    ("src/nnue.rs", r",\s*threats::\{push_threats\w+(?:, push_threats\w+)*\},", ","),
    ("src/nnue.rs", r"(fn on_piece_(?:move|mutate|change)\([^{]*\{)[^}]*\}", r"\1}", 3),
    ("src/nnue/accumulator/threats.rs", r"(?s)#\[cfg[^\n]*\nmod scalar;.*?pub use vectorized::\*;", ""),
    ("src/nnue/accumulator/threats.rs", r"delta: ArrayVec<[^>]*>", "delta: crate::quadline_threats::Changes"),
    ("src/nnue/accumulator/threats.rs", r"delta: ArrayVec::new\(\)", "delta: crate::quadline_threats::Changes::new()"),
    (
        "src/nnue/accumulator/threats.rs",
        r"(?s)(pub unsafe fn update\([^{]*\{).*?(#\[cfg)",
        r"\1 let _ = king; let [adds, subs] = self.delta.inputs(pov); \2",
    ),
    ("src/nnue.rs", r"unsafe \{ current\.update\(", r"current.delta.compute(board); \g<0>"),
    ("src/nnue/accumulator/threats.rs", r"ft_threat_weights\[(adds?|subs?)(\[\w+\])?\]", r"ft_threat_weights[\1\2 as usize]", 5),
)
RECKLESS_NODE = (
    ("src/lib.rs", r"\nmod misc;", "\nmod misc;\npub mod quadline_port;"),
    ("src/board.rs", r"(fn attackers_to\([^{]*\{)[^}]*\}", r"\1 crate::quadline_port::attackers_to(self, square, occupancies) }"),
    (
        "src/board.rs",
        r"(?s)(pub fn update_threats\([^{]*\{).*?\n    \}\n(?=\n    pub fn update_hash_keys)",
        r"\1 let position = crate::quadline_port::position(self); let info = position.node_info();"
        " let node = crate::quadline_port::node(&info); let state = &mut self.state; state.piece_threats = node.threats;"
        " state.all_threats = node.all_threats; state.checkers = node.checkers; state.pinned = node.pinned;"
        " state.pinners = node.pinners; state.checking_squares = node.checking_squares; }\n",
    ),
)
RECKLESS_SEE = (
    ("src/board.rs", r"(struct InternalState \{)", r"\1 position: quadline::Position, info: quadline::CheckInfo,"),
    ("src/board.rs", r"state\.checkers = node\.checkers;", "state.checkers = node.checkers; state.position = position; state.info = *info.check_info();"),
    (
        "src/board/see.rs",
        r"(pub fn see\([^{]*\{)",
        r"\1 return crate::quadline_port::see(&self.state.position, &self.state.info, mv, threshold);",
    ),
)
HOBBES_SLIDERS = (("src/main.rs", r"    magics::init\(\);\n", ""),)
HOBBES_THREATS = (
    ("src/main.rs", r"\npub mod board;", "\npub mod board;\npub mod quadline_port;"),
    ("src/main.rs", r"    threat::init\(\);\n", ""),
    ("src/evaluation.rs", r"acc\.threat\.deltas\.clear\(\);", "acc.threat.deltas.set(board, *mv, pc);"),
    ("src/evaluation/accumulator/mod.rs", r"self\s*\.threat\s*\.push_piece_\w+\([^;]*;", "", 4),
    ("src/evaluation/accumulator/threat.rs", r"deltas: ArrayVec<[^>]*>", "deltas: crate::quadline_port::Changes"),
    ("src/evaluation/accumulator/threat.rs", r"deltas: ArrayVec::new\(\)", "deltas: crate::quadline_port::Changes::new()"),
    (
        "src/evaluation/accumulator/threat.rs",
        r"let mut adds = [^;]*ACTIVE[^;]*;\s*Self::collect_threat_indices[^;]*;",
        "let mut inputs = [0; 256]; let count = crate::quadline_port::all_inputs(board, pov, &mut inputs); let adds = &inputs[..count];",
    ),
    (
        "src/evaluation/accumulator/threat.rs",
        r"(?s)(pub fn apply\([^{]*\{).*?(unsafe \{)",
        r"\1 let _ = king_sq; let [adds, subs] = self.deltas.inputs(pov); \2",
    ),
    ("src/evaluation/accumulator/threat.rs", r"(?s)\n[^\n]*\n    pub fn push_piece_create\(.*?(?=\n\}\n)", ""),
    ("src/evaluation/accumulator/threat.rs", r"child\.apply\(", r"child.deltas.compute(board); \g<0>"),
)
ENGINES["hobbes"] = Engine(
    "sliders, threat updates and their inputs on its board of roles; a made-up network",
    "https://github.com/kelseyde/hobbes-chess-engine",
    "e35ccd8b",
    ["hobbes-chess-engine", "bench"],
    r"(\d+) nodes",
    "src/board/attacks.rs",
    tuple(
        (role, f"Bitboard(quadline::{role}_attacks(crate::quadline_port::square(sq), {occupied}.0))")
        for role, occupied in (("bishop", "blockers"), ("rook", "blockers"), ("queen", "occ"))
    ),
    edits=(*HOBBES_THREATS, *HOBBES_SLIDERS),
    files=(("hobbes.rs", "src/quadline_port.rs"),),
    both=(("src/tools/bench.rs", r"BENCH_DEPTH: u64 = \d+", "BENCH_DEPTH: u64 = 10"),),
)
ENGINES["hobbes-threats"] = replace(ENGINES["hobbes"], what="threat updates and their inputs only", functions=(), edits=HOBBES_THREATS)
ENGINES["reckless-threats"] = Engine(
    "threat updates on its own bytes",
    "https://github.com/codedeliveryservice/Reckless",
    "789de891",
    ["reckless", "bench 16 1 6"],
    r"Bench: (\d+)",
    "src/lookup.rs",
    edits=RECKLESS_THREATS,
    files=(("reckless_threats.rs", "src/quadline_threats.rs"),),
    both=(NO_BUILD_DEPENDENCIES,),
    flags=("--no-default-features",),
)
ENGINES["reckless"] = replace(
    ENGINES["reckless-threats"],
    what="sliders, threat updates, and attacks, checks and pins after each move",
    functions=RECKLESS_SLIDERS,
    edits=(*RECKLESS_THREATS, *RECKLESS_NODE),
    files=(*ENGINES["reckless-threats"].files, ("reckless.rs", "src/quadline_port.rs")),
)
ENGINES["reckless-see"] = replace(
    ENGINES["reckless"],
    what="sliders, threat updates, what a node needs, and exchanges",
    edits=(*ENGINES["reckless"].edits, *RECKLESS_SEE),
)


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


def edit(folder, file, pattern, text, times=1):
    """Replaces a pattern that must be found so many times."""
    source, count = re.subn(pattern, text, (folder / file).read_text())
    if count != times:
        fail(f"{pattern} is there {count} times in {file}; it must be there {times} times. Has the engine changed?")
    (folder / file).write_text(source)


def lines_of(engine):
    """The lines of a port: those of its files that are neither empty nor comments, and one for each other change."""
    files = [(PORTS / file).read_text().splitlines() for file, _ in engine.files]
    code = [line for lines in files for line in lines if line.strip() and not line.strip().startswith("//")]
    return len(code) + len(engine.functions) + len(engine.edits)


def hobbes_network(numbers):
    """A network for Hobbes. Some neurons count material and the rest is small and random, so that the search captures and prunes as with
    a real network."""
    width, buckets, second, third, neurons = 768, 8, 16, 32, 16
    material = [*range(neurons), *range(width // 2, width // 2 + neurons)]

    def words(values):
        return struct.pack(f"<{len(values)}h", *values)

    def longs(values):
        return struct.pack(f"<{len(values)}i", *values)

    def noise(most):
        return numbers.randrange(-most, most + 1)

    def pieces():
        for feature in range(768):
            color, role, square = feature // 384, feature // 64 % 6, feature % 64
            center = 3 - max(abs(2 * (square % 8) - 7), abs(2 * (square // 8) - 7)) // 2
            value = (-1) ** color * ((100, 300, 310, 500, 900, 0)[role] + 8 * center) // 34
            row = [noise(12) for _ in range(width)]
            row[:neurons], row[width // 2 : width // 2 + neurons] = [value] * neurons, [0] * neurons
            yield words(row)

    threats = bytearray(numbers.randbytes(60_144 * width).translate(bytes((byte % 7 - 3) & 255 for byte in range(256))))
    for start in range(0, len(threats), width):
        for half in (start, start + width // 2):
            threats[half : half + neurons] = bytes(neurons)
    biases = [255 if neuron >= width // 2 else 128 if neuron in material else noise(10) - 20 for neuron in range(width)]
    biases[width // 2 + neurons :] = [noise(10) - 20 for _ in biases[width // 2 + neurons :]]
    first = bytearray()
    for neuron, _ in ((neuron, bucket) for neuron in range(width) for bucket in range(buckets)):
        sign = 6 if neuron < width // 2 else -6
        row = [sign if output < second // 2 else -sign for output in range(second)] if neuron in material else [noise(3) for _ in range(second)]
        first += bytes(value & 255 for value in row)
    signs = [6 if (source < 8) == (output < 16) else -6 for source in range(second) for _ in range(buckets) for output in range(third)]
    second_layer = [sign + noise(1) for sign in signs] + [noise(1) for _ in range(second * buckets * third)]
    third_layer = [(30 if output < 16 else -30) + noise(2) for output in range(third) for _ in range(buckets)]
    layers = [longs([32] * (buckets * second)), longs(second_layer), longs([131_072] * (buckets * third)), longs(third_layer), longs([0] * buckets)]
    data = b"".join(pieces()) * 16 + bytes(threats) + words(biases) + bytes(first) + b"".join(layers)
    return data + bytes(-len(data) % 64)


def write_network(engine, file):
    """Writes a network for Black Marlin, Hobbes or Reckless (v60): small weights from a generator with a fixed seed."""
    numbers = random.Random(7)

    def bytes_of(count, most):
        return numbers.randbytes(count).translate(bytes((byte % (2 * most + 1) - most) & 255 for byte in range(256)))

    def words_of(count, most):
        values = [byte % (2 * most + 1) - most for byte in range(256)]
        source, words = numbers.randbytes(count), bytearray(2 * count)
        words[0::2] = source.translate(bytes(value & 255 for value in values))
        words[1::2] = source.translate(bytes(255 if value < 0 else 0 for value in values))
        return bytes(words)

    def floats_of(count, most):
        return struct.pack(f"<{count}f", *(numbers.uniform(-most, most) for _ in range(count)))

    width, buckets, second, third = 768, 8, 16, 32
    if engine == "hobbes":
        return file.write_bytes(hobbes_network(numbers))
    if engine == "blackmarlin":
        inputs = 32 * 2 * 7 * 64
        layers = [words_of(inputs * width, 20), words_of(width, 60), bytes_of(2 * width * buckets, 20), words_of(buckets, 20)]
        return file.write_bytes(struct.pack("<3I", inputs, width, buckets) + b"".join(layers))
    parts = [
        bytes_of(66_864 * width, 2),
        words_of(10 * 768 * width, 20),
        words_of(width, 60),
        bytes_of(buckets * second * width, 20),
        floats_of(buckets * second, 0.2),
        floats_of(buckets * second * third, 0.4),
        floats_of(buckets * third, 0.2),
        floats_of(buckets * third, 0.4),
        floats_of(buckets, 0.1),
    ]
    file.write_bytes(b"".join(part + bytes(-len(part) % 64) for part in parts))


def add_dependency(manifest):
    text = manifest.read_text()
    line = f"quadline = {{ path = {json.dumps(str(ROOT))} }}"
    if "\n[dependencies]\n" in text:
        text = text.replace("\n[dependencies]\n", f"\n[dependencies]\n{line}\n", 1)
    else:
        text += f"\n[dependencies.quadline]\npath = {json.dumps(str(ROOT))}\n"
    manifest.write_text(text)


def with_quadline(engine, folder, offline):
    """Makes the changes in the copy."""
    top = folder
    if engine.crate:
        metadata = json.loads(run(["cargo", "metadata", "--format-version", "1", *offline], folder, capture_output=True).stdout)
        (package,) = [package for package in metadata["packages"] if package["name"] == engine.crate]
        top = folder / "with-quadline" / engine.crate
        shutil.copytree(Path(package["manifest_path"]).parent, top)
        with (folder / "Cargo.toml").open("a") as manifest:
            manifest.write(f"\n[patch.crates-io]\n{engine.crate} = {{ path = {json.dumps(str(top))} }}\n")
    source = (top / engine.file).read_text()
    for function, body in engine.functions:
        source = replace_body(source, function, body)
    (top / engine.file).write_text(source)
    for change in engine.edits:
        edit(top, *change)
    for file, place in engine.files:
        shutil.copy(PORTS / file, top / place)
    add_dependency(top / "Cargo.toml")


def bench(engine, folder):
    """Runs the engine's benchmark: nodes and seconds of the processor."""
    program = folder / "target/release" / engine.command[0]
    # A new copy for each run, because the physical pages of a program's file change its speed by a few percent.
    with tempfile.TemporaryDirectory() as place:
        copy = shutil.copy(program, place)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        output = run([copy, *engine.command[1:]], folder, capture_output=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    nodes = sum(int(count) for count in re.findall(engine.nodes, output))
    if not nodes:
        fail(f"the output of {program} has no nodes:\n{output[-500:]}")
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
        for change in engine.both:
            edit(folder, *change)
        # A checkout may be inside of another workspace.
        if "[workspace]" not in (folder / "Cargo.toml").read_text():
            with (folder / "Cargo.toml").open("a") as manifest:
                manifest.write("\n[workspace]\n")
        (folder / "Cargo.lock").unlink(missing_ok=True)
        offline = ["--offline"] if options.offline else []
        if way == "with quadline":
            with_quadline(engine, folder, offline)
        print(f"building {name} {way}", file=sys.stderr)
        jobs = ["--jobs", str(options.jobs)] if options.jobs else []
        target = ["--bin", engine.command[0]]
        run(["cargo", "build", "--release", "--quiet", *target, *engine.flags, *jobs, *offline], folder)
        (folder / "built").touch()
    return folders


def commit_of(checkout):
    """The commit of the checkout, as git abbreviates it."""
    done = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=checkout, text=True, capture_output=True)
    return done.stdout.strip() or "unknown"


def table(file):
    """The table of all rounds in the file, one row for each engine and CPU."""
    rounds = [json.loads(line) for line in file.read_text().splitlines()]
    rows = {}
    for each in rounds:
        rows.setdefault((each["engine"], each["cpu"], each["target_cpu"]), []).append(each)
    lines = ["| program | commit | nodes | lines | speed | interval (95%) | rounds | CPU |", "|---|---|--:|--:|--:|---|--:|---|"]
    for (name, processor, target), of_row in sorted(rows.items()):
        nodes = {each["nodes"] for each in of_row}
        if len(nodes) != 1:
            fail(f"{file}: {name} has rounds of different trees: {sorted(nodes)} nodes")
        ratios = [each["as it is"] / each["with quadline"] for each in of_row]
        numbers = random.Random(7)
        medians = sorted(statistics.median(numbers.choices(ratios, k=len(ratios))) for _ in range(2_000))
        interval = f"{medians[50]:.3f} to {medians[-51]:.3f}"
        lines.append(
            f"| {name.title()}, {ENGINES[name].what} | {', '.join(sorted({each['commit'] for each in of_row}))} | {nodes.pop():,} | {lines_of(ENGINES[name])} "
            f"| {statistics.median(ratios):.3f} | {interval} | {len(ratios)} | {processor}, {target} |"
        )
    return "\n".join(lines)


def check():
    """Compares the table of README.md with the recorded rounds."""
    text = README.read_text()
    found = text.split(BEGIN)[1].split(END)[0] if BEGIN in text and END in text else ""
    if found.strip() != table(RESULTS):
        fail(f"{README} has another table: put the output of --table between its marks")
    print("engines: README.md has the table of the recorded rounds")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, add_help=False)
    parser.add_argument("engine", nargs="?")
    parser.add_argument("checkout", nargs="?", type=Path)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--offline", action="store_true")
    parser.add_argument("--network", type=Path)
    parser.add_argument("--target-cpu", default="native")
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "quadline-engines")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--help", "-h", action="store_true")
    options = parser.parse_args()
    if options.check:
        return check()
    if options.table:
        return print(table(options.results))
    if options.network:
        return write_network(options.engine, options.network)
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

    commit = commit_of(options.checkout)
    if commit != engine.commit:
        fail(f"{options.checkout} is at {commit}: git -C {options.checkout} checkout {engine.commit}")
    folders = build(engine, options.engine, options)
    processor = cpu()
    for number in range(options.rounds):
        names = list(folders) if number % 2 else list(folders)[::-1]
        found = {name: bench(engine, folders[name]) for name in names}
        counts = {nodes for nodes, _ in found.values()}
        if len(counts) != 1:
            fail(f"the trees differ: {sorted(counts)} nodes")
        line = {"engine": options.engine, "commit": commit, "cpu": processor, "target_cpu": options.target_cpu, "nodes": counts.pop()}
        line |= {name: round(seconds, 6) for name, (_, seconds) in found.items()}
        with options.results.open("a") as results:
            print(json.dumps(line), file=results)
        print(f"\r{number + 1} of {options.rounds} rounds", end="", file=sys.stderr)
    if options.rounds:
        print(file=sys.stderr)
        print(table(options.results))


if __name__ == "__main__":
    main()
