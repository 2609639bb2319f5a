#!/usr/bin/env bash
# Checks the assembly of a generic caller in another crate (ci/assembly). At every vector level, the kernels
# must be inlined into its loop and into its recursion: a function that branches must use vector registers,
# and must not call any function except itself. Functions that only forward to such a function may call it.
#
# The script then checks builds that fix the level, without link-time optimization: a free function must not
# call anything, and a small batch only the check of QUADLINE_LEVEL, once.
#
# usage: ci/assembly.sh [BUILD...]      builds that fix the level; default: x86-64-v3 x86-64-v4 native aarch64 wasm32
# The last two (NEON and simd128) need the compiler that ci/cross/setup.sh prepares, and compile a `core` of their own.
set -euo pipefail
cd "$(dirname "$0")/assembly"
cross=../cross/cargo.sh
builds=("$@")
[ $# != 0 ] || builds=(x86-64-v3 x86-64-v4 native aarch64 wasm32)

if [ "$(uname -m)" != x86_64 ]; then
    echo "assembly: skipped, the check reads x86-64"
    exit 0
fi
target=${CARGO_TARGET_DIR:-target}
cargo rustc --quiet --release --lib -- --emit asm -C debuginfo=0
assembly=$(ls -t "$target"/release/deps/quadline_assembly-*.s | head -n 1)

# The tokens of the x86 levels with vectors, from the list of levels.
rows=../../kernels/src/level/list.rs
vectors=$(sed -nE 's/^ +(Avx[A-Za-z0-9]*) "avx[a-z0-9-]*" \{$/\1/p' "$rows")
[ "$(wc -w <<<"$vectors")" = "$(grep -cE '"avx[a-z0-9-]*" \{$' "$rows")" ] || { echo "assembly: $rows reads otherwise"; exit 1; }
names=$(tr '\n' '|' <<<"$vectors")Lzcnt

# One line for each function compiled for a level: level, name, uses of vectors, calls to others, branches.
awk -v names="$names" '
    /^_[A-Za-z0-9_.$]+:$/ { name = substr($1, 1, length($1) - 1); inside = name ~ /with_features/; vectors = calls = branches = 0 }
    inside && /[yz]mm/ { vectors++ }
    inside && /\tj[a-z]+\t/ && !/\tjmpq?\t/ { branches++ }
    inside && /\t(call|callq|jmp|jmpq)\t\*?_/ && index($0, name) == 0 && $0 !~ /panic/ { calls++ }
    inside && /^\.Lfunc_end/ {
        match(name, names)
        print substr(name, RSTART, RLENGTH), name, vectors, calls, branches
        inside = 0
    }
' "$assembly" | sort > "$target/assembly.txt"

failed=0
for level in $vectors; do
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

# Checks that each function exists, and calls nothing except the check of QUADLINE_LEVEL, once.
free_functions_inline() {
    local build=$1 assembly=$2 function calls bad=
    for function in free_queen free_queen_x4 free_batch; do
        calls=$(awk -v name="$function:" '
            $1 == name { inside = found = 1 }
            inside && /^\t(call|callq|call_indirect|bl|blr|jmp|jmpq|b|br)\t/ && !/\t\.L/ && !/dispatch11check_fixed/ { print }
            inside && (/^\.Lfunc_end/ || /^\tend_function/) { inside = 0 }
            END { if (!found) print "there is no such function" }
        ' "$assembly")
        if [ -n "$calls" ]; then
            echo "assembly: $build: $function is not inlined: $calls"
            bad=1
            failed=1
        fi
    done
    [ -n "$bad" ] || echo "assembly: $build: free functions and a small batch inlined, no call"
}

newest() { ls -t "$1"/release/deps/quadline_assembly-*.s | head -n 1; }

for build in "${builds[@]}"; do
    fixed=$target/fixed-$build
    case $build in
        aarch64 | wasm32)
            triple=aarch64-unknown-none flags=
            [ "$build" = aarch64 ] || { triple=wasm32-unknown-unknown flags=-Ctarget-feature=+simd128; }
            if ! "$cross" has build; then echo "assembly: skipped $build, ci/cross/setup.sh has not prepared a compiler"; continue; fi
            if ! RUSTFLAGS="--emit=asm $flags" CROSS_TARGET_DIR=$fixed "$cross" build $triple --release --no-default-features \
                >"$fixed.log" 2>&1; then cat "$fixed.log"; exit 1; fi
            free_functions_inline "$build" "$(newest "$fixed/$triple")" ;;
        *)
            RUSTFLAGS="-C target-cpu=$build" CARGO_TARGET_DIR=$fixed cargo rustc --quiet --release --lib -- --emit asm -C debuginfo=0
            free_functions_inline "$build" "$(newest "$fixed")" ;;
    esac
done
exit $failed
