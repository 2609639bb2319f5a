#!/usr/bin/env bash
# Builds the test programs that run on other CPUs: the suite, `public_api` and `forced_level`. Prints the path of each, in this
# order.
# usage: ci/test-programs.sh [BUILD, default release]
#   release    optimized as for users, and statically linked, so that the programs can be copied to other machines
#   tests      the build of `cargo test --workspace`, which .ci/run already has
set -euo pipefail
cd "$(dirname "$0")/.."
command=(cargo test -j"${JOBS:-1}" --no-run --message-format=json --test suite --test public_api --test forced_level)
case ${1:-release} in
  # Dependencies are not optimized, except for the vectors of `wide`, which are part of the kernels: that would take another
  # minute. If the target is named, build scripts and macros are built without the flag.
  release)
    host=$(rustc -vV | sed -n 's/^host: //p')
    export RUSTFLAGS="${RUSTFLAGS:-} -Ctarget-feature=+crt-static"
    command+=(--release --target "$host" -p quadline-kernels -p quadline --features quadline-kernels/multiversion,quadline-kernels/wide
      --config 'profile.release.package."*".opt-level=0' --config 'profile.release.package.wide.opt-level=3') ;;
  tests) command+=(--workspace) ;;
  *) echo "ci/test-programs.sh: unknown build \"$1\"; the builds are release and tests" >&2; exit 2 ;;
esac
messages=$("${command[@]}")
for program in suite public_api forced_level; do
  path=$(grep -o "\"executable\":\"[^\"]*/$program-[^\"]*\"" <<<"$messages" | tail -n 1 | cut -d'"' -f4)
  [ -x "$path" ] || { echo "$program was not built" >&2; exit 1; }
  echo "$path"
done
