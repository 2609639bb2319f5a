#!/usr/bin/env bash
# Runs tests in Miri, which interprets the program and stops at undefined behavior: reads of uninitialized memory, pointers that are
# used beyond their borrow, values that their type does not have. Sanitizers do not see these.
# usage: ci/miri.sh [--native]      needs: a nightly toolchain with the components miri and rust-src
#   --native    runs the same tests without Miri, compiled as for it, to see that they pass and how long they take
#
# Miri supports no CPUID and few vector instructions, so under it there are the levels portable and scalar only, without the crate
# `wide`. It is about a thousand times slower than a compiled program. The list below therefore has
#
# - every unit test of the modules with unsafe code that these levels run: casts of slices (square, position), lists of moves and
#   threats with their places, the dispatch with its table of functions, tokens, and texts;
# - of the suite, tests of lists, batches and dispatch that take less than about 50 ms when they are compiled, with as few random
#   cases as there can be.
#
# Left out are exhaustive tests, perft, comparisons of whole games, tests that start processes or read files of the project, and tests
# of panics, which Miri runs as well but without finding more.
set -euo pipefail
cd "$(dirname "$0")/.."
export QUADLINE_TEST_PERCENT=1 QUADLINE_TEST_EVERY=4001 QUADLINE_TEST_LEVELS=portable,scalar
package=(-p quadline-kernels --no-default-features --features std)
unit=(cpu:: level::dispatch level::detected chess::cast chess::threats chess::uci_text chess::zobrist positions::lists
  square:: attacks:: bitboard::)
suite=(dispatch:: positions::legality::known_legality positions::texts::pawns_around positions::engine::checks_by_promotions
  positions::engine::known_exchanges positions::threats::short_lists positions::threats::changes_of_nothing
  positions::threats::no_pieces_and_all_squares positions::one::nonsense positions::many::unequal_lengths)
if [ "${1:-}" = --native ]; then
  export RUSTFLAGS="--cfg miri" CARGO_TARGET_DIR=target/miri-native
  test=(cargo test)
elif cargo +nightly miri --version >/dev/null 2>&1; then
  # The tests read the environment, and vectors of `u64` are cast to those of positions by address.
  export MIRIFLAGS="-Zmiri-disable-isolation"
  test=(cargo +nightly miri test)
else
  echo "skipped Miri: no nightly toolchain with the component miri"
  exit
fi
"${test[@]}" "${package[@]}" --lib -- "${unit[@]}"
"${test[@]}" "${package[@]}" --test suite -- "${suite[@]}"
