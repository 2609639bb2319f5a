#!/usr/bin/env bash
# Runs cargo with the compiler and the standard libraries that ci/cross/setup.sh prepared.
#
# usage: ci/cross/cargo.sh test TARGET [ARGUMENT]...     the tests of i686, aarch64, armv7 or s390x, run natively (i686)
#                                                        or under qemu
#        ci/cross/cargo.sh run TARGET [ARGUMENT]...      the same for a program
#        ci/cross/cargo.sh build TRIPLE [ARGUMENT]...    a build without std, for any target of rustc, with a core of its own
#        ci/cross/cargo.sh has TARGET                    succeeds if setup.sh has prepared TARGET (or `build`)
#
# QUADLINE_CROSS     the folder of the preparation [default: ~/.cache/quadline-cross]
# CROSS_TARGET_DIR   the folder of builds [default: target/cross]
# JOBS               how many jobs cargo runs at once [default: 1]
set -euo pipefail

fail() { echo "ci/cross/cargo.sh: $*" >&2; exit 2; }

folder=${QUADLINE_CROSS:-$HOME/.cache/quadline-cross}
[ $# -ge 2 ] || { sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2; exit 2; }
command=$1 target=$2
shift 2
linker='' runner=''
case $target in
  i686) triple=i686-unknown-linux-gnu linker=i686-linux-gnu-gcc ;;
  aarch64) triple=aarch64-unknown-linux-gnu linker=aarch64-linux-gnu-gcc runner="qemu-aarch64-static -L /usr/aarch64-linux-gnu" ;;
  armv7) triple=armv7-unknown-linux-gnueabihf linker=arm-linux-gnueabihf-gcc runner="qemu-arm-static -L /usr/arm-linux-gnueabihf" ;;
  s390x) triple=s390x-unknown-linux-gnu linker=s390x-linux-gnu-gcc runner="qemu-s390x-static -L /usr/s390x-linux-gnu" ;;
  *) triple=$target ;;
esac
if [ "$command" = has ]; then
  if [ "$target" = build ]; then [ -e "$folder/complete" ]; else [ -e "$folder/std-$triple" ]; fi
  exit
fi
[ -e "$folder/complete" ] || fail "$folder is not prepared: run ci/cross/setup.sh"
folder=$(cd "$folder" && pwd)
export CARGO_TARGET_DIR=${CROSS_TARGET_DIR:-target/cross} RUSTC=$folder/bin/rustc RUSTDOC=$folder/bin/rustdoc
case $command in
  test | run)
    [ -e "$folder/std-$triple" ] || fail "$target is not prepared: run ci/cross/setup.sh $target"
    variable=CARGO_TARGET_${triple^^}
    variable=${variable//-/_}
    [ -z "$runner" ] || export "${variable}_RUNNER=$runner"
    export "${variable}_LINKER=$linker"
    exec "$folder/bin/cargo" "$command" -j"${JOBS:-1}" --target "$triple" "$@" ;;
  build)
    RUSTC_BOOTSTRAP=1 exec "$folder/bin/cargo" build -j"${JOBS:-1}" -Zbuild-std=core --target "$triple" "$@" ;;
  *) fail "unknown command \"$command\"; there are test, run, build and has" ;;
esac
