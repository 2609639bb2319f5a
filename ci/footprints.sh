#!/usr/bin/env bash
# What a program weighs that uses one thing of quadline, over the same program without it: x86-64 with the standard
# library, a wasm module with and without simd128, and a Cortex-M4. Fails if one thing brings in what it does not use.
# usage: ci/footprints.sh [x86_64] [wasm32] [wasm32-simd] [thumbv7em]       default: all that there is a compiler for
#
# The standard libraries of other targets are rustup's, or those of a cross preparation ($QUADLINE_CROSS, see ci/targets.sh).
set -euo pipefail
cd "$(dirname "$0")/footprints"
cross=${QUADLINE_CROSS:-$HOME/.cache/quadline-cross/xtest}
target_dir=${CARGO_TARGET_DIR:-$PWD/../../target/footprints}
export CARGO_TARGET_DIR=$target_dir
uses=(constant single token batch sliders position positions)
[ $# != 0 ] || set -- x86_64 wasm32 wasm32-simd thumbv7em

installed() { command -v rustup >/dev/null && rustup target list --installed 2>/dev/null | grep -qx "$1"; }

# The library for a target without std, with one use; prints the folder.
library() {
  local target=$1 profile=$2 features=$3
  if installed "$target"; then
    cargo build --quiet --profile "$profile" --lib --target "$target" --features "$features" >&2
    echo "$target_dir/$target/$profile"
  elif [ -x "$cross" ]; then
    XTEST_TARGET_DIR=$target_dir/cross "$cross" nostd "$target" --quiet --profile "$profile" --features "$features" >&2
    echo "$target_dir/cross/$target/$profile"
  else
    return 1
  fi
}

kib() { awk -v bytes="$1" 'BEGIN { printf "%.1f KiB", bytes / 1024 }'; }

weigh() {
  local name=$1 use bytes nothing
  shift
  nothing=$("$@" "") || { echo "skipped $name: no compiler for it"; return 0; }
  printf '%-12s %-10s %10s\n' "$name" nothing "$(kib "$nothing")"
  for use in "${uses[@]}"; do
    bytes=$("$@" "$use")
    printf '%-12s %-10s %10s  +%s\n' "$name" "$use" "$(kib "$bytes")" "$(kib $((bytes - nothing)))"
    eval "more_$use=$((bytes - nothing))"
  done
}

x86_64() {
  cargo build --quiet --release --bin footprint --features "std,$1" >&2
  stat -c %s "$target_dir/release/footprint"
}

wasm() {
  local folder
  folder=$(library wasm32-unknown-unknown small "$1") || return 1
  stat -c %s "$folder/footprint.wasm"
}

wasm_simd() { RUSTFLAGS="${RUSTFLAGS:-} -Ctarget-feature=+simd128" wasm "$1"; }

# What the linker takes of the archive: code and constants.
thumb() {
  local folder linker
  folder=$(library thumbv7em-none-eabi small "$1") || return 1
  linker=$(find "$(rustc --print sysroot)" -name rust-lld -type f | head -n 1)
  [ -n "$linker" ] || return 1
  "$linker" -flavor gnu --gc-sections --entry answer --output "$folder/answer.elf" "$folder/libfootprint.a" >&2
  size -A "$folder/answer.elf" | awk '$1 ~ /^\.(text|rodata|data)/ { sum += $2 } END { print sum + 0 }'
}

# One use must not bring in the kernels of another: all of them together are some hundred KiB.
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

for name; do
  case $name in
    x86_64)
      [ "$(uname -m)" = x86_64 ] || { echo "skipped x86_64: this is another machine"; continue; }
      weigh x86_64 x86_64
      LIMIT_KIB=8 lean constant
      LIMIT_KIB=64 lean single token batch sliders position
      LIMIT_KIB=128 lean positions ;;
    wasm32) weigh wasm32 wasm ;;
    wasm32-simd) weigh wasm32-simd wasm_simd ;;
    thumbv7em) weigh thumbv7em thumb ;;
    *) echo "unknown target $name; there are: x86_64, wasm32, wasm32-simd, thumbv7em"; exit 2 ;;
  esac
done
