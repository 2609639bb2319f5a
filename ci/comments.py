#!/usr/bin/env python3
"""Checks comments: their width, and those that name each other.

Some rules of chess are implemented several times, because a kernel with a position in each lane and one with a bitboard in
each word have no code in common. Each place has a comment "Rule: ...", and the table in ARCHITECTURE.md lists the files.
This script fails if the two differ, and if a file of the kernels names en passant targets in its code but is neither in the
table, for one of EN_PASSANT_RULES, nor in OTHERS below.

usage: ci/comments.py            fails if a rule is broken, and names the files
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KERNELS = ROOT / "kernels/src"
# The rules that concern en passant: a place of one of them may name en passant targets.
EN_PASSANT_RULES = ["the king after en passant", "the state after a move"]
# Files that name the en passant target, and are no place of these rules.
OTHERS = {
    "chess/fen/read.rs": "text",
    "chess/fen/error.rs": "text",
    "chess/mod.rs": "the words of a position",
    "chess/moves.rs": "kinds of moves, and a move from its text",
    "chess/nibbles.rs": "packed boards",
    "chess/setup.rs": "the words of a position",
    "chess/validate.rs": "targets that no game has",
    "chess/zobrist.rs": "keys",
    "positions/engine/destinations.rs": "targets as squares that pawns capture on, without regard to the king",
    "positions/lists/captures.rs": "leaves positions with a target to the list of all moves",
    "positions/lists/candidates/mod.rs": "lists the pawns that positions/en_passant.rs finds",
    "positions/lists/lines/mod.rs": "lists the pawns that positions/en_passant.rs finds",
    "positions/lists/mod.rs": "the target as a move's destination",
    "positions/next_side.rs": "the state without a target",
    "positions/ranks/counts.rs": "counts the pawns that positions/ranks/en_passant.rs finds",
    "positions/ranks/sides.rs": "the target by ranks",
    "positions/ranks/king.rs": "the pieces on the rank of the pawns",
}


def code_of(path):
    """The file without comments and without its tests."""
    text = re.sub(r"//[^\n]*", "", path.read_text())
    return text.split("#[cfg(test)]")[0]

# The width of lines, as in rustfmt.toml.
WIDTH = 110


def wide_lines(text):
    """The numbers of comment lines of prose that are too wide. Tables, code and lines that cannot be broken may be."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        comment = re.match(r"\s*//[/!]?(.*)", line)
        fenced = bool(comment) and fenced != bool(re.match(r"\s*(```|~~~)", comment[1]))
        if not comment or fenced or len(line) <= WIDTH or re.match(r"\s*(\||#|<!--|\[[^\]]+\]: |```|SAFETY:)", comment[1]):
            continue
        is_drawing = re.search(r"\S  +\S", comment[1])
        if not is_drawing and re.search(r"\S\s", comment[1][: WIDTH - 10].strip()):
            yield number


failed = False
names = subprocess.run(["git", "ls-files", "*.rs"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
for name in names:
    for number in wide_lines((ROOT / name).read_text()):
        print(f"{name}:{number}: a comment is wider than {WIDTH} columns")
        failed = True
places = {}
for path in sorted(KERNELS.rglob("*.rs")):
    for rule in re.findall(r"// Rule: (.+)\. ARCHITECTURE\.md lists its places\.\n", path.read_text()):
        places.setdefault(rule, set()).add(str(path.relative_to(KERNELS)))
listed = {}
section = (ROOT / "ARCHITECTURE.md").read_text().split("## Rules with several places\n")[1].split("\n## ")[0]
for rule, files in re.findall(r"^\| ([^|]+?)(?:: [^|]+)? \| ([^|]+) \|", section, flags=re.M):
    listed.setdefault(rule, set()).update(re.findall(r"`([\w/]+\.rs)`", files))
listed = {rule: files for rule, files in listed.items() if files}
for rule in sorted(places.keys() | listed.keys()):
    for file in sorted(places.get(rule, set()) - listed.get(rule, set())):
        print(f'ARCHITECTURE.md does not list {file} for the rule "{rule}"')
        failed = True
    for file in sorted(listed.get(rule, set()) - places.get(rule, set())):
        print(f'{file} has no comment "Rule: {rule}. ARCHITECTURE.md lists its places."')
        failed = True
known = set(OTHERS).union(*(places.get(rule, set()) for rule in EN_PASSANT_RULES))
for path in sorted(KERNELS.rglob("*.rs")):
    name = str(path.relative_to(KERNELS))
    names_it = re.search(r"\b(state|kind)::EN_PASSANT\b|\bEN_PASSANT_RANK\b", code_of(path))
    if names_it and name not in known:
        print(f"{name} names en passant targets: add a comment \"Rule: ...\", or a row to OTHERS in ci/comments.py")
        failed = True
if failed:
    sys.exit(1)
print(f"comments: {sum(map(len, places.values()))} places of {len(places)} rules, as in ARCHITECTURE.md")
