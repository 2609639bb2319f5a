#!/usr/bin/env bash
# Checks the bindings for DataFusion and Ballista, which take long to compile and are therefore not in
# .ci/run: format, tests (including a scheduler and two executors as processes, one of which is killed), SQL
# over a Parquet file, and the speed of SQL against a loop in Rust.
# usage: ci/bindings.sh [ROWS]      ROWS is the number of rows in the comparison [default: a million]
# QUADLINE_POSITIONS names a file of FENs to use instead of tests/conformance/fixtures/lichess-2025-05.fen.
set -euo pipefail
cd "$(dirname "$0")/../bindings/datafusion"
export CARGO_TERM_COLOR=never CARGO_INCREMENTAL=0
rows=${1:-1000000}
positions=${QUADLINE_POSITIONS:-../../tests/conformance/fixtures/lichess-2025-05.fen}
start=$SECONDS
cargo fmt --all --check
# In the profile of the following commands, so that DataFusion is compiled once.
cargo test --release --no-run
echo "=== compiled after $((SECONDS - start)) s"
cargo test --release -- --nocapture
mkdir -p target
rm -f target/positions.parquet
cargo run --quiet --release --example sql -- "$positions" target/positions.parquet
cargo run --quiet --release --example speed -- "$positions" "$rows"
echo "=== DataFusion and Ballista: $((SECONDS - start)) s"
