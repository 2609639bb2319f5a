#!/usr/bin/env bash
# Installs rustup and a toolchain where there is no rustup, such as in a container. The installer is of one version and is run only
# if its checksum is the one below.
# usage: ci/install-rust.sh TOOLCHAIN [PROFILE, default minimal]      needs: curl, x86-64 or 64-bit Arm, Linux with glibc
set -euo pipefail
# rustup 1.28.2, released 2025-05-05. To take another version, replace it and the checksums, which are in the files
# rustup-init.sha256 beside the installers.
version=1.28.2
host=$(uname -m)-unknown-linux-gnu
case $host in
  x86_64-*) checksum=20a06e644b0d9bd2fbdbfd52d42540bdde820ea7df86e92e533c073da0cdd43c ;;
  aarch64-*) checksum=e3853c5a252fca15252d07cb23a1bdd9377a8c6f3efa01531109281ae47f841c ;;
  *) echo "ci/install-rust.sh: there is no checksum for $host; add that of rustup $version" >&2; exit 1 ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The program decides by its name what it does.
installer=$folder/rustup-init
curl --proto '=https' --tlsv1.2 --retry 3 -sSfo "$installer" "https://static.rust-lang.org/rustup/archive/$version/$host/rustup-init"
sha256sum --check --quiet - <<<"$checksum  $installer"
chmod +x "$installer"
"$installer" -y --no-modify-path --profile "${2:-minimal}" --default-toolchain "$1"
