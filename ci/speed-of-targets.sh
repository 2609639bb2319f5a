#!/usr/bin/env bash
# Compares quadline with lookups on targets that run on this machine, and prints a table for each: sliders
# relative to magic bitboards built for the same target, and legal move counts relative to cozy-chess.
#
# usage: ci/speed-of-targets.sh [--write] [SECONDS] [TARGET...]
#   --write   writes the tables into benches/targets/README.md as well
#   SECONDS   for each column of a table [default: 1]
#   TARGET    x86_64, i686, wasm32 and wasm32-simd (in node); armv7 and thumbv7em, whose instructions are counted for one queen;
#             aarch64, whose cycles llvm-mca estimates [default: all]
#
# The compilers of other targets are those that ci/cross/setup.sh prepares. Nothing else should run at the same time.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=1 write=
if [ "${1:-}" = --write ]; then write=1; shift; fi
if [[ ${1:-} =~ ^[0-9.]+$ ]]; then seconds=$1; shift; fi
[ $# != 0 ] || set -- x86_64 i686 wasm32 wasm32-simd armv7 thumbv7em aarch64
manifest=benches/targets/Cargo.toml
fens=tests/conformance/fixtures/lichess-2025-05.fen
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target/speed-of-targets}

# Prints what ci/cycles-of-loops.py finds in the assembly of benches/targets/counted.
read_assembly() {
  local triple=$1 assembly
  shift
  ci/cross/cargo.sh has build || { echo "skipped: run ci/cross/setup.sh"; return 0; }
  RUSTFLAGS=--emit=asm CROSS_TARGET_DIR=$CARGO_TARGET_DIR ci/cross/cargo.sh build "$triple" --quiet --release --manifest-path benches/targets/counted/Cargo.toml
  # shellcheck disable=SC2012
  assembly=$(ls -t "$CARGO_TARGET_DIR/$triple"/release/deps/counted-*.s | head -n 1)
  ci/cycles-of-loops.py "$1" "$assembly" "${@:2}"
}
queens="quadline_queen magic_queen cozy_chess_queen shakmaty_queen"
loops="queens_cozy_chess queens_shakmaty"
for piece in queens rooks bishops; do
  for formula in magic neon first_rank portable; do loops+=" ${piece}_$formula"; done
done

# Measures, counts or estimates for one target.
table_of() {
  case $1 in
    x86_64) cargo build --quiet --release --manifest-path $manifest
      "$CARGO_TARGET_DIR/release/speed-of-targets" "$seconds" <$fens ;;
    i686 | wasm32 | wasm32-simd)
      # For 32-bit libgcc, see ci/targets.sh.
      local libgcc=/usr/i686-linux-gnu/lib/libgcc_s.so.1 runner=()
      if [ "$1" = i686 ] && [ -e "$libgcc" ]; then
        mkdir -p target/libgcc
        ln -sf "$libgcc" target/libgcc/
        runner=(--config "target.i686-unknown-linux-gnu.runner='env LD_LIBRARY_PATH=$PWD/target/libgcc'")
      fi
      ci/cross/cargo.sh has "$1" || { echo "skipped: run ci/cross/setup.sh ${1%-simd}"; return 0; }
      CROSS_TARGET_DIR=$CARGO_TARGET_DIR ci/cross/cargo.sh run "$1" "${runner[@]}" --quiet --release --manifest-path $manifest -- "$seconds" <$fens ;;
    # shellcheck disable=SC2086
    armv7) read_assembly armv7a-none-eabi count $queens ;;
    # shellcheck disable=SC2086
    thumbv7em) read_assembly thumbv7em-none-eabi count $queens ;;
    # shellcheck disable=SC2086
    aarch64) read_assembly aarch64-unknown-linux-gnu estimate $loops ;;
    *) echo "ci/speed-of-targets.sh: unknown target \"$1\"" >&2; exit 2 ;;
  esac
}

for name; do
  case $name in
    x86_64) compiler=$(rustc -V) ;;
    *) compiler=$("${QUADLINE_CROSS:-$HOME/.cache/quadline-cross}/bin/rustc" -V 2>/dev/null || echo "no compiler") ;;
  esac
  compiler=$(cut -d' ' -f1-2 <<<"$compiler")
  echo
  echo "$name, $compiler:"
  echo
  output=$(table_of "$name")
  echo "$output"
  if [ -n "$write" ] && [[ $output != skipped* ]]; then ci/table-of-targets.py "$name" "$compiler" <<<"$output"; fi
done
