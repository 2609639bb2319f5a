#!/usr/bin/env bash
# Checks the assembly of a generic caller in another crate (ci/assembly): at every vector level the kernels are inlined
# into its loop and into its recursion. A function that branches calls nothing but itself, and uses vector registers; what
# only passes on to such a function may call it.
#
# Then in builds that fix the level, without link-time optimisation: a free function calls nothing, and a small batch
# nothing but, once, the question whether QUADLINE_LEVEL agrees.
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

for cpu in x86-64-v3 x86-64-v4; do
    fixed=$target/fixed-$cpu
    RUSTFLAGS="-C target-cpu=$cpu" CARGO_TARGET_DIR=$fixed cargo rustc --quiet --release -- --emit asm -C debuginfo=0
    assembly=$(ls -t "$fixed"/release/deps/quadline_assembly-*.s | head -n 1)
    for function in free_queen free_queen_x4 free_batch; do
        calls=$(awk -v name="$function:" '
            $1 == name { inside = found = 1 }
            inside && /\t(call|callq|jmp|jmpq)\t/ && !/\t\.L/ && !/environment5agree/ { print }
            inside && /^\.Lfunc_end/ { inside = 0 }
            END { if (!found) print "there is no such function" }
        ' "$assembly")
        if [ -n "$calls" ]; then
            echo "assembly: $cpu: $function is not inlined: $calls"
            failed=1
        fi
    done
    [ $failed = 1 ] || echo "assembly: $cpu: free functions and a small batch inlined, no call"
done
exit $failed
