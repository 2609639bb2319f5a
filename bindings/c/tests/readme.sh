#!/usr/bin/env bash
# Builds and runs the program in README.md like a reader: hello.c is the first C block, and the commands are
# the sh block after it.
# usage: readme.sh FOLDER      FOLDER becomes the home directory, and the library is installed there
set -euo pipefail
cd "$(dirname "$0")/.."
readme=$PWD/README.md home=$1
rm -rf "$home"
mkdir -p "$home"
make --no-print-directory install prefix="$home/.local" >/dev/null
export HOME=$home
cd "$home"
unset LD_LIBRARY_PATH PKG_CONFIG_PATH
sed -n '/^```c$/,/^```$/p' "$readme" | sed '1d; $d' >hello.c
awk '/^```c$/ { c = 1 } /^```$/ && sh { exit } sh { print } c && /^```sh$/ { sh = 1 }' "$readme" >commands.sh
grep -q 'main' hello.c && grep -q 'hello.c' commands.sh || { echo "README.md has no program, or no command that builds it"; exit 1; }
output=$(bash -eu commands.sh)
echo "$output"
[[ $output == "48 moves, by "* ]] || { echo "the program of README.md has not counted 48 moves"; exit 1; }
