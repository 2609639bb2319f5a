#!/usr/bin/env bash
# Mutants of the intrinsics: cargo mutants does not look into macros, and all of them stand in `with_features!`. Each is
# exchanged for its counterpart, and the first numbers of each line are changed by one bit. What survives must stand in
# ci/mutants.tsv.
# usage: ci/mutants-of-intrinsics.sh [files, default all that are named after an instruction set of x86]      needs: cargo-nextest
set -euo pipefail
cd "$(dirname "$0")/.."
files=("$@")
[ $# -gt 0 ] || files=(kernels/src/{lanes/avx*,batch/*/avx*}.rs)
out=$PWD/${MUTANTS_OUT:-target/mutants}/intrinsics
export QUADLINE_TEST_PERCENT=${QUADLINE_TEST_PERCENT:-1} QUADLINE_TEST_EVERY=${QUADLINE_TEST_EVERY:-41}
export CARGO_TARGET_DIR=$out/target
counterparts='andnot/and and/or or/xor xor/or add/sub sub/add srlv/sllv sllv/srlv srav/srlv rorv/rolv rolv/rorv
  srli/slli slli/srli unpacklo/unpackhi unpackhi/unpacklo max/min min/max lzcnt/popcnt cmpeq/cmpgt maskz_mov/maskz_abs'

rm -rf "$out/tree"
mkdir -p "$out/tree"
git ls-files -z | xargs -0 cp --parents -t "$out/tree"
tests() {
  (cd "$out/tree" && cargo nextest run --cargo-profile mutants -p quadline-kernels --test suite "$@" >"$out/log" 2>&1)
}
tests || { tail -n 40 "$out/log"; echo "fails without a mutant"; exit 1; }
caught=0 unviable=0 equal=0 unexplained=0
# Tries the file with a line changed by a sed command, if it changes anything.
mutant() {
  local file=$1 number=$2 command=$3 copy=$out/tree/$1 name line
  sed -E "${number}${command}" "$file" >"$copy"
  if cmp -s "$file" "$copy"; then return 1; fi
  line=$(sed -nE "${number}{s/^ +//;p}" "$copy")
  name="$file: $line"
  if ! tests --no-run; then
    unviable=$((unviable + 1))
  elif ! tests; then
    caught=$((caught + 1))
  elif cut -f1 ci/mutants.tsv | grep -xF -- "$name" >/dev/null; then
    equal=$((equal + 1))
  else
    echo "UNEXPLAINED: $name (line $number)"
    unexplained=$((unexplained + 1))
  fi
  cp "$file" "$copy"
}
for file in "${files[@]}"; do
  while IFS= read -r number; do
    for pair in $counterparts; do
      for occurrence in 1 2 3; do
        mutant "$file" "$number" "s/(_mm[0-9]*_)${pair%/*}_/\\1${pair#*/}_/$occurrence" || break
      done
    done
    for bit in 01 10 23 32 45 54 67 76 89 98; do
      for occurrence in 1 2; do
        mutant "$file" "$number" "s/([(<, -])([0-9]*)${bit%?}([,)>])/\\1\\2${bit#?}\\3/$occurrence" || break
      done
    done
  done < <(grep -nE '\b_mm[0-9]*_' "$file" | cut -d: -f1)
done
echo "mutants of intrinsics: $caught caught, $unviable did not compile, $equal equal, $unexplained unexplained"
[ "$unexplained" = 0 ]
