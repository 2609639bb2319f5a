#!/usr/bin/env bash
# Counts the unsafe blocks, functions and implementations in each file of the library, and compares them with the table in ci/UNSAFE.md.
# usage: ci/unsafe-blocks.sh            prints the counts
#        ci/unsafe-blocks.sh --check    fails if the table differs
set -euo pipefail
cd "$(dirname "$0")/.."
counts=$(grep -rnE --include='*.rs' '\bunsafe\b *(\{|fn +[a-z]|impl|extern)' src kernels/src formats/*/src |
  grep -vE '^[^:]+:[0-9]+: *//' | cut -d: -f1 | sort | uniq -c | awk '{print $2 " " $1}')
if [ "${1:-}" != --check ]; then
  echo "$counts"
  exit
fi
table=$(sed -nE 's/^\| `((src|kernels\/src|formats\/[a-z]+\/src)\/[^`]*)` \| ([0-9]+) \|.*/\1 \3/p' ci/UNSAFE.md | sort)
if ! diff <(echo "$table") <(echo "$counts"); then
  echo "ci/UNSAFE.md (<) and the sources (>) count unsafe blocks differently" >&2
  exit 1
fi
echo "unsafe blocks: $(awk '{sum += $2} END {print sum}' <<<"$counts") in $(wc -l <<<"$counts") files, as in ci/UNSAFE.md"
