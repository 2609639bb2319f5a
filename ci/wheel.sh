#!/usr/bin/env bash
# Builds the Python wheel in release mode into target/wheels, installs it into a virtual environment and runs its tests. A wheel
# for another processor or system is built, but not tested. On Linux the wheel runs with every glibc from 2.17 on: the linker
# comes from the package ziglang. All packages are of the versions in ci/python-packages/, which are checked by their hashes, and all
# crates are of the versions in bindings/Cargo.lock.
# usage: ci/wheel.sh [TRIPLE, default the host's]      needs: Python 3.10 with venv
set -euo pipefail
cd "$(dirname "$0")/.."
host=$(rustc -vV | sed -n 's/^host: //p')
target=${1:-$host}
venv=target/wheel-venv
python=$(command -v python3 || command -v python)
"$python" -m venv --clear "$venv"
bin=$venv/bin
[ -d "$bin" ] || bin=$venv/Scripts # on Windows
install=("$bin/python" -m pip install --quiet --disable-pip-version-check)
options=()
packages=(-r ci/python-packages/build.txt)
if [[ $target == *-linux-gnu ]]; then
  options=(--zig --compatibility manylinux2014)
  packages+=(-r ci/python-packages/zig.txt)
fi
"${install[@]}" --require-hashes "${packages[@]}"
rm -rf target/wheels
PATH=$PWD/$bin:$PATH "$bin/python" -m maturin build --release --locked --manifest-path bindings/python/Cargo.toml --target "$target" \
  --out target/wheels "${options[@]+"${options[@]}"}"
wheel=$(ls target/wheels/*.whl)
if [ "$target" != "$host" ]; then echo "skipped the tests: this is $host"; exit; fi
"${install[@]}" --require-hashes -r ci/python-packages/test.txt
"${install[@]}" --no-deps "$wheel"
# Not in the folder of the sources, because Python would import those instead of the wheel.
"$bin/python" -m pytest -q bindings/python/tests
