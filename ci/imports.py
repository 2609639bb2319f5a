#!/usr/bin/env python3
"""Checks the imports in kernels/src.

The files are on floors, and a file imports only from its own room and from the floors below. There are no circles of
imports, except that a `mod.rs` and its children may import each other: it holds them together and serves them.

A file in lanes/ is used by at least two kernels. A vector that only one kernel uses is in the folder of that kernel.

It also checks ARCHITECTURE.md: its drawing shows the same floors, it names every folder of kernels, and every file and folder that
it names exists.

usage: ci/imports.py            fails if a rule is broken, and names the files
       ci/imports.py --list     prints the imports of every file
"""
import re
import sys
from collections import deque
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KERNELS = ROOT / "kernels/src"
ARCHITECTURE = ROOT / "ARCHITECTURE.md"
# From the bottom up. Each row is a floor, and each string a room on it: a folder or files. ARCHITECTURE.md
# has a drawing.
FLOORS = [
    ["square.rs line.rs bitboard.rs attacks.rs reference.rs lengths.rs arrays.rs", "levels/"],
    ["chess/ steps.rs"],
    ["tables.rs"],
    ["lanes/"],
    ["formula/"],
    ["batch/", "positions/", "threats/"],
    ["games/"],
    ["calls/"],
    ["internal.rs", "integrations/"],
]
# The rooms with kernels. ARCHITECTURE.md has a line for each folder in them.
KERNEL_ROOMS = {(room,) for room in ("batch", "formula", "games", "positions", "threats")}


def code_of(path):
    """The file without comments and without its tests."""
    text = re.sub(r"//[^\n]*", "", path.read_text())
    return re.sub(r"#\[cfg\([^\n]*\btest\b[^\n]*\)\](\s*#\[[^\n]*\])*\s*mod \w+ \{\n.*?\n\}", "", text, flags=re.S)


class Module:
    """A module: its file, its children, and the names it has from elsewhere."""

    def __init__(self, path, folder, parent):
        self.path, self.parent, self.children, self.names = path, parent, {}, {}
        self.code = code_of(path)
        for attributes, name in re.findall(r"((?:#\[[^\n]*\]\s*)*)(?:pub(?:\([^)]*\))? )?mod (\w+);", self.code):
            if re.search(r"cfg\([^\n]*\btest\b", attributes):
                continue
            for file, inner in ((folder / f"{name}.rs", folder / name), (folder / name / "mod.rs", folder / name)):
                if file.exists():
                    self.children[name] = Module(file, inner, self)
        for tree in re.findall(r"\buse ([^;]+);", self.code):
            for path, name in leaves("", re.sub(r"\s+", " ", tree).strip()):
                self.names[path if name == "*" else name] = path

    def walk(self):
        yield self
        for child in self.children.values():
            yield from child.walk()

    def root(self):
        return self.parent.root() if self.parent else self


def leaves(prefix, tree):
    """The paths of a `use` tree, each with the name it goes by."""
    tree = tree.strip()
    head, brace, rest = tree.partition("{")
    if not brace:
        path, _, alias = tree.partition(" as ")
        path = (prefix + path.strip()).removesuffix("::self")
        yield path, (alias or path.rsplit("::", 1)[-1]).strip()
        return
    depth, part = 0, ""
    for letter in rest[: rest.rindex("}")] + ",":
        if letter == "," and depth == 0:
            if part.strip():
                yield from leaves(prefix + head.strip(), part)
            part = ""
            continue
        depth += (letter == "{") - (letter == "}")
        part += letter


def target(module, path, seen=()):
    """The module in whose file a path ends, or None outside of the crate."""
    if (module, path) in seen:
        return module
    seen = (*seen, (module, path))
    first, *rest = path.split("::")
    if first == "crate":
        at = module.root()
    elif first == "self":
        at = module
    elif first == "super":
        at = module.parent or module
    elif first in module.children:
        at = module.children[first]
    else:
        return None
    for index, name in enumerate(rest):
        if name == "super":
            at = at.parent or at
        elif name in at.children:
            at = at.children[name]
        elif name in at.names:
            # A name that the module itself imports.
            return target(at, "::".join([at.names[name], *rest[index + 1 :]]), seen)
        elif name in MACROS and at.parent is None:
            return MACROS[name]
        else:
            return at
    return at


def imports():
    """For every file those that it names something of."""
    edges = {module: set() for module in MODULES}
    for module in MODULES:
        reexports = set()
        for tree in re.findall(r"\bpub(?:\([^)]*\))? use ([^;]+);", module.code):
            reexports.update(path for path, _ in leaves("", re.sub(r"\s+", " ", tree).strip()))
        used = re.sub(r"\b(?:pub(?:\([^)]*\))? )?use [^;]+;", "", module.code)
        paths = set(re.findall(r"\b(?:crate|super|self)(?:::\w+)+", used))
        # Re-exports without another use are not imports, except for the root's children, which only the root
        # re-exports.
        for name, path in module.names.items():
            if path not in reexports or re.search(rf"\b{re.escape(name)}\b", used):
                paths.add(path)
        for path in paths:
            found = target(module, path)
            if found and found is not module and found.parent is not None:
                edges[module].add(found)
    return edges


def circle(edges):
    """A circle of imports, if there is one, other than that of a module and its child."""
    for start in edges:
        for second in edges[start]:
            # The shortest way from the second module back to the first.
            before, queue = {second: None}, deque([second])
            while queue:
                at = queue.popleft()
                for following in edges[at]:
                    serves = at is second and following is start and start in (second.parent, *second.children.values())
                    if following not in before and not serves:
                        before[following] = at
                        queue.append(following)
            if start in before:
                way, at = [], start
                while at:
                    way.append(at)
                    at = before[at]
                return way[::-1]
    return None


def named(module):
    return str(module.path.relative_to(KERNELS))


def place(module):
    """The floor of a file and its room there."""
    name = named(module)
    for floor, rooms in enumerate(FLOORS):
        for room in rooms:
            if any(name == part or part.endswith("/") and name.startswith(part) for part in room.split()):
                return floor, room
    sys.exit(f"{name} is on no floor: add it to FLOORS in ci/imports.py and to ARCHITECTURE.md")


def kernel_of(module):
    """The kernel that a file is part of: a folder with lanes of its own, or the file."""
    own = {"lanes", "avx2", "avx512", "neon"}
    at, kernel = module, module
    while at.parent is not None:
        if own & set(at.children):
            kernel = at
        at = at.parent
    return kernel


def users_of_lanes(edges):
    """For each file in lanes/, except those that hold others together, the kernels that use it or its traits.

    Other lanes count as users. The four lanes of a level serve all kernels, so their files are left out.
    """
    inside = [module for module in edges if module.parent]
    lanes = [module for module in inside if place(module)[1] == "lanes/"]
    users = {module: set() for module in lanes if not module.children and "FourLanes for" not in module.code}
    for module in inside:
        if place(module)[0] >= place(lanes[0])[0]:
            for used in edges[module] & users.keys():
                users[used].add(kernel_of(module))
    # Kernels use the vectors of an instruction set through the traits that these implement.
    of_traits = {module: kernels.copy() for module, kernels in users.items()}
    for module in users:
        for used in edges[module] & users.keys():
            users[module] |= of_traits[used] - {module}
    return users


def drawn_floors(text):
    """The floors of the drawing in ARCHITECTURE.md, from the bottom up, each as the set of its folders and files."""
    drawing = text.split("```text\nkernels/src/\n")[1].split("```")[0]
    floors = [set()]
    for line in drawing.splitlines():
        name = re.match(r"  ([\w/]+(?:/|\.rs))(?: |$)", line)
        if name:
            floors[-1].add(name[1])
        elif line.strip() == "v":
            floors.append(set())
    return floors[::-1]


def missing_paths(text):
    """The files and folders that a text names in backticks, and that do not exist."""
    text = re.sub(r"```.*?```", "", text, flags=re.S)
    paths = re.findall(r"`([\w./-]+(?:/|\.rs|\.py|\.sh|\.toml))`", text)
    folders = [ROOT, KERNELS, KERNELS / "positions", ROOT / "examples", ROOT / "kernels/tests"]
    return [path for path in paths if not any((folder / path).exists() for folder in folders)]


CRATE = Module(KERNELS / "lib.rs", KERNELS, None)
MODULES = list(CRATE.walk())
MACROS = {
    name: module
    for module in MODULES
    for name in re.findall(r"#\[macro_export\]\s*macro_rules! (\w+)", module.code)
}
EDGES = imports()
if "--list" in sys.argv:
    for module, targets in EDGES.items():
        print(f"{named(module)}: {' '.join(sorted(map(named, targets)))}")
failed = False
way = circle(EDGES)
if way:
    print("a circle of imports: " + " -> ".join(named(module) for module in [*way, way[0]]))
    failed = True
for module, targets in EDGES.items():
    if module.parent is None:
        continue
    floor, room = place(module)
    for imported in sorted(targets, key=named):
        other_floor, other_room = place(imported)
        if other_floor > floor or other_floor == floor and other_room != room:
            print(f"{named(module)} imports from {named(imported)}, which is not below it")
            failed = True
for lanes, kernels in users_of_lanes(EDGES).items():
    if len(kernels) < 2:
        user = named(*kernels) if kernels else "no kernel"
        print(f"{named(lanes)} is used by {user} only: a vector of one kernel is in the folder of that kernel")
        failed = True
text = ARCHITECTURE.read_text()
if drawn_floors(text) != [{name for room in floor for name in room.split()} for floor in FLOORS]:
    print("ARCHITECTURE.md draws other floors than FLOORS in ci/imports.py")
    failed = True
for folder in sorted({module.path.parent.relative_to(KERNELS) for module in MODULES}):
    if folder.parts[:1] in KERNEL_ROOMS and f"`{folder}/`" not in text:
        print(f"ARCHITECTURE.md does not name the folder {folder}/")
        failed = True
for path in missing_paths(text):
    print(f"ARCHITECTURE.md names {path}, which does not exist")
    failed = True
if failed:
    sys.exit(1)
count = sum(map(len, EDGES.values()))
print(f"imports: {count} among {len(MODULES)} files of the kernels, none goes up, and there is no circle")
