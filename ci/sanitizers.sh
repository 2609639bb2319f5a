#!/usr/bin/env bash
# Runs the suite under checkers for undefined behavior:
#   address      address sanitizer, every level of this CPU; needs a nightly toolchain
#   valgrind     memcheck, the levels that valgrind emulates: avx2, lzcnt, portable, scalar; also finds uninitialized words
#   checked-std  a standard library with its checks enabled (indexes, pointers, alignment, overlapping copies, invalid values),
#                and randomized layouts, like `cargo careful`; needs a nightly toolchain with rust-src, or ci/cross/setup.sh
# usage: ci/sanitizers.sh [PERCENT of the random cases, default 10] [CHECKER...]      default: all
#
# ci/miri.sh runs Miri. The memory sanitizer is not included, because it did not report an uninitialized word that was read on purpose.
set -euo pipefail
cd "$(dirname "$0")/.."
export QUADLINE_TEST_PERCENT=${1:-10}
shift || true
[ $# -gt 0 ] || set -- address valgrind checked-std
jobs=${JOBS:-1}
target=${CARGO_TARGET_DIR:-target}
host=$(rustc -vV | sed -n 's/^host: //p')
for checker; do
  start=$SECONDS
  case $checker in
    address)
      if ! cargo +nightly --version >/dev/null 2>&1; then echo "skipped address: no nightly toolchain"; continue; fi
      # If the target is named, build scripts and macros are built without the sanitizer.
      QUADLINE_EXPECT_LEVELS=$(ci/native-levels.sh) CARGO_TARGET_DIR=$target/address RUSTFLAGS="${RUSTFLAGS:-} -Zsanitizer=address" \
        cargo +nightly test -j"$jobs" --target "$host" -p quadline-kernels --features multiversion,wide --test suite ;;
    valgrind)
      if [ "$(uname -m)" != x86_64 ]; then echo "skipped valgrind: this is no x86-64 machine"; continue; fi
      if ! command -v valgrind >/dev/null; then echo "skipped valgrind: there is none"; continue; fi
      programs=$(ci/test-programs.sh tests)
      program=${programs%%$'\n'*}
      # About thirty times slower than the CPU.
      # shellcheck disable=SC2046
      QUADLINE_EXPECT_LEVELS=avx2,lzcnt,portable,scalar QUADLINE_TEST_PERCENT=1 QUADLINE_TEST_EVERY=${QUADLINE_TEST_EVERY:-41} \
        valgrind --quiet --error-exitcode=9 "$program" --quiet --test-threads=1 $(ci/tests-of-tests.sh) ;;
    checked-std)
      cross=${QUADLINE_CROSS:-$HOME/.cache/quadline-cross}/bin
      if [ -e "$(rustc +nightly --print sysroot 2>/dev/null)/lib/rustlib/src/rust" ]; then cargo=(cargo +nightly)
      elif ci/cross/cargo.sh has build; then cargo=(env RUSTC="$cross/rustc" RUSTC_BOOTSTRAP=1 "$cross/cargo")
      else echo "skipped checked-std: neither a nightly toolchain with rust-src nor the compiler of ci/cross/setup.sh"; continue; fi
      QUADLINE_EXPECT_LEVELS=$(ci/native-levels.sh) CARGO_TARGET_DIR=$target/checked-std \
        RUSTFLAGS="${RUSTFLAGS:-} -Cdebug-assertions=on -Zub-checks=yes -Zextra-const-ub-checks -Zrandomize-layout" \
        "${cargo[@]}" test -j"$jobs" -Zbuild-std=std,test,panic_unwind --target "$host" -p quadline-kernels --features multiversion,wide --test suite ;;
    *) echo "ci/sanitizers.sh: no checker $checker" >&2; exit 2 ;;
  esac
  echo "ok $checker: $((SECONDS - start)) s"
done
