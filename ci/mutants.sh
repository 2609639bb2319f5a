#!/usr/bin/env bash
# Mutation tests of both crates: every mutant must be caught, or stand in ci/mutants.tsv with the reason why it is equal.
# usage: ci/mutants.sh [cargo mutants arguments, such as --file kernels/src/masks.rs]      needs: cargo-mutants, cargo-nextest
#
# What can be chosen at run time is made faster by ci/mutants-in-one-build.py, whose head says how this goes on from there.
# The mutants of levels that the machine lacks are missed: run it where all levels of x86-64 are.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${MUTANTS_OUT:-target/mutants}
mkdir -p "$out"
# A part of the suite, unoptimized: mutants do not hide in a few cases, and a thousandfold run wants to end. What
# survives may be looked at again with all of it: QUADLINE_TEST_PERCENT=100 QUADLINE_TEST_EVERY=1.
export QUADLINE_TEST_PERCENT=${QUADLINE_TEST_PERCENT:-1} QUADLINE_TEST_EVERY=${QUADLINE_TEST_EVERY:-41}
# A test that loops is ended by the processor time that it takes: by the clock, a busy machine would look like a loop.
if command -v prlimit >/dev/null; then
  host=$(rustc -vV | sed -n 's/^host: //p' | tr a-z- A-Z_)
  export "CARGO_TARGET_${host}_RUNNER=prlimit --cpu=${MUTANTS_CPU_SECONDS:-30}:60"
fi
status=0
cargo mutants --package quadline-kernels --package quadline -j"${JOBS:-$(nproc)}" --output "$out" \
  --no-shuffle --colors never "$@" || status=$?
# 0: all caught, 2: some missed, 3: some timed out. Anything else is no result.
case $status in 0 | 2 | 3) ;; *) exit "$status" ;; esac
results=$out/mutants.out
# Lines move; the rest of the name is compared. A name that several mutants share stands in the table as often.
names() { sed -E 's/^([^:]*):[0-9]+:[0-9]+:/\1:/' "$1" | sort; }
lines() { wc -l <"$1"; }
touch ci/mutants.tsv "$results"/{caught,missed,timeout,unviable}.txt
cut -f1 ci/mutants.tsv | grep -v '^#' | sort >"$results/equal.txt" || true
unexplained=$(comm -23 <(names "$results/missed.txt") "$results/equal.txt")
status=0
if [ -n "$unexplained" ]; then
  printf 'UNEXPLAINED: %s\n' "${unexplained//$'\n'/$'\n'UNEXPLAINED: }"
  status=1
fi
# Of a part of the mutants, most that are explained were not asked for; those of intrinsics are another script's.
unneeded=$([ $# -gt 0 ] || comm -13 <(names "$results/missed.txt") <(grep -E ': (replace|delete) ' "$results/equal.txt"))
if [ -n "$unneeded" ]; then
  printf 'IS CAUGHT, OR IS NO MORE: %s\n' "${unneeded//$'\n'/$'\n'IS CAUGHT, OR IS NO MORE: }"
  status=1
fi
if [ -s "$results/timeout.txt" ]; then
  # Not by processor time, so that nobody knows.
  sed 's/^/TIMED OUT: /' "$results/timeout.txt"
  status=1
fi
looped=$(grep -lE 'signal (24|9)\b' "$results"/log/*.log 2>/dev/null | wc -l) || true
echo "mutants: $(lines "$results/caught.txt") caught ($looped of them looped), $(lines "$results/timeout.txt") timed out," \
  "$(lines "$results/unviable.txt") did not compile, $(lines "$results/missed.txt") missed," \
  "$(grep -c . <<<"$unexplained" || true) unexplained"
exit "$status"
