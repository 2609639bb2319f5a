#!/usr/bin/env bash
# Runs one x86-64 build of the tests on many CPUs: natively, and under qemu as each of the models. The suite
# checks that it finds the expected levels; `public_api` and `forced_level` dispatch on every CPU. Needs qemu-user-static.
#
# usage: ci/mixed-cpus.sh [--sample] [PERCENT of the random cases under qemu, default 2] [MODEL...]
#   --sample    one in 401 of the exhaustive cases, without the tests of tests, documents and tables
#
# An emulated CPU without lzcnt or tzcnt does not trap on these instructions but runs them as bsr and bsf, so that only the
# results show it. qemu has no AVX-512 and no GFNI: ci/absent-cpus.sh has them. A Haswell without abm, the feature bit of lzcnt,
# has everything else that the levels need.
# QUADLINE_TEST_BUILD  the build of the tests, see ci/test-programs.sh [default: release]
set -euo pipefail
cd "$(dirname "$0")/.."
every=1
arguments=()
# shellcheck disable=SC2207
if [ "${1:-}" = --sample ]; then every=401 arguments=($(ci/tests-of-tests.sh)); shift; fi
percent=${1:-2}
shift || true

if [ "$(uname -m)" != x86_64 ]; then echo "skipped mixed CPUs: this is not an x86-64 machine"; exit 0; fi
build=${QUADLINE_TEST_BUILD:-release}
programs=$(ci/test-programs.sh "$build")
echo "== one build: $(xargs sha256sum <<<"$programs" | sha256sum | cut -c1-16)"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=()
run() {
  local name=$1 levels=$2 program log=$work/log start=$SECONDS passed=0
  shift 2
  for program in $programs; do
    if ! QUADLINE_EXPECT_LEVELS=$levels "$@" "$program" "${arguments[@]}" >"$log" 2>&1; then
      tail -n 60 "$log"
      echo "FAILED $name: $levels, $(basename "$program")"
      failed+=("$name")
      return
    fi
    passed=$((passed + $(grep -oE '[0-9]+ passed' "$log" | cut -d' ' -f1)))
  done
  echo "ok $name: $levels, $passed passed, $((SECONDS - start)) s"
}

# The build of the tests has run natively when it was made.
[ $# -gt 0 ] || [ "$build" = tests ] || run native "$(ci/native-levels.sh)" env
if ! command -v qemu-x86_64-static >/dev/null; then
  echo "skipped the emulated CPUs: no qemu-x86_64-static"
  [ ${#failed[@]} = 0 ]
  exit
fi
plain=portable,scalar
avx2=avx2,lzcnt,portable,scalar
models=(qemu64:$plain core2duo:$plain Nehalem:$plain IvyBridge:$plain Haswell,-abm:$plain Haswell:$avx2 EPYC:$avx2
  EPYC-Rome:$avx2 max:$avx2)
ran=0
for model in "${models[@]}"; do
  [ $# = 0 ] || [[ " $* " == *" ${model%%:*} "* ]] || continue
  ran=$((ran + 1))
  # forced_level starts children, which would run on the CPU of this machine without the runner.
  run "${model%%:*}" "${model#*:}" env QUADLINE_TEST_PERCENT="$percent" QUADLINE_TEST_EVERY=$every QEMU_CPU="${model%%:*}" \
    QUADLINE_TEST_RUNNER=qemu-x86_64-static qemu-x86_64-static
done
if [ ${#failed[@]} != 0 ]; then echo "mixed CPUs: failed on ${failed[*]}"; exit 1; fi
[ $ran -gt 0 ] || { echo "ci/mixed-cpus.sh: unknown model in \"$*\"" >&2; exit 2; }
echo "mixed CPUs: one build, $ran emulated CPUs, no difference"
