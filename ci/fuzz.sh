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

total=0
for target; do
  mkdir -p "fuzz/corpus/$target"
  log=$(mktemp)
  echo "== fuzz $target, $seconds s, sanitizer $sanitizer"
  if ! cargo +nightly fuzz run --sanitizer "$sanitizer" "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" -- \
      -max_total_time="$seconds" -max_len=4096 -len_control=0 -print_final_stats=1 -verbosity=0 \
      -fork="$jobs" -ignore_crashes=0 >"$log" 2>&1; then
    tail -n 60 "$log"
    echo "fuzz target $target FAILED"
    exit 1
  fi
  executions=$(grep -oE '^#[0-9]+' "$log" | tail -n 1 | tr -d '#' || true)
  executions=${executions:-$(grep -oE 'number_of_executed_units: *[0-9]+' "$log" | tail -n 1 | grep -oE '[0-9]+$' || true)}
  rm -f "$log"
  echo "fuzz $target: ${executions:-?} executions, no difference"
  total=$((total + ${executions:-0}))
done
echo "fuzz: $total executions in all, no difference"
