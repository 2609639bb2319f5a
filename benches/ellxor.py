#!/usr/bin/env python3
"""Builds https://github.com/ellxor/perft for `perft --external`: with PEXT, and with magics in its place for CPUs without it.

usage: ellxor.py CHECKOUT FOLDER [COMPILER]

The checkout must be at the commit below. FOLDER gets three programs of one thread: `ellxor-pext` for x86-64-v3, `ellxor-magics-v2` for
x86-64-v2 and `ellxor-magics` for any x86-64. The magics have the same tables; the factors are found as the program starts, which is
not timed. COMPILER is clang++ unless another one is named.
"""

import pathlib
import subprocess
import sys
import tempfile

COMMIT = "604c4bebec0b9d35b09724dc1e6982bf5fdf723d"
FLAGS = ["-std=c++20", "-O3", "-flto", "-fno-exceptions", "-fno-rtti", "-w"]

# Changes in each program: file, text, and the text in its place.
THREADS = ("perft.cc", "sysconf(_SC_NPROCESSORS_ONLN)", "1L")
MAGICS = (
    ("magic.h", "table[_pext_u64(occupied, mask)]", "table[(occupied & mask) * factor >> shift]"),
    ("magic.h", "        BitBoard  mask;", "        BitBoard  mask, factor; unsigned shift;"),
    ("magic.cc", "assert(index == SlidingAttacksTableSize);", "\\g<0> to_magics(BishopMagics); to_magics(RookMagics);"),
    ("magic.cc", "void init_bitboard_tables()", "TO_MAGICS \\g<0>"),
)
# Finds a factor for each square, and puts the attacks of all subsets, which are in the order of PEXT, into the order of the products.
TO_MAGICS = """
#include <string.h>
static void to_magics(Magic* all) {
    static BitBoard subsets[4096], attacks[4096], places[4096];
    uint64_t state = 88172645463325252;
    auto random = [&] { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state; };
    for (int square = 0; square < 64; square += 1) {
        Magic& magic = all[square];
        size_t count = size_t(1) << __builtin_popcountll(magic.mask);
        magic.shift = 64 - __builtin_popcountll(magic.mask);
        BitBoard subset = 0;
        for (size_t index = 0; index < count; index += 1, subset = (subset - magic.mask) & magic.mask) {
            subsets[index] = subset;
            attacks[index] = magic.table[index];
        }
        for (bool fits = false; !fits;) {
            magic.factor = random() & random() & random();
            memset(places, 0, sizeof places);
            fits = true;
            for (size_t index = 0; index < count && fits; index += 1) {
                BitBoard& place = places[subsets[index] * magic.factor >> magic.shift];
                fits = place == 0 || place == attacks[index];
                place = attacks[index];
            }
        }
        memcpy(magic.table, places, count * sizeof(BitBoard));
    }
}
"""


def edit(folder, file, found, text):
    """Replaces a text that must be there."""
    source = (folder / file).read_text()
    if found not in source:
        sys.exit(f"ellxor.py: {file} has no {found!r}")
    (folder / file).write_text(source.replace(found, text.replace("\\g<0>", found).replace("TO_MAGICS", TO_MAGICS)))


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    checkout, output = (pathlib.Path(path) for path in sys.argv[1:3])
    compiler = sys.argv[3] if len(sys.argv) == 4 else "clang++"
    git = ["git", "-C", checkout]
    found = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    if found != COMMIT:
        sys.exit(f"ellxor.py: {checkout} is at {found}: git -C {checkout} checkout {COMMIT}")
    output.mkdir(parents=True, exist_ok=True)
    programs = {"ellxor-pext": ("x86-64-v3", ()), "ellxor-magics-v2": ("x86-64-v2", MAGICS), "ellxor-magics": ("x86-64", MAGICS)}
    for name, (cpu, edits) in programs.items():
        with tempfile.TemporaryDirectory() as folder:
            archive = subprocess.run([*git, "archive", COMMIT, "src"], check=True, capture_output=True).stdout
            subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
            source = pathlib.Path(folder) / "src"
            for change in (THREADS, *edits):
                edit(source, *change)
            subprocess.run([compiler, *FLAGS, f"-march={cpu}", source / "unity_build.cc", "-o", output / name], check=True)


main()
