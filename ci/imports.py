#!/usr/bin/env python3
"""Checks the imports in kernels/src against ARCHITECTURE.md.

The drawing there has floors, and a file imports only from its own room, which is a folder or a file, and from the floors below;
files may also import from a room beside them. There are no circles of imports, except that a `mod.rs` and its child may import each
other. ARCHITECTURE.md names every folder of kernels, and every file and folder that it names exists. The comments at the head of
a folder with more than six files name each of them.

usage: ci/imports.py      fails if a rule is broken, and names the files
"""
import re
import subprocess
import sys
from collections import deque
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KERNELS = ROOT / "kernels/src"
TEXT = (ROOT / "ARCHITECTURE.md").read_text()


class Module:
    """A module: its file without comments and tests, its children, and the names that it has from elsewhere."""

    def __init__(self, path, folder, parent):
        self.path, self.parent, self.children, self.names = path, parent, {}, {}
        code = re.sub(r"//[^\n]*", "", path.read_text())
        code = re.sub(r"#\[cfg\([^\n]*\btest\b[^\n]*\)\](\s*#\[[^\n]*\])*\s*mod \w+ \{\n.*?\n\}", "", code, flags=re.S)
        for attributes, name in re.findall(r"((?:#\[[^\n]*\]\s*)*)(?:pub(?:\([^)]*\))? )?mod (\w+);", code):
            file = next((file for file in (folder / f"{name}.rs", folder / name / "mod.rs") if file.exists()), None)
            if file and not re.search(r"cfg\([^\n]*\btest\b", attributes):
                self.children[name] = Module(file, folder / name, self)
        imported = re.findall(r"\b(pub(?:\([^)]*\))? )?use ([^;]+);", code)
        self.used = re.sub(r"\b(?:pub(?:\([^)]*\))? )?use [^;]+;", "", code)
        self.macros = re.findall(r"#\[macro_export\]\s*macro_rules! (\w+)", code)
        self.reexports = set()
        for public, tree in imported:
            for path, name in leaves("", re.sub(r"\s+", " ", tree)):
                self.names[path if name == "*" else name] = path
                self.reexports |= {path} if public else set()

    def walk(self):
        yield self
        for child in self.children.values():
            yield from child.walk()

    def __str__(self):
        return str(self.path.relative_to(KERNELS))

    def __lt__(self, other):
        return str(self) < str(other)


def leaves(prefix, tree):
    """The paths of a `use` tree, each with the name it goes by."""
    head, brace, rest = tree.strip().partition("{")
    if not brace:
        path, _, alias = head.partition(" as ")
        path = (prefix + path.strip()).removesuffix("::self")
        yield path, (alias or path.rsplit("::", 1)[-1]).strip()
        return
    # The commas outside of inner braces.
    depth, part = 0, ""
    for letter in rest[: rest.rindex("}")] + ",":
        if letter == "," and depth == 0:
            if part.strip():
                yield from leaves(prefix + head.strip(), part)
            part = ""
        else:
            depth += (letter == "{") - (letter == "}")
            part += letter


def target(module, path, seen=()):
    """The module in whose file a path ends, or None outside of the crate."""
    first, *rest = path.split("::")
    if (module, path) in seen:
        return module
    at = {"crate": CRATE, "self": module, "super": module.parent or module}.get(first) or module.children.get(first)
    for index, name in enumerate(rest if at else []):
        if name == "super":
            at = at.parent or at
        elif name in at.children:
            at = at.children[name]
        elif name in at.names:
            # A name that the module itself imports.
            return target(at, "::".join([at.names[name], *rest[index + 1 :]]), (*seen, (module, path)))
        else:
            return MACROS.get(name, at) if at is CRATE else at
    return at


def imports(module):
    """The modules that a file names something of. A re-export that the file does not use is none."""
    paths = set(re.findall(r"\b(?:crate|super|self)(?:::\w+)+", module.used))
    for name, path in module.names.items():
        if path not in module.reexports or re.search(rf"\b{re.escape(name)}\b", module.used):
            paths.add(path)
    return {found for path in paths if (found := target(module, path)) not in (None, module, CRATE)}


def circle(edges):
    """A circle of imports, if there is one, other than that of a module and its child."""
    for start in edges:
        for second in edges[start]:
            # The shortest way from the second module back to the first.
            before, queue = {second: None}, deque([second])
            while queue:
                at = queue.popleft()
                for following in edges[at]:
                    serves = (at, following) == (second, start) and start in (second.parent, *second.children.values())
                    if following not in before and not serves:
                        before[following] = at
                        queue.append(following)
            if start in before:
                way = [start]
                while way[-1]:
                    way.append(before[way[-1]])
                return way[-2::-1]
    return []


def place(module):
    """The floor of a file, counted from the top of the drawing, and its room there."""
    for floor, rooms in enumerate(FLOORS):
        for room in rooms:
            if str(module) == room or room.endswith("/") and str(module).startswith(room):
                return floor, room
    return sys.exit(f"{module} is on no floor: add it to the drawing in ARCHITECTURE.md")


DRAWING = TEXT.split("```text\nkernels/src/\n")[1].split("```")[0]
FLOORS = [re.findall(r"^  ([\w/]+(?:/|\.rs))(?= |$)", part, flags=re.M) for part in re.split(r"^ +v$", DRAWING, flags=re.M)]
CRATE = Module(KERNELS / "lib.rs", KERNELS, None)
MACROS = {name: module for module in CRATE.walk() for name in module.macros}
EDGES = {module: imports(module) for module in CRATE.walk()}
wrong = ["a circle of imports: " + " -> ".join(map(str, way)) for way in [circle(EDGES)] if way]
for module in sorted(EDGES.keys() - {CRATE}):
    floor, room = place(module)
    for imported in sorted(EDGES[module]):
        other_floor, other = place(imported)
        if other_floor < floor or other_floor == floor and other != room and room.endswith("/") and other.endswith("/"):
            wrong.append(f"{module} imports from {imported}, which is not below it")
for folder in sorted({str(module.path.parent.relative_to(KERNELS)) for module in EDGES}):
    if re.match(r"(batch|formula|games|positions|threats)\b", folder) and f"`{folder}/`" not in TEXT:
        wrong.append(f"ARCHITECTURE.md does not name the folder {folder}/")
for path in re.findall(r"`([\w./-]+(?:/|\.rs|\.py|\.sh|\.toml))`", re.sub(r"```.*?```", "", TEXT, flags=re.S)):
    if not any((ROOT / folder / path).exists() for folder in ("", KERNELS, KERNELS / "positions", "examples", "kernels/tests")):
        wrong.append(f"ARCHITECTURE.md names {path}, which does not exist")
# The formulas have a table of their own, and these tests have the names of the files that they test.
NO_TABLE = {"kernels/src", "kernels/src/formula", "kernels/tests/suite/types"}
files = subprocess.check_output(["git", "ls-files", "*.rs", "*.py"], cwd=ROOT, text=True).split()
for folder in sorted({Path(file).parent for file in files} - {Path(folder) for folder in NO_TABLE}):
    names = [Path(file).stem for file in files if Path(file).parent == folder]
    head = next((head for name in ("mod.rs", "lib.rs", "__init__.py") if (head := ROOT / folder / name).exists()), None)
    if head and len(names) > 6:
        comments = " ".join(re.findall(r"^(?://|#).*", head.read_text(), flags=re.M))
        for name in set(names) - set(re.findall(r"`(\w+)(?:\.rs|\.py|/)?`", comments)) - {"main", head.stem}:
            wrong.append(f"{head.relative_to(ROOT)} does not name {name} in its table of files")
print("\n".join(wrong) or f"imports: {sum(map(len, EDGES.values()))} among {len(EDGES)} files of the kernels, none up, no circle")
sys.exit(bool(wrong))
