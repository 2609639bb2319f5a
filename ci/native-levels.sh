#!/usr/bin/env bash
# Prints the levels that this CPU supports, best first, according to the operating system instead of
# quadline's detection.
set -euo pipefail
case $(uname -m) in
  x86_64 | i?86) ;;
  aarch64 | arm64) echo neon,portable,scalar && exit ;;
  *) echo portable,scalar && exit ;;
esac
flags=" $(grep -m1 '^flags' /proc/cpuinfo | cut -d: -f2) "
has() { local flag; for flag; do [[ $flags == *" $flag "* ]] || return 1; done; }
levels=
if has abm bmi1 bmi2 popcnt; then
  if has avx2; then
    if has avx512f avx512bw avx512cd avx512dq avx512vl; then
      if has avx512vbmi avx512_vbmi2 avx512_bitalg avx512_vpopcntdq gfni; then levels+=avx512-vbmi,; fi
      levels+=avx512,
    fi
    if has gfni; then levels+=avx2-gfni,; fi
    levels+=avx2,
  fi
  levels+=lzcnt,
fi
echo "${levels}portable,scalar"
