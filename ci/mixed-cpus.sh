#!/usr/bin/env bash
# One x86-64 release binary of the suite, not rebuilt, on many CPUs: natively, and under qemu as each of the models. Each
# is told which levels it must find, and fails if one was skipped.
# usage: ci/mixed-cpus.sh [PERCENT of the random cases under qemu, default 2]      needs: qemu-user-static
#
# An emulated CPU without lzcnt or tzcnt does not trap on them, it runs them as bsr and bsf: only the results tell. qemu
# has no AVX-512 and no GFNI. A Haswell without abm, where lzcnt belongs, lacks nothing else that the levels need.
set -euo pipefail
cd "$(dirname "$0")/.."
percent=${1:-2}
jobs=${JOBS:-1}

if [ "$(uname -m)" != x86_64 ]; then echo "skipped mixed CPUs: this is no x86-64 machine"; exit 0; fi
binary=$(cargo test -j"$jobs" --release -p quadline-kernels --test suite --no-run --message-format=json 2>/dev/null |
  grep -o '"executable":"[^"]*/suite-[^"]*"' | tail -n 1 | cut -d'"' -f4)
[ -x "$binary" ] || { echo "the suite was not built"; exit 1; }
echo "== one binary: $(sha256sum "$binary" | cut -c1-16) $(basename "$binary")"

failed=()
run() {
  local name=$1 levels=$2 log start=$SECONDS
  shift 2
  log=$(mktemp)
  if QUADLINE_EXPECT_LEVELS=$levels "$@" "$binary" >"$log" 2>&1; then
    echo "ok $name: $levels, $(grep -oE '[0-9]+ passed' "$log"), $((SECONDS - start)) s"
  else
    tail -n 60 "$log"
    echo "FAILED $name: $levels"
    failed+=("$name")
  fi
  rm -f "$log"
}

run native "$(ci/native-levels.sh)" env
if ! command -v qemu-x86_64-static >/dev/null; then
  echo "skipped the emulated CPUs: no qemu-x86_64-static"
  [ ${#failed[@]} = 0 ]
  exit
fi
plain=portable,scalar
avx2=avx2,lzcnt,portable,scalar
for model in qemu64:$plain core2duo:$plain Nehalem:$plain IvyBridge:$plain Haswell,-abm:$plain Haswell:$avx2 EPYC:$avx2 \
  EPYC-Rome:$avx2 max:$avx2; do
  run "${model%%:*}" "${model#*:}" env QUADLINE_TEST_PERCENT="$percent" QEMU_CPU="${model%%:*}" qemu-x86_64-static
done
if [ ${#failed[@]} != 0 ]; then echo "mixed CPUs: failed on ${failed[*]}"; exit 1; fi
echo "mixed CPUs: one binary, 10 CPUs, no difference"
