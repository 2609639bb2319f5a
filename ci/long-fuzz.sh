#!/usr/bin/env bash
# Fuzzes until a total of executions is reached, round after round through the targets.
# usage: ci/long-fuzz.sh [EXECUTIONS, default 1000000000] [SECONDS of a target in each round, default 600] [TARGET..., default all]
# The first round is under the address sanitizer, the others without, which is several times faster.
set -euo pipefail
cd "$(dirname "$0")/.."
wanted=${1:-1000000000}
seconds=${2:-600}
total=0
sanitizer=address
while [ "$total" -lt "$wanted" ]; do
  log=$(FUZZ_SANITIZER=$sanitizer ci/fuzz.sh "$seconds" "${@:3}" | tee -a /dev/stderr) # -a: what stderr is a file of is not begun anew
  total=$((total + $(grep -oE 'fuzz: [0-9]+ executions in all' <<<"$log" | grep -oE '[0-9]+')))
  echo "long fuzz: $total of $wanted executions"
  sanitizer=none
done
