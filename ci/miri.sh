#!/usr/bin/env bash
# Runs tests in Miri, which interprets the program and stops at undefined behavior: reads of uninitialized memory, pointers that are
# used beyond their borrow, values that their type does not have. Sanitizers do not see these.
# usage: ci/miri.sh [--native] [BUILD...]      needs: a nightly toolchain with the components miri and rust-src
#   BUILD       the CPU that the build names, and with it the level: x86-64 (portable and scalar), x86-64-v3 (avx2) and x86-64-v4
#               (avx512) [default: all]; without the crate `wide`
#   --native    runs the same tests without Miri, compiled as for it, to see that they pass and how long they take
#
# Miri supports no CPUID, so a level is there if the build names its features. It is about a thousand times slower than a compiled
# program, so the lists below have unit tests of the modules with unsafe code (casts of slices, lists with their places, dispatch,
# tokens, texts), and of the suite those that take less than about 50 ms when they are compiled: no exhaustive tests, no perft, no
# processes or files. Each test runs alone: one that needs an instruction that Miri lacks is skipped, with the name of the instruction.
set -euo pipefail
cd "$(dirname "$0")/.."
export QUADLINE_TEST_PERCENT=1 QUADLINE_TEST_EVERY=4001 CARGO_PROFILE_TEST_OPT_LEVEL=0 RUST_MIN_STACK=67108864
package=(-p quadline-kernels --no-default-features --features std)
unit=(levels:: chess::zobrist)
suite=(types::attacks types::bitboard types::cast types::move_list types::square types::zobrist positions::legality::known_legality positions::texts::pawns_around positions::engine::checks_by_promotions
  positions::engine::known_exchanges positions::threats::short_lists positions::threats::changes_of_nothing
  positions::threats::no_pieces_and_all_squares positions::one::nonsense positions::many::unequal_lengths)
test=(cargo +nightly miri test)
# The tests read the environment, and vectors of `u64` are cast to those of positions by address.
export MIRIFLAGS="-Zmiri-disable-isolation" CARGO_TARGET_DIR=target/miri
native=
if [ "${1:-}" = --native ]; then
  shift
  native="--cfg miri"
  test=(cargo test)
elif ! cargo +nightly miri --version >/dev/null 2>&1; then
  echo "skipped Miri: no nightly toolchain with the component miri"
  exit
fi
[ $# != 0 ] || set -- x86-64 x86-64-v3 x86-64-v4
log=$(mktemp)
for build; do
  case $build in
    x86-64) export QUADLINE_TEST_LEVELS=portable,scalar tests=("--lib ${unit[*]}" "--test suite dispatch::" "${suite[@]/#/--test suite }") ;;
    x86-64-v3) export QUADLINE_TEST_LEVELS=avx2 tests=("${suite[@]/#/--test suite }") ;;
    x86-64-v4) export QUADLINE_TEST_LEVELS=avx512 tests=("${suite[@]/#/--test suite }") ;;
    *) echo "ci/miri.sh: no build $build" >&2; exit 2 ;;
  esac
  export RUSTFLAGS="-Ctarget-cpu=$build $native"
  for each in "${tests[@]}"; do
    read -ra words <<<"$each"
    if [ "${words[0]}" = --lib ]; then arguments=(--lib -- "${words[@]:1}"); else arguments=(--test suite -- "${words[@]:2}"); fi
    if "${test[@]}" "${package[@]}" "${arguments[@]}" >"$log" 2>&1; then
      grep -E '^test result: ok. [1-9]' "$log" | sed "s/^test result/$build, $each/"
    elif missing=$(grep -oE 'unsupported operation: .*' "$log" | head -n 1) && [ -n "$missing" ]; then
      echo "skipped $build, $each: $missing"
    else
      tail -n 60 "$log"
      exit 1
    fi
  done
done
