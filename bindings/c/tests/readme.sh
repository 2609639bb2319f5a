#!/usr/bin/env bash
# Builds and runs the programs in README.md like a reader: hello.c is the first C block, and the commands are
# the sh block after it, which also build the second C block and, with another compiler, the C++ blocks. Then the first with CMake,
# for both libraries, by the package and by pkg-config.
# usage: readme.sh FOLDER FILE      FOLDER becomes the home directory, and the library is installed there; FILE is
#                                   the fixture games.binpack
set -euo pipefail
cd "$(dirname "$0")/.."
root=$(realpath ../..) target_dir=$(realpath "${CARGO_TARGET_DIR:-../target}")
readme=$PWD/README.md home=$1 binpack=$(realpath "$2")
install=$PWD/../../ci/install.sh
rm -rf "$home"
mkdir -p "$home"
make --no-print-directory install prefix="$home/.local" >/dev/null
# Cargo looks there for its compilers.
home_of_cargo=$HOME
export HOME=$home
cd "$home"
unset LD_LIBRARY_PATH PKG_CONFIG_PATH

# Prints the first block of a language in README.md, or the one with that number.
block() { awk -v fence="\`\`\`$1" -v wanted="${2:-1}" '/^```$/ { inside = 0 } inside { print } $0 == fence { inside = ++seen == wanted }' "$readme"; }

# Prints the commands of the first sh block after the first block of a language.
commands_after() {
  awk -v fence="\`\`\`$1" '$0 == fence { seen = 1 } /^```$/ && sh { exit } sh { print } seen && /^```sh$/ { sh = 1 }' "$readme"
}

# Checks what a build of the program printed.
counted() {
  echo "$1: $2"
  [[ $2 == "48 moves, by "* ]] || { echo "$1: the program of README.md has not counted 48 moves"; return 1; }
}

block c >hello.c
commands_after c >commands.sh
grep -q 'main' hello.c && grep -q 'hello.c' commands.sh || { echo "README.md has no program, or no command that builds it"; exit 1; }
counted "pkg-config" "$(bash -eu commands.sh)"
mkdir training
block c 2 >training/hello.c
found=$(cd training && bash -eu ../commands.sh <"$binpack")
echo "training: $found"
[ "$found" = "29030 inputs" ] || { echo "training: the second program of README.md has not counted 29030 inputs"; exit 1; }

mkdir moves quiet
block cpp >moves/hello.cpp
block cpp 2 >quiet/hello.cpp
sed 's/^cc hello.c /c++ -std=c++17 hello.cpp /' commands.sh >cpp.sh
found=$(cd moves && bash -eu ../cpp.sh)
[[ $(wc -l <<<"$found") = 48 && $found == *"e1g1 O-O"* ]] || { echo "C++: the first program of README.md has not listed 48 moves"; exit 1; }
found=$(cd quiet && bash -eu ../cpp.sh <"$binpack")
echo "C++: $found"
[ "$found" = "201 quiet entries" ] || { echo "C++: the second program of README.md has not counted 201 entries"; exit 1; }

if ! command -v cmake >/dev/null && ! "$install" cmake; then
  echo "skipped the CMake package: no cmake"
  exit
fi
block cmake >CMakeLists.txt
commands_after cmake >cmake.sh
grep -q 'quadline::static' CMakeLists.txt && grep -q 'cmake --build' cmake.sh || { echo "README.md has no recipe for CMake"; exit 1; }
# Builds with the recipe of README.md after a change by sed, and checks which library the program needs at run time.
build() {
  local name=$1 change=$2 shared=$3
  rm -rf "$name"
  mkdir "$name"
  cp hello.c cmake.sh "$name"
  sed "$change" CMakeLists.txt >"$name/CMakeLists.txt"
  local output
  output=$(cd "$name" && { bash -eu cmake.sh 2>&1 || true; })
  counted "$name" "$(tail -n 1 <<<"$output")" || { echo "$output"; exit 1; }
  local libraries found=no
  libraries=$(ldd "$name/build/hello")
  if [[ $libraries == *libquadline* ]]; then found=yes; fi
  [ $found = "$shared" ] || { echo "$name: is the shared library needed? $found, not $shared"; exit 1; }
}
export PKG_CONFIG_PATH=$home/.local/lib/pkgconfig
by_pkg_config='s/^find_package.*/find_package(PkgConfig REQUIRED)\npkg_check_modules(quadline REQUIRED IMPORTED_TARGET quadline-static)/; s/quadline::static/PkgConfig::quadline/'
build cmake-static '' no
build cmake-shared 's/quadline::static/quadline::quadline/' yes
build cmake-pkg-config-static "$by_pkg_config" no
build cmake-pkg-config-shared "$by_pkg_config; s/quadline-static/quadline/" yes
# An installation can be moved, and linked without shared libraries.
mv "$home/.local" "$home/moved"
sed -i "s|/.local|/moved|g" cmake.sh commands.sh
export PKG_CONFIG_PATH=$home/moved/lib/pkgconfig
counted "moved" "$(bash -eu commands.sh)"
build moved-cmake-shared 's/quadline::static/quadline::quadline/' yes
build moved-pkg-config-shared "$by_pkg_config; s/quadline-static/quadline/" yes
# shellcheck disable=SC2046 # These are several options.
cc -static hello.c $(pkg-config --static --cflags --libs quadline-static) -o hello-static
counted "without shared libraries" "$(./hello-static)"
mv "$home/moved" "$home/.local"

# The sources as a part of another project, in the profile and the folder of the library that is there.
mkdir fetched
cp hello.c fetched
block cmake 2 >fetched.txt
grep -q FetchContent fetched.txt || { echo "README.md has no recipe for FetchContent"; exit 1; }
sed -e '/^find_package/{r fetched.txt' -e 'd}' CMakeLists.txt >fetched/CMakeLists.txt
for target in static quadline; do
  sed -i "s/quadline::[a-z]*/quadline::$target/" fetched/CMakeLists.txt
  # A user has the profile `release` and a folder in the one of the build.
  HOME=$home_of_cargo cmake -S fetched -B fetched/build -DFETCHCONTENT_SOURCE_DIR_QUADLINE="$root" -DQUADLINE_PROFILE="${PROFILE:-release}" \
    -DQUADLINE_TARGET_DIR="${target_dir:?}" >fetched.log 2>&1 && HOME=$home_of_cargo cmake --build fetched/build >>fetched.log 2>&1 || { cat fetched.log; exit 1; }
  counted "FetchContent, quadline::$target" "$(fetched/build/hello)"
done

# Another version is refused: 0.2 and 0.1.99, but not 0.1.
for version in 0.2 0.1.99 1; do
  mkdir "cmake-$version"
  cp hello.c "cmake-$version"
  sed "s/quadline 0.1 /quadline $version /" CMakeLists.txt >"cmake-$version/CMakeLists.txt"
  if cmake -S "cmake-$version" -B "cmake-$version/build" -DCMAKE_PREFIX_PATH="$home/.local" >"cmake-$version.log" 2>&1 ||
    ! grep -q 'compatible with requested version' "cmake-$version.log"; then
    echo "find_package(quadline $version) is not refused"
    exit 1
  fi
done
