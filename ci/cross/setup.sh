#!/usr/bin/env bash
# Prepares a Debian 12 machine (x86-64, root) to build quadline's tests for other targets and to run them here: installs
# cross linkers and qemu, unpacks Debian's newest Rust compiler (the package rustc-web) into a folder of its own, and adds a
# standard library for each target. Everything comes from Debian packages and crates.io. The Rust toolchains of the machine are
# neither used nor changed. ci/cross/cargo.sh runs the result. A second call takes a second.
#
# usage: ci/cross/setup.sh [--rustup] [TARGET...]
#   TARGET     i686, aarch64, armv7, s390x [default: all], and wasm32 with --rustup; without std, every target of rustc works
#   --rustup   on any Debian or Ubuntu: installs the linkers and qemu, and adds the targets to rustup's toolchain instead of
#              unpacking a compiler; ci/targets.sh then uses that toolchain
#
# QUADLINE_CROSS   the folder [default: ~/.cache/quadline-cross]; it needs 1 GB
#
# Never install gcc-multilib on such a machine: it conflicts with the cross compilers.
set -euo pipefail

fail() { echo "ci/cross/setup.sh: $*" >&2; exit 1; }

folder=${QUADLINE_CROSS:-$HOME/.cache/quadline-cross}
cd "$(dirname "$0")/../.."
rustup=
if [ "${1:-}" = --rustup ]; then rustup=1; shift; fi
[ $# != 0 ] || set -- i686 aarch64 armv7 s390x

# The triple, Debian's name of the architecture and the packages of a target.
triple='' architecture='' needs=()
describe() {
  case $1 in
    i686) triple=i686-unknown-linux-gnu architecture=i386 needs=(gcc-i686-linux-gnu libc6-dev-i386-cross libc6-i386) ;;
    aarch64) triple=aarch64-unknown-linux-gnu architecture=arm64 needs=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static) ;;
    armv7) triple=armv7-unknown-linux-gnueabihf architecture=armhf needs=(gcc-arm-linux-gnueabihf libc6-dev-armhf-cross qemu-user-static) ;;
    s390x) triple=s390x-unknown-linux-gnu architecture=s390x needs=(gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user-static) ;;
    wasm32) triple=wasm32-wasip1 architecture='' needs=() ; command -v node >/dev/null || needs=(nodejs) ;;
    *) fail "unknown target \"$1\"; there are i686, aarch64, armv7, s390x and wasm32" ;;
  esac
}

packages=(gcc libc6-dev)
triples=()
for target; do describe "$target"; packages+=("${needs[@]}"); triples+=("$triple"); done
if [ -n "$rustup" ]; then
  ci/install.sh "${packages[@]}"
  rustup target add "${triples[@]}"
  exit
fi

system=$(. /etc/os-release 2>/dev/null && echo "${ID:-} ${VERSION_ID:-}") || true
if [ "$system" != "debian 12" ] || [ "$(uname -m)" != x86_64 ] || [ "$(id -u)" != 0 ]; then
  fail "this needs Debian 12 on x86-64 and root; here are ${system:-an unknown system}, $(uname -m) and user $(id -un).
On other Debian and Ubuntu systems, use ci/cross/setup.sh --rustup. Elsewhere, install the targets with rustup target add, a
linker for each and qemu-user-static: ci/targets.sh uses what is there."
fi

ci/install.sh "${packages[@]}" ca-certificates debian-archive-keyring libcurl4 libssh2-1 libsqlite3-0 libssl3 libz3-4 libedit2 \
  libxml2 libffi8 libzstd1 libstdc++6 zlib1g

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
rust=$folder/rust/usr
libraries=$rust/lib/x86_64-linux-gnu
mkdir -p "$folder"/{bin,debs,rust}
# A script that runs a program of the unpacked packages with their libraries.
wrap() {
  printf '#!/bin/sh\nLD_LIBRARY_PATH=%q exec %q "$@"\n' "$libraries" "$2" >"$folder/bin/$1"
  chmod 755 "$folder/bin/$1"
}
unpack() { for deb in "$folder"/debs/*.deb; do dpkg-deb -x "$deb" "$folder/rust"; done; rm -f "$folder"/debs/*.deb; }

if [ ! -e "$folder/version" ]; then
  candidate() { apt-cache policy rustc-web | sed -n 's/^ *Candidate: //p'; }
  oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
  version=$(candidate)
  if ! dpkg --compare-versions "${version:-0}" ge "$oldest"; then apt-get -q update >/dev/null || true; version=$(candidate); fi
  dpkg --compare-versions "${version:-0}" ge "$oldest" ||
    fail "apt has no rustc-web of $oldest or later; its sources must contain the security updates of Debian 12"
  echo "== unpacking rustc-web $version"
  shared=libstd-rust-web-$(sed -E 's/^([0-9]+\.[0-9]+).*/\1/' <<<"$version")
  llvm=$(apt-cache depends "$shared=$version" | sed -nE 's/.*Depends: libllvm([0-9]+)$/\1/p')
  [ -n "$llvm" ] || fail "$shared does not depend on a libllvm"
  rm -f "$folder"/debs/*.deb
  (cd "$folder/debs" && apt-get -o APT::Sandbox::User=root -q download "rustc-web=$version" "cargo-web=$version" "$shared=$version" \
    "libstd-rust-web-dev=$version" "rust-web-src=$version" "libllvm$llvm" \
    libgit2-1.5 libhttp-parser2.9 libmbedtls14 libmbedx509-1 libmbedcrypto7 >/dev/null)
  unpack
  wrap rustc "$rust/bin/rustc"
  wrap rustdoc "$rust/bin/rustdoc"
  wrap cargo "$rust/bin/cargo"
  "$folder/bin/rustc" -V
  "$folder/bin/cargo" -V
  echo "$version" >"$folder/version"
fi
version=$(cat "$folder/version")

# Debian builds the standard library of each of its architectures from the same sources with the same compiler, so that the
# package of another architecture can be unpacked beside the compiler of this one. Fails where there is no such package.
prebuilt() {
  [ -n "$architecture" ] || return 1
  local source repository suite apt=$folder/apt keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  source=$(apt-cache madison libstd-rust-web-dev | awk -F' *[|] *' -v version="$version" '$2 == version { print $3; exit }')
  # The repository, "suite/component", and what else madison prints.
  read -r repository suite _ <<<"$source"
  [ -n "$suite" ] || return 1
  rm -rf "$apt"
  mkdir -p "$apt"/{lists/partial,cache/archives/partial,parts}
  touch "$apt/status"
  echo "deb [arch=$architecture signed-by=$keyring] $repository ${suite/\// }" >"$apt/sources.list"
  cat >"$apt/apt.conf" <<END
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "$apt/parts";
Dir::Etc::preferencesparts "$apt/parts";
Dir::State "$apt";
Dir::State::lists "$apt/lists";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
APT::Architectures { "amd64"; "$architecture"; };
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled "false";
END
  (cd "$folder/debs" && export APT_CONFIG=$apt/apt.conf && apt-get -q update &&
    apt-get -q download "libstd-rust-web-dev:$architecture=$version") >"$folder/log" 2>&1 || return 1
  unpack
  [ -e "$rust/lib/rustlib/$triple/lib" ]
}

for target; do
  describe "$target"
  [ ! -e "$folder/std-$triple" ] || continue
  prebuilt || { cat "$folder/log" >&2; fail "apt cannot download Debian's standard library for $architecture"; }
  echo "== std for $triple: Debian's package for $architecture"
  touch "$folder/std-$triple"
done
rm -rf "$folder"/{apt,log}
touch "$folder/complete"
echo "cross compilers are in $folder"
