#!/usr/bin/env bash
# The two packages that are published, each built from what its archive holds; or, more of the same, `cargo publish --dry-run`.
# usage: ci/package.sh [--dry-run]
set -euo pipefail
cd "$(dirname "$0")/.."
command=(package)
[ "${1:-}" != --dry-run ] || command=(publish --dry-run)
# `quadline` is built with the archive of `quadline-kernels`, and Cargo takes an archive of one name and version for the same
# for ever: what it has unpacked from an earlier one in its home, and what it has compiled of that. So it works in a place
# that was never there before.
mkdir -p target
CARGO_TARGET_DIR=$(mktemp -d -p "$PWD/target" package-XXXXXX)
export CARGO_TARGET_DIR
# Unpacked archives of such places, which nobody needs again; folders of registries that have a host begin otherwise.
forget() {
  rm -rf "$CARGO_TARGET_DIR"
  local folder
  for folder in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/-*/; do
    rm -rf "$folder"/quadline-kernels-*
    rmdir "$folder" 2>/dev/null || true
  done
}
trap forget EXIT
cargo "${command[@]}" --quiet --allow-dirty --package quadline-kernels --package quadline
