#!/usr/bin/env bash
# Checks what a crate that uses quadline (ci/dependent) compiles to.
#
# usage: ci/dependent.sh assembly [BUILD...]   kernels are inlined; builds that fix the level: x86-64-v3, x86-64-v4, native, aarch64,
#                                              wasm32 [default: all], the last two with the compiler of ci/cross/setup.sh
#        ci/dependent.sh cost [--update]       functions and instructions before optimization, and KiB of the program, for one call
#                                              each; fails if one is 10% more than in dependent/table.tsv; --update writes the table
#        ci/dependent.sh write                 writes seconds and KiB into src/level.rs, as its table
#        ci/dependent.sh sizes [TARGET...]     KiB that one call adds: x86_64, x86_64-avx2 (without the other levels with vectors),
#                                              wasm32, wasm32-simd, thumbv7em
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root/ci/dependent"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target/dependent}
out=$CARGO_TARGET_DIR
cross=../cross/cargo.sh
mkdir -p "$out"
if [ "$(uname -m)" != x86_64 ]; then echo "skipped a dependent crate: the checks read x86-64"; exit 0; fi
mapfile -t calls < <(sed -n '/^# One of these/,/^$/s/ = \[\]$//p' Cargo.toml)

# Checks that the free functions call nothing except the check of QUADLINE_LEVEL, once.
inlined() {
  local build=$1 assembly=$2 function wrong bad=
  for function in free_queen free_queen_x4 free_batch; do
    wrong=$(awk -v name="$function:" '
      $1 == name { inside = found = 1 }
      inside && /^\t(call|callq|call_indirect|bl|blr|jmp|jmpq|b|br)\t/ && !/\t\.L/ && !/choice11check_fixed/ { print }
      inside && (/^\.Lfunc_end/ || /^\tend_function/) { inside = 0 }
      END { if (!found) print "there is no such function" }' "$assembly")
    [ -z "$wrong" ] || { echo "assembly: $build: $function is not inlined: $wrong"; bad=1; }
  done
  [ -z "$bad" ] && echo "assembly: $build: free functions and a small batch inlined, no call"
}

emit() { cargo rustc --quiet --release --lib --crate-type lib --features assembly -- --emit asm -C debuginfo=0; }
newest() { ls -t "$1"/release/deps/dependent-*.s | head -n 1; }

# In the generic caller, a function of a level with vectors that branches uses vector registers and calls nothing but itself.
assembly() {
  local build list=../../kernels/src/levels vectors level functions bad failed=0
  emit
  vectors=$(grep -rhoE '^ +(Avx[A-Za-z0-9]*) "avx[a-z0-9-]*" \{$' $list | awk '{ print $1 }')
  [ -n "$vectors" ] || { echo "assembly: no row of a level with vectors in $list"; return 1; }
  awk -v names="$(tr '\n' '|' <<<"$vectors")Lzcnt" '
    /^_[A-Za-z0-9_.$]+:$/ { name = substr($1, 1, length($1) - 1); inside = name ~ /with_features/; vectors = calls = branches = 0 }
    inside && /[yz]mm/ { vectors++ }
    inside && /\tj[a-z]+\t/ && !/\tjmpq?\t/ { branches++ }
    inside && /\t(call|callq|jmp|jmpq)\t\*?_/ && index($0, name) == 0 && $0 !~ /panic/ { calls++ }
    inside && /^\.Lfunc_end/ && branches { match(name, names); print substr(name, RSTART, RLENGTH), name, vectors, calls; inside = 0 }
  ' "$(newest "$out")" >"$out/functions"
  for level in $vectors; do
    functions=$(grep -c "^$level " "$out/functions" || true)
    bad=$(awk -v level="$level" '$1 == level && ($3 == 0 || $4 > 0)' "$out/functions")
    echo "assembly: $level: $functions functions that branch; not inlined or without vectors: ${bad:-none}"
    if [ "$functions" -lt 2 ] || [ -n "$bad" ]; then failed=1; fi
  done
  [ $# != 0 ] || set -- x86-64-v3 x86-64-v4 native aarch64 wasm32
  for build; do
    local folder=$out/fixed-$build triple=aarch64-unknown-none flags=
    case $build in
      aarch64 | wasm32)
        [ "$build" = aarch64 ] || { triple=wasm32-unknown-unknown flags=-Ctarget-feature=+simd128; }
        if ! "$cross" has build; then echo "skipped $build: ci/cross/setup.sh has not prepared a compiler"; continue; fi
        RUSTFLAGS="--emit=asm $flags" CROSS_TARGET_DIR=$folder "$cross" build $triple --lib --release --no-default-features \
          --features assembly >"$folder.log" 2>&1 || { cat "$folder.log"; return 1; }
        folder+=/$triple ;;
      *) RUSTFLAGS="-C target-cpu=$build" CARGO_TARGET_DIR=$folder emit ;;
    esac
    inlined "$build" "$(newest "$folder")" || failed=1
  done
  return $failed
}

# Prints the functions and instructions of the newest file of LLVM's language of a crate.
count_of() {
  awk '/^define/ { functions++ } /^  [^ ]/ { instructions++ } END { printf "%d\t%d", functions, instructions }' \
    "$(ls -t "$out"/counted/deps/"$1"-*.ll | head -n 1)"
}

kib() { echo $((($(stat -c %s "$1") + 512) / 1024)); }

# Prints a line for each call: name, functions, instructions, KiB of the program.
counts() {
  local call
  export RUSTFLAGS="-C no-prepopulate-passes -C passes=always-inline --emit=llvm-ir"
  for call in "${calls[@]}"; do
    cargo rustc --quiet --profile counted --lib --crate-type lib --features "$call" >&2
    RUSTFLAGS='' CARGO_TARGET_DIR=$out/plain cargo build --quiet --release --bin dependent --features "$call" >&2
    printf '%s\t%s\t%s\n' "$call" "$(count_of dependent)" "$(kib "$out/plain/release/dependent")"
  done
  printf 'quadline_kernels\t%s\t0\n' "$(count_of quadline_kernels)"
}

cost() {
  if [ "${1:-}" = --update ]; then counts >"$out/table.tsv" && cp "$out/table.tsv" table.tsv; return; fi
  counts | awk -F '\t' '
    FNR == NR { for (i = 2; i < 5; i++) table[$1, i] = $i; next }
    { line = sprintf("%-26s", $1)
      for (i = 2; i < 5; i++) { grew = $i > table[$1, i] * 1.1; failed += grew; line = line sprintf(" %8d %8d%s", $i, table[$1, i], grew ? " GREW" : "") }
      print line }
    BEGIN { print "each with the number of the table: functions, instructions, KiB" }
    END { if (failed) print "a number grew by more than 10%: if there is a reason, run ci/dependent.sh cost --update and name it in the commit"
      exit failed > 0 }' table.tsv -
}

# Prints the processor seconds of a command.
seconds_of() {
  local TIMEFORMAT='%U %S'
  { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ printf "%.1f", $1 + $2 }'
}

write() {
  local call features label file=$root/src/level.rs
  for features in std std,precompiled; do
    rm -rf "$out/release"
    echo "| quadline itself, once | $(seconds_of cargo build --release --bin dependent --features "$features") s | |" >"$out/$features"
    for call in "${calls[@]}"; do
      case $call in
        batch_*) label=batch::${call#batch_} ;;
        constant_*) label=constant::${call#constant_} ;;
        queen_attacks) label=$call ;;
        dispatch) continue ;;
        *) label=Position::$call ;;
      esac
      printf '| [`%s`](crate::%s) | %s s | %s KiB |\n' "$label" "$label" \
        "$(seconds_of cargo build --release --bin dependent --features "$features,$call")" "$(kib "$out/release/dependent")"
    done | sort -t '|' -k 4n >>"$out/$features"
  done
  {
    printf '| use | rebuild | program | rebuild with `precompiled` | program |\n|---|--:|--:|--:|--:|\n'
    awk -F ' \\| ' 'FNR == NR { more[$1] = $2 " | " $3; next } { print $0, more[$1] }' "$out/std,precompiled" "$out/std"
    printf '\n`ci/dependent.sh write`, %s, %s, on %s.\n' "$(date +%F)" "$(rustc --version | cut -d ' ' -f 1-2)" \
      "$(awk -F '[[:space:]]*: ' '/^model name/ { name = $2 } /^cpu family/ { family = $2 } /^model\t/ { model = $2 }
        END { print name " (family " family ", model " model ")" }' /proc/cpuinfo)"
  } | sed 's,^,//! ,; s, *$,,' | tee "$out/lines"
  awk -v lines="$out/lines" '
    /<!-- end of table: compile cost -->/ { inside = 0 }
    !inside { print }
    /<!-- table: compile cost -->/ { inside = 1; print "//!"; while ((getline line < lines) > 0) print line; print "//!" }
  ' "$file" >"$out/level.rs"
  cp "$out/level.rs" "$file"
}

# Prints the bytes of the program, or of the library for a target without std, with these features.
bytes() {
  local name=$1 features=$2 target=wasm32-unknown-unknown folder linker
  case $name in
    x86_64*)
      cargo build --quiet --release --bin dependent --features "std,$features" >&2
      stat -c %s "$out/release/dependent"
      return ;;
    thumbv7em) target=thumbv7em-none-eabi ;;
  esac
  linker=$(command -v rust-lld || find "$(rustc --print sysroot)" -name rust-lld -type f -print -quit)
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker
  if rustup target list --installed 2>/dev/null | grep -qx $target; then
    cargo build --quiet --profile small --lib --no-default-features --target $target --features "$features" >&2
    folder=$out/$target/small
  else
    CROSS_TARGET_DIR=$out/cross "$cross" build $target --quiet --profile small --lib --no-default-features --features "$features" >"$out/log" 2>&1 ||
      { cat "$out/log" >&2; return 1; }
    folder=$out/cross/$target/small
  fi
  if [ "$name" != thumbv7em ]; then stat -c %s "$folder/dependent.wasm"; return; fi
  "$linker" -flavor gnu --gc-sections --entry answer --output "$out/answer.elf" "$folder/libdependent.a" >&2
  size -A "$out/answer.elf" | awk '$1 ~ /^\.(text|rodata|data)/ { sum += $2 } END { print sum + 0 }'
}

sizes() {
  local name call nothing without='--cfg quadline_without="avx512-vbmi" --cfg quadline_without="avx512" --cfg quadline_without="avx2-gfni" --cfg quadline_without="lzcnt"'
  [ $# != 0 ] || set -- x86_64 x86_64-avx2 wasm32 wasm32-simd thumbv7em
  for name; do
    case $name in x86_64-avx2) export RUSTFLAGS=$without ;; wasm32-simd) export RUSTFLAGS=-Ctarget-feature=+simd128 ;; *) export RUSTFLAGS= ;; esac
    if ! nothing=$(bytes "$name" ""); then echo "skipped $name: neither rustup nor ci/cross/setup.sh has its standard library"; continue; fi
    for call in "${calls[@]}"; do
      printf '%-12s %-26s +%s KiB\n' "$name" "$call" "$(awk -v bytes=$(($(bytes "$name" "$call") - nothing)) 'BEGIN { printf "%.1f", bytes / 1024 }')"
    done
  done
}

case ${1:-} in
  assembly | cost | write | sizes) "$@" ;;
  *) sed -n '2,/^set /s/^# \?//p' "$root/ci/dependent.sh"; exit 2 ;;
esac
