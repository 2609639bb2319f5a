#!/usr/bin/env bash
# Plays games between the example `engine` and python-chess, which checks each move, Chess960 included.
#
# usage: ci/engine.sh [GAMES]      GAMES is the number of games [default: 8]
#
# PROFILE   the profile of cargo [default: release]
set -euo pipefail
cd "$(dirname "$0")/.."
if ! python3 -c 'import sys, venv, ensurepip; assert sys.version_info >= (3, 10)' 2>/dev/null; then
  echo "skipped the games of the engine: no Python 3.10 with venv"
  exit
fi
venv=target/engine-venv
python3 -m venv "$venv"
# python-chess is under the GPL and is not a part of the project.
if ! "$venv/bin/pip" install --quiet --disable-pip-version-check chess==1.11.2; then
  echo "skipped the games of the engine: pip cannot install python-chess"
  exit
fi
profile=${PROFILE:-release}
# For the whole workspace, because that shares the build of the tests.
cargo build --profile "$profile" --quiet --workspace --example engine
[ "$profile" != test ] || profile=debug
"$venv/bin/python" examples/engine/game.py "${CARGO_TARGET_DIR:-target}/$profile/examples/engine" "${1:-8}"
