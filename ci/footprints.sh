#!/usr/bin/env bash
# Measures how many bytes one use of quadline adds to a program: on x86-64 with the standard library, to a
# wasm module with and without simd128, and on a Cortex-M4. `x86_64-avx2` leaves out all levels but `avx2` and words. Fails if one use adds code that it does not need.
# usage: ci/footprints.sh [x86_64] [x86_64-avx2] [wasm32] [wasm32-simd] [thumbv7em]       default: all with a compiler
#
# The standard libraries of other targets are rustup's, or those that ci/cross/setup.sh prepares.
set -euo pipefail
cd "$(dirname "$0")/footprints"
cross=../cross/cargo.sh
target_dir=${CARGO_TARGET_DIR:-$PWD/../../target/footprints}
export CARGO_TARGET_DIR=$target_dir
uses=(constant single token batch position list positions)
[ $# != 0 ] || set -- x86_64 x86_64-avx2 wasm32 wasm32-simd thumbv7em

installed() { command -v rustup >/dev/null && rustup target list --installed 2>/dev/null | grep -x "$1" >/dev/null; }

compiler() { installed "$1" || "$cross" has build; }

# A compiler that was not installed by rustup may not find the linker.
linker=$(command -v rust-lld || find "$(rustc --print sysroot)" -name rust-lld -type f -print -quit)
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=${CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER:-$linker}

# Builds the library with one use for a target without std, and prints the folder.
library() {
  local target=$1 features=$2
  if installed "$target"; then
    cargo build --quiet --profile small --lib --target "$target" --features "$features" >&2
    echo "$target_dir/$target/small"
  else
    # Bare metal has no dynamic libraries, and cargo warns about that in each build.
    CROSS_TARGET_DIR=$target_dir/cross "$cross" build "$target" --quiet --profile small --features "$features" 2>&1 |
      sed '/dropping unsupported crate type/,+1d' >&2
    echo "$target_dir/cross/$target/small"
  fi
}

kib() { awk -v bytes="$1" 'BEGIN { printf "%.1f KiB", bytes / 1024 }'; }

# weigh NAME COMMAND: the command prints the bytes with one use.
weigh() {
  local name=$1 command=$2 use bytes nothing
  nothing=$("$command" "")
  printf '%-12s %-10s %10s\n' "$name" nothing "$(kib "$nothing")"
  for use in "${uses[@]}"; do
    bytes=$("$command" "$use")
    printf '%-12s %-10s %10s  +%s\n' "$name" "$use" "$(kib "$bytes")" "$(kib $((bytes - nothing)))"
    eval "more_$use=$((bytes - nothing))"
  done
}

x86_64() {
  cargo build --quiet --release --bin footprint --features "std,$1" >&2
  stat -c %s "$target_dir/release/footprint"
}

# The same, if `avx2` is the only level with vectors.
x86_64_avx2() {
  local without='--cfg quadline_without="avx512-vbmi" --cfg quadline_without="avx512" --cfg quadline_without="avx2-gfni" --cfg quadline_without="lzcnt"'
  RUSTFLAGS="${RUSTFLAGS:-} $without" x86_64 "$1"
}

wasm() {
  local folder
  folder=$(library wasm32-unknown-unknown "$1")
  stat -c %s "$folder/footprint.wasm"
}

wasm_simd() { RUSTFLAGS="${RUSTFLAGS:-} -Ctarget-feature=+simd128" wasm "$1"; }

# The code and constants that the linker takes from the archive.
thumb() {
  local folder
  folder=$(library thumbv7em-none-eabi "$1")
  "$linker" -flavor gnu --gc-sections --entry answer --output "$folder/answer.elf" "$folder/libfootprint.a" >&2
  size -A "$folder/answer.elf" | awk '$1 ~ /^\.(text|rodata|data)/ { sum += $2 } END { print sum + 0 }'
}

# One use must not add the kernels of another; all kernels together have some hundred KiB.
lean() {
  local use
  for use in "$@"; do
    local name=more_$use
    if [ "${!name}" -gt $((${LIMIT_KIB:-64} * 1024)) ]; then
      echo "footprints: $use brings $(kib "${!name}"), more than it can use"
      return 1
    fi
  done
}

small() {
  weigh "$@"
  LIMIT_KIB=4 lean constant
  LIMIT_KIB=28 lean single token batch position list positions
}

# Runs the other targets for which there is a compiler.
where() {
  local name=$1 target=$2
  shift 2
  if compiler "$target"; then "$@"; else echo "skipped $name: neither rustup nor ci/cross/setup.sh has installed the target $target"; fi
}

for name; do
  case $name in
    x86_64)
      [ "$(uname -m)" = x86_64 ] || { echo "skipped x86_64: this is another machine"; continue; }
      weigh x86_64 x86_64
      LIMIT_KIB=8 lean constant
      LIMIT_KIB=64 lean single token position
      LIMIT_KIB=128 lean list
      LIMIT_KIB=72 lean batch
      # Four levels have 30 KiB for positions in byte lanes.
      LIMIT_KIB=192 lean positions ;;
    x86_64-avx2)
      [ "$(uname -m)" = x86_64 ] || { echo "skipped x86_64-avx2: this is another machine"; continue; }
      weigh x86_64-avx2 x86_64_avx2
      LIMIT_KIB=40 lean single position
      LIMIT_KIB=84 lean list positions ;;
    wasm32) where wasm32 wasm32-unknown-unknown small wasm32 wasm ;;
    wasm32-simd) where wasm32-simd wasm32-unknown-unknown small wasm32-simd wasm_simd ;;
    thumbv7em) where thumbv7em thumbv7em-none-eabi small thumbv7em thumb ;;
    *) echo "unknown target $name; there are: x86_64, x86_64-avx2, wasm32, wasm32-simd, thumbv7em"; exit 2 ;;
  esac
done
