#!/usr/bin/env bash
# Builds and tests the bindings for C and Python: the C library with and without sanitizers, and the Python wheel
# against python-chess. QUADLINE_POSITIONS names a file of FENs to use instead of
# tests/conformance/fixtures/lichess-2025-05.fen.
# usage: ci/c-and-python.sh [--quick] [--python]
#   --quick     with less optimization than for users, which takes less time to compile, and with debug assertions
#   --python    the Python wheel only
set -euo pipefail
cd "$(dirname "$0")/.."
QUADLINE_POSITIONS=$(realpath "${QUADLINE_POSITIONS:-tests/conformance/fixtures/lichess-2025-05.fen}")
export QUADLINE_POSITIONS
profile=release
only_python=
for option in "$@"; do
  case $option in
    --quick) profile=quick ;;
    --python) only_python=yes ;;
    *) echo "no option $option; see the head of the script" >&2; exit 2 ;;
  esac
done
if [ -z "$only_python" ]; then
  for command in cc c++ make pkg-config; do
    command -v "$command" >/dev/null || { echo "skipped the bindings: no $command"; exit; }
  done
  cargo fmt --manifest-path bindings/Cargo.toml --all --check
  make --no-print-directory -C bindings/c test PROFILE=$profile POSITIONS="$QUADLINE_POSITIONS"
fi
if git grep -n '#\[.*pyclass' -- bindings/python/src ':!*/class.rs'; then
  echo "a class of Python is not defined by the macro \`class\`, which aligns its value" >&2
  exit 1
fi
if ! python3 -c 'import sys, venv, ensurepip; assert sys.version_info >= (3, 10)' 2>/dev/null; then
  echo "skipped Python: no Python 3.10 with venv"
  exit
fi
venv=$PWD/bindings/target/venv
python3 -m venv "$venv"
install=("$venv/bin/pip" install --quiet --disable-pip-version-check)
"${install[@]}" --require-hashes -r ci/python-packages/build.txt -r ci/python-packages/test.txt
# With the installed maturin, which is on the path then.
PATH=$venv/bin:$PATH MATURIN_PEP517_ARGS="--profile $profile --locked" "${install[@]}" --no-deps --no-build-isolation ./bindings/python
"$venv/bin/python" -m pytest -q bindings/python
