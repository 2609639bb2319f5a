#!/usr/bin/env bash
# Builds each of the two published packages from the contents of its archive, or runs `cargo publish
# --dry-run`, which checks more.
# usage: ci/package.sh [--dry-run]
set -euo pipefail
cd "$(dirname "$0")/.."
command=(package)
[ "${1:-}" != --dry-run ] || command=(publish --dry-run)
# `quadline` is built with the archive of `quadline-kernels`. Cargo assumes that an archive with the same name
# and version never changes, and reuses what it has unpacked and compiled from an earlier one. The script
# therefore works in a new folder each time.
mkdir -p target
CARGO_TARGET_DIR=$(mktemp -d -p "$PWD/target" package-XXXXXX)
export CARGO_TARGET_DIR
# Removes unpacked archives of earlier runs. Folders of registries with a host have other names.
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
