#!/usr/bin/env bash
# Times quadline in this checkout against quadline at an earlier commit: both in one program, in alternating blocks.
#
#   benches/before.sh COMMIT FAMILY [OPTIONS OF compare]
#   benches/before.sh main positions --shape positions-check-info-2048 --level avx2 --seconds 20
#
# FAMILY is a feature of benches/ with shapes: sliders, positions, threats or text, or several, separated by commas. "1.10" is a
# contestant that takes 1 / 1.10 of its earlier time. Contestants that the change does not touch show the noise, and so does HEAD
# as the commit: the place of code in memory shifts long kernels by up to 1.5, so repeat a surprising figure in another build,
# for example with one level only.
set -euo pipefail
cd "$(dirname "$0")/.."
(($# >= 2)) || { sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2; exit 2; }
commit=$(git rev-parse --verify --quiet "$1^{commit}") || { echo "error: there is no commit '$1'" >&2; exit 2; }
features=$(sed 's/[^,]*/"&"/g' <<< "$2")
shift 2
root=$PWD folder=$PWD/target/before
mkdir -p "$folder"
cat > "$folder/Cargo.toml.new" <<END
[package]
name = "quadline-before"
version = "0.0.0"
edition = "2024"

[workspace]

[[bin]]
name = "quadline-before"
path = "$root/benches/before/main.rs"

[dependencies]
lexopt = "0.3"
quadline-benches = { path = "$root/benches", features = [$features] }
before = { package = "quadline-benches", git = "file://$(realpath "$(git rev-parse --git-common-dir)")", rev = "$commit", features = [$features] }
END
cmp --silent "$folder/Cargo.toml.new" "$folder/Cargo.toml" || { mv "$folder/Cargo.toml.new" "$folder/Cargo.toml"; cp Cargo.lock "$folder/"; }
cargo run --quiet --release --manifest-path "$folder/Cargo.toml" --target-dir "$folder/target" -- "$@"
