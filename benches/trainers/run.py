#!/usr/bin/env python3
"""Compares quadline with the loaders of trainers, from a checkout.

usage: run.py CHECKOUT [--file FILE] [--rounds N] [--level LEVEL] [--sfbinpack] [--earlier] [--reckless DIR] [--work DIR]

CHECKOUT is one of https://github.com/official-stockfish/nnue-pytorch. The script compiles its loader with its own flags, beside a
library of quadline's functions, and runs both in one process. It fails if an entry of the file, an input or a packed board of
65,536 positions, or a batch of those entries that filters keep, differs. Then it prints the medians of the times for each stage,
and the median of the ratios of pairs of runs.

  --file FILE      a binpack file [default: .pgo/small.binpack of the checkout]
  --rounds N       pairs of runs [default: 15]
  --level LEVEL    quadline's level; several are separated by commas [default: the best one of the CPU]
  --sfbinpack      compares with the crates sfbinpack and bulletformat, too, with which bullet reads files and packs boards. Cargo
                   downloads them. All of that program is compiled for this CPU, so that quadline has the best level only.
  --earlier        checks the inputs of three earlier versions, too, which are in the history of the checkout
  --reckless DIR   a checkout of https://github.com/codedeliveryservice/Reckless, whose numbers of threats are compared with
                   those of 66,864 inputs. Times are not compared.
  --work DIR       where the programs are built [default: target/trainers]
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

MANIFEST = """[package]
name = "ours"
version = "0.0.0"
edition = "2024"

[workspace]

[lib]
path = "{source}"
crate-type = ["staticlib"]

[dependencies]
quadline = {{ path = "{root}" }}
quadline-binpack = {{ path = "{root}/bindings/binpack" }}

[profile.release]
panic = "abort"
"""


SFBINPACK = """[package]
name = "sfbinpack-program"
version = "0.0.0"
edition = "2024"

[workspace]

[[bin]]
name = "sfbinpack-program"
path = "{source}"

[dependencies]
quadline = {{ path = "{root}" }}
quadline-binpack = {{ path = "{root}/bindings/binpack" }}
sfbinpack = "0.6"
bulletformat = "1.8"
"""

# Versions of nnue-pytorch's loader with other threats: commit, name of the features, number of the inputs.
EARLIER = [("024b206", "Full_Threats", 79856), ("24cfc75", "Full_Threats", 66864), ("6a448af", "FullThreats", 60144)]

# Files of Reckless's types and of its numbers of threats, without the tables of attacks that its build script makes.
RECKLESS = """#![allow(dead_code, unused_imports, static_mut_refs, unused_must_use, reason = "included from a checkout")]

mod types {{
    #[path = "{checkout}/src/types/bitboard.rs"]
    mod bitboard;
    #[path = "{checkout}/src/types/color.rs"]
    mod color;
    #[path = "{checkout}/src/types/piece.rs"]
    mod piece;
    #[path = "{checkout}/src/types/square.rs"]
    mod square;
    pub use bitboard::*;
    pub use color::*;
    pub use piece::*;
    pub use square::*;
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    #[repr(u8)]
    pub enum Rank {{ R1, R2, R3, R4, R5, R6, R7, R8 }}
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    #[repr(u8)]
    pub enum File {{ A, B, C, D, E, F, G, H }}
    impl File {{
        pub const fn is_kingside(self) -> bool {{
            self as u8 >= 4
        }}
    }}
}}
mod lookup {{
    pub use crate::ours::attacks;
}}
#[path = "{source}"]
mod ours;
#[path = "{checkout}/src/nnue/accumulator/threats/threat_index.rs"]
mod threat_index;

fn main() {{
    ours::main();
}}
"""


def run(command, **options):
    """Runs a command, and ends with its output if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def main():
    arguments = argparse.ArgumentParser(usage=__doc__, add_help=False)
    arguments.add_argument("checkout", type=Path)
    arguments.add_argument("--file", type=Path)
    arguments.add_argument("--rounds", type=int, default=15)
    arguments.add_argument("--level", default="")
    arguments.add_argument("--sfbinpack", action="store_true")
    arguments.add_argument("--earlier", action="store_true")
    arguments.add_argument("--reckless", type=Path)
    arguments.add_argument("--work", type=Path, default=ROOT / "target/trainers")
    options = arguments.parse_args()
    loader = options.checkout / "data_loader/cpp"
    if not (loader / "training_data_loader.cpp").exists():
        sys.exit(f"{options.checkout} is not a checkout of nnue-pytorch: it has no data_loader/cpp/training_data_loader.cpp")
    file = options.file or options.checkout / ".pgo/small.binpack"
    options.work.mkdir(parents=True, exist_ok=True)
    (options.work / "Cargo.toml").write_text(MANIFEST.format(source=HERE / "ours.rs", root=ROOT))
    run(["cargo", "build", "--release", "--quiet"], cwd=options.work)
    program = options.work / "nnue_pytorch"
    # The flags of the loader's CMakeLists.txt for a release. Its script also uses a profile.
    run(["c++", "-std=c++20", "-march=native", "-O3", "-DNDEBUG", "-mbmi2", "-DHAS_BMI2", "-I", loader,
         HERE / "nnue_pytorch.cpp", options.work / "target/release/libours.a", "-lpthread", "-ldl", "-lm", "-o", program])
    for level in options.level.split(","):
        environment = dict(os.environ, QUADLINE_LEVEL=level)
        print(f"== level {level or 'of the CPU'}", flush=True)
        print(run([program, file, str(options.rounds)], env=environment), end="", flush=True)
    if options.sfbinpack:
        folder = options.work / "sfbinpack"
        folder.mkdir(exist_ok=True)
        (folder / "Cargo.toml").write_text(SFBINPACK.format(source=HERE / "sfbinpack.rs", root=ROOT))
        flags = dict(os.environ, RUSTFLAGS="-C target-cpu=native")
        run(["cargo", "build", "--release", "--quiet"], cwd=folder, env=flags)
        print(run([folder / "target/release/sfbinpack-program", file, str(options.rounds)]), end="", flush=True)
    for commit, features, inputs in EARLIER if options.earlier else []:
        folder = options.work / f"earlier-{inputs}"
        folder.mkdir(exist_ok=True)
        archive = subprocess.run(["git", "-C", options.checkout, "archive", commit], capture_output=True)
        if archive.returncode:
            sys.exit(f"the checkout has no commit {commit}: {archive.stderr.decode()}")
        subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
        source = next(folder.rglob("training_data_loader.cpp")).parent
        run(["c++", "-std=c++20", "-march=native", "-O2", "-w", "-I", source, f"-DQUADLINE_FEATURES={features}", f"-DQUADLINE_INPUTS={inputs}",
             HERE / "nnue_pytorch_inputs.cpp", options.work / "target/release/libours.a", "-lpthread", "-ldl", "-lm",
             "-o", folder / "program"])
        print(run([folder / "program", file]), end="", flush=True)
    if options.reckless:
        folder = options.work / "reckless"
        folder.mkdir(exist_ok=True)
        (folder / "main.rs").write_text(
            RECKLESS.format(checkout=options.reckless.resolve(), source=HERE / "reckless.rs"))
        manifest = SFBINPACK.replace("sfbinpack-program", "reckless-program").partition("sfbinpack = ")[0]
        (folder / "Cargo.toml").write_text(manifest.format(source=folder / "main.rs", root=ROOT))
        run(["cargo", "build", "--release", "--quiet"], cwd=folder)
        print(run([folder / "target/release/reckless-program", file]), end="", flush=True)


if __name__ == "__main__":
    main()
