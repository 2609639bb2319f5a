#!/usr/bin/env bash
# Builds the suite with the kernels of one level and without optimization, and runs a sample of it: the check to repeat while you
# change a kernel. The build has a folder of its own, because it leaves out the other levels.
#
# usage: ci/one-level.sh LEVEL [TEST..]      such as: ci/one-level.sh avx2 engine
#
# LEVEL is the name of a level that this CPU has; `portable` is always tested as well. A TEST is a part of the names of tests. The
# sample is that of QUADLINE_TEST_PERCENT [default: 1] and QUADLINE_TEST_EVERY [default: 41].
set -euo pipefail
cd "$(dirname "$0")/.."
levels=(avx512-vbmi avx512 avx2-gfni avx2 lzcnt)
[ $# -gt 0 ] || { echo "usage: ci/one-level.sh LEVEL [TEST..]" >&2; exit 2; }
level=$1
shift
if [[ " ${levels[*]} portable " != *" $level "* ]]; then
  echo "ci/one-level.sh: no level \"$level\"; there are ${levels[*]} portable" >&2
  exit 2
fi
flags=()
for name in "${levels[@]}"; do [ "$name" = "$level" ] || flags+=(--cfg "quadline_without=\"$name\""); done
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/one-level/$level RUSTFLAGS="${RUSTFLAGS:-} ${flags[*]}"
export QUADLINE_TEST_PERCENT=${QUADLINE_TEST_PERCENT:-1} QUADLINE_TEST_EVERY=${QUADLINE_TEST_EVERY:-41}
# Without optimization, a kernel needs more than the 2 MB of stack that a thread has.
export CARGO_PROFILE_TEST_OPT_LEVEL=0 RUST_MIN_STACK=67108864
# Without `wide`, which would add a second level without vectors. The tests of the lists of levels need all of them.
suite() {
  cargo test --quiet -p quadline-kernels --no-default-features --features std,multiversion --test suite -- \
    --skip names:: --skip levels:: "$@"
}
if [ $# -gt 0 ]; then
  tests=$(suite --list "$@")
  if [[ $tests != *": test"* ]]; then
    echo "ci/one-level.sh: no name of a test contains \"$*\"; names begin with those of the files in kernels/tests/suite" >&2
    exit 2
  fi
fi
suite "$@"
