#!/usr/bin/env bash
# DataFusion and Ballista, which take long to compile and are not in .ci/run: the format, the tests (a scheduler and two executors as
# processes, one of which is killed, among them), SQL over a Parquet file, and the speed of SQL beside a loop in Rust.
# usage: ci/bindings.sh [ROWS]      ROWS are those of the comparison, a million or so many
# QUADLINE_POSITIONS names a file of FENs in place of fixtures/lichess-2025-05.fen.
set -euo pipefail
cd "$(dirname "$0")/../bindings/datafusion"
export CARGO_TERM_COLOR=never CARGO_INCREMENTAL=0
rows=${1:-1000000}
positions=${QUADLINE_POSITIONS:-../../fixtures/lichess-2025-05.fen}
start=$SECONDS
cargo fmt --all --check
# In the profile of what follows, so that DataFusion is compiled once.
cargo test --release --no-run
echo "=== compiled after $((SECONDS - start)) s"
cargo test --release -- --nocapture
mkdir -p target
rm -f target/positions.parquet
cargo run --quiet --release --example sql -- "$positions" target/positions.parquet
cargo run --quiet --release --example speed -- "$positions" "$rows"
echo "=== DataFusion and Ballista: $((SECONDS - start)) s"
