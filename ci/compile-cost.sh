#!/usr/bin/env bash
# Prints what quadline costs those who compile it, and fails if that grew by more than 10%.
#
# usage: ci/compile-cost.sh                  counts functions and instructions, after the functions that are always inlined and
#                                            before all other optimization. They are the same on every x86-64 machine with the
#                                            same compiler. Compares them with compile-cost/table.tsv
#        ci/compile-cost.sh --update         writes table.tsv; the commit says why the counts grew
#        ci/compile-cost.sh --seconds        processor seconds and sizes of the programs in compile-cost/src/bin, with and without
#                                            the feature `precompiled`, as the table of the documentation
#        ci/compile-cost.sh --write          the same, and writes the table to src/level.rs
#        ci/compile-cost.sh --first-command  processor seconds of the first command of README, of the tests, and of the bench
#                                            program, from a clean target directory (half an hour)
#
# The counts are those of a dependent's own crate for one use of quadline each, and of the crate of the kernels itself. They are
# what LLVM has to optimize, copies of inlined kernels included, and seconds follow them.
set -euo pipefail
cd "$(dirname "$0")/compile-cost"
root=../..
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/$root/target/compile-cost}
table=table.tsv
bins=(src/bin/*.rs)

if [ "$(uname -m)" != x86_64 ]; then
  echo "skipped the cost of compiling: the table is that of x86-64"
  exit 0
fi

name() { basename "$1" .rs; }

# Prints the arguments with which rustc finds quadline in the folder of a profile.
externs() {
  local library
  library=$(ls -t "$CARGO_TARGET_DIR/$1"/deps/libquadline-*.rlib | head -n 1)
  printf '%s\n' --extern "quadline=$library" -L "dependency=$CARGO_TARGET_DIR/$1/deps"
}

# Prints the number of functions and of their instructions in a file of LLVM's language.
count_of() { awk '/^define/ { functions++ } /^  [^ ]/ { instructions++ } END { printf "%d\t%d\n", functions, instructions }' "$1"; }

# Prints a line for each program and for the kernels: name, functions, instructions.
counts() {
  local bin arguments
  RUSTFLAGS="-C no-prepopulate-passes -C passes=always-inline --emit=llvm-ir" cargo rustc --quiet --profile counted --bin queen_attacks >&2
  printf 'quadline-kernels\t'
  count_of "$(ls -t "$CARGO_TARGET_DIR"/counted/deps/quadline_kernels-*.ll | head -n 1)"
  mapfile -t arguments < <(externs counted)
  for bin in "${bins[@]}"; do
    rustc --edition 2024 -C opt-level=3 -C codegen-units=1 -C no-prepopulate-passes -C passes=always-inline --emit=llvm-ir \
      "${arguments[@]}" -o "$CARGO_TARGET_DIR/counted/program.ll" "$bin"
    printf '%s\t' "$(name "$bin")"
    count_of "$CARGO_TARGET_DIR/counted/program.ll"
  done
}

# Prints the counts beside those of the table, and fails if one grew by more than 10%, or if a program is not in the table.
compare() {
  awk -F '\t' '
    function grown(now, before) { return before == "" || now > before * 1.1 }
    FNR == NR { functions[$1] = $2; instructions[$1] = $3; next }
    FNR == 1 { printf "%-30s %9s %9s %13s %13s\n", "own crate with", "functions", "table", "instructions", "table" }
    { printf "%-30s %9d %9s %13d %13s", $1, $2, functions[$1], $3, instructions[$1]
      if (grown($2, functions[$1]) || grown($3, instructions[$1])) { printf "  GREW"; failed = 1 }
      print "" }
    END {
      if (failed) print "compile-cost: a count grew by more than 10%; if there is a reason, run ci/compile-cost.sh --update and name it in the commit"
      exit failed
    }' "$table" -
}

# Sets `seconds` to the processor seconds of a command.
seconds_of() {
  local TIMEFORMAT='%U %S' times user system
  mkdir -p "$CARGO_TARGET_DIR"
  times=$({ time "$@" >"$CARGO_TARGET_DIR/output" 2>&1; } 2>&1) || { cat "$CARGO_TARGET_DIR/output" >&2; exit 1; }
  read -r user system <<<"$times"
  seconds=$(awk -v a="$user" -v b="$system" 'BEGIN { printf "%.1f", a + b }')
}

# Builds quadline with these features, in a clean folder, then each program, and prints for each: name, seconds, KiB.
programs() {
  local bin arguments
  rm -rf "$CARGO_TARGET_DIR/release"
  seconds_of cargo build --quiet --release --bin queen_attacks --features "$1"
  printf 'clean build\t%s\t\n' "$seconds"
  mapfile -t arguments < <(externs release)
  for bin in "${bins[@]}"; do
    seconds_of rustc --edition 2024 -C opt-level=3 -C strip=symbols "${arguments[@]}" -o "$CARGO_TARGET_DIR/program" "$bin"
    printf '%s\t%s\t%d\n' "$(name "$bin")" "$seconds" $(($(stat -c %s "$CARGO_TARGET_DIR/program") / 1024))
  done
}

# Prints the table of the documentation: each program, sorted by size.
documented() {
  local name label
  mkdir -p "$CARGO_TARGET_DIR"
  programs "" >"$CARGO_TARGET_DIR/plain"
  programs precompiled >"$CARGO_TARGET_DIR/precompiled"
  echo '| use | rebuild | program | rebuild with `precompiled` | program |'
  echo '|---|--:|--:|--:|--:|'
  join -t $'\t' <(grep -v '^clean' "$CARGO_TARGET_DIR/plain" | sort) <(sort "$CARGO_TARGET_DIR/precompiled") |
    sort -t $'\t' -k 3n | while IFS=$'\t' read -r name seconds size fast larger; do
    label=$(sed -n '1s,^//! ,,p' "src/bin/$name.rs")
    echo "| $label | $seconds s | $size KiB | $fast s | $larger KiB |"
  done
  local plain precompiled
  plain=$(sed -n 's/^clean build\t\([0-9.]*\).*/\1/p' "$CARGO_TARGET_DIR/plain")
  precompiled=$(sed -n 's/^clean build\t\([0-9.]*\).*/\1/p' "$CARGO_TARGET_DIR/precompiled")
  echo "| quadline itself, once | $plain s | | $precompiled s | |"
  echo
  local cpu
  cpu=$(awk -F '\t*: ' '$1 == "cpu family" { family = $2 } $1 == "model" { model = $2 }
    $1 == "model name" { print $2 " (family " family ", model " model ")"; exit }' /proc/cpuinfo)
  echo "\`ci/compile-cost.sh --write\`, $(date +%F), $(rustc --version | cut -d ' ' -f 1-2), on $cpu."
}

write() {
  local file=$root/src/level.rs
  documented | tee "$CARGO_TARGET_DIR/documented"
  sed 's,^,//! ,; s, *$,,' "$CARGO_TARGET_DIR/documented" >"$CARGO_TARGET_DIR/lines"
  awk -v lines="$CARGO_TARGET_DIR/lines" '
    /<!-- end of table: compile cost -->/ { inside = 0 }
    !inside { print }
    /<!-- table: compile cost -->/ { inside = 1; print "//!"; while ((getline line < lines) > 0) print line; print "//!" }
  ' "$file" >"$CARGO_TARGET_DIR/level.rs"
  cp "$CARGO_TARGET_DIR/level.rs" "$file"
}

first_command() {
  local command clean=$CARGO_TARGET_DIR/clean
  cd "$root"
  for command in "build --release --example perft" "test --workspace --no-run" "test --workspace" "build --release -p quadline-benches --features all"; do
    case $command in
      # The tests run with the build of the line before.
      "test --workspace") ;;
      *) rm -rf "$clean" ;;
    esac
    CARGO_TARGET_DIR=$clean seconds_of cargo $command
    printf '%-56s %8s s\n' "cargo $command" "$seconds"
  done
}

case ${1:-} in
  "") counts | compare ;;
  --update) counts >"$table.new" && mv "$table.new" "$table" ;;
  --seconds) documented ;;
  --write) write ;;
  --first-command) first_command ;;
  *) sed -n '2,/^set /s/^# \?//p' "../$(basename "$0")"; exit 2 ;;
esac
