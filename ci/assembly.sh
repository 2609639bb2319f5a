#!/usr/bin/env bash
# Checks the assembly of a generic caller in another crate (ci/assembly): at every vector level the kernels are inlined
# into its loop and into its recursion. A function that branches calls nothing but itself, and uses vector registers; what
# only passes on to such a function may call it.
set -euo pipefail
cd "$(dirname "$0")/assembly"

if [ "$(uname -m)" != x86_64 ]; then
    echo "assembly: skipped, the check reads x86-64"
    exit 0
fi
target=${CARGO_TARGET_DIR:-target}
cargo rustc --quiet --release -- --emit asm -C debuginfo=0
assembly=$(ls -t "$target"/release/deps/quadline_assembly-*.s | head -n 1)

# One line for each function compiled for a level: level, name, uses of vectors, calls to others, branches.
awk '
    /^_[A-Za-z0-9_.$]+:$/ { name = substr($1, 1, length($1) - 1); inside = name ~ /with_features/; vectors = calls = branches = 0 }
    inside && /[yz]mm/ { vectors++ }
    inside && /\tj[a-z]+\t/ && !/\tjmpq?\t/ { branches++ }
    inside && /\t(call|callq|jmp|jmpq)\t\*?_/ && index($0, name) == 0 && $0 !~ /panic/ { calls++ }
    inside && /^\.Lfunc_end/ {
        match(name, /Avx512Vbmi|Avx512|Avx2Gfni|Avx2|Lzcnt/)
        print substr(name, RSTART, RLENGTH), name, vectors, calls, branches
        inside = 0
    }
' "$assembly" | sort > "$target/assembly.txt"

failed=0
for level in Avx512Vbmi Avx512 Avx2Gfni Avx2; do
    functions=$(awk -v level="$level" '$1 == level && $5 > 0' "$target/assembly.txt")
    count=$(printf '%s' "$functions" | grep -c . || true)
    bad=$(printf '%s\n' "$functions" | awk 'NF && ($3 == 0 || $4 > 0)')
    if [ "$count" -lt 2 ] || [ -n "$bad" ]; then
        echo "assembly: $level: $count functions that branch; not inlined or without vectors: ${bad:-none}"
        failed=1
    else
        echo "assembly: $level: $count functions that branch, kernels inlined, vector registers used, no call"
    fi
done
exit $failed
