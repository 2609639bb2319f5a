#!/usr/bin/env bash
# The bindings for C and Python, built and tested: the C library as it is and under the sanitizers, the Python wheel against
# python-chess.
# QUADLINE_POSITIONS names a file of FENs.
set -euo pipefail
cd "$(dirname "$0")/.."
positions=$(realpath -m "${QUADLINE_POSITIONS:-../shared/data/lichess-2025-05.fen}")
[ -r "$positions" ] || { echo "no file $positions (QUADLINE_POSITIONS names another): positions of the tests' own instead"; positions=; }
for command in cc c++ make pkg-config; do
  command -v "$command" >/dev/null || { echo "skipped the bindings: no $command"; exit; }
done
(cd bindings && cargo fmt --all --check)
make --no-print-directory -C bindings/c test POSITIONS="$positions"
if ! python3 -c 'import sys, venv, ensurepip; assert sys.version_info >= (3, 10)' 2>/dev/null; then
  echo "skipped Python: no Python 3.10 with venv"
  exit
fi
venv=$PWD/bindings/target/venv
python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check './bindings/python[test]'
if [ -n "$positions" ]; then export QUADLINE_POSITIONS=$positions; fi
"$venv/bin/python" -m pytest -q bindings/python
