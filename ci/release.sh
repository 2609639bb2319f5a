#!/usr/bin/env bash
# Checks for a release in addition to .ci/run; see ci/README.md. They take minutes, and need these tools:
#   cargo install --locked cargo-deny cargo-hack cargo-public-api        (the last one requires a nightly toolchain)
# usage: ci/release.sh [STEP...]     default: all
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=never
published=(quadline-kernels quadline)
skipped=()
scratch=$(mktemp)
trap 'rm -f "$scratch"' EXIT

have() {
  cargo "$1" --version >/dev/null 2>&1 && return
  echo "skipped: no cargo $1 (cargo install --locked cargo-$1)"
  skipped+=("$2")
  return 1
}

nightly() {
  cargo +nightly --version >/dev/null 2>&1 && return
  echo "skipped: no nightly toolchain"
  skipped+=("$1")
  return 1
}

# README and the guides say how to use the crate before it is published. A release replaces these lines.
readme() {
  if grep -n 'not published yet' README.md || grep -rn 'path = "../quadline"' src; then
    echo 'these lines still say how to use a checkout: replace them by `cargo add quadline` and by versions' >&2
    return 1
  fi
}

# All checks run for packages that are published or installed: the crates, from bindings/ the wheel and the C library, and
# formats/. The dependencies of the other workspaces, which stay in a checkout, come from the registry. Advisories, and yanked
# versions, need a database.
deny() {
  have deny deny || return 0
  # This is for cargo-deny 0.20. Older versions have the option --config after `check`.
  local check=(cargo deny --log-level warn --config ci/deny.toml --manifest-path) manifest what status=0
  for manifest in $(git ls-files '*Cargo.lock'); do
    manifest=${manifest%lock}toml
    case $manifest in
      Cargo.toml | bindings/Cargo.toml | formats/Cargo.toml) what="licenses bans sources" ;;
      *) what=sources ;;
    esac
    echo "$manifest: $what"
    # shellcheck disable=SC2086
    "${check[@]}" "$manifest" check --allow license-exception-not-encountered $what
    # The database is a repository. A failure to download it is not a finding.
    if "${check[@]}" "$manifest" check advisories >"$scratch" 2>&1; then continue; fi
    cat "$scratch"
    if ! grep -q 'failed to fetch advisory database' "$scratch"; then status=1; elif [[ " ${skipped[*]} " != *" advisories "* ]]; then
      echo "skipped: advisories and yanked versions, because the database cannot be fetched"
      skipped+=(advisories)
    fi
  done
  return $status
}

# Builds every set of features with warnings as errors. cargo-hack lists the sets. It does not run the builds,
# because it would check the root package with all default members, whose features would hide missing ones.
features() {
  have hack features || return 0
  local package command options groups=precompiled-sliders,precompiled-positions,precompiled-lists,precompiled-threats,precompiled-batches
  for package in "${published[@]}"; do
    # The features of groups of calls select only where a table is compiled, so they are enabled together.
    options=(--group-features "$groups")
    [ "$package" != quadline ] || options+=(--exclude-features precompiled)
    cargo hack check --package "$package" --feature-powerset "${options[@]}" --print-command-list >"$scratch"
    while read -r command; do
      echo "$package:${command#*Cargo.toml}"
      # shellcheck disable=SC2086
      RUSTFLAGS="${RUSTFLAGS:-} -D warnings" $command --quiet --package "$package" </dev/null
    done <"$scratch"
  done
}

# Builds with the oldest version of each dependency that the manifests allow. Lock files are restored in any case.
minimal() {
  nightly minimal || return 0
  local manifest status=0
  for manifest in Cargo.toml formats/Cargo.toml; do
    cp "${manifest%toml}lock" "$scratch"
    RUSTC_BOOTSTRAP=1 cargo +nightly update --quiet -Z direct-minimal-versions --manifest-path $manifest &&
      # The stable compiler builds it; only the selection of versions is unstable.
      if [ $manifest = Cargo.toml ]; then cargo check -p quadline -p quadline-kernels --all-features; else
        cargo check --manifest-path $manifest --all-features
      fi || status=$?
    cp "$scratch" "${manifest%toml}lock"
  done
  return $status
}

# Leaves out the methods that a token has from the trait `Level`, which lists each of them once, and lines that were printed
# before: an implementation is listed with its type and with its trait.
once() {
  awk '{ lines[NR] = $0 }
    match($0, /::level::Level::[a-z_0-9]+/) { inherited[substr($0, RSTART + 16, RLENGTH - 16)] = 1 }
    END { for (number = 1; number <= NR; number++) {
      line = lines[number]
      of_token = match(line, /::level::[A-Z][A-Za-z0-9]*::[a-z_0-9]+[<(]/)
      name = substr(line, RSTART, RLENGTH - 1)
      if (of_token && name !~ /::Level::/ && (sub(/.*::/, "", name) || 1) && name in inherited) continue
      if (!printed[line]++) print line
    } }'
}

# Compares the public interface with the listing in ci/public-api, for x86-64 on any host. `UPDATE=1
# ci/release.sh interface` writes the listing after a review of the difference.
interface() {
  have public-api interface || return 0
  nightly interface || return 0
  local package file
  for package in "${published[@]}"; do
    file=ci/public-api/$package.txt
    RUSTFLAGS='' cargo +nightly public-api --package "$package" --target x86_64-unknown-linux-gnu --all-features -sss | once >"$scratch"
    if [ -n "${UPDATE:-}" ]; then cp "$scratch" "$file"; continue; fi
    diff -u "$file" "$scratch" || { echo "$package: another interface than $file; UPDATE=1 ci/release.sh interface"; return 1; }
  done
}

minimum_rust() {
  local version
  version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
  if cargo "+$version" --version >/dev/null 2>&1; then
    cargo "+$version" check -p quadline -p quadline-kernels --all-features
  else
    echo "skipped: no toolchain $version; clippy's incompatible_msrv watches it in .ci/run"
    skipped+=("Rust $version")
  fi
}

cost() { ci/dependent.sh cost; }

dry_run() {
  # Before the first release, the kernels are not in the registry. A dry run of both packages uses the archive
  # of one for the other.
  ci/package.sh --dry-run
}

[ $# != 0 ] || set -- readme deny features minimal interface minimum_rust cost dry_run
for step; do
  echo "=== $step"
  "$step"
done
[ ${#skipped[@]} = 0 ] || printf 'skipped: %s\n' "${skipped[@]}"
