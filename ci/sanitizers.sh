#!/usr/bin/env bash
# The suite under the address sanitizer, and cargo careful where it is installed.
# usage: ci/sanitizers.sh [PERCENT of the random cases, default 10]      needs: a nightly toolchain
set -euo pipefail
cd "$(dirname "$0")/.."
export QUADLINE_TEST_PERCENT=${1:-10}
jobs=${JOBS:-1}
if ! cargo +nightly --version >/dev/null 2>&1; then echo "skipped sanitizers: no nightly toolchain"; exit 0; fi
host=$(rustc +nightly -vV | sed -n 's/^host: //p')
# With the target named, build scripts and macros are built without the sanitizer.
CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/address RUSTFLAGS="${RUSTFLAGS:-} -Zsanitizer=address" \
  cargo +nightly test -j"$jobs" --target "$host" -p quadline-kernels --test suite
echo "ok address sanitizer"
if cargo careful --version >/dev/null 2>&1 && [ -d "$(rustc +nightly --print sysroot)/lib/rustlib/src" ]; then
  cargo +nightly careful test -j"$jobs" -p quadline-kernels --test suite
  echo "ok cargo careful"
else
  echo "skipped cargo careful: it needs cargo-careful and rust-src"
fi
