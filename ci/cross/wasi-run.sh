#!/usr/bin/env bash
# Runs a program of wasm32-wasip1 in node, as a runner of cargo: wasi-run.sh FILE.wasm [ARGUMENT]...
set -euo pipefail
flags=(--no-warnings)
# Before version 20, node's WASI is behind a flag.
if [[ $(node --version) == v1[0-9].* ]]; then flags+=(--experimental-wasi-unstable-preview1); fi
exec node "${flags[@]}" "$(dirname "$0")/wasi-run.mjs" "$@"
