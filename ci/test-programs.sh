#!/usr/bin/env bash
# Builds statically linked test programs that can be copied to other CPUs: the suite, `public_api` and
# `forced_level`. Prints the path of each, in this order. ci/mixed-cpus.sh and ci/absent-cpus.sh share the
# build.
# usage: ci/static-tests.sh [cargo arguments, default --release]
#
# Dependencies are not optimized, except for the vectors of `wide`, which are part of the kernels: that would
# take another minute.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- --release
host=$(rustc -vV | sed -n 's/^host: //p')
# If the target is named, build scripts and macros are built without the flag.
messages=$(RUSTFLAGS="${RUSTFLAGS:-} -Ctarget-feature=+crt-static" cargo test -j"${JOBS:-1}" --target "$host" "$@" \
  --config 'profile.release.package."*".opt-level=0' --config 'profile.release.package.wide.opt-level=3' \
  -p quadline-kernels --test suite -p quadline --test public_api --test forced_level --no-run --message-format=json)
for program in suite public_api forced_level; do
  path=$(grep -o "\"executable\":\"[^\"]*/$program-[^\"]*\"" <<<"$messages" | tail -n 1 | cut -d'"' -f4)
  [ -x "$path" ] || { echo "$program was not built" >&2; exit 1; }
  echo "$path"
done
