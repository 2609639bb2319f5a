#!/usr/bin/env bash
# Runs every fuzz target for some seconds, starting from the committed seeds and the existing corpus.
# usage: ci/fuzz.sh [SECONDS, default 20] [TARGET...]      needs: a nightly toolchain, cargo-fuzz
# FUZZ_SANITIZER=none runs several times faster than the address sanitizer; FUZZ_JOBS=2 runs as many processes at once.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-20}
shift || true
sanitizer=${FUZZ_SANITIZER:-address}
jobs=${FUZZ_JOBS:-1}
if [ $# = 0 ]; then
  # In a separate command, because a failure to list the targets must not look like an empty list.
  targets=$(cargo +nightly fuzz list)
  [ -n "$targets" ] || { echo "there are no fuzz targets"; exit 1; }
  # shellcheck disable=SC2086
  set -- $targets
fi

for target; do
  mkdir -p "fuzz/corpus/$target"
  log=$(mktemp)
  echo "== fuzz $target, $seconds s, sanitizer $sanitizer"
  if ! cargo +nightly fuzz run --sanitizer "$sanitizer" "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" -- \
      -max_total_time="$seconds" -max_len=4096 -len_control=0 -verbosity=0 \
      -fork="$jobs" -ignore_crashes=0 >"$log" 2>&1; then
    tail -n 60 "$log"
    echo "fuzz target $target FAILED"
    exit 1
  fi
  rm -f "$log"
  echo "fuzz $target: no difference"
done
