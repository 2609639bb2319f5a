#!/usr/bin/env python3
"""Compares quadline with the loaders of trainers, from their checkouts.

usage: run.py CHECKOUT [--file FILE] [--chunk-bytes N] [--rounds N] [--level LEVELS] [--bullet DIR] [--work DIR]

CHECKOUT is one of https://github.com/official-stockfish/nnue-pytorch. A checkout that is not there is fetched with git; one that is
there must be at the commit that the changes were written for. First all results are compared. Then the script prints the medians
of the times, and the median of the ratios of pairs of runs: 2 means half of the time. All programs use one thread for the work.
Nothing is written to the checkouts, and no text of theirs is here, apart from names and short patterns.

Copies of the loader are changed by patterns and by the file `port_of_nnue_pytorch.h`. In the first, batches get their threats and
pairs of pawns from quadline's C library; the third kind of inputs remains theirs. In the second, entries are also read by
`formats/binpack`, and the filters test those. The batches, of all entries that the default filters keep, are equal in the same
order. The time is that of the loader's own benchmark with its settings, except that it reads a file once, which contains FILE many
times: processor time of all threads. In the third, a function of the loader takes each entry from the reader without a copy, and
batches use their memory again. In the fourth, the reader reads several chunks at once and has the filters. Its choices at random
and the order of its entries are others. All of its rows together are equal to those of the original loader with the same choices.

  --bullet DIR     compares a copy of the loader of https://github.com/jw1912/bullet instead, changed by patterns and by the file
                   `port_of_bullet.rs`: `formats/binpack` reads the entries and tests of filters are for them. The program
                   `bullet.rs` runs it and the original alternately, and prints processor time for each board.
  --file FILE      a binpack file [default: .pgo/small.binpack of the checkout]
  --chunk-bytes N  writes the entries of FILE again with chunks of this size, because quadline reads several at once; the default
                   file has one chunk
  --rounds N       pairs of runs [default: 15]
  --level LEVELS   quadline's levels, separated by commas. Without one, it uses the best level of the CPU, and with `--bullet` it
                   is compiled for this CPU. With a level, it is compiled for any x86-64.
  --copies N       how many times FILE is in the file that the loader reads [default: 60]
  --work DIR       where the programs are built [default: target/trainers]
"""

import argparse
import os
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

# The flags of the loader's CMakeLists.txt for a release. Its script also uses a profile.
CXX = ["c++", "-std=c++20", "-march=native", "-O3", "-DNDEBUG", "-mbmi2", "-DHAS_BMI2"]
LIBRARIES = ["-lpthread", "-ldl", "-lm"]

# The commits that the changes are for.
COMMITS = {
    "https://github.com/official-stockfish/nnue-pytorch": "9f72946529c4187d3679014036cd22c3be419716",
    "https://github.com/jw1912/bullet": "cebc78a093d92cbc87e56cfef049184c225270b0",
}

PACKAGE = """[package]
name = "program"
version = "0.0.0"
edition = "2024"

[workspace]

[[bin]]
name = "program"
path = "{source}"

[dependencies]
quadline = {{ path = "{root}" }}
quadline-binpack = {{ path = "{root}/formats/binpack" }}
"""

# The changes in copies of nnue-pytorch's loader: the file, a pattern, the text in its place, and how many times it is there.
LOADER = "training_data_loader.cpp"
FEATURES = (
    (LOADER, r'#include "lib/rng.h"', r'\g<0>\n#include "port_of_nnue_pytorch.h"', 1),
    (
        LOADER,
        r"for \(int i = 0; i < size \* max_active_features; \+\+i\)\s*white\[i\]",
        r"if (num_inputs == port::INPUTS) { port::fill(*this, entries, HalfKAv2_hm::fill_features_sparse); return; }\n\g<0>",
        1,
    ),
)
PREDICATE = r"function<bool\(const (?:struct binpack::)?TrainingDataEntry&\)>"
PORTED = "function<bool(const port::Entry&)>"
READER = (
    ("lib/parallel_dataloader.h", r'#include "training_data_entry.h"', r'\g<0>\n#include "port_of_nnue_pytorch.h"', 1),
    ("lib/parallel_dataloader.h", r"using FileChunk = [^;]*;", r"\g<0> using ChunkReader = port::ChunkReader;", 1),
    ("lib/parallel_dataloader.h", PREDICATE, PORTED, 2),
    ("lib/nnue_training_data_stream.h", PREDICATE, PORTED, 8),
    ("training_data_loader_internal.h", PREDICATE, PORTED, 4),
    (LOADER, PREDICATE, PORTED, 3),
    (LOADER, r"(std::move\(early_ply_accept_prob\)\]\(const )TrainingDataEntry", r"\1port::Entry", 1),
    (LOADER, r"(?<=std::abs\()e\.pos\.simple_eval", "TrainingDataEntry(e).pos.simple_eval", 1),
    (LOADER, r"e\.pos\.piecesBB\(\)\.count\(\)(?=;\s*if \(pc)", "e.pieces()", 1),
)

# Entries without copies, and memory of batches that is used again.
HAND_OVER = (
    (
        "lib/parallel_dataloader.h",
        r"const auto e = m_chunkReader\.next\(m_chunk\);\s*if \(!m_chunkReader\.hasNext\(m_chunk\)\)\s*\{([^}]*)\}\s*if [^;]*\(e\)\)\s*m_localBuffer[^;]*;",
        r"if (!m_chunkReader.each(m_chunk, m_skipPredicate, m_localBuffer, threadBufferSize)) {\1}",
        1,
    ),
    (LOADER, r"= new (float|int)\[(total_\w+)\]", r"= port::Blocks<\1>::all().take(\2)", 2),
    (LOADER, r"delete\[\] (m_(float|int)_block)", r"port::Blocks<\2>::all().give(\1)", 2),
)

# Chunks at once, with the filters in the reader.
AT_ONCE = (
    (LOADER, r"std::function<[^\n]*> make_skip_predicate\(DataloaderSkipConfig config\) \{", r"\g<0> port::set_skip(config);", 1),
    (
        "lib/parallel_dataloader.h",
        r"bool isEnd = fetchNextChunkFromSharedQueue\(m_chunkReader, m_chunk\);",
        "const auto fetch = [&](std::vector<unsigned char>& chunk) { return !fetchNextChunkFromSharedQueue(m_chunkReader, chunk); };"
        " port::ChunksAtOnce reader(fetch); bool isEnd = false;",
        1,
    ),
    (
        "lib/parallel_dataloader.h",
        r"while \(m_localBuffer\.size\(\) < threadBufferSize\)(?s:.*?)(?=if \(!m_localBuffer\.empty\(\)\))",
        "isEnd = !reader.read(m_localBuffer, threadBufferSize);",
        1,
    ),
    # Entries stay in quadline's form.
    ("lib/parallel_dataloader.h", r"std::(vector|optional)<TrainingDataEntry>", r"std::\1<port::Kept>", 4),
    ("lib/nnue_training_data_stream.h", r"std::(vector|optional)<TrainingDataEntry>", r"std::\1<port::Kept>", 8),
    ("training_data_loader_internal.h", r"std::vector<struct binpack::TrainingDataEntry>", "std::vector<port::Kept>", 3),
    (LOADER, r"std::vector<TrainingDataEntry>", "std::vector<port::Kept>", 4),
    (LOADER, r"(entries\[i\])\.pos\.fen", r"TrainingDataEntry(\1).pos.fen", 1),
    ("training_data_loader_abi.cpp", r"new SparseBatch\(([^,]*), entries\)", r"new SparseBatch(\1, {entries.begin(), entries.end()})", 1),
) + HAND_OVER[1:]

# The original with the choices of the fourth copy. What filters remember of earlier entries begins anew with each chunk, as there.
NEW_CHUNK = "static thread_local std::uint64_t chunk{0} = -1; const bool is_new{0} = chunk{0} != port::Place::of_thread().chunk;"
NEW_CHUNK += " chunk{0} = port::Place::of_thread().chunk; "
CHOICES = (
    FEATURES[0],
    ("lib/parallel_dataloader.h", r'#include "training_data_entry.h"', r'\g<0>\n#include "port_of_nnue_pytorch.h"', 1),
    ("lib/parallel_dataloader.h", r"const auto e = m_chunkReader\.next\(m_chunk\);", r"\g<0> port::Place::of_thread().next();", 1),
    ("lib/parallel_dataloader.h", r"m_chunkReader = ChunkReader\{\};", r"\g<0> port::Place::of_thread().begins = true;", 1),
    (LOADER, r"bool skip_placeholder_zero", NEW_CHUNK.format(1) + r"if (is_new1) last_ply = -1, last_score = VALUE_NONE;\n\g<0>", 1),
    (
        LOADER,
        r"const double max_pc_skip_rate",
        NEW_CHUNK.format(2) + r"if (is_new2) alpha = 1, pc_history_all_total = 0, step_count = 0, std::fill_n(pc_history_all, 33, 0);\n\g<0>",
        1,
    ),
) + tuple(
    (LOADER, rf"prng\(\) < {threshold}", f"{sign}port::Place::of_thread().draw({number}) < {threshold}", 1)
    for number, (sign, threshold) in enumerate((("~", "random_skip_threshold"), ("", "wld_skip_threshold"), ("", "ply_reject_threshold"), ("", "reject_threshold")))
)

# The changes in a copy of bullet's loader.
BULLET = "crates/bullet_lib/src/value/loader/sfbinpack.rs"
BULLET_READER = (
    ("crates/bullet_lib/Cargo.toml", r"\[dependencies\]", r"\g<0>\n{dependencies}", 1),
    (BULLET, r"use sfbinpack::\{ChunkReader, ", '#[path = "{here}/port_of_bullet.rs"]\nmod port;\nuse sfbinpack::{{', 1),
    (BULLET, r"pub use sfbinpack::\{\s*TrainingDataEntry,", "pub use quadline_binpack::Entry as TrainingDataEntry;\npub use sfbinpack::{{", 1),
    (BULLET, r"(?s)fn convert_to_bulletformat.*?\n\}", "", 1),
    (
        BULLET,
        r"let mut reader = ChunkReader(?:[^}]*\}){2}",
        "for entry in quadline_binpack::Part::new(0, chunk).entries() {{ let entry = entry.unwrap();"
        " if filter(&entry) {{ buffer.push(port::board_of(&entry)); }} }}",
        1,
    ),
)


def run(command, **options):
    """Runs a command, and ends with its output if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def check_commit(checkout, address):
    """Fetches a checkout that is not there, and ends if it is not at the commit that the changes are for."""
    if not checkout.exists():
        run(["git", "clone", "--quiet", address, checkout])
        run(["git", "-C", checkout, "checkout", "--quiet", COMMITS[address]])
    found = run(["git", "-C", checkout, "rev-parse", "HEAD"]).strip()
    if found != COMMITS[address]:
        sys.exit(f"{checkout} is at {found}: git -C {checkout} checkout {COMMITS[address]}")


def environment(level):
    """Variables with which quadline uses a level."""
    return dict(os.environ, QUADLINE_LEVEL=level) if level else None


def edit(folder, edits, **values):
    """Replaces patterns, which must be found so many times. Texts contain values by name, if there are any."""
    for file, pattern, text, times in edits:
        source, count = re.subn(pattern, text.format(**values) if values else text, (folder / file).read_text())
        if count != times:
            sys.exit(f"{pattern} is there {count} times in {file}; it must be there {times} times. Has the trainer changed?")
        (folder / file).write_text(source)


def copy(source, folder, *ignored):
    """Copies a folder to a new one."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns(".git", *ignored))


def cargo(folder, source, dependencies="", native=False, flags=()):
    """Builds a program, and returns its file. If it is not for this CPU, quadline chooses the level as it runs."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Cargo.toml").write_text(PACKAGE.format(source=source, root=ROOT) + dependencies)
    variables = dict(os.environ, RUSTFLAGS="-C target-cpu=native") if native else None
    run(["cargo", "build", "--release", "--quiet", *flags], cwd=folder, env=variables)
    return folder / "target/release/program"


def alternate(programs, rounds):
    """Calls functions in random order, as many times as there are rounds, and prints the times that they return by stage, and the
    ratios of the first one to the others."""
    results = {name: [] for name in programs}
    for _ in range(rounds):
        for name in random.sample(list(programs), len(programs)):
            results[name].append(programs[name]())
    theirs, *others = results.values()
    for stage in theirs[0] if rounds else ():
        for name, times in zip(list(programs)[1:], others):
            ratio = statistics.median(one[stage] / other[stage] for one, other in zip(theirs, times))
            first, second = (statistics.median(time[stage] for time in side) for side in (theirs, times))
            print(f"{stage:<34} {name:<18} {first:10.2f} {second:10.2f} {ratio:8.2f}", flush=True)


def processor_time(command, stage, level=""):
    """Runs a command and returns the seconds of processor time of all its threads."""
    def seconds():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = seconds()
    run(command, env=environment(level))
    return {stage: seconds() - before}


def build_loader(options, name, edits):
    """Builds nnue-pytorch's benchmark and the program that prints its batches, from a copy with changes."""
    folder = options.work / f"loader-{name}"
    copy(options.loader, folder)
    shutil.copy(HERE / "port_of_nnue_pytorch.h", folder)
    edit(folder, edits)
    objects = []
    for source in (folder / LOADER, folder / "training_data_loader_abi.cpp", folder / "training_data_loader_bench.cpp", HERE / "batches_of_nnue_pytorch.cpp"):
        objects.append(folder / f"{source.stem}.o")
        run([*CXX, "-DBENCH", "-I", folder, "-I", ROOT / "bindings/c/include", "-c", source, "-o", objects[-1]])
    for program, main in (("bench", objects[2]), ("batches", objects[3])):
        run(["c++", *objects[:2], main, options.work / "c/release/libquadline.a", *LIBRARIES, "-o", folder / program])
    return folder


def loaders(options):
    """Builds the loaders, and returns their folders, the settings, and a file that is read once."""
    library = ["--manifest-path", ROOT / "bindings/c/Cargo.toml", "--target-dir", options.work / "c"]
    run(["cargo", "build", "--release", "--quiet", "-p", "quadline-c", *library])
    folders = {
        "theirs": build_loader(options, "theirs", ()),
        "features": build_loader(options, "features", FEATURES),
        "features, reader": build_loader(options, "reader", FEATURES + READER),
        "features, reader, hand-over": build_loader(options, "hand-over", FEATURES + READER + HAND_OVER),
        "features, chunks at once": build_loader(options, "at-once", FEATURES + READER + AT_ONCE),
        "theirs, same choices": build_loader(options, "choices", CHOICES),
    }
    file, settings = options.work / "many.binpack", options.work / "settings.ini"
    file.write_bytes(options.file.read_bytes() * options.copies)
    once, changes = re.subn(r"(?m)^cyclic *=.*", "cyclic = false", (options.loader / "data_loader_config.ini").read_text())
    assert changes == 1
    settings.write_text(once)
    return folders, settings, file


def compare_loader(options):
    folders, settings, file = loaders(options)
    batches, chosen = (run([folders[name] / "batches", settings, file]) for name in ("theirs", "theirs, same choices"))
    del folders["theirs, same choices"]
    *numbers, _ = batches.splitlines()
    for level in options.levels:
        print(f"== loader of nnue-pytorch, level {level or 'of the CPU'}", flush=True)
        for name, folder in folders.items():
            found, is_ordered = run([folder / "batches", settings, file], env=environment(level)), name != "features, chunks at once"
            if found != batches if is_ordered else found.splitlines()[-1] != chosen.splitlines()[-1]:
                sys.exit(f"the batches of {name} differ:\n{found}{batches if is_ordered else chosen}")
        print(f"{len(numbers)} batches are equal; {chosen.splitlines()[-1]} with the choices of chunks at once are equal")
        # The benchmark takes five batches before the first of these.
        arguments = ["-p", "1", "-c", "0", "-i", str(max(1, len(numbers) - 5)), "-s", settings, file]
        programs = {name: lambda folder=folder: processor_time([folder / "bench", *arguments], "the benchmark, s", level) for name, folder in folders.items()}
        alternate(programs, options.rounds)


def compare_bullet(options):
    copies = [options.work / name for name in ("bullet-theirs", "bullet-quadline")]
    for folder in copies:
        copy(options.bullet, folder, "target")
    paths = f'quadline = {{ path = "{ROOT}" }}\nquadline-binpack = {{ path = "{ROOT}/formats/binpack" }}'
    edit(copies[1], BULLET_READER, here=HERE, dependencies=paths)

    def build(ported, native):
        folder = copies[ported]
        crates = f'bulletformat = "1.8"\nbullet_lib = {{ path = "{folder}/crates/bullet_lib" }}\n'
        crates += f'bullet-trainer = {{ path = "{folder}/crates/trainer" }}\n[features]\nquadline = []\n'
        package = options.work / f"bullet-program{'-quadline' * ported}{'-native' * native}"
        return cargo(package, HERE / "bullet.rs", crates, native, ["--features=quadline"] if ported else [])

    def times(program, level):
        found = {}
        for kept, buffers in (("all", "60"), ("quiet", "24")):
            found[f"{kept} entries, ns a board"] = float(run([program, options.file, kept, buffers, "time"], env=environment(level)))
        return found

    theirs = build(False, True)
    expected = {kept: run([theirs, options.file, kept, "6", "check"]) for kept in ("all", "quiet")}
    for level in options.levels:
        program = build(True, not level)
        print(f"== SfBinpackLoader of bullet, level {level or 'of the CPU, compiled for it'}", flush=True)
        for kept, buffers in expected.items():
            if run([program, options.file, kept, "6", "check"], env=environment(level)) != buffers:
                sys.exit(f"the boards of {kept} entries differ")
        print("6 buffers of boards are equal, of all entries and of quiet ones")
        alternate({"theirs": lambda: times(theirs, ""), "quadline": lambda: times(program, level)}, options.rounds)


def main():
    arguments = argparse.ArgumentParser(usage=__doc__, add_help=False)
    arguments.add_argument("checkout", type=Path)
    arguments.add_argument("--file", type=Path)
    arguments.add_argument("--chunk-bytes", type=int)
    arguments.add_argument("--rounds", type=int, default=15)
    arguments.add_argument("--level", default="")
    arguments.add_argument("--bullet", type=Path)
    arguments.add_argument("--copies", type=int, default=60)
    arguments.add_argument("--work", type=Path, default=ROOT / "target/trainers")
    options = arguments.parse_args()
    check_commit(options.checkout, "https://github.com/official-stockfish/nnue-pytorch")
    options.loader = options.checkout / "data_loader/cpp"
    if not (options.loader / LOADER).exists():
        sys.exit(f"{options.checkout} is not a checkout of nnue-pytorch: it has no data_loader/cpp/{LOADER}")
    options.file = (options.file or options.checkout / ".pgo/small.binpack").resolve()
    options.levels = options.level.split(",")
    options.work = options.work.resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    if options.chunk_bytes:
        chunked = options.work / "chunked.binpack"
        command = ["cargo", "run", "--release", "--quiet", "-p", "quadline-binpack", "--example", "chunks", "--", options.file, chunked, str(options.chunk_bytes)]
        run(command, cwd=ROOT / "formats")
        options.file = chunked
    if options.bullet:
        check_commit(options.bullet, "https://github.com/jw1912/bullet")
        return compare_bullet(options)
    compare_loader(options)


if __name__ == "__main__":
    main()
