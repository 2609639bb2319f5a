#!/usr/bin/env bash
# Tests builds that fix the level, such as those with `-C target-cpu=native`, which compile other code.
# Warnings are errors.
# usage: ci/fixed-builds.sh [--sample] [BUILD...]
#   BUILD       x86-64-v3, x86-64-v4, native, aarch64, wasm32-simd, x86-64-v2, which fixes no level and is built without the
#               feature `wide`, or x86-64-v3,-lzcnt, which has vectors but fixes no level; default: all
#   --sample    unoptimized, one in 41 of the exhaustive cases and one in a hundred of the random ones
set -euo pipefail
cd "$(dirname "$0")/.."
sample=()
if [ "${1:-}" = --sample ]; then
  sample=(--sample)
  export QUADLINE_TEST_PERCENT=${QUADLINE_TEST_PERCENT:-1} QUADLINE_TEST_EVERY=${QUADLINE_TEST_EVERY:-41}
  # Optimizing the kernels takes six times as long.
  export CARGO_PROFILE_TEST_OPT_LEVEL=0 RUST_MIN_STACK=16777216
  shift
fi
[ $# -gt 0 ] || set -- x86-64-v2 x86-64-v3 x86-64-v3,-lzcnt x86-64-v4 native aarch64 wasm32-simd
host=$(rustc -vV | sed -n 's/^host: //p')
levels=$(ci/native-levels.sh)
for build; do
  echo "== fixed build $build"
  start=$SECONDS
  needs=portable features=() others=(-p quadline-integrations --test integrations)
  case $build in
    # Most dependents are built without `wide`, which the package of integrations enables. `scalar` is another name for `portable`
    # then.
    x86-64-v2) features=(--features quadline-kernels/multiversion) others=() ;;
    native) ;;
    x86-64-v3 | x86-64-v3,-lzcnt) needs=avx2 ;;
    x86-64-v4) needs=avx512 ;;
    aarch64 | wasm32-simd)
      ci/targets.sh "${sample[@]}" "$build"
      continue ;;
    *) echo "ci/fixed-builds.sh: no build $build" >&2; exit 2 ;;
  esac
  if [[ $build == x86-64-* && $host != x86_64-* ]]; then echo "skipped $build: this is no x86-64 machine"; continue; fi
  if [[ ,$levels, != *,$needs,* ]]; then echo "skipped $build: this CPU lacks $needs"; continue; fi
  flags="-Ctarget-cpu=${build%%,*} -Dwarnings"
  [[ $build != *,* ]] || flags+=" -Ctarget-feature=${build#*,}"
  # If the target is named, RUSTFLAGS do not apply to build scripts and macros.
  QUADLINE_EXPECT_LEVELS=$levels RUSTFLAGS="${RUSTFLAGS:-} $flags" cargo test -j"${JOBS:-1}" --quiet \
    --target "$host" -p quadline-kernels -p quadline "${features[@]}" "${others[@]}" \
    --lib --test suite --test public_api --test forced_level
  echo "ok fixed build $build: $((SECONDS - start)) s"
done
