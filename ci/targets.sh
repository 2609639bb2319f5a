#!/usr/bin/env bash
# Runs the suite on other targets: i686 (natively), armv7, aarch64 (NEON), s390x (big-endian), wasm32-wasip1 with and without
# simd128; and builds quadline without std for targets that have no operating system.
#
# usage: ci/targets.sh [--sample] [TARGET...]      default: all
#   --sample    one in a hundred of the random cases and one in 401 of the exhaustive ones; i686: not optimized; under emulators:
#               without the tests of tests, documents and tables
#
# Uses rustup's targets where they are installed, and otherwise the compiler that ci/cross/setup.sh prepared. Prints one line
# for each target that it skips, with what is missing. Warnings are errors.
#
# JOBS        how many jobs cargo runs at once [default: 1]
# RUSTFLAGS   flags for the compiler [default: -Dwarnings]
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-1}
export RUSTFLAGS=${RUSTFLAGS--Dwarnings}
sample=
if [ "${1:-}" = --sample ]; then sample=1; shift; fi
bare_metal="thumbv7em-none-eabi x86_64-unknown-none x86_64-unknown-uefi i686-unknown-uefi"
# shellcheck disable=SC2086
[ $# != 0 ] || set -- i686 armv7 aarch64 s390x wasm32 wasm32-simd $bare_metal

# More arguments for cargo.
more=()

# Prints the path of the linker that rustc contains. Debian's rustc, with which ci/cross builds, has none.
rust_lld() { echo "$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin/rust-lld"; }

installed() { command -v rustup >/dev/null && rustup target list --installed 2>/dev/null | grep -x "$1" >/dev/null; }

# All random cases would take hours under an emulator. Without --sample, the exhaustive cases are always
# complete.
run_suite() {
  local name=$1 target=$2 linker=$3 runner=$4 levels=$5 percent=$6
  local variable=${target^^}
  variable=CARGO_TARGET_${variable//-/_}
  local tests=("${more[@]}" --features quadline-kernels/multiversion,quadline-kernels/wide -p quadline-kernels --test suite -p quadline --test public_api --test forced_level --test fuzz_seeds
    -p quadline-integrations --test integrations)
  local start=$SECONDS
  export QUADLINE_EXPECT_LEVELS=$levels QUADLINE_TEST_PERCENT=$percent QUADLINE_TEST_RUNNER=$runner
  if [ -n "$sample" ]; then
    export QUADLINE_TEST_PERCENT=1 QUADLINE_TEST_EVERY=401
    # shellcheck disable=SC2207
    if [ "$name" != i686 ]; then tests+=(-- $(ci/tests-of-tests.sh)); fi
  fi
  if installed "$target"; then
    if [ -n "$linker" ] && ! command -v "$linker" >/dev/null; then echo "skipped $name: no $linker"; return 0; fi
    if [[ $name == wasm* ]] && ! command -v node >/dev/null; then echo "skipped $name: no node"; return 0; fi
    if [ -n "$runner" ] && ! command -v "${runner%% *}" >/dev/null; then echo "skipped $name: no ${runner%% *}"; return 0; fi
    local flags=
    [ "$name" != wasm32-simd ] || flags=-Ctarget-feature=+simd128
    if [ -n "$linker" ]; then export "${variable}_LINKER=$linker"; fi
    if [ -n "$runner" ]; then export "${variable}_RUNNER=$runner"; fi
    CARGO_TARGET_DIR=target/$name RUSTFLAGS="$RUSTFLAGS $flags" cargo test -j"$jobs" --target "$target" "${tests[@]}"
  elif ci/cross/cargo.sh has "$name"; then
    ci/cross/cargo.sh test "$name" "${tests[@]}"
  else
    echo "skipped $name: neither rustup nor ci/cross/setup.sh has installed the target $target"
    return 0
  fi
  echo "ok $name: $levels, $((SECONDS - start)) s"
}

for name; do
  echo "== target $name"
  case $name in
    # x86-64 CPUs run i686 code, with all levels. If only the cross compiler contains a 32-bit libgcc, the
    # loader needs the path of that library alone, because the C library next to it does not work with the
    # system's loader.
    i686) (
      # Optimizing the kernels takes six times as long.
      # Without optimization, a kernel needs more than the 2 MB of stack that a thread has.
      if [ -n "$sample" ]; then export CARGO_PROFILE_TEST_OPT_LEVEL=0 RUST_MIN_STACK=16777216; fi
      libgcc=/usr/i686-linux-gnu/lib/libgcc_s.so.1
      if [ -e "$libgcc" ]; then
        mkdir -p target/libgcc
        ln -sf "$libgcc" target/libgcc/
        more=(--config "target.i686-unknown-linux-gnu.runner='timeout 900 env LD_LIBRARY_PATH=$PWD/target/libgcc'")
      fi
      run_suite i686 i686-unknown-linux-gnu i686-linux-gnu-gcc "" "$(ci/native-levels.sh)" 20) ;;
    armv7) (run_suite armv7 armv7-unknown-linux-gnueabihf arm-linux-gnueabihf-gcc \
      "qemu-arm-static -L /usr/arm-linux-gnueabihf" portable,scalar 4) ;;
    aarch64) (run_suite aarch64 aarch64-unknown-linux-gnu aarch64-linux-gnu-gcc \
      "qemu-aarch64-static -L /usr/aarch64-linux-gnu" neon,portable,scalar 4) ;;
    s390x) (run_suite s390x s390x-unknown-linux-gnu s390x-linux-gnu-gcc \
      "qemu-s390x-static -L /usr/s390x-linux-gnu" portable,scalar 4) ;;
    wasm32 | wasm32-simd) (run_suite "$name" wasm32-wasip1 "" "$PWD/ci/cross/wasi-run.sh" portable,scalar 20) ;;
    *-none* | *-uefi)
      if installed "$name"; then
        build=(cargo build -j"$jobs" --target "$name")
      elif ci/cross/cargo.sh has build; then
        build=(ci/cross/cargo.sh build "$name")
      else
        echo "skipped $name: neither rustup nor ci/cross/setup.sh has installed the target"
        continue
      fi
      # Without optimization, the compiler generates code for every function as written.
      "${build[@]}" --lib -p quadline --no-default-features
      [ -n "$sample" ] || "${build[@]}" --lib -p quadline --no-default-features --release
      # The complete program of the guide. Programs for UEFI have another entry.
      if [[ $name == *-none* ]]; then
        linker=CARGO_TARGET_${name^^}_LINKER
        env "${linker//-/_}=$(rust_lld)" "${build[@]}" --release --manifest-path examples/without_std/Cargo.toml
      fi
      echo "ok $name: builds without std" ;;
    *) echo "ci/targets.sh: unknown target \"$name\"" >&2; exit 2 ;;
  esac
done
